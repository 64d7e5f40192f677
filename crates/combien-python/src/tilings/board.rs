//! The class `Board`.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use combien::diagnostic::counted;
use combien_tiling::draw::Picture;
use combien_tiling::{
    self as tiling, self, Cell, Fits, Group, Isometry, Lattice, MOST_CELLS, Outline, Pattern, Placement,
    Quantity, Shape, Size, Wrap, side_color,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::cells::{Cells, as_marks, as_tuples, drawing, marks, position};
use super::grid::{Grid, as_grid};
use super::pictures::Svg;
use crate::entries::in_order;
use crate::error::error;
use crate::labels::repr;

/// The color of the board in pictures of bodies.
const PALE: &str = "#e4e4e0";

/// What is to be covered: cells, those of them that may stay empty, and how the whole closes upon itself.
///
/// ``cells`` is a drawing, an array or a list of cells. In a drawing each line is a row, ``#`` or ``*`` is a cell, ``?`` one that
/// may stay empty, ``.`` an empty place; spaces do not count, and an empty line parts layers of cubes, the lowest first. An array
/// of numpy with two or three dimensions holds truths, or zeros and ones, and is read as it is printed: the top row first. A cell
/// is a pair (column, row), in space a triple (column, row, layer); columns count to the right and rows up.
///
/// ``grid`` is ``"square"``, ``"cube"``, ``"hexagon"``, ``"triangle"``, ``"sphere"``, ``"quarter"``, ``"kite"`` or ``"stick"``; or a ``Lattice``; if it is not given,
/// what is given in three dimensions is of cubes and all else of squares. Each row of hexagons is half a cell to the right of the row below. In
/// a row of triangles each is a column of its own; the one at (0, 0) points up, its neighbours point down. Spheres lie in layers of squares, each
/// layer half a sphere further right and up than the one below. A square of quarters takes two columns and two rows: the left and the bottom quarter
/// below, the top and the right one above; a hexagon of kites takes three columns and two rows; a corner of sticks takes two columns: the stick to
/// its right, then the one up.
///
/// In a drawing of quarters each character is a square: ``*`` the whole, ``L J 7 F`` the half at that corner, ``v > ^ <`` the quarter at the top, left,
/// bottom and right. In a drawing of sticks each character is a corner with its strokes, ``+ - |`` or a line such as ``┌``; a stick joins two corners
/// that have a stroke towards each other.
///
/// ``optional`` is more cells that may stay empty, given in the same ways, and ``gaps=True`` says it of all. ``wrap`` is
/// ``"torus"``, ``"cylinder"``, or a list of the cells that the cell (0, 0) is the same as.
///
/// ``marks`` are letters or digits on its cells, as a drawing in the frame of ``cells`` or as a dictionary such as ``{(0, 0): "B"}``: they
/// matter to pieces with marks. ``border`` is a color, one character: sides of pieces on the border must fit it if they have a color.
/// ``fits`` are pairs of colors such as ``"16 25 34"``, each of which fits the other one and nothing else, and ``sum=7`` says this of digits with that sum.
#[pyclass(module = "combien", frozen, eq, weakref)]
#[derive(Clone, PartialEq)]
pub(crate) struct Board {
    pub(crate) core: tiling::Board,
    /// The least and the greatest position of the frame that it was given in.
    pub(crate) frame: (Cell, Cell),
    /// The positions that the first one is the same as.
    closing: Vec<Cell>,
}

impl Board {
    pub(crate) fn lattice(&self) -> Lattice {
        self.core.lattice()
    }

    /// The size of the frame; an error if it is too large to be filled in.
    pub(crate) fn size(&self) -> PyResult<Size> {
        let (low, high) = self.frame;
        let length = |from: i32, to: i32| (to - from + 1) as u32;
        let size = Size {
            width: length(low.x, high.x),
            height: length(low.y, high.y),
            depth: length(low.z, high.z),
        };
        if size.cells() > MOST_CELLS {
            return Err(error(format!("a frame of {size} is too large: it may have {MOST_CELLS} cells")));
        }
        Ok(size)
    }

    /// An argument that is a board, or that a board can be made from.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Board> {
        match given.cast::<Board>() {
            Ok(board) => Ok(board.get().clone()),
            Err(_) => Board::made(Cells::read(given, None, "the board")?, None, false, None),
        }
    }

    /// A board with this shape and default settings.
    pub(crate) fn plain(lattice: Lattice, shape: Shape) -> PyResult<Board> {
        let board = tiling::Board::new(lattice, shape).map_err(|wrong| error(wrong.to_string()))?;
        Ok(Board::known(board))
    }

    /// The board of an existing tiling, which knows how it closes.
    pub(crate) fn known(board: tiling::Board) -> Board {
        let positions = board.cells().cells().iter().map(|&cell| board.lattice().position(cell));
        let bounds = |(low, high): (Cell, Cell), at: Cell| (low.min_corner(at), high.max_corner(at));
        let frame = positions.map(|at| (at, at)).reduce(|frame, (at, _)| bounds(frame, at));
        let lattice = board.lattice();
        let closing =
            board.wrap().steps().map(|step| lattice.position(lattice.at(Cell::default()) + step)).collect();
        Board { frame: frame.unwrap_or_default(), core: board, closing }
    }

    fn made(
        given: Cells,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let Cells { lattice, shape: cells, optional: drawn, frame } = given;
        let optional = match optional {
            _ if gaps => cells.clone(),
            None => drawn,
            Some(given) => {
                let more = Cells::read(given, Some(lattice), "what may stay empty")?;
                drawn.cells().iter().chain(more.shape.cells()).copied().collect()
            }
        };
        let board = tiling::Board::new(lattice, cells).and_then(|board| board.with_optional(optional));
        let board = Board { core: board.map_err(|wrong| error(wrong.to_string()))?, frame, closing: vec![] };
        if board.core.cells().is_empty() {
            return Err(error("the board has no cells: draw the cells to be covered as #"));
        }
        match wrap {
            None => Ok(board),
            Some(wrap) => board.closed(wrap),
        }
    }

    /// The same board, closed as requested: by a word, or by the cells that the first one is the same as.
    fn closed(self, wrap: &Bound<'_, PyAny>) -> PyResult<Board> {
        let lattice = self.lattice();
        let wrong = || {
            error(format!(
                "wrap is {}, not \"torus\", \"cylinder\" or a list of cells that (0, 0) is the same as",
                repr(wrap)
            ))
        };
        let closing = if let Ok(word) = wrap.cast::<PyString>() {
            let around = Wrap::around(lattice, self.size()?);
            match &*word.to_cow()? {
                "torus" => around,
                "cylinder" => around[..1].to_vec(),
                _ => return Err(wrong()),
            }
        } else {
            let given = in_order(wrap, "wrap").map_err(|_| wrong())?;
            let positions = given.iter().map(|given| Ok(position(given, "wrap")?.0));
            positions.collect::<PyResult<Vec<Cell>>>()?
        };
        if closing.contains(&Cell::default()) {
            return Err(error("wrap leads nowhere: (0, 0) is itself anyway"));
        }
        let wrap = Wrap::over(lattice, &closing).map_err(|wrong| error(format!("wrap: {wrong}")))?;
        let core = self.core.wrapped(wrap).map_err(|wrong| error(format!("wrap: {wrong}")))?;
        Ok(Board { core, closing, ..self })
    }

    /// The same board with these marks and this color around it.
    fn labelled(
        self,
        marks: Option<&Bound<'_, PyAny>>,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let marks = self::marks(marks, self.lattice(), "the board")?;
        let color = border.map(|text| {
            side_color(text)
                .ok_or_else(|| error(format!("border is {text:?}, not one character that can be seen")))
        });
        let color = color.transpose()?;
        let core = self.core.marked(marks).map_err(|wrong| error(wrong.to_string()))?;
        let rule = match (fits, sum) {
            (Some(_), Some(_)) => {
                return Err(error("fits and sum are two rules of which colors fit: give one"));
            }
            (Some(pairs), None) => Fits::pairs(pairs).map_err(|wrong| error(format!("fits: {wrong}")))?,
            (None, Some(sum)) => Fits::sum(sum).map_err(|wrong| error(format!("sum: {wrong}")))?,
            (None, None) => Fits::default(),
        };
        if let Some(color) = color.filter(|&color| rule.mate(color).is_none()) {
            return Err(error(format!("border is {color:?}, which fits no color of \"{rule}\"")));
        }
        Ok(Board { core: core.bordered(color).fitted(rule), ..self })
    }

    /// A full frame.
    fn full(
        lattice: Lattice,
        size: Size,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let pattern = Pattern::full(lattice, size, true).map_err(|wrong| error(wrong.to_string()))?;
        Board::made(Cells::of(&pattern), optional, gaps, wrap)
    }

    /// The board as a picture: empty cells, or a body if these would be invisible.
    pub(crate) fn drawn(&self, options: &Svg) -> PyResult<String> {
        let lattice = self.lattice();
        let cells = self.core.cells().clone();
        if options.is_solid(lattice) {
            let body = tiling::Piece::new(cells.clone(), Quantity::ANY, Group::trivial()).colored(PALE);
            return options.draw(&picture_of("board", &self.core, body, cells)?);
        }
        let empty =
            tiling::Tiling::new(self.core.clone(), vec![]).map_err(|wrong| error(wrong.to_string()))?;
        options.draw(&Picture::new("board", &empty, &[]).outlined())
    }

    /// A short description.
    pub(crate) fn summary(&self) -> String {
        let mut summary = counted(self.core.cells().len(), self.lattice().name());
        let optional = self.core.optional().len();
        if optional > 0 {
            // Writing to a string does not fail.
            let _ = write!(summary, ", {optional} of which may stay empty");
        }
        match self.core.wrap().rank() {
            0 => {}
            1 => summary.push_str(", a cylinder"),
            _ => summary.push_str(", a torus"),
        }
        summary
    }
}

