//! Objects of Python and their numbers, both ways.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyInt, PySet};

use crate::handles::error::wrong_type;
use crate::handles::objects::{Dict, Object, Pair};

/// Distinct objects, numbered from 0 in the order in which they came.
///
/// The columns of a matrix are their own numbers. They are not kept as objects: a million of them would take 150 MB.
pub(crate) enum Labels {
    /// The numbers below this one.
    Numbers(usize),
    /// Objects, and a dictionary from each to its number.
    Objects(Vec<Py<PyAny>>, Py<PyDict>),
}

impl Labels {
    pub(crate) fn new(py: Python<'_>) -> Labels {
        Labels::Objects(vec![], PyDict::new(py).unbind())
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Labels::Numbers(count) => *count,
            Labels::Objects(objects, _) => objects.len(),
        }
    }

    /// The object with this number, which must be there.
    pub(crate) fn object<'py>(&self, py: Python<'py>, number: usize) -> Object<'py> {
        match self {
            Labels::Numbers(_) => PyInt::new(py, number).into_any(),
            Labels::Objects(objects, _) => objects[number].bind(py).clone(),
        }
    }

    /// Looks objects up. It borrows nothing: hashes and comparisons are code of the user's, and may do anything.
    pub(crate) fn finder<'py>(&self, py: Python<'py>) -> Finder<'py> {
        match self {
            Labels::Numbers(count) => Finder::Numbers(*count),
            Labels::Objects(_, numbers) => Finder::Objects(numbers.bind(py).clone()),
        }
    }

    /// Adds an object that is not there yet. Numbers become objects, if they are not to be the next number.
    pub(crate) fn add(&mut self, object: &Object) -> PyResult<()> {
        let py = object.py();
        if let Labels::Numbers(count) = *self {
            let objects = (0..count).map(|number| PyInt::new(py, number).into_any().unbind()).collect();
            let numbers = PyDict::new(py);
            for number in 0..count {
                numbers.set_item(number, number)?;
            }
            *self = Labels::Objects(objects, numbers.unbind());
        }
        if let Labels::Objects(objects, numbers) = self {
            numbers.bind(py).set_item(object, objects.len())?;
            objects.push(object.clone().unbind());
        }
        Ok(())
    }
}

/// Finds the numbers of objects.
pub(crate) enum Finder<'py> {
    Numbers(usize),
    Objects(Dict<'py>),
}

impl Finder<'_> {
    /// The number of an object, if it has one; an error if it cannot be hashed, which tells what it is: `an item`.
    pub(crate) fn find(&self, object: &Object, what: &str) -> PyResult<Option<usize>> {
        let found = match self {
            Finder::Numbers(count) => object.hash().map(|_| object.extract().ok().filter(|at| at < count)),
            Finder::Objects(numbers) => {
                numbers.get_item(object).and_then(|found| found.map(|number| number.extract()).transpose())
            }
        };
        found.map_err(|raised| {
            wrong_type(object.py(), raised, |why| format!("{} cannot be {what}: {why}", repr(object)))
        })
    }
}

/// The pairs of a mapping; `None` if it is none.
pub(crate) fn pairs<'py>(given: &Object<'py>) -> PyResult<Option<Vec<Pair<'py>>>> {
    if !given.hasattr("items")? {
        return Ok(None);
    }
    let pairs = given.call_method0("items")?;
    pairs.try_iter()?.map(|pair| pair?.extract()).collect::<PyResult<_>>().map(Some)
}

/// Whether an entry of an array or a matrix is 1; `None` if it is neither 0 nor 1.
pub(crate) fn is_one(entry: &Object) -> Option<bool> {
    match entry.extract::<f64>() {
        Ok(1.0) => Some(true),
        Ok(0.0) => Some(false),
        _ => None,
    }
}

/// An object as a message shows it.
pub(crate) fn repr(object: &Object) -> String {
    let text = object.repr().map_or_else(|_| "<an object without repr>".to_owned(), |text| text.to_string());
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// A name for the library: what the object shows of itself, and something to tell it from others that show the same.
pub(crate) fn name_of(object: &Object, is_taken: impl Fn(&str) -> bool) -> PyResult<String> {
    let text = object.str()?.to_string_lossy().into_owned();
    if !text.is_empty() && !is_taken(&text) {
        return Ok(text);
    }
    let text = object.repr()?.to_string_lossy().into_owned();
    let names = std::iter::once(text.clone()).chain((2..).map(|copy: usize| format!("{text}#{copy}")));
    Ok(names.into_iter().find(|name| !name.is_empty() && !is_taken(name)).unwrap_or_default())
}

/// The elements of an iterable, in an order that does not depend on hashes.
pub(crate) fn in_order<'py>(items: &Object<'py>, what: &str) -> PyResult<Vec<Object<'py>>> {
    let py = items.py();
    let is_set = items.is_instance_of::<PySet>() || items.is_instance_of::<PyFrozenSet>();
    let items = if is_set {
        py.import("combien._types")?.getattr("in_order")?.call1((items,))?
    } else {
        items.clone()
    };
    let iterator = items.try_iter().map_err(|raised| {
        wrong_type(py, raised, |_| format!("{what} must be a list or another iterable, not {}", repr(&items)))
    })?;
    iterator.collect()
}
