//! Families as text that can be read back.
//!
//! ```text
//! zdd 1
//! 2 4 0 1
//! 3 2 2 1
//! root 3
//! ```
//!
//! The first line names the format and its version. Each line after it is a node: its id, its item, its `lo`,
//! its `hi`; the ids 0 and 1 stand for ∅ and {∅}. A child comes before its parents, and the last line is the
//! root. The example is {{2}, {4}}. Blank lines are skipped.

use std::io::{self, BufRead, Write};

use super::lines::{Dialect, ReadError, Reader, Reason};
use super::listing::listing;
use super::{Family, Store};

const TEXT: Dialect = Dialect { terminals: ["0", "1"], first_item: 0, allows_empty_hi: false };

/// # Text
impl Store {
    /// Writes a family as text. Equal families give equal bytes, whatever their stores.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let family = store.from_sets([vec![2], vec![4]])?;
    /// let mut text = Vec::new();
    /// store.write(family, &mut text)?;
    /// assert_eq!(text, b"zdd 1\n2 4 0 1\n3 2 2 1\nroot 3\n");
    ///
    /// let mut other = Store::new();
    /// let same = other.read(&text[..])?;
    /// assert_eq!(other.show(same).to_string(), "{{4}, {2}}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, family: Family, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "zdd 1")?;
        let lines = listing(self, family);
        for &line in &lines {
            TEXT.write(line, &mut output)?;
        }
        let root = if family.is_terminal() { family.0 as usize } else { lines.len() + 1 };
        writeln!(output, "root {root}")
    }

    /// Reads a family that was written as text, up to the line of its root.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let error = Store::new().read(&b"zdd 1\n2 4 0 1\n3 4 2 1\nroot 3\n"[..]).unwrap_err();
    /// assert_eq!(error.to_string(), "line 3: item 4 does not come before item 4 of a child");
    /// ```
    pub fn read(&mut self, input: impl BufRead) -> Result<Family, ReadError> {
        let mut reader = Reader::new(self, TEXT, input);
        if reader.words()? != ["zdd", "1"] {
            return reader.fault(Reason::Header);
        }
        loop {
            let words = reader.words()?;
            match &words[..] {
                [word, root] if word == "root" => return reader.family(root),
                _ => reader.node(&words)?,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::super::{Fault, Full};
    use super::*;
    use proptest::prelude::*;

    fn text(store: &Store, family: Family) -> Vec<u8> {
        let mut output = vec![];
        store.write(family, &mut output).unwrap();
        output
    }

    #[test]
    fn all_families_over_three_items_come_back() {
        let (mut store, families) = oracle::all_over_three();
        for (sets, family) in families {
            let written = text(&store, family);
            assert_eq!(store.read(&written[..]).unwrap(), family);
            let mut other = Store::new();
            let copy = other.read(&written[..]).unwrap();
            assert_eq!(oracle::read(&other, copy), sets);
            assert_eq!(text(&other, copy), written);
        }
    }

    #[test]
    fn faults_name_their_line() {
        use Reason::{Fields, Header, HiEmpty, Id, IdTwice, Item, NoEnd, Order, UnknownId};
        for (text, line, reason) in [
            ("", 1, NoEnd),
            ("zdd 2\n", 1, Header),
            ("\nzdd 1\n\n", 4, NoEnd),
            ("zdd 1\n2 0 0\n", 2, Fields),
            ("zdd 1\nroot\n", 2, Fields),
            ("zdd 1\nx 0 0 1\n", 2, Id("x".into())),
            ("zdd 1\n1 0 0 1\n", 2, Id("1".into())),
            ("zdd 1\n2 -1 0 1\n", 2, Item("-1".into())),
            ("zdd 1\n2 4294967295 0 1\n", 2, Item("4294967295".into())),
            ("zdd 1\n2 5 0 1\n2 4 0 1\n", 3, IdTwice(2)),
            ("zdd 1\n2 5 3 1\n", 2, UnknownId("3".into())),
            ("zdd 1\n2 5 0 1\n3 5 2 1\n", 3, Order { item: 5, child: 5 }),
            ("zdd 1\n2 5 0 1\n3 6 1 2\n", 3, Order { item: 6, child: 5 }),
            ("zdd 1\n2 5 1 0\n", 2, HiEmpty),
            ("zdd 1\nroot 2\n", 2, UnknownId("2".into())),
        ] {
            match Store::new().read(text.as_bytes()) {
                Err(ReadError::Fault(fault)) => assert_eq!(fault, Fault { line, reason }, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        let full = Store::with_limit(1).read(&b"zdd 1\n2 5 0 1\n3 4 2 1\nroot 3\n"[..]);
        assert!(matches!(full, Err(ReadError::Full(Full { limit: 1 }))));
        assert!(matches!(Store::new().read(&b"zdd 1\n\xff\n"[..]), Err(ReadError::Io(_))));
    }

    proptest! {
        /// No text can make the reader panic or the store invalid.
        #[test]
        fn any_text_is_read_or_refused(lines in prop::collection::vec("[0-9]( [0-9]){2,4}|root [0-9]", 0..8)) {
            let mut store = Store::new();
            let _ = store.read(format!("zdd 1\n{}\n", lines.join("\n")).as_bytes());
            store.check_invariants();
        }
    }
}
