"""Entente: the games of the road to the Great War, with every rule enforced.

>>> import entente
>>> position = entente.load("diplomacy").begin()
>>> position.play(position.legal_actions()[0])

`__all__` is the public interface, together with the `__all__` of `entente.kernel` (the contract of
a game), `entente.players`, `entente.arena` and the environments in `entente.envs`. Names are loaded
when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module

from entente.version import __version__

TYPE_CHECKING = False  # type checkers know the name; importing `typing` takes most of the time

if TYPE_CHECKING:
    from entente.kernel.decision import Decision, Outcome, Played, View
    from entente.kernel.extras import MissingExtra
    from entente.kernel.game import Game, UnknownSeat
    from entente.kernel.info import OptionError
    from entente.kernel.legal_actions import LegalActions
    from entente.kernel.match import Match, Move
    from entente.kernel.message import IllegalAction, Message, Refusal
    from entente.kernel.position import Position
    from entente.kernel.record import RecordError
    from entente.kernel.registry import UnknownGame
    from entente.kernel.user_error import UserError
    from entente.loading import (
        list_games,
        list_players,
        load,
        make_player,
        read_match,
        write_match,
    )
    from entente.players.player import Player, PlayerView
    from entente.players.registry import UnknownPlayer

# Each public name, and where it is defined.
_PLACES = {
    "Decision": "entente.kernel.decision",
    "Game": "entente.kernel.game",
    "IllegalAction": "entente.kernel.message",
    "LegalActions": "entente.kernel.legal_actions",
    "Match": "entente.kernel.match",
    "Message": "entente.kernel.message",
    "MissingExtra": "entente.kernel.extras",
    "Move": "entente.kernel.match",
    "OptionError": "entente.kernel.info",
    "Outcome": "entente.kernel.decision",
    "Played": "entente.kernel.decision",
    "Player": "entente.players.player",
    "PlayerView": "entente.players.player",
    "Position": "entente.kernel.position",
    "RecordError": "entente.kernel.record",
    "Refusal": "entente.kernel.message",
    "UnknownGame": "entente.kernel.registry",
    "UnknownSeat": "entente.kernel.game",
    "UserError": "entente.kernel.user_error",
    "View": "entente.kernel.decision",
    "UnknownPlayer": "entente.players.registry",
    "list_games": "entente.loading",
    "list_players": "entente.loading",
    "load": "entente.loading",
    "make_player": "entente.loading",
    "read_match": "entente.loading",
    "write_match": "entente.loading",
}

__all__ = [
    "Decision",
    "Game",
    "IllegalAction",
    "LegalActions",
    "Match",
    "Message",
    "MissingExtra",
    "Move",
    "OptionError",
    "Outcome",
    "Played",
    "Player",
    "PlayerView",
    "Position",
    "RecordError",
    "Refusal",
    "UnknownGame",
    "UnknownPlayer",
    "UnknownSeat",
    "UserError",
    "View",
    "__version__",
    "list_games",
    "list_players",
    "load",
    "make_player",
    "read_match",
    "write_match",
]


if not TYPE_CHECKING:  # a type checker reports names that do not exist

    def __getattr__(name: str) -> object:
        """Load a public name on first use."""
        place = _PLACES.get(name)
        if place is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(place), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
