//! `combien convert --transpose`: options become items, and items options. The solutions of what is made are
//! the sets of items that hit each option.

use std::collections::BTreeSet;

use combien::problem::{Bounds, Builder, Entry, ItemId, Problem};

use crate::report::failure::Failure;
use crate::request::Hits;

/// The transposed problem. Its items have the names of options, or their numbers; its options are named after the
/// items.
pub(super) fn transposed(problem: &Problem, hits: Hits) -> Result<Problem, Failure> {
    let colored =
        problem.options().flat_map(|option| problem.option(option)).any(|entry| entry.color.is_some());
    if colored || problem.has_bounds() {
        let what = if colored { "colors" } else { "bounds" };
        let message = format!("a problem with {what} cannot be transposed");
        return Err(Failure::hinted(
            message,
            format!("{what} say how items are covered, and items become options"),
        ));
    }
    let bounds = match hits {
        Hits::Once => Bounds::ONCE,
        Hits::Often => Bounds { lo: 1, hi: Bounds::UNLIMITED },
    };
    let (mut made, mut names) = (Builder::new(), BTreeSet::new());
    let mut options = vec![vec![]; problem.item_count()];
    for (place, option) in problem.options().enumerate() {
        let number = option.number().to_string();
        let name = problem.option_name(option).map_or_else(|| number.clone(), str::to_owned);
        let name = if names.insert(name.clone()) { name } else { format!("{name}#{number}") };
        names.insert(name.clone());
        made.bounded(&name, bounds).map_err(Failure::of)?;
        for entry in problem.option(option) {
            options[entry.item.index()].push(Entry { item: ItemId::from_index(place), color: None });
        }
    }
    for (item, option) in problem.items().zip(options) {
        let option = made.option(option).map_err(Failure::of)?;
        made.name_option(option, problem.item_name(item));
    }
    Ok(made.build())
}
