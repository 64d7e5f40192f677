//! What can be chosen after some choices, on sets of options as bits.

use crate::budget::{Budget, Effort, Reason};
use crate::engine::{Refusal, TooLarge, Unsupported};
use crate::problem::{OptionId, Problem};

/// The most options: each has a bit for each other one that tells whether both can be chosen.
pub(super) const MOST_OPTIONS: usize = 1 << 14;

/// The options that can still be chosen, as bits.
pub(super) type Live = Box<[u64]>;

/// What is left to be covered, and can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) live: Live,
    /// How many primary items are covered.
    pub(super) covered: usize,
}

/// What an option, and those that it forces, lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// Some item cannot be covered.
    Dead,
    /// All items are covered.
    Done,
    /// Each item that is not covered has two options at least.
    Open(Open),
}

/// A problem as sets of bits.
pub(super) struct Rules {
    /// For each option, those that can be chosen beside it.
    beside: Vec<Live>,
    /// For each primary item, its options.
    options: Vec<Live>,
    /// All options that take part in the search.
    all: Live,
}

impl Rules {
    pub(super) fn new(problem: &Problem, budget: &Budget) -> Result<Rules, Refusal> {
        let count = problem.option_count();
        if count > MOST_OPTIONS {
            let too_large = TooLarge { nodes: count, limit: MOST_OPTIONS };
            return Err(Refusal::Unsupported(Unsupported::TooLarge(too_large)));
        }
        if problem.has_bounds() {
            return Err(Refusal::Unsupported(Unsupported::Bounds));
        }
        // A row of bits for each option, and for each item.
        let bytes = (count + problem.item_count()) * count.div_ceil(64) * size_of::<u64>();
        if bytes > budget.memory_size() / 2 {
            return Err(Refusal::Stopped(Reason::Memory(budget.memory())));
        }
        let mut effort = Effort::within(budget);
        let none = || vec![0; count.div_ceil(64)].into_boxed_slice();
        let mut all = none();
        // Of each item: its options, and those that give it a color.
        let (mut of_item, mut colored) =
            (vec![none(); problem.item_count()], vec![vec![]; problem.item_count()]);
        for option in problem.searched_options() {
            insert(&mut all, option);
            for entry in problem.option(option) {
                insert(&mut of_item[entry.item.index()], option);
                colored[entry.item.index()].extend(entry.color.map(|color| (option, color)));
            }
        }
        let mut beside = vec![];
        for option in problem.options() {
            let mut others = all.clone();
            for entry in problem.option(option) {
                let (of_item, colored) = (&of_item[entry.item.index()], &colored[entry.item.index()]);
                effort.spend(others.len() + colored.len())?;
                let kept =
                    |&&(other, color): &&(OptionId, _)| Some(color) == entry.color && has(&others, other);
                let kept: Vec<OptionId> = colored.iter().filter(kept).map(|&(other, _)| other).collect();
                others.iter_mut().zip(of_item).for_each(|(others, of_item)| *others &= !of_item);
                for other in kept {
                    insert(&mut others, other);
                }
            }
            remove(&mut others, option);
            beside.push(others);
        }
        let options = problem.primary_items().map(|item| of_item[item.index()].clone()).collect();
        Ok(Rules { beside, options, all })
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        (self.beside.len() + self.options.len()) * size_of_val(&*self.all)
    }

    /// How many primary items there are.
    pub(super) fn items(&self) -> usize {
        self.options.len()
    }

    /// Before anything is chosen.
    pub(super) fn begin(&self, effort: &mut Effort<'_>) -> Result<Settled, Reason> {
        self.settle(self.all.clone(), (0..self.items()).collect(), effort)
    }

    /// Chooses a live option.
    pub(super) fn take(
        &self,
        open: &Open,
        option: OptionId,
        effort: &mut Effort<'_>,
    ) -> Result<Settled, Reason> {
        // Of the items that are not covered, each has live options.
        let left = (0..self.items()).filter(|&item| meets(&self.options[item], &open.live));
        let left = left.filter(|&item| !has(&self.options[item], option)).collect();
        self.settle(both(&open.live, &self.beside[option.index()]), left, effort)
    }

