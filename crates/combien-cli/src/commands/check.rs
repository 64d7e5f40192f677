//! `combien check`: are these solutions of that problem?
//!
//! Solutions are read as `combien solve` prints them, as text or JSON, or as Knuth's programs do. In text, a
//! line `solution 3` or `3:` begins a solution; every other line is an option, `4: a d g` or just `a d g`,
//! the items in any order, with or without `(1 of 2)` after them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use combien::check::Checker;
use combien::diagnostic::{Diagnostic, Place, Source};
use combien::problem::{Entry, OptionId, Problem};
use combien_lang::Files;
use serde_json::{Value, json};

use crate::input;
use crate::report::escape;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::{Check, Content};
use crate::system::ending::Ending;
use crate::system::files::Disk;

pub(super) fn check(request: &Check) -> Result<Ending, Failure> {
    match &request.solution {
        Some(file) => check_solutions(request, file),
        None => check_file(request),
    }
}

fn check_solutions(request: &Check, file: &str) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, request.json)?;
    let problem = input.problem();
    let text = Disk::default().read(file, None).map_err(|error| Failure::unreadable(file, &error))?;
    let source = Source::new(text.name, text.text);
    let solutions = Reader::new(problem, &source).read()?;
    if solutions.is_empty() {
        return Err(Failure::message(format!("`{}` holds no solution", source.name)));
    }

    let mut checker = Checker::new(problem);
    let mut output = Output::new();
    let mut wrong = 0;
    for (place, options) in solutions.iter().enumerate() {
        let verdict = checker.check(problem, options).err().unwrap_or_default();
        wrong += usize::from(!verdict.is_empty());
        let violations: Vec<String> =
            verdict.iter().map(|violation| escape::name(&violation.to_string()).into_owned()).collect();
        let number = place + 1;
        let line = if request.json {
            json!({"schema": 1, "solution": number, "right": violations.is_empty(), "violations": violations})
                .to_string()
        } else if violations.is_empty() {
            format!("solution {number}: right")
        } else {
            format!("solution {number}: wrong: {}", violations.join("; "))
        };
        output.deliver(&format!("{line}\n"))?;
    }
    output.finish()?;
    Ok(if wrong == 0 { Ending::Answered } else { Ending::NoSolution })
}

/// Is the file valid? Errors and warnings are shown as for any other command.
fn check_file(Check { problem: file, json, .. }: &Check) -> Result<Ending, Failure> {
    let about = if file.content == Content::Tiling(None) {
        // The whole file is checked, because no problem of it was named.
        let script = input::read_script(&file.name, *json)?;
        json!({"problems": script.problem_names(), "actions": script.actions.len()})
    } else {
        let input = input::read(file, *json)?;
        let problem = input.problem();
        json!({"items": problem.item_count(), "options": problem.option_count()})
    };
    Output::new().tell(&if *json {
        let document = json!({"schema": 1, "type": "file", "file": file.name, "right": true, "about": about});
        format!("{document}\n")
    } else {
        format!("{}: right\n", file.name)
    })?;
    Ok(Ending::Answered)
}

