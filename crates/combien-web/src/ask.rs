//! The questions that the page asks, and their answers.

use std::ops::ControlFlow;

use combien::Count as Number;
use combien::problem::{Automorphism, OptionId, Problem};
use combien::reduce::Reduction;
use combien::solve::{Count, Ending, Enumerate, Outcome, Reason, Report};
use combien::symmetry::{self, GroupError, Representative, Symmetries, automorphisms};
use combien_puzzles::clues::{Generator, restricted};
use combien_tiling::{Sieve, Through, count_orbits_through, count_through, each_orbit};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, Input, failed, failure};
use crate::listener::{BUDGET, Boxed, Listener, numbers, stopped};
use crate::marks::Marked;
use crate::{hint, play, reasons};

/// A question.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// How many solutions are there?
    Count,
    /// How many are there up to symmetry?
    Orbits,
    /// Is there just one?
    Unique,
    /// Which ones? Answered by [`Session::more`](crate::Session::more).
    List,
    /// One of each orbit, this many at most.
    Representatives {
        /// The maximum number.
        most: u64,
    },
    /// What is in every solution?
    Certain,
    /// The next option that is in every solution, and how one sees it.
    Hint,
    /// Why is there no solution? The reason may be unknown.
    Why,
    /// What comes closest to a solution, and which single piece would help.
    Almost,
    /// Cuts the search into parts.
    Split {
        /// How many.
        parts: usize,
    },
    /// Searches one part.
    Part {
        /// Its number, from 0.
        number: usize,
        /// Are its solutions listed? If not, they are counted. The list comes from
        /// [`Session::more`](crate::Session::more).
        list: bool,
    },
    /// What does one need to play it by hand?
    Board,
    /// Is this a solution?
    Solved {
        /// The options that were chosen by hand.
        options: Vec<usize>,
    },
    /// What does the search have in hand, node by node? Answered by [`Session`](crate::Session).
    Walk {
        /// Does it start again?
        again: bool,
        /// How many times it is looked at.
        frames: usize,
        /// The nodes from one look to the next.
        nodes: u64,
    },
    /// A puzzle: clues that leave one solution.
    Puzzle {
        /// What it is made by.
        seed: u64,
    },
}

/// The answer to any question but those that begin a list or search a part.
pub(crate) fn answer(marked: &Marked, question: &Question, listener: &mut dyn Listener) -> Answer {
    let problem = marked.problem();
    match *question {
        Question::Board => play::board(marked),
        Question::Solved { ref options } => play::solved(marked, options),
        Question::Certain | Question::Hint | Question::Why | Question::Almost if marked.is_filtered() => {
            Err(failure("this question cannot obey `where`, which filters a list of solutions", None))
        }
        Question::Count => match marked.through() {
            Some(through) => {
                count_listed(through, Enumerate::of(problem).budget(BUDGET), Boxed(listener.meter()))
            }
            None => count(problem, listener),
        },
        Question::Orbits => orbits(marked, listener),
        Question::Unique => unique(marked, listener),
        Question::List | Question::Split { .. } | Question::Part { .. } | Question::Walk { .. } => {
            Err(failure("a list is asked for piece by piece", None))
        }
        Question::Representatives { most } => representatives(marked, most, listener),
        Question::Certain => Ok(certain(problem)),
        Question::Hint => hint::hint(marked, listener),
        Question::Why => Ok(reasons::why(marked)),
        Question::Almost => reasons::almost(marked, listener),
        Question::Puzzle { seed } => puzzle(marked, seed),
    }
}

/// A count that may be only a bound.
fn counted(outcome: &Outcome<Number>) -> Value {
    match outcome {
        Outcome::Answer(count) => json!({"type": "count", "count": count.to_string()}),
        Outcome::Stopped { certain, reason } => stopped(&certain, &reason),
    }
}

pub(crate) fn reported(report: &Report<Number>) -> Value {
    let mut answer = counted(&report.outcome);
    answer["engine"] = json!(report.engine.name());
    answer["why"] = json!(report.why);
    answer["nodes"] = json!(report.work.nodes);
    answer
}

fn count(problem: &Problem, listener: &dyn Listener) -> Answer {
    let question = Count::of(problem).budget(BUDGET).meter(Boxed(listener.meter()));
    Ok(reported(&question.run().map_err(failed)?))
}

/// The number of solutions that are meant, one after the other.
pub(crate) fn count_listed(through: Through<'_>, question: Enumerate<'_>, meter: Boxed) -> Answer {
    Ok(reported(&count_through(through, question, Some(meter)).map_err(failed)?))
}

/// The symmetries of the board and the pieces; of anything but a tiling all automorphisms of its problem. If
/// something is kept or forbidden, those that leave it as it is.
fn symmetries(marked: &Marked) -> Result<(Problem, Symmetries), Value> {
    let problem = marked.problem();
    let made = match &marked.input {
        Input::Tiling(_, tiling, encoding) if marked.is_marked() => {
            let motions = tiling.acting_motions(encoding);
            let kept = motions.iter().filter_map(|(_, motion)| kept_by(problem, motion));
            Symmetries::generated_by(problem, kept, &BUDGET).map(|group| (problem.clone(), group))
        }
        Input::Tiling(_, tiling, encoding) => {
            let found = tiling.automorphisms_within(encoding, &BUDGET);
            let found = found.map_err(|reason| stopped(&0, &reason))?;
            Symmetries::generated_by(problem, found, &BUDGET).map(|group| (problem.clone(), group))
        }
        Input::Plain(_) | Input::Classic(_) => {
            // Without options that are not possible: they could be exchanged in ways that mean nothing.
            let left =
                if marked.is_marked() { restricted(problem, &[]).map_err(failed)? } else { problem.clone() };
            match automorphisms(&left, &BUDGET) {
                Outcome::Answer(found) => Symmetries::generated_by(&left, found.generators, &BUDGET)
                    .map(|group| (left.clone(), group)),
                Outcome::Stopped { reason, .. } => return Err(stopped(&0, &reason)),
            }
        }
    };
    made.map_err(|error| match error {
        GroupError::Stopped(reason) => stopped(&0, &reason),
        error => failed(error),
    })
}

