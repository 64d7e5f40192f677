//! The elimination itself, modulo a batch of primes.
//!
//! A front is eliminated by blocks of pivots (Crout's form). After a block, row `i` has in its columns the
//! *factors* by which the rows of the pivots are to be subtracted from it; so do the two kinds of matrices,
//! which differ only in how the factors are found. Of a skew-symmetric matrix the upper half is kept, and the
//! factors stand in the lower half.

use super::field::{Field, LANES, PRODUCTS, Residues};
use super::plan::Plan;
use crate::budget::{Pause, Work};

const ZERO: Residues = [0; LANES];

/// A square matrix, row by row.
#[derive(Debug)]
struct Dense {
    side: usize,
    cells: Vec<Residues>,
}

impl Dense {
    fn zero(side: usize) -> Dense {
        Dense { side, cells: vec![ZERO; side * side] }
    }

    fn at(&self, row: usize, column: usize) -> &Residues {
        &self.cells[row * self.side + column]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut Residues {
        &mut self.cells[row * self.side + column]
    }

    /// Subtracts the rows above it from part of a row, by the factors in their columns. Returns the number of
    /// products.
    fn subtract(
        &mut self,
        field: &Field,
        row: usize,
        columns: std::ops::Range<usize>,
        pivots: std::ops::Range<usize>,
    ) -> u64 {
        match pivots.len() {
            1 => self.subtract_rows::<1>(field, row, columns, pivots.start),
            2 => self.subtract_rows::<2>(field, row, columns, pivots.start),
            3 => self.subtract_rows::<3>(field, row, columns, pivots.start),
            4 => self.subtract_rows::<4>(field, row, columns, pivots.start),
            5 => self.subtract_rows::<5>(field, row, columns, pivots.start),
            6 => self.subtract_rows::<6>(field, row, columns, pivots.start),
            7 => self.subtract_rows::<7>(field, row, columns, pivots.start),
            8 => self.subtract_rows::<8>(field, row, columns, pivots.start),
            0 => 0,
            count => {
                let middle = pivots.start + count / 2;
                self.subtract(field, row, columns.clone(), pivots.start..middle)
                    + self.subtract(field, row, columns, middle..pivots.end)
            }
        }
    }

    fn subtract_rows<const K: usize>(
        &mut self,
        field: &Field,
        row: usize,
        columns: std::ops::Range<usize>,
        first: usize,
    ) -> u64 {
        let side = self.side;
        let (above, row) = self.cells.split_at_mut(row * side);
        let mut factors = [ZERO; K];
        factors.copy_from_slice(&row[first..first + K]);
        let mut others: [&[Residues]; K] = [&[]; K];
        for (k, other) in others.iter_mut().enumerate() {
            *other = &above[(first + k) * side..][columns.clone()];
        }
        let products = (K * columns.len()) as u64;
        field.subtract(&mut row[columns], &factors, others);
        products
    }
}

/// The front that is being eliminated.
#[derive(Debug)]
struct Present {
    matrix: Dense,
    /// The block of pivots: these are done.
    begin: usize,
    /// If the block has been begun: its end, and the row from which its pivots are to be subtracted next.
    block: Option<(usize, usize)>,
}

/// An elimination modulo a batch of primes. It can be paused between any two rows.
#[derive(Debug)]
pub(super) struct Elimination {
    field: Field,
    /// The front that is next, or present.
    at: usize,
    present: Option<Present>,
    /// The remaining parts of finished fronts, with their numbers, to be added to those above.
    rests: Vec<(usize, Dense)>,
    /// The product of the pivots.
    product: Residues,
    /// A pivot was zero modulo this prime.
    is_lost: [bool; LANES],
    work: Work,
}

impl Elimination {
    pub(super) fn new(primes: Residues) -> Elimination {
        let field = Field::new(primes);
        let product = field.one();
        let is_lost = [false; LANES];
        let work = Work::default();
        Elimination { field, at: 0, present: None, rests: vec![], product, is_lost, work }
    }

    /// The pivots so far, one for each pair, and the products.
    pub(super) fn work(&self) -> Work {
        self.work
    }

    /// Goes on until `nodes` pivots are done and another one is to come, or after this many products.
    pub(super) fn run(&mut self, plan: &Plan, nodes: u64, products: u64) -> Pause {
        let most = self.work.updates.saturating_add(products);
        while let Some(front) = plan.fronts.get(self.at) {
            let mut present = match self.present.take() {
                Some(present) => present,
                None => Present { matrix: self.assemble(plan), begin: 0, block: None },
            };
            while present.begin < front.own {
                let (end, row) = if let Some(block) = present.block {
                    block
                } else {
                    let left = nodes.saturating_sub(self.work.nodes).min(PRODUCTS as u64) as usize;
                    if left == 0 {
                        self.present = Some(present);
                        return Pause::Bound;
                    }
                    let end = (present.begin + (left * plan.width).min(PRODUCTS)).min(front.own);
                    self.pivot(&mut present.matrix, present.begin, end, plan.width);
                    (end, end)
                };
                if row < front.side {
                    let from = if plan.width == 1 { end } else { row + 1 };
                    let pivots = present.begin..end;
                    self.work.updates += present.matrix.subtract(&self.field, row, from..front.side, pivots);
                    present.block = Some((end, row + 1));
                } else {
                    self.work.nodes += ((end - present.begin) / plan.width) as u64;
                    (present.begin, present.block) = (end, None);
                }
                if self.work.updates >= most {
                    self.present = Some(present);
                    return Pause::Bound;
                }
            }
            self.rests.push((self.at, rest(&present.matrix, front.own)));
            self.at += 1;
        }
        Pause::End
    }

