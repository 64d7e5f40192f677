//! The layout of lattices, and their least and greatest elements.

use super::super::graph::Graph;
use super::*;
use crate::budget::at_once;

/// A graph of points in the plane: each is joined to those at these steps.
fn grid(points: &[(i32, i32)], steps: &[(i32, i32)]) -> Graph {
    let number = |point: (i32, i32)| points.iter().position(|&other| other == point).map(|at| at as u32);
    let mut graph = Graph { vertices: points.len(), ..Graph::default() };
    for &(x, y) in points {
        for &(dx, dy) in steps {
            if let (Some(u), Some(v)) = (number((x, y)), number((x + dx, y + dy))) {
                graph.edges.push([u, v]);
                graph.weights.push(1);
            }
        }
    }
    graph
}

fn rectangle(width: i32, height: i32) -> Vec<(i32, i32)> {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
}

fn lattice(graph: Graph) -> Lattice {
    let piece = Piece::whole(graph);
    at_once(|effort| {
        let embedding = planar::embed(piece.graph.vertices, &piece.graph.edges, effort).unwrap().unwrap();
        let neighbours = piece.graph.neighbours();
        let mate = matching::perfect(&neighbours, piece.graph.vertices, effort).unwrap().unwrap();
        let sides = piece.graph.sides().unwrap();
        Lattice::new(&piece, &Dual::new(&embedding), &mate, &sides, effort).unwrap()
    })
}

/// On a board, the faces of a row are two chunks, as long as these have room: otherwise an update would take
/// ten times as long.
#[test]
fn rows_of_a_board_are_updated_together() {
    let board = lattice(grid(&rectangle(60, 40), &[(1, 0), (0, 1)]));
    assert_eq!(board.faces, 59 * 39);
    assert!(board.chunks.len() <= 2 * 59, "{}", board.chunks.len());
    let diamond: Vec<(i32, i32)> = (-16..16).flat_map(|y| (-16..16).map(move |x| (x, y))).collect();
    let is_in = |&(x, y): &(i32, i32)| (2 * x + 1).abs() + (2 * y + 1).abs() <= 32;
    let diamond = lattice(grid(&diamond.into_iter().filter(is_in).collect::<Vec<_>>(), &[(1, 0), (0, 1)]));
    assert_eq!(diamond.faces, 481);
    assert!(diamond.chunks.len() <= 3 * 31, "{}", diamond.chunks.len());
    // A honeycomb as a brick wall.
    let wall = grid(&rectangle(40, 20), &[(1, 0)]);
    let mut wall = wall;
    for y in 0..19u32 {
        for x in (y % 2..40).step_by(2) {
            wall.edges.push([40 * y + x, 40 * (y + 1) + x]);
            wall.weights.push(1);
        }
    }
    let wall = lattice(wall);
    assert!(wall.chunks.len() as u64 <= wall.faces / 4, "{} for {}", wall.chunks.len(), wall.faces);
}

/// The least and the greatest matching are matchings, and no face of them can move further.
#[test]
fn the_ends_of_a_lattice_are_perfect_matchings() {
    let ring: Vec<(i32, i32)> =
        rectangle(8, 6).into_iter().filter(|&(x, y)| !(3..5).contains(&x) || !(2..4).contains(&y)).collect();
    for points in [rectangle(2, 2), rectangle(7, 6), ring] {
        let lattice = lattice(grid(&points, &[(1, 0), (0, 1)]));
        for shift in 0..2 {
            let parity: Vec<u8> = lattice.ends.iter().map(|&parity| parity >> shift).collect();
            let mut ends: Vec<u32> = lattice.matching(&parity).flatten().collect();
            ends.sort_unstable();
            assert!(ends.into_iter().eq(0..points.len() as u32));
        }
    }
}

/// Faces whose edges have different weights: by the odds of their products.
#[test]
fn odds_are_kept_to() {
    let draws = |up: &[u64], down: &[u64]| {
        let odds = odds::Odds::new(up, down).unwrap();
        let mut random = SplitMix64::new(1);
        (0..8000).filter(|_| odds.is_down(random.word())).count()
    };
    // Five standard deviations are 200 or less.
    assert!(draws(&[1, 1], &[1, 3]).abs_diff(6000) < 200);
    assert!(draws(&[7, 1], &[1, 1]).abs_diff(1000) < 150);
    let large = u64::MAX / 3;
    assert!(draws(&[large, large], &[large, 3 * large]).abs_diff(6000) < 200);
    assert!(odds::Odds::new(&[2, 3], &[6, 1]).is_none());
}
