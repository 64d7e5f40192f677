//! A formula in negation normal form, as a file has it, and how it becomes a diagram.
//!
//! The models of the formula are sets of options: variable i is true if option i is taken. In a diagram, an
//! option that is not mentioned is not taken; in a formula, a variable that is not mentioned is free. So a
//! formula is read only if it leaves no option open: the branches of a disjunction mention the same options,
//! except those without models, and the root mentions all. For exact covers nothing is lost by that, because
//! no cover stays one if an option is added or removed. What is left of a negated literal is that it was
//! mentioned.
//!
//! **Values.** A node becomes options that are in all of its sets, and a node of the diagram with the rest.
//! So literals need no nodes: they become the options of a branch. If a node has several parents and several
//! such options, it gets a node of its own, so that the diagram is not larger than the file.

use std::mem;

use super::fault::{Fault, ReadError, Refused};
use super::sound::{Branch, Sound};
use super::supports::{first, has, set};
use crate::budget::Effort;
use crate::nodes::{Kind, NodeId};
use crate::problem::OptionId;
use crate::products::diagram::{Diagram, NONE, ONE, bytes_with};

/// The place of a node in its circuit, from 0.
pub(super) type NodeRef = u32;

/// An option that is taken, or one that is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal {
    option: OptionId,
    is_taken: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Gate {
    True,
    False,
    Literal(Literal),
    And,
    /// With the option that decides between two branches, if the file names one.
    Or(Option<OptionId>),
}

#[derive(Clone, Copy, Debug)]
struct Node {
    gate: Gate,
    line: u32,
    /// The first and the last edge of its list.
    edges: Option<(u32, u32)>,
}

/// An edge to a child, with literals that hold there; they end where those of the next edge begin.
#[derive(Clone, Copy, Debug)]
struct Edge {
    child: NodeRef,
    literals: u32,
    /// The next edge from the same node.
    next: Option<u32>,
}

/// The nodes of a formula.
#[derive(Debug)]
pub(super) struct Circuit {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    literals: Vec<Literal>,
    options: usize,
    memory: u64,
}

impl Circuit {
    /// No nodes yet, over this many options, within this many bytes.
    pub(super) fn new(options: usize, memory: u64) -> Circuit {
        Circuit { nodes: vec![], edges: vec![], literals: vec![], options, memory }
    }

