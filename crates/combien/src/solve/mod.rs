//! The questions: is there a solution, a first one, each of them, how many.
//!
//! A [`Query`] asks them with an engine, limits and a meter of one's choice. Every question ends in one of three ways,
//! and each has its type: an [`Outcome::Answer`] ("none" is one), an [`Outcome::Stopped`] that says which limit and
//! what is certain nevertheless, or an [`Error`].
//!
//! ```
//! use combien::problem::dlx;
//! use combien::solve::{Limits, Outcome, Query, Reason};
//!
//! let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
//! let report = Query::new(&problem).limits(Limits { solutions: Some(3), ..Limits::NONE }).count()?;
//! match report.outcome {
//!     Outcome::Answer(count) => println!("{count} solutions"),
//!     Outcome::Stopped { certain, reason } => println!("at least {certain} solutions; {reason}"),
//! }
//! # let whole = Query::new(&problem).count()?;
//! # assert_eq!(whole.outcome, Outcome::Answer(7u64.into()));
//! # let part = Query::new(&problem).limits(Limits { solutions: Some(3), ..Limits::NONE }).count()?;
//! # assert_eq!(part.outcome, Outcome::Stopped { certain: 3u64.into(), reason: Reason::Solutions(3) });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod counting;
mod crew;
mod diagram;
mod engine;
mod enumeration;
pub mod estimate;
mod guard;
mod kernel;
mod limits;
mod models;
mod product;
mod race;
mod reduced;
mod solutions;
mod state;

use std::fmt;

pub use choice::Setting;
use choice::{Asked, Choice, Company};
pub use crew::Crash;
pub(crate) use crew::{opened, whole};
pub use diagram::Diagram;
pub use engine::{Engine, UnknownEngine};
use enumeration::Enumeration;
use guard::Guard;
pub use kernel::UnknownKernel;
pub use limits::{Limits, Meter, Progress, Reason, Span, StopFlag};
pub use solutions::{Ending, Solutions};
pub use state::{Journal, Piece, Question, State};

use crate::count::Count;
use crate::engine::fast::Kernel;
use crate::engine::links::TooLarge;
use crate::engine::{TooWide, Unfit, Work};
use crate::problem::{Problem, Solution};
use crate::reduce::Reduction;

/// How a question ended, if it ended without an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The answer, final and exact.
    Answer(T),
    /// A limit was reached, or somebody asked to stop, before the answer was known.
    Stopped {
        /// What is certain nevertheless: for a count, that there are at least so many; for a first solution or for
        /// whether there is one, always none, for it would have been the answer.
        certain: T,
        /// What stopped it.
        reason: Reason,
    },
}

impl<T> Outcome<T> {
    /// What is certain: the answer, or what is known without it.
    pub fn certain(&self) -> &T {
        match self {
            Outcome::Answer(certain) | Outcome::Stopped { certain, .. } => certain,
        }
    }

    /// What stopped it, if it was stopped.
    pub fn reason(&self) -> Option<Reason> {
        match self {
            Outcome::Answer(_) => None,
            Outcome::Stopped { reason, .. } => Some(*reason),
        }
    }
}

/// How a question ended, who answered it and why, and with how much work.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<T> {
    /// Answer or stopped.
    pub outcome: Outcome<T>,
    /// The engine; never [`Engine::Auto`].
    pub engine: Engine,
    /// Why it was this engine: the end of a sentence that begins with its name and `because`.
    pub why: String,
    /// Its work; not that of engines that were tried before it.
    pub work: Work,
    /// The part of its work that lies behind, from 0 to 1, as the engine estimates it.
    pub fraction: f64,
}

impl<T> Report<T> {
    /// The same report of what a function makes of its answer.
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Report<U> {
        let outcome = match self.outcome {
            Outcome::Answer(answer) => Outcome::Answer(f(answer)),
            Outcome::Stopped { certain, reason } => Outcome::Stopped { certain: f(certain), reason },
        };
        Report { outcome, engine: self.engine, why: self.why, work: self.work, fraction: self.fraction }
    }

