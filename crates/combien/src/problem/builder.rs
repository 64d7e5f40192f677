//! Builds a problem and validates it step by step.

use std::sync::Arc;

use super::{Bounds, BuildError, Color, Decimal, Entry, ItemId, Kind, OptionId, Parts, Problem};

/// The maximum number of items, options or entries. Engines use one bit of their 32-bit numbers for
/// themselves.
pub(super) const LIMIT: usize = (u32::MAX >> 2) as usize;

/// Builds a [`Problem`].
///
/// A call that fails changes nothing. Building takes time and space linear in what is declared.
///
/// Items and colors are numbers in the order of declaration. Unknown numbers are refused. Numbers from
/// another builder are not distinguished from those of this one.
///
/// ```
/// # use combien::problem::{Builder, BuildError, Entry};
/// let mut builder = Builder::new();
/// let p = builder.primary("p")?;
/// let x = builder.secondary("x")?;
/// let red = builder.color("red");
/// builder.option([Entry::from(p), x.colored(red)])?;
/// builder.option_by_names(["p", "x:blue"])?;
/// let problem = builder.build();
/// assert_eq!(problem.option_count(), 2);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    problem: Problem,
    /// For each item, the last option that has it, plus one: finds a second mention within an option in
    /// constant time.
    last_option: Vec<u32>,
    /// The entries of the current option. They join the problem when it is closed: to change a problem asks
    /// each time whether it is shared.
    current: Vec<Entry>,
    /// The number of new colors in the current option; they are the last ones.
    new_colors: usize,
}

