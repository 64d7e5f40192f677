//! The questions of a designer: how hard a puzzle is, puzzles from easy to hard, sets of pieces, and boards.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use combien::Count;
use combien::budget::Progress;
use combien::problem::{OptionId, Problem};
use combien::solve::{Budget, Ending, Enumerate, Reason};
use combien_lang::puzzle;
use combien_puzzles::clues::{Generator, narrowed};
use combien_puzzles::rating::{Path, Request, Setter, Technique, Try};
use combien_tiling::Tiling;
use combien_tiling::design::{Boards, BoardsError, Found, Limits, Selected, Sets, Wanted, stock};
use combien_tiling::draw::{BookletOptions, Leaf as Page, booklet as page};
use combien_tiling::why::Subject;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::poor_clues;
use crate::document::{Answer, Input, failed, failure};
use crate::listener::{BUDGET, Boxed, Listener, numbers, stopped};
use crate::marks::Marked;
use crate::picture::thumbnail;

/// The maximum number of puzzles in a series, and of leaves in a booklet.
const MOST_PUZZLES: u64 = 100;
/// The number of tries for each puzzle of a series, as in the command.
const TRIES: u64 = 1000;
/// The maximum number of sets that are found at once, and of boards that are shown.
const MOST_SETS: usize = 100;
/// The side of a cell of the pieces to be cut, in millimetres.
const SIDE: f64 = 15.0;
/// The size of a cell of the boards that are shown, in pixels.
const CELL: f64 = 16.0;

/// A puzzle of a booklet.
#[derive(Clone, Debug, Deserialize)]
pub struct Leaf {
    /// Its name.
    pub name: String,
    /// What stands below the name.
    pub note: String,
    /// The options that are given.
    pub clues: Vec<usize>,
    /// The options of its solution.
    pub solution: Vec<usize>,
}

/// How hard the puzzle is: `{"type": "rated", "rating": "2.0", "hardest": "dead corner", "effort": "15.0",
/// "tally": [["forced cell", 9], ...], "steps": [{"technique": ..., "text": ...}, ...]}`; the rating is null
/// if the techniques are not enough. If it has not one solution: `{"type": "unrated", "found": 0 | 2}`.
pub(super) fn rate(marked: &Marked, listener: &mut dyn Listener) -> Answer {
    let question = Enumerate::of(marked.problem()).at_most(2).budget(BUDGET).meter(Boxed(listener.meter()));
    let mut solutions = question.run().map_err(failed)?;
    let found = solutions.by_ref().count() as u64;
    match solutions.ending() {
        Some(Ending::Stopped(reason)) if reason != Reason::Solutions(2) => Ok(stopped(&found, &reason)),
        _ if found != 1 => Ok(json!({"type": "unrated", "found": found})),
        _ => path(marked),
    }
}

/// What is given: by the clues of a tiling, and by hand.
fn given(marked: &Marked) -> Vec<OptionId> {
    let of_tiling = marked.input.tiling().map(|(tiling, encoding)| tiling.given(encoding));
    of_tiling.into_iter().flatten().chain(marked.taken.iter().copied()).collect()
}

/// The path of a puzzle with one solution.
fn path(marked: &Marked) -> Answer {
    // Options that are kept are clues; a step that places them again would be none.
    let open: Problem;
    let (subject, clues) = match &marked.input {
        Input::Tiling(_, tiling, encoding) if marked.forbidden.is_empty() => {
            (Subject::of_tiling(tiling, encoding), given(marked))
        }
        Input::Classic(classic) if !marked.is_marked() => match classic.without_clues() {
            Some((open, clues)) => (Subject::of(open.problem()), clues.to_vec()),
            None => (Subject::of(classic.problem()), vec![]),
        },
        input => {
            open = narrowed(input.problem(), &[], &marked.forbidden).map_err(failed)?;
            (Subject::of(&open), marked.taken.clone())
        }
    };
    let path = Path::of(subject, &clues, &BUDGET).map_err(failed)?;
    let steps = path.steps().iter();
    let steps: Vec<Value> = steps
        .map(|step| json!({"technique": step.technique().to_string(), "text": step.words(subject)}))
        .collect();
    Ok(json!({
        "type": "rated", "rating": path.rating().map(|rating| rating.to_string()),
        "hardest": path.hardest().map(Technique::name), "effort": path.effort().to_string(),
        "tally": path.tally(), "steps": steps,
    }))
}

/// Puzzles from easy to hard. Each is told when it is made: `{"type": "made", "clues": [...], "solution":
/// [...], "rating": "2.0"}`; the answer is `{"type": "series", "made": 5, "wanted": 5}`. The puzzles are
/// those of `combien generate --series`; what the problem gives and what is kept by hand is told with their
/// clues, for nobody can solve them without it.
pub(super) fn series(marked: &Marked, seed: u64, number: u64, listener: &mut dyn Listener) -> Answer {
    let problem = marked.problem();
    let generator = Generator::new(problem, seed).map_err(failed)?.sparing(poor_clues(marked));
    let number = number.clamp(1, MOST_PUZZLES);
    let request =
        Request { clues: 0..=usize::MAX, band: None, series: Some(number), tries: TRIES, predicate: None };
    let mut setter = Setter::new(generator, &request, None);
    let given = given(marked);
    for made in 0..number {
        match setter.next(marked.subject(), &BUDGET).map_err(failed)? {
            Try::Made(puzzle, path) => {
                let rating = path.as_ref().and_then(Path::rating).map(|rating| rating.to_string());
                let hardest = path.as_ref().and_then(Path::hardest).map(Technique::name);
                let clues: BTreeSet<OptionId> = given.iter().chain(&puzzle.clues).copied().collect();
                listener.told(&json!({
                    "type": "made", "clues": numbers(&clues.into_iter().collect::<Vec<_>>()), "rating": rating, "hardest": hardest,
                    "solution": numbers(puzzle.solution.options()),
                }));
            }
            Try::NoSolution => return Ok(json!({"type": "series", "made": 0})),
            _ => return Ok(json!({"type": "series", "made": made, "wanted": number})),
        }
    }
    Ok(json!({"type": "series", "made": number, "wanted": number}))
}

