//! The command line: its syntax, made of the tables of `request`, and what was given on it.

use std::ffi::OsString;

use clap::builder::{
    PossibleValue, PossibleValuesParser, Resettable, StyledStr, TypedValueParser, ValueParser,
};
use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::request::COMMANDS;
use crate::request::table::{self, Does, Row, Takes, Value, Words};
use crate::system::catalogue::{self, said};

mod completions;
pub(crate) mod help;
mod version;

const EXAMPLES: &str = "\
Files:
  NAME.cmb   a tiling file: patterns, pieces, problems, and what to do with them
  NAME.dlx   an exact cover problem in Knuth's text format: items, then options
  NAME.json  an exact cover problem as JSON, as written by `combien convert`
  NAME.shard part of a search, as written by `combien split`
  -          standard input; --format says which of these it contains
  'puzzle:NAME ARGUMENTS'   a classic puzzle; `combien puzzle --list` shows all

Examples:
  combien run examples/scott.cmb          run a tiling file
  combien test examples/*.cmb             check assertions of tiling files
  combien count examples/toy.dlx          how many solutions? just the number
  combien solve examples/toy.dlx --all    every solution, each checked
  combien solve examples/toy.dlx | combien check examples/toy.dlx -
  combien sudoku solve examples/sudoku.txt
  combien puzzle queens 8
  combien matrix examples/lesson.dlx      the rows and columns that a search works on
  combien generate 'puzzle:queens 8'      a puzzle with one solution
  combien why examples/why.cmb --problem chessboard
  combien unique examples/toy.dlx         is there exactly one solution?
  combien help                            all commands, and all topics of the book
  combien help torus                      a page of the book: tilings of a torus
  combien --version -v                    commit, features and kernels, for a report of a fault

Exit codes:
  0   answered
  1   no solution, or a wrong one; a failed assertion; files that `fmt --check` would change
  2   bad usage or input
  3   stopped by a limit or a signal; what is certain is printed
  4   two engines disagree
  70  internal error";

/// The commands by what one wants from them. A test finds each command in one group.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Solve", &["solve", "unique", "why", "sample", "plane", "take-apart", "check"]),
    ("Count", &["count", "strip", "marginals", "zdd", "symmetries", "estimate"]),
    ("Tiling files", &["run", "test", "fmt", "pieces"]),
    ("Puzzles", &["puzzle", "sudoku", "generate", "rate", "booklet", "design"]),
    ("Look and convert", &["matrix", "trace", "convert"]),
    ("Searches on several machines", &["split", "merge"]),
    ("Help", &[help::HELP, completions::COMPLETIONS]),
];
/// The settings of commands that have many, by what they are for. `-h` and `--help` show them in these groups.
const HEADINGS: [(&str, &[&str]); 6] = [
    ("The problem", &["file", "files", "problem", "format", "take", "forbid", "filter", "rules"]),
    (
        "Which solutions",
        &[
            "number",
            "all",
            "min",
            "max",
            "best",
            "within",
            "with",
            "pareto",
            "by",
            "up_to",
            "generators",
            "keeping",
            "kept_by",
            "solutions",
        ],
    ),
    ("How it is done", &["engine", "kernel", "reduce", "restarts", "explain", "verify", "proof"]),
    ("Limits and threads", &["time", "nodes", "memory", "threads", "scratch", "disk", "checkpoint", "every"]),
    ("Output", &["output", "picture", "ascii", "color", "json", "csv", "b_file", "form", "quiet", "stats"]),
    ("More", &[]),
];
/// A command with more settings than this has them in groups.
const MANY: usize = 14;
/// The commands stand in their groups, before the options.
const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

/// The whole command line.
fn whole() -> Command {
    Command::new("combien")
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .help_template(TEMPLATE)
        .before_help(groups("\n", |about| about.split([',', ':']).next().unwrap_or(about)) + "\n")
        .before_long_help(groups("\n\n", |about| about))
        .after_help(
            "`combien COMMAND -h` is the help of a command, `combien help WORDS` finds pages of the book.",
        )
        .after_long_help(EXAMPLES)
        .arg(language())
        .with(COMMANDS, "combien")
}

/// The language of messages. It is read before all else, wherever it stands: see [`catalogue::choose`].
fn language() -> Arg {
    let help = "The language of messages and help, with any command; without it that of the locale";
    let argument = Arg::new(catalogue::FLAG).long(catalogue::FLAG).value_name(said("LANGUAGE").into_owned());
    argument.help(said(help).into_owned()).value_parser(catalogue::languages().collect::<Vec<_>>())
}

/// The list of all commands, group by group, with this between groups, and this much of what each does.
fn groups(between: &str, said: impl Fn(&'static str) -> &'static str) -> String {
    let about_of = |name: &str| match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => about(command),
        None if name == help::HELP => help::ABOUT,
        None => completions::ABOUT,
    };
    let group = |(title, names): &(&str, &[&str])| {
        let lines = names.iter().map(|name| format!("\n  {name:<13}{}", said(about_of(name))));
        format!("{title}:{}", lines.collect::<String>())
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join(between)
}

/// The command of a name that begins with those of its parents: `combien-sudoku-solve`. A name may have a
/// hyphen of its own, `combien-take-apart`, as no name of a command begins another.
fn found(name: &str) -> Option<&'static table::Command> {
    let (mut rest, mut commands, mut found) = (name.strip_prefix("combien")?, COMMANDS, None);
    while let Some(names) = rest.strip_prefix('-') {
        let ends = |end: &&str| end.is_empty() || end.starts_with('-');
        let (end, command) = commands
            .iter()
            .find_map(|command| Some((names.strip_prefix(command.name).filter(ends)?, command)))?;
        commands = match command.does {
            Does::Have(below) => below,
            Does::Ask { .. } => &[],
        };
        (rest, found) = (end, Some(command));
    }
    found
}

trait With {
    /// With these commands below it, whose names begin with that of their parent.
    fn with(self, commands: &'static [table::Command], parent: &str) -> Self;
}

impl With for Command {
    fn with(self, commands: &'static [table::Command], parent: &str) -> Command {
        let below = commands.iter().map(|command| {
            let name = format!("{parent}-{}", command.name);
            Command::new(command.name).about(about(command)).display_name(name).defer(defined)
        });
        self.subcommand_required(true).arg_required_else_help(true).subcommands(below)
    }
}

fn about(command: &table::Command) -> &'static str {
    command.about.trim().trim_end_matches('.')
}

/// A command with its settings. They are defined when the command line names it, or when help asks for them:
/// to define those of all commands takes longer than many a count.
fn defined(command: Command) -> Command {
    let name = command.get_display_name().unwrap_or_default().to_owned();
    let Some(table) = found(&name) else { return command };
    let command = match table.does {
        Does::Have(below) => command.after_help(table.after).with(below, &name),
        Does::Ask { .. } => {
            let mut rows = table.rows();
            let grouped = rows.len() > MANY;
            if grouped {
                rows.sort_by_key(|row| group(row.name));
            }
            let arguments = rows.into_iter().map(|row| argument(row, grouped));
            command.after_long_help(table.after).after_help(more(table)).args(arguments)
        }
    };
    let command = match table.usage {
        Some(usage) => command.override_usage(usage),
        None => command,
    };
    help::fitted(command, crate::report::lines::width())
}

/// What stands below the short help: an example, and where there is more.
fn more(table: &table::Command) -> String {
    let lines = table.after.lines().skip_while(|line| *line != "Examples:");
    let first: Vec<&str> = lines.take(2).collect();
    let example = if first.is_empty() { String::new() } else { first.join("\n") + "\n\n" };
    example + "`--help` shows everything."
}

/// The beginning of a help text, up to the first colon, semicolon, full stop or addition. What comes before the
/// first colon may only say when it holds.
fn brief(help: &str) -> &str {
    let is_condition = ["Of ", "With ", "De ", "Avec "].iter().any(|condition| help.starts_with(condition));
    let begin = if is_condition { help.find(": ").map_or(0, |colon| colon + 2) } else { 0 };
    let ends = [
        ". ",
        ": ",
        "; ",
        "\u{a0}:",
        "\u{a0};",
        " [",
        ", which",
        ", such as",
        ", and go on",
        ", so that",
        ", with exit",
    ];
    let ends = ends.into_iter().filter_map(|end| help[begin..].find(end));
    &help[..ends.min().map_or(help.len(), |end| begin + end)]
}

/// What the command line says, if it begins with a command and is right. Only the settings that it may name are defined,
/// and their help is not made: to define all of them takes longer than many a count. Any other line is read as a whole.
fn plainly(words: &[OsString]) -> Option<(&'static table::Command, Words)> {
    let (mut commands, mut at) = (COMMANDS, 1);
    let command = loop {
        let name = words.get(at)?;
        let command = commands.iter().find(|command| *name == *command.name)?;
        match command.does {
            Does::Have(below) => (commands, at) = (below, at + 1),
            Does::Ask { .. } => break command,
        }
    };
    let flags: Vec<&str> = words[at + 1..].iter().map(|word| word.to_str()).collect::<Option<_>>()?;
    let rows = command.rows();
    // A word that may be a flag counts as one, even if it turns out to be a value.
    let may_be_given =
        |row: &&Row| row.place || is_required(row) || flags.iter().any(|flag| row.is_named_by(flag));
    let named: Vec<&Row> = rows.iter().filter(may_be_given).collect();
    let has = |name: &str| named.iter().any(|row| row.name == name || row.group == Some(name));
    if named.iter().any(|row| row.needs.is_some_and(|needs| !has(needs))) {
        return None;
    }
    let arguments =
        named.iter().map(|row| syntax(row).conflicts_with_all(row.without.iter().filter(|name| has(name))));
    let matches = Command::new(command.name).args(arguments).try_get_matches_from(&words[at..]).ok()?;
    Some((command, given(&rows, &matches, |row| has(row.name))))
}

/// The number of the group of a setting.
fn group(name: &str) -> usize {
    HEADINGS.iter().position(|(_, names)| names.contains(&name)).unwrap_or(HEADINGS.len() - 1)
}

/// The argument of a row, with its help; in its group if the command has many.
fn argument(mut row: Row, grouped: bool) -> Arg {
    let help = said(&std::mem::take(&mut row.help)).into_owned();
    let (in_brief, in_full) = if catalogue::is_chosen() { values(&row) } else { <_>::default() };
    let heading = (grouped && !row.place).then_some(HEADINGS[group(row.name)].0);
    let is_hidden = row.rare;
    let takes_values = row.takes != Takes::Nothing;
    let argument = syntax(&row).conflicts_with_all(row.without);
    let argument = argument.help(brief(&help).to_owned() + &in_brief).long_help(help + &in_full);
    let is_told_here = takes_values && catalogue::is_chosen();
    let argument = argument.hide_default_value(is_told_here).hide_possible_values(is_told_here);
    argument.hide_short_help(is_hidden).help_heading(heading)
}

/// The default of a setting and its values, as the short help and the long one tell them, in the language of the reader:
/// the parser tells them in English.
fn values(row: &Row) -> (String, String) {
    let default = row.default.map(|value| format!(" {}", said(&format!("[default: {value}]"))));
    let default = default.unwrap_or_default();
    let values = (row.names)();
    if values.is_empty() {
        return (default.clone(), default);
    }
    let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
    let listed = format!(" {}", said(&format!("[possible values: {}]", names.join(", "))));
    if values.iter().all(|(_, help)| help.is_none()) {
        return (default.clone() + &listed, default + &listed);
    }
    let helps = values
        .iter()
        .map(|(name, help)| format!("\n- {name} : {}", said(help.as_deref().unwrap_or_default())));
    (
        default.clone() + &listed,
        format!("{default}\n\n{}{}", said("Possible values:"), helps.collect::<String>()),
    )
}

/// Must a setting be given?
fn is_required(row: &Row) -> bool {
    row.required || (row.takes == Takes::One && row.default.is_none())
}

/// The argument of a row: what may be given, whatever else is.
fn syntax(row: &Row) -> Arg {
    let mut argument = Arg::new(row.name)
        .allow_hyphen_values(row.hyphens)
        .allow_negative_numbers(row.negatives)
        .short(row.short)
        .visible_aliases(row.alias)
        .groups(row.group)
        .required(is_required(row))
        .default_value(row.default);
    if !row.place {
        argument = argument.long(row.long.clone());
    }
    if let Some(needs) = row.needs {
        argument = argument.requires(needs);
    }
    if let Some(alone) = row.alone {
        argument = argument.num_args(0..=1).require_equals(true).default_missing_value(alone);
    }
    if row.takes == Takes::Nothing {
        return argument.action(ArgAction::SetTrue);
    }
    let read = row.read.clone();
    let named = |(name, help): (String, Option<String>)| {
        PossibleValue::new(name)
            .help(Resettable::from(help.map(|help| StyledStr::from(said(&help).into_owned()))))
    };
    let names: Vec<PossibleValue> = (row.names)().into_iter().map(named).collect();
    let parser: ValueParser = if names.is_empty() {
        ValueParser::new(move |text: &str| read(text))
    } else {
        PossibleValuesParser::new(names).try_map(move |text| read(&text)).into()
    };
    let argument = argument.value_name(said(row.value).into_owned()).value_parser(parser);
    match row.takes {
        Takes::Many if row.place => argument.action(ArgAction::Append).num_args(1..),
        Takes::Many => argument.action(ArgAction::Append),
        _ => argument.action(ArgAction::Set),
    }
}

/// The command that was given, and with which settings, if all of them were defined.
fn told(matches: &ArgMatches) -> (&'static table::Command, Words) {
    let (mut name, mut below) = ("combien".to_owned(), matches);
    while let Some((next, matches)) = below.subcommand() {
        (name, below) = (format!("{name}-{next}"), matches);
    }
    let command = found(&name).expect("the command line needs a command of the table");
    (command, given(&command.rows(), below, |_| true))
}

/// The settings that were given, with the defaults, also of those that were not defined.
fn given(rows: &[Row], matches: &ArgMatches, is_defined: impl Fn(&Row) -> bool) -> Words {
    let mut words = Words::default();
    for row in rows {
        let values: Option<Vec<Value>> = match (row.takes, is_defined(row)) {
            (Takes::Nothing, is_defined) => (is_defined && matches.get_flag(row.name)).then(Vec::new),
            (_, true) => matches.get_many::<Value>(row.name).map(|values| values.cloned().collect()),
            (_, false) => row.default.map(|text| vec![(row.read)(text).expect("a default can be read")]),
        };
        if let Some(values) = values {
            words.put(row, values);
        }
    }
    words
}

#[cfg(test)]
mod tests;
