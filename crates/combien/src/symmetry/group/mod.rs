//! Groups of automorphisms, by a base and strong generators.
//!
//! A *base* is a list of options such that only the identity fixes all of them. The elements that fix the
//! first k options form a chain of subgroups. Each stores the orbit of the next option of the base, and for
//! each option of the orbit the way to an element that maps it home to the base ([`Level`]). So an element is
//! known by where it takes the base, the order is the product of the lengths of the orbits, and groups of
//! millions of elements take little room. Made by the algorithm of Schreier and Sims (Sims, 1970; Knuth,
//! "Efficient representation of perm groups", 1991). If the order is known beforehand, random elements
//! are added until the orbits have this product (Leon, 1980; Seress, "Permutation Group Algorithms", 2003,
//! section 4.3).

use std::collections::BTreeSet;

use super::level::Level;
use super::limits::fit;
use super::walk::Walk;
use crate::automorphisms::Generated;
use crate::count::Count;
use crate::problem::{Automorphism, ItemId, OptionId, Problem};
use crate::random::SplitMix64;
use crate::solve::{Budget, Reason};

/// The maximum number of elements that are looked at one by one.
pub(super) const MOST_ELEMENTS: u64 = 1 << 23;

/// The maximum number of bytes for the tables of a group.
const MOST_BYTES: usize = 1 << 29;

/// Up to this many bytes in all, the elements that map home are stored for each option of an orbit.
const MOST_WHOLE_BYTES: usize = 1 << 21;

/// The most random elements in a row that add nothing to a group that is not complete. Of truly random ones
/// at least half add something.
const MOST_IN_VAIN: usize = 128;

/// The steps of a random walk before its first element is used, besides ten for each generator.
const FIRST_STEPS: usize = 60;

/// A group of automorphisms of one problem. Elements with the same action on the options are the same.
#[derive(Clone, Debug)]
pub struct Symmetries {
    identity: Automorphism,
    generators: Vec<Automorphism>,
    pub(super) chain: Vec<Level>,
}

/// Why a group could not be built, or its elements not be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// Its tables would take more memory than this many bytes.
    TooLarge(usize),
    /// It has more elements than can be visited one by one: more than this many.
    TooMany(u64),
    /// Its conjugacy classes were not found without a visit to each element, and there are more than this
    /// many.
    NoClasses(u64),
    /// A limit was reached first.
    Stopped(Reason),
}

errors!(GroupError {
    TooLarge(bytes) => "the group of symmetries is too large: its tables take over {} MB", bytes >> 20;
    TooMany(elements) => "there are too many symmetries to look at each: over {elements}";
    NoClasses(elements) =>
        "the classes of conjugate symmetries were not found, and there are too many symmetries to look at \
         each: over {elements}";
    Stopped(reason) from Reason => "{reason}";
});

/// Returns an error if a stop was requested or the deadline has passed. It is fast, so all loops with more
/// than linear work call it in each iteration.
pub(super) fn go_on(budget: &Budget) -> Result<(), GroupError> {
    budget.check().map_err(GroupError::Stopped)
}

impl Symmetries {
    /// The group of the identity alone.
    pub(crate) fn trivial(problem: &Problem) -> Symmetries {
        Symmetries { identity: Automorphism::identity(problem), generators: vec![], chain: vec![] }
    }

    /// The least group that has these elements. Of the limits, the stop flag and half of the memory are used.
    /// Takes a few products for each option of each orbit in the chain and each generator there.
    pub fn generated_by(
        problem: &Problem,
        candidates: impl IntoIterator<Item = Automorphism>,
        budget: &Budget,
    ) -> Result<Symmetries, GroupError> {
        let (mut group, mut generators) = (Symmetries::trivial(problem), vec![]);
        let mut making = Making::new(&group.identity, budget, None);
        making.take_elements(1)?;
        for candidate in candidates {
            go_on(budget)?;
            if !making.has(0, candidate.clone())? {
                making.extend(0, candidate.clone())?;
                generators.push(candidate);
            }
        }
        (group.chain, group.generators) = (making.chain, generators);
        if group.chain.iter().all(Level::is_whole) {
            return Ok(group);
        }
        // Now that the order is known, random elements make a chain that takes less memory.
        let chain = group.rebuilt(None, budget)?;
        Ok(Symmetries { chain, ..group })
    }