/// A booklet of puzzles, as a page of HTML: `{"type": "booklet", "html": ...}`.
pub(super) fn booklet(marked: &Marked, title: &str, leaves: &[Leaf], cut: bool) -> Answer {
    let none = || failure("only puzzles with a board and pieces make a booklet", None);
    let (tiling, encoding) = marked.input.tiling().ok_or_else(none)?;
    if !marked.forbidden.is_empty() {
        let hint = "remove what you forbid, and make the series again";
        return Err(failure("a puzzle on paper cannot say that a placement is forbidden", Some(hint)));
    }
    let leaf = |leaf: &Leaf| {
        let clues = marked.input.options(&leaf.clues);
        let solution = marked.input.options(&leaf.solution).into_iter().collect();
        let notes = if leaf.note.is_empty() { vec![] } else { vec![leaf.note.clone()] };
        Page::new(leaf.name.clone(), notes, (tiling, encoding), &clues, &solution)
    };
    let leaves: Vec<Page> = leaves.iter().take(MOST_PUZZLES as usize).map(leaf).collect();
    let options = BookletOptions { cut: cut.then_some(SIDE), ..BookletOptions::default() };
    let html = page(title, &leaves, &options).map_err(failed)?;
    Ok(json!({"type": "booklet", "html": html}))
}

/// The sets of pieces that tile the board. Each is told when it is found: `{"type": "set", "words": "P U V",
/// "solutions": "1", "text": ...}`, with the text of its problem; the answer is `{"type": "sets", "all":
/// "220", "tried": "220", "unknown": 0}`, where `tried` counts those before, too. What is kept or forbidden
/// by hand does not count, because it is about other pieces.
pub(super) fn sets(
    marked: &Marked,
    pieces: RangeInclusive<usize>,
    unique: bool,
    after: &str,
    time: f64,
    listener: &mut dyn Listener,
) -> Answer {
    let tiling = tiling_of(marked)?;
    let after: u128 = after.parse().map_err(|_| failure("this is not a number of sets", None))?;
    let stock = stock(tiling, &[]).map_err(failed)?;
    let sets = Sets::of(&stock, pieces).map_err(failed)?;
    let wanted = wanted(unique);
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let (mut found, mut unknown, mut tried) = (0, 0, after);
    let mut deliver = |set: Selected| {
        tried = tried.saturating_add(1);
        unknown += u64::from(set.solutions.reason().is_some());
        if wanted.has(&set) {
            found += 1;
            let chosen = sets.tiling(&set.pieces).ok();
            let text = chosen.and_then(|chosen| puzzle(marked.input.title(), &chosen, &[]).ok());
            listener.told(&json!({
                "type": "set", "words": sets.words(&set.pieces), "solutions": set.solutions.certain().to_string(), "text": text,
            }));
        }
        if found < MOST_SETS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    sets.search(&wanted, after.., None, &budget, &|| {}, &mut deliver).map_err(failed)?;
    Ok(json!({
        "type": "sets", "all": sets.number().to_string(), "tried": tried.to_string(), "unknown": unknown,
    }))
}

/// The boards that the pieces tile. Each is told: `{"type": "region", "svg": ..., "solutions": "1",
/// "symmetries": 2, "text": ...}`, with a tiling drawn, and the text of its problem; the answer is `{"type":
/// "boards", "found": 12, "stopped": null}`. The board of the problem, and what is kept or forbidden by hand,
/// do not count.
pub(super) fn boards(
    marked: &Marked,
    limits: Limits,
    unique: bool,
    time: f64,
    listener: &mut dyn Listener,
) -> Answer {
    let tiling = tiling_of(marked)?;
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let refused = |error: BoardsError| failure(&error, error.hint());
    let boards = Boards::of(tiling, limits, &budget).map_err(refused)?;
    let (mut found, mut meter) = (0, listener.meter());
    let mut pulse = |assemblies, boards: usize| {
        meter.tick(Progress { nodes: assemblies, solutions: boards as u64, fraction: 0.0, left: None });
    };
    let mut deliver = |region: &Found, tiling: Tiling, count: Count| {
        found += 1;
        if found <= MOST_SETS {
            let name = format!("board_{found}");
            let text = puzzle(&name, &tiling, &[]).ok();
            let shown = tiling
                .encode()
                .ok()
                .map(|encoding| thumbnail(&Input::Tiling(name, Box::new(tiling), Box::new(encoding)), CELL));
            listener.told(&json!({
                "type": "region", "svg": shown.map(|shown| shown["svg"].clone()), "solutions": count.to_string(),
                "symmetries": region.symmetries, "text": text,
            }));
        }
        ControlFlow::Continue(())
    };
    let reason = boards.each(&wanted(unique), &budget, &mut pulse, &mut deliver).map_err(refused)?;
    Ok(json!({"type": "boards", "found": found, "stopped": reason.map(|reason| reason.to_string())}))
}

fn tiling_of(marked: &Marked) -> Result<&Tiling, Value> {
    let tiling = marked.input.tiling().map(|(tiling, _)| tiling);
    tiling.ok_or_else(|| failure("this problem has no board and no pieces", None))
}

/// Boards and sets with just one solution up to symmetry, or with any.
fn wanted(unique: bool) -> Wanted {
    Wanted { solutions: 1..=if unique { 1 } else { u64::MAX }, up_to_symmetry: unique }
}
