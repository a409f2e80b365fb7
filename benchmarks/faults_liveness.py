"""Liveness checks: in spite of faults, clocks run out on time and not early, and computers play."""

from __future__ import annotations

from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import Engine, select

from benchmarks.faults_players import DISCONNECTED
from benchmarks.server_driver import Guest, Served
from entente.kernel import registry
from entente.server.storage.models import Table, TableSeat
from entente.wire.tables import OVER

GAME = "attrition"
CLOCK, COMPUTERS = "clock", "computers"
GRACE = 240.0  # seconds after a fault in which clocks must run out, and computers move again
CREATE_LIMIT = 60.0  # seconds in which a server must create new tables
SHORT = {"kind": "live", "minutes": 1}
LONG = {"kind": "live", "minutes": 30}


class Expectation(NamedTuple):
    """An event due at a table by a time: a clock runs out, or computers move until the game is
    over."""

    what: str
    table: str
    until: float
    moves: int = 0
    moved: float = 0.0  # when the last move was noticed


class LivenessChecks:
    """Tables created before a fault and checked after it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pending: list[Expectation] = []
        self.long: list[str] = []  # tables whose clocks must not have run out
        self.done = 0  # expectations fulfilled

    def begin(self, server: Served, other: Served) -> None:
        """Create a table whose clock runs out soon, one whose clock does not, and one with computer
        players; the second player comes from the other server."""
        last = monotonic() + CREATE_LIMIT
        while True:
            try:
                self._begin(server, other)
            except DISCONNECTED:
                if monotonic() > last:
                    raise
                sleep(1)
            else:
                return

    def _begin(self, server: Served, other: Served) -> None:
        seats = registry.load(GAME).seats({})
        one, two = Guest(server, "one"), Guest(other, "two")
        tables = []
        for pace in (SHORT, LONG):
            clock = {"time_control": pace, "on_timeout": "computer"}
            terms = {**clock, "seats": {seats[0]: "me"}, "starts_when_full": True}
            tables.append(str(one.post("/api/tables", {"game": GAME, **terms})["id"]))
            two.post(f"/api/tables/{tables[-1]}/join", {"seat": seats[1]})
        computers = {"game": GAME, "seats": dict.fromkeys(seats, "random")}
        tables.append(str(one.post("/api/tables", computers)["id"]))
        until = monotonic() + GRACE
        short, long, computer_game = tables
        self.pending += [
            Expectation(CLOCK, short, until),
            Expectation(COMPUTERS, computer_game, until),
        ]
        self.long = [long]

    def check(self, *, late: bool = False) -> list[str]:
        """Drop fulfilled expectations and return the failures; overdue ones fail."""
        failures, pending = [], []
        for each in self.pending:
            now = self._progress(each)
            if now is None:
                self.done += 1
            elif monotonic() > now.until or (late and now.what == CLOCK):
                failures.append(f"{now.what}: table {now.table} does not go on")
            else:
                pending.append(now)
        self.pending = pending
        for table in self.long:
            if self._ran_out(table):
                failures.append(f"clock: at table {table} a computer took over before time was up")
        return failures

    def idle_since(self, moment: float) -> list[Expectation]:
        """Return the expectations without progress since a moment."""
        return [each for each in self.pending if each.moved < moment]

    def _progress(self, expected: Expectation) -> Expectation | None:
        """Return an expectation with its present progress, None if it is fulfilled."""
        if expected.what == CLOCK:
            return None if self._ran_out(expected.table) else expected
        with self.engine.connect() as connection:
            query = select(Table.status, Table.moves).where(Table.id == expected.table)
            status, moves = connection.execute(query).one()
        if status == OVER:
            return None
        if moves == expected.moves:
            return expected
        now = monotonic()
        return expected._replace(moves=moves, moved=now, until=now + GRACE)

    def _ran_out(self, table: str) -> bool:
        stand_ins = select(TableSeat.seat).where(
            TableSeat.table_id == table, TableSeat.stand_in.is_not(None)
        )
        with self.engine.connect() as connection:
            return connection.execute(stand_ins).first() is not None
