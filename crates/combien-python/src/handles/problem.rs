//! The handles `Problem`, with the user's objects, and of one: `Solution` and `Symmetries`.

use std::sync::Arc;

use combien::problem::{Bounds, Builder, Entry, Kind, OptionId};
use combien::symmetry;
use combien_puzzles::Classic;
use combien_tiling::draw::Reading;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::handles::error::exceptions::UnknownName;
use crate::handles::error::{error, raise, refused};
use crate::handles::labels::{Labels, in_order, name_of, repr};
use crate::handles::names::Names;
use crate::handles::objects::{Maybe, Object, Tuple, tuple};

/// An exact cover problem: items, and options, which are sets of items.
///
/// A solution is a set of options that covers every primary item exactly once, or as often as its bounds say, and every
/// secondary item at most once, or any number of times in one color (Knuth, The Art of Computer Programming, 7.2.2.1).
/// Each of these options has a primary item: an option with secondary items alone is in no solution, and to add one is a
/// ``UserWarning``.
///
/// Items, colors and names of options can be any hashable objects; equal ones are the same. A set given in
/// place of a list is read in sorted order, so that results do not depend on hashes.
///
/// Each question takes these keywords. ``time`` is in seconds, ``nodes`` bounds the nodes of the search tree, ``memory`` is in
/// bytes (2 GiB by default), ``threads`` is the number of threads (all cores by default; the answers and their
/// order are the same for any number), ``engine`` is the name of an engine, and ``progress`` is ``True`` or a function that is
/// called with a ``combien.Progress`` a few times a second. A question that reaches a limit raises ``combien.Stopped``.
#[pyclass(module = "combien")]
pub(crate) struct Problem {
    pub(crate) builder: Builder,
    pub(crate) items: Labels,
    pub(crate) colors: Labels,
    pub(crate) names: Names,
    /// What its options mean, if it was made as a classic puzzle.
    pub(crate) classic: Option<Box<Classic>>,
}

/// A problem as Python holds it.
pub(crate) type Held<'py> = Bound<'py, Problem>;

impl Problem {
    pub(crate) fn empty(py: Python<'_>) -> Problem {
        Problem {
            builder: Builder::new(),
            items: Labels::new(py),
            colors: Labels::new(py),
            names: Names::new(py),
            classic: None,
        }
    }

    /// The problem of the library. It is shared, not copied.
    pub(crate) fn core(&self) -> combien::Problem {
        self.builder.so_far().clone()
    }

    /// Declares an item.
    pub(crate) fn add_item(&mut self, item: &Object, kind: Kind, bounds: Bounds) -> PyResult<()> {
        if self.items.finder(item.py()).find(item, "an item")?.is_some() {
            raise!("item {} is declared twice", repr(item));
        }
        let name = name_of(item, |name| self.builder.so_far().item_by_name(name).is_some())?;
        match kind {
            Kind::Primary => self.builder.bounded(&name, bounds),
            Kind::Secondary => self.builder.secondary(&name),
        }
        .map_err(refused)?;
        self.items.add(item)
    }

    /// The color of the library for an object, new or old.
    pub(crate) fn color(&mut self, color: &Object) -> PyResult<combien::problem::Color> {
        let core = self.builder.so_far();
        if let Some(known) = self.colors.finder(color.py()).find(color, "a color")? {
            let known = core.colors().nth(known);
            return known.ok_or_else(|| error("this color has no number"));
        }
        let name = name_of(color, |name| core.color_by_name(name).is_some())?;
        let new = self.builder.color(&name);
        self.colors.add(color)?;
        Ok(new)
    }

