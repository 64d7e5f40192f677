//! Options by activity: how often they took part in conflicts, and how lately (VSIDS, as Minisat has it).

/// Activities beyond this are all made smaller.
const MOST: f64 = 1e100;

/// A heap of options: each option that is not assigned is in it, the most active one first.
pub(super) struct Activity {
    heap: Vec<u32>,
    /// Where each option is in the heap; `ABSENT` if it is not.
    place: Vec<u32>,
    of: Vec<f64>,
    /// What an option gains now. It grows, instead of all activities falling.
    gain: f64,
}

const ABSENT: u32 = u32::MAX;

impl Activity {
    /// All options, with equal activities.
    pub(super) fn new(options: usize) -> Activity {
        let all: Vec<u32> = (0..options as u32).collect();
        Activity { heap: all.clone(), place: all, of: vec![0.0; options], gain: 1.0 }
    }

    pub(super) fn is_more_active(&self, option: usize, than: usize) -> bool {
        self.of[option] > self.of[than]
    }

    pub(super) fn first(&self) -> Option<usize> {
        self.heap.first().map(|&option| option as usize)
    }

    pub(super) fn remove_first(&mut self) -> Option<usize> {
        let first = self.first()?;
        let last = self.heap.pop()?;
        self.place[first] = ABSENT;
        if last as usize != first {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(first)
    }

    pub(super) fn insert(&mut self, option: usize) {
        if self.place[option] == ABSENT {
            self.heap.push(option as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The option took part in a conflict.
    pub(super) fn bump(&mut self, option: usize) {
        self.of[option] += self.gain;
        if self.place[option] != ABSENT {
            self.rise(self.place[option] as usize);
        }
        if self.of[option] > MOST {
            self.of.iter_mut().for_each(|activity| *activity /= MOST);
            self.gain /= MOST;
        }
    }

    /// Makes all activities this part of what they were.
    pub(super) fn decay(&mut self, part: f64) {
        self.gain /= part;
    }

    fn put(&mut self, option: u32, place: usize) {
        self.heap[place] = option;
        self.place[option as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let option = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_more_active(option as usize, self.heap[parent] as usize) {
                break;
            }
            self.put(self.heap[parent], place);
            place = parent;
        }
        self.put(option, place);
    }

    fn sink(&mut self, mut place: usize) {
        let option = self.heap[place];
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let Some(&first) = self.heap.get(left) else { break };
            let second = self.heap.get(right).copied();
            let child = match second {
                Some(second) if self.is_more_active(second as usize, first as usize) => right,
                _ => left,
            };
            if !self.is_more_active(self.heap[child] as usize, option as usize) {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(option, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// The first is always the most active of those that are in it, and large activities stay finite.
    #[test]
    fn the_most_active_comes_first() {
        let mut random = SplitMix64::new(5);
        let mut activity = Activity::new(20);
        let mut is_in = [true; 20];
        for _ in 0..20_000 {
            match random.place(4) {
                0 => {
                    if let Some(first) = activity.remove_first() {
                        let most = (0..20).filter(|&option| is_in[option]).map(|option| activity.of[option]);
                        assert_eq!(activity.of[first].to_bits(), most.fold(0.0, f64::max).to_bits());
                        is_in[first] = false;
                    }
                }
                1 => {
                    let option = random.place(20);
                    activity.insert(option);
                    is_in[option] = true;
                }
                _ => {
                    activity.bump(random.place(20));
                    activity.decay(0.5);
                }
            }
        }
        assert!(activity.of.iter().all(|activity| activity.is_finite()) && activity.gain.is_finite());
        assert_eq!(activity.heap.len(), is_in.iter().filter(|&&is_in| is_in).count());
    }
}
