//! Locked candidates, subsets and fish: one pattern on several axes.
//!
//! Some k items of one kind (the *base*), whose candidates all lie in k items of another kind (the *cover*).
//! Each base item takes one of its candidates, k in all, for items of one kind share none; each cover item
//! takes only one. So the cover takes only candidates of the base, and its other candidates are removed.
//!
//! | base | cover | k = 1 | 2 | 3 | 4 |
//! | --- | --- | --- | --- | --- | --- |
//! | cells of a house | its digits | | naked pair | triple | quad |
//! | digits of a house | its cells | | hidden pair | triple | quad |
//! | rows of a digit, or columns | its columns, or rows | | X-wing | swordfish | jellyfish |
//! | boxes of a digit | its rows or columns | pointing | double pointing | | |
//! | rows or columns of a digit | its boxes | claiming | | | |

use super::candidates::{Candidate, Candidates, Item, Kind, bits};

/// The kinds of base and cover.
pub(super) type Axis = (Kind, Kind);

pub(super) const NAKED: &[Axis] =
    &[(Kind::Cell, Kind::Row), (Kind::Cell, Kind::Column), (Kind::Cell, Kind::Box)];
pub(super) const HIDDEN: &[Axis] =
    &[(Kind::Row, Kind::Cell), (Kind::Column, Kind::Cell), (Kind::Box, Kind::Cell)];
pub(super) const FISH: &[Axis] = &[(Kind::Row, Kind::Column), (Kind::Column, Kind::Row)];
pub(super) const POINTING: &[Axis] = &[(Kind::Box, Kind::Row), (Kind::Box, Kind::Column)];
pub(super) const CLAIMING: &[Axis] = &[(Kind::Row, Kind::Box), (Kind::Column, Kind::Box)];

/// A base, its cover, and the removed candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) base: Vec<Item>,
    pub(super) cover: Vec<Item>,
    pub(super) removes: Vec<Candidate>,
}

/// The first match of this many items from which something follows.
pub(super) fn find(candidates: &Candidates, (base, cover): Axis, size: usize) -> Option<Match> {
    (0..candidates.side()).find_map(|number| Group { candidates, base, cover, number }.find(size))
}

/// Where to look for a base and its cover: a house, if one of them consists of cells; otherwise a
/// digit, from 0.
struct Group<'c> {
    candidates: &'c Candidates,
    base: Kind,
    cover: Kind,
    number: usize,
}

