//! Classic puzzles and puzzles of pieces, by their names.

use combien_lang::Files;
use combien_puzzles::sudoku::{BoxShape, Sudoku};
use combien_puzzles::{Named, Recipe, Text, boxed, named, recipe};

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
    recipe(name).map_err(Failure::of_puzzle)
}

/// The problem of a puzzle.
pub(super) fn build(puzzle: &Puzzle) -> Result<Input, Failure> {
    let read = |file: &str| Disk::default().read(file, None).map(|loaded| loaded.text);
    if !boxed().any(|set| set.name == puzzle.name) {
        known(&puzzle.name)?;
    }
    match named(&puzzle.name, &puzzle.arguments, read).map_err(Failure::of_puzzle)? {
        Named::Classic(classic) => Ok(Input::Classic(classic)),
        Named::Tiling(name, tiling) => {
            let encoding = Box::new(tiling.encode().map_err(Failure::of)?);
            Ok(Input::Tiling { name, tiling, encoding })
        }
    }
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
