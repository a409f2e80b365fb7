"""A computer player's memory follows from the record: at every decision a new player, even in a new
process, answers like the one that has played the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import pytest

from entente.games.attrition.context import DONE
from entente.games.attrition.engine.engine import AttritionEngine
from entente.games.attrition.engine.turn_policy import TURN, TurnPolicy
from entente.kernel import Game, Match, Move, OptionValue, Seat, registry
from entente.players import PlayerView, make
from entente.players.engines import EASY, HARD, LEVELS, NORMAL, Budget, Engine, create_engine
from entente.players.move_review import Thinking
from entente.players.player import AnyPosition
from tests.amount import THOROUGH, amount
from tests.players.test_levels import FOG

Chosen = Mapping[str, OptionValue]


class Part(NamedTuple):
    """The first decisions of a game, and the number of them that a new player makes."""

    options: Chosen
    decisions: int
    every: int
    budget: str = ":12"


PARTS = {
    "attrition": Part({}, amount(44, 400), amount(6, 1), ":4"),
    "turmoil": Part({}, amount(18, 300), amount(3, 1)),
    "diplomacy": Part({"end_year": 1902}, amount(12, 100), amount(3, 1)),
    "pax": Part({"players": 4}, amount(9, 400), amount(3, 1)),
}
GREEDY = "greedy"
PLAYERS = (*(LEVELS if THOROUGH else LEVELS[-1:]), GREEDY)


@cache
def load(name: str) -> Game[Any, Any]:
    return registry.load(name)


def spelt(player: str, budget: str) -> str:
    return player if player == GREEDY else f"{player}{budget}"


def answer(player: object, view: PlayerView) -> object:
    """The search result of a player, or its action if it returns none."""
    if isinstance(player, Thinking):
        return player.think(view)
    return player.choose(view)  # type: ignore[attr-defined]


@pytest.mark.amount
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", PARTS)
def test_a_new_player_answers_as_the_one_that_has_played_so_far(name: str, player: str) -> None:
    part = PARTS[name]
    called, position = spelt(player, part.budget), load(name).begin(part.options, "5")
    kept: dict[Seat, Any] = {}
    for number in range(part.decisions):
        if position.outcome is not None:
            break
        seat = position.to_move[0]
        view = PlayerView(position, seat)
        known = answer(kept.setdefault(seat, make(called, name, seat)), view)
        if number % part.every == 0:
            assert answer(make(called, name, seat), PlayerView(position, seat)) == known, number
        position.apply(seat, known if isinstance(known, str) else known.action)  # type: ignore[attr-defined]


class Asked(NamedTuple):
    """A question for a player in another process, after some moves of a game."""

    game: str
    options: dict[str, OptionValue]
    player: str
    moves: list[Move]


def in_another_process(asked: list[Asked]) -> list[str]:
    """The action of a player whose process knows only the record."""
    found = list[str]()
    for game, options, player, moves in asked:
        match = Match(registry.load(game), options, "5")
        match.replay(moves)
        seat = match.position.to_move[0]
        found.append(make(player, game, seat).choose(PlayerView(match.position, seat)))
    return found


PLAYED = (
    ("attrition", HARD),
    ("attrition", EASY),
    ("turmoil", NORMAL),
    ("diplomacy", NORMAL),
    ("pax", GREEDY),
)


@pytest.mark.amount
def test_a_new_process_answers_the_same() -> None:
    """One process per decision answers for every game."""
    matches = [Match(load(name), PARTS[name].options, "5") for name, _ in PLAYED]
    kept: list[dict[Seat, Any]] = [{} for _ in PLAYED]
    every = amount(15, 27)
    for number in range(amount(15, 162)):
        asked, known = list[Asked](), list[str]()
        games = zip(PLAYED, matches, kept, strict=True)
        for (name, player), match, players in games:
            if match.position.outcome is not None:
                continue
            seat, part = match.position.to_move[0], PARTS[name]
            called = spelt(player, part.budget)
            mine = players.setdefault(seat, make(called, name, seat))
            known.append(mine.choose(PlayerView(match.position, seat)))
            asked.append(Asked(name, dict(part.options), called, list(match.moves)))
        if number % every == every - 1:
            with ProcessPoolExecutor(1, get_context("spawn")) as process:
                assert process.submit(in_another_process, asked).result() == known
        going_on = [match for match in matches if match.position.outcome is None]
        for match, action in zip(going_on, known, strict=True):
            match.act(match.position.to_move[0], action)


# -- a turn of An Attrition of Souls, which is planned as a whole

FEW = Budget(positions=6)


def engine(level: str = NORMAL) -> Engine:
    return create_engine("attrition", level, "1")


def turn(
    options: Chosen, side: Seat = "entente", seed: str = "2"
) -> Iterator[tuple[Match[Any, Any], Seat]]:
    """A match at the decisions of a side's first turn that are planned together."""
    match, rng = Match(load("attrition"), options, seed), Random(seed)
    quick = {seat: TurnPolicy() for seat in match.seats}
    while (asked := match.position.decisions[0]).step not in TURN or asked.seat != side:
        match.act(asked.seat, quick[asked.seat].reply(match.position, asked, rng))
    while (asked := match.position.decisions[0]).step in TURN and asked.seat == side:
        yield match, side


