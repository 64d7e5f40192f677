//! The questions, each with its own settings.

use std::fmt;

use super::best::{Goal, Ranking};
use super::choice::{By, Choice};
use super::counting::Sweeping;
use super::diagram::{self, Diagram};
use super::engine::Engine;
use super::error::{Error, Question, Setting};
use super::guard::Guard;
use super::report::Report;
use super::sampling::{self, Samples};
use super::solutions::{Ending, Solutions};
use super::state::{Journal, State};
use super::{best, counting, enumeration, listing, reduced};
use crate::budget::{Budget, Meter, Outcome};
use crate::count::Count as Number;
use crate::problem::{Problem, Solution};
use crate::reduce::Reduction;

/// What all questions have in common: the problem, the engine, the budget and the meter.
struct Asked<'a> {
    problem: Problem,
    reduction: Option<Reduction>,
    choice: Choice,
    budget: Budget,
    meter: Option<Box<dyn Meter + 'a>>,
    journal: Option<Box<dyn Journal + 'a>>,
    forecasts: bool,
}

impl<'a> Asked<'a> {
    fn of(problem: &Problem) -> Asked<'a> {
        Asked {
            problem: problem.clone(),
            reduction: None,
            choice: Choice::default(),
            budget: Budget::UNLIMITED,
            meter: None,
            journal: None,
            forecasts: true,
        }
    }

    fn reduced(reduction: &Reduction) -> Asked<'a> {
        Asked { reduction: Some(reduction.clone()), ..Asked::of(reduction.original()) }
    }

    /// Chooses the engine, or reports the first conflict between settings.
    fn settled(self, question: Question) -> Result<Asked<'a>, Error> {
        let (has_reduction, has_journal) = (self.reduction.is_some(), self.journal.is_some());
        let choice = self.choice.settled(question, &self.problem, has_reduction, has_journal)?;
        // One thread meets a limit on nodes exactly. Several threads do work beyond the limit that does not
        // count and that a state could not keep.
        let threads = self.budget.threads.filter(|_| !has_journal || self.budget.nodes.is_none());
        let budget = Budget { threads, ..self.budget };
        Ok(Asked { choice, budget, ..self })
    }
}

impl Asked<'_> {
    /// Returns an error if a sweep cannot be combined with the other settings.
    fn for_sweep(self) -> Result<Self, Error> {
        let settings = [
            (self.choice.state.is_some(), Setting::State),
            (self.journal.is_some(), Setting::Journal),
            (self.reduction.is_some(), Setting::Reduction),
        ];
        if let Some((_, setting)) = settings.into_iter().find(|&(is_set, _)| is_set) {
            return Err(Error::Conflict(Setting::Sweep, setting));
        }
        match self.choice.engine() {
            Engine::Auto | Engine::Frontier => Ok(self),
            engine => Err(Error::Unsupported { engine, question: "count layer by layer" }),
        }
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { problem, choice, budget, .. } = self;
        f.debug_struct("Asked")
            .field("options", &problem.option_count())
            .field("is_reduced", &self.reduction.is_some())
            .field("by", &choice.by)
            .field("is_resumed", &choice.state.is_some())
            .field("budget", budget)
            .field("has_meter", &self.meter.is_some())
            .field("has_journal", &self.journal.is_some())
            .finish()
    }
}

