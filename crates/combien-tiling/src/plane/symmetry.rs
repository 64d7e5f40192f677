//! The symmetries of a periodic tiling.

use std::collections::HashMap;

use super::{Manner, Torus};
use crate::tiling::{Cell, Isometry, Shape};

impl Torus {
    /// The group that leads each copy to each other one, by its name in crystallography, if the tiling is
    /// isohedral. It has no mirrors.
    pub fn group(&self) -> Option<&'static str> {
        if self.manner == Manner::Periodic {
            return None;
        }
        let turns = self.placed.iter().filter(|(placement, _)| placement.isometry.is_rotation()).count();
        Some(match (turns, turns == self.copies()) {
            (1, true) => "p1",
            (1, false) => "pg",
            (2, true) => "p2",
            (2, false) => "pgg",
            (3, _) => "p3",
            (4, _) => "p4",
            _ => "p6",
        })
    }

    /// The number of classes of copies: symmetries of the tiling lead to each other those of a class, and no
    /// others. Another tiling by the same piece may have fewer.
    pub fn classes(&self) -> usize {
        let (lattice, wrap) = (self.tiling.lattice(), self.tiling.board().wrap());
        let whole = self.whole();
        let on_torus = |cells: &mut dyn Iterator<Item = Cell>| -> Shape {
            cells.map(|cell| wrap.representative(cell)).collect()
        };
        let number: HashMap<Shape, usize> =
            whole.iter().map(|copy| on_torus(&mut copy.cells().iter().copied())).zip(0..).collect();
        // A symmetry is known from the image of the first copy.
        let image = |isometry: Isometry, step: Cell, copy: &Shape| {
            let cells = &mut copy.cells().iter().map(|&cell| isometry.apply(cell) + step);
            number.get(&on_torus(cells)).copied()
        };
        let mut class: Vec<usize> = (0..whole.len()).collect();
        for &isometry in lattice.isometries().elements() {
            let turned: Shape = whole[0].cells().iter().map(|&cell| isometry.apply(cell)).collect();
            for copy in whole.iter().filter(|_| wrap.is_kept_by(isometry)) {
                let step = copy.cells()[0] - turned.cells()[0];
                let images: Option<Vec<usize>> = whole.iter().map(|of| image(isometry, step, of)).collect();
                for (from, to) in images.into_iter().flatten().enumerate() {
                    let (one, other) = (class[from], class[to]);
                    class.iter_mut().filter(|of| **of == other).for_each(|of| *of = one);
                }
            }
        }
        class.sort_unstable();
        class.dedup();
        class.len()
    }
}