    /// The group of all automorphisms that were found. Its order is known, so it takes less time than
    /// [`Symmetries::generated_by`]: for large groups by far. Of the limits, the stop flag and half of the memory are used.
    pub fn found(problem: &Problem, found: Generated, budget: &Budget) -> Result<Symmetries, GroupError> {
        let group = Symmetries::trivial(problem);
        let mut making = Making::new(&group.identity, budget, Some(found.order));
        making.take_elements(1 + found.generators.len())?;
        let mut random = SplitMix64::new(0);
        let mut walk = Walk::new(
            &found.generators,
            &group.identity,
            FIRST_STEPS + 10 * found.generators.len(),
            &mut random,
        );
        if !making.fill(|| walk.next(&mut random))? {
            return Symmetries::generated_by(problem, found.generators, budget);
        }
        let chain = making.finished()?;
        Ok(Symmetries { chain, generators: found.generators, ..group })
    }

    /// A chain of the group with this option as the first of its base, if one is given.
    fn rebuilt(&self, option: Option<OptionId>, budget: &Budget) -> Result<Vec<Level>, GroupError> {
        let mut making = Making::new(&self.identity, budget, Some(self.order()));
        making.take(self.bytes())?;
        if let Some(option) = option {
            making.add_level(option)?;
        }
        let mut random = SplitMix64::new(0);
        while !making.fill(|| self.random(&mut random))? {}
        making.finished()
    }

    /// An element; each is equally likely.
    fn random(&self, random: &mut SplitMix64) -> Automorphism {
        let places: Vec<usize> = self.chain.iter().map(|level| random.place(level.orbit.len())).collect();
        self.homeward(&places)
    }

    /// Elements that map each option of an option's orbit to it, and its stabilizer.
    pub(super) fn split_at(
        &self,
        option: OptionId,
        budget: &Budget,
    ) -> Result<(Level, Symmetries), GroupError> {
        if self.generators.iter().all(|generator| generator.option(option) == option) {
            return Ok((Level::new(option, self.identity.options().len()), self.clone()));
        }
        let mut chain = match self.chain.first() {
            Some(level) if level.base == option => self.chain.clone(),
            _ => self.rebuilt(Some(option), budget)?,
        };
        let first = chain.remove(0);
        let generators = chain.iter().flat_map(Level::generating).cloned().collect();
        Ok((first, Symmetries { identity: self.identity.clone(), generators, chain }))
    }

    /// The elements that map each of these sets of items to itself. Visits each element: there must not be
    /// more than eight million, 2^23. [`automorphisms_keeping`](super::automorphisms_keeping) finds those
    /// of a larger group, if it is that of all automorphisms.
    pub fn keeping(
        &self,
        problem: &Problem,
        sets: &[Vec<ItemId>],
        budget: &Budget,
    ) -> Result<Symmetries, GroupError> {
        if self.order().to_u64().is_none_or(|order| order > MOST_ELEMENTS) {
            return Err(GroupError::TooMany(MOST_ELEMENTS));
        }
        let sets: Vec<BTreeSet<ItemId>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
        let keeps = |element: &Automorphism| {
            sets.iter().all(|set| set.iter().all(|&item| set.contains(&element.item(item))))
        };
        let mut stopped = Ok(());
        let elements = self.elements().take_while(|_| {
            stopped = go_on(budget);
            stopped.is_ok()
        });
        let kept = Symmetries::generated_by(problem, elements.filter(keeps), budget)?;
        stopped.map(|()| kept)
    }

    /// Elements that generate the group. Of one that was made by [`Symmetries::generated_by`], none is in the
    /// group of those before it.
    pub fn generators(&self) -> &[Automorphism] {
        &self.generators
    }

