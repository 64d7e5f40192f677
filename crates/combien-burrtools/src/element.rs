//! Elements of the XML, with their places for messages.

use std::ops::Range;
use std::str::FromStr;

use combien::diagnostic::{Diagnostic, Place, Source};
use roxmltree::Node;

/// A line that is longer is not shown: a file may be one line.
const MOST_SHOWN: usize = 400;

/// A file that is being read.
#[derive(Clone, Copy)]
pub(crate) struct File<'t> {
    pub(crate) name: &'t str,
    pub(crate) text: &'t str,
}

/// An element of a file.
#[derive(Clone, Copy)]
pub(crate) struct Element<'t> {
    pub(crate) file: File<'t>,
    pub(crate) node: Node<'t, 't>,
}

impl File<'_> {
    /// An error at some bytes of the text.
    pub(crate) fn error(
        self,
        span: Range<usize>,
        code: &'static str,
        message: &str,
        hint: &str,
    ) -> Diagnostic {
        let start = self.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[span.start..].find('\n').map_or(self.text.len(), |newline| span.start + newline);
        let line = self.text[start..end].trim_end_matches('\r');
        let number = 1 + self.text[..start].matches('\n').count();
        let (line, from) = if line.len() <= MOST_SHOWN {
            (line, start)
        } else {
            // The part from the place on. It begins the line that is shown.
            let rest = &self.text[span.start..end];
            let length = rest.char_indices().map(|(at, _)| at).take_while(|&at| at <= MOST_SHOWN / 4).last();
            (&rest[..length.unwrap_or(0)], span.start)
        };
        let within = |at: usize| (at - from).min(line.len());
        let place = Place::new(&Source::line(self.name, line, number), within(span.start)..within(span.end));
        Diagnostic::error(code, message, place).hinted(hint)
    }
}

impl<'t> Element<'t> {
    pub(crate) fn name(self) -> &'t str {
        self.node.tag_name().name()
    }

    /// The elements in it of this name, in order.
    pub(crate) fn all(self, name: &'static str) -> impl Iterator<Item = Element<'t>> {
        let file = self.file;
        let elements =
            self.node.children().filter(move |node| node.is_element() && node.tag_name().name() == name);
        elements.map(move |node| Element { file, node })
    }

    /// The first element in it of this name.
    pub(crate) fn only(self, name: &'static str) -> Result<Element<'t>, Diagnostic> {
        self.all(name).next().ok_or_else(|| {
            self.wrong(
                "missing-element",
                format!("<{}> has no element <{name}>", self.name()),
                "is a part missing?",
            )
        })
    }

    pub(crate) fn text(self, attribute: &str) -> Option<&'t str> {
        self.node.attribute(attribute)
    }

    /// The number of an attribute.
    pub(crate) fn number<N: FromStr>(self, attribute: &str) -> Result<N, Diagnostic> {
        let Some(text) = self.text(attribute) else {
            let message = format!("<{}> has no attribute `{attribute}`", self.name());
            return Err(self.wrong("missing-attribute", message, "is the file whole?"));
        };
        text.parse().map_err(|_| {
            let message = format!("`{attribute}` of <{}> is `{text}`", self.name());
            self.wrong("bad-number", message, "it is a whole number, not negative and not too large")
        })
    }

    /// An error about the element, at the beginning of its tag.
    pub(crate) fn wrong(self, code: &'static str, message: impl AsRef<str>, hint: &str) -> Diagnostic {
        let start = self.node.range().start;
        let end = start + 1 + self.file.text[start + 1..].find([' ', '>', '/', '\n']).unwrap_or(0);
        self.file.error(start..end, code, message.as_ref(), hint)
    }
}
