"""The solutions of a problem in a file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from typing import Any

from .._combien import Problem, Solution
from .._errors import Error
from ._worker import File

#: The file of all solutions.
MERGED = "solutions.jsonl"
_CHUNK = 1 << 20


class Listing:
    """Solutions in a file, one on each line: the numbers of the options, from 0, as a list in JSON.

    Iterating reads the file, solution by solution; ``len`` is their number.
    """

    def __init__(self, problem: Problem[Any], path: str, count: int) -> None:
        self._problem = problem
        self._count = count
        self.path = path

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Solution]:
        for rows in self.rows():
            yield Solution(self._problem, rows)

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The numbers of the options of each solution, from 0."""
        with open(self.path, encoding="ascii") as lines:
            for line in lines:
                yield tuple(json.loads(line))

    def __repr__(self) -> str:
        return f"<combien.cluster.Listing: {self._count} solutions in {self.path!r}>"


def merge(folder: str, files: list[File], path: str) -> File:
    """Joins files in this order into one, which appears only when it is complete."""
    whole = hashlib.sha256()
    size = 0
    with open(f"{path}.new", "wb") as out:
        for file in files:
            part, read = hashlib.sha256(), 0
            try:
                with open(os.path.join(folder, file.name), "rb") as lines:
                    while chunk := lines.read(_CHUNK):
                        part.update(chunk)
                        whole.update(chunk)
                        out.write(chunk)
                        read += len(chunk)
            except FileNotFoundError:
                raise Error(f"`{os.path.join(folder, file.name)}` has vanished: begin anew in another folder") from None
            if (read, part.hexdigest()) != (file.size, file.sha256):
                raise Error(f"`{os.path.join(folder, file.name)}` was changed: begin anew in another folder")
            size += read
        out.flush()
        os.fsync(out.fileno())
    os.replace(f"{path}.new", path)
    return File(os.path.basename(path), size, whole.hexdigest())
