"""Leaks through questions: who is asked, and how often, must follow from public knowledge.

A waiting player sees who is asked and counts the answers. Skipping a question without a choice
would reveal what another player holds.
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

ON = 30  # moves to play two lookalike states per sample: with two samples a turn or more
FEW = 200

Form = tuple[bool, str | None]  # whether an action is visible, and its visible form


def check_question_leaks(run: RandomPlaythrough) -> None:
    """Check that two states a seat cannot distinguish ask the same questions as they are played on.

    The same public choices are made in both; of a hidden action the others know what `redact`
    leaves.
    """
    moves_compared(run)


def moves_compared(run: RandomPlaythrough) -> int:
    """Run `check_question_leaks` and return the number of moves after which questions were
    compared.

    For a game with secrets a test should require a minimum: the check is idle if views diverge at
    once or no choices match.
    """
    compared = 0
    for saved in run.sample("asking", 1):
        position, rng = saved.position(), run.rng(f"asking {saved.number}")
        for seat in run.seats:
            for _ in range(run.samples):
                twin = position.determinize(seat, rng)
                where = f"{run.where(saved.number)}, to {seat}"
                _check_questions(position, twin, where)
                moves = ON * run.samples
                compared += _check_course(position.copy(), twin, seat, moves, rng, where)
    return compared


def _check_questions(position: AnyPosition, twin: AnyPosition, where: str) -> None:
    """Check that both worlds ask the same questions now."""
    for frame in position.state.open_frames():
        ask = position.game.steps.asking[frame.step]
        questions, otherwise = (
            {seat: ask.waits(each.context, frame, seat) for seat in ask.seats(each.context, frame)}
            if ask.needed(each.context, frame)
            else {}
            for each in (position, twin)
        )
        same = questions == otherwise
        text = f"{where}: whether {frame.step!r} is asked, or of whom, leaks something hidden"
        require(same, text)


def _check_course(
    position: AnyPosition, twin: AnyPosition, viewer: Seat, moves: int, rng: Random, where: str
) -> int:
    """Play both states on for a number of moves, or until their views diverge, as they may after a
    reveal.

    Return the number of moves.
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
        require(ours == theirs, f"{text}, though both look alike")
    return moves


def _questions(position: AnyPosition, viewer: Seat) -> list[tuple[Seat, str, int]]:
    """Return the seat, step and window of each question."""
    return [(each.seat, each.step, each.window) for each in position.decisions]


def _same_choice(
    position: AnyPosition, twin: AnyPosition, decision: Decision, viewer: Seat, rng: Random
) -> tuple[str, str] | None:
    """Return a pair of actions, one per state, that look the same to the viewer; None if there is
    none."""
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
    """Return the legal actions of a seat by their visible form; of a large menu only a sample."""
    forms: dict[Form, list[str]] = {}
    bound = position.bind(decision)
    for action in sample_menu(decision.menu, rng, FEW):
        form = bound.is_seen(action, viewer), bound.shown(action, viewer)
        forms.setdefault(form, []).append(action)
    return forms


def _table(position: AnyPosition, viewer: Seat) -> bytes:
    """Return a view without its questions."""
    view = position.view(viewer)
    view.to_move, view.decisions = (), ()
    return msgspec.json.encode(view)
