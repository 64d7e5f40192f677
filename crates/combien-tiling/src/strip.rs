//! Families of boards that grow by equal slices: strips, cylinders, prisms, bands of hexagons or triangles.
//!
//! [`Strip::find`] compares the first boards of a family and gives the [slices](Slices) and placements for
//! every n, from which the [transfer-matrix method](combien::transfer) makes recurrences.
//!
//! What is placed depends on the board alone, so it is enough to look at boards that are long enough for
//! every placement to show. Whether longer boards of the family go on growing in this way is not looked at.

use std::collections::{BTreeMap, HashMap};

use combien::budget::Budget;
use combien::transfer::{Slices, Turn};

use crate::tiling::{Cell, Lattice, Meaning, Motion, Shape, Tiling, TilingError};

/// Boards whose slices repeat after more steps than this are not recognized.
#[doc(hidden)]
pub const MOST_PERIOD: u32 = 6;

/// The number of boards that show the period.
#[doc(hidden)]
pub const FIRST_BOARDS: usize = 2 * MOST_PERIOD as usize + 1;

/// The number of boards that [`Strip::find`] compares, by the first ones: as many, or more if the pieces are
/// long.
#[doc(hidden)]
pub fn boards(firsts: &[Tiling]) -> usize {
    let bare = |tiling: &Tiling| Member { tiling: tiling.clone(), placements: vec![], vertices: vec![] };
    let members: Vec<Member> = firsts.iter().map(bare).collect();
    let needed = period(&members, 1).and_then(|(period, step)| needed(&members, period, step));
    // What is wrong with them is told when they are compared.
    needed.unwrap_or(firsts.len()).max(firsts.len())
}

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
    /// The name of the pieces whose copies are counted.
    #[doc(hidden)]
    pub by: Option<String>,
    /// The first slice.
    slice: Shape,
    /// The last tiling that was compared.
    longest: Tiling,
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
    /// A placement on this board, or a clue, is none on another one, or none after a shift: its cells.
    Placement(u32, String),
    /// The board closes on itself in the direction in which it grows.
    Closed,
    /// No piece of the tiling of this number has this name; the names that there are.
    Piece(u32, String, Vec<String>),
    /// The pieces are so long that more boards would have to be compared than there are; this one is missing.
    TooLong(u32),
}

combien::errors!(StripError {
    Tiling(n, error) => "for n = {n}: {error}";
    Rule(n, what) => "for n = {n} the tiling has {what}, and only cells are counted slice by slice";
    Apart(n, what) => "the board for n = {n} is no part of the next one: {what}";
    Uneven(n, more, before) =>
        "the board does not grow by equal slices: from n = {} to {n} it gains {more} cells, which are not \
         those gained before ({before} from n = {} to {}), shifted", n - 1, n - 2, n - 1;
    Placement(n, cells) => "for n = {n} the placement or clue on {cells} is not there for every n, or not shifted";
    Closed => "the board closes on itself in the direction in which it grows";
    Piece(n, name, names) =>
        "for n = {n} there is no piece `{name}`, only {}", names.join(", ");
    TooLong(n) => "the pieces are too long: boards up to n = {n} would have to be compared";
});

/// The cells of a placement, ascending, and whether it is a copy that is counted. A vertex is none.
type Marked = (Vec<Cell>, bool);

/// The name that means all pieces, if none has it.
const ALL_PIECES: &str = "piece";

/// A board of the family, with its placements. An empty cell is one, too.
struct Member {
    tiling: Tiling,
    placements: Vec<Marked>,
    /// The cells around each vertex at which not all may belong to different placements.
    vertices: Vec<Marked>,
}

impl Strip {
    /// The family of the tilings that `member` makes of the numbers after `first`. Thirteen are made, or more
    /// if the pieces are long.
    pub fn find<E: From<StripError>>(
        first: u32,
        member: impl FnMut(u32) -> Result<Tiling, E>,
        budget: &Budget,
    ) -> Result<Strip, E> {
        Strip::find_by(None, first, member, budget)
    }

