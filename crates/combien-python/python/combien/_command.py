"""The command ``combien``, as the package installs it."""

from __future__ import annotations

import signal
import sys

from . import _combien


def main() -> int:
    """Runs the command line, and returns the exit code. It is the whole program, so it handles signals."""
    # Until a search begins, Ctrl-C ends the process as it ends any other program, without a traceback. Python ignores the
    # other signal, but the command needs it.
    for name in ("SIGINT", "SIGXFSZ"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    return _combien._command(["combien", *sys.argv[1:]])
