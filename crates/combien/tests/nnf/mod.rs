//! Diagrams with products as files: read back, and counted by a reader of `.nnf` that shares no code with the
//! library.

mod formula;
mod others;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader, Read};
use std::sync::Arc;

use combien::budget::{Budget, Deadline, Reason, StopFlag};
use combien::check::Checker;
use combien::engine::order::Order;
use combien::engine::{Compiled, Pause, memo};
use combien::problem::{OptionId, Problem, dlx};
use combien::products::{Diagram, ReadError};
use formula::Nnf;

const SQUARES: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n";
const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                      t x:B z:C\nt y\nr\nq x:A\n";
const FORCED: &str = "a b c d\na b\nc\nd\nc d\n";
const NONE: &str = "a b c\na b\nb c\n";
const UNUSED: &str = "a b\na b\na\nb\na\na\n";

fn parse(text: &str) -> Problem {
    dlx::parse("t", text).unwrap().problem
}

fn bench(name: &str) -> Problem {
    let path = format!("{}/../../tests/corpus/bench/{name}.dlx", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap())
}

fn record(problem: &Problem) -> Arc<Diagram> {
    let mut recording = memo::recording(problem, &Order::best(problem), &Budget::UNLIMITED).unwrap();
    assert_eq!(recording.run(u64::MAX), Pause::End);
    let Some(Compiled::Products(diagram)) = recording.finish() else { panic!("there are no products") };
    diagram
}

