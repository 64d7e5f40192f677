//! Marked cells and colored sides, against a reading of them that shares no code with the encoding: points of
//! the plane instead of coordinates, angles instead of matrices, and all colors compared after each piece.
//!
//! `COMBIEN_CASES=100000 cargo test -p combien-tests --test suites labels` runs as many random tilings.

use std::collections::{BTreeMap, BTreeSet};

use combien::problem::OptionId;
use combien::solve::{Enumerate, count};
use combien_tests::random::Random;
use combien_tiling::{
    Board, Cell, Clue, Fits, Group, Labels, Lattice, Pattern, Piece, Placement, Quantity, Shape, Size, Spot,
    Tiling, Wrap, fitting,
};

mod sums;

/// A point or a step of the plane.
type Point = (f64, f64);

/// The point of a cell, from the documented coordinates: axes at 60 degrees except for squares.
fn point(lattice: &Lattice, cell: Cell) -> Point {
    let (x, y) = (f64::from(cell.x), f64::from(cell.y));
    if lattice == Lattice::square() { (x, y) } else { (x + y / 2.0, y * 3f64.sqrt() / 2.0) }
}

fn plus(one: Point, other: Point) -> Point {
    (one.0 + other.0, one.1 + other.1)
}

fn minus(one: Point, other: Point) -> Point {
    (one.0 - other.0, one.1 - other.1)
}

/// Equal for points that differ by rounding errors.
fn key(point: Point) -> (i64, i64) {
    ((point.0 * 1000.0).round() as i64, (point.1 * 1000.0).round() as i64)
}

/// A turn by an angle in degrees, after a reflection about the horizontal axis or not.
#[derive(Clone, Copy)]
struct Turn(f64, bool);

impl Turn {
    fn apply(self, (x, y): Point) -> Point {
        let Turn(degrees, is_reflected) = self;
        let (y, (sin, cos)) = (if is_reflected { -y } else { y }, degrees.to_radians().sin_cos());
        (x * cos - y * sin, x * sin + y * cos)
    }
}

fn turns(lattice: &Lattice, group: &Group) -> Vec<Turn> {
    let step = if lattice == Lattice::square() { 90 } else { 60 };
    let angles = (0..360).step_by(step).map(f64::from);
    let all = lattice.isometries();
    match group {
        group if *group == Group::trivial() => vec![Turn(0.0, false)],
        group if *group == all => angles.flat_map(|angle| [Turn(angle, false), Turn(angle, true)]).collect(),
        group if *group == all.rotations() => angles.map(|angle| Turn(angle, false)).collect(),
        _ => unreachable!("the tests use these groups"),
    }
}

/// Does a triangle point up?
fn points_up(cell: Cell) -> bool {
    cell.x.rem_euclid(3) == 1
}

/// The marks of a piece that is turned over: those of its back, by the cells of the front that they are
/// behind.
fn seen_behind(lattice: &Lattice, piece: &Piece) -> Vec<(Cell, char)> {
    let Some(back) = piece.labels.back() else { return piece.labels.marks().collect() };
    let least = |points: &[Point]| {
        let below = |one: &&Point, other: &&Point| key((one.1, one.0)).cmp(&key((other.1, other.0)));
        *points.iter().min_by(below).unwrap()
    };
    let over = |cell: Cell| {
        let (x, y) = point(lattice, cell);
        (-x, y)
    };
    let turned: Vec<Point> = piece.shape.cells().iter().map(|&cell| over(cell)).collect();
    let isometry = lattice.isometry_by_name("VertRefl").unwrap();
    let behind = piece.shape.image(isometry, lattice);
    let behind: Vec<Point> = behind.cells().iter().map(|&cell| point(lattice, cell)).collect();
    let shift = minus(least(&behind), least(&turned));
    let sign = |&cell: &Cell| {
        let at = key(plus(over(cell), shift));
        back.iter().find(|&&(other, _)| key(point(lattice, other)) == at).map(|&(_, sign)| (cell, sign))
    };
    let signs: Vec<(Cell, char)> = piece.shape.cells().iter().filter_map(sign).collect();
    assert_eq!(signs.len(), back.len());
    signs
}