impl Group<'_> {
    fn find(&self, size: usize) -> Option<Match> {
        let lines = (0..self.candidates.side()).map(|place| self.member(self.base, self.cover, place));
        // An item with one candidate left is a single, which is found by itself.
        let open = lines.filter(|&item| self.candidates.count(item) > 1);
        let lines: Vec<(Item, u64)> = open.map(|item| (item, self.met_by(item))).collect();
        self.choose(size, &lines, 0, &mut vec![])
    }

    /// Adds lines to those chosen until they are `size`, as long as they do not meet more covers than that.
    fn choose(&self, size: usize, lines: &[(Item, u64)], met: u64, chosen: &mut Vec<Item>) -> Option<Match> {
        if chosen.len() == size {
            return (met.count_ones() as usize == size).then(|| self.matched(chosen, met))?;
        }
        for (place, &(item, covers)) in lines.iter().enumerate() {
            let union = met | covers;
            if union.count_ones() as usize <= size {
                chosen.push(item);
                if let Some(found) = self.choose(size, &lines[place + 1..], union, chosen) {
                    return Some(found);
                }
                chosen.pop();
            }
        }
        None
    }

    /// The consequence of a base and the covers it meets, if any.
    fn matched(&self, base: &[Item], met: u64) -> Option<Match> {
        let cover: Vec<Item> = bits(met).map(|place| self.member(self.cover, self.base, place)).collect();
        let is_outside = |&candidate: &Candidate| {
            let (item, _) = self.candidates.seat(self.base, candidate);
            !base.contains(&item)
        };
        let removes: Vec<_> =
            cover.iter().flat_map(|&item| self.candidates.of(item)).filter(is_outside).collect();
        (!removes.is_empty()).then(|| Match { base: base.to_vec(), cover, removes })
    }

    /// The covers that a base item meets, by their places.
    fn met_by(&self, item: Item) -> u64 {
        self.candidates.of(item).fold(0, |met, candidate| met | 1 << self.place(candidate))
    }

    /// The item of `kind` at a place of the group, if `other` is the other kind.
    fn member(&self, kind: Kind, other: Kind, place: usize) -> Item {
        let side = self.candidates.side();
        match (kind, other) {
            (Kind::Cell, house) => {
                let digit = Item { kind: house, index: self.number * side };
                self.candidates.seat(Kind::Cell, self.candidates.candidate_at(digit, place)).0
            }
            (kind, Kind::Cell) => Item { kind, index: self.number * side + place },
            (kind, _) => Item { kind, index: place * side + self.number },
        }
    }

    /// The place of the cover to which a candidate of a base item belongs; the inverse of [`Group::member`].
    fn place(&self, candidate: Candidate) -> usize {
        match (self.base, self.cover) {
            (Kind::Cell, _) => candidate.digit - 1,
            (house, Kind::Cell) => self.candidates.seat(house, candidate).1,
            (_, house) => self.candidates.seat(house, candidate).0.index / self.candidates.side(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::{BoxShape, Grid};

    fn all() -> Candidates {
        Candidates::new(&Grid::empty(BoxShape::STANDARD))
    }

    fn thinned(goes: impl Fn(Candidate) -> bool) -> Candidates {
        let mut candidates = all();
        for item in all().items(Kind::Cell) {
            all().of(item).filter(|&candidate| goes(candidate)).for_each(|gone| candidates.remove(gone));
        }
        candidates
    }

    /// In each of the first k rows the 7 stands in the first k columns, so it is removed from the rest of
    /// these columns.
    #[test]
    fn a_fish_empties_its_columns() {
        for size in 2..=4 {
            let candidates = thinned(|c| c.digit == 7 && c.row < size && c.column >= size);
            let found = find(&candidates, FISH[0], size).unwrap();
            assert_eq!((found.base.len(), found.cover.len()), (size, size));
            let mut expected = vec![];
            for column in 0..size {
                expected.extend((size..9).map(|row| Candidate { row, column, digit: 7 }));
            }
            assert_eq!(found.removes, expected);
            assert_eq!(find(&candidates, FISH[0], size - 1), None);
            // The complement, by columns: the other columns have their 7 in the other rows.
            assert_eq!(find(&candidates, FISH[1], 9 - size).unwrap().removes.len(), expected.len());
        }
    }

    /// k cells that can only have the first k digits exclude these digits elsewhere; k digits that can only
    /// stand in the first k cells exclude all others there.
    #[test]
    fn subsets_are_naked_or_hidden() {
        for size in 2..=4 {
            let naked = thinned(|c| c.row == 4 && c.column < size && c.digit > size);
            let found = find(&naked, NAKED[0], size).unwrap();
            assert!(found.removes.iter().all(|c| c.row == 4 && c.column >= size && c.digit <= size));
            assert_eq!(found.removes.len(), (9 - size) * size);
            let hidden = thinned(|c| c.row == 4 && c.column >= size && c.digit <= size);
            let found = find(&hidden, HIDDEN[0], size).unwrap();
            assert!(found.removes.iter().all(|c| c.row == 4 && c.column < size && c.digit > size));
            assert_eq!(found.removes.len(), (9 - size) * size);
        }
    }

    #[test]
    fn a_box_locks_a_row_and_a_row_a_box() {
        let pointing = thinned(|c| c.digit == 5 && c.row > 0 && c.row < 3 && c.column < 3);
        let found = find(&pointing, POINTING[0], 1).unwrap();
        let expected: Vec<_> = (3..9).map(|column| Candidate { row: 0, column, digit: 5 }).collect();
        assert_eq!(found.removes, expected);
        let claiming = thinned(|c| c.digit == 5 && c.row == 0 && c.column >= 3);
        let found = find(&claiming, CLAIMING[0], 1).unwrap();
        assert!(found.removes.iter().all(|c| (1..3).contains(&c.row) && c.column < 3 && c.digit == 5));
        assert_eq!(found.removes.len(), 6);
    }
}
