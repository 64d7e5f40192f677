//! Reads the solution file of an integer programming solver about a program that [`lp`](crate::lp) wrote:
//! that there is no solution, or a solution, and whether the solver has proved that it is the best.
//!
//! Variables that a file leaves out are 0. Variables after the options are determined by them, and skipped.
//! The [checker](combien::check) decides whether the solution is valid. That it is the best is a claim of the
//! solver, which computes in floating point.

use combien::problem::{OptionId, Problem, Solution};

/// How far from 0 or 1 a value may be. Solvers accept points that violate rows by about as much.
const TOLERANCE: f64 = 1e-4;

/// A solver, by the form of its solution files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// `HiGHS`: `--solution_file`.
    Highs,
    /// CBC: `-solu`.
    Cbc,
    /// GLPK: `glpsol --write`. Columns are numbered in the order of the file;
    /// [`lp::write_with`](crate::lp::write_with) has that of the options.
    Glpk,
}

/// What a solver claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution is better than this one.
    Optimal(Solution),
    /// A solution, perhaps not the best: the solver was stopped.
    Feasible(Solution),
    /// There is no solution.
    None,
    /// It found no answer.
    Unknown,
}

/// Why a solution file cannot be used. Lines are numbered from 1.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptimumError {
    /// No line tells how the search ended.
    NoStatus,
    /// A line is not what the solver writes there.
    Stray {
        /// The line.
        line: usize,
        /// The line itself, or its beginning.
        text: String,
    },
    /// A value is neither 0 nor 1.
    NotWhole {
        /// Its line.
        line: usize,
        /// The number of the variable.
        variable: u64,
        /// The value.
        value: f64,
    },
    /// A solution is announced, but the file ends before its last variable.
    Unfinished,
}

combien::errors!(OptimumError {
    NoStatus => "no line tells how the search ended";
    Stray { line, text } => "line {line}: `{text}` is not the value of a variable";
    NotWhole { line, variable, value } => "line {line}: x{variable} is {value}, which is neither 0 nor 1";
    Unfinished => "the file ends before the last variable";
});

/// Reads a solution file.
///
/// ```
/// use combien::problem::dlx;
/// use combien_formats::optimum::{self, Solver, Verdict};
///
/// let problem = dlx::parse("toy", "a b\na b |5\na |1\nb |2\n")?.problem;
/// let file = "Optimal - objective value 3.00000000\n      1 x2  1  1\n      2 x3  1  2\n";
/// let Verdict::Optimal(solution) = optimum::read(&problem, Solver::Cbc, file)? else { panic!() };
/// assert_eq!(solution.options().iter().map(|option| option.number()).collect::<Vec<_>>(), [2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(problem: &Problem, solver: Solver, text: &str) -> Result<Verdict, OptimumError> {
    let mut lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty());
    let point = Point { is_chosen: vec![false; problem.option_count()], named: 0 };
    match solver {
        Solver::Highs => of_highs(&mut lines, point),
        Solver::Cbc => of_cbc(&mut lines, point),
        Solver::Glpk => of_glpk(&mut lines, point),
    }
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Optimal,
    Infeasible,
    /// Stopped: there may be a solution.
    Other,
}

impl Status {
    fn verdict(self, point: Option<Point>) -> Result<Verdict, OptimumError> {
        let solution = point.map(|point| {
            let chosen = point.is_chosen.iter().enumerate().filter(|&(_, &is_chosen)| is_chosen);
            chosen.map(|(place, _)| OptionId::from_index(place)).collect()
        });
        match (self, solution) {
            (Status::Optimal, Some(solution)) => Ok(Verdict::Optimal(solution)),
            (Status::Optimal, None) => Err(OptimumError::Unfinished),
            (Status::Infeasible, _) => Ok(Verdict::None),
            (Status::Other, Some(solution)) => Ok(Verdict::Feasible(solution)),
            (Status::Other, None) => Ok(Verdict::Unknown),
        }
    }
}

/// Lines that are not blank, with their numbers.
type Line<'t> = (&'t str, usize);

