//! A classic puzzle: a problem, and the meaning of its options in the puzzle's own terms.

use std::sync::Arc;

use indexmap::IndexSet;

use super::Fault;
use combien::problem::{Bounds, BuildError, Builder, Decimal, Entry, ItemId, OptionId, Problem, Solution};
use combien_tiling::draw::{GraphPart as Part, Marking, Parts, Reading, Set, Table};

/// A puzzle as a problem, with the meaning of each option.
///
/// An option has *marks*: labels, each with a position. A solution is the marks of its options together. So
/// all puzzles are read back in the same way, without special code.
#[derive(Clone, Debug)]
pub struct Classic {
    title: String,
    problem: Problem,
    form: Form,
    labels: IndexSet<Box<str>>,
    /// For each option its marks.
    marks: Vec<Box<[Mark]>>,
    without_clues: Option<Box<WithoutClues>>,
    /// Of its table.
    markings: Arc<[Marking]>,
}

/// The puzzle without its clues, if it has any.
#[derive(Clone, Debug)]
struct WithoutClues {
    puzzle: Classic,
    clues: Vec<OptionId>,
}

/// How a puzzle is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A table; a position is a cell, row by row.
    Table { rows: usize, columns: usize, regions: Regions },
    /// Sets, one for each option; positions are not used.
    Sets,
    /// Sets with these names; a position is one of them.
    Classes(Vec<String>),
    /// Parts of a graph; a position is a vertex.
    Graph(Box<Parted>),
}

/// A graph whose parts are options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parted {
    pub(super) vertices: Vec<String>,
    pub(super) edges: Vec<(usize, usize)>,
    /// The kinds of parts, each with its first option: the others follow up to that of the next kind.
    pub(super) kinds: Vec<(usize, Kind)>,
}

/// A kind of parts of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: String,
    /// The edges, by the places of their ends among the marks of an option; none if a part has all edges
    /// between its vertices.
    pub(super) edges: Option<Vec<(usize, usize)>>,
}

/// Which cells of a table belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Regions {
    /// No lines are drawn.
    None,
    /// The region of each cell.
    Fixed(Vec<usize>),
    /// The cells of an option form a region.
    Options,
    /// Squares and their sides, as [`Table::has_sides`] describes.
    Sides,
    /// These cells are black, as [`Table::has_black`] describes.
    Black(Vec<usize>),
}

/// A label at a position.
#[derive(Clone, Copy, Debug)]
struct Mark {
    place: u32,
    label: u32,
}

impl Classic {
    /// What it is, in a few words: `queens on a board of 8 by 8`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The problem, whose solutions are those of the puzzle, one to one.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The puzzle in which some options are taken and others forbidden, as by
    /// [`narrowed`](super::clues::narrowed): options keep their numbers and what they mean.
    pub fn narrowed(&self, taken: &[OptionId], forbidden: &[OptionId]) -> Result<Classic, BuildError> {
        let problem = super::clues::narrowed(&self.problem, taken, forbidden)?;
        Ok(Classic { problem, without_clues: None, ..self.clone() })
    }

    /// Its problem alone.
    #[doc(hidden)]
    pub fn into_problem(self) -> Problem {
        self.problem
    }

    /// Do its solutions have pictures? They are tables or parts of a graph, not just sets.
    #[doc(hidden)]
    pub fn has_pictures(&self) -> bool {
        matches!(self.form, Form::Table { .. } | Form::Graph(_))
    }

    /// If it has clues: the puzzle without them, and the options of it that are the clues. The solutions of
    /// this puzzle are the solutions of the other one that have all of these.
    #[doc(hidden)]
    pub fn without_clues(&self) -> Option<(&Classic, &[OptionId])> {
        self.without_clues.as_deref().map(|without| (&without.puzzle, &*without.clues))
    }

    /// This puzzle, which has these clues as options of this other puzzle.
    pub(super) fn with_clues(self, puzzle: Classic, clues: Vec<OptionId>) -> Classic {
        Classic { without_clues: Some(Box::new(WithoutClues { puzzle, clues })), ..self }
    }

