"""The database of a large server: many accounts with ratings, relations and preferences, and many
tables that are open, under way or finished.

A few tables are created over the API, so that their rows are what a server writes; these are then
copied with other players, titles, times and terms.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy import Table as StoredTable

from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.server.storage.blocks import BLOCK, FOLLOW
from entente.server.storage.models import (
    Move,
    Rating,
    Relation,
    Result,
    Snapshot,
    Table,
    TableSeat,
    User,
)

BATCH = 5000  # rows
TIMEOUT = 60.0  # seconds for the computers of the models
DAY = 86_400
GAMES = ("attrition", "diplomacy", "pax", "turmoil")
TWO_SEATS = ("attrition", "turmoil")
SLOW = {"kind": "correspondence", "hours": 72}
QUICK = {"kind": "live", "minutes": 60, "increment": 10}
BLOCKED, FOLLOWED = 50, 50
OWN_TABLES = 40  # of each viewer

Row = dict[str, Any]


class Viewers(NamedTuple):
    """The accounts that send requests: a plain one, and one with blocks in both directions."""

    plain: Guest
    blocking: Guest


class Model(NamedTuple):
    """A table to copy with everything that belongs to it."""

    table: Row
    seats: list[Row]
    moves: list[Row]
    snapshots: list[Row]
    results: list[Row]


# -- models, over the API


def make_models(server: RunningServer) -> Viewers:
    """Register the viewers and create the tables to copy."""
    viewers = Viewers(_register(server, "Viewer"), _register(server, "Blocker"))
    host = viewers.plain
    for game in GAMES:
        seats = _seats(game)
        for pace in (SLOW, QUICK):
            _create(host, game, {seats[0]: "me"}, pace)
            _create(host, game, dict.fromkeys(seats[:-1], "me"), pace, private=True)
        _create(host, game, dict.fromkeys(seats, "me"), SLOW)
    for game in TWO_SEATS:
        mine, other = _seats(game)
        table = _create(host, game, {mine: "me", other: "random"}, SLOW)
        _wait_for_turn(host, table, mine)
        # A game of one person against themselves would have no results.
        table = _create(host, game, {mine: "me"}, SLOW, starts_when_full=True)
        viewers.blocking.post(f"/api/tables/{table}/join", {"seat": other})
        for player, seat in ((host, mine), (viewers.blocking, other)):
            player.post(f"/api/tables/{table}/vote", {"seat": seat, "kind": "draw"})
    return viewers


def _register(server: RunningServer, name: str) -> Guest:
    person = Guest(server, name)
    account = {"name": name, "password": "correct horse battery"}
    person.csrf = person.post("/api/register", account)["csrf"]
    return person


def _seats(game: str) -> tuple[str, ...]:
    rules = registry.load(game)
    return tuple(rules.seats(rules.info.complete({})))


def _create(host: Guest, game: str, seats: dict[str, str], pace: Row, **terms: Any) -> str:
    request = {"game": game, "title": "Model", "seats": seats, "time_control": pace, **terms}
    return str(host.post("/api/tables", request)["id"])


def _wait_for_turn(host: Guest, table: str, seat: str) -> None:
    """Wait until the computers have moved, so that they do not move at every copy."""
    until = time.monotonic() + TIMEOUT
    while time.monotonic() < until:
        if host.get(f"/api/tables/{table}")["to_move"] == [seat]:
            return
        time.sleep(0.2)
    raise SystemExit(f"the computers at table {table} do not move")


# -- copies, in the database


def seed(url: str, accounts: int, tables: int) -> None:
    """Copy the viewer's account and the models many times."""
    rng, now = Random(1), int(time.time())
    engine = create_engine(url)
    with engine.begin() as connection:
        [viewer] = _rows(connection, User, User.name == "Viewer")
        [blocker] = _rows(connection, User, User.name == "Blocker")
        first = max(viewer["id"], blocker["id"]) + 1
        ids = range(first, first + accounts)
        _write(connection, User, (_account(viewer, number, now, rng) for number in ids))
        _write(connection, Rating, (each for number in ids for each in _ratings(number, now, rng)))
        _write(connection, Relation, _relations(blocker["id"], ids, now, rng))
        models = [_model(connection, row) for row in _rows(connection, Table, True)]
        viewers = [viewer["id"], blocker["id"]]
        copies = [_copy(models, n, ids, viewers, now, rng) for n in range(tables)]
        for stored, part in (
            (Table, (copy.table for copy in copies)),
            (TableSeat, (row for copy in copies for row in copy.seats)),
            (Move, (row for copy in copies for row in copy.moves)),
            (Snapshot, (row for copy in copies for row in copy.snapshots)),
            (Result, (row for copy in copies for row in copy.results)),
        ):
            _write(connection, stored, part)
    engine.dispose()


def _rows(connection: Connection, model: Any, condition: Any) -> list[Row]:
    stored: StoredTable = model.__table__
    return [dict(each._mapping) for each in connection.execute(select(stored).where(condition))]


