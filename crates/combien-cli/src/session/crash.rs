//! If a search panics, the branch of the problem that it was in is saved, so that it can be reported and
//! searched again.

use std::panic::{self, AssertUnwindSafe};

use combien::engine::Branch;
use combien::problem::{Problem, dlx};
use combien::solve::{Crash, Engine, Piece, Question, State};
use combien_formats::checkpoint::{Checkpoint, Shard};

use crate::system::catalogue::told;
use crate::system::files::write_whole;

/// Searches. If the search panics, saves its branch in the current folder.
pub(crate) fn guarded<T>(problem: &Problem, search: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|payload| {
        if let Some(crash) = payload.downcast_ref::<Crash>() {
            save(problem, crash);
        }
        panic::resume_unwind(payload)
    })
}

/// Saves the branch of a search as a shard, and prints the file name.
fn save(problem: &Problem, crash: &Crash) {
    let mut text = vec![];
    if dlx::write(problem, &mut text).is_err() {
        told!("It happened in the part of the problem with these options: {}", taken(crash));
        return;
    }
    let pieces = vec![Piece::Branch(Branch::whole(crash.subproblem.clone()))];
    let state = State { pieces, ..State::new(problem, Question::Count, Engine::Auto.for_search()) };
    let mut checkpoint = Checkpoint::new(problem, state);
    let text = String::from_utf8_lossy(&text).into_owned();
    checkpoint.shard = Some(Shard { number: 1, of: 1, whole: checkpoint.state.problem, text });
    let name = format!("combien-crash-{}.shard", &checkpoint.state.problem.to_string()[..8]);
    match write_whole(&name, checkpoint.to_string().as_bytes()) {
        Ok(()) => {
            told!("The part of the problem in which it happened is in `{name}`: please add it.");
        }
        Err(_) => told!("It happened in the part with these options: {}", taken(crash)),
    }
}

fn taken(crash: &Crash) -> String {
    let numbers = crash.subproblem.taken().iter().map(|option| option.number().to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use combien::problem::{OptionId, Subproblem};
    use combien::solve::Budget;

    use super::*;
    use crate::session::ask::Question;

    #[test]
    fn the_part_can_be_counted_again() {
        let problem = dlx::parse("t", "a b c d\na b\nc d\na c\nb d\na\nb\nc\nd\n").unwrap().problem;
        let subproblem = Subproblem::new(vec![OptionId::from_index(0)], vec![]);
        let crash = Crash { subproblem, message: "for a test".to_owned() };
        let folder = tempfile::tempdir().unwrap();
        // The name is relative: only this test of the binary changes the folder.
        std::env::set_current_dir(folder.path()).unwrap();
        let ended = panic::catch_unwind(AssertUnwindSafe(|| {
            guarded(&problem, || panic::resume_unwind(Box::new(crash)))
        }));
        assert!(ended.is_err());
        let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap();
        let saved = Checkpoint::read(&text).unwrap();
        let problem = saved.shard.as_ref().unwrap().problem(&saved).unwrap();
        // With option 1 taken: c and d together, or apart.
        let count = Question {
            state: Some(&saved.state),
            ..Question::new(&problem, Engine::Auto, Budget::UNLIMITED)
        };
        let count = count.count().unwrap();
        assert_eq!(count.outcome.certain().to_u64(), Some(2));
    }
}
