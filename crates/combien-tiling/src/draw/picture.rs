//! The contents of a picture: a board divided into regions, and the regions on both sides of each edge.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::colors;
use super::edges::{Corner, edges};
use super::seams::{Seam, seams};
use crate::tiling::{Board, Cell, Fits, Isometry, Label, Lattice, Placement, Shape, Tiling};

/// A board divided into regions, one for each placed piece.
///
/// Every cell of the board belongs to at most one region; those that belong to none stayed empty.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows, in a few words.
    pub title: String,
    board: Board,
    /// The cells of the board and its windows.
    shown: Shape,
    regions: Vec<Region>,
    region_of: BTreeMap<Cell, usize>,
    pieces: Vec<LegendEntry>,
    /// The marks and colors of the placed pieces and, if pieces have marks, those of empty cells.
    labels: Vec<Label>,
    /// The colors of all pieces, ascending.
    signs: Vec<char>,
    /// Has the board a strong line around it?
    is_outlined: bool,
}

/// One placed piece.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) piece: usize,
    /// Its cells on the board.
    pub(super) cells: Shape,
    /// Its cells in one part, if the board closes on itself and separates them.
    whole: Shape,
}

/// What the legend says of a piece.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    pub(super) name: String,
    /// The color that was asked for.
    pub(super) color: Option<String>,
    pub(super) shape: Shape,
    pub(super) labels: Vec<Label>,
}

/// A piece to be made: its name, and its cells where they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// Its cells.
    pub cells: Shape,
}

/// The line between the two sides of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Line {
    /// Around a cell that stayed empty.
    Light,
    /// A piece continues here at the other end of a board that closes on itself.
    Seam,
    /// Around a piece.
    Strong,
}

/// Edges by the line that is drawn there, each once, its lesser corner first.
pub(super) type Lines = BTreeMap<Line, BTreeSet<(Corner, Corner)>>;

impl Picture {
    /// A picture of placed pieces on the board of their tiling. Cells that no piece covers are empty.
    /// Placements of other tilings are left out.
    pub fn new(title: impl Into<String>, tiling: &Tiling, placed: &[(Placement, Shape)]) -> Picture {
        let lattice = tiling.lattice();
        let is_wrapped = !tiling.board().wrap().is_none();
        let region = |(placement, cells): &(Placement, Shape)| {
            let piece = tiling.pieces().get(placement.piece)?;
            let whole = if is_wrapped {
                piece.shape.image(placement.isometry, lattice).shifted(placement.shift)
            } else {
                cells.clone()
            };
            Some(Region { piece: placement.piece, cells: cells.clone(), whole })
        };
        let regions: Vec<Region> = placed.iter().filter_map(region).collect();
        let numbered = regions.iter().enumerate();
        let region_of = numbered
            .flat_map(|(number, region)| region.cells.cells().iter().map(move |&cell| (cell, number)));
        let region_of = region_of.filter(|&(cell, _)| tiling.board().cells().contains(cell)).collect();
        let legend = |piece: usize| {
            let (shape, labels) = tiling.pieces()[piece].image(Isometry::IDENTITY, lattice);
            let labels = labels.all().to_vec();
            LegendEntry {
                name: tiling.piece_name(piece),
                color: tiling.pieces()[piece].color.clone(),
                shape,
                labels,
            }
        };
        let labels = labels(tiling, placed, &region_of);
        let colors = tiling.pieces().iter().flat_map(|piece| piece.labels.colors());
        let mut signs: Vec<char> = colors.map(|label| label.sign).collect();
        signs.sort_unstable();
        signs.dedup();
        Picture {
            labels,
            signs,
            title: title.into(),
            shown: tiling.board().cells().cells().iter().copied().chain(tiling.board().windows()).collect(),
            board: tiling.board().clone(),
            region_of,
            regions,
            pieces: (0..tiling.pieces().len()).map(legend).collect(),
            is_outlined: false,
        }
    }

    /// This picture with a line around the whole board, as around a piece: where cells are empty because they
    /// are still to be covered.
    ///
    /// ```
    /// use combien_tiling::draw::{Picture, Style, text};
    /// use combien_tiling::{Board, Pattern, Tiling};
    ///
    /// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("***$**.")?), vec![])?;
    /// let empty = Picture::new("to be covered", &tiling, &[]).outlined();
    /// assert_eq!(text(&empty, Style::Unicode), "\
    /// ┌───────────┐
    /// │ ·   ·   · │
    /// │       ┌───┘
    /// │ ·   · │
    /// └───────┘
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outlined(self) -> Picture {
        Picture { is_outlined: true, ..self }
    }

    /// The board, without its pieces.
    #[doc(hidden)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The lattice of its cells.
    pub fn lattice(&self) -> &Lattice {
        self.board.lattice()
    }

