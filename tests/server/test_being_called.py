"""Being called: one wording on all channels, digests, failures, unsubscribing, the calendar."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import WebSocketTestSession
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from entente.server.http.app import create_app
from entente.server.http.routes import user_socket
from entente.server.live.hub import Connection
from entente.server.notices import notices, outbox
from entente.server.notices.calendar import escaped, folded
from entente.server.notices.notices import notify
from entente.server.settings import Settings
from entente.server.storage.models import ChannelState, Delivery, TableSeat, User
from tests.server.fresh import on_a_new_database
from tests.server.people import House, Json, Person, SetClock
from tests.server.world import PATIENCE, Endpoint, PostOffice, plain

pytestmark = pytest.mark.one_database

PAGES = "https://play.example.org"
SECRET = "attack at dawn, trust no one"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(outbox, "AGAIN", (0,))


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        yield office


@pytest.fixture
def calling_house(database: str, post_office: PostOffice) -> Iterator[House]:
    """A server with every channel."""
    settings = Settings(database, smtp=post_office.url, public_url=PAGES, local_endpoints=True)
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


def with_address(house: House, person: Person, address: str) -> Person:
    """Give a person a confirmed address, without the mail."""
    with house.app.state.services.sessions.begin() as session:
        session.execute(update(User).where(User.id == person.id).values(email=address))
    return person


def prefer(person: Person, status: int = 200, **preferences: Any) -> Any:
    return person.request("PATCH", "/api/me", {"preferences": preferences}, status)


def call(house: House, person: Person, key: str = "notice.over", **args: Any) -> None:
    with house.app.state.services.sessions.begin() as session:
        notify(session, [person.id], key, game="diplomacy", **args)


def soon(found: Callable[[], Any]) -> Any:
    """Wait until the outbox has stored something."""
    ended = time.monotonic() + PATIENCE
    while not (result := found()):
        assert time.monotonic() < ended, "it did not happen"
        time.sleep(0.01)
    return result


def channel(person: Person, name: str) -> Json:
    states: list[Json] = person.get("/api/me/channels")
    return next(each for each in states if each["channel"] == name)


def html(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text


def duel(house: House, **terms: Any) -> tuple[Person, Person, Json]:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"}, title="The club", **terms)
    return anna, bert, table


# -- the same on all channels


def test_the_end_of_a_game_says_how_it_ended(calling_house: House, post_office: PostOffice) -> None:
    anna, bert, table = duel(calling_house)
    bert.sit(table, "liberal")
    with_address(calling_house, anna, "anna@example.org")
    bert.post(f"/api/tables/{table['id']}/concede", seat="liberal")
    mail, text = post_office.arrived(), anna.get("/api/me/notifications")[0]["text"]
    assert mail["subject"].endswith("the game is over.")
    assert text == f"{mail['subject']} The Liberal conceded."
    assert text in " ".join(plain(mail).split())
    assert "conceded" in html(mail)


def test_an_answered_notice_names_no_time_left(calling_house: House) -> None:
    anna, bert, table = duel(calling_house, time_control={"kind": "correspondence", "hours": 24})
    bert.sit(table, "liberal")

    def text() -> str:
        mine = anna.get("/api/me/notifications")
        return str(next(each["text"] for each in mine if each["key"] == "notice.your_move"))

    assert "Time left to decide: 1 day" in text()
    with anna.live(table) as live:
        assert live.act("authoritarian", "hide")["type"] == "done"
    assert text().endswith("your turn (Authoritarian).")


def test_all_channels_say_the_same_and_lead_to_the_decision(
    calling_house: House, post_office: PostOffice
) -> None:
    anna, bert, table = duel(calling_house, time_control={"kind": "correspondence", "hours": 24})
    with_address(calling_house, anna, "anna@example.org")
    with Endpoint(204) as hook:
        prefer(anna, webhook=hook.url, webhook_format="json", notify={"webhook": True})
        bert.sit(table, "liberal")
        mail, posted = post_office.arrived(), json.loads(hook.arrived().body)["notices"][0]
    page = next(n for n in anna.get("/api/me/notifications") if n["key"] == "notice.your_move")
    assert "Europe in Turmoil “The club”" in page["text"]
    assert "Time left to decide: 1 day" in page["text"]
    assert page["path"].startswith(f"/tables/{table['id']}?tab=decide&seat=authoritarian&decision=")
    assert (posted["text"], posted["link"]) == (page["text"], PAGES + page["path"])
    assert (posted["kind"], posted["seat"], posted["title"]) == (
        "turn",
        "authoritarian",
        "The club",
    )
    assert mail["subject"] in page["text"]
    for text in (plain(mail), html(mail).replace("&amp;", "&")):
        assert "Time left to decide: 1 day" in text
        assert PAGES + page["path"] in text
    assert mail["auto-submitted"] == "auto-generated"
    assert mail["references"] == mail["in-reply-to"] == f"<table-{table['id']}@example.org>"
    assert mail["message-id"] != mail["references"]
    assert mail["content-language"] == "en"
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert picture["content-id"] == "<board>"
    assert picture.get_payload(decode=True)[:8] == b"\x89PNG\r\n\x1a\n"  # type: ignore[index]
    assert 'src="cid:board"' in html(mail)
    if shots := os.environ.get("ENTENTE_SHOTS"):
        Path(shots, "mail.eml").write_bytes(mail.as_bytes())


def test_a_page_is_called_at_once_wherever_it_is(calling_house: House) -> None:
    anna, bert, table = duel(calling_house)
    with anna.client.websocket_connect("/ws/me") as socket:
        assert socket.receive_json() == {"type": "called", "unread": 0, "decisions": 0}
        bert.sit(table, "liberal")
        frame = socket.receive_json()
        while frame["decisions"] == 0:  # several changes may come as several frames
            frame = socket.receive_json()
        assert frame == {"type": "called", "unread": 1, "decisions": 1}
        assert anna.get("/api/me/waiting") == {"unread": 1, "decisions": 1}
        anna.request("POST", "/api/me/notifications/read", {}, 204)
        while frame["unread"]:
            frame = socket.receive_json()
        anna.client.post("/api/logout", headers={"x-csrf-token": anna.csrf})
        assert closed_with(socket) == 4401
    with calling_house.person(None).client.websocket_connect("/ws/me") as socket:
        assert closed_with(socket) == 4401


def test_a_page_whose_session_ends_gets_no_empty_frame() -> None:
    sent = list[str]()

    async def send(message: Message) -> None:
        sent.append(message["text"])

    async def go() -> None:
        connection = Connection(1, "en")
        connection.put("last")
        connection.drop()
        socket = WebSocket({"type": "websocket"}, asyncio.Queue[Message]().get, send)
        socket.application_state = WebSocketState.CONNECTED
        await user_socket._write(socket, connection)

    asyncio.run(go())
    assert sent == ["last"]


def closed_with(socket: WebSocketTestSession) -> int:
    """The code with which the server closes a socket."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_page_at_another_process_is_called(database: str) -> None:
    with House(create_app(Settings(database))) as one, House(create_app(Settings(database))) as two:
        anna = one.person("Anna")
        with anna.client.websocket_connect("/ws/me") as socket:
            socket.receive_json()
            call(two, anna)
            assert socket.receive_json()["unread"] == 1


