//! Cells as they are given: drawn, listed by their positions, or in an array; and cells as Python sees them.

use std::collections::HashSet;

use combien_tiling::{Cell, Lattice, Mark, Pattern, Shape};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::handles::error::exceptions::WrongType;
use crate::handles::error::{error, failure, raise};
use crate::handles::labels::{in_order, is_one, repr};
use crate::handles::objects::{Dict, Maybe, Object, Pair, Tuple, tuple};

/// The maximum distance of positions in each coordinate, so that no sum overflows.
const FARTHEST: i32 = 1 << 20;

/// Cells, and the frame that they were given in.
pub(crate) struct Cells {
    pub(crate) lattice: Lattice,
    pub(crate) shape: Shape,
    /// The cells that are drawn as optional.
    pub(crate) optional: Shape,
    /// The least and the greatest position of the frame.
    pub(crate) frame: (Cell, Cell),
}

impl Cells {
    /// The cells of a pattern, within its frame.
    pub(crate) fn of(pattern: &Pattern) -> Cells {
        let size = pattern.size();
        let high = Cell::space(size.width as i32 - 1, size.height as i32 - 1, size.depth as i32 - 1);
        Cells {
            lattice: pattern.lattice().clone(),
            shape: pattern.shape(),
            optional: pattern.shape_where(|mark| mark == Mark::Optional),
            frame: (Cell::default(), high),
        }
    }

    /// What is given as `what`: a drawing, an array, or a list of positions.
    pub(crate) fn read(given: &Object, grid: Option<&Lattice>, what: &str) -> PyResult<Cells> {
        if let Ok(drawing) = given.cast::<PyString>() {
            return drawn(&drawing.to_cow()?, grid, what, false).map(|pattern| Cells::of(&pattern));
        }
        if given.hasattr("ndim")? && given.hasattr("tolist")? {
            return array(given, grid, what).map(|pattern| Cells::of(&pattern));
        }
        listed(given, grid, what)
    }
}

/// Marks of cells as they are given: a dictionary from cells to letters, or a drawing with letters and digits in the frame of the cells.
pub(crate) fn marks(given: Maybe, lattice: &Lattice, what: &str) -> PyResult<Vec<(Cell, char)>> {
    let Some(given) = given else { return Ok(vec![]) };
    if let Ok(drawing) = given.cast::<PyString>() {
        let pattern = drawn(&drawing.to_cow()?, Some(lattice), &format!("marks of {what}"), true)?;
        return Ok(pattern.named());
    }
    let Ok(given) = given.cast::<PyDict>() else {
        let shown = repr(given);
        raise!("marks of {what} are {shown}, not a drawing or a dictionary such as {{(0, 0): \"B\"}}");
    };
    let mark = |(cell, mark): Pair| {
        let (position, length) = position(&cell, "a cell with a mark")?;
        let mut signs = mark.extract::<String>().unwrap_or_default();
        match (signs.pop(), signs.is_empty()) {
            (Some(sign), true) if sign.is_ascii_alphanumeric() && length == lattice.dimension() => {
                Ok((lattice.at(position), sign))
            }
            _ => Err(failure!(
                "the mark of {} in {what} is {}, not a letter or a digit",
                repr(&cell),
                repr(&mark)
            )),
        }
    };
    given.iter().map(mark).collect()
}

/// The drawing of a back, with letters and digits.
pub(crate) fn back(given: &str, lattice: &Lattice, what: &str) -> PyResult<Pattern> {
    drawn(given, Some(lattice), &format!("the back of {what}"), true)
}

/// Marks as Python sees them: a dictionary from cells to letters.
pub(crate) fn as_marks<'py>(
    py: Python<'py>,
    lattice: &Lattice,
    marks: impl IntoIterator<Item = (Cell, char)>,
) -> PyResult<Dict<'py>> {
    let dictionary = PyDict::new(py);
    for (cell, sign) in marks {
        dictionary.set_item(as_tuple(py, lattice, cell)?, sign)?;
    }
    Ok(dictionary)
}

/// The lattice of that name, in the words of the library or of the language.
pub(crate) fn lattice(name: &str) -> PyResult<Lattice> {
    let found = Lattice::by_name(name).or_else(|| Lattice::by_word(name)).cloned();
    found.ok_or_else(|| {
        let names: Vec<String> = Lattice::all().map(|lattice| format!("\"{lattice}\"")).collect();
        failure!("there is no grid `{name}`: it is one of {}", names.join(", "))
    })
}

