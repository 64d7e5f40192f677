//! Sudoku of side 9: solutions, whether there is just one, the next step of a person, and how hard it is.

use combien::budget::{Budget, Deadline};
use combien_puzzles::sudoku::techniques::{Candidate, Candidates, Path, Step, Technique};
use combien_puzzles::sudoku::{BoxShape, Grid, Stopped, Sudoku, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::document::{Answer, failed, failure, settled};
use crate::listener::BUDGET;

/// A question about a grid.
#[derive(Debug, Deserialize)]
struct Request {
    #[serde(rename = "do")]
    asked: Asked,
    /// The grid as a line, or drawn.
    grid: String,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    /// Its digits alone, as a line.
    Read,
    /// A solution, and whether it is the only one.
    Solve,
    /// The next step.
    Hint,
    /// How hard it is.
    Rate,
}

/// The answer to a question about a grid: `{"do": "solve", "grid": "..."}` gives `{"type": "sudoku",
/// "solutions": 0 | 1 | 2, "examples": [...]}`, and with `hint` also `step`, with `rate` also `rating`. Two
/// solutions mean two or more.
///
/// ```
/// use combien::budget::Deadline;
/// let never = || Deadline::new(|| false);
/// let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = combien_web::sudoku::answer(&format!(r#"{{"do": "rate", "grid": "{grid}"}}"#), never());
/// assert_eq!(answer["solutions"], 1);
/// assert!(answer["rating"].is_string());
/// ```
pub fn answer(request: &str, deadline: Deadline) -> Value {
    settled(answered(request, deadline))
}

fn answered(request: &str, deadline: Deadline) -> Answer {
    let request: Request = serde_json::from_str(request).map_err(failed)?;
    let shape = BoxShape::new(3, 3).map_err(failed)?;
    let grid = Grid::parse(&request.grid, shape).map_err(|fault| {
        let diagnostic = fault.diagnostic();
        failure(diagnostic.message, diagnostic.hint.as_deref())
    })?;
    if request.asked == Asked::Read {
        return Ok(json!({"type": "sudoku", "grid": grid.to_string()}));
    }
    let budget = Budget { deadline: Some(deadline), ..BUDGET };
    asked(request.asked, &grid, &budget).map_err(|Stopped { .. }| json!({"type": "sudoku", "stopped": true}))
}

fn asked(asked: Asked, grid: &Grid, budget: &Budget) -> Result<Value, Stopped> {
    let sudoku = Sudoku::of_shape(grid.shape());
    let verdict = sudoku.solver().solve_within(grid, 2, budget)?;
    let examples: Vec<String> = verdict.examples().iter().map(Grid::to_string).collect();
    let mut answer = json!({"type": "sudoku", "solutions": verdict.count(), "examples": examples});
    if !matches!(verdict, Verdict::Unique(_)) {
        return Ok(answer);
    }
    match asked {
        Asked::Hint => {
            let step = Candidates::new(grid).next_step(budget)?;
            answer["step"] = step.as_ref().map_or(Value::Null, step_as_json);
        }
        Asked::Rate => {
            let path = Path::of(grid, budget)?;
            answer["rating"] = json!(path.rating().map(|rating| rating.to_string()));
            answer["hardest"] = json!(path.hardest().map(Technique::name));
            let tally = path.tally().into_iter().map(|(technique, count)| json!([technique.name(), count]));
            answer["tally"] = tally.collect();
        }
        Asked::Read | Asked::Solve => {}
    }
    Ok(answer)
}

fn step_as_json(step: &Step) -> Value {
    let cells = |candidates: &[Candidate]| -> Vec<[usize; 3]> {
        candidates.iter().map(|candidate| [candidate.row, candidate.column, candidate.digit]).collect()
    };
    json!({
        "technique": step.technique().name(), "rating": step.technique().rating().to_string(), "why": step.to_string(),
        "puts": step.puts().map(|candidate| cells(&[candidate])[0]), "removes": cells(step.removes()),
        "rests": cells(step.rests_on()),
    })
}
