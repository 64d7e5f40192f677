//! The symmetries of a tiling: the motions that map the board to itself and the pieces to pieces.

use std::collections::{HashMap, HashSet};

use super::clues::{Region, Rules};
use super::grid::Grid;
use super::labels::image;
use super::placing::Footprint;
use super::{
    Cell, Encoding, Isometry, Labels, Meaning, Piece, Predicate, Quantity, Shape, Tiling, TilingError,
};
use combien::budget::{Budget, Effort, Reason};
use combien::problem::{Automorphism, ItemId, OptionId};

/// A motion of the whole lattice: an isometry about the origin, then a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Motion {
    /// The isometry.
    pub isometry: Isometry,
    /// The shift after it.
    pub(crate) shift: Cell,
}

impl Motion {
    /// Nothing moves.
    pub(crate) const IDENTITY: Motion =
        Motion { isometry: Isometry::IDENTITY, shift: Cell { z: 0, y: 0, x: 0 } };

    /// The image of a cell.
    pub fn apply(self, cell: Cell) -> Cell {
        self.isometry.apply(cell) + self.shift
    }

    /// First this one, then `next`.
    #[must_use]
    pub(crate) fn then(self, next: Motion) -> Motion {
        let isometry = self.isometry.then(next.isometry);
        let origin = Cell::default();
        Motion { isometry, shift: next.apply(self.apply(origin)) - isometry.apply(origin) }
    }
}

#[doc(hidden)]
impl Tiling {
    /// The motions that map the board to itself, optional cells to optional cells, and each piece to a piece
    /// with the same quantity: to itself, if it may be turned that way, or to another piece such as its
    /// mirror image. On a board that closes on itself they include the shifts along it, each once. Only
    /// those that keep the clues, the marks and colors, and the pieces that a predicate names.
    ///
    /// Takes time linear in the cells for each isometry of the lattice; on a board that closes, for each of
    /// its cells too.
    pub fn motions(&self) -> Vec<Motion> {
        let motions = self.motions_within(&Budget::UNLIMITED);
        motions.unwrap_or_else(|reason| unreachable!("there is no limit: {reason}"))
    }

    /// Do the clues and the predicate keep all motions of the board and the pieces? Takes as long as to find
    /// the motions twice.
    #[doc(hidden)]
    pub fn has_all_motions(&self) -> bool {
        if !self.has_clues() && self.predicate().is_none() {
            return true;
        }
        let bare = Tiling { rules: Rules::default(), predicate: None, ..self.clone() };
        self.motions().len() == bare.motions().len()
    }

    /// The [motions](Tiling::motions) within a budget, which is checked for each possible image of the
    /// board's first cell.
    fn motions_within(&self, budget: &Budget) -> Result<Vec<Motion>, Reason> {
        let classes = PieceClasses::new(self);
        let mut motions = vec![];
        for &isometry in self.lattice().isometries().elements() {
            let images = classes.images(self, isometry);
            let is_kept = |predicate: &Predicate| {
                images.as_ref().is_some_and(|images| predicate.is_kept_by(isometry, images))
            };
            if images.is_some()
                && self.board().wrap().is_kept_by(isometry)
                && self.predicate().is_none_or(is_kept)
            {
                let shifts = self.shifts(isometry, budget)?.into_iter();
                let found = shifts.map(|shift| Motion { isometry, shift });
                motions.extend(found.map(|motion| self.board().wrap().nearest_motion(motion)));
            }
        }
        let mut seen = HashSet::new();
        motions.retain(|&motion| seen.insert(motion));
        if self.has_clues() || self.pieces().iter().any(|piece| !piece.labels.is_empty()) {
            motions = self.keeping_placements(motions, budget)?;
        }
        // The identity first.
        motions.sort_by_key(|motion| *motion != Motion::IDENTITY);
        Ok(motions)
    }

    /// The motions that map the placements that clues, marks and colors leave to one another.
    fn keeping_placements(&self, motions: Vec<Motion>, budget: &Budget) -> Result<Vec<Motion>, Reason> {
        let encoding = match self.encode_unfiltered_within(budget) {
            Ok(encoding) => encoding,
            Err(TilingError::Stopped(reason)) => return Err(reason),
            // Then there is no problem that could have symmetries.
            Err(_) => return Ok(motions),
        };
        let mut effort = Effort::within(budget);
        let acting = Acting::new(self, &encoding, &mut effort)?;
        let mut kept = vec![];
        for motion in motions {
            budget.check()?;
            if acting.keeps_options(motion, &mut effort)? {
                kept.push(motion);
            }
        }
        Ok(kept)
    }

