"""A serving process: the application and uvicorn on a socket, until a graceful stop."""

from __future__ import annotations

import logging
import socket
import sys

import uvicorn
from fastapi import FastAPI

from entente.server.drain import Drain
from entente.server.http.app import create_app
from entente.server.http.connection_limits import ConnectionLimiter, limited_protocol
from entente.server.http.gc_tuning import IncrementalGc
from entente.server.live.incoming_frames import LONGEST
from entente.server.live.members import WEB
from entente.server.services import Services
from entente.server.settings import GRACE, Settings

__all__ = ["create_app", "run"]

PING = 45.0  # seconds between websocket pings
SWITCH = 0.0005  # thread switch interval in seconds: our threads hand over often
FILES = 500  # open files beside the sockets: databases, processes, pages

log = logging.getLogger("entente.serve")


class DrainingServer(uvicorn.Server):
    """A server that hands its tables over before it stops."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        drain: Drain = self.config.app.state.drain  # type: ignore[union-attr]
        try:
            await drain.run()
        except Exception:
            log.exception("the process stops without a complete hand-over")
        await super().shutdown(sockets)


def run(app: FastAPI, listeners: list[socket.socket], settings: Settings, role: str = WEB) -> None:
    """Serve until stopped."""
    services: Services = app.state.services
    services.members.join("", role)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=limited_protocol(ConnectionLimiter(settings.bounds, settings.proxies)),
        ws_max_size=2 * LONGEST,
        ws_per_message_deflate=False,  # costs more time than it saves on small frames
        ws_ping_interval=PING,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
    )
    sys.setswitchinterval(SWITCH)
    allow_files(settings.bounds.connections)
    garbage = IncrementalGc()
    garbage.start()
    try:
        DrainingServer(config).run(sockets=listeners)
    finally:
        garbage.stop()


def allow_files(sockets: int) -> None:
    """Raise the limit of open files to what the sockets and the rest need, if permitted."""
    try:
        import resource  # not available on Windows
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + FILES if hard == resource.RLIM_INFINITY else min(hard, sockets + FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
