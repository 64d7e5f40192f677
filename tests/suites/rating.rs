//! How a person solves puzzles: no step may lose a solution.

use std::collections::BTreeSet;

use combien::budget::{Budget, StopFlag};
use combien::problem::{OptionId, Problem, Solution, dlx};
use combien::solve::{Engine, Enumerate};
use combien_puzzles::clues::{Generator, Verdict};
use combien_puzzles::rating::{Path, Rating, Technique, graded};
use combien_puzzles::{Surface, calendar, latin, queens};
use combien_tests::{oracle, random};
use combien_tiling::pieces;
use combien_tiling::why::Subject;
use combien_tiling::{Board, Encoding, Pattern, Piece, Tiling};
use proptest::prelude::*;

fn path(subject: Subject<'_>, clues: &[OptionId]) -> Path {
    Path::of(subject, clues, &Budget::UNLIMITED).unwrap()
}

/// What is placed is in all these solutions, and what is removed is in none.
fn assert_sound_for(path: &Path, solutions: &[Solution], subject: Subject<'_>) {
    for step in path.steps() {
        for (option, solution) in
            step.options().iter().flat_map(|one| solutions.iter().map(move |all| (one, all)))
        {
            let is_in = solution.options().binary_search(option).is_ok();
            assert_eq!(is_in, step.places(), "{}", step.words(subject));
        }
    }
}

