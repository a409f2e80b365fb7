"""Random events at a table: at any moment memory equals the database."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import inspect

from entente.kernel import IllegalAction, registry
from entente.kernel.record import dump, parse, record_of
from entente.server.http.app import create_app
from entente.server.live.timekeeper import Timekeeper
from entente.server.problem import Problem
from entente.server.settings import Settings
from entente.server.storage.models import User
from entente.server.tables import new_tables, seats, votes
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.wire.tables import OVER, PLAYING
from tests.amount import THOROUGH, amount
from tests.server.people import House, SetClock

PACES: dict[str, dict[str, Any]] = {
    "turmoil": {"kind": "live", "minutes": 2, "increment": 3},
    "attrition": {"kind": "correspondence", "hours": 2, "days_off": [1]},
    "diplomacy": {"kind": "correspondence", "hours": 5},
}
STEPS = 60
COMPANIES = amount(1, 8)  # at each game and each database; more, until every deed was done
MOST = 20
FIRST = 7
DEEDS = {"act", "undo", "vote", "time", "hand_over"}  # each changes a table now and then


def written(room: Room) -> dict[str, Any]:
    """All that a room is made of, to be compared."""

    def columns(row: object) -> dict[str, Any]:
        return {each.key: getattr(row, each.key) for each in inspect(type(row)).column_attrs}

    return {
        "table": columns(room.table),
        "chairs": {seat: columns(room.chairs[seat]) for seat in sorted(room.chairs)},
        "state": room.match.game.save(room.match.state),
        "moves": [msgspec.to_builtins(move) for move in room.match.moves],
        "log": [(line.move, msgspec.to_builtins(line.entry)) for line in room.match.log],
        "versions": room.versions,
        "votes": {kind: list(answers.items()) for kind, answers in sorted(room.votes.items())},
    }


class Company:
    """People at a table who do anything that comes to their mind."""

    def __init__(self, house: House, game: str, seed: int, clock: SetClock) -> None:
        services = house.app.state.services
        self.rooms: Rooms = services.rooms
        self.keeper: Timekeeper = services.timekeeper
        self.clock, self.rng = clock, Random(seed)
        self.users: list[User] = []
        self.deed = ""  # the last
        people = [house.person(f"P{number}") for number in range(3)]
        with services.sessions() as session:
            self.users = [session.get_one(User, person.id) for person in people]
        plan = new_tables.NewTable(
            game,
            time_control=PACES[game],
            on_timeout=self.rng.choice(["wait", "rule", "computer"]),
            options={"players": 3} if game == "diplomacy" else {},
            starts_when_full=True,
        )
        self.id = new_tables.create(self.rooms, self.users[0], plan).table.id
        for seat, user in zip(self.room.match.seats, self.users, strict=False):
            self.change(seats.join, user, seat)

    @property
    def room(self) -> Room:
        return self.rooms.cached(self.id)

    def change(self, work: Any, *given: Any) -> None:
        self.rooms.change(self.room, lambda room, now: work(room, *given, now))

    def do_something(self) -> None:
        room, rng = self.room, self.rng
        seat = rng.choice(room.match.seats)
        deeds = [self.act] * 6 + [self.undo, self.vote, self.vote, self.time, self.come_home]
        deed = self.hand_over if rng.random() < 0.1 else rng.choice(deeds)
        self.deed = deed.__name__
        deed(seat)

    def player(self, seat: str) -> User:
        """The player of a seat; another person where a computer plays."""
        sitting = self.room.chairs[seat].user_id
        return next((user for user in self.users if user.id == sitting), self.users[0])

    def come_home(self, seat: str) -> None:
        self.change(seats.return_to_seat, self.player(seat), seat)

    def act(self, seat: str) -> None:
        decisions = self.room.decisions()
        if decisions:
            seat, decision = self.rng.choice(list(decisions.items()))
            self.rooms.act(self.room, seat, self.room.version, decision.menu.sample(self.rng))

    def undo(self, seat: str) -> None:
        self.rooms.undo(self.room, seat, self.room.version)

    def vote(self, seat: str) -> None:
        kinds = [votes.PAUSE, votes.RESUME, "undo"] + [votes.DRAW] * (self.rng.random() < 0.1)
        kind = self.rng.choice([*self.room.votes, *kinds])
        yes = self.rng.random() < 0.8
        self.change(lambda room, now: votes.vote(room, seat, kind, yes, now))

    def time(self, seat: str) -> None:
        self.clock.go_on(self.rng.choice([1, 30, 3600, 20_000]))
        self.keeper.handle_deadlines(self.room)

    def hand_over(self, seat: str) -> None:
        token: list[str] = []
        user = self.player(seat)
        self.change(lambda room, now: token.append(seats.offer(room, user, seat)))
        self.change(seats.take, self.rng.choice(self.users), token[0])


CASES = [
    (database, game)
    for database in ("sqlite", "postgres")
    for game in ("turmoil", "attrition", "diplomacy")
    if THOROUGH or (database, game) in (("sqlite", "attrition"), ("postgres", "diplomacy"))
]


@pytest.mark.amount
@pytest.mark.parametrize(("database", "game"), CASES, indirect=["database"])
def test_the_room_is_what_the_database_says(database: str, clock: SetClock, game: str) -> None:
    clock.stop()
    house = House(create_app(Settings(database, clock=clock)))  # nothing works by itself there
    done = Counter[str]()
    for seed in range(FIRST, FIRST + MOST):
        if seed >= FIRST + COMPANIES and {deed for deed, count in done.items() if count} >= DEEDS:
            break
        company = Company(house, game, seed, clock)
        for _ in range(STEPS):
            version = company.room.version
            with suppress(Problem, IllegalAction):
                company.do_something()
            done[company.deed] += company.room.version != version
            known = written(company.room)
            company.rooms.forget(company.id)
            assert written(company.rooms.get(company.id)) == known
            if company.room.table.status == OVER:
                break
        check_record(company.room)
    house.app.state.services.close()
    assert done.total() > STEPS * (seed - FIRST) / 4
    assert {deed for deed, count in done.items() if count} >= DEEDS


def check_record(room: Room) -> None:
    """A record of the table verifies, however it went."""
    text = dump(record_of(room.match, None, room.outcome))
    assert parse(text).verify(registry.load).moves == room.match.moves
    assert (room.table.status == PLAYING) == (room.outcome is None)
