"""``python -m combien`` is the command ``combien``."""

import sys

from ._command import main

sys.exit(main())
