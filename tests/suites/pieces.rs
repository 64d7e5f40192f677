//! The pieces that ship, tested with the known numbers of solutions of puzzles; and tilings whose numbers are
//! published.

use std::collections::BTreeSet;

use combien::Count;
use combien::solve::{self, count};
use combien_tiling::equal_size::EqualSize;
use combien_tiling::pieces::{self, Set};
use combien_tiling::{
    Board, Cell, Encoding, Group, Lattice, Pattern, Piece, Quantity, Shape, Size, Tiling, Wrap,
};

fn set(name: &str) -> Set {
    pieces::set(name).unwrap_or_else(|| panic!("{name} ships"))
}

fn frame(lattice: &Lattice, width: u32, height: u32, depth: u32) -> Shape {
    let size = Size { width, height, depth };
    Pattern::constant(lattice, size, true).unwrap().shape()
}

fn tiling(board: Board, pieces: &[Piece]) -> (Tiling, Encoding) {
    let tiling = Tiling::new(board, pieces.to_vec()).unwrap();
    let encoding = tiling.encode().unwrap();
    (tiling, encoding)
}

/// A puzzle on its own board.
fn puzzle(name: &str) -> (Tiling, Encoding) {
    let set = set(name);
    tiling(set.board.unwrap(), &set.pieces)
}

fn tilings(lattice: &Lattice, board: Shape, pieces: &[Piece]) -> Count {
    let (_, encoding) = tiling(Board::new(lattice, board).unwrap(), pieces);
    count(&encoding.problem).unwrap()
}

fn with_quantity(name: &str, quantity: Quantity) -> Vec<Piece> {
    set(name).pieces.into_iter().map(|piece| Piece { quantity, ..piece }).collect()
}

/// The number of tilings up to isometries of the board, ignoring the names of pieces.
fn up_to_symmetry(tiling: &Tiling, encoding: &Encoding) -> usize {
    let lattice = tiling.lattice();
    let group = lattice.isometries().stabilizer(tiling.board().cells(), lattice);
    let origin = |shapes: &[Shape]| {
        let cells = shapes.iter().flat_map(|shape| shape.cells().iter().copied());
        let (low, _) = cells.collect::<Shape>().bounds().unwrap();
        let mut shifted: Vec<Shape> = shapes.iter().map(|shape| shape.shifted(-low)).collect();
        shifted.sort_unstable();
        shifted
    };
    let canonical = |solution| {
        let shapes: Vec<Shape> = encoding.placed(&solution).into_iter().map(|(_, shape)| shape).collect();
        let images = group.elements().iter().map(|&isometry| {
            let image = |shape: &Shape| shape.cells().iter().map(|&cell| isometry.apply(cell)).collect();
            origin(&shapes.iter().map(image).collect::<Vec<Shape>>())
        });
        images.min().unwrap()
    };
    EqualSize::new(tiling, encoding).map(canonical).collect::<BTreeSet<_>>().len()
}

/// 240 up to rotation and reflection (Winning Ways, volume 4), 48 of each; 688 placements (TAOCP 7.2.2.1).
#[test]
fn soma_has_240_solutions() {
    let (tiling, encoding) = puzzle("soma");
    assert_eq!(encoding.problem.option_count(), 688);
    assert_eq!(count(&encoding.problem).unwrap(), Count::from(240 * 48_u64));
    assert_eq!(up_to_symmetry(&tiling, &encoding), 240);
}

/// One up to rotation and reflection (E. W. Weisstein, Slothouber-Graatsma Puzzle).
#[test]
fn slothouber_and_graatsma_have_one_solution() {
    let (tiling, encoding) = puzzle("slothouber_graatsma");
    assert_eq!(EqualSize::new(&tiling, &encoding).count(), 8);
    assert_eq!(up_to_symmetry(&tiling, &encoding), 1);
}

/// 13 up to rotation and reflection (D. Goodger, Polyform Puzzler; Wikipedia, Diabolical cube).
#[test]
fn the_diabolical_cube_has_13_solutions() {
    let (tiling, encoding) = puzzle("diabolical");
    assert_eq!(up_to_symmetry(&tiling, &encoding), 13);
}

/// One up to rotation (S. Coffin; puzzlemad.co.uk, 2011); its mirror image has other pieces.
#[test]
fn half_an_hour_leads_to_one_solution() {
    let (tiling, encoding) = puzzle("half_hour");
    assert_eq!(EqualSize::new(&tiling, &encoding).count(), 24);
}

/// 1082785 up to rotation and reflection (S. Abendroth, `IQpuzzler`), four of each.
#[test]
fn iq_puzzler_has_a_million_solutions() {
    let (_, encoding) = puzzle("iq_puzzler");
    assert_eq!(count(&encoding.problem).unwrap(), Count::from(4 * 1_082_785_u64));
}

