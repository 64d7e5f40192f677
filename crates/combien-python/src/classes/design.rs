//! The questions of a designer: which sets of pieces tile a board, which boards some pieces tile, and puzzles for paper.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use combien::budget::{Meter, Progress};
use combien::solve::{Ending, Enumerate};
use combien_lang::predicate;
use combien_tiling as tiling;
use combien_tiling::design::{Boards, Found, Limits, Selected, Sets, Wanted, stock};
use combien_tiling::draw::{self, BookletOptions, Leaf};
use pyo3::prelude::*;

use crate::handles::board::Board;
use crate::handles::error::{Unanswered, failure, raise, refused, stopped};
use crate::handles::objects::{Dict, Maybe, as_int};
use crate::handles::settings::Settings;
use crate::handles::tiling::Tiling;
use crate::handles::watch::{self, Watch};

/// The numbers of solutions that are wanted, both ends included, and whether they are counted up to symmetry.
type Numbers = (u64, Option<u64>, bool);

fn wanted((least, most, up_to_symmetry): Numbers) -> PyResult<Wanted> {
    let most = most.unwrap_or(u64::MAX);
    if most < least {
        raise!("solutions is ({least}, {most}): the first number is greater than the second");
    }
    Ok(Wanted { solutions: least..=most, up_to_symmetry })
}

/// The sets of pieces of a list that fill a board, one after the other.
#[pyclass(module = "combien._combien", frozen, name = "_SetsOfPieces")]
pub(crate) struct SetsOfPieces {
    sets: Arc<Sets>,
    wanted: Wanted,
    seed: Option<u64>,
    settings: Settings,
    watch: Arc<Watch>,
    /// How many were handed out.
    handed_out: AtomicU64,
}

#[pymethods]
impl SetsOfPieces {
    /// Of a tiling without clues whose pieces are the list: sets with this number of pieces, of which those in `having`, by their indices, are part.
    #[new]
    #[pyo3(signature = (tiling, size, having, solutions, seed, settings))]
    fn new(
        py: Python<'_>,
        tiling: &Tiling,
        size: (usize, Option<usize>),
        having: Vec<usize>,
        solutions: Numbers,
        seed: Option<u64>,
        settings: Option<&Dict>,
    ) -> PyResult<SetsOfPieces> {
        let settings = Settings::of(py, settings)?;
        let stock = stock(&tiling.core, &having).map_err(refused)?;
        let watch = Watch::new(&settings, py);
        let range = size.0..=size.1.unwrap_or(usize::MAX);
        let sets = watch.run(py, move || Sets::of(&stock, range))?;
        let sets = Arc::new(sets.map_err(refused)?);
        let (wanted, handed_out) = (wanted(solutions)?, AtomicU64::new(0));
        Ok(SetsOfPieces { sets, wanted, seed, settings, watch, handed_out })
    }

