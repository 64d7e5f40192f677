//! The Sudoku of side 9 on bits: for each digit and band, the cells that may still have it.
//!
//! A band is three rows, 27 cells, so the places of a digit in it are the bits of a word, and the grid is 27
//! words. The consequences of a word are looked up in tables:
//!
//! - **Locked places.** A digit is once in each row and each box, so the three segments (a row within a box)
//!   that have it form a permutation. A segment that is in no possible permutation loses its places
//!   ([`LOCKED`]).
//! - **Stacks.** The same holds for the columns of a stack (three boxes above one another) and the bands: a
//!   column in which no permutation allows the digit to this band has no place in it ([`STACKED`]).
//! - **Single places.** If a row has one place for a digit, no other digit can be there.
//! - **Single digits.** If a cell has one digit left, the rest of its row, column and box cannot have it.
//!
//! Singles in boxes and columns follow from these. Where nothing follows any more, the search takes a cell
//! with two digits that has most such cells in its row, column and box, or the cell with the fewest digits if
//! none has two. Either the first of its digits is there, or it is not.
//!
//! Band by band on bits is how the fastest solvers for this one puzzle work (zhouyundong's, and tdoku by Tom
//! Dillon, whose pages explain why). Here it is one more [way to search](Finder): its solutions pass the same
//! checker, and the tests compare it with the engine for any exact cover.

use crate::clues::Finder;
use combien::engine::Pause;
use combien::problem::{OptionId, Solution};

const DIGITS: usize = 9;
const BANDS: usize = 3;
/// The cells of a band: bit 9 r + c is the cell in row r of the band and column c.
const BAND: u32 = (1 << 27) - 1;
const ROW: u32 = 0x1FF;

/// Three rows of nine bits that are all the same.
const fn thrice(row: u32) -> u32 {
    row | row << 9 | row << 18
}

/// By a row of nine places: bit s if segment s has some.
const SEGMENTS: [u16; 512] = {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut segment = 0;
        while segment < 3 {
            if row >> (3 * segment) & 7 != 0 {
                table[row] |= 1 << segment;
            }
            segment += 1;
        }
        row += 1;
    }
    table
};

/// By the segments of a band that have places, bit 3 r + s: the cells that are allowed by some permutation of
/// segments.
const LOCKED: [u32; 512] = {
    let mut table = [0; 512];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut there = 0;
    while there < 512 {
        let mut k = 0;
        while k < 6 {
            let [a, b, c] = orders[k];
            let segments = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if there & segments == segments {
                table[there] |= 7 << (3 * a) | 7 << (9 + 3 * b) | 7 << (18 + 3 * c);
            }
            k += 1;
        }
        there += 1;
    }
    table
};

/// By the bands and columns of a stack that have places, bit 3 b + c: the columns that some permutation
/// allows to each band, those of band b at bit 9 b.
const STACKED: [u32; 512] = {
    let mut table = [0; 512];
    let mut there = 0;
    while there < 512 {
        let mut band = 0;
        while band < 3 {
            // Here a segment means a column.
            let row = LOCKED[there] >> (9 * band);
            let columns = row & 1 | (row >> 3 & 1) << 1 | (row >> 6 & 1) << 2;
            table[there] |= columns << (9 * band);
            band += 1;
        }
        there += 1;
    }
    table
};

/// By a cell of a band: the cells of the band outside its row, column and box, and the cell itself.
const APART: [u32; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        let (row, column) = (cell / 9, cell % 9);
        let of_box = thrice(7 << (3 * (column / 3)));
        table[cell] = BAND & !(of_box | ROW << (9 * row)) | 1 << cell;
        cell += 1;
    }
    table
};

/// The places that are the only ones in their row, if every row has some.
#[inline]
const fn singles(places: u32) -> u32 {
    let more = places & (places - thrice(1));
    let is_more = (more | ((more & thrice(0xFF)) + thrice(0xFF))) >> 8 & thrice(1);
    places & !(is_more * ROW)
}

/// The cells of each band.
type Cells = [u32; BANDS];

/// A grid with the remaining places of each digit.
#[derive(Clone, Debug)]
struct State {
    /// By band and digit, the places of the digit in the band.
    places: [[u32; DIGITS]; BANDS],
    /// The places whose consequences have been drawn.
    settled: [[u32; DIGITS]; BANDS],
    /// The cells whose digit is known and removed from all other digits.
    known: Cells,
}

