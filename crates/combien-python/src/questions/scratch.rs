//! Scratch space: a folder for the counts of sweeps that do not fit into memory.

use std::path::PathBuf;

use combien_cli::ScratchFolder;
use pyo3::prelude::*;

use crate::handles::error::{error, failure, raise};
use crate::handles::labels::repr;
use crate::handles::objects::{Dict, Object};

/// The most bytes on disk, unless another number is given.
const DISK: u64 = 32 << 30;

/// Where a count puts what does not fit into memory, and how much of it.
pub(crate) struct Spill {
    folder: PathBuf,
    pub(crate) disk: u64,
}

impl Spill {
    /// Takes the keywords `scratch` and `disk` out of those of a count.
    pub(crate) fn taken(keywords: &Dict) -> PyResult<Option<Spill>> {
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
        let wrong = |keyword, value: &Object, what| failure!("{keyword} is {}, not {what}", repr(value));
        let disk = match disk {
            Some(disk) => disk.extract().map_err(|_| wrong("disk", &disk, "a number of bytes"))?,
            None => DISK,
        };
        let folder = folder.extract().map_err(|_| wrong("scratch", &folder, "the name of a folder"))?;
        Ok(Some(Spill { folder, disk }))
    }

    /// Refuses these keywords for a count that is no single sweep.
    pub(crate) fn refuse(keywords: Option<&Dict>, question: &str) -> PyResult<()> {
        for keyword in ["scratch", "disk"] {
            let value = keywords.map(|keywords| keywords.get_item(keyword)).transpose()?.flatten();
            if value.is_some_and(|value| !value.is_none()) {
                raise!("{keyword} cannot be combined with {question}");
            }
        }
        Ok(())
    }

    /// A new folder within the one that is named, which is created if it is missing.
    pub(crate) fn folder(&self) -> PyResult<ScratchFolder> {
        Ok(ScratchFolder::new_in(&self.folder)?)
    }
}
