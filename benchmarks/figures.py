"""All figures of one run, as data: what `python -m benchmarks.run --json` writes.

Machines differ and are noisy: times are processor times, a peer is measured in the same run, and
each figure is compared with that peer or with the floor we set ourselves.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from itertools import count, islice
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from benchmarks.measures import AnyGame, play, random_record, sample_positions
from entente import __version__
from entente.kernel import Options
from entente.kernel.record import dump, parse
from entente.kernel.registry import available, load

# Decisions per second, without log. In Diplomacy a decision is a whole set of orders.
DECISIONS_FLOOR = {"attrition": 19_000.0, "pax": 2_000.0, "turmoil": 21_000.0}
COPY_FLOOR = 50.0
LARGE_COPY_FLOOR = {"pax": 200.0}
ROUNDS = 5  # of random games, after a warm-up round
MODES: dict[str, dict[str, Options]] = {"pax": {"open": {}, "sealed": {"phase_mode": "sealed"}}}


class GameFigures(msgspec.Struct, frozen=True):
    """The figures of a game under one set of options.

    Decisions per second in random play, with and without log; microseconds for a copy of a state,
    its round trip through JSON, and a copy with the view of a seat; moves per second of a verified
    replay.
    """

    decisions: float
    unlogged_decisions: float
    decisions_floor: float | None
    copy: float
    copy_floor: float
    round_trip: float
    view: float
    replay: float


class Machine(msgspec.Struct, frozen=True):
    """The machine and software that the figures depend on."""

    processor: str
    cores: int
    system: str
    python: str
    entente: str
    date: str
    load: float


class Figures(msgspec.Struct, frozen=True):
    """The figures of one run.

    `games` has each game by its sets of options; `diplomacy` compares it with its peer; `batches`
    has its boards in batches, if they are installed; `search` the positions a second of its order
    search; `server` the running server, if it was measured.
    """

    machine: Machine
    games: dict[str, dict[str, GameFigures]]
    diplomacy: dict[str, Any]
    batches: dict[str, Any] | None = None
    search: dict[str, Any] | None = None
    server: list[dict[str, Any]] | None = None


def measure_all(games: int) -> Figures:
    """Measure every registered game, Diplomacy compared with its peer, and batches if installed."""
    from benchmarks import search_speed
    from benchmarks.diplomacy_figures import measure_diplomacy

    machine = this_machine()
    by_game: dict[str, dict[str, GameFigures]] = {}
    for name in available():
        game = load(name)
        by_game[name] = {
            label: measure(game, options, games, DECISIONS_FLOOR.get(name) if floor else None)
            for label, (options, floor) in sets_of(game).items()
        }
    return Figures(machine, by_game, measure_diplomacy(), measure_batches(), search_speed.measure())


def sets_of(game: AnyGame) -> dict[str, tuple[Options, bool]]:
    """Return the option sets a game is measured under, and whether a floor applies.

    These are the defaults or each of its modes, and all optional rules together.
    """
    modes = MODES.get(game.info.id, {"base": {}})
    sets: dict[str, tuple[Options, bool]] = {label: (mode, True) for label, mode in modes.items()}
    flags = [option.id for option in game.info.options if option.is_flag and option.kind == "rule"]
    if flags:
        sets["all options"] = (dict.fromkeys(flags, True), False)
    return sets


def measure(game: AnyGame, options: Options, games: int, floor: float | None) -> GameFigures:
    """Measure one game under one set of options."""
    name = game.info.id
    rate, unlogged, positions = decisions(game, options, games)
    seat, states = game.info.seats[0], [position.state for position in positions]
    text = dump(random_record(game, options))
    moves = len(parse(text).moves)
    return GameFigures(
        decisions=rate,
        unlogged_decisions=unlogged,
        decisions_floor=floor,
        copy=microseconds_each(lambda: [game.copy(state) for state in states], len(states)),
        copy_floor=LARGE_COPY_FLOOR.get(name, COPY_FLOOR),
        round_trip=microseconds_each(
            lambda: [game.load(game.save(state)) for state in states], len(states)
        ),
        view=microseconds_each(
            lambda: [each.copy().view(seat) for each in positions], len(positions)
        ),
        replay=moves / seconds(lambda: parse(text).verify(load), 3),
    )


def decisions(game: AnyGame, options: Options, games: int) -> tuple[float, float, list[Any]]:
    """Return decisions per second in random games, with and without log, and sampled positions.

    The warm-up round is not counted. No game is played twice: what a board caches in one would make
    the other faster. Games with and without log alternate.
    """
    size, seeds = max(1, games // ROUNDS), count()
    moves: dict[bool, int] = {False: 0, True: 0}
    times: dict[bool, float] = {False: 0.0, True: 0.0}
    for number in range(ROUNDS + 1):
        for log in moves:
            start = process_time()
            played = sum(play(game, options, seed, log=log) for seed in islice(seeds, size))
            if number:
                times[log] += process_time() - start
                moves[log] += played
    positions = [each for seed in range(size) for each in sample_positions(game, options, seed)]
    return moves[True] / times[True], moves[False] / times[False], positions


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """Return the processor time of the best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def microseconds_each(work: Callable[[], object], count: int) -> float:
    """Return the microseconds for one of `count` things."""
    return seconds(work) / count * 1e6


