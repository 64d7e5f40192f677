//! Which problem a command is about: a file and what it holds, or a puzzle by its name.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::ValueEnum;

use super::Group;
use crate::report::failure::Failure;
use crate::system::files::STDIN;

/// The prefix that marks the name of a puzzle in place of a file name.
const PREFIX: &str = "puzzle:";

/// Where a problem comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Its name in results and messages: the file name, or the puzzle as it is written in place of a file.
    pub(crate) name: String,
    pub(crate) content: Content,
    /// The options that are given.
    pub(crate) given: Given,
}

/// Options that are given, as they are written on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Given {
    /// Those that a solution must have.
    pub(crate) take: Vec<String>,
    /// Those that it must not have.
    pub(crate) forbid: Vec<String>,
    /// What solutions must look like.
    pub(crate) filter: Option<String>,
    /// The symmetries up to which solutions are counted, if they are.
    pub(crate) group: Option<Group>,
}

impl Given {
    /// Is no option taken or forbidden?
    pub(crate) fn is_empty(&self) -> bool {
        self.take.is_empty() && self.forbid.is_empty()
    }
}

/// What to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Items and options, in a format of problems that is read.
    Plain(combien_formats::Format),
    /// A tiling file, and which of its problems is meant; by default the only one.
    Tiling(Option<Named>),
    /// A puzzle of BurrTools, and which of its problems is meant; by default the only one.
    Xmpuzzle(Option<String>),
    /// A part of a search.
    Shard,
    /// A classic puzzle, not a file.
    Puzzle(Puzzle),
}

/// A problem of a tiling file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The problem that the file defines under this name.
    Problem(String),
    /// A member of a family, which the file itself need not mention: `day<5, 1>`.
    Member(String),
    /// Members of a family by ranges: `day<1..12, 1..31>`.
    Family(String),
}

/// What a problem file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Knuth's text format
    Dlx,
    /// The tiling language
    Cmb,
    /// JSON, as written by `combien convert --to json`
    Json,
    /// An incidence matrix: a row for each option, a column for each item
    Csv,
    /// An integer program in the MPS format, as far as it is an exact cover problem
    Mps,
    /// A puzzle of BurrTools
    Xmpuzzle,
    /// Part of a search, as written by `combien split`
    Shard,
    /// A classic puzzle, given by its name and arguments in place of a file
    Puzzle,
}

impl Source {
    /// A file or a puzzle, in the given format or in the one that the file name shows; and which of its
    /// problems.
    pub(crate) fn new(file: &str, format: Option<Format>, problem: Option<&str>) -> Result<Source, Failure> {
        let plain = Content::Plain;
        let (content, what) = match format.map_or_else(|| format_of(file), Ok)? {
            // Only tiling files and puzzles of BurrTools have problems with names.
            Format::Cmb => (Content::Tiling(problem.map(Named::new)), ""),
            Format::Xmpuzzle => (Content::Xmpuzzle(problem.map(str::to_owned)), ""),
            Format::Dlx => (plain(combien_formats::Format::Dlx), "a file in Knuth's format"),
            Format::Json => (plain(combien_formats::Format::Json), "a JSON file"),
            Format::Csv => (plain(combien_formats::Format::Csv), "a CSV file"),
            Format::Mps => (plain(combien_formats::Format::Mps), "an MPS file"),
            Format::Shard => (Content::Shard, "a shard"),
            Format::Puzzle => (Content::Puzzle(Puzzle::read(file)?), "a puzzle"),
        };
        if let Some(name) = problem.filter(|_| !what.is_empty()) {
            let message = format!("{what} holds one problem without a name, not `{name}`");
            return Err(Failure::hinted(message, "leave --problem out"));
        }
        Ok(Source { name: file.to_owned(), content, given: Given::default() })
    }

    /// The family whose members are meant, if it is one.
    pub(crate) fn family(&self) -> Option<&str> {
        match &self.content {
            Content::Tiling(Some(Named::Family(family))) => Some(family),
            _ => None,
        }
    }

    /// If it is a classic puzzle with ranges among its arguments, `queens 1..12`: which arguments they are, and the
    /// puzzles, each with the numbers of its ranges.
    pub(crate) fn puzzles(&self) -> Result<Option<Ranged>, Failure> {
        let Content::Puzzle(puzzle) = &self.content else { return Ok(None) };
        let given = puzzle.arguments.iter().enumerate();
        let (places, ranges): (Vec<usize>, Vec<_>) =
            given.filter_map(|(place, argument)| Some((place, range(argument)?))).unzip();
        if places.is_empty() {
            return Ok(None);
        }
        let mut members = vec![(vec![], puzzle.clone())];
        for (&place, range) in places.iter().zip(ranges) {
            let length = range.clone().count();
            if range.is_empty() {
                let message = format!("{}..{} is no range", range.start(), range.end());
                return Err(Failure::hinted(message, "write the lesser number first"));
            }
            if members.len().saturating_mul(length) > MOST_MEMBERS {
                let message = format!("{}..{} are too many puzzles", range.start(), range.end());
                return Err(Failure::hinted(message, format!("{MOST_MEMBERS} are the maximum")));
            }
            let with = |(numbers, puzzle): &(Vec<i64>, Puzzle), number: i64| {
                let mut puzzle = puzzle.clone();
                puzzle.arguments[place] = number.to_string();
                (numbers.iter().copied().chain([number]).collect(), puzzle)
            };
            members = members
                .iter()
                .flat_map(|member| range.clone().map(move |number| with(member, number)))
                .collect();
        }
        Ok(Some((places, members)))
    }

