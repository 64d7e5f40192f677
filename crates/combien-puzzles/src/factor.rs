//! Covers of a graph by small graphs: perfect matchings, factors, partitions into connected parts.

use std::ops::Range;

use super::classic::{Classic, Draft, Form, Kind, MOST_OPTIONS, Parted};
use super::fault::{Fault, Text};
use super::graph::Graph;
use super::subgraphs::{ConnectedSets, Host, Pattern};
use combien::diagnostic::{Diagnostic, Place, Source, nearest};
use combien::problem::{Bounds, ItemId};

/// The maximum number of vertices of a piece.
const LARGEST: usize = 100;
/// How many vertices are tried at most to find the copies of all pieces: some seconds of work.
const MOST_STEPS: u64 = 100_000_000;

/// Covers of the vertices of a graph by copies of pieces, which are small connected graphs: each vertex
/// belongs to just one copy. If H is the only piece, these are the *H-factors* of the graph; for an edge, the
/// perfect matchings.
///
/// The graph is read as by [`coloring`](super::coloring()), except that an edge may be there only once. The
/// pieces are separated by commas. A piece is
///
/// - `path3`, a path with 3 vertices; `path1` is a single vertex, `path2` an edge;
/// - `cycle4`, a cycle with 4 vertices;
/// - `star3`, a vertex with 3 neighbours;
/// - `complete3`, 3 vertices, each joined to each;
/// - `connected4`, any connected set of 4 vertices;
/// - `a-b-c-a-d`, the graph whose edges this walk uses.
///
/// `path2..4` stands for `path2`, `path3` and `path4`. In front of a piece, `2x` says how many copies there
/// are, and `1..3x` how many at least and at most; after a range, of all its pieces together.
///
/// A copy is a subgraph, its vertices and edges: the complete graph on four vertices has three copies of
/// `cycle4`. It need not have all edges that the graph has between its vertices. `connected` is different:
/// its copies are sets of vertices, whatever the edges between them.
///
/// Vertices are primary items, and an option is a copy. Copies are found by backtracking, exponential in the
/// size of a piece at worst.
///
/// # Errors
///
/// If the graph or the pieces are not written as above; if a piece is larger than the graph, or the same as
/// another; if there are more than a million copies, or they take too long to find.
pub fn factor(graph: &Text, pieces: &Text) -> Result<Classic, Fault> {
    let read = Graph::read(graph)?;
    if let Some(line) = read.repeated {
        return Err(Fault::at_line(graph, line, "edge-twice", "this edge is there already"));
    }
    let asked = Asking { text: pieces, vertices: read.vertices.len() }.all()?;
    let mut filling = Filling {
        text: pieces,
        host: Host::new(read.vertices.len(), read.edges.iter().copied()),
        graph: &read,
        draft: Draft::new(),
        items: vec![],
        kinds: vec![],
        steps: MOST_STEPS,
    };
    filling.refuse_twins(&asked)?;
    filling.items = filling.draft.primary(read.vertices.len(), |vertex| read.name(vertex).to_owned())?;
    for piece in &asked {
        filling.add(piece)?;
    }
    let names: Vec<&str> = asked.iter().map(|piece| &pieces.content[piece.span.clone()]).collect();
    let title = format!("covers of {} by {}", read.size(), names.join(", "));
    let form = Form::Graph(Box::new(Parted {
        vertices: read.vertices.iter().map(|&name| name.to_owned()).collect(),
        edges: read.edges.iter().copied().collect(),
        kinds: filling.kinds,
    }));
    Ok(filling.draft.finish(title, form))
}

/// What is between two commas.
struct Asked {
    /// Where.
    span: Range<usize>,
    copies: Option<Bounds>,
    shapes: Shapes,
}

enum Shapes {
    /// Connected sets, with the least and the greatest number of vertices.
    Connected(usize, usize),
    /// Graphs with their names.
    Patterns(Vec<(String, Pattern)>),
}

