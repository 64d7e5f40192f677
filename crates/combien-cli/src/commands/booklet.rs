//! `combien booklet`: puzzles for paper, with their solutions at the back.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use combien::budget::{Budget, Reason};
use combien::diagnostic::counted;
use combien::problem::Solution;
use combien::solve::{Engine, in_order};
use combien_lang::{Family, Files, Loaded, predicate};
use combien_puzzles::clues::Generator;
use combien_puzzles::rating::Path;
use combien_puzzles::sudoku::{Reader, ShapeError};
use combien_puzzles::{Classic, Named as Built, Reading, recipe};
use combien_tiling::draw::{BookletOptions, Leaf, SvgOptions, booklet as page, graph_svg, table_svg};
use combien_tiling::why;
use combien_tiling::{Encoding, Tiling, TilingError};

use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::{self, Booklet, Content, Named, Source};
use crate::session::ask::Question;
use crate::session::progress::SharedReport;
use crate::session::watch::Watch;
use crate::system::catalogue::{self, told};
use crate::system::ending::Ending;
use crate::system::files::{Disk, STDOUT, write_whole};

/// A problem of a file.
struct Puzzle {
    name: String,
    subject: Subject,
}

/// What is solved and drawn.
enum Subject {
    Tiling(Box<Tiling>),
    /// A classic puzzle with clues or without, what is given, and perhaps its only solution.
    Classic {
        classic: Arc<Classic>,
        given: Option<Reading>,
        solution: Option<Solution>,
    },
}

/// What becomes of a problem.
enum Made {
    Leaf(Box<Leaf>),
    /// It has no solution.
    None(String),
    Stopped(Reason),
}

/// The puzzles of some sources; of a classic puzzle there may be fewer than were asked for.
#[derive(Default)]
struct Found {
    puzzles: Vec<Puzzle>,
    missing: usize,
    stopped: Option<Reason>,
}

impl From<Vec<Puzzle>> for Found {
    fn from(puzzles: Vec<Puzzle>) -> Found {
        Found { puzzles, ..Found::default() }
    }
}

impl Found {
    fn add(&mut self, more: Found) {
        self.puzzles.extend(more.puzzles);
        self.missing += more.missing;
        self.stopped = self.stopped.or(more.stopped);
    }
}

pub(super) fn booklet(request: &Booklet) -> Result<Ending, Failure> {
    let watch = Watch::start(request.search)?;
    let (budget, progress) = (watch.budget(), SharedReport::new(request.search.quiet));
    let mut found = Found::default();
    for source in &request.sources {
        found.add(puzzles_of(source, request, &budget, &progress)?);
    }
    let Found { puzzles, missing, stopped } = found;
    let (all, done) = (puzzles.len() + missing, AtomicUsize::new(0));
    let each = Budget { threads: Some(std::num::NonZeroUsize::MIN), ..budget.clone() };
    let (mut left, mut leaves, mut ended) = (puzzles.into_iter(), vec![], Ok(None));
    let make = |puzzle: Puzzle| {
        progress.say(|| format!("{} of {}", done.load(Ordering::Relaxed), counted(all, "puzzle")));
        made(puzzle, !request.no_ratings, &each)
    };
    in_order(
        budget.threads(),
        || left.next(),
        make,
        |made| {
            done.fetch_add(1, Ordering::Relaxed);
            match made {
                Ok(Made::Leaf(leaf)) => {
                    leaves.push(*leaf);
                    return ControlFlow::Continue(());
                }
                Ok(Made::None(name)) => ended = Ok(Some(Err(name))),
                Ok(Made::Stopped(reason)) => ended = Ok(Some(Ok(reason))),
                Err(error) => ended = Err(error),
            }
            ControlFlow::Break(())
        },
    );
    drop(progress);
    match ended?.or(stopped.map(Ok)) {
        None => {
            write(request, &leaves)?;
            if missing > 0 {
                told!("only {} of {} were found", leaves.len(), counted(all, "different puzzle"));
            }
            Ok(Ending::Answered)
        }
        Some(Err(name)) => {
            told!("the problem {name} has no solution: no booklet is written");
            Ok(Ending::NoSolution)
        }
        Some(Ok(reason)) => {
            let reason = watch.describe(reason);
            if leaves.is_empty() {
                told!("{reason}: no puzzle is finished, and no booklet is written");
            } else {
                write(request, &leaves)?;
                told!("{reason}: the booklet has {} of {}", leaves.len(), counted(all, "puzzle"));
            }
            Ok(Ending::Stopped)
        }
    }
}

