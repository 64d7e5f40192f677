//! Classic puzzles by their names.

use combien::puzzle::{Classic, Fault, Recipe, recipe};
use combien_lang::Files;

use crate::report::failure::Failure;
use crate::request::Puzzle;
use crate::system::files::Disk;

/// Puzzles that ship in another form.
pub(crate) const ELSEWHERE: [(&str, &str); 1] =
    [("pentominoes", "combien pieces; combien run examples/pentominoes.cmb")];

/// How the puzzle of this name is built.
pub(crate) fn known(name: &str) -> Result<&'static Recipe, Failure> {
    match ELSEWHERE.iter().find(|(other, _)| *other == name) {
        Some((name, command)) => {
            Err(Failure::hinted(format!("`{name}` is no puzzle of this command"), *command))
        }
        None => recipe(name).map_err(failure),
    }
}

/// The problem of a puzzle.
pub(super) fn build(puzzle: &Puzzle) -> Result<Classic, Failure> {
    let read = |file: &str| Disk.read(file, None).map(|loaded| loaded.text);
    known(&puzzle.name)?.build(&puzzle.arguments, read).map_err(failure)
}

fn failure(fault: Fault) -> Failure {
    let hint = fault.hint();
    match fault {
        Fault::Text(diagnostic) => Failure::Input(vec![*diagnostic]),
        fault => Failure::Message { message: fault.to_string(), hint },
    }
}
