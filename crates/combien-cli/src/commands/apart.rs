//! `combien take-apart`: which solutions come apart, and how.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use combien::budget::Reason;
use combien::diagnostic::counted;
use combien::solve::Ending as SearchEnding;
use combien::symmetry::{Listed, Representative};
use combien_tiling::apart::{Answer, ApartError, Groups, Move, Separation, Workbench};
use combien_tiling::draw::stages;
use combien_tiling::{Cell, Encoding, Shape, Tiling};
use serde_json::{Value, json};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended, pictures};
use crate::request;
use crate::session::Session;
use crate::session::progress::ProgressReport;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn take_apart(request: &request::TakeApart) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    let Input::Tiling { tiling, encoding, .. } = &session.input else {
        return Err(Failure::hinted(
            "this problem has no pieces",
            "take a puzzle of cubes or of triangular prisms",
        ));
    };
    let bench = Workbench::new(tiling.lattice()).map_err(|error| refused(&error))?;
    let mut run = Run {
        request,
        session: &session,
        tiling,
        encoding,
        bench,
        output: Output::new(),
        taken: 0,
        apart: 0,
    };
    let group = session.symmetries(&request::TakeApart::group())?;
    let mut progress = ProgressReport::new(request.search.quiet);
    let mut ended: Result<(), Stopped> = Ok(());
    let listed = match &group {
        Err(reason) => Listed { ending: SearchEnding::Stopped(*reason), found: 0, nodes: 0 },
        Ok(group) => session.each_orbit(group, None, None, &mut |found: Representative| {
            ended = run.take(&found, progress.as_mut());
            if ended.is_err() || run.is_enough() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?,
    };
    drop(progress);
    let reason = match (ended, listed.ending) {
        (Err(Stopped::Failed(failure)), _) => return Err(failure),
        (Err(Stopped::By(reason)), _) => Some(reason),
        (Ok(()), SearchEnding::Stopped(reason)) if !run.is_enough() => Some(reason),
        (Ok(()), _) => None,
    };
    run.end(reason.map(|reason| session.watch.describe(reason)).as_deref())
}

fn refused(error: &ApartError) -> Failure {
    let hint = match error {
        ApartError::TooManyPieces(_) => "take a puzzle of fewer pieces",
        _ => "take a puzzle of cubes or of triangular prisms; a flat one comes apart by lifting its pieces",
    };
    Failure::hinted(error.to_string(), hint)
}

/// Why no more solutions are looked at.
enum Stopped {
    By(Reason),
    Failed(Failure),
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Stopped {
        Stopped::Failed(failure)
    }
}

/// Takes solution after solution apart.
struct Run<'a> {
    request: &'a request::TakeApart,
    session: &'a Session<'a>,
    tiling: &'a Tiling,
    encoding: &'a Encoding,
    bench: Workbench,
    output: Output,
    /// How many solutions were taken, and how many of them came apart.
    taken: u64,
    apart: u64,
}

