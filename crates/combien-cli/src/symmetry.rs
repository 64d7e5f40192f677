//! Counting and listing up to symmetry, and the symmetries themselves.

use std::io::Write;
use std::ops::ControlFlow;

use clap::ValueEnum;
use combien::diagnostic::{Diagnostic, Place, Source};
use combien::problem::{Automorphism, NoAutomorphism, OptionId, Problem};
use combien::solve::{Ending as SearchEnding, Limits, Outcome, Reason};
use combien::symmetry::{self, Representative, Symmetries};
use combien_lang::Files;
use serde_json::json;

use crate::args::{CountArgs, ProblemArgs, SolveArgs};
use crate::failure::{Ending, Failure};
use crate::files::Disk;
use crate::input::{self, Input};
use crate::output::Output;
use crate::show::Show;
use crate::watch::Watch;

/// Which solutions are different.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SymmetryArgs {
    /// Take solutions that a symmetry takes to each other for one. Those of a tiling are found: of the board, that keep the
    /// pieces; others come from --generators
    #[arg(long, value_enum, value_name = "WHAT",
          conflicts_with_all = ["reduce", "kernel", "checkpoint", "engine"])]
    pub(crate) up_to: Option<UpTo>,
    /// The symmetries of the problem, as permutations of its options that generate them: a line each, in cycles of option
    /// numbers such as `(1 4 2) (3 5)`
    #[arg(long, value_name = "FILE", requires = "up_to")]
    pub(crate) generators: Option<String>,
}

/// What solutions may differ by, and be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpTo {
    /// A symmetry of the problem
    Symmetry,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints how many symmetries there are, and permutations of the options that generate them: what --generators reads.

Examples:
  combien symmetries examples/scott.cmb --problem scott
  combien symmetries examples/torus.cmb --problem on_torus --json")]
pub(crate) struct SymmetriesArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The symmetries of the problem, as permutations of its options that generate them: a line each, in cycles of option
    /// numbers such as `(1 4 2) (3 5)`; they are checked
    #[arg(long, value_name = "FILE")]
    pub(crate) generators: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// `combien symmetries`: how many there are, and what generates them.
pub(crate) fn symmetries(args: &SymmetriesArgs) -> Result<Ending, Failure> {
    let input = input::read(&args.problem, args.json)?;
    let group = group(&input, args.generators.as_deref())?;
    let generators: Vec<String> = group.generators().iter().map(in_cycles).collect();
    let mut output = Output::new();
    if args.json {
        let document = json!({
            "schema": 1, "command": "symmetries", "file": args.problem.file, "problem": input.name(),
            "order": group.order(), "classes": group.classes().len(), "generators": generators,
        });
        writeln!(output, "{document}")?;
    } else {
        for generator in &generators {
            writeln!(output, "{generator}")?;
        }
        output.finish()?;
        let symmetries = if group.order() == 1 { "symmetry" } else { "symmetries" };
        anstream::eprintln!("{} {symmetries}, that which moves nothing included", group.order());
        return Ok(Ending::Answered);
    }
    Ok(output.finish().map(|()| Ending::Answered)?)
}

/// The symmetries of a problem: those in the file, or those of the tiling.
fn group(input: &Input, generators: Option<&str>) -> Result<Symmetries, Failure> {
    let problem = input.problem();
    let group = match (generators, input) {
        (Some(file), _) => Symmetries::generated_by(problem, read(file, problem)?),
        (None, Input::Tiling { tiling, encoding, .. }) => {
            Symmetries::generated_by(problem, tiling.automorphisms(encoding))
        }
        (None, Input::Plain(_)) => {
            let hint = "name a file with them: --generators FILE";
            return Err(Failure::hinted("only the symmetries of tilings are found by themselves", hint));
        }
    };
    group.map_err(|error| Failure::message(error.to_string()))
}

