//! The fastest enumeration that we know: Algorithm X (TAOCP 7.2.2.1) on machine words.
//!
//! One search, and four ways to make it. The first three follow one another as the problem shrinks; the last,
//! which has no name on the command line, is a search by itself:
//!
//! | kernel | what a node is | where it works |
//! | --- | --- | --- |
//! | `cells` | sparse sets: numbers of options left, and bits | while masks would be too large or slow |
//! | `masks` | the list of the options left, as masks of bits | everywhere else |
//! | `fixed` | one mask of what is covered | below some node, if there are so few dead ends that it pays |
//! | `long` | one mask of what is covered | where there are many items, and options have 32 of them or more |
//!
//! The rule: problems whose masks take at most 384 bits, and a megabyte in all, begin with `masks`; others
//! with [`cells`](super::cells), which hands each node over to `masks` whose masks are that small. If
//! `cells` alone turns out to be faster, it takes over for good. When
//! `masks` estimates from its own progress that much is left, it finds a good order of the items. Random
//! probes then estimate whether `fixed` would be faster in this order; if so, `fixed` does the rest.
//!
//! **Order of solutions.** The item with the fewest options branches, the first in the order of the problem
//! among equals; its options are tried in the order of the problem. That is the order of
//! [`cells`](super::cells), until `fixed` takes over; after that, the first uncovered item in its order
//! branches. All decisions count work and never measure time, so the order is the same on every machine, for
//! every processor, and with any limits.
//!
//! **Bounds.** `masks` supports items that may be covered several times if each option has an item that must
//! be covered exactly once, as a placement has cells: only these items branch. `cells` searches other
//! problems with bounds to the end, in its own order.
//!
//! **Forced items.** Items with one option left take it at once, and an item without any ends a branch; so
//! there are fewer nodes than in the reference engine. A node is an option that was tried, and the root.
//!
//! **Cost.** A node over masks takes one or two passes over the list of options left, some nanoseconds for
//! each eight of them; a node in a fixed order, some nanoseconds in all. Space is that of one list for each
//! level. [`Work::updates`](super::Work) counts the options that passes looked at.

mod encode;
pub(crate) mod engine;
mod kernel;
mod long;
mod packing;
mod pieces;
mod pilot;
mod plan;
mod restarts;
mod table;
mod trunk;

pub use kernel::{Backend, Kernel, Method, Unavailable};
pub(crate) use long::has_long_options;
pub use restarts::Restarts;
pub(crate) use restarts::{Attempt, Attempts};

use combien_kernels::{Budget, Fixed, Masks, Processor, Step};

use encode::{Encoded, Limits};
use pilot::Pilot;
use plan::Plan;
use trunk::Trunk;

use super::Unsupported;
use crate::budget::{Pause, Work};
use crate::problem::{OptionId, Problem, Solution, Subproblem};

/// Masks of at most this size pay from the beginning. Six words are those of a Sudoku; with wider ones a
/// first solution costs more than with dancing links: twice as much with 961 items that are cells of
/// dominoes, thrice with the 1,024 of a Sudoku of side 16. In all they may take a megabyte: each level has a
/// list, and most of a first solution of a large packing was the time in which the system provided memory for
/// the lists near the root.
const DIRECT: Limits = Limits { width: 6, space: 1 << 17 };

/// The limits of the masks with which a problem begins. With bounds, `cells` would not hand over.
fn limits(problem: &Problem) -> Limits {
    let space = if problem.has_bounds() { Limits::MOST.space } else { DIRECT.space };
    Limits { space, ..DIRECT }
}

/// A search. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::{Pause, fast::Fast};
/// use combien::problem::dlx;
///
/// // TAOCP 7.2.2.1, (6): the first example of the section.
/// let problem = dlx::parse("toy", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.problem;
/// let mut search = Fast::new(&problem).unwrap();
/// assert_eq!(search.run(u64::MAX), Pause::Solution);
/// let options: Vec<_> = search.solution().options().iter().map(|option| option.number()).collect();
/// assert_eq!(options, [1, 4, 5]);
/// assert_eq!(search.run(u64::MAX), Pause::End);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fast {
    problem: Problem,
    method: Method,
    processor: Processor,
    budget: Budget,
    /// The search while there are too many items for masks.
    trunk: Option<Trunk>,
    masks: Option<Stage>,
    /// Memory for the masks of the next stage.
    arena: Vec<u64>,
    /// The search in a fixed order, if it pays; and whether it is at work.
    fixed: Option<Fixed>,
    is_fixed_at_work: bool,
    plan: Plan,
    pilot: Pilot,
    /// What searched before dancing cells took over.
    parked: Option<(Option<Trunk>, Option<Stage>)>,
    /// The part of the problem that is searched.
    subproblem: Subproblem,
    /// The work in the fixed order after which it is abandoned, if it was begun in one.
    in_fixed_order: Option<u64>,
}

