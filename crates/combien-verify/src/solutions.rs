//! Checks lists of solutions, as `combien solve` prints them, with `--json` or without, or Knuth's programs.
//!
//! In text, a line `solution 3`, `solution 3, cost 21` or `3:` begins a solution; the cost is not checked.
//! Every other line is an option: `4: a d g` with its number, perhaps with its name, `4: a d g (night)`, or
//! ` d g a (2 of 3)` without. In JSON, each line is a document with a list `options`; each of these has a
//! number `option`, or texts `entries`, or both.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;
use std::mem;

use crate::json::Json;
use crate::lines::Result;
use crate::problem::Problem;
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
    let (all, states) = ((0..problem.options.len()).collect(), States::new(problem));
    let mut reader = Reader { all, by_words: HashMap::new(), states, open: None, listed: Listed::default() };
    for option in 0..problem.options.len() {
        reader.by_words.entry(key(&problem.words(option).join(" "))).or_default().push(option);
    }
    for (place, line) in input.lines().enumerate() {
        reader.line(line?.trim(), place + 1).map_err(|refusal| refusal.at(place + 1))?;
    }
    reader.close(None)?;
    Ok(reader.listed)
}

/// The words of an option in a fixed order, without its cost.
fn key(words: &str) -> String {
    let mut words: Vec<&str> = words.split_whitespace().filter(|word| !word.starts_with('|')).collect();
    words.sort_unstable();
    words.join(" ")
}

struct Reader<'p> {
    states: States<'p>,
    /// All options, and those that have these words.
    all: Vec<usize>,
    by_words: HashMap<String, Vec<usize>>,
    /// The line where the solution begins that is being read, and its options.
    open: Option<(usize, Vec<usize>)>,
    listed: Listed,
}

impl Reader<'_> {
    fn line(&mut self, line: &str, number: usize) -> Result<()> {
        let header = line.strip_prefix("solution ").or(line.strip_suffix(':'));
        if header.and_then(|header| header.split(", cost ").next()?.parse::<u64>().ok()).is_some() {
            return self.close(Some(number));
        }
        if line.starts_with('{') {
            return self.document(&Json::read(line)?, number);
        }
        if line.is_empty() || line == "no solution" {
            return Ok(());
        }
        // Behind the items stands a name; by Knuth's programs, which of how many options it is.
        let (words, end) = line.split_once(" (").unwrap_or((line, ""));
        let words = if end.ends_with(')') { words } else { line };
        let (option, rest) = words.split_once(": ").unwrap_or_default();
        let option = option.parse().ok();
        self.choose(option, Some(if option.is_some() { rest } else { words }), number)
    }

    fn document(&mut self, document: &Json, line: usize) -> Result<()> {
        if document.get("type") == Some(&Json::Text("end".to_owned())) {
            return Ok(());
        }
        self.close(Some(line))?;
        for option in document.field("options")?.list()? {
            let number = option.get("option").map(Json::natural).transpose()?;
            let entries = option.get("entries").map(Json::list).transpose()?;
            let words = entries.map(|entries| entries.iter().map(Json::text).collect::<Result<Vec<_>>>());
            let words = words.transpose()?.map(|words| words.join(" "));
            self.choose(number, words.as_deref(), line)?;
        }
        Ok(())
    }

    /// Adds an option to the solution: the one with this number, and with these words; or one with the words,
    /// which is not chosen yet if there is such a one.
    fn choose(&mut self, number: Option<u64>, words: Option<&str>, line: usize) -> Result<()> {
        let chosen = &mut self.open.get_or_insert((line, vec![])).1;
        let alike = words.map_or(number.and(Some(&self.all)), |words| self.by_words.get(&key(words)));
        let is_right = |option: &usize| number.is_none_or(|number| number == *option as u64 + 1);
        let mut right = alike.into_iter().flatten().copied().filter(is_right);
        let option = right.clone().find(|option| !chosen.contains(option)).or(right.next());
        chosen.push(option.ok_or("there is no option with this number or these items")?);
        Ok(())
    }

    /// Checks the solution that was read. The next one begins at this line.
    fn close(&mut self, next: Option<usize>) -> Result<()> {
        let next = next.map(|line| (line, vec![]));
        let Some((line, mut options)) = mem::replace(&mut self.open, next) else { return Ok(()) };
        options.sort_unstable();
        self.states.check_cover(&options).map_err(|refusal| refusal.at(line))?;
        self.listed.covers += 1;
        self.listed.different.insert(options);
        Ok(())
    }
}
