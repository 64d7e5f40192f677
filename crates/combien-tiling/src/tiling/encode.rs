//! Makes a tiling an exact cover problem: cells and pieces are items, placements options.

use std::collections::{BTreeSet, HashMap};

use super::clues::Region;
use super::encoding::{Encoding, Meaning, item_of};
use super::placing::{Meeting, Placing};
use super::{Cell, Quantity, Tiling, TilingError};
use combien::budget::Budget;
use combien::problem::{Bounds, BuildError, Builder, Decimal, Entry, ItemId, Kind};

/// The maximum total number of cells of all placements of a tiling. Then they need a gigabyte and a few
/// seconds. Tilings that can be searched have a hundredth of this.
pub(crate) const MOST_COVERED: usize = 1 << 27;

/// Checks the budget for each cell.
pub(super) fn encode(tiling: &Tiling, budget: &Budget) -> Result<Encoding, TilingError> {
    Placing::new(tiling).encode(budget)
}

impl Placing<'_> {
    fn encode(&self, budget: &Budget) -> Result<Encoding, TilingError> {
        let gaps = self.gaps(budget)?;
        let mut items = Items::declare(self.tiling, budget, &gaps, &self.meetings(), &self.crossings())?;
        let (mut placements, mut covered) = (vec![], 0);
        self.each(budget, |placement, footprint| {
            placements.push(placement);
            covered += items.place(
                placement.piece,
                &footprint.places,
                &self.colored(footprint),
                &self.crossed(footprint),
                self.tiling.rules.cost(footprint),
            )?;
            if covered > MOST_COVERED {
                return Err(TilingError::TooManyPlacements);
            }
            Ok(())
        })?;
        for cell in items.gaps.clone() {
            items.builder.option([items.cells[cell]]).map_err(TilingError::from)?;
        }
        Ok(Encoding { problem: items.builder.build(), meanings: items.meanings, placements })
    }
}

/// The name of a corner of sticks: its column and row.
pub(crate) fn corner_name(Cell { x, y, .. }: Cell) -> String {
    format!("+{},{}", x.div_euclid(2), y.div_euclid(2))
}

/// The items of a tiling, and the problem that is being built.
struct Items {
    builder: Builder,
    /// The item of each cell of the board.
    cells: Vec<ItemId>,
    /// The item of each piece that has one.
    pieces: Vec<Option<ItemId>>,
    /// What a placement of each piece costs.
    costs: Vec<Decimal>,
    /// The meaning of each item.
    meanings: Vec<Meaning>,
    gaps: BTreeSet<usize>,
    /// For each cell of the board, the regions that it belongs to.
    regions: Vec<Vec<usize>>,
    /// The item of each region, and the pieces that count for it.
    counted: Vec<(ItemId, Option<Vec<usize>>)>,
    /// The items about sides.
    sides: HashMap<Meeting, ItemId>,
    /// The item of each corner where pieces could cross.
    crossings: HashMap<Cell, ItemId>,
}

