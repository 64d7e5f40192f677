use std::num::NonZeroUsize;
use std::sync::Arc;

use super::super::disk::tests::Streams;
use super::super::{Order, Pause};
use super::*;
use crate::problem::dlx::parse;
use crate::random::SplitMix64;

fn torus(rows: usize, columns: usize) -> Problem {
    let place = |row: usize, column: usize| row % rows * columns + column % columns;
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let options = cells.flat_map(|(row, column)| {
        [(row + 1, column), (row, column + 1)].map(|(r, c)| vec![place(row, column), place(r, c)])
    });
    Problem::from_lists(rows * columns, None, options).unwrap()
}

fn budget(threads: usize, memory: u64) -> Budget {
    Budget { memory: Some(memory), threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED }
}

fn new(problem: &Problem, budget: &Budget) -> Frontier {
    Frontier::new(problem, &Order::best(problem), budget).unwrap()
}

fn saved(sweep: &mut Frontier) -> Vec<u8> {
    let mut bytes = vec![];
    assert!(sweep.can_be_saved());
    sweep.save(&mut bytes).unwrap();
    bytes
}

fn resumed(problem: &Problem, budget: &Budget, bytes: &[u8]) -> Result<Frontier, SavedError> {
    Frontier::resume(problem, budget, &mut &bytes[..], |_| {})
}

/// With colors, bounds, secondary items, and two words for a state.
fn problems() -> Vec<Problem> {
    let colors = "p q r 0:2|s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                  t x:B z:C\nt y\n";
    vec![parse("t", colors).unwrap().problem, torus(6, 8), torus(4, 20)]
}

/// At any state, in memory and on disk, from one number of threads to another.
#[test]
fn a_sweep_that_is_saved_and_resumed_does_the_same() {
    let mut random = SplitMix64::new(7);
    for problem in problems() {
        let ample = budget(1, 1 << 30);
        let mut whole = new(&problem, &ample);
        assert_eq!(whole.run(u64::MAX), Pause::End);
        let all = whole.work().nodes;
        for turn in 0..40 {
            // Large enough for all, or for hardly anything.
            let memory = if turn % 2 == 0 { 1 << 30 } else { 700 + random.place(5000) as u64 };
            let with_disk = |sweep: &mut Frontier| sweep.set_scratch(Arc::new(Streams::default()), 1 << 30);
            let mut sweep = new(&problem, &budget(1 + turn % 3, memory));
            with_disk(&mut sweep);
            let mut stops = 0;
            loop {
                let bound = sweep.work().nodes + random.place(all as usize / 2 + 1) as u64;
                if sweep.run_within(bound, 1 + random.place(5000) as u64) == Pause::End {
                    break;
                }
                let before = sweep.work().nodes;
                let bytes = saved(&mut sweep);
                assert!(sweep.work().nodes <= before + 1);
                sweep = Frontier::resume(
                    &problem,
                    &budget(1 + random.place(3), memory),
                    &mut &bytes[..],
                    with_disk,
                )
                .unwrap();
                stops += 1;
                if stops > 30 {
                    sweep.run(u64::MAX);
                }
            }
            assert_eq!((sweep.count(), sweep.work()), (whole.count(), whole.work()), "turn {turn}");
            if turn % 2 == 0 {
                assert_eq!(sweep.peak_bytes(), whole.peak_bytes(), "turn {turn}");
            }
        }
    }
}

/// Where the memory ends does not depend on stops.
#[test]
fn a_resumed_sweep_is_out_of_memory_at_the_same_state() {
    let problem = torus(6, 8);
    let mut whole = new(&problem, &budget(1, 1 << 30));
    whole.run(u64::MAX);
    let little = budget(1, whole.peak_bytes() as u64 - 1);
    let mut limited = new(&problem, &little);
    assert_eq!(limited.run(u64::MAX), Pause::Memory);
    assert!(
        !limited.can_be_saved() && limited.save(&mut vec![]).is_err(),
        "a sweep without memory cannot be saved"
    );
    let mut sweep = new(&problem, &little);
    for bound in (0..).step_by(97) {
        if sweep.run(bound) == Pause::Memory {
            break;
        }
        sweep = resumed(&problem, &little, &saved(&mut sweep)).unwrap();
    }
    assert_eq!(sweep.work(), limited.work());
    let mut sweep = new(&problem, &budget(1, 1 << 30));
    sweep.run(limited.work().nodes);
    let refused = resumed(&problem, &budget(1, 5000), &saved(&mut sweep)).err();
    assert_eq!(refused, Some(SavedError::Refused(Refusal::Stopped(Reason::Memory(5000)))));
}

