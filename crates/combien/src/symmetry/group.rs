//! Groups of automorphisms, by a base and strong generators.
//!
//! A *base* is a list of options such that only the identity fixes all of them. The elements that fix the first k options
//! form a chain of subgroups. Each stores the orbit of the next option of the base, and for each option of the orbit an
//! element that maps it home to the base. So an element is known by where it takes the base, the order is the product of
//! the lengths of the orbits, and groups of millions of elements take little room. Made by the algorithm of Schreier and
//! Sims (Sims, 1970; Knuth, "Efficient representation of perm groups", 1991).

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use super::classes::Classes;
use super::conjugacy;
use super::limits::fit;
use crate::count::Count;
use crate::problem::{Automorphism, ItemId, OptionId, Problem, Solution};
use crate::solve::{Budget, Reason};

/// The maximum number of bytes for the tables of a group.
const MOST_BYTES: usize = 1 << 29;

/// A group of automorphisms of one problem. Elements with the same action on the options are the same.
#[derive(Clone, Debug)]
pub struct Symmetries {
    identity: Automorphism,
    generators: Vec<Automorphism>,
    pub(super) chain: Vec<Level>,
}

/// A group in the chain: the elements that fix the bases of all earlier levels.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) base: OptionId,
    /// Elements that generate it.
    generators: Vec<Automorphism>,
    /// The orbit of the base.
    pub(super) orbit: Vec<OptionId>,
    /// For each option of the orbit, an element that maps it to the base.
    pub(super) homes: Vec<Automorphism>,
    /// For each option, its place in the orbit.
    places: Vec<u32>,
}

impl Level {
    fn new(base: OptionId, identity: &Automorphism) -> Level {
        let mut places = vec![u32::MAX; identity.options().len()];
        places[base.index()] = 0;
        Level { base, generators: vec![], orbit: vec![base], homes: vec![identity.clone()], places }
    }

    /// Its size in bytes, given some element.
    pub(super) fn bytes(&self, element: &Automorphism) -> usize {
        let elements = self.homes.len() + self.generators.len();
        let of_element = element.bytes() + size_of::<Automorphism>();
        elements * of_element + (self.places.len() + self.orbit.len()) * size_of::<u32>()
    }

    /// The place of an option in the orbit.
    pub(super) fn place(&self, option: OptionId) -> Option<usize> {
        let place = self.places[option.index()];
        (place != u32::MAX).then_some(place as usize)
    }

    /// The element that takes an option home.
    pub(super) fn home(&self, option: OptionId) -> Option<&Automorphism> {
        self.place(option).map(|place| &self.homes[place])
    }
}

/// Why a group could not be built, or its elements not be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GroupError {
    /// Its tables would take more memory than this many bytes.
    TooLarge(usize),
    /// It has more elements than can be visited one by one: more than this many.
    TooMany(u64),
    /// Its conjugacy classes were not found without a visit to each element, and there are more than this many.
    NoClasses(u64),
    /// A limit was reached first.
    Stopped(Reason),
}

impl fmt::Display for GroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupError::TooLarge(bytes) => {
                write!(f, "the group of symmetries is too large: its tables take over {} MB", bytes >> 20)
            }
            GroupError::TooMany(elements) => {
                write!(f, "there are too many symmetries to look at each: over {elements}")
            }
            GroupError::NoClasses(elements) => {
                write!(
                    f,
                    "the classes of conjugate symmetries were not found, and there are too many symmetries to look at \
                     each: over {elements}"
                )
            }
            GroupError::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl Error for GroupError {}

impl From<Reason> for GroupError {
    fn from(reason: Reason) -> GroupError {
        GroupError::Stopped(reason)
    }
}

/// Returns an error if a stop was requested or the deadline has passed. It is fast, so all loops with more than linear
/// work call it in each iteration.
pub(super) fn go_on(budget: &Budget) -> Result<(), GroupError> {
    budget.check().map_err(GroupError::Stopped)
}

impl Symmetries {
    /// The group of the identity alone.
    pub fn trivial(problem: &Problem) -> Symmetries {
        let identity = Automorphism::new(problem, problem.options().collect(), problem.items().collect());
        let identity =
            identity.unwrap_or_else(|error| unreachable!("the identity is an automorphism: {error}"));
        Symmetries { identity, generators: vec![], chain: vec![] }
    }

