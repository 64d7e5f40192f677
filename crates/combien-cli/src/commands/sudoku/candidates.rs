//! `combien sudoku candidates`: the digits that each cell has in some solution.

use std::iter;

use combien_puzzles::sudoku::{BoxShape, Grid, Verdict};
use serde_json::json;

use super::list::each;
use crate::report::document;
use crate::report::failure::Failure;
use crate::request::sudoku::List;
use crate::system::ending::Ending;

pub(in crate::commands) fn candidates(list: &List) -> Result<Ending, Failure> {
    each(list, |case| {
        let candidates = match &case.verdict {
            Verdict::None => vec![vec![]; list.frame.shape().cells()],
            Verdict::Unique(solution) => {
                let side = list.frame.shape().side();
                (0..list.frame.shape().cells())
                    .map(|cell| Vec::from_iter(solution.get(cell / side, cell % side)))
                    .collect()
            }
            Verdict::Several { .. } => {
                case.solver.true_candidates(&case.puzzle.grid, &case.watch.budget())?
            }
        };
        if list.json {
            return Ok(document([case.fields("candidates"), json!({ "candidates": candidates })]));
        }
        Ok(match case.verdict {
            Verdict::None => "none\n\n".to_owned(),
            _ => drawn(list.frame.shape(), &candidates) + "\n",
        })
    })
}

/// All candidates of each cell, in columns of one width.
fn drawn(shape: BoxShape, candidates: &[Vec<usize>]) -> String {
    let side = shape.side();
    let width = candidates.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let stroke = "-".repeat((width + 1) * shape.columns() + 1);
    let line = format!("+{}\n", format!("{stroke}+").repeat(side / shape.columns()));
    let mut text = String::new();
    for (row, cells) in candidates.chunks(side).enumerate() {
        if row % shape.rows() == 0 {
            text += &line;
        }
        for (column, digits) in cells.iter().enumerate() {
            text += if column % shape.columns() == 0 { if column > 0 { " | " } else { "| " } } else { " " };
            let digits: String = digits.iter().map(|&digit| Grid::character(digit)).collect();
            text += &digits;
            text.extend(iter::repeat_n(' ', width - digits.len()));
        }
        text += " |\n";
    }
    text + &line
}
