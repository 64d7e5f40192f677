//! Sets of options in classes of those that automorphisms take to each other.

use std::collections::HashMap;

use super::search::Symmetry;
use super::sets::{Known, Looked, Sets};
use crate::budget::Reason;
use crate::problem::Solution;

/// If more classes than this have one look, their sets are looked at deeper.
const FEW: usize = 3;

/// The classes that were met, each by one of its sets.
#[derive(Default)]
pub(crate) struct Classes {
    by_look: HashMap<u64, Bucket>,
    count: u32,
    bytes: usize,
    refined: u64,
}

/// A class, and its number.
type Numbered = (Known, u32);

/// Classes with one look.
enum Bucket {
    Few(Vec<Numbered>),
    /// By a deeper look.
    Many(HashMap<u64, Vec<Numbered>>),
}

/// What is known of a set.
pub(crate) enum Found {
    /// It is in the class of this number, from 0 in the order in which they were added.
    Class(u32),
    /// It is in none of them.
    New(Box<New>),
}

/// A set of a new class.
pub(crate) struct New {
    looked: Looked,
    deeper: u64,
}

impl Classes {
    /// The bytes that they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How often a partition was refined.
    pub(crate) fn refined(&self) -> u64 {
        self.refined
    }

    /// Finds the class of a set.
    pub(crate) fn find(&mut self, sets: &Sets, set: &Solution) -> Result<Found, Reason> {
        let mut looked = sets.look(set)?;
        self.refined += 1;
        let Some(bucket) = self.by_look.get_mut(&looked.look) else {
            return Ok(Found::New(Box::new(New { looked, deeper: 0 })));
        };
        if let Bucket::Few(few) = bucket
            && few.len() > FEW
        {
            let mut many: HashMap<u64, Vec<Numbered>> = HashMap::new();
            for (known, number) in few.drain(..) {
                let (deeper, refined) = sets.look_deeper(&mut sets.look(known.set())?)?;
                self.refined += 1 + refined;
                many.entry(deeper).or_default().push((known, number));
            }
            *bucket = Bucket::Many(many);
        }
        let (deeper, classes) = match bucket {
            Bucket::Few(few) => (0, few.as_slice()),
            Bucket::Many(many) => {
                let (deeper, refined) = sets.look_deeper(&mut looked)?;
                self.refined += refined;
                (deeper, many.get(&deeper).map_or(&[][..], Vec::as_slice))
            }
        };
        for (known, number) in classes {
            let (are_alike, nodes) = sets.are_alike(known, &looked)?;
            self.refined += nodes;
            if are_alike {
                return Ok(Found::Class(*number));
            }
        }
        Ok(Found::New(Box::new(New { looked, deeper })))
    }

    /// Adds the class of a set that was found to be new, just before. Returns the automorphisms that take the
    /// set to itself.
    pub(crate) fn add(&mut self, sets: &Sets, new: Box<New>) -> Result<Symmetry, Reason> {
        let look = new.looked.look;
        let (known, symmetry) = sets.know(new.looked)?;
        self.refined += known.nodes();
        self.bytes += known.bytes() + size_of_val(&*symmetry.orbits) + size_of::<(u64, Bucket)>();
        let numbered = (known, self.count);
        self.count += 1;
        match self.by_look.entry(look).or_insert(Bucket::Few(vec![])) {
            Bucket::Few(few) => few.push(numbered),
            Bucket::Many(many) => many.entry(new.deeper).or_default().push(numbered),
        }
        Ok(symmetry)
    }
}
