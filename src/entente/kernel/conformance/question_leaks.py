"""What the questions themselves tell: who is asked, and how often, follows from what all know.

Whoever waits for another sees that he is asked and counts his answers. If a question were passed
over where there is nothing to answer, that would show what the other holds.
"""

from __future__ import annotations

from random import Random

import msgspec

from entente.kernel.conformance.playthrough import (
    AnyPosition,
    RandomPlaythrough,
    require,
    sample_menu,
)
from entente.kernel.decision import Decision
from entente.kernel.info import Seat

ON = 30  # moves that twins are played on, for each sample: with two of them a turn or more
FEW = 200

Form = tuple[bool, str | None]  # whether an action is seen, and what is known of it


def check_question_leaks(journey: RandomPlaythrough) -> None:
    """Two states that a seat cannot tell apart ask the same questions, as they are played on.

    In both the same public choices are made; of an action that a seat takes unseen, the others know
    what `redact` leaves of it.
    """
    moves_compared(journey)


def moves_compared(journey: RandomPlaythrough) -> int:
    """The same, and after how many moves the questions of two such states were compared.

    Where a game has secrets a test should ask for a number: states whose views part at once, or
    in which no choices are the same, make the check idle.
    """
    compared = 0
    for moment in journey.sample("asking", 1):
        position, rng = moment.position(), journey.rng(f"asking {moment.number}")
        for seat in journey.seats:
            for _ in range(journey.samples):
                twin = position.determinize(seat, rng)
                where = f"{journey.where(moment.number)}, to {seat}"
                _check_questions(position, twin, where)
                moves = ON * journey.samples
                compared += _check_course(position.copy(), twin, seat, moves, rng, where)
    return compared


def _check_questions(position: AnyPosition, twin: AnyPosition, where: str) -> None:
    """What is asked now would be asked in the other world too."""
    for frame in position.state.open_frames():
        ask = position.game.steps.asking[frame.step]
        asked, otherwise = (
            {seat: ask.waits(each.context, frame, seat) for seat in ask.seats(each.context, frame)}
            if ask.needed(each.context, frame)
            else {}
            for each in (position, twin)
        )
        same = asked == otherwise
        text = f"{where}: whether {frame.step!r} is asked, or of whom, tells something hidden"
        require(same, text)


def _check_course(
    position: AnyPosition, twin: AnyPosition, viewer: Seat, moves: int, rng: Random, where: str
) -> int:
    """Play both on so far, or until what can be seen of them parts, as it may where something is
    shown.

    For how many moves that was.
    """
    twin.state.chance = position.state.chance.copy()
    for compared in range(moves):
        if not position.decisions:
            return compared
        decision = rng.choice([each for each in position.decisions if each.must])
        pair = _same_choice(position, twin, decision, viewer, rng)
        if pair is None:
            return compared
        position.apply(decision.seat, pair[0], decision.window)
        twin.apply(decision.seat, pair[1], decision.window)
        if _table(position, viewer) != _table(twin, viewer):
            return compared
        ours, theirs = (_questions(each, viewer) for each in (position, twin))
        text = f"{where}: {ours} are asked after {pair[0]!r}, and {theirs} after {pair[1]!r}"
        require(ours == theirs, f"{text}, which look alike")
    return moves


def _questions(position: AnyPosition, viewer: Seat) -> list[tuple[Seat, str, int]]:
    """Who is asked, in which step, which question."""
    return [(each.seat, each.step, each.window) for each in position.decisions]


def _same_choice(
    position: AnyPosition, twin: AnyPosition, decision: Decision, viewer: Seat, rng: Random
) -> tuple[str, str] | None:
    """An action in each of the states, of which the viewer knows the same; None: there is none."""
    other = twin.decision(decision.seat, decision.window)
    if other is None:
        return None
    ours = _by_form(position, decision, viewer, rng)
    theirs = _by_form(twin, other, viewer, rng)
    forms = [form for form in ours if form in theirs]
    if not forms:
        return None
    form = rng.choice(forms)
    action, others = rng.choice(ours[form]), theirs[form]
    return action, action if action in others else rng.choice(others)


def _by_form(
    position: AnyPosition, decision: Decision, viewer: Seat, rng: Random
) -> dict[Form, list[str]]:
    """What a seat may do, by what the viewer would know of it; of a large menu only a part."""
    forms: dict[Form, list[str]] = {}
    for action in sample_menu(decision.menu, rng, FEW):
        seen = position.is_seen(decision, action, viewer)
        forms.setdefault((seen, position.shown(decision, action, viewer)), []).append(action)
    return forms


def _table(position: AnyPosition, viewer: Seat) -> bytes:
    """A view without the questions in it."""
    view = position.view(viewer)
    view.to_move, view.decisions = (), ()
    return msgspec.json.encode(view)
