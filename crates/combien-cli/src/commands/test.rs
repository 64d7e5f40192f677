//! `combien test`: does what files assert hold?

use std::io::Write;

use combien::diagnostic::{Place, counted};
use combien_lang::run::{Verdict, test as test_script};
use serde_json::json;

use super::terminal::Terminal;
use crate::input::read_scripts;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Test;
use crate::session::watch::Watch;
use crate::system::ending::Ending;

pub(super) fn test(request: &Test) -> Result<Ending, Failure> {
    let scripts = read_scripts(&request.files, request.json)?;
    let watch = Watch::start(request.search)?;
    let mut output = Output::new();
    let (mut held, mut failed, mut open) = (0, 0, 0);
    for (file, script) in request.files.iter().zip(&scripts) {
        let mut terminal = Terminal::new(&watch, request.search.quiet || request.json);
        let mut written = Ok(());
        let mut tell =
            |place: &Place, verdict: &Verdict| {
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
                    if request.json {
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
        let asked = test_script(script, &mut terminal, &mut tell)?;
        terminal.finish()?;
        written?;
        if asked {
            break;
        }
    }
    if !request.json {
        let total = held + failed + open;
        let of = if open == 0 { String::new() } else { format!(", {open} open") };
        writeln!(output, "{}: {held} held, {failed} failed{of}", counted(total, "assertion"))?;
    }
    output.finish()?;
    Ok(match (failed, open) {
        (0, 0) => Ending::Answered,
        (0, _) => Ending::Stopped,
        _ => Ending::NoSolution,
    })
}
