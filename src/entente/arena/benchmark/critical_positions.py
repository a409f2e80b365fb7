"""Ask a player for its answers to the critical positions, and judge them."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec

from entente.arena.benchmark.definition import GAME, SEED, repeats
from entente.arena.entrants import entrant
from entente.arena.game_runner import ThinkingTime, exits_as_errors
from entente.games.diplomacy.benchmark import Judge, holding, read_suite
from entente.kernel import registry
from entente.players import FallingBack, PlayerView, ReportsErrors


class PositionResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answers to a position and their score. An answer that failed counts as holding."""

    position: str
    theme: str
    answers: list[str]
    value: float
    score: float
    thought: ThinkingTime
    errors: list[str] = []
    fallbacks: int = 0


class PositionWork(NamedTuple):
    """A position to ask a player for."""

    position: str
    player: str


def ask(work: PositionWork) -> PositionResult:
    """Ask a player for its answers; each time with a new player and seed."""
    game: Any = registry.load(GAME)
    position = read_suite().find(work.position)
    assert position is not None, work.position
    judge = Judge(game, position)
    thought, answers, errors, fallbacks = ThinkingTime(), list[str](), list[str](), 0
    for number in range(repeats(position)):
        seed = f"{SEED}/{position.name}/{number}"
        started = time.perf_counter()
        player: Any = None
        try:
            with exits_as_errors():
                player = entrant(work.player, GAME, seed)
                started = time.perf_counter()
                answer = player.choose(PlayerView(position.place(game), position.seat))
            thought.add(time.perf_counter() - started)
            answers.append(_legal(judge, answer))
        except Exception as error:  # noqa: BLE001  counted and recorded
            errors.append(f"{type(error).__name__}: {error}")
            answers.append(holding(judge.decision))
        if isinstance(player, ReportsErrors):
            errors += player.recovered_errors
        if isinstance(player, FallingBack):
            fallbacks += len(player.fallbacks)
    return PositionResult(
        position.name,
        position.theme,
        answers,
        judge.value(answers),
        judge.score(answers),
        thought,
        errors,
        fallbacks,
    )


def _legal(judge: Judge, answer: object) -> str:
    if not isinstance(answer, str):
        raise TypeError(f"the player must answer with a string, not {answer!r}")
    known = judge.decision.menu.canonical(answer)
    if known is None:
        raise ValueError(f"{answer!r} is not on the menu")
    return known
