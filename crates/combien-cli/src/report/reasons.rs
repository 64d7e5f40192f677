//! Reasons why there is no solution, as text and as fields of a document.

use std::io::{self, Write};

use combien_tiling::why::{Obstacle, Subject};
use serde_json::{Value, json};

use super::output::Output;

/// The maximum number of lines in a terminal.
const MOST_LINES: usize = 20;

/// Prints that there is no solution, the reason, and a drawing if there is one.
pub(crate) fn tell(output: &mut Output, subject: &Subject<'_>, obstacle: &Obstacle) -> io::Result<()> {
    writeln!(output, "no solution: {}", subject.sentence(obstacle))?;
    let lines = details(subject, obstacle);
    for line in lines.iter().take(MOST_LINES) {
        writeln!(output, "{line}")?;
    }
    if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
        writeln!(output, "  and {more} more: --json lists them all")?;
    }
    if let Some(drawing) = subject.drawing(obstacle) {
        write!(output, "\n{drawing}")?;
    }
    Ok(())
}

/// Details that neither the sentence nor the drawing shows: forced steps, and weights of items that are not
/// cells.
fn details(subject: &Subject<'_>, obstacle: &Obstacle) -> Vec<String> {
    match obstacle {
        Obstacle::Dead(dead) => {
            let step = |&(item, option): &_| {
                format!("  {} leaves only {}", subject.item_words(item), subject.option_words(option))
            };
            dead.forced.iter().map(step).collect()
        }
        Obstacle::Core(core) => {
            core.items.iter().map(|&item| format!("  {}", subject.item_words(item))).collect()
        }
        _ => match obstacle.weights() {
            Some(weights) if subject.drawing(obstacle).is_none() => weights
                .of()
                .iter()
                .map(|&(item, weight)| {
                    format!("  {} on {}", subject.weight_words(weights, weight), subject.item_words(item))
                })
                .collect(),
            _ => vec![],
        },
    }
}

/// The kind of a reason, its sentence, and what it is made of.
pub(crate) fn as_json(subject: &Subject<'_>, obstacle: &Obstacle) -> Value {
    let problem = subject.problem();
    let mut document = json!({"kind": obstacle.kind(), "why": subject.sentence(obstacle)});
    if let Some(weights) = obstacle.weights() {
        let weight = |&(item, weight): &_| json!({"item": problem.item_name(item), "weight": subject.weight_words(weights, weight)});
        document["modulus"] = json!(weights.modulus());
        document["weights"] = weights.of().iter().map(weight).collect();
    }
    match obstacle {
        Obstacle::Coloring(coloring, _) => document["coloring"] = json!(coloring.name()),
        Obstacle::Dead(dead) => {
            let step = |&(item, option): &(_, combien::problem::OptionId)| json!({"item": problem.item_name(item), "option": option.number()});
            document["forced"] = dead.forced.iter().map(step).collect();
            document["item"] = json!(problem.item_name(dead.item));
        }
        Obstacle::Core(core) => {
            let names: Vec<&str> = core.items.iter().map(|&item| problem.item_name(item)).collect();
            document["core"] = json!(names);
            document["minimal"] = json!(core.is_minimal);
        }
        _ => {}
    }
    document
}
