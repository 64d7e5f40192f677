//! The class `Symmetries`, and questions up to symmetry.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use combien::Count;
use combien::budget::{Budget, Meter, StopFlag};
use combien::problem::{Automorphism, NoAutomorphism, OptionId};
use combien::solve::{Ending, Outcome};
use combien::symmetry::{self, GroupError, ListError, Listed, Representative};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::entries::in_order;
use crate::error::{error, stopped};
use crate::labels::repr;
use crate::problem::Problem;
use crate::question::{as_int, option_by_name};
use crate::settings::Settings;
use crate::solution::Solution;
use crate::watch::{self, Told};

/// Which solutions are counted up to symmetry: all, or those of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A symmetry takes it to itself, beside that which moves nothing.
    Symmetric,
    /// Only that which moves nothing does.
    Asymmetric,
}

/// Which solutions are meant, where symmetries tell.
pub(crate) enum UpTo {
    /// One of each class of solutions that they take to each other.
    Orbits {
        /// If it was given. Otherwise it is that of all automorphisms.
        group: Option<Arc<symmetry::Symmetries>>,
        kind: Option<Kind>,
    },
    /// Those that each of them takes to itself.
    Kept(Arc<symmetry::Symmetries>),
}

/// How many orbits there are, and why.
pub(crate) struct Orbits {
    pub(crate) outcome: Outcome<Count>,
    /// How many symmetries there are, if it is known.
    pub(crate) order: Option<Count>,
}

impl UpTo {
    /// What is asked for by the keywords `up_to`, `where` and `kept_by`; nothing, if they are not given.
    pub(crate) fn of(
        problem: &Bound<'_, Problem>,
        up_to: Option<&Bound<'_, PyAny>>,
        kind: Option<&str>,
        kept_by: Option<&Bound<'_, Symmetries>>,
    ) -> PyResult<Option<UpTo>> {
        if let Some(group) = kept_by {
            if up_to.is_some() || kind.is_some() {
                return Err(error("kept_by and up_to cannot be combined"));
            }
            return Ok(Some(UpTo::Kept(group.get().group_of(problem)?)));
        }
        let kind = match kind {
            None => None,
            Some("symmetric") => Some(Kind::Symmetric),
            Some("asymmetric") => Some(Kind::Asymmetric),
            Some(other) => {
                return Err(error(format!("where is '{other}', not 'symmetric' or 'asymmetric'")));
            }
        };
        let Some(up_to) = up_to else {
            return match kind {
                None => Ok(None),
                Some(_) => Err(error("where needs up_to: it is told of solutions up to symmetry")),
            };
        };
        if let Ok(group) = up_to.cast::<Symmetries>() {
            return Ok(Some(UpTo::Orbits { group: Some(group.get().group_of(problem)?), kind }));
        }
        match up_to.extract::<String>().as_deref() {
            // Of a problem that is no tiling these are the same.
            Ok("symmetry" | "automorphism") => Ok(Some(UpTo::Orbits { group: None, kind })),
            _ => Err(error(format!(
                "up_to is {}, not 'symmetry', 'automorphism' or the symmetries of the problem",
                repr(up_to)
            ))),
        }
    }

    /// The group that is meant.
    fn group(
        &self,
        problem: &combien::Problem,
        budget: &Budget,
    ) -> Result<Arc<symmetry::Symmetries>, GroupError> {
        match self {
            UpTo::Orbits { group: Some(group), .. } | UpTo::Kept(group) => Ok(group.clone()),
            UpTo::Orbits { group: None, .. } => all_automorphisms(problem, budget).map(Arc::new),
        }
    }

