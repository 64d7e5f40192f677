//! All automorphisms of a problem: groups whose orders are known, and brute force on random small problems.

use std::collections::BTreeSet;

use combien::Count;
use combien::problem::{Automorphism, Bounds, Builder, Color, Entry, ItemId, OptionId, Problem};
use combien::solve::{Budget, Outcome, Reason, StopFlag};
use combien::symmetry::{self, Generated, Symmetries, automorphisms};
use combien_puzzles::sudoku::Sudoku;
use combien_tests::{oracle, random};
use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Size, Tiling};
use proptest::prelude::*;

fn found(problem: &Problem) -> Generated {
    match automorphisms(problem, &Budget::UNLIMITED) {
        Outcome::Answer(found) => found,
        Outcome::Stopped { reason, .. } => panic!("there are no budget: {reason}"),
    }
}

/// The problem whose options have these items, all of them primary, and each named where it is met first.
fn of_options(options: impl IntoIterator<Item = Vec<String>>) -> Problem {
    let mut builder = Builder::new();
    for option in options {
        let mut items = vec![];
        for name in option {
            let known = builder.so_far().item_by_name(&name);
            items.push(known.unwrap_or_else(|| builder.primary(&name).unwrap()));
        }
        builder.option(items).unwrap();
    }
    builder.build()
}

/// Items and options in the other order.
fn reversed(problem: &Problem) -> Problem {
    let mut builder = Builder::new();
    let mut items = vec![ItemId::from_index(0); problem.item_count()];
    for item in problem.items().collect::<Vec<_>>().into_iter().rev() {
        items[item.index()] = match problem.kind(item) {
            combien::problem::Kind::Primary => {
                builder.bounded(problem.item_name(item), problem.bounds(item)).unwrap()
            }
            combien::problem::Kind::Secondary => builder.secondary(problem.item_name(item)).unwrap(),
        };
    }
    for option in problem.options().rev() {
        let mut entries = vec![];
        for entry in problem.option(option).iter().rev() {
            let color = entry.color.map(|color| builder.color(problem.color_name(color)));
            entries.push(Entry { item: items[entry.item.index()], color });
        }
        builder.option(entries).unwrap();
    }
    builder.build()
}

/// The order of the group, whatever is named first.
fn order(problem: &Problem) -> String {
    let order = found(problem).order.to_string();
    assert_eq!(found(&reversed(problem)).order.to_string(), order);
    order
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

/// Queens: rows and columns once, diagonals at most once.
fn queens(n: usize) -> Problem {
    let mut builder = Builder::new();
    let line = |kind: &str, number: usize| format!("{kind}{number}");
    for number in 0..n {
        builder.primary(&line("r", number)).unwrap();
        builder.primary(&line("c", number)).unwrap();
    }
    for number in 0..2 * n - 1 {
        builder.secondary(&line("s", number)).unwrap();
        builder.secondary(&line("d", number)).unwrap();
    }
    for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        let lines = [line("r", r), line("c", c), line("s", r + c), line("d", r + n - 1 - c)];
        builder.option_by_names(lines).unwrap();
    }
    builder.build()
}

/// Turns and reflections of the board; nothing else keeps the diagonals.
#[test]
fn queens_have_the_group_of_the_square() {
    for n in 4..=9 {
        assert_eq!(order(&queens(n)), "8", "{n} queens");
    }
}

fn latin(n: usize) -> Problem {
    let cells = (0..n * n * n).map(|number| (number / n / n, number / n % n, number % n));
    of_options(cells.map(|(r, c, s)| vec![format!("r{r}c{c}"), format!("r{r}s{s}"), format!("c{c}s{s}")]))
}

/// Paratopisms: rows, columns and symbols are permuted, and change their parts.
#[test]
fn latin_squares_have_the_paratopisms() {
    for n in 3..=7 {
        assert_eq!(order(&latin(n)), (6 * factorial(n as u64).pow(3)).to_string(), "order {n}");
    }
}

/// 3359232 geometric symmetries, times the permutations of the digits (Russell and Jarvis, 2006); 128 of the
/// small one.
#[test]
fn sudoku() {
    let of = |rows, columns| order(Sudoku::new(rows, columns).unwrap().problem());
    assert_eq!(of(2, 2), (128 * factorial(4)).to_string());
    assert_eq!(of(3, 3), (3_359_232 * factorial(9)).to_string());
    // Boxes that are not square cannot be transposed: rows within bands, bands, columns within stacks,
    // stacks.
    assert_eq!(of(2, 3), (2u64.pow(3) * factorial(3) * factorial(3).pow(2) * 2 * factorial(6)).to_string());
}

