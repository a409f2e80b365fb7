"""The frames of a table's websocket, in both directions."""

from __future__ import annotations

import msgspec

from entente.kernel import Catalog, IllegalAction, Recap, Seat, View
from entente.kernel.message import Argument
from entente.kernel.text import Link
from entente.wire.chat import MessageFrame, ReadFrame, SpectatorMessageFrame
from entente.wire.json_diff import JsonDiff
from entente.wire.prompts import Choice, Prompt
from entente.wire.tables import Ending, Status, TimeControl, Timer


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Take an action, on the version the client has seen.

    `id` comes back with the answer. `decision` is the id of the decision; without it, the first
    one that the action can answer. A `careful` action that the player may regret is not taken: the
    cautions come back, and the client sends it again.
    """

    seat: Seat
    version: int
    action: str
    decision: int | None = None
    careful: bool = False
    id: str = ""


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    """Undo the seat's last action."""

    seat: Seat
    version: int
    id: str = ""


class Check(msgspec.Struct, tag="check", forbid_unknown_fields=True):
    """Ask whether an action is allowed: answered by `allowed` or `refused`.

    With `things` instead of an action: why no action on the menu involves the last of them after
    the others were picked. `decision` is the id of the decision; without it, any. A `careful` check
    also returns the cautions.
    """

    seat: Seat
    action: str = ""
    things: list[str] = []
    decision: int | None = None
    careful: bool = False
    id: str = ""


class ActionOptionsRequest(msgspec.Struct, tag="action_options", forbid_unknown_fields=True):
    """Ask what can be done with a thing, and what cannot and why: answered by
    `action_options`.

    `decision` is the id of the decision; without it, the seat's first.
    """

    seat: Seat
    thing: str
    decision: int | None = None
    id: str = ""


class Sync(msgspec.Struct, tag="sync", forbid_unknown_fields=True):
    """Ask for the table again.

    The client has seen `since` moves at that `version`: the log starts with the first move that is
    new or was replaced after an undo. With `deltas`, later changes come as deltas from the
    last state.
    """

    since: int = 0
    version: int | None = None
    deltas: bool | None = None
    id: str = ""


Incoming = Act | Undo | Check | ActionOptionsRequest | Sync
_encoder = msgspec.json.Encoder()


class LogEntry(msgspec.Struct):
    """A line of the log, as data and in the reader's language.

    `links` are the things it names.
    """

    move: int
    key: str
    args: dict[str, Argument]
    text: str
    links: list[Link]
    dice: tuple[int, ...]


class SeatState(msgspec.Struct):
    """A seat's part of the state.

    Its view, the recap of recent events (see `Presentation.recap`), `prompts`, its decisions
    in words, in the order of the view; how many actions it can undo, and the player's draft and
    notes. The draft belongs to the decision `draft_decision`; `submitted` is the sealed answer,
    part by part; of a private plan, its steps so far.
    """

    view: View
    recap: Recap | None
    prompts: list[Prompt]
    undoable: int
    draft: str = ""
    draft_decision: int | None = None
    notes: str = ""
    submitted: list[Choice] = []


class PlayerStatus(msgspec.Struct):
    """The player of a seat and their time.

    It runs out at `due`, or is stopped with `seconds_left`; `overdue_since` is when it ran out.
    Since `takeover_since` the seat is open for takeover. `leave_left` are the player's days of
    leave, None if the table does not count them.
    """

    name: str | None
    computer: str | None
    stand_in: str | None
    me: bool
    due: float | None
    seconds_left: float | None
    running: bool
    overdue_since: int | None
    open: bool
    takeover_since: int | None
    leave_left: int | None
    ready: bool = False  # has answered the roll call
    user: int | None = None


class VoteStatus(msgspec.Struct):
    """A proposal, the answers, and whose answer is missing.

    It lapses when it `expires`; `hours` is by how much it puts deadlines off.
    """

    kind: str
    by: Seat
    answers: dict[Seat, bool]
    missing: list[Seat]
    expires: int | None
    hours: int | None
    refused: bool


class TableEvent(msgspec.Struct):
    """Something that happened at the table outside the game, in words."""

    time: int
    event: str
    text: str


