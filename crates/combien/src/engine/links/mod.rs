//! Dancing links: Knuth's Algorithms X, C and M (TAOCP 7.2.2.1), presented as in the book.
//!
//! The reference and the teaching engine. A search keeps the active options in doubly linked lists, one for
//! each item. To *cover* an item is to unlink it and to hide all options that have it from their other lists.
//! An unlinked node keeps its own links, so one step puts it back. Choices are undone in exactly the reverse
//! order.
//!
//! **Order of solutions.** The branching item is the leftmost active primary item with the fewest options,
//! its options are tried in input order. So the order is the same each time, and the same as that of DLX1 and
//! DLX2.
//!
//! **Bounds.** An item that may be covered several times stays active until it has been. Its options are
//! tried in input order, and each option tried is refused below the next, so each set of options is found
//! once. The degree of an item is the number of its options that leave enough others after them, and one more
//! if it needs none. Without bounds, the steps are the same as without this rule.
//!
//! **Cost.** Space is linear in the entries of the problem. An update takes constant time; [`Work`] counts
//! them. Choosing an item looks at all active ones, or, if there are a thousand or more, at those near the
//! items covered last.

pub(crate) mod engine;
mod lists;
mod ranking;

use lists::Lists;

use super::task::shares;
use super::{Branch, TooLarge};
use crate::budget::{Pause, Work};
use crate::problem::{OptionId, Problem, Solution, Subproblem};

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Enter a node of the search tree.
    Enter,
    /// Leave the node below and try the next option of the last choice.
    Next,
    /// Nothing: the whole tree has been walked.
    Halt,
}

/// A level of the search: a choice, and its place among those of its item.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The node chosen: its item is the branching item, its option the one taken. The head of the item's
    /// list, if none is.
    choice: u32,
    /// The children before it, and all of them.
    rank: u32,
    degree: u32,
    /// The options refused at this level. If the item may be covered again, these are all that were tried,
    /// its choice included; if not, there are none.
    refused: u32,
}

/// A search by dancing links. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::{Pause, links::Links};
/// use combien::problem::dlx;
///
/// // TAOCP 7.2.2.1, (6): the first example of the section.
/// let problem = dlx::parse("toy", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.problem;
/// let mut search = Links::new(&problem).unwrap();
/// assert_eq!(search.run(u64::MAX), Pause::Solution);
/// let options: Vec<_> = search.solution().options().iter().map(|option| option.number()).collect();
/// assert_eq!(options, [1, 4, 5]);
/// assert_eq!(search.run(u64::MAX), Pause::End);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links {
    problem: Problem,
    lists: Lists,
    levels: Vec<Level>,
    /// The options that the levels have refused, those of the deepest last.
    refused_here: Vec<u32>,
    step: Step,
    nodes: u64,
    /// The subproblem: nodes of the options refused and taken beforehand, in the order in which they were.
    refused: Vec<u32>,
    taken: Vec<u32>,
    subproblem: Subproblem,
}

impl Links {
    /// A search at its start. Linear in the size of the problem.
    pub fn new(problem: &Problem) -> Result<Links, TooLarge> {
        Ok(Links {
            problem: problem.clone(),
            lists: Lists::new(problem)?,
            levels: vec![],
            refused_here: vec![],
            step: Step::Enter,
            nodes: 0,
            refused: vec![],
            taken: vec![],
            subproblem: Subproblem::whole(),
        })
    }

