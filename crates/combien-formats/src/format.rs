//! The formats of problems, by their names.

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::{csv, dimacs, flatzinc, json, lp, minizinc, mps, opb, sage};
use combien::diagnostic::counted;
use combien::problem::{Kind, Problem, WriteError, dlx};

/// A format that problems are written in. Some are also [read](Format::is_read).
///
/// ```
/// use combien::problem::dlx;
/// use combien_formats::Format;
///
/// let problem = dlx::parse("t", "a b\na |2\nb\n")?.problem;
/// let clauses: Format = "cnf".parse()?;
/// assert!(String::from_utf8(clauses.written(&problem)?)?.contains("p cnf"));
/// assert_eq!(clauses.lost(&problem), ["the costs are left out: clauses have none"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Knuth's text format: [`dlx`].
    Dlx,
    /// JSON, which holds any problem: [`json`].
    Json,
    /// Clauses for SAT solvers: [`dimacs`].
    Cnf,
    /// Pseudo-Boolean constraints: [`opb`].
    Opb,
    /// An integer program in CPLEX's LP format: [`lp`].
    Lp,
    /// An integer program in the MPS format: [`mps`].
    Mps,
    /// A model in MiniZinc: [`minizinc`].
    Mzn,
    /// A model for the programs of constraint solvers alone: [`flatzinc`].
    Fzn,
    /// Lists of item numbers for Sage: [`sage`].
    Sage,
    /// An incidence matrix for spreadsheets: [`csv`].
    Csv,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 10] = [
        Format::Dlx,
        Format::Json,
        Format::Cnf,
        Format::Opb,
        Format::Lp,
        Format::Mps,
        Format::Mzn,
        Format::Fzn,
        Format::Sage,
        Format::Csv,
    ];

    /// Its name, which is the suffix of its files, too.
    pub fn name(self) -> &'static str {
        match self {
            Format::Dlx => "dlx",
            Format::Json => "json",
            Format::Cnf => "cnf",
            Format::Opb => "opb",
            Format::Lp => "lp",
            Format::Mps => "mps",
            Format::Mzn => "mzn",
            Format::Fzn => "fzn",
            Format::Sage => "sage",
            Format::Csv => "csv",
        }
    }

    /// Is it also read?
    pub fn is_read(self) -> bool {
        matches!(self, Format::Dlx | Format::Json | Format::Sage | Format::Csv | Format::Mps)
    }

    /// A problem in this format, as bytes. Takes time in proportion to the result. Returns an error if the
    /// format cannot hold the problem; [`Format::Json`] holds any.
    pub fn written(self, problem: &Problem) -> Result<Vec<u8>, NotHeld> {
        let mut text = vec![];
        match self {
            Format::Dlx => dlx::write(problem, &mut text)?,
            Format::Json => json::write(problem, &mut text)?,
            Format::Cnf => dimacs::write(problem, &mut text)?,
            Format::Opb => opb::write(problem, &mut text)?,
            Format::Lp => lp::write(problem, &mut text)?,
            Format::Mps => mps::write(problem, &mut text)?,
            Format::Mzn => minizinc::write(problem, &mut text)?,
            Format::Fzn => flatzinc::write(problem, &mut text)?,
            Format::Sage => sage::write(problem, &mut text)?,
            Format::Csv => csv::write(problem, &mut text)?,
        }
        Ok(text)
    }

    /// What this format does not hold of a problem that it can be written in: a sentence for each property.
    pub fn lost(self, problem: &Problem) -> Vec<String> {
        let named = || problem.options().filter(|&option| problem.option_name(option).is_some()).count();
        let mut lost = vec![];
        match self {
            Format::Dlx if named() > 0 => {
                lost.push(format!("{} of options left out: this format has none", are(named(), "name")));
            }
            Format::Cnf if problem.has_costs() => {
                lost.push("the costs are left out: clauses have none".to_owned());
            }
            Format::Sage => {
                let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary).count();
                if secondary > 0 {
                    let rows = counted(secondary, "row");
                    lost.push(format!("the last {rows} stand for secondary items that no option covers"));
                }
                if problem.has_costs() {
                    lost.push("the costs are left out: these lists have none".to_owned());
                }
            }
            Format::Mps => {
                let mps::Loss { names, colors } = mps::loss(problem);
                if names > 0 {
                    lost.push(format!(
                        "{} written with `_` for what this format cannot hold",
                        are(names, "name")
                    ));
                }
                if colors > 0 {
                    let items = counted(colors, "secondary item");
                    lost.push(format!(
                        "the colors of {items} are further columns: other programs read them, Combien does not"
                    ));
                }
            }
            _ => {}
        }
        lost
    }
}

fn are(number: usize, noun: &str) -> String {
    format!("{} {}", counted(number, noun), if number == 1 { "is" } else { "are" })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A format cannot hold a problem, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotHeld(String);

combien::errors!(NotHeld(reason) => "{reason}");

impl<U: fmt::Display> From<WriteError<U>> for NotHeld {
    fn from(error: WriteError<U>) -> NotHeld {
        NotHeld(error.to_string())
    }
}

impl From<io::Error> for NotHeld {
    fn from(error: io::Error) -> NotHeld {
        NotHeld(error.to_string())
    }
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

combien::errors!(UnknownFormat(name) =>
    "there is no format '{name}': it is one of {}", Format::ALL.map(|format| format!("'{format}'")).join(", ")
);

impl FromStr for Format {
    type Err = UnknownFormat;

    /// The format of this name, in capitals or not.
    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let is_named = |format: &Format| format.name().eq_ignore_ascii_case(name);
        Format::ALL.into_iter().find(is_named).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_read_back() {
        let problem = dlx::parse("t", "a b c\na b\nc\na\nb c\n").unwrap().problem;
        for format in Format::ALL.into_iter().filter(|format| format.is_read()) {
            assert_eq!(format.to_string().to_uppercase().parse(), Ok(format));
            let text = String::from_utf8(format.written(&problem).unwrap()).unwrap();
            let again = match format {
                Format::Dlx => dlx::parse("t", &text).unwrap().problem,
                Format::Json | Format::Sage => json::parse("t", &text).unwrap().problem,
                Format::Csv => csv::parse("t", &text).unwrap().problem,
                _ => mps::parse("t", &text).unwrap().problem,
            };
            let options = |problem: &Problem| -> Vec<Vec<usize>> {
                let items = |option| problem.option(option).iter().map(|entry| entry.item.index()).collect();
                problem.options().map(items).collect()
            };
            assert_eq!(options(&again), options(&problem), "{format}");
        }
        assert_eq!(
            "xls".parse::<Format>().unwrap_err().to_string().split(':').next(),
            Some("there is no format 'xls'")
        );
    }
}
