//! Solutions as people and programs see them.

use std::cell::RefCell;

use combien::Count;
use combien::draw::{Picture, Style, SvgOptions, svg, text};
use combien::problem::Solution;
use combien::symmetry::Representative;
use combien_lang::run::pieces;
use serde_json::{Value, json};

use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::files::write_whole;
use crate::input::Input;
use crate::output::Output;

/// Shows the solutions of one problem.
pub(crate) struct Show<'a> {
    args: &'a ShowArgs,
    json: bool,
    input: &'a Input,
    /// The line of each option that has been shown: most are shown again and again.
    lines: RefCell<Vec<Option<Box<str>>>>,
}

impl<'a> Show<'a> {
    /// Refuses pictures of what is no tiling.
    pub(crate) fn new(args: &'a ShowArgs, json: bool, input: &'a Input) -> Result<Show<'a>, Failure> {
        if let (Some(_), Input::Plain(_)) = (&args.svg, input) {
            return Err(Failure::hinted(
                "only tilings have pictures",
                "leave --svg out, or take a .cmb file",
            ));
        }
        let lines = RefCell::new(vec![None; input.problem().option_count()]);
        Ok(Show { args, json, input, lines })
    }

    /// Delivers a solution, and its picture if one is asked for; if it stands for others, what is known of these.
    pub(crate) fn deliver(
        &self,
        number: u64,
        solution: &Solution,
        orbit: Option<&Representative>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let picture = match self.input {
            Input::Plain(_) => None,
            Input::Tiling { name, tiling, encoding } => {
                Some(Picture::new(name.as_str(), tiling, &encoding.placed(solution)))
            }
        };
        if let (Some(path), Some(picture)) = (&self.args.svg, &picture) {
            let path = if number == 1 { path.clone() } else { combien_lang::run::numbered(path, number) };
            write_whole(&path, svg(picture, &SvgOptions::default()).as_bytes())
                .map_err(|error| Failure::unwritable(&path, &error))?;
        }
        let style = if self.args.ascii { Style::Ascii } else { Style::Unicode };
        let shown = match picture {
            _ if self.json => format!("{}\n", self.as_json(number, solution, orbit)),
            Some(picture) => format!("{}{}\n", heading(number, orbit), text(&picture, style)),
            None => self.options(heading(number, orbit), solution),
        };
        Ok(output.deliver(&shown)?)
    }

    /// The options of a solution, a line each: `4: a d g`.
    fn options(&self, heading: String, solution: &Solution) -> String {
        let problem = self.input.problem();
        let mut lines = self.lines.borrow_mut();
        let mut shown = heading;
        for &option in solution.options() {
            let line = lines[option.index()].get_or_insert_with(|| {
                format!("{}: {}\n", option.number(), problem.show_option(option)).into_boxed_str()
            });
            shown.push_str(line);
        }
        shown.push('\n');
        shown
    }

    fn as_json(&self, number: u64, solution: &Solution, orbit: Option<&Representative>) -> Value {
        let problem = self.input.problem();
        let entries = |option| {
            let entries = problem.option(option).iter();
            entries.map(|&entry| problem.show_entry(entry).to_string()).collect::<Vec<_>>()
        };
        let options = solution.options().iter();
        let options: Vec<Value> =
            options.map(|&option| json!({"option": option.number(), "entries": entries(option)})).collect();
        let mut document = json!({"schema": 1, "type": "solution", "number": number, "options": options});
        if let Input::Tiling { tiling, encoding, .. } = self.input {
            document["pieces"] = pieces(tiling, encoding, solution);
        }
        if let Some(orbit) = orbit {
            document["kept_by"] = json!(orbit.stabilizer_order.to_string());
            document["alike"] = json!(orbit.orbit_size.to_string());
        }
        document
    }
}

/// The line above a solution: `solution 3`, or `solution 3, kept by 2 symmetries` if it has some of its own.
fn heading(number: u64, orbit: Option<&Representative>) -> String {
    match orbit {
        Some(Representative { stabilizer_order, .. }) if *stabilizer_order != Count::ONE => {
            format!("solution {number}, kept by {stabilizer_order} symmetries\n")
        }
        _ => format!("solution {number}\n"),
    }
}