def measure_batches() -> dict[str, Any] | None:
    """Measure Diplomacy in batches, by size; None if Numba is not installed."""
    if find_spec("numba") is None or find_spec("benchmarks.batches") is None:
        return None
    from importlib import import_module

    result: dict[str, Any] = import_module("benchmarks.batches").measure()
    return result


def this_machine() -> Machine:
    """Describe this machine, with the date."""
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        entente=__version__,
        date=datetime.now(UTC).date().isoformat(),
        load=round(os.getloadavg()[0], 1),
    )


def _processor() -> str:
    cpu_info = Path("/proc/cpuinfo")
    for line in cpu_info.read_text("utf-8").splitlines() if cpu_info.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


# -- for a terminal


def lines_of(result: Figures) -> Iterator[str]:
    """Yield the figures as lines for a terminal."""
    for name, sets in result.games.items():
        for label, figures in sets.items():
            yield from _game_lines(f"{name}, {label}", figures)
    for what, row in result.diplomacy.items():
        yield f"diplomacy, {what}: {_row(row)}"
    for row in (result.batches or {}).get("sizes", ()):
        yield f"diplomacy in batches: {_row(row)}"
    if result.search is not None:
        yield f"diplomacy, order search, positions/s: {_row(result.search)}"


def _game_lines(game: str, figures: GameFigures) -> Iterator[str]:
    floor = figures.decisions_floor
    ratio = f"{figures.unlogged_decisions / floor:6.1f} × the floor" if floor else ""
    yield _line(game, "decisions in random play", figures.decisions, "/s")
    yield _line(game, "the same, without log", figures.unlogged_decisions, "/s", ratio)
    ratio = f"{figures.copy_floor / figures.copy:6.1f} × the floor"
    yield _line(game, "copy of a state", figures.copy, "µs", ratio)
    yield _line(game, "JSON round trip of a state", figures.round_trip, "µs")
    yield _line(game, "copy and view of a seat", figures.view, "µs")
    yield _line(game, "verified replay of a record", figures.replay, "moves/s")


def _line(game: str, what: str, value: float, unit: str, ratio: str = "") -> str:
    return f"{game:24}{what:32}{value:12,.1f} {unit:8}{ratio}".rstrip()


def _row(row: dict[str, Any]) -> str:
    parts = [
        f"{name} {value:,.1f}" if isinstance(value, float) else f"{name} {value}"
        for name, value in row.items()
        if value is not None
    ]
    return ", ".join(parts)
