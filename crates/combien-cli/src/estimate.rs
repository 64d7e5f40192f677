//! `combien estimate`: how large a search is, before it is made.

use std::thread;
use std::time::{Duration, Instant};

use combien::diagnostic::counted;
use combien::problem::Problem;
use combien::solve::estimate::{Estimate, Estimator, Magnitude, Size};
use combien::solve::{Engine, Error, Limits, Outcome, Query, Reason, StopFlag};
use serde_json::{Value, json};

use crate::args::{ProblemArgs, duration, positive, whole};
use crate::failure::{Ending, Failure};
use crate::input::{self, Input};
use crate::output::Output;
use crate::times;
use crate::watch::Watch;

/// A search of at most so many nodes is made, and not estimated.
const FEW_NODES: u64 = 1 << 16;
/// Unless it takes longer than this.
const PATIENCE: Duration = Duration::from_secs(2);
/// The rate is measured for so long.
const MOMENT: f64 = 0.25;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Random probes of the search tree: each goes down one path, and takes what it did not see to be like what it saw. They
go down 64 at a time, side by side: one that ends is replaced by another that goes on. The numbers are right on average;
the ranges hold in most cases, but not where what is large is so rare that no probe met it. A small search is simply made. The time is that of one thread at the rate of a moment, measured here.

Examples:
  combien estimate tests/corpus/bench/queens13.dlx
  combien estimate --probes 100000 examples/scott.cmb --problem scott
  combien estimate --engine links --seed 7 hard.dlx
  combien estimate --time 10s --probes 1000000000 --json hard.dlx")]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Number of probes, rounded up to a multiple of 64
    #[arg(long, value_name = "N", default_value_t = 4096,
          value_parser = positive)]
    pub(crate) probes: u64,
    /// The seed: the same one makes the same probes
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole)]
    pub(crate) seed: u64,
    /// Whose search is estimated: fast, links, or that of the two which would search
    #[arg(long, value_name = "NAME", default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// Stop after this time, with what the probes so far say: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is known of a search.
enum Known {
    /// It was made: its nodes and solutions.
    All(u64, String),
    /// What probes say; and what stopped them, if they are fewer than were asked for.
    Probes(Box<Estimate>, Option<Reason>),
}

pub(crate) fn estimate(args: &EstimateArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let watch = Watch::new()?;
    let limits = watch.limits(None);
    let fail = |error: Error| Failure::message(error.to_string());
    let mut estimator = Estimator::new(input.problem(), args.engine, args.seed).map_err(fail)?;
    let Trial { all, rate } = try_search(input.problem(), estimator.engine(), &limits).map_err(fail)?;
    let known = if let Some((nodes, solutions)) = all {
        Known::All(nodes, solutions)
    } else {
        let reason = estimator.run(args.probes, &limits);
        Known::Probes(Box::new(estimator.estimate()), reason)
    };
    deliver(args, &watch, &input, estimator.engine(), &known, rate)?;
    Ok(match known {
        Known::Probes(_, Some(_)) => Ending::Stopped,
        _ => Ending::Answered,
    })
}

/// What came of a search for a moment.
struct Trial {
    /// The nodes and the solutions, if that was all.
    all: Option<(u64, String)>,
    /// The nodes a second, if it came to any.
    rate: Option<f64>,
}

/// Searches for a moment.
fn try_search(problem: &Problem, engine: Engine, limits: &Limits) -> Result<Trial, Error> {
    let search = |nodes| {
        let query = Query::new(problem).engine(engine);
        // The way whose tree is probed.
        let masks = "masks".parse().ok().filter(|_| engine == Engine::Fast);
        let query = masks.into_iter().fold(query, Query::kernel);
        let stop = StopFlag::new();
        raise_in_time(stop.clone(), limits.stop.clone());
        let limits = Limits { nodes: Some(nodes), stop: Some(stop), ..limits.clone() };
        let start = Instant::now();
        query.limits(limits).count().map(|report| (report, start.elapsed().as_secs_f64()))
    };
    let (mut report, mut seconds) = search(FEW_NODES)?;
    if let Outcome::Answer(count) = &report.outcome {
        return Ok(Trial { all: Some((report.work.nodes, count.to_string())), rate: None });
    }
    if seconds < MOMENT / 2.0 {
        // Whether this is all depends on the clock: so nobody looks.
        let nodes = report.work.nodes as f64 * MOMENT / seconds.max(1e-3);
        (report, seconds) = search(nodes as u64)?;
    }
    let rate = report.work.nodes as f64 / seconds;
    Ok(Trial { all: None, rate: Some(rate).filter(|&rate| rate > 0.0) })
}