/// The settings that several questions have.
macro_rules! settings {
    (of) => {
        /// Asks about this problem, with any engine and without limits. The problem is shared, not copied.
        pub fn of(problem: &Problem) -> Self {
            Self::new(Asked::of(problem))
        }
    };
    (reduced) => {
        /// Asks about the problem that was reduced, and uses the reduction to answer. The answers are the same, in
        /// options of the problem itself, perhaps in another order: each solution consists of the options taken and one
        /// solution of each component, and those of the first component change last.
        ///
        /// ```
        /// # use combien::{problem::dlx, reduce::Reduction, solve::{Count, Enumerate, Outcome}};
        /// let problem = dlx::parse("two", "a b c d e\na b\na\nb\nc d\nc\nd\ne\n")?.problem;
        /// let reduction = Reduction::new(&problem, Reduction::BUDGET);
        /// assert_eq!((reduction.taken().len(), reduction.components().len()), (1, 2));
        /// assert_eq!(Count::reduced(&reduction).run()?.outcome, Outcome::Answer(4u64.into()));
        /// let taken = &reduction.taken()[0];
        /// assert!(Enumerate::reduced(&reduction).run()?.all(|solution| solution.options().contains(taken)));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn reduced(reduction: &Reduction) -> Self {
            Self::new(Asked::reduced(reduction))
        }
    };
    (by) => {
        /// Uses this engine, or this kernel of the engine `fast`; [`Engine::Auto`] by default.
        pub fn by(mut self, by: impl Into<By>) -> Self {
            self.asked.choice.by = by.into();
            self
        }
    };
    (by_engine) => {
        /// Uses this engine; [`Engine::Auto`] by default.
        pub fn by(mut self, engine: Engine) -> Self {
            self.asked.choice.by = engine.into();
            self
        }
    };
    (budget) => {
        /// Sets the budget; [`Budget::UNLIMITED`] by default.
        pub fn budget(mut self, budget: Budget) -> Self {
            self.asked.budget = budget;
            self
        }
    };
    (meter) => {
        /// Reports progress to this meter. To use the meter afterwards, pass `&mut meter`. `None` means no meter.
        pub fn meter(mut self, meter: impl Meter + 'a) -> Self {
            self.asked.meter = meter.is_there().then(|| Box::new(meter) as Box<dyn Meter + 'a>);
            self
        }
    };
    (resume) => {
        /// Resumes a search of the same problem for the same question, with the engine of that search unless another
        /// one is named. A budget on nodes limits the work done after the resumption; solutions found before count. A
        /// state of another problem is refused with [`Error::OtherProblem`], a state of another question with
        /// [`Error::OtherQuestion`], and a state combined with a reduction with [`Error::Conflict`]. The check is
        /// linear in the size of the problem.
        ///
        /// ```
        /// use combien::budget::Budget;
        /// use combien::problem::dlx;
        /// use combien::solve::{Count, Engine, Journal, Outcome, State};
        ///
        /// /// Keeps the last state, and asks for it whenever it can.
        /// struct Last(Option<State>);
        /// impl Journal for Last {
        ///     fn is_due(&mut self) -> bool { true }
        ///     fn keep(&mut self, state: &State) { self.0 = Some(state.clone()); }
        /// }
        ///
        /// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
        /// let (mut last, budget) = (Last(None), Budget { nodes: Some(4), ..Budget::UNLIMITED });
        /// let part = Count::of(&problem).by(Engine::Fast).budget(budget).journal(&mut last).run()?;
        /// assert!(matches!(part.outcome, Outcome::Stopped { .. }));
        /// let state = last.0.unwrap();
        /// assert_eq!(Count::of(&problem).resume(&state).run()?.outcome, Outcome::Answer(7u64.into()));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn resume(mut self, state: &State) -> Self {
            self.asked.choice.state = Some(state.clone());
            self
        }
    };
    (journal) => {
        /// Keeps a journal of the state of the search, so that the search can be resumed. If no engine is named,
        /// [`Engine::Fast`] is used, because engines with a memo would have too much to keep. When solutions are listed
        /// one by one, those already returned count: the journal is updated when the next solution is requested, and
        /// during the search for it. A journal combined with a reduction is refused with [`Error::Conflict`]. To use
        /// the journal afterwards, pass `&mut journal`.
        pub fn journal(mut self, journal: impl Journal + 'a) -> Self {
            self.asked.journal = Some(Box::new(journal));
            self
        }
    };
    (without_forecast) => {
        /// Disables the probes of the remaining search, at its end or for a journal. Progress is then estimated by
        /// equal shares. Use this if you run many short pieces of one search: the probes of each piece may take as long
        /// as some milliseconds of the search, and a tenth of the first half second.
        pub fn without_forecast(mut self) -> Self {
            self.asked.forecasts = false;
            self
        }
    };
    ($($setting:ident),+) => {
        $(settings!($setting);)+
    };
}

