"""Import and export of games of other programs.

Export writes the saved-game format of the Python package `diplomacy`. Import reads that format, its
variant from the Cicero experiments, and games from webDiplomacy's API.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from entente.games.diplomacy.exchange.export import export_game
from entente.games.diplomacy.exchange.files import games_in, read_game
from entente.games.diplomacy.exchange.importer import Divergence, Imported, import_game
from entente.games.diplomacy.exchange.saved_game import DiplomacyMatch, SavedGame, phase_name
from entente.games.diplomacy.game import Diplomacy
from entente.kernel import Game

__all__ = [
    "DiplomacyMatch",
    "Divergence",
    "Imported",
    "SavedGame",
    "export_game",
    "games_in",
    "import_game",
    "matches",
    "phase_name",
    "read_game",
]

LONGEST_NAME = 60  # of a game, which becomes its seed


def matches(
    game: Game[Any, Any], data: bytes, before: Callable[[], None]
) -> Iterator[DiplomacyMatch]:
    """Yield the games of a file; where one differs from our rules, the rest is another match."""
    rules = cast("Diplomacy", game)
    for each in games_in(data):
        before()
        saved = read_game(rules.board, each)
        saved = saved._replace(name=saved.name[:LONGEST_NAME])
        yield from import_game(rules, saved, follow=True, before=before).matches
