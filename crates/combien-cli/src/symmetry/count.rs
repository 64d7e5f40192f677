//! `combien count --up-to symmetry`.

use std::io::Write;
use std::ops::ControlFlow;

use combien::Count;
use combien::solve::{Ending as SearchEnding, Meter, Reason};
use combien::symmetry::{self, ClassCount, Symmetries};
use serde_json::json;

use super::{UpTo, list, refuse};
use crate::args::CountArgs;
use crate::failure::{Ending, Failure};
use crate::input::Input;
use crate::output::Output;
use crate::watch::Watch;

/// How many, and why.
struct Found {
    /// The orbits; at least so many, if it was stopped.
    certain: Count,
    stopped: Option<Reason>,
    /// How many symmetries there are, if that is known.
    order: Option<Count>,
    /// What Burnside's lemma was applied to.
    classes: Option<Vec<ClassCount>>,
}

/// Counts orbits by Burnside's lemma; those of a kind by listing them.
pub(crate) fn count(args: &CountArgs, input: &Input, up_to: UpTo, watch: &Watch) -> Result<Ending, Failure> {
    refuse(&[(args.verify, "--verify"), (args.solutions.is_some(), "--solutions")], "--up-to")?;
    let limits = watch.limits(None);
    let found = match super::group(input, up_to, args.symmetry.generators.as_deref(), &limits)? {
        Err(reason) => Found { certain: Count::ZERO, stopped: Some(reason), order: None, classes: None },
        Ok(group) if args.symmetry.kind.is_some() => by_listing(args, input, &group, watch)?,
        Ok(group) => {
            let mut progress = watch.progress();
            let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
            let counted = symmetry::count(input.problem(), &group, &limits, meter)
                .map_err(|error| Failure::message(error.to_string()))?;
            Found {
                certain: counted.outcome.certain().clone(),
                stopped: counted.outcome.reason(),
                order: Some(counted.order),
                classes: Some(counted.classes),
            }
        }
    };
    deliver(args, input, watch, &found)?;
    Ok(if found.stopped.is_none() { Ending::Answered } else { Ending::Stopped })
}

fn by_listing(args: &CountArgs, input: &Input, group: &Symmetries, watch: &Watch) -> Result<Found, Failure> {
    let (limits, mut progress, mut found) = (watch.limits(None), watch.progress(), 0u64);
    let mut deliver = |_| {
        found += 1;
        ControlFlow::Continue(())
    };
    let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
    let listed = list(input.problem(), group, args.symmetry.kind, &limits, meter, &mut deliver)?;
    let stopped = match listed.ending {
        SearchEnding::Complete => None,
        SearchEnding::Stopped(reason) => Some(reason),
    };
    Ok(Found { certain: Count::from(found), stopped, order: Some(group.order()), classes: None })
}

fn deliver(args: &CountArgs, input: &Input, watch: &Watch, found: &Found) -> Result<(), Failure> {
    let Found { certain, stopped, order, classes } = found;
    let mut output = Output::new();
    if args.json {
        let class = |class: &ClassCount| json!({"size": class.size, "period": class.period, "fixed": class.fixed.to_string()});
        let document = json!({
            "schema": 1, "command": "count", "file": args.problem.file, "problem": input.name(),
            "up_to": "symmetry", "symmetries": order.as_ref().map(ToString::to_string),
            "classes": classes.as_ref().map(|classes| classes.iter().map(class).collect::<Vec<_>>()),
            "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)),
            "count": certain.to_string(), "exact": stopped.is_none(),
        });
        writeln!(output, "{document}")?;
        return Ok(output.finish()?);
    }
    writeln!(output, "{}{certain}", if stopped.is_none() { "" } else { ">= " })?;
    output.finish()?;
    if let (true, Some(order)) = (args.explain, order) {
        let symmetries = if *order == Count::ONE { "symmetry" } else { "symmetries" };
        match classes {
            Some(classes) => {
                anstream::eprintln!("{order} {symmetries}; by Burnside's lemma, of each class");
                anstream::eprintln!("{:>8}{:>8}  fixed solutions of each", "size", "period");
                for class in classes {
                    anstream::eprintln!("{:>8}{:>8}  {}", class.size, class.period, class.fixed);
                }
            }
            None => anstream::eprintln!("{order} {symmetries}; by listing"),
        }
    }
    if let Some(reason) = stopped {
        anstream::eprintln!("{}", watch.describe(*reason));
    }
    Ok(())
}
