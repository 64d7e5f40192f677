//! What determines a residual problem, and the parts it falls into.
//!
//! The **key** of a residual problem holds a bit for each item that some active option has, and the color of
//! each of these that was given one. Two residual problems with the same key have the same active options: if
//! an option is active in one, then all its items are in the key, free or in the color it wants, and so it is
//! active in the other. Items without active options are not in the key, whether they are covered or not, so
//! more residual problems are found to be the same. Remaining primary items always have active options,
//! because the search abandons a branch as soon as one has none.
//!
//! The **scope** of a residual problem is the set of its items, and equals its key if there are no colors.

use super::matrix::Matrix;
use super::residual::Residual;
use crate::budget::{Effort, Reason};
use crate::engine::codes::bits_for;
use crate::engine::words::Words;

/// A residual problem with something left to do.
#[derive(Clone, Copy)]
pub(super) struct Survey<const K: usize> {
    pub(super) key: Words<K>,
    pub(super) scope: Words<K>,
    /// The primary item to branch on: the first in the order; or the one with the fewest options, the first
    /// of them.
    pub(super) chosen: u32,
}

/// The bits of a key: one an item, then the colors.
pub(super) fn key_bits(matrix: &Matrix) -> u32 {
    (0..matrix.items).fold(matrix.items, |bits, item| bits + color_bits(matrix, item))
}

fn color_bits(matrix: &Matrix, item: u32) -> u32 {
    bits_for(matrix.most_colors(item) as usize)
}

#[derive(Clone, Debug)]
pub(super) struct Keys<const K: usize> {
    pub(super) all_items: Words<K>,
    all_primary: Words<K>,
    /// Where each item's color is in a key.
    colors: Vec<u32>,
    /// The items of each option, as sets.
    options: Vec<Words<K>>,
    /// For a search along an order, the items of the part that begins with each; empty otherwise.
    parts: Vec<Words<K>>,
}

impl<const K: usize> Keys<K> {
    pub(super) fn new(matrix: &Matrix, effort: &mut Effort<'_>) -> Result<Keys<K>, Reason> {
        let mut end = matrix.items;
        let colors = (0..matrix.items).map(|item| {
            let start = end;
            end += color_bits(matrix, item);
            start
        });
        effort.keep(matrix.options as usize * size_of::<Words<K>>())?;
        let mut options = vec![];
        for option in 0..matrix.options {
            let items = matrix.items_of(option);
            effort.spend(items.len() + K)?;
            options.push(items.iter().fold(Words::EMPTY, |set: Words<K>, &item| set.with(item)));
        }
        Ok(Keys {
            all_items: Words::field(0, matrix.items),
            all_primary: Words::field(0, matrix.primary),
            colors: colors.collect(),
            parts: Keys::parts(matrix, &options),
            options,
        })
    }

    /// The items of each option that is decided in a part belong to it. Options are numbered by their first
    /// items.
    fn parts(matrix: &Matrix, options: &[Words<K>]) -> Vec<Words<K>> {
        let mut parts: Vec<Words<K>> =
            (0..matrix.ends.len() as u32).map(|item| Words::EMPTY.with(item)).collect();
        for (option, items) in options.iter().enumerate() {
            if let Some(part) =
                matrix.items_of(option as u32).iter().min().and_then(|&first| parts.get_mut(first as usize))
            {
                *part = part.or(items);
            }
        }
        for item in (0..parts.len()).rev() {
            let mut below = item + 1;
            while below < matrix.ends[item] as usize {
                parts[item] = parts[item].or(&parts[below]);
                below = matrix.ends[below] as usize;
            }
        }
        parts
    }

    /// The residual problem within a scope; `None` if all its primary items are covered.
    pub(super) fn survey(
        &self,
        residual: &Residual,
        matrix: &Matrix,
        within: &Words<K>,
    ) -> Option<Survey<K>> {
        let mut scope = within.and(&Words::from_slice(residual.open()));
        let mut key = Words::EMPTY;
        if residual.has_colors() {
            let secondary = scope.without(&self.all_primary);
            for item in secondary.bits().filter(|&item| residual.color(item) > 0) {
                if self.is_in(item, within, residual, matrix) {
                    key.put(self.colors[item as usize], residual.color(item).into());
                } else {
                    scope = scope.without(&Words::EMPTY.with(item));
                }
            }
        }
        let primary = scope.and(&self.all_primary);
        let chosen = if self.parts.is_empty() {
            // Of equals it is the first.
            primary.bits().min_by_key(|&item| residual.left(item))
        } else {
            primary.first()
        };
        Some(Survey { key: key.or(&scope), scope, chosen: chosen? })
    }

