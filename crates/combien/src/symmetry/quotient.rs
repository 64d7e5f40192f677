//! The solutions that symmetries fix, as the solutions of other problems.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::group::{GroupError, go_on, least_of_orbits};
use crate::problem::{
    Automorphism, Bounds, BuildError, Builder, Entry, ItemId, Kind, NoAutomorphism, OptionId, Problem,
    Solution,
};
use crate::solve::{Budget, Reason};

/// The maximum number of problems of a quotient.
const MOST_PARTS: usize = 1 << 12;

/// Why there is no quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoQuotient {
    /// Items that may be covered often can be covered in too many ways by orbits of several lengths.
    TooManyParts,
    /// A problem of the solutions that the symmetries fix is too large.
    Build(BuildError),
    /// It was stopped while it was made.
    Stopped(Reason),
}

errors!(NoQuotient {
    TooManyParts => "items with wide bounds can be covered symmetrically in too many ways";
    Build(error) from BuildError => "{error}";
    Stopped(reason) => "{reason}";
});

impl From<GroupError> for NoQuotient {
    fn from(error: GroupError) -> NoQuotient {
        match error {
            GroupError::Stopped(reason) => NoQuotient::Stopped(reason),
            other => unreachable!("orbits of given permutations need no group: {other}"),
        }
    }
}

/// A problem whose solutions correspond to solutions of another problem that symmetries fix: a part of the
/// result of [`kept_by`].
#[derive(Clone, Debug)]
pub struct Quotient {
    /// Its items and options stand for orbits.
    pub problem: Problem,
    /// For each option, its orbit of options.
    orbits: Vec<Vec<OptionId>>,
}

impl Quotient {
    /// The options of the original problem in an option's orbit.
    pub fn orbit(&self, option: OptionId) -> &[OptionId] {
        &self.orbits[option.index()]
    }

    /// The solution of the original problem that corresponds to a solution.
    pub fn complete(&self, solution: &Solution) -> Solution {
        solution.options().iter().flat_map(|&option| self.orbit(option)).copied().collect()
    }

    /// What an automorphism of the original problem does to this one, if it takes orbits to orbits: then it
    /// takes solutions that the symmetries keep to options of that kind. The elements that do so are the
    /// normalizer of the symmetries' group; up to them, designs with prescribed automorphisms are told
    /// apart.
    ///
    /// Where there are several parts, it must take this one to itself.
    pub fn acting(&self, automorphism: &Automorphism) -> Result<Automorphism, NoAutomorphism> {
        let members = |(place, orbit): (usize, &Vec<OptionId>)| {
            orbit.iter().map(move |&option| (option, place)).collect::<Vec<_>>()
        };
        let place_of: HashMap<OptionId, usize> = self.orbits.iter().enumerate().flat_map(members).collect();
        let image = |(place, orbit): (usize, &Vec<OptionId>)| {
            let mut images = orbit.iter().map(|&option| place_of.get(&automorphism.option(option)).copied());
            let option = OptionId::from_index(place);
            let image = images.next().flatten().ok_or(NoAutomorphism::Option(option))?;
            let together = images.all(|other| other == Some(image));
            together.then(|| OptionId::from_index(image)).ok_or(NoAutomorphism::Option(option))
        };
        let options: Result<Vec<OptionId>, NoAutomorphism> =
            self.orbits.iter().enumerate().map(image).collect();
        Automorphism::of_options(&self.problem, options?)
    }
}

