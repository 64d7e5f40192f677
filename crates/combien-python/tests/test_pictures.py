"""Pictures of boards, pieces and solutions."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from combien import Board, Error, Piece, Tiling, gallery, pieces

SVG = "{http://www.w3.org/2000/svg}"


def parsed(document: str) -> ElementTree.Element:
    """An SVG document, which must be one."""
    root = ElementTree.fromstring(document)
    assert root.tag == f"{SVG}svg" and float(root.get("width", "0")) > 0 and float(root.get("height", "0")) > 0
    return root


def titles(root: ElementTree.Element) -> list[str | None]:
    return [title.text for title in root.iter(f"{SVG}title")]


@pytest.fixture
def scott() -> Tiling:
    return Tiling("\n".join(["########"] * 3 + ["###..###"] * 2 + ["########"] * 3), "pentominoes")


def test_a_solution_is_a_picture_of_its_pieces(scott: Tiling) -> None:
    s = scott.first()
    assert s is not None
    # Each piece is one path with its name.
    assert sorted(t for t in titles(parsed(s._repr_svg_())) if t in set("FILNPTUVWXYZ")) == sorted("FILNPTUVWXYZ")
    small, large = (parsed(s.to_svg(cell=cell, legend=False)) for cell in (10, 40))
    assert float(large.get("width", "0")) > 2 * float(small.get("width", "0"))
    assert float(parsed(s.to_svg(legend=False)).get("height", "0")) < float(parsed(s.to_svg()).get("height", "0"))
    assert s.to_svg() == s.to_svg()
    with pytest.raises(TypeError, match="no keyword `colour`"):
        s.to_svg(colour="red")  # type: ignore[call-arg]


def test_colors_are_those_that_were_asked_for() -> None:
    s = Tiling("##", [Piece("##", color="#cc3311")]).first()
    assert s is not None and "#cc3311" in s.to_svg()


@pytest.mark.parametrize("view", ["layers", "isometric", "exploded"])
def test_cubes_are_seen_in_three_ways(view: Any) -> None:
    soma = pieces("soma")
    s = Tiling(soma.board, soma).first()
    assert s is not None
    parsed(s.to_svg(view=view))
    assert s.to_svg(view=view, legend=False) != s._repr_svg_() or view == "exploded"


@pytest.mark.parametrize(
    "shown",
    [
        Board("##?\n#.."),
        Board.rectangle(3, 3, grid="hexagon", gaps=True),
        Board.rectangle(4, 2, grid="triangle"),
        Board.box(2, 2, 2),
        Board.rectangle(4, 4, wrap="torus"),
        Piece("##\n#."),
        Piece("##", grid="cube"),
        pieces("hexiamonds")["bar"],
        pieces("tetrahexes"),
        Tiling(Board.rectangle(10, 6), "pentominoes"),
        Tiling(Board.box(2, 2, 2), []),
    ],
)
def test_everything_has_a_picture(shown: Any) -> None:
    parsed(shown._repr_svg_())


def test_a_board_of_cubes_is_seen() -> None:
    board = Board.box(2, 2, 2)
    for view in ("layers", "isometric", "exploded"):
        assert len(list(parsed(board.to_svg(view=view)).iter(f"{SVG}path"))) > 0


def test_the_picture_of_a_tiling_has_its_pieces(scott: Tiling) -> None:
    root = parsed(scott.to_svg())
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == list("FILNPTUVWXYZ")


def test_a_gallery_is_a_sheet_and_a_page() -> None:
    t = Tiling(Board.rectangle(5, 4), [Piece("##\n##\n#.", turn="sym")])
    solutions = list(t.solutions())
    shown = gallery(solutions, columns=3, title="P")
    root = parsed(shown.to_svg())
    inner = [child for child in root if child.tag == f"{SVG}svg"]
    # The counts of P pentominoes in a box of 5 by 4: docs/reference/language.md holds it to 6.
    assert len(inner) == len(solutions) == len(shown) == 6
    places = [(float(child.get("x", "0")), float(child.get("y", "0"))) for child in inner]
    assert len({x for x, _ in places}) == 3 and len({y for _, y in places}) == 2
    assert [text.text for text in root.iter(f"{SVG}text")] == list("123456")
    for child, (x, y) in zip(inner, places):
        assert x + float(child.get("width", "0")) <= float(root.get("width", "0"))
        assert y + float(child.get("height", "0")) <= float(root.get("height", "0"))
    page = shown.to_html()
    assert page.startswith("<!DOCTYPE html>") and page.count("<figure>") == 6 and "<title>P</title>" in page
    named = gallery(solutions[:2], titles=["a < b", "&"], legend=True)
    assert [text.text for text in parsed(named.to_svg()).iter(f"{SVG}text") if text.text in ("a < b", "&")] == ["a < b", "&"]
    parsed(gallery([]).to_svg())


def test_pictures_of_pixels(scott: Tiling) -> None:
    s = scott.first()
    assert s is not None
    width, height = (float(parsed(s.to_svg(legend=False)).get(name, "0")) for name in ("width", "height"))
    for scale in (1.0, 3.0):
        file = s.to_png(scale=scale, legend=False)
        assert file.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", file[16:24]) == (scale * width, scale * height)
    assert gallery([s, s]).to_png().startswith(b"\x89PNG")
    for scale in (0.0, -1.0, float("nan"), 1e9):
        with pytest.raises(Error):
            s.to_png(scale=scale)


def triangles(file: bytes) -> list[tuple[tuple[float, ...], ...]]:
    """The triangles of a binary STL file."""
    (count,) = struct.unpack_from("<I", file, 80)
    assert len(file) == 84 + 50 * count
    found = []
    for place in range(84, len(file), 50):
        numbers = struct.unpack_from("<12f", file, place)
        found.append(tuple(numbers[start : start + 3] for start in (3, 6, 9)))
    return found


def volume(file: bytes) -> float:
    """What is within the surfaces of a file, in cubic millimetres."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in triangles(file):
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6


def test_solids_have_the_volume_of_their_cubes() -> None:
    soma = pieces("soma")
    s = Tiling(soma.board, soma).first()
    assert s is not None
    assert volume(s.to_stl(side=10, gap=0)) == pytest.approx(27 * 1000, rel=1e-4)
    alone = [volume(s.to_stl(side=10, gap=0, piece=number)) for number in range(7)]
    assert sum(round(one / 1000) for one in alone) == 27 and min(alone) == pytest.approx(3000, rel=1e-3)
    assert volume(s.to_stl(side=10, gap=0.5)) < 27 * 1000
    flat = Tiling("##", [Piece("##")]).first()
    assert flat is not None and volume(flat.to_stl(side=10, gap=0, thickness=3)) == pytest.approx(600, rel=1e-4)
    with pytest.raises(Error, match="there is no piece 7"):
        s.to_stl(piece=7)
    with pytest.raises(Error, match="gap"):
        s.to_stl(gap=100)
