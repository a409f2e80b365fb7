"""Diplomacy alone: adjudications, movement phases and whole games per second, with and without a
log, and compared with a peer engine where that is installed.

Each engine plays the same number of games of random legal orders from the same position. An
adjudication resolves given orders: with a log it includes all reasons, without one only where the
units are afterwards. A full phase is what a random player needs: the legal orders, a choice for
each unit, and the results. A game goes to the end of 1910.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from benchmarks.diplomacy_orders import playing_on
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.phases import understood
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import Order, Position
from entente.games.diplomacy.rules.results import resolve, resolve_possible

GAME = Diplomacy({})
GAMES, LENGTH, LAST_YEAR = 7, 40, 1910
FLOOR = {"adjudications": 15_000.0, "phases": 1_500.0}

Ready = tuple[Position, dict[int, Order]]  # a movement phase: where the units stand, and the orders


class Phases(NamedTuple):
    """Some movement phases of a random game, and how long they took."""

    ready: list[Ready]
    seconds: float


def measure_diplomacy(games: int = GAMES, length: int = LENGTH) -> dict[str, Any]:
    """All of it, in one run; of several games the one in the middle counts."""
    ready = [each for seed in range(games) for each in played(seed, length, log=False).ready]
    logged, unlogged, peer = list[float](), list[float](), list[tuple[float, float, float]]()
    beside = find_spec("diplomacy") is not None
    for seed in range(games):
        logged.append(phases_a_second(seed, length, log=True))
        unlogged.append(phases_a_second(seed, length, log=False))
        if beside:
            peer.append(peer_figures(seed, length))
    board = GAME.board
    with_reasons = rate(lambda: [resolve(board, STANDARD, *each).results for each in ready], ready)
    without = rate(
        lambda: [resolve_possible(board, STANDARD, *each).after() for each in ready], ready
    )
    processed, complete, whole = (
        (median(row[k] for row in peer) if peer else None) for k in range(3)
    )
    return {
        "adjudications": figure(with_reasons, without, processed, FLOOR["adjudications"]),
        "phases": figure(median(logged), median(unlogged), complete, FLOOR["phases"]),
        "games": figure(games_a_second(log=True), games_a_second(log=False), whole, None),
    }


def figure(
    logged: float, unlogged: float, peer: float | None, floor: float | None
) -> dict[str, float | None]:
    """Return a rate per second with and without log, the peer's, and the ratio to the peer's."""
    ratio = None if peer is None else unlogged / peer
    return {"logged": logged, "unlogged": unlogged, "peer": peer, "ratio": ratio, "floor": floor}


def rate(work: Callable[[], object], things: list[Ready]) -> float:
    """How many a second; the first time also fills what the board remembers."""
    best = float("inf")
    for _ in range(4):
        begun = process_time()
        work()
        best = min(best, process_time() - begun)
    return len(things) / best


# -- ours


def played(seed: int, length: int, *, log: bool, last: int = 0, keep: bool = True) -> Phases:
    """A random game of so many phases."""
    phases, spent = list[Ready](), 0.0
    rng, position = Random(seed), GAME.begin({"end_year": last}, str(seed), log=log)
    for _ in range(length):
        if position.outcome is not None:
            break
        begun = process_time()
        decisions = position.decisions
        movement, answers = decisions[0].step == "orders", list[str]()
        for each in decisions:
            answers.append(playing_on(each.menu, rng) if movement else each.menu.sample(rng))
        europe, before = position.context, position.context.position
        if movement and keep:
            texts = [text for answer in answers for text in answer.split("; ")[:-1]]
            phases.append((before, understood(europe, texts)))
            begun = process_time()
        for each, answer in zip(decisions, answers, strict=True):
            position.apply_unchecked(each, answer)
        if movement:
            spent += process_time() - begun
            if not keep:
                phases.append((before, {}))
    return Phases(phases, spent)


def phases_a_second(seed: int, length: int, *, log: bool) -> float:
    """Movement phases a second in a random game."""
    phases = played(seed, length, log=log, keep=False)
    return len(phases.ready) / phases.seconds


def games_a_second(*, log: bool, games: int = 4) -> float:
    """Random games a second."""
    begun = process_time()
    for seed in range(games):
        played(seed, 1_000, log=log, last=LAST_YEAR, keep=False)
    return games / (process_time() - begun)


# -- the peer's


def peer_figures(seed: int, length: int) -> tuple[float, float, float]:
    """Adjudications, full movement phases and games a second of the PyPI package `diplomacy`."""
    from benchmarks.diplomacy_peer import peer_run

    run = peer_run(seed, length)
    years = run.phases / 2  # of two movement phases each, beside retreats and winter
    games = years / (LAST_YEAR - 1900) / run.whole
    return run.phases / run.processing, run.phases / run.everything, games
