//! A tiling as an exact cover problem: cells and pieces are items, placements options.

use super::{Cell, Isometry, Quantity, Shape, Tiling, TilingError};
use crate::problem::{Builder, Entry, ItemId, Kind, OptionId, Problem, Solution};

/// One piece, turned and shifted to a place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The piece, by its place among the pieces of the tiling.
    pub piece: usize,
    /// How it was turned.
    pub isometry: Isometry,
    /// The least corner of the box around it on the board.
    pub corner: Cell,
}

/// A tiling as a problem, and back.
///
/// The items are the cells of the board, ascending, then the pieces to be used exactly once, then, secondary, those to
/// be used at most once. The options are all placements, ordered by their least cell, then by piece, then by
/// orientation; so the first entry of an option is its least cell.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The problem.
    pub problem: Problem,
    cells: Vec<Cell>,
    placements: Vec<Placement>,
}

impl Encoding {
    /// What an option of the problem means.
    pub fn placement(&self, option: OptionId) -> Placement {
        self.placements[option.index()]
    }

    /// The cells of the board that an option covers, ascending.
    pub fn cells(&self, option: OptionId) -> Shape {
        let entries = self.problem.option(option).iter();
        entries.filter_map(|entry| self.cells.get(entry.item.index()).copied()).collect()
    }

    /// The placed pieces of a solution with the cells they cover, in the order of its options.
    pub fn placed(&self, solution: &Solution) -> Vec<(Placement, Shape)> {
        solution.options().iter().map(|&option| (self.placement(option), self.cells(option))).collect()
    }
}

/// An orientation of a piece, as it is tried everywhere.
struct Orientation {
    piece: usize,
    isometry: Isometry,
    /// The steps from its least cell to each of its cells.
    steps: Vec<Cell>,
    /// The step from its least cell to the least corner of its box.
    corner: Cell,
}

pub(super) fn encode(tiling: &Tiling) -> Result<Encoding, TilingError> {
    let mut builder = Builder::new();
    let cells = tiling.board().cells();
    let grid = Grid::new(tiling.board());
    let declare = |&cell: &Cell| builder.primary(&tiling.lattice().cell_name(cell));
    let cell_items: Vec<ItemId> = cells.iter().map(declare).collect::<Result<_, _>>()?;
    let piece_items = declare_pieces(&mut builder, tiling)?;
    let orientations: Vec<Orientation> =
        (0..tiling.pieces().len()).flat_map(|p| orientations(tiling, p)).collect();

    let mut placements = vec![];
    for &least in cells {
        for orientation in &orientations {
            let covered = orientation.steps.iter().map(|&step| grid.place(least + step));
            let Some(covered) = covered.collect::<Option<Vec<usize>>>() else { continue };
            let piece_item = piece_items[orientation.piece].map(Entry::from);
            builder
                .option(covered.into_iter().map(|cell| Entry::from(cell_items[cell])).chain(piece_item))?;
            let &Orientation { piece, isometry, corner, .. } = orientation;
            placements.push(Placement { piece, isometry, corner: least + corner });
        }
    }
    Ok(Encoding { problem: builder.build(), cells: cells.to_vec(), placements })
}

/// An item for each piece that is used exactly or at most once, the primary ones first.
fn declare_pieces(builder: &mut Builder, tiling: &Tiling) -> Result<Vec<Option<ItemId>>, TilingError> {
    let mut items = vec![None; tiling.pieces().len()];
    for (quantity, kind) in [(Quantity::ExactlyOne, Kind::Primary), (Quantity::AtMostOne, Kind::Secondary)] {
        for (place, piece) in tiling.pieces().iter().enumerate() {
            if piece.quantity == quantity {
                let name = unused_name(builder, tiling, place);
                items[place] = Some(builder.item(&name, kind)?);
            }
        }
    }
    Ok(items)
}

/// The name of a piece, with its number behind it where another item has that name.
fn unused_name(builder: &Builder, tiling: &Tiling, piece: usize) -> String {
    let name = tiling.piece_name(piece);
    let numbered = std::iter::successors(Some(piece + 1), |number| Some(number + 1));
    let candidates = std::iter::once(name.clone()).chain(numbered.map(|number| format!("{name}#{number}")));
    let is_free = |candidate: &String| builder.so_far().item_by_name(candidate).is_none();
    candidates.into_iter().find(is_free).unwrap_or(name)
}

