//! The two gates of a host: which files a script may write, which programs it may run.

use std::io;
use std::time::Duration;

use crate::shared::script_of;
use combien_lang::{Denied, Fault, Host, RunError, run};

/// A host that could do everything, with some of its gates open.
#[derive(Default)]
struct Gates {
    write: bool,
    run: bool,
    done: Vec<String>,
}

impl Host for Gates {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.done.push(text.to_owned());
        Ok(())
    }
    fn note(&mut self, _: &str) {}
    fn clock(&self) -> Duration {
        Duration::ZERO
    }
    fn may_write(&self, path: &str) -> Result<(), Denied> {
        if self.write { Ok(()) } else { Closed.may_write(path) }
    }
    fn may_run(&self, command: &str) -> Result<(), Denied> {
        if self.run { Ok(()) } else { Closed.may_run(command) }
    }
    fn write_file(&mut self, path: &str, _: &[u8]) -> io::Result<()> {
        self.done.push(format!("write {path}"));
        Ok(())
    }
    fn can_render(&self, _: combien_lang::ast::Format) -> Result<(), Denied> {
        Ok(())
    }
    fn render(&mut self, _: combien_lang::ast::Format, _: &str) -> io::Result<Vec<u8>> {
        Ok(vec![])
    }
    fn run_solver(&mut self, command: &str, _: &[u8]) -> io::Result<String> {
        self.done.push(format!("run {command}"));
        Ok("s UNSATISFIABLE\n".to_owned())
    }
}

/// A host that leaves its gates at the default.
struct Closed;

impl Host for Closed {
    fn print(&mut self, _: &str) -> io::Result<()> {
        unreachable!("nothing is printed")
    }
    fn note(&mut self, _: &str) {}
    fn clock(&self) -> Duration {
        Duration::ZERO
    }
    fn write_file(&mut self, path: &str, _: &[u8]) -> io::Result<()> {
        unreachable!("{path} is written")
    }
    fn run_solver(&mut self, command: &str, _: &[u8]) -> io::Result<String> {
        unreachable!("{command} is run")
    }
}

const PROBLEM: &str = "problem p = {**} [{**}] problem s<n> = constant (n, 1) true [{*}]";

/// Every action that names a file or a program, and what is done if it is permitted.
const ACTIONS: [(&str, &str); 9] = [
    ("solve p svg \"a.svg\"", "write a.svg"),
    ("solve p png \"a.png\"", "write a.png"),
    ("solve p svg \"a.svg\" cut", "write a.svg"),
    ("all p json \"a.json\"", "write a.json"),
    ("sample p 1 json \"a.json\"", "write a.json"),
    ("solve p stl \"a.stl\"", "write a-_1.stl"),
    ("dimacs p \"a.cnf\"", "write a.cnf"),
    ("dimacs s<2> \"a.cnf\"", "write a-2.cnf"),
    ("solve sat \"minisat\" p", "run minisat"),
];

#[test]
fn both_gates_are_closed_by_default_and_before_anything_runs() {
    for (wish, _) in ACTIONS {
        let script = script_of(&[("t.cmb", &format!("{PROBLEM} print p {wish}"))]).unwrap();
        let error = run(&script, &mut Closed).unwrap_err();
        let RunError::Action { fault: Fault::Denied(denied), place } = error else {
            panic!("{wish}: {error}")
        };
        assert_eq!(&place.source.text[place.span.clone()], wish);
        let verb = if wish.contains("sat") { "run" } else { "written" };
        assert!(denied.message.contains(&format!("cannot be {verb}")), "{denied:?}");
    }
}

#[test]
fn each_gate_is_opened_separately() {
    for (wish, done) in ACTIONS {
        let script = script_of(&[("t.cmb", &format!("{PROBLEM} {wish}"))]).unwrap();
        let is_command = done.starts_with("run ");
        for open in [false, true] {
            let mut host = Gates { write: open != is_command, run: open == is_command, ..Gates::default() };
            let ended = run(&script, &mut host);
            if open {
                assert!(ended.is_ok(), "{wish}: {ended:?}");
                assert!(host.done.iter().any(|it| it == done), "{:?}", host.done);
            } else {
                assert!(matches!(ended, Err(RunError::Action { fault: Fault::Denied(_), .. })), "{wish}");
                assert_eq!(host.done, [""; 0], "{wish}");
            }
        }
    }
}

/// So a file of another kind is never replaced, whatever the host permits.
#[test]
fn names_of_files_end_as_their_format_requires() {
    for (wish, done) in [
        ("solve p svg \"t.cmb\"", None),
        ("solve p svg \"a.svg.txt\"", None),
        ("solve p svg \"svg\"", None),
        ("solve p png \"a.svg\"", None),
        ("solve p svg \"a.svg\" cut solve p stl \"a.svg\"", None),
        ("all p json \"a\"", None),
        ("dimacs p \"a.svg\"", None),
        ("dimacs s<2> \"b.c/a.DIMACS\"", Some("write b.c/a-2.DIMACS")),
        ("all p json \"a.ndjson\"", Some("write a.ndjson")),
    ] {
        let script = script_of(&[("t.cmb", &format!("{PROBLEM} {wish}"))]).unwrap();
        let mut host = Gates { write: true, ..Gates::default() };
        let ended = run(&script, &mut host);
        if let Some(done) = done {
            assert!(ended.is_ok() && host.done.iter().any(|it| it == done), "{wish}: {ended:?}");
        } else {
            assert!(matches!(ended, Err(RunError::Action { fault: Fault::Denied(_), .. })), "{wish}");
            assert_eq!(host.done, [""; 0], "{wish}");
        }
    }
}
