"""Pictures rendered by worker processes."""

from __future__ import annotations

from entente.server.jobs import encoding
from entente.server.jobs.client import JobClient, NotStarted
from entente.server.jobs.queue import PICTURE, NewJob, key_of
from entente.server.jobs.remote_pool import FORMAT
from entente.server.pictures.renderer import AGAIN, SECONDS
from entente.server.problem import Problem

RENDER = "renderer.rendered"  # the worker's function
NEEDS = f"{FORMAT} {PICTURE}"


class RemoteRenderer:
    """Renders pictures in workers."""

    def __init__(self, client: JobClient) -> None:
        self.client = client

    async def __call__(self, svg: str) -> bytes:
        """Return a picture as PNG. Raise Problem if that fails."""
        key = key_of(PICTURE, "", "", svg)
        job = NewJob(key, PICTURE, RENDER, NEEDS, "", "", encoding.write(svg))
        try:
            result = await self.client.do(job, SECONDS)
        except NotStarted:
            raise Problem(503, "busy", seconds=AGAIN) from None
        if result.content is None:
            raise Problem(503, "busy", seconds=AGAIN)
        png: bytes = encoding.read(result.content)[0]
        return png
