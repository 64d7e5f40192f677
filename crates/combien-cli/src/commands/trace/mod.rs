//! `combien trace`: a page that plays a search step by step, for lessons.
//!
//! The page is one file that needs nothing else. It walks the tree itself, so that it can go back and forth and also show
//! what goes wrong if things are done in the wrong order; what it finds is held against what the engines `links` and `naive` found here.

use combien::engine::Pause;
use combien::engine::TooLarge;
use combien::engine::links::Links;
use combien::engine::naive::Naive;
use combien::problem::{Bounds, Kind, Problem};
use serde_json::{Value, json};

use crate::input;
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::{Player, Trace};
use crate::system::ending::Ending;

/// The page, but for the problem.
const PAGE: &str = include_str!("page.html");
/// Where the problem goes.
const DATA: &str = "{{DATA}}";
/// More than can be looked at.
const MOST_OPTIONS: usize = 300;
const MOST_ITEMS: usize = 150;
/// What the engine is asked for: the page shows no more steps than it can hold.
const MOST_NODES: u64 = 20_000;

impl Player {
    fn name(self) -> &'static str {
        match self {
            Player::Links => "links",
            Player::Naive => "naive",
            Player::Backtrack => "backtrack",
        }
    }
}

pub(super) fn trace(request: &Trace) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, false)?;
    let problem = input.problem();
    refuse(problem)?;
    let data = data(&input.title(&request.problem), problem, request.player)?;
    // Nothing in it may end the element that it stands in.
    let data = data.to_string().replace('<', "\\u003c");
    let page = PAGE.replacen(DATA, &data, 1);
    deliver(&request.page, page.as_bytes())?;
    Ok(Ending::Answered)
}

/// What a page cannot show.
fn refuse(problem: &Problem) -> Result<(), Failure> {
    let (options, items) = (problem.option_count(), problem.item_count());
    if options > MOST_OPTIONS || items > MOST_ITEMS {
        return Err(Failure::hinted(
            format!("{options} options and {items} items are more than a page can show"),
            format!("take a problem of at most {MOST_OPTIONS} options and {MOST_ITEMS} items"),
        ));
    }
    if problem.primary_count() == 0 {
        return Err(Failure::message("a problem without primary items has no search to be shown"));
    }
    let mut entries = problem.options().flat_map(|option| problem.option(option));
    let has_colors = entries.any(|entry| entry.color.is_some());
    if has_colors || problem.has_bounds() {
        let what = if has_colors { "colors" } else { "bounds other than once" };
        return Err(Failure::message(format!("the page plays Algorithm X, which knows no {what}")));
    }
    Ok(())
}

/// The problem as the page reads it, and what the engines say of it. Options that are kept out keep their numbers, and have
/// no items here.
fn data(name: &str, problem: &Problem, start: Player) -> Result<Value, Failure> {
    let item =
        |item| json!({"name": problem.item_name(item), "primary": problem.kind(item) == Kind::Primary});
    let items: Vec<Value> = problem.items().map(item).collect();
    let entries = |option| -> Vec<usize> {
        let entries = problem.option(option).iter().filter(|_| !problem.is_kept_out(option));
        entries.map(|entry| entry.item.index()).collect()
    };
    let options: Vec<Vec<usize>> = problem.options().map(entries).collect();
    debug_assert!(problem.primary_items().all(|item| problem.bounds(item) == Bounds::ONCE));
    let mut search = Links::new(problem).map_err(|TooLarge { nodes, limit }| {
        Failure::message(format!("the lists need {nodes} nodes, and may have {limit}"))
    })?;
    let mut solutions: Vec<Vec<usize>> = vec![];
    let complete = loop {
        match search.run(MOST_NODES) {
            Pause::Solution => {
                let numbers = search.solution().options().iter().map(|option| option.number()).collect();
                solutions.push(numbers);
            }
            Pause::Bound | Pause::Memory => break false,
            Pause::End => break true,
        }
    };
    let links = json!({"nodes": search.work().nodes, "complete": complete});
    Ok(json!({
        "schema": 1, "name": name, "start": start.name(), "items": items, "options": options,
        "engines": {"links": links, "naive": first_algorithm(problem)?}, "solutions": solutions,
    }))
}

/// How far the lesson's first algorithm goes. Its solutions are those of the other.
fn first_algorithm(problem: &Problem) -> Result<Value, Failure> {
    let mut search = Naive::new(problem).map_err(Failure::of)?;
    let complete = loop {
        match search.run(MOST_NODES) {
            Pause::Solution => {}
            Pause::Bound | Pause::Memory => break false,
            Pause::End => break true,
        }
    };
    Ok(json!({"nodes": search.work().nodes, "complete": complete}))
}