    pub(super) fn identity(&self) -> &Automorphism {
        &self.identity
    }

    /// The bytes that an element takes.
    pub(super) fn bytes_of_element(&self) -> usize {
        self.identity.bytes() + size_of::<Automorphism>()
    }

    /// The size of its tables in bytes. Elements that are shared with other groups count for each group.
    pub(super) fn bytes(&self) -> usize {
        let chain: usize = self.chain.iter().map(|level| level.bytes(&self.identity)).sum();
        chain + (1 + self.generators.len()) * self.bytes_of_element()
    }

    /// How many elements.
    pub fn order(&self) -> Count {
        order(&self.chain)
    }

    /// Does it have the identity alone?
    pub(crate) fn is_trivial(&self) -> bool {
        self.generators.is_empty()
    }

    /// Is this one of its elements? It must be one of the same problem.
    pub fn has(&self, element: &Automorphism) -> bool {
        let sifted = sift(&self.chain, element.clone(), &Budget::UNLIMITED);
        sifted.is_ok_and(|rest| rest.is_identity())
    }

    /// All elements, the identity first, as an iterator, because there may be many.
    pub fn elements(&self) -> impl Iterator<Item = Automorphism> + '_ {
        let lengths: Vec<usize> = self.chain.iter().map(|level| level.orbit.len()).collect();
        let mut places = Some(vec![0; lengths.len()]);
        std::iter::from_fn(move || {
            let now = places.take()?;
            let mut next = now.clone();
            let moves = (0..next.len()).rev().find(|&level| next[level] + 1 < lengths[level]);
            if let Some(level) = moves {
                next[level] += 1;
                next[level + 1..].fill(0);
                places = Some(next);
            }
            Some(self.element(&now))
        })
    }

    /// The element with these positions in the orbits, level by level.
    pub(super) fn element(&self, places: &[usize]) -> Automorphism {
        self.homeward(places).inverse()
    }

    /// Its inverse: the product of the elements that map these positions home.
    fn homeward(&self, places: &[usize]) -> Automorphism {
        let levels = self.chain.iter().zip(places);
        levels.fold(self.identity.clone(), |product, (level, &place)| level.then_home(product, place))
    }

    /// For each option the least of its orbit. Takes time linear in the options for each generator.
    pub fn orbits(&self) -> Vec<OptionId> {
        let orbits = self.orbits_within(&Budget::UNLIMITED);
        orbits.unwrap_or_else(|error| unreachable!("there are no budget: {error}"))
    }

    /// For each option the least of its orbit, unless somebody asks to stop.
    pub(super) fn orbits_within(&self, budget: &Budget) -> Result<Vec<OptionId>, GroupError> {
        let image = |g: &Automorphism, place| g.option(OptionId::from_index(place)).index();
        let images = |place| self.generators.iter().map(|generator| image(generator, place)).collect();
        let least = least_of_orbits(self.identity.options().len(), images, budget)?;
        Ok(least.into_iter().map(OptionId::from_index).collect())
    }

    /// For each item the least of its orbit.
    pub fn item_orbits(&self) -> Vec<ItemId> {
        let orbits = self.item_orbits_within(&Budget::UNLIMITED);
        orbits.unwrap_or_else(|error| unreachable!("there are no budget: {error}"))
    }

    /// For each item the least of its orbit, unless somebody asks to stop.
    pub(super) fn item_orbits_within(&self, budget: &Budget) -> Result<Vec<ItemId>, GroupError> {
        let image = |g: &Automorphism, place| g.item(ItemId::from_index(place)).index();
        let images = |place| self.generators.iter().map(|generator| image(generator, place)).collect();
        let least = least_of_orbits(self.identity.items().len(), images, budget)?;
        Ok(least.into_iter().map(ItemId::from_index).collect())
    }
}

/// A class of elements that are conjugate to each other: they fix the same number of solutions.
#[derive(Clone, Debug)]
pub struct Class {
    /// One of them.
    pub(crate) representative: Automorphism,
    /// How many they are.
    pub size: Count,
}