/// 19186 up to rotation (Wikipedia, Bedlam cube), 9839 (the box of the Tetris Cube). A piece of 24
/// orientations that is kept from turning leaves one of each.
#[test]
#[ignore = "takes a minute or more"]
fn cubes_of_side_4_have_their_solutions() {
    for (name, expected) in [("bedlam", 19186_u64), ("tetris_cube", 9839)] {
        let Set { lattice, mut pieces, board, .. } = set(name);
        let of_24 = pieces.iter_mut().find(|piece| piece.orientations(lattice).len() == 24).unwrap();
        of_24.isometries = Group::trivial();
        let cells = board.unwrap().cells().clone();
        assert_eq!(tilings(lattice, cells, &pieces), Count::from(expected), "{name}");
    }
}

/// The parity argument of Winning Ways, volume 4, leads to a packing.
#[test]
fn conways_blocks_fit_into_the_box() {
    let conway = set("conway");
    // All else being used up, bricks fill what is left; three rods are three pieces.
    let mut blocks = vec![];
    for piece in conway.pieces {
        let brick = piece.shape.len() == 8 && piece.quantity.lo > 1;
        let quantity = if brick { Quantity::ANY } else { Quantity::ONE };
        let copies = if brick { 1 } else { piece.quantity.lo };
        blocks.extend((0..copies).map(|_| Piece { quantity, ..piece.clone() }));
    }
    let (_, encoding) = tiling(conway.board.unwrap(), &blocks);
    assert!(solve::exists(&encoding.problem).unwrap());
}

/// 57 on May 1 (the README of a solver by andrewmk), 36 on May 21 (that of another, in Rust).
#[test]
fn the_calendar_has_known_numbers_of_solutions_on_some_dates() {
    let calendar = set("calendar");
    let board = calendar.board.unwrap().cells().clone();
    for (month, day, expected) in [(5, 1, 57), (5, 21, 36)] {
        let month = Cell::plane((month - 1) % 6, 6 - (month - 1) / 6);
        let day = Cell::plane((day - 1) % 7, 4 - (day - 1) / 7);
        let cells: Shape =
            board.cells().iter().copied().filter(|&cell| cell != month && cell != day).collect();
        assert_eq!(cells.len(), 41);
        let counted = tilings(Lattice::square(), cells, &calendar.pieces);
        assert_eq!(counted, Count::from(expected as u64), "{month:?} {day:?}");
    }
}

/// The pentominoes as solids.
fn solid_pentominoes() -> Vec<Piece> {
    set("pentacubes").pieces.into_iter().take(12).collect()
}

/// 12 of them up to symmetry, 8 of each (C. J. Bouwkamp, Journal of Combinatorial Theory 7, 1969).
#[test]
fn solid_pentominoes_fill_2x3x10() {
    let counted = tilings(Lattice::cube(), frame(Lattice::cube(), 10, 3, 2), &solid_pentominoes());
    assert_eq!(counted, Count::from(96_u64));
}

/// 264 of them up to symmetry, 8 of each (Bouwkamp).
#[test]
fn solid_pentominoes_fill_2x5x6() {
    let counted = tilings(Lattice::cube(), frame(Lattice::cube(), 6, 5, 2), &solid_pentominoes());
    assert_eq!(counted, Count::from(2112_u64));
}

/// A parallelogram of triangles, each unit of it a pair.
fn parallelogram(width: i32, height: i32) -> Shape {
    let pair = |i, j| [Cell::plane(3 * i + 1, 3 * j + 1), Cell::plane(3 * i + 2, 3 * j + 2)];
    (0..height).flat_map(|j| (0..width).flat_map(move |i| pair(i, j))).collect()
}

/// None (D. Goodger, Polyform Puzzler).
#[test]
fn hexiamonds_do_not_fill_a_parallelogram_of_3x12() {
    let counted = tilings(Lattice::triangle(), parallelogram(12, 3), &set("hexiamonds").pieces);
    assert_eq!(counted, Count::ZERO);
}

/// 9 up to symmetry, 2 of each (D. Goodger, Polyform Puzzler).
#[test]
fn tetrahexes_fill_a_rhomboid_of_4x7() {
    let counted = tilings(Lattice::hexagon(), frame(Lattice::hexagon(), 7, 4, 1), &set("tetrahexes").pieces);
    assert_eq!(counted, Count::from(18_u64));
}

/// Plane partitions in a box, by the formula of P. A. `MacMahon`: the product of (i + j + k - 1) / (i +
/// j + k - 2); OEIS A008793.
fn lozenges_tile_hexagons_of(sides: std::ops::Range<usize>) {
    const PLANE_PARTITIONS: [u64; 6] = [1, 2, 20, 980, 232_848, 267_227_532];
    for side in sides {
        let expected = PLANE_PARTITIONS[side];
        let side = side as i32;
        let cells = parallelogram(2 * side, 2 * side);
        let within = |cell: &Cell| {
            let sum = cell.x.div_euclid(3) + cell.y.div_euclid(3) + cell.x.rem_euclid(3) - 1;
            (side..3 * side).contains(&sum)
        };
        let board: Shape = cells.cells().iter().copied().filter(within).collect();
        assert_eq!(board.len() as i32, 6 * side * side);
        let board = Board::new(Lattice::triangle(), board).unwrap();
        let (_, encoding) = tiling(board, &with_quantity("diamonds", Quantity::ANY));
        let report = solve::Count::of(&encoding.problem).run().unwrap();
        assert_eq!(report.outcome.certain(), &Count::from(expected), "side {side}");
        // Half a thousand million nodes look nearly done at once. The sweep has 200,000 states.
        assert!(report.work.nodes < 5_000_000, "side {side}: {:?} of {}", report.work, report.engine);
    }
}

