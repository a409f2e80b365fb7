"""Pax Britannica keeps the promises of the contract. `make soak` tries every option, and more."""

from __future__ import annotations

import pytest

from entente.kernel import conformance
from entente.kernel.conformance.flow import check_copies, check_log_off
from entente.kernel.conformance.legality import check_menus, check_refusals
from entente.kernel.conformance.secrecy import check_downloads
from entente.kernel.conformance.targets import check_answers, check_targets
from entente.kernel.conformance.texts import check_reading, check_texts
from entente.kernel.conformance.undo import check_undo
from entente.kernel.info import Options
from tests.amount import THOROUGH, amount
from tests.games.pax.random_games import the_game

# Few offers make a short game; the first seed is that of a short one.
OPEN: Options = {"turns": 1, "players": 4, "offer_limit": 1}
SEALED: Options = {**OPEN, "phase_mode": "sealed", "reaction_rounds": 0}
FIRST = 6
# What takes long, and is much the same in both, is tried with one of them.
IN_ONE = (
    *(check_answers, check_downloads, check_targets, check_reading, check_texts),
    *(check_copies, check_log_off, check_menus, check_refusals),
)
# What takes longest is left to the long test; other games meet these checks every day.
LONG = (check_answers, check_downloads)
# Undo after this many steps; with hidden plans, the slowest, less often.
STEPS, HIDDEN_STEPS = amount(30, 1), amount(50, 1)


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(FIRST, FIRST + amount(1, 20)))
@pytest.mark.parametrize("options", [OPEN, SEALED], ids=["open", "sealed"])
def test_a_short_game_keeps_its_promises(options: Options, seed: int) -> None:
    run = conformance.play_through(the_game(), options, str(seed), samples=1)
    for check in conformance.CHECKS:
        if check is check_undo:
            check_undo(run, HIDDEN_STEPS if options is SEALED else STEPS)
        elif THOROUGH or (check not in LONG and (check not in IN_ONE or options is OPEN)):
            check(run)


def test_its_secrets_are_really_in_doubt() -> None:
    """Otherwise the checks of what is hidden would be idle."""
    assert conformance.hides_something(conformance.play_through(the_game(), SEALED, samples=1))
