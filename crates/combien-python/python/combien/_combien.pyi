from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from typing import Any, Generic, Literal, Protocol, TypeVar, final, overload

from typing_extensions import TypeVar as _TypeVar

from ._tilings import Placement
from ._types import Almost, Estimate, Marginals, Progress, Puzzle, Ranking, Rating, Report, Why

__all__ = [
    "Diagram",
    "Problem",
    "ProductDiagram",
    "Shard",
    "Solution",
    "Solutions",
    "Symmetries",
    "_SetsOfPieces",
    "_Stop",
    "_SudokuMaker",
    "__version__",
    "_begin",
    "_boards_of_pieces",
    "_booklet",
    "_fingerprint",
    "_plain",
    "_pool",
    "_probe",
    "_restore",
    "_restore_diagram",
    "_restore_products",
    "_restore_solution",
    "_search",
    "_select",
    "_sudoku_box",
    "_sudoku_candidates",
    "_sudoku_minimise",
    "_sudoku_read",
    "_sudoku_redundant",
    "_sudoku_show",
    "_sudoku_solve",
    "_sudoku_steps",
    "merge",
    "split",
]

__version__: str

_Entries = Iterable[Hashable]
_Bounds = Mapping[Any, int | tuple[int, int | None]]
_Cost = int | Decimal | Fraction | float | str
_Costs = Mapping[Any, _Cost] | Iterable[_Cost]
_Progress = bool | Callable[[Progress], object]
_UpTo = Literal["symmetry", "automorphism"] | Symmetries
_Where = Literal["symmetric", "asymmetric"]
#: A seed, ``None`` for a fresh one, or a generator of random numbers.
_Seed = int | _Draws | _DrawsIntegers | None
_Made = TypeVar("_Made", covariant=True)
#: The type of the items of a problem. A set may have pairs of an item and a color, so ``from_sets`` cannot tell it.
_Item = _TypeVar("_Item", bound=Hashable, default=Any)
_Band = float | Decimal | tuple[float | Decimal | None, float | Decimal | None]
_Clues = int | tuple[int | None, int | None]
_Format = Literal["dlx", "json", "sage", "csv", "mps", "cnf", "opb", "lp", "mzn", "fzn"] | str
_Generator = Mapping[Any, Hashable] | Iterable[Iterable[Hashable]]
_Engine = Literal["auto", "fast", "cells", "links", "frontier", "memo", "zdd", "intersect", "pfaffian", "alike", "sat", "naive"] | str

class _Draws(Protocol):
    def getrandbits(self, k: int, /) -> int: ...

class _DrawsIntegers(Protocol):
    def integers(self, low: int, /) -> Any: ...

