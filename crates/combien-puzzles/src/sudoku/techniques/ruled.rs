//! Further rules: a digit of a cell goes if the other cells of a rule have no candidates with which it obeys
//! the rule.

use std::sync::Arc;

use super::candidates::{Candidate, Candidates};
use super::words::and;
use crate::rules::{Demand, Relation, Rule};
use crate::shape::cell_name;

/// The maximum number of digits that are tried for one rule. Longer ones people do not see.
const MOST_STEPS: usize = 100_000;

/// What a rule excludes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sudoku) struct Ruled {
    /// The rule in words.
    pub(super) why: String,
    pub(super) rests_on: Vec<Candidate>,
    pub(super) removes: Vec<Candidate>,
}

/// Further rules. They bring the function that finds their steps, so that a program that never reads rules
/// does not contain it.
#[derive(Clone, Debug)]
pub(in crate::sudoku) struct Further {
    pub(in crate::sudoku) rules: Arc<[Rule]>,
    pub(in crate::sudoku) excluded: fn(&Candidates) -> Option<Ruled>,
}

impl PartialEq for Further {
    fn eq(&self, other: &Further) -> bool {
        self.rules == other.rules
    }
}

impl Eq for Further {}

/// What the first rule excludes that excludes a candidate.
pub(in crate::sudoku) fn excluded(candidates: &Candidates) -> Option<Ruled> {
    let side = candidates.side();
    let lists = (0..side * side)
        .map(|cell| (1..=side).filter(|&digit| candidates.has(candidate(side, cell, digit))).collect())
        .collect();
    let view = View { candidates, side, lists };
    candidates.rules()?.rules.iter().find_map(|rule| view.excluded(rule))
}

fn candidate(side: usize, cell: usize, digit: usize) -> Candidate {
    Candidate { row: cell / side, column: cell % side, digit }
}

/// The candidates of each cell.
struct View<'c> {
    candidates: &'c Candidates,
    side: usize,
    lists: Vec<Vec<usize>>,
}