impl Items {
    fn declare(
        tiling: &Tiling,
        budget: &Budget,
        gaps: &BTreeSet<usize>,
        meetings: &[Meeting],
        crossings: &[Cell],
    ) -> Result<Items, TilingError> {
        let cells = tiling.board().cells().cells();
        let mut items = Items {
            builder: Builder::new(),
            cells: vec![ItemId::from_index(0); cells.len()],
            pieces: vec![None; tiling.pieces().len()],
            costs: tiling.pieces().iter().map(|piece| piece.cost).collect(),
            meanings: vec![],
            gaps: gaps.clone(),
            regions: vec![vec![]; cells.len()],
            counted: vec![],
            sides: HashMap::new(),
            crossings: HashMap::new(),
        };
        for kind in [Kind::Primary, Kind::Secondary] {
            for (place, &cell) in cells.iter().enumerate() {
                budget.check().map_err(TilingError::Stopped)?;
                let may_stay_empty = tiling.board().optional().contains(cell) && !gaps.contains(&place);
                if may_stay_empty == (kind == Kind::Secondary) {
                    items.cells[place] = items.builder.item(&tiling.lattice().cell_name(cell), kind)?;
                    items.meanings.push(Meaning::Cell(cell));
                }
            }
            for (place, piece) in tiling.pieces().iter().enumerate() {
                if item_of(piece.quantity) == Some(kind) {
                    let item = items.declare_piece(&items.unused_name(tiling, place), piece.quantity)?;
                    items.pieces[place] = Some(item);
                    items.meanings.push(Meaning::Piece(place));
                }
            }
        }
        for (number, Region { places, pieces, bounds }) in tiling.rules.regions.iter().enumerate() {
            let name = items.unused(format!("region{}", number + 1), |name| format!("{name}'"));
            let item = match *bounds {
                Quantity::ONE => items.builder.primary(&name)?,
                bounds => items.declare_piece(&name, bounds)?,
            };
            items.meanings.push(Meaning::Region(number));
            items.counted.push((item, pieces.clone()));
            for &place in places {
                items.regions[place].push(number);
            }
        }
        for &((place, towards), pair) in meetings {
            let (cell, across) = (cells[place], cells[place] + towards);
            let [one, other] = [cell, across].map(|cell| tiling.lattice().cell_name(cell));
            let name = items.unused(format!("{one}/{other}"), |name| format!("{name}'"));
            items.sides.insert(((place, towards), pair), items.builder.secondary(&name)?);
            items.meanings.push(Meaning::Side(cell, across, pair));
        }
        for &corner in crossings {
            let name = items.unused(corner_name(corner), |name| format!("{name}'"));
            items.crossings.insert(corner, items.builder.secondary(&name)?);
            items.meanings.push(Meaning::Crossing(corner));
        }
        Ok(items)
    }

    /// The first of these names that no item has.
    fn unused(&self, mut name: String, next: impl Fn(&str) -> String) -> String {
        while self.builder.so_far().item_by_name(&name).is_some() {
            name = next(&name);
        }
        name
    }

    fn declare_piece(&mut self, name: &str, quantity: Quantity) -> Result<ItemId, BuildError> {
        match quantity {
            Quantity::AT_MOST_ONE => self.builder.secondary(name),
            Quantity { lo, hi } => {
                self.builder.bounded(name, Bounds { lo, hi: hi.unwrap_or(Bounds::UNLIMITED) })
            }
        }
    }