/// There is no solution.
struct Contradiction;

impl State {
    /// A state with these clues, if they do not contradict each other: none is in a cell that another has, or
    /// where another excludes its digit.
    fn new(clues: &[OptionId]) -> Option<State> {
        let mut state =
            State { places: [[BAND; DIGITS]; BANDS], settled: [[0; DIGITS]; BANDS], known: [0; BANDS] };
        let mut own = [[0; DIGITS]; BANDS];
        for clue in clues {
            let (cell, digit) = (clue.index() / DIGITS, clue.index() % DIGITS);
            let (band, cell) = (cell / 27, cell % 27);
            if state.places[band][digit] & !state.known[band] & 1 << cell == 0 {
                return None;
            }
            state.keep_apart(digit, band, cell);
            state.known[band] |= 1 << cell;
            own[band][digit] |= 1 << cell;
        }
        for ((places, own), known) in state.places.iter_mut().zip(own).zip(state.known) {
            places.iter_mut().zip(own).for_each(|(places, own)| *places &= !known | own);
        }
        Some(state)
    }

    /// The places of a digit.
    #[inline]
    fn of(places: &[[u32; DIGITS]; BANDS], digit: usize) -> Cells {
        [places[0][digit], places[1][digit], places[2][digit]]
    }

    /// Places the digit in this cell, so it is nowhere else in the row, column and box.
    #[inline]
    fn keep_apart(&mut self, digit: usize, band: usize, cell: usize) {
        let others = !thrice(1 << (cell % 9));
        let own = self.places[band][digit];
        self.places.iter_mut().for_each(|places| places[digit] &= others);
        self.places[band][digit] = own & APART[cell] & (others | 1 << cell);
    }

    /// Guesses that the digit is in this cell.
    fn put(&mut self, digit: usize, band: usize, cell: usize) {
        self.places[band].iter_mut().for_each(|places| *places &= !(1 << cell));
        self.places[band][digit] |= 1 << cell;
        self.keep_apart(digit, band, cell);
        self.known[band] |= 1 << cell;
    }

