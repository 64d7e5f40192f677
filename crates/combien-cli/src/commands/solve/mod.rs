//! `combien solve`: one solution, some, or all, each checked before it is printed.

mod best;
mod delivery;
mod outside;
mod pareto;

use combien::problem::Solution;
use combien::solve::{Ending as SearchEnding, Question as Asked};
use combien::symmetry::{self, Listed, Representative, Symmetries};
use combien_tiling::Judge;
use serde_json::json;

use self::delivery::{Delivery, opened};
use super::show::{Known, Show};
use crate::input::cycles;
use crate::report::failure::Failure;
use crate::report::listed;
use crate::report::reduced;
use crate::request::{Method, Orbits, Solve, Which};
use crate::session::Session;
use crate::session::ask::Question;
use crate::session::certify::Certified;
use crate::session::filter;
use crate::session::keeper::Keeper;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn solve(request: &Solve) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    if let Some(path) = &request.proof {
        session.refuse_own_file(path)?;
    }
    let judge = session.judge();
    if judge.is_some() {
        check_filtered(request)?;
    }
    let show = Show::new(&request.drawn, request.json, &session.input)?;
    if let Some(front) = &request.front {
        return pareto::solve_front(request, front, &session, &show);
    }
    match &request.which {
        Which::All(method) => solve_all(request, (method, judge.as_ref()), &session, &show),
        Which::Orbits(orbits) => solve_orbits(request, orbits, &session, &show),
        Which::KeptBy(file) => solve_kept(request, file, &session, &show),
        Which::ByCost(by_cost) => match &by_cost.outside {
            Some(outside) => outside::solve_outside(request, (outside, by_cost.goal), &session, &show),
            None => best::solve_best(request, by_cost, &session, &show),
        },
    }
}

/// Refuses what needs more than a list of solutions, if a predicate filters them.
fn check_filtered(request: &Solve) -> Result<(), Failure> {
    let flags = match &request.which {
        Which::All(Method { engine, restarts, keep, .. }) => {
            filter::check_engine(*engine)?;
            vec![(restarts.is_some(), "--restarts"), (keep.is_some(), "--checkpoint")]
        }
        Which::Orbits(_) => vec![],
        Which::ByCost(_) => vec![(true, "a search by cost")],
        Which::KeptBy(_) => vec![(true, "--kept-by")],
    };
    filter::refuse(
        &[&flags[..], &[(request.front.is_some(), "--pareto"), (request.proof.is_some(), "--proof")]]
            .concat(),
    )
}

fn solve_all(
    request: &Solve,
    (method, judge): (&Method, Option<&Judge>),
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let problem = session.problem();
    let reduction = method.is_reduced.then(|| session.reduction());
    if let Some(reduction) = reduction.as_ref().filter(|_| !request.json && !request.search.quiet) {
        told!("{}", reduced::describe(reduction));
    }
    let mut keeper = session.keeper(method, Asked::Each, request.search.quiet)?;
    let written = keeper.as_ref().and_then(Keeper::written);
    let output = opened(request, written)?;
    let state = if let Some(keeper) = &mut keeper {
        keeper.keep_output(&output);
        keeper.begin()?;
        Some(keeper.state().clone())
    } else {
        session.beginning()?
    };
    let before = state.as_ref().and_then(|state| state.found.to_u64()).unwrap_or(0);
    let mut delivery = Delivery::new(request, show, &output, before);
    let searched = session.metered_beside(&output, |progress| {
        let question = Question {
            reduction: reduction.as_ref(),
            progress,
            state: state.as_ref(),
            journal: keeper.as_mut().map(|keeper| keeper as _),
            at_most: request.number,
            through: session.through(judge),
            ..Question::by(problem, method, session.budget())
        };
        let deliver = |solution: &Solution| delivery.deliver(solution, &Known::Nothing);
        match method.restarts {
            Some(seed) => question.restarted(seed, deliver),
            None => question.each(deliver),
        }
    })?;
    delivery.weights.clone_from(&searched.weights);
    let (found, work) = (delivery.found(), searched.work);
    let stopped = searched
        .stopped()
        .map(|reason| session.watch.stop_at(reason, Some(&found.into()), work, searched.fraction));
    let certified = match &request.proof {
        Some(path) if searched.is_complete() => Some(session.certify(path, &found.into(), &[])?),
        Some(_) => Some(Certified::Open),
        None => None,
    };
    let place = if session.input.shard().is_some() { " in this shard" } else { "" };
    let listed = listed::Listed {
        found,
        stopped,
        is_complete: searched.is_complete(),
        more: vec![json!({
            "engine": searched.engine.name(), "nodes": work.nodes, "updates": work.updates,
            "reduced": reduced::as_json(reduction.as_ref()),
        })]
        .into_iter()
        .chain(certified.iter().zip(&request.proof).map(|(certified, path)| certified.as_json(path)))
        .collect(),
        no_more: delivery.wants_all().then_some(("", place)),
    };
    let ending = delivery.end(listed, session)?;
    if let Some(certified) = &certified {
        if let Some(line) = certified.line().filter(|_| !request.json) {
            told!("{line}");
        }
        return Ok(certified.ending(ending));
    }
    if let Some(keeper) = keeper {
        keeper.farewell(ending == Ending::Stopped);
    }
    Ok(ending)
}

/// Lists one solution of each orbit.
fn solve_orbits(
    request: &Solve,
    orbits: &Orbits,
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let group = session.symmetries(&orbits.group)?;
    let output = opened(request, None)?;
    let mut delivery = Delivery::new(request, show, &output, 0);
    let listed = match &group {
        Err(reason) => Listed { ending: SearchEnding::Stopped(*reason), found: 0, nodes: 0 },
        Ok(group) => session.metered_beside(&output, |progress| {
            let mut deliver = |representative: Representative| {
                delivery.deliver_some(&representative.solution, &Known::Orbit(&representative))
            };
            session.each_orbit(group, orbits.kind, progress, &mut deliver)
        })?,
    };
    let order = group.as_ref().ok().map(Symmetries::order);
    let more = json!({ "up_to": "symmetry", "symmetries": order.map(|order| order.to_string()) });
    delivery.end_of(&listed, session, more, " up to symmetry")
}

/// Lists the solutions that given symmetries take to themselves.
fn solve_kept(
    request: &Solve,
    file: &str,
    session: &Session<'_>,
    show: &Show<'_>,
) -> Result<Ending, Failure> {
    let problem = session.problem();
    let symmetries = cycles::read(file, problem)?;
    let output = opened(request, None)?;
    let mut delivery = Delivery::new(request, show, &output, 0);
    let listed = session.metered_beside(&output, |progress| {
        let mut deliver = |solution: Solution| delivery.deliver_some(&solution, &Known::Nothing);
        let meter = progress.map(|progress| progress as _);
        symmetry::each_kept(problem, &symmetries, &session.budget(), meter, &mut deliver)
    });
    let listed = listed.map_err(Failure::of)?;
    delivery.end_of(&listed, session, json!({ "kept_by": file }), "")
}
