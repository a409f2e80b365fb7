"""The registry: games by name, including those of other packages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from entente.kernel import registry
from entente.kernel.game_package import MAIN_FUNCTIONS, Part
from tests.broken_games import TROUBLES
from tests.broken_games import broken_games as broken_games

MODULE = """
from entente.kernel.game_package import GamePackage
from tests.toys import Conference

class Congress(Conference):
    def __init__(self, given):
        self.given = given

    def overrides(self):
        return self.given

package = GamePackage(create=Congress)
broken = GamePackage(create=lambda overrides: "not a game")
"""


@pytest.fixture
def conference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package, installed, that brings a game and something that is none."""
    (tmp_path / "conference.py").write_text(MODULE, "utf-8")
    about = tmp_path / "conference-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: conference\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[entente.games]\nconference = conference:package\nbroken = conference:broken\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "conference", raising=False)
    registry._made.cache_clear()


def test_the_games_of_this_package_are_available() -> None:
    assert "attrition" in registry.available()
    assert registry.load("attrition").info.id == "attrition"


def test_a_game_that_is_not_installed_is_refused_with_those_that_are() -> None:
    with pytest.raises(registry.UnknownGame, match=r"no game is called “chess”; there are: .*attr"):
        registry.load("chess")


@pytest.mark.usefixtures("conference")
def test_a_game_of_another_package_is_found() -> None:
    assert registry.available() == tuple(sorted(registry.available()))
    assert "conference" in registry.available()
    assert registry.load("conference").info.seats == ("austria", "britain", "france")


@pytest.mark.usefixtures("conference")
def test_a_game_without_overrides_is_made_once() -> None:
    assert registry.load("conference") is registry.load("conference", {})


@pytest.mark.usefixtures("conference")
def test_a_game_with_overrides_is_made_for_them() -> None:
    patched = registry.load("conference", {"board.toml": {"title": "x"}})
    assert patched.overrides() == {"board.toml": {"title": "x"}}
    assert patched is not registry.load("conference")


@pytest.mark.usefixtures("broken_games")
@pytest.mark.parametrize("name", TROUBLES)
def test_a_game_that_cannot_be_used_is_refused_in_a_sentence(name: str) -> None:
    value, trouble = TROUBLES[name]
    with pytest.raises(registry.BrokenGame) as refused:
        registry.load(name)
    said = refused.value.text("en")
    assert f"the game “{name}” cannot be used" in said
    assert "broken-games 2.0" in said
    assert value in said
    assert trouble in said
    assert "ne peut pas être utilisé" in refused.value.text("fr")


@pytest.mark.usefixtures("broken_games")
def test_the_other_games_go_on_beside_those_that_cannot_be_used() -> None:
    assert set(registry.broken()) == set(TROUBLES)
    assert not set(registry.available()) & set(TROUBLES)
    assert {"attrition", "diplomacy", "turmoil"} <= set(registry.available())


@pytest.mark.usefixtures("broken_games")
@pytest.mark.parametrize("part", ["engine", "observations", "network_features"])
def test_a_module_without_its_main_function_is_refused_when_it_is_loaded(part: Part) -> None:
    with pytest.raises(registry.BrokenGame) as refused:
        registry.part("methodless", part)
    assert f"its module json has no function “{MAIN_FUNCTIONS[part]}”" in refused.value.text("en")
    assert "ne peut pas être utilisé" in refused.value.text("fr")


def test_no_game_of_this_package_is_broken() -> None:
    assert registry.broken() == {}
