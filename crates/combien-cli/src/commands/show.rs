//! How solutions are printed and drawn.

use std::cell::{OnceCell, RefCell};
use std::fmt::Write;
use std::io::{self, IsTerminal};

use combien::Count;
use combien::problem::{Automorphism, Solution};
use combien::symmetry::Representative;
use combien_lang::run::pieces;
use combien_puzzles::{Reading, Set};
use combien_tiling::draw::{Picture, Style, SvgOptions, graph_svg, reading_text, svg, table_svg, text};
use serde_json::{Value, json};

use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{add, escape, pictures};
use crate::request::Drawn;

/// Motions of a board are named if there are at most this many.
const MOST_NAMED: usize = 64;

/// What else is known of a solution.
pub(crate) enum Known<'a> {
    Nothing,
    /// It represents an orbit.
    Orbit(&'a Representative),
    /// Its cost, as a decimal number.
    Cost(String),
    /// Numbers by name, each as text and as JSON.
    Numbers(Vec<(String, String, Value)>),
}

/// Shows the solutions of one problem.
pub(crate) struct Show<'a> {
    drawn: &'a Drawn,
    json: bool,
    input: &'a Input,
    /// Does the drawing need the outline of the board, as for puzzles?
    is_outlined: bool,
    /// The line of each option that has been shown, because most options appear many times.
    lines: RefCell<Vec<Option<Box<str>>>>,
    /// The motions of the board without the identity, by name; made when the first solution is symmetric.
    motions: OnceCell<Vec<(&'static str, Automorphism)>>,
}

