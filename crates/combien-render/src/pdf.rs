//! SVG as PDF.

use krilla::Document;
use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use super::{RenderError, tree};

/// Points of PDF for each pixel of SVG: 72 and 96 per inch.
const POINTS: f32 = 0.75;

/// An SVG document as a PDF of one page, as large as the document says: sheets in millimetres come out at
/// their size. Words can be searched and copied.
pub fn pdf(svg: &str) -> Result<Vec<u8>, RenderError> {
    let tree = tree(svg)?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let (Some(size), Some(settings)) = (Size::from_wh(width, height), PageSettings::from_wh(width, height))
    else {
        return Err(RenderError::Pdf(format!("a page of {width} x {height} points")));
    };
    let mut document = Document::new();
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
    surface.finish();
    page.finish();
    drawn.ok_or_else(|| RenderError::Pdf("the picture could not be drawn".to_owned()))?;
    let mut file = document.finish().map_err(|error| RenderError::Pdf(format!("{error:?}")))?;
    // A comment, so that `combien` knows a picture that it may replace.
    file.extend(b"\n% made by Combien\n");
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::tests::WORDS;
    use super::*;

    #[test]
    fn words_are_in_the_document_and_the_bytes_are_the_same() {
        let blank = WORDS.replace("Tiling", "");
        assert!(pdf(WORDS).unwrap().len() > pdf(&blank).unwrap().len() + 500);
        assert_eq!(pdf(WORDS).unwrap(), pdf(WORDS).unwrap());
    }

    #[test]
    fn sheets_keep_their_size() {
        let sheet = r#"<svg xmlns="http://www.w3.org/2000/svg" width="254mm" height="127mm" viewBox="0 0 254 127"><path d="M0 0L9 9" stroke="red"/></svg>"#;
        let file = pdf(sheet).unwrap();
        let text = String::from_utf8_lossy(&file);
        let start = text.find("/MediaBox").expect("a page has a size");
        let numbers: String = text[start + 9..].chars().take_while(|&c| c != ']').collect();
        let numbers: Vec<f32> = numbers.split(['[', ' ']).filter_map(|word| word.parse().ok()).collect();
        // Ten inches and five.
        assert!(numbers.len() == 4 && (numbers[2] - 720.0).abs() < 0.01 && (numbers[3] - 360.0).abs() < 0.01);
    }

    #[test]
    fn invalid_documents_are_refused() {
        assert!(matches!(pdf(""), Err(RenderError::Svg(_))));
    }
}
