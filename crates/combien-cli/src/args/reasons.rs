//! `why` and `unique`: the commands that ask for reasons.

use super::parts::{FilterArgs, GivenArgs, ProblemArgs, SearchArgs, ShowArgs, ThreadArgs};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{Request, Source, Unique, Why, WhyWhat};
use crate::system::files::STDOUT;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Reasons are tried in this order: the pieces have too few or too many cells; an item that nothing can cover, after all
forced choices; colorings of the board; weights of single items; counting, as with pigeons and their holes; a few items
that cannot be covered together, none of which could be left out; and last the whole search. The first reason that holds
is printed, and drawn on the board of a tiling. --proof writes a certificate of it, which `combien-verify` checks.

With --almost, the answer is the largest partial cover instead: the fewest items that are left uncovered, or, on a board, the fewest
cells that are left empty, with the rest covered. The answer says whether fewer are possible. For a board, it also says which single
piece would make it solvable: a piece of its own used once more or once less, or a polyform added. A limit stops the search with the
best answer so far and exit code 3.

The exit code is 0 if there is no solution and a reason is printed, and 1 if there is a solution.

Examples:
  combien why examples/why.cmb --problem chessboard
  combien why examples/why.cmb --problem tees --proof tees.proof
  combien why examples/hexiamonds.cmb --problem parallelogram_3x12
  combien why examples/why.cmb --problem tees --svg tees.svg
  combien why --almost examples/why.cmb --problem tees
  combien why --json --time 10s hard.dlx")]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Write a certificate of the reason to this file, which another program can check: `combien-verify`. `-` is refused:
    /// the reason is on standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<String>,
    /// Find the largest partial cover instead of the reason
    #[arg(long, conflicts_with = "proof")]
    pub(crate) almost: bool,
    /// Draw the reason, or with --almost the partial cover, on the board to this file: SVG, or PNG or PDF by its name, where
    /// this build can write them. `-` is refused: the reason is on standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for WhyArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.given.of(self.problem.source()?);
        let proof = whole_proof(&problem, self.proof.as_deref())?;
        let search = self.search.search_with(&self.threads);
        if let Some(path) = &self.svg {
            conflicts::check_picture(path, false)?;
            conflicts::takes_stdout(&[Some(path), Some(&STDOUT.to_owned())])?;
            conflicts::refuse_same_file(Some(path), proof.as_ref())?;
        }
        let what = if self.almost { WhyWhat::Almost } else { WhyWhat::Reason { proof } };
        Ok(Request::Why(Why { problem, what, picture: self.svg.clone(), search, json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}

/// The file for a certificate. Certificates and reasons are for whole problems only.
fn whole_proof(problem: &Source, proof: Option<&str>) -> Result<Option<String>, Failure> {
    conflicts::refuse_shard(problem)?;
    proof.map_or(Ok(()), |path| conflicts::check_proof(path, problem))?;
    Ok(proof.map(str::to_owned))
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
If there is exactly one solution, it is shown. If there is none, the reason is given as by `combien why`. If there are
more, two of them are shown, with their differences.

A puzzle has clues, which are options that are given: those of --take, or the clues of a puzzle such as 'puzzle:sudoku 3x3 FILE'. If it
has exactly one solution, a line for each clue says which other solution it excludes: the options of a solution that there is without
this clue, a rival. A clue that excludes nothing is redundant.

--proof writes a certificate that there is exactly one solution, or none, which `combien-verify` checks. With --take it names the given
options. Two solutions need no certificate: `combien-verify` checks both.

The exit code is 0 if there is exactly one solution, and 1 if there is none or there are two.

Examples:
  combien unique examples/toy.dlx
  combien unique --proof toy.proof examples/toy.dlx
  combien unique examples/queens8.dlx --take 'r1 c1' --take 'r3 c4'
  combien unique --where 'crossroads 0 and border' examples/scott.cmb --problem scott
  combien unique 'puzzle:sudoku 3x3 examples/puzzles/inkala.txt' --rivals")]
pub(crate) struct UniqueArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Options that are given: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling also by where a piece
    /// lies, 'F at 3x2 as Rot90'. `combien matrix` shows them
    #[arg(long, value_name = "OPTIONS", conflicts_with = "filter")]
    pub(crate) take: Vec<String>,
    /// Consider only solutions without these options
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) forbid: Vec<String>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// Show the whole rival that each clue excludes
    #[arg(long)]
    pub(crate) rivals: bool,
    #[command(flatten)]
    pub(crate) show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Write a certificate to this file that there is exactly one solution, or none, which another program can check:
    /// `combien-verify`. `-` is refused: the answer is on standard output
    #[arg(long, value_name = "FILE", conflicts_with = "filter")]
    pub(crate) proof: Option<String>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "rivals")]
    pub(crate) json: bool,
}

impl Words for UniqueArgs {
    fn request(&self) -> Result<Request, Failure> {
        let given = GivenArgs { take: vec![], forbid: self.forbid.clone() };
        let problem = self.filter.of(given.of(self.problem.source()?));
        let proof = whole_proof(&problem, self.proof.as_deref())?;
        conflicts::refuse_same_file(self.show.svg.as_ref(), proof.as_ref())?;
        Ok(Request::Unique(Unique {
            problem,
            clues: self.take.clone(),
            rivals: self.rivals,
            drawn: self.show.drawn(2)?,
            proof,
            search: self.search.search_with(&self.threads),
            json: self.json,
        }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn search(&self) -> Option<&SearchArgs> {
        Some(&self.search)
    }
}
