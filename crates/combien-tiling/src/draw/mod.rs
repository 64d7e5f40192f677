//! Draws tilings: as text, as SVG, as sheets to be cut, as solids to be printed; and a page that shows many
//! pictures. Pure: the same picture gives the same bytes.
//!
//! A [`Picture`] is a board with placed pieces. [`text`] and [`svg`] draw it; its [`Picture::parts`] are what
//! [`cut`] and [`stl`] make. The reading of a classic puzzle is drawn by [`reading_text`], and by
//! [`table_svg`] or [`graph_svg`]; a [`Matrix`] shows any problem as its lines of text, and [`matrix_svg`] as
//! a picture. The code distinguishes lattices only by their corners; only space is drawn otherwise.

mod booklet;
mod canvas;
mod colors;
mod edges;
mod gallery;
mod heat;
mod letters;
mod make;
mod matrix;
mod paint;
mod picture;
mod reading;
mod seams;
mod squares;
mod stages;
mod svg;
mod table;
mod text;

pub use booklet::{BookletOptions, Leaf, booklet};
pub use colors::{color_names, is_color};
pub use gallery::{Exhibit, Image, gallery};
pub use heat::heat_map;
pub use make::{
    CutOptions, Layout, MakeError, StlOptions, cut, cut_in_tray, package, package_in_tray, stl, tray,
};
pub use matrix::{Matrix, MatrixText};
#[doc(hidden)]
pub use paint::color_sequence;
pub use picture::{Part, Picture};
pub use reading::reading_text;
pub use squares::tiling_of_squares;
#[doc(hidden)]
pub use stages::{Stage, stages};
pub use svg::{SvgOptions, View, graph_svg, matrix_svg, svg, table_svg};
pub use table::{Marking, Part as GraphPart, Parts, Reading, Set, Table};
pub use text::{Style, text};

#[cfg(test)]
mod tests {
    use super::Picture;
    use crate::tiling::{Board, Pattern, Piece, Quantity, Tiling};
    use combien::solve;

    /// The first tiling of a board by dominoes.
    pub(super) fn dominoes(board: &str) -> Picture {
        let board = Board::of(&Pattern::from_drawing(board).unwrap());
        let domino = Pattern::from_drawing("**").unwrap().shape();
        let isometries = board.lattice().isometries();
        let mut picture =
            first_tiling_of(board, vec![Piece::new(domino, Quantity::ANY, isometries).named("domino")]);
        picture.title = "dominoes".into();
        picture
    }

    /// The first tiling of a board by any number of copies of pieces.
    pub(super) fn first_tiling(board: Board, pieces: &[&str]) -> Picture {
        let piece = |drawing: &&str| {
            let lattice = board.lattice();
            let pattern = match lattice.dimension() {
                3 => Pattern::from_layers(&[Pattern::from_drawing(drawing).unwrap()]).unwrap(),
                _ => Pattern::drawn(lattice, drawing).unwrap(),
            };
            Piece::new(pattern.shape(), Quantity::ANY, lattice.isometries())
        };
        let pieces = pieces.iter().map(piece).collect();
        first_tiling_of(board, pieces)
    }

    pub(super) fn first_tiling_of(board: Board, pieces: Vec<Piece>) -> Picture {
        let tiling = Tiling::new(board, pieces).unwrap();
        let encoding = tiling.encode().unwrap();
        let solution = solve::first(&encoding.problem).unwrap().expect("the board can be tiled");
        Picture::new("a tiling", &tiling, &encoding.placed(&solution))
    }
}
