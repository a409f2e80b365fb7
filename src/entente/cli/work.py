"""`entente work`: a worker, for servers whose web processes leave the thinking to others."""

from __future__ import annotations

from argparse import Namespace

from entente.cli.common_args import Context
from entente.cli.parser import Parser
from entente.cli.serve import add_address, listen


def configure(parser: Parser) -> None:
    add_address(parser, parser.words("help.port_work"))


def run(arguments: Namespace, context: Context) -> int:
    # The server's dependencies are loaded only here.
    from entente.server.http.worker import check_work, work
    from entente.server.settings import read_settings
    from entente.wire.listening import address

    words, screen = context.words, context.screen
    settings = read_settings()
    check_work(settings)
    counts = {"players": settings.computer_processes, "analyses": settings.study_processes}
    if arguments.port is None:
        work(None, settings, lambda: screen.line(words("work.ready", **counts)))
        return 0
    with listen(arguments.host, arguments.port) as listener:
        ready = words("work.ready_http", address=address(listener), **counts)
        work(listener, settings, lambda: screen.line(ready))
    return 0
