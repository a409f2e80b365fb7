"""Exercises: small problems in a position of a game, whose answer the rules themselves judge.

A game gives them in `exercises`. What an exercise says stands in the game's texts under
`exercise.<id>`: `title`, `question`, `hint1`, `hint2`, …, `missed` and `explanation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from entente.kernel.info import Seat
from entente.kernel.message import Message, say
from entente.kernel.position import Position
from entente.kernel.text import Catalog

if TYPE_CHECKING:  # a game has exercises
    from entente.kernel.game import Game

AnyPosition = Position[Any, Any]


class Verdict(NamedTuple):
    """Whether an answer solves an exercise, and what the rules have to say about it."""

    right: bool
    reasons: tuple[Message, ...] = ()


class Trial(NamedTuple):
    """An answer so far: the position as given, what the seat has done, and where that led.

    `news` is everything that the seat was told on the way.
    """

    seat: Seat
    before: AnyPosition
    actions: tuple[str, ...]
    after: AnyPosition
    news: tuple[Message, ...]

    @property
    def finished(self) -> bool:
        """Whether the seat has nothing more to decide for now."""
        return self.after.decision(self.seat) is None


# Whether an answer is right; None as long as that cannot be said yet.
Goal = Callable[[Trial], Verdict | None]
# How much an action of the position's question is worth; None where it is no answer at all.
Measure = Callable[[AnyPosition, str], float | None]


class Exercise(NamedTuple):
    """A problem for one seat.

    `place` makes the position in which it is asked; the answers of the others are then already
    given. `solution` are actions that solve it, one after the other: one way of several, perhaps.
    `rule` is the section of the rulebook that it is about.
    """

    id: str
    seat: Seat
    rule: str
    place: Callable[[Any], AnyPosition]
    goal: Goal
    solution: tuple[str, ...]

    def key(self, part: str) -> str:
        """Where a part of its words stands among the game's texts."""
        return f"exercise.{self.id}.{part}"

    def hints(self, catalog: Catalog) -> list[str]:
        """What helps, one thing after the other."""
        found = list[str]()
        while (key := self.key(f"hint{len(found) + 1}")) in catalog.texts:
            found.append(catalog.get(key))
        return found

    def judge(self, before: AnyPosition, moves: Iterable[tuple[Seat, str]]) -> Verdict | None:
        """What is to be said of these moves, the first time that something can be said.

        None as long as the seat has to do more. Whatever came after a verdict changes nothing.
        """
        after, actions, news = before.copy(), list[str](), list[Message]()
        for seat, action in moves:
            after.apply(seat, action)
            told = (entry.seen_by(self.seat) for entry in after.state.news)
            news += [message for message in told if message is not None]
            if seat != self.seat:
                continue
            actions.append(action)
            verdict = self.goal(Trial(seat, before, tuple(actions), after, tuple(news)))
            if verdict is not None:
                return verdict
        return None

    def try_out(self, game: Game[Any, Any], actions: Sequence[str]) -> Verdict | None:
        """What is to be said of these actions of its seat, in its own position."""
        return self.judge(self.place(game), [(self.seat, action) for action in actions])


# -- goals that all games can use


def reaches(
    wanted: Callable[[Trial], bool],
    reasons: Callable[[Trial], Iterable[Message]] = lambda trial: (),
    *,
    when: Callable[[Trial], bool] = lambda trial: True,
) -> Goal:
    """The position that the answer led to is as wanted; it is looked at as soon as `when` says."""

    def goal(trial: Trial) -> Verdict | None:
        if not when(trial):
            return None
        return Verdict(wanted(trial), tuple(reasons(trial)))

    return goal


def best(
    measure: Measure, unit: str, *, after: Callable[[str], bool] = lambda action: False
) -> Goal:
    """The answer is worth as much as any other of the same question, by a measure that is worked
    out for all of them. `unit` names what is counted (a text `exercise.unit.<unit>`); actions that
    `after` accepts only lead to the question that counts."""

    def goal(trial: Trial) -> Verdict | None:
        position = trial.before.copy()
        for action in trial.actions[:-1]:
            position.apply(trial.seat, action)
        last = trial.actions[-1]
        if after(last):
            return None
        decision = position.decision(trial.seat)
        assert decision is not None
        worth = {action: measure(position, action) for action in decision.menu}
        known = {action: value for action, value in worth.items() if value is not None}
        mine = worth.get(decision.menu.canonical(last) or last)
        if mine is None:
            return Verdict(False, (say("kernel.exercise.no_answer"),))
        most = max(known.values())
        unit_text = f"exercise.unit.{unit}"
        return Verdict(mine >= most - 1e-9, (say(unit_text), _figure(mine)))

    return goal


def _figure(worth: float) -> Message:
    """What an answer comes to, and never what the best one would: that would give it away. With a
    decimal where it has one: each language writes it in its own way."""
    if worth == int(worth):
        return say("kernel.exercise.figure", whole=int(worth))
    whole, tenths = divmod(round(worth * 10), 10)
    return say("kernel.exercise.figure_tenths", whole=whole, tenths=tenths)
