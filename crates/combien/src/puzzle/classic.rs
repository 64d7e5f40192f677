//! A classic puzzle: a problem, and what its options say in the puzzle's own terms.

use indexmap::IndexSet;

use super::Fault;
use crate::problem::{Bounds, Builder, Entry, ItemId, OptionId, Problem, Solution};

/// A puzzle as a problem, with what each option says.
///
/// An option has *marks*: labels, each with a place of the form. What a solution says is what its options say
/// together, so that all puzzles are read back alike, and none needs code for it.
#[derive(Clone, Debug)]
pub struct Classic {
    title: String,
    problem: Problem,
    form: Form,
    labels: IndexSet<Box<str>>,
    /// For each option its marks.
    marks: Vec<Box<[Mark]>>,
}

/// How a puzzle is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A table; a place is a cell, row by row.
    Table { rows: usize, columns: usize, regions: Regions },
    /// Sets, an option each; a place means nothing.
    Sets,
    /// Sets with these names; a place is one of them.
    Classes(Vec<String>),
}

/// Which cells of a table belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Regions {
    /// No lines are drawn.
    None,
    /// The region of each cell.
    Fixed(Vec<usize>),
    /// The cells of an option are one. Of the others these are on the table too, each for itself, and show a label always.
    Options(Vec<(usize, String)>),
}

/// A label at a place.
#[derive(Clone, Copy, Debug)]
struct Mark {
    place: u32,
    label: u32,
}

/// A solution in the puzzle's own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A table of labels.
    Table(Table),
    /// Sets of labels.
    Sets(Vec<Set>),
}

/// A table of labels; some cells have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many columns; the rows follow.
    pub columns: usize,
    /// The labels, row by row.
    pub cells: Vec<Option<String>>,
    /// The region of each cell, if lines are to be drawn between regions; a cell without one does not belong to the table,
    /// which then is no rectangle.
    pub regions: Option<Vec<Option<usize>>>,
}

impl Table {
    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The label of a cell, by its row and column from 0.
    pub fn label(&self, row: usize, column: usize) -> Option<&str> {
        self.cells.get(row * self.columns + column)?.as_deref()
    }

    /// The region of a cell, if the table has regions.
    pub fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.regions.as_ref()?.get(row * self.columns + column).copied().flatten()
    }

    /// Does a cell belong to the table?
    pub fn has(&self, row: usize, column: usize) -> bool {
        let is_within = row < self.rows() && column < self.columns;
        is_within && (self.regions.is_none() || self.region(row, column).is_some())
    }
}

/// A set of labels, perhaps with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What it is called.
    pub name: Option<String>,
    /// What belongs to it.
    pub members: Vec<String>,
}

impl Classic {
    /// A puzzle whose problem was made elsewhere, with what its options say: labels at places.
    pub(super) fn new(
        title: impl Into<String>,
        problem: Problem,
        form: Form,
        says: impl Fn(OptionId) -> Vec<(usize, String)>,
    ) -> Classic {
        let mut labels = IndexSet::new();
        let marks = problem.options().map(|option| marks(&mut labels, says(option))).collect();
        Classic { title: title.into(), problem, form, labels, marks }
    }

    /// What it is, in a few words: `queens on a board of 8 by 8`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The problem, whose solutions are those of the puzzle, one to one.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Its problem alone.
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// Are its solutions tables?
    pub fn is_table(&self) -> bool {
        matches!(self.form, Form::Table { .. })
    }

