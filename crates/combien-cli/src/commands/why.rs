//! `combien why`: why a problem has no solution, and how near it comes to one.

use combien::diagnostic::counted;
use combien::problem::{ItemId, Solution};
use combien_tiling::draw::{Picture, SvgOptions, svg};
use combien_tiling::why::{Almost, Answer, Change, Mended, Nearest};
use combien_tiling::{Placement, Shape, Tiling};
use serde_json::{Value, json};

use super::show::Show;
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::{self, Output};
use crate::report::{add, pictures, reasons};
use crate::request::{Color, Drawn, Why};
use crate::session::Session;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// The maximum number of items that are named on a line.
const MOST_NAMED: usize = 20;
const NOT_TRIED: &str = "not every single piece was tried";
const PLAIN: Drawn = Drawn { picture: None, ascii: false, color: Color::Auto };

pub(super) fn why(request: &Why) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    if let Some(path) = &request.picture {
        session.refuse_own_file(path)?;
        if !session.input.is_tiling() {
            let message = "there is no board to draw the reason on";
            return Err(Failure::hinted(message, "leave --svg out, or take a .cmb file"));
        }
    }
    let proof = match &request.proof {
        _ if request.almost => return almost(request, &session),
        proof => proof.as_deref(),
    };
    if let Some(path) = proof {
        session.refuse_own_file(path)?;
    }
    let answer = session.why()?;
    if let (Some(path), Answer::None(obstacle)) = (proof, &answer) {
        output::deliver(path, &obstacle.certificate(session.problem()))?;
    }
    if let (Some(path), Answer::None(obstacle)) = (&request.picture, &answer) {
        match session.input.subject().painted(obstacle) {
            Some((tiling, placed)) => drawn(path, "no solution", &tiling, &placed)?,
            None => told!("no picture: the reason is not one of single cells"),
        }
    }
    if request.json { told_as_json(proof, &session, &answer) } else { told(&session, &answer) }
}

/// Writes a picture of a board.
fn drawn(path: &str, title: &str, tiling: &Tiling, placed: &[(Placement, Shape)]) -> Result<(), Failure> {
    pictures::write(path, &svg(&Picture::new(title, tiling, placed), &SvgOptions::default()))
}

fn told(session: &Session<'_>, answer: &Answer) -> Result<Ending, Failure> {
    match answer {
        Answer::None(obstacle) => {
            let mut output = Output::new();
            reasons::tell(&mut output, &session.input.subject(), obstacle)?;
            output.finish()?;
            Ok(Ending::Answered)
        }
        Answer::Solvable(solution) => told_solution(session, solution),
        Answer::Stopped(reason) => {
            let stop = session.watch.stop_by(*reason);
            told!("{}: it is not known whether there is a solution", stop.line);
            Ok(Ending::Stopped)
        }
    }
}

fn told_solution(session: &Session<'_>, solution: &Solution) -> Result<Ending, Failure> {
    let show = Show::new(&PLAIN, false, &session.input)?;
    Output::new().tell(&show.drawn("there is a solution; the first that was found:", solution))?;
    Ok(Ending::NoSolution)
}

fn told_as_json(proof: Option<&str>, session: &Session<'_>, answer: &Answer) -> Result<Ending, Failure> {
    let subject = session.input.subject();
    let (ending, stopped, said) = match answer {
        Answer::None(obstacle) => {
            let mut said = json!({"solvable": false});
            add(&mut said, reasons::as_json(&subject, obstacle));
            add(&mut said, json!({"proof": proof}));
            (Ending::Answered, None, said)
        }
        Answer::Solvable(solution) => (Ending::NoSolution, None, solvable(solution)),
        Answer::Stopped(reason) => {
            (Ending::Stopped, Some(session.watch.describe(*reason)), json!({"solvable": null}))
        }
    };
    session.tell("why", stopped.as_deref(), said)?;
    Ok(ending)
}

fn solvable(solution: &Solution) -> Value {
    let options: Vec<Value> = solution.options().iter().map(|option| json!(option.number())).collect();
    json!({"solvable": true, "solution": options})
}

/// `--almost`: the largest partial cover.
fn almost(request: &Why, session: &Session<'_>) -> Result<Ending, Failure> {
    let almost = match session.almost()? {
        Nearest::Solvable(solution) if request.json => {
            session.tell("why", None, solvable(&solution))?;
            return Ok(Ending::NoSolution);
        }
        Nearest::Solvable(solution) => return told_solution(session, &solution),
        Nearest::Almost(almost) => almost,
    };
    if let (Some(path), Input::Tiling { tiling, encoding, .. }) = (&request.picture, &session.input) {
        drawn(path, "the largest partial cover", tiling, &encoding.placed(&almost.cover))?;
    }
    // Which piece would help is asked of what is known to have no solution.
    let mended = if almost.stopped.is_none() { session.mended()? } else { None };
    let reason = almost.stopped.or(mended.as_ref().and_then(|mended| mended.stopped));
    let stopped = reason.map(|reason| session.watch.describe(reason));
    if request.json {
        let mut said = almost_as_json(session, &almost)?;
        if let Some(mended) = &mended {
            add(&mut said, mended_as_json(session, mended));
        }
        session.tell("why", stopped.as_deref(), said)?;
    } else {
        told_almost(session, &almost, mended.as_ref())?;
        if let Some(stopped) = &stopped {
            let what = if almost.stopped.is_some() { not_known(&almost) } else { NOT_TRIED.to_owned() };
            told!("{stopped}: {what}");
        }
    }
    Ok(if stopped.is_some() { Ending::Stopped } else { Ending::Answered })
}

