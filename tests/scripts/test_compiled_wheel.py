"""The preparation of sources for the compiled wheel; nothing is compiled here."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from scripts.compiled_wheel import chosen, with_final_constants, without_decorated_classes

ROOT = Path(__file__).parents[2]
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["hooks"]["custom"]
MODULES = chosen(ROOT / "src", HOOK["modules"])


def classes(module: Path) -> list[ast.ClassDef]:
    tree = ast.parse(module.read_text("utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def test_the_compiled_wheel_is_built_only_on_request() -> None:
    assert HOOK["enable-by-default"] is False


def test_an_unknown_module_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'entente/kernel/nowhere.py', but there is no such"):
        chosen(ROOT / "src", ["entente/kernel/nowhere.py"])


def test_excepted_modules_are_not_compiled() -> None:
    modules = chosen(ROOT / "src", ["entente/kernel/*.py", "!entente/kernel/state.py"])
    assert ROOT / "src/entente/kernel/flow.py" in modules
    assert ROOT / "src/entente/kernel/state.py" not in modules


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_structure_is_compiled(module: Path) -> None:
    """mypyc would ignore the settings of a struct, and cannot compile subclasses of `str`."""
    for each in classes(module):
        bases = {ast.unparse(base) for base in each.bases}
        assert not each.keywords, each.name
        assert not {base for base in bases if base.endswith(("Struct", "State"))}, each.name
        assert "str" not in bases, each.name


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_steps_are_registered_by_calls_in_the_same_order(module: Path) -> None:
    source = module.read_text("utf-8")
    called = without_decorated_classes(source)
    calls = [
        f"{ast.unparse(decorator)}({each.name})"
        for each in classes(module)
        for decorator in each.decorator_list
        if "steps.ask(" in ast.unparse(decorator)
    ]
    assert called.splitlines()[len(source.splitlines()) :] == calls
    assert [node.lineno for node in ast.parse(source).body] == [
        node.lineno for node in ast.parse(called).body[: len(ast.parse(source).body)]
    ]
    assert "@steps.ask(" not in called


CONSTANTS = """\
from __future__ import annotations

NAME = "Vienna"
ONE, TWO = (
    1,
    2,
)
KNOWN: dict[str, int] = {NAME: ONE}
PAIR = (ONE, TWO)
COUNT = 0
Alias = tuple[str, str]


def counted() -> int:
    global COUNT
    COUNT += 1
    return COUNT
"""


def test_constants_never_change_and_everything_keeps_its_line() -> None:
    """A constant stays if it has neither a literal nor an annotation, or if it is reassigned."""
    lines = with_final_constants(CONSTANTS).splitlines()
    assert lines[0] == "from __future__ import annotations; from typing import Final"
    assert lines[2:4] == ['NAME: Final = ("Vienna")', "ONE: Final = (1); TWO: Final = (2)"]
    assert lines[4:7] == ["", "", ""]
    assert lines[7] == "KNOWN: Final[dict[str, int]] = ({NAME: ONE})"
    assert lines[8:] == CONSTANTS.splitlines()[8:]
    module: dict[str, object] = {}
    exec(compile("\n".join(lines), "constants", "exec"), module)
    assert (module["TWO"], module["KNOWN"]) == (2, {"Vienna": 1})


def test_a_module_without_the_future_stays_as_it_is() -> None:
    assert with_final_constants('NAME = "Vienna"\n') == 'NAME = "Vienna"\n'
