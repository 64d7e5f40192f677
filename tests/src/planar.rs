//! Planar matching problems: boards, and parts of a triangular grid at random.

use std::collections::BTreeMap;

use combien::Problem;
use proptest::collection::vec;
use proptest::prelude::*;

/// Column and row.
pub type Cell = (i64, i64);

/// The perfect matchings of the cells, of which these are pairs.
///
/// # Panics
///
/// If the problem is too large to be built.
pub fn matchings(cells: &[Cell], pairs: impl Fn(Cell) -> Vec<Cell>) -> Problem {
    let numbers: BTreeMap<Cell, usize> =
        cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
    let pairs = cells.iter().flat_map(|&cell| pairs(cell).into_iter().map(move |other| (cell, other)));
    let options = pairs.filter_map(|(cell, other)| Some(vec![numbers[&cell], *numbers.get(&other)?]));
    Problem::from_lists(cells.len(), None, options).unwrap()
}

/// Dominoes on these cells.
pub fn dominoes(cells: &[Cell]) -> Problem {
    matchings(cells, |(x, y)| vec![(x + 1, y), (x, y + 1)])
}

/// The cells of a rectangle, row by row.
pub fn rectangle(width: i64, height: i64) -> Vec<Cell> {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
}

/// The cells of the Aztec diamond of an order.
pub fn aztec(order: i64) -> Vec<Cell> {
    let is_in = |&(x, y): &Cell| (2 * x + 1).abs() + (2 * y + 1).abs() <= 2 * order;
    let cells = (-order..order).flat_map(|y| (-order..order).map(move |x| (x, y)));
    cells.filter(is_in).collect()
}

/// Lozenges on the triangles of a hexagon of a side: the triangle that points up at a point, or down, is a
/// cell in an even or odd column.
pub fn lozenges(side: i64) -> Problem {
    let is_in = |&(x, y): &Cell| x.abs() <= side && y.abs() <= side && (x + y).abs() <= side;
    let points = (-side..=side).flat_map(|y| (-side..=side).map(move |x| (x, y)));
    let triangles = points.flat_map(|(x, y)| {
        let up = [(x, y), (x + 1, y), (x, y + 1)].iter().all(is_in).then_some((2 * x, y));
        let down = [(x + 1, y), (x + 1, y + 1), (x, y + 1)].iter().all(is_in).then_some((2 * x + 1, y));
        up.into_iter().chain(down)
    });
    let triangles: Vec<Cell> = triangles.collect();
    matchings(&triangles, |(x, y)| {
        if x.rem_euclid(2) == 0 { vec![(x + 1, y), (x - 1, y), (x + 1, y - 1)] } else { vec![] }
    })
}

/// A part of a triangular grid: for each cell and each of three directions a number of options; cells that
/// are left out, secondary, or also covered alone.
///
/// # Panics
///
/// If a problem cannot be built: a bug.
pub fn planar_problems() -> impl Strategy<Value = Problem> {
    let edges = prop_oneof![5 => Just(0usize), 9 => Just(1usize), 1 => Just(2usize), 1 => Just(3usize)];
    let kind = prop_oneof![12 => Just(0u8), 1 => Just(1u8), 1 => Just(2u8)];
    (2usize..=5, 1usize..=4).prop_flat_map(move |(width, height)| {
        let cells = width * height;
        let all = (vec(kind.clone(), cells), vec([edges.clone(), edges.clone(), edges.clone()], cells));
        all.prop_map(move |(kinds, edges)| {
            // Primary items first.
            let mut order: Vec<usize> = (0..cells).collect();
            order.sort_by_key(|&cell| kinds[cell] == 1);
            let mut number = vec![0; cells];
            order.iter().enumerate().for_each(|(at, &cell)| number[cell] = at);
            let primary = kinds.iter().filter(|&&kind| kind != 1).count();
            let mut options = vec![];
            for cell in 0..cells {
                let (x, y) = (cell % width, cell / width);
                let ends = [(x + 1, y), (x, y + 1), (x + 1, y + 1)];
                for (&(x, y), &times) in ends.iter().zip(&edges[cell]) {
                    if x < width && y < height {
                        options.extend(vec![vec![number[cell], number[y * width + x]]; times]);
                    }
                }
                if kinds[cell] == 2 {
                    options.extend(vec![vec![number[cell]]; 1 + cell % 2]);
                }
            }
            Problem::from_lists(cells, Some(primary), options).unwrap()
        })
    })
}
