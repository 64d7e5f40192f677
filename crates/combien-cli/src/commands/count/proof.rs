//! `count --proof`: how many solutions, and why.

use combien::Count as Number;
use combien::engine::Work;
use combien::proof::Unproved;
use serde_json::json;

use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::Count;
use crate::session::Session;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// Counts, and writes the certificate when it is complete. A stopped search writes nothing.
pub(super) fn count_proved(request: &Count, path: &str, session: &Session<'_>) -> Result<Ending, Failure> {
    session.refuse_own_file(path)?;
    let proved = session.proof();
    let (count, stopped, behind) = match &proved {
        Ok(proof) => {
            deliver(path, proof.text())?;
            if request.explain && !request.json {
                told!("{}", proof.explained());
            }
            let behind = json!({"proof": path, "states": proof.states(), "why": proof.explained()});
            (proof.count(), None, behind)
        }
        Err(Unproved { reason, states }) => {
            let work = Work { nodes: *states, updates: 0 };
            let stop = session.watch.stop_at(*reason, None, work, 0.0);
            (&Number::ZERO, Some(stop), json!({"proof": null, "states": states}))
        }
    };
    let before = vec![session.head("count"), session.size()];
    Counted { count, stopped, before, behind, remarks: vec![] }.deliver(request.json)
}
