"""Sealed answers and private plans in a state: store them, and take them back while they wait."""

from __future__ import annotations

from typing import TypeVar

from entente.kernel.frame import Window
from entente.kernel.info import Seat
from entente.kernel.state import State

V = TypeVar("V")


def store_answer(state: State, window: Window, seat: Seat, action: str) -> None:
    """Store a sealed answer to a decision."""
    answers = {**state.answers.get(window, {}), seat: action}
    state.answers = {**state.answers, window: answers}


def add_plan_step(state: State, window: Window, seat: Seat, action: str) -> None:
    """Add a step to a seat's private plan."""
    plans = state.plans.get(window, {})
    steps = (*plans.get(seat, ()), action)
    state.plans = {**state.plans, window: {**plans, seat: steps}}


def withdrawable(state: State, seat: Seat) -> tuple[Window, ...]:
    """Return the open decisions at which a seat can withdraw its answer or a step of its plan."""
    if not state.answers and not state.plans:
        return ()
    windows = (frame.window for frame in state.open_frames())
    return tuple(
        window
        for window in windows
        if seat in state.answers.get(window, ()) or seat in state.plans.get(window, ())
    )


def take_back(state: State, window: Window, seat: Seat) -> None:
    """Remove a seat's sealed answer, or the last step of its plan."""
    answers = state.answers.get(window, {})
    if seat in answers:
        rest = {each: answer for each, answer in answers.items() if each != seat}
        state.answers = _with(state.answers, window, rest)
        return
    plans = state.plans[window]
    steps = plans[seat][:-1]
    kept = {**plans, seat: steps} if steps else {e: p for e, p in plans.items() if e != seat}
    state.plans = _with(state.plans, window, kept)


def _with(
    windows: dict[Window, dict[Seat, V]], window: Window, kept: dict[Seat, V]
) -> dict[Window, dict[Seat, V]]:
    """Return a mapping by decision with one entry replaced, or removed if it is empty."""
    rest = {each: values for each, values in windows.items() if each != window}
    return {**rest, window: kept} if kept else rest
