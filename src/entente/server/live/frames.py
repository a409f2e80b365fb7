"""What goes over a table's websocket, in both directions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from entente.kernel import Catalog, Decision, Game, IllegalAction, Message, Seat, View, registry
from entente.kernel.chance import seed_hash
from entente.kernel.menu import Choose
from entente.kernel.text import Link
from entente.server.problem import Problem
from entente.server.storage.models import OPEN, OVER, PLAYING, Chair
from entente.server.tables.lobby import hides_names, told_outcome
from entente.server.tables.room import Room
from entente.server.tables.seats import is_free
from entente.server.tables.votes import ballots

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
    """Ask for the table again. `since` moves have been seen, at that `version` of the table:
    the log comes from the first move on that is new, or was made anew after an undo."""

    since: int = 0
    version: int | None = None
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
    """A line of the log: as data, and in the reader's language, with the things it names and the
    faces of the dice it tells of."""

    move: int
    key: str
    args: dict[str, Any]
    text: str
    links: list[Link]
    dice: tuple[int, ...]


class Asked(msgspec.Struct):
    """A seat's decision in the reader's language; `labels` are those of a list of choices."""

    prompt: str
    links: list[Link]
    labels: list[str]


class Seen(msgspec.Struct):
    """A seat's part of a frame: its view, what came of late (see `Game.recap`), what it is asked in
    words, how much it may undo, and its player's own papers."""

    view: View
    recap: msgspec.Struct | None
    asked: Asked | None
    undoable: int
    draft: str = ""
    notes: str = ""


class ShownChair(msgspec.Struct):
    """Who sits in a seat, and his time: it runs out at `due`, or stands at `left` seconds;
    `missed` says since when it has been up."""

    name: str | None
    computer: str | None
    stand_in: str | None
    me: bool
    due: float | None
    left: float | None
    running: bool
    missed: int | None
    free: bool


class ShownVote(msgspec.Struct):
    """A proposal, what was answered, and whose answer is missing."""

    kind: str
    by: Seat
    answers: dict[Seat, bool]
    missing: list[Seat]
    refused: bool


