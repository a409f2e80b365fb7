"""`entente serve`: the server, for browsers and programs."""

from __future__ import annotations

import socket
from argparse import Namespace

from entente.cli.common_args import Context
from entente.cli.parser import LAST_PORT, Parser, whole_number
from entente.cli.user_error import user_error

HOST, PORT = "127.0.0.1", 8000
TRIED = 10  # ports from the usual one on, where none was asked for


def add_address(parser: Parser, port_help: str) -> None:
    """Add the options for the address to listen on."""
    parser.add_argument("--host", metavar="HOST", default=HOST, help=parser.words("help.host"))
    parser.add_argument(
        "--port", metavar="N", type=whole_number("--port", 0, LAST_PORT), help=port_help
    )


def configure(parser: Parser) -> None:
    words = parser.words
    add_address(parser, words("help.port", port=PORT))
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number("--workers", 1),
        default=1,
        help=words("help.workers_serve"),
    )
    parser.add_argument("--api-only", action="store_true", help=words("help.api_only"))


def run(arguments: Namespace, context: Context) -> int:
    # The server's dependencies are loaded only here.
    from entente.server.http.pages import client_is_built
    from entente.server.http.serve import check_workers, serve
    from entente.server.settings import read_settings
    from entente.wire.listening import address

    words, screen = context.words, context.screen
    if not arguments.api_only and not client_is_built():
        raise user_error("mistake.no_client")
    settings = read_settings()
    check_workers(settings, arguments.workers)
    with listen(arguments.host, arguments.port) as listener:
        key = "serve.ready" if client_is_built() else "serve.ready_api"
        ready = words(key, address=address(listener))
        serve(listener, settings, lambda: screen.line(ready), arguments.workers)
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """Bind the requested port, or the default one or the next free one."""
    from entente.wire.listening import bind

    wanted = range(PORT, PORT + TRIED) if port is None else (port,)
    for last in wanted:
        try:
            return bind(host, last)
        except OSError as error:
            reason = error.strerror or str(error)
    raise user_error("mistake.address", address=f"{host}:{last}", error=reason)