    /// Runs to the next solution, to the end, or until `nodes` nodes in all have been entered.
    ///
    /// This is Algorithm X, or C where there are colors, or M where there are bounds: a node covers the item
    /// that is hardest to cover, and tries its options one after the other.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            match self.step {
                Step::Enter => {
                    if self.nodes >= nodes {
                        return Pause::Bound;
                    }
                    self.nodes += 1;
                    let Some((item, degree)) = self.lists.hardest_item() else {
                        self.step = Step::Next;
                        return Pause::Solution;
                    };
                    self.lists.cover_once(item);
                    let choice = self.lists.first_option(item);
                    self.try_option(Level { choice, rank: 0, degree, refused: 0 });
                }
                Step::Next => {
                    let Some(level) = self.levels.pop() else {
                        self.step = Step::Halt;
                        continue;
                    };
                    self.try_next(level);
                }
                Step::Halt => return Pause::End,
            }
        }
    }

    /// Takes the option of the choice for the item that was covered once; after the last child, undoes that.
    ///
    /// If the item may be covered again, by a later option, this one is refused from now on, so each set of
    /// options is found once, in input order. After all its options, the item itself represents the child
    /// that takes none of them.
    #[inline]
    fn try_option(&mut self, mut level: Level) {
        let (choice, item) = (level.choice, self.lists.item(level.choice));
        if level.rank == level.degree {
            self.leave(level);
            self.step = Step::Next;
            return;
        }
        if choice != item {
            if self.lists.is_open(item) {
                self.refuse_here(&mut level);
            }
            self.lists.cover_others(choice);
        }
        self.levels.push(level);
        self.step = Step::Enter;
    }

    /// Refuses the choice of a level from now on. Out of line, to keep problems without bounds fast.
    #[cold]
    fn refuse_here(&mut self, level: &mut Level) {
        self.lists.refuse(level.choice);
        self.refused_here.push(level.choice);
        level.refused += 1;
    }

    /// Undoes the choice of a level, which is the deepest, and tries the next.
    #[inline]
    fn try_next(&mut self, level: Level) {
        self.give_up(level);
        let choice = self.lists.next_option(level.choice);
        self.try_option(Level { choice, rank: level.rank + 1, ..level });
    }

    /// Undoes that the option of a choice was taken.
    #[inline]
    fn give_up(&mut self, level: Level) {
        if !self.lists.is_head(level.choice) {
            self.lists.uncover_others(level.choice);
        }
    }

    /// Undoes the rest of a level: it refused its options in input order, and they come back in reverse.
    #[inline]
    fn leave(&mut self, level: Level) {
        if level.refused > 0 {
            self.restore_here(level);
        }
        self.lists.uncover_once(self.lists.item(level.choice));
    }

    /// Undoes each `refuse_here` of a level.
    #[cold]
    fn restore_here(&mut self, level: Level) {
        let first = self.refused_here.len() - level.refused as usize;
        for node in self.refused_here.drain(first..).rev() {
            self.lists.restore(node);
        }
    }

    /// The options taken so far, those taken beforehand included: at [`Pause::Solution`] a solution,
    /// elsewhere a partial one.
    pub fn solution(&self) -> Solution {
        self.taken_so_far().collect()
    }

    fn taken_so_far(&self) -> impl Iterator<Item = OptionId> {
        let chosen = self.levels.iter().filter_map(|level| self.option(level.choice));
        self.subproblem.taken().iter().chain(chosen)
    }

    /// Starts again, on a part of the problem that it was made of. If the options taken clash, or one of them
    /// is excluded, it has no solution.
    ///
    /// The changes to the lists are undone, so that no list is rebuilt.
    pub fn begin(&mut self, subproblem: &Subproblem) {
        while let Some(level) = self.levels.pop() {
            self.give_up(level);
            self.leave(level);
        }
        while let Some(node) = self.taken.pop() {
            self.release(node);
        }
        while let Some(node) = self.refused.pop() {
            self.lists.restore(node);
        }
        self.nodes = 0;
        self.lists.forget_updates();
        self.subproblem = subproblem.clone();
        for option in subproblem.refused() {
            // Refused before, or excluded: it is removed already.
            let Some(node) = self.node_of(option) else { continue };
            self.lists.refuse(node);
            self.refused.push(node);
        }
        self.step = Step::Enter;
        for option in subproblem.taken() {
            let Some(node) = self.node_of(option) else {
                self.step = Step::Halt;
                break;
            };
            self.take(node);
            self.taken.push(node);
        }
    }

    /// Takes the option of a node to cover the item of that node. It is no longer active, even if the item
    /// is.
    fn take(&mut self, node: u32) {
        let item = self.lists.item(node);
        self.lists.cover_once(item);
        if self.lists.is_open(item) {
            self.lists.refuse(node);
        }
        self.lists.cover_others(node);
    }

    /// Undoes `take`.
    fn release(&mut self, node: u32) {
        let item = self.lists.item(node);
        self.lists.uncover_others(node);
        if self.lists.is_open(item) {
            self.lists.restore(node);
        }
        self.lists.uncover_once(item);
    }

    /// The option of a choice, if it is one.
    fn option(&self, choice: u32) -> Option<OptionId> {
        (!self.lists.is_head(choice)).then(|| self.lists.option(choice))
    }

    /// A node of an option in the list of a primary item, if it is possible.
    fn node_of(&self, option: OptionId) -> Option<u32> {
        self.problem.option(option).iter().find_map(|entry| self.lists.node_of(option, entry.item))
    }

    /// What is left of the search, in its order: the node to be entered next, if there is one, and the
    /// options not tried of each item that branched, the deepest first.
    pub fn rest(&self) -> Vec<Branch> {
        let mut rest = vec![];
        if self.step == Step::Halt {
            return rest;
        }
        let path = self.path();
        let whole = &self.subproblem;
        let taken = whole.taken().trail(&path.taken);
        let refused = whole.refused().trail(&path.refused);
        // The node below this many levels, with nothing more taken or refused.
        let above = |depth: usize| {
            let (takes, refuses) = path.ends[depth];
            (taken.prefix(takes), refused.prefix(refuses))
        };
        let branch =
            |(taken, refused), share| Branch { share, ..Branch::whole(Subproblem::of_lists(taken, refused)) };
        let shares = shares(self.levels.iter().map(|level| level.degree));
        if self.step == Step::Enter {
            let share = shares.last().copied().unwrap_or(1.0);
            rest.push(branch(above(self.levels.len()), share));
        }
        // The list of an item that may be covered again changes below: only undoing tells what it was.
        let mut unwound = self.lists.has_bounds().then(|| self.clone());
        for (depth, &level) in self.levels.iter().enumerate().rev() {
            if let Some(search) = &mut unwound {
                search.levels.pop();
                search.give_up(level);
            }
            let search = unwound.as_ref().unwrap_or(self);
            let mut left = vec![];
            let mut choice = level.choice;
            for _ in level.rank + 1..level.degree {
                choice = search.lists.next_option(choice);
                left.push(search.option(choice));
            }
            let (taken, refused) = above(depth);
            // Each refuses those that are tried before it, if its item may be covered again, or if it is none
            // of them.
            let (earlier, tried) = if self.lists.has_bounds() && !left.is_empty() {
                let tried = search.tried(level);
                let all: Vec<_> = tried.iter().copied().chain(left.iter().copied().flatten()).collect();
                (Some(refused.trail(&all)), tried.len())
            } else {
                (None, 0)
            };
            for (place, &option) in left.iter().enumerate() {
                let refused = match &earlier {
                    Some(trail) if level.refused > 0 || option.is_none() => trail.prefix(tried + place),
                    _ => refused.clone(),
                };
                rest.push(branch((taken.with(option), refused), shares[depth]));
            }
            if let Some(search) = &mut unwound {
                search.leave(level);
            }
        }
        rest
    }

    /// The options that a level has tried, in order; the current one is the last. The level is the deepest
    /// one, or its item is covered.
    fn tried(&self, level: Level) -> Vec<OptionId> {
        let refused = &self.refused_here[self.refused_here.len() - level.refused as usize..];
        if level.refused > 0 {
            return refused.iter().map(|&node| self.lists.option(node)).collect();
        }
        let all = self.lists.nodes_of(self.lists.item(level.choice));
        all.take(level.rank as usize + 1).map(|node| self.lists.option(node)).collect()
    }

    /// What the choices have taken and refused.
    fn path(&self) -> Path {
        let mut path = Path { taken: vec![], refused: vec![], ends: vec![(0, 0)] };
        let mut refused = &self.refused_here[..];
        for &level in &self.levels {
            let (here, below) = refused.split_at(level.refused as usize);
            refused = below;
            let chosen = self.option(level.choice);
            match chosen {
                Some(option) => path.taken.push(option),
                // None of its options, if it could have been covered once more.
                None if here.is_empty() => {
                    let all = self.lists.nodes_of(level.choice);
                    path.refused.extend(all.map(|node| self.lists.option(node)));
                }
                None => {}
            }
            let earlier = here.iter().map(|&node| self.lists.option(node));
            path.refused.extend(earlier.filter(|&option| Some(option) != chosen));
            path.ends.push((path.taken.len(), path.refused.len()));
        }
        path
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.lists.updates() }
    }
}

/// What the choices from the top down have taken and refused, and how much of it down to each level.
struct Path {
    taken: Vec<OptionId>,
    refused: Vec<OptionId>,
    ends: Vec<(usize, usize)>,
}

#[cfg(test)]
mod tests;
