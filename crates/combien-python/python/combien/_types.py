"""Small types, and functions that are easier to write in Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._combien import Solution, Tiling

__all__ = ["Colored", "Estimate", "Marginals", "Progress", "Puzzle", "Ranking", "Rating", "RatingStep", "Report", "Size", "Why"]


def html_table(head: Iterable[object], rows: Iterable[Iterable[object]], caption: object = "") -> str:
    """A table for notebooks."""
    from html import escape

    def row(kind: str, cells: Iterable[object]) -> str:
        shown = (", ".join(map(str, cell)) if isinstance(cell, (tuple, list)) else str(cell) for cell in cells)
        return "<tr>" + "".join(f'<{kind} style="text-align: left">{escape(cell)}</{kind}>' for cell in shown) + "</tr>"

    title = f"<caption>{escape(str(caption))}</caption>" if caption else ""
    heading = row("th", head)
    return "<table>" + title + "".join([heading, *(row("td", cells) for cells in rows)]) + "</table>"


#: A heat map has at most this many rows and columns, and names of at most this many letters.
MOST_SHOWN = 50


def html_heat(title: str, values: Mapping[Any, float | None], shown: Callable[[float], str]) -> str:
    """A heat map for notebooks: a grid if the keys are pairs of numbers, else a list. Its color is half transparent, so that the
    text is read on any ground."""
    from html import escape

    greatest = max((value for value in values.values() if value), default=1.0)

    def name(key: object) -> str:
        text = str(key)
        return escape(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…")

    def cell(key: object, more: str = "") -> str:
        value = values.get(key)
        if value is None:
            return f"<td{more}></td>"
        color = f"rgba(214, 122, 78, {0.8 * value / greatest:.2f})"
        return f'<td{more} style="background: {color}; text-align: right">{shown(value)}</td>'

    pairs = [key for key in values if type(key) is tuple and len(key) == 2 and all(type(part) is int for part in key)]
    rows, columns = ({key[place] for key in pairs} for place in (0, 1))
    if pairs and len(pairs) == len(values) and max(map(_span, (rows, columns))) < MOST_SHOWN:
        across = range(min(columns), max(columns) + 1)
        lines = [
            f"<th>{row}</th>" + "".join(cell((row, column), f' title="{row}, {column}"') for column in across)
            for row in range(min(rows), max(rows) + 1)
        ]
        lines.insert(0, "<th></th>" + "".join(f"<th>{column}</th>" for column in across))
    else:
        lines = [f'<th style="text-align: left">{name(key)}</th>{cell(key)}' for key in list(values)[:MOST_SHOWN]]
        if len(values) > MOST_SHOWN:
            lines.append(f"<td>and {len(values) - MOST_SHOWN} more</td>")
    return f"<table><caption>{title}</caption>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _span(numbers: set[int]) -> int:
    return max(numbers) - min(numbers)


class Colored(NamedTuple):
    """A secondary item in a color, as an entry of an option."""

    item: Hashable
    color: Hashable


class Progress(NamedTuple):
    """The progress of a search."""

    nodes: int
    """Nodes of the search tree entered."""
    solutions: int
    """Solutions found."""
    fraction: float
    """The part of the search that is done, from 0 to 1, as the engine estimates it."""


class Size(NamedTuple):
    """An estimate with its range. Numbers beyond 1e308 are infinite."""

    mean: float
    """The mean of the probes: right on average."""
    error: float
    """The standard error of the mean."""
    low: float
    """The lower end of the range."""
    high: float
    """The upper end of the range. The true value is in the range in about nineteen of twenty cases,
    provided that the probes met all rare but large parts."""


class Estimate(NamedTuple):
    """The size of a search, estimated by random probes."""

    probes: int
    """The number of complete probes."""
    hits: int
    """The number of solutions that they met."""
    nodes: Size
    """The nodes of the search tree."""
    solutions: Size
    """The solutions; this says nothing if there are no hits."""

    def _repr_html_(self) -> str:
        rows = [(name, *(f"{number:.4g}" for number in size)) for name, size in (("nodes", self.nodes), ("solutions", self.solutions))]
        return html_table(("", *Size._fields), rows, f"{self.probes} probes")


class Puzzle(NamedTuple):
    """Clues that leave one solution; without any one of them there are several."""

    clues: tuple[Any, ...]
    """The names of the given options; empty if the problem has only one solution."""
    solution: Solution
    """The only solution that contains them."""
    searches: int
    """The number of problems searched on the way."""
    nodes: int
    """The nodes of these searches."""
    rating: Decimal | None = None
    """How hard it is for a person, if a rating was asked for."""

    def _repr_html_(self) -> str:
        rows = [(name, "given" if name in self.clues else "") for name in self.solution]
        return html_table(("solution", "clue"), rows, "" if self.rating is None else f"rated {self.rating}")


class RatingStep(NamedTuple):
    """A step of a person who solves a puzzle."""

    technique: str
    """The easiest technique that finds a step here."""
    rating: Decimal
    """How hard the technique is."""
    places: bool
    """Whether the options are placed; otherwise they are ruled out."""
    options: tuple[Any, ...]
    """The names of the options; of a tiling, the placements."""
    text: str
    """The step and its reason, in words."""


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is for a person; ``print`` shows the steps."""

    rating: Decimal | None
    """The rating of the hardest step, 0 if nothing is left to place. ``None`` if the techniques are not enough."""
    technique: str | None
    """The technique of the hardest step; ``None`` if there is no step."""
    effort: Decimal
    """The ratings of all steps together."""
    steps: tuple[RatingStep, ...]
    """The steps, in order."""

    def __str__(self) -> str:
        head = "beyond" if self.rating is None else f"{self.rating} {self.technique or 'nothing is left to place'}"
        lines = [f"{head}; effort {self.effort}"]
        lines += [f"  {step.rating} {step.technique}: {step.text}" for step in self.steps]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        steps = [(step.rating, step.technique, step.text) for step in self.steps]
        return html_table(("rating", "technique", "step"), steps, str(self).split("\n")[0])


