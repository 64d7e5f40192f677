//! Sets of pieces for a board and boards for a set of pieces, against what is published and against other
//! ways to find them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use combien::Count;
use combien::budget::{Budget, StopFlag};
use combien::solve::{self, Outcome, Reason};
use combien_tiling::design::{Boards, BoardsError, Limits, Selected, Sets, Wanted};
use combien_tiling::pieces;
use combien_tiling::{Board, Cell, Lattice, Pattern, Piece, Quantity, Shape, Tiling, polyforms};

const ANY: Wanted = Wanted { solutions: 1..=u64::MAX, up_to_symmetry: false };

/// Pentominoes on a board of five rows, each at most once.
fn pentominoes(columns: usize) -> Tiling {
    let board = Board::of(&Pattern::from_drawing(&vec!["*".repeat(columns); 5].join("$")).unwrap());
    let mut pieces = pieces::set("pentominoes").unwrap().pieces;
    for piece in &mut pieces {
        piece.quantity = Quantity::AT_MOST_ONE;
    }
    Tiling::new(board, pieces).unwrap()
}

fn searched(sets: &Sets, wanted: &Wanted, seed: Option<u64>, threads: usize) -> Vec<Selected> {
    let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED };
    let mut all = vec![];
    let mut deliver = |set| {
        all.push(set);
        ControlFlow::Continue(())
    };
    assert_eq!(sets.search(wanted, .., seed, &budget, &|| {}, &mut deliver).unwrap(), None);
    all
}

/// The rectangles of five rows and three to six columns have 7, 50, 107 and 541 tilings by different
/// pentominoes: the first numbers of a table that ends with 1010 for twelve columns.
#[test]
fn rectangles_of_five_rows() {
    let up_to_symmetry = Wanted { solutions: 1..=u64::MAX, up_to_symmetry: true };
    for (columns, published) in [(3, 7), (4, 50), (5, 107), (6, 541)] {
        let sets = Sets::of(&pentominoes(columns), 0..=12).unwrap();
        let found = searched(&sets, &up_to_symmetry, None, 2);
        let sum = found.iter().fold(Count::ZERO, |sum, set| sum + set.solutions.certain().clone());
        assert_eq!(sum, Count::from(published as u64), "{columns} columns");
    }
}

/// Every set is counted by itself: what a limit on solutions says agrees, in any order and with any number of
/// threads.
#[test]
fn orders_and_threads_make_no_difference() {
    let sets = Sets::of(&pentominoes(3), 0..=3).unwrap();
    let all = searched(&sets, &ANY, None, 1);
    assert_eq!(all.len() as u128, sets.number());
    assert_eq!(all, searched(&sets, &ANY, None, 3));
    for set in &all {
        let tiling = sets.tiling(&set.pieces).unwrap();
        let count = solve::count(&tiling.encode().unwrap().problem).unwrap();
        assert_eq!(set.solutions, Outcome::Answer(count));
    }
    let mut shuffled = searched(&sets, &ANY, Some(5), 2);
    assert_ne!(shuffled, all);
    assert_eq!(shuffled, searched(&sets, &ANY, Some(5), 1));
    shuffled.sort_by_key(|set| set.number);
    assert_eq!(shuffled, all);
    // One solution up to the four motions of the rectangle, against four at most, and each stabilizer.
    let unique = Wanted { solutions: 1..=1, up_to_symmetry: true };
    let four = Wanted { solutions: 1..=4, up_to_symmetry: false };
    let names = |wanted: &Wanted| -> Vec<String> {
        let found = searched(&sets, wanted, None, 2);
        found.iter().filter(|set| wanted.has(set)).map(|set| sets.words(&set.pieces)).collect()
    };
    assert!(!names(&unique).is_empty() && names(&unique).iter().all(|set| names(&four).contains(set)));
}

