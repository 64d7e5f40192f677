//! Labels: marks on cells, and colors on sides.
//!
//! A cell of a piece that has a mark covers only cells of the board with the same mark: so a piece of a
//! chessboard that was cut keeps its dark and its light cells. Where colored sides of two pieces meet, the
//! colors must fit: these are the edge-matching puzzles of MacMahon (*New Mathematical Pastimes*, 1921).

use super::{Cell, Isometry, Lattice, Pattern, Shape};

/// A mark of a cell, or a color of one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Label {
    /// The cell of the piece.
    pub cell: Cell,
    /// The step to the cell across the side; zero for the mark of the cell itself.
    pub towards: Cell,
    /// The mark or the color.
    pub sign: char,
}

impl Label {
    /// Is it a color of a side?
    pub fn is_color(&self) -> bool {
        self.towards != Cell::default()
    }
}

/// The marks of a piece's cells and the colors of its sides; perhaps other marks on its back.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Labels {
    front: Vec<Label>,
    /// The marks that are seen if the piece is turned over from left to right; their cells are those of its
    /// image at the origin. `None` if the marks of the front are seen through the piece.
    back: Option<Vec<Label>>,
}

/// Pairs of colors that fit each other, and not themselves: a knob and a hole.
const MATES: [(char, char); 6] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('/', '\\'), ('+', '-')];

/// The color that fits this one where two sides meet. Each fits itself, except those of the pairs `()`, `[]`,
/// `{}`, `<>`, `/\` and `+-`, which fit each other. A board may have [another rule](super::Fits).
///
/// ```
/// use combien_tiling::fitting;
///
/// assert_eq!([fitting('r'), fitting('('), fitting('-')], ['r', ')', '+']);
/// ```
#[doc(hidden)]
pub fn fitting(color: char) -> char {
    let mate = |&(one, other): &(char, char)| match color {
        color if color == one => Some(other),
        color if color == other => Some(one),
        _ => None,
    };
    MATES.iter().find_map(mate).unwrap_or(color)
}

/// Why the sides of a piece cannot have these colors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelError {
    /// Neither one color nor one for each side.
    Count {
        /// How many colors.
        colors: usize,
        /// How many sides.
        sides: usize,
    },
    /// A border with neither one color for each side nor one for each straight part.
    Border {
        /// How many colors.
        colors: usize,
        /// How many sides of cells.
        sides: usize,
        /// How many straight parts.
        parts: usize,
    },
    /// A border with words that are not as many as its straight parts.
    Words {
        /// How many words.
        words: usize,
        /// How many straight parts.
        parts: usize,
    },
    /// A word of a border with neither one color nor one for each side of its straight part.
    Word {
        /// Which word, from 1.
        number: usize,
        /// How many colors it has.
        colors: usize,
        /// How many sides the straight part has.
        sides: usize,
    },
    /// A character that is no color, because it cannot be seen.
    Invisible(char),
    /// A back whose cells are not those of the piece turned over from left to right.
    Back,
    /// A back of a piece in space.
    Solid,
    /// Colors of sides on a grid whose cells have none.
    NoSides(Lattice),
}

combien::errors!(LabelError {
    Count { colors, sides } =>
        "the piece has {sides} sides, and there are {colors} colors: one for each side or one for all";
    Border { colors, sides, parts } =>
        "the border has {parts} straight parts of {sides} sides, and there are {colors} colors: one for each part, \
         one for each side, or one for all";
    Words { words, parts } => "the border has {parts} straight parts, and there are {words} words: one for each part";
    Word { number, colors, sides } =>
        "word {number} of the border has {colors} colors, and that straight part has {sides} sides: one for each side or \
         one for all";
    Back => "the back has other cells than the piece that is turned over from left to right";
    Solid => "a piece in space has no back";
    NoSides(lattice) => "{lattice}s have no sides with colors";
    Invisible(sign) => "a color is a character that can be seen, unlike {sign:?}";
});

/// A side without a color.
const UNCOLORED: char = '.';

/// Returns the color of a character; `None` is a side without a color.
pub(super) fn color_of(sign: char) -> Result<Option<char>, LabelError> {
    if sign.is_whitespace() || sign.is_control() {
        return Err(LabelError::Invisible(sign));
    }
    Ok(Some(sign).filter(|&sign| sign != UNCOLORED))
}

