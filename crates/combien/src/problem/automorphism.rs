//! Automorphisms: permutations of the options that map a problem to itself.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Bounds, Color, Entry, ItemId, Kind, OptionId, Problem, Solution};
use crate::budget::{Budget, Effort, Reason};

/// A permutation of the options, and of the items, that leaves the problem unchanged: so it maps solutions to
/// solutions.
///
/// Images are of the same kind and bounds. The options determine the images of colors: options with item i in
/// color c are mapped to options that all have the image of i in the same color, which is the image of c.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Automorphism {
    // Shared by all copies: groups, and the groups within them, have many elements in common.
    options: Arc<[OptionId]>,
    items: Arc<[ItemId]>,
}

/// Why a permutation is not an automorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[doc(hidden)]
pub enum NoAutomorphism {
    /// Some option or item is not the image of exactly one.
    NoPermutation,
    /// An item and its image are of different kinds, or have different bounds; or it has no image.
    Item(ItemId),
    /// The items of an option are not mapped to those of its image, or their colors do not correspond.
    Option(OptionId),
}

errors!(NoAutomorphism {
    NoPermutation => "some option or item is not the image of exactly one";
    Item(item) => "item {} goes to none that is covered as it is", item.0 + 1;
    Option(option) => "the items of option {} do not go to those of its image", option.number();
});

impl Automorphism {
    /// The one that changes nothing.
    pub fn identity(problem: &Problem) -> Automorphism {
        Automorphism { options: problem.options().collect(), items: problem.items().collect() }
    }

    /// The permutation that maps each option and each item to the one at its position in the list. Takes time
    /// linear in the problem's entries.
    pub fn new(
        problem: &Problem,
        options: Vec<OptionId>,
        items: Vec<ItemId>,
    ) -> Result<Automorphism, NoAutomorphism> {
        let checked =
            Automorphism::new_within(problem, options, items, &mut Effort::within(&Budget::UNLIMITED));
        checked.unwrap_or_else(|reason| unreachable!("there is no limit: {reason}"))
    }

    /// [`Automorphism::new`], with an effort for each entry that it looks at.
    #[doc(hidden)]
    pub fn new_within(
        problem: &Problem,
        options: Vec<OptionId>,
        items: Vec<ItemId>,
        effort: &mut Effort<'_>,
    ) -> Result<Result<Automorphism, NoAutomorphism>, Reason> {
        let is_permutation = permutes(options.iter().map(|option| option.index()), problem.option_count())
            && permutes(items.iter().map(|item| item.index()), problem.item_count());
        if !is_permutation {
            return Ok(Err(NoAutomorphism::NoPermutation));
        }
        let automorphism = Automorphism { options: options.into(), items: items.into() };
        for item in problem.items() {
            let image = automorphism.item(item);
            if (problem.kind(item), problem.bounds(item)) != (problem.kind(image), problem.bounds(image)) {
                return Ok(Err(NoAutomorphism::Item(item)));
            }
        }
        let mut colors = Colors::default();
        for option in problem.options() {
            effort.spend(16 + 4 * problem.option(option).len())?;
            if !automorphism.keeps(problem, option, &mut colors) {
                return Ok(Err(NoAutomorphism::Option(option)));
            }
        }
        Ok(Ok(automorphism))
    }

    /// The automorphism of a permutation of the options alone: each item is mapped to one that the images of
    /// its options have, in corresponding colors. If several items are in the same options, the first is
    /// mapped to the first.
    pub fn of_options(problem: &Problem, options: Vec<OptionId>) -> Result<Automorphism, NoAutomorphism> {
        if !permutes(options.iter().map(|option| option.index()), problem.option_count()) {
            return Err(NoAutomorphism::NoPermutation);
        }
        let mut of_items: Vec<Vec<Place>> = vec![vec![]; problem.item_count()];
        let mut of_images = of_items.clone();
        for option in problem.options() {
            for entry in problem.option(option) {
                of_items[entry.item.index()].push((option, entry.color));
                of_images[entry.item.index()].push((options[option.index()], entry.color));
            }
        }
        let of_items: Vec<_> = of_items.into_iter().map(color_blind).collect();
        let wanted: Vec<_> = of_images.into_iter().map(color_blind).collect();
        // Items by their options, the last first, so that the first is taken first.
        let mut by_options: HashMap<Look<'_>, Vec<ItemId>> = HashMap::new();
        let key = |item: ItemId, options| (options, problem.kind(item), problem.bounds(item));
        for item in problem.items().collect::<Vec<_>>().into_iter().rev() {
            by_options.entry(key(item, of_items[item.index()].as_slice())).or_default().push(item);
        }
        let mut items = vec![];
        for (item, wanted) in problem.items().zip(&wanted) {
            let image = by_options.get_mut(&key(item, wanted.as_slice())).and_then(Vec::pop);
            items.push(image.ok_or(NoAutomorphism::Item(item))?);
        }
        Automorphism::new(problem, options, items)
    }

