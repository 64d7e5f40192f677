//! The search for long options: a fixed order of the items, and one mask of what is covered.
//!
//! Dancing cells remove every option that clashes with the one taken, each with all its items. Where a few
//! large pieces fill a board, an option has hundreds of items, and a choice excludes most of ten thousand
//! options: a node takes ten milliseconds. Here a node asks only which of some dozen options fit.
//!
//! **Order of the items.** The next item is the one with the fewest options left, whose options are then put aside
//! (Matula and Beck, Smallest-last ordering, 1983, from the other end): on a board, cell after cell along the
//! sides and rows. For packings of many [pieces], it is the one that has lost the largest part of its options: a
//! frontier that moves from one corner to the other end ([`Rule`]). The items of pieces come last. Each option is
//! tried at the first of its items.
//!
//! **Order of solutions.** The first uncovered item in this order branches; its options are tried in the order
//! of the problem.
//!
//! **Invariants.** Bits are set in `covered` for the items of the options taken, and for no others; `counts`
//! has how many of these options have each item with bounds. All items before the branching one are covered.
//! So an option that has both that item and an earlier one does not fit, and needs no list.
//!
//! **Cost.** Finding the order takes time linear in the entries, and quadratic in the items. A node looks at
//! its children, and mostly at one word of each: that of the piece, or of the row where it would lie.
//! [`Work::updates`] counts words, as many options as a pass over masks looks at in the same time.

use std::sync::Arc;

use super::pieces;
use crate::budget::{Pause, Work};
use crate::engine::task::START;
use crate::engine::{
    Branch, Descent, Listing, Search, Task, UPDATES_OF_SEARCH, fraction_done, most_nodes, pace,
};
use crate::problem::{Bounds, ItemId, Kind, OptionId, Problem, Solution, Subproblem};

/// Options are long if they have this many entries in the mean.
const LONG: usize = 32;
/// Fewer items than this fit into the masks of [`DIRECT`](super::DIRECT), whose search chooses the item with
/// the fewest options; the order of more than this takes too long.
const ITEMS: std::ops::RangeInclusive<usize> = 64 * super::DIRECT.width + 1..=1 << 15;
/// The most children of an item. With more, the item with the fewest options is a much better choice.
const MOST_CHILDREN: u32 = 1 << 8;
/// All options of an item, as the part that is left of them.
const WHOLE: u32 = 1 << 20;
/// What is added to the parts of items that are to come last.
const LAST: u32 = 1 << 30;
/// A word takes as long as a pass over masks takes for this many options.
const LOOKS_A_WORD: u64 = 4;

/// What a search needs of the problem: the bits of all items, and the options as words of such bits.
#[derive(Debug)]
pub(super) struct Table {
    /// The number of items that must be covered exactly once. These have the first bits, in their order.
    needed: usize,
    /// The number of words of a mask.
    width: usize,
    /// For each of these items, where its options begin among the children, and where the last ones end.
    pub(super) starts: Vec<u32>,
    /// For each option, where its words begin, and where the last ones end.
    words_from: Vec<u32>,
    /// The words that are not zero, and their places. The last one of each option comes first: it has the
    /// item of the piece, which clashes most.
    words: Vec<(u32, u64)>,
    /// For each option, where its items with bounds begin, and where the last ones end.
    bounded_from: Vec<u32>,
    bounded: Vec<u32>,
    bounds: Vec<Bounds>,
}

/// An option, and its first two words: the second is zero if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) option: OptionId,
    places: [u32; 2],
    words: [u64; 2],
}

/// Which item comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The one with the fewest options left. With this rule Calibron 12 has 4.5 million nodes; with the other, more
    /// than thirty times as many.
    Fewest,
    /// The one that has lost the largest part of its options. The first rule begins in all corners of a board; then
    /// a hole in the last of them is seen at the end, and 107 heptominoes are not placed in 20 million nodes.
    LargestLoss,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Enter a node: take the child of the deepest level, or nothing at the root.
    Enter,
    /// Go on to the next child.
    Next,
    /// Nothing: the whole tree has been walked.
    Halt,
}

/// A node that branches.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The place of its children in the list of all children, and their number.
    first: usize,
    degree: u32,
    /// The child that is tried, from 0.
    rank: u32,
    /// The item.
    bit: usize,
}

