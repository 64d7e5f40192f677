//! The pages of the book that the command shows, and how to find one by its name.
//!
//! A page is a *topic*. Its name is that of its file without the ending. If a command or an earlier page has
//! the same name, the folder comes first: `how-to/why`, `explanation/symmetry`. build.rs makes the table from
//! the list of the book.

mod render;
mod search;

use std::fmt::Write as _;

use combien::diagnostic::nearest;

use super::failure::Failure;
pub(crate) use search::search;

/// A page of the book.
pub(crate) struct Page {
    /// The part of the book that it stands in.
    part: &'static str,
    /// Its title in the table of contents.
    title: &'static str,
    /// Its file below docs/.
    path: &'static str,
    text: &'static str,
}

/// In the order of the book.
static PAGES: &[Page] = &include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// How many similar names an error shows at most.
const MOST_SIMILAR: usize = 4;

impl Page {
    /// `how-to/torus` for how-to/torus.md.
    pub(crate) fn path_name(&self) -> &'static str {
        self.path.trim_end_matches(".md")
    }

    /// `torus` for how-to/torus.md.
    fn stem(&self) -> &'static str {
        let name = self.path_name();
        name.rsplit_once('/').map_or(name, |(_, stem)| stem)
    }

    /// The shortest name that finds this page. `commands` have the names that mean a command.
    pub(crate) fn name(&self, commands: &[String]) -> &'static str {
        let stem = self.stem();
        let is_first =
            PAGES.iter().find(|page| page.stem() == stem).is_some_and(|first| first.path == self.path);
        let is_command = commands.iter().any(|command| command == stem);
        if is_first && !is_command { stem } else { self.path_name() }
    }

    /// The page for a terminal of this width. It ends with the names of the other topics that it links to.
    pub(crate) fn drawn(&self, commands: &[String], width: usize) -> String {
        let (mut text, targets) = render::page(self.text, width);
        let namesakes = PAGES.iter().filter(|page| page.stem() == self.stem());
        let linked = targets.iter().filter_map(|target| {
            let path = within(self.path, target);
            PAGES.iter().find(|page| page.path == path)
        });
        let mut names: Vec<&str> = vec![];
        for other in namesakes.chain(linked) {
            let name = other.name(commands);
            if other.path != self.path && !names.contains(&name) {
                names.push(name);
            }
        }
        if !names.is_empty() {
            let list = format!("See also `combien help TOPIC` with: {}.", names.join(", "));
            render::paragraph(&list, width, &mut text);
        }
        text
    }
}

/// The file below docs/ that a link of a page leads to.
fn within(page: &str, target: &str) -> String {
    let target = target.split_once('#').map_or(target, |(file, _)| file);
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The topic of this name. Both `torus` and `how-to/torus` are names.
pub(crate) fn find(name: &str) -> Option<&'static Page> {
    let name = name.trim_end_matches(".md");
    PAGES.iter().find(|page| page.stem() == name || page.path_name() == name)
}

/// The error for a word that is neither a topic nor one of these commands. Its hint has similar names.
pub(crate) fn unknown(name: &str, commands: &[String]) -> Failure {
    let mut known: Vec<&str> = PAGES.iter().map(|page| page.name(commands)).collect();
    known.extend(commands.iter().map(String::as_str));
    let mut similar: Vec<&str> = nearest(name, known.iter().copied()).into_iter().collect();
    for other in known.into_iter().filter(|other| name.len() > 1 && other.contains(name)) {
        if similar.len() < MOST_SIMILAR && !similar.contains(&other) {
            similar.push(other);
        }
    }
    let hint = if similar.is_empty() {
        "`combien help` lists all commands and topics".to_owned()
    } else {
        let names: Vec<String> = similar.iter().map(|name| format!("`{name}`")).collect();
        format!("did you mean {}? `combien help` lists all commands and topics", names.join(" or "))
    };
    Failure::hinted(format!("there is no command and no topic `{name}`"), hint)
}

/// All topics, in the parts of the book.
pub(crate) fn contents(commands: &[String], width: usize) -> String {
    let column = PAGES.iter().map(|page| page.name(commands).len()).max().unwrap_or(0) + 4;
    let (mut text, mut part) = (String::from("Topics, each a page of the book:\n"), "");
    for page in PAGES {
        if page.part != part {
            part = page.part;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}{part}:", if text.ends_with(":\n") { "" } else { "\n" });
        }
        let title = render::plain(page.title);
        render::filled(
            &title,
            &format!("  {:w$}", page.name(commands), w = column - 2),
            column,
            width,
            &mut text,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_is_found_by_its_name_and_by_its_path() {
        assert!(PAGES.len() > 35, "{}", PAGES.len());
        for page in PAGES {
            for name in [page.name(&[]), page.path_name(), page.path] {
                assert_eq!(find(name).map(|found| found.path), Some(page.path), "{name}");
            }
        }
        assert_eq!(find("symmetry").map(|page| page.path), Some("how-to/symmetry.md"));
        assert_eq!(find("explanation/symmetry").map(|page| page.name(&[])), Some("explanation/symmetry"));
        assert_eq!(find("why").map(|page| page.name(&["why".to_owned()])), Some("how-to/why"));
        assert!(find("").is_none() && find("torus/").is_none());
    }

    #[test]
    fn pages_fit_the_terminal_except_for_what_they_quote() {
        for page in PAGES {
            for width in [40, 80, 120] {
                let bold = ["\u{1b}[1m", "\u{1b}[0m"];
                let text = bold.iter().fold(page.drawn(&[], width), |text, code| text.replace(code, ""));
                for line in text.lines() {
                    let is_quoted = line.starts_with("    ");
                    // A single word may be too long for a narrow terminal.
                    let is_word = !line.trim().trim_start_matches("- ").contains(' ');
                    let fits = line.chars().count() <= width || is_quoted || is_word;
                    assert!(fits, "{} at {width}: {line}", page.path);
                    assert!(is_quoted || !line.contains("]("), "{}: a link is left: {line}", page.path);
                }
            }
        }
    }

    #[test]
    fn links_are_followed_from_the_folder_of_the_page() {
        assert_eq!(within("how-to/torus.md", "symmetry.md#more"), "how-to/symmetry.md");
        assert_eq!(within("how-to/torus.md", "../explanation/frontier.md"), "explanation/frontier.md");
        assert_eq!(within("start.md", "how-to/torus.md"), "how-to/torus.md");
    }
}
