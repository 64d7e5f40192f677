"""Marks on cells and colored sides."""

from __future__ import annotations

import itertools
import pickle

import pytest

from combien import Board, Error, Piece, Tiling

ICE = [Piece("#", turn="rot", sides="++--"), Piece("#", turn="rot", sides="+-+-")]


@pytest.mark.parametrize(("side", "expected"), [(1, 4), (2, 18), (3, 148), (4, 2970)])
def test_square_ice_on_a_torus(side: int, expected: int) -> None:
    # Eulerian orientations of the n x n torus: OEIS A054759.
    assert Tiling(Board.rectangle(side, side, wrap="torus"), ICE).count() == expected


def test_squares_of_two_colors_by_brute_force() -> None:
    def turned(sides: str) -> set[str]:
        return {sides[by:] + sides[:by] for by in range(4)}

    six = ["aaaa", "aaab", "aabb", "abab", "abbb", "bbbb"]
    expected = 0
    for order in itertools.permutations(six):
        for rows in itertools.product(*(sorted(turned(sides)) for sides in order)):
            # Lower, right, upper, left.
            fits_across = all(rows[at][1] == rows[at + 1][3] for at in (0, 1, 3, 4))
            expected += fits_across and all(rows[at][2] == rows[at + 3][0] for at in (0, 1, 2))
    pieces = [Piece("#", times=1, turn="rot", sides=sides) for sides in six]
    assert Tiling(Board.rectangle(3, 2), pieces).count() == expected == 416
    assert Tiling(Board.rectangle(3, 2, border="a"), pieces).count() == 0


def test_a_cut_chessboard() -> None:
    dark = Piece("#.\n##", times=1, turn="sym", marks="B.\nWB")
    light = dark.replace(marks={(0, 1): "W", (0, 0): "B", (1, 0): "W"})
    board = Board.checkerboard(3, 2)
    assert Tiling(board, [dark, light]).count() == 2
    assert Tiling(board, [dark, dark]).count() == 0
    assert Tiling(board, [dark, light.replace(marks=None)]).count() == 2
    assert (str(dark), str(light), str(board)) == ("B.\nWB", "W.\nBW", "WBW\nBWB")
    assert len(Board.checkerboard(2, 2, 2)) == 8 and Board.checkerboard(2, 2, 2).marks[1, 1, 1] == "W"


def test_a_piece_with_two_faces() -> None:
    piece = Piece("##", turn="sym", marks="AB", back="CD")
    board = {word: Board("##", marks=word) for word in ("AB", "BA", "CD", "DC", "AD")}
    assert [Tiling(board[word], [piece]).count() for word in board] == [1, 1, 1, 1, 0]
    glass = piece.replace(back=None)
    assert [Tiling(board[word], [glass]).count() for word in board] == [1, 1, 0, 0, 0]
    assert (piece.back, glass.back) == ("CD", None)
    assert pickle.loads(pickle.dumps(piece)) == piece != glass
    with pytest.raises(Error, match="the back has other cells than the piece"):
        Piece("##", back="A\nB")


def test_numbers_that_sum_by_brute_force() -> None:
    tiles = ["1652", "3462", "1116", "5543"]
    expected = 0
    for order in itertools.permutations(tiles):
        for turns in itertools.product(range(4), repeat=4):
            a, b, c, d = ([int(tile[(side + turn) % 4]) for side in range(4)] for tile, turn in zip(order, turns))
            # Lower, right, upper, left; c and d are above a and b.
            expected += a[1] + b[3] == c[1] + d[3] == a[2] + c[0] == b[2] + d[0] == 7
    # Turns of a tile that look alike are one.
    pieces = [Piece("#", times=1, turn="rot", sides=sides) for sides in tiles]
    assert expected > 0
    assert Tiling(Board.rectangle(2, 2, sum=7), pieces).count() == expected
    board = Board.rectangle(2, 2, fits="16 25 34")
    assert Tiling(board, pieces).count() == expected
    assert (board.fits, Board("#").fits, Board("#", sum=7).fits) == ("16 25 34", None, "07 16 25 34")
    assert pickle.loads(pickle.dumps(board)) == board != Board.rectangle(2, 2)


