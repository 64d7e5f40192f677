//! Counting and listing up to symmetry: two methods that share only the group, against published numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use combien::budget::{Deadline, Reason};
use combien::problem::{Automorphism, Builder, ItemId, OptionId, Problem, Solution, dlx};
use combien::solve::{self, Budget, Ending, Engine, Outcome};
use combien::symmetry::{self, Symmetries};
use combien::{Count, check};
use combien_tiling::{
    Board, Cell, Encoding, Group, Lattice, Pattern, Piece, Quantity, Shape, Size, Tiling, Wrap, polyforms,
};
use proptest::prelude::*;

fn shape(drawing: &str) -> Shape {
    Pattern::from_drawing(drawing).unwrap().shape()
}

fn rectangle(width: u32, height: u32) -> Board {
    Board::of(&Pattern::constant(Lattice::square(), Size::plane(width, height), true).unwrap())
}

const PENTOMINOES: [&str; 12] = [
    ".**$**.$.*.",
    "*****",
    "*...$****",
    "**..$.***",
    "**.$***",
    "***$.*.$.*.",
    "*.*$***",
    "*..$*..$***",
    "*..$**.$.**",
    ".*.$***$.*.",
    ".*..$****",
    "**.$.*.$.**",
];
const TETROMINOES: [&str; 5] = ["***$.*.", "***$*..", ".**$**.", "**$**", "****"];

fn pieces(drawings: &[&str], quantity: Quantity) -> Vec<Piece> {
    let all = Lattice::square().isometries();
    drawings.iter().map(|drawing| Piece::new(shape(drawing), quantity, all.clone())).collect()
}

fn group_of(tiling: &Tiling, encoding: &Encoding) -> Symmetries {
    Symmetries::generated_by(&encoding.problem, tiling.automorphisms(encoding), &Budget::UNLIMITED).unwrap()
}

/// On a large board the deadline is checked all the time while its symmetries are found: after a thousand
/// options at most, of those that are read once and mapped by each generator. Once it has passed, nothing
/// more is done.
#[test]
fn the_symmetries_of_a_large_board_obey_the_deadline() {
    let tiling = Tiling::new(rectangle(40, 40), pieces(&TETROMINOES, Quantity::ANY)).unwrap();
    let encoding = tiling.encode().unwrap();
    let asked = |passes_at: usize| {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        let deadline = Deadline::new(move || counted.fetch_add(1, Ordering::Relaxed) + 1 >= passes_at);
        let budget = Budget { deadline: Some(deadline), ..Budget::UNLIMITED };
        (tiling.automorphisms_within(&encoding, &budget), count.load(Ordering::Relaxed))
    };
    let (found, all) = asked(usize::MAX);
    let options = encoding.problem.option_count() * (1 + found.unwrap().len());
    assert!(options > 50_000 && all > options / 1000, "asked {all} times for {options} options");
    for passes_at in [1, all / 3, all / 2, all - 1] {
        assert_eq!(asked(passes_at), (Err(Reason::Deadline), passes_at));
    }
}

/// The number of solutions, and of orbits by Burnside's lemma.
fn counted(tiling: &Tiling) -> (String, String, u64) {
    let encoding = tiling.encode().unwrap();
    let group = group_of(tiling, &encoding);
    let counted = symmetry::count(&encoding.problem, &group, &Budget::UNLIMITED, None).unwrap();
    (
        counted.classes[0].fixed.to_string(),
        counted.outcome.certain().to_string(),
        group.order().to_u64().unwrap(),
    )
}

/// The numbers of orbits and of solutions in them, by listing; each orbit is met once.
fn listed(problem: &Problem, group: &Symmetries) -> (u64, u64) {
    let mut solutions = 0;
    let mut deliver = |representative: symmetry::Representative| {
        solutions += representative.orbit_size.to_u64().unwrap();
        ControlFlow::Continue(())
    };
    let listed = symmetry::each(problem, group, &Budget::UNLIMITED, None, &mut deliver).unwrap();
    assert_eq!(listed.ending, Ending::Complete);
    (listed.found, solutions)
}

