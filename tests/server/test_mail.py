"""Mail, through a real mail server: addresses are confirmed, passwords replaced, notices sent."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from entente.kernel.typography import typeset
from entente.server.http.app import create_app
from entente.server.notices import notices, outbox
from entente.server.notices.mail import PATIENCE as MAIL_PATIENCE
from entente.server.notices.mail import MailServer, is_address, send_mail
from entente.server.notices.mail_page import MailContent
from entente.server.notices.notices import notify
from entente.server.settings import Bounds, Settings
from entente.server.storage.models import Delivery, User
from tests.server.fresh import on_a_new_database
from tests.server.people import House, Person
from tests.server.world import PATIENCE, PostOffice, heard, plain

pytestmark = pytest.mark.one_database

PAGES = "https://play.example.org"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no delay for looking at the table."""
    monkeypatch.setattr(notices, "GRACE", 0)


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        yield office


@pytest.fixture
def writing_house(database: str, post_office: PostOffice) -> Iterator[House]:
    """A server that can send mail."""
    settings = Settings(database, smtp=post_office.url, public_url=PAGES)
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


def link_in(text: str, path: str) -> str:
    match = re.search(re.escape(PAGES + path) + r"([\w-]+)", text)
    assert match is not None, text
    return match[1]


def with_address(house: House, office: PostOffice, name: str, address: str) -> Person:
    """A registered person with a confirmed address."""
    person = house.person(name)
    person.post("/api/register", name=name, password="correct horse", email=address)
    token = link_in(plain(office.arrived()), "/api/confirm/")
    answer = person.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert answer.headers["location"] == "/profile?confirmed=1"
    assert person.get("/api/me")["email"] == address
    return person


