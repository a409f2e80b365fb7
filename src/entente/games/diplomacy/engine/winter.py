"""Adjustments and retreats: which units to have, and where."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Protocol

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.engine.chart import Chart
from entente.games.diplomacy.engine.features import CentreEvaluator
from entente.games.diplomacy.rules.adjustments import WAIVE, read_adjustment
from entente.games.diplomacy.rules.retreats import resolve_retreats
from entente.games.diplomacy.state import AUTUMN
from entente.kernel import Seat, Slots, parse_action

LEAST_USE = 0.2  # the use of a unit far from everything; 1 is the best place
TRIED = 60  # answers to a retreat
OTHERS = 6  # guesses of how the others retreat

Choice = tuple[float, str]  # the value of an answer, and the answer


class Usefulness(Protocol):
    """How useful units are to a seat together."""

    def of(self, units: Sequence[Unit]) -> float: ...


class Use:
    """How useful units are to a seat, by their distance to what it wants or must hold."""

    def __init__(self, europe: DiplomacyContext, seat: Seat) -> None:
        self._near = Chart.of(europe, seat).near

    def of(self, units: Sequence[Unit]) -> float:
        """Return the total use of some units."""
        return sum(LEAST_USE + self._near(unit.fleet, unit.location) for unit in units)


def adjusted(
    europe: DiplomacyContext,
    seat: Seat,
    menu: Slots,
    evaluator: CentreEvaluator,
    use: Usefulness,
    also: str | None = None,
) -> list[Choice]:
    """Answers to adjustments, best first: the best slot by slot, then those that differ in one
    slot. `also` adds one."""
    now = evaluator.worth(europe.position.units, autumn=False)
    powers = {europe.board.power[name] for name in europe.powers_of(seat)}
    units = [unit for unit in europe.position.units if unit.power in powers]
    chosen = list[str]()
    for slot in menu.slots:
        ranked = _ranked(europe, use, menu, chosen, slot, units)
        chosen.append(ranked[0][1])
        units = _after(europe, units, slot, chosen[-1])
    best = "; ".join(chosen)
    usefulness = {best: use.of(units)}
    start = [unit for unit in europe.position.units if unit.power in powers]
    others = [
        [*chosen[:number], choice, *chosen[number + 1 :]]
        for number, slot in enumerate(menu.slots)
        for choice in menu.slots[slot]
    ]
    for other in others if also is None else [*others, parse_action(also).choice_texts]:
        text = "; ".join(other)
        if text in usefulness or _is_twice(europe.board, other):
            continue
        left = start
        for each, order in zip(menu.slots, other, strict=True):
            left = _after(europe, left, each, order)
        usefulness[text] = use.of(left)
    most = max(usefulness.values())
    ranked = sorted((most - useful, text) for text, useful in usefulness.items())
    return [(now - behind, text) for behind, text in ranked]


def _ranked(
    europe: DiplomacyContext,
    use: Usefulness,
    menu: Slots,
    chosen: list[str],
    slot: str,
    units: list[Unit],
) -> list[Choice]:
    """Return the choices of one slot after those before it, best first."""
    able = [each for each in menu.slots[slot] if not _is_twice(europe.board, [*chosen, each])]
    tried = [(use.of(_after(europe, units, slot, each)), each) for each in able]
    return sorted(tried, key=lambda each: (-each[0], each[1]))


def _is_twice(board: Board, orders: Sequence[str]) -> bool:
    """Whether two orders name the same province."""
    places = [
        board.province_of[board.location[parse_action(order).args[1]]]
        for order in orders
        if order != WAIVE
    ]
    return len(set(places)) < len(places)


def _after(europe: DiplomacyContext, units: list[Unit], slot: str, order: str) -> list[Unit]:
    """Return the units after one adjustment."""
    power = europe.board.power[slot.split()[0]]
    unit = read_adjustment(europe.board, power, order).unit
    if unit is None:
        return units
    return [each for each in units if each != unit] if unit in units else [*units, unit]


def retreated(
    europe: DiplomacyContext,
    seat: Seat,
    menu: Slots,
    evaluator: CentreEvaluator,
    rng: Random,
    also: str | None = None,
) -> list[Choice]:
    """Answers to retreats, best first; the others may want to go to the same place. `also` adds
    one."""
    board, autumn = europe.board, europe.state.season == AUTUMN
    places = europe.retreating()
    powers = {board.power[name] for name in europe.powers_of(seat)}
    theirs = [unit for unit in places if unit.power not in powers]
    guesses = [
        {unit: rng.choice((*places[unit], None)) for unit in theirs}
        for _ in range(OTHERS if theirs else 1)
    ]
    if menu.size() <= TRIED:
        answers = list(islice(menu, TRIED))
    else:
        answers = list(dict.fromkeys(menu.sample(rng) for _ in range(TRIED)))
    if also is not None and also not in answers:
        answers.append(also)
    ranked = list[Choice]()
    for answer in answers:
        goals = _goals(board, answer)
        own = {
            unit: goals[board.unit_names[unit.fleet][unit.location]]
            for unit in places
            if unit.power in powers
        }
        total = 0.0
        for guess in guesses:
            stay, _ = resolve_retreats(board, places, {**guess, **own})
            total += evaluator.worth([*europe.position.units, *stay], autumn=autumn)
        ranked.append((total / len(guesses), answer))
    return sorted(ranked, key=lambda each: (-each[0], each[1]))


def _goals(board: Board, answer: str) -> dict[str, int | None]:
    """Where an answer sends each unit."""
    goals: dict[str, int | None] = {}
    for choice in parse_action(answer).choices:
        kind, place, _, *end = choice.words
        goals[f"{kind} {place}"] = board.location[end[0]] if end else None
    return goals
