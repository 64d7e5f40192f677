//! What a sweep keeps of the tables that it writes to disk.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::disk::Disk;
use super::ledger::Full;
use crate::engine::team::own;

/// The part of the memory for tables.
pub(super) const FOR_TABLES: usize = 2;

/// What shards need of which a part is on disk.
pub(super) struct Spilled {
    pub(super) disk: Arc<Disk>,
    pub(super) limit: usize,
    /// The step at which memory did not suffice.
    pub(super) since: usize,
    /// The bytes of all tables.
    pub(super) used: AtomicUsize,
    /// The layers and shards whose tables are to be written. While there are any, nothing else is done.
    pub(super) jobs: Mutex<Vec<(usize, usize)>>,
}

impl Spilled {
    pub(super) fn new(disk: Arc<Disk>, limit: usize, since: usize) -> Spilled {
        Spilled { disk, limit, since, used: AtomicUsize::new(0), jobs: Mutex::default() }
    }

    /// Takes bytes for tables. If there are too many now, tables have to be written.
    pub(super) fn take(&self, bytes: usize) -> Result<(), Full> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if used > self.limit / FOR_TABLES { Err(Full) } else { Ok(()) }
    }

    pub(super) fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Are tables to be written?
    pub(super) fn is_writing(&self) -> bool {
        !own(self.jobs.lock()).is_empty()
    }
}
