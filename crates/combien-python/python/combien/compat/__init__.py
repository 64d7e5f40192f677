"""The interfaces of other packages, implemented by Combien, so that a program changes one import; and problems as models of other solvers."""

# Written from the documented behaviour of these packages; nothing is copied from them.

from .solvers import to_ortools, to_pulp

__all__ = ["to_ortools", "to_pulp"]
