//! The syntax tree of a file, with places. Names are not resolved yet.
//!
//! The plane and space share every variant: a [`Space`] says which of the two is meant.

use std::fmt;
use std::ops::Range;

use combien::problem::Decimal;
pub use combien_tiling::Mark;
use combien_tiling::{Lattice, Operation, Surface};

use crate::commands::Command;

/// The bytes of a file that a part of the tree was written in.
pub type Span = Range<usize>;

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What.
    pub node: T,
    /// Where.
    pub span: Span,
}

/// A name, as it is written.
pub type Name = Spanned<String>;

/// A text in quotes, without them.
pub type Text = Spanned<String>;

/// A whole number, as it is written: digits, of any length.
pub type Number = Spanned<String>;

/// The plane or space: `pattern` or `pattern3`. The two have separate names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Two dimensions.
    Plane,
    /// Three dimensions.
    Solid,
}

impl Space {
    /// Do the cells of the lattice lie in it?
    pub(crate) fn has(self, lattice: &Lattice) -> bool {
        (self == Space::Solid) == (lattice.dimension() == 3)
    }
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Decl {
    /// `pattern NAME = EXPR`.
    Pattern(Definition<Expr>),
    /// `tiles NAME = TILES`.
    Tiles(Definition<Tiles>),
    /// `problem NAME = BOARD TILES`.
    Problem(Definition<Problem>),
    /// `lattice NAME = AXES NUMBER [OUTLINE, ...]`.
    Lattice(Definition<Outlines>),
    /// A command about a problem, such as `count NAME`.
    Ask(Question),
    /// `assert CONDITION`.
    Assert(Condition),
    /// `include "FILE"` or `include <NAME>`.
    Include(Included),
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `timing on` or `timing off`.
    Timing(bool),
    /// `exit`.
    Exit,
    /// The joke.
    Answer,
}

/// `NAME<PARAMETER, ...> = VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition<T> {
    /// Which name space the name belongs to.
    pub space: Space,
    /// The name.
    pub name: Name,
    /// The parameters of a family; empty if it is not a family.
    pub parameters: Vec<Name>,
    /// The value of the name. `None` if it could not be parsed; then uses of the name are not reported as
    /// undefined.
    pub value: Option<T>,
}

/// A command, or what `assert` says of a count: a question about a problem. What the command does not take is
/// left out.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) command: &'static Command,
    /// In the plane or in space; `None` if the command does not say, like `sample`.
    pub space: Option<Space>,
    /// The algorithm; `None` leaves the choice open.
    pub algorithm: Option<Algorithm>,
    /// The problem, or several of one family.
    pub target: Target,
    /// How many solutions: `best NUMBER`, `first NUMBER`, or the number behind the problem.
    pub number: Option<Number>,
    /// The place of `up to symmetry` or, with `true`, of `up to rotation`, if it is written.
    pub up_to_symmetry: Option<Spanned<bool>>,
    /// `within COST`.
    pub(crate) within: Option<Cost>,
    /// `seed NUMBER`.
    pub seed: Option<Number>,
    /// `of PIECE`.
    pub piece: Option<Name>,
    /// The name of a file that is no output.
    pub file: Option<Text>,
    /// `= NUMBER, ...`: a number for each value of a range.
    pub counts: Vec<Number>,
    /// Where solutions go.
    pub output: Spanned<Output>,
}

/// A name, and the arguments of a family: sums within expressions, values in commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<A> {
    /// The name.
    pub name: Name,
    /// The arguments, without brackets.
    pub arguments: Vec<A>,
}

/// The target of a command: `strip`, `strip<3>`, `strip<1..12>`.
pub type Target = Reference<Spanned<Values>>;

/// The values of an argument, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// `3`.
    One(u32),
    /// `1..12`: all of them, both ends included. The first is not above the last.
    Range(u32, u32),
    /// `n`, or another name: the length of boards that grow.
    Length,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = |argument: &Spanned<Values>| match argument.node {
            Values::One(value) => value.to_string(),
            Values::Range(first, last) => format!("{first}..{last}"),
            Values::Length => "n".to_owned(),
        };
        let arguments: Vec<String> = self.arguments.iter().map(values).collect();
        match arguments.as_slice() {
            [] => f.write_str(&self.name.node),
            _ => write!(f, "{}<{}>", self.name.node, arguments.join(", ")),
        }
    }
}

