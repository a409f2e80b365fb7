"""Play games between computer players for the explorer.

The same games, seed and version give the same file. Each game draws the level of each seat, so that
every level meets every other.
"""

from __future__ import annotations

from random import Random
from typing import Any

from entente.kernel import Game, Match
from entente.kernel.openings import OpeningsModule, openings_in
from entente.players.explorer.game_file import ExplorerGame
from entente.players.player import PlayerView
from entente.players.registry import make

USUAL_LEVELS = ("greedy", "easy")
MOST_MOVES = 20_000  # of a game


def play_game(
    game: Game[Any, Any], module: OpeningsModule, seed: str, levels: tuple[str, ...] = USUAL_LEVELS
) -> ExplorerGame | None:
    """Play a game to its end; None if no one won it or it took too long."""
    rng, book = Random(seed), module.BOOK
    match = Match(game, seed=seed)
    levels_by_seat = {seat: rng.choice(levels) for seat in match.seats}
    seated = {
        seat: make(level, game.info.id, f"{seed}/{seat}") for seat, level in levels_by_seat.items()
    }
    opening = list[tuple[str, str]]()
    lines: tuple[Any, ...] | None = None
    for _ in range(MOST_MOVES):
        position = match.position
        if not position.to_move:
            break
        if lines is None and book.is_over(position.state):
            lines = tuple(openings_in(module, match))
            last = max((move.after for line in lines for move in line.moves), default=0)
            opening = [(move.seat, move.action) for move in match.moves[:last]]
        seat = position.to_move[0]
        action = seated[seat].choose(PlayerView(position, seat))
        if lines is None:
            match.act(seat, action)
        else:  # the rest needs no record
            position.play(action, seat)
    state = match.position.state
    outcome = state.outcome
    if outcome is None or not outcome.winners or lines is None:
        return None
    measure = book.measure
    return ExplorerGame(
        seed=seed,
        rules=match.rules,
        players=levels_by_seat,
        winners=tuple(outcome.winners),
        scores=dict(outcome.scores),
        measures={} if measure is None else {each: measure(state, each) for each in match.seats},
        lines=lines,
        moves=tuple(opening),
    )
