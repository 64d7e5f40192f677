//! `combien unique`: is there exactly one solution; and, of a puzzle, which clue excludes what.

use combien::Count;
use combien::budget::Reason;
use combien::diagnostic::counted;
use combien::problem::{ItemId, OptionId, Problem, Solution};
use combien_puzzles::clues::{Solver, Stopped, Verdict, restricted};
use combien_tiling::why::{Answer, Obstacle, Subject};
use serde_json::{Value, json};

use super::clued::Clued;
use super::show::Show;
use crate::input::Input;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::{add, reasons};
use crate::request::Unique;
use crate::session::Session;
use crate::session::certify::Certified;
use crate::session::filter;
use crate::system::catalogue::told;
use crate::system::ending::Ending;

/// The maximum number of options that are named on a line.
const MOST_TOLD: usize = 8;

pub(super) fn unique(request: &Unique) -> Result<Ending, Failure> {
    let session = Session::open_filtered(&request.problem, request.search, request.json)?;
    if let Some(path) = &request.proof {
        session.refuse_own_file(path)?;
    }
    let judge = session.judge();
    if judge.is_some() {
        // Both would be about all solutions.
        filter::refuse(&[(request.proof.is_some(), "--proof"), (!request.clues.is_empty(), "--take")])?;
    }
    let puzzle = if judge.is_some() { None } else { Clued::of(&request.clues, &session.input)? };
    let report = Report { request, session: &session, puzzle: puzzle.as_ref() };
    let (found, stopped) = match session.through(judge.as_ref()) {
        Some(through) => session.two(Some(through))?,
        None => Clued::two(puzzle.as_ref(), &session)?,
    };
    match (<[Solution; 2]>::try_from(found), stopped) {
        (Ok(two), _) => report.several(&two),
        (Err(found), Some(reason)) => report.stopped(found.first(), reason),
        (Err(mut found), None) => match found.pop() {
            Some(solution) => report.one(&solution),
            None => report.none(),
        },
    }
}

/// A clue, and its rival: a solution without it.
struct Clue {
    option: OptionId,
    /// Another solution; `None` if the clue is redundant.
    rival: Option<Solution>,
}

/// Prints what was found.
struct Report<'a> {
    request: &'a Unique,
    session: &'a Session<'a>,
    puzzle: Option<&'a Clued>,
}

