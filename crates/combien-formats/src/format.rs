//! The formats of problems, by their names.

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use crate::foreign::{Document, ReadError};
use crate::{csv, dimacs, flatzinc, json, lp, minizinc, mps, opb, sage};
use combien::diagnostic::{Diagnostic, Severity, counted};
use combien::problem::{Kind, Problem, WriteError, dlx};

/// What a reader makes of a text: a problem, or what is wrong with the text.
type Read = io::Result<Result<Document, ReadError>>;
type Reader = fn(&str, &mut dyn BufRead) -> Read;

/// The table of formats: each with its name, with what writes it, and with what reads it if it is read.
macro_rules! formats {
    ($(#[$about:meta])* Format { $($(#[$help:meta])* $Name:ident $name:literal $write:path $(, $read:expr)?;)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$help])* $Name,)+
        }

        impl Format {
            /// All formats.
            pub const ALL: [Format; [$($name),+].len()] = [$(Format::$Name),+];

            /// Its name, which is the suffix of its files, too.
            pub fn name(self) -> &'static str {
                match self { $(Format::$Name => $name,)+ }
            }

            /// A problem in this format, as bytes. Takes time in proportion to the result. Returns an error
            /// if the format cannot hold the problem; [`Format::Json`] holds any.
            pub fn written(self, problem: &Problem) -> Result<Vec<u8>, NotHeld> {
                let mut text = vec![];
                match self { $(Format::$Name => $write(problem, &mut text)?,)+ }
                Ok(text)
            }

            fn reader(self) -> Option<Reader> {
                let reader: &[Reader] = match self { $(Format::$Name => &[$($read)?],)+ };
                reader.first().copied()
            }
        }
    };
}

formats! {
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
    Format {
        /// Knuth's text format: [`dlx`].
        Dlx "dlx" dlx::write, |name, input| match dlx::read(name, input) {
            Ok(dlx::Document { problem, warnings }) => Ok(Ok(Document { problem, warnings: shown(&warnings) })),
            Err(dlx::ReadError::Faults(faults)) => Ok(Err(ReadError(shown(&faults)))),
            Err(dlx::ReadError::Io(failed)) => Err(failed),
        };
        /// JSON, which holds any problem: [`json`].
        Json "json" json::write, |name, input| whole(name, input, json::parse);
        /// Clauses for SAT solvers: [`dimacs`].
        Cnf "cnf" dimacs::write;
        /// Pseudo-Boolean constraints: [`opb`].
        Opb "opb" opb::write;
        /// An integer program in CPLEX's LP format: [`lp`].
        Lp "lp" lp::write;
        /// An integer program in the MPS format: [`mps`].
        Mps "mps" mps::write, |name, input| whole(name, input, mps::parse);
        /// A model in MiniZinc: [`minizinc`].
        Mzn "mzn" minizinc::write;
        /// A model for the programs of constraint solvers alone: [`flatzinc`].
        Fzn "fzn" flatzinc::write;
        /// Lists of item numbers for Sage: [`sage`].
        Sage "sage" sage::write, |name, input| whole(name, input, json::parse);
        /// An incidence matrix for spreadsheets: [`csv`].
        Csv "csv" csv::write, |name, input| whole(name, input, csv::parse);
    }
}

fn shown(faults: &[dlx::Fault]) -> Vec<Diagnostic> {
    faults.iter().map(dlx::Fault::diagnostic).collect()
}

fn whole(name: &str, input: &mut dyn BufRead, parse: fn(&str, &str) -> Result<Document, ReadError>) -> Read {
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    Ok(parse(name, &text))
}

impl Format {
    /// Is it also read?
    pub fn is_read(self) -> bool {
        self.reader().is_some()
    }

    /// Reads a problem, in time in proportion to the text. `name` is the name of the text in messages. The outer
    /// error is one of reading; the inner one says what is wrong with the text, or that this format is not read.
    pub fn read(self, name: &str, mut input: impl BufRead) -> io::Result<Result<Document, ReadError>> {
        let refused = || {
            let read: Vec<&str> = Format::ALL.into_iter().filter(|f| f.is_read()).map(Format::name).collect();
            let message = "this format is for other solvers: it is written and not read".to_owned();
            let hint = Some(format!("{} are read", read.join(", ")));
            let (severity, code, labels) = (Severity::Error, "not-read", vec![]);
            Ok(Err(ReadError(vec![Diagnostic { severity, code, message, labels, hint }])))
        };
        self.reader().map_or_else(refused, |reader| reader(name, &mut input))
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
            let again = format.read("t", text.as_bytes()).unwrap().unwrap().problem;
            let options = |problem: &Problem| -> Vec<Vec<usize>> {
                let items = |option| problem.option(option).iter().map(|entry| entry.item.index()).collect();
                problem.options().map(items).collect()
            };
            assert_eq!(options(&again), options(&problem), "{format}");
        }
        let wrong = Format::Mps.read("t", "NAME\nROWS\n E c\n".as_bytes()).unwrap().unwrap_err();
        assert_eq!(wrong.0[0].labels[0].place.source.name, "t");
        let refused = Format::Opb.read("t", "".as_bytes()).unwrap().unwrap_err().0;
        assert_eq!(refused[0].hint.as_deref(), Some("dlx, json, mps, sage, csv are read"));
        assert!(Format::Json.read("t", [0xff].as_slice()).is_err());
        assert_eq!(
            "xls".parse::<Format>().unwrap_err().to_string().split(':').next(),
            Some("there is no format 'xls'")
        );
    }
}
