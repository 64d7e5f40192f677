//! Reads the parts of a problem: items, their bounds, and the entries of options.

use std::collections::HashSet;
use std::ffi::CString;

use combien::problem::{Bounds, Decimal, Entry, ItemId, Kind};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::error::exceptions::UnknownName;
use crate::handles::error::{failure, raise, refused, wrong_type};
use crate::handles::labels::{Finder, in_order, repr};
use crate::handles::objects::{Dict, Maybe, Object};
use crate::handles::problem::{Held, Problem, colored_class};

/// An entry as given: its item and its color.
struct Given<'py> {
    item: usize,
    color: Option<Object<'py>>,
}

/// Reads an entry: an item; or `Colored`, or a pair of a secondary item and a color that is no item itself.
fn given<'py>(
    problem: &Held<'py>,
    items: &Finder<'py>,
    entry: &Object<'py>,
    option: &dyn Fn() -> String,
) -> PyResult<Given<'py>> {
    let is_colored = entry.is_instance(&colored_class(entry.py())?)?;
    if !is_colored && let Some(item) = items.find(entry, "an item")? {
        return Ok(Given { item, color: None });
    }
    let mut hint = String::new();
    if let Ok(pair) = entry.cast::<PyTuple>()
        && pair.len() == 2
        && let Some(item) = items.find(&pair.get_item(0)?, "an item")?
    {
        let is_secondary = {
            let core = problem.borrow().core();
            core.kind(ItemId::from_index(item)) == Kind::Secondary
        };
        if is_secondary {
            return Ok(Given { item, color: Some(pair.get_item(1)?) });
        }
        hint = format!("; {} is a primary item and takes no color", repr(&pair.get_item(0)?));
    }
    Err(UnknownName::new_err(format!(
        "option {} names {}, which is not an item{hint}",
        option(),
        repr(entry)
    )))
}

/// Adds an option. Errors are found before anything is changed.
pub(crate) fn add_option<'py>(
    problem: &Held<'py>,
    name: Maybe<'_, 'py>,
    items: &Object<'py>,
    cost: Decimal,
) -> PyResult<()> {
    let py = problem.py();
    let (finder, number) = {
        let problem = problem.borrow();
        (problem.items.finder(py), problem.builder.so_far().option_count())
    };
    let shown = || name.map_or_else(|| number.to_string(), repr);
    let name = problem.borrow().names.checked(py, name, number)?;
    let items = in_order(items, "the items of an option")?;
    let entries = items.iter().map(|entry| given(problem, &finder, entry, &shown));
    let entries = entries.collect::<PyResult<Vec<_>>>()?;
    let mut problem = problem.borrow_mut();
    problem.builder.check_cost(cost).map_err(refused)?;
    let mut colored = Vec::with_capacity(entries.len());
    let mut seen = HashSet::with_capacity(entries.len());
    for Given { item, color } in &entries {
        if !seen.insert(*item) {
            let item = problem.items.object(py, *item);
            raise!("option {} has item {} twice", shown(), repr(&item));
        }
        let color = color.as_ref().map(|color| problem.color(color)).transpose()?;
        colored.push(Entry { item: ItemId::from_index(*item), color });
    }
    let option = problem.builder.option(colored).map_err(refused)?;
    problem.builder.cost(option, cost).map_err(refused)?;
    if let Some((name, text)) = name {
        problem.builder.name_option(option, &text);
        problem.names.add(option.index(), &name)?;
    }
    Ok(())
}

/// This many options of a problem are warned of.
const MOST_WARNINGS: usize = 10;

/// Warns of options that are kept out, except for this number of them, which are known. An option without any items is no
/// mistake: a matrix may have a row of zeros.
pub(crate) fn warn_of_kept_out(problem: &Held, known: usize) -> PyResult<()> {
    let py = problem.py();
    // Names and warnings run code of the user's, so nothing is borrowed then.
    let core = problem.borrow().core();
    for &option in core.kept_out().iter().take(MOST_WARNINGS).skip(known) {
        if !core.option(option).is_empty() {
            let name = problem.borrow().names.name(py, option.index());
            let message = format!("option {} has no primary item, so it is in no solution", repr(&name));
            let message = CString::new(message.replace('\0', ""))?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
    }
    Ok(())
}

/// Bounds as given: a number, or a pair of which the second may be `None`.
fn bounds_of(item: &Object, given: &Object) -> PyResult<Bounds> {
    let wrong = || {
        let (item, given) = (repr(item), repr(given));
        failure!("the bounds of item {item} are {given}, not a number from 1 on or a pair such as (1, 3)")
    };
    if let Ok(times) = given.extract::<u32>() {
        return Ok(Bounds { lo: times, hi: times });
    }
    let (lo, hi) = given.extract::<(u32, Option<u32>)>().map_err(|_| wrong())?;
    Ok(Bounds { lo, hi: hi.unwrap_or(Bounds::UNLIMITED) })
}

/// A problem with these items.
pub(crate) fn with_items(
    primary: &[Object],
    secondary: &[Object],
    bounds: Option<&Dict>,
    py: Python<'_>,
) -> PyResult<Problem> {
    let mut problem = Problem::empty(py);
    let mut bounded = 0;
    for item in primary {
        let given = bounds.map(|bounds| bounds.get_item(item)).transpose().map_err(|raised| {
            wrong_type(py, raised, |why| format!("{} cannot be an item: {why}", repr(item)))
        })?;
        let given = given.flatten();
        bounded += usize::from(given.is_some());
        let bounds = given.map_or(Ok(Bounds::ONCE), |given| bounds_of(item, &given))?;
        problem.add_item(item, Kind::Primary, bounds)?;
    }
    for item in secondary {
        problem.add_item(item, Kind::Secondary, Bounds::ONCE)?;
    }
    if let Some(bounds) = bounds
        && bounds.len() != bounded
    {
        for item in bounds.keys() {
            let is_primary = primary.iter().any(|other| other.eq(&item).unwrap_or(false));
            if !is_primary {
                return Err(UnknownName::new_err(format!(
                    "bounds are given to {}, which is not a primary item",
                    repr(&item)
                )));
            }
        }
    }
    Ok(problem)
}
