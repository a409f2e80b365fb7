"""Tables that were begun before questions had numbers go on as if nothing had happened.

The database was written by the version before; what that version saw in it is beside it.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel.state_migrations import is_fingerprint_of
from entente.server.admin_tasks import note_rules
from entente.server.http.app import create_app
from entente.server.people import passwords
from entente.server.settings import Settings
from entente.server.storage.database import connect, migrate
from entente.server.tables.room import Room
from tests.server.people import House, Json, Live, Person, SetClock
from tests.server.played import sample
from tests.server.tables import follow

DATA = Path(__file__).parent / "data"
EXPECTED: Json = json.loads(gzip.decompress((DATA / "earlier_tables.json.gz").read_bytes()))
TABLES: Json = EXPECTED["tables"]
MOVES = 8
# Views have another form since: battles as a whole, the sides in a country.
OTHERWISE = ("dice", "battle", "fighting", "levels")
NEW = ("id", "must", "private", "once")  # of decisions and their menus
EARLIER = {"irreversible": "grave"}  # what they were called


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database as it was, brought up to date."""
    path = tmp_path_factory.mktemp("earlier") / "entente.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            gzip.decompress((DATA / "earlier_tables.sql.gz").read_bytes()).decode()
        )
    engine = connect(f"sqlite:///{path}")
    migrate(engine)
    for game in ("attrition", "turmoil"):  # the operator knows what was played
        assert note_rules(engine, game, "2") > 0
    engine.dispose()
    return path