/// A placed piece: its cells by their indices, and its colors by cell and direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    piece: usize,
    cells: BTreeSet<usize>,
    marks: BTreeSet<(usize, char)>,
    colors: BTreeSet<(usize, (i64, i64), char)>,
}

struct Brute<'a> {
    tiling: &'a Tiling,
    /// The rule of the board as it is written, `rg cc`; empty for the usual one.
    pairs: String,
    cells: Vec<Point>,
    by_key: BTreeMap<(i64, i64), usize>,
    periods: Vec<Point>,
    /// The colors of sides of the border, by the cell and the step across in thousandths.
    edges: Vec<(usize, (i64, i64), char)>,
}

impl Brute<'_> {
    fn new(tiling: &Tiling) -> Brute<'_> {
        let lattice = tiling.lattice();
        let points = tiling.board().cells().cells().iter().map(|&cell| point(lattice, cell));
        let cells: Vec<Point> = points.collect();
        let by_key = cells.iter().enumerate().map(|(index, &cell)| (key(cell), index)).collect();
        let mut periods = vec![(0.0, 0.0)];
        for step in tiling.board().wrap().steps() {
            let step = point(lattice, step);
            let times = |from: Point| {
                (-4..=4).map(move |n| plus(from, (step.0 * f64::from(n), step.1 * f64::from(n))))
            };
            periods = periods.into_iter().flat_map(times).collect();
        }
        let (shape, colors) = (tiling.board().cells(), tiling.board().edges().unwrap_or_default());
        let edge = |((cell, towards), color): ((Cell, Cell), char)| {
            let place = shape.cells().iter().position(|&other| other == cell);
            (place.unwrap(), key(point(lattice, towards)), color)
        };
        let edges = Labels::sides_of(shape, lattice).into_iter().zip(colors.chars()).map(edge);
        let edges = edges.filter(|&(.., color)| color != '.').collect();
        Brute { tiling, pairs: tiling.board().fits().to_string(), cells, by_key, periods, edges }
    }

    /// Do two colors that meet fit each other?
    fn are_mates(&self, one: char, other: char) -> bool {
        if self.pairs.is_empty() {
            return fitting(one) == other;
        }
        self.pairs.split(' ').any(|pair| {
            let pair: Vec<char> = pair.chars().collect();
            pair == [one, other] || pair == [other, one]
        })
    }

    /// The cell of the board at this point, or at one that is the same.
    fn cell(&self, at: Point) -> Option<usize> {
        self.periods.iter().find_map(|&period| self.by_key.get(&key(plus(at, period))).copied())
    }

    /// All placements that lie on the board, whatever their marks and colors.
    fn placements(&self) -> BTreeSet<Placed> {
        let lattice = self.tiling.lattice();
        let mut all = BTreeSet::new();
        for (number, piece) in self.tiling.pieces().iter().enumerate() {
            let points = piece.shape.cells().iter().map(|&cell| point(lattice, cell));
            let points: Vec<Point> = points.collect();
            for turn in turns(lattice, &piece.isometries) {
                // Triangles that point up lie on such triangles only.
                let Turn(degrees, is_reflected) = turn;
                let is_flipped = ((degrees / 60.0) as i32 % 2 == 1) != is_reflected;
                let suits = |&&target: &&Cell| {
                    lattice != Lattice::triangle()
                        || (points_up(target) == points_up(piece.shape.cells()[0])) != is_flipped
                };
                let targets = self.tiling.board().cells().cells().iter().filter(suits);
                for target in targets.map(|&target| point(lattice, target)) {
                    let shift = minus(target, turn.apply(points[0]));
                    let moved = |at: Point| plus(turn.apply(at), shift);
                    let cells: Option<BTreeSet<usize>> =
                        points.iter().map(|&at| self.cell(moved(at))).collect();
                    let Some(cells) = cells.filter(|cells| cells.len() == points.len()) else { continue };
                    let on = |cell: Cell| self.cell(moved(point(lattice, cell))).unwrap();
                    let marks = if is_reflected {
                        seen_behind(lattice, piece)
                    } else {
                        piece.labels.marks().collect()
                    };
                    let marks = marks.into_iter().map(|(cell, sign)| (on(cell), sign)).collect();
                    let colors = piece.labels.colors().map(|label| {
                        let step = turn.apply(point(lattice, label.towards));
                        (on(label.cell), key(step), label.sign)
                    });
                    let colors = colors.collect();
                    all.insert(Placed { piece: number, cells, marks, colors });
                }
            }
        }
        all
    }

    /// Do marks and colors of some placed pieces fit?
    fn fits(&self, placed: &[&Placed]) -> bool {
        let (board, cells) = (self.tiling.board(), self.tiling.board().cells().cells());
        let marks = placed.iter().flat_map(|placed| &placed.marks);
        let are_marked = marks.into_iter().all(|&(cell, sign)| board.marks().contains(&(cells[cell], sign)));
        let colors = || placed.iter().flat_map(|placed| &placed.colors);
        let fits = |&(cell, step, sign): &(usize, (i64, i64), char)| {
            let step_to = (step.0 as f64 / 1000.0, step.1 as f64 / 1000.0);
            let Some(across) = self.nearest(plus(self.cells[cell], step_to)) else {
                let mut edges = self.edges.iter();
                let edge = edges.find(|&&(other, towards, _)| other == cell && near(towards, step));
                let edge = edge.map(|&(.., color)| color).or(board.border());
                return edge.is_none_or(|border| self.are_mates(sign, border));
            };
            let mut facing =
                colors().filter(|&&(other, back, _)| other == across && near(back, (-step.0, -step.1)));
            facing.all(|&(.., other)| self.are_mates(sign, other))
        };
        are_marked && colors().all(fits)
    }

    /// The same as `cell` for a point that was rounded.
    fn nearest(&self, at: Point) -> Option<usize> {
        let is_near = |&index: &usize| {
            self.periods.iter().any(|&period| {
                let (x, y) = minus(plus(at, period), self.cells[index]);
                x.hypot(y) < 0.01
            })
        };
        (0..self.cells.len()).find(is_near)
    }

    /// The solutions: sets of placements.
    fn solutions(&self) -> Vec<Vec<Placed>> {
        let fits = |placed: &Placed| self.fits(&[placed]);
        let placements: Vec<Placed> = self.placements().into_iter().filter(fits).collect();
        let mut found = vec![];
        self.search(&placements, 0, &mut BTreeSet::new(), &mut vec![], &mut found);
        found
    }

    fn search<'p>(
        &self,
        placements: &'p [Placed],
        cell: usize,
        covered: &mut BTreeSet<usize>,
        chosen: &mut Vec<&'p Placed>,
        found: &mut Vec<Vec<Placed>>,
    ) {
        if cell == self.cells.len() {
            let used = |piece| chosen.iter().filter(|placed| placed.piece == piece).count() as u32;
            let quantities = self.tiling.pieces().iter().map(|piece| piece.quantity);
            let are_met = quantities.enumerate().all(|(piece, Quantity { lo, hi })| {
                used(piece) >= lo && hi.is_none_or(|hi| used(piece) <= hi)
            });
            if are_met {
                let mut solution: Vec<Placed> = chosen.iter().map(|&placed| placed.clone()).collect();
                solution.sort();
                found.push(solution);
            }
            return;
        }
        let board = self.tiling.board();
        if covered.contains(&cell) || board.optional().contains(board.cells().cells()[cell]) {
            self.search(placements, cell + 1, covered, chosen, found);
        }
        if covered.contains(&cell) {
            return;
        }
        for placed in placements {
            // Its first cell that is open is this one; cells before it that were left empty stay so.
            if placed.cells.first() == Some(&cell) && placed.cells.iter().all(|cell| !covered.contains(cell))
            {
                covered.extend(&placed.cells);
                chosen.push(placed);
                if self.fits(chosen) {
                    self.search(placements, cell + 1, covered, chosen, found);
                }
                chosen.pop();
                covered.retain(|cell| !placed.cells.contains(cell));
            }
        }
    }
}