    /// Has an active option within a scope this item? One that was given its color may have active options in
    /// other components; in the key, they would make two of one residual problem.
    fn is_in(&self, item: u32, within: &Words<K>, residual: &Residual, matrix: &Matrix) -> bool {
        let mut options = residual.options(item, matrix);
        options.any(|option| self.options[option as usize].without(within) == Words::EMPTY)
    }

    /// The scopes of the connected components of a residual problem, those with many items first; none if
    /// there is only one.
    ///
    /// An item that was given its color connects nothing: all options that are left agree on it. It may be in
    /// several components.
    ///
    /// Along a tree, these are the parts of the tree, which are found without a walk. Some of them may fall
    /// into smaller parts, but few do, and a search for those would take as long as all the rest.
    pub(super) fn components(&self, residual: &Residual, matrix: &Matrix, scope: &Words<K>) -> Vec<Words<K>> {
        let primary = scope.and(&self.all_primary);
        let mut left = primary;
        let (mut components, mut counts) = (vec![], vec![]);
        while let Some(start) = left.first() {
            let component = match self.parts.get(start as usize) {
                Some(part) => scope.and(part),
                None => self.walk_from(start, &primary, residual, matrix),
            };
            left = left.without(&component);
            if left == Words::EMPTY && components.is_empty() {
                break;
            }
            // Taken from the back: the small ones first, because if one has no solution, the others do not
            // have to be counted. There are few, and a sort would be compiled for each size of
            // keys.
            let count = component.count();
            let place = counts.partition_point(|&other| other >= count);
            counts.insert(place, count);
            components.insert(place, component);
        }
        components
    }

    /// The items that can be reached from one. Stops early when these include all of `primary`, because then
    /// there is only one component. A later walk never stops early, because it must find the secondary
    /// items too.
    fn walk_from(&self, start: u32, primary: &Words<K>, residual: &Residual, matrix: &Matrix) -> Words<K> {
        let (mut met, mut visited) = (Words::EMPTY.with(start), Words::EMPTY);
        while let Some(item) = met.without(&visited).first()
            && primary.without(&met) != Words::EMPTY
        {
            visited = visited.with(item);
            if residual.color(item) == 0 {
                let options = residual.options(item, matrix);
                met = options.fold(met, |met, option| met.or(&self.options[option as usize]));
            }
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use super::super::residual::Taking;
    use super::*;
    use crate::budget::at_once;
    use crate::engine::order::Order;
    use crate::problem::dlx::parse;

    fn parts(text: &str, take: &[u32]) -> (Vec<u32>, Vec<Vec<u32>>) {
        let problem = parse("t", text).unwrap().problem;
        let order = Order::input(&problem);
        let matrix = at_once(|effort| Matrix::new(&problem, order.items(), effort)).unwrap();
        let keys = at_once(|effort| Keys::<1>::new(&matrix, effort)).unwrap();
        let mut residual = at_once(|effort| Residual::new(&matrix, effort)).unwrap();
        for &option in take {
            residual.take(option, &matrix, &mut Taking::default()).unwrap();
        }
        let scope = keys.survey(&residual, &matrix, &keys.all_items).unwrap().scope;
        let components = keys.components(&residual, &matrix, &scope);
        (scope.bits().collect(), components.into_iter().map(|scope| scope.bits().collect()).collect())
    }

    #[test]
    fn components_have_all_items_of_the_scope_also_secondary_ones() {
        let square = |a, b, x| format!("{a} {b}\n{a} {x}\n{b} {x}\n{a}\n{b}\n");
        let text = format!("a b c d | x y z\n{}{}", square('a', 'b', 'x'), square('c', 'd', 'y'));
        let (scope, components) = parts(&text, &[]);
        assert_eq!(scope, [0, 1, 2, 3, 4, 5], "no option has z");
        assert_eq!(components, [[0, 1, 4], [2, 3, 5]]);
        assert!(parts(&text.replace(" y\n", " x\n"), &[]).1.is_empty(), "x connects");
    }

    #[test]
    fn an_item_with_its_color_connects_nothing_and_is_in_all_that_have_it() {
        let text = "e a b | x\ne x:A\ne\na x:A\na\nb x:A\nb\nb x:B\na\n";
        assert!(parts(text, &[]).1.is_empty(), "x may still be A or B");
        assert_eq!(parts(text, &[0]), (vec![1, 2, 3], vec![vec![1, 3], vec![2, 3]]));
    }
}