    /// Counts the orbits: by Burnside's lemma, or those of a kind by listing them.
    pub(crate) fn count(
        &self,
        problem: &combien::Problem,
        budget: &Budget,
        mut meter: Option<Told>,
    ) -> Result<Orbits, String> {
        let group = match self.group(problem, budget) {
            Ok(group) => group,
            Err(GroupError::Stopped(reason)) => {
                let outcome = Outcome::Stopped { certain: Count::ZERO, reason };
                return Ok(Orbits { outcome, order: None });
            }
            Err(error) => return Err(error.to_string()),
        };
        let order = Some(group.order());
        let told = meter.as_mut().map(|meter| meter as &mut dyn Meter);
        match self {
            UpTo::Orbits { kind: None, .. } => {
                let counted = symmetry::count(problem, &group, budget, told);
                let outcome = counted.map_err(|error| error.to_string())?.outcome;
                return Ok(Orbits { outcome, order });
            }
            UpTo::Kept(_) => {
                let kept = symmetry::count_kept(problem, group.generators(), budget, told);
                let outcome = kept.map_err(|error| error.to_string())?.outcome;
                return Ok(Orbits { outcome, order });
            }
            UpTo::Orbits { kind: Some(_), .. } => {}
        }
        let mut found = 0_u64;
        let mut deliver = |_| {
            found += 1;
            ControlFlow::Continue(())
        };
        let listed =
            self.list(problem, &group, budget, meter, &mut deliver).map_err(|error| error.to_string())?;
        let outcome = match listed.ending {
            Ending::Complete => Outcome::Answer(found.into()),
            Ending::Stopped(reason) => Outcome::Stopped { certain: found.into(), reason },
        };
        Ok(Orbits { outcome, order })
    }

    /// Delivers the solutions that are meant.
    fn list(
        &self,
        problem: &combien::Problem,
        group: &symmetry::Symmetries,
        budget: &Budget,
        mut meter: Option<Told>,
        deliver: &mut dyn FnMut(combien::Solution) -> ControlFlow<()>,
    ) -> Result<Listed, ListError> {
        let meter = meter.as_mut().map(|meter| meter as &mut dyn Meter);
        let kind = match self {
            UpTo::Kept(_) => {
                return symmetry::each_kept(problem, group.generators(), budget, meter, deliver);
            }
            UpTo::Orbits { kind, .. } => kind,
        };
        let deliver = &mut |representative: Representative| deliver(representative.solution);
        match kind {
            Some(Kind::Symmetric) => symmetry::each_symmetric(problem, group, budget, meter, deliver),
            Some(Kind::Asymmetric) => {
                let mut if_alone = |representative: Representative| match representative.stabilizer_order {
                    Count::ONE => deliver(representative),
                    _ => ControlFlow::Continue(()),
                };
                symmetry::each(problem, group, budget, meter, &mut if_alone)
            }
            None => symmetry::each(problem, group, budget, meter, deliver),
        }
    }
}

/// The group of all automorphisms.
fn all_automorphisms(
    problem: &combien::Problem,
    budget: &Budget,
) -> Result<symmetry::Symmetries, GroupError> {
    match symmetry::automorphisms(problem, budget) {
        Outcome::Answer(found) => symmetry::Symmetries::generated_by(problem, found.generators, budget),
        Outcome::Stopped { reason, .. } => Err(GroupError::Stopped(reason)),
    }
}

/// What lists solutions, and sends each.
type Begin = Box<dyn FnOnce(SyncSender<combien::Solution>) -> Result<Ending, String> + Send>;

/// Solutions up to symmetry, one after the other. The library delivers them from within, so a thread of its own waits until
/// each is taken; it ends when nobody is left to take any.
pub(crate) struct Listing {
    begin: Option<Begin>,
    taken: Option<Receiver<combien::Solution>>,
    ended: Option<Receiver<Result<Ending, String>>>,
    ending: Option<Result<Ending, String>>,
    stop: StopFlag,
    process: u32,
}

/// So many solutions wait to be taken.
const WAITING: usize = 256;

impl Listing {
    /// Nothing is searched before the first solution is asked for.
    pub(crate) fn new(
        up_to: UpTo,
        problem: combien::Problem,
        budget: Budget,
        meter: Option<Told>,
        stop: StopFlag,
    ) -> Listing {
        let begin = move |sender: SyncSender<combien::Solution>| {
            let group = match up_to.group(&problem, &budget) {
                Ok(group) => group,
                Err(GroupError::Stopped(reason)) => return Ok(Ending::Stopped(reason)),
                Err(error) => return Err(error.to_string()),
            };
            let mut deliver = |solution| match sender.send(solution) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let listed = up_to.list(&problem, &group, &budget, meter, &mut deliver);
            listed.map(|listed| listed.ending).map_err(|error| error.to_string())
        };
        Listing {
            begin: Some(Box::new(begin)),
            taken: None,
            ended: None,
            ending: None,
            stop,
            process: std::process::id(),
        }
    }

