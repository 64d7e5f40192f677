//! Whether a solution satisfies a predicate.

use super::coloring::is_colorable;
use super::ground::{Direction, Ground};
use super::symmetric::{GAP, Motions};
use super::{Area, MOST_STEPS, Predicate, TooHard};
use crate::tiling::{Encoding, Meaning, Placement, Quantity, Shape, Tiling};
use combien::problem::Solution;

/// Decides whether solutions of a tiling satisfy its predicate. The board is looked at once, when it is made.
pub struct Judge {
    predicate: Predicate,
    ground: Ground,
    /// If it matters whether a solution is symmetric.
    motions: Option<Motions>,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").field("predicate", &self.predicate).finish_non_exhaustive()
    }
}

/// A solution on its board: which placement covers each cell.
struct Covered<'a> {
    ground: &'a Ground,
    motions: Option<&'a Motions>,
    placements: Vec<Placement>,
    /// The placement that covers each cell, or `GAP`.
    owner: Vec<usize>,
}

impl Judge {
    pub(super) fn new(tiling: &Tiling, predicate: Predicate) -> Judge {
        let motions = predicate.is_about_symmetry().then(|| Motions::of(tiling));
        Judge { predicate, ground: Ground::new(tiling), motions }
    }

    /// Does the predicate hold for a solution of this encoding, which is that of the tiling? Takes time
    /// linear in the cells of the board and the pieces, except to [color](Predicate::Colorable) them.
    pub fn accepts(&self, encoding: &Encoding, solution: &Solution) -> Result<bool, TooHard> {
        let mut covered = self.empty();
        for &option in solution.options() {
            let Some(placement) = encoding.placement(option) else { continue };
            let cells = encoding.problem.option(option).iter().filter_map(|entry| {
                match encoding.meaning(entry.item) {
                    Meaning::Cell(cell) => self.ground.place(cell),
                    _ => None,
                }
            });
            covered.put(placement, cells);
        }
        covered.satisfies(&self.predicate)
    }

    /// Does the predicate hold for these placed pieces, each with the cells of the board that it covers, as
    /// of [`Encoding::placed`]?
    #[doc(hidden)]
    pub fn holds(&self, placed: &[(Placement, Shape)]) -> Result<bool, TooHard> {
        let mut covered = self.empty();
        for (placement, cells) in placed {
            covered.put(*placement, cells.cells().iter().filter_map(|&cell| self.ground.place(cell)));
        }
        covered.satisfies(&self.predicate)
    }

    fn empty(&self) -> Covered<'_> {
        let owner = vec![GAP; self.ground.cells.len()];
        Covered { ground: &self.ground, motions: self.motions.as_ref(), placements: vec![], owner }
    }
}

