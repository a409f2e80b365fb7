"""Backup, restore, and what an operator does with users and tables."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, inspect, select, text

from entente.kernel import UserError
from entente.kernel.typography import typeset
from entente.server import admin_tasks
from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.access import find_database
from entente.server.storage.database import sessions
from entente.server.storage.models import GameData, Move, Table, User
from entente.server.upgrades import upgrade_preview
from entente.wire.tables import OVER
from tests.server.people import House, Json, Person


def play(person: Person, table: Json, actions: int, started: threading.Event) -> list[str]:
    """One person plays both sides."""
    played: list[str] = []
    with person.live(table) as live:
        while len(played) < actions:
            waiting = [s for s in live.state["seats"] if live.decision(s) is not None]
            decision = live.decision(waiting[0])
            assert decision is not None
            action = decision["menu"]["actions"][0]
            assert live.act(waiting[0], action)["type"] == "done"
            played.append(action)
            started.set()
    return played


def both(person: Person) -> Json:
    return person.table("turmoil", seats={"authoritarian": "me", "liberal": "me"})


def test_a_backup_made_while_people_play_can_be_restored_on_either(
    database: str, tmp_path: Path
) -> None:
    path = tmp_path / "backup"
    with House(create_app(Settings(database))) as house:
        anna = house.person("Anna")
        table, other = both(anna), both(anna)
        started, played = threading.Event(), list[str]()
        stream = threading.Thread(target=lambda: played.extend(play(anna, table, 40, started)))
        stream.start()
        started.wait()
        engine = admin_tasks.open_database(database)
        count = admin_tasks.backup(engine, path)
        stream.join()
        assert count == (1, 2)
        with pytest.raises(UserError, match="already a file"):
            admin_tasks.backup(engine, path)
        with pytest.raises(UserError, match="not empty"), admin_tasks.read_backup(path) as copy:
            admin_tasks.restore(copy, engine)
        engine.dispose()
    again = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    engine = admin_tasks.open_database(again)
    with admin_tasks.read_backup(path) as copy:
        assert admin_tasks.restore(copy, engine) == (1, 2)
    assert all(verdict.harmless for verdict in upgrade_preview(engine))
    with sessions(engine)() as session:
        stored = session.scalars(
            select(Move.action).where(Move.table_id == table["id"]).order_by(Move.number)
        ).all()
        assert list(stored) == played[: len(stored)]
        found = session.get_one(Table, other["id"])
        assert found.status == "playing"
    engine.dispose()


def test_a_backup_is_restored_into_an_empty_database_of_either_kind(
    database: str, sqlite_master: Path, tmp_path: Path
) -> None:
    """From SQLite to this database, whose server was started before and had no visitors; a new
    visitor then gets a new number."""
    shutil.copyfile(sqlite_master, tmp_path / "first.sqlite3")
    first = f"sqlite:///{tmp_path / 'first.sqlite3'}"
    with House(create_app(Settings(first))) as house:
        anna = house.person("Anna")
        table = both(anna)
        play(anna, table, 5, threading.Event())
        cookies = dict(anna.client.cookies)
    source, path = admin_tasks.open_database(first), tmp_path / "backup"
    admin_tasks.backup(source, path)
    source.dispose()
    target = admin_tasks.open_database(database)
    with sessions(target)() as session:
        assert session.scalars(select(GameData.game)).all()  # put away at the start
    with admin_tasks.read_backup(path) as copy:
        admin_tasks.restore(copy, target)
    target.dispose()
    with House(create_app(Settings(database))) as house:
        again = house.person(None)
        again.client.cookies.update(cookies)
        with again.live(table) as live:
            assert live.state["moves"] == 5
        assert house.person("Bert").id != again.get("/api/me")["id"]


def test_users_and_tables_are_looked_after(database: str) -> None:
    with House(create_app(Settings(database))) as house:
        anna, bert = house.person("Anna"), house.person("Bert")
        anna.post("/api/register", name="Anna", password="a long password")
        closed, gone = both(anna), both(bert)
        engine = admin_tasks.open_database(database)
        admin_tasks.close_table(engine, closed["id"])
        admin_tasks.delete_table(engine, gone["id"])
        answer = anna.get(f"/api/tables/{closed['id']}")
        assert answer["status"] == OVER
        assert answer["outcome"]["winners"] == []
        assert (
            answer["outcome"]["reason"]
            == "The operator of the server closed this table; no one wins."
        )
        carl = house.person("Carl", "fr").get(f"/api/tables/{closed['id']}")
        assert carl["outcome"]["reason"].startswith(
            typeset("L'administrateur du serveur a fermé cette table")
        )
        bert.get(f"/api/tables/{gone['id']}", status=404)
        link = admin_tasks.reset_link(engine, "anna", "https://play.example.org")
        secret = link.removeprefix("https://play.example.org/reset/")
        anna.client.post("/api/reset/confirm", json={"token": secret, "password": "another one"})
        anna.post("/api/login", name="Anna", password="another one")
        with pytest.raises(UserError, match="guest"):
            admin_tasks.reset_link(engine, str(bert.id), "")
        assert admin_tasks.delete_user(engine, str(bert.id)) == "Bert"
        with sessions(engine)() as session:
            assert session.get(User, bert.id) is None
        for name in ("nobody", "999999"):
            with pytest.raises(UserError, match="no user"):
                admin_tasks.delete_user(engine, name)
        with pytest.raises(UserError, match="no table"):
            admin_tasks.delete_table(engine, "nowhere")
        engine.dispose()


def test_an_empty_database_is_not_taken_for_ours(postgres: str) -> None:
    """Only restoring and serving make the tables."""
    address = postgres.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    name = f"test_{uuid4().hex}"
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    empty = engine.url.set(database=name).render_as_string(hide_password=False)
    try:
        with pytest.raises(UserError, match="no database of Entente") as refused:
            find_database(empty, "entente-admin")
        assert name in refused.value.text("fr")
        with pytest.raises(UserError, match="cannot be used"):
            find_database(f"{empty}_nowhere", "entente-admin")
        with pytest.raises(UserError, match="cannot be used"):
            admin_tasks.open_database(f"{empty}_nowhere")
        opened = create_engine(empty)
        assert inspect(opened).get_table_names() == []
        opened.dispose()
        admin_tasks.open_database(empty).dispose()
        find_database(empty, "entente-admin").dispose()
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()


def test_a_newer_database_is_refused_to_a_reader(database: str) -> None:
    engine = admin_tasks.open_database(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("UPDATE compatibility SET revision = '9998'"))
    engine.dispose()
    with pytest.raises(UserError, match="newer version"):
        find_database(database, "entente-admin")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_backup_in_which_anything_has_changed_is_refused(
    house: House, database: str, tmp_path: Path
) -> None:
    """SQLite finds damage in its own pages, not in what is written on them."""
    house.person("Anna").table("attrition")
    engine, path = admin_tasks.open_database(database), tmp_path / "backup"
    admin_tasks.backup(engine, path)
    engine.dispose()
    with admin_tasks.read_backup(path) as copy:
        assert admin_tasks.counted(copy).users == 1
    whole, rng = path.read_bytes(), Random(5)
    harmed = tmp_path / "harmed"
    for place in [0, len(whole) - 1, whole.index(b"Anna"), *rng.sample(range(len(whole)), 40)]:
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.randrange(8)
        harmed.write_bytes(flipped)
        with pytest.raises(UserError, match="damaged"), admin_tasks.read_backup(harmed):
            pass
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        harmed.write_bytes(whole[:length])
        with pytest.raises(UserError, match="damaged"), admin_tasks.read_backup(harmed):
            pass
    harmed.write_bytes(
        whole[: whole.rindex(admin_tasks.CHECKSUM)]
    )  # from before there were checksums
    with admin_tasks.read_backup(harmed) as copy:
        assert admin_tasks.counted(copy).users == 1
