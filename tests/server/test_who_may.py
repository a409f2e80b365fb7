"""Permissions: a table over all routes and frames, compared with the real server.

A row says who is allowed, and with which status; all others are refused: strangers
with 401, known users with 403. A route or a frame without a row fails.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

import pytest
from fastapi import FastAPI
from sqlalchemy import delete, update
from starlette.websockets import WebSocketDisconnect

from entente.server.http.app import create_app
from entente.server.http.pages import router as pages
from entente.server.settings import Settings
from entente.server.storage.models import Event, Login
from entente.wire.frames import Incoming
from tests.server.people import House, Json, Person

NOBODY, EXPIRED = "nobody", "whose session has expired"
GUEST, STRANGER, SPECTATOR = "guest", "stranger", "spectator"
PLAYER, OPPONENT, HOST, FORMER = "player", "opponent", "host", "former player"
SEAT_TOKEN, USER_TOKEN = "token of the seat", "token of the player"
FORGED = "page of another site with the player's cookie"

UNKNOWN = {NOBODY, EXPIRED}
OUTSIDE = {GUEST, STRANGER, SPECTATOR, FORMER}
SITTING = {PLAYER, OPPONENT, HOST}
SESSIONS = OUTSIDE | SITTING
TOKENS = {SEAT_TOKEN, USER_TOKEN}
EVERYBODY = UNKNOWN | SESSIONS | TOKENS | {FORGED}
KNOWN = SESSIONS | {USER_TOKEN}
BROWSERS = SESSIONS | {FORGED}  # another site may ask, but its page does not get to see the answer
OF_THE_SEAT = {PLAYER, USER_TOKEN, SEAT_TOKEN}
OF_THE_SEAT_BY_HAND = {PLAYER, USER_TOKEN}

# Tables: a game under way, open to spectators; one closed to spectators; one that waits
# for players; a game of two; one that is over.
PLAYING, CLOSED, OPEN, DUEL, OVER = "playing", "closed", "open", "duel", "over"
SEATS = {PLAYING: "austria", CLOSED: "austria", OPEN: "austria"}
FREE, OFFERED = "france", "turkey"
PASSWORD = "correct horse"


class Row(NamedTuple):
    """Who gets through; the others are refused, unless something else is said of them."""

    who: Iterable[str]
    status: int = 200
    body: Any = None
    at: str = PLAYING
    but: dict[str, int] = {}


def of_seat(status: int, who: Iterable[str] = OF_THE_SEAT, at: str = PLAYING, **body: Any) -> Row:
    """Return what is done in the player's seat."""
    return Row(who, status, {"seat": SEATS.get(at, "authoritarian"), **body}, at)


def looking(*more: str) -> Row:
    """Return what a viewer of a table may know; a token bound to a seat asks for little."""
    return Row((EVERYBODY - {SEAT_TOKEN}) | {*more})


