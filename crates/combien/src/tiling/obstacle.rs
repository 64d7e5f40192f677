//! Why there is no tiling, where cells can be counted instead of searched.
//!
//! A placement takes so many cells of either color, whatever the coloring. So the pieces together take one of a few
//! numbers of dark and of light cells, and a board that needs others has no tiling. The chessboard without two opposite
//! corners is the classic: 30 cells of one color, 32 of the other, and every domino takes one of each (M. Black, *Critical
//! Thinking*, 1946; S. W. Golomb, *Polyominoes*, 1965, has more of the kind).

use std::collections::BTreeSet;
use std::fmt;

use super::{Cell, Encoding, Lattice, Tiling};

/// Boards with more cells are not counted.
const MOST_CELLS: usize = 400;

/// What keeps a tiling from having a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// This cell must be covered, and no piece can be placed on it.
    Cell(Lattice, Cell),
    /// This piece must be used, by its place among the pieces, and fits nowhere.
    Piece(usize),
    /// The board has so many cells that must be covered, and so many in all; no choice of pieces has as many.
    Area {
        /// The cells that must be covered.
        needed: usize,
        /// All cells.
        all: usize,
    },
    /// In some coloring no choice of pieces takes as many cells of either color as the board has.
    Coloring {
        /// The coloring.
        coloring: Coloring,
        /// The dark cells of the board that must be covered.
        dark: usize,
        /// The light ones.
        light: usize,
        /// Does every placement take as many dark cells as light ones?
        is_even: bool,
    },
}

/// A coloring of cells by two colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coloring {
    /// Cells that touch differ, as on a chessboard; of triangles, those that point up are dark. Of hexagons a third is dark.
    Chessboard,
    /// Columns are dark and light by turns.
    Columns,
    /// Rows are.
    Rows,
    /// Layers are.
    Layers,
}

impl Coloring {
    const ALL: [Coloring; 4] = [Coloring::Chessboard, Coloring::Columns, Coloring::Rows, Coloring::Layers];

    /// Is the cell dark?
    fn is_dark(self, lattice: Lattice, cell: Cell) -> bool {
        let Cell { x, y, z } = lattice.position(cell);
        match self {
            Coloring::Chessboard if lattice == Lattice::Hexagon => (x - y).rem_euclid(3) == 0,
            Coloring::Chessboard => (x + y + z).rem_euclid(2) == 0,
            Coloring::Columns => x.rem_euclid(2) == 0,
            Coloring::Rows => y.rem_euclid(2) == 0,
            Coloring::Layers => z.rem_euclid(2) == 0,
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Cell(lattice, cell) => {
                write!(f, "no piece fits on the cell {}", lattice.cell_name(*cell))
            }
            Obstacle::Piece(piece) => write!(f, "piece {} fits nowhere", piece + 1),
            Obstacle::Area { needed, all } if needed == all => {
                write!(f, "the board has {all} cells, and no choice of pieces has as many")
            }
            Obstacle::Area { needed, all } => {
                write!(f, "the board has {needed} to {all} cells, and no choice of pieces has as many")
            }
            Obstacle::Coloring { coloring, dark, light, is_even } => {
                let like = match coloring {
                    Coloring::Chessboard => "like a chessboard",
                    Coloring::Columns => "by columns",
                    Coloring::Rows => "by rows",
                    Coloring::Layers => "by layers",
                };
                write!(f, "colored {like}, the board has {dark} dark cells and {light} light ones, and ")?;
                f.write_str(match is_even {
                    true => "every piece takes as many of either",
                    false => "no choice of pieces takes as many of either",
                })
            }
        }
    }
}

