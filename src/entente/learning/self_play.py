"""A game that a player plays against itself, and what is to be learned from it.

It thinks at some of its decisions only, and follows its liking at the others: many quick games with
some careful moves teach more in the same time than few careful ones. What it has thought is what
its liking learns. Where a move has come to rest, what each seat sees is kept with how the game
ended for it: positions that this very player reaches, after its own actions.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np

from entente.kernel import Options, Seat, registry
from entente.learning.action_vocabulary import MOST, NOTHING
from entente.learning.judgement import Judgement
from entente.learning.network import Array, Network, base_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.trials import SampledPositions, on_the_menu

MOST_DECISIONS = 5_000
COMPARED = 16  # actions of a decision that are kept with it


class SelfPlayConfig(msgspec.Struct, frozen=True):
    """How a player plays against itself."""

    worlds: int = 2
    tried: int = 10
    thinks: float = 0.25  # at which share of its decisions
    kept: float = 0.3  # of the positions
    warmth: float = 0.02  # how far behind the best an action may be and still be played
    whim: float = 0.02  # how often anything is played
    trust: float = 0.95  # in the end of the game, against what was thought of the next position


class TrainingGame(NamedTuple):
    """What a game teaches, as arrays: positions with their worth, and decisions with what was
    thought of the actions (`words` and `wanted` have `COMPARED` places each)."""

    rows: Array
    base: Array
    worth: Array
    asked: Array
    words: Array
    wanted: Array
    facts: Array  # decisions of the game, and whether the first seat has won


class SelfPlay:
    """Plays with one network; without any, with the evaluation alone."""

    def __init__(
        self, game_id: str, options: Options, network: Network | None, manner: SelfPlayConfig
    ) -> None:
        self.game = registry.load(game_id)
        self.options = self.game.info.complete(options)
        self.seats = tuple(self.game.seats(self.options))
        self.manner = manner
        self.judgement = Judgement(self.game, network, worlds=manner.worlds, tried=manner.tried)

    def lesson(self, seed: str) -> TrainingGame:
        """Play a game; everything follows from the seed and the network."""
        rng = Random(f"{seed}/choices")
        position = self.game.begin(self.options, seed, log=False)
        notes = _Notes(self)
        for number in range(MOST_DECISIONS):
            sight = PlayerView(position, position.to_move[0])
            asked = sight.decision
            position.apply(sight.seat, self._choose(sight, f"{seed}/{number}", rng, notes))
            if position.outcome is not None:
                break
            if self.judgement.is_quiescent(position, asked) and rng.random() < self.manner.kept:
                notes.position(position)
        return notes.lesson(position, number)

    def _choose(self, sight: PlayerView, seed: str, rng: Random, notes: _Notes) -> str:
        decision, judgement = sight.decision, self.judgement
        if decision.menu.size() == 1:
            return next(iter(decision.menu))
        thinks = judgement.judge is None or rng.random() < self.manner.thinks
        if not thinks:
            return self._liked(sight, rng)
        trials = SampledPositions(judgement, sight, seed)
        actions = trials.actions(decision, rng)
        if len(actions) == 1:
            return actions[0]
        if rng.random() < self.manner.whim:
            return rng.choice(actions)
        worths = [trials.worth(decision, action) for action in actions]
        shares = _shares(worths, self.manner.warmth)
        notes.decision(sight, actions, shares)
        return rng.choices(actions, shares)[0]

    def _liked(self, sight: PlayerView, rng: Random) -> str:
        """By liking alone: what the evaluation proposes in the position as it is imagined."""
        decision, judgement = sight.decision, self.judgement
        world = sight.determinize(rng)
        proposed = judgement.evaluation.propose(world, decision, rng)
        actions = on_the_menu(decision, proposed) or [decision.menu.sample(rng)]
        if len(actions) == 1:
            return actions[0]
        liked = judgement.liked(judgement.rows.row(sight.view()), decision, actions)
        if rng.random() < self.manner.whim:
            return rng.choice(actions)
        return rng.choices([action for _, action in liked], _shares([by for by, _ in liked], 0.5))[
            0
        ]


def _shares(worths: list[float], warmth: float) -> list[float]:
    """How often each is played: the best most often, the others by how far they are behind."""
    best = max(worths)
    odds = [exp(max(-30.0, (worth - best) / warmth)) for worth in worths]
    total = sum(odds)
    return [each / total for each in odds]


class _Notes:
    """What is written down in a game."""

    def __init__(self, play: SelfPlay) -> None:
        self._play = play
        self._seen: dict[Seat, list[tuple[list[float], float, float]]] = {
            seat: [] for seat in play.seats
        }
        self._asked: list[list[float]] = []
        self._words: list[list[tuple[int, ...]]] = []
        self._wanted: list[list[float]] = []

    def position(self, position: AnyPosition) -> None:
        """How each seat sees a position, and what was thought of it."""
        judgement = self._play.judgement
        for seat, seen in self._seen.items():
            row = judgement.rows.row(position.view(seat))
            base = base_of(judgement.evaluation.evaluate(position, seat))
            judge = judgement.judge
            seen.append((row, base, judge.value(row, base) if judge is not None else 0.0))

    def decision(self, sight: PlayerView, actions: list[str], shares: list[float]) -> None:
        """What was thought of the actions of a decision: the likeliest of them."""
        order = sorted(range(len(actions)), key=lambda n: -shares[n])[:COMPARED]
        fill = COMPARED - len(order)
        words = self._play.judgement.words.all(sight.decision.step, [actions[n] for n in order])
        self._asked.append(self._play.judgement.rows.row(sight.view()))
        self._words.append(words + [(NOTHING,) * MOST] * fill)
        self._wanted.append([shares[n] for n in order] + [0.0] * fill)

    def lesson(self, position: AnyPosition, decisions: int) -> TrainingGame:
        """With the end of the game, which is a draw where it was broken off."""
        rows, bases, worths = list[list[float]](), list[float](), list[float]()
        scores = dict[Seat, float]()
        for seat, seen in self._seen.items():
            outcome = position.outcome
            end = 0.0 if outcome is None else 2.0 * outcome.scores.get(seat, 0.0) - 1.0
            scores[seat] = end
            trust = self._play.manner.trust if self._play.judgement.judge is not None else 1.0
            worth = list[float]()
            for _, _, thought in reversed(seen):
                worth.append(end)
                end = trust * end + (1 - trust) * thought
            rows += [row for row, _, _ in seen]
            bases += [base for _, base, _ in seen]
            worths += reversed(worth)
        size = self._play.judgement.rows.size
        return TrainingGame(
            _array(rows, (0, size), np.float16),
            np.asarray(bases, dtype=np.float32),
            np.asarray(worths, dtype=np.float32),
            _array(self._asked, (0, size), np.float16),
            _array(self._words, (0, COMPARED, MOST), np.int32),
            _array(self._wanted, (0, COMPARED), np.float32),
            np.asarray([decisions, scores[self._play.seats[0]]], dtype=np.float32),
        )


def _array(values: list[Any], empty: tuple[int, ...], kind: Any) -> Array:
    return np.asarray(values, dtype=kind) if values else np.zeros(empty, dtype=kind)
