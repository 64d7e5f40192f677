//! The search over lists of masks.
//!
//! A node of the search tree is the compact list of the options that are still possible, as masks of bits. To
//! take an option is to copy the others that do not clash with it, one pass over the list, in which all
//! items' options are counted at once, up to four. An item without options ends the branch; all items with
//! just one option take it, all at once, until there are none of them; then the item with the fewest options
//! branches. Before a child is entered, a cheaper pass for four children at a time drops those in which some
//! item would have no option.
//!
//! As the list grows shorter, so do its masks: items that are covered, and secondary items that have one
//! option left, are cut out as soon as a word can be saved.
//!
//! **What is on the stack.** A [`Frame`] is a node whose children are being tried: its list, the items to be
//! covered, and the masks of its children lie in one arena of words, frame upon frame. So backtracking only
//! drops frames: nothing is undone.
//!
//! **What is compiled how often.** The way of a child, from [`Masks::look_ahead`] to its frame, is one
//! function for each width of masks and each processor, and has one pass in it. What is done once for a node
//! or less often is a [`Task`](crate::lanes::Task) of its own, so that it is compiled once. A function that
//! takes an array by reference and is not inlined forces the array into memory, and then each step waits
//! until the one before has written it: 15 % of the time in all. So such functions get copies, or find their
//! arrays in the arena.

#![expect(clippy::needless_range_loop, reason = "loops run over the words of several masks at once")]
#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::work")]

mod arena;
mod open;
mod path;
mod push;
mod rooms;
mod squeeze;
mod widths;

use crate::bits::Bits;
use crate::lanes::Lanes;
use crate::names::Names;
use crate::passes::{
    List, Merge, Saturate, Tally, any, filter, having, join, meets, read, take_away, unions,
};
use crate::processor::Processor;
use crate::{Budget, Step};
use open::Count;
use widths::{Settle, supported};

/// Children that are looked at together.
const BATCH: usize = 4;
/// Options with more words are counted up to two as a list is made, and to four only where a frame is made:
/// there are not enough registers for all counters.
const NARROW: usize = 4;

/// A node whose children are being tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The words of a mask.
    width: usize,
    /// This many bits are pairs of colored items.
    colors: usize,
    /// The options that are possible.
    list: List,
    /// Where in the arena the items to be covered are. Behind them are those with the fewest options, if
    /// these are so few that the counters told; then what is left of bounds; then the children.
    need: usize,
    /// The item that branches: a bit of a word. Zero before the frame is opened.
    item: (usize, u64),
    /// The options of that item.
    children: List,
    /// The next child.
    next: usize,
    /// The children before this one have been looked at.
    checked: usize,
    /// Of the last [`BATCH`] that were looked at, those that may be entered.
    alive: u32,
    /// The passes that led here; the bytes that they kept; the options that were forced.
    passes: usize,
    kept: usize,
    forced: usize,
}

/// What became of a child.
enum Descent {
    Dead,
    Solution,
    Frame,
    Delegated,
}

/// A child before its first pass.
#[derive(Clone, Copy, Debug)]
struct Child<const W: usize> {
    /// The list of its parent, and the place of its own.
    from: List,
    to: List,
    /// This many bits are pairs of colored items.
    colors: usize,
    /// The items that are still to be covered.
    need: [u64; W],
    /// What its option forbids; at the root, what the options taken beforehand forbid.
    kill: [u64; W],
}

/// A search over lists of masks.
#[derive(Clone, Debug)]
pub struct Masks {
    /// The arena: the list of all options, then the frames.
    words: Vec<u64>,
    root: List,
    width: usize,
    colors: usize,
    need: Vec<u64>,
    /// The rooms of the items that may be covered several times: at the root, and at the node being entered.
    root_rooms: Vec<u64>,
    rooms: Vec<u64>,
    /// Which options each pass kept, a bit each, a byte for each vector; and where the bytes of each pass
    /// begin.
    kept: Vec<u8>,
    kept_end: usize,
    passes: Vec<usize>,
    /// The options that were forced: the passes before, and the place in the list that they made; and how
    /// many there are.
    forced: Vec<(usize, usize)>,
    forced_end: usize,
    frames: Vec<Frame>,
    /// The options taken beforehand, as places in the root list.
    taken: Vec<usize>,
    names: Names,
    is_new: bool,
    lanes: usize,
    /// Children are handed over instead of entered.
    delegates: bool,
}