fn write(request: &Booklet, leaves: &[Leaf]) -> Result<(), Failure> {
    let options =
        BookletOptions { columns: request.columns, has_solutions: !request.no_solutions, cut: request.cut };
    let title = request.title.clone().unwrap_or_else(|| {
        let file = FilePath::new(&request.sources[0].name).file_stem().unwrap_or_default().to_string_lossy();
        if file == "-" { "Puzzles".to_owned() } else { spaced(&file) }
    });
    let page = page(&title, leaves, &options)
        .map_err(|error| Failure::hinted(error.to_string(), "leave --cut out, or give it another size"))?;
    let page = catalogue::page(&page);
    match request.output.as_deref().filter(|&path| path != STDOUT) {
        Some(path) => {
            write_whole(path, page.as_bytes()).map_err(|error| Failure::unwritable(path, &error))?;
            if !request.search.quiet {
                told!("{path}: {}", counted(leaves.len(), "puzzle"));
            }
            Ok(())
        }
        None => deliver(STDOUT, page.as_bytes()),
    }
}

/// A name as it is read: `puzzle_3` is `puzzle 3`.
fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The problems that a source means.
fn puzzles_of(
    source: &Source,
    request: &Booklet,
    budget: &Budget,
    progress: &SharedReport,
) -> Result<Found, Failure> {
    let file = source.name.as_str();
    match &source.content {
        Content::Tiling(None) => {
            let script = input::read_script(file, false)?;
            let named = script.problem_names().into_iter().filter_map(|name| script.problem(name));
            let puzzle = |named: &combien_lang::NamedProblem| Puzzle {
                name: spaced(&named.name),
                subject: Subject::Tiling(Box::new(named.tiling.clone())),
            };
            let puzzles: Vec<Puzzle> = named.map(puzzle).collect();
            if puzzles.is_empty() {
                let message = format!("`{file}` defines no problem");
                return Err(Failure::hinted(message, "add one: problem p = BOARD [PIECE, ...]"));
            }
            Ok(puzzles.into())
        }
        Content::Tiling(Some(Named::Family(family))) => {
            let asked = Loaded::new("--problem", family);
            let family = Family::load(file, &Disk::default(), asked)
                .map_err(|error| Failure::unloaded(file, error))?;
            let mut puzzles = vec![];
            for member in family {
                let member = member.map_err(Failure::Input)?;
                let subject = Subject::Tiling(Box::new(member.tiling));
                puzzles.push(Puzzle { name: spaced(&member.name), subject });
            }
            Ok(puzzles.into())
        }
        Content::Puzzle(puzzle) if puzzle.name == "sudoku" && puzzle.arguments.len() == 2 => {
            sudokus(puzzle).map(Found::from)
        }
        _ => match input::read_filtered(source, false)? {
            Input::Tiling { name, tiling, .. } => {
                Ok(vec![Puzzle { name: spaced(&name), subject: Subject::Tiling(tiling) }].into())
            }
            Input::Classic(classic) => classics(*classic, request, budget, progress),
            Input::Plain(_) | Input::Shard(..) => {
                let message = format!("`{file}` has no board and no pieces");
                Err(Failure::hinted(
                    message,
                    "name a tiling file, such as `combien generate --to cmb` writes",
                ))
            }
        },
    }
}

/// The puzzles of a file of Sudoku puzzles.
fn sudokus(puzzle: &request::Puzzle) -> Result<Vec<Puzzle>, Failure> {
    let [shape, file] = &puzzle.arguments[..] else { return Ok(vec![]) };
    let boxes = shape.parse().map_err(|error: ShapeError| Failure::message(error.to_string()))?;
    let loaded = Disk::default().read(file, None).map_err(|error| Failure::unreadable(file, &error))?;
    let mut puzzles = vec![];
    for (number, read) in (1..).zip(Reader::new(file, loaded.text.as_bytes(), boxes)) {
        let grid = read.map_err(Failure::of)?.grid.to_string();
        let classic = recipe("sudoku").and_then(|recipe| recipe.build(&[shape, file], |_| Ok(grid.clone())));
        // A Sudoku has no pieces.
        let Built::Classic(classic) = classic.map_err(Failure::of_puzzle)? else { continue };
        let (classic, given) = given(*classic);
        let subject = Subject::Classic { classic: Arc::new(classic), given, solution: None };
        puzzles.push(Puzzle { name: format!("puzzle {number}"), subject });
    }
    if puzzles.is_empty() {
        return Err(Failure::message(format!("`{file}` has no puzzle")));
    }
    Ok(puzzles)
}

/// A classic puzzle, and what its clues look like.
fn given(classic: Classic) -> (Classic, Option<Reading>) {
    let given = classic.without_clues().map(|(whole, clues)| whole.read(&clues.iter().copied().collect()));
    (classic, given)
}

