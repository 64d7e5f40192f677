//! `combien count --by`: the solutions for each number of options of a kind.

use std::fmt::Write as _;

use combien::diagnostic::{counted, nearest};
use combien::polynomial::Polynomial;
use combien::problem::{ItemId, OptionId, Problem};
use combien::tiling::Tiling;
use serde_json::{Map, Value, json};

use crate::commands::diagrams::{budget_beside, unfinished, unknown};
use crate::input::Input;
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{By, Form};
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;

/// The cost of a solution.
const COST: &str = "cost";
/// All pieces of a tiling.
const ALL_PIECES: &str = "piece";

/// Options of a kind.
enum Kind {
    /// Placements of these pieces, which have the same name.
    Pieces(Vec<usize>),
    /// Options that contain this item.
    Item(ItemId),
    /// All options, each as often as it costs. The costs are those of this problem.
    Cost(Problem),
}

/// A name, and the options that it means.
struct Mark {
    name: String,
    kind: Kind,
}

pub(super) fn count_by(by: &By, json: bool, session: &Session<'_>) -> Result<Ending, Failure> {
    let marks = marks(&by.names, &session.input)?;
    let mut output = Output::beside(false);
    let diagram = match session.diagram(by.engine)? {
        Built::Whole { diagram, .. } => diagram,
        Built::Stopped(stop) => {
            let ending = unfinished(&stop, json, &mut output)?;
            output.finish()?;
            return Ok(ending);
        }
    };
    let weights = |option: OptionId| -> Vec<i64> {
        let weight = |mark: &Mark| match &mark.kind {
            Kind::Cost(problem) => problem.cost(option),
            kind => i64::from(has(session, option, kind)),
        };
        marks.iter().map(weight).collect()
    };
    let polynomial = match diagram.distribution(marks.len(), weights, &budget_beside(&diagram, session)) {
        Ok(polynomial) => polynomial,
        Err(reason) => {
            let ending = unknown(reason, session, json, &mut output)?;
            output.finish()?;
            return Ok(ending);
        }
    };
    output.deliver(&match by.form {
        _ if json => as_json(&marks, &polynomial, session),
        Form::Table => table(&marks, &polynomial),
        Form::Csv => csv(&marks, &polynomial),
        Form::Polynomial => written(&marks, &polynomial),
    })?;
    output.finish()?;
    Ok(if diagram.count().is_zero() { Ending::NoSolution } else { Ending::Answered })
}

fn has(session: &Session<'_>, option: OptionId, kind: &Kind) -> bool {
    match (kind, &session.input) {
        (Kind::Pieces(pieces), Input::Tiling { encoding, .. }) => {
            encoding.placement(option).is_some_and(|placement| pieces.contains(&placement.piece))
        }
        (Kind::Pieces(_) | Kind::Cost(_), _) => false,
        (Kind::Item(item), _) => session.problem().option(option).iter().any(|entry| entry.item == *item),
    }
}

/// What the names mean.
fn marks(names: &[String], input: &Input) -> Result<Vec<Mark>, Failure> {
    let mut marks: Vec<Mark> = vec![];
    for text in names {
        // A name may have commas, like those of cells.
        let is_name = is_piece(text, input) || input.problem().item_by_name(text).is_some();
        let names: Vec<&str> = if is_name { vec![text] } else { text.split(',').collect() };
        for name in names {
            if let Some(tiling) = input.tiling().filter(|_| name == ALL_PIECES) {
                for name in tiling.pieces().iter().filter_map(|piece| piece.name.as_deref()) {
                    add(&mut marks, mark(name, input)?);
                }
            } else {
                add(&mut marks, mark(name, input)?);
            }
        }
    }
    if marks.is_empty() {
        let hint = "give it a pattern of its own, `pattern bar = {***}`, and use `bar` as the piece";
        return Err(Failure::hinted("no piece of this tiling has a name", hint));
    }
    Ok(marks)
}

/// Adds a mark, unless there is one of that name.
fn add(marks: &mut Vec<Mark>, mark: Mark) {
    if marks.iter().all(|other| other.name != mark.name) {
        marks.push(mark);
    }
}

fn is_piece(name: &str, input: &Input) -> bool {
    input
        .tiling()
        .is_some_and(|tiling| tiling.pieces().iter().any(|piece| piece.name.as_deref() == Some(name)))
}

