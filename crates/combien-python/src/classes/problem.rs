//! The class `Problem`.

use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::PathBuf;

use combien::problem::{Bounds, Decimal, Kind, OptionId};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::handles::diagrams::{Diagram, ProductDiagram};
use crate::handles::error::exceptions::WrongType;
use crate::handles::error::{in_file, raise, refused};
use crate::handles::labels::{in_order, repr};
use crate::handles::numbers::{Natural, Seed};
use crate::handles::objects::{Dict, Maybe, Object, Pair, Pickle, Tuple, answered};
use crate::handles::problem::{Held, Problem, Solution, Symmetries, option_by_name, options_by_name};
use crate::handles::settings::{self, Settings};
use crate::questions::alike::UpTo;
use crate::questions::entries::{add_option, warn_of_kept_out, with_items};
use crate::questions::puzzle::{self, Puzzles, Wanted};
use crate::questions::solutions::Solutions;
use crate::questions::whole::Whole;
use crate::questions::{costs, diagrams, files, kept, matrix, question, rating, reasons, report, symmetry};

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (primary = None, secondary = None, *, bounds = None))]
    fn new<'py>(
        py: Python<'py>,
        primary: Maybe<'_, 'py>,
        secondary: Maybe<'_, 'py>,
        bounds: Option<&Dict<'py>>,
    ) -> PyResult<Problem> {
        let listed = |items: Maybe<'_, 'py>| items.map_or(Ok(vec![]), |items| in_order(items, "the items"));
        with_items(&listed(primary)?, &listed(secondary)?, bounds, py)
    }

    /// For type checkers: ``Problem[str]`` is a problem whose items are strings.
    #[classmethod]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Object<'py>) -> PyResult<Object<'py>> {
        class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
    }

    /// Adds an option: its name, and its items.
    ///
    /// An entry of ``items`` is an item; or, for a secondary item in a color, a pair of the item and the color. A pair that is
    /// itself an item is the item: ``combien.Colored(item, color)`` never is. A name of ``None`` stands for the
    /// option's number, from 0. Linear in the number of items.
    ///
    /// ``cost`` is an ``int``, a ``decimal.Decimal``, a ``fractions.Fraction`` that is a finite decimal, a text such as ``"2.5"``, or
    /// a ``float`` that is a whole number: others are not exact. It may be negative. With as many decimal places as the option that has
    /// most of them, each cost fits in 64 bits.
    ///
    /// Raises ``UnknownName`` for what is not an item, and ``Error`` for an item or a name that appears twice or a cost that does not
    /// fit; then nothing is added.
    #[pyo3(signature = (name, items, *, cost = None), text_signature = "($self, name, items, *, cost=0)")]
    fn option(slf: &Held, name: &Object, items: &Object, cost: Maybe) -> PyResult<()> {
        let cost = cost.map(costs::cost_of).transpose()?.unwrap_or_default();
        let known = slf.borrow().builder.so_far().kept_out().len();
        add_option(slf, Some(name).filter(|name| !name.is_none()), items, cost)?;
        warn_of_kept_out(slf, known)
    }

    /// Adds options: a mapping of names to items, or pairs of a name and items. ``costs`` is a mapping of names to costs, or a list
    /// with a cost for each of these options; a cost is what ``option`` takes.
    ///
    /// If one of them is wrong, those before it stay. Costs are set when all options are there.
    #[pyo3(signature = (options, *, costs = None))]
    fn options(slf: &Held, options: &Object, costs: Maybe) -> PyResult<()> {
        let (first, known) = {
            let problem = slf.borrow();
            let core = problem.builder.so_far();
            (core.option_count(), core.kept_out().len())
        };
        let pairs = if options.hasattr("items")? { options.call_method0("items")? } else { options.clone() };
        for pair in in_order(&pairs, "options")? {
            let (name, items) = pair.extract::<Pair>().map_err(|_| {
                WrongType::new_err(format!("{} is not a pair of a name and items", repr(&pair)))
            })?;
            add_option(slf, Some(&name).filter(|name| !name.is_none()), &items, Decimal::default())?;
        }
        costs.map_or(Ok(()), |costs| costs::set_costs(slf, first, costs))?;
        warn_of_kept_out(slf, known)
    }

    /// A problem from sets: a mapping of names to items, or a list of sets, whose names are their numbers from 0.
    ///
    /// The primary items are those in ``primary``, or, if it is not given, all that appear and are not in ``secondary``, in the
    /// order in which they appear. ``costs`` is a mapping of names to costs, or a list with a cost for each set.
    #[staticmethod]
    #[pyo3(signature = (sets, *, primary = None, secondary = None, bounds = None, costs = None))]
    fn from_sets<'py>(
        py: Python<'py>,
        sets: &Object<'py>,
        primary: Maybe<'_, 'py>,
        secondary: Maybe<'_, 'py>,
        bounds: Option<&Dict<'py>>,
        costs: Maybe<'_, 'py>,
    ) -> PyResult<Held<'py>> {
        with_costs(matrix::from_sets(py, sets, primary, secondary, bounds)?, costs)
    }

    /// A problem from a matrix of zeros and ones: each column an item, each row an option, both known by their number from 0.
    ///
    /// The matrix is a list of rows, a two-dimensional numpy array (or anything with the buffer protocol) of any number type and
    /// order, a data frame, or a ``scipy.sparse`` matrix of any format. The first ``primary`` columns are primary items, the
    /// others secondary; all are primary if it is not given. ``costs`` is a list with a cost for each row, or a mapping of rows to
    /// costs. Linear in the size of the matrix, and in the stored entries of a sparse one.
    ///
    /// Raises ``Error`` that names the place for an entry that is neither 0 nor 1, and for a row of another length.
    #[staticmethod]
    #[pyo3(signature = (matrix, *, primary = None, costs = None))]
    fn from_matrix<'py>(
        py: Python<'py>,
        matrix: &Object<'py>,
        primary: Option<Natural<usize>>,
        costs: Maybe<'_, 'py>,
    ) -> PyResult<Held<'py>> {
        let primary = primary.map(|primary| primary.0);
        with_costs(Bound::new(py, matrix::from_matrix(py, matrix, primary)?)?, costs)
    }

    /// A problem from rows, each a list of the numbers of its columns from 0, as Sage's ``dlx_solver`` takes them.
    ///
    /// ``columns`` is the number of columns; by default the largest number decides. ``costs`` is as in ``from_matrix``.
    #[staticmethod]
    #[pyo3(signature = (rows, *, columns = None, primary = None, costs = None))]
    fn from_rows<'py>(
        py: Python<'py>,
        rows: &Object<'py>,
        columns: Option<Natural<usize>>,
        primary: Option<Natural<usize>>,
        costs: Maybe<'_, 'py>,
    ) -> PyResult<Held<'py>> {
        let (columns, primary) = (columns.map(|columns| columns.0), primary.map(|primary| primary.0));
        with_costs(Bound::new(py, matrix::from_rows(py, rows, columns, primary)?)?, costs)
    }

    /// A problem of a graph of networkx: its solutions are the perfect matchings. Vertices are items, and edges are options by
    /// their names: pairs of vertices, and triples with the key in a multigraph.
    ///
    /// Raises ``Error`` for an edge from a vertex to itself, and for a directed graph.
    #[staticmethod]
    fn from_graph<'py>(py: Python<'py>, graph: &Object<'py>) -> PyResult<Object<'py>> {
        py.import("combien._graph")?.getattr("from_graph")?.call1((graph,))
    }

    /// A problem of a data frame of pandas or polars, or a table of Arrow, with its labels: each column is an item, each row an option by
    /// its name, which is 1 where it has the item and 0 or nothing elsewhere. ``names`` is the column with the names of rows; otherwise they
    /// are the index of pandas, or numbers from 0. ``costs`` is the column with costs; a float there is the decimal number that Python shows
    /// for it. ``secondary`` are columns that need not be covered.
    ///
    /// With ``items``, the frame is long: each row has the name of an option and, in that column, one of its items.
    ///
    /// ``frame.loc[list(solution)]`` has the rows of a solution. Raises ``Error`` for another entry and for a name that is there twice.
    #[staticmethod]
    #[pyo3(signature = (frame, **columns), text_signature = "(frame, *, items=None, names=None, costs=None, secondary=())")]
    fn from_frame<'py>(
        py: Python<'py>,
        frame: &Object<'py>,
        columns: Option<&Dict<'py>>,
    ) -> PyResult<Object<'py>> {
        py.import("combien._frame")?.getattr("from_frame")?.call((frame,), columns)
    }

    /// A classic puzzle by its name, with its arguments: ``Problem.classic("queens", 8)``. docs/reference/puzzles.md has the list. Items and
    /// names are strings.
    #[staticmethod]
    #[pyo3(signature = (name, *arguments))]
    fn classic(py: Python<'_>, name: &str, arguments: &Tuple) -> PyResult<Problem> {
        files::classic(py, name, arguments)
    }

    /// Reads a problem from a file. The format is ``"dlx"``, Knuth's text format, ``"json"``, ``"sage"`` (lists of items), ``"csv"`` (an incidence
    /// matrix) or ``"mps"`` (an integer program that is an exact cover problem); by default that of the suffix, or Knuth's. Items and colors are strings.
    ///
    /// Raises ``OSError`` if the file cannot be read, and ``Error`` with ``place`` and ``hint`` if it is wrong. What is likely a
    /// mistake, such as an item that no option covers, is a warning.
    #[staticmethod]
    #[pyo3(signature = (path, *, format = None))]
    fn read(py: Python<'_>, path: PathBuf, format: Option<&str>) -> PyResult<Problem> {
        files::read(py, &path, format)
    }

    /// Reads a problem from a text, as ``read`` does from a file.
    #[staticmethod]
    #[pyo3(signature = (text, *, format = "dlx"))]
    fn parse(py: Python<'_>, text: &str, format: &str) -> PyResult<Problem> {
        files::parse(py, text, format)
    }

    /// Writes the problem to a file. The format is ``"dlx"``, ``"json"``, ``"sage"``, ``"csv"``, ``"mps"``, or one for other solvers: ``"cnf"``
    /// (clauses, as DIMACS), ``"opb"`` (pseudo-Boolean), ``"lp"`` (integer programs), ``"mzn"`` (MiniZinc) or ``"fzn"`` (FlatZinc); by default that of the suffix,
    /// or Knuth's. Items are written as ``str`` shows them.
    ///
    /// Raises ``Error`` if the format cannot hold the problem: Knuth's parts names by white space, ``|`` and ``:``. The names that an MPS
    /// file cannot hold are written with ``_``, and colors in it are not read back. Lists for Sage have neither bounds, colors, names nor costs; further lists stand for secondary items that no option covers.
    #[pyo3(signature = (path, *, format = None))]
    fn write(&self, path: PathBuf, format: Option<&str>) -> PyResult<()> {
        files::write(self.builder.so_far(), &path, format)
    }

    /// The problem as a text, as ``write`` writes it to a file. Variable k of a formula or a program is option k, from 1.
    #[pyo3(signature = (*, format = "dlx"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        files::to_text(self.builder.so_far(), format)
    }

    /// The solution that another solver found, read from its output for the clauses or pseudo-Boolean constraints of the problem;
    /// ``None`` if it reports none. It is checked.
    fn read_model(slf: &Held, text: &str) -> PyResult<Option<Solution>> {
        files::read_model(slf, text)
    }

    /// The primary items, in order.
    #[getter]
    fn primary<'py>(&self, py: Python<'py>) -> Vec<Object<'py>> {
        self.items_of_kind(py, Kind::Primary)
    }

    /// The secondary items, in order.
    #[getter]
    fn secondary<'py>(&self, py: Python<'py>) -> Vec<Object<'py>> {
        self.items_of_kind(py, Kind::Secondary)
    }

    /// The bounds of the primary items that are not to be covered exactly once: pairs, of which the second is ``None`` if there
    /// is no upper bound.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Dict<'py>> {
        let bounds = PyDict::new(py);
        for (item, Bounds { lo, hi }) in self.builder.so_far().bounded_items() {
            let hi = (hi != Bounds::UNLIMITED).then_some(hi);
            bounds.set_item(self.items.object(py, item.index()), (lo, hi))?;
        }
        Ok(bounds)
    }

    /// The names of the options, in order.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> Vec<Object<'py>> {
        (0..self.builder.so_far().option_count()).map(|option| self.names.name(py, option)).collect()
    }

    /// The primary items that no option covers: if there are any, there is no solution.
    #[getter]
    fn uncoverable<'py>(slf: &Held<'py>) -> Vec<Object<'py>> {
        report::uncoverable(slf)
    }

    /// The number of items.
    #[getter]
    fn item_count(&self) -> usize {
        self.builder.so_far().item_count()
    }

    /// The number of options.
    #[getter]
    fn option_count(&self) -> usize {
        self.builder.so_far().option_count()
    }

    /// The cost of the option with this name: 0 unless it was given one. An ``int``, or a ``decimal.Decimal`` if costs of the problem
    /// have decimal places.
    fn cost<'py>(slf: &Held<'py>, name: &Object<'py>) -> PyResult<Object<'py>> {
        let option = option_by_name(slf, name)?;
        let core = slf.borrow().core();
        costs::shown(slf.py(), &core, core.cost(option).into())
    }

    /// Sets the cost of the option with this name; a cost is what ``option`` takes. So a problem that was read, or made of a tiling or a
    /// graph, can have costs. Raises ``Error`` if it does not fit; then nothing is changed.
    fn set_cost(slf: &Held, name: &Object, cost: &Object) -> PyResult<()> {
        let (option, cost) = (option_by_name(slf, name)?, costs::cost_of(cost)?);
        slf.borrow_mut().builder.cost(option, cost).map_err(refused)
    }

    /// The number of options.
    fn __len__(&self) -> usize {
        self.builder.so_far().option_count()
    }

    fn __bool__(&self) -> bool {
        // One without options is a problem, too.
        true
    }

    /// The names of the options, in order.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Object<'py>> {
        Ok(PyList::new(py, self.names(py))?.try_iter()?.into_any())
    }

    /// Is there an option with this name?
    fn __contains__(&self, name: &Object) -> PyResult<bool> {
        Ok(self.names.find(name, self.builder.so_far().option_count())?.is_some())
    }

    /// The items of the option with this name, as they were given; those with a color are ``Colored``.
    fn __getitem__<'py>(slf: &Held<'py>, name: &Object<'py>) -> PyResult<Tuple<'py>> {
        let option = option_by_name(slf, name)?;
        slf.borrow().entries(slf.py(), option)
    }

    fn __repr__(slf: &Held) -> String {
        let summary = report::summary(slf.borrow().builder.so_far());
        match report::uncoverable(slf).as_slice() {
            [] => summary,
            [item] => summary.replace('>', &format!("; no option has {}>", repr(item))),
            [item, others @ ..] => summary
                .replace('>', &format!("; no option has {}, nor {} other items>", repr(item), others.len())),
        }
    }

    /// The matrix as a picture, for notebooks.
    fn _repr_html_(&self, py: Python<'_>) -> String {
        report::html(py, self)
    }

    fn __eq__(slf: &Held, other: &Object) -> PyResult<bool> {
        match other.cast::<Problem>() {
            Ok(other) => kept::are_equal(slf, other),
            Err(_) => Ok(false),
        }
    }

    fn __reduce__<'py>(slf: &Held<'py>) -> PyResult<Pickle<'py>> {
        kept::reduce(slf)
    }

    #[doc = settings::signature_of_count!("up_to=None, where=None, kept_by=None, within=None, maximize=False")]
    /// The number of solutions, exact at any size.
    ///
    /// ``Stopped.certain`` is a lower bound.
    ///
    /// With ``up_to="symmetry"``, solutions that a symmetry maps to each other count once; a ``Symmetries`` chooses the
    /// symmetries. ``where`` is ``"symmetric"`` for those that have a symmetry of their own, ``"asymmetric"`` for the
    /// others. ``kept_by`` counts the solutions that each of the given symmetries maps to itself. No engine can be named then.
    ///
    /// With ``within=C``, only solutions that cost at most C count; at least C with ``maximize=True``. As in ``best``, they are
    /// found one by one, or counted by a diagram.
    ///
    /// Other settings are for a count of all solutions:
    #[doc = combien_cli::settings_of_count!(settings::help)]
    #[pyo3(
        signature = (
            *, up_to = None, r#where = None, kept_by = None, within = None, maximize = false, **settings
        ),
        text_signature = None
    )]
    fn count(
        slf: &Held,
        up_to: Maybe,
        r#where: Option<&str>,
        kept_by: Option<&Bound<'_, Symmetries>>,
        within: Maybe,
        maximize: bool,
        settings: Option<&Dict>,
    ) -> PyResult<Py<PyAny>> {
        if let Some(within) = within {
            if up_to.is_some() || r#where.is_some() || kept_by.is_some() {
                raise!("within cannot be combined with up_to, where or kept_by");
            }
            settings::refuse(settings, "within")?;
            let settings = Settings::of(slf.py(), settings)?;
            return question::count_within(slf, costs::goal(maximize), within, &settings);
        }
        if maximize {
            raise!("maximize needs within: it says on which side of that cost solutions count");
        }
        let Some(up_to) = UpTo::of(slf, up_to, r#where, kept_by)? else {
            let settings = Settings::of_count(slf.py(), settings)?;
            return answered(slf.py(), &question::counted(slf, &settings)?.outcome);
        };
        settings::refuse(settings, "up_to, where or kept_by")?;
        let settings = up_to_symmetry(slf.py(), true, settings)?;
        answered(slf.py(), &question::orbits(slf, up_to, &settings)?.outcome)
    }

    /// A solution, or ``None`` if there is none.
    ///
    /// If an engine is named it is the first in the order of that engine.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn first(slf: &Held, settings: Option<&Dict>) -> PyResult<Option<Solution>> {
        question::first(slf, &Settings::of(slf.py(), settings)?)
    }

    /// The ``k`` solutions of least cost as a ``combien.Ranking``, which is a list, the cheapest first; or of greatest cost, with
    /// ``maximize=True``. ``k=None`` stands for all. With ``within=C``, only those that cost at most C, or at least C. The list is
    /// shorter if there are no more. The cost of a solution is ``Solution.cost``, the sum of the costs of its options.
    ///
    /// Solutions of equal cost come in the order of their options. If several have the cost of the last one, which of them is listed
    /// depends on the engine, and is always the same.
    ///
    /// The engine ``"cells"`` searches by branch and bound, by the linear relaxation (as Knuth's Algorithm C$, 7.2.2.1, by taxes);
    /// ``"zdd"`` sweeps along the frontier within a growing cost; ``"intersect"`` and ``"memo"`` build a diagram of all solutions. By
    /// default, the search begins, and then they take turns. Exponential in the worst case.
    ///
    /// If a limit is reached, ``Stopped.certain`` is the ranking of the best solutions found before; ``bound`` says how good a
    /// solution can be at most, and ``gap`` how far the first is from that.
    #[pyo3(signature = (k = Some(Natural(1)), *, maximize = false, within = None, **settings), text_signature = "($self, k=1, *, maximize=False, within=None, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn best<'py>(
        slf: &Held<'py>,
        k: Option<Natural<usize>>,
        maximize: bool,
        within: Maybe<'_, 'py>,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Object<'py>> {
        let k = k.map(|k| k.0);
        question::best(slf, k, costs::goal(maximize), within, &Settings::of(slf.py(), settings)?)
    }

    /// The Pareto front of the costs and of a second number, low being better in both: the solutions that no other one is at least as good as
    /// in both, one for each pair, as ``(cost, number, solution)``, by ascending cost. ``numbers`` has a whole number for each option:
    /// a list in their order, or a mapping of names, where options that it leaves out have 0. For a high number, give it negative.
    ///
    /// All solutions are built as a diagram, by the engine ``"zdd"`` (the default), ``"intersect"`` or ``"memo"``.
    #[pyo3(signature = (numbers, **settings), text_signature = "($self, numbers, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn front<'py>(
        slf: &Held<'py>,
        numbers: &Object<'py>,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        question::front(slf, numbers, &Settings::of(slf.py(), settings)?)
    }

    /// Whether there is a solution.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn has_solution(slf: &Held, settings: Option<&Dict>) -> PyResult<bool> {
        Ok(Problem::first(slf, settings)?.is_some())
    }

    /// Whether there is exactly one solution: two are looked for. ``Stopped.certain`` is the number that was found before.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn is_unique(slf: &Held, settings: Option<&Dict>) -> PyResult<bool> {
        question::is_unique(slf, &Settings::of(slf.py(), settings)?)
    }

    /// Why there is no solution, as a ``combien.Why``; ``None`` if there is one.
    ///
    /// Reasons are looked for from the plainest on: an item that cannot be covered after what is forced, weights of items, counting,
    /// a few items that already cannot be covered together, the whole search.
    ///
    /// With ``almost=True``, the largest partial solution instead, as a ``combien.Almost``. A limit does not raise ``Stopped``
    /// then: ``Almost.complete`` says whether it stopped the search.
    #[pyo3(signature = (*, almost = false, **settings), text_signature = "($self, *, almost=False, time=None, nodes=None, memory=None, threads=None, progress=None)")]
    fn why<'py>(
        slf: &Held<'py>,
        almost: bool,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Option<Object<'py>>> {
        let settings = Settings::without(&["engine"], "why()", slf.py(), settings)?;
        let core = slf.borrow().core();
        reasons::why(slf, Whole::Problem(core), almost, &settings)
    }

    /// Each solution, one after the other, as a lazy iterator; the order is the same for any number of threads.
    ///
    /// ``Stopped.certain`` is the number of solutions that came before. Time is counted from this call on.
    ///
    /// With ``up_to="symmetry"``, one of each class of solutions that symmetries map to each other; ``where`` and ``kept_by``
    /// as in ``count``.
    #[pyo3(signature = (*, up_to = None, r#where = None, kept_by = None, **settings), text_signature = "($self, *, up_to=None, where=None, kept_by=None, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn solutions(
        slf: &Held,
        up_to: Maybe,
        r#where: Option<&str>,
        kept_by: Option<&Bound<'_, Symmetries>>,
        settings: Option<&Dict>,
    ) -> PyResult<Solutions> {
        let up_to = UpTo::of(slf, up_to, r#where, kept_by)?;
        let settings = up_to_symmetry(slf.py(), up_to.is_some(), settings)?;
        question::solutions(slf, up_to, &settings)
    }

    /// ``n`` random solutions, drawn independently, each equally likely; none if the problem has no solution.
    ///
    /// The same seed draws the same solutions on every machine. Planar matchings, such as dominoes, are drawn at any size;
    /// for other problems a diagram of all solutions is built first.
    #[pyo3(signature = (n, *, seed = Seed(1), **settings), text_signature = "($self, n, *, seed=1, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn sample(slf: &Held, n: Natural<usize>, seed: Seed, settings: Option<&Dict>) -> PyResult<Vec<Solution>> {
        question::sample(slf, n.0, seed.0, &Settings::of(slf.py(), settings)?)
    }

    /// The size of the search, estimated by random probes (Knuth, Estimating the efficiency of backtrack programs, 1975).
    ///
    /// Each probe takes about as long as some dozens of nodes of the search.
    #[pyo3(signature = (*, probes = Natural(4096), seed = Seed(1), **settings), text_signature = "($self, *, probes=4096, seed=1, time=None, nodes=None, memory=None, threads=None, engine=None)")]
    fn estimate<'py>(
        slf: &Held<'py>,
        probes: Natural<u64>,
        seed: Seed,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Object<'py>> {
        let settings = Settings::without(&["progress"], "estimate()", slf.py(), settings)?;
        question::estimate(slf, probes.0, seed.0, &settings)
    }

    /// Everything known about a question, ``"count"`` or ``"first"``: its answer, or the lower bound and the limit that stopped it, the
    /// engine and why it was chosen, and the work done. It does not raise ``Stopped``.
    #[pyo3(signature = (question = "count", *, up_to = None, r#where = None, kept_by = None, **settings), text_signature = "($self, question='count', *, up_to=None, where=None, kept_by=None, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn report<'py>(
        slf: &Held<'py>,
        question: &str,
        up_to: Maybe<'_, 'py>,
        r#where: Option<&str>,
        kept_by: Option<&Bound<'_, Symmetries>>,
        settings: Option<&Dict<'py>>,
    ) -> PyResult<Object<'py>> {
        let up_to = UpTo::of(slf, up_to, r#where, kept_by)?;
        let settings = up_to_symmetry(slf.py(), up_to.is_some(), settings)?;
        report::report(slf, question, up_to, &settings)
    }

    /// All solutions as a diagram, which can be counted, searched and combined with others; built by the engine ``"zdd"`` (the
    /// default) or ``"intersect"``.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn diagram(slf: &Held, settings: Option<&Dict>) -> PyResult<Diagram> {
        diagrams::diagram(slf, &Settings::of(slf.py(), settings)?)
    }

    /// For each option, by name, the number of solutions that have it, as ``combien.Marginals``.
    ///
    /// All solutions are built as a diagram, by the engine ``"zdd"`` (the default), ``"intersect"`` or ``"memo"``.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn marginals<'py>(slf: &Held<'py>, settings: Option<&Dict<'py>>) -> PyResult<Object<'py>> {
        diagrams::marginals(slf, &Settings::of(slf.py(), settings)?)
    }

    /// All solutions as a diagram with products, recorded by the engine ``"memo"``: often much smaller than ``diagram()``, but without
    /// its algebra. Problems with bounds have none.
    #[pyo3(signature = (**settings), text_signature = "($self, *, time=None, nodes=None, memory=None, threads=None, engine=None, progress=None)")]
    fn compile(slf: &Held, settings: Option<&Dict>) -> PyResult<ProductDiagram> {
        diagrams::compile(slf, &Settings::of(slf.py(), settings)?)
    }

    /// Reads a diagram with products from a file: one that ``ProductDiagram.write`` or ``combien zdd`` has written, or an ``.nnf`` of a
    /// compiler such as c2d, Dsharp or d4, in which variable k is option k, from 1.
    ///
    /// Its sets are checked to be solutions of the problem, each there once; whether they are all, only a search can tell. Raises
    /// ``OSError`` if the file cannot be read, ``Error`` if it is wrong, and ``Stopped`` at the limit of time.
    #[pyo3(signature = (path, **settings), text_signature = "($self, path, *, time=None, memory=None)")]
    fn read_diagram(slf: &Held, path: PathBuf, settings: Option<&Dict>) -> PyResult<ProductDiagram> {
        let name = path.display().to_string();
        diagrams::read(slf, &name, BufReader::new(File::open(&path).map_err(in_file(&path))?), settings)
    }

    /// Reads a diagram with products from a text, as ``read_diagram`` does from a file.
    #[pyo3(signature = (text, **settings), text_signature = "($self, text, *, time=None, memory=None)")]
    fn parse_diagram(slf: &Held, text: String, settings: Option<&Dict>) -> PyResult<ProductDiagram> {
        diagrams::read(slf, "<text>", Cursor::new(text), settings)
    }

    /// The symmetries of the problem: all automorphisms; or those that ``generators`` generate, each a mapping from names of
    /// options to names, or a list of cycles of names; what is not named stays. ``keeping`` restricts them to those that map each
    /// of these sets of items to itself.
    ///
    /// Nearly linear for most problems, exponential in the worst case.
    #[pyo3(signature = (*, generators = None, keeping = None, **settings), text_signature = "($self, *, generators=None, keeping=None, time=None, nodes=None, memory=None)")]
    fn symmetries(
        slf: &Held,
        generators: Maybe,
        keeping: Maybe,
        settings: Option<&Dict>,
    ) -> PyResult<Symmetries> {
        symmetry::symmetries(slf, generators, keeping, settings)
    }

    /// A puzzle: a minimal set of options, its clues, that leave one solution; ``None`` if the problem has
    /// no solution. The same seed makes the same puzzle on every machine.
    ///
    /// Options in ``spare`` become clues only if they must. Takes about one search for each option of the solution.
    #[pyo3(signature = (*, seed = Seed(1), spare = None, time = None), text_signature = "($self, *, seed=1, spare=None, time=None)")]
    fn generate(slf: &Held, seed: Seed, spare: Maybe, time: Maybe) -> PyResult<Option<Py<PyAny>>> {
        let wanted = Wanted { seed: Some(seed.0), time, ..Wanted::default() };
        puzzle::puzzles(slf, spare, &wanted)?.next(slf.py())
    }

    /// How hard a puzzle is for a person, as a ``combien.Rating``: the steps of a path to the solution that has these clues, names of options, each
    /// step by the easiest technique. Raises ``combien.Error`` if there is no such solution, or more than one.
    #[pyo3(signature = (clues = None, *, time = None))]
    fn rate<'py>(slf: &Held<'py>, clues: Maybe<'_, 'py>, time: Maybe<'_, 'py>) -> PyResult<Object<'py>> {
        let clues = options_by_name(slf, clues, "the clues")?;
        let core = slf.borrow().core();
        let option = |option: OptionId| Ok(slf.borrow().names.name(slf.py(), option.index()));
        rating::rate(slf.py(), &Settings::timed(time)?, Whole::Problem(core), clues, option)
    }

    /// Different puzzles, as a lazy iterator. ``clues`` is the number of their clues: a number, or a pair of lower and upper
    /// bound, of which either may be ``None``. ``rating`` is how hard they are for a person (see ``rate``): a number, or such a
    /// pair; then clues that are not needed stay where the puzzle would be too hard without them. It ends after 1000 tries in a row without a new
    /// one. ``series`` is a number of puzzles that go from easy to hard within ``rating``.
    ///
    /// ``seed`` is 1 by default. The iterator has a ``state``, a text: ``resume`` takes it, with the same other keywords, and goes on from there.
    #[pyo3(signature = (*, seed = None, clues = None, spare = None, rating = None, series = None, resume = None, time = None))]
    fn puzzles(
        slf: &Held,
        seed: Option<Seed>,
        clues: Maybe,
        spare: Maybe,
        rating: Maybe,
        series: Option<Natural<u64>>,
        resume: Option<&str>,
        time: Maybe,
    ) -> PyResult<Puzzles> {
        let (seed, series) = (seed.map(|seed| seed.0), series.map(|series| series.0));
        puzzle::puzzles(slf, spare, &Wanted { seed, clues, rating, series, resume, time })
    }

    /// The problem that is left when options are taken: all items, these options, and those that agree with them. Its solutions
    /// are those that have the options.
    fn restricted(slf: &Held, names: &Object) -> PyResult<Problem> {
        puzzle::restricted(slf, names)
    }

    /// Whether this is a solution: a ``Solution``, or the names of its options. No engine is involved.
    fn check(slf: &Held, solution: &Object) -> PyResult<bool> {
        Ok(question::violations(slf, solution)?.is_empty())
    }

    /// Everything that is wrong with a solution, as sentences; empty if it is right. Options are numbered from 1 in these.
    fn violations(slf: &Held, solution: &Object) -> PyResult<Vec<String>> {
        question::violations(slf, solution)
    }
}