    pub(super) fn rename(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Does this option say anything? Some only stand for what is left open.
    pub fn says(&self, option: OptionId) -> bool {
        self.marks(option).next().is_some()
    }

    /// What a solution says, or a part of one. Options that the puzzle does not have say nothing.
    pub fn read(&self, solution: &Solution) -> Reading {
        match &self.form {
            Form::Table { rows, columns, regions } => {
                Reading::Table(self.table(solution, (*rows, *columns), regions))
            }
            Form::Sets => Reading::Sets(
                solution
                    .options()
                    .iter()
                    .map(|&option| Set {
                        name: None,
                        members: self.marks(option).map(|(_, label)| label.to_owned()).collect(),
                    })
                    .collect(),
            ),
            Form::Classes(names) => {
                let named = |name: &String| Set { name: Some(name.clone()), members: vec![] };
                let mut sets: Vec<Set> = names.iter().map(named).collect();
                for (place, label) in solution.options().iter().flat_map(|&option| self.marks(option)) {
                    sets[place].members.push(label.to_owned());
                }
                Reading::Sets(sets)
            }
        }
    }

    fn table(&self, solution: &Solution, (rows, columns): (usize, usize), regions: &Regions) -> Table {
        let mut cells = vec![None; rows * columns];
        let mut region_of = vec![None; rows * columns];
        for (number, &option) in solution.options().iter().enumerate() {
            for (place, label) in self.marks(option) {
                cells[place] = Some(label.to_owned());
                region_of[place] = Some(number);
            }
        }
        let regions = match regions {
            Regions::None => None,
            Regions::Fixed(fixed) => Some(fixed.iter().copied().map(Some).collect()),
            Regions::Options(shown) => {
                for (number, (place, label)) in (solution.options().len()..).zip(shown) {
                    cells[*place] = Some(label.clone());
                    region_of[*place] = Some(number);
                }
                // What options could say something of, and none does, is a region of its own.
                let open = solution.options().len() + shown.len();
                for place in self.marks.iter().flatten().map(|mark| mark.place as usize) {
                    region_of[place].get_or_insert(open);
                }
                Some(region_of)
            }
        };
        Table { columns, cells, regions }
    }

    /// What an option says: labels and their places.
    fn marks(&self, option: OptionId) -> impl Iterator<Item = (usize, &str)> {
        let marks = self.marks.get(option.index()).map_or(&[][..], AsRef::as_ref);
        marks.iter().map(|mark| (mark.place as usize, &*self.labels[mark.label as usize]))
    }
}

/// What an option says, with its labels among those of the puzzle.
fn marks(labels: &mut IndexSet<Box<str>>, says: impl IntoIterator<Item = (usize, String)>) -> Box<[Mark]> {
    let mark = |(place, label): (usize, String)| Mark {
        place: place as u32,
        label: labels.insert_full(label.into()).0 as u32,
    };
    says.into_iter().map(mark).collect()
}

/// The most options a puzzle may have, and the most entries of these: larger ones would fill the memory before anybody
/// could search them.
pub(super) const MOST_OPTIONS: usize = 1_000_000;
const MOST_ENTRIES: usize = 10_000_000;

/// A classic puzzle that is being built.
#[derive(Debug, Default)]
pub(super) struct Draft {
    builder: Builder,
    labels: IndexSet<Box<str>>,
    marks: Vec<Box<[Mark]>>,
}

impl Draft {
    pub(super) fn new() -> Draft {
        Draft::default()
    }

    /// Primary items by their numbers from 0.
    pub(super) fn primary(
        &mut self,
        count: usize,
        name: impl Fn(usize) -> String,
    ) -> Result<Vec<ItemId>, Fault> {
        (0..count).map(|number| Ok(self.builder.primary(&name(number))?)).collect()
    }

    /// Secondary items by their numbers from 0.
    pub(super) fn secondary(
        &mut self,
        count: usize,
        name: impl Fn(usize) -> String,
    ) -> Result<Vec<ItemId>, Fault> {
        (0..count).map(|number| Ok(self.builder.secondary(&name(number))?)).collect()
    }

    /// A primary item that is covered so often.
    pub(super) fn exactly(&mut self, times: usize, name: &str) -> Result<ItemId, Fault> {
        let times = times as u32;
        Ok(self.builder.bounded(name, Bounds { lo: times, hi: times })?)
    }

    /// An item that is covered in one color.
    pub(super) fn colored(&mut self, item: ItemId, color: &str) -> Entry {
        item.colored(self.builder.color(color))
    }

    /// An option with what it says: labels at places.
    pub(super) fn option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
        says: impl IntoIterator<Item = (usize, String)>,
    ) -> Result<OptionId, Fault> {
        if self.marks.len() == MOST_OPTIONS || self.builder.so_far().entry_count() > MOST_ENTRIES {
            return Err(Fault::TooLarge);
        }
        let option = self.builder.option(entries)?;
        self.marks.push(marks(&mut self.labels, says));
        Ok(option)
    }

    pub(super) fn name_option(&mut self, option: OptionId, name: &str) {
        self.builder.name_option(option, name);
    }

    pub(super) fn finish(self, title: impl Into<String>, form: Form) -> Classic {
        Classic {
            title: title.into(),
            problem: self.builder.build(),
            form,
            labels: self.labels,
            marks: self.marks,
        }
    }
}