    /// The least group that has these elements. Of the limits, the stop flag and half of the memory are used. Takes a few
    /// products for each option of each orbit in the chain and each generator there.
    pub fn generated_by(
        problem: &Problem,
        candidates: impl IntoIterator<Item = Automorphism>,
        budget: &Budget,
    ) -> Result<Symmetries, GroupError> {
        let mut group = Symmetries::trivial(problem);
        let mut making = Making { chain: vec![], budget, order: None, bytes: group.bytes_of_element() };
        for candidate in candidates {
            go_on(budget)?;
            if !making.has(0, candidate.clone())? {
                making.extend(0, candidate.clone(), &group.identity)?;
                group.generators.push(candidate);
            }
        }
        group.chain = making.chain;
        Ok(group)
    }

    /// The same group, with this option as the first of its base.
    fn based_at(&self, option: OptionId, budget: &Budget) -> Result<Symmetries, GroupError> {
        if self.chain.first().is_some_and(|level| level.base == option) {
            return Ok(self.clone());
        }
        let first = Level::new(option, &self.identity);
        let bytes = self.bytes() + first.bytes(&self.identity);
        let mut making = Making { chain: vec![first], budget, order: Some(self.order()), bytes };
        for generator in &self.generators {
            if !making.has(0, generator.clone())? {
                making.extend(0, generator.clone(), &self.identity)?;
            }
        }
        Ok(Symmetries { chain: making.chain, ..self.clone() })
    }

    /// Elements that map each option of an option's orbit to it, and its stabilizer.
    pub(super) fn split_at(
        &self,
        option: OptionId,
        budget: &Budget,
    ) -> Result<(Level, Symmetries), GroupError> {
        if self.is_trivial() {
            return Ok((Level::new(option, &self.identity), self.clone()));
        }
        let Symmetries { identity, mut chain, .. } = self.based_at(option, budget)?;
        let first = chain.remove(0);
        let generators = chain.first().map_or(vec![], |level| level.generators.clone());
        Ok((first, Symmetries { identity, generators, chain }))
    }

    /// The stabilizer of an option.
    pub fn stabilizer(&self, option: OptionId) -> Result<Symmetries, GroupError> {
        self.split_at(option, &Budget::UNLIMITED).map(|(_, stabilizer)| stabilizer)
    }

