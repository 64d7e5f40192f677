//! The class `Symmetries`.

use std::collections::HashSet;

use combien::Count;
use combien::problem::{Automorphism, OptionId};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::handles::error::raise;
use crate::handles::objects::{Object, Tuple, as_int, tuple};
use crate::handles::problem::{Solution, Symmetries};
use crate::handles::settings::Settings;
use crate::handles::watch;

#[pymethods]
impl Symmetries {
    /// The number of symmetries, the identity included.
    #[getter]
    fn order(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        as_int(py, &self.group.order())
    }

    /// Symmetries that generate the others, each a tuple of cycles of the names of options; what stays is left out.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Vec<Tuple<'py>>> {
        let problem = self.problem.bind(py).borrow();
        let cycle = |cycle: &Vec<OptionId>| PyTuple::new(py, problem.names_of(py, cycle));
        let generator = |generator: &Automorphism| {
            let cycles = generator.cycles();
            let moving = cycles.iter().filter(|cycle| cycle.len() > 1);
            tuple(py, moving.map(cycle))
        };
        self.group.generators().iter().map(generator).collect()
    }

    /// The options in classes, by name: those of one class are mapped to each other.
    #[getter]
    fn orbits<'py>(&self, py: Python<'py>) -> Vec<Vec<Object<'py>>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.orbits().iter().map(|option| option.index()).collect();
        classes(&least, |option| problem.names.name(py, option))
    }

    /// The items in classes: those of one class are mapped to each other.
    #[getter]
    fn item_orbits<'py>(&self, py: Python<'py>) -> Vec<Vec<Object<'py>>> {
        let problem = self.problem.bind(py).borrow();
        let least: Vec<usize> = self.group.item_orbits().iter().map(|item| item.index()).collect();
        classes(&least, |item| problem.items.object(py, item))
    }

    /// The orbit of a solution: all that the symmetries make of it, itself included, in the order of their rows.
    fn orbit(&self, py: Python<'_>, solution: &Bound<'_, Solution>) -> PyResult<Vec<Solution>> {
        let problem = self.problem.bind(py);
        if !solution.get().is_of(problem)
            || solution.get().options().iter().any(|o| o.index() >= self.options)
        {
            raise!("this solution is of another problem than the symmetries");
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
fn classes<'py>(least: &[usize], object: impl Fn(usize) -> Object<'py>) -> Vec<Vec<Object<'py>>> {
    let mut classes: Vec<Vec<Object<'py>>> = vec![];
    let mut class_of = vec![usize::MAX; least.len()];
    for (place, &first) in least.iter().enumerate() {
        if first == place {
            class_of[place] = classes.len();
            classes.push(vec![]);
        }
        classes[class_of[first]].push(object(place));
    }
    classes
}
