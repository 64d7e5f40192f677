//! The table of a classic puzzle as a board: what an option says, labels at cells, is a piece in one way.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::iter::successors;

use combien::problem::{ItemId, OptionId, Problem, Solution};
use combien_puzzles::Classic;
use combien_tiling::draw::{Reading, Table};
use serde_json::{Value, json};

use super::{MOST_CELLS, MOST_COVERED, item_as_json, palette, placement, refused};
use crate::document::Answer;

/// A label of a way that a piece may lie: its place in tenths of a cell, to the right and down.
type Label = ([i32; 2], String);

/// A way that a piece may lie, at the origin: its cells, each a column and a row, and its labels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Way {
    cells: Vec<[i32; 2]>,
    labels: Vec<Label>,
}

/// The board of a table. What the table shows before anything is placed, such as a black cell of a crossword,
/// is no cell of the board.
pub(super) fn board(classic: &Classic, table: &Table) -> Answer {
    let problem = classic.problem();
    let covered: usize = problem.options().map(|option| problem.option(option).len()).sum();
    if !table.markings.is_empty() {
        return Err(refused("rules", "rules that are drawn on a grid are not shown in a game"));
    }
    // An option is read as a table of its own.
    if table.cells.len() > MOST_CELLS
        || covered > MOST_COVERED
        || problem.option_count() * table.cells.len() > 20 * MOST_COVERED
    {
        return Err(refused("large", "the board is too large to be played by hand"));
    }
    let said: Vec<Option<([i32; 2], Way)>> =
        problem.options().map(|option| said(classic, table, option)).collect();
    let cells = cells(table);
    let number: HashMap<[i32; 2], usize> = cells.iter().enumerate().map(|(at, &cell)| (cell, at)).collect();
    let covers = |(from, way): &([i32; 2], Way)| -> Vec<usize> {
        way.cells.iter().filter_map(|&[x, y]| number.get(&[x + from[0], y + from[1]]).copied()).collect()
    };
    let covered: Vec<Vec<usize>> =
        said.iter().map(|said| said.as_ref().map(covers).unwrap_or_default()).collect();
    let needed = needed(problem, &covered);
    let pieces = Pieces::of(said.iter().flatten().map(|(_, way)| way), table.has_sides);
    let way_of = |said: &Option<([i32; 2], Way)>| said.as_ref().map(|(_, way)| pieces.number[way]);
    let piece_of: Vec<_> = said.iter().map(|said| way_of(said).map(|way| pieces.piece_of[way])).collect();
    let most = most(problem, &piece_of);
    let place = |(option, said): (OptionId, &Option<([i32; 2], Way)>)| {
        let at = said.as_ref().map_or([0.0; 2], |(from, _)| from.map(f64::from));
        let mut placement = placement(problem, option, way_of(said), at);
        // Cells are items of their own here, after those of the problem: any number of options may cover one,
        // for words cross.
        if let Some(items) = placement[4].as_array_mut() {
            items.extend(covered[option.index()].iter().map(|&cell| json!(problem.item_count() + cell)));
        }
        placement
    };
    let cell_item = |cell: usize| json!({"least": u32::from(needed.contains(&cell)), "most": covered.len(), "cell": cell});
    let is_queen = pieces.ways.iter().all(|way| way.labels.iter().all(|(_, sign)| sign == "Q"));
    Ok(json!({
        "type": "board", "form": "pieces", "checkered": is_queen,
        "cells": cells.iter().map(|&cell| cell_as_json(table, cell)).collect::<Vec<_>>(),
        "items": problem.items().map(|item| item_as_json(problem, item, None))
            .chain((0..cells.len()).map(cell_item)).collect::<Vec<_>>(),
        "pieces": pieces.as_json(&most, is_queen), "ways": pieces.ways_as_json(table.has_sides, is_queen),
        "placements": problem.options().zip(&said).map(place).collect::<Vec<_>>(),
    }))
}

/// The clues of a puzzle that has some: what is the only option of an item that must be covered.
pub(super) fn clues(classic: &Classic) -> Vec<OptionId> {
    if classic.without_clues().is_none() {
        return vec![];
    }
    let problem = classic.problem();
    let mut only: Vec<Option<Option<OptionId>>> = vec![None; problem.item_count()];
    for option in problem.options() {
        for entry in problem.option(option) {
            let only = &mut only[entry.item.index()];
            *only = Some(only.is_none().then_some(option));
        }
    }
    let musts = problem.items().filter(|&item| problem.bounds(item).lo > 0);
    let mut clues: Vec<OptionId> = musts.filter_map(|item| only[item.index()].flatten()).collect();
    clues.retain(|&option| classic.says(option));
    clues.sort_unstable();
    clues.dedup();
    clues
}

/// The cells of the board, row by row: of a table with colored sides, its squares.
fn cells(table: &Table) -> Vec<[i32; 2]> {
    let all = (0..table.rows()).flat_map(|row| (0..table.columns).map(move |column| (row, column)));
    let is_cell = |&(row, column): &(usize, usize)| {
        if table.has_sides {
            row % 2 == 1 && column % 2 == 1
        } else {
            table.has(row, column) && table.label(row, column).is_none()
        }
    };
    let scale = 1 + usize::from(table.has_sides);
    all.filter(is_cell).map(|(row, column)| [(column / scale) as i32, (row / scale) as i32]).collect()
}