WATCHING = {GUEST, STRANGER, SPECTATOR}
SPECTATORS = "/api/tables/{table_id}/spectators/chat"
PREVIEW, EMBED = "/api/tables/{table_id}/preview.png", "/api/tables/{table_id}/embed"
SAME = (PREVIEW, EMBED)  # for everyone
_REGISTERED = {GUEST: 409}  # a guest has no password
_SURE = {"password": PASSWORD}
_SANCTION = {"kind": "warn", "reason": "spam"}
_STUDY = {"title": "Study", "privacy": "unlisted"}
_CLASS = {"title": "Class", "layout": "copies", "game": "attrition"}
_TEACHING: dict[str, Json] = {
    "freeze": {"frozen": True},
    "rewind": {},
    "fill": {},
    "end": {},
    "comments": {"text": "x"},
    "spotlight": {},
    "remove": {"student": 1},
}
_EVENT = {"name": "Cup", "game": "attrition", "format": "swiss"}
ROWS: dict[tuple[str, str], Row] = {
    # accounts
    ("POST", "/api/guest"): Row(EVERYBODY, 201, {"name": "Gast"}),
    ("POST", "/api/register"): Row(
        {GUEST},
        200,
        {"name": "new name", **_SURE},
        # A stranger could register as well, had the guest not just taken the name.
        but=dict.fromkeys(SESSIONS - {GUEST} | UNKNOWN, 409),
    ),
    ("POST", "/api/login"): Row(EVERYBODY, 401, {"name": "nobody at all", **_SURE}),
    ("POST", "/api/logout"): Row(SESSIONS, 204),
    ("GET", "/api/me"): looking(),
    ("PATCH", "/api/me"): Row(SESSIONS, 200, {"language": "fr"}),
    ("DELETE", "/api/me"): Row(SESSIONS, 204, {"password": PASSWORD}, at=OPEN),
    ("POST", "/api/me/password"): Row(
        SESSIONS - {GUEST}, 200, {"old": PASSWORD, "new": "battery staple"}, but=_REGISTERED
    ),
    ("GET", "/api/confirm/{token}"): Row(EVERYBODY, 303),
    ("POST", "/api/reset"): Row(EVERYBODY, 409, {"email": "a@example.org"}),  # no mail here
    ("POST", "/api/reset/confirm"): Row(EVERYBODY, 410, {"token": "x", **_SURE}),
    ("GET", "/api/me/sessions"): Row(BROWSERS),
    ("DELETE", "/api/me/sessions"): Row(SESSIONS, 204),
    ("DELETE", "/api/me/sessions/{name}"): Row(SESSIONS, 404),
    ("GET", "/api/me/export"): Row(BROWSERS),
    ("GET", "/api/me/two-factor"): Row(BROWSERS),
    ("POST", "/api/me/two-factor"): Row(SESSIONS - {GUEST}, 200, _SURE, but=_REGISTERED),
    ("POST", "/api/me/two-factor/confirm"): Row(SESSIONS, 409, {"code": "000000"}),
    ("POST", "/api/me/two-factor/recovery-codes"): Row(SESSIONS, 409, _SURE),
    ("POST", "/api/me/two-factor/remove"): Row(SESSIONS - {GUEST}, 204, _SURE, but=_REGISTERED),
    ("GET", "/api/me/passkeys"): Row(BROWSERS),
    ("POST", "/api/me/passkeys/options"): Row(SESSIONS - {GUEST}, 200, _SURE, but=_REGISTERED),
    ("POST", "/api/me/passkeys"): Row(SESSIONS, 422, {"label": "x", "credential": "{}"}),
    ("DELETE", "/api/me/passkeys/{passkey_id}"): Row(SESSIONS, 404, _SURE),
    ("POST", "/api/login/passkey/options"): Row(EVERYBODY),
    ("POST", "/api/login/passkey"): Row(EVERYBODY, 422, {"credential": "{}"}),
    ("GET", "/api/login"): Row(EVERYBODY),
    ("POST", "/api/login/oidc"): Row(EVERYBODY, 404),  # no provider here
    ("GET", "/api/login/oidc/callback"): Row(EVERYBODY - TOKENS, 303),
    ("GET", "/api/me/identities"): Row(BROWSERS),
    ("POST", "/api/me/identities"): Row(SESSIONS - {GUEST}, 404, _SURE, but=_REGISTERED),
    ("DELETE", "/api/me/identities/{identity_id}"): Row(SESSIONS, 404, _SURE),
    ("GET", "/api/me/tokens"): Row(BROWSERS),
    ("POST", "/api/me/tokens"): Row(SESSIONS, 201, {"label": "bot", **_SURE}),
    ("DELETE", "/api/me/tokens/{token_id}"): Row(SESSIONS, 404),
    ("GET", "/api/me/notifications"): Row(KNOWN | {FORGED}),
    ("POST", "/api/me/notifications/read"): Row(KNOWN, 204, {"ids": []}),
    ("GET", "/api/me/waiting"): Row(KNOWN | {FORGED}),
    ("GET", "/api/me/channels"): Row(BROWSERS),
    ("POST", "/api/me/channels/{channel}/test"): Row(SESSIONS, 409),  # no channel is on
    ("GET", "/api/me/calendar"): Row(BROWSERS),
    ("POST", "/api/me/calendar"): Row(SESSIONS),
    ("DELETE", "/api/me/calendar"): Row(SESSIONS, 204),
    ("GET", "/api/calendar/{token}.ics"): Row(EVERYBODY, 404),  # the address is the right
    ("GET", "/api/unsubscribe/{token}"): Row(EVERYBODY, 303),
    ("POST", "/api/unsubscribe/{token}"): Row(EVERYBODY, 410),  # no link of ours
    ("POST", "/api/me/push"): Row(
        SESSIONS, 422, {"endpoint": "https://example.org/x", "keys": {"p256dh": "A", "auth": "A"}}
    ),
    ("DELETE", "/api/me/push"): Row(SESSIONS, 204, {"endpoint": "https://example.org/x"}),
    # moderation: none of them is a moderator
    ("GET", "/api/me/standing"): Row(BROWSERS),
    ("POST", "/api/me/sanctions/{sanction_id}/appeal"): Row(SESSIONS, 404, {"text": "why?"}),
    ("GET", "/api/conduct"): Row(EVERYBODY),
    ("GET", "/api/moderation"): Row(()),
    ("GET", "/api/moderation/hints"): Row(()),
    ("GET", "/api/privacy"): Row(EVERYBODY),
    ("GET", "/api/moderation/reports/{report_id}"): Row(()),
    ("POST", "/api/moderation/reports/{report_id}"): Row((), body={"kind": "dismiss"}),
    ("GET", "/api/moderation/study-reports/{report_id}"): Row(()),
    ("POST", "/api/moderation/study-reports/{report_id}"): Row((), body={"kind": "dismiss"}),
    ("POST", "/api/moderation/studies/{study_id}/put-back"): Row(()),
    ("GET", "/api/moderation/people/{name}"): Row(()),
    ("POST", "/api/moderation/people/{user_id}/sanctions"): Row((), body=_SANCTION),
    ("POST", "/api/moderation/sanctions/{sanction_id}/lift"): Row(()),
    ("POST", "/api/moderation/sanctions/{sanction_id}/answer"): Row(
        (), body={"answer": "no", "lift": False}
    ),
    # other people
    ("GET", "/api/me/people"): Row(BROWSERS),
    ("POST", "/api/me/people"): Row(SESSIONS, 404, {"name": "nobody at all", "follow": True}),
    ("GET", "/api/me/people/{user_id}"): Row(BROWSERS, 404),
    ("PUT", "/api/me/people/{user_id}"): Row(SESSIONS, 404, {"block": True}),
    ("POST", "/api/tables/{table_id}/invite"): Row(KNOWN, 404, {"user": 2**31 - 1}, OPEN),
    ("POST", "/api/challenges"): Row(KNOWN, 404, {"user": 2**31 - 1, "game": "attrition"}),
    ("GET", "/api/me/invitations"): Row(BROWSERS),
    ("POST", "/api/me/invitations/{invitation_id}/accept"): Row(SESSIONS, 404),
    ("POST", "/api/me/invitations/{invitation_id}/decline"): Row(SESSIONS, 404),
    ("GET", "/api/me/member-invitations"): Row(BROWSERS),
    ("POST", "/api/me/member-invitations/{invitation_id}/accept"): Row(SESSIONS, 404),
    ("POST", "/api/me/member-invitations/{invitation_id}/decline"): Row(SESSIONS, 404),
    # what is the same for all
    ("GET", "/openapi.json"): Row(EVERYBODY),
    ("GET", "/docs"): Row(EVERYBODY),
    ("GET", "/docs/start.js"): Row(EVERYBODY),
    ("GET", "/health"): Row(EVERYBODY),
    ("GET", "/health/live"): Row(EVERYBODY),
    ("GET", "/health/ready"): Row(EVERYBODY),
    ("GET", "/metrics"): Row((), but=dict.fromkeys(UNKNOWN, 403)),  # from this machine only
    ("GET", "/api/push/key"): Row(EVERYBODY),
    ("GET", "/api/channels"): Row(EVERYBODY),
    ("GET", "/api/games"): Row(EVERYBODY),
    ("GET", "/api/players"): Row(EVERYBODY),
    **{
        ("GET", f"/api/games/{{game_id}}/{page}"): Row(EVERYBODY)
        for page in ("seats", "text", "board", "board.css", "rules", "cards", "data", "exercises")
    },
    ("GET", "/api/games/{game_id}/preview.png"): Row(EVERYBODY),
    ("GET", PREVIEW): Row(EVERYBODY, 404),  # the tables here are private
    ("GET", "/api/games/{game_id}/board.js"): Row(EVERYBODY, 404),  # games from elsewhere have one
    # people
    **{
        ("GET", f"/api/people/{{name}}{part}"): Row(EVERYBODY - {SEAT_TOKEN}, 404)  # unknown
        for part in ("", "/games", "/games.jsonl")
    },
    ("GET", "/api/leaderboards/{game_id}"): looking(),
    # the lobby
    ("GET", "/api/tables"): looking(),
    ("GET", "/api/tables/limits"): Row(EVERYBODY),
    ("POST", "/api/tables"): Row(KNOWN, 201, {"game": "attrition", "seats": {"central": "me"}}),
    ("POST", "/api/tables/{table_id}/join"): Row(  # no one takes a second seat
        KNOWN - {HOST, PLAYER, USER_TOKEN},
        200,
        {"seat": FREE},
        OPEN,
        but=dict.fromkeys((HOST, PLAYER, USER_TOKEN), 409),
    ),
    ("POST", "/api/tables/{table_id}/leave"): of_seat(200, OF_THE_SEAT_BY_HAND, OPEN),
    ("POST", "/api/tables/{table_id}/fill"): Row(
        {HOST}, 200, {"seat": FREE, "computer": "random"}, OPEN
    ),
    ("POST", "/api/tables/{table_id}/kick"): of_seat(200, {HOST}, OPEN),
    ("POST", "/api/tables/{table_id}/start"): Row({HOST}, 409, at=OPEN),  # seats are free
    ("POST", "/api/tables/{table_id}/abandon"): Row({HOST}, 200, at=OPEN),
    ("GET", "/api/home"): looking(),
    ("GET", "/api/lobby"): looking(),
    # clubs and events, made by the host
    ("GET", "/api/clubs"): looking(),
    ("POST", "/api/clubs"): Row(KNOWN - {GUEST}, 201, {"name": "Club"}),
    ("GET", "/api/clubs/{club_id}"): looking(),
    ("GET", "/api/clubs/{club_id}/tables"): Row({HOST}, 200),
    ("PATCH", "/api/clubs/{club_id}"): Row({HOST}, 200, {"name": "Club"}),
    ("POST", "/api/clubs/{club_id}/join"): Row(KNOWN - {GUEST}, 200, {}),
    ("POST", "/api/clubs/{club_id}/leave"): Row(KNOWN - {HOST}, 404, but={HOST: 204}),
    ("POST", "/api/clubs/{club_id}/role"): Row({HOST}, 404, {"name": "no one"}),
    ("POST", "/api/clubs/{club_id}/let-back"): Row({HOST}, 404, {"name": "no one"}),
    ("POST", "/api/clubs/{club_id}/invitation"): Row({HOST}, 200, {}),
    ("GET", "/api/events"): looking(),
    ("GET", "/api/events/scoring"): Row(EVERYBODY),
    ("POST", "/api/events"): Row(KNOWN - {GUEST}, 201, _EVENT),
    ("GET", "/api/events/{event_id}"): looking(),
    ("PATCH", "/api/events/{event_id}"): Row({HOST}, 200, _EVENT),
    ("GET", "/api/events/{event_id}/log"): looking(),
    ("GET", "/api/events/{event_id}/standings.csv"): looking(),
    ("GET", "/api/events/{event_id}/boards.csv"): looking(),
    ("GET", "/api/events/{event_id}/embed"): Row(EVERYBODY),
    ("POST", "/api/events/{event_id}/enter"): Row(  # the player's program finds them entered
        KNOWN - {GUEST, USER_TOKEN}, 200, {}, but={USER_TOKEN: 409}
    ),
    ("POST", "/api/events/{event_id}/withdraw"): Row(KNOWN, 404, {}),
    ("POST", "/api/events/{event_id}/byes"): Row(KNOWN, 404, {"rounds": [2]}),
    ("POST", "/api/events/{event_id}/ready"): Row(KNOWN, 404, {}),
    ("POST", "/api/events/{event_id}/add"): Row({HOST}, 422, {}),
    ("DELETE", "/api/events/{event_id}/invitations/{invitation_id}"): Row({HOST}, 404),
    ("POST", "/api/events/{event_id}/order"): Row({HOST}, 200, {"entries": []}),
    ("POST", "/api/events/{event_id}/substitute"): Row({HOST}, 404, {"entry": 1, "name": "x"}),
    ("POST", "/api/events/{event_id}/adjust"): Row({HOST}, 404, {"entry": 1, "points": 1}),
    ("POST", "/api/events/{event_id}/correct"): Row({HOST}, 404, {"round": 1, "board": 1}),
    ("POST", "/api/events/{event_id}/adjourn"): Row({HOST}, 404, {"round": 1, "board": 1}),
    ("POST", "/api/events/{event_id}/challenge"): Row(KNOWN, 409, {"entry": 1}),  # no ladder
    ("POST", "/api/events/{event_id}/challenge/answer"): Row(
        KNOWN, 404, {"challenge": 1, "answer": "accept"}
    ),
    ("POST", "/api/events/{event_id}/next-season"): Row({HOST}, 409, {"starts": None}),  # no league
    ("POST", "/api/events/{event_id}/round"): Row({HOST}, 409),  # no one has entered
    ("POST", "/api/events/{event_id}/end"): Row({HOST}, 409),  # it has not started
    ("POST", "/api/events/{event_id}/cancel"): Row({HOST}, 200),
    # studies, made by the host
    ("GET", "/api/studies"): looking(),
    ("POST", "/api/studies"): Row(KNOWN, 201, {"title": "Study"}),
    ("GET", "/api/studies/{study_id}"): looking(),
    ("PATCH", "/api/studies/{study_id}"): Row({HOST}, 200, _STUDY),
    ("DELETE", "/api/studies/{study_id}"): Row({HOST}, 204),
    ("POST", "/api/studies/{study_id}/copy"): Row(KNOWN, 409, {"title": "Copy"}),  # it is empty
    ("POST", "/api/studies/{study_id}/members"): Row(
        {HOST}, 404, {"name": "no one", "role": "reader"}
    ),
    ("POST", "/api/studies/{study_id}/invitation"): Row({HOST}, 200, {}),
    ("POST", "/api/studies/{study_id}/join"): Row(KNOWN, 404, {"token": "x"}),
    ("POST", "/api/studies/{study_id}/report"): Row(  # a reason is missing
        KNOWN - {HOST, GUEST}, 422, {"reason": " "}, but={HOST: 409}
    ),
    ("POST", "/api/studies/{study_id}/leave"): Row(KNOWN - {HOST}, 404, but={HOST: 409}),
    ("POST", "/api/studies/{study_id}/chapters"): Row(
        {HOST}, 201, {"name": "One", "game": "attrition"}
    ),
    ("GET", "/api/studies/{study_id}/chapters/{chapter_id}"): looking(),
    ("PATCH", "/api/studies/{study_id}/chapters/{chapter_id}"): Row({HOST}, 200, {"name": "x"}),
    ("DELETE", "/api/studies/{study_id}/chapters/{chapter_id}"): Row({HOST}, 204),
    ("GET", "/api/studies/{study_id}/chapters/{chapter_id}/board"): looking(),
    ("GET", "/api/studies/{study_id}/chapters/{chapter_id}/nodes/{node_id}"): looking(),
    ("POST", "/api/studies/{study_id}/chapters/{chapter_id}/nodes/{node_id}/ask"): Row(
        {HOST}, 200, {"seat": "central", "action": "x"}
    ),
    ("POST", "/api/studies/{study_id}/chapters/{chapter_id}/nodes/{node_id}/play"): Row(
        {HOST}, 200, {"seat": "central", "action": "x"}
    ),
    ("POST", "/api/studies/{study_id}/chapters/{chapter_id}/edit"): Row(
        {HOST}, 200, {"edit": {"op": "glyph", "node": 0, "glyph": "!", "seen": 99}}
    ),
    **{
        ("GET", f"/api/studies/{{study_id}}/chapters/{{chapter_id}}/{part}"): looking()
        for part in ("record", "text")
    },
    ("GET", "/api/studies/{study_id}/chapters/{chapter_id}/embed"): Row(EVERYBODY),
    **{
        ("GET", f"/api/studies/{{study_id}}/chapters/{{chapter_id}}/nodes/{{node_id}}/{part}"): Row(
            KNOWN | {FORGED}
        )
        for part in ("analysis", "continuation", "chances")
    },
    ("GET", "/api/studies/{study_id}/export"): Row(EVERYBODY - {SEAT_TOKEN}, 409),  # it is empty
    ("POST", "/api/studies/import"): Row(KNOWN, 422, "x"),
    ("GET", "/api/tables/{table_id}/studies"): looking(),
    ("POST", "/api/tables/{table_id}/study"): Row(
        SITTING | {USER_TOKEN}, 201, {"move": 0}, but=dict.fromkeys(OUTSIDE, 409)
    ),
    ("POST", "/api/tables/{table_id}/commentary"): Row((), body={}),  # the table is private
    # quick pairing
    ("GET", "/api/pairing/queues"): Row(EVERYBODY),
    ("GET", "/api/pairing"): Row(KNOWN | {FORGED}),
    ("POST", "/api/pairing"): Row(  # all want the same side: no one is paired
        KNOWN, 200, {"game": "turmoil", "pace": "24h", "side": "liberal"}
    ),
    ("DELETE", "/api/pairing"): Row(KNOWN, 204),
    ("POST", "/api/tables/{table_id}/ready"): Row(  # no roll call
        {PLAYER, HOST, USER_TOKEN}, 409, at=OPEN
    ),
    # seats
    ("POST", "/api/tables/{table_id}/offer"): of_seat(200, OF_THE_SEAT_BY_HAND),
    ("POST", "/api/tables/{table_id}/offered"): Row(  # the secret is what counts
        EVERYBODY - {FORGED, SEAT_TOKEN}, 200, {"token": OFFERED}
    ),
    ("POST", "/api/tables/{table_id}/take"): Row(
        OUTSIDE - {FORMER},
        200,
        {"token": OFFERED},
        but=dict.fromkeys(KNOWN - OUTSIDE, 409) | {FORMER: 409},
    ),
    ("POST", "/api/tables/{table_id}/return"): of_seat(409),  # no stand-in
    ("GET", "/api/tables/{table_id}/takeover"): Row(EVERYBODY - {SEAT_TOKEN}, 404),  # none is open
    ("POST", "/api/tables/{table_id}/takeover"): Row(KNOWN, 409, {"seat": "austria"}),
    ("POST", "/api/tables/{table_id}/vote"): of_seat(200, kind="pause"),
    ("POST", "/api/tables/{table_id}/concede"): of_seat(200, at=DUEL),
    ("POST", "/api/tables/{table_id}/claim"): Row(  # no live game, and the player's own seat
        {OPPONENT, HOST}, 422, {"seat": "austria", "claim": "win"}
    ),
    ("POST", "/api/tables/{table_id}/rematch"): Row({PLAYER, OPPONENT, USER_TOKEN}, 200, at=OVER),
    # papers
    ("PUT", "/api/tables/{table_id}/draft"): of_seat(204, text="x"),
    ("PUT", "/api/tables/{table_id}/notes"): of_seat(204, text="x"),
    ("GET", "/api/tables/{table_id}/prepared"): Row(
        OF_THE_SEAT | {FORGED}, but=dict.fromkeys(UNKNOWN, 403)
    ),
    ("PUT", "/api/tables/{table_id}/prepared"): of_seat(
        409, step="retreat", occasion="never", prepared=["x"]
    ),
    ("DELETE", "/api/tables/{table_id}/prepared"): of_seat(200, step="retreat", occasion="never"),
    ("POST", "/api/tables/{table_id}/parse"): of_seat(200, OF_THE_SEAT_BY_HAND, text="x"),
    # press
    ("GET", "/api/tables/{table_id}/chat"): looking(SEAT_TOKEN),
    ("POST", "/api/tables/{table_id}/chat"): of_seat(201, text="x"),
    ("PUT", "/api/tables/{table_id}/chat/draft"): of_seat(204, text="x"),
    ("POST", "/api/tables/{table_id}/chat/answer"): of_seat(404, number=9999, answer="accept"),
    ("POST", "/api/tables/{table_id}/chat/read"): of_seat(204, number=0),
    ("GET", "/api/tables/{table_id}/chat/proposals"): looking(SEAT_TOKEN),
    ("PUT", "/api/tables/{table_id}/chat/mute"): of_seat(204, OF_THE_SEAT_BY_HAND, muted=True),
    ("PUT", "/api/tables/{table_id}/chat/mute-player"): of_seat(
        204, OF_THE_SEAT_BY_HAND, player="england", muted=False
    ),
    ("POST", "/api/tables/{table_id}/chat/report"): of_seat(
        404, OF_THE_SEAT_BY_HAND, number=9999, reason="rude"
    ),
    # watching: what spectators write is not for players
    ("GET", "/api/boards"): looking(),
    ("GET", EMBED): Row(EVERYBODY, 404),  # the tables here are private
    ("GET", SPECTATORS): Row(UNKNOWN | WATCHING),
    ("POST", SPECTATORS): Row(WATCHING, 201, {"text": "x"}),
    ("PUT", SPECTATORS): Row({HOST}, 204, {"open": True}),
    ("POST", SPECTATORS + "/report"): Row(WATCHING, 404, {"number": 9999, "reason": "rude"}),
    # looking
    ("GET", "/api/tables/{table_id}"): looking(SEAT_TOKEN),
    ("GET", "/api/tables/{table_id}/ratings"): looking(),
    ("GET", "/api/tables/{table_id}/record"): looking(),
    ("GET", "/api/tables/{table_id}/results"): looking(),
    ("GET", "/api/tables/{table_id}/positions/{number}"): looking(),
    ("GET", "/api/tables/{table_id}/timeline"): looking(),
    ("GET", "/api/tables/{table_id}/report"): Row(EVERYBODY - {SEAT_TOKEN}, 409),  # not over
    ("GET", "/api/tables/{table_id}/describe"): looking(),
    ("GET", "/api/tables/{table_id}/picture"): looking(),
    ("GET", "/api/tables/{table_id}/board"): looking(),
    ("GET", "/api/tables/{table_id}/exercise"): Row(EVERYBODY - {SEAT_TOKEN}, 404),  # there is none
    **{
        ("GET", f"/api/tables/{{table_id}}/guide{part}"): Row(
            SITTING | {USER_TOKEN, FORGED}, status, but=dict.fromkeys(UNKNOWN, 403)
        )
        for part, status in (("", 200), ("/advice", 403))  # there is no advice against people
    },
    # thinking
    ("POST", "/api/games/{game_id}/exercises/{exercise_id}"): Row(KNOWN, 404),
    # the explorer
    ("GET", "/api/explorer"): looking(),
    ("GET", "/api/explorer/{game_id}"): looking(),
    ("GET", "/api/explorer/{game_id}/board"): looking(),
    ("POST", "/api/explorer/{game_id}/board"): Row(KNOWN, 404, {"number": 99_999, "moves": 0}),
    # puzzles
    ("GET", "/api/puzzles"): looking(),
    ("GET", "/api/me/puzzles"): Row(BROWSERS),
    ("POST", "/api/games/{game_id}/puzzles"): Row(KNOWN, 404, {"id": "unknown"}),
    ("GET", "/api/tables/{table_id}/puzzle"): Row(EVERYBODY - {SEAT_TOKEN}, 404),  # there is none
    ("POST", "/api/tables/{table_id}/puzzle"): Row(SITTING | {USER_TOKEN}, 404),
    ("POST", "/api/tables/{table_id}/puzzle/hint"): Row(SITTING | {USER_TOKEN}, 404),
    ("POST", "/api/records"): Row(KNOWN, 422, "no record"),
    **{
        ("GET", f"/api/tables/{{table_id}}/positions/{{number}}/{part}"): Row(())
        for part in ("analysis", "explanation", "continuation")
    },
    ("GET", "/api/tables/{table_id}/evaluation"): Row(()),
    ("POST", "/api/tables/{table_id}/playout"): Row((), 200, {"move": 0}),
    ("POST", "/api/tables/{table_id}/rewind"): Row((), 200, {"move": 0}),
    # classes: there is none
    ("POST", "/api/classes"): Row(KNOWN - {GUEST}, 201, _CLASS),
    ("GET", "/api/classes"): Row(KNOWN | {FORGED}),
    ("GET", "/api/classes/of/{code}"): Row(EVERYBODY - {SEAT_TOKEN}, 404),
    ("POST", "/api/classes/join"): Row(UNKNOWN | SESSIONS, 404, {"code": "x", "name": "x"}),
    ("GET", "/api/classes/{class_id}"): Row(KNOWN | {FORGED}, 404),
    ("GET", "/api/classes/{class_id}/comments"): Row(KNOWN | {FORGED}, 404),
    **{
        ("POST", f"/api/classes/{{class_id}}/{act}"): Row(KNOWN, 404, body)
        for act, body in _TEACHING.items()
    },
    ("DELETE", "/api/classes/{class_id}/comments/{number}"): Row(KNOWN, 404),
    # of a referee: these tables have none
    ("POST", "/api/tables/{table_id}/adjudicate"): Row(()),
    ("POST", "/api/tables/{table_id}/timer"): Row((), body={"action": "clear"}),
    ("GET", "/api/tables/{table_id}/sheets"): Row(()),
    ("POST", "/api/tables/{table_id}/line"): Row(
        (), 200, {"move": 0, "steps": [{"seat": "austria", "action": "x"}]}
    ),
    ("POST", "/api/tables/{table_id}/fork"): Row(
        SITTING | {USER_TOKEN}, 201, {"move": 0}, but=dict.fromkeys(OUTSIDE, 409)
    ),
}
# After these, the caller or the table is another one.
SPOILING = {
    ("POST", "/api/guest"),
    ("POST", "/api/register"),
    ("POST", "/api/logout"),
    ("POST", "/api/me/password"),
    ("DELETE", "/api/me"),
    ("POST", "/api/me/two-factor"),
    ("POST", "/api/tables/{table_id}/rematch"),
    *(
        ("POST", f"/api/tables/{{table_id}}/{verb}")
        for verb in ("join", "leave", "fill", "kick", "start", "abandon", "take", "vote", "concede")
    ),
}
FRAMES: dict[str, Json] = {
    "act": {"seat": "austria", "version": 1, "action": "x"},
    "undo": {"seat": "austria", "version": 1},
    "check": {"seat": "austria", "action": "x"},
    "action_options": {"seat": "austria", "thing": "x"},
    "sync": {},
}
_QUERY = {
    "/api/boards": "?tables=x",
    "/api/tables/{table_id}/describe": "?element=PAR",
    "/api/tables/{table_id}/prepared": "?seat=austria",
}
_VALUES = {
    "game_id": "diplomacy",
    "exercise_id": "none",
    "class_id": "nonsense",
    "code": "nonsense",
    "number": "0",
    "token": "nonsense",
    "channel": "push",
    "name": "nonsense",
    "token_id": "nonsense",
    "passkey_id": "nonsense",
    "identity_id": "nonsense",
    "user_id": str(2**31 - 1),
    "report_id": str(2**31 - 1),
    "sanction_id": str(2**31 - 1),
    "invitation_id": "nonsense",
    "node_id": "0",
}


