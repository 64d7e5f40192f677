//! The search in a fixed order of the items.
//!
//! A node of the tree covers the first item, in an order chosen beforehand, that is not covered. So the
//! options that may do it are known beforehand too: those that have no earlier item. They are stored
//! together, and one test for each vector shows which clash with the taken options. There is nothing to copy
//! and nothing to count: a node costs a few nanoseconds. But dead ends are not seen before they are reached,
//! and in a wrong order there are thousands of times more of them than solutions; [`Fixed::probe`] tells how
//! large the tree is.

#![expect(clippy::needless_range_loop, reason = "loops run over the words of several masks at once")]
#![expect(clippy::inline_always, reason = "the search is compiled for each processor: see Lanes::within")]

use crate::bits::{Bits, moved, ones};
use crate::lanes::{Lanes, Task};
use crate::passes::{List, any, join, lowest, read, take_away, without};
use crate::processor::Processor;
use crate::{Budget, Step};

/// The widest masks for which this search is compiled.
const MOST_WORDS: usize = 4;

/// The options whose first item is a certain one.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// The number of the first of them.
    first: u32,
    /// Where the list of their masks is.
    at: u32,
    stride: u32,
    len: u32,
}

impl Group {
    #[inline(always)]
    fn list(self) -> List {
        List { at: self.at as usize, stride: self.stride as usize, len: self.len as usize }
    }
}

/// A node with options that have not been tried.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    group: u32,
    /// The position of the next vector of its list.
    next: u32,
    /// Of the last one, the options that are possible and have not been tried.
    hits: u32,
    /// How many options were taken before.
    depth: u32,
}

/// The number of words on the stack for each level.
const LEVEL: usize = 2;

impl Level {
    #[inline(always)]
    fn packed(self) -> [u64; LEVEL] {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [pair(self.group, self.next), pair(self.hits, self.depth)]
    }

    #[inline(always)]
    fn unpacked([first, second]: [u64; LEVEL]) -> Level {
        let high = |word: u64| (word >> 32) as u32;
        Level { group: first as u32, next: high(first), hits: second as u32, depth: high(second) }
    }
}

/// A search in a fixed order.
#[derive(Clone, Debug)]
pub struct Fixed {
    width: usize,
    /// The items that must be covered. Bits are in the order of the search.
    need: Vec<u64>,
    groups: Vec<Group>,
    /// What the options claim, a list for each group.
    claims: Vec<u64>,
    /// What each option forbids, by its number: group by group.
    forbids: Vec<u64>,
    /// The place of each option among all options, by its number; and the reverse.
    places: Vec<usize>,
    numbers: Vec<usize>,
    /// The nodes to which the search goes back, each with what the options taken before it forbid.
    stack: Vec<u64>,
    /// How far the stack is in use.
    top: usize,
    /// The options taken, by their numbers.
    options: Vec<usize>,
    depth: usize,
}

impl Fixed {
    /// A search in this order of the primary items, given by their bits; `None` if the masks are too wide.
    ///
    /// # Panics
    ///
    /// If an option has no primary item.
    pub fn new(bits: &Bits, order: &[usize]) -> Option<Fixed> {
        let width = bits.width;
        if width > MOST_WORDS {
            return None;
        }
        let renumbering = bits.renumbering(0, order);
        let move_bits = |mask: &[u64]| moved(mask, &renumbering);
        let claims: Vec<Vec<u64>> = bits.claims.chunks_exact(width).map(move_bits).collect();
        let forbids: Vec<Vec<u64>> = (0..bits.len()).map(|place| move_bits(&bits.forbids(place))).collect();
        let mut members = vec![vec![]; order.len()];
        for (place, mask) in claims.iter().enumerate() {
            let first = ones(mask).next().filter(|&bit| bit < order.len());
            members[first.expect("an option that is searched has a primary item")].push(place);
        }
        let mut fixed = Fixed {
            width,
            need: move_bits(&bits.need),
            groups: vec![],
            claims: vec![],
            forbids: vec![],
            places: vec![],
            numbers: vec![0; claims.len()],
            stack: vec![0; (order.len() + 1) * (LEVEL + MOST_WORDS)],
            top: 0,
            options: vec![0; order.len() + 1],
            depth: 0,
        };
        for members in members {
            fixed.add_group(&members, &claims, &forbids);
        }
        Some(fixed)
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let words = self.claims.capacity() + self.forbids.capacity() + self.stack.capacity();
        let places = self.places.capacity() + self.numbers.capacity() + self.options.capacity();
        size_of::<u64>() * words + size_of::<usize>() * places
    }

