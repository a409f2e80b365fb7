"""Schemas from the grammar of actions, and actions from what an agent wrote by them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from entente.agents.schema import InvalidAction, action_schema, action_text, menu_schema
from entente.kernel import Menu, registry
from entente.kernel.menu import Amount, Choose, Form, ListOf, OneOf, Pick, Slots, Text
from tests.agents.answers import as_value
from tests.amount import amount

PAY = Amount("pay", 1, 5)
CEDE = Form("cede", {"area": Choose(("egypt", "tunis")), "gold": PAY}, ("gold",))
TREATY = Form(
    "treaty",
    {
        "with": Choose(("italy", "france")),
        "clauses": ListOf("", OneOf((CEDE, PAY, Text("say", 1, 20))), 1, 3),
        "reward": OneOf((CEDE, PAY)),
    },
    ("reward",),
)
MENUS: list[Menu] = [
    Choose(("pass", "march 2")),
    PAY,
    Pick("lose", {"tank": 2, "infantry": 3}, 3),
    Slots({"A VIE": ("A VIE H", "A VIE - TRI"), "F TRI": ("F TRI H",)}),
    TREATY,
    OneOf((Choose(("sign x", "ready")), TREATY, ListOf("list", PAY, 0, 2))),
    Text("say", 0, 30),
]


@pytest.mark.parametrize("menu", MENUS, ids=lambda menu: type(menu).__name__)
def test_an_answer_that_fits_the_schema_is_the_action(menu: Menu) -> None:
    rng, check = Random(1), Draft202012Validator(menu_schema(menu))
    for _ in range(30):
        action = menu.sample(rng)
        value = as_value(menu, action)
        check.validate(value)
        if isinstance(value, (dict, list)):
            assert menu.canonical(action_text(menu, value)) == action


@pytest.mark.parametrize("game_id", registry.available())
def test_the_schemas_of_real_questions_hold_real_answers(game_id: str) -> None:
    game, rng = registry.load(game_id), Random(2)
    position = game.begin(None, "5")
    seen = set[str]()
    for _ in range(amount(60, 600)):
        if position.outcome is not None:
            break
        seat = position.to_move[0]
        for each in position.decisions_for(seat):
            if each.step not in seen or rng.random() < 0.05:
                seen.add(each.step)
                action = each.menu.sample(rng)
                value = as_value(each.menu, action)
                Draft202012Validator(menu_schema(each.menu)).validate(value)
                if isinstance(value, (dict, list)):
                    assert each.menu.canonical(action_text(each.menu, value)) == action
        position.apply(seat, position.decisions_for(seat)[0].menu.sample(rng))
    assert len(seen) > 1


@pytest.mark.parametrize("game_id", registry.available())
def test_every_line_of_a_game_is_one_of_its_grammar_word_by_word(game_id: str) -> None:
    game, rng = registry.load(game_id), Random(3)
    action, names = action_schema(game)
    Draft202012Validator.check_schema({**action, "$defs": names})
    only_words = {"oneOf": action["anyOf"][2:], "$defs": names}
    position, checked = game.begin(None, "6"), 0
    for _ in range(60):
        seat = position.to_move[0]
        decision = position.decisions_for(seat)[0]
        line = decision.menu.sample(rng)
        if isinstance(decision.menu, Choose) and all(
            " " not in w for k in names for w in names[k]["enum"]
        ):
            words = line.split()
            matching = [
                each
                for each in only_words["oneOf"]
                if Draft202012Validator({**each, "$defs": names}).is_valid(words)
            ]
            assert matching, line
            assert action_text(decision.menu, words) == line
            checked += 1
        position.apply(seat, line)
    assert checked or game_id in ("diplomacy", "pax")


@pytest.mark.parametrize(
    ("menu", "value", "wanted", "place"),
    [
        (TREATY, {"with": "italy", "clause": []}, "object", ""),
        (TREATY, {"with": 3, "clauses": []}, "text", "with"),
        (TREATY, {"with": "italy", "clauses": "pay"}, "list", "clauses"),
        (TREATY, {"with": "italy", "clauses": [{"pay": {}}]}, "number", "clauses.0.pay"),
        (TREATY, {"with": "italy", "clauses": [{"give": 2}]}, "one_of", "clauses.0"),
        (MENUS[3], {"A VIE": "A VIE H"}, "slots", "F TRI"),
        (MENUS[0], {"march": 2}, "text", ""),
        (MENUS[0], ["march", {}], "line", ""),
        (MENUS[0], 3, "line", ""),
    ],
)
def test_an_answer_of_another_shape_is_refused_with_its_path(
    menu: Menu, value: Any, wanted: str, place: str
) -> None:
    with pytest.raises(InvalidAction) as caught:
        action_text(menu, value)
    assert (caught.value.wanted, caught.value.place) == (wanted, place)


def test_a_choice_is_understood_as_it_was_listed() -> None:
    """An agent passes back an element of `choices`."""
    listed = {"action": "march 2", "label": "March 2", "remark": "", "irreversible": False}
    assert action_text(MENUS[0], listed) == "march 2"
    assert action_text(None, listed) == "march 2"
    assert action_text(MENUS[0], {"action": "march 2"}) == "march 2"
    assert action_text(MENUS[0], {"action": ["march", 2]}) == "march 2"
    assert action_text(None, {"action": "march 2"}) == "march 2"
    slots = {"A VIE": "A VIE H", "F TRI": "F TRI H"}
    assert action_text(MENUS[3], {"action": slots}) == "A VIE H; F TRI H"
    with pytest.raises(InvalidAction):
        action_text(MENUS[0], {"action": "march 2", "remark": ""})


def test_what_a_menu_itself_calls_action_is_no_choice() -> None:
    war = Form("war", {"action": Choose(("attack", "hold"))})
    assert action_text(war, {"action": "attack"}) == war.write({"action": "attack"})
    hits = OneOf((Amount("action", 1, 3), Choose(("pass",))))
    assert action_text(hits, {"action": 2}) == "action 2"
    assert action_text(Slots({"action": ("go", "stay")}), {"action": "go"}) == "go"