def routes_of(app: FastAPI) -> set[tuple[str, str]]:
    """Every route with a method; what is mounted are files."""
    found = [route for route in (*app.routes, *pages.routes) if getattr(route, "methods", None)]
    return {
        (method, route.path)  # type: ignore[attr-defined]
        for route in found
        for method in route.methods - {"HEAD"}  # type: ignore[attr-defined]
    }


class World:
    """A server with one person of each kind and a table of each kind, made on demand and
    made again when they have been changed."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.made = 0
        self.people: dict[str, Person] = {}
        self.tables: dict[str, Json] = {}
        self.tokens: dict[tuple[str, ...], str] = {}
        self.arranged: dict[str, str] = {}  # the club or event of each path

    def club(self, path: str) -> str:
        return self._arranged(path, "/api/clubs", {"name": "Club"})

    def event(self, path: str) -> str:
        return self._arranged(path, "/api/events", _EVENT)

    def study(self, path: str) -> str:
        return self._arranged(path, "/api/studies", _STUDY)

    def chapter(self, path: str) -> str:
        """The chapter of the study of a path."""
        studies, host = f"/api/studies/{self.study(path)}", self.person(HOST)
        found = host.get(studies)["chapter_list"]
        if not found:
            body = {"name": "One", "game": "attrition"}
            found = host.request("POST", f"{studies}/chapters", body, 201)["chapter_list"]
        return str(found[0]["id"])

    def _arranged(self, path: str, where: str, body: Json) -> str:
        """The host's club or event, of its own for each path."""
        if path not in self.arranged:
            self.house.app.state.limits.clear()
            with self.house.app.state.services.sessions.begin() as session:
                session.execute(delete(Event))
            self.arranged[path] = self.person(HOST).request("POST", where, body, 201)["id"]
        return self.arranged[path]

    def person(self, kind: str) -> Person:
        """A person with a session of their own; registered, unless it is the guest."""
        if kind not in self.people:
            self.made += 1
            person = self.house.person(f"{kind} {self.made}"[:40])
            if kind not in (GUEST, EXPIRED):
                person.post("/api/register", name=f"{kind} {self.made}"[:40], password=PASSWORD)
            if kind == EXPIRED:
                with self.house.app.state.services.sessions.begin() as session:
                    ended = update(Login).where(Login.user_id == person.id)
                    session.execute(ended.values(expires=int(time.time()) - 1))
            self.people[kind] = person
        return self.people[kind]

    def table(self, kind: str) -> Json:
        if kind not in self.tables:
            make = {OPEN: self._open, DUEL: self._duel, OVER: self._over}.get(kind, self._playing)
            self.tables[kind] = make(kind)
        return self.tables[kind]

    def _open(self, kind: str) -> Json:
        table = self.person(HOST).table("diplomacy", seats={"england": "me"})
        self.person(FORMER).sit(table, FREE)
        self.person(FORMER).post(f"/api/tables/{table['id']}/leave", seat=FREE)
        return self.person(PLAYER).sit(table, "austria")

    def _playing(self, kind: str) -> Json:
        mine = dict.fromkeys(("england", "italy", "russia", "turkey"), "me")
        watched = kind == PLAYING
        table = self.person(HOST).table("diplomacy", seats=mine, private=True, spectators=watched)
        for who, seat in ((PLAYER, "austria"), (OPPONENT, "france"), (FORMER, "germany")):
            self.person(who).sit(table, seat)
        path = f"/api/tables/{table['id']}"
        link = self.person(FORMER).post(f"{path}/offer", seat="germany")["token"]
        self.person("successor").post(f"{path}/take", token=link)
        return table

    def _duel(self, kind: str) -> Json:
        table = self.person(HOST).table("turmoil")
        self.person(PLAYER).sit(table, "authoritarian")
        return self.person(OPPONENT).sit(table, "liberal")

    def _over(self, kind: str) -> Json:
        table = self._duel(kind)
        path = f"/api/tables/{table['id']}/concede"
        self.person(PLAYER).post(path, seat="authoritarian")
        return table

    def caller(self, kind: str, table: Json) -> Person:
        """The caller of a kind, at a table."""
        if kind == NOBODY:
            return self.house.person(None)
        if kind in TOKENS:
            program = self.house.person(None)
            program.client.headers["authorization"] = f"Bearer {self._token(kind, table)}"
            return program
        if kind == FORGED:
            page, player = self.house.person(None), self.person(PLAYER)
            page.client.cookies = player.client.cookies
            page.client.headers["origin"] = "https://elsewhere.example"
            return page
        return self.person(kind)

    def _token(self, kind: str, table: Json) -> str:
        seats = table["seats"]
        bounds = {"table": table["id"], "seat": next(iter(seats))} if kind == SEAT_TOKEN else {}
        name = (kind, *bounds.values())
        if name not in self.tokens:
            body = {"label": "bot", **_SURE, **bounds}
            made = self.person(PLAYER).post("/api/me/tokens", 201, **body)
            self.tokens[name] = made["secret"]
        return self.tokens[name]

    def changed(self, kind: str, at_table: bool, at: str) -> None:
        """A caller changed a table, or themselves."""
        if at_table:
            self.tables.pop(at, None)
        else:
            self.people.pop(kind, None)
            if kind in SITTING | {FORMER}:
                self.tables.clear()
            if kind == PLAYER:
                self.tokens.clear()