    /// The steps that map the turned board to the board.
    fn shifts(&self, isometry: Isometry, budget: &Budget) -> Result<Vec<Cell>, Reason> {
        let board = self.board();
        let grid = Grid::new(board);
        let cells = board.cells().cells().iter();
        let optional: Vec<bool> = cells.map(|&cell| board.optional().contains(cell)).collect();
        let mut shifts = vec![];
        for motion in self.candidates(isometry) {
            budget.check()?;
            shifts.extend(self.maps_board(&grid, &optional, motion).then_some(motion.shift));
        }
        Ok(shifts)
    }

    /// The motions with this isometry that can map the board to itself: the turned board's least cell goes to
    /// the board's least cell, or to any cell if the board closes on itself.
    pub(super) fn candidates(&self, isometry: Isometry) -> impl Iterator<Item = Motion> {
        let (board, turns) = (self.board(), self.board().wrap().turns());
        let cells = board.cells().cells();
        let least = cells.iter().map(|&cell| isometry.apply(cell)).min().unwrap_or_default();
        let targets = match cells {
            [] => &[Cell { z: 0, y: 0, x: 0 }],
            [first, ..] if board.wrap().is_none() => std::slice::from_ref(first),
            _ => cells,
        };
        let targets = turns.flat_map(move |turn| targets.iter().map(move |&target| turn.apply(target)));
        let motions = targets.map(move |target| Motion { isometry, shift: target - least });
        motions.filter(|motion| self.lattice().is_translation(motion.shift))
    }

    /// Does a motion map each cell of the board to a cell of the same kind?
    pub(super) fn maps_board<K: PartialEq>(&self, grid: &Grid, kinds: &[K], motion: Motion) -> bool {
        let kind = |cell: Cell| grid.place(cell).map(|place| &kinds[place]);
        self.board().cells().cells().iter().all(|&cell| kind(cell) == kind(motion.apply(cell)))
            && self.board().wrap().is_kept_by_motion(motion)
    }

    /// Motions that generate all of [`Tiling::motions`], none of them generated by the previous ones. A torus
    /// has as many motions as cells, and is generated by a few.
    fn generating_motions(&self, budget: &Budget, rotations: bool) -> Result<Vec<Motion>, Reason> {
        let wrap = self.board().wrap();
        let mut all = self.motions_within(budget)?;
        all.retain(|motion| !rotations || motion.isometry.is_rotation());
        let mut group = all[..1].to_vec();
        let mut known: HashSet<Motion> = group.iter().copied().collect();
        let mut generators: Vec<Motion> = vec![];
        for motion in all {
            if known.contains(&motion) {
                continue;
            }
            generators.push(motion);
            let mut at = 0;
            while at < group.len() {
                budget.check()?;
                for &generator in &generators {
                    let product = wrap.nearest_motion(group[at].then(generator));
                    if known.insert(product) {
                        group.push(product);
                    }
                }
                at += 1;
            }
        }
        Ok(generators)
    }

    /// Automorphisms of the problem that generate those of all motions. Two motions may give the same
    /// automorphism.
    pub fn automorphisms(&self, encoding: &Encoding) -> Vec<Automorphism> {
        let automorphisms = self.automorphisms_within(encoding, &Budget::UNLIMITED);
        automorphisms.unwrap_or_else(|reason| unreachable!("there is no limit: {reason}"))
    }

    /// Automorphisms of the problem that generate those of all motions, within this budget: its flag and its
    /// deadline count. Takes a while on large boards.
    pub fn automorphisms_within(
        &self,
        encoding: &Encoding,
        budget: &Budget,
    ) -> Result<Vec<Automorphism>, Reason> {
        self.generating(encoding, false, budget)
    }

    /// Automorphisms of the problem that generate those of the rotations and translations: mirror images are
    /// different then.
    #[doc(hidden)]
    pub fn rotations_within(
        &self,
        encoding: &Encoding,
        budget: &Budget,
    ) -> Result<Vec<Automorphism>, Reason> {
        self.generating(encoding, true, budget)
    }

    fn generating(
        &self,
        encoding: &Encoding,
        rotations: bool,
        budget: &Budget,
    ) -> Result<Vec<Automorphism>, Reason> {
        let motions = self.generating_motions(budget, rotations)?;
        let mut effort = Effort::within(budget);
        let acting = Acting::new(self, encoding, &mut effort)?;
        motions.into_iter().map(|motion| acting.automorphism(motion, &mut effort)).collect()
    }

