//! The solutions of a problem as diagrams of both kinds: made, read, and what is asked of either.

use std::collections::HashMap;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::Mutex;

use combien::budget::Budget;
use combien::check::Checker;
use combien::polynomial::Polynomial;
use combien::problem::OptionId;
use combien::solve::{self, Compile, Engine, Marginals, ReadError, Reason};
use combien::{Count, products};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::diagrams::{Diagram, ProductDiagram};
use crate::handles::error::{failure, raise, solve_error, stopped};
use crate::handles::families::Sets;
use crate::handles::labels::{in_order, repr};
use crate::handles::objects::{Dict, Object, Tuple, as_int};
use crate::handles::problem::{Held, Problem, Solution, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::watch::{self, locked};
use crate::questions::question::{ask, compiled};

/// The diagram of all solutions.
pub(crate) fn diagram(problem: &Held, settings: &Settings) -> PyResult<Diagram> {
    if settings.engine == Engine::Memo {
        // Otherwise it would only notice at the end.
        raise!(
            "the engine memo makes product nodes, which a diagram cannot hold; take zdd or intersect, or ask compile()"
        );
    }
    let built = ask(problem, settings, |core, engine, budget, meter| {
        Sets::of(&compiled(Compile::of(core).by(engine).budget(budget).meter(meter))?)
    })?;
    Ok(Diagram::new(problem.clone().unbind(), built))
}

/// The weights of options by their names.
pub(crate) fn weights_of(problem: &Held, weights: &Dict) -> PyResult<HashMap<OptionId, i64>> {
    let mut of_options = HashMap::new();
    for (name, weight) in weights {
        let option = option_by_name(problem, &name)?;
        let weight = weight.extract::<i64>().map_err(|_| {
            failure!("the weight of {} is {}, not a whole number of 64 bits", repr(&name), repr(&weight))
        })?;
        of_options.insert(option, weight);
    }
    Ok(of_options)
}

/// The options of a solution, which may be one of another problem, or a list of names; `None` if one of the names is unknown.
pub(crate) fn options_of(problem: &Held, solution: &Object) -> PyResult<Option<Vec<OptionId>>> {
    match solution.cast::<Solution>() {
        Ok(solution) if solution.get().is_of(problem) => Ok(Some(solution.get().options().to_vec())),
        Ok(solution) => named(problem, solution.get().names(solution.py())?.as_any()),
        Err(_) => named(problem, solution),
    }
}

/// Options by their names; `None` if one of the names is unknown.
fn named(problem: &Held, names: &Object) -> PyResult<Option<Vec<OptionId>>> {
    let borrowed = problem.borrow();
    let count = borrowed.builder.so_far().option_count();
    let mut options = vec![];
    for name in in_order(names, "a solution")? {
        match borrowed.names.find(&name, count)? {
            Some(option) => options.push(OptionId::from_index(option)),
            None => return Ok(None),
        }
    }
    Ok(Some(options))
}

/// Solutions are checked, because a pickle may have been changed.
pub(crate) fn checked(
    checker: &mut Checker,
    problem: &combien::Problem,
    solution: combien::Solution,
) -> Result<combien::Solution, String> {
    match checker.check(problem, solution.options()) {
        Ok(()) => Ok(solution),
        Err(violations) => Err(format!("this diagram holds a wrong solution: {}", violations[0])),
    }
}

/// The diagram of all solutions.
pub(crate) fn compile(problem: &Held, settings: &Settings) -> PyResult<ProductDiagram> {
    if !matches!(settings.engine, Engine::Auto | Engine::Memo) {
        let name = settings.engine.name();
        raise!("the engine {name} makes no product nodes; take memo, or ask diagram()");
    }
    let built = ask(problem, settings, |core, _, budget, meter| {
        compiled(Compile::of(core).by(Engine::Memo).budget(budget).meter(meter))?.products().cloned()
    })?;
    Ok(ProductDiagram::new(problem, built))
}

/// Reads a diagram from a file or a text, which messages call by that name.
pub(crate) fn read(
    problem: &Held,
    name: &str,
    input: impl BufRead + Send + 'static,
    keywords: Option<&Dict>,
) -> PyResult<ProductDiagram> {
    let py = problem.py();
    let unused = ["nodes", "threads", "engine", "progress"];
    let settings = Settings::without(&unused, "a diagram in a file", py, keywords)?;
    let core = problem.borrow().core();
    let read = watch::ask(py, &settings, move |budget, _| solve::Diagram::read(&core, input, &budget))?;
    let read = read.map_err(|failed| read_error(name, failed))?;
    Ok(ProductDiagram::new(problem, read.products().map_err(solve_error)?.clone()))
}

fn read_error(name: &str, failed: ReadError) -> PyErr {
    match (failed.stopped(), failed) {
        (Some(reason), _) => stopped(None, reason),
        (None, ReadError::Text(products::ReadError::Io(failed))) => failed.into(),
        (None, failed) => failure!("{name}: {failed} ({})", failed.hint()),
    }
}

/// The numbers in between do not fit.
fn full() -> PyErr {
    stopped(None, Reason::Memory(Budget::MEMORY))
}

/// In how many solutions each option of a problem is.
pub(crate) fn marginals<'py>(problem: &Held<'py>, settings: &Settings) -> PyResult<Object<'py>> {
    let found = ask(problem, settings, |core, engine, budget, meter| {
        let diagram = compiled(Compile::of(core).by(engine).budget(budget.clone()).meter(meter))?;
        diagram.marginals(core, &diagram.beside(budget)).map_err(solve::Error::Stopped)
    })?;
    as_marginals(problem, &found)
}

