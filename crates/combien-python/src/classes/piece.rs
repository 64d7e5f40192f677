//! The class `Piece`, and the sets of pieces that ship.

use combien::diagnostic::nearest;
use combien_tiling::draw::{color_names, is_color};
use combien_tiling::{self as tiling, Cell, Group, Lattice, Quantity, Shape, Turning, pieces};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::handles::board::{Board, Piece, picture_of};
use crate::handles::cells::{Cells, as_marks, as_tuples, back, drawing, marks};
use crate::handles::error::exceptions::UnknownName;
use crate::handles::error::{failure, raise, refused};
use crate::handles::grid::{Grid, as_grid};
use crate::handles::labels::repr;
use crate::handles::objects::{Dict, Maybe, Object, Pickle, Tuple, tuple};
use crate::handles::pictures::Svg;

/// The words for how a piece may be turned.
const TURNS: [(&str, Turning); 3] =
    [("half", Turning::Half), ("rot", Turning::Rotations), ("sym", Turning::All)];

impl Piece {
    /// How it may be turned, in words: the first that say it, and whether it may be mirrored besides.
    fn turning(&self) -> (Option<&'static str>, bool) {
        let says = |turning: Turning, is_mirrored| {
            turning.isometries(&self.lattice, is_mirrored) == self.piece.isometries
        };
        let words = || {
            std::iter::once((None, Turning::Not)).chain(TURNS.map(|(word, turning)| (Some(word), turning)))
        };
        let plain = words().find(|&(_, turning)| says(turning, false)).map(|(word, _)| (word, false));
        let mirrored = || words().find(|&(_, turning)| says(turning, true)).map(|(word, _)| (word, true));
        // What the language and the library make is always one of these.
        plain.or_else(mirrored).unwrap_or((None, false))
    }

    /// The same piece with this back.
    fn backed(self, back: Option<&str>) -> PyResult<Piece> {
        let piece = match back {
            None => self.piece.unbacked(),
            Some(back) => {
                let back = self::back(back, &self.lattice, "the piece")?;
                self.piece.backed(&back).map_err(refused)?
            }
        };
        Ok(Piece { piece, ..self })
    }

    fn marked(self, marks: Vec<(Cell, char)>) -> PyResult<Piece> {
        if let Some(&(cell, _)) = marks.iter().find(|&&(cell, _)| !self.piece.shape.contains(cell)) {
            let cell = self.lattice.cell_name(cell);
            raise!("the piece has a mark at {cell}, where it has no cell");
        }
        Ok(Piece { piece: self.piece.marked(marks), ..self })
    }

    fn sided(self, sides: Option<&str>) -> PyResult<Piece> {
        // Without colors, a side has none.
        let piece = self.piece.with_sides(sides.unwrap_or("."), &self.lattice);
        Ok(Piece { piece: piece.map_err(|wrong| failure!("sides: {wrong}"))?, ..self })
    }

    fn cells_of(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(as_tuples(py, &self.lattice, &self.piece.shape)?.unbind())
    }
}

fn isometries(lattice: &Lattice, turn: Option<&str>, mirror: bool) -> PyResult<Group> {
    let turning = match turn {
        None => Turning::Not,
        Some(word) => match TURNS.iter().find(|(name, _)| *name == word) {
            Some(&(_, turning)) => turning,
            None => raise!("turn is {word:?}, not None, \"half\", \"rot\" or \"sym\""),
        },
    };
    Ok(turning.isometries(lattice, mirror))
}

fn quantity(times: Maybe) -> PyResult<Quantity> {
    let Some(times) = times else { return Ok(Quantity::ANY) };
    if let Ok(times) = times.extract::<u32>() {
        return Ok(Quantity { lo: times, hi: Some(times) });
    }
    let Ok((lo, hi)) = times.extract::<(u32, Option<u32>)>() else {
        raise!("times is {}, not a number, a pair such as (0, 3), or None", repr(times));
    };
    if hi.is_some_and(|hi| hi < lo) {
        raise!("times is {}: the first number is greater than the second", repr(times));
    }
    Ok(Quantity { lo, hi })
}

