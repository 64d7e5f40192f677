//! Listing up to a large group: alike parts of solutions are refused, not only alike solutions.
//!
//! A layer has partial solutions, no two of them alike, such that each solution that was not met has an image
//! that contains one of them. Of a partial solution, an item is chosen that must still be covered; each of
//! its options makes a larger partial solution. Of these, one of each class is in the next layer. Nothing
//! depends on which item is chosen, so it is one with few options. (Classification "by seeds"; Kaski and
//! Östergård, "Classification Algorithms for Codes and Designs", 2006, chapters 4 and 6.)
//!
//! A partial solution with few solutions is not divided: it is searched for some nodes first. Solutions that
//! contain unlike partial ones are met more than once, and told apart by [`Met`].

use std::ops::ControlFlow;

use super::ListError;
use super::limits::Stretch;
use super::listing::{Layered, Listing};
use super::met::{Meeting, Met, numbers};
use crate::automorphisms::Symmetry;
use crate::count::Count;
use crate::problem::{OptionId, Residual, Solution, Subproblem};
use crate::solve::Reason;

/// A layer with more partial solutions than this is searched to the end if hardly any of them were alike.
const MANY: usize = 1 << 14;

/// A partial solution, and its part of the progress.
struct Seed {
    options: Vec<OptionId>,
    /// The elements of the group that map it to itself.
    symmetry: Symmetry,
    width: f64,
}

/// The next layer, as far as it is known.
struct Layer {
    met: Met,
    seeds: Vec<Seed>,
    /// How many partial solutions were looked at for it.
    parts: usize,
    /// Not all of them can be remembered.
    is_full: bool,
}

impl Layer {
    /// Adds a partial solution, unless one of its class was met.
    fn add(&mut self, part: &Solution) -> Result<(), ListError> {
        let symmetry = match self.met.meet(part)? {
            Meeting::Again => return Ok(()),
            Meeting::First(symmetry) => symmetry,
            Meeting::Unknown => {
                self.is_full = true;
                Symmetry { order: Count::ONE, orbits: vec![] }
            }
        };
        self.seeds.push(Seed { options: part.options().to_vec(), symmetry, width: 0.0 });
        Ok(())
    }

    /// Are they many, and hardly any of them alike?
    fn are_unlike(&self) -> bool {
        self.seeds.len() > MANY && self.seeds.len() > self.parts - self.parts / 8
    }
}

/// How the search below a partial solution ended.
enum Searched {
    All,
    /// It would take long.
    Part,
    /// The listing ends.
    Ended(Layered),
}

