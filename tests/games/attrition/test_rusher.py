"""The scripted rush: legal, the same with the same seed, and on its way to Berlin."""

from __future__ import annotations

from collections import Counter

from entente.arena.entrants import entrant
from entente.arena.game_runner import GameRun
from entente.games.attrition.outsiders.rusher import GOALS
from entente.kernel import registry
from entente.players import described, offered_at_tables


def test_it_plays_whole_games_and_the_same_again() -> None:
    game = registry.load("attrition")
    options = game.info.complete({})
    for side in ("central", "entente"):
        players = dict.fromkeys(game.seats(options), "random")
        players[side] = "rusher"
        runs = [GameRun(game, options, "7", players, entrant) for _ in range(2)]
        outcomes = [run.play() for run in runs]
        assert outcomes[0] == outcomes[1]
        assert outcomes[0].winners == (side,)
        assert runs[0].moves == runs[1].moves
        marched = Counter(
            move.action.split()[-1]
            for move in runs[0].moves
            if move.seat == side and move.action.split()[0] in ("move", "sail", "advance")
        )
        assert marched.keys() & GOALS[side].keys()
    assert "rusher" not in offered_at_tables("attrition")
    assert described("rusher", "fr", game).name == "Fonceur"
