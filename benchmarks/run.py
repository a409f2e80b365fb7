"""What we claim about speed, measured: decisions, copies, saves and replays of every game, and the
running server.

Machines differ and are noisy, so every figure is printed beside the floor we hold ourselves to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.against import SLOWER, beside
from benchmarks.measures import play, recorded
from entente.kernel import Options
from entente.kernel.record import dump, parse
from entente.kernel.registry import available, load

# In Diplomacy a decision is a whole set of orders.
DECISIONS_FLOOR = {"attrition": 5_000.0, "pax": 2_000.0, "turmoil": 5_000.0}
COPY_FLOOR = 50.0
LARGE_COPY_FLOOR = {"pax": 200.0}
PEER_FLOOR = {"adjudications": 3.0, "full movement phases": 4.0}


class Figure(NamedTuple):
    """A measurement; `ratio` is how far it is on the good side of its floor."""

    game: str
    options: str
    what: str
    value: float
    unit: str
    ratio: float | None = None


def seconds(work: Callable[[], object], repeat: int = 5) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeat):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def measure(name: str, label: str, options: Options, games: int) -> list[Figure]:
    """All figures of one game under one set of options."""
    game = load(name)
    play(game, options, 0)
    start = perf_counter()
    runs = [play(game, options, seed) for seed in range(games)]
    elapsed = perf_counter() - start
    rate = sum(decisions for decisions, _ in runs) / elapsed
    kept = [position for _, positions in runs[:10] for position in positions]
    seat = game.info.seats[0]
    copy = seconds(lambda: [game.copy(each.state) for each in kept]) / len(kept) * 1e6
    trip = seconds(lambda: [game.load(game.save(each.state)) for each in kept]) / len(kept) * 1e6
    view = seconds(lambda: [each.copy().view(seat) for each in kept]) / len(kept) * 1e6
    copy_floor = LARGE_COPY_FLOOR.get(name, COPY_FLOOR)
    record = recorded(game, options)
    text = dump(record)
    verify = seconds(lambda: parse(text).verify(load), 3)
    return [
        Figure(name, label, "decisions in random play", rate, "/s", over_floor(name, rate)),
        Figure(name, label, "copy of a state", copy, "µs", copy_floor / copy),
        Figure(name, label, "JSON round trip of a state", trip, "µs"),
        Figure(name, label, "copy and view of a seat", view, "µs"),
        Figure(name, label, "verified replay of a record", len(record.moves) / verify, "moves/s"),
    ]


def over_floor(name: str, rate: float) -> float | None:
    """Decisions a second as a multiple of what we hold ourselves to."""
    floor = DECISIONS_FLOOR.get(name)
    return rate / floor if floor else None


def main() -> int:
    """Measure this tree, or compare it with another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="random games for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure of the server")
    parser.add_argument("--tables", type=int, default=200, help="on the server for a minute")
    parser.add_argument("--against", type=Path, metavar="PATH", help="compare with a source tree")
    parser.add_argument("--rounds", type=int, default=5, help="with --against: runs of each tree")
    arguments = parser.parse_args()
    if arguments.against is not None:
        return compare_trees(arguments.against, arguments.rounds)
    return measure_all(arguments)


def compare_trees(other: Path, rounds: int) -> int:
    """Exit status 1 if something takes too long, compared with another tree."""
    slower = 0
    for found in beside(other, rounds):
        slower += found.ratio > SLOWER
        print(found.line, flush=True)
    return 1 if slower else 0


def measure_all(arguments: argparse.Namespace) -> int:
    """Measure every registered game, plain and with all its optional rules, and the server."""
    # What these compare with and drive is not needed to compare two trees.
    from benchmarks.diplomacy_peer import compare
    from benchmarks.server import line, measure_server, told_machine

    figures: list[Figure] = []
    for name in available():
        info = load(name).info
        everything: Options = {o.id: True for o in info.options if o.is_flag and o.kind == "rule"}
        for label, options in (("base", {}), ("all options", everything)):
            figures += measure(name, label, options, arguments.games)
    peers = compare()
    if arguments.json:
        rows = [figure._asdict() for figure in figures]
        rows += [{**c._asdict(), "ratio": c.ratio} for c in peers]
        served = measure_server(arguments.seconds, arguments.tables)
        rows += [{**one._asdict(), "rate": one.rate} for one in served]
        print(json.dumps(rows, indent=2))
        return 0
    for figure in figures:
        ratio = f"{figure.ratio:6.1f} × the floor" if figure.ratio is not None else ""
        place = f"{figure.game}, {figure.options}"
        print(f"{place:24}{figure.what:32}{figure.value:12,.1f} {figure.unit:8}{ratio}")
    for peer in peers:
        print(
            f"diplomacy, {peer.what:21}{peer.ours:10,.0f} /s, the package diplomacy "
            f"{peer.peer:8,.0f} /s: {peer.ratio:6.1f} × (floor {PEER_FLOOR[peer.what]:.0f})"
        )
    print(told_machine())
    for one in measure_server(arguments.seconds, arguments.tables):
        print(line(one), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
