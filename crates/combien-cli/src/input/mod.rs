//! A problem from a file, whatever its format, or from the name of a puzzle.

pub(crate) mod cycles;
pub(crate) mod given;
pub(crate) mod puzzle;
pub(crate) mod select;
pub(crate) mod shard;

use std::path::Path;

use combien::problem::{OptionId, Problem};
use combien_formats::checkpoint::Checkpoint;
use combien_formats::{Format, ReadError};
use combien_lang::{Files, Loaded, NamedProblem, Script, load, load_and_ask};
use combien_puzzles::Classic;
use combien_tiling::why::Subject;
use combien_tiling::{Encoding, Tiling};

use crate::report::diagnostics;
use crate::report::failure::Failure;
use crate::request::{Content, Named, Source};
use crate::system::files::{
    Disk, Lines, STDIN, STDIN_NAME, bytes_of, bytes_of_stdin, memory, opened, standard_input,
};

/// A problem, and what it is about.
pub(crate) enum Input {
    /// Items and options, no more.
    Plain(Box<Problem>),
    /// Items and options, and a part of the search.
    Shard(Box<Problem>, Box<Checkpoint>),
    /// The encoding of a tiling.
    Tiling { name: String, tiling: Box<Tiling>, encoding: Box<Encoding> },
    /// A classic puzzle.
    Classic(Box<Classic>),
}

impl Input {
    pub(crate) fn problem(&self) -> &Problem {
        match self {
            Input::Plain(problem) | Input::Shard(problem, _) => problem,
            Input::Tiling { encoding, .. } => &encoding.problem,
            Input::Classic(classic) => classic.problem(),
        }
    }

    /// The subject of reasons: the problem, and its tiling if there is one.
    pub(crate) fn subject(&self) -> Subject<'_> {
        match self {
            Input::Tiling { tiling, encoding, .. } => Subject::of_tiling(tiling, encoding),
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => Subject::of(self.problem()),
        }
    }

    /// Is it a board to be covered with pieces?
    pub(crate) fn is_tiling(&self) -> bool {
        self.tiling().is_some()
    }

    /// Are only some of the solutions meant, those that a predicate accepts?
    pub(crate) fn is_filtered(&self) -> bool {
        self.tiling().is_some_and(|tiling| tiling.predicate().is_some())
    }

    /// The board and the pieces, if it has them.
    pub(crate) fn tiling(&self) -> Option<&Tiling> {
        match self {
            Input::Tiling { tiling, .. } => Some(tiling),
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => None,
        }
    }

    /// If only a part of a search is meant: this part and its state.
    pub(crate) fn shard(&self) -> Option<&Checkpoint> {
        match self {
            Input::Shard(_, shard) => Some(shard),
            Input::Plain(_) | Input::Tiling { .. } | Input::Classic(_) => None,
        }
    }

    /// The options that are poor clues because no drawing shows them, in ascending order.
    pub(crate) fn poor_clues(&self) -> Vec<OptionId> {
        let options = self.problem().options();
        match self {
            Input::Plain(_) | Input::Shard(..) => vec![],
            Input::Tiling { encoding, .. } => {
                options.filter(|&option| encoding.placement(option).is_none()).collect()
            }
            Input::Classic(classic) => options.filter(|&option| !classic.says(option)).collect(),
        }
    }

    /// The title of a page or picture: the name of the puzzle or of the problem, or else the file name
    /// without its folder.
    pub(crate) fn title(&self, source: &Source) -> String {
        match self {
            Input::Classic(classic) => classic.title().to_owned(),
            Input::Tiling { name, .. } => name.clone(),
            Input::Plain(_) | Input::Shard(..) if source.name == STDIN => "standard input".to_owned(),
            Input::Plain(_) | Input::Shard(..) => {
                let name = Path::new(&source.name).file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        }
    }

    /// The name of the problem within its file.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Input::Plain(_) | Input::Shard(..) | Input::Classic(_) => None,
            Input::Tiling { name, .. } => Some(name),
        }
    }
}

/// Reads a problem. Warnings go to standard error, as JSON if requested. A tiling whose solutions are
/// filtered is refused, because most questions would overlook that.
pub(crate) fn read(source: &Source, json: bool) -> Result<Input, Failure> {
    let input = read_filtered(source, json)?;
    if input.is_filtered() {
        return Err(Failure::hinted(
            "this command cannot obey `where`, which filters a list of solutions",
            "`combien count`, `solve`, `sample`, `unique`, `generate` and `booklet` obey it; so do `count`, `solve`, `all`, `sample` and `unique` in a file",
        ));
    }
    Ok(input)
}

/// Reads a problem for a command that filters the solutions.
pub(crate) fn read_filtered(source: &Source, json: bool) -> Result<Input, Failure> {
    read_whole(source, json)?.narrowed(&source.given)?.filtered(&source.given)
}

