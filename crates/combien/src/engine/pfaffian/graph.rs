//! A problem as a graph whose perfect matchings are its solutions.
//!
//! A vertex is an item, an edge an option of two items; equal options are one edge with a weight. A vertex
//! may be left alone in some ways: a secondary item in one, a primary item in as many as there are options
//! that have it alone. Counting matchings in which any vertices may be alone is hard even in the plane
//! (Jerrum, 1987). It is easy if the vertices of a component that may be alone lie on one face:
//! [`Graph::closed`] puts a *gadget* of new edges into it that can be matched in just one way, whichever of
//! them are left to it.

use std::collections::BTreeMap;

use super::planar::embed;
use crate::budget::{Effort, Reason};
use crate::engine::lists::Lists;
use crate::engine::{NotMatching, Refusal};
use crate::problem::{Color, ItemId, Kind, OptionId, Problem};

/// A graph with weights on its edges, without loops and parallel edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) vertices: usize,
    pub(super) edges: Vec<[u32; 2]>,
    pub(super) weights: Vec<u64>,
}

/// A problem as a graph, and what is known of its solutions without one.
#[derive(Debug)]
pub(super) struct Matchings {
    pub(super) graph: Graph,
    /// The item of each vertex.
    pub(super) items: Vec<u32>,
    /// In how many ways each vertex may be alone.
    alone: Vec<u64>,
    /// The items that forced options match: pairs, and items that are [`ALONE`].
    pub(super) forced: Vec<[u32; 2]>,
    /// What each solution is to be counted for besides.
    pub(super) factors: Vec<u64>,
}

/// The second item of a pair, if the first is alone.
pub(super) const ALONE: u32 = u32::MAX;

/// How options use an item.
#[derive(Clone, Copy)]
struct Use {
    options: u32,
    color: Option<Color>,
    is_mixed: bool,
}

/// Says of each item whether it can be left out: a secondary item that constrains nothing, because one option
/// has it, or all give it one color.
pub(super) fn is_free(problem: &Problem, effort: &mut Effort<'_>) -> Result<Vec<bool>, Refusal> {
    let mut uses = vec![Use { options: 0, color: None, is_mixed: false }; problem.item_count()];
    for option in problem.searched_options() {
        let entries = problem.option(option);
        effort.spend(entries.len())?;
        for entry in entries {
            let used = &mut uses[entry.item.index()];
            used.is_mixed |= used.options > 0 && used.color != entry.color;
            (used.options, used.color) = (used.options + 1, entry.color);
        }
    }
    let mut free = vec![];
    for item in problem.items() {
        let Use { options, color, is_mixed } = uses[item.index()];
        let is_secondary = problem.kind(item) == Kind::Secondary;
        let is_free = is_secondary && (options < 2 || (color.is_some() && !is_mixed));
        if !is_free && is_mixed {
            return Err(NotMatching::Colors(item).into());
        }
        free.push(is_free);
    }
    Ok(free)
}

impl Matchings {
    /// The graph of a problem, without forced options; `None` if some item cannot be covered. Nearly linear.
    pub(super) fn of(problem: &Problem, effort: &mut Effort<'_>) -> Result<Option<Matchings>, Refusal> {
        // Most problems are refused here, before anything is built.
        let is_primary = |item: ItemId| problem.kind(item) == Kind::Primary;
        for option in problem.searched_options() {
            let entries = problem.option(option);
            effort.spend(entries.len())?;
            if entries.iter().filter(|entry| is_primary(entry.item)).count() > 2 {
                return Err(NotMatching::ThreeItems(option).into());
            }
        }
        let free = is_free(problem, effort)?;
        let mut alone: Vec<u64> = problem.items().map(|item| u64::from(!is_primary(item))).collect();
        let mut edges: Vec<([u32; 2], OptionId)> = vec![];
        for option in problem.searched_options() {
            let mut items = problem.option(option).iter().map(|entry| entry.item.index());
            let mut items = items.by_ref().filter(|&item| !free[item]);
            match (items.next(), items.next(), items.next()) {
                (Some(item), None, None) => alone[item] += 1,
                (Some(a), Some(b), None) => edges.push(([a.min(b) as u32, a.max(b) as u32], option)),
                _ => return Err(NotMatching::ThreeItems(option).into()),
            }
        }
        edges.sort();
        let mut graph = Graph { vertices: problem.item_count(), ..Graph::default() };
        for (ends, _) in edges {
            if graph.edges.last() == Some(&ends) {
                graph.weights.iter_mut().last().into_iter().for_each(|weight| *weight += 1);
            } else {
                graph.edges.push(ends);
                graph.weights.push(1);
            }
        }
        // Items that were left out are vertices that may be alone in one way.
        let items = (0..problem.item_count() as u32).collect();
        let matchings = Matchings { graph, items, alone, forced: vec![], factors: vec![] };
        Ok(matchings.without_forced(effort)?)
    }