    pub(super) fn options(&self) -> usize {
        self.options
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Has this node no children, whatever edges there are?
    pub(super) fn is_leaf(&self, node: NodeRef) -> bool {
        matches!(self.nodes[node as usize].gate, Gate::True | Gate::False | Gate::Literal(_))
    }

    /// Reads a literal: the number of an option, or its negation.
    pub(super) fn literal(&self, word: &str) -> Result<Literal, Fault> {
        let digits = word.strip_prefix('-').unwrap_or(word);
        let number = digits.parse().ok().filter(|number| (1..=self.options).contains(number));
        let number: usize = number.ok_or_else(|| Fault::Literal(word.to_owned(), self.options))?;
        Ok(Literal { option: OptionId::from_index(number - 1), is_taken: digits.len() == word.len() })
    }

    /// Adds a node without edges.
    pub(super) fn push(&mut self, gate: Gate) -> Result<NodeRef, Refused> {
        self.check_memory(self.bytes_with(1, 0, 0))?;
        self.nodes.push(Node { gate, line: 0, edges: None });
        Ok(self.nodes.len() as NodeRef - 1)
    }

    /// Says on which line a node is, from 1.
    pub(super) fn set_line(&mut self, node: NodeRef, line: usize) {
        self.nodes[node as usize].line = u32::try_from(line).unwrap_or(u32::MAX);
    }

    /// Adds an edge behind those that the node has.
    pub(super) fn push_edge(
        &mut self,
        node: NodeRef,
        child: NodeRef,
        literals: &[Literal],
    ) -> Result<(), Refused> {
        self.check_memory(self.bytes_with(0, 1, literals.len()))?;
        let new = self.edges.len() as u32;
        self.edges.push(Edge { child, literals: self.literals.len() as u32, next: None });
        self.literals.extend_from_slice(literals);
        let edges = &mut self.nodes[node as usize].edges;
        if let Some((_, last)) = *edges {
            self.edges[last as usize].next = Some(new);
        }
        *edges = Some((edges.map_or(new, |(first, _)| first), new));
        Ok(())
    }

    /// Refuses nodes with children, if they have none.
    pub(super) fn check_children(&self) -> Result<(), ReadError> {
        let mut inner = (0..self.nodes.len()).filter(|&node| !self.is_leaf(node as NodeRef));
        match inner.find(|&node| self.nodes[node].edges.is_none()) {
            Some(node) => Err(ReadError::Fault(self.nodes[node].line as usize, Fault::NoChild)),
            None => Ok(()),
        }
    }

    /// The diagram of the sets below a node.
    pub(super) fn diagram(&self, root: NodeRef, effort: &mut Effort<'_>) -> Result<Diagram, ReadError> {
        let mut conversion = Conversion::new(self, effort);
        let made = conversion.run(root);
        let line = self.nodes[conversion.at as usize].line as usize;
        match made {
            Ok(node) => Ok(conversion.diagram.with_root(node)),
            Err(refused) => Err(refused.on(line, self.memory)),
        }
    }

    fn edges(&self, node: NodeRef) -> impl Iterator<Item = u32> {
        let start = self.nodes[node as usize].edges.map(|(first, _)| first);
        std::iter::successors(start, |&edge| self.edges[edge as usize].next)
    }

    /// The literals of an edge, and its child, unless that is one of them.
    fn read_edge(&self, edge: u32) -> (impl Iterator<Item = Literal>, Option<NodeRef>) {
        let end =
            self.edges.get(edge as usize + 1).map_or(self.literals.len(), |next| next.literals as usize);
        let Edge { child, literals, .. } = self.edges[edge as usize];
        let (own, child) = match self.nodes[child as usize].gate {
            Gate::Literal(literal) => (Some(literal), None),
            _ => (None, Some(child)),
        };
        (self.literals[literals as usize..end].iter().copied().chain(own), child)
    }

    /// The bytes that it may take while it gets these.
    fn bytes_with(&self, nodes: usize, edges: usize, literals: usize) -> usize {
        bytes_with(&self.nodes, nodes) + bytes_with(&self.edges, edges) + bytes_with(&self.literals, literals)
    }

    fn check_memory(&self, bytes: usize) -> Result<(), Refused> {
        let most = self.nodes.len().max(self.edges.len()).max(self.literals.len());
        let is_too_much =
            bytes as u64 > self.memory || most >= (u32::MAX as usize).saturating_sub(self.options);
        if is_too_much { Err(Refused::Memory) } else { Ok(()) }
    }
}

/// What a node has become: its sets are those of a node of the diagram, each with some options more.
#[derive(Clone, Debug)]
struct Value {
    own: Vec<OptionId>,
    node: NodeId,
    /// The options that are mentioned, taken or not.
    mentioned: Vec<u64>,
    /// The edges to this node that were not followed.
    left: u32,
}

impl Value {
    fn of_terminal(node: NodeId, width: usize) -> Value {
        Value { own: vec![], node, mentioned: vec![0; width], left: 0 }
    }

    /// The bytes of its lists.
    fn heap(&self) -> usize {
        self.own.len() * size_of::<OptionId>() + self.mentioned.len() * size_of::<u64>()
    }

    fn mention(&mut self, option: OptionId) -> Result<(), Refused> {
        if has(&self.mentioned, option) {
            return Err(Fault::Twice(option.number()).into());
        }
        set(&mut self.mentioned, option);
        Ok(())
    }
}

/// A circuit on its way into a diagram.
struct Conversion<'c, 'e, 'b> {
    circuit: &'c Circuit,
    effort: &'e mut Effort<'b>,
    diagram: Diagram,
    sound: Sound,
    /// The values of nodes that are done.
    values: Vec<Option<Value>>,
    /// The bytes of their lists.
    heap: usize,
    /// The node that is being made, for messages.
    at: NodeRef,
}

