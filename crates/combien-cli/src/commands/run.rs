//! `combien run`: runs tiling files.

use combien_lang::{Script, words};

use super::permissions::Permissions;
use super::terminal::Terminal;
use crate::input::read_scripts;
use crate::report::diagnostics;
use crate::report::failure::Failure;
use crate::report::gallery::Gallery;
use crate::request::Run;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn run(request: &Run) -> Result<Ending, Failure> {
    let scripts = read_scripts(&request.files, request.json)?;
    if !request.search.quiet && !request.json {
        request.files.iter().zip(&scripts).for_each(|(file, script)| warn_of_nothing_to_do(file, script));
    }
    let watch = Watch::start(request.search)?;
    let mut terminal = Terminal::new(&watch, request.search.quiet || request.json);
    terminal.style = request.color.style(request.ascii, terminal.output.is_terminal());
    terminal.sizes = request.sizes();
    terminal.permissions = Permissions::new(&request.permitted)?;
    terminal.gallery = request.gallery.as_deref().map(Gallery::in_folder);
    let mut stopped = None;
    for script in &scripts {
        if request.json {
            terminal.begin_documents(script);
        }
        let reason = combien_lang::run(script, &mut terminal)?;
        stopped = reason.or(stopped);
        if stopped == Some(combien::solve::Reason::Asked) {
            break;
        }
    }
    let folder = request.gallery.as_deref().unwrap_or_default();
    let page = terminal.finish().map_err(|error| Failure::unwritable(folder, &error))?;
    terminal.output.finish()?;
    if let Some(page) = page.filter(|_| !request.search.quiet && !request.json) {
        told!("gallery: {page}");
    }
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    if !request.json {
        told!("{}", watch.describe(reason));
    }
    Ok(Ending::Stopped)
}

/// Warns of a file that defines things but asks for nothing.
fn warn_of_nothing_to_do(file: &str, script: &Script) {
    if script.has_command {
        return;
    }
    let message = format!("`{file}` has no command: nothing is counted, solved or shown");
    let first = match script.problem_names().last() {
        Some(problem) => format!("add one, such as `count {problem}`"),
        None => {
            "add a problem, `problem p = BOARD [PIECE, ...]`, and a command, such as `count p`".to_owned()
        }
    };
    let commands: Vec<&str> = words::commands().collect();
    let hint = format!("{first}; commands are {}", commands.join(", "));
    diagnostics::show_warning(&message, &hint);
}