    /// The name of a piece, with its number if another item has the same name.
    fn unused_name(&self, tiling: &Tiling, piece: usize) -> String {
        let name = tiling.piece_name(piece);
        let numbered = (piece + 1..).map(|number| format!("{name}#{number}"));
        let is_free = |candidate: &String| self.builder.so_far().item_by_name(candidate).is_none();
        std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name)
    }

    /// An option: the cells with these indices, the item of the piece, these items about sides with their
    /// colors and these corners. Returns the number of its items.
    fn place(
        &mut self,
        piece: usize,
        places: &[usize],
        meetings: &[(Meeting, Option<char>)],
        crossed: &[Cell],
        beside: Option<Decimal>,
    ) -> Result<usize, TilingError> {
        let cells = places.iter().map(|&place| Entry::from(self.cells[place]));
        let mut regions: Vec<usize> =
            places.iter().flat_map(|&place| self.regions[place].iter().copied()).collect();
        regions.sort_unstable();
        regions.dedup();
        let regions = regions.into_iter().map(|region| &self.counted[region]);
        let counts = |pieces: &Option<Vec<usize>>| {
            pieces.as_ref().is_none_or(|some| some.binary_search(&piece).is_ok())
        };
        let regions = regions.filter(|(_, pieces)| counts(pieces)).map(|&(item, _)| item);
        let others = self.pieces[piece].into_iter().chain(regions).map(Entry::from);
        let mut entries: Vec<Entry> = cells.chain(others).collect();
        for (meeting, color) in meetings {
            let item = self.sides[meeting];
            entries.push(match color {
                Some(color) => item.colored(self.builder.color(color.encode_utf8(&mut [0; 4]))),
                None => Entry::from(item),
            });
        }
        entries
            .extend(crossed.iter().filter_map(|corner| self.crossings.get(corner)).copied().map(Entry::from));
        let option = self.builder.option(entries)?;
        let cost = match beside {
            None => self.costs[piece],
            Some(beside) => {
                let sum = self.costs[piece].checked_add(beside);
                sum.ok_or(BuildError::CostTooLarge { option })?
            }
        };
        self.builder.cost(option, cost)?;
        Ok(self.builder.so_far().option(option).len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Group, Lattice, Pattern, Piece, Size, Wrap};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::Shape;
    use super::*;
    use combien::budget::{Deadline, Reason};
    use combien::problem::Solution;
    use combien::solve;

    fn square(side: u32) -> Shape {
        Pattern::constant(Lattice::square(), Size::plane(side, side), true).unwrap().shape()
    }

    /// 301 * 301 placements of 90,000 cells each: eight thousand million.
    #[test]
    fn too_many_placements_are_refused() {
        let piece = Piece::new(square(300), Quantity::ANY, Group::trivial());
        let tiling = Tiling::new(Board::new(Lattice::square(), square(600)).unwrap(), vec![piece]).unwrap();
        assert_eq!(tiling.encode().unwrap_err(), TilingError::TooManyPlacements);
    }

    /// 25 cells get names, in two passes, and 25 are placed on; with gaps, twice.
    #[test]
    fn an_encoding_can_be_cancelled() {
        let board = Board::new(Lattice::square(), square(5)).unwrap();
        let piece = Piece::new(square(1), Quantity::ANY, Group::trivial());
        for (board, questions) in [(board.clone(), 75), (board.with_gaps(), 100)] {
            let tiling = Tiling::new(board, vec![piece.clone()]).unwrap();
            for most in [0, 1, questions - 1, questions] {
                let asked = AtomicUsize::new(0);
                let deadline = Deadline::new(move || asked.fetch_add(1, Ordering::Relaxed) >= most);
                let budget = Budget { deadline: Some(deadline), ..Budget::UNLIMITED };
                match tiling.encode_within(&budget) {
                    Ok(_) => assert_eq!(most, questions),
                    Err(error) => {
                        assert!(most < questions && error == TilingError::Stopped(Reason::Deadline));
                    }
                }
            }
        }
    }

    #[test]
    fn options_come_in_the_stated_order_with_names() {
        let shape = |drawing| Pattern::from_drawing(drawing).unwrap().shape();
        let all = Lattice::square().isometries();
        let pieces = vec![
            Piece::new(shape("**"), Quantity::AT_MOST_ONE, all.clone()).named("d"),
            Piece::new(shape("*"), Quantity::ONE, all.clone()).named("d"),
            Piece::new(shape("*"), Quantity::ONE, all),
        ];
        let board = Board::new(Lattice::square(), shape("**$.*")).unwrap();
        let tiling = Tiling::new(board, pieces).unwrap();
        let encoding = tiling.encode().unwrap();
        let problem = &encoding.problem;
        let items: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
        // Cells first, then pieces used exactly once, then those used at most once, whose name is taken by
        // then.
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
        let piece = Piece::new(l, Quantity::ANY, Lattice::square().isometries());
        let domino =
            Piece::new(Pattern::from_drawing("**").unwrap().shape(), Quantity::ANY, Group::trivial());
        let tiling =
            Tiling::new(Board::new(Lattice::square(), board.clone()).unwrap(), vec![piece, domino]).unwrap();
        let encoding = tiling.encode().unwrap();
        let solutions: Vec<Solution> = solve::each(&encoding.problem).unwrap().collect();
        assert_eq!(solutions.len(), 1);
        for solution in solutions {
            let placed = encoding.placed(&solution);
            let covered: Shape = placed.iter().flat_map(|(_, shape)| shape.cells().to_vec()).collect();
            assert_eq!(covered, board);
            for (placement, shape) in placed {
                let piece = &tiling.pieces()[placement.piece].shape;
                let image = piece.image(placement.isometry, tiling.lattice());
                assert_eq!(image.shifted(placement.shift), shape);
            }
        }
    }

    fn tilings(board: Board, pieces: Vec<(&str, Quantity)>) -> u64 {
        let lattice = board.lattice().clone();
        let piece = |(drawing, quantity): (&str, Quantity)| {
            Piece::new(Pattern::drawn(&lattice, drawing).unwrap().shape(), quantity, lattice.isometries())
        };
        let tiling = Tiling::new(board, pieces.into_iter().map(piece).collect()).unwrap();
        solve::count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap()
    }

    fn rectangle(width: u32, height: u32) -> Board {
        let size = Size::plane(width, height);
        Board::of(&Pattern::constant(Lattice::square(), size, true).unwrap())
    }

    /// Matchings of the 2x2 board: 7 of any size, 2 perfect ones.
    #[test]
    fn cells_may_stay_empty() {
        for quantity in [Quantity::ANY, Quantity { lo: 0, hi: Some(9) }] {
            assert_eq!(tilings(rectangle(2, 2).with_gaps(), vec![("**", quantity)]), 7, "{quantity:?}");
        }
        assert_eq!(tilings(rectangle(2, 2).with_gaps(), vec![("**", Quantity::AT_MOST_ONE)]), 5);
        assert_eq!(tilings(rectangle(2, 2).with_gaps(), vec![("**", Quantity::ONE)]), 4);
        let one_optional = Board::of(&Pattern::from_drawing("*?$**").unwrap());
        assert_eq!(tilings(one_optional.clone(), vec![("**", Quantity::ANY)]), 2);
        assert_eq!(tilings(one_optional, vec![("**$.*", Quantity::ANY)]), 1);
    }

    #[test]
    fn quantities_are_bounds() {
        let dominoes = |lo, hi| vec![("**", Quantity { lo, hi }), ("*", Quantity::ANY)];
        let counts =
            [(0, Some(0), 1), (1, Some(1), 4), (0, Some(2), 7), (2, None, 2), (1, Some(2), 6), (3, None, 0)];
        for (lo, hi, expected) in counts {
            assert_eq!(tilings(rectangle(2, 2), dominoes(lo, hi)), expected, "{lo}..{hi:?}");
        }
    }

    /// Perfect matchings of the 4x4 torus: 272; of the 4x4 cylinder: 121 (both by Kasteleyn's formulas;
    /// OEIS).
    #[test]
    fn dominoes_cover_torus_and_cylinder() {
        let wrapped = |periods: &[Cell]| {
            rectangle(4, 4).wrapped(Wrap::new(Lattice::square(), periods).unwrap()).unwrap()
        };
        let (across, up) = (Cell::plane(4, 0), Cell::plane(0, 4));
        assert_eq!(tilings(wrapped(&[across, up]), vec![("**", Quantity::ANY)]), 272);
        assert_eq!(tilings(wrapped(&[across]), vec![("**", Quantity::ANY)]), 121);
        let folded = rectangle(4, 4).wrapped(Wrap::new(Lattice::square(), &[Cell::plane(3, 0)]).unwrap());
        assert_eq!(
            folded.unwrap_err().to_string(),
            "the cells 0,0 and 3,0 of the board are one and the same if it closes so"
        );
    }

    /// A placement that would overlap itself is not used, and one that closes around the board is used once.
    #[test]
    fn pieces_close_around_a_torus_once() {
        let wrap = Wrap::new(Lattice::square(), &[Cell::plane(3, 0)]).unwrap();
        let ring = rectangle(3, 1).wrapped(wrap).unwrap();
        assert_eq!(tilings(ring.clone(), vec![("***", Quantity::ANY)]), 1);
        assert_eq!(tilings(ring.clone(), vec![("****", Quantity::ANY)]), 0);
        assert_eq!(tilings(ring, vec![("**", Quantity::ANY), ("*", Quantity::ANY)]), 4);
    }

    /// Lozenge tilings of hexagons: 2, 20, 980, by the formula for plane partitions in a box.
    #[test]
    fn lozenges_tile_hexagons() {
        for (side, expected) in [(1, 2), (2, 20), (3, 980)] {
            let rows = (0..2 * side).map(|row: i32| {
                let inset = (2 * row + 1 - 2 * side).abs() / 2;
                // The leftmost triangle of the lowest row points down, so its position is odd.
                let inset_left = inset + side % 2;
                format!(
                    "{}{}",
                    ".".repeat(inset_left as usize),
                    "*".repeat((4 * side - 1 - 2 * inset) as usize)
                )
            });
            let drawing = rows.collect::<Vec<_>>().join("$");
            let board = Board::of(&Pattern::drawn(Lattice::triangle(), &drawing).unwrap());
            assert_eq!(tilings(board, vec![("**", Quantity::ANY)]), expected, "side {side}\n{drawing}");
        }
    }
}
