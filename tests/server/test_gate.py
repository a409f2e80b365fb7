"""One gate for what a person may do: all routes × {suspended, muted, banned, blocked, guest, new}.

A route that writes declares its gates (http/gates.py), or is listed here with the reason why it
needs none. A new route without either fails.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from entente.server.http.app import create_app
from entente.server.http.gates import Gate
from entente.server.http.pages import router as pages
from entente.server.settings import NewAccounts, Settings
from entente.server.storage.models import User
from tests.server.people import House, Json, Person
from tests.server.test_who_may import _VALUES, SPOILING

Route = tuple[str, str]
SUSPENDED, MUTED, BANNED, GUEST = "suspended", "muted", "banned", "guest"
COLUMNS = {SUSPENDED: "suspended_until", MUTED: "muted_until", BANNED: "banned_until"}
PASSWORD = "correct horse"

OWN = "one's own account, devices, notices and lists"
OWN_BOARD = "one's own board, at which no one else sits"
UNDER_WAY = "a game under way, which a sanction does not end"
LEAVING = "leaves, declines or takes away"
TO_MODERATORS = "is read by moderators alone"
OF_A_MODERATOR = "of moderators, with their own check"
TEACHING = "a class under way"
UNGATED: dict[Route, str] = {
    **{
        ("POST", f"/api/{path}"): OWN
        for path in (
            *("guest", "login", "logout", "reset", "reset/confirm", "login/oidc"),
            *("login/passkey", "login/passkey/options", "unsubscribe/{token}"),
            *("me/password", "me/tokens", "me/push", "me/calendar", "me/identities"),
            *("me/passkeys", "me/passkeys/options", "me/notifications/read"),
            *("me/two-factor", "me/two-factor/confirm", "me/two-factor/recovery-codes"),
            *("me/two-factor/remove", "me/channels/{channel}/test", "me/people"),
        )
    },
    ("PUT", "/api/me/people/{user_id}"): OWN,
    **{
        ("DELETE", f"/api/me{path}"): OWN
        for path in (
            *("", "/sessions", "/sessions/{name}", "/tokens/{token_id}", "/push", "/calendar"),
            *("/passkeys/{passkey_id}", "/identities/{identity_id}"),
        )
    },
    **{
        ("POST", f"/api/{path}"): OWN_BOARD
        for path in (
            *("records", "games/{game_id}/exercises/{exercise_id}", "games/{game_id}/puzzles"),
            *("explorer/{game_id}/board", "tables/{table_id}/puzzle"),
            *("tables/{table_id}/puzzle/hint", "tables/{table_id}/fork"),
            *("tables/{table_id}/playout", "tables/{table_id}/line", "tables/{table_id}/rewind"),
            "studies/{study_id}/chapters/{chapter_id}/nodes/{node_id}/ask",
        )
    },
    **{
        ("POST", f"/api/tables/{{table_id}}/{act}"): UNDER_WAY
        for act in (
            *("parse", "offer", "offered", "return", "vote", "concede", "claim", "adjudicate"),
            *("timer", "chat/answer", "chat/read"),
        )
    },
    **{
        ("PUT", f"/api/tables/{{table_id}}/{act}"): UNDER_WAY
        for act in (
            *("prepared", "draft", "notes", "chat/draft", "chat/mute", "chat/mute-player"),
            "spectators/chat",
        )
    },
    ("DELETE", "/api/tables/{table_id}/prepared"): UNDER_WAY,
    **{
        ("POST", f"/api/{path}"): LEAVING
        for path in (
            *("tables/{table_id}/leave", "tables/{table_id}/kick", "tables/{table_id}/abandon"),
            *("me/invitations/{invitation_id}/decline", "clubs/{club_id}/leave"),
            *("events/{event_id}/withdraw", "events/{event_id}/byes", "studies/{study_id}/leave"),
            *("classes/{class_id}/remove", "studies/{study_id}/invitation"),
            "me/member-invitations/{invitation_id}/decline",
        )
    },
    ("DELETE", "/api/events/{event_id}/invitations/{invitation_id}"): LEAVING,
    ("DELETE", "/api/pairing"): LEAVING,
    ("DELETE", "/api/studies/{study_id}"): LEAVING,
    ("DELETE", "/api/studies/{study_id}/chapters/{chapter_id}"): LEAVING,
    ("DELETE", "/api/classes/{class_id}/comments/{number}"): LEAVING,
    ("POST", "/api/studies/{study_id}/join"): "reads and writes, which muting stops; no game",
    **{
        ("POST", f"/api/{path}"): TO_MODERATORS
        for path in (
            *("me/sanctions/{sanction_id}/appeal", "tables/{table_id}/chat/report"),
            *("tables/{table_id}/spectators/chat/report", "studies/{study_id}/report"),
        )
    },
    **{
        ("POST", f"/api/moderation/{path}"): OF_A_MODERATOR
        for path in (
            *("reports/{report_id}", "study-reports/{report_id}", "people/{user_id}/sanctions"),
            *("studies/{study_id}/put-back", "sanctions/{sanction_id}/lift"),
            "sanctions/{sanction_id}/answer",
        )
    },
    **{
        ("POST", f"/api/classes/{{class_id}}/{act}"): TEACHING
        for act in ("freeze", "rewind", "fill", "end", "spotlight")
    },
}
# What brings a text, in requests that may come without one.
TEXTS: dict[Route, Json] = {
    ("PATCH", "/api/me"): {"name": "Another name"},
    ("POST", "/api/register"): {"name": "Another name", "password": PASSWORD},
    ("POST", "/api/events/{event_id}/enter"): {"team": "A text"},
    ("POST", "/api/events/{event_id}/add"): {"computer": "easy", "team": "A text"},
    ("POST", "/api/tables"): {"game": "attrition", "title": "A text"},
    ("POST", "/api/tables/{table_id}/chat"): {"seat": "central", "text": "A text"},
    ("POST", "/api/studies/{study_id}/copy"): {"title": "A text"},
    ("POST", "/api/classes/join"): {"code": "x", "name": "Another name"},
}


# Fields by which a request may name another person. Such a route passes `REACH`, or says why not.
NAMING = {"user", "user_id", "name", "names", "entry", "other", "person", "people", "student"}
NAMED: dict[Route, str] = {
    **{
        (method, f"/api/{path}"): "the name of what is made, or one's own"
        for method, path in (
            *(("POST", path) for path in ("guest", "register", "login", "classes/join")),
            *(("POST", path) for path in ("clubs", "events", "tables/{table_id}/study")),
            *(("PATCH", path) for path in ("me", "clubs/{club_id}", "events/{event_id}")),
            ("POST", "studies/{study_id}/chapters"),
            ("PATCH", "studies/{study_id}/chapters/{chapter_id}"),
            ("POST", "tables/{table_id}/commentary"),
        )
    },
    ("POST", "/api/me/people"): "one's own list of friends and blocks",
    (
        "POST",
        "/api/clubs/{club_id}/role",
    ): "a member; a promotion asks `may_reach`",
    ("POST", "/api/clubs/{club_id}/let-back"): "lifts a bar; the person joins again, or not",
    ("POST", "/api/classes/{class_id}/comments"): "a student of one's own class, who joined it",
    ("POST", "/api/classes/{class_id}/remove"): LEAVING,
    ("POST", "/api/events/{event_id}/withdraw"): LEAVING,
    ("POST", "/api/events/{event_id}/adjust"): "points of an entry, noted in the log",
    ("POST", "/api/events/{event_id}/challenge"): "an entry of a ladder; blocks are checked there",
}


def writing(app: FastAPI) -> dict[Route, list[Gate]]:
    """Every route that writes, with its gates."""
    found: dict[Route, list[Gate]] = {}
    for route in (*app.routes, *pages.routes):
        for method in (getattr(route, "methods", None) or set()) - {"GET", "HEAD"}:
            gates = [each for each in getattr(route, "checks", ()) if isinstance(each, Gate)]
            found[method, route.path] = gates  # type: ignore[attr-defined]
    return found


class Town:
    """A server with people of each kind."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.made = 0
        self.gates = writing(house.app)

    def gated(self, name: str, *, at_once: bool) -> set[Route]:
        return {
            route
            for route, gates in self.gates.items()
            if any(gate.name == name and gate.at_once == at_once for gate in gates)
        }

    def person(self, name: str = "citizen", *, registered: bool = True, **columns: Any) -> Person:
        self.made += 1
        person = self.house.person(f"{name} {self.made}")
        if registered:
            person.post("/api/register", name=f"{name} {self.made}", password=PASSWORD)
        if columns:
            with self.house.app.state.services.sessions.begin() as session:
                session.execute(update(User).where(User.id == person.id).values(columns))
        return person

    def of_kind(self, kind: str) -> Person:
        columns: Json = {"created": 1}
        if kind in COLUMNS:
            columns[COLUMNS[kind]] = int(time.time()) + 9999
        return self.person(kind, registered=kind != GUEST, **columns)

    def ask(self, person: Person, route: Route, body: Json, **values: str) -> str:
        """The key of the problem with which a request is answered, without its end."""
        self.house.app.state.limits.clear()
        method, path = route
        address = path.format(**{**_VALUES, **dict.fromkeys(IDS, "nonsense"), **values})
        headers = {"x-csrf-token": person.csrf}
        answer = person.client.request(
            method, address, headers=headers, json=body, follow_redirects=False
        )
        if answer.status_code < 400:
            return ""
        return str(answer.json().get("key", "")).removeprefix("problem.").removesuffix("_until")


