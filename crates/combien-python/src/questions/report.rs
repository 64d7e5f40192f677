//! What is told of a problem, and everything known about a question: its answer or what stopped it, the engine, and the work done.

use std::time::Instant;

use combien::diagnostic;
use combien::problem::{Bounds, Builder};
use combien::solve::{Outcome, Reason, Report};
use combien_tiling::draw::{Matrix, matrix_svg};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::handles::error::{raise, reason_name};
use crate::handles::objects::{Dict, Object, as_int};
use crate::handles::problem::{Held, Problem, Solution};
use crate::handles::settings::Settings;
use crate::questions::alike::UpTo;
use crate::questions::question::{counted, orbits, searched};

/// Asks a question, and returns everything known about it. A limit does not raise an exception here.
pub(crate) fn report<'py>(
    problem: &Held<'py>,
    question: &str,
    up_to: Option<UpTo>,
    settings: &Settings,
) -> PyResult<Object<'py>> {
    let py = problem.py();
    let fields = PyDict::new(py);
    fields.set_item("question", question)?;
    fields.set_item("uncoverable", PyTuple::new(py, uncoverable(problem))?)?;
    let began = Instant::now();
    match (question, up_to) {
        ("count", None) => {
            let report = counted(problem, settings)?;
            set_work(&fields, &report)?;
            set_count(&fields, &report.outcome)?;
        }
        ("count", Some(up_to)) => {
            let found = orbits(problem, up_to, settings)?;
            let order = found.order.as_ref().map(|order| as_int(py, order)).transpose()?;
            fields.set_item("symmetries", order)?;
            set_count(&fields, &found.outcome)?;
        }
        ("first", None) => {
            let report = searched(problem, settings)?;
            set_work(&fields, &report)?;
            let first = report.outcome.certain().as_ref().map(|first| Solution::new(problem, first));
            fields.set_item("certain", first)?;
            set_reason(&fields, report.outcome.reason())?;
        }
        ("first", Some(_)) => raise!("symmetries are for a count: a first solution has no need of them"),
        (other, _) => raise!("question is '{other}', not 'count' or 'first'"),
    }
    fields.set_item("seconds", began.elapsed().as_secs_f64())?;
    py.import("combien._types")?.getattr("Report")?.call((), Some(&fields))
}

fn set_work<T>(fields: &Dict, report: &Report<T>) -> PyResult<()> {
    fields.set_item("engine", report.engine.name())?;
    fields.set_item("why", &report.why)?;
    fields.set_item("nodes", report.work.nodes)?;
    fields.set_item("updates", report.work.updates)?;
    fields.set_item("fraction", report.fraction)
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

/// A matrix with more rows or columns is described instead of drawn.
const MOST_DRAWN: usize = 300;

/// What a problem is in one line.
pub(crate) fn summary(problem: &combien::Problem) -> String {
    let primary = problem.primary_count();
    let secondary = problem.item_count() - primary;
    format!(
        "<combien.Problem: {}, {}, {}>",
        diagnostic::counted(primary, "primary item"),
        diagnostic::counted(secondary, "secondary item"),
        diagnostic::counted(problem.option_count(), "option")
    )
}

pub(crate) fn html(py: Python<'_>, problem: &Problem) -> String {
    let core = problem.core();
    let told = summary(&core);
    let told = told.trim_start_matches('<').trim_end_matches('>');
    if core.item_count().max(core.option_count()) > MOST_DRAWN {
        return format!("<p>{told}</p>");
    }
    // Options without a name are known by their number from 0 here; the library would count from 1.
    let mut builder = Builder::from(core);
    for option in builder.so_far().options() {
        if problem.names.given(py, option.index()).is_none() {
            builder.name_option(option, &option.index().to_string());
        }
    }
    let named = builder.build();
    format!("<div>{}<p>{told}</p></div>", matrix_svg(told, &Matrix::new(&named)))
}
