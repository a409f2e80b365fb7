"""Leases: one of several processes does a job.

PostgreSQL releases a lease when its process ends. With SQLite there is one process, which may do
everything.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import LiteralString

from entente.server.live.control_connection import FAILURES, ControlConnection


class Leases:
    """The leases of this process."""

    def __init__(self, control: ControlConnection) -> None:
        self._control = control

    async def take(self, name: str) -> bool:
        """Return whether this process may do a job, until it gives the lease back."""
        if not self._control.available:
            return True
        return await self._ask("SELECT pg_try_advisory_lock(%s)", name)

    async def give(self, name: str) -> None:
        if self._control.available:
            await self._ask("SELECT pg_advisory_unlock(%s)", name)

    async def _ask(self, question: LiteralString, name: str) -> bool:
        """Return the answer; False if the database does not respond, which is safe."""
        key = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), signed=True)
        try:
            answer = await self._control.ask(question, key)
        except FAILURES:
            return False
        return bool(answer and answer[0][0])
