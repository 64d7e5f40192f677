//! Problems in files and as text, in the formats that the command knows.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use combien::check::check;
use combien::problem::Builder;
use combien_formats::{Document, Format, ReadError, UnknownFormat, model};
use combien_puzzles::{Fault, Named, named as named_puzzle};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::error::{error, failure, in_file, refused, text_error};
use crate::handles::objects::Tuple;
use crate::handles::problem::{Held, Problem, Solution};

/// The format of that name.
pub(crate) fn named(name: &str) -> PyResult<Format> {
    name.parse().map_err(refused::<UnknownFormat>)
}

/// The format of a file: the one that is named, or the one that its suffix names; that of Knuth otherwise.
fn of_file(name: Option<&str>, path: &Path) -> PyResult<Format> {
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    match name {
        Some(name) => named(name),
        None => Ok(suffix.and_then(|suffix| suffix.parse().ok()).unwrap_or(Format::Dlx)),
    }
}

fn check_is_read(format: Format) -> PyResult<()> {
    if format.is_read() {
        return Ok(());
    }
    Err(error(
        "this format is for other solvers: it is written and not read; 'dlx', 'json', 'sage', 'csv' and 'mps' are read",
    ))
}

fn written(format: Format, problem: &combien::Problem) -> PyResult<Vec<u8>> {
    format.written(problem).map_err(|failed| failure!("{failed}; the format 'json' can hold any problem"))
}

/// A classic puzzle by its name.
pub(crate) fn classic(py: Python<'_>, name: &str, arguments: &Tuple) -> PyResult<Problem> {
    let arguments = arguments.iter().map(|argument| Ok(argument.str()?.to_string_lossy().into_owned()));
    let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
    match named_puzzle(name, &arguments, |file| std::fs::read_to_string(file)) {
        Ok(Named::Classic(classic)) => {
            let problem = in_strings(py, classic.problem().clone())?;
            Ok(Problem { classic: Some(classic), ..problem })
        }
        Ok(Named::Tiling(_, tiling)) => in_strings(py, tiling.encode().map_err(refused)?.problem),
        Err(Fault::Text(diagnostic)) => Err(text_error(py, &[*diagnostic])),
        Err(Fault::Unreadable { error, file }) => Err(in_file(Path::new(&file))(error)),
        Err(fault) => {
            let hint = fault.hint().map(|hint| format!("; {hint}")).unwrap_or_default();
            Err(failure!("{fault}{hint}"))
        }
    }
}

pub(crate) fn read(py: Python<'_>, path: &Path, format: Option<&str>) -> PyResult<Problem> {
    let format = of_file(format, path)?;
    check_is_read(format)?;
    let file = File::open(path).map_err(in_file(path))?;
    read_from(py, format, &path.display().to_string(), BufReader::new(file))
}

pub(crate) fn parse(py: Python<'_>, text: &str, format: &str) -> PyResult<Problem> {
    let format = named(format)?;
    check_is_read(format)?;
    read_from(py, format, "<text>", text.as_bytes())
}

fn read_from(py: Python<'_>, format: Format, name: &str, input: impl BufRead + Send) -> PyResult<Problem> {
    let read = py.detach(|| format.read(name, input))?;
    warned(py, read.map_err(|ReadError(faults)| text_error(py, &faults))?)
}

/// The problem of a document. Its warnings become Python warnings.
fn warned(py: Python<'_>, Document { problem, warnings }: Document) -> PyResult<Problem> {
    for warning in warnings {
        let message = std::ffi::CString::new(warning.to_string().replace('\0', ""))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    in_strings(py, problem)
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

pub(crate) fn write(problem: &combien::Problem, path: &Path, format: Option<&str>) -> PyResult<()> {
    let text = written(of_file(format, path)?, problem)?;
    // The file is created only when there is something to write.
    let mut file = BufWriter::new(File::create(path).map_err(in_file(path))?);
    file.write_all(&text).and_then(|()| file.flush()).map_err(in_file(path))
}

pub(crate) fn to_text(problem: &combien::Problem, format: &str) -> PyResult<String> {
    let text = written(named(format)?, problem)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The solution in the output of another solver.
pub(crate) fn read_model(problem: &Held, text: &str) -> PyResult<Option<Solution>> {
    let core = problem.borrow().core();
    match model::read(&core, text).map_err(refused)? {
        model::Verdict::None => Ok(None),
        model::Verdict::Unknown => {
            Err(error("the solver gave up: it says neither a model nor that there is none"))
        }
        model::Verdict::Solution(solution) => match check(&core, solution.options()) {
            Ok(()) => Ok(Some(Solution::new(problem, &solution))),
            Err(violations) => Err(failure!("the model is no solution: {}", violations[0])),
        },
    }
}
