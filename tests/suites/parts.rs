//! Boards whose parts go on by themselves: a tree of corridors, whose count is known by a recursion that has
//! nothing in common with the engines.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use combien::budget::{Budget, Meter};
use combien::engine::order::Order;
use combien::proof::Proof;
use combien::solve::{Compile, Count, Engine, Outcome};
use combien::{Count as Number, Problem};
use combien_verify::check_certificate;

/// The cells of a row of a corridor.
const WIDE: usize = 3;

/// A tree of corridors, to be covered by dominoes: each is two rows long and opens into three others.
struct Corridors {
    number: usize,
}

impl Corridors {
    fn next(&self, corridor: usize) -> impl Iterator<Item = usize> + use<> {
        let number = self.number;
        (3 * corridor + 1..3 * corridor + 4).filter(move |&next| next < number)
    }

    /// The items are in no good order.
    fn problem(&self) -> Problem {
        let cells = 2 * WIDE * self.number;
        let place =
            |corridor: usize, row: usize, cell: usize| (((corridor * 2 + row) * WIDE + cell) * 101) % cells;
        assert!(!cells.is_multiple_of(101), "101 is prime, so each cell has its own place");
        let mut options = vec![];
        for corridor in 0..self.number {
            for cell in 0..WIDE {
                for row in 0..2 {
                    if cell + 1 < WIDE {
                        options.push(vec![place(corridor, row, cell), place(corridor, row, cell + 1)]);
                    }
                }
                options.push(vec![place(corridor, 0, cell), place(corridor, 1, cell)]);
                options.extend(
                    self.next(corridor).map(|next| vec![place(corridor, 1, cell), place(next, 0, cell)]),
                );
            }
        }
        Problem::from_lists(cells, None, options).unwrap()
    }

    /// The coverings of a corridor and all behind it, if the corridor before it has covered these cells of
    /// its first row.
    fn coverings(&self, corridor: usize, covered: u32) -> Number {
        // By the cells that each of the next corridors has covered.
        let mut ways: HashMap<Vec<u32>, u64> = HashMap::new();
        let next: Vec<usize> = self.next(corridor).collect();
        cover(0, covered, 0, &mut vec![0; next.len()], &mut ways);
        let mut known: HashMap<(usize, u32), Number> = HashMap::new();
        let mut sum = Number::ZERO;
        for (covered, ways) in ways {
            let mut product = Number::from(ways);
            for (&next, covered) in next.iter().zip(covered) {
                let of_next = known.entry((next, covered)).or_insert_with(|| self.coverings(next, covered));
                product = &product * of_next;
            }
            sum += &product;
        }
        sum
    }
}

/// Covers the cells of both rows one after the other, in each way.
fn cover(cell: usize, first: u32, second: u32, next: &mut Vec<u32>, ways: &mut HashMap<Vec<u32>, u64>) {
    if cell == 2 * WIDE {
        *ways.entry(next.clone()).or_default() += 1;
        return;
    }
    let (row, at) = (cell / WIDE, cell % WIDE);
    let here = if row == 0 { first } else { second };
    if here >> at & 1 == 1 {
        return cover(cell + 1, first, second, next, ways);
    }
    if at + 1 < WIDE && here >> (at + 1) & 1 == 0 {
        let both = 0b11 << at;
        let (first, second) = if row == 0 { (first | both, second) } else { (first, second | both) };
        cover(cell + 1, first, second, next, ways);
    }
    if row == 0 {
        cover(cell + 1, first | 1 << at, second | 1 << at, next, ways);
        return;
    }
    for corridor in 0..next.len() {
        next[corridor] |= 1 << at;
        cover(cell + 1, first, second | 1 << at, next, ways);
        next[corridor] &= !(1 << at);
    }
}

fn nobody() -> Option<&'static mut dyn Meter> {
    None
}

#[test]
fn a_tree_of_corridors_is_counted_part_by_part() {
    for (number, most) in [(13, 1 << 10), (40, 1 << 12), (121, 1 << 14)] {
        let corridors = Corridors { number };
        let (problem, expected) = (corridors.problem(), corridors.coverings(0, 0));
        for threads in [1, 2] {
            let budget = Budget { threads: NonZeroUsize::new(threads), ..Budget::UNLIMITED };
            let report = Count::of(&problem).by(Engine::Memo).budget(budget).run().unwrap();
            assert_eq!(report.outcome, Outcome::Answer(expected.clone()));
            assert!(report.work.nodes < most, "{:?} for {number} corridors", report.work);
        }
        let report = Count::of(&problem).run().unwrap();
        assert_eq!(report.outcome, Outcome::Answer(expected.clone()));
    }
}

