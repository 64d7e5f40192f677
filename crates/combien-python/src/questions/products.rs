//! Diagrams with products: compiled, and read from files.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

use combien::products;
use combien::solve::{self, Compile, Engine, ReadError};
use pyo3::prelude::*;

use crate::handles::error::{error, solve_error, stopped};
use crate::handles::objects::Dict;
use crate::handles::problem::Held;
use crate::handles::products::ProductDiagram;
use crate::handles::settings::Settings;
use crate::handles::watch;
use crate::questions::diagram::compiled;

/// The diagram of all solutions.
pub(crate) fn compile(problem: &Held, keywords: Option<&Dict>) -> PyResult<ProductDiagram> {
    let py = problem.py();
    let settings = Settings::of(py, keywords)?;
    if !matches!(settings.engine, Engine::Auto | Engine::Memo) {
        let name = settings.engine.name();
        return Err(error(format!("the engine {name} makes no product nodes; take memo, or ask diagram()")));
    }
    let core = problem.borrow().core();
    let built = watch::ask(py, &settings, move |budget, meter| {
        compiled(Compile::of(&core).by(Engine::Memo).budget(budget).meter(meter))?.products().cloned()
    })?;
    Ok(ProductDiagram::new(problem, built.map_err(solve_error)?))
}

/// Reads a diagram from a file.
pub(crate) fn read(problem: &Held, path: &Path, keywords: Option<&Dict>) -> PyResult<ProductDiagram> {
    let name = path.display().to_string();
    parsed(problem, &name, BufReader::new(File::open(path)?), keywords)
}

/// Reads a diagram from a text.
pub(crate) fn parse(problem: &Held, text: String, keywords: Option<&Dict>) -> PyResult<ProductDiagram> {
    parsed(problem, "<text>", Cursor::new(text), keywords)
}

fn parsed(
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
    match read {
        Ok(diagram) => Ok(ProductDiagram::new(problem, diagram.products().map_err(solve_error)?.clone())),
        Err(failed) => Err(read_error(name, failed)),
    }
}

fn read_error(name: &str, failed: ReadError) -> PyErr {
    match (failed.stopped(), failed) {
        (Some(reason), _) => stopped(None, reason),
        (None, ReadError::Text(products::ReadError::Io(failed))) => failed.into(),
        (None, failed) => error(format!("{name}: {failed} ({})", failed.hint())),
    }
}