fn near(one: (i64, i64), other: (i64, i64)) -> bool {
    one.0.abs_diff(other.0) < 9 && one.1.abs_diff(other.1) < 9
}

/// A random tiling with labels, of a few cells, with at most a thousand solutions.
fn random_tiling(random: &mut Random) -> Tiling {
    loop {
        let tiling = any_tiling(random);
        let number = count(&tiling.encode().unwrap().problem).unwrap();
        if number.to_u64().is_some_and(|number| number <= 1000) {
            return tiling;
        }
    }
}

fn any_tiling(random: &mut Random) -> Tiling {
    let mut below = |bound: usize| random.below(bound);
    let lattice = [Lattice::square(), Lattice::hexagon(), Lattice::triangle()][below(3)];
    let (width, height) = (2 + below(2) as u32, 1 + below(2) as u32);
    let pattern = Pattern::constant(lattice, Size::plane(width, height), true).unwrap();
    let shape = pattern.shape();
    let mut board = Board::of(&pattern);
    if below(3) == 0 {
        let around = Wrap::around(lattice, pattern.size());
        let closed =
            Wrap::over(lattice, &around[..=below(2)]).ok().and_then(|wrap| board.clone().wrapped(wrap).ok());
        board = closed.unwrap_or(board);
    }
    if below(3) == 0 {
        let some = shape.cells().iter().copied().filter(|_| below(3) == 0).collect::<Shape>();
        board = board.with_optional(some).unwrap();
    }
    let marks: Vec<(Cell, char)> = shape
        .cells()
        .iter()
        .filter_map(|&cell| Some((cell, ['a', 'b', '.'][below(3)])).filter(|m| m.1 != '.'))
        .collect();
    board = board.marked(marks).unwrap().bordered([None, None, Some('r'), Some('(')][below(4)]);
    if below(3) == 0 {
        let sides = Labels::sides_of(&shape, lattice);
        let colors: Vec<char> = sides.iter().map(|_| ['.', 'r', 'g', '('][below(4)]).collect();
        let each: String = colors.iter().collect();
        // In words, one for each straight part.
        let begins = |at: usize| at > 0 && sides[at].1 != sides[at - 1].1;
        let words: String = (0..sides.len())
            .flat_map(|at| begins(at).then_some(' ').into_iter().chain([colors[at]]))
            .collect();
        let written = if below(2) == 0 { each } else { words };
        board = board.bordered(None).edged(&written).unwrap();
    }
    if below(2) == 0 {
        // Mates, and relations in which a color fits several, itself or none of its kind.
        let mates = ["rg ()", "r( g)", "r) (( gg", "rr gg (( ))"];
        let relations = ["rg r( r) g( g) ()", "rr rg g( () ))", "rr rg gg ((  ()", "r( r) g( g)"];
        let rules = if below(2) == 0 { mates } else { relations };
        board = board.fitted(Fits::pairs(rules[below(4)]).unwrap());
    }
    let drawings = ["*", "**", "**$*.", "***", ".*$**"];
    let pieces = (0..2 + below(3)).map(|_| {
        let shape = loop {
            let drawn = Pattern::drawn(lattice, drawings[below(drawings.len())]).unwrap().shape();
            if !drawn.is_empty() {
                break drawn;
            }
        };
        let all = lattice.isometries();
        let group = [all.clone(), all.rotations(), Group::trivial()][below(3)].clone();
        let quantity =
            [Quantity::ANY, Quantity::ANY, Quantity::AT_MOST_ONE, Quantity { lo: 1, hi: Some(2) }][below(4)];
        let marks: Vec<(Cell, char)> = match below(3) {
            0 => shape.cells().iter().map(|&cell| (cell, ['a', 'b'][below(2)])).skip(1).collect(),
            _ => vec![],
        };
        let sides = Labels::sides_of(&shape, lattice).len();
        let palette = [['r', 'r', 'g', '.'], ['(', ')', 'r', '.'], ['r', 'g', '(', ')']][below(3)];
        let colors: String = (0..sides).map(|_| palette[below(4)]).collect();
        let mut piece = Piece::new(shape, quantity, group).marked(marks);
        if below(3) == 0 {
            // A back with a mark on each cell or on none.
            let over = lattice.isometry_by_name("VertRefl").unwrap();
            let behind = piece.shape.image(over, lattice);
            let signs: Vec<(Cell, char)> =
                behind.cells().iter().map(|&cell| (cell, ['a', 'b'][below(2)])).collect();
            let signs = if below(3) == 0 { vec![] } else { signs };
            let back = Pattern::around_marked(lattice, &behind, &Shape::default(), &signs).unwrap();
            piece = piece.backed(&back).unwrap();
        }
        if below(4) == 0 { piece } else { piece.with_sides(&colors, lattice).unwrap() }
    });
    let pieces = pieces.collect();
    Tiling::new(board, pieces).unwrap()
}

