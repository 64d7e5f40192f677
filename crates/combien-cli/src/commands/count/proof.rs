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
use crate::system::ending::Ending;

/// Counts, and writes the certificate when it is complete. A stopped search writes nothing.
pub(super) fn count_proved(request: &Count, path: &str, session: &Session<'_>) -> Result<Ending, Failure> {
    session.refuse_own_file(path)?;
    let before = vec![session.head("count"), session.size()];
    let counted = match session.proof() {
        Ok(proof) => {
            deliver(path, proof.text())?;
            if request.explain && !request.json {
                anstream::eprintln!("{}", proof.explained());
            }
            return Counted {
                count: proof.count(),
                stopped: None,
                before,
                behind: json!({"proof": path, "states": proof.states(), "why": proof.explained()}),
                remarks: vec![],
            }
            .deliver(request.json);
        }
        Err(Unproved { reason, states }) => {
            let work = Work { nodes: states, updates: 0 };
            Counted {
                count: &Number::ZERO,
                stopped: Some(session.watch.stop_at(reason, None, work, 0.0)),
                before,
                behind: json!({"proof": null, "states": states}),
                remarks: vec![],
            }
        }
    };
    counted.deliver(request.json)
}
