"""Run a game's steps one after the other until a seat has to decide."""

from __future__ import annotations

from entente.kernel.action import Action
from entente.kernel.frame import Frame
from entente.kernel.stack import number_top, remove
from entente.kernel.state import C, State
from entente.kernel.steps import Steps


def run(steps: Steps[C], state: State, context: C) -> None:
    """Run automatic steps until a seat has to decide or the game is over."""
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
            resolve_sealed(steps, state, context, number_top(state))
        else:
            if not frame.window:
                number_top(state)
            return
    if state.outcome is None:
        raise RuntimeError("the stack is empty but the game has no outcome")
    stack.clear()
    state.standing, state.answers, state.plans = [], {}, {}


def waits(steps: Steps[C], state: State, context: C, frame: Frame) -> bool:
    """Return whether a sealed decision still waits for an answer; the seats that owed one may be
    gone."""
    ask, answered = steps.asking[frame.step], state.answers.get(frame.window, {})
    return any(
        seat not in answered and ask.waits(context, frame, seat)
        for seat in ask.seats(context, frame)
    )


def resolve_sealed(steps: Steps[C], state: State, context: C, frame: Frame) -> None:
    """Open the answers to a sealed decision once no seat is waited for."""
    ask, answers = steps.asking[frame.step], state.answers.get(frame.window, {})
    seats = ask.seats(context, frame)
    actions = {each: Action(answers[each], ask.grammar) for each in seats if each in answers}
    state.reveal()
    remove(state, frame, len(state.stack) - 1)
    ask.resolve_sealed(context, frame, actions)
    state.close(frame.window)
