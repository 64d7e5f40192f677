//! The engine `pfaffian` against closed formulas, against the sweep, and against enumeration.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use combien::engine::pfaffian::{Form, Pfaffian};
use combien::engine::{NotMatching, Pause, Refusal, Unsupported};
use combien::problem::dlx::parse;
use combien::solve::{self, Budget, Engine, Error, Outcome, Reason};
use combien::{Count, Problem};
use combien_tests::oracle;
use combien_tests::planar::{Cell, dominoes, matchings, planar_problems, rectangle};
use proptest::collection::vec;
use proptest::prelude::*;

fn pfaffian(problem: &Problem) -> Count {
    count_by(problem, Engine::Pfaffian)
}

fn count_by(problem: &Problem, engine: Engine) -> Count {
    solve::Count::of(problem).by(engine).run().unwrap().answer().unwrap()
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut square, mut result) = (base % modulus, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    result
}

/// An element of this order of the integers modulo a prime, if there is one: the order divides the prime
/// minus one.
fn root(order: u64, prime: u64) -> u64 {
    let divisors: Vec<u64> = (1..order).filter(|divisor| order.is_multiple_of(*divisor)).collect();
    let candidates = (2..prime).map(|base| power(base, (prime - 1) / order, prime));
    let is_primitive = |root: &u64| divisors.iter().all(|&divisor| power(*root, divisor, prime) != 1);
    candidates.into_iter().find(is_primitive).unwrap()
}

/// Kasteleyn's product for the domino tilings of a rectangle with even sides, modulo a prime in which the
/// cosines are sums of roots of unity: the square of `2 cos (pi j / (m + 1))` is `2 + w^j + w^-j`, for `w` of
/// order `m + 1`.
fn kasteleyn(width: u64, height: u64, prime: u64) -> u64 {
    let squares = |length: u64| -> Vec<u64> {
        let w = root(length + 1, prime);
        let of = |j| (2 + power(w, j, prime) + power(w, length + 1 - j, prime)) % prime;
        (1..=length / 2).map(of).collect()
    };
    assert!(
        width.is_multiple_of(2) && height.is_multiple_of(2),
        "an odd side has a factor in the middle that is counted half"
    );
    let (columns, rows) = (squares(width), squares(height));
    let factors = columns.iter().flat_map(|column| rows.iter().map(move |row| column + row));
    factors.fold(1, |product, factor| product * (factor % prime) % prime)
}

fn is_prime(n: u64) -> bool {
    (2..=n.isqrt()).all(|d| !n.is_multiple_of(d))
}

/// This proves the whole number, because the product of the primes is greater than 2 to the number of cells.
#[test]
fn dominoes_on_squares_follow_kasteleyns_product() {
    for side in [2, 4, 8, 12, 20, 30, 50] {
        let count = pfaffian(&dominoes(&rectangle(side, side))).to_biguint();
        let step = 2 * (side as u64 + 1);
        let primes = (1..).map(|k| (1 << 31) / step * step + 1 - k * step).filter(|&n| is_prime(n));
        for prime in primes.take((side * side) as usize / 30 + 1) {
            let residue = (&count % prime).to_u64_digits().first().copied().unwrap_or(0);
            assert_eq!(residue, kasteleyn(side as u64, side as u64, prime), "{side} x {side} modulo {prime}");
        }
        assert!(count.bits() <= (side * side) as u64);
    }
    // OEIS A004003.
    assert_eq!(pfaffian(&dominoes(&rectangle(8, 8))), Count::from(12_988_816u64));
    let of_14: Count = "112202208776036178000000".parse().unwrap();
    assert_eq!(pfaffian(&dominoes(&rectangle(14, 14))), of_14);
}

/// Dominoes on narrow rectangles, by going over the cells with the set of those that are covered already.
#[test]
fn dominoes_on_rectangles_are_those_of_the_transfer_matrix() {
    for (width, height) in
        [(1, 7), (1, 8), (2, 30), (3, 10), (3, 11), (5, 8), (6, 7), (7, 8), (8, 40), (4, 100)]
    {
        let mut ways = BTreeMap::from([(0u32, Count::ONE)]);
        for cell in 0..width * height {
            let mut next: BTreeMap<u32, Count> = BTreeMap::new();
            let mut add = |state: u32, count: &Count| *next.entry(state).or_insert(Count::ZERO) += count;
            // Bit 0 is this cell, and bit `width` the one below it.
            for (&state, count) in &ways {
                if state & 1 == 1 {
                    add(state >> 1, count);
                    continue;
                }
                if cell / width + 1 < height {
                    add((state | 1 << width) >> 1, count);
                }
                if cell % width + 1 < width && state & 2 == 0 {
                    add((state | 2) >> 1, count);
                }
            }
            ways = next;
        }
        let expected = ways.get(&0).cloned().unwrap_or(Count::ZERO);
        assert_eq!(pfaffian(&dominoes(&rectangle(width, height))), expected, "{width} x {height}");
    }
}