/// Both ways, and that the orbits have as many solutions as there are.
fn check(tiling: &Tiling, all: u64, up_to_symmetry: u64) {
    let (solutions, orbits, _) = counted(tiling);
    assert_eq!((solutions, orbits), (all.to_string(), up_to_symmetry.to_string()));
    let encoding = tiling.encode().unwrap();
    let group = group_of(tiling, &encoding);
    assert_eq!(listed(&encoding.problem, &group), (up_to_symmetry, all));
}

/// The numbers that every puzzler quotes (Haselgrove and Haselgrove, 1960, and all books since).
#[test]
fn pentominoes_in_rectangles() {
    for (width, height, all, orbits) in
        [(20, 3, 8, 2), (15, 4, 1472, 368), (12, 5, 4040, 1010), (10, 6, 9356, 2339)]
    {
        let tiling = Tiling::new(rectangle(width, height), pieces(&PENTOMINOES, Quantity::ONE)).unwrap();
        check(&tiling, all, orbits);
    }
}

/// Scott, 1958: the 8x8 board without its center.
#[test]
fn scotts_puzzle() {
    let board = Pattern::constant(Lattice::square(), Size::plane(8, 8), true).unwrap();
    let hole = Pattern::from_drawing("...**...$...**...$........$........$........").unwrap();
    let hole = hole.resize(Size::plane(8, 8)).unwrap();
    let board = board.combine(combien_tiling::Operation::Difference, &hole).unwrap();
    let tiling = Tiling::new(Board::of(&board), pieces(&PENTOMINOES, Quantity::ONE)).unwrap();
    check(&tiling, 520, 65);
}

/// The rectangles of the lesson, up to the symmetry of the board. The first ones are listed too.
#[test]
fn tetrominoes_of_the_lesson() {
    for (width, height, all, orbits) in [
        (4, 3, 23, 8),
        (4, 4, 117, 22),
        (5, 4, 454, 125),
        (6, 4, 2003, 550),
        (8, 3, 997, 271),
        (7, 4, 9157, 2347),
        (8, 4, 40899, 10463),
    ] {
        let tiling = Tiling::new(rectangle(width, height), pieces(&TETROMINOES, Quantity::ANY)).unwrap();
        check(&tiling, all, orbits);
    }
    let largest = Tiling::new(rectangle(8, 5), pieces(&TETROMINOES, Quantity::ANY)).unwrap();
    assert_eq!(counted(&largest), ("800290".into(), "200712".into(), 4));
}

/// Domino tilings of the square up to rotation and reflection: 9 of 36 on the 4x4 board; 1629189 of 12988816.
#[test]
fn dominoes_beyond_enumeration() {
    let dominoes = |side| Tiling::new(rectangle(side, side), pieces(&["**"], Quantity::ANY)).unwrap();
    assert_eq!(counted(&dominoes(8)), ("12988816".into(), "1629189".into(), 8));
    check(&dominoes(4), 36, 9);
}

/// Soma: 240 of 11520 (Winning Ways). Pentominoes in the square of side 5, any number of each: 515 of 4006
/// (OEIS A328020, A172477). Y-pentominoes in 5x10: 4 of 10.
#[test]
fn other_published_numbers() {
    let soma = combien_tiling::pieces::set("soma").unwrap();
    let board = soma.board.unwrap();
    check(&Tiling::new(board, soma.pieces).unwrap(), 11520, 240);
    check(&Tiling::new(rectangle(5, 5), pieces(&PENTOMINOES, Quantity::ANY)).unwrap(), 4006, 515);
    check(&Tiling::new(rectangle(10, 5), pieces(&[".*..$****"], Quantity::ANY)).unwrap(), 10, 4);
}

/// Tilings of the n x n square by n-ominoes, free, any number of each (OEIS A328020). The seventh is beyond a
/// test.
#[test]
fn n_ominoes_in_squares() {
    for (n, orbits) in [(1, 1), (2, 1), (3, 2), (4, 22), (5, 515), (6, 56734)] {
        let all = Lattice::square().isometries();
        let shapes = polyforms::by_size(Lattice::square(), all.clone()).nth(n as usize - 1).unwrap();
        let pieces: Vec<Piece> =
            shapes.into_iter().map(|shape| Piece::new(shape, Quantity::ANY, all.clone())).collect();
        let tiling = Tiling::new(rectangle(n, n), pieces).unwrap();
        let (solutions, counted, _) = counted(&tiling);
        assert_eq!(counted, orbits.to_string(), "{n}");
        let encoding = tiling.encode().unwrap();
        let (listed, met) = listed(&encoding.problem, &group_of(&tiling, &encoding));
        assert_eq!((listed, met.to_string()), (orbits, solutions), "{n}");
    }
}

