//! The tree of a file: what was written, and where. Nothing is looked up yet.

use std::ops::Range;

use combien::tiling::{Isometry, Operation};

/// The bytes of a file that a part of the tree was written in.
pub type Span = Range<usize>;

/// Something, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What.
    pub node: T,
    /// Where.
    pub span: Span,
}

/// A name, as it is written.
pub type Name = Spanned<String>;

/// Two numbers: x and y, or width and height.
pub type Pair = Spanned<(u32, u32)>;

/// A declaration. Where it could not be read, its name may still be known: then nobody need complain that it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decl {
    /// `pattern NAME = EXPR`.
    Pattern(Name, Option<Expr>),
    /// `tiles NAME = [TILE, ...]`.
    Tiles(Name, Option<Vec<Tile>>),
    /// `problem NAME = EXPR TILES`.
    Problem(Name, Option<(Expr, Tiles)>),
    /// `assert CONDITION`.
    Assert(Condition),
    /// `print NAME`.
    Print(Name),
    /// `solve ALGORITHM NAME OUTPUT`, or `all` with the same.
    Solve {
        /// Who is to solve it; none leaves the choice open.
        algorithm: Option<Algorithm>,
        /// The problem.
        problem: Name,
        /// Where the solution goes.
        output: Output,
        /// All solutions, or one?
        all: bool,
    },
    /// `sample ALGORITHM NAME NUMBER seed NUMBER OUTPUT`.
    Sample {
        /// Who is to build the diagram to draw from; none leaves the choice open.
        algorithm: Option<Algorithm>,
        /// The problem.
        problem: Name,
        /// How many solutions to draw.
        number: Spanned<String>,
        /// The seed; none is 0.
        seed: Option<Spanned<String>>,
        /// Where they go.
        output: Output,
    },
    /// `count ALGORITHM NAME`.
    Count(Option<Algorithm>, Name),
    /// `dimacs NAME "FILE"`.
    Dimacs(Name, Spanned<String>),
    /// `include "FILE"`.
    Include(Spanned<String>),
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `timing on` or `timing off`.
    Timing(bool),
    /// `exit`.
    Exit,
    /// The joke.
    Answer,
}

/// An algorithm, as it is written: `dlx`, `zdd`, `sat "COMMAND"` or the name of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algorithm {
    /// Its name.
    pub name: Name,
    /// The solver command behind `sat`.
    pub command: Option<Spanned<String>>,
}

/// Where a solution goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// To the terminal, as text.
    Ascii,
    /// To a file, as SVG.
    Svg(Spanned<String>),
}

/// A condition of `assert`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `true` or `false`.
    Constant(Spanned<bool>),
    /// `EXPR = EXPR`.
    Equal(Expr, Expr),
    /// `count ALGORITHM NAME = NUMBER`.
    Count(Option<Algorithm>, Name, Spanned<String>),
}

/// The pieces of a problem: a list, or the name of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tiles {
    /// The name of a list.
    Named(Name),
    /// A list.
    List(Vec<Tile>),
}

/// A piece: its cells, and its options such as `~one`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The cells.
    pub shape: Expr,
    /// The options, without their tilde.
    pub options: Vec<Name>,
}

/// An expression that gives a pattern.
pub type Expr = Spanned<ExprKind>;

/// What an expression is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// The name of a pattern.
    Name(String),
    /// A drawing: its rows, the top one first.
    Drawing(Vec<Vec<bool>>),
    /// `constant WxH BOOL`.
    Constant(Pair, bool),
    /// Expressions combined from left to right. A list, so that a long chain is no deep tree.
    Combine(Box<Expr>, Vec<(Operation, Expr)>),
    /// `set EXPR XxY BOOL`.
    Set(Box<Expr>, Pair, bool),
    /// `crop XxY WxH EXPR`.
    Crop(Pair, Pair, Box<Expr>),
    /// `shift EXPR XxY`.
    Shift(Box<Expr>, Pair),
    /// `resize EXPR WxH`.
    Resize(Box<Expr>, Pair),
    /// `apply ISOMETRY EXPR`.
    Apply(Isometry, Box<Expr>),
}
