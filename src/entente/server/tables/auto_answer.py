"""Answer decisions that have a single, publicly known answer.

Only answers that reveal nothing are given (`Ask.open_menu`), and only if no player loses an undo by
it. After an undo nothing is answered automatically: a player who returns to such a question answers
it by hand.
"""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel import Decision
from entente.server.tables.room import Room

MOST = 200  # in a row; no game should come near it


def answer_automatically(room: Room, now: float, *others: Callable[[Room, float], bool]) -> None:
    """Give automatic answers after an action, for players who want that.

    `others` are further sources of answers, each called until it returns False.
    """
    for _ in range(MOST):
        if not any(give(room, now) for give in (_only_answer, *others)):
            return


def _only_answer(room: Room, now: float) -> bool:
    """Give one automatic answer, if there is one."""
    decision = next((each for each in room.position.decisions if _is_given(room, each)), None)
    if decision is None:
        return False
    seat, action = decision.seat, next(iter(decision.menu))
    room.match.act(seat, action, int(now), decision.window)
    room.write_move(now)
    room.discard_draft(seat, decision.window)
    return True


def _is_given(room: Room, decision: Decision) -> bool:
    """Return whether a question is answered automatically."""
    chair = room.chairs[decision.seat]
    person = None if chair.user_id is None else room.people.get(chair.user_id)
    if person is None or not person.auto_answer or chair.computer or chair.stand_in:
        return False
    if not room.position.bind(decision).is_only_answer:
        return False
    return not room.match.back or _shows_nothing(room, decision)


def _shows_nothing(room: Room, decision: Decision) -> bool:
    """Return whether an answer rolls no dice and reveals nothing.

    Earlier actions can then still be undone.
    """
    position = room.position.copy()
    before = position.state.chance.count, position.state.reveals
    position.apply_unchecked(decision, next(iter(decision.menu)))
    return (position.state.chance.count, position.state.reveals) == before
