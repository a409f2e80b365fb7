"""The review of a move for another seat reveals nothing hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.players.move_review import imagined, watch
from tests.server.twins import moment, some_actions

FOG = {"fog_of_war": True, "elites": True, "tanks": True}
TRIED = 30  # actions of a menu


@pytest.mark.parametrize(
    ("game", "options", "step", "seed"),
    [
        ("turmoil", {}, "shift", 3),
        ("turmoil", {}, "war_remove", 1),
        ("turmoil", {}, "choose_stability", 3),
        ("attrition", FOG, "return_tiles", 2),
        ("attrition", FOG, "losses", 2),
        ("attrition", FOG, "advance", 4),
        ("pax", {}, "choose_fights", 3),
        ("pax", {}, "open_movement", 1),
    ],
)
def test_reasons_are_those_of_what_the_asker_sees(
    game: str, options: dict[str, Any], step: str, seed: int
) -> None:
    """The analysis of a move and its reasons are the same in two true positions that look the same
    to the reader. A sealed answer is reviewed once it is revealed, from what the reader knew
    before."""
    level = "normal" if step == "choose_stability" else "easy"  # easy finds nothing to say there
    match = moment(game, options, step, seed)
    position, foe = match.position, match.position.to_move[0]
    me = next(seat for seat in match.seats if seat != foe)
    other = position.determinize(me, Random(seed))
    assert position.game.save(other.state) != position.game.save(position.state)
    reasons = 0
    for action in some_actions(position.decisions_for(foe)[0].menu, Random(seed))[:TRIED]:
        found = [watch(imagined(each, me), foe, level, action) for each in (position, other)]
        thoughts = [None if each is None else each.search for each in found]
        assert thoughts[0] == thoughts[1]
        reasons += thoughts[0] is not None and bool(thoughts[0].reasons)
    assert reasons