def test_a_color_that_fits_several_by_brute_force() -> None:
    # Squares of one color do not touch: colorings of the grid, where white and blue may not meet.
    allowed = {("r", "w"), ("w", "r"), ("r", "b"), ("b", "r")}
    neighbors = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    expected = {}
    for word, pairs in {"rw rb": allowed, "rw rb wb": allowed | {("w", "b"), ("b", "w")}}.items():
        colorings = itertools.product("rwb", repeat=6)
        expected[word] = sum(all((c[at], c[to]) in pairs for at, to in neighbors) for c in colorings)
        board = Board.rectangle(3, 2, fits=word)
        assert Tiling(board, [Piece("#", sides=4 * color) for color in "rwb"]).count() == expected[word]
    # 6 ways for the first column, 3 for each further one.
    assert expected["rw rb wb"] == 6 * 3 * 3
    assert Board("#", fits="rw rb wb").fits == "br bw rw"


def test_labels_are_told_and_kept() -> None:
    piece = Piece("##", name="d", marks={(1, 0): "x"}, sides="abc.ef", color="gold")
    assert (piece.marks, piece.sides) == ({(1, 0): "x"}, "abc.ef")
    assert (Piece("##").marks, Piece("##").sides) == ({}, None)
    assert piece.replace(sides=None).sides is None
    assert piece.replace(sides="z").sides == "zzzzzz"
    board = Board("###", marks="A#b", border="(")
    assert (board.marks, board.border) == ({(0, 0): "A", (2, 0): "b"}, "(")
    for thing in (piece, board):
        again = pickle.loads(pickle.dumps(thing))
        assert again == thing and hash(again) == hash(thing)
    assert piece != Piece("##", name="d", sides="abc.ef", color="gold")
    assert board != Board("###", marks="A#b")
    assert len(Piece("#", turn="rot", sides="aabb").orientations) == 4
    assert "<title>a</title>" in piece.to_svg()


def test_mistakes_are_explained() -> None:
    with pytest.raises(Error, match="sides: the piece has 4 sides, and there are 2 colors"):
        Piece("#", sides="ab")
    with pytest.raises(Error, match="the piece has a mark at 3,0, where it has no cell"):
        Piece("#", marks={(3, 0): "a"})
    with pytest.raises(Error, match=r"the mark of \(0, 0\) in the piece is 'ab', not a letter or a digit"):
        Piece("#", marks={(0, 0): "ab"})
    with pytest.raises(Error, match="marks of the piece are 7, not a drawing or a dictionary"):
        Piece("#", marks=7)  # type: ignore[arg-type]
    with pytest.raises(Error, match="the cell 1,0 has a mark, and is not on the board"):
        Board("#", marks="#A")
    with pytest.raises(Error, match="fits: `165` is no pair of colors"):
        Board("#", fits="16 165")
    with pytest.raises(Error, match="fits: there is no pair of colors"):
        Board("#", fits="")
    with pytest.raises(Error, match="sum: two digits have a sum from 0 to 18, not 19"):
        Board("#", sum=19)
    with pytest.raises(Error, match="fits and sum are two rules"):
        Board("#", fits="16", sum=7)
    with pytest.raises(Error, match="border is '8', which fits no color of \"07 16 25 34\""):
        Board("#", border="8", sum=7)
    with pytest.raises(Error, match="piece 1 has the color `8`, which fits no color on this board"):
        Tiling(Board("#", sum=7), [Piece("#", sides="8")]).count()
    # A color for each straight part, as for each side: bottom, right, top, left.
    for border in ("abcd", "aabccd"):
        board = Board("##", border=border)
        assert board.border == "aabccd" and pickle.loads(pickle.dumps(board)).border == "aabccd"
    with pytest.raises(Error, match='border is "ab", not one character that can be seen'):
        Board("#", border="ab")
