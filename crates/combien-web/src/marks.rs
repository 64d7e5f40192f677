//! Placements that somebody keeps or forbids by hand, and placements in words and cells.

use std::collections::HashMap;

use combien::problem::{OptionId, Problem, Solution};
use combien_puzzles::clues::narrowed;
use combien_tiling::why::Subject;
use combien_tiling::{Cell, Encoding, Judge, Meaning, Shape, Through, Tiling};
use serde_json::{Value, json};

use crate::document::{Input, Mark, Marks, failed, failure};
use crate::drawing::corner;

/// The maximum number of marks that a document may have.
const MOST: usize = 1000;

/// A problem with its marks: the problem that all questions are about.
#[derive(Debug)]
pub struct Marked {
    /// What was read. Numbers of options are the same in both.
    pub input: Input,
    /// The problem in which the marked options are taken and forbidden.
    narrowed: Problem,
    /// The tiling's encoding with that problem, if anything is marked and no item was added.
    encoding: Option<Box<Encoding>>,
    /// The options that are taken.
    pub taken: Vec<OptionId>,
    /// The options that are forbidden.
    pub forbidden: Vec<OptionId>,
    /// Marks of options that there are no more, in words.
    pub lost: Vec<String>,
    /// What decides which solutions are meant, if not all are.
    judge: Option<Judge>,
}

impl Marked {
    /// The input with these marks. Marks of options that it does not have are counted as lost.
    pub fn new(input: Input, marks: &Marks) -> Marked {
        let judge = input.tiling().and_then(|(tiling, _)| tiling.judge());
        let mut finder = Finder::new(&input);
        let mut lost = vec![];
        let mut found = |marks: &[Mark]| {
            let mut options = vec![];
            for mark in marks.iter().take(MOST) {
                match finder.find(mark) {
                    Some(option) if options.contains(&option) => {}
                    Some(option) => options.push(option),
                    None => lost.push(mark.words.clone()),
                }
            }
            options
        };
        let (taken, forbidden) = (found(&marks.taken), found(&marks.forbidden));
        if taken.is_empty() && forbidden.is_empty() {
            return Marked {
                narrowed: input.problem().clone(),
                input,
                encoding: None,
                taken,
                forbidden,
                lost,
                judge,
            };
        }
        let Ok(narrowed) = narrowed(input.problem(), &taken, &forbidden) else {
            // A problem at the limits of sizes has no room for the items that marks may need.
            let all = marks.taken.iter().chain(&marks.forbidden);
            let lost = all.map(|mark| mark.words.clone()).collect();
            let narrowed = input.problem().clone();
            return Marked { narrowed, input, encoding: None, taken: vec![], forbidden: vec![], lost, judge };
        };
        let encoding = match &input {
            Input::Tiling(_, _, encoding) if narrowed.item_count() == input.problem().item_count() => {
                let mut encoding = encoding.clone();
                encoding.problem = narrowed.clone();
                Some(encoding)
            }
            _ => None,
        };
        Marked { input, narrowed, encoding, taken, forbidden, lost, judge }
    }

    /// Are only some of the solutions meant?
    pub fn is_filtered(&self) -> bool {
        self.judge.is_some()
    }

    /// What decides which solutions are meant, if not all are. Options have the same numbers with marks and
    /// without.
    pub(crate) fn through(&self) -> Option<Through<'_>> {
        self.judge.as_ref().zip(self.input.tiling().map(|(_, encoding)| encoding))
    }

    /// Is this solution meant?
    pub(crate) fn means(&self, solution: &Solution) -> Result<bool, Value> {
        self.through().map_or(Ok(true), |(judge, encoding)| judge.accepts(encoding, solution)).map_err(failed)
    }

    /// The problem that questions are about.
    pub fn problem(&self) -> &Problem {
        &self.narrowed
    }

    /// Is anything kept or forbidden?
    pub fn is_marked(&self) -> bool {
        !(self.taken.is_empty() && self.forbidden.is_empty())
    }

    /// The subject of reasons.
    pub fn subject(&self) -> Subject<'_> {
        match (&self.input, &self.encoding) {
            (Input::Tiling(_, tiling, _), Some(encoding)) => Subject::of_tiling(tiling, encoding),
            (Input::Tiling(_, tiling, encoding), None) if !self.is_marked() => {
                Subject::of_tiling(tiling, encoding)
            }
            _ => Subject::of(&self.narrowed),
        }
    }

    /// The marks as JSON: what is taken, what is forbidden, and what was lost.
    pub fn as_json(&self) -> Value {
        let described = |options: &[OptionId]| -> Vec<Value> {
            options.iter().map(|&option| described(&self.input, option)).collect()
        };
        json!({"taken": described(&self.taken), "forbidden": described(&self.forbidden), "lost": self.lost})
    }
}