/// ```text
/// Model status
/// Optimal
///
/// # Primal solution values
/// Feasible
/// Objective 21
/// # Columns 64
/// x1 0
/// ```
fn of_highs<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    mut point: Point,
) -> Result<Verdict, OptimumError> {
    let mut after = |title: &str| {
        let _ = lines.by_ref().find(|(line, _)| *line == title)?;
        lines.next().map(|(line, _)| line)
    };
    let status = match after("Model status").ok_or(OptimumError::NoStatus)? {
        "Optimal" => Status::Optimal,
        // Variables between 0 and 1 leave nothing unbounded.
        "Infeasible" | "Primal infeasible or unbounded" => Status::Infeasible,
        _ => Status::Other,
    };
    if status == Status::Infeasible || after("# Primal solution values") != Some("Feasible") {
        return status.verdict(None);
    }
    let number = lines.find_map(|(line, _)| line.strip_prefix("# Columns ")?.trim().parse::<usize>().ok());
    let number = number.ok_or(OptimumError::Unfinished)?;
    for line in lines.take(number) {
        let mut words = line.0.split_whitespace();
        point.set(words.next().and_then(|word| word.strip_prefix('x')), words.next(), line)?;
    }
    if point.named < number {
        return Err(OptimumError::Unfinished);
    }
    status.verdict(Some(point))
}

/// ```text
/// Optimal - objective value 21.00000000
///       6 x8                     1                       1
/// ```
/// Only values that are not 0 have lines. Without a solution they are those of a relaxation.
fn of_cbc<'t>(lines: &mut impl Iterator<Item = Line<'t>>, mut point: Point) -> Result<Verdict, OptimumError> {
    let (first, _) = lines.next().ok_or(OptimumError::NoStatus)?;
    let (status, _) = first.split_once(" - objective value ").ok_or(OptimumError::NoStatus)?;
    let status = match status {
        "Optimal" => Status::Optimal,
        "Infeasible" | "Integer infeasible" => Status::Infeasible,
        _ => Status::Other,
    };
    if status == Status::Infeasible {
        return status.verdict(None);
    }
    for line in lines {
        // Two stars mark what violates a row.
        let is_feasible = !line.0.starts_with("**");
        let mut words = line.0.trim_start_matches("**").split_whitespace().skip(1);
        let read = point.set(words.next().and_then(|word| word.strip_prefix('x')), words.next(), line);
        match read {
            Ok(()) if is_feasible => {}
            Ok(()) | Err(OptimumError::NotWhole { .. }) if status == Status::Other => {
                return status.verdict(None);
            }
            Ok(()) => {}
            Err(error) => return Err(error),
        }
    }
    status.verdict(Some(point))
}

/// ```text
/// c Status:     INTEGER OPTIMAL
/// s mip 16 64 o 21
/// i 1 1
/// j 1 0
/// e o f
/// ```
fn of_glpk<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    mut point: Point,
) -> Result<Verdict, OptimumError> {
    let said = lines.find(|(line, _)| line.starts_with("s ")).ok_or(OptimumError::NoStatus)?;
    let words: Vec<&str> = said.0.split_whitespace().collect();
    let (["s", "mip", _, columns, status, ..], line) = (&words[..], said.1) else {
        return Err(stray(said));
    };
    let columns: usize =
        columns.parse().map_err(|_| OptimumError::Stray { line, text: (*columns).to_owned() })?;
    let status = match *status {
        "o" => Status::Optimal,
        "f" => Status::Other,
        "n" => return Status::Infeasible.verdict(None),
        _ => return Status::Other.verdict(None),
    };
    for line in lines {
        let mut words = line.0.split_whitespace();
        match words.next() {
            Some("j") => point.set(words.next(), words.next(), line)?,
            Some("e") => break,
            _ => {}
        }
    }
    if point.named < columns {
        return Err(OptimumError::Unfinished);
    }
    status.verdict(Some(point))
}

/// What a file tells of the options.
struct Point {
    is_chosen: Vec<bool>,
    /// The number of values that were read.
    named: usize,
}

impl Point {
    /// Sets a variable, by its number from 1, perhaps with a name after it: `2_night`.
    fn set(&mut self, number: Option<&str>, value: Option<&str>, line: Line<'_>) -> Result<(), OptimumError> {
        let number = number.map(|number| number.split_once('_').map_or(number, |(number, _)| number));
        let variable: Option<u64> = number.and_then(|number| number.parse().ok());
        let value: Option<f64> = value.and_then(|value| value.parse().ok());
        let (Some(variable @ 1..), Some(value)) = (variable, value) else { return Err(stray(line)) };
        let is_chosen = (value - 1.0).abs() <= TOLERANCE;
        let is_left = value.abs() <= TOLERANCE;
        if !is_chosen && !is_left {
            return Err(OptimumError::NotWhole { line: line.1, variable, value });
        }
        self.named += 1;
        let place = usize::try_from(variable - 1).ok();
        if let Some(place) = place.and_then(|place| self.is_chosen.get_mut(place)) {
            *place = is_chosen;
        }
        Ok(())
    }
}

