//! What counts as memory: the bytes that may be used, those that are, and what the tables of a sweep would
//! take if they were not divided.

use super::table::Size;

/// There is not enough memory left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Bytes that may be used, and bytes that are.
///
/// Whether the tables of a sweep fit must not depend on the order in which states are added to them, because
/// several threads add in any order. So the smaller table that still exists while a table grows counts until
/// the end of the step: the `reserve` is the largest one that any table may have grown from in this step, and
/// only ever rises within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub(super) limit: usize,
    pub(super) used: usize,
    pub(super) reserve: usize,
    pub(super) peak: usize,
}

impl Memory {
    pub(super) fn new(limit: usize) -> Memory {
        Memory { limit, used: 0, reserve: 0, peak: 0 }
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Full> {
        self.change(self.used.saturating_add(bytes), self.reserve)
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// A table grows from one size to another.
    fn resize(&mut self, from: Size, to: Size) -> Result<(), Full> {
        let used = (self.used - from.bytes()).saturating_add(to.bytes());
        self.change(used, self.reserve.max(to.before().bytes()))
    }

    fn change(&mut self, used: usize, reserve: usize) -> Result<(), Full> {
        let all = used.saturating_add(reserve);
        if all > self.limit {
            return Err(Full);
        }
        (self.used, self.reserve, self.peak) = (used, reserve, self.peak.max(all));
        Ok(())
    }
}

/// What one undivided table for each layer would take. It depends on how many states each layer has, and not
/// on the order in which they came, nor on how they are divided.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    pub(super) memory: Memory,
    /// The size of each layer.
    sizes: Vec<Size>,
    /// The last layer with a state.
    pub(super) last: usize,
}

impl Ledger {
    /// Without states.
    pub(super) fn new(layers: usize, width: usize, limit: usize) -> Ledger {
        Ledger { memory: Memory::new(limit), sizes: vec![Size::none(width); layers], last: 0 }
    }

    pub(super) fn layers(&self) -> usize {
        self.sizes.len()
    }

    pub(super) fn size(&self, layer: usize) -> Size {
        self.sizes[layer]
    }

    /// A layer has this many states, and numbers of at least this many words.
    pub(super) fn charge(&mut self, layer: usize, states: usize, limbs: usize) -> Result<(), Full> {
        let old = self.sizes[layer];
        if states == 0 {
            return Ok(());
        }
        let new = Size { limbs: limbs.max(old.limbs), ..old }.with_room_for(states);
        if new != old {
            self.memory.resize(old, new)?;
            self.sizes[layer] = new;
            self.last = self.last.max(layer);
        }
        Ok(())
    }

    /// A layer has been processed.
    pub(super) fn finish(&mut self, layer: usize) {
        self.memory.give_back(self.sizes[layer].bytes());
        self.sizes[layer] = Size { slots: 0, ..self.sizes[layer] };
        self.memory.reserve = 0;
    }

    /// The layers with states, and the words of their numbers.
    pub(super) fn limbs(&self) -> Vec<(usize, usize)> {
        let sizes = self.sizes.iter().enumerate().filter(|(_, size)| size.slots > 0);
        sizes.map(|(layer, size)| (layer, size.limbs)).collect()
    }
}
