//! `run`, `test`, `fmt`: the commands for tiling files.

use combien_lang::Sizes;

use super::parts::{Color, Threaded};
use super::table::asked;
use super::values::side_length;
use super::{Search, conflicts};
use crate::report::failure::Failure;

/// What `--allow-run` without names means.
pub(crate) const ANY_PROGRAM: &str = "*";

asked! {
    /// Run tiling files.
    Run {
        /// Tiling files, run one after the other; `-` is standard input
        files: Vec<String> ["FILE" place(true) required(true)],
        /// Draw with `+`, `-` and `|` only
        ascii: bool [rare(true)],
        /// Draw pieces in color: on a terminal, always or never. The variable `NO_COLOR` means never
        color: Color ["WHEN" default("auto") rare(true)],
        /// Also show every solution that is found on a page in this folder: `index.html`, and a picture for each
        gallery: Option<String> ["DIR"],
        /// The side of a cell, in millimetres, of pieces to be cut or printed (`svg "F" cut`, `stl "F"`): 20 by default
        side: Option<f64> [(side_length) "MM" negatives(true)],
        /// The width that the cutting tool removes, in millimetres: paths run half of it outside; 0 by default
        kerf: Option<f64> ["MM" negatives(true)],
        /// Add a tray to pieces to be cut or printed: a frame and a base, with the labels of cells engraved
        tray: bool [],
        /// The distance between printed pieces that touch, in millimetres: 0.2 by default
        gap: Option<f64> ["MM" negatives(true)],
        permitted: Permitted as Permitted,
        search: Search as Threaded,
        /// Print one JSON document on each line: one for each solution that is shown, and one for each command of the files
        json: bool [without(["ascii"])],
    }
    "\
Each file is checked as a whole before its first command runs.

A tiling file may come from anywhere. So it can write files only below the current folder, replaces only files that Combien
wrote, includes only files below its own folder, and cannot run programs. --allow-write, --overwrite and --allow-run permit
more. The variable COMBIEN_ALLOW_RUN=minisat,cadical always permits these two, and COMBIEN_ALLOW_READ=DIR to include files
below that folder.

Examples:
  combien run examples/scott.cmb
  combien run --allow-write ~/pictures mine.cmb     its pictures may go there
  combien run --allow-run=minisat mine.cmb          `solve sat` may run minisat
  combien run --ascii first.cmb second.cmb
  combien run --json examples/box.cmb | jq .count
  echo 'problem p = {**} [{*}] count dlx p' | combien run -"
}

impl Run {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::check_gallery(self.gallery.as_deref())?;
        conflicts::refuse_problems(&self.files)
    }

    pub(crate) fn sizes(&self) -> Sizes {
        Sizes::with(self.side, self.kerf, self.gap, self.tray)
    }
}

asked! {
    /// What the user permits tiling files to do, besides what is always permitted.
    Permitted {
        /// Let the files run any command as a solver; with names, as in `--allow-run=minisat,cadical`, only these programs
        allow_run: Option<String> ["NAMES" alone(ANY_PROGRAM)],
        /// Let the files write below this folder, in addition to the current one; may be repeated
        allow_write: Vec<String> ["DIR"],
        /// Let the files replace files that Combien did not write
        overwrite: bool [],
    }
}

asked! {
    /// Check the assertions of tiling files.
    Test {
        /// Tiling files; `-` is standard input
        files: Vec<String> ["FILE" place(true) required(true)],
        search: Search as Threaded,
        /// Print one JSON document on each line: one for each assertion
        json: bool [],
    }
    "\
Runs the assertions of files (`assert count p = 520`, `assert solvable p`) and nothing else, and continues after one that
fails. The exit code is 0 if all hold, 1 if one fails, 3 if a limit left one undecided.

Examples:
  combien test examples/*.cmb
  combien test --json --time 10s puzzles/scott.cmb"
}

impl Test {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_problems(&self.files)
    }
}

asked! {
    /// Format tiling files.
    Fmt {
        /// Tiling files, changed in place; `-` formats standard input to standard output
        files: Vec<String> ["FILE" place(true) required(true)],
        /// Change nothing; print the names of the files that would be changed
        check: bool [],
    }
    "\
Comments stay, and the meaning does not change. If one of the files has an error, it is shown and no file is changed. With
--check the names of files that are not formatted are printed; the exit code is 0 if there are none, and 1 otherwise.

Examples:
  combien fmt examples/scott.cmb
  combien fmt --check examples/*.cmb
  echo 'pattern a={**}count dlx p' | combien fmt -"
}

impl Fmt {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_problems(&self.files)
    }
}
