//! `combien marginals`: for each option, in how many solutions it is.

use std::fmt::Write as _;

use combien::diagnostic::{counted, did_you_mean, nearest};
use combien::problem::{OptionId, Problem};
use combien::solve::Marginals as Numbers;
use combien_lang::run::percent;
use combien_tiling::draw::{SvgOptions, heat_map, svg};
use combien_tiling::{Encoding, Tiling};
use serde_json::{Value, json};

use super::diagrams::{budget_beside, unfinished, unknown};
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, pictures};
use crate::request::Marginals;
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;
use crate::system::files::STDOUT;

pub(super) fn marginals(request: &Marginals) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let mut output = Output::beside(request.picture.as_deref() == Some(STDOUT));
    let problem = session.problem();
    let including = session.input.taken(&request.including, "--including")?;
    let excluding = session.input.forbidden(&request.excluding, "--excluding")?;
    let map = request.picture.as_deref().map(|path| Map::new(path, request.piece.as_deref(), &session.input));
    let map = map.transpose()?;
    let mut diagram = match session.diagram(request.engine)? {
        Built::Whole { diagram, .. } => diagram,
        Built::Stopped(stop) => return unfinished(&stop, request.json, &mut output),
    };
    if !including.is_empty() || !excluding.is_empty() {
        diagram = diagram.restricted(&including, &excluding).map_err(Failure::of)?;
    }
    let numbers = match diagram.marginals(problem, &budget_beside(&diagram, &session)) {
        Ok(numbers) => numbers,
        Err(reason) => return unknown(reason, &session, request.json, &mut output),
    };
    if let Some(map) = &map {
        map.write(&numbers)?;
    }
    output.tell(&match (request.json, request.items) {
        (true, _) => as_json(&session, &numbers),
        (false, true) => items_table(problem, &numbers),
        (false, false) => options_table(problem, &numbers),
    })?;
    Ok(if numbers.solutions().is_zero() { Ending::NoSolution } else { Ending::Answered })
}

/// How many solutions there are, and how many options are in all of them or in none.
fn summary(numbers: &Numbers) -> String {
    if numbers.solutions().is_zero() {
        return "no solution\n".to_owned();
    }
    let (forced, impossible) = (numbers.forced().count(), numbers.impossible().count());
    format!(
        "{}; {} in all of them, {} in none\n",
        counted(numbers.solutions(), "solution"),
        counted(forced, "option"),
        counted(impossible, "option"),
    )
}

fn options_table(problem: &Problem, numbers: &Numbers) -> String {
    let mut table = summary(numbers);
    if numbers.solutions().is_zero() {
        return table;
    }
    let width = "solutions".len().max(numbers.solutions().to_string().len());
    let _ = writeln!(table, "\n{:>7}  {:>width$}  {:>8}  items", "option", "solutions", "share");
    for option in problem.options() {
        let (with, share) = (numbers.with(option).to_string(), percent(numbers.share(option)));
        let name = problem.option_name(option).map(|name| format!("{name}: ")).unwrap_or_default();
        let items = problem.show_option(option);
        let _ = writeln!(table, "{:>7}  {with:>width$}  {share:>8}  {name}{items}", option.number());
    }
    table
}

fn items_table(problem: &Problem, numbers: &Numbers) -> String {
    let mut table = summary(numbers);
    if numbers.solutions().is_zero() {
        return table;
    }
    let candidates = candidates(problem, numbers);
    let width = problem.items().map(|item| problem.item_name(item).chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(table, "\n{:<width$}  {:>10}  {:>6}", "item", "candidates", "bits");
    for (item, bits) in problem.items().zip(numbers.entropies(problem)) {
        let bits = bits.map_or_else(|| "-".to_owned(), |bits| format!("{bits:.3}"));
        let (name, candidates) = (problem.item_name(item), candidates[item.index()].len());
        let _ = writeln!(table, "{name:<width$}  {candidates:>10}  {bits:>6}");
    }
    table
}

/// For each item, the options that contain it and are in some solution.
fn candidates(problem: &Problem, numbers: &Numbers) -> Vec<Vec<OptionId>> {
    let mut candidates = vec![vec![]; problem.item_count()];
    for option in problem.options().filter(|&option| !numbers.with(option).is_zero()) {
        problem.option(option).iter().for_each(|entry| candidates[entry.item.index()].push(option));
    }
    candidates
}

fn as_json(session: &Session<'_>, numbers: &Numbers) -> String {
    let problem = session.problem();
    let options: Vec<Value> = problem
        .options()
        .map(|option| {
            let items = problem.option(option).iter().map(|&entry| problem.show_entry(entry).to_string());
            json!({
                "option": option.number(), "name": problem.option_name(option),
                "items": items.collect::<Vec<_>>(),
                "solutions": numbers.with(option).to_string(), "share": numbers.share(option),
            })
        })
        .collect();
    let items: Vec<Value> = problem
        .items()
        .zip(numbers.entropies(problem))
        .zip(candidates(problem, numbers))
        .map(|((item, bits), candidates)| {
            let candidates = candidates.into_iter().map(OptionId::number);
            json!({
                "item": problem.item_name(item), "candidates": candidates.collect::<Vec<_>>(), "entropy": bits,
            })
        })
        .collect();
    let numbered =
        |options: &mut dyn Iterator<Item = OptionId>| options.map(OptionId::number).collect::<Vec<_>>();
    document([
        session.head("marginals"),
        json!({
            "outcome": "answer", "solutions": numbers.solutions().to_string(),
            "forced": numbered(&mut numbers.forced()), "impossible": numbered(&mut numbers.impossible()),
            "options": options, "item_candidates": items,
        }),
    ])
}

/// A heat map of the board of a tiling.
struct Map<'a> {
    path: &'a str,
    tiling: &'a Tiling,
    encoding: &'a Encoding,
    title: &'a str,
    /// The pieces whose likelihood is shown; otherwise it is the entropy.
    pieces: Option<Vec<usize>>,
}

impl<'a> Map<'a> {
    fn new(path: &'a str, piece: Option<&'a str>, input: &'a Input) -> Result<Map<'a>, Failure> {
        let Input::Tiling { name, tiling, encoding } = input else {
            return Err(Failure::hinted(
                "only tilings have a heat map",
                "leave --svg out, or take a .cmb file",
            ));
        };
        let pieces = piece.map(|wanted| {
            let pieces = tiling.pieces_named(wanted);
            if !pieces.is_empty() {
                return Ok(pieces);
            }
            let names = || tiling.pieces().iter().filter_map(|piece| piece.name.as_deref());
            let all = format!("its pieces are {}", names().collect::<Vec<_>>().join(", "));
            let hint = did_you_mean(nearest(wanted, names()), all);
            Err(Failure::hinted(format!("the tiling has no piece `{wanted}`"), hint))
        });
        Ok(Map { path, tiling, encoding, title: name, pieces: pieces.transpose()? })
    }

    fn write(&self, numbers: &Numbers) -> Result<(), Failure> {
        let map = heat_map(self.title, self.tiling, self.encoding, numbers, self.pieces.as_deref());
        let map = map.ok_or_else(|| Failure::message("there is no cell to be drawn in the heat map"))?;
        pictures::write(self.path, &svg(&map, &SvgOptions::default()))
    }
}