impl Masks {
    /// Starts a search. Linear in the size of the masks.
    pub fn new(bits: &Bits) -> Masks {
        Masks::with_arena(bits, vec![])
    }

    /// Starts a search, with memory that another search has given back. Linear in the size of the masks.
    pub fn with_arena(bits: &Bits, arena: Vec<u64>) -> Masks {
        let width = supported(bits.width);
        let (len, stride) = (bits.len(), List::stride_for(bits.len()));
        let mut words = arena;
        words.resize(words.len().max(width * stride), !0);
        words[..width * stride].fill(!0);
        for w in 0..width {
            for index in 0..len {
                let word = if w < bits.width { bits.claims[index * bits.width + w] } else { 0 };
                words[w * stride + index] = word;
            }
        }
        let mut need = bits.need.clone();
        need.resize(width, 0);
        let root_rooms: Vec<u64> = bits.rooms.iter().map(|&room| rooms::pack(room)).collect();
        Masks {
            words,
            root: List { at: 0, stride, len },
            width,
            colors: bits.colors,
            need,
            rooms: root_rooms.clone(),
            root_rooms,
            kept: vec![],
            kept_end: 0,
            passes: vec![],
            // Each covers an item that was not covered, so there is room for all: nothing grows inside a
            // loop.
            forced: vec![(0, 0); 64 * width],
            forced_end: 0,
            frames: vec![],
            taken: vec![],
            names: Names::default(),
            is_new: true,
            lanes: 1,
            delegates: false,
        }
    }

    /// Its size in bytes, nearly all of it the arena as far as it has been used.
    pub fn bytes(&self) -> usize {
        size_of::<u64>() * self.words.len() + self.kept.capacity() + self.names.bytes()
    }

    /// The most bytes that a node may add.
    pub fn growth(&self) -> usize {
        size_of::<u64>() * (self.width * self.root.stride + self.rooms.len())
    }

    /// Starts again, with these options taken beforehand, given by their indices. `None` means options that
    /// cannot be taken together; then the search is finished.
    pub fn restart(&mut self, taken: Option<&[usize]>) {
        self.taken.clear();
        self.taken.extend_from_slice(taken.unwrap_or_default());
        self.is_new = taken.is_some();
        self.delegates = false;
        self.frames.clear();
        self.names.clear();
        self.passes.clear();
        self.forced_end = 0;
        self.kept_end = 0;
    }

    /// Children are handed over instead of entered, from now on.
    pub fn delegate(&mut self, delegates: bool) {
        self.delegates = delegates;
    }

    /// Are children handed over?
    pub fn delegates(&self) -> bool {
        self.delegates
    }

    /// Runs to the next solution, if it should pause there, to the end, or to the limit of the budget.
    pub fn run(&mut self, processor: Processor, budget: &mut Budget) -> Step {
        self.lanes = processor.lanes();
        loop {
            let width = match self.frames.last() {
                Some(frame) => frame.width,
                None if self.is_new => self.width,
                None => return Step::End,
            };
            let step = self.step(width, processor, budget);
            if step != Step::Width {
                return step;
            }
        }
    }

