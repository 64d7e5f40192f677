//! Tilings of the plane against formulas and published numbers.

use combien::Count;
use combien::solve::count;
use combien_tiling::{Board, Lattice, Mark, Pattern, Piece, Quantity, Shape, Size, Tiling};
use proptest::prelude::*;

fn shape(drawing: &str) -> Shape {
    Pattern::from_drawing(drawing).unwrap().shape()
}

fn rectangle(width: u32, height: u32) -> Shape {
    Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap().shape()
}

fn tilings(board: Shape, pieces: &[&str]) -> Count {
    let all = Lattice::square().isometries();
    let piece = |drawing: &&str| Piece::new(shape(drawing), Quantity::ANY, all.clone());
    let tiling =
        Tiling::new(Board::new(Lattice::square(), board).unwrap(), pieces.iter().map(piece).collect())
            .unwrap();
    count(&tiling.encode().unwrap().problem).unwrap()
}

/// Domino tilings of a 2 x n board are counted by the Fibonacci numbers.
#[test]
fn dominoes_on_two_rows_are_fibonacci_numbers() {
    let (mut last, mut this) = (1u64, 1u64);
    for width in 1..=20 {
        assert_eq!(tilings(rectangle(width, 2), &["**"]), Count::from(this), "2 x {width}");
        (last, this) = (this, last + this);
    }
}

/// Kasteleyn's and Temperley and Fisher's product for the domino tilings of a rectangle (OEIS A099390).
#[test]
fn dominoes_on_rectangles_follow_kasteleyns_formula() {
    for (width, height) in [(3, 4), (4, 4), (5, 6), (6, 6), (4, 9)] {
        let angle = |place: u32, length: u32| std::f64::consts::PI * f64::from(place) / f64::from(length + 1);
        let factor = |x, y| 4.0 * angle(x, width).cos().powi(2) + 4.0 * angle(y, height).cos().powi(2);
        let pairs = (1..=width.div_ceil(2)).flat_map(|x| (1..=height.div_ceil(2)).map(move |y| (x, y)));
        let product: f64 = pairs.map(|(x, y)| factor(x, y)).product();
        let expected = product.round();
        let counted = tilings(rectangle(width, height), &["**"]).to_u64().unwrap();
        assert!((counted as f64 - expected).abs() < 0.5, "{width} x {height}: {counted} and {expected}");
    }
}

/// The eight rectangles of the lesson "Exact cover".
#[test]
fn tetrominoes_of_the_lesson() {
    let tetrominoes = ["***$.*.", "***$*..", ".**$**.", "**$**", "****"];
    for (width, height, expected) in
        [(4, 3, 23), (4, 4, 117), (5, 4, 454), (6, 4, 2003), (8, 3, 997), (7, 4, 9157), (8, 4, 40899)]
    {
        let counted = tilings(rectangle(width, height), &tetrominoes);
        assert_eq!(counted, Count::from(expected as u64), "{width} x {height}");
    }
}

proptest! {
    /// Turning or mirroring the board changes no count, if the pieces may be turned and mirrored.
    #[test]
    fn an_isometry_of_the_board_changes_no_count(cells in proptest::collection::vec(any::<bool>(), 20), which in 0..8usize) {
        let marks: Vec<Mark> = cells.into_iter().map(Mark::of).collect();
        let rows: Vec<&[Mark]> = marks.chunks(5).collect();
        let board = Pattern::from_rows(Lattice::square(), &rows).unwrap();
        let (_, isometry) = Lattice::square().named_isometries()[which];
        let pieces = ["**", "**$*."];
        prop_assert_eq!(tilings(board.shape(), &pieces), tilings(board.apply(isometry).unwrap().shape(), &pieces));
    }
}
