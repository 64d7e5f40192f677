//! `combien run`: does what tiling files say.

use combien::diagnostic::Diagnostic;
use combien::draw::Style;
use combien_lang::{RunError, Sizes};

use crate::args::RunArgs;
use crate::failure::{Ending, Failure};
use crate::input::read_script;
use crate::permissions::Permissions;
use crate::terminal::Terminal;
use crate::watch::Watch;

pub(crate) fn run(args: &RunArgs) -> Result<Ending, Failure> {
    // All files are checked before the first runs.
    let scripts = args.files.iter().map(|file| read_script(file, false)).collect::<Result<Vec<_>, _>>()?;
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

pub(crate) fn failure(error: RunError) -> Failure {
    match error {
        RunError::Print(error) => Failure::Output(error),
        RunError::Action { fault, place } => {
            let diagnostic = Diagnostic::error(fault.code(), fault.to_string(), place);
            Failure::Input(vec![Diagnostic { hint: fault.hint().map(str::to_owned), ..diagnostic }])
        }
    }
}