fn color(color: Option<&str>) -> PyResult<Option<String>> {
    let Some(color) = color else { return Ok(None) };
    if is_color(color) {
        return Ok(Some(color.to_owned()));
    }
    let hint = match nearest(color, color_names()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => "write \"#cc3311\", or the name of a color such as \"crimson\"".to_owned(),
    };
    Err(failure!("{color:?} is no color: {hint}"))
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (cells, *, name = None, times = None, turn = None, mirror = false, color = None, grid = None, marks = None, sides = None, back = None))]
    fn new(
        cells: &Object,
        name: Option<String>,
        times: Maybe,
        turn: Option<&str>,
        mirror: bool,
        color: Option<&str>,
        grid: Option<Grid>,
        marks: Maybe,
        sides: Option<&str>,
        back: Option<&str>,
    ) -> PyResult<Piece> {
        let what = name.as_ref().map_or_else(|| "the piece".to_owned(), |name| format!("piece {name}"));
        let grid = grid.map(|Grid(lattice)| lattice);
        let Cells { lattice, shape: cells, optional, .. } = Cells::read(cells, grid.as_ref(), &what)?;
        if !optional.is_empty() {
            raise!("{what} has its cells or has not: ? is for boards");
        }
        if cells.is_empty() {
            raise!("{what} has no cells: draw a cell as #");
        }
        let piece = tiling::Piece {
            name,
            color: self::color(color)?,
            ..tiling::Piece::new(cells, quantity(times)?, isometries(&lattice, turn, mirror)?)
        };
        {
            let marks = self::marks(marks, &lattice, &what)?;
            Piece { piece, lattice }.marked(marks)
        }?
        .sided(sides)?
        .backed(back)
    }

    /// The same piece with something else about it: ``piece.replace(times=2, turn=None)``. Takes the keywords of ``Piece`` but
    /// ``grid``.
    #[pyo3(signature = (**changes), text_signature = "($self, *, name=..., times=..., turn=..., mirror=..., color=..., marks=..., sides=..., back=...)")]
    fn replace(slf: &Bound<'_, Piece>, changes: Option<&Dict>) -> PyResult<Piece> {
        let mut piece = slf.get().clone();
        let (turn, mirror) = piece.turning();
        let (mut turn, mut mirror) = (turn.map(str::to_owned), mirror);
        for (keyword, value) in changes.into_iter().flatten() {
            let given = Some(&value).filter(|value| !value.is_none());
            match &*keyword.cast::<PyString>()?.to_cow()? {
                "name" => piece.piece.name = value.extract()?,
                "times" => piece.piece.quantity = quantity(given)?,
                "turn" => turn = value.extract()?,
                "mirror" => mirror = value.extract()?,
                "color" => piece.piece.color = color(value.extract::<Option<String>>()?.as_deref())?,
                "marks" => {
                    let marks = marks(given, &piece.lattice, "the piece")?;
                    piece = piece.marked(marks)?;
                }
                "back" => piece = piece.backed(value.extract::<Option<String>>()?.as_deref())?,
                "sides" => piece = piece.sided(value.extract::<Option<String>>()?.as_deref())?,
                other => {
                    return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                        "a piece has no keyword `{other}` to be replaced"
                    )));
                }
            }
        }
        piece.piece.isometries = isometries(&piece.lattice, turn.as_deref(), mirror)?;
        Ok(piece)
    }

    /// Its name, or ``None``.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.piece.name.as_deref()
    }

    /// The color that it is drawn in, if one was asked for.
    #[getter]
    fn color(&self) -> Option<&str> {
        self.piece.color.as_deref()
    }

    /// The grid of its cells.
    #[getter]
    fn grid<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        as_grid(py, &self.lattice)
    }

    /// Its cells as they were given.
    #[getter]
    fn cells(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        self.cells_of(py)
    }

    /// How often it is used, at least and at most; ``None`` is as often as one likes.
    #[getter]
    fn times(&self) -> (u32, Option<u32>) {
        (self.piece.quantity.lo, self.piece.quantity.hi)
    }

    /// How it may be turned: ``None``, ``"half"``, ``"rot"`` or ``"sym"``.
    #[getter]
    fn turn(&self) -> Option<&'static str> {
        self.turning().0
    }

    /// May it be mirrored, besides what ``turn`` says?
    #[getter]
    fn mirror(&self) -> bool {
        self.turning().1
    }

    /// The letters and digits on its cells: a dictionary from cells to them.
    #[getter]
    fn marks<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py>> {
        as_marks(py, &self.lattice, self.piece.labels.marks())
    }

    /// The colors of its sides, in the order of the keyword ``sides``; ``None`` if it has none.
    #[getter]
    fn sides(&self) -> Option<String> {
        self.piece.labels.colors_of(&self.piece.shape, &self.lattice)
    }

    /// The drawing of its back, or ``None``.
    #[getter]
    fn back(&self) -> Option<String> {
        let over = self.lattice.isometry_by_name("VertRefl")?;
        let marks = self.piece.labels.back()?;
        let shape = self.piece.shape.image(over, &self.lattice);
        Some(drawing(&self.lattice, &shape, &Shape::default(), &marks))
    }

    /// Its different orientations, each as cells near (0, 0); as it was drawn first.
    #[getter]
    fn orientations<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        let all = self.piece.orientations(&self.lattice).into_iter();
        tuple(py, all.map(|(_, shape)| as_tuples(py, &self.lattice, &shape)))
    }

    /// The piece as an SVG document. For the keywords, see ``TilingSolution.to_svg``.
    #[pyo3(signature = (**options), text_signature = "($self, *, view=None, cell=24.0, heading=False)")]
    fn to_svg(&self, options: Option<&Dict>) -> PyResult<String> {
        let board = Board::plain(&self.lattice, self.piece.shape.clone())?.core;
        let title = self.piece.name.as_deref().unwrap_or("piece");
        let picture = picture_of(title, &board, self.piece.clone(), self.piece.shape.clone())?;
        Svg::of(options, &self.lattice)?.without_legend().draw(&picture)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.to_svg(None)
    }

    fn __len__(&self) -> usize {
        self.piece.shape.len()
    }

    fn __str__(&self) -> String {
        let marks: Vec<_> = self.piece.labels.marks().collect();
        drawing(&self.lattice, &self.piece.shape, &Shape::default(), &marks)
    }

    fn __repr__(&self) -> String {
        let name = self.piece.name.as_deref().map(|name| format!("{name}, ")).unwrap_or_default();
        let times = match (self.piece.quantity.lo, self.piece.quantity.hi) {
            (0, None) => "any number of times".to_owned(),
            (1, Some(1)) => "once".to_owned(),
            (0, Some(1)) => "at most once".to_owned(),
            (lo, Some(hi)) if lo == hi => format!("{lo} times"),
            (lo, Some(hi)) => format!("{lo} to {hi} times"),
            (lo, None) => format!("at least {lo} times"),
        };
        let cells = combien::diagnostic::counted(self.piece.shape.len(), self.lattice.name());
        format!("<combien.Piece: {name}{cells}, {times}>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Piece>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let piece = slf.get();
        let (turn, mirror) = piece.turning();
        let state =
            (piece.cells_of(py)?, piece.name(), piece.times(), turn, mirror, piece.color(), piece.grid(py)?);
        let labels = (piece.marks(py)?, piece.sides(), piece.back());
        Ok((py.import("combien._combien")?.getattr("_piece")?, (state, labels).into_pyobject(py)?))
    }
}