    /// These rules are drawn on its table.
    pub(super) fn draw_markings(&mut self, markings: Arc<[Marking]>) {
        self.markings = markings;
    }

    pub(super) fn rename(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// Does this option have marks? Some options only mean that something is left open.
    pub fn says(&self, option: OptionId) -> bool {
        self.marks(option).next().is_some()
    }

    /// The meaning of a solution, or of a part of one. Unknown options are ignored.
    pub fn read(&self, solution: &Solution) -> Reading {
        match &self.form {
            Form::Table { rows, columns, regions } => {
                Reading::Table(self.table(solution, (*rows, *columns), regions))
            }
            Form::Sets => Reading::Sets(
                solution
                    .options()
                    .iter()
                    .map(|&option| Set {
                        name: None,
                        members: self.marks(option).map(|(_, label)| label.to_owned()).collect(),
                    })
                    .collect(),
            ),
            Form::Classes(names) => {
                let named = |name: &String| Set { name: Some(name.clone()), members: vec![] };
                let mut sets: Vec<Set> = names.iter().map(named).collect();
                for (place, label) in solution.options().iter().flat_map(|&option| self.marks(option)) {
                    sets[place].members.push(label.to_owned());
                }
                Reading::Sets(sets)
            }
            Form::Graph(graph) => {
                let (vertices, edges) = (graph.vertices.clone(), graph.edges.clone());
                let known = solution.options().iter().filter(|option| option.index() < self.marks.len());
                let mut parts: Vec<Part> = vec![];
                // For each vertex the part that has all edges between its vertices.
                let mut whole: Vec<Option<usize>> = vec![None; vertices.len()];
                for &option in known {
                    let Some((part, is_whole)) = self.part(graph, option) else { continue };
                    for &vertex in part.vertices.iter().filter(|_| is_whole) {
                        whole[vertex] = Some(parts.len());
                    }
                    parts.push(part);
                }
                for &(one, other) in &edges {
                    if let Some(part) = whole[one].filter(|_| whole[one] == whole[other]) {
                        parts[part].edges.push((one, other));
                    }
                }
                Reading::Graph(Parts { vertices, edges, parts })
            }
        }
    }

    /// The part of a graph that an option is, and whether it has all edges between its vertices: then they
    /// are left out here.
    fn part(&self, graph: &Parted, option: OptionId) -> Option<(Part, bool)> {
        let next = graph.kinds.partition_point(|(first, _)| *first <= option.index());
        let (_, kind) = graph.kinds.get(next.checked_sub(1)?)?;
        let vertices: Vec<usize> = self.marks(option).map(|(vertex, _)| vertex).collect();
        let edges =
            kind.edges.iter().flatten().map(|&(one, other)| (vertices[one], vertices[other])).collect();
        Some((Part { name: kind.name.clone(), vertices, edges }, kind.edges.is_none()))
    }

    fn table(&self, solution: &Solution, (rows, columns): (usize, usize), regions: &Regions) -> Table {
        let mut cells = vec![None; rows * columns];
        let mut region_of = vec![None; rows * columns];
        for (number, &option) in solution.options().iter().enumerate() {
            for (place, label) in self.marks(option) {
                cells[place] = Some(label.to_owned());
                region_of[place] = Some(number);
            }
        }
        let has_sides = *regions == Regions::Sides;
        let has_black = matches!(regions, Regions::Black(_));
        let regions = match regions {
            Regions::None | Regions::Sides => None,
            Regions::Black(black) => {
                for &place in black {
                    cells[place] = Some("#".to_owned());
                }
                None
            }
            Regions::Fixed(fixed) => Some(fixed.iter().copied().map(Some).collect()),
            Regions::Options => {
                // Cells that some option could mark, but none does, form their own region.
                let open = solution.options().len();
                for place in self.marks.iter().flatten().map(|mark| mark.place as usize) {
                    region_of[place].get_or_insert(open);
                }
                Some(region_of)
            }
        };
        Table { columns, cells, regions, has_sides, has_black, markings: self.markings.clone() }
    }

    /// The marks of an option: labels and their positions.
    fn marks(&self, option: OptionId) -> impl Iterator<Item = (usize, &str)> {
        let marks = self.marks.get(option.index()).map_or(&[][..], AsRef::as_ref);
        marks.iter().map(|mark| (mark.place as usize, &*self.labels[mark.label as usize]))
    }
}

/// The marks of an option, with its labels among those of the puzzle.
fn marks(labels: &mut IndexSet<Box<str>>, says: impl IntoIterator<Item = (usize, String)>) -> Box<[Mark]> {
    let mark = |(place, label): (usize, String)| Mark {
        place: place as u32,
        label: labels.insert_full(label.into()).0 as u32,
    };
    says.into_iter().map(mark).collect()
}

/// The maximum number of options of a puzzle, and of their entries. Larger puzzles would fill the memory and
/// could not be searched.
pub(super) const MOST_OPTIONS: usize = 1_000_000;
pub(super) const MOST_ENTRIES: usize = 10_000_000;

/// A classic puzzle that is being built.
#[derive(Debug, Default)]
pub(super) struct Draft {
    builder: Builder,
    labels: IndexSet<Box<str>>,
    marks: Vec<Box<[Mark]>>,
}

impl Draft {
    pub(super) fn new() -> Draft {
        Draft::default()
    }

