//! The words of the language, each in one row: what it does, what may follow it, and an example.
//!
//! The parser takes its lists from here, and so do suggestions, the formatter, the editor of the page and the
//! list of words in the book. What a word *means* is said where it is parsed. The rows of commands stand in
//! `commands`, a file for each, and those of lattices with the lattices. A test parses each example, and
//! checks that the words of the grammar are those of the table.

use std::sync::LazyLock;

use combien_tiling::Lattice;

use crate::commands;

/// What a word does where it stands. A word may have several roles, a row for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Begins a declaration.
    Declaration,
    /// Comes between the name of a problem, or what is done with it, and the end of a command.
    Tail,
    /// Chooses the algorithm of a command.
    Algorithm,
    /// Says where solutions go.
    Output,
    /// Says how a picture is drawn.
    Manner,
    /// Begins a pattern.
    Expression,
    /// Names an isometry.
    Isometry,
    /// Names a grid.
    Grid,
    /// Is written before a drawing.
    Drawing,
    /// Names a board.
    Outline,
    /// Closes a board on itself.
    Closing,
    /// Names the axes of a lattice.
    Axes,
    /// Is an option of a piece, behind `~`.
    PieceOption,
    /// Is an option of a board, behind `~`.
    BoardOption,
    /// Is an option of a lattice, behind `~`.
    LatticeOption,
    /// Names all polyforms of a kind.
    Family,
    /// Begins a filter of pieces.
    Filter,
    /// Is a quality that a filter looks at.
    Quality,
    /// Begins a clue.
    Clue,
    /// Says where a piece lies, or which pieces are meant.
    Place,
    /// Begins a predicate on solutions.
    Test,
    /// Joins predicates.
    Joint,
    /// Repeats a tile.
    Loop,
    /// Has a meaning inside another phrase only.
    Inner,
}

