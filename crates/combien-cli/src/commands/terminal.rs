//! The host of a script: terminal, disk and other programs.

use std::io::{self, Write};
use std::process::Command;
use std::time::{Duration, Instant};

use combien::diagnostic::Place;
use combien::solve::{Budget, Meter, Reason};
use combien_lang::ast::Format;
use combien_lang::{Denied, Finding, Host, Script, Sizes};
use combien_tiling::draw::{Picture, Style};

use super::documents::Documents;
use super::permissions::Permissions;
use crate::report::gallery::Gallery;
use crate::report::output::Output;
use crate::report::pictures::{rendered, unavailable};
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::catalogue::{page, told};
use crate::system::files::write_whole;
use crate::system::programs;

/// The terminal, the disk and other programs.
pub(crate) struct Terminal<'a> {
    pub(crate) output: Output,
    watch: &'a Watch,
    quiet: bool,
    /// The progress of the current search, or of the last one.
    progress: Option<ProgressReport>,
    start: Instant,
    pub(super) style: Style,
    pub(super) sizes: Sizes,
    /// What scripts may write and run.
    pub(super) permissions: Permissions,
    pub(super) gallery: Option<Gallery>,
    /// Documents are printed instead of texts.
    documents: Option<Documents<'a>>,
    /// Why a document could not be printed. The next text fails with it.
    unwritten: io::Result<()>,
}

impl<'a> Terminal<'a> {
    pub(crate) fn new(watch: &'a Watch, quiet: bool) -> Terminal<'a> {
        Terminal {
            output: Output::new(),
            watch,
            quiet,
            progress: None,
            start: Instant::now(),
            style: Style::Unicode,
            sizes: Sizes::default(),
            permissions: Permissions::none(),
            gallery: None,
            documents: None,
            unwritten: Ok(()),
        }
    }

    /// From now on, a script is run whose answers are printed as documents.
    pub(crate) fn begin_documents(&mut self, script: &'a Script) {
        self.documents = Some(Documents::of(script));
    }

    /// Prints, after the progress has vanished.
    fn deliver(&mut self, text: &str) -> io::Result<()> {
        self.progress = None;
        self.output.deliver(text)?;
        // A program that reads the documents gets each at once.
        if self.documents.is_some() { self.output.finish() } else { Ok(()) }
    }

    /// Ends the progress, and writes the page of the gallery; returns its name.
    pub(crate) fn finish(&mut self) -> io::Result<Option<String>> {
        self.progress = None;
        std::mem::replace(&mut self.unwritten, Ok(()))?;
        self.gallery.as_ref().map(|gallery| gallery.finish("Solutions")).transpose()
    }
}

impl Host for Terminal<'_> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        std::mem::replace(&mut self.unwritten, Ok(()))?;
        let text = match &mut self.documents {
            Some(documents) => documents.print(text),
            None => Some(text),
        };
        text.map_or(Ok(()), |text| self.deliver(text))
    }

    fn note(&mut self, text: &str) {
        self.progress = None;
        match &mut self.documents {
            Some(documents) => documents.note(text),
            None => told!("{text}"),
        }
    }

    fn found(&mut self, place: &Place, finding: Finding<'_>) {
        let Some(documents) = &mut self.documents else { return };
        let watch = self.watch;
        let document = documents.found(place, finding, |reason| watch.describe(reason));
        if let Some(document) = document.filter(|_| self.unwritten.is_ok()) {
            self.unwritten = self.deliver(&document);
        }
    }

    fn remark(&mut self, text: &str) {
        if !self.quiet {
            self.note(text);
        }
    }

    fn may_write(&self, path: &str) -> Result<(), Denied> {
        self.permissions.may_write(path)
    }

    fn may_run(&self, command: &str) -> Result<(), Denied> {
        self.permissions.may_run(command)
    }

    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()> {
        write_whole(path, content)?;
        if let Some(documents) = &mut self.documents {
            documents.wrote(path);
        }
        Ok(())
    }

    fn clock(&self) -> Duration {
        self.start.elapsed()
    }

    fn budget(&self) -> Budget {
        self.watch.budget()
    }

    fn describe(&self, reason: Reason) -> String {
        self.watch.describe(reason)
    }

    fn meter(&mut self) -> Option<&mut dyn Meter> {
        self.progress = ProgressReport::new(self.quiet);
        self.progress.as_mut().map(|progress| progress as &mut dyn Meter)
    }

    fn style(&self) -> Style {
        self.style
    }

    fn sizes(&self) -> Sizes {
        self.sizes
    }

    fn can_render(&self, format: Format) -> Result<(), Denied> {
        unavailable(format).map_or(Ok(()), |(message, hint)| Err(Denied { message, hint: Some(hint) }))
    }

    fn render(&mut self, format: Format, svg: &str) -> io::Result<Vec<u8>> {
        rendered(format, &page(svg))
    }

    /// As in `combine`, the command `COMMAND INPUT OUTPUT` is run, and the solver writes its result to
    /// OUTPUT. Its messages go to standard error. A solver that writes no file, as many do, is read from
    /// its standard output.
    fn run_solver(&mut self, command: &str, formula: &[u8]) -> io::Result<String> {
        self.progress = None;
        let folder = tempfile::tempdir()?;
        let (input, output) = (folder.path().join("formula.cnf"), folder.path().join("model.txt"));
        std::fs::write(&input, formula)?;
        let mut solver = if self.permissions.is_listed(command) {
            // Without a shell, a name on the list is always the name of a program.
            Command::new(command)
        } else {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("{command} \"$@\"")).arg("sh");
            shell
        };
        solver.arg(&input).arg(&output);
        let (status, printed) = programs::run(solver, Some(self.watch.stop()))?;
        if let Ok(result) = std::fs::read_to_string(&output)
            && !result.trim().is_empty()
        {
            io::stderr().write_all(&printed)?;
            return Ok(result);
        }
        // Solvers exit with 10 or 20 if they have an answer, so other codes say little.
        match status.code() {
            Some(126 | 127) | None => Err(io::Error::other(format!("it ended with {status}"))),
            Some(_) => String::from_utf8(printed).map_err(|_| io::ErrorKind::InvalidData.into()),
        }
    }

    fn exhibit(&mut self, picture: &Picture) -> io::Result<()> {
        if let Some(gallery) = &mut self.gallery {
            let title = format!("{} {}", picture.title, gallery.len() + 1);
            gallery.add(picture, title, String::new())?;
        }
        Ok(())
    }
}
