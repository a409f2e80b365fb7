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
from entente.players import Explains, Player, PlayerMessage, PlayerView, drawn, make
from entente.players.trials import fingerprint

KEPT = 32  # players that are in the middle of something, of which a process thinks


class Question(NamedTuple):
    """What a computer player is asked: everything that thinking needs, for another process. What
    its seat has done in a row comes with it, so that every process finds the same plan."""

    game: str
    overrides: dict[str, Any]
    state: bytes  # before all that the seat has done in a row
    seat: Seat
    window: int
    player: str
    seed: str  # the same for all that a seat does in a row
    data: Data | None = None  # of another release, where the game is played with them
    character_seed: str = ""  # from which a character is drawn: the same through the whole game
    moves: int = 0  # that were made at the table
    done: tuple[tuple[str, int], ...] = ()  # in a row, from that state on: actions and windows


class Answer(NamedTuple):
    """What a computer player does, which of the questions to its seat that answers, and what it
    says of it to another seat."""

    action: str
    window: int
    message: PlayerMessage | None = None


def thinking_seed(table_seed: str, seat: Seat, version: int) -> str:
    """With which a player thinks for a seat, at a version of its table."""
    return f"{character_seed(table_seed, seat)}/{version}"


def character_seed(table_seed: str, seat: Seat) -> str:
    """From which the character of a seat's player is drawn."""
    return f"{table_seed}/{seat}"


def think(question: Question) -> Answer:
    """What a computer player does; runs in another process."""
    seat, window = question.seat, question.window
    row = _player_run(question)
    position, player = row.position, row.player
    sight = PlayerView(position, seat)
    action = player.choose(sight)
    saying = player.explain(sight, action) if isinstance(player, Explains) else None
    _keep(question, row)
    # It may also do what it need not, instead of what the game waits for.
    found = position.find(seat, action, window) or position.find(seat, action)
    return Answer(action, window if found is None else found[0].window, saying)


class _PlayerRun:
    """A player in the middle of what its seat does in a row.

    All of it follows from the question. A player that comes back to where it was would go in
    circles: from there on another one plays, with other luck.
    """

    def __init__(self, question: Question) -> None:
        game = registry.load(question.game, question.overrides, question.data)
        self.start = question.state
        self.done: tuple[tuple[str, int], ...] = ()
        self.position: Position[Any, Any] = game.position(game.load(question.state))
        self.player = _make_player(question, question.seed)
        self._seen = set[str]()
        self._look(question)

    def leads_to(self, question: Question) -> bool:
        """Whether the seat has only gone on since."""
        return self.start == question.state and self.done == question.done[: len(self.done)]

    def follow(self, question: Question, asked: int) -> None:
        """Go on to where the question is asked. The player was `asked` up to some place already."""
        while (number := len(self.done)) < len(question.done):
            if number >= asked and getattr(self.player, "reads_menus_only", False):
                self.player.choose(PlayerView(self.position, question.seat))  # it draws one by one
            action, window = question.done[number]
            self.position.apply(question.seat, action, window)
            self.done = question.done[: number + 1]
            self._look(question)

    def _look(self, question: Question) -> None:
        here = fingerprint(PlayerView(self.position, question.seat))
        if here in self._seen:
            moves = question.moves - len(question.done) + len(self.done)
            self.player = _make_player(question, f"{question.seed}/{moves}")
            self._seen.clear()
        self._seen.add(here)


# Whoever acts several times in a row is not asked all over again before each step. A process that
# has nothing here goes the same way from the beginning.
_runs: OrderedDict[tuple[str, str], _PlayerRun] = OrderedDict()


def _player_run(question: Question) -> _PlayerRun:
    """The player at the question: that which has just acted there, if it is here."""
    row, asked = _runs.pop((question.seed, question.player), None), 0
    if row is None or not row.leads_to(question) or len(row.done) == len(question.done):
        row = _PlayerRun(question)
    else:
        asked = len(row.done) + 1
    row.follow(question, asked)
    return row


def _make_player(question: Question, seed: str) -> Player:
    name = drawn(question.player, question.game, question.character_seed or question.seed)
    return make(name, question.game, seed)


def _keep(question: Question, row: _PlayerRun) -> None:
    _runs[question.seed, question.player] = row
    if len(_runs) > KEPT:
        _runs.popitem(last=False)


def prepare_process() -> None:
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
