"""Thinking: what computer players do in processes of their own.

Such a process loads this module and what it needs, and nothing of the web or the database.
"""

from __future__ import annotations

import os
from multiprocessing import parent_process
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from entente.kernel import Seat, registry
from entente.players import Sight, make


class Question(NamedTuple):
    """What a computer player is asked: everything that thinking needs, for another process."""

    game: str
    overrides: dict[str, Any]
    state: bytes
    seat: Seat
    player: str
    seed: str


def think(question: Question) -> str:
    """What a computer player does; runs in another process."""
    game = registry.load(question.game, question.overrides)
    player = make(question.player, question.game, question.seed)
    return player.choose(Sight(game, game.load(question.state), question.seat))


def anything(question: Question) -> str:
    """Something that is allowed, whatever it is worth."""
    game = registry.load(question.game, question.overrides)
    decision = game.decisions(game.load(question.state))[question.seat]
    return decision.menu.sample(Random(question.seed))


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
