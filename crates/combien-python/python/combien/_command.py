"""The command ``combien``, as the package installs it."""

from __future__ import annotations

import signal
import sys

from . import _combien


def main() -> int:
    """Does what the command line says, and returns the exit code. It is the whole program: it takes signals over."""
    # Until a search begins, Ctrl-C ends the process as it ends any other program, without a traceback. The other signal is
    # one that Python ignores and the command does not.
    for name in ("SIGINT", "SIGXFSZ"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    return _combien._command(["combien", *sys.argv[1:]])
