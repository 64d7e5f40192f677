from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Literal, final

from ._types import Estimate, Progress

__all__ = [
    "Problem",
    "Solution",
    "Solutions",
    "_Stop",
    "__version__",
    "_begin",
    "_fingerprint",
    "_plain",
    "_pool",
    "_probe",
    "_restore",
    "_search",
    "_select",
]

__version__: str

_Entries = Iterable[Hashable]
_Bounds = Mapping[Any, int | tuple[int, int | None]]
_Progress = bool | Callable[[Progress], object]
_Engine = Literal["auto", "fast", "links", "frontier", "memo", "zdd", "intersect", "sat", "naive"] | str

@final
class Problem:
    def __new__(
        cls,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        *,
        bounds: _Bounds | None = None,
    ) -> Problem: ...
    def option(self, name: Hashable | None, items: _Entries) -> None: ...
    def options(
        self, options: Mapping[Any, _Entries] | Iterable[tuple[Hashable | None, _Entries]]
    ) -> None: ...
    @staticmethod
    def from_sets(
        sets: Mapping[Any, _Entries] | Iterable[_Entries],
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        bounds: _Bounds | None = None,
    ) -> Problem: ...
    @staticmethod
    def from_matrix(matrix: Any, *, primary: int | None = None) -> Problem: ...
    @staticmethod
    def from_rows(
        rows: Iterable[Iterable[int]], *, columns: int | None = None, primary: int | None = None
    ) -> Problem: ...
    @staticmethod
    def read(path: str | PathLike[str]) -> Problem: ...
    def write(self, path: str | PathLike[str]) -> None: ...
    @property
    def primary(self) -> list[Any]: ...
    @property
    def secondary(self) -> list[Any]: ...
    @property
    def bounds(self) -> dict[Any, tuple[int, int | None]]: ...
    @property
    def names(self) -> list[Any]: ...
    @property
    def item_count(self) -> int: ...
    @property
    def option_count(self) -> int: ...
    def __getitem__(self, name: Hashable, /) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def _repr_html_(self) -> str: ...
    def count(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
        progress: _Progress | None = None,
    ) -> int: ...
    def first(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
        progress: _Progress | None = None,
    ) -> Solution | None: ...
    def has_solution(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
        progress: _Progress | None = None,
    ) -> bool: ...
    def solutions(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
        progress: _Progress | None = None,
    ) -> Solutions: ...
    def sample(
        self,
        n: int,
        *,
        seed: int = 1,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
        progress: _Progress | None = None,
    ) -> list[Solution]: ...
    def estimate(
        self,
        *,
        probes: int = 1000,
        seed: int = 1,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        threads: int | None = None,
        engine: _Engine | None = None,
    ) -> Estimate: ...
    def check(self, solution: Solution | Iterable[Hashable]) -> bool: ...
    def violations(self, solution: Solution | Iterable[Hashable]) -> list[str]: ...

@final
class Solution:
    def __new__(cls, problem: Problem, rows: Iterable[int]) -> Solution: ...
    @property
    def names(self) -> tuple[Any, ...]: ...
    @property
    def rows(self) -> tuple[int, ...]: ...
    @property
    def items(self) -> tuple[tuple[Any, ...], ...]: ...
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

def _restore(
    version: int, items: Any, kinds: bytes, bounds: Any, parts: Any
) -> Problem: ...

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