/// A search. It can be paused at any node, and dropped at any time.
#[derive(Clone, Debug)]
pub(super) struct Long {
    problem: Problem,
    table: Arc<Table>,
    /// The options, by the first of their items, in the order in which they are tried.
    tried: Arc<Vec<Child>>,
    covered: Vec<u64>,
    counts: Vec<u32>,
    levels: Vec<Level>,
    /// The children of all levels, those of the deepest last.
    children: Vec<OptionId>,
    step: Step,
    work: Work,
    subproblem: Subproblem,
    /// The options that are excluded, if there are any.
    is_refused: Vec<bool>,
}

/// Are the options so long, and the items so many, that dancing cells would take long for each node, and do no
/// options have colors?
pub(crate) fn has_long_options(problem: &Problem) -> bool {
    problem.entry_count() >= LONG * problem.option_count().max(1)
        && ITEMS.contains(&problem.item_count())
        && problem.colors().len() == 0
}

impl Long {
    /// A search at its start; `None` if other searches suit the problem better.
    pub(super) fn new(problem: &Problem) -> Option<Long> {
        has_long_options(problem).then(|| Long::of(problem))?
    }

    /// A search at its start; `None` if options have colors or no item that must be covered exactly once, or
    /// items have too many children.
    fn of(problem: &Problem) -> Option<Long> {
        let pieces = pieces::of(problem).unwrap_or_default();
        let (table, tried) = Table::new(problem, &pieces, Rule::Fewest, MOST_CHILDREN)?;
        Some(Long::on(problem, Arc::new(table), tried))
    }

    /// With options tried in this order.
    pub(super) fn on(problem: &Problem, table: Arc<Table>, tried: Vec<Child>) -> Long {
        Long {
            problem: problem.clone(),
            covered: vec![0; table.width],
            counts: vec![0; table.bounds.len()],
            table,
            tried: Arc::new(tried),
            levels: vec![],
            children: vec![],
            step: Step::Enter,
            work: Work::default(),
            subproblem: Subproblem::whole(),
            is_refused: vec![],
        }
    }

    /// Enters a node: takes the child, and finds the children of the next item. Returns whether all items are
    /// covered.
    fn enter(&mut self) -> bool {
        let mut from = 0;
        if let Some(&level) = self.levels.last() {
            self.set(self.children[level.first + level.rank as usize], true);
            from = level.bit / 64;
        }
        let Long { table, tried, covered, counts, children, work, is_refused, .. } = self;
        let first_open = |word: &usize| covered[*word] != u64::MAX;
        let word = (from..table.width).find(first_open).unwrap_or(table.width);
        let bit =
            covered.get(word).map_or(table.needed, |word_of| 64 * word + word_of.trailing_ones() as usize);
        self.step = Step::Next;
        if bit >= table.needed {
            return counts.iter().zip(&table.bounds).all(|(&count, bounds)| count >= bounds.lo);
        }
        let first = children.len();
        let tried = &tried[table.starts[bit] as usize..table.starts[bit + 1] as usize];
        work.updates += LOOKS_A_WORD * tried.len() as u64;
        for child in tried {
            // The first words are here, so that most children are found to clash without a look elsewhere.
            let clash = |word: usize| covered[child.places[word] as usize] & child.words[word];
            if clash(0) | clash(1) == 0
                && table.fits(child.option, covered, counts, &mut work.updates)
                && !is_refused.get(child.option.index()).is_some_and(|&is_refused| is_refused)
            {
                children.push(child.option);
            }
        }
        if children.len() > first {
            let degree = (children.len() - first) as u32;
            self.levels.push(Level { first, degree, rank: 0, bit });
            self.step = Step::Enter;
        }
        false
    }

    /// Takes an option that fits, or puts it back.
    fn set(&mut self, option: OptionId, is_taken: bool) {
        let Long { table, covered, counts, work, .. } = self;
        let words = table.words_of(option);
        // The options taken have no bit in common, so what one has set can be cleared.
        words.iter().for_each(|&(place, word)| covered[place as usize] ^= word);
        work.updates += LOOKS_A_WORD * words.len() as u64;
        for &item in table.bounded_of(option) {
            let count = &mut counts[item as usize];
            *count = if is_taken { *count + 1 } else { *count - 1 };
        }
    }

    /// Puts the child back that was tried, and moves to the next one. After the last, the level is left.
    fn next(&mut self) {
        let Some(&level) = self.levels.last() else {
            self.step = Step::Halt;
            return;
        };
        self.set(self.children[level.first + level.rank as usize], false);
        self.skip();
    }

