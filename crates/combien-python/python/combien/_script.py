"""Runs texts of the tiling language, and returns their results as objects."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple, Union

from . import _combien
from ._combien import Tiling, TilingSolution
from ._errors import Error, Stopped
from ._types import Progress

__all__ = [
    "Asserted",
    "Counted",
    "Family",
    "Member",
    "Message",
    "Printed",
    "ScriptError",
    "ScriptResult",
    "Shown",
    "Written",
    "family",
    "run",
]

_Folders = Union[bool, str, "PathLike[str]", Iterable[Union[str, "PathLike[str]"]]]


class Message(NamedTuple):
    """An error or a warning about a text."""

    severity: str
    """``"error"`` or ``"warning"``."""
    code: str
    """A short name for this kind of message, the same in every version."""
    message: str
    """What is wrong."""
    place: str | None
    """Where: ``file:line:column``."""
    hint: str | None
    """How to correct it, if known."""
    drawn: str
    """The whole message, with the place in the text underlined, as the command shows it."""


class ScriptError(Error):
    """A text of the tiling language is wrong, or an assertion in it does not hold.

    ``messages`` has all messages; ``place`` and ``hint`` are those of the first error. It prints as the command
    shows it.
    """

    messages: tuple[Message, ...]

    def __init__(self, messages: Iterable[Message]) -> None:
        self.messages = tuple(messages)
        super().__init__("\n\n".join(message.drawn for message in self.messages))
        first = next((m for m in self.messages if m.severity == "error"), None)
        if first is not None:
            self.place: str | None = first.place
            self.hint: str | None = first.hint

    def __reduce__(self) -> tuple[type, tuple[tuple[Message, ...]]]:
        return type(self), (self.messages,)

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the mistake, without the traceback."""
        return str(self).splitlines()


class Printed(NamedTuple):
    """Text that was printed."""

    text: str


class Counted(NamedTuple):
    """The number of solutions of a problem."""

    problem: str
    up_to: str | None
    """``"symmetry"``, or ``None``."""
    solutions: int | None
    """The count; ``None`` if a limit stopped it."""
    certain: int
    """A lower bound."""
    place: str


class Shown(NamedTuple):
    """A solution that was shown, or written to a file."""

    problem: str
    solution: TilingSolution
    drawing: str | None
    """The text that was printed, if it was drawn."""


class Asserted(NamedTuple):
    """An assertion that was checked."""

    assertion: str
    """The assertion as it is written."""
    holds: bool | None
    """Whether it holds; ``None`` if a limit stopped it."""
    message: str
    """Why it does not hold, or is not known; empty if it holds."""
    place: str


class Written(NamedTuple):
    """A file that was written."""

    path: str


