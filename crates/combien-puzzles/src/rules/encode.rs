//! Rules as items and options of an exact cover problem.
//!
//! - **Different digits**: an item for each digit, which the cells with this digit have: primary if there are
//!   as many cells as digits.
//! - **Pairs**: for each digit of the first cell, a secondary item that it has, and that all digits of the
//!   second cell have that do not go with it. So two that do not go together share an item, and others do
//!   not.
//! - **Cages and runs**: an item for the rule, and one for each digit. The options of the rule are the sets
//!   of digits that it allows; such an option has the digits that are *not* in the set, and the cells must
//!   have the others.
//! - **Sums and arrows**, in which digits may repeat: the options of the rule are the rows of digits that it
//!   allows. A secondary item for each cell, colored by its digit, makes them agree.
//! - **Even and odd**: a primary item for each cell, which only the digits have that are allowed.

use super::{Demand, Relation, Rule};
use crate::classic::{Draft, MOST_ENTRIES, MOST_OPTIONS};
use crate::fault::{Fault, Text};
use crate::shape::cell_name;
use combien::problem::{Entry, ItemId};

/// The maximum number of steps in which the sets or rows of digits of a rule are found.
const MOST_STEPS: usize = 10_000_000;

/// What rules add to a square.
#[derive(Debug)]
pub(crate) struct Ruled {
    side: usize,
    /// What each digit of each cell gets, cell by cell.
    entries: Vec<Vec<Entry>>,
    /// Options of their own, with their names.
    choices: Vec<(String, Vec<Entry>)>,
}

impl Ruled {
    /// Is there room for another option of a rule?
    fn has_room(&self) -> bool {
        let longest = self.choices.last().map_or(0, |(_, entries)| entries.len());
        self.choices.len() < MOST_OPTIONS && self.choices.len() * longest < MOST_ENTRIES
    }

    /// The further entries of a digit, from 0, in a cell.
    pub(crate) fn of(&self, cell: usize, digit: usize) -> &[Entry] {
        &self.entries[cell * self.side + digit]
    }

    /// Adds the options of the rules, which come after those of the cells.
    pub(crate) fn finish(self, draft: &mut Draft) -> Result<(), Fault> {
        for (name, entries) in self.choices {
            let option = draft.option(entries, [])?;
            draft.name_option(option, &name);
        }
        Ok(())
    }
}

/// Makes the items of rules, behind those of the square. `houses` are the cells that have each digit once in
/// any case.
pub(crate) fn encode(
    rules: &[Rule],
    text: &Text,
    side: usize,
    houses: &[&[usize]],
    draft: &mut Draft,
) -> Result<Ruled, Fault> {
    let cells = side * side;
    let mut sees = vec![false; cells * cells];
    let distinct = rules.iter().filter_map(|rule| match &rule.demand {
        Demand::Distinct(cells) | Demand::Cage(_, cells) | Demand::Run(cells) => Some(&cells[..]),
        _ => None,
    });
    for house in houses.iter().copied().chain(distinct) {
        for (&one, &other) in house.iter().flat_map(|one| house.iter().map(move |other| (one, other))) {
            sees[one * cells + other] = one != other;
        }
    }
    let ruled = Ruled { side, entries: vec![vec![]; cells * side], choices: vec![] };
    let mut encoder = Encoder { text, side, sees, draft, colored: vec![None; cells], ruled };
    for rule in rules {
        encoder.rule(rule)?;
    }
    Ok(encoder.ruled)
}

struct Encoder<'d> {
    text: &'d Text,
    side: usize,
    /// Two cells that have different digits in any case.
    sees: Vec<bool>,
    draft: &'d mut Draft,
    /// The item of a cell that is colored by its digit.
    colored: Vec<Option<ItemId>>,
    ruled: Ruled,
}