/// For each of this many places the least of its orbit, if the generators take places to places as this
/// tells.
pub(super) fn least_of_orbits(
    count: usize,
    images: impl Fn(usize) -> Vec<usize>,
    budget: &Budget,
) -> Result<Vec<usize>, GroupError> {
    let mut least: Vec<Option<usize>> = vec![None; count];
    for place in 0..count {
        if least[place].is_some() {
            continue;
        }
        least[place] = Some(place);
        let mut reached = vec![place];
        while let Some(at) = reached.pop() {
            go_on(budget)?;
            for image in images(at) {
                if least[image].is_none() {
                    least[image] = Some(place);
                    reached.push(image);
                }
            }
        }
    }
    Ok(least.into_iter().flatten().collect())
}

fn order(chain: &[Level]) -> Count {
    let lengths = chain.iter().map(|level| Count::from(level.orbit.len() as u64));
    lengths.fold(Count::ONE, |product, length| product * length)
}

/// The residue of an element after sifting through a chain; the identity if it is in the group.
fn sift(chain: &[Level], mut element: Automorphism, budget: &Budget) -> Result<Automorphism, GroupError> {
    for level in chain {
        go_on(budget)?;
        match level.place(element.option(level.base)) {
            Some(place) => element = level.then_home(element, place),
            None => break,
        }
    }
    Ok(element)
}

/// A chain while it is made.
struct Making<'a> {
    chain: Vec<Level>,
    budget: &'a Budget,
    /// The order, if it is known beforehand. Then the construction ends when it is reached.
    order: Option<Count>,
    identity: &'a Automorphism,
    bytes: usize,
    /// The bytes of elements that are stored for options of the orbits.
    whole_bytes: usize,
}