    /// The first set from this place on that is wanted: how often it has each piece, its number of solutions, and the place behind it. `None` if
    /// there is none.
    fn after(&self, py: Python<'_>, place: u128) -> PyResult<Option<After>> {
        let (sets, wanted, seed) = (self.sets.clone(), self.wanted.clone(), self.seed);
        let (budget, mut meter) = (self.watch.budget(&self.settings.threaded()), self.watch.meter());
        let (handed_out, all) = (self.handed_out.load(Ordering::Relaxed), sets.number());
        let (found, tried, ended) = self.watch.run(py, move || {
            let (mut found, mut tried) = (None, 0);
            let mut deliver = |set: Selected| {
                tried += 1;
                found = Some(set).filter(|set| wanted.has(set));
                if let Some(meter) = &mut meter {
                    meter.tick(Progress {
                        nodes: u64::try_from(place + tried).unwrap_or(u64::MAX),
                        solutions: handed_out + u64::from(found.is_some()),
                        fraction: (place + tried) as f64 / all as f64,
                        left: None,
                    });
                }
                if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let ended = sets.search(&wanted, place.., seed, &budget, &|| (), &mut deliver);
            (found, tried, ended)
        })?;
        if let Some(set) = found {
            self.handed_out.fetch_add(1, Ordering::Relaxed);
            return Ok(Some((set.pieces, as_int(py, set.solutions.certain())?, place + tried)));
        }
        self.watch.close(py)?;
        match ended.map_err(refused)? {
            Some(reason) => Err(stopped(None, reason)),
            None => Ok(None),
        }
    }
}

/// A set that was found: how often it has each piece, its number of tilings, and the place behind it.
type After = (Vec<u32>, Py<PyAny>, u128);

/// A board that was found: its tiling's board, its number of tilings, and its symmetries.
type FoundBoard = (Board, Py<PyAny>, usize);

/// The boards that pieces tile together, the shortest outline first.
#[pyfunction]
#[pyo3(name = "_boards_of_pieces")]
pub(crate) fn boards(
    py: Python<'_>,
    tiling: &Tiling,
    inside: Option<(u32, u32, u32)>,
    symmetric: bool,
    without_holes: bool,
    solutions: Numbers,
    settings: Option<&Dict>,
) -> PyResult<Vec<FoundBoard>> {
    let settings = Settings::of(py, settings)?;
    let wanted = wanted(solutions)?;
    let tiling = tiling.core.clone();
    let limits = Limits { inside: inside.map(|(x, y, z)| [x, y, z]), symmetric, without_holes };
    let asked = watch::ask(py, &settings, move |budget, mut meter| -> Result<Vec<_>, Unanswered> {
        let boards = Boards::of(&tiling, limits, &budget).map_err(Unanswered::other)?;
        let mut pulse = |met, boards| {
            if let Some(meter) = &mut meter {
                meter.tick(Progress { nodes: met, solutions: boards as u64, fraction: 0.0, left: None });
            }
        };
        let mut kept = vec![];
        let mut keep = |found: &Found, tiling: tiling::Tiling, count| {
            kept.push((tiling.board().clone(), count, found.symmetries));
            ControlFlow::Continue(())
        };
        let ended = boards.each(&wanted, &budget, &mut pulse, &mut keep);
        match ended.map_err(Unanswered::other)? {
            Some(reason) => Err(Unanswered::Stopped(reason)),
            None => Ok(kept),
        }
    })?;
    let shown = |(board, count, symmetries)| Ok((Board::known(board), as_int(py, &count)?, symmetries));
    asked?.into_iter().map(shown).collect()
}

/// A page with these puzzles, each with its name, and their solutions at the back.
#[pyfunction]
#[pyo3(name = "_booklet")]
pub(crate) fn booklet(
    py: Python<'_>,
    puzzles: Vec<(String, Py<Tiling>)>,
    title: &str,
    columns: usize,
    has_solutions: bool,
    cut: Option<f64>,
    time: Maybe,
) -> PyResult<String> {
    let mut settings = Settings::timed(time)?;
    let mut leaves = vec![];
    for (name, tiling) in puzzles {
        let tiling = tiling.bind(py).get();
        let (core, encoding) = (tiling.core.clone(), tiling.encoding_within(py, &mut settings)?);
        let began = Instant::now();
        let leaf = watch::ask(py, &settings, move |budget, _| -> Result<Option<Leaf>, Unanswered> {
            let judge = core.judge();
            let mut solutions = Enumerate::of(&encoding.problem).budget(budget).run()?;
            let mut found: Vec<combien::Solution> = vec![];
            while found.len() < 2
                && let Some(solution) = solutions.next()
            {
                let passes = judge.as_ref().map_or(Ok(true), |judge| judge.accepts(&encoding, &solution));
                if passes.map_err(Unanswered::other)? {
                    found.push(solution);
                }
            }
            if let (0 | 1, Some(Ending::Stopped(reason))) = (found.len(), solutions.ending()) {
                return Err(Unanswered::Stopped(reason));
            }
            let Some(solution) = found.first() else { return Ok(None) };
            let several = (found.len() > 1).then(|| "several solutions, of which one is shown".to_owned());
            let notes = predicate(&core).into_iter().chain(several).collect();
            let given = core.given(&encoding);
            Ok(Some(Leaf::new(name, notes, (&core, &encoding), &given, solution)))
        })?;
        settings.used_since(began);
        let none = || failure!("puzzle {} has no solution", leaves.len() + 1);
        leaves.push(leaf?.ok_or_else(none)?);
    }
    let options = BookletOptions { columns, has_solutions, cut };
    draw::booklet(title, &leaves, &options).map_err(refused)
}
