//! A count with two threads that is interrupted again and again, and goes on from a text that a file could
//! hold.
//!
//! ```text
//! cargo run --release --example checkpoint
//! ```

use std::num::NonZeroUsize;

use combien::Problem;
use combien::solve::{Budget, Count, Engine, Journal, Outcome, Question, State, StopFlag};
use combien_formats::checkpoint::Checkpoint;

/// Stops the search when it is asked for the third time, and keeps where it stands.
struct Keeper {
    stop: StopFlag,
    asked: u32,
    text: String,
    problem: Problem,
}

impl Journal for Keeper {
    fn is_due(&mut self) -> bool {
        self.asked += 1;
        if self.asked == 3 {
            self.stop.raise();
        }
        false
    }

    fn keep(&mut self, state: &State) {
        self.text = Checkpoint::new(&self.problem, state.clone()).to_string();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let points = 16;
    let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    let problem = Problem::from_lists(points, None, pairs)?;
    let mut state = State::new(&problem, Question::Count, Engine::Fast);
    for run in 1.. {
        let stop = StopFlag::new();
        let mut keeper =
            Keeper { stop: stop.clone(), asked: 0, text: String::new(), problem: problem.clone() };
        let budget = Budget { threads: NonZeroUsize::new(2), stop: Some(stop), ..Budget::UNLIMITED };
        let report = Count::of(&problem).budget(budget).resume(&state).journal(&mut keeper).run()?;
        match report.outcome {
            Outcome::Answer(count) => {
                println!("run {run}: {count} matchings of {points} points");
                break;
            }
            Outcome::Stopped { certain, .. } => {
                println!("run {run}: at least {certain}; {} bytes say where to go on", keeper.text.len());
            }
        }
        state = Checkpoint::read(&keeper.text)?.state;
    }
    Ok(())
}
