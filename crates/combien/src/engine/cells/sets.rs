//! The options that items have left, and how to undo all changes since a mark.
//!
//! For each item the *spare* is kept: how many of its options can be lost until all others are needed. An
//! item that must be covered once more and has three options left has two to spare. The item with the least
//! spare is the hardest to cover; one with none to spare is *forced*; and if a forced item loses an option,
//! it cannot be covered.
//!
//! Removing an option clears its bit and subtracts one from the spare of each of its items; putting it back
//! adds one. The options that an item has left are needed far less often: they are the list or the mask of
//! its options, without the removed ones.
//!
//! **Invariants.** (1) The spare of an active item is the number of its options that are alive, less what it
//! needs. (2) An item that is not active, because it is covered or its color is fixed, has [`INACTIVE`] more
//! than that, and loses options like others. (3) An active item that needs options and has none to spare is
//! in `forced`. (4) All changes since a mark are on a trail.

use std::iter::successors;
use std::ops::Range;

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
/// The color of an entry without one.
const PLAIN: u32 = 0;
/// An item has a mask of its options if the list has more than this number of options for each word of the
/// mask.
const OPTIONS_A_WORD: usize = 2;
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

/// The mask of an item's options: the words of all options that it has, and where they begin among the words
/// of all masks.
#[derive(Clone, Copy, Debug, Default)]
struct Mask {
    start: usize,
    first: usize,
    end: usize,
}

/// All items and options, and the trails.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The spare of each item: primary items first, each kind in the order of the problem.
    spares: Vec<i32>,
    primary_count: usize,
    /// The primary items that may still be covered.
    active_count: usize,
    /// What is left of the bounds of the primary items; empty if all must be covered exactly once.
    rooms: Vec<Room>,
    /// The options that are neither taken nor removed, a bit each.
    alive: Vec<u64>,
    /// The items of each option, and the color that it gives each, if the problem has colors; and where
    /// those of each option begin, and one end more.
    items: Vec<u32>,
    colors: Vec<u32>,
    firsts: Vec<u32>,
    /// The options of each item in input order, and the colors that they give it; and where those of each
    /// item begin, and one end more.
    lists: Vec<u32>,
    list_colors: Vec<u32>,
    starts: Vec<u32>,
    /// The masks of the items that have one; the others have no words there.
    masks: Vec<Mask>,
    mask_words: Vec<u64>,
    /// The options removed, those taken, the items covered, and bounds before they changed.
    removed: Vec<u32>,
    taken: Vec<u32>,
    covered: Vec<u32>,
    room_trail: Vec<(u32, Room)>,
    /// The items that were found to be forced; those before `settled` have been handled.
    forced: Vec<u32>,
    settled: usize,
    /// The number of leading groups whose primary items are all covered: they can be skipped below.
    passed: usize,
    /// Some item cannot be covered.
    is_dead: bool,
    updates: u64,
}

