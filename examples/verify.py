"""Checks a certificate of a count: a second reading of docs/certificates.md, in plain Python.

    python3 examples/verify.py PROBLEM CERTIFICATE

prints `verified: N covers`, with the options that all of them have if some were given, or the first line that is wrong. PROBLEM is in Knuth's format or in JSON. It is slow, short, and shares nothing with the other checkers.
"""

import json
import sys


MOST = 2**31 - 1  # This bound stands for all that are greater.


class Wrong(Exception):
    """A line that is wrong."""


def natural(word):
    """A number from 0, as certificates write it: no sign, no zeros before it."""
    if not (word.isascii() and word.isdigit() and len(word) < 20) or (word[0] == "0" and word != "0"):
        raise Wrong(f"{word} is no number")
    return int(word)


class Item:
    """An item: a primary one is covered `lo` to `hi` times, a secondary one once, or in one color."""

    def __init__(self, name, lo, hi, primary):
        self.name, self.lo, self.hi, self.primary = name, lo, hi, primary
        self.once = primary and lo == hi == 1


def from_lines(text):
    """The items of a problem in Knuth's format, and for each option the names that it has with their colors."""
    lines = [line.split() for line in text.split("\n") if line.split() and not line.lstrip().startswith("|")]
    items, primary = [], True
    for token in lines[0]:
        if token == "|":
            primary = False
            continue
        bounds, _, name = token.rpartition("|")
        lo, _, hi = (bounds or "1").rpartition(":")
        items.append(Item(name, min(int(lo or hi), MOST), min(int(hi), MOST), primary))
    # A token such as `|3` is a cost, on which no cover depends.
    return items, [[token.partition(":")[::2] for token in line if token == "|" or token[0] != "|"] for line in lines[1:]]


def from_json(text):
    """The items and options of a problem in JSON. Primary items come first, as the certificate counts them."""
    read = json.loads(text)
    named = [(item["name"], item.get("bounds") or [1, 1], item.get("kind") != "secondary") for item in read["items"]]
    items = [Item(name, min(lo, MOST), min(hi, MOST), primary) for name, [lo, hi], primary in named]
    rows = [
        [(entry, None) if isinstance(entry, str) else (entry["item"], entry["color"]) for entry in option["items"]]
        for option in read["options"]
    ]
    return sorted(items, key=lambda item: not item.primary), rows


