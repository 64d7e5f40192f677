//! Weights of single items, looked for a little at a time: beside a search that goes on.

use super::farkas::{Simplex, gcd};
use super::system::{Class, Classes, System};
use super::{MODULI, Weights, parity};
use crate::budget::{Budget, Effort, Reason};
use crate::problem::Problem;

/// What it costs to read an entry and to write it into a row, roughly.
const PER_ENTRY: usize = 4;
/// Larger problems are not read: that takes a second.
const MOST_ENTRIES: usize = 1 << 20;
/// Larger tables of the simplex method are not made: 16 MB.
const MOST_COUNTED: usize = 1 << 21;
/// Tables take this part of the memory. A table of [`Effort::most_numbers`] takes half of what an effort may
/// use.
const PART_OF_MEMORY: u64 = 8;

/// A search for weights that goes on where it was when it is given more work. It tries arguments modulo 2,
/// then those modulo other numbers and those by counting, and spends as much on either.
///
/// An argument modulo a number that was not decided is begun anew. So each call should allow twice as much
/// work as the one before: then all of them cost at most twice as much as the last one.
#[derive(Debug)]
pub struct Quest {
    problem: Problem,
    has_parity: bool,
    /// The rows of the arguments modulo numbers, once they are needed.
    system: Option<System>,
    /// The next of [`MODULI`]; their number if none is left.
    next: usize,
    simplex: Option<Simplex>,
    is_counted: bool,
}

impl Quest {
    /// Nothing is done before there is work to spend.
    pub(crate) fn new(problem: &Problem) -> Quest {
        let is_large = problem.entry_count() > MOST_ENTRIES;
        let next = if is_large { MODULI.len() } else { 0 };
        let problem = problem.clone();
        Quest { problem, has_parity: is_large, system: None, next, simplex: None, is_counted: is_large }
    }

    /// Has everything been tried?
    pub fn is_over(&self) -> bool {
        self.has_parity && self.is_colored() && self.is_counted
    }

    fn is_colored(&self) -> bool {
        self.next == MODULI.len()
    }

    /// Looks for weights with about this amount of work, and with a part of the memory of the budget.
    pub fn go_on(&mut self, work: usize, budget: &Budget) -> Result<Option<Weights>, Reason> {
        let budget = Budget { memory: Some(budget.memory() / PART_OF_MEMORY), ..budget.clone() };
        let effort = &mut Effort::within(&budget);
        let after_parity = work.checked_sub(parity::work(&self.problem)).filter(|_| !self.has_parity);
        if after_parity.is_some() {
            self.has_parity = true;
            let found = parity::weights(&self.problem, effort)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        let work = after_parity.unwrap_or(work);
        let share = if self.is_colored() || self.is_counted { work } else { work / 2 };
        match self.color(share, effort)? {
            None => self.count(share, effort),
            found => Ok(found),
        }
    }

    fn color(&mut self, mut left: usize, effort: &mut Effort<'_>) -> Result<Option<Weights>, Reason> {
        if self.is_colored() {
            return Ok(None);
        }
        if self.system.is_none() {
            let Some(rest) = self.after_reading(left) else { return Ok(None) };
            left = rest;
            let system =
                System::new(&self.problem, &Classes::single(&self.problem), Class::is_fixed, effort)?;
            if system.classes.len().saturating_mul(system.classes.len()) > effort.most_numbers() {
                self.next = MODULI.len();
                return Ok(None);
            }
            self.system = Some(system.scattered());
        }
        let Some(system) = &self.system else { return Ok(None) };
        while let Some(&(prime, modulus)) = MODULI.get(self.next) {
            // What holds modulo a power holds modulo the greatest power that is tried.
            let is_greatest = MODULI[self.next + 1..].iter().all(|&(other, _)| other != prime);
            if is_greatest {
                if let Some(weights) = system.weights(prime, modulus, &mut left, effort)? {
                    return Ok(Some(system.argument(&self.problem, prime, modulus, weights)));
                }
                if left == 0 {
                    return Ok(None);
                }
            }
            self.next += 1;
        }
        self.system = None;
        Ok(None)
    }

    fn count(&mut self, mut left: usize, effort: &mut Effort<'_>) -> Result<Option<Weights>, Reason> {
        if self.is_counted {
            return Ok(None);
        }
        if self.simplex.is_none() {
            let most = self.problem.item_count().saturating_mul(self.problem.option_count());
            if most > MOST_COUNTED.min(effort.most_numbers()) {
                self.is_counted = true;
                return Ok(None);
            }
            let Some(rest) = self.after_reading(left).and_then(|left| left.checked_sub(most)) else {
                return Ok(None);
            };
            left = rest;
            let classes = Classes::single(&self.problem);
            let system = System::merged(&self.problem, &classes, |class| !class.has_color, effort)?;
            self.simplex = Some(Simplex::new(system, effort)?);
        }
        let Some(simplex) = &mut self.simplex else { return Ok(None) };
        let found = simplex.run(&self.problem, &mut left, effort)?;
        if left > 0 {
            self.is_counted = true;
            self.simplex = None;
        }
        Ok(found)
    }

    /// What is left of this amount of work once the problem has been read, if it is enough.
    fn after_reading(&self, left: usize) -> Option<usize> {
        left.checked_sub(PER_ENTRY * self.problem.entry_count())
    }
}

impl System {
    /// Its rows in an order in which neighbors have little in common: they soon leave few weights possible,
    /// and the rows after that are looked at for these few only. In the order of a tiling, most weights stay
    /// possible for long: 35 hexominoes on 15 x 14 cells take 15 million steps then, and two millions in this
    /// order.
    fn scattered(mut self) -> System {
        let count = self.rows.len() as u64;
        // By the golden section, rows that follow each other are far apart.
        let mut step = count * 618 / 1000;
        while gcd(step, count) > 1 {
            step += 1;
        }
        let place = |number: u64| (number * step % count) as usize;
        self.rows = (0..count).map(|number| std::mem::take(&mut self.rows[place(number)])).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{coloring, counting};
    use super::*;
    use crate::check::check;
    use crate::problem::dlx::parse;
    use crate::problem::{OptionId, Problem};
    use crate::random::SplitMix64;

    /// Items with bounds, secondary ones and colors.
    fn random_problem(random: &mut SplitMix64) -> Problem {
        let bounds = ["", "", "", "2|", "0:1|", "1:2|", "2:3|"];
        let (primary, secondary) = (2 + random.place(4), random.place(3));
        let names: Vec<String> = (0..primary + secondary).map(|item| format!("i{item}")).collect();
        let heads = |range: std::ops::Range<usize>, random: &mut SplitMix64| -> Vec<String> {
            range.map(|item| format!("{}i{item}", bounds[random.place(bounds.len())])).collect()
        };
        let (first, last) = (heads(0..primary, random), names[primary..].join(" "));
        let mut text = format!("{} | {last}\n", first.join(" "));
        for _ in 0..=random.place(9) {
            let first = random.place(primary);
            let mut option = vec![names[first].clone()];
            for (item, name) in names.iter().enumerate().filter(|&(item, _)| item != first) {
                match random.place(5) {
                    0 | 1 => option.push(name.clone()),
                    2 if item >= primary => option.push(format!("{name}:{}", random.place(2))),
                    _ => {}
                }
            }
            text.extend([option.join(" "), "\n".to_owned()]);
        }
        parse("random", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}")).problem
    }

    fn has_cover(problem: &Problem) -> bool {
        let all: Vec<OptionId> = problem.options().collect();
        (0..1u32 << all.len()).any(|set| {
            let taken: Vec<OptionId> =
                all.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, &o)| o).collect();
            check(problem, &taken).is_ok()
        })
    }

