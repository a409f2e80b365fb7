"""States as JSON: what msgspec does not know how to write by itself."""

from __future__ import annotations

import msgspec

from entente.kernel.frame import Frame, FrameValue, Window


class _Row(msgspec.Struct, array_like=True):
    """A frame as it is written."""

    step: str
    args: dict[str, FrameValue] = {}
    window: Window = 0


def write(value: object) -> object:
    """For an encoder: a frame as a row."""
    if isinstance(value, Frame):
        return value.step, value.args, value.window
    raise NotImplementedError(f"a state holds plain data: not {type(value).__name__}")


def read(kind: type, value: object) -> object:
    """For a decoder: a frame out of its row."""
    if kind is Frame:
        row = msgspec.convert(value, _Row)
        return Frame(row.step, row.args, row.window)
    raise NotImplementedError(f"a state holds plain data: not {kind.__name__}")