#[test]
fn lozenges_tile_hexagons_as_boxes_hold_plane_partitions() {
    lozenges_tile_hexagons_of(1..6);
}

fn pentominoes_5_by(width: u32) -> Count {
    let pieces = with_quantity("pentominoes", Quantity::AT_MOST_ONE);
    tilings(Lattice::square(), frame(Lattice::square(), width, 5, 1), &pieces)
}

/// Each pentomino at most once (OEIS A246902; `examples/strips_all.cmb` asserts all); `equal_size`, which
/// shares no search with the engines, says the same of the first.
const FIVE_BY: [u64; 6] = [1, 0, 28, 200, 856, 2164];

#[test]
fn different_pentominoes_tile_strips_of_width_5() {
    for (width, expected) in (1..).zip(FIVE_BY) {
        assert_eq!(pentominoes_5_by(width), Count::from(expected), "5 x {width}");
    }
    let pieces = with_quantity("pentominoes", Quantity::AT_MOST_ONE);
    for (width, expected) in (1..=5).zip(FIVE_BY) {
        let board = Board::new(Lattice::square(), frame(Lattice::square(), width, 5, 1)).unwrap();
        let (tiling, encoding) = tiling(board, &pieces);
        assert_eq!(EqualSize::new(&tiling, &encoding).count() as u64, expected, "5 x {width}");
    }
}

/// Matchings of the cubes of 3 and 4 dimensions, which are the 2x2x2 cube and the 4x4 torus: OEIS A005271. Of
/// the 4x4 cylinder: OEIS A006253.
#[test]
fn dominoes_close_around_boards() {
    let (across, up) = (Cell::plane(4, 0), Cell::plane(0, 4));
    let square = Board::new(Lattice::square(), frame(Lattice::square(), 4, 4, 1)).unwrap();
    let wrapped =
        |periods: &[Cell]| square.clone().wrapped(Wrap::new(Lattice::square(), periods).unwrap()).unwrap();
    let cube = Board::new(Lattice::cube(), frame(Lattice::cube(), 2, 2, 2)).unwrap();
    for (board, expected) in [(wrapped(&[across, up]), 272), (wrapped(&[across]), 121), (cube, 9)] {
        let lattice = board.lattice();
        let domino = set("dominoes").pieces.remove(0);
        let domino = Piece { quantity: Quantity::ANY, isometries: lattice.isometries(), ..domino };
        let (tiling, encoding) = tiling(board, &[domino]);
        assert_eq!(count(&encoding.problem).unwrap(), Count::from(expected as u64), "{expected}");
        assert_eq!(EqualSize::new(&tiling, &encoding).count(), expected);
    }
}

/// They share a column: the middle one, where each has one cell. T may be on either side and point up or
/// down, and the other piece must be turned to suit: a flip in two of the four cases.
#[test]
fn t_and_z_fit_in_2x5_with_gaps() {
    let board = Board::new(Lattice::square(), frame(Lattice::square(), 5, 2, 1)).unwrap().with_gaps();
    for (name, t, z, expected) in [("tetrominoes", "T4", "S4", 4), ("one_sided_tetrominoes", "T4", "Z4", 2)] {
        let pieces: Vec<Piece> = set(name)
            .pieces
            .into_iter()
            .filter(|piece| [t, z].map(Some).contains(&piece.name.as_deref()))
            .collect();
        let (tiling, encoding) = tiling(board.clone(), &pieces);
        assert_eq!(count(&encoding.problem).unwrap(), Count::from(expected as u64), "{name}");
        assert_eq!(EqualSize::new(&tiling, &encoding).count(), expected, "{name}");
    }
}

/// As the engines count, for boards and pieces of every lattice.
#[test]
fn equal_size_agrees_with_engines_on_shipped_pieces() {
    for (name, width, height) in
        [("tetrominoes", 6, 4), ("trihexes", 6, 4), ("tetriamonds", 8, 4), ("fixed_trominoes", 5, 4)]
    {
        let pieces = with_quantity(name, Quantity::ANY);
        let lattice = set(name).lattice;
        let board = Board::new(lattice, frame(lattice, width, height, 1)).unwrap();
        let (tiling, encoding) = tiling(board, &pieces);
        let counted = EqualSize::new(&tiling, &encoding).count() as u64;
        assert_eq!(Count::from(counted), count(&encoding.problem).unwrap(), "{name}");
    }
}
