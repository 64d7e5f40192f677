//! The sets: what each holds, and where it comes from.

use crate::tiling::Lattice;

/// Which polyforms of a set count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    /// Those that an isometry maps to each other.
    Free,
    /// Those that a rotation maps to each other.
    OneSided,
    /// Only translates.
    Fixed,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// All polyforms of this many cells.
    Polyforms(usize, Alike),
    /// The pieces of a puzzle, and its board.
    Puzzle(&'static [Part], Frame),
}

/// A piece of a puzzle: its name (after the name of the puzzle), its drawing or, if it is a rectangle, perhaps
/// its width and height, `32x11`, and its quantity.
pub(super) type Part = (&'static str, &'static str, u32);

#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// Columns, rows, layers.
    Box(u32, u32, u32),
    /// A drawing, and its words.
    Labelled(&'static str, &'static str),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) source: &'static str,
    pub(super) lattice: fn() -> &'static Lattice,
    pub(super) content: Content,
}

const fn squares(name: &'static str, about: &'static str, cells: usize, alike: Alike) -> Entry {
    let source = match alike {
        Alike::Free => "S. W. Golomb, Polyominoes, 1965; OEIS A000105",
        Alike::OneSided => "S. W. Golomb, Polyominoes, 1965; OEIS A000988",
        Alike::Fixed => "S. W. Golomb, Polyominoes, 1965; OEIS A001168",
    };
    let content = Content::Polyforms(cells, alike);
    Entry { name, about, source, lattice: Lattice::square, content }
}

const fn cubes(name: &'static str, about: &'static str, cells: usize) -> Entry {
    let content = Content::Polyforms(cells, Alike::OneSided);
    Entry { name, about, source: "OEIS A000162", lattice: Lattice::cube, content }
}

const fn triangles(name: &'static str, about: &'static str, cells: usize, alike: Alike) -> Entry {
    let source = "T. H. O'Beirne, New Scientist, 1961; D. Goodger, Polyform Puzzler; OEIS A000577, A006534";
    Entry { name, about, source, lattice: Lattice::triangle, content: Content::Polyforms(cells, alike) }
}

const fn hexagons(name: &'static str, about: &'static str, cells: usize, alike: Alike) -> Entry {
    let source = "M. Gardner, Mathematical Magic Show, 1977; OEIS A000228, A006535";
    Entry { name, about, source, lattice: Lattice::hexagon, content: Content::Polyforms(cells, alike) }
}

