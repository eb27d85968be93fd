"""The notebooks run from top to bottom, in this interpreter, and are kept without outputs."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("nbclient")
pytest.importorskip("pandas")

from jupyter_client.kernelspec import KernelSpec  # noqa: E402
from jupyter_client.manager import AsyncKernelManager  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError  # noqa: E402

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
NAMES = ["balance-a-fight", "first-steps", "search-for-a-class"]
SECONDS = 300

each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


class ThisInterpreter(AsyncKernelManager):
    """Starts the interpreter that runs the tests, whatever kernels are installed on the machine."""

    @property
    def kernel_spec(self) -> KernelSpec:
        command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=command, display_name="Python 3", language="python")


def plain(text: str) -> str:
    """Without the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def run(notebook: Any, folder: Path) -> None:
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_manager_class=ThisInterpreter,
        resources={"metadata": {"path": str(folder)}},
    )
    running: dict[str, Any] = {"cell": None}
    client.on_cell_execute = lambda cell, cell_index: running.update(cell=cell)
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        cell = running["cell"]
        name, source = ("?", "") if cell is None else (cell["id"], cell["source"])
        pytest.fail(f"cell {name}:\n\n{source}\n\n{plain(str(error))}", pytrace=False)


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with nothing of the user's settings and kernels in reach."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "TMPDIR"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("JUPYTER_PATH", raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def test_all_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == NAMES


@each
def test_it_is_kept_clean(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    notebook = json.loads(text)
    nbformat.validate(nbformat.from_dict(notebook))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "widgets" not in notebook["metadata"]
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}, cell["id"]
        assert cell["source"], cell["id"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], f"{cell['id']} has outputs: clear them before you commit"
            assert cell["execution_count"] is None, cell["id"]
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    assert text == json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


@each
def test_it_runs(path: Path, apart: Path) -> None:
    run(nbformat.read(path, as_version=4), apart)
    assert os.listdir(apart) == [], "it writes into a temporary folder only"
    left = [name for name in os.listdir(os.environ["TMPDIR"]) if name.startswith("tmp")]
    assert left == [], "and leaves nothing there"


def test_a_mistake_is_told_with_its_cell(apart: Path) -> None:
    cells = [nbformat.v4.new_code_cell("x = 1"), nbformat.v4.new_code_cell("assert x == 2, 'x is one'")]
    with pytest.raises(pytest.fail.Exception) as told:
        run(nbformat.v4.new_notebook(cells=cells), apart)
    assert "assert x == 2" in str(told.value) and "AssertionError: x is one" in str(told.value)
    assert "\x1b" not in str(told.value)
