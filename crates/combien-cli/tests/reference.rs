//! docs/reference/command.md holds the help of each command, and must agree with it. `UPDATE_REFERENCE=1
//! cargo test -p combien-cli --test cli reference` writes it again.
//!
//! What the help of several commands says in the same words stands once on the page. What a page of the book explains is
//! left to that page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use crate::shared::{combien, commands_in, ended, root};

/// The text before the help of the first command.
const INTRODUCTION: &str = "\
# The command

*For everyone who types commands: each command with all its options.*

Usage, options and exit codes, taken from the help of the commands; a test compares the two. `combien COMMAND --help` prints the whole help, with more
examples. [Arguments and options that several commands share](#shared-arguments-and-options) stand once, and so do the exit codes that mean the same
everywhere. See also [Exit codes](exit-codes.md) and [File formats](formats.md).
";

/// The headings of what is shared, and what stands under each. The last one takes what no other has.
const TOPICS: [(&str, &[&str]); 4] = [
    ("The problem", &["<FILE>", "--problem", "--format", "--take", "--forbid", "--where", "--reduce"]),
    ("Limits and threads", &["--time", "--nodes", "--memory", "-q", "-j", "--seed", "--every", "--kernel"]),
    ("Output and the rest", &[]),
    (OF_SUDOKU, &[]),
];
/// Commands below `combien sudoku` share among themselves.
const OF_SUDOKU: &str = "Commands of `combien sudoku`";

/// Commands that a page explains: its examples, and all that their help says behind the options.
const EXPLAINED: [(&str, &str); 16] = [
    ("unique", "../how-to/unique.md"),
    ("why", "../how-to/why.md"),
    ("sample", "../how-to/sample.md"),
    ("plane", "../how-to/plane.md"),
    ("take-apart", "../how-to/take-apart.md"),
    ("strip", "../how-to/sequence.md"),
    ("marginals", "../how-to/marginals.md"),
    ("symmetries", "../how-to/symmetry.md"),
    ("estimate", "../explanation/estimates.md"),
    ("run", "language.md"),
    ("generate", "../how-to/month.md"),
    ("booklet", "../how-to/month.md"),
    ("design sets", "../how-to/month.md"),
    ("design boards", "../how-to/month.md"),
    ("split", "../how-to/cluster.md"),
    ("merge", "../how-to/cluster.md"),
];

/// What is shared: by whether it belongs to the commands of Sudoku, and by its name.
type Shared = BTreeMap<(bool, String), Entry>;

fn is_of_sudoku(command: &str) -> bool {
    command.starts_with("combien sudoku ")
}

/// The number of examples of a command that no page explains. Its help has all of them.
const EXAMPLES: usize = 1;
/// The width of the page, as of the help.
const WIDTH: usize = 100;

/// An argument or option, what it does, and the values that it takes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    name: String,
    text: String,
    values: Vec<String>,
}

impl Entry {
    /// `--time` of `--time <TIME>`, `-q` of `-q, --quiet`.
    fn key(&self) -> &str {
        self.name.split([' ', ',', '=']).next().unwrap().trim_end_matches('[')
    }

    /// `--quiet` of `-q, --quiet`.
    fn word(&self) -> &str {
        self.name.split(", ").last().unwrap().split([' ', '=']).next().unwrap().trim_end_matches('[')
    }

    fn write(&self, page: &mut String, values: &[String]) {
        writeln!(page, "  {}", self.name).unwrap();
        for text in [std::slice::from_ref(&self.text), values].concat() {
            fill(&text, page);
        }
    }
}

/// A paragraph in lines of the page.
fn fill(text: &str, page: &mut String) {
    let mut line = " ".repeat(5);
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(page, "{line}").unwrap();
            line = " ".repeat(5);
        }
        line = line + " " + word;
    }
    writeln!(page, "{line}").unwrap();
}

/// A part of a help text: a list of arguments or options, or lines as they are.
enum Part {
    Entries(String, Vec<Entry>),
    Lines(Vec<String>),
}

fn help(path: &[String]) -> String {
    let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
    let output = combien(&arguments).env("COLUMNS", WIDTH.to_string()).output().unwrap();
    let (code, text, errors) = ended(&output);
    assert_eq!((code, errors.as_str()), (0, ""), "{path:?}");
    text
}

/// A command, and those below it, with their help.
fn commands(path: &[String], found: &mut Vec<(String, Vec<Part>)>) {
    let text = help(path);
    found.push(([&["combien".to_owned()], path].concat().join(" "), parts(&text)));
    for name in commands_in(&text) {
        commands(&[path, &[name.to_owned()]].concat(), found);
    }
}

