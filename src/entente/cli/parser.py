"""Parse the command line, with help and errors in the user's language."""

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
    """An argument parser with translated texts."""

    def __init__(self, words: Words, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog or None,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=lambda prog: _Formatter(prog, words("help.usage")),
        )
        self.words = words
        self.renamed: dict[str, str] = {}  # former names of commands
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
        """Add subcommands with their help; return their parsers in the same order."""
        title = self.words("help.commands")
        return self.add_command_groups(dest, metavar, {title: summaries})

    def add_command_groups(
        self, dest: str, metavar: str, groups: Mapping[str, Mapping[str, str]]
    ) -> list[Parser]:
        """Add subcommands with their help, in titled groups; return their parsers in order.

        argparse has a single group for subcommands, so their help entries move to groups of ours,
        listed before the options.
        """
        commands = self.add_subparsers(dest=dest, metavar=metavar, parser_class=Parser)
        self._positionals._group_actions.remove(commands)
        parsers = list[Parser]()
        for title, summaries in groups.items():
            for name, summary in summaries.items():
                below = commands.add_parser(
                    name, help=summary, words=self.words, description=summary
                )
                parsers.append(below)
            group = self.add_argument_group(title)
            group._group_actions += commands._choices_actions[-len(summaries) :]
        self._action_groups.append(self._action_groups.pop(1))  # the options come last
        return parsers

    def error(self, message: str) -> NoReturn:
        """argparse calls this only if a positional argument is missing."""
        raise user_error("mistake.missing", names=message.rpartition(": ")[2], command=self.prog)

    def _check_value(self, action: argparse.Action, value: str) -> None:
        """argparse calls this to check choices; all of ours are subcommands."""
        if action.choices is not None and value not in action.choices:
            if value in self.renamed:
                new = f"{self.prog} {self.renamed[value]}"
                raise user_error("mistake.renamed", old=f"{self.prog} {value}", new=new)
            key = "mistake.subcommand" if " " in self.prog else "mistake.command"
            raise user_error(key, command=self.prog, name=value, known=list(action.choices))


class _Formatter(argparse.HelpFormatter):
    """Help with a translated `usage`."""

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
    """Parse arguments; raise a UserError for anything wrong."""
    try:
        parsed, unknown = parser.parse_known_args(list(arguments))
    except argparse.ArgumentError as error:
        raise _user_error(error) from None
    if unknown:
        raise user_error("mistake.unrecognized", names=" ".join(unknown))
    return parsed


def _user_error(error: argparse.ArgumentError) -> UserError:
    """Convert the error of a type, or a missing or superfluous value."""
    if isinstance(error.__context__, UserError):
        return error.__context__
    name = error.argument_name or ""
    if "ignored explicit argument" in error.message:
        return user_error("mistake.takes_no_value", name=name)
    return user_error("mistake.needs_value", name=name)


def whole_number(name: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """Return an argument type: a whole number from `least` to `most` (None: no limit)."""

    def read(text: str) -> int:
        if text.isdecimal() and least <= int(text) and (most is None or int(text) <= most):
            return int(text)
        if most is None:
            raise user_error("mistake.number", name=name, text=text, least=least)
        raise user_error("mistake.number_to", name=name, text=text, least=least, most=most)

    return read
