//! Graphs, read from a text.

use indexmap::IndexSet;

use super::fault::{Fault, Text};
use combien::diagnostic::counted;

/// A simple graph. Vertices are numbered in the order in which the text names them first.
#[derive(Clone, Debug)]
pub(super) struct Graph<'a> {
    pub(super) vertices: IndexSet<&'a str>,
    /// Each edge once, in the order of the text, with its ends as they are written there.
    pub(super) edges: IndexSet<(usize, usize)>,
    /// The first line, from 0, that names an edge again.
    pub(super) repeated: Option<usize>,
}

impl<'a> Graph<'a> {
    /// Each line has an edge, `a b` or `a-b`, or a single vertex, which may have no neighbours. Takes linear
    /// time.
    pub(super) fn read(text: &'a Text) -> Result<Graph<'a>, Fault> {
        let (mut vertices, mut edges) = (IndexSet::new(), IndexSet::new());
        let mut repeated = None;
        for (line, words) in text.lines() {
            let wrong = |message: String| Err(Fault::at_line(text, line, "edge", message));
            let ends = match words[..] {
                [word] => word.split('-').collect(),
                _ => words,
            };
            match ends[..] {
                [vertex] => {
                    vertices.insert(vertex);
                }
                [one, other] if one == other => {
                    return wrong(format!("`{one}` is no neighbour of itself"));
                }
                [one, other] if !one.is_empty() && !other.is_empty() => {
                    let one = vertices.insert_full(one).0;
                    let other = vertices.insert_full(other).0;
                    if edges.contains(&(other, one)) || !edges.insert((one, other)) {
                        repeated.get_or_insert(line);
                    }
                }
                _ if ends.contains(&"") => return wrong("an edge such as `a-b` has two vertices".to_owned()),
                _ => return wrong(format!("an edge has two vertices, not {}", ends.len())),
            }
        }
        if vertices.is_empty() {
            return Err(Fault::at_line(text, 0, "empty-graph", "there is no vertex in this file"));
        }
        Ok(Graph { vertices, edges, repeated })
    }

    /// The name of a vertex.
    pub(super) fn name(&self, vertex: usize) -> &'a str {
        self.vertices.get_index(vertex).copied().unwrap_or_default()
    }

    /// `10 vertices and 15 edges`.
    pub(super) fn size(&self) -> String {
        let count = self.vertices.len();
        let vertices = if count == 1 { "vertex" } else { "vertices" };
        format!("{count} {vertices} and {}", counted(self.edges.len(), "edge"))
    }
}
