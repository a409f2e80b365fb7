"""What must go on whatever happens: clocks run out in their time and not before, computers play."""

from __future__ import annotations

from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import Engine, select

from benchmarks.faults_players import CUT_OFF
from benchmarks.server_driver import Guest, RunningServer
from entente.kernel import registry
from entente.server.storage.models import OVER, Chair, Table

GAME = "attrition"
AFTER = 240.0  # seconds after a fault in which clocks must run out and computers come to an end
PATIENCE = 60.0  # seconds in which a server must take new tables
SHORT = {"kind": "live", "minutes": 1}
LONG = {"kind": "live", "minutes": 30}


class Due(NamedTuple):
    """What of which table must have come to pass, and until when."""

    what: str
    table: str
    until: float


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
            wanted = {"game": GAME, "pace": pace, "absence": "computer", "seats": {seats[0]: "me"}}
            tables.append(str(one.post("/api/tables", wanted)["id"]))
            two.post(f"/api/tables/{tables[-1]}/join", {"seat": seats[1]})
        playing = {"game": GAME, "seats": dict.fromkeys(seats, "random")}
        computers = str(one.post("/api/tables", playing)["id"])
        until = monotonic() + AFTER
        self.due += [Due("clock", tables[0], until), Due("computers", computers, until)]
        self.long = [tables[1]]

    def check(self, *, late: bool = False) -> list[str]:
        """What has come to pass is forgotten; what has not, though it is late, is told."""
        wrong, due = [], []
        for each in self.due:
            if self._over(each) if each.what == "computers" else self._ran_out(each.table):
                self.done += 1
            elif late or monotonic() > each.until:
                wrong.append(f"{each.what}: table {each.table} does not go on")
            else:
                due.append(each)
        self.due = due
        for table in self.long:
            if self._ran_out(table):
                wrong.append(f"clock: at table {table} nobody's time was up, and a computer plays")
        return wrong

    def _ran_out(self, table: str) -> bool:
        played = select(Chair.seat).where(Chair.table_id == table, Chair.stand_in.is_not(None))
        with self.engine.connect() as connection:
            return connection.execute(played).first() is not None

    def _over(self, each: Due) -> bool:
        with self.engine.connect() as connection:
            status = select(Table.status).where(Table.id == each.table)
            return bool(connection.scalar(status) == OVER)
