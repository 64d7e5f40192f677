"""The page of the Python package in the book is what the stubs and the docstrings say: docs/reference/python.md.

The stubs of a count have the keywords of its table in the command, and everything public in them has its docstring, for editors.
``UPDATE_REFERENCE=1 python -m pytest test_reference.py`` writes both anew.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pathlib
import re

import pytest

from combien import _combien

ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])
PAGE = ROOT / "docs" / "reference" / "python.md"
SOURCES = ROOT / "crates" / "combien-python" / "python"
STUBS = SOURCES / "combien" / "_combien.pyi"
TABLE = ROOT / "crates" / "combien-cli" / "src" / "request" / "counting.rs"

INTRODUCTION = """\
# Python

*For Python users who know what they want and look up how it is called.*

Every public class and function, in the words of the package itself. The type stubs have all types. [Python](../how-to/python.md) introduces them by examples.

All questions that search take the keywords `time`, `nodes`, `memory`, `threads`, `engine` and `progress`
([Limits](../how-to/python.md#limits)); they are written as `**limits` here.
"""

#: Each module, and the files that its public names are written in.
MODULES = {
    "combien": ["_combien.pyi", "_errors.py", "_types.py", "_tilings.py", "_design.py", "_script.py", "_apart.py", "_plane.py", "_strip.py", "__init__.py"],
    "combien.sudoku": ["sudoku.py"],
    "combien.cluster": ["cluster/__init__.py", "_combien.pyi", *(f"cluster/{path.name}" for path in sorted((SOURCES / "combien" / "cluster").glob("_*.py")))],
    "combien.compat": ["compat/__init__.py", "compat/solvers.py"],
    "combien.compat.exact_cover": ["compat/exact_cover.py"],
    "combien.compat.sage": ["compat/sage.py"],
}
#: The keywords that most questions share, with their types in the stubs.
LIMITS = {
    "time": "float | None",
    "nodes": "int | None",
    "memory": "int | None",
    "threads": "int | None",
    "engine": "_Engine | None",
    "progress": "_Progress | None",
}
#: The types of rows of the table of a count, in the stubs.
TYPES = {
    "bool": "bool | None",
    "u64": "int | None",
    "Option<u64>": "int | None",
    "Option<String>": "str | PathLike[str] | None",
}


def keywords(types: dict[str, str]) -> str:
    """Keywords in lines of a stub."""
    lines = [" " * 7]
    for name, kind in types.items():
        keyword = f" {name}: {kind} = None,"
        if len(lines[-1] + keyword) > 110:
            lines.append(" " * 7)
        lines[-1] += keyword
    return "\n".join(lines) + "\n"


def stubs(written: str) -> str:
    """The stubs with the limits of each question as above, the table where it is named, and the docstrings."""
    rows = dict(re.findall(r"^ +(\w+): ([\w<>]+) \[", TABLE.read_text(encoding="utf-8"), re.MULTILINE))
    of_count = keywords({name: TYPES[kind] for name, kind in rows.items()})

    def anew(found: re.Match[str]) -> str:
        limits = {name: kind for name, kind in LIMITS.items() if f" {name}: " in found[2]}
        return (found[1] + of_count if found[1] else "") + keywords(limits)

    limit = rf" {{8}}(?:{'|'.join(LIMITS)}): .* = None,\n"
    return documented(re.sub(rf"(?:( {{8}}# The table of a count.*\n)(?:.*\n)*?)?((?:{limit})+)", anew, written))


def documented(written: str) -> str:
    """Stubs in which each public class, function and method has its docstring; of several overloads, the last."""
    written = re.sub(r'(class [^\n]*:\n) +r?"""(?:.|\n)*?"""\n', r"\1", written)
    lines = re.sub(r'( -> [^\n]*:)\n +r?"""(?:.|\n)*?"""\n', r"\1 ...\n", written).splitlines()

    def document(body: list[ast.stmt], owner: object, indent: str) -> None:
        # From the last line on, so that the numbers of earlier lines stay right.
        after = ""
        for node in reversed(body):
            if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                continue
            is_last, after = node.name != after, node.name
            value = inspect.getattr_static(owner, node.name, None)
            if isinstance(node, ast.ClassDef):
                document(node.body, value, indent + "    ")
            text = inspect.getdoc(getattr(value, "__func__", value))
            if node.name.startswith("_") or not is_last or not text:
                continue
            quoted = ('r"""' if "\\" in text else '"""') + text + ('\n"""' if "\n" in text else '"""')
            docs = [(indent + line).rstrip() for line in quoted.split("\n")]
            if isinstance(node, ast.ClassDef):
                lines[node.lineno : node.lineno] = docs
            else:
                end = node.body[0].lineno
                lines[end - 1 : end] = [lines[end - 1].removesuffix(" ..."), *docs]

    document(ast.parse("\n".join(lines)).body, _combien, "    ")
    return "\n".join(lines) + "\n"


def definitions(module: str) -> dict[str, ast.stmt]:
    """What the files of a module define, by name."""
    found: dict[str, ast.stmt] = {}
    for file in MODULES[module]:
        written = (SOURCES / "combien" / file).read_text(encoding="utf-8")
        # The type of items is for type checkers.
        written = re.sub(r"\b_Item\b", "Any", re.sub(r"\bProblem\[\w+\]", "Problem", written))
        for node in ast.parse(written).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                found.setdefault(node.name, node)
    return found


def says_nothing(annotation: ast.expr | None) -> bool:
    """Is there no type, or one that is a name of the stubs alone?"""
    written = ast.unparse(annotation) if annotation else "Any"
    return written == "Any" or "_" in written


def signature(name: str, function: ast.FunctionDef) -> str:
    """A call as it is written, with the limits of all questions as one.

    Where a default shows what is expected, or the type is a name of the stubs alone, the text below says more than the type.
    """
    arguments = function.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        del arguments.args[0]
    elif arguments.posonlyargs and arguments.posonlyargs[0].arg in ("self", "cls"):
        del arguments.posonlyargs[0]
    kept = [
        (argument, default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)
        if argument.arg not in LIMITS
    ]
    if len(arguments.kwonlyargs) - len(kept) >= 5:
        arguments.kwonlyargs = [argument for argument, _ in kept]
        arguments.kw_defaults = [default for _, default in kept]
        arguments.kwarg = ast.arg("limits")
    free = len(arguments.args) + len(arguments.posonlyargs) - len(arguments.defaults)
    for position, argument in enumerate([*arguments.posonlyargs, *arguments.args]):
        if position >= free or says_nothing(argument.annotation):
            argument.annotation = None
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
        if default is not None or says_nothing(argument.annotation):
            argument.annotation = None
    gives = ast.unparse(function.returns) if function.returns else "Any"
    returned = "" if gives in ("Any", "None") else f" -> {gives}"
    written = f"{name}({ast.unparse(arguments)}){returned}"
    return written.replace("'", '"')


def paragraphs(text: str | None) -> str:
    """A docstring, as Markdown."""
    text = re.sub(r"``(.+?)``", r"`\1`", inspect.cleandoc(text or ""))
    # Examples of the interactive prompt become blocks.
    lines: list[str] = []
    within = False
    for line in text.splitlines():
        if line.startswith(">>> ") and not within:
            lines.append("```pycon")
            within = True
        elif within and not line.strip():
            lines.append("```")
            within = False
        lines.append(line)
    return "\n".join([*lines, "```"] if within else lines).strip()


def members(owner: type, node: ast.ClassDef) -> list[str]:
    """The public methods and attributes of a class, in the order of its definition."""
    said: list[str] = []
    for position, member in enumerate(node.body):
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
            marks = {ast.unparse(mark) for mark in member.decorator_list}
            # A property is looked at as it is; a static method is the function in it.
            look = inspect.getattr_static if "property" in marks else getattr
            text = paragraphs(inspect.getdoc(look(owner, member.name)))
            if "property" in marks:
                kind = ast.unparse(member.returns) if member.returns else ""
                said.append(f"**`{member.name}`**: `{kind}`\n\n{text}".strip())
            else:
                prefix = f"{owner.__name__}." if "staticmethod" in marks or "classmethod" in marks else ""
                # Overloads stand one after the other, and are documented once.
                after = node.body[position + 1] if position + 1 < len(node.body) else None
                if "overload" in marks and getattr(after, "name", "") == member.name:
                    text = ""
                said.append(f"**`{signature(prefix + member.name, member)}`**\n\n{text}".strip())
        elif isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            after = node.body[position + 1] if position + 1 < len(node.body) else None
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            text = paragraphs(after.value.value) if is_text else ""  # type: ignore[union-attr]
            said.append(f"**`{member.target.id}`**: `{ast.unparse(member.annotation)}`\n\n{text}".strip())
    return said


def told_once(said: list[str], seen: dict[str, str], owner: str) -> list[str]:
    """Without the members that an earlier class has with the same words; the last line names them."""
    again: dict[str, list[str]] = {}
    for member in said:
        if member in seen:
            again.setdefault(seen[member], []).append(member.split("`")[1].split("(")[0])
    new = [member for member in said if member not in seen]
    for member in new:
        if "\n\n" in member:
            seen[member] = owner
    return new + [f"As of `{other}`: " + ", ".join(f"`{name}`" for name in names) + "." for other, names in again.items()]


def page() -> str:
    text = INTRODUCTION
    seen: dict[str, str] = {}
    for module in MODULES:
        names = importlib.import_module(module)
        text += f"\n## `{module}`\n\n{paragraphs(names.__doc__)}\n"
        defined = definitions(module)
        if module.startswith("combien.compat."):
            text += "\nThe package itself documents " + ", ".join(f"`{name}`" for name in names.__all__) + ".\n"
            continue
        for name in names.__all__:
            node = defined.get(name)
            if node is None or name.startswith("_"):
                continue
            value = getattr(names, name)
            text += f"\n### {name}\n\n"
            if isinstance(node, ast.FunctionDef):
                text += f"**`{signature(name, node)}`**\n\n{paragraphs(inspect.getdoc(value))}\n"
                continue
            assert isinstance(node, ast.ClassDef)
            # Those that are written in Python are made by functions.
            makers = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__new__"]
            if makers:
                made = signature(name, makers[0]).removesuffix(f" -> {name}")
                text += f"**`{made}`**\n\n"
            said = told_once(members(value, node), seen, name)
            text += "\n\n".join([paragraphs(inspect.getdoc(value)), *said]).strip() + "\n"
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def test_the_stubs_are_those_of_the_table() -> None:
    if not SOURCES.exists():
        pytest.skip("the sources are not here")
    written = STUBS.read_text(encoding="utf-8")
    if os.environ.get("UPDATE_REFERENCE"):
        STUBS.write_text(stubs(written), encoding="utf-8")
    assert STUBS.read_text(encoding="utf-8") == stubs(written), "stale: run this test with UPDATE_REFERENCE=1"


def test_the_page_is_what_the_package_says() -> None:
    if not SOURCES.exists():
        pytest.skip("the sources are not here")
    written = page()
    # Everything public is there.
    for name in ("Problem", "Diagram", "Symmetries", "Board", "Piece", "Tiling", "Stopped", "generate", "count"):
        assert f"\n### {name}\n" in written
    if os.environ.get("UPDATE_REFERENCE"):
        PAGE.write_text(written, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == written, "out of date: run this test with UPDATE_REFERENCE=1"
