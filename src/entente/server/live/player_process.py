"""What a computer player's process runs.

Such a process loads this module and its dependencies, nothing of the web or the database.
"""

from __future__ import annotations

import os
import signal
from collections import OrderedDict
from importlib.util import find_spec
from multiprocessing import parent_process
from threading import Thread
from typing import Any, NamedTuple

from entente.kernel import Position, Seat, registry
from entente.kernel.data import Data
from entente.players import Explains, Player, PlayerMessage, PlayerView, drawn, engines, make
from entente.players.letters import Letters, Reply, SeasonPlan
from entente.players.negotiators import create_negotiator
from entente.players.trials import fingerprint

KEPT = 32  # cached players in the middle of a run


class PlayerQuestion(NamedTuple):
    """A decision for a computer player: everything it needs, to be sent to another process.

    The seat's earlier actions of this run are included, so that every process derives the same
    plan.
    """

    game: str
    overrides: dict[str, Any]
    state: bytes  # at the start of the seat's run
    seat: Seat
    window: int
    player: str
    seed: str  # the same for the whole run
    data: Data | None = None  # archived data of another release, if used
    character_seed: str = ""  # determines the player's character for the whole game
    moves: int = 0  # made at the table
    done: tuple[tuple[str, int], ...] = ()  # the run so far: actions and windows


class Consultation(NamedTuple):
    """A question to a computer player that negotiates: its plan, or the answer to a proposal.

    Its letters are those that its seat may read.
    """

    game: str
    overrides: dict[str, Any]
    state: bytes
    seat: Seat
    player: str
    seed: str  # the same for the whole game
    letters: Letters
    number: int | None = None  # of the proposal
    data: Data | None = None


class PlayerAnswer(NamedTuple):
    """A computer player's action, the question it answers, and a message to another seat."""

    action: str
    window: int
    message: PlayerMessage | None = None


def thinking_seed(table_seed: str, seat: Seat, version: int) -> str:
    """Return the seed with which a seat's player thinks at a version of the table."""
    return f"{character_seed(table_seed, seat)}/{version}"


def character_seed(table_seed: str, seat: Seat) -> str:
    """Return the seed of the character of a seat's player."""
    return f"{table_seed}/{seat}"


def think(question: PlayerQuestion) -> PlayerAnswer:
    """Return a computer player's action; runs in another process."""
    seat, window = question.seat, question.window
    run = _player_run(question)
    position, player = run.position, run.player
    view = PlayerView(position, seat)
    action = player.choose(view)
    message = player.explain(view, action) if isinstance(player, Explains) else None
    _keep(question, run)
    # The player may answer an optional question instead.
    legal = position.find(seat, action, window) or position.find(seat, action)
    return PlayerAnswer(action, window if legal is None else legal[0].window, message)


def consult(task: Consultation) -> SeasonPlan | Reply:
    """Return a computer player's plan, or its answer to a proposal; runs in another process."""
    game = registry.load(task.game, task.overrides, task.data)
    view = PlayerView(game.position(game.load(task.state)), task.seat)
    negotiator = create_negotiator(task.player, task.game, task.seed)
    if task.number is None:
        return negotiator.plan(view, task.letters)
    return negotiator.reply(view, task.letters, task.number)


class _PlayerRun:
    """A player in the middle of a seat's run of actions.

    Everything follows from the question. A player that returns to an earlier position would loop,
    so another one with a new seed takes over.
    """

    def __init__(self, question: PlayerQuestion) -> None:
        game = registry.load(question.game, question.overrides, question.data)
        self.start = question.state
        self.done: tuple[tuple[str, int], ...] = ()
        self.position: Position[Any, Any] = game.position(game.load(question.state))
        self.player = _make_player(question, question.seed)
        self._seen = set[str]()
        self._look(question)

    def leads_to(self, question: PlayerQuestion) -> bool:
        """Return whether the question continues this run."""
        return self.start == question.state and self.done == question.done[: len(self.done)]

    def follow(self, question: PlayerQuestion, first: int) -> None:
        """Advance to the question. The player has already answered the decisions before `first`."""
        while (number := len(self.done)) < len(question.done):
            if number >= first and getattr(self.player, "reads_menus_only", False):
                # it draws a random number per action
                self.player.choose(PlayerView(self.position, question.seat))
            action, window = question.done[number]
            self.position.apply(question.seat, action, window)
            self.done = question.done[: number + 1]
            self._look(question)

    def _look(self, question: PlayerQuestion) -> None:
        here = fingerprint(PlayerView(self.position, question.seat))
        if here in self._seen:
            moves = question.moves - len(question.done) + len(self.done)
            self.player = _make_player(question, f"{question.seed}/{moves}")
            self._seen.clear()
        self._seen.add(here)


# A player in a run is not restarted before each action. A process without a cached run replays it
# from the start.
_runs: OrderedDict[tuple[str, str], _PlayerRun] = OrderedDict()


def _player_run(question: PlayerQuestion) -> _PlayerRun:
    """Return the player at the question, cached if it has just acted there."""
    run, first = _runs.pop((question.seed, question.player), None), 0
    if run is None or not run.leads_to(question) or len(run.done) == len(question.done):
        run = _PlayerRun(question)
    else:
        first = len(run.done) + 1
    run.follow(question, first)
    return run


def _make_player(question: PlayerQuestion, seed: str) -> Player:
    name = drawn(question.player, question.game, question.character_seed or question.seed)
    return make(name, question.game, seed)


def _keep(question: PlayerQuestion, run: _PlayerRun) -> None:
    _runs[question.seed, question.player] = run
    if len(_runs) > KEPT:
        _runs.popitem(last=False)


def prepare_process() -> None:
    """Prepare a process, so that the first question does not wait.

    Ignore Ctrl-C: the server ends its processes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    for name in registry.available():
        registry.load(name)
        if find_spec("numba") is not None:  # only what is compiled takes long
            engines.prepare(name)


def _end_with_the_server() -> None:
    """Exit when the server is killed and cannot end its processes."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