/// Finds the options that marks mean.
struct Finder<'a> {
    input: &'a Input,
    /// The options by their words: listed once, when a number is not that of the words.
    by_words: Option<HashMap<String, OptionId>>,
}

impl Finder<'_> {
    fn new(input: &Input) -> Finder<'_> {
        Finder { input, by_words: None }
    }

    fn find(&mut self, mark: &Mark) -> Option<OptionId> {
        let (input, problem) = (self.input, self.input.problem());
        if mark.option < problem.option_count() {
            let numbered = OptionId::from_index(mark.option);
            if words(input, numbered) == mark.words {
                return Some(numbered);
            }
        }
        let list = || problem.options().rev().map(|option| (words(input, option), option)).collect();
        self.by_words.get_or_insert_with(list).get(&mark.words).copied()
    }
}

/// An option in words that no other option has, unless the two are the same.
fn words(input: &Input, option: OptionId) -> String {
    match input {
        Input::Tiling(_, tiling, encoding) => Subject::of_tiling(tiling, encoding).option_words(option),
        Input::Plain(problem) => problem.show_option(option).to_string(),
        Input::Classic(classic) => classic.problem().show_option(option).to_string(),
    }
}

/// An option: its words; of a placement the piece, the names of its cells, and their positions in the
/// drawing, from the lower left corner.
pub fn described(input: &Input, option: OptionId) -> Value {
    let mut described = json!({"option": option.index(), "words": words(input, option)});
    if let Input::Tiling(_, tiling, encoding) = input {
        let cells = encoding.cells(option);
        let names: Vec<String> = cells.cells().iter().map(|&cell| tiling.lattice().cell_name(cell)).collect();
        let piece = encoding.placement(option).map(|placement| tiling.piece_name(placement.piece));
        described["piece"] = json!(piece);
        described["cells"] = json!(names);
        described["at"] = json!(positions(tiling, &cells));
    }
    described
}

/// The descriptions of options with these numbers.
pub(crate) fn describe(input: &Input, numbers: &[usize]) -> Value {
    let known = numbers.iter().filter(|&&number| number < input.problem().option_count());
    let options: Vec<Value> = known.map(|&number| described(input, OptionId::from_index(number))).collect();
    json!({"type": "options", "options": options})
}

/// Positions in the drawing: columns from the left, rows from below, layers from the lowest.
fn positions(tiling: &Tiling, cells: &Shape) -> Vec<[i32; 3]> {
    let (lattice, low) = (tiling.lattice(), corner(tiling.lattice(), tiling.board().cells()));
    let place = |&cell: &Cell| {
        let position = lattice.position(cell) - low;
        [position.x, position.y, position.z]
    };
    cells.cells().iter().map(place).collect()
}

/// The placements that cover just the cells at these positions of the drawing.
pub(crate) fn find(input: &Input, places: &[[i32; 3]]) -> Value {
    let Input::Tiling(_, tiling, encoding) = input else {
        return failure("only a board has cells to be chosen", None);
    };
    let (lattice, low) = (tiling.lattice(), corner(tiling.lattice(), tiling.board().cells()));
    let cells: Shape = places.iter().map(|&[x, y, z]| lattice.at(Cell::space(x, y, z) + low)).collect();
    let is_there = |option: &OptionId| {
        encoding.placement(*option).is_some()
            && encoding.problem.option(*option).len() >= cells.len()
            && encoding.cells(*option) == cells
    };
    let found: Vec<Value> =
        encoding.problem.options().filter(is_there).map(|option| described(input, option)).collect();
    json!({"type": "options", "options": found})
}

/// What an item is: `{"kind": "cell", "name": "0,1"}`.
pub(crate) fn item_as_json(marked: &Marked, item: combien::problem::ItemId) -> Value {
    let name = || marked.problem().item_name(item).to_owned();
    match &marked.input {
        Input::Tiling(_, tiling, encoding) if item.index() < encoding.problem.item_count() => {
            match encoding.meaning(item) {
                Meaning::Cell(cell) => json!({"kind": "cell", "name": tiling.lattice().cell_name(cell)}),
                Meaning::Piece(piece) => json!({"kind": "piece", "name": tiling.piece_name(piece)}),
                Meaning::Region(_) | Meaning::Side(..) | Meaning::Crossing(_) => {
                    json!({"kind": "item", "name": name()})
                }
            }
        }
        _ => json!({"kind": "item", "name": name()}),
    }
}
