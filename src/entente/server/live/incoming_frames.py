"""Read incoming websocket frames, and refuse those that are malformed or too long."""

from __future__ import annotations

import msgspec

from entente.kernel import Catalog, Message
from entente.server.problem import Problem
from entente.wire.frames import Act, ActionOptionsRequest, Check, Incoming, Refused

LONGEST = 64 * 1024
LONGEST_TEXT = 4000  # characters that a game parses: more than the orders of all units
MOST_THINGS = 40  # in one question

_decoder = msgspec.json.Decoder(Incoming)


class TextTooLong(Problem):
    """A readable frame with a text that is too long for the game."""

    def __init__(self, frame_id: str) -> None:
        super().__init__(413, "frame.text", most=LONGEST_TEXT)
        self.frame_id = frame_id


def read_frame(data: str | bytes) -> Incoming:
    """Parse a frame. Raise Problem if it is invalid."""
    if len(data) > LONGEST:
        raise Problem(413, "frame.too_long")
    try:
        frame: Incoming = _decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem(400, "frame.malformed") from None
    _check_texts(frame)
    return frame


def _check_texts(frame: Incoming) -> None:
    """Raise Problem 413 if a text for the game is too long."""
    if isinstance(frame, Act):
        length = len(frame.action)
    elif isinstance(frame, Check):
        length = len(frame.action) + sum(map(len, frame.things))
        if len(frame.things) > MOST_THINGS:
            length = LONGEST_TEXT + 1
    else:
        length = len(frame.thing) if isinstance(frame, ActionOptionsRequest) else 0
    if length > LONGEST_TEXT:
        raise TextTooLong(frame.id)


def problem(error: Problem, frame_id: str, catalog: Catalog) -> Refused:
    message: Message = error.message
    return Refused(frame_id, "", message.key, dict(message.args), catalog.line(message))
