//! `combien completions SHELL`: what a shell needs to complete the command line.

use std::io::Write as _;

use clap::builder::EnumValueParser;
use clap::{Arg, ArgMatches, Command};
use clap_complete::{Shell, generate};

use crate::system::catalogue::said;
use crate::system::ending::Ending;

pub(super) const COMPLETIONS: &str = "completions";
pub(super) const ABOUT: &str = "Write what a shell needs to complete command lines";
/// Its argument.
const SHELL: &str = "shell";

const EXAMPLES: &str = "\
Write it where the shell looks for it, and open a new shell.

Examples:
  combien completions bash > ~/.local/share/bash-completion/completions/combien
  combien completions zsh > ~/.zfunc/_combien        with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  combien completions fish > ~/.config/fish/completions/combien.fish
  combien completions powershell >> $PROFILE";

/// The command. It is not in the table of commands, for no request comes of it.
pub(super) fn command() -> Command {
    let shell = Arg::new(SHELL).value_name("SHELL").required(true).help(said("The shell").into_owned());
    let shell = shell.value_parser(EnumValueParser::<Shell>::new());
    Command::new(COMPLETIONS).about(ABOUT).arg(shell).after_help(EXAMPLES)
}

/// Writes the completions of a definition for the shell that was named to standard output.
pub(super) fn write(asked: &ArgMatches, mut definition: Command) -> Ending {
    if let Some(&shell) = asked.get_one::<Shell>(SHELL) {
        let mut written = vec![];
        generate(shell, &mut definition, "combien", &mut written);
        // The reader may be gone.
        let _ = anstream::stdout().write_all(&written);
    }
    Ending::Answered
}
