//! Diagnostics on standard error: drawn for people, or as one line of JSON each.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use combien::diagnostic::{
    Diagnostic, Label, Place, Severity, Source, boundary_after, boundary_before, counted,
};
use serde_json::{Value, json};

use super::escape;
use crate::system::catalogue::{said, told};

/// The maximum number of messages that are drawn.
const MOST_DRAWN: usize = 100;
/// The maximum length of a message, in bytes. The names in it may be as long as a file.
const MOST_WORDS: usize = 2_000;
/// A text that is longer is shown by the lines that a message points at; lines that are longer, by the part
/// around its first place. Drawing takes time and memory in proportion to what is drawn.
const MOST_TEXT: usize = 10_000;
/// What is shown of such a line before its place, and from there on.
const BEFORE: usize = 60;
const BEHIND: usize = 200;

/// Shows what is wrong, and where.
pub(crate) fn show(diagnostics: &[Diagnostic], json: bool) {
    let most = if json { diagnostics.len() } else { MOST_DRAWN };
    for diagnostic in diagnostics.iter().take(most) {
        if json {
            anstream::eprintln!("{}", escape::lines(&as_json(diagnostic).to_string()));
        } else {
            let shown = escaped(diagnostic);
            anstream::eprintln!("{}\n", Renderer::styled().render(&[as_group(&shown, diagnostic)]));
        }
    }
    if diagnostics.len() > most {
        told!("and {} more", counted(diagnostics.len() - most, "message"));
    }
}

/// A message as it is drawn for people, without colors: what is wrong, the line of the text underlined, and a
/// hint.
pub fn drawn(diagnostic: &Diagnostic) -> String {
    Renderer::plain().render(&[as_group(&escaped(diagnostic), diagnostic)])
}

/// Shows an error that has no place in a text.
pub(crate) fn show_message(message: &str, hint: Option<&str>, json: bool) {
    if json {
        let document = json!({"schema": 1, "severity": "error", "message": message, "hint": hint});
        anstream::eprintln!("{}", escape::lines(&document.to_string()));
        return;
    }
    draw(named(Level::ERROR, "error:"), message, hint);
}

/// Shows a warning that has no place in a text.
pub(crate) fn show_warning(message: &str, hint: &str) {
    draw(named(Level::WARNING, "warning:"), message, Some(hint));
}

/// Says something that is neither an error nor a warning.
pub(crate) fn note(message: &str) {
    draw(named(Level::NOTE, "note:"), message, None);
}

/// A level by its word in the language of the reader, which may need a space before the colon.
fn named(level: Level<'static>, word: &'static str) -> Level<'static> {
    let said = said(word);
    level.with_name(said.strip_suffix(':').unwrap_or(&said).to_owned())
}

fn help() -> Level<'static> {
    named(Level::HELP, "help:")
}

fn draw(level: Level<'_>, message: &str, hint: Option<&str>) {
    let (message, hint) = (said(message), hint.map(said));
    let group = Group::with_title(level.primary_title(escape::lines(&message)));
    let group = match &hint {
        Some(hint) => group.element(help().message(escape::lines(hint))),
        None => group,
    };
    anstream::eprintln!("{}", Renderer::styled().render(&[group]));
}

/// A diagnostic in the language of the reader, short enough to be drawn, with the control characters from files escaped.
fn escaped(diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = excerpted(diagnostic);
    let text = |text: &mut String| *text = escape::lines(&shortened(&said(text))).into_owned();
    text(&mut shown.message);
    shown.hint.iter_mut().for_each(text);
    // Labels of one text still share it.
    let mut sources: Vec<(Arc<Source>, Arc<Source>)> = vec![];
    for label in &mut shown.labels {
        text(&mut label.text);
        let source = &label.place.source;
        let known = sources.iter().find(|(other, _)| Arc::ptr_eq(other, source));
        let plain = if let Some((_, plain)) = known {
            plain.clone()
        } else {
            let plain = Arc::new(Source {
                name: escape::name(&source.name).into_owned(),
                text: escape::in_place(&source.text).into_owned(),
                first_line: source.first_line,
            });
            sources.push((source.clone(), plain.clone()));
            plain
        };
        label.place.source = plain;
    }
    shown
}

/// A text without its middle if it is too long.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST_WORDS {
        return Cow::Borrowed(text);
    }
    let (head, tail) =
        (boundary_before(text, MOST_WORDS / 2), boundary_after(text, text.len() - MOST_WORDS / 4));
    Cow::Owned(format!("{} [...] {}", &text[..head], &text[tail..]))
}

/// A diagnostic with only those parts of long texts that it points at.
fn excerpted(diagnostic: &Diagnostic) -> Diagnostic {
    let labels = &diagnostic.labels;
    let long = labels.iter().map(|label| &label.place.source).filter(|source| source.text.len() > MOST_TEXT);
    let mut shown = Diagnostic {
        labels: vec![],
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
        ..*diagnostic
    };
    let mut excerpts: Vec<(&Arc<Source>, Arc<Source>, Range<usize>)> = vec![];
    for source in long {
        if excerpts.iter().all(|(other, ..)| !Arc::ptr_eq(other, source)) {
            let of_source = labels.iter().filter(|label| Arc::ptr_eq(&label.place.source, source));
            let part = part(&source.text, of_source.map(|label| label.place.span.clone()));
            let first_line = source.first_line + source.text[..part.start].matches('\n').count();
            let text = source.text[part.clone()].to_owned();
            excerpts.push((source, Arc::new(Source { name: source.name.clone(), text, first_line }), part));
        }
    }
    for Label { place: Place { source, span }, text } in labels {
        match excerpts.iter().find(|(other, ..)| Arc::ptr_eq(other, source)) {
            None => shown.labels.push(Label { place: Place::new(source, span.clone()), text: text.clone() }),
            Some((_, excerpt, part)) if part.start <= span.start && span.start <= part.end => {
                let span = span.start - part.start..span.end.min(part.end) - part.start;
                shown.labels.push(Label { place: Place::new(excerpt, span), text: text.clone() });
            }
            Some(_) => {}
        }
    }
    shown
}

