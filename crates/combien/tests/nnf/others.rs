//! Diagrams from the `.nnf` of other tools: what is read are the models, each once, or the file is refused.

use std::collections::BTreeSet;
use std::fmt::Write;

use combien::budget::Budget;
use combien::count::Count;
use combien::problem::Solution;
use combien::products::Diagram;

use super::formula::{D4, Nnf};
use super::{COLORS, FORCED, NONE, SQUARES, UNUSED, bench, nnf_text, parse, record, small};

/// The covers of examples/lesson.dlx, compiled by d4 2 (the package d4solver 1.0.0) from at-least-one and
/// at-most-one clauses.
const LESSON: &str = include_str!("lesson.d4.nnf");
const LESSON_OPTIONS: usize = 8;

fn read(text: &str, options: usize) -> Result<Diagram, String> {
    Diagram::read(text.as_bytes(), options, &small()).map_err(|error| error.to_string())
}

fn sorted(diagram: &Diagram) -> Vec<Solution> {
    let mut sets: Vec<Solution> = diagram.solutions().collect();
    sets.sort();
    sets
}

/// The sets of a diagram as numbers with a bit for each option, after a check that each is there once and is
/// counted once.
fn models(diagram: &Diagram) -> BTreeSet<usize> {
    let sets: Vec<usize> =
        diagram.solutions().map(|set| set.options().iter().map(|option| 1 << option.index()).sum()).collect();
    let distinct: BTreeSet<usize> = sets.iter().copied().collect();
    assert_eq!((sets.len(), diagram.count()), (distinct.len(), Count::from(sets.len() as u64)));
    distinct
}

#[test]
fn our_own_nnf_is_read_back() {
    for text in [SQUARES, COLORS, FORCED, NONE, UNUSED, "a\n"] {
        let problem = parse(text);
        let (diagram, options) = (record(&problem), problem.option_count());
        let read = read(&nnf_text(&problem), options).unwrap();
        assert_eq!(
            (sorted(&read), read.check_covers(&problem, &small())),
            (sorted(&diagram), Ok(())),
            "{text}"
        );
        assert!(read.size() <= diagram.size(), "{} nodes of {}: {text}", read.size(), diagram.size());
    }
    // The counts are those of `an_independent_counter_counts_the_solutions`.
    for (name, count) in
        [("queens8", 92u64), ("langford7", 52), ("langford8", 300), ("domino8x8", 12_988_816), ("scott", 520)]
    {
        let problem = bench(name);
        let options = problem.option_count();
        let read = Diagram::read(nnf_text(&problem).as_bytes(), options, &Budget::UNLIMITED).unwrap();
        assert_eq!(
            (read.count(), read.check_covers(&problem, &Budget::UNLIMITED)),
            (Count::from(count), Ok(()))
        );
        assert!(read.size() <= record(&problem).size(), "{name}");
    }
}

/// Each file that differs in one character is refused, or its sets are the models of the formula.
#[test]
fn a_damaged_nnf_is_refused_or_has_the_sets_of_its_models() {
    for problem in [FORCED, UNUSED, "a b\na\nb\na b\na\n"].map(parse) {
        let (text, options) = (nnf_text(&problem), problem.option_count());
        damaged(&text, options, |text| {
            let formula = Nnf::parse(text);
            Box::new(move |model| formula.holds(model))
        });
    }
}

#[test]
fn a_damaged_file_of_d4_is_refused_or_has_the_sets_of_its_models() {
    damaged(LESSON, LESSON_OPTIONS, |text| {
        let formula = D4::parse(text);
        Box::new(move |model| formula.holds(model))
    });
}

#[test]
fn an_option_without_primary_items_is_in_no_cover() {
    let problem = parse("a | x\na\nx\n");
    for (text, result) in [
        ("zdnnf 1 2\n2 choice 1 >1\nroot 2\n", Ok(())),
        (
            "zdnnf 1 2\n2 choice 1 2 >1\nroot 2\n",
            Err("some of its sets have option 2, which has no primary item"),
        ),
        // What cannot be reached from the root does not matter.
        ("zdnnf 1 2\n2 choice 2 >1\n3 choice 1 >1\nroot 3\n", Ok(())),
    ] {
        let checked = read(text, 2).unwrap().check_covers(&problem, &small());
        assert_eq!(checked.map_err(|why| why.to_string()), result.map_err(str::to_owned), "{text}");
    }
}

type Holds = Box<dyn Fn(usize) -> bool>;

fn damaged(text: &str, options: usize, other_reader: impl Fn(&str) -> Holds) {
    let (mut accepted, mut refused) = (0, 0);
    for place in 0..text.len() {
        for byte in b"0123456789-LAOaotf \n" {
            let mut damaged = text.as_bytes().to_vec();
            damaged[place] = *byte;
            let damaged = String::from_utf8(damaged).unwrap();
            let Ok(diagram) = read(&damaged, options) else {
                refused += 1;
                continue;
            };
            let lines: Vec<&str> = damaged.lines().filter(|line| !line.trim().is_empty()).collect();
            let holds = other_reader(&lines.join("\n"));
            let expected: BTreeSet<usize> = (0..1 << options).filter(|&model| holds(model)).collect();
            assert_eq!(models(&diagram), expected, "{damaged}");
            accepted += 1;
        }
    }
    // The file itself is there once for each of its characters that is among these.
    assert!(accepted > text.len() / 2 && refused > text.len(), "{accepted} accepted, {refused} refused");
}

