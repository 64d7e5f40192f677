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
//! The first line names the format, its version, and how many options there are. Each line after it is a
//! node, with its id: the ids count from 2, and 0 and 1 stand for ∅ and {∅}. A choice has branches, each with
//! its options, from 1, and its child; a product has parts. A child comes before its parents, and ∅ is none.
//! The last line is the root. The example is the family of the 2 · 2 ways to take 1 and 2 or 3 and 4, and 5
//! and 6 or 7 and 8.
//!
//! A reader checks that each set of options is in the family in one way only, as [`sound`](super::sound)
//! tells it. So what is counted in a diagram that was read is the number of its sets.

use std::io::{self, BufRead, Write};

use super::fault::{Fault, ReadError, Refused};
use super::lines::Lines;
use super::sound::Sound;
use crate::budget::Effort;
use crate::nodes::{Kind, NodeId, Nodes};
use crate::problem::OptionId;
use crate::products::diagram::{Diagram, NONE, ONE};

/// # Text
impl Diagram {
    /// Writes the diagram as text; `options` is how many options the problem has.
    ///
    /// ```
    /// use combien::budget::Budget;
    /// use combien::problem::dlx;
    /// use combien::products::Diagram;
    /// use combien::solve::{Compile, Engine};
    ///
    /// let problem = dlx::parse("dominoes", "a b c d\na b\nc d\na c\nb d\n")?.problem;
    /// let diagram = Compile::of(&problem).by(Engine::Memo).run()?.answer()?.unwrap();
    /// let mut text = vec![];
    /// diagram.products()?.write(4, &mut text)?;
    /// assert_eq!(String::from_utf8_lossy(&text), "zdnnf 1 4\n2 choice 1 2 >1 3 4 >1\nroot 2\n");
    ///
    /// let diagram = Diagram::read(&text[..], 4, &Budget::UNLIMITED)?;
    /// assert_eq!(diagram.count().to_string(), "2");
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
                for option in self.items(edge) {
                    write!(output, " {}", option.number())?;
                }
                write!(output, " >{}", ids[self.child(edge) as usize])?;
            }
            output.write_all(b"\n")?;
            next += 1;
        }
        writeln!(output, "root {}", ids[self.root() as usize])
    }
}

/// Reads a diagram from the line after the first, up to that of its root.
pub(super) fn read(
    first: &str,
    mut lines: Lines<impl BufRead>,
    options: usize,
    memory: u64,
    effort: &mut Effort<'_>,
) -> Result<Diagram, ReadError> {
    let words: Vec<&str> = first.split_ascii_whitespace().collect();
    let said = match words[..] {
        ["zdnnf", "1", said] => said.parse::<u32>().ok(),
        _ => None,
    };
    let Some(said) = said else { return lines.fault(Fault::Header) };
    if said as usize != options {
        return Err(ReadError::Options { diagram: said as usize, problem: options });
    }
    let mut reading = Reading::new(options, memory);
    loop {
        let Some((number, text)) = lines.next(effort)? else { return lines.fault(Fault::NoEnd) };
        match reading.line(text, effort) {
            Ok(None) => {}
            Ok(Some(root)) => return Ok(reading.diagram.with_root(root)),
            Err(refused) => return Err(refused.on(number, memory)),
        }
    }
}

/// The nodes so far.
struct Reading {
    diagram: Diagram,
    sound: Sound,
    options: usize,
    memory: u64,
}

impl Reading {
    fn new(options: usize, memory: u64) -> Reading {
        let (diagram, sound) = (Diagram::new(), Sound::new(options));
        Reading { diagram, sound, options, memory }
    }

    /// Reads a line. The last one gives the root.
    fn line(&mut self, text: &str, effort: &mut Effort<'_>) -> Result<Option<NodeId>, Refused> {
        while self.sound.len() < 2 {
            self.check_memory(0, 0)?;
            self.sound.push_terminal();
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
            "choice" => self.choice(words, effort)?,
            "product" => self.product(words, effort)?,
            word => return Err(Fault::Kind(word.to_owned()).into()),
        }
        Ok(None)
    }

    fn choice<'t>(
        &mut self,
        words: impl Iterator<Item = &'t str>,
        effort: &mut Effort<'_>,
    ) -> Result<(), Refused> {
        let (mut branches, mut taken, mut all) = (vec![], vec![], 0);
        for word in words {
            if word.starts_with('>') {
                let child = self.child(word)?;
                all += taken.len();
                branches.push((std::mem::take(&mut taken), child));
            } else {
                let number = word.parse().ok().filter(|number| (1..=self.options).contains(number));
                let number = number.ok_or_else(|| Fault::Option(word.to_owned(), self.options))?;
                taken.push(OptionId::from_index(number - 1));
            }
        }
        if !taken.is_empty() {
            return Err(Fault::NoEndOfBranch.into());
        }
        if branches.is_empty() {
            return Err(Fault::NoChild.into());
        }
        self.check_memory(branches.len(), all)?;
        self.sound.push_choice(&branches, effort)?;
        self.diagram.push(Kind::Choice, branches);
        Ok(())
    }

    fn product<'t>(
        &mut self,
        words: impl Iterator<Item = &'t str>,
        effort: &mut Effort<'_>,
    ) -> Result<(), Refused> {
        let parts = words.map(|word| self.child(word)).collect::<Result<Vec<_>, Fault>>()?;
        if parts.is_empty() {
            return Err(Fault::NoChild.into());
        }
        self.check_memory(parts.len(), 0)?;
        self.sound.push_product(&parts, effort)?;
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
        let bytes = bytes as u64 + self.sound.bytes_with_next() as u64;
        if bytes > self.memory { Err(Refused::Memory) } else { Ok(()) }
    }
}
