//! Planarity, matchings and small counts, against brute force.

use super::*;
use crate::budget::at_once;
use crate::problem::dlx;
use crate::random::SplitMix64;

fn count(text: &str) -> Count {
    let problem = dlx::parse("t", text).unwrap().problem;
    let mut pfaffian = Pfaffian::new(&problem, &Budget::UNLIMITED).unwrap();
    assert_eq!(pfaffian.run(u64::MAX), Pause::End);
    assert_eq!(pfaffian.work(), pfaffian.forecast());
    pfaffian.count().unwrap()
}

/// The edges of a complete graph.
fn complete(vertices: u32) -> Vec<[u32; 2]> {
    (0..vertices).flat_map(|v| (0..v).map(move |u| [u, v])).collect()
}

fn complete_bipartite(left: u32, right: u32) -> Vec<[u32; 2]> {
    (0..left).flat_map(|u| (0..right).map(move |v| [u, left + v])).collect()
}

fn petersen() -> Vec<[u32; 2]> {
    (0..5).flat_map(|k| [[k, (k + 1) % 5], [k, k + 5], [k + 5, (k + 2) % 5 + 5]]).collect()
}

/// Each edge as a path of some edges more.
fn subdivided(vertices: u32, edges: &[[u32; 2]], random: &mut SplitMix64) -> (u32, Vec<[u32; 2]>) {
    let (mut vertices, mut paths) = (vertices, vec![]);
    for &[u, v] in edges {
        let mut last = u;
        for _ in 0..random.place(3) {
            paths.push([last, vertices]);
            last = vertices;
            vertices += 1;
        }
        paths.push([last, v]);
    }
    (vertices, paths)
}

/// A graph with its vertices and edges in another order.
fn shuffled(vertices: u32, edges: &[[u32; 2]], random: &mut SplitMix64) -> Vec<[u32; 2]> {
    let mut names: Vec<u32> = (0..vertices).collect();
    random.shuffle(&mut names);
    let mut edges: Vec<[u32; 2]> = edges.to_vec();
    random.shuffle(&mut edges);
    edges
        .into_iter()
        .map(|[u, v]| if random.place(2) == 0 { [u, v] } else { [v, u] })
        .map(|ends| ends.map(|end| names[end as usize]))
        .collect()
}

/// A drawing whose faces prove that it is plane.
fn is_planar(vertices: u32, edges: &[[u32; 2]]) -> bool {
    let embedding = at_once(|effort| planar::embed(vertices as usize, edges, effort)).unwrap();
    embedding.is_some_and(|embedding| {
        let mut drawn: Vec<[u32; 2]> = embedding.ends.clone();
        let mut given = edges.to_vec();
        drawn.iter_mut().chain(&mut given).for_each(|ends| ends.sort_unstable());
        assert_eq!(drawn, given);
        embedding.faces().expect("the drawing is plane");
        true
    })
}

/// A maximal planar graph: vertices are put into triangles of one before.
fn triangulation(vertices: u32, random: &mut SplitMix64) -> Vec<[u32; 2]> {
    let mut edges = vec![[0, 1], [0, 2], [1, 2]];
    let mut triangles = vec![[0, 1, 2], [0, 1, 2]];
    for v in 3..vertices {
        let at = random.place(triangles.len());
        let [a, b, c] = triangles.swap_remove(at);
        edges.extend([[a, v], [b, v], [c, v]]);
        triangles.extend([[a, b, v], [a, c, v], [b, c, v]]);
    }
    // Turn the diagonals of some quadrangles, so that not all of it is made of triangles within triangles.
    for _ in 0..vertices {
        let (one, other) = (random.place(triangles.len()), random.place(triangles.len()));
        let (s, t) = (triangles[one], triangles[other]);
        let common: Vec<u32> = s.iter().copied().filter(|v| t.contains(v)).collect();
        let [a, b] = common[..] else { continue };
        let apart = |of: [u32; 3]| of.into_iter().find(|v| !common.contains(v)).unwrap();
        let (c, d) = (apart(s), apart(t));
        if edges.contains(&[c.min(d), c.max(d)]) {
            continue;
        }
        let old = edges.iter().position(|&edge| edge == [a.min(b), a.max(b)]).unwrap();
        edges[old] = [c.min(d), c.max(d)];
        (triangles[one], triangles[other]) = ([a, c, d], [b, c, d]);
    }
    edges
}