/// The numbers of all solutions and of those that have each option, if they fit, as the class of Python.
pub(crate) fn as_known<'py>(
    problem: &Held<'py>,
    solutions: &Count,
    with: Option<Vec<Count>>,
) -> PyResult<Object<'py>> {
    as_marginals(problem, &Marginals::new(solutions.clone(), with.ok_or_else(full)?))
}

fn as_marginals<'py>(problem: &Held<'py>, found: &Marginals) -> PyResult<Object<'py>> {
    let (py, problem) = (problem.py(), problem.borrow());
    let core = problem.core();
    let (with, entropy) = (PyDict::new(py), PyDict::new(py));
    for option in core.options() {
        with.set_item(problem.names.name(py, option.index()), as_int(py, found.with(option))?)?;
    }
    for (item, bits) in found.entropies(&core).into_iter().enumerate() {
        entropy.set_item(problem.items.object(py, item), bits)?;
    }
    let class = py.import("combien._types")?.getattr("Marginals")?;
    class.call1((with, as_int(py, found.solutions())?, entropy))
}

/// Weights of options, one list for each option.
pub(crate) struct Weights {
    of: Vec<HashMap<OptionId, i64>>,
}

impl Weights {
    /// From dictionaries by name, one or more.
    pub(crate) fn of(problem: &Held, weights: &Tuple) -> PyResult<Weights> {
        if weights.is_empty() {
            raise!(
                "a distribution needs weights: one dictionary at least, from names of options to whole numbers"
            );
        }
        let each = |weights: Object| weights_of(problem, weights.cast::<PyDict>()?);
        Ok(Weights { of: weights.iter().map(each).collect::<PyResult<_>>()? })
    }

    /// How many weights each option has.
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    pub(crate) fn weigh(&self, option: OptionId) -> Vec<i64> {
        self.of.iter().map(|weights| weights.get(&option).copied().unwrap_or(0)).collect()
    }
}

/// The numbers of solutions by their weight, or by the tuple of their weights if there are several.
pub(crate) fn by_weight(py: Python<'_>, polynomial: Option<Polynomial>) -> PyResult<Dict<'_>> {
    let dict = PyDict::new(py);
    for (sums, count) in polynomial.ok_or_else(full)?.terms() {
        let count = as_int(py, count)?;
        match sums {
            [sum] => dict.set_item(*sum, count)?,
            sums => dict.set_item(PyTuple::new(py, sums)?, count)?,
        }
    }
    Ok(dict)
}

/// Solutions that a diagram delivers until it is told to stop, each with something beside it. They are checked.
pub(crate) fn listed<T: Send + 'static>(
    problem: &Held,
    list: impl FnOnce(&mut dyn FnMut(T, combien::Solution) -> ControlFlow<()>) + Send + 'static,
) -> PyResult<Vec<(T, Solution)>> {
    let core = problem.borrow().core();
    let found = watch::ask(problem.py(), &Settings::unlimited(), move |budget, _| {
        let (mut checker, mut found, mut wrong) = (Checker::new(&core), vec![], None);
        list(&mut |beside, solution| match checked(&mut checker, &core, solution) {
            _ if budget.check().is_err() => ControlFlow::Break(()),
            Ok(solution) => {
                found.push((beside, solution));
                ControlFlow::Continue(())
            }
            Err(reason) => {
                wrong = Some(reason);
                ControlFlow::Break(())
            }
        });
        wrong.map_or(Ok(found), Err)
    })?;
    let found = found.map_err(PyRuntimeError::new_err)?;
    Ok(found.into_iter().map(|(beside, solution)| (beside, Solution::new(problem, &solution))).collect())
}

/// The next solution of a diagram, if it is one.
type Next = dyn FnMut() -> Option<Result<combien::Solution, String>> + Send;

/// The solutions of a diagram, one after the other.
#[pyclass(module = "combien._combien", frozen)]
pub(crate) struct Members {
    problem: Py<Problem>,
    /// It is never locked while Python code runs.
    next: Mutex<Box<Next>>,
}

impl Members {
    pub(crate) fn new(
        problem: &Held,
        mut next: impl FnMut() -> Option<combien::Solution> + Send + 'static,
    ) -> Members {
        let core = problem.borrow().core();
        let mut checker = Checker::new(&core);
        let next = move || next().map(|solution| checked(&mut checker, &core, solution));
        Members { problem: problem.clone().unbind(), next: Mutex::new(Box::new(next)) }
    }

    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let next = locked(&self.next)().transpose().map_err(PyRuntimeError::new_err)?;
        Ok(next.map(|solution| Solution::new(self.problem.bind(py), &solution)))
    }
}
