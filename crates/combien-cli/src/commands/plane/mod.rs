//! `combien plane`: whether a piece tiles the plane.

mod family;
mod growth;
mod piece;
mod together;
mod words;

use combien::budget::Outcome;
use combien::proof::{Proof, Unproved};
use combien::solve::Engine;
use combien_tiling::draw::{Picture, Style, SvgOptions, svg, text};
use combien_tiling::plane::{self, Answer, Limits, PlaneError, Step};
use combien_tiling::{Lattice, Piece};
use serde_json::json;

use self::growth::Growing;
use crate::report::failure::Failure;
use crate::report::output::{Output, deliver};
use crate::report::{document, pictures};
use crate::request;
use crate::session::ask::Question;
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn plane(request: &request::Plane) -> Result<Ending, Failure> {
    match request.cells {
        Some(cells) => family::family(request, cells),
        None if request.together.is_some() => together::together(request),
        None => one(request),
    }
}

fn limits(request: &request::Plane) -> Limits {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Limits { copies: number(request.copies), coronas: number(request.coronas) }
}

/// What is being tried, in words.
fn said(step: Step) -> String {
    match step {
        Step::Isohedral => "isohedral tilings".to_owned(),
        Step::Tori(copies) => format!("tori of {}", plane::copies(copies)),
        Step::Corona(number) => format!("corona {number}"),
        Step::Cells(number) => format!("tori of {number} cells"),
        _ => "searching".to_owned(),
    }
}

fn refused(error: &PlaneError) -> Failure {
    let message = error.to_string();
    match error {
        PlaneError::Apart => Failure::hinted(message, "draw it in one part"),
        PlaneError::NoPlane(_) => {
            Failure::hinted(message, "take a piece of squares, hexagons, triangles, quarters or kites")
        }
        _ => Failure::message(message),
    }
}

fn one(request: &request::Plane) -> Result<Ending, Failure> {
    let (lattice, piece) = piece::read(request)?;
    let watch = Watch::start(request.search)?;
    let budget = watch.budget();
    let mut progress = ProgressReport::new(request.search.quiet || request.json);
    let mut told = |step: Step| {
        if let Some(progress) = progress.as_mut() {
            progress.say(|| said(step));
        }
    };
    let outcome = plane::plane(&piece, &lattice, limits(request), &budget, &mut told)
        .map_err(|error| refused(&error))?;
    let growth = match (request.growth, outcome.certain()) {
        (Some(most), Answer::Tiles(_)) => Some(Growing::of(&piece, &lattice, most, &watch, &mut progress)?),
        _ => None,
    };
    drop(progress);
    let reason = outcome.reason().map(|reason| watch.describe(reason));
    let answer = outcome.certain();
    let picture = picture(request, answer)?;
    if let Some(path) = &request.drawn.picture {
        pictures::write(path, &svg(&picture, &SvgOptions::default()))?;
    }
    let mut output = Output::beside(request.drawn.takes_stdout());
    let style = if request.drawn.ascii { Style::Ascii } else { Style::Unicode };
    output.deliver(&if request.json {
        let growth = growth.as_ref().map_or_else(|| json!({}), |growth| json!({"growth": growth.as_json()}));
        document([words::head(&piece, &lattice), words::as_json(answer, &lattice, reason.as_deref()), growth])
    } else {
        let stopped = reason.as_ref().map_or_else(String::new, |reason| format!("{reason}: "));
        let growth = growth.as_ref().map_or_else(String::new, Growing::text);
        format!("{stopped}{}\n{}{growth}", answer.sentence(&lattice), text(&picture, style))
    })?;
    output.finish()?;
    if let Some(name) = &request.proof {
        prove(name, answer, &watch)?;
    }
    Ok(match (&outcome, answer) {
        (Outcome::Stopped { .. }, _) | (_, Answer::Unknown { .. }) => Ending::Stopped,
        (_, Answer::Fails(_)) => Ending::NoSolution,
        _ if growth.is_some_and(|growth| growth.reason.is_some()) => Ending::Stopped,
        _ => Ending::Answered,
    })
}

/// A window of the tiling, or the coronas.
fn picture(request: &request::Plane, answer: &Answer) -> Result<Picture, Failure> {
    let title = match answer {
        Answer::Tiles(_) => "a tiling of the plane",
        Answer::Fails(_) => "all coronas",
        Answer::Unknown { .. } => "the coronas that were found",
    };
    let window = u32::try_from(request.window).unwrap_or(u32::MAX);
    let (tiling, placed) = answer.shown(window).map_err(Failure::of)?;
    Ok(Picture::new(title, &tiling, &placed))
}

/// Writes the problem and what `combien-verify` checks: a cover of the torus, or a certificate that there is
/// no further corona.
fn prove(name: &str, answer: &Answer, watch: &Watch) -> Result<(), Failure> {
    let stopped = |reason| Failure::Stopped(format!("{}: there is no proof yet", watch.describe(reason)));
    let (problem, evidence) = match answer {
        Answer::Tiles(torus) => {
            let problem = torus.tiling.encode().map_err(Failure::of)?.problem;
            let question = Question::new(&problem, Engine::Auto, watch.budget());
            let first = question.first().map_err(Failure::of)?;
            let first = match first.outcome {
                Outcome::Answer(first) => first,
                Outcome::Stopped { reason, .. } => return Err(stopped(reason)),
            };
            let options = first.iter().flat_map(|solution| solution.options().to_vec());
            let lines =
                options.map(|option| format!("{}: {}\n", option.number(), problem.show_option(option)));
            let text = "solution 1\n".to_owned() + &lines.collect::<String>();
            (problem, text.into_bytes())
        }
        Answer::Fails(heesch) => {
            let proof = Proof::of(&heesch.refused, &watch.budget(), &mut None::<ProgressReport>);
            let proof = proof.map_err(|Unproved { reason, .. }| stopped(reason))?;
            (heesch.refused.clone(), proof.text().to_vec())
        }
        Answer::Unknown { .. } => {
            told!("nothing was found that could be proved");
            return Ok(());
        }
    };
    let mut text = vec![];
    combien::problem::dlx::write(&problem, &mut text).map_err(Failure::of)?;
    deliver(&format!("{name}.dlx"), &text)?;
    deliver(&format!("{name}.proof"), &evidence)
}

/// A piece with its name, and a lattice.
type Named = (Lattice, Piece);
