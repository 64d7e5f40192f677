//! Pieces that need not come apart: parts of one thing, such as a cage of several pieces.

/// For each kind of piece the groups that its copies may be in.
///
/// Pieces that stay together are no obstacle if all of them can be in one group. A copy is in one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// The kind of each piece of the assembly.
    pub kinds: Vec<usize>,
    /// For each kind: the numbers of groups, each with how many copies may be in it.
    pub of_kind: Vec<Vec<(u32, u32)>>,
}

impl Groups {
    /// The groups of a piece of the assembly.
    fn of(&self, piece: usize) -> &[(u32, u32)] {
        self.kinds.get(piece).and_then(|&kind| self.of_kind.get(kind)).map_or(&[], Vec::as_slice)
    }

    /// Is each of these pieces in one group only, and all in the same one?
    pub(super) fn is_one(&self, pieces: &[usize]) -> bool {
        let only = |&piece: &usize| match self.of(piece) {
            [(group, _)] => Some(*group),
            _ => None,
        };
        let first = pieces.first().and_then(only);
        first.is_some() && pieces.iter().all(|piece| only(piece) == first)
    }

    /// Can each of these sets of pieces be in one group, if no group has more copies than it may?
    pub(super) fn hold(&self, sets: &[Vec<usize>]) -> bool {
        let mut left: Vec<(usize, u32, u32)> = vec![];
        for (kind, groups) in self.of_kind.iter().enumerate() {
            left.extend(groups.iter().map(|&(group, copies)| (kind, group, copies)));
        }
        self.hold_within(sets, &mut left)
    }

    /// `left` has for each kind and group how many more copies may be in it.
    fn hold_within(&self, sets: &[Vec<usize>], left: &mut Vec<(usize, u32, u32)>) -> bool {
        let Some((set, others)) = sets.split_first() else { return true };
        let Some(&first) = set.first() else { return self.hold_within(others, left) };
        self.of(first).iter().any(|&(wanted, _)| {
            let mut rest = left.clone();
            let all = set.iter().all(|&piece| {
                let kind = self.kinds[piece];
                let room = rest
                    .iter_mut()
                    .find(|(of, group, copies)| (*of, *group) == (kind, wanted) && *copies > 0);
                room.map(|(.., copies)| *copies -= 1).is_some()
            });
            all && self.hold_within(others, &mut rest)
        })
    }
}
