//! Integer programming solvers outside of this program, by name.

use std::path::Path;
use std::str::FromStr;

use combien_formats::optimum::Solver;

/// The names that are understood.
const NAMES: &str = "highs, cbc or glpsol";

/// A solver, and the program to run.
#[derive(Clone, Debug)]
pub(crate) struct Outside {
    pub(crate) solver: Solver,
    pub(crate) name: &'static str,
    pub(crate) program: String,
}

impl FromStr for Outside {
    type Err = String;

    /// `highs`, a path that ends so, or `highs=PROGRAM`.
    fn from_str(text: &str) -> Result<Outside, String> {
        let (name, program) = match text.split_once('=') {
            Some((name, program)) => (name, program),
            None => (Path::new(text).file_stem().and_then(|stem| stem.to_str()).unwrap_or(text), text),
        };
        let (solver, name) = match name {
            "highs" => (Solver::Highs, "highs"),
            "cbc" => (Solver::Cbc, "cbc"),
            "glpsol" => (Solver::Glpk, "glpsol"),
            _ => return Err(format!("write {NAMES}, the path of one, or highs=PROGRAM")),
        };
        if program.is_empty() {
            return Err(format!("write the program behind `{name}=`"));
        }
        Ok(Outside { solver, name, program: program.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_have_names_and_programs() {
        let read = |text: &str| {
            text.parse::<Outside>().map(|outside| format!("{} {}", outside.name, outside.program))
        };
        assert_eq!(read("highs").as_deref(), Ok("highs highs"));
        assert_eq!(read("/opt/bin/cbc").as_deref(), Ok("cbc /opt/bin/cbc"));
        assert_eq!(read("glpsol=/opt/glpk-5/glpsol.sh").as_deref(), Ok("glpsol /opt/glpk-5/glpsol.sh"));
        for wrong in ["", "gurobi", "highs=", "=highs", "highs -x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
