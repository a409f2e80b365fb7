"""Which tables can be rated, and which are unless their host says otherwise.

A rated game has a clock, which decides a live game of two, the standard rules and registered
players; computers at it have a measured strength. A public table with such players is rated by
default, as on chess sites; a private one, or one with computers only, is casual.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from entente.kernel import OptionValue, registry
from entente.server.problem import Problem
from entente.server.ratings.levels import fixed_strength
from entente.server.ratings.pace import FREE, pace_class
from entente.server.storage.models import FORFEIT, Table, User
from entente.wire.tables import Live, TimeControl

# Options that may differ from their default at a rated table: they do not change how well a player
# must play. Interpretations of the rules never matter.
_ALLOWED: Mapping[tuple[str, str], Callable[[OptionValue], bool]] = {
    ("diplomacy", "scoring"): lambda value: True,
    ("diplomacy", "end_year"): lambda value: value == 0 or int(value) >= 1907,
    ("pax", "players"): lambda value: True,
    ("pax", "phase_mode"): lambda value: True,
    ("pax", "reaction_rounds"): lambda value: True,
    ("pax", "congress_mode"): lambda value: True,
    ("pax", "congress_rounds"): lambda value: True,
}

# Decisions for each seat, of all seats together, before a player can gain from a game: about the
# first two turns. Who concedes at once gives no rating away, and loses.
LEAST_DECISIONS: Mapping[str, int] = {"attrition": 20, "turmoil": 20, "diplomacy": 2, "pax": 10}
_USUAL_LEAST = 10  # of other games


def is_short(game: str, seats: int, moves: int) -> bool:
    """Return whether a game ended so early that its result says nothing."""
    return moves < LEAST_DECISIONS.get(game, _USUAL_LEAST) * seats


def obstacle(
    table: Table, time_control: TimeControl, host: User, computers: Collection[str]
) -> str | None:
    """Return why a table cannot be rated, as the end of a text key; None if it can."""
    if host.guest:
        return "guest"
    if pace_class(time_control) == FREE:
        return "free"
    if not has_standard_rules(table.game, table.options):
        return "options"
    if isinstance(time_control, Live) and _seats(table) == 2 and table.absence != FORFEIT:
        return "wait"
    if any(fixed_strength(table.game, name) is None for name in computers):
        return "computer"
    return None


def _seats(table: Table) -> int:
    game = registry.load(table.game)
    return len(game.seats(game.info.complete(table.options)))


def has_standard_rules(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Return whether a table's options are those of a rated game."""
    return all(
        option.kind == "ruling"
        or options.get(option.id, option.default) == option.default
        or _ALLOWED.get((game, option.id), _never)(options[option.id])
        for option in registry.load(game).info.options
    )


def _never(value: OptionValue) -> bool:
    return False


def check_guest(table: Table, user: User) -> None:
    """Raise Problem if a guest wants a seat at a rated table."""
    if table.rated and user.guest:
        raise Problem(403, "rating.guest")


def check_measured(table: Table, computer: str | None) -> None:
    """Raise Problem if a computer without a measured strength is to play at a rated table."""
    if table.rated and computer is not None and fixed_strength(table.game, computer) is None:
        raise Problem(409, "rating.computer")
