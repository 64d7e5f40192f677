//! Scratch space: a folder for the counts of sweeps that do not fit into memory.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use combien::engine::frontier::Scratch;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::error;
use crate::labels::repr;

/// The most bytes on disk, unless another number is given.
const DISK: u64 = 32 << 30;

/// Where a count puts what does not fit into memory, and how much of it.
pub(crate) struct Spill {
    folder: PathBuf,
    pub(crate) disk: u64,
}

impl Spill {
    /// Takes the keywords `scratch` and `disk` out of those of a count.
    pub(crate) fn taken(keywords: &Bound<'_, PyDict>) -> PyResult<Option<Spill>> {
        let take = |keyword: &str| {
            let value = keywords.get_item(keyword)?.filter(|value| !value.is_none());
            if keywords.contains(keyword)? {
                keywords.del_item(keyword)?;
            }
            Ok::<_, PyErr>(value)
        };
        let (folder, disk) = (take("scratch")?, take("disk")?);
        let Some(folder) = folder else {
            return match disk {
                Some(_) => Err(error("disk needs scratch: it limits what is put there")),
                None => Ok(None),
            };
        };
        let wrong = |keyword, value: &Bound<'_, PyAny>, what| {
            error(format!("{keyword} is {}, not {what}", repr(value)))
        };
        let disk = match disk {
            Some(disk) => disk.extract().map_err(|_| wrong("disk", &disk, "a number of bytes"))?,
            None => DISK,
        };
        let folder = folder.extract().map_err(|_| wrong("scratch", &folder, "the name of a folder"))?;
        Ok(Some(Spill { folder, disk }))
    }

    /// Refuses these keywords for a count that is no single sweep.
    pub(crate) fn refuse(keywords: Option<&Bound<'_, PyDict>>, question: &str) -> PyResult<()> {
        for keyword in ["scratch", "disk"] {
            let value = keywords.map(|keywords| keywords.get_item(keyword)).transpose()?.flatten();
            if value.is_some_and(|value| !value.is_none()) {
                return Err(error(format!("{keyword} cannot be combined with {question}")));
            }
        }
        Ok(())
    }

    /// Asks with a new folder within the one that is named, which is created if it is missing. Afterwards the new one is removed.
    pub(crate) fn during<'py, T>(
        &self,
        py: Python<'py>,
        ask: impl FnOnce(Folder) -> PyResult<T>,
    ) -> PyResult<T> {
        fs::create_dir_all(&self.folder)?;
        // The search may still write when it is interrupted.
        let settings = PyDict::new(py);
        settings.set_item("prefix", "combien-sweep-")?;
        settings.set_item("dir", &self.folder)?;
        settings.set_item("ignore_cleanup_errors", true)?;
        let made: Bound<'py, PyAny> =
            py.import("tempfile")?.call_method("TemporaryDirectory", (), Some(&settings))?;
        let answer = made.getattr("name")?.extract().and_then(|path| ask(Folder(path)));
        made.call_method0("cleanup")?;
        answer
    }
}

/// A folder with a file for each stream, whose number is its name.
///
/// Files are opened for each call: there may be thousands of streams, and each call moves many kilobytes.
pub(crate) struct Folder(PathBuf);

impl Folder {
    fn file(&self, stream: u64) -> PathBuf {
        self.0.join(stream.to_string())
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
