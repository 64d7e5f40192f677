//! What tiling files may do: which files they may write, and which programs they may run.
//!
//! A tiling file may come from anywhere. Running it must be harmless unless the user permits more.

use std::env;
use std::path::{Path, PathBuf};

use combien_lang::Denied;

use crate::report::failure::Failure;
use crate::request::{ANY_PROGRAM, Permitted};
use crate::system::files::{is_replaceable, where_it_leads};

/// The environment variable with the names of programs that may always be run, separated by commas.
const VARIABLE: &str = "COMBIEN_ALLOW_RUN";
/// What is permitted.
pub(crate) struct Permissions {
    /// May any command be run?
    any_command: bool,
    /// The commands that may be run: each a program without arguments, started without a shell.
    programs: Vec<String>,
    /// The folder below which files may be written if no part of their path begins with a dot.
    current: Option<PathBuf>,
    /// The folders below which any file may be written.
    folders: Vec<PathBuf>,
    /// May files be replaced that Combien did not write?
    overwrite: bool,
}

impl Permissions {
    /// Nothing at all is permitted.
    pub(crate) fn none() -> Permissions {
        Permissions { any_command: false, programs: vec![], current: None, folders: vec![], overwrite: false }
    }

    /// What the user and the environment permit.
    pub(crate) fn new(permitted: &Permitted) -> Result<Permissions, Failure> {
        let of_variable = env::var(VARIABLE).unwrap_or_default();
        let any_command = permitted.allow_run.as_deref() == Some(ANY_PROGRAM);
        let listed = permitted.allow_run.as_deref().filter(|_| !any_command).unwrap_or_default();
        let names = listed.split(',').chain(of_variable.split(','));
        let programs = names.map(str::trim).filter(|name| !name.is_empty());
        let folder = |folder: &String| {
            where_it_leads(Path::new(folder)).map_err(|error| Failure::unwritable(folder, &error))
        };
        Ok(Permissions {
            any_command,
            programs: programs.map(str::to_owned).collect(),
            current: Some(folder(&".".to_owned())?),
            folders: permitted.allow_write.iter().map(folder).collect::<Result<_, _>>()?,
            overwrite: permitted.overwrite,
        })
    }

    /// Whether a command may be run.
    pub(crate) fn may_run(&self, command: &str) -> Result<(), Denied> {
        if self.any_command || self.is_listed(command) {
            return Ok(());
        }
        let hint = if is_bare_name(command) {
            format!("`--allow-run={command}` permits it, and so does {VARIABLE}={command}")
        } else {
            "`--allow-run` permits any command; use it only for files that you trust".to_owned()
        };
        Err(Denied { message: format!("a tiling file may not run `{command}`"), hint: Some(hint) })
    }

    /// Whether a command is the name of a program on a list. It is then run without a shell.
    pub(crate) fn is_listed(&self, command: &str) -> bool {
        self.programs.iter().any(|program| program == command)
    }

    /// Whether a file may be written. Symbolic links are followed.
    pub(crate) fn may_write(&self, path: &str) -> Result<(), Denied> {
        self.is_allowed_there(Path::new(path))?;
        if self.overwrite || is_replaceable(Path::new(path)).unwrap_or(false) {
            return Ok(());
        }
        Err(Denied {
            message: format!("a tiling file may not replace `{path}`, which Combien did not write"),
            hint: Some("`--overwrite` permits it".to_owned()),
        })
    }

    fn is_allowed_there(&self, path: &Path) -> Result<(), Denied> {
        let because = match where_it_leads(path) {
            Ok(file) if self.folders.iter().any(|folder| file.starts_with(folder)) => return Ok(()),
            Ok(file) => match self.current.as_ref().map(|current| file.strip_prefix(current)) {
                Some(Ok(below)) if !is_hidden(below) => return Ok(()),
                Some(Ok(_)) => "names that begin with a dot are hidden files",
                Some(Err(_)) | None => "it is not below the current folder",
            },
            Err(_) => "a symbolic link in it cannot be followed",
        };
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        Err(Denied {
            message: format!("a tiling file may not write `{}`: {because}", path.display()),
            hint: Some(format!("`--allow-write {}` permits it", folder.display())),
        })
    }
}

/// A name without special meaning in a shell.
fn is_bare_name(command: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte);
    !command.is_empty() && !command.starts_with(['-', '.']) && command.bytes().all(is_plain)
}

/// Programs keep settings in such files, and some programs run what they find there.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|component| component.as_os_str().as_encoded_bytes().starts_with(b"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_names() {
        for name in ["minisat", "cadical-2.1", "g++"] {
            assert!(is_bare_name(name), "{name}");
        }
        for command in ["", "a b", "a;b", "./a", "/bin/a", "$(a)", "a\nb", "-a", ".a", "ä"] {
            assert!(!is_bare_name(command), "{command}");
        }
    }
}
