//! Checks lists of solutions, as `combien solve` prints them, with `--json` or without, or Knuth's programs.
//!
//! In text, a line `solution 3` or `3:` begins a solution. Every other line is an option: `4: a d g` with its number, or
//! ` d g a (2 of 3)` without. In JSON, each line is a document with a list `options`; each of these has a number `option`, or
//! texts `entries`, or both.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use crate::certificate::Refusal;
use crate::json::Json;
use crate::problem::{Fault, Problem};

/// What a list of covers was found to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// How many solutions; each is a cover.
    pub covers: usize,
    /// How many different ones.
    pub different: usize,
}

/// Checks that each solution of the list is a cover.
pub fn check(problem: &Problem, input: impl BufRead) -> Result<Listed, Refusal> {
    let mut reader = Reader::new(problem);
    let mut number = 0;
    for line in input.lines() {
        let line = line.map_err(|error| Refusal::Unreadable(error.to_string()))?;
        number += 1;
        reader.line(line.trim(), number)?;
    }
    reader.close()?;
    Ok(Listed { covers: reader.covers, different: reader.different.len() })
}

struct Reader<'p> {
    problem: &'p Problem,
    /// The options that have these entries, as sorted words.
    by_words: HashMap<Vec<String>, Vec<usize>>,
    /// The solution that is being read, and the line where it begins.
    open: Option<(usize, Vec<usize>)>,
    covers: usize,
    different: HashSet<Vec<usize>>,
}

impl<'p> Reader<'p> {
    fn new(problem: &'p Problem) -> Reader<'p> {
        let mut by_words: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
        for option in 0..problem.options.len() {
            by_words.entry(sorted(problem.words(option))).or_default().push(option);
        }
        Reader { problem, by_words, open: None, covers: 0, different: HashSet::new() }
    }

    fn line(&mut self, line: &str, number: usize) -> Result<(), Refusal> {
        let wrong = |message| Refusal::Wrong(Fault { line: number, message });
        if line.is_empty() || line == "no solution" {
            return Ok(());
        }
        if line.starts_with('{') {
            let document = Json::read(line).map_err(|(_, message)| wrong(message))?;
            if document.get("type").and_then(Json::text) != Some("end") {
                self.begin(number)?;
                let options = document.get("options").and_then(Json::list);
                for option in options.ok_or_else(|| wrong("a document without `options`".to_owned()))? {
                    let option = self.document(option).map_err(wrong)?;
                    self.push(option, number);
                }
            }
            return Ok(());
        }
        let header = line.strip_prefix("solution ").or(line.strip_suffix(':'));
        if header.is_some_and(|header| header.parse::<u64>().is_ok()) {
            return self.begin(number);
        }
        let option = self.option(line).map_err(wrong)?;
        self.push(option, number);
        Ok(())
    }

    fn push(&mut self, option: usize, line: usize) {
        self.open.get_or_insert((line, vec![])).1.push(option);
    }

    fn begin(&mut self, line: usize) -> Result<(), Refusal> {
        self.close()?;
        self.open = Some((line, vec![]));
        Ok(())
    }

    /// Checks the solution that was read.
    fn close(&mut self) -> Result<(), Refusal> {
        let Some((line, mut options)) = self.open.take() else { return Ok(()) };
        self.problem.check_cover(&options).map_err(|message| Refusal::Wrong(Fault { line, message }))?;
        options.sort_unstable();
        self.covers += 1;
        self.different.insert(options);
        Ok(())
    }

    /// `4: a d g` or ` d g a (2 of 3)`.
    fn option(&self, line: &str) -> Result<usize, String> {
        let line =
            line.rsplit_once(" (").filter(|(_, end)| end.ends_with(')')).map_or(line, |(option, _)| option);
        if let Some((number, rest)) = line.split_once(": ")
            && let Ok(number) = number.parse()
        {
            // A name may have blanks in it.
            let is_same = |&option: &usize| self.problem.words(option).join(" ") == rest.trim();
            return match self.numbered(number) {
                Ok(option) if is_same(&option) => Ok(option),
                _ => self.find(Some(number), rest.split_whitespace().map(str::to_owned).collect()),
            };
        }
        self.find(None, line.split_whitespace().map(str::to_owned).collect())
    }

    fn document(&self, option: &Json) -> Result<usize, String> {
        const NEEDED: &str =
            "each of `options` needs a number `option`, from 1, or a list of texts `entries`";
        let number = option.get("option").map(|number| number.natural().ok_or(NEEDED)).transpose()?;
        let Some(entries) = option.get("entries") else { return self.numbered(number.ok_or(NEEDED)?) };
        let words =
            entries.list().and_then(|list| list.iter().map(|word| Some(word.text()?.to_owned())).collect());
        self.find(number, words.ok_or(NEEDED)?)
    }

    fn numbered(&self, number: u64) -> Result<usize, String> {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        place
            .filter(|&place| place < self.problem.options.len())
            .ok_or_else(|| format!("there is no option {number}"))
    }

    /// The option with these entries, and with this number if there is one; better one that is not chosen yet.
    fn find(&self, number: Option<u64>, words: Vec<String>) -> Result<usize, String> {
        let candidates = self.by_words.get(&sorted(words)).map_or(&[][..], Vec::as_slice);
        if let Some(number) = number {
            let option = self.numbered(number)?;
            return if candidates.contains(&option) {
                Ok(option)
            } else {
                Err(format!("option {number} is `{}`", self.problem.words(option).join(" ")))
            };
        }
        let is_free = |option: &&usize| self.open.as_ref().is_none_or(|(_, chosen)| !chosen.contains(option));
        let free = candidates.iter().find(is_free).or(candidates.first());
        free.copied().ok_or_else(|| "no option has just these items".to_owned())
    }
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}
