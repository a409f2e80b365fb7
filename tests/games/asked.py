"""What a state asks, for tests that hold states rather than positions."""

from __future__ import annotations

from entente.kernel import State


def asked_step(state: State) -> str:
    """The step that waits for a decision; empty when the game is over."""
    return state.top.step if state.top else ""
