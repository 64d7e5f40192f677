//! Fingerprints: numbers that show whether two problems are the same.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::{Bounds, Kind, Problem};

/// The SHA-256 of some bytes, shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Of some bytes.
    ///
    /// ```
    /// use combien::problem::Fingerprint;
    ///
    /// // The example of FIPS 180-2, appendix B.1.
    /// let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    /// assert_eq!(Fingerprint::of_bytes(b"abc").to_string(), digest);
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Fingerprint {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest.fingerprint()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// The text is not a fingerprint, which has 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFingerprint;

errors!(NoFingerprint => "a fingerprint has 64 hexadecimal digits");

impl FromStr for Fingerprint {
    type Err = NoFingerprint;
    fn from_str(text: &str) -> Result<Fingerprint, NoFingerprint> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NoFingerprint);
        }
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| NoFingerprint)?;
        }
        Ok(Fingerprint(bytes))
    }
}

/// The fingerprint of a stream of bytes.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Digest {
    hash: Sha256,
    /// Bytes that are not hashed yet: a problem has millions of pieces of some bytes, and each call costs as
    /// much as hashing them.
    pending: Vec<u8>,
}

/// The most bytes that wait.
const MOST_PENDING: usize = 1 << 12;

impl Digest {
    /// Adds the next bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        if self.pending.len() + bytes.len() > MOST_PENDING {
            self.hash.update(&self.pending);
            self.pending.clear();
        }
        if bytes.len() > MOST_PENDING {
            self.hash.update(bytes);
        } else {
            self.pending.extend_from_slice(bytes);
        }
    }

    /// The fingerprint of all bytes so far.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint(self.hash.clone().chain_update(&self.pending).finalize().into())
    }

    /// A text, with its length before it, so that no two lists of texts have the same bytes.
    fn add_text(&mut self, text: &str) {
        self.add(&(text.len() as u64).to_le_bytes());
        self.add(text.as_bytes());
    }
}

impl Problem {
    /// A fingerprint that is the same for the same items and options, in the same order and with the same
    /// names; secondary items may be before or after the primary ones. Names of options are ignored. Linear
    /// in the size of the problem.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut digest = Digest::default();
        for kind in [Kind::Primary, Kind::Secondary] {
            let items = self.items().filter(|&item| self.kind(item) == kind);
            items.for_each(|item| digest.add_text(self.item_name(item)));
            digest.add(&u64::MAX.to_le_bytes());
        }
        for option in self.options() {
            for &entry in self.option(option) {
                digest.add_text(self.item_name(entry.item));
                digest.add_text(entry.color.map_or("", |color| self.color_name(color)));
            }
            digest.add(&u64::MAX.to_le_bytes());
        }
        // Bounds come last, and items covered once add nothing, so that problems without bounds have the same
        // fingerprints as in old files.
        for (&item, Bounds { lo, hi }) in &self.parts.bounds {
            digest.add_text(self.item_name(item));
            digest.add(&[lo.to_le_bytes(), hi.to_le_bytes()].concat());
        }
        // So do costs.
        for option in self.options().filter(|&option| self.cost(option) != 0) {
            digest.add_text(&format!(
                "cost of {}: {}",
                option.number(),
                self.show_cost(self.cost(option).into())
            ));
        }
        digest.fingerprint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::dlx::parse;

    fn of(text: &str) -> Fingerprint {
        parse("t", text).unwrap().problem.fingerprint()
    }

    #[test]
    fn what_differs_has_another_fingerprint() {
        let texts = [
            "a b | x\na x\nb x\n",
            "a b | x\nb x\na x\n",
            "a b | x\na x:c\nb x\n",
            "a b | x\na x:c\nb x:c\n",
            "a b | x\na x\nb\nx\n",
            "b a | x\na x\nb x\n",
            "a | b x\na x\nb x\n",
            "a b | y\na y\nb y\n",
            "ab | x\nab x\nx\n",
            "2|a b | x\na x\nb x\n",
            "a 2|b | x\na x\nb x\n",
            "a 0:2|b | x\na x\nb x\n",
            "a 1:2|b | x\na x\nb x\n",
            "a b | x\na x |1\nb x\n",
            "a b | x\na x\nb x |1\n",
            "a b | x\na x\nb x |0.1\n",
        ];
        let all: std::collections::HashSet<_> = texts.iter().map(|text| of(text)).collect();
        assert_eq!(all.len(), texts.len());
        assert_eq!(of(texts[0]), of("1|a 1:1|b | x\na x\nb x\n"));
        assert_eq!(of(texts[0]), of(&format!("| a comment\n{}", texts[0])));
    }

    /// Files contain them. The expected SHA-256 comes from another program.
    #[test]
    fn without_bounds_fingerprints_stay_what_they_were() {
        let digest = "bc45837c45e691430be020e6af8e0d0e6257803c0eff2ee5ee21a0edf8e016c6";
        assert_eq!(of("a\na\n").to_string(), digest);
    }

    #[test]
    fn a_fingerprint_is_read_back() {
        let one = of("a\na\n");
        assert_eq!(one.to_string().parse(), Ok(one));
        assert_eq!("ba78".parse::<Fingerprint>(), Err(NoFingerprint));
        assert_eq!("é".repeat(32).parse::<Fingerprint>(), Err(NoFingerprint));
    }
}
