"""Upgrades under running games: a corrected figure or rule changes new tables only.

Old tables go on with what they were begun with, or from a snapshot; what cannot be opened is set
aside with a sentence; nothing is ever silently in another position.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError

from entente.kernel import Match, Outcome, UserError, registry, say
from entente.kernel.record import parse
from entente.kernel.registry import BrokenGame
from entente.kernel.snapshots import ReplayMismatch, reopen
from entente.kernel.state_migrations import fingerprint, is_fingerprint_of
from entente.server import admin_tasks
from entente.server.http.app import create_app
from entente.server.live.player_process import PlayerQuestion, think
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.database import connect, sessions
from entente.server.storage.models import GameData, Move, Snapshot, Table, TableSeat
from entente.server.tables import opening, room_loader
from entente.server.tables.rooms import Rooms
from entente.server.tables.votes import undo_by_vote
from entente.server.upgrades import upgrade_preview
from scripts.released import releases
from tests.server.people import House, Json, Person, SetClock
from tests.server.releases import BERLIN, PARIS, figures, play, rules, snapshot_of

DATA = Path(__file__).parent / "data"


@pytest.fixture
def address(tmp_path: Path, sqlite_master: Path) -> str:
    path = tmp_path / "entente.sqlite3"
    path.write_bytes(sqlite_master.read_bytes())
    return f"sqlite:///{path}"


def house_at(address: str, clock: SetClock | None = None) -> House:
    return House(create_app(Settings(address, clock=clock or SetClock())))


def rooms_of(house: House) -> Rooms:
    rooms: Rooms = house.app.state.services.rooms
    return rooms


def both(person: Person, game: str, **body: object) -> Json:
    seats = registry.load(game).info.seats
    return person.table(game, seats=dict.fromkeys(seats, "me"), **body)


def returning(house: House, person: Person) -> Person:
    """The same browser at a server that was started again."""
    again = house.person(None)
    again.client.cookies.update(person.client.cookies)
    again.csrf, again.id = person.csrf, person.id
    return again


def fates(address: str) -> dict[str, str]:
    engine = connect(address)
    try:
        return {each.table: each.fate for each in upgrade_preview(engine)}
    finally:
        engine.dispose()


# -- figures


@pytest.mark.each_database
def test_corrected_figures_change_new_tables_only(database: str) -> None:
    """Berlin's industry and Paris' stability, which broke or displaced every running table."""
    with figures(BERLIN, PARIS), house_at(database) as house:
        anna = house.person("Anna")
        tables = {game: both(anna, game)["id"] for game in ("attrition", "turmoil", "diplomacy")}
        early = both(anna, "turmoil")["id"]
        short = {"attrition": 70, "turmoil": 70, "diplomacy": 8}
        before = {
            table_id: snapshot_of(play(rooms_of(house), table_id, short[game]))
            for game, table_id in tables.items()
        }
        before[early] = snapshot_of(play(rooms_of(house), early, 5))
        old = {game: registry.load(game).data_digest for game in tables}
    assert fates(database) == {
        tables["attrition"]: "kept_data",
        tables["turmoil"]: "kept_data",
        early: "kept_data",
        tables["diplomacy"]: "equal",
    }
    with house_at(database) as house:
        rooms, anna = rooms_of(house), returning(house, anna)
        for table_id, stood in before.items():
            assert snapshot_of(rooms.get(table_id)) == stood
            play(rooms, table_id, 5, "on")
        for game in ("attrition", "turmoil"):
            assert rooms.get(tables[game]).match.game.data_digest == old[game]
            assert registry.load(game).data_digest != old[game]
            assert rooms.get(both(anna, game)["id"]).match.game is registry.load(game)
        last = {table_id: snapshot_of(rooms.get(table_id)) for table_id in before}
        # What is shown of the past is what was.
        with anna.live({"id": tables["turmoil"], "game": "turmoil"}) as live:
            assert live.state["pinned"] is None
        moment = anna.get(f"/api/tables/{tables['turmoil']}/positions/3")
        assert moment["moves"] == 3
    with house_at(database) as house:
        for table_id, where in last.items():
            assert snapshot_of(rooms_of(house).get(table_id)) == where


def test_computer_players_think_with_the_figures_of_their_table(address: str) -> None:
    with figures(PARIS), house_at(address) as house:
        anna = house.person("Anna")
        table = both(anna, "turmoil")["id"]
        old = registry.load("turmoil").data_digest
        play(rooms_of(house), table, 3)
    with house_at(address) as house:
        room = rooms_of(house).get(table)
        seat, decision = next(iter(room.decisions().items()))
        game = room.match.game
        question = PlayerQuestion(
            "turmoil", {}, game.save(room.match.state), seat, decision.window, "greedy", "s"
        )._replace(data=game.kept_data)
        assert registry.load("turmoil", {}, question.data).data_digest == old
        assert decision.menu.canonical(think(question).action) is not None


def test_a_record_of_earlier_figures_says_so_where_they_are_gone(address: str) -> None:
    with figures(BERLIN), house_at(address) as house:
        anna = house.person("Anna")
        table = both(anna, "attrition")["id"]
        play(rooms_of(house), table, 60)
        data = registry.load("attrition").data_digest
    with house_at(address) as house:
        anna = returning(house, anna)
        record = anna.client.get(f"/api/tables/{table}/record")
        assert record.status_code == 200
        assert json.loads(record.text.splitlines()[0])["data"] == data


# -- rules


def test_a_rule_fix_is_bound_to_its_version(address: str) -> None:
    """Where the earlier version is still supported, a table continues under it."""
    with house_at(address) as house:
        anna = house.person("Anna")
        table = both(anna, "turmoil")["id"]
        before = snapshot_of(play(rooms_of(house), table, 60))
    with rules("turmoil", "99", earlier=("2",)):
        assert fates(address) == {table: "earlier_rules"}
        with house_at(address) as house:
            room = rooms_of(house).get(table)
            assert snapshot_of(room) == before
            assert room.match.state.rules == room.table.rules == "2"
            play(rooms_of(house), table, 5)
            fresh = both(returning(house, anna), "turmoil")["id"]
            assert rooms_of(house).get(fresh).match.state.rules == "99"


def pinned_house(address: str, moves: int = 70) -> tuple[Person, str, tuple[Any, ...]]:
    with house_at(address) as house:
        anna = house.person("Anna")
        table = both(anna, "turmoil")["id"]
        before = snapshot_of(play(rooms_of(house), table, moves))
    return anna, table, before


def test_a_table_without_its_rules_continues_from_its_snapshot(address: str) -> None:
    """It was stored when the server stopped: nothing is lost, and no one is elsewhere."""
    anna, table, before = pinned_house(address)
    with rules("turmoil", "99"):
        assert fates(address) == {table: "pinned"}
        for _ in range(2):  # and again after another start
            with house_at(address) as house:
                rooms, anna = rooms_of(house), returning(house, anna)
                room = rooms.get(table)
                assert room.table.pinned == 70
                assert room.match.state.rules == room.table.rules == "99"
                assert snapshot_of(room) == before
                with anna.live({"id": table, "game": "turmoil"}) as live:
                    assert live.state["pinned"] == 70
                    keys = [line["key"] for line in live.state["log"]]
                    assert keys.count("kernel.pinned") == 1
                anna.get(f"/api/tables/{table}/positions/69", status=409)
                anna.get(f"/api/tables/{table}/positions/70")
                timeline = anna.get(f"/api/tables/{table}/timeline")
                assert len(timeline["moves"]) == len(room.match.moves)
                before = snapshot_of(play(rooms, table, 5, "on"))
                answer = [each["key"] for each in anna.get("/api/me/notifications")]
                assert answer.count("notice.pinned") == 1
                anna.post(f"/api/tables/{table}/fork", move=10, status=409)


def test_the_record_of_a_pinned_table_begins_from_its_snapshot(address: str) -> None:
    anna, table, _ = pinned_house(address)
    with rules("turmoil", "99"), house_at(address) as house:
        room = play(rooms_of(house), table, 5)
        rooms_of(house).change(room, lambda room, now: room.end(_no_one_wins()))
        anna = returning(house, anna)
        data = anna.client.get(f"/api/tables/{table}/record").content
        record = parse(data)
        assert (record.header.pinned, record.header.rules) == (70, "99")
        assert len(record.moves) == 5
        match = record.verify(registry.load)
        assert match.state == room.match.state
        headers = {"x-csrf-token": anna.csrf}
        made = anna.client.post("/api/records", content=data, headers=headers)
        assert made.status_code == 201, made.text
        assert snapshot_of(rooms_of(house).get(made.json()["id"]))[0] == snapshot_of(room)[0]
        fork = anna.post(f"/api/tables/{table}/fork", move=72, status=201)
        begun = room.match.from_start()
        begun.replay(room.match.moves[70:72])
        assert snapshot_of(rooms_of(house).get(fork["id"]))[0] == fingerprint(begun.state)


def _no_one_wins() -> Any:
    return Outcome((), {}, say("kernel.abandoned"))


def test_a_takeback_by_consent_survives_upgrades(address: str) -> None:
    """Chance goes on in its own series: opened from a snapshot, replayed, pinned and recorded."""
    with house_at(address) as house:
        rooms, anna = rooms_of(house), house.person("Anna")
        table = both(anna, "turmoil")["id"]
        room = play(rooms, table, 50)
        for turn in range(2):
            play(rooms, table, 3, turn)
            while len(room.match.moves) > 50:
                _take_back(rooms, room)
        before = snapshot_of(room)
    for _ in range(2):
        with house_at(address) as house:
            assert snapshot_of(rooms_of(house).get(table)) == before
            before = snapshot_of(play(rooms_of(house), table, 4))
    assert next(iter(upgrade_preview(connect(address)))).harmless
    with rules("turmoil", "99"), house_at(address) as house:
        room = rooms_of(house).get(table)
        assert snapshot_of(room) == before
        play(rooms_of(house), table, 4)
        rooms_of(house).change(room, lambda room, now: room.end(_no_one_wins()))
        data = returning(house, anna).client.get(f"/api/tables/{table}/record").content
        assert parse(data).verify(registry.load).state == room.match.state
        assert parse(data).header.series == room.table.series > 0


def test_moves_after_the_last_snapshot_must_be_made_again(address: str) -> None:
    """A server that was killed kept nothing at its end."""
    anna, table, _ = pinned_house(address)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.execute(delete(Snapshot).where(Snapshot.number > 50))
    with rules("turmoil", "99"):
        verdict = next(iter(upgrade_preview(engine)))
        assert (verdict.fate, verdict.move, verdict.lost) == ("pinned", 50, 20)
        with house_at(address) as house:
            room = play(rooms_of(house), table, 3)
            assert (room.table.pinned, len(room.match.moves)) == (50, 53)
            assert len(room.versions) == 53
            answer = returning(house, anna).get("/api/me/notifications")
            assert any("20 moves" in each["text"] for each in answer)
    with sessions(engine)() as session:
        assert session.scalars(select(Move.number).order_by(Move.number)).all() == list(
            range(1, 54)
        )
    engine.dispose()


@pytest.mark.parametrize("gone", ["rules", "figures"])
def test_a_table_of_an_earlier_release_loses_nothing_when_its_server_is_killed(
    address: str, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kept with every move, since the next release may not play it."""
    _, table, _ = pinned_house(address, 60)
    monkeypatch.setattr(Rooms, "keep_snapshots", lambda rooms: 0)  # killed: it does not get there
    release = rules("turmoil", "99") if gone == "rules" else figures(PARIS)
    with release, house_at(address) as house:
        room = play(rooms_of(house), table, 57)
        before = snapshot_of(room)
        assert room.snapshots[-1] == len(room.match.moves) == 117
        with house.app.state.services.sessions() as session:
            kept = session.scalars(select(Snapshot.number).order_by(Snapshot.number)).all()
        pinned = [60, 110] if gone == "rules" else [100]
        assert kept == room.snapshots == [50, *pinned, 117]
    with rules("turmoil", "100") if gone == "rules" else figures(PARIS):
        engine = connect(address)
        with sessions(engine).begin() as session:
            session.execute(delete(GameData))
        verdict = next(iter(upgrade_preview(engine)))
        engine.dispose()
        assert (verdict.lost, verdict.fate == "pinned") == (0, gone == "rules")
        with house_at(address) as house:
            assert snapshot_of(rooms_of(house).get(table)) == before


