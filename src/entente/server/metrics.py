"""Metrics for Prometheus, counted by every process and exported by any.

All processes write into one block of shared memory, each into its own row, without locks; a reader
exports all rows, each with the number of its process as a label.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterator
from ctypes import Array, c_double
from itertools import accumulate
from multiprocessing.sharedctypes import RawArray
from typing import NamedTuple

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PREFIX = "entente_"
PROCESS = "process"  # the label: the number of a process among those of one server
STATUSES = ("2xx", "3xx", "4xx", "5xx")
FAILED = "failed"
JOBS = ("computer", "analysis", "picture", FAILED)


class Figure(NamedTuple):
    """A metric. `label` splits it by one of `values`."""

    name: str
    kind: str  # counter, gauge or histogram
    help: str
    label: str = ""
    values: tuple[str, ...] = ("",)

    @property
    def size(self) -> int:
        """The number of values; a histogram has its buckets, one for the rest, and a sum."""
        return len(BUCKETS) + 2 if self.kind == "histogram" else len(self.values)


FIGURES = (
    Figure("requests", "counter", "HTTP requests answered.", "status", STATUSES),
    Figure("request_seconds", "histogram", "Time of HTTP requests."),
    Figure("sockets", "gauge", "Open websockets at tables."),
    Figure(
        "forwarded",
        "counter",
        "Requests and websockets forwarded to the process that serves their table.",
        "kind",
        ("request", "socket"),
    ),
    Figure("frames", "counter", "Frames received.", "answer", ("done", "refused", "other")),
    Figure("action_seconds", "histogram", "From receiving an action to sending it to all viewers."),
    Figure("slow_readers", "counter", "Websockets dropped because they read too slowly."),
    Figure("rooms", "gauge", "Tables in memory."),
    Figure("computer_moves", "counter", "Actions of computer players."),
    Figure("computer_failures", "counter", "Computer players that failed or were late."),
    Figure("computer_seconds", "histogram", "Thinking time of computer players."),
    Figure("study_seconds", "histogram", "Time of analysis requests."),
    Figure("study_failures", "counter", "Failed analysis requests."),
    Figure("jobs", "counter", "Jobs done by this worker.", "kind", JOBS),
    Figure("jobs_queue", "gauge", "Jobs waiting for a worker, of all processes."),
    Figure("database_connections", "gauge", "Connections of the database in use."),
    Figure("database_connections_most", "gauge", "Maximum connections of the database."),
    Figure("requests_under_way", "gauge", "HTTP requests in progress."),
    Figure("bodies_arriving", "gauge", "Request bodies being received."),
    Figure("threads_busy", "gauge", "Threads working on requests."),
    Figure("threads_queue", "gauge", "Requests waiting for a thread."),
    Figure("changes_queue", "gauge", "Table changes waiting for a thread."),
    Figure("commits_queue", "gauge", "Changes waiting for the next commit."),
    Figure("replica_lag_seconds", "gauge", "Lag of the read replica; -1 if it does not answer."),
    Figure("replica_reads", "counter", "Requests answered by the read replica."),
    Figure("deliveries_queue", "gauge", "Notices waiting to be sent, of all processes."),
    Figure("computers_waiting", "gauge", "Tables at which computer players think or wait."),
    Figure("loop_lag_seconds", "histogram", "Delay of the event loop."),
    Figure("unexpected_errors", "counter", "Unexpected errors; see the log."),
)


def _places() -> dict[str, int]:
    places, place = {}, 0
    for figure in FIGURES:
        places[figure.name] = place
        place += figure.size
    return {**places, "": place}


_PLACES = _places()
_FIGURES = {figure.name: figure for figure in FIGURES}
WIDTH = _PLACES[""]


def shared_memory(processes: int) -> Array[c_double]:
    """Allocate the metrics of this many processes."""
    return RawArray(c_double, WIDTH * processes)


class Metrics:
    """The metrics of this process, in its row, and of all processes for readers.

    Only the event loop's thread writes, so that no update is lost.
    """

    def __init__(self, memory: Array[c_double] | None = None, slot: int = 0) -> None:
        self._memory = shared_memory(1) if memory is None else memory
        self.slot = slot
        self._from = slot * WIDTH
        self._started = time.time()
        for place in range(self._from, self._from + WIDTH):
            self._memory[place] = 0.0  # the previous owner of the row has ended

    def add(self, name: str, number: float = 1, value: str = "") -> None:
        """Increase a counter; `value` is that of its label."""
        self._memory[self._from + _PLACES[name] + _FIGURES[name].values.index(value)] += number

    def set(self, name: str, number: float) -> None:
        self._memory[self._from + _PLACES[name]] = number

    def took(self, name: str, seconds: float) -> None:
        """Add a duration to a histogram."""
        place = self._from + _PLACES[name]
        self._memory[place + bisect_left(BUCKETS, seconds)] += 1
        self._memory[place + len(BUCKETS) + 1] += seconds

    def exposition(self) -> str:
        """Return all metrics of all processes in Prometheus' text format."""
        registry = CollectorRegistry()
        registry.register(_Reader(self._rows(), self._started))
        return generate_latest(registry).decode()

    def _rows(self) -> list[list[float]]:
        starts = range(0, len(self._memory), WIDTH)
        return [self._memory[start : start + WIDTH] for start in starts]


class _Reader(Collector):
    """The metrics as a Prometheus collector."""

    def __init__(self, rows: list[list[float]], started: float) -> None:
        self.rows = rows
        self.started = started

    def collect(self) -> Iterator[Metric]:
        for figure in FIGURES:
            family = _family(figure)
            for process, row in enumerate(self.rows):
                numbers = row[_PLACES[figure.name] :][: figure.size]
                _add(family, figure, str(process), numbers)
            yield family
        start = f"{PREFIX}start_time_seconds"
        yield GaugeMetricFamily(start, "When this process was started.", self.started)


Family = HistogramMetricFamily | CounterMetricFamily | GaugeMetricFamily


def _family(figure: Figure) -> Family:
    labels = [PROCESS, figure.label] if figure.label else [PROCESS]
    families: dict[str, type[Family]] = {
        "histogram": HistogramMetricFamily,
        "counter": CounterMetricFamily,
        "gauge": GaugeMetricFamily,
    }
    return families[figure.kind](PREFIX + figure.name, figure.help, labels=labels)


def _add(family: Family, figure: Figure, process: str, numbers: list[float]) -> None:
    """Add the figures of one process."""
    if isinstance(family, HistogramMetricFamily):
        counts = accumulate(numbers[:-1])
        bounds = (*map(str, BUCKETS), "+Inf")
        family.add_metric([process], list(zip(bounds, counts, strict=True)), numbers[-1])
        return
    for value, number in zip(figure.values, numbers, strict=True):
        family.add_metric([process, value] if figure.label else [process], number)
