"""The orders that can be given: all that the rules allow, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    could_sail,
    impossible,
    write_order,
)
from entente.games.diplomacy.rules.possible_orders import Menus
from tests.games.diplomacy.scene import BOARD, asked, slots, start


def random_position(rng: Random) -> Position:
    """Units of all powers anywhere, many of them fleets at sea."""
    units = []
    for province in rng.sample(range(len(BOARD.provinces)), rng.randint(5, 34)):
        kind, power = BOARD.kind[province], rng.randrange(7)
        fleet = kind == "sea" or (kind == "coastal" and rng.random() < 0.4)
        places = BOARD.coasts[province] if fleet and BOARD.coasts[province] else (province,)
        units.append(Unit(power, fleet, rng.choice(places)))
    return Position(BOARD, units)


def every_order(position: Position) -> Iterator[Order]:
    """All orders there are, possible or not."""
    yield HOLDS
    for end in range(len(BOARD.locations)):
        yield Order(MOVE, end)
        yield Order(MOVE, end, via=True)
    for unit in position.units:
        yield Order(SUPPORT, unit.location)
        for end in range(len(BOARD.provinces)):
            yield Order(SUPPORT, unit.location, end)
            yield from (
                Order(SUPPORT, unit.location, end, coast=coast) for coast in BOARD.coasts[end]
            )
            yield Order(CONVOY, unit.location, end)


def worth_listing(position: Position, number: int, order: Order) -> bool:
    """Of what is possible, what is not idle talk: a marker or a coast without need, a convoy on
    no route."""
    unit = position.units[number]
    if order.kind == MOVE and not unit.fleet and order.target >= len(BOARD.provinces):
        return False
    if order.kind == MOVE and order.via:
        start, end = BOARD.province_of[unit.location], order.target
        walks = not unit.fleet and bool(BOARD.army[start] >> end & 1)
        return walks and could_sail(BOARD, position, start, end)
    if order.kind == SUPPORT and order.coast >= 0:
        helped = position.units[position.at[BOARD.province_of[order.target]]]
        return helped.fleet and len(BOARD.entries(helped, order.end)) > 1
    if order.kind == CONVOY:
        routes = BOARD.routes(order.target, order.end, position.fleets)
        return bool(routes >> unit.location & 1)
    return True


@pytest.mark.parametrize("seed", range(12))
def test_the_menu_is_all_that_is_possible(seed: int) -> None:
    position = random_position(Random(seed))
    menus = Menus(BOARD, position)
    orders = list(every_order(position))
    for number in range(len(position.units)):
        possible = {
            order
            for order in orders
            if impossible(BOARD, position, number, order) is None
            and worth_listing(position, number, order)
        }
        listed = menus.orders(number)
        assert set(listed.values()) == possible
        assert len(listed) == len(possible)
        for text, order in listed.items():
            assert write_order(BOARD, position, number, order) == text


def test_a_convoy_is_offered_where_fleets_make_a_route() -> None:
    position = Position.read(BOARD, {"ENGLAND": ["A LON", "F ENG", "F MAO"], "FRANCE": ["F WES"]})
    menus = Menus(BOARD, position)
    assert "A LON - TUN" in menus.orders(0)
    assert "F WES C A LON - TUN" in menus.orders(3)
    assert "F WES C A LON - BEL" not in menus.orders(3)
    assert "A LON - NWY" not in menus.orders(0)


def test_by_sea_is_said_only_where_there_is_a_way_on_foot() -> None:
    position = Position.read(BOARD, {"ITALY": ["A ROM", "F TYS"]})
    assert "A ROM - NAP VIA" in Menus(BOARD, position).orders(0)
    assert "A ROM - TUN VIA" not in Menus(BOARD, position).orders(0)
    assert "A ROM - NAP VIA" not in Menus(BOARD, position, via=False).orders(0)


def test_the_marker_is_not_offered_where_the_rules_do_not_know_it() -> None:
    units = {"ITALY": "A ROM, F TYS"}
    assert "A ROM - NAP VIA" in slots(start(units), "italy")["A ROM"]
    assert "A ROM - NAP VIA" not in slots(start(units, rules="classic"), "italy")["A ROM"]


def test_a_fleet_does_not_support_the_convoy_that_needs_it() -> None:
    """V.1: it cannot do both."""
    position = Position.read(BOARD, {"ENGLAND": ["A LON", "F NTH"]})
    assert "F NTH S A LON - BEL" not in Menus(BOARD, position).orders(1)
    position = Position.read(BOARD, {"ENGLAND": ["A LON", "F NTH", "F ENG"]})
    assert "F NTH S A LON - BEL" in Menus(BOARD, position).orders(1)


def test_the_whole_menu_of_the_first_spring() -> None:
    """Every unit has a slot, the first choice is to hold, and the vote comes last."""
    state = start()
    for seat in asked(state):
        menu = slots(state, seat)
        *units, vote = menu
        assert vote == "vote"
        assert all(menu[unit][0] == f"{unit} H" for unit in units)
    assert len(slots(state, "russia")) == 5


@pytest.mark.parametrize("closed", [0, 1 << BOARD.province["TUS"] | 1 << BOARD.province["NAP"]])
def test_the_count_equals_the_length_of_the_list(closed: int) -> None:
    """Also if coasts are named, convoys are needed, or some units hold."""
    rng = Random(17)
    for _ in range(60):
        position, still = random_position(rng), {rng.randrange(7)}
        via = rng.random() < 0.5
        listed, counted = (
            Menus(BOARD, position, via=via, closed=closed, still=still) for _ in range(2)
        )
        for number in range(len(position.units)):
            lines = listed.choices(number)
            assert len(set(lines)) == len(lines) == counted.count(number)
            assert tuple(counted.choice(number, k) for k in range(len(lines))) == lines


def test_a_line_means_the_order_that_it_writes() -> None:
    rng = Random(18)
    for _ in range(20):
        position = random_position(rng)
        menus = Menus(BOARD, position)
        for number in range(len(position.units)):
            for line, order in menus.orders(number).items():
                assert write_order(BOARD, position, number, order) == line