/// 2^(n (n + 1) / 2) (Elkies, Kuperberg, Larsen and Propp, 1992).
#[test]
fn aztec_diamonds_have_powers_of_two() {
    for order in (1..=12).chain([20, 30]) {
        let is_in = |(x, y): &Cell| (2 * x + 1).abs() + (2 * y + 1).abs() <= 2 * order;
        let cells: Vec<Cell> = (-order..order).flat_map(|y| (-order..order).map(move |x| (x, y))).collect();
        let cells: Vec<Cell> = cells.into_iter().filter(is_in).collect();
        let expected = power_of_two((order * (order + 1) / 2) as u32);
        assert_eq!(pfaffian(&dominoes(&cells)), expected, "order {order}");
    }
}

fn power_of_two(exponent: u32) -> Count {
    (0..exponent).fold(Count::ONE, |power, _| &power + &power)
}

/// Lozenges in a hexagon of sides a, b, c, a, b, c: triangles that point up are at (2 x, y), those that point
/// down at (2 x + 1, y).
fn lozenges(a: i64, b: i64, c: i64) -> Problem {
    let (width, height) = (a + c, b + c);
    let is_in = |&(x2, y): &Cell| {
        let (x, is_down) = (x2 / 2, x2 % 2);
        x < width && y < height && x + y + is_down >= c && x + y + 1 + is_down <= a + b + c
    };
    let cells: Vec<Cell> = rectangle(2 * width, height).into_iter().filter(is_in).collect();
    matchings(
        &cells,
        |(x2, y)| if x2 % 2 == 1 { vec![(x2 - 1, y), (x2 + 1, y), (x2 - 1, y + 1)] } else { vec![] },
    )
}

/// `MacMahon`'s formula for plane partitions in a box: the product of (i + j + k - 1) / (i + j + k - 2).
#[test]
fn lozenges_in_hexagons_follow_macmahons_formula() {
    for (a, b, c) in
        [(1, 1, 1), (1, 2, 3), (2, 2, 2), (3, 3, 3), (5, 5, 5), (4, 7, 2), (6, 9, 8), (12, 12, 12)]
    {
        let (mut above, mut below) = (Count::ONE, Count::ONE);
        for (i, j, k) in (1..=a).flat_map(|i| (1..=b).flat_map(move |j| (1..=c).map(move |k| (i, j, k)))) {
            above = &above * &Count::from((i + j + k - 1) as u64);
            below = &below * &Count::from((i + j + k - 2) as u64);
        }
        let (expected, rest) = above.divided_by(&below);
        assert!(rest.is_zero());
        assert_eq!(pfaffian(&lozenges(a, b, c)), expected, "{a} {b} {c}");
    }
}

/// The hexagons of a honeycomb around the cell at (x, y): its corners, each known by the triangle in which
/// three hexagons meet.
fn corners((x, y): Cell) -> [Cell; 6] {
    [(2 * x, y), (2 * x - 2, y), (2 * x, y - 1), (2 * x - 1, y), (2 * x + 1, y - 1), (2 * x - 1, y - 1)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Kekulé structures of a benzenoid, perhaps with holes, against the sweep.
    #[test]
    fn benzenoids_have_as_many_as_the_sweep_counts(steps in vec((any::<prop::sample::Index>(), 0usize..6), 1..24)) {
        let mut hexagons = vec![(0i64, 0i64)];
        for (at, direction) in steps {
            let (x, y) = hexagons[at.index(hexagons.len())];
            let (dx, dy) = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][direction];
            hexagons.push((x + dx, y + dy));
        }
        let mut cells: Vec<Cell> = hexagons.iter().flat_map(|&hexagon| corners(hexagon)).collect();
        cells.sort_unstable();
        cells.dedup();
        // A triangle that points down touches three that point up.
        let problem = matchings(&cells, |(x2, y)| {
            if x2.rem_euclid(2) == 1 { vec![(x2 - 1, y), (x2 + 1, y), (x2 - 1, y + 1)] } else { vec![] }
        });
        prop_assert_eq!(pfaffian(&problem), count_by(&problem, Engine::Frontier));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    /// Against enumeration. What may be alone need not lie on one face, so some are refused; the next test says how many.
    #[test]
    fn parts_of_triangular_grids_are_counted_as_they_are_enumerated(problem in planar_problems()) {
        match solve::Count::of(&problem).by(Engine::Pfaffian).run() {
            Ok(report) => prop_assert_eq!(report.answer().unwrap(), count_by(&problem, Engine::Links)),
            Err(error) => {
                let why = NotMatching::Alone;
                prop_assert_eq!(error, Error::NotMatching { engine: Engine::Pfaffian, why });
            }
        }
    }
}

#[test]
fn most_parts_of_triangular_grids_are_taken() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut taken, mut positive, mut with_gadgets, mut skew) = (0, 0, 0, 0);
    for _ in 0..2000 {
        let problem = planar_problems().new_tree(&mut runner).unwrap().current();
        let Ok(mut count) = Pfaffian::new(&problem, &Budget::UNLIMITED) else { continue };
        taken += 1;
        assert_eq!(count.run(u64::MAX), Pause::End);
        let is_positive = count.count().is_some_and(|count| !count.is_zero());
        positive += usize::from(is_positive);
        skew += usize::from(is_positive && count.form() == Form::Pfaffian);
        let single = problem.options().filter(|&option| problem.option(option).len() == 1).count();
        let secondary = problem.item_count() - problem.primary_count();
        with_gadgets += usize::from(is_positive && count.form() != Form::Forced && single + secondary > 1);
    }
    println!("{taken} taken, {positive} with solutions, {with_gadgets} with gadgets, {skew} skew");
    assert!(taken > 1500 && positive > 300 && with_gadgets > 100 && skew > 100);
}

