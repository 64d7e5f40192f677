//! How far a piece can go until it meets another one.

use std::collections::{BTreeMap, HashMap};

use super::axes::Axis;
use crate::tiling::{Cell, Lattice, Shape};

/// A gap without end: the pieces never meet.
pub(super) const FREE: u32 = u32::MAX;
/// The most gaps that are remembered: some tens of megabytes.
const MOST_KNOWN: usize = 1 << 19;

/// The gaps between two pieces, for each axis: how many steps the first can go along it until it meets the
/// second, and how many it can go back.
pub(super) type Pair = Box<[[u32; 2]]>;

/// The gaps of pieces, remembered.
#[derive(Debug)]
pub(super) struct Gaps {
    lattice: Lattice,
    pub(super) axes: Vec<Axis>,
    /// The shapes that pieces have, at the origin, by number.
    shapes: Vec<Shape>,
    numbers: BTreeMap<Shape, usize>,
    /// By the numbers of two shapes, and the step from the place of the first to that of the second. Only
    /// looked up, so its order has no effect.
    known: HashMap<(usize, usize, Cell), Pair>,
}

impl Gaps {
    pub(super) fn new(lattice: &Lattice, axes: Vec<Axis>) -> Gaps {
        let (numbers, known) = (BTreeMap::new(), HashMap::new());
        Gaps { lattice: lattice.clone(), axes, shapes: vec![], numbers, known }
    }

    /// The number of a shape up to translations, and the step from the origin to its place.
    pub(super) fn number(&mut self, shape: &Shape) -> (usize, Cell) {
        let image = shape.at_origin(&self.lattice);
        let place = shape.cells()[0] - image.cells()[0];
        let next = self.shapes.len();
        let number = *self.numbers.entry(image.clone()).or_insert(next);
        if number == next {
            self.shapes.push(image);
        }
        (number, place)
    }

    /// The gaps between two shapes, if the second is that far from the first.
    pub(super) fn between(&mut self, one: usize, other: usize, apart: Cell) -> &Pair {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let Gaps { lattice, axes, shapes, .. } = self;
        let measured = || {
            let (one, other) = (&shapes[one], shapes[other].shifted(apart));
            axes.iter()
                .map(|axis| {
                    // To go back until one meets the other is, for the other, to go on until it meets the one.
                    [gap(lattice, axis, one, &other), gap(lattice, axis, &other, one)]
                })
                .collect()
        };
        self.known.entry((one, other, apart)).or_insert_with(measured)
    }
}

/// How many steps the first shape can go along the axis until it meets the second.
fn gap(lattice: &Lattice, axis: &Axis, moving: &Shape, fixed: &Shape) -> u32 {
    let mut least = FREE;
    for &cell in moving.cells() {
        let sweep = &axis.sweeps[lattice.kind(cell).unwrap_or_default()];
        for &other in fixed.cells() {
            for &passed in sweep {
                if let Some(steps) = steps_between(other - cell - passed, axis.step) {
                    least = least.min(steps);
                }
            }
        }
    }
    least
}

/// How many steps lead this way, if whole steps do, and not back.
fn steps_between(way: Cell, step: Cell) -> Option<u32> {
    let parts = [(way.x, step.x), (way.y, step.y), (way.z, step.z)];
    let (far, along) = *parts.iter().find(|(_, along)| *along != 0)?;
    let steps = far / along;
    (steps >= 0 && parts.iter().all(|&(far, along)| far == steps * along)).then_some(steps as u32)
}
