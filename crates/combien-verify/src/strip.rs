//! Checks certificates of regions that grow by slices: that a quotient of polynomials is the generating
//! function of the numbers of coverings, for every number of slices.
//!
//! A *state* is the next slice with the cells in it and behind it that are covered; the first one is the
//! first slice with none. A *step* covers the other cells of the slice by placements that begin there. So the
//! coverings of n slices are the ways of n steps from the first state to one without covered cells. By Cayley
//! and Hamilton their numbers have a recurrence whose order is the number of states, and so have sums of
//! multiples of numbers that follow one another. If as many of these sums are 0 in a row, all later ones are.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead;

use crate::lines::{Lines, Refusal, Result, number, wrong};
use crate::natural::Natural;

/// A cell: how many slices after the one it is told from, and which one there, from 0.
type Cell = (usize, usize);

/// To which states steps lead, and how many to each.
type Steps = Vec<(usize, Natural)>;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The order of the recurrence.
    pub order: usize,
    /// The number of states that were met.
    pub states: usize,
}

/// Slices, and the placements that begin in each.
struct Slices {
    has_head: bool,
    sizes: Vec<usize>,
    placements: Vec<Vec<BTreeSet<Cell>>>,
}

/// What is counted, and the quotient: integers by their sign, `true` if negative, and their size.
struct Certificate {
    slices: Slices,
    /// The number of a region without slices.
    first: usize,
    quotient: [Vec<(bool, Natural)>; 2],
}

/// What a certificate proves; `memory` is about the greatest number of bytes that it may take.
pub fn check(input: impl BufRead, memory: usize) -> Result<Proved> {
    let mut lines = Lines { input, bytes: vec![], number: 0, sum: 0xcbf2_9ce4_8422_2325, memory };
    let certificate = Certificate::read(&mut lines).map_err(|refusal| refusal.at(lines.number))?;
    certificate.proved(memory)
}

impl Certificate {
    fn read(lines: &mut Lines<impl BufRead>) -> Result<Certificate> {
        if lines.next()? != "combien strip 1" {
            return wrong("expected `combien strip 1`");
        }
        let naturals = |lines: &mut Lines<_>, name| -> Result<Vec<usize>> {
            let words = words(lines.next()?, name)?;
            words.iter().map(|word| number(word)).collect()
        };
        let (head, first) = (naturals(lines, "head")?, naturals(lines, "first")?);
        let (&[head @ (0 | 1)], &[first]) = (&head[..], &first[..]) else {
            return wrong("expected one number after `head`, 0 or 1, and one after `first`");
        };
        let sizes = naturals(lines, "sizes")?;
        if sizes.len() <= head {
            return wrong("expected slices that are repeated");
        }
        let placements = vec![vec![]; sizes.len()];
        let mut slices = Slices { has_head: head == 1, sizes, placements };
        let mut line = lines.next()?;
        let mut bytes = 0;
        while let Some(placement) = line.strip_prefix("placement ") {
            // A cell takes at least four characters there, and some ten times as much in a set.
            bytes += 100 + 10 * placement.len();
            slices.add(placement)?;
            if bytes > lines.memory {
                return Err(Refusal::Memory(lines.memory));
            }
            line = lines.next()?;
        }
        let numerator = integers(&words(line, "numerator")?)?;
        let denominator = integers(&words(lines.next()?, "denominator")?)?;
        if denominator.first() != Some(&(false, Natural::one())) {
            return wrong("the first coefficient of the denominator is not 1");
        }
        lines.end()?;
        Ok(Certificate { slices, first, quotient: [numerator, denominator] })
    }

    fn proved(&self, memory: usize) -> Result<Proved> {
        let (steps, is_end) = self.slices.states(memory)?;
        let [numerator, denominator] = &self.quotient;
        let order = numerator.len().max(denominator.len() - 1);
        let (before, numerator) = numerator.split_at(self.first.min(numerator.len()));
        if before.iter().any(|(_, size)| *size != Natural::ZERO) {
            return wrong("the quotient has numbers before the first one");
        }
        // From there on a sum has only numbers of regions with slices, and no coefficient of the numerator.
        let regular = numerator.len().max(denominator.len() - 1);
        let mut vector: Vec<Natural> =
            is_end.iter().map(|&is_end| if is_end { Natural::one() } else { Natural::ZERO }).collect();
        let (mut numbers, mut bytes) = (vec![], 0);
        for place in 0..regular + steps.len() {
            numbers.push(vector[0].clone());
            bytes += 24 + vector[0].bytes();
            let sum = |steps: &Steps| {
                let mut sum = Natural::ZERO;
                for (state, ways) in steps {
                    sum.add(&vector[*state].times(ways));
                }
                sum
            };
            vector = steps.iter().map(sum).collect();
            // Both sides of: the sum of q_i a(n-i) is p_n.
            let mut sides = [Natural::ZERO, Natural::ZERO];
            for ((is_negative, size), number) in denominator.iter().zip(numbers.iter().rev()) {
                sides[usize::from(*is_negative)].add(&size.times(number));
            }
            if let Some((is_negative, size)) = numerator.get(place) {
                sides[usize::from(!is_negative)].add(size);
            }
            if sides[0] != sides[1] {
                let message = "the quotient does not give the number after";
                return wrong(format!("{message} {place} slices, which is {}", numbers[place]));
            }
            if bytes + vector.iter().map(Natural::bytes).sum::<usize>() > memory {
                return Err(Refusal::Memory(memory));
            }
        }
        Ok(Proved { order, states: steps.len() })
    }
}