fn nnf_text(problem: &Problem) -> String {
    let mut text = vec![];
    record(problem).write_nnf(problem.option_count(), &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn nnf_of(problem: &Problem) -> Nnf {
    let nnf = Nnf::parse(&nnf_text(problem));
    assert_eq!(nnf.edges[0], nnf.edges[1]);
    nnf
}

/// The memory of a reader.
fn small() -> Budget {
    Budget::of_memory(1 << 20)
}

/// All models against all sets of options that pass the checker.
#[test]
fn the_models_of_an_nnf_are_the_solutions() {
    for text in [SQUARES, COLORS, FORCED, NONE, UNUSED, "a\n"] {
        let problem = parse(text);
        let nnf = nnf_of(&problem);
        assert_eq!(nnf.variables, problem.option_count());
        let mut checker = Checker::new(&problem);
        let mut solutions = 0;
        for model in 0..1usize << nnf.variables {
            let taken: Vec<OptionId> = (0..nnf.variables)
                .filter(|option| model >> option & 1 == 1)
                .map(OptionId::from_index)
                .collect();
            let is_solution = checker.check(&problem, &taken).is_ok();
            assert_eq!(nnf.holds(model), is_solution, "{text}: {model:b}");
            solutions += u128::from(is_solution);
        }
        assert_eq!(nnf.models(), solutions, "{text}");
    }
}

#[test]
fn an_independent_counter_counts_the_solutions() {
    // Queens: OEIS A000170. Langford pairs, each with its mirror image: twice A014552. Dominoes on 8x8:
    // Kasteleyn 1961. Scott's puzzle: Scott 1958, 65 placed 8 ways.
    for (name, count) in
        [("queens8", 92), ("langford7", 52), ("langford8", 300), ("domino8x8", 12_988_816), ("scott", 520)]
    {
        let problem = bench(name);
        assert_eq!(nnf_of(&problem).models(), count, "{name}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for text in [SQUARES, COLORS, FORCED, NONE, UNUSED] {
        let problem = parse(text);
        let diagram = record(&problem);
        let mut written = vec![];
        diagram.write(problem.option_count(), &mut written).unwrap();
        let options = problem.option_count();
        let read = Diagram::read(&written[..], options, &small()).unwrap();
        assert_eq!((read.count(), read.size()), (diagram.count(), diagram.size()));
        assert!(read.solutions().eq(diagram.solutions()), "{text}");
        assert_eq!(read.check_covers(&problem, &small()), Ok(()));
        let mut again = vec![];
        read.write(options, &mut again).unwrap();
        assert_eq!(written, again);
    }
}

/// Each file that differs in one character, or ends too early, is refused, or its sets are counted rightly.
#[test]
fn a_damaged_file_is_refused_or_counted_rightly() {
    let problem = parse(COLORS);
    let mut written = vec![];
    record(&problem).write(problem.option_count(), &mut written).unwrap();
    let mut read = 0;
    for place in 0..written.len() {
        assert!(Diagram::read(&written[..place], 14, &small()).is_err(), "{place} bytes");
        for byte in b"019> \nx-".iter().copied().chain([0xff]) {
            let mut damaged = written.clone();
            damaged[place] = byte;
            let Ok(diagram) = Diagram::read(&damaged[..], 14, &small()) else { continue };
            let sets: Vec<_> = diagram.solutions().collect();
            let distinct: BTreeSet<_> = sets.iter().collect();
            assert_eq!((sets.len(), diagram.count().to_u64()), (distinct.len(), Some(sets.len() as u64)));
            read += 1;
        }
    }
    assert!(read > 20, "{read} damaged files are diagrams");
}

/// The sets of a file are `{1,2}`, `{1,3}` and `{2,3}`: no branch has an option of its own, but each two
/// differ.
#[test]
fn branches_are_told_apart_by_any_option() {
    for (text, count) in [
        ("2 choice 1 2 >1 1 3 >1 2 3 >1\nroot 2\n", 3),
        ("2 choice 1 >1 2 >1 3 >1\nroot 2\n", 3),
        // Option 1 is taken, or 2, or none: a branch without options.
        ("2 choice 2 >1 >1\n3 choice 1 >1 >2\nroot 3\n", 3),
        ("2 choice 1 >1 1 2 >1\nroot 2\n", 2),
        ("2 choice >1\nroot 2\n", 1),
        ("root 0\n", 0),
        ("root 1\n", 1),
    ] {
        let text = format!("zdnnf 1 3\n{text}");
        let diagram = Diagram::read(text.as_bytes(), 3, &small()).unwrap();
        let sets: BTreeSet<_> = diagram.solutions().collect();
        assert_eq!((diagram.count().to_u64(), sets.len() as u64), (Some(count), count), "{text}");
        let mut again = vec![];
        diagram.write(3, &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), text);
    }
    // A thousand branches, of which each two differ and each shares options with others.
    let branches: Vec<String> =
        (1..=1000).map(|first| format!("{first} {} {} >1", first + 1, first + 2)).collect();
    let text = format!("zdnnf 1 1002\n2 choice {}\nroot 2\n", branches.join(" "));
    assert_eq!(Diagram::read(text.as_bytes(), 1002, &small()).unwrap().count().to_u64(), Some(1000));
    let text = text.replace("1000 1001 1002 >1", "1000 1001 1002 >1 7 8 9 >1");
    let error = Diagram::read(text.as_bytes(), 1002, &small()).unwrap_err();
    let why = "no option tells branches 7 and 1001 apart, so they may have a set in common";
    assert_eq!(error.to_string(), format!("line 2: {why}"));
}

/// The flag is raised while a file is being read that has no end.
#[test]
fn a_reader_looks_at_the_budget() {
    let lines =
        "2 choice 1 >1\n".bytes().chain((3u64..).flat_map(|id| format!("{id} choice 1 >1\n").into_bytes()));
    let head = "zdnnf 1 3\n".bytes().chain(lines);
    let over = Budget { deadline: Some(Deadline::new(|| true)), ..small() };
    let error = Diagram::read(&b"zdnnf 1 3\nroot 1\n"[..], 3, &over).unwrap_err();
    assert!(matches!(error, ReadError::Stopped(Reason::Deadline)), "{error}");
    for raised_at in [0, 1 << 20] {
        let stop = StopFlag::new();
        let input = Endless { bytes: head.clone(), left: raised_at, stop: stop.clone() };
        let budget = Budget { memory: Some(u64::MAX), ..Budget::until(stop) };
        let error = Diagram::read(BufReader::new(input), 3, &budget).unwrap_err();
        assert!(matches!(error, ReadError::Stopped(Reason::Asked)), "{error}");
    }
}

struct Endless<I> {
    bytes: I,
    left: usize,
    stop: StopFlag,
}

impl<I: Iterator<Item = u8>> Read for Endless<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left < buffer.len() {
            self.stop.raise();
        }
        self.left = self.left.saturating_sub(buffer.len());
        buffer.iter_mut().zip(&mut self.bytes).for_each(|(place, byte)| *place = byte);
        Ok(buffer.len())
    }
}

