"""The greedy player: it beats chance, keeps to the menu, and knows no more than its seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from entente.kernel import Game, OptionValue, Seat, registry
from entente.players import GreedyPlayer, Player, PlayerView, RandomPlayer, make
from entente.players.engines import plain_evaluation as plain
from entente.players.player import AnyPosition
from examples import race
from tests.amount import THOROUGH, amount, daily_first
from tests.toys import Conference

AnyGame = Game[Any, Any]
Chosen = Mapping[str, OptionValue]

GAMES = amount(1, 3)  # a test
BATCHES = amount(1, 6)  # tests for each seat
ATTRITION = registry.load("attrition").info
ALL_ATTRITION = {o.id: True for o in ATTRITION.options if o.kind == "rule" and o.is_flag}
ALL_TURMOIL: Chosen = {
    "war_mobilization": True,
    "french_monarchy": True,
    "swiss_balance": "liberal_2",
}
LONG: list[tuple[str, Chosen]] = [("attrition", ALL_ATTRITION), ("turmoil", ALL_TURMOIL)]


@cache
def load(name: str) -> AnyGame:
    return registry.load(name)


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Errors while the player thinks are logged: there must be none."""
    yield
    assert caplog.get_records("call") == []


def play(game: AnyGame, players: Mapping[Seat, Player], seed: str, options: Chosen) -> Any:
    """The last state of a whole game; every action is on the menu."""
    position = game.begin(options, seed)
    while position.outcome is None:
        decision = position.decisions[0]
        action = players[decision.seat].choose(PlayerView(position, decision.seat))
        assert action in decision.menu
        position.apply(decision.seat, action)
    return position.state


def opponents(game: AnyGame, mine: Seat, seed: str, options: Chosen) -> dict[Seat, Player]:
    """The greedy player in one seat, the random player in all others."""
    seats = game.seats(game.info.complete(options))
    return {
        seat: make("greedy" if seat == mine else "random", game.info.id, f"{seed}/{seat}")
        for seat in seats
    }


# -- strength


@pytest.mark.amount
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize(
    ("name", "seat", "every_second"),
    [
        ("turmoil", "authoritarian", ALL_TURMOIL),
        pytest.param("turmoil", "liberal", {}, marks=pytest.mark.soak),
        pytest.param("attrition", "central", {}, marks=pytest.mark.soak),
        ("attrition", "entente", ALL_ATTRITION),
    ],
    ids=["authoritarian", "liberal", "central", "entente"],
)
def test_it_beats_chance(name: str, seat: Seat, every_second: Chosen, batch: int) -> None:
    """On either side, even the one that seldom wins a random game; the first game of a side, and
    every second one after it, has all options on."""
    game, score = load(name), 0.0
    for number in range(GAMES):
        seed, options = f"{batch}-{number}", {} if number % 2 else every_second
        outcome = play(game, opponents(game, seat, seed, options), seed, options).outcome
        score += outcome.scores[seat]
    assert score / GAMES > 0.6, "it should win nearly all"


@pytest.mark.amount
@pytest.mark.parametrize("seat", load("diplomacy").info.seats[: amount(1, 7)])
def test_it_outgrows_six_players_of_chance(seat: Seat) -> None:
    """Diplomacy: after four years it has more centres than its share of the map, seven and more."""
    game, options = load("diplomacy"), {"end_year": 1904}
    state = play(game, opponents(game, seat, "1", options), "1", options)
    assert len(state.centres[seat.upper()]) >= 7


def test_it_wins_the_game_of_three() -> None:
    """Diplomacy with several powers a seat."""
    game = load("diplomacy")
    options: Chosen = {"players": 3, "split": "B", "end_year": 1905}
    state = play(game, opponents(game, "russia", "1", options), "1", options)
    europe = game.context(state)
    count = {s: sum(len(state.centres[p]) for p in europe.powers_of(s)) for s in europe.seats}
    assert count["russia"] == max(count.values())
    assert count["russia"] >= 14


# -- whole games with all options


@pytest.mark.amount
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *daily_first(
            [
                ("diplomacy", {"players": 5, "end_year": amount(1902, 1903)}),
                ("diplomacy", {"players": 7, "end_year": 1904, "rules": "classic"}),
                ("diplomacy", {"players": 2, "end_year": 1916}),
            ]
        ),
        *(LONG if THOROUGH else ()),  # every day it plays these against chance
    ],
)
def test_it_plays_whole_games_against_itself(name: str, options: Chosen) -> None:
    game = load(name)
    seats = game.seats(game.info.complete(options))
    players = {seat: make("greedy", name, f"1/{seat}") for seat in seats}
    assert play(game, players, "1", options).outcome is not None


