"""Running the server: a socket, and one process or several that serve on it.

What serves takes long to load: it is loaded once the socket is there, by whoever serves.
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

AGAIN = 1.0  # seconds before a process that has ended by itself is replaced

log = logging.getLogger("entente.serve")


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free. OSError if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)  # from now on nobody is turned away, only kept waiting
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """Where a browser finds the server."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else host
    return f"http://{shown}:{port}"


def serve(
    listener: socket.socket,
    settings: Settings | None = None,
    ready: Callable[[], None] | None = None,
    workers: int = 1,
) -> None:
    """Serve until the process is told to stop. `ready` is called once the database is open."""
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
    """Several processes need a database that they can share."""
    if workers > 1 and settings.database.startswith("sqlite"):
        raise UserError(Message("setting.workers", {"workers": workers}), "entente.server")


class Supervisor:
    """Several processes on one socket. The first one serves nobody: it starts the others, replaces
    those that end by themselves, and passes on the word to stop."""

    def __init__(self, listener: socket.socket, settings: Settings, workers: int) -> None:
        check_workers(settings, workers)
        self.listener = listener
        self.settings = settings
        self.memory = shared_memory(workers)
        self.processes: list[BaseProcess | None] = [None] * workers
        self.stopping = threading.Event()

    def run(self, ready: Callable[[], None] | None = None) -> None:
        from entente.server.storage.access import open_database

        open_database(self.settings.database).dispose()  # once, before anybody works with it
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        if ready is not None:
            ready()
        while not self.stopping.is_set():
            for row, process in enumerate(self.processes):
                if process is None or not process.is_alive():
                    self._start(row, process)
            wait([process.sentinel for process in self.processes if process], AGAIN)
        self._end()

    def _start(self, row: int, before: BaseProcess | None) -> None:
        if before is not None:
            told = logs.facts(process=before.pid, status=before.exitcode)
            log.error("a process ended and is replaced", extra=told)
            self.stopping.wait(AGAIN)
        if not self.stopping.is_set():
            job = (self.listener, self.settings, self.memory, row)
            process = _new_process(_worker, job, f"serve-{row}")
            process.start()
            self.processes[row] = process

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()

    def _end(self) -> None:
        """Everybody ends what he is doing; whoever does not is not waited for."""
        working = [process for process in self.processes if process is not None]
        for process in working:
            process.terminate()
        for process in working:
            process.join(2 * GRACE)
            if process.is_alive():
                process.kill()


def _new_process(work: Callable[..., None], given: tuple[object, ...], name: str) -> BaseProcess:
    """Where the system can, a copy of a process that has loaded once for all what serves."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn").Process(target=work, args=given, name=name)
    context = get_context("forkserver")
    context.set_forkserver_preload(["entente.server.http.preload"])
    return context.Process(target=work, args=given, name=name)


def _exit_with_supervisor() -> None:
    """A first process that is killed cannot pass on the word to stop."""
    first = parent_process()
    if first is not None:
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(2 * GRACE)
        os._exit(1)


def _worker(listener: socket.socket, settings: Settings, memory: Array[c_double], row: int) -> None:
    """One process of a team."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal tells all; the first one decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what it is a copy of does not listen to it
    threading.Thread(target=_exit_with_supervisor, daemon=True).start()
    from entente.server.http.process import create_app, run

    logs.set_up(settings.log_format, settings.log_level)
    run(create_app(settings, Metrics(memory, row)), listener, settings)