    /// Moves to the next child; the one before is not taken.
    fn skip(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.rank += 1;
        self.step = Step::Enter;
        if level.rank == level.degree {
            self.children.truncate(level.first);
            self.levels.pop();
            // The child of the level above is still taken.
            self.step = Step::Next;
        }
    }

    /// The maximum number of bytes that a node may add.
    pub(super) fn growth(&self) -> usize {
        let most = self.table.starts.windows(2).map(|ends| ends[1] - ends[0]).max().unwrap_or(0);
        most as usize * size_of::<OptionId>() + size_of::<Level>()
    }

    /// The options of the path, without those taken beforehand. The child that is to be entered is none.
    fn path(&self) -> impl Iterator<Item = OptionId> {
        let depth = self.levels.len() - usize::from(self.step == Step::Enter && !self.levels.is_empty());
        self.levels[..depth].iter().map(|level| self.children[level.first + level.rank as usize])
    }
}

impl Table {
    /// The table, and the options by the first of their items; `None` if options have colors or no item that
    /// must be covered exactly once, or an item has more children than this. The items of pieces come last.
    pub(super) fn new(
        problem: &Problem,
        pieces: &[ItemId],
        rule: Rule,
        most_children: u32,
    ) -> Option<(Table, Vec<Child>)> {
        let is_once = |item| problem.kind(item) == Kind::Primary && problem.bounds(item) == Bounds::ONCE;
        let mut options = Options::of(problem, is_once);
        for piece in pieces.iter().filter(|&&piece| is_once(piece)) {
            options.part[piece.index()] += LAST;
        }
        let mut places = Places { rule, options, bit: vec![None; problem.item_count()] };
        let mut table = Table {
            needed: places.options.items.len(),
            width: 0,
            starts: vec![0],
            words_from: vec![0],
            words: vec![],
            bounded_from: vec![0],
            bounded: vec![],
            bounds: vec![],
        };
        let mut tried = vec![];
        for bit in 0..table.needed {
            places.give(problem, bit, most_children, &mut tried)?;
            table.starts.push(tried.len() as u32);
        }
        if tried.len() < problem.searched_options().count() {
            return None;
        }
        let mut bits = table.needed;
        let mut counter = vec![None; problem.item_count()];
        for item in problem.items().filter(|&item| !is_once(item)) {
            match problem.bounds(item) {
                Bounds { lo: 0, hi: 1 } => {
                    places.bit[item.index()] = Some(bits);
                    bits += 1;
                }
                bounds => {
                    counter[item.index()] = Some(table.bounds.len() as u32);
                    table.bounds.push(bounds);
                }
            }
        }
        table.width = bits.div_ceil(64);
        let mut set: Vec<usize> = vec![];
        for option in problem.options() {
            let entries = problem.option(option);
            if entries.iter().any(|entry| entry.color.is_some()) {
                return None;
            }
            set.clear();
            set.extend(entries.iter().filter_map(|entry| places.bit[entry.item.index()]));
            set.sort_unstable();
            let from = table.words.len();
            for group in set.chunk_by(|a, b| a / 64 == b / 64) {
                let word = group.iter().fold(0, |word, bit| word | 1 << (bit % 64));
                table.words.push(((group[0] / 64) as u32, word));
            }
            if set.len() > 1 {
                table.words[from..].rotate_right(1);
            }
            table.words_from.push(u32::try_from(table.words.len()).ok()?);
            table.bounded.extend(entries.iter().filter_map(|entry| counter[entry.item.index()]));
            table.bounded_from.push(table.bounded.len() as u32);
        }
        let child = |option| {
            let [first, second] =
                [0, 1].map(|word| table.words_of(option).get(word).copied().unwrap_or((0, 0)));
            Child { option, places: [first.0, second.0], words: [first.1, second.1] }
        };
        let tried = tried.into_iter().map(child).collect();
        Some((table, tried))
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let of_words = self.words.capacity() * size_of::<(u32, u64)>();
        of_words + 4 * (self.words_from.capacity() + self.bounded_from.capacity() + self.bounded.capacity())
    }

    fn words_of(&self, option: OptionId) -> &[(u32, u64)] {
        &self.words[self.words_from[option.index()] as usize..self.words_from[option.index() + 1] as usize]
    }

