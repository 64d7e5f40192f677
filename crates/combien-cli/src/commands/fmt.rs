//! `combien fmt`: formats tiling files.

use std::fs;
use std::io::{self, Write};

use combien::diagnostic::Source;
use combien_lang::{Files, Loaded, format};

use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Fmt;
use crate::system::ending::Ending;
use crate::system::files::{Disk, STDIN, write_whole};

/// A file that was read, and its formatted text.
struct File {
    path: String,
    name: String,
    text: String,
    laid_out: String,
}

pub(super) fn fmt(request: &Fmt) -> Result<Ending, Failure> {
    // All files are read before the first is changed, and all errors are shown.
    let (mut files, mut faults) = (vec![], vec![]);
    for path in &request.files {
        let loaded = Disk::default().read(path, None).map_err(|error| Failure::unreadable(path, &error))?;
        let Loaded { name, text, .. } = loaded;
        let source = Source::new(name.as_str(), text.as_str());
        match format(&source) {
            Ok(laid_out) => files.push(File { path: path.clone(), name, text, laid_out }),
            Err(diagnostics) => faults.extend(diagnostics),
        }
    }
    if !faults.is_empty() {
        return Err(Failure::Input(faults));
    }
    let mut output = Output::new();
    let mut ending = Ending::Answered;
    for file in &files {
        if request.check {
            if file.text != file.laid_out {
                writeln!(output, "{}", file.name)?;
                ending = Ending::NoSolution;
            }
        } else if file.path == STDIN {
            output.write_all(file.laid_out.as_bytes())?;
        } else if file.text != file.laid_out {
            replace(file).map_err(|error| Failure::unwritable(&file.path, &error))?;
        }
    }
    output.finish()?;
    Ok(ending)
}

/// Writes the target of a link, not the link. A file without write permission is not replaced either.
fn replace(file: &File) -> io::Result<()> {
    let path = fs::canonicalize(&file.path)?;
    if fs::metadata(&path)?.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let path = path.to_str().ok_or(io::ErrorKind::InvalidInput)?;
    write_whole(path, file.laid_out.as_bytes())
}
