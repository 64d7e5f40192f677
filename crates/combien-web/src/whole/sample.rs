//! Solutions at random.

use combien::solve::{Outcome, Sample};
use combien::tiling::NotDrawn;
use serde_json::{Value, json};

use crate::ask::{BUDGET, Boxed, Listener, stopped};
use crate::document::failure;
use crate::marks::Marked;

/// Solutions that are not meant are drawn again, so that each of the others is equally likely.
pub(super) fn sample(marked: &Marked, seed: u64, number: u64, listener: &mut dyn Listener) -> Value {
    let question = Sample::of(marked.problem()).seed(seed).budget(BUDGET).meter(Boxed(listener.meter()));
    match question.run().map(|report| report.outcome) {
        Ok(Outcome::Answer(Some(mut samples))) => {
            let mut drawn = 0;
            while drawn < number {
                match marked.draw(&mut samples, &BUDGET, &mut Boxed(listener.meter())) {
                    Ok(Some(solution)) => {
                        drawn += 1;
                        listener.found(solution.options());
                    }
                    Ok(None) => break,
                    Err(NotDrawn::Stopped(reason)) => return stopped(drawn, reason),
                    Err(error) => return failure(error, None),
                }
            }
            json!({"type": "sample", "found": drawn, "seed": seed})
        }
        Ok(Outcome::Answer(None)) => json!({"type": "sample", "found": 0, "seed": seed}),
        Ok(Outcome::Stopped { reason, .. }) => stopped(0, reason),
        Err(error) => failure(error, None),
    }
}