    /// The items with bounds that an option has.
    fn bounded_of(&self, option: OptionId) -> &[u32] {
        let (from, to) = (self.bounded_from[option.index()], self.bounded_from[option.index() + 1]);
        &self.bounded[from as usize..to as usize]
    }

    /// Can the option be taken where this is covered?
    fn fits(&self, option: OptionId, covered: &[u64], counts: &[u32], looks: &mut u64) -> bool {
        let words = self.words_of(option);
        let clash = words.iter().position(|&(place, word)| covered[place as usize] & word != 0);
        *looks += LOOKS_A_WORD * clash.map_or(words.len(), |place| place + 1) as u64;
        let has_room = |&item: &u32| counts[item as usize] < self.bounds[item as usize].hi;
        clash.is_none() && self.bounded_of(option).iter().all(has_room)
    }
}

/// The options of some items, while these get their places.
struct Options {
    /// The items.
    items: Vec<ItemId>,
    /// For each item of the problem, where its options begin in the list, and where the last ones end.
    from: Vec<u32>,
    list: Vec<OptionId>,
    /// How many options each item has left; `u32::MAX` if it is none of these, or has a place.
    left: Vec<u32>,
    /// Which part of its options that is.
    part: Vec<u32>,
    is_left: Vec<bool>,
}

impl Options {
    fn of(problem: &Problem, is_one: impl Fn(ItemId) -> bool) -> Options {
        let mut left = vec![u32::MAX; problem.item_count()];
        let items: Vec<ItemId> = problem.items().filter(|&item| is_one(item)).collect();
        items.iter().for_each(|item| left[item.index()] = 0);
        let mut is_left = vec![false; problem.option_count()];
        for option in problem.searched_options() {
            is_left[option.index()] = true;
            for entry in problem.option(option) {
                if left[entry.item.index()] < u32::MAX {
                    left[entry.item.index()] += 1;
                }
            }
        }
        let mut from = vec![0];
        for &count in &left {
            from.push(from[from.len() - 1] + if count < u32::MAX { count } else { 0 });
        }
        let mut next = from.clone();
        let mut list = vec![OptionId::from_index(0); from[from.len() - 1] as usize];
        for option in problem.searched_options() {
            for entry in problem.option(option) {
                let item = entry.item.index();
                if left[item] < u32::MAX {
                    list[next[item] as usize] = option;
                    next[item] += 1;
                }
            }
        }
        let part = vec![WHOLE; left.len()];
        Options { items, from, list, left, part, is_left }
    }
}

/// The items in their order, as far as it is known.
struct Places {
    rule: Rule,
    options: Options,
    /// The bit of each item that has one.
    bit: Vec<Option<usize>>,
}

impl Places {
    /// Gives the next bit to the item that the rule names, the one with the fewest options of equal ones, and puts
    /// those left aside as its children. `None` if these are more than `most`.
    fn give(&mut self, problem: &Problem, bit: usize, most: u32, children: &mut Vec<OptionId>) -> Option<()> {
        let Options { from, list, left, part, is_left, .. } = &mut self.options;
        let rule = self.rule;
        let rank = |item: usize| match rule {
            Rule::Fewest => (part[item] / LAST, left[item]),
            Rule::LargestLoss => (part[item], left[item]),
        };
        let item = (0..left.len()).min_by_key(|&item| rank(item))?;
        if left[item] > most {
            return None;
        }
        (self.bit[item], left[item], part[item]) = (Some(bit), u32::MAX, u32::MAX);
        for &option in &list[from[item] as usize..from[item + 1] as usize] {
            if !std::mem::take(&mut is_left[option.index()]) {
                continue;
            }
            children.push(option);
            for entry in problem.option(option) {
                let other = entry.item.index();
                if left[other] < u32::MAX {
                    left[other] -= 1;
                    let all = u64::from(from[other + 1] - from[other]);
                    let now = (u64::from(left[other]) * u64::from(WHOLE) / all) as u32;
                    part[other] = part[other] / LAST * LAST + now;
                }
            }
        }
        Some(())
    }
}

impl Task for Long {
    fn run(&mut self, nodes: u64) -> Pause {
        loop {
            match self.step {
                Step::Enter if self.work.nodes >= nodes => return Pause::Bound,
                Step::Enter => {
                    self.work.nodes += 1;
                    if self.enter() {
                        return Pause::Solution;
                    }
                }
                Step::Next => self.next(),
                Step::Halt => return Pause::End,
            }
        }
    }
    fn work(&self) -> Work {
        self.work
    }
    fn fraction(&self) -> f64 {
        if self.step == Step::Halt {
            return 1.0;
        }
        fraction_done(self.levels.iter().map(|level| (level.rank, level.degree)))
    }
    fn pace(&self) -> u64 {
        self.pace_within(u64::MAX)
    }
}

