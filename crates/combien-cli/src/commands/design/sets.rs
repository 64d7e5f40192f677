//! `combien design sets`: which sets of pieces out of a list tile the board.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use combien::diagnostic::counted;
use combien::solve::Reason;
use combien_lang::puzzle;
use combien_tiling::Tiling;
use combien_tiling::design::{Selected, Sets, Wanted};
use serde_json::{Value, json};

use super::{numbered, range, solutions, tiling_of, wanted};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::design::{self, DesignForm};
use crate::session::progress::SharedReport;
use crate::session::watch::Watch;
use crate::system::catalogue::{said, told};
use crate::system::ending::Ending;

pub(in crate::commands) fn sets(request: &design::Sets) -> Result<Ending, Failure> {
    let design::Wanted { form, search, .. } = request.wanted;
    let tiling = stock(&tiling_of(&request.problem, form)?, &request.with)?;
    let sets = Sets::of(&tiling, request.pieces.range()).map_err(Failure::of)?;
    let all = sets.number();
    let quiet = search.quiet || form == DesignForm::Json;
    if !quiet {
        told!("{}", numbered(all, "set"));
    }
    if u128::from(request.first) > all.max(1) {
        let message = format!("--first {} is beyond the last set", request.first);
        return Err(Failure::hinted(message, format!("there are {}", numbered(all, "set"))));
    }
    let watch = Watch::start(search)?;
    let mut output = Output::beside(false);
    let quiet = quiet || output.is_terminal();
    let (progress, tried) = (SharedReport::new(quiet), AtomicU64::new(0));
    let pulse = || {
        progress.say(|| format!("{} of {} tried", tried.load(Ordering::Relaxed), numbered(all, "set")));
    };
    let mut teller =
        Teller { sets: &sets, request, wanted: wanted(&request.wanted), found: 0, unknown: 0, last: None };
    let mut written = Ok(());
    let first = u128::from(request.first - 1);
    let mut deliver = |set: Selected| {
        tried.fetch_add(1, Ordering::Relaxed);
        written = teller.told(&set).and_then(|text| match text {
            Some(text) => Ok(output.deliver(&text).and_then(|()| output.flush())?),
            None => Ok(()),
        });
        let is_enough = written.is_err() || teller.found == request.wanted.most;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let asked =
        sets.search(&wanted(&request.wanted), first.., request.seed, &watch.budget(), &pulse, &mut deliver);
    drop(progress);
    written?;
    let asked = asked.map_err(Failure::of)?;
    let tried = tried.into_inner();
    let stopped = asked.or(teller.last).map(|reason| watch.describe(reason));
    let next = first + u128::from(tried) + 1;
    let is_done = next > all;
    match form {
        DesignForm::Json => output.deliver(&document([
            json!({"schema": 1, "type": "end"}),
            ended(stopped.as_deref()),
            json!({
                "sets": all.to_string(), "tried": tried, "found": teller.found, "unknown": teller.unknown,
                "seed": request.seed.map(|seed| seed.to_string()), "next": (!is_done).then(|| next.to_string()),
            }),
        ]))?,
        DesignForm::Text => output.deliver(&teller.end(tried, all))?,
        DesignForm::Problems if quiet => {}
        DesignForm::Problems => anstream::eprint!("{}", said(&teller.end(tried, all))),
    }
    output.finish()?;
    if let Some(stopped) = &stopped
        && form != DesignForm::Json
    {
        let rest = if is_done { String::new() } else { format!(": --first {next} goes on") };
        told!("{stopped}{rest}");
    }
    Ok(match stopped {
        Some(_) => Ending::Stopped,
        None if teller.found == 0 => Ending::NoSolution,
        None => Ending::Answered,
    })
}

/// The pieces as a stock: none must be used, except those that every set has.
fn stock(tiling: &Tiling, with: &[String]) -> Result<Tiling, Failure> {
    let pieces = tiling.pieces();
    let needed = |name: &String| {
        let Some(piece) = (0..pieces.len()).find(|&piece| tiling.piece_name(piece) == *name) else {
            let names: Vec<String> = (0..pieces.len()).map(|piece| tiling.piece_name(piece)).collect();
            let message = format!("there is no piece `{name}`");
            return Err(Failure::hinted(message, format!("the pieces are {}", names.join(", "))));
        };
        if pieces[piece].quantity.hi == Some(0) {
            return Err(Failure::hinted(format!("the piece `{name}` may not be used"), "its quantity is 0"));
        }
        Ok(piece)
    };
    let needed: Vec<usize> = with.iter().map(needed).collect::<Result<_, _>>()?;
    combien_tiling::design::stock(tiling, &needed).map_err(Failure::of)
}

/// Says what was found.
struct Teller<'a> {
    sets: &'a Sets,
    request: &'a design::Sets,
    wanted: Wanted,
    found: u64,
    /// Sets whose tilings were not counted to the end.
    unknown: u64,
    /// What stopped the last of these.
    last: Option<Reason>,
}

impl Teller<'_> {
    /// What is printed of a set.
    fn told(&mut self, set: &Selected) -> Result<Option<String>, Failure> {
        if let Some(reason) = set.solutions.reason() {
            self.unknown += 1;
            self.last = Some(reason);
        }
        if !self.wanted.has(set) {
            return Ok(None);
        }
        self.found += 1;
        let (number, names) = (set.number + 1, self.sets.words(&set.pieces));
        let said = format!("{names}: {}", solutions(&set.solutions, &self.request.wanted));
        Ok(Some(match self.request.wanted.form {
            DesignForm::Text => said + "\n",
            DesignForm::Json => {
                let pieces: Vec<Value> = self
                    .sets
                    .pieces(&set.pieces)
                    .into_iter()
                    .map(|(piece, times)| json!({"piece": piece, "times": times}))
                    .collect();
                document([json!({
                    "schema": 1, "type": "set", "number": number.to_string(), "pieces": pieces,
                    "solutions": set.solutions.certain().to_string(),
                })])
            }
            DesignForm::Problems => {
                let tiling = self.sets.tiling(&set.pieces).map_err(Failure::of)?;
                let text = puzzle(&format!("set_{number}"), &tiling, &[]).map_err(Failure::of)?;
                format!("# {said}\n{text}")
            }
        }))
    }

    /// `792 sets: 12 with exactly 1 solution up to symmetry`.
    fn end(&self, tried: u64, all: u128) -> String {
        let of = if u128::from(tried) == all { String::new() } else { format!("{tried} of ") };
        let range = range(&self.request.wanted);
        let unknown = match self.unknown {
            0 => String::new(),
            unknown => format!(", {} not counted to the end", counted(unknown, "set")),
        };
        format!("{of}{}: {} with {range}{unknown}\n", numbered(all, "set"), self.found)
    }
}
