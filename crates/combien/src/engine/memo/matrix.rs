//! The problem as the search sees it: options as bits, and for each value that an option gives, the options
//! that it excludes.
//!
//! Items are renumbered: the primary ones in the order given, then the secondary ones. Options are renumbered
//! by the first of their items, so options that exclude each other are close together and share words.
//!
//! To *give* an item a *value* is to cover it or to color it. Values are numbered through, item by item.

use crate::budget::{Effort, Reason};
use crate::engine::codes::Codes;
use crate::engine::order::Tree;
use crate::problem::{Entry, ItemId, Kind, OptionId, Problem};

/// Some options, all in one word: bit b of word w represents option 64 w + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) word: u32,
    pub(super) bits: u64,
}

/// The most masks, 16 bytes each, to be merged into lists of their own for each option.
const MOST_MERGED: usize = 1 << 22;

/// Lists of things, one after the other.
#[derive(Clone, Debug)]
struct Lists<T> {
    things: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Lists<T> {
    fn new() -> Lists<T> {
        Lists { things: vec![], ends: vec![0] }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.things[..]) + size_of_val(&self.ends[..])
    }

    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.things.extend(list);
        self.ends.push(self.things.len() as u32);
    }

    #[inline]
    fn of(&self, list: u32) -> &[T] {
        &self.things[self.ends[list as usize] as usize..self.ends[list as usize + 1] as usize]
    }
}

#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) primary: u32,
    pub(super) items: u32,
    pub(super) options: u32,
    /// For a search along a tree, where the items below each end. Empty for a search that takes the item
    /// with the fewest options.
    pub(super) ends: Vec<u32>,
    /// The options of the problem that they are.
    pub(super) ids: Vec<OptionId>,
    /// The items of each option, and the values it gives them.
    items_of: Lists<u32>,
    values_of: Lists<u32>,
    /// The options of each item.
    options_of: Lists<Mask>,
    /// Lists of options, and which of the lists each option excludes.
    exclusions: Lists<Mask>,
    excluded_by: Lists<u32>,
    /// The color that each value is, as a code of its item; 0 if it covers.
    colors: Vec<u32>,
    /// The most colors of each item.
    most_colors: Vec<u32>,
}

/// The new numbers of items, and those of their values.
struct Numbers {
    codes: Codes,
    place: Vec<u32>,
    /// The first value of each item, and the number of all values.
    first_value: Vec<u32>,
}

impl Numbers {
    fn new(problem: &Problem, order: &[ItemId]) -> Numbers {
        let secondary = problem.items().filter(|&item| problem.kind(item) == Kind::Secondary);
        let codes = Codes::new(problem);
        let (mut place, mut first_value) = (vec![0; problem.item_count()], vec![0]);
        for (new, item) in order.iter().copied().chain(secondary).enumerate() {
            place[item.index()] = new as u32;
            first_value.push(first_value[new] + codes.values(item) as u32);
        }
        Numbers { codes, place, first_value }
    }

    fn item(&self, entry: Entry) -> u32 {
        self.place[entry.item.index()]
    }

    fn value(&self, entry: Entry) -> u32 {
        self.first_value[self.item(entry) as usize] + self.codes.code(entry) as u32 - 1
    }

    fn values(&self) -> usize {
        self.first_value.last().map_or(0, |&values| values as usize)
    }
}

impl Matrix {
    pub(super) fn new(
        problem: &Problem,
        order: &[ItemId],
        effort: &mut Effort<'_>,
    ) -> Result<Matrix, Reason> {
        Matrix::with_most_merged(problem, order, MOST_MERGED, effort)
    }

    /// For a search that takes the items in the order of a tree, and splits what is left as the tree does.
    pub(super) fn along(problem: &Problem, tree: &Tree, effort: &mut Effort<'_>) -> Result<Matrix, Reason> {
        let mut matrix = Matrix::new(problem, tree.items(), effort)?;
        matrix.ends = tree.ends().to_vec();
        Ok(matrix)
    }

