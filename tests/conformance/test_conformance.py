"""Every registered game, and the toys, keep every promise of the contract under every option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entente.kernel import conformance, registry
from entente.kernel.info import Options
from entente.kernel.record import AnyGame
from tests.toys import Conference, Orders

GAMES: dict[str, AnyGame] = {
    **{name: registry.load(name) for name in registry.available()},
    "toy conference": Conference(),
    "toy orders": Orders(),
}
THOROUGH = {"defaults": 4, "all rules": 4}


def trials() -> Iterator[object]:
    """Each game with each of its option sets: some thoroughly, the many others once."""
    for name, game in GAMES.items():
        for variant, options in conformance.variants(game).items():
            for seed in range(THOROUGH.get(variant, 1)):
                samples = 2 if variant in THOROUGH else 1
                yield pytest.param(
                    game, options, str(seed), samples, id=f"{name}-{variant}-seed {seed}"
                )


@pytest.mark.parametrize(("game", "options", "seed", "samples"), list(trials()))
def test_a_game_keeps_its_promises(
    game: AnyGame, options: Options, seed: str, samples: int
) -> None:
    conformance.check(game, options, seed, samples=samples)


@pytest.mark.parametrize("option", ["fog_of_war", "events"])
def test_the_secrets_of_an_attrition_of_souls_are_really_in_doubt(option: str) -> None:
    """Otherwise the checks of what is hidden would be idle."""
    assert conformance.hides_something(conformance.travel(GAMES["attrition"], {option: True}))


def test_the_secrets_of_europe_in_turmoil_are_really_in_doubt() -> None:
    assert conformance.hides_something(conformance.travel(GAMES["turmoil"]))


def test_the_toys_have_secrets() -> None:
    assert conformance.hides_something(conformance.travel(GAMES["toy conference"]))
    assert conformance.hides_something(conformance.travel(GAMES["toy orders"], seed="2"))


@pytest.mark.parametrize(
    ("name", "options"),
    [("attrition", {"fog_of_war": True}), ("attrition", {"events": True}), ("turmoil", {})],
)
def test_worlds_that_a_seat_cannot_tell_apart_are_played_on(name: str, options: Options) -> None:
    """Otherwise nobody would know whether they ask the same questions."""
    game = GAMES[name]
    journey = conformance.travel(game, {**game.info.short, **options}, samples=1)
    assert conformance.moves_compared(journey) > 300


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