    fn add_group(&mut self, members: &[usize], claims: &[Vec<u64>], forbids: &[Vec<u64>]) {
        let list =
            List { at: self.claims.len(), stride: List::stride_for(members.len()), len: members.len() };
        let [first, at, stride, len] = [self.places.len(), list.at, list.stride, list.len].map(|n| n as u32);
        self.groups.push(Group { first, at, stride, len });
        for w in 0..self.width {
            self.claims.extend(members.iter().map(|&place| claims[place][w]));
            self.claims.resize(list.at + (w + 1) * list.stride, !0);
        }
        for &place in members {
            self.numbers[place] = self.places.len();
            self.places.push(place);
            self.forbids.extend_from_slice(&forbids[place]);
        }
    }

    /// Begins below the node at which these options are taken, at least one, by their places among all
    /// options. They agree, and leave some item to be covered.
    pub fn begin(&mut self, taken: &[usize]) {
        let mut forbidden = [0; MOST_WORDS];
        for &place in taken {
            for w in 0..self.width {
                forbidden[w] |= self.forbids[self.numbers[place] * self.width + w];
            }
        }
        let open = (0..self.width).find_map(|w| {
            let open = self.need[w] & !forbidden[w];
            (open != 0).then(|| 64 * w + open.trailing_zeros() as usize)
        });
        let level = Level { group: open.unwrap_or(0) as u32, ..Level::default() };
        self.stack[..LEVEL].copy_from_slice(&level.packed());
        self.stack[LEVEL..LEVEL + self.width].copy_from_slice(&forbidden[..self.width]);
        self.top = LEVEL + self.width;
    }

    /// Runs to the next solution, if it should pause there, to the end, or to the limit of the budget.
    pub fn run(&mut self, processor: Processor, budget: &mut Budget) -> Step {
        match self.width {
            1 => processor.run(Run::<1> { search: self, budget }),
            2 => processor.run(Run::<2> { search: self, budget }),
            3 => processor.run(Run::<3> { search: self, budget }),
            _ => processor.run(Run::<MOST_WORDS> { search: self, budget }),
        }
    }

    #[inline(always)]
    fn work<K: Lanes, const W: usize>(&mut self, k: K, budget: &mut Budget) -> Step {
        let need = read::<W>(&self.need, 0);
        let Some((mut level, mut taken)) = self.pop::<W>() else { return Step::End };
        let mut group = self.groups[level.group as usize];
        loop {
            if level.hits == 0 {
                if level.next < group.len {
                    let place = level.next as usize;
                    level.hits = without::<K, W>(k, &self.claims, group.list(), place, &taken);
                    level.next += K::COUNT as u32;
                } else {
                    let Some(back) = self.pop::<W>() else { return Step::End };
                    (level, taken) = back;
                    group = self.groups[level.group as usize];
                }
                continue;
            }
            if budget.nodes >= budget.most {
                self.push(level, &taken);
                return Step::Nodes;
            }
            budget.nodes += 1;
            let option = (group.first + level.next + level.hits.trailing_zeros()) as usize - K::COUNT;
            level.hits &= level.hits - 1;
            self.options[level.depth as usize] = option;
            let mut inner = taken;
            join(&mut inner, &read(&self.forbids, option * W));
            let mut open = need;
            take_away(&mut open, &inner);
            if !any(&open) {
                budget.found += 1;
                if budget.halt {
                    self.depth = level.depth as usize + 1;
                    self.push(level, &taken);
                    return Step::Solution;
                }
                continue;
            }
            if level.hits != 0 || level.next < group.len {
                self.push(level, &taken);
            }
            let (word, bit) = lowest(&open);
            let first = (64 * word) as u32 + bit.trailing_zeros();
            level = Level { group: first, next: 0, hits: 0, depth: level.depth + 1 };
            (group, taken) = (self.groups[first as usize], inner);
            budget.scanned += u64::from(group.len);
        }
    }

