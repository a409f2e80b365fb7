"""Diplomacy beside its peer: the same phases adjudicated by us and by the PyPI package `diplomacy`.

Both engines get the same positions and the same orders, taken from games of random legal orders.
A full phase is what a random player needs: all legal orders, one chosen for each unit, and their
adjudication.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from diplomacy import Game as PeerGame

from benchmarks.diplomacy_orders import playing_on
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.rules.editions import STANDARD
from entente.games.diplomacy.rules.orders import Order, Position
from entente.games.diplomacy.rules.results import resolve
from entente.games.diplomacy.sheets.lines import lines_by_power
from entente.games.diplomacy.sheets.movement_lines import read_lines


class Phase(NamedTuple):
    """A movement phase: where the units stood and what they were told."""

    units: dict[str, list[str]]
    orders: dict[str, list[str]]


class Comparison(NamedTuple):
    """Phases a second, ours and the peer's."""

    what: str
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


class Run(NamedTuple):
    """A random game: its movement phases, and the seconds they took."""

    phases: list[Phase]
    processing: float
    everything: float


def peer_run(seed: int, length: int) -> Run:
    """A game of the peer's."""
    rng, game = Random(seed), PeerGame()
    run = Run([], 0.0, 0.0)
    for _ in range(length):
        if game.is_game_done:
            break
        begun = perf_counter()
        possible, places = game.get_all_possible_orders(), game.get_orderable_locations()
        orders = {
            power: [rng.choice(possible[place]) for place in places[power] if possible[place]]
            for power in game.powers
        }
        for power, texts in orders.items():
            game.set_orders(power, texts)
        movement = game.phase_type == "M"
        units = {power: list(texts) for power, texts in game.get_units().items()}
        ready = perf_counter()
        game.process()
        done = perf_counter()
        if movement:
            run = Run(
                [*run.phases, Phase(units, orders)],
                run.processing + done - ready,
                run.everything + done - begun,
            )
    return run


def adjudicated(phases: list[Phase]) -> float:
    """Our seconds for the same phases, orders read beforehand as the peer has read them."""
    board = Board({})
    ready: list[tuple[Position, dict[int, Order]]] = []
    for phase in phases:
        position = Position.read(board, phase.units)
        read = read_lines(board, position, lines_by_power(board, phase.orders))
        ready.append((position, read.orders))
    best = float("inf")
    for _ in range(4):  # the first time also fills what the board remembers
        begun = perf_counter()
        for position, orders in ready:
            resolve(board, STANDARD, position, orders).after()
        best = min(best, perf_counter() - begun)
    return best


def played(seed: int, length: int) -> float:
    """Our movement phases a second in a random game."""
    phases, seconds = 0, 0.0
    rng, position = Random(seed), Diplomacy({}).begin({"end_year": 0}, str(seed))
    for _ in range(length):
        if position.outcome is not None:
            break
        begun = perf_counter()
        asked = position.asked
        movement = asked[0].step == "orders"
        for each in asked:
            action = playing_on(each.menu, rng) if movement else each.menu.sample(rng)
            position.play(each, action)
        if movement:
            phases += 1
            seconds += perf_counter() - begun
    return phases / seconds


def compare(games: int = 7, length: int = 40) -> list[Comparison]:
    """Both engines in one run; of several games the one in the middle counts."""
    runs, ours = [], []
    for seed in range(games):
        runs.append(peer_run(seed, length))
        ours.append(played(seed, length))
    phases = [phase for run in runs for phase in run.phases]
    processed = median(len(run.phases) / run.processing for run in runs)
    complete = median(len(run.phases) / run.everything for run in runs)
    return [
        Comparison("adjudications", len(phases) / adjudicated(phases), processed),
        Comparison("full movement phases", median(ours), complete),
    ]