/// The question of how many solutions there are.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::{Count, Engine, Outcome};
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let report = Count::of(&problem).by(Engine::Memo).run()?;
/// assert_eq!(report.outcome, Outcome::Answer(7u64.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Count<'a> {
    asked: Asked<'a>,
    sweeping: Option<Sweeping<'a>>,
}

impl<'a> Count<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Count { asked, sweeping: None }
    }

    settings!(of, reduced, by, budget, meter, resume, journal, without_forecast);

    /// Counts by [`Engine::Frontier`], and says how the sweep is saved, resumed, and where it puts what does
    /// not fit into memory. Another engine is refused with [`Error::Unsupported`]; a state, a journal of
    /// branches and a reduction are refused with [`Error::Conflict`].
    pub fn sweeping(self, sweeping: Sweeping<'a>) -> Self {
        Count { sweeping: Some(sweeping), ..self }
    }

    /// Counts the solutions. The time is that of the engine. [`Engine::Auto`] takes a small multiple of the
    /// time of the best engine, and counts parts that have no item in common separately.
    pub fn run(self) -> Result<Report<Number>, Error> {
        if let Some(sweeping) = self.sweeping {
            let Asked { problem, budget, meter, forecasts, .. } = self.asked.for_sweep()?;
            return counting::by_sweep(&problem, sweeping, Guard::new(budget, meter).forecasts(forecasts));
        }
        let Asked { problem, reduction, choice, budget, meter, journal, forecasts } =
            self.asked.settled(Question::Count)?;
        // A reduction without any work only separates the parts.
        let in_parts = || (choice.is_free() && problem.falls_apart()).then(|| Reduction::new(&problem, 0));
        if let Some(reduction) = reduction.or_else(in_parts) {
            return reduced::count(&reduction, &choice, &budget, meter);
        }
        let guard =
            Guard::new(budget, meter).journal(journal).resumed(choice.state.as_ref()).forecasts(forecasts);
        counting::count(&problem, &choice, guard.reasons(choice.reasons(&problem)))
    }
}

/// The question for each solution, one after the other, or for the first few of them.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::{Ending, Enumerate};
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let mut solutions = Enumerate::of(&problem).run()?;
/// assert_eq!(solutions.by_ref().count(), 7);
/// assert_eq!(solutions.ending(), Some(Ending::Complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Enumerate<'a> {
    asked: Asked<'a>,
    at_most: Option<u64>,
}

impl<'a> Enumerate<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Enumerate { asked, at_most: None }
    }

    settings!(of, reduced, by, budget, meter, resume, journal, without_forecast);

    /// Limits the number of solutions. If only one is wanted and no engine is named, it may come from
    /// restarts when the systematic search takes long. It is then the same solution each time, but not
    /// always the first in the order of the engine.
    pub fn at_most(self, solutions: u64) -> Self {
        Enumerate { at_most: Some(solutions), ..self }
    }

    /// The solutions, in the order of the engine; nothing is searched before the first is asked for. An
    /// engine that builds a diagram builds it here.
    pub fn run(self) -> Result<Solutions<'a>, Error> {
        let at_most = self.at_most;
        let Asked { problem, reduction, choice, budget, meter, journal, forecasts } =
            self.asked.settled(Question::Each)?;
        if let Some(reduction) = reduction {
            return reduced::each(&reduction, &choice, budget, at_most, meter);
        }
        listing::each(&problem, &choice, budget, at_most, meter, journal, forecasts)
    }

    /// The number of solutions, found one by one. Needed when their number is limited.
    pub fn tally(self) -> Result<Report<Number>, Error> {
        let mut solutions = self.run()?;
        let count = Number::from(solutions.by_ref().count() as u64);
        Ok(report(&solutions, count, "there is a limit on solutions"))
    }

    /// Returns a solution, or `None` if there is none. If an engine was named, it is the first solution in
    /// the order of that engine; otherwise see [`Enumerate::at_most`].
    pub fn first(self) -> Result<Report<Option<Solution>>, Error> {
        let at_most = self.at_most.unwrap_or(1).min(1);
        let mut solutions = self.at_most(at_most).run()?;
        let first = solutions.next();
        Ok(report(&solutions, first, "it lists solutions"))
    }

    /// Is there a solution?
    pub fn exists(self) -> Result<Report<bool>, Error> {
        Ok(self.first()?.map(|first| first.is_some()))
    }
}

