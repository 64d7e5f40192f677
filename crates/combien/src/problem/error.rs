//! Errors while building a problem.

use super::{Bounds, OptionId};

/// The errors of [`Builder`](super::Builder).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// An item without a name.
    EmptyName,
    /// Two items with the same name.
    DuplicateItem {
        /// The name.
        item: String,
    },
    /// An item that may not be covered at all.
    UpperBoundZero {
        /// The item.
        item: String,
    },
    /// An item that must be covered more often than it may be.
    LowerExceedsUpper {
        /// The item.
        item: String,
        /// Its bounds.
        bounds: Bounds,
    },
    /// An option names an item that was not declared.
    UnknownItem {
        /// The item, by its name or, where it was given by number, by its number.
        item: String,
        /// The option.
        option: OptionId,
    },
    /// An option gives an item a color that is unknown to the builder.
    UnknownColor {
        /// The item.
        item: String,
        /// The number of the color, from 0.
        color: usize,
        /// The option.
        option: OptionId,
    },
    /// An option has an item twice.
    ItemTwice {
        /// The item.
        item: String,
        /// The option.
        option: OptionId,
    },
    /// An option gives a color to a primary item.
    ColoredPrimary {
        /// The item.
        item: String,
        /// The color.
        color: String,
        /// The option.
        option: OptionId,
    },
    /// An option gives an item a color without a name.
    EmptyColor {
        /// The item.
        item: String,
        /// The option.
        option: OptionId,
    },
    /// More columns are declared primary than there are.
    MorePrimaryThanColumns {
        /// The number of columns declared primary.
        primary: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// A row of a matrix is shorter or longer than the first.
    RaggedRow {
        /// The number of the row.
        option: OptionId,
        /// The length of the first row.
        expected: usize,
        /// The length of this one.
        found: usize,
    },
    /// An option that does not exist is given a cost.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// A cost that is beyond 64 bits, or makes another one so: all have the same number of decimal places.
    CostTooLarge {
        /// The option.
        option: OptionId,
    },
    /// More items, options or entries than fit in 32-bit numbers.
    TooMany {
        /// Which of them: `items`, `options` or `entries`.
        what: &'static str,
        /// The maximum number.
        limit: usize,
    },
}

errors!(BuildError {
    EmptyName => "an item needs a name";
    DuplicateItem { item } => "item `{item}` is declared twice";
    UpperBoundZero { item } => "the upper bound of item `{item}` is zero";
    LowerExceedsUpper { item, bounds: Bounds { lo, hi } } =>
        "the lower bound of item `{item}` exceeds the upper bound: {lo} is more than {hi}";
    UnknownItem { item, option } => "option {} names `{item}`, which is not an item", option.number();
    ItemTwice { item, option } => "option {} has item `{item}` twice", option.number();
    ColoredPrimary { item, color, option } =>
        "option {} gives color `{color}` to `{item}`, which is a primary item", option.number();
    EmptyColor { item, option } => "option {} gives item `{item}` a color without a name", option.number();
    UnknownColor { item, color, option } =>
        "option {} gives item `{item}` color number {color}, which is not a color here", option.number();
    MorePrimaryThanColumns { primary, columns } =>
        "{primary} columns cannot be primary, for there are only {columns}";
    RaggedRow { option, expected, found } =>
        "row {} has {found} columns, the first row has {expected}", option.number();
    UnknownOption { option } => "there is no option {}", option.number();
    CostTooLarge { option } =>
        "the cost of option {} is too large: with equal decimal places, costs fit in 64 bits",
        option.number();
    TooMany { what, limit } => "more than {limit} {what}";
});