/// A permutation of the options by where it takes their names.
fn by_names(problem: &Problem, image: impl Fn(&[u32]) -> Vec<u32>) -> Automorphism {
    let name = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let places: BTreeMap<String, OptionId> =
        problem.options().map(|option| (problem.option_name(option).unwrap().to_owned(), option)).collect();
    let numbers = |name: &str| name.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u32>>();
    let options = problem.options().map(|option| {
        let image = image(&numbers(problem.option_name(option).unwrap()));
        places[&name(&image)]
    });
    Automorphism::of_options(problem, options.collect()).unwrap()
}

/// Both ways, for a problem whose generators are given.
fn check_problem(problem: &Problem, generators: Vec<Automorphism>, all: u64, orbits: u64) -> Symmetries {
    let group = Symmetries::generated_by(problem, generators, &Budget::UNLIMITED).unwrap();
    let counted = symmetry::count(problem, &group, &Budget::UNLIMITED, None).unwrap();
    assert_eq!(counted.outcome.certain().to_u64(), Some(orbits));
    assert_eq!(listed(problem, &group), (orbits, all));
    group
}

/// Latin squares: the option "r c s" puts symbol s into row r and column c.
fn latin(n: u32) -> Problem {
    let mut builder = Builder::new();
    for a in 0..n {
        for b in 0..n {
            for kind in ["cell", "row", "column"] {
                builder.primary(&format!("{kind} {a} {b}")).unwrap();
            }
        }
    }
    for (row, column, symbol) in (0..n).flat_map(|r| (0..n).flat_map(move |c| (0..n).map(move |s| (r, c, s))))
    {
        let names = [
            format!("cell {row} {column}"),
            format!("row {row} {symbol}"),
            format!("column {column} {symbol}"),
        ];
        let option = builder.option_by_names(&names).unwrap();
        builder.name_option(option, &format!("{row} {column} {symbol}"));
    }
    builder.build()
}

/// Latin squares up to isotopy: 2 of 576 of order 4, 2 of 161280 of order 5 (OEIS
/// A002860, A040082); up to isotopy and the three kinds of coordinates too, 2 and 2 (A003090).
#[test]
fn latin_squares_up_to_isotopy() {
    for (n, all, isotopy, paratopy) in [(3, 12, 1, 1), (4, 576, 2, 2), (5, 161_280, 2, 2)] {
        let problem = latin(n);
        let mut generators = vec![];
        for place in 0..3 {
            let acting = |image: &dyn Fn(u32) -> u32| {
                by_names(&problem, |numbers| {
                    let mut numbers = numbers.to_vec();
                    numbers[place] = image(numbers[place]);
                    numbers
                })
            };
            generators.push(acting(&|number| (number + 1) % n));
            generators.push(acting(&|number| if number < 2 { 1 - number } else { number }));
        }
        let factorial: u64 = (1..=u64::from(n)).product();
        let group = check_problem(&problem, generators.clone(), all, isotopy);
        assert_eq!(group.order().to_u64(), Some(factorial.pow(3)));
        generators.push(by_names(&problem, |numbers| vec![numbers[1], numbers[2], numbers[0]]));
        generators.push(by_names(&problem, |numbers| vec![numbers[1], numbers[0], numbers[2]]));
        let group = check_problem(&problem, generators, all, paratopy);
        assert_eq!(group.order().to_u64(), Some(6 * factorial.pow(3)));
        // The same groups, found from the problem.
        let of = |kind: &str| {
            let items = problem.items().filter(|&item| problem.item_name(item).starts_with(kind));
            items.collect::<Vec<ItemId>>()
        };
        let all = symmetry::automorphisms(&problem, &Budget::UNLIMITED);
        assert_eq!(all.certain().order, group.order());
        let kept = symmetry::automorphisms_keeping(&problem, &[of("cell"), of("row")], &Budget::UNLIMITED);
        assert_eq!(kept.certain().order, Count::from(factorial.pow(3)));
    }
}

