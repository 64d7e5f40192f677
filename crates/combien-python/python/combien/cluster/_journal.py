"""The journal of a run: the finished tasks, line by line, so that a new driver can continue after one was killed.

Each line is a JSON document with a record and a checksum, which depends on all lines before it: a line that was changed,
removed, moved or written twice is noticed. An incomplete last line is ignored, because its task can be repeated.
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
#: The journals that drivers in this process have open: file locks do not distinguish threads.
_open: set[str] = set()
#: The time between two calls that write it to the disk, in seconds. If the driver ends, nothing is lost. After a power failure, the tasks
#: of this time are repeated.
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
    """A journal that is open for writing. ``records`` are those that it already had."""

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
        """Locks it against other drivers as long as this process lives; forked processes do not hold the lock."""
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
        """All records except the first line. The file is truncated after the last of them."""
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
        """Adds a record, which is kept even if this process is killed at once."""
        line, self._checksum = _line(self._checksum, record)
        self._file.write(line)
        self._file.flush()
        if time.monotonic() >= self._synced + SYNC:
            self.sync()

    def sync(self) -> None:
        """Writes it to the disk."""
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Writes it to the disk and unlocks it."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._close()
