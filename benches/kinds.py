"""Random problems of ten kinds and three sizes, to see how the default chooses where nobody tuned it.

    python benches/kinds.py FOLDER [SEED]
    python benches/ladder.py FOLDER/*.dlx

Writes thirty files in Knuth's format. Nothing here is an instance of the corpus, and another seed gives thirty others. The kinds: triples
with a cover hidden in them, matchings of graphs, tetrominoes on a board with holes, pieces that are used once, queens on a torus with
holes, colorings of graphs, Latin squares with holes, strips, items with bounds, and squares whose sides have colors.
"""

from __future__ import annotations

import itertools
import pathlib
import random
import sys
from collections.abc import Callable, Iterable

Problem = tuple[list[str], list[str], Iterable[list[str]]]
Cell = tuple[int, int]

TETROMINOES = ("0,0 0,1 0,2 0,3", "0,0 0,1 1,0 1,1", "0,0 0,1 0,2 1,1", "0,0 0,1 1,1 1,2", "0,0 0,1 0,2 1,0")


def turned(piece: Iterable[Cell]) -> set[tuple[Cell, ...]]:
    """All ways in which a piece can lie, each with its least coordinates at zero."""
    ways = set()
    for flip, turns in itertools.product((False, True), range(4)):
        cells = [(r, -c) if flip else (r, c) for r, c in piece]
        for _ in range(turns):
            cells = [(c, -r) for r, c in cells]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        ways.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return ways


def placed(ways: Iterable[tuple[Cell, ...]], board: set[Cell]) -> Iterable[list[str]]:
    """The cells of each placement, by name."""
    for way, (row, column) in itertools.product(sorted(ways), sorted(board)):
        cells = [(row + r, column + c) for r, c in way]
        if board.issuperset(cells):
            yield [f"{r},{c}" for r, c in cells]


def board(rng: random.Random, rows: int, columns: int, holes: int) -> set[Cell]:
    """A board with some holes, its number of cells a multiple of four."""
    cells = sorted(itertools.product(range(rows), range(columns)))
    gone = set(rng.sample(cells, holes + (len(cells) - holes) % 4))
    return set(cells) - gone


def names(cells: Iterable[Cell]) -> list[str]:
    return [f"{r},{c}" for r, c in sorted(cells)]


def triples(rng: random.Random, size: int) -> Problem:
    points = list(range(30 + 6 * size))
    options = {tuple(sorted(rng.sample(points, 3))) for _ in range(6 * len(points))}
    rng.shuffle(points)
    options |= {tuple(sorted(points[at : at + 3])) for at in range(0, len(points), 3)}
    return [f"p{p}" for p in sorted(points)], [], [[f"p{p}" for p in option] for option in sorted(options)]


