"""What must go on whatever happens: clocks run out in their time and not before, computers play."""

from __future__ import annotations

from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import Engine, select

from benchmarks.faults_players import CUT_OFF
from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.server.storage.models import Table, TableSeat
from entente.wire.tables import OVER

GAME = "attrition"
CLOCK, COMPUTERS = "clock", "computers"
AFTER = 240.0  # seconds after a fault in which clocks must run out, and computers move again
PATIENCE = 60.0  # seconds in which a server must take new tables
SHORT = {"kind": "live", "minutes": 1}
LONG = {"kind": "live", "minutes": 30}


class Due(NamedTuple):
    """What of which table must have come to pass, and until when: a clock must run out, computers
    must make a move, and another, until their game is over."""

    what: str
    table: str
    until: float
    moves: int = 0
    moved: float = 0.0  # when it was seen that they had


class GoingOn:
    """Tables that are begun before a fault and looked at after it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.due: list[Due] = []
        self.long: list[str] = []  # tables whose clocks must not have run out
        self.done = 0  # that came to pass

    def begin(self, server: RunningServer, other: RunningServer) -> None:
        """At one server, with somebody from another: a table whose clock runs out soon, one whose
        clock does not, and one at which computers play."""
        last = monotonic() + PATIENCE
        while True:
            try:
                self._begin(server, other)
            except CUT_OFF:
                if monotonic() > last:
                    raise
                sleep(1)
            else:
                return

    def _begin(self, server: RunningServer, other: RunningServer) -> None:
        seats = registry.load(GAME).seats({})
        one, two = Guest(server, "one"), Guest(other, "two")
        tables = []
        for pace in (SHORT, LONG):
            terms = {"time_control": pace, "on_timeout": "computer", "seats": {seats[0]: "me"}}
            wanted = {"game": GAME, **terms, "starts_when_full": True}
            tables.append(str(one.post("/api/tables", wanted)["id"]))
            two.post(f"/api/tables/{tables[-1]}/join", {"seat": seats[1]})
        playing = {"game": GAME, "seats": dict.fromkeys(seats, "random")}
        computers = str(one.post("/api/tables", playing)["id"])
        until = monotonic() + AFTER
        self.due += [Due(CLOCK, tables[0], until), Due(COMPUTERS, computers, until)]
        self.long = [tables[1]]

    def check(self, *, late: bool = False) -> list[str]:
        """What has come to pass is forgotten; what has not, though it is late, is told."""
        wrong, due = [], []
        for each in self.due:
            now = self._look(each)
            if now is None:
                self.done += 1
            elif monotonic() > now.until or (late and now.what == CLOCK):
                wrong.append(f"{now.what}: table {now.table} does not go on")
            else:
                due.append(now)
        self.due = due
        for table in self.long:
            if self._ran_out(table):
                wrong.append(f"clock: at table {table} nobody's time was up, and a computer plays")
        return wrong

    def not_since(self, moment: float) -> list[Due]:
        """Tables at which nothing has come to pass since then."""
        return [each for each in self.due if each.moved < moment]

    def _look(self, due: Due) -> Due | None:
        """How far it is; None when it has come to pass."""
        if due.what == CLOCK:
            return None if self._ran_out(due.table) else due
        with self.engine.connect() as connection:
            query = select(Table.status, Table.moves).where(Table.id == due.table)
            status, moves = connection.execute(query).one()
        if status == OVER:
            return None
        if moves == due.moves:
            return due
        now = monotonic()
        return due._replace(moves=moves, moved=now, until=now + AFTER)

    def _ran_out(self, table: str) -> bool:
        played = select(TableSeat.seat).where(
            TableSeat.table_id == table, TableSeat.stand_in.is_not(None)
        )
        with self.engine.connect() as connection:
            return connection.execute(played).first() is not None
