"""`entente mcp`: let an AI agent play a seat, over the Model Context Protocol."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import Namespace
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entente.cli.common_args import (
    Context,
    add_data,
    add_options,
    find_game,
    find_seat,
    read_options,
)
from entente.cli.parser import LAST_PORT, Parser, whole_number
from entente.cli.records import resume
from entente.cli.user_error import user_error
from entente.kernel import Match, Seat
from entente.kernel.record import record_of, write
from entente.players import USUAL, find

if TYPE_CHECKING:  # loaded only when a seat is served
    from entente.agents.seat_client import SeatClient

HOST = "127.0.0.1"
TOKEN, OWN_TOKEN = "ENTENTE_TOKEN", "ENTENTE_MCP_TOKEN"
OPPONENT = USUAL
LOCAL = ("game", "against", "option", "all_options", "seed", "record", "data")


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument(
        "game", metavar=words("argument.game"), nargs="?", help=words("help.game_mcp")
    )
    seat, name = words("argument.seat"), words("argument.name")
    parser.add_argument("--seat", metavar=seat, help=words("help.seat_mcp"))
    parser.add_argument("--against", metavar=name, help=words("help.against_mcp", player=OPPONENT))
    add_options(parser)
    parser.add_argument("--seed", metavar=words("argument.seed"), help=words("help.seed_play"))
    parser.add_argument("--record", metavar=words("argument.file"), help=words("help.record_mcp"))
    add_data(parser)
    parser.add_argument("--server", metavar="URL", help=words("help.server_mcp", token=TOKEN))
    table = words("argument.table")
    parser.add_argument("--table", metavar=table, help=words("help.table_mcp"))
    parser.add_argument("--http", action="store_true", help=words("help.http_mcp"))
    parser.add_argument("--host", metavar="HOST", default=HOST, help=words("help.host"))
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number("--port", 0, LAST_PORT),
        default=0,
        help=words("help.any_port"),
    )


def run(arguments: Namespace, context: Context) -> int:
    if arguments.http and not _is_this_machine(arguments.host) and not os.environ.get(OWN_TOKEN):
        raise user_error("mistake.mcp_open", host=arguments.host, token=OWN_TOKEN)
    from entente.agents.mcp_server import serve_streams
    from entente.agents.tools import Tools

    seat_client = _remote(arguments, context) if arguments.server else _local(arguments, context)
    try:
        tools = Tools(seat_client)
        if arguments.http:
            _serve_http(tools, arguments, context)
        else:
            serve_streams(tools)
    finally:
        seat_client.close()
    return 0


# -- the seat


def _remote(arguments: Namespace, context: Context) -> SeatClient:
    """Connect to a seat of a table on a server."""
    from entente.agents.remote import RemoteSeat
    from entente.agents.seat_client import Refused

    local_options = [
        f"--{name.replace('_', '-')}" for name in LOCAL[1:] if getattr(arguments, name)
    ]
    if local_options or arguments.game:
        raise user_error("mistake.mcp_either", names=local_options or [arguments.game])
    if not arguments.table:
        raise user_error("mistake.mcp_table")
    token = os.environ.get(TOKEN, "")
    if not token:
        raise user_error("mistake.mcp_token", token=TOKEN)
    try:
        return RemoteSeat(
            arguments.server, token, arguments.table, arguments.seat, context.language
        )
    except Refused as error:
        raise user_error("mistake.mcp_refused", text=error.text) from None


def _local(arguments: Namespace, context: Context) -> SeatClient:
    """Open a seat of a local game: a new one, or the one in the file of --record."""
    from entente.agents.local import LocalSeat

    if arguments.table:
        raise user_error("mistake.mcp_server")
    file = Path(arguments.record).expanduser() if arguments.record else None
    if file is not None and file.exists():
        match, saved_players = resume(arguments, str(file), context)
    else:
        match, saved_players = _begin(arguments, context), {}
    game, seats = match.game, match.seats
    if arguments.seat:
        seat = find_seat(game, seats, arguments.seat, context.language)
    else:
        seat = next((each for each in seats if not saved_players.get(each)), seats[0])
    opponent = find(arguments.against or OPPONENT, game.info.id)
    players = {
        other: opponent if arguments.against else saved_players.get(other) or opponent
        for other in seats
        if other != seat
    }
    save = _recorder(file, players) if file is not None else None
    return LocalSeat(match, seat, players, context.language, save)


def _begin(arguments: Namespace, context: Context) -> Match[Any, Any]:
    """Start a new game."""
    if not arguments.game:
        missing = context.words("argument.game")
        raise user_error("mistake.missing", names=missing, command="entente mcp")
    game = find_game(arguments.game, arguments.data)
    seed = secrets.token_hex(16) if arguments.seed is None else arguments.seed
    return Match(game, read_options(game, arguments), seed)


def _recorder(file: Path, players: dict[Seat, str]) -> Callable[[Match[Any, Any]], None]:
    """Make a callback that writes the record after every move."""

    def save(match: Match[Any, Any]) -> None:
        try:
            write(file, record_of(match, players))
        except OSError as error:
            reason = error.strerror or str(error)
            raise user_error("mistake.unwritable", file=str(file), error=reason) from None

    return save


# -- over HTTP


def _serve_http(tools: Any, arguments: Namespace, context: Context) -> None:
    from entente.agents.mcp_server import PATH, serve_http
    from entente.wire.listening import address, bind

    try:
        listener = bind(arguments.host, arguments.port)
    except OSError as error:
        place, reason = f"{arguments.host}:{arguments.port}", error.strerror or str(error)
        raise user_error("mistake.address", address=place, error=reason) from None
    with listener:
        message = context.words("mcp.ready", address=address(listener) + PATH)

        def ready() -> None:
            context.screen.line(message)
            sys.stdout.flush()

        serve_http(tools, listener, os.environ.get(OWN_TOKEN, ""), ready)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
