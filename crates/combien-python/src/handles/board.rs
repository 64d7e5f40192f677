//! The handles `Board` and `Piece`.

use std::fmt::Write;

use combien::diagnostic::counted;
use combien_tiling::draw::Picture;
use combien_tiling::{
    self as tiling, Cell, Fits, Group, Isometry, Lattice, MOST_CELLS, Outline, Pattern, Placement, Quantity,
    Shape, Size, Surface, Wrap, WrapError, side_color,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::cells::{Cells, marks, position};
use crate::handles::error::{failure, raise, refused};
use crate::handles::labels::{in_order, repr};
use crate::handles::objects::{Maybe, Object};
use crate::handles::pictures::Svg;

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
/// a row of triangles each is a column of its own; the one at (0, 0) points up, its neighbours point down. A corner
/// of sticks takes two columns: the stick to its right, then the one up. docs/how-to/grids.md has the drawings and
/// positions of the other grids.
///
/// ``optional`` is more cells that may stay empty, given in the same ways, and ``gaps=True`` says it of all. ``wrap`` is
/// ``"torus"``, ``"cylinder"``, ``"moebius"``, ``"klein"`` or ``"projective"``, or a list of the cells that the cell (0, 0) is
/// the same as; the name of a surface may come first: ``["moebius", (5, 2)]``.
///
/// ``marks`` are letters or digits on its cells, as a drawing in the frame of ``cells`` or as a dictionary such as ``{(0, 0): "B"}``: they
/// matter to pieces with marks. ``border`` is a color, one character: sides of pieces on the border must fit it if they have a color. Several say it of each straight part, or with
/// spaces, ``"abb c"``, of each cell along a part.
/// ``fits`` are pairs of colors such as ``"16 25 34"``: a color fits those that it is in a pair with, and nothing else. ``sum=7`` says this of digits with that sum.
#[pyclass(module = "combien", frozen, eq, weakref)]
#[derive(Clone, PartialEq)]
pub(crate) struct Board {
    pub(crate) core: tiling::Board,
    /// The least and the greatest position of the frame that it was given in.
    pub(crate) frame: (Cell, Cell),
    /// The positions that the first one is the same as.
    pub(crate) closing: Vec<Cell>,
}

impl Board {
    pub(crate) fn lattice(&self) -> &Lattice {
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
            raise!("a frame of {size} is too large: it may have {MOST_CELLS} cells");
        }
        Ok(size)
    }

    /// An argument that is a board, or that a board can be made from.
    pub(crate) fn of(given: &Object) -> PyResult<Board> {
        match given.cast::<Board>() {
            Ok(board) => Ok(board.get().clone()),
            Err(_) => Board::made(Cells::read(given, None, "the board")?, None, false, None),
        }
    }

    /// A board with this shape and default settings.
    pub(crate) fn plain(lattice: &Lattice, shape: Shape) -> PyResult<Board> {
        let board = tiling::Board::new(lattice, shape).map_err(refused)?;
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

    pub(crate) fn made(given: Cells, optional: Maybe, gaps: bool, wrap: Maybe) -> PyResult<Board> {
        let Cells { lattice, shape: cells, optional: drawn, frame } = given;
        let optional = match optional {
            _ if gaps => cells.clone(),
            None => drawn,
            Some(given) => {
                let more = Cells::read(given, Some(&lattice), "what may stay empty")?;
                drawn.cells().iter().chain(more.shape.cells()).copied().collect()
            }
        };
        let board = tiling::Board::new(&lattice, cells).and_then(|board| board.with_optional(optional));
        let board = Board { core: board.map_err(refused)?, frame, closing: vec![] };
        if board.core.cells().is_empty() {
            raise!("the board has no cells: draw the cells to be covered as #");
        }
        match wrap {
            None => Ok(board),
            Some(wrap) => board.closed(wrap),
        }
    }

    /// The same board, closed as requested: by a word, or by the cells that the first one is the same as.
    pub(crate) fn closed(self, wrap: &Object) -> PyResult<Board> {
        let lattice = self.lattice();
        let wrong = || {
            let names = Surface::ALL.map(|surface| format!("{:?}", surface.name())).join(", ");
            let message = "or a list of cells that (0, 0) is the same as";
            failure!("wrap is {}, not {names} {message}", repr(wrap))
        };
        let named = |word: &Object| -> PyResult<Option<Surface>> {
            let Ok(word) = word.cast::<PyString>() else { return Ok(None) };
            Surface::by_name(&word.to_cow()?).ok_or_else(wrong).map(Some)
        };
        let (surface, closing) = if let Some(surface) = named(wrap)? {
            let around = surface.around(lattice, self.size()?);
            (surface, around.ok_or_else(|| failure!("wrap: {}", WrapError::NoMirror(surface)))?)
        } else {
            let given = in_order(wrap, "wrap").map_err(|_| wrong())?;
            let surface = given.first().map(named).transpose()?.flatten();
            let cells = given.iter().skip(usize::from(surface.is_some()));
            let positions = cells.map(|given| Ok(position(given, "wrap")?.0));
            (surface.unwrap_or(Surface::Torus), positions.collect::<PyResult<Vec<Cell>>>()?)
        };
        if closing.contains(&Cell::default()) {
            raise!("wrap leads nowhere: (0, 0) is itself anyway");
        }
        let wrap = Wrap::on(surface, lattice, &closing).map_err(|wrong| failure!("wrap: {wrong}"))?;
        let core = self.core.wrapped(wrap).map_err(|wrong| failure!("wrap: {wrong}"))?;
        Ok(Board { core, closing, ..self })
    }

    /// The same board with these marks and this color around it.
    pub(crate) fn labelled(
        self,
        marks: Maybe,
        border: Option<&str>,
        fits: Option<&str>,
        sum: Option<i64>,
    ) -> PyResult<Board> {
        let marks = self::marks(marks, self.lattice(), "the board")?;
        let core = self.core.marked(marks).map_err(refused)?;
        let color = border.and_then(side_color);
        let core = match border.filter(|_| color.is_none()) {
            Some(colors) => core.edged(colors).map_err(|wrong| {
                failure!("border is {colors:?}, not one character that can be seen, and {wrong}")
            })?,
            None => core.bordered(color),
        };
        let rule = match (fits, sum) {
            (Some(_), Some(_)) => raise!("fits and sum are two rules of which colors fit: give one"),
            (Some(pairs), None) => Fits::pairs(pairs).map_err(|wrong| failure!("fits: {wrong}"))?,
            (None, Some(sum)) => Fits::sum(sum).map_err(|wrong| failure!("sum: {wrong}"))?,
            (None, None) => Fits::default(),
        };
        let is_single = |color: &char| *color != '.' && !color.is_whitespace() && !rule.has(*color);
        if let Some(color) = border.into_iter().flat_map(str::chars).find(is_single) {
            raise!("border is {color:?}, which fits no color of \"{rule}\"");
        }
        Ok(Board { core: core.fitted(rule), ..self })
    }

    /// A board of an outline, with its marks.
    pub(crate) fn named(
        outline: &Outline,
        lattice: &Lattice,
        optional: Maybe,
        gaps: bool,
        wrap: Maybe,
    ) -> PyResult<Board> {
        let pattern = outline.pattern(lattice).map_err(refused)?;
        let board = Board::made(Cells::of(&pattern), optional, gaps, wrap)?;
        let core = board.core.marked(pattern.named()).map_err(refused)?;
        Ok(Board { core, ..board })
    }

    /// A full frame.
    pub(crate) fn full(
        lattice: &Lattice,
        size: Size,
        optional: Maybe,
        gaps: bool,
        wrap: Maybe,
    ) -> PyResult<Board> {
        let pattern = Pattern::full(lattice, size, true).map_err(refused)?;
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
        let empty = tiling::Tiling::new(self.core.clone(), vec![]).map_err(refused)?;
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
        match (self.core.wrap().surface(self.lattice(), Cell::default()), self.core.wrap().rank()) {
            (Some((surface, _)), _) => {
                let _ = write!(summary, ", {}", surface.name());
            }
            (None, 0) => {}
            (None, 1) => summary.push_str(", a cylinder"),
            (None, _) => summary.push_str(", a torus"),
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
    let tiling = tiling::Tiling::new(board.clone(), vec![piece]).map_err(refused)?;
    let placement = Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() };
    Ok(Picture::new(title, &tiling, &[(placement, cells)]))
}

/// A piece: its cells, how often it is used, and how it may be turned.
///
/// ``cells`` is a drawing, an array or a list of cells, and ``grid`` their grid, as for a ``Board``; where they are does not
/// matter. ``times`` is how often it is used: a number, a pair of the least and the greatest number, of which the second may be
/// ``None``, or ``None`` for as often as one likes.
///
/// ``turn`` is ``None`` if it lies as it is drawn, ``"half"`` if it may be turned by half a turn, ``"rot"`` by all rotations,
/// and ``"sym"`` if it may also be mirrored; in space ``"sym"`` is all rotations, for a wooden piece does not mirror.
/// ``mirror=True`` adds the reflection from left to right, and all that follows from it.
///
/// ``color`` is what it is drawn in: a name of CSS, or ``"#cc3311"``.
///
/// ``marks`` are letters or digits on its cells, given as for a ``Board``: a cell
/// with a mark covers only cells of the board with the same mark. ``back`` is a drawing of the other face, with its marks, as it is seen if the
/// piece is turned over from left to right; without it, a piece that is mirrored shows the mirror image of its marks. ``sides`` are the colors of its sides, a character for each or one for all,
/// counter-clockwise from the lower left corner of the leftmost cell of the lowest row, so that those of a square are the lower, the right,
/// the upper and the left one. Where two pieces meet, the colors must fit: each fits itself, but ``(`` and ``)``, ``[`` and ``]``, ``{`` and
/// ``}``, ``<`` and ``>``, ``/`` and ``\\``, ``+`` and ``-`` fit each other, and ``.`` fits any.
#[pyclass(module = "combien", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    pub(crate) piece: tiling::Piece,
    pub(crate) lattice: Lattice,
}
