//! Random sentences of the language, from a seed.

use std::ops::Range;

use combien::diagnostic::Source;
use combien_lang::lexer::{TokenKind, lex};

use super::ebnf::{Grammar, Terminal};

/// The grammar of the documentation.
pub(crate) fn grammar() -> Grammar {
    let page = include_str!("../../../../docs/reference/grammar.md");
    Grammar::read(page.split("```ebnf\n").nth(1).unwrap().split("```").next().unwrap())
}

/// The seeds of the cases of a kind: `COMBIEN_CASES` of them from `COMBIEN_FIRST` on, if those are set.
pub(crate) fn cases(usual: u64) -> Range<u64> {
    let set = |name| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = set("COMBIEN_FIRST").unwrap_or(0);
    first..first + set("COMBIEN_CASES").unwrap_or(usual)
}

/// Random numbers from a seed: the generator `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

const DRAWINGS: [&str; 6] = ["{**}", "{*.$**}", "{*\n.*\n}", "{a?$.2}", "{* # why\n\n $ *}", "{}"];
/// The words for grids, and those whose drawings may have marks.
const GRIDS: [&str; 6] = ["hex", "tri", "sphere", "tan", "kite", "stick"];
const MARKABLE: [&str; 4] = ["hex", "tri", "sphere", "kite"];
/// Names; some of them mean something where no name can stand.
const NAMES: [&str; 50] = [
    "a",
    "b",
    "c",
    "domino",
    "hex",
    "tri",
    "sphere",
    "tan",
    "kite",
    "stick",
    "marked",
    "torus",
    "cylinder",
    "moebius",
    "klein",
    "projective",
    "by",
    "first",
    "up",
    "to",
    "symmetry",
    "sample",
    "seed",
    "json",
    "png",
    "cells",
    "solvable",
    "layers",
    "Rot60",
    "with",
    "size",
    "of",
    "polyominoes",
    "diamond",
    "fix",
    "as",
    "minimize",
    "marginals",
    "strip",
    "best",
    "within",
    "where",
    "and",
    "gaps",
    "border",
    "many",
    "lattice",
    "polyforms",
    "square",
    "in",
];
/// The boards that have a name.
const OUTLINES: [&str; 7] =
    ["hexagon", "triangle", "rhombus", "pyramid", "staircase", "diamond", "checkerboard"];

fn token(class: &str, choice: usize) -> String {
    let of = |known: &[&str]| known[choice % known.len()].to_owned();
    match class {
        // Plain names more often than the others.
        "NAME" if !choice.is_multiple_of(3) => of(&NAMES[..4]),
        "NAME" => of(&NAMES),
        "NUMBER" => of(&["5", "7", "8"]),
        "DECIMAL" => of(&["2.5", "0.25"]),
        "DIM" => of(&["2x3", "1x1", "2x2x2"]),
        "TEXT" => of(&["\"f\"", "\"a\\\"b\""]),
        "DRAWING" => of(&DRAWINGS),
        "FLAG" => of(&["~one", "~sym", "~gaps"]),
        _ => panic!("an unknown class: {class}"),
    }
}

/// The tokens of a sentence. If a name happens to stand before a drawing that it then belongs to, the tokens
/// are a sentence only if the recogniser accepts them.
pub(crate) fn sentence(grammar: &Grammar, random: &mut Random) -> Vec<String> {
    loop {
        let words = grammar.sentence("file", &mut |bound| random.below(bound), &token);
        let is_upward =
            |range: &[String]| range[1] != ".." || range[0].len() <= range[2].len() && range[0] <= range[2];
        let changes = |pair: &[String]| {
            (pair[1].starts_with('{') || pair[1] == "marked")
                && (GRIDS.contains(&pair[0].as_str()) || pair[0] == "marked")
                || pair[0] == "sphere" && pair[1] == "["
                || OUTLINES.contains(&pair[0].as_str())
        };
        if words.len() < 400
            && words.windows(3).all(is_upward)
            && (!words.windows(2).any(changes) || grammar.accepts("file", &terminals(&words)))
        {
            return words;
        }
    }
}

/// A sentence with one or two of its tokens changed.
pub(crate) fn mutated(mut words: Vec<String>, random: &mut Random) -> Vec<String> {
    for _ in 0..=random.below(2) {
        if words.is_empty() {
            return words;
        }
        let (at, other) = (random.below(words.len()), random.below(words.len()));
        match random.below(5) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at].clone()),
            2 => words.swap(at, other),
            3 => words.insert(at, words[other].clone()),
            _ => NAMES[random.below(NAMES.len())].clone_into(&mut words[at]),
        }
    }
    words
}

