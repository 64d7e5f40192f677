//! Pieces that ship: polyforms by their usual names, and the sets of well-known puzzles.
//!
//! A [set](Set) is found by its [name](names), as pieces of a tiling or as a [text] of the tiling language.
//!
//! Names. Pentominoes have their letters; for other polyominoes and polycubes with letters the number of
//! cells follows (`L4`). So no two sets of free polyforms in the plane use one name for two pieces, and no
//! two sets of polycubes do. For the same reason pieces of hexagons begin with `hex_`, small ones of
//! triangles with `tri_`, and the pieces and the board of a puzzle with the name of the puzzle. Polyforms
//! without usual names are numbered in the order of their canonical shapes: hexominoes `H01` to `H35`,
//! pentacubes that do not lie flat `solid_01` to `solid_17`, pentahexes `hex_5_01` to `hex_5_22`. In
//! one-sided sets the left-right mirror image of `F` is `F_mirror`; only those of `L4` and `S4` have names of
//! their own, `J4` and `Z4`. In fixed sets a piece is named for the free one and the isometry that
//! makes it of that, `F_Rot90`, which is left out if nothing moves.
//!
//! ```
//! use combien_tiling::pieces;
//! use combien::solve;
//! use combien_tiling::Tiling;
//!
//! let soma = pieces::set("soma").expect("it ships");
//! let board = soma.board.expect("a puzzle has a board");
//! let tiling = Tiling::new(board, soma.pieces)?;
//! assert_eq!(solve::count(&tiling.encode()?.problem)?.to_string(), "11520");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod drawings;
mod text;

use catalogue::{Alike, CATALOGUE, Content, Entry, Frame, Part};

use crate::tiling::{
    Board, Cell, Group, Isometry, Lattice, Pattern, Piece, Quantity, Shape, Size, fitting, polyforms,
};

/// A set of pieces, and the board to cover with them if it is a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The lattice of its cells.
    pub lattice: &'static Lattice,
    /// The pieces, each with a name, in its usual quantity, and with the isometries that it may usually be
    /// placed with.
    pub pieces: Vec<Piece>,
    /// The board of a puzzle.
    pub board: Option<Board>,
}

/// The names of all sets, each with a line about it.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    CATALOGUE.iter().map(|entry| (entry.name, entry.about))
}

/// The set of that name.
pub fn set(name: &str) -> Option<Set> {
    CATALOGUE.iter().find(|entry| entry.name == name).map(make)
}

/// The set of that name as a text of the tiling language: a pattern for each piece, `tiles` for them all, and
/// a pattern for the board of a puzzle.
///
/// ```
/// let text = combien_tiling::pieces::text("trominoes").expect("it ships");
/// assert!(text.ends_with("pattern L3 = {\n    *.\n    **\n}\ntiles trominoes = [\n    I3 ~one ~sym,\n    L3 ~one ~sym,\n]\n"));
/// ```
pub fn text(name: &str) -> Option<String> {
    set(name).map(|set| text::write(&set))
}

/// The maximum number of cells of the pieces that [`polyforms`](polyforms()) makes. There are some thousands
/// of them, in which case this takes a second at most.
#[doc(hidden)]
pub fn most_cells(lattice: &Lattice) -> usize {
    lattice.form().most_cells
}

/// All polyforms of a lattice with this number of cells (of [quarters](Lattice::quarter), of half squares),
/// each once, with the names and in the order of the sets that ship. In the plane they are free, in space
/// they may be turned and not mirrored. Names are made up for those that have none: `P7_001`, `tri_7_01`,
/// `hex_6_01`, `solid_6_001`. Returns `None` if the number is zero or above [`most_cells`].
///
/// ```
/// use combien_tiling::pieces;
/// use combien_tiling::Lattice;
///
/// let numbers: Vec<usize> = (1..=7).map(|cells| pieces::polyforms(Lattice::square(), cells).unwrap().len()).collect();
/// assert_eq!(numbers, [1, 1, 2, 5, 12, 35, 108]); // OEIS A000105
/// ```
pub fn polyforms(lattice: &Lattice, cells: usize) -> Option<Vec<Piece>> {
    let alike = if lattice.dimension() == 3 { Alike::OneSided } else { Alike::Free };
    (1..=most_cells(lattice)).contains(&cells).then(|| polyform_pieces(lattice, cells, alike))
}

