//! `combien puzzle`: classic puzzles by their names. They are problems like those of files: the questions are asked by
//! the commands for these.

use std::io::Write as _;

use combien::puzzle::{Fault, Often, RECIPES, Recipe, recipe};
use combien::solve::Engine;
use combien_lang::Files;
use serde_json::json;

use crate::args::{
    CheckpointArgs, ConvertArgs, CountArgs, ProblemArgs, SearchArgs, ShowArgs, SolveArgs, Target, ThreadArgs,
};
use crate::failure::{Ending, Failure};
use crate::files::Disk;
use crate::input::{Input, refuse_name};
use crate::output::Output;
use crate::symmetry::SymmetryArgs;
use crate::{convert, count, solve};

/// What stands before a puzzle where the name of a file might stand.
pub(crate) const PREFIX: &str = "puzzle:";

/// Puzzles that ship in another form.
const ELSEWHERE: [(&str, &str); 1] =
    [("pentominoes", "combien pieces; combien run examples/pentominoes.cmb")];

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Solves the puzzle and draws a solution, unless something else is asked for. Every other command takes a puzzle in place
of a file, too: 'puzzle:queens 8'. There, quotes keep an argument with blanks together.

Examples:
  combien puzzle --list
  combien puzzle --list coloring
  combien puzzle queens 8
  combien puzzle queens 8 --count
  combien puzzle langford 7 --all --json
  combien puzzle sudoku 3x3 examples/puzzles/inkala.txt --svg inkala.svg
  combien puzzle steiner 9 --to dlx > steiner.dlx
  combien symmetries 'puzzle:queens 8'
  combien count --up-to symmetry 'puzzle:queens 8'")]
#[expect(clippy::struct_excessive_bools, reason = "each flag says something of its own")]
pub(crate) struct PuzzleArgs {
    /// The puzzle; all puzzles are shown if left out
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Its arguments; `combien puzzle --list NAME` says which
    #[arg(value_name = "ARGUMENTS", allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// Show the puzzles there are, or how the one that is named is asked for
    #[arg(long, conflicts_with_all = ["arguments", "count", "to", "number", "all"])]
    list: bool,
    /// Print the number of solutions
    #[arg(long, conflicts_with_all = ["to", "number", "all", "svg"])]
    count: bool,
    /// Count with a second engine of another kind too; exit code 4 if they disagree
    #[arg(long, requires = "count")]
    verify: bool,
    /// Write the problem in this format
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["number", "all", "svg", "json"])]
    to: Option<Target>,
    /// Find so many solutions at most
    #[arg(short = 'n', long, value_name = "K", default_value_t = 1, value_parser = crate::args::positive)]
    number: u64,
    /// Find all solutions
    #[arg(long, conflicts_with = "number")]
    all: bool,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Which engine searches: auto, fast, links, frontier, memo, zdd, intersect, sat, naive
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Engine,
    /// Print a JSON document a line, as `combien solve` or `combien count` does
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn puzzle(args: &PuzzleArgs) -> Result<Ending, Failure> {
    let Some(name) = &args.name else { return list(args.json) };
    if args.list {
        return describe(known(name)?, args.json);
    }
    known(name)?;
    if args.count {
        return count::count(&args.to_count(name));
    }
    match args.to {
        Some(to) => convert::convert(&args.to_convert(name, to)),
        None => solve::solve(&args.to_solve(name)),
    }
}

impl PuzzleArgs {
    /// The puzzle as other commands take it.
    fn problem(&self, name: &str) -> ProblemArgs {
        let mut file = format!("{PREFIX}{name}");
        for argument in &self.arguments {
            file.push(' ');
            file.push_str(&quoted(argument));
        }
        ProblemArgs { file, problem: None, format: None }
    }

    fn to_count(&self, name: &str) -> CountArgs {
        CountArgs {
            problem: self.problem(name),
            search: self.search.clone(),
            threads: self.threads.clone(),
            keep: CheckpointArgs::none(),
            symmetry: SymmetryArgs::default(),
            engine: self.engine,
            kernel: None,
            reduce: false,
            explain: false,
            solutions: None,
            verify: self.verify,
            json: self.json,
        }
    }

    fn to_solve(&self, name: &str) -> SolveArgs {
        SolveArgs {
            problem: self.problem(name),
            number: self.number,
            all: self.all,
            show: self.show.clone(),
            search: self.search.clone(),
            threads: self.threads.clone(),
            keep: CheckpointArgs::none(),
            symmetry: SymmetryArgs::default(),
            output: None,
            reduce: false,
            engine: self.engine,
            kernel: None,
            restarts: None,
            json: self.json,
        }
    }

    fn to_convert(&self, name: &str, to: Target) -> ConvertArgs {
        ConvertArgs { problem: self.problem(name), to, output: None, reduce: false, map: None, table: None }
    }
}

/// The puzzle that stands in place of a file.
pub(crate) fn read(args: &ProblemArgs) -> Result<Input, Failure> {
    refuse_name(args, "a puzzle")?;
    let words = words(args.file.strip_prefix(PREFIX).unwrap_or(&args.file));
    let Some((name, arguments)) = words.split_first() else {
        return Err(Failure::hinted("no puzzle is named", "`combien puzzle --list` shows all"));
    };
    let recipe = known(name)?;
    let read = |file: &str| Disk.read(file, None).map(|loaded| loaded.text);
    recipe.build(arguments, read).map(|classic| Input::Classic(Box::new(classic))).map_err(failure)
}

fn known(name: &str) -> Result<&'static Recipe, Failure> {
    match ELSEWHERE.iter().find(|(other, _)| *other == name) {
        Some((name, command)) => {
            Err(Failure::hinted(format!("`{name}` is no puzzle of this command"), *command))
        }
        None => recipe(name).map_err(failure),
    }
}

fn failure(fault: Fault) -> Failure {
    let hint = fault.hint();
    match fault {
        Fault::Text(diagnostic) => Failure::Input(vec![*diagnostic]),
        fault => Failure::Message { message: fault.to_string(), hint },
    }
}

/// An argument in quotes, if it would be taken for several without.
fn quoted(argument: &str) -> String {
    let is_plain = !argument.is_empty() && !argument.contains(|c: char| c.is_whitespace() || c == '"');
    if is_plain { argument.to_owned() } else { format!("\"{}\"", argument.replace('"', "\"\"")) }
}

/// Words between blanks; within quotes a blank is no end, and a quote is written twice.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                word.get_or_insert_default().push('"');
            }
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            blank if blank.is_whitespace() && !is_quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
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
    writeln!(output, "\nExamples:")?;
    for example in recipe.examples {
        writeln!(output, "  combien puzzle {} {example}", recipe.name)?;
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays_together() {
        assert_eq!(words("coloring  3 \"my graph.txt\" "), ["coloring", "3", "my graph.txt"]);
        assert_eq!(words("\"\""), [""]);
        assert!(words(" ").is_empty());
        for argument in ["plain", "two words", "", "a \"quoted\" word", "\"", "\"\"", "tab\there"] {
            assert_eq!(words(&format!("x {} y", quoted(argument))), ["x", argument, "y"]);
        }
    }
}
