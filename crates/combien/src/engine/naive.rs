//! The first algorithm of the lesson *Exact cover*: sets of options, in the order of their numbers, as long
//! as they agree.
//!
//! The order in which the options of a solution are taken does not matter, so they are taken by increasing
//! number. Below a set of options there is a child for each option of higher number that agrees with all of
//! them (*partie acceptable*): none of its items is *used*. `used` holds for each item the level (*étage*) of
//! the option that covers it, 0 if none does: so returning to a level (*remontée*) clears all greater levels,
//! and does not need to know what was marked.
//!
//! It looks ahead no further than that. An item that no option can cover any more is no reason to go back, so
//! it walks over *all* sets of options that agree, each once. It is there to teach, and to judge: it shares
//! no code and no idea with [`links`](super::links). docs/lessons/exact-cover.md compares the two.
//!
//! **Order of solutions.** Each is a list of ascending numbers; they come in the order of a dictionary.
//!
//! **Work.** A node is a set of options that was reached, the empty one included: so there are as many as
//! there are sets of options that agree. An update is one access to an item in `used`, to test, mark or clear
//! it.
//!
//! Secondary items may stay unused, and options that give one the same color share it: the mark is that of
//! the first. Bounds on items would need counts instead of marks, and are refused.
//!
//! The lesson clears before each option that it tests; only the first time after a return is there anything
//! to clear, so it is done there. The lesson also starts again for each first option; here those are the
//! children of the empty set.

use super::walk::Stepwise;
use super::{Begun, Engine, Listing, Profile, Task, Unsupported, pace};
use crate::budget::{Budget, Pause, Work};
use crate::problem::{Color, ItemId, OptionId, Problem, Solution};

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Enter the node of the options that are chosen.
    Enter,
    /// Find a child: an acceptable option from this place on.
    Extend(usize),
    /// Go back from the option that was chosen last.
    Back,
    /// Nothing: the whole tree has been walked.
    Halt,
}

/// Who uses an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    /// The level of the first option that has the item, from 1; 0 if none has.
    level: u32,
    /// The color that it gives the item.
    color: Option<Color>,
}

/// A search by the lesson's first algorithm. It can be paused at any node, and dropped at any time.
///
/// ```
/// use combien::engine::{Pause, naive::Naive};
/// use combien::problem::dlx;
///
/// // The lesson's eight parts of {1, 2, 3, 4, 5}.
/// let text = "1 2 3 4 5\n1 5\n2 4\n2 3\n3\n1 4 5\n1 3 5\n2 5\n1 4\n";
/// let problem = dlx::parse("lesson", text)?.problem;
/// let (mut search, mut found) = (Naive::new(&problem)?, vec![]);
/// while search.run(u64::MAX) != Pause::End {
///     found.push(search.chosen().map(|option| option.number()).collect::<Vec<_>>());
/// }
/// assert_eq!(found, [vec![1, 2, 4], vec![2, 6], vec![3, 5], vec![4, 7, 8]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Naive {
    problem: Problem,
    /// The options that take part, in order. The chosen options are places in this list.
    options: Vec<OptionId>,
    primary: Vec<ItemId>,
    /// By item. An item is marked just if some chosen option has it, with the level of the first of those.
    used: Vec<Mark>,
    /// The branch of the tree, one place for each level, ascending (`pred`).
    chosen: Vec<usize>,
    step: Step,
    nodes: u64,
    looks: u64,
}

