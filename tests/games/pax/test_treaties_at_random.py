"""Random treaties through phases 7 to 10 (9, 10, 12): no crash, no army without right, no illegal
combination of markers, no empty purse below zero."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.pax.records.clause_kinds import CLAUSE_KINDS
from tests.amount import amount
from tests.games.pax.random_games import Watcher, watched_steps
from tests.games.pax.random_treaties import (
    MOST,
    Round,
    secrets_are_kept,
    treaties_hold_together,
)

BATCH = amount(10, 20)
LOOK = 4  # check the invariants after this many decisions; at certain steps always
BATCHES = amount(1, 100)


def play_round(seed: int) -> Round:
    """One seed to its end, held against everything that must hold."""
    try:
        game, watcher, rng = Round(seed), Watcher(), Random(seed)
        watcher.tension = game.world.state.tension
        for number in range(MOST):
            if not game.step():
                return game
            if number % LOOK == 0:
                watcher(game.world)
                treaties_hold_together(game.world)
            if number % (20 * LOOK) == 0:
                secrets_are_kept(game.table, rng)
        raise AssertionError(f"it does not end: {[f.step for f in game.table.state.stack]}")
    except Exception as error:
        raise AssertionError(f"seed {seed}") from error


@pytest.mark.amount
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_treaties_leave_a_legal_world(batch: int) -> None:
    with watched_steps():
        for seed in range(batch * BATCH, (batch + 1) * BATCH):
            play_round(seed)


def test_the_treaties_are_of_every_kind() -> None:
    """The generator writes all kinds of clauses, in the open and in secret."""
    kinds, secret = set[str](), set[bool]()
    for seed in range(40):
        for treaty in Round(seed).world.state.treaties.values():
            kinds |= {clause.kind for clause in treaty.clauses}
            secret.add(treaty.secret)
    assert kinds == set(CLAUSE_KINDS)
    assert secret == {True, False}