/// Paragraphs and lists of a help text. A list goes from its heading to the next line at the margin.
fn parts(help: &str) -> Vec<Part> {
    let mut parts = vec![];
    let mut lines = help.trim_end().lines().map(str::trim_end).peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let mut block = vec![line.to_owned()];
        let is_list = line.ends_with(':');
        while let Some(next) = lines
            .next_if(|next| if is_list { next.is_empty() || next.starts_with(' ') } else { !next.is_empty() })
        {
            block.push(next.to_owned());
        }
        let first = block.get(1).map(|line| line.trim_start()).unwrap_or_default();
        if is_list && first.starts_with(['-', '<', '[']) {
            parts.push(Part::Entries(line.to_owned(), entries(&block[1..])));
        } else {
            let end = block.iter().rposition(|line| !line.is_empty()).unwrap();
            block.truncate(if line == "Examples:" { EXAMPLES + 1 } else { end + 1 });
            parts.push(Part::Lines(block));
        }
    }
    parts
}

/// The entries of a list. The name of each stands further left than its description.
fn entries(lines: &[String]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = vec![];
    for line in lines {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let text = text.trim_end();
        if indent <= 6 && !text.is_empty() {
            let (name, text) = text.split_once("  ").unwrap_or((text, ""));
            entries.push(Entry { name: name.into(), text: text.trim().into(), values: vec![] });
            continue;
        }
        let entry = entries.last_mut().expect("a list begins with an entry");
        if let Some(value) = text.strip_prefix("- ") {
            let words: Vec<&str> = value.split_whitespace().collect();
            entry.values.push(format!("- {}", words.join(" ")));
        } else if text != "Possible values:" && !text.is_empty() {
            let described = match entry.values.last_mut() {
                Some(value) if !text.starts_with('[') => value,
                _ => &mut entry.text,
            };
            if !described.is_empty() {
                described.push(' ');
            }
            described.push_str(text);
        }
    }
    entries.retain(|entry| entry.word() != "--help");
    entries
}

/// What several commands have in the same words: entries of three commands or more, or all of one name.
fn shared(commands: &[(String, Vec<Part>)]) -> Shared {
    let mut times: BTreeMap<(bool, &Entry), usize> = BTreeMap::new();
    for (command, parts) in commands {
        for part in parts {
            if let Part::Entries(_, entries) = part {
                let places = entries.iter().map(|entry| (is_of_sudoku(command), entry));
                places.for_each(|place| *times.entry(place).or_default() += 1);
            }
        }
    }
    let mut of_name: BTreeMap<(bool, &str), Vec<(usize, &Entry)>> = BTreeMap::new();
    for ((is_of_sudoku, entry), times) in times {
        of_name.entry((is_of_sudoku, entry.key())).or_default().push((times, entry));
    }
    let most = |((is_of_sudoku, name), entries): ((bool, &str), Vec<(usize, &Entry)>)| {
        let is_one = entries.len() == 1;
        let (times, entry) = entries.into_iter().max_by_key(|&(times, _)| times)?;
        (times > 2 || times > 1 && is_one).then(|| ((is_of_sudoku, name.to_owned()), entry.clone()))
    };
    of_name.into_iter().filter_map(most).collect()
}

/// The section of what commands share.
fn shared_section(shared: &Shared, page: &mut String) {
    page.push_str("\n## Shared arguments and options\n");
    let topic = |(is_of_sudoku, name): &(bool, String)| {
        let place = TOPICS.iter().position(|(_, names)| names.contains(&name.as_str()));
        if *is_of_sudoku { TOPICS.len() - 1 } else { place.unwrap_or(TOPICS.len() - 2) }
    };
    for (place, (title, _)) in TOPICS.iter().enumerate() {
        writeln!(page, "\n### {title}\n\n```text").unwrap();
        for (_, entry) in shared.iter().filter(|(name, _)| topic(name) == place) {
            entry.write(page, &entry.values);
        }
        page.push_str("```\n");
    }
}

/// What stands further up: lists of lines and of values, and options, each with the command that has it.
#[derive(Default)]
struct Seen {
    lists: BTreeMap<Vec<String>, String>,
    entries: BTreeMap<Entry, String>,
    /// The exit codes that mean the same everywhere, as words.
    codes: Vec<Vec<String>>,
    /// The names of all commands.
    commands: BTreeSet<String>,
}

