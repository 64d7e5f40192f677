//! Clues in the tiling language against a generator of tilings that shares no code with the library: it turns
//! drawings, lays them on the board cell by cell, and reads the clues by their meaning in
//! docs/reference/language.md.
//!
//! `COMBIEN_CASES=100000 cargo test -p combien-tests --test suites given` runs as many random problems.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;

use combien::solve;
use combien_lang::elaborate::LoadError;
use combien_lang::{Loaded, load};

type Cell = (i32, i32);
type Cells = BTreeSet<Cell>;

/// What an isometry does to a cell.
type Isometry = fn(Cell) -> Cell;

/// The isometries of the square by their names in the language.
const ISOMETRIES: [(&str, Isometry); 8] = [
    ("Id", |(x, y)| (x, y)),
    ("Rot90", |(x, y)| (-y, x)),
    ("Rot180", |(x, y)| (-x, -y)),
    ("Rot270", |(x, y)| (y, -x)),
    ("VertRefl", |(x, y)| (-x, y)),
    ("HorizRefl", |(x, y)| (x, -y)),
    ("Diag1Refl", |(x, y)| (y, x)),
    ("Diag2Refl", |(x, y)| (-y, -x)),
];

/// The options that let a piece be turned, with the places of the isometries that they allow.
const TURNS: [(&str, &[usize]); 6] = [
    ("", &[0]),
    ("~rot", &[0, 1, 2, 3]),
    ("~sym", &[0, 1, 2, 3, 4, 5, 6, 7]),
    ("~half", &[0, 2]),
    ("~mirror", &[0, 4]),
    ("~half ~mirror", &[0, 2, 4, 5]),
];

const DRAWINGS: [&str; 10] =
    ["*", "*", "**", "**", "***", "**$*.", "**$**", ".*$**$*.", "***$*..", "*.$**$.*"];
const QUANTITIES: [(&str, usize, usize); 8] = [
    ("", 0, 99),
    ("", 0, 99),
    ("~times 0..", 0, 99),
    ("~one", 1, 1),
    ("~maybe", 0, 1),
    ("~times 2", 2, 2),
    ("~times 1..3", 1, 3),
    ("~times 1..", 1, 99),
];
const NAMES: [&str; 3] = ["A", "B", "C"];

struct Piece {
    /// Its orientations with their least column and row at 0.
    lies: Vec<Cells>,
    /// How each isometry makes it lie, allowed or not.
    images: Vec<Cells>,
    least: usize,
    most: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    piece: usize,
    cells: Cells,
}

fn at_origin(cells: &Cells) -> Cells {
    let low = corner(cells);
    cells.iter().map(|&(x, y)| (x - low.0, y - low.1)).collect()
}

fn corner(cells: &Cells) -> Cell {
    let x = cells.iter().map(|cell| cell.0).min().unwrap();
    (x, cells.iter().map(|cell| cell.1).min().unwrap())
}

fn drawn(drawing: &str) -> Cells {
    let rows: Vec<&str> = drawing.split('$').collect();
    let mut cells = Cells::new();
    for (y, row) in rows.iter().rev().enumerate() {
        cells.extend(row.chars().enumerate().filter(|(_, c)| *c == '*').map(|(x, _)| (x as i32, y as i32)));
    }
    cells
}

struct Tilings {
    pieces: Vec<Piece>,
    placements: Vec<Placed>,
    needed: Cells,
    all: Vec<Cell>,
    found: Vec<Vec<Placed>>,
}

impl Tilings {
    fn new(cells: &Cells, optional: &Cells, pieces: Vec<Piece>) -> Tilings {
        let mut placements = vec![];
        for (number, piece) in pieces.iter().enumerate() {
            for lying in &piece.lies {
                for y in 0..8 {
                    for x in 0..8 {
                        let moved: Cells = lying.iter().map(|&(a, b)| (a + x, b + y)).collect();
                        if moved.is_subset(cells) {
                            placements.push(Placed { piece: number, cells: moved });
                        }
                    }
                }
            }
        }
        let needed = cells.difference(optional).copied().collect();
        Tilings { pieces, placements, needed, all: cells.iter().copied().collect(), found: vec![] }
    }