impl View<'_> {
    fn excluded(&self, rule: &Rule) -> Option<Ruled> {
        match &rule.demand {
            Demand::Pairs(relation, pairs) => pairs.iter().find_map(|&(one, other)| {
                let to =
                    |relation: &dyn Fn(usize, usize) -> bool, from: usize, to: usize| -> Vec<Candidate> {
                        let alone =
                            |digit: &usize| !self.lists[to].iter().any(|&other| relation(*digit, other));
                        let digits = self.lists[from].iter().copied().filter(alone);
                        digits.map(|digit| candidate(self.side, from, digit)).collect()
                    };
                let mut removes = to(&|a, b| relation.holds(a, b), one, other);
                removes.extend(to(&|b, a| relation.holds(a, b), other, one));
                self.ruled(rule, &self.pair(*relation, one, other), &[one, other], removes)
            }),
            Demand::Rest(rest, cells) => cells.iter().find_map(|&cell| {
                let others = self.lists[cell].iter().copied().filter(|digit| digit % 2 != *rest);
                let removes = others.map(|digit| candidate(self.side, cell, digit)).collect();
                let word = if *rest == 0 { "even" } else { "odd" };
                self.ruled(rule, &format!("{} is {word}", cell_name(cell, self.side)), &[cell], removes)
            }),
            Demand::Distinct(cells) => self.distinct(rule, cells),
            Demand::Cage(sum, cells) => {
                let why = format!("{} have different digits that sum to {sum}", self.names(cells));
                let search = Search { view: self, cells, is_distinct: true };
                self.supported(rule, &why, cells, |lists, steps| search.exists(lists, *sum, steps))
            }
            Demand::Sum(sum, cells) => {
                let why = format!("the digits of {} sum to {sum}", self.names(cells));
                let search = Search { view: self, cells, is_distinct: false };
                self.supported(rule, &why, cells, |lists, steps| search.exists(lists, *sum, steps))
            }
            Demand::Run(cells) => {
                let why = format!("the digits of {} follow one another", self.names(cells));
                let search = Search { view: self, cells, is_distinct: true };
                self.supported(rule, &why, cells, |lists, steps| {
                    (1..=self.side + 1 - cells.len()).find_map(|first| {
                        let run = first..first + cells.len();
                        let within = |list: &Vec<usize>| -> Vec<usize> {
                            list.iter().copied().filter(|digit| run.contains(digit)).collect()
                        };
                        let lists: Vec<Vec<usize>> = lists.iter().map(within).collect();
                        search.exists(&lists, run.clone().sum(), steps)
                    })
                })
            }
            Demand::Arrow(cells) => {
                let why = format!(
                    "{} is the sum of the digits of {}",
                    cell_name(cells[0], self.side),
                    self.names(&cells[1..])
                );
                let search = Search { view: self, cells, is_distinct: false };
                self.supported(rule, &why, cells, |lists, steps| {
                    lists[0].iter().find_map(|&sum| {
                        // The first cell is fixed, and counts twice.
                        let lists: Vec<Vec<usize>> =
                            [vec![sum]].into_iter().chain(lists[1..].iter().cloned()).collect();
                        search.exists(&lists, 2 * sum, steps)
                    })
                })
            }
        }
    }

    fn names(&self, cells: &[usize]) -> String {
        and(&cells.iter().map(|&cell| cell_name(cell, self.side)).collect::<Vec<_>>())
    }

    fn pair(&self, relation: Relation, one: usize, other: usize) -> String {
        let (a, b) = (cell_name(one, self.side), cell_name(other, self.side));
        match relation {
            Relation::Less => format!("{a} is less than {b}"),
            Relation::Equal => format!("{a} and {b} are equal"),
            Relation::Differ => format!("{a} and {b} differ"),
            Relation::Neighbors => format!("{a} and {b} differ by 1"),
            Relation::NoNeighbors => format!("{a} and {b} do not differ by 1"),
            Relation::Apart(least) => format!("{a} and {b} differ by at least {least}"),
            Relation::Double => format!("one of {a} and {b} is twice the other"),
            Relation::Sum(sum) => format!("{a} and {b} sum to {sum}"),
        }
    }

    fn ruled(&self, rule: &Rule, why: &str, cells: &[usize], removes: Vec<Candidate>) -> Option<Ruled> {
        if removes.is_empty() {
            return None;
        }
        let of_cell = |&cell: &usize| {
            self.lists[cell].iter().map(move |&digit| candidate(self.side, cell, digit)).collect::<Vec<_>>()
        };
        let rests_on = cells.iter().flat_map(of_cell).collect();
        let mut letters = why.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let why = format!("{first}{} ({}, line {})", letters.as_str(), rule.word, rule.line + 1);
        Some(Ruled { why, rests_on, removes })
    }

    /// A digit that is settled in one of the cells, or has only one place.
    fn distinct(&self, rule: &Rule, cells: &[usize]) -> Option<Ruled> {
        let others = |cell: usize, digit: usize| -> Vec<Candidate> {
            let others = cells.iter().filter(|&&other| other != cell && self.lists[other].contains(&digit));
            others.map(|&other| candidate(self.side, other, digit)).collect()
        };
        let settled = cells.iter().filter(|&&cell| self.lists[cell].len() == 1).find_map(|&cell| {
            let why = format!("{} have different digits", self.names(cells));
            self.ruled(rule, &why, cells, others(cell, self.lists[cell][0]))
        });
        if settled.is_some() || cells.len() < self.side {
            return settled;
        }
        (1..=self.side).find_map(|digit| {
            let mut places = cells.iter().filter(|&&cell| self.lists[cell].contains(&digit));
            let (&only, None) = (places.next()?, places.next()) else { return None };
            let rest = self.lists[only].iter().copied().filter(|&other| other != digit);
            let removes = rest.map(|other| candidate(self.side, only, other)).collect();
            let why = format!(
                "in {} the digit {digit} can only stand in {}",
                self.names(cells),
                cell_name(only, self.side)
            );
            self.ruled(rule, &why, cells, removes)
        })
    }

    /// The candidates that are in no choice of digits that exists. None, if that takes too long.
    fn supported(
        &self,
        rule: &Rule,
        why: &str,
        cells: &[usize],
        exists: impl Fn(&[Vec<usize>], &mut usize) -> Option<Vec<usize>>,
    ) -> Option<Ruled> {
        let lists: Vec<Vec<usize>> = cells.iter().map(|&cell| self.lists[cell].clone()).collect();
        let mut found: Vec<Vec<bool>> = vec![vec![false; self.side + 1]; cells.len()];
        let (mut removes, mut steps) = (vec![], 0);
        for (place, &cell) in cells.iter().enumerate() {
            for &digit in &lists[place] {
                if found[place][digit] {
                    continue;
                }
                let mut lists = lists.clone();
                lists[place] = vec![digit];
                match exists(&lists, &mut steps) {
                    Some(row) => row.iter().zip(&mut found).for_each(|(&digit, found)| found[digit] = true),
                    None if steps >= MOST_STEPS => return None,
                    None => removes.push(candidate(self.side, cell, digit)),
                }
            }
        }
        self.ruled(rule, why, cells, removes)
    }

    /// Do two cells share a row, a column or a box?
    fn sees(&self, one: usize, other: usize) -> bool {
        let (side, shape) = (self.side, self.candidates.shape());
        let of_box = |cell: usize| shape.box_of(cell / side, cell % side);
        one / side == other / side || one % side == other % side || of_box(one) == of_box(other)
    }
}

/// A search for digits of cells with a sum.
struct Search<'v> {
    view: &'v View<'v>,
    cells: &'v [usize],
    is_distinct: bool,
}

impl Search<'_> {
    fn exists(&self, lists: &[Vec<usize>], sum: usize, steps: &mut usize) -> Option<Vec<usize>> {
        let mut row = vec![];
        self.fill(lists, sum, &mut row, steps).then_some(row)
    }

    fn fill(&self, lists: &[Vec<usize>], sum: usize, row: &mut Vec<usize>, steps: &mut usize) -> bool {
        let place = row.len();
        if place == lists.len() {
            return sum == 0;
        }
        let rest = &lists[place + 1..];
        let least: usize = rest.iter().map(|list| list.iter().min().unwrap_or(&0)).sum();
        let most: usize = rest.iter().map(|list| list.iter().max().unwrap_or(&0)).sum();
        for &digit in &lists[place] {
            *steps += 1;
            if *steps >= MOST_STEPS {
                return false;
            }
            let clashes = |(before, &other): (usize, &usize)| {
                other == digit && (self.is_distinct || self.view.sees(self.cells[before], self.cells[place]))
            };
            if digit + least > sum || digit + most < sum || row.iter().enumerate().any(clashes) {
                continue;
            }
            row.push(digit);
            if self.fill(lists, sum - digit, row, steps) {
                return true;
            }
            row.pop();
        }
        false
    }
}
