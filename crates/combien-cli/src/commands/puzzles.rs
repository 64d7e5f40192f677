//! `combien puzzle --list`: the classic puzzles and their arguments.

use std::io::Write as _;

use combien_puzzles::{Often, RECIPES, RULES, Recipe, Wanted};
use combien_tiling::pieces::Set;
use serde_json::json;

use crate::input::puzzle::{ELSEWHERE, boxed, known};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Puzzles;
use crate::system::ending::Ending;

pub(super) fn puzzles(request: &Puzzles) -> Result<Ending, Failure> {
    match &request.name {
        Some(name) => match boxed().find(|set| set.name == name) {
            Some(set) => described(&set, request.json),
            None => describe(known(name)?, request.json),
        },
        None => list(request.json),
    }
}

fn list(as_json: bool) -> Result<Ending, Failure> {
    let mut output = Output::new();
    let widest = RECIPES.iter().map(|recipe| recipe.usage().len()).max().unwrap_or(0);
    for recipe in RECIPES {
        if as_json {
            writeln!(output, "{}", document(recipe))?;
        } else {
            writeln!(output, "{:widest$}  {}", recipe.usage(), recipe.about)?;
        }
    }
    if !as_json {
        writeln!(output, "\npieces in a box:")?;
    }
    for set in boxed() {
        if as_json {
            writeln!(output, "{}", document_of(&set))?;
        } else {
            writeln!(output, "{:widest$}  {}", set.name, set.about)?;
        }
    }
    if !as_json {
        writeln!(output, "\nelsewhere:")?;
        for (name, command) in ELSEWHERE {
            writeln!(output, "{name:widest$}  {command}")?;
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
        writeln!(output, "  {:widest$}  {}", parameter.name, parameter.about)?;
    }
    if recipe.parameters.iter().any(|parameter| parameter.wanted == Wanted::Rules) {
        writeln!(output, "\nRules, with cells such as R1C4, or R1C1-R1C4 for those of a straight line:")?;
        let written = RULES.iter().map(|(word, form, about)| (format!("{word} {form}"), about));
        let widest = written.clone().map(|(rule, _)| rule.len()).max().unwrap_or(0);
        for (rule, about) in written {
            writeln!(output, "  {rule:widest$}  {about}")?;
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
        "schema": 1, "type": "puzzle", "name": set.name, "about": set.about, "usage": set.name,
        "parameters": [], "examples": [""],
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
        "schema": 1, "type": "puzzle", "name": recipe.name, "about": recipe.about, "usage": recipe.usage(),
        "parameters": parameters, "examples": recipe.examples,
    })
}