/// The problem without the options that are given.
fn read_whole(source: &Source, json: bool) -> Result<Input, Failure> {
    let file = source.name.as_str();
    match &source.content {
        Content::Plain(format) => read_plain(file, *format, json),
        Content::Tiling(named) => read_tiling(file, named.as_ref(), json),
        Content::Xmpuzzle(problem) => read_xmpuzzle(file, problem.as_deref(), json),
        Content::Shard => {
            let (problem, shard) = shard::read_problem(file)?;
            Ok(Input::Shard(Box::new(problem), Box::new(shard)))
        }
        Content::Puzzle(puzzle) => puzzle::build(puzzle),
    }
}

/// Reads a problem of items and options. Only Knuth's format is read line by line, for such files may be large.
fn read_plain(file: &str, format: Format, json: bool) -> Result<Input, Failure> {
    let read = if format == Format::Dlx {
        let (name, input) = if file == STDIN { (STDIN_NAME, standard_input()) } else { (file, opened(file)) };
        input.and_then(|input| format.read(name, Lines::new(input)))
    } else {
        Disk::default().read(file, None).and_then(|loaded| format.read(&loaded.name, loaded.text.as_bytes()))
    };
    let read = read.map_err(|error| Failure::unreadable(file, &error))?;
    let document = read.map_err(|ReadError(faults)| Failure::Input(faults))?;
    diagnostics::show(&document.warnings, json);
    Ok(Input::Plain(Box::new(document.problem)))
}

/// Reads a puzzle of BurrTools.
fn read_xmpuzzle(file: &str, problem: Option<&str>, json: bool) -> Result<Input, Failure> {
    let (name, bytes) = if file == STDIN { (STDIN_NAME, bytes_of_stdin()) } else { (file, bytes_of(file)) };
    let bytes = bytes.map_err(|error| Failure::unreadable(name, &error))?;
    let read =
        combien_burrtools::read_within(name, &bytes, problem, memory()).map_err(|mut diagnostic| {
            if diagnostic.code == "several-problems" {
                let hint = diagnostic.hint.take();
                diagnostic.hint = hint.map(|hint| hint.replacen("name one", "say --problem NAME, one", 1));
            }
            if diagnostic.code == "memory" {
                return Failure::Stopped(diagnostic.message);
            }
            if diagnostic.labels.is_empty() {
                return Failure::Message { message: diagnostic.message, hint: diagnostic.hint };
            }
            Failure::Input(vec![diagnostic])
        })?;
    diagnostics::show(&read.warnings, json);
    let encoding = read.tiling.encode().map_err(Failure::of)?;
    Ok(Input::Tiling { name: read.name, tiling: Box::new(read.tiling), encoding: Box::new(encoding) })
}

/// Reads a tiling file and all that it includes. Warnings go to standard error.
pub(crate) fn read_script(file: &str, json: bool) -> Result<Script, Failure> {
    let script = load(file, &Disk::default()).map_err(|error| Failure::unloaded(file, error))?;
    diagnostics::show(&script.warnings, json);
    Ok(script)
}

/// Reads tiling files, all before anything is done with the first.
pub(crate) fn read_scripts(files: &[String], json: bool) -> Result<Vec<Script>, Failure> {
    files.iter().map(|file| read_script(file, json)).collect()
}

fn read_tiling(file: &str, named: Option<&Named>, json: bool) -> Result<Input, Failure> {
    let name = match named {
        Some(Named::Member(member) | Named::Family(member)) => {
            let asked = Loaded::new("--problem", member);
            let loaded = load_and_ask(file, &Disk::default(), asked);
            let (script, place) = loaded.map_err(|error| Failure::unloaded(file, error))?;
            diagnostics::show(&script.warnings, json);
            return encoded(&script.problems[place]);
        }
        Some(Named::Problem(name)) => Some(name.as_str()),
        None => None,
    };
    let script = read_script(file, json)?;
    let names = script.problem_names();
    let name = match (name, names.as_slice()) {
        (Some(name), _) => name,
        (None, [name]) => name,
        (None, []) => {
            return Err(Failure::hinted(
                format!("`{file}` defines no problem"),
                "add one: problem p = BOARD [PIECE, ...]",
            ));
        }
        (None, names) => {
            return Err(Failure::hinted(
                format!("`{file}` holds several problems"),
                format!("say --problem NAME, one of: {}", names.join(", ")),
            ));
        }
    };
    let Some(named) = script.problem(name) else {
        let message = format!("`{file}` defines no problem `{name}`");
        return Err(Failure::hinted(message, format!("its problems are: {}", names.join(", "))));
    };
    encoded(named)
}

fn encoded(named: &NamedProblem) -> Result<Input, Failure> {
    let encoding = named.tiling.encode_unfiltered().map_err(Failure::of)?;
    Ok(Input::Tiling {
        name: named.name.clone(),
        tiling: Box::new(named.tiling.clone()),
        encoding: Box::new(encoding),
    })
}
