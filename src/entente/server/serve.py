"""Running the server: a socket, uvicorn on it, a graceful stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from entente.server.app import create_app
from entente.server.frames import LONGEST
from entente.server.settings import Settings, read_settings

GRACE = 5  # seconds for requests under way when the server is stopped


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free. OSError if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # from now on nobody is turned away, only kept waiting
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """Where a browser finds the server."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else host
    return f"http://{shown}:{port}"


def serve(
    listener: socket.socket,
    settings: Settings | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Serve until the process is told to stop. `ready` is called once the database is open."""
    app = create_app(settings or read_settings())
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=2 * LONGEST,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    if ready is not None:
        ready()
    uvicorn.Server(config).run(sockets=[listener])
