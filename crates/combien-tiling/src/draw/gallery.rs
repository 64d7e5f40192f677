//! A page that shows many pictures, to be opened from a disk: one file, nothing fetched from elsewhere.

use std::fmt::{self, Write};

use super::svg::write::Escaped;

/// One picture of a gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// The picture.
    pub image: Image,
    /// What it shows.
    pub title: String,
    /// A note, such as a count; may be empty.
    pub note: String,
}

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// In a file, by its path from the page, with `/` between folders.
    File(String),
    /// In the page: an SVG document.
    Svg(String),
}

/// How the page looks: as the reader's system does, light or dark. Pictures have a white ground of their own.
const STYLE: &str = include_str!("gallery.css");

/// A page that shows pictures, each with its title and a note; a picture in a file is a link to it.
///
/// ```
/// use combien_tiling::draw::{Exhibit, Image, gallery};
///
/// let exhibit = |number: u32| Exhibit {
///     image: Image::File(format!("solution {number}.svg")),
///     title: format!("Solution {number}"),
///     note: String::new(),
/// };
/// let page = gallery("Scott's puzzle", &[exhibit(1), exhibit(2)]);
/// assert!(page.contains(r#"<a href="solution%201.svg">"#));
/// assert!(page.contains("2 pictures"));
/// ```
pub fn gallery(title: &str, exhibits: &[Exhibit]) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write_page(title, exhibits, &mut page);
    page
}

fn write_page(title: &str, exhibits: &[Exhibit], out: &mut String) -> fmt::Result {
    let title = Escaped(title);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>")?;
    let plural = if exhibits.len() == 1 { "" } else { "s" };
    writeln!(out, "<p>{} picture{plural}</p>\n<main>", exhibits.len())?;
    for exhibit in exhibits {
        write_exhibit(exhibit, out)?;
    }
    writeln!(out, "</main>\n</body>\n</html>")
}

fn write_exhibit(exhibit: &Exhibit, out: &mut String) -> fmt::Result {
    let title = Escaped(&exhibit.title);
    match &exhibit.image {
        Image::File(path) => {
            let path = Address(path);
            writeln!(
                out,
                r#"<figure><a href="{path}"><img src="{path}" alt="{title}" loading="lazy"></a><figcaption>{title}"#
            )?;
        }
        Image::Svg(document) => writeln!(out, "<figure><div>{document}</div><figcaption>{title}")?,
    }
    if !exhibit.note.is_empty() {
        writeln!(out, "<span>{}</span>", Escaped(&exhibit.note))?;
    }
    writeln!(out, "</figcaption></figure>")
}

/// A path as an address writes it: what is not a letter, a digit or one of `-._~/` as the hexadecimal numbers
/// of its bytes. A path that begins like another kind of address (`javascript:`) is none then, for the colon
/// is written so too.
struct Address<'a>(&'a str);

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.bytes().try_for_each(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                f.write_char(char::from(byte))
            }
            byte => write!(f, "%{byte:02X}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_paths_are_escaped() {
        let exhibit = Exhibit {
            image: Image::File("a b/\u{e9}#1?.svg".into()),
            title: "<script>".into(),
            note: "\"1 & 2\"".into(),
        };
        let page = gallery("<&>", &[exhibit]);
        assert!(page.contains("a%20b/%C3%A9%231%3F.svg") && !page.contains("<script>"));
        assert!(page.contains("<title>&lt;&amp;&gt;</title>") && page.contains("&quot;1 &amp; 2&quot;"));
    }

    #[test]
    fn an_empty_gallery_is_a_page() {
        let page = gallery("none", &[]);
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.contains("0 pictures") && page.ends_with("</html>\n")
        );
    }

    #[test]
    fn pictures_can_be_embedded_in_the_page() {
        let image = Image::Svg("<svg></svg>".into());
        let page = gallery("one", &[Exhibit { image, title: "a".into(), note: String::new() }]);
        assert!(page.contains("<div><svg></svg></div>") && page.contains("1 picture<"));
    }
}
