//! Classic puzzles by their names.

use combien_lang::Files;
use combien_puzzles::sudoku::{BoxShape, Sudoku};
use combien_puzzles::{Classic, Recipe, Text, recipe};

use crate::report::failure::Failure;
use crate::request::Puzzle;
use crate::system::files::{Disk, STDIN};

/// Puzzles that ship in another form.
pub(crate) const ELSEWHERE: [(&str, &str); 1] =
    [("pentominoes", "combien pieces; combien run examples/pentominoes.cmb")];

/// How the puzzle of this name is built.
pub(crate) fn known(name: &str) -> Result<&'static Recipe, Failure> {
    match ELSEWHERE.iter().find(|(other, _)| *other == name) {
        Some((name, command)) => {
            Err(Failure::hinted(format!("`{name}` is no puzzle of this command"), *command))
        }
        None => recipe(name).map_err(Failure::of_puzzle),
    }
}

/// The problem of a puzzle.
pub(super) fn build(puzzle: &Puzzle) -> Result<Classic, Failure> {
    let read = |file: &str| Disk::default().read(file, None).map(|loaded| loaded.text);
    known(&puzzle.name)?.build(&puzzle.arguments, read).map_err(Failure::of_puzzle)
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