impl<'a> Making<'a> {
    fn new(identity: &'a Automorphism, budget: &'a Budget, order: Option<Count>) -> Making<'a> {
        Making { chain: vec![], budget, order, identity, bytes: 0, whole_bytes: 0 }
    }

    fn has(&self, level: usize, element: Automorphism) -> Result<bool, GroupError> {
        let rest = sift(&self.chain[level.min(self.chain.len())..], element, self.budget)?;
        Ok(rest.is_identity())
    }

    /// This many bytes more.
    fn take(&mut self, bytes: usize) -> Result<(), GroupError> {
        self.bytes += bytes;
        fit(self.bytes, self.budget)?;
        if self.bytes > MOST_BYTES { Err(GroupError::TooLarge(MOST_BYTES)) } else { Ok(()) }
    }

    /// This many elements more.
    fn take_elements(&mut self, elements: usize) -> Result<(), GroupError> {
        self.take(elements * (self.identity.bytes() + size_of::<Automorphism>()))
    }

    fn is_complete(&self) -> bool {
        self.order.as_ref().is_some_and(|wanted| order(&self.chain) == *wanted)
    }

    /// Adds a level with this base.
    fn add_level(&mut self, base: OptionId) -> Result<(), GroupError> {
        let level = Level::new(base, self.identity.options().len());
        self.take(level.bytes(self.identity))?;
        self.chain.push(level);
        Ok(())
    }

    /// Adds a level for an element that fixes all bases. Returns false if it is the identity.
    fn add_level_for(&mut self, element: &Automorphism) -> Result<bool, GroupError> {
        let mut moved = element.options().iter().enumerate().filter(|(place, image)| image.index() != *place);
        let Some((base, _)) = moved.next() else { return Ok(false) };
        self.add_level(OptionId::from_index(base))?;
        Ok(true)
    }

    /// Adds to the orbit of a level the image of one of its places, if it is new. Returns false if it is not.
    fn reach(&mut self, level: usize, place: usize, generator: usize) -> Result<bool, GroupError> {
        go_on(self.budget)?;
        // If the order is known, the chain is made whole in the end: nothing is stored before that.
        let is_whole = self.order.is_none() && self.whole_bytes < MOST_WHOLE_BYTES;
        let Some(stored) = self.chain[level].reach(place, generator, self.identity, is_whole) else {
            return Ok(false);
        };
        if is_whole {
            self.whole_bytes += stored * self.identity.bytes();
        }
        self.take_elements(stored)?;
        Ok(true)
    }

    /// Adds to the group at a level an element of it that was not there; the groups below get what they lack
    /// then, by Schreier's lemma: the elements that keep the base are generated by those that go out to
    /// an option of the orbit by its home, then along a generator, and home again.
    fn extend(&mut self, level: usize, generator: Automorphism) -> Result<(), GroupError> {
        go_on(self.budget)?;
        if level == self.chain.len() && !self.add_level_for(&generator)? {
            return Ok(());
        }
        self.take_elements(1)?;
        let at = &mut self.chain[level];
        at.add_generator(generator);
        let (old, newest) = (at.orbit.len(), at.generators.len() - 1);
        let mut place = 0;
        while place < self.chain[level].orbit.len() {
            let mut outwards = None;
            // From the options that were there before, all other generators have been tried.
            for number in if place < old { newest..=newest } else { 0..=newest } {
                if self.reach(level, place, number)? || self.is_complete() {
                    continue;
                }
                let at = &self.chain[level];
                let outwards = outwards.get_or_insert_with(|| at.home(place, self.identity).inverse());
                let product = outwards.then(&at.generators[number]);
                let image = at.place(product.option(at.base));
                let image = image.unwrap_or_else(|| unreachable!("the orbit is closed under this generator"));
                let kept = at.then_home(product, image);
                if !self.has(level + 1, kept.clone())? {
                    self.extend(level + 1, kept)?;
                }
            }
            place += 1;
        }
        Ok(())
    }

    /// Makes the chain of a group of known order: what is left of random elements after sifting is added,
    /// until the order is reached. So an incomplete chain is never taken for a complete one. Returns
    /// false if many elements in a row added nothing: they were unlucky, or the order is wrong.
    fn fill(&mut self, mut next: impl FnMut() -> Automorphism) -> Result<bool, GroupError> {
        let mut in_vain = 0;
        while !self.is_complete() {
            if in_vain == MOST_IN_VAIN {
                return Ok(false);
            }
            in_vain = if self.insert(next())? { 0 } else { in_vain + 1 };
        }
        Ok(true)
    }

    /// Adds what is left of an element after sifting to the group where the sifting ended. Returns false if
    /// nothing is left.
    ///
    /// The groups before have it too, but do not need it: it was not in their way. Added to all of them, the
    /// group of 64 points on their 2016 pairs took 34 MB in place of 5.
    fn insert(&mut self, mut element: Automorphism) -> Result<bool, GroupError> {
        let mut level = 0;
        while let Some(at) = self.chain.get(level) {
            go_on(self.budget)?;
            let Some(place) = at.place(element.option(at.base)) else { break };
            element = at.then_home(element, place);
            level += 1;
        }
        if level == self.chain.len() && !self.add_level_for(&element)? {
            return Ok(false);
        }
        self.take_elements(1)?;
        self.chain[level].add_generator(element);
        let (old, newest) = (self.chain[level].orbit.len(), self.chain[level].generators.len() - 1);
        let mut place = 0;
        while place < self.chain[level].orbit.len() {
            for number in if place < old { newest..=newest } else { 0..=newest } {
                self.reach(level, place, number)?;
            }
            place += 1;
        }
        Ok(true)
    }

    /// The chain of a group of known order. The elements that map home are stored as far as they are few.
    fn finished(mut self) -> Result<Vec<Level>, GroupError> {
        let mut left = MOST_WHOLE_BYTES;
        for place in 0..self.chain.len() {
            go_on(self.budget)?;
            let elements = self.chain[place].orbit.len();
            let bytes = elements * self.identity.bytes();
            if bytes <= left {
                left -= bytes;
                self.take_elements(elements)?;
                self.chain[place].make_whole(self.identity);
            } else {
                self.chain[place].forget_generators();
            }
        }
        Ok(self.chain)
    }
}

#[cfg(test)]
mod tests;