def test_letters_stay_in_the_house_unless_their_reader_wants_them(
    calling_house: House, post_office: PostOffice
) -> None:
    anna, bert, table = duel(calling_house)
    bert.sit(table, "liberal")
    with_address(calling_house, bert, "bert@example.org")
    path = f"/api/tables/{table['id']}/chat"
    with Endpoint(204) as hook:
        prefer(bert, webhook=hook.url, notify={"webhook": True})
        anna.post(path, 201, seat="authoritarian", to=["liberal"], text=SECRET)
        mail, posted = post_office.arrived(), hook.arrived()
        assert "message from the" in plain(mail)
        assert SECRET not in mail.as_string() + posted.body.decode()
        chat = bert.get("/api/me/notifications")[0]
        assert chat["path"] == f"/tables/{table['id']}?tab=press&with=authoritarian,liberal"
        # Another conversation has a notice of its own.
        anna.post(path, 201, seat="authoritarian", to=[], text="hello all")
        assert "to everyone" in plain(post_office.arrived())
        hook.arrived()
        assert len([n for n in bert.get("/api/me/notifications") if n["kind"] == "message"]) == 2
        read = {"seat": "liberal", "conversation": ["authoritarian", "liberal"], "number": 1}
        bert.request("POST", path + "/read", read, 204)
        unread = [n for n in bert.get("/api/me/notifications") if not n["read"]]
        assert [n["key"] for n in unread if n["kind"] == "message"] == ["notice.public_letter"]
        prefer(bert, quote=True)
        anna.post(path, 201, seat="authoritarian", to=["liberal"], text=SECRET)
        assert SECRET in plain(post_office.arrived())
        assert SECRET in hook.arrived().body.decode()