/// An algorithm, as it is written: `dlx`, `zdd`, `sat "COMMAND"` or the name of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name.
    pub name: Name,
    /// The solver command behind `sat`.
    pub command: Option<Text>,
}

/// What is included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Included {
    /// A file, by its path.
    File(Text),
    /// A part of the library that ships with the program, by its name.
    Library(Name),
}

/// Where solutions go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the terminal, as text; the default.
    Ascii,
    /// To a file, as a picture, in a manner of drawing.
    Picture(Format, Text, Option<Spanned<Manner>>),
    /// As JSON, to a file or the terminal.
    Json(Option<Text>),
    /// To a file, as solid bodies.
    Stl(Text),
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `svg`.
    Svg,
    /// `png`.
    Png,
    /// `pdf`.
    Pdf,
}

impl Format {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Pdf => "pdf",
        }
    }
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// `layers`: side by side.
    Layers,
    /// `isometric`: as a body seen from a corner.
    Isometric,
    /// `cut`: lines for a machine that cuts.
    Cut,
}

/// A condition of `assert`.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `true` or `false`.
    Constant(Spanned<bool>),
    /// `EXPR = EXPR`.
    Equal(Expr, Expr),
    /// `count ALGORITHM NAME = NUMBER, ...`.
    Count(Box<Question>),
    /// `solvable NAME`, or with `false` `unsolvable NAME`.
    Solvable(Target, bool),
}

/// A problem: its board, and its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// `torus` or another surface: the board closes on itself.
    pub closed: Option<Spanned<Surface>>,
    /// The cells of the board.
    pub board: Expr,
    /// `by V W`: the vectors along which it closes, one, two, or none; of a mirrored side, the place where
    /// the first cell comes to lie.
    pub periods: Vec<Coordinates>,
    /// The options of the board.
    pub flags: Vec<Spanned<Flag>>,
    /// The pieces.
    pub tiles: Tiles,
    /// What is known of a solution.
    pub clues: Vec<Spanned<Clue>>,
    /// `where PREDICATE`: what is asked of solutions, and the place from the word `where` on.
    pub filter: Option<Box<Spanned<Spanned<Where>>>>,
}

/// What is asked of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// `A and B`.
    All(Vec<Spanned<Where>>),
    /// `A or B`.
    Any(Vec<Spanned<Where>>),
    /// `not A`.
    Not(Box<Spanned<Where>>),
    /// `crossroads 0`, `crossroads 1..2`, `crossroads 3..`.
    Crossroads(Times),
    /// `colorable 3`.
    Colorable(Sum),
    /// `fault`; `fault horizontal` or, with `true`, `fault vertical`.
    Fault(Option<bool>),
    /// `border`.
    Border,
    /// `apart`.
    Apart,
    /// `as many F as [I, "L"]`.
    AsMany(Vec<Name>, Vec<Name>),
    /// `connected F`.
    Connected(Region),
    /// `diagonally connected F`.
    DiagonallyConnected(Region),
    /// `block F`.
    Block(Region),
    /// `simply connected F`.
    SimplyConnected(Region),
    /// `symmetric` or, with `false`, `asymmetric`.
    Symmetric(bool),
}

/// The cells that a predicate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// `gaps`: the empty cells.
    Gaps,
    /// `F`, `"F"` or `[F, "G"]`: those of these pieces.
    Pieces(Vec<Name>),
}

/// Something that is known of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// `fix SPOT`: there is such a placement.
    Fix(Spot),
    /// `forbid SPOT`: there is none.
    Forbid(Spot),
    /// `fix DRAWING`: the cells of each letter or digit are those of a piece. In space, a drawing for each
    /// layer.
    Drawn(Vec<Drawing>),
    /// `keep "MARKS" together` or, with `false`, `apart`: one piece covers all cells with these marks; no
    /// piece covers two of them.
    Keep(Text, bool),
    /// `also RANGE of PIECES WHERE`: how many placements of these pieces, or of any, cover some of the cells.
    Also(Times, Option<Vec<Name>>, Cells),
    /// `cost COST for SPOT`: such a placement costs that more.
    Cost(Cost, Spot),
}

/// Cells of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// All cells.
    Board,
    /// `over "MARKS"`: those with these marks.
    Marked(Text),
    /// `at every vertex`: those around a vertex, for each vertex.
    Vertices,
}

