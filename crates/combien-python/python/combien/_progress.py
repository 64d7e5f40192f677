"""Shows the progress of a search, with ``tqdm`` if it is installed, otherwise as a line on standard error."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from ._types import Progress


class Bar:
    """A bar that shows per cent. It is called with each ``Progress``, and closed at the end."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._tqdm: Any = None
        try:
            self._tqdm = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            pass

    def __call__(self, progress: Progress) -> None:
        percent = round(100 * progress.fraction, 2)
        # Only a search on a cluster has it.
        seconds: float | None = getattr(progress, "seconds_left", None)
        if self._tqdm is None:
            left = "" if seconds is None else f", {_duration(seconds)} left"
            print(f"combien: {percent} %, {progress.nodes} nodes{left}", file=sys.stderr)
            return
        if self._bar is None:
            self._bar = self._tqdm(total=100, unit="%", bar_format="{percentage:3.0f}%|{bar}| {elapsed}{postfix}")
        self._bar.n = percent
        more = {} if seconds is None else {"left": _duration(seconds)}
        self._bar.set_postfix(nodes=progress.nodes, solutions=progress.solutions, **more)

    def close(self) -> None:
        """Leaves the bar as it is."""
        if self._bar is not None:
            self._bar.close()


def _duration(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
