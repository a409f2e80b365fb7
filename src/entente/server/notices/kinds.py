"""Kinds of notices, which users turn off one by one, and the page to which a notice leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args
from urllib.parse import urlencode

NoticeKind = Literal["turn", "deadline", "message", "table"]
KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)

YOUR_MOVE, BEGAN, GAME_OVER = "notice.your_move", "notice.began", "notice.over"
DEADLINE, LAST_CALL = "notice.deadline", "notice.deadline_last"
FULL_TABLE, REMOVED = "notice.full", "notice.removed"
LETTER, PROPOSAL = "notice.letter", "notice.proposal"
PUBLIC_LETTER = "notice.public_letter"
ACCEPTED, DECLINED = "notice.proposal_accepted", "notice.proposal_declined"
ANSWERS = (ACCEPTED, DECLINED)
LETTERS = (LETTER, PUBLIC_LETTER, PROPOSAL, *ANSWERS)
PAIRED, UNPAIRED = "notice.paired", "notice.unpaired"
ROLL_CALL, ROLL_CALL_MISSED = "notice.roll_call", "notice.roll_call_missed"
ROLL_CALL_OFF, WAITED_LONG = "notice.roll_call_off", "notice.waited_long"
TEST = "notice.test"

# Notices that come at once even where the user wants a digest: minutes count.
URGENT = (PAIRED, ROLL_CALL, "notice.challenged")

_TURN = (
    "your_move",
    "began",
    "later_given",
    "later_passed",
    "later_not_given",
    "ahead_drafted",
    "ahead_partly",
    "ahead_dropped",
    "paired",
    "roll_call",
)
_DEADLINE = ("deadline", "deadline_last", "late", "missed", "missed_limited", "by_rule")
_MESSAGE = ("letter", "public_letter", "proposal", "proposal_accepted", "proposal_declined")
_OF_KEY: dict[str, NoticeKind] = {
    **{f"notice.{name}": "turn" for name in _TURN},
    **{f"notice.{name}": "deadline" for name in _DEADLINE},
    **{f"notice.{name}": "message" for name in _MESSAGE},
}
# Where a notice about a table leads; the others lead to its first screen.
_TO_DECISION = {
    YOUR_MOVE,
    DEADLINE,
    LAST_CALL,
    "notice.late",
    "notice.later_not_given",
    "notice.ahead_drafted",
    "notice.ahead_partly",
    "notice.ahead_dropped",
}
# Notices that name the time left; news that ask for nothing do not.
NAMES_TIME_LEFT = _TO_DECISION | {BEGAN, PAIRED, ROLL_CALL, LETTER, PROPOSAL}
_OF_STANDING = ("notice.sanction_", "notice.appeal_")
_TO_PLAYERS = {FULL_TABLE, "notice.vote", "notice.taken", "notice.left", "notice.event"}


def kind_of(key: str) -> NoticeKind:
    """Return the kind of a notice; news of tables unless it is more."""
    return _OF_KEY.get(key, "table")


def path_of(key: str, table_id: str | None, args: Mapping[str, Any]) -> str:
    """Return the page to which a notice leads: the table's screen, with the decision or chat."""
    if table_id is None:
        if "tournament_id" in args:
            return f"/events/{args['tournament_id']}"
        if "club_id" in args:
            return f"/clubs/{args['club_id']}"
        if "study_id" in args:
            return f"/studies/{args['study_id']}"
        return "/standing" if key.startswith(_OF_STANDING) else "/profile"
    query: dict[str, str] = {}
    if key in LETTERS:
        query = {"tab": "press"}
        if "kind" in args:  # older notices do not name their conversation
            query["with"] = ",".join(filter(None, str(args["kind"]).split(",")))
    elif key in _TO_PLAYERS:
        query = {"tab": "players"}
    elif key in _TO_DECISION:
        query = {"tab": "decide"}
        if "seat" in args:
            query["seat"] = str(args["seat"])
        if args.get("window") is not None:
            query["decision"] = str(args["window"])
    return f"/tables/{table_id}" + (f"?{urlencode(query, safe=',')}" if query else "")
