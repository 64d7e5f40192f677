//! All polyforms of a number of cells, by class.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use combien::budget::{Outcome, Reason};
use combien::diagnostic::{counted, did_you_mean, nearest};
use combien::solve::in_order;
use combien_tiling::plane::{Answer, Manner, PlaneError, copies, plane};
use combien_tiling::{Lattice, Piece, Quantity, Shape, pieces, polyforms};
use serde_json::json;

use super::{limits, piece, refused, words};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::{self, Moves};
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::ending::Ending;

/// Polyforms are made of those of one cell less; of these there may be this many.
const MOST_SMALLER: usize = 5_000;

pub(super) fn family(request: &request::Plane, cells: u64) -> Result<Ending, Failure> {
    let lattice = of_family(&request.piece)?;
    let watch = Watch::start(request.search)?;
    let members = members(lattice, cells, request.moves, &watch)?;
    let (all, mut table) = (members.len(), Table::default());
    let mut progress = ProgressReport::new(request.search.quiet || request.json);
    let mut output = Output::new();
    if request.csv {
        output.deliver("name,drawing,class,copies,group,heesch,with_holes\n")?;
    }
    let mut members = members.into_iter();
    // The limits on nodes and memory are those of a piece; one that reaches them is not known.
    let ask = |member: Piece| {
        let asked = plane(&member, lattice, limits(request), &watch.budget(), &mut |_| {});
        (member, asked)
    };
    let mut told = |(member, asked): (Piece, Result<Outcome<Answer>, PlaneError>)| {
        let outcome = match asked {
            Ok(Outcome::Stopped { reason: reason @ (Reason::Asked | Reason::Deadline), .. }) => {
                return Ok(Some(watch.describe(reason)));
            }
            Ok(outcome) => Some(outcome),
            Err(PlaneError::Hole(..)) => None,
            Err(error) => return Err(refused(&error)),
        };
        let answer = outcome.as_ref().map(Outcome::certain);
        table.add(answer);
        if let Some(progress) = progress.as_mut() {
            progress.say(|| format!("{} of {}", table.pieces(), counted(all, "piece")));
        }
        if request.csv || request.json {
            let reason = outcome.as_ref().and_then(Outcome::reason).map(|reason| watch.describe(reason));
            output.deliver(&row(request.json, &member, lattice, answer, reason.as_deref()))?;
        }
        Ok(None)
    };
    let mut ended_by: Result<Option<String>, Failure> = Ok(None);
    let threads = request.threads.or_else(|| thread::available_parallelism().ok());
    in_order(
        threads.map_or(1, NonZeroUsize::get),
        || members.next(),
        ask,
        |asked| {
            ended_by = told(asked);
            if matches!(ended_by, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    let stopped = ended_by?;
    drop(progress);
    if request.json {
        output.deliver(&document([
            json!({"schema": 1, "command": "plane", "type": "family"}),
            ended(stopped.as_deref()),
            json!({"pieces": all, "classes": table.classes}),
        ]))?;
    } else if !request.csv {
        output.deliver(&table.text())?;
    }
    output.finish()?;
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    if !request.json {
        anstream::eprintln!("{reason}: {} of {}", table.pieces(), counted(all, "piece"));
    }
    Ok(Ending::Stopped)
}

/// The lattice of a family: `polyominoes`, `polyhexes`.
fn of_family(word: &str) -> Result<&'static Lattice, Failure> {
    let flat = || Lattice::all().filter(|lattice| lattice.dimension() == 2 && !lattice.is_of_lines());
    flat().find(|lattice| lattice.family().0 == word).ok_or_else(|| {
        let words: Vec<&str> = flat().map(|lattice| lattice.family().0).collect();
        let hint =
            did_you_mean(nearest(word, words.iter().copied()), format!("there are {}", words.join(", ")));
        Failure::hinted(format!("`{word}` is no family of pieces of the plane"), hint)
    })
}

/// All pieces of the family: one of those that are the same if it is moved.
fn members(lattice: &Lattice, cells: u64, moves: Moves, watch: &Watch) -> Result<Vec<Piece>, Failure> {
    let group = piece::group(lattice, moves);
    let cells = usize::try_from(cells).unwrap_or(usize::MAX);
    if moves == Moves::All
        && let Some(named) = pieces::polyforms(lattice, cells)
    {
        return Ok(named);
    }
    for (place, shapes) in polyforms::by_size(lattice, group.clone()).enumerate() {
        if place + 1 == cells {
            let piece = |shape: Shape| Piece::new(shape, Quantity::ANY, group.clone());
            return Ok(shapes.into_iter().map(piece).collect());
        }
        if shapes.len() > MOST_SMALLER {
            let message = format!(
                "there are too many pieces of {cells} cells: {} cells have {}",
                place + 1,
                shapes.len()
            );
            return Err(Failure::hinted(message, format!("ask for at most {} cells", place + 1)));
        }
        if watch.is_asked_to_stop() {
            return Err(Failure::Stopped(watch.describe(Reason::Asked)));
        }
    }
    Ok(vec![])
}

/// How many pieces of each class there are.
#[derive(Default)]
struct Table {
    classes: BTreeMap<String, u64>,
}

impl Table {
    fn add(&mut self, answer: Option<&Answer>) {
        let class = match answer {
            None => "with a hole".to_owned(),
            Some(Answer::Tiles(torus)) if torus.manner == Manner::Periodic => {
                format!("tiles, {} at a time", copies(torus.copies()))
            }
            Some(Answer::Tiles(torus)) if torus.manner == Manner::Isohedral => "tiles isohedrally".to_owned(),
            Some(answer @ Answer::Tiles(_)) => format!("tiles by {}", answer.class()),
            Some(Answer::Fails(heesch)) if heesch.with_holes > heesch.number => {
                format!("Heesch number {}, {} with holes", heesch.number, heesch.with_holes)
            }
            Some(Answer::Fails(heesch)) => format!("Heesch number {}", heesch.number),
            Some(Answer::Unknown { .. }) => "not known".to_owned(),
        };
        *self.classes.entry(class).or_default() += 1;
    }

    fn pieces(&self) -> u64 {
        self.classes.values().sum()
    }

    /// The classes, those that tile first.
    fn text(&self) -> String {
        let rank = |class: &str| {
            (
                !class.starts_with("tiles by"),
                !class.starts_with("tiles i"),
                !class.starts_with("tiles"),
                class.to_owned(),
            )
        };
        let mut classes: Vec<(&String, &u64)> = self.classes.iter().collect();
        classes.sort_by_key(|(class, _)| rank(class));
        let mut text = String::new();
        for (class, number) in classes {
            _ = writeln!(text, "{number:>6}  {class}");
        }
        text + &format!("{:>6}  pieces\n", self.pieces())
    }
}

/// The row of a piece, as CSV or as a document with the reason why it was stopped.
fn row(
    json: bool,
    piece: &Piece,
    lattice: &Lattice,
    answer: Option<&Answer>,
    reason: Option<&str>,
) -> String {
    if json {
        let class = json!({"outcome": "answer", "class": "hole"});
        return document([
            words::head(piece, lattice),
            answer.map_or(class, |answer| words::as_json(answer, lattice, reason)),
        ]);
    }
    let columns = match answer {
        Some(Answer::Tiles(torus)) => format!("{},{},,", torus.copies(), torus.group().unwrap_or_default()),
        Some(Answer::Fails(heesch)) => format!(",,{},{}", heesch.number, heesch.with_holes),
        _ => ",,,".to_owned(),
    };
    let (name, class) = (piece.name.as_deref().unwrap_or(""), answer.map_or("hole", Answer::class));
    format!("{name},{},{class},{columns}\n", words::drawing(piece, lattice))
}
