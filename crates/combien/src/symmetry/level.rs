//! A level of the chain of a group: the orbit of an option, as a shallow tree.
//!
//! For each option of the orbit an element is needed that maps it home to the base. To store them all takes
//! much memory: an orbit of all options takes as many numbers as there are pairs of options. So each option
//! of a large orbit stores a step: an element that is shared by many, and the option to which that one maps
//! it, nearer to the base (a Schreier tree). The element that maps it home is the product of the steps on its
//! path. Small orbits store all elements: their paths have one step.
//!
//! Where a generator would lead far away from the base, the whole product becomes a shared element, a
//! *shortcut*, and it is applied to all options of the orbit so far. So the orbit may double, and a long
//! cycle needs about as many shortcuts as its length has bits (after Sims, and Cooperman, Finkelstein and
//! Sarawagi, 1990).

use crate::problem::{Automorphism, OptionId, Solution};

/// The most steps of a path.
const MOST_STEPS: u32 = 24;

/// The most steps of a path without shortcuts. Each shortcut allows one more.
const FEW_STEPS: u32 = 8;

/// A group in the chain: the elements that fix the bases of all earlier levels.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) base: OptionId,
    /// Elements of the group. With those of the levels below, and with the elements of the steps, they
    /// generate it.
    pub(super) generators: Vec<Automorphism>,
    /// The orbit of the base, the base first.
    pub(super) orbit: Vec<OptionId>,
    /// For each option of the orbit, the first step of its path. That of the base is never taken.
    steps: Vec<Step>,
    /// The elements of the steps.
    elements: Vec<Automorphism>,
    /// How many of these are shortcuts.
    shortcuts: u32,
    /// For each generator, the place of its inverse among these elements, if it is there.
    inverses: Vec<Option<u32>>,
    /// For each option, its place in the orbit.
    places: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// The element, by its place.
    element: u32,
    /// The place in the orbit to which it leads.
    to: u32,
    /// How many steps the path has.
    length: u32,
}

impl Level {
    pub(super) fn new(base: OptionId, options: usize) -> Level {
        let mut places = vec![u32::MAX; options];
        places[base.index()] = 0;
        Level {
            base,
            generators: vec![],
            orbit: vec![base],
            steps: vec![Step { element: 0, to: 0, length: 0 }],
            elements: vec![],
            shortcuts: 0,
            inverses: vec![],
            places,
        }
    }

    /// Its size in bytes, given some element.
    pub(super) fn bytes(&self, element: &Automorphism) -> usize {
        let of_element = element.bytes() + size_of::<Automorphism>();
        let of_orbit = size_of::<OptionId>() + size_of::<Step>();
        (self.generators.len() + self.elements.len()) * of_element
            + self.places.len() * size_of::<u32>()
            + self.orbit.len() * of_orbit
    }

    /// The place of an option in the orbit.
    pub(super) fn place(&self, option: OptionId) -> Option<usize> {
        let place = self.places[option.index()];
        (place != u32::MAX).then_some(place as usize)
    }

    /// The elements on the path of a place of the orbit, in order: their product takes it to the base.
    fn path(&self, mut place: usize) -> impl Iterator<Item = &Automorphism> {
        std::iter::from_fn(move || {
            let step = self.steps[place];
            place = step.to as usize;
            (step.length > 0).then(|| &self.elements[step.element as usize])
        })
    }

    /// An element, and then the one that maps a place of the orbit to the base.
    pub(super) fn then_home(&self, element: Automorphism, place: usize) -> Automorphism {
        let step = self.steps[place];
        match step.length {
            0 => element,
            1 => element.then(&self.elements[step.element as usize]),
            _ => element.then_all(&self.path(place).collect::<Vec<_>>()),
        }
    }

    /// The element that maps a place of the orbit to the base.
    pub(super) fn home(&self, place: usize, identity: &Automorphism) -> Automorphism {
        let step = self.steps[place];
        match step.length {
            0 => identity.clone(),
            _ => self.then_home(self.elements[step.element as usize].clone(), step.to as usize),
        }
    }

    /// Where the element that maps a place of the orbit to the base takes an option.
    pub(super) fn option_home(&self, option: OptionId, place: usize) -> OptionId {
        self.path(place).fold(option, |option, step| step.option(option))
    }

