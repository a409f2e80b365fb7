"""Menus of several lists, and forms too large to be read at once."""

from __future__ import annotations

from typing import Any

import pytest

from entente.cli.common_args import Context
from entente.cli.form_input import FormInput
from entente.cli.menus import numbered, sentence, show_menu
from entente.cli.screen import Screen
from entente.cli.words import Words
from entente.kernel import Amount, Choose, OneOf, Position, registry
from entente.kernel.decision import Decision

PAX = registry.load("pax")
Table = Position[Any, Any]


def context() -> Context:
    return Context(Words("en"), Screen())


@pytest.fixture(scope="module")
def begun() -> Table:
    position = PAX.begin({"players": 4, "turns": 1}, "lists")
    while (
        position.state.phase != "movement"
    ):  # there is no decision before, unless there is a deficit
        decision = position.decisions_for(position.to_move[0])[0]
        position.apply(decision.seat, next(iter(decision.menu)))
    return position


def question(position: Table, seat: str, step: str) -> Decision:
    return next(each for each in position.decisions_for(seat) if each.step == step)


def test_several_lists_are_one_numbered_list() -> None:
    menu = OneOf((Choose(("ready",)), Choose(("place aden interest",)), Amount("fund", 1, 3)))
    assert numbered(menu) == ("ready", "place aden interest", "fund 1", "fund 2", "fund 3")
    catalog = PAX.catalog("en")
    assert sentence("place aden interest", menu, catalog, context()) == (
        "place an interest in Aden"
    )


def test_a_game_names_its_actions_in_the_terminal(begun: Table) -> None:
    decision = question(begun, "germany", "open_movement")
    action = next(a for a in numbered(decision.menu) if a.startswith("austria place"))
    label = PAX.presentation.label
    said = sentence(action, decision.menu, PAX.catalog("en"), context(), decision.step, label)
    assert said.startswith("Austria-Hungary: place ")


def test_a_large_form_is_filled_in_and_not_printed(
    begun: Table,
    capsys: pytest.CaptureFixture[str],
) -> None:
    decision = question(begun, "france", "desk")
    show_menu(decision.menu, PAX.catalog("en"), context())
    assert capsys.readouterr().out == ""
    filling = FormInput.of(decision.menu, PAX.catalog("en"), context(), decision.step)
    assert filling is not None
    assert filling.whole_actions("2") == ["watch abyssinia"]
    assert filling.whole_actions("offer") == []
    assert filling.whole_actions("1") == []  # a form is not written at one stroke
    filling.ask()
    out = capsys.readouterr().out
    assert "offer a treaty" in out
    assert out.index("offer a treaty") < out.index("watch Abyssinia")
    assert len(out.splitlines()) < 60
