"""The notebook about clusters is run from its first cell to its last, in a kernel of its own."""

from __future__ import annotations

import os
import pathlib

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")
pytest.importorskip("distributed", reason="Dask is not installed")

#: The checkout: the tests may have been copied out of it.
ROOT = pathlib.Path(os.environ.get("COMBIEN_ROOT") or pathlib.Path(__file__).resolve().parents[3])


def test_the_notebook_runs(tmp_path: pathlib.Path) -> None:
    notebook = nbformat.read(ROOT / "examples/notebooks/cluster.ipynb", as_version=4)
    nbformat.validate(notebook)
    # Its cells assert what they say.
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
