//! How a person solves puzzles: no step may lose a solution.

use std::collections::BTreeSet;

use combien::budget::{Budget, StopFlag};
use combien::problem::{OptionId, Problem, Solution, dlx};
use combien::puzzle::clues::Generator;
use combien::puzzle::rating::{Path, Technique};
use combien::puzzle::{Surface, calendar, latin, queens};
use combien::tiling::{Board, Encoding, Pattern, Piece, Quantity, Tiling};
use combien::why::Subject;
use combien_tests::{oracle, random};
use proptest::prelude::*;

fn path(subject: Subject<'_>, clues: &[OptionId]) -> Path {
    Path::of(subject, clues, &Budget::UNLIMITED).unwrap()
}

/// What is placed is in this solution, and nothing that is removed. The end of the path, if it has one, is the solution.
fn assert_sound(path: &Path, solution: &Solution, subject: Subject<'_>) {
    for step in path.steps() {
        for option in step.options() {
            let is_in = solution.options().binary_search(option).is_ok();
            assert_eq!(is_in, step.places(), "{}", step.words(subject));
        }
    }
    if let Some(end) = path.solution() {
        assert_eq!(&end, solution);
    }
}

/// Paths of some random puzzles, and the techniques that they use.
fn assert_puzzles_sound(subject: Subject<'_>, seed: u64, count: usize) -> BTreeSet<&'static str> {
    let mut generator = Generator::new(subject.problem(), seed).unwrap();
    let mut used = BTreeSet::new();
    for _ in 0..count {
        let made = generator.minimal().unwrap();
        let path = path(subject, &made.clues);
        assert_sound(&path, &made.solution, subject);
        used.extend(path.steps().iter().map(|step| step.technique().name()));
    }
    used
}

/// The pieces of a drawing on a board of a drawing, each once.
fn encoded(board: &str, pieces: &[&str]) -> (Tiling, Encoding) {
    let board = Board::of(&Pattern::from_drawing(board).unwrap());
    let all = board.lattice().isometries();
    let piece = |drawing: &&str| {
        Piece::new(Pattern::from_drawing(drawing).unwrap().shape(), Quantity::ONE, all.clone())
    };
    let tiling = Tiling::new(board, pieces.iter().map(piece).collect()).unwrap();
    let encoding = tiling.encode().unwrap();
    (tiling, encoding)
}

const PENTOMINOES: [&str; 12] = [
    ".**$**.$.*.",
    "*****",
    "****$*...",
    "***.$..**",
    "**.$***",
    "***$.*.$.*.",
    "*.*$***",
    "*..$*..$***",
    "*..$**.$.**",
    ".*.$***$.*.",
    "****$.*..",
    "**.$.*.$.**",
];

/// Pentominoes on 6 by 10 cells use each technique.
#[test]
fn puzzles_of_pentominoes() {
    let (tiling, encoding) = encoded(&["**********"; 6].join("$"), &PENTOMINOES);
    let used = assert_puzzles_sound(Subject::of_tiling(&tiling, &encoding), 1, 12);
    for technique in [
        Technique::ForcedCell,
        Technique::ForcedPiece,
        Technique::DeadCorner,
        Technique::Area,
        Technique::LookAhead(1),
    ] {
        assert!(used.contains(technique.name()), "{technique} was not used");
    }
}

#[test]
fn puzzles_of_other_kinds() {
    for classic in [queens(8, Surface::Plane), latin(5, None), calendar(11, 21)].map(Result::unwrap) {
        assert!(!assert_puzzles_sound(Subject::of(classic.problem()), 2, 5).is_empty());
    }
}

/// The T-tetromino covers three cells of one color and one of the other, so of the places of the L-tromino, which covers two of one and one
/// of the other, only those of one color are right.
#[test]
fn colors_are_counted() {
    let (tiling, encoding) = encoded("*******", &["****", "***"]);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let path = path(subject, &[]);
    assert!(!path.is_complete(), "both orders are solutions");
    let (tiling, encoding) = encoded(
        "****$****$****$****$****$****$****",
        &["***$.*.", "****", "**$**", "**.$.**", "***$*..", "***$..*", "****"],
    );
    let subject = Subject::of_tiling(&tiling, &encoding);
    let path = self::path(subject, &[]);
    assert!(path.steps().iter().any(|step| step.technique() == Technique::Parity), "nothing was counted");
}

/// An option on each side of a cut board: the part of three cells has no piece of that size.
#[test]
fn a_part_that_is_cut_off() {
    let (tiling, encoding) = encoded("*******", &["****", "***"]);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let path = path(subject, &[]);
    let first = &path.steps()[0];
    let words = first.words(subject);
    assert_eq!(first.technique(), Technique::DeadCorner, "{words}");
}

#[test]
fn techniques_in_order() {
    let problem = |text| dlx::parse("t", text).unwrap().problem;
    // Option 1 would leave nothing for c.
    let dead = problem("a b c\na b\nb c\na\na c\nb\n");
    let found = path(Subject::of(&dead), &[]);
    assert_eq!(found.steps()[0].technique(), Technique::DeadCorner);
    assert_eq!(found.steps()[0].words(Subject::of(&dead)), "option 1 (a b) leaves nothing for the item c");
    // The diagonal of a Latin square of order 3: the rest is forced.
    let square = latin(3, None).unwrap();
    let made = Generator::new(square.problem(), 5).unwrap().minimal().unwrap();
    let found = path(Subject::of(square.problem()), &made.clues);
    assert_eq!(found.rating().unwrap().to_string(), "1.0");
    assert_eq!(found.hardest(), Some(Technique::ForcedCell));
    assert_eq!(found.solution(), Some(made.solution.clone()));
    // All clues of a solution leave nothing to do.
    let whole = path(Subject::of(square.problem()), made.solution.options());
    assert_eq!((whole.steps().len(), whole.rating().unwrap().to_string()), (0, "0.0".to_owned()));
}

#[test]
fn a_path_stops_when_asked() {
    let (tiling, encoding) = encoded(&["**********"; 6].join("$"), &PENTOMINOES);
    let flag = StopFlag::new();
    flag.raise();
    let budget = Budget::until(flag);
    assert!(Path::of(Subject::of_tiling(&tiling, &encoding), &[], &budget).is_err());
}

fn as_solution(set: &[usize]) -> Solution {
    set.iter().map(|&option| OptionId::from_index(option)).collect()
}

/// Steps hold for every solution, of any number.
fn assert_sound_for_all(problem: &Problem, clues: &[OptionId]) {
    let subject = Subject::of(problem);
    let having = |solution: &Solution| clues.iter().all(|clue| solution.options().contains(clue));
    let solutions: Vec<Solution> = oracle::solutions(problem).iter().map(|set| as_solution(set)).collect();
    let solutions: Vec<&Solution> = solutions.iter().filter(|solution| having(solution)).collect();
    let path = path(subject, clues);
    for step in path.steps() {
        for (option, solution) in
            step.options().iter().flat_map(|option| solutions.iter().map(move |s| (option, s)))
        {
            assert_eq!(solution.options().contains(option), step.places(), "{}", step.words(subject));
        }
    }
    if let (Some(end), false) = (path.solution(), solutions.is_empty()) {
        assert!(solutions.contains(&&end));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn steps_lose_no_solution(problem in random::any_problems(), seed in any::<u64>()) {
        assert_sound_for_all(&problem, &[]);
        if let Some(made) = Generator::new(&problem, seed).unwrap().minimal() {
            assert_sound_for_all(&problem, &made.clues);
        }
    }
}
