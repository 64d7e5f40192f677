//! Covers of graphs by small graphs, held by formulas, by published numbers and by all sets of edges of
//! random graphs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::iter;

use combien::problem::Problem;
use combien::solve::{self, Engine, Enumerate, Outcome};
use combien_puzzles::{Classic, Fault, Reading, Text, coloring, factor};
use combien_tiling::draw::{Style, SvgOptions, graph_svg, reading_text};
use proptest::prelude::*;

type Edges = Vec<(usize, usize)>;

fn written(edges: &[(usize, usize)]) -> String {
    edges.iter().fold(String::new(), |mut text, (one, other)| {
        writeln!(text, "v{one} v{other}").unwrap();
        text
    })
}

fn build(graph: &str, pieces: &str) -> Result<Classic, Fault> {
    factor(&Text::new("graph.txt", graph), &Text::new("PIECES", pieces))
}

fn counted(problem: &Problem, engine: Engine) -> u64 {
    match solve::Count::of(problem).by(engine).run().unwrap().outcome {
        Outcome::Answer(count) => count.to_string().parse().unwrap(),
        Outcome::Stopped { .. } => panic!("nothing bounds the search"),
    }
}

/// The number by two engines that share no search; items with bounds leave other ones.
fn count(edges: &[(usize, usize)], pieces: &str) -> u64 {
    let classic = build(&written(edges), pieces).unwrap();
    let is_bounded = pieces.contains('x');
    let engines = if is_bounded { [Engine::Links, Engine::Frontier] } else { [Engine::Fast, Engine::Memo] };
    let [one, other] = engines.map(|engine| counted(classic.problem(), engine));
    assert_eq!(one, other, "{}", classic.title());
    one
}

fn options(edges: &[(usize, usize)], pieces: &str) -> usize {
    build(&written(edges), pieces).unwrap().problem().option_count()
}

fn path(size: usize) -> Edges {
    (1..size).map(|vertex| (vertex - 1, vertex)).collect()
}

fn cycle(size: usize) -> Edges {
    (0..size).map(|vertex| (vertex, (vertex + 1) % size)).collect()
}

fn complete(size: usize) -> Edges {
    (0..size).flat_map(|other| (0..other).map(move |one| (one, other))).collect()
}

fn bipartite(size: usize) -> Edges {
    (0..size).flat_map(|one| (size..2 * size).map(move |other| (one, other))).collect()
}

fn grid(rows: usize, columns: usize) -> Edges {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let joined = |(row, column): (usize, usize)| {
        let cell = row * columns + column;
        let right = (column + 1 < columns).then_some((cell, cell + 1));
        let down = (row + 1 < rows).then_some((cell, cell + columns));
        right.into_iter().chain(down)
    };
    cells.flat_map(joined).collect()
}

