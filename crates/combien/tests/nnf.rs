//! Diagrams with products as files: read back, and counted by a reader of `.nnf` that shares no code with the library.

use std::collections::BTreeSet;
use std::fs;

use combien::budget::Budget;
use combien::check::Checker;
use combien::engine::Pause;
use combien::engine::memo::{Diagram, Recording};
use combien::engine::order::Order;
use combien::problem::{OptionId, Problem, dlx};

const SQUARES: &str = "a b c d e f g h i j\na b\nc d\na c\nb d\ne f\ng h\ne g\nf h\ni j\ni\nj\n";
const COLORS: &str = "p q r s t | x y z\np x:A\np q x:B y\nq z\nr x:A z:C\nr s y\ns x:A\nq y:D\nt\ns\np y:D\n\
                      t x:B z:C\nt y\nr\nq x:A\n";
const FORCED: &str = "a b c d\na b\nc\nd\nc d\n";
const NONE: &str = "a b c\na b\nb c\n";
const UNUSED: &str = "a b\na b\na\nb\na\na\n";

fn parse(text: &str) -> Problem {
    dlx::parse("t", text).unwrap().problem
}

fn bench(name: &str) -> Problem {
    let path = format!("{}/../../tests/corpus/bench/{name}.dlx", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap())
}

fn record(problem: &Problem) -> Diagram {
    let mut recording = Recording::new(problem, &Order::best(problem), &Budget::UNLIMITED).unwrap();
    assert_eq!(recording.run(u64::MAX), Pause::End);
    recording.finish().unwrap()
}

fn nnf_of(problem: &Problem) -> Nnf {
    let mut text = vec![];
    record(problem).write_nnf(problem.option_count(), &mut text).unwrap();
    Nnf::parse(&String::from_utf8(text).unwrap())
}

/// A file in the format of c2d, with lines as in its manual.
struct Nnf {
    variables: usize,
    nodes: Vec<Node>,
}

enum Node {
    Literal(i64),
    And(Vec<usize>),
    Or(Vec<usize>),
}

impl Nnf {
    fn parse(text: &str) -> Nnf {
        let mut lines = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
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
        assert_eq!([nodes.len(), edges], [number(head[1]), number(head[2])]);
        Nnf { variables: number(head[3]), nodes }
    }

