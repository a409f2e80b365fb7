"""The flow of a game: its steps, one after the other, until somebody is asked."""

from __future__ import annotations

from entente.kernel.frame import Frame
from entente.kernel.stack import number_top, remove
from entente.kernel.state import State
from entente.kernel.steps import C, Steps


def run(steps: Steps[C], state: State, context: C) -> None:
    """Run automatic steps until somebody is asked or the game is over."""
    stack, asking, automatic = state.stack, steps.asking, steps.automatic
    while stack and state.outcome is None:
        frame = stack[-1]
        rule = automatic.get(frame.step)
        if rule is not None:
            stack.pop()
            rule(context, frame)
            continue
        ask = asking.get(frame.step)
        if ask is None:
            raise steps.unknown(frame.step)
        if not ask.needed(context, frame):
            stack.pop()
            if frame.window:
                state.close(frame.window)
        elif ask.sealed and not waits(steps, state, context, frame):
            unseal(steps, state, context, number_top(state))
        else:
            if not frame.window:
                number_top(state)
            return
    if state.outcome is None:
        raise RuntimeError("the flow of the game ended without an outcome")
    stack.clear()
    state.standing, state.answers, state.plans = [], {}, {}


def waits(steps: Steps[C], state: State, context: C, frame: Frame) -> bool:
    """Whether a sealed question waits for an answer: those who had to give one may be gone."""
    ask, answered = steps.asking[frame.step], state.answers.get(frame.window, {})
    return any(
        seat not in answered and ask.waits(context, frame, seat)
        for seat in ask.seats(context, frame)
    )


def unseal(steps: Steps[C], state: State, context: C, frame: Frame) -> None:
    """Open the answers to a sealed question, once nobody is waited for any more."""
    ask, answers = steps.asking[frame.step], state.answers.get(frame.window, {})
    given = {each: answers[each] for each in ask.seats(context, frame) if each in answers}
    state.reveal()
    remove(state, frame, len(state.stack) - 1)
    ask.resolve_sealed(context, frame, given)
    state.close(frame.window)
