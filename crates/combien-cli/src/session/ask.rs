//! Questions to the library about solutions. No other part of the command asks them.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use combien::Count;
use combien::engine::{Branch, Work};
use combien::problem::{OptionId, Problem, Solution};
use combien::proof::{Proof, Unproved};
use combien::reduce::Reduction;
use combien::solve::{
    self, Best, Budget, By, Compile, Diagram, Ending, Engine, Enumerate, Error, Goal, Journal, Outcome,
    Ranking, Reason, Report, Restart, Sample, Samples, Solutions, State, Sweeping,
};
use combien_puzzles::clues::narrowed;
use combien_tiling::why::{Answer, Mended, Nearest, Obstacle, Subject, Weights};
use combien_tiling::{Accepted, Through};

use super::progress::ProgressReport;
use super::{Session, crash};
use crate::input::Input;
use crate::report::Stop;
use crate::report::failure::Failure;
use crate::request::{ByCost, Counting, Method};
use crate::system::catalogue::told;
use crate::system::files::STDIN;

/// A question about the solutions of a problem, with its settings.
pub(crate) struct Question<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) reduction: Option<&'a Reduction>,
    pub(crate) by: By,
    pub(crate) budget: Budget,
    /// The maximum number of solutions.
    pub(crate) at_most: Option<u64>,
    pub(crate) progress: Option<&'a mut ProgressReport>,
    /// The state of the search.
    pub(crate) state: Option<&'a State>,
    /// The journal for later states.
    pub(crate) journal: Option<&'a mut dyn Journal>,
    /// How a sweep is saved, and where it puts what does not fit into memory.
    pub(crate) sweeping: Option<Sweeping<'a>>,
    /// The settings of a count of all solutions.
    pub(crate) counting: Counting,
    /// What only some solutions pass, where they are listed.
    pub(crate) through: Option<Through<'a>>,
}

/// The question of the library with the settings that a count and a list have in common.
macro_rules! begun {
    ($Asked:ident, $question:ident) => {{
        let asked = match $question.reduction {
            Some(reduction) => solve::$Asked::reduced(reduction),
            None => solve::$Asked::of($question.problem),
        };
        let mut asked = asked.by($question.by).budget($question.budget).meter($question.progress);
        if let Some(state) = $question.state {
            asked = asked.resume(state);
        }
        if let Some(journal) = $question.journal {
            asked = asked.journal(journal);
        }
        asked
    }};
}