/// Steiner triple systems: the option "a b c" is a triple, the items are the pairs.
fn triples(points: u32) -> Problem {
    let mut builder = Builder::new();
    for (a, b) in (0..points).flat_map(|b| (0..b).map(move |a| (a, b))) {
        builder.primary(&format!("{a} {b}")).unwrap();
    }
    for c in 0..points {
        for (a, b) in (0..c).flat_map(|b| (0..b).map(move |a| (a, b))) {
            let pairs = [(a, b), (a, c), (b, c)];
            let option = builder.option_by_names(pairs.map(|(a, b)| format!("{a} {b}"))).unwrap();
            builder.name_option(option, &format!("{a} {b} {c}"));
        }
    }
    builder.build()
}

/// What a permutation of the points does to the triples.
fn of_points(problem: &Problem, image: impl Fn(u32) -> u32) -> Automorphism {
    by_names(problem, |numbers| {
        let mut numbers: Vec<u32> = numbers.iter().map(|&point| image(point)).collect();
        numbers.sort_unstable();
        numbers
    })
}

/// One system of 7 points, of 30 that are numbered; one of 9, of 840 (OEIS A030128, A030129).
#[test]
fn steiner_triple_systems_up_to_isomorphism() {
    for (points, all) in [(7, 30), (9, 840)] {
        let problem = triples(points);
        let turn = of_points(&problem, |point| (point + 1) % points);
        let swap = of_points(&problem, |point| if point < 2 { 1 - point } else { point });
        check_problem(&problem, vec![turn, swap], all, 1);
    }
}

/// By listing, Steiner triple systems of 13 points: 1,197,504,000 that are numbered, of 2 kinds (OEIS
/// A030128, A030129). The group has 13! elements, so orbits that were met are recognized, and no element is
/// looked at.
#[test]
fn listing_is_chosen_for_large_groups() {
    for (points, kinds, method) in [
        (6, 0, symmetry::Method::Burnside),
        (7, 1, symmetry::Method::Listing),
        (9, 1, symmetry::Method::Listing),
        (13, 2, symmetry::Method::Listing),
    ] {
        let problem = triples(points);
        let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
        let group = Symmetries::found(&problem, found, &Budget::UNLIMITED).unwrap();
        let orders: u64 = (1..=u64::from(points)).product();
        assert_eq!(group.order(), Count::from(orders));
        let counted = symmetry::count_by_either(&problem, &group, &Budget::UNLIMITED, None).unwrap();
        assert_eq!((counted.outcome.certain().to_u64(), counted.method), (Some(kinds), method), "{points}");
        if points == 13 {
            assert_eq!(listed(&problem, &group), (2, 1_197_504_000));
        }
    }
}

/// The Steiner triple systems of 15 points: 80 kinds (OEIS A030129), of 60,281,712,691,200 that are numbered
/// (A030128).
#[test]
fn steiner_triple_systems_of_15_points() {
    let problem = triples(15);
    let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
    let group = Symmetries::found(&problem, found, &Budget::UNLIMITED).unwrap();
    let counted = symmetry::count_by_either(&problem, &group, &Budget::UNLIMITED, None).unwrap();
    assert_eq!(counted.outcome.certain().to_u64(), Some(80));
    assert_eq!(counted.classes[0].fixed.to_u64(), Some(60_281_712_691_200));
}

/// What has very many symmetries is counted by the engine `alike`, also by default: Steiner triple systems
/// (OEIS A030128), Latin squares (A002860), and matchings of the complete graph (A001147), which have a class
/// of states for each number of points.
#[test]
fn very_many_symmetries_are_used_to_count() {
    for (problem, count, most_states) in [
        (triples(9), 840_u64, 10),
        (triples(13), 1_197_504_000, 100),
        (latin(6), 812_851_200, 150),
        (latin(7), 61_479_419_904_000, 5_000),
    ] {
        let report = solve::Count::of(&problem).by(Engine::Alike).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(Count::from(count)));
        assert!(report.work.nodes < most_states, "{count}: {:?}", report.work);
    }
    for (problem, count) in [(triples(13), 1_197_504_000_u64), (latin(6), 812_851_200)] {
        let report = solve::Count::of(&problem).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(Count::from(count)));
        assert_eq!(report.engine, Engine::Alike);
    }
}

