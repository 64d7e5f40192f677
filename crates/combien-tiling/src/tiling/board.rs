//! Boards: the cells to cover, the cells that may stay empty, and how the board closes on itself.

use super::{Cell, Fits, LabelError, Labels, Lattice, Pattern, Shape, TilingError, Words, Wrap};

/// What is to be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    cells: Shape,
    /// Some of the cells.
    optional: Shape,
    wrap: Wrap,
    /// The cells with a mark, ascending.
    marks: Vec<(Cell, char)>,
    border: Option<char>,
    /// The colors of single sides of the border.
    edges: Labels,
    fits: Fits,
    /// Also on cells beside the board: its windows.
    words: Words,
}

impl Board {
    /// A board whose cells must all be covered. They must belong to the lattice.
    pub fn new(lattice: &Lattice, cells: Shape) -> Result<Board, TilingError> {
        match cells.cells().iter().find(|&&cell| !lattice.has(cell)) {
            Some(&cell) => Err(TilingError::ForeignCell(cell)),
            None => Ok(Board {
                lattice: lattice.clone(),
                cells,
                optional: Shape::default(),
                wrap: Wrap::NONE,
                marks: vec![],
                border: None,
                edges: Labels::default(),
                fits: Fits::default(),
                words: Words::new(),
            }),
        }
    }

    /// The cells of a pattern, with the letters and digits in it as [marks](Board::marked); those marked as
    /// optional may stay empty.
    pub fn of(pattern: &Pattern) -> Board {
        Board {
            lattice: pattern.lattice().clone(),
            cells: pattern.shape(),
            optional: pattern.shape_where(|mark| mark == super::Mark::Optional),
            wrap: Wrap::NONE,
            marks: pattern.named(),
            border: None,
            edges: Labels::default(),
            fits: Fits::default(),
            words: pattern.words(),
        }
    }

    /// This board, all of whose cells may stay empty.
    #[must_use]
    pub fn with_gaps(self) -> Board {
        Board { optional: self.cells.clone(), ..self }
    }

    /// This board, where exactly these cells may stay empty.
    pub fn with_optional(self, optional: Shape) -> Result<Board, TilingError> {
        match optional.cells().iter().find(|&&cell| !self.cells.contains(cell)) {
            Some(&cell) => Err(TilingError::BesideBoard(self.lattice, cell)),
            None => Ok(Board { optional, ..self }),
        }
    }

    /// This board with these marks on its cells, instead of those that it had. They matter to pieces with
    /// [marks](super::Piece::marked).
    pub fn marked(self, marks: impl IntoIterator<Item = (Cell, char)>) -> Result<Board, TilingError> {
        let mut marks: Vec<(Cell, char)> = marks.into_iter().collect();
        marks.sort_unstable();
        marks.dedup_by_key(|&mut (cell, _)| cell);
        match marks.iter().find(|&&(cell, _)| !self.cells.contains(cell)) {
            Some(&(cell, _)) => Err(TilingError::MarkBesideBoard(self.lattice, cell)),
            None => Ok(Board { marks, ..self }),
        }
    }

    /// This board with a colored border: a colored side of a piece lies on it only if the colors [fit](Fits).
    /// `None` fits any color.
    #[must_use]
    pub fn bordered(self, border: Option<char>) -> Board {
        Board { border, ..self }
    }

