//! The piece that is asked about: by its name, as a drawing, or from a tiling file.

use combien::diagnostic::{did_you_mean, nearest};
use combien_tiling::{Group, Lattice, Pattern, Piece, Quantity, Tiling, pieces};

use super::Named;
use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::request::{self, Format, Moves, Source};
use crate::system::files::STDIN;

pub(super) fn read(request: &request::Plane) -> Result<Named, Failure> {
    let name = request.piece.as_str();
    if request.is_of_file() {
        return from_file(request);
    }
    let (lattice, piece) = match name.split_once('{') {
        Some((word, drawing)) => drawn(word.trim(), drawing)?,
        None => shipped(name)?,
    };
    let isometries = group(&lattice, request.moves);
    let piece = Piece { isometries, quantity: Quantity::ANY, ..piece };
    Ok((lattice, piece))
}

/// The isometries that copies may have.
pub(super) fn group(lattice: &Lattice, moves: Moves) -> Group {
    match moves {
        Moves::All => lattice.isometries(),
        Moves::Rotations => lattice.isometries().rotations(),
        Moves::Shifts => Group::trivial(),
    }
}

fn from_file(request: &request::Plane) -> Result<Named, Failure> {
    let tiling = tiling(request)?;
    match tiling.pieces() {
        [piece, ..] => Ok((tiling.lattice().clone(), piece.clone())),
        [] => Err(Failure::message("this problem has no pieces")),
    }
}

/// The problem of a tiling file.
pub(super) fn tiling(request: &request::Plane) -> Result<Box<Tiling>, Failure> {
    let format = (request.piece == STDIN).then_some(Format::Cmb);
    let source = Source::new(&request.piece, format, request.problem.as_deref())?;
    match input::read(&source, request.json)? {
        Input::Tiling { tiling, .. } => Ok(tiling),
        _ => Err(Failure::message("this problem has no pieces")),
    }
}

/// `{**$*.}`, with the word of its lattice before it.
fn drawn(word: &str, drawing: &str) -> Result<Named, Failure> {
    let words = || Lattice::all().map(|lattice| lattice.grid().0).filter(|word| !word.is_empty());
    let lattice = match word {
        "" => Lattice::square(),
        _ => Lattice::by_word(word).ok_or_else(|| {
            let hint = did_you_mean(nearest(word, words()), "squares have no word");
            Failure::hinted(format!("there is no lattice `{word}`"), hint)
        })?,
    };
    let drawing = drawing.trim_end().strip_suffix('}').ok_or_else(|| {
        Failure::hinted("the drawing has no `}` at its end", "put it in quotes, as in '{**$*.}'")
    })?;
    let shape = Pattern::drawn(lattice, drawing.trim()).map_err(Failure::of)?.shape();
    Ok((lattice.clone(), Piece::new(shape, Quantity::ANY, lattice.isometries())))
}

/// A piece that ships, or one of a family that can be made.
fn shipped(name: &str) -> Result<Named, Failure> {
    let sets = || pieces::names().filter_map(|(set, _)| pieces::set(set));
    let is_named = |piece: &Piece| piece.name.as_deref() == Some(name);
    let in_sets = sets().find_map(|set| {
        let piece = set.pieces.iter().find(|piece| is_named(piece))?;
        Some((set.lattice.clone(), piece.clone()))
    });
    // Names that are made up have the number of cells before `_`: `P7_001`, `tri_7_01`.
    let made = || {
        let (head, _) = name.rsplit_once('_')?;
        let cells = head.trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse().ok()?;
        Lattice::all().filter(|lattice| lattice.dimension() == 2).find_map(|lattice| {
            let piece = pieces::polyforms(lattice, cells)?.into_iter().find(is_named)?;
            Some((lattice.clone(), piece))
        })
    };
    let found = in_sets.or_else(made);
    found.ok_or_else(|| {
        let names: Vec<String> = sets().flat_map(|set| set.pieces).filter_map(|piece| piece.name).collect();
        let near = nearest(name, names.iter().map(String::as_str));
        let hint = did_you_mean(
            near,
            "draw it, as in '{**$*.}', or name a .cmb file; families need a number of cells",
        );
        Failure::hinted(format!("there is no piece `{name}`"), hint)
    })
}
