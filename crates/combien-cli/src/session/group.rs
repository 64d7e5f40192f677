//! The symmetries of a problem, and its solutions up to them.

use std::ops::ControlFlow;

use combien::problem::ItemId;
use combien::solve::{Budget, Meter, Outcome, Reason};
use combien::symmetry::{Generated, GroupError, Listed, Representative, Symmetries, automorphisms_keeping};
use combien_tiling::{OrbitKind, each_orbit};

use super::progress::ProgressReport;
use super::{Session, filter};
use crate::input::given::tells_symmetric;
use crate::input::select::Selection;
use crate::input::{Input, cycles};
use crate::report::failure::Failure;
use crate::request::{Group, UpTo};

impl Session<'_> {
    /// The requested symmetries: those in the file, those of the tiling, or all automorphisms. The error is
    /// the reason that stopped the search for them.
    pub(crate) fn symmetries(&self, group: &Group) -> Result<Result<Symmetries, Reason>, Failure> {
        let (problem, budget) = (self.problem(), self.budget());
        if self.input.is_filtered() {
            // Others may take pieces that touch to pieces that do not.
            filter::refuse(&[
                (group.generators.is_some(), "--generators"),
                (group.up_to == UpTo::Automorphism, "--up-to automorphism"),
            ])?;
        }
        check_rotations(group, &self.input)?;
        let sets = self.kept_sets(&group.keeping)?;
        let made = match (&group.generators, &self.input, group.up_to) {
            (Some(file), ..) => Symmetries::generated_by(problem, cycles::read(file, problem)?, &budget),
            (None, Input::Tiling { tiling, encoding, .. }, UpTo::Symmetry | UpTo::Rotation) => {
                let found = match group.up_to {
                    UpTo::Rotation => tiling.rotations_within(encoding, &budget),
                    _ => tiling.automorphisms_within(encoding, &budget),
                };
                match found {
                    Ok(automorphisms) => {
                        Symmetries::generated_by(problem, automorphisms, &budget).and_then(|group| {
                            if sets.is_empty() { Ok(group) } else { group.keeping(problem, &sets, &budget) }
                        })
                    }
                    Err(reason) => return Ok(Err(reason)),
                }
            }
            _ => match self.automorphisms(&sets) {
                Ok(found) => Symmetries::found(problem, found, &budget),
                Err(reason) => return Ok(Err(reason)),
            },
        };
        match made {
            Ok(group) => Ok(Ok(group)),
            Err(GroupError::Stopped(reason)) => Ok(Err(reason)),
            Err(error) => Err(Failure::of(error)),
        }
    }

    /// All automorphisms, if these are the symmetries that are requested. The error is the reason that
    /// stopped the search for them.
    pub(crate) fn all_automorphisms(
        &self,
        group: &Group,
    ) -> Result<Option<Result<Generated, Reason>>, Failure> {
        let is_tiling = matches!(self.input, Input::Tiling { .. }) && group.up_to != UpTo::Automorphism;
        check_rotations(group, &self.input)?;
        if group.generators.is_some() || is_tiling {
            return Ok(None);
        }
        Ok(Some(self.automorphisms(&self.kept_sets(&group.keeping)?)))
    }

    fn automorphisms(&self, sets: &[Vec<ItemId>]) -> Result<Generated, Reason> {
        match automorphisms_keeping(self.problem(), sets, &self.budget()) {
            Outcome::Answer(found) => Ok(found),
            Outcome::Stopped { reason, .. } => Err(reason),
        }
    }

    /// The sets of items that symmetries must map to themselves.
    fn kept_sets(&self, lists: &[String]) -> Result<Vec<Vec<ItemId>>, Failure> {
        let selection = Selection::items(self.problem(), "--keeping");
        let set = |list: &String| {
            let places = selection.of(std::slice::from_ref(list))?;
            Ok(places.into_iter().map(ItemId::from_index).collect())
        };
        lists.iter().map(set).collect()
    }

    /// Delivers one solution of each orbit of the requested kind.
    pub(crate) fn each_orbit(
        &self,
        group: &Symmetries,
        kind: Option<OrbitKind>,
        progress: Option<&mut ProgressReport>,
        deliver: &mut dyn FnMut(Representative) -> ControlFlow<()>,
    ) -> Result<Listed, Failure> {
        let (problem, budget): (_, &Budget) = (self.problem(), &self.budget());
        let kind = kind.filter(|_| match (&self.source.given.group, self.input.tiling()) {
            (Some(group), Some(tiling)) => tells_symmetric(group, tiling),
            _ => true,
        });
        let (judge, meter) = (self.judge(), progress.map(|progress| progress as &mut dyn Meter));
        let which = (kind, self.through(judge.as_ref()));
        each_orbit(problem, group, which, budget, meter, deliver).map_err(Failure::of)
    }
}

/// Refuses rotations of what lies on no board.
fn check_rotations(group: &Group, input: &Input) -> Result<(), Failure> {
    if group.up_to != UpTo::Rotation || matches!(input, Input::Tiling { .. }) {
        return Ok(());
    }
    Err(Failure::hinted("only the pieces of a tiling can be rotated", "write --up-to symmetry"))
}
