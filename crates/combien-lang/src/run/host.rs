//! The interface of a run to its surroundings.

use std::io;
use std::time::Duration;

use combien::Count;
use combien::diagnostic::Place;
use combien::problem::Solution;
use combien::solve::{Budget, Meter, Outcome, Reason};
use combien_tiling::Encoding;
use combien_tiling::draw::{CutOptions, Layout, Picture, StlOptions, Style};

use super::Verdict;
use crate::ast::Format;
use crate::faults::Denied;
use crate::script::{ActionKind, UpTo};

/// How large pieces are made, in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(hidden)]
pub struct Sizes {
    /// How sheets are cut.
    pub(crate) cut: CutOptions,
    /// Does a sheet have a tray for the pieces?
    pub(crate) tray: bool,
    /// How large solids are.
    pub(crate) stl: StlOptions,
}

impl Sizes {
    /// The sizes with a different side of a cell, kerf of the cutting tool, and gap between printed pieces,
    /// if given; and whether sheets have a tray.
    #[must_use]
    pub fn with(side: Option<f64>, kerf: Option<f64>, gap: Option<f64>, tray: bool) -> Sizes {
        let mut sizes = Sizes { tray, ..Sizes::default() };
        if let Some(side) = side {
            (sizes.cut.side, sizes.stl.side) = (side, side);
        }
        if let (Some(given), Layout::Apart { kerf, .. }) = (kerf, &mut sizes.cut.layout) {
            *kerf = given;
        }
        sizes.stl.gap = gap.unwrap_or(sizes.stl.gap);
        sizes
    }
}

/// A result of a run: the same as it prints, as data. Problems are given by their place in
/// [`Script::problems`](crate::Script::problems).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Finding<'a> {
    /// How many solutions a problem has.
    Counted {
        /// The problem.
        problem: usize,
        /// Which solutions are different.
        up_to: UpTo,
        /// How many.
        outcome: &'a Outcome<Count>,
    },
    /// A solution.
    Solution {
        /// The problem.
        problem: usize,
        /// How it is encoded.
        encoding: &'a Encoding,
        /// The solution.
        solution: &'a Solution,
        /// Is its drawing printed next?
        is_drawn: bool,
    },
    /// An assertion was checked.
    Asserted(&'a Verdict),
    /// An action begins. What is found and printed until it ends is its answer.
    Begun(&'a ActionKind),
    /// It has ended, perhaps because of a limit. It does not end if it fails, unless an assertion does not
    /// hold.
    Ended(Option<Reason>),
}

/// The interface of a run to its surroundings.
///
/// A script may come from anywhere, so it must be harmless unless the host permits more. Two functions
/// decide: [`Host::may_write`] for files and [`Host::may_run`] for programs. Both refuse by default. They are
/// called for everything that a script names before its first action runs, and again before each use.
pub trait Host {
    /// Delivers a part of the results.
    fn print(&mut self, text: &str) -> io::Result<()>;
    /// Prints a message that is not a result.
    fn note(&mut self, text: &str);
    /// Adds a note to a result, unless the host is quiet.
    fn remark(&mut self, text: &str) {
        self.note(text);
    }
    /// Receives a result with its place in the script, before it is printed. Does nothing by default.
    fn found(&mut self, _place: &Place, _finding: Finding<'_>) {}
    /// Whether a run continues after an assertion that does not hold. By default it ends with an error.
    fn continues(&self) -> bool {
        false
    }
    /// Whether the script may write this file. Refused by default.
    fn may_write(&self, path: &str) -> Result<(), Denied> {
        Err(Denied { message: format!("`{path}` cannot be written: no files are written here"), hint: None })
    }
    /// Whether the script may run this command. Refused by default.
    fn may_run(&self, command: &str) -> Result<(), Denied> {
        Err(Denied { message: format!("`{command}` cannot be run: no programs are run here"), hint: None })
    }
    /// Writes a file completely or not at all. Called only if [`Host::may_write`] permits it.
    fn write_file(&mut self, path: &str, content: &[u8]) -> io::Result<()>;
    /// The time since some fixed moment.
    fn clock(&self) -> Duration;
    /// The limits of each search.
    fn budget(&self) -> Budget {
        Budget::UNLIMITED
    }
    /// What stopped a search, in words. The library has no clock, so only the host knows whether a stop was
    /// requested because the time was over.
    fn describe(&self, reason: Reason) -> String {
        reason.to_string()
    }
    /// The meter for the progress of a search.
    fn meter(&mut self) -> Option<&mut dyn Meter> {
        None
    }
    /// How drawings in the terminal look.
    fn style(&self) -> Style {
        Style::Unicode
    }
    /// How large pieces are made.
    fn sizes(&self) -> Sizes {
        Sizes::default()
    }
    /// Whether [`Host::render`] can make this format, PNG or PDF. By default it cannot.
    fn can_render(&self, format: Format) -> Result<(), Denied> {
        let message = format!("{} cannot be written here", format.name().to_uppercase());
        Err(Denied { message, hint: Some("write `svg`".to_owned()) })
    }
    /// Turns an SVG document into PNG or PDF. Called only if [`Host::can_render`] permits it.
    fn render(&mut self, format: Format, _svg: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::Unsupported, format!("{} cannot be written here", format.name())))
    }
    /// Runs a solver's command on a formula, and returns what the solver wrote as its result. Called only if
    /// [`Host::may_run`] permits it. If the stop flag of the limits is raised, it ends soon, with any error.
    fn run_solver(&mut self, _command: &str, _formula: &[u8]) -> io::Result<String> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "commands cannot be run here"))
    }
    /// Shows a solution in another place too, such as a gallery.
    fn exhibit(&mut self, _picture: &Picture) -> io::Result<()> {
        Ok(())
    }
}
