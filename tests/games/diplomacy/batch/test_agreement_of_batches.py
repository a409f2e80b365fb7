"""Batches agree with the adjudicator, the menus, retreats and the winter of single positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from entente.games.diplomacy.batch import Boards, layout
from entente.games.diplomacy.batch.encoding import order_code, order_of
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import CONVOY, Order, Position, write_order
from entente.games.diplomacy.rules.results import VOID, Results, resolve
from tests.amount import amount
from tests.games.diplomacy.batch import oracle
from tests.games.diplomacy.datc.test_classic import cases
from tests.games.diplomacy.dense_positions import DensePosition, VariedCase
from tests.games.diplomacy.judge import BOARD, judge

DENSE = amount(400, 24_000)
CHUNK = 400
VARIED = amount(3, 100)

Case = tuple[Sequence[Unit], Mapping[int, Order]]


def assert_agreement(found: Sequence[Case]) -> None:
    """All cases as one batch, and each by itself."""
    boards = Boards(len(found))
    for number, (units, orders) in enumerate(found):
        boards.place(number, units)
        boards.give(number, orders)
    boards.judge()
    for number, (units, orders) in enumerate(found):
        position = Position(BOARD, units)
        results = resolve(BOARD, STANDARD, position, orders)
        if oracle.judged(boards, number) != oracle.expected(results):
            fail(boards, number, results)


def fail(boards: Boards, number: int, results: Results) -> None:
    position = results.position
    lines = [
        f"{write_order(BOARD, position, n, result.order)}: {ours}, {theirs}"
        for n, (result, ours, theirs) in enumerate(
            zip(
                results.results,
                oracle.judged(boards, number)[0],
                oracle.expected(results)[0],
                strict=True,
            )
        )
    ]
    pytest.fail("\n".join([str(position.written()), *lines]))


@pytest.mark.amount
@pytest.mark.parametrize("first", range(0, DENSE, CHUNK))
def test_dense_positions(first: int) -> None:
    dense = [DensePosition(BOARD, seed) for seed in range(first, first + CHUNK)]
    assert_agreement([(each.position.units, each.orders) for each in dense])


def test_all_published_cases() -> None:
    """An order that could not even be read is a hold here."""
    found: list[Case] = []
    for test in cases().values():
        results = judge(test.__doc__, STANDARD).results
        orders = {n: r.order for n, r in enumerate(results.results)}
        found.append((results.position.units, orders))
    assert len(found) > 150
    assert_agreement(found)


@pytest.mark.amount
def test_variations_of_the_published_cases() -> None:
    found: list[Case] = []
    for test in cases().values():
        results = judge(test.__doc__, STANDARD).results
        orders = {n: r.order for n, r in enumerate(results.results) if r.outcome != VOID}
        for seed in range(VARIED):
            varied = VariedCase(BOARD, seed, results.position, orders)
            found.append((varied.position.units, varied.orders))
    assert_agreement(found)


@pytest.mark.amount
def test_implausible_orders() -> None:
    """An impossible order is void; the rest is adjudicated."""
    random, found = Random(1), []
    for seed in range(amount(200, 5_000)):
        units = DensePosition(BOARD, seed).position.units
        orders = {n: senseless(random, units) for n in range(len(units))}
        found.append((units, orders))
    assert_agreement(found)


def senseless(random: Random, units: Sequence[Unit]) -> Order:
    """An order of any kind with any places in it, rather of units that are there."""
    kind = random.randrange(4)
    there = random.choice(units).location
    target = random.choice((there, random.randrange(layout.LOCATIONS)))
    end = random.randrange(0 if kind == CONVOY else -1, layout.PROVINCES)
    near = [
        BOARD.province_of[e] for u in units for e in (*BOARD.fleet[u.location], *BOARD.beside(u))
    ]
    if kind in (1, 2, 3) and near and random.random() < 0.7:
        end = random.choice(near)
        target = random.choice((target, end)) if kind == 1 else there
    if kind == 0:
        return Order(0)
    if kind == 1:
        return Order(kind, target, via=random.random() < 0.3)
    coast = random.choice((-1, -1, random.randrange(layout.LOCATIONS))) if end >= 0 else -1
    return Order(kind, target, end, coast=coast if kind == 2 else -1)


@pytest.mark.parametrize("kind", [layout.MOVE, layout.SUPPORT, layout.CONVOY])
def test_words_beyond_the_map_are_void(kind: int) -> None:
    boards = Boards(1)
    for code in (
        kind | 127 << layout.TARGET_AT,
        kind | boards.units(0)[1].location << layout.TARGET_AT | 127 << layout.END_AT,
    ):
        if kind != layout.MOVE or code >> layout.END_AT == 0:  # a move has no end of its own
            boards.orders[0] = code
            boards.judge()
            assert oracle.judged(boards, 0)[0][0][0] == VOID


def test_an_order_is_read_back_as_it_was_written() -> None:
    for seed in range(100):
        for order in DensePosition(BOARD, seed).orders.values():
            assert order_of(order_code(order)) == order


# -- menus


@pytest.mark.amount
def test_menus_of_dense_positions() -> None:
    found = [DensePosition(BOARD, seed).position.units for seed in range(amount(80, 4_000))]
    boards = Boards(len(found))
    for number, units in enumerate(found):
        boards.place(number, units)
    assert_menus(boards)


@pytest.mark.amount
def test_menus_of_random_games() -> None:
    boards = Boards(amount(8, 400), seed=3)
    for _ in range(amount(2, 4)):
        boards.play(9)
        assert_menus(boards)


def assert_menus(boards: Boards) -> None:
    """Each order is listed once, and what the menu of a game lists."""
    legal = boards.legal()
    for number in range(boards.size):
        units = boards.units(number)
        for unit, wanted in enumerate(oracle.menu(units)):
            listed = [int(code) for code in legal.of(number, unit)]
            assert len(listed) == len(set(listed))
            assert set(listed) == wanted, (units, unit)


# -- whole games


@pytest.mark.amount
def test_whole_games_season_by_season() -> None:
    """Orders, retreats, owners and winter of random games, each against the rules of a game."""
    boards = Boards(amount(4, 150), seed=11, last_year=1914)
    seen = set()
    for season in range(28):
        boards.draw()
        seen |= assert_season(boards, winter=season % 2 == 1)
    assert seen == {"retreat", "build", "remove"}
    over = boards.boards[layout.OVER :: layout.BOARD]
    assert set(over) <= {layout.DRAWN, layout.WON}


def assert_season(boards: Boards, *, winter: bool) -> set[str]:
    """One season of all boards. What happened in it."""
    going = [n for n in range(boards.size) if goes_on(boards, n)]
    single = {n: oracle.single(boards, n) for n in going}
    owned = {n: oracle.centres(boards, n) for n in going}
    boards.move()
    boards.draw_retreats()
    goals = {n: oracle.goals_of(boards, n) for n in going}
    seen = {"retreat" for each in goals.values() if each}
    boards.retreat()
    for number in going:
        units = boards.units(number)
        assert set(units) == oracle.after_retreats(single[number], goals[number])
        if winter:
            wanted = oracle.owners(units, owned[number])
            assert oracle.centres(boards, number) == wanted
    if winter:
        seen |= assert_winter(boards, [n for n in going if goes_on(boards, n)])
    return seen


def assert_winter(boards: Boards, going: Sequence[int]) -> set[str]:
    seen = set()
    boards.draw_adjustments()
    before = {n: boards.units(n) for n in going}
    boards.adjust()
    for number in going:
        units, owned = before[number], oracle.centres(boards, number)
        asked = [oracle.asked(units, owned, power) for power in range(layout.POWERS)]
        first = number * layout.ADJUSTED
        wanted = [int(code) for code in boards.wanted[first : first + sum(asked)]]
        seen |= {("", "build", "remove")[code & layout.KIND_BITS] for code in wanted} - {""}
        assert set(boards.units(number)) == oracle.after_winter(units, owned, wanted, asked)
    return seen


def goes_on(boards: Boards, number: int) -> bool:
    return bool(boards.boards[number * layout.BOARD + layout.OVER] == layout.GOES_ON)
