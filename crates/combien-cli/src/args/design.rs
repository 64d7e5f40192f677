//! `design`: sets of pieces, and boards.

use super::parts::{ProblemArgs, SearchArgs, ThreadArgs};
use super::table::commands;
use super::values::{inside, positive, whole};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::design::{Alike, Boards, Design, DesignForm, Sets, Wanted};
use crate::request::{Numbers, Request};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  combien design sets examples/design.cmb --problem box --pieces 5 --solutions 1 --up-to symmetry
  combien design boards examples/design.cmb --problem three --symmetric --solutions 1")]
pub(crate) struct DesignArgs {
    #[command(subcommand)]
    pub(crate) command: DesignCommand,
}

commands! {
    DesignCommand:
    /// Find the sets of pieces out of a list that tile the board
    Sets(SetsArgs) = "sets",
    /// Find the boards that the pieces tile
    Boards(BoardsArgs) = "boards",
}

/// What must be true of a result, and how results are shown.
#[derive(Debug, clap::Args)]
pub(crate) struct WantedArgs {
    /// Only results with this number of solutions: `1`, `2..5`, `1..`; both ends are included. More are not counted to the end
    #[arg(long, value_name = "RANGE", default_value_t = Numbers::from(1))]
    solutions: Numbers,
    /// Count solutions once that a symmetry maps to each other
    #[arg(long, value_enum, value_name = "WHAT")]
    up_to: Option<Alike>,
    /// Stop after this number of results
    #[arg(short = 'n', long, value_name = "K", value_parser = positive)]
    number: Option<u64>,
    /// Print each result as a problem of the tiling language, for other commands
    #[arg(long, value_name = "FORMAT", value_parser = ["cmb"], conflicts_with = "json")]
    to: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print one JSON document on each line: one for each result, and one for the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl WantedArgs {
    fn wanted(&self) -> Wanted {
        Wanted {
            solutions: self.solutions,
            up_to: self.up_to,
            most: self.number.unwrap_or(u64::MAX),
            form: match (&self.to, self.json) {
                (Some(_), _) => DesignForm::Problems,
                (None, true) => DesignForm::Json,
                (None, false) => DesignForm::Text,
            },
            search: self.search.search_with(&self.threads),
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  combien design sets examples/design.cmb --problem box --solutions 1 --up-to symmetry -n 1 --to cmb > set.cmb")]
pub(crate) struct SetsArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Only sets with this number of pieces: `5`, `3..5`, `..5`, `3..`; both ends are included
    #[arg(long, value_name = "RANGE", default_value_t)]
    pieces: Numbers,
    /// Only sets with this piece. It can be repeated
    #[arg(long, value_name = "NAME")]
    with: Vec<String>,
    /// Begin with this set, counted from 1
    #[arg(long, value_name = "I", default_value_t = 1, value_parser = positive)]
    first: u64,
    /// Try the sets in a random order
    #[arg(long, value_name = "S", value_parser = whole)]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) wanted: WantedArgs,
}

impl Words for SetsArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.problem.source()?;
        conflicts::refuse_shard(&problem)?;
        Ok(Request::Design(Design::Sets(Sets {
            problem,
            pieces: self.pieces,
            with: self.with.clone(),
            wanted: self.wanted.wanted(),
            first: self.first,
            seed: self.seed,
        })))
    }

    fn is_json(&self) -> bool {
        self.wanted.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.wanted.search)
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  combien design boards examples/design.cmb --problem three --inside 3x6 -n 1 --to cmb > board.cmb")]
pub(crate) struct BoardsArgs {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Only boards that fit into a box of this size, however they are turned: `6x6`, `4x4x4`
    #[arg(long, value_name = "SIZE", value_parser = inside)]
    inside: Option<[u32; 3]>,
    /// Only boards with a symmetry
    #[arg(long)]
    symmetric: bool,
    /// Only boards without holes
    #[arg(long)]
    no_holes: bool,
    /// Draw with `+`, `-` and `|` only
    #[arg(long, conflicts_with_all = ["to", "json"])]
    ascii: bool,
    #[command(flatten)]
    pub(crate) wanted: WantedArgs,
}

impl Words for BoardsArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.problem.source()?;
        conflicts::refuse_shard(&problem)?;
        Ok(Request::Design(Design::Boards(Boards {
            problem,
            wanted: self.wanted.wanted(),
            inside: self.inside,
            symmetric: self.symmetric,
            without_holes: self.no_holes,
            ascii: self.ascii,
        })))
    }

    fn is_json(&self) -> bool {
        self.wanted.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.wanted.search)
    }
}
