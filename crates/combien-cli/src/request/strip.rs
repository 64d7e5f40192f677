//! `strip`: tilings of boards of every length.

use std::ops::RangeInclusive;
use std::time::Duration;

use combien_lang::OfLengths;

use super::conflicts;
use super::design::Alike;
use super::table::asked;
use super::values::{positive, size};
use crate::report::failure::Failure;

asked! {
    /// Count the tilings of boards of every length: generating function, recurrence, any term.
    Strip {
        /// A tiling file; `-` is standard input
        file: String ["FILE" place(true)],
        /// The family, with `n` in the place of the length: 'p<n>', 'p<3, n>'
        problem: String ["NAME"],
        /// The number of the first board; it and the next ones are compared
        from: u64 [(positive) "N" default("1")],
        /// Print only a(N)
        at: Option<u64> ["N" negatives(true)],
        /// Print a(N) modulo M, for any N below 2^64
        modulo: Option<u64> [(positive) "M" long("mod") needs("at")],
        /// Count tilings as one if a motion of the strip turns them into each other
        up_to: Option<Alike> ["WHAT" without(["primitive", "proof"])],
        /// Count only tilings that no cut between two slices divides into two tilings
        primitive: bool [],
        /// Count by the copies of a piece, too: the one of this name, `#2` for the second if it has none, or `piece` for all pieces
        by: Option<String> ["NAME" without(["up_to", "proof", "modulo"])],
        /// How many terms are printed
        terms: u64 ["N" default("12") without(["at"])],
        /// Print the lines of an entry of the OEIS: formulas, a drawn example, programs, a b-file
        oeis: bool [without(["at"])],
        /// Write a certificate to this file, which `combien-verify` can check. `-` is refused, because the answer is on standard output
        proof: Option<String> ["FILE" without(["primitive"])],
        /// The greatest number of states of the automaton
        states: u64 [(positive) "N" default("50000") rare(true)],
        /// Stop after this time, including reading: `90`, `90s`, `1.5m`, `2h`
        _time: Option<Duration> ["TIME"],
        /// The memory that numbers may use: `500M`, `4G`
        memory: u64 [(size) "SIZE" default("2G") rare(true)],
        /// Show no progress on standard error
        quiet: bool [short('q') rare(true)],
        /// Print one JSON document
        json: bool [without(["oeis"])],
    }
    "\
The boards of the family must grow by equal slices: strips, cylinders, prisms, bands of hexagons or triangles. Slices may differ
within a period, and the first board may be larger than a slice. The first boards are compared, until they are longer than any
piece reaches. Pieces may be used any number of times. The only other rule may be that no four pieces meet: `also 0..3 at every vertex`.

The tilings are then the walks of a finite automaton, which fills one slice after the other. So their numbers have a linear recurrence.
It is proved from the automaton in exact numbers, and is the shortest one.

With --by, each number becomes a polynomial in y: the coefficient of y^k is the number of tilings that have k copies.

The motions of a strip are those that keep every board: the four of a rectangle, even if one of the boards is a square.

If the first board is a slice like the others, a(0) = 1 is the number of tilings of the board without cells.

Examples:
  combien strip examples/sequences.cmb --problem 'dominoes<4, n>'
  combien strip examples/sequences.cmb --problem 'dominoes<8, n>' --at 100000
  combien strip examples/sequences.cmb --problem 'dominoes<8, n>' --at 1000000000000000000 --mod 1000007
  combien strip examples/sequences.cmb --problem 'dominoes<4, n>' --primitive
  combien strip examples/sequences.cmb --problem 'dominoes<4, n>' --up-to symmetry
  combien strip examples/sequences.cmb --problem 'matchings<2, n>' --by piece
  combien strip examples/five_high.cmb --problem 'liu<n>' --oeis"
}

impl Strip {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.members(1..=1).is_none() {
            let message = format!("`{}` does not say which argument is the length", self.problem);
            return Err(Failure::hinted(message, "write n in its place, as in --problem 'p<3, n>'"));
        }
        if u32::try_from(self.from).is_err() {
            return Err(Failure::message(format!("--from {} is too large", self.from)));
        }
        self.proof.as_deref().map_or(Ok(()), conflicts::refuse_proof_on_stdout)
    }

    /// The members of the family of these numbers.
    pub(crate) fn members(&self, numbers: RangeInclusive<u64>) -> Option<String> {
        OfLengths::members(&self.problem, numbers)
    }
}