class Ranking(list["Solution"]):
    """The best solutions of a problem by their costs, the best first; a list."""

    bound: int | Decimal | None
    """No solution is better than this: none costs less, or none costs more if the greatest cost is the best. If the question was
    answered, it is the cost of the best solution. ``None`` if nothing is known."""

    def __init__(self, solutions: Iterable[Solution] = (), bound: int | Decimal | None = None) -> None:
        super().__init__(solutions)
        self.bound = bound

    @property
    def gap(self) -> int | Decimal | None:
        """How far the first solution may be from the best possible one: 0 if it is the best. ``None`` if there is no solution yet,
        or no bound."""
        if not self or self.bound is None:
            return None
        # Both are whole numbers, or both are decimals.
        gap: int | Decimal = abs(self[0].cost - self.bound)
        return gap

    def _repr_html_(self) -> str:
        return html_table(("cost", "solution"), [(solution.cost, solution.names) for solution in self])


class Marginals(dict[Any, int]):
    """For each option, by name, the number of solutions that have it, exact at any size: a dictionary. A notebook shows a heat map."""

    solutions: int
    """The number of all solutions."""
    entropy: dict[Any, float | None]
    """For each item, how many bits the option that covers it tells on average: 0 where all solutions agree. ``None`` if there are no
    solutions, or if several options may cover it together."""
    tiling: Tiling | None
    """The tiling that was asked, if any."""

    def __init__(self, numbers: Mapping[Any, int], solutions: int, entropy: dict[Any, float | None]) -> None:
        super().__init__(numbers)
        self.solutions, self.entropy, self.tiling = solutions, entropy, None

    def share(self, name: Hashable) -> float:
        """The part of the solutions that have this option, from 0 to 1."""
        return self[name] / self.solutions if self.solutions else 0.0

    def to_svg(self, *, piece: str | None = None) -> str:
        """The board of a tiling as an SVG document: the darker a cell, the more bits, or the more likely a piece of this name covers it.

        Raises ``UnknownName`` if there is no such piece, and ``Error`` unless a tiling was asked.
        """
        from ._combien import _heat_map
        from ._errors import Error

        if self.tiling is None:
            raise Error("only the marginals of a Tiling have a board to be drawn")
        return _heat_map(self.tiling, self.solutions, list(self.values()), piece)

    def _repr_html_(self) -> str:
        if not self.solutions:
            return "<p>no solution</p>"
        numbers = list(self.values())
        told = f"<p>solutions: {self.solutions}; options in all: {numbers.count(self.solutions)}, in none: {numbers.count(0)}</p>"
        if self.tiling is not None:
            return told + self.to_svg()
        shares = {name: self.share(name) for name in self}
        maps = html_heat("share", shares, _percent) + html_heat("entropy in bits", self.entropy, "{:.3f}".format)
        return f'{told}<div style="display: flex; gap: 2em; align-items: start">{maps}</div>'