@pytest.fixture(scope="module")
def world(shared_database: str) -> Iterator[World]:
    with House(create_app(Settings(shared_database))) as house:
        yield World(house)


def expected(row: Row, kind: str) -> int:
    if kind in row.who:
        return row.status
    return row.but.get(kind, 401 if kind in UNKNOWN else 403)


def ask(world: World, method: str, path: str, row: Row, kind: str, at: str) -> int:
    """The status with which a request is answered."""
    table = world.table(at)
    values = {**_VALUES, "table_id": table["id"]}
    if "{club_id}" in path:
        values["club_id"] = world.club(f"{method} {path}")
    if "{event_id}" in path:
        values["event_id"] = world.event(f"{method} {path}")
    if "{study_id}" in path:
        values["study_id"] = world.study(f"{method} {path}")
    if "{chapter_id}" in path:
        values["chapter_id"] = world.chapter(f"{method} {path}")
    body = row.body
    if isinstance(body, dict) and body.get("token") == OFFERED:
        offer = f"/api/tables/{table['id']}/offer"
        body = {"token": world.person(HOST).post(offer, seat=OFFERED)["token"]}
    caller = world.caller(kind, table)
    world.house.app.state.limits.clear()
    headers = {"x-csrf-token": caller.csrf} if caller.csrf else {}
    given: Json = {"content": body} if isinstance(body, str) else {"json": body}
    address = path.format(**values) + _QUERY.get(path, "")
    answer = caller.client.request(
        method, address, headers=headers, follow_redirects=False, **given
    )
    if method == "DELETE" and answer.status_code < 300:
        world.arranged.pop(f"{method} {path}", None)
    if (method, path) in SPOILING and answer.status_code < 300:
        world.changed(kind, "{table_id}" in path, at)
    return answer.status_code


