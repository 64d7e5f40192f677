//! Permissions are checked before the first action runs, so that a count of hours does not end with a missing
//! permission.

use std::ffi::OsStr;
use std::path::Path;

use super::deliver::{MARK, of_member};
use super::{Denied, Fault, Host, RunError};
use crate::ast::Format;
use crate::script::{Action, ActionKind, NamedProblem, Output, Script, Solver};

/// Asks the host about all files and programs that a script names.
pub(super) fn ask(script: &Script, host: &dyn Host) -> Result<(), RunError> {
    for Action { kind, place } in &script.actions {
        asked(script, host, kind)
            .map_err(|denied| RunError::Action { fault: Fault::Denied(denied), place: place.clone() })?;
    }
    Ok(())
}

fn asked(script: &Script, host: &dyn Host, kind: &ActionKind) -> Result<(), Denied> {
    let Some(asked) = kind.asked() else { return Ok(()) };
    if let Solver::Command(command) = &asked.solver {
        host.may_run(command)?;
    }
    let file = asked.file.as_deref().map(|path| (path, asked.command.endings));
    if let Some((path, endings)) = file.or_else(|| file_of(&asked.output)) {
        may_write(host, path, endings, &script.problems[asked.problem])?;
    }
    match asked.output {
        Output::Picture(format @ (Format::Png | Format::Pdf), ..) => host.can_render(format),
        _ => Ok(()),
    }
}

/// The file of an output, and how its name may end. If there are several, their names differ from it only
/// after the last `/`, and have its ending.
fn file_of(output: &Output) -> Option<(&str, &'static [&'static str])> {
    match output {
        Output::Ascii | Output::Json(None) => None,
        Output::Picture(Format::Svg, path, _) => Some((path, &["svg"])),
        Output::Picture(Format::Png, path, _) => Some((path, &["png"])),
        Output::Picture(Format::Pdf, path, _) => Some((path, &["pdf"])),
        Output::Json(Some(path)) => Some((path, &["json", "jsonl", "ndjson"])),
        Output::Stl(path) => Some((path, &["stl", "3mf"])),
    }
}

/// May a file be written for a problem? `-`, which means standard output in commands, is not accepted as a
/// file name. The name must end as the format requires, so that no file of another kind is replaced.
fn may_write(host: &dyn Host, path: &str, endings: &[&str], named: &NamedProblem) -> Result<(), Denied> {
    if path == "-" {
        let message = "`-` is not a file here: what a script prints goes to standard output".to_owned();
        let hint = "name a file, or write `./-`; `combien solve --svg -` prints a picture".to_owned();
        return Err(Denied { message, hint: Some(hint) });
    }
    let ending = Path::new(path).extension().and_then(OsStr::to_str).unwrap_or_default();
    if !endings.iter().any(|known| known.eq_ignore_ascii_case(ending)) {
        let message =
            format!("a tiling file may not write `{path}`: the name does not end in `.{}`", endings[0]);
        return Err(Denied { message, hint: Some(format!("`{path}.{}` does", endings[0])) });
    }
    host.may_write(&of_member(path, named))
}

/// Has a script or the command written this file? Its first and last bytes say so; a kilobyte of each is
/// enough.
#[doc(hidden)]
pub fn is_made_by_combien(bytes: &[u8]) -> bool {
    let begins = [&b"{\"schema\":1,\"type\":\"solution\","[..], b"Combien, millimetres"];
    begins.iter().any(|begin| bytes.starts_with(begin))
        || bytes.windows(MARK.len()).any(|part| part == MARK.as_bytes())
}
