//! The requests, one type for each command.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::ValueEnum;
use combien::solve::Engine;
use combien_formats::Format;
use combien_lang::Sizes;
use combien_puzzles::rating::Rating;

use super::{Front, Group, Method, Pace, Search, Source, Spill, Which};
use crate::system::files::STDOUT;

/// Run tiling files.
pub(crate) struct Run {
    pub(crate) files: Vec<String>,
    /// Draw without lines of boxes.
    pub(crate) ascii: bool,
    /// The folder for a page with every solution that is found.
    pub(crate) gallery: Option<String>,
    pub(crate) sizes: Sizes,
    pub(crate) permitted: Permitted,
    pub(crate) search: Search,
    /// Print a document for each action.
    pub(crate) json: bool,
}

/// What the user permits tiling files to do, besides what is always permitted.
pub(crate) struct Permitted {
    pub(crate) programs: Programs,
    /// Folders below which they may write.
    pub(crate) folders: Vec<String>,
    /// May they replace files that Combien did not write?
    pub(crate) overwrite: bool,
}

/// Which programs tiling files may run.
pub(crate) enum Programs {
    Any,
    These(Vec<String>),
}

/// Check the assertions of tiling files.
pub(crate) struct Test {
    pub(crate) files: Vec<String>,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

/// Count solutions.
pub(crate) struct Count {
    pub(crate) problem: Source,
    pub(crate) which: Which<CountAll>,
    /// What to count solutions by, if not all together.
    pub(crate) by: Option<By>,
    pub(crate) search: Search,
    /// Say which engine counted, and why.
    pub(crate) explain: bool,
    pub(crate) json: bool,
}

/// Count the solutions of each member of a family.
pub(crate) struct CountFamily {
    /// The tiling file.
    pub(crate) file: String,
    /// The members: `day<1..12, 1..31>`.
    pub(crate) family: String,
    pub(crate) engine: Engine,
    pub(crate) up_to: combien_lang::UpTo,
    /// What solutions must look like.
    pub(crate) filter: Option<String>,
    pub(crate) rows: Rows,
    pub(crate) search: Search,
}

/// How the members of a family are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rows {
    /// `day<5, 1>: 57`.
    Text,
    /// Values separated by commas.
    Csv,
    /// Index and number, as the OEIS has them.
    BFile,
    /// A document for each.
    Json,
}

/// Count solutions by the numbers of certain options that they have.
pub(crate) struct By {
    /// Pieces of a tiling or items, by name; `piece` means all pieces.
    pub(crate) names: Vec<String>,
    pub(crate) form: Form,
    pub(crate) engine: Engine,
}

/// How numbers of solutions are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A table.
    #[default]
    Table,
    /// Values separated by commas.
    Csv,
    /// A generating polynomial.
    Polynomial,
}

/// Count all solutions.
pub(crate) struct CountAll {
    pub(crate) method: Method,
    /// Stop at this number.
    pub(crate) most: Option<u64>,
    /// Count with a second engine too.
    pub(crate) verify: bool,
    /// The file for a certificate of the number.
    pub(crate) proof: Option<String>,
    /// Where a sweep puts what does not fit into memory.
    pub(crate) spill: Option<Spill>,
}

/// Estimate a search.
pub(crate) struct Estimate {
    pub(crate) problem: Source,
    pub(crate) probes: u64,
    pub(crate) seed: u64,
    pub(crate) engine: Engine,
    pub(crate) json: bool,
}

