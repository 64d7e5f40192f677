//! Several pieces together: periodic tilings in which each of them appears.

use super::torus::{board, cover, periods, symmetries, tiling};
use super::{Asker, PlaneError, Step, Stop, Torus};
use crate::tiling::{Board, Cell, Isometry, Piece, Quantity, Tiling};
use combien::budget::{Budget, Outcome};

/// Whether several pieces tile the plane together.
#[derive(Clone, Debug)]
pub struct Together {
    /// A torus that they cover, if one was found.
    pub torus: Option<Box<Torus>>,
    /// All tori of up to this number of cells were tried, and have no cover.
    pub tried: usize,
}

/// The greatest number of cells of a torus.
pub const MOST_TOGETHER: usize = 400;

/// Do the pieces of this tiling tile the plane, if each must appear? All tori of up to `most` cells are tried.
/// Sides fit as they do on the board. If pieces have marks, the board is a torus, and its marks repeat as it
/// does. How many copies there are is not limited.
pub fn together(
    asked: &Tiling,
    most: usize,
    budget: &Budget,
    told: &mut dyn FnMut(Step),
) -> Result<Outcome<Together>, PlaneError> {
    let (lattice, pieces) = (asked.lattice(), asked.pieces());
    if !lattice.is_tiled() {
        return Err(PlaneError::NoPlane(lattice.clone()));
    }
    if pieces.is_empty() {
        return Err(PlaneError::NoPieces);
    }
    if pieces.iter().any(|piece| piece.shape.is_empty()) {
        return Err(PlaneError::Empty);
    }
    if !(1..=MOST_TOGETHER).contains(&most) {
        return Err(PlaneError::Cells);
    }
    let is_marked = pieces.iter().any(|piece| piece.labels.marks().next().is_some());
    if is_marked && (asked.board().wrap().rank() < 2 || asked.board().wrap().is_twisted()) {
        return Err(PlaneError::Marks);
    }
    let mut together = Together { torus: None, tried: 0 };
    match search(asked, is_marked, most, &mut together, &mut Asker { budget, nodes: 0 }, told) {
        Ok(()) => Ok(Outcome::Answer(together)),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Reason(reason)) => Ok(Outcome::Stopped { certain: together, reason }),
    }
}

fn search(
    asked: &Tiling,
    is_marked: bool,
    most: usize,
    together: &mut Together,
    asker: &mut Asker<'_>,
    told: &mut dyn FnMut(Step),
) -> Result<(), Stop> {
    let lattice = asked.lattice();
    let each = Quantity { lo: 1, hi: None };
    let pieces: Vec<Piece> =
        asked.pieces().iter().map(|piece| Piece { quantity: each, ..piece.clone() }).collect();
    let is_bare = pieces.iter().all(|piece| piece.labels.is_empty());
    let symmetries = if is_bare { symmetries(&pieces, lattice) } else { vec![Isometry::IDENTITY] };
    let (least, kinds) = (pieces.iter().map(|piece| piece.shape.len()).sum::<usize>(), lattice.kinds().len());
    for cells in 1..=most {
        if cells >= least && cells.is_multiple_of(kinds) {
            told(Step::Cells(cells));
            for periods in periods(lattice, cells / kinds, &symmetries) {
                asker.spend(1)?;
                let Some(board) = ruled(board(lattice, periods)?, asked, is_marked, periods)? else {
                    continue;
                };
                if let Some(torus) = cover(tiling(board, &pieces)?, periods, asker)? {
                    together.torus = Some(Box::new(torus));
                    return Ok(());
                }
            }
        }
        together.tried = cells;
    }
    Ok(())
}

/// The torus with the rule of sides and the marks of the board; `None` if the marks do not repeat like that.
fn ruled(
    torus: Board,
    asked: &Tiling,
    is_marked: bool,
    periods: [Cell; 2],
) -> Result<Option<Board>, PlaneError> {
    let (board, wrap) = (asked.board(), asked.board().wrap());
    let torus = torus.fitted(board.fits().clone());
    if !is_marked {
        return Ok(Some(torus));
    }
    if periods.iter().any(|&period| wrap.representative(period) != Cell::default()) {
        return Ok(None);
    }
    let mark = |cell: Cell| {
        let place = wrap.representative(cell);
        board
            .marks()
            .iter()
            .find(|(marked, _)| wrap.representative(*marked) == place)
            .map(|&(_, mark)| (cell, mark))
    };
    let marks: Vec<(Cell, char)> = torus.cells().cells().iter().filter_map(|&cell| mark(cell)).collect();
    Ok(Some(torus.marked(marks)?))
}
