//! Diagnostics on standard error: drawn for people, or as one line of JSON each.

use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use combien::diagnostic::{Diagnostic, Severity, Source, counted};
use serde_json::{Value, json};

use super::escape;

/// The maximum number of messages that are drawn. Drawing a message takes time in proportion to the whole text.
const MOST_DRAWN: usize = 100;

/// Shows what is wrong, and where.
pub(crate) fn show(diagnostics: &[Diagnostic], json: bool) {
    let most = if json { diagnostics.len() } else { MOST_DRAWN };
    for diagnostic in diagnostics.iter().take(most) {
        if json {
            anstream::eprintln!("{}", escape::lines(&as_json(diagnostic).to_string()));
        } else {
            let shown = escaped(diagnostic);
            anstream::eprintln!("{}\n", Renderer::styled().render(&[as_group(&shown)]));
        }
    }
    if diagnostics.len() > most {
        anstream::eprintln!("and {} more", counted(diagnostics.len() - most, "message"));
    }
}

/// A message as it is drawn for people, without colors: what is wrong, the line of the text underlined, and a hint.
pub fn drawn(diagnostic: &Diagnostic) -> String {
    Renderer::plain().render(&[as_group(&escaped(diagnostic))])
}

/// Shows an error that has no place in a text.
pub(crate) fn show_message(message: &str, hint: Option<&str>, json: bool) {
    if json {
        let document = json!({"schema": 1, "severity": "error", "message": message, "hint": hint});
        anstream::eprintln!("{}", escape::lines(&document.to_string()));
        return;
    }
    draw(Level::ERROR, message, hint);
}

/// Shows a warning that has no place in a text.
pub(crate) fn show_warning(message: &str, hint: &str) {
    draw(Level::WARNING, message, Some(hint));
}

/// Says something that is neither an error nor a warning.
pub(crate) fn note(message: &str) {
    draw(Level::NOTE, message, None);
}

fn draw(level: Level<'_>, message: &str, hint: Option<&str>) {
    let group = Group::with_title(level.primary_title(escape::lines(message)));
    let group = match hint {
        Some(hint) => group.element(Level::HELP.message(escape::lines(hint))),
        None => group,
    };
    anstream::eprintln!("{}", Renderer::styled().render(&[group]));
}

/// The same message with the control characters from files escaped.
fn escaped(diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = diagnostic.clone();
    let text = |text: &mut String| *text = escape::lines(text).into_owned();
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

fn as_group(diagnostic: &Diagnostic) -> Group<'_> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
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
        let (_, picture) = match known {
            Some(known) => pictures.remove(known),
            None => (source, Snippet::source(&source.text).line_start(source.first_line).path(&source.name)),
        };
        pictures.insert(known.unwrap_or(pictures.len()), (source, picture.annotation(annotation)));
    }
    group = group.elements(pictures.into_iter().map(|(_, picture)| picture));
    match &diagnostic.hint {
        Some(hint) => group.element(Level::HELP.message(hint)),
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
        "schema": 1, "severity": severity, "code": diagnostic.code, "message": diagnostic.message,
        "places": places, "hint": diagnostic.hint,
    })
}
