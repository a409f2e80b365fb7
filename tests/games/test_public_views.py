"""The public view of a position is made once: it must be true of each new position."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import IllegalAction, Match, registry
from tests.amount import amount

pytestmark = pytest.mark.amount

MOVES = amount(30, 60)


@pytest.mark.parametrize("name", registry.available())
def test_after_each_action_every_view_equals_that_of_a_fresh_position(
    name: str,
) -> None:
    match: Match[Any, Any] = Match(registry.load(name), None, "public")
    rng = Random(3)
    while not match.over and len(match.moves) < MOVES:
        position = match.position
        for viewer in (None, *match.seats):
            assert position.view(viewer) == match.game.position(match.state).view(viewer)
        decisions = position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng), 1)


@pytest.mark.parametrize("name", registry.available())
def test_an_earlier_view_is_not_changed_by_later_moves(name: str) -> None:
    match: Match[Any, Any] = Match(registry.load(name), None, "public")
    rng = Random(4)
    for _ in range(MOVES):
        views = [match.position.view(viewer) for viewer in (None, *match.seats)]
        before = [msgspec.json.encode(view) for view in views]
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng), 1)
        assert [msgspec.json.encode(view) for view in views] == before


@pytest.mark.parametrize("name", registry.available())
def test_an_action_taken_back_is_seen_to_be(name: str) -> None:
    match: Match[Any, Any] = Match(registry.load(name), None, "public")
    rng = Random(5)
    taken_back = 0
    for _ in range(MOVES):
        decisions = match.position.required_by_seat()
        seat = rng.choice(list(decisions))
        match.act(seat, decisions[seat].menu.sample(rng), 1)
        for viewer in (None, *match.seats):
            match.position.view(viewer)
        try:
            match.undo(seat)
        except IllegalAction:
            continue
        taken_back += 1
        for viewer in (None, *match.seats):
            assert match.position.view(viewer) == match.game.position(match.state).view(viewer)
        match.act(seat, match.position.required_by_seat()[seat].menu.sample(rng), 1)
    assert taken_back
