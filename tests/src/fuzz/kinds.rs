//! Random problems of many kinds.

use std::collections::BTreeMap;

use combien::problem::{Bounds, Builder, Entry, ItemId, Problem};

use super::Bytes;

/// The kinds of problems.
pub const KINDS: [&str; 11] = [
    "small",
    "medium",
    "bounds",
    "equal options",
    "colors",
    "symmetric",
    "in parts",
    "wide",
    "sets",
    "optional",
    "planar",
];

/// A problem under construction: primary items by their bounds, secondary ones, and options as items with
/// colors; color 0 is none.
#[derive(Default)]
struct Draft {
    bounds: Vec<Bounds>,
    secondary: usize,
    options: Vec<Vec<(usize, usize)>>,
}

/// A problem; its kind is the first choice.
pub fn drawn(bytes: &mut Bytes<'_>) -> Problem {
    let kind = KINDS[bytes.below(KINDS.len())];
    let mut draft = Draft::default();
    let primary = match kind {
        "small" => bytes.below(6),
        "medium" => bytes.within(4, 12),
        "symmetric" => bytes.within(3, 9),
        "wide" => bytes.within(14, 140),
        "sets" => bytes.within(3, 5),
        "planar" => 0,
        _ => bytes.within(1, 7),
    };
    let bounded = match kind {
        "bounds" | "optional" => 1,
        "equal options" | "in parts" => 4,
        "colors" => 9,
        _ => 0,
    };
    let one = if kind == "symmetric" && bytes.once_in(3) { bounds(bytes) } else { Bounds::ONCE };
    for _ in 0..primary {
        let own = bounded > 0 && bytes.below(bounded) == 0;
        let low = if kind == "optional" { Bounds { lo: 0, ..bounds(bytes) } } else { Bounds::ONCE };
        draft.bounds.push(match own {
            true if kind == "optional" => low,
            true => bounds(bytes),
            false => one,
        });
    }
    draft.secondary = if ["sets", "planar"].contains(&kind) { 0 } else { bytes.below(5) };
    match kind {
        "symmetric" => draft.turn(bytes),
        "in parts" => draft.part(bytes),
        "wide" => draft.cut(bytes),
        "planar" => draft.planar(bytes),
        "sets" => {
            let masks = (1..1_usize << primary).filter(|_| !bytes.once_in(4));
            let set =
                |mask: usize| (0..primary).filter(move |item| mask >> item & 1 == 1).map(|item| (item, 0));
            draft.options = masks.map(|mask| set(mask).collect()).collect();
        }
        "equal options" => {
            let pool: Vec<_> = (0..bytes.within(2, 6)).map(|_| draft.option(bytes, 3)).collect();
            let picks = bytes.within(4, 16);
            draft.options = (0..picks).map(|_| pool[bytes.below(pool.len())].clone()).collect();
        }
        _ => {
            let (most, longest) = if kind == "medium" { (36, 5) } else { (16, 4) };
            for _ in 0..bytes.below(most) {
                let option = draft.option(bytes, longest);
                draft.options.push(option);
            }
        }
    }
    if bytes.once_in(3) {
        draft.options.reverse();
    }
    draft.build()
}

fn bounds(bytes: &mut Bytes<'_>) -> Bounds {
    let lo = bytes.below(4) as u32;
    let hi = match bytes.below(6) {
        0 => Bounds::UNLIMITED,
        1 => 1_000_000,
        more => lo + more as u32 - 2,
    };
    Bounds { lo, hi: hi.max(1) }
}

impl Draft {
    /// An option of some items.
    fn option(&self, bytes: &mut Bytes<'_>, longest: usize) -> Vec<(usize, usize)> {
        let primary = self.bounds.len();
        let mut option = BTreeMap::new();
        for _ in 0..bytes.within(0, longest) {
            let item = bytes.below(primary + self.secondary);
            let color = if item >= primary { bytes.below(4) } else { 0 };
            if primary + self.secondary > 0 {
                option.entry(item).or_insert(color);
            }
        }
        option.into_iter().collect()
    }

    /// A few options, turned around a ring of the primary items.
    fn turn(&mut self, bytes: &mut Bytes<'_>) {
        let primary = self.bounds.len();
        self.secondary = if bytes.once_in(2) { primary } else { 0 };
        for _ in 0..bytes.within(1, 3) {
            let items = bytes.within(1, 3);
            let items: Vec<usize> = (0..items).map(|_| bytes.below(primary)).collect();
            let secondary =
                if self.secondary > 0 { Some((bytes.below(primary), bytes.below(3))) } else { None };
            for turn in 0..primary {
                let turned = items.iter().map(|item| ((item + turn) % primary, 0));
                let colored = secondary.map(|(item, color)| (primary + (item + turn) % primary, color));
                let option: BTreeMap<usize, usize> = turned.chain(colored).collect();
                self.options.push(option.into_iter().collect());
            }
        }
    }

