//! The handles `Tiling`, a board and pieces with their problem once it is made, and `TilingSolution`.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use combien::Count;
use combien::problem::{Builder, OptionId};
use combien_tiling::{self as tiling, Encoding, Judge, Placement, Shape};
use pyo3::prelude::*;

use crate::handles::board::{Board, Piece};
use crate::handles::cells::as_tuples;
use crate::handles::error::{Unanswered, raise, refused};
use crate::handles::labels::Labels;
use crate::handles::objects::{Dict, Object};
use crate::handles::problem::Problem;
use crate::handles::settings::Settings;
use crate::handles::watch;

/// A board to be covered exactly, and the pieces to cover it with.
///
/// ``board`` is a ``Board``, or what one is made of. ``pieces`` is a list of pieces; in place of a piece may stand a set of
/// pieces, or the name of a set that ships. Two pieces of one shape are different pieces: exchanging them gives another tiling.
///
/// ``take`` and ``forbid`` are clues: placements that a solution must have, or must not have. Each is a ``Placement`` of another
/// solution, or words of the tiling language: ``"F at 3x2 as Rot90"``, ``"over 0x0 1x0"``. A clue that fits nowhere is an ``Error`` that
/// says where the piece would fit. ``clues`` are texts as behind the tiles of a problem in the tiling language: ``"also 3..5 of [F, L]"``,
/// ``"also 0..3 at every vertex"``, ``"cost 5 for F at 3x2"``. The symmetries are those that keep the clues.
///
/// ``where`` is a predicate on solutions, in words of the tiling language: ``"crossroads 0 and colorable 3"``, ``"not fault"``,
/// ``"connected F"``. ``count``, ``first``, ``has_solution``, ``is_unique``, ``solutions`` and ``sample`` obey it, and list solutions one by
/// one to do so; ``problem``, ``why``, ``marginals`` and ``estimate`` cannot, and raise an ``Error``.
///
/// Questions take the keywords of those of a ``Problem``. With ``up_to="symmetry"``, solutions that a symmetry of the board and
/// the pieces takes to each other count as one; then no engine can be named. The placements are worked out when the first
/// question is asked.
#[pyclass(module = "combien", frozen, weakref)]
pub(crate) struct Tiling {
    pub(crate) core: Arc<tiling::Tiling>,
    pub(crate) board: Board,
    pub(crate) pieces: Vec<Piece>,
    /// What was given to `take`, `forbid` and `clues`.
    pub(crate) given: [Vec<Py<PyAny>>; 3],
    /// What was given to `where`.
    pub(crate) written: Option<String>,
    /// Was it made elsewhere, with clues or a predicate that were not given here?
    pub(crate) is_foreign: bool,
    pub(crate) encoded: OnceLock<Encoded>,
}

/// The problem of a tiling.
pub(crate) struct Encoded {
    pub(crate) encoding: Arc<Encoding>,
    /// The problem without the user's objects, which would take longer to make than a small search.
    pub(crate) bare: Py<Problem>,
    /// What decides which solutions are meant, if not all are.
    pub(crate) judge: Option<Arc<Judge>>,
}

impl Encoded {
    fn new(py: Python<'_>, tiling: &tiling::Tiling, encoding: Arc<Encoding>) -> PyResult<Encoded> {
        let core = encoding.problem.clone();
        let items = Labels::Numbers(core.item_count());
        let bare = Py::new(py, Problem { items, builder: Builder::from(core), ..Problem::empty(py) })?;
        Ok(Encoded { encoding, bare, judge: tiling.judge().map(Arc::new) })
    }
}

impl Tiling {
    pub(crate) fn made(board: Board, pieces: Vec<Piece>) -> PyResult<Tiling> {
        for (number, Piece { lattice, .. }) in pieces.iter().enumerate() {
            if lattice != board.lattice() {
                raise!(
                    "piece {} is of {lattice}s and the board of {}s: draw both on one grid, as with grid={:?}",
                    number + 1,
                    board.lattice(),
                    board.lattice().name()
                );
            }
        }
        let plain = pieces.iter().map(|piece| piece.piece.clone()).collect();
        let tiling = tiling::Tiling::new(board.core.clone(), plain).map_err(refused)?;
        Ok(Tiling::of(tiling, board, pieces))
    }

    /// A tiling that was given no clues here.
    pub(crate) fn of(tiling: tiling::Tiling, board: Board, pieces: Vec<Piece>) -> Tiling {
        let given = [vec![], vec![], vec![]];
        let (core, encoded) = (Arc::new(tiling), OnceLock::new());
        Tiling { core, board, pieces, given, written: None, is_foreign: false, encoded }
    }