    /// As [`Strip::find`]. The copies of a piece are counted: of one with this name, as `#2` for the second
    /// one if it has none, or of all pieces if the name is `piece`.
    #[doc(hidden)]
    pub fn find_by<E: From<StripError>>(
        by: Option<&str>,
        first: u32,
        mut member: impl FnMut(u32) -> Result<Tiling, E>,
        budget: &Budget,
    ) -> Result<Strip, E> {
        let (mut members, from) = (vec![], first.saturating_add(1));
        let mut grow = |members: &mut Vec<Member>, number: usize| -> Result<(), E> {
            while members.len() < number {
                let n = from.saturating_add(members.len() as u32);
                let next = Member::new(n, member(n)?, by, budget)?;
                if let Some(last) = members.last() {
                    last.is_part_of(&next).map_err(|what| StripError::Apart(n - 1, what))?;
                }
                members.push(next);
            }
            Ok(())
        };
        grow(&mut members, FIRST_BOARDS)?;
        let (period, step) = period(&members, from)?;
        let needed = needed(&members, period, step)?;
        grow(&mut members, needed)?;
        Ok(Strip { by: by.map(str::to_owned), ..Strip::of(&members, from, period, step)? })
    }

    fn of(members: &[Member], from: u32, period: usize, step: Cell) -> Result<Strip, StripError> {
        let gains: Vec<Shape> = (0..members.len()).map(|place| gain(members, place)).collect();
        if let Some(place) =
            (1..members.len() - period).find(|&place| gains[place].shifted(step) != gains[place + period])
        {
            return Err(uneven(&gains, from, place + period));
        }
        let grown = Grown::of(members, &gains);
        let apart = |place: usize, cells: Vec<Cell>| {
            let cells = named(members[0].tiling.lattice(), &cells);
            StripError::Placement(from + place as u32, cells)
        };
        for (place, member) in members.iter().enumerate() {
            if let Some(cells) = grown.differing(place, member) {
                return Err(apart(place, cells));
            }
        }
        for place in 1..=period {
            if let Some(cells) = grown.unrepeated(place, period, step) {
                return Err(apart(place + period, cells));
            }
        }
        // The first board is a slice like the others, or it is a head.
        let has_head = gains[0].shifted(step) != gains[period] || grown.unrepeated(0, period, step).is_some();
        let slices = 0..period + usize::from(has_head);
        let is_counting = grown.last.placements.iter().any(|(_, is_counted)| *is_counted);
        let slices = Slices {
            head: usize::from(has_head),
            sizes: slices.clone().map(|place| gains[place].len()).collect(),
            placements: slices.clone().map(|place| grown.numbered(place)).collect(),
            vertices: slices.clone().map(|place| grown.vertices[place].len()).collect(),
            counted: if is_counting { slices.map(|place| grown.counted(place)).collect() } else { vec![] },
        };
        let compared = from + members.len() as u32 - 1;
        let (slice, longest) = (gains[0].clone(), grown.last.tiling.clone());
        let (first, period) = (from - 1, period as u32);
        Ok(Strip { slices, first, period, step, compared, by: None, slice, longest })
    }

    /// Is each board put together from equal slices, the first one from one slice?
    #[doc(hidden)]
    pub fn is_plain(&self) -> bool {
        self.slices.head == 0 && self.period == 1 && self.first == 0
    }

    /// Do clues say that not all cells around a vertex may belong to different pieces?
    #[doc(hidden)]
    pub fn has_vertices(&self) -> bool {
        self.slices.vertices.iter().any(|&number| number > 0)
    }

    /// The motions of every board that keep the order of the slices or reverse it; each is found on the
    /// longest board. A board that is a square by chance has more. `None` if the strip is not
    /// [plain](Strip::is_plain).
    #[doc(hidden)]
    pub fn turns(&self) -> Option<Vec<Turn>> {
        let number = self.longest.board().cells().len().checked_div(self.slice.len())?;
        let mut places = HashMap::new();
        let mut step = Cell::default();
        for place in 0..number {
            let cells = self.slice.cells().iter().enumerate();
            places.extend(cells.map(|(rank, &cell)| (cell + step, (place, rank))));
            step = step + self.step;
        }
        let turn = |motion: &Motion| {
            let image =
                |cell: Cell| places.get(&self.longest.board().wrap().representative(motion.apply(cell)));
            let firsts = self.slice.cells().iter().map(|&cell| image(cell));
            let firsts = firsts.collect::<Option<Vec<_>>>()?;
            let reverses = firsts.first()?.0 > 0;
            let turn = Turn { image: firsts.iter().map(|(_, rank)| *rank).collect(), reverses };
            let is_image = |(&cell, &(place, rank)): (&Cell, &(usize, usize))| {
                let place = if reverses { number - 1 - place } else { place };
                image(cell) == Some(&(place, turn.image[rank]))
            };
            places.iter().all(is_image).then_some(turn)
        };
        self.is_plain().then(|| self.longest.motions().iter().filter_map(turn).collect())
    }
}

