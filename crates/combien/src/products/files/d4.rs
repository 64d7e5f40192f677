//! Reads the `.nnf` of the compiler d4 (Lagniez and Marquis, IJCAI 2017; the format is in the README of
//! crillab/d4).
//!
//! Each line ends with 0. A line with a letter and an id names a node: `o` for a disjunction, `a` for a
//! conjunction, `t` and `f` for true and false. The ids count from 1, and 1 is the root. A line with two ids
//! is an arc from a node to a child, with the literals that hold there. Arcs may come in any order, so it is
//! checked that there is no cycle. The certified form, with more numbers in each line, is refused.
//!
//! No line says how many variables or arcs there are. A file that was cut is found out as far as a node has
//! no arc left.

use std::io::BufRead;
use std::str::SplitAsciiWhitespace;

use super::circuit::{Circuit, Gate, NodeRef};
use super::fault::{Fault, ReadError, Refused};
use super::lines::Lines;
use crate::budget::Effort;
use crate::products::diagram::Diagram;

/// Reads all lines, of which the first has been read.
pub(super) fn read(
    first: (usize, &str),
    mut lines: Lines<impl BufRead>,
    options: usize,
    memory: u64,
    effort: &mut Effort<'_>,
) -> Result<Diagram, ReadError> {
    let mut circuit = Circuit::new(options, memory);
    line(&mut circuit, first.1, first.0).map_err(|refused| refused.on(first.0, memory))?;
    while let Some((number, text)) = lines.next(effort)? {
        line(&mut circuit, text, number).map_err(|refused| refused.on(number, memory))?;
    }
    circuit.check_children()?;
    circuit.diagram(0, effort)
}

fn line(circuit: &mut Circuit, text: &str, number: usize) -> Result<(), Refused> {
    let mut words = text.split_ascii_whitespace();
    let word = words.next().unwrap_or_default();
    let gate = match word {
        "o" => Gate::Or(None),
        "a" => Gate::And,
        "t" => Gate::True,
        "f" => Gate::False,
        _ => return arc(circuit, word, words),
    };
    let (id, next) = (words.next().unwrap_or_default(), circuit.node_count() as u32 + 1);
    if id.parse() != Ok(next) {
        return Err(Fault::Id(id.to_owned(), next).into());
    }
    if words.next() != Some("0") || words.next().is_some() {
        return Err(Fault::NoZero.into());
    }
    let node = circuit.push(gate)?;
    circuit.set_line(node, number);
    Ok(())
}

fn arc(circuit: &mut Circuit, from: &str, mut words: SplitAsciiWhitespace<'_>) -> Result<(), Refused> {
    if from.parse::<u64>().is_err() {
        return Err(Fault::D4Kind(from.to_owned()).into());
    }
    let known = circuit.node_count() as NodeRef;
    let node = |word: &str| {
        let id = word.parse::<NodeRef>().ok().filter(|id| (1..=known).contains(id));
        id.map(|id| id - 1).ok_or_else(|| Fault::Unknown(word.to_owned()))
    };
    let (from, to) = (node(from)?, node(words.next().unwrap_or_default())?);
    if circuit.is_leaf(from) {
        return Err(Fault::Leaf.into());
    }
    let mut literals = vec![];
    loop {
        match words.next() {
            None => return Err(Fault::NoZero.into()),
            Some("0") if words.next().is_some() => return Err(Fault::NoZero.into()),
            Some("0") => break,
            Some(word) => literals.push(circuit.literal(word)?),
        }
    }
    circuit.push_edge(from, to, &literals)
}
