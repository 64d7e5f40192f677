//! `plane p`: whether the pieces of a problem tile the plane.

use combien_tiling::draw::{Picture, Style, text};
use combien_tiling::plane::{Answer, Limits, PlaneError, plane};

use super::Command;
use crate::run::{Failed, Run};

/// A window of this many units is drawn.
const WINDOW: u32 = 8;

pub(crate) const ROWS: &[Command] = &[Command {
    name: "plane",
    words: &[("plane", "target", "says whether each piece tiles the plane", "plane p")],
    ignores_where: Some((
        "`plane` cannot obey `where`",
        "ask about a problem without it; the board and its predicate do not matter",
    )),
    run: |run, asked| run.plane(asked.problem),
    ..Command::ASKS
}];

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
            let (tiling, placed) = match answer {
                Answer::Tiles(torus) => torus.window(WINDOW)?,
                Answer::Fails(heesch) => heesch.patch.tiling()?,
                Answer::Unknown { patch, .. } => patch.tiling()?,
            };
            self.print(&format!("piece {name} {}\n", answer.sentence(lattice)))?;
            let picture = Picture::new(name, &tiling, &placed);
            self.print(&text(&picture, Style::default()))?;
            if let Some(reason) = outcome.reason() {
                return self.nothing_yet(named, reason);
            }
        }
        self.print_time_since(start, &named.name)
    }
}
