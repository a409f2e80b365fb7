"""What the questions themselves tell: who is asked, and how often, follows from what all know.

Whoever waits for another sees that he is asked and counts his answers. If a question were passed
over where there is nothing to answer, that would show what the other holds.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from entente.kernel.conformance.journey import AnyGame, Journey, demand, some
from entente.kernel.info import Seat

ON = 60  # moves that twins are played on: a turn or more
WORLDS = 2
FEW = 200


def check_asking(journey: Journey) -> None:
    """Two states that a seat cannot tell apart ask the same questions, as they are played on.

    In both the same public choices are made; of an action that a seat takes unseen, the others know
    what `redact` leaves of it.
    """
    moves_compared(journey)


def moves_compared(journey: Journey) -> int:
    """The same, and after how many moves the questions of two such states were compared.

    Where a game has secrets a test should ask for a number: states whose views part at once, or
    in which no choices are the same, make the check idle.
    """
    game, compared = journey.game, 0
    for moment in journey.sample("asking", 1):
        state, rng = moment.state(), journey.rng(f"asking {moment.number}")
        for seat in journey.seats:
            for _ in range(WORLDS):
                twin = game.determinize(state, seat, rng)
                where = f"{journey.where(moment.number)}, to {seat}"
                _check_question(game, state, twin, where)
                compared += _check_course(game, game.copy(state), twin, seat, rng, where)
    return compared


def _check_question(game: AnyGame, state: Any, twin: Any, where: str) -> None:
    """What is asked now would be asked in the other world too."""
    if not state.stack:
        return
    frame, context = state.stack[-1], game.context(twin)
    ask = game.steps.asking[frame.step]
    asked = ask.seats(context, frame) if ask.needed(context, frame) else ()
    same = asked == ask.seats(game.context(state), frame)
    demand(same, f"{where}: whether {frame.step!r} is asked, or of whom, tells something hidden")


def _check_course(
    game: AnyGame, state: Any, twin: Any, viewer: Seat, rng: Random, where: str
) -> int:
    """Play both on until what can be seen of them parts, as it may where something is shown.

    For how many moves that was.
    """
    twin.chance = state.chance.copy()
    for compared in range(ON):
        decisions = game.decisions(state)
        if not decisions:
            return compared
        seat = rng.choice(list(decisions))
        pair = _same_choice(game, state, twin, seat, viewer, rng)
        if pair is None:
            return compared
        game.apply(state, seat, pair[0])
        game.apply(twin, seat, pair[1])
        if _table(game, state, viewer) != _table(game, twin, viewer):
            return compared
        ours, theirs = (_questions(game, each) for each in (state, twin))
        text = f"{where}: {ours} are asked after {pair[0]!r}, and {theirs} after {pair[1]!r}"
        demand(ours == theirs, f"{text}, which look alike")
    return ON


def _questions(game: AnyGame, state: Any) -> dict[Seat, str]:
    """Who is asked, in which step."""
    return {seat: decision.step for seat, decision in game.decisions(state).items()}


def _same_choice(
    game: AnyGame, state: Any, twin: Any, seat: Seat, viewer: Seat, rng: Random
) -> tuple[str, str] | None:
    """An action in each of the states, of which the viewer knows the same; None: there is none."""
    ours, theirs = (_by_form(game, each, seat, viewer, rng) for each in (state, twin))
    forms = [form for form in ours if form in theirs]
    if not forms:
        return None
    form = rng.choice(forms)
    action, others = rng.choice(ours[form]), theirs[form]
    return action, action if action in others else rng.choice(others)


def _by_form(
    game: AnyGame, state: Any, seat: Seat, viewer: Seat, rng: Random
) -> dict[str | None, list[str]]:
    """What a seat may do, by what the viewer would know of it; of a large menu only a part."""
    forms: dict[str | None, list[str]] = {}
    for action in some(game.decisions(state)[seat].menu, rng, FEW):
        forms.setdefault(game.redact(state, seat, action, viewer), []).append(action)
    return forms


def _table(game: AnyGame, state: Any, viewer: Seat) -> bytes:
    """A view without the question in it."""
    view = game.view(state, viewer)
    view.waiting, view.decision = (), None
    return msgspec.json.encode(view)
