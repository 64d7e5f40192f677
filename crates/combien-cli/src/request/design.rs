//! `design`: sets of pieces, and boards.

use clap::ValueEnum;

use super::parts::Threaded;
use super::table::{Choice, Command, Does, Field, asked, command, part};
use super::values::positive;
use super::{Numbers, Request, Search, Source, conflicts};
use crate::report::failure::Failure;

pub(super) const COMMAND: Command = Command {
    name: "design",
    about: "Find sets of pieces for a board, and boards for a set of pieces",
    after: "\
Examples:
  combien design sets examples/design.cmb --problem box --pieces 5 --solutions 1 --up-to symmetry
  combien design boards examples/design.cmb --problem three --symmetric --solutions 1",
    usage: None,
    does: Does::Have(&[
        command!("sets", Sets.check => Request::Sets),
        command!("boards", Boards.check => Request::Boards),
    ]),
};

/// What must be true of a result, and how results are shown.
pub(crate) struct Wanted {
    /// How many solutions there are.
    pub(crate) solutions: Numbers,
    /// Are solutions counted once that a symmetry maps to each other?
    pub(crate) up_to: Option<Alike>,
    /// Stop after this number of results.
    pub(crate) most: u64,
    pub(crate) form: DesignForm,
    pub(crate) search: Search,
}

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DesignForm {
    Text,
    Json,
    /// As problems in the tiling language.
    Problems,
}

part! {
    Wanted => Wanted {
        /// Only results with this number of solutions: `1`, `2..5`, `1..`; both ends are included. More are not counted to the end
        solutions: Numbers ["RANGE" default("1..")],
        /// Count solutions once that a symmetry maps to each other
        up_to: Option<Alike> ["WHAT"],
        /// Stop after this number of results
        number: Option<u64> [(positive) "K" short('n')],
        /// Print each result as a problem of the tiling language, for other commands
        to: Option<Language> ["FORMAT" without(["json"])],
        search: Search as Threaded,
        /// Print one JSON document on each line: one for each result, and one for the end
        json: bool [],
    } |words| {
        let form = match (words.has("to"), words.has("json")) {
            (true, _) => DesignForm::Problems,
            (false, true) => DesignForm::Json,
            (false, false) => DesignForm::Text,
        };
        let (solutions, up_to) = (Field::of(words, "solutions"), words.one("up_to"));
        let (most, search) = (words.one("number").unwrap_or(u64::MAX), Threaded::of(words)?);
        Ok(Wanted { solutions, up_to, most, form, search })
    }
}

/// Which solutions count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Alike {
    /// Those that a symmetry of the board and the pieces maps to each other
    Symmetry,
}

impl Choice for Alike {}

/// The format of a result.
#[derive(Clone, Copy, ValueEnum)]
enum Language {
    Cmb,
}

impl Choice for Language {}

asked! {
    /// Find the sets of pieces out of a list that tile the board.
    Sets {
        problem: Source as Source,
        /// Only sets with this number of pieces: `5`, `3..5`, `..5`, `3..`; both ends are included
        pieces: Numbers ["RANGE" default("0..")],
        /// Only sets with this piece. It can be repeated
        with: Vec<String> ["NAME"],
        /// Begin with this set, counted from 1
        first: u64 [(positive) "I" default("1")],
        /// Try the sets in a random order
        seed: Option<u64> ["S"],
        wanted: Wanted as Wanted,
    }
    "\
The pieces of the problem are the stock. A set has each of them at most as often as the problem allows, and its pieces have
together as many cells as the board. Each set is tried on the board. It takes one search for each set, so the number of sets is
printed first. --seed tries them in a random order, the same for the same seed. If the search is stopped, it says where to go on
with --first.

Exit codes:
  0  sets were found
  1  no set has the number of solutions that is wanted
  2  bad usage or input
  3  stopped by a limit or a signal; what was found is printed

Examples:
  combien design sets examples/design.cmb --problem box --pieces 5 --solutions 1 --up-to symmetry
  combien design sets examples/design.cmb --problem box --with X -n 3 --seed 7
  combien design sets examples/design.cmb --problem box --solutions 1 --up-to symmetry -n 1 --to cmb > set.cmb"
}

impl Sets {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_shard(&self.problem)
    }
}

asked! {
    /// Find the boards that the pieces tile.
    Boards {
        problem: Source as Source,
        /// Only boards that fit into a box of this size, however they are turned: `6x6`, `4x4x4`
        inside: Option<[u32; 3]> ["SIZE"],
        /// Only boards with a symmetry
        symmetric: bool [],
        /// Only boards without holes
        no_holes: bool [],
        /// Draw with `+`, `-` and `|` only
        ascii: bool [without(["to", "json"]) rare(true)],
        wanted: Wanted as Wanted,
    }
    "\
The pieces of the problem, each as often as it says, are put together in all ways so that the board is connected; the board of the
problem is not used. Boards that a symmetry maps to each other are printed once, those with the shortest outline first. The
solutions that are drawn have passed the checker, and each board is counted again by an engine.

The number of ways grows by a factor of several hundred with each piece: three pentominoes take a second, four some minutes.
--inside makes the search itself smaller; --symmetric and --no-holes save memory.

Exit codes:
  0  boards were found
  1  no board has the number of solutions that is wanted
  2  bad usage or input
  3  stopped by a limit or a signal; nothing is printed, for no board is known to be counted to the end

Examples:
  combien design boards examples/design.cmb --problem three --symmetric --solutions 1
  combien design boards examples/design.cmb --problem three --inside 4x4 --no-holes
  combien design boards examples/design.cmb --problem three --inside 3x6 -n 1 --to cmb > board.cmb"
}

impl Boards {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_shard(&self.problem)
    }
}