    /// Several problems side by side: the primary items fall into parts, and no option has items of two of
    /// them.
    fn part(&mut self, bytes: &mut Bytes<'_>) {
        let (primary, parts) = (self.bounds.len(), bytes.within(2, 3));
        for _ in 0..bytes.below(20) {
            let part = bytes.below(parts);
            let own = |&(item, _): &(usize, usize)| item >= primary || item % parts == part;
            let mut option = self.option(bytes, 5);
            option.retain(own);
            self.options.push(option);
        }
    }

    /// Many primary items, cut into a few options, some of these cut again.
    fn cut(&mut self, bytes: &mut Bytes<'_>) {
        let primary = self.bounds.len();
        let mut start = 0;
        while start < primary {
            let end = (start + bytes.within(1, primary / 4 + 1)).min(primary);
            self.options.push((start..end).map(|item| (item, 0)).collect());
            start = end;
        }
        for _ in 0..bytes.below(8) {
            let option = self.options[bytes.below(self.options.len())].clone();
            let at = bytes.below(option.len() + 1);
            let mut parts = option;
            let rest = parts.split_off(at);
            self.options.extend([parts, rest]);
        }
        if self.secondary > 0 {
            for place in 0..self.options.len() {
                if bytes.once_in(3) {
                    let item = primary + bytes.below(self.secondary);
                    let color = bytes.below(3);
                    let option = &mut self.options[place];
                    if option.iter().all(|&(other, _)| other != item) {
                        option.push((item, color));
                    }
                }
            }
        }
        self.options.truncate(34);
    }

    /// Matchings of a part of a grid, with some diagonals, equal edges, and vertices that may be left alone.
    fn planar(&mut self, bytes: &mut Bytes<'_>) {
        let (width, height) = (bytes.within(1, 4), bytes.within(1, 5));
        let mut kinds: Vec<usize> = (0..width * height).map(|_| bytes.below(16)).collect();
        // Most vertices must be matched, a few may be left alone, and a few are not there.
        let secondary: Vec<usize> = (0..kinds.len()).filter(|&cell| kinds[cell] == 14).collect();
        let primary: Vec<usize> = (0..kinds.len()).filter(|&cell| kinds[cell] < 14).collect();
        for (item, &cell) in primary.iter().chain(&secondary).enumerate() {
            kinds[cell] = item;
        }
        let is_there: Vec<bool> =
            (0..kinds.len()).map(|cell| primary.contains(&cell) || secondary.contains(&cell)).collect();
        (self.bounds, self.secondary) = (vec![Bounds::ONCE; primary.len()], secondary.len());
        for cell in (0..kinds.len()).filter(|&cell| is_there[cell]) {
            let (x, y) = (cell % width, cell / width);
            let others = [(1, 0), (0, 1), (1, 1)].map(|(right, down)| (x + right, y + down));
            for (place, (x, y)) in others.into_iter().enumerate() {
                let other = y * width + x;
                let times = match bytes.below(16) {
                    0 => 2,
                    1 => 0,
                    // One diagonal of a square crosses no other edge.
                    chance => usize::from(place < 2 || chance > 12),
                };
                if x < width && y < height && is_there[other] {
                    let edge = vec![(kinds[cell], 0), (kinds[other], 0)];
                    self.options.extend(vec![edge; times]);
                }
            }
            if bytes.once_in(16) {
                self.options.push(vec![(kinds[cell], 0)]);
            }
        }
    }

    fn build(self) -> Problem {
        let mut builder = Builder::new();
        let mut items: Vec<ItemId> = vec![];
        for (number, &bounds) in self.bounds.iter().enumerate() {
            items.push(builder.bounded(&format!("p{number}"), bounds).expect("the bounds are sound"));
        }
        for number in 0..self.secondary {
            items.push(builder.secondary(&format!("s{number}")).expect("the names differ"));
        }
        for option in self.options {
            let entries: Vec<Entry> = option
                .into_iter()
                .map(|(item, color)| match color {
                    0 => items[item].into(),
                    color => items[item].colored(builder.color(&format!("c{color}"))),
                })
                .collect();
            builder.option(entries).expect("each item is there once");
        }
        builder.build()
    }
}
