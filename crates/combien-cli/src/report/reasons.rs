//! Reasons why there is no solution, as fields of a document.

use combien::why::{Obstacle, Subject};
use serde_json::{Value, json};

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
            document["items"] = json!(names);
            document["minimal"] = json!(core.is_minimal);
        }
        _ => {}
    }
    document
}
