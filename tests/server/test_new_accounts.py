"""Limits of new accounts: what reaches strangers, and when the limits end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entente.server.http.app import create_app
from entente.server.settings import NewAccounts, Settings, read_settings
from entente.server.storage.models import Result, User
from tests.server.people import House, Json, Person
from tests.server.test_press import congress
from tests.server.test_talking import report

pytestmark = pytest.mark.one_database

FEW = NewAccounts(days=3, games=2, tables=2, messages=2, reports=1, invitations=1)


@pytest.fixture
def guarded(database: str) -> Iterator[House]:
    """A server with tight limits for new accounts."""
    with House(create_app(Settings(database, new_accounts=FEW))) as house:
        yield house


def refused(answer: Json, kind: str) -> str:
    assert answer["key"] == f"problem.new_account.{kind}"
    text: str = answer["text"]
    return text


def open_table(person: Person, status: int, *, private: bool = False) -> Json:
    body = {"game": "attrition", "private": private}
    made: Json = person.request("POST", "/api/tables", body, status)
    return made


def finish(house: House, person: Person, number: int, opponents: str = "people") -> None:
    """Store a finished game of a person."""
    table = open_table(house.person("Host"), 201)["id"]
    with house.app.state.services.sessions.begin() as session:
        session.add(
            Result(
                table_id=table,
                seat="central",
                holder=0,
                user_id=person.id,
                game="attrition",
                pace="live",
                rated=False,
                players=2,
                opponents=opponents,
                result="win",
                departure="",
                took_over=False,
                begun=1,
                finished=2,
                moves=number,
                phases=0,
                phases_missed=0,
            )
        )


def age(house: House, person: Person, days: int) -> None:
    with house.app.state.services.sessions.begin() as session:
        session.get_one(User, person.id).created -= days * 86_400


def test_public_tables_are_limited_and_private_ones_are_not(guarded: House) -> None:
    anna = guarded.person("Anna")
    for _ in range(FEW.tables):
        open_table(anna, 201)
    text = refused(open_table(anna, 429), "tables")
    for part in ("2 public tables per hour", "UTC", "2 games"):
        assert part in text
    open_table(anna, 201, private=True)
    open_table(guarded.person("Berta"), 201)


def test_the_limits_end_with_days_or_games(guarded: House) -> None:
    anna, berta = guarded.person("Anna"), guarded.person("Berta")
    for person in (anna, berta):
        for _ in range(FEW.tables):
            open_table(person, 201)
        open_table(person, 429)
    age(guarded, anna, FEW.days)
    open_table(anna, 201)
    finish(guarded, berta, 1)
    finish(guarded, berta, 2, opponents="computers")
    open_table(berta, 429)
    finish(guarded, berta, 3)
    open_table(berta, 201)


def test_messages_count_until_someone_answers(guarded: House) -> None:
    at = congress(guarded)
    for _ in range(FEW.messages):
        at.write(at.france, "france", "hello", "germany")
    body = {"seat": "france", "to": ["germany"], "text": "hello?"}
    refused(at.france.request("POST", at.path, body, 429), "messages")
    at.write(at.germany, "germany", "good morning", "france")
    for _ in range(2 * FEW.messages):
        at.write(at.france, "france", "hello", "germany")


def test_reports_and_invitations_are_limited(guarded: House) -> None:
    at = congress(guarded)
    for text in ("rude", "ruder"):
        at.write(at.france, "france", text, "germany")
    report(at, at.germany, "germany", 1)
    body = {"seat": "germany", "number": 2, "reason": "rude again"}
    refused(at.germany.request("POST", f"{at.path}/report", body, 429), "reports")
    anna, others = guarded.person("Anna"), [guarded.person(name) for name in ("Otto", "Olga")]
    anna.post("/api/register", 200, name="Anna", password="correct horse")
    for other, status in zip(others, (201, 429), strict=True):
        wanted = {"game": "attrition", "user": other.id}
        answer = anna.request("POST", "/api/challenges", wanted, status)
    refused(answer, "invitations")


def test_the_settings_have_names() -> None:
    def limits(**environment: str) -> NewAccounts:
        environment["ENTENTE_HOME"] = "/nowhere"
        return read_settings(environment, make_folder=False).new_accounts

    assert limits().days == 0  # off, unless the operator wants it
    three = limits(ENTENTE_NEW_ACCOUNT_DAYS="3", ENTENTE_NEW_ACCOUNT_TABLES="7")
    assert three == NewAccounts(days=3, tables=7)
