"""Render pictures one at a time, and keep the latest.

One picture takes about half a second of CPU time. Requests for a picture that is being rendered
wait for it; if too many different ones wait, further ones are refused.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple
from weakref import WeakValueDictionary

from entente.server.problem import Problem

SECONDS = 30.0  # for one picture
WAITING = 8  # pictures that wait
MEMORY = 16 * 1024 * 1024  # bytes of kept pictures
FRESH = 30.0  # seconds for which a picture is good enough, although the game goes on
AGAIN = 5  # seconds for Retry-After

log = logging.getLogger("entente.pictures")


Render = Callable[[str], Awaitable[bytes]]  # from SVG to PNG


class Picture(NamedTuple):
    """A rendered picture; `etag` is a digest of it and reveals no more."""

    png: bytes
    etag: str
    drawn: str  # digest of the drawing
    time: float


class PictureRenderer:
    """Renders and keeps the pictures of a process."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, render: Render | None = None
    ) -> None:
        self._clock = clock
        self._render = render or rendered
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._names: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    async def picture(self, name: str, draw: Callable[[], str]) -> Picture:
        """Return the picture of a name, drawn again if it is not fresh."""
        async with self._names.setdefault(name, asyncio.Lock()):
            kept = self._kept.get(name)
            if kept is not None and self._clock() - kept.time < FRESH:
                self._kept.move_to_end(name)
                return kept
            if self._waiting >= WAITING:
                raise Problem(503, "busy", seconds=AGAIN)
            self._waiting += 1
            try:
                async with self._turn:
                    return await self._drawn(name, kept, draw)
            finally:
                self._waiting -= 1

    async def _drawn(self, name: str, kept: Picture | None, draw: Callable[[], str]) -> Picture:
        svg = await asyncio.to_thread(draw)
        drawn = hashlib.sha256(svg.encode()).hexdigest()
        if kept is not None and kept.drawn == drawn:
            picture = kept._replace(time=self._clock())
        else:
            png = await self._render(svg)
            etag = f'"{hashlib.sha256(png).hexdigest()[:32]}"'
            picture = Picture(png, etag, drawn, self._clock())
        self._keep(name, picture)
        return picture

    def _keep(self, name: str, picture: Picture) -> None:
        self._kept[name] = picture
        self._kept.move_to_end(name)
        while sum(len(each.png) for each in self._kept.values()) > MEMORY and len(self._kept) > 1:
            self._kept.popitem(last=False)


async def rendered(svg: str) -> bytes:
    """Render a picture in a process of its own. Raise Problem if that fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "entente.server.pictures.render",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            png, errors = await process.communicate(svg.encode())
    except TimeoutError:
        raise Problem(503, "busy", seconds=AGAIN) from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        log.error("a picture could not be rendered: %s", errors.decode(errors="replace")[-500:])
        raise Problem(503, "busy", seconds=AGAIN)
    return png
