//! The class `Tiling`.

use std::sync::Arc;

use combien::problem::Builder;
use combien::solve::Marginals;
use combien::{Count, check};
use combien_tiling::Meaning;
use combien_tiling::draw::heat_map;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::classes::pictures::sheet;
use crate::classes::piece::set;
use crate::handles::board::{Board, Piece};
use crate::handles::cells::as_tuple;
use crate::handles::error::exceptions::{UnknownName, WrongType};
use crate::handles::error::{failure, raise};
use crate::handles::labels::{in_order, repr};
use crate::handles::numbers::{Natural, Seed};
use crate::handles::objects::{Dict, Maybe, Object, Pickle, Tuple, answered};
use crate::handles::problem::{Held, Problem, of_rows};
use crate::handles::settings::{self, Settings};
use crate::handles::tiling::{Tiling, TilingSolution, as_placement};
use crate::handles::{pictures, watch};
use crate::questions::puzzle::{self, Puzzles, Wanted};
use crate::questions::solutions::TilingSolutions;
use crate::questions::whole::Whole;
use crate::questions::{burrtools, clues, diagrams, filtered, question, rating, reasons};

/// Does this ask for solutions up to symmetry?
fn is_up_to_symmetry(up_to: Option<&str>) -> PyResult<bool> {
    match up_to {
        None => Ok(false),
        Some("symmetry") => Ok(true),
        Some(other) => Err(failure!("up_to is {other:?}, not \"symmetry\"")),
    }
}

/// The pieces of a list: pieces, sets of them, and names of sets that ship.
fn pieces_of(given: &Object, pieces: &mut Vec<Piece>) -> PyResult<()> {
    if let Ok(piece) = given.cast::<Piece>() {
        pieces.push(piece.get().clone());
        return Ok(());
    }
    if let Ok(name) = given.cast::<PyString>() {
        pieces.extend(set(&name.to_cow()?)?.4);
        return Ok(());
    }
    if given.is_instance_of::<PyDict>() || given.hasattr("ndim")? {
        return Err(WrongType::new_err(format!("{} is not a list of pieces", repr(given))));
    }
    for piece in in_order(given, "the pieces")? {
        if piece.cast::<Piece>().is_err() && !piece.is_instance_of::<PyString>() && piece.try_iter().is_err()
        {
            return Err(WrongType::new_err(format!(
                "{} is no piece: make one by combien.Piece(...), or name a set that ships",
                repr(&piece)
            )));
        }
        pieces_of(&piece, pieces)?;
    }
    Ok(())
}