/// Two ways that share only the group, for those of 1-factorisations and Latin squares with all their
/// automorphisms: each orbit is listed once, and the sizes of the orbits add up to what the identity fixes.
#[test]
fn large_groups_by_two_ways() {
    for problem in [latin(4), latin(5), latin(6), factorisations(6)] {
        let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED).certain().clone();
        let group = Symmetries::found(&problem, found, &Budget::UNLIMITED).unwrap();
        assert!(group.order() > Count::from(1u64 << 13) || problem.option_count() == 64);
        let counted = symmetry::count(&problem, &group, &Budget::UNLIMITED, None).unwrap();
        let orbits = counted.outcome.certain().to_u64().unwrap();
        let solutions = counted.classes[0].fixed.to_u64().unwrap();
        assert_eq!(listed(&problem, &group), (orbits, solutions));
        let either = symmetry::count_by_either(&problem, &group, &Budget::UNLIMITED, None).unwrap();
        assert_eq!(either.outcome.certain().to_u64(), Some(orbits));
    }
}

/// The classes of conjugate isotopies of Latin squares of order n are the triples of partitions of n; with
/// exchanges of rows, columns and symbols too, they are multisets of three partitions, or a pair (one for the
/// two that are exchanged), or one of them.
#[test]
fn classes_of_isotopies() {
    // The number of partitions (OEIS A000041).
    for (n, p) in [(3, 3), (4, 5), (5, 7), (6, 11)] {
        let problem = latin(n);
        let of = |kind: &str| {
            let items = problem.items().filter(|&item| problem.item_name(item).starts_with(kind));
            items.collect::<Vec<ItemId>>()
        };
        for (sets, classes) in
            [(vec![], p * (p + 1) * (p + 2) / 6 + p * p + p), (vec![of("cell"), of("row")], p * p * p)]
        {
            let found = symmetry::automorphisms_keeping(&problem, &sets, &Budget::UNLIMITED);
            let generators = found.certain().generators.clone();
            let group = Symmetries::generated_by(&problem, generators, &Budget::UNLIMITED).unwrap();
            let found = group.classes(&problem, &Budget::UNLIMITED).unwrap();
            assert_eq!(found.len(), classes, "{n}");
            assert_eq!(found.into_iter().map(|class| class.size).sum::<Count>(), group.order());
        }
    }
}

/// 1-factorisations of the complete graph of n points: 6 of 6 points, all isomorphic, and 6240 of 8, of 6
/// kinds (OEIS A000438, A000474). The option "a b f" gives an edge to a factor; so each is met once for each
/// order of its factors. The group is that of all permutations of the points, and of the factors: of 8 points
/// it has 203,212,800 elements.
#[test]
fn one_factorisations_up_to_isomorphism() {
    for (points, labelled, kinds) in [(4, 1, 1), (6, 6, 1), (8, 6240, 6)] {
        let problem = factorisations(points);
        let found = symmetry::automorphisms(&problem, &Budget::UNLIMITED);
        let generators = found.certain().generators.clone();
        let group = Symmetries::generated_by(&problem, generators, &Budget::UNLIMITED).unwrap();
        let counted = symmetry::count(&problem, &group, &Budget::UNLIMITED, None).unwrap();
        assert_eq!(counted.outcome.certain().to_u64(), Some(kinds), "{points}");
        let orders: u64 = (1..u64::from(points)).product();
        assert_eq!(counted.classes[0].fixed.to_u64(), Some(labelled * orders), "{points}");
    }
}

fn factorisations(points: u32) -> Problem {
    let mut builder = Builder::new();
    let edges: Vec<(u32, u32)> = (0..points).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    for (a, b) in &edges {
        builder.primary(&format!("{a}-{b}")).unwrap();
    }
    for (point, factor) in (0..points).flat_map(|point| (1..points).map(move |factor| (point, factor))) {
        builder.primary(&format!("{point}#{factor}")).unwrap();
    }
    for (a, b) in edges {
        for factor in 1..points {
            let names = [format!("{a}-{b}"), format!("{a}#{factor}"), format!("{b}#{factor}")];
            builder.option_by_names(&names).unwrap();
        }
    }
    builder.build()
}