impl Naive {
    /// A search at its start. Linear in the size of the problem, which must not have bounds.
    pub fn new(problem: &Problem) -> Result<Naive, Unsupported> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds);
        }
        Ok(Naive {
            problem: problem.clone(),
            options: problem.searched_options().collect(),
            primary: problem.primary_items().collect(),
            used: vec![Mark::default(); problem.item_count()],
            chosen: vec![],
            step: Step::Enter,
            nodes: 0,
            looks: 0,
        })
    }

    /// Runs to the next solution, to the end, or until `nodes` nodes in all have been entered.
    ///
    /// This is the lesson's `arbre(i, etage)`, without the recursion: a node is a solution if all is used,
    /// and else its children are the acceptable options of higher number. The next node is always near:
    /// there is one after at most two steps back, because an option that agrees with some options agrees
    /// with every subset of them.
    pub fn run(&mut self, nodes: u64) -> Pause {
        loop {
            let step = self.step;
            self.step = match step {
                Step::Enter if self.nodes >= nodes => return Pause::Bound,
                Step::Enter => {
                    self.nodes += 1;
                    if self.all_used() {
                        self.step = Step::Back;
                        return Pause::Solution;
                    }
                    Step::Extend(self.chosen.last().map_or(0, |last| last + 1))
                }
                Step::Extend(place) if place == self.options.len() => Step::Back,
                Step::Extend(place) if self.is_acceptable(place) => {
                    self.choose(place);
                    Step::Enter
                }
                Step::Extend(place) => Step::Extend(place + 1),
                Step::Back => match self.give_up() {
                    Some(place) => Step::Extend(place + 1),
                    None => Step::Halt,
                },
                Step::Halt => return Pause::End,
            };
        }
    }

    /// Is each item that must be covered used?
    fn all_used(&mut self) -> bool {
        let open = self.primary.iter().position(|item| self.used[item.index()].level == 0);
        self.looks += open.map_or(self.primary.len(), |place| place + 1) as u64;
        open.is_none()
    }

    /// Does the option at a place agree with all that are chosen?
    fn is_acceptable(&mut self, place: usize) -> bool {
        let entries = self.problem.option(self.options[place]);
        let clash = entries.iter().position(|entry| {
            let mark = self.used[entry.item.index()];
            mark.level > 0 && (entry.color.is_none() || entry.color != mark.color)
        });
        self.looks += clash.map_or(entries.len(), |clash| clash + 1) as u64;
        clash.is_none()
    }

    /// Takes an acceptable option, on a level of its own. An item already used in its color keeps its mark.
    fn choose(&mut self, place: usize) {
        self.chosen.push(place);
        let level = self.chosen.len() as u32;
        let entries = self.problem.option(self.options[place]);
        self.looks += entries.len() as u64;
        for entry in entries {
            let mark = &mut self.used[entry.item.index()];
            if mark.level == 0 {
                *mark = Mark { level, color: entry.color };
            }
        }
    }

    /// Undoes the choice made last, if there is one: clears what is marked with its level or a greater one.
    fn give_up(&mut self) -> Option<usize> {
        let place = self.chosen.pop()?;
        let level = self.chosen.len() as u32;
        self.looks += self.used.len() as u64;
        for mark in self.used.iter_mut().filter(|mark| mark.level > level) {
            *mark = Mark::default();
        }
        Some(place)
    }

    /// The options that are chosen, by level: at [`Pause::Solution`] a solution, at [`Pause::Bound`] the node
    /// to be entered.
    pub fn chosen(&self) -> impl ExactSizeIterator<Item = OptionId> {
        self.chosen.iter().map(|&place| self.options[place])
    }

    /// The options that are chosen, as a solution.
    pub fn solution(&self) -> Solution {
        self.chosen().collect()
    }

    /// The level of the option that uses each item, 0 if none does: the lesson's `used`.
    pub fn used(&self) -> impl ExactSizeIterator<Item = u32> {
        self.used.iter().map(|mark| mark.level)
    }

    /// The work done so far.
    pub fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.looks }
    }
}

impl Stepwise for Naive {
    fn branch(&self) -> Vec<OptionId> {
        self.chosen().collect()
    }
}

/// The engine `naive`.
pub(crate) struct ByNaive;

impl Engine for ByNaive {
    fn profile(&self) -> Profile {
        Profile {
            name: "naive",
            summary: "the lesson's first algorithm, to teach and to judge; never selected automatically",
            lists: true,
            ..Profile::default()
        }
    }