@final
class Problem(Generic[_Item]):
    """An exact cover problem: items, and options, which are sets of items.

    A solution is a set of options that covers every primary item exactly once, or as often as its bounds say, and every
    secondary item at most once, or any number of times in one color (Knuth, The Art of Computer Programming, 7.2.2.1).
    Each of these options has a primary item: an option with secondary items alone is in no solution, and to add one is a
    ``UserWarning``.

    Items, colors and names of options can be any hashable objects; equal ones are the same. A set given in
    place of a list is read in sorted order, so that results do not depend on hashes.

    Each question takes these keywords. ``time`` is in seconds, ``nodes`` bounds the nodes of the search tree, ``memory`` is in
    bytes (2 GiB by default), ``threads`` is the number of threads (all cores by default; the answers and their
    order are the same for any number), ``engine`` is the name of an engine, and ``progress`` is ``True`` or a function that is
    called with a ``combien.Progress`` a few times a second. A question that reaches a limit raises ``combien.Stopped``.
    """
    def __class_getitem__(cls, item: Any) -> Any: ...
    def __new__(
        cls,
        primary: Iterable[_Item] | None = None,
        secondary: Iterable[_Item] | None = None,
        *,
        bounds: _Bounds | None = None,
    ) -> Problem[_Item]: ...
    def option(self, name: Hashable | None, items: _Entries, *, cost: _Cost = 0) -> None:
        """Adds an option: its name, and its items.

        An entry of ``items`` is an item; or, for a secondary item in a color, a pair of the item and the color. A pair that is
        itself an item is the item: ``combien.Colored(item, color)`` never is. A name of ``None`` stands for the
        option's number, from 0. Linear in the number of items.

        ``cost`` is an ``int``, a ``decimal.Decimal``, a ``fractions.Fraction`` that is a finite decimal, a text such as ``"2.5"``, or
        a ``float`` that is a whole number: others are not exact. It may be negative. With as many decimal places as the option that has
        most of them, each cost fits in 64 bits.

        Raises ``UnknownName`` for what is not an item, and ``Error`` for an item or a name that appears twice or a cost that does not
        fit; then nothing is added.
        """
    def options(
        self,
        options: Mapping[Any, _Entries] | Iterable[tuple[Hashable | None, _Entries]],
        *,
        costs: _Costs | None = None,
    ) -> None:
        """Adds options: a mapping of names to items, or pairs of a name and items. ``costs`` is a mapping of names to costs, or a list
        with a cost for each of these options; a cost is what ``option`` takes.

        If one of them is wrong, those before it stay. Costs are set when all options are there.
        """
    @staticmethod
    def from_sets(
        sets: Mapping[Any, _Entries] | Iterable[_Entries],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        bounds: _Bounds | None = None,
        costs: _Costs | None = None,
    ) -> Problem[Any]:
        """A problem from sets: a mapping of names to items, or a list of sets, whose names are their numbers from 0.

        The primary items are those in ``primary``, or, if it is not given, all that appear and are not in ``secondary``, in the
        order in which they appear. ``costs`` is a mapping of names to costs, or a list with a cost for each set.
        """
    @staticmethod
    def from_matrix(matrix: Any, *, primary: int | None = None, costs: _Costs | None = None) -> Problem[int]:
        """A problem from a matrix of zeros and ones: each column an item, each row an option, both known by their number from 0.

        The matrix is a list of rows, a two-dimensional numpy array (or anything with the buffer protocol) of any number type and
        order, a data frame, or a ``scipy.sparse`` matrix of any format. The first ``primary`` columns are primary items, the
        others secondary; all are primary if it is not given. ``costs`` is a list with a cost for each row, or a mapping of rows to
        costs. Linear in the size of the matrix, and in the stored entries of a sparse one.

        Raises ``Error`` that names the place for an entry that is neither 0 nor 1, and for a row of another length.
        """
    @staticmethod
    def from_rows(
        rows: Iterable[Iterable[int]],
        *,
        columns: int | None = None,
        primary: int | None = None,
        costs: _Costs | None = None,
    ) -> Problem[int]:
        """A problem from rows, each a list of the numbers of its columns from 0, as Sage's ``dlx_solver`` takes them.

        ``columns`` is the number of columns; by default the largest number decides. ``costs`` is as in ``from_matrix``.
        """
    @staticmethod
    def from_graph(graph: Any) -> Problem[Any]:
        """A problem of a graph of networkx: its solutions are the perfect matchings. Vertices are items, and edges are options by
        their names: pairs of vertices, and triples with the key in a multigraph.

        Raises ``Error`` for an edge from a vertex to itself, and for a directed graph.
        """
    @staticmethod
    def from_frame(
        frame: Any,
        *,
        items: Hashable | None = None,
        names: Hashable | None = None,
        costs: Hashable | None = None,
        secondary: Iterable[Hashable] = (),
    ) -> Problem[Any]:
        """A problem of a data frame of pandas or polars, or a table of Arrow, with its labels: each column is an item, each row an option by
        its name, which is 1 where it has the item and 0 or nothing elsewhere. ``names`` is the column with the names of rows; otherwise they
        are the index of pandas, or numbers from 0. ``costs`` is the column with costs; a float there is the decimal number that Python shows
        for it. ``secondary`` are columns that need not be covered.

        With ``items``, the frame is long: each row has the name of an option and, in that column, one of its items.

        ``frame.loc[list(solution)]`` has the rows of a solution. Raises ``Error`` for another entry and for a name that is there twice.
        """
    @staticmethod
    def classic(name: str, *arguments: object) -> Problem[str]:
        """A classic puzzle by its name, with its arguments: ``Problem.classic("queens", 8)``. docs/reference/puzzles.md has the list. Items and
        names are strings.
        """
    @staticmethod
    def read(path: str | PathLike[str], *, format: _Format | None = None) -> Problem[str]:
        """Reads a problem from a file. The format is ``"dlx"``, Knuth's text format, ``"json"``, ``"sage"`` (lists of items), ``"csv"`` (an incidence
        matrix) or ``"mps"`` (an integer program that is an exact cover problem); by default that of the suffix, or Knuth's. Items and colors are strings.

        Raises ``OSError`` if the file cannot be read, and ``Error`` with ``place`` and ``hint`` if it is wrong. What is likely a
        mistake, such as an item that no option covers, is a warning.
        """
    @staticmethod
    def parse(text: str, *, format: _Format = "dlx") -> Problem[str]:
        """Reads a problem from a text, as ``read`` does from a file."""
    def write(self, path: str | PathLike[str], *, format: _Format | None = None) -> None:
        """Writes the problem to a file. The format is ``"dlx"``, ``"json"``, ``"sage"``, ``"csv"``, ``"mps"``, or one for other solvers: ``"cnf"``
        (clauses, as DIMACS), ``"opb"`` (pseudo-Boolean), ``"lp"`` (integer programs), ``"mzn"`` (MiniZinc) or ``"fzn"`` (FlatZinc); by default that of the suffix,
        or Knuth's. Items are written as ``str`` shows them.

        Raises ``Error`` if the format cannot hold the problem: Knuth's parts names by white space, ``|`` and ``:``. The names that an MPS
        file cannot hold are written with ``_``, and colors in it are not read back. Lists for Sage have neither bounds, colors, names nor costs; further lists stand for secondary items that no option covers.
        """
    def to_text(self, *, format: _Format = "dlx") -> str:
        """The problem as a text, as ``write`` writes it to a file. Variable k of a formula or a program is option k, from 1."""
    def read_model(self, text: str) -> Solution | None:
        """The solution that another solver found, read from its output for the clauses or pseudo-Boolean constraints of the problem;
        ``None`` if it reports none. It is checked.
        """
    @property
    def primary(self) -> list[_Item]:
        """The primary items, in order."""
    @property
    def secondary(self) -> list[_Item]:
        """The secondary items, in order."""
    @property
    def bounds(self) -> dict[_Item, tuple[int, int | None]]:
        """The bounds of the primary items that are not to be covered exactly once: pairs, of which the second is ``None`` if there
        is no upper bound.
        """
    @property
    def names(self) -> list[Any]:
        """The names of the options, in order."""
    @property
    def uncoverable(self) -> list[_Item]:
        """The primary items that no option covers: if there are any, there is no solution."""
    @property
    def item_count(self) -> int:
        """The number of items."""
    @property
    def option_count(self) -> int:
        """The number of options."""
    def cost(self, name: Hashable) -> Any:
        """The cost of the option with this name: 0 unless it was given one. An ``int``, or a ``decimal.Decimal`` if costs of the problem
        have decimal places.
        """
    def set_cost(self, name: Hashable, cost: _Cost) -> None:
        """Sets the cost of the option with this name; a cost is what ``option`` takes. So a problem that was read, or made of a tiling or a
        graph, can have costs. Raises ``Error`` if it does not fit; then nothing is changed.
        """
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __contains__(self, name: Hashable, /) -> bool: ...
    def __getitem__(self, name: Hashable, /) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def _repr_html_(self) -> str: ...
    def count(
        self,
        *,
        up_to: _UpTo | None = None,
        where: _Where | None = None,
        kept_by: Symmetries | None = None,
        within: _Cost | None = None,
        maximize: bool = False,
        # The table of a count: written by tests/test_reference.py.
        scratch: str | PathLike[str] | None = None, disk: int | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> int:
        """The number of solutions, exact at any size.

        ``Stopped.certain`` is a lower bound.

        With ``up_to="symmetry"``, solutions that a symmetry maps to each other count once; a ``Symmetries`` chooses the
        symmetries. ``where`` is ``"symmetric"`` for those that have a symmetry of their own, ``"asymmetric"`` for the
        others. ``kept_by`` counts the solutions that each of the given symmetries maps to itself. No engine can be named then.

        With ``within=C``, only solutions that cost at most C count; at least C with ``maximize=True``. As in ``best``, they are
        found one by one, or counted by a diagram.

        Other settings are for a count of all solutions:

        ``scratch``: Count by the engine frontier, and write states that do not fit into memory to files in this folder. They are removed at the end, and when the count is interrupted.

        ``disk``: The maximum size of these files, 32 GB by default. The search stops if it is reached.
        """
    def best(
        self,
        k: int | None = 1,
        *,
        maximize: bool = False,
        within: _Cost | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Ranking:
        """The ``k`` solutions of least cost as a ``combien.Ranking``, which is a list, the cheapest first; or of greatest cost, with
        ``maximize=True``. ``k=None`` stands for all. With ``within=C``, only those that cost at most C, or at least C. The list is
        shorter if there are no more. The cost of a solution is ``Solution.cost``, the sum of the costs of its options.

        Solutions of equal cost come in the order of their options. If several have the cost of the last one, which of them is listed
        depends on the engine, and is always the same.

        The engine ``"cells"`` searches by branch and bound, by the linear relaxation (as Knuth's Algorithm C$, 7.2.2.1, by taxes);
        ``"zdd"`` sweeps along the frontier within a growing cost; ``"intersect"`` and ``"memo"`` build a diagram of all solutions. By
        default, the search begins, and then they take turns. Exponential in the worst case.

        If a limit is reached, ``Stopped.certain`` is the ranking of the best solutions found before; ``bound`` says how good a
        solution can be at most, and ``gap`` how far the first is from that.
        """
    def front(
        self,
        numbers: Mapping[Any, int] | Iterable[int],
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[tuple[int | Decimal, int, Solution]]:
        """The Pareto front of the costs and of a second number, low being better in both: the solutions that no other one is at least as good as
        in both, one for each pair, as ``(cost, number, solution)``, by ascending cost. ``numbers`` has a whole number for each option:
        a list in their order, or a mapping of names, where options that it leaves out have 0. For a high number, give it negative.

        All solutions are built as a diagram, by the engine ``"zdd"`` (the default), ``"intersect"`` or ``"memo"``.
        """
    def first(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Solution | None:
        """A solution, or ``None`` if there is none.

        If an engine is named it is the first in the order of that engine.
        """
    def has_solution(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool:
        """Whether there is a solution."""
    def is_unique(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool:
        """Whether there is exactly one solution: two are looked for. ``Stopped.certain`` is the number that was found before."""
    @overload
    def why(
        self,
        *,
        almost: Literal[False] = False,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, progress: _Progress | None = None,
    ) -> Why | None: ...
    @overload
    def why(
        self,
        *,
        almost: Literal[True],
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, progress: _Progress | None = None,
    ) -> Almost | None:
        """Why there is no solution, as a ``combien.Why``; ``None`` if there is one.

        Reasons are looked for from the plainest on: an item that cannot be covered after what is forced, weights of items, counting,
        a few items that already cannot be covered together, the whole search.

        With ``almost=True``, the largest partial solution instead, as a ``combien.Almost``. A limit does not raise ``Stopped``
        then: ``Almost.complete`` says whether it stopped the search.
        """
    def solutions(
        self,
        *,
        up_to: _UpTo | None = None,
        where: _Where | None = None,
        kept_by: Symmetries | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Solutions:
        """Each solution, one after the other, as a lazy iterator; the order is the same for any number of threads.

        ``Stopped.certain`` is the number of solutions that came before. Time is counted from this call on.

        With ``up_to="symmetry"``, one of each class of solutions that symmetries map to each other; ``where`` and ``kept_by``
        as in ``count``.
        """
    def sample(
        self,
        n: int,
        *,
        seed: _Seed = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[Solution]:
        """``n`` random solutions, drawn independently, each equally likely; none if the problem has no solution.

        The same seed draws the same solutions on every machine. Planar matchings, such as dominoes, are drawn at any size;
        for other problems a diagram of all solutions is built first.
        """
    def estimate(
        self,
        *,
        probes: int = 4096,
        seed: _Seed = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None,
    ) -> Estimate:
        """The size of the search, estimated by random probes (Knuth, Estimating the efficiency of backtrack programs, 1975).

        Each probe takes about as long as some dozens of nodes of the search.
        """
    def report(
        self,
        question: Literal["count", "first"] = "count",
        *,
        up_to: _UpTo | None = None,
        where: _Where | None = None,
        kept_by: Symmetries | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Report:
        """Everything known about a question, ``"count"`` or ``"first"``: its answer, or the lower bound and the limit that stopped it, the
        engine and why it was chosen, and the work done. It does not raise ``Stopped``.
        """
    def diagram(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Diagram:
        """All solutions as a diagram, which can be counted, searched and combined with others; built by the engine ``"zdd"`` (the
        default) or ``"intersect"``.
        """
    def marginals(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Marginals:
        """For each option, by name, the number of solutions that have it, as ``combien.Marginals``.

        All solutions are built as a diagram, by the engine ``"zdd"`` (the default), ``"intersect"`` or ``"memo"``.
        """
    def compile(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> ProductDiagram:
        """All solutions as a diagram with products, recorded by the engine ``"memo"``: often much smaller than ``diagram()``, but without
        its algebra. Problems with bounds have none.
        """
    def read_diagram(
        self, path: str | PathLike[str], *, time: float | None = None, memory: int | None = None
    ) -> ProductDiagram:
        """Reads a diagram with products from a file: one that ``ProductDiagram.write`` or ``combien zdd`` has written, or an ``.nnf`` of a
        compiler such as c2d, Dsharp or d4, in which variable k is option k, from 1.

        Its sets are checked to be solutions of the problem, each there once; whether they are all, only a search can tell. Raises
        ``OSError`` if the file cannot be read, ``Error`` if it is wrong, and ``Stopped`` at the limit of time.
        """
    def parse_diagram(
        self, text: str, *, time: float | None = None, memory: int | None = None
    ) -> ProductDiagram:
        """Reads a diagram with products from a text, as ``read_diagram`` does from a file."""
    def symmetries(
        self,
        *,
        generators: Iterable[_Generator] | None = None,
        keeping: Iterable[Iterable[Hashable]] | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
    ) -> Symmetries:
        """The symmetries of the problem: all automorphisms; or those that ``generators`` generate, each a mapping from names of
        options to names, or a list of cycles of names; what is not named stays. ``keeping`` restricts them to those that map each
        of these sets of items to itself.

        Nearly linear for most problems, exponential in the worst case.
        """
    def generate(
        self,
        *,
        seed: _Seed = 1,
        spare: Iterable[Hashable] | None = None,
        time: float | None = None,
    ) -> Puzzle | None:
        """A puzzle: a minimal set of options, its clues, that leave one solution; ``None`` if the problem has
        no solution. The same seed makes the same puzzle on every machine.

        Options in ``spare`` become clues only if they must. Takes about one search for each option of the solution.
        """
    def puzzles(
        self,
        *,
        seed: _Seed = None,
        clues: _Clues | None = None,
        spare: Iterable[Hashable] | None = None,
        rating: _Band | None = None,
        series: int | None = None,
        resume: str | None = None,
        time: float | None = None,
    ) -> _Puzzles[Puzzle]:
        """Different puzzles, as a lazy iterator. ``clues`` is the number of their clues: a number, or a pair of lower and upper
        bound, of which either may be ``None``. ``rating`` is how hard they are for a person (see ``rate``): a number, or such a
        pair; then clues that are not needed stay where the puzzle would be too hard without them. It ends after 1000 tries in a row without a new
        one. ``series`` is a number of puzzles that go from easy to hard within ``rating``.

        ``seed`` is 1 by default. The iterator has a ``state``, a text: ``resume`` takes it, with the same other keywords, and goes on from there.
        """
    def rate(self, clues: Iterable[Hashable] | None = None, *, time: float | None = None) -> Rating:
        """How hard a puzzle is for a person, as a ``combien.Rating``: the steps of a path to the solution that has these clues, names of options, each
        step by the easiest technique. Raises ``combien.Error`` if there is no such solution, or more than one.
        """
    def restricted(self, names: Iterable[Hashable]) -> Problem[_Item]:
        """The problem that is left when options are taken: all items, these options, and those that agree with them. Its solutions
        are those that have the options.
        """
    def check(self, solution: Solution | Iterable[Hashable]) -> bool:
        """Whether this is a solution: a ``Solution``, or the names of its options. No engine is involved."""
    def violations(self, solution: Solution | Iterable[Hashable]) -> list[str]:
        """Everything that is wrong with a solution, as sentences; empty if it is right. Options are numbered from 1 in these."""

@final
class _Puzzles(Generic[_Made]):
    def __iter__(self) -> _Puzzles[_Made]: ...
    def __next__(self) -> _Made: ...
    @property
    def state(self) -> str | None: ...

@final
class Solution:
    """A solution: the options that are chosen, in the order of the problem.

    Two solutions are equal if they have the same options by the same names.
    """
    def __new__(cls, problem: Problem[Any], rows: Iterable[int]) -> Solution: ...
    @property
    def names(self) -> tuple[Any, ...]:
        """The names of the options."""
    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the options, from 0: the rows of a matrix."""
    @property
    def items(self) -> tuple[tuple[Any, ...], ...]:
        """The items of each option."""
    @property
    def cost(self) -> Any:
        """The cost: the sum of those of the options. An ``int``, or a ``decimal.Decimal`` if costs of the problem have decimal places."""
    def as_dict(self) -> dict[Any, tuple[Any, ...]]:
        """The items of each option, by its name."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, place: int, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Solution: ...
    def __deepcopy__(self, memo: Any, /) -> Solution: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Solutions:
    """The solutions of a problem, one after the other."""
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Solution: ...
    def to_array(self, most: int | None = None) -> Any:
        """The next solutions, all or at most ``most``, as one array of numpy: of a problem booleans, a row for each solution and a
        column for each option; of a tiling the ``array`` of each solution, in 32-bit numbers, along a first axis.

        Linear in its size, which keeps to ``memory``. ``Stopped.certain`` is the array of what was found before.
        """
    def __enter__(self) -> Solutions: ...
    def __exit__(self, *raised: object) -> None: ...
    def __aiter__(self) -> Solutions: ...
    async def __anext__(self) -> Solution: ...
    def close(self) -> None:
        """Ends the search; then there are no further solutions. ``with problem.solutions() as solutions:`` does it at the end of the block."""

@final
class Diagram:
    """A set of solutions of one problem, as a decision diagram (TAOCP 7.1.4): ``Problem.diagram`` makes the one of all solutions.

    It is counted, searched and combined without listing its solutions: ``|``, ``&``, ``-``, ``^``, comparisons and ``in`` are those
    of sets, of diagrams of one problem. ``len`` works up to ``sys.maxsize``, ``count`` always. It is immutable.

    An operation takes at most 2 GiB beside its diagrams, else it raises ``Stopped``; its time is at most about the product of the
    numbers of their nodes, if both have one order, as those of one engine have.
    """
    @property
    def problem(self) -> Problem[Any]:
        """The problem whose solutions these are."""
    @property
    def node_count(self) -> int:
        """The number of nodes of the diagram, without the two terminals."""
    @property
    def universe(self) -> list[Any]:
        """The names of the options in the order in which the diagram decides them: the universe of its sets."""
    def count(self) -> int:
        """The number of solutions, exact at any size. Linear in the nodes the first time."""
    def count_by_size(self) -> list[int]:
        """For each number of options from 0, the number of solutions with that many."""
    def marginals(self) -> Marginals:
        """For each option, by name, the number of solutions that have it, as ``combien.Marginals``.

        A few operations on numbers for each node. Raises ``Stopped`` if the numbers of the nodes would take more than 2 GiB.
        """
    def distribution(self, *weights: dict[Any, int]) -> dict[Any, int]:
        """How many solutions have which weight: a dictionary from weights to numbers of solutions, ascending. Weights are told as
        by ``lightest``. Several dictionaries of weights give tuples of sums.

        These are the terms of the generating polynomial. Raises ``Stopped`` if the polynomials of the nodes would take more than 2 GiB.
        """
    def sample(self, n: int, *, seed: _Seed = 1) -> list[Solution]:
        """``n`` random solutions, drawn independently, each equally likely; none if it is empty.

        The same seed draws the same solutions on every machine.
        """
    def including(self, *names: Hashable) -> Diagram:
        """The solutions with all options of these names."""
    def excluding(self, *names: Hashable) -> Diagram:
        """The solutions without any option of these names."""
    def isdisjoint(self, other: Diagram) -> bool:
        """Whether the two have no solution in common."""
    def lightest(self, weights: dict[Any, int], n: int = 1) -> list[tuple[int, Solution]]:
        """The ``n`` lightest solutions with their weights, the lightest first. The weight of a solution is the sum of those of its
        options, by name, which are whole numbers, and 0 for those that are not named.

        Takes time of the order of the diagram, and of its depth for each solution.
        """
    def heaviest(self, weights: dict[Any, int], n: int = 1) -> list[tuple[int, Solution]]:
        """The ``n`` heaviest solutions with their weights, the heaviest first, as ``lightest`` tells it."""
    def to_text(self) -> str:
        """The diagram as ``combien zdd --text`` writes it: a line for each node; an item is a place in ``universe``, from 0."""
    def to_dot(self) -> str:
        """The diagram in the DOT language of Graphviz: a dashed arc where an option is not taken, a solid one where it is."""
    def to_graphillion(self) -> str:
        """The diagram as Graphillion's ``dump`` writes it: ``setset.loads`` reads it, once ``universe`` is the universe."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, solution: Solution | Iterable[Hashable], /) -> bool: ...
    def __iter__(self) -> Iterator[Solution]: ...
    def __or__(self, other: Diagram, /) -> Diagram: ...
    def __ror__(self, other: Diagram, /) -> Diagram: ...
    def __and__(self, other: Diagram, /) -> Diagram: ...
    def __rand__(self, other: Diagram, /) -> Diagram: ...
    def __sub__(self, other: Diagram, /) -> Diagram: ...
    def __rsub__(self, other: Diagram, /) -> Diagram: ...
    def __xor__(self, other: Diagram, /) -> Diagram: ...
    def __rxor__(self, other: Diagram, /) -> Diagram: ...
    def __lt__(self, other: Diagram, /) -> bool: ...
    def __le__(self, other: Diagram, /) -> bool: ...
    def __gt__(self, other: Diagram, /) -> bool: ...
    def __ge__(self, other: Diagram, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class ProductDiagram:
    """A set of solutions of one problem, as a diagram with products (a decision-ZDNNF): ``Problem.compile`` makes the one of all
    solutions, and ``Problem.read_diagram`` reads one from a file.

    It can be much smaller than a ``Diagram``, because its options have no fixed order and independent parts are multiplied. So it
    is counted, listed, drawn from, restricted and weighed in time of the order of its nodes; but it has no algebra, and is not compared.
    It is immutable.
    """
    @property
    def problem(self) -> Problem[Any]:
        """The problem whose solutions these are."""
    @property
    def node_count(self) -> int:
        """The number of nodes of the diagram, without the two terminals."""
    @property
    def product_count(self) -> int:
        """The number of nodes that are products."""
    def count(self) -> int:
        """The number of solutions, exact at any size. Linear in the nodes the first time."""
    def count_by_size(self) -> list[int]:
        """For each number of options from 0, the number of solutions with that many."""
    def marginals(self) -> Marginals:
        """For each option, by name, the number of solutions that have it, as ``combien.Marginals``.

        A few operations on numbers for each node. Raises ``Stopped`` if the numbers of the nodes would take more than 2 GiB.
        """
    def distribution(self, *weights: dict[Any, int]) -> dict[Any, int]:
        """How many solutions have which weight: a dictionary from weights to numbers of solutions, ascending. Weights are told as
        by ``lightest``. Several dictionaries of weights give tuples of sums.

        These are the terms of the generating polynomial. Raises ``Stopped`` if the polynomials of the nodes would take more than 2 GiB.
        """
    def sample(self, n: int, *, seed: _Seed = 1) -> list[Solution]:
        """``n`` random solutions, drawn independently, each equally likely; none if it is empty.

        The same seed draws the same solutions on every machine.
        """
    def including(self, *names: Hashable) -> ProductDiagram:
        """The solutions with all options of these names. Linear in the diagram, for each 64 options."""
    def excluding(self, *names: Hashable) -> ProductDiagram:
        """The solutions without any option of these names. Linear in the diagram."""
    def lightest(self, weights: dict[Any, int]) -> tuple[int, Solution] | None:
        """The lightest solution with its weight; ``None`` if it is empty. The weight of a solution is the sum of those of its options,
        by name, which are whole numbers, and 0 for those that are not named. Linear in the diagram.
        """
    def heaviest(self, weights: dict[Any, int]) -> tuple[int, Solution] | None:
        """The heaviest solution with its weight, as ``lightest`` tells it."""
    def write(
        self, path: str | PathLike[str], *, format: Literal["zdnnf", "nnf"] | None = None
    ) -> None:
        """Writes the diagram to a file, as ``combien zdd`` does: ``"zdnnf"`` is the format of our own, ``"nnf"`` that of the compiler c2d, for
        model counters; if the format is not given, it is the suffix of the name that says so, and our own otherwise.
        """
    def to_text(self, *, format: Literal["zdnnf", "nnf"] = "zdnnf") -> str:
        """The diagram as a text, as ``write`` writes it to a file."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, solution: Solution | Iterable[Hashable], /) -> bool: ...
    def __iter__(self) -> Iterator[Solution]: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Symmetries:
    """The symmetries of a problem: a group of permutations of its options that leave the problem unchanged, so that they map solutions to
    solutions. ``Problem.symmetries`` makes it; the keyword ``up_to`` of ``count`` and ``solutions`` takes it.
    """
    @property
    def problem(self) -> Problem[Any]:
        """The problem."""
    @property
    def order(self) -> int:
        """The number of symmetries, the identity included."""
    @property
    def generators(self) -> list[tuple[tuple[Any, ...], ...]]:
        """Symmetries that generate the others, each a tuple of cycles of the names of options; what stays is left out."""
    @property
    def orbits(self) -> list[list[Any]]:
        """The options in classes, by name: those of one class are mapped to each other."""
    @property
    def item_orbits(self) -> list[list[Any]]:
        """The items in classes: those of one class are mapped to each other."""
    def orbit(self, solution: Solution) -> list[Solution]:
        """The orbit of a solution: all that the symmetries make of it, itself included, in the order of their rows."""

def _restore(
    version: int, items: Any, kinds: bytes, bounds: Any, parts: Any, costs: tuple[bytes, int] | None = None
) -> Problem[Any]: ...
def _restore_diagram(problem: Problem[Any], rows: list[int], text: str) -> Diagram: ...
def _restore_products(problem: Problem[Any], text: str) -> ProductDiagram: ...
def _restore_solution(problem: Problem[Any], rows: list[int]) -> Solution: ...

_Box = tuple[int, int]
_Posed = tuple[bytes, _Box, str | None]
_Triple = tuple[int, int, int]
_Told = tuple[str, int, str, _Triple | None, list[_Triple], list[_Triple]]

@final
class _SudokuMaker:
    def __new__(
        cls,
        box: _Box,
        rules: str | None,
        seed: int,
        symmetric: str | None,
        band: tuple[int, int] | None,
        time: float | None,
    ) -> _SudokuMaker: ...
    def next(self) -> tuple[bytes, bytes] | None:
        """The next puzzle, and its solution. None if this iterator has ended."""

def _sudoku_box(side: int) -> _Box: ...
def _sudoku_read(text: str, box: _Box) -> bytes: ...
def _sudoku_show(digits: bytes, box: _Box, is_drawn: bool) -> str: ...
def _sudoku_solve(
    puzzles: list[bytes], box: _Box, rules: str | None, limit: int, time: float | None
) -> list[tuple[int, bool, list[bytes]]]: ...
def _sudoku_redundant(puzzle: _Posed, time: float | None) -> list[tuple[int, int]]: ...
def _sudoku_candidates(puzzle: _Posed, time: float | None) -> list[list[int]]: ...
def _sudoku_minimise(puzzle: _Posed, seed: int, time: float | None) -> bytes | None: ...
def _sudoku_steps(
    puzzle: _Posed, is_first: bool, time: float | None
) -> tuple[list[_Told], int | None]: ...

@final
class _Stop:
    def __new__(cls) -> _Stop: ...
    def set(self) -> None:
        """Every search with this flag stops soon."""
    def is_set(self) -> bool:
        """Was it set?"""

def _fingerprint(problem: Problem[Any]) -> str: ...
def _plain(problem: Problem[Any]) -> tuple[Any, ...]: ...
def _begin(problem: Problem[Any], question: str, engine: str) -> bytes: ...
def _select(state: bytes, start: int, end: int) -> bytes: ...
def _search(
    problem: Problem[Any],
    question: str,
    state: bytes,
    *,
    stop: _Stop | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> tuple[int, int, bytes | None, list[float], bytes | None]: ...
def _probe(
    problem: Problem[Any],
    engine: str,
    probes: int,
    seed: int,
    *,
    stop: _Stop | None = None,
    time: float | None = None,
) -> tuple[int, int, int, float, float]: ...
def _pool(parts: list[tuple[int, int, int, float, float]], seed: int) -> Estimate: ...

@final
class Shard:
    """A part of a count that needs no network: the problem without your own objects, branches of the search, and what was found in
    them. It is immutable. ``Shard(text)`` reads what ``to_text`` or the command wrote, and raises ``Error`` if it is damaged.
    """
    def __new__(cls, text: str) -> Shard: ...
    @property
    def number(self) -> int:
        """Its number, from 1."""
    @property
    def of(self) -> int:
        """The number of shards of the split."""
    @property
    def found(self) -> int:
        """The number of solutions found so far."""
    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search."""
    @property
    def fraction(self) -> float:
        """The finished part of the search, from 0 to 1, if the branches of each node were equally large."""
    def run(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, progress: _Progress | None = None,
    ) -> Shard:
        """Searches what is left, as far as the limits allow, and returns the shard with the result. A limit raises nothing."""
    def to_text(self) -> str:
        """The shard as the text of a file for ``combien count`` and ``combien merge``."""
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

def split(problem: Problem[Any], shards: int) -> list[Shard]:
    """Splits a count into ``shards`` parts of about the same size, always in the same way, as ``combien split`` does.

    Probes that tell the sizes take about a second, longer for many shards or large problems. Raises ``Error`` for a problem
    without primary items.
    """
def merge(shards: Sequence[Shard]) -> int:
    """The number of solutions, from all shards of one split, in any order.

    Raises ``Error`` if one is missing, there twice or of another split, and ``Stopped`` with a lower bound as ``certain`` if some
    are not done.
    """

# Tilings, the language, the command.

__all__ += [
    "Board",
    "Lattice",
    "Piece",
    "Tiling",
    "TilingSolution",
    "TilingSolutions",
    "_Members",
    "_Series",
    "_apart",
    "_board",
    "_command",
    "_family",
    "_growth",
    "_heat_map",
    "_lattice",
    "_page",
    "_piece",
    "_plane",
    "_png",
    "_run",
    "_series",
    "_set",
    "_sets",
    "_sheet",
    "_together",
]

_Grid = (
    Literal[
        "square", "cube", "hexagon", "triangle", "sphere", "quarter", "kite", "stick", "hex", "tri", "tan"
    ]
    | str
    | Lattice
)
_Axes = Literal["square", "hexagon"] | tuple[Literal["rectangle", "rhombus"], int, int]
_View = Literal["layers", "isometric", "exploded"]
_Cell = tuple[int, ...]
# A drawing, an array of numpy, or cells.
_Cells = str | Iterable[Sequence[int]] | Any
_Wrap = Literal["torus", "cylinder", "moebius", "klein", "projective"] | Iterable[str | Sequence[int]]
# A drawing with letters and digits, or these by cell.
_Marks = str | Mapping[tuple[int, ...], str]
_Times = int | tuple[int, int | None]
_Turn = Literal["half", "rot", "sym"]
_TilingUpTo = Literal["symmetry"]
_Given = str | Placement | Iterable[str | Placement]

@final
class Lattice:
    """A lattice of your own, for ``grid=``: polygons that meet whole side to whole side, and repeat in two directions.

    ``cells`` are the cells of one unit, each a list of its corners, pairs of whole numbers, in order around it. All repeat after ``pitch`` units along each
    axis. ``axes`` is ``"square"`` (at a right angle), ``"hexagon"`` (at 60 degrees), ``("rectangle", w, h)`` (at a right angle, with units of these
    lengths) or ``("rhombus", w, h)`` (along the lower sides of a rhombus that is so wide and high).

    In drawings and positions a unit takes ``block`` columns and rows, by default a column for each cell: the cells in order, the lowest row first.
    Pieces may be turned in all ways that map cells to cells; ``motions``, names such as ``["Rot90"]``, restricts them. ``name`` names a cell in
    messages. Raises ``combien.Error`` if cells leave gaps, overlap, or repeat sooner.
    """
    def __new__(
        cls,
        cells: Iterable[Iterable[tuple[int, int]]],
        *,
        pitch: int,
        axes: _Axes = "square",
        block: tuple[int, int] | None = None,
        motions: Sequence[str] | None = None,
        name: str = "cell",
    ) -> Lattice: ...
    @property
    def name(self) -> str:
        """The name of a cell."""
    @property
    def axes(self) -> _Axes:
        """The axes, as they were given."""
    @property
    def pitch(self) -> int:
        """The cells repeat after this many units along each axis."""
    @property
    def block(self) -> tuple[int, int]:
        """How many columns and rows a unit takes."""
    @property
    def cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The corners of each cell of a unit."""
    @property
    def motions(self) -> tuple[str, ...]:
        """The names of the isometries that map cells to cells."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Board:
    """What is to be covered: cells, those of them that may stay empty, and how the whole closes upon itself.

    ``cells`` is a drawing, an array or a list of cells. In a drawing each line is a row, ``#`` or ``*`` is a cell, ``?`` one that
    may stay empty, ``.`` an empty place; spaces do not count, and an empty line parts layers of cubes, the lowest first. An array
    of numpy with two or three dimensions holds truths, or zeros and ones, and is read as it is printed: the top row first. A cell
    is a pair (column, row), in space a triple (column, row, layer); columns count to the right and rows up.

    ``grid`` is ``"square"``, ``"cube"``, ``"hexagon"``, ``"triangle"``, ``"sphere"``, ``"quarter"``, ``"kite"`` or ``"stick"``; or a ``Lattice``; if it is not given,
    what is given in three dimensions is of cubes and all else of squares. Each row of hexagons is half a cell to the right of the row below. In
    a row of triangles each is a column of its own; the one at (0, 0) points up, its neighbours point down. A corner
    of sticks takes two columns: the stick to its right, then the one up. docs/how-to/grids.md has the drawings and
    positions of the other grids.

    ``optional`` is more cells that may stay empty, given in the same ways, and ``gaps=True`` says it of all. ``wrap`` is
    ``"torus"``, ``"cylinder"``, ``"moebius"``, ``"klein"`` or ``"projective"``, or a list of the cells that the cell (0, 0) is
    the same as; the name of a surface may come first: ``["moebius", (5, 2)]``.

    ``marks`` are letters or digits on its cells, as a drawing in the frame of ``cells`` or as a dictionary such as ``{(0, 0): "B"}``: they
    matter to pieces with marks. ``border`` is a color, one character: sides of pieces on the border must fit it if they have a color. Several say it of each straight part, or with
    spaces, ``"abb c"``, of each cell along a part.
    ``fits`` are pairs of colors such as ``"16 25 34"``: a color fits those that it is in a pair with, and nothing else. ``sum=7`` says this of digits with that sum.
    """
    def __new__(
        cls,
        cells: _Cells,
        *,
        grid: _Grid | None = None,
        optional: _Cells | None = None,
        gaps: bool = False,
        wrap: _Wrap | None = None,
        marks: _Marks | None = None,
        border: str | None = None,
        fits: str | None = None,
        sum: int | None = None,
    ) -> Board: ...
    @staticmethod
    def rectangle(
        width: int,
        height: int,
        *,
        grid: _Grid = "square",
        optional: _Cells | None = None,
        gaps: bool = False,
        wrap: _Wrap | None = None,
        marks: _Marks | None = None,
        border: str | None = None,
        fits: str | None = None,
        sum: int | None = None,
    ) -> Board:
        """A full board with this number of columns and rows, in any grid of the plane. In a grid of quarters or sticks these are columns and
        rows of squares, in one of kites of hexagons.
        """
    @staticmethod
    def outline(
        name: str,
        *lengths: int,
        grid: _Grid | None = None,
        optional: _Cells | None = None,
        gaps: bool = False,
    ) -> Board:
        """A board by its name and one to three lengths: ``"hexagon"``, ``"triangle"`` and ``"rhombus"`` in a grid of hexagons, triangles or kites;
        ``"staircase"`` and ``"diamond"`` (the Aztec diamond) of squares or quarters; ``"pyramid"`` of squares, cubes or spheres. Without a ``grid``, the
        first three are of hexagons and the others of squares.
        """
    @staticmethod
    def checkerboard(
        width: int,
        height: int,
        depth: int | None = None,
        *,
        gaps: bool = False,
        wrap: _Wrap | None = None,
    ) -> Board:
        """A rectangle, or with a third number a box, whose cells have the marks ``"B"`` and ``"W"`` by turns; the one at (0, 0) has ``"B"``."""
    @staticmethod
    def box(
        width: int,
        height: int,
        depth: int,
        *,
        optional: _Cells | None = None,
        gaps: bool = False,
        wrap: _Wrap | None = None,
    ) -> Board:
        """A full box with this number of columns, rows and layers of cubes."""
    @property
    def grid(self) -> str | Lattice:
        """The grid of its cells, such as ``"square"`` or ``"kite"``, or a ``Lattice``."""
    @property
    def cells(self) -> tuple[_Cell, ...]:
        """Its cells, those that may stay empty included, by layer, row and column."""
    @property
    def optional(self) -> tuple[_Cell, ...]:
        """The cells that may stay empty."""
    @property
    def wrap(self) -> tuple[str | _Cell, ...]:
        """The cells that the cell (0, 0) is the same as, behind the name of the surface if it turns pieces over; empty if the board
        does not close upon itself.
        """
    @property
    def marks(self) -> dict[_Cell, str]:
        """The letters and digits on its cells: a dictionary from cells to them."""
    @property
    def border(self) -> str | None:
        """The color around it, or the colors of all sides of its border, or ``None``."""
    @property
    def fits(self) -> str | None:
        """The pairs of colors that fit each other, as in the keyword ``fits``, or ``None``: each color fits itself, a knob such as ``(`` its hole."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the arrays of its solutions: rows and columns, in space behind the layers. It is that of the frame that the
        board was given in.
        """
    def to_svg(self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False) -> str:
        """The board as an SVG document. For the keywords, see ``TilingSolution.to_svg``."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __contains__(self, cell: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Piece:
    r"""A piece: its cells, how often it is used, and how it may be turned.

    ``cells`` is a drawing, an array or a list of cells, and ``grid`` their grid, as for a ``Board``; where they are does not
    matter. ``times`` is how often it is used: a number, a pair of the least and the greatest number, of which the second may be
    ``None``, or ``None`` for as often as one likes.

    ``turn`` is ``None`` if it lies as it is drawn, ``"half"`` if it may be turned by half a turn, ``"rot"`` by all rotations,
    and ``"sym"`` if it may also be mirrored; in space ``"sym"`` is all rotations, for a wooden piece does not mirror.
    ``mirror=True`` adds the reflection from left to right, and all that follows from it.

    ``color`` is what it is drawn in: a name of CSS, or ``"#cc3311"``.

    ``marks`` are letters or digits on its cells, given as for a ``Board``: a cell
    with a mark covers only cells of the board with the same mark. ``back`` is a drawing of the other face, with its marks, as it is seen if the
    piece is turned over from left to right; without it, a piece that is mirrored shows the mirror image of its marks. ``sides`` are the colors of its sides, a character for each or one for all,
    counter-clockwise from the lower left corner of the leftmost cell of the lowest row, so that those of a square are the lower, the right,
    the upper and the left one. Where two pieces meet, the colors must fit: each fits itself, but ``(`` and ``)``, ``[`` and ``]``, ``{`` and
    ``}``, ``<`` and ``>``, ``/`` and ``\\``, ``+`` and ``-`` fit each other, and ``.`` fits any.
    """
    def __new__(
        cls,
        cells: _Cells,
        *,
        name: str | None = None,
        times: _Times | None = None,
        turn: _Turn | None = None,
        mirror: bool = False,
        color: str | None = None,
        grid: _Grid | None = None,
        marks: _Marks | None = None,
        sides: str | None = None,
        back: str | None = None,
    ) -> Piece: ...
    def replace(
        self,
        *,
        name: str | None = ...,
        times: _Times | None = ...,
        turn: _Turn | None = ...,
        mirror: bool = ...,
        color: str | None = ...,
        marks: _Marks | None = ...,
        sides: str | None = ...,
        back: str | None = ...,
    ) -> Piece:
        """The same piece with something else about it: ``piece.replace(times=2, turn=None)``. Takes the keywords of ``Piece`` but
        ``grid``.
        """
    @property
    def name(self) -> str | None:
        """Its name, or ``None``."""
    @property
    def color(self) -> str | None:
        """The color that it is drawn in, if one was asked for."""
    @property
    def grid(self) -> str | Lattice:
        """The grid of its cells."""
    @property
    def cells(self) -> tuple[_Cell, ...]:
        """Its cells as they were given."""
    @property
    def times(self) -> tuple[int, int | None]:
        """How often it is used, at least and at most; ``None`` is as often as one likes."""
    @property
    def turn(self) -> _Turn | None:
        """How it may be turned: ``None``, ``"half"``, ``"rot"`` or ``"sym"``."""
    @property
    def mirror(self) -> bool:
        """May it be mirrored, besides what ``turn`` says?"""
    @property
    def marks(self) -> dict[_Cell, str]:
        """The letters and digits on its cells: a dictionary from cells to them."""
    @property
    def sides(self) -> str | None:
        """The colors of its sides, in the order of the keyword ``sides``; ``None`` if it has none."""
    @property
    def back(self) -> str | None:
        """The drawing of its back, or ``None``."""
    @property
    def orientations(self) -> tuple[tuple[_Cell, ...], ...]:
        """Its different orientations, each as cells near (0, 0); as it was drawn first."""
    def to_svg(self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False) -> str:
        """The piece as an SVG document. For the keywords, see ``TilingSolution.to_svg``."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

_Pieces = str | Piece | Iterable[_Pieces]

@final
class Tiling:
    """A board to be covered exactly, and the pieces to cover it with.

    ``board`` is a ``Board``, or what one is made of. ``pieces`` is a list of pieces; in place of a piece may stand a set of
    pieces, or the name of a set that ships. Two pieces of one shape are different pieces: exchanging them gives another tiling.

    ``take`` and ``forbid`` are clues: placements that a solution must have, or must not have. Each is a ``Placement`` of another
    solution, or words of the tiling language: ``"F at 3x2 as Rot90"``, ``"over 0x0 1x0"``. A clue that fits nowhere is an ``Error`` that
    says where the piece would fit. ``clues`` are texts as behind the tiles of a problem in the tiling language: ``"also 3..5 of [F, L]"``,
    ``"also 0..3 at every vertex"``, ``"cost 5 for F at 3x2"``. The symmetries are those that keep the clues.

    ``where`` is a predicate on solutions, in words of the tiling language: ``"crossroads 0 and colorable 3"``, ``"not fault"``,
    ``"connected F"``. ``count``, ``first``, ``has_solution``, ``is_unique``, ``solutions`` and ``sample`` obey it, and list solutions one by
    one to do so; ``problem``, ``why``, ``marginals`` and ``estimate`` cannot, and raise an ``Error``.

    Questions take the keywords of those of a ``Problem``. With ``up_to="symmetry"``, solutions that a symmetry of the board and
    the pieces takes to each other count as one; then no engine can be named. The placements are worked out when the first
    question is asked.
    """
    def __new__(
        cls,
        board: Board | _Cells,
        pieces: _Pieces,
        take: _Given | None = None,
        forbid: _Given | None = None,
        clues: str | Iterable[str] | None = None,
        where: str | None = None,
    ) -> Tiling: ...
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, in order: their places in it, from 0, are the numbers in the arrays of solutions."""
    @property
    def problem(self) -> Problem[Any]:
        """The tiling as a new ``Problem``, which is yours to change. Its items are the cells and the names of the pieces whose number
        matters; its options are known by their ``Placement``. On boards with gaps, the option ``("gap", cell)`` leaves a cell
        empty.
        """
    def count(
        self,
        *,
        up_to: _TilingUpTo | None = None,
        # The table of a count: written by tests/test_reference.py.
        scratch: str | PathLike[str] | None = None, disk: int | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> int:
        """The number of solutions, exact at any size. See ``Problem.count``."""
    def first(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> TilingSolution | None:
        """A solution, or ``None`` if there is none. See ``Problem.first``."""
    def has_solution(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool:
        """Is there a solution?"""
    def is_unique(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool:
        """Whether there is exactly one solution. See ``Problem.is_unique``."""
    @overload
    def why(
        self,
        *,
        almost: Literal[False] = False,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, progress: _Progress | None = None,
    ) -> Why | None: ...
    @overload
    def why(
        self,
        *,
        almost: Literal[True],
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, progress: _Progress | None = None,
    ) -> Almost | None:
        """Why there is no solution, as a ``combien.Why``; ``None`` if there is one. Beside the reasons of ``Problem.why`` there are
        areas and colorings of the board. Items are cells, and names of pieces.

        With ``almost=True``, the tiling with the fewest empty cells instead, as a ``combien.Almost``, and which single piece makes
        it solvable. A limit does not raise ``Stopped`` then: ``Almost.complete`` says whether it stopped the search.
        """
    def marginals(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Marginals:
        """For each placement, the number of solutions that have it, as ``combien.Marginals``, by a diagram of all solutions. See
        ``Problem.marginals``.
        """
    def rate(self, *, time: float | None = None) -> Rating:
        """How hard the puzzle is for a person, as a ``combien.Rating``. What ``take`` and clues place is given, and the rest is looked for. Raises
        ``combien.Error`` if there is no solution, or more than one.
        """
    def puzzles(
        self,
        *,
        seed: _Seed = None,
        clues: _Clues | None = None,
        rating: _Band | None = None,
        series: int | None = None,
        resume: str | None = None,
        time: float | None = None,
    ) -> _Puzzles[Tiling]:
        """Different puzzles, as a lazy iterator of tilings with exactly one solution: this one, in which some placements are taken, none of
        which could be left out. ``clues`` is the number of placements. The keywords are those of ``Problem.puzzles``.

        Solutions obey ``where``, and each puzzle keeps it; ``rating`` and ``series`` cannot be given then.
        """
    def solutions(
        self,
        *,
        up_to: _TilingUpTo | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> TilingSolutions:
        """Each solution, one after the other, as a lazy iterator; up to symmetry, one of those that are alike.
        See ``Problem.solutions``.
        """
    def sample(
        self,
        n: int,
        *,
        seed: _Seed = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[TilingSolution]:
        """``n`` random solutions, drawn independently, each equally likely; none if there is no solution. See ``Problem.sample``."""
    def estimate(
        self,
        *,
        probes: int = 4096,
        seed: _Seed = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None,
    ) -> Estimate:
        """How large the search is, by random probes. See ``Problem.estimate``."""
    def read(self, solution: Solution | Iterable[int]) -> TilingSolution:
        """What a solution of the problem says of the tiling: a ``Solution`` of ``problem``, or the numbers of its options.

        Raises ``Error`` if it is no solution.
        """
    @staticmethod
    def from_xmpuzzle(source: str | PathLike[str] | bytes, *, problem: str | None = None) -> Tiling:
        """The tiling of a puzzle of BurrTools: ``source`` is the path of an ``.xmpuzzle`` file, or the bytes of one, packed by gzip or not. ``problem`` is
        the name of one of its problems, or its number from 1; a file with only one needs none. Read are bricks, spheres, and triangular
        prisms in a single layer; anything else raises ``combien.Error``, which names the element of the file.
        """
    def to_xmpuzzle(self, *, name: str = "puzzle") -> bytes:
        """The tiling as a puzzle of BurrTools with one problem of this name: the bytes of an ``.xmpuzzle`` file. What BurrTools cannot hold, such
        as costs, is a ``UserWarning``; a tiling by other cells than squares, cubes and triangles raises ``combien.Error``.
        """
    def to_svg(self) -> str:
        """The board and the pieces as an SVG document."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class TilingSolution:
    """A tiling of a board: placed pieces.

    ``print(s)`` draws it, as the terminal shows it; notebooks show a picture.
    """
    @property
    def tiling(self) -> Tiling:
        """The tiling that it is a solution of."""
    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of its options in ``tiling.problem``, from 0."""
    @property
    def placements(self) -> tuple[Placement, ...]:
        """The placed pieces, in the order of the options."""
    @property
    def array(self) -> Any:
        """The board as an array of numpy, read as it is printed: at each cell the number of its piece in ``tiling.pieces``, from 0;
        -1 where a cell of the board stayed empty, and -2 where the board has no cell.
        """
    @property
    def regions(self) -> Any:
        """The same with the number of the placement in ``placements``: it tells copies of a piece apart."""
    @property
    def lists(self) -> list[Any]:
        """``array`` as nested lists, without numpy."""
    @property
    def alike(self) -> int | None:
        """How many solutions are alike by a symmetry, this one among them; ``None`` if it was not asked for up to symmetry."""
    def to_text(self, *, ascii: bool = False) -> str:
        """It as lines of text; with ``ascii=True`` in characters that every terminal has. Layers come from the lowest."""
    def to_svg(
        self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False, legend: bool = True
    ) -> str:
        """It as an SVG document.

        ``view`` is how cubes are seen: ``"layers"`` side by side, ``"isometric"`` as the whole stands, or ``"exploded"`` with the
        layers lifted, the default. ``cell`` is the size of a cell in pixels. ``heading`` puts a
        title above, and ``legend`` the pieces with their names below.
        """
    def to_png(
        self,
        *,
        scale: float = 2.0,
        view: _View | None = None,
        cell: float = 24.0,
        heading: bool = False,
        legend: bool = True,
    ) -> bytes:
        """It as the bytes of a PNG file, of ``scale`` pixels for each unit of its SVG document, whose keywords it takes too. The
        letters are those of one font, the same on every machine.
        """
    def to_stl(
        self, *, side: float = 20.0, gap: float = 0.2, thickness: float = 5.0, piece: int | None = None
    ) -> bytes:
        """The pieces as solids for a printer: the bytes of a binary STL file, where the pieces lie together.

        Lengths are in millimetres: ``side`` of a cell, the ``gap`` left between pieces so that they fit together, and the
        ``thickness`` of plane pieces. With ``piece``, a number in ``placements``, it is that piece alone.
        """
    def to_3mf(self, *, side: float = 20.0, gap: float = 0.2, thickness: float = 5.0) -> bytes:
        """The pieces on one plate for a printer, each lying flat, with its name: the bytes of a 3MF file. Lengths are those of ``to_stl``."""
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Placement]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class TilingSolutions:
    """The solutions of a tiling, one after the other."""
    def __iter__(self) -> TilingSolutions: ...
    def __next__(self) -> TilingSolution: ...
    def to_array(self, most: int | None = None) -> Any:
        """The next solutions, all or at most ``most``, as one array of numpy: of a problem booleans, a row for each solution and a
        column for each option; of a tiling the ``array`` of each solution, in 32-bit numbers, along a first axis.

        Linear in its size, which keeps to ``memory``. ``Stopped.certain`` is the array of what was found before.
        """
    def __enter__(self) -> TilingSolutions: ...
    def __exit__(self, *raised: object) -> None: ...
    def __aiter__(self) -> TilingSolutions: ...
    async def __anext__(self) -> TilingSolution: ...
    def close(self) -> None:
        """Ends the search; then there are no further solutions. ``with problem.solutions() as solutions:`` does it at the end of the block."""

_Message = tuple[str, str, str, str | None, str | None, str]

def _lattice(
    cells: Any, pitch: int, axes: Any, block: tuple[int, int], motions: Sequence[str] | None, name: str
) -> Lattice: ...
def _board(
    cells: Any, grid: _Grid, optional: Any, wrap: Any, frame: Any, labels: Any
) -> Board: ...
def _piece(
    state: Any, labels: Any
) -> Piece: ...
@final
class _SetsOfPieces:
    def __new__(
        cls,
        tiling: Tiling,
        size: tuple[int, int | None],
        having: list[int],
        solutions: tuple[int, int | None, bool],
        seed: int | None,
        settings: dict[str, Any] | None,
    ) -> _SetsOfPieces: ...
    def after(self, place: int) -> tuple[list[int], int, int] | None:
        """The first set from this place on that is wanted: how often it has each piece, its number of solutions, and the place behind it. `None` if
        there is none.
        """

def _boards_of_pieces(
    tiling: Tiling,
    inside: tuple[int, ...] | None,
    symmetric: bool,
    without_holes: bool,
    solutions: tuple[int, int | None, bool],
    settings: dict[str, Any] | None,
) -> list[tuple[Board, int, int]]: ...
def _booklet(
    puzzles: list[tuple[str, Tiling]],
    title: str,
    columns: int,
    has_solutions: bool,
    cut: float | None,
    time: float | None,
) -> str: ...
def _sets() -> list[tuple[str, str]]: ...
def _set(name: str) -> tuple[str, str, str, str, list[Piece], Board | None]: ...
def _sheet(pictures: Sequence[tuple[str, str]], columns: int) -> str: ...
def _png(document: str, scale: float) -> bytes: ...
def _page(title: str, pictures: Sequence[tuple[str, str]]) -> str: ...
def _run(
    text: str, name: str, writes: tuple[list[str], bool], continues: bool, ascii: bool, settings: dict[str, Any]
) -> tuple[list[tuple[str, Tiling]], list[Any], list[_Message], list[_Message], tuple[str, str] | None]: ...

@final
class _Members:
    parameters: list[str]
    members: int
    def read(
        self,
    ) -> tuple[list[tuple[str, list[int], int, str | None]], list[_Message], list[_Message], tuple[str, str] | None, bool]:
        """Counts some members."""

def _family(
    family: str, text: str, name: str, symmetry: bool, filter: str | None, settings: dict[str, Any]
) -> tuple[_Members | None, list[_Message]]: ...
@final
class _Series:
    states: int
    compared: int
    def quotient(self) -> tuple[list[int], list[int]]:
        """The coefficients of the numerator and of the denominator."""
    def shown(self) -> tuple[int, str, str]:
        """The order, the recurrence as a text, and the quotient as one."""
    def growth(self) -> list[str] | None:
        """Bounds of the growth rate in decimal."""
    def terms(self, number: int, settings: dict[str, Any]) -> list[int]:
        """The first terms."""
    def copies(self) -> tuple[list[list[int]], list[list[int]], tuple[int, str, str]] | None:
        """The coefficients of the quotient by copies, and what `shown` says of it."""
    def rows(self, number: int, settings: dict[str, Any]) -> list[list[int]]:
        """The first polynomials."""
    def term(self, n: int, modulus: int | None, settings: dict[str, Any]) -> int:
        """A term, exact or modulo a number."""

def _apart(
    solution: TilingSolution, settings: dict[str, Any]
) -> (
    tuple[str, list[list[tuple[list[int], tuple[int, int, int], int | None]]], list[str], list[str]] | None
): ...
def _plane(
    piece: Piece, copies: int, coronas: int, window: int, settings: dict[str, Any]
) -> tuple[
    str,
    str | None,
    int | None,
    str,
    tuple[int, int] | None,
    tuple[tuple[int, int], tuple[int, int]] | None,
    list[tuple[int, tuple[tuple[int, int], ...]]],
    str,
]: ...
def _heat_map(tiling: Tiling, solutions: int, numbers: list[int], piece: str | None) -> str: ...
def _together(
    tiling: Tiling, cells: int, window: int, settings: dict[str, Any]
) -> tuple[
    bool,
    str,
    int,
    list[tuple[str, int, int]],
    tuple[tuple[int, int], tuple[int, int]] | None,
    list[tuple[str, tuple[tuple[int, int], ...]]],
    str | None,
]: ...
def _growth(
    piece: Piece, most: int, settings: dict[str, Any]
) -> list[tuple[int, int, int, float | None, tuple[float, float] | None, bool]]: ...
def _series(
    family: Any, first: int, asked: tuple[bool, bool, str | None], states: int, settings: dict[str, Any]
) -> _Series: ...
def _command(words: Sequence[str]) -> int: ...