impl Builder {
    /// An empty problem.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Declares an item that must be covered exactly once.
    pub fn primary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.item(name, Kind::Primary)
    }

    /// Declares an item that must be covered as often as these bounds say.
    ///
    /// ```
    /// # use combien::problem::{Bounds, BuildError, Builder};
    /// let mut builder = Builder::new();
    /// let error = builder.bounded("a", Bounds { lo: 2, hi: 1 }).unwrap_err();
    /// assert_eq!(error.to_string(), "the lower bound of item `a` exceeds the upper bound: 2 is more than 1");
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn bounded(&mut self, name: &str, bounds: Bounds) -> Result<ItemId, BuildError> {
        let item = || name.to_owned();
        if bounds.hi == 0 {
            return Err(BuildError::UpperBoundZero { item: item() });
        }
        if bounds.lo > bounds.hi {
            return Err(BuildError::LowerExceedsUpper { item: item(), bounds });
        }
        let item = self.primary(name)?;
        if bounds != Bounds::ONCE {
            self.parts().bounds.insert(item, bounds);
        }
        Ok(item)
    }

    /// Declares an item that may be covered at most once, or any number of times in one color.
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.item(name, Kind::Secondary)
    }

    /// Declares an item.
    pub fn item(&mut self, name: &str, kind: Kind) -> Result<ItemId, BuildError> {
        if name.is_empty() {
            return Err(BuildError::EmptyName);
        }
        within_limit("items", self.problem.parts.kinds.len())?;
        let (number, new) = self.parts().item_names.intern(name);
        if !new {
            return Err(BuildError::DuplicateItem { item: name.into() });
        }
        self.parts().kinds.push(kind);
        self.last_option.push(0);
        Ok(ItemId(number))
    }

    /// The color of that name, new or old.
    pub fn color(&mut self, name: &str) -> Color {
        let before = self.problem.parts.color_names.len();
        let color = self.color_of_option(name);
        if self.problem.parts.color_names.len() > before {
            // The colors of the current option are not the last ones any more, so they stay.
            self.new_colors = 0;
        }
        color
    }

    /// The color of that name for the current option. If the option is refused, a new color is removed too.
    #[doc(hidden)]
    pub fn color_of_option(&mut self, name: &str) -> Color {
        // Most are known, and then it need not be asked whether the problem is shared.
        let number = self.problem.parts.color_names.number(name).unwrap_or_else(|| {
            self.new_colors += 1;
            self.parts().color_names.intern(name).0
        });
        Color::from_index(number)
    }

    /// Declares an option: a set of items, some of them perhaps with a color.
    pub fn option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, BuildError> {
        self.close_or_abandon(|builder| entries.into_iter().try_for_each(|entry| builder.push(entry.into())))
    }

    /// Declares an option by the names of its items; `item:color` gives a color.
    ///
    /// ```
    /// # use combien::problem::{Builder, BuildError};
    /// let mut builder = Builder::new();
    /// builder.primary("north")?;
    /// let error = builder.option_by_names(["south"]).unwrap_err();
    /// assert_eq!(error.to_string(), "option 1 names `south`, which is not an item");
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn option_by_names<N: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<OptionId, BuildError> {
        self.close_or_abandon(|builder| {
            names.into_iter().try_for_each(|name| builder.push_by_name(name.as_ref()))
        })
    }

    /// Sets the name of an option.
    pub fn name_option(&mut self, option: OptionId, name: &str) {
        self.parts().option_names.insert(option, name.into());
    }

    /// Sets the cost of an option: a whole number, or a [`Decimal`]. All costs are kept with as many decimal
    /// places as the one that has most; if one of them is then beyond 64 bits, this cost is refused.
    ///
    /// ```
    /// # use combien::problem::{BuildError, Builder};
    /// let mut builder = Builder::new();
    /// builder.primary("a")?;
    /// let [cheap, dear] = [builder.option_by_names(["a"])?, builder.option_by_names(["a"])?];
    /// builder.cost(cheap, 3)?;
    /// builder.cost(dear, "3.5".parse::<combien::problem::Decimal>().unwrap())?;
    /// let problem = builder.build();
    /// assert_eq!((problem.cost(cheap), problem.cost(dear), problem.cost_places()), (30, 35, 1));
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn cost(&mut self, option: OptionId, cost: impl Into<Decimal>) -> Result<(), BuildError> {
        let cost = cost.into();
        if option.index() >= self.problem.option_count() {
            return Err(BuildError::UnknownOption { option });
        }
        if cost.units() == 0 && option.index() >= self.problem.parts.costs.len() {
            // It is 0 already. Readers set the cost of each option, and must not go through all of them each
            // time.
            return Ok(());
        }
        let (units, factor) = self.scaled(cost).ok_or(BuildError::CostTooLarge { option })?;
        let places = self.problem.cost_places().max(cost.places());
        let parts = self.parts();
        if factor != 1 {
            parts.costs.iter_mut().for_each(|cost| *cost *= factor);
        }
        parts.cost_places = places;
        if parts.costs.len() <= option.index() {
            parts.costs.resize(option.index() + 1, 0);
        }
        parts.costs[option.index()] = units;
        let last = parts.costs.iter().rposition(|&cost| cost != 0);
        parts.costs.truncate(last.map_or(0, |last| last + 1));
        if parts.costs.is_empty() {
            parts.cost_places = 0;
        }
        Ok(())
    }

    /// Would the next option be refused this cost by [`Builder::cost`]? Linear in the number of options if
    /// the cost has more decimal places than those before, and constant otherwise.
    #[doc(hidden)]
    pub fn check_cost(&self, cost: impl Into<Decimal>) -> Result<(), BuildError> {
        let option = OptionId::from_index(self.problem.option_count());
        self.scaled(cost.into()).map(|_| ()).ok_or(BuildError::CostTooLarge { option })
    }

    /// A cost with as many decimal places as all have with it, and the factor by which the others grow.
    /// `None` if one of them is then beyond 64 bits.
    fn scaled(&self, cost: Decimal) -> Option<(i64, i64)> {
        let before = self.problem.cost_places();
        let places = before.max(cost.places());
        let factor = 10i64.checked_pow(places - before)?;
        let fits =
            factor == 1 || self.problem.parts.costs.iter().all(|cost| cost.checked_mul(factor).is_some());
        Some((cost.in_units(places)?, factor)).filter(|_| fits)
    }

    /// The problem. An option that was not closed is abandoned.
    pub fn build(mut self) -> Problem {
        if self.new_colors > 0 {
            self.abandon();
        }
        self.problem
    }

    /// The number of the current option.
    #[doc(hidden)]
    pub fn next_option(&self) -> OptionId {
        OptionId(self.problem.parts.ends.len() as u32)
    }

    /// The problem built so far.
    #[doc(hidden)]
    pub fn so_far(&self) -> &Problem {
        &self.problem
    }

    /// The problem built so far, for changes. It is copied only if a clone of an earlier state still exists.
    fn parts(&mut self) -> &mut Parts {
        Arc::make_mut(&mut self.problem.parts)
    }

    /// Adds an entry to the current option. A reader adds one after the other, and then
    /// [closes](Builder::close) or [abandons](Builder::abandon) the option; [`Builder::option`] does
    /// both.
    #[doc(hidden)]
    pub fn push(&mut self, entry: Entry) -> Result<(), BuildError> {
        let option = self.next_option();
        within_limit("entries", self.problem.parts.entries.len() + self.current.len())?;
        let Some(&kind) = self.problem.parts.kinds.get(entry.item.index()) else {
            return Err(BuildError::UnknownItem { item: entry.item.0.to_string(), option });
        };
        let name = || self.problem.item_name(entry.item).to_owned();
        if let Some(color) = entry.color.filter(|color| color.index() >= self.problem.parts.color_names.len())
        {
            return Err(BuildError::UnknownColor { item: name(), color: color.index(), option });
        }
        if let (Kind::Primary, Some(color)) = (kind, entry.color) {
            let color = self.problem.color_name(color).to_owned();
            return Err(BuildError::ColoredPrimary { item: name(), color, option });
        }
        let stamp = option.0 + 1;
        if self.last_option[entry.item.index()] == stamp {
            return Err(BuildError::ItemTwice { item: name(), option });
        }
        self.last_option[entry.item.index()] = stamp;
        self.current.push(entry);
        Ok(())
    }

    /// Adds `item` or `item:color` to the current option.
    pub(crate) fn push_by_name(&mut self, text: &str) -> Result<(), BuildError> {
        let option = self.next_option();
        // A search for a character would take longer than all else about a short name.
        let (name, color) = match text.bytes().position(|byte| byte == b':') {
            Some(colon) => (&text[..colon], Some(&text[colon + 1..])),
            None => (text, None),
        };
        let Some(item) = self.problem.item_by_name(name) else {
            return Err(BuildError::UnknownItem { item: name.into(), option });
        };
        if color == Some("") {
            return Err(BuildError::EmptyColor { item: name.into(), option });
        }
        let color = color.map(|color| self.color_of_option(color));
        self.push(Entry { item, color })
    }

    /// Ends the current option.
    #[doc(hidden)]
    pub fn close(&mut self) -> Result<OptionId, BuildError> {
        within_limit("options", self.problem.parts.ends.len())?;
        let option = self.next_option();
        let parts = Arc::make_mut(&mut self.problem.parts);
        if !self.current.iter().any(|entry| parts.kinds[entry.item.index()] == Kind::Primary) {
            parts.kept_out.push(option);
        }
        parts.entries.append(&mut self.current);
        parts.ends.push(parts.entries.len() as u32);
        self.new_colors = 0;
        Ok(option)
    }

    /// Discards the entries of the current option, and its new colors.
    pub(crate) fn abandon(&mut self) {
        for entry in self.current.drain(..) {
            self.last_option[entry.item.index()] = 0;
        }
        let new_colors = std::mem::take(&mut self.new_colors);
        let colors = &mut self.parts().color_names;
        colors.truncate(colors.len() - new_colors);
    }

    /// Puts an empty option in the place of one that was not closed. A reader that goes on after an error
    /// does so: then the options behind it keep their numbers in further messages.
    #[doc(hidden)]
    pub fn skip(&mut self, option: OptionId) {
        self.abandon();
        if self.next_option() == option {
            // A problem with too many options is refused anyway.
            let _ = self.close();
        }
    }

    fn close_or_abandon(
        &mut self,
        push: impl FnOnce(&mut Builder) -> Result<(), BuildError>,
    ) -> Result<OptionId, BuildError> {
        let closed = push(self).and_then(|()| self.close());
        if closed.is_err() {
            self.abandon();
        }
        closed
    }
}

