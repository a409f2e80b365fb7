"""Orders: their spelling, which are possible, and the reason of those that are not."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import read_order
from entente.games.diplomacy.notation.writing import write
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    HOLDS,
    MOVE,
    SUPPORT,
    Order,
    Position,
    impossible,
    write_order,
    write_unit,
)
from entente.games.diplomacy.rules.results import HOLDS_FAST, VOID, resolve
from tests.games.diplomacy.dense_positions import DensePosition
from tests.games.diplomacy.judge import BOARD

PLACE = BOARD.location


def reason(units: list[str], order: Order) -> tuple[str, str] | None:
    """Section and key of the reason why the first unit cannot carry out an order."""
    position = Position.read(BOARD, {"FRANCE": units})
    found = impossible(BOARD, position, 0, order)
    return None if found is None else (found.section, found.message.key)


def move(target: str, via: bool = False) -> Order:
    return Order(MOVE, PLACE[target], via=via)


def support(start: str, end: str = "", coast: str = "") -> Order:
    goal = PLACE[end] if end else -1
    return Order(SUPPORT, PLACE[start], goal, coast=PLACE[coast] if coast else -1)


def convoy(start: str, end: str) -> Order:
    return Order(CONVOY, PLACE[start], PLACE[end])


# -- moves


@pytest.mark.parametrize(
    ("units", "target"),
    [
        (["A PAR"], "BUR"),
        (["F BRE"], "MAO"),
        (["F MAO"], "SPA/NC"),
        (["F MAO"], "SPA/SC"),
        (["F STP/NC"], "BAR"),
        (["A BRE", "F ENG"], "LON"),
        (["A LON", "F ENG", "F MAO", "F WES"], "TUN"),
    ],
)
def test_possible_moves(units: list[str], target: str) -> None:
    assert reason(units, move(target)) is None


@pytest.mark.parametrize(
    ("units", "target", "section", "key"),
    [
        (["A PAR"], "PAR", "III.1", "void.same_place"),
        (["F STP/NC"], "STP/SC", "III.1", "void.same_place"),
        (["A BRE"], "ENG", "III.1", "void.army_at_sea"),
        (["A PAR"], "MAR", "III.1", "void.not_adjacent"),
        (["A PAR", "F ENG"], "LON", "III.1", "void.not_adjacent"),
        (["A BRE", "F ENG"], "MOS", "III.1", "void.not_adjacent"),
        (["F BRE"], "LON", "III.1", "void.not_adjacent"),
        (["F KIE"], "MUN", "III.1", "void.fleet_inland"),
        (["A BRE", "F MAO"], "LON", "VIII.1", "void.no_fleets"),
        (["A BRE", "F LON"], "WAL", "VIII.1", "void.no_fleets"),
        (["F MAO"], "SPA", "III.3", "void.coast_missing"),
        (["F CON"], "BUL", "III.3", "void.coast_missing"),
        (["F GAS"], "SPA/SC", "III.3", "void.coast_out_of_reach"),
        (["F BAR"], "STP/SC", "III.3", "void.coast_out_of_reach"),
    ],
)
def test_impossible_moves(units: list[str], target: str, section: str, key: str) -> None:
    assert reason(units, move(target)) == (section, key)


def test_fleets_are_not_convoyed() -> None:
    """VIII.1."""
    assert reason(["F LON", "F NTH"], move("BEL")) == ("III.1", "void.not_adjacent")


# -- supports


@pytest.mark.parametrize(
    ("units", "order"),
    [
        (["A BUR", "A PAR"], support("PAR")),
        (["A RUH", "A PAR"], support("PAR", "BUR")),
        (["F MAR", "F GAS"], support("GAS", "SPA", "SPA/NC")),
        (["F MAR", "F MAO"], support("MAO", "SPA")),
        (["A PIC", "A LON", "F NTH"], support("LON", "BEL")),
        (["F BEL", "A EDI", "F NTH", "F ENG"], support("EDI", "PIC")),
    ],
)
def test_possible_supports(units: list[str], order: Order) -> None:
    assert reason(units, order) is None


@pytest.mark.parametrize(
    ("units", "order", "key"),
    [
        (["A BUR"], support("PAR"), "void.nobody_there"),
        (["A BUR"], support("PAR", "PIC"), "void.nobody_there"),
        (["F TRI"], support("TRI"), "void.supports_itself"),
        (["A PRU", "A LVN"], support("LVN", "PRU"), "void.supports_into_own_place"),
        (["F ROM", "A APU"], support("APU", "VEN"), "void.out_of_reach"),
        (["F SPA/NC", "A PIE"], support("PIE", "MAR"), "void.out_of_reach"),
        (["A BER", "F DEN"], support("DEN", "BAL"), "void.out_of_reach"),
        (["A BUR", "A MAR"], support("MAR", "PAR"), "void.supported_cannot_go"),
        (["A BUR", "F KIE"], support("KIE", "MUN"), "void.supported_cannot_go"),
        (["F MAR", "F GAS"], support("GAS", "SPA", "SPA/SC"), "void.supported_cannot_go"),
        (["F BLA", "A RUM"], support("RUM", "ARM"), "void.supported_cannot_go"),
        (["A PIC", "A LON", "F IRI"], support("LON", "BEL"), "void.supported_cannot_go"),
        (["A BUR", "A PAR"], support("PAR", "PAR"), "void.supported_cannot_go"),
    ],
)
def test_impossible_supports(units: list[str], order: Order, key: str) -> None:
    """V.1."""
    assert reason(units, order) == ("V.1", key)


# -- convoys


@pytest.mark.parametrize(
    ("units", "order"),
    [
        (["F ENG", "A LON"], convoy("LON", "BRE")),
        (["F MAO", "A LON"], convoy("LON", "TUN")),
        (["F BOT", "A STP"], convoy("STP", "SWE")),
    ],
)
def test_possible_convoys(units: list[str], order: Order) -> None:
    """Whether the other fleets are there is another matter: it may still fail for want of them."""
    assert reason(units, order) is None


@pytest.mark.parametrize(
    ("units", "order", "key"),
    [
        (["A PIC", "A LON"], convoy("LON", "BRE"), "void.not_at_sea"),
        (["F CON", "A BUL"], convoy("BUL", "SMY"), "void.not_at_sea"),
        (["F ENG"], convoy("LON", "BRE"), "void.nobody_there"),
        (["F NTH", "F LON"], convoy("LON", "BEL"), "void.carries_armies"),
        (["F ENG", "A LON"], convoy("LON", "PAR"), "void.no_such_convoy"),
        (["F ENG", "A PAR"], convoy("PAR", "LON"), "void.no_such_convoy"),
        (["F NTH", "A YOR"], convoy("YOR", "YOR"), "void.no_such_convoy"),
        (["F IRI", "A LON"], convoy("LON", "BEL"), "void.no_such_convoy"),
        (["F BOT", "A SWE"], convoy("SWE", "NWY"), "void.no_such_convoy"),
        (["F WES", "A MAR"], convoy("MAR", "SPA"), "void.no_such_convoy"),
    ],
)
def test_impossible_convoys(units: list[str], order: Order, key: str) -> None:
    """VIII.1."""
    assert reason(units, order) == ("VIII.1", key)


# -- what becomes of them


def test_void_orders_and_missing_orders_are_holds() -> None:
    """III.4, V.6: the unit stays, and the result says why."""
    position = Position.read(BOARD, {"FRANCE": ["A PAR", "A MAR"]})
    results = resolve(BOARD, STANDARD, position, {0: move("ENG")})
    void, unordered = results.results
    assert (void.outcome, void.reason.section) == (VOID, "III.1")
    assert (unordered.outcome, unordered.order) == (HOLDS_FAST, HOLDS)
    assert results.after().units == position.units


# -- spelling


@pytest.mark.parametrize(
    ("unit", "order", "text"),
    [
        ("A VIE", HOLDS, "A VIE H"),
        ("A VIE", move("TRI"), "A VIE - TRI"),
        ("F MAO", move("SPA/NC"), "F MAO - SPA/NC"),
        ("A LON", move("BEL", via=True), "A LON - BEL VIA"),
        ("A VIE", support("BUD"), "A VIE S A BUD"),
        ("A VIE", support("BUD", "GAL"), "A VIE S A BUD - GAL"),
        ("F POR", support("WES", "SPA", "SPA/SC"), "F POR S F WES - SPA/SC"),
        ("F ADR", convoy("APU", "ALB"), "F ADR C A APU - ALB"),
    ],
)
def test_canonical_spelling(unit: str, order: Order, text: str) -> None:
    others = ["A BUD", "F WES", "A APU"]
    position = Position.read(BOARD, {"FRANCE": [unit, *others]})
    assert write_order(BOARD, position, 0, order) == text


def test_written_orders_are_read_back() -> None:
    """Every order of many positions."""
    for seed in range(400):
        dense = DensePosition(BOARD, seed)
        for number, order in dense.orders.items():
            text = write_order(BOARD, dense.position, number, order)
            power = dense.position.units[number].power
            read = read_order(BOARD, dense.position, power, text)
            assert read == ReadOrder(number, order), text


def test_positions_are_written_and_read_back() -> None:
    """By power, in the board's order of powers; the units of a power keep their order."""
    start = {power.id: power.start for power in BOARD.powers}
    assert Position.read(BOARD, start).written() == start
    for seed in range(200):
        written = DensePosition(BOARD, seed).position.written()
        assert list(written) == [power.id for power in BOARD.powers if power.id in written]
        assert Position.read(BOARD, written).written() == written