/// A drawing: rows, the top one first, and layers, the lowest first, with an empty line between.
fn drawn(drawing: &str, grid: Option<&Lattice>, what: &str, is_marked: bool) -> PyResult<Pattern> {
    if let Some(lattice) = grid.filter(|lattice| lattice.has_glyphs()) {
        return in_glyphs(drawing, lattice, what);
    }
    let mut layers: Vec<Vec<Vec<Mark>>> = vec![];
    let mut is_apart = true;
    for (number, line) in drawing.split(['\n', '$']).enumerate() {
        let mut row = vec![];
        for (column, character) in line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            row.push(match character {
                '#' | '*' => Mark::On,
                '?' => Mark::Optional,
                '.' => Mark::Off,
                sign if is_marked && sign.is_ascii_alphanumeric() => Mark::Named(sign),
                other => {
                    raise!(
                        "{what} has {other:?} in line {}, column {}: a cell is drawn as # or *, one that may stay empty as \
                         ?, an empty place as .",
                        number + 1,
                        column + 1);
                }
            });
        }
        match layers.last_mut() {
            _ if row.is_empty() => is_apart = true,
            Some(layer) if !is_apart => layer.push(row),
            _ => {
                layers.push(vec![row]);
                is_apart = false;
            }
        }
    }
    stacked(&layers, grid, what)
}

/// A drawing in which a character stands for several cells.
fn in_glyphs(drawing: &str, lattice: &Lattice, what: &str) -> PyResult<Pattern> {
    for (number, line) in drawing.split(['\n', '$']).enumerate() {
        let odd = |&(_, c): &(usize, char)| !c.is_whitespace() && !lattice.is_drawn_with(c);
        if let Some((column, character)) = line.chars().enumerate().find(odd) {
            raise!(
                "{what} has {character:?} in line {}, column {}, which means nothing in a drawing of {lattice}s",
                number + 1,
                column + 1
            );
        }
    }
    Pattern::drawn(lattice, drawing).map_err(|reason| failure!("{what}: {reason}"))
}

/// Layers of rows as a pattern. Short rows are filled with empty places.
fn stacked(layers: &[Vec<Vec<Mark>>], grid: Option<&Lattice>, what: &str) -> PyResult<Pattern> {
    let is_solid = grid.map_or(layers.len() > 1, |lattice| lattice.dimension() == 3);
    let wrong = |reason: &dyn std::fmt::Display| failure!("{what}: {reason}");
    if !is_solid {
        let [layer] = layers else {
            let message = if layers.is_empty() {
                format!("{what} has no cells")
            } else {
                format!("{what} has {} layers, and only cubes and spheres have layers", layers.len())
            };
            return Err(error(message));
        };
        return Pattern::from_rows(grid.unwrap_or(Lattice::square()), layer).map_err(|fault| wrong(&fault));
    }
    let width = layers.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let widened = |layer: &Vec<Vec<Mark>>| {
        let mut rows = layer.clone();
        for row in &mut rows {
            row.resize(width, Mark::Off);
        }
        Pattern::from_rows(Lattice::square(), &rows)
    };
    let layers: Result<Vec<Pattern>, _> = layers.iter().map(widened).collect();
    layers
        .and_then(|layers| Pattern::stacked(grid.unwrap_or(Lattice::cube()), &layers))
        .map_err(|fault| wrong(&fault))
}

/// An array of zeros and ones, or of truths, with two or three dimensions.
fn array(given: &Object, grid: Option<&Lattice>, what: &str) -> PyResult<Pattern> {
    let dimensions: usize = given.getattr("ndim")?.extract()?;
    let nested = given.call_method0("tolist")?;
    let layers = match (dimensions, grid) {
        (2, _) => vec![rows(&nested, &[], what)?],
        (3, grid) if grid.is_none_or(|lattice| lattice.dimension() == 3) => {
            let layers = nested.try_iter()?.enumerate();
            layers.map(|(z, layer)| rows(&layer?, &[z], what)).collect::<PyResult<_>>()?
        }
        (3, Some(lattice)) => {
            raise!("{what} is an array of three dimensions, and a grid of {lattice}s has two")
        }
        _ => raise!("{what} is an array of {dimensions} dimensions, not of two or three"),
    };
    let grid = if dimensions == 3 { grid.or(Some(Lattice::cube())) } else { grid };
    stacked(&layers, grid, what)
}

fn rows(nested: &Object, place: &[usize], what: &str) -> PyResult<Vec<Vec<Mark>>> {
    let row = |(y, row): (usize, PyResult<Object>)| {
        let entry = |(x, entry): (usize, PyResult<Object>)| mark(&entry?, &[place, &[y, x]].concat(), what);
        row?.try_iter()?.enumerate().map(entry).collect::<PyResult<Vec<Mark>>>()
    };
    nested.try_iter()?.enumerate().map(row).collect()
}

