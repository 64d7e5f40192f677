//! `combien sample`: solutions at random, each equally likely.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use combien::solve::Outcome;

use crate::args::SampleArgs;
use crate::failure::{Ending, Failure};
use crate::input;
use crate::output::Output;
use crate::show::Show;
use crate::watch::Watch;

pub(crate) fn sample(args: &SampleArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let show = Show::new(&args.show, args.number, args.json, &input)?;
    let watch = Watch::start(&args.search)?;
    let mut progress = None;
    let report = watch.query(input.problem(), args.engine, &mut progress).diagram();
    drop(progress);
    let report = report.map_err(|error| Failure::message(error.to_string()))?;
    let diagram = match report.outcome {
        Outcome::Answer(Some(diagram)) => diagram,
        Outcome::Answer(None) => return Err(Failure::message("the engine gave no diagram")),
        Outcome::Stopped { reason, .. } => {
            anstream::eprintln!(
                "{}: nothing was drawn",
                watch.describe_at(reason, None, report.work, report.fraction)
            );
            return Ok(Ending::Stopped);
        }
    };

    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    if args.seed.is_none() && !args.search.quiet {
        anstream::eprintln!("--seed {seed} draws the same again");
    }
    let mut output = Output::beside(args.show.takes_stdout());
    let mut drawn = 0;
    for solution in diagram.samples(input.problem(), seed) {
        if drawn == args.number || watch.is_asked_to_stop() {
            break;
        }
        drawn += 1;
        show.deliver(drawn, &solution, None, &mut output)?;
    }
    let none = drawn == 0 && diagram.count().is_zero();
    if none && !args.json {
        output.deliver("no solution\n")?;
    }
    output.finish()?;
    Ok(match drawn {
        _ if none => Ending::NoSolution,
        drawn if drawn < args.number => Ending::Stopped,
        _ => Ending::Answered,
    })
}
