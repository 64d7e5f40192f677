//! `plane`: does a piece tile the plane?

use std::num::NonZeroUsize;

use clap::ValueEnum;

use combien_tiling::plane::MOST_WINDOW;

use super::table::{Choice, asked};
use super::values::positive;
use super::{Drawn, Search, conflicts};
use crate::report::failure::Failure;
use crate::system::files::STDIN;

/// How copies may lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moves {
    /// Turned and mirrored.
    #[default]
    All,
    /// Turned, not mirrored.
    Rotations,
    /// Only shifted.
    Shifts,
}

impl Choice for Moves {}

asked! {
    /// Find out whether a piece tiles the plane: a periodic tiling, or the Heesch number.
    Plane {
        /// A piece, by its name (`F`, `hex_4_01`) or as a drawing ('{**$*.}', 'kite {***}'); a family (`polyominoes`, with CELLS); or a
        /// tiling file, whose first piece is meant
        piece: String ["PIECE" place(true)],
        /// The number of cells of the pieces of a family
        cells: Option<u64> [(positive) "CELLS" place(true)],
        /// The name of the problem, if a tiling file has several
        problem: Option<String> ["NAME" without(["cells"]) rare(true)],
        /// How copies may lie; in a tiling file the piece says so
        moves: Moves ["HOW" default("all") without(["problem"])],
        /// Try tori of up to this number of copies
        copies: u64 [(positive) "K" default("12")],
        /// Surround the piece up to this number of times
        coronas: u64 ["K" default("4") rare(true)],
        /// Draw the tiling in a window of this many units
        window: u64 [(positive) "N" default("8") without(["cells"]) rare(true)],
        /// Count the tilings of tori of up to N x N units: of a piece that tiles, with an estimate of the entropy by cylinders
        growth: Option<u64> [(positive) "N" without(["cells"])],
        /// Ask about all pieces of a file together: each must appear, on tori of up to this number of cells
        together: Option<u64> [(positive) "K" without(["cells", "growth"])],
        drawn: Drawn as Drawn,
        /// Write the problem to NAME.dlx and the evidence to NAME.proof: `combien-verify NAME.dlx NAME.proof` checks that the torus is covered, or
        /// that there is no further corona
        proof: Option<String> ["NAME" without(["cells"])],
        /// Print a row for each piece of a family, separated by commas
        csv: bool [needs("cells") without(["json"]) rare(true)],
        /// Begin with this piece of the family, counted from 1
        first: u64 [(positive) "I" default("1") needs("cells") rare(true)],
        /// Ask about this number of pieces of the family at most
        number: Option<u64> [(positive) "K" short('n') needs("cells")],
        /// Keep the rows of a family in this file, and go on from there if it exists: run the same command again to continue
        checkpoint: Option<String> ["FILE" needs("cells")],
        /// Show each piece of a family on a page in this folder: `index.html`, and a picture for each
        gallery: Option<String> ["DIR" needs("cells") without(["checkpoint"])],
        /// The number of threads for a family; by default one for each core. The rows keep their order
        threads: Option<NonZeroUsize> ["N" long("jobs") short('j') needs("cells")],
        search: Search as Search,
        /// Print one JSON document on each line: for each piece, and for a family one for the end
        json: bool [],
    }
    "\
A piece tiles the plane if copies cover a torus: then the tiling repeats in two directions. Isohedral tilings are looked for first, in
which a symmetry leads each copy to each other one, then all tori of 1, 2, 3, ... copies. A piece does not tile the plane if the rings of copies around it, its coronas, come to an end. The Heesch number is the
greatest number of coronas: without holes, or with holes in the last one. Both are tried by turns. A piece for which neither is found
up to --copies and --coronas is not known; so are pieces that tile, but never periodically. Several pieces together are only looked for on
tori.

Exit codes:
  0  it tiles the plane, or the family was classified
  1  it does not tile the plane
  2  bad usage or input
  3  not known up to --copies and --coronas, or stopped by a limit or a signal

Examples:
  combien plane F
  combien plane '{.*.$***$*..}' --svg tiling.svg --window 20
  combien plane 'hex {***$*..}'
  combien plane '{**}' --growth 8
  combien plane examples/wang.cmb --together 12
  combien plane polyominoes 7
  combien plane polyiamonds 8 --csv > table.csv
  combien plane polyhexes 5 --gallery pentahexes
  combien plane polyominoes 11 --time 1h --checkpoint rows.state     run it again: it goes on
  combien plane polyominoes 11 --first 5001 -n 5000 --csv --checkpoint part2.state > part2.csv"
}

impl Plane {
    /// Is the piece read from a tiling file?
    pub(crate) fn is_of_file(&self) -> bool {
        let has_ending = [".cmb", ".xmpuzzle"].iter().any(|ending| self.piece.ends_with(ending));
        self.problem.is_some() || self.piece == STDIN || has_ending
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        self.drawn.check(1)?;
        if self.cells.is_some() {
            let drawn = [(self.drawn.picture.is_some(), "--svg"), (self.drawn.ascii, "--ascii")];
            conflicts::refuse_with(&drawn, "CELLS: a family is drawn by --gallery")?;
        }
        if self.is_of_file() && self.moves != Moves::All {
            return Err(Failure::hinted(
                "--moves is not for a tiling file, in which the piece says how it moves",
                "leave it out, or draw the piece, as in '{**$*.}'",
            ));
        }
        if self.together.is_some() && !self.is_of_file() {
            return Err(Failure::hinted(
                "--together is about the pieces of a tiling file",
                "name a .cmb file",
            ));
        }
        if self.window > u64::from(MOST_WINDOW) {
            let message = format!("--window {} is too large", self.window);
            return Err(Failure::hinted(message, format!("there are at most {MOST_WINDOW} units")));
        }
        conflicts::check_gallery(self.gallery.as_deref())?;
        self.checkpoint.as_deref().map_or(Ok(()), conflicts::refuse_checkpoint_on_stdout)?;
        self.proof.as_deref().map_or(Ok(()), conflicts::refuse_proof_on_stdout)
    }
}