impl Run<'_> {
    fn is_enough(&self) -> bool {
        self.request.number.is_some_and(|number| self.apart >= number)
    }

    fn take(
        &mut self,
        found: &Representative,
        mut progress: Option<&mut ProgressReport>,
    ) -> Result<(), Stopped> {
        let mut placed = self.encoding.placed(&found.solution);
        // Where several ways are shortest, the first one is taken: that of the pieces as the file lists them.
        placed.sort_by_key(|(placement, _)| placement.piece);
        let (kinds, shapes): (Vec<usize>, Vec<Shape>) =
            placed.into_iter().map(|(placement, shape)| (placement.piece, shape)).unzip();
        let (taken, apart) = (self.taken, self.apart);
        let mut told = |positions: u64| {
            if let Some(progress) = progress.as_mut() {
                let positions = counted(positions, "position");
                progress.say(|| format!("{}, {apart} apart, {positions}", counted(taken, "solution")));
            }
        };
        let of_kind = self.tiling.pieces().iter().map(|piece| piece.groups.clone()).collect();
        self.bench.group(Groups { kinds: kinds.clone(), of_kind });
        let budget = self.session.budget();
        let answer = self.bench.take_apart(&shapes, &budget, &mut told);
        let answer = answer.map_err(|error| Stopped::Failed(refused(&error)))?.map_err(Stopped::By)?;
        self.taken += 1;
        let Answer::Apart(whole) = answer else { return Ok(()) };
        self.apart += 1;
        let names = self.names(&kinds);
        self.output.deliver(&self.shown(&whole, &names)).map_err(Failure::from)?;
        if let Some(path) = self.request.picture.as_ref().filter(|_| self.apart == 1) {
            let pieces: Vec<(String, Shape)> = names.iter().cloned().zip(shapes.iter().cloned()).collect();
            let drawn = stages(self.tiling.lattice(), &pieces, &whole.stages(&names, &shapes));
            for (number, picture) in (1..).zip(drawn.map_err(Failure::of)?) {
                let numbered = combien_lang::run::numbered(path, number);
                pictures::write(if number == 1 { path } else { &numbered }, &picture)?;
            }
        }
        Ok(())
    }

    /// The names of the placed pieces: copies of one are numbered.
    fn names(&self, kinds: &[usize]) -> Vec<String> {
        let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
        let mut name = |&kind: &usize| {
            let copy = copies.entry(kind).or_default();
            *copy += 1;
            let is_alone = kinds.iter().filter(|&&other| other == kind).count() == 1;
            let name = self.tiling.piece_name(kind);
            if is_alone { name } else { format!("{name} ({copy})") }
        };
        kinds.iter().map(&mut name).collect()
    }

    /// The line of a solution that comes apart, or its document.
    fn shown(&self, whole: &Separation, names: &[String]) -> String {
        let (number, level, moves) = (self.taken, whole.level(), whole.move_count());
        if self.request.json {
            return document([
                json!({"schema": 1, "type": "solution", "number": number, "level": level, "moves": moves}),
                json!({"pieces": names, "separations": separations(whole)}),
            ]);
        }
        let mut text = format!("solution {number}: level {level}, {}\n", counted(moves, "move"));
        if self.request.moves {
            for (place, one) in (1..).zip(whole.in_order().iter().flat_map(|part| &part.moves)) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{place:>5}. {}", one.sentence(names));
            }
        }
        text
    }

    fn end(mut self, stopped: Option<&str>) -> Result<Ending, Failure> {
        let (taken, apart) = (self.taken, self.apart);
        if self.request.json {
            self.output.deliver(&document([
                self.session.head("take-apart"),
                json!({"type": "end"}),
                ended(stopped),
                json!({"solutions": taken, "apart": apart, "positions": self.bench.states()}),
            ]))?;
        }
        self.output.finish()?;
        if !self.request.json {
            let before = stopped.map_or_else(String::new, |reason| format!("{reason}: "));
            let is_enough = self.is_enough();
            let of = if is_enough { "the first " } else { "" };
            let (number, come) = match apart {
                0 => ("none".to_owned(), "comes"),
                1 => ("1".to_owned(), "comes"),
                _ => (apart.to_string(), "come"),
            };
            let told = match taken {
                0 if stopped.is_none() => "no solution".to_owned(),
                1 if is_enough => "the first solution comes apart".to_owned(),
                _ => format!("{number} of {of}{} {come} apart", counted(taken, "solution")),
            };
            told!("{before}{told}");
        }
        Ok(match (stopped, apart) {
            (Some(_), _) => Ending::Stopped,
            (None, 0) => Ending::NoSolution,
            _ => Ending::Answered,
        })
    }
}

fn step(Cell { x, y, z }: Cell) -> Value {
    json!([x, y, z])
}

/// All separations, in the order of the level; pieces are numbered from 1.
fn separations(whole: &Separation) -> Vec<Value> {
    let numbers = |pieces: &[usize]| pieces.iter().map(|piece| piece + 1).collect::<Vec<_>>();
    let moves = |part: &Separation| -> Vec<Value> {
        let moved = |one: &Move| json!({"pieces": numbers(&one.pieces), "step": step(one.step), "distance": one.distance});
        part.moves.iter().map(moved).collect()
    };
    let parts = whole.in_order().into_iter();
    parts.map(|part| json!({"pieces": numbers(&part.pieces), "moves": moves(part)})).collect()
}
