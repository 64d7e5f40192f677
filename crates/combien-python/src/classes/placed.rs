//! The classes `TilingSolution` and `TilingSolutions`.

use std::sync::Arc;

use combien_tiling::draw::{Picture, StlOptions, Style, package, text};
use combien_tiling::{Encoding, Lattice, Placement, Shape};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

#[cfg(feature = "png")]
use crate::classes::pictures;
use crate::handles::arrays::{Frame, array};
use crate::handles::error::refused;
use crate::handles::objects::{Dict, Object, Pickle, Tuple, as_int, tuple};
use crate::handles::pictures::{Svg, solids};
use crate::handles::tiling::{TilingSolution, as_placement};

impl TilingSolution {
    fn encoding<'a>(&'a self, py: Python<'a>) -> PyResult<&'a Arc<Encoding>> {
        self.tiling.get().encoding(py)
    }

    fn placed(&self, py: Python<'_>) -> PyResult<Vec<(Placement, Shape)>> {
        let solution: combien::Solution = self.options.iter().copied().collect();
        Ok(self.encoding(py)?.placed(&solution))
    }

    fn lattice(&self) -> &Lattice {
        self.tiling.get().core.lattice()
    }

    fn picture(&self, py: Python<'_>) -> PyResult<Picture> {
        Ok(Picture::new("tiling", &self.tiling.get().core, &self.placed(py)?))
    }

    /// The frame of the board as it is printed, filled in with a number of each placement.
    fn numbers(&self, py: Python<'_>, number: impl Fn(usize, Placement) -> usize) -> PyResult<Vec<i32>> {
        let frame = Frame::of(&self.tiling.get().board)?;
        let mut numbers = frame.blank();
        for (place_in_list, (placement, cells)) in self.placed(py)?.iter().enumerate() {
            let number = number(place_in_list, *placement) as i32;
            for &cell in cells.cells() {
                numbers[frame.place(cell)] = number;
            }
        }
        Ok(numbers)
    }

    fn as_array<'py>(&self, py: Python<'py>, numbers: &[i32]) -> PyResult<Object<'py>> {
        array(py, &Frame::of(&self.tiling.get().board)?.shape(), ("<i4", 4), |bytes| {
            let (entries, _) = bytes.as_chunks_mut();
            entries.iter_mut().zip(numbers).for_each(|(entry, number)| *entry = number.to_le_bytes());
        })
    }
}

