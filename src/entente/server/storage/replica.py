"""A read replica: a copy of the database that answers what may be a few seconds old.

Every process watches how far the replica lags, by the newest heartbeat of a process that it holds
(`processes`), so a replica that has lost its primary counts as late even if it has replayed
everything it got. If it is late, gone, or a primary itself, the primary answers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from entente.server.background import BackgroundTask
from entente.server.storage.database import Sessions, close, connect, sessions

CHECK = 1.0  # seconds between two looks at the replica
CONNECT = 2  # seconds to reach it
STATEMENT = 5_000  # milliseconds for a query there
CONNECTIONS = 8
REPLICA = "replica"  # in the `info` of a session there: a function that returns one on the primary

log = logging.getLogger("entente.replica")

_LOOK = text(
    "SELECT pg_is_in_recovery(), extract(epoch FROM clock_timestamp()) - max(heartbeat) "
    "FROM processes"
)


class Replica(BackgroundTask):
    """The replica of a server, and whether it can be used."""

    def __init__(
        self, address: str, primary: Sessions, most: float, name: str, seen: Callable[[float], None]
    ) -> None:
        url = make_url(address)
        if "connect_timeout" not in url.query:
            url = url.update_query_dict({"connect_timeout": str(CONNECT)})
        options = f"-c default_transaction_read_only=on -c statement_timeout={STATEMENT}"
        url = url.update_query_dict({"options": options})
        text_url = url.render_as_string(hide_password=False)
        self.engine: Engine = connect(text_url, f"{name}-replica", CONNECTIONS)
        self.most = most
        self.lag: float | None = None  # seconds; None: not reachable
        self.is_promoted = False  # it accepts writes of its own, so it is no longer a copy
        self._primary = primary
        self._sessions = sessions(self.engine)
        self._seen = seen  # receives the lag, -1 if it is not reachable
        self._checked = 0.0
        self._logged = ""  # the last state that was logged

    @property
    def is_usable(self) -> bool:
        """Whether the replica was reachable and recent at the last look."""
        fresh = time.monotonic() - self._checked < 5 * CHECK
        recent = self.lag is not None and self.lag <= self.most
        return fresh and recent and not self.is_promoted

    def session(self) -> Session:
        """Return a session on the replica, or on the primary if the replica cannot be used."""
        if not self.is_usable:
            return self._primary()
        return self._sessions(info={REPLICA: self._fallback})

    def _fallback(self) -> Session:
        """Return a session on the primary, which answers until the next look."""
        self.lag = None
        return self._primary()

    async def _run(self) -> None:
        while True:
            await asyncio.to_thread(self.look)
            self._seen(-1.0 if self.lag is None else self.lag)
            await asyncio.sleep(CHECK)

    def look(self) -> None:
        """Measure the lag, and log a change."""
        state = "is used"
        try:
            with self.engine.connect() as connection:
                in_recovery, lag = connection.execute(_LOOK).one()
            self.is_promoted = not in_recovery
            self.lag = None if lag is None else max(0.0, float(lag))
        except SQLAlchemyError as error:
            self.lag = None
            state = "is not reachable"
            log.debug("the replica does not answer: %s", type(error).__name__)
        else:
            if self.is_promoted:
                state = "is no longer a replica: it was promoted"
            elif self.lag is None:  # no process has started since the replica was made
                state = "has no heartbeat yet"
            elif self.lag > self.most:
                state = f"lags more than {self.most:.0f} s"
        self._checked = time.monotonic()
        if state != self._logged:  # however it came about: a request may have noticed it first
            self._logged = state
            log.log(logging.INFO if self.is_usable else logging.WARNING, "the replica %s", state)

    def close(self) -> None:
        close(self.engine)


@contextmanager
def primary(session: Session, sessions: Sessions) -> Iterator[Session]:
    """Provide the primary: for rights, and for what the viewer wrote.

    A session that is on the primary already is used itself.
    """
    if REPLICA not in session.info:
        yield session
    else:
        with sessions() as current:
            yield current
