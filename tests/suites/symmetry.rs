//! Counting and listing up to symmetry: two methods that share only the group, against published numbers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use combien::problem::{Problem, Solution};
use combien::solve::{self, Ending, Limits};
use combien::symmetry::{self, Symmetries};
use combien::tiling::{Board, Cell, Group, Lattice, Pattern, Piece, Quantity, Shape, Size, Tiling, Wrap};
use proptest::prelude::*;

fn shape(drawing: &str) -> Shape {
    Pattern::from_drawing(drawing).unwrap().shape()
}

fn rectangle(width: u32, height: u32) -> Board {
    Board::of(&Pattern::constant(Lattice::Square, Size::plane(width, height), true).unwrap())
}

const PENTOMINOES: [&str; 12] = [
    ".**$**.$.*.",
    "*****",
    "*...$****",
    "**..$.***",
    "**.$***",
    "***$.*.$.*.",
    "*.*$***",
    "*..$*..$***",
    "*..$**.$.**",
    ".*.$***$.*.",
    ".*..$****",
    "**.$.*.$.**",
];
const TETROMINOES: [&str; 5] = ["***$.*.", "***$*..", ".**$**.", "**$**", "****"];

fn pieces(drawings: &[&str], quantity: Quantity) -> Vec<Piece> {
    let all = Lattice::Square.isometries();
    drawings.iter().map(|drawing| Piece::new(shape(drawing), quantity, all.clone())).collect()
}

/// The number of solutions, and of orbits by Burnside's lemma.
fn counted(tiling: &Tiling) -> (String, String, usize) {
    let encoding = tiling.encode().unwrap();
    let group = Symmetries::generated_by(&encoding.problem, tiling.automorphisms(&encoding)).unwrap();
    let counted = symmetry::count(&encoding.problem, &group, &Limits::NONE).unwrap();
    (counted.classes[0].fixed.to_string(), counted.outcome.certain().to_string(), group.order())
}

/// The numbers of orbits and of solutions in them, by listing; each orbit is met once.
fn listed(problem: &Problem, group: &Symmetries) -> (u64, u64) {
    let mut solutions = 0;
    let mut deliver = |representative: symmetry::Representative| {
        solutions += representative.orbit_size as u64;
        ControlFlow::Continue(())
    };
    let listed = symmetry::each(problem, group, &Limits::NONE, &mut deliver).unwrap();
    assert_eq!(listed.ending, Ending::Complete);
    (listed.found, solutions)
}

/// Both ways, and that the orbits have as many solutions as there are.
fn check(tiling: &Tiling, all: u64, up_to_symmetry: u64) {
    let (solutions, orbits, _) = counted(tiling);
    assert_eq!((solutions, orbits), (all.to_string(), up_to_symmetry.to_string()));
    let encoding = tiling.encode().unwrap();
    let group = Symmetries::generated_by(&encoding.problem, tiling.automorphisms(&encoding)).unwrap();
    assert_eq!(listed(&encoding.problem, &group), (up_to_symmetry, all));
}

/// The numbers that every puzzler quotes (Haselgrove and Haselgrove, 1960, and all books since).
#[test]
fn pentominoes_in_rectangles() {
    for (width, height, all, orbits) in
        [(20, 3, 8, 2), (15, 4, 1472, 368), (12, 5, 4040, 1010), (10, 6, 9356, 2339)]
    {
        let tiling = Tiling::new(rectangle(width, height), pieces(&PENTOMINOES, Quantity::ONE)).unwrap();
        check(&tiling, all, orbits);
    }
}

/// Scott, 1958: the 8x8 board without its center.
#[test]
fn scotts_puzzle() {
    let board = Pattern::constant(Lattice::Square, Size::plane(8, 8), true).unwrap();
    let hole = Pattern::from_drawing("...**...$...**...$........$........$........").unwrap();
    let hole = hole.resize(Size::plane(8, 8)).unwrap();
    let board = board.combine(combien::tiling::Operation::Difference, &hole).unwrap();
    let tiling = Tiling::new(Board::of(&board), pieces(&PENTOMINOES, Quantity::ONE)).unwrap();
    check(&tiling, 520, 65);
}