def test_a_position_knows_where_units_are() -> None:
    position = Position.read(BOARD, {"RUSSIA": ["F STP/SC", "A MOS"], "TURKEY": ["F BLA", "F ANK"]})
    assert [write_unit(BOARD, unit) for unit in position.units] == [
        "F STP/SC",
        "A MOS",
        "F BLA",
        "F ANK",
    ]
    assert position.at[BOARD.province["STP"]] == 0
    assert position.fleets == 1 << BOARD.province["BLA"]


def test_an_order_about_an_empty_place_can_be_written() -> None:
    """A void order is shown to its author."""
    position = Position.read(BOARD, {"AUSTRIA": ["A BUD"]})
    order = Order(SUPPORT, BOARD.location["TRI"], BOARD.province["VEN"])
    assert write_order(BOARD, position, 0, order) == "A BUD S TRI - VEN"
    assert write(BOARD, position, 0, order, "fr") == "A Bud S Tri-Ven"


def test_an_army_is_never_on_a_coast() -> None:
    """III.3: a coast named in an army's order means nothing."""
    position = Position.read(BOARD, {"FRANCE": ["A GAS"]})
    results = resolve(BOARD, STANDARD, position, {0: move("SPA/NC")})
    assert results.after().written() == {"FRANCE": ["A SPA"]}
