//! The options that items have left, and how to undo all changes since a mark.
//!
//! For each item the *spare* is kept: how many of its options can be lost until all others are needed. An
//! item that must be covered once more and has three options left has two to spare. The item with the least
//! spare is the hardest to cover; one with none to spare is *forced*; and if a forced item loses an option,
//! it cannot be covered.
//!
//! Removing an option clears its bit and subtracts one from the spare of each of its items; putting it back
//! adds one. The options that an item has left are needed far less often: they are its [`words`](super::words),
//! without the removed ones.
//!
//! **Invariants.** (1) The spare of an active item is the number of its options that are alive, less what it
//! needs. (2) An item that is not active, because it is covered or its color is fixed, has [`INACTIVE`] more
//! than that, and loses options like others. (3) An active item that needs options and has none to spare is
//! in `forced`. (4) All changes since a mark are on a trail.

use super::options::{Options, PLAIN};
use super::words::{Word, Words, ones};
use crate::engine::TooLarge;
use crate::problem::{Bounds, Kind, OptionId, Problem};

/// The maximum number of entries of a problem.
const MOST_NODES: usize = (1 << 28) - 1;
/// What is added to the spare of a secondary item: it is never forced.
const SECONDARY: i32 = 1 << 29;
/// What is added to the spare of an item that is not active.
const INACTIVE: i32 = 1 << 30;
/// Above this, an item is not active.
const MOST_SPARE: i32 = SECONDARY + MOST_NODES as i32;
/// The number of items that are compared together, to find the hardest.
const GROUP: usize = 32;

/// What is left of an item's bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    /// It must be covered at least this many times more.
    lo: u32,
    /// And at most this many.
    hi: u32,
}

/// A point to which [`Sets::undo`] goes back: the lengths of all trails.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    removed: usize,
    taken: usize,
    covered: usize,
    rooms: usize,
    forced: usize,
    settled: usize,
    passed: usize,
    is_dead: bool,
}

/// The properties of a branch on an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branching {
    /// The item needs no option, so that a last branch takes none.
    pub(super) may_take_none: bool,
    /// It may be covered again after it is covered once.
    pub(super) is_open: bool,
}

/// What is removed and put back, for each option and its items.
#[derive(Clone, Debug)]
struct Left {
    /// The spare of each item: primary items first, each kind in the order of the problem.
    spares: Vec<i32>,
    /// The options that are neither taken nor removed, a bit each.
    alive: Vec<u64>,
    /// The options removed.
    removed: Vec<u32>,
    /// The items that were found to be forced.
    forced: Vec<u32>,
    /// Some item cannot be covered.
    is_dead: bool,
    updates: u64,
}

impl Left {
    #[inline]
    fn is_alive(&self, option: usize) -> bool {
        self.alive[option / 64] >> (option % 64) & 1 == 1
    }

    /// Removes an option, which is alive, from its items.
    #[inline]
    fn remove(&mut self, option: usize, options: &Options) {
        self.alive[option / 64] &= !(1 << (option % 64));
        self.removed.push(option as u32);
        let items = options.items(option);
        self.updates += items.len() as u64;
        for &item in items {
            let spare = &mut self.spares[item as usize];
            *spare -= 1;
            if *spare <= 0 {
                self.is_dead |= *spare < 0;
                self.forced.push(item);
            }
        }
    }

    /// Removes those of some options that are alive and of which this does not hold, until an item cannot be
    /// covered.
    #[inline]
    fn remove_all(&mut self, words: &[Word], options: &Options, stays: impl Fn(usize) -> bool) {
        for word in words {
            for option in ones(word.at(), word.options() & self.alive[word.at()]) {
                if !stays(option) {
                    self.remove(option, options);
                    if self.is_dead {
                        return;
                    }
                }
            }
        }
    }

    fn put_back(&mut self, options: &Options, removed: usize) {
        for &option in &self.removed[removed..] {
            let option = option as usize;
            self.alive[option / 64] |= 1 << (option % 64);
            for &item in options.items(option) {
                self.spares[item as usize] += 1;
            }
        }
        self.removed.truncate(removed);
    }
}