/// Returns the color that a text of one character is; `None` if there are more or fewer, or if it is `.` or
/// cannot be seen.
///
/// ```
/// use combien_tiling::side_color;
///
/// assert_eq!(["r", "rg", "", ".", " "].map(side_color), [Some('r'), None, None, None, None]);
/// ```
#[doc(hidden)]
pub fn side_color(text: &str) -> Option<char> {
    let mut signs = text.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) => color_of(sign).ok().flatten(),
        _ => None,
    }
}

impl Labels {
    /// All labels of the front, in ascending order.
    pub(crate) fn all(&self) -> &[Label] {
        &self.front
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.front.is_empty() && self.back.is_none()
    }

    /// The colors of sides.
    pub fn colors(&self) -> impl Iterator<Item = Label> {
        self.front.iter().copied().filter(Label::is_color)
    }

    /// The marks of cells.
    pub fn marks(&self) -> impl Iterator<Item = (Cell, char)> {
        self.front.iter().filter(|label| !label.is_color()).map(|label| (label.cell, label.sign))
    }

    /// The marks that are seen if the piece is turned over from left to right, on the cells of its image [at
    /// the origin](Shape::at_origin); `None` if those of the front are seen through it.
    pub fn back(&self) -> Option<Vec<(Cell, char)>> {
        self.back.as_ref().map(|back| back.iter().map(|label| (label.cell, label.sign)).collect())
    }

    /// The sides of a shape, each as a cell and the step to the cell across.
    ///
    /// In the plane they come counter-clockwise around the outline, from the lower left corner of the
    /// leftmost cell of the lowest row. Outlines of holes and of further parts follow; each begins at its
    /// first side in the order of the cells. In space they come cell by cell: right, back, top, left,
    /// front, bottom.
    pub fn sides_of(shape: &Shape, lattice: &Lattice) -> Vec<(Cell, Cell)> {
        let sides = |&cell: &Cell| {
            let across = lattice.sides(cell).into_iter();
            across.filter(|&other| !shape.contains(other)).map(move |other| (cell, other - cell))
        };
        let unordered: Vec<(Cell, Cell)> = shape.cells().iter().flat_map(sides).collect();
        if !lattice.is_tiled() {
            return unordered;
        }
        let mut ordered: Vec<(Cell, Cell)> = vec![];
        let mut walked = std::collections::HashSet::new();
        for start in unordered {
            let mut side = start;
            while walked.insert(side) {
                ordered.push(side);
                side = next_side(shape, lattice, side);
            }
        }
        ordered
    }

    /// The colors of the sides of a shape, in the order of [`Labels::sides_of`]; `None` if no side has one.
    pub fn colors_of(&self, shape: &Shape, lattice: &Lattice) -> Option<String> {
        self.colors().next()?;
        let color = |(cell, towards): (Cell, Cell)| {
            let at = self.front.binary_search_by_key(&(cell, towards), |label| (label.cell, label.towards));
            at.map_or(UNCOLORED, |at| self.front[at].sign)
        };
        Some(Labels::sides_of(shape, lattice).into_iter().map(color).collect())
    }

    pub(super) fn with_marks(&self, marks: impl IntoIterator<Item = (Cell, char)>) -> Labels {
        let marks = marks.into_iter().map(|(cell, sign)| Label { cell, towards: Cell::default(), sign });
        Labels { back: self.back.clone(), ..Labels::of(self.colors().chain(marks).collect()) }
    }

    /// These labels with the marks of a pattern on the back, which must have the cells of the shape turned
    /// over from left to right.
    pub(super) fn with_back(&self, shape: &Shape, back: &Pattern) -> Result<Labels, LabelError> {
        let lattice = back.lattice();
        let over = turning_over(lattice).ok_or(LabelError::Solid)?;
        let drawn = back.shape();
        if drawn.at_origin(lattice) != shape.image(over, lattice) {
            return Err(LabelError::Back);
        }
        let marks = Labels::default().with_marks(back.named());
        let (_, marks) = image(&drawn, &marks, Isometry::IDENTITY, lattice);
        Ok(Labels { back: Some(marks.front), ..self.clone() })
    }

    pub(super) fn without_back(self) -> Labels {
        Labels { back: None, ..self }
    }

    /// The labels that a piece of this shape shows under an isometry, and its image, at the origin.
    pub(super) fn shown(&self, shape: &Shape, isometry: Isometry, lattice: &Lattice) -> (Shape, Labels) {
        let (turned, mut labels) = image(shape, self, isometry, lattice);
        if let (Some(back), Some(over), false) = (&self.back, turning_over(lattice), isometry.is_rotation()) {
            let back = Labels { front: back.clone(), back: None };
            // First it is turned over, then turned.
            let (_, marks) = image(&shape.image(over, lattice), &back, over.then(isometry), lattice);
            labels = labels.with_marks(marks.marks());
        }
        (turned, labels)
    }

