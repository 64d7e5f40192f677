//! Lists of numbers, kept one after the other.

/// A list of numbers for each of some places, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    /// The numbers at each place, in their order.
    pub(crate) fn new(places: usize, entries: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut starts = vec![0; places + 1];
        entries.clone().for_each(|(place, _)| starts[place as usize + 1] += 1);
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        let mut ends = starts.clone();
        let mut numbers = vec![0; starts[places] as usize];
        for (place, number) in entries {
            numbers[ends[place as usize] as usize] = number;
            ends[place as usize] += 1;
        }
        Lists { starts, numbers }
    }

    #[inline]
    pub(crate) fn of(&self, place: u32) -> &[u32] {
        &self.numbers[self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize]
    }

    pub(crate) fn get(&self, place: u32, at: u32) -> Option<u32> {
        self.of(place).get(at as usize).copied()
    }
}
