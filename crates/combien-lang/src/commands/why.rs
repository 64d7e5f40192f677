//! `why p`: why a problem has no solution.

use combien_tiling::Encoding;
use combien_tiling::why::{Answer, Subject};

use super::Command;
use crate::run::{Delivery, Failed, Run};
use crate::script::{NamedProblem, Output};

pub(crate) const ROWS: &[Command] = &[Command {
    name: "why",
    words: &[("why", "target", "says why there is no solution", "why p")],
    ignores_where: Some((
        "`why` cannot obey `where`",
        "ask about the problem without it; if that has solutions, none of them agrees with `where`",
    )),
    run: |run, asked| run.why(asked.problem),
    ..Command::ASKS
}];

impl Run<'_> {
    /// Prints and draws the reason why there is no solution, or shows a solution.
    pub(super) fn why(&mut self, problem: usize) -> Result<(), Failed> {
        let (named, encoding) = self.encode(problem)?;
        let (name, start) = (&named.name, self.host.clock());
        let subject = Subject::of_tiling(&named.tiling, &encoding);
        let answer = subject.why(&self.host.budget(), &mut self.host.meter())?;
        match answer {
            Answer::None(obstacle) => {
                self.print(&format!(
                    "problem \"{name}\" has no solution: {}\n",
                    subject.sentence(&obstacle)
                ))?;
                if let Some(drawing) = subject.drawing(&obstacle) {
                    self.print(&drawing)?;
                }
            }
            Answer::Solvable(solution) => {
                self.print(&format!("problem \"{name}\" has a solution\n"))?;
                let output = Output::Ascii;
                let mut delivery = Delivery::one(named, &encoding, &output);
                self.deliver(&mut delivery, &solution)?;
                self.finish(&delivery)?;
            }
            Answer::Stopped(reason) => return self.nothing_yet(named, reason),
        }
        self.print_time_since(start, &named.name)
    }

    /// Notes why there is no solution: by the weights that the search has found, or if a quick look finds it.
    pub(crate) fn note_why(&mut self, named: &NamedProblem, encoding: &Encoding) {
        let subject = Subject::of_tiling(&named.tiling, encoding);
        let known = self.weights.take().map(|weights| subject.obstacle(&weights));
        if let Some(obstacle) = known.or_else(|| subject.glance()) {
            self.host.remark(&format!("why: {} (why {})", subject.sentence(&obstacle), named.name));
        }
    }
}