@pytest.fixture(scope="module")
def quickly_entered(earlier: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with passwords stored as other tests store them: those of before take their time,
    as they should."""
    path = tmp_path_factory.mktemp("quick") / "entente.sqlite3"
    path.write_bytes(earlier.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        for name, account in EXPECTED["accounts"].items():
            changed = database.execute(
                "UPDATE users SET password = ? WHERE name = ? AND password IS NOT NULL",
                (passwords.hashed(account["password"]), name),
            )
            assert changed.rowcount == 1
    return path


@pytest.fixture
def house(quickly_entered: Path, tmp_path: Path, clock: SetClock) -> Iterator[House]:
    with opened(quickly_entered, tmp_path, clock) as open_house:
        yield open_house


@contextmanager
def opened(database: Path, folder: Path, clock: SetClock) -> Iterator[House]:
    """A server on a copy of a database."""
    clock.stopped_at = EXPECTED["clock"]["end"]
    path = folder / "entente.sqlite3"
    path.write_bytes(database.read_bytes())
    with House(create_app(Settings(f"sqlite:///{path}", clock=clock))) as open_house:
        yield open_house


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def room_of(house: House, table_id: str) -> Room:
    room: Room = house.app.state.services.rooms.get(table_id)
    return room


def earlier_view(view: Json) -> Json:
    """A view in its earlier form: one decision, and no numbers."""
    view = dict(view)
    view["waiting"] = view.pop("to_move")
    decisions = [without_new(each) for each in view.pop("decisions")]
    return {**view, "decision": decisions[0] if decisions else None}


def assert_same(view: Json, before: Json) -> None:
    for name, value in before.items():
        assert name in OTHERWISE or as_put(view[name]) == as_put(value), name


def as_put(part: Any) -> Any:
    """A question without its words, where they say more by now: what is due in winter."""
    if isinstance(part, dict) and part.get("step") == "adjust":
        return {**part, "prompt": None}
    return part


def without_new(part: Json) -> Json:
    return {
        EARLIER.get(name, name): without_new(value) if isinstance(value, dict) else value
        for name, value in part.items()
        if name not in NEW
    }


@pytest.mark.parametrize("table_id", TABLES, ids=[each["what"] for each in TABLES.values()])
def test_an_earlier_table_opens_unchanged(house: House, table_id: str) -> None:
    wanted, room = TABLES[table_id], room_of(house, table_id)
    table, match = room.table, room.match
    for name in ("status", "version", "options", "waiting", "outcome", "agreed", "pace"):
        assert getattr(table, name) == wanted[name], name
    assert is_fingerprint_of(wanted["digest"], match.state)
    assert len(match.moves) == table.moves == wanted["moves"]
    said = [line for line in match.log if line.entry.message.key != "kernel.only_possibility"]
    assert len(said) == wanted["log"]  # that there was only one possibility was not said then
    assert list(match.state.sealed) == wanted["sealed"]
    assert room.votes == wanted["votes"]
    for seat, before in wanted["seats"].items():
        chair, view = room.chairs[seat], earlier_view(plain(match.position.view(seat)))
        for name in ("due", "left", "remind", "missed", "draft", "notes", "computer", "stand_in"):
            assert getattr(chair, name) == before[name], (seat, name)
        assert match.undoable(seat) == before["undoable"], seat
        assert_same(view, before["view"])
        asked, now = before["decision"], view["decision"]
        assert asked is None or as_put({n: now[n] for n in asked}) == as_put(asked), seat
    assert_same(earlier_view(plain(match.position.view(None))), wanted["spectator"])


def test_everything_is_there(house: House) -> None:
    with closing(sqlite3.connect(house.app.state.services.sessions.kw["bind"].url.database)) as db:
        for table, count in EXPECTED["rows"].items():
            if table == "secrets":  # a server makes its own when it starts
                continue
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (count,), table


def test_earlier_passwords_are_good(earlier: Path, tmp_path: Path, clock: SetClock) -> None:
    with opened(earlier, tmp_path, clock) as house:
        found = people(house, set(EXPECTED["accounts"]))
        assert [person.get("/api/me")["name"] for person in found.values()] == sorted(found)
        wrong = house.person(None).post("/api/login", name="Anna", password="x" * 12, status=401)
        assert wrong["key"] == "problem.account.login"


# -- played on


def people(house: House, names: set[str]) -> dict[str, Person]:
    found = {}
    for name in sorted(names):
        account = EXPECTED["accounts"][name]
        person = house.person(None, account["language"])
        person.welcome(person.post("/api/login", name=name, password=account["password"]))
        found[name] = person
    return found


def ready(room: Room, lives: dict[str, Live]) -> list[str]:
    with room.lock:  # a computer may be playing there
        return [seat for seat in room.decisions() if seat in lives]


# Every day one table of each kind, at which no computer thinks for long.
DAILY = ("1 half-way attrition", "2 sealed orders", "3 correspondence turmoil", "7 drawn diplomacy")


@pytest.mark.parametrize(
    "table_id",
    [
        pytest.param(
            table, id=each["what"], marks=[] if each["what"] in DAILY else [pytest.mark.soak]
        )
        for table, each in TABLES.items()
    ],
)
def test_an_earlier_table_is_played_on(house: House, clock: SetClock, table_id: str) -> None:
    wanted, rng = TABLES[table_id], Random(table_id)
    with ExitStack() as stack:
        names = {chair["user"] for chair in wanted["seats"].values()} - {None}
        sockets = {
            name: stack.enter_context(person.live({"id": table_id}))
            for name, person in people(house, names).items()
        }
        lives = {
            seat: sockets[chair["user"]] for seat, chair in wanted["seats"].items() if chair["user"]
        }
        if wanted["status"] != "playing":
            assert all(live.state["status"] == "over" for live in lives.values())
            return
        undo(lives, wanted)
        for _ in range(MOVES):
            room = room_of(house, table_id)
            if room.table.status != "playing":
                break
            while not ready(room, lives):  # the computers' turn
                next(iter(lives.values())).hear("state")
                room = room_of(house, table_id)
            seat = rng.choice(ready(room, lives))
            live = lives[seat]
            live.sync()
            clock.go_on(3)
            answer = live.act(seat, sample(live, seat, rng))
            assert answer["type"] == "done", answer
            follow(live, answer["version"])
    room = room_of(house, table_id)
    assert len(room.match.moves) >= wanted["moves"] + MOVES or room.table.status == "over"
    due = {seat for seat, chair in room.chairs.items() if chair.due is not None}
    waiting = set(room.decisions()) if wanted["pace"]["kind"] != "free" else set()
    assert due == waiting


def undo(lives: dict[str, Live], wanted: Json) -> None:
    """What could be taken back can be taken back, and done again."""
    for seat, before in wanted["seats"].items():
        live = lives.get(seat)
        if before["undoable"] and live is not None:
            live.sync()
            live.say(type="undo", seat=seat, version=live.state["version"], id="u")
            assert live.answer()["type"] == "done"
            live.sync()
            action = sample(live, seat, Random(1))
            assert live.act(seat, action)["type"] == "done"
            return
