//! Texts longer than the terminal are shown by the reader's pager.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use anstream::adapter::strip_str;

/// The lines of a terminal that does not say how many it has.
const LINES: usize = 24;

/// Writes a text to standard output: with the program that `PAGER` names, or else with `less`, if the text is longer than
/// the terminal. With an empty `PAGER` or `cat`, and if the pager cannot be started, it is printed.
pub(crate) fn show(text: &str) -> io::Result<()> {
    let height = terminal_size::terminal_size().map_or(LINES, |(_, height)| height.0.into());
    let is_long = io::stdout().is_terminal() && text.lines().count() >= height;
    if is_long && pager().is_some_and(|pager| shown_by(pager, text).is_some()) {
        return Ok(());
    }
    let mut output = anstream::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// The reader's own is a command of a shell, as for other programs: it may have arguments.
fn pager() -> Option<Command> {
    let Ok(wanted) = env::var("PAGER") else { return Some(Command::new("less")) };
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.args([flag, &wanted]);
    (!["", "cat"].contains(&wanted.trim())).then_some(command)
}

/// `None` if the pager did not show the text.
fn shown_by(mut pager: Command, text: &str) -> Option<()> {
    if env::var_os("LESS").is_none() {
        // With colors, and gone at once if all fits.
        pager.env("LESS", "FRX");
    }
    let is_plain = anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never;
    let text = if is_plain { strip_str(text).to_string() } else { text.to_owned() };
    // Ctrl-C is for the pager, which still has the terminal. If it cannot be caught, it ends both.
    _ = ctrlc::set_handler(|| {});
    let mut reading = pager.stdin(Stdio::piped()).spawn().ok()?;
    // A reader who has seen enough closes the pager before all is written.
    _ = reading.stdin.take()?.write_all(text.as_bytes());
    // Shells say so if there is no such program, or none that can be run. All else was seen, also if it was left in a hurry.
    let is_missing = matches!(reading.wait().ok()?.code(), Some(1 | 126 | 127));
    (!is_missing).then_some(())
}
