//! Patterns: cells on or off in a rectangular frame, and the operations of the tiling language on them.

use std::error::Error;
use std::fmt;

use super::{Cell, Isometry, Shape};

/// The most cells that a pattern's frame may have.
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
    /// A frame of the plane.
    pub const fn plane(width: u32, height: u32) -> Size {
        Size { width, height, depth: 1 }
    }

    /// How many cells it has.
    pub fn cells(self) -> u64 {
        // Three numbers of 32 bits do not overflow 96, and only the comparison with the limit matters.
        let cells = u128::from(self.width) * u128::from(self.height) * u128::from(self.depth);
        u64::try_from(cells).unwrap_or(u64::MAX)
    }

    /// Is the cell within the frame?
    pub fn contains(self, cell: Cell) -> bool {
        let within = |coordinate: i32, length: u32| u32::try_from(coordinate).is_ok_and(|c| c < length);
        within(cell.x, self.width) && within(cell.y, self.height) && within(cell.z, self.depth)
    }

    /// All cells of the frame, ascending.
    fn all(self) -> impl Iterator<Item = Cell> {
        let Size { width, height, depth } = self;
        let plane = move |z| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y, z)));
        (0..depth).flat_map(plane).map(|(x, y, z)| Cell::space(x as i32, y as i32, z as i32))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.depth == 1 { Ok(()) } else { write!(f, "x{}", self.depth) }
    }
}

/// What an operation on patterns refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// A frame without cells.
    EmptyFrame(Size),
    /// A frame of more than [`MOST_CELLS`] cells.
    TooLarge(Size),
    /// Two frames that should have one size.
    SizesDiffer(Size, Size),
    /// A cell that the frame does not have.
    OutsideFrame(Cell, Size),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::EmptyFrame(size) => write!(f, "a pattern of {size} has no cells"),
            PatternError::TooLarge(size) => {
                write!(f, "a pattern of {size} is too large: it may have {MOST_CELLS} cells")
            }
            PatternError::SizesDiffer(left, right) => {
                write!(f, "the patterns have different sizes: {left} and {right}")
            }
            PatternError::OutsideFrame(cell, size) => {
                write!(f, "{}x{} is outside a pattern of {size}", cell.x, cell.y)
            }
        }
    }
}

impl Error for PatternError {}

/// The four ways to combine two patterns of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// On where either is on.
    Union,
    /// On where both are on.
    Intersection,
    /// On where the first is on and the second off.
    Difference,
    /// On where just one is on.
    Xor,
}

impl Operation {
    fn of(self, left: bool, right: bool) -> bool {
        match self {
            Operation::Union => left || right,
            Operation::Intersection => left && right,
            Operation::Difference => left && !right,
            Operation::Xor => left != right,
        }
    }
}

/// Cells on or off in a frame; (0, 0) is its bottom left cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    size: Size,
    /// By z, then y, then x.
    cells: Vec<bool>,
}

impl Pattern {
    /// A frame whose cells are all on, or all off.
    pub fn constant(size: Size, on: bool) -> Result<Pattern, PatternError> {
        Pattern::from_condition(size, |_| on)
    }

    /// The frame of this size whose cells satisfy a condition.
    fn from_condition(size: Size, on: impl Fn(Cell) -> bool) -> Result<Pattern, PatternError> {
        match size.cells() {
            0 => Err(PatternError::EmptyFrame(size)),
            cells if cells > MOST_CELLS => Err(PatternError::TooLarge(size)),
            _ => Ok(Pattern::with_size(size, on)),
        }
    }

    /// The same for a size that is known to be within the limit.
    fn with_size(size: Size, on: impl Fn(Cell) -> bool) -> Pattern {
        Pattern { size, cells: size.all().map(on).collect() }
    }

    /// A pattern of the plane from its rows, the top row first; short rows are off at their end.
    pub fn from_rows<R: AsRef<[bool]>>(rows: &[R]) -> Result<Pattern, PatternError> {
        let width = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
        let from_top = |y: i32| &rows[rows.len() - 1 - y as usize];
        Pattern::from_condition(Size::plane(width as u32, rows.len() as u32), |cell| {
            from_top(cell.y).as_ref().get(cell.x as usize) == Some(&true)
        })
    }

