"""Measure Diplomacy: adjudications, movement phases and whole games per second, with and without a
log, compared with a peer engine if it is installed.

Each engine plays the same number of games of random legal orders from the same position. An
adjudication resolves orders: with a log it includes all reasons, without one only where the units
are afterwards. A full phase is what a random player needs: the legal orders, a choice for each
unit, and the results. A game goes to the end of 1910.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from benchmarks.diplomacy_orders import random_orders
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import Order, Position
from entente.games.diplomacy.rules.results import resolve, resolve_possible

GAME = Diplomacy({})
GAMES, LENGTH, LAST_YEAR = 7, 40, 1910
FLOOR = {"adjudications": 15_000.0, "phases": 1_500.0}

Phase = tuple[Position, dict[int, Order]]  # a movement phase: the position and the orders


class TimedPhases(NamedTuple):
    """Movement phases of a random game, and how long they took."""

    phases: list[Phase]
    seconds: float


def measure_diplomacy(games: int = GAMES, length: int = LENGTH) -> dict[str, Any]:
    """Take all measurements; the result is the median of several games."""
    phases = [
        each for seed in range(games) for each in play_randomly(seed, length, log=False).phases
    ]
    logged, unlogged, peer = list[float](), list[float](), list[tuple[float, float, float]]()
    has_peer = find_spec("diplomacy") is not None
    for seed in range(games):
        logged.append(phases_a_second(seed, length, log=True))
        unlogged.append(phases_a_second(seed, length, log=False))
        if has_peer:
            peer.append(peer_figures(seed, length))
    board = GAME.board
    with_reasons = rate(
        lambda: [resolve(board, STANDARD, *each).results for each in phases], phases
    )
    without = rate(
        lambda: [resolve_possible(board, STANDARD, *each).after() for each in phases], phases
    )
    peer_adjudications, peer_phases, peer_games = (
        (median(rates[k] for rates in peer) if peer else None) for k in range(3)
    )
    return {
        "adjudications": figure(with_reasons, without, peer_adjudications, FLOOR["adjudications"]),
        "phases": figure(median(logged), median(unlogged), peer_phases, FLOOR["phases"]),
        "games": figure(games_a_second(log=True), games_a_second(log=False), peer_games, None),
    }


def figure(
    logged: float, unlogged: float, peer: float | None, floor: float | None
) -> dict[str, float | None]:
    """Return a rate per second with and without log, the peer's, and the ratio to the peer's."""
    ratio = None if peer is None else unlogged / peer
    return {"logged": logged, "unlogged": unlogged, "peer": peer, "ratio": ratio, "floor": floor}


def rate(work: Callable[[], object], phases: list[Phase]) -> float:
    """Return the phases a second of the best run; the first run also fills the board's caches."""
    best = float("inf")
    for _ in range(4):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return len(phases) / best


# -- ours


def play_randomly(
    seed: int, length: int, *, log: bool, last: int = 0, keep: bool = True
) -> TimedPhases:
    """Play phases of a random game; with `keep`, return the orders but do not time their choice."""
    phases, seconds = list[Phase](), 0.0
    rng, position = Random(seed), GAME.begin({"end_year": last}, str(seed), log=log)
    for _ in range(length):
        if position.outcome is not None:
            break
        start = process_time()
        decisions = position.decisions
        movement, answers = decisions[0].step == "orders", list[str]()
        for each in decisions:
            answers.append(random_orders(each.menu, rng) if movement else each.menu.sample(rng))
        europe, before = position.context, position.context.position
        if movement and keep:
            texts = [text for answer in answers for text in answer.split("; ")[:-1]]
            phases.append((before, understood(europe, texts)))
            start = process_time()
        for each, answer in zip(decisions, answers, strict=True):
            position.apply_unchecked(each, answer)
        if movement:
            seconds += process_time() - start
            if not keep:
                phases.append((before, {}))
    return TimedPhases(phases, seconds)


def phases_a_second(seed: int, length: int, *, log: bool) -> float:
    """Return the movement phases a second of a random game."""
    timed = play_randomly(seed, length, log=log, keep=False)
    return len(timed.phases) / timed.seconds


def games_a_second(*, log: bool, games: int = 4) -> float:
    """Return the random games a second."""
    start = process_time()
    for seed in range(games):
        play_randomly(seed, 1_000, log=log, last=LAST_YEAR, keep=False)
    return games / (process_time() - start)


# -- the peer's


def peer_figures(seed: int, length: int) -> tuple[float, float, float]:
    """Return adjudications, movement phases and games a second of the PyPI package `diplomacy`."""
    from benchmarks.diplomacy_peer import peer_run

    run = peer_run(seed, length)
    years = run.phases / 2  # of two movement phases each, besides retreats and winter
    games = years / (LAST_YEAR - 1900) / run.whole
    return run.phases / run.processing, run.phases / run.everything, games
