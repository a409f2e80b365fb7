"""Work that is done while somebody waits for its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from entente.server.problem import Problem

LOOK = 0.25  # seconds between two looks at whether somebody still waits

Told = TypeVar("Told")


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, Told]) -> Told:
    """Work that is given up when whoever asked has gone."""
    task = asyncio.create_task(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK)
            if not task.done() and await request.is_disconnected():
                raise Problem(503, "study.busy", seconds=1)  # nobody reads it
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return await task
