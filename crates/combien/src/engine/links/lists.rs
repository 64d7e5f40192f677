//! The links that dance: every active option stands in the list of each of its items.
//!
//! Nodes lie in one array, as in TAOCP 7.2.2.1:
//!
//! ```text
//! 0          the root of the list of active items; spare as a node
//! 1..=n      the head of each item's list, in the order of the items
//! then       for each option, a spacer and its entries one after the other; a last spacer
//! ```
//!
//! A spacer's `item` is not positive: it is minus the place, from 1, of the option before it, so that walking
//! right from an entry ends at the number of its option. Its `up` is the first entry of the option before,
//! its `down` the last entry of the option after: walking round an option needs no test except for the
//! spacer.
//!
//! **Invariants.** (1) For a node `q` in a list, `nodes[nodes[q].up].down == q == nodes[nodes[q].down].up`.
//! (2) `len` of an active item is the number of nodes in its list. (3) A node that is out of its list still
//! links to the neighbours it had: this is what makes undoing possible, and it holds only because undoing
//! runs in exactly the reverse order of doing. (4) A node has color -1 while its item is purified to the
//! node's own color. (5) A primary item is active as long as its `bound` is not 0. (6) What changes the
//! length of a list, the bounds of an item or whether it is active tells the `ranking`, if there is one,
//! before the next item is chosen.

#![expect(clippy::inline_always, reason = "as calls, hide and unhide cost 5 % of the whole search")]

use std::iter::successors;

use super::ranking::{self, Key, Ranking};
use crate::engine::TooLarge;
use crate::problem::{Bounds, Entry, ItemId, Kind, OptionId, Problem};

/// Links are 32 bits, and one bit is the sign of a spacer.
const MOST_NODES: usize = i32::MAX as usize;

/// No color: the entry covers its item.
const NO_COLOR: i32 = 0;
/// The color of an entry whose item has this color already: nothing is left to do for it.
const AGREED: i32 = -1;

const ROOT: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    item: i32,
    up: u32,
    down: u32,
}

/// A link of the list of active primary items. Secondary items, which do not have to be covered, link to
/// themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    left: u32,
    right: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Lists {
    nodes: Vec<Node>,
    /// The color of each node; empty for a problem without colors, so that they cost nothing there.
    colors: Vec<i32>,
    active: Vec<Link>,
    len: Vec<u32>,
    /// The remaining bounds of each item; empty for a problem without bounds, so that they cost nothing
    /// there.
    bounds: Vec<Room>,
    /// Finds the item that branches; `None` if there are few enough items to look at all of them.
    ranking: Option<Box<Ranking>>,
    updates: u64,
}

/// The remaining bounds of an item, in the words of Algorithm M.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    /// It may be covered this many times more.
    bound: u32,
    /// This many of these may be left out.
    slack: u32,
}

impl Room {
    /// It must be covered this many times more: Knuth's `monus`.
    fn needed(self) -> u32 {
        self.bound.saturating_sub(self.slack)
    }
}

impl Lists {
    pub(super) fn new(problem: &Problem) -> Result<Lists, TooLarge> {
        let items = problem.item_count();
        let needed = nodes_needed(items, problem.option_count(), problem.entry_count())?;
        let mut lists = Lists {
            nodes: Vec::with_capacity(needed),
            colors: vec![],
            active: Vec::with_capacity(items + 1),
            len: vec![0; items + 1],
            bounds: vec![],
            ranking: Ranking::new(problem).map(Box::new),
            updates: 0,
        };
        lists.add_heads(problem);
        if problem.has_bounds() {
            lists.add_bounds(problem);
        }
        lists.add_spacer(0, ROOT);
        for option in problem.searched_options() {
            lists.add_option(option, problem.option(option));
        }
        if !lists.colors.is_empty() {
            lists.colors.resize(lists.nodes.len(), NO_COLOR);
        }
        debug_assert!(lists.nodes.len() <= needed);
        Ok(lists)
    }

