//! Instances with counts from elsewhere: `corpus/oracles.tsv` has the source of each.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use combien::Count;
use combien::problem::dlx::{Document, ReadError, read};

/// The folder of the corpus.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// A row of the corpus.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The file, relative to the corpus.
    pub file: String,
    /// `XC` plain, `XCC` with colors, `MCC` with multiplicities.
    pub kind: String,
    /// The number of solutions, where it is known.
    pub count: Option<Count>,
}

impl Instance {
    /// Reads the problem.
    pub fn read(&self) -> Result<Document, ReadError> {
        read(&self.file, BufReader::new(File::open(folder().join(&self.file))?))
    }

    /// Is the number of solutions known, and at most this?
    pub fn has_at_most(&self, solutions: u64) -> bool {
        self.count.as_ref().is_some_and(|count| *count <= Count::from(solutions))
    }
}

/// The rows of a table of the corpus, without its header.
///
/// # Panics
///
/// If there is no such table.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// All instances.
///
/// # Panics
///
/// If a row of the table is too short.
pub fn instances() -> Vec<Instance> {
    let instance = |row: Vec<String>| {
        let [file, kind, count, ..] = &row[..] else { panic!("a row of oracles.tsv is too short: {row:?}") };
        Instance { file: file.clone(), kind: kind.clone(), count: count.parse().ok() }
    };
    table("oracles.tsv").into_iter().map(instance).collect()
}

/// The instance of that file.
///
/// # Panics
///
/// If there is none.
pub fn instance(file: &str) -> Instance {
    let found = instances().into_iter().find(|instance| instance.file == file);
    found.unwrap_or_else(|| panic!("the corpus has no {file}"))
}
