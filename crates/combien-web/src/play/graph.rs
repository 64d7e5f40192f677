//! A graph as a board: its vertices are colored one by one, or gathered to parts.

use std::collections::{BTreeSet, HashMap};

use combien::problem::{OptionId, Solution};
use combien_puzzles::Classic;
use combien_tiling::draw::{Parts, Reading};
use serde_json::{Value, json};

use super::{item_as_json, palette, placement, refused, rounded, unturned};
use crate::document::Answer;

/// The largest graph that is laid out.
const MOST_VERTICES: usize = 200;

/// A vertex is drawn as large as this, with this many corners.
const RADIUS: f64 = 0.42;
const CORNERS: u32 = 16;

/// Neighbours are this far apart where there is room.
const STEP: f64 = 1.7;

/// The number of times each vertex moves to where its distances are more like those along edges.
const ROUNDS: usize = 150;

/// A graph whose parts are gathered from its vertices. Parts of one kind have one color each where they lie.
pub(super) fn parts(classic: &Classic, graph: &Parts) -> Answer {
    let problem = classic.problem();
    if graph.vertices.len() > MOST_VERTICES {
        return Err(refused("large", "the graph is too large to be played by hand"));
    }
    let part = |option: OptionId| match classic.read(&[option].into_iter().collect::<Solution>()) {
        Reading::Graph(read) => read.parts.into_iter().next(),
        _ => None,
    };
    let parts: Vec<_> = problem.options().map(part).collect();
    let kinds: Vec<&str> =
        parts.iter().flatten().map(|part| &*part.name).collect::<BTreeSet<_>>().into_iter().collect();
    let cells = |option: &OptionId| parts[option.index()].as_ref().map_or(&[][..], |part| &part.vertices);
    let place = |option: OptionId| {
        let kind =
            parts[option.index()].as_ref().and_then(|part| kinds.iter().position(|&kind| kind == part.name));
        let mut placement = placement(problem, option, kind, [0.0; 2]);
        if let Some(items) = placement[4].as_array_mut() {
            items.extend(cells(&option).iter().map(|vertex| json!(problem.item_count() + vertex)));
        }
        placement
    };
    let points = points(graph.vertices.len(), &graph.edges);
    let vertex = |vertex: usize| json!({"least": 1, "most": 1, "cell": vertex});
    let kind = |&kind: &&str| json!({"name": kind, "color": "", "least": 0, "most": null});
    let way = |kind: usize| unturned(kind, &json!([]));
    Ok(json!({
        "type": "board", "form": "parts", "links": graph.edges, "palette": palette(),
        "cells": graph.vertices.iter().zip(&points).map(cell).collect::<Vec<_>>(),
        "items": problem.items().map(|item| item_as_json(problem, item, None))
            .chain((0..points.len()).map(vertex)).collect::<Vec<_>>(),
        "pieces": kinds.iter().map(kind).collect::<Vec<_>>(),
        "ways": (0..kinds.len()).map(way).collect::<Vec<_>>(),
        "placements": problem.options().map(place).collect::<Vec<_>>(),
    }))
}

/// Members of classes as the vertices of a graph, and classes as colors: two members are joined if an item
/// keeps them out of one class. `None` if an option is more than one member of a class, or if almost all
/// members are joined.
pub(super) fn colored(classic: &Classic) -> Option<Value> {
    let problem = classic.problem();
    let of_option = |option: OptionId| {
        let Reading::Sets(sets) = classic.read(&[option].into_iter().collect::<Solution>()) else {
            return None;
        };
        let mut full = sets.into_iter().enumerate().filter(|(_, set)| !set.members.is_empty());
        let (Some((class, set)), None) = (full.next(), full.next()) else { return None };
        let [member] = <[String; 1]>::try_from(set.members).ok()?;
        Some((class, set.name?, member))
    };
    let said: Vec<(usize, String, String)> = problem.options().map(of_option).collect::<Option<_>>()?;
    let mut number: HashMap<&str, usize> = HashMap::new();
    for (_, _, member) in &said {
        let next = number.len();
        number.entry(member).or_insert(next);
    }
    let mut members = vec![""; number.len()];
    for (member, &at) in &number {
        members[at] = member;
    }
    let links = links(
        classic,
        &said.iter().map(|(class, _, member)| (*class, number[&**member])).collect::<Vec<_>>(),
    );
    if links.len() > 4 * members.len() || members.len() > MOST_VERTICES {
        return None;
    }
    let points = points(members.len(), &links);
    let classes: BTreeSet<(usize, &str)> = said.iter().map(|(class, name, _)| (*class, &**name)).collect();
    let palette = palette();
    let class = |&(class, name): &(usize, &str)| {
        let color = palette.get(class % palette.len().max(1));
        json!({"name": name, "color": color, "least": 0, "most": null})
    };
    let way = |class: usize| unturned(class, &json!([{"layer": 0, "outline": disk([0.0; 2])}]));
    let place = |(option, (class, _, member)): (OptionId, &(usize, String, String))| {
        let (way, at) = (classes.iter().position(|(other, _)| other == class), number[&**member]);
        let mut placement = placement(problem, option, way, points[at].map(rounded));
        if let Some(items) = placement[4].as_array_mut() {
            items.push(json!(problem.item_count() + at));
        }
        placement
    };
    let vertex = |vertex: usize| json!({"least": 1, "most": 1, "cell": vertex});
    Some(json!({
        "type": "board", "form": "pieces", "links": links,
        "cells": members.iter().zip(&points).map(cell).collect::<Vec<_>>(),
        "items": problem.items().map(|item| item_as_json(problem, item, None))
            .chain((0..points.len()).map(vertex)).collect::<Vec<_>>(),
        "pieces": classes.iter().map(class).collect::<Vec<_>>(),
        "ways": (0..classes.len()).map(way).collect::<Vec<_>>(),
        "placements": problem.options().zip(&said).map(place).collect::<Vec<_>>(),
    }))
}

