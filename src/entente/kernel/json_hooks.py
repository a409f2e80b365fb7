"""msgspec hooks for the JSON form of states."""

from __future__ import annotations

import msgspec

from entente.kernel.frame import Frame, FrameValue, Window


class _Row(msgspec.Struct, array_like=True):
    """The JSON form of a frame."""

    step: str
    args: dict[str, FrameValue] = {}
    window: Window = 0


def write(value: object) -> object:
    """Encode a frame as a row (encoder hook)."""
    if isinstance(value, Frame):
        return value.step, value.args, value.window
    raise NotImplementedError(f"a state must be plain data, not {type(value).__name__}")


def read(kind: type, value: object) -> object:
    """Decode a frame from its row (decoder hook)."""
    if kind is Frame:
        frame = msgspec.convert(value, _Row)
        return Frame(frame.step, frame.args, frame.window)
    raise NotImplementedError(f"a state must be plain data, not {kind.__name__}")