def _percent(share: float) -> str:
    """A part of all solutions. Only what is certain is written as certain."""
    return "&gt; 99.9 %" if 0.999 < share < 1 else "&lt; 0.1 %" if 0 < share < 0.001 else f"{100 * share:.1f} %"


@dataclass(frozen=True, kw_only=True)
class Why:
    """Why a problem has no solution."""

    kind: str
    """``"area"``, ``"dead"``, ``"coloring"``, ``"weights"``, ``"counting"``, ``"core"`` or ``"search"``."""
    sentence: str
    """The reason as a sentence, without a capital letter and a full stop."""
    items: tuple[Any, ...]
    """The items that it is about: the item that cannot be covered, those of a core, those with weights; empty for a search."""
    weights: dict[Any, Fraction]
    """The weights of items, if the reason is one of weights. Those of each option add up to a whole number and those of all that is to
    be covered do not; or, of the kind ``"counting"`` and of some others, those of each option add up to 0 or more and those of all
    that may be covered to less."""
    drawing: str | None
    """The reason drawn on the board of a tiling, if there is something to draw."""
    certificate: bytes
    """The certificate, which the program ``combien-verify`` checks."""

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return f"<p>{_escaped(self.sentence)}</p>" + (f"<pre>{_escaped(self.drawing)}</pre>" if self.drawing else "")


@dataclass(frozen=True, kw_only=True)
class Almost:
    """The largest partial solution of a problem that has no solution."""

    holes: int
    """How many covers are missing: of items, or, of a tiling, how many cells stay empty."""
    at_least: int
    """No partial solution has fewer holes than this."""
    left: dict[Any, int]
    """The items that lack covers, or the empty cells, and how many each lacks."""
    left_over: dict[Any, int]
    """Of a tiling, the pieces that are used too few times: they do not count as holes."""
    cover: Any
    """The partial solution, as a ``Solution`` of the problem; of a tiling, of ``Tiling.problem``."""
    mends: tuple[str, ...]
    """Of a tiling, which changes of a single piece make it solvable: ``"with one T4 added"``. Each has a solution that was found."""
    complete: bool
    """Whether no limit stopped the search. If it is ``False``, fewer holes or other changes may be possible."""

    def __str__(self) -> str:
        return f"{self.holes} missing"

    def _repr_html_(self) -> str:
        left = html_table(("left", "missing"), self.left.items(), self)
        shown = getattr(self.cover, "_repr_html_", None)
        return left + (shown() if shown else "") + "".join(f"<p>{_escaped(mend)}</p>" for mend in self.mends)


