//! Problems in files.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use combien::diagnostic::Diagnostic;
use combien::problem::{Builder, dlx, json};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{error, text_error};
use crate::problem::Problem;

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

pub(crate) fn read(py: Python<'_>, path: &Path) -> PyResult<Problem> {
    let name = path.display().to_string();
    let wrong = |faults: Vec<Diagnostic>| text_error(py, &faults);
    let core = if is_json(path) {
        let text = std::fs::read_to_string(path)?;
        let read = py.detach(|| json::parse(&name, &text));
        read.map_err(|json::ReadError(faults)| wrong(faults.iter().map(json::Fault::diagnostic).collect()))?
            .problem
    } else {
        let input = BufReader::new(File::open(path)?);
        match py.detach(|| dlx::read(&name, input)) {
            Ok(document) => document.problem,
            Err(dlx::ReadError::Faults(faults)) => {
                return Err(wrong(faults.iter().map(dlx::Fault::diagnostic).collect()));
            }
            Err(dlx::ReadError::Io(failed)) => return Err(failed.into()),
        }
    };
    in_strings(py, core)
}

/// A problem whose items, colors and names are strings, as the library has them.
fn in_strings(py: Python<'_>, core: combien::Problem) -> PyResult<Problem> {
    let mut problem = Problem::empty(py);
    for item in core.items() {
        problem.items.add(PyString::new(py, core.item_name(item)).as_any())?;
    }
    for color in core.colors() {
        problem.colors.add(PyString::new(py, core.color_name(color)).as_any())?;
    }
    for option in core.options() {
        if let Some(name) = core.option_name(option) {
            let name = PyString::new(py, name).into_any();
            problem.names.checked(py, Some(&name), option.index())?;
            problem.names.add(option.index(), &name)?;
        }
    }
    problem.builder = Builder::from(core);
    Ok(problem)
}

pub(crate) fn write(problem: &combien::Problem, path: &Path) -> PyResult<()> {
    let mut text = vec![];
    if is_json(path) {
        json::write(problem, &mut text)?;
    } else {
        dlx::write(problem, &mut text).map_err(|failed| error(failed.to_string()))?;
    }
    // The file is begun only when there is something to write.
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&text)?;
    Ok(file.flush()?)
}
