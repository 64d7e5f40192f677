//! A problem as a graph whose vertices have colors, so that both have the same automorphisms.
//!
//! Vertices are the items, the options, and the colors of each item. An option is joined to its items; where
//! it gives one a color, to that color of the item instead, which is joined to the item. No edge joins two
//! vertices of one role.
//!
//! *Twins* are one vertex: options with the same entries; and items of one kind and bounds in the same
//! options, in colors that tell the same of these apart. Each permutation of twin options is an automorphism,
//! so nothing needs to be searched. Those of twin items move no option, and two automorphisms that move the
//! options alike count as one; so they are left out. There are no others of this sort: an automorphism that
//! keeps every option takes each item to a twin.
//!
//! Automorphisms may have to keep more ([`Kept`]): marks, which are part of a vertex's role; and a
//! permutation of the options, if only those are wanted that commute with it. Then each option is a vertex of
//! its own, and the permutation is drawn: an arc is two vertices, tail and head, so that it has a direction;
//! two options that are exchanged have one vertex between them.

use std::collections::HashMap;
use std::ops::Range;

use super::twins::Twins;
use crate::budget::{Effort, Reason};
use crate::problem::{Automorphism, Entry, ItemId, Kind, OptionId, Problem};

/// What a vertex is, and of an item its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    Primary { lo: u32, hi: u32, mark: u32 },
    Secondary { mark: u32 },
    Option { mark: u32 },
    Color,
    Tail,
    Head,
    Between,
}

/// What automorphisms must keep besides the problem: nothing, by default.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept<'a> {
    /// The mark of each item; no marks if it is empty.
    pub(crate) items: &'a [u32],
    /// The mark of each option; no marks if it is empty.
    pub(crate) options: &'a [u32],
    /// A permutation of the options with which they commute.
    pub(crate) permutation: Option<&'a Automorphism>,
}

impl Kept<'_> {
    fn item(&self, item: usize) -> u32 {
        self.items.get(item).copied().unwrap_or(0)
    }

    fn option(&self, option: usize) -> u32 {
        self.options.get(option).copied().unwrap_or(0)
    }
}

/// The graph of a problem, and what its vertices stand for.
pub(super) struct Graph {
    pub(super) options: Twins,
    pub(super) items: Twins,
    /// Of each vertex, its role and how many twins it is: an automorphism keeps them. Classes of items come
    /// first, then those of options, then colors, then what draws the permutation.
    pub(super) looks: Vec<(Role, usize)>,
    neighbours: Vec<u32>,
    /// Where the neighbours of each vertex end.
    ends: Vec<u32>,
}

/// The effort of a key that is hashed, besides its length.
const KEY: usize = 16;

/// An item in one of its options, by the class of that; and the color there, by its number among those of the
/// item, from 1 on in the order of the options. 0 is none.
type Place = (u32, u32);

impl Graph {
    pub(super) fn new(problem: &Problem, kept: Kept<'_>, effort: &mut Effort<'_>) -> Result<Graph, Reason> {
        let options = if kept.permutation.is_some() {
            Twins::none(problem.option_count())
        } else {
            let key = |option: OptionId| {
                let entries = sorted(problem, option);
                let work = KEY + entries.len();
                ((kept.option(option.index()), entries), work)
            };
            Twins::new(problem.options().map(key), effort)?
        };
        let places = places(problem, &options, effort)?;
        let key = |item: ItemId| {
            let places = &places[item.index()];
            ((role(problem, item, kept), places), KEY + places.len())
        };
        let items = Twins::new(problem.items().map(key), effort)?;
        let mut looks = vec![];
        for class in items.classes() {
            looks.push((role(problem, ItemId::from_index(class[0] as usize), kept), class.len()));
        }
        let of_option = |class: &[u32]| (Role::Option { mark: kept.option(class[0] as usize) }, class.len());
        looks.extend(options.classes().map(of_option));
        let mut edges: Vec<(u32, u32)> = vec![];
        for (item, class) in items.classes().enumerate() {
            effort.spend(1 + places[class[0] as usize].len())?;
            let first_color = looks.len() as u32;
            for &(option, color) in &places[class[0] as usize] {
                let option = items.count() as u32 + option;
                if color == 0 {
                    edges.push((item as u32, option));
                    continue;
                }
                let vertex = first_color + color - 1;
                if vertex as usize == looks.len() {
                    looks.push((Role::Color, 1));
                    edges.push((item as u32, vertex));
                }
                edges.push((vertex, option));
            }
        }
        if let Some(permutation) = kept.permutation {
            draw(permutation, items.count() as u32, &mut looks, &mut edges);
        }
        let (neighbours, ends) = lists(looks.len(), &edges, effort)?;
        Ok(Graph { options, items, looks, neighbours, ends })
    }

    /// How many vertices are items or options. They come first.
    pub(super) fn of_problem(&self) -> usize {
        self.items.count() + self.options.count()
    }

    /// The vertices of the options; where no options are twins, those of all options in order.
    pub(super) fn option_vertices(&self) -> Range<u32> {
        self.items.count() as u32..self.of_problem() as u32
    }

    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        &self.neighbours[start as usize..self.ends[vertex] as usize]
    }

    /// The automorphism of the problem that a permutation of the vertices makes, if it is one.
    pub(super) fn automorphism(&self, problem: &Problem, images: &[u32]) -> Option<Automorphism> {
        let (items, rest) = images.split_at(self.items.count());
        let seen = images.iter().zip(&self.looks).take(self.of_problem());
        let keeps = seen.into_iter().all(|(&to, look)| self.looks[to as usize] == *look);
        if !keeps {
            return None;
        }
        let option = |class: usize| rest[class] as usize - self.items.count();
        let options = self.options.lift(option).into_iter().map(|place| OptionId::from_index(place as usize));
        let items = self.items.lift(|class| items[class] as usize);
        let items = items.into_iter().map(|place| ItemId::from_index(place as usize));
        Automorphism::new(problem, options.collect(), items.collect()).ok()
    }
}

