//! Scratch space: a folder with files that are removed when nobody needs them, at the end, and when the
//! process is ended. Also other files that are there only for a while.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};

use combien::engine::frontier::Scratch;

/// Folders and files of this process that are there for a while: for [`remove`].
static LEFTOVERS: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// Is the process about to end? Writers look at this while they write, so that nothing appears behind
/// [`remove`].
static IS_ENDED: RwLock<bool> = RwLock::new(false);

/// A folder or file that is removed if the process is ended before this is dropped.
#[derive(Debug)]
pub(crate) struct Leftover(PathBuf);

impl Leftover {
    pub(crate) fn new(path: &Path) -> Leftover {
        LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        Leftover(path.to_owned())
    }
}

impl Drop for Leftover {
    fn drop(&mut self) {
        LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner).retain(|path| *path != self.0);
    }
}

/// The names of scratch folders begin like this.
const PREFIX: &str = "combien-scratch-";

/// Removes the files or folders with this prefix and a random ending that runs left behind when they were
/// killed: those that no process has locked. Of a folder, it removes only what a run puts there.
pub(super) fn clear(folder: &Path, prefix: &str) {
    let is_ending =
        |ending: &str| ending.len() == 6 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().and_then(|name| name.strip_prefix(prefix)).is_some_and(is_ending);
        let kind = entry.file_type().ok().filter(|kind| is_ours && (kind.is_file() || kind.is_dir()));
        let Some(kind) = kind else { continue };
        let path = entry.path();
        // Locked until it is gone: see `lock_new`.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_err() {
            continue;
        }
        let _ = if kind.is_dir() { remove_streams(&path) } else { fs::remove_file(&path) };
    }
}

/// Removes a scratch folder, unless there is anything else in it.
fn remove_streams(folder: &Path) -> io::Result<()> {
    let is_stream = |name: &OsStr| name.to_str().is_some_and(|name| name.parse::<u64>().is_ok());
    for entry in fs::read_dir(folder)?.flatten().filter(|entry| is_stream(&entry.file_name())) {
        fs::remove_file(entry.path())?;
    }
    fs::remove_dir(folder)
}

/// Locks a new file or folder, so that no other run takes it for a leftover. The system releases the lock,
/// however the process ends. Returns `false` if another run was faster and has removed it. Where there are no
/// locks, nothing is ever cleared.
pub(super) fn lock_new(file: &File, path: &Path) -> bool {
    file.lock().is_err() || path.exists()
}

/// A new folder for streams, each in a file with its number as its name. It is removed when this is dropped.
///
/// Files are opened for each call: there may be thousands of streams, and each call moves many kilobytes.
#[derive(Debug)]
pub struct Folder {
    place: tempfile::TempDir,
    _lock: Option<File>,
    _leftover: Leftover,
}

impl Folder {
    /// A folder within this one, which is created if it is missing.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub fn new_in(folder: impl AsRef<Path>) -> io::Result<Folder> {
        let folder = folder.as_ref();
        fs::create_dir_all(folder)?;
        clear(folder, PREFIX);
        let (new, lock) = loop {
            let new = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder)?;
            match File::open(new.path()) {
                Ok(file) if !lock_new(&file, new.path()) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                file => break (new, file.ok()),
            }
        };
        let leftover = Leftover::new(new.path());
        Ok(Folder { place: new, _lock: lock, _leftover: leftover })
    }

    fn file(&self, stream: u64) -> PathBuf {
        self.place.path().join(stream.to_string())
    }
}

/// Removes what is there for a while, before the process is ended.
pub(crate) fn remove() {
    *IS_ENDED.write().unwrap_or_else(PoisonError::into_inner) = true;
    for path in LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
}

impl Scratch for Folder {
    fn append(&self, stream: u64, bytes: &[u8]) -> io::Result<()> {
        let is_ended = IS_ENDED.read().unwrap_or_else(PoisonError::into_inner);
        if *is_ended {
            return Err(io::ErrorKind::Interrupted.into());
        }
        OpenOptions::new().create(true).append(true).open(self.file(stream))?.write_all(bytes)
    }

    fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = File::open(self.file(stream))?;
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }

    fn remove(&self, stream: u64) -> io::Result<()> {
        fs::remove_file(self.file(stream))
    }
}