fn square([x, y]: [i32; 2]) -> [[i32; 2]; 4] {
    [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]
}

fn cell_as_json(table: &Table, cell @ [x, y]: [i32; 2]) -> Value {
    let region = table.region(y as usize, x as usize).filter(|_| !table.has_sides);
    let name = format!("r{}c{}", y + 1, x + 1);
    json!({"name": name, "layer": 0, "outline": square(cell), "mark": null, "region": region})
}

/// What an option says: where, and which way of a piece. `None` if it says nothing.
fn said(classic: &Classic, table: &Table, option: OptionId) -> Option<([i32; 2], Way)> {
    let solution: Solution = [option].into_iter().collect();
    let Reading::Table(own) = classic.read(&solution) else { return None };
    let labels: Vec<([i32; 2], &str)> = own
        .cells
        .iter()
        .zip(&table.cells)
        .enumerate()
        .filter(|(_, (label, shown))| label != shown)
        .filter_map(|(place, (label, _))| {
            Some(([(place % own.columns) as i32, (place / own.columns) as i32], label.as_deref()?))
        })
        .collect();
    let least = |axis: usize| labels.iter().map(|(place, _)| place[axis]).min();
    let [x, y] = [least(0)?, least(1)?];
    if table.has_sides {
        // The four sides of a square: three tenths of a cell from its middle.
        let label = |&([column, row], sign): &([i32; 2], &str)| {
            ([5 + 3 * (column - x - 1), 5 + 3 * (row - y - 1)], sign.to_owned())
        };
        return Some(([x / 2, y / 2], Way { cells: vec![[0, 0]], labels: sorted(labels.iter().map(label)) }));
    }
    let cells = labels.iter().map(|([column, row], _)| [column - x, row - y]).collect();
    let label = |&([column, row], sign): &([i32; 2], &str)| {
        ([10 * (column - x) + 5, 10 * (row - y) + 5], sign.to_owned())
    };
    Some(([x, y], Way { cells, labels: sorted(labels.iter().map(label)) }))
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all
}

impl Way {
    /// A square is turned by a quarter, clockwise. Words and other rows are turned from across to down.
    fn turned(&self, has_sides: bool) -> Way {
        let label = |([x, y], sign): &Label| {
            let at = if has_sides { [10 - y, *x] } else { [*y, *x] };
            (at, sign.clone())
        };
        let cells =
            if has_sides { self.cells.clone() } else { sorted(self.cells.iter().map(|&[x, y]| [y, x])) };
        // The cells of a row stand row by row, as they were read.
        let cells = if has_sides { cells } else { by_rows(cells) };
        Way { cells, labels: sorted(self.labels.iter().map(label)) }
    }

    fn name(&self) -> String {
        let signs: BTreeSet<&str> = self.labels.iter().map(|(_, sign)| &**sign).collect();
        match (signs.len(), signs.first()) {
            (1, Some(sign)) => (*sign).to_owned(),
            _ => self.labels.iter().map(|(_, sign)| &**sign).collect(),
        }
    }
}

fn by_rows(mut cells: Vec<[i32; 2]>) -> Vec<[i32; 2]> {
    cells.sort_unstable_by_key(|&[x, y]| [y, x]);
    cells
}

/// The pieces, and the ways that they may lie. Ways that are turned into each other are of one piece.
struct Pieces<'a> {
    ways: Vec<&'a Way>,
    number: HashMap<&'a Way, usize>,
    piece_of: Vec<usize>,
    /// The first way of each piece.
    first: Vec<usize>,
    turn: Vec<Option<usize>>,
}

