//! Packing and unpacking by gzip.

use std::io::{self, Read, Write};

use combien::diagnostic::without_bom;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

/// The first bytes of each file that gzip has packed.
const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The maximum size of a file, also when it is unpacked. A small file may unpack to terabytes; files with
/// many solutions have some megabytes.
pub const MOST: u64 = 1 << 26;

/// What is wrong with a file, and a hint.
type Fault = (String, &'static str);

/// The text of a file, packed or not; or what is wrong with it, which is nothing if only the text takes more
/// than `room` bytes.
pub(crate) fn unpacked(bytes: &[u8], room: u64) -> Result<String, Option<Fault>> {
    let bytes = if bytes.starts_with(&MAGIC) {
        let mut text = vec![];
        if let Err(error) = MultiGzDecoder::new(bytes).take(MOST.min(room) + 1).read_to_end(&mut text) {
            let (what, hint) = match error.kind() {
                io::ErrorKind::UnexpectedEof => ("it ends too early", "the file is truncated: copy it again"),
                _ => ("it is damaged", "gzip cannot unpack it: copy it again"),
            };
            return Err(Some((what.to_owned(), hint)));
        }
        text
    } else {
        bytes[..bytes.len().min(MOST as usize + 1)].to_owned()
    };
    if bytes.len() as u64 > MOST {
        let what = format!("it has more than {} MB when it is unpacked", MOST >> 20);
        return Err(Some((what, "a puzzle is smaller; save it without its solutions")));
    }
    if bytes.len() as u64 > room {
        return Err(None);
    }
    // BurrTools copies the bytes of names and comments, which on older systems were Latin-1: the first 256
    // characters.
    let latin = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect();
    let text = String::from_utf8(bytes).unwrap_or_else(|wrong| latin(wrong.as_bytes()));
    let text = without_bom(&text);
    if text.trim_start().starts_with('<') {
        return Ok(text.to_owned());
    }
    let hint = "a puzzle of BurrTools is XML in UTF-8 or Latin-1, mostly packed by gzip";
    Err(Some(("it is neither XML nor packed by gzip".to_owned(), hint)))
}

/// A text, packed by gzip. Equal texts give equal bytes: no time and no name is kept.
pub fn packed(text: &str) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = "\u{feff}<puzzle/>";
        assert_eq!(unpacked(&packed(text).unwrap(), MOST).as_deref(), Ok("<puzzle/>"));
        assert_eq!(unpacked(text.as_bytes(), MOST).as_deref(), Ok("<puzzle/>"));
        assert_eq!(packed(text).unwrap(), packed(text).unwrap());
        assert_eq!(unpacked(b"<comment>G\xf6tz</comment>", MOST).as_deref(), Ok("<comment>Götz</comment>"));
    }

    #[test]
    fn bombs_and_damage_are_refused() {
        let what = |bytes: &[u8]| unpacked(bytes, u64::MAX / 2).unwrap_err().unwrap().0;
        let bomb = packed(&" ".repeat(MOST as usize + 10)).unwrap();
        assert!(bomb.len() < 100_000);
        assert_eq!(what(&bomb), "it has more than 64 MB when it is unpacked");
        assert_eq!((unpacked(&bomb, 1000), unpacked(b"<a/>", 3)), (Err(None), Err(None)));
        let whole = packed("<puzzle><shapes/></puzzle>").unwrap();
        assert_eq!(what(&whole[..whole.len() - 10]), "it ends too early");
        let mut damaged = whole.clone();
        damaged[12] ^= 0xff;
        assert!(["it is damaged", "it ends too early"].contains(&&*what(&damaged)));
        assert_eq!(what(b"a b\na b\n"), "it is neither XML nor packed by gzip");
        assert_eq!(what(&[0xff, 0xfe, b'<']), "it is neither XML nor packed by gzip");
        assert_eq!(what(b""), "it is neither XML nor packed by gzip");
    }
}