    fn add_heads(&mut self, problem: &Problem) {
        self.nodes.push(Node { item: 0, up: ROOT, down: ROOT });
        self.active.push(Link { left: ROOT, right: ROOT });
        for item in problem.items() {
            let head = item.index() as u32 + 1;
            self.nodes.push(Node { item: head as i32, up: head, down: head });
            self.active.push(Link { left: head, right: head });
            if problem.kind(item) == Kind::Primary {
                let last = self.active[ROOT as usize].left;
                self.active[head as usize] = Link { left: last, right: ROOT };
                self.active[last as usize].right = head;
                self.active[ROOT as usize].left = head;
            }
        }
    }

    fn add_bounds(&mut self, problem: &Problem) {
        self.bounds.push(Room { bound: 0, slack: 0 });
        for item in problem.items() {
            let Bounds { lo, hi } = problem.bounds(item);
            self.bounds.push(Room { bound: hi, slack: hi - lo });
        }
    }

    /// A spacer after the option whose number, from 1, is `number`.
    fn add_spacer(&mut self, number: usize, first_before: u32) {
        self.nodes.push(Node { item: -(number as i32), up: first_before, down: ROOT });
    }

    fn add_option(&mut self, option: OptionId, entries: &[Entry]) {
        let spacer = self.nodes.len() - 1;
        for &Entry { item, color } in entries {
            let (node, head) = (self.nodes.len() as u32, item.index() as u32 + 1);
            let last = self.nodes[head as usize].up;
            self.nodes.push(Node { item: head as i32, up: last, down: head });
            if let Some(color) = color {
                self.colors.resize(node as usize, NO_COLOR);
                self.colors.push(color.index() as i32 + 1);
            }
            self.nodes[last as usize].down = node;
            self.nodes[head as usize].up = node;
            self.len[head as usize] += 1;
        }
        self.nodes[spacer].down = (spacer + entries.len()) as u32;
        self.add_spacer(option.number(), spacer as u32 + 1);
    }

    /// The leftmost active primary item with the fewest options (Knuth's MRV heuristic), and how many; none
    /// if all are covered.
    #[inline]
    pub(super) fn hardest_item(&mut self) -> Option<(u32, u32)> {
        if self.ranking.is_some() {
            return self.hardest_ranked_item();
        }
        if !self.bounds.is_empty() {
            return self.hardest_bounded_item();
        }
        let mut item = self.active[ROOT as usize].right;
        if item == ROOT {
            return None;
        }
        let (mut best, mut fewest) = (item, u32::MAX);
        while item != ROOT {
            let len = self.len[item as usize];
            if len < fewest {
                (best, fewest) = (item, len);
                if len == 0 {
                    break;
                }
            }
            item = self.active[item as usize].right;
        }
        Some((best, fewest))
    }

    /// The active primary item with the fewest children, and how many, from the ranking; none if all are
    /// covered.
    fn hardest_ranked_item(&mut self) -> Option<(u32, u32)> {
        let Lists { ranking, len, bounds, .. } = self;
        let (degree, .., item) = ranking.as_mut()?.best(|item| key(item, len[item as usize], bounds));
        (item != u32::MAX).then_some((item, degree))
    }

    /// The active primary item with the fewest children (answer 166 of the section), and how many: each
    /// option that leaves enough of those after it, and, if it needs none, that none is taken. Ties go to
    /// the item with less slack, then with more options, then to the left.
    ///
    /// An item that needs no option and has none has one child, in which nothing is done. It is skipped here.
    /// Otherwise cutting a search would change its nodes, because the item would occur again in the
    /// branches where its options are excluded.
    fn hardest_bounded_item(&self) -> Option<(u32, u32)> {
        let mut best = ranking::NONE;
        for item in self.active_heads() {
            let key = key(item, self.len[item as usize], &self.bounds);
            if key < best {
                best = key;
                if key.0 == 0 {
                    break;
                }
            }
        }
        let (degree, .., item) = best;
        (item != u32::MAX).then_some((item, degree))
    }