impl Slices {
    /// The slice that follows a slice.
    fn after(&self, slice: usize) -> usize {
        if slice + 1 < self.sizes.len() { slice + 1 } else { usize::from(self.has_head) }
    }

    /// Adds a placement, `SLICE AHEAD.CELL...`.
    fn add(&mut self, line: &str) -> Result<()> {
        let (slice, cells) = line.split_once(' ').ok_or("a placement without cells")?;
        let slice = number::<usize>(slice)?;
        if slice >= self.sizes.len() {
            return wrong(format!("there is no slice {slice}"));
        }
        let mut placement = BTreeSet::new();
        for word in cells.split(' ') {
            let (ahead, cell) = word.split_once('.').ok_or("a cell is written AHEAD.CELL")?;
            let cell: Cell = (number::<u16>(ahead)?.into(), number(cell)?);
            let (place, head) = (slice + cell.0, usize::from(self.has_head));
            let there = if place < head { place } else { head + (place - head) % (self.sizes.len() - head) };
            if cell.1 >= self.sizes[there] || !placement.insert(cell) {
                return wrong(format!("the cell {word} is on no slice, or there twice"));
            }
        }
        if placement.first().is_none_or(|first| first.0 > 0) {
            return wrong("the placement does not begin in its slice");
        }
        self.placements[slice].push(placement);
        Ok(())
    }

    /// The states that can be met: the states to which the steps from each lead, each with the number of
    /// these steps, and whether it is one of a region that is covered.
    fn states(&self, memory: usize) -> Result<(Vec<Steps>, Vec<bool>)> {
        let mut states = vec![(0, BTreeSet::new())];
        let mut numbers = HashMap::from([(states[0].clone(), 0)]);
        let (mut steps, mut bytes) = (vec![], 0);
        while let Some((slice, covered)) = states.get(steps.len()).cloned() {
            let mut reached = vec![];
            for (next, ways) in self.steps(slice, covered, memory)? {
                let state = (self.after(slice), next);
                let place = *numbers.entry(state.clone()).or_insert_with(|| {
                    bytes += 200 + 100 * state.1.len();
                    states.push(state);
                    states.len() - 1
                });
                bytes += 40 + ways.bytes();
                reached.push((place, ways));
            }
            if bytes > memory {
                return Err(Refusal::Memory(memory));
            }
            steps.push(reached);
        }
        let is_end =
            states.iter().map(|(slice, covered)| covered.is_empty() && (*slice > 0 || !self.has_head));
        Ok((steps, is_end.collect()))
    }

    /// What ways to cover what is left of a slice cover behind it, and how many ways cover the same. One cell
    /// after the other is covered, and ways that cover the same so far are one.
    fn steps(
        &self,
        slice: usize,
        covered: BTreeSet<Cell>,
        memory: usize,
    ) -> Result<BTreeMap<BTreeSet<Cell>, Natural>> {
        let mut ways = BTreeMap::from([(covered, Natural::one())]);
        for cell in 0..self.sizes[slice] {
            let (mut next, mut bytes) = (BTreeMap::new(), 0);
            let mut add = |set: BTreeSet<Cell>, more: &Natural| {
                bytes += 100 + 30 * set.len() + more.bytes();
                next.entry(set).or_insert(Natural::ZERO).add(more);
                if bytes > memory { Err(Refusal::Memory(memory)) } else { Ok(()) }
            };
            for (covered, number) in ways {
                if covered.contains(&(0, cell)) {
                    add(covered, &number)?;
                    continue;
                }
                let fits = |placement: &&BTreeSet<Cell>| {
                    placement.contains(&(0, cell)) && placement.is_disjoint(&covered)
                };
                for placement in self.placements[slice].iter().filter(fits) {
                    add(placement | &covered, &number)?;
                }
            }
            ways = next;
        }
        let behind = |cells: BTreeSet<Cell>| {
            cells.into_iter().filter(|cell| cell.0 > 0).map(|cell| (cell.0 - 1, cell.1)).collect()
        };
        Ok(ways.into_iter().map(|(cells, number)| (behind(cells), number)).collect())
    }
}

/// The words behind a name.
fn words<'l>(line: &'l str, name: &str) -> Result<Vec<&'l str>> {
    let rest = line.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let rest = rest.ok_or_else(|| Refusal::from(&*format!("expected `{name}`")))?;
    Ok(rest.split(' ').skip(1).collect())
}

