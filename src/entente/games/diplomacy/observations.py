"""Diplomacy as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from entente.games.diplomacy.answers.slots import DISBAND
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.last_season import INFOS as LAST_SEASON
from entente.games.diplomacy.last_season import blocks as last_season
from entente.games.diplomacy.phase_names import KINDS
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER, DiplomacyState
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Position, Seat, parse_action
from entente.kernel.blocks import Block, BlockInfo, counts, grid, number, one_of

DiplomacyPosition = Position[DiplomacyState, DiplomacyContext]

MAX_CHOICES = 10_000  # of an episode
FIRST_YEAR = 1900
ADJUSTMENTS = (BUILD, REMOVE)
DOES = ("H", "-", "S", "C", DISBAND, "VIA", *ADJUSTMENTS)
STANDINGS = ("writing", "written", "idle", "conceded", "disorder", "eliminated")

BLOCKS = {
    "year": BlockInfo(50, "years since 1900"),
    "season": BlockInfo(1, "spring, autumn or winter"),
    "phase": BlockInfo(1, "orders, retreats or adjustments; all 0 when the game is over"),
    "units": BlockInfo(1, "for each location, the army or fleet of each power there"),
    "dislodged": BlockInfo(1, "the same for units that must retreat"),
    "centres": BlockInfo(1, "for each power, the supply centres it owns"),
    "closed": BlockInfo(1, "provinces to which no unit may retreat"),
    "standing": BlockInfo(1, "for each power, whether it writes, has submitted, or why not"),
    "mine": BlockInfo(1, "the powers that the seat plays"),
    **LAST_SEASON,
    "orders": BlockInfo(1, "for each location, the order written so far: its kind and its places"),
}


def blocks(game: Diplomacy) -> list[Block]:
    board = game.board
    places, provinces = tuple(board.locations), tuple(board.provinces)
    powers = tuple(power.id for power in board.powers)
    pieces = tuple(f"{kind} {power}" for power in powers for kind in "AF")

    def units(view: DiplomacyView) -> dict[str, dict[str, float]]:
        return _placed(view.units)

    def dislodged(view: DiplomacyView) -> dict[str, dict[str, float]]:
        return _placed(view.dislodged)

    return [
        number("year", lambda view: view.year - FIRST_YEAR, 10),
        one_of("season", (SPRING, AUTUMN, WINTER), lambda view: view.season),
        one_of("phase", tuple(KINDS), lambda view: view.phase if view.phase in KINDS else None),
        grid("units", places, pieces, units, source=attrgetter("units")),
        grid("dislodged", places, pieces, dislodged, source=attrgetter("dislodged")),
        grid("centres", powers, provinces, _owned, source=attrgetter("centres")),
        counts("closed", provinces, lambda view: view.closed),
        grid("standing", powers, STANDINGS, _standing, source=attrgetter("standing")),
        counts("mine", powers, lambda view: view.players.get(view.seat or "", ())),
        *last_season(places),
    ]


def _placed(units: Mapping[str, Mapping[str, object] | list[str]]) -> dict[str, dict[str, float]]:
    """Return the army or fleet in each place, by power."""
    placed: dict[str, dict[str, float]] = {}
    for power, mine in units.items():
        for unit in mine:
            kind, place = unit.split()
            placed[place] = {f"{kind} {power}": 1}
    return placed


def _owned(view: DiplomacyView) -> dict[str, dict[str, float]]:
    return {power: dict.fromkeys(centres, 1) for power, centres in view.centres.items()}


def _standing(view: DiplomacyView) -> dict[str, dict[str, float]]:
    return {power: {where: 1} for power, where in view.standing.items() if where}


# -- the orders of a seat so far


def drafts(game: Diplomacy) -> list[Block]:
    """Return the order of each unit so far: its type and target place."""
    places = tuple(game.board.locations)
    return [grid("orders", places, (*DOES, *places), _written)]


def _written(orders: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """Orders such as `A VIE - TRI` or `F ION C A TUN - NAP`, and adjustments."""
    written: dict[str, dict[str, float]] = {}
    for order in orders:
        words = [word for word in parse_action(order).words if word not in ("A", "F")]
        if words[0] in ADJUSTMENTS:
            written[words[1]] = {words[0]: 1}
        elif len(words) > 1:
            place, *rest = words
            written[place] = dict.fromkeys(rest, 1)
    return written


# -- rewards


def centre_share(position: DiplomacyPosition, seat: Seat) -> float:
    """Return the share of all owned centres that a seat has."""
    centres = _centres_by_seat(position)
    return centres.get(seat, 0) / (sum(centres.values()) or 1)


def sum_of_squares(position: DiplomacyPosition, seat: Seat) -> float:
    """Return the square of a seat's centres among the squares of all, as tournaments score."""
    squares = {each: centres**2 for each, centres in _centres_by_seat(position).items()}
    return squares.get(seat, 0) / (sum(squares.values()) or 1)


def _centres_by_seat(position: DiplomacyPosition) -> dict[Seat, int]:
    europe, owned = position.context, position.state.centres
    return {
        seat: sum(len(owned[power]) for power in europe.powers_of(seat)) for seat in europe.seats
    }


MEASURES = {"centre_share": centre_share, "sum_of_squares": sum_of_squares}
