//! Reading and writing files: includes are relative to the including file, and files are written completely
//! or not at all.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use combien::diagnostic::without_bom;
use combien::solve::Reason;
use combien_lang::{Denied, Files, Loaded, is_made_by_combien};

use super::scratch::{self, Leftover};
use super::wait::{Wait, Waiting, waiting};

/// Standard input, as a file name.
pub(crate) const STDIN: &str = "-";
/// Standard output, as the name of a file that is written.
pub(crate) const STDOUT: &str = "-";
/// The name of standard input in messages.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// The absolute path that a path leads to, without symbolic links and `..`. The last parts need not exist
/// yet.
///
/// Parts are followed from left to right, as the system does it: behind a link to a folder, `..` is the
/// parent of the folder that the link leads to.
pub fn where_it_leads(path: &Path) -> io::Result<PathBuf> {
    let mut at = env::current_dir()?.canonicalize()?;
    for component in path.components() {
        match component {
            Component::Prefix(_) | Component::RootDir => at.push(component),
            Component::CurDir => {}
            Component::ParentDir => {
                at.pop();
            }
            Component::Normal(name) => {
                at.push(name);
                if at.symlink_metadata().is_ok() {
                    at = at.canonicalize()?;
                }
            }
        }
    }
    Ok(at)
}

/// The files of this machine. A file may include others only if they are below the folder of the first file
/// that is read, or below one that `COMBIEN_ALLOW_READ` names: a tiling file may come from anywhere.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    /// The name of the first file, and its folder, unless that cannot be found.
    first: OnceCell<(String, Option<PathBuf>)>,
}

/// The environment variable with more folders of files that may be included, separated as in `PATH`.
const ALLOW_READ: &str = "COMBIEN_ALLOW_READ";

impl Disk {
    /// The files that a file of this name may include. It is not read again.
    pub fn around(name: &str) -> Disk {
        let disk = Disk::default();
        disk.begin(name);
        disk
    }

    fn begin(&self, name: &str) -> &(String, Option<PathBuf>) {
        self.first.get_or_init(|| (name.to_owned(), where_it_leads(folder_of(Path::new(name))).ok()))
    }

    fn may_include(&self, path: &Path, from: &str) -> Result<(), Denied> {
        let (first, folder) = self.begin(from);
        let allowed = env::var_os(ALLOW_READ).unwrap_or_default();
        let allowed = env::split_paths(&allowed).filter(|folder| folder != Path::new(""));
        let allowed = allowed.filter_map(|folder| where_it_leads(&folder).ok());
        let is_below =
            |file: PathBuf| folder.iter().cloned().chain(allowed).any(|folder| file.starts_with(folder));
        if where_it_leads(path).is_ok_and(is_below) {
            return Ok(());
        }
        Err(Denied {
            message: format!("it is not below the folder of `{first}`"),
            hint: Some(format!("{ALLOW_READ}={} permits it", folder_of(path).display())),
        })
    }
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// May a file be written without losing what somebody else wrote? Yes if there is none, if it is empty, or if
/// Combien wrote it.
pub fn is_replaceable(path: &Path) -> io::Result<bool> {
    const PART: u64 = 1024;
    let length = match fs::metadata(path) {
        Ok(there) if there.is_file() => there.len(),
        _ => return Ok(true),
    };
    let (mut file, mut bytes) = (fs::File::open(path)?, vec![]);
    (&mut file).take(PART).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(length.saturating_sub(PART)))?;
    file.take(PART).read_to_end(&mut bytes)?;
    Ok(bytes.is_empty() || is_made_by_combien(&bytes))
}

impl Files for Disk {
    fn read(&self, path: &str, from: Option<&str>) -> io::Result<Loaded> {
        if from.is_none() {
            self.begin(if path == STDIN { STDIN_NAME } else { path });
        }
        if path == STDIN && from.is_none() {
            return Ok(Loaded::new(STDIN_NAME, without_bom(&as_text(whole(standard_input()?)?)?)));
        }
        let folder = from.filter(|&from| from != STDIN_NAME).and_then(|from| Path::new(from).parent());
        let path = folder.map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        if let Some(from) = from {
            self.may_include(&path, from).map_err(io::Error::other)?;
        }
        let text = without_bom(&as_text(bytes_of(&path)?)?).to_owned();
        // The link of a shell's pipe leads to a name that is not a file.
        let id = fs::canonicalize(&path).unwrap_or_else(|_| path.clone()).display().to_string();
        Ok(Loaded { id, name: path.display().to_string(), text })
    }
}

/// The maximum size of a file. Problems with millions of options are smaller.
const MOST_BYTES: u64 = 1 << 32;
/// The maximum that is read from a device, because some are endless.
const MOST_OF_DEVICE: u64 = 1 << 24;
/// The maximum length of a text, which is kept in memory as a whole.
const MOST_TEXT: u64 = 1 << 30;

/// The memory that reading may take in addition to the problem that is read.
static MEMORY: OnceLock<u64> = OnceLock::new();

/// Sets the limit on memory for all that is read from now on.
pub(crate) fn limit_memory(memory: u64) {
    MEMORY.get_or_init(|| memory);
}

/// The limit on memory.
pub(crate) fn memory() -> u64 {
    *MEMORY.get().unwrap_or(&u64::MAX)
}

