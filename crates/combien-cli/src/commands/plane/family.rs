//! All polyforms of a number of cells, by class.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use combien::budget::{Outcome, Reason};
use combien::diagnostic::{counted, did_you_mean, nearest};
use combien::solve::in_order;
use combien_tiling::draw::Picture;
use combien_tiling::plane::{Answer, Manner, PlaneError, copies, plane};
use combien_tiling::{
    Board, Cell, Isometry, Lattice, Piece, Placement, Quantity, Shape, Tiling, TilingError, pieces, polyforms,
};
use serde_json::json;

use super::{limits, picture, piece, refused, words};
use crate::report::failure::Failure;
use crate::report::gallery::Gallery;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::{self, Moves};
use crate::session::progress::ProgressReport;
use crate::session::rows::Rows;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Polyforms are made of those of one cell less; of these there may be this many.
const MOST_SMALLER: usize = 5_000;

pub(super) fn family(request: &request::Plane, cells: u64) -> Result<Ending, Failure> {
    let lattice = of_family(&request.piece)?;
    let watch = Watch::start(request.search)?;
    let members = members(lattice, cells, request.moves, &watch)?;
    let (all, first) = (members.len(), usize::try_from(request.first - 1).unwrap_or(usize::MAX));
    if first > 0 && first >= all {
        let message = format!("--first {} is beyond the last piece", request.first);
        return Err(Failure::hinted(message, format!("there are {}", counted(all, "piece"))));
    }
    let most = request.number.and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX);
    let mut members: Vec<Piece> = members.into_iter().skip(first).take(most).collect();
    let mut teller = Teller::new(request, lattice, members.len())?;
    let quiet = request.search.quiet || request.json;
    let opened = request.checkpoint.as_deref().map(|path| Rows::open(path, &head(request, cells), quiet));
    if let Some((rows, kept)) = opened.transpose()? {
        teller.go_on(&mut members, &kept)?;
        teller.rows = Some(rows);
    }
    let mut members = members.into_iter();
    // The limits on nodes and memory are those of a piece; one that reaches them is not known.
    let ask = |member: Piece| {
        let asked = plane(&member, lattice, limits(request), &watch.budget(), &mut |_| {});
        (member, asked)
    };
    let mut ended_by: Result<Option<String>, Failure> = Ok(None);
    let threads = request.threads.or_else(|| thread::available_parallelism().ok());
    in_order(
        threads.map_or(1, NonZeroUsize::get),
        || members.next(),
        ask,
        |(member, asked)| {
            ended_by = teller.told(&member, asked, &watch);
            if matches!(ended_by, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    teller.end(ended_by?.as_deref(), all)
}

/// What decides about the rows: the first line of the file in which they are kept.
fn head(request: &request::Plane, cells: u64) -> String {
    let request::Plane { piece, moves, copies, coronas, first, search, json, .. } = request;
    let form = if *json { "json" } else { "csv" };
    let nodes = search.nodes.map_or_else(|| "any".to_owned(), |nodes| nodes.to_string());
    format!(
        "combien plane rows 1: {piece} {cells}, moves {moves:?}, copies {copies}, coronas {coronas}, nodes {nodes}, memory {}, first {first}, {form}",
        search.memory
    )
}

/// Prints rows and keeps them.
struct Teller<'a> {
    request: &'a request::Plane,
    lattice: &'a Lattice,
    /// How many pieces are asked about.
    asked: usize,
    table: Table,
    rows: Option<Rows>,
    gallery: Option<Gallery>,
    progress: Option<ProgressReport>,
    output: Output,
}

impl<'a> Teller<'a> {
    fn new(request: &'a request::Plane, lattice: &'a Lattice, asked: usize) -> Result<Teller<'a>, Failure> {
        let progress = ProgressReport::new(request.search.quiet || request.json);
        let mut output = Output::new();
        if request.csv {
            output.deliver("name,drawing,class,copies,group,heesch,with_holes\n")?;
        }
        let gallery = request.gallery.as_deref().map(Gallery::in_folder);
        Ok(Teller { request, lattice, asked, table: Table::default(), rows: None, gallery, progress, output })
    }

    /// Tells the rows that are kept, and takes their pieces away.
    fn go_on(&mut self, members: &mut Vec<Piece>, kept: &[String]) -> Result<(), Failure> {
        for (number, (piece, line)) in members.iter().zip(kept).enumerate() {
            let drawing = words::drawing(piece, self.lattice);
            let Some((class, row)) = line.split_once('\t').filter(|(_, row)| row.contains(&drawing)) else {
                let message = format!("the checkpoint is damaged: row {} is not about {drawing}", number + 1);
                return Err(Failure::hinted(message, "remove it, to begin again"));
            };
            self.tell(class, row)?;
        }
        members.drain(..kept.len().min(members.len()));
        Ok(())
    }

    fn tell(&mut self, class: &str, row: &str) -> Result<(), Failure> {
        self.table.add(class);
        if self.request.csv || self.request.json {
            self.output.deliver(&format!("{row}\n"))?;
        }
        Ok(())
    }

    /// Tells what is known of a piece; or returns why the whole search is stopped.
    fn told(
        &mut self,
        member: &Piece,
        asked: Result<Outcome<Answer>, PlaneError>,
        watch: &Watch,
    ) -> Result<Option<String>, Failure> {
        let outcome = match asked {
            Ok(Outcome::Stopped { reason: reason @ (Reason::Asked | Reason::Deadline), .. }) => {
                return Ok(Some(watch.describe(reason)));
            }
            Ok(outcome) => Some(outcome),
            Err(PlaneError::Hole(..)) => None,
            Err(error) => return Err(refused(&error)),
        };
        let answer = outcome.as_ref().map(Outcome::certain);
        let reason = outcome.as_ref().and_then(Outcome::reason).map(|reason| watch.describe(reason));
        let class = class(answer);
        let row = row(self.request.json, member, self.lattice, answer, reason.as_deref());
        self.tell(&class, row.trim_end())?;
        if let Some(rows) = &mut self.rows {
            rows.add(&format!("{class}\t{}", row.trim_end()));
        }
        self.draw(member, answer, &class)?;
        if let Some(progress) = &mut self.progress {
            progress.say(|| format!("{} of {}", self.table.pieces(), counted(self.asked, "piece")));
        }
        Ok(None)
    }

    /// Draws the piece for the gallery.
    fn draw(&mut self, member: &Piece, answer: Option<&Answer>, class: &str) -> Result<(), Failure> {
        let Some(gallery) = &mut self.gallery else { return Ok(()) };
        let picture = match answer {
            Some(answer) => picture(self.request, answer)?,
            None => alone(member, self.lattice).map_err(Failure::of)?,
        };
        let name =
            member.name.clone().unwrap_or_else(|| (self.request.first - 1 + self.table.pieces()).to_string());
        let written = gallery.add(&picture, name, class.to_owned());
        written.map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(self.request.gallery.as_deref().unwrap_or_default(), error)
    }

    /// The table, and how it ended; `all` pieces are in the family.
    fn end(mut self, stopped: Option<&str>, all: usize) -> Result<Ending, Failure> {
        self.progress = None;
        let (request, done) = (self.request, self.table.pieces());
        let next = request.first + done;
        if request.json {
            self.output.deliver(&document([
                json!({"schema": 1, "command": "plane", "type": "family"}),
                ended(stopped),
                json!({"pieces": all, "classes": self.table.classes, "next": (next <= all as u64).then_some(next)}),
            ]))?;
        } else if !request.csv {
            self.output.deliver(&self.table.text())?;
        }
        self.output.finish()?;
        if let Some(gallery) = &self.gallery {
            let title = format!("{} of {} cells", request.piece, request.cells.unwrap_or_default());
            let page = gallery.finish(&title).map_err(|error| self.unwritable(&error))?;
            if !request.search.quiet && !request.json {
                told!("gallery: {page}");
            }
        }
        if let Some(reason) = stopped.filter(|_| !request.json) {
            let first = if self.rows.is_none() { format!(": --first {next} goes on") } else { String::new() };
            told!("{reason}: {done} of {}{first}", counted(self.asked, "piece"));
        }
        if let Some(rows) = &self.rows {
            rows.farewell(stopped.is_some());
        }
        Ok(if stopped.is_some() { Ending::Stopped } else { Ending::Answered })
    }
}

/// A picture of a piece without copies.
fn alone(piece: &Piece, lattice: &Lattice) -> Result<Picture, TilingError> {
    let placed =
        (Placement { piece: 0, isometry: Isometry::IDENTITY, shift: Cell::default() }, piece.shape.clone());
    let tiling = Tiling::new(Board::new(lattice, piece.shape.clone())?, vec![piece.clone()])?;
    Ok(Picture::new("a piece with a hole", &tiling, &[placed]))
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

/// The class of a piece in the table; without an answer it has a hole.
fn class(answer: Option<&Answer>) -> String {
    match answer {
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
    }
}

/// How many pieces of each class there are.
#[derive(Default)]
struct Table {
    classes: BTreeMap<String, u64>,
}

impl Table {
    fn add(&mut self, class: &str) {
        *self.classes.entry(class.to_owned()).or_default() += 1;
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