fn mark(name: &str, input: &Input) -> Result<Mark, Failure> {
    let problem = input.problem();
    let named = |tiling: &Tiling| -> Vec<usize> {
        let pieces = tiling.pieces().iter().enumerate();
        pieces.filter(|(_, piece)| piece.name.as_deref() == Some(name)).map(|(place, _)| place).collect()
    };
    let pieces = input.tiling().map(named).unwrap_or_default();
    let kind = match problem.item_by_name(name) {
        _ if !pieces.is_empty() => Kind::Pieces(pieces),
        Some(item) => Kind::Item(item),
        None if name == COST && problem.has_costs() => Kind::Cost(problem.clone()),
        None => {
            let items = problem.items().map(|item| problem.item_name(item));
            let pieces = input.tiling().into_iter().flat_map(Tiling::pieces);
            let names = pieces.filter_map(|piece| piece.name.as_deref()).chain(items);
            let hint = nearest(name, names).map_or_else(
                || "name a piece or an item".to_owned(),
                |name| format!("did you mean `{name}`?"),
            );
            return Err(Failure::hinted(format!("no piece and no item is named `{name}`"), hint));
        }
    };
    Ok(Mark { name: name.to_owned(), kind })
}

impl Mark {
    /// A number of options, or a cost.
    fn shown(&self, number: i128) -> String {
        match &self.kind {
            Kind::Cost(problem) => problem.show_cost(number).to_string(),
            Kind::Pieces(_) | Kind::Item(_) => number.to_string(),
        }
    }

    /// The same as JSON; costs are texts, because they may have decimals and any size.
    fn as_json(&self, number: i128) -> Value {
        match &self.kind {
            Kind::Cost(_) => json!(self.shown(number)),
            Kind::Pieces(_) | Kind::Item(_) => json!(number as i64),
        }
    }
}

/// The numbers of a term, one for each mark.
fn shown<'a>(marks: &'a [Mark], numbers: &'a [i128]) -> impl Iterator<Item = String> {
    marks.iter().zip(numbers).map(|(mark, &number)| mark.shown(number))
}

fn table(marks: &[Mark], polynomial: &Polynomial) -> String {
    let head = marks.iter().map(|mark| mark.name.clone()).chain(["solutions".to_owned()]);
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (numbers, count) in polynomial.terms() {
        rows.push(shown(marks, numbers).chain([count.to_string()]).collect());
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=marks.len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        text += &cells.collect::<Vec<_>>().join("  ");
        text.push('\n');
    }
    let _ = writeln!(text, "{} in all", counted(polynomial.total(), "solution"));
    text
}

fn csv(marks: &[Mark], polynomial: &Polynomial) -> String {
    let quoted = |name: &str| {
        let is_plain = !name.contains([',', '"', '\n', '\r']);
        if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
    };
    let line = |cells: &mut dyn Iterator<Item = String>| cells.collect::<Vec<_>>().join(",") + "\n";
    let head = line(&mut marks.iter().map(|mark| quoted(&mark.name)).chain(["solutions".to_owned()]));
    let rows = polynomial
        .terms()
        .map(|(numbers, count)| line(&mut shown(marks, numbers).chain([count.to_string()])));
    std::iter::once(head).chain(rows).collect()
}

/// The polynomial as a formula, the lowest powers first: `2 + 3 F^2 I`.
fn written(marks: &[Mark], polynomial: &Polynomial) -> String {
    let term = |(numbers, count): (&[i128], &combien::Count)| {
        let powers = numbers.iter().zip(marks).filter(|(number, _)| **number != 0);
        let powers = powers.map(|(number, mark)| match number {
            1 if !matches!(mark.kind, Kind::Cost(_)) => mark.name.clone(),
            _ => format!("{}^{}", mark.name, mark.shown(*number)),
        });
        let mut factors: Vec<String> = powers.collect();
        if factors.is_empty() || *count != combien::Count::ONE {
            factors.insert(0, count.to_string());
        }
        factors.join(" ")
    };
    let terms: Vec<String> = polynomial.terms().map(term).collect();
    format!("{}\n", if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

fn as_json(marks: &[Mark], polynomial: &Polynomial, session: &Session<'_>) -> String {
    let rows: Vec<Value> = polynomial
        .terms()
        .map(|(numbers, count)| {
            let numbers = marks.iter().zip(numbers);
            let by: Map<String, Value> =
                numbers.map(|(mark, &number)| (mark.name.clone(), mark.as_json(number))).collect();
            json!({"by": by, "solutions": count.to_string()})
        })
        .collect();
    document([
        session.head("count"),
        json!({"outcome": "answer", "count": polynomial.total().to_string(), "by": rows}),
    ])
}
