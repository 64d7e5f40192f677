//! Things in classes of equals.

use std::collections::HashMap;
use std::hash::Hash;

use crate::budget::{Effort, Reason};

/// The numbers from 0 on in classes of those with equal keys. Classes come in the order of their first
/// members, and members ascend.
pub(crate) struct Twins {
    /// Class after class.
    members: Vec<u32>,
    /// Where the members of each class end.
    ends: Vec<u32>,
}

impl Twins {
    /// Each key comes with the effort that it takes.
    pub(crate) fn new<K: Eq + Hash>(
        keys: impl Iterator<Item = (K, usize)>,
        effort: &mut Effort<'_>,
    ) -> Result<Twins, Reason> {
        let (mut classes, mut class_of, mut ends) = (HashMap::new(), vec![], vec![]);
        for (key, work) in keys {
            effort.spend(work)?;
            let class = *classes.entry(key).or_insert(ends.len());
            class_of.push(class);
            if class == ends.len() {
                ends.push(0);
            }
            ends[class] += 1;
        }
        // Where the next member of a class goes: at first where it starts, at last where it ends.
        let mut start = 0;
        for size in &mut ends {
            start += std::mem::replace(size, start);
        }
        let mut members = vec![0; class_of.len()];
        for (number, class) in class_of.into_iter().enumerate() {
            members[ends[class] as usize] = number as u32;
            ends[class] += 1;
        }
        Ok(Twins { members, ends })
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

    /// What a permutation of the classes makes of their members: the first of a class goes to the first of
    /// its image. The two must be equally large.
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
    use crate::budget::at_once;

    #[test]
    fn classes_come_by_their_first_members() {
        let keys = ["c", "a", "c", "b", "a"];
        let twins = at_once(|effort| Twins::new(keys.iter().map(|key| (key, 1)), effort)).unwrap();
        let classes: Vec<&[u32]> = twins.classes().collect();
        assert_eq!(classes, [&[0, 2][..], &[1, 4], &[3]]);
        assert_eq!(twins.lift(|class| [1, 0, 2][class]), [1, 0, 4, 3, 2]);
    }
}
