"""Pools of processes elsewhere: work goes to the queue, for worker processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from entente.kernel import registry
from entente.server.jobs import encoding
from entente.server.jobs.client import JobClient, NotStarted
from entente.server.jobs.queue import Failure, Kind, NewJob, key_of
from entente.server.live.player_process import PlayerAnswer, PlayerQuestion, think
from entente.server.live.thinking_pool import Busy, Late, Requester

FORMAT = 1  # raised when workers of the version before cannot read the tasks
PLACES = 10_000  # jobs of one process that wait at once

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerFailed(Exception):
    """The work has failed in a worker, whose log says why."""


class _OfGame(Protocol):
    game: str


def name_of(work: Callable[..., Any]) -> str:
    """Return the name under which both sides know a function."""
    return f"{work.__module__.rpartition('.')[2]}.{work.__name__}"


def needs_of(game: str) -> str:
    """Return what a worker needs for tasks of a game: the same rules and data as this process."""
    installed = registry.load(game)
    return f"{FORMAT} {game} {installed.info.version} {installed.data_digest[:16]}"


def game_of(task: Any) -> str:
    """Return the game of a task: its own, or that of its first position or part."""
    if isinstance(game := getattr(task, "game", None), str):
        return game
    place = getattr(task, "place", None) or getattr(task, "places", (None,))[0]
    return game_of(task[0] if place is None else place)


class RemotePool:
    """A `ThinkingPool` without processes of its own."""

    def __init__(self, client: JobClient, kind: Kind, patience: float | None = None) -> None:
        self.client = client
        self.kind = kind
        self.patience = patience  # seconds a job waits for a worker

    async def ask(
        self, question: PlayerQuestion, requester: Requester
    ) -> tuple[PlayerAnswer, float]:
        """Return a computer player's answer, and how many seconds it took."""
        return await self.do(think, question, question.seed, requester)

    async def do(
        self,
        work: Callable[[Task], Result],
        task: Task,
        about: str = "",
        requester: Requester | None = None,
    ) -> tuple[Result, float]:
        """Run work in a worker; return the result and the seconds it took.

        Raise `Late` or `BrokenProcessPool` as a pool does, `WorkerFailed` for anything that the
        work raises, and `Busy` if no worker starts it in time.
        """
        user, table = requester or Requester("", "")
        person = str(user)[:40]
        key = key_of(self.kind, table, person, (name_of(work), task))
        needs, payload = needs_of(game_of(task)), encoding.write(task)
        job = NewJob(key, self.kind, name_of(work), needs, table, person, payload)
        try:
            result = await self.client.do(job, self.patience)
        except NotStarted:
            raise Busy("no worker is free") from None
        if result.failure is not None or result.content is None:
            raise error_of(result.failure or "failed")
        answer, seconds = encoding.read(result.content)
        return answer, seconds

    def get_ready(self) -> None:
        """Workers are ready by themselves."""

    def processes(self) -> list[int]:
        return []

    def end(self) -> None:
        """Workers end by themselves."""


def error_of(failure: Failure) -> Exception:
    if failure == "late":
        return Late("a worker exceeded its time")
    if failure in ("broken", "lost"):
        return BrokenProcessPool("the workers that did it have died")
    return WorkerFailed("see the log of the worker")
