//! Steps in sentences for people.

use std::fmt;

use super::candidates::{Candidate, Candidates, Item, Kind};
use super::chain::{Branches, Link};
use super::matched::Match;
use super::{Reason, Step};
use crate::shape::character;

/// `R1C2#7`, the name of the option.
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", cell(*self), self.digit)
    }
}

/// Why a step may be taken.
pub(super) fn why(candidates: &Candidates, reason: &Reason) -> String {
    let side = candidates.side();
    match reason {
        Reason::Single(Item { kind: Kind::Cell, .. }, candidate) => {
            format!("{} can only be {}.", cell(*candidate), digit(candidate.digit))
        }
        Reason::Single(item, candidate) => {
            let (house, digit) = (house(*item, side), digit(candidate.digit));
            format!("In {house} the digit {digit} can only stand in {}.", cell(*candidate))
        }
        Reason::Match(found) => matched(candidates, found),
        Reason::Chain { chain, .. } => {
            let chain = &chain[1..chain.len() - 1];
            let (first, last) = (chain[0].candidate, chain[chain.len() - 1].candidate);
            if first == last {
                return format!("If {}, then {}.", links(&chain[..1]), links(&chain[1..]));
            }
            let is = |candidate: Candidate| format!("{} is {}", cell(candidate), digit(candidate.digit));
            let then = links(&chain[1..]);
            format!("{} or {}: if {}, then {then}.", is(first), is(last), links(&chain[..1]))
        }
        Reason::Branches(found) => branches(found, side),
        Reason::Rule(found) => format!("{}.", found.why),
    }
}

fn matched(candidates: &Candidates, Match { base, cover, .. }: &Match) -> String {
    let side = candidates.side();
    let houses = |items: &[Item]| {
        let numbers: Vec<_> = items.iter().map(|item| (item.index / side + 1).to_string()).collect();
        format!("{} {}", plural(word(items[0].kind), items.len()), and(&numbers))
    };
    let digits = |items: &[Item]| {
        let digits: Vec<_> = items.iter().map(|item| digit(item.index % side + 1)).collect();
        format!("{} {}", plural("digit", items.len()), and(&digits))
    };
    let cells = |items: &[Item]| {
        let first = |item: &Item| cell(candidates.candidate_at(*item, 0));
        and(&items.iter().map(first).collect::<Vec<_>>())
    };
    match (base[0].kind, cover[0].kind) {
        (Kind::Cell, _) => {
            format!("In {} {} can only be the {}.", house(cover[0], side), cells(base), digits(cover))
        }
        (_, Kind::Cell) => {
            format!("In {} the {} can only stand in {}.", house(base[0], side), digits(base), cells(cover))
        }
        _ => format!("In {} the {} can only stand in {}.", houses(base), digits(&base[..1]), houses(cover)),
    }
}

fn branches(Branches { item, chains, removes }: &Branches, side: usize) -> String {
    let gone = format!("{} is not {}", cell(*removes), digit(removes.digit));
    let root = match item.kind {
        Kind::Cell => format!("Whatever {} is", cell(chains[0][0].candidate)),
        _ => format!("Wherever {} stands in {}", digit(item.index % side + 1), house(*item, side)),
    };
    let branch = |chain: &Vec<Link>| format!("if {}, then {}", links(&chain[..1]), links(&chain[1..]));
    let branches: Vec<_> = chains.iter().map(branch).collect();
    format!("{root}, {gone}: {}.", branches.join("; "))
}

/// What follows from a step.
pub(super) fn therefore(step: &Step) -> String {
    if let Some(candidate) = step.puts() {
        return format!("So {} is {}.", cell(candidate), digit(candidate.digit));
    }
    let mut digits: Vec<usize> = step.removes().iter().map(|candidate| candidate.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    let parts = digits.into_iter().map(|gone| {
        let of_digit = step.removes().iter().filter(|candidate| candidate.digit == gone);
        let cells: Vec<_> = of_digit.map(|&candidate| cell(candidate)).collect();
        format!("{} {} not {}", and(&cells), if cells.len() == 1 { "is" } else { "are" }, digit(gone))
    });
    format!("So {}.", parts.collect::<Vec<_>>().join("; "))
}

/// `R1C2 is not 4, R1C7 is 4`.
fn links(links: &[Link]) -> String {
    let word = |link: &Link| {
        let not = if link.is_true { "" } else { "not " };
        format!("{} is {not}{}", cell(link.candidate), digit(link.candidate.digit))
    };
    links.iter().map(word).collect::<Vec<_>>().join(", ")
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Cell => "cell",
        Kind::Row => "row",
        Kind::Column => "column",
        Kind::Box => "box",
    }
}

/// `row`, `rows`, `boxes`.
fn plural(word: &str, count: usize) -> String {
    let ending = match word {
        _ if count == 1 => "",
        "box" => "es",
        _ => "s",
    };
    format!("{word}{ending}")
}

/// The house of an item that is a digit of one: `row 3`.
fn house(item: Item, side: usize) -> String {
    format!("{} {}", word(item.kind), item.index / side + 1)
}

fn cell(candidate: Candidate) -> String {
    format!("R{}C{}", candidate.row + 1, candidate.column + 1)
}

/// A digit as grids write it.
fn digit(digit: usize) -> String {
    character(digit as u8).to_string()
}

/// `2`, `2 and 3`, `2, 3 and 5`.
pub(super) fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