    /// The search, as long as masks have W words.
    #[inline(always)]
    fn work<K: Lanes, const W: usize>(&mut self, k: K, budget: &mut Budget) -> Step {
        if self.is_new {
            if budget.nodes >= budget.most {
                return Step::Nodes;
            }
            budget.nodes += 1;
            self.is_new = false;
            match self.start::<K, W>(k, budget) {
                Descent::Solution => {
                    budget.found += 1;
                    if budget.halt {
                        return Step::Solution;
                    }
                }
                Descent::Delegated => return Step::Delegated,
                Descent::Dead | Descent::Frame => {}
            }
        }
        'frames: loop {
            let Some(top) = self.frames.len().checked_sub(1) else { return Step::End };
            if self.frames[top].width != W {
                return Step::Width;
            }
            let mut frame = self.frames[top];
            if frame.item.1 == 0 {
                self.open::<K, W>(k, &mut frame, budget);
                self.frames[top] = frame;
            }
            while frame.next < frame.children.len {
                if frame.next == frame.checked {
                    self.look_ahead::<K, W>(k, &mut frame, budget);
                }
                if budget.nodes >= budget.most {
                    self.save(top, &frame);
                    return Step::Nodes;
                }
                budget.nodes += 1;
                let child = frame.next;
                frame.next += 1;
                if frame.alive >> (child % BATCH) & 1 == 0 {
                    continue;
                }
                match self.descend::<K, W>(k, &frame, child, budget) {
                    Descent::Dead => {}
                    Descent::Frame => {
                        self.save(top, &frame);
                        continue 'frames;
                    }
                    Descent::Delegated => {
                        self.save(top, &frame);
                        return Step::Delegated;
                    }
                    Descent::Solution => {
                        budget.found += 1;
                        if budget.halt {
                            self.save(top, &frame);
                            return Step::Solution;
                        }
                    }
                }
            }
            self.frames.pop();
        }
    }

    /// Writes back what changes in a frame.
    #[inline(always)]
    fn save(&mut self, top: usize, frame: &Frame) {
        let Frame { next, checked, alive, .. } = *frame;
        let saved = &mut self.frames[top];
        (saved.next, saved.checked, saved.alive) = (next, checked, alive);
    }

    /// Begins with all options that do not clash with those taken beforehand.
    fn start<K: Lanes, const W: usize>(&mut self, k: K, budget: &mut Budget) -> Descent {
        let mut need = read::<W>(&self.need, 0);
        let mut kill = [0; W];
        if self.has_rooms() {
            self.rooms.copy_from_slice(&self.root_rooms);
        }
        for place in 0..self.taken.len() {
            let claims = self.root.mask::<W>(&self.words, self.taken[place]);
            if meets(&claims, &kill) {
                return Descent::Dead;
            }
            join(&mut kill, &self.take(&claims, self.colors));
        }
        take_away(&mut need, &kill);
        if !any(&need) {
            return self.all_covered();
        }
        // The root of the whole search has frames even if its children are handed over: they are its
        // branches.
        if self.delegates && !self.taken.is_empty() {
            return Descent::Delegated;
        }
        let to = List { at: W * self.root.stride, stride: self.root.stride, len: 0 };
        let child = Child { from: self.root, to, colors: self.colors, need, kill };
        k.within(Settle { search: self, child, budget })
    }

    /// Copies the list of all options, whose masks will become narrower in place.
    #[cold]
    #[inline(never)]
    fn copy_root(&mut self, to: List) {
        self.reserve(to.at, self.width, to.stride);
        self.words.copy_within(0..to.at, to.at);
    }

    /// Counts the options of a list, up to four.
    #[inline(always)]
    fn count<K: Lanes, const W: usize>(&mut self, k: K, list: List) -> Tally<W, 4> {
        k.within(Count { search: self, list, width: W });
        let behind = list.at + W * list.stride;
        Tally([0, 1, 2, 3].map(|count| read(&self.words, behind + count * W)))
    }

    /// One pass: the options of a list that have none of the bits of `kill`, counted up to P.
    #[inline(always)]
    fn pass<K: Lanes, const W: usize, const P: usize>(
        &mut self,
        k: K,
        from: List,
        to: List,
        kill: &[u64; W],
        budget: &mut Budget,
    ) -> (List, Tally<W, P>)
    where
        Saturate: Merge<P>,
    {
        self.reserve(to.at, W, to.stride);
        let bytes = from.len.div_ceil(K::COUNT);
        if self.kept_end + bytes > self.kept.len() {
            self.kept.resize(2 * (self.kept_end + bytes), 0);
        }
        let kept = &mut self.kept[self.kept_end..self.kept_end + bytes];
        let (len, tally) = filter::<K, W, P>(k, &mut self.words, from, to, kill, kept);
        self.passes.push(self.kept_end);
        self.kept_end += bytes;
        budget.scanned += from.len as u64;
        (List { len, ..to }, tally)
    }

    /// Enters a child that is not obviously a dead end.
    #[inline(always)]
    fn descend<K: Lanes, const W: usize>(
        &mut self,
        k: K,
        frame: &Frame,
        child: usize,
        budget: &mut Budget,
    ) -> Descent {
        self.passes.truncate(frame.passes);
        self.forced_end = frame.forced;
        self.kept_end = frame.kept;
        let mut need = read::<W>(&self.words, frame.need);
        let claims = frame.children.mask::<W>(&self.words, child);
        if self.has_rooms() {
            self.load_rooms(frame.need + 2 * W);
        }
        let kill = self.take(&claims, frame.colors);
        take_away(&mut need, &kill);
        if !any(&need) {
            return self.all_covered();
        }
        if self.delegates {
            return Descent::Delegated;
        }
        let at = frame.children.at + W * frame.children.stride;
        let to = List { at, stride: List::stride_for(frame.list.len), len: 0 };
        let child = Child { from: frame.list, to, colors: frame.colors, need, kill };
        self.settle(k, child, budget)
    }

    /// Removes what clashes with the child's option, takes forced options until there are none, and makes a
    /// frame of what remains.
    #[inline(always)]
    fn settle<K: Lanes, const W: usize>(&mut self, k: K, child: Child<W>, budget: &mut Budget) -> Descent {
        let Child { mut from, mut to, colors, mut need, mut kill } = child;
        let mut tally = loop {
            // Only the root of the whole search has nothing to remove.
            let (list, tally) = if !any(&kill) {
                self.copy_root(to);
                let list = List { len: from.len, ..to };
                (list, self.count::<K, W>(k, list))
            } else if W > NARROW {
                let (list, Tally([one, two])) = self.pass::<K, W, 2>(k, from, to, &kill, budget);
                // The others are counted below.
                (list, Tally([one, two, [0; W], [0; W]]))
            } else {
                self.pass::<K, W, 4>(k, from, to, &kill, budget)
            };
            let Tally([one, two, ..]) = &tally;
            (from, to) = (list, list);
            let (mut bare, mut forced) = (0, [0; W]);
            for w in 0..W {
                bare |= need[w] & !one[w];
                forced[w] = need[w] & !two[w];
            }
            if bare != 0 {
                return Descent::Dead;
            }
            if !any(&forced) {
                break tally;
            }
            match self.take_forced::<K, W>(k, list, colors, &forced) {
                Some(forbidden) => kill = forbidden,
                None => return Descent::Dead,
            }
            take_away(&mut need, &kill);
            if !any(&need) {
                return self.all_covered();
            }
        };
        if W > NARROW {
            tally = self.count::<K, W>(k, to);
        }
        if self.has_rooms() {
            // A copy, so that the counts themselves can stay in registers: their address is not taken.
            let counts = tally.0;
            if self.is_short(colors, &counts.each_ref().map(|count| &count[..])) {
                return Descent::Dead;
            }
        }
        self.push(k, to, colors, &need, &tally);
        Descent::Frame
    }

    /// Takes the only options of all forced items, and returns what they forbid; `None` if two of them clash.
    #[inline(always)]
    fn take_forced<K: Lanes, const W: usize>(
        &mut self,
        k: K,
        list: List,
        colors: usize,
        items: &[u64; W],
    ) -> Option<[u64; W]> {
        let mut kill = [0; W];
        let mut place = 0;
        while place < list.len {
            let mut lanes = having::<K, W>(k, &self.words, list, place, items);
            while lanes != 0 {
                let index = place + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let claims = list.mask::<W>(&self.words, index);
                if meets(&claims, &kill) {
                    return None;
                }
                join(&mut kill, &self.take(&claims, colors));
                self.forced[self.forced_end] = (self.passes.len(), index);
                self.forced_end += 1;
            }
            place += K::COUNT;
        }
        Some(kill)
    }

    /// Tests the next children together: which have an option left for each item?
    #[inline(always)]
    fn look_ahead<K: Lanes, const W: usize>(&mut self, k: K, frame: &mut Frame, budget: &mut Budget) {
        let Frame { colors, list, need: at, children, checked, .. } = *frame;
        let need = read::<W>(&self.words, at);
        let count = BATCH.min(children.len - checked);
        // A whole batch, the last child several times if too few are left: in a loop without an end of its
        // own, masks stay in registers. Bounds take longer, so they are looked at only for children
        // that exist.
        let mut kills = [[0; W]; BATCH];
        for c in 0..BATCH {
            if self.has_rooms() {
                if c >= count {
                    break;
                }
                self.load_rooms(at + 2 * W);
            }
            let claims = children.mask::<W>(&self.words, (checked + c).min(children.len - 1));
            kills[c] = self.take(&claims, colors);
        }
        let unions = if count <= 2 {
            let two = unions::<K, W, 2>(k, &self.words, list, &[kills[0], kills[1]]);
            two.map(|[a, b]| [a, b, 0, 0])
        } else {
            unions::<K, W, BATCH>(k, &self.words, list, &kills)
        };
        budget.scanned += list.len as u64;
        let mut alive = 0;
        for c in 0..BATCH {
            let mut bare = 0;
            for w in 0..W {
                bare |= need[w] & !kills[c][w] & !unions[w][c];
            }
            alive |= u32::from(bare == 0) << c;
        }
        (frame.checked, frame.alive) = (checked + count, alive);
    }
}
