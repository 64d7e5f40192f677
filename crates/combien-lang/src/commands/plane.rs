//! `plane p`: whether the pieces of a problem tile the plane.

use combien_tiling::draw::{Picture, Style, text};
use combien_tiling::plane::{Limits, PlaneError, plane, together};

use super::Command;
use crate::run::{Failed, Run};
use crate::script::Asked;

/// A window of this many units is drawn.
const WINDOW: u32 = 8;

const PLANE: Command = Command {
    name: "plane",
    words: &[(
        "plane",
        "[ \"together\" NUMBER ] target",
        "says whether each piece tiles the plane, or all together, on tori of up to this number of cells",
        "plane p",
    )],
    ignores_where: Some((
        "`plane` cannot obey `where`",
        "ask about a problem without it; the board and its predicate do not matter",
    )),
    ..Command::ASKS
};

pub(crate) const ROWS: &[Command] = &[
    Command { lead: Some("together"), run: |run, asked| run.together(asked), ..PLANE },
    Command { run: |run, asked| run.plane(asked.problem), ..PLANE },
];

impl Run<'_> {
    /// Says of each piece whether it tiles the plane, and draws the tiling or the coronas.
    fn plane(&mut self, problem: usize) -> Result<(), Failed> {
        let named = self.problem(problem);
        let (lattice, start) = (named.tiling.lattice(), self.host.clock());
        for (number, piece) in named.tiling.pieces().iter().enumerate() {
            let name = named.tiling.piece_name(number);
            let outcome = plane(piece, lattice, Limits::default(), &self.host.budget(), &mut |_| {});
            // These are about this piece alone.
            if let Err(
                error @ (PlaneError::Hole(..) | PlaneError::Apart | PlaneError::Labels | PlaneError::Empty),
            ) = outcome
            {
                self.print(&format!("piece {name}: {error}\n"))?;
                continue;
            }
            let outcome = outcome?;
            let answer = outcome.certain();
            let (tiling, placed) = answer.shown(WINDOW)?;
            self.print(&format!("piece {name} {}\n", answer.sentence(lattice)))?;
            let picture = Picture::new(name, &tiling, &placed);
            self.print(&text(&picture, Style::default()))?;
            if let Some(reason) = outcome.reason() {
                return self.nothing_yet(named, reason);
            }
        }
        self.print_time_since(start, &named.name)
    }

    /// Says whether the pieces tile the plane together, and draws the tiling.
    fn together(&mut self, asked: &Asked) -> Result<(), Failed> {
        let named = self.problem(asked.problem);
        let (start, most) = (self.host.clock(), asked.number.unwrap_or(0));
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let outcome = together(&named.tiling, most, &self.host.budget(), &mut |_| {})?;
        let found = outcome.certain();
        if let Some(torus) = &found.torus {
            let (tiling, placed) = torus.window(WINDOW)?;
            self.print(&torus.together())?;
            self.print(&text(&Picture::new(&named.name, &tiling, &placed), Style::default()))?;
        } else {
            self.print(&format!("{}\n", found.nothing()))?;
        }
        match outcome.reason() {
            Some(reason) => self.nothing_yet(named, reason),
            None => self.print_time_since(start, &named.name),
        }
    }
}