impl Encoding {
    /// Why the tiling has no solution, if counting cells shows that it has none. `None` says nothing: there may be a
    /// solution or not. The tiling must be the one that was encoded.
    ///
    /// The time is the number of entries of the problem, and for boards of at most 400 cells the square of that number for each
    /// piece and each of four colorings.
    ///
    /// ```
    /// use combien::tiling::{Board, Obstacle, Pattern, Piece, Quantity, Tiling};
    ///
    /// let board = Board::of(&Pattern::from_drawing(".***$****$****$***.")?);
    /// let domino = Pattern::from_drawing("**")?.shape();
    /// let all = board.lattice().isometries();
    /// let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, all)])?;
    /// let obstacle = tiling.encode()?.obstacle(&tiling).expect("two corners of one color are gone");
    /// assert!(matches!(obstacle, Obstacle::Coloring { dark: 8, light: 6, is_even: true, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacle(&self, tiling: &Tiling) -> Option<Obstacle> {
        let (board, lattice) = (tiling.board(), tiling.lattice());
        let mut covered = BTreeSet::new();
        let mut is_placed = vec![false; tiling.pieces().len()];
        for option in self.problem.options() {
            if let Some(placement) = self.placement(option) {
                is_placed[placement.piece] = true;
                covered.extend(self.cells(option).cells().iter().copied());
            }
        }
        let must = |cell: &Cell| !board.optional().contains(*cell);
        if let Some(cell) = board.cells().cells().iter().find(|cell| must(cell) && !covered.contains(cell)) {
            return Some(Obstacle::Cell(lattice, *cell));
        }
        let missing = |&piece: &usize| tiling.pieces()[piece].quantity.lo > 0 && !is_placed[piece];
        if let Some(piece) = (0..tiling.pieces().len()).find(missing) {
            return Some(Obstacle::Piece(piece));
        }
        if board.cells().len() > MOST_CELLS {
            return None;
        }
        let all_dark = Counting::new(self, tiling, |_| true);
        if !all_dark.may_fit() {
            let (needed, all) = (all_dark.needed.0, all_dark.all.0);
            return Some(Obstacle::Area { needed, all });
        }
        Coloring::ALL.into_iter().find_map(|coloring| {
            let counting = Counting::new(self, tiling, |cell| coloring.is_dark(lattice, cell));
            let (dark, light) = counting.needed;
            let is_even = counting.takes.iter().flatten().all(|(dark, light)| dark == light);
            (!counting.may_fit()).then_some(Obstacle::Coloring { coloring, dark, light, is_even })
        })
    }
}

/// Numbers of dark and of light cells.
type Pair = (usize, usize);

/// A tiling as far as colors tell.
struct Counting<'t> {
    tiling: &'t Tiling,
    /// The cells of the board that must be covered, and all.
    needed: Pair,
    all: Pair,
    /// What the placements of each piece take.
    takes: Vec<BTreeSet<Pair>>,
}

impl<'t> Counting<'t> {
    fn new(encoding: &Encoding, tiling: &'t Tiling, is_dark: impl Fn(Cell) -> bool) -> Counting<'t> {
        let board = tiling.board();
        let pair = |cells: &[Cell]| {
            let dark = cells.iter().filter(|&&cell| is_dark(cell)).count();
            (dark, cells.len() - dark)
        };
        let (all, optional) = (pair(board.cells().cells()), pair(board.optional().cells()));
        let mut takes = vec![BTreeSet::new(); tiling.pieces().len()];
        for option in encoding.problem.options() {
            if let Some(placement) = encoding.placement(option) {
                takes[placement.piece].insert(pair(encoding.cells(option).cells()));
            }
        }
        Counting { tiling, needed: (all.0 - optional.0, all.1 - optional.1), all, takes }
    }

    /// Is there a choice of pieces that takes as many cells of either color as the board may have covered?
    fn may_fit(&self) -> bool {
        let mut sums = Sums::zero(self.all);
        for (piece, takes) in self.tiling.pieces().iter().zip(&self.takes) {
            let (least, most) = (piece.quantity.lo, piece.quantity.hi);
            for _ in 0..least {
                sums = sums.plus(takes);
                if sums.is_empty() {
                    return false;
                }
            }
            // So many more, until nothing new comes of it: a board has room for a few only.
            let mut more = 0;
            while most.is_none_or(|most| least + more < most) {
                let with_one = sums.plus(takes);
                if !sums.unite(&with_one) {
                    break;
                }
                more += 1;
            }
        }
        (self.needed.0..=self.all.0)
            .any(|dark| (self.needed.1..=self.all.1).any(|light| sums.has((dark, light))))
    }
}

/// Pairs that are sums of what pieces take, none of them beyond the board.
struct Sums {
    most: Pair,
    /// By dark, then light.
    is_there: Vec<bool>,
}

impl Sums {
    fn zero(most: Pair) -> Sums {
        let mut is_there = vec![false; (most.0 + 1) * (most.1 + 1)];
        is_there[0] = true;
        Sums { most, is_there }
    }

    fn place(&self, (dark, light): Pair) -> usize {
        dark * (self.most.1 + 1) + light
    }

    fn has(&self, pair: Pair) -> bool {
        self.is_there[self.place(pair)]
    }

    fn is_empty(&self) -> bool {
        !self.is_there.contains(&true)
    }

    /// `{ s + t : s in self, t in takes }`, as far as the board has room.
    fn plus(&self, takes: &BTreeSet<Pair>) -> Sums {
        let mut sums = Sums { most: self.most, is_there: vec![false; self.is_there.len()] };
        for dark in 0..=self.most.0 {
            for light in (0..=self.most.1).filter(|&light| self.has((dark, light))) {
                for &(more_dark, more_light) in takes {
                    let sum = (dark + more_dark, light + more_light);
                    if sum.0 <= self.most.0 && sum.1 <= self.most.1 {
                        let place = sums.place(sum);
                        sums.is_there[place] = true;
                    }
                }
            }
        }
        sums
    }