class Problem:
    """Items, and options as dictionaries from the number of an item to its color or None. Numbers are from 0."""

    def __init__(self, text):
        self.items, rows = from_json(text) if text.lstrip().startswith("{") else from_lines(text)
        numbers = {item.name: number for number, item in enumerate(self.items)}
        self.options = [{numbers[name]: color or None for name, color in row} for row in rows]
        self.primary = sum(item.primary for item in self.items)
        self.taken = []
        self.options_of = [
            [o for o, option in enumerate(self.options) if i in option and any(self.items[j].primary for j in option)]
            for i in range(len(self.items))
        ]

    # A state has for each item: an item once covered, True or False; a secondary one, None or True or its color; another,
    # (need, room, next).

    def first(self):
        def room(i, item):
            return item.hi if item.hi < len(self.options_of[i]) else float("inf")

        return [
            False if item.once else (item.lo, room(i, item), 0) if item.primary else None
            for i, item in enumerate(self.items)
        ]

    def take(self, words):
        """The first state of covers that have these options, each of which fits; none of them fits again."""
        state, options = self.first(), [natural(word) - 1 for word in words]
        if options != sorted(set(options)) or not 0 <= min(options) <= max(options) < len(self.options):
            raise Wrong("the numbers of options do not ascend")
        for option in options:
            if not any(option in self.options_of[i] for i in range(self.primary)) or not self.fits(state, option):
                raise Wrong(f"option {option + 1} does not fit")
            state = self.choose(state, option)
        self.taken = options
        return state

    def fits(self, state, option):
        if option in self.taken:
            return False
        for i, color in self.options[option].items():
            item, value = self.items[i], state[i]
            if item.once and value:
                return False
            if not item.primary and value is not None and (color is None or value != color):
                return False
            if item.primary and not item.once and (value[1] == 0 or option < value[2]):
                return False
        return True

    def fitting(self, state, i):
        return [option for option in self.options_of[i] if self.fits(state, option)]

    def choose(self, state, option):
        state = list(state)
        for i, color in self.options[option].items():
            if self.items[i].once:
                state[i] = True
            elif not self.items[i].primary:
                state[i] = color or True
            else:
                need, room, after = state[i]
                state[i] = (max(need - 1, 0), room - 1, after)
        return state

    def decide(self, state, i, after):
        if not self.items[i].once:
            state[i] = (*state[i][:2], after)

    def close(self, state, i):
        state[i] = True if self.items[i].once else (0, state[i][1], len(self.options))

    def need(self, state, i):
        item = self.items[i]
        return int(not state[i]) if item.once else state[i][0] if item.primary else 0

    def is_open(self, state, i):
        return self.need(state, i) > 0 or (not self.items[i].once and bool(self.fitting(state, i)))

    def alike(self, one, other):
        for i in (i for i in range(len(self.items)) if one[i] != other[i]):
            fitting, item = self.fitting(one, i), self.items[i]
            if self.need(one, i) != self.need(other, i) or fitting != self.fitting(other, i):
                return False
            if fitting and item.primary and not item.once and one[i][1] != other[i][1]:
                return False
        return True

    def parts(self, state):
        part = {i: {i} for i in range(len(self.items))}
        fitting = {o for options in self.options_of for o in options if self.fits(state, o)}
        colors = [{self.options[o][i] for o in options if o in fitting} for i, options in enumerate(self.options_of)]
        for option in fitting:
            linked = [i for i in self.options[option] if None in colors[i] or len(colors[i]) > 1]
            for i in linked[1:]:
                if part[i] is not part[linked[0]]:
                    part[linked[0]] |= part[i]
                    part.update((j, part[linked[0]]) for j in part[i])
        opened = [i for i in range(self.primary) if self.is_open(state, i)]
        return [sorted(p.intersection(opened)) for p in {id(part[i]): part[i] for i in opened}.values()]


class Checker:
    """Follows the lines of a certificate."""

    def __init__(self, problem):
        self.problem, self.waiting, self.met, self.lines = problem, {}, 0, []

    def item(self, word):
        if not 1 <= natural(word) <= self.problem.primary:
            raise Wrong(f"{word} is no primary item")
        return int(word) - 1

    def child(self, state, word):
        """The number of a state that was reached; 0 stands for a cover, None for what is dead."""
        *forced, end = word.split(",")
        for name in forced:
            i = self.item(name)
            options = self.problem.fitting(state, i)
            if len(options) != 1 or not self.problem.items[i].once:
                raise Wrong(f"item {name} is not forced")
            state = self.problem.choose(state, options[0])
        if end == ".":
            if any(self.problem.is_open(state, i) for i in range(self.problem.primary)):
                raise Wrong("this is no cover")
            return 0
        if end.startswith("!"):
            i = self.item(end[1:])
            if len(self.problem.fitting(state, i)) >= self.problem.need(state, i):
                raise Wrong(f"item {end[1:]} is not dead")
            return None
        if end == "+":
            self.met += 1
            self.waiting[self.met] = state
            return self.met
        if natural(end) not in self.waiting:
            raise Wrong(f"state {end} does not wait")
        if not self.problem.alike(state, self.waiting[int(end)]):
            raise Wrong(f"this is not state {end}")
        return int(end)

    def reached(self, state, what):
        """The states that a line leads to."""
        problem = self.problem
        if what == "*":
            parts = problem.parts(state)
            if len(parts) < 2:
                raise Wrong("the state has one part")
            for part in parts:
                child = list(state)
                for i in (i for other in parts if other is not part for i in other):
                    problem.close(child, i)
                yield child
            return
        i = self.item(what)
        if not problem.is_open(state, i):
            raise Wrong(f"item {what} is not open")
        for option in problem.fitting(state, i):
            child = problem.choose(state, option)
            problem.decide(child, i, option + 1)
            yield child
        if problem.need(state, i) == 0:
            child = list(state)
            problem.close(child, i)
            yield child

    def line(self, words):
        if len(words) < 2:
            raise Wrong("a line has a state and an item, or `*`")
        number, what, *children = words
        if natural(number) not in self.waiting:
            raise Wrong(f"state {number} does not wait")
        states = list(self.reached(self.waiting.pop(int(number)), what))
        if len(states) != len(children):
            raise Wrong(f"{len(states)} children are needed")
        self.lines.append((int(number), what, [self.child(*pair) for pair in zip(states, children)]))

    def count(self, root):
        numbers = {0: 1, None: 0}
        for number, what, children in reversed(self.lines):
            result = int(what == "*")
            for child in children:
                result = result * numbers[child] if what == "*" else result + numbers[child]
            numbers[number] = result
        return numbers[root]


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 % 2**64
    return total