#[pymethods]
impl Tiling {
    #[new]
    #[pyo3(signature = (board, pieces, take=None, forbid=None, clues=None, r#where=None), text_signature = "(board, pieces, take=None, forbid=None, clues=None, where=None)")]
    fn new(
        py: Python<'_>,
        board: &Object,
        pieces: &Object,
        take: Maybe,
        forbid: Maybe,
        clues: Maybe,
        r#where: Option<String>,
    ) -> PyResult<Tiling> {
        let mut listed = vec![];
        pieces_of(pieces, &mut listed)?;
        let tiling = Tiling::made(Board::of(board)?, listed)?;
        let (take, forbid) = (clues::listed(take, "take")?, clues::listed(forbid, "forbid")?);
        let clues = clues::listed(clues, "clues")?;
        if take.is_empty() && forbid.is_empty() && clues.is_empty() && r#where.is_none() {
            return Ok(tiling);
        }
        let core = clues::narrowed((*tiling.core).clone(), &take, &forbid)?;
        let mut core = clues::worded(core, &clues)?;
        if let Some(written) = &r#where {
            core = filtered::filtered(py, core, written)?;
        }
        let given = [take, forbid, clues].map(|given| given.into_iter().map(Bound::unbind).collect());
        Ok(Tiling { core: Arc::new(core), given, written: r#where, ..tiling })
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        self.board.clone()
    }

    /// The pieces, in order: their places in it, from 0, are the numbers in the arrays of solutions.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Tuple<'py>> {
        PyTuple::new(py, self.pieces.clone())
    }

    /// The tiling as a new ``Problem``, which is yours to change. Its items are the cells and the names of the pieces whose number
    /// matters; its options are known by their ``Placement``. On boards with gaps, the option ``("gap", cell)`` leaves a cell
    /// empty.
    #[getter]
    fn problem<'py>(slf: &Bound<'py, Tiling>) -> PyResult<Held<'py>> {
        let py = slf.py();
        filtered::refuse(&slf.get().core, "a problem")?;
        let encoding = slf.get().encoding(py)?.clone();
        let lattice = slf.get().core.lattice();
        let core = &encoding.problem;
        let mut problem = Problem::empty(py);
        for item in core.items() {
            let label = match encoding.meaning(item) {
                Meaning::Cell(cell) => as_tuple(py, lattice, cell)?.into_any(),
                _ => PyString::new(py, core.item_name(item)).into_any(),
            };
            problem.items.add(&label)?;
        }
        problem.builder = Builder::from(core.clone());
        for option in core.options() {
            let cells = encoding.cells(option);
            let name = match encoding.placement(option) {
                Some(placement) => as_placement(py, &slf.get().core, placement, &cells)?,
                None => ("gap", as_tuple(py, lattice, cells.cells()[0])?).into_pyobject(py)?.into_any(),
            };
            problem.name(option, &name)?;
        }
        Bound::new(py, problem)
    }

    #[doc = settings::signature_of_count!("up_to=None")]
    /// The number of solutions, exact at any size. See ``Problem.count``.
    #[pyo3(signature = (*, up_to = None, **settings), text_signature = None)]
    fn count(&self, py: Python<'_>, up_to: Option<&str>, settings: Option<&Dict>) -> PyResult<Py<PyAny>> {
        if is_up_to_symmetry(up_to)? {
            settings::refuse(settings, "up_to")?;
            return self.counted_up_to_symmetry(py, settings);
        }
        if self.core.predicate().is_some() {
            settings::refuse(settings, "where")?;
        }
        let mut settings = Settings::of_count(py, settings)?;
        let encoded = self.encoded_within(py, &mut settings)?;
        let Some(judge) = encoded.judge.clone() else {
            return answered(py, &question::counted(encoded.bare.bind(py), &settings)?.outcome);
        };
        let (engine, encoding) = (settings.engine, encoded.encoding.clone());
        let counted = watch::ask(py, &settings, move |budget, meter| {
            filtered::count(engine, &encoding, &judge, budget, meter)
        })?;
        answered(py, &counted?)
    }

    /// A solution, or ``None`` if there is none. See ``Problem.first``.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn first(slf: &Bound<'_, Tiling>, settings: Option<&Dict>) -> PyResult<Option<TilingSolution>> {
        if slf.get().core.predicate().is_some() {
            return Tiling::solutions(slf, None, settings)?.next(slf.py());
        }
        let (encoded, settings) = slf.get().asked(slf.py(), settings)?;
        Ok(question::first(encoded.bare.bind(slf.py()), &settings)?
            .map(|first| TilingSolution::new(slf, first.options, None)))
    }

    /// Is there a solution?
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn has_solution(slf: &Bound<'_, Tiling>, settings: Option<&Dict>) -> PyResult<bool> {
        Ok(Tiling::first(slf, settings)?.is_some())
    }

    /// Whether there is exactly one solution. See ``Problem.is_unique``.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn is_unique(slf: &Bound<'_, Tiling>, settings: Option<&Dict>) -> PyResult<bool> {
        let py = slf.py();
        if slf.get().core.predicate().is_some() {
            let solutions = Tiling::solutions(slf, None, settings)?;
            return Ok(solutions.next(py)?.is_some() && solutions.next(py)?.is_none());
        }
        let (encoded, settings) = slf.get().asked(py, settings)?;
        question::is_unique(encoded.bare.bind(py), &settings)
    }

    /// Why there is no solution, as a ``combien.Why``; ``None`` if there is one. Beside the reasons of ``Problem.why`` there are
    /// areas and colorings of the board. Items are cells, and names of pieces.
    ///
    /// With ``almost=True``, the tiling with the fewest empty cells instead, as a ``combien.Almost``, and which single piece makes
    /// it solvable. A limit does not raise ``Stopped`` then: ``Almost.complete`` says whether it stopped the search.
    #[pyo3(signature = (*, almost = false, **settings), text_signature = "($self, *, almost=False, time=None, nodes=None, memory=None, threads=None, progress=None)")]
    fn why<'py>(
        slf: &Bound<'py, Tiling>,
        almost: bool,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Option<Object<'py>>> {
        let py = slf.py();
        filtered::refuse(&slf.get().core, "why()")?;
        let mut limits = Settings::without(&["engine"], "why()", py, settings)?;
        let encoding = slf.get().encoding_within(py, &mut limits)?;
        let whole = Whole::Tiling(slf.get().core.clone(), encoding);
        reasons::why(&Tiling::problem(slf)?, whole, almost, &limits)
    }

    /// For each placement, the number of solutions that have it, as ``combien.Marginals``, by a diagram of all solutions. See
    /// ``Problem.marginals``.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn marginals<'py>(slf: &Bound<'py, Tiling>, settings: Option<&Dict<'py>>) -> PyResult<Object<'py>> {
        filtered::refuse(&slf.get().core, "marginals()")?;
        let (_, settings) = slf.get().asked(slf.py(), settings)?;
        let found = diagrams::marginals(&Tiling::problem(slf)?, &settings)?;
        found.setattr("tiling", slf)?;
        Ok(found)
    }

    /// How hard the puzzle is for a person, as a ``combien.Rating``. What ``take`` and clues place is given, and the rest is looked for. Raises
    /// ``combien.Error`` if there is no solution, or more than one.
    #[pyo3(signature = (*, time = None))]
    fn rate<'py>(slf: &Bound<'py, Tiling>, time: Maybe<'_, 'py>) -> PyResult<Object<'py>> {
        let (py, core) = (slf.py(), slf.get().core.clone());
        filtered::refuse(&core, "rate()")?;
        let mut settings = Settings::timed(time)?;
        let encoding = slf.get().encoding_within(py, &mut settings)?;
        let whole = Whole::Tiling(core.clone(), encoding.clone());
        rating::rate(py, &settings, whole, core.given(&encoding), |option| match encoding.placement(option) {
            Some(placement) => as_placement(py, &core, placement, &encoding.cells(option)),
            None => Ok(py.None().into_bound(py)),
        })
    }

    /// Different puzzles, as a lazy iterator of tilings with exactly one solution: this one, in which some placements are taken, none of
    /// which could be left out. ``clues`` is the number of placements. The keywords are those of ``Problem.puzzles``.
    ///
    /// Solutions obey ``where``, and each puzzle keeps it; ``rating`` and ``series`` cannot be given then.
    #[pyo3(signature = (*, seed = None, clues = None, rating = None, series = None, resume = None, time = None))]
    fn puzzles(
        slf: &Bound<'_, Tiling>,
        seed: Option<Seed>,
        clues: Maybe,
        rating: Maybe,
        series: Option<Natural<u64>>,
        resume: Option<&str>,
        time: Maybe,
    ) -> PyResult<Puzzles> {
        let (seed, series) = (seed.map(|seed| seed.0), series.map(|series| series.0));
        puzzle::puzzles_of_tiling(slf, &Wanted { seed, clues, rating, series, resume, time })
    }

    /// Each solution, one after the other, as a lazy iterator; up to symmetry, one of those that are alike.
    /// See ``Problem.solutions``.
    #[pyo3(signature = (*, up_to = None, **settings), text_signature = "($self, *, up_to=None, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn solutions(
        slf: &Bound<'_, Tiling>,
        up_to: Option<&str>,
        settings: Option<&Dict>,
    ) -> PyResult<TilingSolutions> {
        let py = slf.py();
        let solutions = if is_up_to_symmetry(up_to)? {
            slf.get().orbits(py, settings)?
        } else {
            let (encoded, settings) = slf.get().asked(py, settings)?;
            question::solutions(encoded.bare.bind(py), None, &settings)?
        };
        Ok(TilingSolutions { tiling: slf.clone().unbind(), solutions })
    }

    /// ``n`` random solutions, drawn independently, each equally likely; none if there is no solution. See ``Problem.sample``.
    #[pyo3(signature = (n, *, seed = Seed(1), **settings), text_signature = "($self, n, *, seed=1, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn sample(
        slf: &Bound<'_, Tiling>,
        n: Natural<usize>,
        seed: Seed,
        settings: Option<&Dict>,
    ) -> PyResult<Vec<TilingSolution>> {
        let (py, n, seed) = (slf.py(), n.0, seed.0);
        let (encoded, settings) = slf.get().asked(py, settings)?;
        let Some(judge) = encoded.judge.clone() else {
            let drawn = question::sample(encoded.bare.bind(py), n, seed, &settings)?;
            return Ok(drawn
                .into_iter()
                .map(|drawn| TilingSolution::new(slf, drawn.options, None))
                .collect());
        };
        let (wanted, encoding) = ((settings.engine, seed, n), encoded.encoding.clone());
        let drawn = watch::ask(py, &settings, move |budget, meter| {
            filtered::sample(wanted, &encoding, &judge, budget, meter)
        })?;
        let made = |solution: &combien::Solution| TilingSolution::new(slf, solution.options().into(), None);
        Ok(drawn?.iter().map(made).collect())
    }

    /// How large the search is, by random probes. See ``Problem.estimate``.
    #[pyo3(signature = (*, probes = Natural(4096), seed = Seed(1), **settings), text_signature = "($self, *, probes=4096, seed=1, time=None, nodes=None, memory=None, threads=None, engine=None)")]
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        probes: Natural<u64>,
        seed: Seed,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Object<'py>> {
        filtered::refuse(&self.core, "estimate()")?;
        let mut settings = Settings::without(&["progress"], "estimate()", py, settings)?;
        let encoded = self.encoded_within(py, &mut settings)?;
        question::estimate(encoded.bare.bind(py), probes.0, seed.0, &settings)
    }

    /// What a solution of the problem says of the tiling: a ``Solution`` of ``problem``, or the numbers of its options.
    ///
    /// Raises ``Error`` if it is no solution.
    fn read(slf: &Bound<'_, Tiling>, solution: &Object) -> PyResult<TilingSolution> {
        let py = slf.py();
        let rows = if solution.hasattr("rows")? { solution.getattr("rows")? } else { solution.clone() };
        let rows: Vec<usize> = rows.extract().map_err(|_| {
            WrongType::new_err(format!(
                "{} is no solution, and no list of numbers of options",
                repr(solution)
            ))
        })?;
        let core = &slf.get().encoding(py)?.problem;
        let solution = of_rows(core, rows)?;
        if let Err(violations) = check::check(core, solution.options()) {
            raise!("this is no solution: {}", violations[0]);
        }
        if !slf.get().accepts(py, solution.options())? {
            raise!("this is no solution: it does not agree with `where`");
        }
        Ok(TilingSolution::new(slf, solution.options().into(), None))
    }

    /// The tiling of a puzzle of BurrTools: ``source`` is the path of an ``.xmpuzzle`` file, or the bytes of one, packed by gzip or not. ``problem`` is
    /// the name of one of its problems, or its number from 1; a file with only one needs none. Read are bricks, spheres, and triangular
    /// prisms in a single layer; anything else raises ``combien.Error``, which names the element of the file.
    #[staticmethod]
    #[pyo3(signature = (source, *, problem = None))]
    fn from_xmpuzzle(py: Python<'_>, source: &Object, problem: Option<&str>) -> PyResult<Tiling> {
        burrtools::read(py, source, problem)
    }

    /// The tiling as a puzzle of BurrTools with one problem of this name: the bytes of an ``.xmpuzzle`` file. What BurrTools cannot hold, such
    /// as costs, is a ``UserWarning``; a tiling by other cells than squares, cubes and triangles raises ``combien.Error``.
    #[pyo3(signature = (*, name = "puzzle"))]
    fn to_xmpuzzle<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        burrtools::bytes(py, self, name)
    }

    /// The board and the pieces as an SVG document.
    fn to_svg(&self, py: Python<'_>) -> PyResult<String> {
        let named = |(number, piece): (usize, &Piece)| {
            let svg = Bound::new(py, piece.clone())?.call_method0("to_svg")?.extract::<String>()?;
            PyResult::Ok((svg, self.core.piece_name(number)))
        };
        let options = pictures::Svg::of(None, self.core.lattice())?.without_legend();
        let board = self.board.drawn(&options)?;
        let pieces = self.pieces.iter().enumerate().map(named).collect::<PyResult<Vec<_>>>()?;
        let rows = vec![(board, String::new()), (sheet(pieces, 8)?, String::new())];
        sheet(rows, 1)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.to_svg(py)
    }

    fn __repr__(&self) -> String {
        let pieces = combien::diagnostic::counted(self.pieces.len(), "piece");
        format!("<combien.Tiling: {}; {pieces}>", self.board.summary())
    }

    fn __eq__(&self, other: &Object) -> bool {
        other
            .cast::<Tiling>()
            .is_ok_and(|other| other.get().core == self.core && other.get().board == self.board)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Tiling>) -> PyResult<Pickle<'py>> {
        let py = slf.py();
        let tiling = slf.get();
        let (board, pieces) = (tiling.board(), tiling.pieces(py)?);
        let [take, forbid, clues] = tiling.given.each_ref().map(|given| PyTuple::new(py, given));
        let (take, forbid, clues) = (take?, forbid?, clues?);
        let parts = if tiling.is_foreign {
            return Err(WrongType::new_err(
                "a tiling with clues or a predicate from a script cannot be pickled; pickle the script, or give them by take, forbid, clues and where",
            ));
        } else if let Some(written) = &tiling.written {
            (board, pieces, take, forbid, clues, written).into_pyobject(py)?
        } else if !take.is_empty() || !forbid.is_empty() || !clues.is_empty() {
            (board, pieces, take, forbid, clues).into_pyobject(py)?
        } else {
            (board, pieces).into_pyobject(py)?
        };
        Ok((slf.get_type().into_any(), parts))
    }
}