impl Listing for Long {
    fn solution(&mut self) -> Solution {
        self.subproblem.taken().iter().chain(self.path()).collect()
    }
}

impl Search for Long {
    fn problem(&self) -> &Problem {
        &self.problem
    }
    fn twin(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
    fn begin(&mut self, branch: &Branch) {
        self.levels.clear();
        self.children.clear();
        self.covered.fill(0);
        self.counts.fill(0);
        (self.step, self.work, self.subproblem) = (Step::Enter, Work::default(), branch.subproblem.clone());
        self.is_refused.clear();
        for option in branch.subproblem.refused() {
            self.is_refused.resize(self.problem.option_count(), false);
            self.is_refused[option.index()] = true;
        }
        for option in branch.subproblem.taken() {
            let Long { table, covered, counts, work, .. } = self;
            let is_refused = self.is_refused.get(option.index()).is_some_and(|&is_refused| is_refused);
            if is_refused || !table.fits(option, covered, counts, &mut work.updates) {
                self.step = Step::Halt;
                return;
            }
            self.set(option, true);
        }
    }
    fn rest(&mut self) -> Vec<Branch> {
        if self.step == Step::Halt {
            return vec![];
        }
        if self.levels.is_empty() {
            let is_begun = self.step != Step::Enter;
            return if is_begun { vec![] } else { vec![Branch::whole(self.subproblem.clone())] };
        }
        let is_next = self.step == Step::Enter;
        let path: Vec<OptionId> = self.path().collect();
        let taken = self.subproblem.taken().trail(&path);
        let mut share = 1.0;
        let shares: Vec<f64> = (self.levels.iter())
            .map(|level| {
                share /= f64::from(level.degree);
                share
            })
            .collect();
        let mut rest = vec![];
        for (depth, level) in self.levels.iter().enumerate().rev() {
            let is_next = is_next && depth + 1 == self.levels.len();
            let first = level.first + level.rank as usize + usize::from(!is_next);
            for &option in &self.children[first..level.first + level.degree as usize] {
                let taken = taken.prefix(depth).with([option]);
                let subproblem = Subproblem::of_lists(taken, self.subproblem.refused().clone());
                rest.push(Branch { share: shares[depth], ..Branch::whole(subproblem) });
            }
        }
        rest
    }
    fn descend(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> Descent {
        let depth = self.levels.len();
        match self.run(self.work.nodes + 1) {
            Pause::Solution => Descent::Solution,
            Pause::Bound if self.levels.len() > depth => {
                let children = self.levels[depth].degree as usize;
                (0..choose(children)).for_each(|_| self.skip());
                Descent::Children(children)
            }
            Pause::Bound | Pause::Memory | Pause::End => Descent::Dead,
        }
    }
    fn start_cost(&self) -> u64 {
        START
    }
    fn bytes(&self) -> usize {
        let of_options = self.children.capacity() * size_of::<OptionId>() + self.is_refused.capacity();
        let of_options = of_options + self.tried.len() * size_of::<Child>();
        self.covered.len() * size_of::<u64>() + self.levels.capacity() * size_of::<Level>() + of_options
    }
    fn pace_within(&self, memory: u64) -> u64 {
        pace(self.work, UPDATES_OF_SEARCH).min(most_nodes(memory, self.growth()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::cells::Cells;
    use crate::problem::Builder;

    /// All solutions of a search, from where it is to its end.
    fn all(search: &mut dyn Search) -> Vec<Solution> {
        let mut all = vec![];
        while search.run(u64::MAX) == Pause::Solution {
            all.push(search.solution());
        }
        all
    }

    /// Squares of these sides, each once, on a board.
    fn squares(width: usize, height: usize, sides: &[usize]) -> Problem {
        let mut builder = Builder::new();
        let sides: Vec<_> =
            sides.iter().map(|side| (*side, builder.primary(&format!("s{side}")).unwrap())).collect();
        let cells: Vec<_> =
            (0..width * height).map(|cell| builder.primary(&format!("c{cell}")).unwrap()).collect();
        for (side, piece) in sides {
            for corner in 0..(width - side + 1) * (height - side + 1) {
                let (x, y) = (corner % (width - side + 1), corner / (width - side + 1));
                let covers = (0..side * side).map(|cell| cells[x + cell % side + width * (y + cell / side)]);
                builder.option(covers.chain([piece])).unwrap();
            }
        }
        builder.build()
    }

    /// Moron 1925; Reichert and Toepkin 1940: the only two perfect rectangles of nine squares, each in its four
    /// positions. The engine takes such problems to this search.
    #[test]
    fn the_two_rectangles_of_nine_squares() {
        for (width, height, sides) in
            [(33, 32, [1, 4, 7, 8, 9, 10, 14, 15, 18]), (69, 61, [2, 5, 7, 9, 16, 25, 28, 33, 36])]
        {
            let problem = squares(width, height, &sides);
            let mut search = Long::new(&problem).expect("long options");
            assert_eq!(all(&mut search).len(), 4);
            // No node has more children than pieces.
            assert!(search.work.updates > 0 && search.work.nodes < 100_000, "{:?}", search.work);
        }
    }

    #[test]
    fn others_are_left_to_others() {
        assert!(Long::new(&squares(8, 8, &[1, 2, 3])).is_none(), "masks are narrow");
        let mut builder = Builder::new();
        let items: Vec<_> = (0..400).map(|item| builder.primary(&format!("i{item}")).unwrap()).collect();
        let side = builder.secondary("side").unwrap();
        let color = builder.color("red");
        builder.option(items.iter().map(|&item| item.into()).chain([side.colored(color)])).unwrap();
        assert!(Long::new(&builder.build()).is_none(), "it has a color");
    }

    /// Options over five items to be covered once, two at most once, and one with bounds.
    fn problems() -> impl Strategy<Value = Problem> {
        let bounds = prop::sample::select(vec![(0, 1), (0, 2), (1, 2), (2, 3)]);
        (bounds, prop::collection::vec(1u8..=255, 1..20)).prop_map(|((lo, hi), options)| {
            let mut builder = Builder::new();
            let once = ["a", "b", "c", "d", "e"].map(|name| builder.primary(name).unwrap());
            let several = builder.bounded("m", Bounds { lo, hi }).unwrap();
            let most_once = ["x", "y"].map(|name| builder.secondary(name).unwrap());
            let items: Vec<ItemId> = once.into_iter().chain([several]).chain(most_once).collect();
            for set in options.into_iter().filter(|set| set & 31 != 0) {
                builder.option((0..8).filter(|bit| set >> bit & 1 == 1).map(|bit| items[bit])).unwrap();
            }
            builder.build()
        })
    }

    proptest! {
        /// The same solutions as dancing cells, however often the search is cut.
        #[test]
        fn it_finds_what_cells_find(problem in problems(), cut in 1u64..6) {
            let mut cells: Box<dyn Search> = Box::new(Cells::new(&problem).unwrap());
            let mut expected = all(&mut *cells);
            expected.sort();
            let mut search = Long::of(&problem).unwrap();
            let mut whole = all(&mut search);
            prop_assert!(search.fraction() >= 1.0);
            let (mut found, mut open) = (vec![], vec![Branch::whole(Subproblem::whole())]);
            while let Some(branch) = open.pop() {
                search.begin(&branch);
                loop {
                    match search.run(cut) {
                        Pause::Solution => found.push(search.solution()),
                        Pause::End => break,
                        _ => {
                            let rest = search.rest();
                            open.extend(rest.into_iter().rev());
                            break;
                        }
                    }
                }
            }
            prop_assert_eq!(&whole, &found);
            whole.sort();
            prop_assert_eq!(whole, expected);
        }

        /// Excluded options are in no solution, and options taken beforehand in each.
        #[test]
        fn parts_are_what_they_say(problem in problems(), taken in 0usize..20, refused in 0usize..20) {
            let option = |number: usize| (number < problem.option_count()).then(|| OptionId::from_index(number));
            let (taken, refused) = (option(taken), option(refused));
            let part = Subproblem::new(taken.into_iter().collect(), refused.into_iter().collect());
            let mut search = Long::of(&problem).unwrap();
            let mut expected = all(&mut search);
            expected.retain(|solution| part.has(solution));
            search.begin(&Branch::whole(part));
            let mut found = all(&mut search);
            (found.sort(), expected.sort());
            prop_assert_eq!(found, expected);
        }
    }
}
