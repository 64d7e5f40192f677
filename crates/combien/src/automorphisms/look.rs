//! A number for each automorphism that is the same for conjugate ones.
//!
//! Each vertex gets a number from its role and the length of its cycle; an option also from the *orbitals* of
//! the pairs of itself and another option of its cycle, the orbits of pairs of options under the group. Then,
//! a few times, each gets another one from its own and those of its neighbours. The sum tells most classes of
//! conjugate elements apart, at a small part of the cost of a search. Different numbers are a proof that two
//! elements are not conjugate; equal ones prove nothing.
//!
//! Without orbitals, elements look alike that move all options in cycles of one length: of the isotopies of
//! Latin squares, all those that permute the columns in one cycle, and the symbols too, whatever they do to
//! the rows.

use super::graph::{Graph, Kept};
use crate::budget::{Effort, Reason};
use crate::problem::{Automorphism, ItemId, OptionId, Problem};

/// How often vertices look at their neighbours.
const ROUNDS: usize = 2;

/// Of more options than this, the orbitals are not used: there is one number for each pair.
const MOST_OPTIONS: usize = 1 << 11;

/// What is needed to look at the elements of one group.
pub(crate) struct Looks {
    graph: Graph,
    /// The number of the orbital of each pair of options, row by row; empty if there are too many options.
    orbitals: Vec<u32>,
    /// The first number of each vertex.
    roles: Vec<u64>,
    /// The class of twins of each item.
    class_of: Vec<u32>,
}

impl Looks {
    /// For the group of some generators, whose orbits are the marks. `identity` is that of the problem. Takes
    /// as many steps as there are pairs of options, for each generator.
    pub(crate) fn new(
        problem: &Problem,
        kept: Kept<'_>,
        identity: &Automorphism,
        generators: &[Automorphism],
        effort: &mut Effort<'_>,
    ) -> Result<Looks, Reason> {
        // So that each option is a vertex of its own; nothing else is drawn.
        let graph = Graph::new(problem, Kept { permutation: Some(identity), ..kept }, effort)?;
        let mut all: Vec<_> = graph.looks.clone();
        all.sort();
        all.dedup();
        let roles = graph.looks.iter().map(|look| mixed(all.partition_point(|other| other < look) as u64));
        let mut class_of = vec![0; problem.item_count()];
        for (number, class) in graph.items.classes().enumerate() {
            for &item in class {
                class_of[item as usize] = number as u32;
            }
        }
        let orbitals = match problem.option_count() {
            0..=MOST_OPTIONS => orbitals(problem.option_count(), generators, effort)?,
            _ => vec![],
        };
        Ok(Looks { roles: roles.collect(), orbitals, class_of, graph })
    }

    /// The steps that a look takes.
    pub(crate) fn work(&self) -> usize {
        self.roles.len() * (2 + ROUNDS)
    }

    /// The number of an automorphism.
    pub(crate) fn of(&self, automorphism: &Automorphism) -> u64 {
        let (items, options) = (self.graph.items.count(), automorphism.options().len());
        let image = |vertex: usize| {
            if let Some(option) = vertex.checked_sub(items) {
                return items + automorphism.option(OptionId::from_index(option)).index();
            }
            let first = self.graph.items.class(vertex)[0] as usize;
            self.class_of[automorphism.item(ItemId::from_index(first)).index()] as usize
        };
        let mut numbers = self.roles.clone();
        let mut cycles = vec![0u64; self.graph.of_problem()];
        for start in 0..cycles.len() {
            if cycles[start] == 0 {
                let cycle =
                    || std::iter::successors(Some(start), |&at| Some(image(at)).filter(|&to| to != start));
                // Along the cycle, pairs at the same distance are in one orbital.
                let number = cycle().fold(0u64, |number, to| {
                    let pair = start.checked_sub(items).map(|from| from * options + to - items);
                    let orbital = pair
                        .and_then(|pair| self.orbitals.get(pair))
                        .map_or(0, |&orbital| u64::from(orbital));
                    mixed(number ^ orbital)
                });
                for vertex in cycle() {
                    cycles[vertex] = number;
                }
            }
            numbers[start] = mixed(numbers[start].wrapping_add(cycles[start]));
        }
        for _ in 0..ROUNDS {
            let next = |vertex: usize| {
                let neighbours = self.graph.neighbours(vertex as u32).iter();
                let sum = neighbours.fold(0u64, |sum, &other| sum.wrapping_add(numbers[other as usize]));
                mixed(numbers[vertex].rotate_left(17) ^ sum)
            };
            numbers = (0..numbers.len()).map(next).collect();
        }
        numbers.into_iter().fold(0, u64::wrapping_add)
    }
}

/// The number of the orbit of each pair of options under some generators.
fn orbitals(
    options: usize,
    generators: &[Automorphism],
    effort: &mut Effort<'_>,
) -> Result<Vec<u32>, Reason> {
    const NONE: u32 = u32::MAX;
    let mut orbitals = vec![NONE; options * options];
    let (mut next, mut reached) = (0, vec![]);
    for first in 0..orbitals.len() {
        if orbitals[first] != NONE {
            continue;
        }
        orbitals[first] = next;
        reached.push(first);
        while let Some(pair) = reached.pop() {
            effort.spend(generators.len() + 1)?;
            let (from, to) = (OptionId::from_index(pair / options), OptionId::from_index(pair % options));
            for generator in generators {
                let image = generator.option(from).index() * options + generator.option(to).index();
                if orbitals[image] == NONE {
                    orbitals[image] = next;
                    reached.push(image);
                }
            }
        }
        next += 1;
    }
    Ok(orbitals)
}

/// The bits of a number, mixed (the last step of `SplitMix64`).
pub(super) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
