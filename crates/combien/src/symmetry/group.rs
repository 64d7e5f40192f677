//! A group of automorphisms, element by element.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;

use crate::problem::{Automorphism, OptionId, Problem, Solution};

/// The most places that all elements of a group may have together: options times elements.
pub const MOST_ELEMENTS: usize = 1 << 25;

/// A group of automorphisms of one problem, with all its elements. Elements that move the options alike are one.
#[derive(Clone, Debug)]
pub struct Symmetries {
    generators: Vec<Automorphism>,
    /// The identity first.
    elements: Vec<Automorphism>,
}

/// A group with too many elements to be held one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// So many elements of this many options each were found before it was given up.
    pub elements: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the group has too many elements to be held one by one: over {}", self.elements)
    }
}

impl Error for TooMany {}

/// A class of elements that are conjugate to each other: they fix equally many solutions.
#[derive(Clone, Debug)]
pub struct Class<'a> {
    /// One of them: the first.
    pub representative: &'a Automorphism,
    /// How many they are.
    pub size: usize,
}

impl Symmetries {
    /// The group of the identity alone.
    pub fn trivial(problem: &Problem) -> Symmetries {
        let identity = Automorphism::new(problem, problem.options().collect(), problem.items().collect());
        let identity =
            identity.unwrap_or_else(|error| unreachable!("the identity is an automorphism: {error}"));
        Symmetries { generators: vec![], elements: vec![identity] }
    }

    /// The least group that has these elements. Takes a product for each element and each generator that is needed.
    pub fn generated_by(
        problem: &Problem,
        candidates: impl IntoIterator<Item = Automorphism>,
    ) -> Result<Symmetries, TooMany> {
        let mut group = Symmetries::trivial(problem);
        let mut known: HashSet<Vec<OptionId>> = HashSet::from([group.elements[0].options().to_vec()]);
        for candidate in candidates {
            if known.contains(candidate.options()) {
                continue;
            }
            group.generators.push(candidate);
            // The elements so far are closed under the older generators; all products with the new one are still to be
            // made, and all products of what comes of them.
            let mut at = 0;
            while at < group.elements.len() {
                for generator in &group.generators {
                    let product = group.elements[at].then(generator);
                    if known.insert(product.options().to_vec()) {
                        if group.elements.len() * problem.option_count().max(1) > MOST_ELEMENTS {
                            return Err(TooMany { elements: group.elements.len() });
                        }
                        group.elements.push(product);
                    }
                }
                at += 1;
            }
        }
        Ok(group)
    }

    /// Elements that generate the group, none of them in the group of those before it.
    pub fn generators(&self) -> &[Automorphism] {
        &self.generators
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> &[Automorphism] {
        &self.elements
    }

    /// How many elements.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The classes of conjugate elements, by their first elements; the identity's first.
    pub fn classes(&self) -> Vec<Class<'_>> {
        let place_of: HashMap<&[OptionId], usize> =
            self.elements.iter().enumerate().map(|(place, element)| (element.options(), place)).collect();
        let steps: Vec<(Automorphism, &Automorphism)> =
            self.generators.iter().map(|generator| (generator.inverse(), generator)).collect();
        let mut seen = vec![false; self.elements.len()];
        let mut classes = vec![];
        for place in 0..self.elements.len() {
            if seen[place] {
                continue;
            }
            seen[place] = true;
            let mut members = vec![place];
            let mut at = 0;
            while at < members.len() {
                for (inverse, generator) in &steps {
                    let conjugate = inverse.then(&self.elements[members[at]]).then(generator);
                    let conjugate = place_of[conjugate.options()];
                    if !std::mem::replace(&mut seen[conjugate], true) {
                        members.push(conjugate);
                    }
                }
                at += 1;
            }
            classes.push(Class { representative: &self.elements[place], size: members.len() });
        }
        classes
    }

    /// The elements that keep an option where it is.
    #[must_use]
    pub fn stabilizer(&self, option: OptionId) -> Symmetries {
        self.subgroup(|element| element.option(option) == option)
    }

    /// The elements that satisfy a condition, which must make a group of them.
    fn subgroup(&self, condition: impl Fn(&Automorphism) -> bool) -> Symmetries {
        let elements: Vec<Automorphism> =
            self.elements.iter().filter(|element| condition(element)).cloned().collect();
        Symmetries { generators: elements.clone(), elements }
    }

    /// How many elements take a solution to itself.
    pub fn stabilizer_order(&self, solution: &Solution) -> usize {
        self.elements.iter().filter(|element| element.image(solution) == *solution).count()
    }

    /// Is no image of a solution before it, in the order of the numbers of its options?
    pub fn is_least(&self, solution: &Solution) -> bool {
        self.elements.iter().all(|element| element.image(solution) >= *solution)
    }
}