/// Reads solutions of one problem.
struct Reader<'a> {
    problem: &'a Problem,
    source: &'a Arc<Source>,
    /// The options that have these entries. The entries are sorted.
    by_entries: HashMap<Vec<Entry>, Vec<OptionId>>,
    /// The entries whose printed form differs from their name because of escaped control characters.
    escaped: HashMap<String, Entry>,
    solutions: Vec<Vec<OptionId>>,
    faults: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(problem: &'a Problem, source: &'a Arc<Source>) -> Reader<'a> {
        let mut by_entries: HashMap<Vec<Entry>, Vec<OptionId>> = HashMap::new();
        for option in problem.options() {
            by_entries.entry(sorted(problem.option(option).to_vec())).or_default().push(option);
        }
        let mut escaped = HashMap::new();
        for &entry in problem.options().flat_map(|option| problem.option(option)) {
            let name = problem.show_entry(entry).to_string();
            if let Cow::Owned(shown) = escape::name(&name) {
                escaped.insert(shown, entry);
            }
        }
        Reader { problem, source, by_entries, escaped, solutions: vec![], faults: vec![] }
    }

    fn read(mut self) -> Result<Vec<Vec<OptionId>>, Failure> {
        let mut start = 0;
        for line in self.source.text.split_inclusive('\n') {
            let place = Place::new(self.source, start..start + line.trim_end().len());
            start += line.len();
            if let Err(message) = self.line(line.trim()) {
                self.faults.push(Diagnostic::error("solution", message, place));
            }
        }
        if self.faults.is_empty() { Ok(self.solutions) } else { Err(Failure::Input(self.faults)) }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() || line == "no solution" {
            return Ok(());
        }
        if line.starts_with('{') {
            return self.json_line(line);
        }
        let header = line.strip_prefix("solution ").or(line.strip_suffix(':'));
        let number = header.and_then(|header| header.split(", cost ").next());
        if number.is_some_and(|number| number.parse::<u64>().is_ok()) {
            self.solutions.push(vec![]);
            return Ok(());
        }
        let option = self.option(line)?;
        if self.solutions.is_empty() {
            self.solutions.push(vec![]);
        }
        self.solutions.last_mut().expect("one was just pushed").push(option);
        Ok(())
    }

    /// One document of `combien solve --json`.
    fn json_line(&mut self, line: &str) -> Result<(), String> {
        let document: Value =
            serde_json::from_str(line).map_err(|error| format!("this is no JSON: {error}"))?;
        if document["type"] == "end" {
            return Ok(());
        }
        let options = document["options"].as_array().ok_or("this document has no `options`")?;
        let mut solution = vec![];
        for option in options {
            let option = self.json_option(option, &solution)?;
            solution.push(option);
        }
        self.solutions.push(solution);
        Ok(())
    }

    /// An option of a document, by its number, by its entries, or by both, which must agree then. `taken` has
    /// the options before it.
    fn json_option(&self, option: &Value, taken: &[OptionId]) -> Result<OptionId, String> {
        const NEEDED: &str =
            "each of `options` needs a number `option`, from 1, or a list of texts `entries`";
        let number = match &option["option"] {
            Value::Null => None,
            number => Some(number.as_u64().filter(|&number| number > 0).ok_or(NEEDED)? as usize),
        };
        let entries = match &option["entries"] {
            Value::Null => None,
            entries => {
                let words =
                    entries.as_array().and_then(|entries| entries.iter().map(Value::as_str).collect());
                Some(words.ok_or(NEEDED)?)
            }
        };
        match (number, entries) {
            // The checker says whether there is such an option.
            (Some(number), None) => Ok(OptionId::from_index(number - 1)),
            (number, Some(entries)) => self.find(number, &entries, taken),
            (None, None) => Err(NEEDED.to_owned()),
        }
    }

    /// The option with these entries, and with this number if there is one. An option that is not taken is
    /// preferred.
    fn find(
        &self,
        number: Option<usize>,
        entries: &Vec<&str>,
        taken: &[OptionId],
    ) -> Result<OptionId, String> {
        let entries = entries.iter().map(|word| self.entry(word)).collect::<Result<Vec<_>, _>>()?;
        let candidates = self.by_entries.get(&sorted(entries)).map_or(&[][..], Vec::as_slice);
        if let Some(number) = number {
            let option = candidates.iter().find(|option| option.number() == number);
            return option.copied().ok_or_else(|| format!("option {number} does not have these items"));
        }
        let free = candidates.iter().find(|option| !taken.contains(option));
        free.or(candidates.first()).copied().ok_or_else(|| "no option has just these items".to_owned())
    }

    /// `4: a d g` or `a d g`, perhaps with a cost and a name: `4: a d g |3 (night)`; or ` d g a (2 of 3)`.
    fn option(&self, line: &str) -> Result<OptionId, String> {
        let line = line.split_once(" (").map_or(line, |(entries, _)| entries);
        let numbered =
            line.split_once(": ").and_then(|(number, rest)| Some((number.parse::<usize>().ok()?, rest)));
        let (number, entries) = numbered.map_or((None, line), |(number, rest)| (Some(number), rest));
        let taken = self.solutions.last().map_or(&[][..], Vec::as_slice);
        let entries = entries.split_whitespace().filter(|word| !word.starts_with('|'));
        self.find(number, &entries.collect(), taken)
    }

    fn entry(&self, word: &str) -> Result<Entry, String> {
        let named = self.named(word);
        named.or_else(|error| self.escaped.get(word).copied().ok_or(error))
    }

    fn named(&self, word: &str) -> Result<Entry, String> {
        let (name, color) = word.split_once(':').map_or((word, None), |(name, color)| (name, Some(color)));
        let item = self.problem.item_by_name(name).ok_or_else(|| format!("`{name}` is not an item"))?;
        let Some(color) = color else { return Ok(item.into()) };
        let color =
            self.problem.color_by_name(color).ok_or_else(|| format!("no option uses the color `{color}`"))?;
        Ok(item.colored(color))
    }
}

fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_unstable();
    entries
}
