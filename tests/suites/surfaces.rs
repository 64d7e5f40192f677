//! Boards that turn pieces over: Moebius strips, Klein bottles and projective planes, against walks from cell
//! to cell that know nothing of motions, and against formulas of Lu and Wu.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use combien::solve;
use combien_tests::random::Random;
use combien_tiling::{
    Board, Cell, Group, Isometry, Lattice, Piece, Placement, Quantity, Shape, Size, Surface, Tiling, Wrap,
};

const STEPS: [Spot; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const TWISTED: [Surface; 3] = [Surface::Moebius, Surface::Klein, Surface::Projective];

fn board(surface: Surface, width: i32, height: i32) -> Option<Board> {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::plane(x, y)));
    let board = Board::new(Lattice::square(), cells.collect()).unwrap();
    let around = surface.around(Lattice::square(), Size::plane(width as u32, height as u32))?;
    board.wrapped(Wrap::on(surface, Lattice::square(), &around).unwrap()).ok()
}

/// The column and row of a square, or a step.
type Spot = (i32, i32);

/// A square, and the step across one of its sides.
type Seen = (Spot, Spot);

/// A square seen from the outside, and whether left and right, and up and down, are exchanged there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Walker {
    at: Spot,
    flipped: (bool, bool),
}

/// A rectangle that one walks on; what is beyond its border is said here once more, step by step.
struct World {
    surface: Surface,
    width: i32,
    height: i32,
}

impl World {
    fn walk(&self, walker: Walker, (dx, dy): Spot) -> Option<Walker> {
        let Walker { at: (mut x, mut y), flipped: (mut across, mut up) } = walker;
        x += if across { -dx } else { dx };
        y += if up { -dy } else { dy };
        if !(0..self.width).contains(&x) {
            x = (x + self.width) % self.width;
            y = self.height - 1 - y;
            up = !up;
        } else if !(0..self.height).contains(&y) {
            match self.surface {
                Surface::Klein => {}
                Surface::Projective => {
                    x = self.width - 1 - x;
                    across = !across;
                }
                _ => return None,
            }
            y = (y + self.height) % self.height;
        }
        Some(Walker { at: (x, y), flipped: (across, up) })
    }

    /// The squares of the board that squares around it are, by walks from one of them.
    fn spread_from(&self, around: &[Spot], start: Walker) -> BTreeMap<Spot, Walker> {
        let around: BTreeSet<Spot> = around.iter().copied().collect();
        let mut found = BTreeMap::from([((0, 0), start)]);
        let mut queue = vec![(0, 0)];
        while let Some(cell) = queue.pop() {
            for step in STEPS {
                let next = (cell.0 + step.0, cell.1 + step.1);
                if around.contains(&next)
                    && !found.contains_key(&next)
                    && let Some(walker) = self.walk(found[&cell], step)
                {
                    found.insert(next, walker);
                    queue.push(next);
                }
            }
        }
        found
    }

    /// Where the cells of a piece come to lie if its first one is here, by walks within the piece.
    fn spread(&self, shape: &[Spot], start: Walker) -> Option<BTreeMap<Spot, Walker>> {
        let moved: Vec<Spot> = shape.iter().map(|at| (at.0 - shape[0].0, at.1 - shape[0].1)).collect();
        let found = self.spread_from(&moved, start);
        let cells = shape.iter().zip(moved).filter_map(|(&at, moved)| Some((at, *found.get(&moved)?)));
        let cells: BTreeMap<Spot, Walker> = cells.collect();
        (cells.len() == shape.len()).then_some(cells)
    }

    fn starts(&self) -> Vec<Walker> {
        // Those that one comes to from the first square.
        let first = Walker { at: (0, 0), flipped: (false, false) };
        let mut reached = BTreeSet::from([first]);
        let mut queue = vec![first];
        while let Some(walker) = queue.pop() {
            for step in STEPS {
                if let Some(next) = self.walk(walker, step)
                    && reached.insert(next)
                {
                    queue.push(next);
                }
            }
        }
        reached.into_iter().collect()
    }

    /// A side of a square, as it is known from it, and as it is known from both of its squares.
    fn side(&self, walker: Walker, step: Spot) -> (Seen, [Seen; 2]) {
        let seen = |Walker { at, flipped }: Walker, (dx, dy): Spot| {
            (at, (if flipped.0 { -dx } else { dx }, if flipped.1 { -dy } else { dy }))
        };
        let own = seen(walker, step);
        let other = self.walk(walker, step).map_or(own, |other| seen(other, (-step.0, -step.1)));
        (own, [own.min(other), own.max(other)])
    }
}

