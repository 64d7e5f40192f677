from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from typing import Any, Generic, Literal, TypeVar, final, overload

from ._tilings import Placement
from ._types import Almost, Estimate, Progress, Puzzle, Ranking, Rating, Report, Why

__all__ = [
    "Diagram",
    "Problem",
    "ProductDiagram",
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
]

__version__: str

_Entries = Iterable[Hashable]
_Bounds = Mapping[Any, int | tuple[int, int | None]]
_Cost = int | Decimal | Fraction | float | str
_Costs = Mapping[Any, _Cost] | Iterable[_Cost]
_Progress = bool | Callable[[Progress], object]
_UpTo = Literal["symmetry", "automorphism"] | "Symmetries"
_Where = Literal["symmetric", "asymmetric"]
_Made = TypeVar("_Made", covariant=True)
_Band = float | Decimal | tuple[float | Decimal | None, float | Decimal | None]
_Clues = int | tuple[int | None, int | None]
_Format = Literal["dlx", "json", "sage", "csv", "mps", "cnf", "opb", "lp", "mzn", "fzn"] | str
_Generator = Mapping[Any, Hashable] | Iterable[Iterable[Hashable]]
_Engine = Literal["auto", "fast", "cells", "links", "frontier", "memo", "zdd", "intersect", "pfaffian", "alike", "sat", "naive"] | str

