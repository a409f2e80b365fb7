"""Games to and from other programs.

Out goes the saved-game format of the Python package `diplomacy`. In come games in that format, in
the Cicero experiments' shape of it, and as webDiplomacy's API tells them.
"""

from entente.games.diplomacy.exchange.export import export_game
from entente.games.diplomacy.exchange.files import games_in, read_game
from entente.games.diplomacy.exchange.importer import Divergence, Imported, import_game
from entente.games.diplomacy.exchange.saved_game import DiplomacyMatch, SavedGame, phase_name

__all__ = [
    "DiplomacyMatch",
    "Divergence",
    "Imported",
    "SavedGame",
    "export_game",
    "games_in",
    "import_game",
    "phase_name",
    "read_game",
]