/// All sets, in the order in which they are listed.
pub(super) const CATALOGUE: [Entry; 45] = [
    squares("monominoes", "the square", 1, Alike::Free),
    squares("dominoes", "the domino", 2, Alike::Free),
    squares("trominoes", "the 2 free trominoes", 3, Alike::Free),
    squares("tetrominoes", "the 5 free tetrominoes", 4, Alike::Free),
    squares("pentominoes", "the 12 free pentominoes", 5, Alike::Free),
    squares("hexominoes", "the 35 free hexominoes", 6, Alike::Free),
    squares("one_sided_monominoes", "the square", 1, Alike::OneSided),
    squares("one_sided_dominoes", "the domino", 2, Alike::OneSided),
    squares("one_sided_trominoes", "the 2 one-sided trominoes", 3, Alike::OneSided),
    squares("one_sided_tetrominoes", "the 7 one-sided tetrominoes", 4, Alike::OneSided),
    squares("one_sided_pentominoes", "the 18 one-sided pentominoes", 5, Alike::OneSided),
    squares("one_sided_hexominoes", "the 60 one-sided hexominoes", 6, Alike::OneSided),
    squares("fixed_monominoes", "the square", 1, Alike::Fixed),
    squares("fixed_dominoes", "the 2 fixed dominoes", 2, Alike::Fixed),
    squares("fixed_trominoes", "the 6 fixed trominoes", 3, Alike::Fixed),
    squares("fixed_tetrominoes", "the 19 fixed tetrominoes", 4, Alike::Fixed),
    squares("fixed_pentominoes", "the 63 fixed pentominoes", 5, Alike::Fixed),
    squares("fixed_hexominoes", "the 216 fixed hexominoes", 6, Alike::Fixed),
    cubes("tricubes", "the 2 tricubes", 3),
    cubes("tetracubes", "the 8 tetracubes, mirror images apart", 4),
    cubes("pentacubes", "the 29 pentacubes, mirror images apart", 5),
    triangles("moniamonds", "the triangle", 1, Alike::Free),
    triangles("diamonds", "the diamond", 2, Alike::Free),
    triangles("triamonds", "the triamond", 3, Alike::Free),
    triangles("tetriamonds", "the 3 free tetriamonds", 4, Alike::Free),
    triangles("pentiamonds", "the 4 free pentiamonds", 5, Alike::Free),
    triangles("hexiamonds", "the 12 free hexiamonds", 6, Alike::Free),
    hexagons("monohexes", "the hexagon", 1, Alike::Free),
    hexagons("dihexes", "the dihex", 2, Alike::Free),
    hexagons("trihexes", "the 3 free trihexes", 3, Alike::Free),
    hexagons("tetrahexes", "the 7 free tetrahexes", 4, Alike::Free),
    hexagons("pentahexes", "the 22 free pentahexes", 5, Alike::Free),
    SOMA,
    SLOTHOUBER_GRAATSMA,
    CONWAY,
    DIABOLICAL,
    BEDLAM,
    CALENDAR,
    WEEKDAYS,
    HALF_HOUR,
    KANOODLE,
    IQ_PUZZLER,
    KATAMINO,
    TETRIS_CUBE,
    CALIBRON,
];

/// 240 solutions up to rotation and reflection.
const SOMA: Entry = Entry {
    name: "soma",
    about: "Piet Hein's Soma cube: 7 pieces, 3x3x3",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, volume 4",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[
            ("V", "*.$**", 1),
            ("L", "*..$***", 1),
            ("T", ".*.$***", 1),
            ("Z", "**.$.**", 1),
            // The left screw and the right one.
            ("A", "*.$**/*.$..", 1),
            ("B", "*.$**/..$.*", 1),
            ("P", "*.$**/..$*.", 1),
        ],
        Frame::Box(3, 3, 3),
    ),
};

/// One solution up to rotation and reflection.
const SLOTHOUBER_GRAATSMA: Entry = Entry {
    name: "slothouber_graatsma",
    about: "the Slothouber-Graatsma puzzle: 6 slabs and 3 cubes, 3x3x3",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, volume 4",
    lattice: Lattice::cube,
    content: Content::Puzzle(&[("slab", "**$**", 6), ("cube", "*", 3)], Frame::Box(3, 3, 3)),
};

const CONWAY: Entry = Entry {
    name: "conway",
    about: "Conway's blocks-in-a-box: 18 blocks, 5x5x5",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, volume 4",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[("brick", "****$****", 13), ("cube", "**$**/**$**", 1), ("slab", "**$**", 1), ("rod", "***", 3)],
        Frame::Box(5, 5, 5),
    ),
};

/// 13 solutions up to rotation and reflection.
const DIABOLICAL: Entry = Entry {
    name: "diabolical",
    about: "the Diabolical Cube: flat pieces of 2 to 7 cells, 3x3x3",
    source: "L. Hoffmann, Puzzles Old and New, 1893",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[
            ("2", "**", 1),
            ("3", "*.$**", 1),
            ("4", "**$**", 1),
            ("5", "*.*$***", 1),
            ("6", "*..$**.$***", 1),
            ("7", "**.$**.$***", 1),
        ],
        Frame::Box(3, 3, 3),
    ),
};

/// 19186 solutions up to rotation.
const BEDLAM: Entry = Entry {
    name: "bedlam",
    about: "Bruce Bedlam's cube: 12 pentacubes and a tetracube, 4x4x4",
    source: "Wikipedia, Bedlam cube; R. Holmes, ssoma",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[
            ("01", ".*.$***$..*", 1),
            ("02", ".*.$***$.*.", 1),
            ("03", "**.$.**$..*", 1),
            ("04", "..*$.../.**$**.", 1),
            ("05", ".*.$.../***$.*.", 1),
            ("06", ".*.$.../.**$**.", 1),
            ("07", ".*.$.../.*.$***", 1),
            ("08", "*..$.../***$*..", 1),
            ("09", "..*$.../***$*..", 1),
            ("10", "...$..*/***$..*", 1),
            ("11", "...$**./.**$.*.", 1),
            ("12", ".*.$.../***$*..", 1),
            ("13", "*.$../**$.*", 1),
        ],
        Frame::Box(4, 4, 4),
    ),
};