impl Report<'_> {
    fn show(&self) -> Result<Show<'_>, Failure> {
        Show::new(&self.request.drawn, self.request.json, &self.session.input)
    }

    fn stopped(&self, found: Option<&Solution>, reason: Reason) -> Result<Ending, Failure> {
        let show = self.show()?;
        let stop = self.session.watch.stop_by(reason);
        if self.request.json {
            let solutions: Vec<Value> = found.iter().map(|solution| show.content(solution)).collect();
            self.session.tell(
                "unique",
                Some(&stop.reason),
                json!({"unique": null, "solutions": solutions}),
            )?;
        } else {
            if let Some(solution) = found {
                Output::new().tell(&show.drawn("at least one solution", solution))?;
            }
            let what = if found.is_some() { "another" } else { "a solution" };
            told!("{}: it is not known whether there is {what}", stop.line);
        }
        Ok(Ending::Stopped)
    }

    /// There is none, and why.
    fn none(&self) -> Result<Ending, Failure> {
        let session = self.session;
        if session.input.is_filtered() {
            return self.none_passes();
        }
        let puzzle = match self.puzzle {
            Some(puzzle) if puzzle.are_chosen => {
                Some(restricted(session.problem(), &puzzle.clues).map_err(Failure::of)?)
            }
            _ => None,
        };
        let subject = puzzle.as_ref().map_or_else(|| session.input.subject(), Subject::of);
        let obstacle = match session.why_of(&subject)? {
            Answer::None(obstacle) => Some(obstacle),
            // It is certain that there is none. Only the reason is unknown.
            Answer::Stopped(_) => None,
            Answer::Solvable(_) => {
                return Err(Failure::message(
                    "one search found no solution, and another one; please report it",
                ));
            }
        };
        let certified = self.proved_none(&subject, obstacle.as_ref())?;
        if self.request.json {
            let mut said = json!({"unique": false, "solutions": []});
            if let Some(obstacle) = &obstacle {
                add(&mut said, reasons::as_json(&subject, obstacle));
            }
            if let (Some(certified), Some(path)) = (&certified, &self.request.proof) {
                add(&mut said, certified.as_json(path));
            }
            self.session.tell("unique", None, said)?;
        } else {
            let mut output = Output::new();
            match &obstacle {
                Some(obstacle) => reasons::tell(&mut output, &subject, obstacle)?,
                None => output.deliver("no solution\n")?,
            }
            output.finish()?;
        }
        Ok(self.ended(certified.as_ref(), Ending::NoSolution))
    }

    /// No solution satisfies the predicate. Without it there may be solutions, so there is no reason to tell.
    fn none_passes(&self) -> Result<Ending, Failure> {
        if self.request.json {
            self.session.tell("unique", None, json!({"unique": false, "solutions": []}))?;
        } else {
            Output::new().tell("no solution agrees with `where`\n")?;
        }
        Ok(Ending::NoSolution)
    }

    /// The options of `--take`, which the certificate names.
    fn taken(&self) -> &[OptionId] {
        self.puzzle.filter(|puzzle| puzzle.are_chosen).map_or(&[], |puzzle| &puzzle.clues)
    }

    /// Writes the certificate of the reason, if requested: it is shorter than that of a count. With `--take`,
    /// the reason belongs to another problem, in which the options are taken, so the certificate is that
    /// of a count.
    fn proved_none(
        &self,
        subject: &Subject<'_>,
        obstacle: Option<&Obstacle>,
    ) -> Result<Option<Certified>, Failure> {
        let Some(path) = &self.request.proof else { return Ok(None) };
        let taken = self.taken();
        let (Some(obstacle), []) = (obstacle, taken) else {
            return self.session.certify(path, &Count::ZERO, taken).map(Some);
        };
        crate::report::output::deliver(path, &obstacle.certificate(subject.problem()))?;
        Ok(Some(Certified::Written { states: obstacle.states() }))
    }

    /// The exit code if a certificate was requested. Prints why there is none.
    fn ended(&self, certified: Option<&Certified>, ending: Ending) -> Ending {
        let Some(certified) = certified else { return ending };
        if let Some(line) = certified.line().filter(|_| !self.request.json) {
            told!("{line}");
        }
        certified.ending(ending)
    }

    /// There is just one.
    fn one(&self, solution: &Solution) -> Result<Ending, Failure> {
        let (session, show) = (self.session, self.show()?);
        show.write_picture(1, solution)?;
        if !self.request.json {
            let output = Output::beside(self.request.drawn.takes_stdout());
            output.tell(&show.drawn("exactly one solution", solution))?;
        }
        let certified = match &self.request.proof {
            Some(path) => Some(session.certify(path, &Count::ONE, self.taken())?),
            None => None,
        };
        let (clues, stopped) = match self.puzzle {
            Some(puzzle) => self.clues(puzzle)?,
            None => (vec![], None),
        };
        if self.request.json {
            let mut said = json!({"unique": true, "solutions": [show.content(solution)]});
            if let (Some(certified), Some(path)) = (&certified, &self.request.proof) {
                add(&mut said, certified.as_json(path));
            }
            if self.puzzle.is_some() {
                add(&mut said, json!({"clues": clues}));
            }
            let stopped = stopped.map(|reason| session.watch.describe(reason));
            self.session.tell("unique", stopped.as_deref(), said)?;
        } else if let Some(reason) = stopped {
            let stop = session.watch.stop_by(reason);
            told!("{}: there is one solution; not every clue was looked at", stop.line);
        }
        let ending = if stopped.is_some() { Ending::Stopped } else { Ending::Answered };
        Ok(self.ended(certified.as_ref(), ending))
    }

    /// What each clue excludes: printed when it is found, or returned as documents.
    fn clues(&self, puzzle: &Clued) -> Result<(Vec<Value>, Option<Reason>), Failure> {
        let input = puzzle.open.as_ref().unwrap_or(&self.session.input);
        let show = Show::new(&self.request.drawn, self.request.json, input)?;
        let budget = self.session.budget();
        let mut solver = Solver::new(input.problem()).map_err(Failure::of)?;
        let mut documents = vec![];
        let stopped = |documents| Ok((documents, Some(self.session.stop_of_solver())));
        let solution = match solver.solve_within(&puzzle.clues, 2, &budget) {
            Err(Stopped { .. }) => return stopped(documents),
            Ok(Verdict::Unique(solution)) => solution,
            Ok(_) => return Err(Failure::message("two searches disagree; please report it")),
        };
        let mut output = Output::beside(self.request.drawn.takes_stdout());
        let mut redundant = 0;
        for &option in &puzzle.clues {
            let Ok(rival) = solver.rival(&puzzle.clues, option, &solution, &budget) else {
                return stopped(documents);
            };
            redundant += u64::from(rival.is_none());
            let clue = Clue { option, rival };
            if self.request.json {
                documents.push(clue.as_json(input, &show));
            } else {
                output.deliver(&clue.told(input, &solution, self.request.rivals.then_some(&show)))?;
            }
        }
        if !self.request.json {
            let clues = counted(puzzle.clues.len() as u64, "clue");
            let line = match redundant {
                0 => format!("{clues}, and each of them is needed\n"),
                1 => format!("{clues}: 1 of them is redundant\n"),
                _ => format!("{clues}: {redundant} of them are redundant, each while the others stay\n"),
            };
            output.deliver(&line)?;
        }
        output.finish()?;
        Ok((documents, None))
    }

    /// There are two, and how they differ.
    fn several(&self, two: &[Solution; 2]) -> Result<Ending, Failure> {
        let (session, show) = (self.session, self.show()?);
        let (problem, [one, other]) = (session.problem(), two);
        let (only_one, only_other) = (without(one, other), without(other, one));
        let items = items_of(problem, only_one.iter().chain(&only_other));
        let certified = self.request.proof.as_ref().map(|_| Certified::Open);
        for (number, solution) in (1..).zip(two) {
            show.write_picture(number, solution)?;
        }
        if self.request.json {
            let numbers = |options: &[OptionId]| -> Vec<usize> {
                options.iter().map(|option| option.number()).collect()
            };
            let names: Vec<&str> = items.iter().map(|&item| problem.item_name(item)).collect();
            let mut said = json!({
                "unique": false, "solutions": two.iter().map(|solution| show.content(solution)).collect::<Vec<_>>(),
                "only_in_first": numbers(&only_one), "only_in_second": numbers(&only_other),
                "differing_items": names,
            });
            if let (Some(certified), Some(path)) = (&certified, &self.request.proof) {
                add(&mut said, certified.as_json(path));
            }
            self.session.tell("unique", None, said)?;
        } else {
            let mut output = Output::beside(self.request.drawn.takes_stdout());
            output.deliver("at least two solutions\n")?;
            output.deliver(&show.drawn("solution 1", one))?;
            output.deliver(&show.drawn("solution 2", other))?;
            for (number, options) in [(1, &only_one), (2, &only_other)] {
                let options = told(&session.input, options);
                output.deliver(&format!("only in solution {number}: {options}\n"))?;
            }
            if let Some(drawing) = session.input.subject().marked(items, "covered in another way") {
                output.deliver(&format!("\n{drawing}"))?;
            }
            output.finish()?;
        }
        Ok(self.ended(certified.as_ref(), Ending::NoSolution))
    }
}

