//! TAOCP 7.2.2.1, exercise 262: diagrams of all tilings of two boards, with the items columnwise and no
//! reordering.
//!
//! The book counts the two terminals among the nodes; a store does not.

use std::collections::BTreeMap;

use combien::budget::Budget;
use combien::engine::Pause;
use combien::engine::frontier::diagram::Diagram;
use combien::engine::order::Order;
use combien::problem::{Builder, Problem};
use combien::zdd::Store;

/// A cell: column, place in the column, and for triangles which way it points.
type Cell = (i32, i32, i32);

/// Tilings by pairs of neighbours: items and options in the order of the cells.
fn pairs(cells: &[Cell], neighbours: impl Fn(Cell) -> Vec<Cell>) -> Problem {
    let mut builder = Builder::new();
    let items: BTreeMap<Cell, _> =
        cells.iter().map(|&cell| (cell, builder.primary(&format!("{cell:?}")).unwrap())).collect();
    for (&cell, &item) in &items {
        for neighbour in neighbours(cell).iter().filter_map(|neighbour| items.get(neighbour)) {
            builder.option([item, *neighbour]).unwrap();
        }
    }
    builder.build()
}

/// The tilings and the nodes of their diagram, terminals included, with the items as they are declared.
fn tilings_and_nodes(problem: &Problem) -> (String, usize) {
    let mut store = Store::new();
    let mut diagram = Diagram::new(problem, &Order::input(problem), &Budget::UNLIMITED).unwrap();
    assert_eq!(diagram.run(u64::MAX, &mut store), Pause::End);
    let family = diagram.family().unwrap();
    (store.count(family).to_string(), store.size(family) + 2)
}

#[test]
fn the_aztec_diamond_of_order_8() {
    let columns = (0..16).flat_map(|x| (0..16).map(move |y| (x, y, 0)));
    let diamond = columns.filter(|&(x, y, _)| i32::abs(2 * x - 15) + i32::abs(2 * y - 15) <= 16);
    let cells: Vec<Cell> = diamond.collect();
    let dominoes = pairs(&cells, |(x, y, _)| vec![(x, y + 1, 0), (x + 1, y, 0)]);
    assert_eq!(tilings_and_nodes(&dominoes), ("68719476736".into(), 83_406));
}

#[test]
fn the_hexagon_with_sides_8_8_7() {
    // Points of the triangular lattice in coordinates at 120 degrees; a square of them is two triangles, 0
    // and 1.
    let inside = |x, y| (0..=15).contains(&x) && (0..=15).contains(&y) && i32::abs(x - y) <= 8;
    let is_cell = |&(x, y, side): &Cell| {
        inside(x, y) && inside(x + 1, y + 1) && if side == 0 { inside(x + 1, y) } else { inside(x, y + 1) }
    };
    let columns = (0..15).flat_map(|x| (0..15).flat_map(move |y| [(x, y, 0), (x, y, 1)]));
    let cells: Vec<Cell> = columns.filter(is_cell).collect();
    let lozenges = pairs(&cells, |(x, y, side)| match side {
        0 => vec![(x, y, 1), (x + 1, y, 1), (x, y - 1, 1)],
        _ => vec![],
    });
    assert_eq!(tilings_and_nodes(&lozenges), ("66345156372852988800".into(), 591_739));
}
