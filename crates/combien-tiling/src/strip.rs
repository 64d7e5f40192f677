//! Families of boards that grow by equal slices: strips, cylinders, prisms, bands of hexagons or triangles.
//!
//! [`Strip::find`] compares the first boards of a family and gives the [slices](Slices) and placements for
//! every n, from which the [transfer-matrix method](combien::transfer) makes recurrences.
//!
//! What is placed depends on the board alone, so it is enough to look at boards that are long enough for
//! every placement to show. Whether longer boards of the family go on growing in this way is not looked at.

use std::collections::BTreeMap;

use combien::budget::Budget;
use combien::transfer::Slices;

use crate::tiling::{Cell, Lattice, Meaning, Shape, Tiling, TilingError};

/// Boards whose slices repeat after more steps than this are not recognized.
pub const MOST_PERIOD: u32 = 6;

/// A family of boards that grow by equal slices.
#[derive(Clone, Debug)]
pub struct Strip {
    /// The slices and the placements. Slice 0 makes the board of the number `first` + 1.
    pub slices: Slices,
    /// The number of the board before the first one. If there is no head, an empty board with one tiling is
    /// taken to belong to it.
    pub first: u32,
    /// Each board is the one of this many numbers before and as many slices.
    pub period: u32,
    /// The step by which a slice and its placements are shifted in a period.
    pub step: Cell,
    /// The number of the last board that was compared with those before.
    pub compared: u32,
}

/// Why boards do not grow by equal slices. The numbers are those of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StripError {
    /// The tiling of this number cannot be encoded.
    Tiling(u32, TilingError),
    /// The tiling of this number has a rule for more than single cells: what it is.
    Rule(u32, &'static str),
    /// A cell of this board is not on the next one, or its lattice, its closing or its empty cells differ:
    /// what differs.
    Apart(u32, String),
    /// What a board has more than the one before is not the same, shifted, as what was added before: the
    /// number of the first such board, and the numbers of cells added to this one and to the one before.
    Uneven(u32, usize, usize),
    /// A placement on this board is none on another one, or none after a shift: its cells.
    Placement(u32, String),
    /// The board closes on itself in the direction in which it grows.
    Closed,
}

combien::errors!(StripError {
    Tiling(n, error) => "for n = {n}: {error}";
    Rule(n, what) => "for n = {n} the tiling has {what}, and only cells are counted slice by slice";
    Apart(n, what) => "the board for n = {n} is no part of the next one: {what}";
    Uneven(n, more, before) =>
        "the board does not grow by equal slices: from n = {} to {n} it gains {more} cells, which are not \
         those gained before ({before} from n = {} to {}), shifted", n - 1, n - 2, n - 1;
    Placement(n, cells) => "for n = {n} the placement on {cells} is not there for every n, or not shifted";
    Closed => "the board closes on itself in the direction in which it grows";
});

/// A board of the family, with its placements: the cells of each, ascending. An empty cell is one, too.
struct Member {
    tiling: Tiling,
    placements: Vec<Vec<Cell>>,
}

impl Strip {
    /// The family of the tilings that `member` makes of the numbers after `first`. Thirteen are made, or more
    /// if the pieces are long.
    pub fn find<E: From<StripError>>(
        first: u32,
        mut member: impl FnMut(u32) -> Result<Tiling, E>,
        budget: &Budget,
    ) -> Result<Strip, E> {
        let (mut members, from) = (vec![], first.saturating_add(1));
        let mut grow = |members: &mut Vec<Member>, number: usize| -> Result<(), E> {
            while members.len() < number {
                let n = from.saturating_add(members.len() as u32);
                let next = Member::new(n, member(n)?, budget)?;
                if let Some(last) = members.last() {
                    last.is_part_of(&next).map_err(|what| StripError::Apart(n - 1, what))?;
                }
                members.push(next);
            }
            Ok(())
        };
        grow(&mut members, 2 * MOST_PERIOD as usize + 1)?;
        let (period, step) = period(&members, from)?;
        let periods = reach(&members, period, step)?;
        grow(&mut members, 1 + period * (2 + periods))?;
        Ok(Strip::of(&members, from, period, step)?)
    }

