"""Data retention: what is deleted when, and what the privacy page says."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import func, select

from entente.server import admin_tasks
from entente.server.http.app import create_app
from entente.server.moderation.retention import enforce
from entente.server.settings import Retention, Settings, read_settings
from entente.server.storage.models import AccountMark, Login, ModerationAct, Report, Table
from tests.server.people import House
from tests.server.test_moderation import acts, decide, moderator, reported

pytestmark = pytest.mark.one_database

DAY = 86_400
KEPT = Retention(access=10, reports=20, marks=5, tables=30)


def later(house: House, days: float, retention: Retention = KEPT) -> int:
    """Delete what is too old after some days."""
    return enforce(house.app.state.services.sessions, retention, time.time() + days * DAY)


def count(house: House, model: type) -> int:
    with house.app.state.services.sessions() as session:
        return session.scalar(select(func.count()).select_from(model)) or 0


def test_reads_go_and_decisions_stay(house: House) -> None:
    _, number = reported(house)
    mona = moderator(house)
    mona.get(f"/api/moderation/reports/{number}")
    decide(mona, number, kind="warn")
    later(house, 9)
    assert "read" in acts(house)
    later(house, 11)
    assert acts(house) == ["appoint", "close", "warn"]


def test_closed_reports_go_and_open_ones_stay(house: House) -> None:
    _, number = reported(house)
    later(house, 1000)
    assert count(house, Report) == 1
    decide(moderator(house), number, kind="warn")
    later(house, 21)
    assert count(house, Report) == 0
    assert "warn" in acts(house)  # the log outlives the report


def test_nothing_with_a_setting_of_zero_goes(house: House) -> None:
    _, number = reported(house)
    mona = moderator(house)
    mona.get(f"/api/moderation/reports/{number}")
    decide(mona, number, kind="dismiss")
    later(house, 5000, Retention())
    assert (count(house, Report), "read" in acts(house)) == (1, True)


def test_marks_go(database: str) -> None:
    with House(create_app(Settings(database, retention=KEPT))) as house:
        house.person("Anna")
        later(house, 4)
        assert count(house, AccountMark) == 1
        later(house, 6)
        assert count(house, AccountMark) == 0


def test_expired_sessions_go(house: House) -> None:
    house.person("Anna")
    later(house, 89)
    assert count(house, Login) == 1
    later(house, 91)
    assert count(house, Login) == 0


def test_games_of_computers_go_and_games_of_people_stay(house: House) -> None:
    house.call(house.app.state.services.computers.stop)  # no move comes after the end
    anna = house.person("Anna")
    mine = anna.table(seats={"central": "me", "entente": "me"})["id"]
    bots = anna.table(seats={"central": "easy", "entente": "easy"})["id"]
    with house.app.state.services.sessions.begin() as session:
        for table in session.scalars(select(Table)):
            table.status = "over"
    later(house, 29)
    assert count(house, Table) == 2
    later(house, 31)
    with house.app.state.services.sessions() as session:
        assert list(session.scalars(select(Table.id))) == [mine] != [bots]


def test_the_privacy_page_says_what_is_in_force(database: str) -> None:
    settings = Settings(database, retention=KEPT)
    with House(create_app(settings)) as house:
        info = house.person(None).get("/api/privacy")
    assert info["days"] == {"access": 10, "reports": 20, "marks": 5, "tables": 30}
    assert (info["moderation"], info["words_filtered"], info["session_days"]) == (True, False, 90)


def test_the_settings_have_names_and_defaults() -> None:
    def kept(**environment: str) -> Retention:
        return read_settings(
            {"ENTENTE_HOME": "/nowhere", **environment}, make_folder=False
        ).retention

    assert kept() == Retention(access=365, reports=365, marks=30, tables=0)
    assert kept(ENTENTE_KEEP_TABLES_DAYS="90", ENTENTE_KEEP_MARKS_DAYS="0").tables == 90


def test_the_operator_reads_the_log(house: House) -> None:
    _, number = reported(house)
    mona = moderator(house)
    mona.get(f"/api/moderation/reports/{number}")
    first, second = admin_tasks.moderation_log(house.app.state.services.engine)
    assert (first.act, first.moderator, first.user, first.report) == (
        "read",
        "Mona",
        "Fanny",
        number,
    )
    assert (second.act, second.moderator, second.user) == ("appoint", None, "Mona")
    assert count(house, ModerationAct) == 2
