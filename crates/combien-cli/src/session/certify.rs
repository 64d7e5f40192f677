//! Certificates for numbers that a search has found.

use combien::Count;
use combien::problem::OptionId;
use combien::proof::Unproved;
use serde_json::{Value, json};

use super::Session;
use crate::report::Stop;
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::system::ending::Ending;

/// What became of a certificate.
pub(crate) enum Certified {
    /// It is written, and has this number of states.
    Written { states: u64 },
    /// It was stopped, and nothing is written.
    Stopped(Stop),
    /// The proof gives another number, so one of the two is wrong. Nothing is written.
    Differs { found: Count, proved: Count },
    /// There is none, because the options that were taken clash.
    Clash,
    /// There is none, because the search ended before all solutions were found.
    Open,
}

impl Session<'_> {
    /// Counts again with a proof, and writes the certificate if the numbers agree. If options are taken, both
    /// are about the solutions that contain them.
    pub(crate) fn certify(
        &self,
        path: &str,
        found: &Count,
        taken: &[OptionId],
    ) -> Result<Certified, Failure> {
        match self.proof_taking(taken) {
            Ok(Some(proof)) if proof.count() == found => {
                deliver(path, proof.text())?;
                Ok(Certified::Written { states: proof.states() })
            }
            Ok(None) if found.is_zero() => Ok(Certified::Clash),
            Ok(proof) => {
                let proved = proof.map_or(Count::ZERO, |proof| proof.count().clone());
                Ok(Certified::Differs { found: found.clone(), proved })
            }
            Err(Unproved { reason, .. }) => Ok(Certified::Stopped(self.watch.stop_by(reason))),
        }
    }
}

impl Certified {
    /// The exit code of a command whose search ended with `ending`, if the certificate ended like this.
    pub(crate) fn ending(&self, ending: Ending) -> Ending {
        match self {
            Certified::Written { .. } | Certified::Open | Certified::Clash => ending,
            Certified::Stopped(_) => Ending::Stopped,
            Certified::Differs { .. } => Ending::Disagreement,
        }
    }

    /// The message for people, unless the certificate is written.
    pub(crate) fn line(&self) -> Option<String> {
        match self {
            Certified::Written { .. } => None,
            Certified::Open => Some("no certificate: there may be more solutions".to_owned()),
            Certified::Clash => {
                Some("no certificate: the options of --take cannot be in one solution".to_owned())
            }
            Certified::Stopped(stop) => Some(format!("{}: no certificate", stop.line)),
            Certified::Differs { found, proved } => Some(format!(
                "no certificate: the search found {found} and the proof {proved}; please report it"
            )),
        }
    }

    /// Its fields of a document.
    pub(crate) fn as_json(&self, path: &str) -> Value {
        match self {
            Certified::Written { states } => json!({"proof": path, "states": states}),
            _ => json!({"proof": null, "no_proof_because": self.line()}),
        }
    }
}
