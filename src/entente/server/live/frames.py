"""What goes over a table's websocket, in both directions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

import msgspec

from entente.kernel import Catalog, IllegalAction, Message, Recap, Seat, Told, View
from entente.kernel.message import Argument
from entente.kernel.text import Link
from entente.server.live.differences import Difference
from entente.server.live.questions import Asked, Choice, handed_in, questions
from entente.server.problem import Problem
from entente.server.storage.models import OPEN, OVER, PLAYING, Chair
from entente.server.tables.lobby import Ending, Status, hides_names, told_outcome
from entente.server.tables.pace import Pace
from entente.server.tables.press import LetterFrame
from entente.server.tables.room import Room
from entente.server.tables.seats import is_free
from entente.server.tables.unseen import EVERYTHING, Counting
from entente.server.tables.votes import ballots

LONGEST = 64 * 1024


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, on the version one has seen. `id` comes back with the answer. `window` names
    the question that is answered; without it, the first one that the action can answer."""

    seat: Seat
    version: int
    action: str
    window: int | None = None
    id: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take one's last action back."""

    seat: Seat
    version: int
    id: str = ""


class Why(msgspec.Struct, tag="why", forbid_unknown_fields=True):
    """Ask why an action may not be taken; or, with `things` instead of an action, why nothing on
    the menu has to do with the last of them, after the others have been picked. `window` names the
    question that is meant; without it, any."""

    seat: Seat
    action: str = ""
    things: list[str] = []
    window: int | None = None
    id: str = ""


class Sync(msgspec.Struct, tag="sync", forbid_unknown_fields=True):
    """Ask for the table again. `since` moves have been seen, at that `version` of the table:
    the log comes from the first move on that is new, or was made anew after an undo. From then on
    changes come as `differences` from what was told last, if that is wanted."""

    since: int = 0
    version: int | None = None
    differences: bool | None = None
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
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem(400, "frame.malformed") from None
    return frame


class Line(msgspec.Struct):
    """A line of the log: as data, and in the reader's language, with the things it names and the
    faces of the dice it tells of."""

    move: int
    key: str
    args: dict[str, Argument]
    text: str
    links: list[Link]
    dice: tuple[int, ...]


class Seen(msgspec.Struct):
    """A seat's part of a frame: its view, what came of late (see `Presentation.recap`), what it is
    asked in words, how much it may undo, and its player's own papers. The draft is one for the
    question `draft_window`; `handed_in` is its answer that is still sealed, part by part."""

    view: View
    recap: Recap | None
    asked: list[Asked]
    undoable: int
    draft: str = ""
    draft_window: int | None = None
    notes: str = ""
    handed_in: list[Choice] = []


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

    `log` has the lines of the moves from `since` on, and replaces all that was told of those. Moves
    and versions are counted as far as he may know of them. `pinned`: so many moves were made under
    rules or with figures that have changed since; nobody can go back behind them.
    """

    table: str
    version: int
    status: Status
    moves: int
    seed_hash: str
    seed: str | None  # once the game is over
    seats: dict[str, Seen]
    log: list[Line]
    since: int
    chairs: dict[Seat, ShownChair]
    votes: list[ShownVote]
    pace: Pace
    paused: int | None
    outcome: Ending | None
    rematch: str | None
    pinned: int | None
    now: float


class Changed(msgspec.Struct, tag="change"):
    """How the table has changed since it was told at the version `after`: what is different of the
    state, beside the log, which is added as always. Whoever has another version asks again."""

    after: int
    version: int
    difference: Difference
    log: list[Line]
    since: int
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
    args: dict[str, Argument]
    text: str


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table: the seats whose players are here, and how many others look on."""

    here: list[Seat]
    watching: int


class Allowed(msgspec.Struct, tag="allowed"):
    """The action that was asked about may be taken."""

    id: str
    text: str


Outgoing = State | Changed | Done | Refused | Allowed | Presence | LetterFrame


def write_frame(frame: Outgoing) -> str:
    return _encoder.encode(frame).decode()


def state_of(room: Room, seats: tuple[Seat, ...], language: str, since: int | None = 0) -> State:
    """The table for whoever holds these seats (none: a spectator); its log from a move on, or no
    log."""
    match, table = room.match, room.table
    catalog = match.game.catalog(language)
    # A hand seen before the game begins could be exchanged for another seat's.
    playing = () if table.status == OPEN else seats
    counting = room.counting(seats)
    viewers: tuple[Seat | None, ...] = playing or (None,)
    return State(
        table=table.id,
        version=counting.version(room.version),
        status=table.status,
        moves=counting.moves(len(match.moves)),
        seed_hash=room.seed_hash,
        seed=table.seed if table.status == OVER else None,
        seats={viewer or "": seen(room, viewer, counting, catalog) for viewer in viewers},
        log=[] if since is None else lines(room, playing, catalog, since),
        since=since or 0,
        chairs={seat: shown_chair(room, chair, seats) for seat, chair in room.chairs.items()},
        votes=[ShownVote(*each, each.refused) for each in ballots(room)],
        pace=room.pace,
        paused=table.paused,
        outcome=told_outcome(table, language),
        rematch=table.rematch,
        pinned=None if table.pinned is None else counting.moves(table.pinned),
        now=room.clock(),
    )


