"""A process that serves: the application, and uvicorn on a socket, until a graceful stop."""

from __future__ import annotations

import socket
import sys

import uvicorn

from entente.server.http.app import create_app
from entente.server.http.connection_limits import ConnectionLimiter, limited_protocol
from entente.server.http.gc_tuning import IncrementalGc
from entente.server.live.incoming_frames import LONGEST
from entente.server.settings import GRACE, Settings

__all__ = ["create_app", "run"]

PING = 45.0  # seconds between two calls to a socket whether somebody is there
SWITCH = 0.0005  # seconds a thread works before another one gets its turn: ours hand over often
FILES = 500  # beside the sockets: databases, processes, pages


def run(app: object, listener: socket.socket, settings: Settings) -> None:
    """One process, until it is told to stop."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        http=limited_protocol(ConnectionLimiter(settings.bounds, settings.proxies)),
        ws_max_size=2 * LONGEST,
        ws_per_message_deflate=False,  # it costs more time than small frames save
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
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        garbage.stop()


def allow_files(sockets: int) -> None:
    """As many open files as all sockets and the rest need, as far as the system lets us."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = sockets + FILES if hard == resource.RLIM_INFINITY else min(hard, sockets + FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
