//! Pieces: what is placed on a board.

use super::labels::image;
use super::{Cell, Group, Isometry, LabelError, Labels, Lattice, Pattern, Shape};
use combien::problem::Decimal;

/// How often a piece is used: at least `lo` times, and at most `hi` times if there is a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quantity {
    /// The least number of times.
    pub lo: u32,
    /// The greatest number of times; `None` means no limit.
    pub hi: Option<u32>,
}

impl Quantity {
    /// Any number of times.
    pub const ANY: Quantity = Quantity { lo: 0, hi: None };
    /// Once, or not at all.
    pub const AT_MOST_ONE: Quantity = Quantity { lo: 0, hi: Some(1) };
    /// Once.
    pub const ONE: Quantity = Quantity { lo: 1, hi: Some(1) };
}

/// A piece: a shape, how often it is used, and how it may be turned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The color to draw it in, in CSS notation, if one was given.
    pub color: Option<String>,
    /// Its cells. Their position does not matter.
    pub shape: Shape,
    /// How often it is used.
    pub quantity: Quantity,
    /// The isometries that it may be placed with.
    pub isometries: Group,
    /// What each placement costs; 0 unless it is set.
    pub cost: Decimal,
    /// The marks of its cells and the colors of its sides.
    pub labels: Labels,
    /// The groups that its copies may be in when the pieces are taken apart, each with how many copies: pieces
    /// of one group may stay together. Covers do not depend on them.
    #[doc(hidden)]
    pub groups: Vec<(u32, u32)>,
}

impl Piece {
    /// A piece without a name.
    pub fn new(shape: Shape, quantity: Quantity, isometries: Group) -> Piece {
        let (cost, labels) = (Decimal::default(), Labels::default());
        Piece { name: None, color: None, shape, quantity, isometries, cost, labels, groups: vec![] }
    }

    /// This piece with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Piece {
        Piece { name: Some(name.into()), ..self }
    }

    /// This piece with a color.
    #[must_use]
    pub fn colored(self, color: impl Into<String>) -> Piece {
        Piece { color: Some(color.into()), ..self }
    }

    /// This piece with these marks on its cells, instead of those that it had. A marked cell covers only
    /// cells of the board with the same mark; a cell without a mark covers any.
    ///
    /// The tiling checks that the piece has these cells.
    #[must_use]
    pub fn marked(self, marks: impl IntoIterator<Item = (Cell, char)>) -> Piece {
        let labels = self.labels.with_marks(marks);
        Piece { labels, ..self }
    }

    /// This piece with a back that has other marks than its front. The pattern shows the piece turned over
    /// from left to right. Where a reflection places the piece, these marks are seen. Without a back, a
    /// reflection shows the mirror image of the marks of the front.
    pub fn backed(self, back: &Pattern) -> Result<Piece, LabelError> {
        let labels = self.labels.with_back(&self.shape, back)?;
        Ok(Piece { labels, ..self })
    }

    /// This piece without a back of its own: a reflection shows the mirror image of its front.
    #[must_use]
    pub fn unbacked(self) -> Piece {
        let labels = self.labels.without_back();
        Piece { labels, ..self }
    }

    /// This piece with colors on its sides, instead of those that it had: one character for each side, or one
    /// for all. `.` is a side without a color. Where two pieces meet, their colors must [fit](super::Fits).
    ///
    /// The sides come in the order of [`Labels::sides_of`]: counter-clockwise from the lower left corner, so
    /// that those of a square are the lower, the right, the upper and the left one.
    ///
    /// ```
    /// use combien::solve;
    /// use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
    ///
    /// let all = Lattice::square().isometries();
    /// let tile = Piece::new(Pattern::from_drawing("*")?.shape(), Quantity::ANY, all).with_sides("abab", Lattice::square())?;
    /// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("**")?), vec![tile])?;
    /// assert_eq!(solve::count(&tiling.encode()?.problem)?.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_sides(self, colors: &str, lattice: &Lattice) -> Result<Piece, LabelError> {
        let labels = self.labels.with_sides(&self.shape, colors, lattice)?;
        Ok(Piece { labels, ..self })
    }

    /// Its different orientations, each at the origin with an isometry that gives it. The drawn orientation
    /// comes first. Orientations of one shape differ in their [labels](Piece::image).
    pub fn orientations(&self, lattice: &Lattice) -> Vec<(Isometry, Shape)> {
        if self.labels.is_empty() {
            return self.isometries.orbit(&self.shape, lattice);
        }
        let identity_first = std::iter::once(Isometry::IDENTITY).chain(self.isometries.elements().to_vec());
        let mut images: Vec<(Isometry, (Shape, Labels))> = vec![];
        for isometry in identity_first {
            let image = self.image(isometry, lattice);
            if images.iter().all(|(_, earlier)| *earlier != image) {
                images.push((isometry, image));
            }
        }
        images.into_iter().map(|(isometry, (shape, _))| (isometry, shape)).collect()
    }

    /// The isometries of the lattice that map it to itself, with its marks and colors, up to a shift.
    pub fn stabilizer(&self, lattice: &Lattice) -> Group {
        let of_shape = lattice.isometries().stabilizer(&self.shape, lattice);
        let (shape, labels) = self.image(Isometry::IDENTITY, lattice);
        of_shape.subgroup_where(|isometry| image(&shape, &labels, isometry, lattice).1 == labels)
    }

    /// Its shape and the labels that are seen, under an isometry, at the origin. A reflection shows the
    /// [back](Piece::backed), if it has one.
    pub fn image(&self, isometry: Isometry, lattice: &Lattice) -> (Shape, Labels) {
        self.labels.shown(&self.shape, isometry, lattice)
    }
}
