//! Further questions: about costs and frequencies, those of a designer, engines compared, what is drawn at
//! random, and files of other programs.

mod costs;
mod design;
mod engines;
mod files;
mod lengths;
mod plane;
mod random;

use combien_tiling::design::Limits;
use serde::Deserialize;

use crate::document::{Answer, failure};
use crate::listener::Listener;
use crate::marks::Marked;
pub use costs::{Aim, Kind};
pub use design::Leaf;
pub use files::{Target, convert};
pub use lengths::Of;

/// A further question.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// What can be counted: costs, pieces, items.
    Kinds,
    /// The solutions of least cost, or of greatest.
    Best {
        /// Is the greatest cost the best?
        max: bool,
        /// The maximum number of solutions, at least 1.
        most: usize,
        /// The time, in milliseconds. Then the best so far are told, and how far from the best they may be.
        time: f64,
    },
    /// The number of solutions for each number of these.
    Table {
        /// What is counted.
        by: Vec<Kind>,
    },
    /// Solutions at random, each equally likely.
    Sample {
        /// What they are drawn by.
        seed: u64,
        /// How many.
        number: u64,
    },
    /// How large is the search?
    Estimate {
        /// What the probes are drawn by.
        seed: u64,
        /// How many probes.
        probes: u64,
    },
    /// In how many solutions each option is; with a map of the board.
    Marginals {
        /// The piece that the map is about; without one, it shows how uncertain each cell is.
        piece: Option<String>,
    },
    /// The solutions that no other one is at least as good as.
    Front {
        /// The two things that are weighed against each other.
        aims: [Aim; 2],
    },
    /// How hard the puzzle is for a person: what is kept are its clues.
    Rate,
    /// Puzzles from easy to hard.
    Series {
        /// What they are made by.
        seed: u64,
        /// How many.
        number: u64,
    },
    /// Puzzles for paper.
    Booklet {
        /// Its title.
        title: String,
        /// The puzzles.
        leaves: Vec<Leaf>,
        /// Are the pieces drawn, to be cut?
        cut: bool,
    },
    /// The problem in a format of other programs.
    Write {
        /// The format.
        to: Target,
    },
    /// The number of tilings for every length.
    Lengths {
        /// A family of a text. If there is none, the open board has any number of columns, and its pieces are
        /// used any number of times.
        of: Option<Of>,
        /// The piece whose copies are counted, or `piece` for all.
        by: Option<String>,
        /// The time, in milliseconds.
        time: f64,
    },
    /// Does a piece tile the plane?
    Plane {
        /// Its number. Without one, all pieces are meant together, each of which must appear.
        piece: Option<usize>,
        /// The time, in milliseconds.
        time: f64,
    },
    /// The sets of pieces that tile the board.
    Sets {
        /// The least number of pieces.
        least: usize,
        /// The greatest number of pieces.
        most: usize,
        /// Is one solution wanted, up to symmetry? If not, any number but none.
        unique: bool,
        /// How many sets were tried before, in decimal.
        after: String,
        /// The time, in milliseconds.
        time: f64,
    },
    /// How many solutions are there, by one engine? To compare them.
    Counting {
        /// Its name. Without one, the engine is chosen as for any other count.
        engine: Option<String>,
        /// The time, in milliseconds.
        time: f64,
    },
    /// The boards that the pieces tile.
    Boards {
        /// The sides of a box that they fit into; in the plane the last one is 1.
        inside: Option<[u32; 3]>,
        /// Only those with a symmetry?
        symmetric: bool,
        /// Only those without holes?
        whole: bool,
        /// Is one solution wanted, up to symmetry? If not, any number but none.
        unique: bool,
        /// The time, in milliseconds.
        time: f64,
    },
}

/// The answer to a further question. `None` if it is none.
pub(crate) fn answer(marked: &Marked, question: &str, listener: &mut dyn Listener) -> Option<Answer> {
    let question: Question = serde_json::from_str(question).ok()?;
    let obeys = matches!(
        question,
        Question::Kinds
            | Question::Sample { .. }
            | Question::Booklet { .. }
            | Question::Write { .. }
            | Question::Lengths { .. }
            | Question::Plane { .. }
    );
    if marked.is_filtered() && !obeys {
        return Some(Err(failure(
            "this question cannot obey `where`, which filters a list of solutions",
            None,
        )));
    }
    Some(match question {
        Question::Kinds => Ok(costs::kinds(marked)),
        Question::Best { max, most, time } => costs::best(marked, max, most, time, listener),
        Question::Table { by } => costs::table(marked, &by, listener),
        Question::Sample { seed, number } => random::sample(marked, seed, number, listener),
        Question::Estimate { seed, probes } => random::estimate(marked, seed, probes),
        Question::Marginals { piece } => costs::marginals(marked, piece.as_deref(), listener),
        Question::Front { aims } => costs::front(marked, &aims, listener),
        Question::Rate => design::rate(marked, listener),
        Question::Series { seed, number } => design::series(marked, seed, number, listener),
        Question::Booklet { title, leaves, cut } => design::booklet(marked, &title, &leaves, cut),
        Question::Write { to } => files::write(marked, to),
        Question::Lengths { of, by, time } => {
            lengths::lengths(marked, of.as_ref(), by.as_deref(), time, listener)
        }
        Question::Plane { piece, time } => plane::plane(marked, piece, time, listener),
        Question::Counting { engine, time } => engines::count(marked, engine.as_deref(), time, listener),
        Question::Sets { least, most, unique, after, time } => {
            design::sets(marked, least..=most, unique, &after, time, listener)
        }
        Question::Boards { inside, symmetric, whole, unique, time } => {
            design::boards(marked, Limits { inside, symmetric, without_holes: whole }, unique, time, listener)
        }
    })
}
