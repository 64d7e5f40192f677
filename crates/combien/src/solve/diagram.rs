//! All solutions at once, as a decision diagram: to count, to list, to draw at random.

use std::io::{self, Write};

use super::guard::{EFFORT_BETWEEN_LOOKS, Guard, Guarded, Halt, UPDATES_OF_MEMO, Worker, pace};
use super::limits::Reason;
use super::{Engine, Error, Outcome, Report};
use crate::check::check;
use crate::count::Count;
use crate::engine::Work;
use crate::engine::frontier::diagram as sweep;
use crate::engine::intersect::{self, Intersection};
use crate::engine::memo::{self, Recording};
use crate::engine::order::Order;
use crate::problem::{OptionId, Problem, Solution};
use crate::zdd::{Family, Store, Walk};

/// The family of all solutions of a problem: in a store of families, or, from [`Engine::Memo`], a diagram with product
/// nodes.
///
/// The items of a family in a store stand for options, in the order in which the engine decided them.
#[derive(Clone, Debug)]
pub struct Diagram(Form);

#[derive(Clone, Debug)]
enum Form {
    Stored {
        store: Store,
        family: Family,
        /// The option that each item of the family stands for.
        options: Vec<OptionId>,
    },
    Products(memo::Diagram),
}

impl Diagram {
    /// How many solutions. Linear in the nodes.
    pub fn count(&self) -> Count {
        match &self.0 {
            Form::Stored { store, family, .. } => store.count(*family),
            Form::Products(diagram) => diagram.count(),
        }
    }

    /// How many nodes the diagram has.
    pub fn size(&self) -> usize {
        match &self.0 {
            Form::Stored { store, family, .. } => store.size(*family),
            Form::Products(diagram) => diagram.size(),
        }
    }

    /// The family and its store, for any other question of the algebra; unsupported if there are product nodes.
    pub fn family(&self) -> Result<(&Store, Family), Error> {
        match &self.0 {
            Form::Stored { store, family, .. } => Ok((store, *family)),
            Form::Products(_) => Err(NO_STORE),
        }
    }

    /// The option that an item of the family stands for, if there is such an item.
    pub fn option(&self, item: u32) -> Option<OptionId> {
        match &self.0 {
            Form::Stored { options, .. } => options.get(item as usize).copied(),
            Form::Products(_) => None,
        }
    }

    /// How many solutions take so many options, for each number from 0.
    pub fn count_by_size(&self) -> Vec<Count> {
        match &self.0 {
            Form::Stored { store, family, .. } => store.count_by_size(*family),
            Form::Products(diagram) => diagram.count_by_size(),
        }
    }

    /// Solutions drawn at random, each equally likely at each draw, without end; none if there are none. The same seed
    /// gives the same solutions everywhere.
    ///
    /// # Panics
    ///
    /// If a solution fails the checker, which is a bug of the engine.
    pub fn samples<'a>(&'a self, problem: &'a Problem, seed: u64) -> impl Iterator<Item = Solution> + 'a {
        let samples: Box<dyn Iterator<Item = Solution> + 'a> = match &self.0 {
            Form::Stored { store, family, options } => {
                Box::new(store.samples(*family, seed).map(|member| solution(&member, options)))
            }
            Form::Products(diagram) => Box::new(diagram.samples(seed)),
        };
        samples.inspect(|solution| {
            if let Err(violations) = check(problem, solution.options()) {
                panic!("a diagram holds a wrong solution: {}", violations[0]);
            }
        })
    }

    /// Writes the diagram for Graphviz; each node bears the number of its option, from 1. It is an error of the kind
    /// [`io::ErrorKind::Unsupported`], with an [`Error`] inside, if there are product nodes.
    pub fn write_dot(&self, output: impl Write) -> io::Result<()> {
        match &self.0 {
            Form::Stored { store, family, options } => {
                store.write_dot(*family, |item| options[item as usize].number().to_string(), output)
            }
            Form::Products(_) => Err(io::Error::new(io::ErrorKind::Unsupported, NO_STORE)),
        }
    }

    pub(super) fn into_solutions(self) -> Solutions {
        match self.0 {
            Form::Stored { store, family, options } => {
                Solutions::Stored { walk: Walk::new(family), store, options }
            }
            Form::Products(diagram) => Solutions::Products { walk: memo::Walk::new(&diagram), diagram },
        }
    }
}

/// What one hears who asks a diagram with product nodes for a family in a store.
const NO_STORE: Error =
    Error::Unsupported { engine: Engine::Memo, question: "put its diagram into a store of families" };

/// The solution that a member of a family stands for.
fn solution(member: &[u32], options: &[OptionId]) -> Solution {
    member.iter().map(|&item| options[item as usize]).collect()
}