def _write(connection: Connection, model: Any, values: Iterable[Row]) -> None:
    batch: list[Row] = []
    for value in values:
        batch.append(value)
        if len(batch) == BATCH:
            connection.execute(insert(model.__table__), batch)
            batch = []
    if batch:
        connection.execute(insert(model.__table__), batch)


def _account(model: Row, number: int, now: int, rng: Random) -> Row:
    """Return an account; one in fifty is online."""
    name = f"Player {number}"
    named = {"name": name, "folded": name.casefold(), "called": name.casefold(), "skeleton": name}
    profile = {"country": rng.choice(("", "FR", "DE", "GB")), "about": "I play in the evening."}
    seen = now - rng.randrange(240 if number % 50 == 0 else 30 * DAY)
    return {
        **model,
        **named,
        "id": number,
        "email": None,
        "password": "x",
        "seen": seen,
        "preferences": {**model["preferences"], "profile": profile},
    }


def _ratings(number: int, now: int, rng: Random) -> list[Row]:
    """Return the ratings of an account; every third one has some, in one or two games."""
    if number % 3:
        return []
    games = rng.sample(GAMES, rng.choice((1, 1, 2)))
    return [
        {
            "user_id": number,
            "game": game,
            "pace": pace,
            "season": season,
            "mean": rng.gauss(25, 6),
            "deviation": 4.0,
            "listed": True,
            "games": 20,
            "wins": 10,
            "changed": now,
        }
        for game in games
        for pace in (("live",) if number % 2 else ("live", "correspondence"))
        for season in ("", "2026-4")
    ]


def _relations(blocker: int, ids: range, now: int, rng: Random) -> list[Row]:
    """Return the blocks and follows of the viewer with blocks, and others' blocks of them."""
    others = rng.sample(ids, 3 * max(BLOCKED, FOLLOWED))
    mine = [(blocker, other, BLOCK) for other in others[:BLOCKED]]
    mine += [(other, blocker, BLOCK) for other in others[BLOCKED : BLOCKED + 10]]
    mine += [(blocker, other, FOLLOW) for other in others[-FOLLOWED:]]
    return [
        {"user_id": user, "other_id": other, "kind": kind, "created": now}
        for user, other, kind in mine
    ]


def _model(connection: Connection, table: Row) -> Model:
    of_table = (
        _rows(connection, stored, stored.table_id == table["id"])
        for stored in (TableSeat, Move, Snapshot, Result)
    )
    return Model(table, *of_table)


def _copy(
    models: list[Model], number: int, ids: range, viewers: list[int], now: int, rng: Random
) -> Model:
    """Return a copy with players of its own.

    A third are open, four in ten under way, the others finished; one in seven is private, one in
    twenty anonymous, half are rated, and in one in fifty games under way a seat is to be taken
    over.
    """
    status = rng.choices(("open", "playing", "over"), (35, 40, 25))[0]
    model = rng.choice([each for each in models if each.table["status"] == status])
    name = f"copy{number:08}"
    people = {seat["seat"]: person for seat, person in _people(model, number, ids, viewers, rng)}
    table = {
        **model.table,
        "id": name,
        "title": f"Table {number}",
        "host_id": next(iter(people.values()), None),
        "touched": now - rng.randrange(10**6),
        "private": rng.random() < 1 / 7,
        "anonymous": rng.random() < 1 / 20,
        "rated": rng.random() < 1 / 2,
        "language": rng.choice(("en", "en", "fr")),
        "press": rng.choice(("full", "full", "public", "none")),
    }
    seats = [_seat(seat, people.get(seat["seat"]), table, now, rng) for seat in model.seats]
    results = [
        {
            **row,
            "table_id": name,
            "user_id": people.get(row["seat"]),
            "finished": now - rng.randrange(300 * DAY),
            "rated": table["rated"],
            "phases": rng.randrange(40),
            "phases_missed": rng.choice((0, 0, 0, 1)),
            "mean": 25.0,
            "deviation": 4.0,
        }
        for row in model.results
    ]
    return Model(
        table,
        seats,
        [{**row, "table_id": name} for row in model.moves],
        [{**row, "table_id": name} for row in model.snapshots],
        results,
    )


def _people(
    model: Model, number: int, ids: range, viewers: list[int], rng: Random
) -> Iterable[tuple[Row, int]]:
    """Return the seats of people with their new holders; the viewers have the first tables."""
    seats = [seat for seat in model.seats if seat["user_id"] is not None]
    holders = rng.sample(ids, len(seats))
    if number < OWN_TABLES * len(viewers):
        holders[0] = viewers[number % len(viewers)]
    return zip(seats, holders, strict=True)


def _seat(seat: Row, person: int | None, table: Row, now: int, rng: Random) -> Row:
    is_playing = table["status"] == "playing"
    leaves = is_playing and person is not None and rng.random() < 1 / 100
    return {
        **seat,
        "table_id": table["id"],
        "user_id": person,
        "due": seat["due"] and now + rng.randrange(DAY, 3 * DAY),
        "remind": None,
        "phases": rng.randrange(40) if is_playing else 0,
        "phases_missed": rng.choice((0, 0, 0, 1)) if is_playing else 0,
        "takeover_since": now if leaves else None,
    }
