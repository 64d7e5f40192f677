"""The documents that the command prints are those of the schemas in docs/reference/schemas.

The schemas allow no field that they do not name. So a new field of a document fails here until its schema has it.
"""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

import pytest

from test_command import ROOT, said

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "docs/reference/schemas").glob("*.json")}
REGISTRY = referencing.Registry().with_resources(
    (name, referencing.Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)

#: 9 by 9 grids with one solution, with several, and with none.
ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
SEVERAL = "1" + "." * 80 + "\n"
NONE = "11" + "." * 79 + "\n"
#: Any two of these options overlap.
NO_COVER = "a b c\na b\nb c\na c\n"

#: The schema, the words of the command, and standard input. Answers, answers that there is none, and searches that are stopped.
SAMPLES: list[tuple[str, list[str], str]] = [
    ("count", ["count", "examples/toy.dlx"], ""),
    ("count", ["count", "-"], NO_COVER),
    ("count", ["count", "--reduce", "--verify", "examples/camel.cmb", "--problem", "small_camel"], ""),
    ("count", ["count", "--engine", "links", "--nodes", "1000", "tests/corpus/bench/domino10x10.dlx"], ""),
    ("count", ["count", "--proof", "toy.proof", "examples/toy.dlx"], ""),
    ("count", ["count", "--proof", "never.proof", "--nodes", "10", "tests/corpus/bench/domino10x10.dlx"], ""),
    ("count", ["count", "--up-to", "symmetry", "examples/scott.cmb", "--problem", "scott"], ""),
    ("count", ["count", "--up-to", "symmetry", "puzzle:queens 6"], ""),
    ("count", ["count", "--kept-by", "examples/designs/sts13_turn.txt", "examples/designs/sts13.dlx"], ""),
    ("count", ["count", "examples/calendar.cmb", "--problem", "day<2, 1..3>"], ""),
    ("count", ["count", "--nodes", "100", "examples/calendar.cmb", "--problem", "day<2, 1..3>"], ""),
    ("script", ["run", "examples/box.cmb"], ""),
    ("script", ["run", "--nodes", "10", "examples/calendar.cmb"], ""),
    ("solve", ["solve", "--all", "examples/colors.dlx"], ""),
    ("solve", ["solve", "--all", "--reduce", "--proof", "toy.proof", "examples/toy.dlx"], ""),
    ("solve", ["solve", "--number", "1", "--proof", "never.proof", "puzzle:queens 6"], ""),
    ("solve", ["solve", "examples/scott.cmb", "--problem", "scott"], ""),
    ("solve", ["solve", "examples/box.cmb"], ""),
    ("solve", ["solve", "-"], NO_COVER),
    ("solve", ["solve", "--all", "--nodes", "100", "puzzle:queens 10"], ""),
    ("solve", ["solve", "--all", "--up-to", "symmetry", "examples/torus.cmb", "--problem", "on_torus"], ""),
    ("solve", ["solve", "--all", "--up-to", "symmetry", "puzzle:queens 6"], ""),
    ("solve", ["solve", "--all", "--kept-by", "examples/designs/sts13_turn.txt", "examples/designs/sts13.dlx"], ""),
    ("solve", ["puzzle", "queens", "6"], ""),
    ("solve", ["puzzle", "langford", "4"], ""),
    ("solve", ["puzzle", "sets", "examples/puzzles/family.txt"], ""),
    ("solve", ["sample", "--number", "2", "--seed", "1", "puzzle:queens 6"], ""),
    ("generate", ["generate", "--seed", "1", "--number", "2", "puzzle:queens 6"], ""),
    ("generate", ["generate", "--seed", "1", "-"], NO_COVER),
    ("generate", ["generate", "--seed", "1", "--series", "--number", "2", "puzzle:queens 6"], ""),
    ("design", ["design", "sets", "--seed", "1", "--number", "2", "examples/design.cmb", "--problem", "box"], ""),
    ("design", ["design", "sets", "--time", "0s", "examples/design.cmb", "--problem", "box"], ""),
    ("design", ["design", "boards", "--inside", "3x5", "examples/design.cmb", "--problem", "three"], ""),
    ("strip", ["strip", "examples/sequences.cmb", "--problem", "dominoes<3, n>"], ""),
    ("strip", ["strip", "--primitive", "examples/sequences.cmb", "--problem", "dominoes<2, n>"], ""),
    ("strip", ["strip", "-", "--problem", "none<n>"], "problem none<n> = constant (n, 1) true [{*$*}]"),
    ("plane", ["plane", "F"], ""),
    ("plane", ["plane", "--moves", "shifts", "{*.*$***}"], ""),
    ("plane", ["plane", "--copies", "1", "--coronas", "0", "hex {***$*..}"], ""),
    ("plane", ["plane", "polyominoes", "7"], ""),
    ("plane", ["plane", "{**}", "--growth", "4"], ""),
    ("plane", ["plane", "X", "--growth", "2"], ""),
    ("plane", ["plane", "examples/wang.cmb", "--together", "4"], ""),
    ("plane", ["plane", "examples/wang.cmb", "--together", "3"], ""),
    ("take-apart", ["take-apart", "--problem", "cube", "-n", "1", "examples/soma.cmb"], ""),
    ("take-apart", ["take-apart", "--nodes", "0", "--problem", "cube", "examples/soma.cmb"], ""),
    ("estimate", ["estimate", "examples/toy.dlx"], ""),
    ("estimate", ["estimate", "--probes", "50", "puzzle:queens 16"], ""),
    ("matrix", ["matrix", "examples/queens.dlx"], ""),
    ("matrix", ["matrix", "puzzle:queens 4"], ""),
    ("symmetries", ["symmetries", "puzzle:queens 4"], ""),
    ("symmetries", ["symmetries", "examples/torus.cmb", "--problem", "on_torus"], ""),
    ("zdd", ["zdd", "examples/toy.dlx"], ""),
    ("marginals", ["marginals", "examples/toy.dlx"], ""),
    ("marginals", ["marginals", "-"], "a b\na\n"),
    ("marginals", ["marginals", "--nodes", "10", "tests/corpus/bench/domino10x10.dlx"], ""),
    ("count", ["count", "--by", "lying", "examples/orientations.cmb", "--problem", "small"], ""),
    ("count", ["count", "--by", "0.0", "--nodes", "10", "tests/corpus/bench/domino10x10.dlx"], ""),
    ("zdd", ["zdd", "--nodes", "10", "tests/corpus/bench/domino10x10.dlx"], ""),
    ("why", ["why", "examples/toy.dlx"], ""),
    ("why", ["why", "examples/why.cmb", "--problem", "chessboard"], ""),
    ("why", ["why", "-"], "a b c d\na b\nc\n"),
    ("why", ["why", "-"], NO_COVER),
    ("why", ["why", "-"], "a b c d e f\na b c\nc d e\ne f a\nb d f\na d\n"),
    ("why", ["why", "--almost", "examples/why.cmb", "--problem", "chessboard"], ""),
    ("why", ["why", "--nodes", "1", "puzzle:queens 20"], ""),
    ("rate", ["rate", "examples/toy.dlx"], ""),
    ("rate", ["rate", "--steps", "--take", "2", "puzzle:queens 4"], ""),
    ("rate", ["rate", "--hint", "puzzle:sudoku 3x3 examples/puzzles/inkala.txt"], ""),
    ("rate", ["rate", "puzzle:queens 6"], ""),
    ("rate", ["rate", "-"], NO_COVER),
    ("rate", ["rate", "--nodes", "10", "puzzle:queens 20"], ""),
    ("unique", ["unique", "examples/toy.dlx"], ""),
    ("unique", ["unique", "--proof", "toy.proof", "examples/toy.dlx"], ""),
    ("unique", ["unique", "--take", "2", "puzzle:queens 4"], ""),
    ("unique", ["unique", "puzzle:queens 6"], ""),
    ("unique", ["unique", "-"], NO_COVER),
    ("unique", ["unique", "--nodes", "10", "puzzle:queens 20"], ""),
    ("check", ["check", "examples/toy.dlx"], ""),
    ("check", ["check", "examples/scott.cmb"], ""),
    ("check", ["check", "examples/toy.dlx", "-"], "c e\na d f\nb g\n"),
    ("check", ["check", "examples/toy.dlx", "-"], "c e\na d f\n"),
    ("pieces", ["pieces"], ""),
    ("pieces", ["pieces", "soma"], ""),
    ("puzzle", ["puzzle", "--list"], ""),
    ("split", ["split", "--shards", "2", "--out", "shards", "puzzle:queens 8"], ""),
    ("merge", ["merge", "shards"], ""),
    ("test", ["test", "examples/scott.cmb"], ""),
    ("test", ["test", "-"], "problem p = constant 2x2 true [{**} ~sym]  assert count p = 3\n"),
    ("sudoku", ["sudoku", "solve", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "check", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "candidates", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "rate", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "rate", "--steps", "-"], ONE),
    ("sudoku", ["sudoku", "hint", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "minimise", "--seed", "1", "-"], ONE + SEVERAL + NONE),
    ("sudoku", ["sudoku", "minimise", "--seed", "1", "--symmetric", "-"], ONE + SEVERAL),
    ("sudoku", ["sudoku", "generate", "--seed", "1", "--number", "2"], ""),
]


def validator(schema: str) -> Any:
    return jsonschema.Draft202012Validator(SCHEMAS[f"{schema}.json"], registry=REGISTRY)


def documents(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def kinds(schema: str, document: Any) -> set[str]:
    """The kinds of document, of those that the schema tells apart, that this one is."""
    whole = SCHEMAS[f"{schema}.json"]
    names = [one["$ref"].rsplit("/", 1)[1] for one in whole.get("anyOf", [])]
    parts = {name: {**whole["$defs"][name], "$defs": whole["$defs"]} for name in names}
    return {
        name
        for name, part in parts.items()
        if jsonschema.Draft202012Validator(part, registry=REGISTRY).is_valid(document)
    }


def test_schemas_are_schemas() -> None:
    assert len(SCHEMAS) > 15
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_documents_are_those_of_the_schemas(tmp_path: pathlib.Path) -> None:
    seen: dict[str, set[str]] = {}
    for schema, words, text in SAMPLES:
        # Output files go to the temporary folder.
        written = {"shards", "toy.proof", "never.proof"}
        words = [str(tmp_path / word) if word in written else word for word in words]
        answer = said(*words, "--json", input=text)
        assert answer.returncode in (0, 1, 3), (words, answer.stderr)
        found = documents(answer.stdout)
        assert found, words
        for document in found:
            validator(schema).validate(document)
            seen.setdefault(schema, set()).update(kinds(schema, document))
    for schema, kinds_seen in seen.items():
        whole = SCHEMAS[f"{schema}.json"]
        missing = {one["$ref"].rsplit("/", 1)[1] for one in whole.get("anyOf", [])} - kinds_seen
        assert not missing, f"no sample has a document of {schema}.json that is {missing}"


def test_each_command_with_json_has_samples() -> None:
    page = (ROOT / "docs/reference/command.md").read_text(encoding="utf-8")
    sections = [part.partition("\n")[::2] for part in re.split(r"^#+ combien ", page, flags=re.MULTILINE)[1:]]
    asked = {" ".join(words[:length]) for _, words, _ in SAMPLES for length in (1, 2)}
    with_json = [name for name, text in sections if re.search(r"^  --json$|^Shared: .*`--json`", text, re.MULTILINE)]
    assert len(with_json) > 15
    assert not set(with_json) - asked


def test_problems_are_those_of_the_schema() -> None:
    for name in ["toy.dlx", "colors.dlx", "queens.dlx"]:
        text = said("convert", f"examples/{name}", "--to", "json").stdout
        validator("problem").validate(json.loads(text))
    one = {"schema": 1, "items": [{"name": "a"}], "options": [{"items": ["a"]}]}
    more: list[dict[str, Any]] = [
        {"cost": 1},
        {"items": [{"name": "a", "color": "x"}]},
        {"items": [{"name": "a", "kind": "tertiary"}]},
        {"items": [{"name": "a", "bounds": [1]}]},
        {"options": [{"items": [{"item": "a"}]}]},
        {"options": [{"items": ["a"], "cost": True}]},
        {"schema": 2},
    ]
    priced = [{"options": [{"items": ["a"], "cost": cost}]} for cost in [2, -2.5, "3", "-0.25"]]
    # The schema and the command refuse the same documents.
    for change in [{}, *priced, *more]:
        problem, is_right = {**one, **change}, change not in more
        assert validator("problem").is_valid(problem) == is_right, problem
        assert (said("count", "--format", "json", "-", input=json.dumps(problem)).returncode == 0) == is_right, problem


def test_lines_of_scripts_are_those_of_the_schema() -> None:
    flat = "problem p = constant 2x2 true [{**} ~sym ~named \"domino\"]  all p json"
    solid = "include <soma>  problem3 p = soma_board soma  solve p json"
    for text, count in [(flat, 2), (solid, 1)]:
        lines = [line for line in said("run", "-", input=text).stdout.splitlines() if line.startswith("{")]
        assert len(lines) == count
        for line in lines:
            validator("script").validate(json.loads(line))


def test_messages_are_those_of_the_schema() -> None:
    seen: set[str] = set()
    for words, text in [(["-"], "a a\na\n"), (["-"], "a b\na\nb c\n"), (["no such file.dlx"], ""), (["-"], "a | b\nb\na\n")]:
        for document in documents(said("count", "--json", *words, input=text).stderr):
            validator("diagnostic").validate(document)
            seen |= kinds("diagnostic", document)
    assert seen == {"placed", "plain"}
