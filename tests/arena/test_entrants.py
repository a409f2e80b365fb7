"""Which players may enter, and the errors about others."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.arena.entrants import entrant, find, origin
from entente.kernel import UserError
from entente.players import GreedyPlayer, UnknownPlayer

OWN = """
class Own:
    def choose(self, sight):
        return "go 1"

def create(game_id, seed):
    return Own()
"""


def test_installed_players_with_their_characters() -> None:
    assert find("Greedy:Trader", "pax") == "greedy:trader"
    assert isinstance(entrant("greedy:trader", "pax", "1"), GreedyPlayer)
    assert origin("greedy:trader", "pax").startswith("entente.players.greedy:create")
    assert origin("dumbbot", "diplomacy").startswith("entente.games.diplomacy.outsiders")
    with pytest.raises(UnknownPlayer, match="dumbbot"):
        find("dumbbot", "pax")
    assert find("Hard:500", "turmoil") == "hard:500"
    for unknown in ("napoleon", "napoleon:500", "hard:fast", "random:5"):
        with pytest.raises(UnknownPlayer, match=unknown):
            find(unknown, "pax")
    with pytest.raises(UnknownPlayer, match="greedy:trader"):
        find("greedy:trader", "attrition")


def test_a_player_in_a_file_is_versioned_by_its_content(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    name = f"{file}:create"
    assert find(name, "attrition") == name
    assert type(entrant(name, "attrition", "1")).__name__ == "Own"
    before = origin(name, "attrition")
    file.write_text(OWN + "# thought over\n")
    assert origin(name, "attrition") != before


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("{}/missing.py:create", "cannot be loaded: FileNotFoundError"),
        ("{}/own.py:make", "has no function “make”"),
        ("{}/broken.py:create", "cannot be loaded: ZeroDivisionError"),
        ("no.such.module:create", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_player_that_cannot_be_loaded_is_reported(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "broken.py").write_text("1 / 0")
    with pytest.raises(UserError, match=said):
        find(name.format(tmp_path), "attrition")


def test_an_object_that_is_no_player_is_reported() -> None:
    with pytest.raises(UserError, match="a str without a method choose"):
        entrant("tests.arena.entrants:returns_no_player", "attrition", "1")
