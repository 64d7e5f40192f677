//! Every way to answer questions about one problem, compared with a search by the definition.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use combien::Count as Number;
use combien::budget::{Budget, Meter, Reason};
use combien::check::check;
use combien::engine::fast::{Backend, Kernel, Method};
use combien::problem::{OptionId, Problem, Solution, dlx};
use combien::proof::Proof;
use combien::reduce::Reduction;
use combien::solve::{
    By, Compile, Count, Ending, Engine, Enumerate, Error, Journal, Outcome, Question, Restart, Sample, State,
};
use combien::symmetry::{self, Symmetries, automorphisms};
use combien_formats::checkpoint::{Checkpoint, shard};
use combien_formats::json;
use combien_puzzles::clues::{Solver, restricted};
use combien_tiling::why::{Answer, Nearest, Subject};

use super::{Bytes, reference};

/// `naive` looks at all sets of options, and the product of families grows as fast.
const MOST_FOR_NAIVE: usize = 18;
/// The maximum number of stops of a search.
const MOST_STOPS: usize = 60;
const MEMORY: usize = 1 << 28;

/// Returns the number of comparisons, or the difference. Settings such as limits, seeds and numbers of
/// threads come from the bytes. Without an answer by the definition in time, there are no comparisons.
pub fn compared(problem: &Problem, bytes: &mut Bytes<'_>) -> Result<u64, String> {
    let Some(solutions) = reference::solutions(problem) else { return Ok(0) };
    let mut case =
        Case { problem, bytes, total: Number::from(solutions.len() as u64), solutions, compared: 0 };
    case.engines()?;
    case.kernels()?;
    case.limits()?;
    case.one()?;
    case.reduced()?;
    case.resumed()?;
    case.shared()?;
    case.diagrams()?;
    case.proved()?;
    case.up_to_symmetry()?;
    case.clues()?;
    case.written()?;
    Ok(case.compared)
}

struct Case<'p, 'b, 'd> {
    problem: &'p Problem,
    bytes: &'b mut Bytes<'d>,
    /// Each ascending, in order.
    solutions: Vec<Vec<usize>>,
    total: Number,
    compared: u64,
}

type Compared = Result<(), String>;

fn options(solution: &Solution) -> Vec<usize> {
    solution.options().iter().map(|option| option.index()).collect()
}

fn nobody() -> Option<&'static mut dyn Meter> {
    None
}

fn failed(what: &str, error: &impl ToString) -> String {
    format!("{what}: {}", error.to_string())
}

/// Does a special engine refuse the problem? It says so before the first node.
fn is_unsupported(problem: &Problem, engine: Engine) -> bool {
    let at_once = Budget { nodes: Some(0), ..Budget::UNLIMITED };
    matches!(Count::of(problem).by(engine).budget(at_once).run(), Err(Error::NotMatching { .. }))
}

/// Keeps the last state, and requests one from time to time.
struct Keeper {
    last: Option<State>,
    asked: usize,
    every: usize,
}

impl Journal for Keeper {
    fn is_due(&mut self) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(self.every)
    }
    fn keep(&mut self, state: &State) {
        self.last = Some(state.clone());
    }
}

