//! Checks certificates: docs/certificates.md describes the format.
//!
//! The body of a certificate is read line by line. A state is kept from the line where it is met to its own line; from then on
//! only the numbers of its children are kept, and at the end the numbers are added up and multiplied, the last line first.

use std::collections::VecDeque;
use std::io::BufRead;

use crate::natural::Natural;
use crate::problem::{Fault, Problem};
use crate::reason;
use crate::state::{State, States};

/// No line is longer.
const LONGEST: u64 = 1 << 24;
/// What stands for a state that is a cover, with the number 1, among children.
const COVER: u32 = 0;
/// What stands for a state whose number is 0.
const DEAD: u32 = u32::MAX;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A line is wrong.
    Wrong(Fault),
    /// It cannot be read.
    Unreadable(String),
    /// To check it takes more memory than this, in bytes.
    Memory(usize),
}

/// The lines of a certificate, with their numbers and their sum.
pub(crate) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    /// The line that was read last, from 1.
    pub(crate) number: usize,
    /// The sum of all lines before the last one (FNV-1a): it proves nothing, but a file that was damaged on its way does not
    /// pass even if what it became would.
    sum: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Lines<R> {
        Lines { input, bytes: vec![], number: 0, sum: 0xcbf2_9ce4_8422_2325 }
    }

    /// The next line, which must be there.
    pub(crate) fn next(&mut self) -> Result<&str, Refusal> {
        for &byte in &self.bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.bytes.clear();
        self.number += 1;
        let mut input = std::io::Read::take(&mut self.input, LONGEST);
        input.read_until(b'\n', &mut self.bytes).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let number = self.number;
        let wrong = |message| Refusal::Wrong(Fault::new(number, message));
        if self.bytes.is_empty() {
            return Err(wrong("the certificate ends before its line `end`"));
        }
        let line =
            self.bytes.strip_suffix(b"\n").ok_or_else(|| wrong("a line without an end, or too long"))?;
        std::str::from_utf8(line).map_err(|_| wrong("a line that is no text"))
    }

    /// The same error, as one of the line that was read last.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> Refusal {
        Refusal::Wrong(Fault::new(self.number, message))
    }

    /// Reads the last line, and makes sure that nothing follows.
    fn end(&mut self) -> Result<(), Refusal> {
        let line = self.next()?.to_owned();
        if line != format!("end {:016x}", self.sum) {
            return Err(self.wrong(format!("expected `end {:016x}`, the sum of the lines before", self.sum)));
        }
        match self.input.fill_buf() {
            Ok([]) => Ok(()),
            Ok(_) => Err(Refusal::Wrong(Fault::new(self.number + 1, "something stands behind the end"))),
            Err(error) => Err(Refusal::Unreadable(error.to_string())),
        }
    }
}

/// A number as certificates write it: no sign, no zeros before it.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

/// The number of covers that a certificate proves; `memory` is the greatest number of bytes that states and numbers may take.
pub fn check(problem: &Problem, input: impl BufRead, memory: usize) -> Result<Natural, Refusal> {
    let mut lines = Lines::new(input);
    if lines.next()? != "combien certificate 1" {
        return Err(lines.wrong("expected `combien certificate 1`"));
    }
    let (primary, secondary) = (problem.primary, problem.items.len() - problem.primary);
    let size = format!("problem {primary} {secondary} {}", problem.options.len());
    if lines.next()? != size {
        return Err(lines.wrong(format!("expected `{size}`: is it the certificate of another problem?")));
    }
    let count = match lines.next()?.split_once(' ') {
        Some(("states", child)) => {
            let child = child.to_owned();
            Checker::new(problem, memory).run(&mut lines, &child)?
        }
        Some(("weights", "inequality")) => reason::inequality(problem, &mut lines)?,
        Some(("weights", modulus)) => {
            let modulus = number(modulus);
            reason::modulus(problem, modulus, &mut lines)?
        }
        _ => return Err(lines.wrong("expected `states` or `weights`")),
    };
    lines.end()?;
    Ok(count)
}

