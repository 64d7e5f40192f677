//! `count --up-to symmetry` and `--kept-by`: solutions up to symmetry, and symmetric solutions.

use std::ops::ControlFlow;

use combien::Count;
use combien::problem::Problem;
use combien::solve::{Budget, Ending as SearchEnding, Meter, Outcome, Reason};
use combien::symmetry::{self, ClassCount, CountError, Counted as Counts, Method, Symmetries};
use combien_tiling::OrbitKind;
use serde_json::json;

use super::reason;
use crate::input::cycles;
use crate::report::counted::Counted;
use crate::report::failure::Failure;
use crate::report::symmetries;
use crate::request::{self, Orbits, UpTo};
use crate::session::Session;
use crate::system::ending::Ending;

/// If there are more classes, those that fix no solution are summed up.
const MOST_LINES: usize = 20;

/// How many orbits, and why.
struct Found {
    outcome: Outcome<Count>,
    /// How many symmetries there are, if that is known.
    order: Option<Count>,
    /// What Burnside's lemma was applied to.
    classes: Option<Vec<ClassCount>>,
}

/// Counts orbits by Burnside's lemma or by listing them; those of a kind, or that a predicate filters, by
/// listing.
pub(super) fn count_orbits(
    request: &request::Count,
    orbits: &Orbits,
    session: &Session<'_>,
) -> Result<Ending, Failure> {
    let is_listed = orbits.kind.is_some() || session.input.is_filtered();
    let all = if is_listed { None } else { session.all_automorphisms(&orbits.group)? };
    let found = match all {
        Some(Ok(found)) => Found::counted(session, |problem, budget, meter| {
            symmetry::count_found(problem, found, budget, meter)
        })?,
        Some(Err(reason)) => Found::stopped(reason),
        None => match session.symmetries(&orbits.group)? {
            Err(reason) => Found::stopped(reason),
            Ok(group) if is_listed => by_listing(session, &group, orbits.kind)?,
            Ok(group) => Found::counted(session, |problem, budget, meter| {
                symmetry::count_by_either(problem, &group, budget, meter)
            })?,
        },
    };
    let class = |class: &ClassCount| json!({"size": class.size.to_string(), "period": class.period, "fixed": class.fixed.to_string()});
    let about = json!({
        "up_to": if orbits.group.up_to == UpTo::Rotation { "rotation" } else { "symmetry" }, "symmetries": found.order.as_ref().map(ToString::to_string),
        "classes": found.classes.as_ref().map(|classes| classes.iter().map(class).collect::<Vec<_>>()),
    });
    Counted {
        count: found.outcome.certain(),
        stopped: found.outcome.reason().map(|reason| session.watch.stop_by(reason)),
        before: vec![session.head("count"), about],
        behind: json!({}),
        remarks: if request.explain { found.lines() } else { vec![] },
    }
    .deliver(request.json)
}

fn by_listing(session: &Session<'_>, group: &Symmetries, kind: Option<OrbitKind>) -> Result<Found, Failure> {
    let mut found = 0u64;
    let mut deliver = |_| {
        found += 1;
        ControlFlow::Continue(())
    };
    let listed = session.metered(|progress| session.each_orbit(group, kind, progress, &mut deliver))?;
    let outcome = match listed.ending {
        SearchEnding::Complete => Outcome::Answer(found.into()),
        SearchEnding::Stopped(reason) => Outcome::Stopped { certain: found.into(), reason },
    };
    Ok(Found { outcome, order: Some(group.order()), classes: None })
}

impl Found {
    fn stopped(reason: Reason) -> Found {
        Found { outcome: Outcome::Stopped { certain: Count::ZERO, reason }, order: None, classes: None }
    }

    /// By the method of the library that takes less time. The progress is shown.
    fn counted(
        session: &Session<'_>,
        count: impl FnOnce(&Problem, &Budget, Option<&mut dyn Meter>) -> Result<Counts, CountError>,
    ) -> Result<Found, Failure> {
        let counted = session.metered(|progress| {
            let meter = progress.map(|progress| progress as _);
            count(session.problem(), &session.budget(), meter)
        });
        let counted = counted.map_err(Failure::of)?;
        let classes = (counted.method == Method::Burnside).then_some(counted.classes);
        Ok(Found { outcome: counted.outcome, order: Some(counted.order), classes })
    }

    /// How it was counted.
    fn lines(&self) -> Vec<String> {
        let Some(order) = &self.order else { return vec![] };
        let Some(classes) = &self.classes else { return vec![format!("{}; by listing", symmetries(order))] };
        let (rest, shown): (Vec<&ClassCount>, Vec<_>) =
            classes.iter().partition(|class| classes.len() > MOST_LINES && class.fixed.is_zero());
        let digits = shown.iter().map(|class| class.size.to_string().len()).max().unwrap_or_default();
        let width = digits.max(6) + 2;
        let class =
            |class: &&ClassCount| format!("{:>width$}{:>8}  {}", class.size, class.period, class.fixed);
        let mut lines = vec![
            format!("{}; by Burnside's lemma, of each class", symmetries(order)),
            format!("{:>width$}{:>8}  fixed solutions of each", "size", "period"),
        ];
        lines.extend(shown.iter().map(class));
        if !rest.is_empty() {
            let size: Count = rest.iter().map(|class| class.size.clone()).sum();
            let (classes, fix) = match rest.len() {
                1 => ("1 more class".to_owned(), "fixes"),
                number => (format!("{number} more classes"), "fix"),
            };
            lines.push(format!("{classes}, of {}, {fix} no solution", symmetries(&size)));
        }
        lines
    }
}

/// Counts the solutions that given symmetries map to themselves, such as designs with prescribed
/// automorphisms.
pub(super) fn count_kept(
    request: &request::Count,
    file: &str,
    session: &Session<'_>,
) -> Result<Ending, Failure> {
    let problem = session.problem();
    let symmetries = cycles::read(file, problem)?;
    let kept = session.metered(|progress| {
        let meter = progress.map(|progress| progress as _);
        symmetry::count_kept(problem, &symmetries, &session.budget(), meter)
    });
    let kept = kept.map_err(Failure::of)?;
    Counted {
        count: kept.outcome.certain(),
        stopped: kept.outcome.reason().map(|reason| session.watch.stop_by(reason)),
        before: vec![session.head("count"), json!({"kept_by": file})],
        behind: json!({}),
        remarks: if request.explain { kept.parts.iter().map(reason).collect() } else { vec![] },
    }
    .deliver(request.json)
}
