//! The command `combien-verify`: see README.md.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use combien_verify::{Fault, Listed, Problem, Refusal, check_certificate, check_solutions};

const HELP: &str = "\
Checks answers about exact covers, without the program that gave them.

Usage: combien-verify [--memory MB] PROBLEM EVIDENCE...

PROBLEM is a file in Knuth's text format or in JSON. Each EVIDENCE is a certificate, as `combien count --proof`
writes it, or a list of solutions, as `combien solve` prints it; `-` is standard input. A certificate and a list that
has as many different covers show together that the list is complete.

  --memory MB   states and numbers take no more memory than this [default: 4096]
  --help        print this help
  --version     print the version

Exit codes: 0 verified, 1 the evidence is wrong, 2 the command or a file is wrong, 3 out of memory.
";

/// The exit codes, those of `combien`.
const WRONG: u8 = 1;
const BAD_INPUT: u8 = 2;
const STOPPED: u8 = 3;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut memory = 4096;
    while let Some(flag) = arguments.next_if(|argument| argument.len() > 1 && argument.starts_with('-')) {
        match flag.as_str() {
            "--help" | "-h" => return say(HELP, 0),
            "--version" | "-V" => return say(concat!("combien-verify ", env!("CARGO_PKG_VERSION"), "\n"), 0),
            "--memory" => match arguments.next().and_then(|megabytes| megabytes.parse::<usize>().ok()) {
                Some(megabytes) => memory = megabytes,
                None => return fail("--memory needs a number of megabytes"),
            },
            _ => return fail(&format!("`{flag}` is unknown; see --help")),
        }
    }
    let files: Vec<String> = arguments.collect();
    match files.split_first() {
        Some((problem, evidence)) if !evidence.is_empty() => {
            verify(problem, evidence, memory.saturating_mul(1 << 20))
        }
        _ => fail("name a problem and what is to be checked; see --help"),
    }
}

/// Prints a text on standard output; one that is closed ends the program as if it had been printed.
fn say(text: &str, code: u8) -> ExitCode {
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::from(code)
}

fn fail(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(BAD_INPUT)
}

fn opened(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == "-" { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(File::open(path)?)) })
}

fn verify(problem: &str, evidence: &[String], memory: usize) -> ExitCode {
    let mut text = String::new();
    if let Err(error) = opened(problem).and_then(|mut file| file.read_to_string(&mut text)) {
        return fail(&format!("{problem}: {error}"));
    }
    let read = match Problem::read(&text) {
        Ok(problem) => problem,
        Err(Fault { line: 0, message }) => return fail(&format!("{problem}: {message}")),
        Err(Fault { line, message }) => return fail(&format!("{problem}:{line}: {message}")),
    };
    let (mut count, mut listed) = (None, None);
    for path in evidence {
        let verdict =
            opened(path).map_err(|error| Refusal::Unreadable(error.to_string())).and_then(|mut file| {
                let is_certificate = file
                    .fill_buf()
                    .map_err(|error| Refusal::Unreadable(error.to_string()))?
                    .starts_with(b"combien ");
                if is_certificate {
                    let proved = check_certificate(&read, file, memory)?.to_string();
                    let line = format!("verified: {}\n", counted(&proved, "cover"));
                    count = Some(proved);
                    return Ok(line);
                }
                let Listed { covers, different } = check_solutions(&read, file)?;
                listed = Some(different.to_string());
                let (listed, covers) = (
                    counted(&covers.to_string(), "solution"),
                    if covers == 1 { "it is a cover" } else { "each is a cover" },
                );
                Ok(format!("verified: {listed}, {covers}; {different} different\n"))
            });
        match verdict {
            Ok(line) => say(&line, 0),
            Err(Refusal::Wrong(Fault { line, message })) => {
                return say(&format!("{path}:{line}: wrong: {message}\n"), WRONG);
            }
            Err(Refusal::Unreadable(error)) => return fail(&format!("{path}: {error}")),
            Err(Refusal::Memory(bytes)) => {
                let _ = writeln!(
                    io::stderr(),
                    "{path}: not checked: more than {} MB are needed; see --memory",
                    bytes >> 20
                );
                return ExitCode::from(STOPPED);
            }
        };
    }
    match (count, listed) {
        (Some(count), Some(listed)) if count == listed => say("verified: the list is complete\n", 0),
        (Some(count), Some(listed)) => say(&format!("wrong: the list has {listed} of {count}\n"), WRONG),
        _ => ExitCode::SUCCESS,
    }
}

fn counted(number: &str, what: &str) -> String {
    format!("{number} {what}{}", if number == "1" { "" } else { "s" })
}
