//! The bodies of the fuzz targets: each reader, and a comparison of all engines, fed with any bytes. A panic
//! is a finding.
//!
//! The package `fuzz/` feeds them by libFuzzer, the suite `fuzz` with a small corpus and mutations of it, and
//! the driver in `tests/campaign` with random bytes. `tests/seeds/NAME` has the corpus of each.

#![expect(clippy::missing_panics_doc, reason = "to panic is how a target says what it has found")]

mod agreement;
mod bytes;
mod kinds;
mod reference;

pub use agreement::compared;
pub use bytes::Bytes;
pub use kinds::{KINDS, drawn};

use std::io::{self, ErrorKind};
use std::time::Duration;

use combien::budget::Budget;
use combien::check::check;
use combien::diagnostic::Source;
use combien::engine::frontier::Frontier;
use combien::problem::{Fingerprint, OptionId, Problem, Solution, dlx as text};
use combien::products::Diagram;
use combien::solve::{Count, Enumerate, Outcome, Question};
use combien_formats::checkpoint::{Checkpoint, shard};
use combien_formats::{csv as table, json as document, mps as program};
use combien_lang::{Host, Loaded, format, load, run};
use combien_puzzles::clues::restricted;
use combien_puzzles::sudoku::{BoxShape, Grid, Reader};
use combien_verify::{check_certificate, check_solutions, check_strip};

/// A target: its name, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 12] = [
    ("dlx", dlx),
    ("json", json),
    ("csv", csv),
    ("mps", mps),
    ("language", language),
    ("checkpoint", checkpoint),
    ("shard", shard),
    ("sweep", sweep),
    ("sudoku", sudoku),
    ("certificate", certificate),
    ("diagram", diagram),
    ("problem", problem),
];

/// The limits of a search within a target.
const NODES: u64 = 300;
const MEMORY: u64 = 1 << 22;
/// Problems with more options or items are read and not searched.
const MOST: usize = 60;

fn few() -> Budget {
    Budget { nodes: Some(NODES), memory: Some(MEMORY), ..Budget::UNLIMITED }
}

