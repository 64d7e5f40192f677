"""Solutions for ``async for``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any


async def following(solutions: Iterator[Any]) -> Any:
    """The next one, for which a thread waits. If the task is cancelled, the search ends."""
    try:
        found = await asyncio.to_thread(next, solutions, None)
    except asyncio.CancelledError:
        solutions.close()  # type: ignore[attr-defined]
        raise
    if found is None:
        raise StopAsyncIteration
    return found