fn mark(entry: &Object, place: &[usize], what: &str) -> PyResult<Mark> {
    let wrong = || failure!("entry {place:?} of the array of {what} is {}, not 0 or 1", repr(entry));
    is_one(entry).map(Mark::of).ok_or_else(wrong)
}

/// Positions, each a pair or, in space, a triple of whole numbers.
fn listed(given: &Object, grid: Option<&Lattice>, what: &str) -> PyResult<Cells> {
    let (mut positions, mut length) = (vec![], None);
    for entry in in_order(given, what)? {
        let (position, coordinates) = position(&entry, what)?;
        if *length.get_or_insert(coordinates) != coordinates {
            raise!("{what} has cells of two and of three coordinates, such as {}", repr(&entry));
        }
        positions.push(position);
    }
    let lattice = grid.unwrap_or(if length == Some(3) { Lattice::cube() } else { Lattice::square() });
    if length == Some(3) && lattice.dimension() == 2 {
        raise!("{what} has cells of three coordinates, and a grid of {lattice}s has two");
    }
    let Some(&first) = positions.first() else { raise!("{what} has no cells") };
    let (columns, rows) = lattice.reach();
    let is_far =
        |p: &&Cell| p.x.unsigned_abs() > columns.unsigned_abs() || p.y.unsigned_abs() > rows.unsigned_abs();
    if let Some(Cell { x, y, .. }) = positions.iter().find(is_far) {
        raise!("{what} has the cell ({x}, {y}), which is too far from (0, 0) in a grid of {lattice}s");
    }
    let frame =
        positions.iter().fold((first, first), |(low, high), &p| (low.min_corner(p), high.max_corner(p)));
    let cells: Shape = positions.iter().map(|&position| lattice.at(position)).collect();
    if cells.len() < positions.len() {
        let mut seen = HashSet::new();
        let twice = positions.iter().find(|&&position| !seen.insert(position));
        let Cell { x, y, z } = twice.copied().unwrap_or(first);
        let shown = if length == Some(3) { format!("({x}, {y}, {z})") } else { format!("({x}, {y})") };
        raise!("{what} has the cell {shown} twice");
    }
    Ok(Cells { lattice: lattice.clone(), shape: cells, optional: Shape::default(), frame })
}

/// A position, and how many coordinates it has.
pub(crate) fn position(given: &Object, what: &str) -> PyResult<(Cell, usize)> {
    let wrong = || {
        WrongType::new_err(format!(
            "{what} has {}, which is no cell: a cell is a pair (column, row), in space a triple (column, row, layer)",
            repr(given)
        ))
    };
    let is_text = given.is_instance_of::<PyString>();
    let numbers: Vec<i32> = given.extract().ok().filter(|_| !is_text).ok_or_else(wrong)?;
    let (cell, length) = match numbers[..] {
        [x, y] => (Cell::plane(x, y), 2),
        [x, y, z] => (Cell::space(x, y, z), 3),
        _ => return Err(wrong()),
    };
    if numbers.iter().any(|number| number.unsigned_abs() > FARTHEST.unsigned_abs()) {
        raise!("{what} has the cell {}: no coordinate may be beyond {FARTHEST}", repr(given));
    }
    Ok((cell, length))
}

/// A cell as Python sees it: its position.
pub(crate) fn as_tuple<'py>(py: Python<'py>, lattice: &Lattice, cell: Cell) -> PyResult<Tuple<'py>> {
    let Cell { x, y, z } = lattice.position(cell);
    PyTuple::new(py, &[x, y, z][..lattice.dimension()])
}

/// Cells as a tuple of their positions, by layer, row and column.
pub(crate) fn as_tuples<'py>(py: Python<'py>, lattice: &Lattice, cells: &Shape) -> PyResult<Tuple<'py>> {
    let cells = cells.cells().iter().map(|&cell| as_tuple(py, lattice, cell));
    tuple(py, cells)
}

/// Cells as they would be drawn, without a newline at the end.
pub(crate) fn drawing(lattice: &Lattice, cells: &Shape, optional: &Shape, marks: &[(Cell, char)]) -> String {
    // Cells that may stay empty are drawn without their marks.
    let pattern = Pattern::around_marked(lattice, cells, optional, marks);
    match pattern.or_else(|_| Pattern::around(lattice, cells, optional)) {
        Ok(pattern) => pattern.to_string().trim_end().to_owned(),
        Err(too_large) => format!("({too_large})"),
    }
}
