//! Pictures in files: their format is that of the name.

use std::path::Path;

use combien_lang::ast::Format;

use crate::failure::Failure;
use crate::files::{STDOUT, deliver};
use crate::terminal::rendered;

/// Formats of pictures that are not written: such a name on an SVG document would deceive.
const OTHERS: [&str; 10] = ["bmp", "eps", "gif", "ico", "jpeg", "jpg", "ps", "tif", "tiff", "webp"];

/// The format that the name of a file asks for. A name that tells none, such as `/dev/null`, asks for SVG.
pub(crate) fn format_of(path: &str) -> Result<Format, Failure> {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "png" => Ok(Format::Png),
        "pdf" => Ok(Format::Pdf),
        other if OTHERS.contains(&other) => Err(Failure::hinted(
            format!("`{path}`: pictures cannot be written as {}", other.to_uppercase()),
            "name the file .svg, .png or .pdf",
        )),
        _ => Ok(Format::Svg),
    }
}

/// Writes an SVG document to a file, in the format of its name.
pub(crate) fn write(path: &str, svg: &str) -> Result<(), Failure> {
    write_as(format_of(path)?, path, svg)
}

/// Writes an SVG document to a file, in this format.
pub(crate) fn write_as(format: Format, path: &str, svg: &str) -> Result<(), Failure> {
    let content = rendered(format, svg).map_err(|error| Failure::unwritable(path, &error))?;
    deliver(path, &content)
}

/// Refuses what cannot be a picture, or several pictures on standard output, before a search begins.
pub(crate) fn check(path: &str, are_several: bool) -> Result<(), Failure> {
    format_of(path)?;
    if path == STDOUT && are_several {
        let message = "several pictures on standard output could not be told apart";
        return Err(Failure::hinted(message, "name a file: further pictures get a number in its name"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_formats() {
        let formats = [
            ("a.svg", Format::Svg),
            ("-", Format::Svg),
            ("/dev/null", Format::Svg),
            ("x/a.PNG", Format::Png),
            ("a.b.pdf", Format::Pdf),
        ];
        for (path, format) in formats {
            assert_eq!(format_of(path).unwrap(), format, "{path}");
        }
        assert!(format_of("a.jpg").is_err() && format_of("a.TIFF").is_err());
    }
}