impl Covered<'_> {
    fn put(&mut self, placement: Placement, places: impl Iterator<Item = usize>) {
        for place in places {
            self.owner[place] = self.placements.len();
        }
        self.placements.push(placement);
    }

    /// The piece that a placement places.
    fn piece(&self, owner: usize) -> usize {
        self.placements[owner].piece
    }

    fn satisfies(&self, predicate: &Predicate) -> Result<bool, TooHard> {
        Ok(match predicate {
            Predicate::All(parts) => {
                for part in parts {
                    if !self.satisfies(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Predicate::Any(parts) => {
                for part in parts {
                    if self.satisfies(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Predicate::Not(part) => !self.satisfies(part)?,
            Predicate::Crossroads(Quantity { lo, hi }) => {
                let number = self.crossroads();
                number >= *lo as usize && hi.is_none_or(|hi| number <= hi as usize)
            }
            &Predicate::Colorable(colors) => {
                is_colorable(&self.neighbours(), colors, MOST_STEPS).ok_or(TooHard::Colorable(colors))?
            }
            Predicate::Fault => self.ground.directions.iter().any(|direction| self.has_fault(direction)),
            &Predicate::FaultAlong(is_vertical) => {
                let along = self.ground.straight(is_vertical);
                along.is_some_and(|direction| self.has_fault(direction))
            }
            Predicate::DiagonallyConnected(area) => is_connected(&self.within(area), &self.ground.touching()),
            Predicate::Block(area) => {
                let within = self.within(area);
                let is_block =
                    |places: &Vec<usize>| places.len() == 4 && places.iter().all(|&place| within[place]);
                self.ground.points.iter().any(is_block)
            }
            Predicate::Border => self.all_touch_border(),
            Predicate::Apart => self.equal_pieces_are_apart(),
            Predicate::AsMany(one, other) => {
                let number = |pieces: &[usize]| {
                    self.placements.iter().filter(|placement| pieces.contains(&placement.piece)).count()
                };
                number(one) == number(other)
            }
            Predicate::Connected(area) => is_connected(&self.within(area), &self.ground.beside),
            Predicate::SimplyConnected(area) => {
                let within = self.within(area);
                is_connected(&within, &self.ground.beside) && !self.has_hole(&within)
            }
            Predicate::Symmetric => match self.motions {
                Some(motions) => {
                    let kept = motions.keep(&self.owner, &self.placements, MOST_STEPS);
                    kept.ok_or(TooHard::Symmetric)?
                }
                None => unreachable!("a judge of symmetric solutions has motions"),
            },
        })
    }

    /// The number of points where four or more pieces meet.
    fn crossroads(&self) -> usize {
        let (mut number, mut met) = (0, vec![]);
        for places in &self.ground.points {
            met.clear();
            for &place in places {
                let owner = self.owner[place];
                if owner != GAP && !met.contains(&owner) {
                    met.push(owner);
                }
            }
            number += usize::from(met.len() > 3);
        }
        number
    }

    /// The neighbours of each placement, each once.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours: Vec<Vec<usize>> = vec![vec![]; self.placements.len()];
        for (&one, near) in self.owner.iter().zip(&self.ground.beside) {
            for &place in near {
                let other = self.owner[place];
                if one != GAP && other != GAP && one != other && !neighbours[one].contains(&other) {
                    neighbours[one].push(other);
                }
            }
        }
        neighbours
    }

    fn equal_pieces_are_apart(&self) -> bool {
        let kind = |owner: usize| self.ground.equals[self.piece(owner)];
        let neighbours = self.neighbours();
        neighbours.iter().enumerate().all(|(one, near)| near.iter().all(|&other| kind(one) != kind(other)))
    }

    fn all_touch_border(&self) -> bool {
        let mut touches = vec![false; self.placements.len()];
        for (&owner, &rim) in self.owner.iter().zip(&self.ground.rim) {
            if owner != GAP {
                touches[owner] |= rim;
            }
        }
        touches.into_iter().all(|touches| touches)
    }

    /// Is there a line that no piece lies on both sides of?
    fn has_fault(&self, Direction { bands, lines }: &Direction) -> bool {
        let mut span: Vec<Option<(i32, i32)>> = vec![None; self.placements.len()];
        for (&owner, &band) in self.owner.iter().zip(bands) {
            if owner != GAP {
                let (low, high) = span[owner].unwrap_or((band, band));
                span[owner] = Some((low.min(band), high.max(band)));
            }
        }
        let mut is_cut = vec![false; lines.len()];
        for (low, high) in span.into_iter().flatten() {
            let first = lines.partition_point(|&line| line <= low);
            let last = lines.partition_point(|&line| line <= high);
            is_cut[first..last].fill(true);
        }
        is_cut.into_iter().any(|cut| !cut)
    }

    /// Which cells belong to an area.
    fn within(&self, area: &Area) -> Vec<bool> {
        let belongs = |&owner: &usize| match area {
            Area::Gaps => owner == GAP,
            Area::Pieces(pieces) => owner != GAP && pieces.contains(&self.piece(owner)),
        };
        self.owner.iter().map(belongs).collect()
    }

    /// Has a connected area of the plane a hole? By Euler's formula it has `1 - corners + sides - cells` of
    /// them.
    fn has_hole(&self, within: &[bool]) -> bool {
        let (mut sides, mut cells) = (0, 0);
        for (place, near) in self.ground.beside.iter().enumerate() {
            if within[place] {
                // A side between two cells counts once.
                let shared = near.iter().filter(|&&near| near < place && within[near]).count();
                sides += self.ground.sides(place) - shared;
                cells += 1;
            }
        }
        let is_corner = |places: &&Vec<usize>| places.iter().any(|&place| within[place]);
        let corners = self.ground.points.iter().filter(is_corner).count();
        cells > 0 && corners + cells != sides + 1
    }
}

/// Are the cells of an area connected, each with those near it?
fn is_connected(within: &[bool], near: &[Vec<usize>]) -> bool {
    let mut left = within.to_vec();
    let mut open: Vec<usize> = left.iter().position(|&within| within).into_iter().collect();
    for &place in &open {
        left[place] = false;
    }
    while let Some(place) = open.pop() {
        for &near in &near[place] {
            if std::mem::replace(&mut left[near], false) {
                open.push(near);
            }
        }
    }
    !left.contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiling::{Board, Lattice, Piece, Undecidable, Wrap};
    use crate::tiling::{Cell, Isometry};

    const ANY: Quantity = Quantity::ANY;

    /// A solution drawn in letters, each letter a piece of its own that covers its cells; `.` is a gap, a
    /// space no cell.
    struct Drawn {
        tiling: Tiling,
        placed: Vec<(Placement, Shape)>,
    }

    impl Drawn {
        fn on(lattice: &Lattice, rows: &str) -> Drawn {
            let mut cells: Vec<(char, Vec<Cell>)> = vec![];
            for (y, row) in rows.split('$').rev().enumerate() {
                for (x, letter) in row.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
                    let cell = lattice.at(Cell::plane(x as i32, y as i32));
                    match cells.iter_mut().find(|(known, _)| *known == letter) {
                        Some((_, cells)) => cells.push(cell),
                        None => cells.push((letter, vec![cell])),
                    }
                }
            }
            let board: Shape = cells.iter().flat_map(|(_, cells)| cells.iter().copied()).collect();
            let shapes = cells.into_iter().filter(|(letter, _)| *letter != '.');
            let shapes: Vec<(char, Shape)> =
                shapes.map(|(letter, cells)| (letter, cells.into_iter().collect())).collect();
            let piece = |(letter, shape): &(char, Shape)| {
                Piece::new(shape.clone(), ANY, lattice.isometries()).named(letter.to_string())
            };
            let tiling =
                Tiling::new(Board::new(lattice, board).unwrap(), shapes.iter().map(piece).collect()).unwrap();
            let placed = shapes.into_iter().enumerate().map(|(piece, (_, shape))| {
                (Placement { piece, isometry: Isometry::IDENTITY, shift: Cell::default() }, shape)
            });
            Drawn { placed: placed.collect(), tiling }
        }

        fn new(rows: &str) -> Drawn {
            Drawn::on(Lattice::square(), rows)
        }

        fn wrapped(self, steps: &[(i32, i32)]) -> Drawn {
            let steps: Vec<Cell> = steps.iter().map(|&(x, y)| Cell::plane(x, y)).collect();
            let wrap = Wrap::over(self.tiling.lattice(), &steps).unwrap();
            let board = self.tiling.board().clone().wrapped(wrap).unwrap();
            Drawn { tiling: Tiling::new(board, self.tiling.pieces().to_vec()).unwrap(), ..self }
        }

        fn satisfies(&self, predicate: Predicate) -> bool {
            // Twice negated, so that nothing becomes items.
            let twice = Predicate::Not(Box::new(Predicate::Not(Box::new(predicate))));
            let tiling = self.tiling.clone().with_predicate(twice).unwrap();
            tiling.judge().unwrap().holds(&self.placed).unwrap()
        }

        fn crossroads(&self) -> u32 {
            let exactly = |number| Predicate::Crossroads(Quantity { lo: number, hi: Some(number) });
            (0..100).find(|&number| self.satisfies(exactly(number))).unwrap()
        }

        fn colors(&self) -> u32 {
            (0..9).find(|&colors| self.satisfies(Predicate::Colorable(colors))).unwrap()
        }

        fn is_connected(&self, letters: &str) -> (bool, bool) {
            let pieces = self.tiling.pieces().iter();
            let named =
                pieces.enumerate().filter(|(_, piece)| letters.contains(piece.name.as_deref().unwrap()));
            let area =
                if letters == "." { Area::Gaps } else { Area::Pieces(named.map(|(at, _)| at).collect()) };
            (
                self.satisfies(Predicate::Connected(area.clone())),
                self.satisfies(Predicate::SimplyConnected(area)),
            )
        }
    }

    #[test]
    fn crossroads_are_points_where_four_pieces_meet() {
        assert_eq!(Drawn::new("AB$CD").crossroads(), 1);
        assert_eq!(Drawn::new("AB$C.").crossroads(), 0);
        assert_eq!(Drawn::new("ABE$CDF").crossroads(), 2);
        // One piece touches the point twice.
        assert_eq!(Drawn::new("ACC$BAC$DAA").crossroads(), 0);
        assert_eq!(Drawn::new("AAB$CCB$DDB").crossroads(), 0);
        // At the center of a hexagon of triangles, six meet; at none of three hexagons more than three.
        assert_eq!(Drawn::on(Lattice::triangle(), " ABC$ DEF").crossroads(), 1);
        assert_eq!(Drawn::on(Lattice::hexagon(), "ABC$DEF$GHI").crossroads(), 0);
        // The same four cells around each of four points.
        assert_eq!(Drawn::new("AB$CD").wrapped(&[(2, 0), (0, 2)]).crossroads(), 4);
        assert_eq!(Drawn::new("AA$BB").wrapped(&[(2, 0), (0, 2)]).crossroads(), 0);
        assert_eq!(Drawn::new("ABC$DEF$GHI").wrapped(&[(3, 0), (0, 3)]).crossroads(), 9);
    }

    #[test]
    fn corners_connect_and_blocks_are_two_by_two() {
        let gaps = |rows: &str, test: fn(Area) -> Predicate| Drawn::new(rows).satisfies(test(Area::Gaps));
        let connected = |rows| gaps(rows, Predicate::DiagonallyConnected);
        assert!(connected(".AA$A.A$AA.") && !connected("..A$AA.$.A.") && connected("AAA$AAA"));
        assert!(!connected(".A.$AAA") && connected(".A.$A.A"));
        let block = |rows| gaps(rows, Predicate::Block);
        assert!(block("A..$A..$AAA") && !block("A..$A.A$AA.") && !block("A. $ .A"));
        // Around the seam, and not where three cells meet in a point.
        let closed = Drawn::new(".AA.$.AA.").wrapped(&[(4, 0)]);
        assert!(closed.satisfies(Predicate::Block(Area::Gaps)) && !block(".AA.$.AA."));
        let hexagons = Drawn::on(Lattice::hexagon(), "A..$A..");
        assert!(hexagons.tiling.with_predicate(Predicate::Block(Area::Gaps)).is_err());
    }

    #[test]
    fn neighbours_share_a_side() {
        assert_eq!(Drawn::new("AB$CD").colors(), 2);
        assert_eq!(Drawn::new("AAA$ABA$AAA").colors(), 2);
        assert_eq!(Drawn::new("ABB$ACC").colors(), 3);
        assert_eq!(Drawn::new("AAAA$BDDC$BBCC").colors(), 4);
        assert_eq!(Drawn::new("A A").colors(), 1);
        assert_eq!(Drawn::on(Lattice::hexagon(), "AB$.C").colors(), 3);
        // Seven hexagons on a torus, each of which touches all others (Heawood, 1890).
        let torus = Drawn::on(Lattice::hexagon(), "ABCDEFG").wrapped(&[(7, 0), (2, 1)]);
        assert_eq!(torus.colors(), 7);
    }

    #[test]
    fn a_fault_line_cuts_no_piece() {
        let has = |drawn: Drawn| drawn.satisfies(Predicate::Fault);
        assert!(has(Drawn::new("AAB$AAB")) && has(Drawn::new("AAA$BBB")) && has(Drawn::new("A.")));
        assert!(!has(Drawn::new("A")) && !has(Drawn::new("ABB$AAB")) && !has(Drawn::new("AAB$DEB$DCC")));
        let along = |rows: &str, is_vertical| Drawn::new(rows).satisfies(Predicate::FaultAlong(is_vertical));
        assert!(along("AAB$AAB", true) && !along("AAB$AAB", false));
        assert!(along("AAA$BBB", false) && !along("AAA$BBB", true));
        let row = Drawn::on(Lattice::triangle(), " AAA$ BBB").satisfies(Predicate::FaultAlong(false));
        let strip = Drawn::on(Lattice::triangle(), "AAB").satisfies(Predicate::FaultAlong(false));
        assert!(row && !strip);
        // Not between two boards that only touch in a corner, nor beside the board.
        assert!(!has(Drawn::new("A $ B")));
        // A piece in two parts, with the other piece between.
        assert!(!has(Drawn::new("ABA")));
        // A lozenge and a triangle that stand side by side, and a lozenge alone.
        assert!(has(Drawn::on(Lattice::triangle(), "AAB")) && !has(Drawn::on(Lattice::triangle(), "AA")));
        assert!(
            has(Drawn::on(Lattice::triangle(), " AAA$ BBB"))
                && !has(Drawn::on(Lattice::triangle(), " ABB$ AAA"))
        );
        // Along both diagonals of a square and between squares; opposite quarters, and a piece across the
        // side.
        let quarters = |rows| has(Drawn::on(Lattice::quarter(), rows));
        assert!(quarters("AB$AB") && quarters("AA$BB") && quarters("AABB$AABB"));
        assert!(!quarters("AB$BA") && !quarters("AA$AA") && !quarters("ABBB$AABB"));
        // Through the middle of a hexagon.
        let kites = |rows| has(Drawn::on(Lattice::kite(), rows));
        assert!(kites("AAA$BBB") && kites("AAB$ABB") && !kites("ABA$BAB") && !kites("AAA$ABB"));
        assert_eq!(Drawn::on(Lattice::quarter(), "AB$CD").crossroads(), 1);
        assert_eq!(Drawn::on(Lattice::kite(), "AAA$BBB").crossroads(), 0);
    }

    #[test]
    fn pieces_touch_the_border_by_a_side() {
        let touch = |drawn: Drawn| drawn.satisfies(Predicate::Border);
        assert!(!touch(Drawn::new("AAA$ABA$AAA")) && touch(Drawn::new("AAA$BBA$AAA")));
        // A gap is on the board, a missing cell is not; a corner is no side.
        assert!(!touch(Drawn::new("AAA$AB.$AAA")) && touch(Drawn::new("AAA$AB $AAA")));
        assert!(!touch(Drawn::new("AA $ABA$AAA")));
        assert!(!touch(Drawn::new("AB$CD").wrapped(&[(2, 0), (0, 2)])));
    }

    /// Each letter is a piece of its own here, so pieces are equal if their shapes are.
    #[test]
    fn equal_pieces_may_touch_in_corners() {
        let apart = |drawn: Drawn| drawn.satisfies(Predicate::Apart);
        assert!(!apart(Drawn::new("AAB$CCB")) && !apart(Drawn::new("AB")));
        assert!(apart(Drawn::new("ABBC")) && apart(Drawn::new("A.$.B")));
        assert!(!apart(Drawn::new("ABBC").wrapped(&[(4, 0)])));
        // An L beside its mirror image, and beside a turned copy.
        assert!(apart(Drawn::new("A..B$A..B$AABB")) && !apart(Drawn::new("ABB$A.B$AAB")));
    }

    #[test]
    fn areas_are_connected_by_sides() {
        let drawn = Drawn::new("AAB$AAC");
        assert_eq!(drawn.is_connected("A"), (true, true));
        assert_eq!(drawn.is_connected("BC"), (true, true));
        assert_eq!(drawn.is_connected(""), (true, true));
        assert_eq!(Drawn::new("AB$CA").is_connected("A"), (false, false));
        assert_eq!(Drawn::new("A..$.AA").is_connected("."), (false, false));
        assert_eq!(Drawn::new("AAA$A.A$AAA").is_connected("A"), (true, false));
        assert_eq!(Drawn::new("AAA$A A$AAA").is_connected("A"), (true, false));
        // The heptomino with a hole (A000104 counts it so): the hole touches the outside in a corner.
        assert_eq!(Drawn::new("AA.$A.A$AAA").is_connected("A"), (true, false));
        assert_eq!(Drawn::new("AAA$A.A$A.A").is_connected("A"), (true, true));
        assert_eq!(Drawn::on(Lattice::hexagon(), "AA.$A.A$.AA").is_connected("A"), (true, false));
        assert_eq!(Drawn::on(Lattice::hexagon(), "AA.$A.A$..A").is_connected("A"), (true, true));
        assert_eq!(Drawn::on(Lattice::triangle(), " AAA$ AAA").is_connected("A"), (true, true));
    }

    #[test]
    fn predicates_are_joined() {
        let (yes, no) = (Predicate::Colorable(2), Predicate::Colorable(0));
        let drawn = Drawn::new("AB$CD");
        let all = |parts: &[&Predicate]| Predicate::All(parts.iter().map(|&part| part.clone()).collect());
        let any = |parts: &[&Predicate]| Predicate::Any(parts.iter().map(|&part| part.clone()).collect());
        assert!(drawn.satisfies(all(&[&yes, &yes])) && !drawn.satisfies(all(&[&yes, &no])));
        assert!(drawn.satisfies(any(&[&no, &yes])) && !drawn.satisfies(any(&[&no, &no])));
        assert!(drawn.satisfies(all(&[])) && !drawn.satisfies(any(&[])));
        assert!(drawn.satisfies(Predicate::Not(Box::new(no))));
    }

    #[test]
    fn some_predicates_have_no_meaning() {
        let refused = |drawn: Drawn, predicate| drawn.tiling.with_predicate(predicate).unwrap_err();
        let hexagons = Drawn::on(Lattice::hexagon(), "AB");
        assert_eq!(
            refused(hexagons, Predicate::Fault),
            Undecidable::NoLines("fault", Lattice::hexagon().clone())
        );
        let closed = || Drawn::new("AB").wrapped(&[(2, 0)]);
        assert_eq!(refused(closed(), Predicate::Fault), Undecidable::Closed("fault"));
        let all = Predicate::SimplyConnected(Area::Pieces(vec![0]));
        assert_eq!(refused(closed(), Predicate::Not(Box::new(all))), Undecidable::Closed("simply connected"));
        let cube: Shape = [Cell::space(0, 0, 0)].into_iter().collect();
        let sticks = Drawn::on(Lattice::stick(), "AB");
        assert_eq!(
            refused(sticks, Predicate::Fault),
            Undecidable::NotTiled("fault", Lattice::stick().clone())
        );
        let solid = Tiling::new(Board::new(Lattice::cube(), cube).unwrap(), vec![]).unwrap();
        for (predicate, name) in
            [(Predicate::Crossroads(Quantity::ONE), "crossroads"), (Predicate::Fault, "fault")]
        {
            assert_eq!(solid.clone().with_predicate(predicate).unwrap_err(), Undecidable::InSpace(name));
        }
        let third = Predicate::Connected(Area::Pieces(vec![2]));
        assert_eq!(refused(Drawn::new("AB"), third), Undecidable::NoPiece(2));
        let crossed = Quantity { lo: 2, hi: Some(1) };
        assert_eq!(refused(Drawn::new("AB"), Predicate::Crossroads(crossed)), Undecidable::Crossed(crossed));
    }
}