    /// Decides the cells in order: each is covered by a placement whose first cell it is, or stays empty.
    fn search(&mut self, from: usize, covered: &Cells, chosen: &mut Vec<Placed>) {
        let Some(&cell) = self.all.get(from) else {
            let is_right = |(number, piece): (usize, &Piece)| {
                let used = chosen.iter().filter(|placed| placed.piece == number).count();
                (piece.least..=piece.most).contains(&used)
            };
            if self.pieces.iter().enumerate().all(is_right) {
                self.found.push(chosen.clone());
            }
            return;
        };
        if covered.contains(&cell) || !self.needed.contains(&cell) {
            self.search(from + 1, covered, chosen);
        }
        if covered.contains(&cell) {
            return;
        }
        let here: Vec<Placed> =
            self.placements.iter().filter(|placed| placed.cells.first() == Some(&cell)).cloned().collect();
        for placed in here {
            if placed.cells.is_disjoint(covered) {
                let more = covered.union(&placed.cells).copied().collect();
                chosen.push(placed);
                self.search(from + 1, &more, chosen);
                chosen.pop();
            }
        }
    }
}

enum Clue {
    Spot {
        fixed: bool,
        piece: Option<usize>,
        at: Option<Cell>,
        over: Vec<Cell>,
        isometry: Option<usize>,
    },
    Drawn(Cells),
    Keep(Cells, bool),
    /// How many placements of some pieces, or of any, cover some of these cells, for each of the sets.
    Also(usize, usize, Option<usize>, Vec<Cells>),
}

impl Clue {
    fn is_meant(&self, placed: &Placed, pieces: &[Piece]) -> bool {
        match self {
            Clue::Spot { piece, at, over, isometry, .. } => {
                piece.is_none_or(|piece| piece == placed.piece)
                    && at.is_none_or(|at| at == corner(&placed.cells))
                    && over.iter().all(|cell| placed.cells.contains(cell))
                    && isometry.is_none_or(|isometry| {
                        at_origin(&placed.cells) == pieces[placed.piece].images[isometry]
                    })
            }
            Clue::Drawn(cells) => placed.cells == *cells,
            Clue::Keep(..) | Clue::Also(..) => false,
        }
    }

    fn holds(&self, solution: &[Placed], pieces: &[Piece]) -> bool {
        let number = |placed: &Placed, cells: &Cells| placed.cells.intersection(cells).count();
        match self {
            Clue::Spot { fixed, .. } => solution.iter().any(|placed| self.is_meant(placed, pieces)) == *fixed,
            Clue::Drawn(_) => solution.iter().any(|placed| self.is_meant(placed, pieces)),
            Clue::Also(lo, hi, piece, regions) => regions.iter().all(|cells| {
                let counts = |placed: &&Placed| piece.is_none_or(|piece| piece == placed.piece);
                let counted = solution.iter().filter(counts);
                let touching = counted.filter(|placed| number(placed, cells) > 0).count();
                (*lo..=*hi).contains(&touching)
            }),
            Clue::Keep(cells, true) => {
                solution.iter().all(|placed| [0, cells.len()].contains(&number(placed, cells)))
            }
            Clue::Keep(cells, false) => solution.iter().all(|placed| number(placed, cells) < 2),
        }
    }
}

/// Random numbers from a seed: the generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A random problem as a text, and what it means.
fn some_problem(random: &mut Random) -> Option<(String, Tilings, Vec<Clue>)> {
    let (width, height) = (2 + random.below(3) as i32, 1 + random.below(3) as i32);
    let (mut cells, mut optional, mut marked) = (Cells::new(), Cells::new(), [Cells::new(), Cells::new()]);
    let mut board = String::from("marked {");
    let has_gaps = random.one_in(3);
    for y in (0..height).rev() {
        for x in 0..width {
            let cell = (x, y);
            let mark = match random.below(14) {
                0 => '.',
                1 | 2 => 'a',
                3 | 4 => 'b',
                5 | 6 if has_gaps => '?',
                _ => '*',
            };
            board.push(mark);
            cells.extend(Some(cell).filter(|_| mark != '.'));
            optional.extend(Some(cell).filter(|_| mark == '?'));
            marked[0].extend(Some(cell).filter(|_| mark == 'a'));
            marked[1].extend(Some(cell).filter(|_| mark == 'b'));
        }
        board.push(if y > 0 { '$' } else { '}' });
    }
    if cells.is_empty() {
        return None;
    }
    let (mut pieces, mut tiles) = (vec![], vec![]);
    for &name in &NAMES[..=random.below(3)] {
        let (drawing, turn, quantity) = (random.of(&DRAWINGS), random.of(&TURNS), random.of(&QUANTITIES));
        let image = |&(_, isometry): &(&str, Isometry)| {
            at_origin(&drawn(drawing).into_iter().map(isometry).collect())
        };
        let images: Vec<Cells> = ISOMETRIES.iter().map(image).collect();
        let mut lies: Vec<Cells> = turn.1.iter().map(|&isometry| images[isometry].clone()).collect();
        lies.sort();
        lies.dedup();
        tiles.push(format!("{{{drawing}}} {} {} ~named \"{name}\"", turn.0, quantity.0));
        pieces.push(Piece { lies, images, least: quantity.1, most: quantity.2 });
    }
    let mut text = format!("problem p = {board} [{}]", tiles.join(", "));
    let mut tilings = Tilings::new(&cells, &optional, pieces);
    tilings.search(0, &Cells::new(), &mut vec![]);
    let mut clues = vec![];
    for _ in 0..=random.below(2) {
        clues.extend(some_clue(random, &tilings, (width, height), &marked, &mut text));
    }
    Some((text, tilings, clues))
}