    /// The matrix for a search that takes the items in this order, with a bound on the masks to be merged.
    pub(super) fn with_most_merged(
        problem: &Problem,
        order: &[ItemId],
        most: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Matrix, Reason> {
        let numbers = Numbers::new(problem, order);
        effort.spend(problem.entry_count())?;
        let mut options: Vec<OptionId> = problem.searched_options().collect();
        let firsts: Vec<_> = problem
            .options()
            .map(|option| problem.option(option).iter().map(|&entry| numbers.item(entry)).min())
            .collect();
        options.sort_by_key(|option| firsts[option.index()]);
        effort.spend(problem.entry_count())?;
        let mut matrix = Matrix {
            primary: order.len() as u32,
            items: problem.item_count() as u32,
            options: options.len() as u32,
            ends: vec![],
            ids: vec![],
            items_of: Lists::new(),
            values_of: Lists::new(),
            options_of: Lists::new(),
            exclusions: Lists::new(),
            excluded_by: Lists::new(),
            colors: vec![0; numbers.values()],
            most_colors: vec![0; problem.item_count()],
        };
        for &option in &options {
            effort.spend(problem.option(option).len())?;
            matrix.add_option(problem.option(option), &numbers);
        }
        effort.keep(matrix.items_of.bytes() + matrix.values_of.bytes() + size_of_val(&options[..]))?;
        matrix.add_masks(&numbers.first_value, effort)?;
        matrix.merge_exclusions(most, effort)?;
        matrix.ids = options;
        Ok(matrix)
    }

    fn add_option(&mut self, entries: &[Entry], numbers: &Numbers) {
        self.items_of.push(entries.iter().map(|&entry| numbers.item(entry)));
        self.values_of.push(entries.iter().map(|&entry| numbers.value(entry)));
        for &entry in entries.iter().filter(|entry| entry.color.is_some()) {
            self.colors[numbers.value(entry) as usize] = numbers.codes.code(entry) as u32;
            self.most_colors[numbers.item(entry) as usize] = numbers.codes.values(entry.item) as u32;
        }
    }

    /// The options of each item, and for each of its values those that give it another one, or cover it too.
    fn add_masks(&mut self, first_value: &[u32], effort: &mut Effort<'_>) -> Result<(), Reason> {
        let mut values_given = vec![vec![]; self.items as usize];
        for option in 0..self.options {
            effort.spend(self.items_of.of(option).len())?;
            for (&item, &value) in self.items_of.of(option).iter().zip(self.values_of.of(option)) {
                values_given[item as usize].push((option, value));
            }
        }
        for (given, values) in values_given.iter().zip(first_value.windows(2)) {
            self.options_of.push(masks(given.iter().map(|&(option, _)| option)));
            for value in values[0]..values[1] {
                effort.spend(given.len())?;
                let covers = self.colors[value as usize] == 0;
                let excluded = given.iter().filter(|&&(_, other)| covers || other != value);
                self.exclusions.push(masks(excluded.map(|&(option, _)| option)));
            }
        }
        Ok(())
    }

    /// Merges the exclusions of an option's values, which overlap, into one list for the option, unless the
    /// lists would be too long. It saves a quarter of the time of a search.
    fn merge_exclusions(&mut self, most: usize, effort: &mut Effort<'_>) -> Result<(), Reason> {
        let of_values =
            |option| self.values_of.of(option).iter().flat_map(|&value| self.exclusions.of(value));
        let mut masks = 0;
        for option in 0..self.options {
            let values = self.values_of.of(option);
            masks += values.iter().map(|&value| self.exclusions.of(value).len()).sum::<usize>();
            effort.spend(values.len())?;
        }
        if masks > most {
            effort.keep(self.exclusions.bytes() + self.values_of.bytes())?;
            self.excluded_by = self.values_of.clone();
            return Ok(());
        }
        effort.keep(masks * size_of::<Mask>())?;
        let mut merged = Lists::new();
        for option in 0..self.options {
            let mut all: Vec<Mask> = of_values(option).copied().collect();
            // Sorting takes some times as long as collecting.
            effort.spend(4 * all.len())?;
            all.sort_by_key(|mask| mask.word);
            all.dedup_by(|next, kept| {
                let same = next.word == kept.word;
                kept.bits |= if same { next.bits } else { 0 };
                same
            });
            merged.push(all);
            self.excluded_by.push([option]);
        }
        self.exclusions = merged;
        Ok(())
    }

    /// The items of an option.
    #[inline]
    pub(super) fn items_of(&self, option: u32) -> &[u32] {
        self.items_of.of(option)
    }

    /// The size of all options.
    pub(super) fn entries(&self) -> usize {
        self.items_of.things.len()
    }

    /// The items of an option, each with the value that it gives it.
    pub(super) fn values_of(&self, option: u32) -> impl Iterator<Item = (u32, u32)> {
        let values = self.values_of.of(option).iter().copied();
        self.items_of.of(option).iter().copied().zip(values)
    }

    /// The options of an item, as masks.
    #[inline]
    pub(super) fn options_of(&self, item: u32) -> &[Mask] {
        self.options_of.of(item)
    }

    /// The options that cannot be taken after one, itself too; some perhaps more than once.
    #[inline]
    pub(super) fn excluded_by(&self, option: u32) -> impl Iterator<Item = &Mask> {
        self.excluded_by.of(option).iter().flat_map(|&list| self.exclusions.of(list))
    }

    /// The color that a value is, as a code of its item; 0 if it covers.
    pub(super) fn color(&self, value: u32) -> u32 {
        self.colors[value as usize]
    }

    /// The largest code of a color of an item; 0 if it has no colors.
    pub(super) fn most_colors(&self, item: u32) -> u32 {
        self.most_colors[item as usize]
    }

    pub(super) fn has_colors(&self) -> bool {
        self.most_colors.iter().any(|&most| most > 0)
    }
}

/// Options, ascending, as bits.
fn masks(options: impl Iterator<Item = u32>) -> Vec<Mask> {
    let mut masks: Vec<Mask> = vec![];
    for option in options {
        let (word, bit) = (option / 64, 1 << (option % 64));
        match masks.last_mut() {
            Some(last) if last.word == word => last.bits |= bit,
            _ => masks.push(Mask { word, bits: bit }),
        }
    }
    masks
}