impl Sets {
    /// All options that are searched, none taken. Linear in the size of the problem.
    pub(super) fn new(problem: &Problem) -> Result<Sets, TooLarge> {
        let (nodes, items) = (problem.entry_count(), problem.item_count());
        if nodes.max(items).max(problem.option_count()) > MOST_NODES {
            return Err(TooLarge { nodes, limit: MOST_NODES });
        }
        let primary_count = problem.primary_count();
        let mut sets = Sets {
            spares: vec![0; items],
            primary_count,
            active_count: primary_count,
            rooms: vec![],
            alive: vec![0; problem.option_count().div_ceil(64)],
            items: Vec::with_capacity(nodes),
            colors: vec![],
            firsts: Vec::with_capacity(problem.option_count() + 1),
            lists: vec![],
            list_colors: vec![],
            starts: vec![0; items + 1],
            masks: vec![Mask::default(); items],
            mask_words: vec![],
            removed: vec![],
            taken: vec![],
            covered: vec![],
            room_trail: vec![],
            forced: vec![],
            settled: 0,
            passed: 0,
            is_dead: false,
            updates: 0,
        };
        let mut ranks = vec![0; items];
        let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary);
        for (rank, item) in (0..).zip(problem.primary_items().chain(secondary)) {
            ranks[item.index()] = rank;
        }
        sets.add_options(problem, &ranks);
        sets.add_lists();
        sets.add_masks();
        for item in problem.items() {
            sets.add_spare(ranks[item.index()], problem.kind(item), problem.bounds(item).lo);
        }
        if problem.has_bounds() {
            let bounds = problem.primary_items().map(|item| problem.bounds(item));
            sets.rooms = bounds.map(|Bounds { lo, hi }| Room { lo, hi }).collect();
        }
        Ok(sets)
    }

    /// The items of each option. Excluded options have none.
    fn add_options(&mut self, problem: &Problem, ranks: &[u32]) {
        let has_colors = problem.colors().len() > 0;
        for option in problem.options() {
            self.firsts.push(self.items.len() as u32);
            if problem.is_kept_out(option) {
                continue;
            }
            self.alive[option.index() / 64] |= 1 << (option.index() % 64);
            for entry in problem.option(option) {
                self.items.push(ranks[entry.item.index()]);
                if has_colors {
                    self.colors.push(entry.color.map_or(PLAIN, |color| color.index() as u32 + 1));
                }
            }
        }
        self.firsts.push(self.items.len() as u32);
    }

    /// The options of each item.
    fn add_lists(&mut self) {
        self.items.iter().for_each(|&item| self.starts[item as usize + 1] += 1);
        for item in 0..self.spares.len() {
            self.starts[item + 1] += self.starts[item];
        }
        let mut next = self.starts.clone();
        self.lists = vec![0; self.items.len()];
        self.list_colors = vec![PLAIN; self.colors.len()];
        for option in 0..self.firsts.len() - 1 {
            for node in self.nodes(option) {
                let place = &mut next[self.items[node] as usize];
                self.lists[*place as usize] = option as u32;
                if let Some(&color) = self.colors.get(node) {
                    self.list_colors[*place as usize] = color;
                }
                *place += 1;
            }
        }
    }

    /// The masks of the items whose options are close enough together for a mask to pay. Colored items have
    /// none.
    fn add_masks(&mut self) {
        for item in 0..self.masks.len() {
            let list = self.list(item);
            let colors = self.list_colors.get(list.clone()).unwrap_or_default();
            let options = &self.lists[list];
            let (Some(&first), Some(&last)) = (options.first(), options.last()) else { continue };
            let words = first as usize / 64..last as usize / 64 + 1;
            if words.len() * OPTIONS_A_WORD > options.len() || colors.iter().any(|&color| color != PLAIN) {
                continue;
            }
            let start = self.mask_words.len();
            self.mask_words.resize(start + words.len(), 0);
            for &option in options {
                self.mask_words[start + option as usize / 64 - words.start] |= 1 << (option % 64);
            }
            self.masks[item] = Mask { start, first: words.start, end: words.end };
        }
    }

    fn add_spare(&mut self, item: u32, kind: Kind, lo: u32) {
        let len = self.list(item as usize).len();
        if kind == Kind::Secondary {
            self.spares[item as usize] = len as i32 + SECONDARY;
            return;
        }
        self.is_dead |= lo as usize > len;
        self.spares[item as usize] = len.saturating_sub(lo as usize) as i32;
        if self.spares[item as usize] == 0 {
            self.forced.push(item);
        }
    }

    /// Where the options of an item are in the lists.
    #[inline]
    fn list(&self, item: usize) -> Range<usize> {
        self.starts[item] as usize..self.starts[item + 1] as usize
    }

    /// Where the items of an option are.
    #[inline]
    fn nodes(&self, option: usize) -> Range<usize> {
        self.firsts[option] as usize..self.firsts[option + 1] as usize
    }

    /// The current state, as a mark.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            removed: self.removed.len(),
            taken: self.taken.len(),
            covered: self.covered.len(),
            rooms: self.room_trail.len(),
            forced: self.forced.len(),
            settled: self.settled,
            passed: self.passed,
            is_dead: self.is_dead,
        }
    }

    /// Undoes all changes since a mark. Linear in the entries of the options that were removed and taken.
    pub(super) fn undo(&mut self, mark: Mark) {
        for &option in &self.removed[mark.removed..] {
            let option = option as usize;
            self.alive[option / 64] |= 1 << (option % 64);
            let nodes = self.firsts[option] as usize..self.firsts[option + 1] as usize;
            for &item in &self.items[nodes] {
                self.spares[item as usize] += 1;
            }
        }
        for &option in &self.taken[mark.taken..] {
            self.alive[option as usize / 64] |= 1 << (option % 64);
        }
        for &item in &self.covered[mark.covered..] {
            self.spares[item as usize] -= INACTIVE;
            self.active_count += usize::from((item as usize) < self.primary_count);
        }
        for (item, room) in self.room_trail.drain(mark.rooms..).rev() {
            self.spares[item as usize] += i32::from(room.lo == 0);
            self.rooms[item as usize] = room;
        }
        self.removed.truncate(mark.removed);
        self.taken.truncate(mark.taken);
        self.covered.truncate(mark.covered);
        self.forced.truncate(mark.forced);
        (self.settled, self.passed, self.is_dead) = (mark.settled, mark.passed, mark.is_dead);
    }

    /// Removes an option, which is alive, from its items.
    #[inline]
    pub(super) fn remove(&mut self, option: OptionId) {
        let option = option.index();
        self.alive[option / 64] &= !(1 << (option % 64));
        self.removed.push(option as u32);
        let nodes = self.nodes(option);
        self.updates += nodes.len() as u64;
        for &item in &self.items[nodes] {
            let spare = &mut self.spares[item as usize];
            *spare -= 1;
            if *spare <= 0 {
                self.is_dead |= *spare < 0;
                self.forced.push(item);
            }
        }
    }

    /// Takes an option, which is alive, and removes all that clash with it, until an item cannot be covered.
    pub(super) fn take(&mut self, option: OptionId) {
        let option = option.index();
        self.alive[option / 64] &= !(1 << (option % 64));
        self.taken.push(option as u32);
        let nodes = self.nodes(option);
        let before = self.covered.len();
        for node in nodes.clone() {
            let item = self.items[node];
            if self.spares[item as usize] > MOST_SPARE {
                continue;
            }
            self.updates += 1;
            if self.rooms.get(item as usize).is_some_and(|room| room.hi > 1) {
                self.cover_once(item);
                continue;
            }
            self.spares[item as usize] += INACTIVE;
            self.active_count -= usize::from((item as usize) < self.primary_count);
            self.covered.push(item);
        }
        let mut at = before;
        for node in nodes {
            // Those that were covered before are not among them.
            let item = self.items[node];
            if self.covered.get(at) != Some(&item) {
                continue;
            }
            at += 1;
            self.remove_clashing(item as usize, self.colors.get(node).copied().unwrap_or(PLAIN));
            if self.is_dead {
                return;
            }
        }
    }

    /// Removes the options of an item that do not give it this color, until an item cannot be covered.
    #[inline]
    fn remove_clashing(&mut self, item: usize, color: u32) {
        let Mask { start, first, end } = self.masks[item];
        for word in first..end {
            let mut options = self.mask_words[start + word - first] & self.alive[word];
            while options != 0 {
                self.remove(OptionId::from_index(word * 64 + options.trailing_zeros() as usize));
                options &= options - 1;
                if self.is_dead {
                    return;
                }
            }
        }
        let list = if first < end { 0..0 } else { self.list(item) };
        for place in list {
            let option = OptionId::from_index(self.lists[place] as usize);
            if self.is_alive(option) && (color == PLAIN || self.list_colors[place] != color) {
                self.remove(option);
                if self.is_dead {
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
        self.spares[item as usize] -= i32::from(room.lo == 0);
    }

    /// Takes all options of items that have none to spare, until there is no such item left, or one cannot be
    /// covered.
    pub(super) fn settle(&mut self) {
        while self.settled < self.forced.len() && !self.is_dead {
            let item = self.forced[self.settled];
            self.settled += 1;
            while self.spares[item as usize] == 0 && self.needed(item) > 0 && !self.is_dead {
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
        let Mask { start, first, end } = self.masks[item];
        let list = if first < end { 0..0 } else { self.list(item) };
        let in_mask = (first..end).flat_map(move |word| {
            let options = self.mask_words[start + word - first] & self.alive[word];
            let rest = successors(Some(options), |options| Some(options & options.wrapping_sub(1)));
            let rest = rest.take_while(|&options| options != 0);
            rest.map(move |options| word * 64 + options.trailing_zeros() as usize)
        });
        let in_list = self.lists[list].iter().map(|&option| option as usize);
        in_mask.chain(in_list).map(OptionId::from_index).filter(|&option| self.is_alive(option))
    }

    /// The hardest item of those that can still be covered, after [`Sets::settle`]: the first of those with
    /// the least to spare; `None` if there is none. If there are bounds, ties go to the item that may be
    /// left out less often, then to the one that needs more options, then to the first.
    pub(super) fn hardest_item(&mut self) -> Option<u32> {
        let spares = &self.spares[..self.primary_count];
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
        for (item, &spare) in self.spares[..self.primary_count].iter().enumerate() {
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
        self.alive[option.index() / 64] >> (option.index() % 64) & 1 == 1
    }

    /// All options that are neither taken nor removed, ascending.
    pub(super) fn alive(&self) -> impl Iterator<Item = OptionId> {
        (0..self.firsts.len() - 1).map(OptionId::from_index).filter(|&option| self.is_alive(option))
    }

    /// The number of these options.
    pub(super) fn alive_count(&self) -> usize {
        self.alive.iter().map(|options| options.count_ones() as usize).sum()
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
        self.settled == self.forced.len()
    }

    /// Removes the options that are alive and of which this holds, until an item cannot be covered. Returns
    /// how many options and words of options it looked at.
    pub(super) fn remove_if(&mut self, is_refused: impl Fn(usize) -> bool) -> u64 {
        let mut looks = self.alive.len() as u64;
        for word in 0..self.alive.len() {
            let mut options = self.alive[word];
            looks += u64::from(options.count_ones());
            while options != 0 {
                let option = word * 64 + options.trailing_zeros() as usize;
                options &= options - 1;
                if is_refused(option) {
                    self.remove(OptionId::from_index(option));
                    if self.is_dead {
                        return looks;
                    }
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
        self.is_dead
    }

    /// How many primary items may still be covered.
    pub(super) fn active_count(&self) -> usize {
        self.active_count
    }

    /// May the primary item with this rank among the primary ones still be covered?
    pub(super) fn is_active(&self, rank: usize) -> bool {
        self.spares[rank] <= MOST_SPARE
    }

    /// Entries of options that were removed or taken.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    pub(super) fn forget_updates(&mut self) {
        self.updates = 0;
    }

    /// The bytes of what does not grow, for a problem.
    pub(super) fn fixed_bytes(problem: &Problem) -> usize {
        let colored = usize::from(problem.colors().len() > 0);
        // An entry stands in the list of its option and in that of its item; masks take at most half a word
        // for each.
        let entry = (2 + 2 * colored) * size_of::<u32>() + size_of::<u64>() / OPTIONS_A_WORD;
        problem.entry_count() * entry + problem.option_count() * size_of::<u32>()
    }

    /// The bytes of the trails, which grow while it searches.
    pub(super) fn bytes(&self) -> usize {
        let trails = [&self.removed, &self.taken, &self.covered, &self.forced];
        let words: usize = trails.iter().map(|trail| trail.capacity()).sum();
        words * size_of::<u32>() + self.room_trail.capacity() * size_of::<(u32, Room)>()
    }
}