#[test]
fn faults_name_their_line() {
    for (text, message) in [
        ("", "line 1: the file begins neither as a diagram (`zdnnf`) nor as an `.nnf` of c2d or d4"),
        ("zdd 1\n", "line 1: the file begins neither as a diagram (`zdnnf`) nor as an `.nnf` of c2d or d4"),
        ("zdnnf 2 3\n", "line 1: the first line should be `zdnnf 1` and the number of options"),
        ("zdnnf 1 5000000000\n", "line 1: the first line should be `zdnnf 1` and the number of options"),
        ("zdnnf 1 4\n", "the diagram is of a problem with 4 options, and this one has 3"),
        (
            "zdnnf 1 3\n\n2 choice 1 >1\n",
            "line 4: the text ends before the end of a line that names the root",
        ),
        ("zdnnf 1 3\n2 choice 1 >1\nroot 2", "line 3: the text ends before the end of this line"),
        ("zdnnf 1 3\n3 choice 1 >1\n", "line 2: `3` should be 2, the id of the next node"),
        ("zdnnf 1 3\n2 sum 1 >1\n", "line 2: `sum` is neither `choice` nor `product`"),
        ("zdnnf 1 3\n2 choice 4 >1\n", "line 2: `4` is not an option from 1 to 3"),
        (
            "zdnnf 1 3\n2 choice 1 >2\n",
            "line 2: `>2` is not a child: write `>` and the id of a node before, not 0",
        ),
        (
            "zdnnf 1 3\n2 choice 1 >0\n",
            "line 2: `>0` is not a child: write `>` and the id of a node before, not 0",
        ),
        (
            "zdnnf 1 3\n2 product 1\n",
            "line 2: `1` is not a child: write `>` and the id of a node before, not 0",
        ),
        ("zdnnf 1 3\n2 product\n", "line 2: this node has no child"),
        ("zdnnf 1 3\n2 choice 1 >1 2\n", "line 2: the last branch has no child"),
        (
            "zdnnf 1 3\n2 choice 1 >1 2 >1 1 >1\n",
            "line 2: no option tells branches 1 and 3 apart, so they may have a set in common",
        ),
        (
            "zdnnf 1 3\n2 choice 1 >1 >1\n3 choice >2 >1\n",
            "line 3: no option tells branches 1 and 2 apart, so they may have a set in common",
        ),
        ("zdnnf 1 3\n2 choice 1 2 1 >1\n", "line 2: option 1 may not be in two places here"),
        ("zdnnf 1 3\n2 choice 1 >1\n3 choice 1 >2\n", "line 3: option 1 may not be in two places here"),
        ("zdnnf 1 3\n2 choice 1 >1\n3 product >2 >2\n", "line 3: option 1 may not be in two places here"),
        ("zdnnf 1 3\nroot 2\n", "line 2: write `root` and the id of a node before, or 0"),
        ("zdnnf 1 3\nroot 1 1\n", "line 2: write `root` and the id of a node before, or 0"),
    ] {
        assert_eq!(Diagram::read(text.as_bytes(), 3, &small()).unwrap_err().to_string(), message, "{text}");
    }
    // Sizes that a few bytes name, and lines without an end, stay within the memory.
    for text in [b"zdnnf 1 4000000000\n2 choice 1 >1\nroot 2\n".to_vec(), vec![b'1'; 1 << 21]] {
        let error = Diagram::read(&text[..], 4_000_000_000, &small()).unwrap_err();
        assert_eq!(error.to_string(), "the diagram would take more than 1048576 bytes");
    }
}