/// The piece that would help, in lines.
fn told_mended(tiling: &Tiling, mended: &Mended) -> String {
    let mut lines: Vec<String> =
        mended.mends.iter().map(|mend| format!("solvable {}", mend.change.words(tiling))).collect();
    if lines.is_empty() && mended.stopped.is_none() {
        lines.push(
            "no single piece, of its own or of the sets that ship, was found to make it solvable".to_owned(),
        );
    }
    if !mended.undecided.is_empty() {
        let number = mended.undecided.len() as u64;
        lines.push(format!("not decided by a short search: {}", counted(number, "other change")));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn mended_as_json(session: &Session<'_>, mended: &Mended) -> Value {
    let Some(tiling) = session.input.tiling() else { return json!({}) };
    let change = |change: &Change| match change {
        Change::OnceMore(piece) => json!({"piece": tiling.piece_name(*piece), "change": "once_more"}),
        Change::OnceLess(piece) => json!({"piece": tiling.piece_name(*piece), "change": "once_less"}),
        Change::Added(piece) => json!({"piece": piece.name, "change": "added"}),
    };
    let mends: Vec<Value> = mended.mends.iter().map(|mend| change(&mend.change)).collect();
    let undecided: Vec<Value> = mended.undecided.iter().map(change).collect();
    json!({"mends": mends, "mends_undecided": undecided})
}

fn told_almost(session: &Session<'_>, almost: &Almost, mended: Option<&Mended>) -> Result<(), Failure> {
    let subject = session.input.subject();
    let is_board = session.input.is_tiling();
    let holes = almost.hole_count();
    let named = |lacking: &[(ItemId, u32)]| {
        let named = lacking.iter().take(MOST_NAMED).map(|&(item, times)| match times {
            1 => subject.item_words(item),
            _ => format!("{} ({times} times)", subject.item_words(item)),
        });
        let more = lacking.len().saturating_sub(MOST_NAMED);
        named.chain((more > 0).then(|| format!("{more} more"))).collect::<Vec<_>>().join(", ")
    };
    let what = if is_board { "cell" } else { "item" };
    let how = if is_board { "left empty" } else { "left uncovered" };
    let fewest = if almost.stopped.is_none() { "the fewest that can be" } else { "the fewest found" };
    let are = if holes == 1 { "is" } else { "are" };
    let heading = match holes {
        0 => format!("no {what} is {how}"),
        _ if almost.holes.iter().any(|&(_, times)| times > 1) => {
            format!("{} {} missing, {fewest}: {}", counted(holes, "cover"), are, named(&almost.holes))
        }
        _ => format!("{} {are} {how}, {fewest}: {}", counted(holes, what), named(&almost.holes)),
    };
    let left_over = if almost.unused.is_empty() {
        String::new()
    } else {
        format!("; left over: {}", named(&almost.unused))
    };
    let none = if almost.is_without_cover { "no solution; " } else { "" };
    let show = Show::new(&PLAIN, false, &session.input)?;
    let mut output = Output::new();
    output.deliver(&show.drawn(&format!("{none}{heading}{left_over}"), &almost.cover))?;
    if let (Some(tiling), Some(mended)) = (session.input.tiling(), mended) {
        output.deliver(&told_mended(tiling, mended))?;
    }
    Ok(output.finish()?)
}

/// What is uncertain, for people.
fn not_known(almost: &Almost) -> String {
    if !almost.is_without_cover {
        return "it is not known whether there is a solution".to_owned();
    }
    format!("at least {} must be left", almost.at_least)
}

fn almost_as_json(session: &Session<'_>, almost: &Almost) -> Result<Value, Failure> {
    let problem = session.problem();
    let lacking = |lacking: &[(ItemId, u32)]| -> Vec<Value> {
        let one = |&(item, times): &_| json!({"item": problem.item_name(item), "times": times});
        lacking.iter().map(one).collect()
    };
    let show = Show::new(&PLAIN, true, &session.input)?;
    let solvable = if almost.is_without_cover { Some(false) } else { None };
    Ok(json!({
        "solvable": solvable, "holes": almost.hole_count(), "at_least": almost.at_least,
        "left": lacking(&almost.holes), "left_over": lacking(&almost.unused), "cover": show.content(&almost.cover),
    }))
}
