//! `combien run`: does what tiling files say.

use combien::diagnostic::Diagnostic;
use combien::draw::Style;
use combien_lang::{RunError, Script, Sizes};

use crate::args::RunArgs;
use crate::diagnostics;
use crate::failure::{Ending, Failure};
use crate::files::STDOUT;
use crate::input::{read_script, refuse_problems};
use crate::permissions::Permissions;
use crate::terminal::Terminal;
use crate::watch::Watch;

pub(crate) fn run(args: &RunArgs) -> Result<Ending, Failure> {
    if args.gallery.as_deref() == Some(STDOUT) {
        let message = "a gallery is a folder, and cannot go to standard output";
        return Err(Failure::hinted(message, "name a folder"));
    }
    refuse_problems(&args.files)?;
    // All files are checked before the first runs.
    let scripts = args.files.iter().map(|file| read_script(file, false)).collect::<Result<Vec<_>, _>>()?;
    if !args.search.quiet {
        args.files.iter().zip(&scripts).for_each(|(file, script)| warn_of_nothing_to_do(file, script));
    }
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    let mut terminal = Terminal::new(&watch, args.search.quiet)
        .drawn_in(if args.ascii { Style::Ascii } else { Style::Unicode })
        .sized(Sizes::with(args.side, args.kerf, args.gap))
        .permitted(Permissions::new(&args.permissions)?)
        .with_gallery(args.gallery.as_deref());
    let mut stopped = None;
    for script in &scripts {
        let reason = combien_lang::run(script, &mut terminal).map_err(failure)?;
        stopped = reason.or(stopped);
        if stopped == Some(combien::solve::Reason::Asked) {
            break;
        }
    }
    let folder = args.gallery.as_deref().unwrap_or_default();
    let page = terminal.finish().map_err(|error| Failure::unwritable(folder, &error))?;
    terminal.output.finish()?;
    if let Some(page) = page.filter(|_| !args.search.quiet) {
        anstream::eprintln!("gallery: {page}");
    }
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    anstream::eprintln!("{}", watch.describe(reason));
    Ok(Ending::Stopped)
}

/// Warns of a file that defines things and asks for nothing.
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
    let hint = format!("{first}; commands are count, solve, all, sample, print, assert and dimacs");
    diagnostics::show_warning(&message, &hint);
}

pub(crate) fn failure(error: RunError) -> Failure {
    match error {
        RunError::Print(error) => Failure::Output(error),
        RunError::Action { fault, place } => {
            let diagnostic = Diagnostic::error(fault.code(), fault.to_string(), place);
            Failure::Input(vec![Diagnostic { hint: fault.hint().map(str::to_owned), ..diagnostic }])
        }
    }
}
