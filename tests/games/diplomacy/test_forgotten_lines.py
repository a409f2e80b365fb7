"""What is kept about a map in several places is forgotten in each of them by itself."""

from __future__ import annotations

from random import Random
from typing import Any

from entente.games.diplomacy.rules import order_texts
from entente.kernel import Match, registry


def test_convoys_are_written_again_after_their_lines_were_forgotten() -> None:
    """A process that has seen many maps forgets the lines of some, and still knows the fleets."""
    game, rng = registry.load("diplomacy"), Random(3)
    for seed in ("1", "2"):
        match: Match[Any, Any] = Match(game, {}, seed)
        while not match.over and len(match.moves) < 150:
            seat, decision = next(iter(match.position.required_by_seat().items()))
            match.act(seat, decision.menu.sample(rng))
        order_texts.order_texts.cache_clear()
