//! The tiling language: a text is run, and what it says comes back as parts that Python makes objects of.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use combien::diagnostic::{Diagnostic, Place, Severity};
use combien::problem::Solution;
use combien::solve::{Budget, Engine, Meter, Outcome, Reason};
use combien_cli::{Disk, drawn, is_replaceable, where_it_leads, write_whole};
use combien_lang::elaborate::LoadError;
use combien_lang::run::Verdict;
use combien_lang::{Denied, Files, Finding, Host, Loaded, RunError, Script, UpTo, load, run};
use combien_tiling::Encoding;
use combien_tiling::draw::Style;
use pyo3::prelude::*;

use crate::handles::error::{raise, reason_name};
use crate::handles::objects::{Dict, Tuple, as_int};
use crate::handles::settings::Settings;
use crate::handles::tiling::{Tiling, TilingSolution};
use crate::handles::watch::{self, Told};

/// What a text said, in order.
enum Said {
    /// What was printed, a note (what the command says beside its results), or the name of a file: its kind, and its words.
    Words(&'static str, String),
    /// A number of solutions, or a bound and what stopped the count.
    Count { problem: usize, up_to: UpTo, outcome: Outcome<combien::Count>, place: Place },
    /// A solution, and its drawing if that was printed.
    Solution { problem: usize, solution: Solution, drawing: Option<String> },
    /// An assertion, whether it holds if that is known, and what is to be said otherwise.
    Assertion { holds: Option<bool>, message: String, place: Place },
}

/// Listens to a run.
struct Listener {
    said: Vec<Said>,
    /// Is what is printed next the drawing of the solution before?
    is_drawing: bool,
    encodings: HashMap<usize, Arc<Encoding>>,
    /// The folders below which files may be written.
    folders: Vec<PathBuf>,
    /// May files be replaced that Combien did not write?
    overwrite: bool,
    continues: bool,
    style: Style,
    budget: Budget,
    meter: Option<Told>,
    began: Instant,
}

impl Host for Listener {
    fn print(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.is_drawing)
            && let Some(Said::Solution { drawing, .. }) = self.said.last_mut()
        {
            *drawing = Some(text.to_owned());
        } else {
            self.said.push(Said::Words("text", text.to_owned()));
        }
        Ok(())
    }

    fn note(&mut self, text: &str) {
        self.said.push(Said::Words("note", text.to_owned()));
    }

    fn found(&mut self, place: &Place, finding: Finding<'_>) {
        match finding {
            Finding::Counted { problem, up_to, outcome } => {
                let (outcome, place) = (outcome.clone(), place.clone());
                self.said.push(Said::Count { problem, up_to, outcome, place });
            }
            Finding::Solution { problem, encoding, solution, is_drawn } => {
                self.encodings.entry(problem).or_insert_with(|| Arc::new(encoding.clone()));
                self.is_drawing = is_drawn;
                self.said.push(Said::Solution { problem, solution: solution.clone(), drawing: None });
            }
            Finding::Asserted(verdict) => {
                let (holds, message) = match verdict {
                    Verdict::Held => (Some(true), String::new()),
                    Verdict::Failed(fault) => (Some(false), fault.to_string()),
                    Verdict::Open(reason) => (None, reason.to_string()),
                };
                self.said.push(Said::Assertion { holds, message, place: place.clone() });
            }
            _ => {}
        }
    }

    fn continues(&self) -> bool {
        self.continues
    }

    fn may_write(&self, path: &str) -> Result<(), Denied> {
        let is_below = |file: &Path| self.folders.iter().any(|folder| file.starts_with(folder));
        if where_it_leads(Path::new(path)).is_ok_and(|file| is_below(&file)) {
            if self.overwrite || is_replaceable(Path::new(path)).unwrap_or(false) {
                return Ok(());
            }
            return Err(Denied {
                message: format!("a tiling text may not replace `{path}`, which Combien did not write"),
                hint: Some("`overwrite=True` permits it".to_owned()),
            });
        }
        let folder = Path::new(path).parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).display();
        Err(Denied {
            message: format!("a tiling text may not write `{path}`"),
            hint: Some(format!("`allow_write={:?}` permits it", folder.to_string())),
        })
    }

    fn may_run(&self, command: &str) -> Result<(), Denied> {
        let message = format!("a tiling text may not run `{command}` from Python");
        Err(Denied { message, hint: Some("the engines by their names need no program".to_owned()) })
    }

    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        write_whole(path, content)?;
        self.said.push(Said::Words("file", path.to_owned()));
        Ok(())
    }

    fn clock(&self) -> Duration {
        self.began.elapsed()
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn meter(&mut self) -> Option<&mut dyn Meter> {
        self.meter.as_mut().map(|meter| meter as _)
    }

    fn style(&self) -> Style {
        self.style
    }
}

