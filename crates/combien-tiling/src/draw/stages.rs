//! Pieces that move: a picture for each stage, in the same colors.

use super::{Picture, SvgOptions, View, svg};
use crate::tiling::{Board, Isometry, Lattice, Piece, Placement, Quantity, Shape, Tiling, TilingError};

/// What is shown of a movement: a heading, and the pieces that are there, by their indices, each where it is.
pub type Stage = (String, Vec<(usize, Shape)>);

/// An SVG picture for each stage, in which every piece keeps its color. Pieces have names, and their shapes
/// somewhere. The pieces of a stage must not overlap.
pub fn stages(
    lattice: &Lattice,
    pieces: &[(String, Shape)],
    stages: &[Stage],
) -> Result<Vec<String>, TilingError> {
    let piece = |(name, shape): &(String, Shape)| {
        Piece::new(shape.clone(), Quantity::AT_MOST_ONE, lattice.isometries()).named(name)
    };
    let mut pieces: Vec<Piece> = pieces.iter().map(piece).collect();
    let options = SvgOptions { view: View::Isometric, heading: true, ..SvgOptions::default() };
    let mut pictures = vec![];
    for (title, shown) in stages {
        let cells = shown.iter().flat_map(|(_, shape)| shape.cells()).copied().collect();
        let placed = shown.iter().map(|(piece, shape)| {
            let origin = shape.at_origin(lattice).cells()[0];
            let shift = shape.cells()[0] - origin;
            (Placement { piece: *piece, isometry: Isometry::IDENTITY, shift }, shape.clone())
        });
        let placed: Vec<(Placement, Shape)> = placed.collect();
        let tiling = Tiling::new(Board::new(lattice, cells)?, pieces.clone())?;
        let picture = Picture::new(title, &tiling, &placed);
        if pictures.is_empty() {
            for ((placement, _), color) in placed.iter().zip(picture.colors()) {
                pieces[placement.piece].color = Some(color);
            }
        }
        pictures.push(svg(&picture, &options));
    }
    Ok(pictures)
}
