//! Families in the format of Graphillion, the Python library of Inoue and others: the format of its `dump`
//! and `load`.
//!
//! ```text
//! 3 3 B T
//! 2 1 3 T
//! .
//! ```
//!
//! A line for each node, the root last, larger elements first: its id, its element, its `lo`, its `hi`; `B`
//! and `T` stand for ∅ and {∅}. A line with a dot ends the family; ∅ and {∅} have a line `B` or `T` in place
//! of nodes. Elements count from 1, items from 0: the item v is the element v + 1. The example is {{0}, {2}}.
//! A diagram that is read need not be reduced; those that are written are.
//!
//! The meaning of the elements is not written: in Graphillion, the element n is the n-th object of its
//! universe.

use std::io::{self, BufRead, Write};

use super::lines::{Dialect, ReadError, Reader, Reason};
use super::listing::listing;
use super::{Family, Store};

const GRAPHILLION: Dialect = Dialect { terminals: ["B", "T"], first_item: 1, allows_empty_hi: true };

/// # Graphillion's format
impl Store {
    /// Writes a family as Graphillion's `dump` does, except for the ids of the nodes, which are addresses
    /// there. Equal families give equal bytes.
    ///
    /// ```
    /// # use combien::zdd::Store;
    /// let mut store = Store::new();
    /// let family = store.from_sets([vec![0], vec![2]])?;
    /// let mut text = Vec::new();
    /// store.write_graphillion(family, &mut text)?;
    /// assert_eq!(text, b"2 3 B T\n3 1 2 T\n.\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_graphillion(&self, family: Family, mut output: impl Write) -> io::Result<()> {
        if family.is_terminal() {
            writeln!(output, "{}", GRAPHILLION.terminals[family.0 as usize])?;
        }
        for line in listing(self, family) {
            GRAPHILLION.write(line, &mut output)?;
        }
        writeln!(output, ".")
    }

    /// Reads a family that Graphillion's `dump` wrote, up to its dot.
    pub fn read_graphillion(&mut self, input: impl BufRead) -> Result<Family, ReadError> {
        let mut reader = Reader::new(self, GRAPHILLION, input);
        let mut root = None;
        loop {
            let words = reader.words()?;
            root = match (&words[..], root) {
                ([dot], Some(root)) if dot == "." => return Ok(root),
                ([word], None) if word != "." => Some(reader.family(word)?),
                ([dot], None) if dot == "." => return reader.fault(Reason::NoEnd),
                _ => Some(reader.node(&words)?),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fault;
    use super::super::oracle;
    use super::*;

    #[test]
    fn terminals_are_as_graphillion_writes_them() {
        let store = Store::new();
        for (family, text) in [(Family::EMPTY, "B\n.\n"), (Family::BASE, "T\n.\n")] {
            let mut written = vec![];
            store.write_graphillion(family, &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), text);
            assert_eq!(Store::new().read_graphillion(text.as_bytes()).unwrap(), family);
        }
    }

    #[test]
    fn all_families_over_three_items_come_back() {
        let (mut store, families) = oracle::all_over_three();
        for (_, family) in families {
            let mut written = vec![];
            store.write_graphillion(family, &mut written).unwrap();
            assert_eq!(store.read_graphillion(&written[..]).unwrap(), family);
        }
    }

    /// Ids that are addresses, as a dump has them.
    #[test]
    fn ids_are_arbitrary() {
        let mut store = Store::new();
        let family = store.read_graphillion(&b"4398 3 B T\n17 1 4398 T\n.\nmore"[..]).unwrap();
        assert_eq!(store.show(family).to_string(), "{{2}, {0}}");
    }

    #[test]
    fn a_diagram_need_not_be_reduced() {
        let mut store = Store::new();
        let family = store.read_graphillion(&b"9 3 B T\n8 3 B T\n7 2 9 B\n6 1 7 8\n.\n"[..]).unwrap();
        assert_eq!(store.show(family).to_string(), "{{2}, {0, 2}}");
        assert_eq!(store.size(family), 2);
    }

    #[test]
    fn faults_name_their_line() {
        for (text, line, reason) in [
            (".\n", 1, Reason::NoEnd),
            ("2 1 B T\n", 2, Reason::NoEnd),
            ("2 0 B T\n.\n", 1, Reason::Item("0".into())),
            ("2 2 B T\n3 3 2 T\n.\n", 2, Reason::Order { item: 3, child: 2 }),
            ("X\n.\n", 1, Reason::UnknownId("X".into())),
            ("T\nT\n.\n", 2, Reason::Fields),
        ] {
            match Store::new().read_graphillion(text.as_bytes()) {
                Err(ReadError::Fault(fault)) => assert_eq!(fault, Fault { line, reason }, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
