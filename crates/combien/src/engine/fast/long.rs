//! The search for long options: a fixed order of the items, and one mask of what is covered.
//!
//! Dancing cells remove every option that clashes with the one taken, each with all its items. Where a few
//! large pieces fill a board, an option has hundreds of items, and a choice excludes most of ten thousand
//! options: a node takes ten milliseconds. Here a node asks only which of some dozen options fit. The order
//! of the items is that of the [table](super::table).
//!
//! **Order of solutions.** The first uncovered item in this order branches; its options are tried in the
//! order of the problem.
//!
//! **Invariants.** Bits are set in `covered` for the items of the options taken, and for no others; `counts`
//! has how many of these options have each item with bounds. All items before the branching one are covered.
//! So an option that has both that item and an earlier one does not fit, and needs no list.
//!
//! **Cost.** A node looks at its children, and mostly at one word of each: that of the piece, or of the row
//! where it would lie. [`Work::updates`] counts words, as many options as a pass over masks looks at in the
//! same time.

use std::sync::Arc;

use super::packing::pieces_of;
use super::table::{Child, LOOKS_A_WORD, Rule, Table};
use crate::budget::{Pause, Work};
use crate::engine::task::{START, shares};
use crate::engine::{Branch, Listing, Search, Task, UPDATES_OF_SEARCH, fraction_done, most_nodes, pace};
use crate::problem::{OptionId, Problem, Solution, Subproblem};

/// Options are long if they have this many entries in the mean.
const LONG: usize = 32;
/// Fewer items than this fit into the masks of [`DIRECT`](super::DIRECT), whose search chooses the item with
/// the fewest options; the order of more than this takes too long.
const ITEMS: std::ops::RangeInclusive<usize> = 64 * super::DIRECT.width + 1..=1 << 15;
/// The most children of an item. With more, the item with the fewest options is a much better choice.
const MOST_CHILDREN: u32 = 1 << 8;

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

/// Would dancing cells take long for each node, because there are many items and options are long? False if
/// an option may have a color.
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
        let pieces = pieces_of(problem).unwrap_or_default();
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
        for &(place, word) in words {
            covered[place as usize] ^= word;
        }
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

    /// The maximum number of bytes that this number of nodes may add: each option is a child of one item.
    pub(super) fn growth(&self, nodes: usize) -> usize {
        let most = self.table.most_children().saturating_mul(nodes).min(self.tried.len());
        let levels = nodes.min(self.table.needed);
        most * size_of::<OptionId>() + levels * size_of::<Level>()
    }

    /// The bytes of the order in which it tries options.
    pub(super) fn bytes_of_order(&self) -> usize {
        self.tried.len() * size_of::<Child>()
    }

    /// The options of the path, without those taken beforehand. The child that is to be entered is none.
    fn path(&self) -> impl Iterator<Item = OptionId> {
        let depth = self.levels.len() - usize::from(self.step == Step::Enter && !self.levels.is_empty());
        self.levels[..depth].iter().map(|level| self.children[level.first + level.rank as usize])
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
        let shares = shares(self.levels.iter().map(|level| level.degree));
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
    fn depth(&self) -> usize {
        self.levels.len()
    }
    fn children(&self) -> usize {
        self.levels.last().map_or(0, |level| level.degree as usize)
    }
    fn turn(&mut self, children: usize) {
        (0..children).for_each(|_| self.skip());
    }
    fn start_cost(&self) -> u64 {
        START
    }
    fn bytes(&self) -> usize {
        let of_options = self.children.capacity() * size_of::<OptionId>() + self.is_refused.capacity();
        self.covered.len() * size_of::<u64>() + self.levels.capacity() * size_of::<Level>() + of_options
    }
    fn pace_within(&self, memory: u64) -> u64 {
        pace(self.work, UPDATES_OF_SEARCH).min(most_nodes(memory, self.growth(1)))
    }
    fn is_in_fixed_order(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::cells::Cells;
    use crate::problem::{Bounds, Builder, ItemId};

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

    /// Moron 1925; Reichert and Toepkin 1940: the only two perfect rectangles of nine squares, each in its
    /// four positions. The engine takes such problems to this search.
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
        /// Dancing cells find these solutions too, however often the search is cut.
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
            found.sort();
            expected.sort();
            prop_assert_eq!(found, expected);
        }
    }
}
