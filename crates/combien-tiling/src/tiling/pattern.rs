//! Patterns: marks in the positions of a frame, and the operations of the tiling language on them.

use std::fmt;

use super::{Cell, Isometry, Lattice, Shape, Words};

/// The maximum number of cells in a pattern's frame.
#[doc(hidden)]
pub const MOST_CELLS: u64 = 1 << 24;

/// The size of a frame. In the plane the depth is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Layers.
    pub depth: u32,
}

impl Size {
    /// A frame with this position as its far corner.
    fn up_to(far: Cell) -> Size {
        let length = |coordinate: i32| (coordinate + 1) as u32;
        Size { width: length(far.x), height: length(far.y), depth: length(far.z) }
    }

    /// A frame of the plane.
    pub const fn plane(width: u32, height: u32) -> Size {
        Size { width, height, depth: 1 }
    }

    /// How many cells it has.
    pub fn cells(self) -> u64 {
        // The product of three 32-bit numbers fits, and only the comparison with the limit matters.
        let cells = u128::from(self.width) * u128::from(self.height) * u128::from(self.depth);
        u64::try_from(cells).unwrap_or(u64::MAX)
    }

    /// Is the position within the frame?
    pub fn contains(self, cell: Cell) -> bool {
        let within = |coordinate: i32, length: u32| u32::try_from(coordinate).is_ok_and(|c| c < length);
        within(cell.x, self.width) && within(cell.y, self.height) && within(cell.z, self.depth)
    }

    /// All positions of the frame, ascending.
    fn all(self) -> impl Iterator<Item = Cell> {
        let Size { width, height, depth } = self;
        let plane = move |z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z)));
        (0..depth).flat_map(plane).map(|(x, y, z)| Cell::space(x as i32, y as i32, z as i32))
    }
}

/// Would coordinates of cells in this frame be too large? Those of lattices of one's own may be fine.
fn is_beyond(lattice: &Lattice, size: Size) -> bool {
    let (columns, rows) = lattice.reach();
    size.width > columns.unsigned_abs() / 2 || size.height > rows.unsigned_abs() / 2
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.depth == 1 { Ok(()) } else { write!(f, "x{}", self.depth) }
    }
}

/// Errors of operations on patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// A frame without cells.
    EmptyFrame(Size),
    /// A frame of more than [`MOST_CELLS`] cells.
    TooLarge(Size),
    /// Two frames with different sizes.
    SizesDiffer(Size, Size),
    /// Two patterns with different kinds of cells.
    LatticesDiffer(Lattice, Lattice),
    /// A position that the frame does not have.
    OutsideFrame(Cell, Size),
    /// A step that does not move cells to cells of the same kind: it would turn triangles over.
    NoTranslation(Cell, Lattice),
    /// An isometry that the lattice does not have.
    ForeignIsometry(Lattice),
    /// Layers that are not patterns of squares, or that are to be stacked otherwise than as cubes or spheres.
    NoLayer(Lattice),
    /// A board of this name that the lattice does not have.
    NoOutline(&'static str, Lattice),
    /// A mark that a drawing cannot show: neither a letter nor a digit, or of a cell that may stay empty.
    NoMark(Lattice, Cell),
    /// Cells that may stay empty, or have marks, on a lattice whose drawings show neither there.
    NoDrawing(Lattice),
    /// A placed piece with marks or colors that lies in a way that has no name.
    NoName(Lattice),
    /// More words than cells, or fewer.
    Words {
        /// How many words.
        words: usize,
        /// How many cells.
        cells: usize,
    },
}

