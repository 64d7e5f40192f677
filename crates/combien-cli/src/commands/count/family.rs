//! `combien count --problem 'day<1..12, 1..31>'`: a row for each member of a family, then their number and
//! sum.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use combien::Count;
use combien::budget::{Budget, Meter};
use combien::diagnostic::counted;
use combien::problem::Problem;
use combien::proof::{Proof, Unproved};
use combien::solve::{Outcome, Reason};
use combien_lang::{Census, Family, Filter, Loaded, Member};
use serde_json::{Map, Value, json};

use crate::commands::formats::written;
use crate::input::{self, puzzle::known};
use crate::report::diagnostics;
use crate::report::failure::Failure;
use crate::report::output::{self, Output};
use crate::report::{at_least, document, ended};
use crate::request::{CountFamily, CountPuzzles, Rows, Search, Source, Target};
use crate::session::ask::Question;
use crate::session::progress::SharedReport;
use crate::session::watch::Watch;
use crate::system::catalogue::{said, told};
use crate::system::ending::Ending;
use crate::system::files::Disk;

pub(in crate::commands) fn count_family(request: &CountFamily) -> Result<Ending, Failure> {
    let CountFamily { file, family, engine, up_to, filter, proof, rows, search } = request;
    let filter = filter.as_deref().map(|text| Filter::read(Loaded::new("--where", text)));
    let filter = filter.transpose().map_err(Failure::Input)?;
    let family = Family::load(file, &Disk::default(), Loaded::new("--problem", family.as_str()));
    let mut family = family.map_err(|error| Failure::unloaded(file, error))?;
    let json = *rows == Rows::Json;
    diagnostics::show(&family.take_warnings(), json);
    let table = Table::of(*rows, family.parameters().to_vec(), family.ranges(), family.members())?;
    let watch = Watch::start(*search)?;
    let budget = watch.budget();
    if let Some(folder) = proof {
        let ranges = family.ranges().to_vec();
        return deliver(table, search, &watch, |pulse, each| {
            let members = family.map(|made| {
                pulse();
                let named = made.map_err(Failure::Input)?;
                let problem = named.tiling.encode_within(&budget).map_err(Failure::of)?.problem;
                let numbers: Vec<i64> = ranges.iter().map(|&range| named.arguments[range]).collect();
                let outcome = proved(folder, &numbers, &problem, &budget)?;
                Ok(Member { name: named.name, arguments: named.arguments, outcome })
            });
            one_by_one(members, each)
        });
    }
    let census = Census { engine: *engine, up_to: *up_to, filter, budget, ..Census::default() };
    deliver(table, search, &watch, |pulse, each| {
        let asked = census.count(&mut family, pulse, each);
        diagnostics::show(&family.take_warnings(), json);
        asked.map_err(Failure::Input)
    })
}

/// `combien count 'puzzle:queens 1..12'`: counts each member of a family of classic puzzles.
pub(in crate::commands) fn count_puzzles(request: &CountPuzzles) -> Result<Ending, Failure> {
    let CountPuzzles { members, ranges, engine, proof, rows, search } = request;
    let recipe = known(&members[0].1.name)?;
    // The last parameter may be given several times.
    let parameter =
        |&place: &usize| recipe.parameters[place.min(recipe.parameters.len() - 1)].name.to_owned();
    let all: Vec<usize> = (0..ranges.len()).collect();
    let parameters = ranges.iter().map(parameter).collect();
    let table = Table::of(*rows, parameters, &all, members.len() as u64)?;
    let watch = Watch::start(*search)?;
    deliver(table, search, &watch, |pulse, each| {
        let members = members.iter().map(|(arguments, puzzle)| {
            pulse();
            let input = input::read_filtered(&Source::from(puzzle.clone()), *rows == Rows::Json)?;
            let (problem, budget) = (input.problem(), watch.budget());
            let outcome = match proof {
                Some(folder) => proved(folder, arguments, problem, &budget)?,
                None => Question::new(problem, *engine, budget).count().map_err(Failure::of)?.outcome,
            };
            Ok(Member { name: puzzle.words(), arguments: arguments.clone(), outcome })
        });
        one_by_one(members, each)
    })
}