impl Listing<'_> {
    /// Delivers one solution of each orbit, the least one if that is wanted. `partial` remembers nothing yet;
    /// a partial solution is divided if it takes more nodes than the trial has.
    pub(super) fn by_layers(&mut self, partial: &Met, trial: u64) -> Result<Layered, ListError> {
        let orbits = numbers(&self.group.orbits_within(self.budget)?, OptionId::index);
        let symmetry = Symmetry { order: self.group.order(), orbits };
        let mut layer = vec![Seed { options: vec![], symmetry, width: 1.0 }];
        let mut most = Some(trial);
        while !layer.is_empty() {
            let mut next = Layer { met: partial.empty(), seeds: vec![], parts: 0, is_full: false };
            for seed in layer {
                if let Some(ended) = self.work_off(&seed, most, &mut next)? {
                    return Ok(ended);
                }
            }
            if let Some(known) = &mut self.met {
                known.add_work(&next.met);
            }
            if next.is_full || next.are_unlike() {
                most = None;
            }
            layer = next.seeds;
        }
        Ok(Layered::Ended(ControlFlow::Continue(())))
    }

    /// Delivers the solutions that contain a partial one, or divides it. Returns how the listing ended, if it
    /// did.
    fn work_off(
        &mut self,
        seed: &Seed,
        most: Option<u64>,
        next: &mut Layer,
    ) -> Result<Option<Layered>, ListError> {
        let part = Subproblem::whole().take(seed.options.iter().copied());
        let Some(left) = part.residual(self.problem)? else {
            self.done += seed.width;
            return Ok(None);
        };
        let options = fewest_unlike(&left, &seed.symmetry);
        let trial = most.filter(|_| !options.is_empty());
        let trial = trial.map(|nodes| Trial::new(nodes, &seed.symmetry.order, options.len()));
        match self.search_below(&left, trial.as_ref(), seed.width)? {
            Searched::All => {
                self.done += seed.width;
                return Ok(None);
            }
            Searched::Part => {}
            Searched::Ended(ended) => return Ok(Some(ended)),
        }
        next.parts += options.len();
        let before = next.seeds.len();
        for &option in &options {
            self.limit_work()?;
            next.add(&seed.options.iter().copied().chain([option]).collect())?;
        }
        // What was left of it is left of those that are new.
        let new = &mut next.seeds[before..];
        if new.is_empty() {
            self.done += seed.width;
        }
        let width = seed.width / new.len() as f64;
        for part in new {
            part.width = width;
        }
        Ok(None)
    }

    /// Delivers the solutions that contain a partial one and were not met, unless they are more than the
    /// trial allows.
    fn search_below(
        &mut self,
        left: &Residual,
        trial: Option<&Trial>,
        width: f64,
    ) -> Result<Searched, ListError> {
        let mut budget = self.spent.left();
        let limit = budget.nodes;
        let most = trial.map(|trial| trial.nodes);
        budget.nodes = limit.into_iter().chain(most).min();
        let stretch = Stretch::WHOLE.between(self.done, self.done + width);
        let (mut waiting, mut are_many, mut are_too_many) = (vec![], false, false);
        let (flow, stopped) =
            self.solutions_within(budget, &left.problem, stretch, |listing, solution| {
                if let Some(trial) = trial {
                    waiting.push(solution.clone());
                    are_many = waiting.len() > trial.solutions;
                    return Ok(if are_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
                }
                match listing.deliver_first(&left.complete(solution))? {
                    Delivered::Flow(flow) => Ok(flow),
                    Delivered::TooMany => {
                        are_too_many = true;
                        Ok(ControlFlow::Break(()))
                    }
                }
            })?;
        if are_too_many {
            return Ok(Searched::Ended(Layered::TooMany));
        }
        let is_over = are_many
            || matches!(stopped, Some(Reason::Nodes(nodes)) if Some(nodes) == most && limit.is_none_or(|limit| nodes < limit));
        if is_over && self.spent.solutions > 0 {
            return Ok(Searched::Part);
        }
        for solution in waiting {
            match self.deliver_first(&left.complete(&solution))? {
                Delivered::Flow(ControlFlow::Continue(())) => {}
                Delivered::Flow(flow) => return Ok(Searched::Ended(Layered::Ended(flow))),
                Delivered::TooMany => return Ok(Searched::Ended(Layered::TooMany)),
            }
            if is_over {
                return Ok(Searched::Part);
            }
        }
        Ok(match stopped {
            _ if is_over => Searched::Part,
            Some(reason) => {
                self.stop(reason);
                Searched::Ended(Layered::Ended(ControlFlow::Break(())))
            }
            None if flow.is_break() => Searched::Ended(Layered::Ended(flow)),
            None => Searched::All,
        })
    }

    /// Delivers a solution for its orbit, if that was not met: the least one, if that is wanted.
    fn deliver_first(&mut self, solution: &Solution) -> Result<Delivered, ListError> {
        self.check(solution);
        self.limit_work()?;
        Ok(match self.meet(solution)? {
            Meeting::Again => Delivered::Flow(ControlFlow::Continue(())),
            Meeting::First(Symmetry { order, .. }) => {
                let found = if self.wants_first { solution.clone() } else { self.choices.least(solution)?.0 };
                Delivered::Flow(self.found(found, order))
            }
            Meeting::Unknown => Delivered::TooMany,
        })
    }
}

/// What became of a solution.
enum Delivered {
    /// It was delivered or not.
    Flow(ControlFlow<()>),
    /// Its orbit cannot be remembered.
    TooMany,
}

/// What is done below a partial solution before it is divided.
struct Trial {
    nodes: u64,
    solutions: usize,
}

impl Trial {
    /// Where a partial solution has symmetries, its solutions are alike, and it is better to divide it than
    /// to compare more of them than it has parts.
    fn new(nodes: u64, symmetries: &Count, parts: usize) -> Trial {
        match symmetries.to_u64() {
            Some(1) => Trial { nodes, solutions: 1 << 5 },
            _ => Trial { nodes, solutions: 2 * parts },
        }
    }
}

