//! Scratch space in memory, for sweeps.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use combien::engine::frontier::Scratch;

/// Streams in memory.
#[derive(Debug, Default)]
pub struct Streams(Mutex<BTreeMap<u64, Vec<u8>>>);

impl Streams {
    fn streams(&self) -> MutexGuard<'_, BTreeMap<u64, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has every stream been removed?
    pub fn is_empty(&self) -> bool {
        self.streams().is_empty()
    }
}

impl Scratch for Streams {
    fn append(&self, stream: u64, bytes: &[u8]) -> io::Result<()> {
        self.streams().entry(stream).or_default().extend(bytes);
        Ok(())
    }

    fn read(&self, stream: u64, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        let streams = self.streams();
        let all = streams.get(&stream).ok_or(io::ErrorKind::NotFound)?;
        let part = all.get(place as usize..).and_then(|rest| rest.get(..bytes.len()));
        bytes.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn remove(&self, stream: u64) -> io::Result<()> {
        self.streams().remove(&stream).map(|_| ()).ok_or(io::ErrorKind::NotFound.into())
    }
}
