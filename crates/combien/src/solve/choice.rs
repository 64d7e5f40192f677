//! Who is to answer a question, and how; and which settings of a query exclude each other.

use std::fmt;

use super::limits::Limits;
use super::state::{Question, State};
use super::{Engine, Error};
use crate::engine::fast::Kernel;
use crate::problem::Problem;

/// A setting of a query that not every other setting goes with: [`Error::Conflict`] names two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// The engine that was named.
    Engine(Engine),
    /// The kernel that was named.
    Kernel(Kernel),
    /// Restarts.
    Restarts,
    /// A state to resume from.
    State,
    /// A journal.
    Journal,
    /// A reduction.
    Reduction,
    /// A limit on solutions.
    SolutionLimit,
    /// The question asks for more than one solution.
    ManySolutions,
    /// The question asks for a count.
    Count,
    /// The question asks for a diagram.
    Diagram,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Setting::Engine(engine) => return write!(f, "the engine {engine}"),
            Setting::Kernel(kernel) => return write!(f, "the kernel {kernel}"),
            Setting::Restarts => "restarts",
            Setting::State => "a state to resume from",
            Setting::Journal => "a journal",
            Setting::Reduction => "a reduction",
            Setting::SolutionLimit => "a limit on solutions",
            Setting::ManySolutions => "a search for more than one solution",
            Setting::Count => "a count",
            Setting::Diagram => "a diagram",
        })
    }
}

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Each,
    Count,
    Diagram,
}

/// Who is to answer, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    pub(super) engine: Engine,
    /// The kernel of the engine `fast`.
    pub(super) kernel: Option<Kernel>,
    /// The seed of restarts, if they are asked for.
    pub(super) restarts: Option<u64>,
    /// The state from which a search is to be resumed.
    pub(super) state: Option<&'a State>,
}

impl Default for Choice<'_> {
    fn default() -> Self {
        Choice { engine: Engine::Auto, kernel: None, restarts: None, state: None }
    }
}

/// What else a query was given.
#[derive(Clone, Copy)]
pub(super) struct Company<'q> {
    pub(super) problem: &'q Problem,
    pub(super) limits: &'q Limits,
    pub(super) has_reduction: bool,
    pub(super) has_journal: bool,
}

