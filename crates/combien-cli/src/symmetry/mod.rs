//! Counting and listing up to symmetry, and the symmetries themselves.

mod count;
mod cycles;
mod delivery;
mod kept;
mod solve;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::ValueEnum;
use combien::Count;
use combien::problem::Problem;
use combien::solve::{Limits, Meter, Outcome, Reason, StopFlag};
use combien::symmetry::{self, GroupError, Listed, Representative, Symmetries, automorphisms};
use serde_json::json;

use crate::args::ProblemArgs;
use crate::failure::{Ending, Failure};
use crate::input::{self, Input};
use crate::output::Output;
use crate::watch::Watch;

pub(crate) use count::count;
pub(crate) use kept::{count as count_kept, solve as solve_kept};
pub(crate) use solve::solve;

/// Which solutions are different, and which are wanted.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SymmetryArgs {
    /// Take solutions that a symmetry takes to each other for one
    #[arg(long, value_enum, value_name = "WHAT",
          conflicts_with_all = ["reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) up_to: Option<UpTo>,
    /// The symmetries of the problem, instead of those that are found: permutations of its options that generate them, a
    /// line each, in cycles of option numbers such as `(1 4 2) (3 5)`
    #[arg(long, value_name = "FILE", requires = "up_to")]
    pub(crate) generators: Option<String>,
    /// Only solutions that are so
    #[arg(long = "where", value_enum, value_name = "KIND", requires = "up_to")]
    pub(crate) kind: Option<Wanted>,
    /// Only solutions that each of these permutations of the options takes to themselves: a line each, as --generators
    #[arg(long, value_name = "FILE", conflicts_with_all = ["up_to", "reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) kept_by: Option<String>,
}

/// What solutions may differ by, and be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// Of a tiling, what takes the board to itself and pieces to pieces; of another problem, an automorphism
    Symmetry,
    /// Any permutation of options and items that keeps who has what
    Automorphism,
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// A symmetry takes it to itself
    Symmetric,
    /// No symmetry takes it to itself, but that which moves nothing
    Asymmetric,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints how many symmetries there are, and permutations of the options that generate them: what --generators reads. Of a
tiling, they are the motions that take the board to itself and pieces to pieces; of another problem, all automorphisms.

Examples:
  combien symmetries examples/scott.cmb --problem scott
  combien symmetries examples/torus.cmb --problem on_torus --json
  combien symmetries examples/queens8.dlx")]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Which symmetries
    #[arg(long, value_enum, value_name = "WHAT", default_value = "symmetry")]
    pub(crate) up_to: UpTo,
    /// The symmetries of the problem, instead of those that are found: permutations of its options that generate them, a
    /// line each, in cycles of option numbers such as `(1 4 2) (3 5)`; they are checked
    #[arg(long, value_name = "FILE")]
    pub(crate) generators: Option<String>,
    /// Stop after this time: `90`, `90s`, `1.5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = crate::args::duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// `combien symmetries`: how many there are, and what generates them.
pub(crate) fn symmetries(args: &SymmetriesArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let watch = Watch::new()?;
    let limits = watch.limits(None);
    let group = group(&input, args.up_to, args.generators.as_deref(), &limits)?;
    let stopped = group.as_ref().err().map(|&reason| watch.describe(reason));
    let mut output = Output::new();
    if args.json {
        let generators =
            |group: &Symmetries| group.generators().iter().map(cycles::in_cycles).collect::<Vec<_>>();
        let document = json!({
            "schema": 1, "command": "symmetries", "file": args.problem.file, "problem": input.name(),
            "outcome": if stopped.is_none() { "answer" } else { "stopped" }, "reason": stopped,
            "order": group.as_ref().ok().map(|group| group.order().to_string()),
            "generators": group.as_ref().ok().map(generators),
        });
        writeln!(output, "{document}")?;
        output.finish()?;
    } else if let Ok(group) = &group {
        for generator in group.generators() {
            writeln!(output, "{}", cycles::in_cycles(generator))?;
        }
        output.finish()?;
        let symmetries = if group.is_trivial() { "symmetry" } else { "symmetries" };
        anstream::eprintln!("{} {symmetries}, that which moves nothing included", group.order());
    } else if let Some(stopped) = &stopped {
        anstream::eprintln!("{stopped}: the symmetries are not known");
    }
    Ok(if stopped.is_none() { Ending::Answered } else { Ending::Stopped })
}

/// The symmetries of a problem: those in the file, those of the tiling, or all automorphisms; or the reason why finding
/// them was stopped.
fn group(
    input: &Input,
    up_to: UpTo,
    generators: Option<&str>,
    limits: &Limits,
) -> Result<Result<Symmetries, Reason>, Failure> {
    let problem = input.problem();
    let group = match (generators, input, up_to) {
        (Some(file), ..) => Symmetries::generated_by(problem, cycles::read(file, problem)?, limits),
        (None, Input::Tiling { tiling, encoding, .. }, UpTo::Symmetry) => {
            let mut go_on = || !limits.stop.as_ref().is_some_and(StopFlag::is_raised);
            match tiling.automorphisms_while(encoding, &mut go_on) {
                Some(automorphisms) => Symmetries::generated_by(problem, automorphisms, limits),
                None => return Ok(Err(Reason::Asked)),
            }
        }
        _ => match automorphisms(problem, limits) {
            Outcome::Answer(found) => Symmetries::generated_by(problem, found.generators, limits),
            Outcome::Stopped { reason, .. } => return Ok(Err(reason)),
        },
    };
    match group {
        Ok(group) => Ok(Ok(group)),
        Err(GroupError::Stopped(reason)) => Ok(Err(reason)),
        Err(error) => Err(Failure::message(error.to_string())),
    }
}

/// Delivers one solution of each orbit, if it is of the kind that is wanted.
fn list(
    problem: &Problem,
    group: &Symmetries,
    kind: Option<Wanted>,
    limits: &Limits,
    meter: Option<&mut dyn Meter>,
    deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
) -> Result<Listed, Failure> {
    // A meter that lives no longer than the rest.
    let meter = meter.map(|meter| meter as &mut dyn Meter);
    let listed = match kind {
        Some(Wanted::Symmetric) => symmetry::each_symmetric(problem, group, limits, meter, deliver),
        Some(Wanted::Asymmetric) => {
            let mut if_alone = |representative: Representative| match representative.stabilizer_order {
                Count::ONE => deliver(representative),
                _ => ControlFlow::Continue(()),
            };
            symmetry::each(problem, group, limits, meter, &mut if_alone)
        }
        None => symmetry::each(problem, group, limits, meter, deliver),
    };
    listed.map_err(|error| Failure::message(error.to_string()))
}

/// Refuses flags that make no sense together with another.
fn refuse(flags: &[(bool, &str)], with: &str) -> Result<(), Failure> {
    match flags.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Failure::hinted(format!("{flag} does not go with {with}"), "leave it out")),
        None => Ok(()),
    }
}
