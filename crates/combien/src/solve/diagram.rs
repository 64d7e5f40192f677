//! All solutions at once, as a decision diagram: to count, to list, to draw at random.

use std::io::{self, Write};
use std::sync::Arc;

use super::guard::Guard;
use super::sampling::{Drawn, Samples};
use super::{Engine, Error, Outcome, Report};
use crate::budget::Reason;
use crate::count::Count;
use crate::engine::memo;
use crate::engine::{Compiled, Compiling, Order, Pause, Refusal, Work};
use crate::problem::{OptionId, Problem, Solution};
use crate::zdd::{self, Family, Store, Walk};

/// The family of all solutions of a problem: in a store of families, or, from [`Engine::Memo`], a diagram with product
/// nodes.
///
/// The items of a family in a store represent options, in the order in which the engine decided them.
#[derive(Clone, Debug)]
pub struct Diagram(Compiled);

impl Diagram {
    /// How many solutions. Linear in the nodes.
    pub fn count(&self) -> Count {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.count(*family),
            Compiled::Products(diagram) => diagram.count(),
        }
    }

    /// How many nodes the diagram has.
    pub fn size(&self) -> usize {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.size(*family),
            Compiled::Products(diagram) => diagram.size(),
        }
    }

    /// The family and its store, for any other question of the algebra. Returns an error if the diagram has product
    /// nodes.
    pub fn family(&self) -> Result<(&Store, Family), Error> {
        match &self.0 {
            Compiled::Stored { store, family, .. } => Ok((store, *family)),
            Compiled::Products(_) => Err(NO_STORE),
        }
    }

    /// The option that an item of the family stands for, if there is such an item.
    pub fn option(&self, item: u32) -> Option<OptionId> {
        match &self.0 {
            Compiled::Stored { options, .. } => options.get(item as usize).copied(),
            Compiled::Products(_) => None,
        }
    }

    /// For each number from 0, how many solutions consist of that number of options.
    pub fn count_by_size(&self) -> Vec<Count> {
        match &self.0 {
            Compiled::Stored { store, family, .. } => store.count_by_size(*family),
            Compiled::Products(diagram) => diagram.count_by_size(),
        }
    }

    /// Solutions drawn at random, each equally likely at each draw, without end. The iterator is empty if there are no
    /// solutions. The same seed gives the same solutions everywhere. The problem must be that of the diagram.
    pub fn samples(&self, problem: &Problem, seed: u64) -> Samples {
        let drawn = match &self.0 {
            Compiled::Stored { store, family, options } => {
                Drawn::Stored(zdd::Samples::new(store.clone(), *family, seed), options.clone())
            }
            Compiled::Products(diagram) => Drawn::Products(memo::Samples::new(diagram.clone(), seed)),
        };
        Samples::new(problem, drawn, !self.count().is_zero())
    }

    /// Writes the diagram for Graphviz; each node is labelled with the number of its option, from 1. If there are
    /// product nodes, returns an error of the kind [`io::ErrorKind::Unsupported`] with an [`Error`] inside.
    pub fn write_dot(&self, output: impl Write) -> io::Result<()> {
        match &self.0 {
            Compiled::Stored { store, family, options } => {
                store.write_dot(*family, |item| options[item as usize].number().to_string(), output)
            }
            Compiled::Products(_) => Err(io::Error::new(io::ErrorKind::Unsupported, NO_STORE)),
        }
    }

    pub(super) fn into_solutions(self) -> Solutions {
        match self.0 {
            Compiled::Stored { store, family, options } => {
                Solutions::Stored { walk: Walk::new(family), store, options }
            }
            Compiled::Products(diagram) => Solutions::Products { walk: memo::Walk::new(&diagram), diagram },
        }
    }
}

/// The error returned when a diagram with product nodes is asked for a family in a store.
const NO_STORE: Error =
    Error::Unsupported { engine: Engine::Memo, question: "put its diagram into a store of families" };

/// The solution that a member of a family stands for.
pub(super) fn solution(member: &[u32], options: &[OptionId]) -> Solution {
    member.iter().map(|&item| options[item as usize]).collect()
}