fn stray((text, line): Line<'_>) -> OptimumError {
    OptimumError::Stray { line, text: crate::model::beginning(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use combien::problem::dlx;

    fn said(solver: Solver, text: &str) -> String {
        let problem = dlx::parse("t.dlx", "a b\na b |5\na |1\nb |2\n").unwrap().problem;
        let numbers = |solution: &Solution| {
            let numbers = solution.options().iter().map(|option| option.number().to_string());
            numbers.collect::<Vec<_>>().join(" ")
        };
        match read(&problem, solver, text) {
            Ok(Verdict::Optimal(solution)) => format!("best {}", numbers(&solution)),
            Ok(Verdict::Feasible(solution)) => numbers(&solution),
            Ok(Verdict::None) => "none".to_owned(),
            Ok(Verdict::Unknown) => "unknown".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn files_of_highs() {
        let file = |status: &str, kind: &str, values: &str| {
            format!(
                "Model status\n{status}\n\n# Primal solution values\n{kind}\nObjective 3\n# Columns 3\n{values}# Rows 2\nr1 1\n"
            )
        };
        let values = "x1 0\nx2 1\nx3 0.9999999999999\n";
        for (text, expected) in [
            (file("Optimal", "Feasible", values), "best 2 3"),
            (file("Time limit reached", "Feasible", values), "2 3"),
            (file("Time limit reached", "None", ""), "unknown"),
            (file("Infeasible", "None", ""), "none"),
            (
                file("Optimal", "Feasible", "x1 0\nx2 1\n"),
                "line 10: `# Rows 2` is not the value of a variable",
            ),
            (
                file("Optimal", "Feasible", "x1 0.5\nx2 1\nx3 1\n"),
                "line 8: x1 is 0.5, which is neither 0 nor 1",
            ),
            (
                file("Optimal", "Feasible", "x1 nan\nx2 1\nx3 1\n"),
                "line 8: x1 is NaN, which is neither 0 nor 1",
            ),
            (file("Optimal", "Feasible", "x0 1\n"), "line 8: `x0 1` is not the value of a variable"),
            ("Model status\nOptimal\n".to_owned(), "the file ends before the last variable"),
            (
                "Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 99999999999\nx1 1\n"
                    .to_owned(),
                "the file ends before the last variable",
            ),
            (String::new(), "no line tells how the search ended"),
        ] {
            assert_eq!(said(Solver::Highs, &text), expected, "{text}");
        }
    }

    #[test]
    fn files_of_cbc() {
        for (text, expected) in [
            ("Optimal - objective value 3\n 1 x2 1 1\n 2 x3 1 2\n", "best 2 3"),
            ("Optimal - objective value 3\n 1 x2 1 1\n 2 x3 1 2\n 7 x9 1 0\n", "best 2 3"),
            ("Stopped on time - objective value 5\n 0 x1 1 5\n", "1"),
            ("Stopped on time - objective value 5\n 0 x1 0.5 5\n", "unknown"),
            ("Stopped on time - objective value 5\n** 0 x1 1 5\n", "unknown"),
            ("Infeasible - objective value 0\n** 0 x1 2 0\n", "none"),
            ("Integer infeasible - objective value 0\n", "none"),
            (
                "Optimal - objective value 3\n 1 x2 one 1\n",
                "line 2: `1 x2 one 1` is not the value of a variable",
            ),
            ("Segmentation fault\n", "no line tells how the search ended"),
        ] {
            assert_eq!(said(Solver::Cbc, text), expected, "{text}");
        }
    }

    #[test]
    fn files_of_glpk() {
        for (text, expected) in [
            ("c Problem:\ns mip 2 3 o 3\ni 1 1\ni 2 1\nj 1 0\nj 2 1\nj 3 1\ne o f\n", "best 2 3"),
            ("s mip 2 3 f 5\nj 1 1\nj 2 0\nj 3 0\ne o f\n", "1"),
            ("s mip 2 3 n 0\n", "none"),
            ("s mip 2 3 u 0\n", "unknown"),
            ("s mip 2 3 o 3\nj 1 0\nj 2 1\n", "the file ends before the last variable"),
            ("s bas 2 3 f f 0\n", "line 1: `s bas 2 3 f f 0` is not the value of a variable"),
            ("", "no line tells how the search ended"),
        ] {
            assert_eq!(said(Solver::Glpk, text), expected, "{text}");
        }
    }
}
