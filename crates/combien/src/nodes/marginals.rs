//! For each item, how many sets have it.

use super::{Kind, Nodes, count, counts};
use crate::count::Count;

/// Tells `with`, for each item of each edge, the number of sets that have it there: their sum is the number
/// of sets that have the item. `None` if the numbers in between would take more than `memory` bytes, or if
/// `go_on`, which is asked at each node, says no: two for each node, and `beside` for the caller, at least 32
/// bytes each.
///
/// A walk up the diagram counts the sets below each node, and a walk down those of what is outside it: for a
/// part of a product, the sets of the other parts. Some products of counts for each edge (the derivatives of
/// Darwiche, *A differential approach to inference in Bayesian networks*, 2003).
pub(crate) fn marginals<N: Nodes>(
    nodes: &N,
    beside: usize,
    memory: u64,
    go_on: &dyn Fn() -> bool,
    mut with: impl FnMut(N::Item, &Count),
) -> Option<()> {
    let numbers = (2 * nodes.node_count() + beside) as u64;
    let fits = |each: usize| numbers.saturating_mul((size_of::<Count>() + each) as u64) <= memory;
    // No number of sets below a node that is reached, of sets outside it, or with an item exceeds that of all
    // sets.
    if !fits(0) || !go_on() || !fits(count(nodes).heap_bytes()) {
        return None;
    }
    let counts = counts(nodes);
    let mut outside = vec![Count::ZERO; nodes.node_count()];
    outside[nodes.root() as usize] = Count::ONE;
    for node in nodes.all().rev() {
        if !go_on() {
            return None;
        }
        let own = std::mem::replace(&mut outside[node as usize], Count::ZERO);
        if own.is_zero() {
            continue;
        }
        match nodes.kind(node) {
            Kind::Choice => {
                for edge in nodes.edges(node) {
                    let child = nodes.child(edge) as usize;
                    if let items @ [_, ..] = nodes.items(edge) {
                        let here = &own * &counts[child];
                        for &item in items {
                            with(item, &here);
                        }
                    }
                    outside[child] += &own;
                }
            }
            Kind::Product => {
                // The product of the parts before a part, times that of the parts after it.
                let children: Vec<usize> = nodes.children(node).map(|child| child as usize).collect();
                let mut after = vec![Count::ONE];
                for &child in children.iter().skip(1).rev() {
                    after.push(&after[after.len() - 1] * &counts[child]);
                }
                let mut before = own;
                for (&child, after) in children.iter().zip(after.iter().rev()) {
                    outside[child] += &(&before * after);
                    before = &before * &counts[child];
                }
            }
        }
    }
    Some(())
}
