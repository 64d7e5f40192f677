//! The questions: is there a solution, a first one, each of them, how many.
//!
//! Each question is a type with its own settings: [`Count`], [`Enumerate`], [`Restart`], [`Compile`] and
//! [`Sample`]. The functions of this module ask the same questions without settings. Every question ends in
//! one of three ways, and each has its type: an [`Outcome::Answer`] ("none" is one), an [`Outcome::Stopped`]
//! that names the limit and gives what is certain nevertheless, or an [`Error`].
//!
//! ```
//! use combien::problem::dlx;
//! use combien::solve::{Enumerate, Outcome, Reason};
//!
//! let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
//! let report = Enumerate::of(&problem).at_most(3).tally()?;
//! match &report.outcome {
//!     Outcome::Answer(count) => println!("{count} solutions"),
//!     Outcome::Stopped { certain, reason } => println!("at least {certain} solutions; {reason}"),
//! }
//! # assert_eq!(report.outcome, Outcome::Stopped { certain: 3u64.into(), reason: Reason::Solutions(3) });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best;
mod choice;
mod counting;
mod covers;
mod crew;
mod diagram;
mod engine;
mod enumeration;
mod error;
pub mod estimate;
mod guard;
mod kernel;
mod listing;
mod marginals;
mod models;
mod product;
mod prospect;
mod question;
mod race;
mod reasons;
mod reduced;
mod report;
mod sampling;
mod search;
mod solutions;
mod state;
mod team;
mod worker;

pub use best::{Goal, Ranking};
pub use choice::By;

pub use counting::{SweepJournal, Sweeping};
#[doc(hidden)]
pub use crew::{opened, whole};
pub use diagram::{Diagram, ReadError};
pub use engine::{Engine, UnknownEngine};
pub use error::{Error, Question, Setting};
pub use kernel::UnknownKernel;
pub use marginals::Marginals;
pub use question::{Best, Compile, Count, Enumerate, Restart, Sample};
pub use report::Report;
pub use sampling::Samples;
pub use search::Search;
pub use solutions::{Ending, Solutions};
pub use state::{Journal, Piece, State};
pub use team::Crash;

pub use crate::budget::{Budget, Deadline, Meter, Outcome, Progress, Reason, Span, StopFlag};
pub use crate::engine::NotMatching;
pub use crate::engine::team::in_order;
use crate::problem::{Problem, Solution};

/// Is there a solution? If an engine reaches [`Budget::MEMORY`] before the answer is known:
/// [`Error::Stopped`].
pub fn exists(problem: &Problem) -> Result<bool, Error> {
    Enumerate::of(problem).exists()?.answer()
}

/// A solution, or `None`: see [`Enumerate::first`]. If an engine reaches [`Budget::MEMORY`] before the answer
/// is known: [`Error::Stopped`].
pub fn first(problem: &Problem) -> Result<Option<Solution>, Error> {
    Enumerate::of(problem).first()?.answer()
}

/// Each solution, as an iterator that may be dropped at any time. [`Solutions::ending`] says whether it
/// returned all of them.
pub fn each(problem: &Problem) -> Result<Solutions<'static>, Error> {
    Enumerate::of(problem).run()
}

