"""Features are made from views and reveal no secret."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.kernel import Position, registry
from entente.learning.action_vocabulary import MAX_TOKENS, PADDING, ActionVocabulary
from entente.learning.features import FeatureEncoder
from entente.players import PlayerView
from entente.players.engines import evaluation_of
from entente.players.random import create

AnyPosition = Position[Any, Any]


def played(name: str, decisions: int, **options: Any) -> AnyPosition:
    game = registry.load(name)
    position = game.begin(game.info.complete(options), "rows", log=False)
    player = create(name, "rows")
    for _ in range(decisions):
        if position.outcome is not None:
            break
        seat = position.to_move[0]
        position.apply(seat, player.choose(PlayerView(position, seat)))
    return position


@pytest.mark.parametrize("name", registry.names())
def test_a_row_has_its_length_in_every_position(name: str) -> None:
    position = played(name, 40)
    rows = FeatureEncoder(position.game)
    for seat in position.game.seats(position.state.options):
        row = rows.encode(position.view(seat))
        assert len(row) == rows.size
        assert any(row[rows.slices["whose"]])


@pytest.mark.parametrize(
    ("name", "options"),
    [("turmoil", {}), ("attrition", {"fog_of_war": True, "events": True})],
)
def test_hidden_information_changes_neither_features_nor_base(
    name: str, options: dict[str, Any]
) -> None:
    """Two positions that look the same to a seat have the same features."""
    position = played(name, 60, **options)
    rows, evaluation = FeatureEncoder(position.game), evaluation_of(name)
    for seat in position.game.info.seats:
        worlds = [position.determinize(seat, Random(n), log=False) for n in range(4)]
        assert len({str(world.state) for world in worlds}) > 1
        assert len({tuple(rows.encode(world.view(seat))) for world in worlds}) == 1
        assert len({evaluation.evaluate(world, seat) for world in worlds}) == 1


def test_features_distinguish_the_seat_from_its_opponents() -> None:
    """A lead for one seat is a deficit for the other."""
    position = played("turmoil", 60)
    rows = FeatureEncoder(position.game)
    one, other = (rows.encode(position.view(seat)) for seat in position.game.info.seats)
    ahead = rows.slices["ahead"]
    assert any(one[ahead])
    assert one[ahead] == [-each for each in other[ahead]]


def test_words_know_an_action_by_its_step_and_things() -> None:
    words = ActionVocabulary(registry.load("attrition"))
    move = words.encode("move", "move germany-infantry berlin poland")
    back = words.encode("move", "move germany-infantry poland berlin")
    other_step = words.encode("advance", "move germany-infantry berlin poland")
    assert len({move, back, other_step}) == 3
    assert {len(each) for each in (move, back, other_step)} == {MAX_TOKENS}
    assert max(move) < len(words)
    assert words.encode("move", "done")[-1] == PADDING
