"""The journal of a run: what is done, line by line, so that a driver that was killed goes on.

Each line is a JSON document with a record and a checksum, which depends on all lines before it: a line that was changed,
removed, put elsewhere or written twice is found. A last line that was not finished is forgotten, for its task can be done once
more.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import time
from collections.abc import Iterator
from typing import Any, BinaryIO

from .._errors import Error

try:
    import fcntl
except ImportError:  # Windows has no such locks.
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
#: The journals that drivers in this process have open: locks of files do not tell threads apart.
_open: set[str] = set()
#: Between two times that the system is asked to bring it to the disk, in seconds. Whatever else happens to the driver, what was
#: written stays; where the machine loses its power, the tasks of so long are done once more.
SYNC = 1.0


def _text(record: Any) -> str:
    return json.dumps(record, separators=(",", ":"), sort_keys=True)


def _sum(before: str, text: str) -> str:
    return hashlib.sha256((before + text).encode()).hexdigest()[:16]


def _line(before: str, record: Any) -> tuple[bytes, str]:
    text = _text(record)
    checksum = _sum(before, text)
    return f'{{"record":{text},"sum":"{checksum}"}}\n'.encode(), checksum


class Journal:
    """A journal that is written. ``records`` are those that were there."""

    def __init__(self, path: str | os.PathLike[str], head: dict[str, Any]) -> None:
        self.path = os.fspath(path)
        self._head = {"combien": "journal", "format": FORMAT, **head}
        self._real = os.path.realpath(self.path)
        in_use = Error(f"the journal `{self.path}` is in use by another driver")
        if self._real in _open:
            raise in_use
        self._file: BinaryIO = open(self.path, "ab+")
        _open.add(self._real)
        try:
            if not self._lock():
                raise in_use
            self.records = list(self._read())
        except BaseException:
            self._close()
            raise
        self._synced = time.monotonic()

    def _lock(self) -> bool:
        """Keeps other drivers from it, as long as this process lives; those that it has forked do not hold the lock."""
        if fcntl is None:
            return True
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as refused:
            # Any other error is that of a file system without locks.
            return refused.errno not in (errno.EACCES, errno.EAGAIN)
        return True

    def _close(self) -> None:
        self._file.close()
        _open.discard(self._real)

    def _damaged(self, number: int) -> Error:
        error = Error(f"the journal `{self.path}` is damaged: line {number} is not what was written")
        error.place = f"{self.path}:{number}"
        error.hint = "take a copy of it, or begin anew with another journal"
        return error

    def _read(self) -> Iterator[dict[str, Any]]:
        """All records but the first line; the file ends after the last of them then."""
        self._file.seek(0)
        first, checksum = _line("", self._head)
        begun = self._file.readline()
        if not begun.endswith(b"\n") and first.startswith(begun):
            # New, or killed while the first line was written.
            self._file.truncate(0)
            self._file.write(first)
            self._file.flush()
            self._checksum = checksum
            return
        self._check_head(begun)
        checksum = json.loads(begun)["sum"]
        end, number = len(begun), 1
        for line in self._file:
            number += 1
            if not line.endswith(b"\n"):
                # The last one, and it was not finished.
                break
            record = self._record(line, checksum)
            if record is None:
                raise self._damaged(number)
            content, checksum = record
            end += len(line)
            yield content
        self._file.truncate(end)
        self._file.seek(end)
        self._checksum = checksum

    def _check_head(self, line: bytes) -> None:
        try:
            head = json.loads(line)["record"]
            is_one = head["combien"] == "journal"
        except (ValueError, TypeError, KeyError):
            is_one = False
        if not is_one:
            raise Error(f"`{self.path}` is not a journal, and is left as it is")
        if _line("", head)[0] != line:
            raise self._damaged(1)
        if head["format"] != FORMAT:
            raise Error(f"the journal `{self.path}` has format {head['format']}; only {FORMAT} is known here")
        for key, what in [("problem", "problem"), ("question", "question"), ("engine", "engine")]:
            if head[key] != self._head[key]:
                raise Error(f"the journal `{self.path}` is of another {what}")
        if head["question"] == "solutions" and head["version"] != self._head["version"]:
            raise Error(
                f"the journal `{self.path}` was begun by combien {head['version']}, and another version may list the rest in "
                "another order"
            )

    @staticmethod
    def _record(line: bytes, before: str) -> tuple[dict[str, Any], str] | None:
        try:
            document = json.loads(line)
            expected, checksum = _line(before, document["record"])
        except (ValueError, TypeError, KeyError):
            return None
        return (document["record"], checksum) if expected == line else None

    def write(self, record: dict[str, Any]) -> None:
        """Adds a record. It stays even if this process is killed at once."""
        line, self._checksum = _line(self._checksum, record)
        self._file.write(line)
        self._file.flush()
        if time.monotonic() >= self._synced + SYNC:
            self.sync()

    def sync(self) -> None:
        """Brings it to the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Brings it to the disk and lets others have it."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._close()