    /// The answer; [`Error::Stopped`] if it was stopped before, for callers that have no use for what is certain.
    ///
    /// ```
    /// # use combien::{problem::dlx, solve::{Error, Limits, Query, Reason}};
    /// let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
    /// assert_eq!(Query::new(&problem).count()?.answer()?.to_u64(), Some(2));
    /// let limits = Limits { nodes: Some(1), ..Limits::NONE };
    /// let stopped = Query::new(&problem).limits(limits).count()?.answer();
    /// assert_eq!(stopped, Err(Error::Stopped(Reason::Nodes(1))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self) -> Result<T, Error> {
        match self.outcome {
            Outcome::Answer(answer) => Ok(answer),
            Outcome::Stopped { reason, .. } => Err(Error::Stopped(reason)),
        }
    }
}

/// Why there is no answer, nor will there be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The problem is too large for the engine.
    TooLarge {
        /// The engine.
        engine: Engine,
        /// The nodes that it would need.
        nodes: usize,
        /// The nodes that it can have.
        limit: usize,
    },
    /// What the engine would have to remember of a state is too much.
    TooWide {
        /// The engine.
        engine: Engine,
        /// The bits that a state would need.
        bits: u32,
        /// The bits that it can have.
        limit: u32,
    },
    /// This processor cannot run the kernel.
    Unavailable {
        /// The kernel of the engine `fast`.
        kernel: Kernel,
    },
    /// The engine is not in this build.
    NotBuilt {
        /// The engine.
        engine: Engine,
        /// The feature that it needs.
        feature: &'static str,
    },
    /// The problem has items with bounds, and the engine cannot keep to them.
    Bounds {
        /// The engine.
        engine: Engine,
    },
    /// It was stopped, and somebody wanted the answer and nothing else: [`Report::answer`], and the functions of this
    /// module, which may come to [`Limits::MEMORY`]. A [`Query`] says [`Outcome::Stopped`] instead.
    Stopped(Reason),
    /// Two settings of the query exclude each other.
    Conflict(Setting, Setting),
    /// The state to resume from is one of another problem.
    OtherProblem,
    /// The state to resume from is one of this question, and another one is asked.
    OtherQuestion(Question),
    /// The engine does not answer this question.
    Unsupported {
        /// The engine.
        engine: Engine,
        /// What it was asked to do.
        question: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { engine, nodes, limit } => {
                write!(
                    f,
                    "the problem is too large for the engine {engine}: {nodes} nodes of at most {limit}"
                )
            }
            Error::TooWide { engine, bits, limit } => {
                write!(
                    f,
                    "the problem is too wide for the engine {engine}: {bits} bits a state, of at most {limit}"
                )
            }
            Error::Unavailable { kernel } => write!(f, "this processor cannot run the kernel {kernel}"),
            Error::NotBuilt { engine, feature } => {
                write!(f, "the engine {engine} is not in this build: it needs the feature `{feature}`")
            }
            Error::Bounds { engine } => {
                let able = Engine::ALL.into_iter().filter(|engine| engine.keeps_bounds());
                let able: Vec<_> = able.map(Engine::name).collect();
                write!(f, "the engine {engine} cannot keep to bounds on items")?;
                if able.is_empty() { Ok(()) } else { write!(f, "; these can: {}", able.join(", ")) }
            }
            Error::Stopped(reason) => reason.fmt(f),
            Error::Conflict(one, other) => write!(f, "{one} and {other} cannot be combined"),
            Error::OtherProblem => f.write_str("the state to resume from is of another problem"),
            Error::OtherQuestion(question) => {
                let other = match question {
                    Question::Count => Question::Each,
                    Question::Each => Question::Count,
                };
                write!(f, "the state to resume from is of {question}, not of {other}")
            }
            Error::Unsupported { engine, question } => write!(f, "the engine {engine} cannot {question}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// An engine cannot take the problem.
    fn unfit(engine: Engine, unfit: Unfit) -> Error {
        match unfit {
            Unfit::TooLarge(TooLarge { nodes, limit }) => Error::TooLarge { engine, nodes, limit },
            Unfit::TooWide(TooWide { bits, limit }) => Error::TooWide { engine, bits, limit },
            Unfit::Bounds => Error::Bounds { engine },
        }
    }
}

/// A question in the making: a problem, and how to go about it.
pub struct Query<'a> {
    problem: &'a Problem,
    reduction: Option<&'a Reduction<'a>>,
    choice: Choice<'a>,
    limits: Limits,
    meter: Option<&'a mut dyn Meter>,
    journal: Option<&'a mut dyn Journal>,
}

