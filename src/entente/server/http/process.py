"""A serving process: the application and uvicorn on a socket, until a graceful stop."""

from __future__ import annotations

import logging
import socket
import sys

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from entente.kernel import UserError, say
from entente.server.drain import Drain
from entente.server.http.app import create_app
from entente.server.http.connection_limits import ConnectionLimiter, limited_protocol
from entente.server.http.gc_tuning import IncrementalGc
from entente.server.http.socket_protocol import SocketProtocol
from entente.server.live.incoming_frames import LONGEST
from entente.server.live.members import WEB, WORK
from entente.server.services import Services
from entente.server.settings import GRACE, Settings

__all__ = ["create_app", "run"]

# A player who vanished without a word is shown as gone within ten seconds.
PING, PONG = 5.0, 4.5  # seconds between websocket pings, and for the answer
SWITCH = 0.0005  # thread switch interval in seconds: our threads hand over often
FILES = 500  # open files beside the sockets: databases, processes, pages
PORTS = 64  # internal ports that are tried

log = logging.getLogger("entente.serve")


class DrainingServer(uvicorn.Server):
    """A server that hands its tables over before it stops."""

    def __init__(self, config: uvicorn.Config, drain: Drain) -> None:
        super().__init__(config)
        self._drain = drain

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self._drain.run()
        except Exception:
            log.exception("the process stops without a complete hand-over")
        await super().shutdown(sockets)


def run(app: FastAPI, listener: socket.socket | None, settings: Settings, role: str = WEB) -> None:
    """Serve until stopped."""
    limiter = ConnectionLimiter(settings.bounds, settings.proxies)
    served: ASGIApp = ProxyHeadersMiddleware(app, settings.proxies)  # type: ignore[arg-type, assignment]
    listeners, router = [] if listener is None else [listener], None
    services: Services = app.state.services
    if role == WORK:
        services.members.join("", WORK)
    elif services.control.available:  # there may be other processes
        # not needed with SQLite
        from entente.server.http.forwarding_signature import KEY
        from entente.server.http.socket_splice import SocketRouter
        from entente.server.http.table_routing import TableRouting
        from entente.server.storage.shared_secrets import shared_key

        internal = _bind_internal(settings)
        host, port = internal.getsockname()[:2]
        public = None if listener is None else listener.getsockname()[1]
        services.members.join(f"{host}:{port}", port=public)
        key = shared_key(services.sessions, KEY)
        served = routing = TableRouting(
            served, services.members, services.homes, services.metrics, key, port
        )
        router = SocketRouter(routing)
        services.members.on_beat.append(router.close_silent)
        services.members.on_drain.append(router.shut_down)
        limiter.internal = port
        listeners.append(internal)
    config = uvicorn.Config(
        served,
        log_config=None,
        access_log=False,
        ws=SocketProtocol,
        http=limited_protocol(limiter, router),
        ws_max_size=2 * LONGEST,
        ws_per_message_deflate=False,  # costs more time than it saves on small frames
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        proxy_headers=False,  # see above: forwarded requests have the headers of their peer
    )
    sys.setswitchinterval(SWITCH)
    # A forwarded websocket has a second connection, to its home.
    allow_files(settings.bounds.connections * (1 if router is None else 2))
    garbage = IncrementalGc()
    garbage.start()
    try:
        DrainingServer(config, app.state.drain).run(sockets=listeners)
    finally:
        garbage.stop()


def _bind_internal(settings: Settings) -> socket.socket:
    """Return a socket for other processes, on the first free port."""
    first = settings.internal_port
    family = socket.AF_INET6 if ":" in settings.internal_host else socket.AF_INET
    for port in range(first, first + PORTS) if first else [0]:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((settings.internal_host, port))
            listener.listen(1024)
        except OSError as error:
            listener.close()
            failure = error
        else:
            return listener
    reason = failure.strerror or str(failure)
    message = say("setting.internal", host=settings.internal_host, error=reason)
    raise UserError(message, "entente.server")


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
