"""`entente serve`: the server, for people in their browsers and for programs."""

from __future__ import annotations

from argparse import Namespace

from entente.cli.mistake import mistake
from entente.cli.parser import Parser, whole_number
from entente.cli.setting import Context

HOST, PORT, MOST = "127.0.0.1", 8000, 65_535


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("--host", metavar="HOST", default=HOST, help=words("help.host"))
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number("--port", 0),
        default=PORT,
        help=words("help.port", port=PORT),
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number("--workers", 1),
        default=1,
        help=words("help.workers_serve"),
    )


def run(arguments: Namespace, context: Context) -> int:
    # Only whoever serves waits for what a server needs to be loaded.
    from entente.server.serve import address, bind, check_workers, serve
    from entente.server.settings import read_settings

    words, screen = context.words, context.screen
    settings = read_settings()
    check_workers(settings, arguments.workers)
    try:
        listener = bind(arguments.host, min(arguments.port, MOST))
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{arguments.host}:{arguments.port}"
        raise mistake("mistake.address", address=where, error=reason) from None
    where = address(listener)
    ready = words("serve.ready", address=where)
    serve(listener, settings, lambda: screen.line(ready), arguments.workers)
    return 0