/// The search over masks, and the data from which it was made.
#[derive(Clone, Debug)]
struct Stage {
    encoded: Encoded,
    search: Masks,
    /// The nodes before it began.
    since: u64,
}

impl Stage {
    /// The memory of an earlier search is used again.
    fn new(encoded: Encoded, since: u64, arena: Vec<u64>) -> Stage {
        Stage { search: Masks::with_arena(&encoded.bits, arena), encoded, since }
    }

    /// Starts again, with these options taken beforehand. It has no solution if one of them is excluded.
    fn restart(&mut self, taken: &[OptionId]) {
        self.search.restart(self.encoded.places(taken).as_deref());
    }

    /// The options at these places.
    fn options(&self, places: impl IntoIterator<Item = usize>) -> impl Iterator<Item = OptionId> {
        places.into_iter().map(|place| self.encoded.options[place])
    }
}

impl Fast {
    /// A search at its start, with the kernels of the rule. Linear in the size of the problem.
    pub fn new(problem: &Problem) -> Result<Fast, Unsupported> {
        Fast::on(problem, Method::Auto, Processor::best())
    }

    /// A search with a certain kernel, to compare them.
    pub fn with_kernel(problem: &Problem, kernel: Kernel) -> Result<Result<Fast, Unsupported>, Unavailable> {
        Ok(Fast::on(problem, kernel.method, Processor::detect(kernel.backend)?))
    }

    /// A search that makes its plan and abandons it within a few nodes, where others take thousands.
    #[cfg(test)]
    pub(crate) fn eager(problem: &Problem, first_thought: u64, grace: f64) -> Fast {
        let mut fast = Fast::new(problem).expect("the problem is small");
        fast.plan = Plan::eager(first_thought, grace);
        fast
    }

    fn on(problem: &Problem, method: Method, processor: Processor) -> Result<Fast, Unsupported> {
        let limits = match method {
            Method::Cells => None,
            Method::Auto => Some(limits(problem)),
            Method::Masks | Method::Fixed => Some(Limits::MOST),
        };
        let options = || problem.searched_options().collect();
        let encoded = limits.and_then(|limits| Encoded::of(problem, options(), |_| true, limits));
        let trunk = match encoded {
            Some(_) => None,
            None => Some(Trunk::new(problem, method != Method::Cells && !problem.has_bounds())?),
        };
        let mut fast = Fast {
            problem: problem.clone(),
            method,
            processor,
            budget: Budget::default(),
            trunk,
            masks: encoded.map(|encoded| Stage::new(encoded, 0, vec![])),
            arena: vec![],
            fixed: None,
            is_fixed_at_work: false,
            plan: Plan::new(problem),
            pilot: Pilot::new(problem, method == Method::Auto),
            parked: None,
            subproblem: Subproblem::whole(),
            in_fixed_order: None,
        };
        fast.make_plan();
        Ok(fast)
    }

    /// Makes the plan.
    fn make_plan(&mut self) {
        self.plan.begin();
        if self.method != Method::Auto || self.trunk.is_some() {
            self.plan.settle();
        }
        if let (Method::Fixed, None, Some(stage)) = (self.method, &self.trunk, &mut self.masks) {
            if self.fixed.is_none() {
                self.fixed = plan::in_good_order(&self.problem, &stage.encoded.bits);
            }
            stage.search.delegate(self.fixed.is_some());
        }
    }

    /// Starts again, on the part of the problem in which these options are taken, and with a new plan. If two
    /// of them clash, or one is excluded, it has no solution.
    ///
    /// Nothing is rebuilt, so this is the way to ask many questions about one problem.
    pub fn restart(&mut self, taken: &[OptionId]) {
        self.restart_with(Subproblem::new(taken.to_vec(), vec![]));
        if self.method != Method::Fixed {
            self.fixed = None;
        }
        self.make_plan();
    }