/// A problem in Knuth's format.
pub fn dlx(data: &[u8]) {
    match text::read("fuzz", data) {
        Ok(read) => {
            asked(&read.problem);
            // A text that begins with a brace is JSON to the checker, which is not told the format.
            if let Ok(text) = std::str::from_utf8(data)
                && !text.trim_start().starts_with('{')
            {
                read_alike(&read.problem, text);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A problem in JSON.
pub fn json(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match document::parse("fuzz", text) {
        Ok(read) => {
            asked(&read.problem);
            if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
                // For the checker, a list of lists is converted, as matrices are.
                assert!(combien_verify::Problem::read(text).is_err(), "the checker does not read lists");
                let mut written = vec![];
                document::write(&read.problem, &mut written).expect("a vector takes all");
                read_alike(&read.problem, std::str::from_utf8(&written).expect("JSON is UTF-8"));
            } else {
                read_alike(&read.problem, text);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An incidence matrix.
pub fn csv(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match table::parse("fuzz", text) {
        Ok(read) => {
            asked(&read.problem);
            let mut written = vec![];
            table::write(&read.problem, &mut written).expect("a matrix that was read is not too large");
            let again = table::parse("again", std::str::from_utf8(&written).expect("the text is UTF-8"));
            let again = again.expect("what is written is read").problem;
            assert_eq!(again.fingerprint(), read.problem.fingerprint());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An integer program in the MPS format.
pub fn mps(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match program::parse("fuzz", text) {
        Ok(read) => {
            asked(&read.problem);
            let mut written = vec![];
            program::write(&read.problem, &mut written).expect("a vector takes all");
            let again = program::parse("again", std::str::from_utf8(&written).expect("the text is UTF-8"));
            let again = again.expect("what is written is read").problem;
            assert_eq!(again.option_count(), read.problem.option_count());
            if program::loss(&read.problem) == program::Loss::default() {
                assert_eq!(again.fingerprint(), read.problem.fingerprint());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The other reader, which shares no code with the first, reads the same.
fn read_alike(problem: &Problem, text: &str) {
    let other = combien_verify::Problem::read(text).expect("what the library reads, the checker reads");
    assert_eq!(
        (other.items.len(), other.options.len()),
        (problem.item_count(), problem.option_count()),
        "the checker reads another problem"
    );
    for option in problem.options() {
        assert_eq!(other.is_used(option.index()), !problem.is_kept_out(option), "option {}", option.number());
        assert_eq!(other.options[option.index()].len(), problem.option(option).len());
    }
}

/// Runs a short search, and writes and reads its state.
fn asked(problem: &Problem) {
    if problem.option_count() > MOST || problem.item_count() > MOST {
        return;
    }
    let counted = Count::of(problem).budget(few()).run().expect("a small problem can be counted");
    let listed = Enumerate::of(problem).budget(few()).run().expect("its solutions can be listed");
    let listed = listed.take(50).count();
    if let Outcome::Answer(count) = counted.outcome {
        assert!(combien::Count::from(listed as u64) <= count, "more solutions are listed than counted");
    }
    let mut written = vec![];
    document::write(problem, &mut written).expect("a vector takes all");
    let again = document::parse("again", std::str::from_utf8(&written).expect("JSON is UTF-8"));
    assert_eq!(again.expect("what is written is read").problem.fingerprint(), problem.fingerprint());
    written.clear();
    if text::write(problem, &mut written).is_ok() {
        let again = text::parse("again", std::str::from_utf8(&written).expect("the text is UTF-8"));
        assert_eq!(again.expect("what is written is read").problem.fingerprint(), problem.fingerprint());
    }
}

/// A tiling file: its formatted text, its problems, and a run without files and programs.
pub fn language(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(once) = format(&Source::new("fuzz.cmb", text)) {
        let twice = format(&Source::new("fuzz.cmb", once.as_str()));
        assert_eq!(twice.as_ref(), Ok(&once), "the layout is not final");
    }
    // A board of millions of cells is allowed, and slow.
    if text.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() > 2) {
        return;
    }
    let files = |path: &str, _: Option<&str>| match path {
        "fuzz.cmb" => Ok(Loaded::new(path, text)),
        _ => Err(io::Error::from(ErrorKind::NotFound)),
    };
    if let Ok(script) = load("fuzz.cmb", &files) {
        _ = run(&script, &mut Silence);
    }
}

/// A host that accepts all output, and permits nothing.
struct Silence;

impl Host for Silence {
    fn print(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn note(&mut self, _: &str) {}
    fn write_file(&mut self, path: &str, _: &[u8]) -> io::Result<()> {
        panic!("`{path}` is written without permission")
    }
    fn clock(&self) -> Duration {
        Duration::ZERO
    }
    fn budget(&self) -> Budget {
        few()
    }
}

/// The problem for checkpoints and certificates that do not contain their own.
const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

fn toy() -> Problem {
    text::parse("toy", TOY).expect("it is right").problem
}

/// The text as it is; and with a correct checksum line, so that the earlier lines are parsed.
fn sealed(data: &[u8]) -> Vec<String> {
    let Ok(text) = std::str::from_utf8(data) else { return vec![] };
    let sum = Fingerprint::of_bytes(data);
    vec![text.to_owned(), format!("{text}{{\"sha256\":\"{sum}\"}}\n")]
}

/// A checkpoint, of a small problem or not.
pub fn checkpoint(data: &[u8]) {
    let toy = toy();
    for text in sealed(data) {
        let read = match Checkpoint::read(&text) {
            Ok(read) => read,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        assert_eq!(Checkpoint::read(&read.to_string()).as_ref(), Ok(&read), "written and read again");
        if read.is_of(&toy).is_err() {
            continue;
        }
        if read.answers(Question::Count).is_ok() {
            _ = Count::of(&toy).resume(&read.state).budget(few()).run().map(|report| report.outcome);
        } else if let Ok(solutions) = Enumerate::of(&toy).resume(&read.state).budget(few()).run() {
            solutions.take(50).for_each(drop);
        }
    }
}

/// A shard, with its problem in it.
pub fn shard(data: &[u8]) {
    for text in sealed(data) {
        let Ok(read) = Checkpoint::read(&text) else { continue };
        if let Some(part) = &read.shard
            && let Ok(problem) = part.problem(&read)
        {
            assert_eq!(read.is_of(&problem), Ok(()));
            asked(&problem);
        }
        if let Err(error) = shard::merge(&[read.clone(), read]) {
            assert!(!error.describe(|place| ["one", "other"][place]).to_string().is_empty());
        }
    }
}

/// A sweep of a small problem that was saved: as it is, and with a correct digest in place of its last block.
pub fn sweep(data: &[u8]) {
    let toy = toy();
    let body = &data[..data.len().saturating_sub(72)];
    let mut resealed = body.to_vec();
    resealed.extend([0xff, 0xff, 0xff, 0xff, 64, 0, 0, 0]);
    resealed.extend(Fingerprint::of_bytes(body).to_string().bytes());
    for mut bytes in [data, &resealed] {
        let mut read = match Frontier::resume(&toy, &few(), &mut bytes, |_| {}) {
            Ok(read) => read,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                continue;
            }
        };
        read.run(read.work().nodes.saturating_add(3));
        if read.can_be_saved() {
            let mut written = vec![];
            read.save(&mut written).expect("a vector takes all");
            let again =
                Frontier::resume(&toy, &few(), &mut &written[..], |_| {}).expect("what is written is read");
            assert_eq!((again.work(), again.steps()), (read.work(), read.steps()), "written and read again");
        }
        read.run(read.work().nodes.saturating_add(NODES));
        assert!(read.peak_bytes() <= MEMORY as usize);
    }
}

/// A diagram of a small problem, in any of the formats: its sets are distinct covers, and it is written and
/// read again.
pub fn diagram(data: &[u8]) {
    let toy = toy();
    let budget = Budget::of_memory(MEMORY);
    let options = toy.option_count();
    let read = match Diagram::read(data, options, &budget) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    // At most all sets of eight options.
    let mut sets: Vec<Solution> = read.solutions().collect();
    assert_eq!(combien::Count::from(sets.len() as u64), read.count(), "listed and counted");
    sets.sort();
    assert!(sets.windows(2).all(|pair| pair[0] != pair[1]), "a set is there twice");
    let sets_are_covers = sets.iter().all(|set| check(&toy, set.options()).is_ok());
    assert_eq!(read.check_covers(&toy, &budget).is_ok(), sets_are_covers, "{sets:?}");
    let (mut text, mut nnf) = (vec![], vec![]);
    read.write(options, &mut text).expect("a vector takes all");
    read.write_nnf(options, &mut nnf).expect("a vector takes all");
    for written in [text, nnf] {
        let again = Diagram::read(&written[..], options, &budget).expect("what is written is read");
        let mut listed: Vec<Solution> = again.solutions().collect();
        listed.sort();
        assert_eq!(listed, sets, "written and read again");
    }
}

/// Sudoku puzzles by the list, in two shapes.
pub fn sudoku(data: &[u8]) {
    for shape in [BoxShape::STANDARD, BoxShape::new(2, 2).expect("there is such a shape")] {
        for puzzle in Reader::new("fuzz", data, shape).take(20) {
            match puzzle {
                Ok(puzzle) => {
                    let line = puzzle.grid.to_string();
                    assert_eq!(Grid::parse(&line, shape).as_ref(), Ok(&puzzle.grid), "{line}");
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
}

/// A certificate or a list of solutions: what stands behind a zero byte, of the problem before it; of a small
/// one, if there is no zero byte. Whatever is accepted must be true.
pub fn certificate(data: &[u8]) {
    let parts = data.iter().position(|&byte| byte == 0).map(|at| (&data[..at], &data[at + 1..]));
    let (problem, evidence) = parts.unwrap_or((TOY.as_bytes(), data));
    let Ok(problem) = std::str::from_utf8(problem) else { return };
    let Ok(checked) = combien_verify::Problem::read(problem) else { return };
    let known = text::parse("fuzz", problem).ok().map(|read| read.problem);
    for evidence in [evidence.to_vec(), certified(evidence)] {
        if let Ok(proved) = check_certificate(&checked, &*evidence, MEMORY as usize)
            && let Some(problem) = &known
            && problem.option_count() <= MOST
            && let taken = proved.taken.iter().map(|&option| OptionId::from_index(option)).collect::<Vec<_>>()
            && let Ok(problem) = restricted(problem, &taken)
            && let Outcome::Answer(known) =
                Count::of(&problem).budget(few()).run().expect("it counts").outcome
        {
            assert_eq!(proved.covers.to_string(), known.to_string(), "a wrong number is proved");
        }
        _ = check_solutions(&checked, &*evidence);
        _ = check_strip(&*evidence, MEMORY as usize);
    }
}

/// The same with the last line that the others ask for.
fn certified(evidence: &[u8]) -> Vec<u8> {
    let end = evidence.windows(4).rposition(|bytes| bytes == b"end ").unwrap_or(evidence.len());
    let mut text = evidence[..end].to_vec();
    let sum = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    text.extend(format!("end {sum:016x}\n").bytes());
    text
}

/// A random problem, and every way to answer questions about it.
///
/// # Panics
///
/// If two ways disagree.
pub fn problem(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let problem = drawn(&mut bytes);
    if let Err(difference) = compared(&problem, &mut bytes) {
        panic!("{difference}");
    }
}
