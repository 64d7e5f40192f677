//! Scratch space for layers that do not fit into memory. The library has no files: the caller gives it.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::budget::Reason;
use crate::engine::team::own;

/// Space outside of memory, such as a folder: streams of bytes, each with a number.
///
/// A stream begins empty when something is first appended to it. Several threads use different streams at the
/// same time.
pub trait Scratch: Send + Sync {
    /// Appends bytes to a stream.
    fn append(&self, stream: u64, bytes: &[u8]) -> io::Result<()>;
    /// Reads bytes from a place in a stream; all of them have been written.
    fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> io::Result<()>;
    /// Forgets a stream.
    fn remove(&self, stream: u64) -> io::Result<()>;
}

/// The scratch space of a sweep, within a limit.
pub(super) struct Disk {
    scratch: Arc<dyn Scratch>,
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
    /// What went wrong first.
    failure: Mutex<Option<Reason>>,
}

impl Disk {
    pub(super) fn new(scratch: Arc<dyn Scratch>, limit: u64) -> Disk {
        let [used, peak] = [0; 2].map(AtomicU64::new);
        Disk { scratch, limit, used, peak, failure: Mutex::default() }
    }

    /// Appends within the limit.
    pub(super) fn append(&self, stream: u64, bytes: &[u8]) -> Result<(), Reason> {
        let length = bytes.len() as u64;
        let used = self.used.fetch_add(length, Ordering::Relaxed) + length;
        if used > self.limit {
            return Err(Reason::Disk(self.limit));
        }
        self.peak.fetch_max(used, Ordering::Relaxed);
        self.scratch.append(stream, bytes).map_err(refused)
    }

    pub(super) fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> Result<(), Reason> {
        self.scratch.read(stream, place, bytes).map_err(refused)
    }

    /// Forgets a stream of this length.
    pub(super) fn remove(&self, stream: u64, length: u64) -> Result<(), Reason> {
        self.scratch.remove(stream).map_err(refused)?;
        self.used.fetch_sub(length, Ordering::Relaxed);
        Ok(())
    }

    /// From now on it is useless, for this reason.
    pub(super) fn fail(&self, reason: Reason) {
        own(self.failure.lock()).get_or_insert(reason);
    }

    pub(super) fn failure(&self) -> Option<Reason> {
        *own(self.failure.lock())
    }

    /// The largest number of bytes that were there at any time.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refused(error: io::Error) -> Reason {
    Reason::Scratch(error.kind())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Streams in memory.
    #[derive(Default)]
    pub(in crate::engine::frontier) struct Streams {
        streams: Mutex<HashMap<u64, Vec<u8>>>,
        /// It fails after this number of calls.
        calls: Option<AtomicU64>,
    }

    impl Streams {
        pub(in crate::engine::frontier) fn failing_after(calls: u64) -> Streams {
            Streams { calls: Some(AtomicU64::new(calls)), ..Streams::default() }
        }

        pub(in crate::engine::frontier) fn is_empty(&self) -> bool {
            own(self.streams.lock()).is_empty()
        }

        fn call(&self) -> io::Result<()> {
            let Some(calls) = &self.calls else { return Ok(()) };
            let left = calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map(|_| ()).map_err(|_| io::ErrorKind::StorageFull.into())
        }
    }

    impl Scratch for Streams {
        fn append(&self, stream: u64, bytes: &[u8]) -> io::Result<()> {
            self.call()?;
            own(self.streams.lock()).entry(stream).or_default().extend(bytes);
            Ok(())
        }

        fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> io::Result<()> {
            self.call()?;
            let streams = own(self.streams.lock());
            bytes.copy_from_slice(&streams[&stream][place as usize..][..bytes.len()]);
            Ok(())
        }

        fn remove(&self, stream: u64) -> io::Result<()> {
            self.call()?;
            assert!(own(self.streams.lock()).remove(&stream).is_some(), "there is no stream {stream}");
            Ok(())
        }
    }
}