    /// Remembers a node, to go back to it.
    #[inline(always)]
    fn push<const W: usize>(&mut self, level: Level, taken: &[u64; W]) {
        let slot = &mut self.stack[self.top..self.top + LEVEL + W];
        slot[..LEVEL].copy_from_slice(&level.packed());
        slot[LEVEL..].copy_from_slice(taken);
        self.top += LEVEL + W;
    }

    /// Goes back to the last stored node.
    #[inline(always)]
    fn pop<const W: usize>(&mut self) -> Option<(Level, [u64; W])> {
        let top = self.top.checked_sub(LEVEL + W)?;
        self.top = top;
        let slot = &self.stack[top..top + LEVEL + W];
        Some((Level::unpacked([slot[0], slot[1]]), read(slot, LEVEL)))
    }

    /// The options taken below the node where it began, and one more, at the node whose options are tried
    /// next; zero at the end.
    pub fn depth(&self) -> usize {
        self.deepest().map_or(0, |(level, _)| level.depth as usize + 1)
    }

    /// The number of its untried options.
    pub fn children(&self) -> usize {
        let Some((level, taken)) = self.deepest() else { return 0 };
        let list = self.groups[level.group as usize].list();
        let later = (level.next as usize..list.len).filter(|&index| self.agrees(list, index, taken));
        level.hits.count_ones() as usize + later.count()
    }

    /// Passes over this many of them.
    pub fn turn(&mut self, children: usize, processor: Processor) {
        let Some((mut level, taken)) = self.deepest() else { return };
        let list = self.groups[level.group as usize].list();
        let lanes = processor.lanes();
        let mut left = children;
        loop {
            while left > 0 && level.hits != 0 {
                level.hits &= level.hits - 1;
                left -= 1;
            }
            if level.hits != 0 || level.next as usize >= list.len {
                break;
            }
            let first = level.next as usize;
            let agrees = |lane: &usize| first + lane < list.len && self.agrees(list, first + lane, taken);
            level.hits = (0..lanes).filter(agrees).map(|lane| 1 << lane).sum();
            level.next += lanes as u32;
        }
        let at = self.top - LEVEL - self.width;
        self.stack[at..at + LEVEL].copy_from_slice(&level.packed());
    }

    /// The node to which the search goes next, and what the options taken before it forbid.
    fn deepest(&self) -> Option<(Level, &[u64])> {
        let at = self.top.checked_sub(LEVEL + self.width)?;
        let slot = &self.stack[at..self.top];
        Some((Level::unpacked([slot[0], slot[1]]), &slot[LEVEL..]))
    }

    /// Does an option of a list clash with nothing that is forbidden?
    fn agrees(&self, list: List, index: usize, forbidden: &[u64]) -> bool {
        (0..self.width).all(|w| self.claims[list.at + w * list.stride + index] & forbidden[w] == 0)
    }

