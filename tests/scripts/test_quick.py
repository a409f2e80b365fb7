"""Which tests a change calls for."""

from __future__ import annotations

from pathlib import Path

from scripts.quick import concerned, module_of

TESTS = {
    Path("tests/kernel/test_match.py"): "from entente.kernel.match import Match\n",
    Path("tests/kernel/test_bag.py"): "from entente.kernel import bag\n",
    Path("tests/games/pax/scene.py"): "from entente.games.pax.game import PaxBritannica\n",
    Path("tests/games/pax/test_war.py"): "from tests.games.pax.scene import world\n",
    Path("tests/server/test_press.py"): "from entente.server.tables import chat, seats\n",
}


def test_the_name_of_a_module() -> None:
    assert module_of(Path("src/entente/kernel/match.py")) == "entente.kernel.match"
    assert module_of(Path("src/entente/kernel/__init__.py")) == "entente.kernel"
    assert module_of(Path("tests/toys.py")) == "tests.toys"


def names(*changed: str) -> list[str]:
    return [path.name for path in concerned(map(Path, changed), TESTS)]


def test_tests_that_import_a_changed_module_are_found() -> None:
    assert names("src/entente/kernel/match.py") == ["test_match.py"]
    assert names("src/entente/kernel/bag.py") == ["test_bag.py"]
    assert names("src/entente/server/tables/seats.py") == ["test_press.py"]


def test_helpers_lead_to_the_tests_that_use_them() -> None:
    assert names("src/entente/games/pax/game.py") == ["test_war.py"]
    assert names("tests/games/pax/scene.py") == ["test_war.py"]


def test_a_changed_test_is_run_and_a_changed_page_is_none() -> None:
    assert names("tests/kernel/test_bag.py", "web/src/lib/api.ts", "README.md") == ["test_bag.py"]