/// Find solutions.
pub(crate) struct Solve {
    pub(crate) problem: Source,
    pub(crate) which: Which<Method>,
    /// The front of two costs is meant, not those of `which`.
    pub(crate) front: Option<Front>,
    /// The maximum number of solutions to find; `None` means all.
    pub(crate) number: Option<u64>,
    pub(crate) drawn: Drawn,
    /// The file for the solutions; `None` means standard output.
    pub(crate) output: Option<String>,
    /// The file for a certificate that these are all solutions.
    pub(crate) proof: Option<String>,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

/// How solutions are shown.
pub(crate) struct Drawn {
    /// The file for a picture. Its format can be written.
    pub(crate) picture: Option<String>,
    /// Draw without lines of boxes.
    pub(crate) ascii: bool,
}

impl Drawn {
    /// Does a picture go to standard output?
    pub(crate) fn takes_stdout(&self) -> bool {
        self.picture.as_deref() == Some(STDOUT)
    }
}

/// Draw solutions at random.
pub(crate) struct Sample {
    pub(crate) problem: Source,
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    pub(crate) drawn: Drawn,
    pub(crate) search: Search,
    pub(crate) engine: Engine,
    pub(crate) json: bool,
}

/// Make puzzles of a problem.
pub(crate) struct Generate {
    pub(crate) problem: Source,
    pub(crate) number: u64,
    pub(crate) seed: Option<u64>,
    pub(crate) clues: Numbers,
    /// The wanted ratings; `None` if puzzles are not rated.
    pub(crate) band: Option<RangeInclusive<Rating>>,
    /// From easy to hard.
    pub(crate) is_series: bool,
    /// Stop after this number of tries in a row.
    pub(crate) tries: u64,
    /// The file in which it keeps where it stands.
    pub(crate) keep: Option<String>,
    pub(crate) form: PuzzleForm,
    pub(crate) pace: Pace,
    pub(crate) json: bool,
}

/// Say how hard a puzzle is for a person.
pub(crate) struct Rate {
    pub(crate) problem: Source,
    /// The options that are given.
    pub(crate) clues: Vec<String>,
    pub(crate) shown: RatingShown,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

/// Put puzzles on a page for paper.
pub(crate) struct Booklet {
    pub(crate) sources: Vec<Source>,
    pub(crate) output: Option<String>,
    pub(crate) title: Option<String>,
    /// How many puzzles stand side by side.
    pub(crate) columns: usize,
    pub(crate) is_rated: bool,
    pub(crate) has_solutions: bool,
    /// The side of a cell of the pieces to cut, in millimetres.
    pub(crate) cut: Option<f64>,
    pub(crate) search: Search,
}

/// What is shown of the way to the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RatingShown {
    /// Only its rating.
    Rating,
    /// All steps.
    Steps,
    /// Only the first step.
    Hint,
}

/// How a puzzle is written.
pub(crate) enum PuzzleForm {
    /// Drawn, perhaps with its solution.
    Shown { drawn: Drawn, solution: bool },
    /// As a problem, to a file or to standard output.
    Problem { format: Target, file: Option<String> },
}

/// A range of numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    low: usize,
    high: usize,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { low: 0, high: usize::MAX }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Numbers { low, high: usize::MAX } => write!(f, "{low}.."),
            Numbers { low, high } if low == high => write!(f, "{low}"),
            Numbers { low, high } => write!(f, "{low}..{high}"),
        }
    }
}

impl FromStr for Numbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        const FORMS: &str = "write a number, or a range such as 3..5, ..5 or 3..";
        let end = |text: &str, left_out| match text {
            "" => Ok(left_out),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().map_err(|_| FORMS),
            _ => Err(FORMS),
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        if text.is_empty() {
            return Err(FORMS);
        }
        let numbers = Numbers { low: end(low, 0)?, high: end(high, usize::MAX)? };
        if numbers.low > numbers.high {
            return Err("no number is in this range: write the lower end first");
        }
        Ok(numbers)
    }
}

impl Numbers {
    /// From a number on.
    pub(crate) const fn from(low: usize) -> Numbers {
        Numbers { low, high: usize::MAX }
    }

    pub(crate) fn range(self) -> RangeInclusive<usize> {
        self.low..=self.high
    }

    pub(crate) fn has(self, number: usize) -> bool {
        self.range().contains(&number)
    }
}

/// Build a decision diagram.
pub(crate) struct Zdd {
    pub(crate) problem: Source,
    /// The files for the diagram: for Graphviz, as text, in Graphillion's format, and for model counters.
    pub(crate) dot: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) graphillion: Option<String>,
    pub(crate) nnf: Option<String>,
    /// The file to read it from, instead of building it.
    pub(crate) from: Option<String>,
    /// The numbers of options, from 1, that solutions must have, and may not have.
    pub(crate) including: Vec<String>,
    pub(crate) excluding: Vec<String>,
    /// The files with weights by which the lightest and the heaviest solution are wanted.
    pub(crate) lightest: Option<String>,
    pub(crate) heaviest: Option<String>,
    /// One of the files is standard output.
    pub(crate) takes_stdout: bool,
    pub(crate) search: Search,
    pub(crate) engine: Engine,
    pub(crate) json: bool,
}

/// Say why there is no solution.
pub(crate) struct Why {
    pub(crate) problem: Source,
    pub(crate) what: WhyWhat,
    /// The file for a picture of it on the board.
    pub(crate) picture: Option<String>,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

/// What to print if there is no solution.
pub(crate) enum WhyWhat {
    /// The reason, and the file for a certificate of it.
    Reason { proof: Option<String> },
    /// The largest partial cover.
    Almost,
}

/// Say whether there is exactly one solution.
pub(crate) struct Unique {
    pub(crate) problem: Source,
    /// Lists of the options that are clues.
    pub(crate) clues: Vec<String>,
    /// Draw the rival of each clue.
    pub(crate) rivals: bool,
    pub(crate) drawn: Drawn,
    /// The file for a certificate.
    pub(crate) proof: Option<String>,
    pub(crate) search: Search,
    pub(crate) json: bool,
}

/// Check a file.
pub(crate) struct CheckFile {
    pub(crate) file: Source,
    pub(crate) json: bool,
}

/// Check solutions.
pub(crate) struct CheckSolutions {
    pub(crate) problem: Source,
    pub(crate) solutions: String,
    pub(crate) json: bool,
}

/// Write a problem in another format.
pub(crate) struct Convert {
    pub(crate) problem: Source,
    pub(crate) to: Target,
    /// The file for the problem; `None` means standard output.
    pub(crate) output: Option<String>,
    pub(crate) reduce: bool,
    /// The file for the original numbers of options.
    pub(crate) map: Option<String>,
    /// The file for what variables mean.
    pub(crate) table: Option<String>,
}

/// The formats of problems that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Knuth's text format
    Dlx,
    /// DIMACS, for SAT solvers: variable k is option k
    Cnf,
    /// Pseudo-Boolean constraints, for their solvers
    Opb,
    /// An integer program in CPLEX's LP format
    Lp,
    /// An integer program in the MPS format, which can be read back
    Mps,
    /// A model in MiniZinc, for constraint solvers
    Mzn,
    /// The same for their programs alone: FlatZinc, with linear constraints
    Fzn,
    /// JSON, which can be read back whatever the names are
    Json,
    /// An incidence matrix for spreadsheets: a row for each option, a column for each item
    Csv,
    /// Lists of item numbers for `dlx_solver` of Sage, which can be read back
    Sage,
    /// The tiling language, for tilings: board, pieces and clues
    Cmb,
    /// A puzzle of BurrTools, for tilings by squares, cubes or triangles
    Xmpuzzle,
}

