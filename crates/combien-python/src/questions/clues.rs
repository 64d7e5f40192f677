//! Placements that are given: words of the tiling language, or placements of another solution.

use combien::diagnostic::Diagnostic;
use combien_lang::elaborate::explained;
use combien_lang::{Loaded, read_clues, read_spot};
use combien_tiling::{self as tiling, Cell, Clue, Lattice, Spot};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::handles::error::exceptions::WrongType;
use crate::handles::error::{error, failure, raise};
use crate::handles::labels::repr;
use crate::handles::objects::{Maybe, Object};

/// What is given to `take` or `forbid`: one thing, or several.
pub(crate) fn listed<'py>(given: Maybe<'_, 'py>, flag: &str) -> PyResult<Vec<Object<'py>>> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(vec![]) };
    // A placement is a tuple, so it could be iterated over.
    if given.cast::<PyString>().is_ok() || given.hasattr("cells")? {
        return Ok(vec![given.clone()]);
    }
    let wrong = |_| {
        let such = if flag == "clues" {
            "clues such as \"also 2 of F\""
        } else {
            "placements such as \"F at 3x2 as Rot90\""
        };
        WrongType::new_err(format!("{flag} is {}, which is no list of {such}", repr(given)))
    };
    given.try_iter().map_err(wrong)?.collect()
}

/// A tiling with clues in the words of the language.
pub(crate) fn worded(mut tiling: tiling::Tiling, clues: &[Object]) -> PyResult<tiling::Tiling> {
    for clue in clues {
        let words = clue.cast::<PyString>().map_err(|_| {
            WrongType::new_err(format!(
                "clues has {}, which is no text such as \"also 2..3 of [F, L]\"",
                repr(clue)
            ))
        })?;
        let written = Loaded::new("clues", words.to_cow()?);
        tiling = read_clues(written, &tiling).map_err(|faults| told("clues", clue, &faults))?;
    }
    Ok(tiling)
}

/// What is wrong with something that was given.
fn told(flag: &str, given: &Object, faults: &[Diagnostic]) -> PyErr {
    let told = |Diagnostic { message, hint, .. }: &Diagnostic| {
        hint.as_ref().map_or_else(|| message.clone(), |hint| format!("{message}; {hint}"))
    };
    let faults: Vec<String> = faults.iter().map(told).collect();
    failure!("{flag}: {}: {}", repr(given), faults.join("; "))
}

/// A tiling in which these placements are taken and these forbidden.
pub(crate) fn narrowed(
    mut tiling: tiling::Tiling,
    take: &[Object],
    forbid: &[Object],
) -> PyResult<tiling::Tiling> {
    for (given, flag) in [(take, "take"), (forbid, "forbid")] {
        for one in given {
            let spot = spot(one, &tiling, flag)?;
            let clue = if flag == "take" { Clue::Fix(spot) } else { Clue::Forbid(spot) };
            tiling = tiling.clone().with_clues(std::slice::from_ref(&clue)).map_err(|wrong| {
                let (_, message, hint) = explained(&clue, &wrong.fault, &tiling);
                let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
                failure!("{flag}: {}: {message}{hint}", repr(one))
            })?;
        }
    }
    Ok(tiling)
}

fn spot(given: &Object, tiling: &tiling::Tiling, flag: &str) -> PyResult<Spot> {
    if let Ok(words) = given.cast::<PyString>() {
        let words = Loaded::new(flag, words.to_cow()?);
        return read_spot(words, tiling).map_err(|faults| told(flag, given, &faults));
    }
    let (number, cells, isometry) = placement(given).map_err(|_| {
        WrongType::new_err(format!(
            "{flag} has {}, which is neither a Placement nor words such as \"F at 3x2 as Rot90\"",
            repr(given)
        ))
    })?;
    if number >= tiling.pieces().len() {
        raise!("{flag}: the tiling has no piece {number}");
    }
    let cell = |position: &Vec<i32>| cell(tiling.lattice(), position);
    let exactly = Some(cells.iter().map(cell).collect::<PyResult<_>>()?);
    // The same cells may show other marks and colors.
    let isometry = isometry.filter(|_| !tiling.pieces()[number].labels.is_empty());
    let isometry = isometry.and_then(|name| tiling.lattice().isometry_by_name(&name));
    Ok(Spot { pieces: Some(vec![number]), exactly, isometry, ..Spot::default() })
}

/// The number of the piece, the positions of the cells, and the name of the isometry.
type Given = (usize, Vec<Vec<i32>>, Option<String>);

fn placement(given: &Object) -> PyResult<Given> {
    let isometry = given.getattr("isometry")?.extract()?;
    Ok((given.getattr("number")?.extract()?, given.getattr("cells")?.extract()?, isometry))
}

fn cell(lattice: &Lattice, position: &[i32]) -> PyResult<Cell> {
    match *position {
        [x, y] => Ok(lattice.at(Cell::plane(x, y))),
        [x, y, z] => Ok(lattice.at(Cell::space(x, y, z))),
        _ => Err(error("a cell has two or three coordinates")),
    }
}