fn integers(words: &[&str]) -> Result<Vec<(bool, Natural)>> {
    let integer = |word: &&str| {
        let (is_negative, digits) = word.strip_prefix('-').map_or((false, *word), |digits| (true, digits));
        let size = Natural::read(digits).ok_or_else(|| Refusal::from(&*format!("`{word}` is no number")))?;
        Ok((is_negative, size))
    };
    words.iter().map(integer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dominoes on 2 rows: Fibonacci's numbers.
    const LINES: &str = "combien strip 1\nhead 0\nfirst 0\nsizes 2\nplacement 0 0.0 0.1\nplacement 0 0.0 1.0\n\
        placement 0 0.1 1.1\nnumerator 1\ndenominator 1 -1 -1\n";

    /// With the line of its sum.
    fn ended(lines: &str) -> String {
        let sum = lines.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{lines}end {sum:016x}\n")
    }

    fn checked(lines: &str) -> Result<Proved> {
        check(ended(lines).as_bytes(), 1 << 20)
    }

    #[test]
    fn a_quotient_is_verified() {
        assert_eq!(checked(LINES), Ok(Proved { order: 2, states: 2 }));
    }

    /// A single change of any line is refused: of the placements, the quotient or the form.
    #[test]
    fn what_is_changed_is_refused() {
        for (right, wrong) in [
            ("placement 0 0.1 1.1\n", ""),
            ("placement 0 0.1 1.1\n", "placement 0 0.1 1.1\nplacement 0 0.1 1.1\n"),
            ("placement 0 0.1 1.1", "placement 0 0.1 1.1 2.1"),
            ("placement 0 0.1 1.1", "placement 0 1.1"),
            ("placement 0 0.1 1.1", "placement 0 0.1 1.2"),
            ("placement 0 0.1 1.1", "placement 0 0.1 0.1"),
            ("placement 0 0.1 1.1", "placement 1 0.1 1.1"),
            ("numerator 1\n", "numerator 1 1\n"),
            ("numerator 1\n", "numerator\n"),
            ("numerator 1\n", "numerator 01\n"),
            ("denominator 1 -1 -1", "denominator 1 -1 -2"),
            ("denominator 1 -1 -1", "denominator 1 -1 1"),
            ("denominator 1 -1 -1", "denominator 2 -1 -1"),
            ("denominator 1 -1 -1", "denominator 1 -1"),
            ("first 0", "first 1"),
            ("first 0", "first 18446744073709551615"),
            ("head 0", "head 1"),
            ("head 0", "head 2"),
            ("sizes 2", "sizes 3"),
            ("sizes 2", "sizes"),
        ] {
            let changed = LINES.replace(right, wrong);
            assert_ne!(changed, LINES);
            assert!(matches!(checked(&changed), Err(Refusal::Wrong { .. })), "{wrong}");
        }
        let unsummed = ended(LINES).replace("placement 0 0.0 1.0\n", "");
        assert!(matches!(check(unsummed.as_bytes(), 1 << 20), Err(Refusal::Wrong { line: 9, .. })));
    }

    /// The quotient for the numbers shifted by one, of a head of two cells before the slices.
    #[test]
    fn heads_and_first_numbers_are_counted() {
        let lines = LINES
            .replace("head 0\nfirst 0\nsizes 2", "head 1\nfirst 4\nsizes 2 2")
            .replace(
                "placement 0 0.1 1.1\n",
                "placement 0 0.1 1.1\nplacement 1 0.0 0.1\nplacement 1 0.0 1.0\nplacement 1 0.1 1.1\n",
            )
            .replace("numerator 1", "numerator 0 0 0 0 0 1 1");
        assert_eq!(checked(&lines), Ok(Proved { order: 7, states: 3 }));
    }

    #[test]
    fn memory_is_limited() {
        let limited = |memory| check(ended(LINES).as_bytes(), memory);
        assert_eq!(limited(50), Err(Refusal::Memory(50)));
        assert_eq!(limited(300), Err(Refusal::Memory(300)));
        // One slice of many cells can be covered in ways that reach too many states.
        let two = |cell| format!("placement 0 0.{cell}\nplacement 0 0.{cell} 1.{cell}\n");
        let singles: String = (0..40).map(two).collect();
        let many = "combien strip 1\nhead 0\nfirst 0\nsizes 40\n".to_owned() + &singles;
        let many = many + "numerator 1\ndenominator 1\n";
        assert!(matches!(check(ended(&many).as_bytes(), 1 << 20), Err(Refusal::Memory(_))));
    }

    /// There are 2^40 ways to cover forty cells, and none to cover the next one.
    #[test]
    fn ways_that_cover_the_same_are_one() {
        let twice = (0..40).map(|cell| format!("placement 0 0.{cell}\nplacement 0 0.{cell}\n"));
        let lines = |cells: usize, quotient: &str| {
            let placements = twice.clone().collect::<String>();
            format!("combien strip 1\nhead 0\nfirst 0\nsizes {cells}\n{placements}{quotient}\n")
        };
        let none = lines(41, "numerator 1\ndenominator 1");
        assert_eq!(checked(&none), Ok(Proved { order: 1, states: 1 }));
        let power = lines(40, &format!("numerator 1\ndenominator 1 -{}", 1u64 << 40));
        assert_eq!(checked(&power), Ok(Proved { order: 1, states: 1 }));
    }
}