/// The solutions by the engine, in the terms of the brute force.
fn solved(tiling: &Tiling) -> Vec<Vec<Placed>> {
    let brute = Brute::new(tiling);
    let (encoding, lattice) = (tiling.encode().unwrap(), tiling.lattice());
    let all = Enumerate::of(&encoding.problem).run().unwrap();
    let on = |cell: Cell| brute.cell(point(lattice, cell)).unwrap();
    let placed = |solution: combien::problem::Solution| {
        let placed = encoding.placed(&solution).into_iter().map(|(placement, cells)| {
            let (mut marks, mut colors) = (BTreeSet::new(), BTreeSet::new());
            for label in tiling.labels(placement) {
                if label.is_color() {
                    let step = point(lattice, label.towards);
                    colors.insert((on(label.cell), key(step), label.sign));
                } else {
                    marks.insert((on(label.cell), label.sign));
                }
            }
            let cells = cells.cells().iter().map(|&cell| on(cell)).collect();
            Placed { piece: placement.piece, cells, marks, colors }
        });
        let mut placed: Vec<Placed> = placed.collect();
        placed.sort();
        placed
    };
    all.map(placed).collect()
}

#[test]
fn labels_mean_what_the_brute_force_reads() {
    let mut random = Random(11);
    let (mut nonempty, mut closed, mut total) = (0, 0, 0);
    let cases = std::env::var("COMBIEN_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(600);
    for case in 0..cases {
        let tiling = random_tiling(&mut random);
        let (mut expected, mut found) = (Brute::new(&tiling).solutions(), solved(&tiling));
        expected.sort();
        found.sort();
        assert_eq!(found.len(), expected.len(), "case {case}: {tiling:?}");
        assert_eq!(found, expected, "case {case}: {tiling:?}");
        nonempty += usize::from(!found.is_empty());
        closed += usize::from(!found.is_empty() && !tiling.board().wrap().is_none());
        total += found.len();
    }
    assert!(nonempty > 150 && closed > 30 && total > 2000, "{nonempty} {closed} {total}");
}

/// Each motion maps solutions to solutions; so it does without the labels, where there are more of both.
#[test]
fn motions_keep_labels() {
    let mut random = Random(12);
    let (mut moved, mut lost) = (0, 0);
    for case in 0..200 {
        let tiling = random_tiling(&mut random);
        let encoding = tiling.encode().unwrap();
        let solutions: BTreeSet<Vec<usize>> = Enumerate::of(&encoding.problem)
            .run()
            .unwrap()
            .map(|solution| solution.options().iter().map(|option| option.index()).collect())
            .collect();
        let acting = tiling.acting_motions(&encoding);
        for (_, automorphism) in &acting {
            let image = |solution: &Vec<usize>| {
                let options = solution.iter().map(|&option| automorphism.options()[option].index());
                let mut options: Vec<usize> = options.collect();
                options.sort_unstable();
                options
            };
            assert!(
                solutions.iter().all(|solution| solutions.contains(&image(solution))),
                "case {case}: {tiling:?}"
            );
        }
        moved += acting.len() - 1;
        let plain = tiling.pieces().iter().map(|piece| Piece { labels: Labels::default(), ..piece.clone() });
        let plain = Tiling::new(tiling.board().clone(), plain.collect()).unwrap();
        lost += plain.motions().len() - tiling.motions().len();
    }
    assert!(moved > 30 && lost > 100, "{moved} {lost}");
}

/// The 24 squares whose sides have three colors, each once up to rotation, in four by six, with one color
/// around: 13,328 tilings, by C. Long (Journal of Recreational Mathematics, 1977; F. Feldman had 12,261 in
/// 1964), if tilings that differ by a symmetry of the rectangle or by an exchange of the other two colors are
/// one. So there are eight times as many.
#[test]
fn macmahon_squares() {
    let tiles = |colors: &str| {
        let colors: Vec<char> = colors.chars().collect();
        let all = (0..colors.len().pow(4)).map(|number| {
            (0..4u32).map(|side| colors[number / colors.len().pow(side) % colors.len()]).collect::<String>()
        });
        let mut known = BTreeSet::new();
        let is_new = |tile: &String| {
            let turned = (0..4).map(|by| tile[by..].to_owned() + &tile[..by]);
            known.insert(turned.min())
        };
        all.filter(is_new).collect::<Vec<String>>()
    };
    let tiling = |width: u32, height: u32, colors: &str| {
        let lattice = Lattice::square();
        let one = Pattern::from_drawing("*").unwrap().shape();
        let tile = |sides: String| {
            let tile = Piece::new(one.clone(), Quantity::ONE, lattice.isometries().rotations());
            tile.with_sides(&sides, lattice).unwrap()
        };
        let board = Pattern::constant(lattice, Size::plane(width, height), true).unwrap();
        let board = Board::of(&board).bordered(colors.chars().next());
        Tiling::new(board, tiles(colors).into_iter().map(tile).collect()).unwrap()
    };
    let whole = tiling(6, 4, "abc");
    assert_eq!((whole.pieces().len(), whole.motions().len()), (24, 4));
    assert_eq!(count(&whole.encode().unwrap().problem).unwrap().to_u64(), Some(8 * 13_328));
    // The six squares of two colors have no such rectangle of three by two: a border of ten sides, and only
    // four squares with two of these or more.
    let small = tiling(3, 2, "ab");
    assert_eq!(
        Brute::new(&small).solutions().len() as u64,
        count(&small.encode().unwrap().problem).unwrap().to_u64().unwrap()
    );
}

/// A chessboard of two by three that was cut into two corners of three cells. There are two ways to put them
/// together. In both, one corner is dark and the other light.
#[test]
fn a_cut_chessboard() {
    let mark = |&cell: &Cell| (cell, if (cell.x + cell.y) % 2 == 0 { 'B' } else { 'W' });
    let board = Board::of(&Pattern::constant(Lattice::square(), Size::plane(3, 2), true).unwrap());
    let marks: Vec<(Cell, char)> = board.cells().cells().iter().map(mark).collect();
    let board = board.marked(marks).unwrap();
    let corner: Shape = [(0, 0), (1, 0), (0, 1)].map(|(x, y)| Cell::plane(x, y)).into_iter().collect();
    let piece = |signs: Option<[char; 3]>| {
        let marks = corner.cells().iter().copied().zip(signs.into_iter().flatten());
        Piece::new(corner.clone(), Quantity::ONE, Lattice::square().isometries()).marked(marks)
    };
    let tilings = |pieces: [Option<[char; 3]>; 2]| {
        let tiling = Tiling::new(board.clone(), pieces.map(piece).to_vec()).unwrap();
        (count(&tiling.encode().unwrap().problem).unwrap().to_u64(), tiling.motions().len())
    };
    // Two pieces of one shape can be exchanged. The half turn exchanges dark and light.
    let (dark, light) = (Some(['B', 'W', 'W']), Some(['W', 'B', 'B']));
    assert_eq!(tilings([None, None]), (Some(4), 4));
    assert_eq!(tilings([dark, light]), (Some(2), 2));
    assert_eq!(tilings([dark, None]), (Some(2), 2));
    assert_eq!(tilings([dark, dark]).0, Some(0));
}

/// A clue that names the orientation means placements with these labels only.
#[test]
fn clues_tell_orientations_apart() {
    let mut random = Random(13);
    let (mut several, mut some) = (0, 0);
    for case in 0..200 {
        let tiling = random_tiling(&mut random);
        let encoding = tiling.encode().unwrap();
        let options = encoding.problem.options().filter(|&option| encoding.placement(option).is_some());
        let options: Vec<OptionId> = options.collect();
        if options.is_empty() {
            continue;
        }
        let option = options[random.below(options.len())];
        let placement = encoding.placement(option).unwrap();
        let piece = &tiling.pieces()[placement.piece];
        let lies = |other: Placement| piece.image(other.isometry, tiling.lattice());
        let is_here = |&other: &OptionId| {
            let other_placement = encoding.placement(other);
            other_placement.is_some_and(|other| other.piece == placement.piece)
                && encoding.cells(other) == encoding.cells(option)
        };
        let here: Vec<OptionId> = options.iter().copied().filter(is_here).collect();
        let alike =
            here.iter().copied().filter(|&other| lies(encoding.placement(other).unwrap()) == lies(placement));
        let alike: Vec<OptionId> = alike.collect();
        several += usize::from(here.len() > alike.len());
        let solutions: Vec<_> = Enumerate::of(&encoding.problem).run().unwrap().collect();
        let without = |left_out: &[OptionId]| {
            let holds = |option: &OptionId| left_out.contains(option);
            solutions.iter().filter(|solution| !solution.options().iter().any(holds)).count()
        };
        let spot = Spot {
            pieces: Some(vec![placement.piece]),
            exactly: Some(encoding.cells(option)),
            isometry: Some(placement.isometry),
            ..Spot::default()
        };
        let number =
            |tiling: &Tiling| count(&tiling.encode().unwrap().problem).unwrap().to_u64().unwrap() as usize;
        let forbidden = tiling.clone().with_clues(&[Clue::Forbid(spot.clone())]).unwrap();
        assert_eq!(number(&forbidden), without(&alike), "case {case}: {tiling:?}");
        let placed = [(placement.piece, encoding.cells(option))];
        assert_eq!(
            number(&tiling.clone().without(&placed).unwrap()),
            without(&here),
            "case {case}: {tiling:?}"
        );
        let fixed = tiling.clone().with_clues(&[Clue::Fix(spot)]).unwrap();
        assert_eq!(number(&fixed), solutions.len() - without(&alike), "case {case}: {tiling:?}");
        if alike.len() == 1 {
            let given = fixed.encode().map(|encoding| fixed.given(&encoding).len()).unwrap();
            assert_eq!(given, 1, "case {case}: {tiling:?}");
        }
        some += usize::from(without(&alike) < solutions.len());
    }
    assert!(several > 30 && some > 30, "{several} {some}");
}