    fn restart_with(&mut self, subproblem: Subproblem) {
        self.budget = Budget::default();
        (self.is_fixed_at_work, self.in_fixed_order) = (false, None);
        if let Some(parked) = self.parked.take() {
            (self.trunk, self.masks) = parked;
        }
        self.pilot.begin();
        if let Some(trunk) = &mut self.trunk {
            trunk.begin(&subproblem);
            self.arena = self.take_arena();
            self.masks = None;
        } else if let Some(stage) = &mut self.masks {
            if subproblem.refused() != self.subproblem.refused() {
                let refused = subproblem.refused().to_vec();
                let is_left = |option: &OptionId| !refused.contains(option);
                let options = self.problem.searched_options().filter(is_left).collect();
                let encoded = Encoded::of(&self.problem, options, |_| true, Limits::MOST);
                let encoded = encoded.expect("fewer options need no wider masks");
                *stage = Stage::new(encoded, 0, stage.search.take_arena());
                self.fixed = None;
            }
            stage.restart(&subproblem.taken().to_vec());
        }
        self.subproblem = subproblem;
    }

    /// Are masks too large at the root? Then nodes near the root cost ten times as much as others.
    pub(crate) fn is_wide(&self) -> bool {
        self.trunk.is_some()
    }

    /// Runs to the next solution, to the end, or until this many nodes in all have been entered.
    pub fn run(&mut self, nodes: u64) -> Pause {
        (self.budget.most, self.budget.halt) = (nodes, true);
        self.go_on()
    }

    /// Runs to the end, or until this many nodes in all have been entered, and only counts the solutions on
    /// its way: [`Fast::found`] says how many. Never pauses at a solution.
    pub fn count(&mut self, nodes: u64) -> Pause {
        (self.budget.most, self.budget.halt) = (nodes, false);
        self.go_on()
    }

    /// The kernels, the deepest first.
    fn go_on(&mut self) -> Pause {
        loop {
            if self.budget.nodes >= self.pilot.at {
                self.send_pilot();
            }
            let step = if self.is_fixed_at_work {
                self.run_fixed()
            } else if self.masks.is_some() {
                self.run_masks()
            } else {
                self.run_trunk()
            };
            match step {
                Step::Solution => return Pause::Solution,
                Step::End => return Pause::End,
                Step::Nodes if self.budget.nodes >= self.budget.most => return Pause::Bound,
                Step::Nodes | Step::Width | Step::Delegated => {}
            }
        }
    }

    /// Lets dancing cells go on, if they are cheaper.
    fn send_pilot(&mut self) {
        if self.is_fixed_at_work || self.in_fixed_order.is_some() || self.fixed.is_some() {
            return self.pilot.stay();
        }
        let words = self.masks.as_ref().map_or(DIRECT.width, |stage| stage.encoded.bits.width);
        let part = (&self.problem, &self.subproblem);
        let above = self.trunk.as_ref();
        if let Some(cells) = self.pilot.fly(part, (above, words), self.work(), self.budget.found) {
            let trunk = self.trunk.replace(cells);
            self.parked = Some((trunk, self.masks.take()));
            self.plan.settle();
        }
    }

    fn run_trunk(&mut self) -> Step {
        let Some(trunk) = &mut self.trunk else { return Step::End };
        let mut budget = Budget { most: self.budget.most.min(self.pilot.at), ..self.budget };
        let (step, encoded) = trunk.run(&self.problem, &mut budget);
        self.budget = Budget { most: self.budget.most, ..budget };
        let arena = &mut self.arena;
        self.masks = encoded.map(|encoded| Stage::new(encoded, self.budget.nodes, std::mem::take(arena)));
        step
    }

    fn run_masks(&mut self) -> Step {
        let Some(stage) = &mut self.masks else { return Step::End };
        let mut budget = self.budget;
        budget.most = budget.most.min(self.plan.next_thought).min(self.pilot.at);
        let step = stage.search.run(self.processor, &mut budget);
        self.budget = Budget { most: self.budget.most, ..budget };
        match (step, &mut self.trunk) {
            (Step::Nodes, _) if self.budget.nodes >= self.plan.next_thought => {
                let fraction = stage.search.fraction_done(true);
                self.fixed = self.plan.think(&self.problem, &stage.encoded.bits, &self.budget, fraction);
                stage.search.delegate(self.fixed.is_some());
            }
            (Step::Delegated, _) => {
                let fixed = self.fixed.as_mut().expect("only a search in a fixed order is delegated to");
                fixed.begin(&stage.search.chosen());
                self.is_fixed_at_work = true;
            }
            (Step::End, Some(trunk)) => {
                trunk.hand_back(self.budget.nodes - stage.since);
                self.arena = stage.search.take_arena();
                self.masks = None;
                return Step::Width;
            }
            _ => {}
        }
        step
    }

