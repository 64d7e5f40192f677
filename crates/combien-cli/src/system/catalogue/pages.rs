//! Pages and pictures in the language of the reader: what stands between their tags, and what screen readers say.

use std::borrow::Cow;

use super::{CHOSEN, Catalogue, DEEPEST};

/// The attributes that people read or hear.
const READ: [&str; 3] = ["title", "aria-label", "alt"];
/// Elements whose content is no text.
const CODE: [&str; 2] = ["script", "style"];
/// Where a page with a script takes its texts from.
const MESSAGES: &str = "const MESSAGES = {};";

/// A page of HTML or a picture of our own.
pub(crate) fn page(markup: &str) -> Cow<'_, str> {
    match CHOSEN.get() {
        Some(&language) => Catalogue::of(language).page(markup).into(),
        None => markup.into(),
    }
}

impl Catalogue {
    pub(super) fn page(&self, markup: &str) -> String {
        let mut said = String::new();
        let mut rest = markup;
        while let Some(open) = rest.find('<') {
            said += &self.between(&rest[..open]);
            rest = &rest[open..];
            let close = rest.find('>').map_or(rest.len(), |close| close + 1);
            let tag = &rest[..close];
            said += &self.tag(tag);
            rest = &rest[close..];
            let is = |name: &&str| tag[1..].strip_prefix(name).is_some_and(|end| end.starts_with(['>', ' ']));
            if let Some(code) = CODE.iter().find(|name| is(name)) {
                let end = rest.find(&format!("</{code}>")).unwrap_or(rest.len());
                // Data are a script, too, and a name in them may look like ours.
                said += &if tag == "<script>" {
                    rest[..end].replacen(MESSAGES, &self.messages(), 1)
                } else {
                    rest[..end].to_owned()
                };
                rest = &rest[end..];
            }
        }
        said + &self.between(rest)
    }

    fn between(&self, text: &str) -> String {
        let words = text.trim();
        // A single word may be the name of a piece.
        let phrase = || words.contains(' ').then(|| self.phrase(words, DEEPEST, &mut 0))?;
        match self.pages.get(words).cloned().or_else(phrase) {
            Some(other) => text.replacen(words, &other, 1),
            None => text.to_owned(),
        }
    }

    /// A tag with its attributes. What is put in from the page itself is escaped there.
    fn tag(&self, tag: &str) -> String {
        if tag.starts_with("<html ") {
            return tag.replace("lang=\"en\"", &format!("lang=\"{}\"", self.code));
        }
        let mut said = tag.to_owned();
        for name in READ {
            let begin = format!(" {name}=\"");
            let value = tag.split_once(&begin).and_then(|(_, behind)| behind.split_once('"'));
            if let Some((value, _)) = value
                && let Some(other) = self.phrase(value, DEEPEST, &mut 0)
            {
                said = said.replacen(
                    &format!("{begin}{value}\""),
                    &format!("{begin}{}\"", other.replace('"', "&quot;")),
                    1,
                );
            }
        }
        said
    }

    /// The texts that a script puts together itself.
    fn messages(&self) -> String {
        MESSAGES.replace("{}", &serde_json::json!(self.pages).to_string().replace("</", "<\\/"))
    }
}