/// The polyforms of these numbers of cells, each above [`most_cells`], that fit on a board, as pieces. Their
/// numbers in the names are those among the ones that are made. If all pieces have the sizes `alone`, those are
/// left out beside which the others cannot cover the rest. Returns `None` if there are too many, the board has
/// more than 128 cells, or the lattice is that of [quarters](Lattice::quarter).
#[doc(hidden)]
pub fn polyforms_on(
    lattice: &Lattice,
    board: &Shape,
    cells: std::ops::RangeInclusive<usize>,
    alone: Option<std::ops::RangeInclusive<usize>>,
) -> Option<Vec<Piece>> {
    if lattice == Lattice::quarter() {
        return None;
    }
    let group = naming(lattice);
    let shapes = fitting::on_board(lattice, board, cells.clone(), alone, &group)?;
    let of_size = |size: usize| {
        let prefix = made_up_prefix(lattice, size);
        let shapes = shapes.iter().filter(move |shape| shape.len() == size);
        let piece = |shape: &Shape| Piece::new(shape.clone(), Quantity::AT_MOST_ONE, group.clone());
        (1..).zip(shapes).map(move |(number, shape)| piece(shape).named(format!("{prefix}{number:04}")))
    };
    Some(cells.flat_map(of_size).collect())
}

fn make(entry: &Entry) -> Set {
    let &Entry { name, about, source, content, .. } = entry;
    let lattice = (entry.lattice)();
    let (pieces, board) = match content {
        Content::Polyforms(cells, alike) => (polyform_pieces(lattice, cells, alike), None),
        Content::Puzzle(parts, frame) => (puzzle_pieces(entry, parts), Some(board(lattice, frame))),
    };
    Set { name, about, source, lattice, pieces, board }
}

fn polyform_pieces(lattice: &Lattice, cells: usize, alike: Alike) -> Vec<Piece> {
    let shapes = all_named(lattice, cells).into_iter().flat_map(|(name, shape)| match alike {
        Alike::Free => vec![(name, shape)],
        Alike::OneSided => both_sides(lattice, name, shape),
        Alike::Fixed => orientations(lattice, &name, &shape),
    });
    let turns = turns(lattice, alike);
    shapes.map(|(name, shape)| Piece::new(shape, Quantity::ONE, turns.clone()).named(name)).collect()
}

/// The isometries under which polyforms count as the same.
fn turns(lattice: &Lattice, alike: Alike) -> Group {
    match alike {
        Alike::Free => lattice.isometries(),
        Alike::OneSided => lattice.isometries().rotations(),
        Alike::Fixed => Group::trivial(),
    }
}

/// Which polyforms share a name: up to all isometries in the plane, up to rotations in space.
fn naming(lattice: &Lattice) -> Group {
    match lattice.dimension() {
        3 => turns(lattice, Alike::OneSided),
        _ => turns(lattice, Alike::Free),
    }
}

/// All polyforms of this many cells with their names: those with usual names first, as they are drawn.
fn all_named(lattice: &Lattice, cells: usize) -> Vec<(String, Shape)> {
    let drawn = drawings::named(lattice, cells).iter();
    let drawn_is_empty = drawn.len() == 0;
    let mut all: Vec<_> = drawn.map(|&(name, drawing)| (name.to_owned(), shape(lattice, drawing))).collect();
    let prefix = drawings::prefix(lattice, cells).map(str::to_owned);
    if let Some(prefix) = prefix.or_else(|| drawn_is_empty.then(|| made_up_prefix(lattice, cells))) {
        let group = naming(lattice);
        let canonical = |shape: &Shape| polyforms::canonical(shape, lattice, &group);
        let known: Vec<Shape> = all.iter().map(|(_, shape)| canonical(shape)).collect();
        let every = polyforms::by_size(lattice, group.clone()).nth(cells - 1).unwrap_or_default();
        let digits = every.len().to_string().len().max(2);
        let others = every.into_iter().filter(|shape| !known.contains(shape));
        all.extend((1..).zip(others).map(|(number, shape)| (format!("{prefix}{number:0digits$}"), shape)));
    }
    all
}