    pub(crate) fn next(&mut self) -> Option<combien::Solution> {
        if self.process != std::process::id() {
            self.ending = Some(Err("this listing goes on in the process that began it".to_owned()));
        }
        if self.ending.is_some() {
            return None;
        }
        if let Some(begin) = self.begin.take() {
            let (sender, taken) = sync_channel(WAITING);
            let (end, ended) = sync_channel(1);
            (self.taken, self.ended) = (Some(taken), Some(ended));
            let work = move || {
                // Nobody listens if the listing was dropped.
                let _ = end.send(begin(sender));
            };
            if let Err(failed) = thread::Builder::new().name("combien".to_owned()).spawn(work) {
                self.ending = Some(Err(failed.to_string()));
                return None;
            }
        }
        let next = self.taken.as_ref().and_then(|taken| taken.recv().ok());
        if next.is_none() {
            let ended = self.ended.as_ref().and_then(|ended| ended.recv().ok());
            self.ending =
                Some(ended.unwrap_or_else(|| Err("this is a bug in combien: a search was lost".to_owned())));
        }
        next
    }

    /// How it ended, if it has; an error if no engine could do it.
    pub(crate) fn ending(&self) -> Option<Result<Ending, String>> {
        self.ending.clone()
    }
}

impl Drop for Listing {
    /// A search that finds nothing would not see that nobody waits.
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// The symmetries of a problem: a group of permutations of its options that keep who has what, so that they take solutions to
/// solutions. ``Problem.symmetries`` makes it; the keyword ``up_to`` of ``count`` and ``solutions`` takes it.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Symmetries {
    problem: Py<Problem>,
    group: Arc<symmetry::Symmetries>,
    /// The options that there were.
    options: usize,
}

/// All symmetries, or those that some generate.
pub(crate) fn symmetries(
    problem: &Bound<'_, Problem>,
    generators: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Symmetries> {
    let py = problem.py();
    let settings = Settings::without(&["engine", "threads", "progress"], "symmetries()", py, keywords)?;
    let core = problem.borrow().core();
    let options = core.option_count();
    let generators = generators.map(|generators| given_generators(problem, &core, generators)).transpose()?;
    let found = watch::ask(py, &settings, move |budget, _| match generators {
        Some(generators) => symmetry::Symmetries::generated_by(&core, generators, &budget),
        None => all_automorphisms(&core, &budget),
    })?;
    match found {
        Ok(group) => {
            let problem = problem.clone().unbind();
            Ok(Symmetries { problem, group: Arc::new(group), options })
        }
        Err(GroupError::Stopped(reason)) => Err(stopped(None, reason)),
        Err(failed) => Err(error(failed.to_string())),
    }
}

/// Symmetries as they are given: each a mapping from names to names, or a list of cycles of names.
fn given_generators(
    problem: &Bound<'_, Problem>,
    core: &combien::Problem,
    generators: &Bound<'_, PyAny>,
) -> PyResult<Vec<Automorphism>> {
    let mut read = vec![];
    for (number, generator) in in_order(generators, "the generators")?.iter().enumerate() {
        let mut images: Vec<OptionId> = core.options().collect();
        let mut moved = HashSet::new();
        for (from, to) in moves(generator)? {
            let option = option_by_name(problem, &from)?;
            if !moved.insert(option) {
                return Err(error(format!("generator {number} moves option {} twice", repr(&from))));
            }
            images[option.index()] = option_by_name(problem, &to)?;
        }
        let automorphism = Automorphism::of_options(core, images);
        read.push(automorphism.map_err(|wrong| {
            let problem = problem.borrow();
            let why = match wrong {
                NoAutomorphism::NoPermutation => "two options go to one".to_owned(),
                NoAutomorphism::Item(item) => {
                    let item = problem.items.object(generator.py(), item.index());
                    format!("the options of item {} go to options that no item has together", repr(&item))
                }
                NoAutomorphism::Option(option) => {
                    let name = problem.names.name(generator.py(), option.index());
                    format!("the items of option {} do not go to those of its image", repr(&name))
                }
                other => other.to_string(),
            };
            error(format!("generator {number} is no symmetry: {why}"))
        })?);
    }
    Ok(read)
}

/// An option, and where it goes.
type Move<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn moves<'py>(generator: &Bound<'py, PyAny>) -> PyResult<Vec<Move<'py>>> {
    if generator.hasattr("items")? {
        return generator.call_method0("items")?.try_iter()?.map(|pair| pair?.extract()).collect();
    }
    let mut moves = vec![];
    for cycle in in_order(generator, "a generator")? {
        let members = in_order(&cycle, "a cycle")?;
        let nexts = members.iter().cycle().skip(1);
        moves.extend(members.iter().cloned().zip(nexts.cloned()));
    }
    Ok(moves)
}