    fn run_fixed(&mut self) -> Step {
        let (Some(fixed), Some(stage)) = (&mut self.fixed, &mut self.masks) else { return Step::End };
        let step = fixed.run(self.processor, &mut self.budget);
        if step != Step::End {
            return step;
        }
        self.is_fixed_at_work = false;
        // What began in the fixed order is abandoned by the caller that began it.
        if self.in_fixed_order.is_none()
            && self.plan.is_broken(&self.budget, stage.search.fraction_done(true))
        {
            stage.search.delegate(false);
        }
        Step::Delegated
    }

    /// At [`Pause::Solution`], the solution, with the options taken beforehand. Elsewhere it has no meaning.
    pub fn solution(&mut self) -> Solution {
        let mut options =
            self.trunk.as_ref().map_or_else(Vec::new, |trunk| trunk.cells.solution().options().to_vec());
        if let Some(stage) = &mut self.masks {
            let chosen = stage.search.chosen();
            options.extend(stage.options(chosen));
            if let (Some(fixed), true) = (&self.fixed, self.is_fixed_at_work) {
                options.extend(stage.options(fixed.chosen()));
            }
        }
        options.into_iter().collect()
    }

    /// Memory for the masks of the next stage, or of another search.
    pub(super) fn take_arena(&mut self) -> Vec<u64> {
        match &mut self.masks {
            Some(stage) => stage.search.take_arena(),
            None => std::mem::take(&mut self.arena),
        }
    }

    /// The maximum number of bytes that each of the next nodes may add.
    pub(crate) fn growth(&self) -> usize {
        match (&self.masks, &self.trunk) {
            (Some(stage), _) => stage.search.growth(),
            // A list of the masks that the trunk may begin at any node.
            (None, Some(_)) => {
                size_of::<u64>() * DIRECT.space.min(DIRECT.width * self.problem.option_count())
            }
            (None, None) => 0,
        }
    }

    /// The solutions found since the start.
    pub fn found(&self) -> u64 {
        self.budget.found
    }

    /// The work done since the start. Updates are options examined.
    pub fn work(&self) -> Work {
        Work { nodes: self.budget.nodes, updates: self.budget.scanned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Branch, Search as _, Task};
    use crate::problem::dlx::parse;

    /// A branch in a fixed order has progress 0 until it is done. It was once reported as all done at its
    /// start.
    #[test]
    fn a_branch_in_a_fixed_order_is_not_done_when_it_begins() {
        let text = "a b c d e f\na b\nc d\na c\nb d\na\nb\nc\nd\ne f\ne\nf\n";
        let problem = parse("t.dlx", text).unwrap().problem;
        let mut search =
            Fast::on(&problem, Method::Fixed, Processor::detect(Backend::Portable).unwrap()).unwrap();
        search.run(1);
        for branch in search.rest() {
            search.begin(&Branch { in_fixed_order: Some(u64::MAX), ..branch });
            assert!(search.count(2) == Pause::Bound && search.fraction() < 1.0);
            assert!(search.count(u64::MAX) == Pause::End && search.fraction() >= 1.0);
        }
    }

    /// Between a finished child and the next one the fraction does not decrease. It once fell back to its
    /// value at the start of the child.
    #[test]
    fn the_fraction_done_never_decreases() {
        let text = "a b c d e f\na b\nc d\na c\nb d\na\nb\nc\nd\ne f\ne\nf\n";
        let problem = parse("t.dlx", text).unwrap().problem;
        for method in [Method::Masks, Method::Fixed, Method::Cells] {
            let mut search =
                Fast::on(&problem, method, Processor::detect(Backend::Portable).unwrap()).unwrap();
            let (mut last, mut pauses) = (0.0, 0);
            while search.count(pauses) == Pause::Bound {
                assert!(search.fraction() >= last, "{method:?}");
                (last, pauses) = (search.fraction(), pauses + 1);
            }
            assert!(pauses > 10 && search.fraction() >= 1.0, "{method:?}");
        }
    }
}