fn orientations(tiling: &Tiling, piece: usize) -> Vec<Orientation> {
    let orient = |(isometry, shape): (Isometry, Shape)| {
        let least = shape.cells()[0];
        let steps = shape.cells().iter().map(|&cell| cell - least).collect();
        Orientation { piece, isometry, steps, corner: -least }
    };
    tiling.pieces()[piece].orientations().into_iter().map(orient).collect()
}

/// The place of each cell among the cells of the board, by coordinates within the box around it.
struct Grid {
    low: Cell,
    /// Columns and rows of the box.
    width: usize,
    height: usize,
    places: Vec<Option<u32>>,
}

impl Grid {
    fn new(board: &Shape) -> Grid {
        let Some((low, high)) = board.bounds() else {
            return Grid { low: Cell::default(), width: 0, height: 0, places: vec![] };
        };
        let size = high - low + Cell::space(1, 1, 1);
        let (width, height, depth) = (size.x as usize, size.y as usize, size.z as usize);
        let mut grid = Grid { low, width, height, places: vec![None; width * height * depth] };
        for (place, &cell) in board.cells().iter().enumerate() {
            if let Some(index) = grid.index(cell) {
                grid.places[index] = Some(place as u32);
            }
        }
        grid
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let Cell { z, y, x } = cell - self.low;
        let (x, y, z) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?, usize::try_from(z).ok()?);
        (x < self.width && y < self.height).then(|| (z * self.height + y) * self.width + x)
    }

    /// The place of a cell of the board; none for any other cell.
    fn place(&self, cell: Cell) -> Option<usize> {
        self.places.get(self.index(cell)?).copied().flatten().map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Group, Lattice, Pattern, Piece};
    use super::*;
    use crate::solve;

    #[test]
    fn options_come_in_the_stated_order_with_names() {
        let shape = |drawing| Pattern::from_drawing(drawing).unwrap().shape();
        let all = Lattice::Square.isometries();
        let pieces = vec![
            Piece::new(shape("**"), Quantity::AtMostOne, all.clone()).named("d"),
            Piece::new(shape("*"), Quantity::ExactlyOne, all.clone()).named("d"),
            Piece::new(shape("*"), Quantity::ExactlyOne, all),
        ];
        let tiling = Tiling::new(Lattice::Square, shape("**$.*"), pieces).unwrap();
        let encoding = tiling.encode().unwrap();
        let problem = &encoding.problem;
        let items: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
        // Cells first, then pieces used exactly once, then those used at most once, whose name is taken by then.
        assert_eq!(items, ["1,0", "0,1", "1,1", "d", "#3", "d#1"]);
        let options: Vec<_> =
            problem.options().map(|option| problem.show_option(option).to_string()).collect();
        assert_eq!(
            options,
            ["1,0 1,1 d#1", "1,0 d", "1,0 #3", "0,1 1,1 d#1", "0,1 d", "0,1 #3", "1,1 d", "1,1 #3"]
        );
    }

    #[test]
    fn a_solution_comes_back_as_placed_pieces() {
        let board = Pattern::from_drawing(".**$***").unwrap().shape();
        let l = Pattern::from_drawing("**$*.").unwrap().shape();
        let piece = Piece::new(l, Quantity::Any, Lattice::Square.isometries());
        let domino =
            Piece::new(Pattern::from_drawing("**").unwrap().shape(), Quantity::Any, Group::trivial());
        let tiling = Tiling::new(Lattice::Square, board.clone(), vec![piece, domino]).unwrap();
        let encoding = tiling.encode().unwrap();
        let solutions: Vec<Solution> = solve::each(&encoding.problem).unwrap().collect();
        assert_eq!(solutions.len(), 1);
        for solution in solutions {
            let placed = encoding.placed(&solution);
            let covered: Shape = placed.iter().flat_map(|(_, shape)| shape.cells().to_vec()).collect();
            assert_eq!(covered, board);
            for (placement, shape) in placed {
                let piece = &tiling.pieces()[placement.piece].shape;
                assert_eq!(piece.image(placement.isometry).shifted(placement.corner), shape);
            }
        }
    }
}
