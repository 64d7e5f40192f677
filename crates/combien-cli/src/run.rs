//! `combien run`: does what tiling files say.

use std::io;
use std::time::{Duration, Instant};

use combien::diagnostic::{Diagnostic, Place, io_reason};
use combien::draw::Style;
use combien::solve::{Limits, Meter};
use combien_lang::{Host, RunError};

use crate::args::RunArgs;
use crate::failure::{Ending, Failure};
use crate::files::write_whole;
use crate::input::read_script;
use crate::output::Output;
use crate::progress::ProgressReport;
use crate::watch::Watch;

pub(crate) fn run(args: &RunArgs) -> Result<Ending, Failure> {
    // All files are checked before the first runs.
    let scripts = args.files.iter().map(|file| read_script(file, false)).collect::<Result<Vec<_>, _>>()?;
    let watch = Watch::start(&args.search)?.with_threads(&args.threads);
    let style = if args.ascii { Style::Ascii } else { Style::Unicode };
    let mut terminal = Terminal {
        output: Output::new(),
        watch: &watch,
        quiet: args.search.quiet,
        progress: None,
        start: Instant::now(),
        style,
    };
    let mut stopped = None;
    for script in &scripts {
        let reason = combien_lang::run(script, &mut terminal).map_err(failure)?;
        stopped = reason.or(stopped);
        if stopped == Some(combien::solve::Reason::Asked) {
            break;
        }
    }
    terminal.progress = None;
    terminal.output.finish()?;
    let Some(reason) = stopped else { return Ok(Ending::Answered) };
    anstream::eprintln!("{}", watch.describe(reason));
    Ok(Ending::Stopped)
}

fn failure(error: RunError) -> Failure {
    let message = error.to_string();
    let at =
        |code, message: String, place: Place| Failure::Input(vec![Diagnostic::error(code, message, place)]);
    match error {
        RunError::Print(error) => Failure::Output(error),
        RunError::Write { path, error, place } => {
            at("write", format!("`{path}` cannot be written: {}", io_reason(&error)), place)
        }
        RunError::Assertion { place, .. } => at("assert", message, place),
        RunError::Tiling(_, place) => at("tiling", message, place),
        RunError::Solve(_, place) => at("engine", message, place),
    }
}

/// The terminal and the disk, as a script sees them.
struct Terminal<'a> {
    output: Output,
    watch: &'a Watch,
    quiet: bool,
    /// The progress of the search that runs, or of the last one.
    progress: Option<ProgressReport>,
    start: Instant,
    style: Style,
}

impl Host for Terminal<'_> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.progress = None;
        self.output.deliver(text)
    }

    fn note(&mut self, text: &str) {
        self.progress = None;
        anstream::eprintln!("{text}");
    }

    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        write_whole(path, content)
    }

    fn clock(&self) -> Duration {
        self.start.elapsed()
    }

    fn limits(&self) -> Limits {
        self.watch.limits(None)
    }

    fn meter(&mut self) -> Option<&mut dyn Meter> {
        self.progress = ProgressReport::new(self.quiet);
        self.progress.as_mut().map(|progress| progress as &mut dyn Meter)
    }

    fn style(&self) -> Style {
        self.style
    }
}