/// The rectangles of the lesson, up to the symmetry of the board. The first ones are listed too.
#[test]
fn tetrominoes_of_the_lesson() {
    for (width, height, all, orbits) in [
        (4, 3, 23, 8),
        (4, 4, 117, 22),
        (5, 4, 454, 125),
        (6, 4, 2003, 550),
        (8, 3, 997, 271),
        (7, 4, 9157, 2347),
        (8, 4, 40899, 10463),
    ] {
        let tiling = Tiling::new(rectangle(width, height), pieces(&TETROMINOES, Quantity::ANY)).unwrap();
        check(&tiling, all, orbits);
    }
    let largest = Tiling::new(rectangle(8, 5), pieces(&TETROMINOES, Quantity::ANY)).unwrap();
    assert_eq!(counted(&largest), ("800290".into(), "200712".into(), 4));
}

/// Domino tilings of the square up to rotation and reflection: 9 of 36 on the 4x4 board; 1629189 of 12988816.
#[test]
fn dominoes_beyond_enumeration() {
    let dominoes = |side| Tiling::new(rectangle(side, side), pieces(&["**"], Quantity::ANY)).unwrap();
    assert_eq!(counted(&dominoes(8)), ("12988816".into(), "1629189".into(), 8));
    check(&dominoes(4), 36, 9);
}

/// Soma: 240 of 11520 (Winning Ways). Pentominoes in the square of side 5, any number of each: 515 of 4006 (OEIS A328020,
/// A172477). Y-pentominoes in 5x10: 4 of 10.
#[test]
fn other_published_numbers() {
    let soma = combien::pieces::set("soma").unwrap();
    let board = Board::new(soma.lattice, soma.board.unwrap()).unwrap();
    check(&Tiling::new(board, soma.pieces).unwrap(), 11520, 240);
    check(&Tiling::new(rectangle(5, 5), pieces(&PENTOMINOES, Quantity::ANY)).unwrap(), 4006, 515);
    check(&Tiling::new(rectangle(10, 5), pieces(&[".*..$****"], Quantity::ANY)).unwrap(), 10, 4);
}

/// The classes of all solutions, by looking at all images of each.
fn orbits_by_hand(problem: &Problem, group: &Symmetries) -> (u64, u64) {
    let all: BTreeSet<Solution> = solve::each(problem).unwrap().collect();
    let is_least = |solution: &&Solution| group.elements().iter().all(|g| g.image(solution) >= **solution);
    (all.iter().filter(is_least).count() as u64, all.len() as u64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Small boards of every kind, with gaps, closed or not, pieces in any quantity that may be turned in any way: both ways
    /// give what looking at all images gives. Bounds make quotients with several parts.
    #[test]
    fn both_ways_agree_on_small_boards(
        (width, height) in (1..5u32, 1..4u32),
        gaps in any::<bool>(),
        closed in 0..3usize,
        chosen in proptest::collection::vec((0..5usize, 0..4usize, 0..3u32, 0..4u32), 1..4),
    ) {
        const SHAPES: [&str; 5] = ["*", "**", "**$*.", "***", "*.$.*"];
        let lattice = Lattice::Square;
        let all = lattice.isometries();
        let groups = [Group::trivial(), lattice.half_turns(), all.rotations(), all.clone()];
        let piece = |&(drawing, group, lo, more): &(usize, usize, u32, u32)| {
            let hi = (more < 3).then_some(lo + more);
            Piece::new(shape(SHAPES[drawing]), Quantity { lo, hi }, groups[group].clone())
        };
        let board = rectangle(width, height);
        let board = if gaps { board.with_gaps() } else { board };
        let periods = [Cell::plane(width as i32, 0), Cell::plane(0, height as i32)];
        let board = board.wrapped(Wrap::new(lattice, &periods[..closed]).unwrap()).unwrap();
        let tiling = Tiling::new(board, chosen.iter().map(piece).collect()).unwrap();
        let encoding = tiling.encode().unwrap();
        let group = Symmetries::generated_by(&encoding.problem, tiling.automorphisms(&encoding)).unwrap();
        let (orbits, solutions) = orbits_by_hand(&encoding.problem, &group);
        prop_assume!(solutions < 3000);
        let counted = symmetry::count(&encoding.problem, &group, &Limits::NONE).unwrap();
        prop_assert_eq!(counted.outcome.certain().to_u64(), Some(orbits));
        prop_assert_eq!(listed(&encoding.problem, &group), (orbits, solutions));
    }
}
