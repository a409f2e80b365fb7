"""Everything stored about a user, as an export states it."""

from __future__ import annotations

import msgspec

from entente.kernel import OptionValue, Seat
from entente.kernel.message import Argument
from entente.kernel.text import LanguageCode
from entente.server.people.class_data import OwnClass, OwnClassComment
from entente.server.people.preferences import Preferred
from entente.server.people.user_puzzles import OwnPuzzleAttempt, OwnPuzzleRating
from entente.server.people.user_studies import OwnStudy, OwnStudyComment, OwnStudyReport
from entente.server.tables.prepared_answers import OwnPrepared
from entente.wire.chat import ChatMessage, Conversation


class OwnSession(msgspec.Struct):
    created: int
    expires: int
    browser: str


class OwnMove(msgspec.Struct):
    number: int
    action: str
    time: int
    decision: int | None = None


class OwnDraft(msgspec.Struct):
    conversation: Conversation
    text: str


class OwnVote(msgspec.Struct):
    kind: str
    yes: bool
    time: int


class OwnReport(msgspec.Struct):
    """A letter that the user has reported, and why."""

    table_id: str
    reason: str
    time: int
    closed: int | None


class OwnResult(msgspec.Struct):
    """A finished game, as results are stored; `mean` and `deviation` are the rating after it."""

    table_id: str
    seat: Seat
    game: str
    pace: str
    rated: bool
    result: str
    place: int | None
    score: float | None
    departure: str
    took_over: bool
    begun: int
    finished: int
    moves: int
    phases: int
    phases_missed: int
    unrated: str | None
    mean: float | None
    deviation: float | None


class OwnRating(msgspec.Struct):
    """A rating; `season` is empty, or a calendar quarter."""

    game: str
    pace: str
    season: str
    mean: float
    deviation: float
    games: int
    wins: int
    changed: int


class OwnSeat(msgspec.Struct):
    """What a user has done in a seat of a table."""

    id: str
    game: str
    options: dict[str, OptionValue]
    status: str
    seat: Seat
    host: bool
    created: int
    notes: str
    draft: str
    moves: list[OwnMove]
    messages: list[ChatMessage]
    message_drafts: list[OwnDraft]
    prepared_answers: list[OwnPrepared]
    muted: list[Conversation]
    muted_players: list[Seat]
    votes: list[OwnVote]


class OwnNotification(msgspec.Struct):
    table_id: str | None
    key: str
    args: dict[str, Argument]
    created: int
    read: bool


class OwnSubscription(msgspec.Struct):
    endpoint: str
    created: int


class OwnChannel(msgspec.Struct):
    """How the last deliveries by a channel went."""

    channel: str
    sent: int | None
    failed: int | None
    reason: str
    detail: str
    off: bool


class OwnCalendar(msgspec.Struct):
    """When the address of the calendar of deadlines was created."""

    created: int


class OwnToken(msgspec.Struct):
    label: str
    table_id: str | None
    seat: Seat | None
    created: int
    used: int | None


class OwnPasskey(msgspec.Struct):
    label: str
    created: int
    used: int | None


class OwnIdentity(msgspec.Struct):
    """An identity at an OpenID Connect provider with which the user signs in."""

    issuer: str
    subject: str
    created: int
    used: int


class OwnPairingRequest(msgspec.Struct):
    """The request in a queue of quick pairing."""

    queue: str
    side: Seat | None
    rating_range: int | None
    min_reliability: int
    computers_after: int | None
    since: float
    table_id: str | None


class OwnMissedRollCalls(msgspec.Struct):
    """How often the user has lately missed a roll call; no queue admits them until a time."""

    count: int
    last: float
    until: float


class OwnRelation(msgspec.Struct):
    """A person whom the user follows, blocks or avoids."""

    kind: str
    user_id: int
    name: str
    created: int


class OwnSanction(msgspec.Struct):
    """A sanction of the user, the appeal against it, and its answer."""

    kind: str
    reason: str
    created: int
    until: int | None
    lifted: int | None
    appeal: str
    appealed: int | None
    answer: str
    answered: int | None


class OwnInvitation(msgspec.Struct):
    """An unanswered invitation that the user has sent or received."""

    table_id: str
    received: bool
    challenge: bool
    created: int
    expires: int


class OwnMemberInvitation(msgspec.Struct):
    """An unanswered invitation to an event or a study that the user has sent or received."""

    kind: str
    event_id: str | None
    study_id: str | None
    received: bool
    created: int
    expires: int


class OwnMembership(msgspec.Struct):
    """A club the user belongs to."""

    club_id: str
    role: str
    since: int


class OwnEntry(msgspec.Struct):
    """The user's entry in an event."""

    event_id: str
    number: int
    team: str
    status: str
    byes: list[int]
    adjustment: float
    entered: int


class OwnAct(msgspec.Struct):
    """What the user did to an event."""

    event_id: str
    time: int
    act: str
    args: dict[str, Argument]


class OwnSpectatorMessage(msgspec.Struct):
    """What the user has written to the other spectators of a table."""

    table_id: str
    number: int
    text: str
    time: int
    removed: int | None


class OwnChallenge(msgspec.Struct):
    """A challenge in a ladder that the user sent, or received."""

    event_id: str
    number: int
    sent: bool
    status: str
    created: int
    answered: int | None


class OwnMark(msgspec.Struct):
    """A device or network of the user; only a digest that says nothing else is stored."""

    kind: str
    first: int
    last: int


class OwnData(msgspec.Struct):
    """Everything stored about a user."""

    id: int
    name: str
    guest: bool
    email: str | None
    language: LanguageCode
    created: int
    preferences: Preferred
    sessions: list[OwnSession]
    tables: list[OwnSeat]
    notifications: list[OwnNotification]
    push_subscriptions: list[OwnSubscription]
    channels: list[OwnChannel]
    calendar: OwnCalendar | None
    tokens: list[OwnToken]
    two_factor: bool
    passkeys: list[OwnPasskey]
    identities: list[OwnIdentity]
    reports: list[OwnReport]
    results: list[OwnResult]
    ratings: list[OwnRating]
    pairing_request: OwnPairingRequest | None
    missed_roll_calls: OwnMissedRollCalls | None
    last_seen: int | None
    people: list[OwnRelation]
    invitations: list[OwnInvitation]
    member_invitations: list[OwnMemberInvitation]
    barred_from: list[str]  # clubs that removed the user
    sanctions: list[OwnSanction]
    moderator_since: int | None
    clubs: list[OwnMembership]
    event_entries: list[OwnEntry]
    event_acts: list[OwnAct]
    events: list[str]
    studies: list[OwnStudy]
    study_comments: list[OwnStudyComment]
    study_reports: list[OwnStudyReport]
    spectator_messages: list[OwnSpectatorMessage]
    marks: list[OwnMark]
    classes: list[OwnClass]
    class_comments: list[OwnClassComment]
    puzzle_attempts: list[OwnPuzzleAttempt]
    puzzle_ratings: list[OwnPuzzleRating]
    event_challenges: list[OwnChallenge]