fn petersen() -> Edges {
    (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect()
}

fn cube() -> Edges {
    let bits = |corner: usize| [1, 2, 4].map(move |bit| (corner, corner ^ bit));
    (0..8).flat_map(bits).filter(|(one, other)| one < other).collect()
}

/// (2n-1)!! in complete graphs, n! in complete bipartite ones, six in Petersen's graph (each edge is in two
/// of them), and dominoes on rectangles (OEIS A099390).
#[test]
fn perfect_matchings() {
    for (n, count_of_all) in (1..).zip([1, 3, 15, 105, 945]) {
        assert_eq!(count(&complete(2 * n), "path2"), count_of_all);
    }
    for (n, factorial) in (1..).zip([1, 2, 6, 24, 120]) {
        assert_eq!(count(&bipartite(n), "complete2"), factorial);
    }
    assert_eq!(count(&petersen(), "star1"), 6);
    assert_eq!(count(&grid(4, 4), "a-b"), 36);
    assert_eq!(count(&grid(8, 8), "path2"), 12_988_816);
    assert_eq!(count(&complete(5), "path2"), 0);
}

/// Hosoya's index, the number of all matchings: Fibonacci numbers for paths, involutions for complete graphs
/// (OEIS A000085).
#[test]
fn all_matchings() {
    let mut fibonacci = iter::successors(Some((1, 2)), |&(a, b)| Some((b, a + b)));
    for size in 2..12 {
        fibonacci.next();
        assert_eq!(count(&path(size), "path1,path2"), fibonacci.clone().next().unwrap().0, "{size}");
    }
    for (size, involutions) in (2..).zip([2, 4, 10, 26, 76, 232]) {
        assert_eq!(count(&complete(size), "path1..2"), involutions);
    }
    // Matchings with k edges: binomial(n - k, k) for a path with n vertices.
    for (edges, binomial) in (1..).zip([9, 28, 35, 15, 1]) {
        assert_eq!(count(&path(10), &format!("path1,{edges}xpath2")), binomial);
    }
    assert_eq!(count(&path(10), "path1,2..4xpath2"), 28 + 35 + 15);
    // The matching polynomial of Petersen's graph, x^10 - 15x^8 + 75x^6 - 145x^4 + 90x^2 - 6.
    for (edges, coefficient) in (1..).zip([15, 75, 145, 90, 6]) {
        assert_eq!(count(&petersen(), &format!("path1,{edges}xpath2")), coefficient);
    }
}

/// (3n)! / (6^n n!) for triangles. A path falls into paths as its length is a sum.
#[test]
fn factors_of_triangles_and_paths() {
    assert_eq!(count(&complete(6), "cycle3"), 10);
    assert_eq!(count(&complete(9), "complete3"), 280);
    // Three paths in each of these sets of three vertices.
    assert_eq!(count(&complete(6), "path3"), 10 * 9);
    assert_eq!(count(&path(9), "path3"), 1);
    assert_eq!(count(&path(8), "path3"), 0);
    for size in 2..12 {
        assert_eq!(count(&path(size), &format!("path1..{size}")), 1 << (size - 1));
    }
}

/// (n-1)!/2 Hamiltonian cycles in a complete graph, 6 in the cube, none in Petersen's graph, which has 240
/// Hamiltonian paths in both directions.
#[test]
fn hamiltonian_cycles_and_paths() {
    for (size, cycles) in [(3, 1), (4, 3), (5, 12), (6, 60), (7, 360)] {
        assert_eq!(count(&complete(size), &format!("cycle{size}")), cycles);
    }
    assert_eq!(count(&cube(), "cycle8"), 6);
    assert_eq!(count(&petersen(), "cycle10"), 0);
    assert_eq!(count(&petersen(), "path10"), 240 / 2);
    // Two pentagons: one pair for each of the six perfect matchings.
    assert_eq!(count(&petersen(), "cycle5"), 6);
}

/// An option for each subgraph: as many as embeddings, divided by the order of the group of the piece.
#[test]
fn copies_are_subgraphs() {
    let four = complete(4);
    for (piece, copies) in [
        ("star3", 4),
        ("path1", 4),
        ("path2", 6),
        ("path3", 24 / 2),
        ("path4", 24 / 2),
        ("cycle3", 24 / 6),
        ("cycle4", 24 / 8),
        ("complete4", 1),
        // A triangle with a tail, and a square with one diagonal.
        ("a-b-c-a-d", 24 / 2),
        ("a-b-c-d-a-c", 24 / 4),
        ("connected3", 4),
        ("connected1..4", 15),
    ] {
        assert_eq!(options(&four, piece), copies, "{piece}");
    }
    assert_eq!(options(&complete(12), "star11"), 12);
    assert_eq!(options(&complete(40), "complete40"), 1);
    // 12 pentagons, 10 hexagons, 15 octagons, 20 nonagons.
    for (cycle, copies) in
        [("cycle3", 0), ("cycle5", 12), ("cycle6", 10), ("cycle7", 0), ("cycle8", 15), ("cycle9", 20)]
    {
        assert_eq!(options(&petersen(), cycle), copies, "{cycle}");
    }
    // Edges between vertices of a copy that it does not use do not matter.
    assert_eq!(options(&cycle(3), "path3"), 3);
}

/// OEIS A110476, of rectangles.
#[test]
fn partitions_into_connected_parts() {
    for (rows, columns, partitions) in [(1, 5, 16), (2, 2, 12), (2, 3, 74), (2, 4, 456), (3, 3, 1434)] {
        let pieces = format!("connected1..{}", rows * columns);
        assert_eq!(count(&grid(rows, columns), &pieces), partitions, "{rows}x{columns}");
    }
    // By their number of parts: Stirling numbers in a complete graph, and binomials in a path.
    for (parts, (stirling, binomial)) in (1..).zip([(1, 1), (31, 5), (90, 10), (65, 10), (15, 5), (1, 1)]) {
        let pieces = format!("{parts}xconnected1..6");
        assert_eq!((count(&complete(6), &pieces), count(&path(6), &pieces)), (stirling, binomial));
    }
}

/// Three districts with four parishes each: of all partitions into fours, those whose parts are connected.
#[test]
fn districts_of_the_example() {
    let text = include_str!("../../examples/puzzles/districts.txt");
    let edges: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    let edges: Vec<(&str, &str)> = edges.into_iter().filter(|edge| edge.0 != "#").collect();
    let names: Vec<&str> =
        edges.iter().flat_map(|edge| [edge.0, edge.1]).collect::<BTreeSet<_>>().into_iter().collect();
    let place = |name| names.iter().position(|&other| other == name).unwrap();
    let edges: Edges = edges.into_iter().map(|(one, other)| (place(one), place(other))).collect();
    let is_connected = |set: u32| {
        let grow = |reached: u32| {
            edges.iter().fold(reached, |reached, &(one, other)| {
                let ends = 1 << one | 1 << other;
                if reached & ends != 0 { reached | ends & set } else { reached }
            })
        };
        (0..12).fold(set & set.wrapping_neg(), |reached, _| grow(reached)) == set
    };
    let partitions = |sizes: &[u32]| {
        let parts: Vec<u32> = (1..1 << 12_u32)
            .filter(|set: &u32| sizes.contains(&set.count_ones()) && is_connected(*set))
            .collect();
        let mut triples = 0;
        for &one in &parts {
            for &other in parts.iter().filter(|&&other| one < other && one & other == 0) {
                let rest = 0xfff & !(one | other);
                triples += u64::from(other < rest && parts.contains(&rest));
            }
        }
        triples
    };
    assert_eq!(names.len(), 12);
    let count = |pieces: &str| counted(build(text, pieces).unwrap().problem(), Engine::Links);
    assert_eq!(count("connected4"), partitions(&[4]));
    assert_eq!(count("3xconnected4"), 22);
    assert_eq!(count("3xconnected3..5"), partitions(&[3, 4, 5]));
}

/// A set of edges leaves components; each has its vertices and edges.
fn components(vertices: usize, edges: &[(usize, usize)], set: u32) -> Vec<(Vec<usize>, Edges)> {
    let mut of: Vec<usize> = (0..vertices).collect();
    let chosen =
        || edges.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, &edge)| edge);
    for _ in 0..vertices {
        for (one, other) in chosen() {
            let least = of[one].min(of[other]);
            (of[one], of[other]) = (least, least);
        }
    }
    let all = (0..vertices).filter(|&root| of[root] == root);
    all.map(|root| {
        let members = (0..vertices).filter(|&vertex| of[vertex] == root).collect();
        (members, chosen().filter(|edge| of[edge.0] == root).collect())
    })
    .collect()
}

