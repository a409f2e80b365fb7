"""The table of rulings in the documentation of Pax Britannica: complete, and each with its test."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from entente.games.pax.game import INFO
from entente.kernel.text import LANGUAGES

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/pax-britannica.md"
ROW = re.compile(r"^\| (P\d+) \| (.+) \| (.*) \| `([^`]+)::([^`]+)` \|$", re.MULTILINE)
CODES = [f"P{number}" for number in range(1, 91)]


def rows() -> list[tuple[str, str, str, str, str]]:
    """Code, reading, options, file and test of each ruling."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition("\n## Rulings\n")
    return ROW.findall(section.partition("\n## ")[0])


@cache
def docstrings_of(file: str) -> dict[str, str]:
    """The tests of a file with their docstrings."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {
        node.name: ast.get_docstring(node) or ""
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_ruling_is_listed_once_and_in_order() -> None:
    assert [code for code, *_ in rows()] == CODES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_a_section_in_the_rules(language: str) -> None:
    """And the rules have none that the table lacks."""
    path = ROOT / "src/entente/games/pax/text" / language / "rules.toml"
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [name for name in sections if re.fullmatch(r"P\d+", name)] == CODES


@pytest.mark.parametrize(
    ("code", "file", "test"), [pytest.param(r[0], r[3], r[4], id=r[0]) for r in rows()]
)
def test_the_test_of_a_ruling_exists_and_names_it(code: str, file: str, test: str) -> None:
    assert (ROOT / "tests" / file).is_file()
    assert test in docstrings_of(file)
    assert re.search(rf"\b{code}\b", docstrings_of(file)[test])


def test_the_options_of_rulings_exist() -> None:
    """And every option that is a ruling stands in the table, but for that of combat table 2, which
    concerns a reconstructed figure."""
    named = {name for row in rows() for name in re.findall(r"`(\w+)`", row[2])}
    assert named <= {option.id for option in INFO.options}
    rulings = {option.id for option in INFO.options if option.kind == "ruling"}
    assert rulings - named == {"table_2"}