#[test]
fn graphs_of_kuratowski_are_not_planar_however_they_are_hidden() {
    let mut random = SplitMix64::new(1);
    for (vertices, edges) in
        [(5, complete(5)), (6, complete_bipartite(3, 3)), (10, petersen()), (7, complete(7))]
    {
        assert!(!is_planar(vertices, &edges));
        for _ in 0..100 {
            let (vertices, edges) = subdivided(vertices, &edges, &mut random);
            // Hidden in a planar graph that shares a vertex with it.
            let around =
                triangulation(12, &mut random).into_iter().map(|ends| ends.map(|end| end + vertices - 1));
            let edges: Vec<[u32; 2]> = edges.into_iter().chain(around).collect();
            assert!(!is_planar(vertices + 11, &shuffled(vertices + 11, &edges, &mut random)));
        }
    }
    for (vertices, edges) in [(4, complete(4)), (5, complete_bipartite(2, 3)), (0, vec![]), (3, vec![])] {
        assert!(is_planar(vertices, &edges));
    }
    // Without any one edge, the graphs of Kuratowski are planar.
    for (vertices, edges) in [(5, complete(5)), (6, complete_bipartite(3, 3))] {
        for left_out in 0..edges.len() {
            let rest: Vec<_> =
                edges.iter().enumerate().filter(|&(at, _)| at != left_out).map(|(_, &e)| e).collect();
            assert!(is_planar(vertices, &rest));
        }
    }
}

#[test]
fn planar_graphs_are_drawn_and_one_edge_too_many_is_noticed() {
    let mut random = SplitMix64::new(2);
    for round in 0..2000 {
        let vertices = 4 + random.place(if round % 100 == 0 { 200 } else { 12 }) as u32;
        let full = triangulation(vertices, &mut random);
        assert_eq!(full.len(), 3 * vertices as usize - 6);
        // Every edge added to a maximal planar graph exceeds Euler's bound, so some edges are left out first.
        let keep = random.place(4) + 1;
        let part: Vec<[u32; 2]> = full.iter().copied().filter(|_| random.place(4) < keep).collect();
        let (vertices, part) =
            if round % 3 == 0 { subdivided(vertices, &part, &mut random) } else { (vertices, part) };
        assert!(is_planar(vertices, &shuffled(vertices, &part, &mut random)), "{part:?}");
        // A maximal planar graph with an edge more, of which all edges are subdivided, is not planar.
        let missing = complete(4 + full.len() as u32 / 3 - 2)
            .into_iter()
            .find(|e| !full.contains(e) && e[1] < vertices);
        if let Some(missing) = missing.filter(|_| vertices as usize == full.len() / 3 + 2) {
            let more: Vec<[u32; 2]> = full.iter().copied().chain([missing]).collect();
            let halves: Vec<[u32; 2]> = more
                .iter()
                .enumerate()
                .flat_map(|(at, &[u, v])| [[u, vertices + at as u32], [vertices + at as u32, v]])
                .collect();
            let all = vertices + more.len() as u32;
            assert!(!is_planar(all, &shuffled(all, &halves, &mut random)));
        }
    }
}

/// The size of a greatest matching, by trying all.
fn greatest_matching(edges: &[[u32; 2]], used: u64) -> u32 {
    let Some((&[u, v], rest)) = edges.split_first() else { return 0 };
    let without = greatest_matching(rest, used);
    if used >> u & 1 == 1 || used >> v & 1 == 1 {
        return without;
    }
    without.max(1 + greatest_matching(rest, used | 1 << u | 1 << v))
}

#[test]
fn a_perfect_matching_is_found_if_there_is_one() {
    let mut random = SplitMix64::new(3);
    let mut perfect = 0;
    for _ in 0..3000 {
        let vertices = 2 * (1 + random.place(5)) as u32;
        let edges: Vec<[u32; 2]> =
            complete(vertices).into_iter().filter(|_| random.place(5) < 2).take(18).collect();
        let graph = Graph { vertices: vertices as usize, weights: vec![1; edges.len()], edges };
        let found = at_once(|effort| matching::perfect(&graph.neighbours(), graph.vertices, effort)).unwrap();
        assert_eq!(found.is_some(), greatest_matching(&graph.edges, 0) == vertices / 2, "{graph:?}");
        let Some(mate) = found else { continue };
        perfect += 1;
        for (v, &w) in mate.iter().enumerate() {
            assert_eq!(mate[w as usize] as usize, v);
            assert!(graph.edges.contains(&[w.min(v as u32), w.max(v as u32)]));
        }
    }
    assert!(perfect > 500, "{perfect}");
}