/// The last board, slice by slice.
struct Grown<'a> {
    last: &'a Member,
    gains: &'a [Shape],
    /// In which slice each cell is.
    slice_of: BTreeMap<Cell, usize>,
    /// The placements that begin in each slice, and the vertices that end in it.
    placements: Vec<Vec<&'a Marked>>,
    vertices: Vec<Vec<&'a Marked>>,
}

impl<'a> Grown<'a> {
    fn of(members: &'a [Member], gains: &'a [Shape]) -> Grown<'a> {
        let last = &members[members.len() - 1];
        let of_slice =
            |(place, gain): (usize, &'a Shape)| gain.cells().iter().map(move |&cell| (cell, place));
        let slice_of = gains.iter().enumerate().flat_map(of_slice).collect();
        let (placements, vertices) = (vec![vec![]; gains.len()], vec![vec![]; gains.len()]);
        let mut grown = Grown { last, gains, slice_of, placements, vertices };
        for placement in &last.placements {
            let (first, _) = grown.ends(&placement.0);
            grown.placements[first].push(placement);
        }
        for vertex in &last.vertices {
            let (_, end) = grown.ends(&vertex.0);
            grown.vertices[end].push(vertex);
        }
        grown
    }

    /// The first and the last slice of some cells.
    fn ends(&self, cells: &[Cell]) -> (usize, usize) {
        let slices = cells.iter().map(|cell| self.slice_of[cell]);
        (slices.clone().min().unwrap_or(0), slices.max().unwrap_or(0))
    }

    /// A placement or vertex that only one of the boards has, though a smaller one could have it.
    fn differing(&self, place: usize, member: &Member) -> Option<Vec<Cell>> {
        let apart = |found: &[Marked], all: &[Marked]| {
            let found: Vec<&Marked> = found.iter().collect();
            let there = all.iter().filter(|(cells, _)| self.ends(cells).1 <= place);
            difference(&found, &there.collect::<Vec<_>>())
        };
        let placement = apart(&member.placements, &self.last.placements);
        placement.or_else(|| apart(&member.vertices, &self.last.vertices))
    }

    /// A placement or vertex of a slice that is not there, shifted, a period later, or the other way round.
    fn unrepeated(&self, place: usize, period: usize, step: Cell) -> Option<Vec<Cell>> {
        [&self.placements, &self.vertices].into_iter().find_map(|lists| {
            let shifted = |(cells, mark): &&Marked| -> Marked {
                (cells.iter().map(|&cell| cell + step).collect(), *mark)
            };
            let shifted: Vec<Marked> = lists[place].iter().map(shifted).collect();
            difference(&lists[place + period], &shifted.iter().collect::<Vec<_>>())
        })
    }

    /// The placements that begin in a slice, by the numbers of their cells and of the vertices that they
    /// settle: those of which they cover two cells. An empty cell settles all around it; it stands before
    /// pieces of one cell.
    fn numbered(&self, first: usize) -> Vec<Vec<(usize, usize)>> {
        let (all, optional) = (&self.placements[first], self.last.tiling.board().optional());
        let numbered = |(number, (placement, _)): (usize, &&Marked)| {
            let is_empty = matches!(placement[..], [cell] if optional.contains(cell))
                && number.checked_sub(1).is_none_or(|before| all[before].0 != *placement);
            let cell = |cell: &Cell| {
                let place = self.slice_of[cell];
                let rank = self.gains[place].cells().binary_search(cell).unwrap_or_else(|rank| rank);
                (place - first, rank)
            };
            let mut cells: Vec<(usize, usize)> = placement.iter().map(cell).collect();
            for place in first..self.vertices.len() {
                let settled = |(vertex, _): &Marked| {
                    let common = vertex.iter().filter(|cell| placement.contains(cell)).count();
                    common > 1 || common == 1 && is_empty
                };
                let ranks = self.vertices[place].iter().enumerate().filter(|(_, vertex)| settled(vertex));
                cells.extend(ranks.map(|(rank, _)| (place - first, self.gains[place].len() + rank)));
            }
            cells.sort_unstable();
            cells
        };
        all.iter().enumerate().map(numbered).collect()
    }