    /// The remaining search, in its order: the options taken below the node where it began, by their places
    /// among all options, and the part of the tree below that node.
    pub fn rest(&self, processor: Processor) -> Vec<(Vec<usize>, f64)> {
        let step = LEVEL + self.width;
        let levels = self.stack[..self.top].chunks_exact(step).map(|slot| {
            let level = Level::unpacked([slot[0], slot[1]]);
            (level, &slot[LEVEL..])
        });
        // A level whose last option is being tried is not on the stack, so that shares below it are too
        // large.
        let mut share = 1.0;
        let mut rest = vec![];
        for (level, taken) in levels {
            let group = self.groups[level.group as usize];
            let list = group.list();
            let agrees = |index: usize| self.agrees(list, index, taken);
            let looked_at = level.next as usize;
            let hit = |lane: usize| level.hits >> lane & 1 != 0;
            let hits = (0..processor.lanes())
                .filter(|&lane| hit(lane))
                .map(|lane| looked_at + lane - processor.lanes());
            let left: Vec<usize> = hits.chain((looked_at..list.len).filter(|&index| agrees(index))).collect();
            share /= (0..list.len).filter(|&index| agrees(index)).count().max(1) as f64;
            let path = self.options[..level.depth as usize].iter().map(|&option| self.places[option]);
            let path: Vec<usize> = path.collect();
            let branch = |index: usize| {
                let place = self.places[group.first as usize + index];
                (path.iter().copied().chain([place]).collect(), share)
            };
            rest.push(left.into_iter().map(branch).collect::<Vec<_>>());
        }
        rest.into_iter().rev().flatten().collect()
    }

    /// At a solution, the options taken below the node where it began, by their places among all options.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.options[..self.depth].iter().map(|&option| self.places[option])
    }
}

/// Estimates the size of a tree, in nodes and in tested options, by random probes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    /// Nodes.
    pub nodes: f64,
    /// Options looked at.
    pub looks: f64,
}

impl Fixed {
    /// How large the whole tree is: the mean of this many random descents, each of which takes every node on
    /// its way for as many as its branches promise (Knuth, Estimating the efficiency of backtrack
    /// programs, 1975). Without bias, but of great variance: most probes see too little, some far too
    /// much. `word` draws random words.
    pub fn probe(&self, probes: u32, word: &mut dyn FnMut() -> u64) -> Estimate {
        let mut sum = Estimate::default();
        for _ in 0..probes {
            self.descend(word, &mut sum);
        }
        Estimate { nodes: sum.nodes / f64::from(probes), looks: sum.looks / f64::from(probes) }
    }

    fn descend(&self, random: &mut dyn FnMut() -> u64, sum: &mut Estimate) {
        let mut taken = vec![0; self.width];
        let mut weight = 1.0;
        let mut free = vec![];
        while let Some(group) = self.group_below(&taken) {
            let list = group.list();
            let row = |w: usize| list.at + w * list.stride;
            let clashes = |index| (0..self.width).any(|w| self.claims[row(w) + index] & taken[w] != 0);
            free.clear();
            free.extend((0..list.len).filter(|&index| !clashes(index)));
            sum.looks += weight * list.len as f64;
            weight *= free.len() as f64;
            sum.nodes += weight;
            if free.is_empty() {
                break;
            }
            let index = free[(random() % free.len() as u64) as usize];
            let option = group.first as usize + index;
            for (w, word) in taken.iter_mut().enumerate() {
                *word |= self.forbids[option * self.width + w];
            }
        }
    }

    /// The options of the first uncovered item; `None` if all are covered.
    fn group_below(&self, taken: &[u64]) -> Option<Group> {
        let open = (0..self.width).find_map(|w| {
            let open = self.need[w] & !taken[w];
            (open != 0).then(|| 64 * w + open.trailing_zeros() as usize)
        });
        open.map(|first| self.groups[first])
    }
}

/// The search, compiled for masks of W words.
struct Run<'a, const W: usize> {
    search: &'a mut Fixed,
    budget: &'a mut Budget,
}