IDS = ("table_id", "club_id", "event_id", "study_id", "chapter_id")


@pytest.fixture(scope="module")
def town(shared_database: str) -> Iterator[Town]:
    settings = Settings(shared_database, new_accounts=NewAccounts(days=7, invitations=1))
    with House(create_app(settings)) as house:
        yield Town(house)


def test_every_route_that_writes_passes_a_gate_or_says_why_not(town: Town) -> None:
    assert {route for route, gates in town.gates.items() if not gates} == set(UNGATED)


def test_every_route_that_names_another_person_asks_whether_it_may(town: Town) -> None:
    described = town.house.app.openapi()
    schemas, naming = described["components"]["schemas"], set[Route]()
    for path, ways in described["paths"].items():
        for method in {*ways} - {"get"}:
            body = ways[method].get("requestBody", {}).get("content", {})
            schema = body.get("application/json", {}).get("schema", {})
            schema = schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
            if NAMING & set(schema.get("properties", ())):
                naming.add((method.upper(), path))
    assert naming - town.gated("reach", at_once=False) == set(NAMED)


@pytest.mark.parametrize(
    ("kind", "gates", "refusal"),
    [
        (SUSPENDED, ("play", "direct"), "moderation.suspended"),
        (MUTED, ("publish",), "moderation.muted"),
        (GUEST, ("direct",), "tournament.guest"),
    ],
)
def test_gates_refuse_before_anything_is_read(
    town: Town, kind: str, gates: tuple[str, ...], refusal: str
) -> None:
    """And no route refuses for a reason that it does not declare."""
    closed = set().union(*(town.gated(each, at_once=True) for each in gates))
    assert closed
    person, refused = town.of_kind(kind), set()
    for route in town.gates:
        if route in SPOILING or route in UNGATED:
            person = town.of_kind(kind)
        if town.ask(person, route, {}) == refusal:
            refused.add(route)
    assert refused == closed


