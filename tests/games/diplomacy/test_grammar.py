"""How orders are written, as data: the things that they name, and their numbers."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.diplomacy.answers.slots import ORDERS, VOTES
from entente.kernel import Slots
from entente.kernel.action_builder import ActionBuilder
from entente.kernel.grammar import Thing
from entente.kernel.text import LANGUAGES
from tests.amount import amount
from tests.games.diplomacy.scene import BOARD, GAME, asked, start


def test_every_unit_that_can_exist_is_named() -> None:
    kinds = GAME.kinds()
    assert len(kinds["army"]) == 56
    assert (
        len(kinds["fleet"]) == 19 + 39 + 6
    )  # seas, provinces with one coast, coasts of the others
    assert set(kinds["unit"]) == {*kinds["army"], *kinds["fleet"]}
    assert {"A STP", "F STP/NC", "F STP/SC", "F NTH", "A MOS"} <= set(kinds["unit"])
    assert not {"F STP", "A STP/NC", "A NTH", "F MOS"} & set(kinds["unit"])
    assert kinds["place"] == tuple(BOARD.locations)


def test_every_kind_of_thing_has_a_name() -> None:
    for language in LANGUAGES:
        for kind in GAME.kinds():
            assert f"names.word_kind.{kind}" in GAME.catalog(language)


@pytest.mark.parametrize(
    ("step", "choice", "things"),
    [
        ("orders", "A VIE H", [("unit", "A VIE")]),
        ("orders", "F MAO - SPA/NC", [("unit", "F MAO"), ("place", "SPA/NC")]),
        ("orders", "A ROM - NAP VIA", [("army", "A ROM"), ("place", "NAP")]),
        ("orders", "A BUD S A VIE", [("unit", "A BUD"), ("unit", "A VIE")]),
        (
            "orders",
            "A BUD S A VIE - TRI",
            [("unit", "A BUD"), ("unit", "A VIE"), ("place", "TRI")],
        ),
        (
            "orders",
            "F NTH C A LON - BEL",
            [("fleet", "F NTH"), ("army", "A LON"), ("place", "BEL")],
        ),
        ("orders", "draw", []),
        ("retreat", "F BUL/SC - CON", [("unit", "F BUL/SC"), ("place", "CON")]),
        ("retreat", "A SER D", [("unit", "A SER")]),
        ("adjust", "BUILD F STP/SC", [("unit", "F STP/SC")]),
        ("adjust", "REMOVE A TRI", [("unit", "A TRI")]),
        ("adjust", "WAIVE", []),
    ],
)
def test_an_order_names_units_and_places(
    step: str, choice: str, things: list[tuple[str, str]]
) -> None:
    assert GAME.grammar(step).read(choice) is not None
    assert GAME.things(step, choice) == tuple(Thing(*thing) for thing in things)
    assert GAME.action_ids.choice(GAME.action_ids.number(choice)) == choice


@pytest.mark.parametrize(
    ("step", "line"),
    [("retreat", "A SER H"), ("adjust", "A SER - BUD"), ("orders", "A NTH - LON")],
)
def test_other_text_names_nothing(step: str, line: str) -> None:
    assert GAME.things(step, line) == ()


@pytest.mark.amount
def test_every_order_of_every_menu_has_its_own_action_id() -> None:
    """An agent that chooses by action id can give each order, and no other."""
    numbering, known, steps = GAME.action_ids, dict[int, str](), set[str]()
    for seed, players in enumerate((7, 2, 7, 4)[: amount(2, 4)]):
        rng = Random(seed)
        position = GAME.begin({"players": players, "end_year": 1918}, str(seed))
        while position.decisions:
            decision = position.decisions[0]
            menu = decision.menu
            assert isinstance(menu, Slots)
            steps.add(decision.step)
            for choice in dict.fromkeys(each for slot in menu.slots.values() for each in slot):
                number = numbering.number(choice)
                assert 0 <= number < len(numbering)
                assert known.setdefault(number, choice) == choice
                assert numbering.choice(number) == choice
            position.apply_unchecked(decision, _played_on(menu.sample(rng)))
    assert steps == {"orders", "retreat", "adjust"}
    assert len(known) > amount(3000, 4000)


def _played_on(answer: str) -> str:
    """An answer that does not end the game."""
    return "; ".join(ORDERS if part in VOTES else part for part in answer.split("; "))


def test_the_numbers_of_what_may_be_chosen_next() -> None:
    menu = asked(start())["austria"].menu
    assert isinstance(menu, Slots)
    writing = ActionBuilder(menu)
    while not writing.done:
        offered = GAME.action_ids.legal(writing)
        assert tuple(offered.values()) == menu.slots[writing.slot]
        writing = writing.choose(GAME.action_ids.choice(max(offered)))
    assert writing.action in menu