/// The *quotient* of a problem by symmetries: problems whose solutions together correspond one to one to the
/// solutions that each of the symmetries fixes. Designs with prescribed automorphisms are found in this way
/// (Kramer and Mesner, 1976).
///
/// A solution that they keep is a union of orbits of options. So the options of the quotient are the orbits
/// whose options can be chosen together, and its items are the orbits of items: if an orbit of options covers
/// one item of an orbit, it covers each of them, and equally often, so that one of them stands for all.
///
/// There is one problem, unless orbits cover an item differently often. An option of a problem covers an item
/// once; so such an item is parted by how often, and there is a problem for each way to share its bounds
/// among the parts: none, if no orbit can cover it.
///
/// ```
/// use combien::problem::{Automorphism, OptionId, dlx};
/// use combien::{Count, solve, symmetry};
///
/// // Six corners and six sides: of the two ways to pair the corners, a third of a turn keeps both, a sixth none.
/// let text = "a b c d e f\na b\nb c\nc d\nd e\ne f\nf a\n";
/// let problem = dlx::parse("hexagon", text)?.problem;
/// let turn = |by: usize| {
///     Automorphism::of_options(&problem, (0..6).map(|n| OptionId::from_index((n + by) % 6)).collect())
/// };
/// let count = |by: usize| -> Result<String, Box<dyn std::error::Error>> {
///     let mut all = Count::ZERO;
///     for part in symmetry::kept_by(&problem, &[turn(by)?])? {
///         all += &solve::count(&part.problem)?;
///     }
///     Ok(all.to_string())
/// };
/// assert_eq!(count(2)?, "2");
/// assert_eq!(count(1)?, "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn kept_by(problem: &Problem, symmetries: &[Automorphism]) -> Result<Vec<Quotient>, NoQuotient> {
    let budget = Budget::UNLIMITED;
    let parting = Parting::new(problem, symmetries, &budget)?;
    (0..parting.len()).map(|place| parting.part(place)).collect()
}

/// The parts of a quotient before they are built: there may be thousands, and each may be as large as the
/// problem.
pub(super) struct Parting<'a> {
    problem: &'a Problem,
    /// The item that stands for each orbit of items.
    stand_ins: BTreeSet<ItemId>,
    /// The orbits of options that can be chosen together, and what each has.
    joined: Vec<(Joined, Vec<OptionId>)>,
    /// What all parts share.
    common: Share,
    /// What makes each part different from the others: few items can be shared in several ways, for there
    /// are few parts.
    shares: Vec<Share>,
    budget: &'a Budget,
}

