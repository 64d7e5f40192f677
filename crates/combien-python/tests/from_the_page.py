"""A third checker of certificates: docs/certificates.md, paragraph by paragraph, and nothing that this page does not allow.

It was written from the page alone, to see whether the page says enough. It is slow: each question is answered by its
definition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace


class Refused(Exception):
    """The page does not allow it."""


def need(condition: object, why: str) -> None:
    if not condition:
        raise Refused(why)


# -- What it is about: the problem. Numbers are those of the page, from 1.

#: The greatest bound, which stands for all that are greater.
MOST = 2147483647


@dataclass
class Problem:
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The bounds of the primary items, which come first."""
    secondary: set[int] = field(default_factory=set)
    options: dict[int, dict[int, str | None]] = field(default_factory=dict)
    """The items of each option, with their colors."""

    def is_once(self, item: int) -> bool:
        return self.bounds.get(item) == (1, 1)

    def may_fit(self, option: int) -> bool:
        return any(item in self.bounds for item in self.options[option])


def read(text: str) -> Problem:
    return from_json(json.loads(text)) if text.lstrip().startswith("{") else from_text(text)


def from_text(text: str) -> Problem:
    head, *lines = [words for line in text.split("\n") if (words := line.split()) and not words[0].startswith("|")]
    problem, numbers = Problem(), {}
    bar = head.index("|") if "|" in head else len(head)
    for number, word in enumerate(head[:bar] + head[bar + 1 :], 1):
        bounds, _, name = word.rpartition("|")
        numbers[name] = number
        if number > bar:
            problem.secondary.add(number)
        else:
            low, _, high = (bounds or "1").rpartition(":")
            problem.bounds[number] = (min(int(low or high), MOST), min(int(high), MOST))
    for number, words in enumerate(lines, 1):
        entries = [word.partition(":") for word in words if not re.fullmatch(r"\|.+", word)]
        problem.options[number] = {numbers[name]: color or None for name, _, color in entries}
    return problem


def from_json(document: dict) -> Problem:
    problem, numbers = Problem(), {}
    for kind in ("primary", "secondary"):
        for item in (item for item in document["items"] if (item.get("kind") or "primary") == kind):
            number = numbers[item["name"]] = len(numbers) + 1
            if kind == "primary":
                low, high = item.get("bounds") or (1, 1)
                problem.bounds[number] = (min(low, MOST), min(high, MOST))
            else:
                problem.secondary.add(number)
    for number, option in enumerate(document["options"], 1):
        entries = [{"item": entry} if isinstance(entry, str) else entry for entry in option["items"]]
        problem.options[number] = {numbers[entry["item"]]: entry.get("color") for entry in entries}
    return problem


# -- A state, and what is done with it.


@dataclass(frozen=True)
class State:
    covered: Mapping[int, str | None]
    """The items once covered and the secondary items that are covered, with their colors."""
    need: Mapping[int, int]
    room: Mapping[int, float]
    next: Mapping[int, int]
    """Of the primary items with other bounds."""


