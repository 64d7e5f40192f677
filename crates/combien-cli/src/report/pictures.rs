//! Pictures in files. The file name decides the format.

use std::io;
use std::path::Path;

use combien_lang::ast::Format;

use super::failure::Failure;
use super::output::deliver;
use crate::system::catalogue::page;

/// Picture formats that are not supported. An SVG document under such a name would be misleading.
const OTHERS: [&str; 10] = ["bmp", "eps", "gif", "ico", "jpeg", "jpg", "ps", "tif", "tiff", "webp"];

/// The format for a file name. A name without a known ending, such as `/dev/null`, means SVG.
pub(crate) fn format_of(path: &str) -> Result<Format, Failure> {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "png" => available(Format::Png),
        "pdf" => available(Format::Pdf),
        other if OTHERS.contains(&other) => Err(Failure::hinted(
            format!("`{path}`: pictures cannot be written as {}", other.to_uppercase()),
            "name the file .svg, .png or .pdf",
        )),
        _ => Ok(Format::Svg),
    }
}

/// The format, if this build can write it.
pub(crate) fn available(format: Format) -> Result<Format, Failure> {
    unavailable(format).map_or(Ok(format), |(message, hint)| Err(Failure::hinted(message, hint)))
}

/// Why this build cannot write a format, and what to do about it. Returns `None` if it can.
pub(crate) fn unavailable(format: Format) -> Option<(String, String)> {
    if format == Format::Svg || cfg!(feature = "render") {
        return None;
    }
    let message = format!("this build of combien cannot write {}", format.name().to_uppercase());
    Some((message, "write SVG, or build combien with `--features render`".to_owned()))
}

/// An SVG document in a format.
#[cfg(feature = "render")]
pub(crate) fn rendered(format: Format, svg: &str) -> io::Result<Vec<u8>> {
    /// The pixels of a PNG for each unit of SVG, chosen for screens with a high resolution.
    const PNG_SCALE: f32 = 2.0;

    let rendered = match format {
        Format::Svg => return Ok(svg.as_bytes().to_vec()),
        Format::Png => combien_render::png(svg, PNG_SCALE),
        Format::Pdf => combien_render::pdf(svg),
    };
    rendered.map_err(io::Error::other)
}

/// An SVG document in a format, without a renderer: [`unavailable`] has refused other formats before.
#[cfg(not(feature = "render"))]
pub(crate) fn rendered(format: Format, svg: &str) -> io::Result<Vec<u8>> {
    match format {
        Format::Svg => Ok(svg.as_bytes().to_vec()),
        Format::Png | Format::Pdf => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Writes an SVG document to a file, in the format of its name.
pub(crate) fn write(path: &str, svg: &str) -> Result<(), Failure> {
    write_as(format_of(path)?, path, svg)
}

/// Writes an SVG document to a file, in this format.
pub(crate) fn write_as(format: Format, path: &str, svg: &str) -> Result<(), Failure> {
    let content = rendered(format, &page(svg)).map_err(|error| Failure::unwritable(path, &error))?;
    deliver(path, &content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_formats() {
        for path in ["a.svg", "-", "/dev/null"] {
            assert_eq!(format_of(path).unwrap(), Format::Svg, "{path}");
        }
        for (path, format) in [("x/a.PNG", Format::Png), ("a.b.pdf", Format::Pdf)] {
            let can_be_written = cfg!(feature = "render").then_some(format);
            assert_eq!(format_of(path).ok(), can_be_written, "{path}");
        }
        assert!(format_of("a.jpg").is_err() && format_of("a.TIFF").is_err());
    }
}
