"""The conformance suite: checks of the game contract that run on any game.

    from entente.kernel import conformance, registry

    conformance.check(registry.load("attrition"), {"tanks": True}, seed="7")

`play_through` plays a random game to its end; each `check_…` verifies one promise on that
playthrough and raises AssertionError with what is wrong and where. A test framework can run the
checks one by one (`CHECKS`), but none is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from entente.kernel.conformance.flow import (
    check_copies,
    check_end,
    check_log_off,
    check_record,
    check_saves,
)
from entente.kernel.conformance.legality import check_default_answers, check_menus, check_refusals
from entente.kernel.conformance.playthrough import AnyGame, RandomPlaythrough, play_through
from entente.kernel.conformance.question_leaks import check_question_leaks, moves_compared
from entente.kernel.conformance.secrecy import (
    check_downloads,
    check_sealed,
    check_views,
    check_worlds,
    hides_something,
)
from entente.kernel.conformance.targets import check_answers, check_targets
from entente.kernel.conformance.texts import check_information, check_reading, check_texts
from entente.kernel.conformance.undo import check_undo
from entente.kernel.info import Options, OptionValue, spell

__all__ = [
    "CHECKS",
    "Check",
    "RandomPlaythrough",
    "check",
    "covering",
    "hides_something",
    "moves_compared",
    "play_through",
    "variants",
]

Check = Callable[[RandomPlaythrough], None]

CHECKS: tuple[Check, ...] = (
    check_end,
    check_copies,
    check_saves,
    check_log_off,
    check_record,
    check_menus,
    check_refusals,
    check_default_answers,
    check_views,
    check_worlds,
    check_downloads,
    check_sealed,
    check_question_leaks,
    check_targets,
    check_answers,
    check_undo,
    check_texts,
    check_information,
    check_reading,
)


def check(
    game: AnyGame,
    options: Mapping[str, OptionValue] | None = None,
    seed: str = "0",
    *,
    samples: int = 2,
) -> RandomPlaythrough:
    """Run every check on one random game with these options and this seed."""
    run = play_through(game, options, seed, samples=samples)
    for promise in CHECKS:
        promise(run)
    return run


def variants(game: AnyGame, mixes: int = 3) -> dict[str, Options]:
    """Return the option sets to test a game with, by name.

    The defaults, every other value of every option alone (of some options only the values to try),
    all rules on, and some random mixes; all of them short if the game has a short version.
    """
    options = game.info.options
    sets: dict[str, Options] = {"defaults": {}}
    for option in options:
        for value in option.tried or option.values:
            if value != option.default:
                sets[f"{option.id}={spell(value)}"] = {option.id: value}
    sets["all rules"] = game.info.all_rules()
    for number in range(mixes):
        rng = Random(f"{game.info.id} {number}")
        sets[f"mix {number}"] = {o.id: rng.choice(o.tried or o.values) for o in options}
    return _short(game, sets)


def covering(game: AnyGame) -> dict[str, Options]:
    """Return a minimal list of option sets that covers every value of every option, by name.

    A faster alternative to `variants`: the defaults, all rules on, and mixtures in which each
    option cycles through its values in a random order, first those not yet covered.
    """
    sets = _short(game, {"defaults": {}, "all rules": game.info.all_rules()})
    had = {each for chosen in sets.values() for each in game.info.complete(chosen).items()}
    rng, orders, mixtures = Random(game.info.id), dict[str, list[OptionValue]](), 0
    for option in game.info.options:
        values = list(option.tried or option.values)
        lacking = [value for value in values if (option.id, value) not in had]
        rest = [value for value in values if value not in lacking]
        orders[option.id] = rng.sample(lacking, len(lacking)) + rng.sample(rest, len(rest))
        mixtures = max(mixtures, len(lacking))
    for number in range(mixtures):
        mixture = {name: order[number % len(order)] for name, order in orders.items()}
        sets[f"mixture {number}"] = {**game.info.short, **mixture}
    return sets


def _short(game: AnyGame, sets: dict[str, Options]) -> dict[str, Options]:
    """Return the same sets with the options of a short game, unless they say otherwise."""
    return {name: {**game.info.short, **chosen} for name, chosen in sets.items()}