impl Clue {
    /// `R1C2#3 excludes R1C2#4, R1C5#3 and 4 more`, and the rival drawn if requested.
    fn told(&self, input: &Input, solution: &Solution, show: Option<&Show<'_>>) -> String {
        let clue = word(input, self.option);
        let Some(rival) = &self.rival else {
            return format!("{clue} is redundant\n");
        };
        // First the options in its place.
        let own = items_of(input.problem(), [self.option].iter());
        let mut options = without(rival, solution);
        options.sort_by_key(|option| {
            let entries = input.problem().option(*option);
            !entries.iter().any(|entry| own.binary_search(&entry.item).is_ok())
        });
        let line = format!("{clue} excludes {}", told(input, &options));
        match show {
            Some(show) => show.drawn(&line, rival),
            None => format!("{line}\n"),
        }
    }

    fn as_json(&self, input: &Input, show: &Show<'_>) -> Value {
        let rival = self.rival.as_ref().map(|rival| show.content(rival));
        json!({"clue": word(input, self.option), "option": self.option.number(), "rival": rival})
    }
}

/// The options of one that the other does not have.
fn without(one: &Solution, other: &Solution) -> Vec<OptionId> {
    let is_other = |option: &&OptionId| other.options().binary_search(option).is_err();
    one.options().iter().filter(is_other).copied().collect()
}

/// The items that these options cover, ascending.
fn items_of<'o>(problem: &Problem, options: impl Iterator<Item = &'o OptionId>) -> Vec<ItemId> {
    let entries = options.flat_map(|&option| problem.option(option));
    let mut items: Vec<ItemId> = entries.map(|entry| entry.item).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// The first of these options, and how many more there are.
fn told(input: &Input, options: &[OptionId]) -> String {
    let mut words: Vec<String> = options.iter().take(MOST_TOLD).map(|&option| word(input, option)).collect();
    let more = options.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        words.push(format!("{more} more"));
    }
    if words.is_empty() { "nothing".to_owned() } else { words.join("; ") }
}

/// An option in words: its name, or what it covers.
fn word(input: &Input, option: OptionId) -> String {
    match input.problem().option_name(option) {
        Some(name) => name.to_owned(),
        None => input.subject().option_words(option),
    }
}
