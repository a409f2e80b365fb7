"""Frames: the entries of the stack that controls the flow of a game.

Frames are created and read at every turn. They are a plain class rather than a msgspec struct:
compiled, an attribute is read without a dictionary, a call or a check.
"""

from __future__ import annotations

from typing import Final

FrameValue = str | int
Window = int


class Frame:
    """A step that runs or is still to run, with its arguments. Immutable.

    A step that asks a decision gets the decision's number in `window` when it is first asked. It
    keeps the number while it is asked again and while other steps interrupt it.
    """

    __slots__ = ("args", "step", "window")

    def __init__(
        self, step: str, args: dict[str, FrameValue] | None = None, window: Window = 0
    ) -> None:
        self.step: Final = step
        self.args: Final = {} if args is None else args
        self.window: Final = window

    def text(self, name: str) -> str:
        """Return an argument that is a text."""
        value = self.args[name]
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        """Return an argument that is a whole number."""
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return (self.step, self.args, self.window) == (other.step, other.args, other.window)

    __hash__ = None  # type: ignore[assignment]  # its arguments are a dictionary

    def __repr__(self) -> str:
        return f"Frame({self.step!r}, {self.args!r}, {self.window})"

    def __reduce__(self) -> tuple[type[Frame], tuple[str, dict[str, FrameValue], Window]]:
        return Frame, (self.step, self.args, self.window)
