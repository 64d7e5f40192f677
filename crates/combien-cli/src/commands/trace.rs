//! `combien trace`: a page that plays a search step by step, for lessons.

use combien_tiling::trace;

use crate::input::{self, Input};
use crate::report::failure::Failure;
use crate::report::output::deliver;
use crate::request::{Player, Trace};
use crate::system::catalogue;
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
    let engine = request.engine.name();
    let page = match &input {
        Input::Tiling { tiling, encoding, .. } => trace::page_of_tiling(&title, (tiling, encoding), engine),
        _ => trace::page(&title, input.problem(), engine),
    };
    let page = page.map_err(|error| Failure::Message { message: error.to_string(), hint: error.hint() })?;
    deliver(&request.html, catalogue::page(&page).as_bytes())?;
    Ok(Ending::Answered)
}
