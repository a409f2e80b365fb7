"""Stack operations of a state as functions; `State` has them as methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from entente.kernel.frame import Frame, FrameValue, Window

if TYPE_CHECKING:  # a state is made of frames
    from entente.kernel.state import State


def push(stack: list[Frame], frames: tuple[Frame | str, ...]) -> None:
    """Put steps on a stack so that the first one named runs first."""
    for frame in reversed(frames):
        if isinstance(frame, str):
            stack.append(Frame(frame))
        elif frame.window:  # pushed again, it is a new decision
            stack.append(Frame(frame.step, frame.args))
        else:
            stack.append(frame)


def place_of(stack: list[Frame], window: Window) -> int:
    """Return the index of a decision on a stack; -1 if it is not there."""
    place = len(stack) - 1
    while place >= 0 and stack[place].window != window:
        place -= 1
    return place


def number_top(state: State) -> Frame:
    """Assign a number to the decision on top, which is now asked."""
    stack = state.stack
    frame = stack[-1]
    if not frame.window:
        frame = stack[-1] = numbered(state, frame)
    return frame


def numbered(state: State, frame: Frame) -> Frame:
    """Return a frame with the number of the next decision."""
    state.windows += 1
    return Frame(frame.step, frame.args, state.windows)


def ask_again(state: State, frame: Frame, changes: Mapping[str, FrameValue]) -> None:
    """Ask the same decision again with changed arguments."""
    window = frame.window
    changed = Frame(frame.step, {**frame.args, **changes}, window)
    place = place_of(state.stack, window) if window else -1
    if place >= 0:
        state.stack[place] = changed
        return
    if not any(each.window == window for each in state.standing):
        raise ValueError(f"{frame.step!r} is not an open decision")
    state.standing = [changed if each.window == window else each for each in state.standing]


def remove(state: State, frame: Frame, place: int) -> None:
    """Remove a decision that is answered for good, from this place on the stack or from beside
    it."""
    stack, window = state.stack, frame.window
    index = place_of(stack, window) if window else place
    if 0 <= index < len(stack):
        del stack[index]
    elif state.standing:
        state.standing = [each for each in state.standing if each.window != window]