    /// The number of models, for a formula that is deterministic and decomposable. A variable that a branch does not mention
    /// is free there, so that a file that is not smooth is counted as other tools would count it.
    fn models(&self) -> u128 {
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

    fn holds(&self, model: usize) -> bool {
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

/// All models against all sets of options that pass the checker.
#[test]
fn the_models_of_an_nnf_are_the_solutions() {
    for text in [SQUARES, COLORS, FORCED, NONE, UNUSED, "a\n"] {
        let problem = parse(text);
        let nnf = nnf_of(&problem);
        assert_eq!(nnf.variables, problem.option_count());
        let mut checker = Checker::new(&problem);
        let mut solutions = 0;
        for model in 0..1usize << nnf.variables {
            let taken: Vec<OptionId> = (0..nnf.variables)
                .filter(|option| model >> option & 1 == 1)
                .map(OptionId::from_index)
                .collect();
            let is_solution = checker.check(&problem, &taken).is_ok();
            assert_eq!(nnf.holds(model), is_solution, "{text}: {model:b}");
            solutions += u128::from(is_solution);
        }
        assert_eq!(nnf.models(), solutions, "{text}");
    }
}

#[test]
fn an_independent_counter_counts_the_solutions() {
    // Queens: OEIS A000170. Langford pairs, each with its mirror image: twice A014552. Dominoes on 8x8: Kasteleyn 1961.
    // Scott's puzzle: Scott 1958, 65 placed 8 ways.
    for (name, count) in
        [("queens8", 92), ("langford7", 52), ("langford8", 300), ("domino8x8", 12_988_816), ("scott", 520)]
    {
        let problem = bench(name);
        assert_eq!(nnf_of(&problem).models(), count, "{name}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    for text in [SQUARES, COLORS, FORCED, NONE, UNUSED] {
        let problem = parse(text);
        let diagram = record(&problem);
        let mut written = vec![];
        diagram.write(problem.option_count(), &mut written).unwrap();
        let (read, options) = Diagram::read(&written[..], 1 << 20).unwrap();
        assert_eq!(
            (options, read.count(), read.size()),
            (problem.option_count(), diagram.count(), diagram.size())
        );
        assert!(read.solutions().eq(diagram.solutions()), "{text}");
        assert_eq!(read.check_covers(&problem, 1 << 20), Ok(()));
        let mut again = vec![];
        read.write(options, &mut again).unwrap();
        assert_eq!(written, again);
    }
}

/// Each file that differs in one character, or ends too early, is refused, or its sets are counted rightly.
#[test]
fn a_damaged_file_is_refused_or_counted_rightly() {
    let problem = parse(COLORS);
    let mut written = vec![];
    record(&problem).write(problem.option_count(), &mut written).unwrap();
    let mut read = 0;
    for place in 0..written.len() {
        assert!(Diagram::read(&written[..place], 1 << 20).is_err(), "{place} bytes");
        for byte in b"019> \nx-".iter().copied().chain([0xff]) {
            let mut damaged = written.clone();
            damaged[place] = byte;
            let Ok((diagram, _)) = Diagram::read(&damaged[..], 1 << 20) else { continue };
            let sets: Vec<_> = diagram.solutions().collect();
            let distinct: BTreeSet<_> = sets.iter().collect();
            assert_eq!((sets.len(), diagram.count().to_u64()), (distinct.len(), Some(sets.len() as u64)));
            read += 1;
        }
    }
    assert!(read > 20, "{read} damaged files are diagrams");
}

#[test]
fn faults_name_their_line() {
    for (text, message) in [
        ("", "line 1: the text ends before the end of a line that names the root"),
        ("zdd 1\n", "line 1: the first line should be `zdnnf 1` and the number of options"),
        ("zdnnf 1 5000000000\n", "line 1: the first line should be `zdnnf 1` and the number of options"),
        (
            "zdnnf 1 3\n\n2 choice 1 >1\n",
            "line 4: the text ends before the end of a line that names the root",
        ),
        ("zdnnf 1 3\n3 choice 1 >1\n", "line 2: `3` should be 2, the id of the next node"),
        ("zdnnf 1 3\n2 sum 1 >1\n", "line 2: `sum` is neither `choice` nor `product`"),
        ("zdnnf 1 3\n2 choice 4 >1\n", "line 2: `4` is not an option from 1 to 3"),
        (
            "zdnnf 1 3\n2 choice 1 >2\n",
            "line 2: `>2` is not a child: write `>` and the id of a node before, not 0",
        ),
        (
            "zdnnf 1 3\n2 choice 1 >0\n",
            "line 2: `>0` is not a child: write `>` and the id of a node before, not 0",
        ),
        (
            "zdnnf 1 3\n2 product 1\n",
            "line 2: `1` is not a child: write `>` and the id of a node before, not 0",
        ),
        ("zdnnf 1 3\n2 product\n", "line 2: this node has no child"),
        ("zdnnf 1 3\n2 choice >1\n", "line 2: a branch of a choice needs an option"),
        ("zdnnf 1 3\n2 choice 1 >1 2\n", "line 2: the last branch has no child"),
        ("zdnnf 1 3\n2 choice 1 >1 1 2 >1\n", "line 2: option 1 may not be in two places here"),
        ("zdnnf 1 3\n2 choice 1 2 1 >1\n", "line 2: option 1 may not be in two places here"),
        ("zdnnf 1 3\n2 choice 1 >1\n3 choice 1 >2\n", "line 3: option 1 may not be in two places here"),
        ("zdnnf 1 3\n2 choice 1 >1\n3 product >2 >2\n", "line 3: option 1 may not be in two places here"),
        ("zdnnf 1 3\nroot 2\n", "line 2: write `root` and the id of a node before, or 0"),
        ("zdnnf 1 3\nroot 1 1\n", "line 2: write `root` and the id of a node before, or 0"),
    ] {
        assert_eq!(Diagram::read(text.as_bytes(), 1 << 20).unwrap_err().to_string(), message, "{text}");
    }
    // Sizes that a few bytes name, and lines without an end, stay within the memory.
    for text in [b"zdnnf 1 4000000000\n2 choice 1 >1\nroot 2\n".to_vec(), vec![b'1'; 1 << 21]] {
        let error = Diagram::read(&text[..], 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "the diagram would take more than 1048576 bytes");
    }
}
