"""Cautions before orders count: what does not fit together."""

from __future__ import annotations

import pytest

from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Slots
from tests.games.diplomacy.scene import GAME, order, split, start

UNITS = {"FRANCE": "A PAR, A BUR, A GAS, F BRE, F ENG, A PIC", "GERMANY": "A MUN"}


def cautions(state: DiplomacyState, seat: str, orders: str) -> list[str]:
    """The cautions for these orders; other units take their first option."""
    position = GAME.position(state)
    decision = position.required_by_seat()[seat]
    assert isinstance(decision.menu, Slots)
    given = split(orders)
    parts = []
    for choices in decision.menu.slots.values():
        mine = [text for text in given if text in choices]
        parts.append(mine[0] if mine else choices[0])
        if mine:
            given.remove(mine[0])
    assert not given, f"{given} cannot be ordered"
    said = position.bind(decision).cautions("; ".join(parts))
    for caution in said:
        assert GAME.catalog("fr").line(caution.message)
    return [GAME.catalog("en").line(caution.message) for caution in said]


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("A PAR H", []),
        ("A PAR - BUR, A BUR - BEL", []),
        ("A PAR S A BUR - BEL, A BUR - BEL", None),  # Paris cannot support into Belgium
        (
            "A PIC - BEL, A BUR - BEL",
            ["A BUR and A PIC go to the same province (Belgium): they bounce."],
        ),
        (
            "A PAR - BUR",
            ["A PAR goes to Burgundy, where your own A BUR stays: it cannot enter."],
        ),
        (
            "A PAR - BUR, A BUR - PAR",
            ["A PAR and A BUR go to each other's place: without a convoy both moves fail."],
        ),
        ("A PAR - BUR, A BUR - GAS, A GAS - PAR", []),  # three in a circle come through
        ("A PIC S A BUR - BEL, A BUR - BEL", []),
        (
            "A PIC S A BUR - BEL",
            ["A PIC supports A BUR to Belgium, but A BUR does not go there."],
        ),
        (
            "A PAR S A BUR, A BUR - MUN",
            ["A PAR supports A BUR in place, but A BUR moves away."],
        ),
        ("A PAR S A BUR, A BUR S A PAR", []),
        (
            "A PAR S A MUN - BUR",
            ["A PAR supports an attack on the place where your own A BUR stays."],
        ),
        ("A PAR S A MUN - BUR, A BUR - BEL", []),
        ("A PIC - WAL, F ENG C A PIC - WAL", []),
        ("A PIC - WAL", ["A PIC needs a convoy to Wales, and none of your fleets convoys it."]),
        (
            "F ENG C A PIC - WAL",
            ["F ENG convoys A PIC to Wales, but A PIC does not go there."],
        ),
        ("draw", ["You vote for a draw: if all the others do, the game will be over."]),
        ("A PAR - BUR, concede", []),  # asked about by itself; the orders count no more
    ],
)
def test_orders(orders: str, said: list[str] | None) -> None:
    if said is None:
        with pytest.raises(AssertionError, match="cannot be ordered"):
            cautions(start(UNITS), "france", orders)
    else:
        assert cautions(start(UNITS), "france", orders) == said


def test_an_army_cannot_even_be_sent_to_sea() -> None:
    with pytest.raises(AssertionError, match="cannot be ordered"):
        cautions(start(UNITS), "france", "A PIC - ENG")


def test_retreats() -> None:
    state = start({"FRANCE": "A BUR", "GERMANY": "A MUN, A RUH"})
    order(state, germany="A MUN - BUR, A RUH S A MUN - BUR")
    assert cautions(state, "france", "A BUR D") == [
        "A BUR could retreat, and you are disbanding it."
    ]
    assert cautions(state, "france", "A BUR - PAR") == []


def test_two_units_that_retreat_to_the_same_place() -> None:
    state = start({"FRANCE": "A BUR, A GAS", "GERMANY": "A MUN, A RUH", "ITALY": "A SPA, A MAR"})
    order(
        state, germany="A MUN - BUR, A RUH S A MUN - BUR", italy="A SPA - GAS, A MAR S A SPA - GAS"
    )
    assert cautions(state, "france", "A BUR - PAR, A GAS - PAR") == [
        "A BUR and A GAS retreat to the same province (Paris): they will all be destroyed."
    ]
    assert cautions(state, "france", "A BUR - PAR, A GAS - BRE") == []


def test_fewer_builds_than_allowed() -> None:
    state = start(
        {"FRANCE": "A SPA", "ITALY": "A ROM"}, {"FRANCE": "PAR, BRE, MAR, SPA", "ITALY": "ROM"}
    )
    order(state)
    order(state)
    assert cautions(state, "france", "BUILD A PAR, BUILD F BRE, BUILD A MAR") == []
    assert cautions(state, "france", "BUILD A PAR, WAIVE, WAIVE") == ["You will forgo 2 builds."]


def in_autumn(**units: str) -> DiplomacyState:
    """Autumn of a game in which Vienna and Greece are Austrian."""
    state = start({name.upper(): each for name, each in units.items()}, {"AUSTRIA": "VIE, GRE"})
    order(state)
    return state


@pytest.mark.parametrize(
    ("austria", "others", "move", "rings"),
    [
        ("A VIE, A GRE", {"russia": "A BOH, A GAL"}, "A VIE - TYR", True),
        ("A VIE, A GRE", {"russia": "A BOH, A GAL"}, "A VIE H", False),  # it stays
        ("A VIE, A GRE", {"russia": "A GAL"}, "A VIE - TYR", False),  # one enemy alone
        ("A VIE, A GRE", {"russia": "A GAL", "germany": "A BOH"}, "A VIE - TYR", False),
        ("A VIE, A BUD", {"russia": "A BOH, A GAL"}, "A VIE - TYR", False),  # Budapest covers it
        ("A VIE, A GRE", {"russia": "A BOH, A GAL"}, "A VIE - BOH", False),  # it may bounce
        ("A VIE, A GRE", {"russia": "A BOH, A GAL", "italy": "A VEN"}, "A VIE - TYR", False),
        ("A TYR, A GRE", {"russia": "A BOH, A VIE"}, "A TYR - MUN", False),  # no centre
    ],
)
def test_a_centre_left_open_in_autumn(
    austria: str, others: dict[str, str], move: str, rings: bool
) -> None:
    """IX.1: only where a unit hardly bounces and two units of one power can come."""
    said = cautions(in_autumn(austria=austria, **others), "austria", move)
    line = "A VIE leaves Vienna, your centre, and A BOH and A GAL can take it this autumn."
    assert said == ([line] if rings else [])


def test_a_centre_left_open_in_spring_can_be_covered_again() -> None:
    state = start({"AUSTRIA": "A VIE, A GRE", "RUSSIA": "A BOH, A GAL"}, {"AUSTRIA": "VIE, GRE"})
    assert cautions(state, "austria", "A VIE - TYR") == []