impl Case<'_, '_, '_> {
    fn is<T: PartialEq + Debug>(&mut self, what: &str, found: &T, expected: &T) -> Compared {
        self.compared += 1;
        if found == expected {
            return Ok(());
        }
        Err(format!("{what}: {found:.300?} instead of {expected:.300?}"))
    }

    /// Engines that can take the problem.
    fn able(&self) -> Vec<Engine> {
        let small = |engine: &Engine| match engine {
            Engine::Naive | Engine::Intersect => self.problem.option_count() <= MOST_FOR_NAIVE,
            _ => true,
        };
        let can = |engine: &Engine| {
            engine.profile().missing.is_none()
                && (engine.keeps_bounds() || !self.problem.has_bounds())
                && !(engine.profile().is_special && is_unsupported(self.problem, *engine))
        };
        Engine::ALL.into_iter().filter(|engine| can(engine) && small(engine)).collect()
    }

    fn any_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.bytes.below(all.len())]
    }

    fn threads(&mut self, most: usize) -> Budget {
        Budget { threads: NonZeroUsize::new(self.bytes.within(1, most)), ..Budget::UNLIMITED }
    }

    /// A list, in its own order, that has the solutions.
    fn is_all(&mut self, what: &str, list: &[Vec<usize>]) -> Compared {
        let mut list = list.to_vec();
        list.sort();
        let solutions = self.solutions.clone();
        self.is(what, &list, &solutions)
    }

    fn listed(&self, by: impl Into<By>, budget: Budget) -> Result<Vec<Vec<usize>>, String> {
        let by = by.into();
        let solutions = Enumerate::of(self.problem).by(by).budget(budget).run();
        Ok(solutions.map_err(|error| failed("a list", &error))?.map(|solution| options(&solution)).collect())
    }

    fn counted(&self, by: impl Into<By>, budget: Budget) -> Result<Outcome<Number>, String> {
        let report = Count::of(self.problem).by(by).budget(budget).run();
        Ok(report.map_err(|error| failed("a count", &error))?.outcome)
    }

    fn engines(&mut self) -> Compared {
        for engine in self.able() {
            let count = self.counted(engine, Budget::UNLIMITED)?;
            let total = Outcome::Answer(self.total.clone());
            self.is(&format!("the count of {engine}"), &count, &total)?;
            if engine.lists_solutions() {
                let list = self.listed(engine, Budget::UNLIMITED)?;
                self.is_all(&format!("the list of {engine}"), &list)?;
                let budget = self.threads(4);
                let again = self.listed(engine, budget)?;
                self.is(&format!("the order of {engine} by several threads"), &again, &list)?;
            }
        }
        Ok(())
    }

    /// Each way does the same work.
    fn kernels(&mut self) -> Compared {
        if self.problem.has_bounds() {
            return Ok(());
        }
        for method in [Method::Auto, Method::Masks, Method::Fixed, Method::Cells] {
            let portable = self.listed(Kernel { method, backend: Backend::Portable }, Budget::UNLIMITED)?;
            self.is_all(&format!("the list of {method:?}"), &portable)?;
            let list = self.listed(Kernel { method, backend: Backend::Auto }, Budget::UNLIMITED)?;
            self.is(&format!("the order of {method:?} by the widest way"), &list, &portable)?;
        }
        Ok(())
    }

    /// The reported results of a stopped search are true.
    fn limits(&mut self) -> Compared {
        for _ in 0..3 {
            let engine = {
                let able = self.able();
                self.any_of(&able)
            };
            let nodes = Some(self.bytes.below(40) as u64);
            let budget = Budget { nodes, ..self.threads(2) };
            self.is_honest(&format!("{engine} within {nodes:?} nodes"), engine, budget)?;
            let memory = Some(self.any_of(&[0, 1, 100, 5_000, 100_000]));
            self.is_honest(
                &format!("{engine} within {memory:?} bytes"),
                engine,
                Budget { memory, ..Budget::UNLIMITED },
            )?;
        }
        let most = self.bytes.below(self.solutions.len() + 2) as u64;
        let tally =
            Enumerate::of(self.problem).at_most(most).tally().map_err(|error| failed("a tally", &error))?;
        let least = self.total.clone().min(most.into());
        self.is("a list with a limit", tally.outcome.certain(), &least)?;
        let reason = (Number::from(most) < self.total).then_some(Reason::Solutions(most));
        if tally.outcome.reason().is_some() {
            self.is("what stopped it", &tally.outcome.reason(), &reason.or(Some(Reason::Solutions(most))))?;
        }
        Ok(())
    }

    fn is_honest(&mut self, what: &str, engine: Engine, budget: Budget) -> Compared {
        let (total, is_honest) = (self.total.clone(), true);
        match self.counted(engine, budget)? {
            Outcome::Answer(count) => self.is(what, &count, &total),
            Outcome::Stopped { certain, .. } => self.is(what, &(certain <= total), &is_honest),
        }
    }

    /// One solution, and whether there is one.
    fn one(&mut self) -> Compared {
        let first = Enumerate::of(self.problem).budget(self.threads(3)).first();
        let first = first.map_err(|error| failed("one solution", &error))?.outcome;
        let Outcome::Answer(first) = first else { return Err("one solution: it was stopped".to_owned()) };
        self.is_member("one solution", first.as_ref())?;
        if !self.problem.has_bounds() {
            let seed = self.bytes.below(1000) as u64;
            let mut found =
                Restart::of(self.problem).seed(seed).run().map_err(|error| failed("restarts", &error))?;
            self.is_member("restarts", found.next().as_ref())?;
        }
        let subject = Subject::of(self.problem);
        let why = subject.why(&Budget::UNLIMITED, &mut nobody()).map_err(|error| failed("why", &error))?;
        match why {
            Answer::Solvable(solution) => self.is_member("why", Some(&solution))?,
            Answer::None(obstacle) => {
                self.is_member("why", None)?;
                self.is_proved(
                    "the certificate of why",
                    &obstacle.certificate(self.problem),
                    &[],
                    &Number::ZERO,
                )?;
            }
            Answer::Stopped(reason) => return Err(failed("why", &reason)),
        }
        let nearest =
            subject.almost(&Budget::UNLIMITED, &mut nobody()).map_err(|error| failed("almost", &error))?;
        match nearest {
            Nearest::Solvable(solution) => self.is_member("almost", Some(&solution)),
            Nearest::Almost(almost) => {
                self.is_member("almost", None)?;
                self.is("the holes of almost", &(almost.hole_count() > 0 && almost.stopped.is_none()), &true)
            }
        }
    }

    fn is_member(&mut self, what: &str, found: Option<&Solution>) -> Compared {
        let is_right = match found {
            Some(found) => {
                check(self.problem, found.options()).is_ok()
                    && self.solutions.binary_search(&options(found)).is_ok()
            }
            None => self.solutions.is_empty(),
        };
        self.is(what, &is_right, &true)
    }

    fn reduced(&mut self) -> Compared {
        let effort = if self.bytes.once_in(3) { self.bytes.below(60) as u64 } else { Reduction::BUDGET };
        let reduction = Reduction::new(self.problem, effort);
        for _ in 0..2 {
            let engine = {
                let able = self.able();
                self.any_of(&able)
            };
            let report = Count::reduced(&reduction).by(engine).run();
            // The part may be of another kind than the whole, which the engine could take.
            if engine.profile().is_special && matches!(report, Err(Error::NotMatching { .. })) {
                continue;
            }
            let count = report.map_err(|error| failed("a reduced count", &error))?.outcome;
            let total = Outcome::Answer(self.total.clone());
            self.is(&format!("the reduced count of {engine}"), &count, &total)?;
            if engine.lists_solutions() {
                let list = Enumerate::reduced(&reduction).by(engine).budget(self.threads(3)).run();
                let list = list.map_err(|error| failed("a reduced list", &error))?;
                let list: Vec<_> = list.map(|solution| options(&solution)).collect();
                self.is_all(&format!("the reduced list of {engine}"), &list)?;
            }
        }
        Ok(())
    }

    /// Stopped anywhere, written, read, and resumed with any number of threads: the list is that of one
    /// search.
    fn resumed(&mut self) -> Compared {
        let able = self.able();
        let engine = self.any_of(&[Engine::Fast, Engine::Cells, Engine::Links]);
        let engine = if able.contains(&engine) { engine } else { Engine::Cells };
        let whole = self.listed(engine, Budget::UNLIMITED)?;
        let (mut list, mut state): (Vec<Vec<usize>>, Option<State>) = (vec![], None);
        for stop in 0.. {
            let nodes = if stop < MOST_STOPS { Some(self.bytes.within(1, 30) as u64) } else { None };
            let budget = Budget { nodes, ..self.threads(3) };
            let mut keeper = Keeper { last: None, asked: 0, every: self.bytes.within(1, 5) };
            let mut question = Enumerate::of(self.problem).by(engine).budget(budget).journal(&mut keeper);
            if let Some(state) = &state {
                question = question.resume(state);
            }
            let mut solutions = question.run().map_err(|error| failed("a search that goes on", &error))?;
            let most = if self.bytes.once_in(3) { self.bytes.below(3) } else { usize::MAX };
            list.extend(solutions.by_ref().take(most).map(|solution| options(&solution)));
            if solutions.ending() == Some(Ending::Complete) {
                break;
            }
            let text = Checkpoint::new(self.problem, solutions.state().expect("it can be kept")).to_string();
            let read = Checkpoint::read(&text).map_err(|error| failed("a checkpoint", &error))?;
            self.is("the problem of a checkpoint", &read.is_of(self.problem), &Ok(()))?;
            state = Some(read.state);
        }
        self.is(&format!("the list of {engine}, stopped and taken up"), &list, &whole)
    }

    /// Split into shards, which are written and read: together they have all solutions.
    fn shared(&mut self) -> Compared {
        let number = self.bytes.within(1, 5);
        let Ok(shards) = shard::split(self.problem, Question::Each, number, |_| 1.0) else { return Ok(()) };
        let mut list = vec![];
        for shard in &shards {
            let read = Checkpoint::read(&shard.to_string()).map_err(|error| failed("a shard", &error))?;
            let part = read.shard.as_ref().expect("it is one");
            let own = part.problem(&read).map_err(|error| failed("the problem of a shard", &error))?;
            let solutions =
                Enumerate::of(&own).resume(&read.state).run().map_err(|error| failed("a shard", &error))?;
            list.extend(solutions.map(|solution| options(&solution)));
        }
        self.is_all("the lists of the shards", &list)
    }

    fn diagrams(&mut self) -> Compared {
        for engine in self.able().into_iter().filter(|engine| engine.builds_diagrams()) {
            let built =
                Compile::of(self.problem).by(engine).run().map_err(|error| failed("a diagram", &error))?;
            let Outcome::Answer(Some(diagram)) = built.outcome else { continue };
            let total = self.total.clone();
            self.is(&format!("the diagram of {engine}"), &diagram.count(), &total)?;
            let by_size = diagram.count_by_size();
            let sizes = self.solutions.iter().map(Vec::len).collect::<Vec<_>>();
            let size = self.bytes.below(8);
            let expected = Number::from(sizes.iter().filter(|&&other| other == size).count() as u64);
            self.is("solutions of a size", &by_size.get(size).cloned().unwrap_or(Number::ZERO), &expected)?;
        }
        let seed = self.bytes.below(1000) as u64;
        let samples = Sample::of(self.problem).seed(seed).run().map_err(|error| failed("samples", &error))?;
        if let Outcome::Answer(Some(samples)) = samples.outcome {
            for sample in samples.take(3) {
                self.is_member("a sample", Some(&sample))?;
            }
        }
        Ok(())
    }

    fn proved(&mut self) -> Compared {
        let proof =
            Proof::of(self.problem, &Budget::UNLIMITED, &mut nobody()).map_err(|_| "a proof was stopped")?;
        let total = self.total.clone();
        self.is("the count of a proof", proof.count(), &total)?;
        self.is_proved("a certificate", proof.text(), &[], &total)?;
        // Of the solutions that have one or two options.
        let count = self.problem.option_count();
        let number = self.bytes.within(1, 2).min(count);
        let mut taken: Vec<usize> = (0..number).map(|_| self.bytes.below(count)).collect();
        taken.sort_unstable();
        taken.dedup();
        let has = |solution: &&Vec<usize>| taken.iter().all(|option| solution.contains(option));
        let expected = Number::from(self.solutions.iter().filter(has).count() as u64);
        let taken: Vec<OptionId> = taken.into_iter().map(OptionId::from_index).collect();
        let proof = Proof::taking(self.problem, &taken, &Budget::UNLIMITED, &mut nobody());
        match proof.map_err(|_| "a proof was stopped")? {
            Some(proof) => self.is_proved("a certificate of some", proof.text(), &taken, &expected),
            None => self.is("solutions with options that do not agree", &expected, &Number::ZERO),
        }
    }

    /// The other program follows it to this number.
    fn is_proved(&mut self, what: &str, certificate: &[u8], taken: &[OptionId], number: &Number) -> Compared {
        let mut text = vec![];
        json::write(self.problem, &mut text).map_err(|error| failed(what, &error))?;
        let text = String::from_utf8(text).map_err(|error| failed(what, &error))?;
        let read = combien_verify::Problem::read(&text).map_err(|fault| format!("{what}: {fault:?}"))?;
        let count = combien_verify::check_certificate(&read, certificate, MEMORY);
        let proved = count.map_err(|refusal| format!("{what}: {refusal:?}"))?;
        let taken: Vec<usize> = taken.iter().map(|option| option.index()).collect();
        self.is(what, &(proved.covers.to_string(), proved.taken), &(number.to_string(), taken))
    }

    /// By all automorphisms: orbits are as many as Burnside's lemma says, have all solutions between them,
    /// and their representatives are solutions.
    fn up_to_symmetry(&mut self) -> Compared {
        let budget = Budget { memory: Some(1 << 24), nodes: Some(1 << 16), ..Budget::UNLIMITED };
        let Outcome::Answer(found) = automorphisms(self.problem, &budget) else { return Ok(()) };
        let Ok(group) = Symmetries::generated_by(self.problem, found.generators, &budget) else {
            return Ok(());
        };
        if group.order() > Number::from(5_000_u64) {
            return Ok(());
        }
        let (mut representatives, mut alike) = (vec![], Number::ZERO);
        let mut deliver = |one: symmetry::Representative| {
            alike += &one.orbit_size;
            representatives.push(one.solution);
            ControlFlow::Continue(())
        };
        let listed = symmetry::each(self.problem, &group, &budget, None, &mut deliver);
        let listed = listed.map_err(|error| failed("a list up to symmetry", &error))?;
        if listed.ending != Ending::Complete {
            return Ok(());
        }
        let total = self.total.clone();
        self.is("the solutions of all orbits", &alike, &total)?;
        for representative in &representatives {
            self.is_member("a representative", Some(representative))?;
        }
        let counted = symmetry::count(self.problem, &group, &budget, None);
        let counted = counted.map_err(|error| failed("a count up to symmetry", &error))?;
        if let Outcome::Answer(orbits) = counted.outcome {
            self.is("the orbits", &orbits, &Number::from(representatives.len() as u64))?;
        }
        Ok(())
    }

    fn clues(&mut self) -> Compared {
        let count = self.problem.option_count();
        let number = self.bytes.below(3).min(count);
        let clues: Vec<OptionId> =
            (0..number).map(|_| OptionId::from_index(self.bytes.below(count))).collect();
        let has = |solution: &&Vec<usize>| clues.iter().all(|clue| solution.contains(&clue.index()));
        let expected = self.solutions.iter().filter(has).count() as u64;
        let mut solver = Solver::new(self.problem).map_err(|error| failed("clues", &error))?;
        self.is("the solutions with clues", &solver.solve(&clues, u64::MAX).count(), &expected)?;
        let puzzle = restricted(self.problem, &clues).map_err(|error| failed("clues", &error))?;
        let count = Count::of(&puzzle).run().map_err(|error| failed("clues", &error))?.outcome;
        self.is("the solutions of the puzzle", &count, &Outcome::Answer(expected.into()))
    }

    /// Written in both formats and read again: the same problem.
    fn written(&mut self) -> Compared {
        let mut text = vec![];
        json::write(self.problem, &mut text).map_err(|error| failed("JSON", &error))?;
        let text = String::from_utf8(text).map_err(|error| failed("JSON", &error))?;
        let read = json::parse("written", &text).map_err(|error| failed("JSON", &error))?.problem;
        self.is("JSON", &read.fingerprint(), &self.problem.fingerprint())?;
        let mut text = vec![];
        if dlx::write(self.problem, &mut text).is_err() {
            return Ok(());
        }
        let text = String::from_utf8(text).map_err(|error| failed("text", &error))?;
        let read = dlx::parse("written", &text).map_err(|error| failed("text", &error))?.problem;
        self.is("text", &read.fingerprint(), &self.problem.fingerprint())
    }
}