/// The lines of a text that have these spans in them; or, if that is too much, a part of the line that has
/// the first of them.
fn part(text: &str, mut spans: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let line_of = |at: usize| {
        let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
        text[..at].rfind('\n').map_or(0, |newline| newline + 1)..end
    };
    let first = spans.next().unwrap_or(0..0);
    let line = line_of(first.start.min(text.len()));
    let lines = spans.fold(line.start..line_of(first.end.min(text.len())).end, |lines, span| {
        lines.start.min(line_of(span.start.min(text.len())).start)
            ..lines.end.max(line_of(span.end.min(text.len())).end)
    });
    if lines.len() <= MOST_TEXT {
        return lines;
    }
    let start = boundary_after(text, first.start.saturating_sub(BEFORE)).max(line.start);
    start..boundary_before(text, first.start + BEHIND).min(line.end)
}

/// A message to be drawn, as it is shown; `whole` knows the columns of lines of which only a part is shown.
fn as_group<'s>(diagnostic: &'s Diagnostic, whole: &Diagnostic) -> Group<'s> {
    let level = match diagnostic.severity {
        Severity::Error => named(Level::ERROR, "error:"),
        Severity::Warning => named(Level::WARNING, "warning:"),
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    // Places in one text are shown in one excerpt of it.
    let mut pictures: Vec<(&Arc<Source>, Snippet<'_, Annotation<'_>>)> = vec![];
    for (place, label) in diagnostic.labels.iter().enumerate() {
        let source = &label.place.source;
        let kind = if place == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(label.place.span.clone());
        let annotation = if label.text.is_empty() { annotation } else { annotation.label(&label.text) };
        let known = pictures.iter().position(|(other, _)| Arc::ptr_eq(other, source));
        let (_, picture) = if let Some(known) = known {
            pictures.remove(known)
        } else {
            let snippet = Snippet::source(&source.text).line_start(source.first_line);
            let at = whole.labels[place].place.line_and_column();
            if place == 0 && at != label.place.line_and_column() {
                group = group.element(Origin::path(&source.name).line(at.0).char_column(at.1));
                (source, snippet)
            } else {
                (source, snippet.path(&source.name))
            }
        };
        pictures.insert(known.unwrap_or(pictures.len()), (source, picture.annotation(annotation)));
    }
    group = group.elements(pictures.into_iter().map(|(_, picture)| picture));
    match &diagnostic.hint {
        Some(hint) => group.element(help().message(hint)),
        None => group,
    }
}

fn as_json(diagnostic: &Diagnostic) -> Value {
    let places: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| {
            let (line, column) = label.place.line_and_column();
            json!({"file": label.place.source.name, "line": line, "column": column, "label": label.text})
        })
        .collect();
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "schema": 1, "severity": severity, "code": diagnostic.code, "message": shortened(&diagnostic.message),
        "places": places, "hint": diagnostic.hint.as_deref().map(shortened),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is drawn does not depend on the length of the text, of its lines or of names; places are those of
    /// the whole text.
    #[test]
    fn long_texts_are_drawn_in_part() {
        let text = format!(
            "{}{}?é{}\n{}",
            "é\n".repeat(10_000),
            "é".repeat(100_000),
            "é".repeat(100_000),
            "y\n".repeat(9)
        );
        let at = text.find('?').unwrap();
        let source = Source::new("t.cmb", text);
        let place = |span| Place::new(&source, span);
        let message = format!("the name `{}` is long", "\0".repeat(1_000_000));
        let diagnostic = Diagnostic::error("code", message, place(at..at + 1)).hinted("a hint");
        let shown = drawn(&diagnostic.clone().related(place(0..2), "far"));
        assert!(shown.contains("--> t.cmb:10001:100001\n") && shown.len() < 20_000, "{shown}");
        assert!(
            shown.contains("[...]") && shown.contains("is long") && shown.contains("= help: a hint"),
            "{shown}"
        );
        let mark = shown.lines().position(|line| line.trim_end().ends_with('^')).unwrap();
        let column = |line: &str, c: char| line.chars().position(|other| other == c);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(column(lines[mark], '^'), column(lines[mark - 1], '?'), "{shown}");
        // Short lines are shown as a whole, with what is near.
        let start = source.text.len() - 4;
        let near = Diagnostic::error("code", "m", place(start..start + 1))
            .related(place(start + 2..start + 3), "near");
        let shown = drawn(&near);
        assert!(
            shown.contains("t.cmb:10009:1") && shown.contains("10010 | y") && shown.contains("near"),
            "{shown}"
        );
    }
}
