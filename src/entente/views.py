"""The types of views: what a seat may know in each game of this package.

    from entente.views import TurmoilView

`position.view(seat)` returns one of them, a type checker knows which one if the game was loaded by
its name, and `isinstance` tells elsewhere. The other names are parts of views.
"""

from __future__ import annotations

from entente.games.attrition.view import AttritionView, Die, Fight
from entente.games.diplomacy.view import DiplomacyView
from entente.games.pax.presentation.view import PaxView, PowerView
from entente.games.pax.records.congress import Congress, Item, TabledDraft
from entente.games.pax.records.movement_state import Reopening
from entente.games.pax.records.treaty import Charge, Clause, Treaty
from entente.games.pax.records.war import War
from entente.games.pax.state import AdministrationSheet, Cause, Marker, TensionRise
from entente.games.turmoil.standings import Held, Terrain
from entente.games.turmoil.view import TurmoilView

__all__ = [
    "AdministrationSheet",
    "AttritionView",
    "Cause",
    "Charge",
    "Clause",
    "Congress",
    "Die",
    "DiplomacyView",
    "Fight",
    "Held",
    "Item",
    "Marker",
    "PaxView",
    "PowerView",
    "Reopening",
    "TabledDraft",
    "TensionRise",
    "Terrain",
    "Treaty",
    "TurmoilView",
    "War",
]