def test_the_banned_pass_no_gate(town: Town) -> None:
    person = town.of_kind(BANNED)
    for route, gates in town.gates.items():
        if gates:
            assert town.ask(person, route, {}) == "moderation.banned", route


# -- gates that depend on what is asked


def test_the_muted_bring_no_text(town: Town) -> None:
    assert set(TEXTS) == town.gated("publish", at_once=False)
    for route, body in TEXTS.items():
        person = town.of_kind(MUTED)
        if route == ("POST", "/api/register"):
            muted = int(time.time()) + 9999
            person = town.person("muted guest", registered=False, muted_until=muted)
        assert town.ask(person, route, body) == "moderation.muted", route
        assert town.ask(town.of_kind(SUSPENDED), route, body) != "moderation.muted", route


def reaching(asker: Person, other: Person) -> dict[Route, tuple[dict[str, str], Json]]:
    """How a person asks another something: the address and the body of each such request."""
    name = other.get("/api/me")["name"]
    table = asker.post("/api/tables", game="attrition", seats={"central": "me"})["id"]
    event = asker.post(
        "/api/events", 201, name="Cup", game="attrition", format="swiss", privacy="unlisted"
    )["id"]
    asker.post(f"/api/events/{event}/add", computer="easy")
    study = asker.post("/api/studies", 201, title="Study", privacy="unlisted")["id"]
    return {
        ("POST", "/api/tables/{table_id}/invite"): ({"table_id": table}, {"user": other.id}),
        ("POST", "/api/challenges"): ({}, {"user": other.id, "game": "attrition"}),
        ("POST", "/api/events/{event_id}/add"): ({"event_id": event}, {"name": name}),
        ("POST", "/api/events/{event_id}/substitute"): (
            {"event_id": event},
            {"entry": 1, "name": name},
        ),
        ("POST", "/api/studies/{study_id}/members"): (
            {"study_id": study},
            {"name": name, "role": "reader"},
        ),
    }


