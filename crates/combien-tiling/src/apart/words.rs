//! Levels and moves in words.

use super::{Move, Separation};
use crate::tiling::{Cell, Shape};

impl Separation {
    /// The level: the number of moves of this separation, and after a point that of each further one, first
    /// of the pieces that stay. A part of which every piece goes at the first move has no number of its own.
    pub fn level(&self) -> String {
        let parts = [&self.left, &self.removed].into_iter().flatten();
        let below = parts.filter(|part| part.is_deep()).map(|part| format!(".{}", part.level()));
        format!("{}{}", self.moves.len(), below.collect::<String>())
    }

    /// Does it, or one below it, take more than one move?
    fn is_deep(&self) -> bool {
        let mut parts = [&self.left, &self.removed].into_iter().flatten();
        self.moves.len() > 1 || parts.any(|part| part.is_deep())
    }

    /// The number of moves until every piece is alone.
    pub fn move_count(&self) -> usize {
        self.in_order().iter().map(|part| part.moves.len()).sum()
    }

    /// This separation and those below it, in the order of the level.
    pub fn in_order(&self) -> Vec<&Separation> {
        let parts = [&self.left, &self.removed].into_iter().flatten();
        std::iter::once(self).chain(parts.flat_map(|part| part.in_order())).collect()
    }

    /// How far each piece is from its place in the assembly before each move, and after the last one, the
    /// pieces that are shifted away where they were.
    pub fn positions(&self) -> Vec<Vec<Cell>> {
        let mut at = self.start.clone();
        let mut positions = vec![at.clone()];
        for one in &self.moves {
            let far = one.distance.unwrap_or(0) as i32;
            for (piece, place) in self.pieces.iter().zip(&mut at) {
                if one.pieces.contains(piece) {
                    let Cell { x, y, z } = one.step;
                    *place = *place + Cell::space(far * x, far * y, far * z);
                }
            }
            positions.push(at.clone());
        }
        positions
    }

    /// What one sees: for this separation and each below it, the pieces before the first move, and after every
    /// one; each with what it shows, for pieces of these names. What is shifted away is shown beside what
    /// stays.
    pub fn stages(&self, names: &[String], pieces: &[Shape]) -> Vec<(String, Vec<(usize, Shape)>)> {
        let mut stages = vec![];
        for part in self.in_order() {
            let before = std::iter::once(None).chain(part.moves.iter().map(Some));
            for (one, at) in before.zip(part.positions()) {
                let placed = part.pieces.iter().zip(at);
                let mut shown: Vec<(usize, Shape)> =
                    placed.map(|(&piece, place)| (piece, pieces[piece].shifted(place))).collect();
                if let Some(one) = one.filter(|one| one.distance.is_none()) {
                    one.shift_beside(&mut shown);
                }
                let title = one.map_or_else(|| listed(&part.pieces, names), |one| one.sentence(names));
                stages.push((title, shown));
            }
        }
        stages
    }
}

/// The names of these pieces.
fn listed(pieces: &[usize], names: &[String]) -> String {
    pieces.iter().map(|&piece| names[piece].as_str()).collect::<Vec<_>>().join(", ")
}

impl Move {
    /// Shifts the pieces of the move until they lie beyond all others in its direction.
    fn shift_beside(&self, frame: &mut [(usize, Shape)]) {
        let step = self.step;
        let along = |cell: &Cell| cell.x * step.x + cell.y * step.y + cell.z * step.z;
        let of = |moves: bool| {
            let shown = frame.iter().filter(move |(piece, _)| self.pieces.contains(piece) == moves);
            shown.flat_map(|(_, shape)| shape.cells()).map(along)
        };
        let (nearest, farthest) = (of(true).min().unwrap_or(0), of(false).max().unwrap_or(0));
        let length = along(&step);
        let steps = (farthest - nearest).max(0) / length + 2;
        let far = Cell::space(steps * step.x, steps * step.y, steps * step.z);
        for (piece, shape) in frame {
            if self.pieces.contains(piece) {
                *shape = shape.shifted(far);
            }
        }
    }

    /// The move in words, for pieces of these names: `A, B go up 3`, `C goes left and away`.
    pub fn sentence(&self, names: &[String]) -> String {
        let go = if self.pieces.len() == 1 { "goes" } else { "go" };
        let far = self.distance.map_or_else(|| "and away".to_owned(), |distance| distance.to_string());
        format!("{} {go} {} {far}", listed(&self.pieces, names), self.direction())
    }

    /// Where it leads: `right`, `down`; the step, if it is along no axis.
    fn direction(&self) -> String {
        let Cell { x, y, z } = self.step;
        match (x.signum(), y.signum(), z.signum()) {
            (1, 0, 0) => "right".to_owned(),
            (-1, 0, 0) => "left".to_owned(),
            // Other axes are not at a right angle to the first.
            (0, 1, 0) if y == 1 => "back".to_owned(),
            (0, -1, 0) if y == -1 => "forward".to_owned(),
            (0, 0, 1) => "up".to_owned(),
            (0, 0, -1) => "down".to_owned(),
            _ => format!("by {x},{y},{z}"),
        }
    }
}
