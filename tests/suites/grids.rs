//! All grids against a reading of them that shares no code with the library: each cell is the set of its
//! corners (of a sphere its middle), computed from its column, row and layer as the documentation has them,
//! and pieces are moved by angles and by matrices found among neighbours.
//!
//! `COMBIEN_CASES=100000 cargo test -p combien-tests --test suites grids` runs as many random tilings.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use combien::problem::Problem;
use combien::solve::{Count, Engine, Enumerate, count};
use combien_lang::Loaded;
use combien_tests::random::Random;
use combien_tiling::{
    Axes, Board, Cell, Group, Lattice, Outline, Pattern, Piece, Quantity, Shape, Size, Tessellation, Tiling,
    Turning, Wrap, polyforms,
};

type Point = [f64; 3];
type Matrix = [Point; 3];
/// Points that are equal but for rounding errors.
type Key = [i64; 3];

fn key(point: Point) -> Key {
    point.map(|coordinate| (coordinate * 1000.0).round() as i64)
}

fn plus(one: Point, other: Point) -> Point {
    std::array::from_fn(|c| one[c] + other[c])
}

fn times(factor: f64, point: Point) -> Point {
    point.map(|c| factor * c)
}

fn minus(one: Point, other: Point) -> Point {
    plus(one, times(-1.0, other))
}

fn dot(one: Point, other: Point) -> f64 {
    (0..3).map(|c| one[c] * other[c]).sum()
}

fn moved(matrix: &Matrix, point: Point) -> Point {
    std::array::from_fn(|row| dot(matrix[row], point))
}

/// The point at an angle in degrees and a distance from the origin.
fn polar(degrees: f64, distance: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [distance * cos, distance * sin, 0.0]
}

fn root(number: f64) -> f64 {
    number.sqrt()
}

