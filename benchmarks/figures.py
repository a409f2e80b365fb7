"""All figures of one run, as data: what `python -m benchmarks.run --json` writes.

Machines differ and are noisy: time is that of the processor, whatever has a peer is measured beside
it in the same run, and each figure stands beside that peer or the floor we hold ourselves to.
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

from benchmarks.measures import AnyGame, along, play, recorded
from entente import __version__
from entente.kernel import Options
from entente.kernel.record import dump, parse
from entente.kernel.registry import available, load

# Decisions per second, without log. In Diplomacy a decision is a whole set of orders.
DECISIONS_FLOOR = {"attrition": 19_000.0, "pax": 2_000.0, "turmoil": 21_000.0}
COPY_FLOOR = 50.0
LARGE_COPY_FLOOR = {"pax": 200.0}
ROUNDS = 5  # of random games, after a first that is not counted
MODES: dict[str, dict[str, Options]] = {"pax": {"open": {}, "sealed": {"phase_mode": "sealed"}}}


class GameFigures(msgspec.Struct, frozen=True):
    """What is measured of a game under one set of options.

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
    """What the figures depend on."""

    processor: str
    cores: int
    system: str
    python: str
    entente: str
    date: str
    load: float


class Figures(msgspec.Struct, frozen=True):
    """One run. `games` has each game by its sets of options; `diplomacy` what is measured of it
    beside its peer; `batches` its boards in batches, where they are installed; `search` the
    positions a second of its order search; `server` what a running server bears, where that was
    asked for."""

    machine: Machine
    games: dict[str, dict[str, GameFigures]]
    diplomacy: dict[str, Any]
    batches: dict[str, Any] | None = None
    search: dict[str, Any] | None = None
    server: list[dict[str, Any]] | None = None


def measure_all(games: int) -> Figures:
    """Every registered game, Diplomacy beside its peer, and batches where there are some."""
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
    """The sets of options a game is measured under, and whether we have a floor there: as it comes,
    or each of its ways to play; and with all its optional rules."""
    ways = MODES.get(game.info.id, {"base": {}})
    sets: dict[str, tuple[Options, bool]] = {label: (way, True) for label, way in ways.items()}
    flags = [option.id for option in game.info.options if option.is_flag and option.kind == "rule"]
    if flags:
        sets["all options"] = (dict.fromkeys(flags, True), False)
    return sets


def measure(game: AnyGame, options: Options, games: int, floor: float | None) -> GameFigures:
    """All figures of one game under one set of options."""
    name = game.info.id
    rate, unlogged, kept = decisions(game, options, games)
    seat, states = game.info.seats[0], [position.state for position in kept]
    text = dump(recorded(game, options))
    moves = len(parse(text).moves)
    return GameFigures(
        decisions=rate,
        unlogged_decisions=unlogged,
        decisions_floor=floor,
        copy=each(lambda: [game.copy(state) for state in states], len(states)),
        copy_floor=LARGE_COPY_FLOOR.get(name, COPY_FLOOR),
        round_trip=each(lambda: [game.load(game.save(state)) for state in states], len(states)),
        view=each(lambda: [position.copy().view(seat) for position in kept], len(kept)),
        replay=moves / seconds(lambda: parse(text).verify(load), 3),
    )


def decisions(game: AnyGame, options: Options, games: int) -> tuple[float, float, list[Any]]:
    """Return decisions per second in random games, with and without log, and positions along the
    way.

    What a program needs the first time is not counted. After that no game is played twice: what a
    board remembers of one would make the other quicker. Games with and without log take turns.
    """
    size, seeds = max(1, games // ROUNDS), count()
    moves: dict[bool, int] = {False: 0, True: 0}
    spent: dict[bool, float] = {False: 0.0, True: 0.0}
    for number in range(ROUNDS + 1):
        for log in moves:
            start = process_time()
            made = sum(play(game, options, seed, log=log) for seed in islice(seeds, size))
            if number:
                spent[log] += process_time() - start
                moves[log] += made
    kept = [position for seed in range(size) for position in along(game, options, seed)]
    return moves[True] / spent[True], moves[False] / spent[False], kept


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def each(work: Callable[[], object], count: int) -> float:
    """Microseconds for one of so many things."""
    return seconds(work) / count * 1e6


def measure_batches() -> dict[str, Any] | None:
    """Diplomacy in batches, by size; None where they or their compiler are not installed."""
    if find_spec("numba") is None or find_spec("benchmarks.batches") is None:
        return None
    from importlib import import_module

    result: dict[str, Any] = import_module("benchmarks.batches").measure()
    return result


def this_machine() -> Machine:
    """The machine that measures, and when."""
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
    facts = Path("/proc/cpuinfo")
    for line in facts.read_text("utf-8").splitlines() if facts.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


# -- told in words


def lines_of(result: Figures) -> Iterator[str]:
    """The same as lines for a terminal."""
    for name, sets in result.games.items():
        for label, figures in sets.items():
            yield from _game_lines(f"{name}, {label}", figures)
    for what, row in result.diplomacy.items():
        yield f"diplomacy, {what}: {_row(row)}"
    for row in (result.batches or {}).get("sizes", ()):
        yield f"diplomacy in batches: {_row(row)}"
    if result.search is not None:
        yield f"diplomacy, order search, positions/s: {_row(result.search)}"


def _game_lines(place: str, figures: GameFigures) -> Iterator[str]:
    floor = figures.decisions_floor
    over = f"{figures.unlogged_decisions / floor:6.1f} × the floor" if floor else ""
    yield _line(place, "decisions in random play", figures.decisions, "/s")
    yield _line(place, "the same, without log", figures.unlogged_decisions, "/s", over)
    over = f"{figures.copy_floor / figures.copy:6.1f} × the floor"
    yield _line(place, "copy of a state", figures.copy, "µs", over)
    yield _line(place, "JSON round trip of a state", figures.round_trip, "µs")
    yield _line(place, "copy and view of a seat", figures.view, "µs")
    yield _line(place, "verified replay of a record", figures.replay, "moves/s")


def _line(place: str, what: str, value: float, unit: str, over: str = "") -> str:
    return f"{place:24}{what:32}{value:12,.1f} {unit:8}{over}".rstrip()


def _row(row: dict[str, Any]) -> str:
    parts = [
        f"{name} {value:,.1f}" if isinstance(value, float) else f"{name} {value}"
        for name, value in row.items()
        if value is not None
    ]
    return ", ".join(parts)
