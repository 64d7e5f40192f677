//! The search `equal_size`: cell by cell, pruned by the sizes of the holes.
//!
//! It decides the cells of the board in order, along its longest side. The first undecided cell is covered by
//! each placement whose least cell it is, and left empty if it may stay so. So every tiling is found once,
//! whatever the order of its pieces: the reference counted the orders as well. What is decided is a beginning
//! of the board and what the placements cover beyond it; the undecided cells fall into *holes*, connected as
//! pieces connect cells. Each hole is filled by whole pieces, so some number from its cells that must be
//! covered up to all its cells must be a sum of sizes of pieces. If all pieces have one size, that is: a
//! multiple of it, which the search is named after. Where pieces of different sizes abound every
//! number is such a sum, and nothing is pruned.
//!
//! It needs no items, only the placements of an [`Encoding`], and shares nothing with the engines: they check
//! each other. So it knows nothing of [regions](Tiling::has_regions), [colored
//! sides](Tiling::has_colored_sides) and corners where sticks cross: of a tiling with these it finds sets of
//! placements that are no solutions.
//!
//! ```
//! use combien_tiling::equal_size::EqualSize;
//! use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
//!
//! let board = Board::of(&Pattern::from_drawing("****$****$****$****")?);
//! let domino = Pattern::from_drawing("**")?.shape();
//! let tiling = Tiling::new(board, vec![Piece::new(domino, Quantity::ANY, Lattice::square().isometries())])?;
//! let encoding = tiling.encode()?;
//! assert_eq!(EqualSize::new(&tiling, &encoding).count(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod holes;

use std::collections::BTreeMap;

use holes::Holes;

use super::{Cell, Encoding, Shape, Tiling};
use combien::budget::Pause;
use combien::problem::{OptionId, Solution};

/// The search, at some place.
///
/// `decided` holds the choices from the first cell on; each was made at the first cell that those before it
/// left undecided. `taken`, `used` and `needed` follow from them.
#[derive(Clone, Debug)]
pub struct EqualSize {
    board: Holes,
    /// For each position, the choices for its cell when all earlier cells are decided.
    choices: Vec<Vec<Choice>>,
    pieces: Vec<Uses>,
    decided: Vec<Decision>,
    /// Is the cell at this place decided?
    taken: Vec<bool>,
    /// The least number of cells that the remaining pieces cover.
    needed: usize,
    /// Cells that are not decided.
    free: usize,
    /// Whether it begins, continues or has ended.
    phase: Phase,
    nodes: u64,
    pruned: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Fresh,
    /// Go forth from the choices made.
    Forth,
    /// Undo the last one and try the next.
    Back,
    End,
}

/// What becomes of a cell.
#[derive(Clone, Debug)]
enum Choice {
    Cover {
        piece: usize,
        places: Box<[usize]>,
        option: OptionId,
    },
    /// It stays empty; there may be an option that says so.
    Empty(Option<OptionId>),
}

/// How often a piece was used and may be.
#[derive(Clone, Copy, Debug)]
struct Uses {
    used: u32,
    lo: u32,
    hi: Option<u32>,
    size: usize,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    place: usize,
    choice: usize,
}

impl EqualSize {
    /// The search before its first step. The encoding must be that of the tiling.
    pub fn new(tiling: &Tiling, encoding: &Encoding) -> EqualSize {
        let board = tiling.board();
        let cells = &in_order(board.cells());
        let place_of: BTreeMap<_, _> = cells.iter().enumerate().map(|(place, &cell)| (cell, place)).collect();
        let mut choices: Vec<Vec<Choice>> = vec![vec![]; cells.len()];
        let mut gaps = vec![None; cells.len()];
        for option in encoding.problem.options() {
            let shape = encoding.cells(option);
            let mut places: Box<[usize]> = shape.cells().iter().map(|cell| place_of[cell]).collect();
            places.sort_unstable();
            match encoding.placement(option) {
                Some(placement) => {
                    choices[places[0]].push(Choice::Cover { piece: placement.piece, places, option });
                }
                None => gaps[places[0]] = Some(option),
            }
        }
        for (place, cell) in cells.iter().enumerate() {
            if board.optional().contains(*cell) {
                choices[place].push(Choice::Empty(gaps[place]));
            }
        }
        let uses = |piece: &super::Piece| {
            let super::Quantity { lo, hi } = piece.quantity;
            Uses { used: 0, lo, hi, size: piece.shape.len() }
        };
        let pieces: Vec<Uses> = tiling.pieces().iter().map(uses).collect();
        let needed = pieces.iter().map(|piece| piece.size.saturating_mul(piece.lo as usize));
        EqualSize {
            needed: needed.fold(0, usize::saturating_add),
            board: Holes::new(tiling, cells, &choices, &pieces),
            choices,
            pieces,
            decided: vec![],
            taken: vec![false; cells.len()],
            free: cells.len(),
            phase: Phase::Fresh,
            nodes: 0,
            pruned: 0,
        }
    }