#[test]
fn a_file_of_d4_has_the_covers() {
    let lesson = include_str!("../../../../examples/lesson.dlx");
    let problem = parse(lesson);
    let diagram = read(LESSON, LESSON_OPTIONS).unwrap();
    assert_eq!(diagram.check_covers(&problem, &small()), Ok(()));
    assert_eq!(sorted(&diagram), sorted(&record(&problem)));
    // {1,2,4}, {2,6}, {3,5} and {4,7,8}.
    assert_eq!(models(&diagram), BTreeSet::from([0b1011, 0b10_0010, 0b1_0100, 0b1100_1000]));
    // Its branches without options can be written and read.
    let mut written = vec![];
    diagram.write(LESSON_OPTIONS, &mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    assert!(text.contains(" >"), "{text}");
    assert_eq!(sorted(&read(&text, LESSON_OPTIONS).unwrap()), sorted(&diagram));
    let mut nnf = vec![];
    diagram.write_nnf(LESSON_OPTIONS, &mut nnf).unwrap();
    let nnf = String::from_utf8(nnf).unwrap();
    assert_eq!(Nnf::parse(&nnf).models().to_string(), diagram.count().to_string());
    assert_eq!(sorted(&read(&nnf, LESSON_OPTIONS).unwrap()), sorted(&diagram));
}

#[test]
fn faults_of_c2d_name_their_line() {
    let head = "nnf 4 9 3\nL 1\nL -1\nL 2\n";
    for (text, message) in [
        ("nnf 1 0\n", "line 1: the first line should be `nnf` and the numbers of nodes, edges and variables"),
        (
            "nnf 1 0 x\n",
            "line 1: the first line should be `nnf` and the numbers of nodes, edges and variables",
        ),
        (
            "nnf 1 0 99999999999999999999\n",
            "line 1: the first line should be `nnf` and the numbers of nodes, edges and variables",
        ),
        (
            "nnf 1 0 9999999999999\n",
            "the diagram is of a problem with 9999999999999 options, and this one has 3",
        ),
        ("nnf 1 0 3\n", "line 2: the text ends after 0 of 1 nodes"),
        ("nnf 0 0 3\n", "line 2: the text ends after 0 of 1 nodes"),
        ("nnf 2 0 3\nA 0\n", "line 3: the text ends after 1 of 2 nodes"),
        ("nnf 1 0 3\nA 0\nA 0\n", "line 3: there are more than 1 nodes, the number in the first line"),
        ("nnf 1 0 3\nA 0", "line 2: the text ends before the end of this line"),
        ("nnf 1 0 3\nX 0\n", "line 2: `X` is none of `L`, `A` and `O`"),
        ("nnf 1 0 3\nL 4\n", "line 2: `4` is not an option from 1 to 3, nor the negation of one"),
        ("nnf 1 0 3\nL 0\n", "line 2: `0` is not an option from 1 to 3, nor the negation of one"),
        ("nnf 1 0 3\nL --1\n", "line 2: `--1` is not an option from 1 to 3, nor the negation of one"),
        ("nnf 1 0 3\nL 1 2\n", "line 2: `2` is not an option from 1 to 3, nor the negation of one"),
        ("nnf 1 0 3\nL\n", "line 2: `` is not an option from 1 to 3, nor the negation of one"),
        ("nnf 1 0 3\nA 1 0\n", "line 2: `0` is not the place of a node before, counted from 0"),
        ("nnf 2 1 3\nA 1 1\nL 1\n", "line 2: `1` is not the place of a node before, counted from 0"),
        ("nnf 1 0 3\nA 1 -1\n", "line 2: `-1` is not the place of a node before, counted from 0"),
        ("nnf 1 0 3\nA 2\n", "line 2: `2` should be 0, the number of children that follow"),
        (
            "nnf 1 0 3\nA 99999999999999999999\n",
            "line 2: `99999999999999999999` should be 0, the number of children that follow",
        ),
        ("nnf 1 0 3\nO 0\n", "line 2: `` should be 0, the number of children that follow"),
        ("nnf 1 0 3\nO 4 0\n", "line 2: `4` is not an option from 1 to 3, nor 0 for no deciding variable"),
        (&format!("{head}A 2 0 1\n"), "line 5: option 1 may not be in two places here"),
        (&format!("{head}A 2 2 2\n"), "line 5: option 2 may not be in two places here"),
        (
            &format!("{head}O 0 2 0 2\n"),
            "line 5: option 1 is neither taken nor refused in some of the sets of this node",
        ),
        (
            &format!("{head}A 2 0 2\n"),
            "line 5: option 3 is neither taken nor refused in some of the sets of this node",
        ),
        (
            &format!("{head}O 0 2 0 0\n"),
            "line 5: no option tells branches 1 and 2 apart, so they may have a set in common",
        ),
        (
            &format!("{head}O 2 2 0 1\n"),
            "line 5: option 2 does not decide between the two branches, as this line says it does",
        ),
    ] {
        assert_eq!(read(text, 3).err().as_deref(), Some(message), "{text}");
    }
    // A comment, an empty line, a node that is not below the root, and a branch without models.
    let text = "c made by hand\nnnf 6 6 1\n\nL 1\nL -1\nA 2 0 1\nO 0 0\nA 2 0 3\nO 1 3 0 4 1\n";
    assert_eq!(read(text, 1).map(|diagram| diagram.count().to_u64()), Ok(Some(2)));
}

#[test]
fn faults_of_d4_name_their_line() {
    for (text, message) in [
        ("o 2 0\n", "line 1: `2` should be 1, the id of the next node"),
        ("o 1 1 0\n", "line 1: a line should end with 0, and have no other 0"),
        ("o 1 0 0\n", "line 1: a line should end with 0, and have no other 0"),
        ("o 1 0\nx\n", "line 2: `x` is none of `o`, `a`, `t` and `f`, nor the id of a node"),
        ("o 1 0\n", "line 1: this node has no child"),
        ("t 1 0\n\no 2 0\n", "line 3: this node has no child"),
        ("o 1 0\n1 2 0\nt 2 0\n", "line 2: `2` is not the id of a node that a line before has named"),
        ("o 1 0\n0 1 0\n", "line 2: `0` is not the id of a node that a line before has named"),
        (
            "o 1 0\n1 99999999999999999999 0\n",
            "line 2: `99999999999999999999` is not the id of a node that a line before has named",
        ),
        ("t 1 0\no 2 0\n1 2 0\n", "line 3: a node that is true or false has no children"),
        ("o 1 0\nt 2 0\n1 2 1\n", "line 3: a line should end with 0, and have no other 0"),
        ("o 1 0\nt 2 0\n1 2 1 0 2 0\n", "line 3: a line should end with 0, and have no other 0"),
        ("o 1 0\nt 2 0\n1 2 4 0\n", "line 3: `4` is not an option from 1 to 3, nor the negation of one"),
        ("o 1 0\nt 2 0\n1 2 3 -3 0\n", "line 1: option 3 may not be in two places here"),
        ("a 1 0\no 2 0\nt 3 0\n1 2 1 0\n2 3 1 0\n", "line 1: option 1 may not be in two places here"),
        ("o 1 0\n1 1 0\n", "line 1: this node is below itself"),
        ("o 1 0\na 2 0\no 3 0\n1 2 0\n2 3 0\n3 2 0\n", "line 2: this node is below itself"),
        (
            "o 1 0\nt 2 0\n1 2 1 0\n1 2 2 0\n",
            "line 1: option 1 is neither taken nor refused in some of the sets of this node",
        ),
        (
            "o 1 0\nt 2 0\n1 2 1 2 -3 0\n1 2 1 2 -3 0\n",
            "line 1: no option tells branches 1 and 2 apart, so they may have a set in common",
        ),
    ] {
        assert_eq!(read(text, 3).err().as_deref(), Some(message), "{text}");
    }
    // Arcs may come before they are needed; a cycle that is not below the root does not matter.
    let text = "o 1 0\nt 2 0\nf 3 0\n1 2 1 2 -3 0\n1 3 0\no 4 0\na 5 0\n4 5 0\n5 4 0\n1 2 -1 -2 3 0\n";
    assert_eq!(read(text, 3).map(|diagram| diagram.count().to_u64()), Ok(Some(2)));
    assert_eq!(read("f 1 0\n", 3).map(|diagram| diagram.count().to_u64()), Ok(Some(0)));
}

/// Deep files need no deep stack, and large ones stay within the memory.
#[test]
fn deep_and_large_files_are_read_within_the_memory() {
    let deep = 200_000;
    let mut c2d = format!("nnf {} {deep} 1\nL 1\n", deep + 1);
    let (mut names, mut arcs) = (String::new(), String::new());
    for node in 0..deep {
        writeln!(c2d, "A 1 {node}").unwrap();
        writeln!(names, "o {} 0", node + 1).unwrap();
        writeln!(arcs, "{} {} 0", node + 1, node + 2).unwrap();
    }
    let d4 = format!("{names}t {} 0\n{arcs}", deep + 1).replacen("1 2 0", "1 2 1 0", 1);
    for text in [c2d, d4] {
        let diagram = Diagram::read(text.as_bytes(), 1, &Budget::of_memory(100 << 20)).unwrap();
        assert_eq!(models(&diagram), BTreeSet::from([1]));
        let error = Diagram::read(text.as_bytes(), 1, &small()).unwrap_err();
        assert_eq!(error.to_string(), "the diagram would take more than 1048576 bytes");
    }
    // A few bytes that name millions of options.
    for text in ["nnf 1 0 4000000000\nA 0\n", "t 1 0\n"] {
        let error = Diagram::read(text.as_bytes(), 4_000_000_000, &small()).unwrap_err();
        assert_eq!(error.to_string(), "the diagram would take more than 1048576 bytes");
    }
}
