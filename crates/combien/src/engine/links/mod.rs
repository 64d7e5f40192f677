//! Dancing links: Knuth's Algorithms X and C (TAOCP 7.2.2.1), told as the book tells them.
//!
//! The reference and the teaching engine. A search keeps the active options in doubly linked lists, one an item. To
//! *cover* an item is to unlink it and to hide all options that have it from their other lists; unlinking keeps the
//! links of what is unlinked, and so one step puts it back. Choices are undone in exactly the reverse order.
//!
//! **Order of solutions.** The branching item is the leftmost active primary item with the fewest options, its options
//! are tried in input order. So the order is the same each time, and the same as that of DLX1 and DLX2.
//!
//! **Cost.** Space is linear in the entries of the problem. An update takes constant time; [`Work`] counts them.

mod lists;

use std::iter::successors;

use lists::Lists;

use super::{Branch, Descent, Work};
use crate::problem::{ItemId, OptionId, Problem, Solution, Subproblem};

/// The problem has more entries than the engine's 32-bit links can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The nodes that the lists would need.
    pub nodes: usize,
    /// The nodes they can have.
    pub limit: usize,
}

/// Where a search has come to when it hands back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// At a solution; [`Links::solution`] reads it.
    Solution,
    /// At the given number of nodes. The search can go on as if nothing had happened.
    Nodes,
    /// At its end: there are no more solutions.
    End,
}

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

