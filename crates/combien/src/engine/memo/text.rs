//! Diagrams with products as text that can be read back.
//!
//! ```text
//! zdnnf 1 8
//! 2 choice 1 2 >1 3 4 >1
//! 3 choice 5 6 >1 7 8 >1
//! 4 product >2 >3
//! root 4
//! ```
//!
//! The first line names the format, its version, and how many options there are. Each line after it is a node, with its
//! id: the ids count from 2, and 0 and 1 stand for ∅ and {∅}. A choice has branches, each with its options, from 1, and its
//! child; a product has parts. A child comes before its parents, and ∅ is none. The last line is the root. The example is
//! the family of the 2 · 2 ways to take 1 and 2 or 3 and 4, and 5 and 6 or 7 and 8.
//!
//! A reader checks that each set of options is in the family in one way only: the first option of a branch is in no other
//! branch of its choice, and no option is in two parts of a product, or twice in a branch. So what is counted in a diagram
//! that was read is the number of its sets.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

use super::diagram::{Diagram, Kind, NONE, NodeId, ONE};
use super::supports::{Supports, Twice};
use crate::problem::OptionId;

/// Why a diagram could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text could not be had.
    Io(io::Error),
    /// The text is not a diagram: the number of the line, from 1, and what is wrong there.
    Fault(usize, Fault),
    /// The diagram would take more than this number of bytes.
    Memory(u64),
}

/// What is wrong with a line of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The first line should name the format, its version, and the number of options.
    Header,
    /// This should be the id of the next node.
    Id(String, NodeId),
    /// A node is a `choice` or a `product`, or the line names the `root`.
    Kind(String),
    /// This should be the number of an option, up to the last one.
    Option(String, usize),
    /// This should be `>` and the id of a node before.
    Child(String),
    /// A node needs a child.
    NoChild,
    /// A branch needs an option.
    NoOption,
    /// The options at the end of the line have no child.
    NoEndOfBranch,
    /// This option, from 1, is in two places of which it may be in one only.
    Twice(usize),
    /// The root should be alone on its line, and a node before.
    Root,
    /// The text ends before the end of the line that says which node is the root.
    NoEnd,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Header => f.write_str("the first line should be `zdnnf 1` and the number of options"),
            Fault::Id(word, next) => write!(f, "`{word}` should be {next}, the id of the next node"),
            Fault::Kind(word) => write!(f, "`{word}` is neither `choice` nor `product`"),
            Fault::Option(word, options) => write!(f, "`{word}` is not an option from 1 to {options}"),
            Fault::Child(word) => {
                write!(f, "`{word}` is not a child: write `>` and the id of a node before, not 0")
            }
            Fault::NoChild => f.write_str("this node has no child"),
            Fault::NoOption => f.write_str("a branch of a choice needs an option"),
            Fault::NoEndOfBranch => f.write_str("the last branch has no child"),
            Fault::Twice(option) => write!(f, "option {option} may not be in two places here"),
            Fault::Root => f.write_str("write `root` and the id of a node before, or 0"),
            Fault::NoEnd => f.write_str("the text ends before the end of a line that names the root"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Fault(line, fault) => write!(f, "line {line}: {fault}"),
            ReadError::Memory(bytes) => write!(f, "the diagram would take more than {bytes} bytes"),
        }
    }
}

impl Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}

/// # Text
impl Diagram {
    /// Writes the diagram as text; `options` is how many options the problem has.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien::engine::{memo::{Diagram, Recording}, order::Order};
    /// use combien::problem::dlx;
    ///
    /// let problem = dlx::parse("dominoes", "a b c d\na b\nc d\na c\nb d\n")?.problem;
    /// let mut recording = Recording::new(&problem, &Order::input(&problem), &Budget::UNLIMITED)?;
    /// recording.run(u64::MAX);
    /// let mut text = vec![];
    /// recording.finish().unwrap().write(4, &mut text)?;
    /// assert_eq!(String::from_utf8_lossy(&text), "zdnnf 1 4\n2 choice 1 2 >1 3 4 >1\nroot 2\n");
    ///
    /// let (diagram, options) = Diagram::read(&text[..], Budget::MEMORY)?;
    /// assert_eq!((diagram.count().to_string(), options), ("2".to_owned(), 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self, options: usize, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "zdnnf 1 {options}")?;
        let reached = self.reached();
        let mut ids: Vec<NodeId> = vec![NONE, ONE];
        let mut next = ONE + 1;
        for node in ONE + 1..self.node_count() as NodeId {
            ids.push(next);
            if !reached[node as usize] {
                continue;
            }
            let kind = if self.kind(node) == Kind::Choice { "choice" } else { "product" };
            write!(output, "{next} {kind}")?;
            for edge in self.edges(node) {
                for option in self.options(edge) {
                    write!(output, " {}", option.number())?;
                }
                write!(output, " >{}", ids[self.child(edge) as usize])?;
            }
            output.write_all(b"\n")?;
            next += 1;
        }
        writeln!(output, "root {}", ids[self.root() as usize])
    }

    /// Reads a diagram that was written as text, up to the line of its root, and how many options there are. The diagram,
    /// and what is needed to check it, may take this number of bytes: an eighth of a byte for each node and option.
    ///
    /// ```
    /// # use combien::engine::memo::Diagram;
    /// let error = Diagram::read(&b"zdnnf 1 3\n2 choice 1 2 >1 3 1 >1\nroot 2\n"[..], 1 << 20).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: option 1 may not be in two places here");
    /// ```
    pub fn read(input: impl BufRead, memory: u64) -> Result<(Diagram, usize), ReadError> {
        let mut lines = Lines { input, text: String::new(), line: 0, memory };
        let words: Vec<&str> = lines.next()?.split_ascii_whitespace().collect();
        let options = match words[..] {
            ["zdnnf", "1", options] => options.parse::<u32>().ok(),
            _ => None,
        };
        let Some(options) = options else { return lines.fault(Fault::Header) };
        let mut reading = Reading::new(options as usize, memory);
        loop {
            let read = reading.line(lines.next()?);
            match read {
                Ok(None) => {}
                Ok(Some(root)) => return Ok((reading.diagram.with_root(root), options as usize)),
                Err(Refused::Memory) => return Err(ReadError::Memory(memory)),
                Err(Refused::Fault(fault)) => return lines.fault(fault),
            }
        }
    }
}

