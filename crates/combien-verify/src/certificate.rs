//! Checks certificates: docs/certificates.md describes the format.
//!
//! The body of a certificate is read line by line. A state is kept from the line where it is met to its own line; from then on
//! only the numbers of its children are kept, and at the end the numbers are added up and multiplied, the last line first.

use std::collections::HashMap;
use std::io::{BufRead, Read};
use std::str::FromStr;

use crate::natural::Natural;
use crate::problem::Problem;
use crate::reason;
use crate::refusal::{Refusal, Result, wrong};
use crate::state::{State, States};

/// No line is longer.
const LONGEST: u64 = 1 << 24;
/// Among children, what has the number 0 and a cover, which has the number 1; state `n` is `n + 1` there.
const DEAD: u32 = 0;
const COVER: u32 = 1;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The number of covers that have the options taken.
    pub covers: Natural,
    /// These options, from 0, ascending. If there are none, all covers are counted.
    pub taken: Vec<usize>,
}

/// The lines of a certificate, with their numbers and their sum.
pub(crate) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    /// The line that was read last, from 1.
    number: usize,
    /// The sum of all lines before the last one (FNV-1a): it proves nothing, but a file that was damaged on its way does not
    /// pass even if what it became would.
    sum: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next line, which must be there.
    pub(crate) fn next(&mut self) -> Result<&str> {
        for &byte in &self.bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.bytes.clear();
        self.number += 1;
        self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return wrong("the certificate ends before its line `end`");
        }
        let line = self.bytes.strip_suffix(b"\n").ok_or("a line without an end, or too long")?;
        Ok(std::str::from_utf8(line).map_err(|_| "a line that is no text")?)
    }

    /// Reads the last line, and makes sure that nothing follows.
    fn end(&mut self) -> Result<()> {
        let line = self.next()?.to_owned();
        if line != format!("end {:016x}", self.sum) {
            return wrong(format!("expected `end {:016x}`, the sum of the lines before", self.sum));
        }
        if self.input.fill_buf()?.is_empty() { Ok(()) } else { wrong("something stands behind the end") }
    }
}

/// A number as certificates write it: no sign, no zeros before it.
pub(crate) fn number<T: FromStr>(text: &str) -> Result<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| format!("`{text}` is no number, or too large").into())
}

/// What a certificate proves; `memory` is the greatest number of bytes that states and numbers may take.
pub fn check(problem: &Problem, input: impl BufRead, memory: usize) -> Result<Proved> {
    let mut lines = Lines { input, bytes: vec![], number: 0, sum: 0xcbf2_9ce4_8422_2325 };
    proved(problem, &mut lines, memory).map_err(|refusal| refusal.at(lines.number))
}

