//! What is drawn at random: solutions, and probes of a search that say how large it is.

use combien::solve::estimate::{Estimator, Size};
use combien::solve::{Budget, By, Count, Engine, Outcome, Sample};
use combien_tiling::{NotDrawn, draw_through};
use serde_json::json;

use crate::document::{Answer, failed};
use crate::listener::{BUDGET, Boxed, Listener, stopped};
use crate::marks::Marked;

/// A search of at most this many nodes is run instead of estimated, as in the command.
const FEW_NODES: u64 = 1 << 16;

/// Solutions that are not meant are drawn again, so that each of the others is equally likely.
pub(super) fn sample(marked: &Marked, seed: u64, number: u64, listener: &mut dyn Listener) -> Answer {
    let question = Sample::of(marked.problem()).seed(seed).budget(BUDGET).meter(Boxed(listener.meter()));
    let samples = match question.run().map_err(failed)?.outcome {
        Outcome::Answer(samples) => samples,
        Outcome::Stopped { reason, .. } => return Ok(stopped(&0, &reason)),
    };
    let mut drawn = 0;
    if let Some(mut samples) = samples {
        while drawn < number {
            match draw_through(marked.through(), &BUDGET, &mut samples, Boxed(listener.meter())) {
                Ok(Some(solution)) => {
                    drawn += 1;
                    listener.found(solution.options());
                }
                Ok(None) => break,
                Err(NotDrawn::Stopped(reason)) => return Ok(stopped(&drawn, &reason)),
                Err(error) => return Err(failed(error)),
            }
        }
    }
    Ok(json!({"type": "sample", "found": drawn, "seed": seed}))
}

/// The size of the search, estimated unless it is small.
pub(super) fn estimate(marked: &Marked, seed: u64, probes: u64) -> Answer {
    let problem = marked.problem();
    // The kernel whose tree is probed.
    let by = "masks".parse().map_or(By::Engine(Engine::Auto), By::Kernel);
    let few = Budget { nodes: Some(FEW_NODES), ..BUDGET };
    if let Ok(report) = Count::of(problem).by(by).budget(few).run()
        && let Outcome::Answer(count) = report.outcome
    {
        let (nodes, count) = (report.work.nodes, count.to_string());
        return Ok(json!({"type": "estimate", "exact": true, "nodes": nodes, "solutions": count}));
    }
    let mut estimator = Estimator::new(problem, Engine::Auto, seed).map_err(failed)?;
    estimator.run(probes, &BUDGET);
    let estimate = estimator.estimate();
    let size = |size: &Size| {
        json!({
            "mean": size.mean.to_string(), "low": size.low.to_string(), "high": size.high.to_string(),
            "rough": !size.high.is_finite(), "nodes": size.mean.to_f64(),
        })
    };
    Ok(json!({
        "type": "estimate", "exact": false, "probes": estimate.probes, "hits": estimate.hits,
        "nodes": size(&estimate.nodes), "solutions": (estimate.hits > 0).then(|| size(&estimate.solutions)),
    }))
}