/// Makes a piece again from what a pickle holds.
#[pyfunction]
#[pyo3(name = "_piece")]
pub(crate) fn restore(state: PieceState<'_>, labels: PieceLabels<'_>) -> PyResult<Piece> {
    let (cells, name, times, turn, mirror, color, grid) = state;
    let (turn, color, grid) = (turn.as_deref(), color.as_deref(), Some(grid));
    let (marks, sides, back) = labels;
    let (marks, sides, back) = (Some(&marks), sides.as_deref(), back.as_deref());
    Piece::new(&cells, name, Some(&times), turn, mirror, color, grid, marks, sides, back)
}

/// What a pickle holds of the marks and colors of a piece: those of its front, the colors of its sides, and its back.
type PieceLabels<'py> = (Object<'py>, Option<String>, Option<String>);

/// What a pickle holds of a piece: its cells, its name, how often it is used, how it may be turned, its color and its grid.
type PieceState<'py> = (Object<'py>, Option<String>, Object<'py>, Option<String>, bool, Option<String>, Grid);

/// The names of the sets that ship, each with a line about it.
#[pyfunction]
#[pyo3(name = "_sets")]
pub(crate) fn sets() -> Vec<(&'static str, &'static str)> {
    pieces::names().collect()
}

/// What a set is: its name, a line about it, its source, its grid, its pieces, and the board of a puzzle.
type Set = (&'static str, &'static str, &'static str, &'static str, Vec<Piece>, Option<Board>);

/// The set of that name.
#[pyfunction]
#[pyo3(name = "_set")]
pub(crate) fn set(name: &str) -> PyResult<Set> {
    let Some(set) = pieces::set(name) else {
        let near = nearest(name, pieces::names().map(|(name, _)| name));
        let hint =
            near.map_or("`combien.pieces()` lists all".to_owned(), |near| format!("did you mean `{near}`?"));
        return Err(UnknownName::new_err(format!("there is no set of pieces `{name}`; {hint}")));
    };
    let lattice = set.lattice;
    let board = set.board.map(Board::known);
    let pieces = set.pieces.into_iter().map(|piece| Piece { piece, lattice: lattice.clone() }).collect();
    Ok((set.name, set.about, set.source, lattice.name(), pieces, board))
}
