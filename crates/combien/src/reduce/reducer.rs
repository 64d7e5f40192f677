//! Removes options that are in no solution, and takes those that are in every solution, until nothing
//! changes.

use std::fmt;

use super::Removed;
use super::lists::Lists;
use super::marks::{ItemMarks, OptionMarks};
use crate::problem::{Bounds, ItemId, OptionId, Problem};

/// A running reduction. It can be paused or ended at any time, because the remaining problem is always
/// equivalent to the original.
///
/// Items wait in a queue to be *tested*: first every primary item, later each that has lost an option since
/// its last test, because nothing else can change the result. Items with bounds do not wait: it is enough to
/// check that they have enough options, and options do not clash on an item that may be covered several
/// times. An item without options makes the problem impossible; of one with a single option that option is
/// *taken*, with all consequences; of one with several, the options are sought that clash with all of them.
/// When the queue is empty, each item is looked at once to see whether it can go.
///
/// Invariant: every open primary item has enough options, or `bare` is one that has not.
#[doc(hidden)]
pub struct Reducer<'a> {
    pub(super) lists: Lists<'a>,
    /// Items to test in this round, the next one last; and items to test in the next round, in their order
    /// of arrival.
    queue: Vec<ItemId>,
    next: Vec<ItemId>,
    is_queued: Vec<bool>,
    /// Items that may be removed, the next one last. Empty until the queue is empty.
    pub(super) rest: Option<Vec<ItemId>>,
    test: Option<Test>,
    pub(super) item_marks: ItemMarks,
    option_marks: OptionMarks,
    pub(super) taken: Vec<OptionId>,
    /// A primary item without options.
    pub(super) bare: Option<ItemId>,
    pub(super) removed: Removed,
}

/// The search for options that clash with every option of one item.
struct Test {
    /// The options of the item.
    options: Vec<OptionId>,
    /// Options without the item that clash with all options so far.
    candidates: Vec<OptionId>,
    /// The number of the item's options that were tested.
    looked_at: usize,
}

impl fmt::Debug for Reducer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reducer { taken, removed, .. } = self;
        f.debug_struct("Reducer").field("taken", taken).field("removed", removed).finish_non_exhaustive()
    }
}