    /// All motions, each with its automorphism. Of motions with the same automorphism, only the first.
    #[doc(hidden)]
    pub fn acting_motions(&self, encoding: &Encoding) -> Vec<(Motion, Automorphism)> {
        let mut effort = Effort::within(&Budget::UNLIMITED);
        let mut known = HashSet::new();
        let with_automorphism = Acting::new(self, encoding, &mut effort).and_then(|acting| {
            let motions = self.motions().into_iter();
            motions
                .map(|motion| Ok((motion, acting.automorphism(motion, &mut effort)?)))
                .collect::<Result<Vec<_>, _>>()
        });
        let with_automorphism =
            with_automorphism.unwrap_or_else(|reason| unreachable!("there is no limit: {reason}"));
        let mut is_new = |automorphism: &Automorphism| known.insert(automorphism.options().to_vec());
        with_automorphism.into_iter().filter(|(_, automorphism)| is_new(automorphism)).collect()
    }
}

/// The orientations of a piece, sorted, and how often it is used.
type Class = (Vec<(Shape, Labels)>, Quantity);

/// The pieces in classes: pieces of a class have the same orientations and the same quantity, and can replace
/// each other.
pub(super) struct PieceClasses {
    /// The pieces of each class, ascending.
    members: HashMap<Class, Vec<usize>>,
}

impl PieceClasses {
    pub(super) fn new(tiling: &Tiling) -> PieceClasses {
        let mut members: HashMap<_, Vec<usize>> = HashMap::new();
        for (place, piece) in tiling.pieces().iter().enumerate() {
            members.entry(Self::key(tiling, piece, Isometry::IDENTITY)).or_default().push(place);
        }
        PieceClasses { members }
    }

    /// The images of the orientations of a piece under an isometry, with those that the board turns them
    /// into.
    fn key(tiling: &Tiling, piece: &Piece, isometry: Isometry) -> Class {
        let lattice = tiling.lattice();
        let orientations = piece.orientations(lattice).into_iter();
        let turned = |(first, _)| {
            let (shape, labels) = piece.image(first, lattice);
            let turns = tiling.board().wrap().turns();
            turns.map(move |turn| image(&shape, &labels, isometry.then(turn.isometry), lattice))
        };
        let mut images: Vec<(Shape, Labels)> = orientations.flat_map(turned).collect();
        images.sort_unstable();
        images.dedup();
        (images, piece.quantity)
    }

    /// The image of each piece; within a class, the first is mapped to the first. Returns `None` if the image
    /// of some piece is not a piece.
    pub(super) fn images(&self, tiling: &Tiling, isometry: Isometry) -> Option<Vec<usize>> {
        let image = |(place, piece): (usize, &Piece)| {
            let rank = self.members[&Self::key(tiling, piece, Isometry::IDENTITY)]
                .iter()
                .position(|&m| m == place)?;
            self.members.get(&Self::key(tiling, piece, isometry))?.get(rank).copied()
        };
        tiling.pieces().iter().enumerate().map(image).collect()
    }
}

/// How motions act on the options and items of an encoding.
struct Acting<'a> {
    tiling: &'a Tiling,
    encoding: &'a Encoding,
    grid: Grid<'a>,
    classes: PieceClasses,
    /// The option with this footprint.
    options: HashMap<Footprint, OptionId>,
    items: HashMap<Meaning, ItemId>,
    regions: HashMap<Region, usize>,
}

/// The effort for an option's footprint: it is made, hashed and compared.
const FOOTPRINT: usize = 100;

