//! `combien booklet`: puzzles for paper, with their solutions at the back.

use std::ops::ControlFlow;
use std::path::Path as FilePath;
use std::sync::atomic::{AtomicUsize, Ordering};

use combien::budget::{Budget, Reason};
use combien::diagnostic::counted;
use combien::solve::{Engine, in_order};
use combien_lang::{Family, Loaded, predicate};
use combien_puzzles::rating::Path;
use combien_tiling::draw::{BookletOptions, Leaf, booklet as page};
use combien_tiling::why::Subject;
use combien_tiling::{Encoding, Tiling, TilingError};

use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::{Booklet, Content, Named, Source};
use crate::session::ask::Question;
use crate::session::progress::SharedReport;
use crate::session::watch::Watch;
use crate::system::ending::Ending;
use crate::system::files::{Disk, STDOUT, write_whole};

/// A problem of a file.
struct Puzzle {
    name: String,
    tiling: Tiling,
}

/// What becomes of a problem.
enum Made {
    Leaf(Box<Leaf>),
    /// It has no solution.
    None(String),
    Stopped(Reason),
}

pub(super) fn booklet(request: &Booklet) -> Result<Ending, Failure> {
    let mut puzzles = vec![];
    for source in &request.sources {
        puzzles.extend(puzzles_of(source)?);
    }
    let watch = Watch::start(request.search)?;
    let (all, done) = (puzzles.len(), AtomicUsize::new(0));
    let progress = SharedReport::new(request.search.quiet);
    let budget = watch.budget();
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
    match ended? {
        None => {
            write(request, &leaves)?;
            Ok(Ending::Answered)
        }
        Some(Err(name)) => {
            anstream::eprintln!("the problem {name} has no solution: no booklet is written");
            Ok(Ending::NoSolution)
        }
        Some(Ok(reason)) => {
            let reason = watch.describe(reason);
            if leaves.is_empty() {
                anstream::eprintln!("{reason}: no puzzle is finished, and no booklet is written");
            } else {
                write(request, &leaves)?;
                anstream::eprintln!(
                    "{reason}: the booklet has {} of {}",
                    leaves.len(),
                    counted(all, "puzzle")
                );
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
    match request.output.as_deref().filter(|&path| path != STDOUT) {
        Some(path) => {
            write_whole(path, page.as_bytes()).map_err(|error| Failure::unwritable(path, &error))?;
            if !request.search.quiet {
                anstream::eprintln!("{path}: {}", counted(leaves.len(), "puzzle"));
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
fn puzzles_of(source: &Source) -> Result<Vec<Puzzle>, Failure> {
    let file = source.name.as_str();
    match &source.content {
        Content::Tiling(None) => {
            let script = input::read_script(file, false)?;
            let named = script.problem_names().into_iter().filter_map(|name| script.problem(name));
            let puzzle = |named: &combien_lang::NamedProblem| Puzzle {
                name: spaced(&named.name),
                tiling: named.tiling.clone(),
            };
            let puzzles: Vec<Puzzle> = named.map(puzzle).collect();
            if puzzles.is_empty() {
                let message = format!("`{file}` defines no problem");
                return Err(Failure::hinted(message, "add one: problem p = BOARD [PIECE, ...]"));
            }
            Ok(puzzles)
        }
        Content::Tiling(Some(Named::Family(family))) => {
            let asked = Loaded::new("--problem", family);
            let family = Family::load(file, &Disk::default(), asked)
                .map_err(|error| Failure::unloaded(file, error))?;
            let mut puzzles = vec![];
            for member in family {
                let member = member.map_err(Failure::Input)?;
                puzzles.push(Puzzle { name: spaced(&member.name), tiling: member.tiling });
            }
            Ok(puzzles)
        }
        _ => match input::read_filtered(source, false)? {
            Input::Tiling { name, tiling, .. } => Ok(vec![Puzzle { name: spaced(&name), tiling: *tiling }]),
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => {
                let message = format!("`{file}` has no board and no pieces");
                Err(Failure::hinted(
                    message,
                    "name a tiling file, such as `combien generate --to cmb` writes",
                ))
            }
        },
    }
}

fn made(puzzle: Puzzle, is_rated: bool, budget: &Budget) -> Result<Made, Failure> {
    let Puzzle { name, tiling } = puzzle;
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
        notes.push("several solutions, of which one is shown".to_owned());
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
    let path = Path::of(Subject::of_tiling(tiling, encoding), given, budget);
    let path = path.map_err(|_| budget.check().err().unwrap_or(Reason::Asked))?;
    Ok(match (path.rating(), path.hardest()) {
        (Some(_), Some(hardest)) => format!("rated {hardest}"),
        (Some(_), None) => "nothing is left to place".to_owned(),
        (None, _) => "beyond all techniques".to_owned(),
    })
}