/// The solutions that a diagram holds, one after the other. From a store, two solutions are ordered by the first
/// option, in the order of the diagram, in which they differ: the solution without it comes first. With product nodes,
/// the order is that of [`memo::Walk`].
pub(super) enum Solutions {
    Stored { store: Arc<Store>, walk: Walk, options: Vec<OptionId> },
    Products { diagram: Arc<memo::Diagram>, walk: memo::Walk },
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

/// The family of all solutions, built by the given engine.
pub(super) fn compile(
    problem: &Problem,
    engine: Engine,
    mut guard: Guard<'_>,
) -> Result<Report<Option<Diagram>>, Error> {
    let engine = if engine == Engine::Auto { Engine::Zdd } else { engine };
    engine.can_take(problem)?;
    let profile = engine.profile();
    if !profile.compiles {
        return Err(Error::Unsupported { engine, question: "build a diagram of all solutions" });
    }
    let order = if profile.uses_order {
        Order::best_within(problem, &guard.budget)
    } else {
        Ok(Order::input(problem))
    };
    let (task, why) = match order {
        Ok(order) => {
            let why = if engine == Engine::Zdd {
                format!("a diagram is built along the frontier; order of items: {order}")
            } else {
                "it was asked for".to_owned()
            };
            let task = engine.get().map(|by| by.compile(problem, &order, &guard.budget));
            (task.unwrap_or(Err(Refusal::Unable)), why)
        }
        Err(reason) => (Err(Refusal::Stopped(reason)), "it was asked for".to_owned()),
    };
    match task {
        Ok(task) => Ok(build(task, engine, why, &mut guard)),
        Err(Refusal::Stopped(reason)) => {
            let outcome = Outcome::Stopped { certain: None, reason };
            Ok(Report { outcome, engine, why, work: Work::default(), fraction: 0.0 })
        }
        Err(refusal) => Err(Error::refused(engine, refusal)),
    }
}

fn build(
    mut task: Box<dyn Compiling>,
    engine: Engine,
    why: String,
    guard: &mut Guard<'_>,
) -> Report<Option<Diagram>> {
    let memory = guard.budget.memory();
    let reason = match guard.drive(&mut task, u64::MAX) {
        Ok(Pause::Memory) => Some(Reason::Memory(memory)),
        Ok(Pause::End | Pause::Bound | Pause::Solution) => None,
        Err(reason) => Some(reason),
    };
    let (work, fraction) = (task.work(), task.fraction());
    let outcome = match reason {
        Some(reason) => Outcome::Stopped { certain: None, reason },
        None => Outcome::Answer(Some(Diagram(task.finish().expect("an engine at its end has the diagram")))),
    };
    Report { outcome, engine, why, work, fraction }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::solve::{Budget, Compile, Enumerate};

    /// Dominoes on two squares, and `i` and `j` together or apart: 2 * 2 * 2 solutions of four options and one or two more.
    const SQUARES: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n";

    #[test]
    fn diagrams_of_all_engines_answer_alike() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        for engine in [Engine::Zdd, Engine::Intersect, Engine::Memo] {
            let report = Compile::of(&problem).by(engine).run().unwrap();
            let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("{engine} gave no diagram") };
            assert_eq!(diagram.count(), Count::from(8u64), "{engine}");
            assert_eq!(diagram.count_by_size(), [0u64, 0, 0, 0, 0, 4, 4].map(Count::from), "{engine}");
            assert_eq!(diagram.samples(&problem, 1).take(9).count(), 9, "{engine}");
            assert_eq!(Enumerate::of(&problem).by(engine).run().unwrap().count(), 8, "{engine}");
        }
    }

    #[test]
    fn product_nodes_are_in_no_store() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let report = Compile::of(&problem).by(Engine::Memo).run().unwrap();
        let Outcome::Answer(Some(diagram)) = report.outcome else { panic!("no diagram") };
        assert!(matches!(diagram.family(), Err(Error::Unsupported { engine: Engine::Memo, .. })));
        assert_eq!(diagram.write_dot(vec![]).unwrap_err().kind(), io::ErrorKind::Unsupported);
        assert_eq!(diagram.option(0), None);
    }

    #[test]
    fn a_recording_obeys_the_limit_of_memory() {
        let problem = parse("squares", SQUARES).unwrap().problem;
        let budget = Budget { memory: Some(100), ..Budget::UNLIMITED };
        let report = Compile::of(&problem).by(Engine::Memo).budget(budget).run().unwrap();
        assert!(matches!(report.outcome, Outcome::Stopped { certain: None, reason: Reason::Memory(100) }));
    }
}