/// The settings of a question that may be meant up to symmetry: then it puts together the work of many engines.
fn up_to_symmetry(py: Python<'_>, is_meant: bool, keywords: Option<&Dict>) -> PyResult<Settings> {
    let unused = ["engine"];
    Settings::without(if is_meant { &unused } else { &[] }, "a question about symmetry", py, keywords)
}

/// The problem with these costs, if there are any; it was made from what the user gave.
fn with_costs<'py>(problem: Held<'py>, costs: Maybe<'_, 'py>) -> PyResult<Held<'py>> {
    if let Some(costs) = costs {
        costs::set_costs(&problem, 0, costs)?;
    }
    warn_of_kept_out(&problem, 0)?;
    Ok(problem)
}

/// Restores a problem from a pickle.
#[pyfunction]
#[pyo3(name = "_restore", signature = (version, items, kinds, bounds, parts, costs = None))]
pub(crate) fn restore(
    py: Python<'_>,
    version: u32,
    items: &Object,
    kinds: &Bound<'_, PyBytes>,
    bounds: Vec<(usize, u32, u32)>,
    parts: kept::Parts<'_>,
    costs: Option<kept::Costs<'_>>,
) -> PyResult<Problem> {
    kept::restore(py, version, items, kinds, &bounds, parts, costs)
}

/// Restores a solution from a pickle, which has a problem of its own options alone.
#[pyfunction]
#[pyo3(name = "_restore_solution")]
pub(crate) fn restore_solution(problem: &Held, rows: Vec<usize>) -> PyResult<Solution> {
    kept::restore_solution(problem, rows)
}
