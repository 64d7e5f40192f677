//! Reads Knuth's text format line by line: only the current line is kept in memory.

use std::collections::HashSet;
use std::io::BufRead;
use std::sync::Arc;

use super::fault::{Fault, FaultKind, ReadError};
use crate::diagnostic::{Place, Source, nearest};
use crate::problem::bounds::MOST;
use crate::problem::{Bounds, BuildError, Builder, Decimal, Kind, NoDecimal, Problem};

/// A byte order mark in UTF-8: it is skipped at the beginning.
const BOM: &[u8] = "\u{feff}".as_bytes();
/// Reading stops after this number of errors, so that the first ones stay visible.
const MOST_ERRORS: usize = 20;
/// This many warnings of a kind are shown with their place; [`Problem::kept_out`] lists all options that are
/// kept out.
const MOST_WARNINGS: usize = 10;

/// A problem that was read, with warnings.
#[derive(Clone, Debug)]
pub struct Document {
    /// The problem.
    pub problem: Problem,
    /// Options that are kept out of the search, and primary items that no option has: the first ten of each.
    pub warnings: Vec<Fault>,
}

/// Reads a problem from a text. `name` is the name of the text in messages.
pub fn parse(name: &str, text: &str) -> Result<Document, ReadError> {
    read(name, text.as_bytes())
}

/// Reads a problem, in time linear in the text and with no more memory than the problem needs.
pub fn read(name: &str, mut input: impl BufRead) -> Result<Document, ReadError> {
    let mut reader = Reader::new(name);
    let mut bytes = Vec::new();
    let mut number = 0;
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        number += 1;
        reader.line(&bytes, number);
        if reader.errors.len() >= MOST_ERRORS {
            reader.fault(FaultKind::TooManyFaults(MOST_ERRORS), "", number + 1, 0..0);
            break;
        }
    }
    if reader.items.is_none() && reader.errors.is_empty() {
        reader.fault(FaultKind::NoItems, "", number.max(1), 0..0);
    }
    if reader.errors.is_empty() {
        reader.warn_of_bare_items();
        Ok(Document { problem: reader.builder.build(), warnings: reader.warnings })
    } else {
        Err(ReadError::Faults(reader.errors))
    }
}