/// The states of a certificate.
struct Checker<'p> {
    states: States<'p>,
    /// The states that were met and have no line yet, by their numbers, from `oldest` on.
    met: VecDeque<Option<State>>,
    oldest: u32,
    /// How many of them there are.
    waiting: usize,
    /// What is known of each state that has its line: its number, and where its children begin.
    known: Vec<Known>,
    children: Vec<u32>,
    memory: usize,
}

struct Known {
    state: u32,
    first_child: usize,
    is_product: bool,
}

impl<'p> Checker<'p> {
    fn new(problem: &'p Problem, memory: usize) -> Checker<'p> {
        let states = States::new(problem);
        Checker {
            states,
            met: VecDeque::new(),
            oldest: 1,
            waiting: 0,
            known: vec![],
            children: vec![],
            memory,
        }
    }

    fn run<R: BufRead>(mut self, lines: &mut Lines<R>, start: &str) -> Result<Natural, Refusal> {
        let first = self.states.first();
        let root = self.child(first, start).map_err(|message| lines.wrong(message))?;
        let claim = loop {
            let line = lines.next()?;
            if let Some(claim) = line.strip_prefix("covers ") {
                break claim.to_owned();
            }
            let checked = self.line(line);
            checked.map_err(|message| lines.wrong(message))?;
            if self.bytes() > self.memory {
                return Err(Refusal::Memory(self.memory));
            }
        };
        if self.waiting > 0 {
            let state =
                self.met.iter().position(Option::is_some).map_or(0, |place| place + self.oldest as usize);
            return Err(lines.wrong(format!("state {state} has no line")));
        }
        let count = self.count(root)?;
        if count.to_string() == claim {
            Ok(count)
        } else {
            Err(lines.wrong(format!("expected `covers {count}`")))
        }
    }

    /// About the memory that is taken.
    fn bytes(&self) -> usize {
        let state = 8 * self.states.word_count() + 16;
        self.waiting * state
            + 16 * self.met.capacity()
            + 24 * self.known.capacity()
            + 4 * self.children.capacity()
    }

    /// Checks `STATE ITEM CHILD...`, a sum, or `STATE * CHILD...`, a product.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let place = self.place(name)?;
        let state = self.met[place].take().ok_or_else(|| format!("state {name} has a line already"))?;
        let number = self.oldest + place as u32;
        self.waiting -= 1;
        while self.met.front().is_some_and(Option::is_none) {
            self.met.pop_front();
            self.oldest += 1;
        }
        let what = words.next().unwrap_or_default();
        let is_product = what == "*";
        self.known.push(Known { state: number, first_child: self.children.len(), is_product });
        if is_product {
            self.product(&state, &mut words)?;
        } else {
            self.sum(&state, what, &mut words)?;
        }
        match words.next() {
            None => Ok(()),
            Some(child) => Err(format!("there is no child for `{child}`")),
        }
    }

    /// The place of a state that was met.
    fn place(&self, name: &str) -> Result<usize, String> {
        let number = number(name).ok_or_else(|| format!("`{name}` is no number of a state"))?;
        let place = number.checked_sub(u64::from(self.oldest)).map(|place| place as usize);
        place
            .filter(|&place| place < self.met.len())
            .ok_or_else(|| format!("state {name} is not waiting for its line"))
    }

    /// A primary item, by its number from 1.
    fn item(&self, name: &str) -> Result<usize, String> {
        let number = number(name).and_then(|number| usize::try_from(number).ok());
        let item = number.filter(|number| (1..=self.states.problem.primary).contains(number));
        item.map(|item| item - 1).ok_or_else(|| format!("`{name}` is no number of a primary item"))
    }

