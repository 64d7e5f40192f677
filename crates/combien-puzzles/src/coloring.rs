//! Colorings of graphs.

use super::classic::{Classic, Draft, Form};
use super::fault::{Fault, Text, within};
use super::graph::Graph;
use combien::diagnostic::counted;

/// Colorings of the vertices of a graph with at most this many colors, so that neighbours differ. Their
/// number is the chromatic polynomial's value. Each line of the text has an edge, `a b` or `a-b`, or a single
/// vertex without neighbours.
///
/// Vertices are primary items; an option gives one a color. For each edge and each color there is a secondary
/// item, so that at most one end has it. Colors of items cannot express this: they say what is the same, but
/// neighbours differ.
pub fn coloring(colors: usize, graph: &Text) -> Result<Classic, Fault> {
    within("K", colors, 1..=1000)?;
    let graph = Graph::read(graph)?;
    let mut edges_of = vec![vec![]; graph.vertices.len()];
    for (edge, &(one, other)) in graph.edges.iter().enumerate() {
        edges_of[one].push(edge);
        edges_of[other].push(edge);
    }
    let mut draft = Draft::new();
    let vertices = draft.primary(graph.vertices.len(), |vertex| graph.name(vertex).to_owned())?;
    let ends = draft.secondary(graph.edges.len() * colors, |number| {
        let (one, other) = graph.edges[number / colors];
        format!("{}-{}#{}", graph.name(one), graph.name(other), number % colors + 1)
    })?;
    for ((&item, edges), name) in vertices.iter().zip(&edges_of).zip(&graph.vertices) {
        for color in 0..colors {
            let ends = edges.iter().map(|edge| ends[edge * colors + color]);
            draft.option([item].into_iter().chain(ends), [(color, (*name).to_owned())])?;
        }
    }
    let names = (1..=colors).map(|color| format!("color {color}")).collect();
    let title = format!("colorings of {} in {}", graph.size(), counted(colors, "color"));
    Ok(draft.finish(title, Form::Classes(names)))
}
