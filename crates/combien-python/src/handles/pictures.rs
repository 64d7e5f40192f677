//! Pictures: what may be said of one, and the files that show it.

use combien_tiling::Lattice;
use combien_tiling::draw::{Picture, StlOptions, SvgOptions, View, stl, svg};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::handles::error::{failure, raise, refused};
use crate::handles::labels::repr;
use crate::handles::objects::Dict;

/// How a picture is drawn.
pub(crate) struct Svg(SvgOptions);

impl Svg {
    /// What the keywords say. Cubes that nothing is said of are seen with their layers apart, for then nothing is hidden.
    pub(crate) fn of(keywords: Option<&Dict>, lattice: &Lattice) -> PyResult<Svg> {
        let view = if lattice == Lattice::cube() { View::Exploded } else { View::Layers };
        let mut options = SvgOptions { view, ..SvgOptions::default() };
        for (keyword, value) in keywords.into_iter().flatten() {
            match &*keyword.cast::<PyString>()?.to_cow()? {
                "view" if value.is_none() => {}
                "view" => {
                    options.view = match value.extract::<String>().as_deref() {
                        Ok("layers") => View::Layers,
                        Ok("isometric") => View::Isometric,
                        Ok("exploded") => View::Exploded,
                        _ => {
                            let value = repr(&value);
                            raise!("view is {value}, not \"layers\", \"isometric\" or \"exploded\"");
                        }
                    };
                }
                "cell" => {
                    let cell = value.extract::<f64>().ok().filter(|cell| (1.0..=1000.0).contains(cell));
                    let wrong = || failure!("cell is {}, not a number from 1 to 1000", repr(&value));
                    options.cell = cell.ok_or_else(wrong)?;
                }
                "heading" => options.heading = value.is_truthy()?,
                "legend" => options.legend = value.is_truthy()?,
                other => return Err(PyTypeError::new_err(format!("a picture has no keyword `{other}`"))),
            }
        }
        Ok(Svg(options))
    }

    /// Does it show bodies, which do not include empty cells?
    pub(crate) fn is_solid(&self, lattice: &Lattice) -> bool {
        lattice == Lattice::cube() && self.0.view != View::Layers
    }

    pub(crate) fn without_legend(self) -> Svg {
        Svg(SvgOptions { legend: false, ..self.0 })
    }

    #[expect(clippy::unnecessary_wraps, reason = "it ends calls that may fail")]
    pub(crate) fn draw(&self, picture: &Picture) -> PyResult<String> {
        Ok(svg(picture, &self.0))
    }
}

/// Solids for a printer: the placed pieces where they are, or one of them.
pub(crate) fn solids<'py>(
    py: Python<'py>,
    picture: &Picture,
    (side, gap, thickness): (f64, f64, f64),
    piece: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let options = StlOptions { side, gap, thickness };
    let mut parts = picture.parts();
    if let Some(piece) = piece {
        let Some(part) = parts.get(piece) else {
            raise!("there is no piece {piece}: there are {}, and the first is 0", parts.len());
        };
        parts = vec![part.at_origin(picture.lattice())];
    }
    let file = stl(picture.lattice(), &parts, &options).map_err(refused)?;
    Ok(PyBytes::new(py, &file))
}
