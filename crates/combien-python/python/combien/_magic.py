"""``%load_ext combien``: cells of notebooks in the tiling language."""

from __future__ import annotations

import argparse
import shlex
from typing import Any, NoReturn

from ._script import ScriptResult, run

__all__ = ["load_ipython_extension"]


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"%%combien: {message}")


def _arguments() -> _Arguments:
    arguments = _Arguments(prog="%%combien", add_help=False)
    arguments.add_argument("name", nargs="?", help="the variable for what the cell says")
    arguments.add_argument("--path", help="the file that the text is from: what it includes is looked for beside it")
    arguments.add_argument("--allow-write", action="append", default=[], metavar="FOLDER")
    arguments.add_argument("--overwrite", action="store_true", help="replace files that Combien did not write, too")
    arguments.add_argument("--no-check", action="store_true", help="go on after an assertion that does not hold")
    arguments.add_argument("--time", type=float, metavar="SECONDS")
    arguments.add_argument("--nodes", type=int)
    arguments.add_argument("--memory", type=int, metavar="BYTES")
    arguments.add_argument("--threads", type=int)
    arguments.add_argument("--progress", action="store_true", default=None)
    return arguments


def load_ipython_extension(ipython: Any) -> None:
    """Adds the magic: the cell is a text of the tiling language, which is run."""

    def combien(line: str, cell: str) -> ScriptResult:
        given = vars(_arguments().parse_args(shlex.split(line)))
        name = given.pop("name")
        check = not given.pop("no_check")
        result = run(cell, given.pop("path"), check=check, **given)
        if name is not None:
            ipython.push({name: result})
        return result

    combien.__doc__ = f"Runs the cell as a text of the tiling language.\n\n{_arguments().format_help()}"
    ipython.register_magic_function(combien, magic_kind="cell", magic_name="combien")
