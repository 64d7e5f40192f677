//! `combien symmetries`: the number of symmetries, and generators.

use std::io::Write;

use combien::symmetry::Symmetries;
use serde_json::json;

use crate::input::cycles::in_cycles;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{self, document, ended};
use crate::request::{self, Search};
use crate::session::Session;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn symmetries(request: &request::Symmetries) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, Search::default(), request.json)?;
    let group = session.symmetries(&request.group())?;
    let stopped = group.as_ref().err().map(|&reason| session.watch.describe(reason));
    let mut output = Output::new();
    if request.json {
        let generators = |group: &Symmetries| group.generators().iter().map(in_cycles).collect::<Vec<_>>();
        let found = json!({
            "order": group.as_ref().ok().map(|group| group.order().to_string()),
            "generators": group.as_ref().ok().map(generators),
        });
        output.tell(&document([session.head("symmetries"), ended(stopped.as_deref()), found]))?;
    } else if let Ok(group) = &group {
        for generator in group.generators() {
            writeln!(output, "{}", in_cycles(generator))?;
        }
        output.finish()?;
        told!("{}, the identity included", report::symmetries(&group.order()));
    } else if let Some(stopped) = &stopped {
        told!("{stopped}: the symmetries are not known");
    }
    Ok(if stopped.is_none() { Ending::Answered } else { Ending::Stopped })
}
