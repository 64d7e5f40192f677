//! `combien test`: does what files assert hold?

use std::io::Write;

use combien_lang::run::{Verdict, test as test_script};
use serde_json::json;

use crate::args::TestArgs;
use crate::failure::{Ending, Failure};
use crate::input::read_script;
use crate::output::Output;
use crate::run::failure;
use crate::terminal::Terminal;
use crate::watch::Watch;

pub(crate) fn test(args: &TestArgs) -> Result<Ending, Failure> {
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