/// The options of an item that must be covered, one of those that are alike; of the item that has the fewest.
/// They are options of the whole problem. Empty if nothing must be covered, or something cannot be.
fn fewest_unlike(left: &Residual, symmetry: &Symmetry) -> Vec<OptionId> {
    let problem = &left.problem;
    let mut by_item: Vec<Vec<(u32, OptionId)>> = vec![vec![]; problem.item_count()];
    for (option, &whole) in problem.options().zip(left.options()) {
        let orbit = symmetry.orbits.get(whole.index()).copied().unwrap_or(whole.index() as u32);
        for entry in problem.option(option) {
            by_item[entry.item.index()].push((orbit, whole));
        }
    }
    let mut best: Option<((usize, usize), Vec<OptionId>)> = None;
    for item in problem.items().filter(|&item| problem.bounds(item).lo > 0) {
        let options = &mut by_item[item.index()];
        let all = options.len();
        options.sort();
        options.dedup_by_key(|(orbit, _)| *orbit);
        if best.as_ref().is_none_or(|(fewest, _)| (options.len(), all) < *fewest) {
            best = Some(((options.len(), all), options.iter().map(|&(_, option)| option).collect()));
        }
    }
    best.map_or(vec![], |(_, options)| options)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::listing::TRIAL;
    use super::*;
    use crate::problem::{Bounds, Builder, Entry, Problem};
    use crate::solve::{Budget, Enumerate};
    use crate::symmetry::{Symmetries, automorphisms};

    /// The orbits that are listed, and the number of their solutions, with this limit on the bytes of orbits
    /// that are remembered.
    fn listed(problem: &Problem, trial: u64, most_bytes: usize) -> (u64, Count) {
        let budget = Budget::UNLIMITED;
        let found = automorphisms(problem, &budget).certain().clone();
        let group = Symmetries::found(problem, found, &budget).unwrap();
        let mut met = Met::of_any(problem, &group, &budget).unwrap().unwrap();
        met.limit(most_bytes);
        let (mut orbits, mut solutions) = (0, Count::ZERO);
        let mut deliver = |one: super::super::Representative| {
            orbits += 1;
            solutions += &one.orbit_size;
            assert_eq!(group.stabilizer_order(&one.solution), one.stabilizer_order);
            ControlFlow::Continue(())
        };
        let mut listing = Listing::new(problem, &group, &budget, None, &mut deliver).unwrap();
        assert!(listing.all_that(Some(met), trial).unwrap().is_continue());
        (orbits, solutions)
    }

    /// Triples of points, each pair once.
    fn triples(points: usize) -> Problem {
        let mut builder = Builder::new();
        let pairs = (0..points).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.for_each(|(a, b)| _ = builder.primary(&format!("{a}-{b}")).unwrap());
        for (c, (b, a)) in
            (0..points).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| (c, (b, a)))))
        {
            let names = [format!("{a}-{b}"), format!("{a}-{c}"), format!("{b}-{c}")];
            builder.option_by_names(&names).unwrap();
        }
        builder.build()
    }

    /// However much is tried before a partial solution is divided, and also if no orbit can be remembered, or
    /// one only: then the list begins again, without those that were delivered.
    #[test]
    fn steiner_systems() {
        for trial in [0, 10, TRIAL] {
            for most_bytes in [0, 1, usize::MAX] {
                assert_eq!(listed(&triples(7), trial, most_bytes), (1, Count::from(30u64)));
                assert_eq!(listed(&triples(9), trial, most_bytes), (1, Count::from(840u64)));
            }
        }
    }

    proptest! {
        /// The orbits have all solutions together, and are as many as Burnside's lemma says; also with bounds.
        #[test]
        fn random_problems(
            options in proptest::collection::vec(proptest::collection::vec(0..7usize, 1..4), 0..16),
            optional in 0..3u32,
            trial in prop_oneof![Just(0), Just(4), Just(TRIAL)],
            most_bytes in prop_oneof![Just(0), Just(1), Just(usize::MAX)],
        ) {
            let mut builder = Builder::new();
            let items: Vec<_> = (0..7).map(|item| match item {
                0 => builder.bounded("0", Bounds { lo: optional.min(1), hi: 1 + optional }).unwrap(),
                6 => builder.secondary("6").unwrap(),
                _ => builder.primary(&item.to_string()).unwrap(),
            }).collect();
            for mut option in options {
                option.sort_unstable();
                option.dedup();
                builder.option(option.into_iter().map(|item| Entry::from(items[item]))).unwrap();
            }
            let problem = builder.build();
            let found = automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
            let group = Symmetries::found(&problem, found, &Budget::UNLIMITED).unwrap();
            let counted = crate::symmetry::count(&problem, &group, &Budget::UNLIMITED, None).unwrap();
            let all = Enumerate::of(&problem).run().unwrap().count();
            let (orbits, solutions) = listed(&problem, trial, most_bytes);
            prop_assert_eq!(Count::from(orbits), counted.outcome.certain().clone());
            prop_assert_eq!(solutions, Count::from(all as u64));
        }
    }
}
