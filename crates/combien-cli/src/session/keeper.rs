//! Checkpoints on disk: a file with the state of a search, saved every few seconds, complete at every moment.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use combien::diagnostic::{counted, io_reason};
use combien::problem::Problem;
use combien::solve::{Engine, Journal, Question, State};
use combien_formats::checkpoint::{Checkpoint, CheckpointError, Written};

use super::locked;
use super::progress;
use crate::input::shard::{ReadError, read_one};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Keep;
use crate::system::catalogue::told;
use crate::system::files::{made_folder_of, write_synced};

/// Where checkpoints are written, by this run alone.
pub(super) struct Place {
    pub(super) path: String,
    /// The last one could not be written.
    failure: Option<String>,
    has_warned: bool,
    pub(super) quiet: bool,
    _lock: Lock,
}

impl Place {
    pub(super) fn new(path: &str, quiet: bool) -> Result<Place, Failure> {
        let lock = Lock::new(path)?;
        Ok(Place { path: path.to_owned(), failure: None, has_warned: false, quiet, _lock: lock })
    }

    /// A checkpoint was written, or not. A long search must not end because the disk is full for a while.
    pub(super) fn wrote(&mut self, result: io::Result<()>) {
        self.failure = result.err().map(|error| io_reason(&error));
        if let (Some(failure), false) = (&self.failure, self.has_warned) {
            self.has_warned = true;
            let last = if fs::metadata(&self.path).is_ok() { "the last one stays" } else { "there is none" };
            told!("warning: the checkpoint `{}` cannot be written: {failure}; {last}", self.path);
        }
    }

    /// Prints how to continue, or that this is not possible.
    pub(super) fn farewell(&self, is_stopped: bool) {
        match &self.failure {
            Some(failure) => {
                told!("the checkpoint `{}` cannot be written: {failure}", self.path);
            }
            None if is_stopped && !self.quiet => {
                told!("to go on from here, run the same command again: `{}` is kept", self.path);
            }
            None => {}
        }
    }
}

/// Keeps checkpoints of one search.
pub(crate) struct Keeper<'a> {
    place: Place,
    every: Duration,
    last: Instant,
    /// All but the state.
    blank: Checkpoint,
    /// The output for solutions; its position is saved too.
    output: Option<&'a Mutex<Output>>,
    /// The file holds a valid checkpoint, so it may replace the previous one.
    is_good: bool,
}

/// Opens the named checkpoint. Returns the state in it, if the file exists, and a keeper for later states. It
/// is written at once, so that a folder without permission is noticed before the search and not after it.
/// Nothing is written for an engine whose searches cannot be saved.
///
/// For a shard, only its part is searched, and only a checkpoint of the same shard is accepted. A checkpoint
/// of a part is not accepted for the whole.
pub(crate) fn open<'a>(
    Keep { path, every }: &Keep,
    problem: &Problem,
    shard: Option<Checkpoint>,
    (question, engine): (Question, Engine),
    quiet: bool,
) -> Result<Keeper<'a>, Failure> {
    let engine = engine.for_journal(problem).map_err(Failure::of)?;
    let place = Place::new(path, quiet)?;
    let Found { checkpoint: before, is_good } = read(path, problem, question)?;
    let part = |checkpoint: &Checkpoint| checkpoint.shard.as_ref().map(|shard| (shard.whole, shard.number));
    if let Some(before) = &before
        && part(before) != shard.as_ref().and_then(part)
    {
        let (what, hint) = match before.shard {
            Some(_) => {
                ("is a shard: a part of a search, and not of this one", "count the shard by its own name")
            }
            None => ("is of the whole problem, and not of this shard", "name another file"),
        };
        return Err(Failure::hinted(format!("`{path}` {what}"), hint));
    }
    let blank = match (&before, shard) {
        (Some(before), _) => before.clone(),
        (None, Some(shard)) => {
            let state = shard.state.clone().asked(question);
            let state = state.ok_or_else(|| {
                let hint = "take the shard as it was split";
                Failure::hinted("this shard is being counted, or has been", hint)
            })?;
            Checkpoint { state, written: None, ..shard }
        }
        (None, None) => Checkpoint::new(problem, State::new(problem, question, engine)),
    };
    let keeper = Keeper { place, every: *every, last: Instant::now(), blank, output: None, is_good };
    if let (Some(before), false) = (&before, quiet) {
        // The fraction that was shown when it stopped, if there was an estimate.
        let shown = before.state.shown;
        let percent =
            if shown > 0.0 { format!(", {} searched", progress::percent(shown)) } else { String::new() };
        let found = counted(&before.state.found, "solution");
        told!("resumed from `{path}`: {found}{percent}");
    }
    Ok(keeper)
}

/// A checkpoint that was found on the disk.
struct Found {
    /// The checkpoint, or the previous one if it is damaged.
    checkpoint: Option<Checkpoint>,
    /// Whether it is the file of this name, not the previous one.
    is_good: bool,
}