#[test]
fn small_counts() {
    assert_eq!(count("a b\na b\n"), Count::ONE);
    assert_eq!(count("a b\na b\na b\n"), Count::from(2u64));
    // A square; with items that may be alone; with a secondary corner.
    assert_eq!(count("a b c d\na b\nb c\nc d\na d\n"), Count::from(2u64));
    assert_eq!(count("a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n"), Count::from(7u64));
    assert_eq!(count("a b c | d\na b\nb c\nc d\na d\n"), Count::from(2u64));
    assert_eq!(count("a b c\na b\nb c\n"), Count::ZERO);
    // The triangle with a tail, and the complete graph on four points.
    assert_eq!(count("a b c d\na b\na c\nb c\nc d\n"), Count::ONE);
    assert_eq!(count("a b c d\na b\na c\na d\nb c\nb d\nc d\n"), Count::from(3u64));
}

/// The perfect matchings of a cycle whose edges have these weights.
fn count_cycle(weights: &[u64]) -> (Count, Pfaffian) {
    let vertices = weights.len() as u32;
    let edges = (0..vertices).map(|v| [v, (v + 1) % vertices]).collect();
    let graph = Graph { vertices: weights.len(), edges, weights: weights.to_vec() };
    let budget = &Budget::UNLIMITED;
    let mut pfaffian = at_once(|effort| Pfaffian::of_graph(graph, Count::ONE, budget, effort)).unwrap();
    assert_eq!(pfaffian.run(u64::MAX), Pause::End);
    (pfaffian.count().unwrap(), pfaffian)
}

/// A cycle has two perfect matchings. Where pivots are multiples of the largest primes, these are left out,
/// and others are taken.
#[test]
fn primes_that_divide_a_pivot_are_left_out() {
    let primes: Vec<u64> = field::primes_below(field::LIMIT).take(24).map(u64::from).collect();
    for lost in [1, 7, 8, 9, 23] {
        // Two primes are lost by each edge of either matching, so that it does not matter which of them gives
        // the pairs.
        let products = primes[..2 * (lost / 2)].chunks(2).map(|pair| pair.iter().product::<u64>());
        let mut products: Vec<u64> = products.collect();
        products.extend((lost % 2 == 1).then(|| primes[lost - 1]));
        let weights: Vec<u64> = products.iter().chain(&[1, 3]).flat_map(|&weight| [weight; 2]).collect();
        let product = weights.iter().step_by(2).fold(Count::ONE, |all, &weight| &all * &Count::from(weight));
        let (count, pfaffian) = count_cycle(&weights);
        assert_eq!(count, &product + &product);
        assert!(pfaffian.begun * LANES as u64 > lost as u64);
        assert!(lost < LANES || pfaffian.work().nodes > pfaffian.forecast().nodes, "{lost}");
    }
    let (count, _) = count_cycle(&[u64::from(field::LIMIT), 5, 7, 11]);
    assert_eq!(count, Count::from(7 * u64::from(field::LIMIT) + 55));
}

/// After a pause in any state it continues as if nothing had happened, and stops where it is told.
#[test]
fn it_can_be_paused_at_any_pivot() {
    let row = |y: usize| (0..5).map(move |x| format!("c{x}_{y} c{}_{y}\n", x + 1));
    let column = |x: usize| (0..5).map(move |y| format!("c{x}_{y} c{x}_{}\n", y + 1));
    let cells: Vec<String> = (0..36).map(|cell| format!("c{}_{}", cell % 6, cell / 6)).collect();
    let options: String = (0..6).flat_map(row).chain((0..6).flat_map(column)).collect();
    let problem = dlx::parse("board", &format!("{}\n{options}", cells.join(" "))).unwrap().problem;
    let mut pfaffian = Pfaffian::new(&problem, &Budget::UNLIMITED).unwrap();
    for nodes in 0..pfaffian.forecast().nodes {
        assert_eq!(pfaffian.run_within(nodes, 1 + nodes % 7), Pause::Bound);
        while pfaffian.run_within(nodes, 10) == Pause::Bound && pfaffian.work().nodes < nodes {}
        assert_eq!(pfaffian.work().nodes, nodes);
        assert_eq!(pfaffian.count(), None);
    }
    assert_eq!(pfaffian.run(pfaffian.forecast().nodes), Pause::End);
    assert_eq!(pfaffian.work(), pfaffian.forecast());
    assert_eq!(pfaffian.count(), Some(Count::from(6728u64)));
    let mut small = Pfaffian::new(&problem, &Budget::of_memory(1000)).unwrap();
    assert_eq!(small.run(u64::MAX), Pause::Memory);
}
