"""The grammar of actions: reading, refusals, numbers, schemas."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import Choose, Pick
from entente.kernel.action_builder import ActionBuilder
from entente.kernel.grammar import (
    OTHER_KIND,
    UNKNOWN,
    ActionIds,
    Grammar,
    ParseError,
    Pattern,
    Thing,
    Vocabulary,
)
from entente.kernel.grammar import WORDS as WRONG_NUMBER
from tests.open_play import Concert

WORDS = Vocabulary(
    {
        "tile": ("infantry", "tank"),
        "region": ("berlin", "paris", "vienna"),
        "unit": ("A VIE", "F STP/SC", "A PAR"),
        "place": ("VIE", "PAR"),
        "number": ("1", "2", "3"),
    }
)
GRAMMAR = Grammar(
    (
        "move <tile> <region> <region>",
        "lose <tile>*",
        "pay <number>",
        "done",
        "<unit> H",
        "<unit> - <place>",
        "<unit> S <unit> - <place>",
    ),
    WORDS,
)
VERBS = Grammar(("move <tile> <region> <region>", "pay <number>", "done"), WORDS)


@pytest.mark.parametrize(
    ("action", "pattern", "things"),
    [
        ("move tank paris berlin", "move <tile> <region> <region>", "tank paris berlin"),
        ("lose tank infantry tank", "lose <tile>*", "tank infantry tank"),
        ("done", "done", ""),
        ("A VIE - PAR", "<unit> - <place>", "A VIE|PAR"),
        ("F STP/SC S A PAR - VIE", "<unit> S <unit> - <place>", "F STP/SC|A PAR|VIE"),
    ],
)
def test_an_action_is_read_by_its_pattern(action: str, pattern: str, things: str) -> None:
    parsed = GRAMMAR.read(action)
    assert parsed is not None
    assert parsed.pattern.text == pattern
    names = things.split("|") if "|" in things else things.split()
    assert [thing.name for thing in parsed.things] == names


@pytest.mark.parametrize(
    "action", ["", "move", "move tank", "move berlin tank paris", "lose", "done now", "A VIE - H"]
)
def test_other_spellings_are_not_read(action: str) -> None:
    assert GRAMMAR.read(action) is None


def test_things_have_their_kinds() -> None:
    parsed = GRAMMAR.read("move tank paris berlin")
    assert parsed is not None
    assert parsed.things[:2] == (Thing("tile", "tank"), Thing("region", "paris"))


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("", "kernel.verb"),
        ("march tank paris", "kernel.verb"),
        ("done now", "kernel.alone"),
        ("move tank paris", "kernel.words"),
        ("move tank paris berlin vienna", "kernel.words"),
        ("move tank london berlin", "kernel.unknown_word"),
        ("pay nine", "kernel.unknown_word"),
        ("move tank tank berlin", "kernel.other_kind"),
        ("pay tank", "kernel.other_kind"),
    ],
)
def test_a_meaningless_action_is_refused_with_its_error(action: str, key: str) -> None:
    refusal = VERBS.explain_parse_error(action, "4.6")
    assert refusal is not None
    assert (refusal.section, refusal.message.key) == ("4.6", key)


@pytest.mark.parametrize("action", ["move tank paris paris", "pay 9"])
def test_a_meaningful_action_is_not_refused_legal_or_not(action: str) -> None:
    """Which number is legal is for the rules."""
    assert VERBS.explain_parse_error(action, "4.6") is None


def test_a_refusal_says_what_is_wanted_in_the_place_of_a_wrong_word() -> None:
    grammar = Grammar(
        ("march <tile> <to:region>", "return all", "return <region>", "return <tile>"), WORDS
    )
    problem = grammar.parse_error("march tank 7")
    assert problem == ParseError(UNKNOWN, "march", "7", "", ("to",), ("tile", "region"))
    problem = grammar.parse_error("march paris paris")
    assert problem == ParseError(
        OTHER_KIND, "march", "paris", "region", ("tile",), ("tile", "region")
    )
    problem = grammar.parse_error("return 3")
    assert problem is not None
    assert (problem.what, problem.wanted) == (UNKNOWN, ("region", "tile"))
    problem = grammar.parse_error("return")
    assert problem is not None
    assert (problem.what, problem.wanted) == (WRONG_NUMBER, ("region",))
    assert grammar.parse_error("return all") is None


def test_the_wrong_one_of_several_things_is_named() -> None:
    problem = Grammar(("lose <tile>*",), WORDS).parse_error("lose tank paris tank")
    assert problem == ParseError(OTHER_KIND, "lose", "paris", "region", ("tile",), ("tile",))


def test_the_verbs_of_what_may_be_done_are_named() -> None:
    refusal = VERBS.explain_parse_error("march", "4.6", ["done"])
    assert refusal is not None
    assert refusal.message.args == {"verb": "march", "verbs": ["done"]}


def test_the_role_of_a_thing_does_not_count_in_the_action_ids() -> None:
    texts = ("march <from:region>", "march <to:region>", "march <region>")
    assert len(ActionIds(Grammar(texts, WORDS))) == 3
    assert Pattern("march <from:region> <tile>*").shape == "march <region> <tile>*"
    assert Pattern("march <from:region> <tile>*").roles == ("from", "tile")


def test_if_actions_begin_with_things_the_verb_identifies_nothing() -> None:
    assert GRAMMAR.explain_parse_error("X VIE H", "4.6") is None


def test_every_choice_has_a_number_and_every_number_a_choice() -> None:
    numbering = ActionIds(GRAMMAR)
    size = 2 * 3 * 3 + 2 + 3 + 1 + 3 + 3 * 2 + 3 * 3 * 2
    assert len(numbering) == size
    choices = [numbering.choice(number) for number in range(size)]
    assert len(set(choices)) == size
    assert [numbering.number(choice) for choice in choices] == list(range(size))


def test_numbers_do_not_depend_on_the_order_of_the_questions() -> None:
    backwards = Grammar([pattern.text for pattern in reversed(GRAMMAR.patterns)], WORDS)
    one, other = ActionIds(GRAMMAR), ActionIds(backwards)
    assert [one.choice(n) for n in range(len(one))] == [other.choice(n) for n in range(len(other))]


def test_an_invalid_action_has_no_action_id() -> None:
    numbering = ActionIds(GRAMMAR)
    with pytest.raises(KeyError):
        numbering.number("move tank london berlin")
    for number in (-1, len(numbering)):
        with pytest.raises(IndexError):
            numbering.choice(number)


def test_the_mask_of_a_menu_is_what_it_offers() -> None:
    numbering = ActionIds(GRAMMAR)
    menu = Choose(("done", "move tank paris berlin"))
    assert set(numbering.legal(ActionBuilder(menu)).values()) == set(menu.actions)
    picks = numbering.legal(ActionBuilder(Pick("lose", {"tank": 1, "infantry": 2}, 2)))
    assert sorted(picks.values()) == ["infantry", "tank"]
    assert {numbering.choice(number) for number in picks} == {"lose infantry", "lose tank"}


def test_a_schema_names_every_pattern_and_its_words() -> None:
    schema = VERBS.schema()["oneOf"]
    assert [each["title"] for each in schema] == [pattern.text for pattern in VERBS.patterns]
    assert schema[0]["prefixItems"][1] == {"title": "tile", "enum": ["infantry", "tank"]}
    assert schema[0]["items"] is False


def test_a_pattern_knows_its_verb_and_kinds() -> None:
    assert (Pattern("pay <number>").verb, Pattern("<unit> H").verb) == ("pay", "")
    assert Pattern("<unit> S <unit> - <place>").kinds == ("unit", "unit", "place")


def test_a_game_reads_its_questions_and_refuses_what_makes_no_sense() -> None:
    game = Concert()
    position = game.begin(None, "7")
    assert game.things("market", "buy egypt") == (Thing("place", "egypt"),)
    refusal = position.explain("austria", "buy london", position.decisions[0].window)
    assert refusal is not None
    assert refusal.message.key == "kernel.unknown_word"
    assert game.catalog("en").say(refusal.message) == (
        "“london” is unknown in this game; enter a place."
    )


def test_choices_of_a_random_game_have_numbers() -> None:
    game, rng = Concert(), Random(7)
    position = game.begin({"rounds": 1}, "7")
    while position.outcome is None:
        decision = rng.choice([each for each in position.decisions if each.step != "desk"])
        offered = game.action_ids.legal(ActionBuilder(decision.menu))
        assert set(offered.values()) == set(decision.menu)
        position.apply_unchecked(decision, decision.menu.sample(rng))