/// Perfect matchings of a complete graph: any permutation of the points. Two points have one option, which
/// stays.
#[test]
fn pairs_of_points() {
    for n in [3, 4, 5, 8, 12, 20] {
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| vec![a.to_string(), b.to_string()]));
        assert_eq!(order(&of_options(pairs)), factorial(n).to_string(), "{n} points");
    }
}

/// Steiner triple systems: items are the pairs of v points, options the triples. The points are permuted.
#[test]
fn triples_of_points() {
    for v in [6, 7, 9, 13] {
        let pair = |a: usize, b: usize| format!("{a}-{b}");
        let triples = (0..v).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c))));
        let problem = of_options(triples.map(|(a, b, c)| vec![pair(a, b), pair(a, c), pair(b, c)]));
        assert_eq!(order(&problem), factorial(v as u64).to_string(), "{v} points");
    }
}

/// The points and lines of the projective plane over a prime field: its collineations are PGL(3, p), for p
/// prime. Each point looks like any other, so that refinement alone tells nothing.
#[test]
fn projective_planes() {
    for p in [2u64, 3, 5, 7, 11] {
        let vectors = (0..p.pow(3)).map(|n| [n / p / p, n / p % p, n % p]);
        let points: Vec<[u64; 3]> = vectors.filter(|v| v.iter().find(|&&x| x > 0) == Some(&1)).collect();
        let is_on = |point: &[u64; 3], line: &[u64; 3]| {
            point.iter().zip(line).map(|(x, y)| x * y).sum::<u64>() % p == 0
        };
        let line = |line: &[u64; 3]| {
            let on = points.iter().filter(|point| is_on(point, line));
            on.map(|point| format!("{point:?}")).collect()
        };
        let problem = of_options(points.iter().map(line));
        let expected = (p.pow(3) - 1) * (p.pow(3) - p) * (p.pow(3) - p * p) / (p - 1);
        assert_eq!(order(&problem), expected.to_string(), "order {p}");
    }
}

