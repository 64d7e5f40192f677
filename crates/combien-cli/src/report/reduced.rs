//! Reductions, in words and as JSON.

use std::fmt::Write;

use combien::diagnostic::counted;
use combien::problem::Problem;
use combien::reduce::{Component, Reduction};
use serde_json::{Value, json};

use super::escape;

/// What a reduction did, on one line.
pub(crate) fn describe(reduction: &Reduction) -> String {
    let mut line = format!("reduced: removed {}", reduction.removed());
    if let Some(item) = reduction.bare() {
        let name = escape::name(reduction.original().item_name(item));
        let _ = write!(line, "; item `{name}` cannot be covered");
    } else {
        let (options, items) = left(reduction);
        let (taken, parts) = (reduction.taken().len(), reduction.components().len());
        let (options, items) = (counted(options, "option"), counted(items, "item"));
        let parts = counted(parts, "part");
        let _ = write!(line, "; taken {taken}; left {options}, {items} in {parts}");
    }
    line
}

/// The options and items of all components.
fn left(reduction: &Reduction) -> (usize, usize) {
    let parts = || reduction.components().iter().map(Component::problem);
    (parts().map(Problem::option_count).sum(), parts().map(Problem::item_count).sum())
}

/// What a reduction did, as JSON; null if nothing was reduced.
pub(crate) fn as_json(reduction: Option<&Reduction>) -> Value {
    let Some(reduction) = reduction else { return Value::Null };
    let removed = reduction.removed();
    let (options, items) = left(reduction);
    json!({
        "impossible": reduction.is_impossible(), "taken": reduction.taken().len(),
        "components": reduction.components().len(), "options_left": options, "items_left": items,
        "options_removed": {
            "kept_out": removed.kept_out, "impossible": removed.impossible, "excluded": removed.excluded,
        },
        "items_removed": {"covered": removed.covered, "implied": removed.implied, "loose": removed.loose},
        "rounds": removed.rounds, "work": removed.work,
    })
}

/// The numbers of a part's options and of the original ones, in columns with a header, separated by tabs.
pub(crate) fn table(part: &Component) -> String {
    let mut table = "option\toriginal\n".to_owned();
    for (option, original) in part.problem().options().zip(part.originals()) {
        let _ = writeln!(table, "{}\t{}", option.number(), original.number());
    }
    table
}
