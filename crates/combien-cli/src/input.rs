//! A problem from a file, whatever its format.

use std::io::BufReader;
use std::path::Path;

use combien::checkpoint::Checkpoint;
use combien::diagnostic::Diagnostic;
use combien::problem::{OptionId, Problem, dlx, json};
use combien::puzzle::Classic;
use combien::solve::{Question, State};
use combien::tiling::{Encoding, Tiling};
use combien_lang::elaborate::LoadError;
use combien_lang::{Files, Loaded, NamedProblem, Script, load, load_and_ask};

use crate::args::{Format, ProblemArgs};
use crate::diagnostics;
use crate::failure::Failure;
use crate::files::{Disk, STDIN, STDIN_NAME, opened, standard_input};
use crate::keeper::{self, ReadError};
use crate::puzzle;

/// A problem, and what it is about.
pub(crate) enum Input {
    /// Items and options, no more.
    Plain(Box<Problem>),
    /// The encoding of a tiling.
    Tiling { name: String, tiling: Box<Tiling>, encoding: Box<Encoding> },
    /// A classic puzzle.
    Classic(Box<Classic>),
}

impl Input {
    pub(crate) fn problem(&self) -> &Problem {
        match self {
            Input::Plain(problem) => problem,
            Input::Tiling { encoding, .. } => &encoding.problem,
            Input::Classic(classic) => classic.problem(),
        }
    }

    /// The options that make poor clues, ascending: those that no drawing shows.
    pub(crate) fn poor_clues(&self) -> Vec<OptionId> {
        let options = self.problem().options();
        match self {
            Input::Plain(_) => vec![],
            Input::Tiling { encoding, .. } => {
                options.filter(|&option| encoding.placement(option).is_none()).collect()
            }
            Input::Classic(classic) => options.filter(|&option| !classic.says(option)).collect(),
        }
    }

    /// What a page or a picture of the problem is called: by the name of the puzzle or of the problem, or by that of the
    /// file, without the folders that it is in.
    pub(crate) fn title(&self, args: &ProblemArgs) -> String {
        match self {
            Input::Classic(classic) => classic.title().to_owned(),
            Input::Tiling { name, .. } => name.clone(),
            Input::Plain(_) if args.file == STDIN => "standard input".to_owned(),
            Input::Plain(_) => {
                let name = Path::new(&args.file).file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        }
    }

    /// The name of the problem within its file.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Input::Plain(_) | Input::Classic(_) => None,
            Input::Tiling { name, .. } => Some(name),
        }
    }
}

/// Reads the problem that the arguments name. Warnings go to standard error.
pub(crate) fn read(args: &ProblemArgs, json: bool) -> Result<Input, Failure> {
    match format(args)? {
        Format::Dlx => read_dlx(args, json),
        Format::Cmb => read_tiling(args, json),
        Format::Json => read_json(args, json),
        Format::Shard => read_shard(&args.file),
        Format::Puzzle => puzzle::read(args),
    }
}

/// What a file that was only checked holds.
pub(crate) enum Checked {
    /// A problem.
    Problem(Box<Problem>),
    /// A tiling file.
    Script(Box<Script>),
}

/// Reads a file as a whole, without asking which of its problems is meant. Warnings go to standard error.
pub(crate) fn check(args: &ProblemArgs, json: bool) -> Result<Checked, Failure> {
    if format(args)? == Format::Cmb && args.problem.is_none() {
        return read_script(&args.file, json).map(|script| Checked::Script(Box::new(script)));
    }
    Ok(match read(args, json)? {
        Input::Plain(problem) => Checked::Problem(problem),
        Input::Tiling { encoding, .. } => Checked::Problem(Box::new(encoding.problem)),
        Input::Classic(classic) => Checked::Problem(Box::new(classic.into_problem())),
    })
}

/// Is it a part of a search? Then it says where that stands, too.
pub(crate) fn is_shard(args: &ProblemArgs) -> bool {
    format(args).is_ok_and(|format| format == Format::Shard)
}

fn format(args: &ProblemArgs) -> Result<Format, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.file.starts_with(puzzle::PREFIX) {
        return Ok(Format::Puzzle);
    }
    match Path::new(&args.file).extension().and_then(|extension| extension.to_str()) {
        Some("dlx") => Ok(Format::Dlx),
        Some("cmb") => Ok(Format::Cmb),
        Some("json") => Ok(Format::Json),
        Some("shard") => Ok(Format::Shard),
        _ if args.file == STDIN => Ok(Format::Dlx),
        _ => Err(Failure::hinted(
            format!("the name `{}` does not tell the format of the file", args.file),
            "name it .dlx, .cmb, .json or .shard, or say --format dlx, cmb, json or shard",
        )),
    }
}

/// The problem that a shard holds.
fn read_shard(file: &str) -> Result<Input, Failure> {
    let checkpoint = shard(file)?;
    let Some(shard) = &checkpoint.shard else {
        let hint = "say which problem it is of, and --checkpoint for this file";
        return Err(Failure::hinted(
            format!("`{file}` is a checkpoint, but no shard: it holds no problem"),
            hint,
        ));
    };
    let problem = shard.problem(&checkpoint);
    let problem = problem.map_err(|error| Failure::message(format!("`{file}`: {error}")))?;
    Ok(Input::Plain(Box::new(problem)))
}

fn shard(file: &str) -> Result<Checkpoint, Failure> {
    keeper::read_one(file).map_err(|error| match error {
        ReadError::Io(error) => Failure::unreadable(file, &error),
        ReadError::Content(error) => Failure::message(format!("`{file}`: {error}")),
    })
}

