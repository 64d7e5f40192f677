//! `combien design boards`: which boards the pieces tile.

use std::io::Write as _;
use std::ops::ControlFlow;

use combien::Count;
use combien::diagnostic::counted;
use combien::solve::Outcome;
use combien_lang::puzzle;
use combien_tiling::design::{self, BoardsError, Found, Limits};
use combien_tiling::{Cell, Tiling};
use serde_json::{Value, json};

use super::super::show::Show;
use super::{range, solutions, tiling_of, wanted};
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{document, ended};
use crate::request::design::{Boards, DesignForm};
use crate::request::{Color, Drawn};
use crate::session::progress::ProgressReport;
use crate::session::watch::Watch;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

pub(in crate::commands) fn boards(request: &Boards) -> Result<Ending, Failure> {
    let wanted = wanted(&request.wanted);
    let (form, search) = (request.wanted.form, request.wanted.search);
    let tiling = tiling_of(&request.problem, form)?;
    let watch = Watch::start(search)?;
    let budget = watch.budget();
    let limits =
        Limits { inside: request.inside, symmetric: request.symmetric, without_holes: request.no_holes };
    let refused = |error: BoardsError| {
        let hint = match error {
            BoardsError::TooMany(_) => Some("--memory gives more; --inside or --symmetric need less"),
            ref error => error.hint(),
        };
        let message = error.to_string();
        hint.map_or_else(|| Failure::message(message.clone()), |hint| Failure::hinted(message.clone(), hint))
    };
    let boards = design::Boards::of(&tiling, limits, &budget).map_err(refused)?;
    let mut progress = ProgressReport::new(search.quiet || form == DesignForm::Json);
    let mut pulse = |met: u64, boards: usize| {
        if let Some(progress) = progress.as_mut() {
            progress.say(|| format!("{met} assemblies, {}", counted(boards, "board")));
        }
    };
    let mut teller = Teller { request, output: Output::beside(false), found: 0 };
    let mut failed = None;
    let mut deliver = |found: &Found, tiling: Tiling, count: Count| match teller.tell(found, tiling, count) {
        Ok(false) => ControlFlow::Continue(()),
        Ok(true) => ControlFlow::Break(()),
        Err(failure) => {
            failed = Some(failure);
            ControlFlow::Break(())
        }
    };
    let ended = boards.each(&wanted, &budget, &mut pulse, &mut deliver);
    drop(progress);
    match (failed, ended.map_err(refused)?) {
        (Some(failure), _) => Err(failure),
        (None, Some(reason)) => teller.stopped(&watch.describe(reason)),
        (None, None) => teller.end(),
    }
}

struct Teller<'a> {
    request: &'a Boards,
    output: Output,
    found: u64,
}

impl Teller<'_> {
    /// Prints a board. Are these enough?
    fn tell(&mut self, found: &Found, tiling: Tiling, count: Count) -> Result<bool, Failure> {
        self.found += 1;
        let name = format!("board_{}", self.found);
        let count_text = count.to_string();
        let said = solutions(&Outcome::Answer(count), &self.request.wanted);
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
                    "symmetries": found.symmetries, "solutions": count_text,
                })])
            }
            DesignForm::Text => {
                let encoding = tiling.encode().map_err(Failure::of)?;
                let solution = combien::solve::first(&encoding.problem).map_err(Failure::of)?;
                let solution = solution.expect("a board that pieces were put together to has a solution");
                let (tiling, encoding) = (Box::new(tiling), Box::new(encoding));
                let input = Input::Tiling { name: name.clone(), tiling, encoding };
                let drawn = Drawn { picture: None, ascii: self.request.ascii, color: Color::Auto };
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
            told!("{reason}: {}", self.words());
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
            DesignForm::Problems => told!("{}", self.words()),
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