def test_hidden_information_makes_no_difference_in_the_middle_of_a_plan() -> None:
    """A position that looks the same to the seat has the past that the seat knows."""
    kept, compared = engine(), 0
    for number, (match, seat) in enumerate(turn(FOG, "central")):
        thought = kept.think(PlayerView(match.position, seat), FEW)
        if number % 8 == 7:
            other = match.position.determinize(seat, Random(number))
            assert engine().think(PlayerView(other, seat), FEW) == thought
            compared += 1
        match.act(seat, thought.action)
    assert compared >= 3


def test_a_player_that_takes_over_answers_the_same_in_every_process() -> None:
    """Another player has begun the turn: where it departed from the plan that this one would have
    made, the engine searches from the present position."""
    beginner, kept, compared = engine(EASY), engine(), 0
    for number, (match, seat) in enumerate(turn({})):
        view = PlayerView(match.position, seat)
        chosen = beginner.think(view, FEW).action
        if number in (6, 11, 12):
            thought = kept.think(view, FEW)
            assert engine().think(PlayerView(match.position, seat), FEW) == thought
            if number > 6:
                afresh = PlayerView(match.position, seat, afresh=True)
                assert engine().think(afresh, FEW) == thought
                compared += 1
        match.act(seat, chosen)
    assert compared == 2


def test_a_move_that_is_taken_back_is_forgotten() -> None:
    kept, number = engine(EASY), 0
    for match, seat in turn({}):
        number += 1
        if number == 12:
            match.act(seat, next(a for a in match.position.decisions[0].menu if a != DONE))
            kept.think(PlayerView(match.position, seat))
            match.undo(seat)
        again = Match(match.game, match.options, match.seed)
        again.replay(match.moves)
        thought = kept.think(PlayerView(match.position, seat))
        assert engine(EASY).think(PlayerView(again.position, seat)) == thought
        match.act(seat, thought.action)
    assert number > 12


def test_a_turn_is_planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the plan, the engine follows it; without, it plans once, where the turn was planned."""
    found, searches = AttritionEngine._search, list[AttritionEngine]()

    def counted(self: AttritionEngine, *given: Any) -> Any:
        searches.append(self)
        return found(self, *given)

    monkeypatch.setattr(AttritionEngine, "_search", counted)
    kept, new, decisions = engine(), engine(), 0
    for match, seat in turn({}):
        decisions += 1
        thought = kept.think(PlayerView(match.position, seat), FEW)
        if decisions > 12:
            assert new.think(PlayerView(match.position, seat), FEW) == thought
        match.act(seat, thought.action)
    assert decisions > 20
    assert searches == [kept, new]


def test_a_position_keeps_what_a_seat_has_done_in_a_row() -> None:
    """Without actions before something was drawn or rolled, and not in positions for search."""
    position: AnyPosition = load("attrition").begin({}, "2")
    seat = position.to_move[0]
    assert PlayerView(position, seat).done == ()
    actions = list[str]()
    for _ in range(3):
        actions.append(next(iter(position.decisions[0].menu)))
        position.apply(seat, actions[-1])
    view = PlayerView(position, seat)
    assert [done.action for done in view.done] == actions
    assert view.before(0).done == ()
    assert [done.action for done in view.before(2).done] == actions[:2]
    assert PlayerView(position, seat, afresh=True).done == ()
    assert view.determinize(Random(1)).turn_so_far(seat) is None
    with pytest.raises(IndexError):
        view.before(3)
    position.state.chance.dice(1)
    assert PlayerView(position, seat).done == ()
