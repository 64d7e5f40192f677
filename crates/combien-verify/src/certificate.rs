//! Checks certificates: docs/certificates.md describes the format.
//!
//! The body of a certificate is read line by line. A state is kept from the line where it is met to its own
//! line; from then on only the numbers of its children are kept, and at the end the numbers are added up and
//! multiplied, the last line first.

use std::io::BufRead;

use crate::lines::{Lines, Refusal, Result, number, numbered, wrong};
use crate::natural::Natural;
use crate::problem::Problem;
use crate::reason;
use crate::state::{State, States};

/// Among children, what has the number 0; a cover, which has the number 1; and the first state.
const DEAD: u32 = 0;
const COVER: u32 = 1;
const FIRST: usize = 2;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of covers that have the options taken.
    pub covers: Natural,
    /// These options, from 0, ascending. If there are none, all covers are counted.
    pub taken: Vec<usize>,
}

/// What a certificate proves; `memory` is the greatest number of bytes that states and numbers may take, and
/// of a line.
pub fn check(problem: &Problem, input: impl BufRead, memory: usize) -> Result<Proved> {
    let mut lines = Lines { input, bytes: vec![], number: 0, sum: 0xcbf2_9ce4_8422_2325, memory };
    proved(problem, &mut lines, memory).map_err(|refusal| refusal.at(lines.number))
}

fn proved<R: BufRead>(problem: &Problem, lines: &mut Lines<R>, memory: usize) -> Result<Proved> {
    let (primary, secondary) = (problem.primary, problem.items.len() - problem.primary);
    let size = format!("problem {primary} {secondary} {}", problem.options.len());
    for expected in ["combien certificate 1", &size] {
        if lines.next()? != expected {
            return wrong(format!("expected `{expected}`: is it a certificate of this problem?"));
        }
    }
    let states = &States::new(problem);
    let mut taken = vec![];
    let mut line = lines.next()?;
    if let Some(options) = line.strip_prefix("taken ") {
        let places = options.split(' ').map(|option| numbered(option, usize::MAX, "option"));
        taken = places.collect::<Result<_>>()?;
        line = lines.next()?;
    }
    let first = states.after(&taken)?;
    let covers = match line.split_once(' ') {
        Some(("states", child)) => {
            let child = child.to_owned();
            let checker = Checker { states, waiting: vec![], known: vec![], children: vec![], memory };
            checker.run(lines, first, &child)?
        }
        Some(("weights", modulus)) if taken.is_empty() => {
            let modulus = if modulus == "inequality" { None } else { Some(number(modulus)?) };
            reason::check(problem, modulus, lines)?;
            Natural::ZERO
        }
        _ => return wrong("expected `states` or `weights`"),
    };
    lines.end()?;
    Ok(Proved { covers, taken })
}

/// The states of a certificate.
struct Checker<'s, 'p> {
    states: &'s States<'p>,
    /// The states that were met, state `n` at `n - 1`, as long as they have no line.
    waiting: Vec<Option<State>>,
    /// The lines, and the children of all of them.
    known: Vec<Known>,
    children: Vec<u32>,
    memory: usize,
}

/// What is kept of a line: its state, and where its children begin.
struct Known {
    state: usize,
    first_child: usize,
    is_product: bool,
}

impl Checker<'_, '_> {
    fn run<R: BufRead>(mut self, lines: &mut Lines<R>, mut first: State, child: &str) -> Result<Natural> {
        let root = self.child(&mut first, child)?;
        let mut line = lines.next()?;
        while !line.starts_with("covers ") {
            self.line(line)?;
            line = lines.next()?;
        }
        if let Some(place) = self.waiting.iter().position(Option::is_some) {
            return wrong(format!("state {} has no line", place + 1));
        }
        let count = self.count(root)?;
        let expected = format!("covers {count}");
        if line == expected { Ok(count) } else { wrong(format!("expected `{expected}`")) }
    }

    /// About the memory that is taken: vectors may have room for twice what they hold.
    fn bytes(&self) -> usize {
        let kept = size_of::<Option<State>>() * self.waiting.len() + size_of::<Known>() * self.known.len();
        let waiting = (self.waiting.len() - self.known.len()) * self.states.bytes();
        waiting + 2 * (kept + size_of::<u32>() * self.children.len())
    }

    /// Checks `STATE ITEM CHILD...`, a sum, or `STATE * CHILD...`, a product.
    fn line(&mut self, line: &str) -> Result<()> {
        let mut words = line.split(' ');
        let (name, what) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let place = numbered(name, self.waiting.len(), "state")?;
        let state = self.waiting[place].take().ok_or("this state has its line already")?;
        let (states, is_product) = (self.states, what == "*");
        self.known.push(Known { state: place, first_child: self.children.len(), is_product });
        let reach = &mut |state: &mut State| {
            let child = self.child(state, words.next().ok_or("the line has too few children")?)?;
            self.children.push(child);
            if self.bytes() > self.memory { Err(Refusal::Memory(self.memory)) } else { Ok(()) }
        };
        if is_product {
            states.factors(&state, reach)?;
        } else {
            states.summands(state, states.item(what)?, reach)?;
        }
        if words.next().is_some() { wrong("the line has too many children") } else { Ok(()) }
    }

    /// What a word says of a state: items of which each has one option that fits, which is chosen; then `.`
    /// for a cover, `!ITEM` for an item that cannot be covered, `+` for a state that is new, or the
    /// number of one that was met.
    fn child(&mut self, state: &mut State, word: &str) -> Result<u32> {
        let (states, mut end) = (self.states, word);
        while let Some((name, rest)) = end.split_once(',') {
            let Some(only) = states.forced(state, states.item(name)?) else {
                return wrong(format!("item {name} has not one option only"));
            };
            states.choose(state, only);
            end = rest;
        }
        states.settle(state);
        if end == "." {
            let open = states.first_open(state);
            return open.map_or(Ok(COVER), |item| wrong(format!("no cover: item {} is left", item + 1)));
        }
        if let Some(name) = end.strip_prefix('!') {
            let item = states.item(name)?;
            let fitting = states.count(state, item);
            if fitting < states.need(state, item) {
                return Ok(DEAD);
            }
            return wrong(format!("item {name} can be covered: {fitting} options fit"));
        }
        let mut place = self.waiting.len();
        if end == "+" {
            self.waiting.push(Some(state.clone()));
        } else {
            place = numbered(end, place, "state")?;
            if self.waiting[place].as_ref() != Some(state) {
                return wrong(format!("this state is not state {end}, or that has its line already"));
            }
        }
        Ok(u32::try_from(place + FIRST).map_err(|_| "too many states")?)
    }

    /// The number of covers of the first state. Children come after their parents, so the last line needs no
    /// other.
    fn count(&self, root: u32) -> Result<Natural> {
        let mut numbers = vec![Natural::ZERO; self.waiting.len() + FIRST];
        numbers[COVER as usize] = Natural::one();
        let mut bytes = self.bytes() + size_of::<Natural>() * numbers.len();
        let mut end = self.children.len();
        for &Known { state, first_child, is_product } in self.known.iter().rev() {
            let mut number = if is_product { Natural::one() } else { Natural::ZERO };
            for &child in &self.children[first_child..end] {
                let other = &numbers[child as usize];
                if is_product { number = number.times(other) } else { number.add(other) }
            }
            end = first_child;
            bytes += number.bytes();
            if bytes > self.memory {
                return Err(Refusal::Memory(self.memory));
            }
            numbers[state + FIRST] = number;
        }
        Ok(numbers[root as usize].clone())
    }
}
