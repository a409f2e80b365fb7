"""Import and export of games of other programs.

Export writes the saved-game format of the Python package `diplomacy`. Import reads that format, its
variant from the Cicero experiments, and games from webDiplomacy's API.
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
