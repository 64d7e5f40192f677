//! The solutions of a diagram that take some options and not others.

use super::diagram::{Diagram, NONE};
use crate::nodes::{Kind, NodeId, Nodes};
use crate::problem::OptionId;

impl Diagram {
    /// The solutions that take all of some options and none of others, as a diagram. Linear in the edges, for
    /// each 64 options that are to be taken.
    ///
    /// ```
    /// # use combien::{budget::Budget, problem::OptionId, products::Diagram};
    /// // 1 or 2, and 3 or 4.
    /// let text = "zdnnf 1 4\n2 choice 1 >1 2 >1\n3 choice 3 >1 4 >1\n4 product >2 >3\nroot 4\n";
    /// let diagram = Diagram::read(text.as_bytes(), 4, &Budget::UNLIMITED)?;
    /// let option = |number: usize| OptionId::from_index(number - 1);
    /// assert_eq!(diagram.restricted(&[option(1)], &[]).count().to_string(), "2");
    /// assert_eq!(diagram.restricted(&[option(1)], &[option(3)]).count().to_string(), "1");
    /// assert_eq!(diagram.restricted(&[option(1), option(2)], &[]).count().to_string(), "0");
    /// # Ok::<(), combien::products::ReadError>(())
    /// ```
    #[must_use]
    pub fn restricted(&self, taken: &[OptionId], refused: &[OptionId]) -> Diagram {
        let mut taken = taken.to_vec();
        taken.sort();
        taken.dedup();
        let most = taken.iter().chain(refused).map(|option| option.index() + 1).max().unwrap_or(0);
        let mut is_refused = vec![false; most];
        for option in refused {
            is_refused[option.index()] = true;
        }
        let is_refused = |option: &OptionId| is_refused.get(option.index()).copied().unwrap_or(false);
        let below = self.below(&taken);
        // A node becomes the sets with all options to be taken that occur in any of its sets.
        let mut diagram = Diagram::new();
        let mut new: Vec<NodeId> = vec![];
        for node in self.all() {
            if new.len() < 2 {
                new.push(node);
                continue;
            }
            let edges = self
                .edges(node)
                .map(|edge| (self.items(edge), self.child(edge), new[self.child(edge) as usize]));
            let edges: Vec<(&[OptionId], NodeId)> = match self.kind(node) {
                Kind::Product => edges.map(|(options, _, child)| (options, child)).collect(),
                Kind::Choice => {
                    let has_all = |options: &[OptionId], child: NodeId| {
                        let needed = below.of(node).iter().zip(below.of(child)).zip(below.bits(options));
                        needed.into_iter().all(|((all, child), own)| all & !(child | own) == 0)
                    };
                    let kept = edges.filter(|&(options, old, child)| {
                        child != NONE && !options.iter().any(is_refused) && has_all(options, old)
                    });
                    kept.map(|(options, _, child)| (options, child)).collect()
                }
            };
            let is_none = edges.is_empty() || edges.iter().any(|&(_, child)| child == NONE);
            new.push(if is_none {
                NONE
            } else {
                let edges = edges.into_iter().map(|(options, child)| (options.iter().copied(), child));
                diagram.push(self.kind(node), edges)
            });
        }
        let occur = below.of(self.root()).iter().map(|word| word.count_ones() as usize).sum::<usize>();
        diagram.with_root(if occur == taken.len() { new[self.root() as usize] } else { NONE })
    }

    /// Which of some options, sorted, occur below each node.
    fn below<'a>(&self, options: &'a [OptionId]) -> Below<'a> {
        let width = options.len().div_ceil(64);
        let mut below = Below { options, width, words: vec![0; width * self.node_count()] };
        for node in self.all() {
            for edge in self.edges(node) {
                let own = below.bits(self.items(edge));
                for (word, own) in own.into_iter().enumerate() {
                    let child = below.words[self.child(edge) as usize * width + word];
                    below.words[node as usize * width + word] |= own | child;
                }
            }
        }
        below
    }
}

/// Which of some options occur below each node.
struct Below<'a> {
    options: &'a [OptionId],
    width: usize,
    words: Vec<u64>,
}

impl Below<'_> {
    fn of(&self, node: NodeId) -> &[u64] {
        &self.words[node as usize * self.width..][..self.width]
    }

    fn bits(&self, options: &[OptionId]) -> Vec<u64> {
        let mut bits = vec![0; self.width];
        for place in options.iter().filter_map(|option| self.options.binary_search(option).ok()) {
            bits[place / 64] |= 1 << (place % 64);
        }
        bits
    }
}
