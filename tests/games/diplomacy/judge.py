"""Cases that are played from the position in a test's docstring, and compared as a whole.

A block names a power and lists its units with their orders; a unit without one is only put there.
The first line about a province puts the unit on the board:

    Austria  A VIE - TYR
             F TRI
    Italy    A VEN - TYR

Under the headings `Retreats`, `Centres` and `Winter` follow the later phases.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping

import pytest

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.rules.adjustments import centres_by_power, resolve_adjustments
from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.rules.orders import Position, write_unit
from entente.games.diplomacy.rules.results import Result, resolve
from entente.games.diplomacy.rules.retreats import resolve_retreats
from entente.games.diplomacy.sheets.lines import LineAnswer, lines_by_power
from entente.games.diplomacy.sheets.movement_lines import read_lines
from entente.games.diplomacy.sheets.retreat_lines import read_retreat_lines
from entente.games.diplomacy.sheets.winter_lines import read_winter_lines

BOARD = Board({})
POWERS = {power.id.capitalize(): power.id for power in BOARD.powers}
ORDERS, RETREATS, CENTRES, WINTER = "Orders", "Retreats", "Centres", "Winter"

Lines = dict[str, list[str]]


class Judged:
    """A case, adjudicated. Each method asserts all that happened in one phase."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.rules = rules
        self.blocks = read_blocks(text)
        position = Position(BOARD, units_of(self.blocks[ORDERS]))
        orders = {
            power: [line for line in lines if len(line.split()) > 2]
            for power, lines in self.blocks[ORDERS].items()
        }
        read = read_lines(BOARD, position, lines_by_power(BOARD, orders))
        self.refused = places_of(read.answers)
        self.results = resolve(BOARD, rules, position, read.orders, read.void)
        self.units = list(self.results.after().units)

    def gives(
        self,
        moves: str = "",
        fails: str = "",
        cut: str = "",
        void: str = "",
        broken: str = "",
        dislodged: Mapping[str, str] | None = None,
    ) -> Judged:
        """The movement phase.

        `void` are orders that could not be carried out, `broken` supports and convoys that match
        no order, and convoys of dislodged fleets. `dislodged` says by whom, and all the places to
        retreat to.
        """
        happened = {
            "moves": {self.journey(r, n) for n, r in self.with_outcome("moves")},
            "fails": {self.journey(r, n) for n, r in self.with_outcome("fails")},
            "cut": {self.place(n) for n, _ in self.with_outcome("cut")},
            "void": {self.place(n) for n, _ in self.with_outcome("void")} | self.refused,
            "broken": {self.place(n) for n, _ in self.with_outcome("broken")},
            "dislodged": {
                f"{self.place(number)} by {self.place(result.dislodged_by)}": {
                    BOARD.locations[end] for end in result.retreats
                }
                for number, result in enumerate(self.results.results)
                if result.dislodged_by >= 0
            },
        }
        assert happened == {
            "moves": split(moves),
            "fails": split(fails),
            "cut": split(cut),
            "void": split(void),
            "broken": split(broken),
            "dislodged": {who: split(where) for who, where in (dislodged or {}).items()},
        }
        return self

    def leaves(self, **units: str) -> Judged:
        """The units on the board after the phases that were looked at, by power."""
        after = Position(BOARD, self.units).written()
        assert {power: set(there) for power, there in after.items()} == {
            power.upper(): split(there) for power, there in units.items()
        }
        return self

    def retreats(self, to: str = "", lost: str = "", void: str = "") -> Judged:
        """The retreat phase: where units go, which are lost, which orders are void."""
        units = self.results.position.units
        dislodged = {units[n]: ends for n, ends in self.results.dislodged().items()}
        lines = lines_by_power(BOARD, self.blocks[RETREATS])
        read = read_retreat_lines(BOARD, dislodged, lines)
        survivors, destroyed = resolve_retreats(BOARD, dislodged, read.orders)
        goals = {
            f"{province(unit)} - {BOARD.locations[goal]}"
            for unit, goal in read.orders.items()
            if goal is not None and unit._replace(location=goal) in survivors
        }
        assert len(goals) == len(survivors)
        assert {
            "to": goals,
            "lost": {province(unit) for unit in destroyed},
            "void": places_of(read.answers),
        } == {"to": split(to), "lost": split(lost), "void": split(void)}
        self.units += survivors
        return self

    def winter(self, builds: str = "", removes: str = "", void: str = "") -> Judged:
        """The adjustments: what is built and removed, and which orders could not be followed."""
        lines = lines_by_power(BOARD, self.blocks[WINTER])
        read = read_winter_lines(BOARD, Position(BOARD, self.units), lines)
        centres = centres_by_power(
            BOARD, {power: there[0].split(", ") for power, there in self.blocks[CENTRES].items()}
        )
        built: list[Unit] = []
        removed: list[Unit] = []
        not_done = [answer.line.text for answer in read.answers if answer.refusal is not None]
        for number, power in enumerate(BOARD.powers):
            if power.id in self.blocks[CENTRES]:
                done = resolve_adjustments(
                    BOARD,
                    self.rules,
                    number,
                    centres,
                    self.units,
                    read.orders.get(number, []),
                )
                built += done.built
                removed += done.removed
                not_done += [
                    f"{order.kind} {write_unit(BOARD, order.unit)}"
                    for order, _ in done.void
                    if order.unit is not None
                ]
        assert {
            "builds": {write_unit(BOARD, unit) for unit in built},
            "removes": {write_unit(BOARD, unit) for unit in removed},
            "void": sorted(not_done),
        } == {"builds": split(builds), "removes": split(removes), "void": sorted(listed(void))}
        self.units = [unit for unit in self.units if unit not in removed] + built
        return self

    # -- names

    def with_outcome(self, outcome: str) -> Iterable[tuple[int, Result]]:
        return [(n, r) for n, r in enumerate(self.results.results) if r.outcome == outcome]

    def place(self, number: int) -> str:
        return province(self.results.position.units[number])

    def journey(self, result: Result, number: int) -> str:
        end = BOARD.locations[result.order.target]
        return f"{self.place(number)} - {end}{' by convoy' if result.by_convoy else ''}"


