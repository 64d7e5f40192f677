"""The blocks of the documents are run, in order, as one program each."""

from __future__ import annotations

import os
import pathlib
import re

import pytest

#: The checkout: the tests may have been copied out of it.
ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])


def blocks(document: str) -> list[tuple[int, str]]:
    """The blocks of Python of a document, with the number of the first line of each."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, match.start(1)), match[1]) for match in found]


@pytest.mark.parametrize("document", ["README.md", "docs/python.md", "docs/python-cluster.md", "crates/combien-python/README.md"])
def test_documents_are_true(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "cluster" in document:
        pytest.importorskip("distributed", reason="Dask is not installed")
    found = blocks(document)
    assert found, "the document has no block of Python"
    names: dict[str, object] = {}
    for line, block in found:
        exec(compile("\n" * line + block, document, "exec"), names)
    # What the README says it prints is printed.
    expected = [comment for _, block in found for comment in re.findall(r"print\(.*\)  # (.*)", block)]
    printed = capsys.readouterr().out.splitlines()
    if expected:
        assert printed[: len(expected)] == expected
