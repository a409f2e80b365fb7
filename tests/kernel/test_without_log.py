"""`log=False`: the same game without a log."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import Position, registry
from entente.kernel.decision import UNTOLD
from entente.kernel.menu.lazy_choices import unlisted
from entente.kernel.state import UNHEARD
from entente.players import PlayerView, RandomPlayer, make

GAMES = registry.names()


def played(position: Position[Any, Any], moves: int) -> Position[Any, Any]:
    """The same position, some random moves later."""
    rng = Random(3)
    for _ in range(moves):
        decision = position.decisions_for(position.to_move[0])[0]
        position.apply_unchecked(decision, decision.menu.sample(rng))
    return position


def without_news(view: Any) -> Any:
    return msgspec.structs.replace(view, news=())


@pytest.mark.parametrize("name", GAMES)
def test_a_quiet_game_is_the_same_game(name: str) -> None:
    game = registry.load(name)
    loud = played(game.begin({}, "1"), 40)
    quiet = played(game.begin({}, "1", log=False), 40)
    assert not quiet.logs
    assert loud.logs
    assert quiet.state.news == []
    assert quiet.state.chance == loud.state.chance
    for seat in (*game.seats(loud.state.options), None):
        assert without_news(quiet.view(seat)) == without_news(loud.view(seat))
        assert msgspec.json.encode(without_news(quiet.view(seat)))


def test_decisions_have_their_prompts_when_they_are_read() -> None:
    game = registry.load("turmoil")
    loud, quiet = game.begin({}, "1"), game.begin({}, "1", log=False)
    assert quiet.decisions[0].prompt is UNTOLD
    assert quiet.with_prompt(quiet.decisions[0]) == loud.decisions[0]
    assert loud.with_prompt(loud.decisions[0]) is loud.decisions[0]


def test_refusals_have_their_reasons() -> None:
    game = registry.load("diplomacy")
    loud, quiet = game.begin({}, "1"), game.begin({}, "1", log=False)
    for action in ("A VIE - LON; A BUD H; F TRI H; orders", "nonsense"):
        assert quiet.explain("austria", action) == loud.explain("austria", action) is not None


def test_copies_and_imagined_positions_stay_quiet() -> None:
    position = registry.load("attrition").begin({}, "1")
    assert position.copy().logs
    assert not position.copy(log=False).logs
    assert position.logs
    assert not position.copy(log=False).copy().logs
    assert not position.copy(log=False).determinize("central", Random(1)).logs
    assert not position.determinize("central", Random(1), log=False).logs
    assert position.determinize("central", Random(1)).logs


def test_nothing_is_logged() -> None:
    position = registry.load("attrition").begin({}, "1")
    result, quiet = position.state.news, position.copy(log=False)
    assert quiet.view(None).news == position.view(None).news != ()  # of what was before
    state = played(quiet, 1).state
    assert state.news is UNHEARD
    assert position.state.news is result
    state.news.append(None)  # type: ignore[arg-type]
    assert UNHEARD == []
    assert pickle.loads(pickle.dumps(UNHEARD)) is UNHEARD
    assert copy.deepcopy(state).news is UNHEARD


def test_a_computer_player_thinks_quietly_and_as_before() -> None:
    position = played(registry.load("attrition").begin({}, "1"), 9)
    seat = position.to_move[0]
    assert not PlayerView(position, seat).determinize(Random(1)).logs
    thoughts = {
        make("greedy", "attrition", "1").choose(PlayerView(position, seat)) for _ in range(2)
    }
    assert len(thoughts) == 1
    assert RandomPlayer("1").reads_menus_only


class ChoiceSource:
    """Choices for two things; the first is read choice by choice."""

    def __init__(self) -> None:
        self.lists = [("a", "b", "c"), ("d",)]
        self.listed = 0

    def count(self, number: int) -> int:
        return len(self.lists[number])

    def choice(self, number: int, place: int) -> str:
        return self.lists[number][place]

    def choices(self, number: int) -> tuple[str, ...]:
        self.listed += 1
        return self.lists[number]


def test_unlisted_choices_are_a_tuple_to_a_reader() -> None:
    lister = ChoiceSource()
    choices = unlisted(lister, 0)
    assert (len(choices), choices[0], choices[-1]) == (3, "a", "c")
    assert Random(5).choice(choices) == Random(5).choice(lister.lists[0])
    assert lister.listed == 0
    with pytest.raises(IndexError, match="3 choices"):
        choices[3]
    assert choices == ("a", "b", "c")
    assert hash(choices) == hash(("a", "b", "c"))
    assert "b" in choices
    assert choices[1:] == ("b", "c")
    assert (*choices, "x") == ("a", "b", "c", "x")
    assert choices.__add__(("x",)) == ("a", "b", "c", "x")
    first: tuple[str, ...] = ("x",)
    assert sum([choices], first) == ("x", "a", "b", "c")
    assert (choices.index("c"), choices.count("c")) == (2, 1)
    assert repr(choices) == repr(("a", "b", "c"))
    assert pickle.loads(pickle.dumps(choices)) == ("a", "b", "c")
    assert choices != unlisted(lister, 1)
