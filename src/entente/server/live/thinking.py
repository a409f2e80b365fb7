"""Thinking: what computer players do in processes of their own.

Such a process loads this module and what it needs, and nothing of the web or the database.
"""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from multiprocessing import parent_process
from threading import Thread
from typing import Any, NamedTuple

from entente.kernel import Position, Seat, registry
from entente.kernel.data import Data
from entente.players import Player, Saying, Sight, Talking, drawn, make
from entente.players.trials import fingerprint

KEPT = 32  # players that are in the middle of something, of which a process thinks


class Question(NamedTuple):
    """What a computer player is asked: everything that thinking needs, for another process."""

    game: str
    overrides: dict[str, Any]
    state: bytes
    seat: Seat
    window: int
    player: str
    seed: str  # the same for all that a seat does in a row
    data: Data | None = None  # of another release, where the game is played with them
    nature: str = ""  # from which a character is drawn: the same through the whole game
    moves: int = 0  # that were made at the table


class Answer(NamedTuple):
    """What a computer player does, which of the questions to its seat that answers, and what it
    says of it to another seat."""

    action: str
    window: int
    saying: Saying | None = None


def seed_of(table_seed: str, seat: Seat, version: int) -> str:
    """With which a player thinks for a seat, at a version of its table."""
    return f"{nature_of(table_seed, seat)}/{version}"


def nature_of(table_seed: str, seat: Seat) -> str:
    """From which the character of a seat's player is drawn."""
    return f"{table_seed}/{seat}"


def think(question: Question) -> Answer:
    """What a computer player does; runs in another process."""
    position = _position(question)
    seat, window = question.seat, question.window
    sight = Sight(position, seat)
    plan = _plan(question, fingerprint(sight))
    player = plan.player
    action = player.choose(sight)
    saying = player.explain(sight, action) if isinstance(player, Talking) else None
    _keep(question, plan)
    # It may also do what it need not, instead of what the game waits for.
    found = position.find(seat, action, window) or position.find(seat, action)
    return Answer(action, window if found is None else found[0].window, saying)


class _Plan(NamedTuple):
    """A player in the middle of something: after how many moves it was asked last, and at which
    positions, as it saw them."""

    player: Player
    moves: int
    seen: set[str]


# Whoever acts several times in a row keeps to what he has planned, and does not think it all over
# before each step. Another process thinks anew.
_kept: OrderedDict[tuple[str, str], _Plan] = OrderedDict()


def _plan(question: Question, here: str) -> _Plan:
    """That of the player which has just acted there; a new one where there is none, or moves were
    taken back. Whoever comes back to where he was would go in circles: he too begins anew, and by
    chance otherwise."""
    plan = _kept.pop((question.seed, question.player), None)
    seed = question.seed
    if plan is not None and plan.moves < question.moves:
        if here not in plan.seen:
            plan.seen.add(here)
            return plan._replace(moves=question.moves)
        seed = f"{seed}/{question.moves}"
    name = drawn(question.player, question.game, question.nature or question.seed)
    return _Plan(make(name, question.game, seed), question.moves, {here})


def _keep(question: Question, plan: _Plan) -> None:
    _kept[question.seed, question.player] = plan
    if len(_kept) > KEPT:
        _kept.popitem(last=False)


def _position(question: Question) -> Position[Any, Any]:
    game = registry.load(question.game, question.overrides, question.data)
    return game.position(game.load(question.state))


def settle_in() -> None:
    """A process of thinkers gets ready: whoever is asked first should not wait for it. The keyboard
    speaks to the server, which ends its thinkers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    for name in registry.available():
        registry.load(name)


def _end_with_the_server() -> None:
    """A server that is killed cannot say so to those who think for it."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