/// The corners of the cell at a position.
fn corners(lattice: &Lattice, Cell { x, y, z }: Cell) -> Vec<Point> {
    let (column, row, layer) = (f64::from(x), f64::from(y), f64::from(z));
    let around = |middle: Point, steps: &[Point]| steps.iter().map(|&step| plus(middle, step)).collect();
    let hexagon = |column: f64, row: f64| [column + row / 2.0, row * root(3.0) / 2.0, 0.0];
    if let Some(custom) = lattice.tessellation() {
        let (columns, rows) = lattice.block();
        let (columns, rows) = (columns as i32, rows as i32);
        let place = x.rem_euclid(columns) + columns * y.rem_euclid(rows);
        return outline(custom, place as usize, (x.div_euclid(columns), y.div_euclid(rows)));
    }
    match lattice.name() {
        "square" => {
            around([column, row, 0.0], &[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
        }
        "cube" => {
            let step = |n: u8| [0, 1, 2].map(|axis| f64::from(n >> axis & 1));
            around([column, row, layer], &(0..8).map(step).collect::<Vec<_>>())
        }
        "hexagon" => {
            let corners: Vec<Point> =
                (0..6).map(|n| polar(30.0 + 60.0 * f64::from(n), 1.0 / root(3.0))).collect();
            around(hexagon(column, row), &corners)
        }
        "triangle" => {
            let left = [column / 2.0, row * root(3.0) / 2.0, 0.0];
            let (base, tip) = if (x + y).rem_euclid(2) == 0 { (0.0, 1.0) } else { (1.0, 0.0) };
            let high = |up: f64| up * root(3.0) / 2.0;
            around(left, &[[0.0, high(base), 0.0], [1.0, high(base), 0.0], [0.5, high(tip), 0.0]])
        }
        // The middle only: it touches twelve others.
        "sphere" => vec![[column + layer / 2.0, row + layer / 2.0, layer / root(2.0)]],
        "quarter" => {
            let middle = [f64::from(x.div_euclid(2)), f64::from(y.div_euclid(2)), 0.0];
            let angle = match (x.rem_euclid(2), y.rem_euclid(2)) {
                (0, 0) => 180.0,
                (1, 0) => 270.0,
                (0, _) => 90.0,
                _ => 0.0,
            };
            around(middle, &[[0.0; 3], polar(angle - 45.0, root(0.5)), polar(angle + 45.0, root(0.5))])
        }
        "kite" => {
            let middle = hexagon(f64::from(x.div_euclid(3)), f64::from(y.div_euclid(2)));
            let angle = match (x.rem_euclid(3), y.rem_euclid(2)) {
                (0, 0) => 210.0,
                (1, 0) => 270.0,
                (_, 0) => 330.0,
                (0, _) => 150.0,
                (1, _) => 90.0,
                _ => 30.0,
            };
            let corner = polar(angle, 1.0 / root(3.0));
            around(middle, &[[0.0; 3], corner, polar(angle - 30.0, 0.5), polar(angle + 30.0, 0.5)])
        }
        "stick" => {
            let corner = [f64::from(x.div_euclid(2)), row, 0.0];
            let step = if x.rem_euclid(2) == 0 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
            around(corner, &[[0.0; 3], step])
        }
        name => panic!("{name}s have no geometry here"),
    }
}

/// The directions of the axes of a lattice of one's own.
fn axes(custom: &Tessellation) -> [Point; 2] {
    match custom.axes {
        Axes::Square => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        Axes::Hexagon => [[1.0, 0.0, 0.0], polar(60.0, 1.0)],
        Axes::Rectangle(wide, high) => [[f64::from(wide), 0.0, 0.0], [0.0, f64::from(high), 0.0]],
        Axes::Rhombus(wide, high) => {
            let (wide, high) = (f64::from(wide), f64::from(high));
            [[wide, high, 0.0], [-wide, high, 0.0]]
        }
    }
}

/// The corners of a cell of such a lattice, in this unit.
fn outline(custom: &Tessellation, place: usize, (across, up): (i32, i32)) -> Vec<Point> {
    let [a, b] = axes(custom);
    let pitch = custom.pitch as i32;
    let corner = |&(x, y): &(i32, i32)| {
        plus(times(f64::from(x + pitch * across), a), times(f64::from(y + pitch * up), b))
    };
    custom.cells[place].iter().map(corner).collect()
}

/// The lattices of `examples/lattices.cmb`, and the same with the origin where no center and no axis is.
fn lattices_of_ones_own() -> Vec<Lattice> {
    let text = include_str!("../../examples/lattices.cmb");
    let names = ["octagon", "snub", "cairo", "rhombus", "house", "mixed"];
    let problem =
        |name: &&str| format!("problem test_{name} = lattice {name} {{*}} [lattice {name} {{*}}]\n");
    let text = format!("{text}\n{}", names.iter().map(problem).collect::<String>());
    let files = |path: &str, _: Option<&str>| Ok(Loaded::new(path, text.as_str()));
    let script = combien_lang::load("lattices.cmb", &files).unwrap();
    let lattice = |name: &&str| script.problem(&format!("test_{name}")).unwrap().tiling.lattice();
    names.iter().map(lattice).flat_map(|lattice| [lattice.clone(), elsewhere(lattice)]).collect()
}

fn elsewhere(lattice: &Lattice) -> Lattice {
    let mut moved = lattice.own().expect("the file defines it").clone();
    for (x, y) in moved.cells.iter_mut().flatten() {
        (*x, *y) = (*x + 1, *y + 3);
    }
    moved.lattice().unwrap()
}

/// Does this turn of the plane, done twice, move nothing?
fn is_half_turn(matrix: &Matrix) -> bool {
    let points = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    points.iter().all(|&point| key(moved(matrix, moved(matrix, point))) == key(point))
}

fn middle(corners: &[Point]) -> Point {
    let sum = corners.iter().fold([0.0; 3], |sum, &corner| plus(sum, corner));
    times(1.0 / corners.len() as f64, sum)
}

/// All rotations about the origin that keep directions of the lattice, and reflections if wanted: each is
/// found by where it maps three independent directions.
fn turns(lattice: &Lattice, with_reflections: bool) -> Vec<Matrix> {
    let directions: Vec<Point> = match (lattice.tessellation(), lattice.name()) {
        (Some(custom), _) if custom.axes != Axes::Hexagon => {
            let [a, b] = axes(custom);
            vec![a, b, times(-1.0, a), times(-1.0, b), [0.0, 0.0, 1.0]]
        }
        (Some(_), _) | (None, "hexagon" | "triangle" | "kite") => {
            (0..6).map(|n| polar(60.0 * f64::from(n), 1.0)).chain([[0.0, 0.0, 1.0]]).collect()
        }
        (None, "square" | "quarter" | "stick") => {
            (0..4).map(|n| polar(90.0 * f64::from(n), 1.0)).chain([[0.0, 0.0, 1.0]]).collect()
        }
        (None, "cube") => {
            let axes = (0..3).map(|axis| std::array::from_fn(|c| f64::from(u8::from(c == axis))));
            axes.flat_map(|axis: Point| [axis, times(-1.0, axis)]).collect()
        }
        (None, _) => {
            let up = root(0.5);
            let level = (0..4).map(|n| polar(90.0 * f64::from(n), 1.0));
            let slanted = [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)];
            level.chain(slanted.iter().flat_map(|&(x, y)| [[x, y, up], [x, y, -up]])).collect()
        }
    };
    let base: Vec<Point> = if lattice.dimension() == 2 {
        vec![directions[0], directions[1], [0.0, 0.0, 1.0]]
    } else if lattice == Lattice::cube() {
        vec![directions[0], directions[2], directions[4]]
    } else {
        vec![directions[0], directions[1], directions[4]]
    };
    let inverse = inverse([base[0], base[1], base[2]]);
    let mut found = vec![];
    for &a in &directions {
        for &b in &directions {
            for &c in &directions {
                let images = [a, b, c];
                let keeps_angles = (0..3).all(|i| {
                    (0..3).all(|j| (dot(images[i], images[j]) - dot(base[i], base[j])).abs() < 1e-9)
                });
                // In the plane, up stays up.
                if !keeps_angles || lattice.dimension() == 2 && key(c) != [0, 0, 1000] {
                    continue;
                }
                // Columns of images times the inverse of the columns of the base.
                let matrix: Matrix = std::array::from_fn(|row| {
                    std::array::from_fn(|column| (0..3).map(|k| images[k][row] * inverse[k][column]).sum())
                });
                let is_wanted = with_reflections || determinant(matrix) > 0.0;
                if is_wanted
                    && lattice.tessellation().is_some_and(|custom| glides(custom, &matrix).is_empty())
                {
                    continue;
                }
                if is_wanted {
                    found.push(matrix);
                }
            }
        }
    }
    found
}

/// The steps after this turn with which it maps cells to cells, each up to units. A turn about the origin may
/// need one.
fn glides(custom: &Tessellation, matrix: &Matrix) -> Vec<Point> {
    let cells = 0..custom.cells.len();
    let near = (-2..=2).flat_map(|up| (-2..=2).map(move |across| (across, up)));
    let all: BTreeSet<BTreeSet<Key>> =
        near.flat_map(|unit| cells.clone().map(move |place| keys(&outline(custom, place, unit)))).collect();
    let first = middle(&outline(custom, 0, (0, 0)));
    let turned: Vec<Vec<Point>> = cells
        .clone()
        .map(|place| outline(custom, place, (0, 0)).iter().map(|&at| moved(matrix, at)).collect())
        .collect();
    let shifts = cells.map(|place| minus(middle(&outline(custom, place, (0, 0))), moved(matrix, first)));
    let maps = |shift: &Point| {
        turned
            .iter()
            .all(|cell| all.contains(&keys(&cell.iter().map(|&at| plus(at, *shift)).collect::<Vec<_>>())))
    };
    // The image of a cell may be far from the origin; units lead back.
    let back = |shift: Point| {
        let [a, b] = axes(custom).map(|axis| times(f64::from(custom.pitch), axis));
        let steps = (-4..=4).flat_map(|up| (-4..=4).map(move |across| (across, up)));
        steps.map(move |(across, up)| plus(shift, plus(times(f64::from(across), a), times(f64::from(up), b))))
    };
    shifts.filter_map(|shift| back(shift).find(maps)).collect()
}

fn keys(corners: &[Point]) -> BTreeSet<Key> {
    corners.iter().map(|&corner| key(corner)).collect()
}

/// Does this turn, then this step, map cells to cells?
fn is_motion(custom: &Tessellation, matrix: &Matrix, shift: Point) -> bool {
    let [a, b] = axes(custom).map(|axis| times(f64::from(custom.pitch), axis));
    let inverse = inverse([a, b, [0.0, 0.0, 1.0]]);
    glides(custom, matrix).into_iter().any(|glide| {
        let units = moved(&inverse, minus(shift, glide));
        units.iter().all(|number| (number - number.round()).abs() < 1e-6)
    })
}

fn determinant([[a, b, c], [d, e, f], [g, h, i]]: Matrix) -> f64 {
    a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

/// The inverse of the matrix with these columns.
fn inverse(columns: [Point; 3]) -> Matrix {
    let [a, b, c] = columns;
    let cross = |u: Point, v: Point| {
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    };
    let scale = 1.0 / dot(a, cross(b, c));
    [cross(b, c), cross(c, a), cross(a, b)].map(|row| times(scale, row))
}

/// What is tiled, in the test's own words.
struct Case {
    lattice: Lattice,
    /// Positions of the board, and whether each may stay empty.
    board: Vec<(Cell, bool)>,
    /// Positions of each piece, how often it is used, and how it may be turned.
    pieces: Vec<(Vec<Cell>, Quantity, Turns)>,
    periods: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Turns {
    None,
    /// In the plane.
    Half,
    Rotations,
    All,
}

/// A placed piece: its number and the indices of its cells.
type Placed = (usize, BTreeSet<usize>);

struct Brute<'a> {
    case: &'a Case,
    /// The corners of each cell of the board, by the cell's index.
    cells: Vec<Vec<Point>>,
    by_corners: BTreeMap<BTreeSet<Key>, usize>,
    /// The steps that lead back to the same cell, as far as pieces reach.
    shifts: Vec<Point>,
    placements: Vec<Placed>,
}

impl Brute<'_> {
    fn new(case: &Case) -> Brute<'_> {
        let cells: Vec<Vec<Point>> = case.board.iter().map(|&(at, _)| corners(&case.lattice, at)).collect();
        let origin = middle(&corners(&case.lattice, Cell::default()));
        let mut shifts = vec![[0.0; 3]];
        for &period in &case.periods {
            let step = minus(middle(&corners(&case.lattice, period)), origin);
            let around = |from: Point| (-3..=3).map(move |n| plus(from, times(f64::from(n), step)));
            shifts = shifts.into_iter().flat_map(around).collect();
        }
        let mut by_corners = BTreeMap::new();
        for (index, cell) in cells.iter().enumerate() {
            for &shift in &shifts {
                by_corners.insert(cell.iter().map(|&corner| key(plus(corner, shift))).collect(), index);
            }
        }
        let mut brute = Brute { case, cells, by_corners, shifts, placements: vec![] };
        let all: BTreeSet<Placed> =
            (0..case.pieces.len()).flat_map(|piece| brute.placements_of(piece)).collect();
        brute.placements = all.into_iter().collect();
        brute
    }

    fn placements_of(&self, piece: usize) -> Vec<Placed> {
        let (positions, _, turning) = &self.case.pieces[piece];
        let lattice = &self.case.lattice;
        let shape: Vec<Vec<Point>> = positions.iter().map(|&at| corners(lattice, at)).collect();
        let matrices = match turning {
            Turns::None => vec![[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]],
            Turns::Half => turns(lattice, false).into_iter().filter(is_half_turn).collect(),
            Turns::Rotations => turns(lattice, false),
            Turns::All => turns(lattice, true),
        };
        let mut found = vec![];
        for matrix in matrices {
            let turned: Vec<Vec<Point>> = shape
                .iter()
                .map(|cell| cell.iter().map(|&corner| moved(&matrix, corner)).collect())
                .collect();
            for target in &self.cells {
                let shift = minus(middle(target), middle(&turned[0]));
                if lattice.tessellation().is_some_and(|custom| !is_motion(custom, &matrix, shift)) {
                    continue;
                }
                let place = |cell: &Vec<Point>| {
                    let corners = cell.iter().map(|&corner| key(plus(corner, shift))).collect();
                    self.by_corners.get(&corners).copied()
                };
                let cells: Option<BTreeSet<usize>> = turned.iter().map(place).collect();
                found.extend(cells.filter(|cells| cells.len() == shape.len()).map(|cells| (piece, cells)));
            }
        }
        found
    }

    /// The corners of the board through which a piece goes straight on.
    fn straight(&self, (_, cells): &Placed) -> BTreeSet<Key> {
        if self.case.lattice != *Lattice::stick() {
            return BTreeSet::new();
        }
        let mut directions: BTreeMap<Key, BTreeSet<Key>> = BTreeMap::new();
        for &cell in cells {
            let [from, to] = self.cells[cell][..] else { panic!("a stick has two ends") };
            for (end, other) in [(from, to), (to, from)] {
                directions.entry(self.corner(end)).or_default().insert(key(minus(other, end)));
            }
        }
        let goes_on = |ways: &BTreeSet<Key>| ways.iter().any(|way| ways.contains(&way.map(|c| -c)));
        directions.into_iter().filter(|(_, ways)| goes_on(ways)).map(|(corner, _)| corner).collect()
    }

    /// The same corner for all that are one on a closed board: the least that lies on no side left or below
    /// of the first cell.
    fn corner(&self, at: Point) -> Key {
        let all = self.shifts.iter().map(|&shift| key(plus(at, shift)));
        all.filter(|at| at.iter().all(|&c| c >= -1)).min().unwrap_or_else(|| key(at))
    }

    fn solutions(&self) -> BTreeSet<Vec<Placed>> {
        let mut found = BTreeSet::new();
        self.search(0, &mut BTreeSet::new(), &mut vec![], &mut found);
        found
    }

    fn search<'p>(
        &'p self,
        cell: usize,
        covered: &mut BTreeSet<usize>,
        chosen: &mut Vec<&'p Placed>,
        found: &mut BTreeSet<Vec<Placed>>,
    ) {
        if cell == self.cells.len() {
            let used = |piece| chosen.iter().filter(|placed| placed.0 == piece).count() as u32;
            let quantities = self.case.pieces.iter().map(|&(_, quantity, _)| quantity);
            let are_met = quantities.enumerate().all(|(piece, Quantity { lo, hi })| {
                used(piece) >= lo && hi.is_none_or(|hi| used(piece) <= hi)
            });
            let straight: Vec<Key> = chosen.iter().flat_map(|placed| self.straight(placed)).collect();
            let different: BTreeSet<&Key> = straight.iter().collect();
            if are_met && different.len() == straight.len() {
                let mut solution: Vec<Placed> = chosen.iter().map(|&placed| placed.clone()).collect();
                solution.sort();
                assert!(found.insert(solution), "each is found once");
            }
            return;
        }
        if covered.contains(&cell) || self.case.board[cell].1 {
            self.search(cell + 1, covered, chosen, found);
        }
        if covered.contains(&cell) {
            return;
        }
        for placed in &self.placements {
            if placed.1.first() == Some(&cell) && placed.1.iter().all(|cell| !covered.contains(cell)) {
                covered.extend(&placed.1);
                chosen.push(placed);
                self.search(cell + 1, covered, chosen, found);
                chosen.pop();
                covered.retain(|cell| !placed.1.contains(cell));
            }
        }
    }
}