    /// The number of choices, including the last refused one.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of choices that left a hole which no pieces can fill.
    #[doc(hidden)]
    pub fn pruned(&self) -> u64 {
        self.pruned
    }

    /// Continues to the next tiling, to this total number of nodes, or to the end.
    pub fn run(&mut self, nodes: u64) -> Pause {
        if self.phase == Phase::Fresh {
            let hopeful = self.needed <= self.free && self.board.all_fill(&self.taken);
            self.phase = if hopeful { Phase::Forth } else { Phase::End };
        }
        loop {
            match self.phase {
                Phase::Fresh | Phase::End => return Pause::End,
                Phase::Forth => {
                    if let Some(place) = self.first_undecided() {
                        if self.nodes >= nodes {
                            return Pause::Bound;
                        }
                        self.try_from(place, 0);
                        continue;
                    }
                    self.phase = Phase::Back;
                    if self.needed == 0 {
                        return Pause::Solution;
                    }
                }
                Phase::Back => match self.decided.pop() {
                    Some(Decision { place, choice }) => {
                        self.undo(place, choice);
                        self.try_from(place, choice + 1);
                    }
                    None => self.phase = Phase::End,
                },
            }
        }
    }

    /// The tiling at which the search paused last, as options of the encoding.
    pub fn solution(&self) -> Solution {
        let option = |&Decision { place, choice }: &Decision| match self.choices[place][choice] {
            Choice::Cover { option, .. } => Some(option),
            Choice::Empty(option) => option,
        };
        self.decided.iter().filter_map(option).collect()
    }

    /// Everything before the last decision is decided, so the next cell is after it.
    fn first_undecided(&self) -> Option<usize> {
        let from = self.decided.last().map_or(0, |decision| decision.place);
        (from..self.taken.len()).find(|&place| !self.taken[place])
    }

    /// Makes the first possible choice from `choice` on at this position. If there is none, the search goes
    /// back.
    fn try_from(&mut self, place: usize, choice: usize) {
        for choice in choice..self.choices[place].len() {
            if !self.may(place, choice) {
                continue;
            }
            self.nodes += 1;
            self.make(place, choice);
            if self.needed <= self.free && self.holes_fill(place, choice) {
                self.decided.push(Decision { place, choice });
                self.phase = Phase::Forth;
                return;
            }
            self.pruned += 1;
            self.undo(place, choice);
        }
        self.phase = Phase::Back;
    }

    /// Are the cells free, and may the piece be used once more?
    fn may(&self, place: usize, choice: usize) -> bool {
        match &self.choices[place][choice] {
            Choice::Cover { piece, places, .. } => {
                let Uses { used, hi, .. } = self.pieces[*piece];
                hi.is_none_or(|hi| used < hi) && places.iter().all(|&place| !self.taken[place])
            }
            Choice::Empty(_) => true,
        }
    }

    fn make(&mut self, place: usize, choice: usize) {
        let covered = match &self.choices[place][choice] {
            Choice::Cover { piece, places, .. } => {
                let uses = &mut self.pieces[*piece];
                if uses.used < uses.lo {
                    self.needed -= uses.size;
                }
                uses.used += 1;
                places
            }
            Choice::Empty(_) => std::slice::from_ref(&place),
        };
        for &place in covered {
            self.taken[place] = true;
        }
        self.free -= covered.len();
    }

    /// Undoes [`make`](Self::make): the use is removed first, so that the piece is needed again if it was
    /// before.
    fn undo(&mut self, place: usize, choice: usize) {
        let covered = match &self.choices[place][choice] {
            Choice::Cover { piece, places, .. } => {
                let uses = &mut self.pieces[*piece];
                uses.used -= 1;
                if uses.used < uses.lo {
                    self.needed += uses.size;
                }
                places
            }
            Choice::Empty(_) => std::slice::from_ref(&place),
        };
        for &place in covered {
            self.taken[place] = false;
        }
        self.free += covered.len();
    }

    /// Can the holes beside the last decision be filled? The others were tested before.
    fn holes_fill(&mut self, place: usize, choice: usize) -> bool {
        let covered = match &self.choices[place][choice] {
            Choice::Cover { places, .. } => &places[..],
            Choice::Empty(_) => std::slice::from_ref(&place),
        };
        self.board.fill_beside(covered, &self.taken)
    }
}

