//! Coverings up to symmetry, for every number of slices.
//!
//! By the lemma of Cauchy, Frobenius and Burnside their number is the mean, over all motions, of the number of
//! coverings that a motion leaves unchanged. These are the coverings of a quotient: its cells are orbits of
//! cells, and its placements are orbits of placements whose members are equal or disjoint. The quotient by a
//! motion that keeps each slice grows by slices, too. A motion that reverses their order leaves half of the
//! region, which grows from the middle outwards: pieces that cross the middle are the head.

use std::collections::BTreeMap;

use super::{Automaton, Series, Slices, Tell, TransferError};
use crate::budget::Budget;

/// A motion of a region without a head, whose period is one slice.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    /// The number to which the cell of each number goes.
    pub image: Vec<usize>,
    /// Are the slices reversed? Else each is mapped to itself.
    pub reverses: bool,
}

/// The series of the numbers of coverings up to motions, which must be a group and map placements to
/// placements. The region must have no head, a period of one slice, and no vertices.
///
/// Makes an automaton for each motion, or two. The one for the identity is the largest but for few.
///
/// # Errors
///
/// Those of [`Automaton::new`] and [`Series::of`].
#[doc(hidden)]
pub fn up_to(
    slices: &Slices,
    turns: &[Turn],
    most: usize,
    budget: &Budget,
    tell: Tell<'_>,
) -> Result<Series, TransferError> {
    let fixed =
        |slices: &Slices| Series::telling(&Automaton::telling(slices, most, budget, tell)?, 0, budget, tell);
    let all = fixed(slices)?;
    let bits = all.bits;
    let mut numbers: BTreeMap<&Turn, u64> = BTreeMap::new();
    for turn in turns {
        *numbers.entry(turn).or_default() += 1;
    }
    let mut sum = Series::constant(0);
    for (turn, number) in numbers {
        let is_identity = !turn.reverses && turn.image.iter().enumerate().all(|(cell, &image)| cell == image);
        let series = if is_identity {
            all.clone()
        } else if turn.reverses {
            let even = fixed(&slices.half(&turn.image, false))?.stretched(0);
            let odd = fixed(&slices.half(&turn.image, true))?.stretched(1);
            // The empty covering of no slices belongs to no head.
            even.plus(&odd, budget)?.plus(&Series::constant(1), budget)?
        } else {
            fixed(&slices.quotient(&turn.image))?
        };
        sum = sum.plus(&series.mapped(bits, |coefficient| coefficient * number), budget)?;
    }
    // Each motion leaves at most all coverings unchanged, so the bound on the bits is that of all. The
    // constant coefficient of the denominator is 1, so the coefficients of the numerator are sums of
    // multiples of the numbers, which the order of the group divides.
    Ok(sum.mapped(bits, |coefficient| coefficient / turns.len()))
}

/// A cell by its slice, which may be negative, and its number there.
type At = (isize, usize);

/// The images of a placement under the powers of a motion, each ascending; `None` if two of them differ but
/// meet. It is enough to compare with the first one, for the motion maps any two to others.
fn orbit(placement: Vec<At>, motion: impl Fn(At) -> At) -> Option<Vec<Vec<At>>> {
    let mut images = vec![placement];
    loop {
        let mut next: Vec<At> = images[images.len() - 1].iter().map(|&cell| motion(cell)).collect();
        next.sort_unstable();
        if next == images[0] {
            return Some(images);
        }
        if next.iter().any(|cell| images[0].contains(cell)) {
            return None;
        }
        images.push(next);
    }
}

/// For each number that of its orbit, and how many orbits there are.
fn orbits(image: &[usize]) -> (Vec<usize>, usize) {
    let (mut numbers, mut number) = (vec![usize::MAX; image.len()], 0);
    for first in 0..image.len() {
        let mut cell = first;
        while numbers[cell] == usize::MAX {
            numbers[cell] = number;
            cell = image[cell];
        }
        // A cell of an orbit that was met before has its number, which is smaller.
        number += usize::from(numbers[first] == number);
    }
    (numbers, number)
}

impl Slices {
    /// The quotient by a motion that keeps each slice.
    fn quotient(&self, image: &[usize]) -> Slices {
        let (orbit_of, number) = orbits(image);
        let folded = |placement: &Vec<(usize, usize)>| {
            let cells = placement.iter().map(|&(ahead, cell)| (ahead as isize, cell)).collect();
            let images = orbit(cells, |(slice, cell)| (slice, image[cell]))?;
            // An orbit is met once for each member, and is taken at the least one.
            let is_least = images.iter().min() == images.first();
            let mut cells: Vec<(usize, usize)> =
                placement.iter().map(|&(ahead, cell)| (ahead, orbit_of[cell])).collect();
            cells.sort_unstable();
            cells.dedup();
            is_least.then_some(cells)
        };
        let placements = vec![self.placements[0].iter().filter_map(folded).collect()];
        Slices { sizes: vec![number], placements, ..Slices::default() }
    }

    /// The quotient by a motion that reverses the slices, from the middle outwards. If their number is odd, the
    /// slice 0 is mapped to itself; else it is mapped to the one before it.
    fn half(&self, image: &[usize], is_odd: bool) -> Slices {
        let twice: Vec<usize> = image.iter().map(|&cell| image[cell]).collect();
        let (period, (twice_of, _), (once_of, once)) = (self.quotient(&twice), orbits(&twice), orbits(image));
        let reach = self.placements[0].iter().flatten().map(|&(ahead, _)| ahead).max().unwrap_or(0);
        let head = reach + 1;
        let mut half = Slices {
            head,
            sizes: vec![period.sizes[0]; head + 1],
            placements: vec![period.placements[0].clone(); head + 1],
            ..Slices::default()
        };
        if is_odd {
            (half.sizes[0], half.placements[0]) = (once, vec![]);
        }
        let last = -1 + isize::from(is_odd);
        let motion = |(slice, cell): At| (last - slice, image[cell]);
        let orbit_of = |(slice, cell): At| {
            (slice as usize, if is_odd && slice == 0 { once_of[cell] } else { twice_of[cell] })
        };
        // What begins further back ends before the middle.
        let crossing = (-(reach as isize)..=last).flat_map(|from| {
            let shifted = move |placement: &Vec<(usize, usize)>| {
                placement.iter().map(|&(ahead, cell)| (from + ahead as isize, cell)).collect::<Vec<At>>()
            };
            self.placements[0].iter().map(shifted)
        });
        for placement in crossing.filter(|placement| placement.last().is_some_and(|&(slice, _)| slice >= 0)) {
            let Some(images) = orbit(placement, motion) else { continue };
            if images.iter().min() != images.first() {
                continue;
            }
            let mut cells: Vec<(usize, usize)> =
                images.into_iter().flatten().filter(|&(slice, _)| slice >= 0).map(orbit_of).collect();
            cells.sort_unstable();
            cells.dedup();
            let first = cells[0].0;
            for (slice, _) in &mut cells {
                *slice -= first;
            }
            half.placements[first].push(cells);
        }
        half
    }
}
