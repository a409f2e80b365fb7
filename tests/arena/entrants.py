"""Players for the tests of the arena, named as `tests.arena.entrants:steady` and so on."""

from __future__ import annotations

import os
import sys
from multiprocessing import parent_process
from random import Random

from entente.players import PlayerView, RandomPlayer


class Striding:
    """At the walk: always goes so far."""

    def __init__(self, far: int) -> None:
        self.far = far

    def choose(self, sight: PlayerView) -> str:
        return f"go {self.far}"


class ReportsErrors(RandomPlayer):
    """Fails in its thoughts once a game, and goes on."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.recovered_errors: list[str] = []

    def choose(self, sight: PlayerView) -> str:
        if not self.recovered_errors:
            self.recovered_errors.append("ValueError: lost the thread")
        return super().choose(sight)


class Crashing(RandomPlayer):
    """Breaks down at its second decision, where its luck wills it."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.asked, self.fails = 0, Random(seed).random() < 0.5

    def choose(self, sight: PlayerView) -> str:
        self.asked += 1
        if self.asked == 2 and self.fails:
            raise RuntimeError("out of ideas")
        return super().choose(sight)


class Ending(RandomPlayer):
    """Ends the process in which it plays, where its luck wills it."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.ends = Random(seed).random() < 0.1

    def choose(self, sight: PlayerView) -> str:
        if self.ends and parent_process() is not None:
            os._exit(3)
        return super().choose(sight)


class Mute:
    """Forgets to return its answer."""

    def choose(self, sight: PlayerView) -> None:
        return None


class Leaving:
    """Would end the whole program."""

    def choose(self, sight: PlayerView) -> str:
        sys.exit(3)


def short(game_id: str, seed: str) -> Striding:
    return Striding(1)


def far(game_id: str, seed: str) -> Striding:
    return Striding(3)


def too_far(game_id: str, seed: str) -> Striding:
    return Striding(4)


def faltering(game_id: str, seed: str) -> ReportsErrors:
    return ReportsErrors(seed)


def crashing(game_id: str, seed: str) -> Crashing:
    return Crashing(seed)


def ending(game_id: str, seed: str) -> Ending:
    return Ending(seed)


def mute(game_id: str, seed: str) -> Mute:
    return Mute()


def leaving(game_id: str, seed: str) -> Leaving:
    return Leaving()


def returns_no_player(game_id: str, seed: str) -> str:
    return "no player at all"


class Chatting(RandomPlayer):
    """Prints what it does."""

    def choose(self, sight: PlayerView) -> str:
        action = super().choose(sight)
        print("I do", action)
        return action


def chatting(game_id: str, seed: str) -> Chatting:
    return Chatting(seed)
