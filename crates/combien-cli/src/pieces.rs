//! `combien pieces`: the pieces that ship.

use std::io::Write;

use combien::pieces;
use serde_json::json;

use crate::failure::{Ending, Failure};
use crate::output::Output;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
With a name, prints what `include <NAME>` reads: a text of the tiling language.

Examples:
  combien pieces
  combien pieces pentominoes
  echo 'include <soma> problem3 p = soma_board soma count p up to symmetry' | combien run -")]
pub(crate) struct PiecesArgs {
    /// The set to show; all names if left out
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Print a JSON document a line: one for each set
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn pieces(args: &PiecesArgs) -> Result<Ending, Failure> {
    let mut output = Output::new();
    if let Some(name) = &args.name {
        let (Some(set), Some(text)) = (pieces::set(name), pieces::text(name)) else {
            let near = combien::diagnostic::nearest(name, pieces::names().map(|(name, _)| name));
            let hint = near
                .map_or("`combien pieces` lists all".to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(Failure::hinted(format!("there is no set of pieces `{name}`"), hint));
        };
        if args.json {
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
        if args.json {
            writeln!(output, "{}", json!({"schema": 1, "type": "set", "name": name, "about": about}))?;
        } else {
            writeln!(output, "{name:widest$}  {about}")?;
        }
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}