/// A text, and what it includes.
pub(crate) struct Texts {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Files for Texts {
    fn read(&self, path: &str, from: Option<&str>) -> io::Result<Loaded> {
        if from.is_some() {
            return Disk::around(&self.name).read(path, from);
        }
        // The same file may be included by what it includes.
        let canonical = Path::new(&self.name).canonicalize();
        let id = canonical.map_or_else(|_| self.name.clone(), |path| path.display().to_string());
        Ok(Loaded { id, name: self.name.clone(), text: self.text.clone() })
    }
}

/// What came of a text.
struct Ended {
    script: Script,
    listener: Listener,
    /// What is wrong with the text, or with what it asks for.
    faults: Vec<Diagnostic>,
    stopped: Option<Reason>,
}

fn ran(texts: &Texts, mut listener: Listener) -> io::Result<Ended> {
    let script = match load(&texts.name, texts) {
        Ok(script) => script,
        Err(LoadError::Io(error)) => return Err(error),
        Err(LoadError::Diagnostics(faults)) => {
            return Ok(Ended { script: Script::default(), listener, faults, stopped: None });
        }
    };
    let (faults, stopped) = match run(&script, &mut listener) {
        Ok(stopped) => (vec![], stopped),
        Err(RunError::Print(error)) => return Err(error),
        Err(failed) => (failed.diagnostic().into_iter().collect(), None),
    };
    Ok(Ended { script, listener, faults, stopped })
}

/// A message as parts: how severe, its code, what it says, its place, its hint, and all of it drawn.
pub(crate) type Message = (&'static str, &'static str, String, Option<String>, Option<String>, String);

pub(crate) fn message(diagnostic: &Diagnostic) -> Message {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = diagnostic.labels.first().map(|label| label.place.to_string());
    (severity, diagnostic.code, diagnostic.message.clone(), place, diagnostic.hint.clone(), drawn(diagnostic))
}

/// The problems with their names, what was said, warnings, what is wrong, and what stopped the last question that was stopped.
type Parts<'py> =
    (Vec<(String, Py<Tiling>)>, Vec<Tuple<'py>>, Vec<Message>, Vec<Message>, Option<(&'static str, String)>);

/// Runs a text that may write in these folders, and perhaps overwrite. What Python makes of the parts is in ``combien._script``.
#[pyfunction]
#[pyo3(name = "_run", signature = (text, name, writes, continues, ascii, settings))]
pub(crate) fn run_text<'py>(
    py: Python<'py>,
    text: String,
    name: String,
    writes: (Vec<PathBuf>, bool),
    continues: bool,
    ascii: bool,
    settings: &Dict<'py>,
) -> PyResult<Parts<'py>> {
    let (folders, overwrite) = writes;
    let settings = Settings::of(py, Some(settings))?;
    if settings.engine != Engine::Auto {
        raise!("a text names its engines itself, as in `count links p`: leave `engine` out");
    }
    let folders =
        folders.iter().map(|folder| where_it_leads(folder)).collect::<io::Result<Vec<PathBuf>>>()?;
    let ended = watch::ask(py, &settings, move |budget, meter| {
        let listener = Listener {
            said: vec![],
            is_drawing: false,
            encodings: HashMap::new(),
            folders,
            overwrite,
            continues,
            style: if ascii { Style::Ascii } else { Style::Unicode },
            budget,
            meter,
            began: Instant::now(),
        };
        ran(&Texts { name, text }, listener)
    })??;
    let Ended { script, listener: Listener { said, mut encodings, .. }, faults, stopped } = ended;
    let mut problems = vec![];
    for (number, named) in script.problems.iter().enumerate() {
        let tiling = Tiling::known(py, named.tiling.clone(), encodings.remove(&number))?;
        problems.push((named.name.clone(), Py::new(py, tiling)?));
    }
    let said = said.into_iter().map(|said| as_tuple(py, said, &problems)).collect::<PyResult<Vec<_>>>()?;
    Ok((
        problems,
        said,
        script.warnings.iter().map(message).collect(),
        faults.iter().map(message).collect(),
        stopped.map(|reason| (reason_name(reason), reason.to_string())),
    ))
}

fn as_tuple<'py>(py: Python<'py>, said: Said, problems: &[(String, Py<Tiling>)]) -> PyResult<Tuple<'py>> {
    match said {
        Said::Words(kind, words) => (kind, words).into_pyobject(py),
        Said::Count { problem, up_to, outcome, place } => {
            let up_to = match up_to {
                UpTo::Symmetry => Some("symmetry"),
                UpTo::Rotation => Some("rotation"),
                UpTo::Nothing | UpTo::Within(_) => None,
            };
            let stopped = outcome.reason().map(|reason| (reason_name(reason), reason.to_string()));
            ("count", &problems[problem].0, up_to, as_int(py, outcome.certain())?, stopped, place.to_string())
                .into_pyobject(py)
        }
        Said::Solution { problem, solution, drawing } => {
            let (name, tiling) = &problems[problem];
            let solution = TilingSolution::new(tiling.bind(py), solution.options().into(), None);
            ("solution", name, Py::new(py, solution)?, drawing).into_pyobject(py)
        }
        Said::Assertion { holds, message, place } => {
            let asserted = place.source.text[place.span.clone()].to_owned();
            ("assertion", asserted, holds, message, place.to_string()).into_pyobject(py)
        }
    }
}
