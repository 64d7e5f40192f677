//! What a run reports to its host in addition to its output.

use std::io;
use std::time::Duration;

use combien::diagnostic::Place;
use combien::solve::{Budget, Outcome};
use combien_lang::run::Verdict;
use combien_lang::words::{Role, WORDS};
use combien_lang::{Fault, Finding, Host, Loaded, RunError, UpTo, load, run};

use crate::shared::{results, script_of};

/// Records what it is told, one line for each report.
#[derive(Default)]
struct Listener {
    told: Vec<String>,
    /// Between the begin and the end of an action.
    is_open: bool,
    continues: bool,
    budget: Budget,
}

impl Host for Listener {
    fn print(&mut self, text: &str) -> io::Result<()> {
        // The first line says what it is.
        self.told.push(format!("print {}", text.lines().next().unwrap_or_default()));
        Ok(())
    }

    fn note(&mut self, _text: &str) {}

    fn found(&mut self, place: &Place, finding: Finding<'_>) {
        let (line, _) = place.line_and_column();
        assert_eq!(self.is_open, !matches!(finding, Finding::Begun(_)), "{line}: {finding:?}");
        self.told.push(match finding {
            Finding::Begun(_) | Finding::Ended(_) => {
                self.is_open = matches!(finding, Finding::Begun(_));
                return;
            }
            Finding::Counted { problem, up_to, outcome } => {
                let up_to = if up_to == UpTo::Symmetry { " up to symmetry" } else { "" };
                let bound = if matches!(outcome, Outcome::Stopped { .. }) { "at least " } else { "" };
                format!("{line}: problem {problem} has {bound}{}{up_to}", outcome.certain())
            }
            Finding::Solution { problem, encoding, solution, is_drawn } => {
                let pieces = encoding.placed(solution).len();
                format!("{line}: problem {problem} by {pieces} pieces, drawn: {is_drawn}")
            }
            Finding::Asserted(verdict) => match verdict {
                Verdict::Held => format!("{line}: holds"),
                Verdict::Failed(_) => format!("{line}: does not hold"),
                Verdict::Open(_) => format!("{line}: is not known"),
            },
            _ => unreachable!("there are no other findings"),
        });
    }

    fn continues(&self) -> bool {
        self.continues
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn write_file(&mut self, _path: &str, _content: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn clock(&self) -> Duration {
        Duration::ZERO
    }
}

const TEXT: &str = "problem a = {**} [{*} ~one]
problem b = constant 2x2 true [{**} ~sym]
count b
count b up to symmetry
count equal_size b
all b up to symmetry json
solve b
assert count b = 3
assert solvable a
assert count b = 2
";

fn listened(listener: &mut Listener) -> Result<(), Box<RunError>> {
    let files = |path: &str, _from: Option<&str>| Ok(Loaded::new(path, TEXT));
    run(&load("t.cmb", &files).unwrap(), listener).map(|_| ()).map_err(Box::new)
}

/// A quarter turn maps the two tilings of the square by dominoes to each other.
#[test]
fn findings_are_reported_before_they_are_printed() {
    let mut listener = Listener { continues: true, ..Listener::default() };
    listened(&mut listener).unwrap();
    let told: Vec<&str> = listener.told.iter().map(String::as_str).collect();
    assert_eq!(told[0], "3: problem 1 has 2");
    assert!(told[1].starts_with("print b : ("));
    assert_eq!(
        told[2..4],
        ["4: problem 1 has 1 up to symmetry", "print b : (BURNSIDE) 1 solution up to symmetry"]
    );
    assert_eq!(told[4..6], ["5: problem 1 has 2", "print problem \"b\" has 2 solutions"]);
    assert_eq!(told[6], "6: problem 1 by 2 pieces, drawn: false");
    assert!(told[7].starts_with("print {"));
    assert_eq!(told[9], "7: problem 1 by 2 pieces, drawn: true");
    assert_eq!(told[11..], ["8: does not hold", "9: does not hold", "10: holds"]);
}

#[test]
fn a_run_ends_at_an_assertion_that_does_not_hold() {
    let mut listener = Listener::default();
    let ended = listened(&mut listener).unwrap_err();
    let RunError::Action { fault, place } = *ended else { panic!("an action fails") };
    assert!(matches!(fault, Fault::Assertion { .. }));
    assert_eq!(place.line_and_column(), (8, 1));
    assert_eq!(listener.told.last().unwrap(), "8: does not hold");
}

#[test]
fn a_stopped_count_is_reported_as_a_bound() {
    let budget = Budget { nodes: Some(0), ..Budget::UNLIMITED };
    let mut listener = Listener { continues: true, budget, ..Listener::default() };
    listened(&mut listener).unwrap();
    assert_eq!(listener.told[0], "3: problem 1 has at least 0");
    assert_eq!(listener.told.last().map(|told| &told[..5]), Some("print"));
    assert!(listener.told.contains(&"10: is not known".to_owned()));
}

/// Documents name an action by its word; those of the searches by cost are all called `best`.
#[test]
fn the_example_of_each_declaration_runs_by_its_name() {
    const BOARDS: &str = "problem p = constant 4x2 true [{**} ~sym]
        problem3 q = constant 2x2x2 true [[{**}] ~sym]
        problem r<n> = constant (n, 2) true [{**} ~sym]\n";
    let mut named = 0;
    for word in WORDS.iter().filter(|word| word.role == Role::Declaration) {
        let text = format!("{BOARDS}{}", word.example);
        for action in &script_of(&[("t.cmb", &text)]).unwrap().actions {
            let name = action.kind.name();
            assert!(word.text.starts_with(name) || name == "best", "{name} of {}", word.example);
            named += 1;
        }
        results(&text);
    }
    assert!(named > 15, "only {named} words are those of actions");
}