/// A classic puzzle with clues; of one without, puzzles with one solution.
fn classics(
    classic: Classic,
    request: &Booklet,
    budget: &Budget,
    progress: &SharedReport,
) -> Result<Found, Failure> {
    let (classic, given) = given(classic);
    let (name, classic) = (classic.title().to_owned(), Arc::new(classic));
    let alone = |name, given| {
        let subject = Subject::Classic { classic: Arc::clone(&classic), given, solution: None };
        Ok(vec![Puzzle { name, subject }].into())
    };
    if given.is_some() {
        return alone(name, given);
    }
    let mut generator = Generator::new(classic.problem(), request.seed).map_err(Failure::of)?;
    let (mut puzzles, mut known, mut stopped) = (vec![], HashSet::new(), None);
    let number = usize::try_from(request.number).unwrap_or(usize::MAX);
    // Some puzzles have few different ones.
    for _ in 0..number.saturating_mul(10) {
        if puzzles.len() == number {
            break;
        }
        progress.say(|| format!("{} of {} made", puzzles.len(), counted(number, "puzzle")));
        let made = match generator.minimal_within(budget) {
            Ok(Some(made)) => made,
            Ok(None) => return alone(name, None),
            Err(_) => {
                stopped = budget.check().err().or(budget.nodes.map(Reason::Nodes));
                break;
            }
        };
        if !known.insert(made.clues.clone()) {
            continue;
        }
        let given = Some(classic.read(&made.clues.iter().copied().collect()));
        let subject = Subject::Classic { classic: classic.clone(), given, solution: Some(made.solution) };
        puzzles.push(Puzzle { name: format!("puzzle {}", puzzles.len() + 1), subject });
    }
    Ok(Found { missing: number - puzzles.len(), puzzles, stopped })
}

/// A classic puzzle on paper.
fn drawn(
    name: String,
    (classic, given): (&Classic, Option<&Reading>),
    solution: Option<Solution>,
    budget: &Budget,
) -> Result<Made, Failure> {
    let (mut notes, solution) = if let Some(solution) = solution {
        (vec![], solution)
    } else {
        let question = Question::new(classic.problem(), Engine::Auto, budget.clone());
        let (found, stopped) = question.two()?;
        if let (0 | 1, Some(reason)) = (found.len(), stopped) {
            return Ok(Made::Stopped(reason));
        }
        let many = (found.len() > 1).then(|| SEVERAL.to_owned());
        let Some(solution) = found.into_iter().next() else { return Ok(Made::None(name)) };
        (many.into_iter().collect(), solution)
    };
    let picture = |reading: &Reading| match reading {
        Reading::Table(table) => Some(table_svg(classic.title(), table, &SvgOptions::default())),
        Reading::Graph(graph) => Some(graph_svg(classic.title(), graph, &SvgOptions::default())),
        Reading::Sets(_) => None,
    };
    let empty = classic.read(&Solution::default());
    let pictures = picture(given.unwrap_or(&empty)).zip(picture(&classic.read(&solution)));
    let Some((puzzle, solved)) = pictures else {
        let message = format!("{} have no picture for paper", classic.title());
        return Err(Failure::hinted(message, "take a puzzle that is a table, such as 'puzzle:queens 8'"));
    };
    if name != classic.title() {
        notes.insert(0, classic.title().to_owned());
    }
    Ok(Made::Leaf(Box::new(Leaf::drawn(name, notes, puzzle, solved))))
}

/// What is said of a puzzle that has no single solution.
const SEVERAL: &str = "several solutions, of which one is shown";

fn made(puzzle: Puzzle, is_rated: bool, budget: &Budget) -> Result<Made, Failure> {
    let Puzzle { name, subject } = puzzle;
    let tiling = match subject {
        Subject::Tiling(tiling) => tiling,
        Subject::Classic { classic, given, solution } => {
            return drawn(name, (&classic, given.as_ref()), solution, budget);
        }
    };
    let encoding = match tiling.encode_unfiltered_within(budget) {
        Ok(encoding) => encoding,
        Err(TilingError::Stopped(reason)) => return Ok(Made::Stopped(reason)),
        Err(error) => return Err(Failure::of(error)),
    };
    let judge = tiling.judge();
    let through = judge.as_ref().map(|judge| (judge, &encoding));
    let question = Question::new(&encoding.problem, Engine::Auto, budget.clone());
    let (found, stopped) = Question { through, ..question }.two()?;
    if let (0 | 1, Some(reason)) = (found.len(), stopped) {
        return Ok(Made::Stopped(reason));
    }
    let Some(solution) = found.first() else { return Ok(Made::None(name)) };
    let given = tiling.given(&encoding);
    let mut notes: Vec<String> = predicate(&tiling).into_iter().collect();
    if found.len() > 1 {
        notes.push(SEVERAL.to_owned());
    } else if is_rated && judge.is_none() {
        match rating(&tiling, &encoding, &given, budget) {
            Ok(note) => notes.push(note),
            Err(reason) => return Ok(Made::Stopped(reason)),
        }
    }
    Ok(Made::Leaf(Box::new(Leaf::new(name, notes, (&tiling, &encoding), &given, solution))))
}

/// `rated 2.5, area`.
fn rating(
    tiling: &Tiling,
    encoding: &Encoding,
    given: &[combien::problem::OptionId],
    budget: &Budget,
) -> Result<String, Reason> {
    let path = Path::of(why::Subject::of_tiling(tiling, encoding), given, budget);
    let path = path.map_err(|_| budget.check().err().unwrap_or(Reason::Asked))?;
    Ok(match (path.rating(), path.hardest()) {
        (Some(_), Some(hardest)) => format!("rated {hardest}"),
        (Some(_), None) => "nothing is left to place".to_owned(),
        (None, _) => "beyond all techniques".to_owned(),
    })
}
