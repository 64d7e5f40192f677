//! The puzzle files of BurrTools: `.xmpuzzle`, XML that is packed by gzip.
//!
//! A file has one grid, shapes made of its voxels, and problems: how often each shape is used, and the shape
//! that they make together. The format is described on the page "The xmpuzzle format" of the documentation of
//! BurrTools' library, and what it means in its user guide. A voxel is `_` (empty), `#` (filled) or `+`
//! (variable: it may stay empty), then the number of its color if it has one. Voxels are listed from left to
//! right, then row by row, then layer by layer.
//!
//! Pieces turn in space and are never mirrored. So in a flat puzzle they are turned over too, and every
//! isometry of the plane is allowed. All grids are read: bricks (grid 0), triangular prisms (grid 1), spheres
//! (grid 2), whose voxels have coordinates with an even sum, rhombic tetrahedra (grid 3), and tetrahedra with
//! octahedra that are cut into eight (grid 4).
//!
//! ```
//! use combien_tiling::{Board, Lattice, Pattern, Piece, Quantity, Tiling};
//!
//! // Dominoes on a board of 2 by 3: written for BurrTools, and read back.
//! let board = Board::of(&Pattern::from_drawing("***$***")?);
//! let domino = Piece::new(Pattern::from_drawing("**")?.shape(), Quantity::ANY, Lattice::square().isometries());
//! let (text, _) = combien_burrtools::written("wall", &Tiling::new(board, vec![domino.named("domino")])?)?;
//! let read = combien_burrtools::read("wall.xmpuzzle", text.as_bytes(), None).unwrap();
//! assert_eq!(read.name, "wall");
//! assert_eq!(combien::solve::count(&read.tiling.encode()?.problem)?.to_string(), "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colors;
mod document;
mod element;
mod grids;
mod packed;
mod read;
mod spheres;
mod write;

pub use packed::{MOST as MOST_BYTES, packed};
pub use read::{Puzzle, read, read_all, read_within};
pub use write::{Loss, written};

/// The numbers of the grids that are read and written.
const BRICKS: u32 = 0;
const PRISMS: u32 = 1;
const SPHERES: u32 = 2;
/// The numbers of the grids that are only read.
const RHOMBIC: u32 = 3;
const TETRA_OCTA: u32 = 4;
