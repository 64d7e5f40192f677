//! `combien solve --up-to symmetry`: one solution of each orbit.

use combien::solve::{Ending as SearchEnding, Limits, Meter};
use combien::symmetry::{Listed, Representative, Symmetries};
use serde_json::json;

use super::delivery::Delivery;
use super::{UpTo, list, refuse};
use crate::args::SolveArgs;
use crate::failure::{Ending, Failure};
use crate::input::Input;
use crate::show::Show;
use crate::watch::Watch;

/// Lists orbits.
pub(crate) fn solve(
    args: &SolveArgs,
    input: &Input,
    up_to: UpTo,
    show: &Show<'_>,
    watch: &Watch,
) -> Result<Ending, Failure> {
    refuse(&[(args.restarts.is_some(), "--restarts")], "--up-to")?;
    let limits = Limits { solutions: None, ..watch.limits(None) };
    let group = super::group(input, up_to, args.symmetry.generators.as_deref(), &limits)?;
    let mut delivery = Delivery::new(args, show, watch)?;
    let listed = match &group {
        Err(reason) => Listed { ending: SearchEnding::Stopped(*reason), found: 0, nodes: 0 },
        Ok(group) => {
            let mut progress = delivery.progress();
            let meter = progress.as_mut().map(|progress| progress as &mut dyn Meter);
            let mut deliver = |representative: Representative| {
                delivery.deliver(&representative.solution, Some(&representative))
            };
            list(input.problem(), group, args.symmetry.kind, &limits, meter, &mut deliver)?
        }
    };
    let order = group.as_ref().ok().map(Symmetries::order);
    let more = json!({ "up_to": "symmetry", "symmetries": order.map(|order| order.to_string()) });
    delivery.end(listed, &more, " up to symmetry")
}