    /// Is it a shard? A shard also contains the state of its search.
    pub(crate) fn is_shard(&self) -> bool {
        self.content == Content::Shard
    }
}

impl From<Puzzle> for Source {
    fn from(puzzle: Puzzle) -> Source {
        Source { name: puzzle.to_string(), content: Content::Puzzle(puzzle), given: Given::default() }
    }
}

impl Named {
    fn new(name: &str) -> Named {
        match (name.contains('<'), name.contains("..")) {
            (true, true) => Named::Family(name.to_owned()),
            (true, false) => Named::Member(name.to_owned()),
            (false, _) => Named::Problem(name.to_owned()),
        }
    }
}

/// The places of arguments that are ranges, and puzzles with the numbers that they have there.
type Ranged = (Vec<usize>, Vec<(Vec<i64>, Puzzle)>);

/// The most puzzles that are counted together.
const MOST_MEMBERS: usize = 10_000;

/// The numbers of `3..8`.
fn range(text: &str) -> Option<RangeInclusive<i64>> {
    let (from, to) = text.split_once("..")?;
    let number = |text: &str| text.parse::<u32>().ok().map(i64::from);
    Some(number(from)?..=number(to)?)
}

/// The format that a file name shows.
fn format_of(file: &str) -> Result<Format, Failure> {
    if file.starts_with(PREFIX) {
        return Ok(Format::Puzzle);
    }
    match Path::new(file).extension().and_then(|extension| extension.to_str()) {
        Some("dlx") => Ok(Format::Dlx),
        Some("cmb") => Ok(Format::Cmb),
        // Lists of lists are JSON.
        Some("json" | "sage") => Ok(Format::Json),
        Some("csv" | "tsv") => Ok(Format::Csv),
        Some("mps") => Ok(Format::Mps),
        Some("xmpuzzle") => Ok(Format::Xmpuzzle),
        Some("shard") => Ok(Format::Shard),
        _ if file == STDIN => Ok(Format::Dlx),
        _ => Err(Failure::hinted(
            format!("the name `{file}` does not tell the format of the file"),
            "name it .dlx, .cmb, .json, .sage, .csv, .mps, .xmpuzzle or .shard, or say --format dlx, cmb, json, csv, mps, xmpuzzle or shard",
        )),
    }
}

/// Does the name show that it is a problem and not a tiling file?
pub(crate) fn is_no_tiling_file(file: &str) -> bool {
    format_of(file).is_ok_and(|format| format != Format::Cmb) && file != STDIN
}

/// A classic puzzle. Its name and arguments are checked later, when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

impl Puzzle {
    /// The puzzle that is given in place of a file, as words separated by spaces.
    fn read(text: &str) -> Result<Puzzle, Failure> {
        let mut words = words(text.strip_prefix(PREFIX).unwrap_or(text)).into_iter();
        let Some(name) = words.next() else {
            return Err(Failure::hinted("no puzzle is named", "`combien puzzle --list` shows all"));
        };
        Ok(Puzzle { name, arguments: words.collect() })
    }
}

impl Puzzle {
    /// Its name and its arguments: `queens 8`.
    pub(crate) fn words(&self) -> String {
        self.to_string().split_off(PREFIX.len())
    }
}

impl fmt::Display for Puzzle {
    /// As it is written in place of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.name)?;
        self.arguments.iter().try_for_each(|argument| {
            // In quotes, if it would otherwise be read as several words.
            let is_plain =
                !argument.is_empty() && !argument.contains(|c: char| c.is_whitespace() || c == '"');
            if is_plain {
                write!(f, " {argument}")
            } else {
                write!(f, " \"{}\"", argument.replace('"', "\"\""))
            }
        })
    }
}

/// Splits at spaces. Spaces within quotes are kept, and a quote within quotes is doubled.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_stays_together() {
        assert_eq!(words("coloring  3 \"my graph.txt\" "), ["coloring", "3", "my graph.txt"]);
        assert_eq!(words("\"\""), [""]);
        assert!(words(" ").is_empty());
    }

    /// The name that results give to a puzzle can be used in place of a file, and means the same puzzle.
    #[test]
    fn a_puzzle_is_read_as_it_is_shown() {
        for argument in ["plain", "two words", "", "a \"quoted\" word", "\"", "\"\"", "tab\there"] {
            let arguments = vec![argument.to_owned(), "y".to_owned()];
            let source = Source::from(Puzzle { name: "x".to_owned(), arguments });
            assert_eq!(Source::new(&source.name, None, None).unwrap(), source);
        }
    }
}
