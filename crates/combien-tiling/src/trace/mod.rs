//! A search that can be played step by step, for lessons: as data, and as a self-contained page.
//!
//! The page walks the tree itself, so that it can go back and forth and also show what goes wrong if things
//! are done in the wrong order; its results are compared with those of the engines `links` and `naive`.

use serde_json::{Value, json};

use combien::engine::Pause;
use combien::engine::TooLarge;
use combien::engine::links::Links;
use combien::engine::naive::Naive;
use combien::problem::{Bounds, Kind, Problem};

use crate::tiling::{Encoding, Meaning, Tiling};

/// The page without the problem.
const PAGE: &str = include_str!("page.html");
/// The place of the problem.
const DATA: &str = "{{DATA}}";
/// The maximum size that is legible.
const MOST_OPTIONS: usize = 300;
const MOST_ITEMS: usize = 150;
/// The limits of the engine, so that the page does not get more steps than it can hold.
const MOST_NODES: u64 = 20_000;

/// Why a search cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTrace {
    /// It has this many options and items, more than a page can show.
    TooLarge {
        /// The options.
        options: usize,
        /// The items.
        items: usize,
    },
    /// It has no primary item, so there is no search.
    NoPrimary,
    /// It has colors.
    Colors,
    /// It has bounds other than once.
    Bounds,
    /// An engine refuses it, with this error.
    Engine(String),
}

combien::errors!(NoTrace {
    TooLarge { options, items } => "{options} options and {items} items are more than a page can show";
    NoPrimary => "a problem without primary items has no search to be shown";
    Colors => "the page plays Algorithm X, which knows no colors";
    Bounds => "the page plays Algorithm X, which knows no bounds other than once";
    Engine(reason) => "{reason}";
});

impl NoTrace {
    /// A hint, if there is one.
    pub fn hint(&self) -> Option<String> {
        let is_too_large = matches!(self, NoTrace::TooLarge { .. });
        is_too_large
            .then(|| format!("take a problem of at most {MOST_OPTIONS} options and {MOST_ITEMS} items"))
    }
}

/// The page that plays the search for the solutions of a problem, beginning with an algorithm: `links`,
/// `naive` or `backtrack`. It makes at most 20,000 nodes of either search.
///
/// ```
/// let lesson = combien::problem::dlx::parse("lesson", "a b\na\nb\na b\n")?.problem;
/// let page = combien_tiling::trace::page("two covers", &lesson, "links")?;
/// assert!(page.starts_with("<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn page(title: &str, problem: &Problem, start: &str) -> Result<String, NoTrace> {
    Ok(written(&data(title, problem, start)?))
}

/// A page that plays the search of a tiling; of one in the plane it shows the board beside the matrix.
#[doc(hidden)]
pub fn page_of_tiling(
    title: &str,
    (tiling, encoding): (&Tiling, &Encoding),
    start: &str,
) -> Result<String, NoTrace> {
    let problem = &encoding.problem;
    let mut data = data(title, problem, start)?;
    if tiling.lattice().dimension() == 2 {
        let (wide, high) = tiling.lattice().unit();
        // Pages count downwards.
        let point = |(x, y): (i32, i32)| json!([f64::from(x) * wide, -f64::from(y) * high]);
        let corners = |item| match encoding.meaning(item) {
            Meaning::Cell(cell) => tiling.lattice().corners(cell).into_iter().map(point).collect(),
            _ => Value::Null,
        };
        data["board"] = problem.items().map(corners).collect();
    }
    Ok(written(&data))
}

/// The page with this data.
fn written(data: &Value) -> String {
    // Nothing in it may end the element that contains it.
    PAGE.replacen(DATA, &data.to_string().replace('<', "\\u003c"), 1)
}

/// Problems that a page cannot show.
fn refuse(problem: &Problem) -> Result<(), NoTrace> {
    let (options, items) = (problem.option_count(), problem.item_count());
    if options > MOST_OPTIONS || items > MOST_ITEMS {
        return Err(NoTrace::TooLarge { options, items });
    }
    if problem.primary_count() == 0 {
        return Err(NoTrace::NoPrimary);
    }
    let mut entries = problem.options().flat_map(|option| problem.option(option));
    if entries.any(|entry| entry.color.is_some()) {
        return Err(NoTrace::Colors);
    }
    if problem.has_bounds() { Err(NoTrace::Bounds) } else { Ok(()) }
}

/// The problem as the page reads it, and the results of the engines. Options that are kept out keep their
/// numbers, and have no items here.
pub fn data(title: &str, problem: &Problem, start: &str) -> Result<Value, NoTrace> {
    refuse(problem)?;
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
        NoTrace::Engine(format!("the lists need {nodes} nodes, and may have {limit}"))
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
        "schema": 1, "name": title, "start": start, "items": items, "options": options,
        "engines": {"links": links, "naive": first_algorithm(problem)?}, "solutions": solutions,
    }))
}

/// The steps of the lesson's first algorithm. Its solutions are those of the other.
fn first_algorithm(problem: &Problem) -> Result<Value, NoTrace> {
    let mut search = Naive::new(problem).map_err(|error| NoTrace::Engine(error.to_string()))?;
    let complete = loop {
        match search.run(MOST_NODES) {
            Pause::Solution => {}
            Pause::Bound | Pause::Memory => break false,
            Pause::End => break true,
        }
    };
    Ok(json!({"nodes": search.work().nodes, "complete": complete}))
}
