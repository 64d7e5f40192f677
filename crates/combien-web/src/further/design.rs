//! The questions of a designer: how hard a puzzle is, puzzles from easy to hard, sets of pieces, and boards.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, RangeInclusive};

use combien::Count;
use combien::budget::Progress;
use combien::problem::{OptionId, Problem};
use combien::solve::{Budget, Ending, Enumerate, Reason};
use combien_lang::puzzle;
use combien_puzzles::clues::{Generator, narrowed};
use combien_puzzles::rating::{HARDEST, Next, Path, Rating, Series, Technique};
use combien_tiling::Tiling;
use combien_tiling::design::{Boards, Found, Limits, Selected, Sets, Wanted, stock};
use combien_tiling::draw::{BookletOptions, Leaf as Page, booklet as page};
use combien_tiling::why::Subject;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::poor_clues;
use crate::document::{Input, failure};
use crate::listener::{BUDGET, Boxed, Listener, stopped};
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

fn numbers(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.index()).collect()
}

/// How hard the puzzle is: `{"type": "rated", "rating": "2.0", "hardest": "dead corner", "effort": "15.0",
/// "tally": [["forced cell", 9], ...], "steps": [{"technique": ..., "text": ...}, ...]}`; the rating is null
/// if the techniques are not enough. If it has not one solution: `{"type": "unrated", "found": 0 | 2}`.
pub(super) fn rate(marked: &Marked, listener: &mut dyn Listener) -> Value {
    let question = Enumerate::of(marked.problem()).at_most(2).budget(BUDGET).meter(Boxed(listener.meter()));
    let mut solutions = match question.run() {
        Ok(solutions) => solutions,
        Err(error) => return failure(error, None),
    };
    let found = solutions.by_ref().count() as u64;
    match solutions.ending() {
        Some(Ending::Stopped(reason)) if reason != Reason::Solutions(2) => return stopped(found, reason),
        _ if found != 1 => return json!({"type": "unrated", "found": found}),
        _ => {}
    }
    match path(marked) {
        Ok(path) => path,
        Err(answer) => answer,
    }
}

/// What is given: by the clues of a tiling, and by hand.
fn given(marked: &Marked) -> Vec<OptionId> {
    let of_tiling = match &marked.input {
        Input::Tiling(_, tiling, encoding) => tiling.given(encoding),
        Input::Plain(_) | Input::Classic(_) => vec![],
    };
    of_tiling.into_iter().chain(marked.taken.iter().copied()).collect()
}

/// The path of a puzzle with one solution.
fn path(marked: &Marked) -> Result<Value, Value> {
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
            open = narrowed(input.problem(), &[], &marked.forbidden).map_err(|error| failure(error, None))?;
            (Subject::of(&open), marked.taken.clone())
        }
    };
    let path = Path::of(subject, &clues, &BUDGET).map_err(|stop| failure(stop, None))?;
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
pub(super) fn series(marked: &Marked, seed: u64, number: u64, listener: &mut dyn Listener) -> Value {
    let problem = marked.problem();
    let mut generator = match Generator::new(problem, seed) {
        Ok(generator) => generator.sparing(poor_clues(marked)),
        Err(error) => return failure(error, None),
    };
    let number = number.clamp(1, MOST_PUZZLES);
    let mut series = Series::new(Rating { tenths: 0 }..=HARDEST, number);
    let subject = marked.subject();
    let given = given(marked);
    let mut made = 0;
    while made < number {
        match series.next(&mut generator, subject, TRIES, &BUDGET) {
            Ok(Next::Made(graded)) => {
                made += 1;
                let rating = graded.path.rating().map(|rating| rating.to_string());
                let hardest = graded.path.hardest().map(Technique::name);
                let clues: BTreeSet<OptionId> = given.iter().chain(&graded.puzzle.clues).copied().collect();
                listener.told(&json!({
                    "type": "made", "clues": numbers(&clues.into_iter().collect::<Vec<_>>()), "rating": rating, "hardest": hardest,
                    "solution": numbers(graded.puzzle.solution.options()),
                }));
            }
            Ok(Next::NoOther) => break,
            Ok(Next::NoSolution) => return json!({"type": "series", "made": 0}),
            Err(stop) => return failure(stop, None),
        }
    }
    json!({"type": "series", "made": made, "wanted": number})
}