impl<const W: usize> Task for Run<'_, W> {
    type Output = Step;

    #[inline(always)]
    fn run<K: Lanes>(self, k: K) -> Step {
        self.search.work::<K, W>(k, self.budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree below a node, walked by brute force: its nodes, and the options looked at.
    fn walk(fixed: &Fixed, taken: &[u64]) -> (u64, u64) {
        let Some(group) = fixed.group_below(taken) else { return (0, 0) };
        let (mut nodes, mut looks) = (0, u64::from(group.len));
        for index in 0..group.len as usize {
            let list = group.list();
            let claims = |w: usize| fixed.claims[list.at + w * list.stride + index];
            if (0..fixed.width).any(|w| claims(w) & taken[w] != 0) {
                continue;
            }
            let option = group.first as usize + index;
            let inner: Vec<u64> =
                (0..fixed.width).map(|w| taken[w] | fixed.forbids[option * fixed.width + w]).collect();
            let (below, looks_below) = walk(fixed, &inner);
            nodes += 1 + below;
            looks += looks_below;
        }
        (nodes, looks)
    }

    /// The expectation of a probe, over all its choices: as `descend`, but every branch with its chance.
    fn expected(fixed: &Fixed, taken: &[u64], weight: f64, chance: f64) -> f64 {
        let Some(group) = fixed.group_below(taken) else { return 0.0 };
        let list = group.list();
        let free: Vec<usize> = (0..list.len)
            .filter(|&index| {
                (0..fixed.width).all(|w| fixed.claims[list.at + w * list.stride + index] & taken[w] == 0)
            })
            .collect();
        let weight = weight * free.len() as f64;
        let below = free.iter().map(|&index| {
            let option = group.first as usize + index;
            let inner: Vec<u64> =
                (0..fixed.width).map(|w| taken[w] | fixed.forbids[option * fixed.width + w]).collect();
            expected(fixed, &inner, weight, chance / free.len() as f64)
        });
        chance * weight + below.sum::<f64>()
    }

    /// Items a to e, and a secondary item x with two colors, whose pair of bits comes first:
    /// a x:R, a b, a c d, b x:G, b c, b c d e, c, c d x:R, d, d e, e, e x:G.
    fn uneven() -> Fixed {
        let claims = [
            0b000_0101, 0b000_1100, 0b011_0100, 0b000_1010, 0b001_1000, 0b111_1000, 0b001_0000, 0b011_0001,
            0b010_0000, 0b110_0000, 0b100_0000, 0b100_0010,
        ];
        let bits =
            Bits { width: 1, colors: 2, rooms: vec![], need: vec![0b111_1100], claims: claims.to_vec() };
        Fixed::new(&bits, &[2, 3, 4, 5, 6]).unwrap()
    }

    /// Draws by a linear congruence (TAOCP 3.2.1.3, with Knuth's multiplier for MMIX), high bits first.
    fn words() -> impl FnMut() -> u64 {
        let mut state = 7u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        }
    }

    #[test]
    fn probes_are_right_on_average() {
        let fixed = uneven();
        let (nodes, looks) = walk(&fixed, &vec![0; fixed.width]);
        assert!(nodes > 15, "the tree has only {nodes} nodes");
        let exact = expected(&fixed, &vec![0; fixed.width], 1.0, 1.0);
        assert!((exact - nodes as f64).abs() < 1e-6, "{exact} instead of {nodes}");
        // Probes vary by less than the tree; the mean of 100,000 is within a hundredth or two.
        let mean = fixed.probe(100_000, &mut words());
        assert!((mean.nodes / nodes as f64 - 1.0).abs() < 0.03, "{mean:?}, not {nodes} nodes");
        assert!((mean.looks / looks as f64 - 1.0).abs() < 0.03, "{mean:?}, not {looks} looks");
    }

    #[test]
    fn levels_are_packed_and_unpacked() {
        let level = Level { group: 1, next: u32::MAX, hits: 0x8000_0001, depth: 7 };
        let again = Level::unpacked(level.packed());
        assert_eq!(format!("{again:?}"), format!("{level:?}"));
    }
}
