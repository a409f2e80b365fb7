"""The levels at every game: they keep to the menu and to their budget, and know no more than their
seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from entente.kernel import Game, OptionValue, Seat, registry
from entente.players import PlayerView, UnknownPlayer, described, make
from entente.players.engines import LEVELS, Budget, SearchBudget
from entente.players.levels import LevelPlayer, budget_of
from entente.players.player import AnyPosition
from examples import race
from tests.amount import THOROUGH, amount, daily_first
from tests.toys import Conference

AnyGame = Game[Any, Any]
Chosen = Mapping[str, OptionValue]

FOG: Chosen = {
    option.id: True
    for option in registry.load("attrition").info.options
    if option.kind == "rule" and option.is_flag
}
SMALL = f":{amount(12, 40)}"  # positions: enough to search as with more

# A game, its options, the share of its moments to test, and the most seats.
HIDDEN: list[tuple[str, Chosen, int]] = [
    ("attrition", FOG, amount(150, 9)),
    ("turmoil", {}, amount(60, 13)),
    ("diplomacy", {"end_year": 1902}, amount(25, 5)),
    ("pax", {"players": 4}, amount(700, 100)),
]


MOMENTS = amount(2, 1000)  # at most


@cache
def load(name: str) -> AnyGame:
    return registry.load(name)


@cache
def moments(name: str, every: int) -> list[tuple[AnyPosition, Seat]]:
    """Moments of a random game at which a seat has a choice."""
    options = next(chosen for game, chosen, _ in HIDDEN if game == name)
    position, rng = load(name).begin(options, "7"), Random("7")
    found, number = list[tuple[AnyPosition, Seat]](), 0
    while asked := position.decisions:
        for decision in asked:
            number += 1
            if number % every == 0 and decision.must and decision.menu.size() > 1:
                found.append((position.copy(), decision.seat))
        decision = rng.choice(asked)
        position.apply_unchecked(decision, decision.menu.sample(rng))
    assert len(found) >= 3
    return found


@pytest.mark.amount
@pytest.mark.parametrize("level", LEVELS if THOROUGH else LEVELS[-1:])
@pytest.mark.parametrize(("name", "options", "every"), HIDDEN)
def test_hidden_information_makes_no_difference(
    name: str, options: Chosen, every: int, level: str
) -> None:
    """In two positions that look the same to a seat, the results are the same and change nothing; a
    new engine finds the same."""
    game = load(name)
    for number, (position, seat) in enumerate(moments(name, every)[:MOMENTS]):
        before = game.save(position.state)
        player = make(f"{level}{SMALL}", name, "1")
        assert isinstance(player, LevelPlayer)
        thought = player.think(PlayerView(position, seat))
        assert game.save(position.state) == before
        legal = position.find(seat, thought.action)
        assert legal is not None
        other = position.determinize(seat, Random(number))
        assert make(f"{level}{SMALL}", name, "1").choose(PlayerView(other, seat)) == thought.action
        assert thought.lines[0].action == thought.action
        assert all(-1.0 <= line.worth <= 1.0 for line in thought.lines)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", [Conference(), race.RaceToTheSea()], ids=["conference", "race"])
def test_they_play_games_without_an_engine(game: AnyGame, level: str) -> None:
    position = game.begin(None, "1")
    players = {seat: make(level, game.info.id, seat) for seat in game.seats(game.info.complete({}))}
    while position.outcome is None:
        seat = position.decisions[0].seat
        position.apply(seat, players[seat].choose(PlayerView(position, seat)))


# -- budgets


def test_a_budget_comes_after_a_colon() -> None:
    assert budget_of("") == Budget()
    assert budget_of("500") == Budget(positions=500)
    assert budget_of("2s") == Budget(seconds=2.0)
    for wrong in ("hard:", "hard:0", "hard:trader?", "hard:2m", "easy:-1", "hard:9999999999"):
        with pytest.raises(UnknownPlayer):
            make(wrong, "turmoil", "1")


def test_a_purse_is_empty_when_positions_or_seconds_are_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [10.0]
    monkeypatch.setattr("entente.players.engines.perf_counter", lambda: now[0])
    purse, timed = SearchBudget(Budget(), 3), SearchBudget(Budget(seconds=1.5), 1000)
    purse.spend(2)
    result = [purse.exhausted, timed.exhausted]
    purse.spend()
    now[0] = 11.5
    assert [*result, purse.exhausted, timed.exhausted] == [False, False, True, True]
    assert purse.spent == 3


@pytest.mark.parametrize(("name", "every"), daily_first([("turmoil", 60), ("attrition", 150)]))
def test_more_to_spend_is_spent(name: str, every: int) -> None:
    """Hard searches more if it may, at a moment with enough to search."""
    spent = dict.fromkeys((10, 30), 0)
    for budget in spent:
        for position, seat in moments(name, every)[:1]:
            player = make(f"hard:{budget}", name, "1")
            assert isinstance(player, LevelPlayer)
            spent[budget] += player.think(PlayerView(position, seat)).positions
    assert 0 < spent[10] < spent[30]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_their_names_are_distinct(language: str) -> None:
    result = [described(level, language) for level in LEVELS]
    assert len({each.name for each in result}) == len({each.summary for each in result}) == 3
    assert all(each.summary for each in result)