/// A limit on nodes is met by one thread exactly; several do more than counts, and that could not be kept.
fn to_be_kept(limits: Limits, is_kept: bool) -> Limits {
    let threads = limits.threads.filter(|_| !is_kept || limits.nodes.is_none());
    Limits { threads, ..limits }
}

impl<'a> Query<'a> {
    /// A question about this problem, with any engine, without limits, unmetered.
    pub fn new(problem: &'a Problem) -> Query<'a> {
        let (choice, limits) = (Choice::default(), Limits::NONE);
        Query { problem, reduction: None, choice, limits, meter: None, journal: None }
    }

    /// A question about the problem that was reduced, answered with the help of the reduction. The answers are the same,
    /// in options of the problem itself, perhaps in another order: each solution consists of the options taken and one
    /// solution of each component, and those of the first component change last.
    ///
    /// ```
    /// # use combien::{problem::dlx, reduce::Reduction, solve::{Outcome, Query}};
    /// let problem = dlx::parse("two", "a b c d e\na b\na\nb\nc d\nc\nd\ne\n")?.problem;
    /// let reduction = Reduction::new(&problem, Reduction::BUDGET);
    /// assert_eq!((reduction.taken().len(), reduction.components().len()), (1, 2));
    /// let count = Query::reduced(&reduction).count()?.outcome;
    /// assert_eq!(count, Outcome::Answer(4u64.into()));
    /// assert!(Query::reduced(&reduction).each()?.all(|solution| solution.options().contains(&reduction.taken()[0])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced(reduction: &'a Reduction<'a>) -> Query<'a> {
        Query { reduction: Some(reduction), ..Query::new(reduction.original()) }
    }

