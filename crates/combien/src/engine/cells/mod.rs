//! Dancing cells: the search of dancing links over sparse sets (Knuth, TAOCP 7.2.2.3; the sets are those of
//! Briggs and Torczon), with forced items taken at once.
//!
//! Dancing links walk along lists and put each link back. Sparse sets swap and count: undoing restores the
//! numbers. An item that is left without options is noticed when it loses the last one, which saves the rest
//! of that step; an item with one option left takes it at once. So there are fewer nodes than with dancing
//! links, far fewer if one choice forces many others, and no node has to look for forced items.
//!
//! **Order of solutions.** The branching item is the first primary item with the fewest options, after all
//! forced options are taken; its options are tried in input order. That is the order of the masks of
//! [`fast`](super::fast).
//!
//! **Nodes.** A node is the root, or an option that was tried; the options that it forces belong to the same
//! node.
//!
//! **Bounds.** An item that may be covered several times stays active until it has been. Its options are
//! tried in input order, and each option tried is excluded below the next. The item is forced when it needs
//! all options that it has left.
//!
//! **Cost.** Space is linear in the entries of the problem, with up to twelve megabytes more for sets of
//! options that clash. An update is the removal of one entry of an option, in constant time. Undoing takes
//! constant time for each changed item. Choosing an item looks at all of them, up to the first with two
//! options.

pub(crate) mod best;
pub(crate) mod engine;
mod options;
mod sets;
mod words;

use sets::{Mark, Sets};

use super::task::shares;
use super::{Branch, TooLarge};
use crate::budget::{Pause, Work};
use crate::problem::{ItemId, OptionId, Problem, Solution, Subproblem};

/// In the place of an option: none of those of the item.
const NONE: u32 = u32::MAX;

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Enter a node: take the next option of the last choice, or nothing at the root.
    Enter,
    /// Branch in the node that was entered, unless it is a solution.
    Branch,
    /// Leave the node below, and go on to the next option of the last choice.
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
    /// The child being tried, from 0.
    rank: u32,
    /// Its item may be covered again, so that each child refuses those before it.
    is_open: bool,
    /// The point to which each child is undone.
    mark: Mark,
}

/// A search by dancing cells. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::{Pause, cells::Cells};
/// use combien::problem::dlx;
///
/// // TAOCP 7.2.2.1, (6): the first example of the section.
/// let problem = dlx::parse("toy", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.problem;
/// let mut search = Cells::new(&problem).unwrap();
/// assert_eq!(search.run(u64::MAX), Pause::Solution);
/// let options: Vec<_> = search.solution().options().iter().map(|option| option.number()).collect();
/// assert_eq!(options, [1, 4, 5]);
/// assert_eq!(search.run(u64::MAX), Pause::End);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cells {
    problem: Problem,
    sets: Sets,
    levels: Vec<Level>,
    /// The children of all levels, those of the deepest last.
    children: Vec<u32>,
    step: Step,
    nodes: u64,
    /// The item to branch on, in the node that was entered last.
    hardest: u32,
    subproblem: Subproblem,
    /// Before anything was taken or refused.
    start: Mark,
}

impl Cells {
    /// A search at its start. Linear in the size of the problem.
    pub fn new(problem: &Problem) -> Result<Cells, TooLarge> {
        let sets = Sets::new(problem)?;
        let start = sets.mark();
        Ok(Cells {
            problem: problem.clone(),
            sets,
            levels: vec![],
            children: vec![],
            step: Step::Enter,
            nodes: 0,
            hardest: 0,
            subproblem: Subproblem::whole(),
            start,
        })
    }

