"""A parsed action: its words, their roles, the choices of slots."""

from __future__ import annotations

import pytest

from entente.kernel import Action, parse_action

GRAMMAR = (
    "move <tile> <from:region> <to:region>",
    "austria place <area> <status>",
    "place <area> <status>",
    "return all",
    "return <nation>",
    "pay <amount>",
    "lose <tile>*",
    "done",
)


def parsed(text: str) -> Action:
    return parse_action(text, GRAMMAR)


def test_a_verb_and_the_words_after_it() -> None:
    action = parsed("move infantry berlin belgium")
    assert action.text == str(action) == "move infantry berlin belgium"
    assert action.verb == "move"
    assert action.args == ("infantry", "berlin", "belgium")
    assert action.words == ("move", "infantry", "berlin", "belgium")


@pytest.mark.parametrize("text", ["", "   "])
def test_a_line_without_words(text: str) -> None:
    action = parsed(text)
    assert (action.verb, action.args, action.words) == ("", (), ())
    assert not action.roles


@pytest.mark.parametrize(
    ("text", "role", "word"),
    [
        ("move infantry berlin belgium", "tile", "infantry"),
        ("move infantry berlin belgium", "from", "berlin"),
        ("move infantry berlin belgium", "to", "belgium"),
        ("place egypt interest", "area", "egypt"),
        ("austria place bosnia interest", "area", "bosnia"),
        ("return serbia", "nation", "serbia"),
        ("lose infantry artillery", "tile", "infantry"),
    ],
)
def test_words_have_the_roles_of_the_grammar(text: str, role: str, word: str) -> None:
    assert parsed(text)[role] == parsed(text).get(role) == word


def test_numbers_have_roles_too() -> None:
    assert parsed("pay 3").number("amount") == 3


@pytest.mark.parametrize("text", ["done", "return all", "move infantry berlin", "fly away", ""])
def test_a_role_that_an_action_does_not_have(text: str) -> None:
    assert parsed(text).get("to") == ""
    assert parsed(text).get("to", "home") == "home"
    with pytest.raises(KeyError, match="'to'"):
        parsed(text)["to"]


def test_without_a_grammar_there_are_no_roles() -> None:
    assert parse_action("pay 3").args == ("3",)
    assert not parse_action("pay 3").roles


def test_an_answer_that_fills_slots_has_a_choice_for_each() -> None:
    answer = parsed("place egypt interest; pay 3; done")
    assert answer.choice_texts == ["place egypt interest", "pay 3", "done"]
    assert [choice.verb for choice in answer.choices] == ["place", "pay", "done"]
    assert answer.choices[0]["area"] == "egypt"
    assert parsed("done").choices == (parsed("done"),)


def test_an_action_equals_its_text() -> None:
    assert parsed("pay 3") == "pay 3"
    assert parsed("pay 3") == Action("pay 3")
    assert parsed("pay 3") != "pay 4"
    assert parsed("pay 3") != parsed("pay 4")
    assert parsed("pay 3") != 3
    assert "pay 3" in {parsed("pay 3")}
    assert {"pay 3": 1}[parsed("pay 3").text] == 1
    assert repr(parsed("pay 3")) == "Action('pay 3')"


def test_the_same_text_is_parsed_once() -> None:
    assert parsed("pay 3") is parsed("pay 3")


def test_long_texts_are_not_kept() -> None:
    """A client may send any number of them."""
    short, long = "vote aye", "say " + "x " * 200
    assert parse_action(short) is parse_action(short)
    assert parse_action(long) == parse_action(long)
    assert parse_action(long) is not parse_action(long)
