//! Checks lists of solutions, as `combien solve` prints them, with `--json` or without, or Knuth's programs.
//!
//! In text, a line `solution 3` or `3:` begins a solution. Every other line is an option: `4: a d g` with its number, or
//! ` d g a (2 of 3)` without. In JSON, each line is a document with a list `options`; each of these has a number `option`, or
//! texts `entries`, or both.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use crate::json::Json;
use crate::problem::Problem;
use crate::refusal::Result;
use crate::state::States;

/// What a list of covers was found to hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// How many solutions; each is a cover.
    pub covers: usize,
    /// The different ones, each as its options, from 0, ascending.
    pub different: HashSet<Vec<usize>>,
}

/// Checks that each solution of the list is a cover.
pub fn check(problem: &Problem, input: impl BufRead) -> Result<Listed> {
    let mut by_words: HashMap<String, Vec<usize>> = HashMap::new();
    for option in 0..problem.options.len() {
        by_words.entry(key(&problem.words(option).join(" "))).or_default().push(option);
    }
    let states = States::new(problem);
    let mut reader = Reader { problem, states, by_words, open: None, listed: Listed::default() };
    for (place, line) in input.lines().enumerate() {
        reader.line(line?.trim(), place + 1).map_err(|refusal| refusal.at(place + 1))?;
    }
    reader.close()?;
    Ok(reader.listed)
}

/// The words of an option in a fixed order.
fn key(words: &str) -> String {
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.sort_unstable();
    words.join(" ")
}

struct Reader<'p> {
    problem: &'p Problem,
    states: States<'p>,
    /// The options that have these words.
    by_words: HashMap<String, Vec<usize>>,
    /// The line where the solution begins that is being read, and its options.
    open: Option<(usize, Vec<usize>)>,
    listed: Listed,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: usize) -> Result<()> {
        let header = line.strip_prefix("solution ").or(line.strip_suffix(':'));
        if header.is_some_and(|header| header.parse::<u64>().is_ok()) {
            return self.begin(number);
        }
        if line.starts_with('{') {
            return self.document(&Json::read(line)?, number);
        }
        if line.is_empty() || line == "no solution" {
            return Ok(());
        }
        // Knuth's programs say behind the items which of how many options it is.
        let (words, end) = line.rsplit_once(" (").unwrap_or((line, ""));
        let words = if end.ends_with(')') { words } else { line };
        match words.split_once(": ").map(|(option, words)| (option.parse(), words)) {
            Some((Ok(option), words)) => self.choose(Some(option), Some(words), number),
            _ => self.choose(None, Some(words), number),
        }
    }

    fn document(&mut self, document: &Json, line: usize) -> Result<()> {
        if document.get("type") == Some(&Json::Text("end".to_owned())) {
            return Ok(());
        }
        self.begin(line)?;
        for option in document.field("options")?.list()? {
            let number = option.get("option").map(Json::natural).transpose()?;
            let entries = option.get("entries").map(Json::list).transpose()?;
            let words = entries.map(|entries| entries.iter().map(Json::text).collect::<Result<Vec<_>>>());
            let words = words.transpose()?.map(|words| words.join(" "));
            self.choose(number, words.as_deref(), line)?;
        }
        Ok(())
    }

    /// Adds an option to the solution: the one with this number, and with these words; or one with the words, which is not
    /// chosen yet if there is such a one.
    fn choose(&mut self, number: Option<u64>, words: Option<&str>, line: usize) -> Result<()> {
        let chosen = &mut self.open.get_or_insert((line, vec![])).1;
        let alike = words.map(|words| self.by_words.get(&key(words)).map_or(&[][..], Vec::as_slice));
        let option = if let Some(number) = number {
            let option = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let is_right = |&option: &usize| match alike {
                Some(alike) => alike.contains(&option),
                None => option < self.problem.options.len(),
            };
            option.filter(is_right)
        } else {
            let alike = alike.unwrap_or_default();
            alike.iter().find(|option| !chosen.contains(option)).or(alike.first()).copied()
        };
        chosen.push(option.ok_or("there is no option with this number or these items")?);
        Ok(())
    }

    fn begin(&mut self, line: usize) -> Result<()> {
        self.close()?;
        self.open = Some((line, vec![]));
        Ok(())
    }

    /// Checks the solution that was read.
    fn close(&mut self) -> Result<()> {
        let Some((line, mut options)) = self.open.take() else { return Ok(()) };
        options.sort_unstable();
        self.states.check_cover(&options).map_err(|refusal| refusal.at(line))?;
        self.listed.covers += 1;
        self.listed.different.insert(options);
        Ok(())
    }
}
