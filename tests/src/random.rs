//! Random small problems, for proptest.

use combien::problem::{Bounds, Builder, Entry, Kind, Problem};
use proptest::collection::vec;
use proptest::prelude::*;

/// A problem with up to six items, three of them perhaps secondary, and up to ten options with up to three
/// colors. Options without primary items, equal options and items that no option covers occur.
pub fn problems() -> impl Strategy<Value = Problem> {
    small(Just(Bounds::ONCE).boxed())
}

/// The same with bounds on the primary items: up to three times, or without an upper bound; more than there
/// are options that have the item, too.
pub fn bounded_problems() -> impl Strategy<Value = Problem> {
    let bounds = (0u32..=3, 0u32..=2).prop_map(|(lo, more)| Bounds { lo, hi: (lo + more).max(1) });
    let unlimited = (0u32..=2).prop_map(|lo| Bounds { lo, hi: Bounds::UNLIMITED });
    small(prop_oneof![2 => Just(Bounds::ONCE), 4 => bounds, 1 => unlimited].boxed())
}

/// Small problems with bounds in which each option has an item that must be covered exactly once, as a
/// placement has cells of a board, and perhaps items with bounds, as it has a piece.
pub fn problems_of_quantities() -> impl Strategy<Value = Problem> {
    quantities(small(Just(Bounds::ONCE).boxed()))
}

/// The same on larger problems.
pub fn larger_problems_of_quantities() -> impl Strategy<Value = Problem> {
    quantities(larger_problems())
}

/// Adds up to four items with bounds to a problem without; options that have no primary item are left out.
fn quantities(problems: impl Strategy<Value = Problem>) -> impl Strategy<Value = Problem> {
    let bounds = (0u32..=4, 0u32..=4).prop_map(|(lo, more)| Bounds { lo, hi: (lo + more).max(1) });
    (problems, vec(bounds, 1..=4), vec(any::<u8>(), 1..=64)).prop_map(|(problem, bounds, kinds)| {
        let mut builder = Builder::new();
        let pieces: Vec<_> = (0..)
            .zip(&bounds)
            .map(|(number, &bounds)| {
                builder.bounded(&format!("piece{number}"), bounds).expect("the bounds are sound")
            })
            .collect();
        let copies: Vec<_> = problem
            .items()
            .map(|item| builder.item(problem.item_name(item), problem.kind(item)).expect("the names differ"))
            .collect();
        let kinds = kinds.into_iter().cycle();
        for (option, kind) in problem.searched_options().zip(kinds) {
            // One piece, none, or two.
            let pieces = pieces.iter().enumerate().filter(|&(number, _)| kind >> (2 * number) & 3 == 3);
            let mut entries: Vec<Entry> = pieces.map(|(_, &piece)| piece.into()).collect();
            for entry in problem.option(option) {
                let copy = copies[entry.item.index()];
                entries.push(match entry.color {
                    None => copy.into(),
                    Some(color) => copy.colored(builder.color(problem.color_name(color))),
                });
            }
            builder.option(entries).expect("each item occurs once");
        }
        builder.build()
    })
}

/// With bounds, or without.
pub fn any_problems() -> impl Strategy<Value = Problem> {
    prop_oneof![problems(), bounded_problems(), problems_of_quantities()]
}

fn small(bounds: BoxedStrategy<Bounds>) -> impl Strategy<Value = Problem> {
    let items = (0usize..=4, 0usize..=3);
    items.prop_flat_map(move |(primary, secondary)| {
        let bounds = vec(bounds.clone(), primary);
        let entry = prop_oneof![3 => Just(None), 2 => Just(Some(0u8))];
        let colored = prop_oneof![3 => Just(None), 1 => Just(Some(0u8)), 2 => (1u8..=3).prop_map(Some)];
        let option = (vec(entry, primary), vec(colored, secondary), any::<bool>());
        (bounds, vec(option, 0..=10)).prop_map(move |(bounds, options)| build(&bounds, secondary, options))
    })
}

/// `None`: the item is not in the option; `Some(0)`: it is, without color.
type Choice = Option<u8>;

fn build(bounds: &[Bounds], secondary: usize, options: Vec<(Vec<Choice>, Vec<Choice>, bool)>) -> Problem {
    let mut builder = Builder::new();
    let mut items = vec![];
    for (number, &bounds) in bounds.iter().enumerate() {
        items.push(builder.bounded(&format!("i{number}"), bounds).expect("the bounds are sound"));
    }
    for number in 0..secondary {
        items.push(builder.secondary(&format!("x{number}")).expect("the names differ"));
    }
    for (first, second, backwards) in options {
        let mut entries = vec![];
        for (&item, choice) in items.iter().zip(first.iter().chain(&second)) {
            match choice {
                None => {}
                Some(0) => entries.push(item.into()),
                Some(color) => entries.push(item.colored(builder.color(&format!("c{color}")))),
            }
        }
        if backwards {
            entries.reverse();
        }
        builder.option(entries).expect("each item occurs once");
    }
    builder.build()
}

