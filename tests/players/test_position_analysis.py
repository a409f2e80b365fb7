"""What a level thinks of a position, as a program asks for it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import entente
from entente.players import action_values, analyse, chances_at
from entente.players.player import AnyPosition

MOVES = {"attrition": 30, "diplomacy": 14, "turmoil": 40, "pax": 60}


@cache
def _position(name: str) -> AnyPosition:
    position, rng = entente.load(name).begin(seed="analysis"), Random(1)
    for _ in range(MOVES[name]):
        position.play(position.legal_actions().sample(rng))
    while position.legal_actions().size() < 3:
        position.play(position.legal_actions().sample(rng))
    return position


@pytest.mark.parametrize("name", MOVES)
def test_a_level_analyses_every_game(name: str) -> None:
    position = _position(name).copy()
    before = position.digest()
    thought = analyse(position, level="normal:30")
    assert thought.seat == position.to_move[0]
    assert thought.action in position.legal_actions(thought.seat)
    assert thought.lines[0].action == thought.action
    assert all(0 <= line.chance <= 100 for line in thought.lines)
    assert set(thought.chances) == set(chances_at(position)) == set(position.game.info.seats[:7])
    assert thought.sentences[0].startswith("Normal")
    assert position.digest() == before


@pytest.mark.parametrize("name", MOVES)
def test_every_legal_action_has_a_value(name: str) -> None:
    position = _position(name).copy()
    before, legal = position.digest(), position.legal_actions()
    actions = legal[:3]
    values = action_values(position, actions=actions, worlds=1)
    assert sorted(value.action for value in values) == sorted(actions)
    assert [value.chance for value in values] == sorted(
        (value.chance for value in values), reverse=True
    )
    assert all(0 <= value.lowest <= value.chance <= 100 for value in values)
    assert position.digest() == before


def test_values_and_analysis_use_only_what_the_seat_sees() -> None:
    position = _position("turmoil")
    seat = position.to_move[0]
    other = position.determinize(seat, Random(5))
    assert other.view(seat) == position.view(seat)
    assert other != position
    assert analyse(other, level="easy") == analyse(position, level="easy")
    assert action_values(other, worlds=2) == action_values(position, worlds=2)


def test_giving_up_is_worth_nothing() -> None:
    """Two seats are left; if one concedes, the other has won."""
    position = entente.load("diplomacy").begin()
    for seat in position.to_move[1:-1]:
        position.play(position.parse("concede", seat), seat)
    seat, _ = position.to_move
    orders = position.legal_actions(seat)[0]
    give_up = position.parse("concede", seat)
    values = {each.action: each for each in action_values(position, actions=[orders, give_up])}
    assert values[give_up].chance == 0.0
    assert values[orders].chance > 0.0


def test_playing_on_changes_the_values() -> None:
    position = _position("attrition")
    actions = position.legal_actions()[:2]
    now = action_values(position, actions=actions, worlds=2)
    later = action_values(position, actions=actions, worlds=2, depth=12)
    assert {value.action for value in now} == {value.action for value in later}
    assert {value.chance for value in now} != {value.chance for value in later}


def test_what_is_wrong_is_said() -> None:
    position = entente.load("diplomacy").begin()
    with pytest.raises(ValueError, match=r"france has 3,960 legal actions; name those"):
        action_values(position, "france")
    with pytest.raises(entente.IllegalAction, match="A PAR - MOS"):
        action_values(position, "france", actions=["A PAR - MOS"])
    with pytest.raises(
        ValueError, match="random gives no values; name a level: easy, normal, hard"
    ):
        analyse(position, level="random")
    with pytest.raises(entente.UnknownSeat):
        analyse(position, "spain")
    with pytest.raises(ValueError, match="at least 1"):
        action_values(position, worlds=0)
    over = entente.load("attrition").begin()
    rng = Random(1)
    while over.outcome is None:
        over.play(over.legal_actions().sample(rng))
    with pytest.raises(ValueError, match="the game is over"):
        analyse(over)