fn some_placement(random: &mut Random, tilings: &Tilings) -> Option<Placed> {
    if tilings.placements.is_empty() {
        return None;
    }
    let is_free = tilings.found.is_empty() || random.one_in(4);
    let from = if is_free { &tilings.placements } else { random.of(&tilings.found) };
    Some(random.of(if from.is_empty() { &tilings.placements } else { from }).clone())
}

/// A bound on the pieces that cover some cells, which is written behind the text.
fn some_bound(
    random: &mut Random,
    tilings: &Tilings,
    (width, height): (i32, i32),
    marked: &[Cells; 2],
    text: &mut String,
) -> Option<Clue> {
    let (lo, more) = (random.below(3), random.below(4));
    let (range, hi) = match more {
        0 => (format!("{lo}.."), 99),
        1 => (lo.to_string(), lo),
        _ => (format!("{lo}..{}", lo + more - 1), lo + more - 1),
    };
    let all: Cells = tilings.all.iter().copied().collect();
    let piece = random.one_in(2).then(|| random.below(tilings.pieces.len()));
    let of = match piece {
        Some(piece) if random.one_in(2) => format!(" of {}", NAMES[piece]),
        Some(piece) => format!(" of [{}]", NAMES[piece]),
        None if random.one_in(4) => " of every piece".to_owned(),
        None => String::new(),
    };
    if !of.is_empty() && random.one_in(2) {
        let _ = write!(text, " also {range}{of}");
        return Some(Clue::Also(lo, hi, piece, vec![all]));
    }
    if random.one_in(2) {
        let around = |x: i32, y: i32| {
            let cells = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
            cells.into_iter().filter(|cell| all.contains(cell)).collect::<Cells>()
        };
        let vertices = (0..=width).flat_map(|x| (0..=height).map(move |y| (x, y)));
        let regions = vertices.map(|(x, y)| around(x, y)).filter(|cells| !cells.is_empty()).collect();
        let _ = write!(text, " also {range}{of} at every vertex");
        return Some(Clue::Also(lo, hi, piece, regions));
    }
    if marked[0].is_empty() {
        return None;
    }
    let _ = write!(text, " also {range}{of} over \"a\"");
    Some(Clue::Also(lo, hi, piece, vec![marked[0].clone()]))
}

