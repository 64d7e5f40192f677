//! `combien sample`: solutions at random, each equally likely.

use super::show::Show;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::request::Sample;
use crate::session::Session;
use crate::session::ask::{Built, seed_of};
use crate::system::ending::Ending;

pub(super) fn sample(request: &Sample) -> Result<Ending, Failure> {
    let session = Session::open(&request.problem, request.search, request.json)?;
    let show = Show::new(&request.drawn, request.json, &session.input)?;
    let diagram = match session.diagram(request.engine)? {
        Built::Whole { diagram, .. } => diagram,
        Built::Stopped(stop) => {
            anstream::eprintln!("{}: nothing was drawn", stop.line);
            return Ok(Ending::Stopped);
        }
    };
    let seed = seed_of(request.seed, request.search.quiet, "draws");
    let mut output = Output::beside(request.drawn.takes_stdout());
    let mut drawn = 0;
    for solution in diagram.samples(session.problem(), seed) {
        if drawn == request.number || session.watch.is_asked_to_stop() {
            break;
        }
        drawn += 1;
        show.deliver(drawn, &solution, None, &mut output)?;
    }
    let none = drawn == 0 && diagram.count().is_zero();
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