impl<'c, 'e, 'b> Conversion<'c, 'e, 'b> {
    fn new(circuit: &'c Circuit, effort: &'e mut Effort<'b>) -> Conversion<'c, 'e, 'b> {
        Conversion {
            circuit,
            effort,
            diagram: Diagram::new(),
            sound: Sound::new(circuit.options),
            values: vec![],
            heap: 0,
            at: 0,
        }
    }

    /// Makes all nodes below the root, children first, and returns what becomes the root of the diagram.
    fn run(&mut self, root: NodeRef) -> Result<NodeId, Refused> {
        self.at = root;
        for _ in 0..2 {
            self.check_memory(0, 0)?;
            self.sound.push_terminal();
        }
        let (order, uses) = self.order(root)?;
        self.values = vec![None; self.circuit.node_count()];
        for node in order {
            self.at = node;
            let value = Value { left: uses[node as usize], ..self.make(node)? };
            let value = self.with_node(value)?;
            self.heap += value.heap();
            self.values[node as usize] = Some(value);
            self.check_memory(0, 0)?;
        }
        let root = self.values[root as usize].take().expect("the root is the last node");
        if root.node == NONE {
            return Ok(NONE);
        }
        let all = (0..self.circuit.options).map(OptionId::from_index);
        if let Some(option) = all.into_iter().find(|&option| !has(&root.mentioned, option)) {
            return Err(Fault::Free(option.number()).into());
        }
        if root.own.is_empty() { Ok(root.node) } else { self.choice(vec![(root.own, root.node)]) }
    }

    /// The nodes below the root, each after its children, and how often each is a child. Literals are left
    /// out.
    fn order(&mut self, root: NodeRef) -> Result<(Vec<NodeRef>, Vec<u32>), Refused> {
        /// Is it not met, above the present node, or done?
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let circuit = self.circuit;
        let count = circuit.node_count();
        // At most two numbers for each node in the order and on the path, and an edge.
        let bytes = circuit.bytes_with(0, 0, 0) + count * (size_of::<Option<Value>>() + 24);
        circuit.check_memory(bytes)?;
        let (mut states, mut uses, mut order) = (vec![State::New; count], vec![0; count], vec![]);
        let first = |node: NodeRef| circuit.nodes[node as usize].edges.map(|(first, _)| first);
        let mut path = vec![(root, first(root))];
        states[root as usize] = State::Open;
        while let Some((node, edge)) = path.last_mut() {
            self.effort.spend(2)?;
            let Some(next) = *edge else {
                states[*node as usize] = State::Done;
                order.push(*node);
                path.pop();
                continue;
            };
            *edge = circuit.edges[next as usize].next;
            let Some(child) = circuit.read_edge(next).1 else { continue };
            uses[child as usize] += 1;
            match states[child as usize] {
                State::New => {
                    states[child as usize] = State::Open;
                    path.push((child, first(child)));
                }
                State::Open => {
                    self.at = child;
                    return Err(Fault::Cycle.into());
                }
                State::Done => {}
            }
        }
        Ok((order, uses))
    }

    fn make(&mut self, node: NodeRef) -> Result<Value, Refused> {
        let width = self.circuit.options.div_ceil(64);
        match self.circuit.nodes[node as usize].gate {
            Gate::True => Ok(Value::of_terminal(ONE, width)),
            Gate::False => Ok(Value::of_terminal(NONE, 0)),
            Gate::Literal(Literal { option, is_taken }) => {
                let mut value = Value::of_terminal(ONE, width);
                value.mention(option)?;
                value.own.extend(is_taken.then_some(option));
                Ok(value)
            }
            Gate::And => self.conjunction(node),
            Gate::Or(decides) => self.disjunction(node, decides),
        }
    }

    /// The value of a child, to be used once.
    fn child(&mut self, node: NodeRef) -> Value {
        let value = &mut self.values[node as usize];
        let known = value.as_mut().expect("children come first");
        known.left -= 1;
        if known.left > 0 {
            return known.clone();
        }
        let value = value.take().expect("it is there");
        self.heap -= value.heap();
        value
    }

    /// The value at the end of an edge, with its literals.
    fn along(&mut self, edge: u32) -> Result<Value, Refused> {
        let (literals, child) = self.circuit.read_edge(edge);
        let width = self.circuit.options.div_ceil(64);
        self.effort.spend(2 * width + 2)?;
        let mut value = match child {
            Some(child) => self.child(child),
            None => Value::of_terminal(ONE, width),
        };
        if value.node == NONE {
            return Ok(value);
        }
        let mut taken = vec![];
        for Literal { option, is_taken } in literals {
            self.effort.spend(1)?;
            value.mention(option)?;
            taken.extend(is_taken.then_some(option));
        }
        taken.append(&mut value.own);
        value.own = taken;
        Ok(value)
    }

    fn conjunction(&mut self, node: NodeRef) -> Result<Value, Refused> {
        let circuit = self.circuit;
        let mut whole = Value::of_terminal(ONE, circuit.options.div_ceil(64));
        let (mut parts, mut is_none) = (vec![], false);
        for edge in circuit.edges(node) {
            let part = self.along(edge)?;
            // All edges are followed, so that no value stays behind.
            if part.node == NONE {
                is_none = true;
                continue;
            }
            let both = whole.mentioned.iter().zip(&part.mentioned).map(|(whole, part)| whole & part);
            if let Some(option) = first(both) {
                return Err(Fault::Twice(option.number()).into());
            }
            whole.mentioned.iter_mut().zip(&part.mentioned).for_each(|(whole, part)| *whole |= part);
            whole.own.extend_from_slice(&part.own);
            if part.node != ONE {
                parts.push(part.node);
            }
        }
        if is_none {
            return Ok(Value::of_terminal(NONE, 0));
        }
        whole.node = match parts[..] {
            [] => ONE,
            [only] => only,
            _ => self.product(parts)?,
        };
        Ok(whole)
    }

    fn disjunction(&mut self, node: NodeRef, decides: Option<OptionId>) -> Result<Value, Refused> {
        let circuit = self.circuit;
        let (mut branches, mut mentioned) = (vec![], None);
        for edge in circuit.edges(node) {
            let branch = self.along(edge)?;
            if branch.node == NONE {
                continue;
            }
            if let Some(others) = mentioned.replace(branch.mentioned)
                && let Some(now) = &mentioned
                && let Some(option) = first(others.iter().zip(now).map(|(others, now)| others ^ now))
            {
                return Err(Fault::Free(option.number()).into());
            }
            branches.push((branch.own, branch.node));
        }
        let mentioned = mentioned.unwrap_or_default();
        let (own, node) = match (branches.len(), branches.pop()) {
            (1, Some(only)) => only,
            (_, Some(last)) => {
                if let (Some(option), [first]) = (decides, &branches[..])
                    && !self.sound.decides(option, first, &last)
                {
                    return Err(Fault::Undecided(option.number()).into());
                }
                branches.push(last);
                (vec![], self.choice(branches)?)
            }
            (_, None) => (vec![], NONE),
        };
        Ok(Value { own, node, mentioned, left: 0 })
    }

    /// Moves the options of a value into a node, if they would have to be copied for several parents.
    fn with_node(&mut self, mut value: Value) -> Result<Value, Refused> {
        if value.left > 1 && value.own.len() > 1 {
            let own = mem::take(&mut value.own);
            value.node = self.choice(vec![(own, value.node)])?;
        }
        Ok(value)
    }

    fn choice(&mut self, branches: Vec<Branch>) -> Result<NodeId, Refused> {
        self.check_memory(branches.len(), branches.iter().map(|(options, _)| options.len()).sum())?;
        self.sound.push_choice(&branches, self.effort)?;
        Ok(self.diagram.push(Kind::Choice, branches))
    }

    fn product(&mut self, parts: Vec<NodeId>) -> Result<NodeId, Refused> {
        self.check_memory(parts.len(), 0)?;
        self.sound.push_product(&parts, self.effort)?;
        Ok(self.diagram.push(Kind::Product, parts.into_iter().map(|part| (None, part))))
    }

    /// Is there room for a node with this many edges and options?
    fn check_memory(&self, edges: usize, options: usize) -> Result<(), Refused> {
        let tables = self.values.capacity() * size_of::<Option<Value>>() + self.heap;
        let diagram = self.diagram.bytes_with(edges, options).ok_or(Refused::Memory)?;
        let circuit = self.circuit.bytes_with(0, 0, 0);
        self.circuit.check_memory(circuit + tables + diagram + self.sound.bytes_with_next())
    }
}
