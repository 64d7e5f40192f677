//! As many solutions as there are within a tenth of a second: the library has no clock, so here is one.
//!
//! ```text
//! cargo run --release --example deadline
//! ```

use std::thread;
use std::time::{Duration, Instant};

use combien::Problem;
use combien::solve::{Budget, Deadline, Ending, Enumerate};

/// The ways to match the points of a complete graph in pairs: 17!! = 34,459,425 for 18 points.
fn matchings(points: usize) -> Problem {
    let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    Problem::from_lists(points, None, pairs).expect("each pair has two points")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = matchings(18);
    let end = Instant::now() + Duration::from_millis(100);
    let deadline = Deadline::new(move || Instant::now() >= end);
    let budget = Budget { deadline: Some(deadline), ..Budget::UNLIMITED };
    let mut solutions = Enumerate::of(&problem).budget(budget).run()?;
    drop(problem);
    // The iterator owns what it needs, so it can go to another thread.
    let (found, ending) = thread::spawn(move || {
        let found = solutions.by_ref().count();
        (found, solutions.ending())
    })
    .join()
    .expect("the search does not panic");
    match ending {
        Some(Ending::Stopped(reason)) => println!("{found} matchings, and there may be more: {reason}"),
        _ => println!("{found} matchings, and no more"),
    }
    Ok(())
}
