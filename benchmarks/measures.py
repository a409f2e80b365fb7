"""The measurements of a game: random and greedy play, copies, views and records.

Every measurement does the same work each time, so that two source trees can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from time import process_time
from typing import Any

from benchmarks.trees import begin, decisions_in, play_first, player_view, to_move_in
from entente.kernel import Game, Match, Options
from entente.kernel.record import Record, dump, parse, record_of
from entente.kernel.registry import load
from entente.players import make

AnyGame = Game[Any, Any]

EVERY = 25  # decisions between two sampled positions
CHOICES = 24  # of the greedy player
RUNS = 5


def play(game: AnyGame, options: Options, seed: int, *, log: bool = True) -> int:
    """Play a random game and return the number of decisions."""
    position, rng, decisions = begin(game, options, seed, log=log), Random(seed), 0
    while waiting := to_move_in(position):
        play_first(position, waiting[0], rng)
        decisions += 1
    return decisions


def sample_positions(game: AnyGame, options: Options, seed: int) -> list[Any]:
    """Return positions from a random game, at equal intervals."""
    position, rng, samples = begin(game, options, seed, log=True), Random(seed), []
    for number in count():
        if not (waiting := to_move_in(position)):
            break
        if number % EVERY == 0:
            samples.append(position.copy())
        play_first(position, waiting[0], rng)
    return samples


def random_record(game: AnyGame, options: Options) -> Record:
    """Play a random game and return its record."""
    match, rng = Match(game, options, "bench"), Random(1)
    while decisions := decisions_in(match.position):
        match.act(decisions[0].seat, decisions[0].menu.sample(rng))
    return record_of(match)


# -- microseconds of processor time for one decision, copy, view or move


def random_play(game: AnyGame, games: int) -> float:
    start = process_time()
    decisions = sum(play(game, {}, seed) for seed in range(games))
    return (process_time() - start) / decisions * 1e6


def play_without_log(game: AnyGame, games: int) -> float:
    start = process_time()
    decisions = sum(play(game, {}, seed, log=False) for seed in range(games))
    return (process_time() - start) / decisions * 1e6


def greedy_play(game: AnyGame, games: int) -> float:
    """Measure the greedy player on positions of random games.

    The positions do not depend on the player. How long it thinks depends on its random numbers,
    which may differ between trees; so there are many positions.
    """
    samples = [each for seed in range(games) for each in sample_positions(game, {}, seed)]
    positions = Random(1).sample(samples, CHOICES)
    start = process_time()
    for position in positions:
        player = make("greedy", game.info.id, "1")
        player.choose(player_view(position, decisions_in(position)[0].seat))
    return (process_time() - start) / CHOICES * 1e6


def match_play(game: AnyGame, games: int) -> float:
    start = process_time()
    moves = len(random_record(game, {}).moves)
    return (process_time() - start) / moves * 1e6


def copies(game: AnyGame, games: int) -> float:
    return _each(sample_positions(game, {}, 0), lambda position: game.copy(position.state))


def views(game: AnyGame, games: int) -> float:
    seat = game.info.seats[0]
    return _each(sample_positions(game, {}, 0), lambda position: position.copy().view(seat))


def round_trips(game: AnyGame, games: int) -> float:
    return _each(
        sample_positions(game, {}, 0), lambda position: game.load(game.save(position.state))
    )


def replays(game: AnyGame, games: int) -> float:
    record = random_record(game, {})
    text = dump(record)
    return _each([text], lambda each: parse(each).verify(load)) / len(record.moves)


def _each(things: list[Any], work: Callable[[Any], object]) -> float:
    """Return the best time of several runs over all things."""
    best = float("inf")
    for _ in range(RUNS):
        start = process_time()
        for thing in things:
            work(thing)
        best = min(best, process_time() - start)
    return best / len(things) * 1e6


MEASURES: dict[str, Callable[[AnyGame, int], float]] = {
    "decision in random play": random_play,
    "decision in play without log": play_without_log,
    "decision of the greedy player": greedy_play,
    "move of a match": match_play,
    "copy of a state": copies,
    "copy and view of a seat": views,
    "JSON round trip of a state": round_trips,
    "move of a verified replay": replays,
}