class Rules:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.taken: set[int] = set()

    def having(self, item: int) -> list[int]:
        return [o for o, items in self.problem.options.items() if item in items and self.problem.may_fit(o)]

    def first(self) -> State:
        other = {item: bounds for item, bounds in self.problem.bounds.items() if bounds != (1, 1)}
        return State(
            covered={},
            need={item: low for item, (low, _) in other.items()},
            room={i: float("inf") if high >= len(self.having(i)) else high for i, (_, high) in other.items()},
            next=dict.fromkeys(other, 1),
        )

    def fits(self, state: State, option: int) -> bool:
        return (
            self.problem.may_fit(option)
            and option not in self.taken
            and all(self.allows(state, item, option) for item in self.problem.options[option])
        )

    def allows(self, state: State, item: int, option: int) -> bool:
        if self.problem.is_once(item):
            return item not in state.covered
        if item in self.problem.secondary:
            color = self.problem.options[option][item]
            return item not in state.covered or (color is not None and state.covered[item] == color)
        return state.room[item] > 0 and state.next[item] <= option

    def fitting(self, state: State, item: int) -> list[int]:
        return [option for option in self.having(item) if self.fits(state, option)]

    def all_fitting(self, state: State) -> set[int]:
        return {option for option in self.problem.options if self.fits(state, option)}

    def chosen(self, state: State, option: int) -> State:
        items = self.problem.options[option]
        other = [item for item in items if item in state.need]
        return replace(
            state,
            covered={**state.covered, **{item: color for item, color in items.items() if item not in state.need}},
            need={**state.need, **{item: max(state.need[item] - 1, 0) for item in other}},
            room={**state.room, **{item: state.room[item] - 1 for item in other}},
        )

    def needed(self, state: State, item: int) -> int:
        return state.need[item] if item in state.need else int(item not in state.covered)

    def is_open(self, state: State, item: int) -> bool:
        return self.needed(state, item) > 0 or (item in state.need and bool(self.fitting(state, item)))

    def open_items(self, state: State) -> list[int]:
        return [item for item in self.problem.bounds if self.is_open(state, item)]

    def decided(self, state: State, item: int, next_option: int) -> State:
        return state if self.problem.is_once(item) else replace(state, next={**state.next, item: next_option})

    def closed(self, state: State, items: Iterable[int]) -> State:
        for item in items:
            if self.problem.is_once(item):
                state = replace(state, covered={**state.covered, item: None})
            else:
                state = self.decided(replace(state, need={**state.need, item: 0}), item, len(self.problem.options) + 1)
        return state

    def are_alike(self, one: State, other: State) -> bool:
        fitting = self.all_fitting(one)
        met = {item for option in fitting for item in self.problem.options[option]}
        return (
            fitting == self.all_fitting(other)
            and all(self.needed(one, item) == self.needed(other, item) for item in self.problem.bounds)
            and all(one.room[item] == other.room[item] for item in met if item in one.room)
        )

    def summands(self, state: State, item: int) -> Iterator[State]:
        need(self.is_open(state, item), "the item of a sum is not open")
        for option in self.fitting(state, item):
            yield self.decided(self.chosen(state, option), item, option + 1)
        if self.needed(state, item) == 0:
            yield self.decided(state, item, len(self.problem.options) + 1)

    def factors(self, state: State) -> Iterator[State]:
        fitting, opened = self.all_fitting(state), self.open_items(state)

        def links(item: int) -> bool:
            colors = {self.problem.options[option][item] for option in fitting if item in self.problem.options[option]}
            return item in self.problem.bounds or len(colors) > 1 or None in colors

        parts: list[set[int]] = [{item} for item in opened]
        for option in fitting:
            items = {item for item in self.problem.options[option] if links(item)}
            joined = [part for part in parts if part & items]
            parts = [part for part in parts if not part & items] + [items.union(*joined)]
        in_parts = [sorted(part.intersection(opened)) for part in parts]
        in_parts = sorted(part for part in in_parts if part)
        need(len(in_parts) > 1, "a product of less than two parts")
        for part in in_parts:
            yield self.closed(state, (item for item in opened if item not in part))


# -- The format.

NUMBER = "[1-9][0-9]*"
CHILD = rf"(?:{NUMBER},)*(?:\.|!{NUMBER}|\+|{NUMBER})"
STATES = re.compile(rf"states ({CHILD})")
TAKEN = re.compile(rf"taken ({NUMBER}(?: {NUMBER})*)")
LINE = re.compile(rf"({NUMBER}) ({NUMBER}|\*)((?: {CHILD})*)")
WEIGHTS = re.compile(rf"weights (inequality|{NUMBER})")
WEIGHT = re.compile(rf"({NUMBER}) (-?{NUMBER})")


def matched(pattern: re.Pattern[str], line: str) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        raise Refused(f"`{line:.60}` is not of the form that is needed here")
    return found


class Certificate:
    """Follows the lines of a certificate of states."""

    def __init__(self, rules: Rules, first: State) -> None:
        self.rules = rules
        self.waiting: dict[int, State] = {}
        self.met = 0
        self.known: list[tuple[int, bool, list[int | str]]] = []
        self.start = first

    def child(self, state: State, word: str) -> int | str:
        *names, end = word.split(",")
        for item in map(int, names):
            need(self.rules.problem.is_once(item), "what is forced is not a primary item covered exactly once")
            fitting = self.rules.fitting(state, item)
            need(len(fitting) == 1, "what is forced has not just one option")
            state = self.rules.chosen(state, fitting[0])
        if end == ".":
            need(not self.rules.open_items(state), "an item of a cover is open")
            return "cover"
        if end.startswith("!"):
            item = int(end[1:])
            need(item in self.rules.problem.bounds, "what is dead is not a primary item")
            need(len(self.rules.fitting(state, item)) < self.rules.needed(state, item), "this item is not dead")
            return "dead"
        if end == "+":
            self.met += 1
            self.waiting[self.met] = state
            return self.met
        need(int(end) in self.waiting, "a state that has no number, or its line")
        need(self.rules.are_alike(state, self.waiting[int(end)]), "two states that are not alike")
        return int(end)

    def line(self, text: str) -> None:
        number, what, rest = matched(LINE, text).groups()
        need(int(number) in self.waiting, "a line of a state that has no number, or another line")
        state, children = self.waiting.pop(int(number)), rest.split()
        if what != "*":
            need(int(what) in self.rules.problem.bounds, "a sum over what is not a primary item")
        reached = list(self.rules.factors(state) if what == "*" else self.rules.summands(state, int(what)))
        need(len(reached) == len(children), "too many children, or too few")
        self.known.append((int(number), what == "*", [self.child(*pair) for pair in zip(reached, children)]))

    def covers(self, root: int | str) -> int:
        need(not self.waiting, "a state without a line")
        numbers: dict[int | str, int] = {"cover": 1, "dead": 0}
        for state, is_product, children in reversed(self.known):
            number = int(is_product)
            for child in children:
                number = number * numbers[child] if is_product else number + numbers[child]
            numbers[state] = number
        return numbers[root]


