//! Writes a problem as JSON.

use std::io::{self, Write};

use serde_json::Value;

use combien::problem::{Bounds, Entry, Kind, Problem};

/// Writes a problem, with an item or an option on each line. Reading it back gives the same problem.
pub fn write(problem: &Problem, mut output: impl Write) -> io::Result<()> {
    writeln!(output, "{{\"schema\": 1,\n \"items\": [")?;
    let last = problem.item_count().saturating_sub(1);
    for item in problem.items() {
        write!(output, "  {{\"name\": {}", text(problem.item_name(item)))?;
        match (problem.kind(item), problem.bounds(item)) {
            (Kind::Secondary, _) => write!(output, ", \"kind\": \"secondary\"")?,
            (Kind::Primary, Bounds::ONCE) => write!(output, ", \"kind\": \"primary\"")?,
            (Kind::Primary, Bounds { lo, hi }) => {
                write!(output, ", \"kind\": \"primary\", \"bounds\": [{lo}, {hi}]")?;
            }
        }
        writeln!(output, "}}{}", comma(item.index() < last))?;
    }
    writeln!(output, " ],\n \"options\": [")?;
    let last = problem.option_count().saturating_sub(1);
    for option in problem.options() {
        write!(output, "  {{")?;
        if let Some(name) = problem.option_name(option) {
            write!(output, "\"name\": {}, ", text(name))?;
        }
        write!(output, "\"items\": [")?;
        for (place, &entry) in problem.option(option).iter().enumerate() {
            let space = if place == 0 { "" } else { ", " };
            write!(output, "{space}{}", shown(problem, entry))?;
        }
        write!(output, "]")?;
        let cost = problem.show_cost(problem.cost(option).into());
        match problem.cost(option).unsigned_abs() {
            0 => {}
            // Larger numbers would lose digits in other programs.
            units if units < 1 << 53 => write!(output, ", \"cost\": {cost}")?,
            _ => write!(output, ", \"cost\": \"{cost}\"")?,
        }
        writeln!(output, "}}{}", comma(option.index() < last))?;
    }
    writeln!(output, " ]}}")
}

fn comma(is_wanted: bool) -> &'static str {
    if is_wanted { "," } else { "" }
}

/// A text in quotes.
fn text(text: &str) -> Value {
    Value::from(text)
}

fn shown(problem: &Problem, Entry { item, color }: Entry) -> String {
    let name = text(problem.item_name(item));
    match color {
        None => name.to_string(),
        Some(color) => format!("{{\"item\": {name}, \"color\": {}}}", text(problem.color_name(color))),
    }
}