/// Raises a flag when patience is at its end, or soon after another flag is raised.
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
    args: &EstimateArgs,
    watch: &Watch,
    input: &Input,
    engine: Engine,
    known: &Known,
    rate: Option<f64>,
) -> Result<(), Failure> {
    let reason = match known {
        Known::Probes(estimate, Some(reason)) => {
            let (reason, probes) = (watch.describe(*reason), estimate.probes);
            Some(format!("{reason}, after {probes} of {}", counted(args.probes, "probe")))
        }
        _ => None,
    };
    let mut output = Output::new();
    if args.json {
        let problem = input.problem();
        let mut document = json!({
            "schema": 1, "command": "estimate", "file": args.problem.file, "problem": input.name(),
            "items": problem.item_count(), "primary_items": problem.primary_count(), "bounded_items": problem.bounded_items().len(),
            "options": problem.option_count(), "engine": engine.name(),
            "outcome": if reason.is_none() { "answer" } else { "stopped" }, "reason": reason,
        });
        add_json(&mut document, args, known, rate);
        output.deliver(&format!("{document}\n"))?;
        return Ok(output.finish()?);
    }
    match known {
        Known::All(nodes, solutions) => {
            output.deliver(&format!(
                "nodes      {nodes}\nsolutions  {solutions}\nexact: the whole search was made\n"
            ))?;
        }
        Known::Probes(estimate, _) if estimate.probes == 0 => {
            let nodes = estimate.work.nodes;
            output.deliver(&format!("nothing is known: no probe came to its end, after {nodes} nodes\n"))?;
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
        anstream::eprintln!("{reason}");
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

/// How long so many nodes take.
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
        // Where many did, and are no help, it is not their number that is to blame.
        ..100 if !solutions.high.is_finite() => {
            format!("{:9}  (very rough: {probes} probes met {hits})", solutions.mean.to_string())
        }
        _ => with_range(solutions),
    }
}

fn add_json(document: &mut Value, args: &EstimateArgs, known: &Known, rate: Option<f64>) {
    match known {
        Known::All(nodes, solutions) => {
            document["exact"] = true.into();
            document["nodes"] = (*nodes).into();
            document["solutions"] = solutions.as_str().into();
        }
        Known::Probes(estimate, _) => {
            document["exact"] = false.into();
            document["seed"] = args.seed.into();
            document["probes"] = estimate.probes.into();
            document["hits"] = estimate.hits.into();
            let is_anything = estimate.probes > 0;
            let is_met = estimate.hits > 0;
            document["nodes"] = if is_anything { size_as_json(&estimate.nodes) } else { Value::Null };
            document["solutions"] = if is_met { size_as_json(&estimate.solutions) } else { Value::Null };
            document["nodes_a_second"] = json!(rate);
            document["threads"] = 1.into();
            let seconds = rate.filter(|_| is_anything).map(|rate| {
                let Size { mean, low, high, .. } = estimate.nodes;
                let [mean, low, high] = [mean, low, high].map(|size| size.times(1.0 / rate).to_f64());
                json!({"mean": mean, "low": low, "high": high})
            });
            document["seconds"] = json!(seconds);
        }
    }
}

/// Numbers, null where they are too large for one; and the logarithm of the mean, which never is.
fn size_as_json(Size { mean, error, low, high }: &Size) -> Value {
    let [mean, error, low, high] = [mean, error, low, high].map(|size| (size.to_f64(), size.log10()));
    json!({"mean": mean.0, "error": error.0, "low": low.0, "high": high.0, "log10": mean.1})
}
