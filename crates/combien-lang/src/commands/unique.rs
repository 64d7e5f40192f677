//! `unique p`: whether a problem has exactly one solution.

use combien::problem::Solution;
use combien::solve::{Ending, Enumerate, Reason};
use combien_tiling::why::Subject;

use super::Command;
use crate::run::{Delivery, Failed, Run, is_meant};
use crate::script::Output;

pub(crate) const ROWS: &[Command] = &[Command {
    name: "unique",
    words: &[("unique", "target", "says whether there is exactly one solution", "unique p")],
    run: |run, asked| run.unique(asked.problem),
    ..Command::ASKS
}];

impl Run<'_> {
    /// Shows the only solution, or two with the cells in which they differ, or says why there is none.
    fn unique(&mut self, problem: usize) -> Result<(), Failed> {
        let (named, encoding, judge) = self.encode_filtered(problem)?;
        let (name, start) = (&named.name, self.host.clock());
        let question = Enumerate::of(&encoding.problem).budget(self.host.budget());
        // Any number may be rejected before the second.
        let question = if judge.is_some() { question } else { question.at_most(2) };
        let mut solutions = question.meter(self.host.meter()).run()?;
        let mut found: Vec<Solution> = vec![];
        for solution in solutions.by_ref() {
            if is_meant(judge.as_ref(), &encoding, &solution)? {
                found.push(solution);
            }
            if judge.is_some() && found.len() == 2 {
                break;
            }
        }
        let ending = solutions.ending();
        drop(solutions);
        let how_many = match (found.len(), ending) {
            (2, _) => "at least two solutions",
            (_, Some(Ending::Stopped(reason))) if !matches!(reason, Reason::Solutions(_)) => {
                if found.is_empty() {
                    return self.nothing_yet(named, reason);
                }
                self.stopped = Some(reason);
                let reason = self.host.describe(reason);
                return self.print(&format!("problem \"{name}\" has a solution, perhaps others: {reason}\n"));
            }
            (1, _) => "exactly one solution",
            _ if judge.is_some() => return self.no_solution(named, &encoding),
            _ => return self.why(problem),
        };
        self.print(&format!("problem \"{name}\" has {how_many}\n"))?;
        let output = Output::Ascii;
        let mut delivery = Delivery::one(named, &encoding, &output);
        for solution in &found {
            self.deliver(&mut delivery, solution)?;
        }
        if let [one, other] = &found[..] {
            let only = |one: &Solution, other: &Solution| {
                let options = one.options().iter().filter(|option| !other.options().contains(option));
                options.copied().collect::<Vec<_>>()
            };
            let differing = [only(one, other), only(other, one)].concat();
            let entries = differing.iter().flat_map(|&option| encoding.problem.option(option));
            let subject = Subject::of_tiling(&named.tiling, &encoding);
            if let Some(drawing) = subject.marked(entries.map(|entry| entry.item), "covered in another way") {
                self.print(&drawing)?;
            }
        }
        self.print_time_since(start, name)
    }
}
