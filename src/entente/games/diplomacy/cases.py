"""Cases in JSON: a position and orders in, what becomes of them out. One case a line.

`{"id": "1", "units": {"AUSTRIA": ["A BUD"]}, "orders": {"AUSTRIA": ["A BUD - SER"]}}`. The phase is
one of movement unless `phase` says otherwise: `retreats`, `adjustments`, or a name as `F1902R`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.adjustments import (
    Adjustment,
    centres_by_power,
    resolve_adjustments,
    write_adjustment,
)
from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.meaning import read_unit_text
from entente.games.diplomacy.orders import Position, write_order, write_unit
from entente.games.diplomacy.reading import (
    Answer,
    Line,
    lines_by_power,
    read_centres,
    read_lines,
    read_retreat_lines,
    read_units,
    read_winter_lines,
)
from entente.games.diplomacy.results import Result, resolve
from entente.games.diplomacy.retreats import resolve_retreats
from entente.games.diplomacy.rules import Rules
from entente.games.diplomacy.tables import PACKAGE
from entente.kernel import Catalog, Refusal, say
from entente.kernel.mistake import Mistake

MOVEMENT, RETREATS, ADJUSTMENTS = "movement", "retreats", "adjustments"
_LETTERS = {"M": MOVEMENT, "R": RETREATS, "A": ADJUSTMENTS}

ByPower = dict[str, list[str]]


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """What a line holds. `dislodged` gives the places each unit may retreat to.

    Whose a dislodged unit is can be left out where the orders tell: `{"A SER": ["ALB", "GRE"]}`.
    """

    id: msgspec.Raw = msgspec.Raw(b"null")
    phase: str = MOVEMENT
    units: ByPower = {}
    orders: ByPower = {}
    centers: ByPower = {}
    dislodged: dict[str, list[str] | dict[str, list[str]]] = {}


class Named(msgspec.Struct):
    """What comes back with the answer even if the rest of a line makes no sense."""

    id: msgspec.Raw = msgspec.Raw(b"null")


class Judge:
    """Answers cases under one set of rules, in one language."""

    def __init__(self, board: Board, rules: Rules, catalog: Catalog, *, explain: bool) -> None:
        self.board = board
        self.rules = rules
        self.catalog = catalog
        self.explain = explain

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """The answer to a line; a line that makes no sense is answered with its error."""
        name: object = None
        try:
            name = msgspec.json.decode(line, type=Named).id
            case = msgspec.json.decode(line, type=Case)
            return {"id": name, **self._judge(case)}
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = self.catalog.say(say("case.malformed", reason=str(error)))
        except Mistake as mistake:
            reason = mistake.said(self.catalog.language)
        return {"id": name, "error": reason}

    def _judge(self, case: Case) -> dict[str, Any]:
        phase = _LETTERS.get(case.phase[-1:], case.phase.lower())
        if phase not in _LETTERS.values():
            raise self._mistake("case.phase", text=case.phase)
        for table in (case.units, case.orders, case.centers):
            for power in table:
                if power not in self.board.power:
                    raise self._mistake("case.power", text=power, known=list(self.board.power))
        units, wrong = read_units(self.board, self._lines(case.units))
        if phase == MOVEMENT:
            found = self._movement(case, Position(self.board, units))
        elif phase == RETREATS:
            found = self._retreats(case, units)
        else:
            found = self._adjustments(case, units)
        errors = [*self._errors(wrong), *found.pop("errors")]
        return {**found, **({"errors": errors} if errors else {})}

    # -- phases

    def _movement(self, case: Case, position: Position) -> dict[str, Any]:
        read = read_lines(self.board, position, self._lines(case.orders))
        judged = resolve(self.board, self.rules, position, read.orders, read.void)
        results, dislodged = {}, {}
        for number, result in enumerate(judged.results):
            name = write_unit(self.board, position.units[number])
            results[name] = self._result(position, number, result)
            if result.dislodged_by >= 0:
                dislodged[name] = sorted(self.board.locations[end] for end in result.retreats)
        return {
            "after": judged.after().written(),
            "dislodged": dislodged,
            "results": results,
            "errors": list(self._errors(read.answers)),
        }

    def _result(self, position: Position, number: int, result: Result) -> dict[str, Any]:
        row: dict[str, Any] = {
            "order": write_order(self.board, position, number, result.order),
            "outcome": result.outcome,
        }
        if result.by_convoy:
            row["by_convoy"] = True
        if result.dislodged_by >= 0:
            row["dislodged_by"] = write_unit(self.board, position.units[result.dislodged_by])
        return {**row, **self._because(result.reason)}

    def _retreats(self, case: Case, units: list[Unit]) -> dict[str, Any]:
        dislodged = dict(self._dislodged(case))
        units = [unit for unit in units if unit not in dislodged]
        taken = {self.board.province_of[unit.location] for unit in units}
        for unit, places in dislodged.items():
            self._check_retreats(unit, places, taken)
        read = read_retreat_lines(self.board, dislodged, self._lines(case.orders))
        survivors, lost = resolve_retreats(self.board, dislodged, read.orders)
        return {
            "after": Position(self.board, [*units, *survivors]).written(),
            "destroyed": [write_unit(self.board, unit) for unit in lost],
            "errors": list(self._errors(read.answers)),
        }

    def _dislodged(self, case: Case) -> Iterator[tuple[Unit, tuple[int, ...]]]:
        for name, value in case.dislodged.items():
            units = value if isinstance(value, dict) else {name: value}
            for text, places in units.items():
                power = name if isinstance(value, dict) else self._owner(case, text)
                if power not in self.board.power:
                    raise self._mistake("case.power", text=power, known=list(self.board.power))
                unit = read_unit_text(self.board, self.board.power[power], text)
                if isinstance(unit, Refusal):
                    raise Mistake(unit.message, PACKAGE)
                unknown = [place for place in places if place not in self.board.location]
                if unknown:
                    raise self._mistake("case.place", text=unknown[0])
                yield unit, tuple(self.board.location[place] for place in places)

    def _check_retreats(self, unit: Unit, places: tuple[int, ...], taken: set[int]) -> None:
        """VII: a place beside the unit where nobody stands."""
        for end in places:
            province = self.board.province_of[end]
            if province in taken or not self.board.reach(unit) >> province & 1:
                name, place = write_unit(self.board, unit), self.board.locations[end]
                raise self._mistake("case.no_retreat", unit=name, place=place)

    def _owner(self, case: Case, unit: str) -> str:
        """The power that orders a dislodged unit."""
        found = [p for p, texts in case.orders.items() if any(t.startswith(unit) for t in texts)]
        if len(found) != 1:
            raise self._mistake("case.whose", text=unit)
        return found[0]

    def _adjustments(self, case: Case, units: list[Unit]) -> dict[str, Any]:
        centres, wrong = read_centres(self.board, self._lines(case.centers))
        if not case.centers:
            homes = {power.id: power.home_centres for power in self.board.powers}
            centres = centres_by_power(self.board, homes)
        read = read_winter_lines(self.board, Position(self.board, units), self._lines(case.orders))
        results: dict[str, dict[str, Any]] = {}
        after = list(units)
        for number, power in enumerate(self.board.powers):
            done = resolve_adjustments(
                self.board,
                self.rules,
                number,
                centres,
                units,
                read.orders.get(number, []),
            )
            after = [unit for unit in after if unit not in done.removed] + list(done.built)
            void = dict(done.void)
            followed = {*done.built, *(u for u in done.removed if u not in done.automatic)}
            rows = {
                write_adjustment(self.board, order): self._winter_result(
                    None if order.unit in followed else void.get(order)
                )
                for order in read.orders.get(number, [])
            }
            for unit in done.automatic:
                text = write_adjustment(self.board, Adjustment("REMOVE", unit))
                rows[text] = {"outcome": "automatic"}
            if rows:
                results[power.id] = rows
        return {
            "after": Position(self.board, after).written(),
            "results": results,
            "errors": [*self._errors(wrong), *self._errors(read.answers)],
        }

    def _winter_result(self, void: Refusal | None) -> dict[str, Any]:
        if void is None:
            return {"outcome": "done"}
        return {"outcome": "void", **self._because(void)}

    # -- words

    def _lines(self, table: Mapping[str, list[str]]) -> list[Line]:
        return list(lines_by_power(self.board, table))

    def _because(self, reason: Refusal) -> dict[str, Any]:
        row: dict[str, Any] = {"reason": reason.message.key, "section": reason.section}
        if self.explain:
            row["because"] = self.catalog.say(reason.message)
        return row

    def _errors(self, answers: list[Answer]) -> Iterator[dict[str, Any]]:
        for answer in answers:
            if answer.refusal is not None:
                power = answer.line.power
                yield {
                    "power": None if power is None else self.board.powers[power].id,
                    "order": answer.line.text,
                    "section": answer.refusal.section,
                    "error": self.catalog.say(answer.refusal.message),
                }

    def _mistake(self, key: str, **args: str | list[str]) -> Mistake:
        return Mistake(say(key, **args), PACKAGE)