combien::errors!(PatternError {
    EmptyFrame(size) => "a pattern of {size} has no cells";
    TooLarge(size) => "a pattern of {size} is too large: it may have {MOST_CELLS} cells";
    SizesDiffer(left, right) => "the patterns have different sizes: {left} and {right}";
    LatticesDiffer(left, right) => "the patterns have cells of different kinds: {left} and {right}";
    OutsideFrame(Cell { x, y, z }, size) if size.depth > 1 => "{x}x{y}x{z} is outside a pattern of {size}";
    OutsideFrame(Cell { x, y, .. }, size) => "{x}x{y} is outside a pattern of {size}";
    NoTranslation(Cell { x, y, .. }, lattice) if lattice == Lattice::triangle() =>
        "a step of {x}x{y} would turn triangles over";
    NoTranslation(Cell { x, y, .. }, lattice) =>
        "a step of {x}x{y} does not lead from {lattice}s to {lattice}s of the same kind";
    ForeignIsometry(lattice) => "a pattern of {lattice}s cannot be turned so";
    NoLayer(lattice) => "a pattern of {lattice}s cannot be a layer of cubes";
    NoOutline(name, lattice) => "there is no {name} of {lattice}s";
    NoMark(lattice, cell) =>
        "the mark of the cell {} cannot be drawn: letters and digits can, on cells that must be covered",
        lattice.cell_name(*cell);
    NoDrawing(lattice) =>
        "a drawing of {lattice}s does not show which of them may stay empty, nor marks";
    NoName(lattice) =>
        "a clue cannot say how a piece with marks or colors lies: that isometry of the {lattice} has no name";
    Words { words, cells } if words > cells => "there are more words than cells: the pattern has {cells}";
    Words { words, cells } =>
        "there are fewer words than cells: {words}, and the pattern has {cells} cells";
});

/// The four ways to combine two patterns of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Operation {
    /// On where either is on.
    Union,
    /// On where both are on.
    Intersection,
    /// On where the first is on and the second off.
    Difference,
    /// On where exactly one is on.
    Xor,
}

impl Operation {
    /// The combination of two marks. Where both are on, the first decides the kind.
    fn of(self, left: Mark, right: Mark) -> Mark {
        match (self, left.is_on(), right.is_on()) {
            (Operation::Union, true, _)
            | (Operation::Intersection, true, true)
            | (Operation::Difference | Operation::Xor, true, false) => left,
            (Operation::Union | Operation::Xor, false, _) => right,
            _ => Mark::Off,
        }
    }
}

/// The content of one position of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No cell.
    #[default]
    Off,
    /// A cell.
    On,
    /// A cell that may stay empty, if the pattern is a board.
    Optional,
    /// A cell with a letter or a digit, by which it can be picked out.
    Named(char),
}

impl Mark {
    /// Is there a cell?
    #[doc(hidden)]
    pub fn is_on(self) -> bool {
        self != Mark::Off
    }

    /// A cell, or none.
    pub fn of(on: bool) -> Mark {
        if on { Mark::On } else { Mark::Off }
    }

    /// The mark for a character of a drawing: `*` a cell, `?` one that may stay empty, others none.
    #[doc(hidden)]
    pub fn from_char(character: char) -> Mark {
        match character {
            '*' => Mark::On,
            '?' => Mark::Optional,
            _ => Mark::Off,
        }
    }

    /// How it is drawn.
    #[doc(hidden)]
    pub fn to_char(self) -> char {
        match self {
            Mark::Off => '.',
            Mark::On => '*',
            Mark::Optional => '?',
            Mark::Named(name) => name,
        }
    }
}

/// Marks in a frame, whose cells belong to a lattice; (0, 0) is its bottom left position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    lattice: Lattice,
    size: Size,
    /// By layer, then row, then column.
    marks: Vec<Mark>,
    /// By position in the frame.
    pub(super) words: Words,
}

impl Pattern {
    /// A frame whose cells are all on, or all off.
    pub fn constant(lattice: &Lattice, size: Size, on: bool) -> Result<Pattern, PatternError> {
        Pattern::from_condition(lattice, size, |_| Mark::of(on))
    }

    /// Squares, hexagons, cubes and so on that are all on, or all off: of quarters whole squares, of kites
    /// whole hexagons, of sticks the sides of all squares, of a lattice of one's own whole units.
    ///
    /// ```
    /// # use combien_tiling::{Lattice, Pattern, PatternError, Size};
    /// let cells = |lattice| Pattern::full(lattice, Size::plane(5, 5), true).map(|pattern| pattern.shape().len());
    /// assert_eq!((cells(Lattice::square())?, cells(Lattice::quarter())?, cells(Lattice::stick())?), (25, 100, 60));
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn full(lattice: &Lattice, size: Size, on: bool) -> Result<Pattern, PatternError> {
        if lattice.block() == (1, 1) || size.cells() == 0 {
            return Pattern::constant(lattice, size, on);
        }
        let squares = Pattern::constant(Lattice::square(), size, on)?;
        if lattice.is_of_lines() { squares.sides() } else { squares.cut_up(lattice) }
    }

