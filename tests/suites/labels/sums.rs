//! Numbers on the sides of squares that have a given sum, or are pairs, where they touch.

use std::collections::BTreeSet;

use combien::solve::count;
use combien_tests::random::Random;
use combien_tiling::{Board, Fits, Lattice, Pattern, Piece, Quantity, Size, Tiling};

/// Numbers on the sides of squares in a rectangle, by trying all orders and turns: lower, right, upper, left.
fn by_hand(tiles: &[[u8; 4]], (width, height): (usize, usize), fits: &dyn Fn(u8, u8) -> bool) -> u64 {
    fn go(
        tiles: &[[u8; 4]],
        (width, height): (usize, usize),
        fits: &dyn Fn(u8, u8) -> bool,
        placed: &mut Vec<(usize, [u8; 4])>,
    ) -> u64 {
        let at = placed.len();
        if at == width * height {
            return 1;
        }
        let mut found = 0;
        for number in 0..tiles.len() {
            if placed.iter().any(|&(other, _)| other == number) {
                continue;
            }
            let turned: BTreeSet<[u8; 4]> =
                (0..4).map(|by| [0, 1, 2, 3].map(|side| tiles[number][(side + by) % 4])).collect();
            for tile in turned {
                let left = at.is_multiple_of(width) || fits(placed[at - 1].1[1], tile[3]);
                let below = at < width || fits(placed[at - width].1[2], tile[0]);
                if left && below {
                    placed.push((number, tile));
                    found += go(tiles, (width, height), fits, placed);
                    placed.pop();
                }
            }
        }
        found
    }
    go(tiles, (width, height), fits, &mut vec![])
}

#[test]
fn numbers_that_sum_by_brute_force() {
    let mut random = Random(13);
    let lattice = Lattice::square();
    let one = Pattern::from_drawing("*").unwrap().shape();
    let (mut total, mut unlike) = (0, 0);
    for case in 0..60 {
        let size = [(2, 2), (3, 2), (4, 1), (5, 1)][random.below(4)];
        let tiles: Vec<[u8; 4]> =
            (0..size.0 * size.1).map(|_| [(); 4].map(|()| 1 + random.below(6) as u8)).collect();
        let count_by = |fits: Fits| {
            let tile = |tile: &[u8; 4]| {
                let sides: String = tile.iter().map(u8::to_string).collect();
                let tile = Piece::new(one.clone(), Quantity::ONE, lattice.isometries().rotations());
                tile.with_sides(&sides, lattice).unwrap()
            };
            let board = Pattern::constant(lattice, Size::plane(size.0 as u32, size.1 as u32), true).unwrap();
            let tiling =
                Tiling::new(Board::of(&board).fitted(fits), tiles.iter().map(tile).collect()).unwrap();
            count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap()
        };
        let sums = by_hand(&tiles, size, &|one, other| one + other == 7);
        assert_eq!(count_by(Fits::sum(7).unwrap()), sums, "case {case}: {tiles:?}");
        assert_eq!(count_by(Fits::pairs("16 25 34").unwrap()), sums, "case {case}: {tiles:?}");
        let mixed = by_hand(&tiles, size, &|one, other| {
            [(1, 2), (2, 1), (5, 3), (3, 5)].contains(&(one, other)) || one == other && matches!(one, 4 | 6)
        });
        assert_eq!(count_by(Fits::pairs("12 44 35 66").unwrap()), mixed, "case {case}: {tiles:?}");
        let equal = by_hand(&tiles, size, &|one, other| one == other);
        assert_eq!(count_by(Fits::default()), equal, "case {case}: {tiles:?}");
        total += sums;
        unlike += u64::from(sums != equal);
    }
    assert!(total > 500 && unlike > 30, "{total} {unlike}");
}

/// `examples/sums.cmb` has a second source of its own: equal numbers on a checkerboard. This is the third.
#[test]
fn the_example_of_sums() {
    let tiles = ["2425", "1321", "6514", "4335", "4235", "3433", "5341", "3546", "1365"];
    let tiles = tiles.map(|tile| [0, 1, 2, 3].map(|side| tile.as_bytes()[side] - b'0'));
    assert_eq!(by_hand(&tiles, (3, 3), &|one, other| one + other == 7), 8);
}

/// A color without a mate is refused where the tiling is made.
#[test]
fn colors_without_mates_are_refused() {
    let lattice = Lattice::square();
    let pattern = Pattern::from_drawing("**").unwrap();
    let piece = |sides: &str| {
        let piece = Piece::new(pattern.shape(), Quantity::ONE, lattice.isometries());
        piece.with_sides(sides, lattice).unwrap()
    };
    let made = |border: Option<char>, sides: &str| {
        let board = Board::of(&pattern).bordered(border).fitted(Fits::sum(7).unwrap());
        Tiling::new(board, vec![piece("1"), piece(sides)]).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(made(Some('0'), "12..77"), Ok(()));
    assert_eq!(
        made(None, "12..8."),
        Err("piece 2 has the color `8`, which fits no color on this board".to_owned())
    );
    assert_eq!(
        made(Some('8'), "1"),
        Err("the color `8` of the border fits no color on this board".to_owned())
    );
}