class ScriptResult:
    """The results of a text."""

    def __init__(
        self,
        results: Iterable[Printed | Counted | Shown | Asserted | Written],
        problems: dict[str, Tiling],
        warnings: Iterable[Message],
        notes: Iterable[str],
        stopped: str | None,
    ) -> None:
        self.results: tuple[Printed | Counted | Shown | Asserted | Written, ...] = tuple(results)
        """Everything in order."""
        self.problems = problems
        """The problems of the text by their names, for further questions; of a family, the members that the text uses."""
        self.warnings: tuple[Message, ...] = tuple(warnings)
        """Warnings."""
        self.notes: tuple[str, ...] = tuple(notes)
        """What the command prints on standard error, such as the sizes of diagrams."""
        self.stopped = stopped
        """The limit that stopped the last question that was stopped: ``"time"``, ``"nodes"``, ``"memory"``; or ``None``."""

    @property
    def text(self) -> str:
        """All that was printed, as the command prints it."""
        return "".join(_text(result) for result in self.results)

    @property
    def counts(self) -> list[int | None]:
        """The counts in order; ``None`` for one that was stopped."""
        return [result.solutions for result in self.results if isinstance(result, Counted)]

    @property
    def solutions(self) -> list[TilingSolution]:
        """The solutions that were shown, in order."""
        return [result.solution for result in self.results if isinstance(result, Shown)]

    @property
    def assertions(self) -> list[Asserted]:
        """The assertions that were checked, in order."""
        return [result for result in self.results if isinstance(result, Asserted)]

    @property
    def files(self) -> list[str]:
        """The files that were written, in order."""
        return [result.path for result in self.results if isinstance(result, Written)]

    def __iter__(self) -> Iterator[Printed | Counted | Shown | Asserted | Written]:
        return iter(self.results)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        counts = f"{len(self.counts)} counts, {len(self.solutions)} solutions, {len(self.assertions)} assertions"
        return f"<combien.ScriptResult: {counts}>"

    def _repr_html_(self) -> str:
        """The text with pictures in place of drawings."""
        import html  # It is not needed where there are no notebooks.

        parts = [f'<pre style="color: #9a6700">{html.escape(message.drawn)}</pre>' for message in self.warnings]
        for result in self.results:
            if isinstance(result, Shown) and result.drawing is not None:
                parts.append(f"<div>{result.solution._repr_svg_()}</div>")
            elif _text(result).strip():
                parts.append(f"<pre>{html.escape(_text(result).rstrip())}</pre>")
            elif isinstance(result, Asserted):
                words = result.assertion if result.holds else result.message
                parts.append(f"<pre>{'✓' if result.holds else '✗'} {html.escape(words)}</pre>")
        return "\n".join(parts)


def _text(result: Printed | Counted | Shown | Asserted | Written) -> str:
    if isinstance(result, Printed):
        return result.text
    return result.drawing or "" if isinstance(result, Shown) else ""


def run(
    text: str | None = None,
    path: str | PathLike[str] | None = None,
    *,
    allow_write: _Folders = False,
    overwrite: bool = False,
    check: bool = True,
    ascii: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[Progress], object] | None = None,
) -> ScriptResult:
    """Runs a text of the tiling language and returns its results. Nothing runs until the whole text is correct.

    ``path`` is the file that the text is from: messages name it, and files that the text includes are relative to it. Without
    ``text`` the file is read.

    It runs no programs, and writes no files unless ``allow_write`` says where: a folder or a list of folders;
    ``True`` is the current folder, which paths in the text are relative to. It replaces only files that Combien
    wrote, unless ``overwrite`` is true, and includes only files below the folder of ``path``.

    ``time`` holds for all of the text, ``nodes`` and ``memory`` for each of its questions. If one is stopped, the next one runs.

    Raises ``ScriptError`` if the text is wrong, and if an assertion does not hold; and ``Stopped``, in the end, if a question
    was stopped. With ``check=False`` the results of assertions and of stopped questions are returned instead.
    """
    text, name = _named("run", text, path)
    settings = {"time": time, "nodes": nodes, "memory": memory, "threads": threads, "progress": progress}
    folders = _folders(allow_write)
    problems, said, warnings, faults, stopped = _combien._run(text, name, (folders, overwrite), not check, ascii, settings)
    if faults:
        raise ScriptError(Message(*fault) for fault in faults)
    results: list[Printed | Counted | Shown | Asserted | Written] = []
    notes: list[str] = []
    for kind, *parts in said:
        if kind == "note":
            notes.append(parts[0])
        elif kind == "count":
            problem, up_to, count, why, place = parts
            results.append(Counted(problem, up_to, count if why is None else None, count, place))
        else:
            results.append(_KINDS[kind](*parts))
    if stopped is not None and check:
        raise Stopped(stopped[1], None, stopped[0])
    listed = (Message(*warning) for warning in warnings)
    return ScriptResult(results, dict(problems), listed, notes, None if stopped is None else stopped[0])


class Member(NamedTuple):
    """A member of a family of problems, and its number of solutions."""

    problem: str
    """Its name with its arguments: ``day<5, 1>``."""
    arguments: dict[str, int]
    """Its arguments, by the names of the parameters."""
    solutions: int | None
    """The count; ``None`` if ``nodes`` or ``memory`` stopped it."""
    certain: int
    """A lower bound."""