    /// This board with colors on its border, `.` for none: one for each straight part of the outlines of its
    /// cells, or one for each side of a cell, in the order of the sides of a [piece](super::Piece::with_sides).
    /// If there are spaces, each word is a straight part: one color for all of it, or one for each of its sides.
    pub fn edged(self, colors: &str) -> Result<Board, LabelError> {
        let sides = Labels::sides_of(&self.cells, &self.lattice);
        let parts: Vec<usize> = sides.chunk_by(|one, next| one.1 == next.1).map(<[_]>::len).collect();
        let mut words: Vec<String> = colors.split_whitespace().map(str::to_owned).collect();
        if let [signs] = words.as_slice() {
            let count = signs.chars().count();
            if count == sides.len() {
                let edges = Labels::default().with_sides(&self.cells, signs, &self.lattice)?;
                return Ok(Board { edges, ..self });
            }
            if count != parts.len() {
                return Err(LabelError::Border { colors: count, sides: sides.len(), parts: parts.len() });
            }
            words = signs.chars().map(String::from).collect();
        }
        if words.len() != parts.len() {
            return Err(LabelError::Words { words: words.len(), parts: parts.len() });
        }
        let mut each = String::new();
        for (number, (word, &sides)) in (1..).zip(words.iter().zip(&parts)) {
            match word.chars().count() {
                1 => each.extend(word.chars().cycle().take(sides)),
                colors if colors == sides => each += word,
                colors => return Err(LabelError::Word { number, colors, sides }),
            }
        }
        let edges = Labels::default().with_sides(&self.cells, &each, &self.lattice)?;
        Ok(Board { edges, ..self })
    }

    /// This board with this rule of which colors of sides fit each other, and fit the border.
    #[must_use]
    pub fn fitted(self, fits: Fits) -> Board {
        Board { fits, ..self }
    }

    /// This board, closed on itself. No two of its cells may become one, and none may be turned about itself.
    pub fn wrapped(self, wrap: Wrap) -> Result<Board, TilingError> {
        let same = |&cell: &Cell| wrap.turns().map(move |turn| (turn.apply(cell), cell));
        let all = self.cells.cells().iter().flat_map(same);
        let mut representatives: Vec<(Cell, Cell)> =
            all.map(|(image, cell)| (wrap.nearest(image), cell)).collect();
        representatives.sort_unstable();
        match representatives.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(TilingError::SameCell(self.lattice, pair[0].1, pair[1].1)),
            None => Ok(Board { wrap, ..self }),
        }
    }

    /// This board with these words, and no others. Cells with a word that are not to be covered are
    /// [windows](Board::windows).
    #[must_use]
    #[doc(hidden)]
    pub fn with_words(self, words: Words) -> Board {
        Board { words, ..self }
    }

    /// This board without some cells. Those with a word become windows.
    #[must_use]
    #[doc(hidden)]
    pub fn without(self, cells: &[Cell]) -> Board {
        let kept = |shape: &Shape| {
            shape.cells().iter().copied().filter(|cell| !cells.contains(cell)).collect::<Shape>()
        };
        let (cells, optional) = (kept(&self.cells), kept(&self.optional));
        let marks = self.marks.iter().copied().filter(|&(cell, _)| cells.contains(cell)).collect();
        Board { cells, optional, marks, ..self }
    }

    /// The words on its cells and in its windows. They are shown where no piece lies.
    #[doc(hidden)]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The lattice of its cells.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// All cells, including those that may stay empty.
    pub fn cells(&self) -> &Shape {
        &self.cells
    }

    /// The cells that may stay empty.
    pub fn optional(&self) -> &Shape {
        &self.optional
    }

    /// How it closes on itself.
    pub fn wrap(&self) -> &Wrap {
        &self.wrap
    }

    /// The cells with a mark, in ascending order.
    pub fn marks(&self) -> &[(Cell, char)] {
        &self.marks
    }

    /// The color of its border, if it has one.
    pub fn border(&self) -> Option<char> {
        self.border
    }

    /// The color of the border across this side of a cell.
    pub(crate) fn edge(&self, cell: Cell, towards: Cell) -> Option<char> {
        let edges = self.edges.all();
        let at = edges.binary_search_by_key(&(cell, towards), |label| (label.cell, label.towards));
        at.ok().map(|at| edges[at].sign).or(self.border)
    }

    /// The colors of the border if it has several, one for each side of a cell.
    #[doc(hidden)]
    pub fn edges(&self) -> Option<String> {
        self.edges.colors_of(&self.cells, &self.lattice)
    }

    /// Which colors of sides fit each other.
    pub fn fits(&self) -> &Fits {
        &self.fits
    }
}