/// Is a connected graph this piece? By degrees, as the field defines them.
fn is_piece(piece: &str, (vertices, edges): &(Vec<usize>, Edges), all: &[(usize, usize)]) -> bool {
    let degree = |vertex: &usize| edges.iter().filter(|edge| edge.0 == *vertex || edge.1 == *vertex).count();
    let mut degrees: Vec<usize> = vertices.iter().map(degree).collect();
    degrees.sort_unstable();
    let size = vertices.len();
    let inner = all.iter().filter(|edge| vertices.contains(&edge.0) && vertices.contains(&edge.1)).count();
    match piece {
        "path1" => size == 1,
        "path2" => size == 2,
        "path3" => degrees == [1, 1, 2],
        "path4" => degrees == [1, 1, 2, 2],
        "cycle3" => degrees == [2; 3],
        "cycle4" => degrees == [2; 4],
        "cycle5" => degrees == [2; 5],
        "star3" => degrees == [1, 1, 1, 3],
        "complete4" => degrees == [3; 4],
        "a-b-c-a-d" => degrees == [1, 2, 2, 3],
        // One set of vertices stands for all its sets of edges: it has them all.
        "connected1..3" => size <= 3 && edges.len() == inner,
        "connected4..7" => size >= 4 && edges.len() == inner,
        _ => panic!("{piece} is not known here"),
    }
}

