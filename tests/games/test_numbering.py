"""The grammar of the games as numbers: everything that can be said in them, and what may be now."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from entente.kernel import Game, Menu, Pick, conformance, registry
from entente.kernel.action_builder import ActionBuilder
from tests.amount import amount

GAMES = ("attrition", "turmoil")
VARIANTS = [
    (name, variant)
    for name in GAMES
    for variant in ("defaults", "all rules", "mix 0", "mix 1", "mix 2")
]


@cache
def load(name: str) -> Game[Any, Any]:
    return registry.load(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_says_how_its_actions_are_written(name: str) -> None:
    game = load(name)
    for step in game.steps.asking:
        patterns = game.grammar(step).patterns
        assert patterns, step
        for pattern in patterns:
            assert set(pattern.kinds) <= set(game.vocabulary.names), (step, pattern)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_of_word_has_a_name_for_refusals(name: str, language: str) -> None:
    game, catalog = load(name), load(name).catalog(language)
    grammars = [game.grammar(step) for step in game.steps.asking]
    called = {role for grammar in grammars for each in grammar.patterns for role in each.roles}
    for word in called | set(game.vocabulary.names):
        assert catalog.name("word_kind", word)
    for verb in {verb for grammar in grammars for verb in grammar.verbs}:
        assert catalog.name("verb", verb)


@pytest.mark.amount
@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_numbers_of_what_may_be_done_lead_back_to_it(name: str, variant: str) -> None:
    """Each choice of each menu of a random game has a number of its own, and the other way round.

    What is chosen piece by piece is numbered piece by piece.
    """
    game, rng = load(name), Random(f"{name} {variant}")
    position = game.begin(conformance.variants(game)[variant], variant)
    moves = 0
    while position.outcome is None and moves < amount(150, 4_000):
        decision = rng.choice(position.decisions)
        made = ActionBuilder(decision.menu)
        while not made.done:
            offered = game.action_ids.legal(made)
            assert list(offered.values()) == list(made.choices())
            for number, choice in offered.items():
                assert game.action_ids.choice(number) == written(decision.menu, choice)
                assert game.action_ids.number(game.action_ids.choice(number)) == number
            made = made.choose(offered[rng.choice(list(offered))])
        position.apply_unchecked(decision, made.action)
        moves += 1
    assert moves > 50


def written(menu: Menu, choice: str) -> str:
    """A choice with its verb, which goes without saying where things are picked."""
    return f"{menu.verb} {choice}" if isinstance(menu, Pick) else choice


@pytest.mark.parametrize("name", GAMES)
def test_the_numbers_of_a_game_are_its_own_and_stay(name: str) -> None:
    numbering, again = load(name).action_ids, registry.load(name).action_ids
    assert len(numbering) == len(again)
    rng = Random(name)
    for number in rng.sample(range(len(numbering)), 2000):
        assert numbering.number(numbering.choice(number)) == number
        assert numbering.choice(number) == again.choice(number)
    with pytest.raises(IndexError):
        numbering.choice(len(numbering))
    with pytest.raises(KeyError):
        numbering.number("no such thing")