def judge(text: str | None, rules: Rules) -> Judged:
    """The case that a docstring describes."""
    assert text is not None
    return Judged(text, rules)


@pytest.fixture
def standard(request: pytest.FixtureRequest) -> Judged:
    """The test's own docstring, adjudicated under the rules of today."""
    return judge(request.function.__doc__, STANDARD)


@pytest.fixture
def classic(request: pytest.FixtureRequest) -> Judged:
    """The test's own docstring, adjudicated under the rules of the rulebook."""
    return judge(request.function.__doc__, CLASSIC)


def read_blocks(text: str) -> dict[str, Lines]:
    """The lines of a docstring by phase and power; what is neither is prose."""
    blocks: dict[str, Lines] = {ORDERS: {}, RETREATS: {}, CENTRES: {}, WINTER: {}}
    phase, power = ORDERS, ""
    for line in inspect.cleandoc(text).splitlines():
        first, _, rest = line.partition("  ")
        if line in blocks:
            phase, power = line, ""
        elif first in POWERS and rest:
            power = POWERS[first]
            blocks[phase].setdefault(power, []).append(rest.strip())
        elif line.startswith("  ") and power:
            blocks[phase][power].append(line.strip())
    return blocks


def units_of(lines: Lines) -> list[Unit]:
    """The units that stand on the board: each province has that of the first line about it."""
    units: dict[str, Unit] = {}
    for power, texts in lines.items():
        for text in texts:
            kind, location = text.split()[:2]
            unit = Unit(BOARD.power[power], kind == "F", BOARD.location[location])
            units.setdefault(province(unit), unit)
    return list(units.values())


def places_of(answers: Iterable[LineAnswer]) -> set[str]:
    """The provinces of the units whose orders were refused."""
    return {answer.line.text.split()[1][:3] for answer in answers if answer.refusal is not None}


def province(unit: Unit) -> str:
    return BOARD.provinces[BOARD.province_of[unit.location]]


def listed(text: str) -> list[str]:
    """The items of a list with commas."""
    return [item.strip() for item in text.split(",") if item.strip()]


def split(text: str) -> set[str]:
    return set(listed(text))
