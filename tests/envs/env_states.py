"""Short games of every kind, for tests of the environments."""

from __future__ import annotations

from functools import cache
from random import Random

from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Options, OptionValue

SHORT: dict[str, Options] = {
    "attrition": {},
    "diplomacy": {"end_year": 1902},
    "pax": {"turns": 1, "players": 4},
    "turmoil": {},
}


@cache
def short(name: str) -> EnvSpec:
    """A game that is soon over, as far as it can be."""
    return EnvSpec(name, SHORT[name])


@cache
def rich(name: str) -> EnvSpec:
    """A game with all its rules, in which everything is a decision."""
    options: dict[str, OptionValue] = {**short(name).game.info.all_rules(), **SHORT[name]}
    if name == "pax":
        options |= {"phase_mode": "sealed", "players": 5}
    return EnvSpec(name, options, rare_choices=True)


def at_random(play: EnvState, rng: Random, choices: int) -> None:
    """Play at random, this many choices or to the end."""
    for _ in range(choices):
        turn = play.turn
        if turn is None:
            return
        play.choose(turn, rng.choice(list(play.legal_actions(turn))))