impl<'a> Reducer<'a> {
    /// Starts a reduction. Linear in the size of the problem.
    pub fn new(problem: &'a Problem) -> Reducer<'a> {
        let mut reducer = Reducer {
            lists: Lists::new(problem),
            queue: vec![],
            next: vec![],
            is_queued: vec![false; problem.item_count()],
            rest: None,
            test: None,
            item_marks: ItemMarks::new(problem.item_count()),
            option_marks: OptionMarks::new(problem.option_count()),
            taken: vec![],
            bare: None,
            removed: Removed { kept_out: problem.kept_out().len(), ..Removed::default() },
        };
        reducer.bare =
            problem.bounded_items().map(|(item, _)| item).find(|&item| reducer.lists.is_bare(item));
        let once = problem.primary_items().filter(|&item| problem.bounds(item) == Bounds::ONCE);
        once.for_each(|item| reducer.enqueue(item));
        reducer
    }

    /// Works until the total work reaches this number, or slightly more. Returns whether the reduction is
    /// finished. A unit of work is an entry or an element of a list that is read.
    pub fn run(&mut self, work: u64) -> bool {
        while self.bare.is_none() {
            if self.removed.work >= work {
                return false;
            }
            if let Some(test) = self.test.take() {
                self.go_on(test);
            } else if let Some(item) = self.next_item() {
                self.begin(item);
            } else if !self.look_at_rest() {
                break;
            }
        }
        true
    }

    /// The next item to test.
    fn next_item(&mut self) -> Option<ItemId> {
        if self.queue.is_empty() && !self.next.is_empty() {
            std::mem::swap(&mut self.queue, &mut self.next);
            self.queue.reverse();
            self.removed.rounds += 1;
        }
        let item = self.queue.pop()?;
        self.is_queued[item.index()] = false;
        Some(item)
    }

    /// Tests an item, or begins the test if it has several options.
    fn begin(&mut self, item: ItemId) {
        self.removed.work += 1;
        if !self.lists.is_open(item) {
            return;
        }
        let only = match *self.lists.options(item) {
            [] => unreachable!("an item without options ends the reduction"),
            [option] => Some(option),
            _ => None,
        };
        let can_be_taken = |option: &OptionId| {
            self.lists.open_entries(*option).all(|entry| self.lists.is_exclusive(entry.item))
        };
        if let Some(option) = only.filter(can_be_taken) {
            self.take(option);
        } else {
            self.remove_beyond(item);
            self.test = Some(self.test_of(item));
        }
    }

    /// If all options of this item also have another item without color, options that have only the other
    /// item clash with all of them. The test would find that too, but in time of the product of the two
    /// lengths instead of their sum.
    fn remove_beyond(&mut self, item: ItemId) {
        let live = self.lists.live(item);
        let implied = self.common(item, |reducer, other| reducer.lists.live(other) > live);
        self.mark_options(item);
        for entry in implied {
            for option in self.lists.options(entry.item).to_vec() {
                self.removed.work += 1;
                if self.option_marks.set(option) {
                    self.removed.impossible += 1;
                    self.remove(option);
                }
            }
        }
    }

    /// Marks the options of an item, and no others.
    fn mark_options(&mut self, item: ItemId) {
        self.option_marks.clear();
        self.lists.options(item).iter().for_each(|&option| _ = self.option_marks.set(option));
    }

    /// The test of an item after its first option, which is the one that clashes with the fewest others.
    fn test_of(&mut self, item: ItemId) -> Test {
        self.mark_options(item);
        let mut options = self.lists.options(item).to_vec();
        let pivot = (0..options.len()).min_by_key(|&place| self.reach(options[place])).unwrap_or(0);
        options.swap(0, pivot);
        let mut candidates = vec![];
        for entry in self.lists.problem.option(options[0]).iter().filter(|entry| entry.item != item) {
            if !self.lists.is_open(entry.item) {
                continue;
            }
            self.removed.work += self.lists.live(entry.item) as u64;
            for &other in self.lists.options(entry.item) {
                if self.option_marks.set(other) {
                    candidates.push(other);
                }
            }
        }
        // Options that only share colors with it are removed when it is tested like all others.
        Test { options, candidates, looked_at: 0 }
    }

    /// An upper bound on the number of options that clash with this one.
    fn reach(&mut self, option: OptionId) -> usize {
        self.removed.work += self.lists.problem.option(option).len() as u64;
        self.lists.open_entries(option).map(|entry| self.lists.live(entry.item)).sum()
    }

    /// Tests one more option of the item: an option that does not clash with it is no longer a candidate.
    ///
    /// They are tested in input order. Neighbours clash with similar options, but a different order was no
    /// less work on pentominoes, hexominoes, queens and Langford pairs.
    fn go_on(&mut self, mut test: Test) {
        let option = test.options[test.looked_at];
        test.looked_at += 1;
        self.removed.work += self.lists.problem.option(option).len() as u64;
        self.item_marks.mark(self.lists.exclusive_entries(option));
        let (lists, marks, removed) = (&self.lists, &self.item_marks, &mut self.removed);
        test.candidates.retain(|&candidate| {
            lists.problem.option(candidate).iter().any(|&entry| {
                removed.work += 1;
                marks.clashes(entry)
            })
        });
        if test.looked_at < test.options.len() && !test.candidates.is_empty() {
            self.test = Some(test);
        } else {
            self.removed.impossible += test.candidates.len();
            test.candidates.into_iter().for_each(|candidate| self.remove(candidate));
        }
    }

    /// Takes the only option of an item. The option must have no item that may be covered several times,
    /// because such an item would stay with other bounds. Options that clash with it are removed. After
    /// that, no options clash on its items.
    fn take(&mut self, option: OptionId) {
        self.item_marks.mark(self.lists.open_entries(option));
        let entries: Vec<_> = self.lists.open_entries(option).collect();
        for entry in &entries {
            for other in self.lists.options(entry.item).to_vec() {
                self.removed.work += self.lists.problem.option(other).len() as u64;
                if other != option
                    && self.lists.problem.option(other).iter().any(|&e| self.item_marks.clashes(e))
                {
                    self.removed.excluded += 1;
                    self.remove(other);
                }
            }
        }
        self.lists.remove(option);
        for entry in &entries {
            self.lists.close(entry.item);
        }
        self.removed.covered += entries.len();
        self.taken.push(option);
    }

    /// Removes an option, if it is still there. Its items will be tested again.
    fn remove(&mut self, option: OptionId) {
        if !self.lists.is_there(option) {
            return;
        }
        self.lists.remove(option);
        for entry in self.lists.problem.option(option) {
            if self.lists.is_to_be_covered(entry.item) {
                self.enqueue(entry.item);
            } else if self.lists.is_bare(entry.item) {
                self.bare.get_or_insert(entry.item);
            }
        }
    }

    /// Puts an item into the queue of the next round, unless it is in a queue.
    fn enqueue(&mut self, item: ItemId) {
        if self.lists.live(item) == 0 {
            self.bare.get_or_insert(item);
        }
        if !std::mem::replace(&mut self.is_queued[item.index()], true) {
            self.next.push(item);
        }
    }
}
