"""The recap of orders and results, phase by phase, from the log.

The map's arrows and the lists of results are drawn from these reports. The view has the newest
ones, and for earlier phases the moves after which they were carried out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.rules.results import CONVOYS, HOLDS_FAST, MOVES, STANDS
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Catalog, Message, Recap, SeenEntry, parse_action
from entente.kernel.message import find_last

RESULT = "log.result."
PUSHED = "log.dislodged"
GAINED = "log.gained"
SEASON = "log.season"
GONE = ("log.nowhere_to_go", "log.lost_in_disorder")
RETREATS = ("log.retreats", "log.disbands", "log.retreat_clash")
ADJUSTMENTS = ("log.builds", "log.removes", "log.removed_by_rule")
WORKING = (MOVES, HOLDS_FAST, STANDS, CONVOYS)

Phase = Literal["movement", "retreats", "adjustments"]
Verb = Literal["hold", "move", "support", "convoy"]
_COLON = re.compile(r"\{power:power\}(\s*:\s*)")


class Piece(msgspec.Struct):
    """A unit on the map; `name` is written as in orders: `F STP/SC`."""

    power: str
    name: str
    dislodged: bool = False


class OrderResult(msgspec.Struct):
    """An order and its result.

    `unit` and `other` are units by name, `goal` is the destination of the unit or of the unit it
    helps. `outcome` is one of those in `results`, `works` whether the order succeeded;
    `dislodged_by` is the unit that dislodged this one. `text` has it all, with the reason.
    """

    power: str
    unit: str
    order: str
    verb: Verb
    other: str
    goal: str
    via: bool
    outcome: str
    works: bool
    dislodged: bool
    dislodged_by: str
    text: str


class RetreatResult(msgspec.Struct):
    """A unit that had to retreat; `goal` is empty if it was disbanded."""

    power: str
    unit: str
    goal: str
    lost: bool
    text: str


class AdjustmentResult(msgspec.Struct):
    """A unit that was built or removed."""

    power: str
    unit: str
    built: bool
    text: str


class Report(msgspec.Struct):
    """One phase: the units and centre owners before it, the orders and their results.

    `move` is the number of moves when it was carried out. `owners` has only the owned centres.
    """

    move: int
    phase: Phase
    season: str
    year: int
    before: list[Piece]
    owners: dict[str, str]
    orders: list[OrderResult] = []
    retreats: list[RetreatResult] = []
    adjustments: list[AdjustmentResult] = []


class DiplomacyRecap(Recap):
    """The phases carried out last, with one move, and the moves after which earlier ones were."""

    reports: list[Report]
    earlier: list[int]


def recap(
    board: Board, view: DiplomacyView, log: Sequence[SeenEntry], catalog: Catalog
) -> DiplomacyRecap:
    """Build the recap of the last phases from the log."""
    moves = list(dict.fromkeys(move for move, message in log if is_result(message)))
    if not moves:
        return DiplomacyRecap([], [])
    *earlier, last = moves
    writer = RecapBuilder(board, view, log, catalog)
    for line in log[last_movement(log) :]:
        writer.read(line)
    return DiplomacyRecap([each for each in writer.reports if each.move == last], earlier)


def is_result(message: Message) -> bool:
    return _is_result_key(message.key)


@lru_cache(maxsize=1000)
def _is_result_key(key: str) -> bool:
    return key.startswith(RESULT) or key in (*RETREATS, *ADJUSTMENTS)


def last_movement(log: Sequence[SeenEntry]) -> int:
    """Return the start of the last season with orders, which name every unit."""
    lines = range(len(log) - 1, -1, -1)
    last = next((n for n in lines if log[n].message.key.startswith(RESULT)), 0)
    return find_last(log, (SEASON,), last) or 0


def first_season(view: DiplomacyView, log: Sequence[SeenEntry]) -> tuple[str, int]:
    """Return the season before the first one in the log: a game may begin in the middle of a
    season."""
    named = (message.args for _, message in log if message.key == SEASON)
    first = next(named, None)
    if first is None:
        return (AUTUMN if view.season == WINTER else view.season), view.year
    year = int(str(first["year"]))
    return (SPRING, year) if first["season"] == AUTUMN else (AUTUMN, year - 1)


class RecapBuilder:
    """Builds reports line by line, tracking the units."""

    def __init__(
        self, board: Board, view: DiplomacyView, log: Sequence[SeenEntry], catalog: Catalog
    ) -> None:
        self.board = board
        self.view = view
        self.log = log
        self.catalog = catalog
        self.reports: list[Report] = []
        self.season, self.year = first_season(view, log)
        self.units: list[Piece] = []

    def read(self, line: SeenEntry) -> None:
        """Add a line of the log."""
        move, (key, args) = line.move, (line.message.key, line.message.args)
        unit = str(args.get("unit", ""))
        if key == SEASON:
            self.season, self.year = str(args["season"]), int(str(args["year"]))
        elif key.startswith(RESULT):
            report = self._into("movement", move)
            report.orders = [*report.orders, self._order(line.message)]
            self._moved(report)
        elif key == PUSHED:
            report = self._into("movement", move)
            for each in report.orders:
                if each.unit == unit:
                    each.dislodged, each.dislodged_by = True, str(args["by"])
            self._moved(report)
        elif key in GONE:
            self.units = [each for each in self.units if not (each.dislodged and each.name == unit)]
        elif key in RETREATS:
            report = self._into("retreats", move)
            report.retreats = [*report.retreats, self._retreat(line.message)]
            self._retreated(report)
        elif key in ADJUSTMENTS:
            report = self._into("adjustments", move)
            report.adjustments = [*report.adjustments, self._adjustment(line.message)]
            self._adjusted(report)

    def _into(self, phase: Phase, move: int) -> Report:
        """Return the report of a phase carried out with a move."""
        last = self.reports[-1] if self.reports else None
        if last is None or (last.phase, last.move) != (phase, move):
            season = WINTER if phase == "adjustments" else self.season
            owners = self._owners(phase, move)
            last = Report(move, phase, season, self.year, self.units, owners)
            self.reports.append(last)
        return last

    def _owners(self, phase: Phase, move: int) -> dict[str, str]:
        """Return the owner of each centre: the current ones, with later captures undone unless
        before winter.

        A centre not captured before belonged to its home power or was neutral.
        """
        owners = {centre: power for power, held in self.view.centres.items() for centre in held}
        held = {home: power.id for power in self.board.powers for home in power.home_centres}
        undone: set[str] = set()
        for line in self.log:
            if line.message.key != GAINED:
                continue
            power, taken = str(line.message.args["power"]), line.message.args["provinces"]
            assert isinstance(taken, list)
            if line.move < move or (line.move == move and phase == "adjustments"):
                held.update(dict.fromkeys(taken, power))
            else:
                undone.update(taken)
        before = {centre: held[centre] for centre in undone if centre in held}
        return {c: power for c, power in owners.items() if c not in undone} | before

    # -- lines as data

    def _order(self, message: Message) -> OrderResult:
        args = message.args
        order, outcome = str(args["order"]), str(args["outcome"])
        unit, verb, other, goal, via = split_order(order)
        pushed = message.key in (f"{RESULT}dislodged", f"{RESULT}cut_dislodged")
        return OrderResult(
            power=str(args["power"]),
            unit=unit,
            order=order,
            verb=verb,
            other=other,
            goal=goal,
            via=via,
            outcome=outcome,
            works=outcome in WORKING,
            dislodged=pushed,
            dislodged_by=str(args["unit"]) if pushed else "",
            text=self._text(message),
        )

    def _retreat(self, message: Message) -> RetreatResult:
        power, unit = str(message.args["power"]), str(message.args["unit"])
        goal = str(message.args.get("province", ""))
        lost = message.key != "log.retreats"
        place = self._landing(power, unit, goal) if goal and unit.startswith("F") else goal
        return RetreatResult(power, unit, place, lost, self._text(message))

    def _landing(self, power: str, unit: str, province: str) -> str:
        """Find the location: the log names the province; a fleet is on the reachable coast, or the
        one it occupies."""
        board = self.board
        ends = [board.locations[end] for end in board.fleet[board.location[unit.split()[1]]]]
        places = [end for end in ends if end.partition("/")[0] == province] or [province]
        known = [place for place in places if f"F {place}" in self.view.units.get(power, [])]
        return (known or places)[0]

    def _adjustment(self, message: Message) -> AdjustmentResult:
        power, unit = str(message.args["power"]), str(message.args["unit"])
        return AdjustmentResult(power, unit, message.key == "log.builds", self._text(message))

    def _text(self, message: Message) -> str:
        """Return the line without the leading power's name, since results are listed by power."""
        text = self.catalog.line(message)
        match = _COLON.match(self.catalog.get(message.key))
        if match is None:
            return text
        name = self.catalog.name("power", str(message.args["power"]))
        return text[len(name) + len(match[1]) :]

    # -- where the units are

    def _moved(self, report: Report) -> None:
        """Update the units; the position before a movement follows from its orders, one per
        unit."""
        report.before = [Piece(each.power, each.unit) for each in report.orders]
        self.units = [
            Piece(each.power, f"{each.unit[0]} {each.goal}")
            if each.outcome == MOVES
            else Piece(each.power, each.unit, each.dislodged)
            for each in report.orders
        ]

    def _retreated(self, report: Report) -> None:
        standing = [each for each in report.before if not each.dislodged]
        arrived = (each for each in report.retreats if not each.lost)
        self.units = standing + [Piece(e.power, f"{e.unit[0]} {e.goal}") for e in arrived]

    def _adjusted(self, report: Report) -> None:
        removed = {each.unit for each in report.adjustments if not each.built}
        built = [Piece(each.power, each.unit) for each in report.adjustments if each.built]
        self.units = [each for each in report.before if each.name not in removed] + built


def split_order(order: str) -> tuple[str, Verb, str, str, bool]:
    """Split a written order into unit, kind, helped unit, destination, and whether by convoy."""
    kind, place, sign, *rest = parse_action(order).words
    unit = f"{kind} {place}"
    if sign == "-":
        return unit, "move", "", rest[0], rest[1:] == ["VIA"]
    if sign == "H":
        return unit, "hold", "", "", False
    helped, _, goal = " ".join(rest).partition(" - ")
    return unit, "support" if sign == "S" else "convoy", helped, goal, False
