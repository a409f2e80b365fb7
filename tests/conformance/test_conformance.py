"""Every registered game, and the toys, keep every promise of the contract under every option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entente.kernel import conformance, registry
from entente.kernel.info import Options, OptionValue
from entente.kernel.record import AnyGame
from tests.amount import THOROUGH, amount, daily_first
from tests.toys import Conference, Orders

GAMES: dict[str, AnyGame] = {
    **{name: registry.load(name) for name in registry.available()},
    "toy conference": Conference(),
    "toy orders": Orders(),
}
MAIN = ("defaults", "all rules")
DAILY = {"diplomacy": ("all rules", "mixture 0")}  # the other games' own tests play every option
LONG = ("pax",)  # their everyday check is with their own tests: each game takes long


def trials() -> Iterator[object]:
    """Each game with all optional rules.

    Other tests play the defaults. The long test plays every value of the options, and every option
    by itself, with more seeds and at more moments.
    """
    for name, game in GAMES.items():
        if name in LONG and not THOROUGH:
            continue
        sets = conformance.covering(game)
        if THOROUGH:
            sets |= conformance.variants(game)
        for variant, options in sets.items():
            if not THOROUGH and variant not in DAILY.get(name, ("all rules",)):
                continue
            for seed in range(amount(1, 4 if variant in MAIN else 2)):
                samples = amount(1, 2)
                yield pytest.param(
                    game, options, str(seed), samples, id=f"{name}-{variant}-seed {seed}"
                )


@pytest.mark.amount
@pytest.mark.parametrize(("game", "options", "seed", "samples"), list(trials()))
def test_a_game_keeps_its_promises(
    game: AnyGame, options: Options, seed: str, samples: int
) -> None:
    conformance.check(game, options, seed, samples=samples)


@pytest.mark.parametrize("option", ["fog_of_war", "events"])
def test_the_secrets_of_an_attrition_of_souls_are_really_in_doubt(option: str) -> None:
    """Otherwise the checks of what is hidden would be idle."""
    assert conformance.hides_something(conformance.play_through(GAMES["attrition"], {option: True}))


def test_the_secrets_of_europe_in_turmoil_are_really_in_doubt() -> None:
    assert conformance.hides_something(conformance.play_through(GAMES["turmoil"]))


def test_the_toys_have_secrets() -> None:
    assert conformance.hides_something(conformance.play_through(GAMES["toy conference"]))
    assert conformance.hides_something(conformance.play_through(GAMES["toy orders"], seed="2"))


@pytest.mark.parametrize(
    ("name", "options"),
    daily_first(
        [("turmoil", {}), ("attrition", {"fog_of_war": True}), ("attrition", {"events": True})]
    ),
)
def test_indistinguishable_worlds_are_played_on(name: str, options: Options) -> None:
    """Otherwise no test would show that they ask for the same decisions."""
    game = GAMES[name]
    run = conformance.play_through(game, {**game.info.short, **options}, samples=1)
    assert conformance.moves_compared(run) > 300


def test_there_is_a_game_to_hold_to_its_promises() -> None:
    assert "attrition" in registry.available()


def test_the_variants_of_a_game_cover_every_value_of_every_option() -> None:
    variants = conformance.variants(Conference(), mixes=1)
    assert {name: options for name, options in variants.items() if name != "mix 0"} == {
        "defaults": {},
        "rounds=1": {"rounds": 1},
        "rounds=3": {"rounds": 3},
        "auction=off": {"auction": False},
        "ties=first": {"ties": "first"},
        "all rules": {"auction": True},
    }
    assert set(variants["mix 0"]) == {"rounds", "auction", "ties"}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_covering_sets_of_a_game_have_every_value_that_its_variants_have(game: AnyGame) -> None:
    def values(sets: dict[str, Options]) -> set[tuple[str, OptionValue]]:
        return {each for given in sets.values() for each in game.info.complete(given).items()}

    covering, variants = conformance.covering(game), conformance.variants(game)
    assert values(covering) == values(variants)
    assert {"defaults", "all rules"} <= covering.keys()
    assert len(covering) <= len(variants)