@dataclass(frozen=True, kw_only=True)
class Report:
    """Everything known about a question that was asked."""

    question: str
    """``"count"`` or ``"first"``."""
    certain: Any
    """The answer; if it was stopped, what is known nevertheless: a lower bound for a count, ``None`` for a first
    solution."""
    reason: str | None
    """The limit that stopped it, ``"time"``, ``"nodes"`` or ``"memory"``; ``None`` if it was answered."""
    message: str | None
    """The same as a sentence."""
    seconds: float
    """The time it took."""
    engine: str | None = None
    """The engine that answered; ``None`` up to symmetry, where there may be several."""
    why: str | None = None
    """Why it was this engine: the end of a sentence that begins with its name and ``because``."""
    nodes: int | None = None
    """The nodes that this engine entered in its search."""
    updates: int | None = None
    """The updates of its data."""
    fraction: float | None = None
    """The part of its work that is done, from 0 to 1, as the engine estimates it."""
    symmetries: int | None = None
    """The number of symmetries, if solutions were counted up to symmetry."""
    uncoverable: tuple[Any, ...] = ()
    """The primary items that no option covers: if there are any, there is no solution."""

    @property
    def is_answer(self) -> bool:
        """Whether the question was answered."""
        return self.reason is None

    @property
    def answer(self) -> Any:
        """The answer; raises ``Stopped`` if there is none."""
        if self.reason is not None:
            from ._errors import Stopped

            certain = self.certain if self.question == "count" else None
            raise Stopped(str(self.message), certain, self.reason)
        return self.certain

    def as_dict(self) -> dict[str, Any]:
        """The same as a dictionary of plain values; a solution is the list of its names."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        if self.question == "first" and self.certain is not None:
            fields["certain"] = list(self.certain.names)
        fields["uncoverable"] = list(self.uncoverable)
        return fields

    def __str__(self) -> str:
        """The report in some lines for people."""
        if self.question == "count":
            known = str(self.certain) if self.is_answer else f"at least {self.certain}; {self.message}"
        else:
            known = str(self.certain) if self.is_answer else f"not known; {self.message}"
        lines = [f"{self.question}: {known}"]
        if self.engine is not None:
            lines.append(f"by {self.engine}, because {self.why}")
        if self.symmetries is not None:
            lines.append(f"up to {self.symmetries} symmetries")
        if self.uncoverable:
            lines.append(f"no option has {', '.join(map(repr, self.uncoverable))}")
        work = [f"{self.seconds:.3f} s"]
        if self.nodes is not None:
            work.append(f"{self.nodes} nodes")
        if self.fraction is not None and not self.is_answer:
            work.append(f"{100 * self.fraction:.1f} % done")
        return "\n".join([*lines, ", ".join(work)])

    def _repr_html_(self) -> str:
        return f"<pre>{_escaped(str(self))}</pre>"


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


def cost_text(cost: Any) -> str:
    """A cost as a decimal number in digits. Raises ``Error`` if it is not exactly one."""
    from ._errors import Error, WrongType

    if isinstance(cost, str):
        return cost
    if isinstance(cost, Decimal):
        if not cost.is_finite() or cost.adjusted() >= 19 or (cost and cost.adjusted() < -18):
            raise Error(f"the cost {cost!r} cannot be used: a cost has at most 18 digits after the point, and fits in 64 bits without it")
        return format(cost, "f") if cost else "0"
    if isinstance(cost, Rational):
        number = Fraction(int(cost.numerator), int(cost.denominator))
        if abs(number) < 1 << 63:
            for places in range(19):
                units = number * 10**places
                if units.denominator == 1:
                    digits = str(abs(units.numerator)).rjust(places + 1, "0")
                    sign, end = "-" if number < 0 else "", len(digits) - places
                    return f"{sign}{digits[:end]}.{digits[end:] or 0}"
            raise Error(f"the cost {float(number)}... is no decimal number of at most 18 places: multiply all costs, or round it to a Decimal")
        raise Error("a cost fits in 64 bits")
    if isinstance(cost, Real):
        value = float(cost)
        if value.is_integer() and abs(value) < 1 << 53:
            return str(int(value))
        raise Error(f"the cost {cost!r} is a float that is not a whole number: pass a Decimal or a text, such as '{value}', which is exact")
    raise WrongType(f"{cost!r} is not a cost: pass a whole number, a Decimal or a text such as '2.5'")


def in_order(items: Iterable[Any]) -> list[Any]:
    """The items of a set, sorted, so that no result depends on hashes."""
    listed = list(items)
    # Sets are compared by inclusion, which is not a total order.
    if not any(isinstance(item, (set, frozenset)) for item in listed):
        try:
            return sorted(listed)
        except TypeError:
            pass
    return sorted(listed, key=_key)


def _key(item: Any) -> tuple[str, str]:
    """A key that sorts items of different types."""
    if isinstance(item, (set, frozenset)):
        return type(item).__name__, repr(in_order(item))
    return type(item).__name__, repr(item)


def appearing(sets: Iterable[Iterable[Any]], secondary: Iterable[Any]) -> list[Any]:
    """The items of sets in the order in which they appear, without secondary ones and those in a color."""
    others = set(secondary)
    items: dict[Any, None] = {}
    for entries in sets:
        for entry in entries:
            is_colored = isinstance(entry, Colored)
            if not is_colored and entry in others:
                continue
            if is_colored or (type(entry) is tuple and len(entry) == 2 and entry[0] in others):
                continue
            items[entry] = None
    return list(items)