    /// Chooses what is forced, given the items that are not covered.
    fn settle(
        &self,
        mut live: Live,
        mut left: Vec<usize>,
        effort: &mut Effort<'_>,
    ) -> Result<Settled, Reason> {
        loop {
            let mut taken: Live = vec![0; live.len()].into_boxed_slice();
            let mut is_forced = false;
            for &item in &left {
                effort.spend(live.len())?;
                match self.options_left(item, &live).take(2).collect::<Vec<_>>()[..] {
                    [] => return Ok(Settled::Dead),
                    [option] => {
                        insert(&mut taken, OptionId::from_index(option));
                        is_forced = true;
                    }
                    _ => {}
                }
            }
            if !is_forced {
                let covered = self.items() - left.len();
                return Ok(if left.is_empty() {
                    Settled::Done
                } else {
                    Settled::Open(Open { live, covered })
                });
            }
            left.retain(|&item| !meets(&self.options[item], &taken));
            for option in options_of(&taken) {
                effort.spend(live.len())?;
                // Two forced options that exclude each other: an item of one of them has no other.
                if !has(&live, option) {
                    return Ok(Settled::Dead);
                }
                live = both(&live, &self.beside[option.index()]);
            }
        }
    }

    fn options_left<'a>(&'a self, item: usize, live: &'a Live) -> impl Iterator<Item = usize> + use<'a> {
        let words = self.options[item].iter().zip(&**live).map(|(one, other)| one & other);
        words.enumerate().flat_map(|(place, word)| bits(word).map(move |bit| 64 * place + bit))
    }

    /// The live options of an item, one of each orbit, and how long its orbit is among them; of the item with
    /// the fewest of these. `orbits` has a number for each option; none if each is alone.
    ///
    /// Of several such items, the first one: mostly a file has its items row by row, or point by point, and
    /// states meet at the end of a row.
    pub(super) fn fewest_unlike(&self, open: &Open, orbits: &[u32]) -> Vec<(OptionId, u64)> {
        let orbit = |option: usize| orbits.get(option).copied().unwrap_or(option as u32);
        let mut best: (usize, Vec<(u32, usize)>) = (usize::MAX, vec![]);
        for item in 0..self.items() {
            let mut options: Vec<(u32, usize)> =
                self.options_left(item, &open.live).map(|option| (orbit(option), option)).collect();
            options.sort_unstable();
            let unlike = options.chunk_by(|one, other| one.0 == other.0).count();
            // An item without live options is covered.
            if unlike > 0 && unlike < best.0 {
                best = (unlike, options);
            }
        }
        let (_, options) = best;
        let orbits = options.chunk_by(|one, other| one.0 == other.0);
        orbits.map(|orbit| (OptionId::from_index(orbit[0].1), orbit.len() as u64)).collect()
    }
}

fn insert(set: &mut Live, option: OptionId) {
    set[option.index() / 64] |= 1 << (option.index() % 64);
}

fn remove(set: &mut Live, option: OptionId) {
    set[option.index() / 64] &= !(1 << (option.index() % 64));
}

fn has(set: &Live, option: OptionId) -> bool {
    set[option.index() / 64] >> (option.index() % 64) & 1 == 1
}

fn both(one: &Live, other: &Live) -> Live {
    one.iter().zip(&**other).map(|(one, other)| one & other).collect()
}

fn meets(one: &Live, other: &Live) -> bool {
    one.iter().zip(&**other).any(|(one, other)| one & other != 0)
}

/// The options of a set.
pub(super) fn options_of(set: &Live) -> impl Iterator<Item = OptionId> {
    let members =
        set.iter().enumerate().flat_map(|(place, &word)| bits(word).map(move |bit| 64 * place + bit));
    members.map(OptionId::from_index)
}

/// The places of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}
