//! The mean of many numbers that differ greatly, and how far off it may be.

use super::Magnitude;
use crate::random::SplitMix64;

/// At most this many batches; when there are more, neighbours are put together. So at least half as many are
/// full.
const MOST_BATCHES: usize = 128;
/// How often the batches are drawn again.
const RESAMPLES: usize = 999;
/// Of those draws, this many lie beyond each end of a range: a fortieth.
const BEYOND: usize = RESAMPLES / 40;

/// Fewer numbers than this give no range. If a few numbers outweigh all others, only those few count.
const FEW: f64 = 16.0;

/// An estimate with its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The mean of the probes: right on average.
    pub mean: Magnitude,
    /// The standard error of the mean. As probes are skewed, the mean is more often too small than too
    /// large.
    pub error: Magnitude,
    /// The lower end of the range,
    pub low: Magnitude,
    /// and the upper end. The true value is between them in nineteen cases of twenty, if the probes met
    /// everything that is rare and large. It is infinite if there are too few probes to
    /// tell.
    pub high: Magnitude,
}

impl Size {
    /// Nothing is known of the mean, nor of the range.
    pub const UNKNOWN: Size = Size {
        mean: Magnitude::ZERO,
        error: Magnitude::INFINITE,
        low: Magnitude::ZERO,
        high: Magnitude::INFINITE,
    };
}

/// Numbers, one after the other, in batches of equal size. So memory is bounded, and the mean of a batch is
/// less skewed than the numbers are.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The numbers in a batch.
    size: u64,
    full: Vec<Magnitude>,
    /// The sum of the batch that is not full.
    open: Magnitude,
    in_open: u64,
    squares: Magnitude,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread { size: 1, full: vec![], open: Magnitude::ZERO, in_open: 0, squares: Magnitude::ZERO }
    }
}

impl Spread {
    pub(super) fn count(&self) -> u64 {
        self.size * self.full.len() as u64 + self.in_open
    }

    pub(super) fn add(&mut self, number: Magnitude) {
        self.open = self.open + number;
        self.squares = self.squares + number * number;
        self.in_open += 1;
        if self.in_open < self.size {
            return;
        }
        self.full.push(self.open);
        (self.open, self.in_open) = (Magnitude::ZERO, 0);
        if self.full.len() == MOST_BATCHES {
            self.full = self.full.chunks_exact(2).map(|pair| pair[0] + pair[1]).collect();
            self.size *= 2;
        }
    }

    /// The mean and its spread: Student's statistic of the logarithm of the mean, from batches that are drawn
    /// again and again (the bootstrap-t; Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
    /// chapter 12). Of the methods that we know, it handles skewed numbers best: its ranges are longer
    /// above than below.
    pub(super) fn size(&self, seed: u64) -> Size {
        let sum = self.full.iter().fold(self.open, |sum, &batch| sum + batch);
        let mean = sum.times(1.0 / self.count() as f64);
        let unknown = Size { mean, ..Size::UNKNOWN };
        let largest = self.full.iter().copied().fold(Magnitude::ZERO, |a, b| if a < b { b } else { a });
        if self.count() == 0 {
            return Size::UNKNOWN;
        }
        if self.full.len() < 2 || largest.is_zero() {
            return unknown;
        }
        // Parts of the largest batch are floating numbers, whatever it is.
        let scaled: Vec<f64> = self.full.iter().map(|batch| (batch.ln() - largest.ln()).exp()).collect();
        let (center, error) = mean_and_error(scaled.iter().copied());
        let relative = error / center;
        // This many equal numbers would be as uncertain (Kish, Survey Sampling, 1965).
        let as_many = (sum * sum).ln() - self.squares.ln();
        if as_many < FEW.ln() {
            return Size { error: mean.times(relative), ..unknown };
        }
        let mut random = SplitMix64::new(seed);
        let mut draws: Vec<f64> = (0..RESAMPLES)
            .map(|_| {
                let draw = (0..scaled.len()).map(|_| scaled[random.place(scaled.len())]);
                let (mean, error) = mean_and_error(draw);
                let off = (mean / center).ln();
                // A draw of equal numbers has no standard error: its statistic is zero or infinite.
                if off == 0.0 { 0.0 } else { off * mean / error }
            })
            .collect();
        draws.sort_by(f64::total_cmp);
        // If all numbers are equal, there is no error.
        let reach = |student: f64| if relative == 0.0 { 0.0 } else { -student * relative };
        let end = |student: f64| mean * Magnitude::from_ln(reach(student));
        let (low, high) = (end(draws[RESAMPLES - 1 - BEYOND]), end(draws[BEYOND]));
        Size { mean, error: mean.times(relative), low, high }
    }
}