/// The pairs of members that some item, which is covered once at most, keeps out of one class.
fn links(classic: &Classic, said: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let problem = classic.problem();
    let mut options: Vec<Vec<(usize, usize)>> = vec![vec![]; problem.item_count()];
    for option in problem.options() {
        for entry in problem.option(option) {
            options[entry.item.index()].push(said[option.index()]);
        }
    }
    let pairs = options.iter().filter_map(|options| match options[..] {
        [(class, one), (other_class, other)] if class == other_class && one != other => {
            Some((one.min(other), one.max(other)))
        }
        _ => None,
    });
    pairs.collect::<BTreeSet<_>>().into_iter().collect()
}

fn cell<T: AsRef<str>>((name, &point): (T, &[f64; 2])) -> Value {
    json!({"name": name.as_ref(), "layer": 0, "outline": disk(point), "mark": name.as_ref()})
}

fn disk([x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let corner = |corner: u32| {
        let angle = std::f64::consts::TAU * (f64::from(corner) + 0.5) / f64::from(CORNERS);
        [rounded(x + RADIUS * angle.cos()), rounded(y + RADIUS * angle.sin())]
    };
    (0..CORNERS).map(corner).collect()
}

/// Points for the vertices, so that those that are near along edges are near on the plane: from a circle,
/// each moves to the mean of where the others want it, with weights by the square of the distance along edges
/// (E. R. Gansner, Y. Koren, S. North: Graph drawing by stress majorization, 2004). Cubic in the vertices.
fn points(count: usize, edges: &[(usize, usize)]) -> Vec<[f64; 2]> {
    let far = distances(count, edges);
    let turn = std::f64::consts::TAU / count.max(1) as f64;
    let on_circle = |at: usize| {
        let (angle, radius) = (turn * at as f64, STEP * count as f64 / 6.0);
        [radius * angle.sin(), -radius * angle.cos()]
    };
    let mut points: Vec<[f64; 2]> = (0..count).map(on_circle).collect();
    for _ in 0..ROUNDS {
        for at in 0..count {
            let ([mut x, mut y], mut total) = ([0.0; 2], 0.0);
            for other in (0..count).filter(|&other| other != at) {
                let [dx, dy] = [points[at][0] - points[other][0], points[at][1] - points[other][1]];
                let wanted = STEP * far[at][other];
                let (scale, weight) = (wanted / dx.hypot(dy).max(1e-9), 1.0 / (wanted * wanted));
                x += weight * (points[other][0] + dx * scale);
                y += weight * (points[other][1] + dy * scale);
                total += weight;
            }
            if total > 0.0 {
                points[at] = [x / total, y / total];
            }
        }
    }
    // Vertices that came too near get room: all distances grow.
    let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
    let nearest = pairs
        .map(|(one, other)| (points[one][0] - points[other][0]).hypot(points[one][1] - points[other][1]));
    let scale = (1.1 / nearest.fold(f64::INFINITY, f64::min)).clamp(1.0, 4.0);
    points.iter().map(|point| point.map(|length| length * scale)).collect()
}

/// How many edges lead from a vertex to another; between two that no edges join, one more than the most.
fn distances(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<f64>> {
    let mut beside = vec![vec![]; count];
    for &(one, other) in edges {
        beside[one].push(other);
        beside[other].push(one);
    }
    let from = |start: usize| {
        let mut far = vec![f64::INFINITY; count];
        far[start] = 0.0;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for &other in &beside[at] {
                if far[other].is_infinite() {
                    far[other] = far[at] + 1.0;
                    reached.push(other);
                }
            }
        }
        far
    };
    let mut all: Vec<Vec<f64>> = (0..count).map(from).collect();
    let most = all.iter().flatten().copied().filter(|far| far.is_finite()).fold(1.0, f64::max);
    all.iter_mut().flatten().filter(|far| far.is_infinite()).for_each(|far| *far = most + 1.0);
    all
}