    /// Draws the consequences of all changed places.
    #[inline]
    fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            let mut is_settled = true;
            for digit in 0..DIGITS {
                let (places, settled) = (State::of(&self.places, digit), State::of(&self.settled, digit));
                if (places[0] ^ settled[0]) | (places[1] ^ settled[1]) | (places[2] ^ settled[2]) != 0 {
                    self.settle_digit(digit, places, settled)?;
                    is_settled = false;
                }
            }
            if is_settled {
                return Ok(());
            }
        }
    }

    /// Draws the consequences of the places of a digit. The consequences of settled ones have been drawn
    /// before.
    #[inline]
    fn settle_digit(
        &mut self,
        digit: usize,
        mut places: Cells,
        mut settled: Cells,
    ) -> Result<(), Contradiction> {
        loop {
            for band in 0..BANDS {
                if places[band] != settled[band] {
                    let own = places[band];
                    let there = SEGMENTS[(own & ROW) as usize]
                        | SEGMENTS[(own >> 9 & ROW) as usize] << 3
                        | SEGMENTS[(own >> 18 & ROW) as usize] << 6;
                    places[band] &= LOCKED[usize::from(there & 511)];
                }
            }
            let columns = places.map(|places| (places | places >> 9 | places >> 18) & ROW);
            let there = columns[0] & 7 | (columns[1] & 7) << 3 | (columns[2] & 7) << 6;
            let mut stacked = STACKED[there as usize];
            let there = columns[0] >> 3 & 7 | (columns[1] & 0o70) | (columns[2] & 0o70) << 3;
            stacked |= STACKED[there as usize] << 3;
            let there = columns[0] >> 6 | columns[1] >> 3 & 0o70 | columns[2] & 0o700;
            stacked |= STACKED[there as usize] << 6;
            settled = places;
            let mut changed = 0;
            for band in 0..BANDS {
                places[band] &= (stacked >> (9 * band) & ROW) * thrice(1);
                changed |= places[band] ^ settled[band];
            }
            if changed == 0 {
                break;
            }
        }
        if places.contains(&0) {
            return Err(Contradiction);
        }
        for band in 0..BANDS {
            let new = singles(places[band]) & !self.known[band];
            if new != 0 {
                self.known[band] |= new;
                self.places[band].iter_mut().for_each(|places| *places &= !new);
            }
            self.places[band][digit] = places[band];
            self.settled[band][digit] = places[band];
        }
        Ok(())
    }

    /// The cells that have digits left: at least one, two, three.
    #[inline]
    fn counts(&self, band: usize) -> [u32; 3] {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for own in self.places[band] {
            three |= two & own;
            two |= one & own;
            one |= own;
        }
        [one, two, three]
    }

    /// Draws all consequences. Returns the cells with two digits, if every cell has at least one and singles
    /// are settled.
    fn conclude(&mut self) -> Result<Cells, Contradiction> {
        loop {
            self.settle()?;
            let mut pairs = [0; BANDS];
            let mut is_new = false;
            for (band, pairs) in pairs.iter_mut().enumerate() {
                let [one, two, three] = self.counts(band);
                if one != BAND {
                    return Err(Contradiction);
                }
                *pairs = two & !three;
                let single = one & !two & !self.known[band];
                is_new |= single != 0;
                self.known[band] |= single;
                for cell in bits(single) {
                    // The previous single may have removed the digit from the cell.
                    let digit = self.first(band, cell).ok_or(Contradiction)?;
                    self.keep_apart(digit, band, cell);
                }
            }
            if !is_new {
                return Ok(pairs);
            }
        }
    }

    fn is_solved(&self) -> bool {
        self.known == [BAND; BANDS]
    }

    /// The cell to branch on, as band and cell, from the result of [`State::conclude`].
    fn choose(&self, pairs: Cells) -> (usize, usize) {
        let cells = |of: Cells| (0..BANDS).flat_map(move |band| bits(of[band]).map(move |cell| (band, cell)));
        let near = |&(band, cell): &(usize, usize)| {
            let column = thrice(1 << (cell % 9));
            (0..BANDS)
                .map(|other| {
                    let reach = if other == band { !APART[cell] | column } else { column };
                    (pairs[other] & reach).count_ones()
                })
                .sum::<u32>()
        };
        let digits = |&(band, cell): &(usize, usize)| {
            self.places[band].iter().filter(|&places| places >> cell & 1 != 0).count()
        };
        let open = self.known.map(|known| BAND & !known);
        let chosen = cells(pairs).max_by_key(near).or_else(|| cells(open).min_by_key(digits));
        chosen.expect("a grid that is not solved has an open cell")
    }

    /// The first possible digit of a cell.
    fn first(&self, band: usize, cell: usize) -> Option<usize> {
        self.places[band].iter().position(|places| places >> cell & 1 != 0)
    }

    /// The options of a solved grid: they are a solution.
    fn options(&self) -> Solution {
        let mut digits = [0; BANDS * 27];
        for (band, places) in self.places.iter().enumerate() {
            for (digit, &places) in places.iter().enumerate() {
                bits(places).for_each(|cell| digits[27 * band + cell] = digit);
            }
        }
        let options =
            digits.iter().enumerate().map(|(cell, digit)| OptionId::from_index(DIGITS * cell + digit));
        options.collect()
    }
}

/// The places of the bits that are set, ascending.
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        first
    })
}

/// The search for the solutions of a puzzle, in depth.
#[derive(Debug, Default)]
pub(super) struct Bands {
    /// The remaining states, the next one last.
    open: Vec<State>,
    nodes: u64,
    solution: Solution,
}

impl Finder for Bands {
    fn sees_contradictions(&self) -> bool {
        true
    }

    fn begin(&mut self, clues: &[OptionId]) -> bool {
        self.open.clear();
        self.open.extend(State::new(clues));
        self.nodes = 0;
        !self.open.is_empty()
    }

    fn run(&mut self, nodes: u64) -> Pause {
        while let Some(mut state) = self.open.pop_if(|_| self.nodes < nodes) {
            self.nodes += 1;
            let Ok(pairs) = state.conclude() else { continue };
            if state.is_solved() {
                self.solution = state.options();
                return Pause::Solution;
            }
            let (band, cell) = state.choose(pairs);
            let Some(digit) = state.first(band, cell) else { continue };
            let mut without = state.clone();
            without.places[band][digit] &= !(1 << cell);
            state.put(digit, band, cell);
            self.open.extend([without, state]);
        }
        if self.open.is_empty() { Pause::End } else { Pause::Bound }
    }

    fn solution(&mut self) -> Solution {
        self.solution.clone()
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
