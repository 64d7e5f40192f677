//! `why`: the command that asks for reasons.

use std::time::Duration;

use super::parts::{ProblemArgs, SearchArgs, ThreadArgs};
use super::{Words, conflicts};
use crate::report::failure::Failure;
use crate::request::{Request, Source, Why};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Reasons are looked for in this order: the pieces have too few cells or too many; an item that nothing can cover, after what is
forced; colorings of the board; weights of single items; counting, as with pigeons and their holes; a few items that already
cannot be covered together, so that none of them could be left out; and last the whole search. The first that holds is told, and
drawn on the board of a tiling. --proof writes a certificate of it, which `combien-verify` checks.

The exit code is 0 if there is no solution and the reason is told; 1 if there is one, which is said.

Examples:
  combien why examples/why.cmb --problem chessboard
  combien why examples/why.cmb --problem tees --proof tees.proof
  combien why examples/hexiamonds.cmb --problem parallelogram_3x12
  combien why --json --time 10s hard.dlx")]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Write a certificate of the reason to this file, which another program can check: `combien-verify`. `-` is refused:
    /// the reason is on standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for WhyArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.problem.source()?;
        let proof = whole_proof(&problem, self.proof.as_deref())?;
        let search = self.search.search_with(&self.threads);
        Ok(Request::Why(Why { problem, proof, search, json: self.json }))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn time(&self) -> Option<Duration> {
        self.search.time
    }
}

/// The file for a certificate: one of a whole problem, as reasons are, too.
fn whole_proof(problem: &Source, proof: Option<&str>) -> Result<Option<String>, Failure> {
    conflicts::refuse_shard(problem)?;
    proof.map_or(Ok(()), conflicts::refuse_proof_on_stdout)?;
    Ok(proof.map(str::to_owned))
}