impl Acting<'_> {
    fn new<'a>(
        tiling: &'a Tiling,
        encoding: &'a Encoding,
        effort: &mut Effort<'_>,
    ) -> Result<Acting<'a>, Reason> {
        let grid = Grid::new(tiling.board());
        let mut options = HashMap::with_capacity(encoding.problem.option_count());
        for option in encoding.problem.options() {
            effort.spend(FOOTPRINT)?;
            options.insert(Footprint::of(tiling, encoding, &grid, option), option);
        }
        let items = encoding.problem.items().map(|item| (encoding.meaning(item), item)).collect();
        let regions = tiling.rules.regions.iter().cloned().zip(0..).collect();
        Ok(Acting { tiling, encoding, grid, classes: PieceClasses::new(tiling), options, items, regions })
    }

    /// The region onto which a motion maps this one, if there is one with the same bounds; `pieces` are the
    /// images of the pieces.
    fn image_of_region(&self, region: usize, motion: Motion, pieces: &[usize]) -> Option<usize> {
        let (board, regions) = (self.tiling.board().cells().cells(), &self.tiling.rules.regions);
        let Region { places: ref of, pieces: ref counted, bounds } = regions[region];
        let cells: Vec<Cell> = of.iter().map(|&place| motion.apply(board[place])).collect();
        let counted = counted.as_ref().map(|counted| {
            let mut images: Vec<usize> = counted.iter().map(|&piece| pieces[piece]).collect();
            images.sort_unstable();
            images
        });
        self.regions.get(&Region { places: places(&self.grid, &cells), pieces: counted, bounds }).copied()
    }

    /// Is the image of each option an option that costs as much, and that of each region a region?
    fn keeps_options(&self, motion: Motion, effort: &mut Effort<'_>) -> Result<bool, Reason> {
        let Some(pieces) = self.classes.images(self.tiling, motion.isometry) else { return Ok(false) };
        let mut regions = 0..self.tiling.rules.regions.len();
        let problem = &self.encoding.problem;
        let is_kept = |option| {
            self.image(option, motion, &pieces)
                .is_some_and(|image| problem.cost(image) == problem.cost(option))
        };
        if !regions.all(|region| self.image_of_region(region, motion, &pieces).is_some()) {
            return Ok(false);
        }
        for option in problem.options() {
            effort.spend(FOOTPRINT)?;
            if !is_kept(option) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The image of an option, if it is one; `pieces` are the images of the pieces.
    fn image(&self, option: OptionId, motion: Motion, pieces: &[usize]) -> Option<OptionId> {
        let placement = self.encoding.placement(option);
        let labels = placement.map_or_else(Vec::new, |placement| self.tiling.labels(placement));
        let image = Footprint::on(
            &self.grid,
            placement.map(|placement| pieces[placement.piece]),
            self.encoding.cells(option).cells(),
            &labels,
            |cell| motion.apply(cell),
            |step| motion.isometry.turn(step),
        );
        self.options.get(&image).copied()
    }

    fn automorphism(&self, motion: Motion, effort: &mut Effort<'_>) -> Result<Automorphism, Reason> {
        let pieces = self.classes.images(self.tiling, motion.isometry);
        let pieces = pieces.unwrap_or_else(|| unreachable!("a motion maps pieces to pieces"));
        let problem = &self.encoding.problem;
        let mut options = Vec::with_capacity(problem.option_count());
        for option in problem.options() {
            effort.spend(FOOTPRINT)?;
            let image = self.image(option, motion, &pieces);
            options.push(image.unwrap_or_else(|| unreachable!("a motion maps placements to placements")));
        }
        let board = self.tiling.board().cells().cells();
        let item = |item: ItemId| match self.encoding.meaning(item) {
            Meaning::Cell(cell) => {
                let place = self.grid.place(motion.apply(cell));
                let place = place.unwrap_or_else(|| unreachable!("a motion maps the board to itself"));
                self.items[&Meaning::Cell(board[place])]
            }
            Meaning::Piece(piece) => self.items[&Meaning::Piece(pieces[piece])],
            Meaning::Region(region) => {
                let image = self.image_of_region(region, motion, &pieces);
                let image = image.unwrap_or_else(|| unreachable!("a motion maps regions to regions"));
                self.items[&Meaning::Region(image)]
            }
            Meaning::Side(cell, across, pair) => {
                let side = self.grid.side(motion.apply(cell), motion.apply(across));
                let side = side.unwrap_or_else(|| unreachable!("a motion maps the board to itself"));
                let ((place, towards), _) = side;
                self.items[&Meaning::Side(board[place], board[place] + towards, pair)]
            }
            Meaning::Crossing(corner) => {
                let image = self.tiling.board().wrap().representative(motion.apply(corner));
                self.items[&Meaning::Crossing(image)]
            }
        };
        let items = problem.items().map(item).collect();
        let checked = Automorphism::new_within(problem, options, items, effort)?;
        Ok(checked.unwrap_or_else(|error| unreachable!("a motion keeps who covers what: {error}")))
    }
}

fn places(grid: &Grid, cells: &[Cell]) -> Vec<usize> {
    let mut places: Vec<usize> = cells.iter().filter_map(|&cell| grid.place(cell)).collect();
    places.sort_unstable();
    places
}