/// A builder that starts with the items, colors and options of a problem. Takes time linear in the number of
/// items. The problem is copied when something is added, if it is still used elsewhere.
///
/// ```
/// # use combien::problem::{dlx, Builder};
/// let problem = dlx::parse("toy", "a b\na\n")?.problem;
/// let mut builder = Builder::from(problem.clone());
/// builder.option_by_names(["b"])?;
/// assert_eq!((builder.build().option_count(), problem.option_count()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<Problem> for Builder {
    fn from(problem: Problem) -> Builder {
        let last_option = vec![0; problem.item_count()];
        Builder { problem, last_option, current: vec![], new_colors: 0 }
    }
}

fn within_limit(what: &'static str, count: usize) -> Result<(), BuildError> {
    if count < LIMIT { Ok(()) } else { Err(BuildError::TooMany { what, limit: LIMIT }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Builder {
        let mut builder = Builder::new();
        builder.primary("a").unwrap();
        builder.secondary("x").unwrap();
        builder
    }

    #[test]
    fn refuses_by_name_and_number() {
        let mut builder = small();
        let mut refused = |names: &str| builder.option_by_names(names.split(' ')).unwrap_err().to_string();
        assert_eq!(refused("a b"), "option 1 names `b`, which is not an item");
        assert_eq!(refused("a x a"), "option 1 has item `a` twice");
        assert_eq!(refused("a:1"), "option 1 gives color `1` to `a`, which is a primary item");
        assert_eq!(refused("a x:"), "option 1 gives item `x` a color without a name");
        assert_eq!(builder.primary("x").unwrap_err().to_string(), "item `x` is declared twice");
        assert_eq!(builder.primary(""), Err(BuildError::EmptyName));
    }

    #[test]
    fn a_refused_option_leaves_nothing_behind() {
        let mut builder = small();
        builder.option_by_names(["a", "x", "q"]).unwrap_err();
        let option = builder.option_by_names(["a", "x"]).unwrap();
        let problem = builder.build();
        assert_eq!(option.number(), 1);
        assert_eq!(problem.show_option(option).to_string(), "a x");
        assert_eq!(problem.entry_count(), 2);
    }

    #[test]
    fn an_option_that_is_not_closed_leaves_nothing_behind() {
        let mut builder = small();
        builder.option_by_names(["a"]).unwrap();
        let earlier = builder.clone().build();
        builder.push_by_name("a").unwrap();
        builder.push_by_name("x:blue").unwrap();
        let red = builder.color("red");
        builder.clone().abandon();
        let problem = builder.build();
        assert_eq!((problem.option_count(), problem.entry_count()), (1, 1));
        assert_eq!(problem.color_name(red), "red");
        assert_eq!((earlier.entry_count(), problem.options().count()), (1, 1));
    }

    #[test]
    fn options_without_primary_items_keep_their_number_and_stay_out() {
        let mut builder = small();
        builder.option_by_names(["x"]).unwrap();
        builder.option_by_names(["a"]).unwrap();
        builder.option(Vec::<Entry>::new()).unwrap();
        let problem = builder.build();
        let searched: Vec<_> = problem.searched_options().map(OptionId::number).collect();
        assert_eq!((searched, problem.kept_out().len()), (vec![2], 2));
    }

    #[test]
    fn a_refused_option_leaves_no_color_behind() {
        let mut builder = small();
        let red = builder.color("red");
        builder.option_by_names(["x:blue", "a", "a"]).unwrap_err();
        builder.option_by_names(["a:green"]).unwrap_err();
        assert_eq!(builder.so_far().color_by_name("blue"), None);
        assert_eq!(builder.so_far().color_by_name("green"), None);
        assert_eq!(builder.so_far().color_by_name("red"), Some(red));
        // Colors of accepted options stay, and so do old colors of a refused option.
        builder.option_by_names(["a", "x:white"]).unwrap();
        builder.option_by_names(["x:white", "x:red"]).unwrap_err();
        let mut expected = small();
        expected.color("red");
        expected.option_by_names(["a", "x:white"]).unwrap();
        assert_eq!(builder.build(), expected.build());
    }

    #[test]
    fn foreign_colors_are_refused() {
        let mut other = small();
        let (_, foreign) = (other.color("red"), other.color("blue"));
        let mut builder = small();
        let own = builder.color("red");
        let [a, x] = [ItemId(0), ItemId(1)];
        for item in [a, x] {
            let error = builder.option([item.colored(foreign)]).unwrap_err();
            let name = builder.so_far().item_name(item).to_owned();
            assert_eq!(error, BuildError::UnknownColor { item: name, color: 1, option: OptionId(0) });
        }
        assert_eq!(builder.so_far().option_count(), 0);
        builder.option([Entry::from(a), x.colored(own)]).unwrap();
    }

    #[test]
    fn a_builder_goes_on_with_a_problem() {
        let mut whole = small();
        whole.option_by_names(["a", "x:red"]).unwrap();
        let mut rest = Builder::from(whole.so_far().clone());
        for builder in [&mut whole, &mut rest] {
            builder.option_by_names(["x:red", "a"]).unwrap();
            assert!(builder.option_by_names(["a", "a"]).is_err() && builder.primary("x").is_err());
        }
        assert_eq!(whole.build(), rest.build());
    }

    #[test]
    fn foreign_items_are_refused() {
        let mut builder = small();
        let error = builder.option([ItemId(9)]).unwrap_err();
        assert_eq!(error, BuildError::UnknownItem { item: "9".into(), option: OptionId(0) });
    }
}
