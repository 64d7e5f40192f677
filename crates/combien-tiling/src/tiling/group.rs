//! Groups of isometries: closure, subgroups, stabilizers, orbits.

use std::collections::BTreeSet;

use super::{Isometry, Lattice, Shape};

/// A finite group of isometries. Its elements are sorted, so that equal groups are equal values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(Vec<Isometry>);

impl Group {
    /// The group of the identity alone.
    pub fn trivial() -> Group {
        Group(vec![Isometry::IDENTITY])
    }

    /// The least group that has these elements.
    pub fn generated_by(generators: &[Isometry]) -> Group {
        let mut elements: BTreeSet<Isometry> = [Isometry::IDENTITY].into_iter().collect();
        let mut fresh = vec![Isometry::IDENTITY];
        while let Some(element) = fresh.pop() {
            for &generator in generators {
                let product = element.then(generator);
                if elements.insert(product) {
                    fresh.push(product);
                }
            }
        }
        Group(elements.into_iter().collect())
    }

    /// The elements, in a fixed order.
    pub fn elements(&self) -> &[Isometry] {
        &self.0
    }

    /// How many elements.
    pub fn order(&self) -> usize {
        self.0.len()
    }

    /// Is this isometry in the group?
    pub fn contains(&self, isometry: Isometry) -> bool {
        self.0.binary_search(&isometry).is_ok()
    }

    /// Are all its elements in the other group?
    pub(crate) fn is_subgroup_of(&self, other: &Group) -> bool {
        self.0.iter().all(|&element| other.contains(element))
    }

    /// The elements that satisfy a condition, which must form a group.
    pub(super) fn subgroup_where(&self, condition: impl Fn(Isometry) -> bool) -> Group {
        Group(self.0.iter().copied().filter(|&element| condition(element)).collect())
    }

    /// The rotations among its elements.
    #[must_use]
    pub fn rotations(&self) -> Group {
        self.subgroup_where(Isometry::is_rotation)
    }

    /// All subgroups, sorted by order. Every subgroup is a join of cyclic ones, so these are closed under
    /// joining.
    #[doc(hidden)]
    pub fn subgroups(&self) -> Vec<Group> {
        let cyclic: Vec<Group> = self.0.iter().map(|&element| Group::generated_by(&[element])).collect();
        let mut found: BTreeSet<Group> = cyclic.iter().cloned().collect();
        let mut fresh: Vec<Group> = found.iter().cloned().collect();
        while let Some(group) = fresh.pop() {
            for other in cyclic.iter().filter(|other| !other.is_subgroup_of(&group)) {
                let join = Group::generated_by(&[&group.0[..], &other.0[..]].concat());
                if found.insert(join.clone()) {
                    fresh.push(join);
                }
            }
        }
        let mut subgroups: Vec<Group> = found.into_iter().collect();
        subgroups.sort_by_key(Group::order);
        subgroups
    }

    /// The elements that map a shape to a translate of itself.
    #[must_use]
    pub fn stabilizer(&self, shape: &Shape, lattice: &Lattice) -> Group {
        let shape = shape.at_origin(lattice);
        self.subgroup_where(|isometry| shape.image(isometry, lattice) == shape)
    }

    /// The different images of a shape, each at the origin and with the first element that gives it. The
    /// shape itself, made by the identity, comes first.
    pub fn orbit(&self, shape: &Shape, lattice: &Lattice) -> Vec<(Isometry, Shape)> {
        let identity_first = std::iter::once(Isometry::IDENTITY).chain(self.0.iter().copied());
        let mut orbit: Vec<(Isometry, Shape)> = vec![];
        for isometry in identity_first {
            let image = shape.image(isometry, lattice);
            if orbit.iter().all(|(_, earlier)| *earlier != image) {
                orbit.push((isometry, image));
            }
        }
        orbit
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pattern;
    use super::*;

    fn square() -> Group {
        Lattice::square().isometries()
    }

    #[test]
    fn the_square_has_eight_isometries_and_ten_subgroups() {
        let orders: Vec<usize> = square().subgroups().iter().map(Group::order).collect();
        assert_eq!(orders, [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]);
    }

    #[test]
    fn the_cube_has_48_isometries_and_98_subgroups_its_rotations_24_and_30() {
        let cube = Lattice::cube().isometries();
        assert_eq!((cube.order(), cube.subgroups().len()), (48, 98));
        assert_eq!((cube.rotations().order(), cube.rotations().subgroups().len()), (24, 30));
    }

    #[test]
    fn composition_and_inverses_stay_in_the_group() {
        for group in [square(), Lattice::cube().isometries()] {
            for &a in group.elements() {
                assert_eq!(a.then(a.inverse()), Isometry::IDENTITY);
                assert!(group.elements().iter().all(|&b| group.contains(a.then(b))));
            }
        }
    }

    /// Orbit and stabilizer multiply to the order of the group, for a shape of each kind of symmetry.
    #[test]
    fn orbits_and_stabilizers_multiply_to_the_order() {
        for (drawing, stabilizer) in [
            ("**$**", 8),
            ("***", 4),
            (".*$**$.*", 2),
            ("*.$**$.*", 2),
            ("*..$***$.*.", 1),
            (".*.$***$.*.", 8),
        ] {
            let shape = Pattern::from_drawing(drawing).unwrap().shape();
            assert_eq!(square().stabilizer(&shape, Lattice::square()).order(), stabilizer, "{drawing}");
            assert_eq!(square().orbit(&shape, Lattice::square()).len() * stabilizer, 8, "{drawing}");
        }
    }
}
