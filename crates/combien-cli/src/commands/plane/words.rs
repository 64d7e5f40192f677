//! Answers about the plane as documents.

use combien_tiling::plane::{Answer, Torus};
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
    let copies = answer.copies().into_iter();
    let copies = copies.map(|(corona, cells)| json!({"corona": corona, "cells": cells.cells().iter().map(|&of| cell(of)).collect::<Vec<_>>()}));
    let mut document = ended(reason);
    let (torus, heesch) = (answer.torus(), answer.heesch());
    let step = |Cell { x, y, .. }| json!([x, y]);
    add(
        &mut document,
        json!({
            "class": answer.class(), "group": torus.and_then(Torus::group), "classes": torus.map(Torus::classes),
            "heesch": heesch.map(|heesch| heesch.number), "with_holes": heesch.map(|heesch| heesch.with_holes),
            "steps": torus.map(|torus| torus.steps().map(step)), "uncovered": heesch.and_then(|heesch| heesch.uncovered).map(cell),
            "copies": copies.collect::<Vec<_>>(),
        }),
    );
    document
}