/// Counts a member, and writes its problem and its certificate to files in a folder, which have the numbers of its
/// ranges as names.
fn proved(
    folder: &str,
    numbers: &[i64],
    problem: &Problem,
    budget: &Budget,
) -> Result<Outcome<Count>, Failure> {
    let proof = match Proof::of(problem, budget, &mut None::<&mut dyn Meter>) {
        Ok(proof) => proof,
        Err(Unproved { reason, .. }) => return Ok(Outcome::Stopped { certain: Count::ZERO, reason }),
    };
    let name = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("-");
    let path = Path::new(folder).join(name).display().to_string();
    output::deliver(&format!("{path}.json"), &written(Target::Json, problem)?)?;
    output::deliver(&format!("{path}.proof"), proof.text())?;
    Ok(Outcome::Answer(proof.count().clone()))
}

/// Tells each member, until a limit ends them all.
fn one_by_one(
    members: impl Iterator<Item = Result<Member, Failure>>,
    each: &mut dyn FnMut(Member) -> ControlFlow<()>,
) -> Result<Option<Reason>, Failure> {
    for member in members {
        let member = member?;
        let reason = member.outcome.reason();
        let flow = each(member);
        match reason {
            Some(Reason::Deadline | Reason::Asked) => return Ok(reason),
            _ if flow.is_break() => break,
            _ => {}
        }
    }
    Ok(None)
}

/// Prints the members as they are counted, and what they are together.
fn deliver(
    mut table: Table,
    search: &Search,
    watch: &Watch,
    count: impl FnOnce(
        &(dyn Fn() + Sync),
        &mut dyn FnMut(Member) -> ControlFlow<()>,
    ) -> Result<Option<Reason>, Failure>,
) -> Result<Ending, Failure> {
    let (rows, members) = (table.rows, table.tally.members);
    let mut output = Output::beside(false);
    let json = rows == Rows::Json;
    // On a terminal, the rows show the progress well enough.
    let quiet = search.quiet || json || output.is_terminal();
    let (progress, done) = (SharedReport::new(quiet), AtomicU64::new(0));
    let pulse = || {
        progress
            .say(|| format!("{} of {} counted", done.load(Ordering::Relaxed), counted(members, "member")));
    };
    output.deliver(&table.head())?;
    let mut written = Ok(());
    let asked = count(&pulse, &mut |member| {
        let (row, flow) = table.row(&member);
        done.fetch_add(1, Ordering::Relaxed);
        // A program that reads the rows gets each at once.
        written = output.deliver(&row).and_then(|()| output.finish());
        if written.is_ok() { flow } else { ControlFlow::Break(()) }
    });
    drop(progress);
    written?;
    table.tally.stopped = asked?.or(table.tally.stopped);
    let stop = table.tally.stopped.map(|reason| watch.describe(reason));
    let end = table.end(stop.as_deref());
    if matches!(rows, Rows::Text | Rows::Json) {
        output.deliver(&end)?;
    }
    output.finish()?;
    if !json {
        if !matches!(rows, Rows::Text) && !search.quiet {
            anstream::eprint!("{}", said(&end));
        }
        if let Some(line) = &stop {
            told!("{line}");
        }
    }
    Ok(if stop.is_some() { Ending::Stopped } else { Ending::Answered })
}

/// The rows that are printed.
struct Table {
    rows: Rows,
    parameters: Vec<String>,
    /// The parameter that numbers the rows of a b-file.
    index: usize,
    tally: Tally,
}

impl Table {
    fn of(rows: Rows, parameters: Vec<String>, ranges: &[usize], members: u64) -> Result<Table, Failure> {
        let index = match ranges {
            [index] => *index,
            ranges if rows == Rows::BFile => {
                let message = format!("a b-file has one index, and this family has {} ranges", ranges.len());
                return Err(Failure::hinted(
                    message,
                    "give one parameter a range, and each other one a number",
                ));
            }
            _ => 0,
        };
        let tally = Tally { members, ..Tally::default() };
        Ok(Table { rows, parameters, index, tally })
    }

    /// What stands above the rows.
    fn head(&self) -> String {
        match self.rows {
            Rows::Csv => format!("{},solutions\n", self.parameters.join(",")),
            Rows::Text | Rows::BFile | Rows::Json => String::new(),
        }
    }