    /// The next front with its entries, and the remaining parts of the fronts below it.
    fn assemble(&mut self, plan: &Plan) -> Dense {
        let front = &plan.fronts[self.at];
        let mut matrix = Dense::zero(front.side);
        let one = self.field.one();
        let minus_one = self.field.minus(&one);
        for entry in &front.entries {
            *matrix.at_mut(entry.row as usize, entry.column as usize) = match entry.value {
                1 => one,
                -1 => minus_one,
                value => self.field.of(value),
            };
        }
        // Each front comes directly before the one above it, except for its siblings and the fronts below
        // them.
        let below = self.rests.split_off(self.rests.len() - front.below);
        for (child, rest) in below {
            let rows = &plan.fronts[child].above;
            for (row, &to) in rows.iter().enumerate() {
                let from = if plan.width == 1 { 0 } else { row + 1 };
                for (column, &place) in rows.iter().enumerate().skip(from) {
                    let sum = matrix.at_mut(to as usize, place as usize);
                    *sum = self.field.plus(sum, rest.at(row, column));
                }
            }
        }
        matrix
    }

    /// Makes rows and factors of the pivots from `begin` to `end`.
    fn pivot(&mut self, matrix: &mut Dense, begin: usize, end: usize, width: usize) {
        for pivot in (begin..end).step_by(width) {
            for row in pivot..pivot + width {
                let from = if width == 1 { pivot } else { row + 1 };
                self.work.updates += matrix.subtract(&self.field, row, from..matrix.side, begin..pivot);
            }
            if width == 1 {
                self.column_factors(matrix, begin, pivot);
            } else {
                self.pair_factors(matrix, pivot);
            }
        }
    }

    /// The factors of one pivot: what stands below it, divided by it.
    fn column_factors(&mut self, matrix: &mut Dense, begin: usize, pivot: usize) {
        let inverse = self.take(*matrix.at(pivot, pivot));
        for row in pivot + 1..matrix.side {
            self.work.updates += matrix.subtract(&self.field, row, pivot..pivot + 1, begin..pivot);
            let factor = matrix.at_mut(row, pivot);
            *factor = self.field.times(factor, &inverse);
        }
    }

    /// The factors of a pair of rows of a skew-symmetric matrix: those of the second are the numbers in the
    /// first, and those of the first the numbers in the second with the other sign, divided by the number
    /// that both share.
    fn pair_factors(&mut self, matrix: &mut Dense, pivot: usize) {
        let inverse = self.take(*matrix.at(pivot, pivot + 1));
        for row in pivot + 2..matrix.side {
            let of_first = self.field.times(matrix.at(pivot + 1, row), &inverse);
            *matrix.at_mut(row, pivot) = self.field.minus(&of_first);
            *matrix.at_mut(row, pivot + 1) = self.field.times(matrix.at(pivot, row), &inverse);
        }
    }

    /// Multiplies the product by a pivot; the inverse of the pivot.
    fn take(&mut self, pivot: Residues) -> Residues {
        for (is_lost, residue) in self.is_lost.iter_mut().zip(pivot) {
            *is_lost |= residue == 0;
        }
        self.product = self.field.times(&self.product, &pivot);
        self.field.inverse(&pivot)
    }

    /// At the end: the product of the pivots modulo each prime for which none of them was zero.
    pub(super) fn residues(&self, plan: &Plan) -> Option<Vec<(u32, u32)>> {
        let residues = self.field.plain(&self.product);
        let kept = (0..LANES).filter(|&lane| !self.is_lost[lane]);
        let is_done = self.at == plan.fronts.len();
        is_done.then(|| kept.map(|lane| (residues[lane], self.field.primes()[lane])).collect())
    }
}

/// The remaining part of a front, without its own rows.
fn rest(matrix: &Dense, own: usize) -> Dense {
    let mut rest = Dense::zero(matrix.side - own);
    for row in own..matrix.side {
        let from = row * matrix.side;
        let to = (row - own) * rest.side;
        let width = rest.side;
        rest.cells[to..to + width].copy_from_slice(&matrix.cells[from + own..from + matrix.side]);
    }
    rest
}
