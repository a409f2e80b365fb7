"""Exercises: the solution that is shown is right by the rules, something else is not, and all words
are there in both languages."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import LANGUAGES, registry
from entente.kernel.exercise import Exercise, Verdict
from entente.kernel.text import Catalog

GAMES = registry.names()
TRIES = 60
STEPS = 12  # more than any exercise takes


@pytest.mark.parametrize("name", GAMES)
def test_every_exercise_can_be_solved_and_missed(name: str) -> None:
    game = registry.load(name)
    assert len(game.exercises()) >= 10
    assert len({exercise.id for exercise in game.exercises()}) == len(game.exercises())
    for exercise in game.exercises():
        solved = exercise.try_out(game, exercise.solution)
        assert solved is not None, exercise.id
        assert solved.right, exercise.id
        for number in range(len(exercise.solution)):  # nothing is said before all is done
            assert exercise.try_out(game, exercise.solution[:number]) is None, exercise.id
        rng = Random(1)
        assert any(not _at_random(name, exercise, rng).right for _ in range(TRIES)), exercise.id


def _at_random(name: str, exercise: Exercise, rng: Random) -> Verdict:
    """A legal answer that was not thought about."""
    game = registry.load(name)
    position, actions = exercise.place(game), list[str]()
    for _ in range(STEPS):
        decision = position.decision(exercise.seat)
        assert decision is not None, (exercise.id, actions)
        actions.append(decision.menu.sample(rng))
        position.apply(exercise.seat, actions[-1])
        verdict = exercise.try_out(game, actions)
        if verdict is not None:
            return verdict
    raise AssertionError((exercise.id, actions))


@pytest.mark.parametrize("name", GAMES)
def test_every_exercise_has_its_words(name: str) -> None:
    game = registry.load(name)
    for language in LANGUAGES:
        catalog = game.catalog(language)
        for exercise in game.exercises():
            for part in ("title", "question", "missed", "explanation"):
                assert catalog.strict.get(exercise.key(part)), exercise.id
            assert len(exercise.hints(catalog)) >= 2, exercise.id
            assert f"rules.{exercise.rule}.title" in catalog.texts, exercise.rule
            assert _reasons(name, exercise, catalog), exercise.id


def _reasons(name: str, exercise: Exercise, catalog: Catalog) -> list[str]:
    """Return what the rules say of the solution, in words."""
    verdict = exercise.try_out(registry.load(name), exercise.solution)
    assert verdict is not None
    return [catalog.strict.say(message) for message in verdict.reasons]


def test_an_exercise_starts_from_the_same_position_each_time_and_is_saved_whole() -> None:
    for name in GAMES:
        game = registry.load(name)
        for exercise in game.exercises():
            first = game.save(exercise.place(game).state)
            exercise.try_out(game, exercise.solution)
            assert game.save(exercise.place(game).state) == first, exercise.id
            again = game.position(game.load(first))
            moves = [(exercise.seat, action) for action in exercise.solution]
            verdict = exercise.judge(again, moves)
            assert verdict is not None, exercise.id
            assert verdict.right, exercise.id
