//! `combien sample`: solutions at random, each equally likely.

use super::show::{Known, Show};
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Sample;
use crate::session::Session;
use crate::session::ask::{Drawn, seed_of};
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(super) fn sample(request: &Sample) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    let show = Show::new(&request.drawn, request.json, &session.input)?;
    let seed = seed_of(request.seed, request.search.quiet, "draws");
    let mut samples = match session.samples(request.engine, seed)? {
        Drawn::Ready(samples) => samples,
        Drawn::Stopped(stop) => {
            told!("{}: nothing was drawn", stop.line);
            return Ok(Ending::Stopped);
        }
    };
    let mut output = Output::beside(request.drawn.takes_stdout());
    let (judge, mut drawn) = (session.judge(), 0);
    while drawn < request.number && !session.watch.is_asked_to_stop() {
        let Some(solution) = session.next_sample(&mut samples, judge.as_ref())? else { break };
        drawn += 1;
        show.deliver(drawn, &solution, &Known::Nothing, &mut output)?;
    }
    let none = !samples.exists();
    if none && !request.json {
        output.deliver("no solution\n")?;
    }
    output.finish()?;
    Ok(match drawn {
        _ if none => Ending::NoSolution,
        drawn if drawn < request.number => Ending::Stopped,
        _ => Ending::Answered,
    })
}