/// What each token of a sentence may stand for.
pub(crate) fn terminals(words: &[String]) -> Vec<Terminal> {
    let defined = |word: &str| words.windows(2).any(|pair| pair[0] == "pattern" && pair[1] == word);
    let is_size = |at: usize| {
        words.get(at).is_some_and(|word| word == "(" || word.starts_with(|c: char| c.is_ascii_digit()))
    };
    // `sample` may stand before it, with an algorithm between: then it is the name of a problem, with a
    // number behind.
    let is_sampled = |at: usize| words[at.saturating_sub(3)..at].iter().any(|word| word == "sample");
    let is_grid = |at: usize| words.get(at).is_some_and(|word| GRIDS.contains(&word.as_str()));
    let class = |at: usize| {
        let word = &words[at];
        let is_outline = OUTLINES.contains(&word.as_str());
        let is_board = is_outline
            && !defined(word)
            && !is_sampled(at)
            && (is_size(at + 1) || is_grid(at + 1) && is_size(at + 2));
        let is_drawing = |at: usize| words.get(at).is_some_and(|word| word.starts_with('{'));
        let is_marked = MARKABLE.contains(&word.as_str())
            && words.get(at + 1).is_some_and(|next| next == "marked" && !defined(next))
            && is_drawing(at + 2);
        let is_stack = word == "sphere" && words.get(at + 1).is_some_and(|next| next == "[");
        let is_before_drawing = is_drawing(at + 1) || is_marked || is_stack;
        // `lattice` may be a name, but not before a name and a drawing.
        let is_name = |at: usize| {
            let is_letter = |word: &String| word.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_taken = |word: &String| {
                (GRIDS.contains(&word.as_str()) || word == "marked") && is_drawing(at + 1) && !defined(word)
            };
            words.get(at).is_some_and(|word| is_letter(word) && !is_taken(word))
        };
        let behind = behind_brackets(words, at + 2);
        let is_marked_drawing =
            words.get(behind).is_some_and(|next| next == "marked") && is_drawing(behind + 1);
        let is_lattice = word == "lattice" && is_name(at + 1) && (is_drawing(behind) || is_marked_drawing);
        // The axes of a lattice are no name.
        let is_axes = at > 0 && words[at - 1] == "=" && is_defined_lattice(&words[..at - 1]);
        let is_drawing_word = GRIDS.contains(&word.as_str()) || word == "marked";
        let (mut tokens, _) = lex(&Source::new("t.cmb", word.as_str()));
        let class = match tokens.remove(0).kind {
            // The rules of the page that a context-free grammar cannot express.
            TokenKind::Name(_) if is_board || is_lattice => None,
            TokenKind::Name(_) if is_drawing_word && is_before_drawing && !defined(word) => None,
            TokenKind::Name(_) => Some("NAME"),
            TokenKind::Number(_) => Some("NUMBER"),
            TokenKind::Decimal(_) => Some("DECIMAL"),
            TokenKind::Dim(..) => Some("DIM"),
            TokenKind::Text(_) => Some("TEXT"),
            TokenKind::Drawing(_) => Some("DRAWING"),
            TokenKind::Flag(name)
                if !["times", "cost", "named", "color", "sides", "border", "back", "fits", "sum"]
                    .contains(&name.as_str()) =>
            {
                Some("FLAG")
            }
            _ => None,
        };
        let is_word = is_axes || !((is_drawing_word && is_before_drawing || is_outline) && defined(word));
        Terminal { text: word.clone(), classes: class.into_iter().collect(), is_word }
    };
    (0..words.len()).map(class).collect()
}

/// After the arguments in angle brackets, if there are any.
fn behind_brackets(words: &[String], at: usize) -> usize {
    if words.get(at).is_none_or(|word| word != "<") {
        return at;
    }
    words[at..].iter().position(|word| word == ">").map_or(words.len(), |end| at + end + 1)
}

/// Does this end with `lattice NAME<...>`?
fn is_defined_lattice(words: &[String]) -> bool {
    let end = match words.last() {
        Some(last) if last == ">" => words.iter().rposition(|word| word == "<").unwrap_or(0),
        _ => words.len(),
    };
    end > 1 && words[end - 2] == "lattice"
}