def reason_holds(problem: Problem, modulus: int | None, lines: list[str]) -> None:
    """Reasons in a few numbers."""
    pairs = [matched(WEIGHT, line).groups() for line in lines]
    items = [int(item) for item, _ in pairs]
    need(items == sorted(set(items)), "the items do not ascend")
    weights = {int(item): int(weight) for item, weight in pairs}
    need(max([modulus or 0, *map(abs, weights.values())]) < 2**63, "a number is too large")
    sums = [
        sum(weights.get(item, 0) for item in items)
        for option, items in problem.options.items()
        if problem.may_fit(option)
    ]
    if modulus is not None:
        for item, weight in weights.items():
            need(0 < weight < modulus, "a weight is not from 1 to M - 1")
            low, high = problem.bounds.get(item, (0, 1))
            need(low == high, "an item with a weight is not covered a fixed number of times")
        need(all(total % modulus == 0 for total in sums), "an option does not add up to a multiple")
        total = sum(weight * problem.bounds[item][0] for item, weight in weights.items())
        need(total % modulus, "all items add up to a multiple")
        return
    colored = {i for option in problem.options.values() for i, color in option.items() if color is not None}
    total = 0
    for item, weight in weights.items():
        need(item in problem.bounds or item in problem.secondary, "there is no such item")
        need(item not in colored, "an item with colors has a weight")
        low, high = problem.bounds.get(item, (0, 1))
        total += weight * (high if weight > 0 else low)
    need(all(total >= 0 for total in sums), "an option adds up to less than 0")
    need(total < 0, "all items add up to 0 or more")


def check(text: str, certificate: bytes) -> tuple[int, list[int]]:
    """The number of covers that is proved, and the options that these have; raises `Refused`."""
    problem = read(text)
    need(certificate.isascii() and certificate.endswith(b"\n"), "this is not ASCII, or its last line has no end")
    *lines, end = certificate.decode().removesuffix("\n").split("\n")
    total = 0xCBF29CE484222325
    for byte in "".join(f"{line}\n" for line in lines).encode():
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    need(end == f"end {total:016x}", "the sum is wrong")
    need(len(lines) >= 4, "lines are missing")
    head = ["combien certificate 1", f"problem {len(problem.bounds)} {len(problem.secondary)} {len(problem.options)}"]
    need(lines[:2] == head, "the head is of another problem, or of no certificate")
    body, claim = lines[2:-1], lines[-1]
    rules = Rules(problem)
    if body[0].startswith("weights "):
        kind = matched(WEIGHTS, body[0])[1]
        reason_holds(problem, None if kind == "inequality" else int(kind), body[1:])
        need(claim == "covers 0", "weights prove that there are no covers")
        return 0, []
    state, taken = rules.first(), []
    if body[0].startswith("taken "):
        taken = [int(option) for option in matched(TAKEN, body.pop(0))[1].split(" ")]
        need(taken == sorted(set(taken)), "the options taken do not ascend")
        for option in taken:
            need(option in problem.options and rules.fits(state, option), "an option taken does not fit")
            state = rules.chosen(state, option)
            rules.taken.add(option)
    need(body, "lines are missing")
    following = Certificate(rules, state)
    root = following.child(state, matched(STATES, body[0])[1])
    for line in body[1:]:
        following.line(line)
    covers = following.covers(root)
    need(claim == f"covers {covers}", f"the number that follows is {covers}")
    return covers, taken