impl Role {
    /// Is the word written behind `~`?
    pub fn is_option(self) -> bool {
        matches!(self, Role::PieceOption | Role::BoardOption | Role::LatticeOption)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub text: &'static str,
    /// What it does.
    pub role: Role,
    /// Is it a word of `combine`, which can never be a name?
    pub is_keyword: bool,
    /// What may follow, in the terms of the grammar, of a declaration exactly so; empty if nothing belongs to
    /// it.
    pub follows: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// How it is used.
    pub example: &'static str,
}

impl Word {
    /// The word as it is written, an option with `~`.
    pub fn written(&self) -> String {
        format!("{}{}", if self.role.is_option() { "~" } else { "" }, self.text)
    }
}

/// Word, what may follow, help, example. A word with an exclamation mark is a keyword.
pub(crate) type Row = (&'static str, &'static str, &'static str, &'static str);

/// The rows of one role.
type Rows = &'static [Row];

const PATTERN: &str = "NAME [ parameters ] \"=\" expr";
const TILES: &str = "NAME [ parameters ] \"=\" tiles";
const PROBLEM: &str = "NAME [ parameters ] \"=\" board tiles { clue } [ \"where\" predicate ]";
const LATTICE: &str = "NAME [ parameters ] \"=\" axes amount [ \"in\" coordinates ] \
    \"[\" [ corners { \",\" corners } [ \",\" ] ] \"]\" [ \"~motions\" TEXT ]";

/// What defines a name.
const DEFINITIONS: Rows = &[
    ("pattern!", PATTERN, "defines a pattern", "pattern bar = {***}"),
    ("pattern3!", PATTERN, "defines a pattern in space", "pattern3 tower = [{*}, {*}]"),
    ("tiles!", TILES, "defines a list of pieces", "tiles bars = [{**}, {***}]"),
    ("tiles3!", TILES, "defines a list of pieces in space", "tiles3 bars = [[{**}]]"),
    ("problem!", PROBLEM, "defines a puzzle", "problem p = constant 4x2 true [{**} ~sym]"),
    ("problem3!", PROBLEM, "defines a puzzle in space", "problem3 p = constant 2x2x2 true [[{**}] ~sym]"),
    ("lattice", LATTICE, "defines a lattice", "lattice squares = square 1 [[0x0 1x0 1x1 0x1]]"),
];

const TABLE: &[(Role, Rows)] = &[
    // The definitions and those of the commands come before these.
    (
        Role::Declaration,
        &[
            ("assert!", "condition", "checks what you know", "assert count p = 5"),
            (
                "include!",
                "( TEXT | \"<\" NAME \">\" )",
                "reads another file, or a set of pieces that ships with Combien",
                "include <pentominoes>",
            ),
            ("timing!", "( \"on\" | \"off\" )", "shows how long each command takes", "timing on"),
            ("debug!", "( \"on\" | \"off\" )", "shows how large problems are", "debug off"),
            ("exit!", "", "ends the file here", "exit"),
            (
                "answer_to_the_question_of_life_the_universe_and_everything!",
                "",
                "gives the answer",
                "answer_to_the_question_of_life_the_universe_and_everything",
            ),
        ],
    ),
    (
        Role::Tail,
        &[
            (
                "up",
                "to symmetry",
                "counts solutions as one if a symmetry of the board turns them into each other",
                "count p up to symmetry",
            ),
            ("within", "cost", "looks only at solutions that cost at most this", "count p within 5"),
            ("first", "NUMBER", "sets how many solutions are shown", "solve p first 3"),
            ("seed", "NUMBER", "sets the seed of the random numbers", "sample p 3 seed 7"),
        ],
    ),
    (
        Role::Algorithm,
        &[
            ("dlx!", "", "counts by dancing links", "count dlx p"),
            ("zdd!", "", "counts by a decision diagram", "count zdd p"),
            ("sat!", "TEXT", "asks a SAT solver", "solve sat p"),
        ],
    ),
    (
        Role::Output,
        &[
            ("ascii!", "", "draws with characters", "solve p ascii"),
            ("svg!", "TEXT", "writes a picture", "solve p svg \"p.svg\""),
            ("png", "TEXT", "writes a picture made of pixels", "solve p png \"p.png\""),
            ("pdf", "TEXT", "writes a page to print", "solve p pdf \"p.pdf\""),
            ("json", "TEXT", "writes JSON", "solve p json"),
            ("stl", "TEXT", "writes a solid to print", "solve3 q stl \"q.stl\""),
        ],
    ),
    (
        Role::Manner,
        &[
            ("layers", "", "draws a solid layer by layer", "solve3 q svg \"q.svg\" layers"),
            ("isometric", "", "draws a solid from a corner", "solve3 q svg \"q.svg\" isometric"),
            ("cut", "", "draws lines to cut along", "solve p svg \"p.svg\" cut"),
        ],
    ),
    (
        Role::Expression,
        &[
            ("constant!", "coordinates bool", "a rectangle, or a box", "constant 8x5 true"),
            ("set!", "expr coordinates bool", "a pattern with one cell changed", "set {**} 0x0 false"),
            (
                "crop!",
                "coordinates coordinates expr",
                "a rectangle of a pattern: its corner, its size",
                "crop 0x0 1x1 {**}",
            ),
            ("shift!", "expr coordinates", "a pattern moved in its frame", "shift {*.} 1x0"),
            ("resize!", "expr coordinates", "a pattern in another frame", "resize {**} 3x1"),
            ("apply!", "isometry expr", "a pattern turned or mirrored", "apply Rot90 {**}"),
            ("union!", "expr expr", "the cells of the one or the other", "union {*.} {.*}"),
            ("inter!", "expr expr", "the cells of both", "inter {**} {.*}"),
            ("diff!", "expr expr", "the cells of the first alone", "diff {**} {.*}"),
            ("xor!", "expr expr", "the cells of exactly one", "xor {**} {.*}"),
            ("cells", "TEXT expr", "the cells with these marks", "cells \"a\" marked {ab}"),
            (
                "labels",
                "TEXT expr",
                "words on the cells, as they are read",
                "labels \"mon tue 1..5\" constant 7x1 true",
            ),
        ],
    ),
    (
        Role::Isometry,
        &[
            ("Id!", "", "leaves all as it is", "apply Id {**}"),
            ("Rot90!", "", "turns by a quarter, counter-clockwise", "apply Rot90 {**}"),
            ("Rot180!", "", "turns by a half", "apply Rot180 {**}"),
            ("Rot270!", "", "turns by a quarter, clockwise", "apply Rot270 {**}"),
            ("VertRefl!", "", "exchanges left and right", "apply VertRefl {**}"),
            ("HorizRefl!", "", "exchanges top and bottom", "apply HorizRefl {**}"),
            ("Diag1Refl!", "", "exchanges x and y", "apply Diag1Refl {**}"),
            ("Diag2Refl!", "", "mirrors in the other diagonal", "apply Diag2Refl {**}"),
        ],
    ),
    // Those of the lattices that ship come before these.
    (Role::Grid, &[]),
    (Role::Drawing, &[("marked", "DRAWING", "a drawing whose letters and digits are marks", "marked {ab}")]),
    (
        Role::Outline,
        &[
            ("hexagon", "lengths", "a hexagon of hexagons or triangles", "hexagon 4"),
            ("triangle", "lengths", "a triangle of hexagons or triangles", "triangle 6"),
            ("rhombus", "lengths", "a parallelogram of hexagons or triangles", "rhombus 6x4"),
            ("pyramid", "lengths", "rows of 1, 3, 5, ... squares, or layers in space", "pyramid 5"),
            ("staircase", "lengths", "rows of 1, 2, 3, ... squares", "staircase 5"),
            ("diamond", "lengths", "the Aztec diamond", "diamond 3"),
            ("checkerboard", "lengths", "a rectangle with the marks B and W by turns", "checkerboard 8x5"),
        ],
    ),
    (
        Role::Closing,
        &[
            ("torus", "expr", "a board that closes in two directions", "torus constant 4x3 true"),
            ("cylinder", "expr", "a board that closes left to right", "cylinder constant 4x3 true"),
            (
                "moebius",
                "expr",
                "a board that closes left to right, upside down",
                "moebius constant 4x3 true",
            ),
            ("klein", "expr", "a Moebius strip that closes top to bottom, too", "klein constant 4x3 true"),
            (
                "projective",
                "expr",
                "a board that closes in two directions, mirrored in both",
                "projective constant 4x3 true",
            ),
        ],
    ),
    (
        Role::Axes,
        &[
            (
                "square",
                "",
                "axes of equal length at right angles",
                "lattice l = square 1 [[0x0 1x0 1x1 0x1]]",
            ),
            (
                "hexagon",
                "",
                "axes of equal length at 60 degrees",
                "lattice l = hexagon 1 [[0x0 1x0 1x1 0x1]]",
            ),
            (
                "rectangle",
                "coordinates",
                "axes at right angles",
                "lattice l = rectangle 2x1 1 [[0x0 1x0 1x1 0x1]]",
            ),
            (
                "rhombus",
                "coordinates",
                "axes of equal length",
                "lattice l = rhombus 2x1 1 [[0x0 1x0 1x1 0x1]]",
            ),
        ],
    ),
    (
        Role::PieceOption,
        &[
            ("one", "", "exactly once", "~one"),
            ("maybe", "", "at most once", "~maybe"),
            ("times", "range", "how many times: 2, 0..3 or 2..", "~times 0..3"),
            ("sym", "", "turned and mirrored", "~sym"),
            ("rot", "", "turned", "~rot"),
            ("half", "", "turned by a half", "~half"),
            ("mirror", "", "mirrored", "~mirror"),
            ("cost", "cost", "what each copy costs", "~cost 2.5"),
            ("named", "TEXT", "its name in pictures and JSON", "~named \"F\""),
            ("color", "TEXT", "its color in pictures", "~color \"gold\""),
            (
                "sides",
                "TEXT",
                "the colors of its sides, counter-clockwise from the lower left corner",
                "~sides \"abba\"",
            ),
            ("back", "DRAWING", "the marks of its back", "~back {*}"),
        ],
    ),
    (
        Role::BoardOption,
        &[
            ("gaps", "", "any cell may stay empty", "~gaps"),
            ("border", "TEXT", "the color of the border", "~border \"a\""),
            ("fits", "TEXT", "the pairs of colors that fit", "~fits \"16 25 34\""),
            ("sum", "sum", "two digits fit if this is their sum", "~sum 7"),
        ],
    ),
    (
        Role::LatticeOption,
        &[(
            "motions",
            "TEXT",
            "which motions pieces have",
            "lattice l = square 1 [[0x0 1x0 1x1 0x1]] ~motions \"turns\"",
        )],
    ),
    (
        Role::Family,
        &[(
            "polyforms",
            "reference amounts",
            "all pieces of this number of cells of a lattice",
            "polyforms l 2",
        )],
    ),
    (
        Role::Filter,
        &[
            ("with", "quality", "keeps the pieces that have a quality", "with size 3..5"),
            ("without", "quality", "leaves out the pieces that have a quality", "without symmetry"),
        ],
    ),
    (
        Role::Quality,
        &[
            ("size", "amounts", "the number of cells", "with size 3..5"),
            ("name", "TEXT", "the name", "with name \"F\" \"I\""),
            ("symmetry", "isometry", "an isometry leaves the piece unchanged", "with symmetry Rot180"),
        ],
    ),
    (
        Role::Clue,
        &[
            ("fix", "NAME place", "says where a piece lies", "fix F at 0x0"),
            ("forbid", "NAME place", "says where a piece does not lie", "forbid F at 0x0"),
            ("keep", "TEXT together", "says which marked cells one piece covers", "keep \"ab\" together"),
            ("also", "amounts of some", "bounds how many pieces there are", "also 0..3 at every vertex"),
            ("cost", "cost for place", "says what a placement costs", "cost 5 for F at 0x0"),
        ],
    ),
    (
        Role::Place,
        &[
            ("at", "coordinates", "the least column and row of its cells", "fix F at 0x0"),
            ("over", "coordinates", "cells that the piece covers", "fix F over 0x0 1x0"),
            ("as", "isometry", "how the piece is turned", "fix F as Id"),
            ("of", "some", "which pieces are counted", "also 1..2 of F"),
        ],
    ),
    (
        Role::Test,
        &[
            ("crossroads", "amounts", "bounds the number of points where four pieces meet", "crossroads 0"),
            (
                "colorable",
                "amount",
                "pieces that touch can have different colors, with this number of colors",
                "colorable 3",
            ),
            ("fault", "direction", "a straight line cuts the tiling in two", "fault"),
            ("block", "area", "these pieces, or the gaps, have a block of 2 by 2 cells", "block gaps"),
            (
                "diagonally",
                "connected area",
                "these pieces, or the gaps, are connected by sides or corners",
                "diagonally connected gaps",
            ),
            ("border", "", "each piece touches the border of the board", "border"),
            ("apart", "", "no two pieces of the same shape touch", "apart"),
            ("connected", "area", "these pieces, or the gaps, are connected", "connected gaps"),
            (
                "simply",
                "connected area",
                "these pieces, or the gaps, are connected and have no hole",
                "simply connected gaps",
            ),
            ("symmetric", "", "a symmetry of the board leaves the tiling unchanged", "symmetric"),
            ("asymmetric", "", "no symmetry of the board leaves the tiling unchanged", "asymmetric"),
        ],
    ),
    (
        Role::Joint,
        &[
            ("where", "predicate", "says what a solution must look like", "where fault"),
            ("and", "predicate", "both hold", "where fault and apart"),
            ("or", "predicate", "one of the two holds", "where fault or apart"),
            ("not", "predicate", "it does not hold", "where not fault"),
        ],
    ),
    (
        Role::Loop,
        &[
            (
                "for",
                "NAME in sum .. sum",
                "a tile for each number",
                "tiles b = [constant (i, 1) true for i in 2..4]",
            ),
            ("in", "sum .. sum", "the first and the last number", "tiles b = [{*} ~times i for i in 2..4]"),
        ],
    ),
    (
        Role::Inner,
        &[
            ("to", "symmetry", "`up to symmetry`, or `rotation`", "count p up to symmetry"),
            ("rotation", "", "mirror images are two solutions", "count p up to rotation"),
            ("best", "NUMBER", "the best solutions", "solve best 3 p"),
            (
                "together",
                "NUMBER",
                "all pieces, on tori of up to this number of cells",
                "plane together 12 p",
            ),
            ("by", "coordinates", "the steps that lead back to the same cell", "torus {**} by 2x0 0x1"),
            (
                "in",
                "coordinates",
                "how many cells the drawing of a lattice has",
                "lattice l = square 1 in 1x1 [[0x0 1x0 1x1 0x1]]",
            ),
            ("every", "piece", "`every piece`, `every vertex`", "also 2 of every piece"),
            ("piece", "", "`every piece`", "also 2 of every piece"),
            ("vertex", "", "`every vertex`", "also 0..3 at every vertex"),
            ("for", "place", "which placement costs", "cost 5 for F at 0x0"),
            ("together", "", "one piece covers all the cells", "keep \"ab\" together"),
            ("apart", "", "no piece covers two of the cells", "keep \"ab\" apart"),
            ("many", "pieces as pieces", "`as many`", "where as many F as F"),
            ("gaps", "", "the empty cells", "connected gaps"),
            ("vertical", "", "`fault vertical`", "fault vertical"),
            ("horizontal", "", "`fault horizontal`", "fault horizontal"),
            ("solvable", "target", "there is a solution", "assert solvable p"),
            ("unsolvable", "target", "there is no solution", "assert unsolvable p"),
            ("true!", "", "all cells", "constant 8x5 true"),
            ("false!", "", "no cell", "constant 8x5 false"),
            ("on!", "", "begins here", "timing on"),
            ("off!", "", "ends here", "timing off"),
        ],
    ),
];

/// All words, in the order of the table.
pub static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let of_lattices = |role| {
        Lattice::all().filter_map(move |lattice| {
            let (text, help, example) = if role == Role::Grid { lattice.grid() } else { lattice.family() };
            let follows = if role == Role::Grid { "DRAWING" } else { "amounts" };
            let is_here = matches!(role, Role::Grid | Role::Family) && !text.is_empty();
            is_here.then_some((role, (text, follows, help, example)))
        })
    };
    let declarations = DEFINITIONS.iter().copied().chain(commands::words());
    let rows = declarations.map(|row| (Role::Declaration, row)).chain(
        TABLE
            .iter()
            .flat_map(|&(role, rows)| of_lattices(role).chain(rows.iter().map(move |&row| (role, row)))),
    );
    let word = |(role, (text, follows, help, example)): (Role, Row)| {
        let name = text.strip_suffix('!');
        Word { text: name.unwrap_or(text), role, is_keyword: name.is_some(), follows, help, example }
    };
    rows.map(word).collect()
});