    /// With little work each time, twice as much as before.
    fn found_in_time(problem: &Problem) -> Option<Weights> {
        let (mut quest, mut work) = (Quest::new(problem), 16);
        while !quest.is_over() {
            let found = quest.go_on(work, &Budget::UNLIMITED).unwrap();
            if found.is_some() {
                return found;
            }
            work *= 2;
        }
        None
    }

    #[test]
    fn what_is_found_in_time_is_true_and_is_what_there_is() {
        let mut random = SplitMix64::new(44);
        let mut kinds = [0; 3];
        for _ in 0..3000 {
            let problem = random_problem(&mut random);
            let (single, effort) = (Classes::single(&problem), &mut Effort::within(&Budget::UNLIMITED));
            let is_there = coloring(&problem, &single, 1 << 24, effort).unwrap().is_some()
                || counting(&problem, &single, 1 << 24, effort).unwrap().is_some();
            let found = found_in_time(&problem);
            assert_eq!(found.is_some(), is_there, "{problem:?}");
            match found {
                Some(weights) => {
                    assert!(weights.holds(&problem) && !has_cover(&problem), "{problem:?}");
                    kinds[usize::from(weights.modulus().is_some())] += 1;
                }
                None => kinds[2] += 1,
            }
        }
        assert!(kinds.iter().all(|&number| number > 100), "{kinds:?}");
    }

    /// Nothing is read before there is work for it.
    #[test]
    fn without_work_nothing_is_done() {
        let problem = parse("t", "a b c d\na b c\na b d\na c d\nb c d\n").unwrap().problem;
        let mut quest = Quest::new(&problem);
        assert_eq!(quest.go_on(parity::work(&problem) - 1, &Budget::UNLIMITED), Ok(None));
        assert!(!quest.has_parity);
        let rest = 2 * PER_ENTRY * problem.entry_count() - 2;
        assert_eq!(quest.go_on(parity::work(&problem) + rest, &Budget::UNLIMITED), Ok(None));
        assert!(quest.has_parity && quest.system.is_none() && quest.simplex.is_none() && !quest.is_over());
        let found = quest.go_on(1 << 10, &Budget::UNLIMITED).unwrap().unwrap();
        assert_eq!((found.modulus(), found.of().len()), (Some(3), 4));
    }
}