/// The report of a listing that has ended, or was stopped after the first solution.
fn report<T>(solutions: &Solutions<'_>, certain: T, why: &str) -> Report<T> {
    let weights = solutions.weights().cloned();
    let outcome = match solutions.ending() {
        Some(Ending::Stopped(reason)) => Outcome::Stopped { certain, reason },
        Some(Ending::Complete) | None => Outcome::Answer(certain),
    };
    let (engine, work, fraction) = (solutions.engine(), solutions.work(), solutions.fraction_done());
    Report { outcome, engine, why: why.to_owned(), work, fraction, weights }
}

/// The question for one solution, found by restarts from the beginning. Each restart tries options in a
/// different order, given by a seed. The solution found depends on the seed.
#[derive(Debug)]
#[must_use]
pub struct Restart<'a> {
    asked: Asked<'a>,
    seed: u64,
}

impl<'a> Restart<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Restart { asked, seed: 1 }
    }

    settings!(of, budget, meter);

    /// With this seed; 1 by default.
    pub fn seed(self, seed: u64) -> Self {
        Restart { seed, ..self }
    }

    /// One solution, if there is one. The engine is [`Engine::Fast`].
    pub fn run(self) -> Result<Solutions<'a>, Error> {
        let Asked { problem, budget, meter, .. } = self.asked;
        let search = enumeration::race(&problem, Some(self.seed), &budget)?;
        Ok(Solutions::of(&problem, search, None, Guard::new(budget, meter).at_most(Some(1))))
    }
}

/// The question for all solutions at once, as a decision diagram.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::Compile;
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let diagram = Compile::of(&problem).run()?.answer()?.expect("an answer has the diagram");
/// assert_eq!(diagram.count().to_u64(), Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Compile<'a> {
    asked: Asked<'a>,
}

impl<'a> Compile<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Compile { asked }
    }

    settings!(of, by_engine, budget, meter);

    /// Builds the diagram. [`Engine::Auto`] stands for [`Engine::Zdd`]. The result has no diagram only if the search was stopped before it was finished.
    pub fn run(self) -> Result<Report<Option<Diagram>>, Error> {
        let Asked { problem, choice, budget, meter, .. } = self.asked;
        diagram::compile(&problem, choice.engine(), Guard::new(budget, meter))
    }
}

/// The question for the covers of least cost, or of greatest: the best one, the best few, or all within a
/// cost.
///
/// The costs are those of the problem's options ([`Problem::cost`]). [`Engine::Cells`] finds the best by
/// branch and bound, with what the items pay in the linear relaxation as the bound (Knuth's Algorithm C$ has
/// taxes instead); [`Engine::Zdd`] sweeps along the frontier within a cost, and raises it until it has found
/// enough; other engines that build a diagram take the best from it by a walk. [`Engine::Auto`] begins with
/// the search, and the others take turns with it if that takes long. Each cover passes the checker, and its
/// cost is added up again.
///
/// Covers come in the order of their costs, and those of equal cost in the order of their options. If several
/// have the cost of the last one, which of them is listed depends on the engine, and is always the same.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::{Best, Outcome};
///
/// let text = "a b c d\na b |3\nc d |2\na c |1\nb d |1\na |5\nb |5\nc |5\nd |5\n";
/// let problem = dlx::parse("toy", text)?.problem;
/// let ranking = Best::of(&problem).count(2).run()?.answer()?;
/// assert_eq!(ranking.covers.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), [2, 5]);
/// assert_eq!(ranking.gap(), Some(0));
/// let dearest = Best::of(&problem).max().run()?.answer()?;
/// assert_eq!(dearest.covers[0].0, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Best<'a> {
    asked: Asked<'a>,
    wanted: best::Wanted,
}