/// Some placements: `F at 3x2 over 4x4 as Rot90`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The name of the piece, if it is given.
    pub piece: Option<Name>,
    /// `at XxY`: its least column and row.
    pub at: Option<Coordinates>,
    /// `over XxY ...`: cells that it covers.
    pub over: Vec<Coordinates>,
    /// `as ISOMETRY`: how it lies. It is not checked here whether the grid has this isometry.
    pub isometry: Option<Name>,
    /// The place of an `at` or `as` that repeats another one.
    pub repeated: Option<Span>,
}

/// Pieces: `LIST - LIST ~one`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    /// Which pieces.
    pub selection: Selection,
    /// The options of each of them.
    pub flags: Vec<Spanned<Flag>>,
}

/// Some pieces of a list: `first 3 of LIST - LIST with size 5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How many are taken, after all steps; `None` means all.
    pub first: Option<Sum>,
    /// What they are taken from.
    pub list: Spanned<List>,
    /// What is left out, in order.
    pub steps: Vec<Step>,
}

/// A step that leaves pieces out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `- LIST`: without these.
    Minus(Spanned<List>),
    /// `with QUALITY` or `without QUALITY`.
    Filter(Spanned<Filter>),
}

/// `with QUALITY`, or `without QUALITY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Do pieces with the quality stay, or those without it?
    pub keeps: bool,
    /// The quality.
    pub(crate) quality: Quality,
}

/// A quality of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quality {
    /// `size 3..5`: its number of cells.
    Size(Times),
    /// `name "F" "I"`: it has one of these names.
    Name(Vec<Text>),
    /// `symmetry`: some isometry leaves it unchanged; or this one, in some orientation; or, if it is
    /// `mirror`, some reflection.
    Symmetry(Option<Name>),
}

/// A list of pieces, or the name of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// The name of a list; behind a `-`, it may be that of a pattern.
    Named(Reference<Sum>),
    /// The pieces.
    Tiles(Vec<Tile>),
    /// `polyominoes 1..4`, `polyforms LATTICE 1..4`: all polyforms of these sizes, by the word for them.
    Polyforms(Name, Option<Box<Reference<Sum>>>, Times),
}

/// A piece, or pieces of a list, with options such as `~one`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Which piece or pieces.
    pub kind: TileKind,
    /// The options.
    pub flags: Vec<Spanned<Flag>>,
    /// `for i in 1..n`: it stands there once for each number, the last loop turning fastest.
    pub(crate) loops: Vec<Loop>,
}

/// `for NAME in FIRST..LAST`, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    /// The parameter that has the number.
    pub(crate) name: Name,
    /// The first number.
    pub(crate) first: Sum,
    /// The last one. If it is less than the first, there is none.
    pub(crate) last: Sum,
}

/// What stands in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileKind {
    /// The cells, or the name of a list, which may be followed by `- NAME` and by filters.
    Shape(Expr, Vec<Spanned<Filter>>),
    /// A selection that cannot be taken for an expression: `first 3 of LIST`, `polyominoes 1..4`.
    Selection(Selection),
}

/// An option of a tile or of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flag {
    /// An option that is one word, without its tilde: `~one`. It is not checked here whether the option
    /// exists.
    Word(String),
    /// `~times BOUNDS`.
    Times(Times),
    /// `~cost COST`.
    Cost(Cost),
    /// `~named "NAME"`.
    Named(Text),
    /// `~color "COLOR"`.
    Color(Text),
    /// `~sides "COLORS"`, of a tile.
    Sides(Text),
    /// `~back DRAWING`, of a tile.
    Back(Spanned<Drawing>),
    /// `~border "COLOR"`, of a board.
    Border(Text),
    /// `~fits "PAIRS"`, of a board.
    Fits(Text),
    /// `~sum NUMBER`, of a board.
    Sum(Sum),
}

/// A cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A whole number.
    Sum(Sum),
    /// A number with a decimal point.
    Decimal(Spanned<Decimal>),
}

/// How often a piece is used, or another range of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Times {
    /// `3`.
    Exactly(Sum),
    /// `0..5`, both ends included.
    Between(Sum, Sum),
    /// `2..`.
    AtLeast(Sum),
}

/// An expression that gives a pattern.
pub type Expr = Spanned<ExprKind>;