def matchings(rng: random.Random, size: int) -> Problem:
    count = 26 + 10 * size
    edges = {tuple(sorted(rng.sample(range(count), 2))) for _ in range(5 * count // 2)}
    edges |= {(at, at + 1) for at in range(0, count, 2)}
    return [f"v{v}" for v in range(count)], [], [[f"v{a}", f"v{b}"] for a, b in sorted(edges)]


def tetrominoes(rng: random.Random, size: int) -> Problem:
    cells = board(rng, 7 + size, 8, 4)
    pieces = [[tuple(map(int, cell.split(","))) for cell in text.split()] for text in TETROMINOES]
    ways = set().union(*map(turned, rng.sample(pieces, 4)))
    return names(cells), [], list(placed(ways, cells))


def used_once(rng: random.Random, size: int) -> Problem:
    """A board is cut into random pieces, of which each is to be used again."""
    cells = set(itertools.product(range(5 + size), range(6)))
    pieces, left = [], set(cells)
    while left:
        piece = {min(left)}
        for _ in range(rng.choice((3, 4, 4))):
            beside = {(r + a, c + b) for r, c in piece for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            free = sorted((beside & left) - piece)
            if free:
                piece.add(rng.choice(free))
        pieces.append(piece)
        left -= piece
    options = [[f"piece{n}", *cells_of] for n, piece in enumerate(pieces) for cells_of in placed(turned(piece), cells)]
    return [f"piece{n}" for n in range(len(pieces))] + names(cells), [], options


def queens(rng: random.Random, size: int) -> Problem:
    n = 13 + 2 * size
    cells = [cell for cell in itertools.product(range(n), repeat=2) if rng.random() > 0.1]
    lines = [f"{kind}{line}" for kind in "dg" for line in range(n)]
    options = [[f"r{r}", f"c{c}", f"d{(r + c) % n}", f"g{(r - c) % n}"] for r, c in cells]
    return [f"{kind}{line}" for kind in "rc" for line in range(n)], lines, options


def colorings(rng: random.Random, size: int) -> Problem:
    count = 14 + 4 * size
    edges = sorted({tuple(sorted(rng.sample(range(count), 2))) for _ in range(2 * count)})
    colored = [f"e{a}-{b}.{color}" for a, b in edges for color in range(4)]
    options = [
        [f"v{v}", *(f"e{a}-{b}.{color}" for a, b in edges if v in (a, b))] for v in range(count) for color in range(4)
    ]
    return [f"v{v}" for v in range(count)], colored, options


def latin(rng: random.Random, size: int) -> Problem:
    n = 6 + size
    symbols, rows, columns = (rng.sample(range(n), n) for _ in range(3))
    square = {(r, c): symbols[(rows[r] + columns[c]) % n] for r, c in itertools.product(range(n), repeat=2)}
    given = set(rng.sample(sorted(square), n * n // (4, 3, 3)[size]))
    options = [
        [f"x{r},{c}", f"r{r},{s}", f"c{c},{s}"]
        for r, c, s in itertools.product(range(n), repeat=3)
        if (r, c) not in given or square[r, c] == s
    ]
    return [f"{kind}{a},{b}" for kind in "xrc" for a, b in itertools.product(range(n), repeat=2)], [], options


def strips(rng: random.Random, size: int) -> Problem:
    cells = set(itertools.product(range(40 * 4**size), range(4)))
    pieces = rng.sample([[(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)], [(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 0), (0, 1)]], 2)
    return names(cells), [], list(placed(set().union(*map(turned, pieces)), cells))


def bounds(rng: random.Random, size: int) -> Problem:
    points, groups = 14 + 3 * size, 4 + size
    items = [f"p{p}" for p in range(points)] + [f"0:{points // groups + 1}|g{g}" for g in range(groups)]
    options = {(*sorted(rng.sample(range(points), rng.choice((1, 2)))), rng.randrange(groups)) for _ in range(9 * points)}
    return items, [], [[*(f"p{p}" for p in option[:-1]), f"g{option[-1]}"] for option in sorted(options)]


def sides(rng: random.Random, size: int) -> Problem:
    rows, columns, colors = 3, 3 + size, 4 + 2 * size
    tiles = []
    inner = {}
    for r, c in itertools.product(range(rows + 1), range(columns + 1)):
        inner[r, c] = (rng.randrange(colors), rng.randrange(colors))
    for r, c in itertools.product(range(rows), range(columns)):
        tiles.append((inner[r, c][0], inner[r, c + 1][1], inner[r + 1, c][0], inner[r, c][1]))
    options = []
    for number, tile in enumerate(tiles):
        for turn, (r, c) in itertools.product(range(4), itertools.product(range(rows), range(columns))):
            top, right, bottom, left = tile[turn:] + tile[:turn]
            around = (f"h{r},{c}:{top}", f"v{r},{c + 1}:{right}", f"h{r + 1},{c}:{bottom}", f"v{r},{c}:{left}")
            options.append([f"tile{number}", f"{r},{c}", *around])
    edges = [f"{kind}{r},{c}" for kind in "hv" for r in range(rows + 1) for c in range(columns + 1)]
    return [f"tile{n}" for n in range(len(tiles))] + names(itertools.product(range(rows), range(columns))), edges, options


KINDS: tuple[Callable[[random.Random, int], Problem], ...] = (
    triples, matchings, tetrominoes, used_once, queens, colorings, latin, strips, bounds, sides,
)  # fmt: skip


def main() -> None:
    folder, seed = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"
    folder.mkdir(parents=True, exist_ok=True)
    for kind, size in itertools.product(KINDS, range(3)):
        primary, secondary, options = kind(random.Random(f"{kind.__name__} {size} {seed}"), size)
        head = " ".join(primary) + (" | " + " ".join(secondary) if secondary else "")
        lines = [head, *(" ".join(option) for option in options)]
        (folder / f"{kind.__name__}{size}.dlx").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