@final
class Problem:
    def __new__(
        cls,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        *,
        bounds: _Bounds | None = None,
    ) -> Problem: ...
    def option(self, name: Hashable | None, items: _Entries, *, cost: _Cost = 0) -> None: ...
    def options(
        self,
        options: Mapping[Any, _Entries] | Iterable[tuple[Hashable | None, _Entries]],
        *,
        costs: _Costs | None = None,
    ) -> None: ...
    @staticmethod
    def from_sets(
        sets: Mapping[Any, _Entries] | Iterable[_Entries],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        bounds: _Bounds | None = None,
        costs: _Costs | None = None,
    ) -> Problem: ...
    @staticmethod
    def from_matrix(matrix: Any, *, primary: int | None = None, costs: _Costs | None = None) -> Problem: ...
    @staticmethod
    def from_rows(
        rows: Iterable[Iterable[int]],
        *,
        columns: int | None = None,
        primary: int | None = None,
        costs: _Costs | None = None,
    ) -> Problem: ...
    @staticmethod
    def from_graph(graph: Any) -> Problem: ...
    @staticmethod
    def classic(name: str, *arguments: object) -> Problem: ...
    @staticmethod
    def read(path: str | PathLike[str], *, format: _Format | None = None) -> Problem: ...
    @staticmethod
    def parse(text: str, *, format: _Format = "dlx") -> Problem: ...
    def write(self, path: str | PathLike[str], *, format: _Format | None = None) -> None: ...
    def to_text(self, *, format: _Format = "dlx") -> str: ...
    def read_model(self, text: str) -> Solution | None: ...
    @property
    def primary(self) -> list[Any]: ...
    @property
    def secondary(self) -> list[Any]: ...
    @property
    def bounds(self) -> dict[Any, tuple[int, int | None]]: ...
    @property
    def names(self) -> list[Any]: ...
    @property
    def uncoverable(self) -> list[Any]: ...
    @property
    def item_count(self) -> int: ...
    @property
    def option_count(self) -> int: ...
    def cost(self, name: Hashable) -> Any: ...
    def set_cost(self, name: Hashable, cost: _Cost) -> None: ...
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
    ) -> int: ...
    def best(
        self,
        k: int | None = 1,
        *,
        maximize: bool = False,
        within: _Cost | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Ranking: ...
    def front(
        self,
        numbers: Mapping[Any, int] | Iterable[int],
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[tuple[int | Decimal, int, Solution]]: ...
    def first(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Solution | None: ...
    def has_solution(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool: ...
    def is_unique(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool: ...
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
    ) -> Almost | None: ...
    def solutions(
        self,
        *,
        up_to: _UpTo | None = None,
        where: _Where | None = None,
        kept_by: Symmetries | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Solutions: ...
    def sample(
        self,
        n: int,
        *,
        seed: int = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[Solution]: ...
    def estimate(
        self,
        *,
        probes: int = 1000,
        seed: int = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None,
    ) -> Estimate: ...
    def report(
        self,
        question: Literal["count", "first"] = "count",
        *,
        up_to: _UpTo | None = None,
        where: _Where | None = None,
        kept_by: Symmetries | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Report: ...
    def diagram(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> Diagram: ...
    def marginals(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> dict[Any, int]: ...
    def compile(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> ProductDiagram: ...
    def read_diagram(
        self, path: str | PathLike[str], *, time: float | None = None, memory: int | None = None
    ) -> ProductDiagram: ...
    def parse_diagram(
        self, text: str, *, time: float | None = None, memory: int | None = None
    ) -> ProductDiagram: ...
    def symmetries(
        self,
        *,
        generators: Iterable[_Generator] | None = None,
        keeping: Iterable[Iterable[Hashable]] | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
    ) -> Symmetries: ...
    def generate(
        self,
        *,
        seed: int = 1,
        spare: Iterable[Hashable] | None = None,
        time: float | None = None,
    ) -> Puzzle | None: ...
    def puzzles(
        self,
        *,
        seed: int | None = None,
        clues: _Clues | None = None,
        spare: Iterable[Hashable] | None = None,
        rating: _Band | None = None,
        series: int | None = None,
        resume: str | None = None,
        time: float | None = None,
    ) -> _Puzzles[Puzzle]: ...
    def rate(self, clues: Iterable[Hashable] | None = None, *, time: float | None = None) -> Rating: ...
    def restricted(self, names: Iterable[Hashable]) -> Problem: ...
    def check(self, solution: Solution | Iterable[Hashable]) -> bool: ...
    def violations(self, solution: Solution | Iterable[Hashable]) -> list[str]: ...

@final
class _Puzzles(Generic[_Made]):
    def __iter__(self) -> _Puzzles[_Made]: ...
    def __next__(self) -> _Made: ...
    @property
    def state(self) -> str | None: ...

@final
class Solution:
    def __new__(cls, problem: Problem, rows: Iterable[int]) -> Solution: ...
    @property
    def names(self) -> tuple[Any, ...]: ...
    @property
    def rows(self) -> tuple[int, ...]: ...
    @property
    def items(self) -> tuple[tuple[Any, ...], ...]: ...
    @property
    def cost(self) -> Any: ...
    def as_dict(self) -> dict[Any, tuple[Any, ...]]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, place: int, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Solutions:
    def __iter__(self) -> Solutions: ...
    def __next__(self) -> Solution: ...

@final
class Diagram:
    @property
    def problem(self) -> Problem: ...
    @property
    def node_count(self) -> int: ...
    @property
    def universe(self) -> list[Any]: ...
    def count(self) -> int: ...
    def count_by_size(self) -> list[int]: ...
    def marginals(self) -> dict[Any, int]: ...
    def distribution(self, *weights: dict[Any, int]) -> dict[Any, int]: ...
    def sample(self, n: int, *, seed: int = 1) -> list[Solution]: ...
    def including(self, *names: Hashable) -> Diagram: ...
    def excluding(self, *names: Hashable) -> Diagram: ...
    def isdisjoint(self, other: Diagram) -> bool: ...
    def lightest(self, weights: dict[Any, int], n: int = 1) -> list[tuple[int, Solution]]: ...
    def heaviest(self, weights: dict[Any, int], n: int = 1) -> list[tuple[int, Solution]]: ...
    def to_text(self) -> str: ...
    def to_dot(self) -> str: ...
    def to_graphillion(self) -> str: ...
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
    @property
    def problem(self) -> Problem: ...
    @property
    def node_count(self) -> int: ...
    @property
    def product_count(self) -> int: ...
    def count(self) -> int: ...
    def count_by_size(self) -> list[int]: ...
    def marginals(self) -> dict[Any, int]: ...
    def distribution(self, *weights: dict[Any, int]) -> dict[Any, int]: ...
    def sample(self, n: int, *, seed: int = 1) -> list[Solution]: ...
    def including(self, *names: Hashable) -> ProductDiagram: ...
    def excluding(self, *names: Hashable) -> ProductDiagram: ...
    def lightest(self, weights: dict[Any, int]) -> tuple[int, Solution] | None: ...
    def heaviest(self, weights: dict[Any, int]) -> tuple[int, Solution] | None: ...
    def write(
        self, path: str | PathLike[str], *, format: Literal["zdnnf", "nnf"] | None = None
    ) -> None: ...
    def to_text(self, *, format: Literal["zdnnf", "nnf"] = "zdnnf") -> str: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, solution: Solution | Iterable[Hashable], /) -> bool: ...
    def __iter__(self) -> Iterator[Solution]: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Symmetries:
    @property
    def problem(self) -> Problem: ...
    @property
    def order(self) -> int: ...
    @property
    def generators(self) -> list[tuple[tuple[Any, ...], ...]]: ...
    @property
    def orbits(self) -> list[list[Any]]: ...
    @property
    def item_orbits(self) -> list[list[Any]]: ...
    def orbit(self, solution: Solution) -> list[Solution]: ...

def _restore(
    version: int, items: Any, kinds: bytes, bounds: Any, parts: Any, costs: tuple[bytes, int] | None = None
) -> Problem: ...
def _restore_diagram(problem: Problem, rows: list[int], text: str) -> Diagram: ...
def _restore_products(problem: Problem, text: str) -> ProductDiagram: ...

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
    def next(self) -> tuple[bytes, bytes] | None: ...

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
    def set(self) -> None: ...

def _fingerprint(problem: Problem) -> str: ...
def _plain(problem: Problem) -> tuple[Any, ...]: ...
def _begin(problem: Problem, question: str, engine: str) -> bytes: ...
def _select(state: bytes, start: int, end: int) -> bytes: ...
def _search(
    problem: Problem,
    question: str,
    state: bytes,
    *,
    stop: _Stop | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
) -> tuple[int, int, bytes | None, list[float], bytes | None]: ...
def _probe(
    problem: Problem,
    engine: str,
    probes: int,
    seed: int,
    *,
    stop: _Stop | None = None,
    time: float | None = None,
) -> tuple[int, int, int, float, float]: ...
def _pool(parts: list[tuple[int, int, int, float, float]], seed: int) -> Estimate: ...

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
    def name(self) -> str: ...
    @property
    def axes(self) -> _Axes: ...
    @property
    def pitch(self) -> int: ...
    @property
    def block(self) -> tuple[int, int]: ...
    @property
    def cells(self) -> tuple[tuple[tuple[int, int], ...], ...]: ...
    @property
    def motions(self) -> tuple[str, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Board:
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
    ) -> Board: ...
    @staticmethod
    def outline(
        name: str,
        *lengths: int,
        grid: _Grid | None = None,
        optional: _Cells | None = None,
        gaps: bool = False,
    ) -> Board: ...
    @staticmethod
    def checkerboard(
        width: int,
        height: int,
        depth: int | None = None,
        *,
        gaps: bool = False,
        wrap: _Wrap | None = None,
    ) -> Board: ...
    @staticmethod
    def box(
        width: int,
        height: int,
        depth: int,
        *,
        optional: _Cells | None = None,
        gaps: bool = False,
        wrap: _Wrap | None = None,
    ) -> Board: ...
    @property
    def grid(self) -> str | Lattice: ...
    @property
    def cells(self) -> tuple[_Cell, ...]: ...
    @property
    def optional(self) -> tuple[_Cell, ...]: ...
    @property
    def wrap(self) -> tuple[str | _Cell, ...]: ...
    @property
    def marks(self) -> dict[_Cell, str]: ...
    @property
    def border(self) -> str | None: ...
    @property
    def fits(self) -> str | None: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    def to_svg(self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __contains__(self, cell: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class Piece:
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
    ) -> Piece: ...
    @property
    def name(self) -> str | None: ...
    @property
    def color(self) -> str | None: ...
    @property
    def grid(self) -> str | Lattice: ...
    @property
    def cells(self) -> tuple[_Cell, ...]: ...
    @property
    def times(self) -> tuple[int, int | None]: ...
    @property
    def turn(self) -> _Turn | None: ...
    @property
    def mirror(self) -> bool: ...
    @property
    def marks(self) -> dict[_Cell, str]: ...
    @property
    def sides(self) -> str | None: ...
    @property
    def back(self) -> str | None: ...
    @property
    def orientations(self) -> tuple[tuple[_Cell, ...], ...]: ...
    def to_svg(self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

_Pieces = str | Piece | Iterable[_Pieces]

@final
class Tiling:
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
    def board(self) -> Board: ...
    @property
    def pieces(self) -> tuple[Piece, ...]: ...
    @property
    def problem(self) -> Problem: ...
    def count(
        self,
        *,
        up_to: _TilingUpTo | None = None,
        # The table of a count: written by tests/test_reference.py.
        scratch: str | PathLike[str] | None = None, disk: int | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> int: ...
    def first(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> TilingSolution | None: ...
    def has_solution(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool: ...
    def is_unique(
        self,
        *,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> bool: ...
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
    ) -> Almost | None: ...
    def rate(self, *, time: float | None = None) -> Rating: ...
    def puzzles(
        self,
        *,
        seed: int | None = None,
        clues: _Clues | None = None,
        rating: _Band | None = None,
        series: int | None = None,
        resume: str | None = None,
        time: float | None = None,
    ) -> _Puzzles[Tiling]: ...
    def solutions(
        self,
        *,
        up_to: _TilingUpTo | None = None,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> TilingSolutions: ...
    def sample(
        self,
        n: int,
        *,
        seed: int = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None, progress: _Progress | None = None,
    ) -> list[TilingSolution]: ...
    def estimate(
        self,
        *,
        probes: int = 1000,
        seed: int = 1,
        time: float | None = None, nodes: int | None = None, memory: int | None = None,
        threads: int | None = None, engine: _Engine | None = None,
    ) -> Estimate: ...
    def read(self, solution: Solution | Iterable[int]) -> TilingSolution: ...
    @staticmethod
    def from_xmpuzzle(source: str | PathLike[str] | bytes, *, problem: str | None = None) -> Tiling: ...
    def to_xmpuzzle(self, *, name: str = "puzzle") -> bytes: ...
    def to_svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...

@final
class TilingSolution:
    @property
    def tiling(self) -> Tiling: ...
    @property
    def rows(self) -> tuple[int, ...]: ...
    @property
    def placements(self) -> tuple[Placement, ...]: ...
    @property
    def array(self) -> Any: ...
    @property
    def regions(self) -> Any: ...
    @property
    def lists(self) -> list[Any]: ...
    @property
    def alike(self) -> int | None: ...
    def to_text(self, *, ascii: bool = False) -> str: ...
    def to_svg(
        self, *, view: _View | None = None, cell: float = 24.0, heading: bool = False, legend: bool = True
    ) -> str: ...
    def to_png(
        self,
        *,
        scale: float = 2.0,
        view: _View | None = None,
        cell: float = 24.0,
        heading: bool = False,
        legend: bool = True,
    ) -> bytes: ...
    def to_stl(
        self, *, side: float = 20.0, gap: float = 0.2, thickness: float = 5.0, piece: int | None = None
    ) -> bytes: ...
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
    def __iter__(self) -> TilingSolutions: ...
    def __next__(self) -> TilingSolution: ...

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
    def after(self, place: int) -> tuple[list[int], int, int] | None: ...

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
    ) -> tuple[list[tuple[str, list[int], int, str | None]], list[_Message], list[_Message], tuple[str, str] | None, bool]: ...

def _family(
    family: str, text: str, name: str, symmetry: bool, filter: str | None, settings: dict[str, Any]
) -> tuple[_Members | None, list[_Message]]: ...
@final
class _Series:
    states: int
    compared: int
    def quotient(self) -> tuple[list[int], list[int]]: ...
    def shown(self) -> tuple[int, str, str]: ...
    def growth(self) -> list[str] | None: ...
    def terms(self, number: int, settings: dict[str, Any]) -> list[int]: ...
    def copies(self) -> tuple[list[list[int]], list[list[int]], tuple[int, str, str]] | None: ...
    def rows(self, number: int, settings: dict[str, Any]) -> list[list[int]]: ...
    def term(self, n: int, modulus: int | None, settings: dict[str, Any]) -> int: ...

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
