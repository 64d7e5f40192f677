//! Writes what a package of the command installs beside it: completions for shells, and manual pages.
//!
//! `cargo run -p combien-cli --example packaging -- FOLDER` makes `FOLDER/completions` and `FOLDER/man`. Both
//! come from the definition of the arguments, so there is nothing to keep equal. The command itself writes
//! completions, too: `combien completions SHELL`.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use clap_complete::{Shell, generate_to};

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: packaging FOLDER");
        std::process::exit(2);
    };
    for path in write(&folder)? {
        println!("{}", path.display());
    }
    Ok(())
}

/// Writes all files below a folder, and returns their paths.
fn write(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (completions, manual) = (folder.join("completions"), folder.join("man"));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&manual)?;
    let mut written = vec![];
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
        written.push(generate_to(shell, &mut combien_cli::definition(), "combien", &completions)?);
    }
    // A page for the command, and one for each of its commands: combien.1, combien-count.1,
    // combien-sudoku-solve.1.
    clap_mangen::generate_to(combien_cli::definition(), &manual)?;
    for entry in fs::read_dir(&manual)? {
        written.push(entry?.path());
    }
    written.sort();
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_get_completions_and_manual_pages() {
        let folder = tempfile::tempdir().unwrap();
        let written = write(folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        for shell in ["completions/combien.bash", "completions/_combien", "completions/combien.fish"] {
            assert!(text(shell).contains("up-to"), "{shell}");
        }
        assert!(text("man/combien.1").contains(".TH combien 1"));
        assert!(text("man/combien-help.1").contains("topic"), "the command `help` is one of them");
        assert!(text("man/combien-count.1").contains("certificate"));
        assert!(text("man/combien-sudoku-solve.1").contains("redundant"));
        assert!(written.len() > 25, "{written:?}");
    }
}