    /// Tells the ranking that an item is covered or uncovered. Out of line, to keep problems with few items
    /// fast.
    #[cold]
    fn note(&mut self, item: u32, is_active: bool) {
        let is_primary = self.active[item as usize].left != item;
        if let Some(ranking) = &mut self.ranking {
            if is_primary {
                ranking.set_active(item, is_active);
            }
            ranking.touch(item);
        }
    }

    /// Tells the ranking that the lists of an item and of its neighbors change.
    #[inline]
    fn touch(&mut self, item: u32) {
        if let Some(ranking) = &mut self.ranking {
            ranking.touch(item);
        }
    }

    /// Notes that an item is covered once: one that may not be covered again is covered.
    #[inline]
    pub(super) fn cover_once(&mut self, item: u32) {
        if let Some(room) = self.bounds.get_mut(item as usize) {
            room.bound -= 1;
            if room.bound > 0 {
                self.touch(item);
                return;
            }
        }
        self.cover(item);
    }

    /// Undoes `cover_once`.
    #[inline]
    pub(super) fn uncover_once(&mut self, item: u32) {
        if let Some(room) = self.bounds.get_mut(item as usize) {
            room.bound += 1;
            if room.bound > 1 {
                self.touch(item);
                return;
            }
        }
        self.uncover(item);
    }

    /// May this item, which was covered, be covered again?
    #[inline]
    pub(super) fn is_open(&self, item: u32) -> bool {
        self.bounds.get(item as usize).is_some_and(|room| room.bound > 0)
    }

    pub(super) fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Takes an item out of the list of active items, and hides each option that has it.
    #[inline]
    pub(super) fn cover(&mut self, item: u32) {
        self.deactivate(item);
        let mut node = self.nodes[item as usize].down;
        while node != item {
            self.hide(node);
            node = self.nodes[node as usize].down;
        }
    }