def test_an_address_counts_once_its_owner_has_confirmed_it(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = writing_house.person("Anna")
    answer = anna.request("PATCH", "/api/me", {"email": " Anna@Example.org "})
    assert (answer["email"], answer["unconfirmed_email"]) == (None, "anna@example.org")
    mail = post_office.arrived()
    assert mail["to"] == "anna@example.org"
    token = link_in(plain(mail), "/api/confirm/")
    stranger = writing_house.person(None)  # any reader of the mail, in any browser
    stranger.client.get(f"/api/confirm/{token}", follow_redirects=False)
    answer = anna.get("/api/me")
    assert (answer["email"], answer["unconfirmed_email"]) == ("anna@example.org", None)
    again = stranger.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert again.headers["location"] == "/profile?problem=problem.account.link"


def test_only_its_owner_learns_whether_an_address_is_known(
    writing_house: House, post_office: PostOffice
) -> None:
    with_address(writing_house, post_office, "Anna", "anna@example.org")
    bert = writing_house.person("Bert")
    body = bert.request("PATCH", "/api/me", {"email": "anna@example.org"})
    assert body["unconfirmed_email"] == "anna@example.org"
    token = link_in(plain(post_office.arrived()), "/api/confirm/")
    answer = bert.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert answer.headers["location"].endswith("problem.account.email_taken")
    assert bert.get("/api/me")["email"] is None


def test_a_forgotten_password_is_replaced_by_a_link_good_once(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "anna@example.org")
    visitor = writing_house.person(None)
    visitor.post("/api/reset", email="ANNA@example.org", status=202)
    mail = post_office.arrived()
    assert mail["subject"] == "Entente: reset your password"
    token = link_in(plain(mail), "/reset/")
    short = visitor.post("/api/reset/confirm", token=token, password="short", status=422)
    assert short["key"] == "problem.account.password"
    visitor.welcome(visitor.post("/api/reset/confirm", token=token, password="battery staple"))
    assert visitor.id == anna.id
    assert anna.get("/api/me") is None  # the sessions of before are over
    writing_house.person(None).post("/api/login", name="Anna", password="battery staple")
    used = writing_house.person(None)
    answer = used.post("/api/reset/confirm", token=token, password="another one", status=410)
    assert answer["key"] == "problem.account.link"


def test_an_unknown_address_gets_the_same_answer_and_no_mail(
    writing_house: House, post_office: PostOffice
) -> None:
    with_address(writing_house, post_office, "Anna", "anna@example.org")
    visitor = writing_house.person(None)
    unknown = visitor.client.post("/api/reset", json={"email": "bert@example.org"})
    known = visitor.client.post("/api/reset", json={"email": "anna@example.org"})
    assert (unknown.status_code, unknown.content) == (known.status_code, known.content)
    assert post_office.arrived()["to"] == "anna@example.org"
    assert post_office.mails.empty()


def test_reset_links_are_not_sent_without_end(writing_house: House) -> None:
    visitor = writing_house.person(None)
    for _ in range(3):
        visitor.post("/api/reset", email="anna@example.org", status=202)
    answer = visitor.post("/api/reset", email="anna@example.org", status=429)
    assert answer["key"] == "problem.limit"


def test_a_confirmation_link_is_no_reset_link(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = writing_house.person("Anna")
    anna.request("PATCH", "/api/me", {"email": "anna@example.org"})
    token = link_in(plain(post_office.arrived()), "/api/confirm/")
    anna.post("/api/reset/confirm", token=token, password="battery staple", status=410)


def test_without_a_mail_server_no_mail_is_promised(house: House) -> None:
    anna = house.person("Anna", "fr")
    for method, path, body in (
        ("POST", "/api/reset", {"email": "anna@example.org"}),
        ("PATCH", "/api/me", {"email": "anna@example.org"}),
        ("PATCH", "/api/me", {"preferences": {"notify": {"mail": True}}}),
    ):
        answer = anna.request(method, path, body, 409)
        assert answer["text"].startswith(typeset("Ce serveur n'envoie pas d'e-mail"))
    assert anna.get("/api/channels")["mail"] is False


def test_a_notice_comes_by_mail_in_the_reader_s_language(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "anna@example.org")
    body = {"language": "fr", "preferences": {"notify": {"mail": True}}}
    anna.request("PATCH", "/api/me", body)
    bert = writing_house.person("Bert")
    table = anna.table(seats={"central": "me"})
    bert.sit(table, "entente")
    mail = post_office.arrived()
    named = f"An Attrition of Souls (table {table['id'][:4]}), Printemps 1914, Puissances centrales"
    subject = typeset(f"{named} : c'est à vous de jouer (Puissances centrales).")
    assert mail["subject"] == " ".join(subject.split())  # with plain spaces
    text = plain(mail)
    assert text.startswith("Bonjour Anna,")
    assert f"{PAGES}/tables/{table['id']}" in text
    assert f"{PAGES}/profile" in text
    assert mail["list-unsubscribe"].startswith(f"<{PAGES}/api/unsubscribe/{anna.id}.turn.")


def test_deliveries_left_by_a_crash_are_sent_after_the_next_start(
    database: str, post_office: PostOffice
) -> None:
    settings = Settings(database, smtp=post_office.url, public_url=PAGES)
    with House(create_app(settings)) as house:
        anna = with_address(house, post_office, "Anna", "anna@example.org")
        anna.request("PATCH", "/api/me", {"preferences": {"notify": {"mail": True}}})
    app = create_app(settings)  # not started: as if it died right after the commit
    with app.state.services.sessions.begin() as session:
        notify(session, [anna.id], "notice.rematch", game="attrition")
    assert post_office.mails.empty()
    app.state.services.engine.dispose()
    with House(create_app(settings)):
        assert "rematch" in post_office.arrived()["subject"]


def test_read_notifications_need_no_mail(database: str, post_office: PostOffice) -> None:
    settings = Settings(database, smtp=post_office.url, public_url=PAGES)
    with House(create_app(settings)) as house:
        anna = with_address(house, post_office, "Anna", "anna@example.org")
        anna.request("PATCH", "/api/me", {"preferences": {"notify": {"mail": True}}})
    app = create_app(settings)
    with app.state.services.sessions.begin() as session:
        notify(session, [anna.id], "notice.over", game="attrition")
    reader = Person(app, None)  # the outbox of this one does not run
    reader.client.cookies = anna.client.cookies
    reader.csrf = anna.csrf
    reader.post("/api/me/notifications/read", status=204)
    with app.state.services.sessions.begin() as session:
        notify(session, [anna.id], "notice.rematch", game="attrition")
    app.state.services.engine.dispose()
    with House(create_app(settings)):
        assert "rematch" in post_office.arrived()["subject"]
    assert post_office.mails.empty()


def test_a_mail_server_that_is_away_is_tried_again_and_then_given_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "AGAIN", (0, 0))
    with PostOffice() as gone:
        url = gone.url
    settings = Settings(database, smtp=url, public_url=PAGES)
    app = create_app(settings)
    with app.state.services.sessions.begin() as session:
        user = User(name="Anna", email="anna@example.org", language="en", created=0)
        user.preferences = {"notify": {"mail": True}}
        session.add(user)
        session.flush()
        notify(session, [user.id], "notice.rematch", game="attrition")
    with heard(outbox.log) as said, House(app):
        levels = [said.get(timeout=PATIENCE).levelname for _ in range(4)]
        assert levels == ["WARNING", "WARNING", "WARNING", "ERROR"]
        with app.state.services.sessions() as session:
            assert session.scalar(select(func.count()).select_from(Delivery)) == 0


@pytest.mark.one_database
def test_a_mail_server_that_does_not_answer_delays_no_one_else(database: str) -> None:
    """All threads that work for requests would wait for it."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        smtp = f"smtp://127.0.0.1:{silent.getsockname()[1]}?from=a@example.org"
        few = Bounds(worker_threads=1)
        settings = Settings(database, smtp=smtp, public_url=PAGES, bounds=few)
        with House(create_app(settings)) as house:
            anna = house.person("Anna")
            began = time.monotonic()
            anna.request("PATCH", "/api/me", {"email": "anna@example.org"})
            anna.get("/api/tables")
            assert time.monotonic() - began < MAIL_PATIENCE / 2
            silent.close()


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("anna@example.org", True),
        ("anna.b+games@mail.example.co.uk", True),
        ("anna@localhost", False),
        ("anna", False),
        ("@example.org", False),
        ("a b@example.org", False),
        ("anna@example.org\nbcc: bert@example.org", False),
        ("a..b@example.org", False),
        ("anna@exa_mple.org", False),
        ("x" * 200 + "@example.org", False),
    ],
)
def test_valid_addresses(text: str, fits: bool) -> None:
    assert is_address(text) is fits


def test_the_operator_s_setting_is_read_and_its_errors_reported() -> None:
    server = MailServer.of("smtp://user%40x:pass%2Fword@mail.example.org:2525?from=a@example.org")
    assert server[:5] == ("mail.example.org", 2525, "a@example.org", "user@x", "pass/word")
    assert MailServer.of("smtps://mail.example.org?from=a@example.org").port == 465
    for wrong in ("http://mail.example.org", "smtp://mail.example.org", "smtp://?from=a@b.org"):
        with pytest.raises(ValueError, match="ENTENTE_SMTP_URL"):
            MailServer.of(wrong)


def test_a_long_french_subject_keeps_its_spaces(post_office: PostOffice) -> None:
    subject = "l’époque où été été corrigées là à où"
    mail = MailContent("fr", subject, "…", ())
    send_mail(MailServer.of(post_office.url), "anna@example.org", mail)
    assert post_office.arrived()["Subject"] == subject