    pub(super) fn with_sides(
        &self,
        shape: &Shape,
        colors: &str,
        lattice: &Lattice,
    ) -> Result<Labels, LabelError> {
        let sides = Labels::sides_of(shape, lattice);
        let colors: Vec<Option<char>> = colors.chars().map(color_of).collect::<Result<_, _>>()?;
        let is_colored = colors.iter().any(Option::is_some);
        if is_colored && (lattice.is_of_lines() || lattice == Lattice::sphere()) {
            return Err(LabelError::NoSides(lattice.clone()));
        }
        if colors.len() != 1 && colors.len() != sides.len() {
            return Err(LabelError::Count { colors: colors.len(), sides: sides.len() });
        }
        let label = |((cell, towards), color): ((Cell, Cell), Option<char>)| {
            color.map(|sign| Label { cell, towards, sign })
        };
        let colored = sides.into_iter().zip(colors.into_iter().cycle()).filter_map(label);
        let marks = self.front.iter().copied().filter(|label| !label.is_color());
        Ok(Labels { back: self.back.clone(), ..Labels::of(marks.chain(colored).collect()) })
    }

    fn of(mut front: Vec<Label>) -> Labels {
        front.sort_unstable();
        front.dedup();
        Labels { front, back: None }
    }

    /// The labels of the front after an isometry and a shift.
    fn moved(&self, isometry: Isometry, shift: Cell) -> Labels {
        let moved = |&Label { cell, towards, sign }: &Label| Label {
            cell: isometry.apply(cell) + shift,
            towards: isometry.turn(towards),
            sign,
        };
        Labels::of(self.front.iter().map(moved).collect())
    }

    /// Does the shape have these cells and sides, each with one label, and does the back have its cells?
    pub(super) fn suit(&self, shape: &Shape, lattice: &Lattice) -> bool {
        let is_there = |label: &Label| {
            let across = label.cell + label.towards;
            shape.contains(label.cell)
                && (!label.is_color()
                    || !shape.contains(across) && lattice.neighbours(label.cell).contains(&across))
        };
        let is_once = |pair: &[Label]| (pair[0].cell, pair[0].towards) != (pair[1].cell, pair[1].towards);
        let is_once_each = |labels: &[Label]| labels.windows(2).all(is_once);
        let suits = |back: &Vec<Label>| {
            turning_over(lattice).is_some_and(|over| {
                let behind = shape.image(over, lattice);
                back.iter().all(|label| behind.contains(label.cell)) && is_once_each(back)
            })
        };
        self.front.iter().all(is_there) && is_once_each(&self.front) && self.back.as_ref().is_none_or(suits)
    }
}

/// The isometry that turns a piece of the plane over, from left to right.
fn turning_over(lattice: &Lattice) -> Option<Isometry> {
    lattice.isometry_by_name("VertRefl").filter(|_| lattice.dimension() == 2)
}

/// A shape and the labels of its front under an isometry, at the origin.
pub(super) fn image(
    shape: &Shape,
    labels: &Labels,
    isometry: Isometry,
    lattice: &Lattice,
) -> (Shape, Labels) {
    let image = shape.image(isometry, lattice);
    if labels.front.is_empty() {
        return (image, Labels::default());
    }
    let turned = shape.cells().iter().map(|&cell| isometry.apply(cell)).min();
    let shift = image.cells().first().zip(turned).map(|(&to, from)| to - from);
    let labels = labels.moved(isometry, shift.unwrap_or_default());
    (image, labels)
}

