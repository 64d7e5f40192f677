//! What the text formats of families have in common: a line for each node, children before parents, and its
//! faults.
//!
//! A line is `id item lo hi`; `lo` and `hi` are ids of lines before it, or one of two names for the
//! terminals. A reader checks everything: the order of the items, the ids, and whether the diagram is
//! reduced.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use super::listing::Line;
use super::{Family, Full, Store};

/// How one format writes what all of them say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    /// The names of ∅ and {∅}.
    pub(super) terminals: [&'static str; 2],
    /// How the item 0 is written.
    pub(super) first_item: u32,
    /// May a node have `hi` = ∅? It is then read as its `lo`.
    pub(super) allows_empty_hi: bool,
}

/// Why a family could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text could not be had.
    Io(io::Error),
    /// The text is not a family.
    Fault(Fault),
    /// The store has no room for it.
    Full(Full),
}

/// What is wrong with the text of a family, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The first line should name the format and its version.
    Header,
    /// A line of a node has four fields, the last line one or two.
    Fields,
    /// This should be the id of a node: a number that is not the name of a terminal.
    Id(String),
    /// This should be an item: a number within the range of the format.
    Item(String),
    /// Two lines have this id.
    IdTwice(u64),
    /// This is neither a terminal nor the id of a line before.
    UnknownId(String),
    /// The item of a node does not come before that of one of its children.
    Order {
        /// The item of the node, as it is written.
        item: u32,
        /// The item of the child.
        child: u32,
    },
    /// `hi` is ∅: the node should have been left out.
    HiEmpty,
    /// The text ends before the line that says which node is the root.
    NoEnd,
}

errors!(Reason {
    Header => "the first line should be `zdd 1`";
    Fields => "a node has four fields: id, item, lo, hi";
    Id(word) => "`{word}` is not an id for a node";
    Item(word) => "`{word}` is not an item";
    IdTwice(id) => "the id {id} is taken by a node before";
    UnknownId(word) => "no node before has the id `{word}`";
    Order { item, child } => "item {item} does not come before item {child} of a child";
    HiEmpty => "`hi` is the empty family: leave the node out, it is its `lo`";
    NoEnd => "the text ends before it names the root";
});

errors!(ReadError {
    Io(error) from io::Error => "{error}";
    Fault(Fault { line, reason }) => "line {line}: {reason}";
    Full(full) from Full => "{full}";
});

impl Dialect {
    /// Writes a node. No item overflows, because `u32::MAX` is none.
    pub(super) fn write(self, line: Line, mut output: impl Write) -> io::Result<()> {
        write!(output, "{} {} ", line.number, line.var + self.first_item)?;
        self.write_child(line.lo, &mut output)?;
        output.write_all(b" ")?;
        self.write_child(line.hi, &mut output)?;
        output.write_all(b"\n")
    }

    fn write_child(self, number: usize, mut output: impl Write) -> io::Result<()> {
        match self.terminals.get(number) {
            Some(name) => output.write_all(name.as_bytes()),
            None => write!(output, "{number}"),
        }
    }

    /// The terminal of that name.
    pub(super) fn terminal(self, word: &str) -> Option<Family> {
        [Family::EMPTY, Family::BASE]
            .into_iter()
            .zip(self.terminals)
            .find(|(_, name)| *name == word)
            .map(|pair| pair.0)
    }
}

/// Reads nodes into a store, line by line.
#[derive(Debug)]
pub(super) struct Reader<'a, R> {
    store: &'a mut Store,
    dialect: Dialect,
    input: R,
    text: String,
    line: usize,
    families: HashMap<u64, Family>,
}

impl<'a, R: BufRead> Reader<'a, R> {
    pub(super) fn new(store: &'a mut Store, dialect: Dialect, input: R) -> Reader<'a, R> {
        Reader { store, dialect, input, text: String::new(), line: 0, families: HashMap::new() }
    }

    /// The words of the next line that has any; without such a line, the text ends too early.
    pub(super) fn words(&mut self) -> Result<Vec<String>, ReadError> {
        loop {
            self.text.clear();
            let bytes = self.input.read_line(&mut self.text)?;
            self.line += 1;
            if bytes == 0 {
                return self.fault(Reason::NoEnd);
            }
            let words: Vec<_> = self.text.split_ascii_whitespace().map(str::to_owned).collect();
            if !words.is_empty() {
                return Ok(words);
            }
        }
    }

    /// Something is wrong with the line read last.
    pub(super) fn fault<T>(&self, reason: Reason) -> Result<T, ReadError> {
        Err(ReadError::Fault(Fault { line: self.line, reason }))
    }

    /// The family of a terminal, or of a node before.
    pub(super) fn family(&self, word: &str) -> Result<Family, ReadError> {
        let by_id = || self.families.get(&word.parse().ok()?).copied();
        match self.dialect.terminal(word).or_else(by_id) {
            Some(family) => Ok(family),
            None => self.fault(Reason::UnknownId(word.to_owned())),
        }
    }

    /// Adds the node of a line.
    pub(super) fn node(&mut self, words: &[String]) -> Result<Family, ReadError> {
        let [id_word, item_word, lo, hi] = words else { return self.fault(Reason::Fields) };
        let (Ok(id), None) = (id_word.parse::<u64>(), self.dialect.terminal(id_word)) else {
            return self.fault(Reason::Id(id_word.clone()));
        };
        let Some(item) = self.item(item_word) else { return self.fault(Reason::Item(item_word.clone())) };
        let (lo, hi) = (self.family(lo)?, self.family(hi)?);
        if hi == Family::EMPTY && !self.dialect.allows_empty_hi {
            return self.fault(Reason::HiEmpty);
        }
        for child in [lo, hi].into_iter().filter_map(|child| self.store.root(child)) {
            if child.var <= item {
                let [item, child] = [item, child.var].map(|item| item + self.dialect.first_item);
                return self.fault(Reason::Order { item, child });
            }
        }
        let family = self.store.node(item, lo, hi)?;
        if self.families.insert(id, family).is_some() {
            return self.fault(Reason::IdTwice(id));
        }
        Ok(family)
    }

    /// The item that a word means, if it means one.
    fn item(&self, word: &str) -> Option<u32> {
        let item = word.parse::<u32>().ok()?.checked_sub(self.dialect.first_item)?;
        (item < u32::MAX).then_some(item)
    }
}