    /// With this engine.
    #[must_use]
    pub fn engine(self, engine: Engine) -> Query<'a> {
        Query { choice: Choice { engine, ..self.choice }, ..self }
    }

    /// With this kernel of the engine [`Engine::Fast`], which is then the engine; naming another one too is an error. To
    /// compare kernels; the engine's own choice is the best that we know.
    #[must_use]
    pub fn kernel(self, kernel: Kernel) -> Query<'a> {
        Query { choice: Choice { kernel: Some(kernel), ..self.choice }, ..self }
    }

    /// With restarts from the beginning, with this seed, to find one solution: which it is depends on the seed then, and
    /// not on the order of the engine. Restarts are made by [`Engine::Fast`]; naming another engine or asking for more
    /// than one solution is an error.
    #[must_use]
    pub fn restarts(self, seed: u64) -> Query<'a> {
        Query { choice: Choice { restarts: Some(seed), ..self.choice }, ..self }
    }

    /// From where a search of the same problem for the same question was left, by the engine of that search. Limits on
    /// nodes are for what is done from here on; what was found before counts. A state of another problem is refused with
    /// [`Error::OtherProblem`], one of another question with [`Error::OtherQuestion`], and one beside a reduction with
    /// [`Error::Conflict`]. The check is linear in the size of the problem.
    ///
    /// ```
    /// use combien::problem::dlx;
    /// use combien::solve::{Engine, Journal, Limits, Outcome, Query, State};
    ///
    /// /// Keeps the last state, and asks for it whenever it can.
    /// struct Last(Option<State>);
    /// impl Journal for Last {
    ///     fn is_due(&mut self) -> bool { true }
    ///     fn keep(&mut self, state: &State) { self.0 = Some(state.clone()); }
    /// }
    ///
    /// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
    /// let (mut last, limits) = (Last(None), Limits { nodes: Some(4), ..Limits::NONE });
    /// let part = Query::new(&problem).engine(Engine::Fast).limits(limits).journal(&mut last).count()?;
    /// assert!(matches!(part.outcome, Outcome::Stopped { .. }));
    /// let state = last.0.unwrap();
    /// assert_eq!(Query::new(&problem).resume(&state).count()?.outcome, Outcome::Answer(7u64.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resume(self, state: &'a State) -> Query<'a> {
        Query { choice: Choice { state: Some(state), ..self.choice }, ..self }
    }

    /// Keeping a journal of where the search stands, so that it can be taken up again from there; by [`Engine::Fast`] if
    /// no engine is named, for engines that remember would have too much to keep. Of solutions one by one those count
    /// that were handed out: the journal is kept when the next one is asked for, and while it is searched.
    #[must_use]
    pub fn journal(self, journal: &'a mut dyn Journal) -> Query<'a> {
        Query { journal: Some(journal), ..self }
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Query<'a> {
        Query { limits, ..self }
    }

    /// Reporting progress to this meter.
    #[must_use]
    pub fn meter(self, meter: &'a mut dyn Meter) -> Query<'a> {
        Query { meter: Some(meter), ..self }
    }

    /// Each solution, one after the other, in the order of the engine. An engine that builds a diagram builds it here.
    ///
    /// Where a limit says that one solution is wanted and no engine is named, it may come from restarts if it does not
    /// come soon; so it is the same each time, but not always the first in the order of the engine.
    pub fn each(self) -> Result<Solutions<'a>, Error> {
        let choice = self.choice(Asked::Each)?;
        let Query { problem, reduction, limits, meter, journal, .. } = self;
        let limits = to_be_kept(limits, journal.is_some());
        if let Some(reduction) = reduction {
            return reduced::each(reduction, choice, limits, meter);
        }
        let engine = choice.engine;
        engine.can_take(problem)?;
        match engine {
            Engine::Auto | Engine::Fast | Engine::Links | Engine::Sat | Engine::Naive => {
                let search = Enumeration::each(problem, &choice, &limits)?;
                let guard = Guard::new(limits, meter).journal(journal).resumed(choice.state);
                Ok(Solutions::of_search(problem, search, guard))
            }
            Engine::Zdd | Engine::Intersect | Engine::Memo => {
                let report = diagram::compile(problem, engine, Guard::new(limits.clone(), meter))?;
                Ok(Solutions::of_diagram(problem, report, Guard::new(limits, None)))
            }
            Engine::Frontier => Err(Error::Unsupported { engine, question: "list solutions" }),
        }
    }

    /// A solution, or none. With an engine that was named it is the first in its order; else see [`Query::each`].
    pub fn first(self) -> Result<Report<Option<Solution>>, Error> {
        let limits = Limits { solutions: Some(self.limits.solutions.unwrap_or(1).min(1)), ..self.limits };
        let mut solutions = Query { limits, ..self }.each()?;
        let first = solutions.next();
        let outcome = match solutions.ending() {
            Some(Ending::Stopped(reason)) => Outcome::Stopped { certain: first, reason },
            Some(Ending::Complete) | None => Outcome::Answer(first),
        };
        let (engine, work, fraction) = (solutions.engine(), solutions.work(), solutions.fraction_done());
        Ok(Report { outcome, engine, why: "it lists solutions".to_owned(), work, fraction })
    }

    /// Is there a solution?
    pub fn exists(self) -> Result<Report<bool>, Error> {
        Ok(self.first()?.map(|first| first.is_some()))
    }

    /// How many solutions? A limit on solutions is obeyed by counting them one by one.
    pub fn count(self) -> Result<Report<Count>, Error> {
        let choice = self.choice(Asked::Count)?;
        let Query { problem, reduction, limits, meter, journal, .. } = self;
        let limits = to_be_kept(limits, journal.is_some());
        match reduction {
            None if limits.solutions.is_none() => {
                let guard = Guard::new(limits, meter).journal(journal).resumed(choice.state);
                return counting::count(problem, choice, guard);
            }
            Some(reduction) if limits.solutions.is_none() => {
                return reduced::count(reduction, choice, &limits, meter);
            }
            _ => {}
        }
        let mut solutions = Query { problem, reduction, choice, limits, meter, journal: None }.each()?;
        let count = Count::from(solutions.by_ref().count() as u64);
        let outcome = match solutions.ending() {
            Some(Ending::Stopped(reason)) => Outcome::Stopped { certain: count, reason },
            _ => Outcome::Answer(count),
        };
        let (engine, work, fraction) = (solutions.engine(), solutions.work(), solutions.fraction_done());
        Ok(Report { outcome, engine, why: "there is a limit on solutions".to_owned(), work, fraction })
    }

    /// All solutions at once, as a diagram; none only if it was stopped before that was finished. It is built from the
    /// problem itself: a reduction is an error.
    pub fn diagram(self) -> Result<Report<Option<Diagram>>, Error> {
        let choice = self.choice(Asked::Diagram)?;
        diagram::compile(self.problem, choice.engine, Guard::new(self.limits, self.meter))
    }

    /// Who answers, if all settings can be kept to.
    fn choice(&self, asked: Asked) -> Result<Choice<'a>, Error> {
        let Query { problem, ref limits, .. } = *self;
        let (has_reduction, has_journal) = (self.reduction.is_some(), self.journal.is_some());
        self.choice.for_question(asked, Company { problem, limits, has_reduction, has_journal })
    }
}

