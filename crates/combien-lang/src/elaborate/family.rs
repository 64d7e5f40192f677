//! The members of a family, one after the other: each is made when it is asked for, and nothing of it is
//! kept.

use combien::diagnostic::{Diagnostic, Place, Source};

use super::names::{ProblemNumber, What};
use super::{Elaborator, Files, LoadError, Loaded, Scope};
use crate::ast::{Name, Space, Spanned, Target, Values};
use crate::parser::parse_target;
use crate::script::{NamedProblem, Script};

/// The first and the last value of an argument of a command.
fn ends(values: &Spanned<Values>) -> (u32, u32) {
    match values.node {
        Values::One(value) => (value, value),
        Values::Range(first, last) => (first, last),
        Values::Length => unreachable!("the parser takes a length only where it is one"),
    }
}

/// The number of members that a target names; `None` if it is 2^64 or more.
pub(super) fn members(target: &Target) -> Option<u64> {
    let mut lengths = target.arguments.iter().map(ends).map(|(first, last)| u64::from(last - first) + 1);
    lengths.try_fold(1u64, u64::checked_mul)
}

/// The lists of arguments of a target, the last argument changing fastest.
pub(super) struct Arguments {
    ends: Vec<(u32, u32)>,
    next: Option<Vec<u32>>,
}

impl Arguments {
    pub(super) fn of(target: &Target) -> Arguments {
        let ends: Vec<(u32, u32)> = target.arguments.iter().map(ends).collect();
        Arguments { next: Some(ends.iter().map(|&(first, _)| first).collect()), ends }
    }
}

impl Iterator for Arguments {
    type Item = Vec<i64>;

    fn next(&mut self) -> Option<Vec<i64>> {
        let values = self.next.as_mut()?;
        let arguments = values.iter().map(|&value| i64::from(value)).collect();
        // As an odometer turns.
        let mut wheels = values.iter_mut().zip(&self.ends).rev();
        let turns = wheels.by_ref().find_map(|(value, &(first, last))| {
            let turns = *value < last;
            *value = if turns { *value + 1 } else { first };
            turns.then_some(())
        });
        if turns.is_none() {
            self.next = None;
        }
        Some(arguments)
    }
}

/// The members of a family of problems, an iterator: the last argument changes fastest. A member is made when
/// it is asked for, so memory does not depend on their number. The first one that cannot be made ends the
/// iteration with its errors.
///
/// ```
/// use combien_lang::{Family, Loaded};
///
/// let text = "problem box<m, n> = constant (m, n) true [{**} ~sym]";
/// let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text));
/// let family = Family::load("boxes.cmb", &files, Loaded::new("asked", "box<2, 1..3000>")).unwrap();
/// assert_eq!((family.parameters().join(" "), family.members()), ("m n".to_owned(), 3000));
/// let last = family.last().unwrap().unwrap();
/// assert_eq!((last.name.as_str(), last.tiling.board().cells().len()), ("box<2, 3000>", 6000));
/// ```
#[doc(hidden)]
pub struct Family {
    elaborator: Elaborator,
    name: Name,
    space: Space,
    place: Place,
    parameters: Vec<String>,
    ranges: Vec<usize>,
    members: u64,
    arguments: Arguments,
    /// The cells of the file's own boards and pieces, which count for each member.
    cells: (u64, u64),
    warnings: Vec<Diagnostic>,
}

impl Family {
    /// Reads a file and all that it includes, and looks up the family that `asked` names: `day<1..12,
    /// 1..31>`. The whole file is checked; its commands are not run.
    pub fn load(path: &str, files: &dyn Files, asked: Loaded) -> Result<Family, LoadError> {
        let file = files.read(path, None).map_err(LoadError::Io)?;
        let mut elaborator = Elaborator::default();
        elaborator.file(file, None, files);
        let source = Source::new(asked.name, asked.text);
        let (target, faults) = parse_target(&source);
        let target = target.filter(|_| faults.is_empty());
        elaborator.diagnostics.extend(faults);
        elaborator.scopes.push(Scope { source, values: vec![] });
        let found = target.as_ref().and_then(|target| elaborator.family(target));
        let warnings = elaborator.examined()?;
        let (Some(target), Some((space, parameters, members))) = (target, found) else {
            unreachable!("what is not found is reported")
        };
        let is_range = |(_, argument): &(usize, &Spanned<Values>)| matches!(argument.node, Values::Range(..));
        let mut family = Family {
            place: elaborator.place(&target.name.span),
            ranges: target.arguments.iter().enumerate().filter(is_range).map(|(at, _)| at).collect(),
            arguments: Arguments::of(&target),
            name: target.name,
            cells: (elaborator.cells, elaborator.repeated_cells),
            elaborator,
            space,
            parameters,
            members,
            warnings,
        };
        // Its own problems and commands are of no use here.
        family.elaborator.script = Script::default();
        family.forget();
        Ok(family)
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Which of the parameters have a range, by their position.
    pub fn ranges(&self) -> &[usize] {
        &self.ranges
    }

    /// The number of members, those that were returned included.
    pub fn members(&self) -> u64 {
        self.members
    }

    /// Were all members returned, or was one of them an error?
    pub fn is_finished(&self) -> bool {
        self.arguments.next.is_none()
    }

    /// Where the family is named.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The warnings about the file and about the members so far that have not been taken. Each is given for
    /// the first member only.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Forgets all that was made of parameters.
    fn forget(&mut self) {
        self.elaborator.names.values_mut().for_each(super::names::Defined::forget);
        self.elaborator.script.problems.clear();
        (self.elaborator.cells, self.elaborator.repeated_cells) = self.cells;
    }
}

impl Iterator for Family {
    type Item = Result<NamedProblem, Vec<Diagnostic>>;

    fn next(&mut self) -> Option<Self::Item> {
        let arguments = self.arguments.next()?;
        let made = self.elaborator.instance::<ProblemNumber>(&self.name, arguments, self.space);
        let member = made.map(|ProblemNumber(place)| self.elaborator.script.problems.swap_remove(place));
        let said = std::mem::take(&mut self.elaborator.diagnostics);
        self.forget();
        let Some(member) = member else {
            self.arguments.next = None;
            return Some(Err(said));
        };
        self.warnings.extend(said);
        Some(Ok(member))
    }
}

impl std::fmt::Debug for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Family { name, parameters, members, .. } = self;
        f.debug_struct("Family")
            .field("name", &name.node)
            .field("parameters", parameters)
            .field("members", members)
            .finish_non_exhaustive()
    }
}

impl Elaborator {
    /// The space, the parameters and the number of members of a family; reports what is wrong with the
    /// target.
    fn family(&mut self, target: &Target) -> Option<(Space, Vec<String>, u64)> {
        let space = self.space_of(target, None);
        if !self.look_up(What::Problem, target, space) {
            return None;
        }
        let members = members(target);
        if members.is_none() {
            let message = "this asks for 2^64 problems or more".to_owned();
            self.error("too-many", &target.name.span, message, Some("ask for a part of them".into()));
        }
        let defined = self.names.get(&(What::Problem, space, target.name.node.clone()))?;
        let parameters = defined.parameters.iter().map(|parameter| parameter.node.clone()).collect();
        Some((space, parameters, members?))
    }
}
