//! `combien estimate`: the size of a search before it runs.

use std::thread;
use std::time::{Duration, Instant};

use combien::diagnostic::counted;
use combien::problem::Problem;
use combien::solve::estimate::{Estimate, Estimator, Magnitude, Size};
use combien::solve::{Budget, By, Engine, Error, Outcome, Reason, StopFlag};
use serde_json::{Value, json};

use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended, times};
use crate::request::{self, Search};
use crate::session::Session;
use crate::session::ask::Question;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// A search of at most this number of nodes is run instead of estimated.
const FEW_NODES: u64 = 1 << 16;
/// The time limit for this.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time for which the rate is measured, in seconds.
const MOMENT: f64 = 0.25;

/// What is known of a search.
enum Known {
    /// The search was run: its nodes and solutions.
    All(u64, String),
    /// The estimate from probes, and what stopped them early, if anything.
    Probes(Box<Estimate>, Option<Reason>),
}

pub(super) fn estimate(request: &request::Estimate) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, Search::default(), request.json)?;
    let budget = session.budget();
    let estimator = Estimator::new(session.problem(), request.engine, request.seed);
    let mut estimator = estimator.map_err(Failure::of)?;
    let trial = try_search(session.problem(), estimator.engine(), &budget);
    let Trial { all, rate } = trial.map_err(Failure::of)?;
    let known = if let Some((nodes, solutions)) = all {
        Known::All(nodes, solutions)
    } else {
        let reason = estimator.run(request.probes, &budget);
        Known::Probes(Box::new(estimator.estimate()), reason)
    };
    deliver(request, &session, estimator.engine(), &known, rate)?;
    Ok(match known {
        Known::Probes(_, Some(_)) => Ending::Stopped,
        _ => Ending::Answered,
    })
}

/// The result of a short search.
struct Trial {
    /// The nodes and the solutions, if the search was complete.
    all: Option<(u64, String)>,
    /// The nodes per second, if there were any.
    rate: Option<f64>,
}

/// Searches for a moment.
fn try_search(problem: &Problem, engine: Engine, budget: &Budget) -> Result<Trial, Error> {
    let search = |nodes| {
        let stop = StopFlag::new();
        raise_in_time(stop.clone(), budget.stop.clone());
        let budget = Budget { nodes: Some(nodes), stop: Some(stop), ..budget.clone() };
        let start = Instant::now();
        // The kernel whose tree is probed.
        let masks = "masks".parse().ok().filter(|_| engine == Engine::Fast);
        let by = masks.map_or(By::Engine(engine), By::Kernel);
        Question::new(problem, by, budget).count().map(|report| (report, start.elapsed().as_secs_f64()))
    };
    let (mut report, mut seconds) = search(FEW_NODES)?;
    if let Outcome::Answer(count) = &report.outcome {
        return Ok(Trial { all: Some((report.work.nodes, count.to_string())), rate: None });
    }
    if seconds < MOMENT / 2.0 {
        // The outcome is ignored here, because it depends on the clock.
        let nodes = report.work.nodes as f64 * MOMENT / seconds.max(1e-3);
        (report, seconds) = search(nodes as u64)?;
    }
    let rate = report.work.nodes as f64 / seconds;
    Ok(Trial { all: None, rate: Some(rate).filter(|&rate| rate > 0.0) })
}

/// Raises a flag after a time limit, or soon after another flag is raised.
fn raise_in_time(stop: StopFlag, other: Option<StopFlag>) {
    let end = Instant::now() + PATIENCE;
    thread::spawn(move || {
        while Instant::now() < end && !other.as_ref().is_some_and(StopFlag::is_raised) {
            thread::sleep(Duration::from_millis(10));
        }
        stop.raise();
    });
}

