//! Help as people see it, in terminals of several widths.

use crate::shared::{combien, commands_in, ended, root, run};

/// The lines of a help text.
fn help(path: &[String], flag: &str, width: usize) -> Vec<String> {
    let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
    arguments.push(flag);
    let output = combien(&arguments).env("COLUMNS", width.to_string()).output().unwrap();
    let (code, out, errors) = ended(&output);
    assert_eq!((code, errors.as_str()), (0, ""), "{path:?}");
    out.lines().map(str::to_owned).collect()
}

/// All commands, and commands of commands, that the help names.
fn commands() -> Vec<Vec<String>> {
    let (mut known, mut next) = (vec![vec![]], 0);
    while next < known.len() {
        let path: Vec<String> = known[next].clone();
        for name in commands_in(&help(&path, "-h", 120).join("\n")) {
            known.push([&path[..], &[name.to_owned()]].concat());
        }
        next += 1;
    }
    known
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|&c| c == ' ').count()
}

/// Does `next` continue the paragraph of `line`? Paragraphs stand at the margin, or in the column of the
/// descriptions of options and lists.
fn is_one_paragraph(line: &str, next: &str) -> bool {
    let column = indent(next);
    if line.trim().is_empty() || next.trim().is_empty() || line.ends_with(':') || line.ends_with(" \\") {
        return false;
    }
    if column == 0 {
        return indent(line) == 0;
    }
    let before: String = line.chars().take(column).collect();
    let is_item = next.trim_start().starts_with("- ");
    column >= 8 && !is_item && line.chars().count() > column && before.ends_with("  ")
}

#[test]
fn help_fits_the_terminal_and_fills_its_lines() {
    let commands = commands();
    assert!(commands.len() >= 25, "{commands:?}");
    for path in &commands {
        for flag in ["-h", "--help"] {
            for width in [60, 80, 120] {
                let lines = help(path, flag, width);
                for line in &lines {
                    assert!(line.chars().count() <= width, "{path:?} {flag} at {width}: {line}");
                }
                for pair in lines.windows(2).filter(|pair| is_one_paragraph(&pair[0], &pair[1])) {
                    let word = pair[1].split_whitespace().next().unwrap();
                    assert!(
                        pair[0].chars().count() + 1 + word.chars().count() > width,
                        "{path:?} {flag} at {width} breaks early:\n{}\n{}",
                        pair[0],
                        pair[1]
                    );
                }
            }
        }
    }
}

/// With `-` in place of a file, results go to standard output. The help says so for every option that writes
/// a file.
#[test]
fn help_mentions_standard_output_for_every_output_file() {
    let mut written = 0;
    for path in commands() {
        // An option and its description, up to the next option.
        let text = help(&path, "--help", 120).join("\n");
        for option in text.split("\n\n").filter(|option| option.contains("<FILE>")) {
            let writes = ["Write ", "Draw ", "The file to write", "The page to write"];
            if writes.iter().any(|words| option.contains(words)) && option.trim_start().starts_with('-') {
                assert!(option.contains("`-`"), "{path:?}: {option}");
                written += 1;
            }
        }
    }
    assert!(written >= 12, "{written}");
}

/// The pages that build.rs leaves out: links, what other help says, long texts for classes.
const LEFT_OUT: [&str; 4] = ["README.md", "reference/command.md", "reference/python.md", "lessons/"];

#[test]
fn every_page_of_the_book_is_a_topic_or_left_out() {
    let list = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let paths = list.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(path, _)| path);
    let contents = run(&["help"]).1;
    let (mut topics, mut left_out) = (0, 0);
    for path in paths {
        let name = path.trim_end_matches(".md");
        let (code, out, errors) = run(&["help", name]);
        if LEFT_OUT.iter().any(|left| path.starts_with(left)) {
            // At most pages that have the word are told.
            assert!(code == 2 && out.is_empty() || out.starts_with("`combien help "), "{path} is a topic");
            left_out += 1;
            continue;
        }
        assert_eq!((code, errors.as_str()), (0, ""), "{path}");
        let page = std::fs::read_to_string(root().join("docs").join(path)).unwrap();
        let title = page.lines().next().unwrap().trim_start_matches("# ").replace('*', "");
        assert_eq!(out.lines().next(), Some(title.as_str()), "{path}");
        let stem = name.rsplit('/').next().unwrap();
        let is_listed =
            |line: &str| line.split_whitespace().next().is_some_and(|word| [name, stem].contains(&word));
        assert!(contents.lines().any(is_listed), "{name} is not listed");
        topics += 1;
    }
    assert!(topics > 50 && left_out > 12, "{topics} topics, {left_out} left out");
}