def test_a_letter_is_not_quoted_to_a_player_who_has_left(
    calling_house: House, post_office: PostOffice
) -> None:
    anna, bert, table = duel(calling_house)
    bert.sit(table, "liberal")
    with_address(calling_house, bert, "bert@example.org")
    prefer(bert, quote=True, plans={"mail": {"when": "daily"}})
    path = f"/api/tables/{table['id']}"
    anna.post(path + "/chat", 201, seat="authoritarian", to=["liberal"], text=SECRET)
    bert.post(path + "/leave", seat="liberal")
    hurry(calling_house)
    mail = post_office.arrived()
    assert SECRET not in plain(mail)
    assert all(part.get_content_type() != "image/png" for part in mail.walk())  # nor a picture


# -- digests and failures


def hurry(house: House) -> None:
    """Make everything due now."""
    services = house.app.state.services
    while services.outbox._deliveries:  # what is being sent is claimed by its time
        time.sleep(0.01)
    with services.sessions.begin() as session:
        session.execute(update(Delivery).values(after=0))
    house.call(services.outbox._woken.set)


def test_a_digest_gathers_what_a_channel_did_not_send_at_once(
    calling_house: House, post_office: PostOffice
) -> None:
    anna = with_address(calling_house, calling_house.person("Anna"), "anna@example.org")
    prefer(anna, plans={"mail": {"when": "daily", "hour": 7, "muted": ["deadline"]}})
    for title in ("One", "Two", "Three"):
        call(calling_house, anna, title=title)
    call(calling_house, anna, "notice.late", title="Muted", seat="france")
    assert post_office.mails.empty()
    hurry(calling_house)
    mail = post_office.arrived()
    assert mail["subject"].startswith("3 notifications: Diplomacy “One”")
    assert [plain(mail).count(f"“{title}”") for title in ("One", "Two", "Three")] == [1, 1, 1]
    assert "Muted" not in mail.as_string()
    assert post_office.mails.empty()