/// The solutions that a diagram holds, one after the other. From a store, of two that comes first which lacks the first
/// option, in the order of the diagram, in which they differ; with product nodes, it is the order of [`memo::Walk`].
pub(super) enum Solutions {
    Stored { store: Store, walk: Walk, options: Vec<OptionId> },
    Products { diagram: memo::Diagram, walk: memo::Walk },
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        match self {
            Solutions::Stored { store, walk, options } => Some(solution(walk.next(store)?, options)),
            Solutions::Products { diagram, walk } => Some(walk.next(diagram)?.iter().copied().collect()),
        }
    }
}

/// The family of all solutions, built by the engine that is asked for.
pub(super) fn compile(
    problem: &Problem,
    engine: Engine,
    mut guard: Guard<'_>,
) -> Result<Report<Option<Diagram>>, Error> {
    let asked_for = "it was asked for".to_owned();
    engine.can_take(problem)?;
    match engine {
        Engine::Auto | Engine::Zdd => {
            let Some(order) = guard.order(problem) else { return Ok(not_begun(Engine::Zdd, asked_for)) };
            let why = format!("a diagram is built along the frontier; order of items: {order}");
            Ok(match Sweep::new(problem, &order, &guard)? {
                Some(sweep) => build(sweep, Engine::Zdd, why, &mut guard),
                None => not_begun(Engine::Zdd, why),
            })
        }
        Engine::Intersect => {
            let mut intersection = Intersection::new(problem);
            intersection.bound_memory(usize::try_from(guard.limits.memory()).unwrap_or(usize::MAX));
            Ok(build(Construction(intersection), engine, asked_for, &mut guard))
        }
        Engine::Memo => {
            let Some(order) = guard.order(problem) else { return Ok(not_begun(engine, asked_for)) };
            Ok(match Recorded::new(problem, &order, &guard)? {
                Some(recording) => build(recording, engine, asked_for, &mut guard),
                None => not_begun(engine, asked_for),
            })
        }
        Engine::Fast | Engine::Links | Engine::Frontier | Engine::Sat | Engine::Naive => {
            Err(Error::Unsupported { engine, question: "build a diagram of all solutions" })
        }
    }
}

fn build(
    mut builder: impl Builder,
    engine: Engine,
    why: String,
    guard: &mut Guard<'_>,
) -> Report<Option<Diagram>> {
    let memory = guard.limits.memory();
    let reason = match guard.drive(&mut builder, u64::MAX) {
        Guarded::Memory => Some(Reason::Memory(memory)),
        Guarded::Stopped(reason) => Some(reason),
        Guarded::End | Guarded::Budget | Guarded::Solution => None,
    };
    let (work, fraction) = (builder.work(), builder.fraction());
    let outcome = match reason {
        Some(reason) => Outcome::Stopped { certain: None, reason },
        None => Outcome::Answer(Some(builder.finish().expect("an engine at its end has the diagram"))),
    };
    Report { outcome, engine, why, work, fraction }
}

/// What to say of an engine that was stopped while it was set up.
fn not_begun(engine: Engine, why: String) -> Report<Option<Diagram>> {
    let outcome = Outcome::Stopped { certain: None, reason: Reason::Asked };
    Report { outcome, engine, why, work: Work::default(), fraction: 0.0 }
}

/// A worker that builds a diagram.
trait Builder: Worker {
    fn work(&self) -> Work;
    /// The diagram, once it is at its end.
    fn finish(self) -> Option<Diagram>;
}

/// The construction by intersection.
struct Construction<'a>(Intersection<'a>);

impl Worker for Construction<'_> {
    fn run(&mut self, work: u64) -> Halt {
        let halt = match self.0.run(usize::try_from(work).unwrap_or(usize::MAX)) {
            intersect::Pause::Nodes => Halt::Paused,
            intersect::Pause::End => Halt::End,
        };
        if halt == Halt::Paused && self.0.is_full() { Halt::Memory } else { halt }
    }
    fn done(&self) -> u64 {
        self.0.node_count() as u64
    }
    fn solutions(&self) -> u64 {
        0
    }
    fn fraction(&self) -> f64 {
        self.0.fraction_done()
    }
}

impl Builder for Construction<'_> {
    fn work(&self) -> Work {
        Work { nodes: self.0.node_count() as u64, updates: self.0.steps() }
    }
    fn finish(self) -> Option<Diagram> {
        let options = self.0.problem().options().collect();
        self.0.finish().map(|(store, family)| Diagram(Form::Stored { store, family, options }))
    }
}

/// The construction along the frontier. What its states do not take is for the nodes, and the reverse.
struct Sweep {
    states: sweep::Diagram,
    store: Store,
    memory: usize,
}

impl Sweep {
    /// The construction set up; none if somebody asks to stop before that is done.
    fn new(problem: &Problem, order: &Order, guard: &Guard<'_>) -> Result<Option<Sweep>, Error> {
        let memory = usize::try_from(guard.limits.memory()).unwrap_or(usize::MAX);
        let unfit = |unfit| Error::unfit(Engine::Zdd, unfit);
        let sweep = sweep::Diagram::new_while(problem, order, memory, &mut guard.goes_on()).map_err(unfit)?;
        Ok(sweep.map(|states| Sweep { states, store: Store::with_limit(0), memory }))
    }

