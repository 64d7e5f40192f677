//! Colorings of graphs.

use indexmap::{IndexMap, IndexSet};

use super::classic::{Classic, Draft, Form};
use super::fault::{Fault, Text, within};
use crate::diagnostic::counted;

/// Colorings of the vertices of a graph with at most this many colors, so that neighbours differ. Their number is the
/// chromatic polynomial's value. Each line of the text has an edge, given by its two vertices, or a single vertex
/// without neighbours.
///
/// Vertices are primary items; an option gives one a color. For each edge and each color there is a secondary item, so
/// that at most one end has it. Colors of items cannot express this: they say what is the same, but neighbours differ.
pub fn coloring(colors: usize, graph: &Text) -> Result<Classic, Fault> {
    within("K", colors, 1..=1000)?;
    let mut neighbours: IndexMap<&str, Vec<usize>> = IndexMap::new();
    let mut edges: IndexSet<(&str, &str)> = IndexSet::new();
    for (line, words) in graph.lines() {
        let wrong = |message: String| Err(Fault::at_line(graph, line, "edge", message));
        let (one, other) = match words[..] {
            [vertex] => {
                neighbours.entry(vertex).or_default();
                continue;
            }
            [one, other] if one == other => return wrong(format!("`{one}` is no neighbour of itself")),
            [one, other] => (one, other),
            _ => return wrong(format!("an edge has two vertices, not {}", words.len())),
        };
        if edges.contains(&(other, one)) || !edges.insert((one, other)) {
            continue;
        }
        for vertex in [one, other] {
            neighbours.entry(vertex).or_default().push(edges.len() - 1);
        }
    }
    if neighbours.is_empty() {
        return Err(Fault::at_line(graph, 0, "empty-graph", "there is no vertex in this file"));
    }
    let mut draft = Draft::new();
    let name = |vertex| neighbours.get_index(vertex).map_or("", |(name, _)| name).to_owned();
    let vertices = draft.primary(neighbours.len(), name)?;
    let ends = draft.secondary(edges.len() * colors, |number| {
        let (one, other) = edges[number / colors];
        format!("{one}-{other}#{}", number % colors + 1)
    })?;
    for (&item, (vertex, edges)) in vertices.iter().zip(&neighbours) {
        for color in 0..colors {
            let ends = edges.iter().map(|edge| ends[edge * colors + color]);
            draft.option([item].into_iter().chain(ends), [(color, (*vertex).to_owned())])?;
        }
    }
    let names = (1..=colors).map(|color| format!("color {color}")).collect();
    let count = vertices.len();
    let vertices = if count == 1 { "vertex" } else { "vertices" };
    let (edges, colors) = (counted(edges.len(), "edge"), counted(colors, "color"));
    let title = format!("colorings of {count} {vertices} and {edges} in {colors}");
    Ok(draft.finish(title, Form::Classes(names)))
}
