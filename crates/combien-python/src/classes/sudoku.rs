//! Sudoku, for `combien/sudoku.py`, which brings grids of all kinds into one form: the digits row by row, 0 for an empty cell.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use combien::budget::Budget;
use combien::solve::Reason;
use combien_puzzles::sudoku::techniques::{Candidate, Candidates, Path, Rating, Step};
use combien_puzzles::sudoku::{self, BoxShape, Generator, Grid, Solver, Sudoku, Symmetry, Verdict};
use combien_puzzles::{Fault, Text};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::handles::error::{failure, raise, refused, stopped, text_error};
use crate::handles::objects::Maybe;
use crate::handles::settings::Settings;
use crate::handles::watch::{self, Watch, free};

/// The rows and the columns of a box.
type Box = (usize, usize);

/// The digits of a grid.
type Digits<'py> = Bound<'py, PyBytes>;

/// A puzzle: its digits, its box, and further rules.
type Posed<'py> = (Digits<'py>, Box, Option<String>);

/// How many solutions there are, whether these are all, and one or two of them.
type Found<'py> = (u64, bool, Vec<Digits<'py>>);

/// A row and a column from 0, and a digit.
type Triple = (usize, usize, usize);

/// A technique, its rating in tenths, what it says, what it puts, what it removes, and what it rests on.
type Told = (&'static str, u32, String, Option<Triple>, Vec<Triple>, Vec<Triple>);

fn shape_of((rows, columns): Box) -> PyResult<BoxShape> {
    BoxShape::new(rows, columns).map_err(refused)
}

/// The rules without further ones that were asked for before: one for each shape.
static PLAIN: Mutex<Vec<Sudoku>> = Mutex::new(vec![]);

/// Solvers that are at rest, without further rules. To prepare one takes as long as some hundred puzzles.
static SOLVERS: Mutex<Vec<Solver>> = Mutex::new(vec![]);

/// The most solvers that are kept.
const MOST_SOLVERS: usize = 8;

// Nobody waits for these locks: a process that was forked may have them locked for good.

fn plain(shape: BoxShape) -> Sudoku {
    let is_it = |known: &&Sudoku| known.shape() == shape;
    let known = PLAIN.try_lock().ok().and_then(|rules| rules.iter().find(is_it).cloned());
    known.unwrap_or_else(|| {
        let made = Sudoku::of_shape(shape);
        if let Ok(mut rules) = PLAIN.try_lock() {
            rules.push(made.clone());
        }
        made
    })
}

/// The rules of a box and of a text with further ones.
fn rules_of(py: Python<'_>, shape: Box, further: Option<&str>) -> PyResult<Sudoku> {
    let shape = shape_of(shape)?;
    let Some(further) = further else { return Ok(py.detach(|| plain(shape))) };
    let text = Text::new("rules", further);
    py.detach(|| Sudoku::with_rules(shape, &text)).map_err(|fault| match fault {
        Fault::Text(diagnostic) => text_error(py, &[*diagnostic]),
        fault => refused(fault),
    })
}

/// Asks a solver. One without further rules is at rest again unless the search panics.
fn with_solver<T>(sudoku: &Sudoku, ask: impl FnOnce(&mut Solver) -> T) -> T {
    if !sudoku.is_plain() {
        return ask(&mut sudoku.solver());
    }
    let at_rest = SOLVERS.try_lock().ok().and_then(|mut solvers| {
        let place = solvers.iter().position(|solver| solver.sudoku().shape() == sudoku.shape())?;
        Some(solvers.swap_remove(place))
    });
    let mut solver = at_rest.unwrap_or_else(|| sudoku.solver());
    let answer = ask(&mut solver);
    if let Ok(mut solvers) = SOLVERS.try_lock()
        && solvers.len() < MOST_SOLVERS
    {
        solvers.push(solver);
    }
    answer
}

/// Asks a question within its time.
fn ask<T: Send + 'static>(
    py: Python<'_>,
    time: Maybe,
    question: impl FnOnce(&Budget) -> Result<T, sudoku::Stopped> + Send + 'static,
) -> PyResult<T> {
    let settings = Settings::timed(time)?;
    match watch::ask(py, &settings, move |budget, _| question(&budget))? {
        Ok(answer) => Ok(answer),
        Err(sudoku::Stopped { certain }) => Err(stopped(Some(certain.into_py_any(py)?), Reason::Deadline)),
    }
}

/// A grid of these digits, which fit: the module in Python has looked at each.
fn grid_of(shape: BoxShape, digits: &[u8]) -> PyResult<Grid> {
    let side = shape.side();
    let fits = digits.len() == shape.cells() && digits.iter().all(|&digit| usize::from(digit) <= side);
    if !fits {
        raise!("these are no digits of a grid of side {side}");
    }
    let mut grid = Grid::empty(shape);
    for (cell, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit > 0) {
        grid.set(cell / side, cell % side, usize::from(digit));
    }
    Ok(grid)
}