/// Designs with prescribed automorphisms: cyclic Steiner triple systems, up to multiplication by units: 1 of
/// 7 points, none of 9, then 1, 2, 4, 7 of 13, 15, 19, 21 (OEIS A002885; Colbourn and Rosa, "Triple
/// Systems").
#[test]
fn cyclic_steiner_triple_systems() {
    for (points, orbits) in [(7, 1), (9, 0), (13, 1), (15, 2), (19, 4), (21, 7)] {
        let problem = triples(points);
        let turn = of_points(&problem, |point| (point + 1) % points);
        let parts = symmetry::kept_by(&problem, std::slice::from_ref(&turn)).unwrap();
        let [part] = parts.as_slice() else { panic!("items are covered once") };
        let gcd = |mut a: u32, mut b: u32| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let units = (1..points).filter(|&unit| gcd(unit, points) == 1);
        let generators =
            units.map(|unit| part.acting(&of_points(&problem, |point| point * unit % points)).unwrap());
        let all: Vec<Solution> = solve::each(&part.problem).unwrap().collect();
        for solution in &all {
            let complete = part.complete(solution);
            assert_eq!(turn.image(&complete), complete);
            check::check(&problem, complete.options()).unwrap();
        }
        check_problem(&part.problem, generators.collect(), all.len() as u64, orbits);
    }
}

/// Boards with few symmetries, and one that closes: by both ways, and by looking at all images.
#[test]
fn boards_of_every_group() {
    let board = |drawing: &str| Board::of(&Pattern::from_drawing(drawing).unwrap());
    let torus = [Cell::plane(4, 0), Cell::plane(0, 4)];
    let torus = rectangle(4, 4).wrapped(Wrap::new(Lattice::square(), &torus).unwrap()).unwrap();
    let (squares, bars): (&[&str], &[&str]) = (&["*", "**"], &["**", "***"]);
    for (board, drawings, order) in [
        (board("*****$*****$.***.$.***."), squares, 2), // a reflection
        (board("***..$***..$..***$..***"), squares, 2), // a half turn
        (board("*****$*****$***..$***.."), squares, 1), // nothing
        (board("*..*$****$****$*..*"), squares, 4),     // two reflections
        (board(".**..$.****$*****$****.$..**."), bars, 4), // a quarter turn
        (torus, bars, 128),
    ] {
        let tiling = Tiling::new(board, pieces(drawings, Quantity::ANY)).unwrap();
        let encoding = tiling.encode().unwrap();
        let group = group_of(&tiling, &encoding);
        assert_eq!(group.order().to_u64(), Some(order));
        let (orbits, all) = orbits_by_hand(&encoding.problem, &group);
        assert!(orbits > 1);
        check(&tiling, all, orbits);
    }
}

/// Those with a symmetry of their own, found without the others, are those of all that have one.
#[test]
fn symmetric_solutions_alone() {
    for tiling in [
        Tiling::new(rectangle(10, 6), pieces(&PENTOMINOES, Quantity::ONE)).unwrap(),
        Tiling::new(rectangle(6, 6), pieces(&["**"], Quantity::ANY)).unwrap(),
        Tiling::new(rectangle(6, 4), pieces(&TETROMINOES, Quantity::ANY)).unwrap(),
    ] {
        let encoding = tiling.encode().unwrap();
        let (problem, group) = (&encoding.problem, group_of(&tiling, &encoding));
        let mut expected = BTreeMap::new();
        let mut note = |representative: symmetry::Representative| {
            let keeps =
                |element: &Automorphism| element.image(&representative.solution) == representative.solution;
            let by_hand = group.elements().filter(keeps).count() as u64;
            assert_eq!(representative.stabilizer_order.to_u64(), Some(by_hand));
            assert_eq!(group.stabilizer_order(&representative.solution).to_u64(), Some(by_hand));
            if by_hand > 1 {
                let images = group.elements().map(|element| element.image(&representative.solution));
                expected.insert(images.min(), by_hand);
            }
            ControlFlow::Continue(())
        };
        symmetry::each(problem, &group, &Budget::UNLIMITED, None, &mut note).unwrap();
        let mut found = BTreeMap::new();
        let mut note = |representative: symmetry::Representative| {
            let images = group.elements().map(|element| element.image(&representative.solution));
            let order = representative.stabilizer_order.to_u64().unwrap();
            assert_eq!(found.insert(images.min(), order), None, "met twice");
            ControlFlow::Continue(())
        };
        symmetry::each_symmetric(problem, &group, &Budget::UNLIMITED, None, &mut note).unwrap();
        assert_eq!(found, expected);
    }
}

