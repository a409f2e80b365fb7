"""A process' own connection to PostgreSQL, for leases, its heartbeat and the homes of tables.

Session locks belong to it. Its commits do not wait for the disk: what it stores is worthless after
a crash of the database.
"""

from __future__ import annotations

import asyncio
from typing import Any, LiteralString

from psycopg import AsyncConnection, Error
from sqlalchemy import Engine

from entente.server.storage.database import driver_address

PATIENCE = 10.0  # seconds for an answer, the queries before it included
FAILURES = (Error, OSError, TimeoutError)  # what `ask` raises if the database does not respond

Rows = list[tuple[Any, ...]]


class ControlConnection:
    """One connection, used by one query at a time; it reconnects on demand."""

    def __init__(self, engine: Engine) -> None:
        self.available = engine.dialect.name == "postgresql"  # SQLite serves one process
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()

    async def ask(self, query: LiteralString, *parameters: object) -> Rows:
        """Return the rows of a query. Raise one of FAILURES if the database does not respond."""
        async with asyncio.timeout(PATIENCE) as patience, self._lock:
            try:
                connection = await self._open()
                cursor = await connection.execute(query, parameters)
                return await cursor.fetchall() if cursor.description is not None else []
            except asyncio.CancelledError:
                if patience.expired():  # the next query would read the answer
                    await self.close()
                raise

    async def _open(self) -> AsyncConnection:
        if self._connection is None or self._connection.closed:
            self._connection = await AsyncConnection.connect(
                driver_address(self._engine),
                autocommit=True,
                options="-c synchronous_commit=off",
            )
        return self._connection

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()
