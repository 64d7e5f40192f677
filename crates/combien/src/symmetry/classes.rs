//! The classes of conjugate elements of a group, found by visiting each element.

use super::conjugacy;
use super::group::{Class, GroupError, MOST_ELEMENTS, go_on};
use super::limits::fit;
use super::{Level, Symmetries};
use crate::count::Count;
use crate::problem::{Automorphism, OptionId, Problem};
use crate::solve::Budget;

/// The elements of a group by numbers: the places of their homes in the orbits of the chain are the digits of
/// the number. So an element takes only the space of a mark, and the image of an option is found in one step
/// for each level.
pub(super) struct Classes<'a> {
    group: &'a Symmetries,
    /// For each level and each position in its orbit: the images of the options under the inverse of the
    /// home.
    outwards: Vec<Vec<Vec<OptionId>>>,
    count: u64,
}

impl Symmetries {
    /// The classes of elements that are conjugate to each other; the identity's first. `problem` is the one
    /// whose symmetries these are.
    ///
    /// The classes of a large group are found from random elements and automorphism searches, if it is the
    /// group of all automorphisms that keep its orbits of options and items. Otherwise each element is
    /// visited, and an error is returned if there are more than eight million, 2^23. Of the limits, the
    /// stop flag and half of the memory are used.
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
}

impl Classes<'_> {
    /// Up to this many elements a visit to each takes less time than anything else.
    pub(super) const FEW_ELEMENTS: u64 = 1 << 13;

    pub(super) fn new(group: &Symmetries) -> Result<Classes<'_>, GroupError> {
        let count = group.order().to_u64().filter(|&order| order <= MOST_ELEMENTS);
        let count = count.ok_or(GroupError::TooMany(MOST_ELEMENTS))?;
        let of_level = |level: &Level| {
            let outwards = |place| level.home(place, group.identity()).inverse().options().to_vec();
            (0..level.orbit.len()).map(outwards).collect()
        };
        Ok(Classes { group, outwards: group.chain.iter().map(of_level).collect(), count })
    }

    pub(super) fn all(&self, budget: &Budget) -> Result<Vec<Class>, GroupError> {
        let generators = self.group.generators();
        let inverses: Vec<_> = generators.iter().map(Automorphism::inverse).collect();
        let tables = 2 * self.group.bytes() + self.count as usize;
        fit(tables, budget)?;
        let mut seen = vec![false; self.count as usize];
        let mut classes = vec![];
        let mut members = vec![];
        for first in 0..self.count {
            if std::mem::replace(&mut seen[first as usize], true) {
                continue;
            }
            go_on(budget)?;
            members.clear();
            members.push(first);
            let mut at = 0;
            while at < members.len() {
                let places = self.places(members[at]);
                for (generator, inverse) in generators.iter().zip(&inverses) {
                    go_on(budget)?;
                    let conjugate = |option| generator.option(self.image(&places, inverse.option(option)));
                    let number = self.number(conjugate);
                    if !std::mem::replace(&mut seen[number as usize], true) {
                        members.push(number);
                    }
                }
                at += 1;
            }
            let of_classes = (classes.len() + 1) * (self.group.bytes_of_element() + size_of::<Class>());
            fit(tables + members.capacity() * size_of::<u64>() + of_classes, budget)?;
            let representative = self.group.element(&self.places(first));
            classes.push(Class { representative, size: Count::from(members.len() as u64) });
        }
        Ok(classes)
    }

    /// The digits of an element's number, one for each level.
    fn places(&self, mut number: u64) -> Vec<usize> {
        let mut places: Vec<usize> = vec![];
        for level in self.group.chain.iter().rev() {
            places.push((number % level.orbit.len() as u64) as usize);
            number /= level.orbit.len() as u64;
        }
        places.reverse();
        places
    }

    /// Where an element takes an option.
    fn image(&self, places: &[usize], option: OptionId) -> OptionId {
        let levels = self.outwards.iter().zip(places).rev();
        levels.fold(option, |option, (outwards, &place)| outwards[place][option.index()])
    }

    /// The number of the element with these images of the base.
    fn number(&self, image: impl Fn(OptionId) -> OptionId) -> u64 {
        let chain = &self.group.chain;
        let mut images: Vec<OptionId> = chain.iter().map(|level| image(level.base)).collect();
        let mut number = 0;
        for (at, level) in chain.iter().enumerate() {
            let place = level.place(images[at]);
            let place = place.unwrap_or_else(|| unreachable!("a conjugate is in the group"));
            number = number * level.orbit.len() as u64 + place as u64;
            for image in &mut images[at + 1..] {
                *image = level.option_home(*image, place);
            }
        }
        number
    }
}
