"""`entente serve`: the server, for programs that play over the network."""

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


def run(arguments: Namespace, context: Context) -> int:
    # Only whoever serves waits for what a server needs to be loaded.
    from entente.server.serve import address, bind, serve

    words, screen = context.words, context.screen
    try:
        listener = bind(arguments.host, min(arguments.port, MOST))
    except OSError as error:
        reason = error.strerror or str(error)
        where = f"{arguments.host}:{arguments.port}"
        raise mistake("mistake.address", address=where, error=reason) from None
    where = address(listener)
    serve(listener, ready=lambda: screen.line(words("serve.ready", address=where)))
    return 0
