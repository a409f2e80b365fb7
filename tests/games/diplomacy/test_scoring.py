"""Scoring systems: worked examples, and games that end under each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.games.diplomacy.scoring import (
    CARNAGE,
    CENTRE_SHARE,
    DRAW_SIZE,
    SUM_OF_SQUARES,
    SYSTEMS,
    shares,
)
from entente.kernel import Match, registry

SEATS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
# England 12, France 10, Germany 6, Turkey 6; Austria out in 1903, Italy and Russia in 1905.
CENTRES = dict(zip(SEATS, (0, 12, 10, 6, 0, 0, 6), strict=True))
OUT = {"austria": 1903, "italy": 1905, "russia": 1905}
DRAW = ("england", "france", "germany", "turkey")


def scored(system: str) -> list[float]:
    found = shares(system, SEATS, DRAW, CENTRES, OUT)
    assert sum(found.values()) == pytest.approx(1)
    return [found[seat] for seat in SEATS]


def test_draw_size() -> None:
    """Four share equally; their centres do not matter."""
    assert scored(DRAW_SIZE) == [0, 0.25, 0.25, 0.25, 0, 0, 0.25]


def test_sum_of_squares() -> None:
    """144, 100, 36 and 36 of 316."""
    squares = [0, 144, 100, 36, 0, 0, 36]
    assert scored(SUM_OF_SQUARES) == pytest.approx([each / 316 for each in squares])


def test_centre_share() -> None:
    assert scored(CENTRE_SHARE) == pytest.approx([n / 34 for n in (0, 12, 10, 6, 0, 0, 6)])


def test_carnage() -> None:
    """7012 and 6010; two are third and fourth with 4500 each, and their 6 centres; two were
    eliminated in the same year, fifth and sixth with 2500 each; the first to go is last."""
    points = [1000, 7012, 6010, 4506, 2500, 2500, 4506]
    assert sum(points) == 28_034
    assert scored(CARNAGE) == pytest.approx([each / 28_034 for each in points])


def test_a_draw_without_centres_is_shared_equally() -> None:
    none = dict.fromkeys(SEATS, 0)
    for system in (SUM_OF_SQUARES, CENTRE_SHARE):
        assert shares(system, SEATS, DRAW, none, OUT)["france"] == 0.25


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_won_alone_gives_the_winner_everything(system: str) -> None:
    match: Match[Any, Any] = Match(registry.load("diplomacy"), {"scoring": system})
    orders = _all_vote(match, "concede", but="france")
    for seat, action in orders.items():
        match.act(seat, action)
    outcome = match.state.outcome
    assert outcome is not None
    assert outcome.winners == ("france",)
    assert outcome.scores == {seat: float(seat == "france") for seat in SEATS}


def test_a_draw_at_the_start_by_each_system() -> None:
    """Russia has four centres, the others three: 22 in all."""
    expected = {
        DRAW_SIZE: (1 / 7, 1 / 7),
        SUM_OF_SQUARES: (16 / 70, 9 / 70),
        CENTRE_SHARE: (4 / 22, 3 / 22),
        CARNAGE: (7004 / 28_022, 3503 / 28_022),
    }
    for system, (russia, austria) in expected.items():
        match: Match[Any, Any] = Match(registry.load("diplomacy"), {"scoring": system})
        for seat, action in _all_vote(match, "draw").items():
            match.act(seat, action)
        outcome = match.state.outcome
        assert outcome is not None
        assert len(outcome.winners) == 7
        assert (outcome.scores["russia"], outcome.scores["austria"]) == pytest.approx(
            (russia, austria)
        )


def _all_vote(match: Match[Any, Any], vote: str, but: str = "") -> dict[str, str]:
    """The first orders of every menu, with this vote."""
    found = {}
    for seat, decision in match.position.required_by_seat().items():
        parts = decision.menu.sample(Random(1)).split("; ")
        found[seat] = "; ".join([*parts[:-1], "orders" if seat == but else vote])
    return found