    /// Which of the placements that begin in a slice are copies that are counted, in the same order.
    fn counted(&self, first: usize) -> Vec<bool> {
        self.placements[first].iter().map(|(_, is_counted)| *is_counted).collect()
    }
}

impl Member {
    fn new(n: u32, tiling: Tiling, by: Option<&str>, budget: &Budget) -> Result<Member, StripError> {
        let is_counted = counted(n, &tiling, by)?;
        let encoding = tiling.encode_within(budget).map_err(|error| StripError::Tiling(n, error))?;
        for item in encoding.problem.items() {
            let what = match encoding.meaning(item) {
                Meaning::Cell(_) | Meaning::Region(_) => continue,
                Meaning::Piece(_) => "a piece with a number of copies",
                Meaning::Side(..) => "colored sides",
                Meaning::Crossing(_) => "pieces of sticks, which may not cross",
            };
            return Err(StripError::Rule(n, what));
        }
        let placed = encoding.problem.options().filter_map(|option| {
            let piece = encoding.placement(option)?.piece;
            Some((encoding.cells(option).cells().to_vec(), is_counted[piece]))
        });
        // A cell that may stay empty is left so in one way, whether it has an option for this or is
        // secondary.
        let empty = tiling.board().optional().cells().iter().map(|&cell| (vec![cell], false));
        let mut placements: Vec<Marked> = placed.chain(empty).collect();
        placements.sort_unstable();
        let vertices = vertices(n, &tiling)?;
        Ok(Member { tiling, placements, vertices })
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

/// Of which pieces copies are counted.
fn counted(n: u32, tiling: &Tiling, by: Option<&str>) -> Result<Vec<bool>, StripError> {
    let names: Vec<String> = (0..tiling.pieces().len()).map(|piece| tiling.piece_name(piece)).collect();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    match by {
        None => Ok(vec![false; names.len()]),
        Some(name) if has(name) => Ok(names.iter().map(|other| other == name).collect()),
        Some(ALL_PIECES) => Ok(vec![true; names.len()]),
        Some(name) => Err(StripError::Piece(n, name.to_owned(), names)),
    }
}

/// The cells of each region that must have two cells of one placement, or an empty one.
fn vertices(n: u32, tiling: &Tiling) -> Result<Vec<Marked>, StripError> {
    let mut vertices = vec![];
    for (bounds, every_piece, cells) in tiling.regions() {
        let most = bounds.hi.map_or(usize::MAX, |most| most as usize);
        if bounds.lo > 0 || most + 1 < cells.len() || !every_piece && most < cells.len() {
            return Err(StripError::Rule(n, "a clue about the number of pieces of a region"));
        }
        if most + 1 == cells.len() {
            vertices.push((cells, false));
        }
    }
    vertices.sort_unstable();
    Ok(vertices)
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

/// The number of boards that show every placement and its shift. The number of periods that a placement may
/// reach from its first slice is bounded: in a coordinate that the step changes and no closing does, no piece
/// is longer than it is in some orientation.
fn needed(members: &[Member], period: usize, step: Cell) -> Result<usize, StripError> {
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
        let is_open = each > 0
            && !tiling.board().wrap().is_twisted()
            && tiling.board().wrap().steps().all(|closing| coordinate(closing) == 0);
        let longest = orientations.iter().map(|shape| length(shape, coordinate)).max().unwrap_or(0);
        is_open.then(|| (longest + length(tiling.board().cells(), coordinate)) / each + 1)
    };
    let periods = coordinates.iter().filter_map(periods).min().ok_or(StripError::Closed)?;
    Ok(1 + period * (2 + periods))
}

/// The cells of an element of one of two sorted lists that the other one has not as often.
fn difference(one: &[&Marked], other: &[&Marked]) -> Option<Vec<Cell>> {
    let place = (0..one.len().max(other.len())).find(|&place| one.get(place) != other.get(place))?;
    let either = [one.get(place), other.get(place)];
    either.into_iter().flatten().min().map(|(cells, _)| cells.clone())
}

fn named(lattice: &Lattice, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| lattice.cell_name(cell)).collect::<Vec<_>>().join(" ")
}