    /// Runs to the next solution, to the end, or until `nodes` nodes in all have been entered.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            match self.advance(nodes) {
                Some(pause) => return pause,
                None => self.branch(),
            }
        }
    }

    /// Enters nodes until one is at a solution or can branch; then returns `None`. The caller lets it
    /// [`branch`](Cells::branch), or [passes over](Cells::pass_over) it.
    #[inline]
    pub(in crate::engine) fn advance(&mut self, nodes: u64) -> Option<Pause> {
        loop {
            match self.step {
                Step::Enter => {
                    if self.nodes >= nodes {
                        return Some(Pause::Bound);
                    }
                    self.nodes += 1;
                    self.enter();
                    self.step = if self.sets.is_dead() { Step::Next } else { Step::Branch };
                }
                Step::Branch => {
                    if let Some(item) = self.sets.hardest_item() {
                        self.hardest = item;
                        return None;
                    }
                    self.step = Step::Next;
                    return Some(Pause::Solution);
                }
                Step::Next => self.next(),
                Step::Halt => return Some(Pause::End),
            }
        }
    }

    /// Takes the option of the node, and all that it forces.
    fn enter(&mut self) {
        if let Some(&level) = self.levels.last() {
            match self.child(level) {
                Some(option) => self.sets.take(option),
                None => self.refuse_all(level),
            }
        }
        self.sets.settle();
    }

    /// The option of the child that a level is at; `None` if it takes none.
    fn child(&self, level: Level) -> Option<OptionId> {
        option(self.children[level.first + level.rank as usize])
    }

    /// Excludes all options of a level that are not excluded yet.
    #[cold]
    fn refuse_all(&mut self, level: Level) {
        for &child in &self.children[level.first..] {
            if let Some(option) = option(child)
                && self.sets.is_alive(option)
                && !self.sets.is_dead()
            {
                self.sets.remove(option);
            }
        }
    }

    /// How many options the child of this rank excludes: those tried before it, if its item may be covered
    /// again or if the child takes none of them.
    fn refused(&self, level: Level, rank: usize) -> usize {
        let takes_none = self.children[level.first + rank] == NONE;
        if level.is_open || takes_none { rank } else { 0 }
    }

    /// Branches on the hardest item.
    #[inline]
    pub(in crate::engine) fn branch(&mut self) {
        let first = self.children.len();
        let branching = self.sets.branches(self.hardest, &mut self.children);
        if branching.may_take_none {
            self.children.push(NONE);
        }
        let degree = (self.children.len() - first) as u32;
        let mark = self.sets.mark();
        self.levels.push(Level { first, degree, rank: 0, is_open: branching.is_open, mark });
        self.step = Step::Enter;
    }

    /// Undoes the current child of the deepest level, and moves to the next. After the last, the level is
    /// left.
    #[inline]
    fn next(&mut self) {
        let Some(level) = self.levels.last_mut() else {
            self.step = Step::Halt;
            return;
        };
        self.sets.undo(level.mark);
        let tried = level.rank;
        level.rank += 1;
        if level.rank == level.degree {
            self.children.truncate(level.first);
            self.levels.pop();
            return;
        }
        if level.is_open
            && let Some(option) = option(self.children[level.first + tried as usize])
        {
            // Another set of options that has it was found below it.
            self.sets.remove(option);
            level.mark = self.sets.mark();
        }
        self.step = Step::Enter;
    }

    /// The options taken so far, those taken beforehand included: at [`Pause::Solution`] a solution,
    /// elsewhere a partial one.
    pub fn solution(&self) -> Solution {
        self.sets.taken().collect()
    }

    /// Starts again, on a part of the problem that it was made of. If the options taken clash, or one of them
    /// is excluded, it has no solution.
    pub fn begin(&mut self, subproblem: &Subproblem) {
        self.levels.clear();
        self.children.clear();
        self.sets.undo(self.start);
        self.sets.forget_updates();
        self.nodes = 0;
        self.subproblem = subproblem.clone();
        self.step = Step::Enter;
        for option in subproblem.refused() {
            // Excluded before: it is removed already.
            if self.sets.is_alive(option) {
                self.sets.remove(option);
            }
        }
        for option in subproblem.taken() {
            // An item that cannot be covered is found when the first node is entered, as in the search that
            // left this branch.
            if self.sets.is_dead() {
                break;
            }
            if !self.sets.is_alive(option) {
                self.step = Step::Halt;
                break;
            }
            self.sets.take(option);
        }
    }

    /// What is left of the search, in its order: the node to be entered next, if there is one, and the
    /// options not tried of each item that branched, the deepest first.
    pub fn rest(&self) -> Vec<Branch> {
        let mut rest = vec![];
        if self.step == Step::Halt {
            return rest;
        }
        if self.levels.is_empty() && self.step == Step::Enter {
            rest.push(Branch::whole(self.subproblem.clone()));
        }
        let (path, shares) = (self.path(), shares(self.levels.iter().map(|level| level.degree)));
        let taken = self.subproblem.taken().trail(&path.taken);
        let refused = self.subproblem.refused().trail(&path.refused);
        for (depth, &level) in self.levels.iter().enumerate().rev() {
            let is_next = depth + 1 == self.levels.len() && self.step == Step::Enter;
            let ((takes, refuses), share) = (path.above[depth], shares[depth]);
            let (above, refused_above) = (taken.prefix(takes), refused.prefix(refuses));
            let children = &self.children[level.first..level.first + level.degree as usize];
            let most = self.refused(level, children.len() - 1);
            let options: Vec<OptionId> = children[..most].iter().filter_map(|&child| option(child)).collect();
            let refused = refused_above.trail(&options);
            let first = level.rank as usize + usize::from(!is_next);
            for (rank, &child) in children.iter().enumerate().skip(first) {
                let refused = refused.prefix(self.refused(level, rank));
                let subproblem = Subproblem::of_lists(above.with(option(child)), refused);
                rest.push(Branch { share, ..Branch::whole(subproblem) });
            }
        }
        rest
    }

    /// The options that the choices have taken and excluded.
    fn path(&self) -> Path {
        let mut path = Path { taken: vec![], refused: vec![], above: vec![] };
        for &level in &self.levels {
            path.above.push((path.taken.len(), path.refused.len()));
            let refused = self.refused(level, level.rank as usize);
            let refused = &self.children[level.first..level.first + refused];
            path.refused.extend(refused.iter().filter_map(|&child| option(child)));
            path.taken.extend(self.child(level));
        }
        path
    }

    /// Skips the node that was entered, instead of branching there.
    pub(in crate::engine) fn pass_over(&mut self) {
        self.step = Step::Next;
    }

    /// How many primary items are to be covered at the node that was entered last.
    pub(in crate::engine) fn active_count(&self) -> usize {
        self.sets.active_count()
    }

    /// The primary items to be covered there.
    pub(in crate::engine) fn active_items(&self) -> impl Iterator<Item = ItemId> {
        let ranked = self.problem.primary_items().enumerate();
        ranked.filter(|&(rank, _)| self.sets.is_active(rank)).map(|(_, item)| item)
    }

    /// How many options are possible there. Linear in the options of the problem, 64 at a time.
    pub(in crate::engine) fn live_count(&self) -> usize {
        self.sets.alive_count()
    }

    /// The options that are possible there, ascending.
    pub(in crate::engine) fn live_options(&self) -> Vec<OptionId> {
        self.sets.alive().collect()
    }

    /// The part of the tree that lies below the last choice.
    pub(in crate::engine) fn share(&self) -> f64 {
        self.levels.iter().fold(1.0, |share, level| share / f64::from(level.degree))
    }

    /// The bytes of what does not grow, for a problem, within a factor of two.
    pub(in crate::engine) fn fixed_bytes(problem: &Problem) -> usize {
        Sets::fixed_bytes(problem)
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() }
    }
}

/// The option of a child, if it takes one.
fn option(child: u32) -> Option<OptionId> {
    (child != NONE).then(|| OptionId::from_index(child as usize))
}

/// The options that the choices from the top down have taken and excluded, and how many of them above each
/// level.
struct Path {
    taken: Vec<OptionId>,
    refused: Vec<OptionId>,
    above: Vec<(usize, usize)>,
}

#[cfg(test)]
mod tests;