const LISTS: [&[(&str, &str)]; 11] = [
    &[("", "path2")],
    &[("", "path1"), ("", "path2")],
    &[("", "path3"), ("", "path4"), ("", "path2")],
    &[("", "cycle3"), ("", "cycle4"), ("", "path1")],
    &[("", "star3"), ("", "path3"), ("", "path1")],
    &[("", "a-b-c-a-d"), ("", "path3"), ("", "cycle5"), ("", "path2")],
    &[("", "complete4"), ("", "path1")],
    &[("", "connected1..3")],
    &[("", "connected1..3"), ("", "connected4..7")],
    &[("2x", "path2"), ("1..2x", "path1"), ("0..1x", "cycle3")],
    &[("2..3x", "connected1..3"), ("", "path4")],
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// All sets of at most 12 edges, by the components that they leave.
    #[test]
    fn agrees_with_sets_of_edges(
        vertices in 5usize..8,
        mut among in prop::sample::subsequence(complete(7), 0..13),
        list in prop::sample::select(&LISTS[..]),
    ) {
        among.retain(|edge| edge.1 < vertices);
        let mut bounds = vec![];
        for (copies, _) in list {
            let copies = copies.trim_end_matches('x');
            let (from, to) = copies.split_once("..").unwrap_or((copies, copies));
            bounds.push((from.parse().unwrap_or(0), to.parse().unwrap_or(usize::MAX)));
        }
        let fits = |set: &u32| {
            let mut used = vec![0; list.len()];
            components(vertices, &among, *set).iter().all(|component| {
                let kind = list.iter().position(|(_, piece)| is_piece(piece, component, &among));
                kind.map(|kind| used[kind] += 1).is_some()
            }) && used.iter().zip(&bounds).all(|(used, bounds)| (bounds.0..=bounds.1).contains(used))
        };
        let expected = (0..1u32 << among.len()).filter(fits).count() as u64;
        // All vertices in order, those without an edge too.
        let alone: String = (0..vertices).flat_map(|vertex| ["v".to_owned(), vertex.to_string(), "\n".to_owned()]).collect();
        let pieces: Vec<String> = list.iter().map(|(copies, piece)| format!("{copies}{piece}")).collect();
        if pieces.concat().contains("4..7") && vertices < 7 {
            return Ok(());
        }
        let classic = build(&(alone + &written(&among)), &pieces.join(",")).unwrap();
        prop_assert_eq!(counted(classic.problem(), Engine::Links), expected);
        // No option twice: each is a different part.
        let mut parts = BTreeSet::new();
        for option in classic.problem().options() {
            let Reading::Graph(graph) = classic.read(&iter::once(option).collect()) else { panic!() };
            let [part] = &graph.parts[..] else { panic!("one option, one part") };
            let mut edges: Vec<_> = part.edges.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
            edges.sort_unstable();
            prop_assert!(edges.iter().all(|edge| among.contains(edge)));
            let members: BTreeSet<usize> = part.vertices.iter().copied().collect();
            prop_assert!(parts.insert((members, edges)));
        }
    }
}

