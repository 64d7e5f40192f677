//! What a notebook shows of a problem.

use combien::diagnostic::counted;
use combien::problem::Builder;
use combien_tiling::draw::{Matrix, matrix_svg};
use pyo3::prelude::*;

use crate::handles::problem::Problem;

/// A matrix with more rows or columns is described instead of drawn.
const MOST_DRAWN: usize = 300;

/// What a problem is in one line.
pub(crate) fn summary(problem: &combien::Problem) -> String {
    let primary = problem.primary_count();
    let secondary = problem.item_count() - primary;
    format!(
        "<combien.Problem: {}, {}, {}>",
        counted(primary, "primary item"),
        counted(secondary, "secondary item"),
        counted(problem.option_count(), "option")
    )
}

pub(crate) fn html(py: Python<'_>, problem: &Problem) -> String {
    let core = problem.core();
    let told = summary(&core);
    let told = told.trim_start_matches('<').trim_end_matches('>');
    if core.item_count().max(core.option_count()) > MOST_DRAWN {
        return format!("<p>{told}</p>");
    }
    // Options without a name are known by their number from 0 here; the library would count from 1.
    let mut builder = Builder::from(core);
    for option in builder.so_far().options() {
        if problem.names.given(py, option.index()).is_none() {
            builder.name_option(option, &option.index().to_string());
        }
    }
    let named = builder.build();
    format!("<div>{}<p>{told}</p></div>", matrix_svg(told, &Matrix::new(&named)))
}