#[test]
fn what_is_damaged_or_foreign_is_refused() {
    let problem = torus(4, 6);
    let ample = budget(1, 1 << 24);
    let mut sweep = new(&problem, &ample);
    sweep.run(200);
    let bytes = saved(&mut sweep);
    assert!(is_saved_sweep(bytes.split(|&byte| byte == b'\n').next().unwrap()));
    for end in 0..bytes.len() {
        assert!(resumed(&problem, &ample, &bytes[..end]).is_err(), "{end} bytes");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        let error = resumed(&problem, &ample, &changed).expect_err("a changed byte");
        assert!(!error.to_string().is_empty());
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(resumed(&problem, &ample, &longer), Err(SavedError::Damaged(_))));
    let other = resumed(&torus(4, 8), &ample, &bytes).err();
    assert_eq!(other, Some(SavedError::OtherProblem { size: (24, 48) }));
    for text in [
        "",
        "\n",
        "{}",
        "{\"combien\":\"checkpoint\",\"format\":2}\n",
        "combien sweep \n",
        "combien sweep 2x\n",
    ] {
        assert_eq!(resumed(&problem, &ample, text.as_bytes()).err(), Some(SavedError::NotOne));
    }
    let newer = b"combien sweep 9\n";
    assert_eq!(resumed(&problem, &ample, newer).err(), Some(SavedError::Format(9)));
}

/// A valid digest, but impossible contents: an error, no panic, and no more memory than the limit.
#[test]
fn impossible_contents_are_refused() {
    let problem = torus(4, 6);
    let ample = budget(1, 1 << 20);
    let mut sweep = new(&problem, &ample);
    sweep.run(200);
    let bytes = saved(&mut sweep);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let (line, blocks) = (std::str::from_utf8(&bytes[..end]).unwrap(), &bytes[end..bytes.len() - 72]);
    let sealed = |line: &str, blocks: &[u8]| {
        let mut whole = vec![];
        let mut output = Digested::new(&mut whole);
        output.write(&[line.as_bytes(), blocks].concat()).unwrap();
        let seal = output.digest.fingerprint().to_string();
        output.block(END, seal.as_bytes()).unwrap();
        resumed(&problem, &ample, &whole)
    };
    assert!(sealed(line, blocks).is_ok());
    let step = sweep.steps().0;
    let cases = [
        (format!(" step={step} "), format!(" step={} ", step + 3)),
        (format!(" step={step} "), " step=999 ".to_owned()),
        (" nodes=200 ".to_owned(), " nodes=0 ".to_owned()),
        (" nodes=200 ".to_owned(), format!(" nodes={} ", u64::MAX)),
        (" words=1 ".to_owned(), " words=2 ".to_owned()),
        (" words=1 ".to_owned(), " words=0 ".to_owned()),
        (" words=1 ".to_owned(), format!(" words={} ", usize::MAX)),
        (" words=1 ".to_owned(), " words=-1 ".to_owned()),
        (" words=1 ".to_owned(), " ".to_owned()),
        (" order=".to_owned(), " order=1,1,".to_owned()),
        (" order=".to_owned(), " order=0,".to_owned()),
        (" order=".to_owned(), " order=,".to_owned()),
        (" limbs=".to_owned(), " limbs=999,1,".to_owned()),
        (" limbs=".to_owned(), " limbs=7,".to_owned()),
        (format!(" limbs={step},1"), format!(" limbs={step},{}", usize::MAX)),
        (" layout=".to_owned(), " layout=0".to_owned()),
        (" question=count ".to_owned(), " question=why ".to_owned()),
        (format!(" fraction={} ", sweep.fraction()), " fraction=NaN ".to_owned()),
        (" is_spilled=false".to_owned(), " is_spilled=false more=1".to_owned()),
    ];
    for (from, to) in cases {
        assert!(line.contains(&from), "{from} in {line}");
        assert!(sealed(&line.replacen(&from, &to, 1), blocks).is_err(), "{to}");
    }
    // A state with a bit of an item that does not live there, without bit 0, for a layer that is over, with
    // no number, with more ways than there are sets of options.
    for (layer, entry) in [
        (step, vec![8, 1, 0, 0, 0, 0, 0, 0, 0x80, 1, 1]),
        (step, vec![1, 2, 1, 1]),
        (0, vec![1, 1, 1, 1]),
        (step, vec![1, 1, 0]),
        (step, [&[1, 1, 0xe8, 7][..], &[1; 1000]].concat()),
    ] {
        let block = [&(layer as u32).to_le_bytes()[..], &(entry.len() as u32).to_le_bytes(), &entry].concat();
        let error = sealed(line, &[blocks, &block].concat()).err();
        assert!(matches!(error, Some(SavedError::Damaged(place)) if place > 0), "{entry:?}: {error:?}");
    }
}