class Family(Iterator[Member]):
    """The members of a family of problems, in order, the last argument changing fastest. Each is made and counted when it is needed, and
    dropped.

    ``parameters`` has the names of the parameters, ``members`` the number of members, those that were read included, and ``warnings``
    the warnings about the text and about the members so far.
    """

    def __init__(self, members: _combien._Members) -> None:
        self._members = members
        self._ready: deque[Member] = deque()
        self._raised: Exception | None = None
        self._is_last = False
        self.parameters: tuple[str, ...] = tuple(members.parameters)
        """The names of the parameters."""
        self.members: int = members.members
        """The number of members, those that were read included."""
        self.warnings: list[Message] = []
        """Warnings about the text, and about members that were counted."""

    def __next__(self) -> Member:
        while not self._ready:
            raised, self._raised = self._raised, None
            if raised is not None:
                raise raised
            if self._is_last:
                raise StopIteration
            self._read()
        return self._ready.popleft()

    def _read(self) -> None:
        try:
            rows, faults, warnings, stopped, self._is_last = self._members.read()
        except BaseException:
            # What was interrupted is lost, so there is nothing to go on from.
            self._is_last = True
            raise
        for name, arguments, count, why in rows:
            named = dict(zip(self.parameters, arguments))
            self._ready.append(Member(name, named, count if why is None else None, count))
        self.warnings.extend(Message(*warning) for warning in warnings)
        if faults:
            self._raised = ScriptError(Message(*fault) for fault in faults)
        elif stopped is not None:
            self._raised = Stopped(stopped[1], None, stopped[0])

    def __repr__(self) -> str:
        return f"<combien.Family: {self.members} members>"


def family(
    problem: str,
    text: str | None = None,
    path: str | PathLike[str] | None = None,
    *,
    up_to: str | None = None,
    where: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
) -> Family:
    """Counts the solutions of each member of a family of problems, such as ``"day<1..12, 1..31>"``: an iterator.

    The family is defined by ``text`` in the tiling language, or by the file ``path``; its commands are not run. A
    range of at most 10,000 values or a number stands for each parameter. ``threads`` members are counted at once, in
    an order that is always the same.

    >>> import combien
    >>> rooms = "problem room<n> = constant (n, 2) true [{**} ~sym]"
    >>> [member.solutions for member in combien.family("room<1..8>", rooms)]
    [1, 2, 3, 5, 8, 13, 21, 34]

    ``up_to="symmetry"`` counts solutions once that a symmetry of the member maps to each other; ``where`` says what they must look like,
    as in the language. ``nodes`` holds for each member, ``memory`` for those counted at once, ``time`` for all: then ``Stopped`` is raised behind the last member
    that is known.

    Raises ``ScriptError`` if the text is wrong, and behind the members before it if a member cannot be made.
    """
    if up_to not in (None, "symmetry"):
        raise Error(f"up_to is {up_to!r}, not 'symmetry'")
    text, name = _named("family", text, path)
    settings = {"time": time, "nodes": nodes, "memory": memory, "threads": threads, "engine": engine}
    members, faults = _combien._family(problem, text, name, up_to is not None, where, settings)
    if members is None:
        raise ScriptError(Message(*fault) for fault in faults)
    return Family(members)


def _named(function: str, text: str | None, path: str | PathLike[str] | None) -> tuple[str, str]:
    """A text, and what messages call it."""
    if text is None:
        if path is None:
            raise TypeError(f"{function}() needs a text or a path")
        text = Path(path).read_text(encoding="utf-8")
    return text, "<text>" if path is None else fspath(path)


_KINDS: dict[str, Callable[..., Printed | Shown | Asserted | Written]] = {
    "text": Printed,
    "solution": Shown,
    "assertion": Asserted,
    "file": Written,
}


def _folders(allowed: _Folders) -> list[str]:
    if allowed is True:
        return ["."]
    if allowed is False:
        return []
    if isinstance(allowed, (str, PathLike)):
        return [fspath(allowed)]
    return [fspath(folder) for folder in allowed]
