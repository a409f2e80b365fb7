"""`entente play`: a whole game in the terminal, against a computer player or at one screen."""

from __future__ import annotations

import logging
import secrets
from argparse import Namespace
from pathlib import Path

from entente.arena.entrants import find_available
from entente.cli.common_args import (
    Context,
    add_data,
    add_options,
    find_game,
    find_seat,
    read_options,
)
from entente.cli.output import print_setup
from entente.cli.parser import Parser
from entente.cli.records import resume
from entente.cli.table import Table
from entente.cli.user_error import user_error
from entente.kernel import Match, Seat, seed_hash
from entente.kernel.record import AnyGame, AnyMatch, record_of, write
from entente.players import USUAL, UnknownPlayer, described, find, make
from entente.players import known as known_players
from entente.players.engines import LEVELS


def configure(parser: Parser) -> None:
    words = parser.words
    game = words("argument.game")
    parser.add_argument("game", metavar=game, nargs="?", help=words("help.game_play"))
    seat, name = words("argument.seat"), words("argument.name")
    what = words("help.seat_play")
    parser.add_argument("--seat", action="append", default=[], metavar=seat, help=what)
    others = [each for each in known_players() if each not in LEVELS]
    who = words("help.against", others=others)
    parser.add_argument("--against", nargs="?", const=USUAL, metavar=name, help=who)
    add_options(parser)
    seed, file = words("argument.seed"), words("argument.file")
    parser.add_argument("--seed", metavar=seed, help=words("help.seed_play"))
    parser.add_argument("--save", metavar=file, help=words("help.save"))
    add_data(parser)


def run(arguments: Namespace, context: Context) -> int:
    file = Path(arguments.save).expanduser() if arguments.save else None
    if file is not None and file.exists() and not file.is_file():
        raise user_error("mistake.no_plain_file", file=str(file))
    resumed = file is not None and file.exists()
    if resumed:
        match, kept = resume(arguments, str(file), context)
    else:
        match, kept = _begin(arguments, context), {}
    names = _names(match, arguments, kept, context)
    computers = {  # first, so that a missing setting is named before anything is written
        seat: make(name, match.game.info.id, f"{match.seed}/{seat}/{len(match.moves)}")
        for seat, name in names.items()
        if name
    }
    made = file is not None and not file.parent.exists()
    if file is not None and not resumed:
        _write_first(file, match, names)
    if file is not None and made:
        context.screen.line(context.words("play.folder_made", folder=str(file.parent)))
    _welcome(match, names, context, resumed=resumed)
    # Log lines of a failing computer player would mix with the game.
    logging.getLogger("entente.players").addHandler(logging.NullHandler())
    return 0 if Table(match, computers, names, file, context).play() else 1


def _begin(arguments: Namespace, context: Context) -> AnyMatch:
    """Start a new game."""
    if arguments.game is None:
        if arguments.save:
            raise user_error("mistake.nothing_to_resume", file=arguments.save)
        missing = context.words("argument.game")
        raise user_error("mistake.missing", names=missing, command="entente play")
    game = find_game(arguments.game, arguments.data)
    seed = secrets.token_hex(16) if arguments.seed is None else arguments.seed
    return Match(game, read_options(game, arguments), seed)


def _names(
    match: AnyMatch, arguments: Namespace, kept: dict[Seat, str], context: Context
) -> dict[Seat, str]:
    """Return who plays each seat: a computer player's name, or nothing for a person."""
    if arguments.against is None:
        if arguments.seat:
            raise user_error("mistake.seat_alone", known=list(known_players()))
        names = {seat: kept.get(seat, "") for seat in match.seats}
        return {s: name if _is_there(name, match.game.info.id) else "" for s, name in names.items()}
    game, language = match.game, context.language
    opponent = find_available(arguments.against, game.info.id)
    named = [find_seat(game, match.seats, name, language) for name in arguments.seat]
    people = named or [match.seats[0]]
    return {seat: "" if seat in people else opponent for seat in match.seats}


def _is_there(name: str, game_id: str) -> bool:
    """Return whether a computer player of a record is available here."""
    try:
        return find(name, game_id) == name
    except UnknownPlayer:
        return False


def _write_first(file: Path, match: AnyMatch, names: dict[Seat, str]) -> None:
    """Write the record at once, to check that the file can be written."""
    try:
        write(file, record_of(match, names))
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(file), error=reason) from None


def _welcome(match: AnyMatch, names: dict[Seat, str], context: Context, *, resumed: bool) -> None:
    words, screen = context.words, context.screen
    print_setup(match.game, match.options, names, context)
    _print_opponents(match.game, names, context)
    marks = len(match.game.presentation.reconstructed_values())
    if marks:
        command, game = context.command, match.game.info.id
        note = words("play.reconstructed", count=marks, command=command, game=game)
        screen.line(note, "dim")
    screen.line(words("play.seed_hash", hash=seed_hash(match.seed)), "dim")
    if resumed:
        screen.line(words("play.resumed", count=len(match.moves)))
    screen.line(words("play.how_help"))


def _print_opponents(game: AnyGame, names: dict[Seat, str], context: Context) -> None:
    """Print each computer player once, with its style."""
    for player in dict.fromkeys(filter(None, names.values())):
        name, summary = described(player, context.language, game)
        if summary:
            text = context.words("play.opponent", player=player, name=name, summary=summary)
            context.screen.prose(text, "dim")
