//! The extension module of the Python package `combien`.
//!
//! A thin layer: every question is passed to the library. It adds the user's own objects for items and options, matrices of every
//! kind, and searches beside a Python interpreter. Three rooms, each of which knows only those before it: [`handles`],
//! [`questions`], [`classes`].

mod classes;
mod handles;
mod questions;

/// The extension module: what is public of it is in the package ``combien``.
#[pyo3::pymodule]
mod _combien {
    #[cfg(feature = "png")]
    #[pymodule_export]
    use crate::classes::pictures::png;
    #[pymodule_export]
    use crate::classes::{
        apart::take_apart,
        board::restore as restore_board,
        census::{Reader, begin as begin_census},
        cluster::{Stop, begin, fingerprint, plain, pool, probe, search, select},
        command::command,
        design::{SetsOfPieces, boards, booklet},
        diagram::restore as restore_diagram,
        lattice::restore as restore_lattice,
        pictures::{page, sheet},
        piece::{restore as restore_piece, set, sets},
        plane::{ask_growth, ask_plane, ask_together},
        problem::{restore as restore_problem, restore_solution},
        products::restore as restore_products,
        script::run_text,
        shards::{Shard, merge, split},
        strip::{OfLengths, series},
        sudoku::{Maker, box_of, candidates, minimise, read, redundant, show, solve, steps},
        tiling::heat_map_of,
    };
    #[pymodule_export]
    use crate::handles::{
        board::{Board, Piece},
        diagrams::{Diagram, ProductDiagram},
        grid::OwnLattice,
        problem::{Problem, Solution, Symmetries},
        tiling::{Tiling, TilingSolution},
    };
    #[pymodule_export]
    use crate::questions::solutions::{Solutions, TilingSolutions};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name is Python's")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
