"""What goes over a table's websocket, in both directions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from entente.kernel import Catalog, Decision, IllegalAction, Message, Seat, View, registry
from entente.kernel.chance import seed_hash
from entente.kernel.menu import Choose
from entente.kernel.text import Link
from entente.server.problem import Problem
from entente.server.rooms import AnyMatch, Room

LONGEST = 64 * 1024


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, on the version one has seen. `id` comes back with the answer."""

    seat: Seat
    version: int
    action: str
    id: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take one's last action back."""

    seat: Seat
    version: int
    id: str = ""


class Why(msgspec.Struct, tag="why", forbid_unknown_fields=True):
    """Ask why an action may not be taken; or, with `things` instead of an action, why nothing on
    the menu has to do with the last of them, after the others have been picked."""

    seat: Seat
    action: str = ""
    things: list[str] = []
    id: str = ""


class Sync(msgspec.Struct, tag="sync", forbid_unknown_fields=True):
    """Ask for the table again, with the log from a move on."""

    since: int = 0
    id: str = ""


Incoming = Act | Undo | Why | Sync
_decoder = msgspec.json.Decoder(Incoming)
_encoder = msgspec.json.Encoder()


def read_frame(data: str | bytes) -> Incoming:
    """A frame, or a Problem that says what is wrong with it."""
    if len(data) > LONGEST:
        raise Problem(413, "frame.too_long")
    try:
        frame: Incoming = _decoder.decode(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError):
        raise Problem(400, "frame.malformed") from None
    return frame


class Line(msgspec.Struct):
    """A line of the log: as data, and in the reader's language, with the things it names."""

    move: int
    key: str
    args: dict[str, Any]
    text: str
    links: list[Link]


class Asked(msgspec.Struct):
    """A seat's decision in the reader's language; `labels` are those of a list of choices."""

    prompt: str
    links: list[Link]
    labels: list[str]


class Seen(msgspec.Struct):
    """A seat's part of a frame: its view, what it is asked in words, how much it may undo."""

    view: View
    asked: Asked | None
    undoable: int


class State(msgspec.Struct, tag="state"):
    """The table as somebody sees it. `seats` has a part for each seat he holds, or one for
    spectators under the empty name."""

    table: str
    version: int
    status: str
    moves: int
    seed_hash: str
    seed: str | None  # once the game is over
    seats: dict[str, Seen]
    log: list[Line]
    since: int


class Done(msgspec.Struct, tag="done"):
    """An action or undo was stored as this version."""

    id: str
    version: int


class Refused(msgspec.Struct, tag="refused"):
    """Nothing was changed, and why. `section` is the rule's, where a rule is the reason."""

    id: str
    section: str
    key: str
    args: dict[str, Any]
    text: str


class Allowed(msgspec.Struct, tag="allowed"):
    """The action that was asked about may be taken."""

    id: str
    text: str


Outgoing = State | Done | Refused | Allowed


def write_frame(frame: Outgoing) -> str:
    return _encoder.encode(frame).decode()


def state_of(room: Room, seats: tuple[Seat, ...], language: str, since: int = 0) -> State:
    """The table for whoever holds these seats (none: a spectator)."""
    match = room.match
    catalog = match.game.catalog(language)
    viewers: tuple[Seat | None, ...] = seats or (None,)
    parts = {viewer or "": seen(match, viewer, catalog) for viewer in viewers}
    return State(
        table=room.table.id,
        version=room.version,
        status=room.table.status,
        moves=len(match.moves),
        seed_hash=seed_hash(room.table.seed),
        seed=room.table.seed if match.over else None,
        seats=parts,
        log=lines(room, seats, catalog, since),
        since=since,
    )


def seen(match: AnyMatch, viewer: Seat | None, catalog: Catalog) -> Seen:
    """What one seat, or a spectator, sees and is asked."""
    view = match.game.view(match.state, viewer)
    undoable = match.undoable(viewer) if viewer else 0
    return Seen(view, asked(match, view.decision, catalog), undoable)


def asked(match: AnyMatch, decision: Decision | None, catalog: Catalog) -> Asked | None:
    if decision is None:
        return None
    text, links = catalog.linked(decision.prompt)
    menu, game, language = decision.menu, match.game.info.id, catalog.language
    actions = menu.actions if isinstance(menu, Choose) else ()
    return Asked(text, links, [label(game, language, action) for action in actions])


@lru_cache(maxsize=20_000)
def label(game_id: str, language: str, action: str) -> str:
    """An action in words."""
    game = registry.load(game_id)
    return game.catalog(language).line(game.label(action))


def lines(room: Room, seats: tuple[Seat, ...], catalog: Catalog, since: int) -> list[Line]:
    """The log from a move on, as far as any of the seats may read it."""
    found = []
    for line in room.match.log:
        if line.move >= since:
            seen = [line.entry.seen_by(viewer) for viewer in seats or (None,)]
            message = line.entry.message if line.entry.message in seen else seen[0]
            if message is not None:
                text, links = catalog.linked(message)
                found.append(Line(line.move, message.key, dict(message.args), text, links))
    return found


def refusal(error: IllegalAction, frame_id: str, catalog: Catalog) -> Refused:
    message = error.refusal.message
    text = catalog.line(message)
    return Refused(frame_id, error.refusal.section, message.key, dict(message.args), text)


def problem(error: Problem, frame_id: str, catalog: Catalog) -> Refused:
    message: Message = error.message
    return Refused(frame_id, "", message.key, dict(message.args), catalog.line(message))
