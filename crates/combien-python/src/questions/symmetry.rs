//! The symmetries of a problem: all, or those that are given.

use std::collections::HashSet;
use std::sync::Arc;

use combien::problem::{Automorphism, ItemId, NoAutomorphism, OptionId};
use combien::symmetry;
use pyo3::prelude::*;

use crate::handles::error::exceptions::UnknownName;
use crate::handles::error::{Unanswered, failure, raise};
use crate::handles::labels::{in_order, pairs, repr};
use crate::handles::objects::{Dict, Maybe, Object, Pair};
use crate::handles::problem::{Held, Symmetries, option_by_name};
use crate::handles::settings::Settings;
use crate::handles::watch;
use crate::questions::alike::automorphisms_keeping;

/// All symmetries, those that some generate, or those that keep some sets of items.
pub(crate) fn symmetries(
    problem: &Held,
    generators: Maybe,
    keeping: Maybe,
    keywords: Option<&Dict>,
) -> PyResult<Symmetries> {
    let py = problem.py();
    let settings = Settings::without(&["engine", "threads", "progress"], "symmetries()", py, keywords)?;
    let core = problem.borrow().core();
    let options = core.option_count();
    if generators.is_some() && keeping.is_some() {
        raise!("generators and keeping cannot be combined");
    }
    let sets = keeping.map_or(Ok(vec![]), |keeping| kept_sets(problem, keeping))?;
    let generators = generators.map(|generators| given_generators(problem, &core, generators)).transpose()?;
    let found = watch::ask(py, &settings, move |budget, _| match generators {
        Some(generators) => symmetry::Symmetries::generated_by(&core, generators, &budget),
        None => automorphisms_keeping(&core, &sets, &budget),
    })?;
    let group = Arc::new(found.map_err(Unanswered::from)?);
    Ok(Symmetries { problem: problem.clone().unbind(), group, options })
}

/// Sets of items, as they are given.
fn kept_sets(problem: &Held, keeping: &Object) -> PyResult<Vec<Vec<ItemId>>> {
    let finder = problem.borrow().items.finder(problem.py());
    let item = |item: &Object| {
        let unknown = || UnknownName::new_err(format!("keeping names {}, which is not an item", repr(item)));
        Ok(ItemId::from_index(finder.find(item, "an item")?.ok_or_else(unknown)?))
    };
    let set = |set: &Object| in_order(set, "a set of items")?.iter().map(item).collect();
    in_order(keeping, "keeping")?.iter().map(set).collect()
}

/// Symmetries as they are given: each a mapping from names to names, or a list of cycles of names.
fn given_generators(
    problem: &Held,
    core: &combien::Problem,
    generators: &Object,
) -> PyResult<Vec<Automorphism>> {
    let mut read = vec![];
    for (number, generator) in in_order(generators, "the generators")?.iter().enumerate() {
        let mut images: Vec<OptionId> = core.options().collect();
        let mut moved = HashSet::new();
        for (from, to) in moves(generator)? {
            let option = option_by_name(problem, &from)?;
            if !moved.insert(option) {
                raise!("generator {number} moves option {} twice", repr(&from));
            }
            images[option.index()] = option_by_name(problem, &to)?;
        }
        let automorphism = Automorphism::of_options(core, images);
        read.push(automorphism.map_err(|wrong| {
            let problem = problem.borrow();
            let why = match wrong {
                NoAutomorphism::NoPermutation => "two options go to one".to_owned(),
                NoAutomorphism::Item(item) => {
                    let item = problem.items.object(generator.py(), item.index());
                    format!("the options of item {} go to options that no item has together", repr(&item))
                }
                NoAutomorphism::Option(option) => {
                    let name = problem.names.name(generator.py(), option.index());
                    format!("the items of option {} do not go to those of its image", repr(&name))
                }
                other => other.to_string(),
            };
            failure!("generator {number} is no symmetry: {why}")
        })?);
    }
    Ok(read)
}

/// Options, and where they go.
fn moves<'py>(generator: &Object<'py>) -> PyResult<Vec<Pair<'py>>> {
    if let Some(moves) = pairs(generator)? {
        return Ok(moves);
    }
    let mut moves = vec![];
    for cycle in in_order(generator, "a generator")? {
        let members = in_order(&cycle, "a cycle")?;
        let nexts = members.iter().cycle().skip(1);
        moves.extend(members.iter().cloned().zip(nexts.cloned()));
    }
    Ok(moves)
}
