"""Runs texts of the tiling language, and returns their results as objects."""

from __future__ import annotations

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
    "Message",
    "Printed",
    "ScriptError",
    "ScriptResult",
    "Shown",
    "Written",
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
            self.place, self.hint = first.place, first.hint

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
        self.results = tuple(results)
        """Everything in order."""
        self.problems = problems
        """The problems of the text by their names, for further questions; of a family, the members that the text uses."""
        self.warnings = tuple(warnings)
        """Warnings."""
        self.notes = tuple(notes)
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

    A text may come from anywhere, so it runs no programs, and writes no files unless ``allow_write`` says where: a folder or a
    list of folders; ``True`` is the current folder. Paths in the text are relative to the current folder.

    ``time`` holds for all of the text, ``nodes`` and ``memory`` for each of its questions. If one is stopped, the next one runs.

    Raises ``ScriptError`` if the text is wrong, and if an assertion does not hold; and ``Stopped``, in the end, if a question
    was stopped. With ``check=False`` the results of assertions and of stopped questions are returned instead.
    """
    if text is None:
        if path is None:
            raise TypeError("run() needs a text or a path")
        text = Path(path).read_text(encoding="utf-8")
    name = "<text>" if path is None else fspath(path)
    settings = {"time": time, "nodes": nodes, "memory": memory, "threads": threads, "progress": progress}
    folders = _folders(allow_write)
    problems, said, warnings, faults, stopped = _combien._run(text, name, folders, not check, ascii, settings)
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
