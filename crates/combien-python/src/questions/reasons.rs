//! Why a problem has no solution, as a Python object.

use combien::budget::{Budget, Meter};
use combien::problem::ItemId;
use combien::solve;
use combien_tiling::why::{Almost, Answer, Nearest, Obstacle, Subject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::handles::error::solve_error;
use crate::handles::objects::Object;
use crate::handles::problem::{Held, Solution};
use crate::handles::settings::Settings;
use crate::handles::watch;
use crate::questions::whole::Whole;

/// The sentence about a reason, its drawing, and its certificate.
type Words = (String, Option<String>, Vec<u8>);

/// A reason as an object; items are those of the problem.
fn shown<'py>(
    problem: &Held<'py>,
    obstacle: &Obstacle,
    (sentence, drawing, certificate): Words,
) -> PyResult<Object<'py>> {
    let py = problem.py();
    let item = |item: ItemId| problem.borrow().items.object(py, item.index());
    let fraction = py.import("fractions")?.getattr("Fraction")?;
    let weights = PyDict::new(py);
    if let Some(weighed) = obstacle.weights() {
        for &(index, weight) in weighed.of() {
            // From -1/2 to 1/2, as the sentence has them.
            let centered = match weighed.modulus() {
                Some(modulus) if 2 * weight > modulus => weight - modulus,
                _ => weight,
            };
            let fraction = fraction.call1((centered, weighed.modulus().unwrap_or(1)))?;
            weights.set_item(item(index), fraction)?;
        }
    }
    let items: Vec<_> = match (obstacle, obstacle.weights()) {
        (Obstacle::Dead(dead), _) => vec![item(dead.item)],
        (Obstacle::Core(core), _) => core.items.iter().copied().map(item).collect(),
        (_, Some(weights)) => weights.of().iter().map(|&(index, _)| item(index)).collect(),
        _ => vec![],
    };
    let values = PyDict::new(py);
    values.set_item("kind", obstacle.kind())?;
    values.set_item("sentence", sentence)?;
    values.set_item("items", pyo3::types::PyTuple::new(py, items)?)?;
    values.set_item("weights", weights)?;
    values.set_item("drawing", drawing)?;
    values.set_item("certificate", PyBytes::new(py, &certificate))?;
    py.import("combien._types")?.getattr("Why")?.call((), Some(&values))
}

/// Why there is no solution, or the largest partial cover; `None` if there is a solution. Items are those of `problem`.
pub(crate) fn why<'py>(
    problem: &Held<'py>,
    whole: Whole,
    is_almost: bool,
    settings: &Settings,
) -> PyResult<Option<Object<'py>>> {
    let py = problem.py();
    if is_almost {
        let partial = watch::ask(py, settings, move |budget, mut meter| {
            nearest(&whole.subject(), &budget, &mut meter)
        })?;
        return partial.map_err(solve_error)?.map(|partial| shown_partial(problem, partial)).transpose();
    }
    let told = watch::ask(py, settings, move |budget, mut meter| {
        let subject = whole.subject();
        match subject.why(&budget, &mut meter)? {
            Answer::None(obstacle) => {
                let certificate = obstacle.certificate(subject.problem());
                let words = (subject.sentence(&obstacle), subject.drawing(&obstacle), certificate);
                Ok(Some((obstacle, words)))
            }
            Answer::Solvable(_) => Ok(None),
            Answer::Stopped(reason) => Err(solve::Error::Stopped(reason)),
        }
    })?;
    told.map_err(solve_error)?.map(|(obstacle, words)| shown(problem, &obstacle, words)).transpose()
}

/// The largest partial cover; and of a tiling, which single piece makes it solvable, in words, and whether all were tried.
type Partial = (Almost, Vec<String>, bool);

/// A partial cover as an object; items are those of the problem.
fn shown_partial<'py>(problem: &Held<'py>, (almost, mends, is_whole): Partial) -> PyResult<Object<'py>> {
    let py = problem.py();
    let lacking = |items: &[(ItemId, u32)]| {
        let lacking = PyDict::new(py);
        for &(index, times) in items {
            lacking.set_item(problem.borrow().items.object(py, index.index()), times)?;
        }
        Ok::<_, PyErr>(lacking)
    };
    let values = PyDict::new(py);
    values.set_item("holes", almost.hole_count())?;
    values.set_item("at_least", almost.at_least)?;
    values.set_item("left", lacking(&almost.holes)?)?;
    values.set_item("left_over", lacking(&almost.unused)?)?;
    values.set_item("cover", Solution::new(problem, &almost.cover))?;
    values.set_item("mends", pyo3::types::PyTuple::new(py, mends)?)?;
    values.set_item("complete", almost.stopped.is_none() && is_whole)?;
    py.import("combien._types")?.getattr("Almost")?.call((), Some(&values))
}

/// Asks how near it comes to a solution.
fn nearest(
    subject: &Subject<'_>,
    budget: &Budget,
    meter: &mut impl Meter,
) -> Result<Option<Partial>, solve::Error> {
    let almost = match subject.almost(budget, meter)? {
        Nearest::Solvable(_) => return Ok(None),
        Nearest::Almost(almost) => almost,
    };
    let (mut mends, mut is_whole) = (vec![], true);
    if almost.stopped.is_none()
        && let Some(tiling) = subject.tiling()
        && let Some(mended) = subject.mended(budget, meter)?
    {
        mends = mended.mends.iter().map(|mend| mend.change.words(tiling)).collect();
        is_whole = mended.stopped.is_none();
    }
    Ok(Some((almost, mends, is_whole)))
}
