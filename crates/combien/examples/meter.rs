//! A meter of one's own: a line for each tenth of a search.
//!
//! ```text
//! cargo run --release --example meter
//! ```

use combien::Problem;
use combien::solve::{Count, Engine, Meter, Progress};

/// Prints a line whenever another tenth lies behind.
struct Tenths(u32);

impl Meter for Tenths {
    fn tick(&mut self, Progress { nodes, solutions, fraction, left }: Progress) {
        let tenths = (fraction * 10.0) as u32;
        if tenths > self.0 {
            self.0 = tenths;
            let left = left.map_or("?".to_owned(), |left| format!("{:.0} to {:.0}", left.low, left.high));
            println!("{} %: {nodes} nodes, {solutions} solutions, {left} nodes left", tenths * 10);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let points = 18;
    let pairs = (0..points).flat_map(|a| (0..a).map(move |b| vec![b, a]));
    let problem = Problem::from_lists(points, None, pairs)?;
    let report = Count::of(&problem).by(Engine::Fast).meter(Tenths(0)).run()?;
    println!("{} matchings of {points} points", report.outcome.certain());
    Ok(())
}
