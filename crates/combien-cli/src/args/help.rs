//! The command line with its help, made to fit the terminal.
//!
//! The parser fills the help of options to the width of the terminal. For the parser, the text after the
//! options is one block, so it is filled here.

use std::ffi::OsString;
use std::io::Write as _;

use clap::builder::{Resettable, StyledStr};
use clap::{Arg, ArgAction, Command, Error};

use super::{completions, plainly, told, version, whole};
use crate::report::book;
use crate::report::failure::Failure;
use crate::report::lines::{filled, width};
use crate::request::table::{self, Words};
use crate::system::catalogue::{self, said, said_of_list};
use crate::system::ending::Ending;
use crate::system::pager;

/// The command `help`. It is not in the table of commands, for no request comes of it.
pub(super) const HELP: &str = "help";
pub(super) const ABOUT: &str = "Show the help of a command or a page of the book, or look for words in it";
/// Its argument.
const TOPIC: &str = "topic";

const HELP_EXAMPLES: &str = "\
Examples:
  combien help                   all commands and topics
  combien help count             the help of a command, as `combien count --help`
  combien help torus             how to count tilings of a torus
  combien help exit-codes        what exit code 3 means
  combien help csv               the pages that have this word, the best first
  combien help how-to/sudoku     a topic that has the name of a command

On a terminal, what is longer than a screen is shown by the program that PAGER names, or by `less`.";

/// All commands; the arguments of each are defined when it is built.
pub(crate) fn definition() -> Command {
    let topic = "A command, a topic, or words to look for; without it, all commands and topics are listed";
    let topic = Arg::new(TOPIC).value_name("TOPIC").num_args(0..).help(said(topic).into_owned());
    let help = Command::new(HELP).about(ABOUT).arg(topic).after_help(HELP_EXAMPLES);
    whole().disable_help_subcommand(true).subcommand(help).subcommand(completions::command())
}

/// Reads the command line, the name of the program first. If it is wrong or asks for help, this prints the
/// message and returns how the command ends.
pub(crate) fn parse(words: Vec<OsString>) -> Result<(&'static table::Command, Words), Ending> {
    if let Some(version) = version::answer(&words) {
        // The reader may be gone.
        let _ = anstream::stdout().write_all(version.as_bytes());
        return Err(Ending::Answered);
    }
    if let Some(said) = plainly(&words) {
        return Ok(said);
    }
    let width = width();
    let mut command = fitted(definition(), width);
    let matches = command.try_get_matches_from_mut(words);
    if let Ok(matches) = &matches
        && let Some((HELP, asked)) = matches.subcommand()
    {
        let words = asked.get_many::<String>(TOPIC).into_iter().flatten();
        let shown = show(&mut command, &words.map(String::as_str).collect::<Vec<_>>(), width);
        return Err(shown.map_or_else(|failure| failure.report(false), |()| Ending::Answered));
    }
    if let Ok(matches) = &matches
        && let Some((completions::COMPLETIONS, asked)) = matches.subcommand()
    {
        return Err(completions::write(asked, definition()));
    }
    matches.map(|matches| told(&matches)).map_err(|error| {
        // The reader may be gone.
        if error.use_stderr() {
            let _ = anstream::stderr().write_all(rendered(&error).as_bytes());
            return Ending::BadInput;
        }
        let _ = pager::show(&rendered(&error));
        Ending::Answered
    })
}

/// What the parser prints. Its own words are English, so they are looked up line by line, and then without colors.
fn rendered(error: &Error) -> String {
    let text = error.render();
    if catalogue::is_chosen() { said(&text.to_string()).into_owned() } else { text.ansi().to_string() }
}

/// Shows the help of a command, or else a page of the book, or the pages that have these words. Without any
/// word it lists all commands and pages.
fn show(command: &mut Command, words: &[&str], width: usize) -> Result<(), Failure> {
    command.build();
    let commands: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let page = book::find(&words.join("-"));
    let text = if let Some(help) = help_of(command, words) {
        let more = match page {
            _ if words.is_empty() => format!("\n{}", spoken(&book::contents(&commands, width))),
            Some(page) => format!("\nA page of the book: combien {HELP} {}\n", page.name(&commands)),
            None => String::new(),
        };
        format!("{help}{more}")
    } else if let Some(page) = page {
        page.drawn(&commands, width)
    } else if let Some(pages) = book::search(&words.join(" "), &commands, width) {
        said(&pages).into_owned()
    } else {
        return Err(book::unknown(&words.join(" "), &commands));
    };
    Ok(pager::show(&text)?)
}

/// A text that is lists of our own words.
fn spoken(text: &str) -> String {
    text.split('\n').map(said_of_list).collect::<Vec<_>>().join("\n")
}

/// What `--help` prints for the command of this name, or for a command of a command. `None` if there is no
/// such command.
fn help_of(command: &mut Command, path: &[&str]) -> Option<String> {
    let mut below = &*command;
    for name in path {
        below = below.find_subcommand(name)?;
    }
    let words = ["combien"].iter().chain(path).chain(&["--help"]);
    let help = command.try_get_matches_from_mut(words).err()?;
    Some(rendered(&help))
}

/// The command and those below it, with help for this width in the language of the reader.
pub(super) fn fitted(command: Command, width: usize) -> Command {
    let text = |text: Option<&StyledStr>| {
        Resettable::from(text.map(|text| StyledStr::from(filled(&text.to_string(), width))))
    };
    let (before, before_long) = (text(command.get_before_help()), text(command.get_before_long_help()));
    let (after, after_long) = (text(command.get_after_help()), text(command.get_after_long_help()));
    let about = command.get_about().map(|about| said(&about.to_string()).into_owned());
    let command = command
        .before_help(before)
        .before_long_help(before_long)
        .about(Resettable::from(about.map(StyledStr::from)));
    let command = command.after_help(after).after_long_help(after_long);
    let has_help = command.get_arguments().any(|argument| argument.get_id() == HELP);
    let command = if has_help { command } else { with_help(command) };
    // In the last group, and not in one of its own.
    let last = command.get_arguments().filter_map(Arg::get_help_heading).last();
    let heading = super::HEADINGS.iter().map(|(heading, _)| *heading).find(|heading| Some(*heading) == last);
    let command = command.mut_arg(HELP, |flag| flag.help_heading(heading));
    command.term_width(width).mut_subcommands(|below| fitted(below, width))
}

/// Where the parser puts a flag of its own.
const LAST: usize = 999;

/// With a flag for help that says in the language of the reader what it does; the parser's own is English.
fn with_help(command: Command) -> Command {
    let flag = Arg::new(HELP).short('h').long("help").action(ArgAction::Help).display_order(LAST);
    let [brief, long] = ["(see more with '--help')", "(see a summary with '-h')"]
        .map(|end| said(&format!("Print help {end}")).into_owned());
    command.disable_help_flag(true).arg(flag.help(brief).long_help(long))
}