    /// The color of each placed piece, as drawings have it, in the order of [`Picture::parts`]: neighbours
    /// differ.
    ///
    /// ```
    /// use combien_tiling::draw::Picture;
    /// use combien_tiling::{Board, Pattern, Tiling};
    ///
    /// let tiling = Tiling::new(Board::of(&Pattern::from_drawing("**")?), vec![])?;
    /// assert!(Picture::new("nothing placed", &tiling, &[]).colors().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colors(&self) -> Vec<String> {
        colors::assign(self)
    }

    /// The placed pieces in their positions, for cutting or printing. A piece that crosses the edge of a
    /// board that closes on itself is in one part here, partly beside the board.
    pub fn parts(&self) -> Vec<Part> {
        let part = |region: &Region| Part {
            name: self.pieces[region.piece].name.clone(),
            cells: region.whole.clone(),
        };
        self.regions.iter().map(part).collect()
    }

    pub(super) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Which colors of sides fit each other.
    pub(super) fn fits(&self) -> &Fits {
        self.board.fits()
    }

    /// The colors of all sides of pieces, ascending.
    pub(super) fn signs(&self) -> &[char] {
        &self.signs
    }

    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    pub(super) fn pieces(&self) -> &[LegendEntry] {
        &self.pieces
    }

    /// The cells of the board, and its windows, which stay empty.
    pub(super) fn cells(&self) -> &[Cell] {
        self.shown.cells()
    }

    /// Is nothing ever to cover the cell?
    pub(super) fn is_window(&self, cell: Cell) -> bool {
        !self.board.cells().contains(cell)
    }

    /// The word of a cell, if it is seen because nothing covers the cell.
    pub(super) fn word(&self, cell: Cell) -> Option<&str> {
        let word = self.board.words().get(&cell).filter(|_| self.region(cell).is_none());
        word.map(|word| &**word)
    }

    pub(super) fn region(&self, cell: Cell) -> Option<usize> {
        self.region_of.get(&cell).copied()
    }

    /// The cells that stayed empty.
    pub(super) fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells().iter().copied().filter(|&cell| self.region(cell).is_none())
    }

    /// The layers of the board, by the third coordinate of positions; one at least.
    pub(super) fn layers(&self) -> RangeInclusive<i32> {
        let layer = |&cell: &Cell| self.lattice().position(cell).z;
        let (low, high) = (self.cells().iter().map(layer).min(), self.cells().iter().map(layer).max());
        low.unwrap_or(0)..=high.unwrap_or(0)
    }

    /// The lines of a layer.
    pub(super) fn lines(&self, z: i32) -> Lines {
        let mut owners = BTreeMap::new();
        for &cell in self.cells().iter().filter(|cell| cell.z == z) {
            owners.extend(edges(self.lattice(), cell).into_iter().map(|edge| (edge, cell)));
        }
        let mut lines = Lines::new();
        for (&(from, to), &cell) in &owners {
            let line = match owners.get(&(to, from)) {
                Some(&other) => self.line_between(cell, other),
                None => Some(self.line_at_border(cell, (from, to))),
            };
            if let Some(line) = line {
                lines.entry(line).or_default().insert((from.min(to), from.max(to)));
            }
        }
        lines
    }

    /// The arrows on the border of a layer.
    pub(super) fn seams(&self, z: i32) -> Vec<Seam> {
        seams(&self.board, z)
    }

    fn line_between(&self, cell: Cell, other: Cell) -> Option<Line> {
        match (self.region(cell), self.region(other)) {
            (None, None) if self.is_outlined && self.is_window(cell) != self.is_window(other) => {
                Some(Line::Strong)
            }
            (None, None) => Some(Line::Light),
            (one, other) if one == other => None,
            _ => Some(Line::Strong),
        }
    }

    fn line_at_border(&self, cell: Cell, (from, to): (Corner, Corner)) -> Line {
        let Some(region) = self.region(cell) else {
            return if self.is_outlined && !self.is_window(cell) { Line::Strong } else { Line::Light };
        };
        let beyond = self.lattice().neighbours(cell).into_iter().find(|&other| {
            let corners = self.lattice().corners(other);
            other.z == cell.z && corners.contains(&from) && corners.contains(&to)
        });
        let continues = beyond.is_some_and(|other| self.regions[region].whole_meets(self, cell, other));
        if continues { Line::Seam } else { Line::Strong }
    }

    /// For each region the regions that share a side of a cell with it, also across the seams of the board.
    pub(super) fn neighbours(&self) -> Vec<BTreeSet<usize>> {
        let wrap = self.board.wrap();
        let here: BTreeMap<Cell, usize> =
            self.region_of.iter().map(|(&cell, &region)| (wrap.representative(cell), region)).collect();
        let mut neighbours = vec![BTreeSet::new(); self.regions.len()];
        for (&cell, &region) in &self.region_of {
            for beside in self.lattice().neighbours(cell) {
                if let Some(&other) = here.get(&wrap.representative(beside))
                    && other != region
                {
                    neighbours[region].insert(other);
                    neighbours[other].insert(region);
                }
            }
        }
        neighbours
    }
}