impl Symmetries {
    /// The group, for a question of this problem.
    fn group_of(&self, problem: &Bound<'_, Problem>) -> PyResult<Arc<symmetry::Symmetries>> {
        if self.problem.is(problem) && self.options == problem.borrow().builder.so_far().option_count() {
            return Ok(self.group.clone());
        }
        Err(error("these symmetries are of another problem, or of this one before it grew"))
    }
}

#[pymethods]
impl Symmetries {
    /// The problem.
    #[getter]
    fn problem<'py>(&self, py: Python<'py>) -> Bound<'py, Problem> {
        self.problem.bind(py).clone()
    }

    /// How many there are, that which moves nothing included.
    #[getter]
    fn order(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        as_int(py, &self.group.order())
    }

    /// Symmetries that generate the others, each a tuple of cycles of the names of options; what stays is left out.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let problem = self.problem.bind(py).borrow();
        let cycle = |cycle: &Vec<OptionId>| {
            PyTuple::new(
                py,
                cycle.iter().map(|option| problem.names.name(py, option.index())).collect::<Vec<_>>(),
            )
        };
        let generator = |generator: &Automorphism| {
            let cycles = generator.cycles();
            let moving = cycles.iter().filter(|cycle| cycle.len() > 1);
            PyTuple::new(py, moving.map(cycle).collect::<PyResult<Vec<_>>>()?)
        };
        PyList::new(py, self.group.generators().iter().map(generator).collect::<PyResult<Vec<_>>>()?)
    }

    /// The options in classes, by name: those of one class are taken to each other.
    #[getter]
    fn orbits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.orbits().iter().map(|option| option.index()).collect();
        classes(py, &least, |option| problem.names.name(py, option))
    }

    /// The items in classes: those of one class are taken to each other.
    #[getter]
    fn item_orbits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.item_orbits().iter().map(|item| item.index()).collect();
        classes(py, &least, |item| problem.items.object(py, item))
    }

    /// All solutions that are alike: those that the symmetries make of one, it among them, in the order of their rows.
    fn orbit(&self, py: Python<'_>, solution: &Bound<'_, Solution>) -> PyResult<Vec<Solution>> {
        let problem = self.problem.bind(py);
        if !solution.get().is_of(problem)
            || solution.get().options().iter().any(|o| o.index() >= self.options)
        {
            return Err(error("this solution is of another problem than the symmetries"));
        }
        let first: combien::Solution = solution.get().options().iter().copied().collect();
        let group = self.group.clone();
        let orbit = watch::ask(py, &Settings::unlimited(), move |budget, _| {
            let mut seen = HashSet::from([first.clone()]);
            let mut reached = vec![first];
            while let Some(solution) = reached.pop() {
                if budget.check().is_err() {
                    break;
                }
                for generator in group.generators() {
                    let image = generator.image(&solution);
                    if seen.insert(image.clone()) {
                        reached.push(image);
                    }
                }
            }
            let mut orbit: Vec<_> = seen.into_iter().collect();
            orbit.sort_unstable_by(|one, other| one.options().cmp(other.options()));
            orbit
        })?;
        Ok(orbit.iter().map(|solution| Solution::new(problem, solution)).collect())
    }

    fn __repr__(&self) -> String {
        let order = self.group.order();
        let symmetries = if order == Count::ONE { "symmetry" } else { "symmetries" };
        let generators = combien::diagnostic::counted(self.group.generators().len(), "generator");
        format!("<combien.Symmetries: {order} {symmetries}, {generators}>")
    }
}

/// Places in classes, by the least of each; the least first.
fn classes<'py>(
    py: Python<'py>,
    least: &[usize],
    object: impl Fn(usize) -> Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let mut lists: Vec<Bound<'py, PyList>> = vec![];
    let mut list_of = vec![usize::MAX; least.len()];
    for (place, &first) in least.iter().enumerate() {
        if first == place {
            list_of[place] = lists.len();
            lists.push(PyList::empty(py));
        }
        lists[list_of[first]].append(object(place))?;
    }
    PyList::new(py, lists)
}
