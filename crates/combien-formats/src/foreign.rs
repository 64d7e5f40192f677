//! What the readers of formats of other programs have in common: a text with its faults, and what comes out
//! of it.

use std::ops::Range;

use combien::diagnostic::{Diagnostic, Place, Source, counted, each_on_a_line};
use combien::problem::Problem;

/// Reading stops after this number of errors, so that the first ones stay visible.
const MOST_ERRORS: usize = 20;
/// This many warnings of a kind are shown with their place.
const MOST_WARNINGS: usize = 10;

/// A problem that was read, with warnings.
#[derive(Clone, Debug)]
pub struct Document {
    /// The problem.
    pub problem: Problem,
    /// Options that are kept out of the search, and primary items that too few options have: the first ten
    /// of each.
    pub warnings: Vec<Diagnostic>,
}

/// The text is not a problem. All errors, in the order of the text; at most twenty, and a last one that says
/// so.
#[derive(Clone, Debug)]
pub struct ReadError(pub Vec<Diagnostic>);

combien::errors!(ReadError(diagnostics) => "{}", each_on_a_line(diagnostics));

/// A text that is being read, and what is wrong with it.
pub(super) struct Text<'t> {
    name: &'t str,
    pub(super) whole: &'t str,
    errors: Vec<Diagnostic>,
}

/// What is wrong: a code, a message and a hint.
pub(super) struct Wrong {
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) hint: String,
}

impl Wrong {
    pub(super) fn new(code: &'static str, message: impl Into<String>, hint: impl Into<String>) -> Wrong {
        Wrong { code, message: message.into(), hint: hint.into() }
    }
}

impl<'t> Text<'t> {
    pub(super) fn new(name: &'t str, text: &'t str) -> Text<'t> {
        Text { name, whole: text, errors: vec![] }
    }

    /// The line of some bytes, and where they are in it. Linear in the text: only faults need it.
    fn place(&self, span: Range<usize>) -> Place {
        let start = self.whole[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end =
            self.whole[span.start..].find('\n').map_or(self.whole.len(), |newline| span.start + newline);
        let line = self.whole[start..end].trim_end_matches('\r');
        let number = 1 + self.whole[..start].bytes().filter(|&byte| byte == b'\n').count();
        let within = |at: usize| (at - start).min(line.len());
        Place::new(&Source::line(self.name, line, number), within(span.start)..within(span.end))
    }

    pub(super) fn wrong(&mut self, span: Range<usize>, Wrong { code, message, hint }: Wrong) {
        if self.has_enough() {
            return;
        }
        let place = self.place(span.clone());
        self.errors.push(Diagnostic::error(code, message, place).hinted(hint));
        if self.has_enough() {
            let message = format!("stopped reading after {MOST_ERRORS} errors");
            let place = self.place(span.end..span.end);
            self.errors.push(Diagnostic::error("too-many-errors", message, place).hinted("mend these first"));
        }
    }

    /// Has the limit on errors been reached, where reading stops?
    pub(super) fn has_enough(&self) -> bool {
        self.errors.len() >= MOST_ERRORS
    }

    pub(super) fn is_sound(&self) -> bool {
        self.errors.is_empty()
    }

    /// The bytes of a part of the text.
    pub(super) fn span(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.whole.as_ptr().addr();
        start..start + part.len()
    }

    /// The problem with warnings, unless something is wrong. `items` and `options` are the places of both.
    pub(super) fn finish(
        self,
        problem: Problem,
        items: &[Range<usize>],
        options: &[Range<usize>],
    ) -> Result<Document, ReadError> {
        if !self.errors.is_empty() {
            return Err(ReadError(self.errors));
        }
        let mut warnings = vec![];
        for &option in problem.kept_out().iter().take(MOST_WARNINGS) {
            let place = self.place(options[option.index()].clone());
            let message = "this option has no primary item and is kept out of the search";
            let hint = "such an option is in no solution; give it a primary item";
            warnings.push(Diagnostic::warning("kept-out", message, place).hinted(hint));
        }
        let mut has = vec![0u32; problem.item_count()];
        for option in problem.options() {
            problem.option(option).iter().for_each(|entry| has[entry.item.index()] += 1);
        }
        let bare = problem.primary_items().filter(|&item| has[item.index()] < problem.bounds(item).lo);
        for item in bare.take(MOST_WARNINGS) {
            let (name, has, lo) = (problem.item_name(item), has[item.index()], problem.bounds(item).lo);
            let message = match has {
                0 => format!("no option has item `{name}`, so there is no solution"),
                _ => format!(
                    "item `{name}` must be covered {} and has only {}, so there is no solution",
                    counted(lo, "time"),
                    counted(has, "option")
                ),
            };
            let code = if has == 0 { "bare-item" } else { "too-few-options" };
            let place = self.place(items[item.index()].clone());
            warnings.push(Diagnostic::warning(code, message, place).hinted("was an option left out?"));
        }
        Ok(Document { problem, warnings })
    }
}