impl<'a> Parting<'a> {
    /// Of the limits, only the stop flag counts. Takes `n log n` time in the entries of the problem for each
    /// symmetry.
    pub(super) fn new(
        problem: &'a Problem,
        symmetries: &[Automorphism],
        budget: &'a Budget,
    ) -> Result<Parting<'a>, NoQuotient> {
        let images = |item| symmetries.iter().map(|g| g.item(ItemId::from_index(item)).index()).collect();
        let least = least_of_orbits(problem.item_count(), images, budget)?;
        let stand_ins: BTreeSet<ItemId> = least.into_iter().map(ItemId::from_index).collect();
        let images =
            |option| symmetries.iter().map(|g| g.option(OptionId::from_index(option)).index()).collect();
        let mut orbits: BTreeMap<usize, Vec<OptionId>> = BTreeMap::new();
        let least = least_of_orbits(problem.option_count(), images, budget)?;
        for (place, least) in least.into_iter().enumerate() {
            orbits.entry(least).or_default().push(OptionId::from_index(place));
        }
        let mut joined: Vec<(Joined, Vec<OptionId>)> = vec![];
        for orbit in orbits.into_values().filter(|orbit| !problem.is_kept_out(orbit[0])) {
            go_on(budget)?;
            joined.extend(join(problem, &orbit, &stand_ins).map(|entries| (entries, orbit)));
        }
        let mut parts: BTreeMap<ItemId, Parts> = BTreeMap::new();
        for &(entry, times) in joined.iter().flat_map(|(entries, _)| entries) {
            *parts.entry(entry.item).or_default().entry(times).or_default() += 1;
        }
        let (mut common, mut shares) = (Share::new(), vec![Share::new()]);
        for &item in stand_ins.iter().filter(|&&item| problem.kind(item) == Kind::Primary) {
            go_on(budget)?;
            let parts = parts.remove(&item).unwrap_or_default();
            let ways = ways_to_share(problem.bounds(item), &parts)?;
            let bounds = |way: &[Bounds]| -> Vec<_> {
                parts.keys().zip(way).map(|(&times, &bounds)| ((item, times), bounds)).collect()
            };
            if let [way] = ways.as_slice() {
                common.extend(bounds(way));
                continue;
            }
            if shares.len() * ways.len() > MOST_PARTS {
                return Err(NoQuotient::TooManyParts);
            }
            let with = |share: &Share, way: &Vec<Bounds>| {
                share.iter().map(|(&part, &bounds)| (part, bounds)).chain(bounds(way)).collect()
            };
            shares = shares.iter().flat_map(|share| ways.iter().map(|way| with(share, way))).collect();
        }
        Ok(Parting { problem, stand_ins, joined, common, shares, budget })
    }

    /// How many parts there are.
    pub(super) fn len(&self) -> usize {
        self.shares.len()
    }

    /// Builds a part.
    pub(super) fn part(&self, place: usize) -> Result<Quotient, NoQuotient> {
        let mut share = self.common.clone();
        share.extend(&self.shares[place]);
        let Parting { problem, stand_ins, joined, .. } = self;
        let mut builder = Builder::new();
        let mut items: BTreeMap<(ItemId, u32), ItemId> = BTreeMap::new();
        for (&(item, times), &bounds) in &share {
            go_on(self.budget)?;
            if bounds.hi > 0 {
                let name = format!("{}*{times}", problem.item_name(item));
                items.insert((item, times), builder.bounded(&name, bounds)?);
            }
        }
        for &item in stand_ins.iter().filter(|&&item| problem.kind(item) == Kind::Secondary) {
            items.insert((item, 0), builder.secondary(problem.item_name(item))?);
        }
        let mut orbits = vec![];
        for (entries, orbit) in joined {
            go_on(self.budget)?;
            let image = |&(entry, times): &(Entry, u32)| {
                let part = if problem.kind(entry.item) == Kind::Primary { times } else { 0 };
                Some((*items.get(&(entry.item, part))?, entry.color))
            };
            let Some(entries) = entries.iter().map(image).collect::<Option<Vec<_>>>() else { continue };
            let mut named = vec![];
            for (item, color) in entries {
                let color = color.map(|color| builder.color(problem.color_name(color)));
                named.push(Entry { item, color });
            }
            builder.option(named)?;
            orbits.push(orbit.clone());
        }
        Ok(Quotient { problem: builder.build(), orbits })
    }
}

/// How often one orbit covers an item, and how many orbits cover it so often.
type Parts = BTreeMap<u32, u32>;

/// How often each part of an item must be covered: the item, and how often one orbit covers it.
type Share = BTreeMap<(ItemId, u32), Bounds>;

/// An orbit of options as one: what it covers, and how often.
type Joined = Vec<(Entry, u32)>;

/// What the options of an orbit have together of the items that stand for others; none if they cannot be
/// chosen together.
fn join(problem: &Problem, orbit: &[OptionId], stand_ins: &BTreeSet<ItemId>) -> Option<Joined> {
    let entries = orbit.iter().flat_map(|&option| problem.option(option));
    let mut entries: Vec<Entry> = entries.filter(|entry| stand_ins.contains(&entry.item)).copied().collect();
    entries.sort();
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

/// All ways to cover an item as often as its bounds say: for each part, how many orbits. Of all parts but the
/// first the number is fixed, so that no way is found twice.
fn ways_to_share(bounds: Bounds, parts: &Parts) -> Result<Vec<Vec<Bounds>>, NoQuotient> {
    let mut parts = parts.iter();
    let Some((&first, _)) = parts.next() else {
        return Ok(if bounds.lo == 0 { vec![vec![]] } else { vec![] });
    };
    let mut ways: Vec<(u32, Vec<Bounds>)> = vec![(0, vec![])];
    for (&times, &orbits) in parts {
        let mut longer = vec![];
        for (covered, way) in ways {
            for number in 0..=orbits.min((bounds.hi - covered) / times) {
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
