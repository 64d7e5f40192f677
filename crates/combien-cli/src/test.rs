//! `combien test`: does what files assert hold?

use std::io::Write;

use combien_lang::run::{Verdict, test as test_script};
use serde_json::json;

use crate::args::{SearchArgs, ThreadArgs};
use crate::failure::{Ending, Failure};
use crate::input::{read_script, refuse_problems};
use crate::output::Output;
use crate::run::failure;
use crate::terminal::Terminal;
use crate::watch::Watch;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Runs what files assert (`assert count p = 520`, `assert solvable p`) and nothing else of them, and goes on after an
assertion that does not hold. The exit code is 0 if all hold, 1 if one does not, 3 if a limit left one open.

Examples:
  combien test examples/*.cmb
  combien test --json --time 10s puzzles/scott.cmb")]
pub(crate) struct TestArgs {
    /// Tiling files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Print a JSON document a line: one for each assertion
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn test(args: &TestArgs) -> Result<Ending, Failure> {
    refuse_problems(&args.files)?;
    let scripts =
        args.files.iter().map(|file| read_script(file, args.json)).collect::<Result<Vec<_>, _>>()?;
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    let mut output = Output::new();
    let (mut held, mut failed, mut open) = (0, 0, 0);
    for (file, script) in args.files.iter().zip(&scripts) {
        let mut terminal = Terminal::new(&watch, args.search.quiet || args.json);
        let mut written = Ok(());
        let mut tell =
            |place: &combien::diagnostic::Place, verdict: &Verdict| {
                let (word, message) = match verdict {
                    Verdict::Held => ("held", None),
                    Verdict::Failed(fault) => ("failed", Some(fault.to_string())),
                    Verdict::Open(reason) => ("open", Some(watch.describe(*reason))),
                };
                *match verdict {
                    Verdict::Held => &mut held,
                    Verdict::Failed(_) => &mut failed,
                    Verdict::Open(_) => &mut open,
                } += 1;
                let (line, column) = place.line_and_column();
                let shown =
                    if args.json {
                        let assertion = &place.source.text[place.span.clone()];
                        Some(json!({
                    "schema": 1, "type": "assertion", "file": file, "line": line, "column": column,
                    "assertion": assertion, "verdict": word, "message": message,
                }).to_string())
                    } else {
                        message.map(|message| format!("{place}: {word}: {message}"))
                    };
                if let Some(shown) = shown {
                    written = writeln!(output, "{shown}");
                }
                written.is_ok()
            };
        let asked = test_script(script, &mut terminal, &mut tell).map_err(failure)?;
        terminal.finish()?;
        written?;
        if asked {
            break;
        }
    }
    if !args.json {
        let total = held + failed + open;
        let assertions = if total == 1 { "assertion" } else { "assertions" };
        let of = if open == 0 { String::new() } else { format!(", {open} open") };
        writeln!(output, "{total} {assertions}: {held} held, {failed} failed{of}")?;
    }
    output.finish()?;
    Ok(match (failed, open) {
        (0, 0) => Ending::Answered,
        (0, _) => Ending::Stopped,
        _ => Ending::NoSolution,
    })
}
