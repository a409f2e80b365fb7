"""Run work in a pool of processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from entente.arena.schedule import PACKAGE
from entente.kernel import UserError, say

BUSY = 4  # processes for each processor, at most

W = TypeVar("W")
R = TypeVar("R")

_assignments = list[tuple[Callable[[Any], Any], Sequence[Any]]]()  # what this process works at


def run_in_processes(
    do: Callable[[W], R], work: Sequence[W], workers: int, settle_in: Callable[[], None]
) -> Generator[R, None, None]:
    """Yield each result as it is done. A caller that stops iterating ends all workers at once. If a
    worker dies, UserError after the other results."""
    done = 0
    workers = min(workers, len(work), BUSY * (os.cpu_count() or 1))
    # Every worker has all the work and gets numbers: a pipe full of work could block
    # the processes that must notice that its reader is gone.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _init_worker, (settle_in, do, work))
    try:
        for each in as_completed(_submit_all(pool, len(work))):
            if not isinstance(each.exception(), BrokenProcessPool):
                yield each.result()
                done += 1
        if done < len(work):
            raise UserError(say("mistake.worker"), PACKAGE)
        pool.shutdown()
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _submit_all(pool: ProcessPoolExecutor, pieces: int) -> set[Future[Any]]:
    """Submit all pieces, or those before a process died."""
    futures = set[Future[Any]]()
    try:
        for number in range(pieces):
            futures.add(pool.submit(_run_piece, number))
    except BrokenProcessPool:
        pass  # the missing results show it
    return futures


# -- in a worker process


def _init_worker(
    settle_in: Callable[[], None], do: Callable[[Any], Any], work: Sequence[Any]
) -> None:
    settle_in()
    sys.stdout = sys.stderr  # keep what players print out of the results
    _assignments.append((do, work))
    Thread(target=_exit_with_parent, daemon=True).start()


def _run_piece(number: int) -> Any:
    do, work = _assignments[0]
    return do(work[number])


def _exit_with_parent() -> None:
    """Exit when the parent process is killed."""
    if (giver := parent_process()) is not None:
        giver.join()
        os.kill(os.getpid(), signal.SIGTERM)