/// If it is a shard: what it says.
pub(crate) fn shard_of(args: &ProblemArgs) -> Result<Option<Checkpoint>, Failure> {
    if is_shard(args) { shard(&args.file).map(Some) } else { Ok(None) }
}

/// If it is a shard: the part of the search that it is, to be searched for each solution.
pub(crate) fn shard_state(args: &ProblemArgs) -> Result<Option<State>, Failure> {
    let Some(shard) = shard_of(args)? else { return Ok(None) };
    match shard.state.asked(Question::Each) {
        Some(state) => Ok(Some(state)),
        None => Err(Failure::hinted(
            format!("`{}` is being counted, or has been", args.file),
            "take the shard as it was split",
        )),
    }
}

fn read_dlx(args: &ProblemArgs, json: bool) -> Result<Input, Failure> {
    refuse_name(args, "a file in Knuth's format")?;
    let document = if args.file == STDIN {
        let input = standard_input().map_err(|error| Failure::unreadable(STDIN_NAME, &error))?;
        dlx::read(STDIN_NAME, BufReader::with_capacity(1 << 16, input))
    } else {
        let file = opened(&args.file).map_err(|error| Failure::unreadable(&args.file, &error))?;
        dlx::read(&args.file, BufReader::with_capacity(1 << 16, file))
    };
    let document = document.map_err(|error| match error {
        dlx::ReadError::Io(error) => Failure::unreadable(&args.file, &error),
        dlx::ReadError::Faults(faults) => Failure::Input(faults.iter().map(dlx::Fault::diagnostic).collect()),
    })?;
    let warnings: Vec<Diagnostic> = document.warnings.iter().map(dlx::Fault::diagnostic).collect();
    diagnostics::show(&warnings, json);
    Ok(Input::Plain(Box::new(document.problem)))
}

fn read_json(args: &ProblemArgs, as_json: bool) -> Result<Input, Failure> {
    refuse_name(args, "a JSON file")?;
    let loaded = Disk.read(&args.file, None).map_err(|error| Failure::unreadable(&args.file, &error))?;
    let document = json::parse(&loaded.name, &loaded.text).map_err(|json::ReadError(faults)| {
        Failure::Input(faults.iter().map(json::Fault::diagnostic).collect())
    })?;
    let warnings: Vec<Diagnostic> = document.warnings.iter().map(json::Fault::diagnostic).collect();
    diagnostics::show(&warnings, as_json);
    Ok(Input::Plain(Box::new(document.problem)))
}

/// Only a tiling file has problems with names.
pub(crate) fn refuse_name(args: &ProblemArgs, what: &str) -> Result<(), Failure> {
    let Some(name) = &args.problem else { return Ok(()) };
    let message = format!("{what} holds one problem without a name, not `{name}`");
    Err(Failure::hinted(message, "leave --problem out"))
}

/// Refuses a file that is named as a problem where a tiling file is wanted: read as one, it would seem to be full of
/// mistakes.
pub(crate) fn refuse_problems(files: &[String]) -> Result<(), Failure> {
    let extension = |file: &str| Path::new(file).extension()?.to_str().map(str::to_owned);
    let is_problem = |file: &&String| {
        file.starts_with(puzzle::PREFIX)
            || extension(file).is_some_and(|extension| ["dlx", "json", "shard"].contains(&&*extension))
    };
    match files.iter().find(is_problem) {
        None => Ok(()),
        Some(file) => Err(Failure::hinted(
            format!("`{file}` is a problem, and no tiling file (.cmb)"),
            format!("`combien solve` and `combien count` take it: combien solve '{file}'"),
        )),
    }
}

/// Reads a tiling file and all that it includes. Warnings go to standard error.
pub(crate) fn read_script(file: &str, json: bool) -> Result<Script, Failure> {
    let script = load(file, &Disk).map_err(|error| unloaded(file, error))?;
    diagnostics::show(&script.warnings, json);
    Ok(script)
}

fn unloaded(file: &str, error: LoadError) -> Failure {
    match error {
        LoadError::Io(error) => Failure::unreadable(file, &error),
        LoadError::Diagnostics(diagnostics) => Failure::Input(diagnostics),
    }
}

fn read_tiling(args: &ProblemArgs, json: bool) -> Result<Input, Failure> {
    // A member of a family, which the file may not ask for itself.
    if let Some(name) = args.problem.as_ref().filter(|name| name.contains('<')) {
        let asked = Loaded::new("--problem", name);
        let (script, place) =
            load_and_ask(&args.file, &Disk, asked).map_err(|error| unloaded(&args.file, error))?;
        diagnostics::show(&script.warnings, json);
        return encoded(&script.problems[place]);
    }
    let script = read_script(&args.file, json)?;
    let names = script.problem_names();
    let name = match (&args.problem, names.as_slice()) {
        (Some(name), _) => name,
        (None, [name]) => *name,
        (None, []) => {
            return Err(Failure::hinted(
                format!("`{}` defines no problem", args.file),
                "add one: problem p = BOARD [PIECE, ...]",
            ));
        }
        (None, names) => {
            return Err(Failure::hinted(
                format!("`{}` holds several problems", args.file),
                format!("say --problem NAME, one of: {}", names.join(", ")),
            ));
        }
    };
    let Some(named) = script.problem(name) else {
        let message = format!("`{}` defines no problem `{name}`", args.file);
        return Err(Failure::hinted(message, format!("its problems are: {}", names.join(", "))));
    };
    encoded(named)
}

fn encoded(named: &NamedProblem) -> Result<Input, Failure> {
    let encoding = named.tiling.encode().map_err(|error| Failure::message(error.to_string()))?;
    Ok(Input::Tiling {
        name: named.name.clone(),
        tiling: Box::new(named.tiling.clone()),
        encoding: Box::new(encoding),
    })
}