    /// The covers of a state are told apart by the first option that has the item: one child for each option that fits; and
    /// one more, if the item need not be covered again, for those in which no further option has it.
    fn sum<'w>(
        &mut self,
        state: &State,
        item: &str,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let item = self.item(item)?;
        if !self.states.is_open(state, item) {
            return Err(format!("item {} is covered already", item + 1));
        }
        for place in 0..self.states.options_of[item].len() {
            let option = self.states.options_of[item][place];
            if self.states.fits(state, option) {
                let word =
                    words.next().ok_or_else(|| format!("no child for option {}, which fits", option + 1))?;
                let mut child = state.clone();
                self.states.choose(&mut child, option);
                self.states.decide(&mut child, item, option + 1);
                self.add_child(child, word)?;
            }
        }
        if self.states.need(state, item) == 0 {
            let word = words.next().ok_or("no child for leaving the item as it is")?;
            let mut child = state.clone();
            self.states.close(&mut child, item);
            self.add_child(child, word)?;
        }
        Ok(())
    }

    /// The state falls into parts: one child for each.
    fn product<'w>(
        &mut self,
        state: &State,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> Result<(), String> {
        let parts = self.states.parts(state);
        if parts.len() < 2 {
            return Err("the state does not fall into parts".to_owned());
        }
        for (place, part) in parts.iter().enumerate() {
            let word =
                words.next().ok_or_else(|| format!("no child for the part of item {}", part[0] + 1))?;
            let mut child = state.clone();
            let others = parts.iter().enumerate().filter(|&(other, _)| other != place);
            others.flat_map(|(_, other)| other).for_each(|&item| self.states.close(&mut child, item));
            self.add_child(child, word)?;
        }
        Ok(())
    }

    fn add_child(&mut self, state: State, word: &str) -> Result<(), String> {
        let child = self.child(state, word)?;
        self.children.push(child);
        Ok(())
    }

    /// What a word says of a state: items of which each has one option that fits, which is chosen; then `.` for a cover, `!ITEM`
    /// for an item that cannot be covered, `+` for a state that is new, or the number of one that was met.
    fn child(&mut self, mut state: State, word: &str) -> Result<u32, String> {
        let (forced, end) = word.rsplit_once(',').map_or((None, word), |(forced, end)| (Some(forced), end));
        for name in forced.iter().flat_map(|forced| forced.split(',')) {
            let item = self.item(name)?;
            let fitting: Vec<usize> = self.states.fitting(&state, item).take(2).collect();
            match fitting[..] {
                [only] if self.states.is_once(item) => self.states.choose(&mut state, only),
                _ => return Err(format!("item {name} has not one option only")),
            }
        }
        if end == "." {
            let open = (0..self.states.problem.primary).find(|&item| self.states.is_open(&state, item));
            return open.map_or(Ok(COVER), |item| Err(format!("no cover: item {} is left", item + 1)));
        }
        if let Some(name) = end.strip_prefix('!') {
            let item = self.item(name)?;
            let fitting = self.states.fitting(&state, item).count() as u64;
            return if fitting < self.states.need(&state, item) {
                Ok(DEAD)
            } else {
                Err(format!("item {name} can be covered: {fitting} options fit"))
            };
        }
        if end == "+" {
            let number = self.oldest + self.met.len() as u32;
            if number == DEAD {
                return Err("too many states".to_owned());
            }
            self.met.push_back(Some(state));
            self.waiting += 1;
            return Ok(number);
        }
        let place = self.place(end)?;
        let other = self.met[place].as_ref().ok_or_else(|| format!("state {end} has its line already"))?;
        if !self.states.are_alike(&state, other) {
            return Err(format!("this state is not state {end}"));
        }
        Ok(self.oldest + place as u32)
    }

    /// The number of covers of the first state. Children come after their parents, so the last line needs no other.
    fn count(&self, root: u32) -> Result<Natural, Refusal> {
        let mut numbers = vec![Natural::ZERO; self.known.len() + 1];
        numbers[COVER as usize] = Natural::one();
        let mut bytes = self.bytes() + 24 * numbers.len();
        let mut end = self.children.len();
        for known in self.known.iter().rev() {
            let children = &self.children[known.first_child..end];
            end = known.first_child;
            let mut number = if known.is_product { Natural::one() } else { Natural::ZERO };
            for &child in children {
                match (known.is_product, child) {
                    (true, DEAD) => number = Natural::ZERO,
                    (true, child) => number = number.times(&numbers[child as usize]),
                    (false, DEAD) => {}
                    (false, child) => number.add(&numbers[child as usize]),
                }
            }
            bytes += number.bytes();
            if bytes > self.memory {
                return Err(Refusal::Memory(self.memory));
            }
            numbers[known.state as usize] = number;
        }
        Ok(if root == DEAD { Natural::ZERO } else { numbers[root as usize].clone() })
    }
}
