//! `why` and `unique`: the commands that ask for reasons.

use super::parts::{Filtered, Threaded};
use super::table::asked;
use super::{Drawn, Given, Search, Source, conflicts};
use crate::report::failure::Failure;
use crate::system::files::STDOUT;

asked! {
    /// Say why a problem has no solution.
    Why {
        problem: Source as Given,
        search: Search as Threaded,
        /// Write a certificate of the reason to this file, which another program can check: `combien-verify`. `-` is refused:
        /// the reason is on standard output
        proof: Option<String> ["FILE"],
        /// Find the largest partial cover instead of the reason
        almost: bool [without(["proof"])],
        /// Draw the reason, or with --almost the partial cover, on the board to this file: SVG, or PNG or PDF by its name, where
        /// this build can write them. `-` is refused: the reason is on standard output
        picture: Option<String> ["FILE" long("svg")],
        /// Print one JSON document
        json: bool [],
    }
    "\
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
  combien why --json --time 10s hard.dlx"
}

impl Why {
    pub(super) fn check(&self) -> Result<(), Failure> {
        check_proof(&self.problem, self.proof.as_deref())?;
        let Some(path) = &self.picture else { return Ok(()) };
        conflicts::check_picture(path, false)?;
        conflicts::check_stdout(&[Some(path), Some(&STDOUT.to_owned())])?;
        conflicts::refuse_same_file(Some(path), self.proof.as_ref())
    }
}

/// Certificates and reasons are for whole problems only.
fn check_proof(problem: &Source, proof: Option<&str>) -> Result<(), Failure> {
    conflicts::refuse_shard(problem)?;
    proof.map_or(Ok(()), |path| conflicts::check_proof(path, problem))
}

asked! {
    /// Say whether a problem has exactly one solution.
    Unique {
        problem: Source as Source,
        /// Options that are given: by number or name, `4,7..9`; by items, 'r1 c5', if one option has them all; in a tiling also by where a piece
        /// lies, 'F at 3x2 as Rot90'. `combien matrix` shows them
        clues: Vec<String> ["OPTIONS" long("take") without(["filter"])],
        /// Consider only solutions without these options
        _forbid: Vec<String> ["OPTIONS"],
        _filter: () as Filtered,
        /// Show the whole rival that each clue excludes
        rivals: bool [],
        drawn: Drawn as Drawn,
        search: Search as Threaded,
        /// Write a certificate to this file that there is exactly one solution, or none, which another program can check:
        /// `combien-verify`. `-` is refused: the answer is on standard output
        proof: Option<String> ["FILE" without(["filter"])],
        /// Print one JSON document
        json: bool [without(["rivals"])],
    }
    "\
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
  combien unique 'puzzle:sudoku 3x3 examples/puzzles/inkala.txt' --rivals"
}

impl Unique {
    pub(super) fn check(&self) -> Result<(), Failure> {
        check_proof(&self.problem, self.proof.as_deref())?;
        conflicts::refuse_same_file(self.drawn.picture.as_ref(), self.proof.as_ref())?;
        self.drawn.check(2)
    }
}
