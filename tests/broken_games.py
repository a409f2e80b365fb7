"""A third-party package that is installed and broken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

BROKEN = """
from entente.kernel.game_package import GamePackage
from tests.toys import Conference

def fails(overrides):
    raise KeyError("board")

def leaves(overrides):
    raise SystemExit(3)

fails = GamePackage(create=fails)
leaves = GamePackage(create=leaves)
nothing = GamePackage(create=lambda overrides: "not a game")
uncallable = GamePackage(create=7)
constant = 7

class WithoutMethod(Conference):
    kinds = {"power": ("austria",)}

methodless = GamePackage(
    create=lambda overrides: WithoutMethod(),
    engine="json",
    observations="json",
    network_features="json",
)
"""

# What is wrong with an entry point, and what is said of it.
TROUBLES = {
    "absent": ("broken_games.absent:create", "ModuleNotFoundError"),
    "unnamed": ("broken_games:create", "AttributeError"),
    "fails": ("broken_games:fails", "KeyError: 'board'"),
    "leaves": ("broken_games:leaves", "SystemExit: 3"),
    "uncallable": ("broken_games:uncallable", "TypeError"),
    "constant": ("broken_games:constant", "names a “int”, which is not a GamePackage"),
    "methodless": ("broken_games:methodless", "is a “dict” and must be a method"),
    "nothing": ("broken_games:nothing", "makes a “str”, which is not a Game"),
}


@pytest.fixture
def broken_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third-party package in which everything is wrong."""
    install_broken(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "broken_games", raising=False)


def install_broken(folder: Path) -> None:
    """Put the package into a folder."""
    (folder / "broken_games.py").write_text(BROKEN, "utf-8")
    about = folder / "broken_games-2.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 2.0\n")
    points = "".join(f"{name} = {value}\n" for name, (value, _) in TROUBLES.items())
    (about / "entry_points.txt").write_text(f"[entente.games]\n{points}")