    /// Primary items by their numbers from 0.
    pub(super) fn primary(
        &mut self,
        count: usize,
        name: impl Fn(usize) -> String,
    ) -> Result<Vec<ItemId>, Fault> {
        (0..count).map(|number| Ok(self.builder.primary(&name(number))?)).collect()
    }

    /// Secondary items by their numbers from 0.
    pub(super) fn secondary(
        &mut self,
        count: usize,
        name: impl Fn(usize) -> String,
    ) -> Result<Vec<ItemId>, Fault> {
        (0..count).map(|number| Ok(self.builder.secondary(&name(number))?)).collect()
    }

    /// A primary item with bounds.
    pub(super) fn bounded(&mut self, bounds: Bounds, name: &str) -> Result<ItemId, Fault> {
        Ok(self.builder.bounded(name, bounds)?)
    }

    /// A primary item that is covered this many times.
    pub(super) fn exactly(&mut self, times: usize, name: &str) -> Result<ItemId, Fault> {
        let times = times as u32;
        self.bounded(Bounds { lo: times, hi: times }, name)
    }

    /// An item that need not be covered, and may be this many times.
    pub(super) fn at_most(&mut self, times: usize, name: &str) -> Result<ItemId, Fault> {
        Ok(match times {
            1 => self.builder.secondary(name)?,
            times => self.builder.bounded(name, Bounds { lo: 0, hi: times as u32 })?,
        })
    }

    /// An item that is covered in one color.
    pub(super) fn colored(&mut self, item: ItemId, color: &str) -> Entry {
        item.colored(self.builder.color(color))
    }

    /// An option with its marks: labels at positions.
    pub(super) fn option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
        says: impl IntoIterator<Item = (usize, String)>,
    ) -> Result<OptionId, Fault> {
        if self.marks.len() == MOST_OPTIONS || self.builder.so_far().entry_count() > MOST_ENTRIES {
            return Err(Fault::TooLarge);
        }
        let option = self.builder.option(entries)?;
        self.marks.push(marks(&mut self.labels, says));
        Ok(option)
    }

    /// How many options there are so far.
    pub(super) fn option_count(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn name_option(&mut self, option: OptionId, name: &str) {
        self.builder.name_option(option, name);
    }

    pub(super) fn cost(&mut self, option: OptionId, cost: Decimal) -> Result<(), Fault> {
        Ok(self.builder.cost(option, cost)?)
    }

    pub(super) fn finish(self, title: impl Into<String>, form: Form) -> Classic {
        Classic {
            title: title.into(),
            problem: self.builder.build(),
            form,
            labels: self.labels,
            marks: self.marks,
            without_clues: None,
            markings: Arc::default(),
        }
    }
}