    /// Takes edges that are forced: those of a vertex that has no other, and may not be alone. Returns `None`
    /// if a vertex has none.
    fn without_forced(mut self, effort: &mut Effort<'_>) -> Result<Option<Matchings>, Reason> {
        let at = self.graph.edges_at();
        let mut degree: Vec<u32> = (0..self.graph.vertices as u32).map(|v| at.of(v).len() as u32).collect();
        let mut is_gone = vec![false; self.graph.vertices];
        let mut waiting: Vec<u32> =
            (0..self.graph.vertices as u32).filter(|&v| degree[v as usize] < 2).collect();
        while let Some(v) = waiting.pop() {
            effort.spend(1)?;
            let alone = self.alone[v as usize];
            if is_gone[v as usize] || (degree[v as usize] == 1 && alone > 0) {
                continue;
            }
            is_gone[v as usize] = true;
            let other = |edge: u32| {
                let [a, b] = self.graph.edges[edge as usize];
                a ^ b ^ v
            };
            let Some(&edge) = at.of(v).iter().find(|&&edge| !is_gone[other(edge) as usize]) else {
                if alone == 0 {
                    return Ok(None);
                }
                self.factors.push(alone);
                self.forced.push([v, ALONE]);
                continue;
            };
            self.factors.push(self.graph.weights[edge as usize]);
            let w = other(edge);
            self.forced.push([v, w]);
            is_gone[w as usize] = true;
            for &edge in at.of(w) {
                effort.spend(1)?;
                let [a, b] = self.graph.edges[edge as usize];
                let u = a ^ b ^ w;
                if !is_gone[u as usize] {
                    degree[u as usize] -= 1;
                    if degree[u as usize] < 2 {
                        waiting.push(u);
                    }
                }
            }
        }
        self.factors.retain(|&factor| factor != 1);
        let mut number = vec![0; is_gone.len()];
        let mut left = 0;
        for (v, _) in is_gone.iter().enumerate().filter(|&(_, &is_gone)| !is_gone) {
            number[v] = left;
            left += 1;
        }
        let Graph { edges, weights, .. } = std::mem::take(&mut self.graph);
        self.graph.vertices = left as usize;
        for (ends, weight) in edges.into_iter().zip(weights) {
            if ends.iter().all(|&end| !is_gone[end as usize]) {
                self.graph.edges.push(ends.map(|end| number[end as usize]));
                self.graph.weights.push(weight);
            }
        }
        let mut gone = is_gone.iter();
        self.alone.retain(|_| gone.next() == Some(&false));
        self.items.retain(|&item| !is_gone[item as usize]);
        Ok(Some(self))
    }

    /// The graph whose perfect matchings are to be counted, with a gadget for the vertices that may be alone.
    /// None if some component has an odd number of vertices, all of which must be matched. Linear except
    /// for the planarity test.
    pub(super) fn closed(mut self, effort: &mut Effort<'_>) -> Result<Option<Graph>, Refusal> {
        let component = self.graph.components();
        let mut sizes = BTreeMap::<u32, u32>::new();
        for &of in &component {
            *sizes.entry(of).or_default() += 1;
        }
        let mut apexes = BTreeMap::<u32, u32>::new();
        for (vertex, of) in component.iter().enumerate().filter(|&(vertex, _)| self.alone[vertex] > 0) {
            effort.spend(1)?;
            let next = (self.graph.vertices + apexes.len()) as u32;
            let apex = *apexes.entry(*of).or_insert(next);
            self.graph.edges.push([vertex as u32, apex]);
            self.graph.weights.push(self.alone[vertex]);
        }
        if sizes.iter().any(|(of, size)| size % 2 == 1 && !apexes.contains_key(of)) {
            return Ok(None);
        }
        if apexes.is_empty() {
            return Ok(Some(self.graph));
        }
        let inner = self.graph.vertices;
        let Some(with_apexes) = embed(inner + apexes.len(), &self.graph.edges, effort)? else {
            let plain: Vec<[u32; 2]> =
                self.graph.edges.iter().copied().filter(|edge| edge[1] < inner as u32).collect();
            let is_planar = embed(inner, &plain, effort)?.is_some();
            return Err(if is_planar { NotMatching::Alone } else { NotMatching::NotPlanar }.into());
        };
        let mut closed = Graph { vertices: inner, ..Graph::default() };
        for (&ends, &weight) in self.graph.edges.iter().zip(&self.graph.weights) {
            if ends[1] < inner as u32 {
                closed.push(ends, weight);
            }
        }
        let around = with_apexes.around(inner as u32);
        for (of, &apex) in &apexes {
            let ports = around[apex as usize - inner].iter().map(|&dart| {
                let [vertex, apex] = with_apexes.ends[dart as usize / 2];
                let vertex = vertex.min(apex);
                (vertex, self.alone[vertex as usize])
            });
            closed.add_gadget(&ports.collect::<Vec<_>>(), sizes[of] % 2 == 1);
        }
        Ok(Some(closed))
    }
}

