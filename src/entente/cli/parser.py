"""Reading the command's arguments, with help and errors in the person's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from shutil import get_terminal_size
from typing import NoReturn, cast

from entente.cli.screen import protect_spaces, restore_spaces
from entente.cli.user_error import user_error
from entente.cli.words import Words, check_language
from entente.kernel import LANGUAGES, UserError

LAST_PORT = 65_535
WIDTH = 80


class Parser(argparse.ArgumentParser):
    """An argument parser whose every word comes from the catalogue."""

    def __init__(self, words: Words, prog: str, description: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=lambda prog: _Formatter(prog, words("help.usage")),
        )
        self.words = words
        self._positionals.title = words("help.arguments")
        self._optionals.title = words("help.options")
        self.add_argument("-h", "--help", action="help", help=words("help.help"))
        self.add_argument(
            "--lang",
            metavar="|".join(LANGUAGES),
            type=check_language,
            default=argparse.SUPPRESS,
            help=words("help.lang"),
        )

    def add_commands(self, dest: str, metavar: str, summaries: Mapping[str, str]) -> list[Parser]:
        """A parser for each command below this one, in the order of their summaries."""
        commands = self.add_subparsers(
            dest=dest, metavar=metavar, title=self.words("help.commands"), parser_class=Parser
        )
        return [
            commands.add_parser(name, help=summary, words=self.words, description=summary)
            for name, summary in summaries.items()
        ]

    def error(self, message: str) -> NoReturn:
        """argparse comes here for one reason: a positional argument is missing."""
        raise user_error("mistake.missing", names=message.rpartition(": ")[2], command=self.prog)

    def _check_value(self, action: argparse.Action, value: str) -> None:
        """argparse comes here for what was chosen; our choices are commands."""
        if action.choices is not None and value not in action.choices:
            key = "mistake.subcommand" if " " in self.prog else "mistake.command"
            raise user_error(key, command=self.prog, name=value, known=list(action.choices))


class _Formatter(argparse.HelpFormatter):
    """Help with our own word for `usage`."""

    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(WIDTH, get_terminal_size().columns))
        self._usage_word = usage

    def _split_lines(self, text: str, width: int) -> list[str]:
        return [restore_spaces(line) for line in super()._split_lines(protect_spaces(text), width)]

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return restore_spaces(super()._fill_text(protect_spaces(text), width, indent))

    def add_usage(
        self,
        usage: str | None,
        actions: object,
        groups: object,
        prefix: str | None = None,
    ) -> None:
        super().add_usage(
            usage,
            cast("list[argparse.Action]", actions),
            cast("list[argparse._MutuallyExclusiveGroup]", groups),
            self._usage_word if prefix is None else prefix,
        )


def parse(parser: Parser, arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments; whatever is wrong with them is a UserError."""
    try:
        given, unknown = parser.parse_known_args(list(arguments))
    except argparse.ArgumentError as error:
        raise _user_error(error) from None
    if unknown:
        raise user_error("mistake.unrecognized", names=" ".join(unknown))
    return given


def _user_error(error: argparse.ArgumentError) -> UserError:
    """What one of our types found, or what argparse found: values missing or superfluous."""
    if isinstance(error.__context__, UserError):
        return error.__context__
    name = error.argument_name or ""
    if "ignored explicit argument" in error.message:
        return user_error("mistake.takes_no_value", name=name)
    return user_error("mistake.needs_value", name=name)


def whole_number(name: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """A type of argument: a whole number from `least` on, up to `most` where there is an end."""

    def read(text: str) -> int:
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        if most is None:
            raise user_error("mistake.number", name=name, text=text, least=least)
        raise user_error("mistake.number_to", name=name, text=text, least=least, most=most)

    return read
