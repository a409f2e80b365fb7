"""The frames of a table's websocket, in both directions."""

from __future__ import annotations

import msgspec

from entente.kernel import Catalog, IllegalAction, Recap, Seat, View
from entente.kernel.message import Argument
from entente.kernel.text import Link
from entente.wire.json_diff import Difference
from entente.wire.press import LetterFrame, ReadFrame
from entente.wire.questions import Asked, Choice
from entente.wire.tables import Ending, Pace, Status


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, on the version the client has seen.

    `id` comes back with the answer. `window` names the question; without it, the first one the
    action can answer. A `careful` action that the player may regret is not taken: the cautions come
    back, and the client sends it again.
    """

    seat: Seat
    version: int
    action: str
    window: int | None = None
    careful: bool = False
    id: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Undo the seat's last action."""

    seat: Seat
    version: int
    id: str = ""


class Why(msgspec.Struct, tag="why", forbid_unknown_fields=True):
    """Ask why an action is not allowed.

    With `things` instead of an action: why no action on the menu involves the last of them after
    the others were picked. `window` names the question; without it, any. A `careful` one also
    returns the cautions.
    """

    seat: Seat
    action: str = ""
    things: list[str] = []
    window: int | None = None
    careful: bool = False
    id: str = ""


class About(msgspec.Struct, tag="about", forbid_unknown_fields=True):
    """Ask what can be done with a thing, and what cannot and why: answered by `ways`.

    `window` names the question; without it, the seat's first.
    """

    seat: Seat
    thing: str
    window: int | None = None
    id: str = ""


class Sync(msgspec.Struct, tag="sync", forbid_unknown_fields=True):
    """Ask for the table again.

    The client has seen `since` moves at that `version`: the log starts with the first move that is
    new or was replaced after an undo. With `differences`, later changes come as differences from
    the last state.
    """

    since: int = 0
    version: int | None = None
    differences: bool | None = None
    id: str = ""


Incoming = Act | Undo | Why | About | Sync
_encoder = msgspec.json.Encoder()


class Line(msgspec.Struct):
    """A line of the log, as data and in the reader's language.

    `links` are the things it names.
    """

    move: int
    key: str
    args: dict[str, Argument]
    text: str
    links: list[Link]
    dice: tuple[int, ...]


class Seen(msgspec.Struct):
    """A seat's part of the state.

    Its view, the recap of recent events (see `Presentation.recap`), its questions in words, how
    many actions it can undo, and the player's draft and notes. The draft belongs to the question
    `draft_window`; `handed_in` is the sealed answer, part by part; of a private plan, its steps so
    far.
    """

    view: View
    recap: Recap | None
    asked: list[Asked]
    undoable: int
    draft: str = ""
    draft_window: int | None = None
    notes: str = ""
    handed_in: list[Choice] = []


class ShownChair(msgspec.Struct):
    """The player of a seat and their time.

    It runs out at `due`, or is stopped with `left` seconds; `missed` is since when it has been up.
    """

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
    """A proposal, the answers, and whose answer is missing."""

    kind: str
    by: Seat
    answers: dict[Seat, bool]
    missing: list[Seat]
    refused: bool


class State(msgspec.Struct, tag="state"):
    """The table as a viewer sees it.

    `seats` has a part for each of the viewer's seats, or one for a spectator under the empty name;
    before the start everyone is a spectator.

    `log` has the lines of the moves from `since` on, and replaces earlier ones from there. Moves
    and versions are those visible to the viewer. `pinned`: this many moves were made under other
    rules or data and cannot be undone. `lots`, published with the seed, maps each seat taken to the
    seat drawn.
    """

    table: str
    version: int
    status: Status
    moves: int
    seed_hash: str
    seed: str | None  # after the game
    lots: dict[Seat, Seat] | None
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
    """The change since the state at version `after`: the difference, and the log as in the state.

    A client with another version asks again.
    """

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
    """Nothing was changed, and why. `section` is that of the rule, if a rule is the reason."""

    id: str
    section: str
    key: str
    args: dict[str, Argument]
    text: str


class Cautioned(msgspec.Struct, tag="cautioned"):
    """Nothing was changed yet: the cautions about a careful action."""

    id: str
    cautions: list[str]


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table: the seats whose players are online, and the number of spectators."""

    here: list[Seat]
    watching: int


class Thinking(msgspec.Struct, tag="thinking"):
    """The computer players that are thinking about a pending decision, and for how many seconds.

    Valid until the table no longer waits for them, or until the next frame.
    """

    seats: dict[Seat, float]


class ReadArticle(msgspec.Struct):
    """A part of an action as a sentence, and the doubts about it."""

    text: str
    doubts: list[str]


class Allowed(msgspec.Struct, tag="allowed"):
    """The action is allowed: its cost or odds, in words and as `figures`, and its cautions.

    An action in parts, such as a treaty, is described part by part.
    """

    id: str
    text: str
    cautions: list[str] = []
    articles: list[ReadArticle] = []
    figures: dict[str, Argument] = {}


class Way(msgspec.Struct):
    """An allowed action in words: its cost or odds, its consequences, and its cautions."""

    action: str
    label: str
    hint: str
    follows: list[str]
    cautions: list[str]


class BlockedAction(msgspec.Struct):
    """An action that is not allowed, and why. `section` is that of the rule."""

    action: str
    label: str
    section: str
    text: str


class Ways(msgspec.Struct, tag="ways"):
    """What can and cannot be done with a thing."""

    id: str
    open: list[Way]
    barred: list[BlockedAction]


Outgoing = (
    State
    | Changed
    | Done
    | Refused
    | Cautioned
    | Allowed
    | Ways
    | Presence
    | Thinking
    | LetterFrame
    | ReadFrame
)


def write_frame(frame: Outgoing) -> str:
    return _encoder.encode(frame).decode()


def refusal(error: IllegalAction, frame_id: str, catalog: Catalog) -> Refused:
    message = error.refusal.message
    text = catalog.line(message)
    return Refused(frame_id, error.refusal.section, message.key, dict(message.args), text)