struct Reader<'a> {
    name: &'a str,
    builder: Builder,
    /// The line of items, once it has been seen.
    items: Option<Arc<Source>>,
    /// The sum of the costs on the current line.
    cost: Decimal,
    /// Unknown names that have been reported.
    strangers: HashSet<String>,
    errors: Vec<Fault>,
    warnings: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn new(name: &'a str) -> Reader<'a> {
        Reader {
            name,
            builder: Builder::new(),
            items: None,
            cost: Decimal::default(),
            strangers: HashSet::new(),
            errors: vec![],
            warnings: vec![],
        }
    }

    fn line(&mut self, bytes: &[u8], number: usize) {
        let bytes = if number == 1 { bytes.strip_prefix(BOM).unwrap_or(bytes) } else { bytes };
        let line = match std::str::from_utf8(bytes) {
            Ok(line) => line.trim_end(),
            Err(error) => {
                let text = String::from_utf8_lossy(bytes);
                let bad = error.valid_up_to()..error.valid_up_to() + char::REPLACEMENT_CHARACTER.len_utf8();
                return self.fault(FaultKind::NotUtf8, text.trim_end(), number, bad);
            }
        };
        let mut tokens = line.split_ascii_whitespace().peekable();
        match tokens.peek() {
            None => {}
            Some(first) if first.starts_with('|') => {}
            Some(_) if self.items.is_some() => self.option(line, number),
            Some(_) => self.items(line, number),
        }
    }

    fn items(&mut self, line: &str, number: usize) {
        self.items = Some(Source::line(self.name, line, number));
        let mut kind = Kind::Primary;
        for token in line.split_ascii_whitespace() {
            let fault = match token {
                "|" if kind == Kind::Primary => {
                    kind = Kind::Secondary;
                    continue;
                }
                "|" => FaultKind::SecondBar,
                _ => match self.item(token, kind) {
                    Ok(()) => continue,
                    Err(fault) => {
                        // Declared nevertheless, so that options with this item are not reported too.
                        let name = token.split('|').rfind(|part| !part.is_empty()).unwrap_or_default();
                        let _ = self.builder.item(name.split(':').next().unwrap_or_default(), kind);
                        fault
                    }
                },
            };
            self.fault(fault, line, number, offset(line, token));
            if self.errors.len() >= MOST_ERRORS {
                return;
            }
        }
    }

    /// Declares the item of a token: `name`, `hi|name` or `lo:hi|name`.
    fn item(&mut self, token: &str, kind: Kind) -> Result<(), FaultKind> {
        let (prefix, name) =
            token.split_once('|').map_or((None, token), |(prefix, name)| (Some(prefix), name));
        if name.contains('|') {
            return Err(FaultKind::BarInName);
        }
        if name.contains(':') {
            return Err(FaultKind::ColonInName);
        }
        let declared = match prefix {
            None => self.builder.item(name, kind),
            Some(prefix) if prefix.is_empty() || name.is_empty() => return Err(FaultKind::TouchingBar),
            Some(_) if kind == Kind::Secondary => return Err(FaultKind::BoundedSecondary),
            Some(prefix) => self.builder.bounded(name, bounds(prefix)?),
        };
        declared.map_err(|error| FaultKind::Build(error, None))?;
        Ok(())
    }

    fn option(&mut self, line: &str, number: usize) {
        let (mut at_fault, option) = (false, self.builder.next_option());
        self.cost = Decimal::default();
        for token in line.split_ascii_whitespace() {
            match self.entry(token) {
                Ok(()) => {}
                Err(FaultKind::Build(BuildError::UnknownItem { item, .. }, _))
                    if self.strangers.contains(&item) =>
                {
                    at_fault = true;
                }
                Err(kind) => {
                    if let FaultKind::Build(BuildError::UnknownItem { item, .. }, _) = &kind {
                        self.strangers.insert(item.clone());
                    }
                    at_fault = true;
                    self.fault(kind, line, number, offset(line, token));
                    if self.errors.len() >= MOST_ERRORS {
                        break;
                    }
                }
            }
        }
        if at_fault {
            return self.builder.skip(option);
        }
        let cost = self.cost;
        let closed = self.builder.close().and_then(|option| self.builder.cost(option, cost).map(|()| option));
        match closed {
            Ok(option) => {
                if self.builder.so_far().is_kept_out(option) && self.warnings.len() < MOST_WARNINGS {
                    let fault = self.located(FaultKind::KeptOut, line, number, whole(line));
                    self.warnings.push(fault);
                }
            }
            Err(error) => {
                self.builder.abandon();
                self.fault(FaultKind::Build(error, None), line, number, whole(line));
            }
        }
    }

    fn entry(&mut self, token: &str) -> Result<(), FaultKind> {
        if let Some(cost) = token.strip_prefix('|').filter(|cost| !cost.is_empty()) {
            let cost: Decimal = cost.parse().map_err(FaultKind::Cost)?;
            self.cost = self.cost.checked_add(cost).ok_or(FaultKind::Cost(NoDecimal::TooLong))?;
            return Ok(());
        }
        let error = match self.builder.push_by_name(token) {
            // A color with a second colon would read as a color with a colon in its name.
            Ok(()) if token.bytes().filter(|&byte| byte == b':').count() > 1 => {
                return Err(FaultKind::ColonInColor);
            }
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        Err(match &error {
            BuildError::UnknownItem { item, .. } if item.is_empty() => {
                FaultKind::Build(BuildError::EmptyName, None)
            }
            BuildError::UnknownItem { .. } if token.contains('|') => FaultKind::BarInOption,
            BuildError::UnknownItem { item, .. } => {
                let near = nearest(item, self.builder.so_far().parts.item_names.iter()).map(str::to_owned);
                FaultKind::Build(error, near)
            }
            _ => FaultKind::Build(error, None),
        })
    }

    /// Warns of primary items that too few options have: then there is no solution, and a mistake is likely.
    fn warn_of_bare_items(&mut self) {
        let Some(items) = &self.items else { return };
        let problem = self.builder.so_far();
        let mut options = vec![0; problem.item_count()];
        for option in problem.options() {
            problem.option(option).iter().for_each(|entry| options[entry.item.index()] += 1);
        }
        let names = items.text.split_ascii_whitespace().filter(|&token| token != "|");
        let bare = names.zip(problem.items()).filter_map(|(token, id)| {
            let (options, lo) = (options[id.index()], problem.bounds(id).lo);
            let item = problem.item_name(id).to_owned();
            let kind = match options {
                _ if options >= lo => return None,
                0 => FaultKind::BareItem(item),
                _ => FaultKind::TooFewOptions { item, options, lo },
            };
            Some(Fault { kind, place: Place::new(items, offset(&items.text, token)) })
        });
        self.warnings.extend(bare.take(MOST_WARNINGS));
    }

    fn fault(&mut self, kind: FaultKind, line: &str, number: usize, span: std::ops::Range<usize>) {
        let fault = self.located(kind, line, number, span);
        self.errors.push(fault);
    }

    fn located(&self, kind: FaultKind, line: &str, number: usize, span: std::ops::Range<usize>) -> Fault {
        // A line may be as long as the file, so its errors share it.
        let source = match self.errors.last() {
            Some(last) if last.place.source.first_line == number => last.place.source.clone(),
            _ => Source::line(self.name, line, number),
        };
        Fault { kind, place: Place::new(&source, span) }
    }
}

/// The bounds before a name: `hi` for exactly this many times, or `lo:hi`.
pub fn bounds(prefix: &str) -> Result<Bounds, FaultKind> {
    match prefix.split_once(':') {
        Some((_, "")) => Err(FaultKind::LowerWithoutUpper),
        Some((lo, hi)) => Ok(Bounds { lo: bound(lo)?, hi: bound(hi)? }),
        None => bound(prefix).map(|times| Bounds { lo: times, hi: times }),
    }
}

/// A bound. All bounds above the maximum number of options mean the same.
fn bound(digits: &str) -> Result<u32, FaultKind> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FaultKind::NoNumber(digits.to_owned()));
    }
    let bound = digits.parse().unwrap_or(u32::MAX);
    Ok(if bound < MOST { bound } else { Bounds::UNLIMITED })
}

