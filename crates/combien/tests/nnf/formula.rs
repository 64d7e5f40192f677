//! Formulas in negation normal form as files, read and counted by code that shares nothing with the library.

use std::collections::BTreeSet;

/// A file in the format of c2d, with lines as in its manual.
pub(crate) struct Nnf {
    pub(crate) variables: usize,
    nodes: Vec<Node>,
    /// The number of edges that the first line says, and how many there are.
    pub(crate) edges: [usize; 2],
}

enum Node {
    Literal(i64),
    And(Vec<usize>),
    Or(Vec<usize>),
}

impl Nnf {
    pub(crate) fn parse(text: &str) -> Nnf {
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let number = |word: &str| word.parse::<usize>().unwrap();
        assert_eq!((head[0], head.len()), ("nnf", 4));
        let (mut nodes, mut edges) = (vec![], 0);
        for line in lines {
            let children = |skip: usize| {
                let children: Vec<usize> = line[skip + 1..].iter().map(|word| number(word)).collect();
                assert_eq!(children.len(), number(line[skip]));
                assert!(children.iter().all(|&child| child < nodes.len()), "children come first");
                children
            };
            let node = match line[0] {
                "L" => Node::Literal(line[1].parse().unwrap()),
                "A" => Node::And(children(1)),
                "O" => Node::Or(children(2)),
                word => panic!("{word} is no node"),
            };
            edges += match &node {
                Node::Literal(_) => 0,
                Node::And(children) | Node::Or(children) => children.len(),
            };
            nodes.push(node);
        }
        assert_eq!(nodes.len(), number(head[1]));
        Nnf { variables: number(head[3]), nodes, edges: [number(head[2]), edges] }
    }

    /// The number of models, for a formula that is deterministic and decomposable. A variable that a branch
    /// does not mention is free there, so that a file that is not smooth is counted as other tools would
    /// count it.
    pub(crate) fn models(&self) -> u128 {
        let mut counted: Vec<(BTreeSet<usize>, u128)> = vec![];
        for node in &self.nodes {
            let next = match node {
                Node::Literal(literal) => ([literal.unsigned_abs() as usize].into(), 1),
                Node::And(parts) => {
                    let (mut variables, mut count) = (BTreeSet::new(), 1);
                    for part in parts {
                        let (own, of_part) = &counted[*part];
                        assert!(variables.is_disjoint(own), "parts share a variable");
                        variables.extend(own);
                        count *= of_part;
                    }
                    (variables, count)
                }
                Node::Or(branches) => {
                    let variables: BTreeSet<usize> =
                        branches.iter().flat_map(|&branch| counted[branch].0.clone()).collect();
                    let count = branches.iter().map(|&branch| {
                        let (own, count) = &counted[branch];
                        count << (variables.len() - own.len())
                    });
                    let count = count.sum();
                    (variables, count)
                }
            };
            counted.push(next);
        }
        let (variables, count) = counted.last().unwrap();
        count << (self.variables - variables.len())
    }

    pub(crate) fn holds(&self, model: usize) -> bool {
        let mut values: Vec<bool> = vec![];
        for node in &self.nodes {
            values.push(match node {
                Node::Literal(literal) => (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0),
                Node::And(parts) => parts.iter().all(|&part| values[part]),
                Node::Or(branches) => branches.iter().any(|&branch| values[branch]),
            });
        }
        *values.last().unwrap()
    }
}

/// A file of d4, with lines as in its README.
pub(crate) struct D4 {
    kinds: Vec<char>,
    /// From, to, literals.
    arcs: Vec<(usize, usize, Vec<i64>)>,
}

impl D4 {
    pub(crate) fn parse(text: &str) -> D4 {
        let (mut kinds, mut arcs) = (vec![], vec![]);
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &&str| word.parse::<i64>().unwrap();
            match words[..] {
                [kind @ ("o" | "a" | "t" | "f"), _, "0"] => kinds.extend(kind.chars()),
                [from, to, ref literals @ .., "0"] => {
                    let node = |word| number(&word) as usize - 1;
                    arcs.push((node(from), node(to), literals.iter().map(number).collect()));
                }
                _ => panic!("`{line}` is neither a node nor an arc"),
            }
        }
        D4 { kinds, arcs }
    }

    pub(crate) fn holds(&self, model: usize) -> bool {
        self.holds_at(0, model)
    }

    fn holds_at(&self, node: usize, model: usize) -> bool {
        let arcs = self.arcs.iter().filter(|(from, ..)| *from == node);
        let mut holds = arcs.map(|(_, to, literals)| {
            literals.iter().all(|literal| (model >> (literal.abs() - 1) & 1 == 1) == (*literal > 0))
                && self.holds_at(*to, model)
        });
        match self.kinds[node] {
            'o' => holds.any(|holds| holds),
            'a' => holds.all(|holds| holds),
            kind => kind == 't',
        }
    }
}
