//! How many tilings there are of tori and cylinders that grow.

use std::fmt::Write;

use combien::budget::Outcome;
use combien_tiling::plane::{Cylinder, Grown, growth};
use combien_tiling::{Lattice, Piece};
use serde_json::{Value, json};

use super::refused;
use crate::report::failure::Failure;
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;

pub(super) struct Growing {
    rows: Vec<Grown>,
    /// What stopped it.
    pub(super) reason: Option<String>,
}

impl Growing {
    pub(super) fn of(
        piece: &Piece,
        lattice: &Lattice,
        most: u64,
        watch: &Watch,
        progress: &mut Option<ProgressReport>,
    ) -> Result<Growing, Failure> {
        let mut told = |n: u32| {
            if let Some(progress) = progress.as_mut() {
                progress.say(|| format!("tilings of {n} x {n} units"));
            }
        };
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let outcome = growth(piece, lattice, most, &watch.budget(), &mut told);
        Ok(match outcome.map_err(|error| refused(&error))? {
            Outcome::Answer(rows) => Growing { rows, reason: None },
            Outcome::Stopped { certain, reason } => {
                Growing { rows: certain, reason: Some(watch.describe(reason)) }
            }
        })
    }

    /// The greatest circumference with a rate, and the rate.
    fn estimate(&self) -> Option<(u32, [f64; 2])> {
        self.rows.iter().rev().find_map(|row| match row.cylinder {
            Cylinder::Rate(rate) => Some((row.n, rate)),
            Cylinder::None | Cylinder::TooLarge => None,
        })
    }

    /// A table, and the estimate.
    pub(super) fn text(&self) -> String {
        let tilings: Vec<String> = self.rows.iter().map(|row| row.tilings.to_string()).collect();
        let width = tilings.iter().map(String::len).max().unwrap_or(0).max("tilings".len());
        let mut text = format!("  n  {:>width$}  per cell  by cylinder\n", "tilings");
        for (row, tilings) in self.rows.iter().zip(tilings) {
            let each = row.per_cell().map_or_else(|| "-".to_owned(), |each| format!("{each:.6}"));
            let cylinder = match row.cylinder {
                Cylinder::Rate([low, _]) => format!("{low:.6}"),
                Cylinder::None => "-".to_owned(),
                Cylinder::TooLarge => "too large".to_owned(),
            };
            _ = writeln!(text, "{:>3}  {tilings:>width$}  {each:>8}  {cylinder:>11}", row.n);
        }
        if let Some(reason) = &self.reason {
            _ = writeln!(text, "{reason}: only {} of these", self.rows.len());
        }
        let estimate = self.estimate().map_or_else(
            || "no estimate, because no such cylinder with straight ends is covered".to_owned(),
            |(n, [low, _])| format!("about {low:.6}, an estimate by the cylinder of circumference {n}"),
        );
        _ = writeln!(text, "entropy per cell: {estimate}");
        text
    }

    pub(super) fn as_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let cylinder = match row.cylinder {
                Cylinder::Rate(bounds) => json!(bounds),
                Cylinder::None | Cylinder::TooLarge => Value::Null,
            };
            json!({
                "n": row.n, "cells": row.cells, "tilings": row.tilings.to_string(), "per_cell": row.per_cell(),
                "cylinder": cylinder, "too_large": row.cylinder == Cylinder::TooLarge,
            })
        });
        let estimate =
            self.estimate().map(|(n, [low, high])| json!({"circumference": n, "low": low, "high": high}));
        json!({"rows": rows.collect::<Vec<_>>(), "estimate": estimate, "reason": self.reason})
    }
}