/// The checkpoint of this name, if there is one, or the previous one if it is damaged.
fn read(path: &str, problem: &Problem, question: Question) -> Result<Found, Failure> {
    let refused = |error: &CheckpointError| {
        let hint = match error {
            CheckpointError::Damaged(_) => "remove it to begin again",
            CheckpointError::NotOne => "name a file that is not there yet",
            CheckpointError::OtherProblem { .. } => "name another file for this problem",
            CheckpointError::Format(_) => {
                "take the version of combien that wrote it, or remove it to begin again"
            }
            _ => "name another file for this question",
        };
        Failure::hinted(format!("`{path}`: {error}"), hint)
    };
    let (checkpoint, is_good) = match read_one(path) {
        Ok(checkpoint) => (checkpoint, true),
        Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Found { checkpoint: None, is_good: false });
        }
        Err(ReadError::Io(error)) => return Err(Failure::unreadable(path, &error)),
        Err(ReadError::Content(error @ CheckpointError::Damaged(_))) => {
            let Ok(before) = read_one(&previous(path)) else { return Err(refused(&error)) };
            told!("warning: `{path}` is damaged; going on from `{}`, the one before", previous(path));
            (before, false)
        }
        Err(ReadError::Content(error)) => return Err(refused(&error)),
    };
    checkpoint.is_of(problem).map_err(|error| refused(&error))?;
    let state = checkpoint.state.clone().asked(question);
    let state = state.ok_or_else(|| refused(&CheckpointError::OtherQuestion(checkpoint.state.question)))?;
    Ok(Found { checkpoint: Some(Checkpoint { state, ..checkpoint }), is_good })
}

/// The name of the previous checkpoint.
fn previous(path: &str) -> String {
    format!("{path}.previous")
}

/// Keeps a copy of the file as the previous checkpoint. The copy is on the disk before the file itself is
/// changed; a hard link would share any damage. At every moment one of the two can be read.
fn keep_previous(path: &str) -> io::Result<()> {
    write_synced(&previous(path), &fs::read(path)?)
}

impl<'a> Keeper<'a> {
    /// Saves the position in an output too.
    pub(crate) fn keep_output(&mut self, output: &'a Mutex<Output>) {
        self.output = Some(output);
    }

    /// Writes the first checkpoint, so that an error shows before the search begins.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        let state = self.blank.state.clone();
        self.write(&state).map_err(|(path, error)| Failure::unwritable(&path, &error))
    }

    /// The state from which this search began.
    pub(crate) fn state(&self) -> &State {
        &self.blank.state
    }

    /// What had been written at that time.
    pub(crate) fn written(&self) -> Option<&Written> {
        self.blank.written.as_ref()
    }

    /// Writes what the output still has, then the checkpoint. An error comes with the file that cannot be
    /// written.
    fn write(&mut self, state: &State) -> Result<(), (String, io::Error)> {
        let written = match self.output {
            Some(output) => Some(locked(output).mark()?),
            None => None,
        };
        let checkpoint = Checkpoint { state: state.clone(), written, ..self.blank.clone() };
        let path = &self.place.path;
        let kept = if self.is_good { keep_previous(path) } else { Ok(()) };
        let written = kept.and_then(|()| write_synced(path, checkpoint.to_string().as_bytes()));
        written.map_err(|error| (path.clone(), error))?;
        self.is_good = true;
        Ok(())
    }

    /// Prints how to continue, or that this is not possible.
    pub(crate) fn farewell(&self, is_stopped: bool) {
        self.place.farewell(is_stopped);
    }
}

impl Journal for Keeper<'_> {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn keep(&mut self, state: &State) {
        let written = self.write(state);
        self.last = Instant::now();
        self.place.wrote(written.map_err(|(path, error)| {
            if path == self.place.path {
                return error;
            }
            io::Error::other(format!("`{path}` cannot be written: {}", io_reason(&error)))
        }));
    }
}

/// Prevents a second run from writing the same checkpoint. The system releases it, however the program ends.
struct Lock {
    path: PathBuf,
    /// `None` where files cannot be locked.
    _file: Option<File>,
}

impl Lock {
    fn new(path: &str) -> Result<Lock, Failure> {
        let lock = PathBuf::from(format!("{path}.lock"));
        let file = made_folder_of(Path::new(path)).and_then(|_| File::create(&lock));
        let file = file.map_err(|error| Failure::unwritable(path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path: lock, _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(Failure::hinted(
                format!("`{path}` is kept by another run of combien"),
                "wait for it, or name another file",
            )),
            Err(TryLockError::Error(_)) => Ok(Lock { path: lock, _file: None }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run may be killed between writing the two files. Then both must be valid, and damage to one must not
    /// affect the other.
    #[cfg(unix)]
    #[test]
    fn the_previous_checkpoint_is_a_separate_file() {
        use std::os::unix::fs::MetadataExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state").display().to_string();
        fs::write(&path, "first").unwrap();
        keep_previous(&path).unwrap();
        let node = |path: &str| fs::metadata(path).unwrap().ino();
        assert_ne!(node(&path), node(&previous(&path)));
        fs::write(&path, "damage").unwrap();
        assert_eq!(fs::read_to_string(previous(&path)).unwrap(), "first");
    }
}