/// The prefix of the names of polyforms none of which has a usual name.
fn made_up_prefix(lattice: &Lattice, cells: usize) -> String {
    match (lattice.grid().0, lattice.dimension()) {
        ("", 2) => format!("P{cells}_"),
        ("", _) => format!("solid_{cells}_"),
        ("lattice", _) => format!("{lattice}_{cells}_"),
        (word, _) => format!("{word}_{cells}_"),
    }
}

/// A piece, and its mirror image if that is a different one-sided piece. In space, mirror images have their
/// own names anyway.
fn both_sides(lattice: &Lattice, name: String, shape: Shape) -> Vec<(String, Shape)> {
    let over = lattice.isometry_by_name("VertRefl").unwrap_or(Isometry::IDENTITY);
    let image = shape.image(over, lattice);
    let rotations = turns(lattice, Alike::OneSided);
    let canonical = |shape: &Shape| polyforms::canonical(shape, lattice, &rotations);
    if lattice.dimension() == 3 || canonical(&image) == canonical(&shape) {
        return vec![(name, shape)];
    }
    let mirrored = drawings::mirror_name(&name).map_or_else(|| format!("{name}_mirror"), str::to_owned);
    vec![(name, shape), (mirrored, image)]
}

/// The fixed pieces of a free one.
fn orientations(lattice: &Lattice, name: &str, shape: &Shape) -> Vec<(String, Shape)> {
    let mut fixed: Vec<(String, Shape)> = vec![];
    for &(isometry_name, isometry) in lattice.named_isometries() {
        let image = shape.image(isometry, lattice);
        if fixed.iter().all(|(_, earlier)| *earlier != image) {
            let moved = isometry != Isometry::IDENTITY;
            let name = if moved { format!("{name}_{isometry_name}") } else { name.to_owned() };
            fixed.push((name, image));
        }
    }
    fixed
}

fn puzzle_pieces(entry: &Entry, parts: &[Part]) -> Vec<Piece> {
    let lattice = (entry.lattice)();
    let piece = |&(name, drawing, times): &Part| {
        let quantity = Quantity { lo: times, hi: Some(times) };
        Piece::new(shape(lattice, drawing), quantity, naming(lattice)).named(format!("{}_{name}", entry.name))
    };
    parts.iter().map(piece).collect()
}

fn board(lattice: &Lattice, frame: Frame) -> Board {
    let pattern = match frame {
        Frame::Labelled(drawing, words) => {
            Pattern::drawn(lattice, drawing).and_then(|drawn| drawn.labelled(words))
        }
        Frame::Box(width, height, depth) => Pattern::constant(lattice, Size { width, height, depth }, true),
    };
    pattern.map_or_else(|error| unreachable!("the board ships: {error}"), |pattern| Board::of(&pattern))
}