impl Encoder<'_> {
    fn rule(&mut self, rule: &Rule) -> Result<(), Fault> {
        match &rule.demand {
            Demand::Distinct(cells) => {
                let name = |digit: usize| format!("{}#{}", rule.name, digit + 1);
                let items = if cells.len() == self.side {
                    self.draft.primary(self.side, name)?
                } else {
                    self.draft.secondary(self.side, name)?
                };
                self.give(cells, &items);
                Ok(())
            }
            Demand::Cage(sum, cells) => self.sets(rule, cells, |set| set.iter().sum::<usize>() == *sum, *sum),
            Demand::Run(cells) => {
                self.sets(rule, cells, |set| set.windows(2).all(|two| two[0] + 1 == two[1]), usize::MAX)
            }
            Demand::Sum(sum, cells) => self.rows(rule, cells, Total::Fixed(*sum)),
            Demand::Arrow(cells) => self.rows(rule, &cells[1..], Total::Cell(cells[0])),
            Demand::Pairs(relation, pairs) => {
                for (number, pair) in pairs.iter().enumerate() {
                    let is_known = *relation == Relation::Differ && self.sees(pair.0, pair.1);
                    if !is_known {
                        self.pair(&format!("{}.{}", rule.name, number + 1), *relation, *pair)?;
                    }
                }
                Ok(())
            }
            Demand::Rest(rest, cells) => {
                for &cell in cells {
                    let name = format!("{}.{}", rule.name, cell_name(cell, self.side));
                    let item = self.draft.primary(1, |_| name.clone())?[0];
                    for digit in (0..self.side).filter(|digit| (digit + 1) % 2 == *rest) {
                        self.ruled.entries[cell * self.side + digit].push(item.into());
                    }
                }
                Ok(())
            }
        }
    }

    fn sees(&self, one: usize, other: usize) -> bool {
        self.sees[one * self.side * self.side + other]
    }

    /// Gives each digit of the cells the item of this digit.
    fn give(&mut self, cells: &[usize], items: &[ItemId]) {
        for &cell in cells {
            for (digit, &item) in items.iter().enumerate() {
                self.ruled.entries[cell * self.side + digit].push(item.into());
            }
        }
    }

    fn pair(&mut self, name: &str, relation: Relation, (one, other): (usize, usize)) -> Result<(), Fault> {
        for digit in 0..self.side {
            let against = |other: &usize| !relation.holds(digit + 1, other + 1);
            let against: Vec<usize> = (0..self.side).filter(against).collect();
            if against.is_empty() {
                continue;
            }
            let item = self.draft.secondary(1, |_| format!("{name}#{}", digit + 1))?[0];
            self.ruled.entries[one * self.side + digit].push(item.into());
            for digit in against {
                self.ruled.entries[other * self.side + digit].push(item.into());
            }
        }
        Ok(())
    }

    /// The rule is a choice among sets of digits: as many as cells, ascending, with at most this sum.
    fn sets(
        &mut self,
        rule: &Rule,
        cells: &[usize],
        is_allowed: impl Fn(&[usize]) -> bool,
        most: usize,
    ) -> Result<(), Fault> {
        let item = self.draft.primary(1, |_| rule.name.clone())?[0];
        let digits = self.draft.primary(self.side, |digit| format!("{}#{}", rule.name, digit + 1))?;
        self.give(cells, &digits);
        let before = self.ruled.choices.len();
        let (side, size) = (self.side, cells.len());
        let mut search = Search::default();
        let ruled = &mut self.ruled;
        search.sets(side, size, most, &mut |set| {
            if !is_allowed(set) {
                return true;
            }
            let others = (0..side).filter(|digit| !set.contains(&(digit + 1)));
            let entries = [item].into_iter().chain(others.map(|digit| digits[digit])).map(Entry::from);
            ruled.choices.push((choice(rule, set), entries.collect()));
            ruled.has_room()
        });
        self.finish(rule, &search, before)
    }

    /// The rule is a choice among rows of digits for cells.
    fn rows(&mut self, rule: &Rule, cells: &[usize], total: Total) -> Result<(), Fault> {
        let item = self.draft.primary(1, |_| rule.name.clone())?[0];
        let mut all = cells.to_vec();
        let most = match total {
            Total::Fixed(sum) => sum,
            Total::Cell(cell) => {
                all.push(cell);
                self.side
            }
        };
        let mut columns = vec![];
        for &cell in &all {
            columns.push(self.colored(cell)?);
        }
        let clashes: Vec<Vec<usize>> = (0..all.len())
            .map(|place| (0..place).filter(|&before| self.sees(all[before], all[place])).collect())
            .collect();
        let before = self.ruled.choices.len();
        let mut search = Search::default();
        let (side, ruled) = (self.side, &mut self.ruled);
        search.rows(side, cells.len(), most, &clashes, &mut |row| {
            let sum = row.iter().sum::<usize>();
            let mut row = row.to_vec();
            match total {
                Total::Fixed(wanted) if sum != wanted => return true,
                Total::Fixed(_) => {}
                Total::Cell(_) if clashes[row.len()].iter().any(|&before| row[before] == sum) => return true,
                Total::Cell(_) => row.push(sum),
            }
            let colors = row.iter().zip(&columns).map(|(digit, colors)| colors[digit - 1]);
            ruled.choices.push((choice(rule, &row), [item.into()].into_iter().chain(colors).collect()));
            ruled.has_room()
        });
        self.finish(rule, &search, before)
    }

    /// The entries that say which digit a cell has.
    fn colored(&mut self, cell: usize) -> Result<Vec<Entry>, Fault> {
        let (name, is_new) = (cell_name(cell, self.side), self.colored[cell].is_none());
        let item = match self.colored[cell] {
            Some(item) => item,
            None => self.draft.secondary(1, |_| format!("{name}="))?[0],
        };
        self.colored[cell] = Some(item);
        let colors: Vec<Entry> =
            (1..=self.side).map(|digit| self.draft.colored(item, &digit.to_string())).collect();
        if is_new {
            for (digit, &color) in colors.iter().enumerate() {
                self.ruled.entries[cell * self.side + digit].push(color);
            }
        }
        Ok(colors)
    }

    fn finish(&self, rule: &Rule, search: &Search, before: usize) -> Result<(), Fault> {
        let fault = |message| Err(Fault::at_line(self.text, rule.line, "rules", message));
        if search.is_cut {
            return fault("this rule allows too many combinations of digits");
        }
        if self.ruled.choices.len() == before {
            return fault("no digits satisfy this rule");
        }
        Ok(())
    }
}

