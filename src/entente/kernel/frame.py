"""Frames: the entries of the stack that the flow of a game is.

They are made and asked at every turn. So a frame is a class of its own and not a structure of
msgspec: a compiled one is read without a dictionary, a call or a check.
"""

from __future__ import annotations

from typing import Final

FrameValue = str | int
Window = int


class Frame:
    """A step that is under way or still to come, with what it needs to know. It never changes.

    A waiting step has the number of its question in `window` from when it is first asked; it keeps
    it while it is asked again, and while other steps interrupt it.
    """

    __slots__ = ("args", "step", "window")

    def __init__(
        self, step: str, args: dict[str, FrameValue] | None = None, window: Window = 0
    ) -> None:
        self.step: Final = step
        self.args: Final = {} if args is None else args
        self.window: Final = window

    def text(self, name: str) -> str:
        value = self.args[name]
        assert isinstance(value, str)
        return value

    def number(self, name: str) -> int:
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return (self.step, self.args, self.window) == (other.step, other.args, other.window)

    __hash__ = None  # type: ignore[assignment]  # its particulars are a dictionary

    def __repr__(self) -> str:
        return f"Frame({self.step!r}, {self.args!r}, {self.window})"

    def __reduce__(self) -> tuple[type[Frame], tuple[str, dict[str, FrameValue], Window]]:
        return Frame, (self.step, self.args, self.window)
