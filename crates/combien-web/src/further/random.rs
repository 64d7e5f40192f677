//! What is drawn at random: solutions, and probes of a search that say how large it is.

use combien::solve::estimate::{Estimator, Size};
use combien::solve::{Budget, By, Count, Engine, Outcome, Sample};
use combien_tiling::NotDrawn;
use serde_json::{Value, json};

use crate::document::failure;
use crate::listener::{BUDGET, Boxed, Listener, stopped};
use crate::marks::Marked;

/// A search of at most this many nodes is run instead of estimated, as in the command.
const FEW_NODES: u64 = 1 << 16;

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

/// The size of the search, estimated unless it is small.
pub(super) fn estimate(marked: &Marked, seed: u64, probes: u64) -> Value {
    let problem = marked.problem();
    // The kernel whose tree is probed.
    let by = "masks".parse().map_or(By::Engine(Engine::Auto), By::Kernel);
    let few = Budget { nodes: Some(FEW_NODES), ..BUDGET };
    if let Ok(report) = Count::of(problem).by(by).budget(few).run()
        && let Outcome::Answer(count) = report.outcome
    {
        return json!({"type": "estimate", "exact": true, "nodes": report.work.nodes, "solutions": count.to_string()});
    }
    let mut estimator = match Estimator::new(problem, Engine::Auto, seed) {
        Ok(estimator) => estimator,
        Err(error) => return failure(error, None),
    };
    estimator.run(probes, &BUDGET);
    let estimate = estimator.estimate();
    let size = |size: &Size| {
        json!({
            "mean": size.mean.to_string(), "low": size.low.to_string(), "high": size.high.to_string(),
            "rough": !size.high.is_finite(), "nodes": size.mean.to_f64(),
        })
    };
    json!({
        "type": "estimate", "exact": false, "probes": estimate.probes, "hits": estimate.hits,
        "nodes": size(&estimate.nodes), "solutions": (estimate.hits > 0).then(|| size(&estimate.solutions)),
    })
}
