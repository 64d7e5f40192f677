//! The class `Board`.

use std::hash::{DefaultHasher, Hash, Hasher};

use combien::diagnostic::counted;
use combien_tiling::{Cell, Lattice, Outline, Size};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::handles::arrays::Frame;
use crate::handles::board::Board;
use crate::handles::cells::{Cells, as_marks, as_tuples, drawing, position};
use crate::handles::error::{failure, raise};
use crate::handles::grid::{Grid, as_grid};
use crate::handles::objects::{Dict, Maybe, Object, Pickle, Tuple, tuple};
use crate::handles::pictures::Svg;

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (cells, *, grid = None, optional = None, gaps = false, wrap = None, marks = None, border = None, fits = None, sum = None))]
    fn new(
        cells: &Object,
        grid: Option<Grid>,
        optional: Maybe,
        gaps: bool,
        wrap: Maybe,
        marks: Maybe,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let grid = grid.map(|Grid(lattice)| lattice);
        Board::made(Cells::read(cells, grid.as_ref(), "the board")?, optional, gaps, wrap)?
            .labelled(marks, border, fits, sum)
    }

    /// A full board with this number of columns and rows, in any grid of the plane. In a grid of quarters or sticks these are columns and
    /// rows of squares, in one of kites of hexagons.
    #[staticmethod]
    #[pyo3(signature = (width, height, *, grid = Grid(Lattice::square().clone()), optional = None, gaps = false, wrap = None, marks = None, border = None, fits = None, sum = None), text_signature = "(width, height, *, grid='square', optional=None, gaps=False, wrap=None, marks=None, border=None, fits=None, sum=None)")]
    fn rectangle(
        width: u32,
        height: u32,
        grid: Grid,
        optional: Maybe,
        gaps: bool,
        wrap: Maybe,
        marks: Maybe,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let Grid(lattice) = grid;
        if lattice.dimension() == 3 {
            raise!(
                "a rectangle has no layers: `Board.box` makes boards of cubes, `Board.outline` a pyramid of spheres"
            );
        }
        Board::full(&lattice, Size::plane(width, height), optional, gaps, wrap)?
            .labelled(marks, border, fits, sum)
    }

    /// A board by its name and one to three lengths: ``"hexagon"``, ``"triangle"`` and ``"rhombus"`` in a grid of hexagons, triangles or kites;
    /// ``"staircase"`` and ``"diamond"`` (the Aztec diamond) of squares or quarters; ``"pyramid"`` of squares, cubes or spheres. Without a ``grid``, the
    /// first three are of hexagons and the others of squares.
    #[staticmethod]
    #[pyo3(signature = (name, *lengths, grid = None, optional = None, gaps = false))]
    fn outline(
        name: &str,
        lengths: Vec<u32>,
        grid: Option<Grid>,
        optional: Maybe,
        gaps: bool,
    ) -> PyResult<Board> {
        let is_of_hexagons = matches!(name, "hexagon" | "triangle" | "rhombus");
        let usual = if is_of_hexagons { Lattice::hexagon() } else { Lattice::square() };
        let lattice = grid.as_ref().map_or(usual, |Grid(lattice)| lattice);
        let outline = Outline::named(name, &lengths, lattice).ok_or_else(|| {
            failure!(
                "there is no board \"{name}\" with {}: it is \"hexagon\", \"triangle\", \"rhombus\", \"pyramid\", \"staircase\", \"diamond\" or \"checkerboard\"",
                counted(lengths.len(), "length")
            )
        })?;
        Board::named(&outline, lattice, optional, gaps, None)
    }

    /// A rectangle, or with a third number a box, whose cells have the marks ``"B"`` and ``"W"`` by turns; the one at (0, 0) has ``"B"``.
    #[staticmethod]
    #[pyo3(signature = (width, height, depth = None, *, gaps = false, wrap = None))]
    fn checkerboard(width: u32, height: u32, depth: Option<u32>, gaps: bool, wrap: Maybe) -> PyResult<Board> {
        let lattice = if depth.is_some() { Lattice::cube() } else { Lattice::square() };
        let outline = Outline::Checkerboard([width, height, depth.unwrap_or(1)]);
        Board::named(&outline, lattice, None, gaps, wrap)
    }

    /// A full box with this number of columns, rows and layers of cubes.
    #[staticmethod]
    #[pyo3(name = "box", signature = (width, height, depth, *, optional = None, gaps = false, wrap = None))]
    fn of_cubes(
        width: u32,
        height: u32,
        depth: u32,
        optional: Maybe,
        gaps: bool,
        wrap: Maybe,
    ) -> PyResult<Board> {
        Board::full(Lattice::cube(), Size { width, height, depth }, optional, gaps, wrap)
    }

    /// The grid of its cells, such as ``"square"`` or ``"kite"``, or a ``Lattice``.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        as_grid(py, self.lattice())
    }

    /// Its cells, those that may stay empty included, by layer, row and column.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        as_tuples(py, self.lattice(), self.core.cells())
    }

    /// The cells that may stay empty.
    #[getter]
    fn optional<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        as_tuples(py, self.lattice(), self.core.optional())
    }

    /// The cells that the cell (0, 0) is the same as, behind the name of the surface if it turns pieces over; empty if the board
    /// does not close upon itself.
    #[getter]
    fn wrap<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        let length = self.lattice().dimension();
        let surface = self.core.wrap().surface(self.lattice(), Cell::default());
        let name = surface.map(|(surface, _)| Ok(PyString::new(py, surface.name()).into_any()));
        let closing =
            self.closing.iter().map(|at| Ok(PyTuple::new(py, &[at.x, at.y, at.z][..length])?.into_any()));
        tuple(py, name.into_iter().chain(closing))
    }

    /// The letters and digits on its cells: a dictionary from cells to them.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py>> {
        as_marks(py, self.lattice(), self.core.marks().iter().copied())
    }

    /// The color around it, or the colors of all sides of its border, or ``None``.
    #[getter]
    fn border(&self) -> Option<String> {
        self.core.border().map(String::from).or_else(|| self.core.edges())
    }

    /// The pairs of colors that fit each other, as in the keyword ``fits``, or ``None``: each color fits itself, a knob such as ``(`` its hole.
    #[getter]
    fn fits(&self) -> Option<String> {
        let fits = self.core.fits();
        (!fits.is_usual()).then(|| fits.to_string())
    }

    /// The shape of the arrays of its solutions: rows and columns, in space behind the layers. It is that of the frame that the
    /// board was given in.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, Frame::of(self)?.shape())
    }

    /// The board as an SVG document. For the keywords, see ``TilingSolution.to_svg``.
    #[pyo3(signature = (**options), text_signature = "($self, *, view=None, cell=24.0, heading=False)")]
    fn to_svg(&self, options: Option<&Dict>) -> PyResult<String> {
        self.drawn(&Svg::of(options, self.lattice())?.without_legend())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_svg(None)
    }

    fn __len__(&self) -> usize {
        self.core.cells().len()
    }

    fn __contains__(&self, cell: &Object) -> bool {
        let lattice = self.lattice();
        position(cell, "a cell").is_ok_and(|(position, length)| {
            length == lattice.dimension() && self.core.cells().contains(lattice.at(position))
        })
    }

    fn __str__(&self) -> String {
        drawing(self.lattice(), self.core.cells(), self.core.optional(), self.core.marks())
    }

    fn __repr__(&self) -> String {
        format!("<combien.Board: {}>", self.summary())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.core.cells().cells(), self.frame).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let board = slf.get();
        let (low, high) = board.frame;
        let frame = ((low.x, low.y, low.z), (high.x, high.y, high.z));
        let optional = if board.core.optional().is_empty() { None } else { Some(board.optional(py)?) };
        let wrap = board.wrap(py)?;
        let wrap = (!wrap.is_empty()).then_some(wrap);
        let labels = (board.marks(py)?, board.border(), board.fits());
        let state = (board.cells(py)?, board.grid(py)?, optional, wrap, frame, labels);
        Ok((py.import("combien._combien")?.getattr("_board")?, state.into_pyobject(py)?))
    }
}

/// Restores a board from a pickle.
#[pyfunction]
#[pyo3(name = "_board")]
pub(crate) fn restore(
    cells: &Object,
    grid: Grid,
    optional: Maybe,
    wrap: Maybe,
    frame: ((i32, i32, i32), (i32, i32, i32)),
    labels: (Object, Option<String>, Option<String>),
) -> PyResult<Board> {
    let corner = |(x, y, z): (i32, i32, i32)| Cell::space(x, y, z);
    let frame = (corner(frame.0), corner(frame.1));
    let cells = Cells { frame, ..Cells::read(cells, Some(&grid.0), "the board")? };
    Board::made(cells, optional, false, wrap)?.labelled(
        Some(&labels.0),
        labels.1.as_deref(),
        labels.2.as_deref(),
        None,
    )
}