impl Target {
    /// The format of problems; `None` for those of tilings.
    pub(crate) fn format(self) -> Option<Format> {
        Some(match self {
            Target::Dlx => Format::Dlx,
            Target::Cnf => Format::Cnf,
            Target::Opb => Format::Opb,
            Target::Lp => Format::Lp,
            Target::Mps => Format::Mps,
            Target::Mzn => Format::Mzn,
            Target::Fzn => Format::Fzn,
            Target::Json => Format::Json,
            Target::Csv => Format::Csv,
            Target::Sage => Format::Sage,
            Target::Cmb | Target::Xmpuzzle => return None,
        })
    }

    /// Does the format have variables instead of options?
    pub(crate) fn has_variables(self) -> bool {
        matches!(self, Target::Cnf | Target::Opb | Target::Lp | Target::Mps | Target::Mzn | Target::Fzn)
    }
}

/// Show the matrix of a problem.
pub(crate) struct Matrix {
    pub(crate) problem: Source,
    /// Lists of options, and lists of items. An empty list means all.
    pub(crate) options: Vec<String>,
    pub(crate) items: Vec<String>,
    pub(crate) zeros: bool,
    pub(crate) tabs: bool,
    /// The files for its picture: in the format of the file name, as PNG, as PDF. This build can write each of them.
    pub(crate) svg: Option<String>,
    pub(crate) png: Option<String>,
    pub(crate) pdf: Option<String>,
    pub(crate) json: bool,
}

/// Show symmetries.
pub(crate) struct Symmetries {
    pub(crate) problem: Source,
    pub(crate) group: Group,
    pub(crate) json: bool,
}

/// Write a page that plays a search.
pub(crate) struct Trace {
    pub(crate) problem: Source,
    pub(crate) page: String,
    /// The algorithm that it begins with.
    pub(crate) player: Player,
}

/// The algorithms that a page can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// Dancing links: Algorithm X, the item with fewest options first
    Links,
    /// The lesson's first algorithm: options in increasing number, items marked with the level
    Naive,
    /// The general schema: the first uncovered item, and its options in order
    Backtrack,
}

/// Format tiling files.
pub(crate) struct Fmt {
    pub(crate) files: Vec<String>,
    /// Change nothing.
    pub(crate) check: bool,
}

/// Show the pieces that ship: a set, or all names.
pub(crate) struct Pieces {
    pub(crate) name: Option<String>,
    pub(crate) json: bool,
}

/// Split a search into shards.
pub(crate) struct Split {
    pub(crate) problem: Source,
    pub(crate) shards: u32,
    /// The folder.
    pub(crate) out: String,
    pub(crate) json: bool,
}

/// Merge shards.
pub(crate) struct Merge {
    pub(crate) folder: String,
    pub(crate) json: bool,
}

/// List the classic puzzles, or describe one.
pub(crate) struct Puzzles {
    pub(crate) name: Option<String>,
    pub(crate) json: bool,
}

/// Say in how many solutions each option is.
pub(crate) struct Marginals {
    pub(crate) problem: Source,
    /// The numbers of options, from 1, that solutions must have, and may not have.
    pub(crate) including: Vec<String>,
    pub(crate) excluding: Vec<String>,
    /// A line for each item, and not for each option.
    pub(crate) items: bool,
    /// The file for a heat map.
    pub(crate) picture: Option<String>,
    /// The piece whose likelihood it shows.
    pub(crate) piece: Option<String>,
    pub(crate) search: Search,
    pub(crate) engine: Engine,
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_clues_have_ends_or_none() {
        let range = |low, high| Ok(Numbers { low, high });
        assert_eq!("5".parse(), range(5, 5));
        assert_eq!("3..5".parse(), range(3, 5));
        assert_eq!("..5".parse(), range(0, 5));
        assert_eq!("3..".parse(), range(3, usize::MAX));
        assert_eq!(Numbers::default().to_string().parse(), Ok(Numbers::default()));
        for text in ["", "a", "5..3", "-1", "+1", "1..2..3", "99999999999999999999", "1.5"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
    }
}
