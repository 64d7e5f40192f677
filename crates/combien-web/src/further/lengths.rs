//! Boards of every length: the open board with any number of columns, or a family of the text.

use combien::diagnostic::Diagnostic;
use combien::solve::Budget;
use combien::transfer::{Growth, TransferError};
use combien_lang::elaborate::LoadError;
use combien_lang::{Family, Loaded, OfLengths, UpTo};
use combien_tiling::strip::{Strip, StripError};
use combien_tiling::{Board, Cell, Piece, Quantity, Shape, Tiling, TilingError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, Document, failed, failure, files};
use crate::listener::{BUDGET, Listener, stopped};
use crate::marks::Marked;

/// The states of an automaton on the page, at most.
const MOST_STATES: usize = 20_000;
/// The members of a family that may be compared.
const MOST_MEMBERS: u64 = 1000;
/// The terms that are told.
const TERMS: usize = 30;

/// A family of a text.
#[derive(Clone, Debug, Deserialize)]
pub struct Of {
    /// The text.
    document: Document,
    /// The family, with `n` in the place of the length: `p<3, n>`.
    name: String,
}

/// Why there is no formula.
enum Fault {
    Strip(StripError),
    Other(Value),
}

impl From<StripError> for Fault {
    fn from(error: StripError) -> Fault {
        Fault::Strip(error)
    }
}

/// The formula of the numbers of tilings: `{"type": "lengths", "quotient": "1/(1 - x - x^2)", "recurrence":
/// "a(n) = a(n-1) + a(n-2) for n >= 2", "first": 0, "terms": ["1", ...], "totals": ["1", ...], "growth":
/// {"low": "1.6...", "high": "1.6...", "constant": 0.7, "remainder": 0, "modulus": 1}, "states": 2,
/// "compared": 13}`. The totals are the terms, or those for y = 1 if copies are counted.
pub(super) fn lengths(
    marked: &Marked,
    of: Option<&Of>,
    by: Option<&str>,
    time: f64,
    listener: &dyn Listener,
) -> Answer {
    let budget = Budget { deadline: listener.deadline(time), ..BUDGET };
    let strip = match of {
        Some(of) => Strip::find_by(by, 0, members(of)?, &budget),
        None => Strip::find_by(by, 0, widened(marked)?, &budget),
    };
    let failed = |error: TransferError| match error {
        TransferError::Stopped(reason) => stopped(&0, &reason),
        error => failed(error),
    };
    let found = OfLengths::of(strip.map_err(refused)?, UpTo::Nothing, MOST_STATES, &budget, &|_| {});
    let Some(found) = found.map_err(failed)? else { unreachable!("all tilings are counted") };
    told(&found, &budget).map_err(failed)
}

fn told(found: &OfLengths, budget: &Budget) -> Result<Value, TransferError> {
    let range = found.range(TERMS);
    let totals = found.series.terms(range.clone(), budget)?;
    let terms = found.terms(range.clone(), budget, &|_| {})?;
    let growth = |growth: &Growth| {
        let ([low, high], (remainder, modulus)) = (growth.bounds(12), growth.class);
        json!({
            "low": low, "high": high, "constant": growth.constant, "remainder": remainder, "modulus": modulus,
        })
    };
    Ok(json!({
        "type": "lengths", "quotient": found.quotient(), "recurrence": found.recurrence(), "first": range.start,
        "terms": terms.iter().map(|term| found.words(term)).collect::<Vec<_>>(),
        "totals": totals.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "growth": found.series.growth(budget)?.as_ref().map(growth),
        "states": found.automaton.states(), "compared": found.strip.compared,
    }))
}

fn refused(fault: Fault) -> Value {
    match fault {
        Fault::Strip(StripError::Tiling(_, TilingError::Stopped(reason))) => stopped(&0, &reason),
        Fault::Strip(error) => failed(error),
        Fault::Other(value) => value,
    }
}

/// The first of some faults.
fn first(faults: &[Diagnostic]) -> Value {
    faults.first().map_or_else(Value::default, |fault| failure(&fault.message, fault.hint.as_deref()))
}

/// The members of a family, one after the other.
fn members(of: &Of) -> Result<impl FnMut(u32) -> Result<Tiling, Fault>, Value> {
    let asked = OfLengths::members(&of.name, 1..=MOST_MEMBERS)
        .ok_or_else(|| failure("write n in the place of the length", Some("as in p<n> or p<3, n>")))?;
    let family = Family::load(&of.document.name, &files(&of.document), Loaded::new("the family", asked));
    let mut family = family.map_err(|error| match error {
        LoadError::Diagnostics(faults) => first(&faults),
        LoadError::Io(error) => failed(error),
    })?;
    Ok(move |n| match family.next() {
        Some(Ok(member)) => Ok(member.tiling),
        Some(Err(faults)) => Err(Fault::Other(first(&faults))),
        None => Err(Fault::Strip(StripError::TooLong(n))),
    })
}

/// The open board with n columns in place of its own, and each of its pieces any number of times.
fn widened(marked: &Marked) -> Result<impl FnMut(u32) -> Result<Tiling, Fault>, Value> {
    let tiling = marked.input.tiling().map(|(tiling, _)| tiling.clone());
    let wide = |tiling: &Tiling, columns: i32, pieces: Vec<Piece>| {
        let board = tiling.board();
        let (low, high) = board.cells().bounds().unwrap_or_default();
        let rows = (low.z..=high.z).flat_map(|z| (low.y..=high.y).map(move |y| (y, z)));
        let cells = rows.flat_map(|(y, z)| (low.x..low.x + columns).map(move |x| Cell { x, y, z }));
        let shape: Shape = cells.filter(|&cell| board.lattice().has(cell)).collect();
        let bare = Board::new(board.lattice(), shape)?;
        Tiling::new(if board.optional().is_empty() { bare } else { bare.with_gaps() }, pieces)
    };
    // Whatever else the problem says would be lost.
    let is_plain = |tiling: &Tiling| {
        let width = tiling.board().cells().bounds().map_or(0, |(low, high)| high.x - low.x + 1);
        wide(tiling, width, tiling.pieces().to_vec()).as_ref() == Ok(tiling)
    };
    let Some(tiling) = tiling.filter(is_plain) else {
        let hint = "name a family of the text, such as p<3, n>";
        return Err(failure("this board is no rectangle, or there are clues", Some(hint)));
    };
    let any = |piece: &Piece| Piece { quantity: Quantity::ANY, ..piece.clone() };
    let pieces: Vec<Piece> = tiling.pieces().iter().map(any).collect();
    Ok(move |n: u32| {
        wide(&tiling, n as i32, pieces.clone()).map_err(|error| StripError::Tiling(n, error).into())
    })
}