/// Lines that are not empty, none longer than the memory.
struct Lines<R> {
    input: R,
    text: String,
    line: usize,
    memory: u64,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<&str, ReadError> {
        loop {
            self.text.clear();
            let bytes = (&mut self.input).take(self.memory).read_line(&mut self.text)?;
            self.line += 1;
            if bytes as u64 >= self.memory {
                return Err(ReadError::Memory(self.memory));
            }
            // Without its end, the number of the root may have been cut short.
            if !self.text.ends_with('\n') {
                return self.fault(Fault::NoEnd);
            }
            if !self.text.trim_ascii().is_empty() {
                return Ok(&self.text);
            }
        }
    }

    fn fault<T>(&self, fault: Fault) -> Result<T, ReadError> {
        Err(ReadError::Fault(self.line, fault))
    }
}

/// Why a line was refused.
enum Refused {
    Fault(Fault),
    Memory,
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused::Fault(fault)
    }
}

impl From<Twice> for Refused {
    fn from(Twice(option): Twice) -> Refused {
        Refused::Fault(Fault::Twice(option.number()))
    }
}

/// The nodes so far.
struct Reading {
    diagram: Diagram,
    supports: Supports,
    options: usize,
    memory: u64,
}

impl Reading {
    fn new(options: usize, memory: u64) -> Reading {
        let (diagram, supports) = (Diagram::new(), Supports::new(options));
        Reading { diagram, supports, options, memory }
    }

    /// Reads a line. The last one gives the root.
    fn line(&mut self, text: &str) -> Result<Option<NodeId>, Refused> {
        while self.supports.len() < 2 {
            self.check_memory(0, 0)?;
            self.supports.push();
        }
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if first == "root" {
            let root = words.next().and_then(|word| word.parse::<NodeId>().ok());
            let root = root.filter(|&root| (root as usize) < self.diagram.node_count());
            return root.filter(|_| words.next().is_none()).map(Some).ok_or(Fault::Root.into());
        }
        let id = self.diagram.node_count() as NodeId;
        if first.parse() != Ok(id) {
            return Err(Fault::Id(first.to_owned(), id).into());
        }
        match words.next().unwrap_or_default() {
            "choice" => self.choice(words)?,
            "product" => self.product(words)?,
            word => return Err(Fault::Kind(word.to_owned()).into()),
        }
        Ok(None)
    }

    fn choice<'t>(&mut self, words: impl Iterator<Item = &'t str>) -> Result<(), Refused> {
        let (mut edges, mut taken, mut all) = (vec![], vec![], 0);
        for word in words {
            if word.starts_with('>') {
                let child = self.child(word)?;
                if taken.is_empty() {
                    return Err(Fault::NoOption.into());
                }
                all += taken.len();
                edges.push((std::mem::take(&mut taken), child));
            } else {
                let number = word.parse().ok().filter(|number| (1..=self.options).contains(number));
                let number = number.ok_or_else(|| Fault::Option(word.to_owned(), self.options))?;
                taken.push(OptionId::from_index(number - 1));
            }
        }
        if !taken.is_empty() {
            return Err(Fault::NoEndOfBranch.into());
        }
        if edges.is_empty() {
            return Err(Fault::NoChild.into());
        }
        self.check_memory(edges.len(), all)?;
        self.supports.push_choice(&edges)?;
        self.diagram.push(Kind::Choice, edges);
        Ok(())
    }

    fn product<'t>(&mut self, words: impl Iterator<Item = &'t str>) -> Result<(), Refused> {
        let parts = words.map(|word| self.child(word)).collect::<Result<Vec<_>, Fault>>()?;
        if parts.is_empty() {
            return Err(Fault::NoChild.into());
        }
        self.check_memory(parts.len(), 0)?;
        self.supports.push_product(&parts)?;
        self.diagram.push(Kind::Product, parts.into_iter().map(|part| (None, part)));
        Ok(())
    }

    /// A node before, which is not ∅.
    fn child(&self, word: &str) -> Result<NodeId, Fault> {
        let child = word.strip_prefix('>').and_then(|id| id.parse::<NodeId>().ok());
        let child = child.filter(|&child| child != NONE && (child as usize) < self.diagram.node_count());
        child.ok_or_else(|| Fault::Child(word.to_owned()))
    }

    /// Is there room for a node with this many edges and options?
    fn check_memory(&self, edges: usize, options: usize) -> Result<(), Refused> {
        let bytes = self.diagram.bytes_with(edges, options).ok_or(Refused::Memory)?;
        let bytes = bytes as u64 + self.supports.bytes_with_next() as u64;
        if bytes > self.memory { Err(Refused::Memory) } else { Ok(()) }
    }
}