/// One solution up to rotation.
const HALF_HOUR: Entry = Entry {
    name: "half_hour",
    about: "Stewart Coffin's Half Hour: 6 pieces of 4 and 5 cubes, 3x3x3",
    source: "S. Coffin, Half Hour (design 29), 1980",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[
            ("L", "*.$*.$**", 1),
            ("T", ".*.$***", 1),
            // The left screw.
            ("A", "..$*./**$*.", 1),
            ("1", ".*.$.*./...$***", 1),
            ("2", "*.$**$*./..$..$*.", 1),
            ("3", "..$.*$.*/.*$**$..", 1),
        ],
        Frame::Box(3, 3, 3),
    ),
};

/// The pieces have the letters of the solutions that are published.
const KANOODLE: Entry = Entry {
    name: "kanoodle",
    about: "Kanoodle: 12 pieces of 3 to 5 balls, flat, 11x5",
    source: "Possibly Wrong, Kanoodle, IQ Fit, and Dancing Links, 2015",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("A", ".*$.*$**", 1),
            ("B", ".*$**$**", 1),
            ("C", ".*$.*$.*$**", 1),
            ("D", ".*$.*$**$.*", 1),
            ("E", ".*$.*$**$*.", 1),
            ("F", "*.$**", 1),
            ("G", "..*$..*$***", 1),
            ("H", "..*$.**$**.", 1),
            ("I", "*.*$***", 1),
            ("J", "****", 1),
            ("K", "**$**", 1),
            ("L", ".*.$***$.*.", 1),
        ],
        Frame::Box(11, 5, 1),
    ),
};

/// 1082785 solutions up to rotation and reflection.
const IQ_PUZZLER: Entry = Entry {
    name: "iq_puzzler",
    about: "IQ Puzzler Pro: 12 pieces of 3 to 5 balls, flat, 11x5",
    source: "SmartGames, IQ Puzzler Pro; S. Abendroth, IQpuzzler",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("V", "*..$*..$***", 1),
            ("L", "*...$****", 1),
            ("F", "*..$***$.*.", 1),
            ("W", "..*$.**$**.", 1),
            ("U", "*.*$***", 1),
            ("Y", "*.$*.$**$*.", 1),
            ("N", ".*$.*$**$*.", 1),
            ("P", "**.$***", 1),
            ("T4", ".*.$***", 1),
            ("S4", ".**$**.", 1),
            ("L4", "*..$***", 1),
            ("V3", "*.$**", 1),
        ],
        Frame::Box(11, 5, 1),
    ),
};

/// 1010 solutions up to rotation and reflection.
const KATAMINO: Entry = Entry {
    name: "katamino",
    about: "Katamino with all its 12 pentominoes, 12x5",
    source: "A. Aubin, Katamino, 1992; C. B. and J. Haselgrove, Eureka 23, 1960",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("F", ".**$**.$.*.", 1),
            ("I", "5x1", 1),
            ("L", "*.$*.$*.$**", 1),
            ("N", ".*$.*$**$*.", 1),
            ("P", "**$**$*.", 1),
            ("T", "***$.*.$.*.", 1),
            ("U", "*.*$***", 1),
            ("V", "*..$*..$***", 1),
            ("W", "*..$**.$.**", 1),
            ("X", ".*.$***$.*.", 1),
            ("Y", "..*.$****", 1),
            ("Z", "**.$.*.$.**", 1),
        ],
        Frame::Box(12, 5, 1),
    ),
};