    /// The sides of the cells of a pattern of squares, as sticks.
    pub(super) fn sides(&self) -> Result<Pattern, PatternError> {
        let (Some(width), Some(height)) = (
            self.size.width.checked_mul(2).and_then(|width| width.checked_add(2)),
            self.size.height.checked_add(1),
        ) else {
            return Err(PatternError::TooLarge(self.size));
        };
        let has =
            |x: i32, y: i32| self.size.contains(Cell::plane(x, y)) && self.mark(Cell::plane(x, y)).is_on();
        Pattern::from_condition(Lattice::stick(), Size::plane(width, height), |Cell { x, y, .. }| {
            // A stick to the right lies between the squares above and below it, one upwards between those
            // to its right and its left.
            let column = x / 2;
            Mark::of(has(column, y) || if x % 2 == 0 { has(column, y - 1) } else { has(column - 1, y) })
        })
    }

    /// This pattern on a lattice whose cells are parts of its cells.
    pub(super) fn cut_up(&self, lattice: &Lattice) -> Result<Pattern, PatternError> {
        let (columns, rows) = lattice.block();
        let Size { width, height, .. } = self.size;
        let (Some(width), Some(height)) = (width.checked_mul(columns), height.checked_mul(rows)) else {
            return Err(PatternError::TooLarge(self.size));
        };
        Pattern::from_condition(lattice, Size::plane(width, height), |Cell { x, y, .. }| {
            self.mark(Cell::plane(x / columns as i32, y / rows as i32))
        })
    }

    /// The frame of this size with these marks.
    pub(super) fn from_condition(
        lattice: &Lattice,
        size: Size,
        mark: impl Fn(Cell) -> Mark,
    ) -> Result<Pattern, PatternError> {
        match size.cells() {
            0 => Err(PatternError::EmptyFrame(size)),
            cells if cells > MOST_CELLS || is_beyond(lattice, size) => Err(PatternError::TooLarge(size)),
            _ => Ok(Pattern::with_size(lattice, size, mark)),
        }
    }

    /// The frame of this size with these marks, if the size is known to be within the limit.
    fn with_size(lattice: &Lattice, size: Size, mark: impl Fn(Cell) -> Mark) -> Pattern {
        Pattern { lattice: lattice.clone(), size, marks: size.all().map(mark).collect(), words: Words::new() }
    }

    fn with_marks(&self, marks: Vec<Mark>) -> Pattern {
        Pattern { lattice: self.lattice.clone(), size: self.size, marks, words: self.words.clone() }
    }

    /// A pattern of the plane from its rows, the top row first; short rows are filled with empty positions.
    pub fn from_rows<R: AsRef<[Mark]>>(lattice: &Lattice, rows: &[R]) -> Result<Pattern, PatternError> {
        let width = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
        let from_top = |y: i32| rows[rows.len() - 1 - y as usize].as_ref();
        Pattern::from_condition(lattice, Size::plane(width as u32, rows.len() as u32), |position| {
            from_top(position.y).get(position.x as usize).copied().unwrap_or_default()
        })
    }

    /// A pattern of squares from a drawing: `*` is on, `?` may stay empty, anything else is off; `$` or a
    /// newline ends a row.
    ///
    /// ```
    /// # use combien_tiling::{Pattern, PatternError, Size};
    /// let t = Pattern::from_drawing("***$.*.")?;
    /// assert_eq!((t.size(), t.shape().len()), (Size::plane(3, 2), 4));
    /// assert_eq!(t.to_string(), "***\n.*.\n");
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn from_drawing(drawing: &str) -> Result<Pattern, PatternError> {
        Pattern::drawn(Lattice::square(), drawing)
    }

