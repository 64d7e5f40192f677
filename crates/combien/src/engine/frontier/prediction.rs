//! How much work a sweep will be, told by its first layers.
//!
//! The bounds of an [`Order`](crate::engine::order::Order) on the states of each layer are too high, by any
//! factor. But where the board looks the same everywhere, they are too high by the *same* factor in all
//! layers: dominoes on a torus of 12 by 12 cells keep a fourteenth of what the bounds allow, in the narrow
//! layers as in the widest. So the layers that are done tell the factor, and with it what is left. The factor
//! is measured anew each time the work has doubled. If it still changes, as it does where each piece is used
//! once, there is no prediction.

use crate::budget::Work;

/// The first measurement is made after this many states.
const FIRST: u64 = 1 << 11;
/// This many measurements in a row must agree,
const AGREEING: usize = 3;
/// within this factor. For the problems in the table of notes/counting.md, what is predicted then is right
/// within a factor of 2, mostly within a fifth; with 2 in place of 1.5, predictions for Latin squares are
/// wrong by a factor of a hundred thousand.
const AGREEMENT: f64 = 1.5;

/// The bounds on the layers of a sweep, and what its states say about them.
#[derive(Clone, Debug)]
pub(super) struct Prediction {
    /// The sum of the bounds on the layers before each step, and on all of them.
    sums: Vec<f64>,
    /// The largest bound on a layer before each step, and of all of them.
    widest: Vec<f64>,
    /// The step and the states of the last measurement.
    measured: (usize, u64),
    /// What each of the last measurements says about the states in all.
    said: [f64; AGREEING],
    work: Work,
    /// The step at which `work` was done.
    step: usize,
}

impl Prediction {
    /// Nothing is known but the bounds on each layer.
    pub(super) fn new(bounds: &[u128]) -> Prediction {
        let (mut sums, mut widest) = (vec![0.0], vec![0.0]);
        let (mut sum, mut most) = (0.0, 0.0);
        for &bound in bounds {
            sum += bound as f64;
            most = f64::max(most, bound as f64);
            sums.push(sum);
            widest.push(most);
        }
        // Nothing agrees with nothing.
        let said = std::array::from_fn(|place| if place % 2 == 0 { 0.0 } else { f64::INFINITY });
        Prediction { sums, widest, measured: (0, 0), said, work: Work::default(), step: 0 }
    }

    /// Looks at the sweep after this work, when it is at this step. Steps may be left out.
    pub(super) fn look(&mut self, step: usize, work: Work) {
        if step > self.step {
            self.measure(step, work);
        }
        (self.step, self.work) = (step, work);
    }

    fn measure(&mut self, step: usize, work: Work) {
        let (since, before) = self.measured;
        let bound = self.sums[step] - self.sums[since];
        if work.nodes < (2 * before).max(FIRST) || bound <= 0.0 {
            return;
        }
        let factor = (work.nodes - before) as f64 / bound;
        self.said.rotate_left(1);
        self.said[AGREEING - 1] = work.nodes as f64 + factor * (self.all() - self.sums[step]);
        self.measured = (step, work.nodes);
    }

    fn all(&self) -> f64 {
        self.sums[self.sums.len() - 1]
    }

    /// The work of the whole sweep, if the last measurements agree, and it has not done much more by now.
    pub(super) fn work(&self) -> Option<Work> {
        let [least, most] = [f64::min, f64::max].map(|of| self.said.iter().copied().fold(self.said[0], of));
        let last = self.said[AGREEING - 1];
        if most > AGREEMENT * least || self.work.nodes as f64 > 2.0 * last {
            return None;
        }
        let scale = last.max(self.work.nodes as f64) / self.work.nodes.max(1) as f64;
        let scaled = |work: u64| (work as f64 * scale).min(u64::MAX as f64) as u64;
        Some(Work { nodes: scaled(self.work.nodes), updates: scaled(self.work.updates) })
    }

    /// The part of all bounds that lies behind.
    pub(super) fn part_of_bounds(&self) -> f64 {
        if self.step + 1 == self.sums.len() { 1.0 } else { self.sums[self.step] / self.all() }
    }

    /// How many times as wide as the widest layer so far the widest of all may become.
    pub(super) fn widening(&self) -> f64 {
        let widest = self.widest[self.widest.len() - 1];
        widest / self.widest[self.step.min(self.widest.len() - 1)].max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn work(nodes: u64) -> Work {
        Work { nodes, updates: 3 * nodes }
    }

    #[test]
    fn layers_that_are_all_a_tenth_of_their_bounds_are_predicted() {
        let bounds: Vec<u128> = (0..100).map(|step: u128| 10_000 * (1 + step.min(99 - step))).collect();
        let states = |steps: usize| bounds[..steps].iter().sum::<u128>() as u64 / 10;
        let mut prediction = Prediction::new(&bounds);
        let mut known = None;
        for step in 1..=100 {
            prediction.look(step, work(states(step)));
            if let Some(predicted) = prediction.work() {
                known.get_or_insert(step);
                assert!(predicted.nodes.abs_diff(states(100)) <= 1, "{predicted:?}");
                assert!(predicted.updates.abs_diff(3 * states(100)) <= 3, "{predicted:?}");
            }
        }
        // After 2048 states, and after two doublings.
        assert_eq!(known, Some(5));
    }

    #[test]
    fn a_factor_that_changes_predicts_nothing() {
        let bounds = [1 << 20; 40];
        let mut prediction = Prediction::new(&bounds);
        for step in 1..40 {
            // Each layer keeps half as large a part as the one before.
            let states = (0..step).map(|step| (1u64 << 40) >> (step as u32)).sum();
            prediction.look(step, work(states));
            assert_eq!(prediction.work(), None);
        }
    }

    #[test]
    fn a_prediction_that_was_wrong_is_withdrawn() {
        let mut prediction = Prediction::new(&[1 << 20; 64]);
        (1..8).for_each(|step| prediction.look(step, work(5000 * step as u64)));
        assert_eq!(prediction.work(), Some(work(5000 * 64)));
        assert!((prediction.widening() - 1.0).abs() < 1e-9);
        prediction.look(7, work(2_000_000));
        assert_eq!(prediction.work(), None);
    }

    #[test]
    fn without_layers_there_is_nothing_to_predict() {
        let mut prediction = Prediction::new(&[]);
        prediction.look(0, work(1));
        assert_eq!(prediction.work(), None);
        assert!(prediction.widening() <= 1.0);
    }
}