/// A larger problem: 20 to 150 primary items, and up to 30 secondary ones with up to nine colors, so that
/// masks take several words. A solution is planted, unless its secondary items spoil it; most other options
/// come from windows of the items and lead nowhere, some cover the same items as two neighbours of the
/// planted solution. So there are few solutions, and a search that is not trivial.
pub fn larger_problems() -> impl Strategy<Value = Problem> {
    let sizes = vec(1usize..=8, 18..=40);
    let palettes = vec(0u8..=9, 0..=30);
    let wishes = vec((any::<prop::sample::Index>(), any::<u8>()), 0..=60);
    let decoy = (any::<prop::sample::Index>(), vec(1usize..=4, 0..=7), vec(wish(), 0..=3));
    let swap = (any::<prop::sample::Index>(), any::<u16>(), vec(wish(), 0..=2));
    (sizes, palettes, wishes, vec(decoy, 0..=80), vec(swap, 0..=12), any::<u64>()).prop_map(
        |(sizes, palettes, wishes, decoys, swaps, order)| {
            let mut larger = Larger::planted(&sizes, &palettes);
            larger.wish(&wishes);
            for (start, gaps, wishes) in decoys {
                larger.add_decoy(start, &gaps, &wishes);
            }
            for (at, split, wishes) in swaps {
                larger.add_swap(at, split, &wishes);
            }
            larger.build(order)
        },
    )
}

/// A secondary item, and a color or none.
type Wish = (prop::sample::Index, u8);

fn wish() -> impl Strategy<Value = Wish> {
    (any::<prop::sample::Index>(), any::<u8>())
}

/// An option: its primary items, and its secondary items with colors from 1, or 0 for none.
#[derive(Clone, Debug, Default)]
struct Draft {
    primary: Vec<usize>,
    secondary: Vec<(usize, u8)>,
}

#[derive(Clone, Debug)]
struct Larger {
    primary: usize,
    /// How many colors each secondary item has; 0 if it is not colored.
    palettes: Vec<u8>,
    planted: Vec<Draft>,
    others: Vec<Draft>,
}

impl Larger {
    fn planted(sizes: &[usize], palettes: &[u8]) -> Larger {
        let mut next = 0;
        let mut planted = vec![];
        for &size in sizes {
            let end = (next + size).min(150);
            if next < end {
                planted.push(Draft { primary: (next..end).collect(), secondary: vec![] });
            }
            next = end;
        }
        Larger { primary: next, palettes: palettes.to_vec(), planted, others: vec![] }
    }

    /// Gives secondary items to the planted options so that these agree: a colored item always in one color,
    /// another just once.
    fn wish(&mut self, wishes: &[Wish]) {
        for (item, (at, option)) in wishes.iter().enumerate() {
            if self.palettes.is_empty() {
                return;
            }
            let item = item % self.palettes.len();
            let option = at.index(self.planted.len()) ^ usize::from(*option & 1);
            let option = option.min(self.planted.len() - 1);
            let is_used = self.planted.iter().any(|draft| draft.secondary.iter().any(|&(i, _)| i == item));
            let color = self.palettes[item].div_ceil(2);
            let draft = &mut self.planted[option];
            if (color > 0 || !is_used) && draft.secondary.iter().all(|&(i, _)| i != item) {
                draft.secondary.push((item, color));
            }
        }
    }

    fn secondary(&self, wishes: &[Wish]) -> Vec<(usize, u8)> {
        let mut secondary: Vec<(usize, u8)> = vec![];
        for (item, color) in wishes {
            if self.palettes.is_empty() {
                break;
            }
            let item = item.index(self.palettes.len());
            if secondary.iter().all(|&(i, _)| i != item) {
                secondary.push((item, color % (self.palettes[item] + 1)));
            }
        }
        secondary
    }

    fn add_decoy(&mut self, start: prop::sample::Index, gaps: &[usize], wishes: &[Wish]) {
        let mut primary = vec![start.index(self.primary)];
        for gap in gaps {
            primary.push(primary[primary.len() - 1] + gap);
        }
        primary.retain(|&item| item < self.primary);
        let secondary = self.secondary(wishes);
        self.others.push(Draft { primary, secondary });
    }

    /// Two options that share the items of two planted ones in another way.
    fn add_swap(&mut self, at: prop::sample::Index, split: u16, wishes: &[Wish]) {
        let at = at.index(self.planted.len());
        let items: Vec<usize> =
            self.planted[at..].iter().take(2).flat_map(|draft| draft.primary.clone()).collect();
        let side = |&item: &usize| split >> (item % 16) & 1 == 1;
        let (left, right): (Vec<usize>, Vec<usize>) = items.into_iter().partition(side);
        let secondary = self.secondary(wishes);
        for (primary, secondary) in [(left, secondary), (right, vec![])] {
            if !primary.is_empty() {
                self.others.push(Draft { primary, secondary });
            }
        }
    }

    /// The problem, with the options in an order that a seed gives.
    fn build(self, order: u64) -> Problem {
        let mut builder = Builder::new();
        let mut add = |letter: char, count: usize, kind: Kind| -> Vec<_> {
            (0..count).map(|n| builder.item(&format!("{letter}{n}"), kind).expect("names differ")).collect()
        };
        let primary = add('p', self.primary, Kind::Primary);
        let secondary = add('s', self.palettes.len(), Kind::Secondary);
        let mut drafts = self.planted;
        drafts.extend(self.others);
        let key = |place: usize| (place as u64 + 1).wrapping_mul(order | 1) >> 17;
        let mut places: Vec<usize> = (0..drafts.len()).collect();
        places.sort_by_key(|&place| key(place));
        for place in places {
            let draft = &drafts[place];
            let mut entries: Vec<_> = draft.primary.iter().map(|&item| primary[item].into()).collect();
            for &(item, color) in &draft.secondary {
                entries.push(match color {
                    0 => secondary[item].into(),
                    color => secondary[item].colored(builder.color(&format!("c{color}"))),
                });
            }
            builder.option(entries).expect("each item occurs once");
        }
        builder.build()
    }
}

/// Numbers that depend on nothing but their seed (G. Marsaglia's xorshift).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }
}