impl<'a> Choice<'a> {
    #[cfg(test)]
    pub(super) fn of(engine: Engine) -> Choice<'static> {
        Choice { engine, ..Choice::default() }
    }

    /// May restarts find the solution? Not if an engine was named: then its order counts.
    pub(super) fn may_restart(self, limits: &Limits) -> bool {
        let is_free = self.engine == Engine::Auto && self.kernel.is_none() && self.state.is_none();
        limits.solutions == Some(1) && (is_free || self.restarts.is_some())
    }

    /// The choice with its engine, if everything that was set can be kept to; else an error that names what cannot.
    pub(super) fn for_question(self, asked: Asked, company: Company<'_>) -> Result<Choice<'a>, Error> {
        if let Some((one, other)) = self.conflict(asked, company) {
            return Err(Error::Conflict(one, other));
        }
        if let Some(state) = self.state {
            let question = if asked == Asked::Count { Question::Count } else { Question::Each };
            state.fits(company.problem, question)?;
        }
        // A kernel and restarts are those of `fast`.
        let of_fast = self.kernel.is_some() || self.restarts.is_some();
        let engine = if of_fast { Engine::Fast } else { self.engine };
        // A search that is kept or resumed needs an engine that cuts its search into branches.
        let engine = match (self.state, engine) {
            (None, engine) if !company.has_journal => engine,
            (Some(state), Engine::Auto) => state.engine.for_journal(company.problem)?,
            (_, engine) => engine.for_journal(company.problem)?,
        };
        Ok(Choice { engine, ..self })
    }

    /// Two settings that exclude each other, if there are any.
    fn conflict(self, asked: Asked, company: Company<'_>) -> Option<(Setting, Setting)> {
        let kernel = self.kernel.map(Setting::Kernel);
        let restarts = self.restarts.map(|_| Setting::Restarts);
        let state = self.state.map(|_| Setting::State);
        let journal = company.has_journal.then_some(Setting::Journal);
        let reduction = company.has_reduction.then_some(Setting::Reduction);
        let other_engine = !matches!(self.engine, Engine::Auto | Engine::Fast);
        let other_engine = other_engine.then_some(Setting::Engine(self.engine));
        let solutions = company.limits.solutions.map(|_| Setting::SolutionLimit);
        let count = (asked == Asked::Count).then_some(Setting::Count);
        let diagram = (asked == Asked::Diagram).then_some(Setting::Diagram);
        let many = company.limits.solutions.is_none_or(|most| most > 1).then_some(Setting::ManySolutions);
        let pairs = [
            (kernel, other_engine),
            (restarts, other_engine),
            // Restarts choose their own kernel.
            (restarts, kernel),
            (restarts, state),
            (restarts, journal),
            (restarts, reduction),
            (restarts, count),
            (restarts, diagram),
            (restarts, many),
            // A state is one of the whole problem, not of its parts.
            (state, reduction),
            (journal, reduction),
            // A limit on solutions is kept by listing them, and that is another question.
            (state, count.and(solutions)),
            (journal, count.and(solutions)),
            (state, diagram),
            (journal, diagram),
            (reduction, diagram),
            (solutions, diagram),
        ];
        pairs.into_iter().find_map(|(one, other)| one.zip(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::reduce::Reduction;
    use crate::solve::{Journal, Outcome, Query};

    /// Two components, each with two solutions.
    const FOUR: &str = "a b c d\na b\na\nb\nc d\nc\nd\n";

    fn problem(text: &str) -> Problem {
        parse("t", text).unwrap().problem
    }

    /// Keeps the last state, and asks for it whenever it can.
    #[derive(Default)]
    struct Last(Option<State>);

    impl Journal for Last {
        fn is_due(&mut self) -> bool {
            true
        }
        fn keep(&mut self, state: &State) {
            self.0 = Some(state.clone());
        }
    }

    fn error(query: Query<'_>, asked: Asked) -> Error {
        match asked {
            Asked::Each => query.each().map(|_| ()).unwrap_err(),
            Asked::Count => query.count().map(|_| ()).unwrap_err(),
            Asked::Diagram => query.diagram().map(|_| ()).unwrap_err(),
        }
    }

    /// The state of a search that was stopped after so many nodes.
    fn stopped(problem: &Problem, question: Question, nodes: u64) -> State {
        let (mut last, limits) = (Last::default(), Limits { nodes: Some(nodes), ..Limits::NONE });
        let query = Query::new(problem).limits(limits).journal(&mut last);
        match question {
            Question::Count => _ = query.count().unwrap(),
            Question::Each => _ = query.each().unwrap().count(),
        }
        last.0.unwrap()
    }

    #[test]
    fn a_state_is_resumed_by_its_own_problem_and_question_only() {
        let (four, other) = (problem(FOUR), problem("a b c d\na b\na\nb\nc d\nc\nd\na c\n"));
        let state = stopped(&four, Question::Count, 3);
        assert!(!state.found.is_zero() && !state.is_complete());
        let resumed = Query::new(&four).resume(&state).count().unwrap();
        assert_eq!(resumed.outcome, Outcome::Answer(4u64.into()));
        assert_eq!(Query::new(&other).resume(&state).count().unwrap_err(), Error::OtherProblem);
        assert_eq!(
            Query::new(&four).resume(&state).each().unwrap_err(),
            Error::OtherQuestion(Question::Count)
        );
        let each = stopped(&four, Question::Each, 3);
        assert_eq!(Query::new(&other).resume(&each).first().unwrap_err(), Error::OtherProblem);
        assert_eq!(
            Query::new(&four).resume(&each).count().unwrap_err(),
            Error::OtherQuestion(Question::Each)
        );
        // Where nothing was done, any question may be asked.
        let new = State::new(&four, Question::Count, Engine::Fast);
        assert_eq!(Query::new(&four).resume(&new).each().unwrap().count(), 4);
    }

    #[test]
    fn bounds_and_colors_tell_problems_apart() {
        let texts = [
            "a b | x\na x:1\nb x:1\na b\n",
            "a b | x\na x:1\nb x:2\na b\n",
            "a 0:1|b | x\na x:1\nb x:1\na b\n",
        ];
        let state = State::new(&problem(texts[0]), Question::Count, Engine::Links);
        for (text, is_same) in texts.into_iter().zip([true, false, false]) {
            assert_eq!(Query::new(&problem(text)).resume(&state).count().is_ok(), is_same, "{text}");
        }
    }

    #[test]
    fn a_state_does_not_leak_into_the_parts_of_a_reduction() {
        let four = problem(FOUR);
        let reduction = Reduction::new(&four, Reduction::BUDGET);
        let state = stopped(&four, Question::Count, 2);
        let refused = Error::Conflict(Setting::State, Setting::Reduction);
        assert_eq!(Query::reduced(&reduction).resume(&state).count().unwrap_err(), refused);
        assert_eq!(Query::reduced(&reduction).resume(&state).each().unwrap_err(), refused);
        assert_eq!(refused.to_string(), "a state to resume from and a reduction cannot be combined");
    }

    #[test]
    fn settings_that_exclude_each_other_are_named() {
        use Setting as Of;
        let four = problem(FOUR);
        let reduction = Reduction::new(&four, Reduction::BUDGET);
        let state = State::new(&four, Question::Each, Engine::Fast);
        let masks: Kernel = "masks".parse().unwrap();
        let most = |solutions| Limits { solutions: Some(solutions), ..Limits::NONE };
        let query = || Query::new(&four);
        let links = Of::Engine(Engine::Links);
        let cases: Vec<(Query<'_>, Asked, Setting, Setting)> = vec![
            (query().kernel(masks).engine(Engine::Links), Asked::Count, Of::Kernel(masks), links),
            (query().engine(Engine::Links).kernel(masks), Asked::Each, Of::Kernel(masks), links),
            (query().engine(Engine::Links).restarts(1).limits(most(1)), Asked::Each, Of::Restarts, links),
            (query().restarts(1).engine(Engine::Links).limits(most(1)), Asked::Each, Of::Restarts, links),
            (query().restarts(1).kernel(masks).limits(most(1)), Asked::Each, Of::Restarts, Of::Kernel(masks)),
            (query().restarts(1).resume(&state).limits(most(1)), Asked::Each, Of::Restarts, Of::State),
            (query().restarts(1), Asked::Count, Of::Restarts, Of::Count),
            (query().restarts(1), Asked::Each, Of::Restarts, Of::ManySolutions),
            (query().restarts(1), Asked::Diagram, Of::Restarts, Of::Diagram),
            (query().resume(&state).limits(most(3)), Asked::Count, Of::State, Of::SolutionLimit),
            (query().resume(&state), Asked::Diagram, Of::State, Of::Diagram),
            (query().limits(most(3)), Asked::Diagram, Of::SolutionLimit, Of::Diagram),
            (Query::reduced(&reduction), Asked::Diagram, Of::Reduction, Of::Diagram),
            (
                Query::reduced(&reduction).restarts(1).limits(most(1)),
                Asked::Each,
                Of::Restarts,
                Of::Reduction,
            ),
        ];
        for (query, asked, one, other) in cases {
            assert_eq!(error(query, asked), Error::Conflict(one, other));
        }
        assert_eq!(
            Error::Conflict(Of::Kernel(masks), links).to_string(),
            "the kernel masks and the engine links cannot be combined"
        );
    }

    #[test]
    fn a_journal_that_would_not_be_kept_is_refused() {
        let four = problem(FOUR);
        let reduction = Reduction::new(&four, Reduction::BUDGET);
        let conflict = |other| Error::Conflict(Setting::Journal, other);
        for asked in [Asked::Each, Asked::Count] {
            let mut last = Last::default();
            let query = Query::reduced(&reduction).journal(&mut last);
            assert_eq!(error(query, asked), conflict(Setting::Reduction));
        }
        let most = Limits { solutions: Some(2), ..Limits::NONE };
        let mut last = Last::default();
        let query = Query::new(&four).limits(most.clone()).journal(&mut last);
        assert_eq!(error(query, Asked::Count), conflict(Setting::SolutionLimit));
        let mut last = Last::default();
        let query = Query::new(&four).journal(&mut last);
        assert_eq!(error(query, Asked::Diagram), conflict(Setting::Diagram));
        let once = Limits { solutions: Some(1), ..Limits::NONE };
        let mut last = Last::default();
        let query = Query::new(&four).limits(once).restarts(1).journal(&mut last);
        assert_eq!(error(query, Asked::Each), Error::Conflict(Setting::Restarts, Setting::Journal));
        // Where solutions are listed, both are kept to.
        let mut last = Last::default();
        assert_eq!(Query::new(&four).limits(most).journal(&mut last).each().unwrap().count(), 2);
        assert_eq!(last.0.unwrap().found, 2u64.into());
    }
}
