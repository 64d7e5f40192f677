//! `combien puzzle --list`: the classic puzzles and their arguments.

use std::io::Write as _;

use combien_puzzles::{BOXED, Often, RECIPES, RULES, Recipe, Wanted, boxed};
use combien_tiling::pieces::Set;
use serde_json::json;

use crate::input::puzzle::{ELSEWHERE, known};
use crate::report::failure::Failure;
use crate::report::lines::{listed, width};
use crate::report::output::Output;
use crate::request::Puzzles;
use crate::system::catalogue::said;
use crate::system::ending::Ending;

pub(super) fn puzzles(request: &Puzzles) -> Result<Ending, Failure> {
    let Some(name) = &request.name else { return list(&having(""), request.json, true) };
    match boxed().find(|set| set.name == name) {
        Some(set) => described(&set, request.json),
        None => match known(name) {
            Ok(recipe) => describe(recipe, request.json),
            Err(failure) => {
                // A word that is no name is looked for in the list.
                let found = having(name);
                if found.is_empty() { Err(failure) } else { list(&found, request.json, false) }
            }
        },
    }
}

/// A line of the list.
struct Line {
    group: &'static str,
    usage: String,
    about: &'static str,
    document: serde_json::Value,
}

/// The puzzles whose names or descriptions have a word, group by group.
fn having(word: &str) -> Vec<Line> {
    let recipes = RECIPES.iter().map(|recipe| Line {
        group: recipe.group(),
        usage: recipe.usage(),
        about: recipe.about,
        document: document(recipe),
    });
    let boxed = boxed().map(|set| Line {
        group: BOXED,
        usage: set.name.to_owned(),
        about: set.about,
        document: document_of(&set),
    });
    let word = word.to_lowercase();
    let has_word = |line: &Line| format!("{} {}", line.usage, line.about).to_lowercase().contains(&word);
    recipes.chain(boxed).filter(has_word).collect()
}

fn list(lines: &[Line], as_json: bool, is_whole: bool) -> Result<Ending, Failure> {
    let mut output = Output::new();
    if as_json {
        for line in lines {
            writeln!(output, "{}", line.document)?;
        }
        return Ok(output.finish().map(|()| Ending::Answered)?);
    }
    let widest = lines.iter().map(|line| line.usage.len()).max().unwrap_or(0);
    let width = width();
    let row = |usage: &str, about: &str| listed(&format!("  {usage:widest$}  {about}"), width).join("\n");
    for (number, line) in lines.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| lines[before].group);
        if before != Some(line.group) {
            let gap = if number > 0 { "\n" } else { "" };
            writeln!(output, "{gap}{}:", line.group)?;
        }
        writeln!(output, "{}", row(&line.usage, line.about))?;
    }
    if is_whole {
        writeln!(output, "\nelsewhere:")?;
        for (name, command) in ELSEWHERE {
            writeln!(output, "{}", row(name, command))?;
        }
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}

fn describe(recipe: &Recipe, as_json: bool) -> Result<Ending, Failure> {
    let mut output = Output::new();
    if as_json {
        writeln!(output, "{}", document(recipe))?;
        return Ok(output.finish().map(|()| Ending::Answered)?);
    }
    writeln!(output, "combien puzzle {}\n{}\n", recipe.usage(), recipe.about)?;
    let widest = recipe.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
    for parameter in recipe.parameters {
        writeln!(output, "  {:widest$}  {}", parameter.name, said(parameter.about))?;
    }
    if recipe.parameters.iter().any(|parameter| parameter.wanted == Wanted::Rules) {
        writeln!(output, "\nRules, with cells such as R1C4, or R1C1-R1C4 for those of a straight line:")?;
        let written = RULES.iter().map(|(word, form, about)| (format!("{word} {form}"), about));
        let widest = written.clone().map(|(rule, _)| rule.len()).max().unwrap_or(0);
        for (rule, about) in written {
            writeln!(output, "  {rule:widest$}  {}", said(about))?;
        }
    }
    writeln!(output, "\nExamples:")?;
    for example in recipe.examples {
        writeln!(output, "  combien puzzle {} {example}", recipe.name)?;
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}

fn described(set: &Set, as_json: bool) -> Result<Ending, Failure> {
    let mut output = Output::new();
    if as_json {
        writeln!(output, "{}", document_of(set))?;
    } else {
        writeln!(output, "combien puzzle {0}\n{1}\nSource: {2}", set.name, set.about, set.source)?;
        writeln!(output, "\nExamples:\n  combien puzzle {0}\n  combien puzzle {0} --count", set.name)?;
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}

fn document_of(set: &Set) -> serde_json::Value {
    json!({
        "schema": 1, "type": "puzzle", "name": set.name, "about": set.about, "group": BOXED,
        "usage": set.name, "parameters": [], "examples": [""],
    })
}

fn document(recipe: &Recipe) -> serde_json::Value {
    let parameters: Vec<_> = recipe
        .parameters
        .iter()
        .map(|parameter| {
            let often = match parameter.often {
                Often::Once => "once",
                Often::Optional => "optional",
                Often::Any => "any",
            };
            json!({"name": parameter.name, "about": parameter.about, "often": often})
        })
        .collect();
    json!({
        "schema": 1, "type": "puzzle", "name": recipe.name, "about": recipe.about, "group": recipe.group(),
        "usage": recipe.usage(), "parameters": parameters, "examples": recipe.examples,
    })
}