#[pymethods]
impl TilingSolution {
    /// The numbers of its options in ``tiling.problem``, from 0.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.options.iter().map(|option| option.index()))
    }

    /// The placed pieces, in the order of the options.
    #[getter]
    fn placements<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        let tiling = &self.tiling.get().core;
        let placed = self.placed(py)?;
        let placed = placed.iter().map(|(placement, cells)| as_placement(py, tiling, *placement, cells));
        tuple(py, placed)
    }

    /// The board as an array of numpy, read as it is printed: at each cell the number of its piece in ``tiling.pieces``, from 0;
    /// -1 where a cell of the board stayed empty, and -2 where the board has no cell.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_array(py, &self.numbers(py, |_, placement| placement.piece)?)
    }

    /// The same with the number of the placement in ``placements``: it tells copies of a piece apart.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        self.as_array(py, &self.numbers(py, |place, _| place)?)
    }

    /// ``array`` as nested lists, without numpy.
    #[getter]
    fn lists<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let numbers = self.numbers(py, |_, placement| placement.piece)?;
        let size = self.tiling.get().board.size()?;
        let rows = |layer: &[i32]| {
            let rows = layer.chunks(size.width as usize).map(|row| PyList::new(py, row));
            PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
        };
        if self.lattice().dimension() == 2 {
            return rows(&numbers);
        }
        let layers = numbers.chunks(size.width as usize * size.height as usize).map(rows);
        PyList::new(py, layers.collect::<PyResult<Vec<_>>>()?)
    }

    /// How many solutions are alike by a symmetry, this one among them; ``None`` if it was not asked for up to symmetry.
    #[getter]
    fn alike(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.alike.as_ref().map(|alike| as_int(py, alike)).transpose()
    }

    /// It as lines of text; with ``ascii=True`` in characters that every terminal has. Layers come from the lowest.
    #[pyo3(signature = (*, ascii = false))]
    fn to_text(&self, py: Python<'_>, ascii: bool) -> PyResult<String> {
        let style = if ascii { Style::Ascii } else { Style::Unicode };
        Ok(text(&self.picture(py)?, style))
    }

    /// It as an SVG document.
    ///
    /// ``view`` is how cubes are seen: ``"layers"`` side by side, ``"isometric"`` as the whole stands, or ``"exploded"`` with the
    /// layers lifted, the default. ``cell`` is the size of a cell in pixels. ``heading`` puts a
    /// title above, and ``legend`` the pieces with their names below.
    #[pyo3(signature = (**options), text_signature = "($self, *, view=None, cell=24.0, heading=False, legend=True)")]
    fn to_svg(&self, py: Python<'_>, options: Option<&Dict>) -> PyResult<String> {
        Svg::of(options, self.lattice())?.draw(&self.picture(py)?)
    }

    /// It as the bytes of a PNG file, of ``scale`` pixels for each unit of its SVG document, whose keywords it takes too. The
    /// letters are those of one font, the same on every machine.
    #[cfg(feature = "png")]
    #[pyo3(signature = (*, scale = 2.0, **options), text_signature = "($self, *, scale=2.0, view=None, cell=24.0, heading=False, legend=True)")]
    fn to_png<'py>(
        &self,
        py: Python<'py>,
        scale: f32,
        options: Option<&Dict<'py>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        pictures::png(py, &self.to_svg(py, options)?, scale)
    }

    /// The pieces as solids for a printer: the bytes of a binary STL file, where the pieces lie together.
    ///
    /// Lengths are in millimetres: ``side`` of a cell, the ``gap`` left between pieces so that they fit together, and the
    /// ``thickness`` of plane pieces. With ``piece``, a number in ``placements``, it is that piece alone.
    #[pyo3(signature = (*, side = 20.0, gap = 0.2, thickness = 5.0, piece = None))]
    fn to_stl<'py>(
        &self,
        py: Python<'py>,
        side: f64,
        gap: f64,
        thickness: f64,
        piece: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        solids(py, &self.picture(py)?, (side, gap, thickness), piece)
    }

    /// The pieces on one plate for a printer, each lying flat, with its name: the bytes of a 3MF file. Lengths are those of ``to_stl``.
    #[pyo3(signature = (*, side = 20.0, gap = 0.2, thickness = 5.0))]
    fn to_3mf<'py>(
        &self,
        py: Python<'py>,
        side: f64,
        gap: f64,
        thickness: f64,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (picture, options) = (self.picture(py)?, StlOptions { side, gap, thickness });
        let file = package(picture.lattice(), &picture.parts(), &options).map_err(refused)?;
        Ok(PyBytes::new(py, &file))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Svg::of(None, self.lattice())?.without_legend().draw(&self.picture(py)?)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.placed(py)?.len())
    }

    fn __bool__(&self) -> bool {
        // A board with gaps may be left empty, and that is a tiling.
        true
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        Ok(self.placements(py)?.try_iter()?.into_any())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.to_text(py, false)?.trim_end_matches('\n').to_owned())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let names = self
            .placed(py)?
            .iter()
            .map(|(p, _)| self.tiling.get().core.piece_name(p.piece))
            .collect::<Vec<_>>();
        let names = PyString::new(py, &names.join(" ")).repr()?;
        Ok(format!("<combien.TilingSolution: {}>", names.to_cow()?.trim_matches('\'')))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.placements(py)?.hash()
    }

    fn __eq__(&self, py: Python<'_>, other: &Object) -> PyResult<bool> {
        let Ok(other) = other.cast::<TilingSolution>() else { return Ok(false) };
        let other = other.get();
        if self.tiling.is(&other.tiling) {
            return Ok(self.options == other.options);
        }
        let are_alike = self.tiling.bind(py).eq(&other.tiling)?;
        Ok(are_alike && self.options == other.options)
    }

    fn __reduce__<'py>(slf: &Bound<'py, TilingSolution>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let solution = slf.get();
        let read = solution.tiling.bind(py).getattr("read")?;
        Ok((read, (solution.rows(py)?,).into_pyobject(py)?))
    }
}