/// A place for a piece: its cells, and the colors of its sides, each with the square that it is seen from.
type Place = (BTreeSet<Spot>, BTreeSet<([Seen; 2], Seen, char)>);

/// A piece: its cells in each way that it may lie, each with its colors: a cell, a step, a color.
type Ways = Vec<(Vec<Spot>, Vec<(Spot, Spot, char)>)>;

fn places(world: &World, ways: &Ways) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for (shape, colors) in ways {
        for start in world.starts() {
            let Some(found) = world.spread(shape, start) else { continue };
            let cells: BTreeSet<Spot> = found.values().map(|walker| walker.at).collect();
            let color = |&(cell, step, color): &(Spot, Spot, char)| {
                let (seen, side) = world.side(found[&cell], step);
                (side, seen, color)
            };
            let shown: BTreeSet<([Seen; 2], Seen, char)> = colors.iter().map(color).collect();
            // A piece that meets itself must fit itself.
            let fits = |one: &([Seen; 2], Seen, char)| {
                shown.iter().all(|other| one.0 != other.0 || one.2 == other.2)
            };
            if cells.len() == shape.len() && shown.iter().all(fits) {
                places.insert((cells, shown));
            }
        }
    }
    places
}

/// All tilings, by the first square that is not covered.
fn brute_force(world: &World, places: &[Place]) -> usize {
    fn go(free: &BTreeSet<Spot>, colors: &BTreeMap<[Seen; 2], char>, places: &[Place]) -> usize {
        let Some(first) = free.first() else { return 1 };
        let fitting = places.iter().filter(|(cells, shown)| {
            cells.contains(first)
                && cells.is_subset(free)
                && shown.iter().all(|(side, _, color)| colors.get(side).is_none_or(|other| other == color))
        });
        let mut found = 0;
        for (cells, shown) in fitting {
            let mut colors = colors.clone();
            colors.extend(shown.iter().map(|&(side, _, color)| (side, color)));
            found += go(&free.difference(cells).copied().collect(), &colors, places);
        }
        found
    }
    let free = (0..world.height).flat_map(|y| (0..world.width).map(move |x| (x, y))).collect();
    go(&free, &BTreeMap::new(), places)
}

/// A random connected piece.
fn polyomino(random: &mut Random, most: usize) -> Shape {
    let mut cells = vec![Cell::plane(0, 0)];
    for _ in 1..=random.below(most) {
        let from = cells[random.below(cells.len())];
        let step = STEPS[random.below(4)];
        cells.push(from + Cell::plane(step.0, step.1));
    }
    cells.into_iter().collect()
}

/// The ways of a piece, as this suite knows them.
fn ways(tiling: &Tiling, piece: usize) -> Ways {
    let all = tiling.pieces()[piece].orientations(tiling.lattice()).into_iter();
    let way = |(isometry, shape): (Isometry, Shape)| {
        let labels = tiling.labels(Placement { piece, isometry, shift: Cell::default() });
        let labels = labels.iter().filter(|label| label.is_color());
        let colors = labels.map(|l| ((l.cell.x, l.cell.y), (l.towards.x, l.towards.y), l.sign)).collect();
        (shape.cells().iter().map(|cell| (cell.x, cell.y)).collect(), colors)
    };
    all.map(way).collect()
}

#[test]
fn walks_find_the_same_tilings() {
    let mut random = Random(0x5eed);
    let (mut tiled, mut colored) = (0, 0);
    for round in 0..600 {
        let surface = TWISTED[random.below(3)];
        let (width, height) = (1 + random.below(4) as i32, 1 + random.below(4) as i32);
        let Some(board) = board(surface, width, height) else { panic!("{surface:?} {width} {height}") };
        let groups = [Group::trivial(), Lattice::square().isometries(), Lattice::square().half_turns()];
        let pieces: Vec<Piece> = (0..=random.below(3))
            .map(|_| {
                let shape = polyomino(&mut random, 4);
                let group = groups[random.below(3)].clone();
                let piece = Piece::new(shape, Quantity::ANY, group);
                if round % 2 == 0 {
                    return piece;
                }
                let colors: String = (0..40).map(|_| ['a', 'b', '.'][random.below(3)]).collect();
                let longest = (1..=40)
                    .rev()
                    .find_map(|n| piece.clone().with_sides(&colors[..n], Lattice::square()).ok());
                longest.unwrap_or(piece)
            })
            .collect();
        let tiling = Tiling::new(board, pieces).unwrap();
        let counted = solve::count(&tiling.encode().unwrap().problem).unwrap();
        if counted > 2000_u64.into() {
            continue;
        }
        let world = World { surface, width, height };
        let places: Vec<Place> =
            (0..tiling.pieces().len()).flat_map(|piece| places(&world, &ways(&tiling, piece))).collect();
        let expected = brute_force(&world, &places);
        assert_eq!(counted.to_string(), expected.to_string(), "{surface:?} {width} {height} {tiling:?}");
        tiled += usize::from(expected > 0);
        colored += usize::from(expected > 0 && tiling.has_colored_sides());
    }
    assert!(tiled > 200 && colored > 60, "{tiled} {colored}");
}