impl<'a> Best<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Best { asked, wanted: best::Wanted { count: Some(1), ..best::Wanted::default() } }
    }

    settings!(of, by_engine, budget, meter);

    /// The least cost is the best, or the greatest.
    pub fn goal(mut self, goal: Goal) -> Self {
        self.wanted.goal = goal;
        self
    }

    /// The greatest cost is the best.
    pub fn max(self) -> Self {
        self.goal(Goal::Max)
    }

    /// At most this number of covers; 1 by default.
    pub fn count(mut self, count: usize) -> Self {
        self.wanted.count = Some(count);
        self
    }

    /// All covers. They are kept in memory, so set [`Best::within`] too, or [`Budget::memory`].
    pub fn all(mut self) -> Self {
        self.wanted.count = None;
        self
    }

    /// Only covers that cost at most this, or at least this if the greatest cost is the best; in units of 10
    /// to the power `-`[`cost_places`](Problem::cost_places).
    pub fn within(mut self, cost: i128) -> Self {
        self.wanted.within = Some(cost);
        self
    }

    /// How many covers there are within the limit of [`Best::within`], or in all. Covers that the search
    /// finds are counted one by one; a diagram gives their number by the distribution of costs.
    pub fn tally(self) -> Result<Report<Number>, Error> {
        let wanted = best::Wanted { count: None, only_number: true, ..self.wanted };
        Ok(Best { wanted, ..self }.run()?.map(|ranking| ranking.found))
    }

    /// Finds them. If it is stopped before, what is certain are the best covers found so far, and a bound on
    /// what is possible.
    pub fn run(self) -> Result<Report<Ranking>, Error> {
        let Asked { problem, choice, budget, meter, .. } = self.asked;
        best::rank(&problem, choice.engine(), self.wanted, Guard::new(budget, meter))
    }
}

/// The question for random solutions, each equally likely at each draw.
///
/// ```
/// use combien::problem::dlx;
/// use combien::solve::Sample;
///
/// let problem = dlx::parse("toy", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n")?.problem;
/// let samples = Sample::of(&problem).seed(42).run()?.answer()?.expect("an answer has samples");
/// assert_eq!(samples.take(100).count(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Sample<'a> {
    asked: Asked<'a>,
    seed: u64,
}

impl<'a> Sample<'a> {
    fn new(asked: Asked<'a>) -> Self {
        Sample { asked, seed: 1 }
    }

    settings!(of, by_engine, budget, meter);

    /// With this seed; 1 by default. The same seed draws the same solutions on every machine.
    pub fn seed(self, seed: u64) -> Self {
        Sample { seed, ..self }
    }

    /// Builds a diagram, or draws the first solution if the engine needs none, and draws without end.
    /// [`Engine::Auto`] stands for [`Engine::Pfaffian`] if the problem is one of planar matchings, else for
    /// [`Engine::Zdd`]. If the search
    /// was stopped before that, there are no samples. If the problem has no solution, the iterator is
    /// empty. Later draws keep to the same budget: [`Samples::stopped`].
    pub fn run(self) -> Result<Report<Option<Samples>>, Error> {
        let Asked { problem, choice, budget, meter, .. } = self.asked;
        sampling::sample(&problem, choice.engine(), self.seed, Guard::new(budget, meter))
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::budget::{Deadline, Progress, Reason};
    use crate::problem::dlx::parse;

    /// 7 solutions, in a tree of some more nodes.
    const TOY: &str = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";

    fn toy() -> Problem {
        parse("toy", TOY).unwrap().problem
    }

    /// 7^30 solutions, and the work of thirty searches.
    #[test]
    fn parts_are_counted_apart() {
        let names = |part| format!("a{part} b{part} c{part} d{part}");
        let of = |line: &str, part| {
            let names: Vec<String> = line.split(' ').map(|name| format!("{name}{part}")).collect();
            names.join(" ")
        };
        let options = |part| TOY.lines().skip(1).map(|line| of(line, part) + "\n").collect::<String>();
        let parts = |parts: u32| {
            let items: Vec<String> = (0..parts).map(names).collect();
            let text = format!("{}\n{}", items.join(" "), (0..parts).map(options).collect::<String>());
            let problem = parse("parts", &text).unwrap().problem;
            assert_eq!(problem.falls_apart(), parts > 1);
            Count::of(&problem).run().unwrap()
        };
        let (one, thirty) = (parts(1), parts(30));
        assert_eq!(thirty.outcome.certain().to_string(), 7u128.pow(30).to_string());
        assert_eq!(thirty.work.nodes, 30 * one.work.nodes);
        // An item that no option has is a part of its own, and cannot be covered.
        let bare = parse("bare", "a b c\na\nb\n").unwrap().problem;
        assert_eq!(Count::of(&bare).run().unwrap().outcome, Outcome::Answer(0u64.into()));
    }

    #[test]
    fn questions_and_answers_own_their_data_and_can_be_sent() {
        fn is_free<T: Send + 'static>(answer: T) -> T {
            answer
        }
        let problem = toy();
        let count = is_free(Count::of(&problem));
        let mut by_engine = vec![];
        for &engine in Engine::ALL.iter().filter(|engine| engine.lists_solutions()) {
            by_engine.push(is_free(Enumerate::of(&problem).by(engine).run().unwrap()));
        }
        let samples = is_free(Sample::of(&problem).run().unwrap()).outcome.certain().clone().unwrap();
        let diagram = is_free(Compile::of(&problem).run().unwrap());
        drop(problem);
        let counted = thread::spawn(move || count.run().unwrap().outcome);
        assert_eq!(counted.join().unwrap(), Outcome::Answer(7u64.into()));
        let listed = by_engine.into_iter().map(|solutions| thread::spawn(move || solutions.count()));
        assert!(listed.into_iter().all(|listed| listed.join().unwrap() == 7));
        assert_eq!(thread::spawn(move || samples.take(9).count()).join().unwrap(), 9);
        assert_eq!(diagram.outcome.certain().as_ref().map(Diagram::count), Some(7u64.into()));
    }