/// A heat map of the board as an SVG document, by the numbers of all solutions and of those that have each option: how likely the
/// pieces of a name are, or how uncertain each cell is.
#[pyfunction]
#[pyo3(name = "_heat_map")]
pub(crate) fn heat_map_of(
    tiling: &Bound<'_, Tiling>,
    solutions: BigUint,
    numbers: Vec<BigUint>,
    piece: Option<&str>,
) -> PyResult<String> {
    let core = &tiling.get().core;
    let encoding = tiling.get().encoding(tiling.py())?;
    let (found, options) = (numbers.len(), encoding.problem.option_count());
    if found != options {
        raise!("the tiling has {options} placements and empty cells, and these are numbers of {found}");
    }
    let pieces = piece.map(|name| match core.pieces_named(name) {
        pieces if pieces.is_empty() => Err(UnknownName::new_err(format!("the tiling has no piece {name:?}"))),
        pieces => Ok(pieces),
    });
    let numbers = Marginals::new(Count::from(solutions), numbers.into_iter().map(Count::from).collect());
    let map = heat_map("tiling", core, encoding, &numbers, pieces.transpose()?.as_deref());
    let map = map.ok_or_else(|| failure!("there is no cell to be drawn in the heat map"))?;
    pictures::Svg::of(None, core.lattice())?.draw(&map)
}
