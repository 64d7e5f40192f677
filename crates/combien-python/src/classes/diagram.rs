//! The class `Diagram`, with the algebra of families.

use std::io;
use std::sync::Arc;

use combien::Count;
use combien::budget::Budget;
use combien::problem::OptionId;
use combien::solve::Reason;
use combien::zdd::{Family, Full, Samples, Store, Walk};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::handles::diagrams::Diagram;
use crate::handles::error::{error, failure, stopped};
use crate::handles::families::{Beside, Operation, Order, Sets, store_beside};
use crate::handles::numbers::{Natural, Seed};
use crate::handles::objects::{Dict, Object, Pickle, Tuple, as_int};
use crate::handles::problem::{Held, Solution, options_by_name};
use crate::handles::watch;
use crate::questions::diagrams::{self, Members, Weights, options_of, weights_of};
use crate::questions::kept;

/// Long work without limits except on memory. It runs in a separate thread, so that Ctrl-C is noticed.
fn worked<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, Full> + Send + 'static,
) -> PyResult<T> {
    watch::work(py, work)?.map_err(|Full { .. }| stopped(None, Reason::Memory(Budget::MEMORY)))
}

impl Diagram {
    /// The number of solutions, counted once.
    fn counted(&self, py: Python<'_>) -> PyResult<&Count> {
        if let Some(count) = self.count.get() {
            return Ok(count);
        }
        let sets = self.sets.clone();
        let count = watch::work(py, move || sets.store.count(sets.family))?;
        Ok(self.count.get_or_init(|| count))
    }

    /// Raises an error unless the other one is of the same problem.
    fn check_problem(&self, py: Python<'_>, other: &Diagram) -> PyResult<()> {
        if kept::are_equal(self.problem.bind(py), other.problem.bind(py))? {
            return Ok(());
        }
        Err(error("these diagrams are of two problems"))
    }

    /// The result of an operation on two diagrams; `NotImplemented` if the other one is not a diagram.
    fn combined<'py>(&self, other: &Object<'py>, operation: Operation) -> PyResult<Object<'py>> {
        let py = other.py();
        let Ok(other) = other.cast::<Diagram>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        self.check_problem(py, other)?;
        let (first, second) = (self.sets.clone(), other.sets.clone());
        let sets = worked(py, move || first.beside(&second)?.apply(operation))?;
        Ok(Bound::new(py, Diagram::new(self.problem.clone_ref(py), sets))?.into_any())
    }

    /// What is asked of both families in one store.
    fn compared(
        &self,
        py: Python<'_>,
        other: &Diagram,
        holds: impl FnOnce(&Store, Family, Family) -> bool + Send + 'static,
    ) -> PyResult<bool> {
        let (first, second) = (self.sets.clone(), other.sets.clone());
        worked(py, move || {
            let Beside { store, first, second, .. } = first.beside(&second)?;
            Ok(holds(&store, first, second))
        })
    }

    /// The same, changed by its own items.
    fn restricted(
        &self,
        py: Python<'_>,
        names: &Tuple,
        operation: fn(&mut Store, Family, u32) -> Result<Family, Full>,
        without_item: fn(Family) -> Family,
    ) -> PyResult<Diagram> {
        let problem = self.problem.bind(py);
        let options = options_by_name(problem, Some(names.as_any()), "the names")?;
        let sets = self.sets.clone();
        let sets = worked(py, move || {
            let mut store = store_beside(&[&sets]);
            let mut family = store.copy(&sets.store, sets.family)?;
            for option in options {
                family = match sets.items(&[option]).as_deref() {
                    Some(&[item]) => operation(&mut store, family, item)?,
                    _ => without_item(family),
                };
            }
            let mut own = Store::new();
            let family = own.copy(&store, family)?;
            Ok(Sets { store: Arc::new(own), family, order: sets.order })
        })?;
        Ok(Diagram::new(self.problem.clone_ref(py), sets))
    }

    /// The output of a writer, as text.
    fn written(
        &self,
        py: Python<'_>,
        write: impl FnOnce(&Store, Family, &mut Vec<u8>) -> io::Result<()> + Send + 'static,
    ) -> PyResult<String> {
        let sets = self.sets.clone();
        let written = watch::work(py, move || {
            let mut text = vec![];
            write(&sets.store, sets.family, &mut text).map(|()| text)
        })?;
        Ok(String::from_utf8_lossy(&written?).into_owned())
    }

    /// The first ones by weight, with their weights.
    fn by_weight(&self, weights: &Dict, n: usize, is_heaviest: bool) -> PyResult<Vec<(i128, Solution)>> {
        let problem = self.problem.bind(weights.py());
        let of_options = weights_of(problem, weights)?;
        let sets = self.sets.clone();
        let weight = |option: &OptionId| of_options.get(option).copied().unwrap_or(0);
        let of_items: Vec<i64> = sets.order.options.iter().map(weight).collect();
        diagrams::listed(problem, move |deliver| {
            let weight = |item: u32| of_items[item as usize];
            let members = if is_heaviest {
                sets.store.heaviest(sets.family, weight)
            } else {
                sets.store.lightest(sets.family, weight)
            };
            let _ = members.take(n).try_for_each(|(weight, member)| deliver(weight, sets.solution(&member)));
        })
    }
}