fn proved<R: BufRead>(problem: &Problem, lines: &mut Lines<R>, memory: usize) -> Result<Proved> {
    if lines.next()? != "combien certificate 1" {
        return wrong("expected `combien certificate 1`");
    }
    let (primary, secondary) = (problem.primary, problem.items.len() - problem.primary);
    let size = format!("problem {primary} {secondary} {}", problem.options.len());
    if lines.next()? != size {
        return wrong(format!("expected `{size}`: is it the certificate of another problem?"));
    }
    let mut states = States::new(problem);
    let mut taken = vec![];
    let mut line = lines.next()?;
    if let Some(options) = line.strip_prefix("taken ") {
        for option in options.split(' ') {
            taken.push(number::<usize>(option)?.checked_sub(1).ok_or("there is no option 0")?);
        }
    }
    if !taken.is_empty() {
        line = lines.next()?;
    }
    let first = states.take(&taken)?;
    let covers = match line.split_once(' ') {
        Some(("states", child)) => {
            let (child, waiting) = (child.to_owned(), HashMap::new());
            let states = &states;
            let checker = Checker { states, waiting, met: 0, known: vec![], children: vec![], memory };
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
    /// The states that were met and have no line yet, by their numbers.
    waiting: HashMap<u32, State>,
    /// How many were met.
    met: u32,
    /// The lines, and the children of all of them.
    known: Vec<Known>,
    children: Vec<u32>,
    memory: usize,
}

/// What is kept of a line: its state, and where its children begin.
struct Known {
    state: u32,
    first_child: usize,
    is_product: bool,
}

impl Checker<'_, '_> {
    fn run<R: BufRead>(mut self, lines: &mut Lines<R>, first: State, child: &str) -> Result<Natural> {
        let root = self.child(first, child)?;
        let claim = loop {
            let line = lines.next()?;
            if let Some(claim) = line.strip_prefix("covers ") {
                break claim;
            }
            self.line(line)?;
            if self.bytes() > self.memory {
                return Err(Refusal::Memory(self.memory));
            }
        };
        if let Some(state) = self.waiting.keys().min() {
            return wrong(format!("state {state} has no line"));
        }
        let count = self.count(root)?;
        if count.to_string() == claim { Ok(count) } else { wrong(format!("expected `covers {count}`")) }
    }

    /// About the memory that is taken.
    fn bytes(&self) -> usize {
        self.waiting.len() * self.states.bytes()
            + size_of::<Known>() * self.known.capacity()
            + size_of::<u32>() * self.children.capacity()
    }

    /// Checks `STATE ITEM CHILD...`, a sum, or `STATE * CHILD...`, a product.
    fn line(&mut self, line: &str) -> Result<()> {
        let mut words = line.split(' ');
        let (name, what) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let number = number(name)?;
        let Some(state) = self.waiting.remove(&number) else {
            return wrong(format!("state {name} is not waiting for its line"));
        };
        let is_product = what == "*";
        self.known.push(Known { state: number, first_child: self.children.len(), is_product });
        let states = self.states;
        let reached =
            if is_product { states.factors(&state)? } else { states.summands(&state, self.item(what)?)? };
        for state in reached {
            let word = words.next().ok_or("the line has too few children")?;
            let child = self.child(state, word)?;
            self.children.push(child);
        }
        if words.next().is_some() { wrong("the line has too many children") } else { Ok(()) }
    }

    /// A primary item, by its number from 1.
    fn item(&self, name: &str) -> Result<usize> {
        let number = number(name)?;
        let is_primary = (1..=self.states.problem.primary).contains(&number);
        if is_primary { Ok(number - 1) } else { wrong(format!("`{name}` is no primary item")) }
    }

    /// What a word says of a state: items of which each has one option that fits, which is chosen; then `.` for a cover, `!ITEM`
    /// for an item that cannot be covered, `+` for a state that is new, or the number of one that was met.
    fn child(&mut self, mut state: State, word: &str) -> Result<u32> {
        let states = self.states;
        let mut names = word.split(',');
        let end = names.next_back().unwrap_or_default();
        for name in names {
            let item = self.item(name)?;
            let fitting: Vec<usize> = states.fitting(&state, item).take(2).collect();
            match fitting[..] {
                [only] if states.is_once(item) => states.choose(&mut state, only),
                _ => return wrong(format!("item {name} has not one option only")),
            }
        }
        if end == "." {
            let open = (0..states.problem.primary).find(|&item| states.is_open(&state, item));
            return open.map_or(Ok(COVER), |item| wrong(format!("no cover: item {} is left", item + 1)));
        }
        if let Some(name) = end.strip_prefix('!') {
            let item = self.item(name)?;
            let fitting = states.fitting(&state, item).count();
            if fitting < states.need(&state, item) as usize {
                return Ok(DEAD);
            }
            return wrong(format!("item {name} can be covered: {fitting} options fit"));
        }
        if end == "+" {
            let child = self.met.checked_add(2).ok_or("too many states")?;
            self.met += 1;
            self.waiting.insert(self.met, state);
            return Ok(child);
        }
        let number: u32 = number(end)?;
        match self.waiting.get(&number) {
            None => wrong(format!("state {end} is not waiting for its line")),
            Some(other) if !states.are_alike(&state, other) => {
                wrong(format!("this state is not state {end}"))
            }
            Some(_) => Ok(number + 1),
        }
    }

    /// The number of covers of the first state. Children come after their parents, so the last line needs no other.
    fn count(&self, root: u32) -> Result<Natural> {
        let mut numbers = vec![Natural::ZERO; self.met as usize + 2];
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
            numbers[state as usize + 1] = number;
        }
        Ok(numbers[root as usize].clone())
    }
}
