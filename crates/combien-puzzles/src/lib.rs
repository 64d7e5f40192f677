//! Classic puzzles as exact covers: each builds a [problem](combien::problem), and interprets its solutions.
//!
//! A [`Classic`] is a problem with the meaning of its options: [`Classic::read`] turns a solution into a
//! [`Table`] of labels, a list of sets or [parts](Parts) of a graph, and [`draw`](combien_tiling::draw) draws
//! these. [`recipe`] finds a puzzle by its name.
//!
//! ```
//! use combien_puzzles::{Reading, Surface, queens};
//! use combien::solve;
//!
//! let six = queens(6, Surface::Plane)?;
//! assert_eq!(solve::count(six.problem())?.to_string(), "4");
//! let Reading::Table(board) = six.read(&solve::first(six.problem())?.unwrap()) else { panic!() };
//! assert_eq!(board.cells.iter().flatten().count(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | function | what it builds |
//! | --- | --- |
//! | [`queens`] | queens on a board or a torus |
//! | [`langford`] | Langford pairs |
//! | [`latin`], [`sudoku_grids`], [`sudoku_with`], [`jigsaw`], [`mates`] | squares of digits, whatever has each digit once |
//! | [`graeco_latin`] | pairs of orthogonal Latin squares |
//! | [`design`], [`steiner`], [`kirkman`], [`orthogonal_array`], [`orthogonal_squares`], [`factorisations`] | combinatorial designs |
//! | [`matchings`], [`partitions`], [`family`] | sets cut into parts |
//! | [`coloring`] | colorings of graphs |
//! | [`factor`] | graphs covered by small graphs |
//! | [`words`], [`crossword`] | rectangles of words, crosswords |
//! | [`macmahon`] | squares with colored sides |
//! | [`partridge`] | squares in a square |
//! | [`calendar`] | pieces that leave a date |
//!
//! [`clues`] makes puzzles of any problem: minimal ones, with one solution; [`rating`] says how hard they are
//! for a person. [`sudoku`] reads, solves, generates and varies lists of Sudoku puzzles.

mod calendar;
mod catalogue;
mod classic;
pub mod clues;
mod coloring;
mod crossword;
mod designs;
mod factor;
mod fault;
mod graeco_latin;
mod graph;
mod houses;
mod langford;
mod macmahon;
mod partitions;
mod partridge;
mod queens;
pub mod rating;
mod rules;
mod shape;
mod square;
mod subgraphs;
pub mod sudoku;
mod words;

pub use calendar::calendar;
pub use catalogue::{BOXED, Named, Often, Parameter, RECIPES, Recipe, Wanted, boxed, named, recipe};
pub use classic::Classic;
pub use coloring::coloring;
#[doc(hidden)]
pub use combien_tiling::draw::{GraphPart as Part, Marking, Parts, Reading, Set, Table};
pub use crossword::crossword;
pub use designs::{design, factorisations, kirkman, orthogonal_array, orthogonal_squares, steiner};
pub use factor::factor;
pub use fault::{Fault, Text};
pub use graeco_latin::graeco_latin;
pub use houses::{Variant, jigsaw, latin, mates, sudoku as sudoku_grids, sudoku_with};
pub use langford::langford;
pub use macmahon::macmahon;
pub use partitions::{family, matchings, partitions};
pub use partridge::partridge;
pub use queens::{Surface, queens};
pub use rules::RULES;
pub use words::words;