/// Paths of some random puzzles, and the techniques that they use.
fn assert_puzzles_sound(subject: Subject<'_>, seed: u64, count: usize) -> BTreeSet<&'static str> {
    let mut generator = Generator::new(subject.problem(), seed).unwrap();
    let mut used = BTreeSet::new();
    for _ in 0..count {
        let made = generator.minimal().unwrap();
        let path = path(subject, &made.clues);
        assert_sound_for(&path, std::slice::from_ref(&made.solution), subject);
        assert!(path.solution().is_none_or(|end| end == made.solution));
        used.extend(path.steps().iter().map(|step| step.technique().name()));
    }
    used
}

/// These pieces on the board of a drawing.
fn encoded(board: &str, pieces: Vec<Piece>) -> (Tiling, Encoding) {
    let board = Board::of(&Pattern::from_drawing(board).unwrap());
    let tiling = Tiling::new(board, pieces).unwrap();
    let encoding = tiling.encode().unwrap();
    (tiling, encoding)
}

fn scott() -> (Tiling, Encoding) {
    let rows =
        ["********", "********", "********", "***..***", "***..***", "********", "********", "********"];
    encoded(&rows.join("$"), pieces::set("pentominoes").unwrap().pieces)
}

/// Pentominoes on Scott's board use each technique.
#[test]
fn puzzles_of_pentominoes() {
    let (tiling, encoding) = scott();
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
    for classic in [queens(8, Surface::Plane), latin(5, None)].map(Result::unwrap) {
        assert!(!assert_puzzles_sound(Subject::of(classic.problem()), 2, 5).is_empty());
    }
    let date = calendar(11, 21, None).unwrap().encode().unwrap();
    assert!(!assert_puzzles_sound(Subject::of(&date.problem), 2, 5).is_empty());
}

/// The T-tetromino covers three cells of one color of a chessboard, each other tetromino two: with one T they
/// do not fill a rectangle (S. W. Golomb, Polyominoes, 1965). So no placement of any of them is right.
#[test]
fn colors_are_counted() {
    let set = || pieces::set("tetrominoes").unwrap().pieces;
    let others = || set().into_iter().filter(|piece| piece.name.as_deref() != Some("T4"));
    let (tiling, encoding) =
        encoded(&["****"; 7].join("$"), set().into_iter().chain(others().take(2)).collect());
    let subject = Subject::of_tiling(&tiling, &encoding);
    let path = path(subject, &[]);
    let last = path.steps().last().unwrap();
    assert_eq!(last.technique(), Technique::Parity);
    assert!(last.words(subject).starts_with("colored like a chessboard, the other pieces cannot cover"));
    let removed: usize = path.steps().iter().map(|step| step.options().len()).sum();
    assert!(!path.is_complete() && removed == encoding.problem.option_count());
}

/// Two cells of one color are gone, so the T-tetromino must have three of the other: what is removed is in
/// none of the tilings.
#[test]
fn colors_leave_all_tilings() {
    let set = || pieces::set("tetrominoes").unwrap().pieces;
    let more = set().into_iter().filter(|piece| piece.name.as_deref() == Some("I4"));
    let pieces = set().into_iter().chain(more.clone()).chain(more).collect();
    let (tiling, encoding) = encoded("*.***.$******$******$******$******", pieces);
    let subject = Subject::of_tiling(&tiling, &encoding);
    let tilings: Vec<Solution> = Enumerate::of(&encoding.problem).by(Engine::Links).run().unwrap().collect();
    assert!(!tilings.is_empty());
    let path = path(subject, &[]);
    assert!(path.steps().iter().any(|step| step.technique() == Technique::Parity));
    assert_sound_for(&path, &tilings, subject);
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
    let (tiling, encoding) = scott();
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
    let solutions: Vec<Solution> = solutions.into_iter().filter(|solution| having(solution)).collect();
    let path = path(subject, clues);
    assert_sound_for(&path, &solutions, subject);
    if let (Some(end), false) = (path.solution(), solutions.is_empty()) {
        assert!(solutions.contains(&end));
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

/// A puzzle that is made for a rating has it at most, has one solution, and no clue to spare.
#[test]
fn puzzles_of_a_rating_have_no_clue_to_spare() {
    let (tiling, encoding) = scott();
    let scott = Subject::of_tiling(&tiling, &encoding);
    let (queens, latin) = (queens(8, Surface::Plane).unwrap(), latin(5, None).unwrap());
    let mut hardest = BTreeSet::new();
    for (subject, rating) in [scott, Subject::of(queens.problem()), Subject::of(latin.problem())]
        .into_iter()
        .flat_map(|subject| [10, 12, 20, 25, 43].map(|tenths| (subject, Rating { tenths })))
    {
        let mut generator = Generator::new(subject.problem(), 9).unwrap();
        let made = graded(&mut generator, subject, rating, &Budget::UNLIMITED).unwrap().unwrap();
        assert!(made.path.rating().unwrap() <= rating, "{:?}", made.path.rating());
        hardest.extend(made.path.rating());
        let solver = generator.solver();
        assert_eq!(solver.solve(&made.puzzle.clues, 2), Verdict::Unique(made.puzzle.solution));
        for &clue in &made.puzzle.clues {
            let fewer: Vec<OptionId> = made.puzzle.clues.iter().copied().filter(|&one| one != clue).collect();
            let is_unique = matches!(solver.solve(&fewer, 2), Verdict::Unique(_));
            let is_harder = || path(subject, &fewer).rating().is_none_or(|harder| harder > rating);
            assert!(!is_unique || is_harder(), "{clue:?} of {:?} is to spare", made.puzzle.clues);
        }
    }
    assert!(hardest.len() >= 4, "{hardest:?}");
}

/// It tells the number of steps before each, and once more before it finds none.
#[test]
fn a_path_tells_how_far_it_is() {
    let (tiling, encoding) = scott();
    let subject = Subject::of_tiling(&tiling, &encoding);
    let clues = Generator::new(subject.problem(), 5).unwrap().minimal().unwrap().clues;
    let mut told = vec![];
    let found = Path::told(subject, &clues, &Budget::UNLIMITED, &mut |steps| told.push(steps)).unwrap();
    assert_eq!(found.steps(), path(subject, &clues).steps());
    let looked = found.steps().len() + usize::from(!found.is_complete());
    assert!(told.iter().copied().eq(0..looked) && looked > 1, "{told:?}");
}

/// Up to a rating, a path is complete if and only if the puzzle has at most that rating.
#[test]
fn a_path_within_a_rating_ends_where_harder_steps_begin() {
    let (tiling, encoding) = scott();
    let subject = Subject::of_tiling(&tiling, &encoding);
    let mut generator = Generator::new(subject.problem(), 9).unwrap();
    let mut ratings = BTreeSet::new();
    for _ in 0..4 {
        let clues = generator.minimal().unwrap().clues;
        let rating = path(subject, &clues).rating();
        ratings.insert(rating);
        for tenths in [9, 10, 12, 20, 25, 30, 41, 42, 45, 70] {
            let within = Path::within(subject, &clues, Rating { tenths }, &Budget::UNLIMITED).unwrap();
            assert!(within.hardest().is_none_or(|technique| technique.rating().tenths <= tenths));
            let is_within = rating.is_some_and(|rating| rating.tenths <= tenths);
            // Of looks ahead, those that force fewer options may be found only with a limit.
            let is_close = rating.is_some_and(|rating| rating.tenths.min(tenths) > 40);
            let is_right = within.is_complete() == is_within || is_close && within.is_complete();
            assert!(is_right, "{tenths} {rating:?}");
        }
    }
    // One of them has no path to its end, and the others have several ratings.
    assert!(ratings.contains(&None) && ratings.len() >= 3, "{ratings:?}");
}
