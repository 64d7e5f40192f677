//! Reads a grammar from its text, derives sentences from it, and recognises them, independently of the
//! parser.

use std::collections::{BTreeSet, HashMap, HashSet};

/// A grammar: rules by name, each a tree.
pub(crate) struct Grammar {
    rules: HashMap<String, Rule>,
}

#[derive(Clone, Debug)]
enum Rule {
    /// A word or symbol in quotes.
    Word(String),
    /// A class of tokens, in capitals.
    Class(String),
    /// Another rule.
    Name(String),
    Sequence(Vec<Rule>),
    Choice(Vec<Rule>),
    Optional(Box<Rule>),
    Repeated(Box<Rule>),
}

/// A token of a sentence: its text, and the classes that it may stand for.
#[derive(Clone, Debug)]
pub(crate) struct Terminal {
    pub(crate) text: String,
    pub(crate) classes: Vec<&'static str>,
    /// May it stand for the grammar's word of the same text?
    pub(crate) is_word: bool,
}

impl Grammar {
    pub(crate) fn read(text: &str) -> Grammar {
        let mut words = tokens(text);
        words.reverse();
        let mut rules = HashMap::new();
        while let Some(name) = words.pop() {
            assert_eq!(words.pop().as_deref(), Some("="), "behind {name}");
            let rule = choice(&mut words);
            assert_eq!(words.pop().as_deref(), Some(";"), "at the end of {name}");
            assert!(rules.insert(name.clone(), rule).is_none(), "{name} has two rules");
        }
        let grammar = Grammar { rules };
        for rule in grammar.rules.values() {
            grammar.check(rule);
        }
        grammar
    }

    fn check(&self, rule: &Rule) {
        match rule {
            Rule::Name(name) => assert!(self.rules.contains_key(name), "there is no rule {name}"),
            Rule::Sequence(parts) | Rule::Choice(parts) => parts.iter().for_each(|part| self.check(part)),
            Rule::Optional(part) | Rule::Repeated(part) => self.check(part),
            Rule::Word(_) | Rule::Class(_) => {}
        }
    }

    /// All words in quotes.
    pub(crate) fn words(&self) -> BTreeSet<String> {
        fn collect(rule: &Rule, words: &mut BTreeSet<String>) {
            match rule {
                Rule::Word(word) => drop(words.insert(word.clone())),
                Rule::Sequence(parts) | Rule::Choice(parts) => {
                    for part in parts {
                        collect(part, words);
                    }
                }
                Rule::Optional(part) | Rule::Repeated(part) => collect(part, words),
                Rule::Name(_) | Rule::Class(_) => {}
            }
        }
        let mut words = BTreeSet::new();
        self.rules.values().for_each(|rule| collect(rule, &mut words));
        words
    }

    /// A random sentence: the texts of its tokens. `pick(n)` is a number below n, `class` a token of a class.
    pub(crate) fn sentence(
        &self,
        start: &str,
        pick: &mut dyn FnMut(usize) -> usize,
        class: &dyn Fn(&str, usize) -> String,
    ) -> Vec<String> {
        let mut out = vec![];
        self.derive(&self.rules[start], pick, class, 0, &mut out);
        out
    }

    fn derive(
        &self,
        rule: &Rule,
        pick: &mut dyn FnMut(usize) -> usize,
        class: &dyn Fn(&str, usize) -> String,
        depth: usize,
        out: &mut Vec<String>,
    ) {
        match rule {
            Rule::Word(word) => out.push(word.clone()),
            Rule::Class(name) => out.push(class(name, pick(1000))),
            Rule::Name(name) => self.derive(&self.rules[name], pick, class, depth + 1, out),
            Rule::Sequence(parts) => {
                for part in parts {
                    self.derive(part, pick, class, depth, out);
                }
            }
            Rule::Choice(parts) => {
                // Deep in the tree, takes the first alternative, which is a short one, so that the sentence
                // ends.
                let place = if depth > 14 { 0 } else { pick(parts.len()) };
                self.derive(&parts[place], pick, class, depth, out);
            }
            Rule::Optional(part) => {
                if depth <= 14 && pick(2) == 0 {
                    self.derive(part, pick, class, depth, out);
                }
            }
            Rule::Repeated(part) => {
                while depth <= 14 && pick(5) < 2 {
                    self.derive(part, pick, class, depth, out);
                }
            }
        }
    }

