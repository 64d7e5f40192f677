//! `combien count --by`: the solutions for each number of options of a kind.

use std::fmt::Write as _;

use combien::diagnostic::counted;
use combien::polynomial::Polynomial;
use combien::problem::OptionId;
use serde_json::{Map, Value, json};

use crate::commands::diagrams::{budget_beside, unfinished, unknown};
use crate::commands::marks::{Mark, marks};
use crate::report::document;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{By, Form};
use crate::session::Session;
use crate::session::ask::Built;
use crate::system::ending::Ending;

pub(super) fn count_by(by: &By, json: bool, session: &Session<'_>) -> Result<Ending, Failure> {
    let marks = marks(&by.names, &session.input)?;
    let mut output = Output::beside(false);
    let diagram = match session.diagram(by.engine)? {
        Built::Whole { diagram, .. } => diagram,
        Built::Stopped(stop) => return unfinished(&stop, json, &mut output),
    };
    let weights = |option: OptionId| -> Vec<i64> { marks.iter().map(|mark| mark.weight(option)).collect() };
    let polynomial = match diagram.distribution(marks.len(), weights, &budget_beside(&diagram, session)) {
        Ok(polynomial) => polynomial,
        Err(reason) => return unknown(reason, session, json, &mut output),
    };
    output.tell(&match by.form {
        _ if json => as_json(&marks, &polynomial, session),
        Form::Table => table(&marks, &polynomial),
        Form::Csv => csv(&marks, &polynomial),
        Form::Polynomial => written(&marks, &polynomial),
    })?;
    Ok(if diagram.count().is_zero() { Ending::NoSolution } else { Ending::Answered })
}

/// The numbers of a term, one for each mark.
fn shown<'a>(marks: &'a [Mark<'_>], numbers: &'a [i128]) -> impl Iterator<Item = String> {
    marks.iter().zip(numbers).map(|(mark, &number)| mark.shown(number))
}

fn table(marks: &[Mark<'_>], polynomial: &Polynomial) -> String {
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

fn csv(marks: &[Mark<'_>], polynomial: &Polynomial) -> String {
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
fn written(marks: &[Mark<'_>], polynomial: &Polynomial) -> String {
    let term = |(numbers, count): (&[i128], &combien::Count)| {
        let powers = numbers.iter().zip(marks).filter(|(number, _)| **number != 0);
        let powers = powers.map(|(number, mark)| match number {
            1 if !mark.is_cost() => mark.name.clone(),
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

fn as_json(marks: &[Mark<'_>], polynomial: &Polynomial, session: &Session<'_>) -> String {
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