    /// A pattern of the plane from a drawing: `*` is on, anything else off, `$` or a newline ends a row.
    ///
    /// ```
    /// # use combien::tiling::{Pattern, PatternError, Size};
    /// let t = Pattern::from_drawing("***$.*.")?;
    /// assert_eq!((t.size(), t.shape().len()), (Size::plane(3, 2), 4));
    /// assert_eq!(t.to_string(), "***\n.*.\n");
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn from_drawing(drawing: &str) -> Result<Pattern, PatternError> {
        let rows = drawing.split(['$', '\n']).filter(|row| !row.is_empty());
        let rows: Vec<Vec<bool>> = rows.map(|row| row.chars().map(|c| c == '*').collect()).collect();
        Pattern::from_rows(&rows)
    }

    /// The size of its frame.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Is the cell on? Cells outside the frame are off.
    pub fn is_on(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.cells[index])
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let Size { width, height, .. } = self.size;
        let row = cell.z as usize * height as usize + cell.y as usize;
        self.size.contains(cell).then(|| row * width as usize + cell.x as usize)
    }

    /// The set of the cells that are on.
    pub fn shape(&self) -> Shape {
        self.size.all().filter(|&cell| self.is_on(cell)).collect()
    }

    /// The same with one cell on, or off.
    pub fn set(mut self, cell: Cell, on: bool) -> Result<Pattern, PatternError> {
        let index = self.index(cell).ok_or(PatternError::OutsideFrame(cell, self.size))?;
        self.cells[index] = on;
        Ok(self)
    }

    /// The frame of this size whose bottom left cell is `from` here; cells from outside are off.
    pub fn crop(&self, from: Cell, size: Size) -> Result<Pattern, PatternError> {
        Pattern::from_condition(size, |cell| self.is_on(cell + from))
    }

    /// The frame of this size with the same bottom left cell.
    pub fn resize(&self, size: Size) -> Result<Pattern, PatternError> {
        self.crop(Cell::default(), size)
    }

    /// The cells moved within the frame; those that leave it are lost.
    #[must_use]
    pub fn shift(&self, step: Cell) -> Pattern {
        Pattern::with_size(self.size, |cell| self.is_on(cell - step))
    }

    /// The two patterns combined cell by cell; their frames must have one size.
    pub fn combine(&self, operation: Operation, other: &Pattern) -> Result<Pattern, PatternError> {
        if self.size != other.size {
            return Err(PatternError::SizesDiffer(self.size, other.size));
        }
        let cells = self.cells.iter().zip(&other.cells).map(|(&left, &right)| operation.of(left, right));
        Ok(Pattern { size: self.size, cells: cells.collect() })
    }

    /// The frame and its cells, turned or mirrored.
    #[must_use]
    pub fn apply(&self, isometry: Isometry) -> Pattern {
        let Size { width, height, depth } = self.size;
        let far = Cell::space(width as i32 - 1, height as i32 - 1, depth as i32 - 1);
        let (low, high) = (Cell::default(), isometry.apply(far));
        let (low, high) = (low.min_corner(high), low.max_corner(high));
        let length = |low: i32, high: i32| (high - low + 1) as u32;
        let size = Size {
            width: length(low.x, high.x),
            height: length(low.y, high.y),
            depth: length(low.z, high.z),
        };
        let back = isometry.inverse();
        Pattern::with_size(size, |cell| self.is_on(back.apply(cell + low)))
    }
}

/// The rows, the top one first, a line each; layers with an empty line between.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { width, height, .. } = self.size;
        for (z, layer) in self.cells.chunks(width as usize * height as usize).enumerate() {
            if z > 0 {
                writeln!(f)?;
            }
            for row in layer.chunks(width as usize).rev() {
                let row: String = row.iter().map(|&on| if on { '*' } else { '.' }).collect();
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
        assert_eq!(drawn(&a.shift(Cell::plane(1, 1))), "..**/.*../....");
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
            assert_eq!(drawn(&a.apply(isometry)), expected);
            assert_eq!(a.apply(isometry).apply(isometry.inverse()), a);
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
        let refused = |width, height| Pattern::constant(Size::plane(width, height), true).unwrap_err();
        assert_eq!(refused(0, 3).to_string(), "a pattern of 0x3 has no cells");
        let huge = refused(u32::MAX, u32::MAX).to_string();
        assert_eq!(huge, "a pattern of 4294967295x4294967295 is too large: it may have 16777216 cells");
        let outside = pattern("**").set(Cell::plane(2, 0), true).unwrap_err();
        assert_eq!(outside.to_string(), "2x0 is outside a pattern of 2x1");
    }
}
