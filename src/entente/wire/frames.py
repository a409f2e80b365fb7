"""What goes over a table's websocket, in both directions."""

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
    """Take an action, on the version one has seen. `id` comes back with the answer. `window` names
    the question that is answered; without it, the first one that the action can answer. A `careful`
    one is not taken where its player is likely to regret it: he is told why, and takes it again."""

    seat: Seat
    version: int
    action: str
    window: int | None = None
    careful: bool = False
    id: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Take one's last action back."""

    seat: Seat
    version: int
    id: str = ""


class Why(msgspec.Struct, tag="why", forbid_unknown_fields=True):
    """Ask why an action may not be taken; or, with `things` instead of an action, why nothing on
    the menu has to do with the last of them, after the others have been picked. `window` names the
    question that is meant; without it, any. A `careful` one is also told what is likely to be
    regretted about the action."""

    seat: Seat
    action: str = ""
    things: list[str] = []
    window: int | None = None
    careful: bool = False
    id: str = ""


class About(msgspec.Struct, tag="about", forbid_unknown_fields=True):
    """Ask what may be done with a thing, and what may not and why: answered by `ways`. `window`
    names the question that is meant; without it, the seat's first."""

    seat: Seat
    thing: str
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


Incoming = Act | Undo | Why | About | Sync
_encoder = msgspec.json.Encoder()


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
    question `draft_window`; `handed_in` is its answer that is still sealed, part by part; of a
    plan, the steps so far, sealed or not."""

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
    rules or with figures that have changed since; nobody can go back behind them. `lots` tells with
    the seed, for each seat that somebody took, which one the lot gave him.
    """

    table: str
    version: int
    status: Status
    moves: int
    seed_hash: str
    seed: str | None  # once the game is over
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


class Cautioned(msgspec.Struct, tag="cautioned"):
    """Nothing was changed yet: what its player is likely to regret about a careful action."""

    id: str
    cautions: list[str]


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table: the seats whose players are here, and how many others look on."""

    here: list[Seat]
    watching: int


class Thinking(msgspec.Struct, tag="thinking"):
    """The computer players that think about what the table waits for, and for how many seconds they
    have by now. It holds for each until the table no longer waits for it, or until the next."""

    seats: dict[Seat, float]


class ReadArticle(msgspec.Struct):
    """A part of an action as a sentence, and what is to be doubted about it."""

    text: str
    doubts: list[str]


class Allowed(msgspec.Struct, tag="allowed"):
    """The action that was asked about may be taken: its cost or odds, in words and as `figures`,
    and what its player is likely to regret about it. One that is written in parts, such as a
    treaty, is read out part by part."""

    id: str
    text: str
    cautions: list[str] = []
    articles: list[ReadArticle] = []
    figures: dict[str, Argument] = {}


class Way(msgspec.Struct):
    """An action that may be taken, in words: its cost or odds, what follows from it, and what its
    player is likely to regret about it."""

    action: str
    label: str
    hint: str
    follows: list[str]
    cautions: list[str]


class BlockedAction(msgspec.Struct):
    """An action that may not be taken, and why. `section` is the rule's."""

    action: str
    label: str
    section: str
    text: str


class Ways(msgspec.Struct, tag="ways"):
    """What may be done with the thing that was asked about, and what may not."""

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
