"""Cases in JSON: a position and orders in, results out. One case per line.

`{"id": "1", "units": {"AUSTRIA": ["A BUD"]}, "orders": {"AUSTRIA": ["A BUD - SER"]}}`. The phase is
movement unless `phase` says otherwise: `retreats`, `adjustments`, or a name such as `F1902R`. The
answer to a named phase has the following case under `next`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from entente.games.diplomacy.answers.slots import DISBAND
from entente.games.diplomacy.board import Board, Unit, bits
from entente.games.diplomacy.cases.case_reader import Situation, home_centres, read_case
from entente.games.diplomacy.cases.fields import case_error
from entente.games.diplomacy.game import rulings
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS, Phase
from entente.games.diplomacy.rules.adjustments import (
    BY_RULE,
    FOLLOWED,
    REMOVE,
    Adjusted,
    Adjustment,
    builds_due,
    owners_after,
    removals_due,
    resolve_adjustments,
    write_adjustment,
)
from entente.games.diplomacy.rules.orders import Position, write_order, write_unit
from entente.games.diplomacy.rules.powers import rules_of
from entente.games.diplomacy.rules.results import Result, resolve
from entente.games.diplomacy.rules.retreats import FREE, resolve_retreats, why_lost
from entente.games.diplomacy.sheets.lines import LineAnswer
from entente.games.diplomacy.sheets.movement_lines import read_lines
from entente.games.diplomacy.sheets.retreat_lines import read_retreat_lines
from entente.games.diplomacy.sheets.winter_lines import read_winter_lines
from entente.games.diplomacy.state import AUTUMN, SPRING, WINTER
from entente.kernel import Catalog, Options, Refusal, say
from entente.kernel.user_error import UserError

Row = dict[str, Any]
Driven = Mapping[Unit, tuple[int, ...]]


class Named(msgspec.Struct):
    """The parts returned with the answer even if the rest of a line is invalid."""

    id: msgspec.Raw = msgspec.Raw(b"null")


def identity(line: bytes) -> msgspec.Raw | None:
    """Return the name of a case as written; None if the line is not JSON."""
    try:
        line.decode()
        return msgspec.json.decode(line, type=Named).id
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError):
        return None


class Judge:
    """Answers cases under the rules of some options, in one language."""

    def __init__(self, board: Board, options: Options, catalog: Catalog, *, explain: bool) -> None:
        self.board = board
        self.rulings = rulings(options)
        self.rules = rules_of(options)
        self.catalog = catalog
        self.explain = explain

    def answer(self, line: bytes, number: int | None = None) -> Row:
        """Answer a line; an invalid line is answered with its error.

        `number` is the line number for the error.
        """
        name = identity(line)
        try:
            judged = self._judge(read_case(self.board, line))
            if name is None:  # the two JSON parsers disagree
                raise case_error("case.unreadable")
            return {"id": name, "options": self.rulings, **judged}
        except UserError as wrong:
            return {"id": name, "error": self._error(wrong, number)}

    def _error(self, wrong: UserError, number: int | None) -> str:
        text = wrong.text(self.catalog.language)
        if number is None:
            return text
        return self.catalog.say(say("case.line", line=number, error=text))

    def _judge(self, case: Situation) -> Row:
        judge = {MOVEMENT: self._movement, RETREATS: self._retreats, ADJUSTMENTS: self._adjustments}
        return judge[case.phase.kind](case)

    # -- phases

    def _movement(self, case: Situation) -> Row:
        position = Position(self.board, case.units)
        read = read_lines(self.board, position, case.orders)
        judged = resolve(self.board, self.rules, position, read.orders, read.void)
        results = {
            write_unit(self.board, position.units[number]): self._result(position, number, result)
            for number, result in enumerate(judged.results)
        }
        driven = {position.units[n]: places for n, places in judged.dislodged().items()}
        return {
            **self._after(case, judged.after().units, driven),
            "results": results,
            **self._errors(read.answers),
        }

    def _result(self, position: Position, number: int, result: Result) -> Row:
        row: Row = {
            "order": write_order(self.board, position, number, result.order),
            "outcome": result.outcome,
        }
        if result.by_convoy:
            row["by_convoy"] = True
        if result.dislodged_by >= 0:
            row["dislodged_by"] = write_unit(self.board, position.units[result.dislodged_by])
        return {**row, **self._because(result.reason)}

    def _retreats(self, case: Situation) -> Row:
        read = read_retreat_lines(self.board, case.dislodged, case.orders)
        survivors, _ = resolve_retreats(self.board, case.dislodged, read.orders)
        lost = why_lost(self.board, case.dislodged, read.orders)
        for unit in lost.keys() - read.orders.keys():
            lost[unit] = self._unread(unit, read.answers) or lost[unit]
        results = {
            write_unit(self.board, unit): self._retreat(unit, read.orders, lost)
            for unit in case.dislodged
        }
        return {
            **self._after(case, [*case.units, *survivors], {}),
            "destroyed": [write_unit(self.board, unit) for unit in lost],
            "results": results,
            **self._errors(read.answers),
        }

    def _unread(self, unit: Unit, answers: Sequence[LineAnswer]) -> Refusal | None:
        """Explain why an order that named a unit was not followed, if there was one."""
        name = write_unit(self.board, unit)
        for answer in answers:
            why, mine = answer.refusal, answer.line.power == unit.power
            if why is not None and mine and why.message.args.get("unit") == name:
                return why
        return None

    def _retreat(
        self, unit: Unit, orders: Mapping[Unit, int | None], lost: Mapping[Unit, Refusal]
    ) -> Row:
        row: Row = {"order": None, "outcome": "lost" if unit in lost else "retreats"}
        if unit in orders:
            goal = orders[unit]
            sign = DISBAND if goal is None else f"- {self.board.locations[goal]}"
            row["order"] = f"{write_unit(self.board, unit)} {sign}"
            row["outcome"] = "disbands" if goal is None else row["outcome"]
        return {**row, **self._because(lost.get(unit, FREE))}

    def _adjustments(self, case: Situation) -> Row:
        position = Position(self.board, case.units)
        read = read_winter_lines(self.board, position, case.orders)
        centres = home_centres(self.board) if case.centres is None else case.centres
        results: dict[str, list[Row]] = {}
        after = list(case.units)
        for number, power in enumerate(self.board.powers):
            orders = read.orders.get(number, [])
            done = resolve_adjustments(self.board, self.rules, number, centres, case.units, orders)
            after = [unit for unit in after if unit not in done.removed] + list(done.built)
            if rows := self._adjusted(orders, done):
                results[power.id] = rows
        return {
            **self._after(case, after, {}),
            "results": results,
            **self._errors(read.answers),
        }

    def _adjusted(self, orders: Sequence[Adjustment], done: Adjusted) -> list[Row]:
        """Return a row for each order, as written, and for each automatic removal."""
        rows: list[Row] = []
        for order, why in zip(orders, done.fates, strict=True):
            outcome = "done" if why is None else "void"
            row = {"order": write_adjustment(self.board, order), "outcome": outcome}
            rows.append({**row, **self._because(why or FOLLOWED[order.kind])})
        for unit in done.automatic:
            text = write_adjustment(self.board, Adjustment(REMOVE, unit))
            rows.append({"order": text, "outcome": "automatic", **self._because(BY_RULE)})
        return rows

    # -- the next phase

    def _after(self, case: Situation, units: Sequence[Unit], driven: Driven) -> Row:
        """Return the position after a phase, and the next case."""
        board, phase = self.board, case.phase
        retreating = {unit: places for unit, places in driven.items() if places}
        autumn_ends = phase.season == AUTUMN and not retreating
        centres = case.centres
        if centres is None and (autumn_ends or phase.kind == ADJUSTMENTS):
            centres = home_centres(board)
        if centres is not None and autumn_ends:
            centres = owners_after(board, centres, units)
        after: Row = {"after": Position(board, units).written()}
        if phase.kind == MOVEMENT:
            after["dislodged"] = self._written(driven)
        owned = {} if centres is None else {"centers": self._owned(centres)}
        due = centres is not None and self._due(centres, units)
        following = follows(phase, retreats=bool(retreating), adjustments=due)
        if following is None:
            return {**after, **owned}
        coming: Row = {"phase": following.name, "units": after["after"]}
        if retreating:
            coming["dislodged"] = self._written(retreating)
        return {**after, **owned, "next": {**coming, **owned}}

    def _due(self, centres: Sequence[int], units: Sequence[Unit]) -> bool:
        """IX.2: whether any power may build or must remove."""
        return any(
            builds_due(self.board, owned, units, power) or removals_due(owned, units, power)
            for power, owned in enumerate(centres)
        )

    def _written(self, driven: Driven) -> dict[str, dict[str, list[str]]]:
        """Dislodged units by power, with their possible retreats."""
        written: dict[str, dict[str, list[str]]] = {}
        for unit, places in driven.items():
            ends = sorted(self.board.locations[end] for end in places)
            mine = written.setdefault(self.board.powers[unit.power].id, {})
            mine[write_unit(self.board, unit)] = ends
        return written

    def _owned(self, centres: Sequence[int]) -> dict[str, list[str]]:
        names = self.board.provinces
        return {
            power.id: [names[centre] for centre in bits(owned)]
            for power, owned in zip(self.board.powers, centres, strict=True)
            if owned
        }

    # -- words

    def _because(self, reason: Refusal) -> Row:
        row: Row = {"reason": reason.message.key, "section": reason.section}
        if self.explain:
            row["because"] = self.catalog.say(reason.message)
        return row

    def _errors(self, answers: Sequence[LineAnswer]) -> Row:
        """Return the orders that cannot be followed, if any."""
        errors = list(self._refused(answers))
        return {"errors": errors} if errors else {}

    def _refused(self, answers: Sequence[LineAnswer]) -> Iterator[Row]:
        for answer in answers:
            if answer.refusal is not None:
                assert answer.line.power is not None
                yield {
                    "power": self.board.powers[answer.line.power].id,
                    "order": answer.line.text,
                    "section": answer.refusal.section,
                    "error": self.catalog.say(answer.refusal.message),
                }


def follows(phase: Phase, *, retreats: bool, adjustments: bool) -> Phase | None:
    """III.6: the next phase with something to do; None if unknown.

    After an unnamed season it is unknown whether winter follows.
    """
    if phase.kind == MOVEMENT and retreats:
        return phase._replace(kind=RETREATS)
    if phase.kind == ADJUSTMENTS:
        return Phase(MOVEMENT, SPRING, phase.year + 1) if phase.season else Phase(MOVEMENT)
    if phase.season == SPRING:
        return Phase(MOVEMENT, AUTUMN, phase.year)
    if phase.season != AUTUMN:
        return None
    if adjustments:
        return Phase(ADJUSTMENTS, WINTER, phase.year)
    return Phase(MOVEMENT, SPRING, phase.year + 1)