#[test]
fn parts_are_read_and_drawn() {
    let classic = build("a-b\nb-c\nc-d\nd-a\ne\n", "cycle4,path1").unwrap();
    assert_eq!(classic.title(), "covers of 5 vertices and 4 edges by cycle4, path1");
    let solutions: Vec<_> = Enumerate::of(classic.problem()).run().unwrap().collect();
    let drawn: BTreeSet<String> =
        solutions.iter().map(|solution| reading_text(&classic.read(solution), Style::Ascii)).collect();
    let expected = ["cycle4: a b c d\npath1: e\n", "path1: a\npath1: b\npath1: c\npath1: d\npath1: e\n"];
    assert_eq!(drawn, BTreeSet::from(expected.map(str::to_owned)));
    let names: Vec<_> =
        classic.problem().options().map(|option| classic.problem().option_name(option).unwrap()).collect();
    assert_eq!(names[..2], ["cycle4:a-b-c-d", "path1:a"]);
    let Reading::Graph(graph) = classic.read(&solutions[0]) else { panic!("a graph is expected") };
    let picture = graph_svg(classic.title(), &graph, &SvgOptions::default());
    assert_eq!((picture.matches("<circle").count(), picture.matches("<text").count()), (5, 5));
    // The edges of a connected part are all those between its vertices.
    let whole = build("a b\nb c\nc a\n", "connected3").unwrap();
    let Reading::Graph(graph) = whole.read(&solve::first(whole.problem()).unwrap().unwrap()) else {
        panic!()
    };
    assert_eq!((graph.parts[0].edges.len(), graph.parts[0].name.as_str()), (3, "connected3"));
}

/// An error as it is told: its place, its message and its hint.
fn fault(graph: &str, pieces: &str) -> String {
    match build(graph, pieces) {
        Ok(classic) => panic!("{} is built", classic.title()),
        Err(Fault::Text(told)) => {
            let hint = told.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
            format!("{}: {}{hint}", told.labels[0].place, told.message)
        }
        Err(other) => panic!("{other} has no place"),
    }
}

#[test]
fn errors_have_a_place() {
    let square = "a b\nb c\nc d\nd a\n";
    for (graph, told) in [
        ("", "graph.txt:1:1: there is no vertex in this file"),
        ("a b\nc c\n", "graph.txt:2:1: `c` is no neighbour of itself"),
        ("a b\nc-c\n", "graph.txt:2:1: `c` is no neighbour of itself"),
        ("a b\nb-a\n", "graph.txt:2:1: this edge is there already"),
        ("a b c\n", "graph.txt:1:1: an edge has two vertices, not 3"),
        ("a-b-c\n", "graph.txt:1:1: an edge has two vertices, not 3"),
        ("a-\n", "graph.txt:1:1: an edge such as `a-b` has two vertices"),
    ] {
        assert_eq!(fault(graph, "path2"), told);
    }
    for (pieces, told) in [
        ("", "1:1: there is no piece here; write one such as path3"),
        ("path2,", "1:7: there is no piece here; write one such as path3"),
        ("path2, cicle4", "1:8: there is no piece `cicle4`; did you mean `cycle4`?"),
        (
            "tree",
            "1:1: there is no piece `tree`; pieces are path3, cycle4, star3, complete3, connected4, or walks such as a-b-c-a-d",
        ),
        ("path", "1:1: `path` has no size; write path3 or path3..5"),
        ("path0", "1:1: there is no `path0`; the smallest one is path1"),
        ("cycle2..4", "1:1: there is no `cycle2`; the smallest one is cycle3"),
        ("connected0", "1:1: there is no `connected0`; the smallest one is connected1"),
        ("path3..2", "1:5: there is no number in 3..2; write path3 or path3..5"),
        ("path2.3", "1:5: `2.3` is neither a number nor a range; write path3 or path3..5"),
        (
            "path5",
            "1:1: this piece has 5 vertices, and the graph has only 4; a piece has at most 4 vertices here",
        ),
        (
            "star4",
            "1:1: this piece has 5 vertices, and the graph has only 4; a piece has at most 4 vertices here",
        ),
        (
            "a-b-c-d-e",
            "1:1: this piece has 5 vertices, and the graph has only 4; a piece has at most 4 vertices here",
        ),
        (
            "path99999999999999999999",
            "1:5: `99999999999999999999` is neither a number nor a range; write path3 or path3..5",
        ),
        (
            "a--b",
            "1:1: a vertex has no name; write the vertices of a walk with one `-` between them: a-b-c-a",
        ),
        ("a-b-b", "1:1: `b` is no neighbour of itself; the next vertex of a walk is another one"),
        ("0xpath2", "1:1: no copy of this piece is allowed; leave it out"),
        ("3..1xpath2", "1:1: there is no number in 3..1; write 2x or 1..3x in front of a piece"),
        ("5000000000xpath2", "1:1: these are too many copies; leave the number out for any"),
        (
            "path2,2xstar1",
            "1:7: the copies of `star1` are among the copies of `path2`, too; each would be counted twice",
        ),
        (
            "cycle3,b-a-c-b",
            "1:8: the copies of `b-a-c-b` are among the copies of `cycle3`, too; each would be counted twice",
        ),
        (
            "connected1..3,path2..4",
            "1:15: the vertices of `path2` are among the copies of `connected1..3`, too; each would be counted twice",
        ),
        (
            "connected1..3,connected3..4",
            "1:15: connected sets of 3 are among the copies of `connected1..3`, too; each would be counted twice",
        ),
    ] {
        assert_eq!(fault(square, pieces), format!("PIECES:{told}"));
    }
}