#[test]
fn topics_are_found_by_their_names() {
    let first =
        |words: &[&str]| run(&[&["help"], words].concat()).1.lines().next().unwrap_or_default().to_owned();
    assert_eq!(first(&["torus"]), "Tilings of a torus");
    assert_eq!(first(&["exit", "codes"]), "Exit codes");
    assert_eq!(first(&["explanation/symmetry"]), "Symmetry");
    // The help of a command comes first, and it names the page.
    let (_, sudoku, _) = run(&["help", "sudoku"]);
    assert!(
        sudoku.contains("Usage: combien sudoku") && sudoku.contains("combien help how-to/sudoku"),
        "{sudoku}"
    );
    assert_eq!(run(&["help", "count"]).1, run(&["count", "--help"]).1);
    assert_eq!(run(&["help", "sudoku", "solve"]).1, run(&["sudoku", "solve", "--help"]).1);
    let (_, contents, _) = run(&["help"]);
    assert!(contents.contains("Find solutions of a problem") && contents.contains("A calendar puzzle"));
    // A page ends with the topics that it links to.
    assert!(run(&["help", "torus"]).1.trim_end().ends_with("with: symmetry."));
}

#[test]
fn words_that_are_no_topic_are_looked_for() {
    let (code, out, errors) = run(&["help", "generating", "function"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert!(out.starts_with("`combien help sequence`"), "{out}");
    let lines: Vec<&str> = out.lines().collect();
    let named = lines.iter().filter_map(|line| line.strip_prefix("  combien help "));
    let named: Vec<&str> = named.collect();
    assert!(named.len() > 1 && named.iter().all(|name| run(&["help", name]).0 == 0), "{named:?}");
}

/// On a terminal a long text goes through the pager, a short one does not. If there is none, both are printed.
#[test]
#[cfg(target_os = "linux")]
fn long_help_is_shown_by_the_pager() {
    let on_a_terminal = |words: &str, pager: &str| {
        let command = format!("{} {words}", env!("CARGO_BIN_EXE_combien"));
        let mut script = std::process::Command::new("script");
        let output = script.args(["-qec", &command, "/dev/null"]).env("PAGER", pager).output().unwrap();
        assert!(output.status.success(), "{words}, {pager}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for words in ["help torus", "help count", "count --help"] {
        let paged = on_a_terminal(words, "sed s/^/seen:/");
        assert!(paged.lines().count() > 24 && paged.lines().all(|line| line.starts_with("seen:")), "{paged}");
        for pager in ["", "cat", "no-such-pager 2>/dev/null"] {
            let shown = on_a_terminal(words, pager);
            assert!(shown.lines().count() == paged.lines().count() && !shown.contains("seen:"), "{shown}");
        }
    }
    assert!(!on_a_terminal("completions --help", "sed s/^/seen:/").contains("seen:"));
}

#[test]
fn unknown_topics_are_errors_with_similar_names() {
    for (word, hint) in
        [("calender", "`calendar`"), ("exitcodes", "`exit-codes`"), ("cuont", "`count`"), ("x", "lists all")]
    {
        let (code, out, errors) = run(&["help", word]);
        assert_eq!((code, out.as_str()), (2, ""), "{word}");
        assert!(errors.contains(&format!("no topic `{word}`")) && errors.contains(hint), "{errors}");
    }
}

/// `-h` leaves examples and what few people need to `--help`. French has longer words, and the list of all commands is whole.
#[test]
fn short_help_fits_a_screen() {
    for path in commands() {
        let french = [&path[..], &["--lang", "fr"].map(str::to_owned)].concat();
        let (short, long, french) =
            (help(&path, "-h", 80), help(&path, "--help", 80), help(&french, "-h", 80));
        let most = if path.is_empty() { 50 } else { 40 };
        assert!(short.len() <= most, "{path:?} has {} lines:\n{}", short.len(), short.join("\n"));
        assert!(french.len() <= most + 5, "{path:?} has {} lines:\n{}", french.len(), french.join("\n"));
        assert!(short.len() < long.len() || long.len() < 30, "{path:?}");
    }
    let count = help(&["count".to_owned()], "-h", 80).join("\n");
    for heading in
        ["The problem:", "Which solutions:", "Limits and threads:", "Output:", "`--help` shows everything."]
    {
        assert!(count.contains(heading), "{heading} in {count}");
    }
}

#[test]
fn completions_are_for_the_shell_that_is_named() {
    for (shell, begins) in [("bash", "_combien()"), ("zsh", "#compdef combien"), ("fish", "# Print")] {
        let (code, out, errors) = run(&["completions", shell]);
        assert_eq!((code, errors.as_str()), (0, ""));
        assert!(
            out.starts_with(begins) && out.contains("up-to") && out.contains("completions"),
            "{shell}: {out:.80}"
        );
    }
    assert_eq!(run(&["completions", "cmd"]).0, 2);
}