impl<'a> Pieces<'a> {
    fn of(all: impl Iterator<Item = &'a Way>, has_sides: bool) -> Pieces<'a> {
        let mut pieces =
            Pieces { ways: vec![], number: HashMap::new(), piece_of: vec![], first: vec![], turn: vec![] };
        for way in all {
            let next = pieces.ways.len();
            if *pieces.number.entry(way).or_insert(next) == next {
                pieces.ways.push(way);
            }
        }
        // A way that has no place on the board is turned on: a square at the border may be there upside down.
        let turned: Vec<Option<usize>> = pieces
            .ways
            .iter()
            .map(|way| {
                let turns = successors(Some(way.turned(has_sides)), |way| Some(way.turned(has_sides)));
                turns.take(3).find_map(|way| pieces.number.get(&way).copied())
            })
            .collect();
        pieces.piece_of = vec![usize::MAX; turned.len()];
        for way in 0..turned.len() {
            if pieces.piece_of[way] != usize::MAX {
                continue;
            }
            let (piece, mut next) = (pieces.first.len(), Some(way));
            pieces.first.push(way);
            // Turns lead through all ways of a piece, and back.
            while let Some(other) = next.filter(|&other| pieces.piece_of[other] == usize::MAX) {
                pieces.piece_of[other] = piece;
                next = turned[other];
            }
        }
        // A word may be there across and down, each way at other places: turned only if both are there.
        pieces.turn = turned.iter().enumerate().map(|(way, &to)| to.filter(|&to| to != way)).collect();
        pieces
    }

    fn as_json(&self, most: &[Option<usize>], is_queen: bool) -> Vec<Value> {
        let palette = palette();
        let piece = |(number, &first): (usize, &usize)| {
            let name = if is_queen { "♛".to_owned() } else { self.ways[first].name() };
            let color = palette.get(number % palette.len().max(1));
            json!({"name": name, "color": color, "least": 0, "most": most[number]})
        };
        self.first.iter().enumerate().map(piece).collect()
    }

    fn ways_as_json(&self, has_sides: bool, is_queen: bool) -> Vec<Value> {
        let signs: BTreeSet<&str> =
            self.ways.iter().flat_map(|way| &way.labels).map(|(_, sign)| &**sign).collect();
        let palette = palette();
        let color = |sign: &str| palette.get(signs.iter().position(|&other| other == sign)? % palette.len());
        let tenth = |length: i32| f64::from(length) / 10.0;
        let way = |(number, way): (usize, &&Way)| {
            let label =
                |([x, y], sign): &Label| json!([tenth(*x), tenth(*y), 0, if is_queen { "♛" } else { sign }]);
            let cell = |&cell: &[i32; 2]| json!({"layer": 0, "outline": square(cell)});
            // A side's color fills the quarter of the square at that side.
            let tint = |([x, y], sign): &Label| {
                let ends = match (x.cmp(&5), y.cmp(&5)) {
                    (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => [[0.0, 0.0], [1.0, 0.0]],
                    (std::cmp::Ordering::Greater, _) => [[1.0, 0.0], [1.0, 1.0]],
                    (std::cmp::Ordering::Equal, _) => [[1.0, 1.0], [0.0, 1.0]],
                    (std::cmp::Ordering::Less, _) => [[0.0, 1.0], [0.0, 0.0]],
                };
                json!([[ends[0], ends[1], [0.5, 0.5]], color(sign)])
            };
            let tints: Vec<Value> = way.labels.iter().filter(|_| has_sides).map(tint).collect();
            json!({
                "piece": self.piece_of[number], "cells": way.cells.iter().map(cell).collect::<Vec<_>>(),
                "labels": way.labels.iter().map(label).collect::<Vec<_>>(), "tints": tints,
                "turn": self.turn[number], "flip": null, "roll": null, "tip": null,
            })
        };
        self.ways.iter().enumerate().map(way).collect()
    }
}

/// The cells that every solution covers: some item must be covered, and each of its options covers the cell.
pub(super) fn needed(problem: &Problem, covered: &[Vec<usize>]) -> HashSet<usize> {
    let mut common: Vec<Option<Vec<usize>>> = vec![None; problem.item_count()];
    for (option, cells) in problem.options().zip(covered) {
        for entry in problem.option(option) {
            match &mut common[entry.item.index()] {
                Some(common) => common.retain(|cell| cells.contains(cell)),
                fresh => *fresh = Some(cells.clone()),
            }
        }
    }
    let musts = problem.items().filter(|&item| problem.bounds(item).lo > 0);
    musts.filter_map(|item| common[item.index()].take()).flatten().collect()
}

/// The maximum number of copies of a piece, by the items that its options need: one that all of them cover, or
/// those that no other piece covers, if together they have less room. Items that must be covered are asked
/// first: for them it is the exact number. `None` if no item says it.
fn most(problem: &Problem, piece_of: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut owner: Vec<Option<Option<usize>>> = vec![None; problem.item_count()];
    for (option, &piece) in problem.options().zip(piece_of) {
        for entry in problem.option(option) {
            let owner = &mut owner[entry.item.index()];
            *owner = Some(owner.map_or(piece, |other| other.filter(|_| other == piece)));
        }
    }
    let count = piece_of.iter().flatten().max().map_or(0, |most| most + 1);
    let of_piece = |piece: usize| {
        [true, false].into_iter().find_map(|is_needed| {
            let is_own = |item: &ItemId| {
                owner[item.index()] == Some(Some(piece)) && (problem.bounds(*item).lo > 0) == is_needed
            };
            let room = |item: ItemId| problem.bounds(item).hi as usize;
            let own = |option: OptionId| {
                problem.option(option).iter().map(|entry| entry.item).filter(is_own).collect::<Vec<_>>()
            };
            let uses = problem.options().filter(|option| piece_of[option.index()] == Some(piece));
            let uses: Vec<Vec<ItemId>> = uses.map(own).collect();
            let least = uses.iter().map(Vec::len).min()?;
            let together = problem.items().filter(is_own).map(room).sum::<usize>().checked_div(least);
            let common = uses[0].iter().copied().filter(|item| uses.iter().all(|items| items.contains(item)));
            common.map(room).chain(together).min()
        })
    };
    (0..count).map(of_piece).collect()
}