/// A search by dancing links. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::links::{Links, Pause};
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
    lists: Lists,
    /// The node chosen at each level: its item is the branching item, its option the one taken.
    choices: Vec<u32>,
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
            lists: Lists::new(problem)?,
            choices: vec![],
            step: Step::Enter,
            nodes: 0,
            refused: vec![],
            taken: vec![],
            subproblem: Subproblem::whole(),
        })
    }

    /// Runs to the next solution, to the end, or until `nodes` nodes in all have been entered.
    ///
    /// This is Algorithm X, or C where there are colors: a node covers the item that is hardest to cover, and tries its
    /// options one after the other.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            match self.step {
                Step::Enter => {
                    if self.nodes >= nodes {
                        return Pause::Nodes;
                    }
                    self.nodes += 1;
                    let Some(item) = self.lists.hardest_item() else {
                        self.step = Step::Next;
                        return Pause::Solution;
                    };
                    self.lists.cover(item);
                    self.try_option(self.lists.first_option(item), item);
                }
                Step::Next => {
                    let Some(choice) = self.choices.pop() else {
                        self.step = Step::Halt;
                        continue;
                    };
                    self.lists.uncover_others(choice);
                    self.try_option(self.lists.next_option(choice), self.lists.item(choice));
                }
                Step::Halt => return Pause::End,
            }
        }
    }

    /// Takes the option of `choice` for the covered `item`; after the last of its options, uncovers the item.
    #[inline]
    fn try_option(&mut self, choice: u32, item: u32) {
        if choice == item {
            self.lists.uncover(item);
            self.step = Step::Next;
        } else {
            self.lists.cover_others(choice);
            self.choices.push(choice);
            self.step = Step::Enter;
        }
    }

    /// The options taken so far, those taken beforehand included: at [`Pause::Solution`] a solution, elsewhere a part of
    /// what may become one.
    pub fn solution(&self) -> Solution {
        self.taken_so_far().collect()
    }

    fn taken_so_far(&self) -> impl Iterator<Item = OptionId> {
        let chosen = self.choices.iter().map(|&choice| self.lists.option(choice));
        self.subproblem.taken().iter().copied().chain(chosen)
    }

    /// Starts again, on a part of the problem that it was made of. Where options taken do not agree, or one is kept out,
    /// it has no solution.
    ///
    /// What was done to the lists is undone, so that no list is made anew.
    pub fn begin(&mut self, problem: &Problem, subproblem: &Subproblem) {
        while let Some(choice) = self.choices.pop() {
            self.release(choice);
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
        for &option in subproblem.refused() {
            // Refused twice, or kept out: it is gone already.
            let Some(node) = self.node_of(problem, option) else { continue };
            self.lists.refuse(node);
            self.refused.push(node);
        }
        self.step = Step::Enter;
        for &option in subproblem.taken() {
            let Some(node) = self.node_of(problem, option) else {
                self.step = Step::Halt;
                break;
            };
            self.lists.cover(self.lists.item(node));
            self.lists.cover_others(node);
            self.taken.push(node);
        }
    }

    /// Undoes that the option of a node was taken to cover the item of that node.
    fn release(&mut self, node: u32) {
        self.lists.uncover_others(node);
        self.lists.uncover(self.lists.item(node));
    }

    /// A node of an option in the list of a primary item, if it is possible.
    fn node_of(&self, problem: &Problem, option: OptionId) -> Option<u32> {
        problem.option(option).iter().find_map(|entry| self.lists.node_of(option, entry.item))
    }

    /// Enters one node, and goes on to one of its children: the one at the place that `choose` makes of their number.
    /// The children before it are passed over; where the search is dead or at a solution, it is to be begun anew.
    ///
    /// This is a step of a random probe. A probe takes no more time for a node than the search does.
    pub fn descend(&mut self, choose: impl FnOnce(usize) -> usize) -> Descent {
        let depth = self.depth();
        match self.run(self.nodes + 1) {
            Pause::Solution => Descent::Solution,
            Pause::Nodes if self.depth() > depth => {
                let children = self.children();
                self.turn(choose(children));
                Descent::Children(children)
            }
            Pause::Nodes | Pause::End => Descent::Dead,
        }
    }

    /// The nodes whose options are being tried.
    pub(in crate::engine) fn depth(&self) -> usize {
        self.choices.len()
    }

    /// The options of the deepest of them.
    pub(in crate::engine) fn children(&self) -> usize {
        self.choices.last().map_or(0, |&choice| self.lists.rank_and_degree(choice).1 as usize)
    }

    /// Passes over so many options of the item that branched last.
    pub(in crate::engine) fn turn(&mut self, children: usize) {
        for _ in 0..children {
            let Some(choice) = self.choices.pop() else { return };
            self.lists.uncover_others(choice);
            self.try_option(self.lists.next_option(choice), self.lists.item(choice));
        }
    }

    /// What is left of the search, in its order: the node to be entered next, if there is one, and the options not tried of each
    /// item that branched, the deepest first.
    pub fn rest(&self) -> Vec<Branch> {
        let mut rest = vec![];
        if self.step == Step::Halt {
            return rest;
        }
        let path: Vec<OptionId> = self.choices.iter().map(|&choice| self.lists.option(choice)).collect();
        let shares: Vec<f64> = (self.choices.iter())
            .scan(1.0, |share, &choice| {
                *share /= f64::from(self.lists.rank_and_degree(choice).1);
                Some(*share)
            })
            .collect();
        let branch = |taken: &[OptionId], last: Option<OptionId>, share| Branch {
            share,
            ..Branch::whole(self.subproblem.take(taken.iter().copied().chain(last)))
        };
        if self.is_entering() {
            rest.push(branch(&path, None, shares.last().copied().unwrap_or(1.0)));
        }
        for (level, &choice) in self.choices.iter().enumerate().rev() {
            let head = self.lists.item(choice);
            let next = |&node: &u32| Some(self.lists.next_option(node));
            let siblings = successors(next(&choice), next).take_while(|&node| node != head);
            let one = |node| branch(&path[..level], Some(self.lists.option(node)), shares[level]);
            rest.extend(siblings.map(one));
        }
        rest
    }

    /// The primary items to be covered at the node that will be entered next.
    pub(in crate::engine) fn active_items(&self) -> impl Iterator<Item = ItemId> {
        self.lists.active_items()
    }

    /// The options that are possible there, ascending.
    pub(in crate::engine) fn live_options(&self) -> Vec<OptionId> {
        let mut options: Vec<OptionId> =
            self.lists.active_nodes().map(|node| self.lists.option(node)).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Is the next step to enter a node?
    pub(in crate::engine) fn is_entering(&self) -> bool {
        self.step == Step::Enter
    }

    /// Passes over the node that would be entered next, and all below it.
    pub(in crate::engine) fn pass_over(&mut self) {
        self.step = Step::Next;
    }

    /// The part of the tree that lies below the last choice.
    pub(in crate::engine) fn share(&self) -> f64 {
        self.choices
            .iter()
            .fold(1.0, |share, &choice| share / f64::from(self.lists.rank_and_degree(choice).1))
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.lists.updates() }
    }

    /// How much of the search tree lies behind, if the branches of each node are taken to be equally large (Knuth's
    /// estimate). It never decreases; it is often far from proportional to time.
    pub fn fraction_done(&self) -> f64 {
        if self.step == Step::Halt {
            return 1.0;
        }
        let (mut done, mut share) = (0.0, 1.0);
        for &choice in &self.choices {
            let (rank, degree) = self.lists.rank_and_degree(choice);
            share /= f64::from(degree);
            done += f64::from(rank) * share;
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn search(text: &str) -> Links {
        Links::new(&parse("t.dlx", text).unwrap().problem).unwrap()
    }

    fn all(text: &str) -> Vec<Vec<usize>> {
        let mut search = search(text);
        let mut solutions = vec![];
        while search.run(u64::MAX) == Pause::Solution {
            search.lists.check_invariants();
            solutions.push(search.solution().options().iter().map(|option| option.number()).collect());
        }
        solutions
    }

    #[test]
    fn the_empty_problem_has_one_solution_and_a_bare_item_none() {
        let mut empty = Links::new(&Problem::default()).unwrap();
        assert_eq!((empty.run(u64::MAX), empty.run(u64::MAX)), (Pause::Solution, Pause::End));
        assert!(empty.solution().options().is_empty());
        assert_eq!(all("a b\na\n"), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn colors_must_agree() {
        // TAOCP 7.2.2.1, (49): the example of Algorithm C; its only solution is options 2 and 4.
        assert_eq!(all("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"), [[2, 4]]);
        // Without its color an item is taken once; in one color, any number of times.
        assert_eq!(all("p q | x\np x\nq x\n"), Vec::<Vec<usize>>::new());
        assert_eq!(all("p q | x\np x:A\nq x:A\nq x:B\nq x\n"), [[1, 2]]);
    }

    #[test]
    fn the_lists_are_whole_at_every_node_and_restored_at_the_end() {
        let text = "p q r s | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\ns\np y:D\n";
        let mut search = search(text);
        let untouched = search.lists.clone();
        for node in 1.. {
            search.lists.check_invariants();
            if search.run(node) == Pause::End {
                break;
            }
        }
        assert!(search.lists.same_links(&untouched));
        assert_eq!(search.run(u64::MAX), Pause::End);
    }

    #[test]
    fn a_pause_changes_nothing() {
        let text = "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n";
        let (mut whole, mut paused) = (search(text), search(text));
        while whole.run(u64::MAX) != Pause::End {}
        let (mut solutions, mut last) = (0, 0.0);
        for node in 0.. {
            match paused.run(node) {
                Pause::Solution => solutions += 1,
                Pause::Nodes => assert_eq!(paused.work().nodes, node),
                Pause::End => break,
            }
            assert!(paused.fraction_done() >= last);
            last = paused.fraction_done();
        }
        assert_eq!((solutions, paused.work()), (7, whole.work()));
        assert!(paused.fraction_done() >= 1.0);
    }
}