    /// Takes the pairs of another one in. True if one of them is new.
    fn unite(&mut self, other: &Sums) -> bool {
        let mut is_new = false;
        for (mine, &other) in self.is_there.iter_mut().zip(&other.is_there) {
            is_new |= other && !*mine;
            *mine |= other;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use crate::solve::count;
    use crate::tiling::{Board, Pattern, Piece, Quantity};

    fn tiling(board: &str, pieces: &[(&str, Quantity)]) -> Tiling {
        let board = Board::of(&Pattern::from_drawing(board).unwrap());
        let piece = |&(drawing, quantity): &(&str, Quantity)| {
            let shape = Pattern::from_drawing(drawing).unwrap().shape();
            Piece::new(shape, quantity, Lattice::Square.isometries())
        };
        Tiling::new(board, pieces.iter().map(piece).collect()).unwrap()
    }

    fn said(tiling: &Tiling) -> String {
        tiling.encode().unwrap().obstacle(tiling).map(|obstacle| obstacle.to_string()).unwrap_or_default()
    }

    #[test]
    fn each_kind_is_told() {
        let domino = ("**", Quantity::ANY);
        assert_eq!(said(&tiling("**$**", &[domino])), "");
        assert_eq!(said(&tiling("**.$..*", &[domino])), "no piece fits on the cell 2,0");
        assert_eq!(said(&tiling("**", &[domino, ("***", Quantity::ONE)])), "piece 2 fits nowhere");
        assert_eq!(
            said(&tiling("***", &[domino])),
            "the board has 3 cells, and no choice of pieces has as many"
        );
        let even = "colored like a chessboard, the board has 8 dark cells and 6 light ones, and every piece takes as many of either";
        assert_eq!(said(&tiling(".***$****$****$***.", &[domino])), even);
        // The five tetrominoes once each: 20 cells, and the T takes three of a color (Golomb).
        let five = ["***$.*.", "***$*..", ".**$**.", "**$**", "****"].map(|drawing| (drawing, Quantity::ONE));
        let colors = said(&tiling("*****$*****$*****$*****", &five));
        assert!(colors.contains("10 dark cells and 10 light ones, and no choice"), "{colors}");
        // A cell that may stay empty makes room.
        assert_eq!(said(&tiling("**?", &[domino])), "");
    }

    /// A triangle of four has three that point up, and a lozenge has one of each.
    #[test]
    fn triangles_that_point_up_are_counted() {
        let lozenge = Pattern::drawn(Lattice::Triangle, "**").unwrap().shape();
        let board = Board::of(&Pattern::drawn(Lattice::Triangle, ".*.$***").unwrap());
        let piece = Piece::new(lozenge, Quantity::ANY, Lattice::Triangle.isometries());
        let tiling = Tiling::new(board, vec![piece]).unwrap();
        let obstacle = tiling.encode().unwrap().obstacle(&tiling);
        let coloring = Coloring::Chessboard;
        assert_eq!(obstacle, Some(Obstacle::Coloring { coloring, dark: 3, light: 1, is_even: true }));
    }

    /// Whatever has an obstacle has no tiling: on random boards, by a search.
    #[test]
    fn an_obstacle_is_a_proof() {
        let mut random = SplitMix64::new(1);
        let shapes = ["**", "***", "**$*.", "***$.*.", "****", ".**$**."];
        let (mut with, mut without) = (0, 0);
        for _ in 0..400 {
            let rows: Vec<String> = (0..4)
                .map(|_| (0..4).map(|_| [".", "*", "*", "*", "*", "?"][random.place(6)]).collect())
                .collect();
            if !rows.concat().contains('*') {
                continue;
            }
            let quantities = [Quantity::ANY, Quantity::ONE, Quantity::AT_MOST_ONE];
            let some: Vec<(&str, Quantity)> =
                (0..2).map(|_| (shapes[random.place(6)], quantities[random.place(3)])).collect();
            let tiling = tiling(&rows.join("$"), &some);
            let encoding = tiling.encode().unwrap();
            let tilings = count(&encoding.problem).unwrap();
            match encoding.obstacle(&tiling) {
                Some(obstacle) => {
                    assert!(tilings.is_zero(), "{rows:?} {some:?}: {obstacle}, and {tilings} tilings");
                    with += 1;
                }
                None if tilings.is_zero() => without += 1,
                None => {}
            }
        }
        assert!(with > 3 * without, "{with} of {}", with + without);
    }
}