def test_every_route_and_every_frame_has_a_row(world: World) -> None:
    assert routes_of(world.house.app) == set(ROWS)
    assert {each.__struct_config__.tag for each in get_args(Incoming)} == set(FRAMES)


@pytest.mark.parametrize(("method", "path"), list(ROWS))
def test_who_may_ask(world: World, method: str, path: str) -> None:
    row = ROWS[method, path]
    answers = {kind: ask(world, method, path, row, kind, row.at) for kind in sorted(EVERYBODY)}
    assert answers == {kind: expected(row, kind) for kind in sorted(EVERYBODY)}


@pytest.mark.parametrize(
    "path",
    [
        path
        for method, path in ROWS
        if method == "GET" and "{table_id}" in path and path not in SAME
    ],
)
def test_who_may_look_at_a_closed_table(world: World, path: str) -> None:
    row = ROWS["GET", path]
    sitting = SITTING | {USER_TOKEN, SEAT_TOKEN, FORGED}
    unknown = dict.fromkeys(UNKNOWN, 403 if row.who else 401)  # a closed route asks for a name
    closed = row._replace(who=sitting & {*row.who}, but=unknown)
    answers = {kind: ask(world, "GET", path, closed, kind, CLOSED) for kind in sorted(EVERYBODY)}
    assert answers == {kind: expected(closed, kind) for kind in sorted(EVERYBODY)}