/// The symmetry as one of the problem with marks, if it leaves that as it is. Additional items stay where
/// they are.
fn kept_by(problem: &Problem, motion: &Automorphism) -> Option<Automorphism> {
    let items = motion.items().iter().copied().chain(problem.items().skip(motion.items().len()));
    Automorphism::new(problem, motion.options().to_vec(), items.collect()).ok()
}

fn orbits(marked: &Marked, listener: &dyn Listener) -> Answer {
    let (problem, group) = symmetries(marked)?;
    let mut meter = Boxed(listener.meter());
    let (outcome, order) = if let Some(through) = marked.through() {
        let outcome = count_orbits_through(&problem, &group, through, &BUDGET, Some(&mut meter));
        (outcome.map_err(failed)?, group.order())
    } else {
        let found = symmetry::count_by_either(&problem, &group, &BUDGET, Some(&mut meter));
        let found = found.map_err(failed)?;
        (found.outcome, found.order)
    };
    let mut answer = counted(&outcome);
    answer["symmetries"] = json!(order.to_string());
    Ok(answer)
}

fn unique(marked: &Marked, listener: &mut dyn Listener) -> Answer {
    let question = Enumerate::of(marked.problem());
    // Any number may be passed over before the second.
    let question = if marked.is_filtered() { question } else { question.at_most(2) };
    let question = question.budget(BUDGET).meter(Boxed(listener.meter()));
    let mut solutions = question.run().map_err(failed)?;
    let mut found = 0;
    while found < 2 || !marked.is_filtered() {
        let Some(solution) = solutions.next() else { break };
        if marked.means(&solution)? {
            found += 1;
            listener.found(solution.options());
        }
    }
    Ok(match solutions.ending() {
        Some(Ending::Stopped(reason)) if reason != Reason::Solutions(2) => stopped(&found, &reason),
        _ => json!({"type": "unique", "found": found}),
    })
}

fn representatives(marked: &Marked, most: u64, listener: &mut dyn Listener) -> Answer {
    let (problem, group) = symmetries(marked)?;
    // If options were left out, the others have other numbers.
    let is_whole = problem.option_count() == marked.problem().option_count();
    let numbers: Vec<OptionId> =
        if is_whole { problem.options().collect() } else { marked.problem().searched_options().collect() };
    let (mut meter, mut found) = (Boxed(listener.meter()), 0);
    let mut deliver = |one: Representative| {
        found += 1;
        let options = one.solution.options().iter();
        listener.found(&options.map(|option| numbers[option.index()]).collect::<Vec<_>>());
        if found < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let which = (None, marked.through());
    let listed = each_orbit(&problem, &group, which, &BUDGET, Some(&mut meter), &mut deliver);
    Ok(match listed.map_err(failed)?.ending {
        Ending::Complete => json!({"type": "listed", "found": found, "complete": found < most}),
        Ending::Stopped(reason) => stopped(&found, &reason),
    })
}

/// The options that are in every solution, as far as this is certain without a search.
fn certain(problem: &Problem) -> Value {
    let reduction = Reduction::new(problem, Reduction::BUDGET);
    if let Some(item) = reduction.bare() {
        return json!({"type": "certain", "impossible": problem.item_name(item)});
    }
    json!({"type": "certain", "options": numbers(reduction.taken())})
}

/// The options that are poor clues: empty cells, and what the reading of a puzzle leaves out.
pub(crate) fn poor_clues(marked: &Marked) -> Vec<OptionId> {
    let problem = marked.problem();
    match &marked.input {
        Input::Plain(_) => vec![],
        Input::Tiling(_, _, encoding) => {
            problem.options().filter(|&option| encoding.placement(option).is_none()).collect()
        }
        Input::Classic(classic) => problem.options().filter(|&option| !classic.says(option)).collect(),
    }
}

fn puzzle(marked: &Marked, seed: u64) -> Answer {
    let problem = marked.problem();
    let sieve = marked.input.tiling().and_then(|(tiling, encoding)| tiling.sieve(encoding));
    let generator = match sieve.clone() {
        Some(sieve) => Generator::filtered(problem, seed, move |solution| sieve.passes(solution)),
        None => Generator::new(problem, seed),
    };
    let mut generator = generator.map_err(failed)?.sparing(poor_clues(marked));
    match generator.minimal_within(&BUDGET) {
        Ok(Some(made)) => Ok(json!({
            "type": "puzzle", "seed": seed, "clues": numbers(&made.clues), "solution": numbers(made.solution.options()),
        })),
        Ok(None) => Ok(json!({"type": "puzzle", "seed": seed, "clues": null})),
        Err(stop) => Err(sieve
            .as_ref()
            .and_then(Sieve::undecided)
            .map_or_else(|| stopped(&stop.certain, &stop), failed)),
    }
}