    /// A pattern of the cells of any lattice of the plane, or of one layer of spheres, from a drawing: `*` is
    /// on, `?` may stay empty, anything else is off; `$` or a newline ends a row. Spaces are ignored.
    ///
    /// On the lattice of quarters each character is a square: `*` the whole, `L J 7 F` the half at that
    /// corner, like the corner of the letter, or `◣ ◢ ◥ ◤`; `v > ^ <` the quarter at the top, left,
    /// bottom and right. Of sticks each character is a corner with its strokes: `+ - |`, or the lines `┌
    /// ┬ ┐` and so on; two corners are joined where both have a stroke towards the other.
    ///
    /// ```
    /// # use combien_tiling::{Lattice, Pattern, PatternError};
    /// let flower = Pattern::drawn(Lattice::hexagon(), "** . $ *** $ . **")?;
    /// let triangle = Pattern::drawn(Lattice::triangle(), ".*. $ ***")?;
    /// assert_eq!((flower.shape().len(), triangle.shape().len()), (7, 4));
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn drawn(lattice: &Lattice, drawing: &str) -> Result<Pattern, PatternError> {
        let row = |row: &str| row.chars().filter(|c| !c.is_whitespace()).collect();
        let rows = drawing.split(['$', '\n']).map(row).filter(|row: &Vec<char>| !row.is_empty());
        Pattern::from_characters(lattice, &rows.collect::<Vec<_>>())
    }

    /// Layers of squares as a pattern of cubes, the first at z = 0; all must have one size.
    pub fn from_layers(layers: &[Pattern]) -> Result<Pattern, PatternError> {
        Pattern::stacked(Lattice::cube(), layers)
    }

    /// Layers of squares as a pattern of cubes or of spheres, the first at z = 0. Layers of cubes must have
    /// one size. Layers of spheres may differ in size: each begins at the same position, half a sphere
    /// further right and up than the one below.
    ///
    /// ```
    /// # use combien_tiling::{Lattice, Pattern, PatternError, Size};
    /// let layers = ["***$***$***", "**$**", "*"].map(|layer| Pattern::from_drawing(layer).unwrap());
    /// let pyramid = Pattern::stacked(Lattice::sphere(), &layers)?;
    /// assert_eq!((pyramid.shape().len(), pyramid.size().depth), (14, 3));
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn stacked(lattice: &Lattice, layers: &[Pattern]) -> Result<Pattern, PatternError> {
        let Some(first) = layers.first() else {
            return Err(PatternError::EmptyFrame(Size { width: 0, height: 0, depth: 0 }));
        };
        for layer in layers {
            if layer.lattice != *Lattice::square() {
                return Err(PatternError::NoLayer(layer.lattice.clone()));
            }
            if layer.size != first.size && lattice != Lattice::sphere() {
                return Err(PatternError::SizesDiffer(first.size, layer.size));
            }
        }
        let longest =
            |length: fn(Size) -> u32| layers.iter().map(|layer| length(layer.size)).max().unwrap_or(1);
        let size = Size {
            width: longest(|size| size.width),
            height: longest(|size| size.height),
            depth: layers.len() as u32,
        };
        let stack = Pattern::from_condition(lattice, size, |position| {
            layers[position.z as usize].mark(Cell::plane(position.x, position.y))
        })?;
        let numbered = (0..).zip(layers);
        Ok(numbered.fold(stack, |stack, (z, layer)| stack.with_words_of(layer, |at| Cell { z, ..at })))
    }

    /// The least frame around some cells, with those that may stay empty marked. A frame of triangles begins
    /// with one that points up.
    ///
    /// ```
    /// # use combien_tiling::{Cell, Lattice, Pattern, PatternError, Shape};
    /// let far: Shape = [Cell::plane(7, 3), Cell::plane(8, 3), Cell::plane(8, 4)].into_iter().collect();
    /// let drawn = Pattern::around(Lattice::square(), &far, &Shape::default())?;
    /// assert_eq!(drawn.to_string(), ".*\n**\n");
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn around(lattice: &Lattice, cells: &Shape, optional: &Shape) -> Result<Pattern, PatternError> {
        Pattern::around_marked(lattice, cells, optional, &[])
    }

