"""The scripted strategies: legal, the same with the same seed, and true to their idea."""

from __future__ import annotations

import pytest

from entente.arena.entrants import entrant
from entente.arena.game_runner import GameRun
from entente.kernel import registry
from entente.players import described, offered_at_tables


@pytest.mark.parametrize("name", ["navy", "rusher"])
def test_it_plays_whole_games_and_the_same_again(name: str) -> None:
    game = registry.load("turmoil")
    options = game.info.complete({})
    for seat in ("authoritarian", "liberal"):
        players = dict.fromkeys(game.seats(options), "random")
        players[seat] = name
        runs = [GameRun(game, options, "7", players, entrant) for _ in range(2)]
        assert runs[0].play() == runs[1].play()
        assert runs[0].moves == runs[1].moves
        own = [move.action for move in runs[0].moves if move.seat == seat]
        if name == "navy":
            assert any(action.startswith("naval ") for action in own)
        else:
            goal = "germany" if seat == "liberal" else "france"
            spaces = runs[0].position.context.land.regions[goal]  # type: ignore[union-attr]
            placed = [each.split()[1] for each in own if each.startswith(("place ", "check "))]
            assert sum(space in spaces for space in placed) > len(placed) / 3
    assert name not in offered_at_tables("turmoil")
    assert described(name, "fr", game).name in ("Marine", "Fonceur")
