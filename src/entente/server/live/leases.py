"""Leases: one of several processes does a job.

PostgreSQL releases a lease when its process ends. With SQLite there is one process, which may do
everything.
"""

from __future__ import annotations

import asyncio
from hashlib import blake2b

from psycopg import AsyncConnection, Error
from sqlalchemy import Engine

from entente.server.storage.database import driver_address


class Leases:
    """The leases of this process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._alone = engine.dialect.name != "postgresql"
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()

    async def take(self, name: str) -> bool:
        """Return whether this process may do a job, until it gives the lease back."""
        return self._alone or await self._ask("SELECT pg_try_advisory_lock(%s)", name)

    async def give(self, name: str) -> None:
        if not self._alone:
            await self._ask("SELECT pg_advisory_unlock(%s)", name)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _ask(self, question: str, name: str) -> bool:
        """Return the answer; False if the database does not respond, which is safe."""
        key = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True)
        async with self._lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = await AsyncConnection.connect(
                        driver_address(self._engine), autocommit=True
                    )
                answer = await (await self._connection.execute(question, (key,))).fetchone()
            except (Error, OSError):
                return False
            return answer is not None and bool(answer[0])