/// A permutation in cycles of option numbers; what stays where it is is left out.
fn in_cycles(automorphism: &Automorphism) -> String {
    let cycles = automorphism.cycles().into_iter().filter(|cycle| cycle.len() > 1);
    let shown = cycles.map(|cycle| {
        let numbers: Vec<String> = cycle.iter().map(|option| option.number().to_string()).collect();
        format!("({})", numbers.join(" "))
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// Permutations, a line each; blank lines and what follows a `#` do not count.
fn read(file: &str, problem: &Problem) -> Result<Vec<Automorphism>, Failure> {
    let loaded = Disk.read(file, None).map_err(|error| Failure::unreadable(file, &error))?;
    let source = Source::new(loaded.name, loaded.text);
    let (mut read, mut faults, mut start) = (vec![], vec![], 0);
    for line in source.text.split_inclusive('\n') {
        let text = line.split('#').next().unwrap_or_default().trim_end();
        let place = Place::new(&source, start..start + text.len());
        start += line.len();
        if text.trim().is_empty() {
            continue;
        }
        let made = from_cycles(text, problem).and_then(|options| {
            Automorphism::of_options(problem, options).map_err(|error| said(problem, error))
        });
        match made {
            Ok(automorphism) => read.push(automorphism),
            Err(message) => faults.push(
                Diagnostic::error("generator", message, place)
                    .hinted("write a permutation of the options in cycles: `(1 4 2) (3 5)`"),
            ),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(Failure::Input(faults)) }
}

/// An error in the names of the problem.
fn said(problem: &Problem, error: NoAutomorphism) -> String {
    match error {
        NoAutomorphism::Item(item) => format!(
            "this is no symmetry: the options of item `{}` go to options that no item has together",
            problem.item_name(item)
        ),
        other => format!("this is no symmetry: {other}"),
    }
}

/// The images of the options, by their cycles.
fn from_cycles(text: &str, problem: &Problem) -> Result<Vec<OptionId>, String> {
    let mut images: Vec<OptionId> = problem.options().collect();
    let mut moved = vec![false; images.len()];
    for cycle in text.trim().split(')').filter(|cycle| !cycle.trim().is_empty()) {
        let inner =
            cycle.trim().strip_prefix('(').ok_or_else(|| format!("`{}` is no cycle", cycle.trim()))?;
        let mut members = vec![];
        for word in inner.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            let number: usize = word.parse().map_err(|_| format!("`{word}` is no option number"))?;
            match number.checked_sub(1).and_then(|place| moved.get_mut(place)) {
                None => return Err(format!("there is no option {number}")),
                Some(moved) if *moved => return Err(format!("option {number} is there twice")),
                Some(moved) => *moved = true,
            }
            members.push(OptionId::from_index(number - 1));
        }
        for (place, &member) in members.iter().enumerate() {
            images[member.index()] = members[(place + 1) % members.len()];
        }
    }
    if !text.trim_end().ends_with(')') {
        return Err("the last cycle has no end".to_owned());
    }
    Ok(images)
}

/// `combien count --up-to symmetry`.
pub(crate) fn count(args: &CountArgs, input: &Input, watch: &Watch) -> Result<Ending, Failure> {
    let flags = [(args.verify, "--verify"), (args.solutions.is_some(), "--solutions")];
    if let Some((_, flag)) = flags.iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::hinted(format!("{flag} does not go with --up-to"), "leave it out"));
    }
    let group = group(input, args.symmetry.generators.as_deref())?;
    let counted = symmetry::count(input.problem(), &group, &watch.limits(None))
        .map_err(|error| Failure::message(error.to_string()))?;
    let stopped = match &counted.outcome {
        Outcome::Answer(_) => None,
        Outcome::Stopped { reason, .. } => Some(*reason),
    };
    let certain = counted.outcome.certain();
    let mut output = Output::new();
    if args.json {
        let classes: Vec<_> = counted
            .classes
            .iter()
            .map(
                |class| json!({"size": class.size, "period": class.period, "fixed": class.fixed.to_string()}),
            )
            .collect();
        let document = json!({
            "schema": 1, "command": "count", "file": args.problem.file, "problem": input.name(),
            "up_to": "symmetry", "symmetries": group.order(), "classes": classes,
            "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)),
            "count": certain.to_string(), "exact": stopped.is_none(),
        });
        writeln!(output, "{document}")?;
        output.finish()?;
    } else {
        writeln!(output, "{}{certain}", if stopped.is_none() { "" } else { ">= " })?;
        output.finish()?;
        if args.explain {
            anstream::eprintln!("{} symmetries; by Burnside's lemma, of each class", group.order());
            anstream::eprintln!("{:>8}{:>8}  fixed solutions of each", "size", "period");
            for class in &counted.classes {
                anstream::eprintln!("{:>8}{:>8}  {}", class.size, class.period, class.fixed);
            }
        }
        if let Some(reason) = stopped {
            anstream::eprintln!("{}", watch.describe(reason));
        }
    }
    Ok(if stopped.is_none() { Ending::Answered } else { Ending::Stopped })
}

/// `combien solve --up-to symmetry`: one solution of each orbit.
pub(crate) fn solve(
    args: &SolveArgs,
    input: &Input,
    show: &Show<'_>,
    watch: &Watch,
) -> Result<Ending, Failure> {
    if args.restarts.is_some() {
        return Err(Failure::hinted("--restarts does not go with --up-to", "leave it out"));
    }
    let group = group(input, args.symmetry.generators.as_deref())?;
    let mut output = Output::to(args.output.as_deref(), None)?;
    let limits = Limits { solutions: None, ..watch.limits(None) };
    let most = if args.all { u64::MAX } else { args.number };
    let (mut found, mut failed) = (0u64, None);
    let mut deliver = |Representative { solution, .. }: Representative| {
        found += 1;
        failed = show.deliver(found, &solution, &mut output).err();
        if failed.is_some() || found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let listed = symmetry::each(input.problem(), &group, &limits, &mut deliver)
        .map_err(|error| Failure::message(error.to_string()))?;
    if let Some(failure) = failed {
        return Err(match failure {
            Failure::Output(error) => output.failed(error),
            other => other,
        });
    }
    // So many were asked for, and were found: nothing stopped it that was not meant to.
    let stopped = match listed.ending {
        SearchEnding::Stopped(Reason::Asked) if found >= most => None,
        SearchEnding::Stopped(reason) => Some(reason),
        SearchEnding::Complete => None,
    };
    if args.json {
        let document = json!({
            "schema": 1, "type": "end", "outcome": if stopped.is_none() { "answer" } else { "stopped" },
            "reason": stopped.map(|reason| watch.describe(reason)), "solutions": found.to_string(),
            "complete": listed.ending == SearchEnding::Complete, "up_to": "symmetry",
            "symmetries": group.order(), "nodes": listed.nodes,
        });
        writeln!(output, "{document}")?;
    } else if found == 0 && stopped.is_none() {
        writeln!(output, "no solution")?;
    }
    output.finish()?;
    if let Some(reason) = stopped {
        if !args.json {
            anstream::eprintln!("{}: there may be more", watch.describe(reason));
        }
        return Ok(Ending::Stopped);
    }
    if args.all && !args.json && !args.search.quiet && found > 0 {
        let solutions = if found == 1 { "solution" } else { "solutions" };
        anstream::eprintln!("{found} {solutions} up to symmetry, and no more");
    }
    Ok(if found == 0 { Ending::NoSolution } else { Ending::Answered })
}
