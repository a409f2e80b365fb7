"""Prepared answers: what a seat answers to a decision that may come.

A game declares a `Preparable` for a step (`steps.ask(name, prepared=…)`). It names the coming
occasions of the decision and what a seat may choose for each. When an occasion comes, it makes the
answer from what was chosen, says what it dropped and why, or that the choices are not enough.

Only some decisions can be prepared: sealed ones, where an instant answer reveals nothing; those
with an open menu, whose answers all can compute; and passes (`AutoPass`), from which others learn
no more than from a quick pass. `lasting` instructions are used again and again until their player
changes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from entente.kernel.compiling import mypyc_attr
from entente.kernel.decision import Decision
from entente.kernel.info import Seat
from entente.kernel.message import Message
from entente.kernel.state import C

if TYPE_CHECKING:  # a position asks steps, and steps have preparable decisions
    from entente.kernel.position import Position

UNLESS = "unless"

ByThing = Mapping[str, tuple[str, ...]]


class Occasion(NamedTuple):
    """A coming occasion of a decision, and what a seat may prepare for it.

    `choices` are by thing. A `ranked` answer lists them in order of preference, several for one
    thing; any other has at most one for each thing. `expected` is the position that the choices
    assume, by owner; empty if they assume none.
    """

    key: str
    choices: ByThing
    ranked: bool = True
    expected: ByThing = {}


class Plans(NamedTuple):
    """What a seat is about to answer now, and what it has prepared for the coming occasions."""

    answer: Sequence[str] = ()
    prepared: Mapping[str, Sequence[str]] = {}


class DueAnswer(NamedTuple):
    """What a prepared answer becomes when its occasion comes.

    `answer` is None if the choices are not enough. It is made of those that `fit`; `dropped` are
    the others, with the reason. In a `complete` answer nothing is a default.
    """

    answer: str | None
    fit: tuple[str, ...] = ()
    dropped: tuple[tuple[str, Message], ...] = ()
    complete: bool = True


NOT_ENOUGH = DueAnswer(None, complete=False)


@mypyc_attr(allow_interpreted_subclasses=True)
class Preparable(Generic[C]):
    """The coming occasions of a step's decision, and what becomes of an answer. Subclass it."""

    # Steps whose prepared answers are void when a seat has to answer this one itself: it did not
    # get the position it had planned for.
    cancels: ClassVar[tuple[str, ...]] = ()
    # The choices are instructions for all occasions, under one key: they are not used up.
    lasting: ClassVar[bool] = False

    def occasions(self, context: C, seat: Seat, plans: Plans) -> Iterable[Occasion]:
        """Return the occasions for which a seat may prepare an answer now, next first, from what it
        knows and plans."""
        raise NotImplementedError

    def key(self, context: C) -> str:
        """Return the key of the occasion while the decision is open."""
        raise NotImplementedError

    def due(self, context: C, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        """Return what the choices prepared for the open decision become."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class AutoPass(Preparable[C]):
    """A pass on a decision that may come up, optionally with exceptions: `unless belgium`."""

    action: ClassVar[str] = ""  # the pass

    def exceptions(self, context: C, seat: Seat) -> Iterable[str] | None:
        """Return the things a seat may except from the pass; None if it cannot prepare one now."""
        raise NotImplementedError

    def happened(self, context: C) -> Iterable[str]:
        """Return the things that the open decision is about."""
        raise NotImplementedError

    def occasions(self, context: C, seat: Seat, plans: Plans) -> Iterable[Occasion]:
        things = self.exceptions(context, seat)
        if things is None:
            return ()
        exceptions = tuple([f"{UNLESS} {thing}" for thing in things])
        choices = {self.action: (self.action,), UNLESS: exceptions}
        return (Occasion(self.key(context), choices),)

    def due(self, context: C, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        happened = [f"{UNLESS} {thing}" for thing in self.happened(context)]
        if self.action not in choices or any(each in choices for each in happened):
            return NOT_ENOUGH
        return DueAnswer(self.action, (self.action,))


# -- in a position


def occasions(
    position: Position[Any, Any],
    seat: Seat,
    answer: Sequence[str] = (),
    prepared: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
) -> dict[str, list[Occasion]]:
    """Return the occasions for which a seat may prepare answers now, by step.

    `answer` is the seat's answer to its current decision, `prepared` what it has prepared so far,
    by step and occasion.
    """
    if position.outcome is not None:
        return {}
    known = prepared or {}
    by_step = {
        step: list(each.occasions(position.context, seat, Plans(answer, known.get(step, {}))))
        for step, each in position.game.steps.preparable.items()
    }
    return {step: each for step, each in by_step.items() if each}


def occasion_key(position: Position[Any, Any], decision: Decision) -> str:
    """Return the occasion of an open decision; empty if no answer to it can be prepared."""
    step = position.game.steps.preparable.get(decision.step)
    return "" if step is None else step.key(position.context)


def is_lasting(position: Position[Any, Any], step: str) -> bool:
    """Return whether what is prepared for a step's decision stays until its player changes it."""
    known = position.game.steps.preparable.get(step)
    return known is not None and known.lasting


def is_pass(position: Position[Any, Any], step: str) -> bool:
    """Return whether only a pass can be prepared for a step's decision."""
    return isinstance(position.game.steps.preparable.get(step), AutoPass)


def cancelled_by(position: Position[Any, Any], decision: Decision) -> tuple[str, ...]:
    """Return the steps whose prepared answers are void if the seat has to answer a decision."""
    step = position.game.steps.preparable.get(decision.step)
    return () if step is None else step.cancels


def due_answer(
    position: Position[Any, Any], decision: Decision, choices: Sequence[str]
) -> DueAnswer:
    """Return what the choices prepared for an open decision become, in canonical spelling."""
    due = position.game.steps.preparable[decision.step].due(
        position.context, decision.seat, choices
    )
    answer = None if due.answer is None else decision.menu.canonical(due.answer)
    return NOT_ENOUGH if answer is None else due._replace(answer=answer)