/// The marks and colors that a picture of placed pieces shows, on the cells of the board.
fn labels(tiling: &Tiling, placed: &[(Placement, Shape)], region_of: &BTreeMap<Cell, usize>) -> Vec<Label> {
    if tiling.pieces().iter().all(|piece| piece.labels.is_empty()) {
        return vec![];
    }
    let (board, wrap) = (tiling.board(), tiling.board().wrap());
    let here: BTreeMap<Cell, Cell> =
        board.cells().cells().iter().map(|&cell| (wrap.representative(cell), cell)).collect();
    let known = placed.iter().filter(|(placement, _)| placement.piece < tiling.pieces().len());
    let placed = known.flat_map(|&(placement, _)| tiling.labels(placement));
    let placed = placed.filter_map(|label| {
        let cell = here.get(&wrap.representative(label.cell)).copied()?;
        let towards = wrap.between(label.cell, cell).turn(label.towards);
        Some(Label { cell, towards, ..label })
    });
    let has_marks = tiling.pieces().iter().any(|piece| piece.labels.marks().next().is_some());
    let is_free = |cell: &Cell| !region_of.contains_key(cell) && !board.words().contains_key(cell);
    let empty = board.marks().iter().filter(|(cell, _)| has_marks && is_free(cell));
    let empty = empty.map(|&(cell, sign)| Label { cell, towards: Cell::default(), sign });
    placed.chain(empty).collect()
}

impl Region {
    /// Are two cells that share a side, the second beyond the border of the board, neighbours in the piece as
    /// well?
    fn whole_meets(&self, picture: &Picture, cell: Cell, beyond: Cell) -> bool {
        let wrap = picture.board.wrap();
        let (one, step) = (wrap.representative(cell), beyond - cell);
        let meets = |&&at: &&Cell| {
            wrap.representative(at) == one && self.whole.contains(at + wrap.between(cell, at).turn(step))
        };
        self.whole.cells().iter().any(|at| meets(&at))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{dominoes, first_tiling};
    use super::super::{Style, SvgOptions, svg, text};
    use super::*;
    use crate::tiling::{Pattern, Wrap};

    #[test]
    fn neighbours_share_an_edge_and_no_corner() {
        let picture = dominoes("**..$..**");
        assert_eq!(picture.neighbours(), [BTreeSet::new(), BTreeSet::new()]);
        let picture = dominoes("****");
        assert_eq!(picture.neighbours(), [BTreeSet::from([1]), BTreeSet::from([0])]);
    }

    /// On a ring of six cells each domino has two neighbours, and the one that crosses the seam is drawn with
    /// seam lines.
    #[test]
    fn neighbours_across_a_seam_are_found() {
        let ring = |first: &str| {
            let wrap = Wrap::new(Lattice::square(), &[Cell::plane(6, 0)]).unwrap();
            let board = Board::of(&Pattern::from_drawing(first).unwrap()).wrapped(wrap).unwrap();
            first_tiling(board, &["**"])
        };
        let picture = ring("******");
        assert!(picture.neighbours().iter().all(|others| others.len() == 2));
        // Without the cells in the middle only the seam can be crossed.
        let picture = ring("*....*");
        let lines = picture.lines(0);
        assert_eq!(lines[&Line::Seam], BTreeSet::from([((0, 0), (0, 1)), ((6, 0), (6, 1))]));
        let part = &picture.parts()[0];
        assert_eq!(part.cells.bounds().map(|(low, high)| high - low), Some(Cell::plane(1, 0)));
    }

    #[test]
    fn neighbours_in_space_may_lie_above() {
        let two = [Cell::space(0, 0, 0), Cell::space(0, 0, 1)].into_iter().collect();
        let picture = first_tiling(Board::new(Lattice::cube(), two).unwrap(), &["*"]);
        assert_eq!(picture.neighbours(), [BTreeSet::from([1]), BTreeSet::from([0])]);
    }

    /// Cells that no piece covers have their words; the line around what is to be covered leaves the window
    /// out.
    #[test]
    fn words_are_seen_where_no_piece_lies() {
        let pattern = Pattern::from_drawing("***$***").unwrap().labelled("jan feb mar 1..3").unwrap();
        let board = Board::of(&pattern.set(Cell::plane(0, 1), false).unwrap());
        let domino = |board: &Board| first_tiling(board.clone(), &["**", "***"]);
        let drawn = text(&domino(&board), Style::Ascii);
        assert!(drawn.contains("jan") && !drawn.contains("feb") && !drawn.contains('3'), "{drawn}");
        assert_eq!(svg(&domino(&board), &SvgOptions::default()).matches("</text>").count(), 1 + 2);
        let tiling = Tiling::new(board, vec![]).unwrap();
        let empty = Picture::new("", &tiling, &[]).outlined();
        let expected = [
            "      ┌───────────┐",
            "  jan │ feb   mar │",
            "┌─────┘           │",
            "│  1     2     3  │",
            "└─────────────────┘",
            "",
        ];
        assert_eq!(text(&empty, Style::Unicode), expected.join("\n"));
    }

    #[test]
    fn empty_cells_are_drawn_lightly() {
        let board = Board::of(&Pattern::from_drawing("**?").unwrap());
        let lines = first_tiling(board, &["**"]).lines(0);
        assert_eq!(lines[&Line::Light].len(), 3, "the side to the domino is the domino's");
    }
}
