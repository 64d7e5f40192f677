//! Answers about the plane as documents.

use combien_tiling::plane::Answer;
use combien_tiling::{Cell, Lattice, Pattern, Piece, Shape};
use serde_json::{Value, json};

use crate::report::{add, ended};

/// A drawing of the piece on one line.
pub(super) fn drawing(piece: &Piece, lattice: &Lattice) -> String {
    let pattern = Pattern::around(lattice, &piece.shape, &Shape::default());
    let rows = pattern.map(|pattern| pattern.to_string()).unwrap_or_default();
    format!("{}{{{}}}", lattice.prefix(), rows.trim_end().replace('\n', "$"))
}

pub(super) fn head(piece: &Piece, lattice: &Lattice) -> Value {
    json!({
        "schema": 1, "command": "plane", "type": "piece", "name": piece.name, "grid": lattice.name(),
        "drawing": drawing(piece, lattice), "cells": piece.shape.len(),
    })
}

pub(super) fn as_json(answer: &Answer, lattice: &Lattice, reason: Option<&str>) -> Value {
    let cell = |cell: Cell| {
        let Cell { x, y, .. } = lattice.position(cell);
        json!([x, y])
    };
    let copy = |corona: usize, cells: &Shape| json!({"corona": corona, "cells": cells.cells().iter().map(|&of| cell(of)).collect::<Vec<_>>()});
    let mut document = ended(reason);
    let (group, classes) = match answer {
        Answer::Tiles(torus) => (torus.group(), Some(torus.classes())),
        _ => (None, None),
    };
    let (copies, numbers, steps, uncovered): (Vec<Value>, [Option<usize>; 2], Value, Value) = match answer {
        Answer::Tiles(torus) => {
            let whole = torus.whole();
            let steps = torus.steps().map(|Cell { x, y, .. }| json!([x, y]));
            (whole.iter().map(|cells| copy(0, cells)).collect(), [None; 2], json!(steps), Value::Null)
        }
        Answer::Fails(heesch) => {
            let patch = heesch.patch.copies.iter().map(|(corona, _, cells)| copy(*corona, cells));
            let numbers = [Some(heesch.number), Some(heesch.with_holes)];
            (patch.collect(), numbers, Value::Null, heesch.uncovered.map_or(Value::Null, cell))
        }
        Answer::Unknown { patch, .. } => {
            let copies = patch.copies.iter().map(|(corona, _, cells)| copy(*corona, cells));
            (copies.collect(), [None; 2], Value::Null, Value::Null)
        }
    };
    add(
        &mut document,
        json!({
            "class": answer.class(), "group": group, "classes": classes, "heesch": numbers[0], "with_holes": numbers[1], "steps": steps,
            "uncovered": uncovered, "copies": copies,
        }),
    );
    document
}
