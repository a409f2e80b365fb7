"""Our update of ratings is that of openskill."""

from __future__ import annotations

from random import Random

import pytest
from openskill.models import PlackettLuce

from entente.players.skill import BETA, DEVIATION, MEAN, update


def by_openskill(skills: list[tuple[float, float]], places: list[int]) -> list[tuple[float, float]]:
    model = PlackettLuce()
    teams = [[model.rating(mu=mean, sigma=deviation)] for mean, deviation in skills]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [(team[0].mu, team[0].sigma) for team in after]


def test_the_defaults_are_those_of_openskill() -> None:
    model = PlackettLuce()
    assert (model.mu, model.sigma, model.beta) == (MEAN, DEVIATION, BETA)


def test_many_games_of_two_to_eight_players_with_ties() -> None:
    rng = Random(5)
    for _ in range(300):
        seats = rng.randint(2, 8)
        skills = [(rng.uniform(0, 50), rng.uniform(0.5, 12)) for _ in range(seats)]
        places = [rng.randint(1, seats) for _ in range(seats)]
        for ours, theirs in zip(update(skills, places), by_openskill(skills, places), strict=True):
            assert ours == pytest.approx(theirs, rel=1e-12)


def test_a_certain_result_keeps_a_little_uncertainty() -> None:
    skills = [(25.0, 200.0), (25.0, 200.0)]
    assert update(skills, [1, 2]) == [
        pytest.approx(each, rel=1e-12) for each in by_openskill(skills, [1, 2])
    ]


def test_every_player_needs_a_place() -> None:
    with pytest.raises(ValueError, match="2 players, but 1 places"):
        update([(25.0, 8.0), (25.0, 8.0)], [1])
