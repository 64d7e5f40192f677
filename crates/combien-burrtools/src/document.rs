//! The XML of a file: unpacked, checked for what would take too long, and parsed.

use combien::diagnostic::{Diagnostic, Severity};
use combien::solve::Reason;
use roxmltree::{Document, ParsingOptions};

use crate::element::{Element, File};
use crate::packed::unpacked;

/// The maximum number of elements and texts. Solutions that are saved in a file have many.
const MOST_NODES: u32 = 4_000_000;
/// The memory that an element or text takes while the list of them grows, which may double.
const NODE: u64 = 192;
/// The maximum number of attributes of an element: BurrTools writes about ten. The parser compares each with
/// all others of its element.
const MOST_ATTRIBUTES: usize = 64;

/// Reads something of a file, in its root element.
pub(crate) fn within<T>(
    file: &str,
    bytes: &[u8],
    memory: u64,
    look: impl FnOnce(Element<'_>) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    let without_place =
        |code, message, hint| Diagnostic { severity: Severity::Error, code, message, labels: vec![], hint };
    let beyond_memory =
        || without_place("memory", format!("{}, while reading `{file}`", Reason::Memory(memory)), None);
    // When it is unpacked, and when it becomes a text, there are two copies of it for a moment.
    let text = unpacked(bytes, memory / 2).map_err(|fault| {
        let (what, hint) = fault?;
        let message = format!("`{file}` is no puzzle of BurrTools: {what}");
        Some(without_place("no-puzzle", message, Some(hint.to_owned())))
    });
    let text = text.map_err(|fault| fault.unwrap_or_else(beyond_memory))?;
    let nodes = (memory - text.len() as u64) / NODE;
    let file = File { name: file, text: &text };
    if let Some(at) = crowded(&text) {
        let message = format!("this element has more than {MOST_ATTRIBUTES} attributes");
        return Err(file.error(at..at + 1, "bad-xml", &message, "BurrTools writes a few"));
    }
    let nodes_limit = u32::try_from(nodes).unwrap_or(MOST_NODES).min(MOST_NODES);
    let options = ParsingOptions { allow_dtd: false, nodes_limit, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options).map_err(|error| {
        if matches!(error, roxmltree::Error::NodesLimitReached) && nodes_limit < MOST_NODES {
            return beyond_memory();
        }
        let at = byte_of(&text, error.pos());
        let hint = "the file is not well-formed XML, or has more than BurrTools writes";
        file.error(at..at, "bad-xml", &error.to_string(), hint)
    })?;
    let root = Element { file, node: document.root_element() };
    if root.name() != "puzzle" {
        let message = format!("<{}> is no puzzle", root.name());
        return Err(root.wrong("no-puzzle", message, "a puzzle of BurrTools is an element <puzzle>"));
    }
    if root.text("version").is_some_and(|version| version != "2") {
        let message = format!("<puzzle> has version {}", root.text("version").unwrap_or_default());
        return Err(root.wrong(
            "version",
            message,
            "version 2 is read, which BurrTools has written since 2007",
        ));
    }
    look(root)
}

/// Where an element with too many attributes begins, if there is one. What is no XML is left to the parser.
fn crowded(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = at + text[at..].find('<')?;
        let rest = &text[start..];
        let others = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((opening, closing)) = others.iter().find(|(opening, _)| rest.starts_with(opening)) {
            at = start + opening.len() + rest[opening.len()..].find(closing)?;
            continue;
        }
        let (mut quote, mut attributes) = (None, 0);
        let length = rest.bytes().position(|byte| {
            match quote {
                Some(open) if open == byte => quote = None,
                None if b"\"'".contains(&byte) => quote = Some(byte),
                None if byte == b'=' => attributes += 1,
                _ => {}
            }
            quote.is_none() && byte == b'>' || attributes > MOST_ATTRIBUTES
        })?;
        if attributes > MOST_ATTRIBUTES {
            return Some(start);
        }
        at = start + length;
    }
}

/// The byte at a row and column of the text, both from 1.
fn byte_of(text: &str, at: roxmltree::TextPos) -> usize {
    let row = (at.row as usize).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(row).map(str::len).sum();
    let column = (at.col as usize).saturating_sub(1);
    text[start..].char_indices().nth(column).map_or(text.len(), |(byte, _)| start + byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::read::tests::GOOD;

    /// The parser compares each attribute with all others of its element: 50,000 took 20 seconds.
    #[test]
    fn elements_have_few_attributes() {
        let of = |number: usize, before: &str| {
            let all: Vec<String> = (0..number).map(|number| format!(" a{number}='>'")).collect();
            let all = all.concat();
            let text = GOOD.replace("<colors/>", &format!("{before}\n<colors{all}/>"));
            read("t.xmpuzzle", text.as_bytes(), None).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(of(MOST_ATTRIBUTES, "<!-- a='<'\"='='='=> --><?p a=\"?>"), Ok(()));
        let refused = Err("t.xmpuzzle:2:1: this element has more than 64 attributes".to_owned());
        assert_eq!((of(MOST_ATTRIBUTES + 1, ""), of(100_000, "")), (refused.clone(), refused));
    }
}