/// A booklet of puzzles, as a page of HTML: `{"type": "booklet", "html": ...}`.
pub(super) fn booklet(marked: &Marked, title: &str, leaves: &[Leaf], cut: bool) -> Value {
    let Input::Tiling(_, tiling, encoding) = &marked.input else {
        return failure("only puzzles with a board and pieces make a booklet", None);
    };
    if !marked.forbidden.is_empty() {
        let hint = "remove what you forbid, and make the series again";
        return failure("a puzzle on paper cannot say that a placement is forbidden", Some(hint));
    }
    let leaf = |leaf: &Leaf| {
        let clues = marked.input.options(&leaf.clues);
        let solution = marked.input.options(&leaf.solution).into_iter().collect();
        let notes = if leaf.note.is_empty() { vec![] } else { vec![leaf.note.clone()] };
        Page::new(leaf.name.clone(), notes, (tiling, encoding), &clues, &solution)
    };
    let leaves: Vec<Page> = leaves.iter().take(MOST_PUZZLES as usize).map(leaf).collect();
    let options = BookletOptions { cut: cut.then_some(SIDE), ..BookletOptions::default() };
    match page(title, &leaves, &options) {
        Ok(html) => json!({"type": "booklet", "html": html}),
        Err(error) => failure(error, None),
    }
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
) -> Value {
    let Input::Tiling(name, tiling, _) = &marked.input else {
        return failure("this problem has no board and no pieces", None);
    };
    let Ok(after) = after.parse::<u128>() else { return failure("this is not a number of sets", None) };
    let stock = match stock(tiling, &[]) {
        Ok(stock) => stock,
        Err(error) => return failure(error, None),
    };
    let sets = match Sets::of(&stock, pieces) {
        Ok(sets) => sets,
        Err(error) => return failure(error, None),
    };
    let most = if unique { 1 } else { u64::MAX };
    let wanted = Wanted { solutions: 1..=most, up_to_symmetry: unique };
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let (mut found, mut unknown, mut tried) = (0, 0, after);
    let mut deliver = |set: Selected| {
        tried = tried.saturating_add(1);
        unknown += u64::from(set.solutions.reason().is_some());
        if wanted.has(&set) {
            found += 1;
            let chosen = sets.tiling(&set.pieces).ok();
            let text = chosen.and_then(|chosen| puzzle(name, &chosen, &[]).ok());
            listener.told(&json!({
                "type": "set", "words": sets.words(&set.pieces), "solutions": set.solutions.certain().to_string(), "text": text,
            }));
        }
        if found < MOST_SETS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match sets.search(&wanted, after.., None, &budget, &|| {}, &mut deliver) {
        Ok(_) => json!({
            "type": "sets", "all": sets.number().to_string(), "tried": tried.to_string(), "unknown": unknown,
        }),
        Err(error) => failure(error, None),
    }
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
) -> Value {
    let Input::Tiling(_, tiling, _) = &marked.input else {
        return failure("this problem has no board and no pieces", None);
    };
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let most = if unique { 1 } else { u64::MAX };
    let wanted = Wanted { solutions: 1..=most, up_to_symmetry: unique };
    let boards = match Boards::of(tiling, limits, &budget) {
        Ok(boards) => boards,
        Err(error) => return failure(&error, error.hint()),
    };
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
    match boards.each(&wanted, &budget, &mut pulse, &mut deliver) {
        Ok(reason) => {
            json!({"type": "boards", "found": found, "stopped": reason.map(|reason| reason.to_string())})
        }
        Err(error) => failure(&error, error.hint()),
    }
}