/// 9839 solutions up to rotation.
const TETRIS_CUBE: Entry = Entry {
    name: "tetris_cube",
    about: "the Tetris Cube: 12 pieces of 5 and 6 cubes, 4x4x4",
    source: "Imagination Games, Tetris Cube, 2007; its number of solutions is on the box",
    lattice: Lattice::cube,
    content: Content::Puzzle(
        &[
            ("01", "*..$*..$***", 1),
            ("02", "*.$*.$**$*.", 1),
            ("03", "**$**/..$*.", 1),
            ("04", ".*.$***$*../...$...$*..", 1),
            ("05", "*..$***/*..$...", 1),
            ("06", ".*.$***/.*.$...", 1),
            ("07", ".*.$**./.**$...", 1),
            ("08", ".*.$***$.../...$.*.$.*.", 1),
            ("09", "*..$*..$***/...$*..$...", 1),
            ("10", "*..$*..$***/*..$...$...", 1),
            ("11", ".**$**./...$*..", 1),
            ("12", ".*$.*$**$*.", 1),
        ],
        Frame::Box(4, 4, 4),
    ),
};

/// One solution up to rotation and reflection.
const CALIBRON: Entry = Entry {
    name: "calibron",
    about: "Calibron 12: 12 rectangles, 56x56",
    source: "T. Edison, Calibron 12, 1933; A. Choi, Solving Calibron 12, 2019",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("32x11", "32x11", 1),
            ("32x10", "32x10", 1),
            ("28x14", "28x14", 1),
            ("28x7", "28x7", 1),
            ("28x6", "28x6", 1),
            ("21x18", "21x18", 2),
            ("21x14", "21x14", 2),
            ("17x14", "17x14", 1),
            ("14x4", "14x4", 1),
            ("10x7", "10x7", 1),
        ],
        Frame::Box(56, 56, 1),
    ),
};

/// 57 solutions on May 1.
const CALENDAR: Entry = Entry {
    name: "calendar",
    about: "A-Puzzle-A-Day: 8 pieces, all of the calendar but a month and a day",
    source: "DragonFjord, A-Puzzle-A-Day",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("L", "*.$*.$*.$**", 1),
            ("N", ".*$.*$**$*.", 1),
            ("O", "***$***", 1),
            ("P", "**$**$*.", 1),
            ("U", "*.*$***", 1),
            ("V", "*..$*..$***", 1),
            ("Y", "..*.$****", 1),
            ("Z", "**.$.*.$.**", 1),
        ],
        Frame::Labelled(
            "******.$******.$*******$*******$*******$*******$***....",
            "jan feb mar apr may jun jul aug sep oct nov dec 1..31",
        ),
    ),
};

const WEEKDAYS: Entry = Entry {
    name: "weekdays",
    about: "a calendar with weekdays: 10 pieces, all but a month, a day and a weekday",
    source: "sold by several makers, as Daily Calendar Puzzle",
    lattice: Lattice::square,
    content: Content::Puzzle(
        &[
            ("L", "*.$*.$*.$**", 1),
            ("N", ".*$.*$**$*.", 1),
            ("P", "**$**$*.", 1),
            ("T", "***$.*.$.*.", 1),
            ("U", "*.*$***", 1),
            ("V", "*..$*..$***", 1),
            ("Z", "**.$.*.$.**", 1),
            ("I4", "****", 1),
            ("L4", "*.$*.$**", 1),
            ("S4", ".**$**.", 1),
        ],
        Frame::Labelled(
            "******.$******.$*******$*******$*******$*******$*******$....***",
            "jan feb mar apr may jun jul aug sep oct nov dec 1..31 sun mon tue wed thu fri sat",
        ),
    ),
};
