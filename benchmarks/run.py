"""What we claim about speed, measured: decisions, copies, saves and replays of every game, and the
running server.

Machines differ and are noisy, so every figure is printed beside the floor we hold ourselves to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.diplomacy_peer import compare
from benchmarks.server import line, measure_server, told_machine
from entente.kernel import Game, Match, Options
from entente.kernel.record import dump, parse, record_of
from entente.kernel.registry import available, load

# In Diplomacy a decision is a whole set of orders.
DECISIONS_FLOOR = {"attrition": 5_000.0, "turmoil": 5_000.0}
COPY_FLOOR = 50.0
PEER_FLOOR = {"adjudications": 3.0, "full movement phases": 4.0}


class Figure(NamedTuple):
    """A measurement; `ratio` is how far it is on the good side of its floor."""

    game: str
    options: str
    what: str
    value: float
    unit: str
    ratio: float | None = None


def play(game: Game[Any, Any], options: Options, seed: int) -> tuple[int, list[Any]]:
    """A random game; returns the number of decisions and states from along the way."""
    position, rng, decisions = game.begin(options, str(seed)), Random(seed), 0
    states = []
    while waiting := position.decisions():
        seat, decision = next(iter(waiting.items()))
        if decisions % 25 == 0:
            states.append(game.copy(position.state))
        position.apply(seat, decision.menu.sample(rng))
        decisions += 1
    return decisions, states


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
    states = [state for _, kept in runs[:10] for state in kept]
    copy = seconds(lambda: [game.copy(state) for state in states]) / len(states) * 1e6
    trip = seconds(lambda: [game.load(game.save(s)) for s in states]) / len(states) * 1e6
    view = seconds(lambda: [game.view(s, game.info.seats[0]) for s in states]) / len(states) * 1e6
    record = recorded(game, options)
    text = dump(record)
    verify = seconds(lambda: parse(text).verify(load), 3)
    return [
        Figure(name, label, "decisions in random play", rate, "/s", over_floor(name, rate)),
        Figure(name, label, "copy of a state", copy, "µs", COPY_FLOOR / copy),
        Figure(name, label, "JSON round trip of a state", trip, "µs"),
        Figure(name, label, "view of a seat", view, "µs"),
        Figure(name, label, "verified replay of a record", len(record.moves) / verify, "moves/s"),
    ]


def over_floor(name: str, rate: float) -> float | None:
    """Decisions a second as a multiple of what we hold ourselves to."""
    floor = DECISIONS_FLOOR.get(name)
    return rate / floor if floor else None


def recorded(game: Game[Any, Any], options: Options) -> Any:
    """The record of one random game."""
    match, rng = Match(game, options, "bench"), Random(1)
    while waiting := match.position.decisions():
        seat, decision = next(iter(waiting.items()))
        match.act(seat, decision.menu.sample(rng))
    return record_of(match)


def main() -> int:
    """Measure every registered game, plain and with all its optional rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="random games for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure of the server")
    parser.add_argument("--tables", type=int, default=200, help="on the server for a minute")
    arguments = parser.parse_args()
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
