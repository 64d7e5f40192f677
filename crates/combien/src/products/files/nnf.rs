//! Diagrams with products as `.nnf` files, as the compilers c2d and Dsharp write them and model counters read
//! them.
//!
//! The first line has the numbers of nodes, of edges and of variables. Each line after it is a node: `L 3`
//! and `L -3` are literals, `A` has the number of its parts and their lines, `O` the variable that decides (0
//! if none) and the same. Lines count from 0, children come first, and the root is the last one.
//!
//! Variable i is true if option i is taken. In a diagram with zero-suppression, an option that is not
//! mentioned is not taken; in an `.nnf`, a variable that is not mentioned is free. So all are mentioned: a
//! branch has the negated literals of those options that the other branches of its choice mention and it does
//! not, and the root those of all that nothing mentions. Then every counter gives the number of solutions.

use std::io::{self, Write};

use super::supports::Supports;
use crate::nodes::{Kind, NodeId, Nodes};
use crate::problem::OptionId;
use crate::products::diagram::{Diagram, NONE, ONE};

impl Diagram {
    /// Writes the diagram in the format `.nnf` of c2d, deterministic, decomposable and smooth: its models are
    /// the solutions. `options` is how many options the problem has. Takes an eighth of a byte for each
    /// node and option; time and length are linear in the edges, and in the options that each branch
    /// excludes.
    ///
    /// ```
    /// use combien::problem::dlx;
    /// use combien::solve::{Compile, Engine};
    ///
    /// let problem = dlx::parse("one or the other", "a\na\na\n")?.problem;
    /// let diagram = Compile::of(&problem).by(Engine::Memo).run()?.answer()?.unwrap();
    /// let mut nnf = vec![];
    /// diagram.products()?.write_nnf(2, &mut nnf)?;
    /// let lines = ["nnf 8 7 2", "L 1", "L 2", "L -1", "L -2", "A 2 0 3", "A 2 1 2", "O 0 2 4 5", "A 1 6", ""];
    /// assert_eq!(String::from_utf8_lossy(&nnf), lines.join("\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_nnf(&self, options: usize, mut output: impl Write) -> io::Result<()> {
        let supports = Supports::of(self, options);
        let mut counted = Lines { output: io::sink(), written: 0, edges: 0 };
        self.write_lines(options, &supports, &mut counted)?;
        writeln!(output, "nnf {} {} {options}", counted.written, counted.edges)?;
        self.write_lines(options, &supports, &mut Lines { output, written: 0, edges: 0 })
    }

    fn write_lines<W: Write>(
        &self,
        options: usize,
        supports: &Supports,
        lines: &mut Lines<W>,
    ) -> io::Result<()> {
        if self.root() == NONE {
            return lines.node("O 0", &[]).map(|_| ());
        }
        // The line of a literal is its place among these.
        for sign in ["", "-"] {
            for number in 1..=options {
                lines.literal(sign, number)?;
            }
        }
        let reached = self.reached();
        let mut line_of = vec![0; self.node_count()];
        for node in ONE + 1..self.node_count() as NodeId {
            if !reached[node as usize] {
                continue;
            }
            let mut children = vec![];
            for edge in self.edges(node) {
                let (taken, child) = (self.items(edge), self.child(edge));
                let own = (child != ONE).then(|| line_of[child as usize]);
                match self.kind(node) {
                    Kind::Product => children.extend(own),
                    Kind::Choice => {
                        let not_taken = supports.gap(node, taken, child);
                        let mut parts: Vec<usize> = taken.iter().map(|option| option.index()).collect();
                        parts.extend(not_taken.iter().map(|option| options + option.index()));
                        parts.extend(own);
                        children.push(lines.node("A", &parts)?);
                    }
                }
            }
            line_of[node as usize] = match (self.kind(node), &children[..]) {
                (_, &[only]) => only,
                (Kind::Product, parts) => lines.node("A", parts)?,
                (Kind::Choice, branches) => lines.node("O 0", branches)?,
            };
        }
        let root = (self.root() != ONE).then(|| line_of[self.root() as usize]);
        let mentioned = |index: &usize| supports.has(self.root(), OptionId::from_index(*index));
        let never = (0..options).filter(|index| !mentioned(index)).map(|index| options + index);
        let parts: Vec<usize> = root.into_iter().chain(never).collect();
        lines.node("A", &parts).map(|_| ())
    }
}

/// The lines written so far.
struct Lines<W> {
    output: W,
    written: usize,
    edges: usize,
}

impl<W: Write> Lines<W> {
    fn literal(&mut self, sign: &str, number: usize) -> io::Result<()> {
        self.written += 1;
        writeln!(self.output, "L {sign}{number}")
    }

    /// Writes a node, and returns its line.
    fn node(&mut self, kind: &str, children: &[usize]) -> io::Result<usize> {
        write!(self.output, "{kind} {}", children.len())?;
        for child in children {
            write!(self.output, " {child}")?;
        }
        self.output.write_all(b"\n")?;
        self.edges += children.len();
        self.written += 1;
        Ok(self.written - 1)
    }
}
