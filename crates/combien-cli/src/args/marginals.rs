//! `marginals`: the command that asks how likely each option is.

use combien::solve::Engine;

use super::parts::{ProblemArgs, SearchArgs};
use super::{Words, conflicts, help};
use crate::report::failure::Failure;
use crate::request::{Marginals, Request};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
For each option, prints the exact number of solutions that contain it, and its share of all solutions. An option in all
solutions is certain, one in none is impossible. With --items, prints for each item how many options can cover it, and its entropy in
bits: how much is learned on average from the option that covers it, if each solution is equally likely.

All solutions are built as a diagram first, so it must fit in memory. The exit code is 1 if there is no solution.

Examples:
  combien marginals examples/toy.dlx
  combien marginals --items examples/scott.cmb --problem scott
  combien marginals --including 3 examples/toy.dlx         what follows from option 3
  combien marginals examples/scott.cmb --problem scott --svg uncertain.svg
  combien marginals examples/scott.cmb --problem scott --piece X --svg x.svg
  combien marginals --engine memo --json hard.dlx")]
pub(crate) struct MarginalsArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Consider only the solutions that take all of these options: by number or name, `4,7..9`; by items, 'r1 c5'; in a tiling also by where a
    /// piece lies, 'F at 3x2 as Rot90'
    #[arg(long, visible_alias = "given", value_name = "OPTIONS")]
    pub(crate) including: Vec<String>,
    /// Consider only the solutions that take none of these options
    #[arg(long, value_name = "OPTIONS")]
    pub(crate) excluding: Vec<String>,
    /// Print a line for each item instead of each option
    #[arg(long, conflicts_with = "json")]
    pub(crate) items: bool,
    /// Write a heat map of the board of a tiling to this file: the entropy of each cell, or with --piece how likely the piece covers
    /// it. PNG or PDF by its ending, otherwise SVG; `-` is standard output, and then text goes to standard error
    #[arg(long, visible_alias = "picture", value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// The piece whose likelihood the heat map shows, by its name
    #[arg(long, value_name = "NAME", requires = "svg")]
    pub(crate) piece: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[arg(long, value_name = "NAME", default_value_t)]
    #[arg(help = help::engines("Which engine builds the diagram (memo: with product nodes)", Engine::builds_diagrams))]
    pub(crate) engine: Engine,
    /// Print one JSON document, with the options and the items
    #[arg(long)]
    pub(crate) json: bool,
}

impl Words for MarginalsArgs {
    fn request(&self) -> Result<Request, Failure> {
        let problem = self.problem.source()?;
        conflicts::refuse_shard(&problem)?;
        if let Some(path) = &self.svg {
            conflicts::check_picture(path, false)?;
        }
        Ok(Request::Marginals(Marginals {
            problem,
            including: self.including.clone(),
            excluding: self.excluding.clone(),
            items: self.items,
            picture: self.svg.clone(),
            piece: self.piece.clone(),
            search: self.search.search(),
            engine: self.engine,
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