/// What the sum of digits must be.
#[derive(Clone, Copy)]
enum Total {
    Fixed(usize),
    /// The digit of this cell.
    Cell(usize),
}

fn choice(rule: &Rule, digits: &[usize]) -> String {
    let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
    format!("{}={}", rule.name, digits.join("+"))
}

/// A search for sets or rows of digits.
#[derive(Default)]
struct Search {
    steps: usize,
    /// There were too many steps, or too many were found.
    is_cut: bool,
    digits: Vec<usize>,
}

impl Search {
    fn may_go_on(&mut self) -> bool {
        self.steps += 1;
        self.is_cut |= self.steps > MOST_STEPS;
        !self.is_cut
    }

    /// Ascending sets of this size with at most this sum. Stops when told so.
    fn sets(&mut self, side: usize, size: usize, most: usize, found: &mut impl FnMut(&[usize]) -> bool) {
        if self.digits.len() == size {
            self.is_cut |= !found(&self.digits);
            return;
        }
        for digit in self.digits.last().map_or(1, |last| last + 1)..=side.min(most) {
            // The digits after it are larger.
            let left = size - self.digits.len();
            if digit * left + left * (left - 1) / 2 > most || side - digit + 1 < left || !self.may_go_on() {
                return;
            }
            self.digits.push(digit);
            self.sets(side, size, most.saturating_sub(digit), found);
            self.digits.pop();
        }
    }

    /// Rows of this length with at most this sum, in which the places that clash differ.
    fn rows(
        &mut self,
        side: usize,
        length: usize,
        most: usize,
        clashes: &[Vec<usize>],
        found: &mut impl FnMut(&[usize]) -> bool,
    ) {
        let place = self.digits.len();
        if place == length {
            self.is_cut |= !found(&self.digits);
            return;
        }
        let after = length - place - 1;
        for digit in 1..=side.min(most.saturating_sub(after)) {
            if clashes[place].iter().any(|&before| self.digits[before] == digit) {
                continue;
            }
            if !self.may_go_on() {
                return;
            }
            self.digits.push(digit);
            self.rows(side, length, most - digit, clashes, found);
            self.digits.pop();
        }
    }
}