/// What an expression is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A pattern by its name.
    Reference(Reference<Sum>),
    /// A drawing.
    Drawing(Drawing),
    /// `GRID [EXPR, ...]`: the layers of a solid, the lowest first. The expressions are of the plane.
    Layers(Grid, Vec<Expr>),
    /// `constant GRID WxH BOOL`.
    Constant(Grid, Coordinates, bool),
    /// Expressions combined from left to right. A list, so that a long chain does not become a deep tree.
    Combine(Box<Expr>, Vec<(Operation, Expr)>),
    /// `set EXPR XxY BOOL`.
    Set(Box<Expr>, Coordinates, bool),
    /// `crop XxY WxH EXPR`.
    Crop(Coordinates, Coordinates, Box<Expr>),
    /// `shift EXPR XxY`.
    Shift(Box<Expr>, Coordinates),
    /// `resize EXPR WxH`.
    Resize(Box<Expr>, Coordinates),
    /// `apply ISOMETRY EXPR`. It is not checked here whether the grid has this isometry.
    Apply(Name, Box<Expr>),
    /// `cells "MARKS" EXPR`: the cells that have one of the marks.
    Cells(Text, Box<Expr>),
    /// `labels "WORDS" EXPR`: a word on each cell.
    Labels(Text, Box<Expr>),
    /// `hexagon GRID 4`: a board by its name, its grid if that is written, and one to three lengths.
    Outline(Name, Option<Grid>, Coordinates),
}

/// A lattice: the outlines of the cells of one unit, which repeats in two directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlines {
    /// The axes.
    pub(crate) axes: Spanned<Axes>,
    /// The length of a unit.
    pub(crate) pitch: Sum,
    /// `in 2x1`: the columns and rows that a unit takes in drawings.
    pub(crate) block: Option<Coordinates>,
    /// The corners of each cell.
    pub cells: Vec<Spanned<Vec<Coordinates>>>,
    /// `~motions "Rot90 VertRefl"`: what generates the isometries.
    pub(crate) motions: Option<Text>,
}

/// The axes of a lattice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axes {
    /// `square`: at a right angle.
    Square,
    /// `hexagon`: at 60 degrees.
    Hexagon,
    /// `rectangle 5x4`: at a right angle, with units of these lengths.
    Rectangle(Coordinates),
    /// `rhombus 5x4`: along the sides of a rhombus that is so wide and high.
    Rhombus(Coordinates),
}

/// The grid that cells belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grid {
    /// Squares or cubes, the default.
    #[default]
    Square,
    /// `hex`, `tri` and so on: a lattice that ships.
    Ships(&'static Lattice),
    /// `lattice NAME`: one that the file defines.
    Named(Box<Reference<Sum>>),
}

impl Grid {
    /// The grid of this word.
    pub(crate) fn by_word(word: &str) -> Option<Grid> {
        Lattice::by_word(word).map(Grid::Ships)
    }

    /// The lattice of its cells, in the plane or in space; `None` for one that the file defines.
    pub(crate) fn lattice(&self, space: Space) -> Option<&'static Lattice> {
        match self {
            Grid::Square if space == Space::Solid => Some(Lattice::cube()),
            Grid::Square => Some(Lattice::square()),
            &Grid::Ships(lattice) => Some(lattice).filter(|lattice| space.has(lattice)),
            Grid::Named(_) => None,
        }
    }
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The grid.
    pub grid: Grid,
    /// Is it `marked`? Only marked drawings, and those of grids where a character stands for several cells,
    /// have [`Mark::Named`] cells.
    pub is_marked: bool,
    /// Its rows, the top one first; none is empty, and they may differ in length.
    pub rows: Vec<Vec<Mark>>,
}

/// Two or three numbers: a position, a size, or a vector. `8x5` and `(8, 5)` are the same.
pub type Coordinates = Spanned<Vec<Sum>>;

/// Arithmetic of whole numbers.
pub type Sum = Spanned<SumKind>;

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumKind {
    /// A number.
    Number(u32),
    /// A parameter by its name.
    Parameter(String),
    /// `-SUM`.
    Negative(Box<Sum>),
    /// Terms or factors combined from left to right. A list, so that a long chain does not become a deep
    /// tree.
    Chain(Box<Sum>, Vec<(Arithmetic, Sum)>),
}

/// An operation on whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`: rounded down.
    Over,
    /// `%`: the remainder of `/`.
    Modulo,
}
