//! Several pictures on one sheet or page.

use std::fmt::Write;

use combien_tiling::draw::{Exhibit, Image, gallery};
use pyo3::prelude::*;

use crate::handles::error::error;

/// Between the pictures of a sheet.
const GAP: f64 = 16.0;

/// The height of the line that a title stands in.
const LINE: f64 = 20.0;

/// The width of a letter of a title, roughly, and how far it is from the left: pictures have a margin of their own.
const LETTER: f64 = 7.0;

const INDENT: f64 = 8.0;

/// An SVG document as a PNG, with this number of pixels for each of its units.
#[cfg(feature = "png")]
#[pyfunction]
#[pyo3(name = "_png")]
pub(crate) fn png<'py>(
    py: Python<'py>,
    document: &str,
    scale: f32,
) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
    let rendered = py.detach(|| combien_render::png(document, scale));
    rendered.map(|file| pyo3::types::PyBytes::new(py, &file)).map_err(crate::handles::error::refused)
}

/// Pictures with titles on one sheet, in this number of columns.
#[pyfunction]
#[pyo3(name = "_sheet")]
pub(crate) fn sheet(pictures: Vec<(String, String)>, columns: usize) -> PyResult<String> {
    let columns = columns.max(1);
    let mut placed = String::new();
    let (mut width, mut top) = (GAP, GAP);
    for row in pictures.chunks(columns) {
        let (mut left, mut height) = (GAP, 0.0_f64);
        for (document, title) in row {
            let (size, rest) = size_of(document).ok_or_else(|| error("this is no picture of combien"))?;
            // Writing to a string does not fail.
            let _ = write!(placed, "<svg x=\"{left}\" y=\"{top}\" {rest}");
            let head = if title.is_empty() { 0.0 } else { LINE };
            if head > 0.0 {
                let (x, y) = (left + INDENT, top + size.1 + LINE * 0.6);
                let title = title.replace('&', "&amp;").replace('<', "&lt;");
                let _ = writeln!(
                    placed,
                    "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#555555\">{title}</text>"
                );
            }
            let words = INDENT + LETTER * title.chars().count() as f64;
            left += size.0.max(words) + GAP;
            height = height.max(size.1 + head);
        }
        width = width.max(left);
        top += height + GAP;
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" viewBox=\"0 0 {width} {top}\" \
         role=\"img\">\n<rect width=\"{width}\" height=\"{top}\" fill=\"#ffffff\"/>\n{placed}</svg>\n"
    ))
}

/// The size of an SVG document, and the document behind the beginning of its first tag.
fn size_of(document: &str) -> Option<((f64, f64), &str)> {
    let start = document.find("<svg ")? + "<svg ".len();
    let rest = &document[start..];
    let tag = &rest[..rest.find('>')?];
    let length = |name: &str| {
        let (_, value) = tag.split_once(&format!("{name}=\""))?;
        value.split('"').next()?.parse::<f64>().ok()
    };
    Some(((length(" width").or_else(|| length("width"))?, length(" height")?), rest))
}

/// Pictures with titles on a page for a browser.
#[pyfunction]
#[pyo3(name = "_page")]
pub(crate) fn page(title: &str, pictures: Vec<(String, String)>) -> String {
    let exhibit = |(document, title)| Exhibit { image: Image::Svg(document), title, note: String::new() };
    gallery(title, &pictures.into_iter().map(exhibit).collect::<Vec<_>>())
}