#[test]
fn what_no_sweep_could_count_is_counted_by_default() {
    let corridors = Corridors { number: 364 };
    let problem = corridors.problem();
    let order = Order::best(&problem);
    assert!(order.splits(), "{order}, {:?}", order.tree().cost());
    let report = Count::of(&problem).run().unwrap();
    assert_eq!(report.engine, Engine::Memo, "{}", report.why);
    assert!(report.why.contains("falls into parts"), "{}", report.why);
    assert_eq!(report.outcome, Outcome::Answer(corridors.coverings(0, 0)));
}

#[test]
fn with_little_memory_the_count_is_the_same() {
    let corridors = Corridors { number: 40 };
    let (problem, expected) = (corridors.problem(), corridors.coverings(0, 0));
    let nodes = |memory| {
        let report = Count::of(&problem).budget(Budget::of_memory(memory)).run().unwrap();
        assert_eq!((report.engine, report.outcome), (Engine::Memo, Outcome::Answer(expected.clone())));
        report.work.nodes
    };
    assert!(nodes(1 << 13) > 10 * nodes(1 << 20), "it forgets");
}

/// A cross of four arms, to be covered by trominoes, but for a cell at the end of an arm.
fn cross(width: i32, arm: i32) -> Problem {
    let inside = |at: i32| (0..width).contains(&at);
    let span = -arm..width + arm;
    let mut cells: Vec<_> = span.clone().flat_map(|x| span.clone().map(move |y| (x, y))).collect();
    cells.retain(|&(x, y)| inside(x) || inside(y));
    cells.pop();
    assert_eq!(cells.len() % 3, 0);
    let pieces: [[(i32, i32); 3]; 6] = [
        [(0, 0), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (0, 2)],
        [(0, 0), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 1)],
        [(1, 0), (0, 1), (1, 1)],
    ];
    let place = |cell| cells.iter().position(|&other| other == cell);
    let at = |&(x, y): &(i32, i32)| pieces.map(|piece| piece.map(|(dx, dy)| place((x + dx, y + dy))));
    let options: Vec<Vec<usize>> =
        cells.iter().flat_map(at).filter_map(|cells| cells.into_iter().collect()).collect();
    Problem::from_lists(cells.len(), None, options).unwrap()
}

/// A search that begins to forget gets company: here, the sweep needs less memory.
#[test]
fn where_the_parts_do_not_fit_a_sweep_comes_in() {
    let problem = cross(4, 12);
    let roomy = Count::of(&problem).run().unwrap();
    let little = Count::of(&problem).budget(Budget::of_memory(1 << 20)).run().unwrap();
    assert_eq!((roomy.engine, little.engine), (Engine::Memo, Engine::Frontier));
    assert_eq!(roomy.outcome, little.outcome);
}

#[test]
fn a_certificate_along_the_tree_is_short_and_has_products() {
    let corridors = Corridors { number: 40 };
    let problem = corridors.problem();
    let proof = Proof::along(&problem, &Order::best(&problem), &Budget::UNLIMITED, &mut nobody()).unwrap();
    let text = std::str::from_utf8(proof.text()).unwrap();
    assert!(text.lines().any(|line| line.split(' ').nth(1) == Some("*")), "it has products");
    assert!(text.lines().count() < 1 << 12, "{} lines", text.lines().count());
    let mut json = vec![];
    combien_formats::json::write(&problem, &mut json).unwrap();
    let read = combien_verify::Problem::read(std::str::from_utf8(&json).unwrap()).unwrap();
    let proved = check_certificate(&read, proof.text(), 1 << 28).unwrap();
    assert_eq!(proved.covers.to_string(), corridors.coverings(0, 0).to_string());
}

#[test]
fn a_diagram_with_products_is_as_small_as_the_search() {
    let corridors = Corridors { number: 40 };
    let problem = corridors.problem();
    let diagram = Compile::of(&problem).by(Engine::Memo).run().unwrap().answer().unwrap().unwrap();
    assert_eq!(diagram.count().to_string(), corridors.coverings(0, 0).to_string());
    assert!(diagram.size() < 1 << 13, "{} nodes", diagram.size());
}
