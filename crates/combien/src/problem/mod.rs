//! Items and options: the one model that every engine works on.
//!
//! A [`Problem`] never changes once it is built. It is compact: every option is a slice of one arena of
//! [`Entry`]s, eight bytes each; an option costs four bytes more, and only items must have names. [`Builder`]
//! makes one and validates it.
//!
//! The numbers of items and options are those of the order in which they were declared, and are their
//! identity everywhere: in solutions, in messages, in files.

mod automorphism;
mod bounds;
mod builder;
mod cost;
pub mod dlx;
mod error;
mod fingerprint;
#[doc(hidden)]
pub mod formula;
mod matrix;
mod names;
mod option_list;
mod reordered;
mod residual;
mod subproblem;
mod unfit;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::diagnostic::shown;
pub use automorphism::{Automorphism, NoAutomorphism};
pub use bounds::Bounds;
pub use builder::Builder;
pub(crate) use cost::show as show_units;
pub use cost::{Decimal, NoDecimal};
pub use error::BuildError;
pub use fingerprint::{Digest, Fingerprint};
use names::Names;
pub use option_list::{OptionList, Options};
pub use residual::Residual;
pub use subproblem::Subproblem;
pub use unfit::WriteError;

/// An item, by its number from 0 in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(u32);

impl ItemId {
    /// The item's index among all items, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The item with this index, from 0. It is not checked whether a problem has it.
    pub fn from_index(index: usize) -> ItemId {
        ItemId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The item in this color, as an entry of an option.
    pub fn colored(self, color: Color) -> Entry {
        Entry { item: self, color: Some(color) }
    }
}

/// An option, by its number in the order of declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(u32);

impl OptionId {
    /// The option with this index, from 0. It is not checked whether a problem has it.
    pub fn from_index(index: usize) -> OptionId {
        OptionId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The option's index among all options, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The option's number from 1, as in files, messages and commands.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

/// A color that an option may give to a secondary item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color(NonZeroU32);

impl Color {
    /// The color's index among the problem's colors, from 0.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: u32) -> Color {
        Color(NonZeroU32::MIN.saturating_add(index))
    }
}

/// Must an item be covered?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// As often as its [`Bounds`] say; exactly once by default.
    Primary,
    /// At most once; or any number of times, by options that all give it the same color.
    Secondary,
}

/// One item of one option, with the color that the option gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The item.
    pub item: ItemId,
    /// Its color there; always `None` for a primary item.
    pub color: Option<Color>,
}

impl Entry {
    /// May two chosen options both have these entries? Only if they give the item the same color.
    #[doc(hidden)]
    pub fn agrees_with(self, other: Entry) -> bool {
        self.item != other.item || (self.color.is_some() && self.color == other.color)
    }
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Entry {
        Entry { item, color: None }
    }
}

/// An exact cover problem: items, and options over them.
///
/// A solution is a set of options that covers each primary item as often as its [`Bounds`] say, mostly
/// exactly once. A problem without primary items has exactly one solution, the empty set. An option without
/// primary items is *kept out*: it keeps its number but is in no solution, as in Knuth's programs;
/// [`Problem::kept_out`] lists them.
///
/// A problem never changes. A clone takes constant time and shares its data with the original, so code that
/// needs a problem for long keeps a clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    parts: Arc<Parts>,
}

/// The data of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Parts {
    item_names: Names,
    kinds: Vec<Kind>,
    /// The bounds of the primary items that need not be covered exactly once.
    bounds: BTreeMap<ItemId, Bounds>,
    color_names: Names,
    /// The entries of all options, one option after the other.
    entries: Vec<Entry>,
    /// Where the entries of each option end; they start where those of the option before end.
    ends: Vec<u32>,
    option_names: BTreeMap<OptionId, Box<str>>,
    kept_out: Vec<OptionId>,
    /// The costs of the options, in units of 10 to the power `-places`, up to the last one that is not 0.
    costs: Vec<i64>,
    cost_places: u32,
}