def test_a_flood_of_notices_comes_together(
    calling_house: House, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who opens many conversations fills no mailbox."""
    monkeypatch.setattr(notices, "MOST_AN_HOUR", 1)
    anna = with_address(calling_house, calling_house.person("Anna"), "anna@example.org")
    for number in range(1, 9):
        call(calling_house, anna, title=str(number))
    assert "“1”" in post_office.arrived()["subject"]
    hurry(calling_house)
    assert post_office.arrived()["subject"].startswith("7 notifications: Diplomacy “2”")
    assert post_office.mails.empty()


def test_quiet_hours_hold_back_even_what_was_stored_before(
    calling_house: House, post_office: PostOffice
) -> None:
    anna = with_address(calling_house, calling_house.person("Anna"), "anna@example.org")
    prefer(anna, plans={"mail": {"when": "daily"}})
    call(calling_house, anna)
    hour = time.gmtime().tm_hour
    quiet = {"start": hour, "end": (hour + 2) % 24}
    prefer(anna, time_zone="UTC", plans={"mail": {"when": "now", "quiet": quiet}})
    hurry(calling_house)

    def put_off() -> bool:
        with calling_house.app.state.services.sessions() as session:
            return bool((session.scalar(select(Delivery.after)) or 0) > time.time())

    soon(put_off)
    assert post_office.mails.empty()
    # A test message comes nevertheless: the user has just asked for it.
    anna.request("POST", "/api/me/channels/mail/test", status=204)
    assert "test" in post_office.arrived()["subject"]
    assert soon(lambda: channel(anna, "mail")["sent"])


def test_a_mailbox_that_refuses_turns_mail_off_and_says_why(
    calling_house: House, post_office: PostOffice
) -> None:
    anna = with_address(calling_house, calling_house.person("Anna"), "gone@example.org")
    post_office.refuse("550 5.1.1 mailbox unavailable")
    call(calling_house, anna)
    state = soon(lambda: (found := channel(anna, "mail"))["off"] and found)
    assert (state["reason"], state["detail"]) == ("refused", "550 5.1.1 mailbox unavailable")
    assert state["on"] is False
    newest = anna.get("/api/me/notifications")[0]
    assert "mailbox unavailable" in newest["text"]
    assert newest["path"] == "/profile"
    off = anna.request("POST", "/api/me/channels/mail/test", status=409)
    assert off["key"] == "problem.account.channel_off"
    post_office.refuse("")
    prefer(anna, notify={"mail": True})
    assert channel(anna, "mail")["failed"] is None
    # A refusal for another reason than the mailbox is not permanent.
    post_office.refuse("550 5.7.1 relaying denied")
    call(calling_house, anna)
    state = soon(lambda: (found := channel(anna, "mail"))["failed"] and found)
    assert (state["reason"], state["detail"], state["on"]) == ("mail_server", "", True)


def test_a_webhook_that_is_gone_is_turned_off_and_one_that_fails_is_not(
    calling_house: House,
) -> None:
    anna = calling_house.person("Anna")
    with Endpoint(503, 503, 404) as hook:
        prefer(anna, webhook=hook.url, webhook_format="slack", notify={"webhook": True})
        call(calling_house, anna, title="<!channel> & co")
        body = json.loads(hook.arrived().body)
        assert "&lt;!channel&gt; &amp; co" in body["text"]
        hook.arrived()
        state = soon(lambda: (found := channel(anna, "webhook"))["failed"] and found)
        assert (state["reason"], state["detail"], state["on"]) == ("unreachable", "HTTP 503", True)
        call(calling_house, anna)
        state = soon(lambda: (found := channel(anna, "webhook"))["off"] and found)
        assert (state["reason"], state["detail"], state["on"]) == ("refused", "HTTP 404", False)
    exported = anna.get("/api/me/export")["channels"]
    assert [each["detail"] for each in exported] == ["HTTP 404"]
    anna.request("DELETE", "/api/me", {}, 204)
    with calling_house.app.state.services.sessions() as session:
        assert session.scalars(select(ChannelState)).all() == []


def test_invalid_settings_are_refused_with_a_reason(calling_house: House) -> None:
    anna = calling_house.person("Anna")
    night = {"start": 3, "end": 3}
    slack = "https://hooks.slack.com/services/x"
    for key, body in (
        ("problem.account.time_zone", {"time_zone": "Middle/Earth"}),
        ("problem.account.quiet_hours", {"plans": {"push": {"quiet": night}}}),
        ("problem.request", {"plans": {"mail": {"hour": 24}}}),
        ("problem.request", {"plans": {"mail": {"muted": ["everything"]}}}),
        ("problem.unknown_field", {"plans": {"page": {}}}),
        ("problem.request", {"webhook_format": "teams"}),
        ("problem.account.webhook_format", {"webhook": slack, "webhook_format": "discord"}),
    ):
        assert prefer(anna, 422, **body)["key"] == key
    assert prefer(anna, webhook=slack)["preferences"]["webhook_format"] == "slack"
    assert prefer(anna, time_zone="Europe/Paris")["preferences"]["time_zone"] == "Europe/Paris"
    for _ in range(10):
        anna.request("POST", "/api/me/channels/push/test", status=409)
    assert anna.request("POST", "/api/me/channels/push/test", status=429)["key"] == "problem.limit"


# -- mail


def test_mail_is_on_once_the_address_is_confirmed_unless_it_was_turned_off(
    calling_house: House, post_office: PostOffice
) -> None:
    anna = calling_house.person("Anna")
    prefer(anna, only_answers=False)  # no choice about mail
    prefer(anna, notify={"mail": False})  # there was no address to choose it for
    assert anna.get("/api/me")["preferences"]["notify"]["mail"] is False

    def confirm(address: str) -> None:
        anna.request("PATCH", "/api/me", {"email": address})
        link = re.search(r"/api/confirm/[\w-]+", plain(post_office.arrived()))
        assert link is not None
        anna.client.get(link[0], follow_redirects=False)

    confirm("anna@example.org")
    assert anna.get("/api/me")["preferences"]["notify"]["mail"] is True
    prefer(anna, notify={"mail": False})
    confirm("anne@example.org")
    assert post_office.arrived()["to"] == "anna@example.org"  # it is no longer used
    assert anna.get("/api/me")["preferences"]["notify"]["mail"] is False


def test_one_click_ends_a_kind_of_mails_without_a_login(
    calling_house: House, post_office: PostOffice
) -> None:
    anna = with_address(calling_house, calling_house.person("Anna"), "anna@example.org")
    call(calling_house, anna)
    mail = post_office.arrived()
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    link = mail["list-unsubscribe"].strip("<>")
    assert link in plain(mail)
    path = link.removeprefix(PAGES)
    program = calling_house.person(None)
    asked = program.client.get(path, follow_redirects=False)  # as a scanner of links does
    assert asked.headers["location"] == path.removeprefix("/api")
    assert anna.get("/api/me")["preferences"]["plans"]["mail"]["muted"] == []
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for forged in (path.replace(".table.", ".all."), path[:-1], path.replace(f"{anna.id}.", "9.")):
        assert program.client.post(forged, headers=headers).status_code == 410
    clicked = program.client.post(path, content=b"List-Unsubscribe=One-Click", headers=headers)
    assert clicked.status_code == 204
    assert anna.get("/api/me")["preferences"]["plans"]["mail"]["muted"] == ["table"]
    call(calling_house, anna)
    call(calling_house, anna, "notice.your_move", seat="france", made=0)
    mail = post_office.arrived()
    assert "your turn" in mail["subject"]
    with_address(calling_house, anna, "other@example.org")  # the link was for the old address
    old = mail["list-unsubscribe"].strip("<>").removeprefix(PAGES)
    assert program.client.post(old, headers=headers).status_code == 410


# -- the calendar


def events(text: str) -> list[dict[str, str]]:
    """The events of a calendar, read as RFC 5545 says."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    found: list[dict[str, str]] = []
    for line in lines[1:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and line != "END:VEVENT":
            assert name not in found[-1]
            found[-1][name] = re.sub(r"\\([\\;,])", r"\1", value.replace("\\n", "\n"))
    for event in found:
        required = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "STATUS", "SUMMARY"}
        assert required <= event.keys()
    return found


@pytest.mark.on_postgres
def test_the_calendar_has_the_deadlines_their_changes_and_their_ends(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, bert, table = duel(house, time_control={"kind": "correspondence", "hours": 24})
    bert.sit(table, "liberal")
    assert anna.get("/api/me/calendar") == {"address": None}
    address = anna.post("/api/me/calendar")["address"]
    assert anna.get("/api/me/calendar")["address"] == address
    program = house.person(None)

    def read() -> list[dict[str, str]]:
        answer = program.client.get(address)
        assert answer.headers["content-type"].startswith("text/calendar")
        return events(answer.text)

    (first,) = read()
    assert first["SUMMARY"].startswith("Europe in Turmoil “The club”, ")
    assert first["SUMMARY"].endswith("deadline (Authoritarian)")
    assert (first["DTEND"], first["STATUS"]) == ("20260303T120000Z", "CONFIRMED")
    assert read() == [first]
    services = house.app.state.services
    with services.sessions.begin() as session:  # as a pause moves it
        later = update(TableSeat).where(TableSeat.seat == "authoritarian")
        session.execute(later.values(due=clock() + 2 * 86_400))
    (moved,) = read()
    assert (moved["UID"], moved["SEQUENCE"]) == (first["UID"], "1")
    assert moved["DTEND"] == "20260304T120000Z"
    anna.post(f"/api/tables/{table['id']}/concede", seat="authoritarian")
    (ended,) = read()
    assert (ended["UID"], ended["SEQUENCE"], ended["STATUS"]) == (first["UID"], "2", "CANCELLED")
    clock.go_on(hours=24 * 8)
    assert read() == []
    # No one else's deadlines, and no address twice.
    other = bert.post("/api/me/calendar")["address"]
    assert first["UID"] not in program.client.get(other).text
    renewed = anna.post("/api/me/calendar")["address"]
    assert renewed != address
    wrong = renewed.replace(f"/{anna.id}.", f"/{bert.id}.")
    for old in (address, wrong):
        assert program.client.get(old).status_code == 404
    anna.request("DELETE", "/api/me/calendar", status=204)
    assert program.client.get(renewed).status_code == 404


def test_lines_of_a_calendar_are_escaped_and_folded() -> None:
    assert escaped("a;b,c\\d\ne\r") == "a\\;b\\,c\\\\d\\ne "
    line = "SUMMARY:" + "é—😀" * 40
    parts = list(folded(line))
    assert all(len(part.encode()) <= 75 for part in parts)
    assert parts[0] + "".join(part.removeprefix(" ") for part in parts[1:]) == line
