//! What a solution says that is no tiling: a table of labels, sets, or parts of a graph.

use std::sync::Arc;

/// A solution in the puzzle's own terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A table of labels.
    Table(Table),
    /// Sets of labels.
    Sets(Vec<Set>),
    /// A graph and parts of it.
    Graph(Parts),
}

/// A graph, and parts of it that have no vertex in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The names of the vertices, which have their places as numbers.
    pub vertices: Vec<String>,
    /// The edges of the whole graph, each with its two vertices.
    pub edges: Vec<(usize, usize)>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// A part of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is: `path3`.
    pub name: String,
    /// Its vertices: along a path or a cycle, from the centre of a star.
    pub vertices: Vec<usize>,
    /// Its edges.
    pub edges: Vec<(usize, usize)>,
}

impl Parts {
    /// The parts as sets of vertices, each with the name of the part.
    pub fn sets(&self) -> Vec<Set> {
        let name = |&vertex: &usize| self.vertices.get(vertex).cloned().unwrap_or_default();
        let set = |part: &Part| Set {
            name: Some(part.name.clone()),
            members: part.vertices.iter().map(name).collect(),
        };
        self.parts.iter().map(set).collect()
    }
}

/// A table of labels; some cells have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The number of columns, which determines the rows.
    pub columns: usize,
    /// The labels, row by row.
    pub cells: Vec<Option<String>>,
    /// The region of each cell, if lines are drawn between regions. A cell without a region does not belong
    /// to the table, which is then not a rectangle.
    pub regions: Option<Vec<Option<usize>>>,
    /// Is it a rectangle of squares with colored sides? Then the cells in odd rows and odd columns, counted
    /// from 0, are the squares, and have no label; the cells beside them are their sides, and the labels
    /// of these are the colors.
    #[doc(hidden)]
    pub has_sides: bool,
    /// Are the cells with the label `#` black, as in a crossword?
    #[doc(hidden)]
    pub has_black: bool,
    /// Rules of a Sudoku variant that are drawn on it.
    #[doc(hidden)]
    pub markings: Arc<[Marking]>,
}

impl Table {
    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The label of a cell, by its row and column from 0.
    pub fn label(&self, row: usize, column: usize) -> Option<&str> {
        self.cells.get(row * self.columns + column)?.as_deref()
    }

    /// The region of a cell, if the table has regions.
    pub fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.regions.as_ref()?.get(row * self.columns + column).copied().flatten()
    }

    /// Does a cell belong to the table?
    pub fn has(&self, row: usize, column: usize) -> bool {
        let is_within = row < self.rows() && column < self.columns;
        is_within && (self.regions.is_none() || self.region(row, column).is_some())
    }
}

/// A set of labels, perhaps with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Its name.
    pub name: Option<String>,
    /// Its members.
    pub members: Vec<String>,
}

/// A rule that is about some cells, for drawings: a cage, a thermometer, two cells with a dot between.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Marking {
    /// The first word of the rule.
    pub word: &'static str,
    /// Its sum, if it has one.
    pub sum: Option<usize>,
    /// Its cells, numbered row by row from 0, in the order in which they are written.
    pub cells: Vec<usize>,
}
