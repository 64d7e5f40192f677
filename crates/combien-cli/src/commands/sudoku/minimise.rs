//! `combien sudoku minimise`: removes redundant clues from puzzles.

use combien_puzzles::sudoku::{Grid, Stopped, Symmetry};
use serde_json::json;

use super::list::{Case, each, names, refusal};
use crate::report::document;
use crate::report::failure::Failure;
use crate::request::sudoku::Minimise;
use crate::session::ask::seed_of;
use crate::system::ending::Ending;

pub(in crate::commands) fn minimise(request: &Minimise) -> Result<Ending, Failure> {
    let seed = seed_of(request.seed, request.list.pace.quiet, "makes");
    let mut is_one_unsymmetric = false;
    let ending = each(&request.list, |mut case| {
        let broken = request.symmetric.and_then(|symmetry| symmetry.broken_by(&case.puzzle.grid));
        is_one_unsymmetric |= broken.is_some();
        let left = if broken.is_some() { None } else { Left::of(&mut case, request.symmetric, seed)? };
        if request.list.json {
            return Ok(as_json(&case, request.symmetric, broken, left.as_ref(), seed));
        }
        Ok(match (broken, left) {
            (Some([clue, bare]), _) => {
                let (clue, bare) = (names(&[clue]), names(&[bare]));
                format!("unsymmetric: {clue} has a clue, and {bare} has none\n")
            }
            (None, None) => refusal(&case.verdict, "minimal puzzle"),
            (None, Some(Left { puzzle, redundant })) => {
                let puzzle = if request.grid { puzzle.drawn().to_string() } else { puzzle.to_string() };
                let more = if redundant.is_empty() {
                    String::new()
                } else {
                    let space = if request.grid { "" } else { " " };
                    format!("{space}# each could be removed alone: {}", names(&redundant))
                };
                format!("{puzzle}{more}\n")
            }
        })
    })?;
    // It was left as it is, because it does not have exactly one solution.
    Ok(if ending == Ending::Answered && is_one_unsymmetric { Ending::NoSolution } else { ending })
}

/// What is left of a puzzle.
struct Left {
    puzzle: Grid,
    /// The clues that could each be removed alone, but not together with their images.
    redundant: Vec<(usize, usize)>,
}

impl Left {
    fn of(case: &mut Case<'_>, symmetric: Option<Symmetry>, seed: u64) -> Result<Option<Left>, Stopped> {
        let (watch, grid) = (case.watch, &case.puzzle.grid);
        let budget = &watch.budget();
        let Some(symmetry) = symmetric else {
            let minimal = case.solver.minimise_within(grid, seed, budget)?;
            return Ok(minimal.map(|puzzle| Left { puzzle, redundant: vec![] }));
        };
        let minimal = case.solver.minimise_symmetric_within(grid, symmetry, seed, budget)?;
        let Some(puzzle) = minimal else { return Ok(None) };
        let redundant = case.solver.redundant_clues(&puzzle, budget)?;
        Ok(Some(Left { puzzle, redundant }))
    }
}

fn as_json(
    case: &Case<'_>,
    symmetric: Option<Symmetry>,
    broken: Option<[(usize, usize); 2]>,
    left: Option<&Left>,
    seed: u64,
) -> String {
    let line = left.map(|left| left.puzzle.to_string());
    let clues = left.map(|left| left.puzzle.clue_count());
    let mut parts = vec![
        case.fields("minimal"),
        json!({ "seed": seed.to_string(), "minimal": line, "minimal_clues": clues }),
    ];
    if let Some(symmetry) = symmetric {
        let cells = |cells: &[(usize, usize)]| cells.iter().map(|&cell| names(&[cell])).collect::<Vec<_>>();
        let redundant = left.map(|left| cells(&left.redundant));
        parts.push(json!({
            "symmetric": symmetry.name(), "broken_by": broken.map(|pair| cells(&pair)), "redundant": redundant,
        }));
    }
    document(parts)
}