impl Case {
    /// The same in the library's words.
    fn tiling(&self) -> Option<Tiling> {
        let lattice = &self.lattice;
        let shape = |cells: &mut dyn Iterator<Item = Cell>| cells.map(|at| lattice.at(at)).collect::<Shape>();
        let mut board = Board::new(lattice, shape(&mut self.board.iter().map(|&(at, _)| at))).ok()?;
        let optional = shape(&mut self.board.iter().filter(|(_, optional)| *optional).map(|&(at, _)| at));
        board = board.with_optional(optional).ok()?;
        if !self.periods.is_empty() {
            board = board.wrapped(Wrap::over(lattice, &self.periods).ok()?).ok()?;
        }
        let all = lattice.isometries();
        let piece = |(cells, quantity, turns): &(Vec<Cell>, Quantity, Turns)| {
            let group = match turns {
                Turns::None => Group::trivial(),
                Turns::Half => Turning::Half.isometries(lattice, false),
                Turns::Rotations => all.rotations(),
                Turns::All => all.clone(),
            };
            Piece::new(shape(&mut cells.iter().copied()), *quantity, group)
        };
        Tiling::new(board, self.pieces.iter().map(piece).collect()).ok()
    }
}

fn random_case(random: &mut Random, lattices: &[Lattice]) -> Case {
    let lattice = &lattices[random.below(lattices.len())];
    let (columns, rows) = lattice.block();
    let is_solid = lattice.dimension() == 3;
    let units = |random: &mut Random, most| 1 + random.below(most) as u32;
    let size = Size {
        width: columns * units(random, if columns == 1 { 3 } else { 2 }),
        height: rows * units(random, if columns == 1 { 3 } else { 2 }),
        depth: if is_solid { units(random, 2) } else { 1 },
    };
    let positions = |size: Size| -> Vec<Cell> {
        let plane = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let all = plane.flat_map(|(x, y)| (0..size.depth).map(move |z| (x, y, z)));
        all.map(|(x, y, z)| Cell::space(x as i32, y as i32, z as i32)).collect()
    };
    let gaps = random.below(3) == 0;
    let mut board: Vec<(Cell, bool)> = vec![];
    for at in positions(size) {
        if random.below(8) > 0 {
            board.push((at, gaps && random.below(3) == 0));
        }
    }
    let periods = if random.below(3) == 0 {
        let around = Wrap::around(lattice, size);
        around[..=random.below(around.len())].to_vec()
    } else {
        vec![]
    };
    let mut pieces = vec![];
    let all = [Turns::None, Turns::Rotations, Turns::All, Turns::Half];
    let ways = if is_solid { &all[..3] } else { &all };
    for _ in 0..2 + random.below(3) {
        let frame = Size {
            width: columns * (1 + random.below(2) as u32),
            height: rows,
            depth: if is_solid { 2 } else { 1 },
        };
        let mut cells: Vec<Cell> = positions(frame).into_iter().filter(|_| random.below(3) == 0).collect();
        cells.truncate(4);
        if cells.is_empty() {
            cells
                .push(Cell::plane(random.below(columns as usize) as i32, random.below(rows as usize) as i32));
        }
        let quantity = [Quantity::ANY, Quantity::ANY, Quantity::AT_MOST_ONE, Quantity::ONE][random.below(4)];
        pieces.push((cells, quantity, ways[random.below(ways.len())]));
    }
    Case { lattice: lattice.clone(), board, pieces, periods }
}

