//! Scratch space: a folder with files that are removed when nobody needs them, at the end, and when the process is ended.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use combien::engine::frontier::Scratch;

/// The folder of this process, if there is one: for [`remove`].
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// A new folder for streams, each in a file with its number as its name. It is removed when this is dropped.
///
/// Files are opened for each call: there may be thousands of streams, and each call moves many kilobytes.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder within this one, which is created if it is missing.
    pub(crate) fn new_in(folder: &str) -> io::Result<Folder> {
        fs::create_dir_all(folder)?;
        let new = tempfile::Builder::new().prefix("combien-sweep-").tempdir_in(folder)?;
        *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(new.path().to_owned());
        Ok(Folder(new))
    }

    fn file(&self, stream: u64) -> PathBuf {
        Path::new(self.0.path()).join(stream.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Removes the folder, before the process is ended.
pub(crate) fn remove() {
    if let Some(folder) = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // A thread may still write there; what it leaves is all that can be left.
        let _ = fs::remove_dir_all(folder);
    }
}

impl Scratch for Folder {
    fn append(&self, stream: u64, bytes: &[u8]) -> io::Result<()> {
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
