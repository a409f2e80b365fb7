"""The quiet way: the same game, of which nobody is told anything."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import Position, registry
from entente.kernel.decision import UNTOLD
from entente.kernel.menu.unlisted import unlisted
from entente.kernel.state import UNHEARD
from entente.players import RandomPlayer, Sight, make

GAMES = ("attrition", "diplomacy", "pax", "turmoil")


def played(position: Position[Any, Any], moves: int) -> Position[Any, Any]:
    """The same position, some random moves later."""
    rng = Random(3)
    for _ in range(moves):
        decision = position.of(position.waiting[0])[0]
        position.play(decision, decision.menu.sample(rng))
    return position


def without_news(view: Any) -> Any:
    return msgspec.structs.replace(view, news=())


@pytest.mark.parametrize("name", GAMES)
def test_a_quiet_game_is_the_same_game(name: str) -> None:
    game = registry.load(name)
    loud = played(game.begin({}, "1"), 40)
    quiet = played(game.begin({}, "1", quiet=True), 40)
    assert quiet.quiet
    assert not loud.quiet
    assert quiet.state.news == []
    assert quiet.state.chance == loud.state.chance
    for seat in (*game.seats(loud.state.options), None):
        assert without_news(quiet.view(seat)) == without_news(loud.view(seat))
        assert msgspec.json.encode(without_news(quiet.view(seat)))


def test_questions_have_their_prompts_when_somebody_reads_them() -> None:
    game = registry.load("turmoil")
    loud, quiet = game.begin({}, "1"), game.begin({}, "1", quiet=True)
    assert quiet.asked[0].prompt is UNTOLD
    assert quiet.told(quiet.asked[0]) == loud.asked[0]
    assert loud.told(loud.asked[0]) is loud.asked[0]


def test_reasons_are_told_as_ever() -> None:
    game = registry.load("diplomacy")
    loud, quiet = game.begin({}, "1"), game.begin({}, "1", quiet=True)
    for action in ("A VIE - LON; A BUD H; F TRI H; orders", "nonsense"):
        assert quiet.explain("austria", action) == loud.explain("austria", action) is not None


def test_copies_and_imagined_positions_stay_quiet() -> None:
    position = registry.load("attrition").begin({}, "1")
    assert not position.copy().quiet
    assert position.quietly().quiet
    assert not position.quiet
    assert position.quietly().copy().quiet
    assert position.quietly().imagine("central", Random(1)).quiet
    assert position.imagine("central", Random(1), quiet=True).quiet
    assert not position.imagine("central", Random(1)).quiet


def test_nothing_is_ever_told_to_nobody() -> None:
    position = registry.load("attrition").begin({}, "1")
    told, quiet = position.state.news, position.quietly()
    assert quiet.view(None).news == position.view(None).news != ()  # of what was before
    state = played(quiet, 1).state
    assert state.news is UNHEARD
    assert position.state.news is told
    state.news.append(None)  # type: ignore[arg-type]
    assert UNHEARD == []
    assert pickle.loads(pickle.dumps(UNHEARD)) is UNHEARD
    assert copy.deepcopy(state).news is UNHEARD


def test_a_computer_player_thinks_quietly_and_as_before() -> None:
    position = played(registry.load("attrition").begin({}, "1"), 9)
    seat = position.waiting[0]
    assert Sight(position, seat).imagine(Random(1)).quiet
    thoughts = {make("greedy", "attrition", "1").choose(Sight(position, seat)) for _ in range(2)}
    assert len(thoughts) == 1
    assert RandomPlayer("1").reads_menus_only


class Lister:
    """Choices for two things, of which the first is read choice by choice."""

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


def test_unlisted_choices_are_a_tuple_to_whoever_reads_them() -> None:
    lister = Lister()
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
