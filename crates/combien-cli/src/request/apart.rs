//! `take-apart`: do the solutions of a puzzle come apart?

use super::parts::{Color, Drawn};
use super::table::asked;
use super::values::positive;
use super::{Given, Group, Search, Source, UpTo};
use crate::report::failure::Failure;

asked! {
    /// Find out which solutions of a burr come apart, at which level, and by which moves.
    TakeApart {
        problem: Source as Given,
        /// Stop after this number of solutions that come apart
        number: Option<u64> [(positive) "K" short('n')],
        /// Print the moves of each solution that comes apart
        moves: bool [without(["json"])],
        /// Draw the first solution that comes apart, a picture for each move: PNG or PDF by the ending of the file, otherwise SVG. All but
        /// the first get a number in the name, so `-`, standard output, is refused
        picture: Option<String> ["FILE" long("svg") alias("picture")],
        search: Search as Search,
        /// Print one JSON document on each line: one for each solution that comes apart, and one for the end
        json: bool [],
    }
    "\
Pieces are of cubes or of triangular prisms. A move shifts some pieces together along an axis, any distance, while the others
stay. A solution is separated when pieces can be shifted away; then both parts are taken apart. The level is the number of moves
of each separation: 5.2 if the first takes five moves, and the next two. Parts that come apart by one move for each piece are left
out of it. Each separation takes as few moves as possible.

Solutions that are rotations or mirror images of others are left out. Pieces in one group of a puzzle of BurrTools may stay together.
Positions that are reached count for --nodes, too. A text says where pieces go as one sees them from the front: left and right, up and
down, back and forward.

Exit codes:
  0  a solution comes apart
  1  none does
  2  bad usage or input
  3  stopped by a limit or a signal before all were taken apart

Examples:
  combien take-apart burr.xmpuzzle
  combien take-apart burr.xmpuzzle -n 1 --moves --svg burr.svg
  combien take-apart examples/soma.cmb --problem cube -n 1 --moves"
}

impl TakeApart {
    pub(super) fn check(&self) -> Result<(), Failure> {
        let drawn = Drawn { picture: self.picture.clone(), ascii: false, color: Color::Auto };
        drawn.check(u64::MAX)
    }

    /// The symmetries up to which solutions are taken apart.
    pub(crate) fn group() -> Group {
        Group { up_to: UpTo::Symmetry, generators: None, keeping: vec![] }
    }
}