    /// The names of options.
    pub(crate) fn names_of<'py>(&self, py: Python<'py>, options: &[OptionId]) -> Vec<Object<'py>> {
        options.iter().map(|option| self.names.name(py, option.index())).collect()
    }

    /// What a solution says of the classic puzzle that it is of, with the title of the puzzle; `None` if options were added since.
    pub(crate) fn reading(&self, solution: &Solution) -> Option<(&str, Reading)> {
        let classic = self.classic.as_deref()?;
        let is_whole = classic.problem().option_count() == self.builder.so_far().option_count();
        is_whole.then(|| (classic.title(), classic.read(&solution.options().iter().copied().collect())))
    }

    /// Names an option.
    pub(crate) fn name(&mut self, option: OptionId, name: &Object) -> PyResult<()> {
        self.builder.name_option(option, &name.str()?.to_string_lossy());
        self.names.add(option.index(), name)
    }

    /// An entry in the user's objects: the item, or the item and its color.
    pub(crate) fn shown<'py>(&self, py: Python<'py>, entry: Entry) -> PyResult<Object<'py>> {
        let item = self.items.object(py, entry.item.index());
        match entry.color {
            None => Ok(item),
            Some(color) => colored_class(py)?.call1((item, self.colors.object(py, color.index()))),
        }
    }

    /// The entries of an option.
    pub(crate) fn entries<'py>(&self, py: Python<'py>, option: OptionId) -> PyResult<Tuple<'py>> {
        let entries = self.builder.so_far().option(option);
        tuple(py, entries.iter().map(|&entry| self.shown(py, entry)))
    }

    pub(crate) fn items_of_kind<'py>(&self, py: Python<'py>, kind: Kind) -> Vec<Object<'py>> {
        let core = self.builder.so_far();
        let items = core.items().filter(|&item| core.kind(item) == kind);
        items.map(|item| self.items.object(py, item.index())).collect()
    }
}

/// The class of an item in a color.
pub(crate) fn colored_class(py: Python<'_>) -> PyResult<Object<'_>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(CLASS.import(py, "combien._types", "Colored")?.clone().into_any())
}

/// The options with these numbers, from 0, as a solution that need not be one.
pub(crate) fn of_rows(problem: &combien::Problem, rows: Vec<usize>) -> PyResult<combien::Solution> {
    let count = problem.option_count();
    if let Some(row) = rows.iter().find(|&&row| row >= count) {
        raise!("there is no option {row}: there are {count}, and the first is 0");
    }
    Ok(rows.into_iter().map(OptionId::from_index).collect())
}

/// The options of these names, if any are given.
pub(crate) fn options_by_name(problem: &Held, names: Maybe, what: &str) -> PyResult<Vec<OptionId>> {
    let names = names.map_or(Ok(vec![]), |names| in_order(names, what))?;
    names.iter().map(|name| option_by_name(problem, name)).collect()
}

/// The option of that name.
pub(crate) fn option_by_name(problem: &Held, name: &Object) -> PyResult<OptionId> {
    let found = {
        let problem = problem.borrow();
        problem.names.find(name, problem.builder.so_far().option_count())?
    };
    let unknown = || UnknownName::new_err(format!("there is no option with the name {}", repr(name)));
    found.map(OptionId::from_index).ok_or_else(unknown)
}

/// A solution: the options that are chosen, in the order of the problem.
///
/// Two solutions are equal if they have the same options by the same names.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Solution {
    pub(crate) problem: Py<Problem>,
    pub(crate) options: Box<[OptionId]>,
    /// The numbers that the options had before a pickle, which has no others.
    pub(crate) numbers: Option<Box<[usize]>>,
}

impl Solution {
    pub(crate) fn new(problem: &Held, solution: &combien::Solution) -> Solution {
        Solution::of_options(problem, solution.options())
    }

    pub(crate) fn of_options(problem: &Held, options: &[OptionId]) -> Solution {
        Solution { problem: problem.clone().unbind(), options: options.into(), numbers: None }
    }

    /// The numbers of the options in their problem, from 0.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let own = || self.options.iter().map(|option| option.index()).collect();
        self.numbers.as_ref().map_or_else(own, |numbers| numbers.to_vec())
    }

    pub(crate) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The names of the options.
    pub(crate) fn names<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.problem.bind(py).borrow().names_of(py, &self.options))
    }

    pub(crate) fn is_of(&self, problem: &Held) -> bool {
        self.problem.is(problem)
    }
}

/// The symmetries of a problem: a group of permutations of its options that leave the problem unchanged, so that they map solutions to
/// solutions. ``Problem.symmetries`` makes it; the keyword ``up_to`` of ``count`` and ``solutions`` takes it.
#[pyclass(module = "combien", frozen)]
pub(crate) struct Symmetries {
    /// The problem.
    #[pyo3(get)]
    pub(crate) problem: Py<Problem>,
    pub(crate) group: Arc<symmetry::Symmetries>,
    /// The options that there were.
    pub(crate) options: usize,
}

impl Symmetries {
    /// The group, for a question of this problem.
    pub(crate) fn group_of(&self, problem: &Held) -> PyResult<Arc<symmetry::Symmetries>> {
        if self.problem.is(problem) && self.options == problem.borrow().builder.so_far().option_count() {
            return Ok(self.group.clone());
        }
        Err(error("these symmetries are of another problem, or of this one before it grew"))
    }
}
