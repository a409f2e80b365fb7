"""Questions that are none: whoever has a single answer, as everybody knows, need not come for it.

Only answers that tell nobody anything are given so (`Ask.open_menu`), and only where nobody loses
by it what he could still take back. After an undo nothing is given by itself: whoever goes back to
such a question answers it by hand.
"""

from __future__ import annotations

from collections.abc import Callable

from entente.kernel import Decision
from entente.server.tables.room import Room

MOST = 200  # in a row: no game should come near it


def answer_automatically(room: Room, now: float, *others: Callable[[Room, float], bool]) -> None:
    """After an action: give the answers that go without saying, for those who want it so. `others`
    give answers too, one after the other, and tell whether there was one."""
    for _ in range(MOST):
        if not any(give(room, now) for give in (_only_answer, *others)):
            return


def _only_answer(room: Room, now: float) -> bool:
    """Give one answer that goes without saying, if there is one."""
    decision = next((each for each in room.position.decisions if _is_given(room, each)), None)
    if decision is None:
        return False
    seat, action = decision.seat, next(iter(decision.menu))
    room.match.act(seat, action, int(now), decision.window)
    room.write_move(now)
    room.discard_draft(seat, decision.window)
    return True


def _is_given(room: Room, decision: Decision) -> bool:
    """Whether the answer to a question is given by itself."""
    chair = room.chairs[decision.seat]
    person = None if chair.user_id is None else room.people.get(chair.user_id)
    if person is None or not person.auto_answer or chair.computer or chair.stand_in:
        return False
    if not room.position.is_only_answer(decision):
        return False
    return not room.match.back or _shows_nothing(room, decision)


def _shows_nothing(room: Room, decision: Decision) -> bool:
    """Whether an answer rolls no die and turns nothing up, so that what was done before it can be
    taken back as before."""
    position = room.position.copy()
    before = position.state.chance.count, position.state.reveals
    position.apply_unchecked(decision, next(iter(decision.menu)))
    return (position.state.chance.count, position.state.reveals) == before
