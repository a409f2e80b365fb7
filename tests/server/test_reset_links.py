"""Links in mails: none outlives its address or its password, and each works once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select

from entente.server.http.app import create_app
from entente.server.people import accounts
from entente.server.services import Services
from entente.server.settings import Settings
from entente.server.storage.models import Login, Reset, User
from tests.server.fresh import on_a_new_database
from tests.server.people import House, Person
from tests.server.test_mail import PAGES, link_in, with_address
from tests.server.world import PostOffice, plain

AT_ONCE = 8
PASSWORD = {"password": "correct horse"}
NEW = "battery staple"


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as office:
        yield office


@pytest.fixture
def writing_house(database: str, post_office: PostOffice) -> Iterator[House]:
    settings = Settings(database, smtp=post_office.url, public_url=PAGES)
    with House(on_a_new_database(create_app(settings))) as open_house:
        yield open_house


def reset_link(house: House, office: PostOffice, address: str) -> str:
    """Ask for a new password; return the secret in the mail."""
    house.person(None).post("/api/reset", email=address, status=202)
    mail = office.arrived()
    assert mail["to"] == address
    return link_in(plain(mail), "/reset/")


def confirm(person: Person, office: PostOffice, address: str) -> None:
    """Change the address, and follow the link that goes to the new one."""
    person.request("PATCH", "/api/me", {"email": address, **PASSWORD})
    token = link_in(plain(office.arrived()), "/api/confirm/")
    answer = person.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert answer.headers["location"] == "/profile?confirmed=1"


def is_dead(house: House, token: str) -> None:
    answer = house.person(None).post("/api/reset/confirm", token=token, password=NEW, status=410)
    assert answer["key"] == "problem.account.link"
    house.person(None).post("/api/login", name="Anna", password="correct horse")


def test_a_link_sent_to_the_old_address_ends_when_the_address_is_changed(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "old@example.org")
    token = reset_link(writing_house, post_office, "old@example.org")
    confirm(anna, post_office, "new@example.org")
    is_dead(writing_house, token)


def test_a_link_sent_to_the_old_address_ends_when_the_address_is_removed(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "old@example.org")
    token = reset_link(writing_house, post_office, "old@example.org")
    anna.request("PATCH", "/api/me", {"email": "", **PASSWORD})
    is_dead(writing_house, token)


def test_with_the_address_an_unconfirmed_one_goes_too(
    writing_house: House, post_office: PostOffice
) -> None:
    """Else a reader of that mail could restore an address that its owner gave up."""
    anna = with_address(writing_house, post_office, "Anna", "old@example.org")
    anna.request("PATCH", "/api/me", {"email": "new@example.org", **PASSWORD})
    token = link_in(plain(post_office.arrived()), "/api/confirm/")
    anna.request("PATCH", "/api/me", {"email": "", **PASSWORD})
    assert anna.get("/api/me")["unconfirmed_email"] is None
    answer = anna.client.get(f"/api/confirm/{token}", follow_redirects=False)
    assert answer.headers["location"].endswith("problem.account.link")
    assert anna.get("/api/me")["email"] is None


def test_a_link_requested_while_the_address_changes_is_void(
    writing_house: House, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request has found the account by its old address; before it has stored the link, the
    address changes. In either order, the old mailbox has no link that works."""
    anna = with_address(writing_house, post_office, "Anna", "old@example.org")
    services: Services = writing_house.app.state.services
    remove = {"email": "", **PASSWORD}
    change = threading.Thread(target=anna.request, args=("PATCH", "/api/me", remove))
    make = accounts._link

    def meanwhile(*args: Any) -> str:
        change.start()
        change.join(1.0)  # it is done, or waits for us
        return make(*args)

    monkeypatch.setattr(accounts, "_link", meanwhile)
    with services.sessions.begin() as session:
        accounts.offer_reset(session, "old@example.org")
    change.join()
    assert anna.get("/api/me")["email"] is None
    with services.sessions() as session:
        assert session.scalar(select(func.count()).select_from(Reset)) == 0


def test_a_link_works_once_however_many_follow_it_at_the_same_moment(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = with_address(writing_house, post_office, "Anna", "anna@example.org")
    token = reset_link(writing_house, post_office, "anna@example.org")
    people = [writing_house.person(None) for _ in range(AT_ONCE)]
    barrier = threading.Barrier(AT_ONCE)

    def follow(number: int) -> int:
        barrier.wait()
        body = {"token": token, "password": f"{NEW} {number}"}
        return int(people[number].client.post("/api/reset/confirm", json=body).status_code)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        statuses = list(threads.map(follow, range(AT_ONCE)))
    assert Counter(statuses) == {200: 1, 410: AT_ONCE - 1}
    winner = statuses.index(200)
    writing_house.person(None).post("/api/login", name="Anna", password=f"{NEW} {winner}")
    services: Services = writing_house.app.state.services
    with services.sessions() as session:
        logins = select(func.count()).where(Login.user_id == anna.id)
        assert session.scalar(logins) == 2  # the winner's, and the one just made


def test_a_confirmation_works_once_at_the_same_moment(
    writing_house: House, post_office: PostOffice
) -> None:
    anna = writing_house.person("Anna")
    anna.request("PATCH", "/api/me", {"email": "anna@example.org"})
    token = link_in(plain(post_office.arrived()), "/api/confirm/")
    people = [writing_house.person(None) for _ in range(AT_ONCE)]
    barrier = threading.Barrier(AT_ONCE)

    def follow(person: Person) -> str:
        barrier.wait()
        answer = person.client.get(f"/api/confirm/{token}", follow_redirects=False)
        return answer.headers["location"].partition("?")[2]

    with ThreadPoolExecutor(AT_ONCE) as threads:
        outcomes = Counter(threads.map(follow, people))
    assert outcomes == {"confirmed=1": 1, "problem=problem.account.link": AT_ONCE - 1}


def test_two_accounts_that_confirm_one_address_at_the_same_moment(
    writing_house: House, post_office: PostOffice
) -> None:
    tokens: list[str] = []
    people = [writing_house.person(name) for name in ("Anna", "Bert")]
    for person in people:
        person.request("PATCH", "/api/me", {"email": "both@example.org"})
        tokens.append(link_in(plain(post_office.arrived()), "/api/confirm/"))
    barrier = threading.Barrier(len(people))

    def follow(number: int) -> str:
        barrier.wait()
        path = f"/api/confirm/{tokens[number]}"
        answer = people[number].client.get(path, follow_redirects=False)
        return answer.headers["location"].partition("?")[2]

    with ThreadPoolExecutor(len(people)) as threads:
        outcomes = Counter(threads.map(follow, range(len(people))))
    assert outcomes == {"confirmed=1": 1, "problem=problem.account.email_taken": 1}


def test_a_refused_password_does_not_use_the_link_up(house: House) -> None:
    """What is refused changes nothing: a password that is too short leaves the link good."""
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password="correct horse")
    services: Services = house.app.state.services
    with services.sessions.begin() as session:
        secret = accounts.reset_secret(session, session.get_one(User, anna.id))
    visitor = house.person(None)
    visitor.post("/api/reset/confirm", token=secret, password="short", status=422)
    visitor.post("/api/reset/confirm", token=secret, password=NEW)