    /// The elements that map each of these sets of items to itself. Visits each element: there must not be more than eight
    /// million, 2^23. [`automorphisms_keeping`](super::automorphisms_keeping) finds those of a larger group, if it is that of
    /// all automorphisms.
    pub fn keeping(
        &self,
        problem: &Problem,
        sets: &[Vec<ItemId>],
        budget: &Budget,
    ) -> Result<Symmetries, GroupError> {
        if self.order().to_u64().is_none_or(|order| order > Classes::MOST_ELEMENTS) {
            return Err(GroupError::TooMany(Classes::MOST_ELEMENTS));
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

    /// Elements that generate the group, none of them in the group of those before it.
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
    pub fn is_trivial(&self) -> bool {
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
        let homes = self.chain.iter().zip(places).map(|(level, &place)| &level.homes[place]);
        homes.fold(self.identity.clone(), |product, home| product.then(home)).inverse()
    }

    /// The classes of elements that are conjugate to each other; the identity's first. `problem` is the one whose symmetries
    /// these are.
    ///
    /// The classes of a large group are found from random elements and automorphism searches, if it is the group of all
    /// automorphisms that keep its orbits of options and items. Otherwise each element is visited, and an error is returned if
    /// there are more than eight million, 2^23. Of the limits, the stop flag and half of the memory are used.
    pub fn classes(&self, problem: &Problem, budget: &Budget) -> Result<Vec<Class>, GroupError> {
        let is_large = self.order().to_u64().is_none_or(|order| order > Classes::FEW_ELEMENTS);
        if is_large && let Some(classes) = conjugacy::classes(problem, self, budget)? {
            return Ok(classes);
        }
        let classes = Classes::new(self).map_err(|error| match error {
            GroupError::TooMany(elements) => GroupError::NoClasses(elements),
            other => other,
        });
        classes?.all(budget)
    }

    /// For each option the least of its orbit. Takes time linear in the options for each generator.
    pub fn orbits(&self) -> Vec<OptionId> {
        let orbits = self.orbits_within(&Budget::UNLIMITED);
        orbits.unwrap_or_else(|error| unreachable!("there are no budget: {error}"))
    }

    /// The same, unless somebody asks to stop.
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

    /// The same, unless somebody asks to stop.
    pub(super) fn item_orbits_within(&self, budget: &Budget) -> Result<Vec<ItemId>, GroupError> {
        let image = |g: &Automorphism, place| g.item(ItemId::from_index(place)).index();
        let images = |place| self.generators.iter().map(|generator| image(generator, place)).collect();
        let least = least_of_orbits(self.identity.items().len(), images, budget)?;
        Ok(least.into_iter().map(ItemId::from_index).collect())
    }

    /// The number of elements that map a solution to itself. Visits each element.
    pub fn stabilizer_order(&self, solution: &Solution) -> u64 {
        self.elements().filter(|element| element.image(solution) == *solution).count() as u64
    }
}

/// A class of elements that are conjugate to each other: they fix the same number of solutions.
#[derive(Clone, Debug)]
pub struct Class {
    /// One of them.
    pub representative: Automorphism,
    /// How many they are.
    pub size: Count,
}

/// For each of this many places the least of its orbit, if the generators take places to places as this tells.
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
        match level.home(element.option(level.base)) {
            Some(home) => element = element.then(home),
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
    bytes: usize,
}

impl Making<'_> {
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

    fn is_complete(&self) -> bool {
        self.order.as_ref().is_some_and(|wanted| order(&self.chain) == *wanted)
    }

    /// Adds to the group at a level an element of it that was not there; the groups below get what they lack then, by
    /// Schreier's lemma: the elements that keep the base are generated by those that go out to an option of the orbit by
    /// its home, then along a generator, and home again.
    fn extend(
        &mut self,
        level: usize,
        generator: Automorphism,
        identity: &Automorphism,
    ) -> Result<(), GroupError> {
        go_on(self.budget)?;
        if level == self.chain.len() {
            let mut moved =
                generator.options().iter().enumerate().filter(|(place, image)| image.index() != *place);
            let Some((base, _)) = moved.next() else { return Ok(()) };
            let level = Level::new(OptionId::from_index(base), identity);
            self.take(level.bytes(identity))?;
            self.chain.push(level);
        }
        self.take(identity.bytes() + size_of::<Automorphism>())?;
        let at = &mut self.chain[level];
        at.generators.push(generator);
        let (old, newest) = (at.orbit.len(), at.generators.len() - 1);
        let mut place = 0;
        while place < self.chain[level].orbit.len() {
            let outwards = self.chain[level].homes[place].inverse();
            // From the options that were there before, all other generators have been tried.
            for number in if place < old { newest..=newest } else { 0..=newest } {
                go_on(self.budget)?;
                let at = &mut self.chain[level];
                let product = outwards.then(&at.generators[number]);
                let image = product.option(at.base);
                if let Some(home) = at.home(image) {
                    let kept = product.then(home);
                    if !self.is_complete() && !self.has(level + 1, kept.clone())? {
                        self.extend(level + 1, kept, identity)?;
                    }
                    continue;
                }
                at.places[image.index()] = at.orbit.len() as u32;
                at.orbit.push(image);
                at.homes.push(product.inverse());
                self.take(identity.bytes() + size_of::<Automorphism>())?;
            }
            place += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Builder, dlx};

    /// The pairs of n points, with all permutations of the points: two of them generate the symmetric group.
    fn pairs(n: usize) -> (Problem, Symmetries) {
        let mut builder = Builder::new();
        let points: Vec<_> = (0..n).map(|point| builder.primary(&format!("{point}")).unwrap()).collect();
        let mut numbers = vec![];
        for a in 0..n {
            for b in a + 1..n {
                builder.option([points[a], points[b]]).unwrap();
                numbers.push((a, b));
            }
        }
        let problem = builder.build();
        let acting = |image: &dyn Fn(usize) -> usize| {
            let option = |&(a, b): &(usize, usize)| {
                let (a, b) = (image(a), image(b));
                let place = numbers.iter().position(|&pair| pair == (a.min(b), a.max(b))).unwrap();
                OptionId::from_index(place)
            };
            let options = numbers.iter().map(option).collect();
            Automorphism::new(&problem, options, (0..n).map(|point| points[image(point)]).collect()).unwrap()
        };
        let turn = acting(&|point| (point + 1) % n);
        let swap = acting(&|point| match point {
            0 => 1,
            1 => 0,
            other => other,
        });
        let group = Symmetries::generated_by(&problem, [turn, swap], &Budget::UNLIMITED).unwrap();
        (problem, group)
    }

    /// The symmetric group: n! elements, a class for each partition of n (OEIS A000142, A000041).
    #[test]
    fn symmetric_groups() {
        for (n, order, classes) in [(3, 6u64, 3), (4, 24, 5), (5, 120, 7), (6, 720, 11), (7, 5040, 15)] {
            let (problem, group) = pairs(n);
            assert_eq!(group.order(), Count::from(order), "{n}");
            assert_eq!(group.generators().len(), 2);
            let of_classes = group.classes(&problem, &Budget::UNLIMITED).unwrap();
            assert_eq!(of_classes.len(), classes, "{n}");
            assert!(of_classes[0].representative.is_identity());
            assert_eq!(of_classes.into_iter().map(|class| class.size).sum::<Count>(), Count::from(order));
        }
        assert_eq!(pairs(20).1.order().to_string(), "2432902008176640000");
    }

    /// Each element is listed once and is in the group; the stabilizer of a pair has the right order.
    #[test]
    fn elements_and_stabilizers() {
        let (_, group) = pairs(5);
        let elements: BTreeSet<_> = group.elements().collect();
        assert_eq!(elements.len(), 120);
        assert!(elements.iter().all(|element| group.has(element)));
        for option in (0..10).map(OptionId::from_index) {
            let stabilizer = group.stabilizer(option).unwrap();
            assert_eq!(stabilizer.order(), Count::from(12u64), "2! ways within the pair, 3! without");
            let keeping = elements.iter().filter(|element| element.option(option) == option);
            assert!(keeping.clone().all(|element| stabilizer.has(element)));
            assert_eq!(keeping.count(), 12);
        }
        assert!(group.orbits().iter().all(|least| least.index() == 0));
    }

    #[test]
    fn the_trivial_group() {
        let problem = dlx::parse("t.dlx", "a b\na\nb\n").unwrap().problem;
        let group = Symmetries::trivial(&problem);
        assert_eq!((group.order(), group.elements().count()), (Count::ONE, 1));
        assert_eq!(group.classes(&problem, &Budget::UNLIMITED).unwrap().len(), 1);
        let orbits: Vec<usize> = group.orbits().iter().map(|option| option.index()).collect();
        assert_eq!(orbits, [0, 1]);
    }

    #[test]
    fn a_raised_flag_stops() {
        let (problem, group) = pairs(6);
        let stop = crate::solve::StopFlag::new();
        stop.raise();
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let again = Symmetries::generated_by(&problem, group.generators().to_vec(), &budget);
        assert_eq!(again.unwrap_err(), GroupError::Stopped(Reason::Asked));
        assert_eq!(group.classes(&problem, &budget).unwrap_err(), GroupError::Stopped(Reason::Asked));
        assert!(group.orbits_within(&budget).is_err() && group.item_orbits_within(&budget).is_err());
    }

    /// Stopping is possible everywhere without a panic.
    #[test]
    fn a_raised_flag_stops_every_question() {
        use std::ops::ControlFlow;

        use crate::solve::{Ending, StopFlag};
        use crate::symmetry::{
            Representative, automorphisms, count, count_kept, each, each_kept, each_symmetric,
        };

        let (problem, group) = pairs(6);
        let stop = StopFlag::new();
        stop.raise();
        let budget = Budget { stop: Some(stop), ..Budget::UNLIMITED };
        let asked = Some(Reason::Asked);
        assert_eq!(automorphisms(&problem, &budget).reason(), asked);
        assert_eq!(count(&problem, &group, &budget, None).unwrap().outcome.reason(), asked);
        assert_eq!(count_kept(&problem, group.generators(), &budget, None).unwrap().outcome.reason(), asked);
        let mut none = |_: Representative| -> ControlFlow<()> { unreachable!("nothing is found") };
        let listed = [
            each(&problem, &group, &budget, None, &mut none).unwrap(),
            each_symmetric(&problem, &group, &budget, None, &mut none).unwrap(),
            each_kept(&problem, group.generators(), &budget, None, &mut |_| unreachable!()).unwrap(),
        ];
        assert!(listed.iter().all(|listed| listed.ending == Ending::Stopped(Reason::Asked)));
    }
}
