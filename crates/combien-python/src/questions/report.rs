//! Everything known about a question: its answer or what stopped it, the engine, and the work done.

use std::time::Instant;

use combien::engine::Work;
use combien::problem::Bounds;
use combien::solve::{Outcome, Reason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::counts::as_int;
use crate::handles::error::{error, reason_name};
use crate::handles::objects::{Dict, Object};
use crate::handles::problem::Held;
use crate::handles::settings::Settings;
use crate::handles::solution::Solution;
use crate::questions::alike::UpTo;
use crate::questions::question::{counted, orbits, searched};

/// Asks a question, and returns everything known about it. A limit does not raise an exception here.
pub(crate) fn report<'py>(
    problem: &Held<'py>,
    question: &str,
    up_to: Option<UpTo>,
    keywords: Option<&Dict<'py>>,
) -> PyResult<Object<'py>> {
    let py = problem.py();
    let settings = match &up_to {
        None => Settings::of(py, keywords)?,
        Some(_) => Settings::without(&["engine"], "a question about symmetry", py, keywords)?,
    };
    let fields = PyDict::new(py);
    fields.set_item("question", question)?;
    fields.set_item("uncoverable", PyTuple::new(py, uncoverable(problem))?)?;
    let began = Instant::now();
    match (question, up_to) {
        ("count", None) => {
            let report = counted(problem, &settings)?;
            fields.set_item("engine", report.engine.name())?;
            fields.set_item("why", &report.why)?;
            set_work(&fields, report.work, report.fraction)?;
            set_count(&fields, &report.outcome)?;
        }
        ("count", Some(up_to)) => {
            let found = orbits(problem, up_to, &settings)?;
            let order = found.order.as_ref().map(|order| as_int(py, order)).transpose()?;
            fields.set_item("symmetries", order)?;
            set_count(&fields, &found.outcome)?;
        }
        ("first", None) => {
            let report = searched(problem, &settings)?;
            fields.set_item("engine", report.engine.name())?;
            fields.set_item("why", &report.why)?;
            set_work(&fields, report.work, report.fraction)?;
            let reason = report.outcome.reason();
            let first = report.outcome.certain().as_ref().map(|first| Solution::new(problem, first));
            fields.set_item("certain", &first.map(|first| Bound::new(py, first)).transpose()?)?;
            set_reason(&fields, reason)?;
        }
        ("first", Some(_)) => {
            return Err(error("symmetries are for a count: a first solution has no need of them"));
        }
        (other, _) => return Err(error(format!("question is '{other}', not 'count' or 'first'"))),
    }
    fields.set_item("seconds", began.elapsed().as_secs_f64())?;
    py.import("combien._types")?.getattr("Report")?.call((), Some(&fields))
}

fn set_work(fields: &Dict, work: Work, fraction: f64) -> PyResult<()> {
    fields.set_item("nodes", work.nodes)?;
    fields.set_item("updates", work.updates)?;
    fields.set_item("fraction", fraction)
}

fn set_count(fields: &Dict, outcome: &Outcome<combien::Count>) -> PyResult<()> {
    fields.set_item("certain", as_int(fields.py(), outcome.certain())?)?;
    set_reason(fields, outcome.reason())
}

fn set_reason(fields: &Dict, reason: Option<Reason>) -> PyResult<()> {
    fields.set_item("reason", reason.map(reason_name))?;
    fields.set_item("message", reason.map(|reason| reason.to_string()))
}

/// The primary items that must be covered, and that no option has.
pub(crate) fn uncoverable<'py>(problem: &Held<'py>) -> Vec<Object<'py>> {
    let problem_ref = problem.borrow();
    let core = problem_ref.builder.so_far();
    let mut has_option = vec![false; core.item_count()];
    for option in core.searched_options() {
        for entry in core.option(option) {
            has_option[entry.item.index()] = true;
        }
    }
    let bare = core.primary_items().filter(|&item| {
        let Bounds { lo, .. } = core.bounds(item);
        lo > 0 && !has_option[item.index()]
    });
    bare.map(|item| problem_ref.items.object(problem.py(), item.index())).collect()
}