    /// Undoes `cover`: bottom up, because the last option hidden must come back first.
    #[inline]
    pub(super) fn uncover(&mut self, item: u32) {
        let mut node = self.nodes[item as usize].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node as usize].up;
        }
        self.activate(item);
    }

    fn color(&self, node: u32) -> i32 {
        self.colors.get(node as usize).copied().unwrap_or(NO_COLOR)
    }

    #[inline(always)]
    fn deactivate(&mut self, item: u32) {
        let Link { left, right } = self.active[item as usize];
        self.active[left as usize].right = right;
        self.active[right as usize].left = left;
        self.updates += 1;
        if self.ranking.is_some() {
            self.note(item, false);
        }
    }

    #[inline(always)]
    fn activate(&mut self, item: u32) {
        let Link { left, right } = self.active[item as usize];
        self.active[left as usize].right = item;
        self.active[right as usize].left = item;
        if self.ranking.is_some() {
            self.note(item, true);
        }
    }

    /// Takes the option of `node` out of the lists of its other items; it stays in the list of `node`'s own
    /// item, from which it was reached. Entries that agree with the color of their item were not in play
    /// and stay.
    #[inline(always)]
    fn hide(&mut self, node: u32) {
        let (nodes, len, colors) = (&mut self.nodes[..], &mut self.len[..], &self.colors[..]);
        let mut updates = 0;
        let mut other = node + 1;
        while other != node {
            let Node { item, up, down } = nodes[other as usize];
            if item <= 0 {
                other = up; // a spacer: back to the first entry of the option
                continue;
            }
            if colors.get(other as usize) != Some(&AGREED) {
                nodes[up as usize].down = down;
                nodes[down as usize].up = up;
                len[item as usize] -= 1;
                updates += 1;
            }
            other += 1;
        }
        self.updates += updates;
    }

    /// Undoes `hide`: right to left, the reverse of its order.
    #[inline(always)]
    fn unhide(&mut self, node: u32) {
        let (nodes, len, colors) = (&mut self.nodes[..], &mut self.len[..], &self.colors[..]);
        let mut other = node - 1;
        while other != node {
            let Node { item, up, down } = nodes[other as usize];
            if item <= 0 {
                other = down; // a spacer: on to the last entry of the option
                continue;
            }
            if colors.get(other as usize) != Some(&AGREED) {
                nodes[up as usize].down = other;
                nodes[down as usize].up = other;
                len[item as usize] += 1;
            }
            other -= 1;
        }
    }

    /// Commits to the option of `choice`: its items other than `choice`'s own, for which that was done, are
    /// covered once or purified from left to right.
    #[inline]
    pub(super) fn cover_others(&mut self, choice: u32) {
        let mut other = choice + 1;
        while other != choice {
            let Node { item, up, .. } = self.nodes[other as usize];
            if item <= 0 {
                other = up;
                continue;
            }
            match self.color(other) {
                NO_COLOR => self.cover_once(item as u32),
                AGREED => {}
                color => self.purify(item as u32, color),
            }
            other += 1;
        }
    }

    /// Undoes `cover_others`, from right to left.
    #[inline]
    pub(super) fn uncover_others(&mut self, choice: u32) {
        let mut other = choice - 1;
        while other != choice {
            let Node { item, down, .. } = self.nodes[other as usize];
            if item <= 0 {
                other = down;
                continue;
            }
            match self.color(other) {
                NO_COLOR => self.uncover_once(item as u32),
                AGREED => {}
                color => self.unpurify(item as u32, color),
            }
            other -= 1;
        }
    }

    /// Gives a secondary item its color: hides the options that give it another color, and marks the entries
    /// that agree, so that nothing more is done for them.
    fn purify(&mut self, item: u32, color: i32) {
        self.touch(item);
        let mut node = self.nodes[item as usize].down;
        while node != item {
            if self.colors[node as usize] == color {
                self.colors[node as usize] = AGREED;
            } else {
                self.hide(node);
            }
            node = self.nodes[node as usize].down;
        }
    }

    /// Undoes `purify`, bottom up. The entry that gave the color is not in the list, so it kept its color.
    fn unpurify(&mut self, item: u32, color: i32) {
        self.touch(item);
        let mut node = self.nodes[item as usize].up;
        while node != item {
            if self.colors[node as usize] == AGREED {
                self.colors[node as usize] = color;
            } else {
                self.unhide(node);
            }
            node = self.nodes[node as usize].up;
        }
    }

    /// Takes an option out of the lists of all its items: Knuth's `tweak`. Its items are active, and it is in
    /// their lists.
    pub(super) fn refuse(&mut self, node: u32) {
        self.touch(self.item(node));
        self.hide(node);
        let Node { item, up, down } = self.nodes[node as usize];
        self.nodes[up as usize].down = down;
        self.nodes[down as usize].up = up;
        self.len[item as usize] -= 1;
    }

    /// Undoes `refuse`.
    pub(super) fn restore(&mut self, node: u32) {
        self.touch(self.item(node));
        let Node { item, up, down } = self.nodes[node as usize];
        self.nodes[up as usize].down = node;
        self.nodes[down as usize].up = node;
        self.len[item as usize] += 1;
        self.unhide(node);
    }

    /// The first node in the list of an item; the item itself if there is none.
    pub(super) fn first_option(&self, item: u32) -> u32 {
        self.nodes[item as usize].down
    }

    /// The node after this one in the list of its item; the item itself after the last.
    pub(super) fn next_option(&self, node: u32) -> u32 {
        self.nodes[node as usize].down
    }

    pub(super) fn item(&self, node: u32) -> u32 {
        self.nodes[node as usize].item as u32
    }

    /// The option that a node belongs to.
    pub(super) fn option(&self, node: u32) -> OptionId {
        let spacer = self.nodes[node as usize..].iter().find(|node| node.item <= 0);
        let number = spacer.map_or(0, |spacer| -spacer.item);
        OptionId::from_index(number as usize - 1)
    }

    /// Is this the head of a list, and no option?
    #[inline]
    pub(super) fn is_head(&self, node: u32) -> bool {
        (node as usize) < self.active.len()
    }

    /// The node of an option in the list of an item, if it is there and the item is active and primary.
    pub(super) fn node_of(&self, option: OptionId, item: ItemId) -> Option<u32> {
        let head = item.index() as u32 + 1;
        self.is_active(head).then(|| self.nodes_of(head).find(|&node| self.option(node) == option))?
    }

    /// Is this item primary and active? An inactive item links to two others that do not link back to it, or
    /// to itself.
    fn is_active(&self, head: u32) -> bool {
        let Link { left, .. } = self.active[head as usize];
        left != head && self.active[left as usize].right == head
    }

    fn active_heads(&self) -> impl Iterator<Item = u32> {
        let next = |&item: &u32| Some(self.active[item as usize].right);
        successors(Some(self.active[ROOT as usize].right), next).take_while(|&item| item != ROOT)
    }

    pub(super) fn nodes_of(&self, head: u32) -> impl Iterator<Item = u32> {
        let next = |&node: &u32| Some(self.nodes[node as usize].down);
        successors(Some(self.nodes[head as usize].down), next).take_while(move |&node| node != head)
    }

    /// The items looked at to choose those that branch, if they are ranked.
    #[cfg(test)]
    pub(super) fn looks(&self) -> Option<u64> {
        self.ranking.as_ref().map(|ranking| ranking.looks())
    }

    /// These lists without a ranking.
    #[cfg(test)]
    pub(super) fn unranked(self) -> Lists {
        Lists { ranking: None, ..self }
    }

    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    pub(super) fn forget_updates(&mut self) {
        self.updates = 0;
    }

    /// Invariants 1 and 2, for each list that can be reached; 3 and 4 show at the end, when all is as it was.
    #[cfg(test)]
    pub(super) fn check_invariants(&self) {
        let heads = 1..self.active.len() as u32;
        for head in heads {
            let (mut node, mut members) = (head, 0);
            loop {
                let Node { item, up, down, .. } = self.nodes[node as usize];
                assert_eq!(item as u32, head, "node {node} is in the wrong list");
                assert_eq!(self.nodes[up as usize].down, node, "node {node} is not below the one above it");
                assert_eq!(self.nodes[down as usize].up, node, "node {node} is not above the one below it");
                node = down;
                if node == head {
                    break;
                }
                members += 1;
            }
            assert_eq!(self.len[head as usize], members, "the length of list {head} is wrong");
        }
    }

    #[cfg(test)]
    pub(super) fn same_links(&self, other: &Lists) -> bool {
        self.nodes == other.nodes
            && self.active == other.active
            && self.len == other.len
            && self.bounds == other.bounds
    }
}

