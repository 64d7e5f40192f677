//! What Python holds of the library: problems, solutions, diagrams, tilings; and what all of them need, such as names, errors and
//! limits. It knows neither questions nor methods.

pub(crate) mod arrays;
pub(crate) mod board;
pub(crate) mod cells;
pub(crate) mod diagrams;
pub(crate) mod error;
pub(crate) mod families;
pub(crate) mod grid;
pub(crate) mod labels;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod objects;
pub(crate) mod pictures;
pub(crate) mod problem;
pub(crate) mod settings;
pub(crate) mod tiling;
pub(crate) mod watch;
