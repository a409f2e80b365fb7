"""A table in short, as pages with several boards show it."""

from __future__ import annotations

import msgspec

from entente.kernel import Seat
from entente.wire.tables import Ending, SpectatorDelay, Status, Timer

MOST_BOARDS = 12  # on one page
MOST_LINES = 3  # of the log


class BoardPicture(msgspec.Struct):
    """What a position adds to the empty board of its game.

    `attributes` are set on the elements of the board with a name (`data-id` or `data-centre`),
    `svg` is drawn over it, `style` are rules for both.
    """

    svg: str
    attributes: dict[str, dict[str, str]]
    style: str


class BoardPlayer(msgspec.Struct):
    """A seat in words, its player, and their time: until `due`, or `seconds_left` if stopped."""

    seat: str
    name: str | None
    computer: str | None
    to_move: bool
    due: float | None
    seconds_left: float | None


class LiveBoard(msgspec.Struct, tag="board"):
    """A table as spectators see it.

    `lines` are the last ones of the log; `watching` is the number of spectators.
    """

    table: str
    game: str
    title: str
    status: Status
    stage: str | None
    moves: int
    paused: bool
    delay: SpectatorDelay | None
    players: dict[Seat, BoardPlayer]
    outcome: Ending | None
    lines: list[str]
    picture: BoardPicture | None
    timer: Timer | None


class BoardClosed(msgspec.Struct, tag="closed"):
    """A table that cannot be watched: there is none, or it allows no spectators."""

    table: str
    text: str


BoardsFrame = LiveBoard | BoardClosed
_encoder = msgspec.json.Encoder()


def write_board(frame: BoardsFrame) -> str:
    return _encoder.encode(frame).decode()