    fn of(members: &[Member], from: u32, period: usize, step: Cell) -> Result<Strip, StripError> {
        let gains: Vec<Shape> = (0..members.len()).map(|place| gain(members, place)).collect();
        let number = |place: usize| from + place as u32;
        if let Some(place) =
            (1..members.len() - period).find(|&place| gains[place].shifted(step) != gains[place + period])
        {
            return Err(uneven(&gains, from, place + period));
        }
        let cells = |placement: &[Cell]| named(members[0].tiling.lattice(), placement);
        // When each cell is added, and by when a placement begins and ends.
        let added: BTreeMap<Cell, usize> = gains
            .iter()
            .enumerate()
            .flat_map(|(place, gain)| gain.cells().iter().map(move |&cell| (cell, place)))
            .collect();
        let ends = |placement: &[Cell]| {
            let places = placement.iter().map(|cell| added[cell]);
            (places.clone().min().unwrap_or(0), places.max().unwrap_or(0))
        };
        let mut from_place: Vec<Vec<&[Cell]>> = vec![vec![]; members.len()];
        let all = &members[members.len() - 1].placements;
        for placement in all {
            from_place[ends(placement).0].push(placement);
        }
        for (place, member) in members.iter().enumerate() {
            let expected: Vec<&Vec<Cell>> =
                all.iter().filter(|placement| ends(placement).1 <= place).collect();
            let found: Vec<&Vec<Cell>> = member.placements.iter().collect();
            if let Some(other) = difference(&found, &expected) {
                return Err(StripError::Placement(number(place), cells(other)));
            }
        }
        let is_repeated = |place: usize| -> Option<Vec<Cell>> {
            let shifted: Vec<Vec<Cell>> = from_place[place]
                .iter()
                .map(|placement| placement.iter().map(|&cell| cell + step).collect())
                .collect();
            let next: Vec<Vec<Cell>> =
                from_place[place + period].iter().map(|&cells| cells.to_vec()).collect();
            difference(&next.iter().collect::<Vec<_>>(), &shifted.iter().collect::<Vec<_>>()).cloned()
        };
        for place in 1..=period {
            if let Some(placement) = is_repeated(place) {
                return Err(StripError::Placement(number(place + period), cells(&placement)));
            }
        }
        // The first board is a slice like the others, or it is a head.
        let has_head = gains[0].shifted(step) != gains[period] || is_repeated(0).is_some();
        let slices = 0..period + usize::from(has_head);
        let in_slice = |first: usize, cell: &Cell| {
            let place = added[cell];
            let rank = gains[place].cells().binary_search(cell).unwrap_or_else(|rank| rank);
            (place - first, rank)
        };
        let placed = |first: usize, placement: &[Cell]| {
            let mut cells: Vec<(usize, usize)> = placement.iter().map(|cell| in_slice(first, cell)).collect();
            cells.sort_unstable();
            cells
        };
        let slices = Slices {
            has_head,
            sizes: slices.clone().map(|place| gains[place].len()).collect(),
            placements: slices
                .map(|place| from_place[place].iter().map(|placement| placed(place, placement)).collect())
                .collect(),
        };
        let compared = number(members.len() - 1);
        Ok(Strip { slices, first: from - 1, period: period as u32, step, compared })
    }
}

impl Member {
    fn new(n: u32, tiling: Tiling, budget: &Budget) -> Result<Member, StripError> {
        let encoding = tiling.encode_within(budget).map_err(|error| StripError::Tiling(n, error))?;
        for item in encoding.problem.items() {
            let what = match encoding.meaning(item) {
                Meaning::Cell(_) => continue,
                Meaning::Piece(_) => "a piece with a number of copies",
                Meaning::Region(_) => "a clue about a region",
                Meaning::Side(..) => "colored sides",
                Meaning::Crossing(_) => "pieces of sticks, which may not cross",
            };
            return Err(StripError::Rule(n, what));
        }
        let placed = encoding.problem.options().filter(|&option| encoding.placement(option).is_some());
        let placed = placed.map(|option| encoding.cells(option).cells().to_vec());
        // A cell that may stay empty is left so in one way, whether it has an option for this or is
        // secondary.
        let empty = tiling.board().optional().cells().iter().map(|&cell| vec![cell]);
        let mut placements: Vec<Vec<Cell>> = placed.chain(empty).collect();
        placements.sort_unstable();
        Ok(Member { tiling, placements })
    }

