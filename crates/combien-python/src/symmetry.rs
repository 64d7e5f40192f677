//! The class `Symmetries`: the group of a problem, or a part of it.

use std::collections::HashSet;
use std::sync::Arc;

use combien::Count;
use combien::problem::{Automorphism, ItemId, NoAutomorphism, OptionId};
use combien::symmetry::{self, GroupError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::alike::automorphisms_keeping;
use crate::entries::in_order;
use crate::error::exceptions::UnknownName;
use crate::error::{error, stopped};
use crate::labels::repr;
use crate::problem::Problem;
use crate::question::{as_int, option_by_name};
use crate::settings::Settings;
use crate::solution::Solution;
use crate::watch;

/// The symmetries of a problem: a group of permutations of its options that leave the problem unchanged, so that they map solutions to
/// solutions. ``Problem.symmetries`` makes it; the keyword ``up_to`` of ``count`` and ``solutions`` takes it.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Symmetries {
    problem: Py<Problem>,
    group: Arc<symmetry::Symmetries>,
    /// The options that there were.
    options: usize,
}

/// All symmetries, those that some generate, or those that keep some sets of items.
pub(crate) fn symmetries(
    problem: &Bound<'_, Problem>,
    generators: Option<&Bound<'_, PyAny>>,
    keeping: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Symmetries> {
    let py = problem.py();
    let settings = Settings::without(&["engine", "threads", "progress"], "symmetries()", py, keywords)?;
    let core = problem.borrow().core();
    let options = core.option_count();
    if generators.is_some() && keeping.is_some() {
        return Err(error("generators and keeping cannot be combined"));
    }
    let sets = keeping.map_or(Ok(vec![]), |keeping| kept_sets(problem, keeping))?;
    let generators = generators.map(|generators| given_generators(problem, &core, generators)).transpose()?;
    let found = watch::ask(py, &settings, move |budget, _| match generators {
        Some(generators) => symmetry::Symmetries::generated_by(&core, generators, &budget),
        None => automorphisms_keeping(&core, &sets, &budget),
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

/// Sets of items, as they are given.
fn kept_sets(problem: &Bound<'_, Problem>, keeping: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<ItemId>>> {
    let finder = problem.borrow().items.finder(problem.py());
    let item = |item: &Bound<'_, PyAny>| {
        let unknown = || UnknownName::new_err(format!("keeping names {}, which is not an item", repr(item)));
        Ok(ItemId::from_index(finder.find(item, "an item")?.ok_or_else(unknown)?))
    };
    let set = |set: &Bound<'_, PyAny>| in_order(set, "a set of items")?.iter().map(item).collect();
    in_order(keeping, "keeping")?.iter().map(set).collect()
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
    pub(crate) fn group_of(&self, problem: &Bound<'_, Problem>) -> PyResult<Arc<symmetry::Symmetries>> {
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

    /// The number of symmetries, the identity included.
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

    /// The options in classes, by name: those of one class are mapped to each other.
    #[getter]
    fn orbits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.orbits().iter().map(|option| option.index()).collect();
        classes(py, &least, |option| problem.names.name(py, option))
    }

    /// The items in classes: those of one class are mapped to each other.
    #[getter]
    fn item_orbits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.item_orbits().iter().map(|item| item.index()).collect();
        classes(py, &least, |item| problem.items.object(py, item))
    }

    /// The orbit of a solution: all that the symmetries make of it, itself included, in the order of their rows.
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