/// A picture of one piece on a board of its own shape.
pub(crate) fn picture_of(
    title: &str,
    board: &tiling::Board,
    piece: tiling::Piece,
    cells: Shape,
) -> PyResult<Picture> {
    let tiling = tiling::Tiling::new(board.clone(), vec![piece]).map_err(|wrong| error(wrong.to_string()))?;
    let placement = Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() };
    Ok(Picture::new(title, &tiling, &[(placement, cells)]))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (cells, *, grid = None, optional = None, gaps = false, wrap = None, marks = None, border = None, fits = None, sum = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn new(
        cells: &Bound<'_, PyAny>,
        grid: Option<Grid>,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
        marks: Option<&Bound<'_, PyAny>>,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let grid = grid.map(|Grid(lattice)| lattice);
        Board::made(Cells::read(cells, grid, "the board")?, optional, gaps, wrap)?
            .labelled(marks, border, fits, sum)
    }

    /// A full board with this number of columns and rows, in any grid of the plane. In a grid of quarters or sticks these are columns and
    /// rows of squares, in one of kites of hexagons.
    #[staticmethod]
    #[pyo3(signature = (width, height, *, grid = Grid(Lattice::Square), optional = None, gaps = false, wrap = None, marks = None, border = None, fits = None, sum = None), text_signature = "(width, height, *, grid='square', optional=None, gaps=False, wrap=None, marks=None, border=None, fits=None, sum=None)")]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword")]
    fn rectangle(
        width: u32,
        height: u32,
        grid: Grid,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
        marks: Option<&Bound<'_, PyAny>>,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let Grid(lattice) = grid;
        if lattice.dimension() == 3 {
            return Err(error(
                "a rectangle has no layers: `Board.box` makes boards of cubes, `Board.outline` a pyramid of spheres",
            ));
        }
        Board::full(lattice, Size::plane(width, height), optional, gaps, wrap)?
            .labelled(marks, border, fits, sum)
    }

    /// A board by its name and one to three lengths: ``"hexagon"``, ``"triangle"`` and ``"rhombus"`` in a grid of hexagons, triangles or kites;
    /// ``"staircase"`` and ``"diamond"`` (the Aztec diamond) of squares or quarters; ``"pyramid"`` of squares, cubes or spheres. Without a ``grid``, the
    /// first three are of hexagons and the others of squares.
    #[staticmethod]
    #[pyo3(signature = (name, *lengths, grid = None, optional = None, gaps = false))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments come so")]
    fn outline(
        name: &str,
        lengths: Vec<u32>,
        grid: Option<Grid>,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
    ) -> PyResult<Board> {
        let is_of_hexagons = matches!(name, "hexagon" | "triangle" | "rhombus");
        let usual = if is_of_hexagons { Lattice::Hexagon } else { Lattice::Square };
        let lattice = grid.map_or(usual, |Grid(lattice)| lattice);
        let outline = Outline::named(name, &lengths, lattice).ok_or_else(|| {
            error(format!(
                "there is no board \"{name}\" with {}: it is \"hexagon\", \"triangle\", \"rhombus\", \"pyramid\", \"staircase\", \"diamond\" or \"checkerboard\"",
                counted(lengths.len(), "length")
            ))
        })?;
        let pattern = outline.pattern(lattice).map_err(|wrong| error(wrong.to_string()))?;
        let board = Board::made(Cells::of(&pattern), optional, gaps, None)?;
        let core = board.core.marked(pattern.named()).map_err(|wrong| error(wrong.to_string()))?;
        Ok(Board { core, ..board })
    }

    /// A rectangle, or with a third number a box, whose cells have the marks ``"B"`` and ``"W"`` by turns; the one at (0, 0) has ``"B"``.
    #[staticmethod]
    #[pyo3(signature = (width, height, depth = None, *, gaps = false, wrap = None))]
    fn checkerboard(
        width: u32,
        height: u32,
        depth: Option<u32>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        let lattice = if depth.is_some() { Lattice::Cube } else { Lattice::Square };
        let pattern = Outline::Checkerboard([width, height, depth.unwrap_or(1)]).pattern(lattice);
        let pattern = pattern.map_err(|wrong| error(wrong.to_string()))?;
        let board = Board::made(Cells::of(&pattern), None, gaps, wrap)?;
        let core = board.core.marked(pattern.named()).map_err(|wrong| error(wrong.to_string()))?;
        Ok(Board { core, ..board })
    }

    /// A full box with this number of columns, rows and layers of cubes.
    #[staticmethod]
    #[pyo3(name = "box", signature = (width, height, depth, *, optional = None, gaps = false, wrap = None))]
    fn of_cubes(
        width: u32,
        height: u32,
        depth: u32,
        optional: Option<&Bound<'_, PyAny>>,
        gaps: bool,
        wrap: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Board> {
        Board::full(Lattice::Cube, Size { width, height, depth }, optional, gaps, wrap)
    }

    /// The grid of its cells, such as ``"square"`` or ``"kite"``, or a ``Lattice``.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_grid(py, self.lattice())
    }

    /// Its cells, those that may stay empty included, by layer, row and column.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        as_tuples(py, self.lattice(), self.core.cells())
    }

    /// The cells that may stay empty.
    #[getter]
    fn optional<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        as_tuples(py, self.lattice(), self.core.optional())
    }

    /// The cells that the cell (0, 0) is the same as; empty if the board does not close upon itself.
    #[getter]
    fn wrap<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let length = self.lattice().dimension();
        let closing = self.closing.iter().map(|at| PyTuple::new(py, &[at.x, at.y, at.z][..length]));
        PyTuple::new(py, closing.collect::<PyResult<Vec<_>>>()?)
    }

    /// The letters and digits on its cells: a dictionary from cells to them.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_marks(py, self.lattice(), self.core.marks().iter().copied())
    }

    /// The color around it, or ``None``.
    #[getter]
    fn border(&self) -> Option<char> {
        self.core.border()
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
    pub(crate) fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Size { width, height, depth } = self.size()?;
        PyTuple::new(py, &[depth, height, width][3 - self.lattice().dimension()..])
    }

    /// The board as an SVG document. For the keywords, see ``TilingSolution.to_svg``.
    #[pyo3(signature = (**options), text_signature = "($self, *, view=None, cell=24.0, heading=False)")]
    fn to_svg(&self, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        self.drawn(&Svg::of(options, self.lattice())?.without_legend())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_svg(None)
    }

    fn __len__(&self) -> usize {
        self.core.cells().len()
    }

    fn __contains__(&self, cell: &Bound<'_, PyAny>) -> bool {
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

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
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
#[expect(clippy::needless_pass_by_value, reason = "what a pickle holds can only be handed over")]
pub(crate) fn restore(
    cells: &Bound<'_, PyAny>,
    grid: Grid,
    optional: Option<&Bound<'_, PyAny>>,
    wrap: Option<&Bound<'_, PyAny>>,
    frame: ((i32, i32, i32), (i32, i32, i32)),
    labels: (Bound<'_, PyAny>, Option<String>, Option<String>),
) -> PyResult<Board> {
    let corner = |(x, y, z): (i32, i32, i32)| Cell::space(x, y, z);
    let frame = (corner(frame.0), corner(frame.1));
    let cells = Cells { frame, ..Cells::read(cells, Some(grid.0), "the board")? };
    Board::made(cells, optional, false, wrap)?.labelled(
        Some(&labels.0),
        labels.1.as_deref(),
        labels.2.as_deref(),
        None,
    )
}
