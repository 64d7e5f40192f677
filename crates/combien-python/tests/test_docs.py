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


def test_notebooks_run(tmp_path: pathlib.Path) -> None:
    nbclient = pytest.importorskip("nbclient", reason="needs nbclient")
    pytest.importorskip("ipykernel", reason="needs ipykernel")
    nbformat = pytest.importorskip("nbformat", reason="needs nbformat")
    notebooks = sorted((ROOT / "examples" / "notebooks").glob("puzzle*.ipynb"))
    assert notebooks
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        nbclient.NotebookClient(
            notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
        ).execute()
        shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        assert any("image/svg+xml" in output.get("data", {}) for output in shown)
        # What is in the repository has no outputs: they would be changed by every run.
        assert all(not cell.get("outputs") for cell in nbformat.read(path, as_version=4).cells)


#: The READMEs, and every page of the book that has a block of Python.
DOCUMENTS = ["README.md", "crates/combien-python/README.md"] + [
    page
    for page in sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
    if blocks(page)
]


def test_the_pages_about_python_are_found() -> None:
    assert {"docs/start.md", "docs/how-to/python.md", "docs/how-to/cluster.md"} <= set(DOCUMENTS)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_match_the_package(document: str, capsys: pytest.CaptureFixture[str]) -> None:
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