@pytest.mark.parametrize("game", [Conference(), race.RaceToTheSea()], ids=["conference", "race"])
def test_it_plays_games_without_an_evaluation(game: AnyGame) -> None:
    seats = game.seats(game.info.complete({}))
    players = {seat: make("greedy", game.info.id, seat) for seat in seats}
    assert play(game, players, "1", {}).outcome is not None


# -- what it knows


def moments(name: str, options: Chosen, seed: str, every: int) -> list[tuple[AnyPosition, Seat]]:
    """Moments of a random game at which a seat has a choice."""
    position, rng, found = load(name).begin(options, seed), Random(seed), []
    number = 0
    while asked := position.decisions:
        for decision in asked:
            number += 1
            if number % every == 0 and decision.menu.size() > 1:
                found.append((position.copy(), decision.seat))
        decision = rng.choice(asked)
        position.apply_unchecked(decision, decision.menu.sample(rng))
    return found


SECRETS = [
    ("attrition", ALL_ATTRITION, amount(30, 9)),
    ("turmoil", ALL_TURMOIL, amount(31, 13)),
    ("diplomacy", {"end_year": 1902}, amount(9, 5)),
]


@pytest.mark.amount
@pytest.mark.parametrize(("name", "options", "every"), SECRETS)
def test_hidden_information_makes_no_difference(name: str, options: Chosen, every: int) -> None:
    """In two positions that look the same to its seat, it chooses the same."""
    game, hidden = load(name), 0
    for number, (position, seat) in enumerate(moments(name, options, "7", every)):
        player = make("greedy", name, "1")
        other = position.determinize(seat, Random(number))
        hidden += game.save(other.state) != game.save(position.state)
        assert other.view(seat) == position.view(seat)
        assert player.choose(PlayerView(other, seat)) == player.choose(PlayerView(position, seat))
    assert hidden > 10


@pytest.mark.amount
@pytest.mark.parametrize(("name", "options", "every"), SECRETS)
def test_thinking_changes_nothing(name: str, options: Chosen, every: int) -> None:
    """The position given to it stays the same, and so does its answer."""
    game = load(name)
    for position, seat in moments(name, options, "8", every * 4):
        before, asked = game.save(position.state), position.decisions
        player = make("greedy", name, "1")
        answers = {player.choose(PlayerView(position, seat)) for _ in range(2)}
        answers.add(make("greedy", name, "1").choose(PlayerView(position, seat)))
        assert len(answers) == 1
        assert game.save(position.state) == before
        assert position.decisions == asked


# -- errors


@pytest.mark.parametrize("failing", [1, 2])
def test_where_it_cannot_think_it_imagines_something_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: int
) -> None:
    """An error in an imagined position is logged, and another one is tried."""
    left = iter(range(failing))
    evaluate = plain.evaluate

    def trouble(position: Any, seat: Seat) -> float:
        if next(left, None) is not None:
            raise ZeroDivisionError("trouble")
        return evaluate(position, seat)

    monkeypatch.setattr(plain, "evaluate", trouble)
    view = PlayerView(Conference().begin(None, "1"), "austria")
    player = GreedyPlayer("conference", "1")
    assert player.choose(view) in view.decision.menu
    assert player.recovered_errors == ["ZeroDivisionError: trouble"] * failing  # for the arena
    assert [record.exc_info is not None for record in caplog.records] == [True] * failing
    caplog.clear()


def test_it_does_not_guess_where_it_cannot_think_at_all(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The caller gets the error, and no random action."""

    def trouble(*_: object) -> float:
        raise ZeroDivisionError("trouble")

    monkeypatch.setattr(plain, "evaluate", trouble)
    view = PlayerView(Conference().begin(None, "1"), "austria")
    with pytest.raises(ZeroDivisionError):
        GreedyPlayer("conference", "1").choose(view)
    caplog.clear()


def test_it_is_found_by_name() -> None:
    assert isinstance(make("greedy", "turmoil", "1"), GreedyPlayer)
    assert not isinstance(make("random", "turmoil", "1"), GreedyPlayer)
    assert isinstance(make("random", "turmoil", "1"), RandomPlayer)
