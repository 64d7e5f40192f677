//! From the leaves to the root: a value at each node from those of its children.

use super::{Kind, NodeId, Nodes};
use crate::count::Count;
use crate::polynomial::{Kept, Polynomial, Shelf};

/// The values that are still needed: far fewer than nodes.
pub(crate) struct Values<T> {
    /// Where the value of each node so far is, or was.
    places: Vec<u32>,
    kept: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Values<T> {
    /// The value of a child of the node at hand.
    pub(crate) fn of(&self, node: NodeId) -> &T {
        let value = &self.kept[self.places[node as usize] as usize];
        value.as_ref().unwrap_or_else(|| unreachable!("a value was dropped before its last use"))
    }

    fn put(&mut self, value: T) {
        let place = self.free.pop().unwrap_or_else(|| {
            self.kept.push(None);
            self.kept.len() as u32 - 1
        });
        self.kept[place as usize] = Some(value);
        self.places.push(place);
    }

    fn take(&mut self, node: NodeId) -> Option<T> {
        let place = self.places[node as usize];
        self.free.push(place);
        self.kept[place as usize].take()
    }
}

/// Computes a value at each node from those of its children, and returns that of the root. A value is dropped
/// after its last use; a node without parents is left out.
pub(crate) fn fold<T>(nodes: &impl Nodes, mut make: impl FnMut(NodeId, &Values<T>) -> T) -> T {
    let mut uses = vec![0u32; nodes.node_count()];
    for child in nodes.all().flat_map(|node| nodes.children(node)).chain([nodes.root()]) {
        uses[child as usize] = uses[child as usize].saturating_add(1);
    }
    let mut values = Values { places: Vec::with_capacity(uses.len()), kept: vec![], free: vec![] };
    for node in nodes.all() {
        if uses[node as usize] == 0 {
            values.places.push(u32::MAX);
        } else {
            values.put(make(node, &values));
        }
        for child in nodes.children(node) {
            let left = &mut uses[child as usize];
            // A number of uses that was too large to count never reaches zero.
            *left -= u32::from(*left != u32::MAX);
            if *left == 0 {
                drop(values.take(child));
            }
        }
    }
    values.take(nodes.root()).unwrap_or_else(|| unreachable!("the root has a use of its own"))
}

/// The value of a node: the sum of what its branches add, or the product of its parts.
fn combined<'v, N: Nodes, V: 'v>(
    nodes: &N,
    node: NodeId,
    of: impl Fn(NodeId) -> &'v V,
    [zero, one]: [V; 2],
    add: impl Fn(&mut V, &[N::Item], &V),
    times: impl Fn(&V, &V) -> V,
) -> V {
    match nodes.kind(node) {
        Kind::Choice => nodes.edges(node).fold(zero, |mut sum, edge| {
            add(&mut sum, nodes.items(edge), of(nodes.child(edge)));
            sum
        }),
        Kind::Product => nodes.children(node).fold(one, |product, child| times(&product, of(child))),
    }
}

fn count_of<'v>(nodes: &impl Nodes, node: NodeId, of: impl Fn(NodeId) -> &'v Count) -> Count {
    let add = |sum: &mut Count, _: &[_], count: &Count| *sum += count;
    combined(nodes, node, of, [Count::ZERO, Count::ONE], add, |product, count| product * count)
}

/// How many sets there are. Linear in the edges.
pub(crate) fn count(nodes: &impl Nodes) -> Count {
    fold(nodes, |node, counts| count_of(nodes, node, |child| counts.of(child)))
}

/// The number of sets of each node.
pub(crate) fn counts(nodes: &impl Nodes) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::with_capacity(nodes.node_count());
    for node in nodes.all() {
        counts.push(count_of(nodes, node, |child| &counts[child as usize]));
    }
    counts
}

/// How many sets have this many items, for each number from 0: the list ends with the size of a largest one.
pub(crate) fn count_by_size(nodes: &impl Nodes) -> Vec<Count> {
    let times = |product: &Vec<Count>, sizes: &Vec<Count>| {
        let mut next = vec![];
        for (items, times) in product.iter().enumerate() {
            add_shifted(&mut next, items, sizes.iter().map(|count| count * times));
        }
        next
    };
    fold(nodes, |node, below| {
        let add = |sum: &mut Vec<Count>, items: &[_], sizes: &Vec<Count>| {
            add_shifted(sum, items.len(), sizes.iter().cloned());
        };
        combined(nodes, node, |child| below.of(child), [vec![], vec![Count::ONE]], add, times)
    })
}

/// Adds the counts by size of sets that get this many items more.
fn add_shifted(sum: &mut Vec<Count>, items: usize, sizes: impl ExactSizeIterator<Item = Count>) {
    sum.resize(sum.len().max(items + sizes.len()), Count::ZERO);
    for (sum, size) in sum[items..].iter_mut().zip(sizes) {
        *sum += &size;
    }
}

/// The generating polynomial of the sets, in as many variables as each item has weights. `None` if the
/// polynomials that are needed at a time would take more than this number of bytes, or if `go_on`, which is
/// asked at each node, says no. A sum of polynomials for each branch, and a product for each part.
pub(crate) fn distribution<N: Nodes, W: AsRef<[i64]>>(
    nodes: &N,
    variables: usize,
    weights: impl Fn(N::Item) -> W,
    memory: u64,
    go_on: &dyn Fn() -> bool,
) -> Option<Polynomial> {
    let shelf = Shelf::new(memory, go_on);
    let add = |sum: &mut Polynomial, items: &[N::Item], below: &Polynomial| {
        if items.is_empty() && *sum == Polynomial::ZERO {
            sum.clone_from(below);
            return;
        }
        let mut exponents = vec![0; variables];
        for &item in items {
            let more = weights(item);
            exponents.iter_mut().zip(more.as_ref()).for_each(|(sum, &more)| *sum += i128::from(more));
        }
        sum.add_shifted(below, &exponents);
    };
    let root = fold(nodes, |node, below: &Values<Kept>| {
        let terminals = [Polynomial::ZERO, Polynomial::one(variables)];
        shelf.put(combined(nodes, node, |child| &**below.of(child), terminals, add, Polynomial::times))
    });
    shelf.take(root)
}