/// All items and options, and the trails.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    options: Options,
    words: Words,
    left: Left,
    primary_count: usize,
    /// The primary items that may still be covered.
    active_count: usize,
    /// What is left of the bounds of the primary items; empty if all must be covered exactly once.
    rooms: Vec<Room>,
    /// The options taken, the items covered, and bounds before they changed.
    taken: Vec<u32>,
    covered: Vec<u32>,
    room_trail: Vec<(u32, Room)>,
    /// The forced items before this have been handled.
    settled: usize,
    /// The number of leading groups whose primary items are all covered: they can be skipped below.
    passed: usize,
}

impl Sets {
    /// All options that are searched, none taken. Linear in the size of the problem.
    pub(super) fn new(problem: &Problem) -> Result<Sets, TooLarge> {
        let (nodes, items) = (problem.entry_count(), problem.item_count());
        if nodes.max(items).max(problem.option_count()) > MOST_NODES {
            return Err(TooLarge { nodes, limit: MOST_NODES });
        }
        let primary_count = problem.primary_count();
        let mut ranks = vec![0; items];
        let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary);
        for (rank, item) in (0..).zip(problem.primary_items().chain(secondary)) {
            ranks[item.index()] = rank;
        }
        let options = Options::new(problem, &ranks);
        let mut alive = vec![0; options.len().div_ceil(64)];
        for option in problem.searched_options() {
            alive[option.index() / 64] |= 1 << (option.index() % 64);
        }
        let (spares, removed, forced) = (vec![0; items], vec![], vec![]);
        let mut sets = Sets {
            words: Words::new(&options, items),
            options,
            left: Left { spares, alive, removed, forced, is_dead: false, updates: 0 },
            primary_count,
            active_count: primary_count,
            rooms: vec![],
            taken: vec![],
            covered: vec![],
            room_trail: vec![],
            settled: 0,
            passed: 0,
        };
        for item in problem.items() {
            sets.add_spare(ranks[item.index()], problem.kind(item), problem.bounds(item).lo);
        }
        if problem.has_bounds() {
            let bounds = problem.primary_items().map(|item| problem.bounds(item));
            sets.rooms = bounds.map(|Bounds { lo, hi }| Room { lo, hi }).collect();
        }
        Ok(sets)
    }

    fn add_spare(&mut self, item: u32, kind: Kind, lo: u32) {
        let words = self.words.of_item(item as usize);
        let len: usize = words.iter().map(|word| word.options().count_ones() as usize).sum();
        if kind == Kind::Secondary {
            self.left.spares[item as usize] = len as i32 + SECONDARY;
            return;
        }
        self.left.is_dead |= lo as usize > len;
        self.left.spares[item as usize] = len.saturating_sub(lo as usize) as i32;
        if self.left.spares[item as usize] == 0 {
            self.left.forced.push(item);
        }
    }

    /// The current state, as a mark.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            removed: self.left.removed.len(),
            taken: self.taken.len(),
            covered: self.covered.len(),
            rooms: self.room_trail.len(),
            forced: self.left.forced.len(),
            settled: self.settled,
            passed: self.passed,
            is_dead: self.left.is_dead,
        }
    }

    /// Undoes all changes since a mark. Linear in the entries of the options that were removed and taken.
    pub(super) fn undo(&mut self, mark: Mark) {
        self.left.put_back(&self.options, mark.removed);
        for &option in &self.taken[mark.taken..] {
            self.left.alive[option as usize / 64] |= 1 << (option % 64);
        }
        for &item in &self.covered[mark.covered..] {
            self.left.spares[item as usize] -= INACTIVE;
            self.active_count += usize::from((item as usize) < self.primary_count);
        }
        for (item, room) in self.room_trail.drain(mark.rooms..).rev() {
            self.left.spares[item as usize] += i32::from(room.lo == 0);
            self.rooms[item as usize] = room;
        }
        self.taken.truncate(mark.taken);
        self.covered.truncate(mark.covered);
        self.left.forced.truncate(mark.forced);
        (self.settled, self.passed, self.left.is_dead) = (mark.settled, mark.passed, mark.is_dead);
    }

    /// Removes an option, which is alive, from its items.
    pub(super) fn remove(&mut self, option: OptionId) {
        self.left.remove(option.index(), &self.options);
    }

    /// Takes an option, which is alive, and removes all that clash with it, until an item cannot be covered.
    pub(super) fn take(&mut self, option: OptionId) {
        let option = option.index();
        self.left.alive[option / 64] &= !(1 << (option % 64));
        self.taken.push(option as u32);
        let before = self.covered.len();
        for place in 0..self.options.items(option).len() {
            let item = self.options.items(option)[place];
            if self.left.spares[item as usize] > MOST_SPARE {
                continue;
            }
            self.left.updates += 1;
            if self.rooms.get(item as usize).is_some_and(|room| room.hi > 1) {
                self.cover_once(item);
                continue;
            }
            self.left.spares[item as usize] += INACTIVE;
            self.active_count -= usize::from((item as usize) < self.primary_count);
            self.covered.push(item);
        }
        // An item with room for more options does not remove the others.
        if self.rooms.is_empty()
            && let Some(clashing) = self.words.clashing(option, &self.options)
        {
            return self.left.remove_all(clashing, &self.options, |_| false);
        }
        for (item, color) in self.options.entries_of(option) {
            // Those that were covered before are not among them.
            if self.covered[before..].contains(&(item as u32)) {
                let stays = |other| color != PLAIN && self.options.color(other, item) == color;
                self.left.remove_all(self.words.of_item(item), &self.options, stays);
                if self.left.is_dead {
                    return;
                }
            }
        }
    }

    /// Covers an item that may be covered again.
    #[cold]
    fn cover_once(&mut self, item: u32) {
        let room = self.rooms[item as usize];
        self.room_trail.push((item, room));
        self.rooms[item as usize] = Room { lo: room.lo.saturating_sub(1), hi: room.hi - 1 };
        self.left.spares[item as usize] -= i32::from(room.lo == 0);
    }

    /// Takes all options of items that have none to spare, until there is no such item left, or one cannot be
    /// covered.
    pub(super) fn settle(&mut self) {
        while self.settled < self.left.forced.len() && !self.left.is_dead {
            let item = self.left.forced[self.settled];
            self.settled += 1;
            while self.left.spares[item as usize] == 0 && self.needed(item) > 0 && !self.left.is_dead {
                let left = self.options_left(item as usize).next();
                self.take(left.expect("an item that needs an option, and can be covered, has one"));
            }
        }
    }

    /// The number of options that this primary item needs.
    fn needed(&self, item: u32) -> u32 {
        self.rooms.get(item as usize).map_or(1, |room| room.lo)
    }

    /// The options that an item has left, in input order.
    pub(super) fn options_left(&self, item: usize) -> impl Iterator<Item = OptionId> {
        let left = |word: &Word| ones(word.at(), word.options() & self.left.alive[word.at()]);
        self.words.of_item(item).iter().flat_map(left).map(OptionId::from_index)
    }

    /// The hardest item of those that can still be covered, after [`Sets::settle`]: the first of those with
    /// the least to spare; `None` if there is none. If there are bounds, ties go to the item that may be
    /// left out less often, then to the one that needs more options, then to the first.
    pub(super) fn hardest_item(&mut self) -> Option<u32> {
        let spares = &self.left.spares[..self.primary_count];
        if !self.rooms.is_empty() {
            return self.hardest_bounded_item();
        }
        if self.active_count == 0 {
            return None;
        }
        // Forced items are covered, so two options are the fewest.
        let (mut best, mut least) = (0, i32::MAX);
        for (group, spares) in spares.chunks(GROUP).enumerate().skip(self.passed) {
            let here = spares.iter().copied().fold(i32::MAX, i32::min);
            if here > MOST_SPARE && group == self.passed {
                self.passed += 1;
            } else if here < least {
                (best, least) = (group, here);
                if least == 1 {
                    break;
                }
            }
        }
        let first = best * GROUP;
        let place = spares[first..].iter().position(|&spare| spare == least)?;
        Some((first + place) as u32)
    }

    fn hardest_bounded_item(&self) -> Option<u32> {
        let (mut best, mut least) = (None, (MOST_NODES as i32, 0, 0));
        for (item, &spare) in self.left.spares[..self.primary_count].iter().enumerate() {
            // An item with nothing to spare needs no option, and has none.
            if spare > 0 && spare <= least.0 {
                let Room { lo, hi } = self.rooms[item];
                let key = (spare, hi - lo, u32::MAX - lo);
                if key < least || best.is_none() {
                    (best, least) = (Some(item as u32), key);
                }
            }
        }
        best
    }

    /// Puts the options that a branch on this active item tries at the end of a list, in input order: those
    /// that leave enough others after them.
    pub(super) fn branches(&self, item: u32, to: &mut Vec<u32>) -> Branching {
        to.extend(self.options_left(item as usize).map(|option| option.index() as u32));
        let needed = self.needed(item);
        to.truncate(to.len() + 1 - needed.max(1) as usize);
        let is_open = self.rooms.get(item as usize).is_some_and(|room| room.hi > 1);
        Branching { may_take_none: needed == 0, is_open }
    }

    #[inline]
    pub(super) fn is_alive(&self, option: OptionId) -> bool {
        self.left.is_alive(option.index())
    }

    /// All options that are neither taken nor removed, ascending.
    pub(super) fn alive(&self) -> impl Iterator<Item = OptionId> {
        (0..self.options.len()).map(OptionId::from_index).filter(|&option| self.is_alive(option))
    }

    /// The number of these options.
    pub(super) fn alive_count(&self) -> usize {
        self.left.alive.iter().map(|options| options.count_ones() as usize).sum()
    }

    /// The options taken, in order.
    pub(super) fn taken(&self) -> impl Iterator<Item = OptionId> {
        self.taken.iter().map(|&option| OptionId::from_index(option as usize))
    }

    /// The options taken after the first `count`, in order.
    pub(super) fn taken_since(&self, count: usize) -> impl Iterator<Item = OptionId> {
        self.taken[count..].iter().map(|&option| OptionId::from_index(option as usize))
    }

    /// How many options are taken.
    pub(super) fn taken_count(&self) -> usize {
        self.taken.len()
    }

    /// Have all items without anything to spare been handled?
    pub(super) fn is_settled(&self) -> bool {
        self.settled == self.left.forced.len()
    }

    /// Removes the options that are alive and of which this holds, until an item cannot be covered. Returns
    /// how many options and words of options it looked at.
    pub(super) fn remove_if(&mut self, is_refused: impl Fn(usize) -> bool) -> u64 {
        let mut looks = self.left.alive.len() as u64;
        for word in 0..self.left.alive.len() {
            let options = self.left.alive[word];
            looks += u64::from(options.count_ones());
            for option in ones(word, options).filter(|&option| is_refused(option)) {
                self.left.remove(option, &self.options);
                if self.left.is_dead {
                    return looks;
                }
            }
        }
        looks
    }

    /// How many primary items there are; they come first.
    pub(super) fn primary_count(&self) -> usize {
        self.primary_count
    }

    /// Must this primary item be covered just once more?
    pub(super) fn must_be_covered(&self, item: usize) -> bool {
        let is_last = self.rooms.get(item).is_none_or(|room| room.lo == 1);
        is_last && self.is_active(item)
    }

    /// Was an item found that cannot be covered?
    pub(super) fn is_dead(&self) -> bool {
        self.left.is_dead
    }

    /// How many primary items may still be covered.
    pub(super) fn active_count(&self) -> usize {
        self.active_count
    }

    /// May the primary item with this rank among the primary ones still be covered?
    pub(super) fn is_active(&self, rank: usize) -> bool {
        self.left.spares[rank] <= MOST_SPARE
    }

    /// Entries of options that were removed or taken.
    pub(super) fn updates(&self) -> u64 {
        self.left.updates
    }

    pub(super) fn forget_updates(&mut self) {
        self.left.updates = 0;
    }

    /// The bytes of what does not grow, for a problem.
    pub(super) fn fixed_bytes(problem: &Problem) -> usize {
        let colored = usize::from(problem.colors().len() > 0);
        // An entry stands in its option, and it may need a word of its item.
        let entry = (1 + colored) * size_of::<u32>() + size_of::<Word>();
        problem.entry_count() * entry + problem.option_count() * size_of::<u32>()
    }

    /// The bytes of the trails and of the unions of clashing options, which grow while it searches.
    pub(super) fn bytes(&self) -> usize {
        let trails = [&self.left.removed, &self.taken, &self.covered, &self.left.forced];
        let words: usize = trails.iter().map(|trail| trail.capacity()).sum();
        words * size_of::<u32>() + self.room_trail.capacity() * size_of::<(u32, Room)>() + self.words.bytes()
    }
}
