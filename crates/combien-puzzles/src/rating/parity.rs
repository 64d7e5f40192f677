//! Colorings in which the pieces that are left cannot cover what is left.

use std::collections::BTreeSet;

use super::state::State;
use combien::problem::{ItemId, OptionId};
use combien_tiling::why::{Coloring, Subject};
use combien_tiling::{Encoding, Meaning, Tiling};

/// For each coloring with two colors, what the pieces can add up to.
pub(super) struct Parities<'a> {
    subject: Subject<'a>,
    colorings: Vec<Sums>,
}

/// More dark than light cells, as numbers.
struct Sums {
    coloring: Coloring,
    /// Of all cells that must still be covered.
    all: i32,
    /// For each piece: of the other pieces that are left, and one fewer of this one.
    others: Vec<BTreeSet<i32>>,
}

impl<'a> Parities<'a> {
    /// None, unless it is a tiling in which every cell is covered and the number of each piece is known.
    pub(super) fn of(subject: Subject<'a>, state: &State<'_>) -> Parities<'a> {
        let colorings = subject.tiling().zip(subject.encoding()).and_then(|(tiling, encoding)| {
            let pieces = exact_pieces(subject, tiling, encoding, state)?;
            let colorings = subject.colorings().iter();
            Some(
                colorings
                    .filter_map(|&coloring| sums(coloring, subject, tiling, encoding, state, &pieces))
                    .collect(),
            )
        });
        Parities { subject, colorings: colorings.unwrap_or_default() }
    }

    /// A coloring in which the other pieces cannot cover what this option leaves.
    pub(super) fn against(&self, option: OptionId) -> Option<Coloring> {
        let (tiling, encoding) = (self.subject.tiling()?, self.subject.encoding()?);
        let piece = encoding.placement(option)?.piece;
        let excess = |coloring| excess(coloring, self.subject, tiling, encoding, option);
        let fails = |sums: &&Sums| !sums.others[piece].contains(&(sums.all - excess(sums.coloring)));
        self.colorings.iter().find(fails).map(|sums| sums.coloring)
    }
}

/// With more pieces than this nobody counts, and the sums would take long.
const MOST_PIECES: u32 = 1 << 10;

/// How many of each piece are left to place, if that is known, and all cells are to be covered. There are at
/// most [`MOST_PIECES`].
fn exact_pieces(
    subject: Subject<'_>,
    tiling: &Tiling,
    encoding: &Encoding,
    state: &State<'_>,
) -> Option<Vec<u32>> {
    if state.left().any(|option| encoding.placement(option).is_none()) {
        return None;
    }
    let mut pieces = vec![None; tiling.pieces().len()];
    for item in subject.problem().items() {
        let is_exact = state.needs(item) == state.room(item);
        match encoding.meaning(item) {
            Meaning::Piece(piece) if is_exact => pieces[piece] = Some(state.needs(item)),
            Meaning::Cell(_) if !is_exact => return None,
            _ => {}
        }
    }
    let pieces: Vec<u32> = pieces.into_iter().collect::<Option<_>>()?;
    let all = pieces.iter().fold(0u32, |all, &times| all.saturating_add(times));
    (all <= MOST_PIECES).then_some(pieces)
}

/// One more for each dark cell, one less for each light cell.
fn shade(coloring: Coloring, tiling: &Tiling, encoding: &Encoding, item: ItemId) -> i32 {
    match encoding.meaning(item) {
        Meaning::Cell(cell) => 1 - 2 * coloring.color(tiling.lattice(), cell) as i32,
        _ => 0,
    }
}

fn excess(
    coloring: Coloring,
    subject: Subject<'_>,
    tiling: &Tiling,
    encoding: &Encoding,
    option: OptionId,
) -> i32 {
    let entries = subject.problem().option(option).iter();
    entries.map(|entry| shade(coloring, tiling, encoding, entry.item)).sum()
}

/// `None` if the coloring has more than two colors.
fn sums(
    coloring: Coloring,
    subject: Subject<'_>,
    tiling: &Tiling,
    encoding: &Encoding,
    state: &State<'_>,
    pieces: &[u32],
) -> Option<Sums> {
    let problem = subject.problem();
    let has_two = problem.items().all(|item| match encoding.meaning(item) {
        Meaning::Cell(cell) => coloring.color(tiling.lattice(), cell) < 2,
        _ => true,
    });
    if !has_two {
        return None;
    }
    let open = problem.items().filter(|&item| state.needs(item) > 0);
    let all = open.map(|item| shade(coloring, tiling, encoding, item)).sum();
    let mut ways = vec![BTreeSet::new(); pieces.len()];
    for option in state.left() {
        if let Some(placement) = encoding.placement(option) {
            ways[placement.piece].insert(excess(coloring, subject, tiling, encoding, option));
        }
    }
    let add = |sums: &BTreeSet<i32>, piece: usize, times: u32| {
        let more = |sums: BTreeSet<i32>| {
            sums.iter().flat_map(|sum| ways[piece].iter().map(move |way| sum + way)).collect()
        };
        (0..times).fold(sums.clone(), |sums, _| more(sums))
    };
    // The sums of the pieces before each one, and of those after it.
    let none = BTreeSet::from([0]);
    let mut before = vec![none.clone()];
    let mut after = vec![none];
    for piece in 0..pieces.len() {
        before.push(add(&before[piece], piece, pieces[piece]));
        let back = pieces.len() - 1 - piece;
        after.push(add(&after[piece], back, pieces[back]));
    }
    let others = (0..pieces.len()).map(|piece| {
        let before = add(&before[piece], piece, pieces[piece].saturating_sub(1));
        let after = &after[pieces.len() - 1 - piece];
        before.iter().flat_map(|one| after.iter().map(move |other| one + other)).collect()
    });
    Some(Sums { coloring, all, others: others.collect() })
}
