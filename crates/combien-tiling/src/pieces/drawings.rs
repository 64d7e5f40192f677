//! The drawings of the pieces that have usual names.

use crate::tiling::Lattice;

/// A piece by its name and drawing. Rows end with `$`, layers of cubes with `/`, the first at z = 0.
pub(super) type Drawn = (&'static str, &'static str);

/// The free polyforms of this many cells that have names; for cubes, up to rotations.
///
/// Pentominoes and pentacubes are named by a letter alone, since people use the letters for them. For other
/// pieces the number of cells follows the letter, so that several sets can be used together.
pub(super) fn named(lattice: &Lattice, cells: usize) -> &'static [Drawn] {
    match (lattice.name(), cells) {
        ("square", 1) => &[("monomino", "*")],
        ("square", 2) => &[("domino", "**")],
        ("square" | "cube", 3) => &[("I3", "***"), ("L3", "*.$**")],
        ("square", 4) => &TETROMINOES,
        // There are no generally accepted names for the pentacubes that are not flat.
        ("square" | "cube", 5) => &PENTOMINOES,
        ("cube", 4) => &TETRACUBES,
        ("triangle", 1) => &[("tri_1", "*")],
        ("triangle", 2) => &[("tri_2", "**")],
        ("triangle", 3) => &[("tri_3", "***")],
        ("triangle", 4) => &[("tri_I4", "****"), ("tri_C4", ".***$...*"), ("tri_T4", ".*.$***")],
        ("triangle", 5) => {
            &[("tri_I5", "*****"), ("tri_C5", ".***$.*.*"), ("tri_L5", "...*$****"), ("tri_P5", ".*..$****")]
        }
        ("triangle", 6) => &HEXIAMONDS,
        ("hexagon", 1) => &[("hex_1", "*")],
        ("hexagon", 2) => &[("hex_2", "**")],
        ("hexagon", 3) => &[("hex_I3", "***"), ("hex_V3", ".*$**"), ("hex_A3", "*.$**")],
        ("hexagon", 4) => &TETRAHEXES,
        _ => &[],
    }
}

/// The prefix of the names of the other polyforms of this many cells, which a number follows. `None` if all
/// have names.
pub(super) fn prefix(lattice: &Lattice, cells: usize) -> Option<&'static str> {
    match (lattice.name(), cells) {
        ("square", 6) => Some("H"),
        ("cube", 5) => Some("solid_"),
        ("hexagon", 5) => Some("hex_5_"),
        _ => None,
    }
}

/// The name of the mirror image of a piece in the one-sided set, if it has its own.
pub(super) fn mirror_name(name: &str) -> Option<&'static str> {
    match name {
        "L4" => Some("J4"),
        "S4" => Some("Z4"),
        _ => None,
    }
}

/// The letters of S. W. Golomb, Polyominoes, 1965; S is what others call a skew tetromino, O a square.
const TETROMINOES: [Drawn; 5] =
    [("I4", "****"), ("L4", "*.$*.$**"), ("O4", "**$**"), ("S4", ".**$**."), ("T4", "***$.*.")];

/// The letters of S. W. Golomb, Polyominoes, 1965.
const PENTOMINOES: [Drawn; 12] = [
    ("F", ".**$**.$.*."),
    ("I", "*****"),
    ("L", "*.$*.$*.$**"),
    ("N", ".*$.*$**$*."),
    ("P", "**$**$*."),
    ("T", "***$.*.$.*."),
    ("U", "*.*$***"),
    ("V", "*..$*..$***"),
    ("W", "*..$**.$.**"),
    ("X", ".*.$***$.*."),
    ("Y", "..*.$****"),
    ("Z", "**.$.*.$.**"),
];

/// Five flat ones and three others. A screw turns like the thread of a right-handed or left-handed screw.
const TETRACUBES: [Drawn; 8] = [
    ("I4", "****"),
    ("L4", "*.$*.$**"),
    ("O4", "**$**"),
    ("S4", ".**$**."),
    ("T4", "***$.*."),
    ("tripod", "*.$**/..$*."),
    ("left_screw", "*.$**/*.$.."),
    ("right_screw", "*.$**/..$.*"),
];

/// The names of Weisstein's encyclopedia (Hexiamond), for the shapes of D. Goodger's Polyform Puzzler.
const HEXIAMONDS: [Drawn; 12] = [
    ("bar", "******"),
    ("butterfly", "..*..$.****$...*."),
    ("chevron", "...**$****."),
    ("crook", ".*****$.*...."),
    ("crown", ".*****$...*.."),
    ("hexagon", ".***$.***"),
    ("hook", "..**$****"),
    ("lobster", ".**.$****"),
    ("signpost", ".****$...**"),
    ("snake", "....*$.****$.*..."),
    ("sphinx", "...*.$*****"),
    ("yacht", ".*.*$****"),
];

/// The names of M. Gardner, Mathematical Magic Show, 1977.
const TETRAHEXES: [Drawn; 7] = [
    ("hex_arch", "*.*$.**"),
    ("hex_bar", "****"),
    ("hex_bee", "**$**"),
    ("hex_pistol", "*..$***"),
    ("hex_propeller", "*..$.**$.*."),
    ("hex_wave", ".**$**."),
    ("hex_worm", "..*$***"),
];
