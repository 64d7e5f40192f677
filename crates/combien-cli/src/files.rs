//! Files in and out: inclusion relative to the including file, writing whole files or none.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use combien::diagnostic::without_bom;
use combien_lang::{Files, Loaded};

use crate::failure::Failure;

/// Standard input, as a file name.
pub(crate) const STDIN: &str = "-";
/// Standard output, as the name of a file that is written.
pub(crate) const STDOUT: &str = "-";
/// What messages call standard input.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// The files of this machine.
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, from: Option<&str>) -> io::Result<Loaded> {
        if path == STDIN && from.is_none() {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text)?;
            return Ok(Loaded::new(STDIN_NAME, without_bom(&text)));
        }
        let folder = from.filter(|&from| from != STDIN_NAME).and_then(|from| Path::new(from).parent());
        let path = folder.map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
        let text = without_bom(&fs::read_to_string(&path)?).to_owned();
        // What a pipe of the shell is linked to has a name that is none of a file.
        let id = fs::canonicalize(&path).unwrap_or_else(|_| path.clone()).display().to_string();
        Ok(Loaded { id, name: path.display().to_string(), text })
    }
}

/// Writes a result to a file, or to standard output if `-` stands in its place.
pub(crate) fn deliver(path: &str, content: &[u8]) -> Result<(), Failure> {
    if path == STDOUT {
        let mut stdout = io::stdout().lock();
        return Ok(stdout.write_all(content).and_then(|()| stdout.flush())?);
    }
    write_whole(path, content).map_err(|error| Failure::unwritable(path, &error))
}

/// Is standard output the place of one of these files? Refuses two of them there: nobody could tell them apart.
pub(crate) fn takes_stdout(files: &[Option<&String>]) -> Result<bool, Failure> {
    match files.iter().flatten().filter(|path| path.as_str() == STDOUT).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::hinted(
            "several results on standard output could not be told apart",
            "write `-` for one of them only",
        )),
    }
}

/// Writes a file under a temporary name and renames it: it is there whole or not at all. Folders that are missing are
/// made.
///
/// A device or a pipe is written to as it is. To rename a file onto it would remove it, and whoever may make devices may
/// remove them: a null device became a text that way.
pub(crate) fn write_whole(path: &str, content: &[u8]) -> io::Result<()> {
    write(path, content, false)
}

/// The same, and it is on the disk when this returns: it is there even if the machine loses its power then.
pub(crate) fn write_synced(path: &str, content: &[u8]) -> io::Result<()> {
    write(path, content, true)
}

fn write(path: &str, content: &[u8], is_synced: bool) -> io::Result<()> {
    let path = Path::new(path);
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(content);
    }
    let folder = made_folder_of(path)?;
    let mut file = temporary_in(folder)?;
    file.write_all(content)?;
    if let Ok(there) = fs::metadata(path) {
        // A file that is replaced stays as private, or as public, as it was.
        file.as_file().set_permissions(there.permissions())?;
    }
    if is_synced {
        file.as_file().sync_all()?;
    }
    file.persist(path)?;
    Ok(())
}

/// The folder of a file; it is made if it is missing.
pub(crate) fn made_folder_of(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(|error| match error.kind() {
        // A file stands where a folder should; the system says that it exists, which is no help.
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })?;
    Ok(folder)
}

fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".combien-");
    #[cfg(unix)]
    {
        // A temporary file is private by default; this one will be as public as any other that the user makes.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