    /// The least frame around some cells, with those that may stay empty marked, and with these marks,
    /// ascending, on cells that must be covered. They must be letters and digits.
    #[doc(hidden)]
    pub fn around_marked(
        lattice: &Lattice,
        cells: &Shape,
        optional: &Shape,
        marks: &[(Cell, char)],
    ) -> Result<Pattern, PatternError> {
        let is_drawn =
            |&&(cell, sign): &&(Cell, char)| sign.is_ascii_alphanumeric() && !optional.contains(cell);
        if let Some(&(cell, _)) = marks.iter().find(|mark| !is_drawn(mark)) {
            return Err(PatternError::NoMark(lattice.clone(), cell));
        }
        let sign =
            |cell: Cell| marks.binary_search_by_key(&cell, |&(marked, _)| marked).map(|at| marks[at].1);
        let positions: Shape = cells.cells().iter().map(|&cell| lattice.position(cell)).collect();
        let Some((low, high)) = positions.bounds() else {
            return Err(PatternError::EmptyFrame(Size { width: 0, height: 0, depth: 0 }));
        };
        let low = lattice.frame_corner(low);
        Pattern::from_condition(lattice, Size::up_to(high - low), |position| {
            match lattice.at(position + low) {
                cell if optional.contains(cell) => Mark::Optional,
                cell => sign(cell).map_or_else(|_| Mark::of(cells.contains(cell)), Mark::Named),
            }
        })
    }

    /// Its lattice.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The size of its frame.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The mark at a position. Outside the frame everything is off.
    pub fn mark(&self, position: Cell) -> Mark {
        self.index(position).map_or(Mark::Off, |index| self.marks[index])
    }

    fn index(&self, position: Cell) -> Option<usize> {
        let Size { width, height, .. } = self.size;
        self.size.contains(position).then(|| {
            let row = position.z as usize * height as usize + position.y as usize;
            row * width as usize + position.x as usize
        })
    }

    /// All positions of the frame, ascending.
    pub(super) fn positions(&self) -> impl Iterator<Item = Cell> + use<> {
        self.size.all()
    }

    /// The cells whose marks satisfy a condition.
    #[doc(hidden)]
    pub fn shape_where(&self, condition: impl Fn(Mark) -> bool) -> Shape {
        let positions = self.size.all().filter(|&position| condition(self.mark(position)));
        positions.map(|position| self.lattice.at(position)).collect()
    }

    /// The set of the cells that are on.
    pub fn shape(&self) -> Shape {
        self.shape_where(Mark::is_on)
    }

    /// The cells with a letter or a digit, in ascending order.
    pub fn named(&self) -> Vec<(Cell, char)> {
        let name = |position: Cell| match self.mark(position) {
            Mark::Named(name) => Some((self.lattice.at(position), name)),
            _ => None,
        };
        let mut named: Vec<(Cell, char)> = self.size.all().filter_map(name).collect();
        named.sort_unstable();
        named
    }

    /// This frame with only the cells whose marks satisfy a condition, as plain cells.
    #[must_use]
    pub fn only(&self, condition: impl Fn(Mark) -> bool) -> Pattern {
        let keep = |&mark: &Mark| Mark::of(condition(mark));
        self.with_marks(self.marks.iter().map(keep).collect())
    }

    /// This pattern with one cell on, or off.
    pub fn set(mut self, position: Cell, on: bool) -> Result<Pattern, PatternError> {
        let index = self.index(position).ok_or(PatternError::OutsideFrame(position, self.size))?;
        self.marks[index] = Mark::of(on);
        Ok(self)
    }

    /// The frame of this size whose bottom left position is `from` here; positions from outside are off.
    pub fn crop(&self, from: Cell, size: Size) -> Result<Pattern, PatternError> {
        self.check_step(from)?;
        let from = within_reach(from);
        let cropped = Pattern::from_condition(&self.lattice, size, |position| self.mark(position + from))?;
        Ok(cropped.with_words_of(self, |at| at - from))
    }

    /// The frame of this size with the same bottom left position.
    pub fn resize(&self, size: Size) -> Result<Pattern, PatternError> {
        self.crop(Cell::default(), size)
    }

    /// The cells moved within the frame; those that leave it are lost.
    pub fn shift(&self, step: Cell) -> Result<Pattern, PatternError> {
        self.check_step(step)?;
        let step = within_reach(step);
        let shifted = Pattern::with_size(&self.lattice, self.size, |position| self.mark(position - step));
        Ok(shifted.with_words_of(self, |at| at + step))
    }

