"""Exercises: small problems in a position of a game, judged by the rules.

A game lists them in `exercises`. Their texts are in the game's catalogue under `exercise.<id>`:
`title`, `question`, `hint1`, `hint2`, …, `missed` and `explanation`.
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
    """Whether an answer solves an exercise, and the reasons the rules give."""

    right: bool
    reasons: tuple[Message, ...] = ()


class Trial(NamedTuple):
    """An answer so far: the initial position, the seat's actions, and the resulting position.

    `news` holds all log entries the seat has read on the way.
    """

    seat: Seat
    before: AnyPosition
    actions: tuple[str, ...]
    after: AnyPosition
    news: tuple[Message, ...]

    @property
    def finished(self) -> bool:
        """Whether the seat has no decision left for now."""
        return self.after.decision(self.seat) is None


# Whether an answer is right; None if that is not decided yet.
Goal = Callable[[Trial], Verdict | None]
# The value of an action at the position's decision; None if it is not an answer.
Measure = Callable[[AnyPosition, str], float | None]


class Exercise(NamedTuple):
    """A problem for one seat.

    `place` creates the position; the answers of the other seats are already given in it. `solution`
    is one series of actions that solves it. `rule` is the section of the rulebook it is about.
    """

    id: str
    seat: Seat
    rule: str
    place: Callable[[Any], AnyPosition]
    goal: Goal
    solution: tuple[str, ...]

    def key(self, part: str) -> str:
        """Return the key of one of its texts in the game's catalogue."""
        return f"exercise.{self.id}.{part}"

    def hints(self, catalog: Catalog) -> list[str]:
        """Return the hints, in order."""
        texts = list[str]()
        while (key := self.key(f"hint{len(texts) + 1}")) in catalog.texts:
            texts.append(catalog.get(key))
        return texts

    def judge(self, before: AnyPosition, moves: Iterable[tuple[Seat, str]]) -> Verdict | None:
        """Return the first verdict that these moves lead to.

        None while the seat has to do more. Moves after a verdict are ignored.
        """
        after, actions, news = before.copy(), list[str](), list[Message]()
        for seat, action in moves:
            after.apply(seat, action)
            seen = (entry.seen_by(self.seat) for entry in after.state.news)
            news += [message for message in seen if message is not None]
            if seat != self.seat:
                continue
            actions.append(action)
            verdict = self.goal(Trial(seat, before, tuple(actions), after, tuple(news)))
            if verdict is not None:
                return verdict
        return None

    def try_out(self, game: Game[Any, Any], actions: Sequence[str]) -> Verdict | None:
        """Judge these actions of the exercise's seat in its own position."""
        return self.judge(self.place(game), [(self.seat, action) for action in actions])


# -- goals that all games can use


def reaches(
    wanted: Callable[[Trial], bool],
    reasons: Callable[[Trial], Iterable[Message]] = lambda trial: (),
    *,
    when: Callable[[Trial], bool] = lambda trial: True,
) -> Goal:
    """Accept an answer that leads to a wanted position; it is judged as soon as `when` holds."""

    def goal(trial: Trial) -> Verdict | None:
        if not when(trial):
            return None
        return Verdict(wanted(trial), tuple(reasons(trial)))

    return goal


def best(
    measure: Measure, unit: str, *, after: Callable[[str], bool] = lambda action: False
) -> Goal:
    """Accept an answer that no other answer to the same decision beats. `measure` rates every
    answer. `unit` names what is counted (the text `exercise.unit.<unit>`). Actions that `after`
    accepts only lead up to the decision that counts."""

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
    """Report the value of an answer, never the best one's, which would give it away; with one
    decimal if needed, which each language writes in its own way."""
    if worth == int(worth):
        return say("kernel.exercise.figure", whole=int(worth))
    whole, tenths = divmod(round(worth * 10), 10)
    return say("kernel.exercise.figure_tenths", whole=whole, tenths=tenths)
