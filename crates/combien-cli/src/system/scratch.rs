//! Scratch space: a folder with files that are removed when nobody needs them, at the end, and when the process is ended. Also other files
//! that are there only for a while.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};

use combien::engine::frontier::Scratch;

/// Folders and files of this process that are there for a while: for [`remove`].
static LEFTOVERS: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// Is the process about to end? Writers look at this while they write, so that nothing appears behind [`remove`].
static IS_ENDED: RwLock<bool> = RwLock::new(false);

/// A folder or file that is removed if the process is ended before this is dropped.
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

/// A new folder for streams, each in a file with its number as its name. It is removed when this is dropped.
///
/// Files are opened for each call: there may be thousands of streams, and each call moves many kilobytes.
pub(crate) struct Folder {
    folder: tempfile::TempDir,
    _leftover: Leftover,
}

impl Folder {
    /// A folder within this one, which is created if it is missing.
    pub(crate) fn new_in(folder: &str) -> io::Result<Folder> {
        fs::create_dir_all(folder)?;
        let new = tempfile::Builder::new().prefix("combien-sweep-").tempdir_in(folder)?;
        let leftover = Leftover::new(new.path());
        Ok(Folder { folder: new, _leftover: leftover })
    }

    fn file(&self, stream: u64) -> PathBuf {
        self.folder.path().join(stream.to_string())
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