def test_nobody_reaches_who_has_blocked_them(town: Town) -> None:
    asker, other = town.person(created=1), town.person()
    asked = reaching(asker, other)
    assert set(asked) == town.gated("reach", at_once=False)
    other.request("PUT", f"/api/me/people/{asker.id}", {"block": True})
    for route, (values, body) in asked.items():
        assert town.ask(asker, route, body, **values) == "person.no_invitation", route


def test_nobody_reaches_who_wants_no_invitations(town: Town) -> None:
    asker, other = town.person(created=1), town.person()
    asked = reaching(asker, other)
    other.request("PATCH", "/api/me", {"preferences": {"invited_by": "no_one"}})
    for route, (values, body) in asked.items():
        assert town.ask(asker, route, body, **values) == "person.no_invitation", route


def test_a_new_account_reaches_few(town: Town) -> None:
    for route in sorted(town.gated("reach", at_once=False)):
        asker = town.person()
        others = [reaching(asker, town.person())[route] for _ in range(2)]
        town.ask(asker, route, others[0][1], **others[0][0])
        headers, (values, body) = {"x-csrf-token": asker.csrf}, others[1]
        path = route[1].format(**{**_VALUES, **values})
        answer = asker.client.request(route[0], path, json=body, headers=headers)
        assert answer.json()["key"] == "problem.new_account.invitations", route


def test_the_suspended_accept_no_game(town: Town) -> None:
    accept = ("POST", "/api/me/member-invitations/{invitation_id}/accept")
    assert town.gated("play", at_once=False) == {accept}
    asker, other = town.person(created=1), town.person()
    asked = reaching(asker, other)
    for path in ("/api/events/{event_id}/add", "/api/studies/{study_id}/members"):
        values, body = asked["POST", path]
        assert town.ask(asker, ("POST", path), body, **values) == ""
    with town.house.app.state.services.sessions.begin() as session:
        until = {"suspended_until": int(time.time()) + 9999}
        session.execute(update(User).where(User.id == other.id).values(until))
    answers = {
        each["kind"]: town.ask(other, accept, {}, invitation_id=each["id"])
        for each in other.get("/api/me/member-invitations")
    }
    assert answers == {"entry": "moderation.suspended", "study": ""}
