"""What is typed at the table: commands, numbers, actions, several times, things to pick."""

from __future__ import annotations

import pytest

from entente.cli.input_parser import ParsedInput, command_words, interpret, parse_input
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
        ("undo", ParsedInput("undo", "")),
        ("annuler", ParsedInput("undo", "")),
        ("save my game.jsonl", ParsedInput("save", "my game.jsonl")),
        ("RÈGLES 4.6", ParsedInput("rules", "4.6")),
        ("? 3", ParsedInput("explain", "3")),
        ("?move ger", ParsedInput("explain", "move ger")),
        ("?", ParsedInput("explain", "")),
        ("why", ParsedInput("why", "")),
        ("pourquoi 2", ParsedInput("why", "2")),
        ("3", ParsedInput("", "3")),
        ("3 x4", ParsedInput("", "3", 4)),
        ("move germany-infantry berlin poland x12", ParsedInput("", MOVES.actions[1], 12)),
        ("3 x0", ParsedInput("", "3", 0)),
        ("3 x99999999999999999999", ParsedInput("", "3", 999)),
        ("q", ParsedInput("quit", "")),
        ("exit", ParsedInput("quit", "")),
        ("done", ParsedInput("", "done")),
    ],
)
def test_commands_and_actions_are_distinguished(text: str, typed: ParsedInput) -> None:
    assert parse_input(text, MOVES, ENGLISH) == typed


def test_every_command_has_a_word_in_each_language() -> None:
    assert {"carte", "map", "liste", "list", "aide", "quitter", "journal"} <= set(command_words())


def test_an_action_that_is_also_a_command_is_the_action() -> None:
    menu = Choose(("save", "list berlin"))
    assert parse_input("save", menu, ENGLISH) == ParsedInput("", "save")
    assert parse_input("list berlin", menu, ENGLISH) == ParsedInput("", "list berlin")
    assert parse_input("list paris", menu, ENGLISH) == ParsedInput("list", "paris")


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
    assert interpret(text, MOVES, ENGLISH).actions == actions


def test_french_words() -> None:
    written = FRENCH.write(MOVES.actions[1])
    assert written != MOVES.actions[1]
    assert interpret(written, MOVES, FRENCH).actions == [MOVES.actions[1]]


def test_an_amount_by_its_number() -> None:
    menu: Menu = Amount("bid", 0, 5)
    catalog = conference_catalog("en")
    assert interpret("3", menu, catalog).actions == ["bid 3"]
    assert interpret("bid 3", menu, catalog).actions == ["bid 3"]
    assert interpret("9", menu, catalog).actions == []
    debt: Menu = Amount("bid", -5, 5)
    assert interpret("-3", debt, catalog).actions == ["bid -3"]
    assert interpret("-9", debt, catalog).actions == []


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
    typed = parse_input(text, LOSSES, ENGLISH)
    assert typed.times == 1
    (action,) = interpret(typed.text, LOSSES, ENGLISH).actions
    assert action == "lose germany-infantry germany-infantry germany-infantry germany-artillery"


@pytest.mark.parametrize("text", ["1 1 1 1", "1 1", "4 4 4 4", "germany-infantry", "9"])
def test_picks_that_are_not_allowed(text: str) -> None:
    assert interpret(text, LOSSES, ENGLISH).actions == []


def test_a_small_pick_is_chosen_by_number() -> None:
    menu = Pick("lose", {"germany-infantry": 1, "germany-artillery": 1}, 1)
    assert interpret("2", menu, ENGLISH).actions == ["lose germany-artillery"]
    assert interpret("3", menu, ENGLISH).actions == []