impl Graph {
    fn push(&mut self, ends: [u32; 2], weight: u64) {
        self.edges.push(ends);
        self.weights.push(weight);
    }

    fn new_vertex(&mut self) -> u32 {
        self.vertices += 1;
        self.vertices as u32 - 1
    }

    /// Adds a gadget to vertices that lie around a face, in this order. It has one perfect matching for each
    /// set of them that is left to it, if their number is odd or even, as is asked for.
    ///
    /// It is a chain with a link for each vertex. The links at the ends are single vertices, those between
    /// are triangles. Each has an odd number of edges to the outside in a matching, so that these numbers
    /// tell, from one end to the other, whether links are joined. Then as many vertices are left to it as
    /// there are links, but for a multiple of two; an edge between links that is cut in two turns that
    /// round.
    fn add_gadget(&mut self, ports: &[(u32, u64)], is_odd: bool) {
        if let [(vertex, ways)] = *ports {
            if is_odd {
                let end = self.new_vertex();
                self.push([vertex, end], ways);
            }
            return;
        }
        let mut turns = is_odd != (ports.len() % 2 == 1);
        let mut open = None;
        for (at, &(vertex, ways)) in ports.iter().enumerate() {
            let port = self.new_vertex();
            self.push([vertex, port], ways);
            let (entry, exit) = if at == 0 || at + 1 == ports.len() {
                (port, port)
            } else {
                let (entry, exit) = (self.new_vertex(), self.new_vertex());
                for ends in [[port, entry], [port, exit], [entry, exit]] {
                    self.push(ends, 1);
                }
                (entry, exit)
            };
            if let Some(mut before) = open {
                if std::mem::take(&mut turns) {
                    let middle = self.new_vertex();
                    self.push([before, middle], 1);
                    before = middle;
                }
                self.push([before, entry], 1);
            }
            open = Some(exit);
        }
    }

    /// The edges of each vertex.
    pub(super) fn edges_at(&self) -> Lists {
        let ends = self.edges.iter().enumerate();
        Lists::new(self.vertices, ends.flat_map(|(edge, &[u, v])| [(u, edge as u32), (v, edge as u32)]))
    }

    /// The neighbours of each vertex.
    pub(super) fn neighbours(&self) -> Lists {
        Lists::new(self.vertices, self.edges.iter().flat_map(|&[u, v]| [(u, v), (v, u)]))
    }

    /// The first vertex of the component of each vertex.
    pub(super) fn components(&self) -> Vec<u32> {
        let neighbours = self.neighbours();
        let mut component = vec![u32::MAX; self.vertices];
        let mut waiting = vec![];
        for first in 0..self.vertices as u32 {
            if component[first as usize] != u32::MAX {
                continue;
            }
            component[first as usize] = first;
            waiting.push(first);
            while let Some(v) = waiting.pop() {
                for &w in neighbours.of(v) {
                    if component[w as usize] == u32::MAX {
                        component[w as usize] = first;
                        waiting.push(w);
                    }
                }
            }
        }
        component
    }

    /// Is each vertex on the first side, if the graph is bipartite?
    pub(super) fn sides(&self) -> Option<Vec<bool>> {
        let neighbours = self.neighbours();
        let mut side: Vec<Option<bool>> = vec![None; self.vertices];
        let mut waiting = vec![];
        for first in 0..self.vertices as u32 {
            if side[first as usize].is_none() {
                side[first as usize] = Some(true);
                waiting.push((first, true));
            }
            while let Some((v, is_first)) = waiting.pop() {
                for &w in neighbours.of(v) {
                    match side[w as usize] {
                        None => {
                            side[w as usize] = Some(!is_first);
                            waiting.push((w, !is_first));
                        }
                        Some(of_w) if of_w == is_first => return None,
                        Some(_) => {}
                    }
                }
            }
        }
        side.into_iter().collect()
    }
}
