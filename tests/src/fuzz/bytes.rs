//! Choices from bytes: other bytes give other choices, and fewer or smaller bytes give a smaller case.

/// Choices, from the first byte to the last; after that each choice is the first.
#[derive(Clone, Debug)]
pub struct Bytes<'d> {
    left: &'d [u8],
}

impl<'d> Bytes<'d> {
    /// The choices of these bytes.
    pub fn new(data: &'d [u8]) -> Bytes<'d> {
        Bytes { left: data }
    }

    /// A number below `bound`, which is not more than 65536; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let mut number = 0;
        for _ in 0..if bound > 256 { 2 } else { usize::from(bound > 1) } {
            if let Some((&first, rest)) = self.left.split_first() {
                (self.left, number) = (rest, number << 8 | usize::from(first));
            }
        }
        number % bound.max(1)
    }

    /// A number from `low` to `high`.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in this many times; never after the bytes are used up.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }
}