    /// Is this board a part of the next one? Says why not.
    fn is_part_of(&self, next: &Member) -> Result<(), String> {
        let (board, other) = (self.tiling.board(), next.tiling.board());
        let lattice = board.lattice();
        if lattice != other.lattice() {
            return Err("the lattices differ".to_owned());
        }
        if board.wrap() != other.wrap() {
            return Err("they close on themselves by different steps".to_owned());
        }
        match board.cells().cells().iter().find(|&&cell| !other.cells().contains(cell)) {
            Some(&cell) => Err(format!("it has the cell {}, and that one has not", lattice.cell_name(cell))),
            None => Ok(()),
        }
    }
}

/// The cells that a board has more than the one before.
fn gain(members: &[Member], place: usize) -> Shape {
    let cells = members[place].tiling.board().cells().cells().iter().copied();
    let before = place.checked_sub(1).map(|before| members[before].tiling.board().cells());
    cells.filter(|&cell| before.is_none_or(|before| !before.contains(cell))).collect()
}

/// After how many boards the cells that are added are the same, shifted by which step.
fn period(members: &[Member], from: u32) -> Result<(usize, Cell), StripError> {
    let gains: Vec<Shape> = (0..members.len()).map(|place| gain(members, place)).collect();
    let step_of = |period: usize| {
        let firsts = (1..gains.len() - period).map(|place| (&gains[place], &gains[place + period]));
        let mut steps =
            firsts.clone().filter_map(|(gain, later)| Some(*later.cells().first()? - *gain.cells().first()?));
        let step = steps.next().filter(|&step| step != Cell::default())?;
        firsts.into_iter().all(|(gain, later)| gain.shifted(step) == *later).then_some((period, step))
    };
    let found = (1..=MOST_PERIOD as usize).find_map(step_of);
    found.ok_or_else(|| {
        let alike = |&place: &usize| {
            let ends = (gains[place].cells().first(), gains[place - 1].cells().first());
            let (Some(&first), Some(&before)) = ends else { return false };
            gains[place - 1].shifted(first - before) == gains[place]
        };
        let place = (2..gains.len()).find(|place| !alike(place)).unwrap_or(gains.len() - 1);
        uneven(&gains, from, place)
    })
}

fn uneven(gains: &[Shape], from: u32, place: usize) -> StripError {
    StripError::Uneven(from + place as u32, gains[place].len(), gains[place - 1].len())
}

/// The number of periods that a placement may reach from its first slice, at most. In a coordinate that the
/// step changes and no closing does, no piece is longer than it is in some orientation.
fn reach(members: &[Member], period: usize, step: Cell) -> Result<usize, StripError> {
    let tiling = &members[period].tiling;
    let coordinates: [fn(Cell) -> i32; 3] = [|cell| cell.x, |cell| cell.y, |cell| cell.z];
    let length = |shape: &Shape, coordinate: fn(Cell) -> i32| {
        shape.bounds().map_or(0, |(low, high)| (coordinate(high) - coordinate(low)) as usize)
    };
    let orientations: Vec<Shape> = tiling
        .pieces()
        .iter()
        .flat_map(|piece| piece.orientations(tiling.lattice()))
        .map(|(_, shape)| shape)
        .collect();
    let periods = |&coordinate: &fn(Cell) -> i32| {
        let each = coordinate(step).unsigned_abs() as usize;
        let is_open = each > 0 && tiling.board().wrap().steps().all(|closing| coordinate(closing) == 0);
        let longest = orientations.iter().map(|shape| length(shape, coordinate)).max().unwrap_or(0);
        is_open.then(|| (longest + length(tiling.board().cells(), coordinate)) / each + 1)
    };
    coordinates.iter().filter_map(periods).min().ok_or(StripError::Closed)
}

/// An element of one of two sorted lists that the other one has not as often.
fn difference<'a>(one: &[&'a Vec<Cell>], other: &[&'a Vec<Cell>]) -> Option<&'a Vec<Cell>> {
    let place = (0..one.len().max(other.len())).find(|&place| one.get(place) != other.get(place))?;
    let either = [one.get(place), other.get(place)];
    either.into_iter().flatten().min().copied()
}

fn named(lattice: &Lattice, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| lattice.cell_name(cell)).collect::<Vec<_>>().join(" ")
}
