//! Things in classes of equals.

/// The numbers from 0 on in classes of those with equal keys. Classes come in the order of their first members, and
/// members ascend.
pub(crate) struct Twins {
    /// Class after class.
    members: Vec<u32>,
    /// Where the members of each class end.
    ends: Vec<u32>,
}

impl Twins {
    pub(crate) fn new<K: Ord>(keys: &[K]) -> Twins {
        let mut by_key: Vec<u32> = (0..keys.len() as u32).collect();
        by_key.sort_by_key(|&number| &keys[number as usize]);
        let mut classes: Vec<&[u32]> =
            by_key.chunk_by(|&a, &b| keys[a as usize] == keys[b as usize]).collect();
        classes.sort_by_key(|class| class[0]);
        let mut twins = Twins { members: Vec::with_capacity(keys.len()), ends: vec![] };
        for class in classes {
            twins.members.extend(class);
            twins.ends.push(twins.members.len() as u32);
        }
        twins
    }

    /// Each number is alone.
    pub(super) fn none(numbers: usize) -> Twins {
        let members = 0..numbers as u32;
        Twins { ends: members.clone().map(|number| number + 1).collect(), members: members.collect() }
    }

    /// How many classes.
    pub(crate) fn count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn class(&self, place: usize) -> &[u32] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.members[start as usize..self.ends[place] as usize]
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.count()).map(|place| self.class(place))
    }

    /// What a permutation of the classes makes of their members: the first of a class goes to the first of its image. The
    /// two must be equally large.
    pub(super) fn lift(&self, image: impl Fn(usize) -> usize) -> Vec<u32> {
        let mut images = vec![0; self.members.len()];
        for (place, class) in self.classes().enumerate() {
            for (&number, &to) in class.iter().zip(self.class(image(place))) {
                images[number as usize] = to;
            }
        }
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_come_by_their_first_members() {
        let twins = Twins::new(&["c", "a", "c", "b", "a"]);
        let classes: Vec<&[u32]> = twins.classes().collect();
        assert_eq!(classes, [&[0, 2][..], &[1, 4], &[3]]);
        assert_eq!(twins.lift(|class| [1, 0, 2][class]), [1, 0, 4, 3, 2]);
    }
}
