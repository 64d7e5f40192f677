//! Reads the `.nnf` of the compiler c2d, which Dsharp and others write too, and so do we.
//!
//! The format is told where it is written, at [`nnf`](super::nnf). A disjunction names the variable that
//! decides between its two branches, or 0. If it names one, it is checked that this variable decides: one
//! branch has it in all of its sets, the other in none.

use std::io::BufRead;
use std::str::SplitAsciiWhitespace;

use super::circuit::{Circuit, Gate, NodeRef};
use super::fault::{Fault, ReadError, Refused};
use super::lines::Lines;
use crate::budget::Effort;
use crate::problem::OptionId;
use crate::products::diagram::Diagram;

/// Reads the lines after the first.
pub(super) fn read(
    first: &str,
    mut lines: Lines<impl BufRead>,
    options: usize,
    memory: u64,
    effort: &mut Effort<'_>,
) -> Result<Diagram, ReadError> {
    let numbers: Option<Vec<u64>> =
        first.split_ascii_whitespace().skip(1).map(|word| word.parse().ok()).collect();
    let Some([nodes, _, variables]) = numbers.as_deref() else { return lines.fault(Fault::NnfHeader) };
    if *variables != options as u64 {
        let diagram = usize::try_from(*variables).unwrap_or(usize::MAX);
        return Err(ReadError::Options { diagram, problem: options });
    }
    let (said, mut circuit) = (*nodes, Circuit::new(options, memory));
    loop {
        let found = circuit.node_count() as u64;
        let Some((line, text)) = lines.next(effort)? else {
            if found < said || found == 0 {
                return lines.fault(Fault::Nodes { said: said.max(1), found });
            }
            return circuit.diagram(found as NodeRef - 1, effort);
        };
        let read = if found < said {
            node(&mut circuit, text)
        } else {
            Err(Fault::Nodes { said, found: found + 1 }.into())
        };
        match read {
            Ok(gate) => circuit.set_line(gate, line),
            Err(refused) => return Err(refused.on(line, memory)),
        }
    }
}

/// Reads a node.
fn node(circuit: &mut Circuit, text: &str) -> Result<NodeRef, Refused> {
    let mut words = text.split_ascii_whitespace();
    match words.next().unwrap_or_default() {
        "L" => {
            let literal = circuit.literal(words.next().unwrap_or_default())?;
            match words.next() {
                None => circuit.push(Gate::Literal(literal)),
                Some(word) => Err(Fault::Literal(word.to_owned(), circuit.options()).into()),
            }
        }
        "A" => children(circuit, Gate::And, words),
        "O" => {
            let word = words.next().unwrap_or_default();
            let decides = match word.parse::<usize>() {
                Ok(0) => None,
                Ok(number) if number <= circuit.options() => Some(OptionId::from_index(number - 1)),
                _ => return Err(Fault::Decides(word.to_owned(), circuit.options()).into()),
            };
            children(circuit, Gate::Or(decides), words)
        }
        word => Err(Fault::C2dKind(word.to_owned()).into()),
    }
}

/// Adds a node with its children, which are nodes before: so there is no cycle.
fn children(
    circuit: &mut Circuit,
    gate: Gate,
    mut words: SplitAsciiWhitespace<'_>,
) -> Result<NodeRef, Refused> {
    let said = words.next().unwrap_or_default();
    let node = circuit.push(gate)?;
    let mut found = 0;
    for word in words {
        let child = word.parse::<NodeRef>().ok().filter(|&child| child < node);
        circuit.push_edge(node, child.ok_or_else(|| Fault::Place(word.to_owned()))?, &[])?;
        found += 1;
    }
    if said.parse() == Ok(found) {
        Ok(node)
    } else {
        Err(Fault::Children { said: said.to_owned(), found }.into())
    }
}