def weights(problem, kind, lines):
    """A reason in a few numbers: refuses one that does not hold."""
    weight = {}
    for item, _, number in (line.partition(" ") for line in lines):
        i = natural(item) - 1
        if not next(reversed(weight), -1) < i < len(problem.items):
            raise Wrong(f"item {item} does not follow those before")
        weight[i] = -natural(number[1:]) if number.startswith("-") else natural(number)
    modulus = None if kind == "inequality" else natural(kind)
    used = [option for option in problem.options if any(problem.items[i].primary for i in option)]
    sums = [sum(weight.get(i, 0) for i in option) for option in used]
    items = [(problem.items[i], w) for i, w in weight.items()]
    if modulus is None:
        is_sound = all(color is None for option in problem.options for i, color in option.items() if i in weight)
        is_sound = is_sound and 0 not in weight.values()
        most = sum(w * (item.hi if w > 0 else item.lo if item.primary else 0) for item, w in items)
        is_proof = min(sums, default=0) >= 0 > most
    else:
        is_sound = all(item.primary and item.lo == item.hi and 0 < w < modulus for item, w in items)
        is_proof = modulus > 0 and not any(s % modulus for s in sums) and sum(w * item.lo for item, w in items) % modulus
    if not is_sound or not is_proof or max([modulus or 0, *map(abs, weight.values())]) >= 2**63:
        raise Wrong("the weights prove nothing")
    return 0


def body(problem, lines):
    """The number of covers that the lines before `covers` prove."""
    state, number = problem.first(), 3
    try:
        if lines[0].startswith("taken "):
            state, number = problem.take(lines.pop(0).split(" ")[1:]), 4
        kind, _, word = "".join(lines[:1]).partition(" ")
        if kind == "weights" and not problem.taken:
            return weights(problem, word, lines[1:])
        if kind != "states":
            raise Wrong("expected `states` or `weights`")
        checker = Checker(problem)
        root = checker.child(state, word)
        for number, line in enumerate(lines[1:], number + 1):
            checker.line(line.split(" "))
        if checker.waiting:
            raise Wrong(f"state {min(checker.waiting)} has no line")
    except Wrong as wrong:
        raise Wrong(f"line {number}: {wrong}") from None
    return checker.count(root)


def check(text, data):
    """The number of covers that a certificate proves, and the options, from 0, that they have."""
    problem, lines = Problem(text), data.decode("ascii", "replace").split("\n")
    primary = problem.primary
    if lines[0] != "combien certificate 1" or len(lines) < 6:
        raise Wrong("line 1: this is no certificate, or lines are missing")
    if lines[1] != f"problem {primary} {len(problem.items) - primary} {len(problem.options)}":
        raise Wrong("line 2: it is of another problem")
    if lines[-1] or lines[-2] != f"end {fnv(data[: data.rfind(b'end')]):016x}":
        raise Wrong("the end is wrong")
    count = body(problem, lines[2:-3])
    if lines[-3] != f"covers {count}":
        raise Wrong(f"line {len(lines) - 2}: expected covers {count}")
    return count, problem.taken


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as problem_file, open(sys.argv[2], "rb") as certificate_file:
            found, given = check(problem_file.read(), certificate_file.read())
    except Wrong as error:
        sys.exit(f"wrong: {error}")
    print(f"verified: {found} cover{'s' * (found != 1)}" + "".join(f", with option {option + 1}" for option in given))