/// The mean of some numbers, and its standard error.
fn mean_and_error(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for number in numbers {
        // Welford, 1962.
        count += 1.0;
        let off = number - mean;
        mean += off / count;
        squares += off * (number - mean);
    }
    (mean, (squares / (count - 1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(numbers: impl IntoIterator<Item = f64>) -> Spread {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(Magnitude::from(number)));
        spread
    }

    fn near(a: Magnitude, b: f64) -> bool {
        (a.to_f64() - b).abs() <= 1e-9 * b
    }

    #[test]
    fn the_mean_is_that_of_all_numbers_however_they_are_batched() {
        for count in [1u32, 2, 3, 127, 128, 129, 1000, 5000] {
            let spread = spread((1..=count).map(f64::from));
            assert_eq!(spread.count(), u64::from(count));
            assert!(near(spread.size(1).mean, f64::from(count + 1) / 2.0), "{count}");
        }
    }

    /// 1 and 3 in turn: the variance is 4/3 for four of them, of the mean 1/3.
    #[test]
    fn the_error_is_the_textbook_formula() {
        let size = spread([1.0, 3.0, 1.0, 3.0]).size(1);
        assert!(near(size.error, (1.0f64 / 3.0).sqrt()), "{size:?}");
        assert!(size.low < size.mean && size.mean < size.high);
    }

    #[test]
    fn nothing_is_claimed_without_evidence() {
        assert_eq!(spread([]).size(1).high, Magnitude::INFINITE);
        assert_eq!(spread([5.0]).size(1).high, Magnitude::INFINITE);
        // No probe met anything: that proves nothing.
        let none = spread([0.0; 1000]).size(1);
        assert!(none.mean.is_zero() && none.low.is_zero() && !none.high.is_finite());
        // One of a thousand did.
        let one = spread((0..1000).map(|place| if place == 77 { 1000.0 } else { 0.0 })).size(1);
        assert!(near(one.mean, 1.0) && !one.high.is_finite(), "{one:?}");
        // All the same.
        let same = spread([6.0; 300]).size(1);
        assert!(near(same.mean, 6.0) && near(same.low, 6.0) && near(same.high, 6.0), "{same:?}");
    }

    #[test]
    fn no_number_is_too_large() {
        let mut spread = Spread::default();
        for power in [1000.0, 1001.0, 1002.0] {
            spread.add(Magnitude::from_ln(power));
        }
        let size = spread.size(1);
        let mean = 1000.0 + ((1.0 + 1f64.exp() + 2f64.exp()) / 3.0).ln();
        assert!((size.mean.ln() - mean).abs() < 1e-9);
        assert!(size.low < size.mean && size.mean < size.high);
    }

    /// Numbers whose true mean is known, and that are skewed like those of probes: products of random
    /// factors.
    #[test]
    fn the_true_mean_is_mostly_in_the_range() {
        let mut inside = 0;
        for seed in 0..200 {
            let mut random = SplitMix64::new(seed);
            let mut spread = Spread::default();
            for _ in 0..2000 {
                // Each factor is 0, 1, 2, 3 or 4: 2 on average.
                let factors = (0..6).map(|_| random.place(5) as f64);
                spread.add(Magnitude::from(factors.product::<f64>()));
            }
            let size = spread.size(seed);
            inside += i32::from(size.low.to_f64() <= 64.0 && 64.0 <= size.high.to_f64());
        }
        assert!((180..=199).contains(&inside), "{inside} of 200");
    }
}