/// A file that is read up to a limit. Reading further is an error.
pub(crate) struct Bounded<R> {
    file: R,
    left: u64,
    most: u64,
}

impl<R: Read> Bounded<R> {
    fn new(file: R, kind: &fs::Metadata) -> Bounded<R> {
        // A pipe is not a device.
        #[cfg(unix)]
        let is_device = {
            use std::os::unix::fs::FileTypeExt;
            kind.file_type().is_char_device() || kind.file_type().is_block_device()
        };
        #[cfg(not(unix))]
        let is_device = !kind.is_file();
        let most = if is_device { MOST_OF_DEVICE } else { MOST_BYTES };
        Bounded { file, left: most, most }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            return match self.file.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(too_large(self.most)),
            };
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let count = self.file.read(&mut buffer[..most])?;
        self.left -= count as u64;
        Ok(count)
    }
}

fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it is endless, or larger than {} MB", most >> 20))
}

/// Opens a file to read it.
pub(crate) fn opened(path: impl AsRef<Path>) -> io::Result<Bounded<fs::File>> {
    let file = fs::File::open(path)?;
    let kind = file.metadata()?;
    Ok(Bounded::new(file, &kind))
}

/// Standard input.
pub(crate) fn standard_input() -> io::Result<Bounded<fs::File>> {
    #[cfg(unix)]
    let file = fs::File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?);
    #[cfg(windows)]
    let file = fs::File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?);
    let kind = file.metadata()?;
    Ok(Bounded::new(file, &kind))
}

/// All of a file.
pub(crate) fn bytes_of(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    waiting(Wait::Reading, || whole(opened(path)?))
}

/// All of standard input.
pub(crate) fn bytes_of_stdin() -> io::Result<Vec<u8>> {
    waiting(Wait::Reading, || whole(standard_input()?))
}

fn whole(file: Bounded<fs::File>) -> io::Result<Vec<u8>> {
    let (mut bytes, most) = (vec![], MOST_TEXT.min(memory()));
    if file.take(most + 1).read_to_end(&mut bytes)? as u64 > most {
        return Err(if most < MOST_TEXT { beyond_memory() } else { too_large(MOST_TEXT) });
    }
    Ok(bytes)
}

/// Lines that are kept in memory one at a time. A line that takes more than the limit on memory is an error.
pub(crate) struct Lines<R> {
    file: R,
    /// The length of the current line so far.
    length: u64,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(file: R) -> BufReader<Lines<R>> {
        BufReader::new(Lines { file, length: 0 })
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.length = match buffer[..count].iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => (count - newline - 1) as u64,
            None => self.length + count as u64,
        };
        if self.length > memory() { Err(beyond_memory()) } else { Ok(count) }
    }
}

fn beyond_memory() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, Reason::Memory(memory()).to_string())
}

fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Writes a file under a temporary name and renames it, so that it is complete or not there at all. Missing
/// folders are created.
///
/// A device or a pipe is written to directly. Renaming a file onto it would replace it if the user has the
/// right to: this once replaced a null device by a text file.
pub fn write_whole(path: &str, content: &[u8]) -> io::Result<()> {
    write_streamed(path, |output| output.write_all(content))
}

/// Writes a whole file or none, from content that is written piece by piece and never as a whole in memory.
pub(crate) fn write_streamed(
    path: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write(path, content, false)
}

/// Writes a whole file or none, which is on the disk when this returns, so it survives a power failure.
pub(crate) fn write_synced(path: &str, content: &[u8]) -> io::Result<()> {
    write(path, |output| output.write_all(content), true)
}

/// Writes a whole file or none, from content that is written piece by piece; it is on the disk when this
/// returns.
pub(crate) fn write_streamed_synced(
    path: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write(path, content, true)
}

fn write(
    path: &str,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    is_synced: bool,
) -> io::Result<()> {
    let buffered = |output: &mut dyn Write| {
        let mut buffer = BufWriter::with_capacity(1 << 16, output);
        content(&mut buffer)?;
        buffer.flush()
    };
    let path = Path::new(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        let file = waiting(Wait::Writing, || fs::OpenOptions::new().write(true).open(path))?;
        return buffered(&mut Waiting(file));
    }
    let folder = made_folder_of(path)?;
    let mut file = temporary_in(folder)?;
    let _leftover = Leftover::new(file.path());
    buffered(&mut file)?;
    if let Ok(there) = fs::metadata(path) {
        // A replaced file keeps its permissions.
        file.as_file().set_permissions(there.permissions())?;
    }
    if is_synced {
        file.as_file().sync_all()?;
    }
    file.persist(path)?;
    Ok(())
}

/// The folder of a file, which is created if it is missing.
pub(crate) fn made_folder_of(path: &Path) -> io::Result<&Path> {
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // There is a file in place of the folder. The message of the system, that it exists, does not help.
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })?;
    Ok(folder)
}

/// The names of temporary files begin like this.
const TEMPORARY: &str = ".combien-tmp-";

/// The folders that were cleared of temporary files of other runs.
static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    if CLEARED.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_owned()) {
        scratch::clear(folder, TEMPORARY);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        // A temporary file is private by default. This one gets the usual permissions of new files.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        let file = builder.tempfile_in(folder)?;
        if scratch::lock_new(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}