    #[test]
    fn a_deadline_stops_every_question_of_every_engine() {
        let problem = toy();
        let passed = || Budget { deadline: Some(Deadline::new(|| true)), ..Budget::UNLIMITED };
        for engine in Engine::ALL {
            let counted = Count::of(&problem).by(engine).budget(passed()).run().unwrap().outcome;
            assert_eq!(counted.reason(), Some(Reason::Deadline), "{engine}");
            if engine.lists_solutions() {
                let mut solutions = Enumerate::of(&problem).by(engine).budget(passed()).run().unwrap();
                assert_eq!(solutions.next(), None, "{engine}");
                assert_eq!(solutions.ending(), Some(Ending::Stopped(Reason::Deadline)), "{engine}");
            }
            if engine.profile().compiles {
                let report = Compile::of(&problem).by(engine).budget(passed()).run().unwrap();
                assert_eq!(report.outcome.reason(), Some(Reason::Deadline), "{engine}");
            }
        }
        let restarted = Restart::of(&problem).budget(passed()).run().unwrap();
        assert_eq!(restarted.count(), 0);
    }

    /// `None` as a meter is never called; a borrowed meter can be read afterwards.
    #[test]
    fn a_meter_is_borrowed_or_owned_or_none() {
        #[derive(Default)]
        struct Ticks(u64);
        impl Meter for Ticks {
            fn tick(&mut self, _: Progress) {
                self.0 += 1;
            }
        }
        let pairs = (0..14).flat_map(|a| (0..a).map(move |b| vec![b, a]));
        let problem = Problem::from_lists(14, None, pairs).unwrap();
        let mut lent = Ticks::default();
        let count = |question: Count<'_>| question.by(Engine::Links).run().unwrap();
        let metered = count(Count::of(&problem).meter(&mut lent));
        assert!(lent.0 > 0);
        assert_eq!(metered, count(Count::of(&problem).meter(None::<Ticks>)));
        assert_eq!(metered, count(Count::of(&problem).meter(Ticks::default())));
    }

    #[test]
    fn restarts_find_a_solution_by_their_seed() {
        let problem = toy();
        for seed in 1..5 {
            let mut solutions = Restart::of(&problem).seed(seed).run().unwrap();
            let found = solutions.next().unwrap();
            assert_eq!(solutions.next(), None);
            assert_eq!(solutions.ending(), Some(Ending::Stopped(Reason::Solutions(1))));
            let again = Restart::of(&problem).seed(seed).run().unwrap().next();
            assert_eq!(again, Some(found));
        }
    }
}
