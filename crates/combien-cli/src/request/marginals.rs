//! `marginals`: the command that asks how likely each option is.

use combien::solve::Engine;

use super::table::asked;
use super::values::engines;
use super::{Search, Source, conflicts};
use crate::report::failure::Failure;

asked! {
    /// Say in how many solutions each option is: what is certain, what is impossible, how likely the rest is.
    Marginals {
        problem: Source as Source,
        /// Consider only the solutions that take all of these options: by number or name, `4,7..9`; by items, 'r1 c5'; in a tiling also by where a
        /// piece lies, 'F at 3x2 as Rot90'
        including: Vec<String> ["OPTIONS" alias("given")],
        /// Consider only the solutions that take none of these options
        excluding: Vec<String> ["OPTIONS"],
        /// Print a line for each item instead of each option
        items: bool [without(["json"])],
        /// Write a heat map of the board of a tiling to this file: the entropy of each cell, or with --piece how likely the piece covers
        /// it. PNG or PDF by its ending, otherwise SVG; `-` is standard output, and then text goes to standard error
        picture: Option<String> ["FILE" long("svg") alias("picture")],
        /// The piece whose likelihood the heat map shows, by its name
        piece: Option<String> ["NAME" needs("picture")],
        search: Search as Search,
        engine: Engine ["NAME" default("auto") help(engines("Which engine builds the diagram, memo with product nodes", Engine::builds_diagrams))],
        /// Print one JSON document, with the options and the items
        json: bool [],
    }
    "\
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
  combien marginals --engine memo --json hard.dlx"
}

impl Marginals {
    pub(super) fn check(&self) -> Result<(), Failure> {
        conflicts::refuse_shard(&self.problem)?;
        self.picture.as_deref().map_or(Ok(()), |path| conflicts::check_picture(path, false))
    }
}
