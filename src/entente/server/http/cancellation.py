"""Cancel work when the client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from entente.server.problem import Problem

CHECK_INTERVAL = 0.25  # seconds between two checks

Result = TypeVar("Result")


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Run work, and cancel it if the client disconnects."""
    task = asyncio.create_task(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=CHECK_INTERVAL)
            if not task.done() and await request.is_disconnected():
                raise Problem(503, "study.busy", seconds=1)  # no one reads the response
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return await task