#[test]
fn a_search_can_be_stopped_and_goes_on() {
    let sets = Sets::of(&pentominoes(4), 0..=12).unwrap();
    let all = searched(&sets, &ANY, Some(1), 1);
    let mut parts = vec![];
    while (parts.len() as u128) < sets.number() {
        let from = parts.len();
        let mut deliver = |set| {
            parts.push(set);
            if parts.len() < from + 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let ended = sets.search(&ANY, from as u128.., Some(1), &Budget::UNLIMITED, &|| {}, &mut deliver);
        assert_eq!(ended.unwrap(), None);
    }
    assert_eq!(parts, all);
    let stop = StopFlag::new();
    stop.raise();
    let mut none = |_: Selected| panic!("nothing is delivered");
    let ended = sets.search(&ANY, .., None, &Budget::until(stop), &|| {}, &mut none);
    assert_eq!(ended.unwrap(), Some(Reason::Asked));
}

/// All boards of a size, and how many tilings an engine counts on each.
fn by_engine(lattice: &Lattice, pieces: &[Piece], size: usize) -> BTreeMap<Shape, u64> {
    let group = lattice.isometries();
    let boards = polyforms::by_size(lattice, group).nth(size - 1).unwrap();
    let count = |board: Shape| {
        let tiling = Tiling::new(Board::new(lattice, board.clone()).unwrap(), pieces.to_vec()).unwrap();
        let count = solve::count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap();
        (board, count)
    };
    boards.into_iter().map(count).filter(|&(_, count)| count > 0).collect()
}

/// Pieces put together, against every polyform of the size.
#[test]
fn boards_are_those_among_all_polyforms() {
    let mut boards_in_all = 0;
    for lattice in [Lattice::square(), Lattice::hexagon(), Lattice::triangle(), Lattice::cube()] {
        let group = lattice.isometries();
        let free: Vec<Vec<Shape>> = polyforms::by_size(lattice, group.clone())
            .take(4)
            .map(|shapes| shapes.into_iter().collect())
            .collect();
        let piece = |shape: &Shape, times: u32| {
            Piece::new(shape.clone(), Quantity { lo: times, hi: Some(times) }, group.clone())
        };
        let small = if lattice == Lattice::cube() { 3 } else { 4 };
        let last = &free[small - 1][free[small - 1].len() - 1];
        for pieces in [
            vec![piece(&free[2][0], 1), piece(last, 1)],
            vec![piece(&free[1][0], 2), piece(last, 1)],
            vec![piece(&free[0][0], 1), piece(&free[1][0], 1), piece(&free[2][0], 1)],
            vec![piece(&free[2][0], 2)],
        ] {
            let size = pieces.iter().map(|piece| piece.shape.len() * piece.quantity.lo as usize).sum();
            let boards = boards_of(lattice, &pieces, Limits::default(), &Budget::UNLIMITED);
            let found = boards.search(u64::MAX, &Budget::UNLIMITED, &mut |_, _| {}).unwrap().unwrap();
            let found: BTreeMap<Shape, u64> = found.into_iter().map(|one| (one.cells, one.tilings)).collect();
            assert_eq!(found, by_engine(lattice, &pieces, size), "{lattice}");
            boards_in_all += found.len();
        }
    }
    assert!(boards_in_all > 1000, "{boards_in_all}");
}

/// Boards of pieces. The board of the tiling does not matter.
fn boards_of(lattice: &Lattice, pieces: &[Piece], limits: Limits, budget: &Budget) -> Boards {
    let any = Board::new(lattice, pieces[0].shape.clone()).unwrap();
    Boards::of(&Tiling::new(any, pieces.to_vec()).unwrap(), limits, budget).unwrap()
}

/// Limits leave boards out, and no others.
#[test]
fn limits_on_boards() {
    let all = pieces::set("pentominoes").unwrap().pieces;
    let named = |name: &str| all.iter().find(|piece| piece.name.as_deref() == Some(name)).unwrap().clone();
    let pieces = [named("L"), named("U")];
    let search = |limits: Limits, most| {
        let boards = boards_of(Lattice::square(), &pieces, limits, &Budget::UNLIMITED);
        boards.search(most, &Budget::UNLIMITED, &mut |_, _| {}).unwrap().unwrap()
    };
    let every = search(Limits::default(), u64::MAX);
    let (fits, symmetric, whole, unique) = (
        search(Limits { inside: Some([3, 4, 1]), ..Limits::default() }, u64::MAX),
        search(Limits { symmetric: true, ..Limits::default() }, u64::MAX),
        search(Limits { without_holes: true, ..Limits::default() }, u64::MAX),
        search(Limits::default(), 1),
    );
    let sides = |cells: &Shape| {
        let (low, high) = cells.bounds().unwrap();
        let mut sides = [high.x - low.x + 1, high.y - low.y + 1];
        sides.sort_unstable();
        sides
    };
    // A hole is a neighbour of four cells: the boards are too small for larger ones.
    let has_hole = |cells: &Shape| {
        let beside = cells.cells().iter().flat_map(|&cell| Lattice::square().neighbours(cell));
        beside
            .filter(|next| !cells.contains(*next))
            .any(|hole| Lattice::square().neighbours(hole).into_iter().all(|cell| cells.contains(cell)))
    };
    let kept = |keep: &dyn Fn(&Shape, u64, usize) -> bool| {
        every.iter().filter(|one| keep(&one.cells, one.tilings, one.symmetries)).cloned().collect::<Vec<_>>()
    };
    assert_eq!(fits, kept(&|cells, _, _| sides(cells)[0] <= 3 && sides(cells)[1] <= 4));
    // The limit holds for one piece alone.
    for (inside, number) in [([4, 2, 1], 1), ([3, 3, 1], 0), ([1, 1, 1], 0)] {
        let limits = Limits { inside: Some(inside), ..Limits::default() };
        let alone = boards_of(Lattice::square(), &pieces[..1], limits, &Budget::UNLIMITED);
        let found = alone.search(u64::MAX, &Budget::UNLIMITED, &mut |_, _| {}).unwrap().unwrap();
        assert_eq!(found.len(), number, "{inside:?}");
    }
    assert_eq!(symmetric, kept(&|_, _, symmetries| symmetries > 1));
    assert_eq!(whole, kept(&|cells, _, _| !has_hole(cells)));
    assert_eq!(unique, kept(&|_, tilings, _| tilings == 1));
    for some in [&fits, &symmetric, &whole, &unique] {
        assert!(!some.is_empty() && some.len() < every.len(), "{} of {}", some.len(), every.len());
    }
}

#[test]
fn boards_end_with_the_memory_and_when_asked() {
    let pieces = pieces::set("pentominoes").unwrap().pieces[..2].to_vec();
    let little = Budget { memory: Some(1000), ..Budget::UNLIMITED };
    let few = boards_of(Lattice::square(), &pieces, Limits::default(), &little);
    assert!(few.search(u64::MAX, &Budget::UNLIMITED, &mut |_, _| {}).is_err());
    let stop = StopFlag::new();
    stop.raise();
    let boards = boards_of(Lattice::square(), &pieces, Limits::default(), &Budget::UNLIMITED);
    assert_eq!(boards.search(1, &Budget::until(stop), &mut |_, _| {}).unwrap(), Err(Reason::Asked));
}

/// What boards cannot obey is refused, not dropped.
#[test]
fn boards_of_tilings_that_say_more_are_refused() {
    let refused = |pieces: Vec<Piece>| {
        let any = Board::of(&Pattern::from_drawing("*").unwrap());
        let tiling = Tiling::new(any, pieces).unwrap();
        Boards::of(&tiling, Limits::default(), &Budget::UNLIMITED).unwrap_err()
    };
    let domino = |quantity| {
        let shape: Shape = [Cell::default(), Cell { x: 1, ..Cell::default() }].into_iter().collect();
        Piece::new(shape, quantity, Lattice::square().isometries())
    };
    assert_eq!(refused(vec![domino(Quantity::ANY)]), BoardsError::Loose("#1".to_owned()));
    assert_eq!(refused(vec![domino(Quantity { lo: 0, hi: Some(0) })]), BoardsError::NoPieces);
    assert_eq!(refused(vec![domino(Quantity { lo: 251, hi: Some(251) })]), BoardsError::TooLarge(502));
}