fn deliver(
    request: &request::Estimate,
    session: &Session<'_>,
    engine: Engine,
    known: &Known,
    rate: Option<f64>,
) -> Result<(), Failure> {
    let reason = match known {
        Known::Probes(estimate, Some(reason)) => {
            let (reason, probes) = (session.watch.describe(*reason), estimate.probes);
            Some(format!("{reason}, after {probes} of {}", counted(request.probes, "probe")))
        }
        _ => None,
    };
    if request.json {
        let engine = json!({"engine": engine.name()});
        let known = as_json(request.seed, known, rate);
        let parts = [session.head("estimate"), session.size(), engine, ended(reason.as_deref()), known];
        return Ok(Output::new().tell(&document(parts))?);
    }
    let mut output = Output::new();
    match known {
        Known::All(nodes, solutions) => {
            output.deliver(&format!(
                "nodes      {nodes}\nsolutions  {solutions}\nexact: the whole search was run\n"
            ))?;
        }
        Known::Probes(estimate, _) if estimate.probes == 0 => {
            let nodes = estimate.work.nodes;
            output.deliver(&format!("nothing is known: no probe reached its end, after {nodes} nodes\n"))?;
        }
        Known::Probes(estimate, _) => {
            let nodes = estimate.nodes;
            output.deliver(&format!("nodes      {}\n", with_range(&nodes)))?;
            output.deliver(&format!("solutions  {}\n", solutions(estimate)))?;
            if let Some(rate) = rate {
                let range = time(&nodes, rate);
                let rate = Magnitude::from(rate);
                output.deliver(&format!("time       {range}, on one thread at {rate} nodes a second\n"))?;
            }
        }
    }
    output.finish()?;
    if let Some(reason) = reason {
        told!("{reason}");
    }
    Ok(())
}

/// `812,000    (790,000 to 850,000)`.
fn with_range(Size { mean, low, high, .. }: &Size) -> String {
    let mean = mean.to_string();
    match (low.to_string(), high.to_string()) {
        _ if !high.is_finite() => format!("{mean:9}  (very rough: a few probes outweigh all others)"),
        (low, high) if high == low => format!("{mean:9}  (all probes said so)"),
        (low, high) => format!("{mean:9}  ({low} to {high})"),
    }
}

/// How long a number of nodes takes.
fn time(nodes: &Size, rate: f64) -> String {
    let seconds = |size: Magnitude| size.times(1.0 / rate);
    let [low, high] = [nodes.low, nodes.high].map(|size| seconds(size).to_f64());
    if high.is_finite() {
        return times::range(low, high);
    }
    match seconds(nodes.mean) {
        mean if mean.to_f64().is_finite() => format!("{} or so", times::words(mean.to_f64())),
        mean => format!("{} years or so", mean.times(1.0 / times::YEAR)),
    }
}

fn solutions(estimate: &Estimate) -> String {
    let Estimate { probes, hits, solutions, .. } = estimate;
    match hits {
        0 => format!("unknown: none of {probes} probes met one"),
        // If many probes met one and the range is still unknown, the number of probes is not the cause.
        ..100 if !solutions.high.is_finite() => {
            format!("{:9}  (very rough: {probes} probes met {hits})", solutions.mean.to_string())
        }
        _ => with_range(solutions),
    }
}

fn as_json(seed: u64, known: &Known, rate: Option<f64>) -> Value {
    match known {
        Known::All(nodes, solutions) => json!({"exact": true, "nodes": nodes, "solutions": solutions}),
        Known::Probes(estimate, _) => {
            let is_anything = estimate.probes > 0;
            let is_met = estimate.hits > 0;
            let seconds = rate.filter(|_| is_anything).map(|rate| {
                let Size { mean, low, high, .. } = estimate.nodes;
                let [mean, low, high] = [mean, low, high].map(|size| size.times(1.0 / rate).to_f64());
                json!({"mean": mean, "low": low, "high": high})
            });
            json!({
                "exact": false, "seed": seed, "probes": estimate.probes, "hits": estimate.hits,
                "nodes": is_anything.then(|| size_as_json(&estimate.nodes)),
                "solutions": is_met.then(|| size_as_json(&estimate.solutions)),
                "nodes_a_second": rate, "threads": 1, "seconds": seconds,
            })
        }
    }
}

/// Numbers, or null if they are too large; and the logarithm of the mean, which never is.
fn size_as_json(Size { mean, error, low, high }: &Size) -> Value {
    let [mean, error, low, high] = [mean, error, low, high].map(|size| (size.to_f64(), size.log10()));
    json!({"mean": mean.0, "error": error.0, "low": low.0, "high": high.0, "log10": mean.1})
}