class State(msgspec.Struct, tag="state"):
    """The table as somebody sees it. `seats` has a part for each seat he holds, or one for
    spectators under the empty name; before the game has begun everybody is a spectator.

    `log` has the lines of the moves from `since` on, and replaces all that was told of those.
    """

    table: str
    version: int
    status: str
    moves: int
    seed_hash: str
    seed: str | None  # once the game is over
    seats: dict[str, Seen]
    log: list[Line]
    since: int
    chairs: dict[Seat, ShownChair]
    votes: list[ShownVote]
    pace: dict[str, Any]
    paused: int | None
    outcome: dict[str, Any] | None
    rematch: str | None
    now: float


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


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table: the seats whose players are here, and how many others look on."""

    here: list[Seat]
    watching: int


class Allowed(msgspec.Struct, tag="allowed"):
    """The action that was asked about may be taken."""

    id: str
    text: str


Outgoing = State | Done | Refused | Allowed | Presence


def write_frame(frame: Outgoing) -> str:
    return _encoder.encode(frame).decode()


def state_of(room: Room, seats: tuple[Seat, ...], language: str, since: int = 0) -> State:
    """The table for whoever holds these seats (none: a spectator)."""
    match, table = room.match, room.table
    catalog = match.game.catalog(language)
    # A hand seen before the game begins could be exchanged for another seat's.
    playing = () if table.status == OPEN else seats
    viewers: tuple[Seat | None, ...] = playing or (None,)
    return State(
        table=table.id,
        version=room.version,
        status=table.status,
        moves=len(match.moves),
        seed_hash=seed_hash(table.seed),
        seed=table.seed if table.status == OVER else None,
        seats={viewer or "": seen(room, viewer, catalog) for viewer in viewers},
        log=lines(room, playing, catalog, since),
        since=since,
        chairs={seat: shown_chair(room, chair, seats) for seat, chair in room.chairs.items()},
        votes=[ShownVote(*each, each.refused) for each in ballots(room)],
        pace=table.pace,
        paused=table.paused,
        outcome=told_outcome(table, language),
        rematch=table.rematch,
        now=room.clock(),
    )


def shown_chair(room: Room, chair: Chair, seats: tuple[Seat, ...]) -> ShownChair:
    """Who sits in a chair, for whoever holds these seats."""
    mine = chair.seat in seats
    person = room.people.get(chair.user_id) if chair.user_id is not None else None
    hidden = hides_names(room.table) and not mine
    return ShownChair(
        name=None if person is None or hidden else person.name,
        computer=chair.computer,
        stand_in=chair.stand_in,
        me=mine,
        due=chair.due,
        left=chair.left,
        running=chair.due is not None,
        missed=chair.missed,
        free=is_free(chair),
    )


def seen(room: Room, viewer: Seat | None, catalog: Catalog) -> Seen:
    """What one seat, or a spectator, sees and is asked."""
    match = room.match
    view = match.game.view(match.state, viewer)
    if room.table.status != PLAYING:
        view.decision, view.waiting, view.outcome = None, (), room.outcome
    recap = match.game.recap(view, match.told(viewer), catalog)
    if viewer is None:
        return Seen(view, recap, None, 0)
    chair = room.chairs[viewer]
    undoable = match.undoable(viewer) if room.table.status == PLAYING else 0
    question = asked(match.game, match.state, view.decision, catalog)
    return Seen(view, recap, question, undoable, chair.draft, chair.notes)


def first_new(seen_moves: int) -> int:
    """From which move on the log is news to somebody who has seen so many moves."""
    return seen_moves + 1 if seen_moves else 0


def told_since(room: Room, frame: Sync) -> int:
    """From which move on the log is news to whoever asks again."""
    seen_moves = max(0, min(frame.since, len(room.match.moves)))
    if frame.version is not None:
        seen_moves = min(seen_moves, room.unchanged_since(frame.version))
    return first_new(seen_moves)


def asked(
    game: Game[Any, Any], state: Any, decision: Decision | None, catalog: Catalog
) -> Asked | None:
    """What a seat is asked in a position, in words."""
    if decision is None:
        return None
    text, links = catalog.linked(decision.prompt)
    menu, labels = decision.menu, list[str]()
    for action in menu.actions if isinstance(menu, Choose) else ():
        said = label(game.info.id, catalog.language, action, decision.step)
        remark = game.remark(state, decision.seat, action)
        labels.append(said if remark is None else f"{said} ({catalog.say(remark)})")
    return Asked(text, links, labels)


@lru_cache(maxsize=20_000)
def label(game_id: str, language: str, action: str, step: str = "") -> str:
    """An action in words; `action.done_move` says what `done` means in the step `move`."""
    game = registry.load(game_id)
    catalog, said = game.catalog(language), game.label(action)
    own = f"{said.key}_{step}"
    return catalog.line(Message(own, said.args) if own in catalog else said)


def lines(
    room: Room,
    seats: tuple[Seat, ...],
    catalog: Catalog,
    since: int,
    until: int | None = None,
) -> list[Line]:
    """The log from a move on (until another), as far as any of the seats may read it."""
    found = []
    log, count = room.match.log, attrgetter("move")
    end = len(log) if until is None else bisect_right(log, until, key=count)
    for line in log[bisect_left(log, since, key=count) : end]:
        seen = [line.entry.seen_by(viewer) for viewer in seats or (None,)]
        message = line.entry.message if line.entry.message in seen else seen[0]
        if message is not None:
            text, links = catalog.linked(message)
            dice = room.match.game.dice(message)
            found.append(Line(line.move, message.key, dict(message.args), text, links, dice))
    return found


def refusal(error: IllegalAction, frame_id: str, catalog: Catalog) -> Refused:
    message = error.refusal.message
    text = catalog.line(message)
    return Refused(frame_id, error.refusal.section, message.key, dict(message.args), text)


def problem(error: Problem, frame_id: str, catalog: Catalog) -> Refused:
    message: Message = error.message
    return Refused(frame_id, "", message.key, dict(message.args), catalog.line(message))
