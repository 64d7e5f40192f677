//! The positions of pieces that a search has reached, each once.

use combien::budget::Reason;

use crate::tiling::Cell;

/// How a position was reached from an earlier one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) from: usize,
    pub(super) shift: Shift,
}

/// Pieces that are shifted: a set of them as bits, along an axis or back, this number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub(super) set: u64,
    pub(super) axis: usize,
    pub(super) is_back: bool,
    pub(super) steps: u32,
}

/// Positions, by number in the order in which they were reached: an open table finds those that are known.
pub(super) struct States {
    pieces: usize,
    /// For each position the place of each piece, relative to that of the first one.
    places: Vec<Cell>,
    pub(super) reached: Vec<Reached>,
    /// The numbers of positions plus one, where their hash says or behind; 0 is empty. Its length is a power
    /// of two, and at least half of it is empty.
    slots: Vec<u32>,
}

impl States {
    /// With a first position. `first.reached` of it is not used.
    pub(super) fn new(first: &[Cell]) -> States {
        let mut states = States { pieces: first.len(), places: vec![], reached: vec![], slots: vec![0; 64] };
        states.add(first, Reached { from: 0, shift: Shift { set: 0, axis: 0, is_back: false, steps: 0 } });
        states
    }

    pub(super) fn len(&self) -> usize {
        self.reached.len()
    }

    pub(super) fn places(&self, number: usize) -> &[Cell] {
        &self.places[number * self.pieces..][..self.pieces]
    }

    /// The bytes that it takes.
    pub(super) fn memory(&self) -> u64 {
        let bytes = self.places.capacity() * size_of::<Cell>()
            + self.reached.capacity() * size_of::<Reached>()
            + self.slots.len() * size_of::<u32>();
        bytes as u64
    }

    /// Adds a position, unless it is known. The first piece is at the origin.
    pub(super) fn add(&mut self, places: &[Cell], reached: Reached) {
        debug_assert_eq!(places[0], Cell::default(), "positions are relative to the first piece");
        let mut slot = self.slot(places);
        while self.slots[slot] != 0 {
            if self.places(self.slots[slot] as usize - 1) == places {
                return;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.places.extend_from_slice(places);
        self.reached.push(reached);
        self.slots[slot] = self.reached.len() as u32;
        if 2 * self.reached.len() >= self.slots.len() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; 4 * self.slots.len()];
        for number in 0..self.len() {
            let mut slot = self.slot(self.places(number));
            while self.slots[slot] != 0 {
                slot = (slot + 1) % self.slots.len();
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    fn slot(&self, places: &[Cell]) -> usize {
        let mut hash = 0u64;
        for &Cell { x, y, z } in places {
            // Coordinates are small: ten bits each seldom overlap. The multiplier is odd and has no pattern.
            let word = (x as u64) ^ (y as u64) << 10 ^ (z as u64) << 20;
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        (hash >> 20) as usize & (self.slots.len() - 1)
    }

    /// The limit on memory, if it is passed, or if numbers of positions would not fit.
    pub(super) fn check(&self, memory: u64) -> Result<(), Reason> {
        let is_full = self.memory() > memory || self.len() >= u32::MAX as usize / 2;
        if is_full { Err(Reason::Memory(memory)) } else { Ok(()) }
    }
}
