//! Classic puzzles and puzzles of pieces, by their names.

use combien::diagnostic::nearest;
use combien_lang::Files;
use combien_puzzles::sudoku::{BoxShape, Sudoku};
use combien_puzzles::{Fault, RECIPES, Recipe, Text, recipe};
use combien_tiling::pieces::{self, Set};
use combien_tiling::{Board, Tiling};

use super::Input;
use crate::report::failure::Failure;
use crate::request::Puzzle;
use crate::system::files::{Disk, STDIN};

/// Puzzles that ship in another form.
pub(crate) const ELSEWHERE: [(&str, &str); 1] =
    [("pentominoes", "combien pieces; combien run examples/pentominoes.cmb")];

/// How the puzzle of this name is built.
pub(crate) fn known(name: &str) -> Result<&'static Recipe, Failure> {
    if let Some((name, command)) = ELSEWHERE.iter().find(|(other, _)| *other == name) {
        return Err(Failure::hinted(format!("`{name}` is no puzzle of this command"), *command));
    }
    recipe(name).map_err(|fault| match (fault, nearest(name, boxed().map(|set| set.name))) {
        (Fault::UnknownPuzzle { name, nearest: None }, Some(near)) => {
            Failure::of_puzzle(Fault::UnknownPuzzle { name, nearest: Some(near) })
        }
        (fault, _) => Failure::of_puzzle(fault),
    })
}

/// The puzzles of pieces that ship with a board, except the one with a recipe.
pub(crate) fn boxed() -> impl Iterator<Item = Set> {
    let has_recipe = |set: &Set| RECIPES.iter().any(|recipe| recipe.name == set.name);
    let sets = pieces::names().filter_map(|(name, _)| pieces::set(name));
    sets.filter(move |set| set.board.is_some() && !has_recipe(set))
}

/// The problem of a puzzle.
pub(super) fn build(puzzle: &Puzzle) -> Result<Input, Failure> {
    if let Some(set) = boxed().find(|set| set.name == puzzle.name) {
        return filled(set, &puzzle.arguments);
    }
    let read = |file: &str| Disk::default().read(file, None).map(|loaded| loaded.text);
    let classic = known(&puzzle.name)?.build(&puzzle.arguments, read).map_err(Failure::of_puzzle)?;
    Ok(Input::Classic(Box::new(classic)))
}

/// The board of a set, to be covered by its pieces.
fn filled(set: Set, arguments: &[String]) -> Result<Input, Failure> {
    if !arguments.is_empty() {
        let hint = format!("write: {}", set.name);
        return Err(Failure::hinted(format!("`{}` takes no arguments", set.name), hint));
    }
    let board = Board::new(set.lattice, set.board.unwrap_or_default()).map_err(Failure::of)?;
    let tiling = Tiling::new(board, set.pieces).map_err(Failure::of)?;
    let encoding = tiling.encode().map_err(Failure::of)?;
    Ok(Input::Tiling { name: set.name.to_owned(), tiling: Box::new(tiling), encoding: Box::new(encoding) })
}

/// The rules of Sudoku for boxes of this shape, with those of a file.
pub(crate) fn ruled(shape: BoxShape, file: Option<&str>) -> Result<Sudoku, Failure> {
    let Some(file) = file else { return Ok(Sudoku::of_shape(shape)) };
    if file == STDIN {
        let message = "rules are not read from standard input, where puzzles may be";
        return Err(Failure::hinted(message, "name a file"));
    }
    let loaded = Disk::default().read(file, None).map_err(|error| Failure::unreadable(file, &error))?;
    Sudoku::with_rules(shape, &Text::new(file, loaded.text)).map_err(Failure::of_puzzle)
}