/// The side after this one, counter-clockwise around the shape.
fn next_side(shape: &Shape, lattice: &Lattice, (mut cell, towards): (Cell, Cell)) -> (Cell, Cell) {
    let mut sides = lattice.sides(cell);
    let mut at = sides.iter().position(|&across| across == cell + towards).unwrap_or_default();
    loop {
        at = (at + 1) % sides.len();
        let across = sides[at];
        if !shape.contains(across) {
            return (cell, across - cell);
        }
        // The same side, seen from the other cell, ends where this one begins.
        sides = lattice.sides(across);
        at = sides.iter().position(|&back| back == cell).unwrap_or_default();
        cell = across;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Group, Mark, Piece, Quantity, Tiling, TilingError};

    fn steps(lattice: &Lattice, drawing: &str) -> Vec<(Cell, Cell)> {
        let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
        Labels::sides_of(&shape, lattice)
    }

    #[test]
    fn sides_of_squares_go_around() {
        let (right, up, left, down) =
            (Cell::plane(1, 0), Cell::plane(0, 1), Cell::plane(-1, 0), Cell::plane(0, -1));
        let one = steps(Lattice::square(), "*");
        assert_eq!(one.iter().map(|&(_, towards)| towards).collect::<Vec<_>>(), [down, right, up, left]);
        let l = steps(Lattice::square(), "*.$**");
        assert_eq!(
            l.iter().map(|&(_, towards)| towards).collect::<Vec<_>>(),
            [down, down, right, up, right, up, left, left]
        );
    }

    /// Each side once, and one after the other they share a corner, on all lattices of the plane; a hole
    /// comes last.
    #[test]
    fn sides_form_closed_walks() {
        for (lattice, drawing, walks) in [
            (Lattice::square(), "***$*.*$***", 2),
            (Lattice::square(), "*.$.*", 2),
            (Lattice::hexagon(), "**.$*.*$.**", 2),
            (Lattice::triangle(), "*****", 1),
            (Lattice::triangle(), "*", 1),
        ] {
            let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
            let sides = Labels::sides_of(&shape, lattice);
            let outer = |&cell: &Cell| {
                lattice.neighbours(cell).into_iter().filter(|&other| !shape.contains(other)).count()
            };
            assert_eq!(sides.len(), shape.cells().iter().map(outer).sum::<usize>(), "{drawing}");
            let ends = |(cell, towards): (Cell, Cell)| {
                let corners = lattice.corners(cell);
                let at = lattice.sides(cell).iter().position(|&across| across == cell + towards).unwrap();
                (corners[at], corners[(at + 1) % corners.len()])
            };
            let breaks = sides.windows(2).filter(|pair| ends(pair[0]).1 != ends(pair[1]).0).count();
            assert_eq!(breaks + 1, walks, "{drawing}");
        }
    }

    /// Labels that were made for another shape or another grid are refused where they are used.
    #[test]
    fn foreign_labels_are_refused() {
        let shape = |drawing| Pattern::from_drawing(drawing).unwrap().shape();
        let piece = || Piece::new(shape("**"), Quantity::ONE, Lattice::square().isometries());
        let refused = |lattice, piece: Piece| {
            let tiling = Tiling::new(Board::new(lattice, shape("**")).unwrap(), vec![piece]);
            tiling.is_err_and(|error| error == TilingError::ForeignLabel(0))
        };
        let beside = piece().marked([(Cell::plane(5, 0), 'a')]);
        let twice = piece().marked([(Cell::plane(0, 0), 'a'), (Cell::plane(0, 0), 'b')]);
        let inner = piece().with_sides("a", Lattice::square()).unwrap();
        let inner = Piece { shape: shape("***"), ..inner };
        let backed = piece()
            .backed(&Pattern::from_rows(Lattice::square(), &[[Mark::Named('a'); 2]]).unwrap())
            .unwrap();
        let longer = Piece { shape: shape("*"), ..backed.clone() };
        let solid = Piece { isometries: Group::trivial(), ..backed.clone() };
        assert!(!refused(Lattice::square(), piece()) && !refused(Lattice::square(), backed));
        for piece in [beside, twice, inner, longer] {
            assert!(refused(Lattice::square(), piece.clone()), "{piece:?}");
        }
        assert!(refused(Lattice::cube(), solid));
    }

    #[test]
    fn colors_are_read_and_written() {
        let lattice = Lattice::square();
        let shape = Pattern::from_drawing("**").unwrap().shape();
        let read = |colors: &str| Labels::default().with_sides(&shape, colors, lattice);
        let written = |colors: &str| read(colors).unwrap().colors_of(&shape, lattice);
        assert_eq!(written("ab.cde").as_deref(), Some("ab.cde"));
        assert_eq!(written("x").as_deref(), Some("xxxxxx"));
        assert_eq!(written("......"), None);
        assert_eq!(read("abc"), Err(LabelError::Count { colors: 3, sides: 6 }));
        assert_eq!(read(""), Err(LabelError::Count { colors: 0, sides: 6 }));
        assert_eq!(read("ab cde"), Err(LabelError::Invisible(' ')));
        let stick = Labels::default().with_sides(&shape, "a", Lattice::stick());
        assert_eq!(stick, Err(LabelError::NoSides(Lattice::stick().clone())));
    }
}
