//! Names and their numbers, both ways.

use indexmap::IndexSet;

/// Distinct names, numbered from 0 in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names(IndexSet<Box<str>>);

impl Names {
    /// The number of a name, new or old, and whether it is new.
    pub(super) fn intern(&mut self, name: &str) -> (u32, bool) {
        if let Some(number) = self.0.get_index_of(name) {
            return (number as u32, false);
        }
        (self.0.insert_full(name.into()).0 as u32, true)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.0.get_index_of(name).map(|number| number as u32)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all names but the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(super) fn name(&self, number: u32) -> &str {
        &self.0[number as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }
}