    /// Shares out the memory as it is taken now; are there more nodes to be had than before?
    fn share_out(&mut self) -> bool {
        let before = self.store.limit();
        // At the end, when nodes are counted, no states are left.
        let at_end = Store::nodes_within(self.memory, Store::BYTES_TO_COUNT);
        let for_nodes = self.memory.saturating_sub(self.states.memory());
        self.store.set_limit(Store::nodes_within(for_nodes, 0).min(at_end));
        self.states.set_memory(self.memory.saturating_sub(self.store.memory()));
        self.store.limit() > before
    }
}

impl Worker for Sweep {
    fn run(&mut self, work: u64) -> Halt {
        self.share_out();
        match self.states.run_within(work, EFFORT_BETWEEN_LOOKS, &mut self.store) {
            sweep::Pause::States => Halt::Paused,
            sweep::Pause::Store(_) if self.share_out() => Halt::Paused,
            sweep::Pause::Memory | sweep::Pause::Store(_) => Halt::Memory,
            sweep::Pause::End => Halt::End,
        }
    }
    fn done(&self) -> u64 {
        self.states.work()
    }
    fn solutions(&self) -> u64 {
        0
    }
    fn fraction(&self) -> f64 {
        let (done, steps) = self.states.steps();
        done as f64 / steps.max(1) as f64
    }
}

impl Builder for Sweep {
    fn work(&self) -> Work {
        Work { nodes: self.states.work(), updates: self.store.node_count() as u64 }
    }
    fn finish(mut self) -> Option<Diagram> {
        let family = self.states.family()?;
        self.store.set_limit(Store::MOST_NODES);
        let options = self.states.options().to_vec();
        Some(Diagram(Form::Stored { store: self.store, family, options }))
    }
}

/// The recording of a search that remembers.
struct Recorded(Recording);

impl Recorded {
    /// The recording set up; none if somebody asks to stop before that is done.
    fn new(problem: &Problem, order: &Order, guard: &Guard<'_>) -> Result<Option<Recorded>, Error> {
        let memory = usize::try_from(guard.limits.memory()).unwrap_or(usize::MAX);
        let unfit = |unfit| Error::unfit(Engine::Memo, unfit);
        let recording = Recording::new_while(problem, order, memory, &mut guard.goes_on()).map_err(unfit)?;
        Ok(recording.map(Recorded))
    }
}

impl Worker for Recorded {
    fn run(&mut self, work: u64) -> Halt {
        match self.0.run(work) {
            memo::Pause::Nodes => Halt::Paused,
            memo::Pause::Memory => Halt::Memory,
            memo::Pause::End => Halt::End,
        }
    }
    fn done(&self) -> u64 {
        self.0.work().nodes
    }
    fn solutions(&self) -> u64 {
        0
    }
    fn fraction(&self) -> f64 {
        self.0.fraction_done()
    }
    fn pace(&self) -> u64 {
        let work = self.0.work();
        pace(Work { nodes: work.nodes, updates: work.updates }, UPDATES_OF_MEMO)
    }
}

impl Builder for Recorded {
    fn work(&self) -> Work {
        let memo::Work { nodes, updates, .. } = self.0.work();
        Work { nodes, updates }
    }
    fn finish(self) -> Option<Diagram> {
        self.0.finish().map(|diagram| Diagram(Form::Products(diagram)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::solve::{Limits, Query};

    /// Dominoes on two squares, and `i` and `j` together or apart: 2 * 2 * 2 solutions of four options and one or two more.
    const SQUARES: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n";

    #[test]
    fn diagrams_of_all_engines_answer_alike() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        for engine in [Engine::Zdd, Engine::Intersect, Engine::Memo] {
            let report = Query::new(&problem).engine(engine).diagram().unwrap();
            let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("{engine} gave no diagram") };
            assert_eq!(diagram.count(), Count::from(8u64), "{engine}");
            assert_eq!(diagram.count_by_size(), [0u64, 0, 0, 0, 0, 4, 4].map(Count::from), "{engine}");
            assert_eq!(diagram.samples(&problem, 1).take(9).count(), 9, "{engine}");
            assert_eq!(Query::new(&problem).engine(engine).each().unwrap().count(), 8, "{engine}");
        }
    }

    #[test]
    fn product_nodes_are_in_no_store() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let report = Query::new(&problem).engine(Engine::Memo).diagram().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("no diagram") };
        assert!(matches!(diagram.family(), Err(Error::Unsupported { engine: Engine::Memo, .. })));
        assert_eq!(diagram.write_dot(vec![]).unwrap_err().kind(), io::ErrorKind::Unsupported);
        assert_eq!(diagram.option(0), None);
    }

    #[test]
    fn a_recording_obeys_the_limit_of_memory() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let limits = Limits { memory: Some(100), ..Limits::NONE };
        let report = Query::new(&problem).engine(Engine::Memo).limits(limits).diagram().unwrap();
        assert!(matches!(report.outcome, Outcome::Stopped { certain: None, reason: Reason::Memory(100) }));
    }
}
