//! Tilings in the files of BurrTools.

use std::ffi::CString;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use combien_burrtools::{MOST_BYTES, Puzzle, packed, written};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::handles::error::{error, in_file, text_error};
use crate::handles::objects::Object;
use crate::handles::tiling::Tiling;

/// The tiling of a problem in a file: a path, or the bytes of a file.
pub(crate) fn read(py: Python<'_>, source: &Object, problem: Option<&str>) -> PyResult<Tiling> {
    let (name, bytes) = if let Ok(bytes) = source.cast::<PyBytes>() {
        ("<bytes>".to_owned(), bytes.as_bytes().to_vec())
    } else {
        let (path, mut bytes) = (source.extract::<PathBuf>()?, vec![]);
        // Devices may be endless. A file that is larger is refused below.
        let read = py.detach(|| File::open(&path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(in_file(&path))?;
        (path.display().to_string(), bytes)
    };
    match py.detach(|| combien_burrtools::read(&name, &bytes, problem)) {
        Ok(Puzzle { tiling, .. }) => Tiling::known(py, tiling, None),
        Err(diagnostic) => Err(text_error(py, &[diagnostic])),
    }
}

/// The bytes of a file. What it cannot say becomes warnings.
pub(crate) fn bytes<'py>(py: Python<'py>, tiling: &Tiling, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    let (text, lost) = written(name, &tiling.core).map_err(error)?;
    for sentence in lost.sentences() {
        let message = CString::new(sentence.replace('\0', ""))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    Ok(PyBytes::new(py, &packed(&text)?))
}