impl<'a> Show<'a> {
    /// Refuses pictures of problems that are not tilings.
    pub(crate) fn new(drawn: &'a Drawn, json: bool, input: &'a Input) -> Result<Show<'a>, Failure> {
        let has_pictures = match input {
            Input::Plain(_) | Input::Shard(..) => false,
            Input::Tiling { .. } => true,
            Input::Classic(classic) => classic.has_pictures(),
        };
        if drawn.picture.is_some() && !has_pictures {
            return Err(Failure::hinted(
                "only tilings, and puzzles that are tables or parts of a graph, have pictures",
                "leave --svg out, or take a .cmb file",
            ));
        }
        let lines = RefCell::new(vec![None; input.problem().option_count()]);
        Ok(Show { drawn, json, input, is_outlined: false, lines, motions: OnceCell::new() })
    }

    /// Shows puzzles, where cells are empty because they are still to be covered.
    pub(crate) fn of_puzzles(self) -> Show<'a> {
        Show { is_outlined: true, ..self }
    }

    /// Prints a solution, and draws its picture if requested. Also prints what else is known of it.
    pub(crate) fn deliver(
        &self,
        number: u64,
        solution: &Solution,
        known: &Known<'_>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        self.write_picture(number, solution)?;
        let text = if self.json {
            format!("{}\n", self.as_json(number, solution, known))
        } else {
            self.drawn_on(&self.heading(number, known), solution, output.is_terminal())
        };
        Ok(output.deliver_data(&text)?)
    }

    /// Writes the picture of a solution, or of a part of one, if requested.
    pub(crate) fn write_picture(&self, number: u64, solution: &Solution) -> Result<(), Failure> {
        if let Some(path) = &self.drawn.picture
            && let Some(picture) = self.shown(solution).svg()
        {
            let path = if number == 1 { path.clone() } else { combien_lang::run::numbered(path, number) };
            pictures::write(&path, &picture)?;
        }
        Ok(())
    }

    /// A solution, or a part of one, drawn under a headline.
    pub(crate) fn drawn(&self, heading: &str, solution: &Solution) -> String {
        self.drawn_on(heading, solution, io::stdout().is_terminal())
    }

    fn drawn_on(&self, heading: &str, solution: &Solution, is_terminal: bool) -> String {
        let style = self.drawn.color.style(self.drawn.ascii, is_terminal);
        match self.shown(solution).text(style) {
            Some(drawing) => format!("{heading}\n{drawing}\n"),
            None => self.options(format!("{heading}\n"), solution),
        }
    }

    fn shown(&self, solution: &Solution) -> Shown<'a> {
        match self.input {
            Input::Plain(_) | Input::Shard(..) => Shown::Options,
            Input::Tiling { name, tiling, encoding } => {
                let picture = Picture::new(name.as_str(), tiling, &encoding.placed(solution));
                Shown::Tiling(Box::new(if self.is_outlined { picture.outlined() } else { picture }))
            }
            Input::Classic(classic) => Shown::Puzzle(classic.title(), classic.read(solution)),
        }
    }

    /// The line above a solution: `solution 3`, or, if it has symmetries of its own, `solution 3, kept by 4
    /// symmetries (half turn, 2 reflections)`; or, with its cost, `solution 3, cost 21`.
    fn heading(&self, number: u64, known: &Known<'_>) -> String {
        let mut heading = format!("solution {number}");
        if let Known::Cost(cost) = known {
            // Writing to a string cannot fail.
            let _ = write!(heading, ", cost {cost}");
        }
        if let Known::Numbers(numbers) = known {
            for (name, number, _) in numbers {
                // Writing to a string cannot fail.
                let _ = write!(heading, ", {name} {number}");
            }
        }
        if let Known::Orbit(orbit) = known
            && orbit.stabilizer_order != Count::ONE
        {
            // Writing to a string cannot fail.
            let _ = write!(heading, ", kept by {} symmetries", orbit.stabilizer_order);
            if let Some(names) = self.names(orbit) {
                let mut counted: Vec<(&str, usize)> = vec![];
                for name in names {
                    match counted.iter_mut().find(|(other, _)| *other == name) {
                        Some((_, count)) => *count += 1,
                        None => counted.push((name, 1)),
                    }
                }
                let shown = counted.iter().map(|&(name, count)| match count {
                    1 => name.to_owned(),
                    _ => format!("{count} {}", plural(name)),
                });
                let _ = write!(heading, " ({})", shown.collect::<Vec<_>>().join(", "));
            }
        }
        heading
    }

    /// The names of the motions that map a solution to itself, without the identity. Returns `None` if a
    /// symmetry that is not a motion of the board also does so, or if there are too many.
    fn names(&self, orbit: &Representative) -> Option<Vec<&'static str>> {
        let Input::Tiling { tiling, encoding, .. } = self.input else { return None };
        let motions = self.motions.get_or_init(|| {
            if tiling.motions().len() > MOST_NAMED {
                return vec![];
            }
            let motions = tiling.acting_motions(encoding).into_iter();
            motions.skip(1).map(|(motion, automorphism)| (motion.isometry.name(), automorphism)).collect()
        });
        let keeping = motions.iter().filter(|(_, motion)| motion.image(&orbit.solution) == orbit.solution);
        let names: Vec<&'static str> = keeping.map(|&(name, _)| name).collect();
        (Count::from(names.len() as u64 + 1) == orbit.stabilizer_order).then_some(names)
    }

    /// The options of a solution, one on each line: `4: a d g`, with its cost and its name if it has one:
    /// `4: a d g |3 (night shift)`.
    fn options(&self, heading: String, solution: &Solution) -> String {
        let problem = self.input.problem();
        let mut lines = self.lines.borrow_mut();
        let mut shown = heading;
        for &option in solution.options() {
            let line = lines[option.index()].get_or_insert_with(|| {
                let entries = problem.show_option(option).to_string();
                let cost = match problem.cost(option) {
                    0 => String::new(),
                    cost => format!(" |{}", problem.show_cost(cost.into())),
                };
                let name = problem.option_name(option).map(|name| format!(" ({})", escape::name(name)));
                let name = name.unwrap_or_default();
                format!("{}: {}{cost}{name}\n", option.number(), escape::name(&entries)).into_boxed_str()
            });
            shown.push_str(line);
        }
        shown.push('\n');
        shown
    }

    /// The document of a solution, or of a part of one: its options and their meaning.
    pub(crate) fn content(&self, solution: &Solution) -> Value {
        let problem = self.input.problem();
        let entries = |option| {
            let entries = problem.option(option).iter();
            entries.map(|&entry| problem.show_entry(entry).to_string()).collect::<Vec<_>>()
        };
        let options = solution.options().iter().map(|&option| {
            let mut document = json!({"option": option.number(), "entries": entries(option)});
            if let Some(name) = problem.option_name(option) {
                document["name"] = json!(name);
            }
            document
        });
        let options: Vec<Value> = options.collect();
        let mut document = json!({"options": options});
        if let Input::Tiling { tiling, encoding, .. } = self.input {
            document["pieces"] = pieces(tiling, encoding, solution);
        }
        if let Shown::Puzzle(_, reading) = self.shown(solution) {
            document["puzzle"] = reading_json(&reading);
        }
        document
    }

    fn as_json(&self, number: u64, solution: &Solution, known: &Known<'_>) -> Value {
        let mut document = json!({"schema": 1, "type": "solution", "number": number});
        add(&mut document, self.content(solution));
        if let Known::Cost(cost) = known {
            document["cost"] = json!(cost);
        }
        if let Known::Numbers(numbers) = known {
            let by = numbers.iter().map(|(name, _, number)| (name.clone(), number.clone()));
            document["by"] = Value::Object(by.collect());
        }
        if let Known::Orbit(orbit) = known {
            document["kept_by"] = json!(orbit.stabilizer_order.to_string());
            document["alike"] = json!(orbit.orbit_size.to_string());
            if let Some(names) = self.names(orbit) {
                document["motions"] = json!(names);
            }
        }
        document
    }
}

