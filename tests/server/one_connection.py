"""Check that no thread of a server takes a second database connection while it holds one."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Pool, event

_OURS = ("AnyIO worker", "asyncio_", "tables", "outbox")  # threads that work for a server


@contextmanager
def watched() -> Iterator[list[str]]:
    """The places that took a second one so far."""
    held: dict[int, tuple[int, int]] = {}  # a connection's record: its pool, and whose it is
    found: list[str] = []

    def taken(connection: Any, record: Any, proxy: Any) -> None:
        thread = threading.current_thread()
        if not thread.name.startswith(_OURS):
            return
        holder = (id(proxy._pool), thread.ident or 0)
        if holder in held.values():
            found.append("".join(traceback.format_stack(limit=25)))
        held[id(record)] = holder

    def given_back(connection: Any, record: Any) -> None:
        held.pop(id(record), None)

    event.listen(Pool, "checkout", taken)
    event.listen(Pool, "checkin", given_back)
    try:
        yield found
    finally:
        event.remove(Pool, "checkout", taken)
        event.remove(Pool, "checkin", given_back)
