"""The adjudicator agrees with a slow one that was written from the rules in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args, get_type_hints

import msgspec
import pytest

from entente.games.diplomacy.rules.editions import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.rules.orders import SUPPORT, Order, Position, write_order
from entente.games.diplomacy.rules.results import CUT, FAILS, MOVES, STANDS, VOID, Results, resolve
from tests.amount import amount
from tests.games.diplomacy.datc.test_classic import cases
from tests.games.diplomacy.dense_positions import DensePosition, VariedCase
from tests.games.diplomacy.judge import BOARD, judge, province
from tests.games.diplomacy.slow_adjudicator import Fate, SlowAdjudicator

POSITIONS = amount(1_000, 200_000)
CHUNK = 500


def variations(rules: Rules) -> list[Rules]:
    """A set of rules with one option changed, for each option of movement and each value."""
    found = []
    hints = get_type_hints(Rules)
    for field in msgspec.structs.fields(Rules):
        values = get_args(hints[field.name]) or (True, False)
        for value in values:
            if value != getattr(rules, field.name) and "removal" not in field.name:
                found.append(msgspec.structs.replace(rules, **{field.name: value}))
    return found


HARD = {name: case for name, case in cases().items() if name[len("test_6_")] in "cefg"}
VARIATIONS = [*variations(STANDARD), *variations(CLASSIC)]


def fates(results: Results) -> dict[str, Fate]:
    """Return what the fast adjudicator says, in the words of the slow one."""
    units = results.position.units
    found = {}
    for unit, result in zip(units, results.results, strict=True):
        outcome = "stays"
        if result.outcome in (MOVES, FAILS, CUT):
            outcome = result.outcome
        elif result.outcome != VOID and result.order.kind == SUPPORT:
            outcome = "supports"
        enemy = result.dislodged_by
        found[province(unit)] = Fate(
            outcome,
            result.by_convoy,
            province(units[enemy]) if enemy >= 0 else "",
            frozenset(BOARD.locations[end] for end in result.retreats),
        )
    return found


def assert_agreement(rules: Rules, position: Position, orders: dict[int, Order]) -> None:
    results = resolve(BOARD, rules, position, orders)
    carried_out = {n: o for n, o in orders.items() if results.results[n].outcome != VOID}
    fast, slow = fates(results), SlowAdjudicator(BOARD, rules, position, carried_out).run()
    if fast != slow:
        written = [write_order(BOARD, position, n, order) for n, order in orders.items()]
        apart = {place: (fast[place], slow[place]) for place in fast if fast[place] != slow[place]}
        pytest.fail(f"{rules}\n{position.written()}\n{written}\nfast and slow: {apart}")


@pytest.mark.amount
@pytest.mark.parametrize("first", range(0, POSITIONS, CHUNK))
def test_fast_and_slow_agree(first: int) -> None:
    """Under both sets of rules, and under one of them with one option changed."""
    for seed in range(first, first + CHUNK):
        dense = DensePosition(BOARD, seed)
        for rules in (STANDARD, CLASSIC, VARIATIONS[seed % len(VARIATIONS)]):
            assert_agreement(rules, dense.position, dense.orders)


@pytest.mark.amount
@pytest.mark.parametrize("name", HARD)
def test_fast_and_slow_agree_on_variations_of_hard_cases(name: str) -> None:
    """Rotations, sieges and convoys of the published cases, each varied many times."""
    case = judge(HARD[name].__doc__, STANDARD)
    position = case.results.position
    orders = {n: r.order for n, r in enumerate(case.results.results) if r.outcome != VOID}
    for seed in range(amount(16, 1_000)):
        varied = VariedCase(BOARD, seed, position, orders)
        for rules in (STANDARD, CLASSIC, VARIATIONS[seed % len(VARIATIONS)]):
            assert_agreement(rules, varied.position, varied.orders)


def test_every_option_of_movement_is_varied() -> None:
    """Each option takes each of its values with all the others as in either set."""
    assert len(VARIATIONS) == 2 * (1 + 3 + 2 + 1 + 1)


def test_the_positions_are_dense() -> None:
    """All that makes an adjudicator hard is there every day, and not only now and then."""
    seen: Counter[str] = Counter()
    for seed in range(2_000):
        dense = DensePosition(BOARD, seed)
        results = resolve(BOARD, STANDARD, dense.position, dense.orders)
        quick = [(r.order, r.outcome, r.dislodged_by >= 0) for r in results.results]
        assert results.outcomes() == quick
        for result in results.results:
            seen[result.reason.message.key] += 1
        seen.update(events(results))
    wanted = {
        *("why.sails", "why.convoy_broken", "why.paradox", "why.cut", "why.cut_dislodged"),
        *("why.bounced", "why.head_to_head", "why.own_unit", "why.support_of_the_attacked"),
        *("swap by convoy", "rotation", "besieged", "adjacent convoy"),
    }
    assert {what for what in wanted if seen[what] < 10} == set()


def events(results: Results) -> Iterator[str]:
    """Yield what happened in a phase that concerns several units."""
    units = results.position.units
    place = [BOARD.province_of[unit.location] for unit in units]
    moved = {}
    attacks: Counter[int] = Counter()
    for number, result in enumerate(results.results):
        if result.outcome == MOVES:
            moved[place[number]] = BOARD.province_of[result.order.target]
            if result.by_convoy and BOARD.army[place[number]] >> moved[place[number]] & 1:
                yield "adjacent convoy"
        if result.outcome == FAILS and strong(results, number):
            attacks[BOARD.province_of[result.order.target]] += 1
    for start, end in moved.items():
        beyond = moved.get(end, -1)
        if beyond == start:
            yield "swap by convoy"
        elif moved.get(beyond, -1) == start:
            yield "rotation"
    for number, result in enumerate(results.results):
        if attacks[place[number]] > 1 and result.outcome != MOVES and result.dislodged_by < 0:
            yield "besieged"


def strong(results: Results, number: int) -> bool:
    """Return whether a unit has a support that counts."""
    place = results.position.units[number].location
    return any(
        result.outcome == STANDS and result.order.target == place and result.order.end >= 0
        for result in results.results
    )
