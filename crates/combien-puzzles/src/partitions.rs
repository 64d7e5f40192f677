//! Sets cut into parts: partitions, perfect matchings, families of sets.

use indexmap::IndexSet;

use super::classic::{Classic, Draft, Form};
use super::fault::{Fault, Text, within};

/// The subsets of {0, …, n-1} of a size, in lexicographic order.
pub(super) fn subsets(n: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (size <= n).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::successors(first, move |subset| {
        let place = (0..size).rev().find(|&place| subset[place] < n - size + place)?;
        let mut next = subset.clone();
        next[place] += 1;
        for later in place + 1..size {
            next[later] = next[later - 1] + 1;
        }
        Some(next)
    })
}

/// Set partitions of {1, …, n}: into blocks of these sizes, as a multiset, or of any if there are none.
///
/// If the sizes differ, each size is an item that is covered as often as there are blocks of this size.
pub fn partitions(n: usize, sizes: &[usize]) -> Result<Classic, Fault> {
    within("N", n, 1..=1000)?;
    let total = sizes.iter().fold(0usize, |sum, &size| sum.saturating_add(size));
    if !sizes.is_empty() && total != n {
        return Err(Fault::Mismatch(format!("the sizes of the blocks sum to {total}, not to {n}")));
    }
    let mut distinct: Vec<usize> = if sizes.is_empty() { (1..=n).collect() } else { sizes.to_vec() };
    distinct.sort_unstable();
    distinct.dedup();
    if let Some(&0) = distinct.first() {
        return Err(Fault::Mismatch("a block is not empty".to_owned()));
    }
    let mut draft = Draft::new();
    let items = draft.primary(n, |element| format!("{}", element + 1))?;
    let is_bounded = !sizes.is_empty() && distinct.len() > 1;
    for &size in &distinct {
        let times = sizes.iter().filter(|&&other| other == size).count();
        let kind = if is_bounded { Some(draft.exactly(times, &format!("blocks-of-{size}"))?) } else { None };
        for subset in subsets(n, size) {
            let says: Vec<(usize, String)> =
                subset.iter().map(|element| (0, format!("{}", element + 1))).collect();
            draft.option(subset.into_iter().map(|element| items[element]).chain(kind), says)?;
        }
    }
    let title = match sizes {
        [] => format!("partitions of a set of {n}"),
        sizes => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!("partitions of a set of {n} into blocks of {}", sizes.join(", "))
        }
    };
    Ok(draft.finish(title, Form::Sets))
}

/// Perfect matchings of the complete graph on 2n vertices: partitions into pairs.
pub fn matchings(pairs: usize) -> Result<Classic, Fault> {
    within("N", pairs, 1..=500)?;
    let mut classic = partitions(2 * pairs, &vec![2; pairs])?;
    classic.rename(format!("perfect matchings of the complete graph on {} vertices", 2 * pairs));
    Ok(classic)
}

/// Partitions into sets of a family: a line for each set, with its elements. The union is covered.
pub fn family(text: &Text) -> Result<Classic, Fault> {
    let mut draft = Draft::new();
    let elements: IndexSet<&str> = text.lines().flat_map(|(_, words)| words).collect();
    if elements.is_empty() {
        return Err(Fault::at_line(text, 0, "empty-family", "there is no set in this file"));
    }
    let items = draft.primary(elements.len(), |element| elements[element].to_owned())?;
    for (line, words) in text.lines() {
        let set: IndexSet<&str> = words.iter().copied().collect();
        if set.len() < words.len() {
            let twice = words.iter().enumerate().find(|(place, word)| words[..*place].contains(word));
            let element = twice.map_or("", |(_, word)| word);
            return Err(Fault::at_line(
                text,
                line,
                "element-twice",
                format!("`{element}` is in this set twice"),
            ));
        }
        let says = set.iter().map(|element| (0, (*element).to_owned())).collect::<Vec<_>>();
        let numbers = set.iter().filter_map(|element| elements.get_index_of(element));
        draft.option(numbers.map(|element| items[element]).collect::<Vec<_>>(), says)?;
    }
    Ok(draft.finish(format!("partitions of {} elements into sets of a family", elements.len()), Form::Sets))
}