/// Runs to the end. A search that must be interrupted is [run](EqualSize::run) instead.
impl Iterator for EqualSize {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        (self.run(u64::MAX) == Pause::Solution).then(|| self.solution())
    }
}

/// The cells in the order in which they are decided: along the longest side of the box around them, so that
/// the decided part has a short border.
fn in_order(cells: &Shape) -> Vec<Cell> {
    let (low, high) = cells.bounds().unwrap_or_default();
    let coordinates = |Cell { x, y, z }: Cell| [z, y, x];
    let lengths = coordinates(high - low);
    let mut axes = [0, 1, 2];
    axes.sort_by_key(|&axis| std::cmp::Reverse(lengths[axis]));
    let mut cells = cells.cells().to_vec();
    cells.sort_by_key(|&cell| axes.map(|axis| coordinates(cell)[axis]));
    cells
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Lattice, Pattern, Piece, Quantity, Size, Wrap};
    use super::*;
    use combien::check::check;
    use combien::solve;
    use proptest::prelude::*;

    fn rectangle(width: u32, height: u32) -> Board {
        Board::of(&Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap())
    }

    fn tiling(board: Board, pieces: &[(&str, Quantity)]) -> Tiling {
        let lattice = board.lattice().clone();
        let piece = |&(drawing, quantity): &(&str, Quantity)| {
            Piece::new(Pattern::drawn(&lattice, drawing).unwrap().shape(), quantity, lattice.isometries())
        };
        Tiling::new(board, pieces.iter().map(piece).collect()).unwrap()
    }

    fn count(board: Board, pieces: &[(&str, Quantity)]) -> usize {
        let tiling = tiling(board, pieces);
        EqualSize::new(&tiling, &tiling.encode().unwrap()).count()
    }

    /// The reference says 1451520 = 36 * 8! and 120 = 5 * 4!: it counts the orders. 36 and 5 are OEIS
    /// A099390, A000045.
    #[test]
    fn each_tiling_is_counted_once() {
        assert_eq!(count(rectangle(4, 4), &[("**", Quantity::ANY)]), 36);
        assert_eq!(count(rectangle(4, 2), &[("**", Quantity::ANY)]), 5);
    }

    /// Matchings of the 2x2 board: 7 of any size, 2 perfect ones; by the number of dominoes 1, 4, 2.
    #[test]
    fn quantities_are_bounds() {
        let dominoes = |lo, hi| count(rectangle(2, 2), &[("**", Quantity { lo, hi }), ("*", Quantity::ANY)]);
        assert_eq!(
            [(0, Some(0)), (1, Some(1)), (0, Some(2)), (2, None), (1, Some(2)), (3, None)]
                .map(|(lo, hi)| dominoes(lo, hi)),
            [1, 4, 7, 2, 6, 0]
        );
        assert_eq!(count(rectangle(2, 2).with_gaps(), &[("**", Quantity { lo: 1, hi: None })]), 6);
        assert_eq!(count(rectangle(2, 2), &[("**", Quantity { lo: u32::MAX, hi: None })]), 0);
    }

    /// OEIS A099390 has no odd boards: the sizes alone say so, without a node. And 9 of 10 cells in two
    /// halves.
    #[test]
    fn sizes_of_holes_prune() {
        let tiling_of = |drawing: &str, pieces: &[(&str, Quantity)]| {
            let tiling = tiling(Board::of(&Pattern::from_drawing(drawing).unwrap()), pieces);
            let mut search = EqualSize::new(&tiling, &tiling.encode().unwrap());
            (search.by_ref().count(), search.nodes())
        };
        assert_eq!(tiling_of("*****$*****$*****", &[("**", Quantity::ANY)]), (0, 0));
        assert_eq!(tiling_of("***.*****", &[("**", Quantity::ANY)]), (0, 0));
        // Cells that may stay empty make both holes fit, in one way each.
        assert_eq!(tiling_of("**?.?***", &[("**", Quantity::ANY)]).0, 1);
        // A domino of two separate cells fills both.
        assert_eq!(tiling_of("*.*", &[("*.*", Quantity::ANY)]), (1, 1));
    }

    /// Pentominoes on 5x5, each at most once: 856, which every engine finds as well (tests/suites/pieces.rs).
    #[test]
    fn pruning_saves_nodes() {
        let pieces = [
            ".**$**.$.*.",
            "*****",
            "****$*...",
            "**..$.***",
            "**$**$*.",
            "***$.*.$.*.",
            "*.*$***",
            "*..$*..$***",
            "*..$**.$.**",
            ".*.$***$.*.",
            "..*.$****",
            "**.$.*.$.**",
        ];
        let tiling = tiling(rectangle(5, 5), &pieces.map(|drawing| (drawing, Quantity::AT_MOST_ONE)));
        let encoding = tiling.encode().unwrap();
        let mut pruning = EqualSize::new(&tiling, &encoding);
        assert_eq!(pruning.by_ref().count(), 856);
        let mut blind = EqualSize::new(&tiling, &encoding);
        blind.board.fillings = (0..=25).map(Some).collect();
        assert_eq!(blind.by_ref().count(), 856);
        // A fifth; the order of the cells leaves few holes to prune. They are decided by columns on 20x3:
        // by rows the search is not done in a minute, by columns it takes 70 000 nodes.
        assert!(pruning.nodes() * 6 < blind.nodes() * 5, "{} {}", pruning.nodes(), blind.nodes());
        assert!(pruning.pruned() > 0 && blind.pruned() == 0);
    }

    #[test]
    fn a_search_can_be_paused_anywhere() {
        let tiling = tiling(rectangle(4, 4).with_gaps(), &[("**", Quantity { lo: 2, hi: Some(5) })]);
        let encoding = tiling.encode().unwrap();
        let whole: Vec<Solution> = EqualSize::new(&tiling, &encoding).collect();
        let mut search = EqualSize::new(&tiling, &encoding);
        let (mut found, mut bound) = (vec![], 0);
        loop {
            match search.run(bound) {
                Pause::Solution => found.push(search.solution()),
                Pause::Bound => bound += 1,
                Pause::Memory | Pause::End => break,
            }
        }
        assert_eq!(found, whole);
        assert_eq!(search.run(u64::MAX), Pause::End);
    }

    /// Finds the same solutions as an engine, and each is a solution.
    fn agrees(tiling: &Tiling) -> Result<(), TestCaseError> {
        let encoding = tiling.encode().unwrap();
        let mut found: Vec<Solution> = EqualSize::new(tiling, &encoding).collect();
        for solution in &found {
            prop_assert_eq!(check(&encoding.problem, solution.options()), Ok(()));
        }
        let mut expected: Vec<Solution> = solve::each(&encoding.problem).unwrap().collect();
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        Ok(())
    }

    /// The cells of a frame of a lattice, each there, optional or not; frames of triangles are even for tori.
    fn board(lattice: &Lattice, marks: &[u8]) -> Board {
        let mark = |&mark: &u8| match mark {
            0 => '.',
            1..=2 => '?',
            _ => '*',
        };
        if lattice == Lattice::cube() {
            let cell = |place: usize| Cell::space(place as i32 % 2, place as i32 / 2 % 2, place as i32 / 4);
            let cells: Shape = (0..12).filter(|&place| marks[place] > 1).map(cell).collect();
            let board = Board::new(lattice, cells).unwrap();
            return if marks[0] == 0 { board.with_gaps() } else { board };
        }
        let rows = marks[..12].chunks(4).map(|row| row.iter().map(mark).collect::<String>());
        Board::of(&Pattern::drawn(lattice, &rows.collect::<Vec<_>>().join("$")).unwrap())
    }

    proptest! {
        #[test]
        fn it_finds_what_engines_find(
            lattice in 0..4usize,
            marks in proptest::collection::vec(0..9u8, 12),
            pieces in proptest::collection::vec((0..8usize, 0..3usize), 1..4),
            wrapped in any::<bool>(),
        ) {
            let lattice = Lattice::all().nth(lattice).unwrap();
            let mut board = board(lattice, &marks);
            if wrapped && lattice != Lattice::cube() {
                let across = lattice.at(Cell::plane(4, 0)) - lattice.at(Cell::plane(0, 0));
                board = board.wrapped(Wrap::new(lattice, &[across]).unwrap()).unwrap();
            }
            let drawings = ["*", "**", "***", "**$.*", "*.*", "**$**", "*..$..*", "****"];
            let quantities = [Quantity::ANY, Quantity::ONE, Quantity::AT_MOST_ONE];
            let piece = |(drawing, quantity): (usize, usize)| {
                let plane = if lattice == Lattice::cube() { Lattice::square() } else { lattice };
                let shape = Pattern::drawn(plane, drawings[drawing]).unwrap().shape();
                Piece::new(shape, quantities[quantity], lattice.isometries())
            };
            agrees(&Tiling::new(board, pieces.into_iter().map(piece).collect()).unwrap())?;
        }
    }
}