    fn cost(&self, work: Work) -> u64 {
        5 * work.nodes + work.updates
    }

    fn list(&self, problem: &Problem, _budget: &Budget) -> Begun<dyn Listing> {
        Ok(Box::new(Naive::new(problem)?))
    }
}

/// The accesses to items between two checks of the budget.
const ITEMS_BETWEEN_LOOKS: u64 = 1 << 22;

impl Task for Naive {
    fn run(&mut self, nodes: u64) -> Pause {
        self.run(nodes)
    }
    fn work(&self) -> Work {
        self.work()
    }
    /// If below each node all options of higher number are acceptable and their branches equally large.
    fn fraction(&self) -> f64 {
        if self.step == Step::Halt {
            return 1.0;
        }
        let (mut done, mut share, mut first) = (0.0, 1.0, 0);
        for &place in &self.chosen {
            share /= (self.options.len() - first) as f64;
            done += (place - first) as f64 * share;
            first = place + 1;
        }
        done
    }
    fn pace(&self) -> u64 {
        pace(self.work(), ITEMS_BETWEEN_LOOKS)
    }
}

impl Listing for Naive {
    fn solution(&mut self) -> Solution {
        Naive::solution(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn all(text: &str) -> Vec<Vec<usize>> {
        let problem = parse("t.dlx", text).unwrap().problem;
        let (mut search, mut found) = (Naive::new(&problem).unwrap(), vec![]);
        while search.run(u64::MAX) == Pause::Solution {
            found.push(search.chosen().map(OptionId::number).collect());
        }
        assert!(search.used().all(|level| level == 0));
        found
    }

    #[test]
    fn the_empty_problem_has_one_solution_and_a_bare_item_none() {
        let empty = Problem::default();
        let mut search = Naive::new(&empty).unwrap();
        assert_eq!((search.run(u64::MAX), search.run(u64::MAX)), (Pause::Solution, Pause::End));
        assert_eq!((search.work().nodes, search.solution().options().len()), (1, 0));
        assert_eq!(all("a b\na\n"), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn colors_must_agree() {
        // TAOCP 7.2.2.1, (49): the example of Algorithm C; its only solution is options 2 and 4.
        assert_eq!(all("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"), [[2, 4]]);
        assert_eq!(all("p q | x\np x\nq x\n"), Vec::<Vec<usize>>::new());
        // The color outlives the second option that has it, and not the first.
        assert_eq!(all("p q r | x\np x:A\nq x:A\nr x:B\nr x:A\nq x:B\np x:B\n"), [[1, 2, 4], [3, 5, 6]]);
        // Options without primary items are excluded; secondary items may stay unused.
        assert_eq!(all("p | x y\nx\np y\np\n"), [[2], [3]]);
    }

    #[test]
    fn bounds_are_refused() {
        let problem = parse("t.dlx", "0:1|a\na\n").unwrap().problem;
        assert_eq!(Naive::new(&problem).unwrap_err(), Unsupported::Bounds);
    }

    #[test]
    fn a_pause_changes_nothing_and_nodes_are_met_exactly() {
        let problem = parse("t.dlx", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n").unwrap().problem;
        let (mut whole, mut paused) = (Naive::new(&problem).unwrap(), Naive::new(&problem).unwrap());
        while whole.run(u64::MAX) != Pause::End {}
        let (mut solutions, mut last) = (0, 0.0);
        for node in 0.. {
            let mut pause = paused.run(node);
            while pause == Pause::Solution {
                solutions += 1;
                pause = paused.run(node);
            }
            assert!(paused.work().nodes <= node && paused.fraction() >= last);
            last = paused.fraction();
            if pause == Pause::End {
                break;
            }
            assert_eq!(paused.work().nodes, node);
        }
        assert_eq!((solutions, paused.work()), (7, whole.work()));
        assert!(last >= 1.0);
    }
}