impl Seen {
    /// A list of commands as their names, for each has a section of its own.
    fn names(&self, lines: &[String]) -> Option<String> {
        let entries = lines[1..].iter().filter(|line| !line.starts_with("   "));
        let names: Vec<&str> = entries.map(|line| line.split_whitespace().next().unwrap_or("")).collect();
        let is_known = |&name: &&str| name == "help" || self.commands.contains(name);
        let is_list = lines[0].ends_with(':') && !names.is_empty() && names.iter().all(is_known);
        is_list.then(|| format!("{} {}", lines[0], names.join(", ")))
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Does the page that explains a command say this? Its first lines, lists and exit codes stay.
fn is_explained(lines: &[String]) -> bool {
    let stays = ["Usage", "The exit code"].iter().any(|start| lines[0].starts_with(start));
    lines[0] == "Examples:" || !stays && !lines[0].ends_with(':')
}

/// The section of a command.
fn section((name, parts): &(String, Vec<Part>), shared: &Shared, seen: &mut Seen, page: &mut String) {
    let level = if name.split(' ').count() > 2 { "###" } else { "##" };
    let explained = EXPLAINED.iter().find(|(command, _)| name.strip_prefix("combien ") == Some(command));
    let (mut text, mut others) = (String::new(), vec![]);
    let mut again: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let known_entries = seen.entries.clone();
    for (place, part) in parts.iter().enumerate() {
        match part {
            Part::Lines(lines) if place > 0 && explained.is_some() && is_explained(lines) => {}
            Part::Lines(lines) if seen.names(lines).is_some() => {
                writeln!(text, "{}\n", seen.names(lines).unwrap()).unwrap();
            }
            Part::Lines(lines) if lines.len() > 2 && seen.lists.contains_key(lines) => {
                writeln!(text, "{} as for `{}`.\n", lines[0], seen.lists[lines]).unwrap();
            }
            Part::Lines(lines) => {
                seen.lists.insert(lines.clone(), name.clone());
                let is_codes = lines[0] == "Exit codes:";
                let own: Vec<&str> = lines
                    .iter()
                    .filter(|line| !(is_codes && seen.codes.contains(&words(line))))
                    .map(String::as_str)
                    .collect();
                if is_codes && seen.codes.is_empty() {
                    seen.codes = lines[1..].iter().map(|line| words(line)).collect();
                }
                writeln!(text, "{}\n", own.join("\n")).unwrap();
            }
            Part::Entries(heading, entries) => {
                let (known, own): (Vec<_>, Vec<_>) = entries.iter().partition(|&entry| {
                    shared.get(&(is_of_sudoku(name), entry.key().to_owned())) == Some(entry)
                });
                others.extend(known.into_iter().map(|entry| format!("`{}`", entry.word())));
                let (old, own): (Vec<_>, Vec<_>) =
                    own.into_iter().partition(|&entry| known_entries.contains_key(entry));
                for entry in old {
                    again.entry(&known_entries[entry]).or_default().push(format!("`{}`", entry.word()));
                }
                if !own.is_empty() {
                    writeln!(text, "{heading}").unwrap();
                    for entry in own {
                        seen.entries.insert(entry.clone(), name.clone());
                        let values = match seen.lists.get(&entry.values) {
                            Some(other) if entry.values.len() > 2 => vec![format!("- as for `{other}`")],
                            _ => entry.values.clone(),
                        };
                        entry.write(&mut text, &values);
                        seen.lists.insert(entry.values.clone(), name.clone());
                    }
                    text.push('\n');
                }
            }
        }
    }
    writeln!(page, "\n{level} {name}\n\n```text\n{}\n```", text.trim_end()).unwrap();
    let mut lines = vec![];
    if let Some((_, path)) = explained {
        let text = fs::read_to_string(root().join("docs/reference").join(path)).unwrap();
        let title = text.lines().next().unwrap().trim_start_matches("# ");
        lines.push(format!("Explained in [{title}]({path})."));
    }
    for (command, options) in again {
        lines.push(format!("As for `{command}`: {}.", options.join(", ")));
    }
    if !others.is_empty() {
        lines.push(format!("Shared: {}.", others.join(", ")));
    }
    if !lines.is_empty() {
        writeln!(page, "\n{}", lines.join("\n")).unwrap();
    }
}

#[test]
fn the_page_of_the_command_is_its_help() {
    let mut found = vec![];
    commands(&[], &mut found);
    assert!(found.len() > 25, "the commands were not found");
    let shared = shared(&found);
    assert!(shared.len() > 15 && shared.contains_key(&(true, "--time".to_owned())), "{:?}", shared.keys());
    let last = |(name, _): &(String, _)| name.split(' ').next_back().unwrap_or_default().to_owned();
    let (mut page, mut seen) = (
        INTRODUCTION.to_owned(),
        Seen { commands: found[1..].iter().map(last).collect(), ..Seen::default() },
    );
    for (place, command) in found.iter().enumerate() {
        section(command, &shared, &mut seen, &mut page);
        if place == 0 {
            shared_section(&shared, &mut page);
        }
    }
    let path = root().join("docs/reference/command.md");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/reference/command.md is out of date: run this test with UPDATE_REFERENCE=1");
}

/// An option of one help text, whichever layout the parser chose for it.
#[test]
fn entries_of_both_layouts_are_read() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let beside =
        entries(&lines("  -q, --quiet   Show no\n                progress\n  -h, --help    Print help"));
    assert_eq!((beside.len(), beside[0].key(), beside[0].word()), (1, "-q", "--quiet"));
    assert_eq!(beside[0].text, "Show no progress");
    let below = "      --as <FORM>\n          How it is written\n\n          Possible values:\n          \
                 - csv:   commas\n            between\n\n          [default: csv]";
    let below = entries(&lines(below));
    assert_eq!(
        (below[0].name.as_str(), below[0].text.as_str()),
        ("--as <FORM>", "How it is written [default: csv]")
    );
    assert_eq!(below[0].values, ["- csv: commas between"]);
}