/// How many solutions? If all engines reach [`Budget::MEMORY`] before the answer is known, or would take
/// days: [`Error::Stopped`]. To get what is certain in that case, or to set another limit, use [`Count`].
pub fn count(problem: &Problem) -> Result<crate::count::Count, Error> {
    Count::of(problem).run()?.answer()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    /// 7 solutions, in a tree of some more nodes.
    const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

    fn toy() -> Problem {
        parse("toy", TOY).unwrap().problem
    }

    #[test]
    fn a_limit_below_the_truth_stops_and_one_above_does_not() {
        let problem = toy();
        let whole = Count::of(&problem).run().unwrap();
        assert_eq!(whole.outcome, Outcome::Answer(7u64.into()));
        for nodes in 0..whole.work.nodes {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let report = Count::of(&problem).budget(budget).run().unwrap();
            assert!(
                matches!(report.outcome, Outcome::Stopped { reason: Reason::Nodes(n), .. } if n == nodes)
            );
            assert_eq!(report.work.nodes, nodes);
        }
        let budget = Budget { nodes: Some(whole.work.nodes), ..Budget::UNLIMITED };
        assert_eq!(Count::of(&problem).budget(budget).run().unwrap(), whole);
    }

    #[test]
    fn stopped_is_not_none() {
        let problem = toy();
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let stopped = Outcome::Stopped { certain: None, reason: Reason::Asked };
        assert_eq!(Enumerate::of(&problem).budget(budget).first().unwrap().outcome, stopped);
        let impossible = parse("none", "a b\na\n").unwrap().problem;
        assert_eq!(Enumerate::of(&impossible).first().unwrap().outcome, Outcome::Answer(None));
        assert!(!exists(&impossible).unwrap() && exists(&problem).unwrap());
    }

    /// The short functions return this error; they once panicked here.
    #[test]
    fn a_question_that_was_stopped_has_no_answer() {
        let problem = toy();
        let budget = Budget { memory: Some(100), ..Budget::UNLIMITED };
        let stopped = Count::of(&problem).by(Engine::Zdd).budget(budget).run().unwrap();
        let error = stopped.answer().unwrap_err();
        assert_eq!(error, Error::Stopped(Reason::Memory(100)));
        assert_eq!(error.to_string(), "stopped at the limit of 100 bytes of memory");
        assert_eq!((count(&problem), exists(&problem)), (Ok(7u64.into()), Ok(true)));
    }

    #[test]
    fn the_largest_memory_means_no_limit() {
        let problem = toy();
        for engine in Engine::ALL {
            let budget = Budget { memory: Some(u64::MAX), ..Budget::UNLIMITED };
            let report = Count::of(&problem).by(engine).budget(budget).run().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(7u64.into()), "{engine}");
        }
    }

    #[test]
    fn solutions_stop_after_the_requested_number() {
        let problem = toy();
        let mut solutions = Enumerate::of(&problem).at_most(3).run().unwrap();
        assert_eq!(solutions.by_ref().count(), 3);
        assert_eq!(solutions.ending(), Some(Ending::Stopped(Reason::Solutions(3))));
        let mut all = each(&problem).unwrap();
        assert_eq!((all.by_ref().count(), all.ending()), (7, Some(Ending::Complete)));
    }

    #[test]
    fn a_meter_sees_progress_rise() {
        struct Record(Vec<Progress>);
        impl Meter for Record {
            fn tick(&mut self, progress: Progress) {
                self.0.push(progress);
            }
        }
        // Matchings of the complete graph on 16 points: 4,886,521 nodes.
        let points: Vec<String> = (0..16).map(|point| point.to_string()).collect();
        let pairs = (0..16).flat_map(|a| (0..a).map(move |b| format!("{b} {a}\n"))).collect::<String>();
        let problem = parse("k16", &format!("{}\n{pairs}", points.join(" "))).unwrap().problem;
        let mut record = Record(vec![]);
        let report = Count::of(&problem).meter(&mut record).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(2_027_025u64.into()));
        // After 1,024 nodes, then after an eighth more each time, and finally every 65,536 nodes.
        assert_eq!(record.0.first().map(|tick| tick.nodes), Some(1024));
        let gaps = record.0.windows(2).map(|pair| (pair[0].nodes, pair[1].nodes - pair[0].nodes));
        for (nodes, gap) in gaps {
            let least = (nodes / 8).min(1 << 16);
            assert!((least..=least + 1024).contains(&gap), "{gap} after {nodes}");
        }
        assert!(record.0.is_sorted_by(|a, b| a.nodes < b.nodes && a.fraction <= b.fraction));
    }

    #[test]
    fn engines_are_known_by_name() {
        for engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
        assert_eq!("dlx".parse(), Ok(Engine::Links));
        let error = "link".parse::<Engine>().unwrap_err();
        assert_eq!(error.to_string(), "there is no engine `link`; did you mean `links`?");
    }
}