/// A solution in the terms of what it is a solution of.
enum Shown<'a> {
    /// Nothing is known but options.
    Options,
    Tiling(Box<Picture>),
    /// A puzzle with this title.
    Puzzle(&'a str, Reading),
}

impl Shown<'_> {
    fn svg(&self) -> Option<String> {
        match self {
            Shown::Options | Shown::Puzzle(_, Reading::Sets(_)) => None,
            Shown::Tiling(picture) => Some(svg(picture, &SvgOptions::default())),
            Shown::Puzzle(title, Reading::Table(table)) => {
                Some(table_svg(title, table, &SvgOptions::default()))
            }
            Shown::Puzzle(title, Reading::Graph(graph)) => {
                Some(graph_svg(title, graph, &SvgOptions::default()))
            }
        }
    }

    fn text(&self, style: Style) -> Option<String> {
        match self {
            Shown::Options => None,
            Shown::Tiling(picture) => Some(text(picture, style)),
            Shown::Puzzle(_, reading) => Some(reading_text(reading, style)),
        }
    }
}

/// A table as its rows, with null where a cell has nothing; sets as lists, each with its name if it has one.
fn reading_json(reading: &Reading) -> Value {
    match reading {
        Reading::Table(table) => {
            json!({"rows": table.cells.chunks(table.columns.max(1)).collect::<Vec<_>>()})
        }
        Reading::Sets(sets) => sets_json(sets),
        Reading::Graph(graph) => sets_json(&graph.sets()),
    }
}

fn sets_json(sets: &[Set]) -> Value {
    let set = |set: &Set| match &set.name {
        None => json!(set.members),
        Some(name) => json!({"name": name, "members": set.members}),
    };
    json!({"sets": sets.iter().map(set).collect::<Vec<_>>()})
}

/// More than one of such motions: `thirds of a turn`.
fn plural(name: &str) -> String {
    match name.split_once(' ') {
        Some((first, "of a turn")) => format!("{first}s of a turn"),
        Some((first, "with reflection")) => format!("{first}s with reflection"),
        _ => format!("{name}s"),
    }
}
