"""The fixed ratings of the computer players, measured by the arena.

`data/levels.toml` says how often a player came first among opponents of one other kind. The
strengths are the most likely ones under the rating model; `normal` has the strength of a new
player. They do not change with the games that people play, so that a new server has a scale.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from entente.players.skill import BETA, MEAN
from entente.server.ratings.model import Skill

ANCHOR = "normal"
DEVIATION = 1.0  # of a fixed rating
PRIOR = 0.5  # games won and lost added to each match, so that 80 of 80 is not infinitely strong
ROUNDS = 500


class Measurement(msgspec.Struct, frozen=True):
    """How often a player came first among `opponents` opponents of one kind."""

    game: str
    player: str
    against: str
    opponents: int
    games: int
    won: int


def measurements() -> list[Measurement]:
    """Return the measured matches."""
    data = tomllib.loads(files(__package__).joinpath("data/levels.toml").read_text("utf-8"))
    return msgspec.convert(data["match"], list[Measurement])


@cache
def _means() -> dict[str, dict[str, float]]:
    matches = measurements()
    return {
        game: fit([each for each in matches if each.game == game])
        for game in dict.fromkeys(each.game for each in matches)
    }


def fit(matches: list[Measurement]) -> dict[str, float]:
    """Return the most likely mean of each player, by Newton's method for one player at a time."""
    players = dict.fromkeys(name for each in matches for name in (each.player, each.against))
    means = dict.fromkeys(players, MEAN)
    for _ in range(ROUNDS):
        for name in means:
            if name != ANCHOR:
                means[name] += _step(matches, means, name)
    return means


def _step(matches: list[Measurement], means: dict[str, float], name: str) -> float:
    """Return the change of a mean that makes the measured matches more likely."""
    slope = curve = 0.0
    for each in matches:
        if name not in (each.player, each.against):
            continue
        scale = BETA * math.sqrt(each.opponents + 1)
        ahead = (means[each.player] - means[each.against]) / scale
        share = 1 / (1 + each.opponents * math.exp(-ahead))
        games = each.games + 2 * PRIOR
        sign = 1 if name == each.player else -1
        slope += sign * (each.won + PRIOR - games * share) / scale
        curve += games * share * (1 - share) / scale**2
    return max(-5.0, min(5.0, slope / max(curve, 1e-9)))


def fixed_strength(game: str, computer: str) -> Skill | None:
    """Return the fixed strength of a computer player in a game; None if it was never measured."""
    mean = _means().get(game, {}).get(computer)
    return None if mean is None else Skill(mean, DEVIATION)
