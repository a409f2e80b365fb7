"""Games that the page knows nothing of, installed as another package would bring them."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from entente.kernel import Catalog, GameInfo
from entente.kernel.board_svg import BoardPlan
from entente.kernel.game_package import GamePackage
from tests.cli.toy_games import BEDS, LATE, Garden, GardenPresentation

HEAD = "[entente.games]\n"
RACE = "race = examples.race:package\n"  # which has texts in both languages
OTHERS = """concert = tests.open_play:package
conference = tests.cli.toy_games:conference
orders = tests.cli.toy_games:orders
garden = tests.cli.toy_games:garden
park = tests.browser.toy_games:park
"""
WIDE, ROW = 100, 6


def install(folder: Path, games: str) -> str:
    """Put games into a folder as an installed package; the path on which Python finds it."""
    package = folder / "strangers-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    (package / "entry_points.txt").write_text(HEAD + games)
    path = [str(folder), str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return os.pathsep.join(filter(None, path))


class Park(Garden):
    """The garden with a drawn board: its beds in rows."""

    info = GameInfo("park", "1", "tests", ("red", "blue"), ())

    @cached_property
    def presentation(self) -> ParkPresentation:
        return ParkPresentation()


class ParkPresentation(GardenPresentation):
    """The beds as they are drawn."""

    def plan(self, catalog: Catalog) -> BoardPlan:
        beds = (*BEDS, LATE)
        svg = "".join(_bed(number, bed) for number, bed in enumerate(beds))
        return BoardPlan(WIDE * ROW, WIDE * (1 + (len(beds) - 1) // ROW), svg)


def _bed(number: int, bed: str) -> str:
    x, y = WIDE * (number % ROW), WIDE * (number // ROW)
    return (
        f'<g class="element" data-id="{bed}">'
        f'<rect class="outline" x="{x + 10}" y="{y + 10}" width="80" height="80" rx="8"/>'
        f'<text x="{x + 50}" y="{y + 56}" text-anchor="middle">{number + 1}</text></g>'
    )


park = GamePackage(create=lambda overrides: Park())