    /// Is an option mapped to one with the images of its items, in the images of their colors?
    fn keeps(&self, problem: &Problem, option: OptionId, colors: &mut Colors) -> bool {
        let stays = |entry: &Entry| entry.color.is_none() && self.item(entry.item) == entry.item;
        if self.option(option) == option && problem.option(option).iter().all(stays) {
            return true;
        }
        let mut from: Vec<Entry> = problem.option(option).to_vec();
        let mut to: Vec<Entry> = problem.option(self.option(option)).to_vec();
        from.sort_by_key(|entry| self.item(entry.item));
        to.sort_by_key(|entry| entry.item);
        let pairs = from.iter().zip(&to);
        from.len() == to.len()
            && pairs.into_iter().all(|(from, to)| self.item(from.item) == to.item && colors.agree(*from, *to))
    }

    /// The image of an option.
    pub fn option(&self, option: OptionId) -> OptionId {
        self.options[option.index()]
    }

    /// The image of an item.
    pub fn item(&self, item: ItemId) -> ItemId {
        self.items[item.index()]
    }

    /// The images of the options, in their order.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The images of the items, in their order.
    pub fn items(&self) -> &[ItemId] {
        &self.items
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        (self.options.len() + self.items.len()) * size_of::<u32>()
    }

    /// Is every option fixed?
    pub(crate) fn is_identity(&self) -> bool {
        self.options.iter().enumerate().all(|(place, option)| option.index() == place)
    }

    /// First this one, then `next`.
    #[must_use]
    pub fn then(&self, next: &Automorphism) -> Automorphism {
        Automorphism {
            options: self.options.iter().map(|&option| next.option(option)).collect(),
            items: self.items.iter().map(|&item| next.item(item)).collect(),
        }
    }

    /// First this one, then each of a path in turn. Nothing is stored between the steps.
    pub(crate) fn then_all(&self, path: &[&Automorphism]) -> Automorphism {
        let option = |&option: &OptionId| path.iter().fold(option, |option, step| step.option(option));
        let item = |&item: &ItemId| path.iter().fold(item, |item, step| step.item(item));
        Automorphism {
            options: self.options.iter().map(option).collect(),
            items: self.items.iter().map(item).collect(),
        }
    }

    /// The inverse.
    #[must_use]
    pub(crate) fn inverse(&self) -> Automorphism {
        let (mut options, mut items) = (self.options.to_vec(), self.items.to_vec());
        for (place, image) in self.options.iter().enumerate() {
            options[image.index()] = OptionId::from_index(place);
        }
        for (place, image) in self.items.iter().enumerate() {
            items[image.index()] = ItemId::from_index(place);
        }
        Automorphism { options: options.into(), items: items.into() }
    }

    /// The image of a solution.
    #[must_use]
    pub fn image(&self, solution: &Solution) -> Solution {
        solution.options().iter().map(|&option| self.option(option)).collect()
    }

    /// Its order on the options: the least common multiple of the lengths of its cycles.
    pub(crate) fn period(&self) -> u64 {
        let gcd = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        self.cycles()
            .iter()
            .map(|cycle| cycle.len() as u64)
            .fold(1, |all, length| all / gcd(all, length) * length)
    }

