"""Measure where the processor time of an action goes in one server process.

The functions on the way of an action are wrapped in the server's process, and the time of each
thread in them is counted without that of other wrapped functions inside. Counting costs time
itself, so `benchmarks.throughput` measures the whole; this measures shares. Table creation and the
opening of websockets are counted too, as a part of their own: random games are short.

    python -m benchmarks.action_parts
    python -m benchmarks.action_parts --against ../before
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import os
import runpy
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from inspect import iscoroutinefunction
from operator import sub
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

import entente
from benchmarks.server import GAMES, play_one_game
from benchmarks.server_driver import RunningServer
from benchmarks.throughput import Tree, trees

COUNTS = "ENTENTE_ACTION_PARTS"  # names the file with the counted times
LIVE, TABLES = "entente.server.http.routes.live", "entente.server.tables."
HUB, DELTAS = "entente.server.live.hub", "entente.server.live.deltas"
STATE, SOCKETS = "entente.server.live.table_state", "uvicorn.protocols.websockets."
ROOM, ACT = "room", "act"
OPENING, LOOP, THREADS = "new tables and websockets", "event loop", "thread hand-over"

# Functions by part. What a tree does not have is left out.
PARTS = {
    "rules": ["entente.kernel.match:Match.act"],
    "storage": ["entente.server.storage.grouped_commits:GroupedCommits.store"],
    ROOM: [f"{TABLES}rooms:Rooms.act"],
    "frames: views": [f"{STATE}:current_view"],
    "frames: recap": [f"{STATE}:_recap_of", "*:recap"],
    "frames: prompts": [f"{STATE}:prompts", f"{STATE}:submitted_answer", f"{STATE}:deduplicated"],
    "frames: log": [f"{DELTAS}:ViewedState._log"],
    "frames: encoding": [f"{DELTAS}:StateParts.of"],
    "frames: differences": [f"{DELTAS}:object_difference"],
    "frames: rest": [f"{HUB}:Hub._frames"],
    "hub": [f"{HUB}:Hub._work"],
    "websocket, in": [
        f"{SOCKETS}websockets_sansio_impl:WebSocketsSansIOProtocol.data_received",
        f"{LIVE}:_received",
    ],
    "websocket, out": [f"{HUB}:Connection.put"],
    "answering": [f"{LIVE}:_answer"],
    THREADS: [
        "entente.server.live.table_threads:TableThreads.run",
        "entente.server.live.table_threads:TableThreads._run",
    ],
    OPENING: [
        f"{HUB}:Hub.show",
        f"{HUB}:Hub._timed",
        f"{LIVE}:open_socket",
        "uvicorn.protocols.http.httptools_impl:RequestResponseCycle.run_asgi",
    ],
}


class Counter:
    """Processor times by part, each without the parts inside."""

    def __init__(self) -> None:
        # seconds by part, in other threads and in the main thread
        self.times: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.actions = 0
        self.first = self.last = (0.0, 0.0)  # of the process and of its main thread
        self._main_clock = time.pthread_getcpuclockid(threading.get_ident())
        self._main = threading.get_ident()
        self._inside = threading.local()

    def note_action(self) -> None:
        """Count an action; times are counted from the first one to the last one."""
        now = time.process_time(), time.clock_gettime(self._main_clock)
        if not self.actions:
            self.times.clear()
            self.first = now
        self.actions, self.last = self.actions + 1, now

    def run(self, part: str, work: Callable[[], Any]) -> Any:
        """Run a function and count its time."""
        outer: list[float] | None = getattr(self._inside, "stack", None)
        self._inside.stack = inner = [0.0]
        start = time.thread_time()
        try:
            return work()
        finally:
            took = time.thread_time() - start
            is_main = threading.get_ident() == self._main
            self.times[part][is_main] += took - inner[0]
            self._inside.stack = outer
            if outer is not None:
                outer[0] += took

    def wrap(self, owner: Any, name: str, part: str) -> None:
        """Count the time of a function, or of the steps of a coroutine."""
        function = getattr(owner, name)

        @functools.wraps(function)
        def counted(*args: Any, **kwargs: Any) -> Any:
            if name == ACT and part == ROOM:
                self.note_action()
            return self.run(part, lambda: function(*args, **kwargs))

        @functools.wraps(function)
        async def counted_steps(*args: Any, **kwargs: Any) -> Any:
            return await _Steps(self, part, function(*args, **kwargs))

        setattr(owner, name, counted_steps if iscoroutinefunction(function) else counted)


class _Steps:
    """A coroutine whose steps are counted."""

    def __init__(self, counter: Counter, part: str, coroutine: Any) -> None:
        self._counter = counter
        self._part = part
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Callable[[], Any] = lambda: self._coroutine.send(None)  # noqa: E731
        while True:
            try:
                waits_for = self._counter.run(self._part, step)
            except StopIteration as done:
                return done.value
            try:
                value = yield waits_for
                step = functools.partial(self._coroutine.send, value)
            except BaseException as error:  # noqa: BLE001  belongs to the coroutine
                step = functools.partial(self._coroutine.throw, error)


def serve_counted() -> None:
    """Run the server with counted functions, and write the times when it ends."""
    counter = Counter()
    for part, places in PARTS.items():
        for place in places:
            module, _, path = place.partition(":")
            if module == "*":
                _wrap_recaps(counter, part)
                continue
            owner: Any = importlib.import_module(module)
            *outer, name = path.split(".")
            for each in outer:
                owner = getattr(owner, each, None)
            if owner is not None and hasattr(owner, name):
                counter.wrap(owner, name, part)

    def write() -> None:
        """Write the times; what no part has counted is the event loop's or the opening's."""
        parts = {part: times[0] + times[1] for part, times in counter.times.items()}
        whole, main = map(sub, counter.last, counter.first)
        parts[LOOP] = main - sum(each[1] for each in counter.times.values())
        parts[OPENING] += whole - sum(parts.values())
        result = {"actions": counter.actions, "parts": parts}
        Path(os.environ[COUNTS]).write_text(json.dumps(result))

    # uvicorn raises the signal again that has stopped it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        runpy.run_module("entente.server", run_name="__main__")
    finally:
        write()


def _wrap_recaps(counter: Counter, part: str) -> None:
    from entente.kernel import registry

    for name in GAMES:
        counter.wrap(type(registry.load(name).presentation), "recap", part)


class CountedServer(RunningServer):
    """A server that counts the times of an action's parts."""

    program = "benchmarks.action_parts"

    def __init__(self, home: Path, workers: int = 1, **environment: str) -> None:
        self.counts = home / "counts"
        super().__init__(home, workers, **environment, **{COUNTS: str(self.counts)})