    /// A step between positions must move cells to cells of the same kind, such as triangles that point up.
    fn check_step(&self, step: Cell) -> Result<(), PatternError> {
        // Not the step itself, because sums of great numbers overflow.
        let Cell { x, y, z } = step;
        let (columns, rows) = self.lattice.block();
        let near = Cell::space(x.rem_euclid(2 * columns as i32), y.rem_euclid(2 * rows as i32), z);
        if self.lattice.frame_corner(near) == near {
            Ok(())
        } else {
            Err(PatternError::NoTranslation(step, self.lattice.clone()))
        }
    }

    /// The two patterns combined position by position; their frames must have one size.
    pub fn combine(&self, operation: Operation, other: &Pattern) -> Result<Pattern, PatternError> {
        if self.lattice != other.lattice {
            return Err(PatternError::LatticesDiffer(self.lattice.clone(), other.lattice.clone()));
        }
        if self.size != other.size {
            return Err(PatternError::SizesDiffer(self.size, other.size));
        }
        let marks = self.marks.iter().zip(&other.marks).map(|(&left, &right)| operation.of(left, right));
        // Where both have words, those of the first stay.
        let words = Pattern { words: Words::new(), ..self.with_marks(marks.collect()) };
        Ok(words.with_words_of(other, |at| at).with_words_of(self, |at| at))
    }

    /// The frame and its cells, turned or mirrored. The new frame is the least one around the old.
    pub fn apply(&self, isometry: Isometry) -> Result<Pattern, PatternError> {
        let lattice = &self.lattice;
        if !lattice.isometries().contains(isometry) {
            return Err(PatternError::ForeignIsometry(lattice.clone()));
        }
        let moved = |position: Cell| lattice.position(isometry.apply(lattice.at(position)));
        let mut corners = self.size.all().map(moved);
        let first = corners.next().ok_or(PatternError::EmptyFrame(self.size))?;
        let (mut low, high) = corners.fold((first, first), |(low, high), position| {
            (low.min_corner(position), high.max_corner(position))
        });
        low = lattice.frame_corner(low);
        let turned = Pattern::from_condition(lattice, Size::up_to(high - low), |position| {
            self.mark(lattice.position(isometry.undo(lattice.at(position + low))))
        })?;
        Ok(turned.with_words_of(self, |at| moved(at) - low))
    }
}

/// A step that leads out of every frame if this one does, but is short enough that sums do not overflow.
fn within_reach(step: Cell) -> Cell {
    const FAR: i32 = 2 * MOST_CELLS as i32;
    let near = |length: i32| length.clamp(-FAR, FAR);
    Cell { z: near(step.z), y: near(step.y), x: near(step.x) }
}