/// The bytes of the part `token` within `line`.
fn offset(line: &str, token: &str) -> std::ops::Range<usize> {
    let start = token.as_ptr().addr() - line.as_ptr().addr();
    start..start + token.len()
}

/// The bytes of `line` without its indentation.
fn whole(line: &str) -> std::ops::Range<usize> {
    line.len() - line.trim_start().len()..line.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::OptionId;

    fn faults(text: &str) -> Vec<String> {
        match parse("t.dlx", text).unwrap_err() {
            ReadError::Faults(faults) => faults.iter().map(|fault| fault.diagnostic().to_string()).collect(),
            ReadError::Io(error) => panic!("{error}"),
        }
    }

    #[test]
    fn reads_items_options_colors_and_comments() {
        let text = "| comment\n\n  p q | x\t\n| another\np q x:long-color \r\np x";
        let problem = parse("t.dlx", text).unwrap().problem;
        assert_eq!((problem.primary_count(), problem.item_count(), problem.option_count()), (2, 3, 2));
        assert_eq!(problem.show_option(OptionId::from_index(0)).to_string(), "p q x:long-color");
    }

    #[test]
    fn costs_are_added_up_and_get_the_same_decimal_places() {
        let problem = parse("t.dlx", "a b\na |3 |0.25\nb |-1 |1\na b |7\n").unwrap().problem;
        let costs: Vec<i64> = problem.options().map(|option| problem.cost(option)).collect();
        assert_eq!((costs, problem.cost_places()), (vec![325, 0, 700], 2));
        assert_eq!(faults("a\na |9223372036854775807\na |0.5\n").len(), 1);
        // Costs of 0 are no costs; and a line that begins with a bar is a comment.
        assert_eq!(
            parse("t.dlx", "a\na |0\n").unwrap().problem,
            parse("t.dlx", "a\n|3\na\n").unwrap().problem
        );
    }

    #[test]
    fn a_byte_order_mark_at_the_beginning_is_no_part_of_the_text() {
        let problem = parse("t.dlx", "\u{feff}p q\np q\n").unwrap().problem;
        assert_eq!(problem.items().map(|item| problem.item_name(item)).collect::<Vec<_>>(), ["p", "q"]);
        assert_eq!(parse("t.dlx", "\u{feff}| comment\np\np\n").unwrap().problem.item_count(), 1);
        assert_eq!(faults("\u{feff}p p\np\n"), ["t.dlx:1:3: item `p` is declared twice"]);
        // Elsewhere it is a character like any other.
        assert_eq!(faults("p\n\u{feff}p\n").len(), 1);
    }

    #[test]
    fn names_every_fault_with_its_place() {
        let found =
            faults("a b | x\na q\n b b\na:1 x:1:2 :c\na | b\na |3x\na x:\na |9223372036854775807 |1\n");
        assert_eq!(
            found,
            [
                "t.dlx:2:3: option 1 names `q`, which is not an item",
                "t.dlx:3:4: option 2 has item `b` twice",
                "t.dlx:4:1: option 3 gives color `1` to `a`, which is a primary item",
                "t.dlx:4:5: the name of a color cannot have a `:`",
                "t.dlx:4:11: an item needs a name",
                "t.dlx:5:3: an option cannot have a `|`",
                "t.dlx:6:3: a cost is a number such as `3`, `-4` or `2.5`",
                "t.dlx:7:3: option 6 gives item `x` a color without a name",
                "t.dlx:8:24: a cost has at most 18 digits after the point, and fits in 64 bits without it",
            ]
        );
        assert_eq!(
            faults("a a 2|b c:d | | x 1:2|y"),
            [
                "t.dlx:1:3: item `a` is declared twice",
                "t.dlx:1:9: the name of an item cannot have a `:`",
                "t.dlx:1:15: a second `|` on the line of items",
                "t.dlx:1:19: a secondary item cannot have bounds",
            ]
        );
        assert_eq!(
            faults("0|a 3:2|b 2:|c x:3|d :3|e 1:2:3|f 1|2|g |h i| 2|j:k\na b c d e f g h i j"),
            [
                "t.dlx:1:1: the upper bound of item `a` is zero",
                "t.dlx:1:5: the lower bound of item `b` exceeds the upper bound: 3 is more than 2",
                "t.dlx:1:11: a lower bound without an upper bound",
                "t.dlx:1:16: `x` is no bound: only digits make a number",
                "t.dlx:1:22: a bound without digits",
                "t.dlx:1:27: `2:3` is no bound: only digits make a number",
                "t.dlx:1:35: the name of an item cannot have a `|`",
                "t.dlx:1:41: a `|` next to a name, without bounds before it",
                "t.dlx:1:44: a `|` next to a name, without bounds before it",
                "t.dlx:1:47: the name of an item cannot have a `:`",
            ]
        );
    }

    #[test]
    fn bounds_are_read() {
        let of = |text: &str| {
            let problem = parse("t.dlx", text).unwrap().problem;
            problem.items().map(|item| problem.bounds(item)).collect::<Vec<_>>()
        };
        let bounds = |lo, hi| Bounds { lo, hi };
        assert_eq!(
            of("2|a 0:5|b 1|c 1:1|d\na b\n"),
            [bounds(2, 2), bounds(0, 5), Bounds::ONCE, Bounds::ONCE]
        );
        let many = "1:2147483646|a 1:2147483647|b 007:99999999999999999999999|c\na b c\n";
        assert_eq!(of(many), [bounds(1, MOST - 1), bounds(1, u32::MAX), bounds(7, u32::MAX)]);
        assert!(!parse("t", "1|a 1:1|b\na b\n").unwrap().problem.has_bounds());
    }

    #[test]
    fn a_file_without_items_is_refused() {
        assert_eq!(faults(""), ["t.dlx:1:1: the file names no items"]);
        assert_eq!(faults("| x y\n"), ["t.dlx:1:1: the file names no items"]);
    }

    #[test]
    fn stops_after_twenty_errors() {
        let text = format!("a\n{}", "b\n".repeat(1000));
        assert_eq!(faults(&text), ["t.dlx:2:1: option 1 names `b`, which is not an item"]);
        let text = (0..1000).fold("a".to_owned(), |text, number| format!("{text}\nb{number}"));
        assert_eq!(faults(&text).len(), 21);
        // Also for many errors on one line.
        for text in ["a ".repeat(1000), format!("a b\n{}", "a ".repeat(1000))] {
            assert_eq!(faults(&text).len(), 21);
        }
        let error = read("t.dlx", &b"a\n\xff b\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "t.dlx:2:1: this line is not UTF-8 text");
    }

    #[test]
    fn kept_out_options_are_warned_of() {
        let document = parse("t.dlx", &format!("a | x\na\n{}", "x\n".repeat(50))).unwrap();
        assert_eq!(document.warnings.len(), MOST_WARNINGS);
        assert_eq!(document.problem.kept_out().len(), 50);
        let bare = parse("t.dlx", "a b c | x\na b\n").unwrap().warnings;
        assert_eq!(
            bare[0].diagnostic().to_string(),
            "t.dlx:1:5: no option has item `c`, so there is no solution"
        );
        let too_few = parse("t.dlx", "0:2|a 2|b c\nb c\n").unwrap().warnings;
        assert_eq!(
            too_few.iter().map(|fault| fault.diagnostic().to_string()).collect::<Vec<_>>(),
            ["t.dlx:1:7: item `b` must be covered 2 times and has only 1 option, so there is no solution"]
        );
        assert_eq!(document.warnings[0].diagnostic().labels[0].place.to_string(), "t.dlx:3:1");
    }
}