/// The table of a group G: cells are items, and rows, columns and symbols are options. Each of the three may
/// become each other one; the others are made by two elements of G and an automorphism of it, so they are
/// |G|^2 |Aut G|.
#[test]
fn tables_of_groups() {
    let table = |n: usize, product: fn(usize, usize) -> usize| {
        let cells = || (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
        let lines: [fn(usize, usize) -> usize; 3] = [|r, _| r, |_, c| c, product];
        let line = |line: fn(usize, usize) -> usize, number: usize| {
            let on = cells().filter(|&(r, c)| line(r, c) == number);
            on.map(|(r, c)| format!("{r} {c}")).collect::<Vec<_>>()
        };
        order(&of_options(lines.iter().flat_map(|&kind| (0..n).map(move |number| line(kind, number)))))
    };
    // The cyclic group has 8 automorphisms, the elementary abelian one |GL(4, 2)|.
    assert_eq!(table(16, |r, c| (r + c) % 16), (6 * 16 * 16 * 8).to_string());
    assert_eq!(table(16, |r, c| r ^ c), (6 * 16 * 16 * 20160).to_string());
}

fn tiling(width: u32, height: u32, pieces: &str, quantity: Quantity) -> Tiling {
    let board = Board::of(&Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap());
    let pieces = pieces.split(' ').map(|drawing| {
        let shape = Pattern::from_drawing(drawing).unwrap().shape();
        Piece::new(shape, quantity, Lattice::square().isometries())
    });
    Tiling::new(board, pieces.collect()).unwrap()
}

const PENTOMINOES: &str = ".**$**.$.*. ***** *...$**** **..$.*** **.$*** ***$.*.$.*. *.*$*** *..$*..$*** *..$**.$.** \
    .*.$***$.*. .*..$**** **.$.*.$.**";

/// The motions of a board are among the automorphisms, and on these boards there are no others: a cell in a
/// corner is in other placements than one in the middle, and so on inwards.
#[test]
fn motions_of_tilings() {
    for (tiling, expected) in [
        (tiling(6, 4, "**", Quantity::ANY), 4u64),
        (tiling(8, 8, "**", Quantity::ANY), 8u64),
        (tiling(30, 30, "**", Quantity::ANY), 8u64),
        (tiling(5, 5, "***$.*. ***$*.. **$**", Quantity::ANY), 8u64),
        (tiling(10, 6, PENTOMINOES, Quantity::ONE), 4u64),
        (tiling(8, 8, PENTOMINOES, Quantity::ONE), 8u64),
    ] {
        let encoding = tiling.encode().unwrap();
        let motions = tiling.automorphisms(&encoding);
        let motions = Symmetries::generated_by(&encoding.problem, motions, &Budget::UNLIMITED).unwrap();
        assert_eq!(motions.order(), Count::from(expected));
        let found = found(&encoding.problem);
        let group =
            Symmetries::generated_by(&encoding.problem, found.generators, &Budget::UNLIMITED).unwrap();
        assert_eq!(group.order().to_string(), found.order.to_string());
        assert!(group.generators().iter().all(|generator| motions.has(generator)));
    }
}

/// What would blow up if each were tried with each: equal options, items that nothing tells apart, many small
/// parts, and a problem without symmetries.
#[test]
fn large_problems_take_few_nodes() {
    let equal = of_options((0..10_000).map(|_| vec!["a".into(), "b".into()]));
    let of_equal = found(&equal);
    assert_eq!((of_equal.generators.len(), of_equal.nodes), (2, 0));
    assert_eq!(of_equal.order, (1..=10_000u64).fold(1u64.into(), |all, n| &all * &n.into()));

    let idle = of_options([(0..10_000).map(|item| item.to_string()).collect()]);
    assert_eq!((found(&idle).generators.len(), found(&idle).order.to_string()), (0, "1".into()));

    let stars = of_options((0..1000).map(|ray| vec!["center".into(), ray.to_string()]));
    assert_eq!(found(&stars).order, (1..=1000u64).fold(1u64.into(), |all, n| &all * &n.into()));

    let squares = of_options((0..1200).map(|side| {
        let corner = |place: usize| format!("{} {}", side / 4, place % 4);
        vec![corner(side), corner(side + 1)]
    }));
    let expected = (1..=300u64).fold(1u64.into(), |all, n| &all * &(8 * n).into());
    assert_eq!(found(&squares).order, expected);
}

/// Up to four of a thousand items for each option, drawn by a generator of random numbers (Lehmer's).
#[test]
fn random_problems_have_no_symmetries() {
    let mut state = 1u64;
    let mut draw = |below: u64| {
        state = state * 48271 % 0x7FFF_FFFF;
        state % below
    };
    let mut options = BTreeSet::new();
    while options.len() < 10_000 {
        let option: BTreeSet<u64> = (0..4).map(|_| draw(1000)).collect();
        options.insert(option);
    }
    let problem = of_options(options.iter().map(|option| option.iter().map(u64::to_string).collect()));
    let found = found(&problem);
    assert_eq!((found.order.to_string(), found.generators.len()), ("1".into(), 0));
}

/// What is certain of a search that was stopped is a group.
#[test]
fn limits_hold() {
    let problem = latin(4);
    let stop = StopFlag::new();
    stop.raise();
    for (budget, expected) in [
        (Budget { stop: Some(stop), ..Budget::UNLIMITED }, Reason::Asked),
        (Budget { nodes: Some(3), ..Budget::UNLIMITED }, Reason::Nodes(3)),
        (Budget { memory: Some(1000), ..Budget::UNLIMITED }, Reason::Memory(1000)),
    ] {
        match automorphisms(&problem, &budget) {
            Outcome::Stopped { reason, .. } => assert_eq!(reason, expected),
            Outcome::Answer(_) => panic!("not stopped: {budget:?}"),
        }
    }
    let all = found(&problem).nodes;
    for nodes in 0..all {
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let Outcome::Stopped { certain, .. } = automorphisms(&problem, &budget) else {
            panic!("{nodes} nodes are enough");
        };
        assert_eq!(certain.nodes, nodes);
        if certain.order.to_u64() < Some(20_000) {
            let group = Symmetries::generated_by(&problem, certain.generators, &Budget::UNLIMITED).unwrap();
            assert_eq!(group.order().to_string(), certain.order.to_string());
        }
    }
    let enough = Budget { nodes: Some(all), ..Budget::UNLIMITED };
    assert_eq!(automorphisms(&problem, &enough), Outcome::Answer(found(&problem)));
}

/// May an item go to another one, if the options go to these?
fn fits(problem: &Problem, images: &[usize], from: ItemId, to: ItemId) -> bool {
    let in_option = |option: usize, item: ItemId| -> Option<Option<Color>> {
        let entries = problem.option(OptionId::from_index(option));
        entries.iter().find(|entry| entry.item == item).map(|entry| entry.color)
    };
    let mut colors = vec![];
    let follows = images.iter().enumerate().all(|(option, &image)| {
        match (in_option(option, from), in_option(image, to)) {
            (None, None) | (Some(None), Some(None)) => true,
            (Some(Some(before)), Some(Some(after))) => {
                colors.push((before, after));
                true
            }
            _ => false,
        }
    });
    let alike = |a: ItemId| (problem.kind(a) as u8, problem.bounds(a));
    alike(from) == alike(to)
        && follows
        && colors.iter().all(|a| colors.iter().all(|b| (a.0 == b.0) == (a.1 == b.1)))
}

/// Can the items follow the options? Items that may go to one place may go to the same places, so the first
/// that is free will do.
fn is_automorphism(problem: &Problem, images: &[usize]) -> bool {
    let mut taken = vec![false; problem.item_count()];
    problem.items().all(|from| {
        let free = problem.items().find(|&to| !taken[to.index()] && fits(problem, images, from, to));
        free.is_some_and(|to| !std::mem::replace(&mut taken[to.index()], true))
    })
}

/// All permutations that begin so.
fn permutations(count: usize, start: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if start.len() == count {
        visit(start);
        return;
    }
    for next in 0..count {
        if !start.contains(&next) {
            start.push(next);
            permutations(count, start, visit);
            start.pop();
        }
    }
}

/// Up to five items and six options; few colors and bounds, so that much is alike.
fn alike_problems() -> impl Strategy<Value = Problem> {
    let items = (1usize..=3, 0usize..=3);
    items.prop_flat_map(|(primary, secondary)| {
        let bounds = proptest::collection::vec(any::<bool>(), primary);
        let option = proptest::collection::vec(0u8..=3, primary + secondary);
        (bounds, proptest::collection::vec(option, 0..=6)).prop_map(move |(bounds, options)| {
            let mut builder = Builder::new();
            let mut items = vec![];
            for (place, &is_wide) in bounds.iter().enumerate() {
                let bounds = if is_wide { Bounds { lo: 0, hi: 2 } } else { Bounds::ONCE };
                items.push(builder.bounded(&format!("i{place}"), bounds).unwrap());
            }
            items.extend((0..secondary).map(|place| builder.secondary(&format!("x{place}")).unwrap()));
            let colors = [builder.color("red"), builder.color("blue")];
            for option in options {
                let mut entries = vec![];
                for (place, choice) in option.into_iter().enumerate() {
                    match choice {
                        0 => {}
                        1 => entries.push(items[place].into()),
                        _ if place < primary => {}
                        color => entries.push(items[place].colored(colors[color as usize - 2])),
                    }
                }
                builder.option(entries).unwrap();
            }
            builder.build()
        })
    })
}

/// The classes of the solutions of the oracle: what generators lead to is alike.
fn orbits_by_hand(problem: &Problem, generators: &[Automorphism]) -> u64 {
    let mut left: BTreeSet<Vec<usize>> = oracle::solutions(problem).into_iter().collect();
    let mut orbits = 0;
    while let Some(first) = left.pop_first() {
        orbits += 1;
        let mut reached = vec![first];
        while let Some(at) = reached.pop() {
            for generator in generators {
                let image = |&option: &usize| generator.option(OptionId::from_index(option)).index();
                let mut image: Vec<usize> = at.iter().map(image).collect();
                image.sort_unstable();
                if left.remove(&image) {
                    reached.push(image);
                }
            }
        }
    }
    orbits
}

/// The problem with each option as often as these numbers say, in turn.
fn repeated(problem: &Problem, times: &[usize]) -> Problem {
    let mut builder = Builder::new();
    for item in problem.items() {
        match problem.kind(item) {
            combien::problem::Kind::Primary => {
                builder.bounded(problem.item_name(item), problem.bounds(item)).unwrap()
            }
            combien::problem::Kind::Secondary => builder.secondary(problem.item_name(item)).unwrap(),
        };
    }
    for (option, &times) in problem.options().zip(times.iter().cycle()) {
        for _ in 0..times {
            let mut entries = vec![];
            for entry in problem.option(option) {
                let color = entry.color.map(|color| builder.color(problem.color_name(color)));
                entries.push(Entry { item: entry.item, color });
            }
            builder.option(entries).unwrap();
        }
    }
    builder.build()
}

fn count_found(problem: &Problem) -> (String, String) {
    let counted = symmetry::count_found(problem, found(problem), &Budget::UNLIMITED, None).unwrap();
    let Outcome::Answer(orbits) = counted.outcome else { panic!("{:?}", counted.outcome) };
    (orbits.to_string(), counted.order.to_string())
}

/// From none to all of a hundred; a half or less of 40 in two colors of 20; and one way where each of 300
/// items has two equal options. None of the groups is built, and nothing is listed.
#[test]
fn equal_options_are_not_told_apart() {
    let lines = |line: &str, times| format!("{line}\n").repeat(times);
    let problem = |text: &str| combien::problem::dlx::parse("equal", text).unwrap().problem;
    let (orbits, order) = count_found(&problem(&format!("0:100|a\n{}", lines("a", 100))));
    assert_eq!((orbits.as_str(), order.len()), ("101", 158));
    // Pairs of numbers up to 20 with a sum up to 20, the unlike ones counted once.
    let text = format!("0:20|a | x\n{}{}", lines("a x:1", 20), lines("a x:2", 20));
    assert_eq!(count_found(&problem(&text)).0, "21");
    let text = format!("0:20|a 0:20|b 0:20|c\n{}{}", lines("a c", 20), lines("b c", 20));
    assert_eq!(count_found(&problem(&text)).0, "121");
    let names: Vec<String> = (0..300).map(|item| format!("i{item}")).collect();
    let options: Vec<String> = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    assert_eq!(count_found(&problem(&format!("{}\n{}", names.join(" "), options.concat()))).0, "1");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Orbits are those of brute force, with many equal options among them.
    #[test]
    fn orbits_of_equal_options_are_those_of_brute_force(
        problem in prop_oneof![alike_problems(), random::any_problems()],
        times in proptest::collection::vec(1..4usize, 1..5),
    ) {
        prop_assume!(problem.option_count() <= 6);
        let problem = repeated(&problem, &times);
        prop_assume!(problem.option_count() <= 12);
        let orbits = orbits_by_hand(&problem, &found(&problem).generators);
        prop_assert_eq!(count_found(&problem), (orbits.to_string(), found(&problem).order.to_string()));
    }

    /// The group is that of brute force: as large, and all of it found.
    #[test]
    fn brute_force_finds_as_many(problem in prop_oneof![alike_problems(), random::any_problems()], nodes in 0u64..8, memory in 0u64..1500) {
        prop_assume!(problem.option_count() <= 6);
        let mut expected = BTreeSet::new();
        permutations(problem.option_count(), &mut vec![], &mut |images| {
            if is_automorphism(&problem, images) {
                expected.insert(images.to_vec());
            }
        });
        let found = found(&problem);
        prop_assert_eq!(found.order.to_string(), expected.len().to_string());
        let group = Symmetries::generated_by(&problem, found.generators, &Budget::UNLIMITED).unwrap();
        let images = |element: Automorphism| element.options().iter().map(|option| option.index()).collect();
        prop_assert_eq!(group.elements().map(images).collect::<BTreeSet<Vec<usize>>>(), expected);

        for budget in
            [Budget { nodes: Some(nodes), ..Budget::UNLIMITED }, Budget { memory: Some(memory), ..Budget::UNLIMITED }]
        {
            let certain = automorphisms(&problem, &budget).certain().clone();
            let part = Symmetries::generated_by(&problem, certain.generators, &Budget::UNLIMITED).unwrap();
            prop_assert_eq!(certain.order.to_string(), part.order().to_string());
        }
    }

    /// Larger problems, of several parts and with colors, have as many automorphisms in whatever order they are written.
    #[test]
    fn the_order_of_naming_does_not_matter(problem in random::larger_problems()) {
        order(&problem);
    }
}