/// The rows, the top one first, one on each line; layers with an empty line between them.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for z in 0..self.size.depth as i32 {
            if z > 0 {
                writeln!(f)?;
            }
            for row in self.drawn_rows(z) {
                writeln!(f, "{row}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(drawing: &str) -> Pattern {
        Pattern::from_drawing(drawing).unwrap()
    }

    fn drawn(pattern: &Pattern) -> String {
        pattern.to_string().trim_end().replace('\n', "/")
    }

    /// What the reference prints for each operator on one pattern, except `crop`, where it loses cells.
    #[test]
    fn operators_do_what_the_reference_does() {
        let a = pattern("*..*$.**.$*...");
        assert_eq!(drawn(&a.clone().set(Cell::plane(0, 0), false).unwrap()), "*..*/.**./....");
        assert_eq!(drawn(&a.shift(Cell::plane(1, 1)).unwrap()), "..**/.*../....");
        assert_eq!(drawn(&a.resize(Size::plane(6, 2)).unwrap()), ".**.../*.....");
        assert_eq!(drawn(&a.resize(Size::plane(2, 4)).unwrap()), "../*./.*/*.");
        assert_eq!(drawn(&a.crop(Cell::plane(1, 0), Size::plane(2, 2)).unwrap()), "**/..");
        for (isometry, expected) in [
            (Isometry::ROT90, "*../.*./.*./*.*"),
            (Isometry::ROT180, "...*/.**./*..*"),
            (Isometry::ROT270, "*.*/.*./.*./..*"),
            (Isometry::VERT_REFL, "*..*/.**./...*"),
            (Isometry::HORIZ_REFL, "*.../.**./*..*"),
            (Isometry::DIAG1_REFL, "..*/.*./.*./*.*"),
            (Isometry::DIAG2_REFL, "*.*/.*./.*./*.."),
        ] {
            assert_eq!(drawn(&a.apply(isometry).unwrap()), expected);
            assert_eq!(a.apply(isometry).unwrap().apply(isometry.inverse()).unwrap(), a);
        }
    }

    #[test]
    fn crops_away_from_the_origin_keep_their_cells() {
        let board = pattern("....$.**.$.**.");
        assert_eq!(drawn(&board.crop(Cell::plane(2, 0), Size::plane(3, 2)).unwrap()), "*../*..");
    }

    #[test]
    fn combinations_work_on_frames_that_are_not_square() {
        let (a, b) = (pattern("**.$..."), pattern(".**$..*"));
        for (operation, expected) in [
            (Operation::Union, "***/..*"),
            (Operation::Intersection, ".*./..."),
            (Operation::Difference, "*../..."),
            (Operation::Xor, "*.*/..*"),
        ] {
            assert_eq!(drawn(&a.combine(operation, &b).unwrap()), expected);
        }
        let error = a.combine(Operation::Union, &pattern("*")).unwrap_err();
        assert_eq!(error.to_string(), "the patterns have different sizes: 3x2 and 1x1");
    }

    #[test]
    fn impossible_frames_and_cells_are_refused() {
        let refused = |width, height| {
            Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap_err()
        };
        assert_eq!(refused(0, 3).to_string(), "a pattern of 0x3 has no cells");
        let huge = refused(u32::MAX, u32::MAX).to_string();
        assert_eq!(huge, "a pattern of 4294967295x4294967295 is too large: it may have 16777216 cells");
        let outside = pattern("**").set(Cell::plane(2, 0), true).unwrap_err();
        assert_eq!(outside.to_string(), "2x0 is outside a pattern of 2x1");
    }

    #[test]
    fn triangles_keep_pointing_where_they_point() {
        let strip = Pattern::drawn(Lattice::triangle(), "*..").unwrap();
        assert_eq!(drawn(&strip.shift(Cell::plane(2, 0)).unwrap()), "..*");
        assert_eq!(
            strip.shift(Cell::plane(1, 0)),
            Err(PatternError::NoTranslation(Cell::plane(1, 0), Lattice::triangle().clone()))
        );
        assert_eq!(
            strip.apply(Isometry::ROT90).unwrap_err().to_string(),
            "a pattern of triangles cannot be turned so"
        );
        // Half a turn turns a triangle that points up into one that points down, at an odd position.
        let turned = Pattern::drawn(Lattice::triangle(), "*").unwrap().apply(Isometry::ROT180).unwrap();
        assert_eq!(drawn(&turned), ".*");
    }

    #[test]
    fn turned_patterns_are_turned_shapes() {
        for (lattice, drawing) in [(Lattice::hexagon(), "**.$*.*"), (Lattice::triangle(), "*.**$.***")] {
            let pattern = Pattern::drawn(lattice, drawing).unwrap();
            for &isometry in lattice.isometries().elements() {
                let turned = pattern.apply(isometry).unwrap();
                let expected = pattern.shape().image(isometry, lattice);
                assert_eq!(turned.shape().at_origin(lattice), expected, "{lattice} {isometry:?}");
            }
        }
    }

    #[test]
    fn large_shifts_lead_out_of_the_frame() {
        let a = pattern("**$**");
        for step in [i32::MIN, i32::MIN + 1, -3, 3, i32::MAX] {
            assert_eq!(drawn(&a.shift(Cell::plane(step, step)).unwrap()), "../..");
            assert_eq!(drawn(&a.crop(Cell::plane(step, 0), a.size()).unwrap()), "../..");
        }
    }

    #[test]
    fn layers_make_a_solid() {
        let layers = [pattern("**$.."), pattern("*.$?.")];
        let solid = Pattern::from_layers(&layers).unwrap();
        assert_eq!((solid.size().to_string(), solid.shape().len()), ("2x2x2".into(), 4));
        assert_eq!(solid.to_string(), "**\n..\n\n*.\n?.\n");
        let error = Pattern::from_layers(&[pattern("*"), pattern("**")]).unwrap_err();
        assert_eq!(error.to_string(), "the patterns have different sizes: 1x1 and 2x1");
    }
}