fn role(problem: &Problem, item: ItemId, kept: Kept<'_>) -> Role {
    let (bounds, mark) = (problem.bounds(item), kept.item(item.index()));
    match problem.kind(item) {
        Kind::Primary => Role::Primary { lo: bounds.lo, hi: bounds.hi, mark },
        Kind::Secondary => Role::Secondary { mark },
    }
}

/// Draws a permutation of options whose vertices begin at a number.
fn draw(permutation: &Automorphism, first: u32, looks: &mut Vec<(Role, usize)>, edges: &mut Vec<(u32, u32)>) {
    for (place, &image) in permutation.options().iter().enumerate() {
        let (from, to, vertex) = (first + place as u32, first + image.index() as u32, looks.len() as u32);
        if from == to {
            continue;
        }
        if permutation.option(image).index() != place {
            looks.extend([(Role::Tail, 1), (Role::Head, 1)]);
            edges.extend([(from, vertex), (vertex, vertex + 1), (vertex + 1, to)]);
        } else if from < to {
            looks.push((Role::Between, 1));
            edges.extend([(from, vertex), (vertex, to)]);
        }
    }
}

fn sorted(problem: &Problem, option: OptionId) -> Vec<Entry> {
    let mut entries = problem.option(option).to_vec();
    entries.sort();
    entries
}

/// The places of each item, in the order of the options.
fn places(problem: &Problem, options: &Twins, effort: &mut Effort<'_>) -> Result<Vec<Vec<Place>>, Reason> {
    let mut places: Vec<Vec<Place>> = vec![vec![]; problem.item_count()];
    let mut colors_of = vec![0; problem.item_count()];
    let mut numbers = HashMap::new();
    for (class, members) in options.classes().enumerate() {
        let entries = problem.option(OptionId::from_index(members[0] as usize));
        effort.spend(2 * entries.len())?;
        for &entry in entries {
            let item = entry.item.index();
            let number = entry.color.map_or(0, |_| {
                *numbers.entry(entry).or_insert_with(|| {
                    colors_of[item] += 1;
                    colors_of[item]
                })
            });
            places[item].push((class as u32, number));
        }
    }
    Ok(places)
}

/// The neighbours of each vertex, one list after the other, and where each ends.
fn lists(
    vertices: usize,
    edges: &[(u32, u32)],
    effort: &mut Effort<'_>,
) -> Result<(Vec<u32>, Vec<u32>), Reason> {
    // Where the next neighbour of a vertex goes: at first where its list starts, at last where it ends.
    let mut next = vec![0; vertices + 1];
    for &(a, b) in edges {
        next[a as usize + 1] += 1;
        next[b as usize + 1] += 1;
    }
    for vertex in 0..vertices {
        next[vertex + 1] += next[vertex];
    }
    let mut neighbours = vec![0; 2 * edges.len()];
    for &(a, b) in edges {
        effort.spend(2)?;
        for (from, to) in [(a, b), (b, a)] {
            neighbours[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
    }
    next.truncate(vertices);
    Ok((neighbours, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, StopFlag, at_once};
    use crate::problem::dlx::parse;

    fn graph(text: &str) -> Graph {
        let problem = parse("t.dlx", text).unwrap().problem;
        at_once(|effort| Graph::new(&problem, Kept::default(), effort)).unwrap()
    }

    #[test]
    fn a_stop_ends_it_while_it_is_made() {
        let sides: Vec<String> = (0..4000).map(|side| format!("a{} b{}\n", side % 90, side % 91)).collect();
        let items: Vec<String> = (0..90).map(|item| format!("a{item} b{item} ")).collect();
        let problem = parse("t.dlx", &format!("{}b90\n{}", items.concat(), sides.concat())).unwrap().problem;
        let stop = StopFlag::new();
        stop.raise();
        let graph = Graph::new(&problem, Kept::default(), &mut Effort::within(&Budget::until(stop)));
        assert_eq!(graph.err(), Some(Reason::Asked));
    }

    #[test]
    fn twins_are_one_vertex() {
        let graph = graph("a b c | x y\na b x:1 y:p\nb a y:p x:1\nc a b x:2 y:q\n");
        assert_eq!(graph.options.classes().map(<[u32]>::len).collect::<Vec<_>>(), [2, 1]);
        let items: Vec<&[u32]> = graph.items.classes().collect();
        assert_eq!(items, [&[0, 1][..], &[2], &[3, 4]]);
        let looks =
            [(2, "item"), (1, "item"), (2, "item"), (2, "option"), (1, "option"), (1, "color"), (1, "color")];
        let word = |role| match role {
            Role::Option { .. } => "option",
            Role::Color => "color",
            _ => "item",
        };
        assert_eq!(graph.looks.iter().map(|&(role, twins)| (twins, word(role))).collect::<Vec<_>>(), looks);
        assert_eq!(graph.neighbours(0), [3, 4]);
        assert_eq!(graph.neighbours(2), [5, 6]);
        assert_eq!(graph.neighbours(4), [0, 1, 6]);
    }

    /// Other colors, other bounds, another kind, or no color at all: no twins.
    #[test]
    fn items_that_differ_are_not_twins() {
        for text in
            ["a | x y\na x:1 y:1\na x:2 y:1\n", "a | x y\na x:1 y\n", "a 1:2|b\na b\n", "a | x\na x\n"]
        {
            let graph = graph(text);
            assert!(graph.items.classes().all(|class| class.len() == 1), "{text}");
        }
    }
}
