//! Coupling from the past (Propp and Wilson, 1996): an exactly uniform element of a distributive lattice.
//!
//! A step of a Markov chain puts each face up or down by a bit, if it can move at all; every matching stays
//! as likely as before. Applied to two matchings, with the same bits, it keeps their order. So let the
//! greatest and the least one begin far in the past, with fixed bits for each time: if they are equal at time
//! zero, then all matchings that began with them are equal too, and the result does not depend on where the
//! chain began: it is distributed as after infinite time. If they differ, they begin earlier, with the same
//! bits at the same times.
//!
//! How long that takes is found by a *trial*: a run with other bits, forward, until both are equal. Its time
//! has the same distribution. The trial decides where the past begins, and that a lattice is left to exact
//! counts if it takes too long; since its bits are not those of the draw, no matching becomes likelier by
//! that. A run that was cancelled after a look at its own bits would favor the matchings that are found soon.

use std::sync::Arc;

use super::lattice::{BOTH, Chunk, Lattice, WIDTH};
use crate::random::SplitMix64;

/// The bits of one run, for each time.
#[derive(Clone, Copy, Debug)]
struct Bits {
    key: u64,
    words: u64,
}

impl Bits {
    fn new(lattice: &Lattice, random: &mut SplitMix64) -> Bits {
        Bits { key: random.word(), words: lattice.chunks.len() as u64 }
    }

    /// The generator of the words of one time.
    fn at(self, time: u64) -> SplitMix64 {
        SplitMix64::at(self.key, time.wrapping_mul(self.words))
    }
}

/// The greatest and the least matching, and where they went.
#[derive(Clone, Debug)]
struct Pair {
    parity: Vec<u8>,
}

impl Pair {
    fn new(lattice: &Lattice) -> Pair {
        Pair { parity: lattice.ends.clone() }
    }

    fn are_equal(&self) -> bool {
        self.parity.iter().all(|&parity| (parity ^ parity >> 1) & 1 == 0)
    }

    /// One step for each face, in the order of the layout.
    fn sweep(&mut self, lattice: &Lattice, mut words: SplitMix64) {
        for chunk in &lattice.chunks {
            let mut word = words.word();
            for (place, odds) in &lattice.odds[chunk.odds.clone()] {
                let is_down = odds.is_down(word ^ u64::from(*place).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                word = word & !(1 << place) | u64::from(is_down) << place;
            }
            self.update(lattice, chunk, word);
        }
    }

    /// Puts the faces of a chunk down where the word has a bit, and up where it has none, if they can move.
    fn update(&mut self, lattice: &Lattice, chunk: &Chunk, word: u64) {
        let (mut all, mut any) = ([u8::MAX; WIDTH], [0; WIDTH]);
        let mut turns = chunk.turns;
        for &base in &lattice.bases[chunk.bases.clone()] {
            let votes = window(&self.parity, base as usize);
            let turn = window(&lattice.turns, turns);
            for place in 0..WIDTH {
                let vote = votes[place] ^ turn[place];
                all[place] &= vote;
                any[place] |= vote;
            }
            turns += usize::from(chunk.length);
        }
        let at = chunk.at as usize;
        let (down, old) = (spread(word), window(&self.parity, at));
        let mut new = [0; WIDTH];
        for place in 0..WIDTH {
            let moved = all[place] ^ down[place];
            new[place] = moved ^ ((moved ^ old[place]) & (all[place] ^ any[place]));
        }
        let length = usize::from(chunk.length);
        self.parity[at..at + length].copy_from_slice(&new[..length]);
    }
}

fn window(bytes: &[u8], at: usize) -> &[u8; WIDTH] {
    bytes[at..].first_chunk().expect("there is room for a chunk behind each place")
}

/// A byte for each bit of a word: both matchings, or none.
fn spread(word: u64) -> [u8; WIDTH] {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    let mut bytes = [0; WIDTH];
    for (eight, byte) in bytes.chunks_exact_mut(8).zip(word.to_le_bytes()) {
        // Each byte keeps a bit of its own; adding 127 carries it to the top.
        let kept = u64::from(byte).wrapping_mul(LOW) & DIAGONAL;
        let ones = (kept + 0x7f * LOW) >> 7 & LOW;
        eight.copy_from_slice(&(ones * u64::from(BOTH)).to_le_bytes());
    }
    bytes
}

/// What a run did: it is done, or it takes more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    Done,
    /// The trial took too long.
    TooLong,
    More,
}

/// A run forward that finds how long it takes until the greatest and the least matching are equal.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub(super) lattice: Arc<Lattice>,
    bits: Bits,
    pair: Pair,
    time: u64,
}

/// Sweeps between two looks whether both are equal.
const BETWEEN_LOOKS: u64 = 16;
/// A trial may take this number of sweeps for each face, and some more. The Aztec diamond and hexagons take
/// about three.
const MOST_A_FACE: u64 = 64;
const MOST_AT_LEAST: u64 = 10_000;

impl Trial {
    pub(super) fn new(lattice: Arc<Lattice>, random: &mut SplitMix64) -> Trial {
        Trial { bits: Bits::new(&lattice, random), pair: Pair::new(&lattice), time: 0, lattice }
    }

    /// Runs for this number of sweeps.
    pub(super) fn run(&mut self, sweeps: u64) -> Ran {
        let most = MOST_A_FACE.saturating_mul(self.lattice.faces).saturating_add(MOST_AT_LEAST);
        for _ in 0..sweeps {
            self.pair.sweep(&self.lattice, self.bits.at(self.time));
            self.time += 1;
            if self.time.is_multiple_of(BETWEEN_LOOKS) && self.pair.are_equal() {
                return Ran::Done;
            }
            if self.time >= most {
                return Ran::TooLong;
            }
        }
        Ran::More
    }

    /// The sweeps up to now.
    pub(super) fn time(&self) -> u64 {
        self.time
    }

    /// Where the past of draws should begin: a quarter before, so that most of them need not begin again.
    pub(super) fn start(&self) -> u64 {
        self.time + self.time / 4
    }
}

/// A draw.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) lattice: Arc<Lattice>,
    bits: Option<Bits>,
    pair: Pair,
    /// How long ago it begins, and is now.
    pub(super) start: u64,
    time: u64,
}

impl Past {
    pub(super) fn new(lattice: Arc<Lattice>, start: u64) -> Past {
        Past { bits: None, pair: Pair::new(&lattice), start, time: start, lattice }
    }

    /// Runs for at most this number of sweeps, and returns how many it took.
    pub(super) fn run(&mut self, sweeps: u64, random: &mut SplitMix64) -> (Ran, u64) {
        let bits = *self.bits.get_or_insert_with(|| Bits::new(&self.lattice, random));
        for done in 0..=sweeps {
            if self.time == 0 {
                if self.pair.are_equal() {
                    return (Ran::Done, done);
                }
                self.start *= 2;
                self.time = self.start;
                self.pair = Pair::new(&self.lattice);
            }
            if done < sweeps {
                self.pair.sweep(&self.lattice, bits.at(self.time));
                self.time -= 1;
            }
        }
        (Ran::More, sweeps)
    }

    /// The matching that was drawn.
    pub(super) fn matching(&self) -> impl Iterator<Item = [u32; 2]> {
        self.lattice.matching(&self.pair.parity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_becomes_a_byte() {
        for word in [0, 1, u64::MAX, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef] {
            let bytes = spread(word);
            assert!((0..64).all(|bit| bytes[bit] == if word >> bit & 1 == 1 { BOTH } else { 0 }), "{word}");
        }
    }
}