# -- sockets


def is_let_in(world: World, kind: str, at: str) -> bool:
    table = world.table(at)
    try:
        with world.caller(kind, table).live(table) as live:
            return bool(live.state)
    except WebSocketDisconnect as closed:
        if closed.code != 4403:
            raise
        return False


@pytest.mark.parametrize(
    ("at", "who"),
    [
        (PLAYING, EVERYBODY - {FORGED}),
        (OPEN, EVERYBODY - {FORGED}),
        (CLOSED, SITTING | TOKENS),
    ],
)
def test_who_may_open_a_socket(world: World, at: str, who: set[str]) -> None:
    assert {kind for kind in EVERYBODY if is_let_in(world, kind, at)} == who


@pytest.mark.parametrize("frame", list(FRAMES))
def test_who_may_say_what_over_a_socket(world: World, frame: str) -> None:
    """Only a player and their programs act, undo or ask in that player's seat."""
    refused = set()
    for kind in EVERYBODY - {FORGED}:
        table = world.table(PLAYING)
        with world.caller(kind, table).live(table) as live:
            live.say(type=frame, id="asked", **FRAMES[frame])
            live.say(type="check", seat="nobody", id="last")
            while (heard := live.receive()).get("id") != "last":
                if heard.get("key") == "problem.table.not_yours":
                    refused.add(kind)
    allowed = EVERYBODY - {FORGED} if frame == "sync" else OF_THE_SEAT
    assert refused == EVERYBODY - {FORGED} - allowed


def test_before_the_game_no_seat_is_visible(world: World) -> None:
    table = world.table(OPEN)
    for kind in (PLAYER, HOST, USER_TOKEN, SEAT_TOKEN, STRANGER, NOBODY):
        with world.caller(kind, table).live(table) as live:
            assert set(live.state["seats"]) == {""}