/// The rows of all words by their texts, so that a look takes logarithmic time: a file has very many names.
static SORTED: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let mut words = WORDS.clone();
    words.sort_by_key(|word| word.text);
    words
});

/// The rows of a word, one for each of its roles.
pub fn rows_of(text: &str) -> &'static [Word] {
    let begin = SORTED.partition_point(|word| word.text < text);
    let number = SORTED[begin..].iter().take_while(|word| word.text == text).count();
    &SORTED[begin..begin + number]
}

/// The words of a role, in the order of the table.
pub fn of(role: Role) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |word| word.role == role).map(|word| word.text)
}

/// The words that begin a declaration that asks something, each once.
pub fn commands() -> impl Iterator<Item = &'static str> {
    let is_command = |word: &&str| *word == "assert" || commands::begun_by(word).next().is_some();
    of(Role::Declaration).filter(is_command).filter(|word| !word.ends_with('3'))
}

/// Has the word one of these roles?
pub fn is_any(text: &str, roles: &[Role]) -> bool {
    rows_of(text).iter().any(|word| roles.contains(&word.role))
}

/// The word as the table has it, if it is a keyword: it can never be a name.
pub fn keyword(text: &str) -> Option<&'static str> {
    rows_of(text).iter().find(|word| word.is_keyword).map(|word| word.text)
}

/// The word as the table has it, if it begins a declaration.
pub(crate) fn declaration(text: &str) -> Option<&'static str> {
    rows_of(text).iter().find(|word| word.role == Role::Declaration).map(|word| word.text)
}

/// All keywords, sorted.
pub fn keywords() -> Vec<&'static str> {
    let mut keywords: Vec<&str> =
        SORTED.iter().filter(|word| word.is_keyword).map(|word| word.text).collect();
    keywords.dedup();
    keywords
}

/// The row of an option, behind `~`, of a piece or a board.
pub fn option(text: &str) -> Option<&'static Word> {
    rows_of(text).iter().find(|word| matches!(word.role, Role::PieceOption | Role::BoardOption))
}
