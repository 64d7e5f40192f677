//! Reads the output of a solver about a formula: that there is no model, or a model, which becomes a
//! solution.
//!
//! Two styles are understood, whichever a solver writes. That of the SAT competitions, on standard output: a
//! line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and lines `v` with the literals of a model, the
//! last one 0; comments and blank lines are skipped. And that of `minisat INPUT OUTPUT`: a first line `SAT`,
//! `UNSAT` or `INDET`, then the literals. Solvers of the OPB format also print `s OPTIMUM FOUND`, write `x5`
//! for 5, and do not end with 0.
//!
//! Variables that a model leaves out are 0. Variables after the options are determined by them, and skipped.
//! The [checker](combien::check) decides whether the solution is valid.

use combien::problem::{OptionId, Problem, Solution};

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A model, as the set of options that it chooses.
    Solution(Solution),
    /// There is no model.
    None,
    /// It found no answer.
    Unknown,
}

/// Why a solver's output cannot be used. Lines are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// No line states whether there is a model.
    NoVerdict,
    /// A line contradicts an earlier one.
    SecondVerdict {
        /// The line.
        line: usize,
    },
    /// A line has neither style.
    Stray {
        /// The line.
        line: usize,
        /// The line itself, or its beginning.
        text: String,
    },
    /// A word that is not a literal.
    NoLiteral {
        /// Its line.
        line: usize,
        /// The word.
        word: String,
    },
    /// A variable that the model has as 1 and as 0.
    Contradiction {
        /// The line of the second literal.
        line: usize,
        /// The variable.
        variable: u64,
    },
    /// Literals after the 0 that ends the model.
    AfterEnd {
        /// Their line.
        line: usize,
    },
    /// A model is announced, but none follows.
    NoModel {
        /// The line that says so.
        line: usize,
    },
    /// The model does not end with 0: a part of it is missing.
    Unfinished {
        /// The last line with literals.
        line: usize,
    },
}

combien::errors!(ModelError {
    NoVerdict => "no line says whether there is a model";
    SecondVerdict { line } => "line {line}: a second answer";
    Stray { line, text } => "line {line}: `{text}` is neither an answer nor a part of a model";
    NoLiteral { line, word } => "line {line}: `{word}` is not a literal";
    Contradiction { line, variable } => "line {line}: variable {variable} is both 1 and 0";
    AfterEnd { line } => "line {line}: literals after the end of the model";
    NoModel { line } => "line {line}: there is a model, but it does not follow";
    Unfinished { line } => "line {line}: the model does not end with 0; is a part missing?";
});

/// Reads a solver's output about the formula of a problem.
///
/// ```
/// use combien::problem::dlx;
/// use combien_formats::model;
/// let problem = dlx::parse("toy", "a b\na b\na\nb\n")?.problem;
/// let model::Verdict::Solution(solution) = model::read(&problem, "SAT\n-1 2 3 0\n")? else { panic!() };
/// assert_eq!(solution.options().iter().map(|option| option.number()).collect::<Vec<_>>(), [2, 3]);
/// let wrong = model::read(&problem, "c my solver\ns SATISFIABLE\nv 1 two 0\n").unwrap_err();
/// assert_eq!(wrong.to_string(), "line 3: `two` is not a literal");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(problem: &Problem, text: &str) -> Result<Verdict, ModelError> {
    let mut reader = Reader::new(problem.option_count());
    for (line, number) in text.lines().zip(1..) {
        reader.line(line.trim(), number)?;
    }
    reader.finish()
}

/// The verdict of a solver, without the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// An answer, and how it was said.
struct Said {
    answer: Answer,
    line: usize,
    /// In the style of minisat: literals follow on separate lines.
    is_bare: bool,
}

struct Reader {
    said: Option<Said>,
    /// The known value of each option.
    values: Vec<Option<bool>>,
    /// The last line with literals.
    last: Option<usize>,
    has_ended: bool,
    /// Literals are written with `x`, and 0 does not end them.
    is_opb: bool,
}

impl Reader {
    fn new(options: usize) -> Reader {
        Reader { said: None, values: vec![None; options], last: None, has_ended: false, is_opb: false }
    }

