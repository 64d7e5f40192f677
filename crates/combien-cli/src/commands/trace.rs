//! `combien trace`: a page that plays a search step by step, for lessons.

use combien_tiling::trace;

use crate::input;
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::{Player, Trace};
use crate::system::ending::Ending;

impl Player {
    fn name(self) -> &'static str {
        match self {
            Player::Links => "links",
            Player::Naive => "naive",
            Player::Backtrack => "backtrack",
        }
    }
}

pub(super) fn trace(request: &Trace) -> Result<Ending, Failure> {
    let input = input::read(&request.problem, false)?;
    let title = input.title(&request.problem);
    let page = trace::page(&title, input.problem(), request.engine.name());
    let page = page.map_err(|error| Failure::Message { message: error.to_string(), hint: error.hint() })?;
    deliver(&request.html, page.as_bytes())?;
    Ok(Ending::Answered)
}
