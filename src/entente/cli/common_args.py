"""Arguments shared by several commands: game, options, data, seats, players."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from entente.cli.parser import Parser
from entente.cli.program_name import program_name
from entente.cli.screen import Screen
from entente.cli.user_error import user_error
from entente.cli.words import Words
from entente.kernel import Game, Option, Options, Seat, registry
from entente.kernel.data import DataError, read_folder
from entente.kernel.info import spell
from entente.kernel.text import slug

AnyGame = Game[Any, Any]


class Context(NamedTuple):
    """The context of a command; `requested_language` is that of `--lang`."""

    words: Words
    screen: Screen
    requested_language: str = ""

    @property
    def language(self) -> str:
        return self.words.language

    @property
    def command(self) -> str:
        """The command line to run the command again, in the same language."""
        return (
            f"{program_name()} --lang {self.requested_language}"
            if self.requested_language
            else program_name()
        )


# -- arguments


def add_options(parser: Parser) -> None:
    """Add `--option` and `--all-options`."""
    add_option(parser)
    parser.add_argument("--all-options", action="store_true", help=parser.words("help.all_options"))


def add_option(parser: Parser) -> None:
    """Add `--option`."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=parser.words("argument.option"),
        help=parser.words("help.option"),
    )
    parser.set_defaults(all_options=False)


def add_data(parser: Parser) -> None:
    """Add `--data`."""
    words = parser.words
    folder = words("argument.folder")
    parser.add_argument("--data", metavar=folder, help=words("help.data_folder"))


# -- games and their data


def find_game(name: str, folder: str | None = None) -> AnyGame:
    """Return a game by its id, with its owner's data overrides."""
    try:
        return load_game(name, folder)
    except DataError as error:
        raise user_error("mistake.data", because=error) from None


def load_game(name: str, folder: str | None = None) -> AnyGame:
    """Return a game by its id, with its owner's data overrides; raise DataError if they are not
    valid."""
    own, place = registry.load(name), data_folder(folder)
    if place is None:
        return own
    try:
        return registry.load(name, read_folder(Path(place), own.info.id, own.info.package))
    except DataError as error:
        beside = Path(place, own.info.id, error.file)
        if beside.is_file():
            error.file = str(beside)
        raise


def data_folder(option: str | None) -> str | None:
    """Return the folder of an owner's data: `--data`, else ENTENTE_DATA."""
    return option or os.environ.get("ENTENTE_DATA") or None


# -- options


def read_options(game: AnyGame, arguments: Namespace) -> Options:
    """Return the options a person chose; the others keep their defaults."""
    chosen: Options = game.info.all_rules() if arguments.all_options else {}
    named: Options = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        option = _option(game, name.strip())
        if not equals and not option.is_flag:
            raise user_error(
                "mistake.option_needs_value", name=option.id, known=option.spelled_values()
            )
        read = option.read(value.strip() if equals else True)
        if named.setdefault(option.id, read) != read:
            values = [spell(named[option.id]), spell(read)]
            raise user_error(
                "mistake.option_twice", name=option.id, first=values[0], other=values[1]
            )
    return {**chosen, **named}


def _option(game: AnyGame, name: str) -> Option:
    options = {option.id: option for option in game.info.options}
    if name in options:
        return options[name]
    if not options:
        raise user_error("mistake.no_options", game=game.info.id, name=name)
    near = nearest(name, options)
    if near:
        raise user_error("mistake.option", game=game.info.id, name=name, known=near)
    raise user_error("mistake.options", game=game.info.id, name=name, known=list(options))


# -- seats and players


def find_seat(game: AnyGame, seats: Iterable[Seat], name: str, language: str) -> Seat:
    """Return a seat by its id or by its name."""
    catalog = game.catalog(language)
    for seat in seats:
        if slug(name) in (slug(seat), slug(catalog.name("seat", seat))):
            return seat
    raise user_error("mistake.seat", name=name, known=list(seats))


def nearest(name: str, known: Iterable[str], number: int = 5) -> list[str]:
    """Return the known names most similar to a name."""
    return get_close_matches(name, list(known), number)
