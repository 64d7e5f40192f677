//! `combien pieces`: the pieces that ship.

use std::io::Write;

use combien::diagnostic::{did_you_mean, nearest};
use combien_tiling::pieces;
use serde_json::json;

use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Pieces;
use crate::system::catalogue::said;
use crate::system::ending::Ending;

pub(super) fn pieces(request: &Pieces) -> Result<Ending, Failure> {
    let mut output = Output::new();
    if let Some(name) = &request.name {
        let (Some(set), Some(text)) = (pieces::set(name), pieces::text(name)) else {
            let near = nearest(name, pieces::names().map(|(name, _)| name));
            let hint = did_you_mean(near, "`combien pieces` lists all");
            return Err(Failure::hinted(format!("there is no set of pieces `{name}`"), hint));
        };
        if request.json {
            let document = json!({
                "schema": 1, "type": "set", "name": set.name, "about": set.about, "source": set.source,
                "grid": set.lattice.name(), "pieces": set.pieces.len(), "text": text,
            });
            writeln!(output, "{document}")?;
        } else {
            output.write_all(text.as_bytes())?;
        }
        return Ok(output.finish().map(|()| Ending::Answered)?);
    }
    let widest = pieces::names().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, about) in pieces::names() {
        if request.json {
            writeln!(output, "{}", json!({"schema": 1, "type": "set", "name": name, "about": about}))?;
        } else {
            writeln!(output, "{name:widest$}  {}", said(about))?;
        }
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}