impl Problem {
    /// All items, in order.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.parts.kinds.len() as u32).map(ItemId)
    }

    /// How many items.
    pub fn item_count(&self) -> usize {
        self.parts.kinds.len()
    }

    /// The primary items, in order: those that must be covered, as often as their bounds say.
    pub fn primary_items(&self) -> impl Iterator<Item = ItemId> {
        self.items().filter(|&item| self.kind(item) == Kind::Primary)
    }

    /// How many primary items.
    pub fn primary_count(&self) -> usize {
        self.primary_items().count()
    }

    /// The name of an item of this problem.
    pub fn item_name(&self, item: ItemId) -> &str {
        self.parts.item_names.name(item.0)
    }

    /// The item of that name.
    pub fn item_by_name(&self, name: &str) -> Option<ItemId> {
        self.parts.item_names.number(name).map(ItemId)
    }

    /// Primary or secondary.
    pub fn kind(&self, item: ItemId) -> Kind {
        self.parts.kinds[item.index()]
    }

    /// How often an item may be covered. A secondary one, without colors: at most once.
    ///
    /// ```
    /// # use combien::problem::{Bounds, dlx};
    /// let problem = dlx::parse("t", "a 2:3|b | x\na b x\nb\nb\n")?.problem;
    /// let bounds: Vec<Bounds> = problem.items().map(|item| problem.bounds(item)).collect();
    /// assert_eq!(bounds, [Bounds::ONCE, Bounds { lo: 2, hi: 3 }, Bounds { lo: 0, hi: 1 }]);
    /// assert!(problem.has_bounds());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds(&self, item: ItemId) -> Bounds {
        match self.kind(item) {
            Kind::Primary => self.parts.bounds.get(&item).copied().unwrap_or(Bounds::ONCE),
            Kind::Secondary => Bounds { lo: 0, hi: 1 },
        }
    }

    /// The primary items with bounds other than [`Bounds::ONCE`], in order.
    #[doc(hidden)]
    pub fn bounded_items(&self) -> impl ExactSizeIterator<Item = (ItemId, Bounds)> {
        self.parts.bounds.iter().map(|(&item, &bounds)| (item, bounds))
    }

    /// Is there a primary item with bounds other than [`Bounds::ONCE`]? Not every engine supports them.
    pub fn has_bounds(&self) -> bool {
        !self.parts.bounds.is_empty()
    }

    /// All colors, in order.
    ///
    /// ```
    /// # use combien::problem::dlx;
    /// let problem = dlx::parse("t", "a | x y\na x:red y:blue\na x:blue\n")?.problem;
    /// let names: Vec<&str> = problem.colors().map(|color| problem.color_name(color)).collect();
    /// assert_eq!(names, ["red", "blue"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colors(&self) -> impl ExactSizeIterator<Item = Color> + use<> {
        (0..self.parts.color_names.len() as u32).map(Color::from_index)
    }

    /// The name of a color of this problem.
    pub fn color_name(&self, color: Color) -> &str {
        self.parts.color_names.name(color.index() as u32)
    }

    /// The color of that name, if some option uses it.
    pub fn color_by_name(&self, name: &str) -> Option<Color> {
        self.parts.color_names.number(name).map(Color::from_index)
    }

    /// All options, in order, those that are kept out included.
    pub fn options(&self) -> impl DoubleEndedIterator<Item = OptionId> + ExactSizeIterator + use<> {
        (0..self.parts.ends.len() as u32).map(OptionId)
    }

    /// How many options, those that are kept out included.
    pub fn option_count(&self) -> usize {
        self.parts.ends.len()
    }

    /// How many entries all options have together.
    #[doc(hidden)]
    pub fn entry_count(&self) -> usize {
        self.parts.entries.len()
    }

    /// The entries of an option of this problem, in the order in which it was written.
    pub fn option(&self, option: OptionId) -> &[Entry] {
        let index = option.index();
        let start = if index == 0 { 0 } else { self.parts.ends[index - 1] };
        &self.parts.entries[start as usize..self.parts.ends[index] as usize]
    }

    /// The name of an option, if it has one.
    pub fn option_name(&self, option: OptionId) -> Option<&str> {
        self.parts.option_names.get(&option).map(AsRef::as_ref)
    }

    /// The cost of an option, in units of 10 to the power `-`[`cost_places`](Problem::cost_places); 0 unless
    /// it was given one.
    ///
    /// ```
    /// # use combien::problem::{OptionId, dlx};
    /// let problem = dlx::parse("t", "a b\na |2.5\nb\na b |-3\n")?.problem;
    /// let costs: Vec<i64> = problem.options().map(|option| problem.cost(option)).collect();
    /// assert_eq!((costs, problem.cost_places()), (vec![25, 0, -30], 1));
    /// assert_eq!(problem.show_cost(25).to_string(), "2.5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cost(&self, option: OptionId) -> i64 {
        self.parts.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The cost of an option as a decimal number.
    #[doc(hidden)]
    pub fn decimal_cost(&self, option: OptionId) -> Decimal {
        Decimal::new(self.cost(option), self.cost_places()).unwrap_or_default()
    }

    /// How many digits of the costs stand after the decimal point; as few as possible.
    pub fn cost_places(&self) -> u32 {
        self.parts.cost_places
    }

    /// Does an option have a cost other than 0?
    pub fn has_costs(&self) -> bool {
        !self.parts.costs.is_empty()
    }

    /// The cost of a set of options: the sum of theirs. It cannot overflow.
    pub fn cost_of(&self, options: &[OptionId]) -> i128 {
        options.iter().map(|&option| i128::from(self.cost(option))).sum()
    }

    /// A cost, or a sum of costs, as a decimal number.
    pub fn show_cost(&self, cost: i128) -> impl fmt::Display + use<> {
        show_units(cost, self.cost_places())
    }

    /// Does it split into parts without common items? Only options that are searched count. Nearly linear in
    /// the number of entries.
    pub(crate) fn falls_apart(&self) -> bool {
        let mut above: Vec<u32> = (0..self.item_count() as u32).collect();
        for option in self.searched_options() {
            let mut entries = self.option(option).iter().map(|entry| entry.item.0);
            let Some(first) = entries.next() else { continue };
            for item in entries {
                let (one, other) = (top(&mut above, first), top(&mut above, item));
                above[other as usize] = one;
            }
        }
        let firsts = self.searched_options().filter_map(|option| self.option(option).first());
        let mut tops = firsts.map(|entry| top(&mut above, entry.item.0));
        let first = tops.next();
        tops.any(|other| Some(other) != first)
    }

    /// The options without primary items, ascending. They are in no solution.
    #[doc(hidden)]
    pub fn kept_out(&self) -> &[OptionId] {
        &self.parts.kept_out
    }

    /// Is this option without primary items?
    #[doc(hidden)]
    pub fn is_kept_out(&self, option: OptionId) -> bool {
        self.parts.kept_out.binary_search(&option).is_ok()
    }

    /// The options that take part in the search: all but those kept out, in order.
    #[doc(hidden)]
    pub fn searched_options(&self) -> impl Iterator<Item = OptionId> {
        self.options().filter(|&option| !self.is_kept_out(option))
    }

    /// An entry as it is written in Knuth's text format: `item` or `item:color`.
    #[doc(hidden)]
    pub fn show_entry(&self, entry: Entry) -> impl fmt::Display {
        shown(move |f| {
            f.write_str(self.item_name(entry.item))?;
            entry.color.map_or(Ok(()), |color| write!(f, ":{}", self.color_name(color)))
        })
    }

    /// An option as it is written in Knuth's text format: its entries with a space between.
    #[doc(hidden)]
    pub fn show_option(&self, option: OptionId) -> impl fmt::Display {
        shown(move |f| {
            for (place, &entry) in self.option(option).iter().enumerate() {
                let space = if place == 0 { "" } else { " " };
                write!(f, "{space}{}", self.show_entry(entry))?;
            }
            Ok(())
        })
    }
}

/// A solution: a set of options, ascending.
///
/// This type does not guarantee that the options cover everything: [`check`](crate::check::check) verifies
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Vec<OptionId>);

impl Solution {
    /// The options, ascending.
    pub fn options(&self) -> &[OptionId] {
        &self.0
    }
}

impl FromIterator<OptionId> for Solution {
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> Solution {
        let mut options: Vec<_> = options.into_iter().collect();
        options.sort_unstable();
        Solution(options)
    }
}

/// The representative of this item's part; paths are halved on the way.
fn top(above: &mut [u32], mut item: u32) -> u32 {
    while above[item as usize] != item {
        above[item as usize] = above[above[item as usize] as usize];
        item = above[item as usize];
    }
    item
}