/// A named kind of pieces: its least size, how many vertices it has beyond its size, and a walk through all
/// its edges.
struct Named {
    name: &'static str,
    least: usize,
    further: usize,
    walk: fn(usize) -> Vec<usize>,
}

const NAMED: [Named; 4] = [
    Named { name: "path", least: 1, further: 0, walk: |size| (0..size).collect() },
    Named { name: "cycle", least: 3, further: 0, walk: |size| (0..size).chain([0]).collect() },
    Named {
        name: "star",
        least: 1,
        further: 1,
        walk: |size| (1..=size).flat_map(|leaf| [0, leaf]).collect(),
    },
    Named {
        name: "complete",
        least: 1,
        further: 0,
        walk: |size| {
            let pairs = (1..size).flat_map(|vertex| (0..vertex).flat_map(move |one| [one, vertex]));
            pairs.chain([0]).collect()
        },
    },
];
const CONNECTED: &str = "connected";

fn wrong(text: &Text, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Fault {
    let place = Place::new(&Source::new(&text.name, &text.content), span);
    Fault::Text(Box::new(Diagnostic::error("piece", message, place).hinted(hint)))
}

/// Reads pieces.
struct Asking<'a> {
    text: &'a Text,
    /// How many the graph has.
    vertices: usize,
}