/// How hard an item is to cover. Without bounds that is the number of its options.
///
/// With bounds it is [`Lists::hardest_bounded_item`]'s; of items without a child the leftmost is taken,
/// whatever their slack.
#[inline]
fn key(item: u32, len: u32, bounds: &[Room]) -> Key {
    let Some(room) = bounds.get(item as usize) else { return (len, 0, 0, item) };
    if len == 0 && room.needed() == 0 {
        return ranking::NONE;
    }
    match (len + 1).saturating_sub(room.needed()) {
        0 => (0, 0, 0, item),
        degree => (degree, room.slack, u32::MAX - len, item),
    }
}

/// Root, heads, entries, and one spacer more than there are options.
fn nodes_needed(items: usize, options: usize, entries: usize) -> Result<usize, TooLarge> {
    let nodes = items + options + entries + 2;
    if nodes <= MOST_NODES { Ok(nodes) } else { Err(TooLarge { nodes, limit: MOST_NODES }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_its_links_cannot_reach() {
        assert_eq!(nodes_needed(1, 1, MOST_NODES - 4), Ok(MOST_NODES));
        let too_large = TooLarge { nodes: MOST_NODES + 1, limit: MOST_NODES };
        assert_eq!(nodes_needed(1, 1, MOST_NODES - 3), Err(too_large));
    }
}
