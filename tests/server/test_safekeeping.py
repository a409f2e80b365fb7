"""The database: a newer version is left alone, and no one else can read its files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from entente.kernel import UserError
from entente.server import admin_tasks
from entente.server.http.app import create_app
from entente.server.settings import Settings, read_settings
from entente.server.storage.compatibility import store_oldest
from entente.server.storage.database import connect
from tests.server.people import House


@pytest.fixture
def open_handed() -> Iterator[None]:
    """The umask of the operator lets others read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_newer_database_is_refused_with_a_sentence(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        store_oldest(connection, "9999")  # it has contracted: this version cannot work with it
    for start in (
        lambda: create_app(Settings(database)),
        lambda: admin_tasks.open_database(database),
    ):
        with pytest.raises(UserError) as refused:
            start()
        assert "9999" in refused.value.text("en")
        assert "newer version" in refused.value.text("en")
        assert "plus récente" in refused.value.text("fr")
    with engine.connect() as connection:
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    engine.dispose()
    assert found == "9999"


def test_the_database_and_its_backup_are_their_owners_alone(
    tmp_path: Path, open_handed: None
) -> None:
    settings = read_settings({"ENTENTE_HOME": str(tmp_path / "home")})
    assert rights(tmp_path / "home") == 0o700
    with House(create_app(settings)) as house:
        house.person("Anna")
        files = list((tmp_path / "home").iterdir())
        assert len(files) > 1  # the write-ahead log too
        assert {rights(each) for each in files} == {0o600}
        engine = admin_tasks.open_database(settings.database)
        admin_tasks.backup(engine, tmp_path / "backup")
        engine.dispose()
    assert rights(tmp_path / "backup") == 0o600


def test_a_database_that_others_could_read_is_closed_to_them(
    tmp_path: Path, open_handed: None
) -> None:
    path = tmp_path / "entente.sqlite3"
    path.touch(0o644)
    engine = admin_tasks.open_database(f"sqlite:///{path}")
    engine.dispose()
    assert rights(path) == 0o600


def test_a_backup_of_either_database_is_its_owners_alone(
    database: str, tmp_path: Path, open_handed: None
) -> None:
    engine = admin_tasks.open_database(database)
    admin_tasks.backup(engine, tmp_path / "backup")
    engine.dispose()
    assert rights(tmp_path / "backup") == 0o600