def log_of(room: Room, seats: tuple[Seat, ...], language: str, since: int) -> list[Line]:
    """The log from a move on, for whoever holds these seats."""
    playing = () if room.table.status == OPEN else seats
    return lines(room, playing, room.match.game.catalog(language), since)


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


def seen(room: Room, viewer: Seat | None, counting: Counting, catalog: Catalog) -> Seen:
    """What one seat, or a spectator, sees and is asked."""
    view = present_view(room, viewer)
    game = room.match.game
    recap = game.presentation.recap(view, read_log(room, viewer, counting), catalog)
    if viewer is None:
        return Seen(view, recap, [], 0)
    chair = room.chairs[viewer]
    undoable = room.match.undoable(viewer) if room.table.status == PLAYING else 0
    found = Seen(view, recap, questions(room.position, view.decisions, catalog), undoable)
    found.notes = chair.notes
    found.handed_in = handed_in(room.position, viewer, catalog)
    windows = [each.window for each in view.decisions]
    if chair.draft and (not windows or chair.draft_window in (None, *windows)):
        found.draft, found.draft_window = chair.draft, chair.draft_window
    return found


def present_view(room: Room, viewer: Seat | None) -> View:
    """The view of how the table stands now, as far as the viewer may know that it changed."""
    view = room.position.view(viewer)
    view.news = last_news(room, viewer, view.news)
    if room.table.status != PLAYING:
        view.decisions, view.waiting, view.outcome = (), (), room.outcome
    return view


def last_news(room: Room, viewer: Seat | None, news: tuple[Message, ...]) -> tuple[Message, ...]:
    """What was last told to a viewer; steps of plans that he does not see have told him nothing."""
    counting = room.counting((viewer,) if viewer else ())
    if counting is EVERYTHING:
        return news
    last = counting.true_moves(counting.moves(len(room.match.moves)))
    told = (line.entry.seen_by(viewer) for line in room.match.log if line.move == last)
    return tuple(message for message in told if message is not None)


def read_log(
    room: Room, viewer: Seat | None, counting: Counting, until: int | None = None
) -> Sequence[Told]:
    """The log as a viewer has read it, up to a move, with the moves that he knows of."""
    if until is None and counting is EVERYTHING:
        return room.read_logs.of(viewer, room.match.log)
    told = room.match.told(viewer, None if until is None else counting.last(until))
    return [each._replace(move=counting.moves(each.move)) for each in told]


def first_new(seen_moves: int) -> int:
    """From which move on the log is news to somebody who has seen so many moves."""
    return seen_moves + 1 if seen_moves else 0


def told_since(room: Room, seats: tuple[Seat, ...], frame: Sync) -> int:
    """From which move on the log is news to whoever asks again."""
    counting = room.counting(seats)
    seen_moves = max(0, min(frame.since, counting.moves(len(room.match.moves))))
    if frame.version is not None:
        version = counting.true_version(frame.version)
        seen_moves = min(seen_moves, room.unchanged_since(version, seats))
    return first_new(seen_moves)


def news_since(room: Room, seats: tuple[Seat, ...], version: int) -> int:
    """The same for whoever was told of the table at one of its true versions."""
    return first_new(room.unchanged_since(version, seats))


def lines(
    room: Room,
    seats: tuple[Seat, ...],
    catalog: Catalog,
    since: int,
    until: int | None = None,
) -> list[Line]:
    """The log from a move on (until another), as far as any of the seats may read it. Moves are
    counted as far as they may know of them."""
    found = []
    log, count, counting = room.match.log, attrgetter("move"), room.counting(seats)
    first = counting.true_moves(since)
    end = len(log) if until is None else bisect_right(log, counting.last(until), key=count)
    for line in log[bisect_left(log, first, key=count) : end]:
        seen = [line.entry.seen_by(viewer) for viewer in seats or (None,)]
        message = line.entry.message if line.entry.message in seen else seen[0]
        if message is not None:
            text, links = catalog.linked(message)
            number, dice = counting.moves(line.move), room.match.game.presentation.dice(message)
            found.append(Line(number, message.key, dict(message.args), text, links, dice))
    return found


def refusal(error: IllegalAction, frame_id: str, catalog: Catalog) -> Refused:
    message = error.refusal.message
    text = catalog.line(message)
    return Refused(frame_id, error.refusal.section, message.key, dict(message.args), text)


def problem(error: Problem, frame_id: str, catalog: Catalog) -> Refused:
    message: Message = error.message
    return Refused(frame_id, "", message.key, dict(message.args), catalog.line(message))
