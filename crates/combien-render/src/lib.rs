//! The pictures of Combien as PNG and PDF.
//!
//! A separate crate because of its dependencies: a renderer, a writer of PDF and a font, which take minutes
//! to compile and are not needed for counting; fewer without the default feature `pdf`. The font, `DejaVu
//! Sans`, is part of the program, so pictures look the same on every machine; those that a system has are not
//! looked for, and letters that it lacks, such as Chinese ones, become boxes. Pure: the same document gives
//! the same bytes.

#[cfg(feature = "pdf")]
mod pdf;

use std::error::Error;
use std::fmt;
use std::sync::{Arc, LazyLock};

#[cfg(feature = "pdf")]
pub use pdf::pdf;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The maximum number of pixels, which take 4 bytes each.
const MOST_PIXELS: f64 = 1e8;

/// Why a picture cannot be rendered.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RenderError {
    /// This is no SVG document, and why.
    Svg(String),
    /// The scale is not a positive number.
    Scale(f32),
    /// The picture would have too many pixels: this many across, this many down.
    TooLarge(u64, u64),
    /// The PDF could not be written, and why.
    Pdf(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Svg(reason) => write!(f, "this is no SVG document: {reason}"),
            RenderError::Scale(scale) => write!(f, "a picture cannot be scaled by {scale}"),
            RenderError::TooLarge(width, height) => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels is too large: {MOST_PIXELS:.0} are the most"
                )
            }
            RenderError::Pdf(reason) => write!(f, "the PDF could not be written: {reason}"),
        }
    }
}

impl Error for RenderError {}

/// The only font, by whatever name it is asked for.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

fn tree(svg: &str) -> Result<Tree, RenderError> {
    let options =
        Options { font_family: "DejaVu Sans".to_owned(), fontdb: FONTS.clone(), ..Options::default() };
    Tree::from_str(svg, &options).map_err(|error| RenderError::Svg(error.to_string()))
}

/// An SVG document as PNG, with this many pixels for each unit (a pixel at scale 1).
///
/// ```
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><path d="M0 0L4 3L0 3Z"/></svg>"#;
/// let png = combien_render::png(svg, 2.0)?;
/// assert_eq!(png[..4], *b"\x89PNG");
/// # Ok::<(), combien_render::RenderError>(())
/// ```
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(RenderError::Scale(scale));
    }
    let tree = tree(svg)?;
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0);
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let too_large = || RenderError::TooLarge(width as u64, height as u64);
    if width * height > MOST_PIXELS {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let mut png = pixmap.encode_png().map_err(|_| too_large())?;
    png.splice(HEADER..HEADER, SOFTWARE.iter().copied());
    Ok(png)
}

/// The length of the signature of a PNG and its first chunk.
const HEADER: usize = 33;
/// The chunk that names the program: its length, its kind, its text and their check sum. So `combien` knows a
/// picture that it may replace.
const SOFTWARE: &[u8] = b"\0\0\0\x18tEXtSoftware\0made by Combien\xf5\x38\xd3\x38";

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const WORDS: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20"><rect width="100%" height="100%" fill="white"/><text x="2" y="15" font-family="sans-serif" font-size="14">Tiling</text></svg>"#;

    /// Without its font the picture would be all white.
    #[test]
    fn words_are_drawn_without_fonts_of_the_system() {
        let blank = WORDS.replace("Tiling", "");
        assert!(png(WORDS, 1.0).unwrap().len() > png(&blank, 1.0).unwrap().len() + 100);
    }

    #[test]
    fn the_same_document_gives_the_same_bytes() {
        assert_eq!(png(WORDS, 1.5).unwrap(), png(WORDS, 1.5).unwrap());
    }

    /// The reader compares all check sums.
    #[test]
    fn pictures_name_their_program() {
        let picture = png(WORDS, 1.0).unwrap();
        assert!(picture.windows(15).any(|part| part == b"made by Combien"));
        assert_eq!(Pixmap::decode_png(&picture).unwrap().width(), 100);
    }

    #[test]
    fn what_cannot_be_rendered_is_refused() {
        assert!(matches!(png("no svg", 1.0), Err(RenderError::Svg(_))));
        assert_eq!(png(WORDS, 0.0), Err(RenderError::Scale(0.0)));
        assert!(matches!(png(WORDS, f32::NAN), Err(RenderError::Scale(_))));
        assert_eq!(png(WORDS, 1000.0), Err(RenderError::TooLarge(100_000, 20_000)));
    }
}
