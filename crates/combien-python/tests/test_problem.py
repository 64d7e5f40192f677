"""Problems: how they are made, compared, kept and shown."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import warnings
from fractions import Fraction

import pytest

import combien
from combien import Colored, Error, Problem, Solution, UnknownName, WrongType
from conftest import LETTERS, make_queens


def test_the_modules_come_with_the_package() -> None:
    program = "import combien; print(*(one.__name__ for one in (combien.cluster, combien.compat, combien.sudoku)))"
    found = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    assert found.stdout == "combien.cluster combien.compat combien.sudoku\n"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        combien.nothing  # type: ignore[attr-defined]


def test_options_by_name(letters: Problem) -> None:
    made = Problem(primary=[1, 4, 7, 5, 3, 6, 2])
    for name, items in LETTERS.items():
        made.option(name, items)
    assert made == letters
    assert made.names == list("ABCDEF")
    assert made["D"] == (3, 5, 6)
    assert made.primary == [1, 4, 7, 5, 3, 6, 2] and made.secondary == []
    others = Problem(primary=[1, 4, 7, 5, 3, 6, 2])
    others.options(LETTERS)
    pairs = Problem(primary=[1, 4, 7, 5, 3, 6, 2])
    pairs.options(list(LETTERS.items()))
    assert others == made == pairs
    assert made != Problem.from_sets({**LETTERS, "G": [1]})
    assert made != Problem.from_sets({**LETTERS, "F": [2, 4]})
    assert made != 1


def test_a_list_of_sets_has_numbers_for_names() -> None:
    problem = Problem.from_sets([{1, 2}, {3}, {2, 3}, {1}])
    assert problem.names == [0, 1, 2, 3]
    assert sorted(solution.names for solution in problem.solutions()) == [(0, 1), (2, 3)]


def test_any_hashable_is_an_item() -> None:
    items = [1, "1", 1.5, None, (1, 2), frozenset([1]), Fraction(1, 3), "", "a b", "#", b"x", Colored("x", 1)]
    problem = Problem(primary=items)
    for item in items:
        problem.option(("only", item), [item] if not isinstance(item, Colored) else [])
    assert problem.primary == items
    # `Colored` in an option is an item in a color, and so it is not the primary item that looks like it.
    with pytest.raises(UnknownName):
        problem.option("colored", [Colored("x", 1)])
    assert problem.count() == 0
    problem.option("pair", [("x", 1)])
    first = problem.first()
    assert first is not None and len(first) == len(items)
    assert first.as_dict()[("only", "1")] == ("1",)


def test_equal_objects_are_the_same_item() -> None:
    problem = Problem(primary=[1, "a"])
    problem.option("x", [1.0, "a"])
    assert problem["x"] == (1, "a")
    with pytest.raises(Error, match="item True is declared twice"):
        Problem(primary=[1, True])


def test_colors_are_any_objects() -> None:
    # TAOCP 7.2.2.1, (49): one solution, with x in one color. Colors 1 and "1" differ.
    def problem(red: object, other: object) -> Problem:
        made = Problem(primary=["p", "q", "r"], secondary=["x", "y"])
        made.option(1, ["p", "q", "x", ("y", red)])
        made.option(2, ["p", "r", ("x", red), "y"])
        made.option(3, ["p", ("x", other)])
        made.option(4, ["q", ("x", red)])
        made.option(5, ["r", ("y", other)])
        return made

    for red, other in [("A", "B"), (1, "1"), (None, ()), ((0, 1), 1)]:
        solutions = list(problem(red, other).solutions())
        assert [solution.names for solution in solutions] == [(2, 4)]
        assert solutions[0].items[1] == ("q", ("x", red))
        assert isinstance(solutions[0].items[1][1], Colored)


def test_a_pair_that_is_an_item_is_no_color() -> None:
    problem = Problem(primary=["p"], secondary=["x", ("x", 1)])
    problem.option("item", ["p", ("x", 1)])
    problem.option("color", ["p", Colored("x", 1)])
    assert problem["item"] == ("p", ("x", 1)) and type(problem["item"][1]) is tuple
    assert isinstance(problem["color"][1], Colored)
    assert problem.count() == 2


def test_bounds() -> None:
    problem = Problem(primary=["a", "b", "c"], bounds={"a": (1, 2), "b": 2, "c": (0, None)})
    problem.options({1: ["a", "b"], 2: ["a", "b"], 3: ["b"], 4: ["c"], 5: ["c"]})
    assert problem.bounds == {"a": (1, 2), "b": (2, 2), "c": (0, None)}
    # Two of 1, 2, 3, for each of which is one with a; and any set of 4 and 5.
    assert problem.count() == 3 * 4
    assert {solution.names for solution in problem.solutions()} == {
        pair + rest for pair in [(1, 2), (1, 3), (2, 3)] for rest in [(), (4,), (5,), (4, 5)]
    }


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: Problem(["a", "a"]), Error, "item 'a' is declared twice"),
        (lambda: Problem([[1]]), TypeError, r"\[1\] cannot be an item: unhashable"),
        (lambda: Problem([["x"]], bounds={"x": 1}), TypeError, "cannot be an item"),
        (lambda: Problem(5), TypeError, "the items must be a list or another iterable, not 5"),  # type: ignore[arg-type]
        (lambda: Problem(["a"], bounds={"a": -1}), ValueError, "the bounds of item 'a' are -1"),
        (lambda: Problem(["a"], bounds={"a": (1, -3)}), ValueError, r"bounds of item 'a' are \(1, -3\)"),
        (lambda: Problem(["a"], bounds={"a": (2, 1)}), ValueError, "exceeds the upper bound"),
        (lambda: Problem(["a"], bounds={"a": 0}), ValueError, "upper bound of item `a` is zero"),
        (lambda: Problem(["a"], bounds={"a": "many"}), ValueError, "are 'many'"),  # type: ignore[dict-item]
        (lambda: Problem(["a"], ["b"], bounds={"b": 1}), KeyError, "bounds are given to 'b'"),
        (lambda: Problem.from_sets({"A": 1}), TypeError, "a set must be a list"),  # type: ignore[dict-item]
        (lambda: Problem.from_sets({"A": [[]]}), TypeError, "cannot be hashed"),
        (lambda: Problem.from_sets({"A": [1]}, primary=[2]), KeyError, "option 'A' names 1"),
    ],
)
def test_wrong_items(make: object, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as raised:
        make()  # type: ignore[operator]
    assert isinstance(raised.value, Error)


def test_a_wrong_option_changes_nothing(letters: Problem) -> None:
    before = copy.copy(letters)
    for name, items, kind, message in [
        ("G", [9], KeyError, "option 'G' names 9, which is not an item"),
        ("G", [(1, "red")], KeyError, "1 is a primary item and takes no color"),
        ("G", [1, 2, 1], ValueError, "option 'G' has item 1 twice"),
        ("A", [1], ValueError, "two options with the name 'A'"),
        ("G", [[1]], TypeError, r"\[1\] cannot be an item"),
        ([], [1], TypeError, r"\[\] cannot be a name"),
        ("G", None, TypeError, "must be a list or another iterable, not None"),
    ]:
        with pytest.raises(kind, match=message) as raised:
            letters.option(name, items)  # type: ignore[arg-type]
        assert isinstance(raised.value, Error) and str(raised.value)[0] != '"'
    assert letters == before and letters.option_count == 6
    with pytest.raises(KeyError, match="no option with the name 'Q'"):
        letters["Q"]


KEPT_OUT = r"option 'loose' has no primary item, so it is in no solution"


def test_options_without_primary_items_are_warned_of() -> None:
    problem = Problem(["a"], ["x", "y"])
    problem.option("good", ["a", "x"])
    with pytest.warns(UserWarning, match=KEPT_OUT) as told:
        problem.option("loose", ["y"])
    # The place is the line of the user's that adds it.
    assert len(told) == 1 and told[0].filename == __file__
    with pytest.warns(UserWarning, match="option 'coloured' has no primary item") as told:
        problem.options({"fine": ["a"], "coloured": [("x", 1), "y"]})
    assert len(told) == 1
    # By the definition: neither is in any solution.
    assert sorted(solution.names for solution in problem.solutions()) == [("fine",), ("good",)]
    with pytest.warns(UserWarning, match=KEPT_OUT):
        assert Problem.from_sets({"A": ["a"], "loose": ["x"]}, secondary=["x"]).count() == 1
    for make in [Problem.from_matrix, lambda rows, primary: Problem.from_rows([[0], [1]], primary=primary)]:
        with pytest.warns(UserWarning, match="option 1 has no primary item"):
            assert make([[1, 0], [0, 1]], primary=1).count() == 1
    # The first ten of each problem.
    with pytest.warns(UserWarning) as told:
        many = Problem.from_matrix([[0, 1]] * 20, primary=1)
        many.option("more", [1])
    assert len(told) == 10


def test_what_is_no_mistake_is_not_warned_of() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Problem.from_matrix([[1, 1], [0, 0]]).count() == 1
        problem = Problem(["a"], ["x"])
        problem.options({"both": ["a", "x"], "one": ["a"]})
        assert problem == copy.copy(problem) == pickle.loads(pickle.dumps(problem))
        problem.option("empty", [])
        with pytest.raises(UserWarning, match=KEPT_OUT):
            problem.option("loose", ["x"])


def test_numbers_as_names_are_not_mixed_up() -> None:
    problem = Problem(primary=["a"])
    problem.option(None, ["a"])
    with pytest.raises(Error, match="two options with the name 0"):
        problem.option(0, ["a"])
    problem.option(2, ["a"])
    with pytest.raises(Error, match="two options with the name 2"):
        problem.option(None, ["a"]) or problem.option(None, ["a"])
    assert problem.names == [0, 2]


def test_an_error_of_the_users_own_objects_comes_through() -> None:
    class Broken:
        def __hash__(self) -> int:
            raise RuntimeError("no hash today")

    class Odd:
        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("no comparison today")

        def __repr__(self) -> str:
            raise RuntimeError("no repr today")

    with pytest.raises(RuntimeError, match="no hash today"):
        Problem([Broken()])
    with pytest.raises(RuntimeError, match="no repr today|no comparison today"):
        Problem([1, Odd()])


def test_pickles_and_copies(letters: Problem) -> None:
    colored = Problem(primary=["p"], secondary=["x", (0, 1)], bounds={"p": (1, 2)})
    colored.option(None, ["p", ("x", "red"), (0, 1)])
    colored.option("two", ["p", ("x", 3)])
    matrix = Problem.from_matrix([[1, 0, 1], [0, 1, 1], [0, 1, 0]], primary=2)
    for problem in [letters, colored, matrix, Problem(), make_queens(5)]:
        again = pickle.loads(pickle.dumps(problem))
        assert again == problem and again.names == problem.names and again.bounds == problem.bounds
        assert [s.names for s in again.solutions()] == [s.names for s in problem.solutions()]
        clone = copy.deepcopy(problem)
        clone.option("more", [])
        assert clone != problem and again == problem
    for solution in colored.solutions():
        assert pickle.loads(pickle.dumps(solution)) == solution


def test_a_broken_pickle_is_refused() -> None:
    function, (version, items, kinds, bounds, parts) = Problem.from_sets([[1, 2], [3]]).__reduce__()
    colors, entries, ends, names = parts
    with pytest.raises(Error, match="version 9"):
        function(9, items, kinds, bounds, parts)
    for broken in [
        (items, b"", bounds, parts),
        (7, kinds, bounds, parts),
        (items, kinds, bounds, (colors, entries[:8], ends, names)),
        (items, kinds, bounds, (colors, b"\xff" * len(entries), ends, names)),
        (items, kinds, bounds, (colors, entries, ends[::-1], names)),
        (items, kinds, bounds, (colors, entries, ends, [(7, "a")])),
    ]:
        with pytest.raises(Error, match="broken"):
            function(version, *broken)


def test_solutions_are_small_objects(letters: Problem) -> None:
    solution = letters.first()
    assert solution is not None
    assert solution.names == ("B", "D", "F") == tuple(solution)
    assert solution.items == ((1, 4), (3, 5, 6), (2, 7)) and solution.rows == (1, 3, 5)
    assert solution.as_dict() == {"B": (1, 4), "D": (3, 5, 6), "F": (2, 7)}
    assert (solution[0], solution[-1], len(solution)) == ("B", "F", 3)
    with pytest.raises(IndexError):
        solution[3]
    assert repr(solution) == "<combien.Solution: ('B', 'D', 'F')>"
    same = Problem.from_sets(LETTERS).first()
    assert same == solution and hash(same) == hash(solution) and len({same, solution}) == 1
    assert solution != Solution(letters, [1, 3]) and solution != ("B", "D", "F")
    with pytest.raises(Error, match="no option 6"):
        Solution(letters, [6])
    # The empty solution is one.
    empty = Problem().first()
    assert empty is not None and empty and len(empty) == 0


def test_what_a_notebook_shows(letters: Problem) -> None:
    assert repr(letters) == "<combien.Problem: 7 primary items, 0 secondary items, 6 options>"
    html = letters._repr_html_()
    assert "<svg" in html and "<title>A: 1 4 7</title>" in html and "7 primary items" in html
    unnamed = Problem.from_matrix([[1, 0], [0, 1]])._repr_html_()
    assert "<title>0: 0</title>" in unnamed and "<title>1: 1</title>" in unnamed
    assert "<svg" not in Problem.from_rows([[0]] * 301)._repr_html_()
    assert "<script>" not in Problem(["<script>"])._repr_html_()


def test_files(tmp_path: os.PathLike[str]) -> None:
    problem = Problem(primary=["a", "b"], secondary=["x"], bounds={"a": (1, 2)})
    problem.options({"one": ["a", "b", ("x", "red")], "two": ["a"]})
    for name in ["toy.dlx", "toy.json"]:
        path = os.path.join(tmp_path, name)
        problem.write(path)
        again = Problem.read(path)
        assert again.bounds == problem.bounds and again.secondary == ["x"]
        names = ["one", "two"] if name.endswith("json") else [0, 1]
        assert again.names == names and again[names[0]] == ("a", "b", ("x", "red"))
        # What was read can grow.
        again.option("three", ["b", ("x", "blue")])
        assert again.count() == 3
    wrong = os.path.join(tmp_path, "wrong.dlx")
    with open(wrong, "w") as file:
        file.write("a b\na c\n")
    with pytest.raises(Error, match="wrong.dlx:2:3: .*`c`") as raised:
        Problem.read(wrong)
    assert raised.value.place == f"{wrong}:2:3"
    none = os.path.join(tmp_path, "none.dlx")
    with pytest.raises(FileNotFoundError, match="No such file or directory: .*none.dlx") as missing:
        Problem.read(none)
    assert missing.value.filename == none
    with pytest.raises(IsADirectoryError):
        Problem(["a"]).write(tmp_path, format="json")
    with pytest.raises(Error, match="cannot be written"):
        Problem(["a b"]).write(os.path.join(tmp_path, "spaces.dlx"))
    assert not os.path.exists(os.path.join(tmp_path, "spaces.dlx"))


def test_results_do_not_depend_on_hashes() -> None:
    program = (
        "from combien import Problem\n"
        "p = Problem.from_sets({'A': {'x', 'yy', 'zzz'}, 'B': {'x'}, 'C': {'zzz', 'yy'}, 'D': {'yy'}, 'E': {'zzz', ('a',)}},"
        " secondary={('a',), 'b'})\n"
        "print(p.primary, p.secondary, [s.items for s in p.solutions()])\n"
    )

    def said(seed: int) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        return subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True).stdout

    assert len({said(seed) for seed in range(5)}) == 1


def test_the_docstring_of_the_package_is_true() -> None:
    import doctest

    results = doctest.testmod(combien)
    assert (results.failed, results.attempted) == (0, 7)
    assert all(getattr(combien, name).__module__ == "combien" for name in combien.__all__ if name[0] != "_")
    assert WrongType.__mro__[1] is Error