    /// Where the element that maps a place of the orbit to the base takes a solution.
    pub(super) fn solution_home(&self, solution: &Solution, place: usize) -> Solution {
        solution.options().iter().map(|&option| self.option_home(option, place)).collect()
    }

    pub(super) fn add_generator(&mut self, generator: Automorphism) {
        self.generators.push(generator);
        self.inverses.push(None);
    }

    /// Adds to the orbit the image of one of its places under a generator, if it is new. Returns the number
    /// of elements that are stored for it; `None` if it is not new. `is_whole` says whether the element
    /// that maps it home should be stored.
    pub(super) fn reach(
        &mut self,
        place: usize,
        generator: usize,
        identity: &Automorphism,
        is_whole: bool,
    ) -> Option<usize> {
        let image = self.generators[generator].option(self.orbit[place]);
        if self.place(image).is_some() {
            return None;
        }
        let before = self.elements.len();
        let is_far = self.steps[place].length >= MOST_STEPS.min(FEW_STEPS + self.shortcuts);
        if !is_whole && !is_far {
            let element = *self.inverses[generator].get_or_insert(before as u32);
            if element as usize == before {
                self.elements.push(self.generators[generator].inverse());
            }
            let length = self.steps[place].length + 1;
            self.push(image, Step { element, to: place as u32, length });
            return Some(self.elements.len() - before);
        }
        let outwards = self.home(place, identity).inverse().then(&self.generators[generator]);
        self.elements.push(outwards.inverse());
        let element = before as u32;
        self.push(image, Step { element, to: 0, length: 1 });
        if !is_whole {
            self.shortcuts += 1;
            for from in 1..self.orbit.len() {
                let image = outwards.option(self.orbit[from]);
                let length = self.steps[from].length + 1;
                if length <= MOST_STEPS && self.place(image).is_none() {
                    self.push(image, Step { element, to: from as u32, length });
                }
            }
        }
        Some(1)
    }

    fn push(&mut self, option: OptionId, step: Step) {
        self.places[option.index()] = self.orbit.len() as u32;
        self.orbit.push(option);
        self.steps.push(step);
    }

    /// Does it store all elements that map home?
    pub(super) fn is_whole(&self) -> bool {
        self.steps.iter().all(|step| step.length <= 1)
    }

    /// Stores all elements that map home: a product for each option of the orbit.
    pub(super) fn make_whole(&mut self, identity: &Automorphism) {
        if self.is_whole() {
            return;
        }
        let mut homes: Vec<Automorphism> = vec![identity.clone()];
        for step in &self.steps[1..] {
            // Each step leads to an earlier place.
            homes.push(self.elements[step.element as usize].then(&homes[step.to as usize]));
        }
        let step = |place: usize| Step {
            element: (place as u32).saturating_sub(1),
            to: 0,
            length: 1.min(place as u32),
        };
        self.steps = (0..homes.len()).map(step).collect();
        self.elements = homes.split_off(1);
        self.inverses = vec![None; self.generators.len()];
    }

    /// Forgets the generators whose inverses are elements of the steps: these generate the same group. No
    /// generator can be added afterwards.
    pub(super) fn forget_generators(&mut self) {
        let mut inverses = std::mem::take(&mut self.inverses).into_iter();
        self.generators.retain(|_| inverses.next().flatten().is_none());
    }

    /// Elements that generate the group, with those of the levels below.
    pub(super) fn generating(&self) -> impl Iterator<Item = &Automorphism> {
        // If all elements that map home are stored, the generators are fewer.
        let elements = if self.generators.is_empty() { self.elements.as_slice() } else { &[] };
        self.generators.iter().chain(elements)
    }
}

#[cfg(test)]
impl Level {
    /// Panics if a path is too long, or does not lead home.
    pub(super) fn check_invariants(&self, identity: &Automorphism) {
        for (place, &option) in self.orbit.iter().enumerate() {
            assert_eq!(self.place(option), Some(place));
            assert!(self.path(place).count() <= MOST_STEPS as usize);
            assert_eq!(self.option_home(option, place), self.base);
            if place % 97 == 0 {
                assert_eq!(self.home(place, identity).option(option), self.base);
            }
        }
    }
}