    /// The cycles of its options. Each begins with its least option, and they are sorted by it.
    pub fn cycles(&self) -> Vec<Vec<OptionId>> {
        let mut seen = vec![false; self.options.len()];
        let mut cycles = vec![];
        for place in 0..self.options.len() {
            let mut cycle = vec![];
            let mut option = OptionId::from_index(place);
            while !std::mem::replace(&mut seen[option.index()], true) {
                cycle.push(option);
                option = self.option(option);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

/// An option of an item, and the color it gives it.
type Place = (OptionId, Option<Color>);

/// What an item must have in common with its image.
type Look<'a> = (&'a [(OptionId, usize)], Kind, Bounds);

/// The options of an item in order, with numbers in place of the colors: 1, 2, ... in order of appearance,
/// and 0 for none. So they are equal for two items if a permutation of the colors makes them equal.
fn color_blind(mut places: Vec<Place>) -> Vec<(OptionId, usize)> {
    places.sort();
    let mut numbers = HashMap::new();
    let mut number = |color: Option<Color>| {
        color.map_or(0, |color| {
            let next = numbers.len() + 1;
            *numbers.entry(color).or_insert(next)
        })
    };
    places.into_iter().map(|(option, color)| (option, number(color))).collect()
}

fn permutes(images: impl Iterator<Item = usize>, count: usize) -> bool {
    let mut seen = vec![false; count];
    let mut hit = 0;
    for image in images {
        match seen.get_mut(image) {
            Some(seen) if !*seen => *seen = true,
            _ => return false,
        }
        hit += 1;
    }
    hit == count
}

/// The images and the preimages of the colors of each item, as far as known.
#[derive(Default)]
struct Colors {
    to: HashMap<(ItemId, Color), Color>,
    from: HashMap<(ItemId, Color), Color>,
}

impl Colors {
    /// Notes that one entry is mapped to the other. Returns false if one of the two colors has another image
    /// or preimage.
    fn agree(&mut self, from: Entry, to: Entry) -> bool {
        match (from.color, to.color) {
            (None, None) => true,
            (Some(before), Some(after)) => {
                *self.to.entry((from.item, before)).or_insert(after) == after
                    && *self.from.entry((to.item, after)).or_insert(before) == before
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::dlx::parse;
    use super::*;

    fn of(text: &str, options: &[usize], items: &[usize]) -> Result<Automorphism, NoAutomorphism> {
        let problem = parse("t.dlx", text).unwrap().problem;
        let options = options.iter().map(|&number| OptionId::from_index(number - 1)).collect();
        let items = items.iter().map(|&number| ItemId::from_index(number - 1)).collect();
        Automorphism::new(&problem, options, items)
    }

    /// The images of items follow from those of options. A swap of two options that no items can follow is
    /// refused.
    #[test]
    fn items_follow_options() {
        let problem = parse("t.dlx", "a b c d\na b\nb c\nc d\nd a\n").unwrap().problem;
        let of = |numbers: [usize; 4]| {
            let options = numbers.map(|number| OptionId::from_index(number - 1)).to_vec();
            Automorphism::of_options(&problem, options)
        };
        let turn = of([2, 3, 4, 1]).unwrap();
        let names: Vec<&str> = problem.items().map(|item| problem.item_name(turn.item(item))).collect();
        assert_eq!(names, ["b", "c", "d", "a"]);
        assert_eq!(of([2, 1, 3, 4]), Err(NoAutomorphism::Item(ItemId::from_index(0))));
        assert_eq!(of([1, 1, 3, 4]), Err(NoAutomorphism::NoPermutation));
    }

    /// Two items in the same options, whose colors group these differently: one is mapped to the other.
    #[test]
    fn items_follow_options_in_colors() {
        let text = "a | x y\na x:1 y:1\na x:1 y:2\na x:2 y:1\na x:2 y:2\n";
        let problem = parse("t.dlx", text).unwrap().problem;
        let options = [0, 2, 1, 3].map(OptionId::from_index).to_vec();
        let swap = Automorphism::of_options(&problem, options).unwrap();
        assert_eq!(problem.items().map(|item| swap.item(item).index()).collect::<Vec<_>>(), [0, 2, 1]);
    }

    #[test]
    fn items_and_colors_must_go_together() {
        let square = "a b c d\na b\nb c\nc d\nd a\n";
        let turn = of(square, &[2, 3, 4, 1], &[2, 3, 4, 1]).unwrap();
        assert_eq!(turn.then(&turn).then(&turn), turn.inverse());
        assert_eq!(turn.cycles().len(), 1);
        assert!(turn.then(&turn.inverse()).is_identity());
        assert_eq!(
            of(square, &[2, 1, 3, 4], &[1, 2, 3, 4]),
            Err(NoAutomorphism::Option(OptionId::from_index(0)))
        );
        assert_eq!(of(square, &[1, 1, 3, 4], &[1, 2, 3, 4]), Err(NoAutomorphism::NoPermutation));
        assert_eq!(of("a | x\na\n", &[1], &[2, 1]), Err(NoAutomorphism::Item(ItemId::from_index(0))));
        let colored = "a b | x\na x:1\na x:2\nb x:1\nb x:2\n";
        assert!(of(colored, &[4, 3, 2, 1], &[2, 1, 3]).is_ok());
        assert!(of(colored, &[3, 4, 2, 1], &[2, 1, 3]).is_err());
    }
}
