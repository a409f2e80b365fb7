"""Prepared answers of earlier databases: two tables became one, and players notice nothing."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.database import connect, writing_engine
from tests.server.people import House, SetClock
from tests.server.test_prepared_answers import (
    AUTUMN,
    HOME,
    SPRING,
    attack,
    before_the_attack,
    drafted,
    look,
    position,
    preferences,
    prepare,
    turns,
    write,
)
from tests.server.test_press import Congress

LATER = "SELECT seat, step, occasion, wishes FROM answers_for_later"
AHEAD = "SELECT seat, occasion, hand_in, came FROM answers_ahead ORDER BY occasion"


def go_back(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """Make a database as it was before, and return its prepared answers."""
    engine = connect(address)
    writing = writing_engine(engine)
    config = Config()
    config.set_main_option("script_location", str(files("entente.server.storage") / "migrations"))
    with writing.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0016")
        found = {name: _rows(connection, name) for name in (LATER, AHEAD)}
    writing.dispose()
    engine.dispose()
    return found


def _rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(text(query))]


def test_prepared_answers_survive_an_upgrade(database: str, clock: SetClock) -> None:
    settings = Settings(database, clock=clock, steady=clock.steady)
    with House(create_app(settings)) as house:
        at = before_the_attack(house)
        prepare(at, "retreat", AUTUMN, *HOME)
        write(at, SPRING, "F BRE - MAO", "A MAR - SPA")
    before = go_back(database)
    assert [row[:3] for row in before[LATER]] == [("france", "retreat", AUTUMN)]
    assert [tuple(row) for row in before[AHEAD]] == [("france", SPRING, False, False)]
    with House(create_app(settings)) as later:
        at = moved(at, later)
        assert preferences(at) == {"retreat": HOME, "adjust": []}
        reply = turns(at)[SPRING]
        assert (reply["prepared"], reply["submit"]) == (["F BRE - MAO", "A MAR - SPA"], False)
        attack(at)
        assert "A GAS" in position(at)["units"]["FRANCE"]
        assert position(at)["season"] == "spring"
        assert sorted(drafted(at)) == ["A MAR - SPA", "F BRE - MAO"]
    assert [row[1:] for row in go_back(database)[AHEAD]] == [(SPRING, False, True)]
    with House(create_app(settings)) as last:  # and the draft is still explained
        assert look(moved(at, last))["draft"] == {"prepared": 2, "dropped": []}


def moved(at: Congress, house: House) -> Congress:
    """The same people in another house."""
    for person in (at.france, at.germany, at.others):
        person.move_to(house)
    return at._replace(house=house)
