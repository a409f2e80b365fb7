"""Sections III, V.1 and X.5: what the text says in passing about moves, supports and convoys."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.notation.ambiguity import ReadOrder
from entente.games.diplomacy.notation.tolerant_reader import read_order
from entente.games.diplomacy.rules.orders import Position, impossible
from entente.kernel import Refusal
from tests.games.diplomacy.judge import BOARD, province, units_of


def why_not(text: str, *others: str) -> Refusal | None:
    """Return why an order cannot be carried out; units named in it stand there, and so do the
    others."""
    words = text.split()
    units = [" ".join(words[:2]), *others]
    if words[2] in "SC":
        units.append(" ".join(words[3:5]))
    position = Position(BOARD, units_of({"ENGLAND": units}))
    read = read_order(BOARD, position, BOARD.power["ENGLAND"], text)
    assert isinstance(read, ReadOrder)
    return impossible(BOARD, position, read.number, read.order)


@pytest.mark.parametrize(
    "order",
    [
        *("F ROM - TUS", "F ROM - NAP", "F SWE - DEN", "F DEN - SWE", "F NWY - SWE"),
        "F NWY - STP/NC",
        *("A ROM - VEN", "A SWE - DEN", "A NWY - STP"),
    ],
)
def test_iii_1_iii_3_moves_that_are_possible(order: str) -> None:
    assert why_not(order) is None


@pytest.mark.parametrize("order", ["F ROM - VEN", "F BAL - SKA", "F SKA - BAL"])
def test_iii_1_iii_3_moves_that_are_impossible(order: str) -> None:
    refusal = why_not(order)
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("III.1", "void.not_adjacent")


def test_iii_3_denmark_does_not_touch_berlin() -> None:
    denmark, berlin = BOARD.province["DEN"], BOARD.province["BER"]
    assert not (BOARD.army[denmark] | BOARD.fleet_mask[denmark]) >> berlin & 1
    assert not (BOARD.army[berlin] | BOARD.fleet_mask[berlin]) >> denmark & 1


@pytest.mark.parametrize("order", ["F MAR S F GAS - SPA/NC", "F NWY S A FIN - SWE"])
def test_iii_3_v_1_supports_that_are_possible(order: str) -> None:
    assert why_not(order) is None


@pytest.mark.parametrize(
    "order", ["F SPA/NC S A PIE - MAR", "F GRE S A BUD - SER", "A BER S F DEN - BAL"]
)
def test_iii_3_v_1_supports_that_are_impossible(order: str) -> None:
    refusal = why_not(order)
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("V.1", "void.out_of_reach")


@pytest.mark.parametrize(("unit", "target"), [("F POR", "SPA"), ("F MAO", "SPA"), ("F CON", "BUL")])
def test_iii_3_a_coast_must_be_named(unit: str, target: str) -> None:
    """Of two coasts that can both be reached one must be named, or the fleet stays."""
    refusal = why_not(f"{unit} - {target}")
    assert refusal is not None
    assert refusal.section == "III.3"
    fleet = units_of({"ENGLAND": [unit]})[0]
    for end in BOARD.entries(fleet, BOARD.province[target]):
        assert why_not(f"{unit} - {BOARD.locations[end]}") is None


@pytest.mark.parametrize(("fleet", "passage"), [("F KIE", "A BER - DEN"), ("F CON", "A BUL - SMY")])
def test_x_5_no_convoy_from_kiel_and_constantinople(fleet: str, passage: str) -> None:
    refusal = why_not(f"{fleet} C {passage}")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("VIII.1", "void.not_at_sea")


def test_iii_3_a_fleet_passes_through_kiel_and_constantinople() -> None:
    """They have one coast for all purposes, and none may be jumped over."""
    for strait, seas in (("KIE", ("HEL", "BAL")), ("CON", ("BLA", "AEG"))):
        fleet = units_of({"ENGLAND": [f"F {strait}"]})[0]
        assert province(fleet) == strait
        for sea in seas:
            assert why_not(f"F {strait} - {sea}") is None
        assert why_not(f"F {seas[0]} - {seas[1]}") is not None


def test_v_6_a_supporter_need_not_touch_the_supported_unit() -> None:
    """It is the province aimed at that it must be able to enter."""
    assert why_not("A SIL S A WAR - PRU") is None
    assert why_not("A BER S A LVN - PRU") is None


def test_iii_7_the_two_samples_of_writing() -> None:
    """A supported fleet, and a supported passage over the Gulf of Lyons."""
    assert why_not("A VIE S F ALB - TRI") is None
    assert why_not("F LYO C A TUS - MAR") is None
    assert why_not("A GAS S A TUS - MAR", "F LYO") is None