#[pymethods]
impl Diagram {
    /// The number of solutions, exact at any size. Linear in the nodes the first time.
    fn count(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        as_int(py, self.counted(py)?)
    }

    /// For each number of options from 0, the number of solutions with that many.
    fn count_by_size(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let sets = self.sets.clone();
        let counts = watch::work(py, move || sets.store.count_by_size(sets.family))?;
        counts.iter().map(|count| as_int(py, count)).collect()
    }

    /// For each option, by name, the number of solutions that have it, as ``combien.Marginals``.
    ///
    /// A few operations on numbers for each node. Raises ``Stopped`` if the numbers of the nodes would take more than 2 GiB.
    fn marginals<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        let problem = self.problem.bind(py);
        let (sets, options) = (self.sets.clone(), problem.borrow().core().option_count());
        let counts = watch::work(py, move || {
            let mut with = vec![Count::ZERO; options];
            for (item, count) in sets.store.marginals(sets.family, Budget::MEMORY)? {
                with[sets.order.options[item as usize].index()] = count;
            }
            Some(with)
        })?;
        diagrams::as_known(problem, self.counted(py)?, counts)
    }

    /// How many solutions have which weight: a dictionary from weights to numbers of solutions, ascending. Weights are told as
    /// by ``lightest``. Several dictionaries of weights give tuples of sums.
    ///
    /// These are the terms of the generating polynomial. Raises ``Stopped`` if the polynomials of the nodes would take more than 2 GiB.
    #[pyo3(signature = (*weights))]
    fn distribution<'py>(&self, weights: &Tuple<'py>) -> PyResult<Dict<'py>> {
        let py = weights.py();
        let (sets, weights) = (self.sets.clone(), Weights::of(self.problem.bind(py), weights)?);
        let polynomial = watch::work(py, move || {
            let weigh = |item: u32| weights.weigh(sets.order.options[item as usize]);
            sets.store.distribution(sets.family, weights.len(), weigh, Budget::MEMORY)
        })?;
        diagrams::by_weight(py, polynomial)
    }

    /// The number of nodes of the diagram, without the two terminals.
    #[getter]
    fn node_count(&self) -> usize {
        self.sets.store.size(self.sets.family)
    }

    /// The names of the options in the order in which the diagram decides them: the universe of its sets.
    #[getter]
    fn universe<'py>(&self, py: Python<'py>) -> Vec<Object<'py>> {
        self.problem.bind(py).borrow().names_of(py, &self.sets.order.options)
    }

    /// ``n`` random solutions, drawn independently, each equally likely; none if it is empty.
    ///
    /// The same seed draws the same solutions on every machine.
    #[pyo3(signature = (n, *, seed = Seed(1)), text_signature = "($self, n, *, seed=1)")]
    fn sample(&self, py: Python<'_>, n: Natural<usize>, seed: Seed) -> PyResult<Vec<Solution>> {
        let (n, seed) = (n.0, seed.0);
        let sets = self.sets.clone();
        let drawn = diagrams::listed(self.problem.bind(py), move |deliver| {
            let mut samples = Samples::new(sets.store.clone(), sets.family, seed).take(n);
            let _ = samples.try_for_each(|member| deliver((), sets.solution(&member)));
        })?;
        Ok(drawn.into_iter().map(|((), solution)| solution).collect())
    }

    /// The ``n`` lightest solutions with their weights, the lightest first. The weight of a solution is the sum of those of its
    /// options, by name, which are whole numbers, and 0 for those that are not named.
    ///
    /// Takes time of the order of the diagram, and of its depth for each solution.
    #[pyo3(signature = (weights, n = 1))]
    fn lightest(&self, weights: &Dict, n: usize) -> PyResult<Vec<(i128, Solution)>> {
        self.by_weight(weights, n, false)
    }

    /// The ``n`` heaviest solutions with their weights, the heaviest first, as ``lightest`` tells it.
    #[pyo3(signature = (weights, n = 1))]
    fn heaviest(&self, weights: &Dict, n: usize) -> PyResult<Vec<(i128, Solution)>> {
        self.by_weight(weights, n, true)
    }

    /// The solutions with all options of these names.
    #[pyo3(signature = (*names))]
    fn including(&self, py: Python<'_>, names: &Tuple) -> PyResult<Diagram> {
        self.restricted(py, names, Store::including, |_| Family::EMPTY)
    }

    /// The solutions without any option of these names.
    #[pyo3(signature = (*names))]
    fn excluding(&self, py: Python<'_>, names: &Tuple) -> PyResult<Diagram> {
        self.restricted(py, names, Store::subset0, |family| family)
    }

    /// Whether the two have no solution in common.
    fn isdisjoint(&self, py: Python<'_>, other: &Bound<'_, Diagram>) -> PyResult<bool> {
        self.check_problem(py, other.get())?;
        self.compared(py, other.get(), Store::is_disjoint)
    }

    /// The diagram in the DOT language of Graphviz: a dashed arc where an option is not taken, a solid one where it is.
    fn to_dot(&self, py: Python<'_>) -> PyResult<String> {
        let names = self.universe(py);
        let labels = names.iter().map(|name| Ok(name.str()?.to_string_lossy().into_owned()));
        let labels = labels.collect::<PyResult<Vec<_>>>()?;
        self.written(py, move |store, family, text| {
            store.write_dot(family, |item| labels[item as usize].clone(), text)
        })
    }

    /// The diagram as Graphillion's ``dump`` writes it: ``setset.loads`` reads it, once ``universe`` is the universe.
    fn to_graphillion(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, |store, family, text| store.write_graphillion(family, text))
    }

    /// The diagram as ``combien zdd --text`` writes it: a line for each node; an item is a place in ``universe``, from 0.
    fn to_text(&self, py: Python<'_>) -> PyResult<String> {
        self.written(py, |store, family, text| store.write(family, text))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = self.counted(py)?.to_u64().and_then(|count| isize::try_from(count).ok());
        let too_many = || PyOverflowError::new_err("there are more than sys.maxsize solutions: ask count()");
        count.map(isize::unsigned_abs).ok_or_else(too_many)
    }

    fn __bool__(&self) -> bool {
        self.sets.family != Family::EMPTY
    }

    fn __contains__(&self, solution: &Object) -> PyResult<bool> {
        let problem = self.problem.bind(solution.py());
        let options = options_of(problem, solution)?;
        let items = options.and_then(|options| self.sets.items(&options));
        Ok(items.is_some_and(|items| self.sets.store.contains(self.sets.family, items)))
    }

    fn __iter__(&self, py: Python<'_>) -> Members {
        let (sets, mut walk) = (self.sets.clone(), Walk::new(self.sets.family));
        Members::new(self.problem.bind(py), move || {
            walk.next(&sets.store).map(|member| sets.solution(member))
        })
    }

    fn __or__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.combined(other, Store::union)
    }

    fn __and__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.combined(other, Store::intersection)
    }

    fn __sub__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.combined(other, Store::difference)
    }

    fn __xor__<'py>(&self, other: &Object<'py>) -> PyResult<Object<'py>> {
        self.combined(other, Store::symmetric_difference)
    }

    fn __richcmp__<'py>(&self, other: &Object<'py>, op: CompareOp) -> PyResult<Object<'py>> {
        let py = other.py();
        let Ok(other) = other.cast::<Diagram>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = other.get();
        match op {
            CompareOp::Eq | CompareOp::Ne => {
                if !kept::are_equal(self.problem.bind(py), other.problem.bind(py))? {
                    return matches!(op, CompareOp::Ne).into_bound_py_any(py);
                }
            }
            _ => self.check_problem(py, other)?,
        }
        let holds = self.compared(py, other, move |store, first, second| match op {
            CompareOp::Eq => first == second,
            CompareOp::Ne => first != second,
            CompareOp::Le => store.is_subset(first, second),
            CompareOp::Lt => first != second && store.is_subset(first, second),
            CompareOp::Ge => store.is_subset(second, first),
            CompareOp::Gt => first != second && store.is_subset(second, first),
        })?;
        holds.into_bound_py_any(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let solutions = combien::diagnostic::counted(self.counted(py)?, "solution");
        let nodes = combien::diagnostic::counted(self.node_count(), "node");
        Ok(format!("<combien.Diagram: {solutions}, {nodes}>"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Diagram>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let diagram = slf.get();
        let rows: Vec<usize> = diagram.sets.order.options.iter().map(|option| option.index()).collect();
        let text = diagram.to_text(py)?;
        let restore = py.import("combien._combien")?.getattr("_restore_diagram")?;
        Ok((restore, (diagram.problem.bind(py), rows, text).into_pyobject(py)?))
    }
}

/// Restores a diagram from a pickle.
#[pyfunction]
#[pyo3(name = "_restore_diagram")]
pub(crate) fn restore(problem: &Held, rows: Vec<usize>, text: &str) -> PyResult<Diagram> {
    let broken = |why: String| failure!("this pickle of a diagram is broken: {why}");
    let count = problem.borrow().builder.so_far().option_count();
    if let Some(row) = rows.iter().find(|&&row| row >= count) {
        return Err(broken(format!("there is no option {row}")));
    }
    let mut store = Store::new();
    let family = store.read(text.as_bytes()).map_err(|failed| broken(failed.to_string()))?;
    if let Some(&last) = store.support(family).last()
        && last as usize >= rows.len()
    {
        return Err(broken(format!("there is no item {last}")));
    }
    let order = Order::of(rows.into_iter().map(OptionId::from_index));
    Ok(Diagram::new(problem.clone().unbind(), Sets { store: Arc::new(store), family, order }))
}
