//! Several pieces of a tiling file, which must all appear.

use combien::budget::Outcome;
use combien_tiling::draw::{Style, SvgOptions, svg, text};
use combien_tiling::plane::{Answer, Step, Together, Torus, together as asked};
use combien_tiling::{Cell, Tiling};
use serde_json::{Value, json};

use super::{picture, piece, prove, refused, said, words};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended, pictures};
use crate::request;
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn together(request: &request::Plane) -> Result<Ending, Failure> {
    let tiling = piece::tiling(request)?;
    let watch = Watch::start(request.search)?;
    let mut progress = ProgressReport::new(request.search.quiet || request.json);
    let mut told = |step: Step| {
        if let Some(progress) = progress.as_mut() {
            progress.say(|| said(step));
        }
    };
    let most = request.together.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    let outcome = asked(&tiling, most, &watch.budget(), &mut told).map_err(|error| refused(&error))?;
    drop(progress);
    let reason = outcome.reason().map(|reason| watch.describe(reason));
    let Together { torus, tried } = outcome.certain();
    let mut output = Output::beside(request.drawn.takes_stdout());
    if request.json {
        output.deliver(&document([
            json!({"schema": 1, "command": "plane", "type": "set", "grid": tiling.lattice().name()}),
            ended(reason.as_deref()),
            as_json(&tiling, torus.as_deref(), *tried),
        ]))?;
    }
    let Some(torus) = torus else {
        if !request.json {
            let stopped = reason.map_or_else(String::new, |reason| format!("{reason}: "));
            output.deliver(&format!("{stopped}{}\n", outcome.certain().nothing()))?;
        }
        output.finish()?;
        if request.proof.is_some() {
            told!("nothing was found that could be proved");
        }
        return Ok(Ending::Stopped);
    };
    let answer = Answer::Tiles(torus.clone());
    let picture = picture(request, &answer)?;
    if let Some(path) = &request.drawn.picture {
        pictures::write(path, &svg(&picture, &SvgOptions::default()))?;
    }
    if !request.json {
        let style = if request.drawn.ascii { Style::Ascii } else { Style::Unicode };
        output.deliver(&(torus.together() + &text(&picture, style)))?;
    }
    output.finish()?;
    if let Some(name) = &request.proof {
        prove(name, &answer, &watch)?;
    }
    Ok(match outcome {
        Outcome::Answer(_) => Ending::Answered,
        Outcome::Stopped { .. } => Ending::Stopped,
    })
}

fn as_json(tiling: &Tiling, torus: Option<&Torus>, tried: usize) -> Value {
    let lattice = tiling.lattice();
    let position = |cell: &Cell| {
        let Cell { x, y, .. } = lattice.position(*cell);
        json!([x, y])
    };
    let found = torus.map(|torus| {
        let placed = torus.placed.iter().zip(torus.whole()).map(|((placement, _), whole)| {
            let cells: Vec<Value> = whole.cells().iter().map(position).collect();
            json!({"piece": torus.tiling.piece_name(placement.piece), "cells": cells})
        });
        let shares = torus.shares().into_iter();
        let shares = shares.map(|(name, copies, cells)| json!({"piece": name, "copies": copies, "cells": cells}));
        json!({
            "cells": torus.tiling.board().cells().len(), "steps": torus.steps().map(|Cell { x, y, .. }| json!([x, y])),
            "shares": shares.collect::<Vec<_>>(), "copies": placed.collect::<Vec<_>>(),
        })
    });
    let pieces = tiling.pieces().iter().map(|piece| words::drawing(piece, lattice)).collect::<Vec<_>>();
    json!({"pieces": pieces, "tried": tried, "torus": found})
}