    /// The row of a member, and whether others may follow.
    fn row(&mut self, member: &Member) -> (String, ControlFlow<()>) {
        let Member { name, arguments, outcome } = member;
        let (is_exact, count) = (outcome.reason().is_none(), outcome.certain());
        let shown = at_least(count, is_exact);
        let row = match self.rows {
            Rows::Text => format!("{name}: {shown}\n"),
            Rows::Csv => {
                let cells = arguments.iter().map(ToString::to_string).chain([shown]);
                cells.collect::<Vec<_>>().join(",") + "\n"
            }
            Rows::BFile if is_exact => format!("{} {count}\n", arguments[self.index]),
            // A gap, or a bound, would be a wrong term.
            Rows::BFile => String::new(),
            Rows::Json => document([
                json!({
                    "schema": 1, "type": "member", "problem": name,
                    "arguments": named(&self.parameters, arguments),
                }),
                ended(outcome.reason().map(|reason| reason.to_string()).as_deref()),
                json!({"count": count.to_string(), "exact": is_exact}),
            ]),
        };
        let ends = self.rows == Rows::BFile && !is_exact;
        self.tally.add(member);
        (row, if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The last line: the number of members, the sum, the least and the greatest number.
    fn end(&self, stopped: Option<&str>) -> String {
        let Tally { members, counted: done, bounded, sum, least, greatest, .. } = &self.tally;
        let is_exact = done == members && *bounded == 0;
        if self.rows == Rows::Json {
            let extreme = |extreme: &Option<Extreme>| {
                extreme.as_ref().map(|Extreme { member, times }| {
                    json!({
                        "problem": member.name, "arguments": named(&self.parameters, &member.arguments),
                        "count": member.outcome.certain().to_string(), "times": times,
                    })
                })
            };
            return document([
                json!({"schema": 1, "type": "end"}),
                ended(stopped),
                json!({
                    "members": members, "counted": done, "sum": sum.to_string(), "exact": is_exact,
                    "least": extreme(least), "greatest": extreme(greatest),
                }),
            ]);
        }
        let of = if done == members { String::new() } else { format!("{done} of ") };
        let some = match bounded {
            0 => String::new(),
            bounded => format!(", {bounded} of them not counted to the end"),
        };
        let shown = |what: &str, extreme: &Option<Extreme>| {
            extreme.as_ref().map_or_else(String::new, |extreme| format!(", {what} {extreme}"))
        };
        let (least, greatest) = (shown("least", least), shown("greatest", greatest));
        let sum = at_least(sum, is_exact);
        format!("{of}{}{some}: sum {sum}{least}{greatest}\n", counted(members, "member"))
    }
}

/// Arguments by the names of their parameters.
fn named(parameters: &[String], arguments: &[i64]) -> Map<String, Value> {
    parameters.iter().cloned().zip(arguments.iter().map(|&value| json!(value))).collect()
}

/// What is known of the members so far.
#[derive(Default)]
struct Tally {
    members: u64,
    /// Those with a row.
    counted: u64,
    /// Those of them with a lower bound only.
    bounded: u64,
    /// What stopped the last of these.
    stopped: Option<Reason>,
    sum: Count,
    /// Of the numbers that are exact.
    least: Option<Extreme>,
    greatest: Option<Extreme>,
}

/// The first member with the least or the greatest number, and how many have it.
struct Extreme {
    member: Member,
    times: u64,
}

impl Tally {
    fn add(&mut self, member: &Member) {
        self.counted += 1;
        self.sum += member.outcome.certain();
        if let Outcome::Stopped { reason, .. } = member.outcome {
            self.bounded += 1;
            self.stopped = Some(reason);
            return;
        }
        note(&mut self.least, member, |new, old| new < old);
        note(&mut self.greatest, member, |new, old| new > old);
    }
}

fn note(extreme: &mut Option<Extreme>, member: &Member, is_better: impl Fn(&Count, &Count) -> bool) {
    let new = member.outcome.certain();
    match extreme {
        Some(Extreme { member: old, times }) if old.outcome.certain() == new => *times += 1,
        Some(Extreme { member: old, .. }) if !is_better(new, old.outcome.certain()) => {}
        _ => *extreme = Some(Extreme { member: member.clone(), times: 1 }),
    }
}

impl std::fmt::Display for Extreme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Extreme { member, times } = self;
        write!(f, "{} for {}", member.outcome.certain(), member.name)?;
        match times {
            1 => Ok(()),
            _ => write!(f, " and {}", counted(times - 1, "other")),
        }
    }
}
