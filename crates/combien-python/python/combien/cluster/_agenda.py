"""The remaining pieces of a search, in the order of its solutions, and the solutions found so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from ._worker import Branch, File

#: The source of the whole search. Other sources are the numbers of tasks that left something.
WHOLE = 0


@dataclass(eq=False)
class Node:
    """A position in the order of the solutions: remaining pieces of a task, or a file of solutions."""

    source: int = WHOLE
    start: int = 0
    end: int = 0
    share: float = 0.0
    file: File | None = None
    before: Node | None = field(default=None, repr=False)
    after: Node | None = field(default=None, repr=False)

    @property
    def pieces(self) -> int:
        """The number of pieces."""
        return self.end - self.start


class Agenda:
    """The remaining pieces of a search.

    Invariants: the nodes between the two ends are the solutions found and the pieces left, in the order of the solutions. Each
    node with pieces is on the stack or in a task. A state is kept as long as a node has pieces of it.
    """

    def __init__(self, whole: bytes) -> None:
        self._first, self._last = Node(), Node()
        self._first.after, self._last.before = self._last, self._first
        self._states: dict[int, bytes] = {WHOLE: whole}
        self._shares: dict[int, list[float]] = {WHOLE: [1.0]}
        self._of_source: dict[int, list[Node]] = {}
        #: Nodes that no task has; the last one is the next.
        self._stack: list[Node] = []
        self.found = 0
        self.nodes = 0
        self.tasks = 0
        #: The pieces on the stack.
        self.waiting = 0
        self._insert(self._first, WHOLE, 0, 1)

    def _insert(self, before: Node, source: int, start: int, end: int) -> Node:
        node = Node(source, start, end, sum(self._shares[source][start:end]))
        self._link(before, node)
        self._of_source.setdefault(source, []).append(node)
        self._push(node)
        return node

    def _link(self, before: Node, node: Node) -> None:
        after = before.after
        assert after is not None
        node.before, node.after = before, after
        before.after = after.before = node

    def _push(self, node: Node) -> None:
        self._stack.append(node)
        self.waiting += node.pieces

    def is_done(self) -> bool:
        """Is everything done?"""
        return not self._of_source

    def stretches(self) -> int:
        """The number of nodes that no task has."""
        return len(self._stack)

    def left(self) -> float:
        """The remaining part of the search, if the branches of each node are equally large."""
        return sum(node.share for nodes in self._of_source.values() for node in nodes)

    def take(self, parts: int) -> tuple[Node, bytes] | None:
        """The next pieces with their state. If there are few, they are split into that number of parts."""
        if not self._stack:
            return None
        node = self._stack.pop()
        self.waiting -= node.pieces
        if parts > 1 and node.pieces > 1:
            self._divide(node, parts)
            node = self._stack.pop()
            self.waiting -= node.pieces
        return node, self._states[node.source]

    def give_back(self, node: Node) -> None:
        """Puts back pieces that were not searched."""
        self._push(node)

    def _divide(self, node: Node, parts: int) -> None:
        """Replaces a node by this number of nodes with about the same share each; the first is on top."""
        shares = self._shares[node.source]
        enough = node.share / parts
        cuts, share = [node.start], 0.0
        for piece in range(node.start, node.end):
            share += shares[piece]
            if share >= enough and piece + 1 < node.end:
                cuts.append(piece + 1)
                share = 0.0
        before = node.before
        assert before is not None
        self._remove(node)
        bounds = list(zip(cuts, [*cuts[1:], node.end], strict=True))
        for start, end in reversed(bounds):
            self._insert(before, node.source, start, end)

    def _remove(self, node: Node) -> None:
        before, after = node.before, node.after
        assert before is not None and after is not None
        before.after, after.before = after, before
        nodes = self._of_source[node.source]
        nodes.remove(node)
        if not nodes:
            del self._of_source[node.source]

    def finish(self, node: Node, result: Branch) -> int:
        """Replaces a node by its results: solutions, then remaining pieces. Returns the number of the task."""
        self.tasks += 1
        self.found += result.found
        self.nodes += result.nodes
        before = node.before
        assert before is not None
        self._remove(node)
        if result.file is not None:
            file = Node(file=result.file)
            self._link(before, file)
            before = file
        if result.rest is not None:
            self._states[self.tasks], self._shares[self.tasks] = result.rest, result.shares
            self._insert(before, self.tasks, 0, len(result.shares))
        if node.source not in self._of_source:
            del self._states[node.source], self._shares[node.source]
        return self.tasks

    def replay(self, source: int, start: int, end: int, result: Branch) -> None:
        """Repeats a recorded task, whose pieces are all in one node."""
        inside = [node for node in self._of_source.get(source, []) if node.start <= start and end <= node.end]
        if not inside or start >= end:
            raise ValueError("these pieces are not left")
        node = inside[0]
        self._stack.remove(node)
        self.waiting -= node.pieces
        before = node.before
        assert before is not None
        # The later part is inserted first, because each is inserted before the others.
        if end < node.end:
            self._insert(before, source, end, node.end)
        middle = self._insert(before, source, start, end)
        if node.start < start:
            self._insert(before, source, node.start, start)
        self._remove(node)
        self._stack.remove(middle)
        self.waiting -= middle.pieces
        self.finish(middle, result)

    def files(self) -> list[File]:
        """The files of solutions, in the order of the solutions."""
        files = []
        node = self._first.after
        while node is not None:
            if node.file is not None:
                files.append(node.file)
            node = node.after
        return files
