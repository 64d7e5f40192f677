//! The contents of a document while it is edited.

use std::sync::Arc;

use combien::diagnostic::Source;
use combien::problem::{Kind as ItemKind, Problem};
use combien_lang::ast::{Decl, Name};
use combien_lang::parser::parse;
use combien_lang::words::{WORDS, Word};
use combien_puzzles::{BOXED, RECIPES, boxed};
use combien_tiling::draw::{Matrix, color_names};
use combien_tiling::pieces;
use serde_json::{Value, json};

use crate::document::{Document, Input, Kind, diagnostic_as_json, failed, read};
use crate::drawing::{Drawing, DrawnPiece};
use crate::edit::closed_in;
use crate::marks::Marked;
use crate::session::Session;

/// The largest matrix that is shown whole.
const MOST_OPTIONS: usize = 400;
const MOST_ITEMS: usize = 200;

/// The contents of a document: diagnostics, defined names, problems, and the size and drawing of the
/// requested problem. The session exists if there are no errors.
///
/// ```
/// let (seen, session) = combien_web::look::look(r#"{"kind": "puzzle", "text": "quens 8"}"#);
/// assert!(session.is_none());
/// assert_eq!(seen["diagnostics"][0]["hint"], "did you mean `queens`?");
/// ```
pub fn look(document: &str) -> (Value, Option<Session>) {
    let document: Document = match serde_json::from_str(document) {
        Ok(document) => document,
        Err(error) => return (failed(error), None),
    };
    let read = read(&document);
    let diagnostics: Vec<Value> =
        read.diagnostics.iter().map(|diagnostic| diagnostic_as_json(diagnostic, &document)).collect();
    let mut seen = json!({
        "type": "seen", "diagnostics": diagnostics, "problems": read.problems, "names": names(&document),
    });
    let Some(input) = read.input else { return (seen, None) };
    // The page draws the cells of built-in lattices only.
    if let Input::Tiling(name, tiling, _) = &input
        && tiling.lattice().tessellation().is_none()
    {
        seen["drawing"] = json!(Drawing::of(tiling, closed_in(&document, name)));
    }
    seen["matrix"] = matrix(input.problem());
    seen["about"] = input.about();
    let marked = Marked::new(input, &document.marks);
    seen["marks"] = marked.as_json();
    (seen, Some(Session::of(marked)))
}

/// The matrix of a problem that is small enough to be legible: names of items, how many of them are primary,
/// and of each option its name and entries.
fn matrix(problem: &Problem) -> Value {
    if problem.option_count() > MOST_OPTIONS || problem.item_count() > MOST_ITEMS {
        return Value::Null;
    }
    let matrix = Matrix::new(problem);
    let items: Vec<&str> = matrix.items().iter().map(|&item| problem.item_name(item)).collect();
    let entries = |option| {
        let entry = |entry: &combien::problem::Entry| {
            let place = matrix.items().iter().position(|&item| item == entry.item);
            json!([place, entry.color.map(|color| problem.color_name(color))])
        };
        problem.option(option).iter().map(entry).collect::<Vec<_>>()
    };
    let options: Vec<Value> = (problem.options())
        .map(|option| json!({"name": problem.option_name(option), "entries": entries(option)}))
        .collect();
    let primary = problem.items().filter(|&item| problem.kind(item) == ItemKind::Primary).count();
    json!({"items": items, "primary": primary, "options": options})
}

/// The names that a text defines, for completion.
fn names(document: &Document) -> Value {
    if document.kind != Kind::Tiling {
        return json!([]);
    }
    let source: Arc<Source> = Source::new(document.name.clone(), document.text.clone());
    let (decls, _) = parse(&source);
    let named = |name: &Name, kind: &str| json!({"name": name.node, "kind": kind});
    let names = decls.iter().filter_map(|decl| match &decl.node {
        Decl::Pattern(definition) => Some(named(&definition.name, "pattern")),
        Decl::Tiles(definition) => Some(named(&definition.name, "tiles")),
        Decl::Problem(definition) => Some(named(&definition.name, "problem")),
        Decl::Lattice(definition) => Some(named(&definition.name, "lattice")),
        _ => None,
    });
    names.collect()
}

/// What ships: sets of pieces with their drawings, puzzles by their names, and the words of the language.
pub fn shelf() -> Value {
    let set = |(name, about): (&str, &str)| {
        let set = pieces::set(name)?;
        let drawn: Vec<DrawnPiece> =
            set.pieces.iter().map(|piece| DrawnPiece::of(piece, set.lattice)).collect();
        Some(json!({"name": name, "about": about, "grid": set.lattice.name(), "pieces": drawn}))
    };
    let sets: Vec<Value> = pieces::names().filter_map(set).collect();
    let recipe = |recipe: &combien_puzzles::Recipe| json!({"name": recipe.name, "about": recipe.about, "group": recipe.group(), "usage": recipe.usage(), "examples": recipe.examples});
    let in_box = |set: pieces::Set| json!({"name": set.name, "about": set.about, "group": BOXED, "usage": set.name, "examples": [""]});
    let puzzles: Vec<Value> = RECIPES.iter().map(recipe).chain(boxed().map(in_box)).collect();
    let word = |word: &Word| json!({"word": word.text, "role": format!("{:?}", word.role), "is_option": word.role.is_option(), "is_keyword": word.is_keyword, "takes": !word.follows.is_empty(), "help": word.help});
    json!({
        "type": "shelf", "sets": sets, "puzzles": puzzles,
        "words": WORDS.iter().map(word).collect::<Vec<_>>(), "colors": color_names().collect::<Vec<_>>(),
    })
}