/// The motions are those of the plane that keep which squares are the same: all are tried here.
#[test]
fn motions_are_those_of_the_plane() {
    for (surface, width, height) in [
        (Surface::Moebius, 4, 3),
        (Surface::Moebius, 3, 4),
        (Surface::Klein, 4, 3),
        (Surface::Klein, 3, 3),
        (Surface::Projective, 4, 3),
        (Surface::Projective, 3, 3),
        (Surface::Projective, 4, 4),
    ] {
        let world = World { surface, width, height };
        let origin = Walker { at: (0, 0), flipped: (false, false) };
        // Which square of the board each square around it is.
        let reach = 3 * width.max(height);
        let rows = if surface == Surface::Moebius { 0..height } else { -reach..reach };
        let around: Vec<Spot> = rows.flat_map(|y| (-reach..reach).map(move |x| (x, y))).collect();
        let same = world.spread_from(&around, origin);
        let mut found = BTreeSet::new();
        for turn in Lattice::square().isometries().elements() {
            for shift in around.iter().filter(|(x, y)| x.abs() <= 2 * width && y.abs() <= 2 * height) {
                let moved = |&(x, y): &Spot| {
                    let image = turn.apply(Cell::plane(x, y));
                    (image.x + shift.0, image.y + shift.1)
                };
                let mut images: BTreeMap<Spot, Option<Spot>> = BTreeMap::new();
                let is_kept = same.iter().filter(|(at, _)| at.0.abs() <= width && at.1.abs() <= height).all(
                    |(at, walker)| {
                        let image = same.get(&moved(at)).map(|walker| walker.at);
                        *images.entry(walker.at).or_insert(image) == image && image.is_some()
                    },
                );
                if is_kept {
                    found.insert(images);
                }
            }
        }
        let single = Piece::new([Cell::default()].into_iter().collect(), Quantity::ANY, Group::trivial());
        let tiling = Tiling::new(board(surface, width, height).unwrap(), vec![single]).unwrap();
        let encoding = tiling.encode().unwrap();
        assert_eq!(tiling.acting_motions(&encoding).len(), found.len(), "{surface:?} {width} {height}");
    }
}

/// W. T. Lu and F. Y. Wu, Dimer statistics on the Moebius strip and the Klein bottle (1999), for 2M by 2N: the
/// strip is 2M wide.
#[test]
fn dominoes_obey_the_formulas_of_lu_and_wu() {
    let square = |angle: f64| 4.0 * angle.sin().powi(2);
    for (surface, m, n) in [
        (Surface::Moebius, 1, 2),
        (Surface::Moebius, 1, 5),
        (Surface::Moebius, 2, 3),
        (Surface::Moebius, 3, 2),
        (Surface::Klein, 2, 2),
        (Surface::Klein, 2, 3),
        (Surface::Klein, 3, 2),
        (Surface::Klein, 3, 4),
    ] {
        let product: f64 = (1..=m)
            .flat_map(|i| (1..=n).map(move |j| (f64::from(i), f64::from(j))))
            .map(|(i, j)| {
                let around = square((4.0 * j - 1.0) * PI / (4.0 * f64::from(n)));
                around
                    + match surface {
                        Surface::Moebius => 4.0 * (i * PI / f64::from(2 * m + 1)).cos().powi(2),
                        _ => square((2.0 * i - 1.0) * PI / f64::from(2 * m)),
                    }
            })
            .product();
        let domino = Piece::new(
            [Cell::default(), Cell::plane(1, 0)].into_iter().collect(),
            Quantity::ANY,
            Lattice::square().isometries(),
        );
        let tiling = Tiling::new(board(surface, 2 * n, 2 * m).unwrap(), vec![domino]).unwrap();
        let counted = solve::count(&tiling.encode().unwrap().problem).unwrap();
        assert_eq!(counted.to_string(), product.round().to_string(), "{surface:?} {m} {n}");
    }
}
