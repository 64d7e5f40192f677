//! The names of options: objects of the user's, or numbers.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt};

use crate::handles::error::raise;
use crate::handles::labels::{Finder, repr};
use crate::handles::objects::{Maybe, Object};

/// The name of each option; the number of an option, from 0, is the name of one that was given none.
pub(crate) struct Names {
    /// By option, the name that it was given. It ends with the last one that was given a name.
    given: Vec<Option<Py<PyAny>>>,
    /// From each name that was given to its option.
    numbers: Py<PyDict>,
}

impl Names {
    pub(crate) fn new(py: Python<'_>) -> Names {
        Names { given: vec![], numbers: PyDict::new(py).unbind() }
    }

    /// The name that an option was given.
    pub(crate) fn given<'py>(&self, py: Python<'py>, option: usize) -> Option<Object<'py>> {
        Some(self.given.get(option)?.as_ref()?.bind(py).clone())
    }

    /// The name of an option.
    pub(crate) fn name<'py>(&self, py: Python<'py>, option: usize) -> Object<'py> {
        self.given(py, option).unwrap_or_else(|| PyInt::new(py, option).into_any())
    }

    /// The option of that name, given the number of options.
    pub(crate) fn find(&self, name: &Object, options: usize) -> PyResult<Option<usize>> {
        if let Some(option) = Finder::Objects(self.numbers.bind(name.py()).clone()).find(name, "a name")? {
            return Ok(Some(option));
        }
        let number = name.extract::<usize>().ok().filter(|&number| number < options);
        Ok(number.filter(|&number| self.given(name.py(), number).is_none()))
    }

    /// The name for the option with this number, if it is given one, and what it shows; an error if another option has it.
    pub(crate) fn checked<'py>(
        &self,
        py: Python<'py>,
        name: Maybe<'_, 'py>,
        number: usize,
    ) -> PyResult<Option<(Object<'py>, String)>> {
        let own = PyInt::new(py, number).into_any();
        let shown = name.unwrap_or(&own);
        if self.find(shown, number)?.is_some() {
            raise!("there are two options with the name {}", repr(shown));
        }
        name.map(|name| Ok((name.clone(), name.str()?.to_string_lossy().into_owned()))).transpose()
    }

    /// Gives an option a name that no other one has.
    pub(crate) fn add(&mut self, option: usize, name: &Object) -> PyResult<()> {
        self.numbers.bind(name.py()).set_item(name, option)?;
        self.given.resize_with(self.given.len().max(option + 1), || None);
        self.given[option] = Some(name.clone().unbind());
        Ok(())
    }
}