/// Thirteen bounds, each met by a pair that is exchanged or by an option that stays: 2^13 ways to share them,
/// too many problems for Burnside's lemma. So the solutions are listed: up to three options, a whole triple
/// of one bound excepted.
#[test]
fn what_has_too_many_quotients_is_listed() {
    let names = (0..13).map(|k| format!("0:2|b{k}")).collect::<Vec<_>>().join(" ");
    let options: Vec<String> = (0..13).map(|k| format!("x b{k} l{k}\nx b{k} r{k}\nx b{k}\n")).collect();
    let sides: Vec<String> = (0..13).map(|k| format!(" l{k} r{k}")).collect();
    let problem = dlx::parse("many", &format!("0:3|x {names} |{}\n{}", sides.concat(), options.concat()))
        .unwrap()
        .problem;
    let swap = (0..39)
        .map(|option| OptionId::from_index([option + 1, option - (option % 3).min(1), option][option % 3]));
    let swap = Automorphism::of_options(&problem, swap.collect()).unwrap();
    let group = Symmetries::generated_by(&problem, [swap], &Budget::UNLIMITED).unwrap();
    let refused = symmetry::count(&problem, &group, &Budget::UNLIMITED, None).unwrap_err();
    assert!(refused.to_string().contains("in too many ways"), "{refused}");
    let counted = symmetry::count_by_either(&problem, &group, &Budget::UNLIMITED, None).unwrap();
    let all = 1 + 39 + 39 * 38 / 2 + 39 * 38 * 37 / 6 - 13;
    // Sets of up to three that stay, or a pair with at most one that stays of another bound.
    let fixed = (1 + 13 + 13 * 12 / 2 + 13 * 12 * 11 / 6) + 13 * (1 + 12);
    assert_eq!(counted.outcome.certain().to_u64(), Some(u64::midpoint(all, fixed)));
    assert_eq!(counted.method, symmetry::Method::Listing);
}

/// The classes of all solutions, by looking at all images of each.
fn orbits_by_hand(problem: &Problem, group: &Symmetries) -> (u64, u64) {
    let all: BTreeSet<Solution> = solve::each(problem).unwrap().collect();
    let elements: Vec<Automorphism> = group.elements().collect();
    let is_least = |solution: &&Solution| elements.iter().all(|g| g.image(solution) >= **solution);
    (all.iter().filter(is_least).count() as u64, all.len() as u64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Small boards of every kind, with gaps, closed or not, pieces in any quantity that may be turned in any way: both ways
    /// give what looking at all images gives. Bounds make quotients with several parts.
    #[test]
    fn both_ways_agree_on_small_boards(
        (width, height) in (1..5u32, 1..4u32),
        gaps in any::<bool>(),
        closed in 0..3usize,
        chosen in proptest::collection::vec((0..5usize, 0..4usize, 0..3u32, 0..4u32), 1..4),
    ) {
        const SHAPES: [&str; 5] = ["*", "**", "**$*.", "***", "*.$.*"];
        let lattice = Lattice::square();
        let all = lattice.isometries();
        let groups = [Group::trivial(), lattice.half_turns(), all.rotations(), all.clone()];
        let piece = |&(drawing, group, lo, more): &(usize, usize, u32, u32)| {
            let hi = (more < 3).then_some(lo + more);
            Piece::new(shape(SHAPES[drawing]), Quantity { lo, hi }, groups[group].clone())
        };
        let board = rectangle(width, height);
        let board = if gaps { board.with_gaps() } else { board };
        let periods = [Cell::plane(width as i32, 0), Cell::plane(0, height as i32)];
        let board = board.wrapped(Wrap::new(lattice, &periods[..closed]).unwrap()).unwrap();
        let tiling = Tiling::new(board, chosen.iter().map(piece).collect()).unwrap();
        let encoding = tiling.encode().unwrap();
        let group = group_of(&tiling, &encoding);
        let (orbits, solutions) = orbits_by_hand(&encoding.problem, &group);
        prop_assume!(solutions < 3000);
        let counted = symmetry::count(&encoding.problem, &group, &Budget::UNLIMITED, None).unwrap();
        prop_assert_eq!(counted.outcome.certain().to_u64(), Some(orbits));
        prop_assert_eq!(listed(&encoding.problem, &group), (orbits, solutions));
    }
}