impl<'a> Question<'a> {
    /// A question for this engine or this kernel.
    pub(crate) fn new(problem: &'a Problem, by: impl Into<By>, budget: Budget) -> Question<'a> {
        Question {
            problem,
            reduction: None,
            by: by.into(),
            budget,
            at_most: None,
            progress: None,
            state: None,
            journal: None,
            sweeping: None,
            counting: Counting::default(),
            through: None,
        }
    }

    /// A question for this method. Reduction and checkpoints are set elsewhere.
    pub(crate) fn by(problem: &'a Problem, method: &Method, budget: Budget) -> Question<'a> {
        Question::new(problem, method.kernel.map_or(By::Engine(method.engine), By::Kernel), budget)
    }

    /// Up to two solutions, and what stopped the search for them.
    pub(crate) fn two(self) -> Result<(Vec<Solution>, Option<Reason>), Failure> {
        let mut found = vec![];
        let searched = Question { at_most: Some(2), ..self }.each(|solution| {
            found.push(solution.clone());
            Ok(())
        })?;
        Ok((found, searched.stopped()))
    }

    /// A solution, if there is one.
    pub(crate) fn first(self) -> Result<Report<Option<Solution>>, Error> {
        let problem = self.problem;
        crash::guarded(problem, || begun!(Enumerate, self).first())
    }

    /// How many solutions are there?
    pub(crate) fn count(self) -> Result<Report<Count>, Error> {
        let problem = self.problem;
        if let Some(most) = self.at_most {
            return crash::guarded(problem, || self.listing().at_most(most).tally());
        }
        let question = self.counting.set(begun!(Count, self), self.sweeping);
        crash::guarded(problem, || question.run())
    }

    /// Counts what passes, by a list of all solutions. There is no state from which it could be
    /// continued.
    pub(crate) fn count_through(self) -> Result<Result<Report<Count>, Error>, Failure> {
        let (most, mut found) = (self.at_most, 0);
        let searched = self.each(|_| {
            found += 1;
            Ok(())
        })?;
        let reached = most.filter(|&most| found >= most).map(Reason::Solutions);
        let outcome = match searched.stopped().or(reached) {
            Some(reason) => Outcome::Stopped { certain: Count::from(found), reason },
            None => Outcome::Answer(Count::from(found)),
        };
        let Searched { work, fraction, engine, weights, .. } = searched;
        let why = "`where` filters a list of solutions".to_owned();
        Ok(Ok(Report { outcome, engine, why, work, fraction, weights }))
    }

    /// Which solutions are there? Each is delivered when it is found, after the checker has accepted it.
    pub(crate) fn each(
        self,
        mut deliver: impl FnMut(&Solution) -> Result<(), Failure>,
    ) -> Result<Searched, Failure> {
        if let Some(through) = self.through {
            return self.each_through(through, deliver);
        }
        let (problem, at_most) = (self.problem, self.at_most);
        let question = self.listing();
        let question = match at_most {
            Some(most) => question.at_most(most),
            None => question,
        };
        Searched::of(problem, question.run().map_err(Failure::of)?, |solution| {
            deliver(solution).map(ControlFlow::Continue)
        })
    }

    /// Which solutions pass? The limit is on their number.
    fn each_through(
        mut self,
        (judge, encoding): Through<'_>,
        mut deliver: impl FnMut(&Solution) -> Result<(), Failure>,
    ) -> Result<Searched, Failure> {
        let (problem, at_most, passed) = (self.problem, self.at_most, Arc::new(AtomicU64::new(0)));
        let progress = self.progress.take();
        let meter = progress.map(|progress| Accepted::new(progress, &passed));
        let question: Enumerate<'_> = self.listing().meter(meter);
        Searched::of(problem, question.run().map_err(Failure::of)?, |solution| {
            if !judge.accepts(encoding, solution).map_err(Failure::of)? {
                return Ok(ControlFlow::Continue(()));
            }
            deliver(solution)?;
            let number = passed.fetch_add(1, Ordering::Relaxed) + 1;
            Ok(match at_most {
                Some(most) if number >= most => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
        })
    }

    /// One solution by restarts with a seed, without a named engine, from the start.
    pub(crate) fn restarted(
        self,
        seed: u64,
        mut deliver: impl FnMut(&Solution) -> Result<(), Failure>,
    ) -> Result<Searched, Failure> {
        let question = Restart::of(self.problem).seed(seed).budget(self.budget).meter(self.progress);
        Searched::of(self.problem, question.run().map_err(Failure::of)?, |solution| {
            deliver(solution).map(ControlFlow::Continue)
        })
    }

    fn listing(self) -> Enumerate<'a> {
        begun!(Enumerate, self)
    }
}

impl Counting {
    /// The question with these settings, and with what the system has for a sweep, if it is to be one.
    pub fn set<'a>(&self, question: solve::Count<'a>, sweeping: Option<Sweeping<'a>>) -> solve::Count<'a> {
        match sweeping {
            Some(sweeping) => question.sweeping(Sweeping { disk: self.disk, ..sweeping }),
            None => question,
        }
    }
}

/// How a search for solutions one by one ended.
pub(crate) struct Searched {
    ending: Option<Ending>,
    pub(crate) work: Work,
    pub(crate) fraction: f64,
    pub(crate) engine: Engine,
    /// Weights that show that there is no solution.
    pub(crate) weights: Option<Weights>,
}

impl Searched {
    /// Delivers each solution when it is found, until told to break.
    fn of(
        problem: &Problem,
        mut solutions: Solutions<'_>,
        mut deliver: impl FnMut(&Solution) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Searched, Failure> {
        while let Some(solution) = crash::guarded(problem, || solutions.next())
            && deliver(&solution)?.is_continue()
        {}
        Ok(Searched {
            ending: solutions.ending(),
            work: solutions.work(),
            fraction: solutions.fraction_done(),
            engine: solutions.engine(),
            weights: solutions.weights().cloned(),
        })
    }

    /// There are no others.
    pub(crate) fn is_complete(&self) -> bool {
        self.ending == Some(Ending::Complete)
    }

    /// What stopped it. Reaching the limit on solutions is not a stop; any other limit is.
    pub(crate) fn stopped(&self) -> Option<Reason> {
        match self.ending {
            Some(Ending::Complete | Ending::Stopped(Reason::Solutions(_))) | None => None,
            Some(Ending::Stopped(reason)) => Some(reason),
        }
    }
}

/// The result of building a diagram.
pub(crate) enum Built {
    /// It has all solutions. Also the engine that built it, and why.
    Whole { diagram: Diagram, engine: Engine, why: String },
    /// It is not finished.
    Stopped(Stop),
}

/// Why there is no solution, if a quick look finds it.
pub(crate) struct Glance {
    pub(crate) why: String,
    /// A warning has said it already: an item has no option, or too few.
    is_told: bool,
}

impl Session<'_> {
    /// Asks the library about a problem. The progress is shown.
    fn asked<T, E: std::error::Error>(
        &self,
        problem: &Problem,
        question: impl FnOnce(Option<&mut ProgressReport>) -> Result<T, E>,
    ) -> Result<T, Failure> {
        self.metered(|progress| crash::guarded(problem, || question(progress))).map_err(Failure::of)
    }

    /// How many solutions does this engine count? The progress is shown.
    pub(crate) fn count(&self, engine: Engine) -> Result<Report<Count>, Error> {
        self.metered(|progress| {
            Question { progress, ..Question::new(self.problem(), engine, self.budget()) }.count()
        })
    }

    /// How many solutions are there, and why? The progress is shown.
    pub(crate) fn proof(&self) -> Result<Proof, Unproved> {
        self.metered(|mut progress| Proof::of(self.problem(), &self.budget(), &mut progress))
    }

    /// How many solutions have these options, and why? `None` if no solution can have all of them.
    pub(crate) fn proof_taking(&self, options: &[OptionId]) -> Result<Option<Proof>, Unproved> {
        self.metered(|mut progress| Proof::taking(self.problem(), options, &self.budget(), &mut progress))
    }

    /// Up to two solutions, and what stopped the search for them. The progress is shown.
    pub(crate) fn two(
        &self,
        through: Option<Through<'_>>,
    ) -> Result<(Vec<Solution>, Option<Reason>), Failure> {
        self.metered(|progress| {
            Question { progress, through, ..Question::new(self.problem(), Engine::Auto, self.budget()) }.two()
        })
    }

    /// What stopped a solver of puzzles, which does not report it.
    pub(crate) fn stop_of_solver(&self) -> Reason {
        let budget = self.budget();
        let nodes = budget.nodes.map_or(Reason::Asked, Reason::Nodes);
        budget.check().err().unwrap_or(nodes)
    }

    /// How near does the problem come to a solution? The progress is shown.
    pub(crate) fn almost(&self) -> Result<Nearest, Failure> {
        let subject = self.input.subject();
        self.asked(self.problem(), |mut progress| subject.almost(&self.budget(), &mut progress))
    }

    /// Which single piece makes the tiling solvable? None if it is no tiling.
    pub(crate) fn mended(&self) -> Result<Option<Mended>, Failure> {
        let subject = self.input.subject();
        self.asked(self.problem(), |mut progress| subject.mended(&self.budget(), &mut progress))
    }

    /// Why is there no solution? The progress is shown.
    pub(crate) fn why(&self) -> Result<Answer, Failure> {
        self.why_of(&self.input.subject())
    }

    /// Why has a subject no solution? The progress is shown.
    pub(crate) fn why_of(&self, subject: &Subject<'_>) -> Result<Answer, Failure> {
        self.asked(subject.problem(), |mut progress| subject.why(&self.budget(), &mut progress))
    }

    /// Why a whole problem has no solution: by the weights that the search has found, or if a quick look
    /// finds it.
    pub(crate) fn glance(&self, weights: Option<&Weights>) -> Option<Glance> {
        if self.input.shard().is_some() {
            return None;
        }
        let subject = self.input.subject();
        let obstacle = match weights {
            Some(weights) => subject.obstacle(weights),
            None => subject.glance()?,
        };
        let is_dead = matches!(&obstacle, Obstacle::Dead(dead) if dead.forced.is_empty());
        let is_told = is_dead && matches!(self.input, Input::Plain(_));
        Some(Glance { why: subject.sentence(&obstacle), is_told })
    }

    /// What a glance found as a line for people, with the command that says more. Returns `None` if a warning
    /// has said it.
    pub(crate) fn remark(&self, Glance { why, is_told }: &Glance) -> Option<String> {
        if *is_told {
            return None;
        }
        let file = &self.source.name;
        if file == STDIN {
            return Some(format!("why: {why}"));
        }
        let quoted =
            |word: &str| if word.contains([' ', '<']) { format!("'{word}'") } else { word.to_owned() };
        let problem =
            self.input.name().map_or_else(String::new, |name| format!(" --problem {}", quoted(name)));
        Some(format!("why: {why} (combien why {}{problem})", quoted(file)))
    }

    /// The best solutions by cost, of a shard those of its branches. The progress is shown.
    pub(crate) fn best(&self, by_cost: &ByCost) -> Result<Report<Ranking>, Failure> {
        let problem = self.problem();
        let Some(shard) = self.beginning()? else {
            return self.asked(problem, |progress| self.by_cost(problem, by_cost).meter(progress).run());
        };
        let sign = if by_cost.goal == Goal::Max { -1 } else { 1 };
        let (mut work, mut why, mut stopped) = (Work::default(), "it was asked for".to_owned(), None);
        let (mut engine, mut fraction, mut ranking) = (shard.engine, 0.0, Ranking::default());
        for Branch { subproblem, share, .. } in shard.branches() {
            let [taken, refused] =
                [subproblem.taken(), subproblem.refused()].map(|list| list.iter().collect::<Vec<_>>());
            let part = narrowed(problem, &taken, &refused).map_err(Failure::of)?;
            // What costs more than the last of those found is of no use.
            let last = by_cost.count.and_then(|count| ranking.covers.get(count - 1)).map(|(cost, _)| *cost);
            let report = self.asked(&part, |progress| {
                let question = self.by_cost(&part, by_cost).meter(progress);
                match last {
                    Some(cost) => question.within(cost).run(),
                    None => question.run(),
                }
            })?;
            let Ranking { covers, found, .. } = report.outcome.certain();
            ranking.covers.extend(covers.iter().cloned());
            ranking.covers.sort_by_key(|(cost, cover)| (sign * cost, cover.options().to_vec()));
            ranking.covers.truncate(by_cost.count.unwrap_or(usize::MAX));
            ranking.found += found;
            (engine, why, stopped) = (report.engine, report.why, report.outcome.reason());
            work += report.work;
            if stopped.is_some() {
                break;
            }
            fraction += share;
        }
        ranking.bound = ranking.covers.first().map(|(cost, _)| *cost).filter(|_| stopped.is_none());
        let outcome = match stopped {
            Some(reason) => Outcome::Stopped { certain: ranking, reason },
            None => Outcome::Answer(ranking),
        };
        Ok(Report { outcome, engine, why, work, fraction, weights: None })
    }

    /// How many solutions are within a cost? The progress is shown.
    pub(crate) fn number_within(&self, by_cost: &ByCost) -> Result<Report<Count>, Failure> {
        self.asked(self.problem(), |progress| self.by_cost(self.problem(), by_cost).meter(progress).tally())
    }

    fn by_cost<'p>(&self, problem: &'p Problem, by_cost: &ByCost) -> Best<'p> {
        let question = Best::of(problem).by(by_cost.engine).goal(by_cost.goal).budget(self.budget());
        let question = match by_cost.count {
            Some(count) => question.count(count),
            None => question.all(),
        };
        match by_cost.within {
            Some(cost) => question.within(by_cost.goal.limit(problem, cost)),
            None => question,
        }
    }

    /// Says that no option has a cost, where costs are asked for.
    pub(crate) fn remark_costs(&self, is_quiet: bool) {
        if !is_quiet && !self.problem().has_costs() {
            told!(
                "no option has a cost, so all solutions cost 0: `combien help formats` shows how to write costs"
            );
        }
    }

    /// All solutions as a diagram that this engine builds. The progress is shown.
    pub(crate) fn diagram(&self, engine: Engine) -> Result<Built, Failure> {
        let report = self.asked(self.problem(), |progress| {
            Compile::of(self.problem()).by(engine).budget(self.budget()).meter(progress).run()
        })?;
        let Report { outcome, engine, why, work, fraction, .. } = report;
        match outcome {
            Outcome::Answer(Some(diagram)) => Ok(Built::Whole { diagram, engine, why }),
            Outcome::Answer(None) => Err(Failure::message("the engine gave no diagram")),
            Outcome::Stopped { reason, .. } => {
                Ok(Built::Stopped(self.watch.stop_at(reason, None, work, fraction)))
            }
        }
    }
}

/// Random solutions, ready to be drawn.
pub(crate) enum Drawn {
    /// The samples.
    Ready(Box<Samples>),
    /// It was stopped before.
    Stopped(Stop),
}

impl Session<'_> {
    /// Random solutions by this engine, up to the first. The progress is shown.
    pub(crate) fn samples(&self, engine: Engine, seed: u64) -> Result<Drawn, Failure> {
        let report = self.asked(self.problem(), |progress| {
            Sample::of(self.problem()).by(engine).seed(seed).budget(self.budget()).meter(progress).run()
        })?;
        let Report { outcome, work, fraction, .. } = report;
        match outcome {
            Outcome::Answer(Some(samples)) => Ok(Drawn::Ready(Box::new(samples))),
            Outcome::Answer(None) => Err(Failure::message("the engine gave no samples")),
            Outcome::Stopped { reason, .. } => {
                Ok(Drawn::Stopped(self.watch.stop_at(reason, None, work, fraction)))
            }
        }
    }
}

/// The requested seed, or a random one. A random seed is printed unless messages are switched off, because
/// the same seed `does` the same again.
pub(crate) fn seed_of(seed: Option<u64>, quiet: bool, does: &str) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(0);
        if !quiet {
            told!("--seed {seed} {does} the same again");
        }
        seed
    })
}