def measure(tree: Tree, game: str, tables: int, seconds: float) -> dict[str, float]:
    """Return milliseconds an action by part."""
    here = str(Path(__file__).resolve().parents[1])
    path = tree.environment.get("PYTHONPATH", str(Path(entente.__file__).resolve().parents[1]))
    with tempfile.TemporaryDirectory(prefix="entente-bench-") as home:
        server = CountedServer(Path(home), PYTHONPATH=os.pathsep.join((path, here)))
        with server:
            uvloop.run(play_one_game(server, game, tables, seconds, deltas=True))
        if errors := (server.home / "stderr").read_text():
            raise SystemExit(f"the server wrote errors:\n{errors}")
        counts = json.loads(server.counts.read_text())
    return {part: 1000 * took / counts["actions"] for part, took in counts["parts"].items()}


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--against", type=Path, nargs="+", default=[], help="other source trees")
    parser.add_argument("--seconds", type=float, default=10.0, help="duration of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each; median counts")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--tables", type=int, default=1)
    arguments = parser.parse_args()
    measured = trees(arguments.against)
    results: dict[str, list[dict[str, float]]] = {tree.name: [] for tree in measured}
    for number in range(arguments.rounds):
        for tree in measured if number % 2 else reversed(measured):
            found = measure(tree, arguments.game, arguments.tables, arguments.seconds)
            results[tree.name].append(found)
    print(f"milliseconds of processor time an action, {arguments.game}, {arguments.tables} tables")
    print(f"{'part':28}", *(f"{tree.name:>12}" for tree in measured))
    for part in (*PARTS, LOOP):
        medians = (median(r.get(part, 0.0) for r in each) for each in results.values())
        print(f"{part:28}", *(f"{each:12.3f}" for each in medians))
    whole = (median(sum(r.values()) for r in each) for each in results.values())
    print(f"{'all':28}", *(f"{each:12.3f}" for each in whole))
    return 0


if __name__ == "__main__":
    if COUNTS in os.environ:
        serve_counted()
    else:
        sys.exit(main())
