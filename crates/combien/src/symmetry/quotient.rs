//! The solutions that an automorphism fixes, as the solutions of other problems.

use std::collections::{BTreeMap, BTreeSet};

use crate::problem::{Automorphism, Bounds, BuildError, Builder, Entry, ItemId, Kind, OptionId, Problem};

/// The most problems that a quotient may fall into.
const MOST_PARTS: usize = 1 << 12;

/// Why there is no quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoQuotient {
    /// Items that may be covered often can be covered in too many ways by cycles of several lengths.
    TooManyParts,
    Build(BuildError),
}

impl From<BuildError> for NoQuotient {
    fn from(error: BuildError) -> NoQuotient {
        NoQuotient::Build(error)
    }
}

/// The *quotient* of a problem by an automorphism: problems whose solutions, together, correspond to the solutions that
/// it fixes, one to one.
///
/// A solution that it fixes is a union of cycles of options. So the options of the quotient are the cycles whose options
/// can be chosen together, and its items are the cycles of items: if a cycle of options covers one item of a cycle, it
/// covers each of them, and equally often, so that one of them stands for all.
///
/// There is one problem, unless cycles cover an item differently often. An option of a problem covers an item once; so
/// such an item is parted by how often, and there is a problem for each way to share its bounds among the parts.
pub(super) fn quotient(problem: &Problem, by: &Automorphism) -> Result<Vec<Problem>, NoQuotient> {
    let stand_ins: BTreeSet<ItemId> =
        problem.items().filter(|&item| stands_for_its_cycle(by, item)).collect();
    let cycles = by.cycles().into_iter().filter(|cycle| !problem.is_kept_out(cycle[0]));
    let cycles: Vec<Joined> = cycles.filter_map(|cycle| joined(problem, &cycle, &stand_ins)).collect();
    let mut parts: BTreeMap<ItemId, Parts> = BTreeMap::new();
    for &(entry, times) in cycles.iter().flatten() {
        *parts.entry(entry.item).or_default().entry(times).or_default() += 1;
    }
    let mut shares = vec![Share::new()];
    for &item in stand_ins.iter().filter(|&&item| problem.kind(item) == Kind::Primary) {
        let parts = parts.remove(&item).unwrap_or_default();
        let ways = ways_to_share(problem.bounds(item), &parts)?;
        if shares.len() * ways.len() > MOST_PARTS {
            return Err(NoQuotient::TooManyParts);
        }
        let with = |share: &Share, way: &Vec<Bounds>| {
            let bounds = parts.keys().zip(way).map(|(&times, &bounds)| ((item, times), bounds));
            share.iter().map(|(&part, &bounds)| (part, bounds)).chain(bounds).collect()
        };
        shares = shares.iter().flat_map(|share| ways.iter().map(|way| with(share, way))).collect();
    }
    shares.iter().map(|share| build(problem, &stand_ins, &cycles, share)).collect()
}

/// How often one cycle covers an item, and how many cycles cover it so often.
type Parts = BTreeMap<u32, u32>;

/// How often each part of an item must be covered: the item, and how often one cycle covers it.
type Share = BTreeMap<(ItemId, u32), Bounds>;

/// A cycle of options as one: what it covers, and how often.
type Joined = Vec<(Entry, u32)>;

/// Is it the least of its cycle?
fn stands_for_its_cycle(by: &Automorphism, item: ItemId) -> bool {
    let cycle = std::iter::successors(Some(by.item(item)), |&next| Some(by.item(next)));
    cycle.take_while(|&next| next != item).all(|next| next > item)
}

/// What the options of a cycle have together of the items that stand for others; none if they cannot be chosen together.
fn joined(problem: &Problem, cycle: &[OptionId], stand_ins: &BTreeSet<ItemId>) -> Option<Joined> {
    let entries = cycle.iter().flat_map(|&option| problem.option(option));
    let mut entries: Vec<Entry> = entries.filter(|entry| stand_ins.contains(&entry.item)).copied().collect();
    entries.sort_unstable();
    let of_one_item = entries.chunk_by(|one, other| one.item == other.item);
    of_one_item
        .map(|entries| {
            let times = entries.len() as u32;
            let fits = match problem.kind(entries[0].item) {
                Kind::Primary => times <= problem.bounds(entries[0].item).hi,
                Kind::Secondary => {
                    times == 1 || entries.iter().all(|entry| entry.color.is_some() && *entry == entries[0])
                }
            };
            fits.then_some((entries[0], times))
        })
        .collect()
}

/// All ways to cover an item as often as its bounds say: for each part, how many cycles. Of all parts but the first the
/// number is fixed, so that no way is found twice.
fn ways_to_share(bounds: Bounds, parts: &Parts) -> Result<Vec<Vec<Bounds>>, NoQuotient> {
    let mut parts = parts.iter();
    let Some((&first, _)) = parts.next() else {
        return Ok(if bounds.lo == 0 { vec![vec![]] } else { vec![] });
    };
    let mut ways: Vec<(u32, Vec<Bounds>)> = vec![(0, vec![])];
    for (&times, &cycles) in parts {
        let mut longer = vec![];
        for (covered, way) in ways {
            for number in 0..=cycles.min((bounds.hi - covered) / times) {
                let way = way.iter().copied().chain([Bounds { lo: number, hi: number }]).collect();
                longer.push((covered + number * times, way));
            }
            if longer.len() > MOST_PARTS {
                return Err(NoQuotient::TooManyParts);
            }
        }
        ways = longer;
    }
    let complete = |(covered, way): (u32, Vec<Bounds>)| {
        let (lo, hi) = (bounds.lo.saturating_sub(covered).div_ceil(first), (bounds.hi - covered) / first);
        (lo <= hi).then(|| [vec![Bounds { lo, hi }], way].concat())
    };
    Ok(ways.into_iter().filter_map(complete).collect())
}

fn build(
    problem: &Problem,
    stand_ins: &BTreeSet<ItemId>,
    cycles: &[Joined],
    share: &Share,
) -> Result<Problem, NoQuotient> {
    let mut builder = Builder::new();
    let mut items: BTreeMap<(ItemId, u32), ItemId> = BTreeMap::new();
    for (&(item, times), &bounds) in share {
        if bounds.hi > 0 {
            let name = format!("{}*{times}", problem.item_name(item));
            items.insert((item, times), builder.bounded(&name, bounds)?);
        }
    }
    for &item in stand_ins.iter().filter(|&&item| problem.kind(item) == Kind::Secondary) {
        items.insert((item, 0), builder.secondary(problem.item_name(item))?);
    }
    for cycle in cycles {
        let image = |&(entry, times): &(Entry, u32)| {
            let part = if problem.kind(entry.item) == Kind::Primary { times } else { 0 };
            Some((*items.get(&(entry.item, part))?, entry.color))
        };
        let Some(entries) = cycle.iter().map(image).collect::<Option<Vec<_>>>() else { continue };
        let mut named = vec![];
        for (item, color) in entries {
            let color = color.map(|color| builder.color(problem.color_name(color)));
            named.push(Entry { item, color });
        }
        builder.option(named)?;
    }
    Ok(builder.build())
}