/// A clue, which is written behind the text.
fn some_clue(
    random: &mut Random,
    tilings: &Tilings,
    (width, height): (i32, i32),
    marked: &[Cells; 2],
    text: &mut String,
) -> Option<Clue> {
    // Writing to a string does not fail.
    let kind = random.below(6);
    if random.one_in(6) {
        return some_bound(random, tilings, (width, height), marked, text);
    }
    if kind == 0 {
        let (marks, cells) = match random.below(3) {
            0 => ("a", marked[0].clone()),
            1 => ("b", marked[1].clone()),
            _ => ("ba", marked[0].union(&marked[1]).copied().collect()),
        };
        let is_there = marks.chars().all(|mark| !marked[usize::from(mark == 'b')].is_empty());
        if !is_there || cells.len() < 2 {
            return None;
        }
        let together = random.one_in(2);
        let _ = write!(text, " keep \"{marks}\" {}", if together { "together" } else { "apart" });
        return Some(Clue::Keep(cells, together));
    }
    if kind == 1 && !tilings.placements.is_empty() {
        let placed = some_placement(random, tilings)?;
        let row = |y: i32| {
            (0..width).map(|x| if placed.cells.contains(&(x, y)) { 'z' } else { '.' }).collect::<String>()
        };
        let rows: Vec<String> = (0..height).rev().map(row).collect();
        let _ = write!(text, " fix {{{}}}", rows.join("$"));
        return Some(Clue::Drawn(placed.cells));
    }
    let fixed = random.below(3) > 0;
    text.push_str(if fixed { " fix" } else { " forbid" });
    // Mostly what some placement satisfies, often one of a solution.
    let like = some_placement(random, tilings).filter(|_| random.below(6) > 0);
    let any = random.below(tilings.pieces.len());
    let piece = (random.below(3) > 0).then(|| like.as_ref().map_or(any, |placed| placed.piece));
    if let Some(piece) = piece {
        let _ = write!(text, " {}", NAMES[piece]);
    }
    let (mut at, mut over, mut isometry) = (None, vec![], None);
    for word in 0..3 {
        let is_last = word == 2 && at.is_none() && over.is_empty();
        if !is_last && random.one_in(2) {
            continue;
        }
        match word {
            0 => {
                let cell = match &like {
                    Some(placed) => corner(&placed.cells),
                    None => (random.below(width as usize) as i32, random.below(height as usize) as i32),
                };
                let _ = write!(text, " at {}x{}", cell.0, cell.1);
                at = Some(cell);
            }
            1 => {
                for _ in 0..=random.below(2) {
                    let of: Vec<Cell> = like
                        .as_ref()
                        .map_or(tilings.all.clone(), |placed| placed.cells.iter().copied().collect());
                    let cell = *random.of(&of);
                    let _ = write!(text, " over {}x{}", cell.0, cell.1);
                    over.push(cell);
                }
            }
            _ => {
                let mut chosen = random.below(8);
                if let Some(placed) = &like {
                    let lying = at_origin(&placed.cells);
                    let image = tilings.pieces[placed.piece].images.iter().position(|image| *image == lying);
                    chosen = image.filter(|_| random.below(4) > 0).unwrap_or(chosen);
                }
                let _ = write!(text, " as {}", ISOMETRIES[chosen].0);
                isometry = Some(chosen);
            }
        }
    }
    Some(Clue::Spot { fixed, piece, at, over, isometry })
}

#[test]
fn clues_mean_what_the_language_says() {
    let cases =
        std::env::var("COMBIEN_CASES").ok().and_then(|cases| cases.parse::<u64>().ok()).unwrap_or(3000);
    let (mut solved, mut narrowed, mut refused) = (0u64, 0u64, 0u64);
    for seed in 0..cases {
        let mut random = Random(seed);
        let Some((text, tilings, clues)) = some_problem(&mut random) else { continue };
        let pieces = &tilings.pieces;
        let agrees = |solution: &&Vec<Placed>| clues.iter().all(|clue| clue.holds(solution, pieces));
        let expected = tilings.found.iter().filter(agrees).count();
        let files =
            |_: &str, _: Option<&str>| -> io::Result<Loaded> { Ok(Loaded::new("t.cmb", text.as_str())) };
        match load("t.cmb", &files) {
            Ok(script) => {
                let problem = script.problems[0].tiling.encode().unwrap().problem;
                let count = solve::count(&problem).unwrap().to_u64();
                assert_eq!(count, Some(expected as u64), "seed {seed}: {text}");
                solved += u64::from(expected > 0);
                narrowed += u64::from(expected > 0 && expected < tilings.found.len());
            }
            Err(LoadError::Diagnostics(faults)) => {
                let codes: Vec<&str> =
                    faults.iter().filter(|fault| fault.is_error()).map(|fault| fault.code).collect();
                for code in &codes {
                    assert!(
                        ["fits-nowhere", "contradiction", "vague-clue"].contains(code),
                        "seed {seed}: {text}\n{faults:?}"
                    );
                }
                let lies_nowhere = |clue: &&Clue| {
                    !matches!(clue, Clue::Keep(..) | Clue::Also(..))
                        && !tilings.placements.iter().any(|placed| clue.is_meant(placed, pieces))
                };
                // Without a contradiction, exactly the clues that lie nowhere are refused.
                if codes.iter().all(|code| *code == "fits-nowhere") {
                    assert_eq!(
                        clues.iter().filter(lies_nowhere).count(),
                        codes.len(),
                        "seed {seed}: {text}\n{faults:?}"
                    );
                }
                let is_fixed = |clue: &Clue| matches!(clue, Clue::Drawn(_) | Clue::Spot { fixed: true, .. });
                if !codes.contains(&"vague-clue") && clues.iter().all(is_fixed) {
                    assert_eq!(expected, 0, "seed {seed}: {text}\n{faults:?}");
                }
                refused += 1;
            }
            Err(error) => panic!("seed {seed}: {text}\n{error:?}"),
        }
    }
    assert!(
        solved > cases / 20 && narrowed > cases / 40 && refused > cases / 20,
        "the test tells little: {solved} {narrowed} {refused} of {cases}"
    );
}