/// A million options at most, and no endless search for them.
#[test]
fn the_number_of_copies_is_limited() {
    let too_many = |name: &str, at: usize| {
        format!(
            "PIECES:1:{at}: with the copies of `{name}` there are more than 1000000 options, or very long ones; \
             take smaller pieces, or a smaller graph"
        )
    };
    let thirty = written(&complete(30));
    assert_eq!(fault(&thirty, "path2,connected8"), too_many("connected8", 7));
    assert_eq!(fault(&thirty, "path2,cycle6"), too_many("cycle6", 7));
    // Two grids that one edge joins have no Hamiltonian cycle, and it takes forever to see that without
    // looking at the edge.
    let mut grids = grid(6, 6);
    grids.extend(grid(6, 6).iter().map(|(one, other)| (one + 36, other + 36)));
    grids.push((35, 36));
    let told = fault(&written(&grids), "cycle72");
    assert!(
        told.starts_with("PIECES:1:1: after 100000000 steps, not all copies of `cycle72` are found"),
        "{told}"
    );
}

/// Edges may be written with a line between their vertices for colorings, too, and there twice.
#[test]
fn colorings_read_the_same_files() {
    let colorings = |text: &str| coloring(3, &Text::new("graph.txt", text)).unwrap();
    for text in ["a b\nb c\nc a\n", "a-b\nb-c\nc-a\n", "a\na-b\nb c\nc b\nc-a\n"] {
        assert_eq!(counted(colorings(text).problem(), Engine::Fast), 6);
        assert_eq!(colorings(text).title(), "colorings of 3 vertices and 3 edges in 3 colors");
    }
}

/// A vertex with very many neighbours takes the work of its lists, which are counted: the search for
/// connected sets ends soon.
#[test]
fn a_large_star_is_refused_soon() {
    let star: String = (0..200_000).fold(String::new(), |text, leaf| text + &format!("c l{leaf}\n"));
    let wrong = factor(&Text::new("star", star.as_str()), &Text::new("PIECES", "connected50")).unwrap_err();
    assert!(wrong.to_string().contains("steps"), "{wrong}");
}

/// Parts with all their edges are read in time linear in the graph, however many there are.
#[test]
fn many_parts_are_read_with_their_edges() {
    let path: String =
        (0..40_000).fold(String::new(), |text, vertex| text + &format!("v{} v{}\n", vertex, vertex + 1));
    let edges = factor(&Text::new("path", path.as_str()), &Text::new("PIECES", "connected1")).unwrap();
    let Reading::Graph(parts) = edges.read(&solve::first(edges.problem()).unwrap().unwrap()) else {
        panic!()
    };
    assert_eq!(parts.parts.len(), 40_001);
    assert!(parts.parts.iter().all(|part| part.edges.is_empty()));
}
