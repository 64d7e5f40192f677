//! Which pages of the book have a word.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{PAGES, Page, render};

/// The maximum number of pages that are shown.
const MOST: usize = 6;
/// A shorter beginning of a word is in every page.
const SHORTEST: usize = 2;
/// A shorter word is looked for with its ending.
const LEAST_STEM: usize = 5;
/// What a word in a title, in a heading and in a line of text is worth.
const TITLE: usize = 50;
const HEADING: usize = 8;
const LINE: usize = 1;
/// Long pages have every word often, so more lines than these count for nothing.
const MOST_LINES: usize = 12;

/// The pages that have a word which begins like this, the best first, each with a sentence that has it.
/// `None` if no page has it. Linear in the size of the book.
pub(crate) fn search(words: &str, commands: &[String], width: usize) -> Option<String> {
    let words = words.to_lowercase();
    if words.chars().count() < SHORTEST {
        return None;
    }
    let stem = stem(&words);
    let mut found: Vec<(usize, &Page, String)> =
        PAGES.iter().filter_map(|page| rated(page, stem).map(|(worth, line)| (worth, page, line))).collect();
    // The sort is stable: among equals the order of the book stays.
    found.sort_by_key(|&(worth, ..)| Reverse(worth));
    let others = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    let (_, first, _) = found.first()?;
    let mut text = format!("`combien help {}` and other pages have `{words}`:\n", first.name(commands));
    if found.len() == 1 {
        text = format!("`combien help {}` has `{words}`:\n", first.name(commands));
    }
    for (_, page, line) in found {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n  combien help {}", page.name(commands));
        render::filled(&render::plain(&line), "    ", 4, width, &mut text);
    }
    if others > 0 {
        let _ = writeln!(text, "\nOther pages that have it: {others}.");
    }
    Some(text)
}

/// Words without the ending of the last one, if a good part is left: `schedul` for `schedule`, which `scheduling` has.
fn stem(words: &str) -> &str {
    let stems = ["ing", "es", "ed", "e", "s"].into_iter().filter_map(|end| words.strip_suffix(end));
    stems.max_by_key(|stem| Reverse(stem.len())).filter(|stem| stem.len() >= LEAST_STEM).unwrap_or(words)
}

/// What a page is worth to somebody who looks for these words, and the line that shows why.
fn rated(page: &Page, words: &str) -> Option<(usize, String)> {
    let (mut worth, mut lines, mut best) = (0, 0, None);
    if has(page.title, words) || has(page.stem(), words) {
        (worth, best) = (TITLE, Some((TITLE, page.title)));
    }
    let mut is_code = false;
    for line in page.text.lines() {
        is_code ^= line.starts_with("```");
        if !has(line, words) {
            continue;
        }
        let is_heading = line.starts_with('#') && !is_code;
        let one = if is_heading { HEADING } else { LINE };
        lines += 1;
        if is_heading || lines <= MOST_LINES {
            worth += one;
        }
        // A line of code says less than a sentence, so it stands for a page only if nothing else does.
        let shown = if is_code || line.starts_with(['|', '<']) { 0 } else { one };
        if best.is_none_or(|(known, _)| shown > known) {
            best = Some((shown, line));
        }
    }
    best.map(|(shown, line)| match shown {
        0 => (worth, line.trim_matches(['|', ' ']).to_owned()),
        _ => (worth, sentence(page.text, line, words)),
    })
}

/// The sentence of a text that has these words, from the paragraph or the item of a list around a line.
fn sentence(text: &str, line: &str, words: &str) -> String {
    let is_prose = |line: &str| !line.trim().is_empty() && !line.starts_with(['#', '|', '`', '<']);
    let at = line.as_ptr().addr().checked_sub(text.as_ptr().addr()).filter(|&at| at < text.len());
    let (Some(at), true) = (at, is_prose(line)) else {
        // A title stands in the list of the book, and a heading is a line of its own.
        return line.trim_start_matches(['#', ' ']).to_owned();
    };
    let before = text[..at].lines().rev().take_while(|before| is_prose(before) && !line.starts_with("- "));
    let mut lines: Vec<&str> = before.collect();
    if let Some(item) = lines.iter().position(|line| line.starts_with("- ")) {
        lines.truncate(item + 1);
    }
    lines.reverse();
    lines.push(line);
    let after = text[at..].lines().skip(1);
    lines.extend(after.take_while(|after| is_prose(after) && !after.starts_with("- ")));
    let block = lines.iter().map(|line| line.trim_start_matches(['-', ' '])).collect::<Vec<_>>().join(" ");
    let found = block.split_inclusive(". ").find(|sentence| has(sentence, words));
    found.unwrap_or(&block).trim().to_owned()
}

/// Does a word of the text begin like this?
fn has(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(words).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_lead_to_their_page() {
        for (word, page) in [
            ("csv", "formats"),
            ("STL", "pictures"),
            ("oeis", "sequence"),
            ("soma", "collection"),
            ("laser", "pictures"),
            ("highs", "weights"),
            ("schedule", "scheduling"),
            ("scheduled", "scheduling"),
            ("generating function", "sequence"),
        ] {
            let found = search(word, &[], 80).unwrap_or_default();
            assert!(found.contains(&format!("combien help {page}\n")), "{word}: {found}");
            assert!(found.lines().all(|line| line.chars().count() <= 80), "{found}");
        }
        let text = "One. Two\nthree. Four.\n\n- five six\n  seven\n- eight\n# Nine\n";
        let of = |line: usize, words| sentence(text, text.lines().nth(line).unwrap(), words);
        assert_eq!(
            [of(1, "three"), of(4, "seven"), of(5, "eight"), of(6, "nine")],
            ["Two three.", "five six seven", "eight", "Nine"]
        );
        assert_eq!(search("xylophone", &[], 80), None);
        assert_eq!(search("ombien", &[], 80), None);
    }
}