    /// A tiling that was made elsewhere, with its problem if that has been made too.
    pub(crate) fn known(
        py: Python<'_>,
        tiling: tiling::Tiling,
        encoding: Option<Arc<Encoding>>,
    ) -> PyResult<Tiling> {
        let lattice = tiling.lattice();
        let pieces = tiling
            .pieces()
            .iter()
            .map(|piece| Piece { piece: piece.clone(), lattice: lattice.clone() })
            .collect();
        let encoded = OnceLock::new();
        if let Some(encoding) = encoding {
            let _ = encoded.set(Encoded::new(py, &tiling, encoding)?);
        }
        let is_foreign = tiling.has_clues() || tiling.predicate().is_some();
        let board = Board::known(tiling.board().clone());
        Ok(Tiling { is_foreign, encoded, ..Tiling::of(tiling, board, pieces) })
    }

    /// Its problem, made now if it was not made before.
    pub(crate) fn encoded(&self, py: Python<'_>) -> PyResult<&Encoded> {
        // Every solution asks for it, and settings take some fifty microseconds to be made.
        self.encoded.get().map_or_else(|| Ok(self.asked(py, None)?.0), Ok)
    }

    /// Its problem and the settings of a question about it, with the time that is left.
    pub(crate) fn asked(&self, py: Python<'_>, keywords: Option<&Dict>) -> PyResult<(&Encoded, Settings)> {
        let mut settings = Settings::of(py, keywords)?;
        Ok((self.encoded_within(py, &mut settings)?, settings))
    }

    /// The problem of the tiling, made within these limits, of whose time it takes what it used.
    pub(crate) fn encoded_within(&self, py: Python<'_>, settings: &mut Settings) -> PyResult<&Encoded> {
        if let Some(encoded) = self.encoded.get() {
            return Ok(encoded);
        }
        let (began, tiling) = (Instant::now(), self.core.clone());
        let progress = settings.progress.take();
        let made = watch::ask(py, settings, move |budget, _| tiling.encode_unfiltered_within(&budget))?;
        settings.progress = progress;
        settings.used_since(began);
        let encoding = Arc::new(made.map_err(Unanswered::from)?);
        let encoded = Encoded::new(py, &self.core, encoding)?;
        Ok(self.encoded.get_or_init(|| encoded))
    }

    pub(crate) fn encoding(&self, py: Python<'_>) -> PyResult<&Arc<Encoding>> {
        Ok(&self.encoded(py)?.encoding)
    }

    /// The encoding, made within these limits, of whose time it takes what it used.
    pub(crate) fn encoding_within(&self, py: Python<'_>, settings: &mut Settings) -> PyResult<Arc<Encoding>> {
        Ok(self.encoded_within(py, settings)?.encoding.clone())
    }

    /// Does a solution satisfy the predicate, if there is one?
    pub(crate) fn accepts(&self, py: Python<'_>, options: &[OptionId]) -> PyResult<bool> {
        let encoded = self.encoded(py)?;
        let Some(judge) = &encoded.judge else { return Ok(true) };
        let solution: combien::Solution = options.iter().copied().collect();
        judge.accepts(&encoded.encoding, &solution).map_err(refused)
    }
}

/// A placement as the class of Python.
pub(crate) fn as_placement<'py>(
    py: Python<'py>,
    tiling: &tiling::Tiling,
    placement: Placement,
    cells: &Shape,
) -> PyResult<Object<'py>> {
    let isometry = tiling.lattice().isometry_name(placement.isometry);
    let cells = as_tuples(py, tiling.lattice(), cells)?;
    let class = py.import("combien._tilings")?.getattr("Placement")?;
    class.call1((tiling.piece_name(placement.piece), placement.piece, isometry, cells))
}

/// A tiling of a board: placed pieces.
///
/// ``print(s)`` draws it, as the terminal shows it; notebooks show a picture.
#[pyclass(module = "combien", frozen)]
pub(crate) struct TilingSolution {
    /// The tiling that it is a solution of.
    #[pyo3(get)]
    pub(crate) tiling: Py<Tiling>,
    pub(crate) options: Box<[OptionId]>,
    pub(crate) alike: Option<Count>,
}

impl TilingSolution {
    pub(crate) fn new(
        tiling: &Bound<'_, Tiling>,
        options: Box<[OptionId]>,
        alike: Option<Count>,
    ) -> TilingSolution {
        TilingSolution { tiling: tiling.clone().unbind(), options, alike }
    }
}