def test_without_a_snapshot_it_is_set_aside(address: str) -> None:
    _, table, _ = pinned_house(address, 20)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.execute(delete(Snapshot))
    with rules("turmoil", "99"), house_at(address) as house:
        answer = house.person("Bert", "fr").get(f"/api/tables/{table}/record", status=409)
        assert "version 2 des règles" in answer["text"]
    engine.dispose()


def test_a_table_with_diverging_moves_is_pinned_for_good(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules changed without a new version, under the same figures. That it continues
    from its snapshot is reported and stored: the next opening does not try the old moves again."""
    anna, table, _ = pinned_house(address)

    def elsewhere(match: Match[Any, Any], *given: Any) -> None:
        if match.past is None:
            raise ReplayMismatch
        reopen(match, *given)

    monkeypatch.setattr(opening, "reopen", elsewhere)
    with house_at(address) as house:
        stood = snapshot_of(play(rooms_of(house), table, 5))
        answer = [each["key"] for each in returning(house, anna).get("/api/me/notifications")]
        assert answer.count("notice.pinned") == 1
        monkeypatch.setattr(Rooms, "keep_snapshots", lambda rooms: 0)  # as when it is killed
    with house_at(address) as house:
        room = rooms_of(house).get(table)
        assert (snapshot_of(room), room.table.pinned) == (stood, 70)


# -- set aside


@pytest.fixture
def broken(address: str) -> tuple[str, Person, str, str]:
    """Two tables with clocks; the third move of one of them cannot have been made."""
    with house_at(address) as house:
        anna = house.person("Anna")
        pace = {"kind": "correspondence", "hours": 24}
        wrong, sound = (both(anna, "turmoil", time_control=pace)["id"] for _ in range(2))
        for table_id in (wrong, sound):
            play(rooms_of(house), table_id, 5)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.execute(delete(Snapshot))
        third = (Move.table_id == wrong) & (Move.number == 3)
        session.execute(update(Move).where(third).values(action="dance"))
        session.execute(
            update(TableSeat).where(TableSeat.due.is_not(None)).values(due=5.0, remind=4.0)
        )
    engine.dispose()
    return address, anna, wrong, sound


def test_a_broken_table_is_set_aside_and_stops_nothing_else(
    broken: tuple[str, Person, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    address, anna, wrong, sound = broken
    assert fates(address) == {wrong: "aside", sound: "equal"}
    with house_at(address) as house:
        anna = returning(house, anna)
        house.keep_time()
        for _ in range(2):
            refused = anna.client.get(f"/api/tables/{wrong}/record")
            assert refused.status_code == 409
            assert "move 3 cannot be replayed" in refused.text
        french = house.person("Luc", "fr").client.get(f"/api/tables/{wrong}/record")
        assert "coup 3 ne peut pas être rejoué" in french.text
        house.keep_time()
        shown = {each["id"]: each for each in anna.get("/api/tables?scope=mine")}
        assert "unavailable" in shown[wrong]["unavailable"]
        assert shown[sound]["unavailable"] is None
        assert anna.get(f"/api/tables/{wrong}")["unavailable"] == shown[wrong]["unavailable"]
        play(rooms_of(house), sound, 3)
        answer = [each for each in caplog.records if "unavailable" in each.message]
        assert len(answer) == 1
        assert not [each for each in caplog.records if "timekeeper" in each.name]


def test_a_table_that_was_set_aside_can_be_retried(broken: tuple[str, Person, str, str]) -> None:
    address, _, wrong, _ = broken
    engine = connect(address)
    assert "move 3" in (admin_tasks.retry_table(engine, wrong, "en") or "")
    with pytest.raises(UserError, match="unavailable"):
        admin_tasks.close_table(engine, wrong)
    with sessions(engine).begin() as session:
        _mend(session, wrong)
    with sessions(engine)() as session:
        assert session.get_one(Table, wrong).aside is not None
    assert admin_tasks.retry_table(engine, wrong, "en") is None
    assert fates(address)[wrong] == "equal"
    engine.dispose()


def test_a_table_that_has_changed_meanwhile_is_not_set_aside(
    broken: tuple[str, Person, str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is read again instead: what was read before is outdated."""
    address, _, wrong, _ = broken
    engine = connect(address)

    def too_late(stored: opening.Stored) -> opening.Opened:
        try:
            return opening.opened(stored)
        except opening.CannotOpen:
            with sessions(engine).begin() as session:  # another process
                _mend(session, wrong)
                session.get_one(Table, wrong).version += 1
            raise

    monkeypatch.setattr(room_loader, "opened", too_late)
    rooms = Rooms(sessions(engine))
    assert len(rooms.get(wrong).match.moves) == 3
    rooms.commits.close()
    with sessions(engine)() as session:
        assert session.get_one(Table, wrong).aside is None
    assert not [each for each in caplog.records if "unavailable" in each.message]
    engine.dispose()


def _mend(session: Any, table_id: str) -> None:
    """The third move becomes one that can be played, and the last."""
    third = (Move.table_id == table_id) & (Move.number == 3)
    assert session.scalar(select(Move.action).where(third)) == "dance"
    right = _replayable(session, table_id)
    session.execute(update(Move).where(third).values(action=right))
    session.execute(delete(Move).where(Move.table_id == table_id, Move.number > 3))
    session.get_one(Table, table_id).waiting = []


def _replayable(session: Any, table_id: str) -> str:
    """Something that could have been the third move."""
    table = session.get_one(Table, table_id)
    match: Match[Any, Any] = Match(registry.load(table.game), table.options, table.seed)
    moves = session.scalars(select(Move).where(Move.table_id == table_id).order_by(Move.number))
    for move in list(moves)[:2]:
        match.act(move.seat, move.action, move.time, move.window)
    seat = session.scalar(select(Move.seat).where(Move.table_id == table_id, Move.number == 3))
    decision = match.position.decision(seat)
    assert decision is not None
    return decision.menu.sample(Random(1))


def test_a_database_that_fails_sets_nothing_aside(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table, before = pinned_house(address, 10)

    def fails(*args: object) -> None:
        raise OperationalError("select", {}, Exception("the disk is away"))

    with house_at(address) as house:
        with monkeypatch.context() as patch:
            patch.setattr(room_loader, "stored_match", fails)
            with pytest.raises(OperationalError):
                rooms_of(house).get(table)
        assert snapshot_of(rooms_of(house).get(table)) == before


def test_an_error_in_a_rule_sets_one_table_aside(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every error while a table is opened is a sentence and no failure of the server;
    over a socket too."""
    anna, table, before = pinned_house(address, 10)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.execute(delete(Snapshot))

    def fails(*args: object) -> None:
        raise ZeroDivisionError

    with house_at(address) as house:
        anna = returning(house, anna)
        other = both(anna, "diplomacy")["id"]
        with monkeypatch.context() as patch:
            patch.setattr(type(registry.load("turmoil")), "context", fails)
            answer = anna.get(f"/api/tables/{table}/record", status=409)
            assert "ZeroDivisionError" in answer["text"]
        with anna.client.websocket_connect(f"/ws/tables/{table}") as socket:
            assert socket.receive()["code"] == 4409
        play(rooms_of(house), other, 2)
        assert admin_tasks.retry_table(engine, table, "en") is None
        assert snapshot_of(rooms_of(house).get(table)) == before
    engine.dispose()


def test_a_game_that_is_not_installed_is_said_and_kept(address: str) -> None:
    anna, table, before = pinned_house(address, 10)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.get_one(Table, table).game = "chess"
    with house_at(address) as house:
        anna = returning(house, anna)
        refused = anna.client.get(f"/api/tables/{table}/record")
        assert (refused.status_code, "not installed" in refused.text) == (409, True)
        assert [each["id"] for each in anna.get("/api/tables?scope=mine")] == [table]
    with sessions(engine).begin() as session:
        session.get_one(Table, table).game = "turmoil"
    with house_at(address) as house:
        assert snapshot_of(rooms_of(house).get(table)) == before
    engine.dispose()


def test_a_package_that_is_broken_sets_nothing_aside(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that misses another package after an upgrade: that is no fault of its tables."""
    anna, table, before = pinned_house(address, 10)
    broken = BrokenGame(say("mistake.game.unknown", name="turmoil", known=[]))

    def make(name: str, given: tuple[Any, ...]) -> Any:
        if name == "turmoil":
            raise broken
        return made(name, given)

    made = registry._make
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_make", make)
        _look_again()
        with house_at(address) as house:
            returning(house, anna).get(f"/api/tables/{table}/record", status=409)
    _look_again()
    with house_at(address) as house:
        assert snapshot_of(rooms_of(house).get(table)) == before


def _look_again() -> None:
    registry._made.cache_clear()
    registry._broken.cache_clear()


# -- tables from before

KEPT_AT = "2026-11-16T09:10:00+00:00"  # when the database was put away


@pytest.fixture
def earlier(tmp_path: Path) -> str:
    """A database of the release before, not brought up to date."""
    path = tmp_path / "earlier.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            gzip.decompress((DATA / "earlier_tables.sql.gz").read_bytes()).decode()
        )
    return f"sqlite:///{path}"


def test_a_check_before_the_upgrade_changes_nothing(earlier: str) -> None:
    path = Path(earlier.removeprefix("sqlite:///"))

    def content() -> list[str]:
        with closing(sqlite3.connect(path)) as database:
            return list(database.iterdump())

    before = content()
    assert {*fates(earlier).values()} == {"equal", "aside"}
    assert content() == before
    assert not any("snapshots" in line for line in before)


def test_a_table_without_a_rules_version_is_set_aside_until_it_is_noted(
    earlier: str,
) -> None:
    """Rules 1 and 2 of two games were played before versions were noted: they look the same."""
    with house_at(earlier) as house:
        engine = rooms_of(house).sessions.kw["bind"]
        with rooms_of(house).sessions() as session:
            games = {table.id: table.game for table in session.scalars(select(Table))}
        for table_id, game in games.items():
            if game == "diplomacy":  # which has only ever had one
                assert rooms_of(house).get(table_id).table.rules == "1"
                continue
            with pytest.raises(Problem) as raised:
                rooms_of(house).get(table_id)
            assert raised.value.message.key == "problem.table.aside_unnoted"
        with pytest.raises(UserError) as refused:
            admin_tasks.note_rules(engine, "turmoil", "0")
        assert refused.value.message.key == "upkeep.no_rules"
    assert noted(earlier) == sum(game != "diplomacy" for game in games.values())
    with house_at(earlier) as house:
        for table_id in games:
            assert rooms_of(house).get(table_id).table.aside is None


def noted(address: str) -> int:
    """The operator notes what was played; for how many tables that was not known."""
    engine = admin_tasks.open_database(address)
    try:
        return sum(admin_tasks.note_rules(engine, game, "2") for game in ("attrition", "turmoil"))
    finally:
        engine.dispose()


def test_tables_from_before_are_marked_when_they_are_first_opened(earlier: str) -> None:
    noted(earlier)
    with house_at(earlier) as house:
        rooms = rooms_of(house)
        with rooms.sessions() as session:
            ids = session.scalars(select(Table.id)).all()
        for table_id in ids:
            assert rooms.get(table_id).table.rules is not None
    with house_at(earlier) as house, rooms_of(house).sessions() as session:
        for table in session.scalars(select(Table)):
            game = registry.load(table.game)
            assert table.rules == game.info.version
            assert table.data == releases()[table.game][0]["data"]
            assert table.aside is None
        kept = {row.digest for row in session.scalars(select(GameData))}
        assert kept >= {registry.load(name).data_digest for name in registry.available()}


def test_tables_from_before_go_on_with_the_figures_of_their_release(earlier: str) -> None:
    """Also where the version that first notes such things has others already."""
    expected: Json = json.loads(gzip.decompress((DATA / "earlier_tables.json.gz").read_bytes()))
    noted(earlier)
    with figures(BERLIN, PARIS):
        assert {*fates(earlier).values()} == {"equal", "kept_data"}
        clock = SetClock()
        clock.stop(KEPT_AT)  # later the time of some players is over
        with house_at(earlier, clock) as house:
            for table_id, wanted in expected["tables"].items():
                room = rooms_of(house).get(table_id)
                assert is_fingerprint_of(wanted["digest"], room.match.state)
                assert snapshot_of(room)[1:] == (wanted["moves"], wanted["waiting"])


# -- snapshots


def test_snapshots_follow_what_is_taken_back(address: str) -> None:
    with house_at(address) as house:
        rooms = rooms_of(house)
        table = both(house.person("Anna"), "turmoil")["id"]
        room = play(rooms, table, 60)
        assert room.snapshots == [50]
        while len(room.match.moves) > 49:
            _take_back(rooms, room)
        assert room.snapshots == []
        play(rooms, table, 10, "other")
        where = snapshot_of(rooms.get(table))
    with house_at(address) as house:
        room = rooms_of(house).get(table)
        assert snapshot_of(room) == where
        assert room.snapshots[-1] == len(room.match.moves)


def test_a_long_game_is_opened_as_quickly_as_a_short_one(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its last snapshot: of its moves only those are made again that can be taken back."""
    _, table, before = pinned_house(address, 120)
    assert before[1] == 120
    made: list[str] = []
    act = Match.act

    def counted(match: Match[Any, Any], seat: str, action: str, *given: Any) -> Any:
        made.append(action)
        return act(match, seat, action, *given)

    with house_at(address) as house:
        monkeypatch.setattr(Match, "act", counted)
        assert snapshot_of(rooms_of(house).get(table)) == before
    assert len(made) < 20


def _take_back(rooms: Rooms, room: Any) -> None:
    seat = room.match.moves[-1].seat
    rooms.change(room, lambda room, now: undo_by_vote(room, seat, now))


def test_a_damaged_snapshot_is_passed_over(address: str) -> None:
    _, table, before = pinned_house(address, 120)
    engine = connect(address)
    with sessions(engine).begin() as session:
        assert session.scalars(select(Snapshot.number)).all() == [50, 100, 120]
        session.execute(update(Snapshot).where(Snapshot.number == 100).values(state=b"dust"))
    with house_at(address) as house:
        room = rooms_of(house).get(table)
        assert snapshot_of(room) == before
        assert room.snapshots == [50]
        play(rooms_of(house), table, 2)
        stood = snapshot_of(room)
    with house_at(address) as house:
        room = rooms_of(house).get(table)
        assert snapshot_of(room) == stood
        assert room.snapshots == [50, 121, 122]
    engine.dispose()


def test_every_table_is_kept_before_an_upgrade(address: str) -> None:
    pinned_house(address, 20)
    engine = connect(address)
    with sessions(engine).begin() as session:
        session.execute(delete(Snapshot))
    assert admin_tasks.keep_snapshots(engine) == 1
    assert admin_tasks.keep_snapshots(engine) == 0
    with sessions(engine)() as session:
        assert session.scalars(select(Snapshot.number)).all() == [20]
    engine.dispose()