/// Is there a solution? Where an engine comes to [`Limits::MEMORY`] before it can tell: [`Error::Stopped`].
pub fn exists(problem: &Problem) -> Result<bool, Error> {
    Query::new(problem).exists()?.answer()
}

/// A solution, or none: see [`Query::first`]. Where an engine comes to [`Limits::MEMORY`] before it can tell:
/// [`Error::Stopped`].
pub fn first(problem: &Problem) -> Result<Option<Solution>, Error> {
    Query::new(problem).first()?.answer()
}

/// Each solution, as an iterator that may be dropped at any time. [`Solutions::ending`] tells whether it gave all.
pub fn each(problem: &Problem) -> Result<Solutions<'_>, Error> {
    Query::new(problem).each()
}

/// How many solutions? Where all engines come to [`Limits::MEMORY`] before they can tell, or would take days:
/// [`Error::Stopped`]. To have what is certain then, or another limit, ask by a [`Query`].
pub fn count(problem: &Problem) -> Result<Count, Error> {
    Query::new(problem).count()?.answer()
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
        let whole = Query::new(&problem).count().unwrap();
        assert_eq!(whole.outcome, Outcome::Answer(7u64.into()));
        for nodes in 0..whole.work.nodes {
            let limits = Limits { nodes: Some(nodes), ..Limits::NONE };
            let report = Query::new(&problem).limits(limits).count().unwrap();
            assert!(
                matches!(report.outcome, Outcome::Stopped { reason: Reason::Nodes(n), .. } if n == nodes)
            );
            assert_eq!(report.work.nodes, nodes);
        }
        let limits = Limits { nodes: Some(whole.work.nodes), ..Limits::NONE };
        assert_eq!(Query::new(&problem).limits(limits).count().unwrap(), whole);
    }

    #[test]
    fn stopped_is_not_none() {
        let problem = toy();
        let stop = StopFlag::new();
        stop.raise();
        let limits = Limits { stop: Some(stop), ..Limits::NONE };
        let stopped = Outcome::Stopped { certain: None, reason: Reason::Asked };
        assert_eq!(Query::new(&problem).limits(limits).first().unwrap().outcome, stopped);
        let impossible = parse("none", "a b\na\n").unwrap().problem;
        assert_eq!(Query::new(&impossible).first().unwrap().outcome, Outcome::Answer(None));
        assert!(!exists(&impossible).unwrap() && exists(&problem).unwrap());
    }

    /// The short functions return this error where they once panicked.
    #[test]
    fn a_question_that_was_stopped_has_no_answer() {
        let problem = toy();
        let limits = Limits { memory: Some(100), ..Limits::NONE };
        let stopped = Query::new(&problem).engine(Engine::Zdd).limits(limits).count().unwrap();
        let error = stopped.answer().unwrap_err();
        assert_eq!(error, Error::Stopped(Reason::Memory(100)));
        assert_eq!(error.to_string(), "stopped at the limit of 100 bytes of memory");
        assert_eq!((count(&problem), exists(&problem)), (Ok(7u64.into()), Ok(true)));
    }

    #[test]
    fn the_largest_memory_is_no_limit() {
        let problem = toy();
        for engine in Engine::ALL.into_iter().filter(|&engine| engine != Engine::Sat) {
            let limits = Limits { memory: Some(u64::MAX), ..Limits::NONE };
            let report = Query::new(&problem).engine(engine).limits(limits).count().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(7u64.into()), "{engine}");
        }
    }

    #[test]
    fn solutions_stop_after_as_many_as_asked_for() {
        let problem = toy();
        let limits = Limits { solutions: Some(3), ..Limits::NONE };
        let mut solutions = Query::new(&problem).limits(limits).each().unwrap();
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
        let report = Query::new(&problem).meter(&mut record).count().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(2_027_025u64.into()));
        // After 1,024 nodes, then after an eighth more each time, and every 65,536 nodes at last.
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