fn number(problem: &Problem) -> u64 {
    count(problem).unwrap().to_u64().unwrap()
}

/// The solutions are the same, whatever the grid, the gaps and how the board closes.
#[test]
fn random_tilings_of_all_grids_agree() {
    let cases = std::env::var("COMBIEN_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1000);
    let mut random = Random(0x5eed_0024);
    let lattices: Vec<Lattice> = Lattice::all().cloned().chain(lattices_of_ones_own()).collect();
    let (mut compared, mut with_solutions) = (0, HashSet::new());
    while compared < cases {
        let case = random_case(&mut random, &lattices);
        let Some(tiling) = case.tiling().filter(|_| case.board.len() <= 14) else { continue };
        let encoding = tiling.encode().unwrap();
        let expected = number(&encoding.problem);
        if expected > 200 {
            continue;
        }
        compared += 1;
        let mut found = BTreeSet::new();
        for solution in Enumerate::of(&encoding.problem).run().unwrap() {
            let index = |cell: &Cell| {
                let at = tiling.lattice().position(*cell);
                case.board.iter().position(|&(other, _)| other == at).unwrap()
            };
            let placed = encoding.placed(&solution).into_iter();
            let mut placed: Vec<Placed> = placed
                .map(|(placement, cells)| (placement.piece, cells.cells().iter().map(index).collect()))
                .collect();
            placed.sort();
            found.insert(placed);
        }
        let brute = Brute::new(&case).solutions();
        assert_eq!(
            found, brute,
            "case {compared}: {} {:?} {:?} {:?}",
            case.lattice, case.board, case.pieces, case.periods
        );
        assert_eq!(expected, brute.len() as u64);
        if expected > 1 {
            with_solutions.insert((case.lattice, !case.periods.is_empty()));
        }
    }
    // Few of the large units have several solutions.
    let least = if cases < 6000 { 34 } else { 40 };
    assert!(
        with_solutions.len() >= least,
        "each grid, open and closed, with several solutions: {with_solutions:?}"
    );
}

/// Neighbours touch, and a grid has no motions but those of its cells.
#[test]
fn neighbours_and_motions_are_those_of_the_points() {
    for lattice in &Lattice::all().cloned().chain(lattices_of_ones_own()).collect::<Vec<Lattice>>() {
        let positions = (-8..8).flat_map(|y| (-8..8).map(move |x| (x, y)));
        let positions: Vec<Cell> = positions.map(|(x, y)| Cell::plane(x, y)).collect();
        let touches = |one: &[Point], other: &[Point]| {
            let common = one.iter().filter(|&&a| other.iter().any(|&b| key(a) == key(b))).count();
            match lattice.name() {
                "sphere" => (dot(minus(one[0], other[0]), minus(one[0], other[0])) - 1.0).abs() < 1e-9,
                "stick" => common == 1,
                "cube" => common == 4,
                _ => common == 2,
            }
        };
        for &at in positions.iter().filter(|at| at.x.abs() < 2 && at.y.abs() < 2) {
            let cell = corners(lattice, at);
            let near: BTreeSet<Cell> =
                lattice.neighbours(lattice.at(at)).into_iter().map(|cell| lattice.position(cell)).collect();
            let layers = if lattice.dimension() == 3 { -1..=1 } else { 0..=0 };
            let around = layers.flat_map(|z| positions.iter().map(move |&p| Cell { z, ..p }));
            let expected: BTreeSet<Cell> =
                around.filter(|&other| other != at && touches(&cell, &corners(lattice, other))).collect();
            assert_eq!(near, expected, "{lattice} {at:?}");
        }
        let all = (turns(lattice, true).len(), turns(lattice, false).len());
        let group = lattice.isometries();
        assert_eq!((group.order(), group.rotations().order()), all, "{lattice}");
    }
}

/// The numbers of polyspheres, from sets of points: connected sets up to rotations, and up to reflections
/// too.
#[test]
fn polyspheres_are_as_many_as_sets_of_points() {
    let turned = [turns(Lattice::sphere(), false), turns(Lattice::sphere(), true)];
    let neighbours = corners_around();
    let normal = |points: &BTreeSet<Key>| -> Vec<Key> {
        let least = points.iter().next().copied().unwrap();
        points.iter().map(|point| std::array::from_fn(|c| point[c] - least[c])).collect()
    };
    for (matrices, group) in
        turned.iter().zip([Lattice::sphere().isometries().rotations(), Lattice::sphere().isometries()])
    {
        let canonical = |points: &[Point]| -> Vec<Key> {
            let image = |matrix: &Matrix| {
                normal(&points.iter().map(|&point| key(moved(matrix, point))).collect::<BTreeSet<Key>>())
            };
            // Rounding moves keys by one; a coarse grid makes them equal again.
            let coarse =
                |keys: Vec<Key>| keys.into_iter().map(|k| k.map(|c| (c + 250).div_euclid(500))).collect();
            matrices.iter().map(|matrix| coarse(image(matrix))).map(sorted).min().unwrap()
        };
        let mut sets: BTreeMap<Vec<Key>, Vec<Point>> = BTreeMap::from([(vec![[0; 3]], vec![[0.0; 3]])]);
        for library in polyforms::by_size(Lattice::sphere(), group).take(4) {
            assert_eq!(library.len(), sets.len());
            let mut larger = BTreeMap::new();
            for points in sets.values() {
                for &point in points {
                    for &step in &neighbours {
                        let next = plus(point, step);
                        if points.iter().all(|&other| key(other) != key(next)) {
                            let more = [&points[..], &[next]].concat();
                            larger.insert(canonical(&more), more);
                        }
                    }
                }
            }
            sets = larger;
        }
    }
}

fn sorted(mut keys: Vec<Key>) -> Vec<Key> {
    keys.sort_unstable();
    keys
}

/// The steps from a sphere to those that touch it.
fn corners_around() -> Vec<Point> {
    let positions =
        (-1..=1).flat_map(|z| (-2..=2).flat_map(move |y| (-2..=2).map(move |x| Cell::space(x, y, z))));
    let points = positions.map(|at| corners(Lattice::sphere(), at)[0]);
    points.filter(|&point| (dot(point, point) - 1.0).abs() < 1e-9).collect()
}

/// Pieces drawn on a grid, each to be used once and turned in all ways.
fn drawn(lattice: &Lattice, drawings: &[&str]) -> Vec<Piece> {
    let piece = |drawing: &&str| {
        let shape = Pattern::drawn(lattice, drawing).unwrap().shape();
        Piece::new(shape, Quantity::ONE, lattice.isometries())
    };
    drawings.iter().map(piece).collect()
}

/// The twelve pieces of spheres that are sold for a pyramid of five layers: 306 ways up to its eight
/// symmetries, as even-sum points of the cubic lattice also have it. Two engines.
#[test]
fn a_pyramid_of_spheres() {
    let drawings = [
        "**$*.",
        "**$**",
        "****",
        "***$*..",
        "***$**.",
        "****$*...",
        "****$.*..",
        ".***$**..",
        "***$*..$*..",
        "**.$.**$..*",
        "***$*.*",
        ".*.$***$.*.",
    ];
    let board = Board::of(&Outline::Pyramid(5).pattern(Lattice::sphere()).unwrap());
    let tiling = Tiling::new(board, drawn(Lattice::sphere(), &drawings)).unwrap();
    let problem = tiling.encode().unwrap().problem;
    assert_eq!((problem.item_count(), problem.option_count()), (67, 1646));
    for engine in [Engine::Cells, Engine::Memo] {
        let count = Count::of(&problem).by(engine).run().unwrap().answer().unwrap();
        assert_eq!(count.to_u64(), Some(8 * 306), "{engine:?}");
    }
}