/// By the definition alone, where that is possible.
#[test]
fn small_ones_are_counted_as_the_oracle_does() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut compared = 0;
    for _ in 0..3000 {
        let problem = planar_problems().new_tree(&mut runner).unwrap().current();
        if problem.option_count() > 12 {
            continue;
        }
        if let Ok(report) = solve::Count::of(&problem).by(Engine::Pfaffian).run() {
            let expected = oracle::solutions(&problem).len() as u64;
            assert_eq!(report.answer().unwrap(), Count::from(expected), "{problem:?}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

fn graph(vertices: usize, edges: impl IntoIterator<Item = [usize; 2]>) -> Problem {
    Problem::from_lists(vertices, None, edges).unwrap()
}

/// Graphs that are not planar are refused, and counted by other engines: by the formula n! for K(3,3), 15 for
/// the complete graph on six points, and 6 for Petersen's graph.
#[test]
fn graphs_that_are_not_planar_are_counted_by_others() {
    let petersen = (0..5).flat_map(|k| [[k, (k + 1) % 5], [k, k + 5], [k + 5, (k + 2) % 5 + 5]]);
    let complete = (0..6).flat_map(|v| (0..v).map(move |u| [u, v]));
    let bipartite = (0..3).flat_map(|u| (3..6).map(move |v| [u, v]));
    for (problem, count) in [(graph(10, petersen), 6u64), (graph(6, complete), 15), (graph(6, bipartite), 6)]
    {
        let why = NotMatching::NotPlanar;
        let refused = Pfaffian::new(&problem, &Budget::UNLIMITED).unwrap_err();
        assert_eq!(refused, Refusal::Unsupported(Unsupported::NotMatching(why)));
        let error = solve::Count::of(&problem).by(Engine::Pfaffian).run().unwrap_err();
        assert_eq!(error, Error::NotMatching { engine: Engine::Pfaffian, why });
        assert_eq!(count_by(&problem, Engine::Auto), Count::from(count));
    }
}

#[test]
fn what_is_no_matching_is_refused_with_the_reason() {
    let reason = |text: &str| {
        let problem = parse("t", text).unwrap().problem;
        solve::Count::of(&problem)
            .by(Engine::Pfaffian)
            .run()
            .map(|report| report.answer().unwrap().to_string())
    };
    let text = |text: &str| reason(text).unwrap_err().to_string();
    let head = "the engine pfaffian cannot take the problem: ";
    assert_eq!(text("a b c\na b\na b c\n"), format!("{head}option 2 has more than two items"));
    assert_eq!(text("a b | x\na b x\na x\nb\n"), format!("{head}option 1 has more than two items"));
    assert_eq!(text("a b | x\na x:red\nb x:blue\n"), format!("{head}item 3 has colors"));
    // A secondary item that one option has, or that all give one color, constrains nothing.
    assert_eq!(reason("a b | x y\na b x\na y:red\nb y:red\n"), Ok("2".to_owned()));
    // The middle of a board of three rows and columns, and its corners, are on no common face.
    let cells = "a b\nb c\nd e\ne f\ng h\nh i\na d\nd g\nb e\ne h\nc f\nf i\n";
    let alone = text(&format!("a b c d e f g h i\n{cells}a\nc\ng\ni\ne\n"));
    assert!(alone.starts_with(head) && alone.ends_with("do not lie on one face of the graph"), "{alone}");
    let bounded = parse("t", "a 2:2|b\na b\nb\n").unwrap().problem;
    let refused = solve::Count::of(&bounded).by(Engine::Pfaffian).run().unwrap_err();
    assert_eq!(refused, Error::Bounds { engine: Engine::Pfaffian });
}

/// A board whose cells on the rim may stay empty, against enumeration: all of them lie on the outer face.
#[test]
fn cells_on_the_rim_may_stay_empty() {
    for (width, height) in [(3, 3), (4, 3), (4, 4), (5, 4)] {
        let cells = rectangle(width, height);
        let is_inner = |&(x, y): &Cell| x > 0 && y > 0 && x + 1 < width && y + 1 < height;
        let (inner, rim): (Vec<Cell>, Vec<Cell>) = cells.iter().copied().partition(is_inner);
        let order: Vec<Cell> = inner.iter().chain(&rim).copied().collect();
        let place = |cell: Cell| order.iter().position(|&other| other == cell);
        let pairs = order.iter().flat_map(|&(x, y)| [((x, y), (x + 1, y)), ((x, y), (x, y + 1))]);
        let options = pairs.filter_map(|(one, other)| Some(vec![place(one)?, place(other)?]));
        // A secondary rim would leave out dominoes that lie on it, so its cells are primary, and covered
        // alone instead.
        let alone = rim.iter().filter_map(|&cell| Some(vec![place(cell)?]));
        let problem = Problem::from_lists(order.len(), None, options.chain(alone)).unwrap();
        assert_eq!(pfaffian(&problem), count_by(&problem, Engine::Links), "{width} x {height}");
    }
}

/// Equal options are a weight: a cycle of four, each of whose edges is there `w` times, has `2 w^2` perfect
/// matchings.
#[test]
fn equal_options_multiply() {
    for weight in [1, 2, 1000] {
        let edges = [[0, 1], [1, 2], [2, 3], [3, 0]].repeat(weight);
        assert_eq!(pfaffian(&graph(4, edges)), Count::from(2 * (weight * weight) as u64));
    }
}

/// The same answer and the same work for any number of threads; a limit on nodes stops where it says.
#[test]
fn threads_and_limits_change_nothing_but_the_time() {
    let problem = dominoes(&rectangle(24, 24));
    let run = |threads: usize, nodes: Option<u64>| {
        let budget = Budget { threads: NonZeroUsize::new(threads), nodes, ..Budget::UNLIMITED };
        solve::Count::of(&problem).by(Engine::Pfaffian).budget(budget).run().unwrap()
    };
    let one = run(1, None);
    assert_eq!(run(3, None), one);
    for threads in [1, 3] {
        assert_eq!(run(threads, Some(one.work.nodes)), one);
        for nodes in [0, 1, 100, one.work.nodes - 1] {
            let stopped = run(threads, Some(nodes));
            let expected = Outcome::Stopped { certain: Count::ZERO, reason: Reason::Nodes(nodes) };
            assert_eq!((stopped.outcome, stopped.work.nodes), (expected, nodes));
        }
    }
    let budget = Budget { memory: Some(10_000), ..Budget::UNLIMITED };
    let stopped = solve::Count::of(&problem).by(Engine::Pfaffian).budget(budget).run().unwrap();
    assert_eq!(stopped.outcome.reason(), Some(Reason::Memory(10_000)));
}

/// The default chooses it where enumeration does not end at once.
#[test]
fn the_default_counts_boards_by_it() {
    let report = solve::Count::of(&dominoes(&rectangle(12, 12))).run().unwrap();
    assert_eq!(report.engine, Engine::Pfaffian);
    assert_eq!(report.why, "the options are the edges of a planar graph");
    assert_eq!(report.answer().unwrap(), Count::from(53_060_477_521_960_000u64));
    // A strip, a ring around a hole, and a board with a corner cut off, which has no tiling.
    let strip = dominoes(&rectangle(2, 400));
    assert_eq!(count_by(&strip, Engine::Auto), count_by(&strip, Engine::Frontier));
    let ring: Vec<Cell> = rectangle(13, 13)
        .into_iter()
        .filter(|&(x, y)| !(4..9).contains(&x) || !(4..9).contains(&y))
        .collect();
    let ring = dominoes(&ring);
    assert_eq!(count_by(&ring, Engine::Auto), count_by(&ring, Engine::Frontier));
    let cut = dominoes(&rectangle(30, 30)[1..]);
    assert_eq!(count_by(&cut, Engine::Auto), Count::ZERO);
}