    /// Is this a sentence? Follows every place where a rule can end, and computes each of them once.
    pub(crate) fn accepts(&self, start: &str, sentence: &[Terminal]) -> bool {
        let mut known = Known { grammar: self, sentence, ends: HashMap::new() };
        known.of_name(start, 0).contains(&sentence.len())
    }
}

/// For a rule and the place where it begins, the places where it can end. No rule of the grammar is
/// left-recursive, and no repeated rule is empty, so the recursion ends.
struct Known<'a> {
    grammar: &'a Grammar,
    sentence: &'a [Terminal],
    ends: HashMap<(String, usize), BTreeSet<usize>>,
}

impl Known<'_> {
    fn of_name(&mut self, name: &str, at: usize) -> BTreeSet<usize> {
        let key = (name.to_owned(), at);
        if let Some(known) = self.ends.get(&key) {
            return known.clone();
        }
        let grammar = self.grammar;
        let ends = self.of(&grammar.rules[name], at);
        self.ends.insert(key, ends.clone());
        ends
    }

    fn of(&mut self, rule: &Rule, at: usize) -> BTreeSet<usize> {
        let token = self.sentence.get(at);
        let one = |fits: bool| if fits { BTreeSet::from([at + 1]) } else { BTreeSet::new() };
        match rule {
            Rule::Word(word) => one(token.is_some_and(|token| token.is_word && token.text == *word)),
            Rule::Class(name) => one(token.is_some_and(|token| token.classes.contains(&name.as_str()))),
            Rule::Name(name) => self.of_name(name, at),
            Rule::Choice(parts) => parts.iter().flat_map(|part| self.of(part, at)).collect(),
            Rule::Optional(part) => {
                let mut ends = self.of(part, at);
                ends.insert(at);
                ends
            }
            Rule::Sequence(parts) => {
                let mut ends = BTreeSet::from([at]);
                for part in parts {
                    ends = ends.into_iter().flat_map(|end| self.of(part, end)).collect();
                }
                ends
            }
            Rule::Repeated(part) => {
                let (mut ends, mut open) = (HashSet::from([at]), vec![at]);
                while let Some(end) = open.pop() {
                    open.extend(self.of(part, end).into_iter().filter(|&further| ends.insert(further)));
                }
                ends.into_iter().collect()
            }
        }
    }
}

/// The tokens of the notation itself.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            rest[1..].find('"').expect("a closing quote") + 2
        } else if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
        } else {
            1
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    tokens
}

fn choice(words: &mut Vec<String>) -> Rule {
    let mut parts = vec![sequence(words)];
    while words.last().is_some_and(|word| word == "|") {
        words.pop();
        parts.push(sequence(words));
    }
    if parts.len() == 1 { parts.remove(0) } else { Rule::Choice(parts) }
}

fn sequence(words: &mut Vec<String>) -> Rule {
    let mut parts = vec![];
    while let Some(word) = words.last().filter(|word| !["|", ")", "]", "}", ";"].contains(&word.as_str())) {
        let word = word.clone();
        words.pop();
        let mut inner = |end: &str| {
            let rule = choice(words);
            assert_eq!(words.pop().as_deref(), Some(end));
            rule
        };
        parts.push(match word.as_str() {
            "(" => inner(")"),
            "[" => Rule::Optional(Box::new(inner("]"))),
            "{" => Rule::Repeated(Box::new(inner("}"))),
            _ if word.starts_with('"') => Rule::Word(word.trim_matches('"').to_owned()),
            _ if word.chars().all(char::is_uppercase) => Rule::Class(word),
            _ => Rule::Name(word),
        });
    }
    if parts.len() == 1 { parts.remove(0) } else { Rule::Sequence(parts) }
}