/// The shape of a drawing of the tables.
fn shape(lattice: &Lattice, drawing: &str) -> Shape {
    let sides = drawing.split_once('x').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    if let Some((width, height)) = sides {
        return board(lattice, Frame::Box(width, height, 1)).cells().clone();
    }
    let mut cells = vec![];
    for (z, layer) in (0..).zip(drawing.split('/')) {
        for (y, row) in (0..).zip(layer.rsplit('$')) {
            let on = (0..).zip(row.chars()).filter(|&(_, mark)| mark == '*');
            cells.extend(on.map(|(x, _)| lattice.at(Cell::space(x, y, z))));
        }
    }
    cells.into_iter().collect::<Shape>().at_origin(lattice)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every polyform of each set is there exactly once, under one name. The expected polyforms come from
    /// their definition alone.
    #[test]
    fn sets_of_polyforms_are_complete() {
        for entry in &CATALOGUE {
            let Content::Polyforms(cells, alike) = entry.content else { continue };
            let group = turns((entry.lattice)(), alike);
            let pieces = make(entry).pieces;
            let canonical = |piece: &Piece| polyforms::canonical(&piece.shape, (entry.lattice)(), &group);
            let shapes: BTreeSet<Shape> = pieces.iter().map(canonical).collect();
            let expected = polyforms::by_size((entry.lattice)(), group.clone()).nth(cells - 1).unwrap();
            assert_eq!(shapes, expected, "{}", entry.name);
            assert_eq!(pieces.len(), shapes.len(), "{}", entry.name);
            let names: BTreeSet<_> = pieces.iter().map(|piece| piece.name.clone()).collect();
            assert_eq!(names.len(), pieces.len(), "{}", entry.name);
            let stated = entry.about.split(' ').find_map(|word| word.parse().ok()).unwrap_or(1);
            assert_eq!(pieces.len(), stated, "{}", entry.name);
        }
    }

    /// OEIS A000105 (squares), A000577 (triangles), A000228 (hexagons), A000162 (cubes, mirror images apart).
    #[test]
    fn polyforms_of_any_size_are_complete() {
        let published: [(&Lattice, &[usize]); 4] = [
            (Lattice::square(), &[1, 1, 2, 5, 12, 35, 108, 369]),
            (Lattice::triangle(), &[1, 1, 1, 3, 4, 12, 24, 66]),
            (Lattice::hexagon(), &[1, 1, 3, 7, 22, 82]),
            (Lattice::cube(), &[1, 1, 2, 8, 29, 166]),
        ];
        for (lattice, numbers) in published {
            let mut names = BTreeSet::new();
            for (cells, &number) in (1..).zip(numbers) {
                let pieces = polyforms(lattice, cells).unwrap();
                assert_eq!(pieces.len(), number, "{lattice} {cells}");
                assert!(pieces.iter().all(|piece| names.insert(piece.name.clone())), "{lattice} {cells}");
            }
            assert_eq!(polyforms(lattice, 0), None);
            assert_eq!(polyforms(lattice, most_cells(lattice) + 1), None);
        }
        // The sets that ship are the same pieces.
        assert_eq!(polyforms(Lattice::square(), 6).unwrap(), set("hexominoes").unwrap().pieces);
    }

    /// Sets that are used together do not give one name to two pieces.
    #[test]
    fn names_are_shared_by_no_two_sets() {
        for solid in [false, true] {
            let mut names = BTreeSet::new();
            let all = CATALOGUE.iter().filter(|entry| ((entry.lattice)() == Lattice::cube()) == solid);
            for entry in all {
                if matches!(entry.content, Content::Polyforms(_, alike) if !solid && alike != Alike::Free) {
                    continue;
                }
                for piece in make(entry).pieces {
                    assert!(names.insert(piece.name.clone()), "{} {:?}", entry.name, piece.name);
                }
            }
        }
    }

    /// The drawings have no empty borders, and pieces of puzzles are connected.
    #[test]
    fn pieces_of_puzzles_are_polyforms() {
        for entry in CATALOGUE.iter().filter(|entry| matches!(entry.content, Content::Puzzle(..))) {
            let set = make(entry);
            let cells: usize = set.pieces.iter().map(|p| p.shape.len() * p.quantity.lo as usize).sum();
            let windows = match entry.name {
                "calendar" => 2,
                "weekdays" => 3,
                _ => 0,
            };
            assert_eq!(cells + windows, set.board.unwrap().cells().len(), "{}", entry.name);
            for piece in set.pieces.iter().filter(|piece| piece.shape.len() < 6) {
                let group = naming(set.lattice);
                let canonical = polyforms::canonical(&piece.shape, set.lattice, &group);
                let every = polyforms::by_size(set.lattice, group).nth(piece.shape.len() - 1).unwrap();
                assert!(every.contains(&canonical), "{:?}", piece.name);
            }
        }
    }

    #[test]
    fn mirror_images_and_orientations_have_their_names() {
        let names = |name| -> Vec<String> {
            set(name).unwrap().pieces.into_iter().filter_map(|piece| piece.name).collect()
        };
        assert_eq!(names("one_sided_tetrominoes"), ["I4", "L4", "J4", "O4", "S4", "Z4", "T4"]);
        assert_eq!(names("fixed_trominoes"), ["I3", "I3_Rot90", "L3", "L3_Rot90", "L3_Rot180", "L3_Rot270"]);
        assert!(names("one_sided_pentominoes").contains(&"F_mirror".to_owned()));
        let [first, .., last] = &names("hexominoes")[..] else { panic!("there are 35") };
        assert_eq!((&first[..], &last[..]), ("H01", "H35"));
        assert_eq!(set("heptominoes"), None);
    }
}
