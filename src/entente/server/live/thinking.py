"""Thinking: what computer players do in processes of their own.

Such a process loads this module and what it needs, and nothing of the web or the database.
"""

from __future__ import annotations

import os
from multiprocessing import parent_process
from threading import Thread
from typing import Any, NamedTuple

from entente.kernel import Position, Seat, registry
from entente.kernel.data import Data
from entente.players import Sight, make


class Question(NamedTuple):
    """What a computer player is asked: everything that thinking needs, for another process."""

    game: str
    overrides: dict[str, Any]
    state: bytes
    seat: Seat
    window: int
    player: str
    seed: str
    data: Data | None = None  # of another release, where the game is played with them


class Answer(NamedTuple):
    """What a computer player does, and which of the questions to its seat that answers."""

    action: str
    window: int


def think(question: Question) -> Answer:
    """What a computer player does; runs in another process."""
    position = _position(question)
    seat, window = question.seat, question.window
    player = make(question.player, question.game, question.seed)
    action = player.choose(Sight(position, seat))
    # It may also do what it need not, instead of what the game waits for.
    found = position.find(seat, action, window) or position.find(seat, action)
    return Answer(action, window if found is None else found[0].window)


def _position(question: Question) -> Position[Any, Any]:
    game = registry.load(question.game, question.overrides, question.data)
    return game.position(game.load(question.state))


def settle_in() -> None:
    """A process of thinkers gets ready: whoever is asked first should not wait for it."""
    Thread(target=_end_with_the_server, daemon=True).start()
    for name in registry.available():
        registry.load(name)


def _end_with_the_server() -> None:
    """A server that is killed cannot say so to those who think for it."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