impl Asking<'_> {
    fn all(&self) -> Result<Vec<Asked>, Fault> {
        let mut start = 0;
        let parts = self.text.content.split(',').map(|part| {
            let from = start + part.len() - part.trim_start().len();
            start += part.len() + 1;
            self.one(from..from + part.trim().len())
        });
        parts.collect()
    }

    fn wrong(&self, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        wrong(self.text, span, message, hint)
    }

    fn one(&self, span: Range<usize>) -> Result<Asked, Fault> {
        let whole = &self.text.content[span.clone()];
        if whole.is_empty() {
            return Err(self.wrong(span, "there is no piece here", "write one such as path3"));
        }
        let is_number = |c: char| c.is_ascii_digit() || c == '.';
        let (copies, start) = match whole.find('x') {
            Some(end) if end > 0 && whole[..end].chars().all(is_number) => {
                (Some(self.copies(span.start..span.start + end)?), span.start + end + 1)
            }
            _ => (None, span.start),
        };
        let written = &self.text.content[start..span.end];
        let shapes = if written.contains('-') {
            Shapes::Patterns(vec![(written.to_owned(), self.walk(start..span.end)?)])
        } else {
            self.named(start..span.end)?
        };
        Ok(Asked { span, copies, shapes })
    }

    /// `2` or `2..4`.
    fn range(&self, span: Range<usize>, hint: &str) -> Result<(usize, usize), Fault> {
        let written = &self.text.content[span.clone()];
        let (from, to) = written.split_once("..").unwrap_or((written, written));
        match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
            (Ok(_), Ok(_)) => Err(self.wrong(span, format!("there is no number in {from}..{to}"), hint)),
            _ => Err(self.wrong(span, format!("`{written}` is neither a number nor a range"), hint)),
        }
    }

    fn copies(&self, span: Range<usize>) -> Result<Bounds, Fault> {
        let (lo, hi) = self.range(span.clone(), "write 2x or 1..3x in front of a piece")?;
        match (u32::try_from(lo), u32::try_from(hi)) {
            (Ok(lo), Ok(hi @ 1..)) => Ok(Bounds { lo, hi }),
            (_, Ok(_)) => Err(self.wrong(span, "no copy of this piece is allowed", "leave it out")),
            _ => Err(self.wrong(span, "these are too many copies", "leave the number out for any")),
        }
    }

    fn named(&self, span: Range<usize>) -> Result<Shapes, Fault> {
        let written = &self.text.content[span.clone()];
        let letters = written.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(written.len());
        let (name, sizes) = written.split_at(letters);
        let names = || NAMED.iter().map(|named| named.name).chain([CONNECTED]);
        let named = NAMED.iter().find(|named| named.name == name);
        if named.is_none() && name != CONNECTED {
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}{sizes}`?"),
                None => "pieces are path3, cycle4, star3, complete3, connected4, or walks such as a-b-c-a-d"
                    .into(),
            };
            return Err(self.wrong(span, format!("there is no piece `{written}`"), hint));
        }
        let example = format!("write {name}3 or {name}3..5");
        if sizes.is_empty() {
            return Err(self.wrong(span, format!("`{name}` has no size"), example));
        }
        let (from, to) = self.range(span.start + letters..span.end, &example)?;
        let (least, further) = named.map_or((1, 0), |named| (named.least, named.further));
        if from < least {
            let message = format!("there is no `{name}{from}`");
            return Err(self.wrong(span, message, format!("the smallest one is {name}{least}")));
        }
        self.check_size(span, to.saturating_add(further))?;
        Ok(match named {
            None => Shapes::Connected(from, to),
            Some(named) => {
                let pattern = |size| (format!("{name}{size}"), Pattern::of_walk(&(named.walk)(size)));
                Shapes::Patterns((from..=to).map(pattern).collect())
            }
        })
    }

    /// Refuses pieces with too many vertices.
    fn check_size(&self, span: Range<usize>, size: usize) -> Result<(), Fault> {
        let most = self.vertices.min(LARGEST);
        if size <= most {
            return Ok(());
        }
        let message = if size > self.vertices {
            format!("this piece has {size} vertices, and the graph has only {}", self.vertices)
        } else {
            format!("this piece has {size} vertices")
        };
        Err(self.wrong(span, message, format!("a piece has at most {most} vertices here")))
    }

    /// `a-b-c-a-d`.
    fn walk(&self, span: Range<usize>) -> Result<Pattern, Fault> {
        let written = &self.text.content[span.clone()];
        let mut names = vec![];
        let mut walk: Vec<usize> = vec![];
        for name in written.split('-') {
            if name.is_empty() {
                let hint = "write the vertices of a walk with one `-` between them: a-b-c-a";
                return Err(self.wrong(span, "a vertex has no name", hint));
            }
            let vertex = names.iter().position(|&other| other == name).unwrap_or(names.len());
            if vertex == names.len() {
                names.push(name);
            }
            if walk.last() == Some(&vertex) {
                let message = format!("`{name}` is no neighbour of itself");
                return Err(self.wrong(span, message, "the next vertex of a walk is another one"));
            }
            walk.push(vertex);
        }
        self.check_size(span, names.len())?;
        Ok(Pattern::of_walk(&walk))
    }
}

/// Adds options, piece by piece.
struct Filling<'a> {
    text: &'a Text,
    graph: &'a Graph<'a>,
    host: Host,
    draft: Draft,
    items: Vec<ItemId>,
    kinds: Vec<(usize, Kind)>,
    /// How many may still be made.
    steps: u64,
}

impl Filling<'_> {
    /// Refuses pieces that are the same: their copies would be counted twice.
    fn refuse_twins(&mut self, asked: &[Asked]) -> Result<(), Fault> {
        let mut seen: Vec<&Asked> = vec![];
        for piece in asked {
            for &other in &seen {
                if let Some(name) = self.common(&piece.shapes, &other.shapes) {
                    let earlier = &self.text.content[other.span.clone()];
                    let message = format!("{name} are among the copies of `{earlier}`, too");
                    return Err(wrong(self.text, piece.span.clone(), message, "each would be counted twice"));
                }
            }
            self.check_steps(piece)?;
            seen.push(piece);
        }
        Ok(())
    }

    /// What two pieces have in common.
    fn common(&mut self, one: &Shapes, other: &Shapes) -> Option<String> {
        let (one, other) = match (one, other) {
            (&Shapes::Connected(from, to), &Shapes::Connected(least, most)) => {
                let size = from.max(least);
                return (size <= to.min(most)).then(|| format!("connected sets of {size}"));
            }
            (&Shapes::Connected(from, to), Shapes::Patterns(list))
            | (Shapes::Patterns(list), &Shapes::Connected(from, to)) => {
                let mut within = list.iter().filter(|(_, pattern)| (from..=to).contains(&pattern.size()));
                return within.next().map(|(name, _)| format!("the vertices of `{name}`"));
            }
            (Shapes::Patterns(one), Shapes::Patterns(other)) => (one, other),
        };
        let steps = &mut self.steps;
        let mut pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        let twin = pairs.find(|((_, one), (_, other))| one.is_like(other, steps));
        twin.map(|((name, _), _)| format!("the copies of `{name}`"))
    }

    /// Refuses to work longer.
    fn check_steps(&self, piece: &Asked) -> Result<(), Fault> {
        if self.steps > 0 {
            return Ok(());
        }
        let name = &self.text.content[piece.span.clone()];
        let message = format!("after {MOST_STEPS} steps, not all copies of `{name}` are found");
        Err(wrong(self.text, piece.span.clone(), message, "take smaller pieces, or a smaller graph"))
    }

    fn add(&mut self, piece: &Asked) -> Result<(), Fault> {
        let name = &self.text.content[piece.span.clone()];
        let bounded = |bounds| self.draft.bounded(bounds, &format!("copies-of-{name}"));
        let counted = piece.copies.map(bounded).transpose()?;
        let added = match &piece.shapes {
            &Shapes::Connected(from, to) => self.add_connected(from, to, counted),
            Shapes::Patterns(list) => {
                list.iter().try_for_each(|(name, pattern)| self.add_copies(name, pattern, counted))
            }
        };
        match added {
            Err(Fault::TooLarge) => {
                let message = format!(
                    "with the copies of `{name}` there are more than {MOST_OPTIONS} options, or very long ones"
                );
                Err(wrong(self.text, piece.span.clone(), message, "take smaller pieces, or a smaller graph"))
            }
            Err(fault) => Err(fault),
            Ok(()) => self.check_steps(piece),
        }
    }

    /// Adds an option for each copy of a graph.
    fn add_copies(&mut self, name: &str, pattern: &Pattern, counted: Option<ItemId>) -> Result<(), Fault> {
        let kind = Kind { name: name.to_owned(), edges: Some(pattern.edges.clone()) };
        self.kinds.push((self.draft.option_count(), kind));
        let (draft, items, graph) = (&mut self.draft, &self.items, self.graph);
        pattern.each_copy(&self.host, &mut self.steps, |vertices| {
            let says = vertices.iter().map(|&vertex| (vertex, graph.name(vertex).to_owned()));
            let option = draft.option(vertices.iter().map(|&vertex| items[vertex]).chain(counted), says)?;
            let names: Vec<&str> = vertices.iter().map(|&vertex| graph.name(vertex)).collect();
            draft.name_option(option, &format!("{name}:{}", names.join("-")));
            Ok(())
        })
    }

    /// Adds an option for each connected set, by size: all of one size have the same name.
    fn add_connected(&mut self, from: usize, to: usize, counted: Option<ItemId>) -> Result<(), Fault> {
        let mut sets = vec![vec![]; to + 1 - from];
        let (mut count, room) = (0, MOST_OPTIONS - self.draft.option_count());
        ConnectedSets::each(&self.host, to, &mut self.steps, |set| {
            if set.len() >= from {
                count += 1;
                if count > room {
                    return Err(Fault::TooLarge);
                }
                let mut set = set.to_vec();
                set.sort_unstable();
                sets[set.len() - from].push(set);
            }
            Ok(())
        })?;
        for (size, sets) in (from..).zip(sets) {
            let kind = Kind { name: format!("{CONNECTED}{size}"), edges: None };
            self.kinds.push((self.draft.option_count(), kind));
            for set in sets {
                let says = set.iter().map(|&vertex| (vertex, self.graph.name(vertex).to_owned()));
                self.draft.option(set.iter().map(|&vertex| self.items[vertex]).chain(counted), says)?;
            }
        }
        Ok(())
    }
}
