//! `combien design boards`: which boards the pieces tile.

use std::io::Write as _;

use combien::Count;
use combien::design::{self, BoardsError, Found, Limits};
use combien::diagnostic::counted;
use combien::solve::Outcome;
use combien::tiling::{Board, Cell, Piece, Tiling};
use combien_lang::puzzle;
use serde_json::{Value, json};

use super::super::show::Show;
use super::{range, solutions, tiling_of, wanted};
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::Drawn;
use crate::request::design::{Boards, DesignForm};
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::ending::Ending;

pub(super) fn boards(request: &Boards) -> Result<Ending, Failure> {
    let wanted = wanted(&request.wanted);
    let (most, up_to_symmetry) = (*wanted.solutions.end(), wanted.up_to_symmetry);
    let (form, search) = (request.wanted.form, request.wanted.search);
    let tiling = tiling_of(&request.problem, form)?;
    let pieces = fixed(&tiling)?;
    let watch = Watch::start(search)?;
    let budget = watch.budget();
    let limits =
        Limits { inside: request.inside, symmetric: request.symmetric, without_holes: request.without_holes };
    let boards = design::Boards::of(tiling.lattice(), &pieces, limits, &budget);
    // A solution up to symmetry stands for at most as many as there are isometries.
    let isometries = tiling.lattice().isometries().elements().len() as u64;
    let most = if up_to_symmetry { most.saturating_mul(isometries) } else { most };
    let mut progress = ProgressReport::new(search.quiet || form == DesignForm::Json);
    let mut pulse = |met: u64, boards: usize| {
        if let Some(progress) = progress.as_mut() {
            progress.say(|| format!("{met} assemblies, {}", counted(boards, "board")));
        }
    };
    let searched = boards.search(most, &budget, &mut pulse);
    drop(progress);
    let mut teller = Teller { request, output: Output::beside(false), found: 0 };
    let found = match searched {
        Ok(Ok(found)) => found,
        Ok(Err(reason)) => return teller.stopped(&watch.describe(reason)),
        Err(error) => {
            let hint = match error {
                BoardsError::TooMany(_) => "--memory gives more; --inside or --symmetric need less",
                BoardsError::Labels => "leave the marks and `~sides` of the pieces out",
                _ => "take fewer pieces",
            };
            return Err(Failure::hinted(error.to_string(), hint));
        }
    };
    for found in found {
        let tiling = board_of(&found, &tiling, &pieces)?;
        // Counted again, by an engine. What is put together and what an engine finds must agree.
        let outcome = design::tilings(&tiling, &wanted, &budget).map_err(Failure::of)?;
        match outcome.reason() {
            None if !up_to_symmetry => assert_eq!(
                *outcome.certain(),
                Count::from(found.tilings),
                "an engine finds another number of tilings: {:?}",
                found.cells
            ),
            None => {}
            Some(reason) => return teller.stopped(&watch.describe(reason)),
        }
        let is_wanted = wanted.has_count(outcome.certain());
        if is_wanted && teller.tell(&found, tiling, &outcome)? {
            break;
        }
    }
    teller.end()
}

/// The pieces, if each is used a fixed number of times.
fn fixed(tiling: &Tiling) -> Result<Vec<Piece>, Failure> {
    if tiling.has_clues() || !tiling.board().wrap().is_none() {
        let message =
            "boards are not searched for a problem with clues, or with a board that closes on itself";
        return Err(Failure::hinted(message, "leave its clues out, and take a flat board"));
    }
    let loose = tiling.pieces().iter().position(|piece| piece.quantity.hi != Some(piece.quantity.lo));
    if let Some(piece) = loose {
        let message = format!("the piece {} may be used any number of times", tiling.piece_name(piece));
        let hint = "every piece must be used a fixed number of times: `~one`, or `~times 2`";
        return Err(Failure::hinted(message, hint));
    }
    let used: Vec<Piece> = tiling.pieces().iter().filter(|piece| piece.quantity.lo > 0).cloned().collect();
    if used.is_empty() {
        return Err(Failure::hinted("there are no pieces to put together", "name a problem that uses some"));
    }
    Ok(used)
}

fn board_of(found: &Found, tiling: &Tiling, pieces: &[Piece]) -> Result<Tiling, Failure> {
    let board = Board::new(tiling.lattice(), found.cells.clone()).map_err(Failure::of)?;
    Tiling::new(board, pieces.to_vec()).map_err(Failure::of)
}

struct Teller<'a> {
    request: &'a Boards,
    output: Output,
    found: u64,
}

impl Teller<'_> {
    /// Prints a board. Are these enough?
    fn tell(&mut self, found: &Found, tiling: Tiling, outcome: &Outcome<Count>) -> Result<bool, Failure> {
        self.found += 1;
        let name = format!("board_{}", self.found);
        let said = solutions(outcome, &self.request.wanted);
        let text = match self.request.wanted.form {
            DesignForm::Problems => {
                format!("# {name}: {said}\n{}", puzzle(&name, &tiling, &[]).map_err(Failure::of)?)
            }
            DesignForm::Json => {
                let lattice = tiling.lattice();
                let position = |&cell: &Cell| -> Value {
                    let Cell { x, y, z } = lattice.position(cell);
                    if lattice.dimension() == 3 { json!([x, y, z]) } else { json!([x, y]) }
                };
                document([json!({
                    "schema": 1, "type": "board", "number": self.found,
                    "cells": found.cells.cells().iter().map(position).collect::<Vec<_>>(),
                    "symmetries": found.symmetries, "solutions": outcome.certain().to_string(),
                })])
            }
            DesignForm::Text => {
                let encoding = tiling.encode().map_err(Failure::of)?;
                let solution = combien::solve::first(&encoding.problem).map_err(Failure::of)?;
                let solution = solution.expect("a board that pieces were put together to has a solution");
                let (tiling, encoding) = (Box::new(tiling), Box::new(encoding));
                let input = Input::Tiling { name: name.clone(), tiling, encoding };
                let drawn = Drawn { picture: None, ascii: self.request.ascii };
                Show::new(&drawn, false, &input)?.drawn(&format!("board {}: {said}", self.found), &solution)
            }
        };
        self.output.deliver(&text)?;
        self.output.flush()?;
        Ok(self.found == self.request.wanted.most)
    }

    fn stopped(mut self, reason: &str) -> Result<Ending, Failure> {
        if self.request.wanted.form == DesignForm::Json {
            self.document(Some(reason))?;
        } else {
            anstream::eprintln!("{reason}: {}", self.words());
        }
        self.output.finish()?;
        Ok(Ending::Stopped)
    }

    fn end(mut self) -> Result<Ending, Failure> {
        match self.request.wanted.form {
            DesignForm::Json => self.document(None)?,
            DesignForm::Text => {
                let words = self.words();
                self.output.deliver(&format!("{words}\n"))?;
            }
            DesignForm::Problems if self.request.wanted.search.quiet => {}
            DesignForm::Problems => anstream::eprintln!("{}", self.words()),
        }
        self.output.finish()?;
        Ok(if self.found > 0 { Ending::Answered } else { Ending::NoSolution })
    }

    /// `12 boards with exactly 1 solution`.
    fn words(&self) -> String {
        format!("{} with {}", counted(self.found, "board"), range(&self.request.wanted))
    }

    fn document(&mut self, reason: Option<&str>) -> Result<(), Failure> {
        let head = json!({"schema": 1, "type": "end"});
        let found = json!({"found": self.found});
        Ok(self.output.deliver(&document([head, ended(reason), found]))?)
    }
}