    fn line(&mut self, line: &str, number: usize) -> Result<(), ModelError> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let is_bare = self.said.as_ref().is_some_and(|said| said.is_bare);
        match first {
            "" | "c" | "o" => Ok(()),
            "s" => match answer(rest.trim()) {
                Some(answer) => self.say(Said { answer, line: number, is_bare: false }),
                None => Err(stray(line, number)),
            },
            "v" => self.literals(rest, number),
            _ if is_bare => self.literals(line, number),
            _ => match bare_answer(line) {
                Some(answer) => self.say(Said { answer, line: number, is_bare: true }),
                None => Err(stray(line, number)),
            },
        }
    }

    fn say(&mut self, said: Said) -> Result<(), ModelError> {
        if self.said.is_some() {
            return Err(ModelError::SecondVerdict { line: said.line });
        }
        self.said = Some(said);
        Ok(())
    }

    fn literals(&mut self, words: &str, line: usize) -> Result<(), ModelError> {
        for word in words.split_whitespace() {
            if self.has_ended {
                return Err(ModelError::AfterEnd { line });
            }
            self.last = Some(line);
            self.literal(word, line)?;
        }
        Ok(())
    }

    fn literal(&mut self, word: &str, line: usize) -> Result<(), ModelError> {
        let (is_true, variable) = match word.strip_prefix('-') {
            Some(variable) => (false, variable),
            None => (true, word),
        };
        let (is_opb, digits) = match variable.strip_prefix('x') {
            Some(digits) => (true, digits),
            None => (false, variable),
        };
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let variable = digits.parse::<u64>().ok().filter(|_| is_number);
        let Some(variable) = variable else {
            return Err(ModelError::NoLiteral { line, word: beginning(word) });
        };
        self.is_opb |= is_opb;
        let Some(place) = variable.checked_sub(1) else {
            self.has_ended = true;
            return Ok(());
        };
        let value = usize::try_from(place).ok().and_then(|place| self.values.get_mut(place));
        match value {
            Some(Some(known)) if *known != is_true => Err(ModelError::Contradiction { line, variable }),
            Some(value) => {
                *value = Some(is_true);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<Verdict, ModelError> {
        let Some(Said { answer, line, .. }) = self.said else { return Err(ModelError::NoVerdict) };
        match (answer, self.last) {
            (Answer::Unsatisfiable, _) => return Ok(Verdict::None),
            (Answer::Unknown, _) => return Ok(Verdict::Unknown),
            (Answer::Satisfiable, Some(line)) if !self.has_ended && !self.is_opb => {
                return Err(ModelError::Unfinished { line });
            }
            // A formula without variables has an empty model, which some solvers do not write at all.
            (Answer::Satisfiable, None) if !self.values.is_empty() => {
                return Err(ModelError::NoModel { line });
            }
            (Answer::Satisfiable, _) => {}
        }
        let chosen = self.values.iter().enumerate().filter(|&(_, &value)| value == Some(true));
        Ok(Verdict::Solution(chosen.map(|(place, _)| OptionId::from_index(place)).collect()))
    }
}

fn answer(words: &str) -> Option<Answer> {
    match words {
        "SATISFIABLE" | "OPTIMUM FOUND" => Some(Answer::Satisfiable),
        "UNSATISFIABLE" => Some(Answer::Unsatisfiable),
        "UNKNOWN" => Some(Answer::Unknown),
        _ => None,
    }
}

fn bare_answer(line: &str) -> Option<Answer> {
    match line {
        "SAT" | "SATISFIABLE" => Some(Answer::Satisfiable),
        "UNSAT" | "UNSATISFIABLE" => Some(Answer::Unsatisfiable),
        "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Answer::Unknown),
        _ => None,
    }
}

fn stray(line: &str, number: usize) -> ModelError {
    ModelError::Stray { line: number, text: beginning(line) }
}

/// A text, shortened for a message.
pub(super) fn beginning(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::{Builder, dlx};

    fn said(text: &str) -> String {
        let problem = dlx::parse("t.dlx", "a b\na b\na\nb\n").unwrap().problem;
        match read(&problem, text) {
            Ok(Verdict::Solution(solution)) => {
                let numbers = solution.options().iter().map(|option| option.number().to_string());
                numbers.collect::<Vec<_>>().join(" ")
            }
            Ok(Verdict::None) => "none".to_owned(),
            Ok(Verdict::Unknown) => "unknown".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn reads_both_styles() {
        for (text, expected) in [
            ("SAT\n-1 2 3 0\n", "2 3"),
            ("UNSAT\n", "none"),
            ("INDET\n", "unknown"),
            ("c kissat\n\ns SATISFIABLE\nv 1 -2\nv -3 4 -5 0\n", "1"),
            ("v 1 -2 -3 0\r\ns SATISFIABLE\r\n", "1"),
            ("s UNSATISFIABLE", "none"),
            ("s UNKNOWN\nc 12 s\n", "unknown"),
            ("o 0\ns OPTIMUM FOUND\nv -x1 x2 x3\n", "2 3"),
            ("SAT\n2 0\n", "2"),
            ("SAT\n0\n", ""),
        ] {
            assert_eq!(said(text), expected, "{text:?}");
        }
        let nothing = Builder::new().build();
        assert_eq!(read(&nothing, "s SATISFIABLE\n"), Ok(Verdict::Solution(Solution::default())));
    }

    #[test]
    fn names_the_line_that_is_wrong() {
        for (text, expected) in [
            ("", "no line says whether there is a model"),
            ("c only a comment\n", "no line says whether there is a model"),
            ("v 1 0\n", "no line says whether there is a model"),
            ("SAT\n", "line 1: there is a model, but it does not follow"),
            ("SAT\n1 -2\n", "line 2: the model does not end with 0; is a part missing?"),
            ("SAT\n1 0\n2 0\n", "line 3: literals after the end of the model"),
            ("SAT\n1 -1 0\n", "line 2: variable 1 is both 1 and 0"),
            ("SAT\n1 +2 0\n", "line 2: `+2` is not a literal"),
            ("SAT\n- 0\n", "line 2: `-` is not a literal"),
            ("s SATISFIABLE\ns SATISFIABLE\nv 0\n", "line 2: a second answer"),
            ("s MAYBE\n", "line 1: `s MAYBE` is neither an answer nor a part of a model"),
            (
                "\nSegmentation fault\n",
                "line 2: `Segmentation fault` is neither an answer nor a part of a model",
            ),
            ("SAT\n99999999999999999999 0\n", "line 2: `99999999999999999999` is not a literal"),
        ] {
            assert_eq!(said(text), expected, "{text:?}");
        }
    }

    #[test]
    fn long_lines_are_cut_in_messages() {
        let error = said(&"é".repeat(1000));
        assert_eq!(error.chars().filter(|&c| c == 'é').count(), 39);
    }
}
