//! The fuzz targets on their corpus, and on mutations of it, for a few seconds: the same every time. With
//! `COMBIEN_FUZZ=N`, N times as many rounds from there on; the package `fuzz/` finds more, because it sees
//! which lines are reached.

use std::fs;
use std::path::Path;

use combien_tests::fuzz::{TARGETS, Target};

/// Rounds of mutations for each target. Those of a whole comparison take longer than those of a reader.
const ROUNDS: usize = 6_000;
const ROUNDS_OF_PROBLEMS: usize = 600;

/// Words that mean something to one reader or another.
const WORDS: [&str; 40] = [
    "|",
    ":",
    "a",
    "0:2|",
    "2|",
    "\n",
    " ",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    "-1",
    "4294967296",
    "1e9",
    "null",
    "\u{e9}",
    "\0",
    "*",
    "$",
    "?",
    "~sym",
    "hex",
    "torus",
    "problem p = ",
    "include ",
    "..",
    "+",
    "!1",
    "1,",
    "states ",
    "weights 2",
    "covers 0",
    "choice ",
    " >1",
    "L -",
    "O 0 2 ",
    "placement 0 ",
    "1.0 ",
];

/// Xorshift with a multiplication (Vigna, 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

/// The files of a target's corpus, by name.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &std::path::PathBuf| fs::read(file).unwrap();
    files.iter().map(read).collect()
}

/// Changes some bytes: cuts, repeats, inserts, turns bits, or goes on as another seed does.
fn mutated(seed: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let end = (at + random.below(24)).min(data.len());
        match random.below(7) {
            0 => drop(data.drain(at..end)),
            1 => {
                let copy = data[at..end].to_vec();
                let to = random.below(data.len() + 1);
                data.splice(to..to, copy);
            }
            2 => drop(data.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
            3 if at < data.len() => data[at] ^= 1 << random.below(8),
            4 if at < data.len() => data[at] = random.below(256) as u8,
            5 => {
                let other = &others[random.below(others.len())];
                let from = random.below(other.len() + 1);
                data.truncate(at);
                data.extend(&other[from..]);
            }
            // A digit for another: the structure stays.
            _ => {
                let digits: Vec<usize> = (0..data.len()).filter(|&at| data[at].is_ascii_digit()).collect();
                if !digits.is_empty() {
                    data[digits[random.below(digits.len())]] = b'0' + random.below(10) as u8;
                }
            }
        }
    }
    data
}

fn fed((name, target): Target, rounds: usize) {
    let seeds = corpus(name);
    assert!(!seeds.is_empty(), "{name} has no corpus");
    for seed in &seeds {
        target(seed);
    }
    let more = std::env::var("COMBIEN_FUZZ").ok().and_then(|more| more.parse::<usize>().ok()).unwrap_or(1);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..rounds * more {
        let data = mutated(&seeds[random.below(seeds.len())], &seeds, &mut random);
        let shown = || String::from_utf8_lossy(&data).into_owned();
        let done = std::panic::catch_unwind(|| target(&data));
        assert!(done.is_ok(), "the target {name} fails on {data:?}: {}", shown());
    }
}

macro_rules! suites {
    ($($name:ident: $rounds:expr;)*) => {
        $(#[test]
        fn $name() {
            let target = TARGETS.into_iter().find(|(name, _)| *name == stringify!($name)).unwrap();
            fed(target, $rounds);
        })*

        /// No target is forgotten.
        #[test]
        fn all_targets_are_fed() {
            let fed = [$(stringify!($name)),*];
            assert!(TARGETS.iter().all(|(name, _)| fed.contains(name)) && TARGETS.len() == fed.len());
        }
    };
}

suites! {
    dlx: ROUNDS;
    json: ROUNDS;
    csv: ROUNDS;
    mps: ROUNDS;
    language: ROUNDS;
    checkpoint: ROUNDS;
    shard: ROUNDS;
    sweep: ROUNDS;
    sudoku: ROUNDS;
    certificate: ROUNDS;
    diagram: ROUNDS;
    problem: ROUNDS_OF_PROBLEMS;
}
