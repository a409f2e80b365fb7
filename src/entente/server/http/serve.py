"""Run the server: a socket, and one or several processes that serve on it.

The serving code takes long to load: the serving processes load it once the socket exists.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from ctypes import Array, c_double
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from entente.kernel import Message, UserError
from entente.server import logs
from entente.server.metrics import Metrics, shared_memory
from entente.server.settings import GRACE, Settings, read_settings

AGAIN = 1.0  # seconds before a crashed process is replaced

log = logging.getLogger("entente.serve")


def serve(
    listener: socket.socket,
    settings: Settings | None = None,
    ready: Callable[[], None] | None = None,
    workers: int = 1,
) -> None:
    """Serve until stopped. `ready` is called once the database is open."""
    settings = settings or read_settings()
    logs.set_up(settings.log_format, settings.log_level)
    if workers > 1:
        Supervisor(listener, settings, workers).run(ready)
        return
    from entente.server.http.process import create_app, run

    app = create_app(settings)
    if ready is not None:
        ready()
    run(app, listener, settings)


def check_workers(settings: Settings, workers: int) -> None:
    """Check that several processes have a database they can share."""
    if workers > 1 and settings.database.startswith("sqlite"):
        raise UserError(Message("setting.workers", {"workers": workers}), "entente.server")


class Supervisor:
    """Several processes on one socket.

    The supervisor serves no requests: it starts the workers, replaces those that crash, and passes
    on the signal to stop.
    """

    def __init__(self, listener: socket.socket, settings: Settings, workers: int) -> None:
        check_workers(settings, workers)
        self.listener = listener
        self.settings = settings
        self.memory = shared_memory(workers)
        self.processes: list[BaseProcess | None] = [None] * workers
        self.stopping = threading.Event()

    def run(self, ready: Callable[[], None] | None = None) -> None:
        from entente.server.storage.access import open_database

        open_database(self.settings.database).dispose()  # migrate once, before the workers start
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        if ready is not None:
            ready()
        while not self.stopping.is_set():
            for slot, process in enumerate(self.processes):
                if process is None or not process.is_alive():
                    self._start(slot, process)
            wait([process.sentinel for process in self.processes if process], AGAIN)
        self._end()

    def _start(self, slot: int, before: BaseProcess | None) -> None:
        if before is not None:
            details = logs.facts(process=before.pid, status=before.exitcode)
            log.error("a process ended and is replaced", extra=details)
            self.stopping.wait(AGAIN)
        if not self.stopping.is_set():
            job = (self.listener, self.settings, self.memory, slot)
            process = _new_process(_worker, job, f"serve-{slot}")
            process.start()
            self.processes[slot] = process

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Pass the signal on at once: the supervisor may be waiting for a process to end."""
        self.stopping.set()
        for process in self.processes:
            if process is not None:
                process.terminate()

    def _end(self) -> None:
        """Stop all workers, and kill those that do not stop in time."""
        working = [process for process in self.processes if process is not None]
        for process in working:
            process.terminate()
        for process in working:
            process.join(2 * GRACE)
            if process.is_alive():
                process.kill()


def _new_process(
    work: Callable[..., None], arguments: tuple[object, ...], name: str
) -> BaseProcess:
    """Start a process; where supported, forked from one that has loaded the serving code."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn").Process(target=work, args=arguments, name=name)
    context = get_context("forkserver")
    context.set_forkserver_preload(["entente.server.http.preload"])
    return context.Process(target=work, args=arguments, name=name)


def _exit_with_supervisor() -> None:
    """Exit when the supervisor is killed and cannot pass on the signal."""
    first = parent_process()
    if first is not None:
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * GRACE)
        os._exit(1)


def _worker(
    listener: socket.socket, settings: Settings, memory: Array[c_double], slot: int
) -> None:
    """Run one worker process."""
    # the terminal signals all processes; the supervisor decides
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the preloaded parent ignores it
    threading.Thread(target=_exit_with_supervisor, daemon=True).start()
    from entente.server.http.process import create_app, run

    logs.set_up(settings.log_format, settings.log_level)
    run(create_app(settings, Metrics(memory, slot)), listener, settings)
