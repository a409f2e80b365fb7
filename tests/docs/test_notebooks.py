"""The notebooks of the documentation run, and give what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scripts import notebooks

ALL = notebooks.notebooks()
FIRST = 2  # code cells that `make test` runs

each_notebook = pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])


def outputs(notebook: dict[str, Any]) -> list[Any]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_three() -> None:
    assert [path.stem for path in ALL] == ["analysing-a-game", "opening-statistics", "self-play"]


@each_notebook
def test_the_first_cells_give_what_is_stored(path: Path) -> None:
    stored, again = notebooks.read(path), notebooks.read(path)
    code = [cell for cell in again["cells"] if cell["cell_type"] == "code"]
    last = again["cells"].index(code[FIRST - 1]) if "self" in path.stem else 1
    again["cells"] = again["cells"][: last + 1]
    notebooks.execute(again)
    assert outputs(again)
    assert outputs(again) == outputs(stored)[: len(outputs(again))]


@pytest.mark.soak
@each_notebook
def test_all_cells_give_what_is_stored(path: Path) -> None:
    again = notebooks.read(path)
    notebooks.execute(again)
    assert notebooks.written(again) == path.read_text(encoding="utf-8")


@each_notebook
def test_a_page_shows_every_output(path: Path) -> None:
    notebook = notebooks.read(path)
    text, pictures = notebooks.page(notebook, path.stem)
    assert text.startswith("# ")
    assert text.count("```python") == len(outputs(notebook))
    assert pictures
    assert all(f"]({name})" in text for name in pictures)
    assert all(picture.startswith("<svg") for picture in pictures.values())


def test_an_error_in_a_cell_is_not_hidden() -> None:
    cell = {"cell_type": "code", "source": ["1 / 0"], "outputs": []}
    with pytest.raises(ZeroDivisionError):
        notebooks.execute({"cells": [cell]})


def test_links_to_notebooks_lead_to_their_pages_in_the_built_documentation() -> None:
    """In the repository, where these pages do not exist, they lead to the files."""
    links = "[one](notebooks/self-play.ipynb), [two](self-play.ipynb)"
    assert notebooks.on_page_markdown(links, page=None) == (
        "[one](notebooks/self-play.md), [two](self-play.ipynb)"
    )