/// The grid and the rules of a puzzle.
fn posed(py: Python<'_>, (digits, shape, rules): Posed<'_>) -> PyResult<(Grid, Sudoku)> {
    Ok((grid_of(shape_of(shape)?, digits.as_bytes())?, rules_of(py, shape, rules.as_deref())?))
}

fn digits_of<'py>(py: Python<'py>, grid: &Grid) -> Digits<'py> {
    let mut digits = vec![0; grid.shape().cells()];
    for (row, column, digit) in grid.clues() {
        digits[row * grid.shape().side() + column] = digit as u8;
    }
    PyBytes::new(py, &digits)
}

/// The default box of a grid of that side.
#[pyfunction]
#[pyo3(name = "_sudoku_box")]
pub(crate) fn box_of(side: usize) -> PyResult<Box> {
    let shape = BoxShape::of_side(side).map_err(refused)?;
    Ok((shape.rows(), shape.columns()))
}

/// Reads the one puzzle of a text: its box, and its digits.
#[pyfunction]
#[pyo3(name = "_sudoku_read", signature = (text, r#box))]
pub(crate) fn read<'py>(py: Python<'py>, text: &str, r#box: Box) -> PyResult<Digits<'py>> {
    let grid = Grid::parse(text, shape_of(r#box)?).map_err(|fault| text_error(py, &[fault.diagnostic()]))?;
    Ok(digits_of(py, &grid))
}

/// A grid as a line; or drawn, with lines around its boxes.
#[pyfunction]
#[pyo3(name = "_sudoku_show", signature = (digits, r#box, is_drawn))]
pub(crate) fn show(digits: &[u8], r#box: Box, is_drawn: bool) -> PyResult<String> {
    let grid = grid_of(shape_of(r#box)?, digits)?;
    Ok(if is_drawn { grid.drawn().to_string() } else { grid.to_string() })
}

/// The verdict on each of some puzzles of one shape, from at most this number of solutions.
#[pyfunction]
#[pyo3(name = "_sudoku_solve", signature = (puzzles, r#box, rules, limit, time))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    puzzles: Vec<Digits<'py>>,
    r#box: Box,
    rules: Option<&str>,
    limit: u64,
    time: Maybe<'_, 'py>,
) -> PyResult<Vec<Found<'py>>> {
    let (shape, rules) = (shape_of(r#box)?, rules_of(py, r#box, rules)?);
    let grids =
        puzzles.iter().map(|digits| grid_of(shape, digits.as_bytes())).collect::<PyResult<Vec<_>>>()?;
    let verdicts = ask(py, time, move |budget| {
        with_solver(&rules, |solver| {
            let mut verdicts = vec![];
            for grid in &grids {
                // Searches may be too short to look.
                budget.check().map_err(|_| sudoku::Stopped { certain: 0 })?;
                verdicts.push(solver.solve_within(grid, limit, budget)?);
            }
            Ok(verdicts)
        })
    })?;
    let found = |verdict: &Verdict| {
        let is_all =
            matches!(verdict, Verdict::None | Verdict::Unique(_) | Verdict::Several { is_all: true, .. });
        let examples = verdict.examples().iter().map(|grid| digits_of(py, grid));
        (verdict.count(), is_all, examples.collect())
    };
    Ok(verdicts.iter().map(found).collect())
}

/// The cells of the clues that could each be left out.
#[pyfunction]
#[pyo3(name = "_sudoku_redundant", signature = (puzzle, time))]
pub(crate) fn redundant(py: Python<'_>, puzzle: Posed<'_>, time: Maybe) -> PyResult<Vec<(usize, usize)>> {
    let (grid, rules) = posed(py, puzzle)?;
    ask(py, time, move |budget| with_solver(&rules, |solver| solver.redundant_clues(&grid, budget)))
}

/// A minimal puzzle of some of the clues; none if the puzzle has no or several solutions.
#[pyfunction]
#[pyo3(name = "_sudoku_minimise", signature = (puzzle, seed, time))]
pub(crate) fn minimise<'py>(
    py: Python<'py>,
    puzzle: Posed<'py>,
    seed: u64,
    time: Maybe<'_, 'py>,
) -> PyResult<Option<Digits<'py>>> {
    let (grid, rules) = posed(py, puzzle)?;
    let minimal = ask(py, time, move |budget| {
        with_solver(&rules, |solver| solver.minimise_within(&grid, seed, budget))
    })?;
    Ok(minimal.map(|grid| digits_of(py, &grid)))
}

/// The digits that each cell has in some solution, row by row.
#[pyfunction]
#[pyo3(name = "_sudoku_candidates", signature = (puzzle, time))]
pub(crate) fn candidates(py: Python<'_>, puzzle: Posed<'_>, time: Maybe) -> PyResult<Vec<Vec<usize>>> {
    let (grid, rules) = posed(py, puzzle)?;
    ask(py, time, move |budget| with_solver(&rules, |solver| solver.true_candidates(&grid, budget)))
}

/// The steps of people: all, or the first. And the rating in tenths, if they fill the grid.
#[pyfunction]
#[pyo3(name = "_sudoku_steps", signature = (puzzle, is_first, time))]
pub(crate) fn steps(
    py: Python<'_>,
    puzzle: Posed<'_>,
    is_first: bool,
    time: Maybe,
) -> PyResult<(Vec<Told>, Option<u32>)> {
    let (grid, rules) = posed(py, puzzle)?;
    let told = |step: &Step| -> Told {
        let triple = |candidate: &Candidate| (candidate.row, candidate.column, candidate.digit);
        let technique = step.technique();
        let (puts, removes) = (step.puts().as_ref().map(triple), step.removes().iter().map(triple).collect());
        let rests_on = step.rests_on().iter().map(triple).collect();
        (technique.name(), technique.rating().tenths, step.to_string(), puts, removes, rests_on)
    };
    ask(py, time, move |budget| {
        if is_first {
            let step = Candidates::under(&rules, &grid).next_step(budget)?;
            return Ok((step.iter().map(told).collect(), None));
        }
        let path = Path::under(&rules, &grid, budget)?;
        let rating = path.rating().map(|rating| rating.tenths);
        Ok((path.steps().iter().map(told).collect(), rating))
    })
}

/// Makes puzzles one after the other.
#[pyclass(name = "_SudokuMaker", module = "combien._combien", frozen)]
pub(crate) struct Maker {
    watch: Arc<Watch>,
    budget: Budget,
    symmetric: Option<Symmetry>,
    /// The least and the greatest rating.
    band: Option<RangeInclusive<Rating>>,
    /// None while it is at work in another thread, and for good once it was stopped.
    generator: Mutex<Option<std::boxed::Box<Generator>>>,
}

#[pymethods]
impl Maker {
    #[new]
    #[pyo3(signature = (r#box, rules, seed, symmetric, band, time))]
    fn new(
        py: Python<'_>,
        r#box: Box,
        rules: Option<&str>,
        seed: u64,
        symmetric: Option<&str>,
        band: Option<(u32, u32)>,
        time: Maybe,
    ) -> PyResult<Maker> {
        let rules = rules_of(py, r#box, rules)?;
        let motion = |name: &str| Symmetry::ALL.into_iter().find(|motion| motion.name() == name);
        let symmetric = symmetric.map(|name| {
            motion(name).ok_or_else(|| {
                let names: Vec<_> = Symmetry::ALL.into_iter().map(Symmetry::name).collect();
                failure!("there is no motion '{name}': it is one of {}", names.join(", "))
            })
        });
        let symmetric = symmetric.transpose()?;
        let settings = Settings::timed(time)?;
        let watch = Watch::new(&settings, py);
        let budget = watch.budget(&Budget::UNLIMITED);
        let stop = budget.clone();
        let (generator, verdict) = watch.run(py, move || {
            let mut generator = rules.generator(seed);
            let open = Grid::empty(rules.shape());
            let verdict =
                (!rules.is_plain()).then(|| generator.solver().solve_within(&open, 2, &stop)).transpose();
            (generator, verdict)
        })?;
        match verdict {
            Ok(Some(Verdict::None)) => raise!("no grid obeys these rules"),
            Ok(_) => {}
            Err(sudoku::Stopped { .. }) => return Err(stopped(None, Reason::Deadline)),
        }
        let generator = Mutex::new(Some(std::boxed::Box::new(generator)));
        let band = band.map(|(least, most)| Rating { tenths: least }..=Rating { tenths: most });
        Ok(Maker { watch, budget, symmetric, band, generator })
    }

    /// The next puzzle, and its solution. None if this iterator has ended.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<(Digits<'py>, Digits<'py>)>> {
        let mut state = free(&self.generator)?;
        let Some(mut generator) = state.take() else { return Ok(None) };
        let (budget, symmetric, band) = (self.budget.clone(), self.symmetric, self.band.clone());
        let (generator, made) = self.watch.run(py, move || {
            let mut make = || loop {
                budget.check().map_err(|_| sudoku::Stopped { certain: 0 })?;
                if let Some((made, _)) = generator.wanted_within(symmetric, band.as_ref(), &budget)? {
                    return Ok(made);
                }
            };
            let made = make();
            (generator, made)
        })?;
        match made {
            Ok(made) => {
                *state = Some(generator);
                Ok(Some((digits_of(py, &made.puzzle), digits_of(py, &made.solution))))
            }
            Err(sudoku::Stopped { .. }) => Err(stopped(None, Reason::Deadline)),
        }
    }
}
