//! Which engine answers a question, and which settings of a question exclude each other.

use super::engine::Engine;
use super::error::{Error, Question, Setting};
use super::reasons::Reasons;
use super::state::State;
use crate::engine::fast::Kernel;
use crate::problem::Problem;

/// The engine that answers, or one kernel of the engine `fast`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// An engine.
    Engine(Engine),
    /// A kernel of [`Engine::Fast`]. To compare kernels; the engine's own choice is the best that we know.
    Kernel(Kernel),
}

impl Default for By {
    fn default() -> By {
        By::Engine(Engine::Auto)
    }
}

impl From<Engine> for By {
    fn from(engine: Engine) -> By {
        By::Engine(engine)
    }
}

impl From<Kernel> for By {
    fn from(kernel: Kernel) -> By {
        By::Kernel(kernel)
    }
}

/// The engine that answers, and the state from which it resumes.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) by: By,
    /// The state from which a search is to be resumed.
    pub(super) state: Option<State>,
    /// No engine was named when the question was settled, so reasons may answer it too.
    pub(super) is_open: bool,
}

impl Choice {
    /// The engine.
    pub(super) fn engine(&self) -> Engine {
        match self.by {
            By::Engine(engine) => engine,
            By::Kernel(_) => Engine::Fast,
        }
    }

    /// The kernel of the engine `fast`, if one was named.
    pub(super) fn kernel(&self) -> Option<Kernel> {
        match self.by {
            By::Engine(_) => None,
            By::Kernel(kernel) => Some(kernel),
        }
    }

    /// May any engine answer, in any order?
    pub(super) fn is_free(&self) -> bool {
        self.by == By::default() && self.state.is_none()
    }

    /// What looks for reasons beside a search of this problem, if they may answer.
    pub(super) fn reasons(&self, problem: &Problem) -> Option<Reasons> {
        self.is_open.then(|| Reasons::of(problem, self.engine().for_search()))
    }

    /// Returns the choice with its engine if no settings conflict, otherwise an error that names the
    /// conflict.
    pub(super) fn settled(
        self,
        question: Question,
        problem: &Problem,
        has_reduction: bool,
        has_journal: bool,
    ) -> Result<Choice, Error> {
        // A state belongs to the whole problem, not to its parts.
        let settings = [(self.state.is_some(), Setting::State), (has_journal, Setting::Journal)];
        let kept = settings.into_iter().find_map(|(is_set, setting)| is_set.then_some(setting));
        if let (Some(setting), true) = (kept, has_reduction) {
            return Err(Error::Conflict(setting, Setting::Reduction));
        }
        if let Some(state) = &self.state {
            state.fits(problem, question)?;
        }
        let is_open = self.by == By::default();
        // A journal or a state needs an engine that cuts its search into branches.
        let engine = match (&self.state, self.engine()) {
            (None, _) if !has_journal => return Ok(Choice { is_open, ..self }),
            (Some(state), Engine::Auto) => state.engine.for_journal(problem)?,
            (_, engine) => engine.for_journal(problem)?,
        };
        let by = if self.kernel().is_some() { self.by } else { By::Engine(engine) };
        Ok(Choice { by, is_open, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;
    use crate::reduce::Reduction;
    use crate::solve::{Budget, Count, Enumerate, Journal, Outcome};

    /// Two components, each with two solutions.
    const FOUR: &str = "a b c d\na b\na\nb\nc d\nc\nd\n";

    fn problem(text: &str) -> Problem {
        parse("t", text).unwrap().problem
    }

    /// Keeps the last state, and is always due.
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

    /// The state of a search that was stopped after this number of nodes.
    fn stopped(problem: &Problem, question: Question, nodes: u64) -> State {
        let (mut last, budget) = (Last::default(), Budget { nodes: Some(nodes), ..Budget::UNLIMITED });
        match question {
            Question::Count => _ = Count::of(problem).budget(budget).journal(&mut last).run().unwrap(),
            Question::Each => {
                _ = Enumerate::of(problem).budget(budget).journal(&mut last).run().unwrap().count();
            }
        }
        last.0.unwrap()
    }

    #[test]
    fn a_state_is_resumed_by_its_own_problem_and_question_only() {
        let (four, other) = (problem(FOUR), problem("a b c d\na b\na\nb\nc d\nc\nd\na c\n"));
        let state = stopped(&four, Question::Count, 3);
        assert!(!state.found.is_zero() && !state.is_complete());
        let resumed = Count::of(&four).resume(&state).run().unwrap();
        assert_eq!(resumed.outcome, Outcome::Answer(4u64.into()));
        assert_eq!(Count::of(&other).resume(&state).run().unwrap_err(), Error::OtherProblem);
        assert_eq!(
            Enumerate::of(&four).resume(&state).run().unwrap_err(),
            Error::OtherQuestion(Question::Count)
        );
        let each = stopped(&four, Question::Each, 3);
        assert_eq!(Enumerate::of(&other).resume(&each).first().unwrap_err(), Error::OtherProblem);
        assert_eq!(Count::of(&four).resume(&each).run().unwrap_err(), Error::OtherQuestion(Question::Each));
        // If nothing was done, any question may be asked.
        let new = State::new(&four, Question::Count, Engine::Fast);
        assert_eq!(Enumerate::of(&four).resume(&new).run().unwrap().count(), 4);
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
            assert_eq!(Count::of(&problem(text)).resume(&state).run().is_ok(), is_same, "{text}");
        }
    }

    #[test]
    fn a_state_does_not_leak_into_the_parts_of_a_reduction() {
        let four = problem(FOUR);
        let reduction = Reduction::new(&four, Reduction::BUDGET);
        let state = stopped(&four, Question::Count, 2);
        let refused = Error::Conflict(Setting::State, Setting::Reduction);
        assert_eq!(Count::reduced(&reduction).resume(&state).run().unwrap_err(), refused);
        assert_eq!(Enumerate::reduced(&reduction).resume(&state).run().unwrap_err(), refused);
        assert_eq!(refused.to_string(), "a state to resume from and a reduction cannot be combined");
    }

    #[test]
    fn a_journal_cannot_be_combined_with_a_reduction() {
        let four = problem(FOUR);
        let reduction = Reduction::new(&four, Reduction::BUDGET);
        let refused = Error::Conflict(Setting::Journal, Setting::Reduction);
        let mut last = Last::default();
        assert_eq!(Count::reduced(&reduction).journal(&mut last).run().unwrap_err(), refused);
        assert_eq!(Enumerate::reduced(&reduction).journal(&mut last).run().unwrap_err(), refused);
        assert_eq!(refused.to_string(), "a journal and a reduction cannot be combined");
        // Where solutions are listed, a limit on them and a journal are both kept to.
        assert_eq!(Enumerate::of(&four).at_most(2).journal(&mut last).run().unwrap().count(), 2);
        assert_eq!(last.0.unwrap().found, 2u64.into());
    }

    #[test]
    fn a_kernel_can_be_combined_with_a_journal() {
        let four = problem(FOUR);
        let masks: Kernel = "masks".parse().unwrap();
        let mut last = Last::default();
        let report = Count::of(&four).by(masks).journal(&mut last).run().unwrap();
        assert_eq!((report.engine, report.outcome), (Engine::Fast, Outcome::Answer(4u64.into())));
        assert!(last.0.unwrap().is_complete());
    }
}
