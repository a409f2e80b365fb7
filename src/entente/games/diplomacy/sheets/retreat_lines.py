"""The lines of a retreat phase: the retreat of each dislodged unit (VII)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.notation.tolerant_reader import (
    RETREAT_KINDS,
    ReadRetreat,
    understand_retreat,
)
from entente.games.diplomacy.notation.vocabulary import NOTHING
from entente.games.diplomacy.rules.orders import Position
from entente.games.diplomacy.sheets.line_answers import (
    contradiction,
    full_text,
    mentioned,
    nothing_but_orders,
    says,
    with_notes,
)
from entente.games.diplomacy.sheets.lines import LineAnswer, SheetLine
from entente.games.diplomacy.sheets.retractions import doubt_neighbours
from entente.kernel import Refusal


class Retreats(NamedTuple):
    """Orders of a retreat phase by unit; `answers` has every line."""

    orders: dict[Unit, int | None]
    answers: list[LineAnswer]


def read_retreat_lines(
    board: Board,
    dislodged: Mapping[Unit, tuple[int, ...]],
    lines: Iterable[SheetLine],
    language: str = "en",
    disorder: Collection[int] = (),
) -> Retreats:
    """Read the orders of a retreat phase, one per line. Two different ones for one unit are both
    refused.

    X.3: units of powers in civil disorder have no retreat.
    """
    known: dict[tuple[int | None, str], ReadRetreat | Refusal] = {}

    def read(line: SheetLine) -> ReadRetreat | Refusal | None:
        key = (line.power, full_text(board, line))
        if key not in known and not says(NOTHING, line.text):
            known[key] = understand_retreat(board, dislodged, *key, language, disorder)
        return known.get(key)

    def why_not(line: SheetLine) -> Refusal | None:
        each = read(line)
        return each if isinstance(each, Refusal) else None

    taken = doubt_neighbours(board, list(lines), why_not)
    retreats_of: dict[
        Unit, dict[int | None, int]
    ] = {}  # for each unit its retreats and their lines
    readings: list[ReadRetreat | Refusal | None] = []
    there = Position(board, dislodged)
    doubted = {
        there.units[n]: line.doubt
        for line in taken
        if line.doubt is not None
        for n in mentioned(board, there, line)
    }
    for number, line in enumerate(taken):
        if line.doubt is not None:
            readings.append(line.doubt)
            continue
        each = read(line)
        readings.append(each)
        if isinstance(each, ReadRetreat):
            retreats_of.setdefault(each.unit, {}).setdefault(each.goal, number)
    contradicted = {
        unit: contradiction("two_retreats", board, unit, [taken[n].text for n in goals.values()])
        for unit, goals in retreats_of.items()
        if len(goals) > 1
    }
    orders: dict[Unit, int | None] = {}
    refusals: list[Refusal | None] = []
    for each in readings:
        if not isinstance(each, ReadRetreat):
            refusals.append(each)
            continue
        why = contradicted.get(each.unit) or doubted.get(each.unit) or each.closed
        if why is None:
            orders[each.unit] = each.goal
        refusals.append(why)
    pairs = zip(taken, refusals, strict=True)
    answers = with_notes(board, RETREAT_KINDS, pairs, language, there)
    answers = nothing_but_orders(answers, {unit.power for unit in orders})
    return Retreats({unit: orders[unit] for unit in dislodged if unit in orders}, answers)
