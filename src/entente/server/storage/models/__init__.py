"""The database models, by subject.

Importing the package registers all of them, so that migrations see the whole schema.
"""

from entente.server.storage.models.base import Base, Seconds
from entente.server.storage.models.chat import (
    Letter,
    LetterDraft,
    MutedConversation,
    MutedPlayer,
    ReadMark,
)
from entente.server.storage.models.notices import (
    CalendarEvent,
    CalendarFeed,
    ChannelState,
    Delivery,
    Notice,
    Subscription,
)
from entente.server.storage.models.operation import (
    LimitUse,
    Secret,
    ServerProcess,
    TableHome,
    Watch,
)
from entente.server.storage.models.people import (
    ANYONE,
    FOLLOWED,
    NO_ONE,
    STORED_READ_RECEIPTS,
    UNUSABLE,
    Relation,
    Report,
    User,
)
from entente.server.storage.models.play import (
    GameData,
    Move,
    PreparedAnswer,
    Snapshot,
)
from entente.server.storage.models.results import (
    Rating,
    Result,
)
from entente.server.storage.models.sign_in import (
    Authenticator,
    Challenge,
    Identity,
    Login,
    Passkey,
    RecoveryCode,
    Reset,
    SignInAttempt,
    Token,
)
from entente.server.storage.models.tables import (
    ABANDON,
    COMPUTER,
    NO_QUESTION,
    RULE,
    WAIT,
    Invitation,
    MissedRollCall,
    PairingRequest,
    SeenSeat,
    Table,
    TableSeat,
    Vote,
)

__all__ = [
    "ABANDON",
    "ANYONE",
    "COMPUTER",
    "FOLLOWED",
    "NO_ONE",
    "NO_QUESTION",
    "RULE",
    "STORED_READ_RECEIPTS",
    "UNUSABLE",
    "WAIT",
    "Authenticator",
    "Base",
    "CalendarEvent",
    "CalendarFeed",
    "Challenge",
    "ChannelState",
    "Delivery",
    "GameData",
    "Identity",
    "Invitation",
    "Letter",
    "LetterDraft",
    "LimitUse",
    "Login",
    "MissedRollCall",
    "Move",
    "MutedConversation",
    "MutedPlayer",
    "Notice",
    "PairingRequest",
    "Passkey",
    "PreparedAnswer",
    "Rating",
    "ReadMark",
    "RecoveryCode",
    "Relation",
    "Report",
    "Reset",
    "Result",
    "Seconds",
    "Secret",
    "SeenSeat",
    "ServerProcess",
    "SignInAttempt",
    "Snapshot",
    "Subscription",
    "Table",
    "TableHome",
    "TableSeat",
    "Token",
    "User",
    "Vote",
    "Watch",
]
