"""What is typed at the table: commands, numbers, actions, several times, things to pick."""

from __future__ import annotations

import pytest

from entente.cli.input_parser import Typed, command_words, meaning, understand
from entente.kernel import Amount, Choose, Menu, Pick, registry
from tests.toys import conference_catalog

ENGLISH, FRENCH = registry.load("attrition").catalog("en"), registry.load("attrition").catalog("fr")
MOVES = Choose(
    (
        "move germany-infantry berlin rhineland",
        "move germany-infantry berlin poland",
        "move germany-artillery berlin rhineland",
        "done",
    )
)
LOSSES = Pick("lose", {"germany-infantry": 3, "germany-artillery": 3, "france-infantry": 9}, 4)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("undo", Typed("undo", "")),
        ("annuler", Typed("undo", "")),
        ("save my game.jsonl", Typed("save", "my game.jsonl")),
        ("RÈGLES 4.6", Typed("rules", "4.6")),
        ("? 3", Typed("explain", "3")),
        ("?move ger", Typed("explain", "move ger")),
        ("?", Typed("explain", "")),
        ("why", Typed("why", "")),
        ("pourquoi 2", Typed("why", "2")),
        ("3", Typed("", "3")),
        ("3 x4", Typed("", "3", 4)),
        ("move germany-infantry berlin poland x12", Typed("", MOVES.actions[1], 12)),
        ("3 x0", Typed("", "3", 0)),
        ("3 x99999999999999999999", Typed("", "3", 999)),
        ("q", Typed("quit", "")),
        ("exit", Typed("quit", "")),
        ("done", Typed("", "done")),
    ],
)
def test_commands_and_actions_are_told_apart(text: str, typed: Typed) -> None:
    assert understand(text, MOVES, ENGLISH) == typed


def test_every_command_has_a_word_in_each_language() -> None:
    assert {"carte", "map", "liste", "list", "aide", "quitter", "journal"} <= set(command_words())


def test_an_action_that_is_also_a_command_is_the_action() -> None:
    menu = Choose(("save", "list berlin"))
    assert understand("save", menu, ENGLISH) == Typed("", "save")
    assert understand("list berlin", menu, ENGLISH) == Typed("", "list berlin")
    assert understand("list paris", menu, ENGLISH) == Typed("list", "paris")


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("1", [MOVES.actions[0]]),
        ("4", ["done"]),
        ("5", []),
        ("0", []),
        ("move german-infantry berlin poland", [MOVES.actions[1]]),
        ("mov ger-inf ber pol", [MOVES.actions[1]]),
        ("move ger-inf berlin rhi", [MOVES.actions[0]]),
        ("move ger berlin rhineland", [MOVES.actions[0], MOVES.actions[2]]),
        ("dance", []),
    ],
)
def test_numbers_and_words(text: str, actions: list[str]) -> None:
    assert meaning(text, MOVES, ENGLISH).actions == actions


def test_french_words() -> None:
    written = FRENCH.write(MOVES.actions[1])
    assert written != MOVES.actions[1]
    assert meaning(written, MOVES, FRENCH).actions == [MOVES.actions[1]]


def test_an_amount_by_its_number() -> None:
    menu: Menu = Amount("bid", 0, 5)
    catalog = conference_catalog("en")
    assert meaning("3", menu, catalog).actions == ["bid 3"]
    assert meaning("bid 3", menu, catalog).actions == ["bid 3"]
    assert meaning("9", menu, catalog).actions == []
    debt: Menu = Amount("bid", -5, 5)
    assert meaning("-3", debt, catalog).actions == ["bid -3"]
    assert meaning("-9", debt, catalog).actions == []


@pytest.mark.parametrize(
    "text",
    [
        "lose germany-infantry germany-infantry germany-infantry germany-artillery",
        "germany-infantry 3 germany-artillery",
        "german-infantry x3 ger-art",
        "1 1 1 2",
        "lose ger-inf 3 ger-art 1",
    ],
)
def test_things_to_pick(text: str) -> None:
    typed = understand(text, LOSSES, ENGLISH)
    assert typed.times == 1
    (action,) = meaning(typed.text, LOSSES, ENGLISH).actions
    assert action == "lose germany-infantry germany-infantry germany-infantry germany-artillery"


@pytest.mark.parametrize("text", ["1 1 1 1", "1 1", "4 4 4 4", "germany-infantry", "9"])
def test_picks_that_are_not_allowed(text: str) -> None:
    assert meaning(text, LOSSES, ENGLISH).actions == []


def test_a_small_pick_is_chosen_by_number() -> None:
    menu = Pick("lose", {"germany-infantry": 1, "germany-artillery": 1}, 1)
    assert meaning("2", menu, ENGLISH).actions == ["lose germany-artillery"]
    assert meaning("3", menu, ENGLISH).actions == []