class State(msgspec.Struct, tag="state"):
    """The table as a viewer sees it.

    `seats` has a part for each of the viewer's seats, or one for a spectator under the empty name;
    before the start everyone is a spectator.

    `log` has the lines of the moves from `since` on, and replaces earlier ones from there. Moves
    and versions are those visible to the viewer. `pinned`: this many moves were made under other
    rules or data and cannot be undone. `seat_draw`, published with the seed, maps each seat taken
    to the seat drawn. `roll_call_until`: before the start, players confirm until then that they
    are there. `events` are the last ones at the table outside the game; a pause ends at
    `pause_ends` at the latest. `timer` is the referee's clock at a refereed table.
    """

    table: str
    version: int
    status: Status
    moves: int
    seed_hash: str
    seed: str | None  # after the game
    seat_draw: dict[Seat, Seat] | None
    seats: dict[str, SeatState]
    log: list[LogEntry]
    since: int
    players: dict[Seat, PlayerStatus]
    votes: list[VoteStatus]
    time_control: TimeControl
    paused: int | None
    pause_ends: int | None
    events: list[TableEvent]
    outcome: Ending | None
    rematch: str | None
    pinned: int | None
    now: float
    roll_call_until: float | None = None
    timer: Timer | None = None


class Delta(msgspec.Struct, tag="delta"):
    """What changed since the state at version `after`: the JSON diff, and the log as in the state.

    A client with another version asks again.
    """

    after: int
    version: int
    diff: JsonDiff
    log: list[LogEntry]
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


class CautionText(msgspec.Struct):
    """A caution in words, and where it leads.

    `links` are the things it names, `things` what to show on the board, `decision` another decision
    of the seat that would prevent it. `severity`: 1 for a chance that is not taken, 2 for a loss, 3
    for a loss that can decide the game.
    """

    kind: str
    text: str
    links: list[Link]
    severity: int
    things: tuple[str, ...] = ()
    decision: int | None = None


class Cautioned(msgspec.Struct, tag="cautioned"):
    """Nothing was changed yet: the cautions about a careful action, the worst first.

    `details` has the same ones with where they lead.
    """

    id: str
    cautions: list[str]
    details: list[CautionText] = []


class Presence(msgspec.Struct, tag="presence"):
    """Who is at the table: the seats whose players are online, and the number of spectators.

    At a live table, players who left are `gone` since a moment; `claim_after` seconds later the
    others may claim (POST /api/tables/ID/claim).
    """

    online: list[Seat]
    spectators: int
    gone: dict[Seat, float] = {}
    claim_after: int = 0


class Thinking(msgspec.Struct, tag="thinking"):
    """The computer players that are thinking about a pending decision, and for how many seconds.

    Valid until the table no longer waits for them, or until the next frame.
    """

    seats: dict[Seat, float]


class Version(msgspec.Struct, tag="version"):
    """The version of the API, sent to a client of an earlier one that still works.

    A page reloads at a quiet moment.
    """

    api: int


class ActionPartText(msgspec.Struct):
    """A part of an action as a sentence, and the doubts about it."""

    text: str
    doubts: list[str]


class Allowed(msgspec.Struct, tag="allowed"):
    """The action is allowed: its cost or odds, in words and as `figures`, and its cautions.

    An action in parts, such as a treaty, is described part by part. `details` has the cautions with
    where they lead.
    """

    id: str
    text: str
    cautions: list[str] = []
    details: list[CautionText] = []
    parts: list[ActionPartText] = []
    figures: dict[str, Argument] = {}


class AllowedAction(msgspec.Struct):
    """An allowed action in words: its cost or odds, its consequences, and its cautions."""

    action: str
    label: str
    hint: str
    consequences: list[str]
    cautions: list[str]


class BlockedAction(msgspec.Struct):
    """An action that is not allowed, and why. `section` is that of the rule."""

    action: str
    label: str
    section: str
    text: str


class ActionOptions(msgspec.Struct, tag="action_options"):
    """What can and cannot be done with a thing."""

    id: str
    allowed: list[AllowedAction]
    blocked: list[BlockedAction]


Outgoing = (
    State
    | Delta
    | Done
    | Refused
    | Cautioned
    | Allowed
    | ActionOptions
    | Presence
    | Thinking
    | Version
    | MessageFrame
    | ReadFrame
    | SpectatorMessageFrame
)


def write_frame(frame: Outgoing) -> str:
    return _encoder.encode(frame).decode()


def refusal(error: IllegalAction, frame_id: str, catalog: Catalog) -> Refused:
    message = error.refusal.message
    text = catalog.line(message)
    return Refused(frame_id, error.refusal.section, message.key, dict(message.args), text)
