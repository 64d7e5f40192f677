//! The command `combien-verify`: see README.md.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use combien_verify::{Listed, Problem, Proved, ProvedStrip, Refusal};
use combien_verify::{check_certificate, check_solutions, check_strip};

const HELP: &str = "\
Usage: combien-verify [--memory MB] PROBLEM EVIDENCE...
       combien-verify [--memory MB] STRIP

Checks answers about exact covers, without the program that gave them. PROBLEM is a file in Knuth's text format or in
JSON. Each EVIDENCE is a certificate, as `combien count --proof` writes it, or a list of solutions, as `combien solve`
prints it; `-` is standard input. A certificate and a list with as many different covers show that the list is complete.
STRIP is a certificate of a generating function, as `combien strip --proof` writes it; it needs no problem.

  --memory MB   states and numbers take no more memory than this [default: 4096]
  --help        print this help
  --version     print the version

Exit codes: 0 verified, 1 the evidence is wrong, 2 the command or a file is wrong, 3 out of memory.
";

const VERSION: &str = concat!("combien-verify ", env!("CARGO_PKG_VERSION"), "\n");

/// The exit codes, those of `combien`.
const WRONG: u8 = 1;
const BAD_INPUT: u8 = 2;
const STOPPED: u8 = 3;

/// The exit code, and the last line.
type Failure = (u8, String);

fn main() -> ExitCode {
    let (code, line) = run().map_or_else(|failure| failure, |line| (0, line));
    // Verdicts go to standard output; if it is closed, the program ends as if they had been printed.
    let mut to: Box<dyn Write> = if code > WRONG { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let _ = to.write_all(line.as_bytes());
    ExitCode::from(code)
}

fn run() -> Result<String, Failure> {
    let usage = |message: &str| (BAD_INPUT, format!("error: {message}; see --help\n"));
    let mut arguments = std::env::args().skip(1).peekable();
    let mut memory = 4096;
    while let Some(flag) = arguments.next_if(|argument| argument.len() > 1 && argument.starts_with('-')) {
        match flag.as_str() {
            "--help" | "-h" => return Ok(HELP.to_owned()),
            "--version" | "-V" => return Ok(VERSION.to_owned()),
            "--memory" => {
                let megabytes = arguments.next().and_then(|megabytes| megabytes.parse::<usize>().ok());
                memory = megabytes.ok_or_else(|| usage("--memory needs a number of megabytes"))?;
            }
            _ => return Err(usage(&format!("`{flag}` is unknown"))),
        }
    }
    let files: Vec<String> = arguments.collect();
    let error = |path: &str, refusal: Refusal| match refusal {
        Refusal::Wrong { .. } => (WRONG, format!("wrong: {path}{refusal}\n")),
        Refusal::Unreadable(_) => (BAD_INPUT, format!("error: {path}{refusal}\n")),
        Refusal::Memory(_) => (STOPPED, format!("error: {path}{refusal}\n")),
    };
    if let [path] = &files[..]
        && let Ok(mut file) = opened(path)
        && file.fill_buf().is_ok_and(|start| start.starts_with(b"combien strip "))
    {
        let strip = check_strip(file, memory.saturating_mul(1 << 20));
        let ProvedStrip { order, states } = strip.map_err(|refusal| error(path, refusal))?;
        return Ok(format!(
            "verified: the quotient holds for every n, of order {order}, by {}\n",
            counted(&states, "state")
        ));
    }
    let (Some(problem), evidence @ [_, ..]) = (files.first(), files.get(1..).unwrap_or_default()) else {
        return Err(usage("name a problem and what is to be checked"));
    };
    let read = |path: &str| Problem::read(&io::read_to_string(opened(path)?)?);
    let problem = read(problem).map_err(|refusal| (BAD_INPUT, format!("error: {problem}{refusal}\n")))?;
    let mut found = Found::default();
    for path in evidence {
        let shown = found.add(&problem, path, memory.saturating_mul(1 << 20));
        let _ = writeln!(io::stdout(), "verified: {}", shown.map_err(|refusal| error(path, refusal))?);
    }
    found.together().map_err(|message| (WRONG, message))
}

fn opened(path: &str) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == "-" { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(File::open(path)?)) })
}

/// What was found in the evidence.
#[derive(Default)]
struct Found {
    proved: Option<Proved>,
    listed: Option<Listed>,
}

impl Found {
    /// Checks one more file, and says what it shows.
    fn add(&mut self, problem: &Problem, path: &str, memory: usize) -> Result<String, Refusal> {
        let mut file = opened(path)?;
        if file.fill_buf()?.starts_with(b"combien ") {
            let Proved { covers, taken } = self.proved.insert(check_certificate(problem, file, memory)?);
            let with = taken.iter().map(|option| format!(", with option {}", option + 1));
            return Ok(counted(covers, "cover") + &with.collect::<String>());
        }
        let Listed { covers, different } = self.listed.insert(check_solutions(problem, file)?);
        let each = if *covers == 1 { "it is a cover" } else { "each is a cover" };
        Ok(format!("{}, {each}; {} different", counted(covers, "solution"), different.len()))
    }

    /// Is the list complete, if there are a list and a certificate?
    fn together(&self) -> Result<String, String> {
        let (Some(proved), Some(listed)) = (&self.proved, &self.listed) else { return Ok(String::new()) };
        let (covers, number) = (proved.covers.to_string(), listed.different.len().to_string());
        let is_proved = |cover: &Vec<usize>| proved.taken.iter().all(|option| cover.contains(option));
        if !listed.different.iter().all(is_proved) {
            Err("wrong: the list has covers without the options of the certificate\n".to_owned())
        } else if number == covers {
            Ok("verified: the list is complete\n".to_owned())
        } else {
            Err(format!("wrong: the list has {number} of {covers}\n"))
        }
    }
}

fn counted(number: &impl ToString, what: &str) -> String {
    let number = number.to_string();
    format!("{number} {what}{}", if number == "1" { "" } else { "s" })
}
